# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles: limma and metafor called gene by gene, RobustRankAggreg and sva directly; labels without any difference; planted effects.
tool <- tool_of("multi_study_differential")
defaults <- changed(
  read_params(tool, tool$example$parameters), case_group = "case", control_group = "control", study_column = NULL, log2fc = 1, label_permutations = 0L
)

as_input <- function(values, label, kind = "log", identifiers = "symbol", platform = NULL) {
  list(values = values, kind = kind, identifiers = identifiers, platform = platform, label = label)
}
run <- function(matrices, groups, ...) run_tool(tool, list(expression = matrices, groups = groups), changed(defaults, ...))

#' Studies of 300 genes; the first 20 are 2 higher in the cases, the next 20 lower, as much as `spread` lets the studies agree.
simulated <- function(sizes = c(8L, 12L, 10L), effect = 2, spread = 0.2, seed = 3) {
  set.seed(seed)
  sets <- lapply(seq_along(sizes), function(k) {
    size <- sizes[[k]]
    values <- matrix(rnorm(300 * size, 8 + k), 300, dimnames = list(sprintf("GENE%03d", 1:300), sprintf("K%d_%02d", k, seq_len(size))))
    case <- seq_len(size / 2)
    own <- effect + rnorm(40, 0, spread)
    values[1:20, case] <- values[1:20, case] + own[1:20]
    values[21:40, case] <- values[21:40, case] - own[21:40]
    as_input(values, sprintf("GSE%d.tsv.gz", k))
  })
  groups <- data.frame(
    sample = unlist(lapply(sets, function(set) colnames(set$values))),
    group = unlist(lapply(sizes, function(size) rep(c("case", "control"), each = size / 2)))
  )
  list(matrices = sets, groups = groups)
}

#' B-cell leukaemias of ALL in three studies by their year.
leukaemia <- local({
  all <- package_data("ALL", "ALL")
  samples <- Biobase::pData(all)
  year <- suppressWarnings(as.integer(sub(".*/", "", samples$date.cr)))
  chosen <- which(grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "NEG") & year %in% 1997:2000)
  study <- paste0("y", pmin(year[chosen], 1999L))
  list(
    values = Biobase::exprs(all)[seq(1, 12625, 12), chosen], study = study,
    groups = data.frame(sample = rownames(samples)[chosen], group = as.character(samples$mol.biol[chosen]), study = study)
  )
})
of_leukaemia <- function(...) {
  run(
    list(as_input(leukaemia$values, "ALL.tsv", identifiers = "probe", platform = "GPL8300")), leukaemia$groups,
    case_group = "BCR/ABL", control_group = "NEG", study_column = "study", ...
  )
}

#' limma alone in a study: log2FC and moderated standard error by gene.
limma_alone <- function(values, case) {
  fit <- limma::eBayes(limma::lmFit(values, cbind(1, case)))
  data.frame(logFC = fit$coefficients[, 2], SE = sqrt(fit$s2.post) * fit$stdev.unscaled[, 2], t = fit$t[, 2], row.names = rownames(values))
}

#' metafor on one gene, by its help where the scoring does not end.
metafor_of <- function(effects, errors, test) {
  known <- is.finite(effects)
  fit <- function(...) suppressWarnings(metafor::rma(effects[known], sei = errors[known], test = test, ...))
  model <- tryCatch(fit(), error = function(condition) fit(control = list(stepadj = 0.5, maxiter = 10000)))
  c(
    logFC = model$b[[1L]], SE = model$se, CI.low = model$ci.lb, CI.high = model$ci.ub, statistic = model$zval, P.Value = model$pval,
    tau2 = model$tau2, I2 = model$I2 / 100, Q = model$QE, Q.P = model$QEp
  )
}

expect_refused <- function(expression, code, field) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  testthat::expect_s3_class(condition, "oncoloom_input")
  testthat::expect_equal(condition$code, code)
  testthat::expect_equal(condition$field, field)
  testthat::expect_match(condition$message, "[\u4e00-\u9fff]")
}

testthat::test_that("every gene equals limma in each study and metafor over them (ALL in three studies)", {
  studies <- sort(unique(leukaemia$study))
  alone <- lapply(studies, function(study) {
    own <- leukaemia$study == study
    limma_alone(leukaemia$values[, own], leukaemia$groups$group[own] == "BCR/ABL")
  })
  for (test in c("z", "knha")) {
    table <- of_leukaemia(test = test)$meta
    testthat::expect_equal(nrow(table), nrow(leukaemia$values))
    effects <- sapply(alone, function(fit) fit[table$gene, "logFC"])
    errors <- sapply(alone, function(fit) fit[table$gene, "SE"])
    testthat::expect_equal(unname(as.matrix(table[paste(studies, "log2FC")])), effects, tolerance = 1e-9)
    testthat::expect_equal(unname(as.matrix(table[paste(studies, "SE")])), errors, tolerance = 1e-9)
    oracle <- t(vapply(seq_len(nrow(table)), function(i) metafor_of(effects[i, ], errors[i, ], test), numeric(10)))
    testthat::expect_equal(unname(as.matrix(table[colnames(oracle)])), unname(oracle), tolerance = 1e-6)
    testthat::expect_lt(max(abs(log10(table$P.Value) - log10(oracle[, "P.Value"]))), 1e-6)
    testthat::expect_equal(table$adj.P.Val, stats::p.adjust(oracle[, "P.Value"], "BH"), tolerance = 1e-6)
    testthat::expect_equal(table$up, rowSums(effects > 0))
  }
})

testthat::test_that("REML of many rows equals metafor, whatever the heterogeneity, the number of studies and the gaps", {
  set.seed(1)
  rows <- 400L
  errors <- matrix(runif(rows * 6, 0.05, 0.6), rows)
  effects <- matrix(rnorm(rows * 6), rows) * sample(c(0, 0.05, 0.3, 2), rows, TRUE) + matrix(rnorm(rows * 6), rows) * errors + rnorm(rows, 0, 0.4)
  effects[sample(rows * 6, rows)] <- NA
  effects[1, -1] <- NA
  columns <- c("effect", "se", "low", "high", "statistic", "p", "tau2", "i2", "q", "q_p")
  for (test in c("z", "knha")) {
    own <- random_effects(effects, errors, test == "knha")
    testthat::expect_true(all(is.na(own[1, columns])))
    several <- which(own$studies >= 2)
    oracle <- t(vapply(several, function(i) metafor_of(effects[i, ], errors[i, ], test), numeric(10)))
    testthat::expect_equal(unname(as.matrix(own[several, columns])), unname(oracle), tolerance = 1e-8)
  }
})

testthat::test_that("rank aggregation and pooled samples equal RobustRankAggreg, and sva with limma", {
  data <- simulated()
  table <- run(data$matrices, data$groups)$meta
  by_gene <- table[order(table$gene), ]
  alone <- lapply(data$matrices, function(set) limma_alone(set$values, rep(1:0, each = ncol(set$values) / 2)))
  ranked <- function(sign) {
    lists <- lapply(alone, function(fit) rownames(fit)[order(sign * fit$t)])
    scores <- RobustRankAggreg::aggregateRanks(lists, N = 300)
    scores$Score[match(by_gene$gene, scores$Name)]
  }
  testthat::expect_equal(by_gene$rank_p, pmin(1, 2 * pmin(ranked(-1), ranked(1))), tolerance = 1e-9)
  merged <- do.call(cbind, lapply(data$matrices, `[[`, "values"))
  case <- as.numeric(data$groups$group == "case")
  utils::capture.output(corrected <- suppressMessages(sva::ComBat(merged, rep(1:3, c(8, 12, 10)), cbind(1, case))))
  oracle <- limma::topTable(limma::eBayes(limma::lmFit(corrected, cbind(1, case))), coef = 2, number = Inf, sort.by = "none")
  testthat::expect_equal(by_gene$pooled_t, oracle$t, tolerance = 1e-6)
  testthat::expect_equal(by_gene$pooled_padj, oracle$adj.P.Val, tolerance = 1e-6)
})

testthat::test_that("what was planted is found, and is the same by names and flipped by the groups", {
  data <- simulated(effect = 3)
  tables <- run(data$matrices, data$groups)
  found <- tables$meta$gene[tables$meta$adj.P.Val < 0.05 & abs(tables$meta$logFC) >= 1]
  testthat::expect_gt(length(intersect(found, sprintf("GENE%03d", 1:40))), 37L)
  testthat::expect_lt(length(setdiff(found, sprintf("GENE%03d", 1:40))), 4L)
  testthat::expect_equal(facts_of(tables)$passed, length(found))
  flipped <- run(data$matrices, data$groups, case_group = "control", control_group = "case")$meta
  testthat::expect_equal(flipped$logFC, -tables$meta$logFC, tolerance = 1e-9)
  testthat::expect_equal(flipped$P.Value, tables$meta$P.Value, tolerance = 1e-9)
  set.seed(9)
  shuffled <- lapply(data$matrices, function(set) utils::modifyList(set, list(values = set$values[sample(300), sample(ncol(set$values))])))
  again <- run(shuffled, data$groups[sample(nrow(data$groups)), ], label_permutations = 1)
  testthat::expect_equal(again$meta, tables$meta, tolerance = 1e-9)
  testthat::expect_identical(run(shuffled, data$groups, label_permutations = 1)$methods, again$methods)
})

testthat::test_that("studies that disagree are called heterogeneous", {
  data <- simulated(effect = 1.5, spread = 3)
  facts <- facts_of(run(data$matrices, data$groups, padj = 1, log2fc = 0))
  rows <- run(data$matrices, data$groups)$meta
  testthat::expect_gt(stats::median(rows$I2[rows$gene %in% sprintf("GENE%03d", 1:40)]), 0.5)
  testthat::expect_equal(facts$het_share, mean(rows$Q.P < 0.05))
})

testthat::test_that("labels without any difference give P that are even, and pooled samples more of them", {
  data <- simulated(sizes = c(20L, 20L, 20L), effect = 0, spread = 0)
  # Groups that lie unevenly in the studies: ComBat keeps what it took for their difference.
  case <- c(rep(c(TRUE, FALSE), c(17, 3)), rep(c(TRUE, FALSE), c(3, 17)), rep(c(TRUE, FALSE), c(16, 4)))
  data$groups$group <- ifelse(case, "case", "control")
  tables <- run(data$matrices, data$groups, label_permutations = 10)
  facts <- facts_of(tables)
  testthat::expect_false(facts$significant)
  testthat::expect_gt(facts$null_meta, 0.02)
  testthat::expect_lt(facts$null_meta, 0.065)
  testthat::expect_gt(facts$null_pooled, 1.5 * facts$null_meta)
  testthat::expect_true("pooled_null" %in% codes_of(tables))
  testthat::expect_equal(tables$inflation$share, c(facts$null_meta, facts$null_pooled))
})

testthat::test_that("a study may be counts, another without logarithms, with Ensembl numbers or a former name", {
  set.seed(4)
  symbols <- c("TP53", "MYC", "EGFR", "KRAS", "CIP2A", "CDK1", "GAPDH", "ACTB", "STMN1", "E2F1")
  log_values <- matrix(rnorm(80, 8), 10, dimnames = list(sub("CIP2A", "KIAA1524", symbols), paste0("A", 1:8)))
  linear <- 2^matrix(rnorm(80, 8), 10, dimnames = list(symbols, paste0("B", 1:8))) - 1
  numbers <- rename_genes(symbols, "symbol", "ensembl")$name
  counts <- matrix(rnbinom(80, mu = 500, size = 5), 10, dimnames = list(paste0(numbers, ".3"), paste0("C", 1:8)))
  matrices <- list(as_input(log_values, "one.tsv"), as_input(linear, "two.tsv", "linear"), as_input(counts, "three.tsv", "counts", "ensembl"))
  groups <- data.frame(sample = paste0(rep(c("A", "B", "C"), each = 8), 1:8), group = rep(rep(c("case", "control"), each = 4), 3))
  tables <- run(matrices, groups)
  testthat::expect_setequal(tables$meta$gene, symbols)
  testthat::expect_equal(tables$studies$renamed, c(1, 0, 10))
  testthat::expect_true(facts_of(tables)$counted)
  table <- tables$meta[match(symbols, tables$meta$gene), ]
  testthat::expect_equal(table[["two log2FC"]], unname(rowMeans(log2(linear + 1)[, 1:4]) - rowMeans(log2(linear + 1)[, 5:8])), tolerance = 1e-9)
  listed <- edgeR::calcNormFactors(edgeR::DGEList(counts))
  design <- cbind(1, rep(1:0, each = 4))
  fit <- limma::eBayes(limma::lmFit(limma::voom(listed, design), design), trend = TRUE, robust = TRUE)
  testthat::expect_equal(table[["three log2FC"]], unname(fit$coefficients[, 2]), tolerance = 1e-6)
})

#' limma alone in a study with more columns.
limma_with <- function(values, case, frame) {
  frame <- cbind(case = case + 0, frame)
  fit <- limma::eBayes(limma::lmFit(values, stats::model.matrix(~ ., frame)))
  data.frame(logFC = fit$coefficients[, "case"], SE = sqrt(fit$s2.post) * fit$stdev.unscaled[, "case"], row.names = rownames(values))
}

testthat::test_that("covariates and pairs enter the models of the studies that have them, each equal to limma's", {
  data <- simulated()
  set.seed(8)
  groups <- data$groups
  study <- rep(1:3, c(8, 12, 10))
  case <- groups$group == "case"
  groups$age <- round(stats::runif(30, 40, 70), 1)
  groups$batch <- rep(c("a", "b"), 15)
  # Constant in the second study, not known of all in the third; pairs in the first alone.
  groups$batch[study == 1] <- c("a", "b", "b", "a", "b", "a", "b", "b")
  groups$batch[study == 2] <- "a"
  groups$age[25] <- NA
  groups$patient <- c(1:4, 1:4, 101:112, 201:210)
  result <- run(data$matrices, groups, covariates = c("age", "batch"), pair_column = "patient")
  facts <- attr(result, "facts")
  findings <- attr(result, "findings")
  told_of <- function(code) vapply(Filter(function(one) one$code == code, findings), `[[`, "", "message")
  testthat::expect_match(told_of("covariate_left_out")[[1L]], "GSE3 里「age」")
  testthat::expect_match(told_of("covariate_left_out")[[2L]], "GSE2 里「batch」")
  testthat::expect_match(told_of("pairs_left_out"), "GSE2、GSE3")
  testthat::expect_equal(facts[c("paired", "pairs", "paired_studies")], list(paired = TRUE, pairs = 4L, paired_studies = 1L), ignore_attr = TRUE)
  testthat::expect_identical(facts$covariates_used, "age（按数值）、batch（按编号或类别）")
  frames <- list(
    droplevels(data.frame(age = groups$age, batch = groups$batch, patient = factor(groups$patient))[study == 1, ]),
    groups[study == 2, "age", drop = FALSE], groups[study == 3, "batch", drop = FALSE]
  )
  table <- result$meta
  for (k in 1:3) {
    alone <- limma_with(data$matrices[[k]]$values, case[study == k], frames[[k]])
    testthat::expect_equal(table[[sprintf("GSE%d log2FC", k)]], alone[table$gene, "logFC"], tolerance = 1e-6)
    testthat::expect_equal(table[[sprintf("GSE%d SE", k)]], alone[table$gene, "SE"], tolerance = 1e-6)
  }
})

testthat::test_that("labels of paired studies are dealt out within pairs, and give P that are even", {
  set.seed(12)
  sets <- lapply(1:3, function(k) {
    patients <- rep(1:8, 2)
    values <- 8 + matrix(stats::rnorm(1000 * 8, sd = 2), 1000)[, patients] + matrix(stats::rnorm(1000 * 16, sd = 0.5), 1000)
    as_input(`dimnames<-`(values, list(sprintf("G%04d", 1:1000), sprintf("K%d_%02d", k, 1:16))), sprintf("GSE%d.tsv", k))
  })
  groups <- data.frame(
    sample = unlist(lapply(sets, function(set) colnames(set$values))), group = rep(rep(c("case", "control"), each = 8), 3), patient = rep(1:8, 6)
  )
  result <- run(sets, groups, pair_column = "patient", label_permutations = 3L)
  null_share <- result$methods$null_share[[1L]]
  testthat::expect_lt(abs(null_share - 0.05), 0.025)
  testthat::expect_lt(abs(mean(result$meta$P.Value < 0.05) - 0.05), 0.03)
  # Every pair keeps a sample in each group.
  dealt <- environment(tool$analyse)$dealt_labels(list(case = rep(c(TRUE, FALSE), each = 8), ids = as.character(rep(1:8, 2))))
  testthat::expect_true(all(tapply(dealt, rep(1:8, 2), sum) == 1))
})

testthat::test_that("columns that a study cannot take are refused with its name", {
  data <- simulated()
  groups <- cbind(data$groups, same = data$groups$group)
  expect_refused(run(data$matrices, groups, covariates = "same"), "confounded", "covariates")
  expect_refused(run(data$matrices, groups, covariates = "nobody"), "no_column", "covariates")
  expect_refused(run(data$matrices, groups, pair_column = "nobody"), "no_column", "pair_column")
})

testthat::test_that("a gene of too few studies is left out, gaps are borne, and a chosen gene is drawn", {
  data <- simulated()
  data$matrices[[1]]$values <- data$matrices[[1]]$values[1:200, ]
  data$matrices[[2]]$values <- data$matrices[[2]]$values[1:250, ]
  data$matrices[[2]]$values[5, 1:3] <- NA
  tables <- run(data$matrices, data$groups, forest_genes = c("GENE220", "GENE005"))
  testthat::expect_equal(nrow(tables$meta), 250L)
  testthat::expect_equal(sum(tables$meta$studies == 3), 200L)
  testthat::expect_equal(tables$forest$gene, rep(c("GENE220", "GENE005"), c(3, 4)))
  all <- run(data$matrices, data$groups, min_studies = 10)
  testthat::expect_equal(nrow(all$meta), 200L)
  expect_refused(run(data$matrices, data$groups, forest_genes = "NOGENE"), "no_forest_gene", "forest_genes")
})

testthat::test_that("two studies of four samples run, and say how little that is", {
  data <- simulated(sizes = c(4L, 4L))
  tables <- run(data$matrices, data$groups, label_permutations = 2)
  testthat::expect_true(all(c("few_studies", "few_replicates") %in% codes_of(tables)))
  knapp <- run(data$matrices, data$groups, test = "knha")
  testthat::expect_true("knha_two" %in% codes_of(knapp))
})

testthat::test_that("hostile input is refused with a sentence", {
  data <- simulated()
  first <- data$matrices[[1]]
  with_first <- function(...) c(list(utils::modifyList(first, list(...))), data$matrices[-1])
  expect_refused(run(data$matrices[1], data$groups[1:8, ]), "one_study", "file_ids")
  expect_refused(run(with_first(identifiers = "probe", platform = "GPL570"), data$groups), "probes", "file_ids")
  expect_refused(run(with_first(kind = "scores"), data$groups), "scores", "file_ids")
  expect_refused(run(with_first(kind = "linear", values = first$values - 20), data$groups), "log_of_negative", "file_ids")
  expect_refused(run(with_first(kind = "counts"), data$groups), "not_counts", "file_ids")
  expect_refused(run(data$matrices, data$groups[-(1:3), ]), "small_group", "sample_groups")
  expect_refused(run(data$matrices, rbind(data$groups, data.frame(sample = "X", group = "case"))), "unknown_samples", "sample_groups")
  expect_refused(run(data$matrices, data$groups, case_group = "control"), "same_group", "control_group")
  other <- first$values
  rownames(other) <- sprintf("XGENE%03d", 1:300)
  expect_refused(run(list(utils::modifyList(first, list(values = other)), data$matrices[[2]]), data$groups[1:20, ]), "no_common_genes", "file_ids")
  named <- function(study) cbind(data$groups, study = study)
  expect_refused(run(data$matrices, named("one"), study_column = "study"), "study_in_files", "study_column")
  expect_refused(run(data$matrices, named(c("", rep("b", 29))), study_column = "study"), "study_missing", "study_column")
  expect_refused(run(data$matrices[1], named("a")[1:8, ], study_column = "study"), "one_study", "study_column")
  expect_refused(run(data$matrices, data$groups, study_column = "centre"), "no_column", "study_column")
  flat <- first$values
  flat[] <- 1
  expect_refused(run(list(utils::modifyList(first, list(values = flat)), data$matrices[[2]]), data$groups[1:20, ]), "nothing_left", "file_ids")
})

testthat::test_that("the same samples in two studies and corrected matrices are told", {
  data <- simulated()
  twice <- list(data$matrices[[1]], utils::modifyList(data$matrices[[1]], list(label = "again.tsv", kind = "batch-corrected")))
  groups <- data$groups[1:8, ]
  groups <- rbind(transform(groups, sample = paste0("D1_", sample)), transform(groups, sample = paste0("D2_", sample)))
  tables <- run(twice, groups)
  testthat::expect_true(all(c("samples_repeated", "batch_corrected") %in% codes_of(tables)))
})
