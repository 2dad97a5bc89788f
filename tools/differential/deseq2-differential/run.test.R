# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# The oracle is DESeq2 itself, called as its vignette does; on the public data it skips where that is absent.
tool <- tool_of("bulk_deseq2_diff")

params <- list(
  case_group = "treated", control_group = "control", filter_threshold = 10L, log2fc = 1, padj = 0.05, covariates = character(),
  covariate_codes = character(), covariate_numbers = character(), pair_column = NULL,
  lfc_threshold_test = FALSE, lfc_shrink = "none", up_color = "#ff4757", down_color = "#546de5", nochange_color = "#d2dae2"
)

#' The tables of a run, with its facts, findings and steps as attributes.
run <- function(counts, groups, ...) {
  inputs <- list(expression = list(values = counts, kind = "counts", identifiers = "symbol"), groups = groups)
  run_tool(tool, inputs, changed(params, ...))
}

#' Simulated counts: 300 genes, 4 against 4, the first 30 planted up, the next 30 down.
simulated <- local({
  set.seed(7)
  means <- stats::rexp(300, 1 / 400) + 20
  change <- rep(c(4, 1 / 4, 1), c(30, 30, 240))
  counts <- sapply(1:8, function(i) stats::rnbinom(300, mu = means * if (i <= 4) change else 1, size = 10))
  dimnames(counts) <- list(paste0("GENE", 1:300), paste0("S", 1:8))
  storage.mode(counts) <- "double"
  groups <- data.frame(sample = paste0("S", 1:8), group = rep(c("treated", "control"), each = 4), batch = rep(c("a", "b"), 4), age = 41:48)
  list(counts = counts, groups = groups)
})

#' DESeq2 by its vignette.
fitted_by_hand <- function(counts, groups, design) {
  storage.mode(counts) <- "integer"
  about <- transform(groups, group = factor(group, c("control", "treated")), batch = factor(batch), age = age - mean(age))
  data <- DESeq2::DESeqDataSetFromMatrix(counts[rowSums(counts) >= 10, groups$sample], about, design)
  suppressMessages(DESeq2::DESeq(data))
}
#' Its results in the order of the tool's table.
results_of <- function(fitted, genes, ...) as.data.frame(DESeq2::results(fitted, contrast = c("group", "treated", "control"), ...))[genes, ]
oracle <- function(counts, groups, design, genes, ...) results_of(fitted_by_hand(counts, groups, design), genes, ...)
expect_same <- function(table, expected) {
  for (column in c("baseMean", "log2FoldChange", "lfcSE", "stat", "pvalue", "padj")) {
    testthat::expect_equal(table[[column]], expected[[column]], tolerance = 1e-6, info = column)
  }
}

plain <- run(simulated$counts, simulated$groups)
by_hand <- fitted_by_hand(simulated$counts, simulated$groups, ~group)

testthat::test_that("every number equals DESeq2 called directly, without and with covariates", {
  expect_same(plain$deseq2, results_of(by_hand, plain$deseq2$gene, alpha = 0.05))
  adjusted <- run(simulated$counts, simulated$groups, covariates = c("batch", "age"), padj = 0.1)
  expect_same(adjusted$deseq2, oracle(simulated$counts, simulated$groups, ~ batch + age + group, adjusted$deseq2$gene, alpha = 0.1))
  expect_false(isTRUE(all.equal(plain$deseq2$pvalue, adjusted$deseq2$pvalue)))
})

testthat::test_that("pairs equal a model with the patient, however the patients are written, and are counted", {
  set.seed(41)
  of_patient <- exp(stats::rnorm(200 * 6, 0, 0.8))
  means <- rep(stats::rexp(200, 1 / 300) + 30, 6) * of_patient
  change <- rep(rep(c(1.7, 1), c(60, 140)), 6)
  counts <- cbind(matrix(stats::rnbinom(1200, mu = means * change, size = 40), 200), matrix(stats::rnbinom(1200, mu = means, size = 40), 200))
  dimnames(counts) <- list(paste0("G", 1:200), paste0("S", 1:12))
  storage.mode(counts) <- "double"
  number <- rep(c(4, 2, 6, 1, 5, 3), 2)
  groups <- data.frame(
    sample = colnames(counts), group = rep(c("treated", "control"), each = 6), batch = paste0("P", number), number = number, age = seq(40, 62, 2)
  )
  paired <- run(counts, groups, pair_column = "number")
  expect_same(paired$deseq2, oracle(counts, groups, ~ batch + group, paired$deseq2$gene, alpha = 0.05))
  expect_identical(facts_of(paired)[c("paired", "pairs")], list(paired = TRUE, pairs = 6L))
  by_gene <- function(tables) tables$deseq2[order(tables$deseq2$gene), ]
  named <- by_gene(run(counts, groups, pair_column = "batch"))
  expect_equal(by_gene(paired), named, tolerance = 1e-6, ignore_attr = TRUE)
  coded <- run(counts, groups, covariates = "number", covariate_codes = "number")
  expect_equal(by_gene(coded), named, tolerance = 1e-6, ignore_attr = TRUE)
  expect_identical(facts_of(coded)$covariates_english, "number (factor)")
  significant <- function(tables) sum(tables$deseq2$padj < 0.05, na.rm = TRUE)
  slope <- run(counts, groups, covariates = "number", covariate_numbers = "number")
  expect_gt(significant(paired), 40)
  expect_lt(significant(slope), significant(paired) / 4)
  unpaired <- run(counts, groups)
  expect_false(facts_of(unpaired)$paired)
  expect_true("pairs_found" %in% codes_of(unpaired))
  condition <- testthat::expect_error(run(counts, groups, covariates = "number"), class = "oncoloom_input")
  expect_equal(condition$code, "codes_or_numbers")
})

testthat::test_that("the test against the threshold and the shrunken changes are DESeq2's own", {
  tested <- run(simulated$counts, simulated$groups, lfc_threshold_test = TRUE, lfc_shrink = "normal")
  genes <- tested$deseq2$gene
  expect_same(tested$deseq2, results_of(by_hand, genes, alpha = 0.05, lfcThreshold = 1, altHypothesis = "greaterAbs"))
  shrunken <- suppressMessages(DESeq2::lfcShrink(by_hand, contrast = c("group", "treated", "control"), type = "normal"))
  expect_equal(tested$deseq2$log2FoldChange_shrunken, shrunken[genes, "log2FoldChange"], tolerance = 1e-6)
})

testthat::test_that("the dispersions are those that DESeq2 plots", {
  own <- plain$dispersion
  expect_equal(own$dispersion, unname(DESeq2::dispersions(by_hand)), tolerance = 1e-6)
  expect_equal(own$dispFit, S4Vectors::mcols(by_hand)$dispFit, tolerance = 1e-6)
})

testthat::test_that("figures show values stabilised with the dispersions of the fit, which all genes made", {
  set.seed(21)
  means <- stats::rexp(1500, 1 / 300) + 15
  depth <- rep(c(0.6, 0.9, 1.1, 0.8, 1.3, 1), each = 1500L)
  counts <- matrix(stats::rnbinom(1500 * 6, mu = means * depth, size = 1 / (0.05 + 3 / means)), 1500)
  dimnames(counts) <- list(paste0("G", 1:1500), paste0("S", 1:6))
  storage.mode(counts) <- "double"
  groups <- data.frame(sample = colnames(counts), group = rep(c("treated", "control"), each = 3))
  own <- run(counts, groups)
  # The closed form of the transformation for a trend a0 / mean + a1 (DESeq2's vignette), from the trend that the tables hold.
  points <- own$dispersion
  trend <- stats::coef(stats::lm(dispFit ~ I(1 / baseMean), points, weights = 1 / points$dispFit^2))
  expect_lt(max(abs(trend[[1L]] + trend[[2L]] / points$baseMean - points$dispFit) / points$dispFit), 1e-8)
  scaled <- t(t(counts) / DESeq2::estimateSizeFactorsForMatrix(counts))
  extra <- trend[[2L]]
  a1 <- trend[[1L]]
  stable <- log((1 + extra + 2 * a1 * scaled + 2 * sqrt(a1 * scaled * (1 + extra + a1 * scaled))) / (4 * a1)) / log(2)
  top <- stable[order(-apply(stable, 1L, stats::var)), ][1:500, ]
  scores <- stats::prcomp(t(top))$x
  expect_equal(abs(own$pca$PC1), abs(unname(scores[own$pca$sample, 1L])), tolerance = 1e-6)
})

testthat::test_that("planted genes are found, and few others", {
  table <- plain$deseq2
  called <- table$gene[!is.na(table$padj) & table$padj < 0.05 & abs(table$log2FoldChange) >= 1]
  planted <- paste0("GENE", 1:60)
  expect_gt(length(intersect(called, planted)), 54)
  expect_lt(length(setdiff(called, planted)), 5)
})

testthat::test_that("the contrast flips, and samples and genes may come in any order", {
  flipped <- run(simulated$counts, simulated$groups, case_group = "control", control_group = "treated")
  by_gene <- function(tables) tables$deseq2[order(tables$deseq2$gene), ]
  # The other reference level is another path of DESeq2's iterations: equal as far as they converge.
  expect_equal(by_gene(flipped)$log2FoldChange, -by_gene(plain)$log2FoldChange, tolerance = 1e-5)
  expect_equal(facts_of(flipped)[c("up", "down")], stats::setNames(facts_of(plain)[c("down", "up")], c("up", "down")))
  shuffled <- run(simulated$counts[300:1, c(3, 8, 1, 6, 2, 5, 7, 4)], simulated$groups[8:1, ])
  expect_equal(shuffled$deseq2, plain$deseq2, tolerance = 1e-6)
})

testthat::test_that("of genes that do not differ, 5% lie below 0.05, with enough samples for the Wald test", {
  null_p <- function(seed, copies = FALSE) {
    set.seed(seed)
    counts <- matrix(stats::rnbinom(500 * 24, mu = outer(exp(stats::rnorm(500, 5.5, 1)), stats::runif(24, 0.6, 1.6)), size = 10), 500)
    dimnames(counts) <- list(paste0("G", 1:500), paste0("S", 1:24))
    if (copies) counts <- cbind(counts, `colnames<-`(counts, paste0("copy", 1:24)))
    storage.mode(counts) <- "double"
    groups <- data.frame(sample = colnames(counts), group = rep(c("treated", "control"), length.out = ncol(counts)))
    stats::na.omit(run(counts, groups)$deseq2$pvalue)
  }
  is_nominal <- function(p) {
    bounds <- stats::qbinom(c(0.0005, 0.9995), length(p), 0.05)
    sum(p < 0.05) >= bounds[[1L]] && sum(p < 0.05) <= bounds[[2L]]
  }
  expect_true(is_nominal(unlist(lapply(1:3, null_p))))
  # Each sample twice, as if the copies were samples of their own.
  expect_false(is_nominal(null_p(1, copies = TRUE)))
})

testthat::test_that("the same counts give the same bytes", {
  expect_identical(run(simulated$counts, simulated$groups)[names(tool$tables)], plain[names(tool$tables)])
})

testthat::test_that("genes without P or adjusted P are counted and explained", {
  counts <- simulated$counts
  counts[300, ] <- c(0, 0, 0, 90000, 3, 4, 2, 3)
  counts[250:299, ] <- stats::rpois(50 * 8, 2)
  tables <- run(counts, simulated$groups, filter_threshold = 0L)
  table <- tables$deseq2
  expect_equal(facts_of(tables)$untested, sum(is.na(table$pvalue)))
  expect_equal(facts_of(tables)$filtered, sum(is.na(table$padj) & !is.na(table$pvalue)))
  expect_gt(facts_of(tables)$untested, 0)
  expect_true("cooks_outliers" %in% codes_of(tables))
})

testthat::test_that("from 7 replicates on, replaced outliers are reported; in large cohorts the rank-sum test stands beside", {
  set.seed(3)
  counts <- matrix(stats::rnbinom(60 * 104, mu = 100, size = 5), 60, dimnames = list(paste0("G", 1:60), paste0("S", 1:104)))
  counts[1, 5] <- 1e6
  storage.mode(counts) <- "double"
  groups <- data.frame(sample = colnames(counts), group = rep(c("treated", "control"), 52))
  tables <- run(counts, groups)
  expect_gte(facts_of(tables)$replaced, 1)
  row <- tables$deseq2[tables$deseq2$gene == "G17", ]
  integers <- counts
  storage.mode(integers) <- "integer"
  about <- data.frame(group = factor(groups$group), row.names = groups$sample)
  scaled <- DESeq2::counts(DESeq2::estimateSizeFactors(DESeq2::DESeqDataSetFromMatrix(integers, about, ~group)), normalized = TRUE)["G17", ]
  case <- groups$group == "treated"
  expect_equal(row$wilcoxon_pvalue, stats::wilcox.test(scaled[case], scaled[!case], exact = FALSE)$p.value, tolerance = 1e-6)
  expect_true(all(is.na(plain$deseq2$wilcoxon_pvalue)))
})

testthat::test_that("what is no raw count, or no comparison, is refused in words", {
  refused <- function(code, counts = simulated$counts, groups = simulated$groups, ...) {
    condition <- testthat::expect_error(run(counts, groups, ...), class = "oncoloom_input")
    expect_equal(condition$code, code)
    expect_match(conditionMessage(condition), "[\u4e00-\u9fff]")
  }
  refused("not_counts", simulated$counts + 0.3)
  refused("negative_counts", simulated$counts - 1e5)
  refused("small_counts", pmin(simulated$counts, 20))
  refused("missing_counts", replace(simulated$counts, 5, NA))
  refused("equal_libraries", round(sweep(simulated$counts, 2, colSums(simulated$counts), "/") * 1e6))
  refused("empty_group", case_group = "nobody")
  refused("unknown_samples", simulated$counts[, -1])
  refused("no_freedom", groups = simulated$groups[c(1, 5), ])
  refused("confounded", groups = transform(simulated$groups, batch = group), covariates = "batch")
  refused("nothing_left", filter_threshold = 100000000L)
})

testthat::test_that("the step changes with each call of the package", {
  steps <- attr(plain, "steps")
  expected <- c("估计文库大小", "逐基因估计离散度", "拟合离散度趋势", "收缩离散度", "拟合负二项模型")
  expect_equal(intersect(steps, expected), expected)
})

testthat::test_that("airway, paired by cell line, equals DESeq2 directly", {
  folder <- Sys.getenv("ONCOLOOM_SHARED", file.path(dirname(root), "shared", "data"))
  path <- file.path(folder, "bulk", "airway_rawcounts.csv.gz")
  testthat::skip_if_not(file.exists(path), "without the public data set airway")
  table <- data.table::fread(path, data.table = FALSE)
  about <- data.table::fread(file.path(folder, "bulk", "airway_metadata.csv"), data.table = FALSE)
  counts <- as.matrix(table[-1])
  storage.mode(counts) <- "double"
  rownames(counts) <- table[[1L]]
  counts <- counts[rowSums(counts) > 0, about$id]
  # One gene in twelve: enough for a trend of the dispersions.
  counts <- counts[seq(1L, nrow(counts), by = 12L), ]
  groups <- data.frame(sample = about$id, group = about$dex, batch = about$celltype, age = 0)
  own <- run(counts, groups, covariates = "batch")
  expect_same(own$deseq2, oracle(counts, groups, ~ batch + group, own$deseq2$gene, alpha = 0.05))
})

#' One count of 90,000 among counts of a few hundred, in gene 300, sample S4, which is treated.
spoiled <- replace(simulated$counts, cbind(300L, 4L), 90000)

testthat::test_that("what one sample makes is named and not counted where DESeq2 filters no outliers", {
  # With groups alone DESeq2 itself gives the gene no P.
  filtered <- run(spoiled, simulated$groups)
  expect_true(is.na(filtered$deseq2$pvalue[filtered$deseq2$gene == "GENE300"]))
  expect_false("no_outlier_filter" %in% codes_of(filtered))
  expect_null(facts_of(filtered)$unjudged)
  numeric <- run(spoiled, simulated$groups, covariates = "age")
  row <- numeric$deseq2[numeric$deseq2$gene == "GENE300", ]
  expect_lt(row$padj, 0.05)
  expect_true(row$outlier)
  expect_identical(row$outlier_sample, "S4")
  direct <- fitted_by_hand(spoiled, simulated$groups, ~ age + group)
  over <- apply(SummarizedExperiment::assay(direct, "cooks"), 1L, max) > stats::qf(0.99, 3, 5)
  expect_setequal(numeric$deseq2$gene[numeric$deseq2$outlier], names(which(over)))
  counted <- numeric$deseq2[!numeric$deseq2$outlier & !is.na(numeric$deseq2$padj), ]
  expect_equal(facts_of(numeric)$up, sum(counted$padj < 0.05 & counted$log2FoldChange >= 1))
  expect_false(facts_of(numeric)$top_up == "GENE300")
  expect_false("GENE300" %in% numeric$heatmap$gene)
  expect_gte(facts_of(numeric)$outliers_changed, 1)
  said <- Filter(function(finding) finding$code == "no_outlier_filter", attr(numeric, "findings"))[[1L]]
  expect_match(said$message, "GENE300（S4）", fixed = TRUE)
})

testthat::test_that("pairs and two replicates are not filtered either, and few replicates are said", {
  set.seed(1)
  of_patient <- matrix(exp(stats::rnorm(200 * 10, 0, 0.5)), 200)
  means <- exp(stats::rnorm(200, 5.5, 1)) * cbind(of_patient, of_patient)
  counts <- matrix(stats::rnbinom(200 * 20, mu = means, size = 15), 200, dimnames = list(paste0("G", 1:200), paste0("S", 1:20)))
  counts[1, ] <- c(rep(0, 9), 90000, stats::rpois(10, 3))
  storage.mode(counts) <- "double"
  groups <- data.frame(sample = colnames(counts), group = rep(c("treated", "control"), each = 10), patient = rep(paste0("P", 1:10), 2))
  paired <- run(counts, groups, pair_column = "patient")
  expect_true("no_outlier_filter" %in% codes_of(paired))
  expect_equal(facts_of(paired)$unjudged, 20L)
  row <- paired$deseq2[paired$deseq2$gene == "G1", ]
  expect_lt(row$padj, 0.05)
  expect_identical(row$outlier_sample, "S10")
  expect_equal(facts_of(paired)$up + facts_of(paired)$down + facts_of(paired)$outliers_changed,
    sum(paired$deseq2$padj < 0.05 & abs(paired$deseq2$log2FoldChange) >= 1, na.rm = TRUE))
  two <- run(simulated$counts[, c(1, 2, 5, 6)], simulated$groups[c(1, 2, 5, 6), ])
  expect_true(all(c("no_outlier_filter", "few_replicates") %in% codes_of(two)))
  expect_false("few_replicates" %in% codes_of(plain))
})

testthat::test_that("replaced counts are those of groups of seven or more", {
  set.seed(8)
  counts <- matrix(stats::rnbinom(200 * 12, mu = 200, size = 10), 200, dimnames = list(paste0("G", 1:200), paste0("S", 1:12)))
  storage.mode(counts) <- "double"
  groups <- data.frame(sample = colnames(counts), group = rep(c("treated", "control"), c(8, 4)))
  large <- run(replace(counts, cbind(5L, 2L), 60000), groups)
  small <- run(replace(counts, cbind(5L, 10L), 60000), groups)
  clean <- run(counts, groups)
  expect_equal(facts_of(large)$replaced, facts_of(clean)$replaced + 1L)
  # DESeq2 marks this gene as replaced, but leaves the counts of the small group as they are and gives no P.
  expect_equal(facts_of(small)$replaced, facts_of(clean)$replaced)
  expect_true(is.na(small$deseq2$pvalue[small$deseq2$gene == "G5"]))
})

testthat::test_that("a covariate that nearly repeats the groups is named with its VIF", {
  groups <- transform(simulated$groups, dose = c(10.1, 10.2, 10.3, 9.7, 1.2, 1, 1.4, 1.3))
  repeated <- run(simulated$counts, groups, covariates = "dose")
  r2 <- summary(stats::lm(as.numeric(groups$group == "treated") ~ groups$dose))$r.squared
  expect_equal(facts_of(repeated)$vif, 1 / (1 - r2))
  said <- Filter(function(finding) finding$code == "covariate_repeats_group", attr(repeated, "findings"))[[1L]]
  expect_match(said$message, "「dose」", fixed = TRUE)
  expect_false("covariate_repeats_group" %in% codes_of(run(simulated$counts, simulated$groups, covariates = "batch")))
  # A level may be called as the column of the groups is.
  treated <- rep(0:1, each = 4L)
  other <- c(0, 0, 0, 1, 0, 1, 1, 1)
  expect_equal(inflation(cbind(1, case = treated, case = other)), 1 / (1 - stats::cor(treated, other)^2))
})

testthat::test_that("with a zero in every gene library sizes are those of poscounts", {
  set.seed(5)
  counts <- simulated$counts
  counts[cbind(1:300, sample(8, 300, TRUE))] <- 0
  zeros <- run(counts, simulated$groups)
  integers <- counts
  storage.mode(integers) <- "integer"
  about <- data.frame(group = factor(simulated$groups$group, c("control", "treated")), row.names = simulated$groups$sample)
  data <- DESeq2::DESeqDataSetFromMatrix(integers, about, ~group)
  direct <- suppressMessages(DESeq2::DESeq(data, sfType = "poscounts"))
  expect_same(zeros$deseq2, results_of(direct, zeros$deseq2$gene, alpha = 0.05))
  expect_true(facts_of(zeros)$poscounts)
  expect_true("poscounts" %in% codes_of(zeros))
  expect_false(facts_of(plain)$poscounts)
})

testthat::test_that("a table that people bring with a zero in every gene is compared by poscounts", {
  table <- data.table::fread(shared("cases", "28_zero_everywhere.csv"), data.table = FALSE)
  groups <- data.table::fread(shared("cases", "28_groups.csv"), data.table = FALSE)
  names(groups)[1:2] <- c("sample", "group")
  counts <- as.matrix(table[-1L])
  storage.mode(counts) <- "double"
  rownames(counts) <- make.unique(as.character(table[[1L]]))
  levels <- unique(groups$group)
  own <- run(counts, groups, case_group = levels[[1L]], control_group = levels[[2L]])
  expect_true("poscounts" %in% codes_of(own))
  integers <- counts[rowSums(counts) >= 10, groups$sample]
  storage.mode(integers) <- "integer"
  about <- data.frame(group = factor(groups$group, rev(levels)), row.names = groups$sample)
  direct <- suppressMessages(DESeq2::DESeq(DESeq2::DESeqDataSetFromMatrix(integers, about, ~group), sfType = "poscounts"))
  expected <- as.data.frame(DESeq2::results(direct, contrast = c("group", levels[[1L]], levels[[2L]]), alpha = 0.05))
  expect_same(own$deseq2, expected[own$deseq2$gene, ])
})

testthat::test_that("checks of the result say that voom stands for DESeq2", {
  counts <- utils::read.delim(gzfile(shared("bulk", "SRP029880_CRC.raw_counts.tsv.gz")), check.names = FALSE, row.names = 1L)
  values <- as.matrix(counts[setdiff(names(counts), "width")])[seq(1L, nrow(counts), 5L), ]
  groups <- data.frame(sample = colnames(values), group = ifelse(grepl("^CASE", colnames(values)), "case", "control"))
  params <- read_params(tool, utils::modifyList(tool$example$parameters, list(case_group = "case", control_group = "control")))
  inputs <- list(expression = list(values = values, kind = "counts"), groups = groups)
  found <- function(check) {
    job <- new_job(function(event) NULL)
    set.seed(1)
    tool$robustness[[check]](inputs, params, job)
    job$collected()$findings[[1L]]
  }
  labels <- found("labels")
  expect_identical(labels$level, "passed")
  expect_match(labels$message, "用 limma-voom 代替 DESeq2", fixed = TRUE)
  expect_match(labels$english$message, "by limma-voom in the place of DESeq2", fixed = TRUE)
  expect_identical(found("copies")$code, "copies_none")
  path <- list.files(file.path(root, "reference", "signatures"), "^estimate.*\\.json$", full.names = TRUE)
  testthat::skip_if(length(path) == 0L, "the signature of ESTIMATE is made by the set-up")
  inputs$signature <- read_signature(path[[1L]], "ESTIMATE", "")
  inputs$expression <- list(values = as.matrix(counts[setdiff(names(counts), "width")]), kind = "counts", identifiers = "symbol")
  composition <- found("composition")
  expect_true(composition$code %in% c("composition_kept", "composition_coarse", "composition_lost"))
  expect_match(composition$message, "用 limma-voom 代替 DESeq2", fixed = TRUE)
})
