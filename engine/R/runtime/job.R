#' What a tool's `analyse` gets to talk with its user.
#'
#' @param emit Function of one named list (an event of the protocol); called at once for steps and logs.
#' @param checks_only Does it end where the inputs are checked?
#' @return A list of functions: `step`, `log`, `finding`, `facts`, `early`, `checked`; `early_by()`, by which the runner says how
#'   early tables are written; and `collected()`, which it reads in the end.
new_job <- function(emit, checks_only = FALSE) {
  state <- new.env(parent = emptyenv())
  state$findings <- list()
  state$facts <- list()
  state$step <- NULL
  state$write_early <- function(table_id, rows) NULL
  state$last_collection <- proc.time()[["elapsed"]]
  list(
    #' @param name The step as the user reads it. @param progress 0 to 1.
    step = function(name, progress) {
      collect_now_and_then(state)
      state$step <- name
      emit(list(type = "step", name = name, progress = min(1, max(0, progress))))
    },
    #' @param level info, warning or error.
    log = function(text, level = "info") {
      emit(list(type = "log", level = match.arg(level, c("info", "warning", "error")), text = paste(text, collapse = "\n")))
    },
    #' One thing worth telling about the input or the result.
    #' @param message,detail What `told` makes: in both languages, `{{row_subject}}` in the place of what the rows are.
    #' @param level must, should, passed or note. @param fix A remedy of one click, as `new_finding` takes it.
    finding = function(level, code, message, detail = NULL, field = NULL, fix = NULL) {
      state$findings[[length(state$findings) + 1L]] <- new_finding(level, code, message, detail, field, fix)
    },
    #' Declared facts of the result at full precision; NULL or NA where there is none; names from `told_names`. Later values replace earlier ones.
    facts = function(values) {
      for (name in names(values)) {
        value <- values[[name]]
        is_told <- is.list(value) && identical(names(value), c("zh", "en"))
        state$facts[name] <- list(scalar_fact(name, if (is_told) value$zh else value))
        state$facts[paste0(name, IN_ENGLISH)] <- if (is_told) list(scalar_fact(name, value$en))
      }
    },
    #' A declared table as it is known by now, for the page of the running analysis; a later one of the same id takes its place, the result
    #' that of all.
    #' @param rows A data frame as `analyse` returns it; its first `EARLY_ROWS` rows are shown.
    early = function(table_id, rows) {
      event <- state$write_early(table_id, rows)
      if (!is.null(event)) emit(event)
      invisible()
    },
    #' All that a check at the form tells is known. A run goes on; the check ends here, with `message` as what has passed.
    checked = function(code, message, field) {
      if (!checks_only) return(invisible())
      state$findings[[length(state$findings) + 1L]] <- new_finding("passed", code, message, field = field)
      signalCondition(structure(list(message = message, call = NULL), class = c("oncoloom_checked", "condition")))
    },
    #' @param write Function of a table's id and its rows that gives the event, as `early_writer` makes it; without one early tables go nowhere.
    early_by = function(write) state$write_early <- write,
    collected = function() list(findings = state$findings, facts = state$facts, step = state$step)
  )
}

#' Seconds between two collections that a job's steps ask for.
COLLECT_EVERY <- 0.5

#' Between its steps a job holds little, and what the last step left is used again by the next one, in place of new memory: R itself waits until
#' a gigabyte is full.
collect_now_and_then <- function(state) {
  now <- proc.time()[["elapsed"]]
  if (now - state$last_collection < COLLECT_EVERY) return(invisible())
  gc(full = FALSE)
  state$last_collection <- proc.time()[["elapsed"]]
}

#' A finding as the contract writes it; absent members are left out.
#'
#' @param message,detail A text in Chinese, or one in both languages (`told`).
#' @param fix A remedy of one click: `label`, and `file` (a fix of the file) or `parameters` (values for the form).
#' @param alternative Another one, where only the user knows which is right.
new_finding <- function(level, code, message, detail = NULL, field = NULL, fix = NULL, alternative = NULL) {
  english <- if (is.list(message)) list(message = message$en, detail = if (is.list(detail)) detail$en)
  finding <- list(
    code = code, level = match.arg(level, c("must", "should", "passed", "note")),
    field = field, message = chinese_of(message), detail = chinese_of(detail), fix = fix, alternative = alternative,
    english = english[!vapply(english, is.null, logical(1))]
  )
  finding[lengths(finding) > 0L]
}

chinese_of <- function(text) in_language(text, "zh")

#' Behind a fact's name: its words in English, where R tells them.
IN_ENGLISH <- "_en"

scalar_fact <- function(name, value) {
  if (length(value) == 0L) return(NULL)
  if (length(value) > 1L || is.list(value)) stop_contract("fact ", name, " has ", length(value), " values")
  if (is.na(value) || (is.numeric(value) && !is.finite(value))) return(NULL)
  if (is.factor(value)) as.character(value) else unname(value)
}
