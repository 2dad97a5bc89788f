# How much each gene varies: SD, mean and MAD on the log scale, where they mean the same for high and low genes; CV on the linear one.

BINS <- 40L

#' @param inputs `expression`: a matrix. @param params None. @param job See engine/R/runtime/job.R.
#' @return The ranked table, bins of the SD, and the mean-sd figure's tables.
analyse <- function(inputs, params, job) {
  job$step("换到 log2 尺度", 0.1)
  scaled <- log_scale(inputs$expression$values, inputs$expression$kind)
  job$step("逐基因计算", 0.4)
  table <- variability_table(scaled)
  job$step("画分布", 0.8)
  varies <- !is.na(table$SD) & table$SD > 0
  tell_variability(table, varies, scaled, ncol(scaled$log), job)
  figure <- mean_sd_tables(scaled$log[table$gene[varies], , drop = FALSE], "")
  list(
    variability = table, histogram = sd_bins(table$SD[varies]), mean_sd = figure$points[c("gene", "rank", "mean", "sd")],
    mean_sd_trend = figure$trend[c("rank", "sd")]
  )
}

#' The values on the log scale, and on the linear one where it is known.
#'
#' @return `log`, `linear` (NULL for logged data), `word` for the user, `counted`.
log_scale <- function(values, kind) {
  if (kind == "log" || (kind == "batch-corrected" && max(values, na.rm = TRUE) <= 50)) {
    return(list(log = values, linear = NULL, word = "表中的 log 数值", counted = FALSE))
  }
  negative <- sum(values < 0, na.rm = TRUE)
  if (negative > 0L) {
    stop_input("negative", sprintf(
      "没有取过对数，又有 %s 个负数，取不了 log2。请先做背景校正或把负数补为 0，再上传", format_count(negative)
    ), "file_id")
  }
  counted <- kind == "counts"
  linear <- if (counted) counts_per_million(values) else values
  list(log = log2(linear + 1), linear = linear, word = if (counted) "log2(CPM + 1)" else "log2(x + 1)", counted = counted)
}

counts_per_million <- function(counts) {
  totals <- colSums(counts, na.rm = TRUE)
  if (any(totals == 0)) {
    stop_input("empty_library", sprintf("样本 %s 的计数全是 0。请去掉它，或重新上传", list_names(colnames(counts)[totals == 0])), "file_id")
  }
  t(t(counts) / totals) * 1e6
}

#' Largest SD first, equal ones by name; genes with fewer than two values have none and come last.
variability_table <- function(scaled) {
  values <- scaled$log
  linear <- scaled$linear
  sd <- without_rounding(matrixStats::rowSds(values, na.rm = TRUE), values)
  cv <- if (is.null(linear)) NA_real_ else without_rounding(matrixStats::rowSds(linear, na.rm = TRUE), linear) / rowMeans(linear, na.rm = TRUE)
  table <- data.frame(
    gene = rownames(values), SD = sd, mean = rowMeans(values, na.rm = TRUE),
    MAD = matrixStats::rowMads(values, na.rm = TRUE), CV = ifelse(is.finite(cv), cv, NA_real_)
  )
  table <- table[order(-table$SD, table$gene, method = "radix", na.last = TRUE), ]
  cbind(rank = seq_len(nrow(table)), table, row.names = NULL)
}

#' A row of equal values has SD 0, not the 1e-16 that is left of taking its mean away.
without_rounding <- function(sd, values) {
  ranges <- matrixStats::rowRanges(values, na.rm = TRUE)
  sd[ranges[, 1L] == ranges[, 2L] & !is.na(sd)] <- 0
  sd
}

#' Bins of equal, round width.
sd_bins <- function(sd) {
  if (length(sd) == 0L) return(data.frame(from = numeric(), to = numeric(), count = integer()))
  edges <- pretty(c(0, sd), BINS)
  count <- tabulate(findInterval(sd, edges, rightmost.closed = TRUE), length(edges) - 1L)
  data.frame(from = edges[-length(edges)], to = edges[-1L], count = count)
}

tell_variability <- function(table, varies, scaled, samples, job) {
  missing <- sum(is.na(table$SD))
  job$facts(list(
    genes = nrow(table), samples = samples, scale = scaled$word, transformed = !is.null(scaled$linear), counted = scaled$counted,
    median_sd = stats::median(table$SD, na.rm = TRUE), top = table$gene[[1L]], top_sd = table$SD[[1L]],
    constant = if (any(!varies & !is.na(table$SD))) sum(!varies & !is.na(table$SD)),
    missing_sd = if (missing > 0L) missing, has_cv = !is.null(scaled$linear)
  ))
  if (is.null(scaled$linear)) {
    job$finding("note", "no_cv", told(
      "数据已取过对数，平均值可以接近 0 或为负，变异系数没有意义，这一列空着。要看变异系数，请用没有取对数的表",
      "The values are logarithms, whose mean may be near 0 or below: a coefficient of variation has no meaning, and its column is empty"
    ), field = "file_id")
  }
  if (missing > 0L) {
    job$finding("note", "missing_sd", told(
      "有 %s 个{{row_subject}}的数值不到 2 个，算不出标准差，排在最后",
      "%s {{row_subject}}s had fewer than 2 values and no standard deviation: last in the table", format_count(missing)
    ), field = "file_id")
  }
}
