#' Tables of results: tab separated, UTF-8, no quotes, '' for a missing value; the first line names the columns.
#' Tabs and line ends inside a text become blanks, so that a line is always a row.

TEXT_TYPES <- c("gene", "text")

#' Do a tool's tables have exactly the declared names, columns and kinds of cells?
check_tables <- function(tool, tables) {
  if (!is.list(tables) || is.data.frame(tables)) stop_contract("analyse() did not return a named list of data frames")
  undeclared <- setdiff(names(tables), names(tool$tables))
  missing <- setdiff(names(tool$tables), names(tables))
  if (length(undeclared) > 0L) stop_contract("undeclared tables: ", paste(undeclared, collapse = ", "))
  if (length(missing) > 0L) stop_contract("missing tables: ", paste(missing, collapse = ", "))
  for (id in names(tool$tables)) check_table(id, tables[[id]], tool$tables[[id]])
}

check_table <- function(id, table, declaration) {
  if (!is.data.frame(table)) stop_contract("table ", id, " is no data frame")
  declared <- names(declaration$columns)
  own <- names(table)
  rest <- if (!is.null(declaration$rest)) own[!own %in% declared]
  if (!identical(own, append(declared, rest, rest_place(declaration))) || anyDuplicated(own)) {
    stop_contract("table ", id, " has columns ", paste(utils::head(own, 20L), collapse = ", "), "; declared: ", paste(declared, collapse = ", "))
  }
  types <- column_types(own, declaration)
  wrong <- own[!mapply(holds_type, table, types)]
  if (length(wrong) > 0L) stop_contract("table ", id, ": columns with cells of another type: ", paste(wrong, collapse = ", "))
}

#' How many declared columns stand before those that are named by the data.
rest_place <- function(declaration) {
  declared <- names(declaration$columns)
  if (is.null(declaration$restBefore)) length(declared) else match(declaration$restBefore, declared) - 1L
}

column_types <- function(names, declaration) {
  types <- unlist(declaration$columns)[names]
  types[is.na(types)] <- if (is.null(declaration$rest)) NA_character_ else declaration$rest
  unname(types)
}

holds_type <- function(column, type) {
  if (type %in% TEXT_TYPES) return(is.character(column) || is.factor(column))
  if (type == "flag") return(is.logical(column))
  is.numeric(column) || (is.logical(column) && all(is.na(column)))
}

#' Write a table; temporary name first, so that nobody reads half of one.
#'
#' @param below Folder inside the job's.
#' @return The manifest's entry: id, path, rows, columns, bytes, crc32 (against damage; the storage's own checksum is a SHA-256).
write_table <- function(id, table, folder, below = "tables") {
  path <- file.path(below, paste0(id, ".tsv"))
  full <- file.path(folder, path)
  dir.create(dirname(full), showWarnings = FALSE, recursive = TRUE)
  texts <- which(vapply(table, function(column) is.character(column) || is.factor(column), logical(1)))
  table <- as.list(table)
  for (i in texts) table[[i]] <- plain_cells(as.character(table[[i]]))
  for (i in setdiff(seq_along(table), texts)) table[[i]] <- exact_numbers(table[[i]])
  columns <- plain_cells(names(table))
  temporary <- paste0(full, ".part")
  # A large buffer is new memory for each of the small tables, and costs more than it saves.
  data.table::fwrite(
    data.table::setDF(table), temporary, buffMB = 1L, sep = "\t", quote = FALSE, na = "",
    eol = "\n", col.names = TRUE, row.names = FALSE, scipen = 0L, nThread = 1L, showProgress = FALSE
  )
  file.rename(temporary, full)
  list(
    id = id, path = path, rows = length(table[[1L]]), columns = as.list(columns),
    bytes = file.size(full), crc32 = digest::digest(file = full, algo = "crc32")
  )
}

#' Rows of an early table: a page shows what is known by now, the result has all. The server takes no more.
EARLY_ROWS <- 500L

#' What writes the early tables of a job: `early/ID.tsv`, checked like those of the result.
#'
#' @param tool The tool with its declaration. @param folder The job's folder.
#' @return Function of a table's id and a data frame; it gives the event `early` with `total`, the rows before the cut.
#' @section Errors: the contract's where the table is not declared, holds a matrix, or has other columns or cells than declared.
early_writer <- function(tool, folder) {
  function(table_id, rows) {
    declaration <- if (is.character(table_id) && length(table_id) == 1L) tool$tables[[table_id]]
    if (is.null(declaration)) stop_contract("early table ", table_id, " is not declared")
    if (table_id %in% matrix_ids(tool)) stop_contract("early table ", table_id, " is a matrix")
    rows <- declared_words(rows, declaration)
    check_table(table_id, rows, declaration)
    write_table(table_id, utils::head(rows, EARLY_ROWS), folder, "early")
    list(type = "early", table = table_id, total = nrow(rows))
  }
}

#' fwrite writes doubles below the smallest normal one (2.2e-308) as other numbers (data.table issue 2398), and P values of a large
#' comparison come there: a column that has any is written as texts of fwrite's 15 digits.
exact_numbers <- function(column) {
  if (!is.double(column) || !any(abs(column) < .Machine$double.xmin & column != 0, na.rm = TRUE)) return(column)
  texts <- sprintf("%.15g", column)
  texts[is.na(column)] <- ""
  texts
}

plain_cells <- function(cells) {
  cells[is.na(cells)] <- ""
  if (any(grepl("[\t\r\n]", cells, perl = TRUE))) gsub("[\t\r\n]+", " ", cells) else enc2utf8(cells)
}

#' Read a table of a result back exactly: texts stay texts, also where every cell looks like a number.
#'
#' @param declaration The table's entry in the catalogue.
read_table <- function(path, declaration) {
  names <- strsplit(readLines(path, n = 1L, encoding = "UTF-8"), "\t", fixed = TRUE)[[1L]]
  types <- column_types(names, declaration)
  texts <- is.na(types) | types %in% TEXT_TYPES
  classes <- ifelse(texts, "character", ifelse(types == "flag", "logical", "numeric"))
  cells <- read_cells(path, classes, missing = "")
  # A blank text is a text; only in columns of numbers and flags it means that there is none.
  for (i in which(texts)) cells[[i]][is.na(cells[[i]])] <- ""
  cells
}

#' All cells of a tab separated file as text.
read_text_table <- function(path) read_cells(path, "character", missing = NULL)

read_cells <- function(path, classes, missing) {
  data.table::fread(
    path, sep = "\t", quote = "", header = TRUE, colClasses = classes, na.strings = missing, strip.white = FALSE,
    encoding = "UTF-8", check.names = FALSE, fill = FALSE, data.table = FALSE, nThread = 1L, showProgress = FALSE
  )
}

#' A table of all parts, one below the other. @param parts Lists that hold a data frame, or NULL, by this name. @return Data frame.
bind_rows_of <- function(parts, name) plain_rows(do.call(rbind, unname(lapply(parts, `[[`, name))))

#' Rows of a data frame under their own numbers.
plain_rows <- function(table) {
  rownames(table) <- NULL
  table
}
