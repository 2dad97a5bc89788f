# Matrices that plotting tools draw from: a file, an earlier result, or a pasted table; and what is known of their samples.

#' The matrix of a plotting tool.
#'
#' @param inputs `expression` (a matrix input) or `pasted` (data frame: names in the first column, a column of numbers for each sample).
#' @return A matrix input: `values` (numeric, genes x samples, both named), `kind` (NULL of a pasted table: nobody has looked at it), `identifiers`.
#' @section Errors: `stop_input` where a column of the pasted table holds texts.
plotted_matrix <- function(inputs, job) {
  if (is.null(inputs$pasted)) return(inputs$expression)
  table <- inputs$pasted
  if (ncol(table) < 2L) stop_input("one_column", "粘贴的表只有一列。第一列写基因名，其余每列一个样本；请连同列名一起复制", "table")
  names <- trimmed(plain_texts(table[[1L]]))
  samples <- lapply(table[-1L], as_numbers)
  texts <- names(table)[-1L][vapply(samples, is.null, logical(1))]
  if (length(texts) > 0L) stop_input("not_numbers", sprintf(
    "这几列里有不是数字的内容：%s。除第一列外每列都要是数字，请改正或去掉这几列", list_names(texts)
  ), "table")
  values <- do.call(cbind, samples)
  nameless <- names %in% MISSING_CELLS
  if (any(nameless)) job$finding("note", "nameless_rows", told(
    "有 %s 行没有名字，没有画", "%s rows had no name: not drawn", format_count(sum(nameless))
  ), field = "table")
  values <- values[!nameless, , drop = FALSE]
  names <- names[!nameless]
  if (length(names) == 0L) stop_input("no_rows", "粘贴的表里没有一行有名字。第一列要写基因名", "table")
  repeated <- sum(duplicated(names))
  if (repeated > 0L) job$finding("note", "repeated_rows", told(
    "有 %s 行的名字与别的行重复，都画，名字后加了序号", "%s rows have the name of another row: all are drawn, with a number behind the name",
    format_count(repeated)
  ), field = "table")
  rownames(values) <- make.unique(names, sep = "_")
  list(values = values, kind = NULL, identifiers = identifier_kind(names), label = "粘贴的表")
}

#' A column as numbers, or NULL where it holds anything else; missing cells are NA.
as_numbers <- function(cells) {
  if (is.numeric(cells)) return(as.numeric(cells))
  cells <- trimmed(as.character(cells))
  cells[cells %in% MISSING_CELLS] <- NA_character_
  numbers <- suppressWarnings(as.numeric(cells))
  other <- is.na(numbers) & !is.na(cells)
  numbers[other] <- written_numbers(cells[other])
  if (any(is.na(numbers) & !is.na(cells))) NULL else numbers
}

NO_GROUP <- "未分组"

#' One thing that is known of samples, in their order.
#'
#' @param annotations Data frame with the column `sample`, or NULL. @param column Of it; NULL: none is wanted.
#' @param field of the request that names the column. @return Texts, "" of all where nothing is known, NA of those that lack it
#'   (see `named_annotation`).
sample_annotation <- function(annotations, samples, column, field) {
  if (is.null(annotations) || is.null(column)) return(rep("", length(samples)))
  if (is.null(annotations[[column]])) stop_input("no_column", sprintf("样本信息里没有「%s」这一列。请重新选择", column), field)
  texts <- trimmed(plain_texts(annotations[[column]]))[match(samples, as_written(annotations$sample, samples))]
  texts[texts %in% MISSING_CELLS] <- NA_character_
  texts
}

#' The same in words: samples that lack it are said to have no group.
named_annotation <- function(texts) replace(texts, is.na(texts), NO_GROUP)

#' Refuse annotations that do not fit, and tell of samples without one. Files are compared before; a pasted matrix is known here alone.
check_annotations <- function(annotations, samples, job) {
  if (is.null(annotations)) return(invisible())
  listed <- as_written(annotations$sample, samples)
  if (is.null(annotations$sample)) stop_input("no_sample_column", "样本信息里没有 sample 这一列。请把样本名那列的列名写成 sample", "sample_annotations")
  if (!any(samples %in% listed)) stop_input("no_sample_matches", sprintf(
    "样本信息里没有一个样本名与表里的对得上。表里的样本像是「%s」", samples[[1L]]
  ), "sample_annotations")
  without <- setdiff(samples, listed)
  if (length(without) > 0L) job$finding("note", "samples_without", told(
    "有 %s 个样本不在样本信息里，照样画，归入「未分组」：%s", "%s samples were not in the sample information and drawn as without a group: %s",
    format_count(length(without)), told_names(without)
  ), field = "sample_annotations")
}

#' The column that groups samples where none was chosen: the usual names, else the first of few different texts. NULL where there is none.
grouping_column <- function(annotations) {
  others <- setdiff(names(annotations), "sample")
  named <- others[match(c("group", "groups", "分组", "组别", "组"), tolower(others), nomatch = 0L)]
  levels <- vapply(annotations[others], function(column) length(unique(column)), integer(1))
  texts <- others[levels >= 2L & levels <= max(2, nrow(annotations) / 2) & !vapply(annotations[others], is.numeric, logical(1))]
  found <- c(named, texts)
  if (length(found) > 0L) found[[1L]]
}

#' Rows by how much they vary, or how high they are, the first ones first; equal ones by name.
#'
#' @param metric variance, mad (as `stats::mad`, with its constant) or mean. @return Places of rows, all of them.
ranked_rows <- function(values, metric) {
  by <- switch(metric,
    variance = matrixStats::rowVars(values, na.rm = TRUE),
    mad = matrixStats::rowMads(values, na.rm = TRUE),
    mean = rowMeans(values, na.rm = TRUE)
  )
  order(-by, rownames(values), method = "radix")
}

METRIC_WORDS <- c(variance = "方差", mad = "中位数绝对偏差", mean = "平均值")
METRIC_ENGLISH <- c(variance = "variance", mad = "median absolute deviation", mean = "mean")
