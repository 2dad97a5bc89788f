# Boruta over ranger against what its authors publish of it: the example of their package on iris, and its rules.

testthat::test_that("iris and shuffled copies of it: the four measures are confirmed and the copies are not, as in the package's example", {
  set.seed(777)
  copies <- vapply(datasets::iris[1:4], sample, numeric(150))
  colnames(copies) <- sprintf("Nonsense%d", 1:4)
  found <- boruta(as.matrix(cbind(datasets::iris[1:4], copies)), datasets::iris$Species, 1, trees = 100L)
  expect_true(all(found$decision[1:4] == "confirmed"))
  expect_false(any(found$decision[5:8] == "confirmed"))
  expect_gt(min(apply(found$importance[, 1:4], 2, stats::median, na.rm = TRUE)), max(found$shadow[, "most"]) / 2)
})

testthat::test_that("decisions are those of the binomial tests on the hits, and no sooner than these allow", {
  set.seed(5)
  values <- matrix(stats::rnorm(60 * 12), 60, dimnames = list(NULL, sprintf("v%02d", 1:12)))
  y <- factor(values[, 1] + 0.3 * stats::rnorm(60) > 0)
  found <- boruta(values, y, 3, trees = 60L)
  expect_identical(found$decision[["v01"]], "confirmed")
  # 12 variables: 0.5^n * 12 < 0.01 from the 11th forest on.
  expect_false(any(is.na(found$importance[1:11, ])))
  for (gene in setdiff(names(found$decision), "v01")) {
    own <- found$importance[, gene]
    seen <- sum(!is.na(own))
    hits <- cumsum(own > found$shadow[, "most"])[seq_len(seen)]
    low <- stats::pbinom(hits, seq_len(seen), 0.5) * 12 < 0.01
    expect_identical(found$decision[[gene]] == "rejected", any(low))
    if (any(low)) expect_identical(which(low)[[1L]], seen)
  }
  # Runs that change nothing are not made: of 12 variables 66 hits of 99 confirm, 33 reject.
  expect_identical(can_be_decided(rep(c(33L, 32L, 34L), 4L), 66L, 99L)[1:3], c(TRUE, TRUE, TRUE))
  expect_identical(can_be_decided(rep(c(45L, 34L, 33L), 4L), 80L, 99L)[1:3], c(FALSE, FALSE, TRUE))
  expect_identical(boruta(values, y, 3, trees = 60L), found)
})

testthat::test_that("few variables have five shadows at least, and runs end when nothing is tentative", {
  set.seed(5)
  values <- cbind(a = stats::rnorm(60), b = stats::rnorm(60))
  told <- boruta_run(values, factor(values[, 1] > 0), 50L)
  expect_identical(lengths(told), c(own = 2L, shadow = 5L))
  expect_lt(boruta(values, factor(values[, 1] > 0), 1, trees = 50L)$runs, 99L)
})
