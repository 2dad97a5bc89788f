# Sentences of a result in both languages: a paper's readers may not read Chinese.

#' A sentence in both languages.
#'
#' @param zh,en One text each, of one part or several; `{{row_subject}}` stands for what the rows are, gene or probe.
#' @param ... What `sprintf` puts into both; a value that is told in both languages itself goes into each as it is told there. Without any, the texts
#'   stay as they are.
#' @return A list of `zh` and `en`.
told <- function(zh, en, ...) {
  zh <- paste(zh, collapse = "")
  en <- paste(en, collapse = " ")
  values <- list(...)
  if (length(values) == 0L) return(list(zh = zh, en = en))
  filled <- function(template, language) do.call(sprintf, c(list(template), lapply(values, in_language, language)))
  list(zh = filled(zh, "zh"), en = filled(en, "en"))
}

#' A text, or what `told` made, in a language.
in_language <- function(text, language) if (is.list(text)) text[[language]] else text

#' The first names of a list, for `told`; those that are left out are said to be there. @param english Where they have others in English.
told_names <- function(names, shown = 3L, english = names) {
  first <- utils::head(english, shown)
  more <- length(names) > shown
  told(list_names(names, shown), paste0(paste(first, collapse = ", "), if (more) " and others" else ""))
}
