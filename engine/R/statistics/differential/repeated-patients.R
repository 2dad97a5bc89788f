# Patients with several samples: not independent ones. limma takes them as random blocks with one correlation for all genes.

#' @param design As `design_matrix` gives it. @param column Of the groups table, or NULL.
#' @return Which patient each sample is of, NULL where no patient has more than one sample or no column was chosen.
#' @section Errors: `stop_input` where pairs or covariates hold the patients already, or the column names none.
patient_blocks <- function(samples, design, params, job) {
  column <- params$block_column
  if (is.null(column)) return(NULL)
  if (!is.null(params$pair_column)) {
    stop_input("block_and_pairs", "配对列和「患者（重复测量）」只能选一个：配对已经把患者扣掉了。每位患者两组各一个样本时用配对列，否则用患者列", "block_column")
  }
  ids <- samples[[column]]
  if (is.null(ids)) stop_input("no_column", sprintf("分组表里没有「%s」这一列。请重新选择", column), "block_column")
  ids <- trimmed(as.character(ids))
  missing <- is.na(ids) | !nzchar(ids)
  if (any(missing)) {
    stop_input("missing_values", sprintf(
      "「%s」列缺 %d 个样本的患者编号：%s。请补全；只有一个样本的患者，也要有自己的编号", column, sum(missing), list_names(samples$sample[missing])
    ), "block_column")
  }
  if (anyDuplicated(ids) == 0L) {
    tell_single_blocks(column, job)
    return(NULL)
  }
  refuse_blocks_in_design(ids, design, column, params)
  ids
}

tell_single_blocks <- function(column, job) {
  job$finding("should", "blocks_single", told(
    "「%s」列里每位患者只有一个样本，没有重复测量：没有用随机区组，结果与不选这一列相同",
    "In the column “%s” every patient has one sample: there are no repeated measurements, and no random block was used", column
  ), field = "block_column")
}

#' Nothing is left of the patients' differences where the model has a coefficient for each of them, or a patient is what the groups are.
refuse_blocks_in_design <- function(ids, design, column, params) {
  left <- stats::lm.fit(design, cbind(1, indicator_columns(ids)))$residuals
  if (max(abs(left)) > 1e-8) return(invisible())
  among <- length(params$covariates) > 0L
  stop_input("block_in_design", sprintf(
    "「%s」列的信息已经全在%s里，再作随机区组没有可估计的东西。请%s", column, if (among) "分组和协变量" else "分组",
    if (among) "去掉含有患者信息的协变量，或不选这一列" else "核对这一列是不是患者编号"
  ), "block_column")
}

#' One correlation within patients for all genes. Source: `limma::duplicateCorrelation`; for counts twice, the second time with voom's weights made
#' with the first correlation, as limma's User's Guide has it.
#'
#' @param make Gives the values: a function of the blocks and the correlation, both NULL at first; of a matrix they change nothing.
#' @param counted Are weights made of counts? @return List of `model` and `correlation`.
within_patients <- function(make, design, blocks, counted) {
  model <- make(NULL, NULL)
  correlation <- consensus_correlation(model, design, blocks)
  if (!counted) return(list(model = model, correlation = correlation))
  model <- make(blocks, correlation)
  list(model = model, correlation = consensus_correlation(model, design, blocks))
}

consensus_correlation <- function(model, design, blocks) {
  found <- without_iteration_notes(limma::duplicateCorrelation(model, with_difference_last(design), block = blocks))
  found$consensus.correlation
}

#' Of single genes limma's iteration may stop early, and takes what it has; the mean over all genes is trimmed.
without_iteration_notes <- function(expression) {
  withCallingHandlers(expression, warning = function(condition) {
    if (grepl("damping|convergence tolerance|reml", conditionMessage(condition), ignore.case = TRUE)) tryInvokeRestart("muffleWarning")
  })
}

tell_blocks <- function(blocks, correlation, samples, params, job) {
  job$facts(list(blocked = !is.null(blocks)))
  if (is.null(blocks)) return(invisible())
  sizes <- table(blocks)
  both <- length(complete_pairs(blocks, data.frame(group = samples$group), params))
  job$facts(list(
    block_patients = length(sizes), block_repeated = sum(sizes > 1L), block_both = both, block_correlation = correlation
  ))
  tell_negative_correlation(correlation, job)
  if (both == length(sizes) && all(sizes == 2L)) job$finding("should", "block_pairs", told(
    "每位患者两组各有一个样本：这是完整的配对，选配对列更直接，不用假定所有{{row_subject}}的患者内相关相同",
    c(
      "Every patient has one sample in each group: the design is fully paired, and a pairing factor would not assume one correlation for all",
      "{{row_subject}}s"
    )
  ), field = "block_column")
}

tell_negative_correlation <- function(correlation, job) {
  if (correlation >= 0) return(invisible())
  job$finding("should", "block_negative", told(
    "患者内相关是 %s，小于 0：同一患者的样本反而比不同患者的更不像。常见原因是这一列不是患者编号，或同一患者的样本来自不同部位、批次；请核对",
    c(
      "The correlation within patients is %s, below 0: samples of one patient are less alike than those of others. Often the column is not one of",
      "patients, or their samples differ in site or batch"
    ), true_minus(sprintf("%.2f", correlation))
  ), field = "block_column")
}
