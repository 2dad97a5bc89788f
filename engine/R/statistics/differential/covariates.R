# Covariates as they are read: a column of numbers may be measured, or hold the codes of batches and patients.

FEW_LEVELS <- 12L
FEW_SHARE <- 0.6
MOST_LEVELS <- 0.8
LONG_NUMBER <- 1000
LONG_REPEATS <- 3

#' Whole numbers with repeats that look like codes rather than like something measured. The browser asks by the same rules:
#' `looksLikeCodes` of packages/tool-kit/src/inputs/readings.ts, which tells their reasons.
#'
#' @param values Numbers of one column, of the compared samples; missing ones do not count.
looks_like_codes <- function(values) {
  values <- values[is.finite(values)]
  if (any(values != round(values))) return(FALSE)
  counts <- tabulate(match(values, unique(values)))
  levels <- length(counts)
  n <- length(values)
  if (levels < 3L || levels == n) return(FALSE)
  few <- levels <= FEW_LEVELS && levels <= FEW_SHARE * n
  balanced <- max(tabulate(counts)[-1L]) >= MOST_LEVELS * levels
  run <- min(values) %in% c(0, 1) && levels >= MOST_LEVELS * (max(values) - min(values) + 1)
  long <- max(values) >= LONG_NUMBER && levels * LONG_REPEATS <= n
  few || balanced || run || long
}

#' The groups table with its covariates as the user has them read: codes are texts, each a level of its own; numbers stay numbers, one
#' slope each.
#'
#' @param samples The compared samples. @param params `covariates`, `covariate_codes`, `covariate_numbers`.
#' @param field,label Request field that names the columns, and what the form calls it.
#' @section Errors: `stop_input` for a column that may be either and nobody said which: a slope through the codes of patients takes
#'   nothing of the patients out, and most of the genes that differ within them are lost.
read_covariates <- function(samples, params, field = "covariates", label = "协变量") {
  for (column in params$covariates) {
    values <- samples[[column]]
    as_code <- column %in% params$covariate_codes
    as_number <- column %in% params$covariate_numbers
    if (as_code && as_number) {
      stop_input("codes_and_numbers", sprintf("「%s」既列在编号里，又列在数值里。请只选一种", column), field)
    }
    if (as_number && !is.null(values) && !is.numeric(values)) {
      stop_input("numbers_text", sprintf("「%s」这一列里有文字，不能按数值读。请改为按编号，或改好这一列", column), field)
    }
    if (!is.numeric(values)) next
    if (as_code) samples[[column]] <- as.character(values)
    else if (!as_number && looks_like_codes(values)) {
      stop_input("codes_or_numbers", sprintf(
        "「%s」是编号还是数值？它只有 %d 种整数。请在%s里选按编号或按数值", column, length(unique(values[is.finite(values)])), label
      ), field)
    }
  }
  samples
}

#' Facts: the covariates with how each was read, for both languages. @param samples As `read_covariates` gives them.
covariate_facts <- function(samples, covariates) {
  if (length(covariates) == 0L) return(list())
  numeric <- vapply(covariates, function(column) is.numeric(samples[[column]]), logical(1))
  list(
    covariates_used = paste0(covariates, ifelse(numeric, "（按数值）", "（按编号或类别）"), collapse = "、"),
    covariates_english = paste0(covariates, ifelse(numeric, " (numeric)", " (factor)"), collapse = ", ")
  )
}
