# A volcano plot from any table of differential results.

LARGEST_LOG2FC <- 1e9
#' The volcano draws smaller P at this one: beyond it −log10 has no number.
SMALLEST_P <- 1e-300

#' @param inputs `statistics`: data frame, one row per gene. @param params The complete parameters of the declaration.
#' @param job Steps, findings and facts go to it.
#' @return The declared table, smallest P first.
analyse <- function(inputs, params, job) {
  job$step("核对差异表的列", 0.1)
  statistics <- inputs$statistics
  columns <- list(
    gene = gene_names(statistics, params$gene_column),
    log2FC = number_column(statistics, params$log2fc_column, "log2fc_column"),
    pvalue = p_column(statistics, params$p_column, "p_column")
  )
  refuse_impossible(columns$log2FC, params$log2fc_column)
  given <- length(params$padj_column) == 1L && nzchar(params$padj_column)
  columns$padj <- if (given) p_column(statistics, params$padj_column, "padj_column") else rep(NA_real_, nrow(statistics))
  job$step("按阈值分类", 0.5)
  table <- drawn_rows(as.data.frame(columns), given, job)
  table$change <- gene_change(table$log2FC, table$padj, params)
  tell_smallest(table, job)
  tell_linear(table, job)
  counts <- table(factor(table$change, c("up", "down", "none")))
  job$facts(list(
    genes = nrow(table), dropped = nrow(statistics) - nrow(table), up = counts[["up"]], down = counts[["down"]],
    unchanged = counts[["none"]], significant = counts[["up"]] + counts[["down"]] > 0L, padj_computed = !given
  ))
  list(volcano = table)
}

# ---- columns ----

column_of <- function(statistics, column, field) {
  values <- statistics[[column]]
  if (is.null(values)) stop_input("no_column", sprintf("差异表里没有「%s」这一列。请重新选择", column), field)
  values
}

#' Entrez numbers are written whole: `as.character(100000)` is "1e+05".
gene_names <- function(statistics, column) {
  values <- column_of(statistics, column, "gene_column")
  whole <- is.numeric(values) && all(values == round(values), na.rm = TRUE)
  names <- if (whole) sprintf("%.0f", values) else trimmed(as.character(values))
  ifelse(names %in% MISSING_CELLS, NA_character_, names)
}

#' A column of numbers, as `written_numbers` reads them; a text among them is the user's to correct.
number_column <- function(statistics, column, field, bounds = FALSE) {
  values <- column_of(statistics, column, field)
  if (is.numeric(values)) return(as.numeric(values))
  cells <- trimmed(as.character(values))
  cells[cells %in% MISSING_CELLS] <- NA_character_
  numbers <- written_numbers(cells, bounds)
  texts <- unique(cells[!is.na(cells) & is.na(numbers)])
  if (length(texts) > 0L) {
    stop_input("not_numbers", sprintf("「%s」列里有不是数字的内容：%s。请改选别的列，或改正后再上传", column, list_names(texts)), field)
  }
  numbers
}

#' No ratio of two numbers has such a logarithm, and no axis can be drawn for it. Infinite ones are left out later, and said.
refuse_impossible <- function(effects, column) {
  impossible <- sum(abs(effects) > LARGEST_LOG2FC & is.finite(effects), na.rm = TRUE)
  if (impossible == 0L) return(invisible())
  stop_input("not_log2fc", sprintf(
    "「%s」列有 %s 个数值的绝对值超过 1e9，不是 log2FC。请改选 log2FC 列，或改正后再提交", column, format_count(impossible)
  ), "log2fc_column")
}

p_column <- function(statistics, column, field) {
  p <- number_column(statistics, column, field, bounds = TRUE)
  outside <- sum(p < 0 | p > 1, na.rm = TRUE)
  if (outside > 0L) {
    stop_input("not_p", sprintf(
      "「%s」列有 %s 个数值不在 0–1 之间，不是 P 值。请改选 P 值列；取过 −log10 的要先还原", column, format_count(outside)
    ), field)
  }
  p
}

# ---- rows ----

#' Rows with a name, an effect and a P; a gene without adjusted P (DESeq2 filters some) is drawn as not significant.
#'
#' @param given Was a column of adjusted P chosen? If not, it is computed by BH from every P of the table: also a gene that
#'   can't be drawn was tested.
drawn_rows <- function(table, given, job) {
  if (!given) table$padj <- stats::p.adjust(table$pvalue, "BH")
  complete <- !is.na(table$gene) & is.finite(table$log2FC) & !is.na(table$pvalue)
  table <- table[complete, , drop = FALSE]
  if (nrow(table) == 0L) {
    stop_input("nothing_left", "没有一行同时有基因、log2FC 和 P 值。请核对选的列", "p_column")
  }
  unadjusted <- sum(is.na(table$padj))
  if (unadjusted > 0L) {
    job$finding("note", "no_padj", told(
      "有 %s 个{{row_subject}}没有校正后 P，画为不显著", "%s {{row_subject}}s had no adjusted P: drawn as not significant", format_count(unadjusted)
    ), field = "padj_column")
  }
  repeated <- sum(duplicated(table$gene))
  if (repeated > 0L) {
    job$finding("note", "repeated_genes", told(
      "有 %s 行的{{row_subject}}名与别的行重复，都已画出", "%s rows have the {{row_subject}} of another row; all are drawn", format_count(repeated)
    ), field = "gene_column")
  }
  table <- table[order(table$pvalue, -abs(table$log2FC), table$gene, method = "radix"), ]
  rownames(table) <- NULL
  table
}

#' The table keeps what it is; the figures draw it at their smallest P.
tell_smallest <- function(table, job) {
  beyond <- sum(table$pvalue < SMALLEST_P)
  if (beyond == 0L) return(invisible())
  job$finding("note", "smallest_p", told(
    "有 %s 个{{row_subject}}的 P 值小于 10⁻³⁰⁰（0 是小到软件写不出），图中画在 10⁻³⁰⁰ 处，表中保留原值",
    "%s {{row_subject}}s had P < 10⁻³⁰⁰ (0 is what software writes of smaller ones): drawn at 10⁻³⁰⁰, unchanged in the table",
    format_count(beyond)
  ), field = "p_column")
}

#' Fold changes are never below 0; log2 ones nearly always are somewhere.
tell_linear <- function(table, job) {
  if (nrow(table) < 20L || any(table$log2FC < 0)) return(invisible())
  job$finding("should", "not_log2", told(
    "差异倍数没有一个小于 0，像是没有取过 log2。请核对选的列", "No fold change is below 0, as where no log2 was taken: check the column"
  ), field = "log2fc_column")
}
