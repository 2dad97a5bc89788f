# Codes and the words that a table has for them. What is computed is compared by codes; words come last, where a table is made.

#' Codes as the words that a user reads.
#'
#' @param codes Character or factor; NA stays. @param words Named character: word by code.
#' @return Character of the same length. Stops at a code without a word.
code_words <- function(codes, words) {
  codes <- as.character(codes)
  unknown <- setdiff(codes, c(names(words), NA))
  if (length(unknown) > 0L) stop_contract("codes without a word: ", paste(unknown, collapse = ", "))
  unname(words[codes])
}

#' Words of a stored table as the codes that they were made from. @return Character; NA for a word that is not of the vocabulary.
word_codes <- function(words, vocabulary) names(vocabulary)[match(words, vocabulary)]

#' A table whose columns of codes are written in words. @param ... Vocabularies (see `code_words`) by the names of columns.
with_words <- function(table, ...) {
  vocabularies <- list(...)
  for (column in names(vocabularies)) table[[column]] <- code_words(table[[column]], vocabularies[[column]])
  table
}
