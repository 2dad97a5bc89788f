# Distances of columns by products, against stats::dist.

expect_distances <- function(values) {
  own <- column_distances(values)
  direct <- stats::dist(t(values))
  expect_identical(attributes(own)[c("Size", "Labels")], attributes(direct)[c("Size", "Labels")])
  expect_lt(max(abs(own - direct) / pmax(direct, 1e-300), 0), 1e-11)
}

test_that("they are stats::dist's: far from 0, nearly the same, few rows, one row", {
  set.seed(1)
  values <- matrix(stats::rnorm(12000L, 1e4), 400L, dimnames = list(NULL, paste0("S", 1:30)))
  expect_distances(values)
  values[, 2] <- values[, 1] + stats::rnorm(400L, 0, 1e-6)
  values[, 3] <- values[, 1] * (1 + 1e-9)
  expect_distances(values)
  expect_distances(values[1:3, ])
  expect_distances(values[1L, , drop = FALSE])
  expect_distances(log2(read_shared("tcga", "TCGA-COADREAD_92.raw_counts_entrez.tsv.gz")[1:3000, 1:40] + 1))
})

test_that("the same column is at 0, and equal distances are equal", {
  values <- cbind(a = c(1, 0, 0, 3), b = c(0, 1, 0, 3), c = c(0, 0, 1, 3), d = c(1, 0, 0, 3))
  own <- as.matrix(column_distances(values))
  expect_identical(own[["a", "d"]], 0)
  expect_length(unique(own[c("a", "b", "d"), "c"]), 1L)
  expect_distances(values[, 1:3])
})

test_that("missing cells are borne as stats::dist bears them", {
  values <- matrix(stats::rnorm(40L), 10L)
  values[2, 3] <- NA
  expect_identical(column_distances(values), stats::dist(t(values)))
})
