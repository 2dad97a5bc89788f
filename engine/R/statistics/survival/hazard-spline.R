#' How the hazard changes along a number: Cox models with a restricted cubic spline of it (Durrleman and Simon 1989), as rms fits them.

#' Shares of the patients below each knot, by how many knots there are (Harrell 2015, table 2.3).
SPLINE_SHARES <- list("3" = c(0.1, 0.5, 0.9), "4" = c(0.05, 0.35, 0.65, 0.95), "5" = c(0.05, 0.275, 0.5, 0.725, 0.95))

#' @param n How many. @return Numbers in rising order; equal ones where many patients share a value.
spline_knots <- function(x, n) unname(stats::quantile(x, SPLINE_SHARES[[as.character(n)]]))

#' The columns of a spline that is straight beyond its outer knots, the straight one first. Both are divided by the distance of the outer knots: the
#' units of a measurement leave the fit as it is.
#'
#' @param knots Three and more, rising. @return Matrix, numbers × (knots - 1).
spline_basis <- function(x, knots) {
  last <- knots[[length(knots)]]
  before <- knots[[length(knots) - 1L]]
  width <- last - knots[[1L]]
  cube <- function(at) pmax((x - at) / width, 0)^3
  curved <- lapply(utils::head(knots, -2L), function(at) {
    cube(at) - cube(before) * (last - at) / (last - before) + cube(last) * (before - at) / (last - before)
  })
  do.call(cbind, c(list((x - knots[[1L]]) / width), curved))
}

#' Wald's test that coefficients are 0. @return List of `chisq`, `df`, `p`.
wald_test <- function(coef, cov) {
  chisq <- sum(coef * solve(cov, coef))
  list(chisq = chisq, df = length(coef), p = stats::pchisq(chisq, length(coef), lower.tail = FALSE))
}

#' A Cox model (Efron) with a spline of a number.
#'
#' @param design Matrix of covariates; NULL or without columns: none. @param entry From when each is watched; NULL: from the start.
#' @return NULL where a coefficient has no estimate; else a list of `fit` (terms `z`, the spline, and `w`, the covariates), `knots`, `coef` and `cov`
#'   of the spline, `overall` and `curved` (see `wald_test`: whether the number tells anything; whether it bends), `ph_p` (Schoenfeld residuals
#'   of the whole spline; NA where it cannot be tested).
hazard_spline <- function(time, status, x, knots, design = NULL, entry = NULL) {
  frame <- data.frame(time = time, status = status)
  frame$entry <- entry
  frame$z <- spline_basis(x, knots)
  own <- seq_len(ncol(frame$z))
  frame$w <- design
  adjusted <- !is.null(design) && ncol(design) > 0L
  form <- stats::reformulate(c("z", if (adjusted) "w"), outcome_call(entry))
  fit <- tryCatch(quiet_cox(form, frame), error = function(condition) NULL)
  coef <- if (!is.null(fit)) unname(stats::coef(fit))[own]
  if (is.null(fit) || anyNA(coef) || any(own %in% attr(fit, "infinite"))) return(NULL)
  cov <- unname(stats::vcov(fit))[own, own, drop = FALSE]
  tests <- tryCatch(
    list(overall = wald_test(coef, cov), curved = wald_test(coef[-1L], cov[-1L, -1L, drop = FALSE])), error = function(condition) NULL
  )
  if (is.null(tests)) return(NULL)
  ph_p <- tryCatch(suppressWarnings(survival::cox.zph(fit)$table["z", "p"]), error = function(condition) NA_real_)
  c(list(fit = fit, knots = knots, coef = coef, cov = cov, ph_p = unname(ph_p)), tests)
}

#' Hazard ratios of values of the number against one of them.
#'
#' @return Data frame `value`, `hr`, `lower`, `upper` (95%, pointwise).
spline_ratios <- function(spline, at, reference) {
  from <- spline_basis(reference, spline$knots)
  apart <- spline_basis(at, spline$knots) - from[rep(1L, length(at)), , drop = FALSE]
  log_ratio <- as.vector(apart %*% spline$coef)
  half <- stats::qnorm(0.975) * sqrt(pmax(0, rowSums((apart %*% spline$cov) * apart)))
  data.frame(value = at, hr = exp(log_ratio), lower = exp(log_ratio - half), upper = exp(log_ratio + half))
}

#' Values between which a curve is told: beyond them lie ten patients on each side, or 5% of few (as rms does).
spline_reach <- function(x) {
  share <- 10 / max(length(x), 200)
  unname(stats::quantile(x, c(share, 1 - share)))
}
