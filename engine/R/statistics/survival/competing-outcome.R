# A status of several values as competing risks: which value is the event that is looked at, which are censored; all others compete with the event.

#' More values than these are no status.
STATUS_VALUES_MOST <- 12L
#' Values that a sentence names.
STATUS_VALUES_SHOWN <- 6L
#' The parameters by which a user says what a value is.
STATUS_FIELDS <- c(event = "event_value", competing = "competing_value", censored = "censored_value")
STATUS_ROLES <- c(event = "关注的事件", competing = "竞争事件", censored = "删失")
STATUS_ROLES_ENGLISH <- c(event = "event of interest", competing = "competing event", censored = "censored")

#' What values are usually called, as `baseline_keys` has them.
STATUS_CENSORED <- paste0(
  "^(0|none|noevents?|eventfree|lost|losttofollow-?up|cens|censor(ed|ing)?|alive.*|living.*|disease-?free|progression-?free|",
  "relapse-?free|删失|截尾|失访|随访中|随访结束|研究结束|末次随访|活|健康|健在|在世|存活.*|生存.*|.*(存活|生存|健在|在世)|无|否|",
  "[未无](死亡|发生|事件|发病|(复发|进展|转移)).*)$"
)
#' Death without what else is looked at: not censored, whatever it begins with.
STATUS_DEATH_FIRST <- "[未无](复发|进展|转移)[^死]{0,6}死"
STATUS_COMPETING <- paste0(
  STATUS_DEATH_FIRST, "|竞争|其他|其它|他因|非(肿瘤|癌|复发|疾病|病因|本病|心|感染)|意外|治疗相关|",
  "compet|other|non-?(relapse|cancer|tumou?r|disease|cardi)|",
  "without(relapse|progression|recurrence)|unrelated|treatment-?related|^[tn]rm$"
)
STATUS_DEATH <- "死|亡|去世|病故|身故|dead|death|died|deceased"
STATUS_EVENT <- "复发|进展|转移|发病|发生|事件|relapse|recur|progress|metasta|event"
#' Exports of SPSS and cBioPortal write 1=复发, 0:ALIVE.
STATUS_CODED <- "^[0-9]{1,2}[=:\uff1d\uff1a\u3001](.)"

#' What each value of a column of status is.
#'
#' @param cells From `baseline_texts`. @param params `event_value`, `competing_value`, `censored_value` (each several values with signs between them;
#'   "": to be recognised).
#' @return List of `cause` (by row: 1 event, 2 competing, 0 censored; NA without a value), `role` (by value, named), `values` (by row).
#' @section Errors: `stop_input` where it is not clear what a value is, or where nothing competes.
competing_outcome <- function(cells, column, params, job) {
  read <- baseline_levels(cells)
  levels <- sort(enc2utf8(levels(read$values)), method = "radix")
  check_status_values(levels, column)
  tell_baseline_merged(column, read$merged, "status_column", job)
  asked <- asked_roles(levels, column, params)
  found <- status_roles(levels, asked, column)
  role <- found$role
  check_status_roles(role, column)
  of <- function(name) told_names(names(role)[role == name], STATUS_VALUES_SHOWN)
  told_roles <- if (any(role == "censored")) told(
    "「%s」里关注的事件是「%s」，竞争事件是「%s」，删失是「%s」", "In “%s” the event of interest is “%s”, competing: “%s”, censored: “%s”",
    column, of("event"), of("competing"), of("censored")
  ) else told(
    "「%s」里关注的事件是「%s」，竞争事件是「%s」，没有删失的患者", "In “%s” the event of interest is “%s”, competing: “%s”; nobody is censored",
    column, of("event"), of("competing")
  )
  if (found$by == "asked") job$finding("note", "status_read", told_roles, field = "event_value")
  else job$finding(if (found$by == "words") "note" else "should", "status_guessed", told(
    "%s。这是按%s认的，若不对，请填「关注的事件」「删失」，结果会完全不同", "%s. This was taken from %s; with other roles all results are others",
    told_roles, if (found$by == "numbers") told("常用的编号（0 删失、1 关注的事件、其余竞争）", "the usual codes (0 censored, 1 event, others competing)")
    else told("写法", "the wording")
  ), field = "event_value")
  values <- as.character(read$values)
  list(cause = unname(c(censored = 0L, event = 1L, competing = 2L)[role[values]]), role = role, values = values)
}

check_status_values <- function(levels, column) {
  if (length(levels) == 0L) stop_input("no_status", sprintf("状态列「%s」全是空的。请换一列", column), "status_column")
  if (length(levels) == 1L) stop_input("one_status", sprintf(
    "状态列「%s」只有「%s」一种取值。竞争风险要有三种：删失、关注的事件、竞争事件。请换一列", column, levels
  ), "status_column")
  if (length(levels) > STATUS_VALUES_MOST) stop_input("many_statuses", sprintf(
    "「%s」有 %s 种取值（%s），不像状态。请换一列，或先合并成删失、关注的事件、竞争事件三种", column, format_count(length(levels)),
    list_names(levels, 4L)
  ), "status_column")
}

#' The values that the user named, by role. @return Named list of character, empty where nothing was named.
asked_roles <- function(levels, column, params) {
  asked <- lapply(STATUS_FIELDS, function(field) {
    written <- trimmed(strsplit(enc2utf8(params[[field]]), "[;,\n\uff1b\uff0c\u3001]")[[1L]], BASELINE_BLANKS)
    # A value may hold such a sign itself.
    if (trimmed(params[[field]]) %in% levels) written <- trimmed(params[[field]])
    vapply(written[nzchar(written)], asked_status, character(1), levels = levels, column = column, field = field, USE.NAMES = FALSE)
  })
  all <- unlist(asked, use.names = FALSE)
  twice <- all[duplicated(all)]
  if (length(twice) > 0L) stop_input("two_roles", sprintf(
    "「%s」填了两次：它只能是关注的事件、竞争事件、删失里的一种。请只留一处", twice[[1L]]
  ), "event_value")
  asked
}

asked_status <- function(asked, levels, column, field) {
  if (asked %in% levels) return(asked)
  number <- suppressWarnings(as.numeric(asked))
  same <- levels[baseline_keys(levels) == baseline_keys(asked) | (!is.na(number) & suppressWarnings(as.numeric(levels)) %in% number)]
  if (length(same) == 1L) return(same)
  stop_input("no_such_status", sprintf(
    "「%s」里没有「%s」。现有的取值：%s。请改「%s」", column, asked, list_names(levels, STATUS_VALUES_SHOWN),
    c(event_value = "关注的事件", competing_value = "竞争事件", censored_value = "删失")[[field]]
  ), field)
}

#' What each value is: as the user says, then by its words, then by the usual codes.
#'
#' @return List of `role` (named by value), `by` (asked, words, order: words that tell a death beside another value; numbers).
#' @section Errors: `stop_input` where that leaves a value open.
status_roles <- function(levels, asked, column) {
  role <- stats::setNames(rep(NA_character_, length(levels)), levels)
  for (name in names(asked)) role[asked[[name]]] <- name
  keys <- sub(STATUS_CODED, "\\1", baseline_keys(levels))
  is <- function(pattern) grepl(pattern, keys)
  if (length(asked$censored) == 0L) role[is.na(role) & ((is(STATUS_CENSORED) & !is(STATUS_DEATH_FIRST)) | baseline_keys(levels) == "0")] <- "censored"
  by <- "asked"
  if (length(asked$event) == 0L) {
    guess <- guessed_event(names(role)[is.na(role)], keys[is.na(role)], any(role %in% "competing"), any(role %in% "censored"))
    check_guess(guess, role, column)
    role[[guess$event]] <- "event"
    by <- guess$by
  }
  open <- is.na(role)
  # Of values that nobody knows one may well be that of the censored.
  if (any(open) && !any(role %in% "censored") && !all(is(paste(STATUS_COMPETING, STATUS_DEATH, STATUS_EVENT, sep = "|"))[open])) stop_input(
    "censored_unclear", sprintf(
      "「%s」里看不出哪个取值是删失（到最后一次随访什么都没有发生）：%s。请填「删失」", column, list_names(names(role)[open], STATUS_VALUES_SHOWN)
    ), "censored_value"
  )
  if (any(open) && length(asked$competing) > 0L) stop_input("status_open", sprintf(
    "「%s」里的「%s」没有说是什么。请把它加进「竞争事件」或「删失」", column, list_names(names(role)[open], STATUS_VALUES_SHOWN)
  ), "competing_value")
  role[open] <- "competing"
  list(role = role, by = by)
}

#' The event of interest among the values that are not censored.
#' @param competing,censored Are such values known? @return List of `event`, `by`, or NULL.
guessed_event <- function(values, keys, competing, censored) {
  if (length(values) == 1L && competing) return(list(event = values, by = "words"))
  apart <- grepl(STATUS_COMPETING, keys)
  death <- grepl(STATUS_DEATH, keys) | apart
  if (length(values) < 2L) return(NULL)
  if (sum(!apart) == 1L && any(apart)) return(list(event = values[!apart], by = "words"))
  if (sum(!death) == 1L && any(death)) {
    # Relapse before death is what is usually looked at; of another word beside a death that is a guess.
    return(list(event = values[!death], by = if (grepl(STATUS_EVENT, keys[!death])) "words" else "order"))
  }
  if (censored && "1" %in% keys && all(grepl("^[1-9][0-9]?$", keys))) return(list(event = values[keys == "1"], by = "numbers"))
  NULL
}

check_guess <- function(guess, role, column) {
  if (!is.null(guess)) return(invisible())
  values <- names(role)[is.na(role)]
  if (length(values) == 0L) stop_input("no_events", sprintf(
    "「%s」里的取值（%s）没有一个是关注的事件。请换一列，或填「关注的事件」", column, list_names(names(role), STATUS_VALUES_SHOWN)
  ), "event_value")
  if (length(values) == 1L && any(role %in% "censored")) stop_one_event(column, values)
  if (length(role) == 2L) stop_input("status_unclear", sprintf(
    "「%s」只有「%s」和「%s」两种取值，看不出是什么。竞争风险要有删失、关注的事件、竞争事件三种：请换一列；只有一种事件的，请用「Kaplan–Meier 曲线」",
    column, names(role)[[1L]], names(role)[[2L]]
  ), "status_column")
  stop_input("status_unclear", sprintf(
    "「%s」有这些取值：%s。看不出哪个是关注的事件%s。请填「关注的事件」和「删失」；若选错了列，请换一列", column,
    list_names(names(role), STATUS_VALUES_SHOWN), if (any(role %in% "censored")) "" else "、哪个是删失"
  ), "event_value")
}

stop_one_event <- function(column, value) stop_input("one_event", sprintf(
  "「%s」里除了删失只有「%s」一种事件，没有竞争事件，不用竞争风险分析。请用「Kaplan–Meier 曲线」；若另有死于其他原因等事件，请在状态列里分开写",
  column, list_names(value)
), "status_column")

#' A user's own words may leave a role empty.
check_status_roles <- function(role, column) {
  if (!any(role == "competing")) stop_one_event(column, names(role)[role == "event"])
}
