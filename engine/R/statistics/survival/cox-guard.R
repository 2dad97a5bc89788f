#' One rule for every Cox model: which of its ratios are estimates. Where one side has no event, or the covariate all but tells who comes first, the
#' likelihood rises without end, or so flatly that Wald's test loses its meaning (Hauck and Donner 1977): the fit stops at some large number,
#' whose interval and P tell nothing. The likelihood-ratio test is as good as ever, and takes its place.

#' A logarithm of a ratio, between the lowest and the highest patient, with such a standard error has run away.
RUNAWAY_SE <- 20
#' Wald's statistic is far from the likelihood ratio's where it is less than one in so many of it. Of simulated ratios up to e per standard deviation,
#' in 40 patients and more, one in a thousand comes so far.
WALD_ONE_IN <- 3
#' The likelihood ratio tells a difference at all: without one, the two statistics are small and their quotient is noise.
LR_TOLD <- stats::qchisq(0.95, 1)

#' What the P beside a ratio comes from.
COX_TESTS <- c(wald = "Wald", lr = "似然比")
#' Why a ratio is none. @format By `ratio_cause`.
RATIO_CAUSES <- c(no_events = "有一组没有发生事件", apart = "两组的事件几乎完全错开，一组的都早于另一组的")
RATIO_CAUSES_ENGLISH <- c(no_events = "one group has no event", apart = "the events of one group nearly all come before those of the other")

#' @param cause Name in `RATIO_CAUSES`. @return The cause in both languages.
told_cause <- function(cause) told(RATIO_CAUSES[[cause]], RATIO_CAUSES_ENGLISH[[cause]])

#' Which ratios are no estimates; everything by coefficient.
#'
#' @param coef,se Of the logarithms. @param reach Between the lowest and the highest patient, of what the other covariates do not tell.
#' @param lr Likelihood-ratio statistics of one degree of freedom. @return Logical.
no_estimate <- function(coef, se, reach, lr) {
  !is.finite(coef) | !is.finite(se) | se == 0 | se * reach > RUNAWAY_SE | (lr > LR_TOLD & WALD_ONE_IN * (coef / se)^2 < lr)
}

#' `survival::coxph` (Efron) that keeps its warnings to itself. @return The fit, with its design as `x`; attribute `infinite`: places of the
#'   coefficients that `coxph` warns may be infinite.
quiet_cox <- function(formula, data) {
  infinite <- integer()
  fit <- withCallingHandlers(survival::coxph(formula, data, ties = "efron", x = TRUE), warning = function(condition) {
    told <- regmatches(conditionMessage(condition), regexpr("(?<=before variable )[ 0-9,]+", conditionMessage(condition), perl = TRUE))
    infinite <<- c(infinite, as.integer(strsplit(paste(trimmed(told), collapse = ","), " *, *")[[1L]]))
    invokeRestart("muffleWarning")
  })
  structure(fit, infinite = infinite)
}

#' The ratios of a fit of `quiet_cox`, by coefficient.
#'
#' @return Data frame `coef`, `se`, `hr`, `lower`, `upper` (95%; NA where there is no estimate), `wald_p`, `lr_p`, `p` (the likelihood ratio's
#'   where there is no estimate, else Wald's), `test` (see `COX_TESTS`), `unknown`: there is no estimate.
cox_ratios <- function(fit) {
  design <- unname(as.matrix(fit$x))
  coef <- unname(stats::coef(fit))
  se <- sqrt(unname(diag(as.matrix(stats::vcov(fit)))))
  lr <- pmax(0, 2 * (fit$loglik[[length(fit$loglik)]] - logliks_without(fit, design)))
  unknown <- no_estimate(coef, se, own_reach(design), lr) | seq_along(coef) %in% attr(fit, "infinite")
  shown <- function(values) replace(values, unknown, NA_real_)
  upper <- function(statistic) stats::pchisq(statistic, 1, lower.tail = FALSE)
  half <- stats::qnorm(0.975) * se
  wald_p <- upper((coef / se)^2)
  data.frame(
    coef = coef, se = se, hr = shown(exp(coef)), lower = shown(exp(coef - half)), upper = shown(exp(coef + half)), wald_p = wald_p,
    lr_p = upper(lr), p = ifelse(unknown, upper(lr), wald_p), test = unname(COX_TESTS[ifelse(unknown, "lr", "wald")]), unknown = unknown
  )
}

#' Log likelihood of the model without each of its columns.
logliks_without <- function(fit, design) {
  if (ncol(design) == 1L) return(fit$loglik[[1L]])
  vapply(seq_len(ncol(design)), function(column) {
    others <- design[, -column, drop = FALSE]
    less <- suppressWarnings(survival::coxph(fit$y ~ others, ties = "efron"))
    less$loglik[[2L]]
  }, numeric(1))
}

#' From the lowest to the highest patient in what the other columns do not tell: a column that nearly follows from others has a large error without
#' running away.
own_reach <- function(design) {
  vapply(seq_len(ncol(design)), function(column) {
    diff(range(stats::lm.fit(cbind(1, design[, -column, drop = FALSE]), design[, column])$residuals))
  }, numeric(1))
}

#' What is said of a ratio of two groups without an estimate, as facts; texts take them by the tool kit's `ratioUnknown`.
#'
#' @param ratio From `hazard_ratio`; NULL: there are no two groups. @param name Of the ratio's fact.
unknown_facts <- function(ratio, name = "hr") {
  facts <- list(!is.null(ratio$cause), identical(ratio$cause, "no_events"), identical(ratio$cause, "apart"))
  stats::setNames(facts, paste0(name, c("_unknown", "_eventless", "_apart")))
}

#' Why a ratio without an estimate is none. @param x Two values, or numbers. @return Name in `RATIO_CAUSES`.
ratio_cause <- function(status, x) if (length(unique(x)) == 2L && any(tapply(status, x, sum) == 0)) "no_events" else "apart"
