# DESeq2 and edgeR over several processes against the packages by themselves.

#' Genes whose counts are many, few, mostly 0, the same in all samples, or as even as in no biology; three of them have an outlier.
uneven_counts <- function(samples, seed) {
  set.seed(seed)
  means <- c(stats::rgamma(1500L, 0.5, scale = 800), rep(0.3, 40L), rep(0, 5L))
  change <- outer(c(stats::rnorm(60L), rep(0, length(means) - 60L)), rep(0:1, length.out = samples))
  counts <- matrix(stats::rnbinom(length(change), mu = means * 2^change, size = 1 / (0.05 + 1 / (means + 1))), ncol = samples)
  counts <- rbind(counts, matrix(stats::rpois(30L * samples, 200), 30L), rep(7L, samples), rep(c(1L, 1e6L), length.out = samples))
  counts[cbind(1:3, pmin(2:4, samples))] <- 90000L
  dimnames(counts) <- list(paste0("g", seq_len(nrow(counts))), paste0("s", seq_len(samples)))
  storage.mode(counts) <- "integer"
  counts
}

about_samples <- function(samples) {
  data.frame(
    batch = factor(rep(1:3, each = 2L, length.out = samples)), age = seq(-1, 1, length.out = samples)^3,
    pair = factor(rep(seq_len(ceiling(samples / 2)), each = 2L, length.out = samples)), group = factor(rep(0:1, length.out = samples))
  )
}

#' Three processes for some thousand genes.
in_processes <- function(expression) {
  options(mc.cores = 3L)
  on.exit(options(mc.cores = 1L))
  expression
}

test_that("all is DESeq2's: covariates, pairs, outliers that are replaced, one sample in a group", {
  # Cook's distances rest on trimmed means, which are sums in another order.
  same <- function(counts, about, design) {
    data <- DESeq2::DESeqDataSetFromMatrix(counts, about, design)
    direct <- suppressWarnings(suppressMessages(DESeq2::DESeq(data)))
    own <- in_processes(suppressWarnings(suppressMessages(deseq2_functions()$DESeq(data))))
    of <- function(fit) as.list(S4Vectors::mcols(fit))
    trimmed <- "maxCooks"
    expect_identical(of(own)[setdiff(names(of(own)), trimmed)], of(direct)[setdiff(names(of(direct)), trimmed)])
    expect_equal(of(own)[trimmed], of(direct)[trimmed], tolerance = 1e-12)
    expect_identical(DESeq2::results(own), DESeq2::results(direct))
    expect_identical(in_processes(deseq2_functions()$results(own)), DESeq2::results(direct))
    expect_true(methods::validObject(own))
    expect_identical(lapply(deseq2_accessors()$assays(own), dimnames), lapply(SummarizedExperiment::assays(direct)@listData, dimnames))
    direct
  }
  for (samples in c(4L, 16L)) {
    counts <- uneven_counts(samples, samples)
    direct <- same(counts, about_samples(samples), ~group)
    if (samples > 4L) {
      expect_gt(sum(S4Vectors::mcols(direct)$replace, na.rm = TRUE), 0)
      for (design in list(~ batch + age + group, ~ pair + group)) same(counts, about_samples(samples), design)
    }
  }
  same(uneven_counts(3L, 1L), data.frame(group = factor(c(0, 1, 1))), ~group)
})

test_that("accessors give and keep what the package's do", {
  data <- DESeq2::DESeqDataSetFromMatrix(uneven_counts(6L, 2L), about_samples(6L), ~group)
  own <- deseq2_accessors()
  expect_null(own$sizeFactors(data))
  expect_identical(own$counts(data), DESeq2::counts(data))
  data <- DESeq2::estimateSizeFactors(data)
  expect_identical(own$counts(data, normalized = TRUE), DESeq2::counts(data, normalized = TRUE))
  expect_identical(own$sizeFactors(data), DESeq2::sizeFactors(data))
  data <- suppressMessages(DESeq2::estimateDispersions(data))
  expect_identical(own$mcols(data), S4Vectors::mcols(data))
  expect_identical(own$mcols(own$mcols(data)), S4Vectors::mcols(S4Vectors::mcols(data)))
  expect_identical(own$dispersions(data), DESeq2::dispersions(data))
  expect_identical(own$assays(data), as.list(SummarizedExperiment::assays(data)))
  expect_identical(own$assayNames(data), SummarizedExperiment::assayNames(data))
  table <- cbind(S4Vectors::mcols(data), S4Vectors::DataFrame(more = seq_len(nrow(data))))
  expect_identical(own$`mcols<-`(data, value = table), S4Vectors::`mcols<-`(data, value = table))
})

test_that("rows are counted as apply counts them", {
  values <- matrix(c(1, NA, -2, 0, 5, 6), 2L, dimnames = list(c("a", "b"), NULL))
  for (count in list(function(row) sum(is.na(row)), function(row) sum(row <= 0), function(row) max(row))) {
    expect_equal(apply_to_rows(values, 1, count), apply(values, 1, count))
    expect_equal(apply_to_rows(values, 2, count), apply(values, 2, count))
  }
})

test_that("edgeR's dispersions are edgeR's: groups, genes that one group lacks, fractions, one sample in a group", {
  same <- function(counts, design) {
    counts <- edgeR::calcNormFactors(edgeR::DGEList(counts[rowSums(counts) > 0, ]))
    own <- in_processes(edger_functions()$estimateDisp.DGEList(counts, design))
    expect_equal(own, edgeR::estimateDisp(counts, design), tolerance = 1e-9)
  }
  for (samples in c(7L, 20L)) {
    counts <- uneven_counts(samples, samples)
    about <- about_samples(samples)
    counts[10:20, about$group == 1] <- 0L
    same(counts, stats::model.matrix(~group, about))
    same(counts + 0.25 * (counts %% 3), stats::model.matrix(~batch, about))
    same(counts, stats::model.matrix(~ age + group, about))
  }
  same(uneven_counts(4L, 5L), cbind(1, c(0, 0, 0, 1)))
})

test_that("likelihoods are edgeR's bit by bit, whichever process has a gene", {
  counts <- uneven_counts(20L, 2L)[1:1540, ]
  counts <- counts[rowSums(counts) > 0, ]
  package <- asNamespace("edgeR")
  offset <- package$.compressOffsets(counts, lib.size = colSums(counts), offset = NULL)
  weights <- package$.compressWeights(counts, NULL)
  for (design in list(cbind(1, rep(0:1, 10L)), cbind(1, rep(0:1, 10L), seq(-1, 1, length.out = 20L)))) {
    last <- list(beta = NULL)
    direct <- sapply(c(0.01, 0.1, 0.5), function(dispersion) {
      last <<- edgeR::adjustedProfileLik(dispersion, counts, design, offset, weights, start = last$beta, get.coef = TRUE)
      last$apl
    })
    expect_identical(in_processes(profile_likelihoods(c(0.01, 0.1, 0.5), counts, design, offset, weights)), direct)
  }
})

test_that("local means are locfit's: many genes, few, equal places, places far out", {
  set.seed(4)
  for (genes in c(2L, 5L, 60L, 3000L)) {
    x <- stats::rgamma(genes, 1)
    if (genes > 5L) x[1:20] <- c(rep(x[[1L]], 15L), 40:44)
    y <- cbind(sin(x) + stats::rnorm(genes), 1e4 * stats::rnorm(genes), 7)
    # Of few genes locfit says that it cannot tell a variance, which nobody asks for.
    for (span in c(0.3, 0.9, 1)) suppressWarnings(
      expect_equal(local_means(y, x, span, 0), edgeR::locfitByCol(y, x, span = span, degree = 0), tolerance = 1e-12)
    )
  }
})

test_that("trimmed means of rows are R's, in rows of any order and with ties", {
  set.seed(3)
  values <- rbind(matrix(stats::rnorm(90L), 10L), rep(3, 9L), c(3, 1, 1, 2, 2, 3, 2, 1, 3), 9:1)
  for (trim in c(0, 1 / 3, 1 / 4, 1 / 8, 0.2)) {
    expect_equal(trimmed_row_means(values, trim), apply(values, 1L, mean, trim = trim), tolerance = 1e-14)
    expect_equal(trimmed_row_means(values[, 1:4], trim), apply(values[, 1:4], 1L, mean, trim = trim), tolerance = 1e-14)
  }
})

test_that("work is shared, and a switch gives the packages' own functions", {
  where <- function(...) list(process = rep(Sys.getpid(), nrow(list(...)$ySEXP)))
  processes <- in_processes(by_genes(where, list(ySEXP = matrix(0, 3e4, 1L))))
  expect_length(unique(processes$process), 3L)
  expect_identical(in_processes(runs_in_forks(9L, 10, identity)), list(1:9))
  expect_identical(c(is_known_version("stats", "3.99"), is_known_version("stats", sub("\\.\\d+$", "", getRversion()))), c(FALSE, TRUE))
  expect_identical(edger_functions(over_processors = FALSE), asNamespace("edgeR"))
  expect_identical(deseq2_functions(over_processors = FALSE), asNamespace("DESeq2"))
})
