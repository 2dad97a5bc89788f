#' Bring the inputs of a request into memory, as `analyse` expects them.
#'
#' @param inputs List of `{name, type: 'matrix'|'table'|'cohort'|'genes'|'ranking'|'gene-sets'|'signature', path, label, types, several}`; `types`
#'   are the declared columns of a result's table, `several` says that a cohort is one of a list, `place` which of several matrices it is.
#' @return Named list: a matrix input is `list(values, kind, identifiers, label, …)`, a table input a data frame with the
#'   attribute `label`: what the user calls it, a cohort what `open_cohort` gives, or a list of such by their codes; several
#'   matrices are a list in their order. For lists, rankings and sets of genes see `read_gene_list`, `read_ranking`, `read_gene_sets`.
read_inputs <- function(inputs) {
  read <- list()
  for (input in inputs) {
    one <- read_input(input)
    if (isTRUE(input$several)) read[[input$name]][[one$about$code]] <- one
    else if (!is.null(input$place)) read[[input$name]][[input$place]] <- one
    else read[[input$name]] <- one
  }
  read
}

read_input <- function(input) {
  if (identical(input$type, "cohort")) return(open_cohort(input$path))
  if (identical(input$type, "matrix")) return(c(read_matrix_input(input$path, input$label), list(sha256 = input$sha256)))
  if (identical(input$type, "signature")) return(read_signature(input$path, input$label, input$sha256))
  if (identical(input$type, "genes")) return(read_gene_list(input$path, input$label))
  if (identical(input$type, "gene-sets")) return(read_gene_sets(input$path, input$label, input$collection))
  if (identical(input$type, "ranking")) return(read_ranking(input$path, input$label))
  table <- if (is.null(input$types)) read_once(input) else read_table(input$path, list(columns = input$types))
  attr(table, "label") <- input$label
  table
}

#' `read_table_input`, unless the job before has read the same bytes: of a child that is kept every preview sends the one that is looked at.
#'
#' The bytes are summed here: an input's own `sha256` is of what the user sent, and one file can be read in several ways.
#'
#' @param input With `name`, `path` and `sha256`; "" in the parent's rehearsals, which would leave their tables to every child.
read_once <- local({
  known <- list()
  function(input) {
    if (!isTRUE(nzchar(input$sha256))) return(read_table_input(input$path))
    bytes <- tools::md5sum(input$path)
    last <- known[[input$name]]
    if (identical(last$bytes, bytes)) return(last$table)
    table <- read_table_input(input$path)
    known[[input$name]] <<- list(bytes = bytes, table = table)
    table
  }
})

#' A parsed matrix: `values` is numeric with row and column names.
read_matrix_input <- function(path, label) {
  matrix <- read_serialized(path)
  matrix$label <- label
  matrix
}

#' `readRDS` would look for a compression first and read in small pieces; a plain file connection is twice as fast.
read_serialized <- function(path) {
  connection <- file(path, "rb", raw = TRUE)
  on.exit(close(connection))
  unserialize(connection)
}

#' A table from a parsed file (serialized), from JSON `{columns, rows}` or from a tab separated file.
#' Columns whose every cell is a number become numeric; all others are texts.
read_table_input <- function(path) {
  head <- readBin(path, "raw", 6L)
  if (identical(head[1:2], charToRaw("B\n")) && identical(head[4:6], as.raw(c(0, 0, 0)))) table <- read_serialized(path)$cells
  else if (grepl("\\.json$", path)) table <- rows_table(jsonlite::fromJSON(path, simplifyVector = FALSE))
  else table <- read_text_table(path)
  numeric_columns(table)
}

#' `{columns, rows}` into a data frame of texts; works for no rows and for one.
#'
#' @param parsed Lists, as they were written: to make a matrix of the rows while parsing takes seven times as long.
rows_table <- function(parsed) {
  columns <- as.character(unlist(parsed$columns))
  rows <- matrix(as.character(unlist(parsed$rows)), length(parsed$rows), length(columns), byrow = TRUE)
  cells <- lapply(seq_along(columns), function(i) rows[, i])
  names(cells) <- columns
  as.data.frame(cells, check.names = FALSE, stringsAsFactors = FALSE)
}

#' Signs that stand for nothing: of R, Stata, databases, GDC, and a spreadsheet's errors.
MISSING_SIGNS <- c(
  "", "NA", "na", "<NA>", "NaN", "nan", "N/A", "n/a", "#N/A", "#VALUE!", "#DIV/0!", "#REF!", "#NUM!", "#NAME?", "#NULL!", "null", "NULL",
  ".", "-", "--", "---", "'--", "未知", "不详", "缺失"
)
#' Words that say that nothing is known, of clinical tables; in square brackets as well, as TCGA writes them.
MISSING_WORDS <- c("not available", "not reported", "not applicable", "not evaluated", "not recorded", "unknown", "missing", "discrepancy")

#' @return The words in the four cases that people write, and each of these in square brackets.
spelled <- function(words) {
  first <- function(word) paste0(toupper(substr(word, 1L, 1L)), substring(word, 2L))
  titled <- vapply(strsplit(words, " ", fixed = TRUE), function(parts) paste(first(parts), collapse = " "), character(1))
  all <- unique(c(words, toupper(words), first(words), titled))
  c(all, paste0("[", all, "]"))
}

#' Cells that stand for nothing, in uploads and in tables alike. The same list for the browser and the server: packages/contract/src/cells.ts.
MISSING_CELLS <- c(MISSING_SIGNS, spelled(MISSING_WORDS))
NUMBER <- "^\\s*[-+]?(\\d+(?:\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?\\s*$"
#' Codes such as 007 are texts.
NUMBER_NO_CODE <- sub("^\\s*", "^\\s*(?!0\\d)", NUMBER, fixed = TRUE)
INFINITE <- "^\\s*[-+]?inf(inity)?\\s*$"

#' Is every cell a number, infinite or missing, and is there one number at least?
is_number_column <- function(cells) {
  present <- cells[!cells %in% MISSING_CELLS]
  numbers <- grepl(NUMBER_NO_CODE, present, perl = TRUE)
  any(numbers) && all(grepl(INFINITE, present[!numbers], ignore.case = TRUE))
}

numeric_columns <- function(table) {
  for (i in seq_along(table)) {
    cells <- table[[i]]
    if (!is.character(cells) || !is_number_column(cells)) next
    cells[cells %in% MISSING_CELLS] <- NA_character_
    table[[i]] <- as.numeric(cells)
  }
  table
}
