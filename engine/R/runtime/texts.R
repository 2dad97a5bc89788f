#' Texts without the blanks around them, as `trimws` gives them but in time that grows with their length: `trimws` looks from each blank of a run
#' to the run's end.
#'
#' @param texts Character, or what becomes it. Names, dimensions and NA stay. @param blanks The signs that go, as between a pattern's brackets.
trimmed <- function(texts, blanks = "\t\r\n ") {
  gsub(sprintf("^[%1$s]++|(?<![%1$s])[%1$s]++\\z", blanks), "", texts, perl = TRUE)
}
