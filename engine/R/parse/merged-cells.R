#' Merged cells of a sheet: only the first of each holds its value, the others look empty.

#' A sheet of more bytes than this is no table that somebody made by hand, and is not looked through.
MERGED_BYTES <- 2e7

#' Cells that are merged over rows.
#'
#' @param path A workbook. @param place Of the sheet, from 1. @return Data frame `column`, `first`, `last`: numbers of the sheet's columns and rows.
merged_rows <- function(path, place) {
  none <- data.frame(column = integer(), first = integer(), last = integer())
  part <- sheet_part(path, place)
  if (is.null(part)) return(none)
  found <- regmatches(part, gregexpr("<(\\w+:)?mergeCell\\s[^<>]*ref=\"[A-Z]{1,3}\\d{1,7}:[A-Z]{1,3}\\d{1,7}\"", part, perl = TRUE))[[1L]]
  if (length(found) == 0L) return(none)
  corners <- regmatches(found, regexec("ref=\"([A-Z]+)(\\d+):[A-Z]+(\\d+)\"", found))
  rows <- vapply(corners, function(corner) as.integer(corner[3:4]), integer(2))
  merged <- data.frame(column = vapply(corners, function(corner) column_number(corner[[2L]]), 1), first = rows[1L, ], last = rows[2L, ])
  merged[merged$last > merged$first, , drop = FALSE]
}

#' "AB" → 28.
column_number <- function(letters) Reduce(function(sum, letter) sum * 26 + match(letter, LETTERS), strsplit(letters, "")[[1L]], 0)

#' The XML of a worksheet, or NULL where it is too large or not found.
sheet_part <- function(path, place) {
  parts <- utils::unzip(path, list = TRUE)
  read <- function(name) {
    size <- parts$Length[match(name, parts$Name)]
    if (is.na(size) || size > MERGED_BYTES) return(NULL)
    connection <- unz(path, name, "rb")
    on.exit(close(connection))
    readChar(connection, size, useBytes = TRUE)
  }
  tags <- function(text, name) regmatches(text, gregexpr(sprintf("<(\\w+:)?%s\\s[^<>]*>", name), text, perl = TRUE))[[1L]]
  value <- function(tag, key) sub(sprintf(".*\\s%s=\"([^\"]*)\".*", key), "\\1", tag, perl = TRUE)
  book <- read("xl/workbook.xml")
  links <- read("xl/_rels/workbook.xml.rels")
  sheets <- if (is.null(book)) character() else tags(book, "sheet")
  if (is.null(links) || length(sheets) < place) return(NULL)
  link <- Find(function(tag) value(tag, "Id") == value(sheets[[place]], "r:id"), tags(links, "Relationship"))
  if (is.null(link)) return(NULL)
  target <- value(link, "Target")
  read(if (startsWith(target, "/")) substring(target, 2L) else paste0("xl/", target))
}

#' Columns with the value of each merged cell in all its rows.
#'
#' @param columns Of a sheet, from its first one on. @param merged See `merged_rows`. @param line The sheet's row of their first cells.
fill_merged <- function(columns, merged, line) {
  for (i in seq_len(nrow(merged))) {
    column <- merged$column[[i]]
    if (column > length(columns)) next
    rows <- seq(merged$first[[i]], merged$last[[i]]) - line + 1L
    rows <- rows[rows <= length(columns[[column]])]
    if (length(rows) > 1L && rows[[1L]] >= 1L) columns[[column]][rows[-1L]] <- columns[[column]][[rows[[1L]]]]
  }
  columns
}
