# limma on two groups: which samples, which genes, which model; then the tables that the figures are drawn from.

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
  refuse_factors_of_blocks(blocks, params$hidden_factors)
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

  counted <- params$data_type == "rnaseq"
  hidden <- two_group_factors(kept, counted, design, samples, params$hidden_factors, "file_id", 0.2, job)

  job$step("拟合线性模型", 0.3)
  whole <- cbind(design, hidden$factors)
  make <- function(design, blocks, correlation) {
    if (counted) voom_values(kept, samples$group, design, "file_id", blocks, correlation) else kept
  }
  fitted <- if (is.null(blocks)) list(model = make(whole, NULL, NULL), correlation = NULL)
    else within_patients(function(blocks, correlation) make(whole, blocks, correlation), whole, blocks, counted)
  model <- fitted$model
  test <- function(model, design) {
    fit_table(model, design, params$trend, params$robust, "file_id", blocks, fitted$correlation, tested_threshold(params))
  }
  result <- test(model, whole)
  if (ncol(hidden$factors) > 0L) tell_without_factors(result, test(make(design, NULL, NULL), design), params, job)
  tell_blocks(blocks, fitted$correlation, samples, params, job)
  tell_dropped(nrow(model) - nrow(result), job)
  linear <- is_unlogged(inputs$expression$kind, params)
  result_facts(result, nrow(inputs$expression$values), samples, params, job, if (linear) LINEAR_CHANGE else LOG_CHANGE)
  tell_scale(linear, result, inputs$expression$values, params, job)
  job$facts(list(linear = linear, offset_zero = params$data_type == "microarray" && params$log2_transform, voom = params$data_type == "rnaseq"))
  job$facts(list(threshold_test = !is.null(tested_threshold(params))))

  job$step("聚类和主成分", 0.8)
  matrix <- complete_rows(if (is.list(model)) model$E else model, result)
  heatmap <- heatmap_tables(matrix, samples, result, params, job)
  pca <- pca_tables(matrix, samples, params, job)
  histogram <- p_histogram(result$P.Value)
  tell_histogram(histogram, sum(result$adj.P.Val < params$padj), job, !is.null(tested_threshold(params)))
  c(list(limma = result), hidden$tables, heatmap, pca, list(p_histogram = histogram))
}

#' The change that P is to be beyond; without one NULL: of a threshold of 0 both tests are the same.
tested_threshold <- function(params) if (params$lfc_threshold_test && params$log2fc > 0) params$log2fc

# ---- values ----

#' Are the values used as they were measured, without a logarithm?
is_unlogged <- function(kind, params) identical(kind, "linear") && params$data_type == "microarray" && !params$log2_transform

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

# ---- does it stand? ----

robustness <- list(
  labels = function(inputs, params, job) tell_shuffled_labels(limma_comparison(inputs, params), job),
  samples = function(inputs, params, job) tell_left_out_samples(limma_comparison(inputs, params), job),
  copies = function(inputs, params, job) tell_copied_samples(limma_comparison(inputs, params), job),
  sexes = function(inputs, params, job) tell_compared_sexes(inputs, params, job),
  pairs = function(inputs, params, job) {
    comparison <- limma_comparison(inputs, params)
    tell_partners(comparison, if (is.null(comparison$pairs)) comparison$blocks else comparison$pairs, job)
  },
  composition = function(inputs, params, job) tell_composition(limma_comparison(inputs, params), inputs$expression, inputs$signature, job),
  fingerprint = function(inputs, params, job) tell_fingerprint(inputs$expression, inputs$corrected, job),
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
  silent <- new_job(function(event) NULL)
  blocks <- patient_blocks(samples, design, params, silent)
  factors <- two_group_factors(kept, counted, design, samples, params$hidden_factors, "file_id", 0.2, silent)$factors
  design <- cbind(design, factors)
  make <- function(blocks, correlation) if (counted) voom_functions()$voom(counts, design, block = blocks, correlation = correlation) else kept
  # How alike samples of a patient are does not depend on the labels.
  correlation <- if (!is.null(blocks)) within_patients(make, design, blocks, counted)$correlation
  list(
    samples = samples, design = design, pairs = pair_ids(samples, params), blocks = blocks,
    values = if (counted) edgeR::cpm(counts, log = TRUE) else kept,
    fit = function(design, places) {
      own <- if (!is.null(blocks)) blocks[places]
      model <- if (counted) voom_functions()$voom(counts[, places], design, block = own, correlation = correlation) else kept[, places, drop = FALSE]
      fit_table(model, design, params$trend, params$robust, "file_id", own, correlation, tested_threshold(params))
    },
    called = function(table) gene_change(table$logFC, table$adj.P.Val, params) != "none", padj = params$padj,
    by = said_in_brackets(factors_kept_said(factors))
  )
}
