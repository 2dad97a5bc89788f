# What a network of co-expressed genes needs before it is built: genes, samples, and the power of the soft threshold.

#' Limits of a mean connectivity that leaves a network to look at. The lower one is that of CONNECTIVITY_GENES genes and falls with fewer: 10 of 5,000
#' are 0.6 of 300. The upper one is at most CONNECTIVITY_SHARE of the genes, beyond which all are connected with all.
CONNECTIVITY_FROM <- 10
CONNECTIVITY_TO <- 200
CONNECTIVITY_GENES <- 5000
CONNECTIVITY_SHARE <- 0.25
#' A fit that is still called scale-free (WGCNA's FAQ) where none reaches the one that was asked for.
FIT_LEAST <- 0.8

#' @param inputs `expression` (matrix input) or `dataset` (cohort). @param params The complete parameters. @param job See runtime/job.R.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读取表达矩阵", 0.02)
  source <- network_source(inputs, params, job)
  job$step("检查基因和样本", 0.1)
  usable <- usable_for_network(in_name_order(source$values))
  check_network_samples(ncol(usable$values), job, source$field)
  genes <- most_varying(usable$values, params$top_genes)
  values <- usable$values[genes$gene, , drop = FALSE]
  job$step("样本聚类", 0.2)
  tree <- stats::hclust(column_distances(values), "average")
  kept <- kept_samples(tree, params$cut_height)
  check_network_samples(sum(kept), job, "cut_height")
  again <- usable_for_network(values[, kept, drop = FALSE])
  network <- again$values
  if (nrow(network) < NETWORK_GENES_MIN) {
    stop_input("few_genes", sprintf(
      "只有 %d 个基因可用，至少要 %d 个，通常用几千个。请放宽名单，或调大「基因数」", nrow(network), NETWORK_GENES_MIN
    ), if (length(params$gene_list) > 0L) "gene_list" else "top_genes")
  }
  job$step("计算各功率下的拟合和连接度", 0.3)
  fit <- fit_powers(network, params)
  chosen <- recommended_power(fit, ncol(network), nrow(network), params)
  job$step("整理结果", 0.95)
  excluded <- tree$labels[!kept]
  tell_stage1(usable, again, excluded, chosen, source, params, job)
  job$facts(c(source$facts, list(
    genes_in = nrow(source$values), genes = nrow(network), samples_in = ncol(source$values), samples = ncol(network),
    excluded = length(excluded), excluded_names = if (length(excluded) > 0L) told_names(excluded),
    genes_dropped = nrow(usable$genes) + nrow(again$genes), samples_dropped = nrow(usable$samples),
    dropped_genes = if (nrow(usable$genes) > 0L) told_names(usable$genes$gene),
    dropped_samples = if (nrow(usable$samples) > 0L) told_names(usable$samples$sample),
    power = chosen$power, r2 = chosen$r2, mean_k = chosen$mean_k, fitted = chosen$fitted, why = chosen$why,
    why_english = chosen$english, relaxed = chosen$relaxed, loose = chosen$loose, asked_r2 = params$rsquared_cut,
    used_r2 = chosen$used,
    network_word = NETWORK_WORDS[[params$network_type]], kind_word = source$kind_word, listed = length(params$gene_list) > 0L,
    cut = if (params$cut_height > 0) params$cut_height, expression_unit = source$unit
  )))
  fit$recommended <- ifelse(fit$Power == chosen$power, "yes", "no")
  list(
    fit = fit,
    samples = sample_table(tree, kept, usable$samples),
    excluded_genes = rbind(usable$genes, again$genes),
    network = result_matrix(
      network, source$kind, source$identifiers, platform = source$platform, log_base = source$log_base,
      annotations = annotations_of(source$annotations, colnames(source$values), colnames(network)),
      about = list(power = chosen$power, why = chosen$why, network = params$network_type)
    ),
    r2_points = fit_points(fit, -sign(fit$slope) * fit$SFT.R.sq),
    r2_line = data.frame(x = range(fit$Power), y = params$rsquared_cut),
    k_points = fit_points(fit, fit$mean.k.),
    tree_leaves = data.frame(sample = tree$labels[tree$order], state = ifelse(kept[tree$order], "kept", "excluded")),
    tree_merges = tree_merges(tree)
  )
}

#' The matrix, of a file or of a cohort's tumours (one sample of each patient), with what is known of its samples.
network_source <- function(inputs, params, job) {
  if (!is.null(inputs$dataset)) return(cohort_source(inputs$dataset, params, job))
  matrix <- inputs$expression
  if (matrix$kind == "counts") {
    stop_input("counts", "这张表是原始计数：测序深度和方差随均值改变，相关系数会被它们左右。请先做「计数转换」（vst），再用转换后的矩阵", "file_id")
  }
  if (matrix$kind == "scores") stop_input("scores", "这是打分矩阵，行是基因集。WGCNA 要基因的表达矩阵", "file_id")
  values <- matrix$values
  if (length(params$gene_list) > 0L) {
    picked <- pick_genes(matrix, params$gene_list, "gene_list")
    tell_matches(picked$matches, "gene_list", job)
    values <- picked$values
  }
  list(
    values = values, field = "file_id", kind = matrix$kind, identifiers = matrix$identifiers, platform = matrix$platform,
    log_base = matrix$log_base, annotations = annotation_columns(matrix$annotations), facts = list(), kind_word = NULL, unit = NULL
  )
}

cohort_source <- function(cohort, params, job) {
  samples <- network_tumours(cohort)
  values <- if (length(params$gene_list) == 0L) cohort_matrix(cohort, samples = samples$sample) else {
    found <- find_cohort_genes(cohort, params$gene_list, "gene_list", job)$found
    cohort_values(cohort, unique(found[found != ""]), samples = samples$sample)
  }
  list(
    values = values, field = "dataset", kind = "log", identifiers = "symbol", platform = NULL, log_base = 2,
    annotations = cohort_annotations(cohort, samples), facts = cohort_facts(cohort),
    kind_word = "肿瘤样本，每例患者一个", unit = cohort$about$matrices$expression$unit
  )
}

#' Clinical columns of the samples' patients, as texts; overall survival with its status and time.
cohort_annotations <- function(cohort, samples) {
  features <- clinical_features(cohort, samples$patient, character())
  columns <- stats::setNames(lapply(features, function(feature) as.character(feature$values)), vapply(features, `[[`, character(1), "label"))
  survival <- cohort_table(cohort, "survival")
  row <- match(samples$patient, survival$patient)
  if (!is.null(survival$OS)) {
    columns <- c(columns, list(`死亡（1 为是）` = survival$OS[row], `总生存时间（天）` = survival$OS.time[row]))
  }
  lapply(columns, function(values) ifelse(is.na(values), "", as.character(values)))
}

annotation_columns <- function(annotations) {
  stats::setNames(
    lapply(annotations$columns, function(column) as.character(unlist(column$values))),
    vapply(annotations$columns, function(column) as.character(column$name), character(1))
  )
}

#' Columns in the order of other samples. @param columns Named list of texts by `from`. @return As `result_matrix` wants them, or NULL.
annotations_of <- function(columns, from, to) {
  columns <- Filter(function(values) length(values) == length(from), columns)
  if (length(columns) == 0L) return(NULL)
  list(columns = unname(Map(function(name, values) list(name = name, values = I(values[match(to, from)])), names(columns), columns)))
}

#' Genes by their median absolute deviation, the most varying first; ties by name.
most_varying <- function(values, wanted) {
  mad <- matrixStats::rowMads(values, na.rm = TRUE)
  chosen <- utils::head(order(-mad, rownames(values), method = "radix"), wanted)
  genes <- data.frame(gene = rownames(values)[chosen], mad = mad[chosen])
  genes[order(genes$gene, method = "radix"), , drop = FALSE]
}

#' Samples of the largest branch below the cut; 0: all. As WGCNA's tutorial: cutreeStatic(cutHeight, minSize = 10), cluster 1.
kept_samples <- function(tree, cut) {
  if (cut == 0) return(rep(TRUE, length(tree$order)))
  branch <- WGCNA::cutreeStatic(tree, cutHeight = cut, minSize = KEPT_SAMPLES_MIN)
  if (!any(branch == 1L)) {
    stop_input("cut_low", sprintf(
      "按高度 %s 截断后，没有一支有 %d 个以上的样本。请调高截断的高度（树的最高处是 %s）", format(cut), KEPT_SAMPLES_MIN, format(round(max(tree$height), 1))
    ), "cut_height")
  }
  branch == 1L
}

#' The table of WGCNA::pickSoftThreshold.
fit_powers <- function(network, params) {
  powers <- if (length(params$powers) > 0L) sort(as.numeric(params$powers)) else c(1:10, seq(12, 20, by = 2))
  quiet_wgcna()
  utils::capture.output(picked <- WGCNA::pickSoftThreshold(
    t(network), powerVector = powers, networkType = params$network_type, RsquaredCut = params$rsquared_cut, verbose = 0L
  ))
  picked$fitIndices
}

#' Bounds of the mean connectivity for a number of genes.
connectivity_bounds <- function(genes) {
  c(CONNECTIVITY_FROM * min(1, genes / CONNECTIVITY_GENES), min(CONNECTIVITY_TO, CONNECTIVITY_SHARE * genes))
}

#' The power to build the network with: the first that reaches the fit which was asked for and leaves a network to look at; else the first that
#' reaches FIT_LEAST and does; else, of those that reach the fit, the one whose connectivity is nearest to the bounds; else that of the FAQ.
#'
#' @return List of `power`, `r2` and `mean_k` at it (NA where it was not tried), `fitted` (a fit was reached), `relaxed` (not the one that was
#'   asked for), `used`: the one that was reached, `loose` (the connectivity is out of the bounds), `why`: in words, `english`: the same.
recommended_power <- function(fit, samples, genes, params) {
  signed_fit <- -sign(fit$slope) * fit$SFT.R.sq
  bounds <- connectivity_bounds(genes)
  connected <- fit$mean.k. >= bounds[[1L]] & fit$mean.k. <= bounds[[2L]]
  asked <- params$rsquared_cut
  cuts <- unique(c(asked, min(asked, FIT_LEAST)))
  between <- paste0(format(signif(bounds[[1L]], 2L)), "\u2013", format(signif(bounds[[2L]], 3L)))
  row_of <- function(row, ...) list(power = fit$Power[[row]], r2 = fit$SFT.R.sq[[row]], mean_k = fit$mean.k.[[row]], fitted = TRUE, ...)
  for (cut in cuts) {
    found <- which(signed_fit >= cut & connected)
    if (length(found) == 0L) next
    first <- found[[1L]]
    relaxed <- cut < asked
    return(row_of(
      first, used = cut, relaxed = relaxed, loose = FALSE,
      why = paste0(
        if (relaxed) sprintf("没有功率同时达到所定的 R² %s 和平均连接度 %s，R² 退到 %s：", format(asked), between, format(cut)),
        sprintf("第一个 R² 不小于 %s、平均连接度在 %s 之间的功率（R² %.2f，平均连接度 %.1f）", format(cut), between, fit$SFT.R.sq[[first]], fit$mean.k.[[first]])
      ),
      english = sprintf(
        "%sthe first of R\u00b2 \u2265 %s and mean connectivity of %s", if (relaxed) sprintf("none reached R\u00b2 %s; ", format(asked)) else "",
        format(cut), between
      )
    ))
  }
  for (cut in cuts) {
    found <- which(signed_fit >= cut)
    if (length(found) == 0L) next
    away <- abs(log(pmax(fit$mean.k.[found], 1e-6)) - log(pmin(pmax(fit$mean.k.[found], bounds[[1L]]), bounds[[2L]])))
    nearest <- found[[which.min(away)]]
    return(row_of(
      nearest, used = cut, relaxed = cut < asked, loose = TRUE,
      why = sprintf(
        "%sR² 达到 %s 的功率，平均连接度都不在 %s 之间：取最接近的一个（R² %.2f，平均连接度 %.1f）",
        if (cut < asked) sprintf("没有功率的 R² 达到所定的 %s，退到 %s；", format(asked), format(cut)) else "", format(cut), between,
        fit$SFT.R.sq[[nearest]], fit$mean.k.[[nearest]]
      ),
      english = sprintf(
        "%sof those of R\u00b2 \u2265 %s none has a mean connectivity of %s, and this one is nearest",
        if (cut < asked) sprintf("none reached R\u00b2 %s; ", format(asked)) else "", format(cut), between
      )
    ))
  }
  power <- faq_power(samples, params$network_type)
  row <- match(power, fit$Power)
  list(
    power = power, r2 = fit$SFT.R.sq[row], mean_k = fit$mean.k.[row], fitted = FALSE, relaxed = FALSE, loose = FALSE,
    why = sprintf(
      "没有功率的 R² 达到%s，按 WGCNA 常见问题解答的表取值：%d 个样本、%s 网络用 %d",
      if (length(cuts) > 1L) sprintf("所定的 %s，也没有达到 %s", format(asked), format(FIT_LEAST)) else sprintf(" %s", format(asked)),
      samples, params$network_type, power
    ),
    english = sprintf("no power reached R\u00b2 %s, so that the package's table of sample sizes was used", format(asked))
  )
}

fit_points <- function(fit, y) data.frame(label = as.character(fit$Power), power = fit$Power, value = y, recommended = fit$recommended)

#' Each sample with the height at which it joins the tree, and whether it stays.
sample_table <- function(tree, kept, dropped) {
  joins <- numeric(length(tree$order))
  for (i in seq_len(nrow(tree$merge))) for (branch in tree$merge[i, ]) if (branch < 0L) joins[[-branch]] <- tree$height[[i]]
  table <- data.frame(sample = tree$labels, joins = joins, kept = ifelse(kept, "yes", "no"), reason = ifelse(kept, "", "在截断的高度以上"))
  missing <- data.frame(sample = dropped$sample, joins = rep(NA_real_, nrow(dropped)), kept = rep("no", nrow(dropped)), reason = dropped$reason)
  table <- rbind(missing, table[order(-table$joins, table$sample, method = "radix"), ])
  rownames(table) <- NULL
  table
}

tell_stage1 <- function(usable, again, excluded, chosen, source, params, job) {
  genes <- rbind(usable$genes, again$genes)
  if (nrow(genes) > 0L) job$finding("note", "genes_dropped", told(
    "有 %s 个{{row_subject}}缺失太多或不变化，没有参与：%s，见「没有参与的{{row_subject}}」",
    "%s {{row_subject}}s with too many missing values or no variation took no part: %s", format_count(nrow(genes)), told_names(genes$gene)
  ), field = source$field)
  if (nrow(usable$samples) > 0L) job$finding("should", "samples_dropped", told(
    "有 %s 个样本缺失的值太多，没有参与：%s", "%s samples with too many missing values took no part: %s",
    format_count(nrow(usable$samples)), told_names(usable$samples$sample)
  ), field = source$field)
  if (length(excluded) > 0L) job$finding("note", "samples_excluded", told(
    "按高度 %s 截断，剔除 %s 个离群样本：%s", "Cut at a height of %s, which excluded %s outlying samples: %s",
    format(params$cut_height), format_count(length(excluded)), told_names(excluded)
  ), field = "cut_height")
  why <- told(chosen$why, chosen$english)
  if (chosen$relaxed) job$finding("should", "fit_relaxed", told(
    "%s。只想用达到所定 R² 的功率，请看「各功率的拟合与连接度」另选", "%s; the table of powers has those that reach the R² asked for", why
  ), field = "rsquared_cut")
  if (chosen$loose) job$finding("should", "connectivity", told(
    "%s。平均连接度太大，{{row_subject}}都连在一起；太小，多数{{row_subject}}不连",
    "%s. With too large a mean connectivity all {{row_subject}}s are linked, with too small a one few are", why
  ), field = "powers")
  if (!chosen$fitted) job$finding("should", "no_fit", told(
    "%s。达不到无标度，常是因为样本分成差别很大的几群（批次、组织、肿瘤与正常混在一起）：请看样本聚类树",
    "%s. Often samples of very different groups (batches, tissues, tumour and normal) keep a network from being scale-free: see the dendrogram", why
  ), field = "rsquared_cut")
  if (source$kind == "linear") job$finding("should", "linear", told(
    "数值像是没有取过对数：少数特别高的样本会左右相关系数。建议先用「对数转换」取 log2",
    "Values look as if they were no logarithms: a few very high samples govern the correlations"
  ), field = source$field)
}
