# Does a difference of survival hang on where the patients were parted? Beside the groups stand the number itself in a Cox model, its spline, and the
# survival time that each group has on average.

#' A P below it is called a difference.
CUTOFF_P <- 0.05
#' With fewer events nothing is judged, and with fewer per coefficient no spline is.
CUTOFF_EVENTS <- 10L
#' Enough for a bend, and few coefficients.
CUTOFF_KNOTS <- 3L

#' @param patients Data frame `time` (days), `status`, `value` of all who have a number, those between two cut-offs too. @param cut From
#'   `cut_expression`, of the same patients. @param name What the number is called. @param unit See `TIME_UNITS`.
tell_cutoff <- function(patients, cut, name, unit, job) {
  events <- sum(patients$status)
  if (events < CUTOFF_EVENTS || stats::sd(patients$value) == 0) {
    return(job$finding("note", "cutoff_few", told(
      "只有 %s 例事件，不足 %d 例，看不出结论靠不靠截断", "Only %s events, fewer than %d: whether the result hangs on the cut-off cannot be told",
      format_count(events), CUTOFF_EVENTS
    )))
  }
  found <- beside_cutoff(patients, cut, unit)
  known <- told_beside_cutoff(found, name, unit)
  each <- found$each
  apart <- found$groups$p < CUTOFF_P
  along <- !is.na(each$p) && each$p < CUTOFF_P
  bent <- isTRUE(found$spline$overall$p < CUTOFF_P)
  if (apart && along && !is.na(each$hr) && (each$hr > 1) != (found$mean$difference < 0)) {
    return(job$finding("should", "cutoff_opposite", told(
      "两组的差别与数值本身的方向相反：%s。结论随截断值而变，请在文中报告连续变量的结果，并看不同截断值",
      "The groups and the number itself point in opposite directions: %s. The conclusion depends on the cut-off", known
    )))
  }
  if (apart && !along && !bent) {
    return(job$finding("should", "cutoff_alone", told(
      "只有截断以后才有差别：%s。审稿人会说截断值是挑出来的：请在文中一并报告连续变量的结果，或在另一份数据里用同一个截断值验证",
      "There is a difference after the cut alone: %s. Report the continuous result as well, or validate the same cut-off in other data", known
    )))
  }
  if (!apart && (along || bent)) {
    return(job$finding("note", "cutoff_hides", told(
      "截断以后看不到差别，数值本身却与预后有关：%s。分组丢掉了信息", "The groups do not differ though the number itself is associated: %s", known
    )))
  }
  if (!apart) return(job$finding("passed", "cutoff_none", told("截断与否都没有看到差别：%s", "No difference with or without a cut-off: %s", known)))
  job$finding("passed", "cutoff_stands", told("不截断也有同样的关系：%s", "The association is there without any cut-off: %s", known))
}

#' What the same patients say without the cut-off.
#'
#' @return List of `groups` (log-rank test of the groups), `each` (see `hazard_ratio`, per standard deviation), `spline` (see `hazard_spline`; NULL:
#'   too few events or values), `mean` (of the high against the low group, see `restricted_means`), `searched` (P corrected
#'   for the search of the cut-off; NULL: it was not searched).
beside_cutoff <- function(patients, cut, unit) {
  parted <- !is.na(cut$group)
  two <- patients[parted, , drop = FALSE]
  group <- cut$group[parted]
  knots <- spline_knots(patients$value, CUTOFF_KNOTS)
  coefficients <- CUTOFF_KNOTS - 1L
  able <- anyDuplicated(knots) == 0L && sum(patients$status) >= CUTOFF_EVENTS * coefficients
  list(
    groups = log_rank(two$time, two$status, group),
    each = hazard_ratio(patients$time, patients$status, patients$value / stats::sd(patients$value)),
    spline = if (able) hazard_spline(patients$time, patients$status, patients$value, knots),
    mean = restricted_means(two$time / unit$days, two$status, as.character(group), "low")[2L, ], searched = cut$p
  )
}

told_beside_cutoff <- function(found, name, unit) {
  mean <- found$mean
  each <- found$each
  p <- function(p) if (p < 0.001) "< 0.001" else sprintf("= %.3f", p)
  groups <- if (is.null(found$searched)) {
    told("两组 Log-rank P %s", "log-rank P of the groups %s", p(found$groups$p))
  } else {
    told(
      "两组未校正的 Log-rank P %s，按挑选截断值校正后 P %s", "uncorrected log-rank P of the groups %s, corrected for the search P %s", p(found$groups$p),
      p(found$searched)
    )
  }
  along <- if (is.na(each$hr)) {
    told("连续的 HR 不可估计", "the continuous HR is not estimable")
  } else {
    told(
      "「%s」每高 1 个标准差 HR %.2f（95%% CI %.2f–%.2f，P %s）", "HR per standard deviation of “%s” %.2f (95%% CI %.2f to %.2f, P %s)", name, each$hr,
      each$low, each$high, p(each$p)
    )
  }
  bent <- if (is.null(found$spline)) {
    told("事件或取值太少，没有看是不是弯的", "too few events or values for a spline")
  } else {
    told("样条的非线性 P %s", "P of non-linearity %s", p(found$spline$curved$p))
  }
  told(
    "%s；%s，%s；到 %s %s为止，高组平均比低组%s %s %s（RMST，95%% CI %s 到 %s）",
    "%s; %s, %s; up to %s %s the high group has on average %s %s %s (restricted mean survival time, 95%% CI %s to %s)",
    groups, along, bent, written_number(mean$until, 3L), told(unit$word, unit$english),
    if (mean$difference < 0) told("少", "less by") else told("多", "more by"), written_number(abs(mean$difference), 3L), told(unit$word, unit$english),
    written_number(mean$difference_lower, 3L), written_number(mean$difference_upper, 3L)
  )
}
