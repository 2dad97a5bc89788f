# Weighted tests of survival curves, and the largest of several.

lung <- transform(survival::lung, status = status - 1, sex = c("male", "female")[sex], ph.ecog = as.character(ph.ecog))
#' Two groups of 60: alike, with proportional hazards, or with an effect that begins late.
trial <- function(seed, kind, n = 120L) {
  set.seed(seed)
  group <- rep(c("a", "b"), n / 2L)
  time <- stats::rexp(n, 0.1)
  treated <- group == "b"
  if (kind == "proportional") time[treated] <- time[treated] / 0.55
  if (kind == "late") time[treated] <- ifelse(time[treated] > 5, 5 + (time[treated] - 5) / 0.35, time[treated])
  end <- stats::runif(n, 10, 25)
  data.frame(time = pmin(time, end), status = as.integer(time <= end), group = group)
}
both_p <- function(kind, runs) vapply(seq_len(runs), function(seed) {
  data <- trial(seed, kind)
  c(weighted_rank_test(data$time, data$status, data$group, "log_rank")$p, max_combo_test(data$time, data$status, data$group)$p)
}, numeric(2L))

testthat::test_that("log-rank and Peto and Peto's are survdiff's own, of two groups and of more", {
  few <- lung[!is.na(lung$ph.ecog) & lung$ph.ecog != "3", ]
  for (group in list(few$sex, few$ph.ecog)) for (rho in c(log_rank = 0, peto = 1)) {
    test <- weighted_rank_test(few$time, few$status, group, names(which(c(log_rank = 0, peto = 1) == rho)))
    told <- survival::survdiff(survival::Surv(few$time, few$status) ~ group, rho = rho)
    expect_equal(test$chisq, told$chisq, tolerance = 1e-10)
    expect_equal(test$df, length(unique(group)) - 1L)
  }
  with_rho <- weighted_rank_test(lung$time, lung$status, lung$sex, "fleming_harrington", 0.5, 0)
  expect_equal(with_rho$chisq, survival::survdiff(survival::Surv(time, status) ~ sex, lung, rho = 0.5)$chisq, tolerance = 1e-10)
})

testthat::test_that("the kidney catheters have the numbers of Klein and Moeschberger (2003), table 7.2", {
  data("kidney", package = "KMsurv", envir = environment())
  kidney$type <- as.character(kidney$type)
  told <- function(test, rho = 0, gamma = 0) round(weighted_rank_test(kidney$time, kidney$delta, kidney$type, test, rho, gamma)$chisq, 2)
  expect_equal(told("log_rank"), 2.53)
  expect_equal(told("tarone_ware"), 0.40)
  expect_equal(weighted_rank_test(kidney$time, kidney$delta, kidney$type, "gehan")$p, 0.964, tolerance = 1e-3)
  expect_equal(told("fleming_harrington", 0, 1), 9.67)
  expect_equal(told("fleming_harrington", 1, 0), 1.39)
  expect_equal(told("fleming_harrington", 1, 1), 9.83)
  expect_equal(told("fleming_harrington", 0.5, 0.5), 9.28)
  expect_equal(told("fleming_harrington", 0.5, 2), 8.18)
})

testthat::test_that("a weighted statistic is the sum over the times of events, patient by patient", {
  data <- trial(7, "late")
  data$time <- ceiling(data$time)
  observed <- variance <- 0
  curve <- 1
  for (at in sort(unique(data$time[data$status == 1]))) {
    risk <- data$time >= at
    own <- risk & data$group == "b"
    dead <- data$time == at & data$status == 1
    weight <- curve^0.5 * (1 - curve)^2
    share <- sum(own) / sum(risk)
    observed <- observed + weight * (sum(dead & own) - sum(dead) * share)
    if (sum(risk) > 1) variance <- variance + weight^2 * sum(dead) * share * (1 - share) * (sum(risk) - sum(dead)) / (sum(risk) - 1)
    curve <- curve * (1 - sum(dead) / sum(risk))
  }
  test <- weighted_rank_test(data$time, data$status, data$group, "fleming_harrington", 0.5, 2)
  expect_equal(test$chisq, observed^2 / variance, tolerance = 1e-10)
  turned <- weighted_rank_test(data$time, data$status, ifelse(data$group == "a", "z", "b"), "fleming_harrington", 0.5, 2)
  expect_equal(turned$chisq, test$chisq, tolerance = 1e-10)
})

testthat::test_that("P of the largest is that of drawn statistics with its correlation, keeps small values, and is the same each time", {
  test <- max_combo_test(lung$time, lung$status, lung$sex)
  expect_identical(test$p, max_combo_test(lung$time, lung$status, lung$sex)$p)
  expect_equal(test$parts$z[[1L]]^2, survival::survdiff(survival::Surv(time, status) ~ sex, lung)$chisq, tolerance = 1e-10)
  parts <- eigen(test$correlation)
  set.seed(1)
  drawn <- parts$vectors %*% (sqrt(pmax(parts$values, 0)) * matrix(stats::rnorm(4e6), 4L))
  largest <- matrixStats::colMaxs(abs(drawn))
  for (z in c(1, 2, 2.8)) expect_equal(largest_p(z, test$correlation), mean(largest > z), tolerance = 0.03)
  far <- largest_p(9, test$correlation)
  expect_true(far > 2 * stats::pnorm(-9) && far < 8 * stats::pnorm(-9))
  # One and the same statistic four times is one statistic.
  expect_equal(largest_p(2, matrix(1, 4L, 4L)), 2 * stats::pnorm(-2), tolerance = 1e-3)
  swapped <- max_combo_test(lung$time, lung$status, ifelse(lung$sex == "male", "b", "c"))
  expect_equal(c(swapped$z, swapped$p), c(-test$z, test$p), tolerance = 1e-4)
})

testthat::test_that("of noise P is uniform; a late effect is seen by max-combo and missed by the log-rank test, a lasting one by neither less", {
  alike <- both_p("alike", 100L)[2L, ]
  expect_gt(stats::ks.test(alike, "punif")$p.value, 0.01)
  expect_lte(sum(alike < 0.05), 11L)
  late <- rowMeans(both_p("late", 80L) < 0.05)
  expect_gt(late[[2L]] - late[[1L]], 0.08)
  lasting <- rowMeans(both_p("proportional", 80L) < 0.05)
  expect_lt(abs(lasting[[2L]] - lasting[[1L]]), 0.08)
})

testthat::test_that("where there is nothing to compare there is no P", {
  expect_true(is.na(weighted_rank_test(lung$time, lung$status, rep("a", 228), "gehan")$p))
  expect_true(is.na(weighted_rank_test(lung$time, rep(0, 228), lung$sex, "gehan")$p))
  expect_null(max_combo_test(lung$time, rep(0, 228), lung$sex))
  expect_null(max_combo_test(lung$time, lung$status, as.character(lung$inst)))
  # All at once: no weight for late events.
  expect_equal(max_combo_test(rep(5, 40), rep(1, 40), rep(c("a", "b"), 20)), NULL)
  early <- max_combo_test(c(1, 1, 9, 9), c(1, 0, 0, 0), c("a", "b", "a", "b"))
  expect_equal(early$p, 2 * stats::pnorm(-abs(early$z)), tolerance = 1e-3)
})
