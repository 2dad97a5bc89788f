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
    cells <- numeric_columns(read_text_table(file.path(folder, table$path)))
    openxlsx::addWorksheet(workbook, sheet_name(table$sheet))
    openxlsx::writeData(workbook, sheet_name(table$sheet), cells, headerStyle = header)
    openxlsx::freezePane(workbook, sheet_name(table$sheet), firstRow = TRUE, firstCol = TRUE)
  }
  temporary <- file.path(folder, paste0(request$output, ".part.xlsx"))
  openxlsx::saveWorkbook(workbook, temporary, overwrite = TRUE)
  file.rename(temporary, file.path(folder, request$output))
}

#' Excel refuses these characters in the name of a sheet, and more than 31 of any.
sheet_name <- function(name) substr(gsub("[][*?:/\\\\]", " ", name), 1L, 31L)
