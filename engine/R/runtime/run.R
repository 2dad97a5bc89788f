#' Run the job of a folder: read `request.json`, do its mode's work, tell the outcome.
#'
#' @param folder The job's folder; all paths of the request are relative to it.
#' @param tools Loaded tools by task type. @param emit Function of one event.
#' @return TRUE when the job is done. The last event is `done` or `failed`.
run_job <- function(folder, tools, emit) {
  request <- read_json(file.path(folder, "request.json"))
  job <- new_job(emit, checks_only = identical(request$mode, "check"))
  outcome <- tryCatch(
    withCallingHandlers(
      {
        run_mode(request, tools, folder, job)
        list(type = "done")
      },
      warning = function(condition) {
        job$log(conditionMessage(condition), "warning")
        tryInvokeRestart("muffleWarning")
      },
      message = function(condition) {
        job$log(trimmed(conditionMessage(condition)), "info")
        tryInvokeRestart("muffleMessage")
      }
    ),
    error = function(condition) failure_event(condition, job$collected()$step)
  )
  emit(outcome)
  outcome$type == "done"
}

run_mode <- function(request, tools, folder, job) {
  switch(request$mode,
    analyse = run_analyse(with_whole_paths(request, folder), tools, folder, job),
    check = run_check(with_whole_paths(request, folder), tools, folder, job),
    robustness = run_robustness(with_whole_paths(request, folder), tools, folder, job),
    parse = run_parse(request, folder, job),
    xlsx = run_xlsx(request, folder),
    stop_contract("no such mode: ", request$mode)
  )
}

#' Inputs are named relative to the folder; readers get the whole path.
with_whole_paths <- function(request, folder) {
  request$inputs <- lapply(request$inputs, function(input) {
    input$path <- file.path(folder, input$path)
    input
  })
  request
}

#' The event for an error: whose fault, in which words.
failure_event <- function(condition, step) {
  detail <- conditionMessage(condition)
  if (inherits(condition, "oncoloom_input")) {
    event <- list(type = "failed", code = "input", reason = condition$code, message = detail)
    if (!is.null(condition$field)) event$field <- condition$field
    return(event)
  }
  if (is_out_of_memory(detail)) {
    return(list(
      type = "failed", code = "memory", detail = detail,
      message = "内存不够：这次计算要用的内存超过了上限。请减少样本数，或先去掉低表达的基因，再运行。"
    ))
  }
  call <- conditionCall(condition)
  if (!is.null(call)) detail <- paste0(deparse(call, nlines = 1L)[[1L]], ": ", detail)
  place <- if (is.null(step)) "" else sprintf("在「%s」这一步", step)
  list(
    type = "failed", code = "failed", detail = detail,
    message = sprintf("计算%s中断了。请核对数据和参数后再运行；若仍中断，请把任务编号和日志发给管理员。", place)
  )
}
