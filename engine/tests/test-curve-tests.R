# What is said of curves whose ratio changes with time.

testthat::test_that("of noise a difference is claimed as often as its level says, whichever test speaks", {
  claimed <- vapply(seq_len(300L), function(seed) {
    set.seed(seed)
    time <- stats::rexp(60L)
    end <- stats::rexp(60L, 0.5)
    status <- as.integer(time <= end)
    time <- pmin(time, end)
    group <- rep(c("a", "b"), 30L)
    test <- function(rho) curve_rank_test(time, status, group, rho)$p
    changing_facts(time, status, group, test(0), test(1), hazard_ratio(time, status, as.numeric(group == "b"))$ph_p, "b")$significant
  }, logical(1))
  # 5% of 300, and two standard errors.
  expect_lte(sum(claimed), 15L + 8L)
})

testthat::test_that("halves hold all events once, and a searched cut-off has no other P", {
  lung <- survival::lung
  status <- lung$status - 1
  halves <- follow_up_halves(lung$time, status, lung$sex)
  expect_equal(sum(halves$early$status) + sum(halves$late$status), sum(status))
  expect_true(max(halves$early$time) <= halves$turn && min(halves$late$time) > halves$turn)
  searched <- changing_facts(lung$time, status, lung$sex, 0.3, NULL, 0.01, 2)
  expect_false(searched$significant)
  expect_true(searched$changing)
  expect_null(searched$early_p)
  expect_null(searched$peto_p)
  expect_gt(searched$early_hr, 0)
})
