#' How well scores and risks foretell survival: concordance, time-dependent ROC, Brier score, calibration, net benefit. `survival` and
#' `riskRegression` compute; censoring is weighted by its own Kaplan-Meier curve (IPCW).

#' Patients that must have had the event by a time, and that must still be followed after it, for an AUC there.
AUC_PATIENTS <- 10L

#' The times at which performance can be told: so many patients on both sides.
#'
#' @return Those of `times` (days) that hold.
tellable_times <- function(time, status, times) {
  Filter(function(at) sum(time <= at & status == 1) >= AUC_PATIENTS && sum(time > at) >= AUC_PATIENTS, times)
}

#' Harrell's C with its interval (infinitesimal jackknife).
#'
#' @param score Higher is worse. @param group Only pairs within one group are compared; NULL: all pairs.
#' @param entry From when each patient is watched: a pair is compared where both were at risk at the earlier event. NULL: from the start.
#' @return List of `estimate`, `lower`, `upper`, `se`; all NA where no pair can be compared.
concordance_of <- function(time, status, score, group = NULL, entry = NULL) {
  outcome <- outcome_of(time, status, entry)
  # The formula looks for this name.
  strata <- survival::strata
  fit <- if (is.null(group)) survival::concordance(outcome ~ score, reverse = TRUE)
  else survival::concordance(outcome ~ score + strata(group), reverse = TRUE)
  with_interval(unname(fit$concordance), sqrt(fit$var))
}

with_interval <- function(estimate, se) {
  if (!is.finite(estimate)) return(list(estimate = NA_real_, lower = NA_real_, upper = NA_real_, se = NA_real_))
  reach <- stats::qnorm(0.975) * se
  list(estimate = estimate, lower = max(0, estimate - reach), upper = min(1, estimate + reach), se = se)
}

#' `riskRegression::Score` of one marker or of one risk, or of several markers at once.
#'
#' @param marker Numeric, by patient: a score, or for the Brier score a matrix patients × times of risks; several are a named list.
#' @param metrics "auc", "brier". @param weighting How the chance of being still followed is found: marginal (Kaplan-Meier), or cox (a Cox
#'   model of the markers, for censoring that depends on them).
#' @return What `Score` gives.
score_of <- function(time, status, marker, times, metrics, plots = NULL, weighting = "marginal") {
  markers <- if (is.list(marker)) marker else list(model = marker)
  objects <- lapply(markers, function(one) if (is.matrix(one)) one else matrix(one, length(one), length(times)))
  data <- data.frame(time = time, status = status)
  weights <- if (weighting == "cox") sprintf("marker_%d", seq_along(markers)) else character()
  data[weights] <- markers[seq_along(weights)]
  riskRegression::Score(
    objects, formula = outcome_formula(weights), data = data, times = times, metrics = metrics, plots = plots, summary = NULL,
    cens.model = if (weighting == "cox") "cox" else "km", conf.int = TRUE, null.model = "brier" %in% metrics, progress.bar = 0
  )
}

#' `Score` knows the outcome by the name of its function. @param weights Columns on which the censoring depends.
outcome_formula <- function(weights = character()) {
  right <- if (length(weights) > 0L) paste(weights, collapse = " + ") else "1"
  stats::as.formula(paste("Surv(time, status) ~", right), env = list2env(list(Surv = survival::Surv), parent = baseenv()))
}

#' Time-dependent AUC (cumulative cases, dynamic controls; IPCW).
#'
#' @param times In days, from `tellable_times`. @return Data frame `time`, `estimate`, `lower`, `upper`.
time_auc <- function(time, status, score, times) {
  none <- data.frame(time = numeric(), estimate = numeric(), lower = numeric(), upper = numeric())
  if (length(times) == 0L) return(none)
  # Where all scores are equal there is nothing to order.
  if (length(unique(score)) == 1L) return(data.frame(time = times, estimate = 0.5, lower = NA_real_, upper = NA_real_))
  told <- score_of(time, status, score, times, "auc")$AUC$score
  data.frame(time = told$times, estimate = told$AUC, lower = pmax(0, told$lower), upper = pmin(1, told$upper))
}

#' Curves of the time-dependent ROC.
#'
#' @return Data frame `time`, `fpr`, `tpr`, from (0, 0) to (1, 1).
roc_curves <- function(time, status, score, times) {
  if (length(times) == 0L || length(unique(score)) == 1L) return(data.frame(time = numeric(), fpr = numeric(), tpr = numeric()))
  frame <- score_of(time, status, score, times, "auc", plots = "roc")$ROC$plotframe
  curves <- lapply(times, function(at) {
    own <- frame[frame$times == at, ]
    data.frame(time = at, fpr = c(0, sort(own$FPR), 1), tpr = c(0, sort(own$TPR), 1))
  })
  do.call(rbind, curves)
}

#' The mean of ROC curves of the same patients: of their true positive rates at each false positive rate. Its area is the mean of theirs.
#'
#' @param curves List of frames from `roc_curves`. @return As `roc_curves`; where all scores of a curve are equal it counts as the diagonal.
mean_roc <- function(curves) {
  if (length(curves) == 1L) return(curves[[1L]])
  diagonal <- data.frame(fpr = c(0, 1), tpr = c(0, 1))
  times <- unique(unlist(lapply(curves, `[[`, "time")))
  rows <- lapply(times, function(at) {
    own <- lapply(curves, function(curve) if (nrow(curve) > 0L) curve[curve$time == at, ] else diagonal)
    fpr <- sort(unique(unlist(lapply(own, `[[`, "fpr"))))
    # Where a curve rises straight up it has two rates: the lower ends the way there, the upper begins the way on.
    side <- function(ties) rowMeans(matrix(vapply(own, function(one) {
      stats::approx(one$fpr, one$tpr, fpr, ties = list("ordered", ties))$y
    }, numeric(length(fpr))), length(fpr)))
    data.frame(time = at, fpr = rep(fpr, each = 2L), tpr = as.vector(rbind(side(min), side(max))))
  })
  if (length(rows) > 0L) do.call(rbind, rows) else curves[[1L]]
}

#' Frames of the same rows as one of their means. Those without rows, of repeats that told nothing, do not count.
mean_frame <- function(frames) {
  some <- Filter(function(frame) nrow(frame) > 0L, frames)
  if (length(some) == 0L) return(frames[[1L]])
  Reduce(`+`, some) / length(some)
}

#' Brier score of risks (IPCW), and the index of prediction accuracy: 1 − its ratio to the score of the Kaplan-Meier curve.
#'
#' @param risk Patients × times. @return Data frame `time`, `estimate`, `lower`, `upper`, `null`, `ipa`.
brier_scores <- function(time, status, risk, times) {
  if (length(times) == 0L) {
    none <- numeric()
    return(data.frame(time = none, estimate = none, lower = none, upper = none, null = none, ipa = none))
  }
  told <- score_of(time, status, risk, times, "brier")$Brier$score
  own <- told[told$model == "model", ]
  null <- told$Brier[told$model == "Null model"]
  data.frame(time = own$times, estimate = own$Brier, lower = pmax(0, own$lower), upper = own$upper, null = null, ipa = 1 - own$Brier / null)
}

#' C of a nested validation: the mean over the repeats, with the mean of their standard errors. Pairs are compared within the fold whose model has
#' scored both, so that models are never compared with each other.
#'
#' @param score,fold Patients × repeats. @return As `concordance_of`.
nested_c <- function(time, status, score, fold, entry = NULL) {
  found <- lapply(seq_len(ncol(score)), function(i) concordance_of(time, status, score[, i], fold[, i], entry))
  mean_of <- function(name) mean(vapply(found, `[[`, numeric(1), name))
  with_interval(mean_of("estimate"), mean_of("se"))
}

#' Does the interval of a C or an AUC hold 0.5? @param lower Its lower limit. @return FALSE where it is not known.
is_no_better <- function(lower) isTRUE(lower <= 0.5)

#' The measures of a nested validation: the mean over the repeats. C is compared within folds (see `nested_c`); AUC and Brier score are of all
#' patients,
#' whose scores come from the models of different folds. C and AUC are not known where no fold has chosen anything.
#'
#' @param nested From `nested_validation`. @param times All times of its risks. @param told Those of them that can be told (`tellable_times`).
#' @param entry From when each patient is watched; `told` is empty then, as censoring weights take no times of entry.
#' @return Data frame `measure` ("c", "auc", "brier", "ipa"), `time` (days, NA for C), `estimate`, `lower`, `upper`.
nested_measures <- function(nested, time, status, times, told, entry = NULL) {
  runs <- seq_len(ncol(nested$score))
  auc <- lapply(runs, function(i) time_auc(time, status, nested$score[, i], told))
  brier <- lapply(runs, function(i) {
    brier_scores(time, status, matrix(nested$risk[, match(told, times), i], length(time)), told)
  })
  mean_of <- function(frames, column) {
    rowMeans(matrix(vapply(frames, function(frame) as.numeric(frame[[column]]), numeric(length(told))), length(told)))
  }
  table <- measures(nested_c(time, status, nested$score, nested$fold, entry), told, list(
    auc = data.frame(estimate = mean_of(auc, "estimate"), lower = mean_of(auc, "lower"), upper = mean_of(auc, "upper")),
    brier = data.frame(estimate = mean_of(brier, "estimate"), lower = mean_of(brier, "lower"), upper = mean_of(brier, "upper")),
    ipa = data.frame(estimate = mean_of(brier, "ipa"), lower = rep(NA_real_, length(told)), upper = rep(NA_real_, length(told)))
  ))
  if (!any(lengths(nested$chosen) > 0L)) table[table$measure %in% c("c", "auc"), c("estimate", "lower", "upper")] <- NA_real_
  table
}

#' The measures of one model on some patients; of those it was fitted on they are apparent, and too good.
#'
#' @param score By patient. @param risk Patients × `times`. @param entry See `nested_measures`. @return As `nested_measures`.
model_measures <- function(score, risk, time, status, times, told, entry = NULL) {
  brier <- brier_scores(time, status, risk[, match(told, times), drop = FALSE], told)
  measures(concordance_of(time, status, score, entry = entry), told, list(
    auc = time_auc(time, status, score, told), brier = brier,
    ipa = data.frame(estimate = brier$ipa, lower = rep(NA_real_, nrow(brier)), upper = rep(NA_real_, nrow(brier)))
  ))
}

measures <- function(c_index, told, by_time) {
  parts <- lapply(names(by_time), function(name) {
    part <- by_time[[name]]
    data.frame(measure = rep(name, length(told)), time = told, estimate = part$estimate, lower = part$lower, upper = part$upper)
  })
  rbind(
    data.frame(measure = "c", time = NA_real_, estimate = c_index$estimate, lower = c_index$lower, upper = c_index$upper),
    do.call(rbind, parts)
  )
}

#' What a measure is called: "C 指数", "1 年 AUC".
#'
#' @param measure Codes of `MEASURES`. @param time In days.
measure_names <- function(measure, time) {
  words <- code_words(measure, MEASURES)
  ifelse(is.na(time), words, sprintf("%s %s", year_words(time), words))
}

#' A time in days as years: "1 年", "0.5 年". Years of 365 days are whole, too.
year_words <- function(days) sprintf("%s 年", years_of_days(days))

years_of_days <- function(days) format(round(days / TIME_UNITS$year$days, 1), trim = TRUE, drop0trailing = TRUE)

#' The same in English: "1 year", "0.5 years".
year_english <- function(days) {
  years <- years_of_days(days)
  paste(years, ifelse(years == "1", "year", "years"))
}

#' Times in days as a list of years, in both languages.
told_years <- function(days) told_names(year_words(days), Inf, year_english(days))

#' Years in days.
days_of_years <- function(years) years * TIME_UNITS$year$days

# ---- calibration and net benefit ----

#' Observed against predicted risk at one time, in groups of equal size; patients of one risk may stand in two groups.
#'
#' @param risk By patient. @param groups At most; fewer where patients are few. @return Data frame `predicted`, `observed`, `lower`, `upper`, `n`.
calibration_groups <- function(risk, time, status, at, groups = 5L) {
  groups <- max(2L, min(groups, sum(time <= at & status == 1) %/% 5L))
  if (length(unique(risk)) < 2L) return(data.frame(predicted = numeric(), observed = numeric(), lower = numeric(), upper = numeric(), n = integer()))
  part <- ceiling(groups * rank(risk, ties.method = "first") / length(risk))
  rows <- lapply(seq_len(groups), function(k) {
    own <- part == k
    curve <- summary(survival::survfit(survival::Surv(time[own], status[own]) ~ 1, conf.type = "log-log"), times = at, extend = TRUE)
    data.frame(
      predicted = mean(risk[own]), observed = 1 - curve$surv, lower = 1 - curve$upper, upper = 1 - curve$lower, n = sum(own)
    )
  })
  do.call(rbind, rows)
}

#' Net benefit of treating those whose risk is above a threshold, against treating all and none, with censoring (Vickers and others 2008):
#' the share of events among those above is the Kaplan-Meier estimate.
#'
#' @param risk By patient. @param at In days. @return Data frame `threshold`, `model`, `all`; none is 0.
net_benefit <- function(risk, time, status, at, thresholds = seq(0.01, 0.99, by = 0.01)) {
  odds <- thresholds / (1 - thresholds)
  treated <- vapply(thresholds, function(threshold) sum(risk > threshold), integer(1))
  by_risk <- order(risk, decreasing = TRUE)
  # As many patients are the same patients: those of the highest risk.
  sizes <- unique(c(length(risk), treated[treated > 0L]))
  event <- vapply(sizes, function(size) {
    own <- by_risk[seq_len(size)]
    marginal_risk(time[own], status[own], at)
  }, numeric(1))
  benefit <- function(size) {
    share <- size / length(risk)
    known <- event[match(size, sizes)]
    ifelse(size == 0L, 0, known * share - (1 - known) * share * odds)
  }
  data.frame(threshold = thresholds, model = benefit(treated), all = benefit(rep(length(risk), length(thresholds))))
}
