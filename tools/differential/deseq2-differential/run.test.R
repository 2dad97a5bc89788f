# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# The oracle is DESeq2 itself, called as its vignette does; on the public data it skips where that is absent.
tool <- tool_of("bulk_deseq2_diff")

params <- list(
  case_group = "treated", control_group = "control", filter_threshold = 10L, log2fc = 1, padj = 0.05, covariates = character(),
  covariate_codes = character(), covariate_numbers = character(), pair_column = NULL,
  hidden_factors = "none", lfc_threshold_test = FALSE, lfc_shrink = "none", up_color = "#ff4757", down_color = "#546de5", nochange_color = "#d2dae2"
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

#' One gene in twelve of airway, enough for a trend of the dispersions; `batch` is the cell line.
airway <- function() {
  folder <- Sys.getenv("ONCOLOOM_SHARED", file.path(dirname(root), "shared", "data"))
  path <- file.path(folder, "bulk", "airway_rawcounts.csv.gz")
  testthat::skip_if_not(file.exists(path), "without the public data set airway")
  table <- data.table::fread(path, data.table = FALSE)
  about <- data.table::fread(file.path(folder, "bulk", "airway_metadata.csv"), data.table = FALSE)
  counts <- as.matrix(table[-1])
  storage.mode(counts) <- "double"
  rownames(counts) <- table[[1L]]
  counts <- counts[rowSums(counts) > 0, about$id]
  groups <- data.frame(sample = about$id, group = about$dex, batch = about$celltype, age = 0)
  list(counts = counts[seq(1L, nrow(counts), by = 12L), ], groups = groups)
}

testthat::test_that("airway, paired by cell line, equals DESeq2 directly", {
  data <- airway()
  own <- run(data$counts, data$groups, covariates = "batch")
  expect_same(own$deseq2, oracle(data$counts, data$groups, ~ batch + group, own$deseq2$gene, alpha = 0.05))
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

# ---- hidden factors ----

#' svaseq as its help calls it, on counts as edgeR keeps and normalises them. sva writes its progress.
svaseq_directly <- function(counts, group, design, n) {
  list <- edgeR::DGEList(counts[rowSums(counts) >= 10, ])
  list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = group), , keep.lib.sizes = FALSE])
  values <- edgeR::cpm(list) * mean(list$samples$lib.size) / 1e6
  if (n == "auto") n <- sva::num.sv(log(values + 1), design, method = "be", seed = 1)
  utils::capture.output(factors <- matrix(sva::svaseq(values, design, design[, -2L, drop = FALSE], n.sv = n)$sv, nrow(design)))
  factors
}

#' A run with hidden factors equals DESeq2 with svaseq's as numeric covariates, their signs the tool's.
#'
#' @param design Samples x coefficients, the groups second. @param about Covariates of the direct model.
expect_with_svaseq <- function(tables, counts, groups, design, about = data.frame(row.names = groups$sample)) {
  ours <- as.matrix(tables$hidden_scores[-(1:2)])
  factors <- svaseq_directly(counts, groups$group, design, if (facts_of(tables)$hidden_auto) "auto" else ncol(ours))
  testthat::expect_identical(facts_of(tables)$hidden_n, ncol(factors))
  factors <- sweep(factors, 2L, sign(colSums(ours * factors)), `*`)
  testthat::expect_lt(max(abs(unname(ours) - factors)), 1e-6)
  about <- data.frame(about, factors, group = factor(groups$group, c("control", "treated")))
  kept <- counts[rowSums(counts) >= 10, ]
  storage.mode(kept) <- "integer"
  set <- DESeq2::DESeqDataSetFromMatrix(kept, about, stats::reformulate(names(about)))
  expect_same(tables$deseq2, results_of(suppressMessages(DESeq2::DESeq(set)), tables$deseq2$gene, alpha = 0.05))
}

#' Genes that count as changed.
called_genes <- function(table, log2fc = 1) {
  table$gene[!is.na(table$padj) & !table$outlier & table$padj < 0.05 & abs(table$log2FoldChange) >= log2fc]
}

testthat::test_that("hidden factors of airway equal svaseq and DESeq2 called directly, with a covariate, flipped and shuffled", {
  data <- airway()
  counts <- data$counts
  groups <- transform(data$groups, group = ifelse(group == "treated", "treated", "control"), age = c(31, 42, 38, 57, 46, 33, 51, 62))
  treated <- as.numeric(groups$group == "treated")
  two <- run(counts, groups, hidden_factors = "2")
  expect_with_svaseq(two, counts, groups, cbind(1, treated))
  expect_with_svaseq(run(counts, groups, hidden_factors = "auto"), counts, groups, cbind(1, treated))
  age <- groups$age - mean(groups$age)
  aged <- run(counts, groups, hidden_factors = "1", covariates = "age")
  expect_with_svaseq(aged, counts, groups, cbind(1, treated, age), data.frame(age))

  plain <- run(counts, groups)
  before <- called_genes(plain$deseq2)
  expect_identical(facts_of(two)[c("hidden_before", "hidden_both")], list(
    hidden_before = length(before), hidden_both = length(intersect(before, called_genes(two$deseq2)))
  ))
  expect_false(facts_of(plain)$hidden_asked)
  expect_identical(c(nrow(plain$hidden_links), nrow(plain$hidden_scores)), c(0L, 0L))
  # The cell lines are what is hidden.
  factors <- as.matrix(two$hidden_scores[-(1:2)])
  links <- two$hidden_links[two$hidden_links$column == "batch", ]
  direct <- apply(factors, 2L, function(one) summary(stats::lm(one ~ groups$batch))$r.squared)
  expect_equal(links$share, unname(direct), tolerance = 1e-6)
  expect_gt(max(links$share), 0.8)

  by_gene <- function(tables) tables$deseq2[order(tables$deseq2$gene), ]
  flipped <- run(counts, groups, case_group = "control", control_group = "treated", hidden_factors = "2")
  expect_equal(by_gene(flipped)$log2FoldChange, -by_gene(two)$log2FoldChange, tolerance = 1e-5)
  order <- c(3, 8, 1, 6, 2, 5, 7, 4)
  shuffled <- run(counts[rev(seq_len(nrow(counts))), order], groups[8:1, ], hidden_factors = "2")
  expect_equal(by_gene(shuffled)$pvalue, by_gene(two)$pvalue, tolerance = 1e-5)
  expect_identical(run(counts, groups, hidden_factors = "2")[names(tool$tables)], two[names(tool$tables)])
})

#' Counts of 10 against 10: half of the genes move with a batch that no column tells; the first `changed` differ between the groups, too.
counts_of_batch <- function(seed, changed = 30L, genes = 500L, size = 0.8, batch = sample(rep(0:1, 10L))) {
  set.seed(seed)
  force(batch)
  case <- rep(1:0, each = 10L)
  means <- exp(stats::rnorm(genes, 5.5, 1)) %o% stats::runif(20L, 0.7, 1.4)
  means <- means * exp((stats::rnorm(genes, 0, size) * (seq_len(genes) %% 2L)) %o% batch)
  if (changed > 0L) means[seq_len(changed), case == 1L] <- means[seq_len(changed), case == 1L] * 2.2
  counts <- matrix(stats::rnbinom(length(means), mu = means, size = 10), genes)
  dimnames(counts) <- list(sprintf("GENE%03d", seq_len(genes)), sprintf("S%02d", 1:20))
  storage.mode(counts) <- "double"
  groups <- data.frame(sample = colnames(counts), group = rep(c("treated", "control"), each = 10L))
  list(counts = counts, batch = sprintf("b%d", batch), groups = groups)
}

testthat::test_that("a hidden batch taken out gives back the planted genes; a known column that it is, is named", {
  data <- counts_of_batch(2)
  planted <- sprintf("GENE%03d", 1:30)
  without <- run(data$counts, data$groups, log2fc = 0)
  freed <- run(data$counts, data$groups, log2fc = 0, hidden_factors = "auto")
  known <- run(data$counts, cbind(data$groups, batch = data$batch), log2fc = 0, hidden_factors = "auto")
  found <- called_genes(freed$deseq2, 0)
  message(sprintf(
    "planted 30: %d without, %d with %d hidden factors, %d others", sum(planted %in% called_genes(without$deseq2, 0)), sum(planted %in% found),
    facts_of(freed)$hidden_n, sum(!found %in% planted)
  ))
  expect_gt(sum(planted %in% found), sum(planted %in% called_genes(without$deseq2, 0)))
  expect_gt(mean(planted %in% found), 0.8)
  expect_lt(mean(!found %in% planted), 0.15)
  expect_identical(facts_of(freed)$hidden_before, length(called_genes(without$deseq2, 0)))
  expect_true("hidden_is_column" %in% codes_of(known))
  expect_false("hidden_is_column" %in% codes_of(freed))
  # Each sample has factors of its own, so that DESeq2 filters no outliers: it is said why.
  said <- Filter(function(finding) finding$code == "no_outlier_filter", attr(freed, "findings"))[[1L]]
  expect_match(said$message, "分组、协变量、配对和隐藏因素都相同的不到 3 个", fixed = TRUE)
  expect_false("no_outlier_filter" %in% codes_of(without))
})

testthat::test_that("of genes that do not differ, about 5% lie below 0.05 with a hidden batch taken out", {
  shares <- vapply(1:8, function(seed) {
    data <- counts_of_batch(seed, 0L)
    of <- function(...) mean(run(data$counts, data$groups, ...)$deseq2$pvalue < 0.05, na.rm = TRUE)
    c(of(hidden_factors = "auto"), of())
  }, numeric(2))
  message(sprintf("null with a hidden batch, below 0.05: %s with, %s without", toString(round(shares[1L, ], 3)), toString(round(shares[2L, ], 3))))
  expect_lt(mean(shares[1L, ]), 0.075)
  expect_gt(mean(shares[1L, ]), 0.04)
  expect_lt(stats::sd(shares[1L, ]), stats::sd(shares[2L, ]))
})

testthat::test_that("where no hidden factor is, the result is the one without; what cannot be estimated is refused with what to do", {
  quiet <- counts_of_batch(3, 0L, size = 0)
  none <- run(quiet$counts, quiet$groups, hidden_factors = "auto")
  expect_true("no_hidden_factors" %in% codes_of(none))
  expect_identical(facts_of(none)$hidden_n, 0L)
  expect_null(facts_of(none)$hidden_before)
  expect_identical(none$deseq2, run(quiet$counts, quiet$groups)$deseq2)
  refused <- function(columns, ...) {
    condition <- testthat::expect_error(run(quiet$counts[, columns], quiet$groups[columns, ], ...), class = "oncoloom_input")
    expect_match(conditionMessage(condition), "[\u4e00-\u9fff]")
    c(condition$code, condition$field)
  }
  expect_identical(refused(c(1:2, 11:12), hidden_factors = "auto"), c("hidden_freedom", "hidden_factors"))
  expect_identical(refused(c(1:4, 11:13), hidden_factors = "3"), c("hidden_freedom", "hidden_factors"))
  few <- testthat::expect_error(run(quiet$counts[1:15, ], quiet$groups, hidden_factors = "1"), class = "oncoloom_input")
  expect_identical(few$code, "hidden_genes")
})

testthat::test_that("a factor that follows the groups is warned of", {
  # 9 of 10 treated samples and 1 of 10 others are of the batch.
  data <- counts_of_batch(4, 0L, batch = rep(c(1, 0, 1, 0), c(9, 1, 1, 9)))
  followed <- run(data$counts, data$groups, hidden_factors = "1")
  expect_true("hidden_follows_group" %in% codes_of(followed))
  expect_gt(followed$hidden_links$share, 0.5)
})

testthat::test_that("checks of a result with hidden factors hold them", {
  data <- counts_of_batch(2)
  params <- changed(params, hidden_factors = "1")
  found <- function(check) {
    job <- new_job(function(event) NULL)
    set.seed(1)
    tool$robustness[[check]](list(expression = list(values = data$counts, kind = "counts"), groups = data$groups), params, job)
    job$collected()$findings[[1L]]
  }
  labels <- found("labels")
  expect_match(labels$message, "（这里用 limma-voom 代替 DESeq2 计算；隐藏因素按全部样本估计，不重新估计）", fixed = TRUE)
  expect_identical(labels$code, "labels_apart")
  expect_identical(found("samples")$level, "passed")
})
