# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("multi_group_boxplot")

params <- list(
  gene_list = c("A", "B"), plot_type = "box", method = "kruskal", pairwise = TRUE, pAdjustMethod = "BH", paired = FALSE, pair_column = NULL
)
matrix_of <- function(values) list(values = values, kind = "log", identifiers = "symbol", label = "m")
run <- function(values, groups, ...) run_tool(tool, list(expression = matrix_of(values), groups = groups), changed(params, ...))

all_data <- package_data("ALL", "ALL")
probes <- c("1636_g_at", "38319_at", "1498_at")
stage <- sub("^T.*", "T", as.character(all_data$BT))
values <- Biobase::exprs(all_data)[probes, stage != "B"]
groups <- data.frame(sample = colnames(values), group = stage[stage != "B"])
run_all <- function(..., gene_list = probes) run(values, groups, gene_list = gene_list, ...)
factors <- factor(groups$group, unique(groups$group))

testthat::test_that("each gene's test is kruskal.test or aov, adjusted over the genes", {
  for (method in c("kruskal", "anova", "welch_anova")) {
    tests <- run_all(method = method)$tests
    whole <- tests[tests$group_1 == COMPARED_GROUPS[["all"]], ]
    oracle <- function(y) switch(method,
      kruskal = stats::kruskal.test(y, factors)$p.value, welch_anova = stats::oneway.test(y ~ factors)$p.value,
      anova = summary(stats::aov(y ~ factors))[[1L]][["Pr(>F)"]][[1L]]
    )
    p <- vapply(probes, function(probe) oracle(values[probe, ]), 0, USE.NAMES = FALSE)
    own <- match(whole$feature, probes)
    expect_equal(whole$p, p[own], tolerance = 1e-8)
    expect_equal(whole$padj, stats::p.adjust(p, "BH")[own], tolerance = 1e-8)
  }
})

testthat::test_that("pairs are pairwise.wilcox.test and pairwise.t.test within the gene", {
  for (adjust in c("BH", "holm")) for (method in c("kruskal", "anova")) {
    tests <- run_all(method = method, pAdjustMethod = adjust)$tests
    for (probe in probes) {
      y <- values[probe, ]
      oracle <- if (method == "anova") stats::pairwise.t.test(y, factors, p.adjust.method = adjust)$p.value else
        suppressWarnings(stats::pairwise.wilcox.test(y, factors, p.adjust.method = adjust))$p.value
      rows <- tests[tests$feature == probe & tests$group_1 != COMPARED_GROUPS[["all"]], ]
      expect_equal(nrow(rows), sum(!is.na(oracle)))
      expect_equal(rows$padj, oracle[cbind(rows$group_2, rows$group_1)], tolerance = 1e-8)
    }
  }
  expect_true(all(run_all(pairwise = FALSE)$tests$group_1 == COMPARED_GROUPS[["all"]]))
})

testthat::test_that("the figure has all samples, the genes in their order and the overall test over each", {
  tables <- run_all()
  expect_equal(unique(tables$boxes$label), probes)
  expect_equal(nrow(tables$points), length(values))
  whole <- tables$tests[tables$tests$group_1 == COMPARED_GROUPS[["all"]], ]
  shown <- tables$notes[nzchar(tables$notes$text), ]
  expect_equal(shown$p[match(whole$feature, shown$label)], whole$padj)
  # The figure orders groups by their names, the rows in whatever order they come.
  ends <- range(groups$group)
  for (rows in list(order(groups$group), order(groups$group, decreasing = TRUE))) {
    notes <- run(values, groups[rows, ], gene_list = probes)$notes
    notes <- notes[nzchar(notes$text), ]
    expect_equal(unique(c(notes$group, notes$other)), ends)
  }
  alone <- run_all(gene_list = probes[[1L]])
  expect_equal(unique(alone$boxes$label), unique(groups$group))
  expect_match(alone$boxes$facet_test[[1L]], "^Kruskal–Wallis P ")
})

testthat::test_that("shuffled samples change nothing, samples without a group are left out and said", {
  set.seed(4)
  order <- sample(ncol(values))
  shuffled <- run(values[, order], groups, gene_list = probes)
  expect_equal(shuffled$tests, run_all()$tests)
  fewer <- run(values, groups[-(1:5), ], gene_list = probes)
  expect_equal(nrow(fewer$points), 3L * 118L)
  expect_true("ungrouped" %in% codes_of(fewer))
})

testthat::test_that("ugly data draws something right or says why not", {
  small <- matrix(c(1, 5, NA, Inf, 2, 2, 3, 4, 5, 6, 7, 8), 2L, dimnames = list(c("A", "B"), paste0("s", 1:6)))
  two <- data.frame(sample = paste0("s", 1:6), group = rep(c("甲", "乙"), each = 3L))
  tables <- run(small, two)
  expect_true(all(c("missing", "infinite", "not_tested") %in% codes_of(tables)))
  expect_equal(nrow(tables$points), 10L)
  flat <- run(matrix(1, 2L, 6L, dimnames = dimnames(small)), two)
  expect_true(all(is.na(flat$tests$p)) && "constant" %in% codes_of(flat))
  expect_false(facts_of(flat)$compared)
  expect_error(run(small, two, gene_list = "NOPE"), class = "oncoloom_input")
  expect_error(run(small, transform(two, group = "x")), class = "oncoloom_input")
  some <- run(small, two, gene_list = c("A", "NOPE"))
  expect_true("genes_absent" %in% codes_of(some))
})

testthat::test_that("genes of paired samples are compared by Friedman's test and signed ranks, and pairs that were not asked for are said", {
  set.seed(8)
  patient <- rep(sprintf("P%02d", 1:12), 3L)
  groups <- data.frame(sample = sprintf("S%02d", 1:36), group = rep(c("before", "after", "late"), each = 12L), patient = patient)
  values <- rbind(A = stats::rnorm(12)[rep(1:12, 3L)] * 3 + rep(c(0, 0.6, 1), each = 12L) + stats::rnorm(36, sd = 0.3), B = stats::rnorm(36))
  colnames(values) <- groups$sample
  plain <- run(values, groups)
  expect_true("pairs_there" %in% codes_of(plain))
  turned <- sample(36L)
  result <- run(values[, turned], groups[sample(36L), ], paired = TRUE)
  by_patient <- matrix(values["A", ], 12L)
  whole <- result$tests[result$tests$feature == "A" & result$tests$group_1 == COMPARED_GROUPS[["all"]], ]
  direct <- stats::friedman.test(by_patient)
  expect_equal(c(whole$statistic, whole$p), unname(c(direct$statistic, direct$p.value)), tolerance = 1e-9)
  expect_equal(whole$effect, unname(direct$statistic) / (12 * 2), tolerance = 1e-9)
  row <- result$tests[result$tests$feature == "A" & result$tests$group_1 %in% c("before", "after") & result$tests$group_2 %in% c("before", "after"), ]
  expect_equal(row$p, stats::wilcox.test(by_patient[, 1], by_patient[, 2], paired = TRUE)$p.value, tolerance = 1e-9)
  expect_gt(plain$tests$p[plain$tests$feature == "A"][[1L]], 20 * whole$p)
  expect_setequal(result$points$pair, patient)
  expect_error(run(values, groups, paired = TRUE, method = "anova"), "方差分析", class = "oncoloom_input")
})
