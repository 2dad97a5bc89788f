#' A workbook: its first sheet that holds anything.
open_xlsx <- function(path) {
  sheets <- tryCatch(readxl::excel_sheets(path), error = function(condition) {
    stop_input("not_xlsx", "这个文件打不开，不是完好的 xlsx。请在 Excel 或 WPS 里另存一份 xlsx，再上传")
  })
  for (place in seq_along(sheets)) {
    head <- read_sheet(path, sheets[[place]], "text", 1L, TITLES_MAX + HEAD_ROWS)
    filled <- which(rowSums(!is.na(head)) > 0L)
    if (length(filled) > 0L) return(sheet_source(path, place, sheets, head[seq_len(max(filled)), , drop = FALSE]))
  }
  stop_input("empty_file", "工作簿里没有内容，请检查后重新上传")
}

#' @param head The sheet's first rows, as texts.
sheet_source <- function(path, place, sheets, head) {
  sheet <- sheets[[place]]
  merged <- merged_rows(path, place)
  head <- as.data.frame(fill_merged(as.list(head), merged, 1L), optional = TRUE)
  titles <- title_rows(head)
  header <- trimmed(unlist(head[titles + 1L, ], use.names = FALSE))
  header[is.na(header)] <- ""
  columns <- text_columns(head[-seq_len(titles + 1L), , drop = FALSE])
  line <- titles + 2L
  findings <- list(
    if (length(sheets) > 1L) new_finding("note", "first_sheet", sprintf("工作簿有 %d 张表，读取的是「%s」", length(sheets), sheet)),
    title_finding(head, titles),
    if (any(merged$last >= line)) new_finding("note", "merged_cells", sprintf("有 %d 处合并的单元格，已在所合并的各行填上同一个值", sum(merged$last >= line)))
  )
  if (length(columns) > 0L && has_second_header(header, columns)) {
    refuse_several_values(header, columns)
    findings <- c(findings, list(second_header_finding(columns, line)))
    columns <- lapply(columns, `[`, -1L)
    line <- line + 1L
  }
  # Beside the numbers of samples stand words about genes, and numbers that are texts.
  numeric <- !is_annotation_header(header) & vapply(columns, is_read_as_number, logical(1))
  types <- c("text", ifelse(numeric, "numeric", "text")[-1L])
  list(
    kind = "xlsx", header = header, first_line = line, findings = Filter(Negate(is.null), findings),
    head = list(header = header, columns = columns),
    read_first = function(columns) text_columns(read_sheet(path, sheet, "text", line, width = columns)),
    read = function(text) {
      cells <- read_sheet(path, sheet, if (text) "text" else types, line, width = length(header))
      list(header = header, columns = fill_merged(if (text) text_columns(cells) else unname(as.list(cells)), merged, line))
    }
  )
}

#' Numbers but for some cells, which are told where they stand; not numbers with commas, which are texts in a sheet.
is_read_as_number <- function(cells) mostly_numbers(cells) && !any(grepl(COMMA_NUMBER, cells, perl = TRUE))

title_finding <- function(head, titles) {
  texts <- unlist(head[seq_len(titles), ], use.names = FALSE)
  texts <- texts[!is.na(texts)]
  if (length(texts) == 0L) return(NULL)
  new_finding("note", "title_lines", sprintf(
    "表头上面有 %d 行不是数据（「%s」%s），已略过", titles, substr(texts[[1L]], 1L, 40L), if (length(texts) > 1L) " 等" else ""
  ))
}

text_columns <- function(cells) {
  lapply(unname(as.list(cells)), function(column) {
    column[is.na(column)] <- ""
    trimmed(column)
  })
}

#' @param from,rows The first row, and how many; NULL for all. @param width Columns of the header: a sheet's used range may be wider below it.
read_sheet <- function(path, sheet, types, from, rows = NULL, width = NULL) {
  last <- c(if (is.null(rows)) NA else from + rows - 1L, if (is.null(width)) NA else width)
  range <- readxl::cell_limits(c(from, 1L), last, sheet = sheet)
  withCallingHandlers(
    readxl::read_excel(
      path,
      sheet = sheet, range = range, col_names = FALSE, col_types = types, trim_ws = TRUE, na = MISSING_CELLS,
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
