# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles: stats::ks.test, Hmisc::hoeffd, plain loops; and two spoiled arrays among real ones. The public data sets of the shared
# folder are skipped where it is absent.
tool <- tool_of("microarray_quality_assessment")

#' The tables of a run, with its facts and findings as attributes.
run <- function(values, groups = NULL, kind = "log", log2_transform = "auto") {
  inputs <- list(expression = list(values = values, kind = kind, identifiers = "probe", platform = NULL))
  if (!is.null(groups)) inputs$groups <- groups
  run_tool(tool, inputs, read_params(tool, list(log2_transform = log2_transform)))
}
flagged <- function(criteria) criteria$sample[criteria$flags > 0L]
bladder <- function(probes) Biobase::exprs(package_data("bladderdata", "bladderbatch", "bladderEset"))[seq(1, 22283, length.out = probes), ]
arrays <- function(probes = 300, samples = 8, seed = 3) {
  set.seed(seed)
  level <- stats::rnorm(probes, 8, 2)
  values <- level + matrix(stats::rnorm(probes * samples, 0, 0.3), probes)
  dimnames(values) <- list(sprintf("%d_at", 1000 + seq_len(probes)), sprintf("S%d", seq_len(samples)))
  values
}
#' The published criteria by plain loops over the packages' own functions.
oracle <- function(values) {
  n <- ncol(values)
  distance <- vapply(seq_len(n), function(a) {
    sum(vapply(seq_len(n), function(b) mean(abs(values[, a] - values[, b]), na.rm = TRUE), numeric(1)))
  }, numeric(1))
  pool <- stats::ecdf(as.vector(values[!is.na(values)]))
  ks <- vapply(seq_len(n), function(a) suppressWarnings(stats::ks.test(values[, a], pool)$statistic[[1L]]), numeric(1))
  reference <- apply(values, 1L, stats::median, na.rm = TRUE)
  d <- vapply(seq_len(n), function(a) Hmisc::hoeffd(values[, a] + reference, values[, a] - reference)$D[1L, 2L], numeric(1))
  rule <- function(statistic) {
    hinges <- stats::fivenum(statistic)[c(2L, 4L)]
    hinges[[2L]] + 1.5 * diff(hinges)
  }
  list(distance_sum = distance, distance_threshold = rule(distance), ks = ks, ks_threshold = rule(ks), hoeffding_d = d)
}

testthat::test_that("the criteria equal ks.test, Hmisc::hoeffd and plain loops (bladderbatch)", {
  values <- bladder(1500)
  criteria <- run(values)$criteria
  expected <- oracle(values)
  for (name in names(expected)) expect_equal(unique(criteria[[name]]), unique(expected[[name]]), tolerance = 1e-9, info = name)
  expect_identical(criteria$distance_outlier, expected$distance_sum > expected$distance_threshold)
  expect_identical(criteria$ks_outlier, expected$ks > expected$ks_threshold)
  expect_identical(criteria$d_outlier, expected$hoeffding_d > 0.15)
  expect_identical(criteria$flags, as.integer(criteria$distance_outlier + criteria$ks_outlier + criteria$d_outlier))
  expect_equal(criteria$rle_median, unname(apply(values - apply(values, 1, median), 2, median)), tolerance = 1e-12)
})

testthat::test_that("Hoeffding's D equals Hmisc's with ties in one, in the other and in both, and with missing values", {
  set.seed(11)
  for (digits in c(0, 1, 6)) {
    x <- round(stats::rnorm(400), digits)
    y <- round(stats::rnorm(400) + x^2, digits)
    expect_equal(hoeffding_d(x, y), Hmisc::hoeffd(x, y)$D[1L, 2L], tolerance = 1e-10, info = digits)
    expect_equal(hoeffding_d(y, x), hoeffding_d(x, y), tolerance = 1e-12)
    expect_equal(hoeffding_d(exp(x), 3 * y), hoeffding_d(x, y), tolerance = 1e-12)
  }
  # One point more or less than a power of two.
  for (n in c(5, 31, 32, 33, 65)) {
    x <- stats::rnorm(n)
    y <- stats::rnorm(n)
    expect_equal(hoeffding_d(x, y), Hmisc::hoeffd(x, y)$D[1L, 2L], tolerance = 1e-10, info = n)
  }
  # Hmisc counts to 1 where y follows from x.
  expect_equal(hoeffding_d(1:200, (1:200)^3), 1, tolerance = 1e-9)
  values <- arrays(200, 5)
  values[cbind(1:30, rep(1:5, 6))] <- NA
  expect_equal(run(values)$criteria$hoeffding_d, oracle(values)$hoeffding_d, tolerance = 1e-9)
  expect_equal(run(values)$criteria$distance_sum, oracle(values)$distance_sum, tolerance = 1e-9)
})

testthat::test_that("one array that is scaled and one that is shuffled are flagged, and no other beside those flagged unspoiled", {
  values <- bladder(4000)
  before <- flagged(run(values)$criteria)
  spoiled <- values
  spoiled[, 20L] <- 1.2 * spoiled[, 20L]
  set.seed(1)
  spoiled[, 37L] <- sample(spoiled[, 37L])
  planted <- colnames(values)[c(20L, 37L)]
  expect_false(any(planted %in% before))
  criteria <- run(spoiled)$criteria
  expect_identical(sort(setdiff(flagged(criteria), before)), sort(planted))
  # Scaling is seen by every criterion; a shuffled array has its own distribution and lies far from all others.
  of <- function(name) unlist(criteria[criteria$sample == name, c("distance_outlier", "ks_outlier", "d_outlier")], use.names = FALSE)
  expect_identical(of(planted[[1L]]), c(TRUE, TRUE, TRUE))
  expect_identical(of(planted[[2L]]), c(TRUE, FALSE, FALSE))
})

testthat::test_that("good arrays are not flagged; the order of arrays and probes and the groups decide nothing", {
  values <- arrays(samples = 12)
  set.seed(9)
  values <- values[, order(colnames(values))]
  groups <- data.frame(sample = colnames(values), group = rep(c("a", "b"), 6))
  here <- run(values)
  expect_identical(attr(here, "facts")$by_d, 0L)
  shuffled <- run(values[sample(300), sample(12)], groups)
  at <- match(here$criteria$sample, shuffled$criteria$sample)
  for (name in c("distance_sum", "ks", "hoeffding_d", "distance_threshold", "rle_iqr", "flags")) {
    expect_equal(shuffled$criteria[[name]][at], here$criteria[[name]], tolerance = 1e-12, info = name)
  }
  expect_identical(shuffled$criteria$group[at], groups$group)
  expect_identical(unique(here$criteria$group), "")
  listed <- run(values, groups[-1L, ])$criteria
  expect_identical(listed$group[[1L]], "未分组")
  # A quarter of the arrays is spoiled, all of one group.
  values[, 1:2] <- values[, 1:2] * 2
  one_group <- data.frame(sample = colnames(values), group = c("坏", "坏", rep("好", 10)))
  result <- run(values, one_group)
  expect_identical(flagged(result$criteria), colnames(values)[1:2])
  expect_true(all(c("flagged_in_one_group", "several_criteria") %in% codes_of(result)))
  expect_identical(attr(result, "facts")$flagged, 2L)
})

testthat::test_that("intensities are logged for the assessment; what has no logarithm is missing and counted", {
  logs <- arrays()
  expect_equal(run(2^logs, kind = "linear")$criteria, run(logs)$criteria, tolerance = 1e-9)
  expect_true(attr(run(2^logs, kind = "linear"), "facts")$logged)
  expect_false(attr(run(logs), "facts")$logged)
  expect_equal(run(2^logs, kind = "log", log2_transform = "yes")$criteria, run(logs)$criteria, tolerance = 1e-9)
  expect_false(attr(run(2^logs, kind = "linear", log2_transform = "no"), "facts")$logged)
  intensities <- 2^logs
  intensities[1:120, 1L] <- -5
  intensities[121:130, 2L] <- 0
  expected <- intensities
  expected[expected <= 0] <- NA
  result <- run(intensities, kind = "linear")
  expect_identical(attr(result, "facts")$without_log, 130L)
  expect_equal(result$criteria$missing, c(120, 10, rep(0, 6)) / 300)
  expect_equal(result$criteria$distance_sum, oracle(log2(expected))$distance_sum, tolerance = 1e-9)
  expect_true("many_missing" %in% codes_of(result))
})

testthat::test_that("what cannot be assessed is refused, what looks wrong is told", {
  expect_error(run(arrays()[, 1:2]), "至少要 3 张", class = "oncoloom_input")
  empty <- arrays()
  empty[, 3L] <- NA
  expect_error(run(empty), "S3", class = "oncoloom_input")
  infinite <- arrays()
  infinite[1, 1] <- -Inf
  expect_error(run(infinite), "无穷大", class = "oncoloom_input")
  parted <- arrays(60, 3)
  parted[1:30, 1L] <- NA
  parted[31:60, 2L] <- NA
  expect_error(run(parted), "同时有数值", class = "oncoloom_input")
  centred <- arrays() - rowMeans(arrays())
  expect_true("ratios" %in% codes_of(run(centred)))
  expect_false("ratios" %in% codes_of(run(arrays())))
  twins <- arrays()
  twins[, 2L] <- twins[, 1L]
  expect_true("identical_arrays" %in% codes_of(run(twins)))
  same <- run(matrix(arrays()[, 1L], 300, 4, dimnames = list(rownames(arrays()), LETTERS[1:4])))
  expect_identical(same$criteria$flags, rep(0L, 4))
  expect_true(all(is.finite(same$ratios$ratio)))
  expect_identical(unname(vapply(same[c("ma", "pca", "boxes")], nrow, integer(1)) > 0L), rep(TRUE, 3))
})

testthat::test_that("of 3 or 4 arrays distance and KS judge nothing, and say so wherever they stand; of 5 they do", {
  for (few in 3:4) {
    values <- arrays(samples = few)
    # No array can be worse than this one.
    values[, 1L] <- 20 + stats::rnorm(300)
    result <- run(values)
    criteria <- result$criteria
    expect_true(all(is.na(criteria[c("distance_outlier", "ks_outlier", "distance_threshold", "ks_threshold")])))
    expect_false(anyNA(criteria[c("distance_sum", "ks", "d_outlier")]))
    expect_true(all(grepl("距离之和、KS 距离不能判断", criteria$verdict)))
    expect_true("too_few_to_judge" %in% codes_of(result))
    expect_false("no_outliers" %in% codes_of(result))
    expect_true(attr(result, "facts")$few)
    expect_identical(unique(result$ratios$criterion), "Hoeffding D")
  }
  spoiled <- arrays(samples = 5)
  spoiled[, 1L] <- spoiled[, 1L] + 5
  five <- run(spoiled)
  expect_identical(five$criteria$distance_outlier, c(TRUE, FALSE, FALSE, FALSE, FALSE))
  expect_match(five$criteria$verdict[[1L]], "超过：距离之和")
  expect_identical(five$criteria$verdict[[2L]], "都未超过")
  expect_false(attr(five, "facts")$few)
  # A drift that follows the intensity is seen by D, however few the arrays are.
  bent <- arrays(samples = 4)
  bent[, 2L] <- 2 * bent[, 2L] - 8
  expect_identical(run(bent)$criteria$flags, c(0L, 1L, 0L, 0L))
})

testthat::test_that("arrays whose names are numbers find their groups", {
  values <- arrays()
  colnames(values) <- sprintf("%02d", 1:8)
  groups <- data.frame(sample = 1:8, group = rep(c("a", "b"), 4))
  expect_identical(run(values, groups)$criteria$group, groups$group)
})

testthat::test_that("the line of the criteria stands at 1, and every array has its ratios", {
  values <- arrays(samples = 57)
  result <- run(values)
  expect_identical(unique(result$ratios$limit), 1)
  expect_identical(unname(c(table(result$ratios$sample)[colnames(values)])), rep(3L, 57))
})

testthat::test_that("figures are drawn from tables that hold what they show", {
  values <- arrays(samples = 9)
  result <- run(values)
  expect_identical(unique(result$ma$sample), result$criteria$sample[order(-result$criteria$hoeffding_d)][1:6])
  expect_equal(nrow(result$ma), 6L * 300L)
  expect_equal(result$ratios$ratio[1:9], with(result$criteria, distance_sum / distance_threshold))
  expect_equal(result$distance[[3L]][[1L]], mean(abs(values[, result$distance$sample[[1L]]] - values[, result$distance$sample[[2L]]])))
  parts <- stats::prcomp(t(values))
  expect_equal(abs(result$pca$PC1), abs(unname(parts$x[, 1L])), tolerance = 1e-8)
  expect_equal(result$pca_variance$share[[1L]], (parts$sdev^2 / sum(parts$sdev^2))[[1L]], tolerance = 1e-9)
  expect_lte(max(table(run(bladder(6000))$ma$sample)), 2500L)
})

testthat::test_that("public data sets are assessed, linear, logged and with negative intensities", {
  golub <- run(read_shared("microarray", "Golub1999_leukemia_raw_MAS4_hu6800.tsv.gz"), kind = "linear")
  expect_gt(attr(golub, "facts")$without_log, 10000L)
  expect_false(anyNA(golub$criteria$distance_sum))
  cll <- run(read_shared("microarray", "CLL_hgu95av2_22samples.expr.tsv.gz"))
  expect_equal(nrow(cll$criteria), 22L)
  ovarian <- read_shared("microarray", "GSE12470_ovarian.expr.tsv.gz")
  some <- seq(1, nrow(ovarian), length.out = 800)
  result <- run(ovarian[some, ])
  expect_equal(result$criteria$hoeffding_d, oracle(ovarian[some, ])$hoeffding_d, tolerance = 1e-9)
  expect_true(all(is.finite(result$criteria$ks)))
})
