# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# The oracles are the packages themselves, called as their vignettes do; on the public data the test skips where that is absent.
tool <- tool_of("count_expression_transform")

params <- list(
  transform_method = "vst", filter_enabled = TRUE, filter_method = "row_sum", filter_threshold = 10, extract_partial_rows = FALSE,
  target_gene_list = character()
)

#' The tables of a run, with its facts, findings and steps as attributes.
run <- function(counts, ...) {
  input <- list(values = counts, kind = "counts", identifiers = "symbol", platform = NULL)
  run_tool(tool, list(expression = input), changed(params, ...))
}
values_of <- function(tables) tables$expression$values

#' Counts of 2,000 genes in 8 samples of unequal depth.
simulated <- local({
  set.seed(11)
  means <- stats::rexp(2000, 1 / 300) + 1
  depth <- c(0.3, 0.6, 1, 1, 1.5, 2, 2.5, 3)
  counts <- sapply(depth, function(factor) stats::rnbinom(2000, mu = means * factor, size = 8))
  dimnames(counts) <- list(paste0("GENE", 1:2000), paste0("S", 1:8))
  storage.mode(counts) <- "double"
  counts
})
as_integers <- function(counts) {
  storage.mode(counts) <- "integer"
  counts
}

plain <- run(simulated)

testthat::test_that("each method equals its package called directly", {
  kept <- simulated[rowSums(simulated) >= 10, ]
  expect_equal(values_of(plain), DESeq2::vst(as_integers(kept), blind = TRUE), tolerance = 1e-6)
  direct <- suppressMessages(DESeq2::rlog(as_integers(kept)))
  expect_equal(unname(values_of(run(simulated, transform_method = "rlog"))), unname(direct), tolerance = 1e-6)
  libraries <- edgeR::calcNormFactors(edgeR::DGEList(kept))
  expect_equal(values_of(run(simulated, transform_method = "voom")), limma::voom(libraries)$E, tolerance = 1e-6)
  by_cpm <- run(simulated, transform_method = "log2cpm")
  expect_equal(values_of(by_cpm), edgeR::cpm(libraries, log = TRUE, prior.count = 2), tolerance = 1e-6)
  expect_equal(by_cpm$libraries$factor, libraries$samples$norm.factors)
  expect_equal(by_cpm$libraries$reads, unname(colSums(simulated)))
})

testthat::test_that("a table of few genes goes without vst's sampling of them", {
  few <- simulated[1:400, ]
  direct <- suppressMessages(DESeq2::varianceStabilizingTransformation(as_integers(few[rowSums(few) >= 10, ]), blind = TRUE))
  expect_equal(values_of(run(few)), direct, tolerance = 1e-6)
})

testthat::test_that("real counts: LNCaP of goseq, and the public airway and colorectal cancers", {
  li <- as.matrix(utils::read.table(system.file("extdata", "Li_sum.txt", package = "goseq"), header = TRUE, row.names = 1))
  storage.mode(li) <- "double"
  kept <- li[rowSums(li) >= 10, ]
  tables <- run(li)
  expect_equal(values_of(tables), DESeq2::vst(as_integers(kept), blind = TRUE), tolerance = 1e-6)
  # Depth no longer orders the samples: without a design, PC1 is the treatment (samples 5 to 7).
  after <- tables$pca[grepl("^转换后", tables$pca$stage), ]
  expect_true(max(after$PC1[1:4]) < min(after$PC1[5:7]) || min(after$PC1[1:4]) > max(after$PC1[5:7]))
  path <- file.path(Sys.getenv("ONCOLOOM_SHARED", file.path(root, "../shared/data")), "tcga/TCGA-COADREAD_92.raw_counts_entrez.tsv.gz")
  testthat::skip_if_not(file.exists(path), "the public TCGA-COADREAD counts are not here")
  table <- data.table::fread(path, data.table = FALSE)
  counts <- as.matrix(table[-1L])
  rownames(counts) <- as.character(table[[1L]])
  counts <- round(counts[, 1:12])
  kept <- counts[rowSums(counts) >= 10, ]
  expect_equal(values_of(run(counts)), DESeq2::vst(as_integers(kept), blind = TRUE), tolerance = 1e-6)
})

testthat::test_that("the filter keeps what its rule says, and genes without reads always go", {
  counts <- rbind(simulated[1:300, ], EMPTY = 0, RARE = c(9, 0, 0, 0, 0, 0, 0, 0))
  genes <- function(...) rownames(values_of(run(counts, transform_method = "voom", ...)))
  expect_false(any(c("EMPTY", "RARE") %in% genes()))
  expect_true("RARE" %in% genes(filter_threshold = 9))
  open <- genes(filter_enabled = FALSE)
  expect_true("RARE" %in% open)
  expect_false("EMPTY" %in% open)
  cpm <- edgeR::cpm(counts)
  expect_setequal(genes(filter_method = "cpm", filter_threshold = 50), rownames(counts)[rowSums(cpm >= 50) >= 2])
  expect_setequal(genes(filter_method = "row_mean", filter_threshold = 20), rownames(counts)[rowMeans(counts) >= 20])
  expect_equal(facts_of(run(counts, transform_method = "voom"))$filtered, nrow(counts) - length(genes()))
  expect_error(run(counts, filter_threshold = 1e6), "过滤阈值", class = "oncoloom_input")
})

testthat::test_that("order of samples and genes changes nothing, and the same request gives the same bytes", {
  order <- c(5, 2, 8, 1, 7, 3, 6, 4)
  shuffled <- run(simulated[rev(seq_len(nrow(simulated))), order])
  expect_equal(values_of(shuffled)[rownames(values_of(plain)), colnames(simulated)], values_of(plain), tolerance = 1e-6)
  expect_equal(shuffled$pca$PC1[match(plain$pca$sample[1:8], shuffled$pca$sample[1:8])], plain$pca$PC1[1:8], tolerance = 1e-6)
  expect_identical(run(simulated), plain)
})

testthat::test_that("depth leaves the data: a sample read twice as deep is the same after each transformation", {
  doubled <- simulated
  doubled[, 1L] <- 2 * doubled[, 1L]
  for (method in c("vst", "voom", "log2cpm")) {
    single <- values_of(run(simulated, transform_method = method, filter_enabled = FALSE))
    moved <- abs(values_of(run(doubled, transform_method = method, filter_enabled = FALSE)) - single)
    # Without correction it would be 1.
    expect_lt(stats::median(moved[, 1L]), 0.2)
  }
})

testthat::test_that("vst evens the spread of low and high counts", {
  set.seed(2)
  means <- exp(seq(log(3), log(3000), length.out = 3000))
  counts <- sapply(1:10, function(i) stats::rnbinom(3000, mu = means, size = 1 / 0.02))
  dimnames(counts) <- list(paste0("G", 1:3000), paste0("S", 1:10))
  storage.mode(counts) <- "double"
  trend <- run(counts)$mean_sd_trend
  uneven <- function(stage) {
    sd <- trend$sd[grepl(stage, trend$stage)]
    max(sd) / min(sd)
  }
  expect_lt(uneven("^转换后"), 1.6)
  expect_gt(uneven("^转换前"), 2)
})

testthat::test_that("a list of genes is taken after the transformation, by alias too", {
  counts <- simulated
  rownames(counts)[1:3] <- c("TP53", "CD274", "MKI67")
  whole <- values_of(plain)
  rownames(whole)[match(rownames(simulated)[1:3], rownames(whole))] <- rownames(counts)[1:3]
  tables <- run(counts, extract_partial_rows = TRUE, target_gene_list = c("TP53", "PD-L1", "PDL1", "NOSUCH"))
  expect_equal(values_of(tables), whole[rownames(values_of(tables)), ], tolerance = 1e-12)
  expect_true(all(c("TP53", "CD274") %in% rownames(values_of(tables))))
  expect_true("genes_absent" %in% codes_of(tables))
})

testthat::test_that("what is no count is refused in words", {
  expect_error(run(log2(simulated + 1)), "带小数", class = "oncoloom_input")
  expect_error(run(-simulated), "负数", class = "oncoloom_input")
  expect_error(run(`[<-`(simulated, 1L, NA)), "空格子", class = "oncoloom_input")
  expect_error(run(simulated[, 1L, drop = FALSE]), "1 个样本", class = "oncoloom_input")
  expect_error(run(cbind(simulated, S9 = 0)), "S9", class = "oncoloom_input")
  expect_error(run(round(t(t(simulated) / colSums(simulated)) * 1e6)), "几乎相等", class = "oncoloom_input")
})

testthat::test_that("with a zero in every gene library sizes are those of poscounts, and it is said", {
  set.seed(2)
  counts <- matrix(stats::rnbinom(300 * 6, mu = 200, size = 8), 300, dimnames = list(paste0("G", 1:300), paste0("S", 1:6)))
  storage.mode(counts) <- "double"
  expect_false(facts_of(run(counts))$poscounts)
  counts[cbind(1:300, sample(6, 300, TRUE))] <- 0
  tables <- run(counts)
  integers <- counts
  storage.mode(integers) <- "integer"
  data <- DESeq2::DESeqDataSetFromMatrix(integers, data.frame(row.names = colnames(counts)), ~1)
  direct <- DESeq2::sizeFactors(DESeq2::estimateSizeFactors(data, type = "poscounts"))
  expect_equal(tables$libraries$factor, unname(direct), tolerance = 1e-6)
  expect_true(facts_of(tables)$poscounts)
  expect_true("poscounts" %in% codes_of(tables))
})
