# DESeq2 on two groups of raw counts: Wald test of case against control, after covariates.

DESEQ2_OTHERWISE <- "请上传计数表，或改用 limma"
#' From so many samples on, the rank-sum test stands beside: there DESeq2 finds too much in heterogeneous cohorts.
LARGE_COHORT <- 100L

#' @param inputs `expression` (matrix of counts) and `groups` (data frame: sample, group, any more).
#' @param params The complete parameters of the declaration. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对样本和计数", 0.02)
  samples <- read_covariates(compared_samples(inputs$groups, colnames(inputs$expression$values), params), params)
  design <- design_matrix(samples, params)
  suggest_pairing(samples, params, job)
  tell_pairs(samples, params, job)
  tell_few_replicates(samples, job)
  tell_replicate_names(samples, params, job)
  tell_inflation(samples, design, params, job)
  counts <- checked_counts(inputs$expression$values[, samples$sample, drop = FALSE], job, "DESeq2", DESEQ2_OTHERWISE, "file_id")
  kept <- counts[rowSums(counts) >= max(1, params$filter_threshold), , drop = FALSE]
  require_expressed(nrow(kept), params)
  hidden <- two_group_factors(kept, TRUE, design, samples, params$hidden_factors, "file_id", 0.05, job)
  fitted <- fit_deseq2(kept, samples, params, hidden$factors, job)
  result <- result_table(fitted, params)
  tell_untested(result, fitted, job)
  significant <- gene_change(result$log2FoldChange, result$padj, params) != "none"
  tell_unjudged(result, result[c("outlier", "outlier_sample")], significant, ncol(hidden$factors) > 0L, fitted, job)
  if (ncol(hidden$factors) > 0L) {
    job$step("不用隐藏因素再拟合一次", 0.77)
    without <- fit_deseq2(kept, samples, params, hidden$factors[, 0L, drop = FALSE], new_job(function(event) NULL))
    tell_without_factors(judged_changes(result), judged_changes(result_table(without, params)), params, job)
  }
  if (params$lfc_shrink != "none") {
    job$step("收缩差异倍数", 0.8)
    result$log2FoldChange_shrunken <- shrunken_changes(fitted, params$lfc_shrink)
  }
  if (ncol(kept) >= LARGE_COHORT) {
    job$step("秩和检验", 0.83)
    case <- samples$group == params$case_group
    result$wilcoxon_pvalue <- rank_sum_p(DESeq2::counts(fitted, normalized = TRUE), case)
  }
  result <- result[order(result$pvalue, -abs(result$stat), result$gene, method = "radix", na.last = TRUE), ]
  rownames(result) <- NULL
  common <- judged_changes(result)
  result_facts(common, nrow(inputs$expression$values), samples, params, job)
  job$facts(list(threshold_test = params$lfc_threshold_test, shrunken = params$lfc_shrink != "none"))

  job$step("方差稳定转换、聚类和主成分", 0.9)
  matrix <- stabilized(fitted)
  heatmap <- heatmap_tables(matrix[match(result$gene, rownames(matrix)), , drop = FALSE], samples, common, params, job)
  pca <- pca_tables(matrix, samples, params, job)
  histogram <- p_histogram(result$pvalue[!is.na(result$pvalue)])
  tell_histogram(histogram, sum(common$adj.P.Val < params$padj, na.rm = TRUE), job, params$lfc_threshold_test && params$log2fc > 0)
  ma <- data.frame(gene = result$gene, log2_mean = log2(result$baseMean), log2FoldChange = result$log2FoldChange, padj = result$padj)
  c(list(deseq2 = result, ma = ma, dispersion = dispersion_table(fitted)), hidden$tables, heatmap, pca, list(p_histogram = histogram))
}

require_expressed <- function(n, params) {
  if (n >= 2L) return(invisible())
  stop_input("nothing_left", sprintf(
    "计数之和达到 %s 的基因不到 2 个。请把低表达过滤调小，或核对计数表", format_count(params$filter_threshold)
  ), "filter_threshold")
}

#' `DESeq2::results` in its own order and names, the columns that only some runs fill, and those of `unjudged_outliers`.
result_table <- function(fitted, params) {
  threshold <- if (params$lfc_threshold_test) params$log2fc else 0
  result <- deseq2_functions()$results(
    fitted, contrast = c("group", "case", "control"), alpha = params$padj, lfcThreshold = threshold, altHypothesis = "greaterAbs"
  )
  table <- as.data.frame(result)
  cbind(
    gene = rownames(table), table[c("baseMean", "log2FoldChange", "lfcSE", "stat", "pvalue", "padj")],
    log2FoldChange_shrunken = NA_real_, wilcoxon_pvalue = NA_real_, unjudged_outliers(fitted, table)
  )
}

#' Columns that all comparisons have, of `result_table`'s rows: a gene that one sample may have made has no adjusted P and counts as none.
judged_changes <- function(result) {
  data.frame(gene = result$gene, logFC = result$log2FoldChange, P.Value = result$pvalue, adj.P.Val = replace(result$padj, result$outlier, NA))
}

shrunken_changes <- function(fitted, type) {
  quiet <- suppressMessages(DESeq2::lfcShrink(fitted, contrast = c("group", "case", "control"), type = type, quiet = TRUE))
  quiet$log2FoldChange
}

#' Values for figures: variance stabilised with the fitted dispersions of all genes. `vst` would fit a trend anew to 1,000 of them.
stabilized <- function(fitted) {
  SummarizedExperiment::assay(DESeq2::varianceStabilizingTransformation(fitted, blind = FALSE))
}

#' What `DESeq2::plotDispEsts` draws.
dispersion_table <- function(fitted) {
  columns <- as.data.frame(S4Vectors::mcols(fitted)[c("baseMean", "dispGeneEst", "dispFit", "dispersion", "dispOutlier")])
  cbind(gene = rownames(fitted), columns)
}

# ---- does it stand? ----

robustness <- list(
  labels = function(inputs, params, job) tell_shuffled_labels(deseq2_comparison(inputs, params), job),
  samples = function(inputs, params, job) tell_left_out_samples(deseq2_comparison(inputs, params), job),
  copies = function(inputs, params, job) tell_copied_samples(deseq2_comparison(inputs, params), job),
  sexes = function(inputs, params, job) tell_compared_sexes(inputs, params, job),
  pairs = function(inputs, params, job) {
    comparison <- deseq2_comparison(inputs, params)
    tell_partners(comparison, comparison$pairs, job)
  },
  composition = function(inputs, params, job) tell_composition(deseq2_comparison(inputs, params), inputs$expression, inputs$signature, job),
  fingerprint = function(inputs, params, job) tell_fingerprint(inputs$expression, inputs$corrected, job),
  effect = function(inputs, params, job) {
    comparison <- deseq2_comparison(inputs, params)
    tell_detectable_effect(residual_sd(comparison), group_sizes(comparison), LOG_CHANGE$change_word, LOG_CHANGE$change_english, job)
  }
)

#' The comparison as its checks take it: fifty fits of DESeq2 would take minutes, and voom answers the same question.
deseq2_comparison <- function(inputs, params) {
  samples <- read_covariates(compared_samples(inputs$groups, colnames(inputs$expression$values), params), params)
  counts <- inputs$expression$values[, samples$sample, drop = FALSE]
  kept <- counts[rowSums(counts) >= max(1, params$filter_threshold), , drop = FALSE]
  counts <- expressed_counts(kept, samples$group, "file_id")
  design <- design_matrix(samples, params)
  factors <- two_group_factors(kept, TRUE, design, samples, params$hidden_factors, "file_id", 0.05, new_job(function(event) NULL))$factors
  list(
    samples = samples, design = cbind(design, factors), pairs = pair_ids(samples, params), values = edgeR::cpm(counts, log = TRUE),
    fit = function(design, places) fit_table(voom_functions()$voom(counts[, places], design), design, TRUE, TRUE, "file_id"),
    called = function(table) gene_change(table$logFC, table$adj.P.Val, params) != "none", padj = params$padj,
    by = said_in_brackets(c(
      list(told("这里用 limma-voom 代替 DESeq2 计算", "by limma-voom in the place of DESeq2")), factors_kept_said(factors)
    ))
  )
}
