# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("correlation_scatterplot")

params <- list(x = NULL, y = NULL, color_column = NULL, method = "pearson", fit = "lm", conf_int = TRUE, marginal = "density")
run <- function(values, ...) run_tool(tool, list(values = values), changed(params, ...))
cars <- datasets::mtcars[c("wt", "mpg", "cyl")]
by_weight <- function(...) run(cars, x = "wt", y = "mpg", ...)

testthat::test_that("coefficients, P and intervals are those of cor.test", {
  few <- data.frame(wt = c(3.1, 1, 4, 1.5, 9, 2.6), mpg = c(2, 7, 1, 8, 2.8, 1.8))
  for (method in c("pearson", "spearman", "kendall")) for (data in list(cars, few)) {
    row <- run(data, x = "wt", y = "mpg", method = method)$tests
    oracle <- suppressWarnings(stats::cor.test(data$wt, data$mpg, method = method, exact = if (method == "spearman") nrow(data) < 10))
    expect_equal(c(row$estimate, row$p, row$statistic), unname(c(oracle$estimate, oracle$p.value, oracle$statistic)), tolerance = 1e-8)
    if (method == "pearson") expect_equal(c(row$low, row$high), as.numeric(oracle$conf.int), tolerance = 1e-8)
  }
  # Published for mtcars: r = -0.8677, P = 1.294e-10.
  expect_equal(round(by_weight()$tests$estimate, 4), -0.8677)
  expect_equal(signif(by_weight()$tests$p, 4), 1.294e-10)
})

testthat::test_that("intervals of rank correlations are Bonett and Wright's", {
  row <- by_weight(method = "spearman")$tests
  z <- atanh(row$estimate) + c(-1, 1) * 1.959963984540054 * sqrt((1 + row$estimate^2 / 2) / 29)
  expect_equal(c(row$low, row$high), tanh(z), tolerance = 1e-8)
  row <- by_weight(method = "kendall")$tests
  expect_equal(atanh(row$high) - atanh(row$low), 2 * 1.959963984540054 * sqrt(0.437 / 28), tolerance = 1e-8)
})

testthat::test_that("the line and its band are predict.lm's, the curve loess's", {
  line <- by_weight()$line
  model <- stats::lm(mpg ~ wt, cars)
  oracle <- stats::predict(model, data.frame(wt = line$x), interval = "confidence")
  expect_equal(unname(as.matrix(line[c("y", "low", "high")])), unname(oracle), tolerance = 1e-8)
  expect_equal(facts_of(by_weight())$r_squared, summary(model)$r.squared, tolerance = 1e-8)
  curve <- by_weight(fit = "loess")$line
  oracle <- stats::predict(stats::loess(mpg ~ wt, cars), data.frame(wt = curve$x))
  expect_equal(curve$y, unname(oracle), tolerance = 1e-8)
  expect_true(all(curve$low < curve$y & curve$y < curve$high))
  plain <- by_weight(conf_int = FALSE)$line
  expect_equal(plain$low, plain$y)
  expect_equal(nrow(by_weight(fit = "none")$line), 0L)
})

testthat::test_that("flipped axes keep the coefficient, a flipped sign flips it, shuffled rows change nothing", {
  expect_equal(run(cars, x = "mpg", y = "wt")$tests$estimate, by_weight()$tests$estimate, tolerance = 1e-12)
  expect_equal(run(transform(cars, wt = -wt), x = "wt", y = "mpg")$tests$estimate, -by_weight()$tests$estimate, tolerance = 1e-12)
  set.seed(1)
  expect_equal(run(cars[sample(32), ], x = "wt", y = "mpg")$tests, by_weight()$tests, tolerance = 1e-12)
})

testthat::test_that("colours have correlations of their own, and columns are found", {
  tables <- by_weight(color_column = "cyl")
  expect_equal(sort(tables$tests$group), sort(c("全部", "4", "6", "8")))
  four <- tables$tests[tables$tests$group == "4", ]
  expect_equal(four$estimate, stats::cor(cars$wt[cars$cyl == 4], cars$mpg[cars$cyl == 4]), tolerance = 1e-8)
  expect_equal(nrow(tables$points), 32L)
  found <- run(datasets::iris)
  expect_equal(c(facts_of(found)$x_name, facts_of(found)$y_name), c("Sepal.Length", "Sepal.Width"))
})

testthat::test_that("outlines of the margins stand beside the points and hold the values' range", {
  for (how in c("density", "histogram")) {
    margins <- by_weight(marginal = how)$margins
    above <- margins[margins$margin == "x", ]
    expect_equal(range(above$x), range(cars$wt))
    expect_true(all(above$y > max(cars$mpg)))
    beside <- margins[margins$margin == "y", ]
    expect_equal(range(beside$y), range(cars$mpg))
    expect_true(all(beside$x > max(cars$wt)))
  }
  expect_equal(nrow(by_weight(marginal = "none")$margins), 0L)
})

testthat::test_that("doubts are said with the alternative", {
  set.seed(5)
  pulled <- data.frame(a = c(stats::rnorm(20), 40), b = c(stats::rnorm(20), 40))
  findings <- attr(run(pulled), "findings")
  apart <- Filter(function(one) one$code == "apart", findings)[[1L]]
  expect_equal(apart$fix$parameters$method, "spearman")
})

testthat::test_that("ugly data draws something right or says why not", {
  flat <- run(data.frame(a = 1:6, b = 3))
  expect_true(is.na(flat$tests$p) && "not_tested" %in% codes_of(flat))
  expect_equal(nrow(flat$points), 6L)
  few <- run(data.frame(a = c(1, 2, 3), b = c(2, 4, 7)))
  expect_true(is.na(few$tests$estimate))
  lost <- run(data.frame(`年龄` = c("1,000", "2", "x", NA, "5", "6"), `值` = c("5%", "7", "8", "9", "Inf", "4"), check.names = FALSE))
  expect_true(all(c("incomplete", "not_numbers") %in% codes_of(lost)))
  expect_equal(lost$points$x, c(1000, 2, 6))
  ties <- run(data.frame(a = rep(1:3, 10), b = rep(c(1, 1, 2), 10)), method = "kendall")
  expect_match(ties$tests$note, "相同")
  perfect <- run(data.frame(a = 1:8, b = 2 * (1:8)), method = "spearman")
  expect_true(perfect$tests$estimate == 1 && is.na(perfect$tests$low))
  expect_error(run(data.frame(a = letters[1:4], b = 1:4)), "两列数字")
  expect_error(run(data.frame(a = 1:4, b = c("x", "y", "z", "w"), c = 4:1), x = "a", y = "a"), "不同的两列")
  expect_error(run(data.frame(a = 1:30, b = 30:1, g = sprintf("g%d", 1:30)), color_column = "g"), "最多分 10 种颜色")
})

# ---- genes of a matrix ----

matrix_of <- function(values, kind = "log", ...) list(values = values, kind = kind, identifiers = "symbol", label = "m", ...)
run_matrix <- function(values, x, y, ..., annotations = NULL, kind = "log", base = NULL) {
  inputs <- list(values = matrix_of(values, kind, log_base = base), annotations = annotations)
  run_tool(tool, inputs, changed(params, x = x, y = y, ...))
}
set.seed(5)
drawn <- matrix(stats::rnorm(4 * 30, 8), 4L, dimnames = list(c("TP53", "MKI67", "KMT2D", "B2M"), sprintf("S%02d", 1:30)))
known <- data.frame(sample = rev(colnames(drawn)), age = 30:1, subtype = rep(c("A", "B"), 15L))

testthat::test_that("two genes of a matrix give what cor.test gives, by aliases too", {
  for (method in c("pearson", "spearman", "kendall")) {
    row <- run_matrix(drawn, "MLL2", "B2M", method = method)$tests
    oracle <- stats::cor.test(drawn["KMT2D", ], drawn["B2M", ], method = method, exact = if (method == "spearman") FALSE)
    expect_equal(c(row$estimate, row$p, row$statistic), unname(c(oracle$estimate, oracle$p.value, oracle$statistic)), tolerance = 1e-8)
    if (method == "pearson") expect_equal(c(row$low, row$high), as.numeric(oracle$conf.int), tolerance = 1e-8)
  }
  expect_true(all(c("genes_renamed", "matrix_scale") %in% codes_of(run_matrix(drawn, "MLL2", "B2M"))))
  expect_equal(run_matrix(drawn, "TP53", "B2M")$points$name, colnames(drawn))
})

testthat::test_that("what is known of samples goes by their names: as an axis, and as colours", {
  tables <- run_matrix(drawn, "age", "TP53", annotations = known, color_column = "subtype")
  expect_equal(tables$points$x, as.numeric(known$age[match(colnames(drawn), known$sample)]))
  expect_equal(tables$points$group, known$subtype[match(colnames(drawn), known$sample)])
  own <- tables$points$group == "A"
  row <- tables$tests[tables$tests$group == "A", ]
  expect_equal(row$p, stats::cor.test(tables$points$x[own], drawn["TP53", own])$p.value, tolerance = 1e-8)
  expect_equal(tables$words$x_title, "age")
  without <- run_matrix(drawn, "TP53", "B2M", annotations = known[1:20, ], color_column = "subtype")
  expect_equal(sum(without$points$group == "未知"), 10L)
})

testthat::test_that("axes name the genes and the logarithm that is known", {
  words <- run_matrix(drawn, "TP53", "B2M", base = 2)$words
  expect_equal(c(words$x_title, words$y_title), c("*TP53* 表达量（log~2~）", "*B2M* 表达量（log~2~）"))
  expect_equal(run_matrix(2^drawn, "TP53", "B2M", kind = "linear")$words$x_title, "*TP53* 表达量")
})

testthat::test_that("a matrix without a gene, with one that is not there, or with the same twice is refused", {
  for (pair in list(list(NULL, "TP53"), list("TP53", NULL), list("TP53", "NOTHERE"), list("KMT2D", "MLL2"), list("TP53", "TP53"))) {
    expect_error(run_matrix(drawn, pair[[1L]], pair[[2L]]), class = "oncoloom_input")
  }
})

testthat::test_that("genes of a published cohort correlate as R says", {
  values <- log2(read_shared("tcga", "TCGA-ACC.rsem_norm.expr.tsv.gz") + 1)
  for (method in c("pearson", "spearman", "kendall")) {
    row <- run_matrix(values, "MKI67", "TOP2A", method = method)$tests
    oracle <- suppressWarnings(stats::cor.test(values["MKI67", ], values["TOP2A", ], method = method))
    expect_equal(c(row$estimate, row$p), unname(c(oracle$estimate, oracle$p.value)), tolerance = 1e-8)
  }
  # Both are genes of proliferation.
  expect_gt(row$estimate, 0.6)
})

testthat::test_that("the legend says a band and outlines only where they are drawn, in both languages", {
  said <- function(...) facts_of(by_weight(...))[c("banded", "margin_word", "margin_english", "test_english")]
  expect_equal(said(), list(banded = TRUE, margin_word = "密度", margin_english = "densities", test_english = "Pearson's correlation"))
  bare <- said(conf_int = FALSE, marginal = "none", method = "kendall")
  expect_false(bare$banded)
  expect_null(bare$margin_word)
  expect_equal(bare$test_english, "Kendall's correlation (approximate P)")
  expect_equal(said(fit = "none", marginal = "histogram")[c("banded", "margin_word")], list(banded = FALSE, margin_word = "直方图"))
})

testthat::test_that("few points: P within what their orders allow, no hole for the interval, no sign and no normality that nobody saw", {
  said <- function(pairs, method) {
    tables <- run(pairs, x = "a", y = "b", method = method)
    list(row = tables$tests, facts = facts_of(tables), codes = codes_of(tables))
  }
  four <- data.frame(a = c(1.1, 2.3, 3.2, 4.9), b = c(2, 3.1, 5, 9))
  for (method in c("spearman", "kendall")) {
    ranks <- said(four, method)
    expect_equal(ranks$row$p, 2 / 24, tolerance = 1e-9)
    expect_null(ranks$facts$low)
    expect_null(ranks$facts$direction)
    expect_true("few_values" %in% ranks$codes)
  }
  expect_false(any(c("normal", "not_normal") %in% said(four, "pearson")$codes))
  # P 0.33: no sign; with enough points that agree: a sign, by P and the interval.
  set.seed(2)
  noise <- data.frame(a = stats::rnorm(40), b = stats::rnorm(40))
  expect_gt(said(noise, "pearson")$row$p, 0.05)
  expect_null(said(noise, "pearson")$facts$direction)
  agreeing <- transform(noise, b = b - 2 * a)
  for (method in c("pearson", "spearman", "kendall")) expect_equal(said(agreeing, method)$facts$direction, "负相关")
  expect_equal(said(agreeing, "pearson")$facts$interval_english, "Fisher's z")
  # R's own series is below 0 here and printed as 0.
  twelve <- said(data.frame(a = 1:12, b = (1:12)^2), "spearman")$row
  expect_equal(twelve$p, 2 / factorial(12), tolerance = 1e-9)
  expect_match(twelve$test, "近似")
})
