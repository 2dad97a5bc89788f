#' Reporting lists of prognostic studies, with what a run can fill in. Items in our own words, numbered as published: REMARK (McShane and others,
#' J Natl Cancer Inst 2005;97:1180), TRIPOD+AI (Collins and others, BMJ 2024;385:e078378).

LEFT_TO_AUTHORS <- "请作者填写"

#' Columns: list, number, which answer of the run fills it ("": none can). What each asks for stands in packages/tool-kit/src/composers/reporting.ts.
REPORTING_ITEMS <- matrix(c(
  "REMARK", "1", "",
  "REMARK", "2", "patients",
  "REMARK", "3", "",
  "REMARK", "4", "",
  "REMARK", "5", "assay",
  "REMARK", "6", "follow_up",
  "REMARK", "7", "endpoint",
  "REMARK", "8", "candidates",
  "REMARK", "9", "events",
  "REMARK", "10", "methods",
  "REMARK", "11", "cutoff",
  "REMARK", "12", "flow",
  "REMARK", "13", "",
  "REMARK", "14", "",
  "REMARK", "15", "univariable",
  "REMARK", "16", "multivariable",
  "REMARK", "17", "",
  "REMARK", "18", "validation",
  "REMARK", "19", "limits",
  "REMARK", "20", "",
  "TRIPOD+AI", "1", "title",
  "TRIPOD+AI", "2", "",
  "TRIPOD+AI", "3", "",
  "TRIPOD+AI", "4", "validation",
  "TRIPOD+AI", "5", "patients",
  "TRIPOD+AI", "6", "flow",
  "TRIPOD+AI", "7", "assay",
  "TRIPOD+AI", "8", "endpoint",
  "TRIPOD+AI", "9", "candidates",
  "TRIPOD+AI", "10", "events",
  "TRIPOD+AI", "11", "missing",
  "TRIPOD+AI", "12", "methods",
  "TRIPOD+AI", "13", "imbalance",
  "TRIPOD+AI", "14", "",
  "TRIPOD+AI", "15", "cutoff",
  "TRIPOD+AI", "16", "difference",
  "TRIPOD+AI", "17", "",
  "TRIPOD+AI", "18", "software",
  "TRIPOD+AI", "19", "",
  "TRIPOD+AI", "20", "flow",
  "TRIPOD+AI", "21", "events",
  "TRIPOD+AI", "22", "model",
  "TRIPOD+AI", "23", "performance",
  "TRIPOD+AI", "24", "",
  "TRIPOD+AI", "25", "",
  "TRIPOD+AI", "26", "limits",
  "TRIPOD+AI", "27", ""
), ncol = 3L, byrow = TRUE)

#' The lists with the answers of a run.
#'
#' @param answers Named character: sentences by the names above; absent or NA: the run cannot tell.
#' @return Data frame `list`, `item`, `asks`, `answer`, `filled` (flag).
reporting_list <- function(answers) {
  unknown <- setdiff(names(answers), REPORTING_ITEMS[, 3L])
  if (length(unknown) > 0L) stop_contract("no item of the reporting lists asks for: ", paste(unknown, collapse = ", "))
  answer <- unname(answers[REPORTING_ITEMS[, 3L]])
  data.frame(
    list = REPORTING_ITEMS[, 1L], item = REPORTING_ITEMS[, 2L], asks = paste(REPORTING_ITEMS[, 1L], REPORTING_ITEMS[, 2L]),
    answer = ifelse(is.na(answer), LEFT_TO_AUTHORS, answer), filled = !is.na(answer)
  )
}
