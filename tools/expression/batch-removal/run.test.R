# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles: sva and limma called directly; data without any difference; a planted batch.
tool <- tool_of("multi_dataset_batch_removal")

params <- list(
  batch_column = NULL, method = "combat", protect_groups = TRUE, parametric = TRUE, reference_batch = "", join = "intersection"
)
as_input <- function(values, label, kind = "log") list(values = values, kind = kind, identifiers = "symbol", platform = NULL, label = label)

#' The tables of a run, with its facts and findings as attributes.
run <- function(matrices, groups = NULL, ...) {
  inputs <- list(expression = matrices)
  if (!is.null(groups)) inputs$groups <- groups
  run_tool(tool, inputs, changed(params, ...))
}
values_of <- function(tables) tables$expression$values
quietly <- function(expression) {
  invisible(utils::capture.output(value <- suppressMessages(expression)))
  value
}

bladder <- local({
  bladder <- package_data("bladderdata", "bladderbatch", "bladderEset")
  values <- Biobase::exprs(bladder)
  about <- Biobase::pData(bladder)
  list(
    values = values[seq(1, nrow(values), 8), ],
    groups = data.frame(sample = colnames(values), group = as.character(about$cancer), batch = paste0("b", about$batch))
  )
})
of_bladder <- function(...) run(list(as_input(bladder$values, "bladder.tsv")), bladder$groups, batch_column = "batch", ...)

#' Two data sets of 400 genes; the second is 2 higher. `effect` is added to the first 40 genes of group a.
two_sets <- function(effect = 0, sizes = c(6L, 6L), seed = 5) {
  set.seed(seed)
  one <- function(set, size) {
    values <- matrix(rnorm(400 * size, 8 + 2 * (set - 1)), 400, dimnames = list(sprintf("G%03d", 1:400), sprintf("S%d_%d", set, seq_len(size))))
    values[1:40, seq_len(size / 2)] <- values[1:40, seq_len(size / 2)] + effect
    values
  }
  sets <- list(one(1, sizes[[1L]]), one(2, sizes[[2L]]))
  groups <- data.frame(sample = unlist(lapply(sets, colnames)), group = unlist(lapply(sizes, function(size) rep(c("a", "b"), each = size / 2))))
  list(matrices = list(as_input(sets[[1L]], "one.tsv"), as_input(sets[[2L]], "two.tsv.gz")), groups = groups, values = do.call(cbind, sets))
}

#' Two data sets of 6,000 genes and 20 samples without any difference but the batch's.
null_sets <- function() {
  set.seed(8)
  one <- function(set) {
    matrix(rnorm(6000 * 20, 8 + 0.5 * (set - 1)), 6000, dimnames = list(sprintf("G%04d", 1:6000), sprintf("S%d_%d", set, 1:20)))
  }
  sets <- list(one(1), one(2))
  list(matrices = list(as_input(sets[[1L]], "one.tsv"), as_input(sets[[2L]], "two.tsv")), values = do.call(cbind, sets))
}

testthat::test_that("ComBat and removeBatchEffect equal their packages, with the groups and without", {
  batch <- bladder$groups$batch
  model <- stats::model.matrix(~ factor(bladder$groups$group))
  expect_equal(values_of(of_bladder()), quietly(sva::ComBat(bladder$values, batch, model)), tolerance = 1e-6)
  expect_equal(values_of(of_bladder(protect_groups = FALSE)), quietly(sva::ComBat(bladder$values, batch)), tolerance = 1e-6)
  expect_equal(values_of(of_bladder(reference_batch = "b2")), quietly(sva::ComBat(bladder$values, batch, model, ref.batch = "b2")), tolerance = 1e-6)
  expect_equal(values_of(of_bladder(method = "limma")), limma::removeBatchEffect(bladder$values, factor(batch), design = model), tolerance = 1e-6)
  plain <- values_of(of_bladder(method = "limma", protect_groups = FALSE))
  expect_equal(plain, limma::removeBatchEffect(bladder$values, factor(batch)), tolerance = 1e-6)
})

testthat::test_that("ComBat-seq equals sva on counts, and stays counts", {
  set.seed(4)
  counts <- sapply(1:12, function(i) stats::rnbinom(200, mu = 100 * if (i > 6) 3 else 1, size = 5))
  dimnames(counts) <- list(paste0("G", 1:200), paste0("S", 1:12))
  storage.mode(counts) <- "double"
  sets <- list(as_input(counts[, 1:6], "a.csv", "counts"), as_input(counts[, 7:12], "b.csv", "counts"))
  groups <- data.frame(sample = colnames(counts), group = rep(c("x", "y"), 6))
  whole <- counts
  storage.mode(whole) <- "integer"
  direct <- quietly(sva::ComBat_seq(whole, batch = rep(c("a", "b"), each = 6), group = factor(groups$group)))
  tables <- run(sets, groups, method = "combat_seq")
  expect_equal(unname(values_of(tables)), unname(direct), tolerance = 1e-6)
  expect_true(all(values_of(tables) == round(values_of(tables))))
  expect_equal(tables$expression$kind, "batch-corrected")
  expect_error(run(sets, groups), "ComBat-seq", class = "oncoloom_input")
})

#' Counts of two sets of 6 samples; a quarter of the genes is four times as high in the second.
count_sets <- function() {
  set.seed(4)
  counts <- sapply(1:12, function(i) stats::rnbinom(200, mu = 100 * if (i > 6) c(rep(4, 50), rep(1, 150)) else 1, size = 5))
  dimnames(counts) <- list(paste0("G", 1:200), paste0("S", 1:12))
  list(as_input(counts[, 1:6], "a.csv", "counts"), as_input(counts[, 7:12], "b.csv", "counts"))
}

testthat::test_that("up to 1% of counts with decimals are rounded and said, not cut; more of them, and what is no count, is refused by name", {
  sets <- count_sets()
  whole <- values_of(run(sets, method = "combat_seq"))
  near <- sets
  # Cut off, these would be one less each.
  near[[2L]]$values[1:10, 1L] <- near[[2L]]$values[1:10, 1L] - 0.4
  rounded <- run(near, method = "combat_seq")
  expect_equal(values_of(rounded), whole)
  said <- Filter(function(finding) finding$code == "rounded", attr(rounded, "findings"))
  expect_match(said[[1L]]$message, "「b.csv」：有 10 个计数带小数", fixed = TRUE)
  far <- sets
  far[[1L]]$values <- far[[1L]]$values + 0.4
  expect_error(run(far, method = "combat_seq"), "「a.csv」：这张表不是原始计数：有 100%", fixed = TRUE, class = "oncoloom_input")
  scaled <- lapply(sets, function(set) utils::modifyList(set, list(values = sweep(set$values, 2L, colSums(set$values), "/") * 1e6)))
  expect_error(run(scaled, method = "combat_seq"), "带小数", class = "oncoloom_input")
  less <- sets
  less[[1L]]$values[1, 1] <- -1
  expect_error(run(less, method = "combat_seq"), "负数", class = "oncoloom_input")
})

testthat::test_that("samples without a group are no group: nothing of theirs is protected, none of them confounds", {
  sets <- two_sets(effect = 3, sizes = c(20L, 20L))
  whole <- values_of(run(sets$matrices, sets$groups))
  second <- seq_len(40L) > 20L
  truth <- sets$groups$group
  shift <- function(values) mean(values[41:400, second]) - mean(values[41:400, !second])
  effect <- function(values, of) mean(values[1:40, of & truth == "a"]) - mean(values[1:40, of & truth == "b"])
  for (method in c("combat", "limma")) {
    # The second set has no group at all: as a level it would be its batch, and the run was refused.
    half <- transform(sets$groups, group = ifelse(second, "", group))
    result <- run(sets$matrices, half, method = method)
    expect_equal(shift(values_of(result)), 0, tolerance = 0.03)
    expect_equal(effect(values_of(result), second), 3, tolerance = 0.3)
    expect_equal(effect(values_of(result), !second), 3, tolerance = 0.3)
    expect_identical(facts_of(result)$ungrouped, 20L)
    expect_identical(facts_of(result)$groups, 2L)
    expect_identical(run(sets$matrices, half[!second, ], method = method)$expression, result$expression)
  }
  # Six of the second set are ungrouped and 4 higher for a technical reason. As a level that would be protected; as members of their batch it is not.
  odd <- which(second)[c(1:3, 11:13)]
  high <- sets$matrices
  high[[2L]]$values[, odd - 20L] <- high[[2L]]$values[, odd - 20L] + 4
  some <- transform(sets$groups, group = replace(group, odd, ""))
  result <- run(high, some, method = "limma")
  batch <- rep(c("one", "two"), each = 20)
  share <- as.numeric(truth == "b")
  share[odd] <- mean(share[second & !seq_len(40L) %in% odd])
  direct <- limma::removeBatchEffect(do.call(cbind, lapply(high, `[[`, "values")), factor(batch), design = cbind(1, share))
  expect_equal(values_of(result), direct, tolerance = 1e-8)
  expect_equal(shift(values_of(result)), 0, tolerance = 0.03)
  codes <- vapply(attr(result, "findings"), function(finding) finding$code, "")
  expect_true("ungrouped" %in% codes)
  # What groups explain is told of samples that have one.
  known <- !seq_len(40L) %in% odd
  fitted <- stats::lm.fit(cbind(1, share[known]), t(direct[, known]))
  centred <- direct[, known] - rowMeans(direct[, known])
  expect_equal(facts_of(result)$group_after, mean(1 - colSums(fitted$residuals^2) / rowSums(centred^2)), tolerance = 1e-8)
  # Who calls a group so has one more group.
  called <- run(sets$matrices, transform(sets$groups, group = ifelse(group == "a", "未分组", group)), method = "limma")
  expect_identical(facts_of(called)[c("groups", "ungrouped")], list(groups = 2L, ungrouped = NULL))
  expect_equal(values_of(called), values_of(run(sets$matrices, sets$groups, method = "limma")), tolerance = 1e-8)
  # One group and the rest ungrouped: nothing to protect.
  one <- transform(sets$groups, group = ifelse(group == "a", "a", ""))
  expect_equal(values_of(run(sets$matrices, one)), values_of(run(sets$matrices, protect_groups = FALSE)))
  expect_false(facts_of(run(sets$matrices, one))$protected)
})

testthat::test_that("ComBat-seq takes ungrouped samples too, and equals sva where all have a group", {
  sets <- count_sets()
  groups <- data.frame(sample = paste0("S", 1:12), group = rep(c("x", "y", "z"), 4))
  whole <- cbind(sets[[1L]]$values, sets[[2L]]$values)
  storage.mode(whole) <- "integer"
  direct <- quietly(sva::ComBat_seq(whole, batch = rep(c("a", "b"), each = 6), group = factor(groups$group)))
  expect_equal(unname(values_of(run(sets, groups, method = "combat_seq"))), unname(direct), tolerance = 1e-8)
  half <- transform(groups, group = replace(group, 7:12, ""))
  result <- run(sets, half, method = "combat_seq")
  higher <- function(counts) {
    change <- log2(rowMeans(counts[, 7:12])) - log2(rowMeans(counts[, 1:6]))
    mean(change[1:50]) - mean(change[51:200])
  }
  expect_gt(higher(whole), 1.5)
  expect_lt(abs(higher(values_of(result))), 0.2)
})

testthat::test_that("sample and gene names that are numbers keep their zeros", {
  sets <- two_sets(effect = 2)
  numbered <- sets$matrices
  for (i in 1:2) {
    colnames(numbered[[i]]$values) <- sprintf("%03d", (i - 1L) * 6L + 1:6)
    rownames(numbered[[i]]$values) <- as.character(1:400)
  }
  groups <- data.frame(sample = 1:12, group = sets$groups$group)
  result <- run(numbered, groups)
  expect_identical(result$samples$group, sets$groups$group)
  expect_equal(unname(values_of(result)), unname(values_of(run(sets$matrices, sets$groups))))
  expect_identical(dimnames(values_of(result)), list(as.character(1:400), sprintf("%03d", 1:12)))
})

testthat::test_that("what batch and group explain is the mean R2 over genes, and bladder shows what is published of it", {
  r_squared <- function(values, levels) {
    fitted <- stats::lm.fit(stats::model.matrix(~ factor(levels)), t(values))
    mean(1 - colSums(fitted$residuals^2) / rowSums((values - rowMeans(values))^2))
  }
  tables <- of_bladder()
  expect_equal(tables$explained$share, c(
    r_squared(bladder$values, bladder$groups$batch), r_squared(values_of(tables), bladder$groups$batch),
    r_squared(bladder$values, bladder$groups$group), r_squared(values_of(tables), bladder$groups$group)
  ), tolerance = 1e-9)
  # All probes: batch .208 to .169, cancer .236 to .366.
  expect_equal(tables$explained$share, c(0.208, 0.169, 0.236, 0.366), tolerance = 0.05)
})

testthat::test_that("a planted shift between sets goes; a planted difference of groups stays when protected", {
  sets <- two_sets(effect = 3)
  tables <- run(sets$matrices, sets$groups)
  facts <- facts_of(tables)
  expect_gt(facts$batch_before, 0.4)
  expect_lt(facts$batch_after, 0.1)
  corrected <- values_of(tables)
  a <- sets$groups$group == "a"
  expect_equal(mean(corrected[1:40, a]) - mean(corrected[1:40, !a]), 3, tolerance = 0.3)
  expect_equal(tables$merged$values, sets$values)
  expect_equal(unique(tables$samples$batch), c("one", "two"))
})

testthat::test_that("without any difference, batch in the model keeps 5% below 0.05, the corrected matrix has the share that is told", {
  sets <- null_sets()
  # Batches 17:3 and 3:17, as reviewers ask.
  groups <- data.frame(sample = colnames(sets$values), group = c(rep(c("a", "b"), c(17, 3)), rep(c("a", "b"), c(3, 17))))
  result <- run(sets$matrices, groups)
  corrected <- values_of(result)
  below <- function(values, design) {
    fit <- limma::eBayes(limma::lmFit(values, design))
    mean(fit$p.value[, "groupb"] < 0.05)
  }
  batch <- rep(c("one", "two"), each = 20)
  # Of 6,000 independent genes: binomial bounds, one run in a thousand falls outside.
  bounds <- stats::qbinom(c(0.0005, 0.9995), 6000, 0.05) / 6000
  kept <- below(sets$values, stats::model.matrix(~ group + batch, data.frame(groups, batch)))
  expect_gt(kept, bounds[[1L]])
  expect_lt(kept, bounds[[2L]])
  expect_equal(below(corrected, stats::model.matrix(~group, groups)), 0.168, tolerance = 0.1)
  said <- Filter(function(finding) finding$code == "for_figures", attr(result, "findings"))
  expect_match(said[[1L]]$message, "16.8%", fixed = TRUE)
  # There is no difference: what balanced groups explain rises by the correction alone, and that is told.
  balanced <- run(sets$matrices, transform(groups, group = rep(c("a", "b"), 20)))
  expect_gt(facts_of(balanced)$group_after, facts_of(balanced)$group_before)
  expect_true(facts_of(balanced)$group_rose)
  expect_false(facts_of(run(sets$matrices, groups, protect_groups = FALSE))$group_rose)
})

testthat::test_that("groups that go with the batches are said to be gone, and no refusal recommends it", {
  sets <- two_sets(effect = 3)
  apart <- transform(sets$groups, group = ifelse(startsWith(sample, "S1"), "a", "b"))
  gone <- run(sets$matrices, apart, protect_groups = FALSE)
  expect_true(facts_of(gone)$inseparable)
  expect_lt(facts_of(gone)$group_after, facts_of(gone)$group_before / 5)
  expect_true("confounded" %in% codes_of(gone))
  refused <- tryCatch(run(sets$matrices, apart), oncoloom_input = identity)
  expect_equal(refused$code, "confounded")
  expect_no_match(conditionMessage(refused), "或关掉")
  # Groups of which each batch has some keep their difference.
  kept <- run(sets$matrices, sets$groups, protect_groups = FALSE)
  expect_false(facts_of(kept)$inseparable)
  expect_false(any(c("confounded", "group_shrank") %in% codes_of(kept)))
  # Nearly apart: 5 of 6 are of one group in each batch.
  nearly <- transform(apart, group = replace(group, c(1, 7), c("b", "a")))
  partly <- run(sets$matrices, nearly, protect_groups = FALSE)
  expect_false(facts_of(partly)$inseparable)
  expect_true("group_shrank" %in% codes_of(partly))
  expect_false("group_shrank" %in% codes_of(run(sets$matrices, nearly)))
})

testthat::test_that("matrices meet on their common genes; samples of one name are told apart", {
  sets <- two_sets()
  second <- sets$matrices[[2L]]$values
  colnames(second)[1:2] <- colnames(sets$matrices[[1L]]$values)[1:2]
  second <- second[c(400:101), ]
  tables <- run(list(sets$matrices[[1L]], as_input(second, "one.csv")))
  expect_equal(nrow(values_of(tables)), 300L)
  expect_equal(tables$samples$sample[c(1, 2, 7, 8)], c("D1_S1_1", "D1_S1_2", "D2_S1_1", "D2_S1_2"))
  expect_equal(unique(tables$samples$batch), c("one", "one（2）"))
  expect_equal(tables$merged$values["G150", "D2_S1_1"], second["G150", "S1_1"])
  expect_equal(facts_of(tables)$renamed, 4L)
  expect_equal(unique(tables$batches$common), c(0.75, 1))
})

testthat::test_that("the order of files, samples and genes changes nothing but the names' order", {
  sets <- two_sets(effect = 1)
  plain <- values_of(run(sets$matrices, sets$groups))
  turned <- lapply(rev(sets$matrices), function(set) utils::modifyList(set, list(values = set$values[400:1, rev(colnames(set$values))])))
  again <- values_of(run(turned, sets$groups[12:1, ]))
  expect_equal(again[rownames(plain), colnames(plain)], plain, tolerance = 1e-8)
  expect_identical(run(sets$matrices, sets$groups), run(sets$matrices, sets$groups))
})

testthat::test_that("what cannot be corrected is refused in words", {
  sets <- two_sets()
  apart <- transform(sets$groups, group = rep(c("a", "b"), each = 6))
  expect_error(run(sets$matrices, apart), "one：a 6、b 0；two：a 0、b 6", class = "oncoloom_input")
  expect_silent(run(sets$matrices, apart, protect_groups = FALSE))
  expect_error(run(sets$matrices[1L]), "只有一个批次", class = "oncoloom_input")
  expect_error(run(list(sets$matrices[[1L]], as_input(sets$matrices[[2L]]$values[, 1L, drop = FALSE], "x"))), "只有 1 个样本", class = "oncoloom_input")
  expect_error(run(sets$matrices, sets$groups, reference_batch = "three"), "one、two", class = "oncoloom_input")
  other <- sets$matrices[[2L]]
  rownames(other$values) <- paste0("H", 1:400)
  expect_error(run(list(sets$matrices[[1L]], other)), "没有共同的基因", class = "oncoloom_input")
  linear <- lapply(sets$matrices, function(set) utils::modifyList(set, list(kind = "linear")))
  expect_error(run(linear), "取 log2", class = "oncoloom_input")
  holes <- sets$matrices
  holes[[1L]]$values[3, 2] <- NA
  expect_equal(facts_of(run(holes))$incomplete, 1L)
})

testthat::test_that("two platforms of liver cancer from GEO come together (skips where the public data are absent)", {
  folder <- file.path(Sys.getenv("ONCOLOOM_SHARED", file.path(root, "../shared/data")), "microarray")
  paths <- file.path(folder, c("GSE14520-GPL571_series_matrix.txt.gz", "GSE6222_GPL570_HCC.raw_intensity.tsv.gz"))
  testthat::skip_if_not(all(file.exists(paths)), "the public series GSE14520 and GSE6222 are not here")
  read <- function(path) {
    lines <- readLines(path)
    table <- data.table::fread(text = lines[!grepl("^!", lines) & nzchar(lines)], data.table = FALSE)
    values <- `rownames<-`(as.matrix(table[, -1L]), table[[1L]])
    if (max(values, na.rm = TRUE) > 50) log2(pmax(values, 1)) else values
  }
  tables <- run(Map(as_input, lapply(paths, read), basename(paths)))
  # GPL571's probes are a part of GPL570's.
  expect_gt(nrow(values_of(tables)), 20000)
  expect_gt(facts_of(tables)$batch_before, 0.2)
  expect_lt(facts_of(tables)$batch_after, 0.5 * facts_of(tables)$batch_before)
})

testthat::test_that("ComBat-seq in one step over all cells is sva's own, with and without groups", {
  set.seed(8)
  counts <- matrix(stats::rnbinom(600L * 18L, mu = stats::rgamma(600L, 0.8, 0.008), size = 3), 600L)
  counts[1:5, ] <- 0L
  counts[6L, ] <- 1L
  batch <- rep(c("a", "b", "c"), each = 6L)
  for (model in list(NULL, stats::model.matrix(~ rep(0:1, 9L)))) {
    by_us <- quietly(environment(tool$analyse)$combat_seq_function(FALSE)(counts, batch = batch, covar_mod = model))
    by_sva <- quietly(sva::ComBat_seq(counts, batch = batch, covar_mod = model))
    expect_equal(by_us, by_sva, tolerance = 0)
    expect_gt(max(abs(by_us - counts)), 0)
  }
})
