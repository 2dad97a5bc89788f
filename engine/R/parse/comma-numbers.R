#' Numbers with commas: decimals of half the world, thousands of the other half. What both readings fit is asked, for they differ by a thousand.

#' A whole cell: `0,585`, `4,907`, `1,234,567.8`, `1.234,5`.
COMMA_NUMBER <- "^[-+]?(\\d+,\\d+([eE][-+]?\\d+)?|[1-9]\\d{0,2}(,\\d{3})+(\\.\\d+)?|[1-9]\\d{0,2}(\\.\\d{3})+,\\d+)$"
#' Either; thousands for certain.
EITHER_COMMA <- "^[-+]?[1-9]\\d{0,2},\\d{3}$"
THOUSANDS_COMMA <- "^[-+]?[1-9]\\d{0,2}(,\\d{3})+(,\\d{3}|\\.\\d+)$"

#' What the commas of some cells are.
#'
#' Numbers below 1,000 without a comma beside those with one are thousands: of decimals none would be a whole number of three digits.
#' @param cells Texts of one measure. @return "none", "decimal", "thousands", or "unclear"; "mixed" where no one reading fits all.
comma_meaning <- function(cells) {
  cells <- unique(cells[!cells %in% MISSING_CELLS])
  commas <- grepl(COMMA_NUMBER, cells, perl = TRUE)
  if (!any(commas) || !all(commas | grepl(NUMBER, cells, perl = TRUE))) return("none")
  thousands <- any(grepl(THOUSANDS_COMMA, cells[commas], perl = TRUE))
  decimal <- !all(grepl(EITHER_COMMA, cells[commas], perl = TRUE) | grepl(THOUSANDS_COMMA, cells[commas], perl = TRUE))
  plain <- cells[!commas]
  points <- any(grepl(".", plain, fixed = TRUE))
  if (decimal) return(if (thousands || points) "mixed" else "decimal")
  if (thousands || points) return("thousands")
  size <- abs(as.numeric(plain))
  if (length(plain) >= 0.05 * length(cells) && any(size >= 100) && all(size < 1000)) "thousands" else "unclear"
}

#' Numbers without commas, by what these are.
without_commas <- function(cells, meaning) {
  numbers <- grepl(COMMA_NUMBER, cells, perl = TRUE)
  cells[numbers] <- if (meaning == "thousands") {
    gsub(",", "", cells[numbers], fixed = TRUE)
  } else {
    sub(",", ".", gsub(".", "", cells[numbers], fixed = TRUE), fixed = TRUE)
  }
  cells
}

comma_columns <- function(columns) {
  which(vapply(columns, function(cells) is.character(cells) && any(grepl(COMMA_NUMBER, cells, perl = TRUE)), logical(1)))
}

#' The samples of a matrix are one measure: what settles the commas of one cell settles those of all.
#'
#' @param columns Of the samples: texts, or numbers. @return `list(columns, meaning, findings)`.
read_matrix_commas <- function(columns) {
  written <- comma_columns(columns)
  if (length(written) == 0L) return(list(columns = columns, meaning = "none", findings = list()))
  meaning <- comma_meaning(unlist(lapply(columns, function(cells) unique(as.character(cells[!is.na(cells)])))))
  if (!meaning %in% c("decimal", "thousands")) return(list(columns = columns, meaning = meaning, findings = list()))
  columns[written] <- lapply(columns[written], function(cells) {
    plain <- without_commas(cells, meaning)
    if (all(plain %in% MISSING_CELLS | is.na(plain) | grepl(NUMBER, plain, perl = TRUE))) suppressWarnings(as.numeric(plain)) else plain
  })
  list(columns = columns, meaning = meaning, findings = list(commas_finding(meaning)))
}

#' Each column of a table is a measure of its own. @return `list(columns, findings)`.
read_table_commas <- function(header, columns) {
  written <- comma_columns(columns)
  meanings <- vapply(columns[written], comma_meaning, "")
  for (i in which(meanings %in% c("decimal", "thousands"))) columns[[written[[i]]]] <- without_commas(columns[[written[[i]]]], meanings[[i]])
  findings <- lapply(intersect(c("decimal", "thousands"), meanings), function(meaning) commas_finding(meaning, header[written[meanings == meaning]]))
  unclear <- written[meanings == "unclear"]
  if (length(unclear) > 0L) findings <- c(findings, unclear_findings(columns[unclear], "should"))
  list(columns = columns, findings = findings)
}

commas_finding <- function(meaning, header = NULL) {
  where <- if (is.null(header)) "数值" else sprintf("「%s」列", list_names(header))
  if (meaning == "decimal") return(new_finding("note", "decimal_comma", sprintf("%s用逗号作小数点，已按小数读入", where)))
  new_finding("note", "thousands_comma", sprintf("%s用逗号分开千位，已去掉逗号", where))
}

#' The question, with a remedy for each answer.
unclear_findings <- function(columns, level) {
  cell <- Find(function(text) grepl(COMMA_NUMBER, text, perl = TRUE), unlist(columns))
  decimal <- without_commas(cell, "decimal")
  thousands <- without_commas(cell, "thousands")
  detail <- "两种读法相差一千倍，请按数据的来源选一种；拿不准时请看原始数据，或请导出的人用小数点再导出一次"
  list(
    new_finding(
      level, "commas_unclear", sprintf("数值里的逗号看不出是小数点还是千位的分隔：「%s」可以是 %s，也可以是 %s", cell, decimal, thousands),
      detail = detail, fix = list(label = paste0("是小数：", decimal), file = "commas_decimal")
    ),
    new_finding(level, "commas_thousands", "如果逗号分开的是千位", fix = list(label = paste0("是千位：", thousands), file = "commas_thousands"))
  )
}

#' A matrix of which nobody has told yet what its commas are: shown as a table.
unclear_result <- function(split, findings) {
  shown <- seq_len(min(length(split$samples), PREVIEW_COLUMNS))
  cells <- as.data.frame(c(list(as.character(split$ids)), lapply(split$columns[shown], as.character)), stringsAsFactors = FALSE)
  names(cells) <- c(if (nzchar(split$identifier_column)) split$identifier_column else "gene", split$samples[shown])
  result <- table_result(cells, c(findings, unclear_findings(split$columns, "must")), "genes", names(cells)[[1L]])
  result$binary <- list()
  result
}
