# What groups explain of components, and how much of it labels at random explain.

testthat::test_that("shares between groups are those of an analysis of variance", {
  set.seed(2)
  scores <- cbind(stats::rnorm(12), stats::rnorm(12) + rep(0:1, 6), 0)
  group <- rep(c("b", "a", "c"), c(3, 4, 5))
  direct <- vapply(1:2, function(i) summary(stats::lm(scores[, i] ~ group))$r.squared, numeric(1))
  testthat::expect_equal(between_share(scores, group), c(direct, NA))
})

testthat::test_that("two samples against two part an axis by chance one time in three", {
  scores <- cbind(c(1, 2, 8, 9))
  chance <- separation_by_chance(scores, c("a", "a", "b", "b"))
  testthat::expect_gt(chance$share, 0.95)
  testthat::expect_lt(abs(chance$p - 1 / 3), 0.05)
  # The three divisions of the four.
  of <- function(...) between_share(scores, c(...))
  testthat::expect_lt(abs(chance$expected - mean(c(of(1, 1, 2, 2), of(1, 2, 1, 2), of(1, 2, 2, 1)))), 0.03)
  testthat::expect_null(separation_by_chance(scores, rep("a", 4)))
  testthat::expect_null(separation_by_chance(cbind(rep(1, 4)), c("a", "a", "b", "b")))
})

testthat::test_that("the P of permuted labels is uniform on noise, the best of several components taken into account", {
  p <- vapply(1:60, function(i) {
    set.seed(100 + i)
    separation_by_chance(matrix(stats::rnorm(12 * 4), 12), rep(c("a", "b"), 6))$p
  }, numeric(1))
  testthat::expect_gt(suppressWarnings(stats::ks.test(p, "punif"))$p.value, 0.01)
  testthat::expect_lt(mean(p < 0.05), 0.15)
})
