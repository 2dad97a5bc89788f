# Weighted linear models of all genes at once, and TMM, against limma and edgeR.

invisible(load_library(root, "weighted"))

#' Genes whose counts are many, few, mostly 0, the same in all samples; two samples a group at least.
some_counts <- function(samples, seed) {
  set.seed(seed)
  means <- c(stats::rgamma(600L, 0.5, scale = 400), rep(0.2, 100L), rep(0, 20L))
  counts <- matrix(stats::rnbinom(length(means) * samples, mu = means, size = 5), ncol = samples)
  counts <- rbind(counts, rep(7L, samples), rep(0L, samples), matrix(rep(c(1, 2, 3), each = 30L * samples), 90L, byrow = TRUE))
  counts[5L, 1L] <- 9e5
  dimnames(counts) <- list(paste0("g", seq_len(nrow(counts))), paste0("s", seq_len(samples)))
  counts
}

#' The same counts in libraries that differ a thousand times, the first sample twice, and one with hardly any count.
hostile_counts <- function(counts) {
  counts <- round(counts * rep(10^seq(0, 3, length.out = ncol(counts)), each = nrow(counts)))
  counts[, 2L] <- counts[, 1L]
  counts[-(1:3), 3L] <- 0
  counts[1:3, 3L] <- 1
  counts
}

test_that("TMM factors are edgeR's, bit by bit: ties, zeros, equal and empty libraries", {
  expect_edger <- function(counts) {
    libraries <- edgeR::DGEList(counts)
    expect_identical(with_tmm_factors(libraries), edgeR::calcNormFactors(libraries, method = "TMM"))
  }
  for (samples in c(4L, 7L, 30L)) {
    counts <- some_counts(samples, samples)
    expect_edger(counts)
    expect_edger(hostile_counts(counts))
    expect_edger(counts[1:3, ])
    expect_edger(counts[601:720, ])
  }
  expect_edger(some_counts(4L, 1L)[1:300, 1L, drop = FALSE])
  expect_edger(read_shared("tcga", "TCGA-COADREAD_92.raw_counts_entrez.tsv.gz"))
})

#' The fit with weights, and what the tests of it say, beside limma's.
expect_limma <- function(model, design) {
  direct <- limma::lmFit(model, design)
  fit <- linear_fit(model, design)
  for (part in names(direct)) expect_equal(fit[[part]], direct[[part]], tolerance = 1e-9, info = part)
  coefficient <- ncol(design)
  of <- function(fit) limma::topTable(limma::eBayes(fit, trend = TRUE, robust = TRUE), coefficient, Inf, sort.by = "none")
  expect_equal(of(fit), of(direct), tolerance = 1e-9)
}

test_that("weighted models are limma's: covariates, pairs, nearly equal columns, a constant gene, one sample a group", {
  for (samples in c(4L, 8L, 30L)) {
    counts <- some_counts(samples, samples)
    group <- rep(0:1, length.out = samples)
    weighted <- voom_values(counts, group, cbind(1, group), "file_id")
    for (design in list(
      cbind(c1 = 1, c2 = group), cbind(c1 = 1, c2 = seq_len(samples)^2, c3 = group),
      cbind(c1 = 1, c2 = group + 1e-5 * seq_len(samples) %% 3, c3 = group)
    )) if (samples > ncol(design)) expect_limma(weighted, design)
    pairs <- stats::model.matrix(~ factor(rep(seq_len(samples / 2), each = 2L)))
    if (samples > 4L) expect_limma(weighted, unname(cbind(pairs, group)))
  }
  alone <- voom_values(some_counts(3L, 2L), c(0, 1, 1), cbind(1, c(0, 1, 1)), "file_id")
  expect_limma(alone, cbind(c1 = 1, c2 = c(0, 1, 1)))
})

test_that("what the library does not take is limma's own: missing values, no weight, dependent columns", {
  counts <- some_counts(8L, 3L)
  group <- rep(0:1, 4L)
  design <- cbind(c1 = 1, c2 = group)
  weighted <- voom_values(counts, group, design, "file_id")
  expect_false(is.null(weighted_rows(weighted$E, weighted$weights, design)))
  gaps <- weighted
  gaps$E[3L, 2L] <- NA
  none <- weighted
  none$weights[3L, 2L] <- 0
  for (model in list(gaps, none)) {
    expect_null(weighted_rows(model$E, model$weights, design))
    expect_identical(linear_fit(model, design), limma::lmFit(model, design))
  }
  twice <- cbind(design, c3 = 1 - group)
  expect_null(weighted_rows(weighted$E, weighted$weights, twice))
})

test_that("of COADREAD's counts the table of voom is the packages'", {
  counts <- read_shared("tcga", "TCGA-COADREAD_92.raw_counts_entrez.tsv.gz")[, 1:40]
  group <- rep(0:1, length.out = ncol(counts))
  design <- cbind(c1 = 1, c2 = group)
  libraries <- edgeR::DGEList(counts)
  libraries <- edgeR::calcNormFactors(libraries[edgeR::filterByExpr(libraries, group = group), , keep.lib.sizes = FALSE])
  model <- limma::voom(libraries, design)
  expect_equal(voom_values(counts, group, design, "file_id"), model, tolerance = 1e-12)
  expect_limma(model, design)
})

test_that("voom is limma's: covariates, ties, one sample a group; what is not taken and a switch give limma's own", {
  same <- function(counts, design) {
    libraries <- edgeR::DGEList(counts)
    expect_equal(suppressWarnings(voom_functions()$voom(libraries, design)), suppressWarnings(limma::voom(libraries, design)), tolerance = 1e-11)
  }
  counts <- rbind(some_counts(8L, 3L), 0, 7, matrix(0:7, 40L, 8L, byrow = TRUE))
  group <- rep(0:1, 4L)
  for (design in list(cbind(1, group), cbind(1, group, (1:8)^3), cbind(1, group, 1 - group), diag(8L))) same(counts, design)
  same(counts[, 1:3], cbind(1, c(0, 0, 1)))
  expect_null(unweighted_rows(counts, cbind(1, group, 1 - group)))
  expect_null(unweighted_rows(counts, diag(8L)))
  counts[2, 2] <- NA
  expect_null(unweighted_rows(counts, cbind(1, group)))
  expect_identical(voom_functions(own_steps = FALSE), asNamespace("limma"))
})

test_that("the curve at many values is approxfun's bit by bit: knots close together, ends, values on knots, none", {
  set.seed(6)
  knots <- list(list(x = sort(c(stats::rexp(3000L)^4, 1:5)), y = stats::rnorm(3005L)), list(x = c(1, 1 + 1e-15, 2), y = c(0, 5, -1)))
  knots[[3L]] <- list(x = c(0, 0, 1, 1, 3), y = 1:5)
  for (line in knots) {
    v <- c(line$x, stats::runif(5000L, min(line$x) - 1, max(line$x) + 1), stats::rexp(5000L)^4, NA, NaN, Inf, -Inf)
    of <- function(by) by(line, rule = 2, ties = list("ordered", mean))(v)
    expect_identical(of(fast_approxfun), of(stats::approxfun))
  }
})
