# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("bulk_wgcna_stage1")

params <- list(
  gene_list = list(), top_genes = 150L, network_type = "signed", cut_height = 0, powers = character(), rsquared_cut = 0.85
)
matrix_of <- function(values, kind = "log", annotations = NULL) {
  list(values = values, kind = kind, identifiers = "symbol", label = "矩阵", annotations = annotations, log_base = NULL, platform = NULL)
}
run <- function(values, ..., kind = "log", annotations = NULL) {
  run_tool(tool, list(expression = matrix_of(values, kind, annotations)), changed(params, ...))
}
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

simulated <- function(samples = 30L, genes = 200L) {
  set.seed(8)
  factors <- matrix(stats::rnorm(samples * 4L), 4L)
  values <- matrix(stats::rnorm(genes * samples), genes) + factors[rep(1:4, length.out = genes), ] * stats::runif(genes, 0, 2)
  dimnames(values) <- list(sprintf("G%03d", seq_len(genes)), sprintf("S%02d", seq_len(samples)))
  values + 8
}
values <- simulated()
plain <- run(values)

testthat::test_that("the fit is that of pickSoftThreshold on the genes of largest MAD, in whatever order rows and columns stand", {
  ours <- plain
  chosen <- names(utils::head(sort(apply(values, 1L, stats::mad), decreasing = TRUE), 150L))
  utils::capture.output(theirs <- suppressWarnings(WGCNA::pickSoftThreshold(
    t(values[chosen, ]), powerVector = c(1:10, seq(12, 20, 2)), networkType = "signed", verbose = 0
  )))
  expect_setequal(rownames(ours$network$values), chosen)
  for (column in names(theirs$fitIndices)) expect_equal(ours$fit[[column]], theirs$fitIndices[[column]], tolerance = 1e-6, info = column)
  set.seed(1)
  shuffled <- run(values[sample(nrow(values)), sample(ncol(values))])
  expect_identical(shuffled$fit, ours$fit)
  expect_identical(shuffled$network$values, ours$network$values)
  expect_identical(shuffled$tree_merges, ours$tree_merges)
})

testthat::test_that("the tutorial's fit of mouse liver is found, and its power", {
  liver <- read_shared("wgcna", "FemaleLiver_datExpr_3600x134.tsv.gz")
  # A third of the genes takes a tenth of the time.
  liver <- liver[order(-apply(liver, 1L, stats::mad, na.rm = TRUE))[1:1200], ]
  ours <- run(liver, top_genes = 1200L, network_type = "unsigned", powers = c("4", "6", "8"), rsquared_cut = 0.8)
  utils::capture.output(theirs <- suppressWarnings(WGCNA::pickSoftThreshold(t(liver), powerVector = c(4, 6, 8), verbose = 0)))
  expect_equal(ours$fit$SFT.R.sq, theirs$fitIndices$SFT.R.sq, tolerance = 1e-6)
  expect_equal(ours$fit$mean.k., theirs$fitIndices$mean.k., tolerance = 1e-6)
})

fit_of <- function(r2, k) data.frame(Power = seq_along(r2), SFT.R.sq = r2, slope = -1, mean.k. = k)
recommended_power <- environment(tool$analyse)$recommended_power
connectivity_bounds <- environment(tool$analyse)$connectivity_bounds

testthat::test_that("the power is the first that fits among networks to look at, else the one of the package's table", {
  chosen <- function(r2, k, samples = 50L, network = "signed", cut = 0.85, genes = 5000L) {
    recommended_power(fit_of(r2, k), samples, genes, list(rsquared_cut = cut, network_type = network))
  }
  expect_equal(chosen(c(0.9, 0.7, 0.86, 0.95), c(900, 150, 60, 20))$power, 3)
  expect_equal(chosen(c(0.1, 0.82, 0.84, 0.95), c(900, 150, 60, 5))$power, 2)
  # What was asked for is not replaced in silence.
  relaxed <- chosen(c(0.1, 0.82, 0.84, 0.95), c(900, 150, 60, 5))
  expect_true(relaxed$relaxed)
  expect_match(relaxed$why, "没有功率同时达到所定的 R² 0.85.*退到 0.8：.*不小于 0.8、")
  expect_equal(relaxed$used, 0.8)
  expect_match(relaxed$english, "none reached R² 0.85; the first of R² ≥ 0.8")
  expect_false(chosen(c(0.9, 0.7, 0.86, 0.95), c(900, 150, 60, 20))$relaxed)
  expect_equal(chosen(c(0.5, 0.72), c(100, 50), cut = 0.7)[c("power", "relaxed")], list(power = 2L, relaxed = FALSE))
  falling <- fit_of(c(0.9, 0.95), c(100, 50))
  falling$slope <- c(1, -1)
  expect_equal(recommended_power(falling, 50L, 5000L, list(rsquared_cut = 0.85, network_type = "signed"))$power, 2)
  table <- list(c(19, 18, 9), c(20, 16, 8), c(30, 14, 7), c(40, 14, 7), c(41, 12, 6))
  for (row in table) {
    expect_equal(chosen(0.1, 50, row[[1L]])$power, row[[2L]])
    expect_equal(chosen(0.1, 50, row[[1L]], "unsigned")$power, row[[3L]])
    expect_equal(chosen(0.1, 50, row[[1L]], "signed hybrid")$power, row[[3L]])
  }
  expect_false(chosen(0.1, 50)$fitted)
  expect_match(chosen(0.1, 50)$why, "没有功率的 R² 达到所定的 0.85，也没有达到 0.8，")
})

testthat::test_that("the rule on connectivity goes with the number of genes, and is not told as a fit that fails", {
  chosen <- function(r2, k, genes) recommended_power(fit_of(r2, k), 50L, genes, list(rsquared_cut = 0.85, network_type = "signed"))
  expect_equal(connectivity_bounds(5000L), c(10, 200))
  expect_equal(connectivity_bounds(20000L), c(10, 200))
  expect_equal(connectivity_bounds(300L), c(0.6, 75))
  far <- chosen(c(0.81, 0.82, 0.2), c(0.2, 0.1, 0.05), 300L)
  expect_equal(far[c("relaxed", "loose", "used")], list(relaxed = TRUE, loose = TRUE, used = 0.8))
  expect_match(far$why, "没有功率的 R² 达到所定的 0.85，退到 0.8；")
  # Of 300 genes a mean connectivity of 4 is a network to look at.
  small <- chosen(c(0.2, 0.6, 0.9), c(150, 30, 4), 300L)
  expect_equal(small[c("power", "fitted", "loose")], list(power = 3L, fitted = TRUE, loose = FALSE))
  expect_equal(chosen(c(0.9, 0.88, 0.2), c(0.2, 0.1, 0.05), 300L)[c("power", "fitted", "loose")], list(power = 1L, fitted = TRUE, loose = TRUE))
  expect_match(chosen(c(0.9, 0.88, 0.2), c(0.2, 0.1, 0.05), 300L)$why, "R² 达到 0.85 的功率，平均连接度都不在 0.6–75 之间")
})

testthat::test_that("an outlier above the cut is left out and named, and the cut is that of cutreeStatic", {
  odd <- values
  odd[, "S07"] <- odd[, "S07"] + stats::rnorm(nrow(odd), 0, 6)
  tree <- stats::hclust(stats::dist(t(odd)), "average")
  cut <- tree$height[[length(tree$height)]] - 1
  ours <- run(odd, cut_height = cut, top_genes = 200L)
  expect_equal(ours$samples$sample[ours$samples$kept == "否"], "S07")
  expect_false("S07" %in% colnames(ours$network$values))
  expect_equal(facts_of(ours)$excluded, 1L)
  expect_true("samples_excluded" %in% codes_of(ours))
  expect_equal(ours$tree_leaves$state[ours$tree_leaves$sample == "S07"], "剔除")
  stopped_with("cut_low", run(odd, cut_height = 0.01))
})

testthat::test_that("constant genes and samples that miss too much are left out and named", {
  spoiled <- values
  spoiled["G003", ] <- 5
  spoiled["G004", 1:20] <- NA
  spoiled[, "S11"] <- NA
  ours <- run(spoiled, top_genes = 200L)
  good <- WGCNA::goodSamplesGenes(t(spoiled[order(rownames(spoiled)), ]), verbose = 0)
  expect_setequal(ours$excluded_genes$gene, c("G003", "G004"))
  expect_setequal(ours$excluded_genes$gene, rownames(spoiled)[!good$goodGenes])
  expect_equal(ours$samples$sample[ours$samples$kept == "否"], "S11")
  expect_equal(facts_of(ours)$samples, 29L)
  expect_true(all(c("genes_dropped", "samples_dropped") %in% codes_of(ours)))
})

testthat::test_that("12 samples are refused, 18 are told, 30 are neither", {
  stopped_with("few_samples", run(values[, 1:12]))
  expect_true("few_samples" %in% codes_of(run(values[, 1:18])))
  expect_false("few_samples" %in% codes_of(plain))
  stopped_with("counts", run(round(2^values), kind = "counts"))
  stopped_with("few_genes", run(values[1:60, ]))
  stopped_with("nothing_left", run(values * NA))
})

testthat::test_that("what the file says of its samples goes on with the matrix, and so does the power", {
  annotations <- list(columns = list(list(name = "年龄", values = as.list(as.character(1:30)))))
  ours <- run(values, annotations = annotations, cut_height = 0)$network
  expect_equal(as.character(ours$annotations$columns[[1L]]$values), as.character(1:30))
  expect_equal(ours$about$network, "signed")
  expect_true(ours$about$power > 0)
})

testthat::test_that("of a cohort the tumours are taken, one a patient, with their clinical columns", {
  cohort <- written_cohort(small_cohort(character()))
  about <- cohort_samples(cohort, "expression")
  wanted <- about$sample[about$type == "tumour" & about$survival == "1"]
  if (length(wanted) < 15L) testthat::skip("the small cohort has too few tumours")
  tables <- run_tool(tool, list(dataset = cohort), changed(params, top_genes = 100L))
  expect_setequal(colnames(tables$network$values), wanted)
  expect_gt(length(tables$network$annotations$columns), 0)
})
