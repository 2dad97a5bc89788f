# Run by `npm test -- r`: the engine's functions are there.

testthat::test_that("few points without ties have R's own exact P", {
  set.seed(3)
  for (n in 4:9) for (method in c("spearman", "kendall")) for (again in 1:4) {
    x <- stats::rnorm(n)
    y <- stats::rnorm(n)
    direct <- stats::cor.test(x, y, method = method, exact = TRUE)
    ours <- rank_correlation_test(x, y, method)
    expect_equal(c(ours$estimate, ours$statistic, ours$p), unname(c(direct$estimate, direct$statistic, direct$p.value)), tolerance = 1e-9)
    expect_true(ours$exact && !ours$tied)
  }
})

testthat::test_that("few points with ties have the share of all orders, counted here one by one", {
  orders <- as.matrix(expand.grid(rep(list(1:6), 6L)))
  orders <- orders[apply(orders, 1L, function(one) !anyDuplicated(one)), ]
  x <- c(1, 1, 2, 3, 3, 5)
  y <- c(2, 1, 4, 4, 3, 9)
  for (method in c("spearman", "kendall")) {
    all <- apply(orders, 1L, function(one) stats::cor(x, y[one], method = method))
    expect_equal(nrow(orders), 720L)
    ours <- rank_correlation_test(x, y, method)
    expect_equal(ours$p, mean(abs(all) >= abs(stats::cor(x, y, method = method)) - 1e-9), tolerance = 1e-12)
    expect_true(ours$exact && ours$tied)
  }
})

testthat::test_that("nothing is below what the orders allow, whichever way the ranks agree", {
  for (n in c(4:14, 20L, 30L, 49L, 50L, 60L, 120L)) for (method in c("spearman", "kendall")) for (sign in c(1, -1)) {
    least <- 2 / factorial(n)
    # In order but for the last two, where R's series is below 0.
    for (y in list(seq_len(n), c(seq_len(n - 2L), n, n - 1L))) {
      p <- rank_correlation_test(seq_len(n), sign * y, method)$p
      expect_gte(p, least * (1 - 1e-9))
      expect_lte(p, 1)
    }
    counted <- n < 10L || (method == "kendall" && n < 50L)
    if (counted) expect_equal(rank_correlation_test(seq_len(n), sign * seq_len(n), method)$p, least, tolerance = 1e-9)
  }
  # R itself.
  expect_identical(stats::cor.test(1:12, 1:12, method = "spearman")$p.value, 0)
  expect_equal(rank_correlation_test(1:12, 1:12)$p, 2 / factorial(12), tolerance = 1e-9)
  # Six against six: as many orders as the exact rank-sum test has.
  halves <- rep(0:1, each = 6L)
  expect_equal(rank_correlation_test(halves, 1:12)$p, stats::wilcox.test(1:6, 7:12)$p.value, tolerance = 1e-9)
  # Of two sets of ranks without a mirror image one end alone is reached.
  x <- c(0, 0, 0, 0, 0, 0, 0, 1, 2, 3)
  expect_equal(least_rank_p(x, x), factorial(7) / factorial(10), tolerance = 1e-9)
})

testthat::test_that("beyond few points P is that of t and of the normal distribution, as cor.test has it", {
  set.seed(4)
  for (n in c(10L, 25L, 200L)) {
    x <- stats::rnorm(n)
    y <- round(x + stats::rnorm(n), 1)
    spearman <- suppressWarnings(stats::cor.test(x, y, method = "spearman", exact = FALSE))
    expect_equal(rank_correlation_test(x, y)$p, spearman$p.value, tolerance = 1e-9)
    expect_equal(rank_t_p(unname(spearman$estimate), n), spearman$p.value, tolerance = 1e-9)
    y <- c(y[-1L], y[[2L]])
    kendall <- suppressWarnings(stats::cor.test(x, y, method = "kendall"))
    expect_equal(rank_correlation_test(x, y, "kendall")$p, kendall$p.value, tolerance = 1e-9)
  }
})

testthat::test_that("P of nothing is uniform, with ties and without, on both sides of the limit of counting", {
  set.seed(5)
  for (n in c(8L, 12L)) for (digits in c(0L, 6L)) {
    p <- replicate(400L, {
      x <- round(stats::rnorm(n), digits)
      if (length(unique(x)) < 2L) 1 else rank_correlation_test(x, stats::rnorm(n))$p
    })
    for (level in c(0.01, 0.05, 0.2)) expect_lte(mean(p <= level), level + 3 * sqrt(level * (1 - level) / 400))
  }
})

testthat::test_that("every tool that prints P of Spearman's correlation keeps to what the orders allow", {
  own <- function(id) environment(tool_of(id)$analyse)
  least <- function(n) 2 / factorial(n)
  rising <- rbind(a = 1:6, b = (1:6)^2)
  expect_equal(type_correlations(rising)$p, least(6), tolerance = 1e-9)
  colnames(rising) <- sprintf("S%d", 1:6)
  expect_equal(own("immune_agreement")$pair_rows_of("a", list(one = rising, other = rising))$p, least(6), tolerance = 1e-9)
  score <- matrix(1:7, 1L, dimnames = list(ESTIMATE_TESTED[[1L]], NULL))
  expect_equal(own("single_gene_tme_diff_analysis")$related_row(rownames(score), score, 1:7)$p, least(7), tolerance = 1e-9)
  coexpressed <- own("coexpression_analysis")$correlate(rbind(up = 1:12, down = -(1:12)), 1:12, "spearman")
  expect_equal(coexpressed$p, rep(least(12), 2L), tolerance = 1e-9)
  clinical <- own("clinical_feature_correlation")
  age <- list(label = "年龄", kind = "number", values = c(41, 52, 63, 70, 77))
  expect_equal(clinical$correlate_feature(age, c(1, 2, 4, 8, 9), rep(TRUE, 5L))$test$p, least(5), tolerance = 1e-9)
  stage <- list(kind = "ordered")
  levels <- factor(rep(c("I", "II", "III"), each = 3L))
  expect_equal(clinical$trend_of(stage, levels, 1:9)$p, 2 * 6^3 / factorial(9), tolerance = 1e-9)
})
