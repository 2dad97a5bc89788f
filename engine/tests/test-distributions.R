# What values have been through before they came here.

set.seed(3)
plain <- matrix(rnorm(400 * 8, 8, rep(1:4 / 2, 800)), 400) + rep(1:8 / 10, each = 400)

testthat::test_that("z-scores of rows are known, also rounded", {
  z <- t(scale(t(plain)))
  testthat::expect_true(are_row_z(z))
  testthat::expect_true(are_row_z(round(z, 2)))
  testthat::expect_false(are_row_z(plain))
  testthat::expect_false(are_row_z(plain - rowMeans(plain)))
  testthat::expect_false(are_row_z(scale(plain)))
})

testthat::test_that("quantile normalisation leaves one distribution, other normalisations do not", {
  testthat::expect_true(have_one_distribution(limma::normalizeBetweenArrays(plain, "quantile")))
  testthat::expect_false(have_one_distribution(plain))
  testthat::expect_false(have_one_distribution(limma::normalizeBetweenArrays(plain, "scale")))
  testthat::expect_false(have_one_distribution(matrix(5, 40, 3)))
})
