# Subtypes by consensus clustering, and whether they are more stable than clusters of data without subtypes.

SUBTYPE_SAMPLES_MIN <- 10L
SUBTYPE_SAMPLES_MAX <- 600L
SUBTYPE_GENES_MIN <- 20L
#' A cluster of fewer samples is an outlier or two, no subtype.
SUBTYPE_SIZE_MIN <- 3L
#' Consensus between these is ambiguous (Şenbabaoğlu and others 2014).
PAC_BOUNDS <- c(0.1, 0.9)
#' Two PAC that lie no further apart are told apart by the silhouette.
PAC_CLOSE <- 0.02
#' Added to PAC before its logarithm is taken: many are 0.
PAC_FLOOR <- 0.01
SUBTYPE_P <- 0.05
CONSENSUS_DRAWN <- 200L
MARKERS_KEPT <- 100L
MARKERS_DRAWN <- 15L

#' @param inputs `expression` (matrix input). @param params The complete parameters. @param job See runtime/job.R.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读取表达矩阵", 0.02)
  values <- subtype_values(inputs$expression, params, job)
  chosen <- varying_rows(values, params$top_genes)
  used <- chosen - matrixStats::rowMedians(chosen)
  checked_distances(used, params)
  job$checked("matrix_read", told(
    "%s 个样本，按 %s 个{{row_subject}}聚类", "%s samples, clustered by %s {{row_subject}}s", format_count(ncol(used)), format_count(nrow(used))
  ), "file_id")
  job$step("共识聚类", 0.05)
  found <- consensus_by_package(used, params)
  observed <- cluster_measures(lapply(found, `[[`, "consensusMatrix"), lapply(found, `[[`, "consensusClass"), used, params)
  null <- null_measures(used, params, job)
  job$step("整理结果", 0.95)
  choice <- chosen_clusters(observed, null)
  tell_subtypes(choice, ncol(used), job)
  drawn <- found[[choice$drawn]]
  class <- if (choice$better) sprintf("C%d", drawn$consensusClass) else rep("", ncol(used))
  markers <- subtype_markers(values, class)
  job$facts(subtype_facts(choice, class, values, used, params))
  c(
    list(
      ks = choice$table, classes = class_table(drawn$consensusMatrix, class, used, params), markers = markers,
      centroids = centroid_table(used, class), cdf = consensus_cdf(found), pac = pac_curves(choice, null)
    ),
    consensus_heatmap(drawn, class), marker_heatmap(values, markers, class, drawn$consensusTree$order)
  )
}

# ---- the data ----

#' Genes × samples in the order of their names, without genes that miss a value or do not vary.
subtype_values <- function(matrix, params, job) {
  if (matrix$kind == "counts") stop_input("counts", "这张表是原始计数：样本会按测序深度聚在一起。请先做「计数转换」（vst），再用转换后的矩阵", "file_id")
  if (params$algorithm == "km" && params$distance != "euclidean") stop_input(
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
  if (nrow(values) < SUBTYPE_GENES_MIN) stop_input("few_genes", sprintf(
    "没有缺失值又有变化的基因只有 %d 个，至少要 %d 个。请先补全缺失值，或核对矩阵", nrow(values), SUBTYPE_GENES_MIN
  ), "file_id")
  job$facts(list(genes_missing = sum(missing), genes_constant = sum(constant)))
  values
}

#' Rows of the largest median absolute deviation, in the order of their names; ties by name.
varying_rows <- function(values, wanted) {
  first <- utils::head(order(-matrixStats::rowMads(values), rownames(values), method = "radix"), wanted)
  values[sort(first), , drop = FALSE]
}

#' Distances between samples as ConsensusClusterPlus takes them.
sample_distances <- function(values, distance) {
  if (distance == "euclidean") as.matrix(stats::dist(t(values))) else 1 - stats::cor(values, method = distance)
}

checked_distances <- function(used, params) {
  distances <- suppressWarnings(sample_distances(used, params$distance))
  if (anyNA(distances)) stop_input(
    "flat_sample", "有样本的这些基因都在中位数上，相关系数算不出来。请把「距离」改为欧氏距离，或去掉这些样本", "distance"
  )
  if (max(distances) < 1e-9) stop_input("same_samples", "所有样本的数值都一样，没有可以分的。请核对矩阵", "file_id")
  if (params$algorithm == "km" && nrow(unique(t(used))) < 2L * params$max_k) stop_input(
    "repeated_samples", "互不相同的样本太少，k-means 分不成这么多类。请去掉重复的样本，或换层次聚类", "file_id"
  )
}

# ---- clustering ----

#' @return For each K from 2 what ConsensusClusterPlus gives. It draws whatever is asked; its device keeps nothing.
consensus_by_package <- function(used, params) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  all <- suppressMessages(ConsensusClusterPlus::ConsensusClusterPlus(
    used, maxK = params$max_k, reps = params$reps, pItem = params$p_item, clusterAlg = params$algorithm, distance = params$distance,
    innerLinkage = "average", finalLinkage = "average", seed = params$seed, plot = NULL
  ))
  stats::setNames(all[-1L], seq_along(all)[-1L])
}

#' The consensus matrices of ConsensusClusterPlus by the same draws, from products of memberships: many times faster, for the null.
consensus_matrices <- function(used, params, seed) {
  set.seed(seed)
  n <- ncol(used)
  reps <- params$reps
  ks <- seq(2L, params$max_k)
  distances <- if (params$algorithm != "km") sample_distances(used, params$distance)
  # k-means knows samples by their distances alone, and these are the same along as many axes as there are samples.
  places <- if (params$algorithm == "km") if (nrow(used) > n) stats::prcomp(t(used))$x else t(used)
  drawn <- matrix(0, n, reps)
  members <- lapply(ks, function(k) matrix(0, n, reps * k))
  for (i in seq_len(reps)) {
    these <- sort(sample(n, floor(n * params$p_item), replace = FALSE))
    drawn[these, i] <- 1
    among <- if (params$algorithm != "km") stats::as.dist(distances[these, these])
    tree <- if (params$algorithm == "hc") stats::hclust(among, "average")
    for (j in seq_along(ks)) {
      class <- switch(params$algorithm,
        hc = stats::cutree(tree, ks[[j]]),
        # The same medoids as the package's way of swapping, in half the time.
        pam = cluster::pam(among, ks[[j]], diss = TRUE, cluster.only = TRUE, pamonce = 3L),
        km = stats::kmeans(places[these, ], ks[[j]], iter.max = 10L, nstart = 1L, algorithm = "Hartigan-Wong")$cluster
      )
      members[[j]][cbind(these, (i - 1L) * ks[[j]] + class)] <- 1
    }
  }
  together <- tcrossprod(drawn)
  lapply(members, function(one) {
    share <- tcrossprod(one) / together
    share[together == 0] <- 0
    share
  })
}

consensus_classes <- function(consensus, k) stats::cutree(stats::hclust(stats::as.dist(1 - consensus), "average"), k)

#' Share of pairs of samples whose consensus is ambiguous.
ambiguous_share <- function(consensus) {
  pairs <- consensus[lower.tri(consensus)]
  mean(pairs > PAC_BOUNDS[[1L]] & pairs < PAC_BOUNDS[[2L]])
}

#' @return Data frame `pac`, `silhouette`, `smallest`, a row for each K.
cluster_measures <- function(consensus, classes, used, params) {
  distances <- sample_distances(used, params$distance)
  data.frame(
    pac = vapply(consensus, ambiguous_share, numeric(1), USE.NAMES = FALSE),
    silhouette = vapply(classes, function(class) mean(cluster::silhouette(class, dmatrix = distances)[, "sil_width"]), numeric(1), USE.NAMES = FALSE),
    smallest = vapply(classes, function(class) min(table(class)), integer(1), USE.NAMES = FALSE)
  )
}

#' The same measures of data without clusters: normal scores on the principal components of the data, as many samples, and the covariance of genes
#' that the data have (the reference of M3C; John and others 2020). Genes shuffled one by one would lose that covariance, and any gradient over
#' samples would pass for clusters.
#'
#' @return List of `pac` and `silhouette`, matrices of K × repeats.
null_measures <- function(used, params, job) {
  parts <- stats::prcomp(t(used))
  repeats <- lapply(seq_len(params$null_repeats), function(i) {
    job$step(sprintf("没有亚型的模拟数据 %d / %d", i, params$null_repeats), 0.15 + 0.8 * (i - 1) / params$null_repeats)
    set.seed(null_seed(params$seed, i))
    scores <- matrix(stats::rnorm(ncol(used) * length(parts$sdev), sd = rep(parts$sdev, each = ncol(used))), ncol(used))
    simulated <- tcrossprod(parts$rotation, scores) + parts$center
    simulated <- simulated - matrixStats::rowMedians(simulated)
    consensus <- consensus_matrices(simulated, params, null_seed(params$seed, i))
    cluster_measures(consensus, Map(consensus_classes, consensus, seq(2L, params$max_k)), simulated, params)
  })
  of <- function(name) matrix(vapply(repeats, `[[`, numeric(params$max_k - 1L), name), params$max_k - 1L)
  list(pac = of("pac"), silhouette = of("silhouette"))
}

#' Seeds of the repeats, each within R's whole numbers.
null_seed <- function(seed, i) as.integer((seed + i) %% .Machine$integer.max)

# ---- which K ----

#' Of all K the largest distance below the null's mean, by each one of data and null against the others.
largest_gains <- function(pac) {
  levels <- log10(pac + PAC_FLOOR)
  vapply(seq_len(ncol(levels)), function(i) {
    others <- levels[, -i, drop = FALSE]
    max((rowMeans(others) - levels[, i]) / pmax(matrixStats::rowSds(others), 0.01))
  }, numeric(1))
}

#' @return List of `table` (the declared `ks`), `better`, `p` (over all K), `drawn`: row of the K that is chosen, else has the lowest PAC.
chosen_clusters <- function(observed, null) {
  share <- function(as_good) (1 + rowSums(as_good)) / (1 + ncol(null$pac))
  gains <- largest_gains(cbind(observed$pac, null$pac))
  p <- mean(gains >= gains[[1L]] - 1e-12)
  table <- data.frame(
    k = seq_len(nrow(observed)) + 1L, pac = observed$pac, null_pac = rowMeans(null$pac), pac_p = share(null$pac <= observed$pac + 1e-12),
    silhouette = observed$silhouette, null_silhouette = rowMeans(null$silhouette),
    silhouette_p = share(null$silhouette >= observed$silhouette - 1e-12), smallest = observed$smallest
  )
  able <- table$pac_p <= SUBTYPE_P & table$smallest >= SUBTYPE_SIZE_MIN
  better <- p <= SUBTYPE_P && any(able)
  among <- if (better) which(able) else seq_len(nrow(table))
  close <- among[table$pac[among] <= min(table$pac[among]) + PAC_CLOSE]
  drawn <- close[[which.max(table$silhouette[close])]]
  table$chosen <- ifelse(better & seq_len(nrow(table)) == drawn, "yes", "no")
  list(table = table, better = better, p = p, drawn = drawn)
}

tell_subtypes <- function(choice, samples, job) {
  row <- choice$table[choice$drawn, ]
  if (!choice$better) job$finding("should", "not_better", told(
    "这些簇不比打乱的数据更稳：不要当作亚型，没有给出样本的分类", "These clusters are no more stable than those of data without subtypes: no classes are given"
  ))
  if (!choice$better && choice$p <= SUBTYPE_P) job$finding("note", "outliers_only", told(
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

subtype_facts <- function(choice, class, values, used, params) {
  row <- choice$table[choice$drawn, ]
  sizes <- table(class)
  list(
    samples = ncol(used), genes_in = nrow(values), genes = nrow(used), better = choice$better, k = if (choice$better) row$k, drawn_k = row$k,
    p = choice$p, pac_value = row$pac, null_pac = row$null_pac, silhouette = row$silhouette, null_silhouette = row$null_silhouette,
    sizes = if (choice$better) paste(sprintf("%s %s", names(sizes), format_count(as.integer(sizes))), collapse = ", "),
    algorithm_word = params$algorithm, distance_word = params$distance, shown_samples = min(ncol(used), CONSENSUS_DRAWN)
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

#' Mean of each gene of the clustering, less its median over all samples, by cluster.
centroid_table <- function(used, class) {
  if (all(class == "")) return(data.frame(gene = character()))
  means <- vapply(sort(unique(class)), function(name) rowMeans(used[, class == name, drop = FALSE]), numeric(nrow(used)))
  data.frame(gene = rownames(used), means, check.names = FALSE, row.names = NULL)
}

consensus_cdf <- function(found) {
  at <- seq(0, 1, by = 0.01)
  do.call(rbind, lapply(names(found), function(k) {
    consensus <- found[[k]]$consensusMatrix
    data.frame(series = sprintf("K = %s", k), x = at, y = stats::ecdf(consensus[lower.tri(consensus)])(at + 1e-9))
  }))
}

#' PAC by K of the data, and the mean and the middle 90% of the null.
pac_curves <- function(choice, null) {
  table <- choice$table
  rbind(
    data.frame(series = "data", x = table$k, y = table$pac, lower = NA_real_, upper = NA_real_),
    data.frame(
      series = "null", x = table$k, y = table$null_pac, lower = matrixStats::rowQuantiles(null$pac, probs = 0.05, drop = TRUE),
      upper = matrixStats::rowQuantiles(null$pac, probs = 0.95, drop = TRUE)
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
