# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("gene_panel")

params <- list(panel = "own", gene_list = c("A", "B"), against = "groups", method = "kruskal", target_gene = character(), correlation = "spearman")
matrix_of <- function(values) list(values = values, kind = "log", identifiers = "symbol", label = "m")
run <- function(values, groups = NULL, ...) run_tool(tool, list(expression = matrix_of(values), groups = groups), changed(params, ...))

all_data <- package_data("ALL", "ALL")
probes <- rownames(all_data)[seq(1L, 12000L, 300L)]
values <- Biobase::exprs(all_data)[probes, ]
cell <- substr(as.character(all_data$BT), 1L, 1L)
stage <- as.character(all_data$BT)
groups <- data.frame(sample = colnames(values), group = cell)
run_all <- function(..., gene_list = probes, group = groups) run(values, group, gene_list = gene_list, ...)
noise <- function(seed, n, genes = 20L) {
  set.seed(seed)
  matrix(stats::rnorm(genes * n, 8), genes, dimnames = list(sprintf("G%02d", seq_len(genes)), sprintf("s%03d", seq_len(n))))
}

testthat::test_that("two groups are wilcox.test or Welch's t.test, adjusted over the list", {
  for (method in c("kruskal", "welch_anova")) {
    tests <- run_all(method = method)$tests
    p <- vapply(probes, function(probe) {
      a <- values[probe, cell == "B"]
      b <- values[probe, cell == "T"]
      if (method == "kruskal") suppressWarnings(stats::wilcox.test(a, b))$p.value else stats::t.test(a, b)$p.value
    }, 0, USE.NAMES = FALSE)
    own <- match(probes, tests$feature)
    expect_equal(tests$p[own], p, tolerance = 1e-6)
    expect_equal(tests$padj[own], stats::p.adjust(p, "BH"), tolerance = 1e-6)
  }
})

testthat::test_that("more groups are kruskal.test or oneway.test", {
  some <- stage %in% c("B1", "B2", "B3", "T2")
  group <- data.frame(sample = colnames(values), group = stage)[some, ]
  for (method in c("kruskal", "welch_anova")) {
    tables <- run_all(method = method, group = group)
    p <- vapply(probes, function(probe) {
      y <- values[probe, some]
      x <- factor(stage[some])
      if (method == "kruskal") stats::kruskal.test(y, x)$p.value else stats::oneway.test(y ~ x)$p.value
    }, 0, USE.NAMES = FALSE)
    own <- match(probes, tables$tests$feature)
    expect_equal(tables$tests$p[own], p, tolerance = 1e-6)
    expect_equal(tables$tests$padj[own], stats::p.adjust(p, "BH"), tolerance = 1e-6)
    expect_identical(facts_of(tables)$hits, sum(stats::p.adjust(p, "BH") < 0.05))
  }
})

testthat::test_that("a gene is cor.test with each other, adjusted over the list", {
  target <- rownames(all_data)[[7L]]
  whole <- Biobase::exprs(all_data)[c(target, probes), ]
  for (correlation in c("spearman", "pearson")) {
    tables <- run(whole, gene_list = probes, against = "gene", target_gene = target, correlation = correlation)
    oracle <- lapply(probes, function(probe) suppressWarnings(stats::cor.test(whole[target, ], whole[probe, ], method = correlation, exact = FALSE)))
    own <- match(probes, tables$correlations$gene)
    expect_equal(tables$correlations$cor[own], unname(vapply(oracle, function(test) unname(test$estimate), 0)), tolerance = 1e-6)
    p <- vapply(oracle, `[[`, 0, "p.value")
    expect_equal(tables$correlations$p[own], p, tolerance = 1e-6)
    expect_equal(tables$correlations$padj[own], stats::p.adjust(p, "BH"), tolerance = 1e-6)
    expect_identical(names(tables$heatmap)[-1L], colnames(whole)[order(whole[target, ])])
    expect_identical(tables$heatmap$gene[[1L]], target)
  }
})

testthat::test_that("shuffled samples change nothing, and shuffled labels seldom find anything", {
  set.seed(4)
  shuffled <- run(values[, sample(ncol(values))], groups, gene_list = probes)
  expect_equal(shuffled$tests, run_all()$tests)
  hits <- vapply(1:60, function(seed) {
    own <- noise(seed, 24L)
    facts_of(run(own, data.frame(sample = colnames(own), group = rep(c("x", "y"), 12L)), gene_list = rownames(own)))$any
  }, NA)
  expect_lte(sum(hits), 6L)
  related <- vapply(1:60, function(seed) {
    own <- noise(100L + seed, 24L)
    facts_of(run(own, gene_list = rownames(own), against = "gene", target_gene = "G01"))$any
  }, NA)
  expect_lte(sum(related), 6L)
})

testthat::test_that("lists are approved symbols, each once, and what is not in the matrix is named", {
  symbols <- symbol_keys("symbol")
  for (panel in GENE_PANELS) {
    expect_identical(setdiff(panel, symbols), character())
    expect_identical(anyDuplicated(panel), 0L)
    expect_lte(length(panel), 80L)
  }
  expect_setequal(c(names(GENE_PANELS), "own"), names(GENE_PANEL_NAMES))
  own <- noise(1, 10L, 3L)
  rownames(own) <- c("CD274", "PVRL2", "CTLA4")
  group <- data.frame(sample = colnames(own), group = rep(c("x", "y"), 5L))
  tables <- run(own, group, panel = "inhibitors", gene_list = character())
  expect_setequal(tables$tests$feature, c("CD274", "PVRL2", "CTLA4"))
  expect_identical(facts_of(tables)$found, 3L)
  expect_true("genes_absent" %in% codes_of(tables))
  expect_identical(sum(tables$names$how == GENE_MATCHES[["absent"]]), 21L)
})

testthat::test_that("four samples, constant and missing values, and wrong requests are told", {
  own <- noise(2, 4L, 3L)
  four <- run(own, data.frame(sample = colnames(own), group = c("x", "x", "y", "y")), gene_list = rownames(own))
  expect_identical(nrow(four$tests), 0L)
  expect_identical(facts_of(four)$hits, 0L)
  related <- run(own, gene_list = rownames(own), against = "gene", target_gene = "G01")
  expect_identical(related$correlations$n, c(4L, 4L))
  expect_true("target_listed" %in% codes_of(related))
  ugly <- noise(3, 12L, 4L)
  ugly["G01", ] <- 5
  ugly["G02", 1:10] <- NA
  ugly["G03", 1L] <- Inf
  group <- data.frame(sample = colnames(ugly), group = rep(c("x", "y"), 6L))
  expect_true(all(c("missing", "infinite", "constant") %in% codes_of(run(ugly, group, gene_list = rownames(ugly)))))
  expect_true("not_tested" %in% codes_of(run(ugly, gene_list = rownames(ugly), against = "gene", target_gene = "G04")))
  refused <- function(...) expect_error(run(ugly, ...), class = "oncoloom_input")
  refused(gene_list = rownames(ugly))
  refused(group, gene_list = "NOPE")
  refused(group, gene_list = character())
  refused(gene_list = rownames(ugly), against = "gene")
  refused(gene_list = rownames(ugly), against = "gene", target_gene = "G01")
  refused(transform(group, group = "x"), gene_list = rownames(ugly))
})
