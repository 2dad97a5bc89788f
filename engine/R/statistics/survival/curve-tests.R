#' Tests of survival curves, and what can be said where hazards are not proportional: then the log-rank test, an average over the whole follow-up,
#' may see nothing of curves that cross.

#' P of Schoenfeld's residuals below which ratios change with time.
PH_P <- 0.05

PETO_WORD <- "Peto–Peto（看重早期的差别）"

#' A test of the family of `survival::survdiff`; groups in which nobody could have had an event add no degree of freedom.
#'
#' @param rho 0: log-rank; 1: Peto and Peto's modification of Gehan's test. @param entry From when each is watched; NULL: from the start.
#' @return List of `chisq`, `df`, `p`; NA where there is nothing to compare.
curve_rank_test <- function(time, status, group, rho = 0, entry = NULL) {
  # survdiff takes no times of entry.
  if (!is.null(entry)) return(weighted_rank_test(time, status, group, if (rho == 0) "log_rank" else "peto", entry = entry))
  nothing <- list(chisq = NA_real_, df = NA_integer_, p = NA_real_)
  if (length(unique(group)) < 2L || sum(status) == 0) return(nothing)
  test <- survival::survdiff(survival::Surv(time, status) ~ group, rho = rho)
  df <- sum(test$exp > 0) - 1L
  if (df < 1L) return(nothing)
  list(chisq = unname(test$chisq), df = df, p = stats::pchisq(test$chisq, df, lower.tail = FALSE))
}

#' The two halves of a follow-up, parted at the time of the middle event: all patients as far as there, and those who were followed further.
#'
#' @return List of `early` and `late`, each a data frame `time`, `status`, `group`, and `entry` where there is one; `turn`, the time.
follow_up_halves <- function(time, status, group, entry = NULL) {
  turn <- stats::quantile(time[status == 1], 0.5, type = 1L, names = FALSE)
  late <- time > turn
  early <- data.frame(time = pmin(time, turn), status = ifelse(late, 0, status), group = group)
  later <- data.frame(time = time, status = status, group = group)
  if (!is.null(entry)) {
    early$entry <- entry
    early <- early[entry < turn, ]
    later$entry <- pmax(entry, turn)
  }
  list(early = early, late = later[late, ], turn = turn)
}

#' What is said of groups whose ratio may change with time, as facts; texts take them by the tool kit's `changingHazards`.
#'
#' @param p Of the comparison that counts. @param peto Peto and Peto's P; NULL: no other P is told, as the cut-off was searched or the test chosen.
#' @param other Of two groups the one whose ratio against the other is told; NULL: there are more. @param tested Are both halves tested?
#' @return List of `significant` (by `p`, or by Peto and Peto's test where ratios change), `changing`, `weighted` (by the latter alone), `peto_p`,
#'   `turn` (in the unit of `time`), `early_p`, `late_p` (log-rank), `early_hr`, `late_hr`; NULL where there is nothing to say.
changing_facts <- function(time, status, group, p, peto, ph_p, other = NULL, tested = !is.null(peto), entry = NULL) {
  changing <- isTRUE(ph_p < PH_P)
  weighted <- changing && !isTRUE(p < 0.05) && isTRUE(peto < 0.05)
  facts <- list(significant = isTRUE(p < 0.05) || weighted, changing = changing, weighted = weighted, peto_p = if (changing) peto)
  if (!changing) return(facts)
  halves <- follow_up_halves(time, status, group, entry)
  test <- function(half) if (tested) curve_rank_test(half$time, half$status, half$group, entry = half$entry)$p
  ratio <- function(half) {
    if (is.null(other) || length(unique(half$group)) < 2L || sum(half$status) == 0) return(NULL)
    hazard_ratio(half$time, half$status, as.numeric(half$group == other), half$entry)$hr
  }
  c(facts, list(
    turn = halves$turn, early_p = test(halves$early), late_p = test(halves$late), early_hr = ratio(halves$early), late_hr = ratio(halves$late)
  ))
}
