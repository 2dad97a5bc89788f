# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there. Oracles call limma, DESeq2 and edgeR themselves.
tool <- tool_of("multi_group_differential")

complete <- function(...) {
  given <- list(...)
  wanted <- list(comparisons = "reference", reference_group = "C")
  wanted[names(given)] <- given
  defaults <- tool$example$parameters
  defaults["reference_group"] <- list(NULL)
  defaults[names(wanted)] <- wanted
  read_params(tool, defaults)
}
run <- function(values, groups, params, kind = "log") {
  set.seed(1)
  run_tool(tool, list(expression = list(values = values, kind = kind), groups = groups), params)
}
simulated <- function(each = 4L, groups = c("A", "B", "C"), genes = 400L) {
  set.seed(7)
  n <- each * length(groups)
  values <- matrix(stats::rnorm(genes * n, 8), genes, dimnames = list(sprintf("GENE%03d", seq_len(genes)), sprintf("S%d", seq_len(n))))
  group <- rep(groups, each = each)
  values[1:20, group == groups[[1L]]] <- values[1:20, group == groups[[1L]]] + 3
  values[21:40, group == groups[[2L]]] <- values[21:40, group == groups[[2L]]] - 3
  list(values = values, groups = data.frame(sample = colnames(values), group = group))
}
simulated_counts <- function(each = 4L, groups = c("A", "B", "C"), genes = 800L) {
  set.seed(11)
  n <- each * length(groups)
  counts <- matrix(stats::rnbinom(genes * n, mu = exp(stats::rnorm(genes, 4.5, 1.5)), size = 8), genes)
  dimnames(counts) <- list(sprintf("GENE%03d", seq_len(genes)), sprintf("S%d", seq_len(n)))
  group <- rep(groups, each = each)
  counts[1:40, group == groups[[1L]]] <- counts[1:40, group == groups[[1L]]] * 5
  list(values = counts, groups = data.frame(sample = colnames(counts), group = group))
}
of_comparison <- function(tables, name) tables$comparisons[tables$comparisons$comparison == name, ]
# Relative 1e-6; P by their logarithms.
expect_near <- function(ours, theirs) testthat::expect_lt(max(abs(ours - theirs) / pmax(abs(theirs), 1e-4)), 1e-6)
expect_near_p <- function(ours, theirs) testthat::expect_lt(max(abs(log10(ours) - log10(theirs))), 1e-6)
expect_comparison <- function(table, oracle, statistic = "t") {
  oracle <- oracle[match(table$gene, rownames(oracle)), ]
  testthat::expect_false(anyNA(oracle[["logFC"]]))
  expect_near(table$logFC, oracle$logFC)
  expect_near(table$statistic, oracle[[statistic]])
  expect_near_p(table$P.Value, oracle$P.Value)
  expect_near_p(table$adj.P.Val, oracle$adj.P.Val)
}
expect_overall <- function(table, oracle) {
  oracle <- oracle[match(table$gene, rownames(oracle)), ]
  expect_near(table$statistic, oracle$F)
  expect_near_p(table$P.Value, oracle$P.Value)
  expect_near_p(table$adj.P.Val, oracle$adj.P.Val)
}
means_design <- function(group) {
  design <- stats::model.matrix(~ 0 + group)
  colnames(design) <- sub("^group", "", colnames(design))
  design
}
counted <- function(data) {
  list <- edgeR::DGEList(data$values)
  edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = data$groups$group), , keep.lib.sizes = FALSE])
}

testthat::test_that("leukaemias of four types equal limma: F over all, against NEG, all pairs, own sums", {
  testthat::skip_if_not_installed("ALL")
  set <- get(utils::data("ALL", package = "ALL", envir = environment()))
  about <- Biobase::pData(set)
  keep <- grepl("^B", about$BT) & about$mol.biol %in% c("BCR/ABL", "ALL1/AF4", "E2A/PBX1", "NEG")
  values <- Biobase::exprs(set)[1:3000, keep]
  group <- as.character(about$mol.biol[keep])
  groups <- data.frame(sample = colnames(values), group = group)
  design <- stats::model.matrix(~ stats::relevel(factor(group), "NEG"))
  fit <- limma::eBayes(limma::lmFit(values, design))
  result <- run(values, groups, complete(reference_group = "NEG"))
  expect_overall(result$overall, limma::topTable(fit, coef = 2:4, number = Inf, sort.by = "none"))
  for (i in 2:4) {
    name <- sprintf("%s \u2212 NEG", sub(".*\\)", "", sub("^.*\"NEG\"\\)", "", colnames(design)[[i]])))
    expect_comparison(of_comparison(result, name), limma::topTable(fit, coef = i, number = Inf, sort.by = "none"))
  }
  testthat::expect_identical(result$summary$comparison, sprintf("%s \u2212 NEG", c("ALL1/AF4", "BCR/ABL", "E2A/PBX1")))
  cells <- stats::model.matrix(~ 0 + factor(group))
  colnames(cells) <- c("MLL", "BCR", "E2A", "NEG")
  contrasts <- limma::makeContrasts(BCR - MLL, (MLL + BCR) / 2 - NEG, levels = cells)
  by_sum <- limma::eBayes(limma::contrasts.fit(limma::lmFit(values, cells), contrasts))
  pairs <- run(values, groups, complete(comparisons = "pairs", reference_group = NULL))
  testthat::expect_length(unique(pairs$comparisons$comparison), 6L)
  expect_comparison(of_comparison(pairs, "BCR/ABL \u2212 ALL1/AF4"), limma::topTable(by_sum, coef = 1, number = Inf, sort.by = "none"))
  testthat::expect_equal(pairs$overall$P.Value, result$overall$P.Value, tolerance = 1e-8)
  own <- run(values, groups, complete(
    comparisons = "own", reference_group = NULL, contrasts = "fused = (ALL1/AF4 + BCR/ABL)/2 - NEG; BCR/ABL-ALL1/AF4"
  ))
  expect_comparison(of_comparison(own, "fused"), limma::topTable(by_sum, coef = 2, number = Inf, sort.by = "none"))
  # A threshold of the fold change: TREAT.
  treat <- run(values, groups, complete(
    comparisons = "own", reference_group = NULL, contrasts = "(ALL1/AF4 + BCR/ABL)/2 - NEG", threshold_test = TRUE, log2fc = 0.5
  ))
  oracle <- limma::topTreat(limma::treat(by_sum, lfc = 0.5), coef = 2, number = Inf, sort.by = "none")
  oracle <- oracle[match(treat$comparisons$gene, rownames(oracle)), ]
  expect_near(treat$comparisons$statistic, oracle$t)
  expect_near_p(treat$comparisons$P.Value, oracle$P.Value)
})

testthat::test_that("covariates and fixed pairs are limma's", {
  data <- simulated(5L)
  data$groups$patient <- rep(sprintf("P%d", 1:5), 3L)
  data$groups$age <- c(40, 52.5, 61, 33, 58, 47, 66, 39.5, 51, 60, 44, 37, 71, 55, 49)
  params <- complete(pair_column = "patient", covariates = "age", covariate_numbers = "age", trend = TRUE)
  result <- run(data$values, data$groups, params)
  frame <- data.frame(group = stats::relevel(factor(data$groups$group), "C"), age = data$groups$age, patient = data$groups$patient)
  fit <- limma::eBayes(limma::lmFit(data$values, stats::model.matrix(~ group + age + patient, frame)), trend = TRUE)
  expect_overall(result$overall, limma::topTable(fit, coef = 2:3, number = Inf, sort.by = "none"))
  expect_comparison(of_comparison(result, "B \u2212 C"), limma::topTable(fit, coef = 3, number = Inf, sort.by = "none"))
  testthat::expect_identical(facts_of(result)$pairs, 5L)
  # With robust variances limma takes the degrees of freedom of the first gene for those of all; F is the same.
  robust <- run(data$values, data$groups, utils::modifyList(params, list(robust = TRUE)))$overall
  fit <- limma::eBayes(fit, trend = TRUE, robust = TRUE)
  order <- match(robust$gene, rownames(fit))
  f <- limma::topTable(fit, coef = 2:3, number = Inf, sort.by = "none")$F
  expect_near(robust$statistic, f[order])
  expect_near_p(robust$P.Value, stats::pf(f, 2, fit$df.prior + fit$df.residual, lower.tail = FALSE)[order])
})

testthat::test_that("voom: comparisons are limma's, and F that of the weighted models gene by gene", {
  data <- simulated_counts()
  data$groups$batch <- rep(c("b1", "b2"), 6L)
  params <- complete(method = "voom", covariates = "batch", trend = TRUE, robust = TRUE)
  result <- run(data$values, data$groups, params, "counts")
  frame <- data.frame(group = stats::relevel(factor(data$groups$group), "C"), batch = data$groups$batch)
  design <- stats::model.matrix(~ group + batch, frame)
  weighted <- limma::voom(counted(data), design)
  fit <- limma::eBayes(limma::lmFit(weighted, design), trend = TRUE, robust = TRUE)
  expect_comparison(of_comparison(result, "A \u2212 C"), limma::topTable(fit, coef = "groupA", number = Inf, sort.by = "none"))
  expect_comparison(of_comparison(result, "B \u2212 C"), limma::topTable(fit, coef = "groupB", number = Inf, sort.by = "none"))
  f <- vapply(seq_len(nrow(weighted)), function(i) {
    whole <- stats::lm.wfit(design, weighted$E[i, ], weighted$weights[i, ])
    less <- stats::lm.wfit(design[, c(1L, 4L)], weighted$E[i, ], weighted$weights[i, ])
    squares <- function(one) sum(weighted$weights[i, ] * one$residuals^2)
    (squares(less) - squares(whole)) / 2 / fit$s2.post[[i]]
  }, numeric(1))
  order <- match(result$overall$gene, rownames(weighted))
  expect_near(result$overall$statistic, f[order])
  # limma's own F takes the coefficients to be correlated as without weights.
  theirs <- limma::topTable(fit, coef = 2:3, number = Inf, sort.by = "none")$F[order]
  testthat::expect_gt(stats::cor(theirs, f[order]), 0.99)
})

testthat::test_that("DESeq2: likelihood ratio over all and Wald of each comparison, with a covariate and a threshold", {
  data <- simulated_counts()
  data$groups$batch <- rep(c("b1", "b2"), 6L)
  counts <- counted(data)$counts
  storage.mode(counts) <- "integer"
  about <- data.frame(batch = factor(data$groups$batch), group = stats::relevel(factor(data$groups$group), "C"))
  oracle <- suppressMessages(DESeq2::DESeq(DESeq2::DESeqDataSetFromMatrix(counts, about, ~ batch + group), test = "LRT", reduced = ~ batch))
  ours <- run(data$values, data$groups, complete(method = "deseq2", covariates = "batch"), "counts")
  lrt <- as.data.frame(DESeq2::results(oracle, alpha = 0.05))[ours$overall$gene, ]
  expect_near(ours$overall$statistic, lrt$stat)
  testthat::expect_equal(ours$overall$P.Value, lrt$pvalue, tolerance = 1e-6)
  testthat::expect_equal(ours$overall$adj.P.Val, lrt$padj, tolerance = 1e-6)
  wald <- function(...) as.data.frame(DESeq2::results(oracle, test = "Wald", alpha = 0.05, ...))
  pairwise <- function(table, theirs) {
    theirs <- theirs[table$gene, ]
    testthat::expect_equal(table$logFC, theirs$log2FoldChange, tolerance = 1e-6)
    testthat::expect_equal(table$statistic, theirs$stat, tolerance = 1e-6)
    testthat::expect_equal(table$P.Value, theirs$pvalue, tolerance = 1e-6)
    testthat::expect_equal(table$adj.P.Val, theirs$padj, tolerance = 1e-6)
  }
  pairwise(of_comparison(ours, "A \u2212 C"), wald(contrast = c("group", "A", "C")))
  own <- run(data$values, data$groups, complete(
    method = "deseq2", covariates = "batch", comparisons = "own", contrasts = "(A + B)/2 - C", threshold_test = TRUE, log2fc = 0.5
  ), "counts")
  pairwise(own$comparisons, wald(contrast = c(0, 0, 0.5, 0.5), lfcThreshold = 0.5, altHypothesis = "greaterAbs"))
})

testthat::test_that("edgeR: quasi-likelihood F over all and of each comparison", {
  data <- simulated_counts()
  list <- counted(data)
  design <- stats::model.matrix(~ stats::relevel(factor(data$groups$group), "C"))
  fit <- edgeR::glmQLFit(edgeR::estimateDisp(list, design), design, robust = TRUE)
  ours <- run(data$values, data$groups, complete(method = "edger", comparisons = "own", contrasts = "A - C; (A + B)/2 - C"), "counts")
  over_all <- edgeR::glmQLFTest(fit, coef = 2:3)$table[ours$overall$gene, ]
  expect_near(ours$overall$statistic, over_all$F)
  expect_near_p(ours$overall$P.Value, over_all$PValue)
  for (one in list(list("A \u2212 C", c(0, 1, 0)), list("(A + B)/2 \u2212 C", c(0, 0.5, 0.5)))) {
    table <- of_comparison(ours, one[[1L]])
    theirs <- edgeR::glmQLFTest(fit, contrast = one[[2L]])$table[table$gene, ]
    expect_near(table$logFC, theirs$logFC)
    expect_near(table$statistic^2, theirs$F)
    expect_near_p(table$P.Value, theirs$PValue)
  }
})

crossed <- function(effect = 5, each = 4L, genes = 400L) {
  data <- simulated(2L * each, c("drug", "placebo"), genes)
  groups <- cbind(data$groups, type = rep(c("\u91ce\u751f\u578b", "\u7a81\u53d8\u578b"), each = each, times = 2L))
  planted <- groups$group == "drug" & groups$type == "\u7a81\u53d8\u578b"
  data$values[101:115, planted] <- data$values[101:115, planted] + effect
  list(values = data$values, groups = groups)
}
factorial <- function(...) complete(
  comparisons = "interaction", reference_group = "placebo", factor_column = "type", factor_reference = "\u91ce\u751f\u578b", ...
)

testthat::test_that("two factors: interaction and simple effects are limma's, and a planted interaction is found", {
  data <- crossed()
  result <- run(data$values, data$groups, factorial())
  cell <- factor(paste(data$groups$group, ifelse(data$groups$type == "\u91ce\u751f\u578b", "wt", "mut"), sep = "."))
  design <- means_design(cell)
  contrasts <- limma::makeContrasts((drug.mut - placebo.mut) - (drug.wt - placebo.wt), drug.wt - placebo.wt, drug.mut - placebo.mut, levels = design)
  fit <- limma::eBayes(limma::contrasts.fit(limma::lmFit(data$values, design), contrasts))
  for (i in 1:3) {
    expect_comparison(of_comparison(result, result$summary$comparison[[i]]), limma::topTable(fit, coef = i, number = Inf, sort.by = "none"))
  }
  testthat::expect_equal(of_comparison(result, result$summary$comparison[[1L]])$P.Value, result$overall$P.Value, tolerance = 1e-6)
  testthat::expect_identical(result$summary$comparison[[3L]], "drug \u2212 placebo | \u7a81\u53d8\u578b")
  found <- result$overall$gene[result$overall$adj.P.Val < 0.05]
  testthat::expect_gte(sum(found %in% sprintf("GENE%03d", 101:115)), 12L)
  testthat::expect_lte(sum(!found %in% sprintf("GENE%03d", 101:115)), 3L)
})

testthat::test_that("counts: the interaction is DESeq2's likelihood ratio and edgeR's F", {
  data <- simulated_counts(3L, c("a", "b", "c", "d"))
  groups <- data.frame(sample = data$groups$sample, group = rep(c("drug", "placebo"), each = 3L, 2L), type = rep(c("x", "y"), each = 6L))
  list <- edgeR::DGEList(data$values)
  cell <- paste(groups$group, groups$type)
  list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = cell), , keep.lib.sizes = FALSE])
  about <- data.frame(group = factor(groups$group, c("placebo", "drug")), type = factor(groups$type))
  params <- function(method) complete(
    method = method, comparisons = "interaction", reference_group = "placebo", factor_column = "type", factor_reference = "x"
  )
  counts <- list$counts
  storage.mode(counts) <- "integer"
  oracle <- DESeq2::DESeqDataSetFromMatrix(counts, about, ~ group * type)
  oracle <- suppressMessages(DESeq2::DESeq(oracle, test = "LRT", reduced = ~ group + type))
  ours <- run(data$values, groups, params("deseq2"), "counts")
  expect_near(ours$overall$statistic, as.data.frame(DESeq2::results(oracle))[ours$overall$gene, "stat"])
  design <- stats::model.matrix(~ group * type, about)
  fit <- edgeR::glmQLFit(edgeR::estimateDisp(list, design), design, robust = TRUE)
  ours <- run(data$values, groups, params("edger"), "counts")
  expect_near_p(ours$overall$P.Value, edgeR::glmQLFTest(fit, coef = 4)$table[ours$overall$gene, "PValue"])
})

testthat::test_that("shuffled labels: P over all is uniform, and so is that of an interaction", {
  data <- simulated(6L, genes = 2000L)
  set.seed(5)
  p <- unlist(lapply(1:20, function(i) {
    data$groups$group <- sample(data$groups$group)
    run(data$values[101:2000, ], data$groups, complete())$overall$P.Value
  }))
  testthat::expect_lt(abs(mean(p < 0.05) - 0.05), 0.015)
  testthat::expect_lt(unname(suppressWarnings(stats::ks.test(p, "punif"))$statistic), 0.03)
  none <- crossed(0, 6L, 2000L)
  interaction <- run(none$values[101:2000, ], none$groups, factorial())
  testthat::expect_lt(abs(mean(interaction$overall$P.Value < 0.05) - 0.05), 0.02)
  testthat::expect_identical(facts_of(interaction)$overall_n, 0L)
})

testthat::test_that("a contrast flipped gives negative changes; samples and rows shuffled change nothing; the same seed gives the same", {
  data <- simulated()
  own <- function(text) run(data$values, data$groups, complete(comparisons = "own", reference_group = NULL, contrasts = text))
  one <- own("A - B")$comparisons
  other <- own("B - A")$comparisons
  testthat::expect_equal(one$logFC, -other$logFC[match(one$gene, other$gene)], tolerance = 1e-10)
  testthat::expect_equal(one$P.Value, other$P.Value[match(one$gene, other$gene)], tolerance = 1e-10)
  result <- run(data$values, data$groups, complete())
  testthat::expect_identical(result, run(data$values, data$groups, complete()))
  set.seed(2)
  mixed <- run(data$values[, sample(ncol(data$values))], data$groups[sample(nrow(data$groups)), ], complete())
  testthat::expect_equal(mixed$comparisons, result$comparisons, tolerance = 1e-9)
  testthat::expect_equal(mixed$overall, result$overall, tolerance = 1e-9)
})

testthat::test_that("groups may be called anything", {
  data <- simulated(4L, c("T \u7ec6\u80de", "A-B", "1"))
  result <- run(data$values, data$groups, complete(
    comparisons = "own", reference_group = NULL, contrasts = "A-B - T \u7ec6\u80de\uff1b\u300c1\u300d \u2212 A-B"
  ))
  testthat::expect_identical(result$summary$comparison, c("A-B \u2212 T \u7ec6\u80de", "1 \u2212 A-B"))
  reference <- run(data$values, data$groups, complete(reference_group = "1"))
  testthat::expect_equal(-of_comparison(reference, "A-B \u2212 1")$logFC, of_comparison(result, result$summary$comparison[[2L]])$logFC)
  # A group may be called as a column of the tables is.
  odd <- simulated(4L, c("gene", "mean", "count"))
  testthat::expect_identical(names(run(odd$values, odd$groups, complete(reference_group = "count"))$overall)[7:9], c("count", "gene.1", "mean.1"))
})

refused <- function(code, values, groups, params, field, kind = "log") {
  caught <- tryCatch(run(values, groups, params, kind), oncoloom_input = identity)
  testthat::expect_s3_class(caught, "oncoloom_input")
  testthat::expect_identical(c(caught$code, caught$field), c(code, field))
  conditionMessage(caught)
}

testthat::test_that("what cannot be compared is refused by a sentence that names it", {
  data <- simulated()
  batch <- cbind(data$groups, batch = rep(c("b1", "b2", "b3"), each = 4L))
  alike <- refused("confounded", data$values, batch, complete(covariates = "batch"), "covariates")
  testthat::expect_match(alike, "\u300cgroup\u300d\u548c\u300cbatch\u300d", fixed = TRUE)
  twice <- cbind(data$groups, batch = rep(c("x", "y"), 6L), plate = rep(c("p", "q"), 6L))
  alike <- refused("confounded", data$values, twice, complete(covariates = c("batch", "plate")), "covariates")
  testthat::expect_match(alike, "\u300cbatch\u300d\u548c\u300cplate\u300d", fixed = TRUE)
  testthat::expect_match(
    refused("confounded", data$values, batch, complete(comparisons = "interaction", factor_column = "batch"), "factor_column"), "\u300cbatch\u300d",
    fixed = TRUE
  )
  small <- data$groups
  small$group[[1L]] <- "D"
  testthat::expect_match(refused("small_group", data$values, small, complete(), "sample_groups"), "D\uff081 \u4e2a\uff09", fixed = TRUE)
  one <- data$groups
  one$group <- "C"
  refused("one_group", data$values, one, complete(), "sample_groups")
  refused("empty_group", data$values, data$groups, complete(reference_group = "Z"), "reference_group")
  half <- cbind(data$groups, type = c(rep("x", 7), rep("y", 5)))
  refused("small_cell", data$values, half, complete(comparisons = "interaction", factor_column = "type"), "factor_column")
  refused("no_column", data$values, half, complete(comparisons = "interaction", factor_column = "none"), "factor_column")
  refused("no_such_comparison", data$values, data$groups, complete(main_comparison = 3L), "main_comparison")
  many <- simulated(2L, LETTERS[1:7])
  refused("many_comparisons", many$values, many$groups, complete(comparisons = "pairs"), "comparisons")
  crowded <- cbind(data$groups, id = sprintf("P%d", 1:12))
  refused("all_different", data$values, crowded, complete(covariates = "id"), "covariates")
  strange <- data$groups
  strange$sample[[1L]] <- "nobody"
  refused("unknown_samples", data$values, strange, complete(), "sample_groups")
  refused("nothing_left", data$values * 0 + 5, data$groups, complete(), "filter_threshold")
  refused("not_counts", data$values, data$groups, complete(method = "voom"), "method")
  refused("infinite_values", replace(data$values, 3L, Inf), data$groups, complete(), "file_id")
  for (text in c("", "A", "A - Z", "A + B", "(A - B", "A * B - C", "A / 0 - B", "1 - 2", "A - A", "system('id') - A", strrep("(", 400))) {
    refused("contrast_unread", data$values, data$groups, complete(comparisons = "own", contrasts = text), "contrasts")
  }
})

testthat::test_that("samples without a group stay out and are told; noise and four samples are told truly", {
  data <- simulated()
  data$groups$group[[12L]] <- ""
  result <- run(data$values, data$groups, complete())
  testthat::expect_identical(facts_of(result)$samples, 11L)
  testthat::expect_true("samples_without_group" %in% codes_of(result))
  noise <- simulated(2L, c("A", "B"))
  noise$values[] <- stats::rnorm(length(noise$values))
  quiet <- run(noise$values + 8, noise$groups, complete(reference_group = "B"))
  testthat::expect_false(facts_of(quiet)$found)
  testthat::expect_null(facts_of(quiet)$most_name)
  testthat::expect_true(all(c("few_replicates", "heatmap_not_significant") %in% codes_of(quiet)))
  testthat::expect_identical(nrow(quiet$upset_sets), 0L)
})

testthat::test_that("missing values: a group that a gene lacks costs the comparisons with it, and no others", {
  data <- simulated()
  data$values["GENE300", data$groups$group == "A"] <- NA
  data$values["GENE301", ] <- NA
  result <- run(data$values, data$groups, complete(comparisons = "pairs", reference_group = NULL))
  testthat::expect_false("GENE300" %in% of_comparison(result, "B \u2212 A")$gene)
  of_gene <- of_comparison(result, "C \u2212 B")
  oracle <- limma::lmFit(data$values["GENE300", 5:12, drop = FALSE], stats::model.matrix(~ rep(0:1, each = 4L)))$coefficients[[2L]]
  testthat::expect_equal(of_gene$logFC[of_gene$gene == "GENE300"], oracle, tolerance = 1e-8)
  testthat::expect_true("GENE300" %in% result$overall$gene)
  testthat::expect_false("GENE301" %in% result$overall$gene)
})

testthat::test_that("lists and main comparison agree with the table of comparisons", {
  data <- simulated()
  result <- run(data$values, data$groups, complete(main_comparison = 2L))
  own <- of_comparison(result, "B \u2212 C")
  testthat::expect_equal(result$main$P.Value, own$P.Value)
  called <- own$adj.P.Val < 0.05 & abs(own$logFC) >= 1
  testthat::expect_identical(result$summary$significant[[2L]], sum(called))
  testthat::expect_identical(sum(result$membership[["B \u2212 C"]]), sum(called))
  testthat::expect_identical(facts_of(result)$main_name, "B \u2212 C")
})

# ---- does it stand? ----

found_of <- function(check, values, groups, params, kind = "log") {
  job <- new_job(function(event) NULL)
  set.seed(1)
  tool$robustness[[check]](list(expression = list(values = values, kind = kind, identifiers = "symbol"), groups = groups), params, job)
  job$collected()$findings[[1L]]
}
overall_comparison <- environment(tool$robustness$labels)$overall_comparison
main_comparison <- environment(tool$robustness$labels)$main_comparison
# What limma finds over all three groups.
overall_list <- function(values, group, padj = 0.05) {
  fit <- limma::eBayes(limma::lmFit(values, stats::model.matrix(~ group)))
  table <- limma::topTable(fit, coef = 2:3, number = Inf, sort.by = "none")
  rownames(table)[table$adj.P.Val < padj]
}

testthat::test_that("shuffled groups: a real difference stands apart, noise finds nothing, and a list of chance is doubted", {
  data <- simulated(6L)
  found <- found_of("labels", data$values, data$groups, complete())
  listed <- overall_list(data$values, data$groups$group)
  testthat::expect_identical(found[c("level", "code")], list(level = "passed", code = "labels_apart"))
  testthat::expect_match(found$message, sprintf("^找到 %d 个；分组的标签打乱 50 次，找到的个数中位数 0，最多 [0-9]+（整体检验的名单）$", length(listed)))
  testthat::expect_match(found$english$message, "(lists of the test over all groups)", fixed = TRUE)
  testthat::expect_identical(length(listed), facts_of(run(data$values, data$groups, complete()))$overall_n)
  set.seed(3)
  noise <- data
  noise$values[] <- stats::rnorm(length(noise$values), 8)
  testthat::expect_identical(found_of("labels", noise$values, noise$groups, complete())$code, "labels_none")
  # Without correction noise finds as many with any labels.
  loose <- overall_comparison(list(expression = list(values = noise$values, kind = "log"), groups = noise$groups), complete())
  loose$called <- function(table) table$P.Value < 0.05
  job <- new_job(function(event) NULL)
  set.seed(1)
  tell_shuffled_labels(loose, job)
  testthat::expect_identical(job$collected()$findings[[1L]]$code, "labels_alike")
  # Three groups of two: 6! / (2!^3 3!) partitions, of which one is theirs.
  few <- c(1:2, 7:8, 13:14)
  own <- overall_comparison(list(expression = list(values = noise$values[, few], kind = "log"), groups = noise$groups[few, ]), complete())
  testthat::expect_length(shuffled_labels(own, 50L), 14L)
})

testthat::test_that("labels of pairs go round within patients; of an interaction none are shuffled", {
  data <- simulated(6L)
  data$groups$patient <- rep(sprintf("P%d", 1:6), 3L)
  inputs <- list(expression = list(values = data$values, kind = "log"), groups = data$groups)
  orders <- shuffled_labels(overall_comparison(inputs, complete(pair_column = "patient")), 20L)
  testthat::expect_true(all(vapply(orders, function(labels) all(table(labels, data$groups$patient) == 1L), NA)))
  testthat::expect_identical(found_of("labels", data$values, data$groups, complete(pair_column = "patient"))$code, "labels_apart")
  crossed <- simulated(8L, c("drug", "none"))
  crossed$groups$type <- rep(c("wild", "mutant"), 8L)
  params <- complete(comparisons = "interaction", reference_group = "none", factor_column = "type")
  testthat::expect_identical(found_of("labels", crossed$values, crossed$groups, params)$code, "labels_interaction")
  testthat::expect_true(found_of("samples", crossed$values, crossed$groups, params)$level != "should")
})

testthat::test_that("a sample that carries the list is named, by limma's own lists without it; clean data get no doubt", {
  data <- simulated(6L)
  set.seed(5)
  data$values[, 3L] <- data$values[, 3L] + stats::rnorm(nrow(data$values), sd = 6)
  found <- found_of("samples", data$values, data$groups, complete())
  testthat::expect_identical(found[c("level", "code")], list(level = "should", code = "left_out_one"))
  whole <- overall_list(data$values, data$groups$group)
  without <- overall_list(data$values[, -3L], data$groups$group[-3L])
  testthat::expect_match(found$message, sprintf(
    "去掉「S3」变得最多：%d 个变成 %d 个（少 %d，多 %d）（整体检验的名单）", length(whole), length(without), length(setdiff(whole, without)),
    length(setdiff(without, whole))
  ), fixed = TRUE)
  doubts <- unlist(lapply(1:8, function(seed) {
    clean <- simulated(6L)
    set.seed(seed)
    clean$values[41:400, ] <- stats::rnorm(360L * 18L, 8)
    vapply(c("labels", "samples", "copies", "fingerprint"), function(check) found_of(check, clean$values, clean$groups, complete())$level, "")
  }))
  testthat::expect_false("should" %in% doubts)
})

testthat::test_that("partners of the main comparison that were exchanged are named, and in other groups they are left alone", {
  set.seed(31)
  person <- matrix(stats::rnorm(8000L, sd = 0.6), 800L)
  values <- stats::rnorm(800L, 8, 2) + cbind(person + 1, person, person - 1) + stats::rnorm(24000L, sd = 0.6)
  dimnames(values) <- list(sprintf("G%d", 1:800), paste0(rep(c("T", "N", "M"), each = 10L), 1:10))
  groups <- data.frame(sample = colnames(values), group = rep(c("T", "N", "M"), each = 10L), patient = rep(sprintf("P%d", 1:10), 3L))
  params <- complete(reference_group = "N", pair_column = "patient", main_comparison = 2L)
  found <- found_of("pairs", values, groups, params)
  testthat::expect_identical(found[c("level", "code")], list(level = "passed", code = "pairs_fit"))
  testthat::expect_match(found$message, "主要对比 T \u2212 N：10 位患者里，两份样本彼此最像的有 10 位", fixed = TRUE)
  english <- "(of 10 patients of the main comparison T \u2212 N, the two samples of 10 fit each other best)"
  testthat::expect_match(found$english$message, english, fixed = TRUE)
  swapped <- values
  swapped[, c("N3", "N8")] <- values[, c("N8", "N3")]
  crossed <- found_of("pairs", swapped, groups, params)
  testthat::expect_identical(crossed[c("level", "code")], list(level = "should", code = "pairs_crossed"))
  testthat::expect_match(crossed$message, "N3 ↔ N8 .*（P3 ~ P8）")
  # The order of the samples changes nothing.
  testthat::expect_identical(found_of("pairs", swapped[, 30:1], groups, params)$code, "pairs_crossed")
  swapped <- values
  swapped[, c("M3", "M8")] <- values[, c("M8", "M3")]
  testthat::expect_identical(found_of("pairs", swapped, groups, params)$code, "pairs_fit")
  testthat::expect_identical(found_of("pairs", values, groups, complete(reference_group = "N"))$code, "pairs_unknown")
  own <- function(contrasts) complete(comparisons = "own", reference_group = NULL, contrasts = contrasts, pair_column = "patient")
  testthat::expect_identical(found_of("pairs", values, groups, own("(T + M)/2 - N"))$code, "pairs_no_groups")
  testthat::expect_match(found_of("pairs", values, groups, own("2*T - 2*N"))$message, "10 位患者里，两份样本彼此最像的有 10 位", fixed = TRUE)
  few <- groups$patient %in% sprintf("P%d", 1:4)
  testthat::expect_match(
    found_of("pairs", values[, few], groups[few, ], params)$english$message,
    "^Fewer than 6 patients have samples in both groups of the main comparison T \u2212 N: too few"
  )
  # Noise: no patient is told from others, and nothing is doubted.
  codes <- vapply(1:6, function(seed) {
    set.seed(seed)
    values[] <- stats::rnorm(length(values), 8)
    found_of("pairs", values, groups, params)$code
  }, "")
  testthat::expect_identical(codes, rep("pairs_untold", 6L))
})

testthat::test_that("what could have been found is of the main comparison, whatever it compares", {
  set.seed(17)
  spread <- rep(stats::runif(400L, 0.4, 1), 30L)
  values <- matrix(stats::rnorm(12000L, 8, spread), 400L, dimnames = list(sprintf("G%d", 1:400), sprintf("S%d", 1:30)))
  groups <- data.frame(sample = colnames(values), group = rep(c("A", "B", "C"), c(15L, 9L, 6L)))
  design <- stats::model.matrix(~ 0 + group, groups)
  fit <- limma::lmFit(values, design)
  size_of <- function(contrast) {
    own <- limma::contrasts.fit(fit, contrast)
    format_plain(signif(detectable_contrast(stats::median(fit$sigma), own$stdev.unscaled[[1L]], 27, 0.001, 0.8), 2))
  }
  found <- found_of("effect", values, groups, complete(reference_group = "C"))
  testthat::expect_identical(found[c("level", "code")], list(level = "note", code = "effect_detectable"))
  testthat::expect_match(found$message, "^主要对比 A \u2212 C、一起拟合的 30 个样本、组内标准差取中位数 0\\.")
  testthat::expect_match(found$message, sprintf("log2FC 至少要有 %s；", size_of(c(1, 0, -1))), fixed = TRUE)
  testthat::expect_match(found$english$message, "^With the main comparison A \u2212 C, 30 samples fitted together and the median standard deviation")
  second <- found_of("effect", values, groups, complete(reference_group = "C", main_comparison = 2L))
  testthat::expect_match(second$message, sprintf("至少要有 %s；", size_of(c(0, 1, -1))), fixed = TRUE)
  sum <- found_of("effect", values, groups, complete(comparisons = "own", reference_group = NULL, contrasts = "(A + B)/2 - C"))
  testthat::expect_match(sum$message, sprintf("至少要有 %s；", size_of(c(0.5, 0.5, -1))), fixed = TRUE)
  treat <- found_of("effect", values, groups, complete(reference_group = "C", threshold_test = TRUE))
  testthat::expect_match(treat$message, "主要对比 A \u2212 C（按有没有差别算，不是超过阈值）", fixed = TRUE)
  linear <- found_of("effect", values, groups, complete(reference_group = "C"), "linear")
  testthat::expect_match(linear$message, "的差异，差值 至少要有", fixed = TRUE)
  data <- simulated_counts(5L)
  testthat::expect_identical(found_of("effect", data$values, data$groups, complete(method = "deseq2"), "counts")$code, "effect_detectable")
})

testthat::test_that("copies, sexes and removed batches are found among several groups", {
  data <- simulated(6L)
  copied <- data$values
  copied[, "S14"] <- data$values[, "S2"]
  testthat::expect_match(found_of("copies", copied, data$groups, complete())$message, "S2 = S14", fixed = TRUE)
  women <- rep(c(TRUE, FALSE), 9L)
  set.seed(2)
  with_genes <- rbind(data$values, XIST = ifelse(women, 10, 2) + stats::rnorm(18, 0, 0.3), DDX3Y = ifelse(women, 2, 9) + stats::rnorm(18, 0, 0.3))
  data$groups$sex <- ifelse(women, "F", "M")
  data$groups$sex[c(4L, 9L)] <- c("F", "M")
  found <- found_of("sexes", with_genes, data$groups, complete())
  testthat::expect_match(found$message, "^有 2 个样本的表达与「sex」列对不上（S4：.*；S9：")
  cleaned <- limma::removeBatchEffect(data$values, batch = rep(1:2, 9L))
  testthat::expect_identical(found_of("fingerprint", cleaned, data$groups, complete())$code, "matrix_changed")
})

testthat::test_that("the main comparison is held against the cells in the samples", {
  set.seed(11)
  genes <- 101:300
  data <- simulated(10L)
  data$values[1:40, ] <- stats::rnorm(40L * 30L, 8)
  cells <- rep(c(2.2, 0, 0), each = 10L) + stats::rnorm(30L, sd = 0.8)
  data$values[genes, ] <- data$values[genes, ] + outer(stats::runif(length(genes), 0.8, 1.6), cells)
  scores <- scale(cbind(colMeans(data$values[genes[1:100], ]), colMeans(data$values[genes[101:200], ])))
  inputs <- list(expression = list(values = data$values, kind = "log"), groups = data$groups)
  job <- new_job(function(event) NULL)
  set.seed(1)
  tell_with_scores(main_comparison(inputs, complete()), scores, job)
  found <- job$collected()$findings[[1L]]
  testthat::expect_identical(found$code, "composition_lost")
  design <- stats::model.matrix(~ stats::relevel(factor(data$groups$group), "C"))
  own <- function(design) limma::topTable(limma::eBayes(limma::lmFit(data$values, design)), coef = 2L, number = Inf, sort.by = "none")
  whole <- own(design)
  adjusted <- own(cbind(design, scores))
  listed <- which(whole$adj.P.Val < 0.05 & abs(whole$logFC) >= 1)
  kept <- sum(adjusted$adj.P.Val[listed] < 0.05 & sign(adjusted$logFC[listed]) == sign(whole$logFC[listed]))
  testthat::expect_match(found$message, sprintf("^把基质、免疫评分放进模型，%d 个差异\\{\\{row_subject\\}\\}里有 %d 个（", length(listed), kept))
  testthat::expect_match(found$message, "（主要对比 A \u2212 C）", fixed = TRUE)
})

testthat::test_that("checks of counts go by voom, and hold hidden factors, as is said", {
  data <- simulated_counts(5L)
  listed <- function(values, group) {
    list <- edgeR::DGEList(values)
    list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = group), , keep.lib.sizes = FALSE])
    design <- stats::model.matrix(~ group)
    fit <- limma::eBayes(limma::lmFit(limma::voom(list, design), design), trend = TRUE, robust = TRUE)
    sum(limma::topTable(fit, coef = 2:3, number = Inf)$adj.P.Val < 0.05)
  }
  found <- found_of("labels", data$values, data$groups, complete(method = "deseq2"), "counts")
  testthat::expect_identical(found$code, "labels_apart")
  told <- as.integer(sub("^找到 ([0-9]+) 个.*$", "\\1", found$message))
  # limma's F with weights takes the coefficients for correlated as without.
  testthat::expect_lte(abs(told - listed(data$values, data$groups$group)), 2L)
  testthat::expect_match(found$message, "（整体检验的名单；这里用 limma-voom 代替 DESeq2 计算）", fixed = TRUE)
  hidden <- found_of("samples", data$values, data$groups, complete(method = "voom", trend = TRUE, robust = TRUE, hidden_factors = "1"), "counts")
  testthat::expect_match(hidden$message, "隐藏因素按全部样本估计", fixed = TRUE)
})
