#' Expression matrices as results: kept like an uploaded one, so that the next tool reads them without parsing.

#' What a tool's `analyse` gives for a table that is declared as a matrix.
#'
#' @param values Numeric matrix, genes in rows and samples in columns, both named. @param kind counts, log, linear or batch-corrected.
#' @param identifiers What the row names are: symbol, ensembl, entrez, probe or other. @param platform GEO platform of probes.
#' @param log_base 2 or 10 where the values are logarithms of a known base: of its own, or of the input that they were taken from.
result_matrix <- function(values, kind, identifiers, platform = NULL, log_base = NULL) {
  structure(list(values = values, kind = kind, identifiers = identifiers, platform = platform, log_base = log_base), class = "result_matrix")
}

#' A tool's results with each matrix as a table: the gene, then a column per sample.
matrices_as_tables <- function(tool, results) {
  for (id in intersect(matrix_ids(tool), names(results))) results[[id]] <- matrix_table(id, results[[id]])
  results
}

matrix_ids <- function(tool) {
  names(tool$tables)[vapply(tool$tables, function(table) isTRUE(table$matrix), logical(1))]
}

matrix_table <- function(id, matrix) {
  if (!inherits(matrix, "result_matrix")) stop_contract("table ", id, " is declared as a matrix; give it by result_matrix()")
  values <- matrix$values
  if (!is.numeric(values) || is.null(rownames(values)) || is.null(colnames(values))) stop_contract("matrix ", id, " lacks names or numbers")
  if (!matrix$kind %in% c("counts", "log", "linear", "batch-corrected")) stop_contract("matrix ", id, " is of no known kind: ", matrix$kind)
  columns <- c(list(gene = rownames(values)), lapply(seq_len(ncol(values)), function(j) unname(values[, j])))
  names(columns) <- c("gene", colnames(values))
  data.table::setDF(columns)
}

#' Write a matrix in the form of a parsed file.
#'
#' @return The manifest's entry: path, bytes, crc32, facts.
write_matrix <- function(id, matrix, folder) {
  path <- file.path("tables", paste0(id, ".bin"))
  full <- file.path(folder, path)
  values <- matrix$values
  storage.mode(values) <- "double"
  write_serialized(list(
    values = values, kind = matrix$kind, identifiers = matrix$identifiers, platform = matrix$platform, annotations = NULL,
    log_base = matrix$log_base
  ), full)
  species <- guess_species(rownames(values), matrix$identifiers, matrix$platform)
  facts <- matrix_facts(values, measure_columns(values), matrix$kind, matrix$identifiers, "gene", matrix$platform, species, NULL, matrix$log_base)
  list(path = path, bytes = file.size(full), crc32 = digest::digest(file = full, algo = "crc32"), facts = facts)
}
