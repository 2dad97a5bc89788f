# Codes and the words that a table has for them. Code compares codes; words come last, where a table is written, out of its declaration.

#' Codes as the words that a user reads.
#'
#' @param codes Character or factor; NA stays. @param words Named character: word by code.
#' @param strict Stop at what is neither a code nor a word? Else it stays as it is.
#' @return Character of the same length.
code_words <- function(codes, words, strict = TRUE) {
  codes <- as.character(codes)
  words <- unlist(words)
  known <- match(codes, names(words))
  if (strict) require_words(codes[is.na(known) & !is.na(codes) & nzchar(codes)], words)
  codes[!is.na(known)] <- words[known[!is.na(known)]]
  codes
}

require_words <- function(texts, words) {
  unknown <- setdiff(texts, words)
  if (length(unknown) > 0L) stop_contract("codes without a word: ", paste(utils::head(unknown, 20L), collapse = ", "))
}

#' Words of a vocabulary with a number in the place `{n}`.
with_number <- function(words, n) stats::setNames(sub("{n}", n, words, fixed = TRUE), names(words))

#' Words of a stored table as the codes that they were made from. @return Character; NA for a word that is not of the vocabulary.
word_codes <- function(words, vocabulary) names(vocabulary)[match(words, vocabulary)]

#' The tables of a run in the words that the tool declares. A user does not lose a result for want of a word: only tests are strict.
tables_in_words <- function(tool, tables, strict = FALSE) {
  for (id in intersect(names(tool$tables), names(tables))) tables[[id]] <- declared_words(tables[[id]], tool$tables[[id]], strict)
  tables
}

#' A table with its columns of codes in words. @param declaration Its entry in the catalogue: `words` by column, `restWords` of the columns behind.
declared_words <- function(table, declaration, strict = FALSE) {
  rest <- if (!is.null(declaration$restWords)) setdiff(names(table), names(declaration$columns))
  for (column in intersect(names(declaration$words), names(table))) {
    table[[column]] <- code_words(table[[column]], declaration$words[[column]], strict)
  }
  for (column in rest) table[[column]] <- code_words(table[[column]], declaration$restWords, strict)
  table
}

#' A table whose columns of codes are written in words. @param ... Vocabularies (see `code_words`) by the names of columns.
with_words <- function(table, ...) {
  vocabularies <- list(...)
  for (column in names(vocabularies)) table[[column]] <- code_words(table[[column]], vocabularies[[column]])
  table
}
