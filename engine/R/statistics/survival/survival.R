#' Survival of two groups that one gene's expression makes: Kaplan-Meier, log-rank, Cox. Times come in days; `survival` computes.


#' `name` is the unit's own, `word` stands behind a number.
TIME_UNITS <- list(
  day = list(days = 1, name = "天", word = "天", english = "days"), month = list(days = 30.4375, name = "月", word = "个月", english = "months"),
  year = list(days = 365.25, name = "年", word = "年", english = "years")
)

#' A group must have one in so many of the patients, and so many of them.
GROUP_ONE_IN <- 10L
GROUP_PATIENTS <- 10L

#' Patients that a group must have at least: `max(0.1, 10 / n)` of all, in whole patients.
#'
#' @param n Patients that are compared; a vector is allowed.
least_group <- function(n) pmax(GROUP_PATIENTS, as.integer(ceiling(n / GROUP_ONE_IN)))

#' What an event of each end point is called: "12 例死亡", "12 例 PFI 事件".
EVENT_WORDS <- c(OS = "死亡", DSS = "死于这种肿瘤", DFI = " DFI 事件", PFI = " PFI 事件")
EVENT_ENGLISH <- c(OS = "deaths", DSS = "deaths from this tumour", DFI = "DFI events", PFI = "PFI events")


#' The same for English texts: patients were grouped …
CUTOFF_ENGLISH <- c(
  median = "at the median", quartile = "as the upper against the lower quarter", tertile = "as the upper against the lower third",
  optimal = "at the cut-off of the largest standardised log-rank statistic", value = "at a given value"
)

#' Share of the patients in the smaller group, where no two have the same value.
CUTOFF_SHARES <- c(median = 1 / 2, quartile = 1 / 4, tertile = 1 / 3)

#' Sides of a cut-off. @param high Logical; NA between two cut-offs. @return Factor of `high` and `low`.
cut_sides <- function(high) factor(ifelse(high, "high", "low"), c("high", "low"))

#' Part patients by expression: high is above the cut-off, in every method.
#'
#' @param values Expression, one per patient. @param time,status Of the same patients; only `optimal` looks at them.
#' @param method median; quartile and tertile (upper against lower part, the middle is left out); optimal (the largest standardised
#'   log-rank statistic; Lausen and Schumacher 1992); value. @param value The cut-off of `value`.
#' @return List of `group` (see `cut_sides`), `high` and `low` (cut-offs; equal but for quartile and tertile),
#'   `p` (of `optimal`, corrected for the search; else NULL).
cut_expression <- function(values, time, status, method, value) {
  p <- NULL
  limits <- switch(method,
    value = c(value, value),
    optimal = {
      best <- best_cutoff(values, time, status)
      p <- best$p
      rep(best$cutoff, 2L)
    },
    expression_limits(values, method)
  )
  list(group = group_by_limits(values, limits[[1L]], limits[[2L]]), low = limits[[1L]], high = limits[[2L]], p = p)
}

#' @return Factor, see `cut_sides`; NA in between.
group_by_limits <- function(values, low, high) cut_sides(ifelse(values > high, TRUE, ifelse(values <= low, FALSE, NA)))

#' Cut-offs that the expression alone decides: of the low and of the high group.
expression_limits <- function(values, method) {
  switch(method,
    median = rep(stats::median(values), 2L),
    quartile = stats::quantile(values, c(0.25, 0.75), names = FALSE),
    tertile = stats::quantile(values, c(1, 2) / 3, names = FALSE),
    stop_contract("no such way to cut: ", method)
  )
}

#' The cut-off with the largest standardised log-rank statistic, and its P value corrected for the search (maxstat, Lau92). The search goes
#' where the groups may be cut and nowhere else: what it finds is never refused afterwards.
#'
#' @return List of `cutoff`, `p`.
#' @section Errors: `stop_input` where no cut-off leaves enough patients on both sides.
best_cutoff <- function(values, time, status) {
  if (length(unique(values)) < 3L) stop_input("expression_constant", "这个基因的表达量几乎都一样，找不到最佳截断值。请换一个基因", "target_gene")
  n <- length(values)
  if (n < 2L * least_group(n)) stop_input("few_patients", sprintf(
    "只有 %s 例患者，分不出各 10 例的两组，找不到最佳截断值。请换一个队列", format_count(n)
  ), "dataset")
  if (!any(may_cut(values))) stop_input("expression_constant", c(
    "这个基因在大部分患者里的表达量相同，没有一个截断值能让两组都有 10 例和 10% 的患者。请换一个基因"
  ), "target_gene")
  data <- data.frame(values = values, time = time, status = status)
  part <- search_range(n)
  test <- maxstat::maxstat.test(
    survival::Surv(time, status) ~ values, data, smethod = "LogRank", pmethod = "Lau92", minprop = part[[1L]], maxprop = part[[2L]]
  )
  list(cutoff = unname(test$estimate), p = min(1, test$p.value))
}

#' Shares of the patients between which the low group may end. A hair is added: maxstat rounds `n * share` down, and 57 * (10 / 57) need not be 10.
search_range <- function(n) {
  least <- least_group(n)
  c(least, n - least) / n * (1 + 1e-12)
}

#' Which of the distinct values, in rising order, leave enough patients on both sides as a cut-off.
may_cut <- function(values) {
  above <- length(values) - cumsum(as.vector(table(values)))
  pmin(above, length(values) - above) >= least_group(length(values))
}

#' Too few patients for a method, whatever the values are, as a sentence; NULL: there are enough.
few_for_method <- function(n, method) {
  if (!method %in% names(CUTOFF_SHARES)) return(NULL)
  each <- floor(n * CUTOFF_SHARES[[method]])
  if (each >= GROUP_PATIENTS) return(NULL)
  enough <- names(CUTOFF_SHARES)[floor(n * CUTOFF_SHARES) >= GROUP_PATIENTS]
  sprintf(
    "只有 %s 例患者，按%s分组，每组最多 %s 例，不足 10 例，不能比较。%s", format_count(n), CUT_WAYS[[method]], format_count(each),
    if (length(enough) > 0L) sprintf("请改用%s", paste(CUT_WAYS[enough], collapse = "或")) else "请换患者更多的数据"
  )
}

#' Refuse groups that are too small to say anything of. @param group As from `cut_expression`.
check_group_sizes <- function(group, gene, method) {
  sizes <- c(high = sum(group == "high", na.rm = TRUE), low = sum(group == "low", na.rm = TRUE))
  if (min(sizes) >= least_group(sum(sizes))) return(invisible(sizes))
  few <- names(which.min(sizes))
  sentence <- few_for_method(length(group), method)
  if (!is.null(sentence)) stop_input("few_patients", sentence, "cutoff_method")
  stop_input("group_small", sprintf(
    "按%s分组后，%s的%s组只有 %s 例，不足 10 例或 10%%，不能比较。%s", CUT_WAYS[[method]], gene, EXPRESSION_SIDES[[few]], format_count(sizes[[few]]),
    if (method == "value") "请把截断值改到表达量的中间" else "很多患者的表达量相同，例如都不表达这个基因。请换一个基因或分组方法"
  ), if (method == "value") "cutoff_value" else "target_gene")
}

#' Log-rank test of groups, equal to `survival::survdiff`.
#' @return List of `chisq`, `df`, `p`.
log_rank <- function(time, status, group) {
  test <- survival::survdiff(survival::Surv(time, status) ~ group)
  df <- length(test$n) - 1L
  list(chisq = test$chisq, df = df, p = stats::pchisq(test$chisq, df, lower.tail = FALSE))
}

#' Hazard ratio of the first group against the second, or of one unit of a number (Cox, Efron).
#'
#' @param x Sides of a cut-off (see `cut_sides`) or numbers. @param entry From when each is watched; NULL: from the start.
#' @return List of `hr`, `low`, `high` (95%; NA where there is no estimate), `p` and `test` (see `cox_ratios`), `ph_p` (Schoenfeld residuals; Grambsch
#'   and Therneau 1994; NA where there is no estimate), `cause` (see `ratio_cause`; NULL: there is an estimate).
hazard_ratio <- function(time, status, x, entry = NULL) {
  if (!is.numeric(x)) x <- as.numeric(x == "high")
  outcome <- outcome_of(time, status, entry)
  fit <- quiet_cox(outcome ~ x, data.frame(outcome = outcome, x = x))
  ratio <- cox_ratios(fit)
  ph_p <- if (ratio$unknown) NA_real_ else tryCatch(survival::cox.zph(fit)$table["x", "p"], error = function(condition) NA_real_)
  list(
    hr = ratio$hr, low = ratio$lower, high = ratio$upper, p = ratio$p, test = ratio$test, ph_p = ph_p,
    cause = if (ratio$unknown) ratio_cause(status, x)
  )
}

#' Kaplan-Meier curves as steps, from time 0.
#'
#' @param time In the unit of the axis. @param entry From when each is watched; NULL: from the start.
#' @return Data frame `group`, `time`, `surv`, `lower`, `upper` (95%, log), `n_risk`, `n_event`, `n_censor`; groups
#'   of a factor in the order of its levels, others by name. The first row of each has all of its patients as `n_risk`.
km_curves <- function(time, status, group, entry = NULL) {
  names <- ordered_groups(group)
  curves <- lapply(names, function(name) {
    own <- group == name
    fit <- km_fit(time, status, own, entry)
    data.frame(
      group = name, time = c(0, fit$time), surv = c(1, fit$surv), lower = c(1, fit$lower), upper = c(1, fit$upper),
      n_risk = as.integer(c(fit$n, fit$n.risk)), n_event = as.integer(c(0, fit$n.event)), n_censor = as.integer(c(0, fit$n.censor))
    )
  })
  do.call(rbind, curves)
}

#' One Kaplan-Meier curve. @param own Logical, whose it is.
km_fit <- function(time, status, own, entry = NULL) survival::survfit(outcome_of(time[own], status[own], entry[own]) ~ 1)

ordered_groups <- function(group) {
  if (is.factor(group)) return(intersect(levels(group), group))
  # Texts of the program's own files carry no mark of their encoding, which this order asks for.
  sort(enc2utf8(unique(group)), method = "radix")
}

#' Patients at risk at the ticks of the axis.
#'
#' @param limit End of the axis, 0: the last time. @param entry From when each is watched: who comes later is not at risk before.
#' @return Data frame `group`, `time`, `n`.
risk_table <- function(time, group, limit, entry = NULL) {
  end <- if (limit > 0) limit else max(time)
  ticks <- pretty(c(0, end), 5L)
  ticks <- ticks[ticks <= end]
  rows <- expand.grid(time = ticks, group = ordered_groups(group), stringsAsFactors = FALSE)
  count <- function(at, name) sum(group == name & time >= at & (if (is.null(entry)) TRUE else entry < at | entry <= 0))
  data.frame(group = rows$group, time = rows$time, n = mapply(count, rows$time, rows$group))
}

#' Patients, events and median survival (95%, log) of each group. NA: the median is not reached.
km_medians <- function(time, status, group, entry = NULL) {
  rows <- lapply(ordered_groups(group), function(name) {
    own <- group == name
    table <- summary(km_fit(time, status, own, entry))$table
    data.frame(
      group = name, n = sum(own), events = as.integer(sum(status[own])),
      median = table[["median"]], lower = table[["0.95LCL"]], upper = table[["0.95UCL"]]
    )
  })
  do.call(rbind, rows)
}

#' Restricted mean survival times: the area below each curve, with `survival`'s own error, and the differences from a reference.
#'
#' @param until In the unit of `time`; 0 or later than that: the end of the shortest follow-up of a group. @param reference Name of a group.
#' @return Data frame `group` (the reference first), `until`, `mean`, `lower`, `upper` (95%), `difference`, `difference_lower`, `difference_upper`,
#'   `p` (two-sided, normal; NA for the reference).
restricted_means <- function(time, status, group, reference, until = 0, entry = NULL) {
  end <- min(tapply(time, group, max))
  if (until <= 0 || until > end) until <- end
  names <- c(reference, setdiff(ordered_groups(group), reference))
  each <- vapply(names, function(name) {
    own <- group == name
    # Before the first time of a group all of it lives.
    if (until < min(time[own])) return(c(until, 0))
    summary(km_fit(time, status, own, entry), rmean = until)$table[c("rmean", "se(rmean)")]
  }, numeric(2L))
  mean <- unname(each[1L, ])
  se <- unname(each[2L, ])
  half <- stats::qnorm(0.975)
  apart <- mean - mean[[1L]]
  apart_se <- sqrt(se^2 + se[[1L]]^2)
  apart[[1L]] <- NA_real_
  # Without an event before that time there is no error.
  p <- ifelse(apart_se > 0, 2 * stats::pnorm(-abs(apart / apart_se)), NA_real_)
  data.frame(
    group = names, until = until, mean = mean, lower = mean - half * se, upper = mean + half * se, difference = apart,
    difference_lower = apart - half * apart_se, difference_upper = apart + half * apart_se, p = p
  )
}

#' Where the asked end lies behind the shortest follow-up. @param means From `restricted_means`. @param asked The end that was asked for; 0: none.
tell_means <- function(means, asked, unit, job) {
  if (asked <= min(means$until)) return(invisible())
  job$finding("should", "rmst_shorter", told(
    "有一组的随访到 %s %s为止，RMST 只算到那里", "A group is followed up to %s %s: restricted means end there", written_number(min(means$until)),
    told(unit$word, unit$english)
  ), field = "rmst_until")
}

#' Restricted means of two groups as facts; declared by `meanFacts` of the tool kit. @param means,asked See `tell_means`.
mean_facts <- function(means, asked) {
  two <- nrow(means) == 2L
  c(list(rmst_at = means$until[[1L]], rmst_asked = if (asked > means$until[[1L]]) asked), if (two) list(
    rmst_two = TRUE, rmst_other = means$mean[[2L]], rmst_reference = means$mean[[1L]], rmst_difference = means$difference[[2L]],
    rmst_low = fact_number(means$difference_lower[[2L]]), rmst_high = fact_number(means$difference_upper[[2L]]), rmst_p = fact_number(means$p[[2L]])
  ) else list(rmst_two = FALSE))
}

#' Years at which rates are told.
RATE_YEARS <- c(1, 3, 5)

#' Share without an event at 1, 3 and 5 years (Kaplan-Meier, 95%, log), as far as a group was followed.
#'
#' @param time In days.
#' @return Data frame `group`, `years`, `n_risk`, `surv`, `lower`, `upper`; no row where nobody of the group was followed so long.
km_rates <- function(time, status, group, entry = NULL) {
  rows <- lapply(ordered_groups(group), function(name) {
    own <- group == name
    days <- RATE_YEARS * TIME_UNITS$year$days
    # Before the first has entered nothing is known.
    years <- RATE_YEARS[days <= max(time[own]) & (is.null(entry) | days > min(0, entry[own]))]
    if (length(years) == 0L) return(NULL)
    fit <- km_fit(time, status, own, entry)
    at <- summary(fit, times = years * TIME_UNITS$year$days)
    data.frame(group = name, years = as.integer(years), n_risk = as.integer(at$n.risk), surv = at$surv, lower = at$lower, upper = at$upper)
  })
  none <- data.frame(group = character(), years = integer(), n_risk = integer(), surv = numeric(), lower = numeric(), upper = numeric())
  do.call(rbind, c(list(none), rows))
}

#' The hazard ratio that a comparison of two groups sees at P < 0.05 (two-sided) four times out of five (Schoenfeld 1983).
#'
#' @param status,group Of the patients that are compared. @return NA without an event or with one group only.
seen_ratio <- function(status, group) {
  share <- mean(group == "high")
  weight <- sum(status) * share * (1 - share)
  if (weight > 0) exp((stats::qnorm(0.975) + stats::qnorm(0.8)) / sqrt(weight)) else NA_real_
}

#' Median follow-up by the reverse Kaplan-Meier method (Schemper and Smith 1996); NA where nobody is censored.
median_follow_up <- function(time, status, entry = NULL) {
  unname(summary(survival::survfit(outcome_of(time, 1 - status, entry) ~ 1))$table["median"])
}

#' P and HR at every cut-off that leaves enough patients on each side: what a choice among them would have given.
#'
#' @return Data frame `cutoff`, `high_n`, `low_n`, `chisq`, `p` (log-rank, not corrected), `hr`, `lower`, `upper`. At most 60 rows, evenly
#'   over the patients.
scan_cutoffs <- function(values, time, status, shown = 60L) {
  candidates <- sort(unique(values))[may_cut(values)]
  if (length(candidates) > shown) candidates <- candidates[unique(round(seq(1, length(candidates), length.out = shown)))]
  high <- outer(values, candidates, `>`)
  tests <- log_rank_columns(time, status, high)
  ratios <- cox_columns(time, status, high)
  data.frame(
    cutoff = candidates, high_n = as.integer(colSums(high)), low_n = as.integer(colSums(!high)),
    chisq = tests, p = stats::pchisq(tests, 1, lower.tail = FALSE), ratios
  )
}
