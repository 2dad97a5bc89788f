# Whether a comparison stands: planted faults are found, clean data are left alone, and what is said of other fits is limma's own.

comparison_of <- function(values, case, padj = 0.05) {
  design <- cbind(all = 1, case = case)
  list(
    samples = data.frame(sample = colnames(values)), design = design, pairs = NULL, values = values,
    fit = function(design, places) fit_table(values[, places, drop = FALSE], design, FALSE, FALSE, "file_id"),
    called = function(table) gene_change(table$logFC, table$adj.P.Val, list(log2fc = 0.5, padj = padj)) != "none"
  )
}
simulated <- function(seed, shifted = 60L, n = 10L, genes = 1000L) {
  set.seed(seed)
  values <- matrix(stats::rnorm(genes * 2L * n, sd = 0.6), genes) + stats::rnorm(genes, 8, 2)
  dimnames(values) <- list(sprintf("G%04d", seq_len(genes)), sprintf("S%02d", seq_len(2L * n)))
  if (shifted > 0L) values[seq_len(shifted), seq_len(n)] <- values[seq_len(shifted), seq_len(n)] + 1.5
  values
}
case_of <- function(values) rep(c(1, 0), each = ncol(values) / 2)
finding_of <- function(tell, ...) {
  job <- new_job(function(event) NULL)
  set.seed(1)
  tell(..., job)
  job$collected()$findings[[1L]]
}
code_of <- function(tell, ...) finding_of(tell, ...)$code

testthat::test_that("clean data get no doubt, twenty times", {
  doubts <- unlist(lapply(1:20, function(seed) {
    comparison <- comparison_of(simulated(seed), case_of(simulated(seed)))
    vapply(list(tell_shuffled_labels, tell_left_out_samples, tell_copied_samples), function(tell) finding_of(tell, comparison)$level, "")
  }))
  expect_lte(sum(doubts == "should"), 1L)
  expect_gte(sum(doubts == "passed"), 55L)
})

testthat::test_that("labels without signal find nothing, and a signal stands apart", {
  noise <- simulated(3, shifted = 0L)
  none <- finding_of(tell_shuffled_labels, comparison_of(noise, case_of(noise)))
  expect_identical(none$code, "labels_none")
  expect_match(none$message, "中位数 0，", fixed = TRUE)
  signal <- simulated(3)
  found <- finding_of(tell_shuffled_labels, comparison_of(signal, case_of(signal)))
  expect_identical(found$code, "labels_apart")
  called <- sum(comparison_of(signal, case_of(signal))$called(whole_fit(comparison_of(signal, case_of(signal)))))
  expect_gte(called, 60L)
  expect_match(found$message, sprintf("^找到 %d 个；分组的标签打乱 50 次，找到的个数中位数 0，", called))
  # A threshold without correction calls chance.
  loose <- comparison_of(noise, case_of(noise))
  loose$called <- function(table) table$P.Value < 0.05
  loose$fit <- function(design, places) {
    fit <- limma::eBayes(limma::lmFit(noise[, places], design))
    data.frame(gene = rownames(noise), P.Value = fit$p.value[, 2L])
  }
  expect_identical(code_of(tell_shuffled_labels, loose), "labels_alike")
})

testthat::test_that("shuffled labels are other orders, each once, within pairs, and of full rank", {
  set.seed(2)
  design <- cbind(all = 1, case = rep(c(1, 0), 3))
  expect_length(shuffled_labels(list(design = design), 50L), choose(6, 3) / 2 - 1)
  unequal <- cbind(all = 1, case = c(1, 1, 0, 0, 0))
  expect_length(shuffled_labels(list(design = unequal), 50L), choose(5, 2) - 1)
  pairs <- rep(c("a", "b", "c"), each = 2L)
  within <- shuffled_labels(list(design = design, pairs = pairs), 50L)
  expect_length(within, 2^3 / 2 - 1)
  expect_true(all(vapply(within, function(labels) all(tapply(labels, pairs, sum) == 1), NA)))
  # Patients of two samples each, in one group or in both: their labels go about together, and no order is one of single samples.
  patients <- rep(c("a", "b", "c", "d"), each = 2L)
  repeated <- list(design = cbind(all = 1, case = c(1, 1, 1, 1, 0, 0, 0, 0)), blocks = patients)
  orders <- shuffled_labels(repeated, 50L)
  expect_length(orders, choose(4, 2) / 2 - 1)
  expect_true(all(vapply(orders, function(labels) all(tapply(labels, patients, sum) %in% c(0, 2)), NA)))
  # A covariate that some orders would repeat.
  batch <- cbind(design, own = c(1, 1, 1, 0, 0, 0))
  orders <- shuffled_labels(list(design = batch), 50L)
  expect_false(any(vapply(orders, function(labels) all(labels == batch[, "own"]) || all(labels == 1 - batch[, "own"]), NA)))
  expect_identical(code_of(tell_shuffled_labels, comparison_of(simulated(1, n = 2L), c(1, 1, 0, 0))), "labels_coarse")
})

testthat::test_that("one sample that carries the list is named, by limma's own lists without it", {
  # One of bad quality hides what the others show.
  values <- simulated(5, n = 6L)
  values[, 3] <- values[, 3] + stats::rnorm(nrow(values), sd = 3)
  comparison <- comparison_of(values, case_of(values))
  found <- finding_of(tell_left_out_samples, comparison)
  expect_identical(found$code, "left_out_one")
  expect_match(found$message, "S03", fixed = TRUE)
  own <- function(values, case) {
    fit <- limma::eBayes(limma::lmFit(values, cbind(1, case)))
    table <- limma::topTable(fit, coef = 2L, number = Inf)
    rownames(table)[abs(table$logFC) >= 0.5 & table$adj.P.Val < 0.05]
  }
  whole <- own(values, case_of(values))
  without <- own(values[, -3L], case_of(values)[-3L])
  expect_match(found$message, sprintf("%d 个变成 %d 个（少 %d，多 %d）", length(whole), length(without),
    length(setdiff(whole, without)), length(setdiff(without, whole))), fixed = TRUE)
  expect_identical(code_of(tell_left_out_samples, comparison_of(simulated(1, n = 2L)[, c(1, 3, 4)], c(1, 0, 0))), "left_out_few")
  quiet <- simulated(2, shifted = 0L)
  expect_identical(code_of(tell_left_out_samples, comparison_of(quiet, case_of(quiet))), "left_out_short")
})

testthat::test_that("a sample under two names is found, with some noise too; replicates of a design are none", {
  values <- simulated(6)
  expect_identical(nrow(copied_samples(values)), 0L)
  copied <- values
  copied[, 17L] <- values[, 4L] + stats::rnorm(nrow(values), sd = 0.03)
  found <- copied_samples(copied)
  expect_identical(unname(unlist(found[c("first", "second")])), c("S04", "S17"))
  expect_match(finding_of(tell_copied_samples, comparison_of(copied, case_of(copied)))$message, "S04 = S17", fixed = TRUE)
  # Cells of one line: all samples are nearly alike, and none a copy.
  alike <- simulated(7)
  alike <- rowMeans(alike) + (alike - rowMeans(alike)) / 10
  expect_true(min(stats::cor(alike)) > COPY_CORRELATION)
  expect_identical(nrow(copied_samples(alike)), 0L)
})

testthat::test_that("the detectable difference is that of power.t.test", {
  known <- stats::power.t.test(n = 12, sd = 0.7, sig.level = 0.001, power = 0.8, strict = TRUE)$delta
  expect_equal(detectable_effect(0.7, c(12, 12), 0.001, 0.8), known, tolerance = 1e-4)
  expect_gt(detectable_effect(0.7, c(3, 21), 0.001, 0.8), known)
  expect_identical(detectable_effect(0.7, c(1, 1), 0.001, 0.8), Inf)
  expect_identical(detectable_effect(0, c(9, 9), 0.001, 0.8), Inf)
  message <- finding_of(tell_detectable_effect, c(0.6, 0.7, 0.8), c(12L, 12L), "log2FC", "log2 fold change")$message
  expect_match(message, sprintf("至少要有 %s", format_plain(signif(known, 2))), fixed = TRUE)
})
