# What was done to a matrix before it came here, as far as its numbers tell: what a test of differences must not be given, and what it may.

#' Rows that are looked at, those of the largest variance.
TRACE_ROWS <- 5000L
#' A direction that was subtracted has less than this share of the variance of the usual direction: of the arrays of ALL 0.00006 where the result was
#' rounded to two decimals, and 0.24 before.
TRACE_NOTHING <- 5e-4
#' So many directions of samples at least, and so many times as many rows.
TRACE_SAMPLES <- 6L
TRACE_TIMES <- 2L
#' Equal numbers, but for what a download rounds away.
TRACE_EQUAL <- 0.006
#' Samples of a batch whose zeros ComBat has moved to one number, of which no other row knows; rows in which two batches have theirs.
TRACE_TIED <- 3L
TRACE_TIED_ROWS <- 20L
#' Columns that add up to a million, but for what is rounded away.
MILLION <- 1e6
MILLION_SHARE <- 1e-3

#' Of the matrix of a run. @param matrix A matrix input. @param corrected Batch-corrected results of the same user with as many rows, matrix inputs.
tell_fingerprint <- function(matrix, corrected, job) {
  traces <- described_traces(matrix)
  doubt <- batch_trace(matrix, corrected)
  if (is.null(doubt) && are_row_z(matrix$values)) doubt <- told(
    "每行平均 0、标准差 1，像是按行标准化过的 z 值：log2FC 其实是标准差的倍数。请用标准化之前的表达量",
    "rows have mean 0 and standard deviation 1, as z scores: changes are multiples of a standard deviation"
  )
  if (!is.null(doubt)) return(job$finding("should", "matrix_changed", told("%s。看到的还有：%s", "Of the matrix: %s. Also seen: %s", doubt, traces)))
  job$finding("passed", "matrix_plain", told(
    "没有看出去批次或按行标准化的痕迹；%s", "No trace of removed batches or of standardised rows is seen; %s", traces
  ))
}

#' Why the batches seem to have been removed, or NULL.
batch_trace <- function(matrix, corrected) {
  remedy <- told("再检验会让 P 值偏小，请改用去批次之前的矩阵，把批次作协变量", "P values are too small; test the matrix before it with batch as a covariate")
  with_remedy <- function(...) told("%s：%s", "%s: %s", told(...), remedy)
  if (identical(matrix$kind, "batch-corrected")) return(with_remedy("这是去批次的结果", "it is a result of batch removal"))
  for (result in corrected) {
    if (!have_equal_numbers(matrix$values, result$values)) next
    return(with_remedy("数值与「%s」去过批次的矩阵相同", "its numbers are those of the batch-corrected matrix of “%s”", result$label))
  }
  # Other corrections work on logarithms.
  if (matrix$kind != "log") return(NULL)
  lost <- lost_directions(matrix$values)
  if (lost > 0L) return(with_remedy(
    c("从样本里减去过 %d 个方向（样本之间线性相关，测量得来的数据不会这样），", "像是 removeBatchEffect 去过 %d 个批次，或回归掉了协变量"),
    c(
      "%d directions of samples were subtracted, which measured data do not lack,",
      "as by removeBatchEffect of %d batches, or by the regression of covariates"
    ),
    lost, lost + 1L
  ))
  batches <- tied_batches(matrix$values)
  if (length(batches) > 1L) with_remedy(
    "许多{{row_subject}}的最低值分成 %d 批各自相同的数（%s），像是 ComBat 移动过的 0",
    "the lowest values of many {{row_subject}}s are equal within %d sets of samples (%s), as zeros that ComBat has moved",
    length(batches), told(
      paste(vapply(batches, function(own) sprintf("%d 个样本", length(own)), ""), collapse = "、"),
      paste(lengths(batches), collapse = ", ")
    )
  )
}

#' Are all numbers of common samples and rows the same, up to what was rounded away?
have_equal_numbers <- function(values, other) {
  samples <- intersect(colnames(values), colnames(other))
  rows <- intersect(rownames(values), rownames(other))
  if (length(samples) < ncol(values) || length(rows) < nrow(values)) return(FALSE)
  isTRUE(max(abs(values[rows, samples] - other[rows, samples])) <= TRACE_EQUAL)
}

#' Directions among the samples in which no row varies, beside that of the rows' means. Regression on batches takes one for each batch but the first
#' out of all rows; what is measured varies in all of them. Copies of samples are taken once.
lost_directions <- function(values) {
  values <- traced_rows(values)
  values <- values[, !colnames(values) %in% copied_samples(values)$second, drop = FALSE]
  if (ncol(values) < TRACE_SAMPLES || nrow(values) < TRACE_TIMES * ncol(values)) return(0L)
  spread <- eigen(crossprod(values - rowMeans(values)), symmetric = TRUE, only.values = TRUE)$values
  # The last one is that of the means.
  spread <- spread[-length(spread)]
  sum(spread < TRACE_NOTHING * stats::median(spread))
}

traced_rows <- function(values) {
  values <- values[rowSums(!is.finite(values)) == 0L, , drop = FALSE]
  values[utils::head(order(-matrixStats::rowVars(values)), TRACE_ROWS), , drop = FALSE]
}

#' Sets of samples that share a number within a row, in many rows, where the numbers are each row's own: zeros of one batch stay equal by ComBat, and
#' become others than those of another batch.
#'
#' @return List of places of samples; empty where there are no two.
tied_batches <- function(values) {
  values <- traced_rows(values)
  n <- ncol(values)
  common <- table(signif(values, 8L))
  common <- as.numeric(names(common)[common > n])
  together <- apart <- matrix(0L, n, n)
  rows <- 0L
  for (i in seq_len(nrow(values))) {
    own <- signif(values[i, ], 8L)
    if (anyDuplicated(own) == 0L) next
    counts <- table(own)
    tied <- setdiff(as.numeric(names(counts)[counts >= TRACE_TIED]), common)
    if (length(tied) < 2L) next
    rows <- rows + 1L
    set <- match(own, tied)
    equal <- outer(set, set, `==`)
    together <- together + (!is.na(equal) & equal)
    apart <- apart + (!is.na(equal) & !equal)
  }
  if (rows < TRACE_TIED_ROWS || any(together > 0L & apart > 0L)) return(list())
  sets <- unique(lapply(which(diag(together) > 0L), function(i) which(together[i, ] > 0L)))
  if (length(sets) > 1L && anyDuplicated(unlist(sets)) == 0L) sets else list()
}

#' What else is seen, for whoever writes the methods.
described_traces <- function(matrix) {
  values <- matrix$values
  sums <- colSums(if (identical(matrix$kind, "log")) 2^values - 1 else values, na.rm = TRUE)
  seen <- list(
    switch(matrix$kind,
      counts = told("原始计数", "raw counts"), linear = told("没有取过对数", "no logarithms"), scores = told("打分", "scores"),
      if (identical(as.numeric(matrix$log_base), 2)) told("取过 log2", "log2 values") else told("取过对数（当作 log2）", "logarithms (taken for log2)")
    ),
    if (have_one_distribution(values)) told("各样本分布相同（做过分位数标准化）", "all samples have one distribution (quantile-normalised)"),
    if (all(abs(sums - MILLION) < MILLION_SHARE * MILLION)) told("每列合计一百万（TPM 或 CPM）", "columns add up to a million (TPM or CPM)"),
    if (any(values < 0, na.rm = TRUE)) told("%s 个负数", "%s negative values", format_count(sum(values < 0, na.rm = TRUE)))
  )
  seen <- Filter(Negate(is.null), seen)
  told(paste(vapply(seen, `[[`, "", "zh"), collapse = "，"), paste(vapply(seen, `[[`, "", "en"), collapse = ", "))
}
