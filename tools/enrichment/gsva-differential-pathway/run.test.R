# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("gsva_differential_pathway")

params <- list(
  case_group = "case", control_group = "control", padj = 0.05, top_n = 20L, covariates = character(), covariate_codes = character(),
  covariate_numbers = character(), pair_column = NULL
)
run <- function(values, groups, ..., titles = NULL) {
  run_tool(tool, list(scores = list(values = values, kind = "scores", row_titles = titles), groups = groups), changed(params, ...))
}
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}
simulated <- function(sets = 60L, n = 16L, seed = 3) {
  set.seed(seed)
  values <- matrix(stats::rnorm(sets * n, 0, 0.2), sets, dimnames = list(sprintf("SET_%02d", seq_len(sets)), sprintf("S%02d", seq_len(n))))
  values[1:6, seq_len(n / 2)] <- values[1:6, seq_len(n / 2)] + 0.8
  values[7:10, seq_len(n / 2)] <- values[7:10, seq_len(n / 2)] - 0.8
  values
}
groups_of <- function(values) data.frame(sample = colnames(values), group = rep(c("case", "control"), each = ncol(values) / 2))
values <- simulated()
groups <- groups_of(values)

#' limma by its own words: a factor of the groups and a model formula.
fit_oracle <- function(values, frame) {
  design <- stats::model.matrix(stats::reformulate(names(frame)), frame)
  limma::topTable(limma::eBayes(limma::lmFit(values, design)), coef = "groupcase", number = Inf, sort.by = "none")
}
of_group <- function(groups) factor(groups$group, c("control", "case"))
expect_same <- function(table, oracle) {
  oracle <- oracle[table$set, ]
  for (column in c("logFC", "AveExpr", "t", "B")) expect_equal(table[[column]], oracle[[column]], tolerance = 1e-6)
  for (column in c("P.Value", "adj.P.Val")) expect_equal(log10(table[[column]]), log10(oracle[[column]]), tolerance = 1e-6)
}

testthat::test_that("scores equal limma called directly, alone, with a covariate and in pairs", {
  table <- run(values, groups)$pathways
  expect_equal(nrow(table), 60L)
  expect_same(table, fit_oracle(values, data.frame(group = of_group(groups))))
  expect_equal(table$logFC, table$mean_case - table$mean_control, tolerance = 1e-12)
  more <- cbind(groups, batch = rep(c("a", "b"), 8), patient = rep(sprintf("P%d", 1:8), 2))
  batch <- run(values, more, covariates = "batch")
  expect_same(batch$pathways, fit_oracle(values, data.frame(group = of_group(groups), batch = factor(more$batch))))
  pairs <- run(values, more, pair_column = "patient")
  expect_same(pairs$pathways, fit_oracle(values, data.frame(group = of_group(groups), patient = factor(more$patient))))
  expect_equal(facts_of(pairs)$pairs, 8L)
})

testthat::test_that("planted sets come out on their side; flipped groups flip every sign; samples in any order", {
  tables <- run(values, groups)
  table <- tables$pathways
  expect_setequal(table$set[table$adj.P.Val < 0.05], sprintf("SET_%02d", 1:10))
  expect_equal(unlist(facts_of(tables)[c("up", "down")]), c(up = 6L, down = 4L))
  flipped <- run(values, groups, case_group = "control", control_group = "case")$pathways
  expect_equal(flipped$logFC[match(table$set, flipped$set)], -table$logFC)
  expect_equal(flipped$P.Value[match(table$set, flipped$set)], table$P.Value)
  order <- c(5, 12, 1, 16, 3, 8, 14, 2, 9, 7, 10, 4, 13, 6, 11, 15)
  expect_equal(run(values[, order], groups[rev(order), ])$pathways, table)
})

testthat::test_that("figures draw the sets of smallest P: bars by t, the same sets as heatmap", {
  tables <- run(values, groups, top_n = 6L)
  up <- tables$pathways$set[tables$pathways$t > 0]
  down <- tables$pathways$set[tables$pathways$t < 0]
  expect_setequal(tables$bars$id, c(up[1:3], down[1:3]))
  expect_equal(tables$bars$higher_in, rep(c("case", "control"), each = 3L))
  # Only four are lower: the higher ones have their places, up to ten that are significant at all.
  expect_setequal(run(values, groups, top_n = 9L)$bars$id, c(up[1:5], down[1:4]))
  expect_equal(nrow(run(values, groups, top_n = 20L)$bars), 10L)
  expect_setequal(run(values[c(1:6, 20:60), ], groups, top_n = 4L)$bars$id, utils::head(up, 4L))
  expect_false(is.unsorted(-tables$bars$t))
  expect_setequal(tables$heatmap$set, tables$bars$set)
  expect_true(facts_of(tables)$shortened)
  expect_equal(sum(tables$p_histogram$count), 60L)
})

testthat::test_that("sets are called by their titles where these are names", {
  titles <- stats::setNames(c("Cell cycle", "https://www.gsea-msigdb.org/x", "", rep("Twice", 57)), rownames(values))
  tables <- run(values, groups, titles = titles, top_n = 10L)
  expect_equal(tables$pathways$description, unname(titles[tables$pathways$set]))
  named <- stats::setNames(tables$bars$set, tables$bars$id)
  expect_equal(unname(named[c("SET_01", "SET_02", "SET_03")]), c("Cell cycle", "SET 02", "SET 03"))
  expect_false(anyDuplicated(tables$bars$set) > 0L)
  expect_equal(unique(run(values, groups)$pathways$description), "")
})

testthat::test_that("sets that rise and fall together are counted as one", {
  counted <- function(values) {
    job <- new_job(function(event) NULL)
    environment(tool$analyse)$independent_facts(values, data.frame(gene = rownames(values)), job)
    job$collected()$facts$signals
  }
  wave <- rbind(A = sin(1:16), B = -sin(1:16), C = cos(1:16), D = 2 + 3 * sin(1:16))
  expect_equal(counted(wave), 2L)
  expect_null(counted(wave[c("A", "C"), ]))
  expect_lt(facts_of(run(values, groups))$signals, 10L)
})

testthat::test_that("without a difference 5% of the sets lie below 0.05, and none is drawn as significant", {
  small <- unlist(lapply(1:40, function(seed) {
    null <- simulated(50L, 12L, seed)
    null[1:10, 1:6] <- null[1:10, 7:12][, sample(6)] + stats::rnorm(60, 0, 0.2)
    set.seed(seed)
    null[] <- stats::rnorm(length(null))
    run(null, groups_of(null))$pathways$P.Value < 0.05
  }))
  # Once in a thousand it would lie outside.
  bounds <- stats::qbinom(c(0.0005, 0.9995), length(small), 0.05)
  expect_true(sum(small) >= bounds[[1L]] && sum(small) <= bounds[[2L]])
  set.seed(8)
  null <- matrix(stats::rnorm(160), 10, dimnames = list(paste0("N", 1:10), colnames(values)))
  tables <- run(null, groups, padj = 1e-4)
  expect_false(facts_of(tables)$significant)
  expect_null(facts_of(tables)$top_up)
  expect_true("drawn_not_significant" %in% codes_of(tables))
  expect_equal(nrow(tables$bars), 10L)
})

testthat::test_that("scores that say nothing are left out, hostile input is answered with a sentence", {
  odd <- values
  odd[1, ] <- 0.3
  odd[2, 5] <- Inf
  odd[3, ] <- NA
  odd[4, 1:2] <- NA
  tables <- run(odd, groups)
  expect_true("sets_left_out" %in% codes_of(tables))
  expect_equal(nrow(tables$pathways), 57L)
  expect_false("SET 04" %in% tables$heatmap$set)
  stopped_with("nothing_left", run(values * 0, groups))
  stopped_with("unknown_samples", run(values[, -1], groups))
  stopped_with("same_group", run(values, groups, control_group = "case"))
  stopped_with("no_freedom", run(values[, c(1, 16)], groups[c(1, 16), ]))
  expect_equal(nrow(run(values[1, , drop = FALSE], groups)$pathways), 1L)
  expect_equal(nrow(run(values[, c(1, 2, 15, 16)], groups[c(1, 2, 15, 16), ])$pathways), 60L)
})

testthat::test_that("leukaemia: each lineage has the receptor's signalling of its own, as limma says of the example's scores", {
  folder <- file.path(root, "tools", "enrichment", "gsva-differential-pathway", "example")
  testthat::skip_if_not(file.exists(file.path(folder, "scores.tsv.gz")), "without the example's files")
  read <- data.table::fread(cmd = paste("gzip -dc", shQuote(file.path(folder, "scores.tsv.gz"))), header = TRUE, data.table = FALSE)
  scores <- as.matrix(read[-1L])
  rownames(scores) <- read$set
  listed <- utils::read.delim(file.path(folder, "groups.tsv"), colClasses = "character")
  tables <- run(scores, listed, case_group = "T-ALL", control_group = "B-ALL")
  frame <- data.frame(group = factor(ifelse(listed$group == "B-ALL", "control", "case"), c("control", "case")))
  expect_same(tables$pathways, fit_oracle(scores[, listed$sample], frame))
  significant <- tables$pathways[tables$pathways$adj.P.Val < 0.001, ]
  t <- stats::setNames(significant$t, significant$set)
  expect_gt(t[["T cell receptor signaling pathway"]], 0)
  expect_lt(t[["B cell receptor signaling pathway"]], 0)
})
