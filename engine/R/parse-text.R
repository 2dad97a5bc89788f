#' Delimited text: separator, header and columns.

MISSING_TEXTS <- c("", "NA", "NaN", "nan", "N/A", "n/a", "#N/A", "#VALUE!", "#DIV/0!", "#REF!", "null", "NULL", "-")
HEAD_ROWS <- 200L

open_text <- function(path, given = NULL) {
  lines <- first_lines(path)
  if (any(grepl("^!(Series|Sample)_|^!series_matrix_table_begin", utils::head(lines, 5L)))) return(open_series(path))
  start <- match(TRUE, !grepl("^\\s*$|^#", lines))
  if (is.na(start)) stop_input("empty_file", "文件里没有内容，请检查后重新上传")
  separator <- guess_separator(lines[start:min(length(lines), start + 9L)])
  # A file of one column has no separator; in any other the guard has seen more lines than these.
  if (!is.null(given) && !is.null(separator)) separator <- given
  open_delimited(path, start, separator, decimal_mark(lines, start, separator))
}

first_lines <- function(path, n = 60L) {
  lines <- withCallingHandlers(
    readLines(path, n = n, warn = TRUE, encoding = "UTF-8"),
    warning = function(condition) {
      if (grepl("nul", conditionMessage(condition))) stop_input("not_text", "这个文件不是文本表格。请另存为 csv、tsv 或 xlsx 后再上传")
      tryInvokeRestart("muffleWarning")
    }
  )
  if (any(!validUTF8(lines))) stop_input("not_text", "这个文件不是文本表格，或编码认不出来。请另存为 UTF-8 的 csv 后再上传")
  sub("^\ufeff", "", lines)
}

#' Tab, comma, semicolon, bar or blanks; NULL where the file has one column.
guess_separator <- function(lines) {
  lines <- lines[!grepl("^\\s*$", lines)]
  for (separator in c("\t", ",", ";", "|", " ")) {
    fields <- utils::count.fields(textConnection(lines), sep = if (separator == " ") "" else separator, quote = "\"", comment.char = "")
    fields <- fields[!is.na(fields)]
    if (length(fields) == 0L || max(fields) < 2L) next
    # Blanks also part the words of a title: they count only where every line agrees.
    if (separator == " " && (length(fields) < 3L || length(unique(fields[-1L])) > 1L)) next
    return(separator)
  }
  NULL
}

#' Semicolons usually come with decimal commas.
decimal_mark <- function(lines, start, separator) {
  if (identical(separator, ";") && any(grepl("(^|;)\"?-?\\d+,\\d+\"?(;|$)", lines[-seq_len(start)]))) "," else "."
}

#' @param start Line of the header.
open_delimited <- function(path, start, separator, decimal = ".", findings = list()) {
  header <- read_header(path, start, separator)
  read <- function(text, rows = Inf) read_columns(path, start, separator, decimal, header, text, rows)
  list(
    kind = "text", header = header, first_line = start + 1L, findings = findings,
    head = read(TRUE, HEAD_ROWS), read = function(text) read(text)
  )
}

read_header <- function(path, start, separator) {
  if (is.null(separator)) return("")
  fields <- data.table::fread(
    path,
    skip = start - 1L, nrows = 1L, header = FALSE, sep = separator, quote = "\"", colClasses = "character",
    na.strings = NULL, encoding = "UTF-8", data.table = FALSE, showProgress = FALSE, fill = TRUE
  )
  trimws(unlist(fields, use.names = FALSE))
}

#' All columns below the header.
#'
#' @param text TRUE: every cell as text. FALSE: numbers where the whole column is made of them; the first column stays text.
#' @return `list(header, columns)`.
read_columns <- function(path, start, separator, decimal, header, text, rows) {
  if (is.null(separator)) {
    lines <- readLines(path, n = if (is.finite(rows)) rows + start else -1L, encoding = "UTF-8", warn = FALSE)
    return(list(header = "", columns = list(sub("^\ufeff", "", lines[start:length(lines)]))))
  }
  columns <- withCallingHandlers(
    tryCatch(
      data.table::fread(
        path,
        skip = start, nrows = rows, header = FALSE, sep = separator, dec = decimal, quote = "\"", encoding = "UTF-8",
        colClasses = if (text) "character" else list(character = 1L), na.strings = if (text) NULL else MISSING_TEXTS,
        integer64 = "double", strip.white = TRUE, blank.lines.skip = TRUE, fill = FALSE, data.table = FALSE, showProgress = FALSE
      ),
      error = function(condition) {
        if (inherits(condition, "oncoloom_input")) stop(condition)
        if (grepl("empty|no data|has no|skip=", conditionMessage(condition))) return(NULL)
        stop_input("not_a_table", "这个文件不像表格：各行的列对不上。请用 Excel 打开检查，另存为 csv 后再上传")
      }
    ),
    warning = function(condition) {
      refuse_ragged(conditionMessage(condition))
      tryInvokeRestart("muffleWarning")
    }
  )
  fit_header(header, columns)
}

#' fread stops at a row of another length with a warning only: here it is an error.
refuse_ragged <- function(message) {
  stopped <- regmatches(message, regexec("Stopped early on line (\\d+)\\. Expected (\\d+) fields but found (\\d+)", message))[[1L]]
  if (length(stopped) == 4L) refuse_row(stopped[[2L]], stopped[[3L]], stopped[[4L]])
  if (grepl("Discarded single-line footer", message) && !grepl("series_matrix_table_end", message, fixed = TRUE)) {
    stop_input("ragged_rows", "最后一行的列数与其他行不同，可能是注释，也可能是文件没有下载完。请补齐或删去这一行，再上传")
  }
}

refuse_row <- function(line, expected, found) {
  stop_input("ragged_rows", sprintf("第 %s 行有 %s 列，其他行有 %s 列。请补齐空格子或删去多余的，再上传", line, found, expected))
}

#' Give the columns their names. Where the header is one short, the column of row names has none (R's write.table);
#' where rows end with a separator, the column behind it is empty.
fit_header <- function(header, columns) {
  if (is.null(columns) || length(columns) == 0L) return(list(header = header, columns = list()))
  columns <- as.list(unname(columns))
  given <- length(header)
  found <- length(columns)
  if (found == given + 1L) {
    if (is_blank(columns[[found]])) columns <- columns[-found]
    else header <- c("", header)
  } else if (found < given && all(header[-seq_len(found)] == "")) {
    header <- header[seq_len(found)]
  } else if (found != given) {
    stop_input("header_length", sprintf("第一行有 %d 列，下面的数据有 %d 列。第一行要给每一列一个名字，请改好再上传", given, found))
  }
  list(header = header, columns = columns)
}

is_blank <- function(column) all(blank_cells(column))
blank_cells <- function(column) if (is.character(column)) is.na(column) | !nzchar(column) else is.na(column)
