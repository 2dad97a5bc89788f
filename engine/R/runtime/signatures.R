# Signatures of cell types as inputs: installed ones, as the server's `gene-sets/signatures.ts` lays them out.

#' @param path JSON of `{about, matrices, sets, lists}`. @param sha256 Of the file.
#' @return List of `about`, `matrices` (numeric, by name, with row and column names), `sets` (genes by name), `lists` (texts by name), `label`,
#'   `sha256`.
read_signature <- function(path, label, sha256) {
  parsed <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  list(
    about = parsed$about, matrices = lapply(parsed$matrices, matrix_of_rows), sets = lapply(parsed$sets, texts_of),
    lists = lapply(parsed$lists, texts_of), label = label, sha256 = sha256
  )
}

matrix_of_rows <- function(parsed) {
  rows <- texts_of(parsed$rows)
  columns <- texts_of(parsed$columns)
  matrix(as.numeric(unlist(parsed$values)), length(rows), length(columns), byrow = TRUE, dimnames = list(rows, columns))
}

#' Genes and types, for the manifest.
signature_shape <- function(signature) c(signature$about$genes, signature$about$types)
