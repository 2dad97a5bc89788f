# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles call limma and edgeR themselves; on the public data sets of the shared folder they skip where it is absent.
tool <- tool_of("limma_differential_analysis")

complete <- function(...) {
  defaults <- tool$example$parameters
  defaults[c("case_group", "control_group")] <- c("case", "control")
  given <- list(...)
  defaults[names(given)] <- given
  read_params(tool, defaults)
}
run <- function(values, groups, params, job = new_job(function(event) NULL)) {
  set.seed(1)
  tables <- tool$analyse(list(expression = list(values = values), groups = groups), params, job)
  check_tables(tool, tables)
  tables
}
run_collected <- function(values, groups, params) {
  job <- new_job(function(event) NULL)
  tables <- run(values, groups, params, job)
  c(list(tables = tables), job$collected())
}
codes <- function(findings) vapply(findings, function(finding) finding$code, character(1))

simulated <- function(genes = 300, case = 4, control = 5) {
  set.seed(7)
  values <- matrix(rnorm(genes * (case + control), 8), genes)
  dimnames(values) <- list(sprintf("GENE%03d", seq_len(genes)), sprintf("S%d", seq_len(case + control)))
  values[1:15, seq_len(case)] <- values[1:15, seq_len(case)] + 3
  values[16:30, seq_len(case)] <- values[16:30, seq_len(case)] - 3
  values
}
simulated_counts <- function() {
  set.seed(11)
  means <- exp(rnorm(800, 4.5, 1.5))
  counts <- matrix(rnbinom(800 * 8, mu = means, size = 8), 800)
  dimnames(counts) <- list(sprintf("GENE%03d", 1:800), sprintf("S%d", 1:8))
  counts[1:40, 1:4] <- counts[1:40, 1:4] * 5
  counts[701:720, ] <- 0
  counts
}
groups_of <- function(values, case) {
  data.frame(sample = colnames(values), group = rep(c("case", "control"), c(case, ncol(values) - case)))
}
# Relative 1e-6 with a floor of 1e-10; P by their logarithms.
expect_same_table <- function(table, oracle) {
  oracle <- oracle[match(table$gene, rownames(oracle)), ]
  testthat::expect_equal(nrow(table), nrow(oracle))
  testthat::expect_false(anyNA(oracle$logFC))
  for (column in c("logFC", "AveExpr", "t", "B")) {
    testthat::expect_lt(max(abs(table[[column]] - oracle[[column]]) / pmax(abs(oracle[[column]]), 1e-4)), 1e-6)
  }
  for (column in c("P.Value", "adj.P.Val")) testthat::expect_lt(max(abs(log10(table[[column]]) - log10(oracle[[column]]))), 1e-6)
}
fit_oracle <- function(values, group, extra = NULL, trend = FALSE, robust = FALSE) {
  frame <- data.frame(group = factor(group, c("control", "case")))
  if (!is.null(extra)) frame <- cbind(frame, extra)
  design <- stats::model.matrix(stats::reformulate(names(frame)), frame)
  fit <- limma::eBayes(limma::lmFit(values, design), trend = trend, robust = robust)
  limma::topTable(fit, coef = "groupcase", number = Inf, sort.by = "none")
}
voom_oracle <- function(counts, group, extra = NULL) {
  frame <- data.frame(group = factor(group, c("control", "case")))
  if (!is.null(extra)) frame <- cbind(frame, extra)
  design <- stats::model.matrix(stats::reformulate(names(frame)), frame)
  counts <- counts[apply(counts, 1, function(row) mean(row) > 0 && length(unique(row)) > 1), ]
  list <- edgeR::DGEList(counts)
  list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = group), , keep.lib.sizes = FALSE])
  fit <- limma::eBayes(limma::lmFit(limma::voom(list, design), design), trend = TRUE, robust = TRUE)
  limma::topTable(fit, coef = "groupcase", number = Inf, sort.by = "none")
}
leukaemia <- function() {
  all <- package_data("ALL", "ALL")
  chosen <- startsWith(as.character(all$BT), "B") & all$mol.biol %in% c("BCR/ABL", "NEG")
  list(
    values = Biobase::exprs(all)[, chosen],
    groups = data.frame(
      sample = colnames(all)[chosen], group = as.character(all$mol.biol[chosen]), age = all$age[chosen], sex = as.character(all$sex[chosen])
    )
  )
}

expect_refused <- function(expression, code, field) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  testthat::expect_s3_class(condition, "oncoloom_input")
  testthat::expect_equal(condition$code, code)
  testthat::expect_equal(condition$field, field)
  testthat::expect_match(condition$message, "[\u4e00-\u9fff]")
}

testthat::test_that("the built-in example gives the published genes", {
  all <- leukaemia()
  result <- run_collected(all$values, all$groups, complete(case_group = "BCR/ABL", control_group = "NEG"))
  table <- result$tables$limma
  testthat::expect_equal(table$gene[1:3], c("1636_g_at", "39730_at", "1635_at"))
  testthat::expect_equal(sum(table$adj.P.Val < 0.05), 183L)
  testthat::expect_equal(sum(table$adj.P.Val < 0.05 & abs(table$logFC) > 1), 33L)
  testthat::expect_equal(result$facts$up + result$facts$down, 33L)
  testthat::expect_equal(result$facts$genes, 12625L)
  expect_same_table(table, fit_oracle(all$values, ifelse(all$groups$group == "NEG", "control", "case")))
})

testthat::test_that("log values, log2(x + 1), trend and robust equal limma", {
  values <- simulated()
  groups <- groups_of(values, 4)
  expect_same_table(run(values, groups, complete())$limma, fit_oracle(values, groups$group))
  both <- run(values, groups, complete(trend = TRUE, robust = TRUE))$limma
  expect_same_table(both, fit_oracle(values, groups$group, trend = TRUE, robust = TRUE))
  linear <- 2^values
  logged <- run(linear, groups, complete(log2_transform = TRUE))$limma
  expect_same_table(logged, fit_oracle(log2(linear + 1), groups$group))
  filtered <- run(values, groups, complete(filter_threshold = 8))$limma
  expect_same_table(filtered, fit_oracle(values[apply(values, 1, mean) > 8, ], groups$group))
})

testthat::test_that("batch and age as covariates equal limma (bladderbatch)", {
  bladder <- package_data("bladderdata", "bladderbatch", "bladderEset")
  samples <- Biobase::pData(bladder)
  chosen <- samples$cancer %in% c("Cancer", "Normal")
  values <- Biobase::exprs(bladder)[seq_len(3000), chosen]
  samples <- samples[chosen, ]
  set.seed(3)
  groups <- data.frame(
    sample = colnames(values), group = as.character(samples$cancer),
    batch = paste("batch", samples$batch), age = round(runif(nrow(samples), 40, 80))
  )
  table <- run(values, groups, complete(case_group = "Cancer", control_group = "Normal", covariates = c("batch", "age")))$limma
  extra <- data.frame(batch = factor(groups$batch), age = groups$age)
  expect_same_table(table, fit_oracle(values, ifelse(groups$group == "Cancer", "case", "control"), extra))
})

testthat::test_that("counts equal filterByExpr, TMM and voom", {
  counts <- simulated_counts()
  groups <- groups_of(counts, 4)
  params <- complete(data_type = "rnaseq", trend = TRUE, robust = TRUE)
  result <- run_collected(counts, groups, params)
  expect_same_table(result$tables$limma, voom_oracle(counts, groups$group))
  testthat::expect_true(result$facts$voom)
  testthat::expect_equal(result$facts$genes + result$facts$removed, nrow(counts))
})

testthat::test_that("pairs equal a model with the patient, and are counted", {
  values <- simulated(case = 4, control = 4)
  values <- values + rep(c(0, 2, 4, 6, 0, 2, 4, 6), each = nrow(values))
  groups <- cbind(groups_of(values, 4), patient = c("P 1", "P 2", "P 3", "甲", "P 1", "P 2", "P 3", "乙"))
  result <- run_collected(values, groups, complete(pair_column = "patient"))
  expect_same_table(result$tables$limma, fit_oracle(values, groups$group, data.frame(patient = factor(groups$patient))))
  testthat::expect_true(result$facts$paired)
  testthat::expect_equal(result$facts$pairs, 3L)
  testthat::expect_true("incomplete_pairs" %in% codes(result$findings))
  unpaired <- run_collected(values, groups, complete())
  testthat::expect_false(unpaired$facts$paired)
  testthat::expect_null(unpaired$facts$pairs)
  testthat::expect_true("pairs_found" %in% codes(unpaired$findings))
})

testthat::test_that("pairs and batches written in numbers give the same genes as written in words, once they are said to be codes", {
  set.seed(31)
  of_patient <- matrix(rnorm(1000 * 8, 0, 2), 1000)
  values <- 8 + cbind(of_patient, of_patient) + matrix(rnorm(1000 * 16, 0, 0.4), 1000)
  values[1:150, 1:8] <- values[1:150, 1:8] + 1
  dimnames(values) <- list(sprintf("G%d", 1:1000), sprintf("S%d", 1:16))
  groups <- cbind(groups_of(values, 8), number = rep(c(5, 2, 8, 1, 7, 3, 6, 4), 2))
  groups$name <- paste0("P", groups$number)
  named <- run(values, groups, complete(covariates = "name"))$limma
  expect_refused(run(values, groups, complete(covariates = "number")), "codes_or_numbers", "covariates")
  coded <- run_collected(values, groups, complete(covariates = "number", covariate_codes = "number"))
  testthat::expect_equal(coded$tables$limma, named)
  testthat::expect_identical(coded$facts$covariates_used, "number（按编号或类别）")
  testthat::expect_equal(run(values, groups, complete(pair_column = "number"))$limma, named)
  # What the slope through the numbers would have lost.
  slope <- run(values, groups, complete(covariates = "number", covariate_numbers = "number"))$limma
  significant <- function(table) sum(table$adj.P.Val < 0.05)
  testthat::expect_gt(significant(named), 100L)
  testthat::expect_lt(significant(slope), significant(named) / 4)
  expect_same_table(slope, fit_oracle(values, groups$group, groups["number"]))
})

#' limma called directly: the correlation within blocks, then the fit with it.
block_oracle <- function(values, group, blocks, extra = NULL, trend = FALSE, robust = FALSE) {
  frame <- data.frame(group = factor(group, c("control", "case")))
  if (!is.null(extra)) frame <- cbind(frame, extra)
  design <- stats::model.matrix(stats::reformulate(names(frame)), frame)
  within <- limma::duplicateCorrelation(values, design, block = blocks)$consensus.correlation
  fit <- limma::eBayes(limma::lmFit(values, design, block = blocks, correlation = within), trend = trend, robust = robust)
  structure(limma::topTable(fit, coef = "groupcase", number = Inf, sort.by = "none"), within = within)
}

#' Some patients twice in one group, some in both, the rest once.
repeated <- function(seed = 5, genes = 400, within = 1) {
  set.seed(seed)
  patients <- c(1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 8, 1, 9, 10)
  values <- 8 + matrix(stats::rnorm(genes * 10, sd = within), genes)[, patients] + matrix(stats::rnorm(genes * 14, sd = 0.7), genes)
  values[1:20, 1:7] <- values[1:20, 1:7] + 4
  dimnames(values) <- list(sprintf("G%d", seq_len(genes)), sprintf("S%d", 1:14))
  list(values = values, groups = data.frame(sample = colnames(values), group = rep(c("case", "control"), each = 7), patient = patients))
}

testthat::test_that("patients as random blocks equal limma's duplicateCorrelation, with covariates and gaps too", {
  data <- repeated()
  result <- run_collected(data$values, data$groups, complete(block_column = "patient"))
  oracle <- block_oracle(data$values, data$groups$group, data$groups$patient)
  expect_same_table(result$tables$limma, oracle)
  testthat::expect_equal(result$facts$block_correlation, attr(oracle, "within"), tolerance = 1e-6)
  testthat::expect_true(result$facts$blocked)
  testthat::expect_equal(unname(unlist(result$facts[c("block_patients", "block_repeated", "block_both")])), c(10, 3, 1))
  # Without blocks the same samples count as patients, and P are smaller.
  plain <- run(data$values, data$groups, complete())$limma
  testthat::expect_false(isTRUE(all.equal(plain$P.Value, result$tables$limma$P.Value)))
  data$groups$age <- c(41, 41, 63, 63, 55, 38, 70, 49, 49, 58, 66, 52, 45, 60)
  data$values[5, 2] <- NA
  with_age <- run(data$values, data$groups, complete(block_column = "patient", covariates = "age"))$limma
  expect_same_table(with_age, block_oracle(data$values, data$groups$group, data$groups$patient, data$groups["age"]))
})

testthat::test_that("with random blocks of patients voom and the correlation are made twice", {
  counts <- simulated_counts()
  groups <- cbind(groups_of(counts, 4), patient = c("a", "a", "b", "c", "d", "d", "a", "e"))
  result <- run_collected(counts, groups, complete(data_type = "rnaseq", trend = TRUE, robust = TRUE, block_column = "patient"))
  design <- stats::model.matrix(~ factor(groups$group, c("control", "case")))
  kept <- edgeR::DGEList(counts[rowSums(counts) > 0, ])
  kept <- edgeR::calcNormFactors(kept[edgeR::filterByExpr(kept, group = groups$group), , keep.lib.sizes = FALSE])
  first <- limma::voom(kept, design)
  within <- limma::duplicateCorrelation(first, design, block = groups$patient)$consensus.correlation
  second <- limma::voom(kept, design, block = groups$patient, correlation = within)
  within <- limma::duplicateCorrelation(second, design, block = groups$patient)$consensus.correlation
  fit <- limma::eBayes(limma::lmFit(second, design, block = groups$patient, correlation = within), trend = TRUE, robust = TRUE)
  expect_same_table(result$tables$limma, limma::topTable(fit, coef = 2L, number = Inf, sort.by = "none"))
  testthat::expect_equal(result$facts$block_correlation, within, tolerance = 1e-6)
})

testthat::test_that("columns that are no repeated patients are told or refused", {
  data <- repeated()
  with <- function(...) run_collected(data$values, cbind(data$groups, ...), complete(block_column = "own"))
  single <- with(own = 1:14)
  testthat::expect_true("blocks_single" %in% codes(single$findings))
  testthat::expect_false(single$facts$blocked)
  testthat::expect_equal(single$tables$limma, run(data$values, data$groups, complete())$limma)
  refused <- function(groups, params, code, field = "block_column") expect_refused(run(data$values, groups, params), code, field)
  refused(cbind(data$groups, own = data$groups$group), complete(block_column = "own"), "block_in_design")
  refused(data$groups, complete(block_column = "patient", covariates = "patient", covariate_codes = "patient"), "block_in_design")
  refused(data$groups, complete(block_column = "patient", pair_column = "patient"), "block_and_pairs")
  refused(data$groups, complete(block_column = "nobody"), "no_column")
  refused(cbind(data$groups, own = c(NA, "a", "a", letters[1:11])), complete(block_column = "own"), "missing_values")
  # Samples of a patient that lie on either side of it are less alike than strangers.
  values <- data$values
  values[] <- stats::rnorm(length(values))
  values[, c(2, 4)] <- -values[, c(1, 3)]
  negative <- run_collected(values, data$groups, complete(block_column = "patient"))
  testthat::expect_lt(negative$facts$block_correlation, 0)
  testthat::expect_true("block_negative" %in% codes(negative$findings))
  whole <- simulated(case = 4, control = 4)
  paired <- run_collected(whole, cbind(groups_of(whole, 4), patient = rep(1:4, 2)), complete(block_column = "patient"))
  testthat::expect_true("block_pairs" %in% codes(paired$findings))
  testthat::expect_false("pairs_found" %in% codes(paired$findings))
})

testthat::test_that("the contrast flips, and samples may come in any order", {
  values <- simulated()
  groups <- groups_of(values, 4)
  table <- run(values, groups, complete())$limma
  flipped <- run(values, groups, complete(case_group = "control", control_group = "case"))$limma
  flipped <- flipped[match(table$gene, flipped$gene), ]
  testthat::expect_equal(flipped$logFC, -table$logFC)
  testthat::expect_equal(flipped$P.Value, table$P.Value)
  shuffled <- run(values[, c(9, 2, 4, 1, 3, 8, 5, 7, 6)], groups[c(3, 1, 9, 2, 4:8), ], complete())
  testthat::expect_equal(shuffled$limma, table)
  testthat::expect_setequal(shuffled$heatmap$gene, run(values, groups, complete())$heatmap$gene)
})

#' Do as many null genes lie below 0.05 as chance allows at the nominal 5%? Once in a thousand it would not.
is_nominal <- function(p) {
  bounds <- stats::qbinom(c(0.0005, 0.9995), length(p), 0.05)
  small <- sum(p < 0.05)
  small >= bounds[[1L]] && small <= bounds[[2L]]
}
#' Each sample twice, as if the copies were samples of their own: what the rate must not hide.
twice <- function(values) cbind(values, `colnames<-`(values, paste0(colnames(values), "_copy")))
null_p <- function(make, seeds, params, extra = NULL) {
  unlist(lapply(seeds, function(seed) {
    set.seed(seed)
    values <- make()
    groups <- data.frame(sample = colnames(values), group = rep(c("case", "control"), length.out = ncol(values)))
    if (!is.null(extra)) groups <- cbind(groups, extra)
    run(values, groups, params)$limma$P.Value
  }))
}

testthat::test_that("of genes that do not differ, 5% lie below 0.05: limma, alone, with a covariate and in pairs", {
  patients <- rep(1:5, each = 2)
  make <- function() {
    # Each gene has a spread of its own, as limma's prior assumes.
    sd <- sqrt(0.2 * 4 / stats::rchisq(2000, 4))
    values <- 8 + sd * (matrix(stats::rnorm(2000 * 10), 2000) + matrix(stats::rnorm(2000 * 5), 2000)[, patients])
    dimnames(values) <- list(paste0("G", 1:2000), paste0("S", 1:10))
    values
  }
  free <- function() {
    values <- make()
    values[] <- 8 + sqrt(0.2 * 4 / stats::rchisq(2000, 4)) * matrix(stats::rnorm(20000), 2000)
    values
  }
  testthat::expect_true(is_nominal(null_p(free, 1:5, complete())))
  testthat::expect_true(is_nominal(null_p(free, 6:10, complete(trend = TRUE, robust = TRUE))))
  age <- data.frame(age = c(41, 63, 55, 38, 70, 49, 58, 66, 52, 45))
  testthat::expect_true(is_nominal(null_p(free, 11:15, complete(covariates = "age"), age)))
  testthat::expect_true(is_nominal(null_p(make, 16:20, complete(pair_column = "patient"), data.frame(patient = patients))))
  testthat::expect_false(is_nominal(null_p(function() twice(free()), 1L, complete())))
})

testthat::test_that("of genes that do not differ, 5% lie below 0.05 with patients as blocks, and more where their samples count as patients", {
  patients <- rep(1:12, each = 2)
  make <- function() {
    values <- 8 + matrix(stats::rnorm(2000 * 12), 2000)[, patients] + matrix(stats::rnorm(2000 * 24, sd = 0.5), 2000)
    dimnames(values) <- list(paste0("G", 1:2000), paste0("S", 1:24))
    values
  }
  p <- function(params) unlist(lapply(1:3, function(seed) {
    set.seed(seed)
    values <- make()
    groups <- data.frame(sample = colnames(values), group = rep(c("case", "control"), each = 12), patient = patients)
    run(values, groups, params)$limma$P.Value
  }))
  testthat::expect_true(is_nominal(p(complete(block_column = "patient"))))
  testthat::expect_gt(mean(p(complete()) < 0.05), 0.1)
})

testthat::test_that("of genes that do not differ, 5% lie below 0.05: voom", {
  make <- function() {
    means <- exp(stats::rnorm(2000, 5.5, 1))
    counts <- matrix(stats::rnbinom(2000 * 12, mu = outer(means, stats::runif(12, 0.6, 1.6)), size = 10), 2000)
    `dimnames<-`(counts, list(paste0("G", 1:2000), paste0("S", 1:12)))
  }
  params <- complete(data_type = "rnaseq", trend = TRUE, robust = TRUE)
  testthat::expect_true(is_nominal(null_p(make, 1:4, params)))
  testthat::expect_false(is_nominal(null_p(function() twice(make()), 1L, params)))
})

testthat::test_that("counts: the contrast flips, and samples and genes may come in any order", {
  counts <- simulated_counts()
  groups <- groups_of(counts, 4)
  params <- list(data_type = "rnaseq", trend = TRUE, robust = TRUE)
  here <- run(counts, groups, do.call(complete, params))$limma
  flipped <- run(counts, groups, do.call(complete, c(params, case_group = "control", control_group = "case")))$limma
  flipped <- flipped[match(here$gene, flipped$gene), ]
  testthat::expect_equal(flipped$logFC, -here$logFC, tolerance = 1e-8)
  testthat::expect_equal(log10(flipped$P.Value), log10(here$P.Value), tolerance = 1e-8)
  # The reference sample of TMM is found by its quartile, and lowess by the order of means: neither by the order of the file.
  shuffled <- run(counts[rev(seq_len(nrow(counts))), c(8, 3, 1, 6, 2, 5, 7, 4)], groups[8:1, ], do.call(complete, params))$limma
  testthat::expect_equal(shuffled, here, tolerance = 1e-8)
})

testthat::test_that("planted fold changes of counts come back at their size", {
  set.seed(19)
  counts <- matrix(stats::rnbinom(1500 * 12, mu = 400 * rep(c(0.7, 1, 1.3), each = 1500), size = 30), 1500)
  counts[1:50, 1:6] <- counts[1:50, 1:6] * 4L
  dimnames(counts) <- list(paste0("G", 1:1500), paste0("S", 1:12))
  table <- run(counts, groups_of(counts, 6), complete(data_type = "rnaseq", trend = TRUE, robust = TRUE))$limma
  testthat::expect_setequal(table$gene[table$adj.P.Val < 0.05 & abs(table$logFC) > 1], paste0("G", 1:50))
  # Weights and the prior count of 0.5 move the mean little from log2 of 4.
  testthat::expect_lt(abs(mean(table$logFC[table$gene %in% paste0("G", 1:50)]) - 2), 0.1)
})

testthat::test_that("samples of other groups leave the fit", {
  values <- simulated()
  groups <- groups_of(values, 4)
  more <- cbind(values, other = rnorm(nrow(values)))
  table <- run(more, rbind(groups, list("other", "third")), complete())$limma
  testthat::expect_equal(table, run(values, groups, complete())$limma)
})

testthat::test_that("the same seed writes the same bytes", {
  values <- simulated()
  hashes <- function() {
    folder <- withr::local_tempdir()
    tables <- run(values, groups_of(values, 4), complete())
    for (id in names(tables)) write_table(id, tables[[id]], folder)
    vapply(list.files(folder, recursive = TRUE, full.names = TRUE), digest::digest, character(1), file = TRUE, USE.NAMES = FALSE)
  }
  testthat::expect_identical(hashes(), hashes())
})

testthat::test_that("heatmap, tree and components belong together", {
  values <- simulated()
  groups <- groups_of(values, 4)
  tables <- run(values, groups, complete())
  shown <- tables$heatmap
  testthat::expect_equal(nrow(shown), 30L)
  z <- t(scale(t(values[shown$gene, names(shown)[-1L]])))
  testthat::expect_equal(unname(as.matrix(shown[-1L])), matrix(z, nrow(z)))
  testthat::expect_equal(tables$heatmap_samples$sample, names(shown)[-1L])
  testthat::expect_equal(tables$heatmap_samples$group, groups$group[match(names(shown)[-1L], groups$sample)])
  columns <- stats::hclust(stats::dist(t(z)), "ward.D2")
  tree <- tables$heatmap_tree
  testthat::expect_equal(sort(unique(tree$height_to[tree$side == "column" & tree$height_from == tree$height_to])), sort(columns$height))
  rows <- tree[tree$side == "row", ]
  testthat::expect_setequal(c(rows$position_from[rows$height_from == 0], rows$position_to[rows$height_to == 0]), 1:30)

  top <- utils::head(values[order(-apply(values, 1, stats::var)), ], 500L)
  oracle <- stats::prcomp(t(top), center = TRUE, scale. = FALSE)
  testthat::expect_equal(abs(tables$pca$PC1), abs(unname(oracle$x[tables$pca$sample, 1])), tolerance = 1e-8)
  share <- oracle$sdev^2 / sum(oracle$sdev^2)
  testthat::expect_equal(tables$pca_variance$share[1:2], share[1:2], tolerance = 1e-8)
  testthat::expect_equal(sum(tables$p_histogram$count), nrow(tables$limma))
  testthat::expect_equal(tables$p_histogram$count, graphics::hist(tables$limma$P.Value, 0:20 / 20, plot = FALSE)$counts)
})

testthat::test_that("groups that lie apart by chance are not said to differ, and noise not to have another cause", {
  set.seed(6)
  noise <- matrix(rnorm(500 * 4, 8), 500, dimnames = list(paste0("G", 1:500), paste0("S", 1:4)))
  first <- stats::prcomp(t(noise))$x[, 1L]
  groups <- data.frame(sample = colnames(noise), group = ifelse(rank(first) > 2, "case", "control"))
  apart <- run_collected(noise, groups, complete())
  testthat::expect_true("groups_apart_by_chance" %in% codes(apart$findings))
  testthat::expect_false("groups_apart" %in% codes(apart$findings))
  testthat::expect_gt(apart$facts$pc1_chance, 0.3)
  groups$group <- ifelse(rank(first) %in% c(1, 4), "case", "control")
  mixed <- Filter(function(finding) finding$code == "groups_mixed", run_collected(noise, groups, complete())$findings)
  testthat::expect_match(mixed[[1L]]$message, "也可能只是样本之间的随机波动")
  real <- run_collected(simulated(), groups_of(simulated(), 4), complete())
  testthat::expect_true("groups_apart" %in% codes(real$findings))
})

testthat::test_that("where only the fold change falls short, that is what is said", {
  set.seed(9)
  values <- matrix(rnorm(400 * 20, 8, 0.1), 400, dimnames = list(sprintf("G%03d", 1:400), paste0("S", 1:20)))
  values[1:21, 1:10] <- values[1:21, 1:10] + 0.5
  short <- run_collected(values, groups_of(values, 10), complete())
  testthat::expect_false(short$facts$significant)
  table <- short$tables$limma
  testthat::expect_equal(short$facts$p_passed, sum(table$adj.P.Val < 0.05))
  testthat::expect_gte(short$facts$p_passed, 21L)
  passed <- table[table$adj.P.Val < 0.05, ]
  testthat::expect_equal(short$facts$widest, passed$gene[which.max(abs(passed$logFC))])
  testthat::expect_lt(abs(short$facts$widest_logfc), 1)
  silent <- run_collected(values[22:400, ], groups_of(values, 10), complete())
  testthat::expect_equal(silent$facts$p_passed, 0L)
})

testthat::test_that("differences of values without a logarithm are called differences, and the result says so", {
  linear <- 2^simulated()
  linear[1, 1] <- -40
  groups <- groups_of(linear, 4)
  run_as <- function(values, kind, ...) {
    job <- new_job(function(event) NULL)
    tables <- tool$analyse(list(expression = list(values = values, kind = kind), groups = groups), complete(...), job)
    c(list(tables = tables), job$collected())
  }
  told <- run_as(linear, "linear", filter_threshold = -1000)
  testthat::expect_true(told$facts$linear)
  testthat::expect_identical(unname(unlist(told$facts[c("change_word", "change_english")])), c("差值", "difference of means"))
  said <- Filter(function(finding) finding$code == "linear_as_log", told$findings)[[1L]]
  testthat::expect_match(said$message, "差值.*不是 log2FC")
  expect_same_table(told$tables$limma, fit_oracle(linear, groups$group))
  logged <- run_as(2^simulated(), "linear", log2_transform = TRUE)
  testthat::expect_false(logged$facts$linear)
  testthat::expect_identical(logged$facts$change_word, "log2FC")
  testthat::expect_false("linear_as_log" %in% codes(logged$findings))
  # Called logarithms, but of millions.
  testthat::expect_true("huge_changes" %in% codes(run_as(10 * linear, "log")$findings))
  testthat::expect_false("huge_changes" %in% codes(run_as(simulated(), "log")$findings))
  told <- run_as(t(scale(t(simulated()))), "log", filter_threshold = -1000)
  testthat::expect_true("z_scores" %in% codes(told$findings))
})

testthat::test_that("intensities with negatives that people bring are compared as differences, and cannot be logged", {
  table <- data.table::fread(shared("cases", "36_negative_intensities.txt"), data.table = FALSE)
  values <- as.matrix(table[-1L])
  rownames(values) <- make.unique(as.character(table[[1L]]))
  groups <- groups_of(values, 4)
  inputs <- list(expression = list(values = values, kind = "linear"), groups = groups)
  expect_refused(tool$analyse(inputs, complete(log2_transform = TRUE), new_job(function(event) NULL)), "log_of_negative", "log2_transform")
  job <- new_job(function(event) NULL)
  tables <- tool$analyse(inputs, complete(filter_threshold = -1000), job)
  expect_same_table(tables$limma, fit_oracle(values, groups$group))
  testthat::expect_identical(job$collected()$facts$change_word, "差值")
  said <- Filter(function(finding) finding$code == "linear_as_log", job$collected()$findings)[[1L]]
  testthat::expect_match(said$message, sprintf("%d 个负数", sum(values < 0)))
})

testthat::test_that("two or three replicates and a covariate that repeats the groups are said", {
  values <- simulated()
  groups <- groups_of(values, 4)
  testthat::expect_true("few_replicates" %in% codes(run_collected(values[, c(1:2, 5:9)], groups[c(1:2, 5:9), ], complete())$findings))
  testthat::expect_false("few_replicates" %in% codes(run_collected(values, groups, complete())$findings))
  near <- cbind(groups, dose = c(9.1, 9.3, 9.2, 8.9, 1.1, 1.2, 1.4, 1, 1.3), age = c(41, 60, 52, 47, 58, 43, 66, 50, 49.5))
  told <- run_collected(values, near, complete(covariates = c("age", "dose")))
  said <- Filter(function(finding) finding$code == "covariate_repeats_group", told$findings)[[1L]]
  testthat::expect_match(said$message, "「dose」", fixed = TRUE)
  others <- stats::lm(as.numeric(groups$group == "case") ~ near$age + near$dose)
  testthat::expect_equal(told$facts$vif, 1 / (1 - summary(others)$r.squared))
  testthat::expect_null(run_collected(values, near, complete(covariates = "age"))$facts$vif)
})

testthat::test_that("on permuted labels nothing is claimed in 95 of 100", {
  set.seed(77)
  # Correlated genes, as in tissue: a few factors that have nothing to do with the labels.
  factors <- matrix(rnorm(3 * 12), 3)
  values <- 8 + matrix(rnorm(300 * 3, 0, 0.5), 300) %*% factors + matrix(rnorm(300 * 12), 300)
  dimnames(values) <- list(sprintf("G%03d", 1:300), sprintf("S%02d", 1:12))
  params <- complete()
  claimed <- vapply(1:100, function(i) {
    labels <- data.frame(sample = colnames(values), group = sample(rep(c("case", "control"), 6)))
    # What the headline counts, without the figures' tables.
    samples <- compared_samples(labels, colnames(values), params)
    job <- new_job(function(event) NULL)
    result_facts(fit_table(values, design_matrix(samples, params), FALSE, FALSE, "file_id"), 300L, samples, params, job)
    job$collected()$facts$significant
  }, logical(1))
  testthat::expect_lte(sum(claimed), 5L)
})

testthat::test_that("no significant gene is a result", {
  set.seed(5)
  values <- matrix(rnorm(200 * 6), 200, dimnames = list(paste0("G", 1:200), paste0("S", 1:6)))
  result <- run_collected(values, groups_of(values, 3), complete(filter_threshold = -1000, padj = 1e-6))
  testthat::expect_false(result$facts$significant)
  testthat::expect_null(result$facts$top_up)
  testthat::expect_equal(c(result$facts$up, result$facts$down), c(0L, 0L))
  testthat::expect_equal(nrow(result$tables$heatmap), 50L)
  testthat::expect_true("heatmap_not_significant" %in% codes(result$findings))
})

testthat::test_that("that no gene differs is said only where none does", {
  set.seed(12)
  values <- matrix(rnorm(3000 * 10, 8), 3000, dimnames = list(paste0("G", 1:3000), paste0("S", 1:10)))
  silent <- run_collected(values, groups_of(values, 5), complete())
  testthat::expect_true("p_flat" %in% codes(silent$findings))
  values[1:44, 1:5] <- values[1:44, 1:5] + 6
  found <- run_collected(values, groups_of(values, 5), complete())
  testthat::expect_gte(found$facts$up, 44L)
  testthat::expect_false("p_flat" %in% codes(found$findings))
  told <- Filter(function(finding) finding$code == "p_nearly_flat", found$findings)
  testthat::expect_match(told[[1L]]$message, sprintf("仍显著的 %d 个", sum(found$tables$limma$adj.P.Val < 0.05)))
})

testthat::test_that("names and levels may be any text", {
  values <- simulated()
  colnames(values) <- c("样本 1", "a-b", "1.0", "x'y", "T\"1", "$(id)", "if", "sample", "group")
  groups <- data.frame(
    sample = colnames(values), group = rep(c("肿瘤 (T)", "~ 0 + x"), c(4, 5)),
    `批 次` = rep(c("a;b", "`c`", "+"), 3), check.names = FALSE
  )
  params <- complete(case_group = "肿瘤 (T)", control_group = "~ 0 + x", covariates = "批 次")
  tables <- run(values, groups, params)
  testthat::expect_equal(tables$limma$gene[1] %in% sprintf("GENE%03d", 1:30), TRUE)
  numbered <- simulated()
  colnames(numbered) <- c("1", "2.0", "3", "4", "5", "6", "7", "8", "9")
  groups <- data.frame(sample = as.numeric(colnames(numbered)), group = rep(1:0, c(4, 5)))
  testthat::expect_equal(nrow(run(numbered, groups, complete(case_group = "1", control_group = "0"))$limma), 300L)
})

testthat::test_that("missing values are coped with", {
  values <- simulated()
  values[cbind(sample(300, 60, TRUE), sample(9, 60, TRUE))] <- NA
  values[5, 1:4] <- NA
  result <- run_collected(values, groups_of(values, 4), complete())
  testthat::expect_false("GENE005" %in% result$tables$limma$gene)
  testthat::expect_true("not_estimable" %in% codes(result$findings))
  testthat::expect_false(anyNA(result$tables$heatmap))
  values[, 1:9] <- replace(simulated(), cbind(1:300, rep(1:9, length.out = 300)), NA)
  holes <- run_collected(values, groups_of(values, 4), complete())
  testthat::expect_equal(nrow(holes$tables$pca), 0L)
  testthat::expect_true("no_complete_rows" %in% codes(holes$findings))
})

testthat::test_that("hostile input is answered with a sentence", {
  values <- simulated()
  groups <- groups_of(values, 4)
  expect_refused(run(values, groups, complete(control_group = "case")), "same_group", "control_group")
  expect_refused(run(values, groups, complete(case_group = "tumour")), "empty_group", "case_group")
  expect_refused(run(values[, -1], groups, complete()), "unknown_samples", "sample_groups")
  expect_refused(run(values, groups[c(1, 1:9), ], complete()), "repeated_samples", "sample_groups")
  expect_refused(run(values, groups[c(1, 9), ], complete()), "no_freedom", "sample_groups")
  expect_refused(run(values, groups, complete(filter_threshold = 100)), "nothing_left", "filter_threshold")
  expect_refused(run(values * 0 + 5, groups, complete()), "nothing_left", "filter_threshold")
  expect_refused(run(values - 20, groups, complete(log2_transform = TRUE)), "log_of_negative", "log2_transform")
})

testthat::test_that("columns that cannot be estimated are named", {
  values <- simulated()
  groups <- groups_of(values, 4)
  with <- function(column) cbind(groups, batch = column)
  by_batch <- complete(covariates = "batch")
  expect_refused(run(values, with("one"), by_batch), "one_level", "covariates")
  expect_refused(run(values, with(groups$group), by_batch), "confounded", "covariates")
  expect_refused(run(values, with(c(NA, 1:8)), by_batch), "missing_values", "covariates")
  expect_refused(run(values, with(letters[1:9]), by_batch), "all_different", "covariates")
  expect_refused(run(values, groups, by_batch), "no_column", "covariates")
  expect_refused(run(values, with(c(NA, letters[1:8])), complete(pair_column = "batch")), "missing_values", "pair_column")
  twice <- cbind(with(rep(c("a", "b", "c"), 3)), again = rep(c("x", "y", "z"), 3))
  expect_refused(run(values, twice, complete(covariates = c("batch", "again"))), "redundant", "covariates")
})

testthat::test_that("what is no count table is refused for voom", {
  counts <- simulated_counts()
  groups <- groups_of(counts, 4)
  params <- complete(data_type = "rnaseq", trend = TRUE, robust = TRUE)
  expect_refused(run(counts - 1, groups, params), "negative_counts", "data_type")
  expect_refused(run(log2(counts + 1), groups, params), "not_counts", "data_type")
  expect_refused(run(replace(counts, 3, NA), groups, params), "missing_counts", "file_id")
  expect_refused(run(cbind(counts[, -8], S8 = 0), groups, params), "empty_library", "file_id")
  expect_refused(run(pmin(counts, 49), groups, params), "small_counts", "data_type")
  scaled <- round(sweep(counts, 2, 1e6 / colSums(counts), "*"))
  expect_refused(run(scaled, groups, params), "equal_libraries", "data_type")
  few <- replace(counts, 1:10, counts[1:10] + 0.5)
  testthat::expect_true("rounded" %in% codes(run_collected(few, groups, params)$findings))
})

testthat::test_that("what makes a result doubtful is told", {
  values <- simulated()
  groups <- groups_of(values, 4)
  told <- function(...) codes(run_collected(...)$findings)
  centred <- values - rowMeans(values) - 0.01 * seq(-1, 1, length.out = nrow(values))
  testthat::expect_true("centred_values" %in% told(centred, groups, complete()))
  testthat::expect_false("centred_values" %in% told(centred, groups, complete(filter_threshold = -1000)))
  testthat::expect_false("centred_values" %in% told(values, groups, complete()))
  counts <- simulated_counts()
  params <- complete(data_type = "rnaseq", trend = TRUE, robust = TRUE)
  testthat::expect_true("base_coverage" %in% told(counts * 10000, groups_of(counts, 4), params))
  testthat::expect_false("base_coverage" %in% told(counts, groups_of(counts, 4), params))
  expect_refused(run(replace(values, 5, -Inf), groups, complete()), "infinite_values", "file_id")
  expect_refused(run(replace(values, 5, -1e308), groups, complete()), "impossible_values", "file_id")
})

testthat::test_that("a sample may be called as a column of the tables is", {
  values <- simulated()
  colnames(values)[1:3] <- c("gene", "sample", "group")
  tables <- run(values, groups_of(values, 4), complete())
  testthat::expect_false(anyDuplicated(names(tables$heatmap)) > 0L)
  testthat::expect_setequal(tables$heatmap_samples$sample, c("gene.1", colnames(values)[-1L]))
  testthat::expect_true("gene" %in% tables$pca$sample)
})

testthat::test_that("liver cancer arrays (GSE14520): as limma called directly", {
  path <- shared("microarray", "GSE14520-GPL571_series_matrix.txt.gz")
  lines <- data.table::fread(path, sep = NULL, header = FALSE, quote = "")[[1L]]
  edges <- grep("series_matrix_table_(begin|end)", lines)
  table <- data.table::fread(text = lines[(edges[[1L]] + 1L):(edges[[2L]] - 1L)], data.table = FALSE)
  values <- as.matrix(table[-1L])
  rownames(values) <- table[[1L]]
  title <- gsub("\"", "", strsplit(grep("^!Sample_title", lines, value = TRUE), "\t")[[1L]][-1L])
  source <- gsub("\"", "", strsplit(grep("^!Sample_source_name_ch1", lines, value = TRUE), "\t")[[1L]][-1L])
  words <- paste(title, source)
  group <- ifelse(grepl("non-?tumor", words, ignore.case = TRUE), "normal", ifelse(grepl("tumor", words, ignore.case = TRUE), "tumor", "other"))
  testthat::expect_equal(sum(group == "tumor"), 22L)
  groups <- data.frame(sample = colnames(values), group = group)
  params <- complete(case_group = "tumor", control_group = "normal")
  both <- group != "other"
  oracle <- fit_oracle(values[, both], ifelse(group[both] == "tumor", "case", "control"))
  expect_same_table(run(values, groups, params)$limma, oracle)
})

testthat::test_that("airway: paired voom by cell line", {
  counts <- data.table::fread(shared("bulk", "airway_rawcounts.csv.gz"), data.table = FALSE)
  samples <- data.table::fread(shared("bulk", "airway_metadata.csv"), data.table = FALSE)
  values <- as.matrix(counts[-1L])
  rownames(values) <- counts[[1L]]
  groups <- data.frame(sample = samples$id, group = samples$dex, cell = samples$celltype)
  params <- complete(case_group = "treated", control_group = "control", data_type = "rnaseq", pair_column = "cell", trend = TRUE, robust = TRUE)
  result <- run_collected(values, groups, params)
  oracle <- voom_oracle(values[, groups$sample], ifelse(groups$group == "treated", "case", "control"), data.frame(cell = factor(groups$cell)))
  expect_same_table(result$tables$limma, oracle)
  testthat::expect_equal(result$facts$pairs, 4L)
  testthat::expect_gt(sum(result$tables$limma$adj.P.Val < 0.05), 3500L)
  # FKBP5 and DUSP1 answer to dexamethasone.
  table <- result$tables$limma
  testthat::expect_true(all(table$logFC[table$gene %in% c("ENSG00000096060", "ENSG00000120129")] > 2))
})

testthat::test_that("colorectal counts (SRP029880) equal voom", {
  counts <- utils::read.delim(gzfile(shared("bulk", "SRP029880_CRC.raw_counts.tsv.gz")), check.names = FALSE, row.names = 1L)
  samples <- utils::read.delim(shared("bulk", "SRP029880_CRC.colData.tsv"), row.names = NULL)
  values <- as.matrix(counts[setdiff(names(counts), "width")])
  groups <- data.frame(sample = colnames(values), group = ifelse(grepl("^CASE", colnames(values)), "case", "control"))
  testthat::expect_equal(nrow(samples), nrow(groups))
  result <- run(values, groups, complete(data_type = "rnaseq", trend = TRUE, robust = TRUE))
  expect_same_table(result$limma, voom_oracle(values, groups$group))
})

found_of <- function(check, values, groups, params) {
  job <- new_job(function(event) NULL)
  set.seed(1)
  tool$robustness[[check]](list(expression = list(values = values, kind = "log"), groups = groups), params, job)
  job$collected()$findings[[1L]]
}

testthat::test_that("checks of the result go by the run's own model, in arrays and counts, with pairs", {
  values <- simulated()
  groups <- data.frame(sample = colnames(values), group = rep(c("case", "control"), c(4L, 5L)))
  called <- function(table) sum(table$adj.P.Val < 0.05 & abs(table$logFC) >= 1)
  labels <- found_of("labels", values, groups, complete())
  expect_match(labels$message, sprintf("^找到 %d 个；分组的标签打乱 50 次", called(run(values, groups, complete())$limma)))
  copied <- values
  copied[, "S9"] <- values[, "S1"]
  expect_match(found_of("copies", copied, groups, complete())$message, "S1 = S9", fixed = TRUE)
  counts <- simulated_counts()
  own <- data.frame(sample = colnames(counts), group = rep(c("case", "control"), each = 4L), pair = rep(c("a", "b", "c", "d"), 2L))
  voom <- complete(data_type = "rnaseq", trend = TRUE, robust = TRUE, pair_column = "pair")
  paired <- found_of("labels", counts, own, voom)
  # Four pairs can be turned in 2^4 / 2 - 1 other ways.
  expect_match(paired$message, sprintf("^找到 %d 个；分组的标签打乱 7 次", called(run(counts, own, voom)$limma)))
  expect_identical(paired$code, "labels_coarse")
  expect_identical(found_of("samples", counts, own, voom)$level, "passed")
  expect_match(found_of("effect", counts, own, voom)$message, "^4 比 4 例")
})

testthat::test_that("samples of pairs and of repeated patients are of one sex", {
  values <- rbind(simulated(), XIST = c(9, 9, 2, 2, 9, 9, 2, 2, 2), DDX3Y = c(2, 2, 8, 8, 2, 2, 8, 8, 8))
  groups <- data.frame(sample = colnames(values), group = rep(c("case", "control"), c(4L, 5L)), pair = c("a", "b", "c", "d", "a", "c", "b", "d", "e"))
  of <- function(...) {
    job <- new_job(function(event) NULL)
    matrix <- list(values = values, kind = "log", identifiers = "symbol")
    tool$robustness$sexes(list(expression = matrix, groups = groups), complete(...), job)
    job$collected()$findings[[1L]]
  }
  expect_match(of(pair_column = "pair")$message, "^有 2 位患者的样本像两种性别：b（S2像女性，S7像男性）；c（S3像男性，S6像女性）")
  expect_identical(of(block_column = "pair")$code, "sex_within_patient")
  expect_identical(of()$code, "sex_seen")
})

testthat::test_that("leukaemias of B and T cells stand: by labels, by samples, and none is a copy", {
  testthat::skip_if_not_installed("ALL")
  expression <- Biobase::exprs(get(utils::data("ALL", package = "ALL", envir = environment())))[1:3000, c(1:8, 96:103)]
  groups <- data.frame(sample = colnames(expression), group = rep(c("case", "control"), each = 8L))
  for (check in c("labels", "samples", "copies")) expect_identical(found_of(check, expression, groups, complete())$level, "passed")
})

testthat::test_that("lung lavage of patients with several visits (GSE2018) equals limma with blocks", {
  lines <- readLines(gzfile(shared("geo", "GSE2018_series_matrix.txt.gz")), encoding = "UTF-8")
  cells <- function(key) gsub("\"", "", strsplit(grep(paste0("^!", key, "\t"), lines, value = TRUE)[[1L]], "\t")[[1L]][-1L])
  begin <- grep("series_matrix_table_begin", lines)
  read <- utils::read.delim(text = lines[(begin + 1L):(length(lines) - 1L)], check.names = FALSE)
  values <- log2(as.matrix(read[-1L]) + 1)
  rownames(values) <- read[[1L]]
  group <- ifelse(grepl("(Acute rejection)", cells("Sample_description"), fixed = TRUE), "case", "control")
  patient <- sub("^BAL_([0-9]+).*$", "\\1", cells("Sample_title"))
  testthat::expect_equal(c(sum(group == "case"), sum(table(patient) > 1L)), c(7L, 6L))
  groups <- data.frame(sample = colnames(values), group = group, patient = patient)
  result <- run_collected(values, groups, complete(block_column = "patient"))
  kept <- values[matrixStats::rowSds(values) > 0, ]
  oracle <- block_oracle(kept, group, patient)
  expect_same_table(result$tables$limma, oracle)
  testthat::expect_equal(result$facts$block_correlation, attr(oracle, "within"), tolerance = 1e-6)
})

testthat::test_that("with the threshold test P is limma's treat: logarithms, counts, repeated patients", {
  expect_treat <- function(table, fit, coefficient, ...) {
    oracle <- limma::topTreat(limma::treat(fit, ...), coef = coefficient, number = Inf, sort.by = "none")[table$gene, ]
    for (column in c("logFC", "AveExpr", "t")) {
      testthat::expect_lt(max(abs(table[[column]] - oracle[[column]]) / pmax(abs(oracle[[column]]), 1e-4)), 1e-6)
    }
    for (column in c("P.Value", "adj.P.Val")) testthat::expect_lt(max(abs(log10(table[[column]]) - log10(oracle[[column]]))), 1e-6)
    testthat::expect_true(all(is.na(table$B)))
  }
  testthat::skip_if_not_installed("ALL")
  set <- package_data("ALL", "ALL")
  keep <- grepl("^B", set$BT) & set$mol.biol %in% c("BCR/ABL", "NEG")
  values <- Biobase::exprs(set)[1:2000, keep]
  case <- as.numeric(set$mol.biol[keep] == "BCR/ABL")
  groups <- data.frame(sample = colnames(values), group = ifelse(case == 1, "case", "control"))
  tested <- run_collected(values, groups, complete(lfc_threshold_test = TRUE, log2fc = 0.3))
  expect_treat(tested$tables$limma, limma::lmFit(values, stats::model.matrix(~case)), 2L, lfc = 0.3)
  testthat::expect_true(tested$facts$threshold_test)
  testthat::expect_true("p_beyond" %in% codes(tested$findings))
  # Fewer than by P and then by the fold change, and all of them by these too.
  plain <- run(values, groups, complete(log2fc = 0.3))$limma
  called <- function(table) table$gene[table$adj.P.Val < 0.05 & abs(table$logFC) >= 0.3]
  testthat::expect_true(all(called(tested$tables$limma) %in% called(plain)))
  testthat::expect_lt(length(called(tested$tables$limma)), length(called(plain)))
  # A threshold of 0 is no other test.
  testthat::expect_identical(
    run(values, groups, complete(lfc_threshold_test = TRUE, log2fc = 0))$limma, run(values, groups, complete(log2fc = 0))$limma
  )
  counts <- simulated_counts()
  groups <- groups_of(counts, 4)
  counted <- run(counts, groups, complete(data_type = "rnaseq", trend = TRUE, robust = TRUE, lfc_threshold_test = TRUE, log2fc = 0.58))
  design <- stats::model.matrix(~ rep(1:0, each = 4L))
  list <- edgeR::DGEList(counts[rowMeans(counts) > 0, ])
  list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = groups$group), , keep.lib.sizes = FALSE])
  expect_treat(counted$limma, limma::lmFit(limma::voom(list, design), design), 2L, lfc = 0.58, trend = TRUE, robust = TRUE)
  values <- simulated(case = 6, control = 6)
  groups <- cbind(groups_of(values, 6), patient = rep(sprintf("P%d", 1:4), 3L))
  blocked <- run(values, groups, complete(block_column = "patient", lfc_threshold_test = TRUE, log2fc = 0.5))
  design <- stats::model.matrix(~ rep(1:0, each = 6L))
  correlation <- limma::duplicateCorrelation(values, design, block = groups$patient)$consensus.correlation
  expect_treat(blocked$limma, limma::lmFit(values, design, block = groups$patient, correlation = correlation), 2L, lfc = 0.5)
})

# ---- hidden factors ----

# sva writes its progress; factors are of one length, their sign is either.
sva_directly <- function(values, design, n, made = sva::sva) {
  utils::capture.output(factors <- matrix(made(values, design, design[, -2L, drop = FALSE], n.sv = n)$sv, nrow(design)))
  factors
}
# Half of the genes move with a batch that no column tells; the first 40 differ between the groups, too.
with_hidden_batch <- function(seed, changed = 40L, genes = 1000L, n = 20L) {
  set.seed(seed)
  case <- rep(1:0, each = n / 2L)
  batch <- sample(rep(0:1, n / 2L))
  values <- 8 + sqrt(0.2 * 4 / stats::rchisq(genes, 4)) * matrix(stats::rnorm(genes * n), genes)
  values <- values + (stats::rnorm(genes) * (seq_len(genes) %% 2L)) %o% batch
  if (changed > 0L) values[seq_len(changed), ] <- values[seq_len(changed), ] + 1.2 * rep(case, each = changed)
  dimnames(values) <- list(sprintf("GENE%04d", seq_len(genes)), sprintf("S%02d", seq_len(n)))
  list(values = values, groups = groups_of(values, n / 2L), batch = batch)
}

testthat::test_that("hidden factors equal sva and limma called directly (bladderbatch), with covariates, flipped and shuffled", {
  bladder <- package_data("bladderdata", "bladderbatch", "bladderEset")
  samples <- Biobase::pData(bladder)
  chosen <- samples$cancer %in% c("Cancer", "Normal")
  values <- Biobase::exprs(bladder)[seq_len(4000), chosen]
  samples <- samples[chosen, ]
  set.seed(3)
  groups <- data.frame(
    sample = colnames(values), group = as.character(samples$cancer), batch = paste("batch", samples$batch),
    age = round(stats::runif(nrow(samples), 40, 80), 1)
  )
  asked <- function(...) complete(case_group = "Cancer", control_group = "Normal", ...)
  design <- stats::model.matrix(~ as.numeric(groups$group == "Cancer"))
  n <- sva::num.sv(values, design, method = "be", seed = 1)
  testthat::expect_gte(n, 1)
  factors <- sva_directly(values, design, n)
  found <- run_collected(values, groups, asked(hidden_factors = "auto"))
  case <- ifelse(groups$group == "Cancer", "case", "control")
  expect_same_table(found$tables$limma, fit_oracle(values, case, as.data.frame(factors)))
  ours <- as.matrix(found$tables$hidden_scores[-(1:2)])
  testthat::expect_lt(max(abs(unname(ours) - sweep(factors, 2L, sign(colSums(ours * factors)), `*`))), 1e-6)
  batch <- found$tables$hidden_links[found$tables$hidden_links$factor == "SV1" & found$tables$hidden_links$column == "batch", ]
  direct <- summary(stats::lm(factors[, 1L] ~ groups$batch))
  testthat::expect_equal(batch$share, direct$r.squared, tolerance = 1e-6)
  testthat::expect_identical(found$facts$hidden_n, as.integer(n))
  significant <- function(table) table$gene[table$adj.P.Val < 0.05 & abs(table$logFC) >= 1]
  plain <- run(values, groups, asked())
  testthat::expect_identical(found$facts$hidden_before, length(significant(plain$limma)))
  testthat::expect_identical(found$facts$hidden_both, length(intersect(significant(plain$limma), significant(found$tables$limma))))
  testthat::expect_identical(nrow(plain$hidden_links), 0L)
  # A covariate is known to sva.
  aged <- stats::model.matrix(~ as.numeric(groups$group == "Cancer") + I(groups$age - mean(groups$age)))
  extra <- data.frame(age = groups$age, sva_directly(values, aged, 2L))
  with_age <- run(values, groups, asked(hidden_factors = "2", covariates = "age"))
  expect_same_table(with_age$limma, fit_oracle(values, case, extra))
  flipped <- run(values, groups, complete(case_group = "Normal", control_group = "Cancer", hidden_factors = "2", covariates = "age"))$limma
  flipped <- flipped[match(with_age$limma$gene, flipped$gene), ]
  testthat::expect_lt(max(abs(flipped$logFC + with_age$limma$logFC)), 1e-6)
  testthat::expect_lt(max(abs(log10(flipped$P.Value) - log10(with_age$limma$P.Value))), 1e-6)
  order <- rev(seq_len(ncol(values)))
  shuffled <- run(values[, order], groups[sample(nrow(groups)), ], asked(hidden_factors = "2", covariates = "age"))$limma
  testthat::expect_lt(max(abs(shuffled$logFC[match(with_age$limma$gene, shuffled$gene)] - with_age$limma$logFC)), 1e-6)
  testthat::expect_identical(run(values, groups, asked(hidden_factors = "2", covariates = "age")), with_age)
})

testthat::test_that("hidden factors of counts equal svaseq and voom, of pairs a model with the patient", {
  counts <- simulated_counts()
  counts <- cbind(counts, counts[, sample(8)])[, c(1:4, 9:12, 5:8, 13:16)]
  set.seed(12)
  counts[] <- counts + stats::rpois(length(counts), 2)
  colnames(counts) <- sprintf("S%02d", 1:16)
  moved <- seq(1, 800, 2)
  counts[moved, seq(1, 16, 2)] <- counts[moved, seq(1, 16, 2)] * 2
  groups <- groups_of(counts, 8)
  table <- run(counts, groups, complete(data_type = "rnaseq", trend = TRUE, robust = TRUE, hidden_factors = "2"))$limma
  list <- edgeR::DGEList(counts)
  list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = groups$group), , keep.lib.sizes = FALSE])
  design <- stats::model.matrix(~ factor(groups$group, c("control", "case")))
  factors <- sva_directly(edgeR::cpm(list) * mean(list$samples$lib.size) / 1e6, design, 2L, sva::svaseq)
  whole <- cbind(design, factors)
  fit <- limma::eBayes(limma::lmFit(limma::voom(list, whole), whole), trend = TRUE, robust = TRUE)
  expect_same_table(table, limma::topTable(fit, coef = 2, number = Inf, sort.by = "none"))

  data <- with_hidden_batch(5)
  pairs <- rep(sprintf("P%02d", 1:10), 2L)
  paired <- run(data$values, cbind(data$groups, pair = pairs), complete(pair_column = "pair", hidden_factors = "1"))$limma
  design <- stats::model.matrix(~ factor(data$groups$group, c("control", "case")) + pairs)
  extra <- data.frame(pair = factor(pairs), sva_directly(data$values, design, 1L))
  expect_same_table(paired, fit_oracle(data$values, data$groups$group, extra))
})

testthat::test_that("of genes that do not differ, 5% lie below 0.05 with a hidden batch taken out, where without it 2% to 20% do", {
  shares <- vapply(1:12, function(seed) {
    data <- with_hidden_batch(seed, 0L, 1500L)
    of <- function(...) mean(run(data$values, data$groups, complete(...))$limma$P.Value < 0.05)
    c(of(hidden_factors = "auto"), of())
  }, numeric(2))
  testthat::expect_lt(abs(mean(shares[1L, ]) - 0.05), 0.01)
  testthat::expect_true(all(shares[1L, ] > 0.03 & shares[1L, ] < 0.08))
  testthat::expect_gt(max(shares[2L, ]), 0.1)
  testthat::expect_lt(min(shares[2L, ]), 0.04)
})

testthat::test_that("a hidden batch taken out gives back the planted genes; a known column that it is, is named", {
  data <- with_hidden_batch(2)
  planted <- sprintf("GENE%04d", 1:40)
  found <- function(...) {
    table <- run(data$values, cbind(data$groups, batch = paste0("b", data$batch)), complete(log2fc = 0, ...))$limma
    table$gene[table$adj.P.Val < 0.05]
  }
  freed <- found(hidden_factors = "auto")
  testthat::expect_gt(sum(planted %in% freed), sum(planted %in% found()))
  testthat::expect_gt(mean(planted %in% freed), 0.7)
  testthat::expect_lt(mean(!freed %in% planted), 0.15)
  told <- run_collected(data$values, cbind(data$groups, batch = paste0("b", data$batch)), complete(hidden_factors = "auto"))
  testthat::expect_true("hidden_is_column" %in% codes(told$findings))
  expect_false("hidden_is_column" %in% codes(run_collected(data$values, data$groups, complete(hidden_factors = "auto"))$findings))
})

testthat::test_that("where no hidden factor is, the result is the one without; what cannot be estimated is refused with what to do", {
  set.seed(8)
  noise <- with_hidden_batch(3, 0L)
  noise$values[] <- stats::rnorm(length(noise$values), 8)
  quiet <- run_collected(noise$values, noise$groups, complete(hidden_factors = "auto"))
  testthat::expect_true("no_hidden_factors" %in% codes(quiet$findings))
  testthat::expect_identical(quiet$facts$hidden_n, 0L)
  testthat::expect_null(quiet$facts$hidden_before)
  testthat::expect_equal(quiet$tables$limma, run(noise$values, noise$groups, complete())$limma)
  refused <- function(values, groups, ...) {
    caught <- tryCatch(run(values, groups, complete(...)), oncoloom_input = identity)
    c(caught$code, caught$field)
  }
  few <- c(1:2, 11:13)
  testthat::expect_identical(refused(noise$values[, few], noise$groups[few, ], hidden_factors = "auto"), c("hidden_freedom", "hidden_factors"))
  pairs <- cbind(noise$groups, patient = rep(sprintf("P%02d", 1:10), 2L))
  testthat::expect_identical(refused(noise$values, pairs, hidden_factors = "1", block_column = "patient"), c("hidden_and_blocks", "hidden_factors"))
  five <- c(1:5, 11:15)
  testthat::expect_identical(
    refused(noise$values[, five], pairs[five, ], hidden_factors = "3", pair_column = "patient"), c("hidden_freedom", "hidden_factors")
  )
  testthat::expect_identical(refused(noise$values[1:12, ], noise$groups, hidden_factors = "auto"), c("hidden_genes", "hidden_factors"))
  gaps <- noise$values
  gaps[cbind(seq_len(nrow(gaps)), rep(1:20, length.out = nrow(gaps)))] <- NA
  testthat::expect_identical(refused(gaps, noise$groups, hidden_factors = "1"), c("hidden_genes", "hidden_factors"))
})

testthat::test_that("factors that together repeat the groups are warned of", {
  data <- with_hidden_batch(5)
  design <- cbind(all = 1, case = rep(1:0, each = 10L))
  set.seed(2)
  parts <- matrix(stats::rnorm(60L), 20L)
  parts[, 3L] <- design[, "case"] - parts[, 1L] - parts[, 2L] + 0.05 * parts[, 3L]
  job <- new_job(function(event) NULL)
  tell_factors_together(design, parts[, 1:2], job)
  testthat::expect_length(job$collected()$findings, 0L)
  tell_factors_together(design, parts, job)
  testthat::expect_identical(job$collected()$findings[[1L]]$code, "hidden_repeat_group")
})

testthat::test_that("checks of a result with hidden factors hold them", {
  data <- with_hidden_batch(5)
  params <- complete(hidden_factors = "1")
  called <- function(table) sum(table$adj.P.Val < 0.05 & abs(table$logFC) >= 1)
  labels <- found_of("labels", data$values, data$groups, params)
  testthat::expect_match(labels$message, sprintf("^找到 %d 个", called(run(data$values, data$groups, params)$limma)))
  testthat::expect_match(labels$message, "隐藏因素按全部样本估计", fixed = TRUE)
  testthat::expect_identical(labels$code, "labels_apart")
  testthat::expect_identical(found_of("samples", data$values, data$groups, params)$level, "passed")
})
