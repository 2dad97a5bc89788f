#' Expression matrices as results: kept like an uploaded one, so that the next tool reads them without parsing.

#' What a tool's `analyse` gives for a table that is declared as a matrix.
#'
#' @param values Numeric matrix, genes or gene sets in rows and samples in columns, both named.
#' @param kind counts, log, linear, batch-corrected or scores.
#' @param identifiers What the row names are: symbol, ensembl, entrez, probe or other. @param platform GEO platform of probes.
#' @param log_base 2 or 10 where the values are logarithms of a known base: of its own, or of the input that they were taken from.
#' @param row_titles What the rows are called, by their names, where a reader does not know these: of gene sets.
#' @param annotations What is known of the samples, as a parsed file has it: list of `columns`, each `name` and `values` (texts by sample).
#' @param about Of a matrix that was prepared for a network: list of `power`, `why` and `network`, and where modules were built `module` (by
#'   gene); the tool that goes on from it finds it there.
result_matrix <- function(values, kind, identifiers, platform = NULL, log_base = NULL, row_titles = NULL, annotations = NULL, about = NULL) {
  structure(
    list(
      values = values, kind = kind, identifiers = identifiers, platform = platform, log_base = log_base, row_titles = row_titles,
      annotations = annotations, about = about
    ),
    class = "result_matrix"
  )
}

#' Names of samples over several matrices: one that occurs more than once is preceded by its matrix's place. In the browser:
#' `joinedSamples`.
joined_samples <- function(lists) {
  repeated <- unlist(lists)[duplicated(unlist(lists))]
  lapply(seq_along(lists), function(i) ifelse(lists[[i]] %in% repeated, paste0("D", i, "_", lists[[i]]), lists[[i]]))
}

ENDING <- paste0("\\.", c("csv", "tsv", "txt", "xlsx", "gz", "zip", "gct", "soft"), collapse = "|")
#' All endings of a name; looked for where the first of them stands.
FILE_ENDINGS <- sprintf("(?<!%1$s)(?:%1$s)++$", ENDING)

#' Names of the batches that the files are: without the ending, each once. In the browser: `batchNames`.
batch_names <- function(labels) {
  stems <- sub(FILE_ENDINGS, "", labels, ignore.case = TRUE, perl = TRUE)
  number <- stats::ave(seq_along(stems), stems, FUN = seq_along)
  ifelse(number == 1L, stems, sprintf("%s（%d）", stems, number))
}

#' What is known of the samples of a result's matrix: tables that came with the run (groups, pairs, batches), then what the matrices themselves carry.
#'
#' @param samples Names of the result's columns. @param inputs What the tool has read, by name.
#' @return A parsed file's `annotations`, in the order of `samples`, or NULL where nothing is known.
carried_annotations <- function(samples, inputs) {
  columns <- list()
  add <- function(name, values, place) {
    values <- as.character(values)[place]
    values[is.na(values)] <- ""
    if (is.null(columns[[name]]) && any(nzchar(values))) columns[[name]] <<- values
  }
  tables <- Filter(function(input) is.data.frame(input) && !is.null(input$sample), inputs)
  for (table in tables) {
    place <- match(samples, as_written(as.character(table$sample), samples))
    for (name in setdiff(names(table), "sample")) add(name, table[[name]], place)
  }
  is_matrix <- function(input) is.list(input) && is.matrix(input$values)
  for (input in Filter(function(input) is.list(input) && !is.data.frame(input), inputs)) {
    several <- !is_matrix(input)
    matrices <- Filter(is_matrix, if (several) input else list(input))
    names <- joined_samples(lapply(matrices, function(matrix) colnames(matrix$values)))
    place <- match(samples, unlist(names))
    for (name in unique(unlist(lapply(matrices, annotation_names)))) {
      add(name, unlist(lapply(matrices, annotation_values, name)), place)
    }
    if (several && length(matrices) > 1L) {
      add("批次", rep(vapply(matrices, function(matrix) matrix$label, ""), lengths(names)), place)
    }
  }
  if (length(columns) == 0L) return(NULL)
  list(columns = lapply(names(columns), function(name) list(name = name, values = as.list(columns[[name]]))))
}

annotation_names <- function(matrix) vapply(matrix$annotations$columns, function(column) column$name, "")

#' The values of a column of a matrix's annotations, by sample; blank where it has no such column.
annotation_values <- function(matrix, name) {
  for (column in matrix$annotations$columns) if (identical(column$name, name)) return(unlist(column$values))
  rep("", ncol(matrix$values))
}

#' Results whose matrices carry what is known of their samples, unless the tool says it itself.
with_annotations <- function(tool, results, inputs) {
  for (id in intersect(matrix_ids(tool), names(results))) {
    if (inherits(results[[id]], "result_matrix") && is.null(results[[id]]$annotations)) {
      results[[id]]$annotations <- carried_annotations(colnames(results[[id]]$values), inputs)
    }
  }
  results
}

#' A tool's results with each matrix as a table: the gene or the set, then a column per sample.
matrices_as_tables <- function(tool, results) {
  for (id in intersect(matrix_ids(tool), names(results))) results[[id]] <- matrix_table(id, results[[id]], row_column(tool, id))
  results
}

matrix_ids <- function(tool) {
  names(tool$tables)[vapply(tool$tables, function(table) isTRUE(table$matrix), logical(1))]
}

#' The column of a matrix's row names.
row_column <- function(tool, id) names(tool$tables[[id]]$columns)[[1L]]

matrix_table <- function(id, matrix, rows) {
  if (!inherits(matrix, "result_matrix")) stop_contract("table ", id, " is declared as a matrix; give it by result_matrix()")
  values <- matrix$values
  if (!is.numeric(values) || is.null(rownames(values)) || is.null(colnames(values))) stop_contract("matrix ", id, " lacks names or numbers")
  if (!matrix$kind %in% c("counts", "log", "linear", "batch-corrected", "scores")) stop_contract("matrix ", id, " is of no known kind: ", matrix$kind)
  columns <- c(list(rownames(values)), lapply(seq_len(ncol(values)), function(j) unname(values[, j])))
  # A sample may be called as the column of names is.
  names(columns) <- make.unique(c(rows, colnames(values)))
  data.table::setDF(columns)
}

#' Write a matrix in the form of a parsed file.
#'
#' @param rows The column of its row names.
#' @return The manifest's entry: path, bytes, crc32, facts.
write_matrix <- function(id, matrix, folder, rows) {
  path <- file.path("tables", paste0(id, ".bin"))
  full <- file.path(folder, path)
  values <- matrix$values
  storage.mode(values) <- "double"
  write_serialized(list(
    values = values, kind = matrix$kind, identifiers = matrix$identifiers, platform = matrix$platform, annotations = matrix$annotations,
    log_base = matrix$log_base, row_titles = matrix$row_titles, about = matrix$about
  ), full)
  species <- guess_species(rownames(values), matrix$identifiers, matrix$platform)
  facts <- matrix_facts(
    values, measure_columns(values), matrix$kind, matrix$identifiers, rows, matrix$platform, species, matrix$annotations, matrix$log_base
  )
  if (!is.null(matrix$about)) {
    facts <- c(facts, list(softPower = matrix$about$power, softPowerWhy = matrix$about$why, networkType = matrix$about$network))
  }
  list(path = path, bytes = file.size(full), crc32 = digest::digest(file = full, algo = "crc32"), facts = facts)
}
