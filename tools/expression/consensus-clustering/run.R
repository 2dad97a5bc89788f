# Subtypes by consensus clustering or by non-negative matrix factorization, and whether they are more stable than clusters of data without subtypes.

SUBTYPE_SAMPLES_MIN <- 10L
SUBTYPE_SAMPLES_MAX <- 600L
SUBTYPE_GENES_MIN <- 20L
CONSENSUS_DRAWN <- 200L
MARKERS_KEPT <- 100L
MARKERS_DRAWN <- 15L

#' From here on a run is said to take long, and is refused, in seconds.
SUBTYPE_SECONDS <- c(long = 180, most = 3600)

ALGORITHM_WORDS <- list(
  hc = told("层次聚类（average 法）", "hierarchical clustering (average linkage)"), pam = told("PAM", "partitioning around medoids"),
  km = told("k-means", "k-means")
)
CLUSTER_DISTANCES <- list(
  pearson = told("1 − Pearson 相关", "1 − Pearson correlation"), spearman = told("1 − Spearman 相关", "1 − Spearman correlation"),
  euclidean = told("欧氏距离", "Euclidean distance")
)

#' Of a list of the user's own.
SUBTYPE_LISTED_MIN <- 5L
#' Below as many, a correlation of two samples is mostly noise where their genes are near the medians.
SUBTYPE_SHORT_LIST <- 50L

#' @param inputs `expression` (matrix input); `genes` (see `read_gene_list`), `survival` and `clinical` (tables of its samples) and `other` (matrix
#'   input) may be NULL.
#' @param params The complete parameters. @param job See runtime/job.R.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读取表达矩阵", 0.02)
  read <- subtype_values(inputs$expression, inputs$genes, params, job)
  values <- read$values
  chosen <- if (is.null(inputs$genes)) most_varying_rows(values, params$top_genes) else listed_rows(inputs, values, params, job)
  circular <- !is.null(inputs$genes) && (inputs$genes$screened || inputs$genes$modelled)
  used <- chosen - matrixStats::rowMedians(chosen)
  fitted <- if (is_nmf(params)) checked_positive(chosen) else used
  checked_distances(used, params)
  check_seconds(nrow(used), ncol(used), params, job)
  follow <- if (!is.null(inputs$survival)) cluster_follow_up(inputs, params, job)
  about <- cluster_clinical_columns(inputs$clinical, follow, colnames(used), job)
  other <- if (!is.null(inputs$other)) other_cohort(inputs$other, used, job)
  job$checked("matrix_read", told(
    "%s 个样本，按 %s 个{{row_subject}}聚类", "%s samples, clustered by %s {{row_subject}}s", format_count(ncol(used)), format_count(nrow(used))
  ), "file_id")
  job$step(if (is_nmf(params)) "从随机起点分解" else "共识聚类", 0.05)
  found <- if (is_nmf(params)) consensus_by_nmf(fitted, params, job) else consensus_by_package(fitted, params)
  observed <- cluster_measures(lapply(found, `[[`, "consensusMatrix"), lapply(found, `[[`, "consensusClass"), used, params)
  null <- null_measures(fitted, params, job)
  job$step("整理结果", 0.95)
  choice <- chosen_clusters(observed, null)
  tell_subtypes(choice, ncol(used), job)
  drawn <- found[[choice$drawn]]
  class <- if (choice$better) sprintf("C%d", drawn$consensusClass) else rep("", ncol(used))
  markers <- subtype_markers(values, class)
  if (!choice$better && !(is.null(follow) && is.null(about) && is.null(other))) job$finding("note", "nothing_compared", told(
    "没有给出簇，随访、临床资料和另一个数据集没有参与", "No clusters are given: follow-up, clinical data and the other data set were not used"
  ))
  centroids <- centroid_table(used, class)
  given <- stats::setNames(class, colnames(used))
  job$facts(subtype_facts(choice, class, read$counts, nrow(values), used, params))
  job$facts(list(listed = if (!is.null(inputs$genes)) length(inputs$genes$genes), outcome_chosen = circular))
  job$facts(list(unit_word = follow$unit$word, unit_english = follow$unit$english))
  c(
    list(
      data = data.frame(samples = ncol(used), read$counts, genes_in = nrow(values), genes = nrow(used)), ks = choice$table,
      classes = class_table(drawn$consensusMatrix, class, used, params), markers = markers, centroids = centroids,
      metagenes = metagene_table(fitted, drawn, class),
      cdf = consensus_cdf(found), pac = null_curves(choice, null, "pac"), cophenetic = null_curves(choice, null, "cophenetic")
    ),
    consensus_heatmap(drawn, class), marker_heatmap(values, markers, class, drawn$consensusTree$order),
    cluster_survival(if (choice$better) follow, given, !circular, job), cluster_clinical(if (choice$better) about, given, params, job),
    classified_samples(if (choice$better) other, centroids, job)
  )
}

# ---- the data ----

#' Genes × samples in the order of their names, without genes that miss a value or do not vary.
subtype_values <- function(matrix, listed, params, job) {
  if (matrix$kind == "counts") stop_input("counts", "这张表是原始计数：样本会按测序深度聚在一起。请先做「计数转换」（vst），再用转换后的矩阵", "file_id")
  if (!is_nmf(params) && params$algorithm == "km" && params$distance != "euclidean") stop_input(
    "km_distance", "k-means 只能用欧氏距离。请把「距离」改为欧氏距离，或换一种聚类方法", "distance"
  )
  values <- in_name_order(matrix$values)
  if (ncol(values) < SUBTYPE_SAMPLES_MIN) stop_input("few_samples", sprintf(
    "只有 %d 个样本，至少要 %d 个才谈得上分型，建议 50 个以上。请增加样本", ncol(values), SUBTYPE_SAMPLES_MIN
  ), "file_id")
  if (ncol(values) > SUBTYPE_SAMPLES_MAX) stop_input("many_samples", sprintf(
    "有 %s 个样本，最多 %d 个。请先取一部分样本（如一种病理类型）再聚类", format_count(ncol(values)), SUBTYPE_SAMPLES_MAX
  ), "file_id")
  missing <- rowSums(!is.finite(values)) > 0
  values <- values[!missing, , drop = FALSE]
  constant <- matrixStats::rowMaxs(values) == matrixStats::rowMins(values)
  if (any(missing)) job$finding("should", "genes_missing", told(
    "%s 个{{row_subject}}有缺失值，没有参与", "%s {{row_subject}}s with a missing value were left out", format_count(sum(missing))
  ), field = "file_id")
  if (any(constant)) job$finding("note", "genes_constant", told(
    "%s 个{{row_subject}}在所有样本里都一样，没有参与", "%s {{row_subject}}s are the same in all samples and were left out", format_count(sum(constant))
  ), field = "file_id")
  values <- values[!constant, , drop = FALSE]
  if (is.null(listed) && nrow(values) < SUBTYPE_GENES_MIN) stop_input("few_genes", sprintf(
    "没有缺失值又有变化的基因只有 %d 个，至少要 %d 个。请先补全缺失值，或核对矩阵", nrow(values), SUBTYPE_GENES_MIN
  ), "file_id")
  list(values = values, counts = list(genes_read = length(missing), genes_missing = sum(missing), genes_constant = sum(constant)))
}

#' The rows of the user's list. @param values The usable rows. @return Genes × samples.
listed_rows <- function(inputs, values, params, job) {
  list <- inputs$genes
  picked <- pick_genes(utils::modifyList(inputs$expression, list(values = values)), list$genes, "gene_list")
  tell_matches(picked$matches, "gene_list", job)
  if (nrow(picked$values) < SUBTYPE_LISTED_MIN) stop_input("few_listed", sprintf(
    "名单里可用的基因只有 %d 个，至少要 %d 个。没有找到的、有缺失值的和不变化的不能用，请换一份名单", nrow(picked$values), SUBTYPE_LISTED_MIN
  ), "gene_list")
  if (!is_nmf(params) && nrow(picked$values) < SUBTYPE_SHORT_LIST && params$distance != "euclidean") job$finding("should", "short_list", told(
    "按 %s 个基因的相关聚类：各基因都在中位数附近的样本没有谱形可比，可能因此分不开。短名单请用欧氏距离",
    c(
      "Clustered by correlations over %s genes: samples near the medians have no profile to compare, and may not be told apart.",
      "Short lists need the Euclidean distance"
    ),
    format_count(nrow(picked$values))
  ), field = "distance")
  if (list$compared) job$finding("should", "listed_by_groups", told(
    "名单来自同一批样本的分组比较：各簇与那个分组有差别是必然的，与它有关的临床特征的 P 没有意义",
    c(
      "The list is from a comparison of groups of the same samples: clusters have to differ by these groups,",
      "and P values of what goes with them mean nothing"
    )
  ), field = "gene_list")
  in_name_order(picked$values)
}

#' Refuse what would take an hour, and say what takes minutes.
check_seconds <- function(genes, samples, params, job) {
  if (is_nmf(params)) return(check_nmf_seconds(nmf_seconds(genes, samples, params), job))
  seconds <- consensus_seconds(samples, params)
  minutes <- format_count(ceiling(seconds / 60))
  if (seconds > SUBTYPE_SECONDS[["most"]]) stop_input("too_long", sprintf(
    "这样要算 %s 分钟左右，太久。请减少「重抽样次数」或「模拟数据的份数」，把「聚类方法」改为层次聚类，或取一部分样本", minutes
  ), "reps")
  if (seconds > SUBTYPE_SECONDS[["long"]]) job$finding("should", "long", told(
    "这样要算 %s 分钟左右。层次聚类快得多；也可以减少「重抽样次数」", "This takes about %s minutes; hierarchical clustering is much faster", minutes
  ), field = "algorithm")
}

check_nmf_seconds <- function(seconds, job) {
  minutes <- format_count(ceiling(seconds / 60))
  if (seconds > SUBTYPE_SECONDS[["most"]]) stop_input("too_long", sprintf(
    "这样要算 %s 分钟左右，太久。请减少「每个 K 的起点数」「基因数」「最多几类」或「模拟数据的份数」，或取一部分样本", minutes
  ), "nmf_runs")
  if (seconds > SUBTYPE_SECONDS[["long"]]) job$finding("should", "long", told(
    "在一个处理器上要算 %s 分钟左右，有几个就快几倍。减少起点数、基因数或「最多几类」会更快",
    "This takes about %s minutes of one processor, and less with more of them; fewer starts, genes or clusters are faster", minutes
  ), field = "nmf_runs")
}

checked_distances <- function(used, params) {
  distances <- suppressWarnings(sample_distances(used, params$distance))
  if (anyNA(distances)) stop_input(
    "flat_sample", "有样本的这些基因都在中位数上，相关系数算不出来。请把「距离」改为欧氏距离，或去掉这些样本", "distance"
  )
  if (max(distances) < 1e-9) stop_input("same_samples", "所有样本的数值都一样，没有可以分的。请核对矩阵", "file_id")
  if (!is_nmf(params) && params$algorithm == "km" && nrow(unique(t(used))) < 2L * params$max_k) stop_input(
    "repeated_samples", "互不相同的样本太少，k-means 分不成这么多类。请去掉重复的样本，或换层次聚类", "file_id"
  )
}

# ---- what is said ----

tell_subtypes <- function(choice, samples, job) {
  row <- choice$table[choice$drawn, ]
  if (!choice$better) job$finding("should", "not_better", told(
    "这些簇不比打乱的数据更稳：不要当作亚型，没有给出样本的分类", "These clusters are no more stable than those of data without subtypes: no classes are given"
  ))
  if (choice$outliers) job$finding("note", "outliers_only", told(
    "比模拟数据更稳的分法都有不足 %d 个样本的簇，那是离群样本，不是亚型。请核对这些样本",
    "Each number of clusters that is more stable has a cluster of fewer than %d samples: outliers, not subtypes", SUBTYPE_SIZE_MIN
  ))
  if (choice$better && row$silhouette_p > SUBTYPE_P) job$finding("should", "not_apart", told(
    "簇是稳的，但轮廓系数不比模拟数据高：簇之间没有分开，可能只是一条渐变切成了几段",
    "The clusters are stable, but their silhouette is no higher than without subtypes: they may be parts of a gradient"
  ))
  if (samples < 50L) job$finding("note", "not_many_samples", told(
    "只有 %d 个样本：亚型要在另一个数据集里核对", "Only %d samples: subtypes need to be checked in another data set", samples
  ), field = "file_id")
}

subtype_facts <- function(choice, class, counts, genes_in, used, params) {
  row <- choice$table[choice$drawn, ]
  sizes <- table(class)
  list(
    samples = ncol(used), genes_missing = counts$genes_missing, genes_constant = counts$genes_constant, genes_in = genes_in, genes = nrow(used),
    better = choice$better, k = if (choice$better) row$k, drawn_k = row$k,
    null_p = choice$p, pac_value = row$pac, null_pac = row$null_pac, nmf = is_nmf(params), cophenetic = row$cophenetic,
    null_cophenetic = row$null_cophenetic, silhouette = row$silhouette, null_silhouette = row$null_silhouette,
    sizes = if (choice$better) paste(sprintf("%s %s", names(sizes), format_count(as.integer(sizes))), collapse = ", "),
    algorithm_word = if (!is_nmf(params)) ALGORITHM_WORDS[[params$algorithm]], distance_word = CLUSTER_DISTANCES[[params$distance]],
    shown_samples = min(ncol(used), CONSENSUS_DRAWN)
  )
}

# ---- tables ----

#' Class of each sample, its mean consensus with the others of its class, and its silhouette.
class_table <- function(consensus, class, used, params) {
  if (all(class == "")) return(data.frame(sample = character(), cluster = character(), consensus = numeric(), silhouette = numeric()))
  own <- outer(class, class, `==`)
  diag(own) <- FALSE
  widths <- cluster::silhouette(as.integer(factor(class)), dmatrix = sample_distances(used, params$distance))[, "sil_width"]
  table <- data.frame(sample = colnames(used), cluster = class, consensus = rowSums(consensus * own) / rowSums(own), silhouette = as.numeric(widths))
  table[order(table$cluster, -table$consensus, table$sample, method = "radix"), ]
}

#' Genes that are higher in a cluster than in the rest, by limma's moderated t: to describe the clusters, which were made of the same genes.
subtype_markers <- function(values, class) {
  if (all(class == "")) return(data.frame(
    cluster = character(), gene = character(), logFC = numeric(), t = numeric(), mean = numeric(), rest = numeric()
  ))
  do.call(rbind, lapply(sort(unique(class)), function(name) {
    fit <- limma::eBayes(limma::lmFit(values, cbind(1, class == name)))
    first <- utils::head(order(-fit$t[, 2L], rownames(values), method = "radix"), MARKERS_KEPT)
    first <- first[fit$t[first, 2L] > 0]
    data.frame(
      cluster = rep(name, length(first)), gene = rownames(values)[first], logFC = unname(fit$coefficients[first, 2L]), t = unname(fit$t[first, 2L]),
      mean = unname(rowMeans(values[first, class == name, drop = FALSE])), rest = unname(rowMeans(values[first, class != name, drop = FALSE]))
    )
  }))
}

consensus_cdf <- function(found) {
  at <- seq(0, 1, by = 0.01)
  do.call(rbind, lapply(names(found), function(k) {
    consensus <- found[[k]]$consensusMatrix
    data.frame(series = sprintf("K = %s", k), x = at, y = stats::ecdf(consensus[lower.tri(consensus)])(at + 1e-9))
  }))
}

#' A measure by K of the data, and the mean and the middle 90% of the null. @param name pac or cophenetic.
null_curves <- function(choice, null, name) {
  table <- choice$table
  quantile <- function(prob) matrixStats::rowQuantiles(null[[name]], probs = prob, drop = TRUE)
  rbind(
    data.frame(series = "data", x = table$k, y = table[[name]], lower = NA_real_, upper = NA_real_),
    data.frame(
      series = "null", x = table$k, y = table[[paste0("null_", name)]], lower = quantile(0.05), upper = quantile(0.95)
    )
  )
}

#' The consensus matrix in the order of its tree; of many samples every so many-th is drawn, without the tree.
consensus_heatmap <- function(drawn, class) {
  tree <- drawn$consensusTree
  n <- length(tree$order)
  all <- n <= CONSENSUS_DRAWN
  shown <- if (all) tree$order else tree$order[round(seq(1, n, length.out = CONSENSUS_DRAWN))]
  values <- drawn$consensusMatrix[shown, shown]
  # A sample may be called "sample", as the column of names is.
  colnames(values) <- make.unique(c("sample", names(drawn$consensusClass)[shown]))[-1L]
  segments <- tree_segments(if (all) tree else leaves_alone(0L), "row")
  list(
    consensus = data.frame(sample = colnames(values), values, check.names = FALSE, row.names = NULL),
    consensus_samples = data.frame(sample = colnames(values), group = class[shown]),
    consensus_tree = rbind(segments, transform(segments, side = rep("column", nrow(segments)))),
    consensus_scale = data.frame(title = "consensus", low = 0, high = 1, middle = NA_real_)
  )
}

#' The first markers of each cluster as row z, samples by cluster in the order of the consensus tree.
marker_heatmap <- function(values, markers, class, order) {
  first <- unlist(lapply(split(markers$gene, markers$cluster), utils::head, MARKERS_DRAWN), use.names = FALSE)
  first <- unique(first)
  shown <- order[order(class[order], method = "radix")]
  if (length(shown) > CONSENSUS_DRAWN) shown <- shown[round(seq(1, length(shown), length.out = CONSENSUS_DRAWN))]
  if (length(first) == 0L) return(list(
    marker_cells = data.frame(gene = character()), marker_samples = data.frame(sample = character(), group = character())
  ))
  z <- row_z(values[first, , drop = FALSE])[, shown, drop = FALSE]
  colnames(z) <- make.unique(c("gene", colnames(z)))[-1L]
  list(
    marker_cells = data.frame(gene = first, z, check.names = FALSE, row.names = NULL),
    marker_samples = data.frame(sample = colnames(z), group = class[shown])
  )
}
