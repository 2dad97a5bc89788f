#' Rows above and below the names of columns that are no data: titles, notes, names of groups over several samples, units.

#' Titles and notes above a header. The guard leaves those of a text out (apps/server/src/files/intake/header-lines.ts), by the same rules.
TITLES_MAX <- 10L
#' Rows below a line that tell what its columns hold.
ROWS_COMPARED <- 20L

#' Rows of a sheet above the one that names its columns.
#'
#' @param cells Its first rows: a data frame of texts, NA where there is nothing. @return Their number.
title_rows <- function(cells) {
  filled <- rowSums(!is.na(cells))
  usual <- max(filled[-1L], 0L)
  if (usual < 2L) return(0L)
  candidates <- which(filled >= usual - 1L & filled >= 2L)
  header <- candidates[candidates <= TITLES_MAX + 1L][1L]
  # Over the names of samples may stand those of their groups, in fewer cells.
  named <- Find(function(row) names_columns(cells, row) && all(filled[seq_len(row - 1L)] < filled[[row]]), candidates[candidates <= TITLES_MAX + 1L])
  if (!is.null(named)) return(named - 1L)
  if (is.na(header) || any(filled[seq_len(header - 1L)] > 1L)) 0L else header - 1L
}

#' Does a row name columns: is it words, or names of samples, where there are numbers below it?
names_columns <- function(cells, row) {
  below <- cells[row + seq_len(min(ROWS_COMPARED, nrow(cells) - row)), , drop = FALSE]
  numbers <- which(vapply(below, function(column) any(!is.na(column)) && mostly_numbers(column[!is.na(column)]), logical(1)))
  length(numbers) > 0L && !any(grepl(NUMBER, unlist(cells[row, numbers]), perl = TRUE))
}

#' What a patient's row may hold in the place of several numbers.
UNKNOWN_WORDS <- "^(unknown|not .*|none|missing|未知|不详|未查|无|\\[.*\\]|'?--+)$"
UNIT_WORDS <- paste0(
  "^[(（\\[]?(years?|months?|weeks?|days?|yrs?|mos?|岁|年|月|周|天|日|kg|g|cm|mm|%|[munpμ]?[gmU]+(ol)?/[dmuμ]?L|0/1|1/0|数值|number|string|numeric|",
  "float|int(eger)?)[)）\\]]?$"
)

#' Is the first row below the header one of words under names of numbers, such as the second header of Firehose (`normalized_count`) or units?
has_second_header <- function(header, columns) {
  if (length(columns) < 3L || length(columns[[1L]]) < 3L) return(FALSE)
  # Of a wide table a part tells it as well.
  numbers <- 1L + which(vapply(utils::head(columns[-1L], 200L), function(cells) is_number_column(cells[-1L]), logical(1)))
  words <- vapply(columns, `[[`, "", 1L)
  over <- words[numbers]
  if (length(numbers) < 2L || any(over %in% MISSING_CELLS | grepl(NUMBER, over, perl = TRUE) | grepl(COMMA_NUMBER, over, perl = TRUE))) return(FALSE)
  if (any(grepl(UNKNOWN_WORDS, over, ignore.case = TRUE, perl = TRUE) | grepl(INFINITE, over, ignore.case = TRUE))) return(FALSE)
  repeated <- length(unique(over)) <= max(1L, length(over) %/% 2L)
  repeated || words[[1L]] == "" || is_name_header(words[[1L]]) || all(grepl(UNIT_WORDS, over, ignore.case = TRUE, perl = TRUE))
}

#' @param columns The first rows. @param line Of the row in the file.
second_header_finding <- function(columns, line) {
  words <- unique(vapply(columns, `[[`, "", 1L))
  new_finding("note", "second_header", sprintf("第 %d 行不是数据（%s），已略过", line, list_names(words[nzchar(words)])))
}

#' Firehose's raw counts have three columns for each sample, told apart by the second header: only their owner knows which is wanted.
refuse_several_values <- function(header, columns) {
  words <- vapply(columns, `[[`, "", 1L)
  if (!anyDuplicated(header[-1L]) || anyDuplicated(paste(header, words))) return(invisible())
  stop_input("several_values", sprintf(
    "每个样本有几列，由第 2 行区分（%s），不能当作一张矩阵。请只留下要用的一种（做差异分析用计数），删去第 2 行，再上传", list_names(unique(words[-1L]))
  ))
}
