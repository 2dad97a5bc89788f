# Competing risks: cumulative incidences, Gray's test, Fine and Gray's model (cmprsk), and Cox models of each cause beside it. `cause` is 1 for the
# event of interest, 2 for what competes with it, 0 for the censored.

COMPETING_CAUSES <- c(event = 1L, competing = 2L)
#' Newton's steps of Fine and Gray's model: a coefficient without an end grows by one a step, and the others are settled long before.
FINE_GRAY_STEPS <- 30L
#' The time of `cmprsk::crr` grows with the square of the patients at least: 2,000 with three columns take 4 s of a processor.
FINE_GRAY_PATIENTS_MOST <- 5000L

#' Cumulative incidences of both causes in each group (Aalen and Johansen) with Aalen's variance.
#' @param group Factor. @return From `cmprsk::cuminc`; its curves are named by the number of the group and the cause.
competing_incidences <- function(time, cause, group) cmprsk::cuminc(time, cause, as.integer(droplevels(group)), cencode = 0)

#' A curve at given times, right-continuous.
#'
#' @param fit From `competing_incidences`. @param at The group's number. @param times Rising, within the group's follow-up.
#' @return Data frame `est`, `lower`, `upper` (95%, of log(-log); NA at 0 and where the variance is 0).
incidence_at <- function(fit, at, cause, times) {
  curve <- fit[paste(at, cause)]
  # Nobody of the group has this event.
  if (is.null(curve[[1L]])) return(data.frame(est = rep(0, length(times)), lower = NA_real_, upper = NA_real_))
  told <- cmprsk::timepoints(curve, times)
  est <- pmin(1, unname(told$est[1L, ]))
  reach <- stats::qnorm(0.975) * sqrt(pmax(0, unname(told$var[1L, ]))) / (est * log(est))
  known <- est > 0 & est < 1 & is.finite(reach) & reach != 0
  data.frame(est = est, lower = ifelse(known, est^exp(-reach), NA_real_), upper = ifelse(known, est^exp(reach), NA_real_))
}

#' Steps of all curves, from time 0: `cause` (name in `COMPETING_CAUSES`), `group`, `time`, `cif`, `lower`, `upper`, `n_risk`, `n_event` (of this
#' cause), `n_censor`.
competing_curves <- function(fit, time, cause, group) {
  rows <- lapply(names(COMPETING_CAUSES), function(name) lapply(seq_along(levels(group)), function(at) {
    own <- group == levels(group)[[at]]
    times <- sort(unique(c(0, time[own])))
    count <- function(of) tabulate(match(time[own & of], times), length(times))
    left <- count(TRUE)
    value <- incidence_at(fit, at, COMPETING_CAUSES[[name]], times)
    data.frame(
      cause = name, group = levels(group)[[at]], time = times, cif = value$est, lower = value$lower, upper = value$upper,
      n_risk = as.integer(sum(own) - c(0, cumsum(left)[-length(left)])), n_event = count(cause == COMPETING_CAUSES[[name]]),
      n_censor = count(cause == 0L)
    )
  }))
  plain_rows(do.call(rbind, unlist(rows, recursive = FALSE)))
}

#' Incidences at stated times, as far as each group was followed; `naive` is 1 minus Kaplan-Meier, to which who had the other event is censored.
competing_at_times <- function(fit, time, cause, group, times) {
  rows <- lapply(names(COMPETING_CAUSES), function(name) lapply(seq_along(levels(group)), function(at) {
    own <- group == levels(group)[[at]]
    reached <- times[times <= max(time[own])]
    if (length(reached) == 0L) return(NULL)
    of <- COMPETING_CAUSES[[name]]
    value <- incidence_at(fit, at, of, reached)
    data.frame(
      cause = name, group = levels(group)[[at]], time = reached, n_risk = vapply(reached, function(t) sum(time[own] >= t), integer(1)),
      events = vapply(reached, function(t) sum(cause[own] == of & time[own] <= t), integer(1)), cif = value$est, lower = value$lower,
      upper = value$upper, naive = naive_incidence(time[own], cause[own] == of, reached)
    )
  }))
  none <- data.frame(
    cause = character(), group = character(), time = numeric(), n_risk = integer(), events = integer(), cif = numeric(), lower = numeric(),
    upper = numeric(), naive = numeric()
  )
  plain_rows(do.call(rbind, c(list(none), unlist(rows, recursive = FALSE))))
}

#' 1 minus Kaplan-Meier at given times.
naive_incidence <- function(time, event, times) 1 - summary(survival::survfit(survival::Surv(time, event) ~ 1), times = times, extend = TRUE)$surv

#' Gray's test of each cause: Data frame `cause`, `chisq`, `df`, `p`; NA where the groups cannot be compared.
gray_tests <- function(fit) {
  if (is.null(fit$Tests)) return(data.frame(cause = character(), chisq = numeric(), df = integer(), p = numeric()))
  rows <- fit$Tests[match(as.character(COMPETING_CAUSES), rownames(fit$Tests)), , drop = FALSE]
  # cmprsk writes -1 where the variance has no inverse.
  chisq <- ifelse(rows[, "stat"] < 0, NA_real_, rows[, "stat"])
  data.frame(
    cause = names(COMPETING_CAUSES), chisq = unname(chisq), df = as.integer(rows[, "df"]),
    p = stats::pchisq(unname(chisq), rows[, "df"], lower.tail = FALSE)
  )
}

#' Gray's test of the event between every two of three or more groups.
gray_pairs <- function(time, cause, group, correction) {
  names <- levels(group)
  if (length(names) < 3L) return(data.frame(group_1 = character(), group_2 = character(), chisq = numeric(), p = numeric(), padj = numeric()))
  pairs <- utils::combn(names, 2L)
  tests <- lapply(seq_len(ncol(pairs)), function(i) {
    own <- group %in% pairs[, i]
    if (!any(cause[own] == 1L)) return(list(chisq = NA_real_, p = NA_real_))
    gray_tests(competing_incidences(time[own], cause[own], group[own]))[1L, ]
  })
  p <- vapply(tests, function(test) test$p, numeric(1))
  data.frame(
    group_1 = pairs[1L, ], group_2 = pairs[2L, ], chisq = vapply(tests, function(test) test$chisq, numeric(1)), p = p,
    padj = stats::p.adjust(p, correction)
  )
}

# ---- models ----

#' Fine and Gray's model of the event (cmprsk), and Cox models of each cause, to which who had the other event is censored.
#'
#' @param design Numeric, patients × columns that do not follow from one another.
#' @return Data frame by model (`fine_gray`, `cox_event`, `cox_competing`) and column: `model`, `column`, `n`, `events`, `HR`, `HR.95L`, `HR.95H`,
#'   `pvalue`, `source` (wald, lr; "": none), `note` (many, few, failed, no_events, apart; "": there is an estimate), `ph_p`.
competing_models <- function(time, cause, design) {
  rows <- list(
    fine_gray = fine_gray_ratios(time, cause, design), cox_event = cause_ratios(time, cause == 1L, design),
    cox_competing = cause_ratios(time, cause == 2L, design)
  )
  plain_rows(do.call(rbind, lapply(names(rows), function(model) data.frame(
    model = model, column = colnames(design), n = length(time), events = sum(cause == if (model == "cox_competing") 2L else 1L),
    rows[[model]]
  ))))
}

NO_COMPETING_RATIO <- data.frame(
  HR = NA_real_, HR.95L = NA_real_, HR.95H = NA_real_, pvalue = NA_real_, source = "", note = "", ph_p = NA_real_
)

#' What a model says where it says nothing. @param note A code for all of its columns.
no_competing_ratios <- function(note, columns) replace(NO_COMPETING_RATIO[rep(1L, columns), ], "note", note)

fine_gray_ratios <- function(time, cause, design) {
  if (length(time) > FINE_GRAY_PATIENTS_MOST) return(no_competing_ratios("many", ncol(design)))
  if (sum(cause == 1L) <= ncol(design)) return(no_competing_ratios("few", ncol(design)))
  fit <- tryCatch(cmprsk::crr(time, cause, design, maxiter = FINE_GRAY_STEPS), error = function(condition) NULL)
  if (is.null(fit)) return(no_competing_ratios("failed", ncol(design)))
  coef <- unname(fit$coef)
  root <- function(values) sqrt(ifelse(values < 0, NA_real_, values))
  se <- root(diag(fit$var))
  # The sandwich's error is small where a coefficient has run away; that of the information is not.
  away <- !is.finite(coef) | !is.finite(se) | se == 0 | root(diag(fit$invinf)) * own_reach(design) > RUNAWAY_SE
  note <- ratio_notes(cause == 1L, design, is.na(away) | away)
  if (!fit$converged) note[!nzchar(note)] <- "failed"
  half <- stats::qnorm(0.975) * se
  shown <- function(values) ifelse(nzchar(note), NA_real_, values)
  data.frame(
    HR = shown(exp(coef)), HR.95L = shown(exp(coef - half)), HR.95H = shown(exp(coef + half)),
    pvalue = shown(2 * stats::pnorm(-abs(coef / se))), source = ifelse(nzchar(note), "", "wald"), note = note, ph_p = NA_real_
  )
}

#' @param event Logical. @return See `competing_models`.
cause_ratios <- function(time, event, design) {
  if (sum(event) <= ncol(design)) return(no_competing_ratios("few", ncol(design)))
  data <- data.frame(time = time, event = event)
  data$z <- unname(design)
  fit <- tryCatch(quiet_cox(survival::Surv(time, event) ~ z, data), error = function(condition) NULL)
  ratios <- if (!is.null(fit)) tryCatch(cox_ratios(fit), error = function(condition) NULL)
  if (is.null(ratios)) return(no_competing_ratios("failed", ncol(design)))
  # A term of several columns is tested as one; each column on its own needs a term of its own.
  zph <- tryCatch(unname(proportional_columns(data$time, data$event, data$z)), error = function(condition) rep(NA_real_, ncol(design)))
  data.frame(
    HR = ratios$hr, HR.95L = ratios$lower, HR.95H = ratios$upper, pvalue = ratios$p, source = ifelse(ratios$unknown, "lr", "wald"),
    note = ratio_notes(event, design, ratios$unknown), ph_p = ifelse(ratios$unknown, NA_real_, zph)
  )
}

#' P of Schoenfeld's residuals of each column.
proportional_columns <- function(time, event, design) {
  columns <- as.data.frame(design)
  names(columns) <- sprintf("c%d", seq_along(columns))
  fit <- quiet_cox(stats::reformulate(names(columns), quote(survival::Surv(time, event))), data.frame(time = time, event = event, columns))
  survival::cox.zph(fit)$table[names(columns), "p"]
}

#' Why there is no ratio, by column: a code, "" where there is one. A group without events has none in every model.
ratio_notes <- function(event, design, unknown) {
  vapply(seq_len(ncol(design)), function(i) {
    binary <- length(unique(design[, i])) == 2L
    if (binary && any(tapply(event, design[, i], sum) == 0)) return("no_events")
    if (unknown[[i]]) "apart" else ""
  }, character(1))
}
