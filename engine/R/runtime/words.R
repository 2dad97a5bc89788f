# Codes and the words that a table has for them. Code compares codes; words come last, where a table is written, out of its declaration.

#' Codes as the words that a user reads.
#'
#' @param codes Character or factor; NA stays. @param words Named character: word by code.
#' @return Character of the same length. Stops at what is neither a code nor a word.
code_words <- function(codes, words) {
  codes <- as.character(codes)
  words <- unlist(words)
  known <- match(codes, names(words))
  other <- is.na(known) & !is.na(codes) & nzchar(codes)
  unknown <- setdiff(codes[other], words)
  if (length(unknown) > 0L) stop_contract("codes without a word: ", paste(utils::head(unknown, 20L), collapse = ", "))
  codes[!is.na(known)] <- words[known[!is.na(known)]]
  codes
}

#' Words of a stored table as the codes that they were made from. @return Character; NA for a word that is not of the vocabulary.
word_codes <- function(words, vocabulary) names(vocabulary)[match(words, vocabulary)]

#' The tables of a run in the words that the tool declares.
tables_in_words <- function(tool, tables) {
  for (id in intersect(names(tool$tables), names(tables))) tables[[id]] <- declared_words(tables[[id]], tool$tables[[id]])
  tables
}

#' A table with its columns of codes in words. @param declaration Its entry in the catalogue: `words` by column, `restWords` of the columns behind.
declared_words <- function(table, declaration) {
  rest <- if (!is.null(declaration$restWords)) setdiff(names(table), names(declaration$columns))
  for (column in intersect(names(declaration$words), names(table))) table[[column]] <- code_words(table[[column]], declaration$words[[column]])
  for (column in rest) table[[column]] <- code_words(table[[column]], declaration$restWords)
  table
}

#' A table whose columns of codes are written in words. @param ... Vocabularies (see `code_words`) by the names of columns.
with_words <- function(table, ...) {
  vocabularies <- list(...)
  for (column in names(vocabularies)) table[[column]] <- code_words(table[[column]], vocabularies[[column]])
  table
}
