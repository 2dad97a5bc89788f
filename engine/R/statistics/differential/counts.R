# Raw counts of RNA sequencing: what a count model may be given.

FRACTIONAL_SHARE <- 0.01
# Real counts reach higher; libraries of one size come from normalization; no sequencer gives so many reads of a sample.
LARGEST_COUNT <- 50
EQUAL_LIBRARIES <- 0.01
LARGE_LIBRARY <- 3e8

#' Counts of reads as a count model takes them; up to 1% of cells with decimals are rounded and said.
#'
#' @param values Genes x samples. @param method The model's name for the user, such as voom. @param otherwise What to do with a
#'   table that holds no counts: the end of a sentence. @param field Request field at fault then.
#' @section Errors: `stop_input` for whatever is no raw count.
checked_counts <- function(values, job, method, otherwise, field) {
  if (anyNA(values)) {
    stop_input("missing_counts", sprintf("计数表里有 %s 个空格子。没有测到的基因请填 0，再上传", format_count(sum(is.na(values)))), "file_id")
  }
  negative <- sum(values < 0)
  if (negative > 0L) {
    stop_input("negative_counts", sprintf(
      "这张表里有 %s 个负数，不是原始计数。%s 只接受计数；%s", format_count(negative), method, otherwise
    ), field)
  }
  fractional <- sum(values != round(values))
  if (fractional > FRACTIONAL_SHARE * length(values)) {
    stop_input("not_counts", sprintf(
      "这张表不是原始计数：有 %s 的数值带小数。%s 只接受计数；%s",
      sprintf("%.0f%%", 100 * fractional / length(values)), method, otherwise
    ), field)
  }
  empty <- colnames(values)[colSums(values) == 0]
  if (length(empty) > 0L) {
    stop_input("empty_library", sprintf("样本 %s 的计数全是 0。请去掉它，或重新上传", list_names(empty)), "file_id")
  }
  refuse_normalized(values, otherwise, field)
  tell_coverage(colSums(values), job)
  if (fractional == 0L) return(values)
  job$finding("note", "rounded", told("有 %s 个计数带小数，已四舍五入", "%s counts with decimals were rounded", format_count(fractional)), field = "file_id")
  round(values)
}

#' Whole numbers that are no counts of reads: too small, or scaled to one total.
refuse_normalized <- function(counts, otherwise, field) {
  if (max(counts) < LARGEST_COUNT) {
    stop_input("small_counts", sprintf(
      "这张表里最大的数值只有 %s，不像 RNA-seq 原始计数；%s", format_count(max(counts)), otherwise
    ), field)
  }
  totals <- colSums(counts)
  if (max(totals) / min(totals) - 1 < EQUAL_LIBRARIES) {
    stop_input("equal_libraries", sprintf(
      "各样本的总和几乎相等（相差不到 1%%），像是标准化过的数据（TPM、FPKM 等），不是原始计数；%s", otherwise
    ), field)
  }
}

#' Base coverage counts every read many times over, and the precision that a count model sees in it is not there.
tell_coverage <- function(totals, job) {
  large <- names(totals)[totals > LARGE_LIBRARY]
  if (length(large) == 0L) return(invisible())
  job$finding("should", "base_coverage", told(
    "样本 %s 的总计数超过 3 亿，可能是碱基覆盖度而非 read 数，P 值会偏小。请改用 read 计数，或先除以读长",
    "Counts of %s add up to more than 300 million, as a coverage of bases does and no number of reads: P values may be too small", told_names(large)
  ), field = "file_id")
}
