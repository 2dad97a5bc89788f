# Which ratios of Cox models are estimates, and what takes the place of those that are none.

invisible(load_library(root, "cox"))

exact <- function(object, expected) expect_equal(object, expected, tolerance = 1e-6)
chi_p <- function(statistic) stats::pchisq(statistic, 1, lower.tail = FALSE)
#' Of the likelihood ratio between two nested fits of survival.
lr_p <- function(larger, smaller) chi_p(2 * (utils::tail(larger$loglik, 1L) - utils::tail(smaller$loglik, 1L)))
quiet <- function(work) suppressWarnings(work)

patients <- function(n, seed, beta = 0) {
  set.seed(seed)
  x <- stats::rnorm(n)
  time <- stats::rexp(n, exp(beta * x))
  end <- stats::rexp(n, 0.5)
  list(x = x, time = pmin(time, end), status = as.integer(time <= end))
}

testthat::test_that("an ordinary ratio is coxph's own, with Wald's P", {
  own <- patients(80L, 1L, 0.7)
  row <- summary(survival::coxph(survival::Surv(time, status) ~ x, own))
  ratio <- hazard_ratio(own$time, own$status, own$x)
  exact(c(ratio$hr, ratio$low, ratio$high, ratio$p), c(row$conf.int[c(1L, 3L, 4L)], row$coefficients[[5L]]))
  expect_identical(ratio$test, "Wald")
  expect_null(ratio$cause)
})

testthat::test_that("groups of a number without events in one have no ratio, but the likelihood ratio's P and the cause", {
  own <- patients(60L, 2L)
  high <- as.numeric(seq_len(60L) > 30L)
  own$status[high == 0] <- 0L
  fit <- quiet(survival::coxph(survival::Surv(own$time, own$status) ~ high))
  # Without a guard survival tells this of them.
  expect_gt(exp(stats::coef(fit)), 1e6)
  for (x in list(high, ifelse(high == 1, "high", "low"))) {
    ratio <- hazard_ratio(own$time, own$status, x)
    expect_true(all(is.na(c(ratio$hr, ratio$low, ratio$high, ratio$ph_p))))
    exact(log10(ratio$p), log10(chi_p(2 * diff(fit$loglik))))
    expect_identical(ratio$cause, "no_events")
  }
  # Events in both, but all of one group before all of the other.
  apart <- hazard_ratio(1:40, rep(1, 40), rep(c(1, 0), each = 20L))
  expect_true(is.na(apart$hr))
  expect_identical(apart$cause, "apart")
  columns <- cox_columns(c(1:40), rep(1, 40), cbind(rep(c(TRUE, FALSE), each = 20L), rep(c(TRUE, FALSE), 20L)))
  expect_identical(is.na(columns$hr), c(TRUE, FALSE))
})

testthat::test_that("a gene that orders the events has the likelihood ratio's P, in the screen as alone; so has one that all but does", {
  time <- sort(patients(40L, 3L)$time)
  ordered <- rev(sort(stats::rnorm(40L)))
  swapped <- replace(ordered, c(20L, 21L), ordered[c(21L, 20L)])
  values <- rbind(ordered = ordered, swapped = swapped, noise = stats::rnorm(40L))
  screen <- cox_screen(values, time, rep(1, 40L), zero = NA)
  expect_identical(screen$separated, c(TRUE, TRUE, FALSE))
  for (gene in 1:2) {
    fit <- quiet(survival::coxph(survival::Surv(time, rep(1, 40L)) ~ values[gene, ]))
    # Wald's P is larger by 15 orders and more.
    expect_gt(log10(summary(fit)$coefficients[[5L]]) - log10(screen$lr_p[[gene]]), 15)
    exact(log10(screen$lr_p[[gene]]), log10(chi_p(2 * diff(fit$loglik))))
    ratio <- hazard_ratio(time, rep(1, 40L), values[gene, ])
    exact(log10(ratio$p), log10(screen$lr_p[[gene]]))
    expect_identical(ratio$test, "似然比")
  }
})

testthat::test_that("no ratio of noise or of a moderate effect is taken away", {
  unknown <- vapply(seq_len(200L), function(seed) {
    own <- patients(60L, seed, if (seed %% 2L == 0L) 0 else 0.7)
    c(is.na(hazard_ratio(own$time, own$status, own$x)$hr), is.na(hazard_ratio(own$time, own$status, as.numeric(own$x > 0))$hr))
  }, logical(2))
  expect_equal(sum(unknown), 0L)
})

testthat::test_that("of several covariates a separated one alone loses its ratio, and its P is that of the model without it", {
  own <- as.data.frame(patients(120L, 4L, 0.7))
  own$rare <- as.numeric(seq_len(120L) %in% 1:15)
  own$status[own$rare == 1] <- 0L
  full <- quiet_cox(survival::Surv(time, status) ~ x + rare, own)
  ratios <- cox_ratios(full)
  expect_identical(ratios$unknown, c(FALSE, TRUE))
  exact(ratios$hr[[1L]], unname(exp(stats::coef(full)[["x"]])))
  exact(ratios$p[[2L]], lr_p(full, survival::coxph(survival::Surv(time, status) ~ x, own)))
  # Wald's P is near 1, whatever the data say.
  expect_gt(ratios$wald_p[[2L]], 0.9)
  expect_lt(ratios$p[[2L]], 0.01)
  expect_identical(ratio_cause(own$status, own$rare), "no_events")
  # Columns that tell the same have large errors and are estimates all the same.
  own$again <- own$x + stats::rnorm(120L, 0, 0.001)
  expect_false(any(cox_ratios(quiet_cox(survival::Surv(time, status) ~ x + again, own))$unknown))
})
