# Numbers as people write them into tables: 1,234; 12%; 1.2×10^-5; <0.001. The browser and the server read them alike:
# packages/tool-kit/src/inputs/written-numbers.ts; both are tested on packages/tool-kit/tests/written-numbers.json.

WRITTEN <- "[-+]?(\\d+(?:\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?"
# `chartr` takes a hyphen for a range unless it stands last.
FULL_WIDTH <- c(from = "０１２３４５６７８９．，＋％＜＞（）　×－", to = "0123456789.,+%<>() x-")
SUPERSCRIPTS <- c(from = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", to = "0123456789+-")
#' Bytes of the longest number; blanks around it do not count.
NUMBER_BYTES <- 400L
#' Unreadable cells that a finding names.
UNREADABLE_SHOWN <- 3L

#' The number that each cell writes.
#'
#' @param cells Character or factor. @param bounds TRUE for P: "<0.001" is read as its bound, and stars and a leading "P =" are dropped.
#' @return Numeric, NA where a cell is missing or no number; codes such as 007 are none. A percentage is its share: 5% is 0.05.
written_numbers <- function(cells, bounds = FALSE) {
  # `chartr` takes time that grows with the square of a text of several bytes a sign.
  too_long <- function(cells) which(nchar(cells, "bytes") > NUMBER_BYTES)
  cells <- as.character(cells)
  long <- too_long(cells)
  cells[long] <- trimmed(cells[long], "\t\r\n \u3000")
  cells[too_long(cells)] <- NA
  text <- trimmed(chartr(FULL_WIDTH[["from"]], FULL_WIDTH[["to"]], cells))
  raised <- grepl("[⁰¹²³⁴⁵⁶⁷⁸⁹]", text)
  text[raised] <- chartr(SUPERSCRIPTS[["from"]], SUPERSCRIPTS[["to"]], text[raised])
  text <- gsub("[−–—]", "-", text)
  if (bounds) text <- sub("\\s*\\*+$", "", sub("^[<>≤≥]=?\\s*", "", sub("^[Pp]\\s*(?:=\\s*)?(?=[<>≤≥\\d.])", "", text, perl = TRUE)))
  numbers <- rep(NA_real_, length(text))
  is <- function(pattern) which(is.na(numbers) & grepl(pattern, text, perl = TRUE))
  plain <- is(sprintf("^(?!0\\d)%s$", WRITTEN))
  numbers[plain] <- as.numeric(text[plain])
  endless <- is("^[-+]?(?i)inf(inity)?$")
  numbers[endless] <- ifelse(startsWith(text[endless], "-"), -Inf, Inf)
  parted <- is("^[-+]?[1-9]\\d{0,2}(,\\d{3})+(\\.\\d+)?$")
  numbers[parted] <- as.numeric(gsub(",", "", text[parted], fixed = TRUE))
  percent <- is(sprintf("^%s\\s*%%$", WRITTEN))
  numbers[percent] <- as.numeric(sub("\\s*%$", "", text[percent])) / 100
  powers <- is(sprintf("^%s\\s*[x*·]\\s*10\\s*(\\^\\s*\\(?[-+]?|[-+])\\d+\\)?$", WRITTEN))
  parts <- sub("\\s*[x*·]\\s*10\\s*\\^?\\s*\\(?", "e", text[powers])
  numbers[powers] <- as.numeric(sub(")", "", parts, fixed = TRUE))
  bare <- is("^10\\^\\(?[-+]?\\d+\\)?$")
  numbers[bare] <- as.numeric(paste0("1e", gsub("10^|[()]", "", sub("^10\\^", "", text[bare]))))
  numbers
}

#' Can this column be used as numbers: are most of its cells that are there numbers?
is_written_numbers <- function(column, bounds = FALSE) {
  if (is.numeric(column)) return(TRUE)
  present <- column[!trimmed(column) %in% MISSING_CELLS]
  length(present) > 0L && mean(!is.na(written_numbers(present, bounds))) > 0.5
}

#' Columns of texts that hold nothing but numbers as people write them, such as 1,234 and 45%, as numbers; all other columns stay.
numbers_as_written <- function(table) {
  for (i in which(vapply(table, is.character, logical(1)))) {
    cells <- trimmed(table[[i]])
    present <- !is.na(cells) & !cells %in% MISSING_CELLS
    numbers <- written_numbers(cells)
    if (any(present) && !anyNA(numbers[present])) table[[i]] <- numbers
  }
  table
}

#' A column of a table as numbers. Cells that are none are left out, and said with their lines.
#'
#' @param table Data frame of a table input. @param column Its name. @param field The parameter that named it. @param bounds See `written_numbers`.
#' @return Numeric, one for each row.
#' @section Errors: `stop_input` where the column is not there or holds no number.
read_numbers <- function(table, column, field, job, bounds = FALSE) {
  values <- table[[column]]
  if (is.null(values)) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", column), field)
  if (is.numeric(values)) return(as.numeric(values))
  cells <- trimmed(as.character(values))
  numbers <- written_numbers(cells, bounds)
  lost <- which(is.na(numbers) & !is.na(cells) & !cells %in% MISSING_CELLS)
  if (all(is.na(numbers))) {
    stop_input("no_numbers", sprintf("「%s」这一列里没有数字%s。请改选别的列", column, if (length(lost) == 0L) "" else sprintf("，例如「%s」",
      cells[[lost[[1L]]]])), field)
  }
  if (length(lost) > 0L) {
    shown <- utils::head(lost, UNREADABLE_SHOWN)
    job$finding("should", "not_numbers", told(
      "「%s」列有 %s 格不是数字，没有用：%s%s。要用的请改成数字", "%2$s cells of “%1$s” are no numbers and were not used: %3$s%4$s",
      column, format_count(length(lost)), told(
        paste(sprintf("第 %d 行「%s」", shown, cells[shown]), collapse = "、"), paste(sprintf("“%2$s” in row %1$d", shown, cells[shown]), collapse = ", ")
      ), if (length(lost) > UNREADABLE_SHOWN) told(" 等", " and others") else ""
    ), field = field)
  }
  numbers
}
