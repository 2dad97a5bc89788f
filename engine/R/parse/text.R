#' Delimited text: separator, header and columns. The guard in front of it gives UTF-8 with decimal points.

HEAD_ROWS <- 200L

open_text <- function(path, given = NULL) {
  lines <- first_lines(path)
  if (any(grepl("^!(Series|Sample)_|^!series_matrix_table_begin", utils::head(lines, 5L)))) return(open_series(path))
  if (any(grepl("^\\^(DATABASE|DATASET|ANNOTATION|PLATFORM)", utils::head(lines, 5L), ignore.case = TRUE))) return(open_soft(path))
  start <- Position(function(line) !grepl("^\\s*$|^#", line), lines)
  # GCT: below its version stands a line with the numbers of rows and columns.
  if (grepl("^#1\\.2", lines[[1L]])) start <- start + 1L
  if (is.na(start)) stop_input("empty_file", "文件里没有内容，请检查后重新上传")
  separator <- guess_separator(lines[start:min(length(lines), start + 9L)])
  # A file of one column has no separator; in any other the guard has seen more lines than these.
  if (!is.null(given) && !is.null(separator)) separator <- given
  open_delimited(path, start, lines[start:length(lines)], separator)
}

#' The first lines of a text. fread judges a table by its first hundred lines: those are checked here.
first_lines <- function(path, n = HEAD_ROWS) {
  lines <- withCallingHandlers(
    readLines(path, n = n, warn = TRUE, encoding = "UTF-8"),
    warning = function(condition) {
      if (grepl("nul", conditionMessage(condition))) stop_input("not_text", "这个文件不是文本表格。请另存为 csv、tsv 或 xlsx 后再上传")
      tryInvokeRestart("muffleWarning")
    }
  )
  if (any(!validUTF8(lines))) stop_input("not_text", "这个文件不是文本表格，或编码认不出来。请另存为 UTF-8 的 csv 后再上传")
  lines[1L] <- sub("^\ufeff", "", lines[1L])
  lines
}

#' Tab, comma, semicolon, bar or blanks; NULL where the file has one column.
guess_separator <- function(lines) {
  lines <- lines[!grepl("^\\s*$", lines)]
  for (separator in c("\t", ",", ";", "|", " ")) {
    fields <- count_fields(lines, separator)
    fields <- fields[!is.na(fields)]
    # The first line counts: what parts the cells parts the names as well, a decimal comma does not.
    if (length(fields) == 0L || fields[[1L]] < 2L) next
    # Blanks also part the words of a title: they count only where every line agrees.
    if (separator == " " && (length(fields) < 3L || length(unique(fields[-1L])) > 1L)) next
    return(separator)
  }
  NULL
}

#' Fields of each line: 0 for a blank one, NA inside a quoted line end.
count_fields <- function(lines, separator, quote = "\"") {
  connection <- textConnection(lines)
  on.exit(close(connection))
  utils::count.fields(connection, sep = if (separator == " ") "" else separator, quote = quote, comment.char = "", blank.lines.skip = FALSE)
}

#' @param start Line of the header. @param lines The first lines from the header on.
#' @param quote What stands around a cell that holds separators; "" for none.
open_delimited <- function(path, start, lines, separator, findings = list(), quote = "\"") {
  header <- read_header(lines[[1L]], separator, quote)
  if (!is.null(separator)) check_first_rows(lines[-1L], start, separator, quote)
  # Of a table that is too wide to be looked at column by column the first rows are enough to tell what it is.
  head_rows <- if (is_too_wide(header)) WIDE_HEAD_ROWS else HEAD_ROWS
  read <- function(text, rows = Inf) read_columns(path, start, separator, header, text, rows, quote)
  head <- read(TRUE, head_rows)
  if (has_second_header(head$header, head$columns)) {
    refuse_several_values(head$header, head$columns)
    findings <- c(findings, list(second_header_finding(head$columns, start + 1L)))
    start <- start + which(nzchar(trimmed(lines[-1L])))[[1L]]
    head <- read(TRUE, head_rows)
  }
  list(
    kind = "text", header = header, first_line = start + 1L, findings = findings, head = head, read = function(text) read(text),
    read_first = function(columns) fread_columns(path, start, separator, TRUE, Inf, quote, NULL, seq_len(columns))
  )
}

WIDE_HEAD_ROWS <- 20L

read_header <- function(line, separator, quote) {
  if (is.null(separator)) return("")
  fields <- scan(
    text = line, what = "", sep = if (separator == " ") "" else separator, quote = quote, quiet = TRUE, na.strings = character(),
    comment.char = "", encoding = "UTF-8"
  )
  trimmed(fields)
}

#' fread skips rows of another length at the top without a word, taking them for a title: here they are an error.
check_first_rows <- function(lines, start, separator, quote) {
  fields <- count_fields(lines, separator, quote)
  if (anyNA(fields)) return(invisible())
  places <- which(fields > 0L)
  if (length(places) < 2L) return(invisible())
  usual <- as.integer(names(which.max(table(fields[places]))))
  other <- places[fields[places] != usual]
  if (length(other) > 0L) refuse_row(start + other[[1L]], usual, fields[[other[[1L]]]])
}

#' All columns below the header. What R itself takes for missing is read at once; other spellings of it cost fread half as
#' much again, and are looked for only where they have made texts of a column of numbers.
#'
#' @param text TRUE: every cell as text. FALSE: numbers where the whole column is made of them; the first column stays text.
#' @return `list(header, columns)`.
read_columns <- function(path, start, separator, header, text, rows, quote) {
  if (is.null(separator)) {
    lines <- readLines(path, n = if (is.finite(rows)) rows + start else -1L, encoding = "UTF-8", warn = FALSE)
    return(list(header = "", columns = list(sub("^\ufeff", "", lines[start:length(lines)]))))
  }
  columns <- fread_columns(path, start, separator, text, rows, quote, if (text) NULL else c("", "NA"))
  if (!text && any(vapply(columns[-1L], is.character, logical(1)))) {
    columns <- fread_columns(path, start, separator, text, rows, quote, MISSING_CELLS)
  }
  fit_header(header, columns)
}

#' @param missing Texts that stand for nothing, or NULL. @param select Places of the columns that are read, or NULL for all.
fread_columns <- function(path, start, separator, text, rows, quote, missing, select = NULL) {
  columns <- withCallingHandlers(
    tryCatch(
      data.table::fread(
        path,
        skip = start, nrows = rows, select = select, header = FALSE, sep = separator, quote = quote, encoding = "UTF-8",
        colClasses = if (text) "character" else list(character = 1L), na.strings = missing,
        integer64 = "double", strip.white = TRUE, blank.lines.skip = TRUE, fill = FALSE, data.table = FALSE, showProgress = FALSE
      ),
      error = function(condition) {
        if (inherits(condition, "oncoloom_input")) stop(condition)
        if (grepl("empty|no data|has no|skip=", conditionMessage(condition))) return(NULL)
        stop_input("not_a_table", "这个文件不像表格：各行的列对不上。请检查分隔符和引号，或从原来的软件重新导出 csv 或 txt，再上传")
      }
    ),
    warning = function(condition) {
      refuse_ragged(conditionMessage(condition))
      tryInvokeRestart("muffleWarning")
    }
  )
  if (nzchar(quote)) unescape_quotes(columns) else columns
}

#' fread leaves a quotation mark inside a quoted cell as the two that stand for it.
unescape_quotes <- function(columns) {
  for (i in which(vapply(columns, is.character, logical(1)))) {
    if (any(grepl("\"\"", columns[[i]], fixed = TRUE))) columns[[i]] <- gsub("\"\"", "\"", columns[[i]], fixed = TRUE)
  }
  columns
}

#' fread stops at a row of another length with a warning only: here it is an error.
refuse_ragged <- function(message) {
  stopped <- regmatches(message, regexec("Stopped early on line (\\d+)\\. Expected (\\d+) fields but found (\\d+)", message))[[1L]]
  if (length(stopped) == 4L) refuse_row(stopped[[2L]], stopped[[3L]], stopped[[4L]])
  if (grepl("Discarded single-line footer", message) && !grepl(TABLE_END, message)) {
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
