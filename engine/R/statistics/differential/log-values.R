# Values that a linear model takes as they are measured: logarithms, or what looks like none; and which rows of them are tested.

LARGEST_VALUE <- 1e100

#' @param params `log2_transform`.
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

tell_dropped <- function(dropped, job) {
  if (dropped == 0L) return(invisible())
  job$finding("note", "not_estimable", told(
    "有 %s 个{{row_subject}}因缺失值太多没有检验", "%s {{row_subject}}s were not tested for too many missing values", format_count(dropped)
  ), field = "file_id")
}
