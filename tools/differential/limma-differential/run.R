# limma on two groups: which samples, which genes, which model; then the tables that the figures are drawn from.

LARGEST_VALUE <- 1e100
CENTRED_SHARE <- 0.2
VOOM_OTHERWISE <- "请上传计数表，或把数据类型改为「芯片」（没有取过对数的，再打开「取 log2」）"

#' @param inputs `expression` (matrix input, genes x samples) and `groups` (data frame: sample, group, any more).
#' @param params The complete parameters of the declaration. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对样本和分组", 0.05)
  samples <- read_covariates(compared_samples(inputs$groups, colnames(inputs$expression$values), params), params)
  design <- design_matrix(samples, params)
  blocks <- patient_blocks(samples, design, params, job)
  suggest_pairing(samples, params, job)
  tell_pairs(samples, params, job)
  tell_few_replicates(samples, job)
  tell_replicate_names(samples, params, job)
  tell_inflation(samples, design, params, job)

  job$step("过滤低表达基因", 0.15)
  values <- inputs$expression$values[, samples$sample, drop = FALSE]
  values <- if (params$data_type == "rnaseq") checked_counts(values, job, "voom", VOOM_OTHERWISE, "data_type") else log_values(values, params)
  refuse_infinite(values)
  kept <- values[kept_rows(values, params$filter_threshold), , drop = FALSE]
  require_genes(nrow(kept), params)
  tell_centred(values, nrow(kept), params, job)

  job$step("拟合线性模型", 0.3)
  counted <- params$data_type == "rnaseq"
  make <- function(blocks, correlation) {
    if (counted) voom_values(kept, samples$group, design, "file_id", blocks, correlation) else kept
  }
  fitted <- if (is.null(blocks)) list(model = make(NULL, NULL), correlation = NULL) else within_patients(make, design, blocks, counted)
  model <- fitted$model
  result <- fit_table(model, design, params$trend, params$robust, "file_id", blocks, fitted$correlation)
  tell_blocks(blocks, fitted$correlation, samples, params, job)
  tell_dropped(nrow(model) - nrow(result), job)
  linear <- is_unlogged(inputs$expression$kind, params)
  result_facts(result, nrow(inputs$expression$values), samples, params, job, if (linear) LINEAR_CHANGE else LOG_CHANGE)
  tell_scale(linear, result, inputs$expression$values, params, job)
  job$facts(list(linear = linear, offset_zero = params$data_type == "microarray" && params$log2_transform, voom = params$data_type == "rnaseq"))

  job$step("聚类和主成分", 0.8)
  matrix <- complete_rows(if (is.list(model)) model$E else model, result)
  heatmap <- heatmap_tables(matrix, samples, result, params, job)
  pca <- pca_tables(matrix, samples, params, job)
  histogram <- p_histogram(result$P.Value)
  tell_histogram(histogram, sum(result$adj.P.Val < params$padj), job)
  c(list(limma = result), heatmap, pca, list(p_histogram = histogram))
}

# ---- values ----

log_values <- function(values, params) {
  if (!params$log2_transform) return(values)
  lowest <- min(values, na.rm = TRUE)
  if (lowest <= -1) {
    stop_input("log_of_negative", sprintf(
      "最小的数值是 %s，不能取 log2(x + 1)。请先做背景校正，或关掉「取 log2」", written_number(lowest)
    ), "log2_transform")
  }
  log2(values + 1)
}

#' Are the values used as they were measured, without a logarithm?
is_unlogged <- function(kind, params) identical(kind, "linear") && params$data_type == "microarray" && !params$log2_transform

#' No gene changes a million times over.
LARGEST_LOG_CHANGE <- 20

#' What a difference is where the values are no logarithms, or seem to be none.
tell_scale <- function(linear, result, values, params, job) {
  negative <- sum(values < 0, na.rm = TRUE)
  if (are_row_z(values)) return(job$finding("should", "z_scores", told(
    "数值像是按行标准化过的 z 值（每行平均 0、标准差 1）：结果里的 log2FC 其实是标准差的倍数，不是倍数，阈值也按它算。请用标准化之前的表达量",
    c(
      "Values look like z scores of rows (mean 0, standard deviation 1): changes, and the threshold of changes, are in standard deviations and",
      "no fold changes"
    )
  ), field = "file_id"))
  if (linear) return(job$finding("should", "linear_as_log", told(
    "数值没有取过对数%s：表里的「差异倍数」是两组平均值之差（差值），不是 log2FC，阈值 %s 也按差值算；强度高的{{row_subject}}差值大，方差也大，P 值不可靠",
    c(
      "Values are no logarithms%s: changes in the table are differences of means and no fold changes, and the threshold of %s is one of",
      "differences; {{row_subject}}s of high intensity have large differences and variances, and P values are unreliable"
    ),
    if (negative == 0L) "" else told("（有 %s 个负数，取不了对数）", " (%s are negative and have none)", format_count(negative)), format(params$log2fc)
  ), field = "log2_transform"))
  largest <- max(abs(result$logFC))
  if (largest <= LARGEST_LOG_CHANGE) return(invisible())
  job$finding("should", "huge_changes", told(
    "log2FC 最大达到 %s，相当于 2 的 %s 次方倍：数值像是没有取过对数。请核对，取 log2 后再运行",
    "The largest log2 fold change is %s, a factor of 2 to the power of %s: values look as if they were no logarithms",
    format_count(round(largest)), format_count(round(largest))
  ), field = "log2_transform")
}

refuse_infinite <- function(values) {
  infinite <- sum(is.infinite(values))
  if (infinite > 0L) {
    stop_input("infinite_values", sprintf(
      "表里有 %s 个无穷大的数值，常由对 0 取对数得到。请用 log2(x + 1) 重新计算，再上传", format_count(infinite)
    ), "file_id")
  }
  # Their squares would be infinite.
  impossible <- sum(abs(values) > LARGEST_VALUE, na.rm = TRUE)
  if (impossible == 0L) return(invisible())
  stop_input("impossible_values", sprintf(
    "表里有 %s 个数值的绝对值超过 1e100，不是表达量。请核对矩阵，改正后再上传", format_count(impossible)
  ), "file_id")
}

#' Ratios and centred values lie around 0: there the usual filter of low means takes half of the genes.
tell_centred <- function(values, kept, params, job) {
  lost <- nrow(values) - kept
  if (params$data_type == "rnaseq" || params$filter_threshold < 0 || lost <= CENTRED_SHARE * nrow(values)) return(invisible())
  below <- sum(rowMeans(values, na.rm = TRUE) < 0, na.rm = TRUE)
  if (below <= CENTRED_SHARE * nrow(values)) return(invisible())
  job$finding("should", "centred_values", told(
    "有 %s 行的平均值小于 0，被当作低表达去掉了。数值像是比值或中心化过的；请把低表达过滤改为 −1000 再运行",
    "%s rows with a mean below 0 were removed as of low expression; values look like ratios or centred ones", format_count(below)
  ), field = "filter_threshold")
}

#' Rows whose mean is above the threshold and whose values are not all the same.
kept_rows <- function(values, threshold) {
  means <- rowMeans(values, na.rm = TRUE)
  first <- if (anyNA(values)) values[cbind(seq_len(nrow(values)), max.col(!is.na(values), "first"))] else values[, 1L]
  varies <- rowSums(values != first, na.rm = TRUE) > 0
  !is.na(means) & means > threshold & varies
}

require_genes <- function(n, params) {
  if (n >= 2L) return(invisible())
  message <- if (params$filter_threshold > 0) {
    sprintf("平均值高于 %s 且有变化的基因不到 2 个。请把低表达过滤调小", format(params$filter_threshold))
  } else {
    "去掉不表达和不变化的行之后，剩下的基因不到 2 个。请核对表达矩阵，或把低表达过滤调小"
  }
  stop_input("nothing_left", message, "filter_threshold")
}

# ---- model ----

tell_dropped <- function(dropped, job) {
  if (dropped == 0L) return(invisible())
  job$finding("note", "not_estimable", told(
    "有 %s 个{{row_subject}}因缺失值太多没有检验", "%s {{row_subject}}s were not tested for too many missing values", format_count(dropped)
  ), field = "file_id")
}

# ---- does it stand? ----

robustness <- list(
  labels = function(inputs, params, job) tell_shuffled_labels(limma_comparison(inputs, params), job),
  samples = function(inputs, params, job) tell_left_out_samples(limma_comparison(inputs, params), job),
  copies = function(inputs, params, job) tell_copied_samples(limma_comparison(inputs, params), job),
  effect = function(inputs, params, job) {
    comparison <- limma_comparison(inputs, params)
    change <- if (is_unlogged(inputs$expression$kind, params)) LINEAR_CHANGE else LOG_CHANGE
    tell_detectable_effect(residual_sd(comparison), group_sizes(comparison), change$change_word, change$change_english, job)
  }
)

#' The comparison as its checks take it.
limma_comparison <- function(inputs, params) {
  samples <- read_covariates(compared_samples(inputs$groups, colnames(inputs$expression$values), params), params)
  design <- design_matrix(samples, params)
  values <- inputs$expression$values[, samples$sample, drop = FALSE]
  counted <- params$data_type == "rnaseq"
  if (!counted) values <- log_values(values, params)
  kept <- values[kept_rows(values, params$filter_threshold), , drop = FALSE]
  counts <- if (counted) expressed_counts(kept, samples$group, "file_id")
  blocks <- patient_blocks(samples, design, params, new_job(function(event) NULL))
  make <- function(blocks, correlation) if (counted) voom_functions()$voom(counts, design, block = blocks, correlation = correlation) else kept
  # How alike samples of a patient are does not depend on the labels.
  correlation <- if (!is.null(blocks)) within_patients(make, design, blocks, counted)$correlation
  list(
    samples = samples, design = design, pairs = pair_ids(samples, params), blocks = blocks,
    values = if (counted) edgeR::cpm(counts, log = TRUE) else kept,
    fit = function(design, places) {
      own <- if (!is.null(blocks)) blocks[places]
      model <- if (counted) voom_functions()$voom(counts[, places], design, block = own, correlation = correlation) else kept[, places, drop = FALSE]
      fit_table(model, design, params$trend, params$robust, "file_id", own, correlation)
    },
    called = function(table) gene_change(table$logFC, table$adj.P.Val, params) != "none"
  )
}
