#' A column of two values as an outcome: which value is the event. Declarations take its parameters from the tool kit's `binary-outcome.ts`.

#' What a positive sample is usually called, in small letters.
POSITIVE_WORDS <- c(
  "1", "yes", "y", "true", "positive", "pos", "+", "case", "cases", "disease", "diseased", "patient", "tumor", "tumour", "cancer", "malignant",
  "poor", "dead", "died", "event", "responder", "relapse", "recurrence", "mutated", "mutant", "是", "有", "阳性", "阳", "病例", "患者", "肿瘤", "癌", "恶性",
  "死亡", "差", "复发", "转移", "进展", "突变", "有效", "应答", "异常"
)
#' What stands before a word that it turns into its opposite.
NEGATIONS <- c("未", "无", "非", "不", "没有", "non-", "non", "no", "not", "un")
#' Values that a refusal names.
VALUES_SHOWN <- 6L

#' The outcome of each row.
#'
#' @param table Data frame. @param params `label_column` (NULL or "": the first column), `positive_label` ("": by `POSITIVE_WORDS`) and
#'   `one_against_rest` (flag: all other values are the controls).
#' @param least Rows that each side must have. @return List of `column`, `name` (what is positive), `others` (told), `positive` (logical by row; NA
#'   without a value).
#' @section Errors: `stop_input` where the column has not two values, or no such value.
binary_outcome <- function(table, params, job, least) {
  column <- if (length(params$label_column) == 1L && nzchar(params$label_column)) params$label_column else names(table)[[1L]]
  if (is.null(table[[column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", column), "label_column")
  read <- baseline_levels(baseline_texts(table[[column]]))
  levels <- sort(enc2utf8(levels(read$values)), method = "radix")
  check_two_values(levels, column, params$one_against_rest)
  tell_baseline_merged(column, read$merged, "label_column", job)
  asked <- asked_positive(trimmed(params$positive_label), levels, column)
  if (is.null(asked)) asked <- guessed_positive(levels, read, column, job)
  positive <- as.character(read$values) == asked
  sides <- c(sum(positive, na.rm = TRUE), sum(!positive, na.rm = TRUE))
  if (min(sides) < least) stop_input("few_samples", sprintf(
    "阳性「%s」%s 个、对照 %s 个：两边都至少要有 %s 个样本", asked, format_count(sides[[1L]]), format_count(sides[[2L]]), least
  ), "label_column")
  list(column = column, name = asked, others = told_names(setdiff(levels, asked), VALUES_SHOWN), positive = positive)
}

check_two_values <- function(levels, column, one_against_rest) {
  if (length(levels) < 2L) stop_input("one_label", sprintf(
    "「%s」%s，没有可比的。要有两种取值：病例和对照。请换一列", column, if (length(levels) == 0L) "全是空的" else sprintf("只有「%s」一种取值", levels)
  ), "label_column")
  if (length(levels) > 2L && !one_against_rest) stop_input("many_labels", sprintf(
    "「%s」有 %s 种取值：%s。这里只能比两种：请只留两种，或选「其余取值合为对照」并填「阳性的取值」；若选错了列，请换一列",
    column, format_count(length(levels)), list_names(levels, VALUES_SHOWN)
  ), "label_column")
}

#' The value that was asked for; a number that was written otherwise, or a word in other letters, means the same. NULL: none was asked for.
asked_positive <- function(asked, levels, column) {
  if (!nzchar(asked)) {
    if (length(levels) == 2L) return(NULL)
    stop_input("no_positive", sprintf(
      "「%s」有 %s 种取值，要与其余相比的是哪一种？请填「阳性的取值」：%s", column, format_count(length(levels)), list_names(levels, VALUES_SHOWN)
    ), "positive_label")
  }
  if (asked %in% levels) return(asked)
  number <- suppressWarnings(as.numeric(asked))
  same <- levels[baseline_keys(levels) == baseline_keys(asked) | (!is.na(number) & suppressWarnings(as.numeric(levels)) %in% number)]
  if (length(same) != 1L) stop_input("no_positive", sprintf(
    "「%s」里没有「%s」。现有的取值：%s。请改「阳性的取值」", column, asked, list_names(levels, VALUES_SHOWN)
  ), "positive_label")
  same
}

#' By the usual words, then by a negation of the other value, then by the order that the words tell, then the last by its letters.
guessed_positive <- function(levels, read, column, job) {
  keys <- baseline_keys(levels)
  known <- levels[keys %in% POSITIVE_WORDS]
  denied <- levels[vapply(rev(keys), function(other) any(paste0(NEGATIONS, other) %in% keys), logical(1))]
  sure <- length(known) == 1L || length(denied) == 1L
  guess <- if (length(known) == 1L) known
  else if (length(denied) == 1L) setdiff(levels, denied)
  else if (read$ordered) levels(read$values)[[2L]]
  else levels[[2L]]
  job$finding(if (sure) "note" else "should", "positive_guessed", told(
    "「%s」里的「%s」当作阳性（病例），「%s」当作对照。若是反的，请填「阳性的取值」",
    "In “%s”, “%s” was taken for positive (cases) and “%s” for controls", column, guess, setdiff(levels, guess)
  ), field = "positive_label")
  guess
}
