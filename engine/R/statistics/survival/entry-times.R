#' Patients who are watched from a later time on than that from which their times count (left truncation), such as patients who were referred after
#' their diagnosis: before, nobody could have seen their event.

#' Fewer patients at risk at an early time make a curve fall to a level that is not that of the group.
ENTRY_FEW <- 10L

#' A study whose patients have the time from which each is watched, as `entered` (in the unit of the axis); those without one, and those who would be
#' watched from their end on, leave it, counted.
#'
#' @param column Of the clinical ones; NULL or empty: everybody is watched from the start. @param variables Fields of the request with the columns
#'   that a model takes as variables, which times of entry cannot be.
#' @section Errors: `stop_input` where the column is not there, holds no numbers, or is a variable.
with_entry <- function(study, column, job, variables = list()) {
  if (length(column) != 1L || !nzchar(column)) return(study)
  for (field in names(variables)) if (column %in% variables[[field]]) stop_input("entry_is_variable", sprintf(
    "「%s」选作了进入观察的时间，不能又当变量。请从这里去掉它，换一列", column
  ), field)
  if (!column %in% names(study$clinical)) {
    stop_input("no_column", sprintf("随访数据里没有「%s」这一列。请重新选择", column), "entry_column")
  }
  values <- numbers_as_written(study$clinical[column])[[1L]]
  if (!is.numeric(values)) stop_input("not_numbers", sprintf(
    "「%s」列里有不是数字的内容，不能当进入观察的时间。它要与随访时间用同一个起点和单位；是日期的，请先换算成从起点起的时间", column
  ), "entry_column")
  study$clinical[[column]] <- NULL
  study$patients$entered <- values
  leave <- function(study, out, reason) without_patients(study, out(study$patients), reason)
  study <- leave(study, function(patients) is.na(patients$entered), sprintf("「%s」没有填", column))
  study <- leave(study, function(patients) patients$entered < 0, "进入观察的时间小于 0")
  study <- leave(study, function(patients) patients$entered >= patients$shown, "进入观察不早于随访结束")
  # Columns of the values are called by the samples.
  if (!is.null(study$values)) study$values <- study$values[, study$patients$sample, drop = FALSE]
  check_patients(study)
  later <- sum(study$patients$entered > 0)
  if (later == 0L) job$finding("should", "entry_none", told(
    "「%s」都是 0：每例患者都从起点起观察，与不填一样", "“%s” is 0 throughout: everybody is watched from the start, as without it", column
  ), field = "entry_column") else job$finding("note", "entry", told(
    "%s 例患者在起点之后才进入观察（左截断），从那时起才算仍在随访；最早的在 %s %s进入%s",
    "%s patients were watched from a later time only (left truncation) and are at risk from then on; the first enters at %s %s%s",
    format_count(later), written_number(min(study$patients$entered)), told(study$unit$word, study$unit$english),
    if (min(study$patients$entered) > 0) told(
      "，结果说的是活到那时的患者", ", and results are those of patients who lived so long"
    ) else ""
  ), field = "entry_column")
  study
}

#' From when each is watched in days, as `time`; NULL: from the start.
entry_days <- function(study) if (!is.null(study$patients$entered)) study$patients$entered * study$unit$days

#' Times of entry as facts; declared by `entryFacts` of the tool kit.
entry_facts <- function(study, column) {
  entry <- study$patients$entered
  if (!is.null(entry)) list(entered_late = sum(entry > 0), entry_word = column)
}

#' Groups in which few patients are at risk at an early event, more of them later.
#'
#' @param curve From `km_curves`. @return Data frame `group`, `until` (the time from which enough are at risk), `fallen` (is the curve at 0 before
#'   more patients enter?), by group; no rows: none.
early_few <- function(curve) {
  rows <- lapply(split(curve, factor(curve$group, unique(curve$group))), function(own) {
    # The first row counts all patients of the group.
    own <- own[-1L, ]
    enough <- which(own$n_risk >= ENTRY_FEW)
    if (length(enough) == 0L) return(NULL)
    before <- seq_len(nrow(own)) < enough[[1L]]
    if (!any(before & own$n_event > 0)) return(NULL)
    data.frame(group = own$group[[1L]], until = own$time[[enough[[1L]]]], fallen = any(own$surv[before] == 0))
  })
  do.call(rbind, c(list(data.frame(group = character(), until = numeric(), fallen = logical())), unname(rows)))
}

#' Say where the beginning of a curve leans on few patients. @param landmark Has the tool a landmark to set? @param named Function of the groups that
#'   gives their names in both languages.
tell_early_few <- function(curve, unit, job, landmark = TRUE, named = told_names) {
  few <- early_few(curve)
  if (nrow(few) == 0L) return(invisible())
  job$finding("should", "entry_few", told(
    "「%s」的曲线开头靠不足 %s 例患者%s：那时只有少数人进入了观察，每例事件都让曲线降一大步，再也升不回来。%s %s起人数才够，%s",
    c(
      "The curve of “%s” begins with fewer than %s patients at risk%s: few had entered then, each event is a large step, and the curve never",
      "comes back. Enough are at risk from %s %s on: %s"
    ),
    named(few$group), format_count(ENTRY_FEW), if (any(few$fallen)) told("，已经降到 0", ", and falls to 0") else "",
    written_number(max(few$until)), told(unit$word, unit$english),
    if (landmark) told("请把「Landmark 时间点」设在那时以后", "set the landmark there or later") else told("只看那时以后两条曲线的走势", "read the curves from there only")
  ), field = "entry_column")
}

#' Say that proportional hazards could not be tested: where the first events have nobody else at risk the Kaplan-Meier curve is at 0 from then on, and
#' the times of `survival::cox.zph`, which follow it, are all alike.
#'
#' @param p Of the test; NA: none. @param study From `with_entry`.
tell_ph_untested <- function(p, study, job) {
  if (is.null(study$patients$entered) || isTRUE(is.finite(p))) return(invisible())
  job$finding("should", "ph_untested", told(
    "等比例风险检验没有算出结果：最早的事件发生时只有个别患者在观察，就会这样。HR 是不是随时间变化还不知道；可以去掉最早进入的个别患者再算",
    c(
      "The test of proportional hazards gave no result, as happens where hardly anybody is watched at the first events: whether hazard ratios change",
      "with time is not known. It may be had without the few patients who entered first"
    )
  ), field = "entry_column")
}
