#' A workbook: its first sheet that holds anything.
open_xlsx <- function(path) {
  sheets <- tryCatch(readxl::excel_sheets(path), error = function(condition) {
    stop_input("not_xlsx", "这个文件打不开，不是完好的 xlsx。请用 Excel 另存为 xlsx 或 csv 后再上传")
  })
  for (sheet in sheets) {
    head <- read_sheet(path, sheet, "text", HEAD_ROWS + 1L)
    if (nrow(head) > 0L && ncol(head) > 0L) return(sheet_source(path, sheet, sheets, head))
  }
  stop_input("empty_file", "工作簿里没有内容，请检查后重新上传")
}

sheet_source <- function(path, sheet, sheets, head) {
  header <- trimws(unlist(head[1L, ], use.names = FALSE))
  header[is.na(header)] <- ""
  findings <- list()
  if (length(sheets) > 1L) {
    findings <- list(new_finding("note", "first_sheet", sprintf("工作簿有 %d 张表，读取的是「%s」", length(sheets), sheet)))
  }
  list(
    kind = "xlsx", header = header, first_line = 2L, findings = findings,
    head = list(header = header, columns = text_columns(head[-1L, , drop = FALSE])),
    read_first = function(columns) text_columns(read_sheet(path, sheet, "text", Inf, skip = 1L, width = columns)),
    read = function(text) {
      cells <- read_sheet(path, sheet, if (text) "text" else c("text", rep("numeric", length(header) - 1L)), Inf, skip = 1L, width = length(header))
      list(header = header, columns = if (text) text_columns(cells) else unname(as.list(cells)))
    }
  )
}

text_columns <- function(cells) {
  lapply(unname(as.list(cells)), function(column) {
    column[is.na(column)] <- ""
    trimws(column)
  })
}

#' @param width Columns of the header: a sheet's used range may be wider below it.
read_sheet <- function(path, sheet, types, rows, skip = 0L, width = NULL) {
  range <- if (is.null(width)) NULL else readxl::cell_limits(c(skip + 1L, 1L), c(NA, width), sheet = sheet)
  withCallingHandlers(
    readxl::read_excel(
      path,
      sheet = sheet, range = range, col_names = FALSE, col_types = types, n_max = rows, trim_ws = TRUE, na = MISSING_CELLS,
      .name_repair = "minimal", progress = FALSE
    ),
    warning = function(condition) {
      refuse_sheet_text(conditionMessage(condition))
      tryInvokeRestart("muffleWarning")
    },
    message = function(condition) tryInvokeRestart("muffleMessage")
  )
}

refuse_sheet_text <- function(message) {
  found <- regmatches(message, regexec("Expecting numeric in ([A-Z]+)(\\d+) .*: got '(.*)'", message))[[1L]]
  if (length(found) == 4L) {
    stop_input("text_in_numbers", sprintf("%s 列第 %s 行是「%s」，不是数字。请改成数字，或清空这个格子，再上传", found[[2L]], found[[3L]], substr(found[[4L]], 1L, 40L)))
  }
}
