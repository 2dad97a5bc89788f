# Random-effects meta-analysis of many effects at once: one row is one gene, one column one study.

#' As metafor has them: a step below `threshold` ends Fisher's scoring, more than `maxiter` steps give it up.
SCORING <- list(threshold = 1e-5, maxiter = 100L, stepadj = 1)
#' Smaller steps for the rows where it goes to and fro, as metafor's help proposes.
PATIENT_SCORING <- list(threshold = 1e-5, maxiter = 10000L, stepadj = 0.5)
#' By so much the likelihood at τ² = 0 has to be better for a local maximum to be left: metafor's `tol`.
LIKELIHOOD_SLACK <- .Machine$double.eps^0.25

#' Random effects by restricted maximum likelihood, row by row what `metafor::rma(yi, sei = …, method = "REML")` gives: its steps, on all rows at
#' once.
#' A row's own studies are those with a finite effect and a positive error; a row with fewer than two has no result.
#'
#' Sources: Viechtbauer 2005 (REML and its scoring), Hedges and Olkin 1985 (where it begins), Higgins and Thompson 2002 (I²), Knapp and Hartung 2003.
#'
#' @param effects,errors Matrices, rows × studies: estimates and their standard errors. @param knapp_hartung Test by t with its correction, else by z?
#' @return Data frame, one row each: `studies`, `effect`, `se`, `low`, `high` (95%), `statistic`, `p`, `tau2`, `i2` (0–1), `q`, `q_p`.
random_effects <- function(effects, errors, knapp_hartung = FALSE) {
  used <- is.finite(effects) & is.finite(errors) & errors > 0
  studies <- rowSums(used)
  open <- which(studies >= 2L)
  pooled <- pooled_rows(ifelse(used, effects, 0)[open, , drop = FALSE], ifelse(used, errors, 1)[open, , drop = FALSE]^2, used[open, , drop = FALSE])
  tested <- tested_rows(pooled, studies[open], knapp_hartung)
  result <- data.frame(
    studies = studies, effect = NA_real_, se = NA_real_, low = NA_real_, high = NA_real_, statistic = NA_real_, p = NA_real_,
    tau2 = NA_real_, i2 = NA_real_, q = NA_real_, q_p = NA_real_
  )
  result[open, -1L] <- tested
  rownames(result) <- rownames(effects)
  result
}

#' @param effects,variances As above, anything where `used` is FALSE. @return List of vectors, one value a row.
pooled_rows <- function(effects, variances, used) {
  tau2 <- reml_variance(effects, variances, used)
  weights <- used / (variances + tau2)
  total <- rowSums(weights)
  effect <- rowSums(weights * effects) / total
  fixed <- used / variances
  fixed_total <- rowSums(fixed)
  q <- rowSums(fixed * (effects - rowSums(fixed * effects) / fixed_total)^2)
  typical <- (rowSums(used) - 1) / (fixed_total - rowSums(fixed^2) / fixed_total)
  list(
    effect = effect, variance = 1 / total, tau2 = tau2, i2 = tau2 / (typical + tau2), q = q,
    spread = rowSums(weights * (effects - effect)^2)
  )
}

tested_rows <- function(pooled, studies, knapp_hartung) {
  free <- studies - 1
  spread <- ifelse(pooled$spread <= .Machine$double.eps, 0, pooled$spread / free)
  se <- sqrt(pooled$variance * if (knapp_hartung) spread else 1)
  statistic <- pooled$effect / se
  half <- se * if (knapp_hartung) stats::qt(0.975, free) else stats::qnorm(0.975)
  upper <- if (knapp_hartung) stats::pt(-abs(statistic), free) else stats::pnorm(-abs(statistic))
  data.frame(
    effect = pooled$effect, se = se, low = pooled$effect - half, high = pooled$effect + half, statistic = statistic, p = 2 * upper,
    tau2 = pooled$tau2, i2 = pooled$i2, q = pooled$q, q_p = stats::pchisq(pooled$q, free, lower.tail = FALSE)
  )
}

#' The variance between studies of each row by REML; NA where the scoring does not end.
reml_variance <- function(effects, variances, used) {
  tau2 <- scored_variance(effects, variances, used, SCORING)
  lost <- which(is.na(tau2))
  if (length(lost) > 0L) tau2[lost] <- scored_variance(
    effects[lost, , drop = FALSE], variances[lost, , drop = FALSE], used[lost, , drop = FALSE], PATIENT_SCORING
  )
  worse <- restricted_likelihood(effects, variances, used, 0) - restricted_likelihood(effects, variances, used, tau2) > LIKELIHOOD_SLACK
  tau2[which(worse & tau2 > SCORING$threshold)] <- 0
  tau2
}

scored_variance <- function(effects, variances, used, scoring) {
  studies <- rowSums(used)
  # Hedges: the plain variance of the effects less the mean of their own.
  centred <- (effects - rowSums(effects * used) / studies) * used
  tau2 <- pmax(0, (rowSums(centred^2) - (1 - 1 / studies) * rowSums(variances * used)) / (studies - 1))
  open <- seq_along(tau2)
  for (step in seq_len(scoring$maxiter)) {
    if (length(open) == 0L) break
    change <- scoring$stepadj * scoring_step(effects[open, , drop = FALSE], variances[open, , drop = FALSE], used[open, , drop = FALSE], tau2[open])
    change <- within_variance(tau2[open], change)
    tau2[open] <- tau2[open] + change
    open <- open[abs(change) > scoring$threshold]
  }
  tau2[open] <- NA
  tau2
}

#' One step of Fisher's scoring: y'PPy − tr(P), over tr(PP).
scoring_step <- function(effects, variances, used, tau2) {
  weights <- used / (variances + tau2)
  total <- rowSums(weights)
  squares <- rowSums(weights^2)
  left <- weights * (effects - rowSums(weights * effects) / total)
  trace <- total - squares / total
  step <- (rowSums(left^2) - trace) / (squares - 2 * rowSums(weights^3) / total + (squares / total)^2)
  ifelse(is.na(step), 0, step)
}

#' Steps that lead below 0 are halved until they do not.
within_variance <- function(tau2, step) {
  step[tau2 == 0 & step < 0] <- 0
  repeat {
    below <- tau2 + step < 0
    if (!any(below)) return(step)
    step[below] <- step[below] / 2
  }
}

#' The restricted log-likelihood but for its constant.
restricted_likelihood <- function(effects, variances, used, tau2) {
  weights <- used / (variances + tau2)
  total <- rowSums(weights)
  left <- rowSums(weights * (effects - rowSums(weights * effects) / total)^2)
  -(rowSums(log(variances + tau2) * used) + log(total) + left) / 2
}
