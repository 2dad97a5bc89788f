# Terms with a signed statistic as bars to both sides, from a result of GSEA or GSVA or any table.

#' Columns that hold the identifiers of terms which have no description of their own.
TERM_IDS <- c("pathway", "set", "ID", "term")

#' @param inputs `terms`: data frame, one row per term. @param params The complete parameters. @param job See runtime/job.R.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对列", 0.2)
  table <- read_signed_terms(inputs$terms, params, job)
  job$step("取要画的条", 0.6)
  drawn <- bars_of_terms(table, params, job)
  signed_facts(table, drawn, inputs$terms, params, job)
  list(terms = table, bars = plain_rows(drawn[order(-drawn$value, drawn$term, method = "radix"), c("term", "id", "value", "p", "change")]))
}

#' Every term with a number: `term` (the name that a reader knows), `id`, `value`, `p` (NA where unknown), `change`; smallest P first.
read_signed_terms <- function(given, params, job) {
  chosen <- function(column, field) {
    if (is.null(given[[column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", column), field)
    given[[column]]
  }
  value <- signed_numbers(chosen(params$value_column, "value_column"), params$value_column, "value_column")
  with_p <- !is.null(params$p_column)
  p <- if (with_p) p_numbers(chosen(params$p_column, "p_column"), params$p_column, job) else rep(NA_real_, nrow(given))
  refuse_other_than_p(p, params$p_column)
  names <- term_names(given, chosen(params$term_column, "term_column"), params$term_column)
  table <- data.frame(term = names$term, id = names$id, value = value, p = p)
  usable <- nzchar(table$term) & is.finite(table$value)
  lost <- sum(!usable)
  if (lost > 0L) job$finding("note", "rows_left_out", told(
    "有 %s 行没有名称，或数值缺失、无穷大，没有用", "%s rows had no name, or a missing or infinite value: not used", format_count(lost)
  ), field = "value_column")
  table <- table[usable, , drop = FALSE]
  if (nrow(table) == 0L) stop_input("nothing_left", "没有一行同时有名称和数值。请核对选的列", "value_column")
  tell_terms(table, with_p, job)
  significant <- if (with_p) !is.na(table$p) & table$p < params$cutoff else rep(TRUE, nrow(table))
  table$change <- ifelse(!significant | table$value == 0, "none", ifelse(table$value > 0, "up", "down"))
  plain_rows(table[order(table$p, -abs(table$value), table$term, method = "radix", na.last = TRUE), ])
}

#' What a reader knows a term by, and its identifier. A blank description gives way to the identifier.
term_names <- function(given, texts, column) {
  clean <- function(cells) {
    cells <- trimmed(plain_texts(cells))
    ifelse(cells %in% MISSING_CELLS, "", cells)
  }
  term <- clean(texts)
  other <- setdiff(TERM_IDS[TERM_IDS %in% names(given)], column)
  id <- if (length(other) > 0L) clean(given[[other[[1L]]]]) else term
  term <- ifelse(nzchar(term), term, id)
  # Names such as HALLMARK_HYPOXIA can be broken into lines only at blanks.
  list(term = gsub("_", " ", term, fixed = TRUE), id = ifelse(nzchar(id), id, term))
}

#' A column of numbers, as `written_numbers` reads them; a text among them is the user's to correct.
signed_numbers <- function(cells, column, field, bounds = FALSE) {
  if (is.numeric(cells)) return(as.numeric(cells))
  texts <- trimmed(as.character(cells))
  texts[texts %in% MISSING_CELLS] <- NA_character_
  numbers <- written_numbers(texts, bounds)
  wrong <- unique(texts[!is.na(texts) & is.na(numbers)])
  if (length(wrong) == 0L) return(numbers)
  stop_input("not_numbers", sprintf("「%s」列里有不是数字的内容：%s。请改选别的列，或改正后再提交", column, list_names(wrong)), field)
}

#' P as papers write them: "<0.001" is its bound; of ">0.05" no P is known.
p_numbers <- function(cells, column, job) {
  p <- signed_numbers(cells, column, "p_column", bounds = TRUE)
  if (is.numeric(cells)) return(p)
  below <- grepl("[<≤＜]", cells)
  above <- grepl("[>≥＞]", cells)
  if (any(below)) job$finding("note", "p_bounds", told(
    "「%s」列有 %s 格写作小于某数，按这个数算", "In the column “%s” P was below a number in %s cells: taken for that number",
    column, format_count(sum(below))
  ), field = "p_column")
  if (any(above)) job$finding("note", "p_above", told(
    "「%s」列有 %s 格写作大于某数，不知道 P 是多少，当作没有 P 值", "In the column “%s” P was above a number in %s cells: taken for unknown",
    column, format_count(sum(above))
  ), field = "p_column")
  ifelse(above, NA_real_, p)
}

refuse_other_than_p <- function(p, column) {
  outside <- sum(p < 0 | p > 1, na.rm = TRUE)
  if (outside > 0L) stop_input("not_p", sprintf(
    "「%s」列有 %s 个数值不在 0–1 之间，不是 P 值。请改选 P 值列；取过 −log10 的要先还原", column, format_count(outside)
  ), "p_column")
}

tell_terms <- function(table, with_p, job) {
  repeated <- sum(duplicated(table$id))
  if (repeated > 0L) job$finding("note", "repeated_terms", told(
    "有 %s 行与别的行同名，都当作不同的条", "%s rows have the name of another row; each is a bar of its own", format_count(repeated)
  ), field = "term_column")
  without <- sum(is.na(table$p))
  if (!with_p) job$finding("note", "no_p", told(
    "没有选 P 值列：按数值的大小取，颜色只分正负，不表示显著",
    "Without a column of P, terms were taken by the size of their values; colours tell the sign and no significance"
  ), field = "p_column")
  else if (without > 0L) job$finding("note", "p_missing", told(
    "有 %s 行没有 P 值，当作不显著", "%s rows had no P: taken for not significant", format_count(without)
  ), field = "p_column")
  if (nrow(table) >= 2L && (all(table$value >= 0) || all(table$value <= 0))) job$finding(
    "should", "one_direction", told(
      "数值都在 0 的同一侧，条只朝一个方向。请核对选的是不是 NES、t、logFC 这样有正负的列",
      "All values are on one side of 0, and all bars point one way: check that the column has signs, as NES, t or logFC have"
    ), field = "value_column"
  )
}

#' The bars: of the significant ones those of smallest P in either direction; of all terms where these are wanted, or none is significant.
bars_of_terms <- function(table, params, job) {
  significant <- table$change != "none"
  if (!any(significant)) job$finding("note", "drawn_not_significant", told(
    "没有显著的条目，图里画的是 P 最小的，只供查看方向",
    "No term is significant: the figure shows those of smallest P, to look at their direction only"
  ))
  offered <- if (params$show_nonsignificant || !any(significant)) table else table[significant, , drop = FALSE]
  of_both_directions(offered, offered$value, params$top_n)
}

signed_facts <- function(table, drawn, given, params, job) {
  up <- table[table$change == "up", , drop = FALSE]
  down <- table[table$change == "down", , drop = FALSE]
  most <- function(rows) if (nrow(rows) > 0L) rows$term[[which.max(abs(rows$value))]]
  far <- function(rows) if (nrow(rows) > 0L) rows$value[[which.max(abs(rows$value))]]
  job$facts(list(
    terms = nrow(table), dropped = nrow(given) - nrow(table), drawn = nrow(drawn), up = nrow(up), down = nrow(down),
    unchanged = sum(table$change == "none"), significant = nrow(up) + nrow(down) > 0L, tested = !is.null(params$p_column),
    undrawn = nrow(up) + nrow(down) - sum(drawn$change != "none"), greyed = any(drawn$change == "none"), value_name = params$value_column,
    p_name = params$p_column, top_up = most(up), top_up_value = far(up), top_down = most(down), top_down_value = far(down)
  ))
}
