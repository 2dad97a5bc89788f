#' Mode `xlsx`: tables of a result as one workbook.
#'
#' @param request `tables`: list of `{path, sheet}`; `output`: path of the workbook, relative to `folder`; `notice`, where there is one,
#'   stands on a first sheet of its own.
run_xlsx <- function(request, folder) {
  workbook <- openxlsx::createWorkbook()
  header <- openxlsx::createStyle(textDecoration = "bold")
  if (!is.null(request$notice)) {
    openxlsx::addWorksheet(workbook, "说明")
    openxlsx::writeData(workbook, "说明", request$notice, colNames = FALSE)
  }
  for (table in request$tables) {
    sheet <- sheet_name(table$sheet)
    openxlsx::addWorksheet(workbook, sheet)
    write_cells(workbook, sheet, read_text_table(file.path(folder, table$path)), header)
    openxlsx::freezePane(workbook, sheet, firstRow = TRUE, firstCol = TRUE)
  }
  temporary <- file.path(folder, paste0(request$output, ".part.xlsx"))
  openxlsx::saveWorkbook(workbook, temporary, overwrite = TRUE)
  file.rename(temporary, file.path(folder, request$output))
}

#' A workbook knows no infinite number: it stands as a word among the numbers of its column.
#'
#' @param texts All cells as they stand in the file.
write_cells <- function(workbook, sheet, texts, header) {
  infinite <- lapply(texts, function(column) which(column %in% c("Inf", "-Inf")))
  cells <- texts
  for (i in which(lengths(infinite) > 0L)) cells[[i]][infinite[[i]]] <- ""
  cells <- numeric_columns(cells)
  numbers <- vapply(cells, is.numeric, logical(1))
  cells[!numbers] <- texts[!numbers]
  openxlsx::writeData(workbook, sheet, cells, headerStyle = header)
  for (i in which(numbers)) for (row in infinite[[i]]) {
    openxlsx::writeData(workbook, sheet, texts[[i]][[row]], startCol = i, startRow = row + 1L, colNames = FALSE)
  }
}

#' Excel refuses these characters in the name of a sheet, and more than 31 of any.
sheet_name <- function(name) substr(gsub("[][*?:/\\\\]", " ", name), 1L, 31L)
