# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles: e1071 called as the paper's supplementary code calls it; mixtures whose shares are known; quanTIseq's own test.
tool <- tool_of("cibersort_analysis")
params <- list(
  method = "svr", data_type = "rnaseq", permutations = 0L, absolute = FALSE, tumour = FALSE, quantile_normalization = "auto", bar_order = "cluster",
  bar_type = "", plot_heatmap = TRUE, plot_correlation = TRUE, plot_comparison = FALSE, seed = 5L
)
matrix_of <- function(values, kind = "linear", identifiers = "symbol") list(values = values, kind = kind, identifiers = identifiers, label = "矩阵")
run <- function(values, signature, ..., kind = "linear", groups = NULL) {
  run_tool(tool, list(expression = matrix_of(values, kind), signature = signature, groups = groups), changed(params, ...))
}
own <- function(matrix, sha256 = NULL) list(values = matrix, kind = "linear", label = "签名.tsv", sha256 = sha256)
shares_of <- function(result) {
  shares <- as.matrix(result$fractions[-(1:4)])
  rownames(shares) <- result$fractions$sample
  t(shares)
}
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

#' A signature of human gene names whose types differ in a fifth of them each, and mixtures of it.
made_signature <- function(genes = 120L, types = 5L) {
  set.seed(8)
  names <- sort(utils::head(setdiff(unname(symbol_keys("symbol")), ""), 4000L), method = "radix")[seq_len(genes) * 20L]
  level <- matrix(stats::rlnorm(genes * types, 2, 0.5), genes, dimnames = list(names, paste0("T", seq_len(types))))
  level[cbind(seq_len(genes), rep_len(seq_len(types), genes))] <- stats::rlnorm(genes, 5, 0.5)
  level
}
signature <- made_signature()
mixed <- function(n, noise = 0) {
  set.seed(9)
  shares <- apply(matrix(stats::rgamma(5L * n, 1.5), 5L), 2L, function(weight) weight / sum(weight))
  values <- signature %*% shares
  values <- values * (1 + noise * stats::rnorm(length(values)))
  dimnames(values) <- list(rownames(signature), sprintf("S%02d", seq_len(n)))
  dimnames(shares) <- list(colnames(signature), colnames(values))
  list(values = pmax(values, 0), shares = shares)
}

#' The paper's core, line by line.
plain_core <- function(x, y) {
  fits <- lapply(c(0.25, 0.5, 0.75), function(nu) e1071::svm(x, y, type = "nu-regression", kernel = "linear", nu = nu, scale = FALSE))
  scored <- lapply(fits, function(model) {
    weights <- t(model$coefs) %*% model$SV
    weights[weights < 0] <- 0
    w <- weights / sum(weights)
    k <- apply(sweep(x, MARGIN = 2, w, "*"), 1, sum)
    list(w = as.vector(w), rmse = sqrt(mean((k - y)^2)), r = stats::cor(k, y))
  })
  rmse <- vapply(scored, `[[`, 0, "rmse")
  # Without a positive weight the script stops; such a random mixture counts as the worst.
  if (all(is.na(rmse))) list(r = NA_real_) else scored[[which.min(rmse)]]
}
#' The paper's script: the null is made of the mixtures. P by Phipson & Smyth, not b / n as there, which is 0 of few permutations.
plain_cibersort <- function(x, y, permutations, seed) {
  x <- x[order(rownames(x), method = "radix"), ]
  y <- y[rownames(x), , drop = FALSE]
  x <- (x - mean(x)) / stats::sd(as.vector(x))
  null <- function() {
    set.seed(seed)
    pool <- as.list(data.matrix(y))
    sort(vapply(seq_len(permutations), function(i) {
      yr <- as.numeric(pool[sample(length(pool), nrow(x))])
      plain_core(x, (yr - mean(yr)) / stats::sd(yr))$r
    }, 0), na.last = FALSE)
  }
  fits <- apply(y, 2, function(one) plain_core(x, (one - mean(one)) / stats::sd(one)), simplify = FALSE)
  list(
    shares = vapply(fits, `[[`, numeric(ncol(x)), "w"), correlation = vapply(fits, function(fit) fit$r[[1L]], 0), rmse = vapply(fits, `[[`, 0,
    "rmse"),
    # Anew for each sample: what it costs to share nothing.
    p = vapply(fits, function(fit) { (1 + sum(null() >= fit$r[[1L]], na.rm = TRUE)) / (1 + permutations) }, 0)
  )
}

testthat::test_that("shares, correlations, errors and P equal the paper's script, which makes the null anew for each sample", {
  mixtures <- mixed(4L, 0.3)$values
  mixtures[, 4] <- sample(mixtures[, 4])
  ours <- run(mixtures[sample(nrow(mixtures)), ], own(signature), permutations = 15L)
  theirs <- suppressWarnings(plain_cibersort(signature, mixtures, 15L, 5L))
  expect_equal(unname(shares_of(ours)), unname(theirs$shares), tolerance = 1e-6)
  expect_equal(ours$fractions$correlation, unname(theirs$correlation), tolerance = 1e-6)
  expect_equal(ours$fractions$rmse, unname(theirs$rmse), tolerance = 1e-6)
  expect_equal(ours$fractions$p, unname(theirs$p))
  # One null for all four samples.
  expect_equal(sum(attr(ours, "steps") == "置换：10 / 15 次"), 1L)
  expect_equal(run(mixtures, own(signature), permutations = 15L)$fractions, ours$fractions)
  other <- run(mixtures, own(signature), permutations = 15L, seed = 6L)
  expect_equal(other$fractions[-2], ours$fractions[-2])
})

testthat::test_that("no P is below what the permutations allow, and below 20 of them nothing is claimed", {
  mixtures <- mixed(12L, 0.1)
  set.seed(2)
  mixtures$values[, 12] <- sample(mixtures$values[, 12])
  groups <- data.frame(sample = colnames(mixtures$values), group = rep(c("a", "b"), 6L))
  few <- run(mixtures$values, own(signature), permutations = 10L, plot_comparison = TRUE, groups = groups)
  expect_equal(min(few$fractions$p), 1 / 11)
  expect_null(facts_of(few)$fitted)
  expect_equal(facts_of(few)[c("unjudged", "doubtful")], list(unjudged = TRUE, doubtful = 0L))
  expect_true("too_few_permutations" %in% codes_of(few))
  expect_equal(unique(few$comparison$n_2), 6L)
  twenty <- run(mixtures$values, own(signature), permutations = 20L)
  expect_equal(min(twenty$fractions$p), 1 / 21)
  expect_equal(facts_of(twenty)$smallest_p, 1 / 21)
  expect_equal(facts_of(twenty)$fitted, sum(twenty$fractions$p < 0.05))
  # Of mixtures of nothing 1 in 20 is called fitted.
  set.seed(4)
  p <- replicate(2000L, null_p(stats::runif(1L), stats::runif(99L)))
  expect_equal(mean(p <= 0.05), 0.05, tolerance = 0.3)
  expect_equal(mean(p <= 0.5), 0.5, tolerance = 0.1)
})

testthat::test_that("samples that fit no better than chance leave means, headline and correlations; of noise alone nothing is the largest", {
  mixtures <- mixed(12L, 0.1)
  set.seed(2)
  spoiled <- cbind(mixtures$values, vapply(1:6, function(i) sample(mixtures$values[, i]), mixtures$values[, 1L]))
  colnames(spoiled) <- sprintf("S%02d", 1:18)
  result <- run(spoiled, own(signature), permutations = 40L)
  fitted <- result$fractions$p < 0.05 & !is.na(result$fractions$p)
  known <- sum(!is.na(result$fractions$p))
  expect_gte(known - sum(fitted), 4L)
  shares <- shares_of(result)[, fitted]
  expect_equal(facts_of(result)$largest_share, max(rowMeans(shares)))
  expect_equal(facts_of(result)[c("bars", "drawn_samples")], list(bars = known, drawn_samples = sum(fitted)))
  row <- result$correlations[1L, ]
  expect_equal(row$rho, stats::cor(shares[row$type_1, ], shares[row$type_2, ], method = "spearman"))
  expect_equal(length(unique(result$stacked$sample)), known)
  noise <- run(spoiled[, 13:18][, which(result$fractions$p[13:18] > 0.1)], own(signature), permutations = 40L)
  expect_true(all(noise$fractions$p >= 0.05))
  expect_null(facts_of(noise)$largest)
  expect_equal(facts_of(noise)$fitted, 0L)
})

testthat::test_that("options that change the numbers stand among the facts: absolute mode, genes of tumours, no RNA content", {
  mixtures <- mixed(6L, 0.1)$values
  absolute <- run(mixtures, own(signature), absolute = TRUE)
  expect_equal(facts_of(absolute)$absolute_scores, TRUE)
  expect_match(facts_of(absolute)$method_word, "绝对模式")
  # The median of the sample's signature genes over that of all values, 1 at least.
  score <- apply(mixtures, 2L, stats::median) / max(stats::median(mixtures), 1)
  expect_equal(shares_of(absolute), sweep(shares_of(run(mixtures, own(signature))), 2L, score, "*"))
  plain <- run(mixtures, own(signature), method = "lsei", tumour = TRUE)
  expect_true(facts_of(plain)$rna_absent)
  expect_equal(facts_of(plain)$tumour_genes, 0L)
  expect_true("no_tumour_genes" %in% codes_of(plain))
  installed <- list(
    about = list(release = "1", licence = "", source = "x"), label = "试", sets = list(), sha256 = "0",
    matrices = list(signature = signature, scaling = matrix(1:5, dimnames = list(colnames(signature), "value"))),
    lists = list(noisy = rownames(signature)[1:3], tumour = rownames(signature)[4:5])
  )
  told <- facts_of(run(mixtures, installed, method = "lsei", tumour = TRUE))
  expect_equal(told[c("noisy_genes", "tumour_genes", "rna_absent")], list(noisy_genes = 3L, tumour_genes = 2L, rna_absent = FALSE))
  expect_equal(facts_of(run(mixtures, installed, method = "lsei"))$tumour_genes, 0L)
})

testthat::test_that("pure mixtures are recovered, and at 10% noise the shares follow the truth", {
  pure <- mixed(6L)
  expect_lt(max(abs(shares_of(run(pure$values, own(signature))) - pure$shares)), 0.02)
  noisy <- mixed(12L, 0.1)
  expect_gt(stats::cor(as.vector(shares_of(run(noisy$values, own(signature)))), as.vector(noisy$shares)), 0.99)
  squares <- run(pure$values, own(signature), method = "lsei")
  expect_equal(colSums(shares_of(squares)), stats::setNames(rep(1, 6L), colnames(pure$values)))
  only <- shares_of(run(pure$values, own(signature * 1e6 / mean(colSums(signature))), method = "lsei"))
  expect_lt(max(abs(sweep(only[1:5, ], 2L, colSums(only[1:5, ]), "/") - pure$shares)), 0.02)
})

testthat::test_that("logarithms are undone by kind alone, arrays are normalised, counts and twice-logged values are told", {
  pure <- mixed(4L)$values
  direct <- run(pure, own(signature))
  expect_equal(run(log2(pure), own(signature), kind = "log")$fractions[-(2:4)], direct$fractions[-(2:4)], tolerance = 1e-6)
  low <- pure / 1000
  expect_equal(facts_of(run(low, own(signature)))$linear_word, "线性值，原样")
  arrays <- run(pure, own(signature), data_type = "microarray")
  expect_true(facts_of(arrays)$normalised)
  expect_equal(unname(shares_of(arrays)), unname(shares_of(run(structure(preprocessCore::normalize.quantiles(pure[order(rownames(pure)), ]),
    dimnames = list(sort(rownames(pure)), colnames(pure))
  ), own(signature)))))
  expect_true("counts" %in% codes_of(run(round(pure), own(signature), kind = "counts")))
  stopped_with("logged_twice", run(log2(log2(pure + 2)), own(signature), kind = "log"))
  negative <- pure
  negative[1, 1] <- -1
  stopped_with("negative", run(negative, own(signature)))
  stopped_with("signature_absent", run(pure[1:60, ], own(signature)))
  stopped_with("silent_genes", run(cbind(pure, zero = 0), own(signature)))
  genes <- rownames(signature)
  silent <- function(n) {
    part <- pure
    part[utils::head(genes, n), ] <- 0
    part
  }
  stopped_with("silent_genes", run(silent(length(genes) - 1L), own(signature)))
  expect_true("silent_genes" %in% codes_of(run(silent(ceiling(length(genes) / 2)), own(signature))))
  expect_false("silent_genes" %in% codes_of(run(silent(2L), own(signature))))
})

testthat::test_that("an own LM22 is named with its checksum, a part of it is told", {
  lm22 <- made_signature(190L, 22L)
  colnames(lm22)[1:5] <- LM22_TYPES
  part <- deconvolution_signature(own(lm22, "abc"), new_job(function(event) NULL))
  expect_match(part$title, "自己的文件，190 个基因 × 22 类）")
  expect_match(part$english, "user's own file, 190 genes × 22 types", fixed = TRUE)
  expect_equal(part$checksum, "abc")
  whole <- matrix(1, 547L, 22L, dimnames = list(sprintf("G%03d", 1:547), colnames(lm22)))
  expect_match(deconvolution_signature(own(whole, "abc"), new_job(function(event) NULL))$title, "^LM22（")
  job <- new_job(function(event) NULL)
  deconvolution_signature(own(lm22, "abc"), job)
  expect_equal(job$collected()$findings[[1L]]$code, "lm22_incomplete")
})

testthat::test_that("samples that fit no better than chance stay in the table and leave the comparison; groups flip", {
  mixtures <- mixed(12L, 0.1)
  set.seed(2)
  mixtures$values[, 12] <- sample(mixtures$values[, 12])
  groups <- data.frame(sample = colnames(mixtures$values), group = rep(c("a", "b"), 6L))
  result <- run(mixtures$values, own(signature), permutations = 30L, plot_comparison = TRUE, groups = groups)
  expect_equal(nrow(result$fractions), 12L)
  expect_equal(facts_of(result)$doubtful, 1L)
  expect_equal(unique(result$comparison$n_2), 5L)
  # What the legends say.
  said <- facts_of(result)
  expect_equal(said[c("group_names", "group_counts", "drawn_samples")], list(group_names = "a、b", group_counts = "6、5", drawn_samples = 11L))
  expect_equal(said$type_pairs, nrow(result$correlations))
  expect_equal(said$type_pairs_found, sum(result$correlations$padj < 0.05))
  share <- shares_of(result)["T1", ]
  p <- stats::wilcox.test(share[c(1, 3, 5, 7, 9, 11)], share[c(2, 4, 6, 8, 10)])$p.value
  expect_equal(result$comparison$p[result$comparison$type == "T1"], p)
  flipped <- run(mixtures$values, own(signature), permutations = 30L, plot_comparison = TRUE, groups = transform(groups, group = rep(c("b", "a"),
    6L)))
  expect_equal(flipped$comparison$effect, -result$comparison$effect)
  ordered <- run(mixtures$values, own(signature), bar_order = "type", bar_type = "t3")$stacked
  expect_equal(unique(ordered$sample), names(sort(share <- shares_of(result)["T3", ], decreasing = TRUE)))
  stopped_with("unknown_type", run(mixtures$values, own(signature), bar_order = "type", bar_type = "mast"))
})

testthat::test_that("quanTIseq's own test: the published fractions, but for the RNA of rows that its list of names left out", {
  read <- function(file, ...) utils::read.delim(shared("deconv", file), ...)
  til10 <- as.matrix(read("quantiseq_TIL10_signature.txt", row.names = 1, check.names = FALSE))
  scaling <- read("quantiseq_TIL10_mRNA_scaling.txt", header = FALSE)
  lines <- function(file) suppressWarnings(readLines(shared("deconv", file)))
  installed <- list(
    about = list(release = "2019", licence = "BSD", source = "quanTIseq"), label = "TIL10", sets = list(), sha256 = "0",
    matrices = list(signature = til10, scaling = matrix(scaling$V2, dimnames = list(scaling$V1, "value"))),
    lists = list(noisy = lines("quantiseq_TIL10_rmgenes.txt"), tumour = lines("quantiseq_TIL10_TCGA_aberrant_immune_genes.txt"))
  )
  result <- shares_of(run(read_shared("deconv", "quanTIseq_test_gene_tpm.txt.gz"), installed, method = "lsei"))
  published <- cbind(
    sample0 = c(
      0.00371552192306291, 0.0335235118320783, 0.0307219602198042, 0, 0.0327278514869014, 0.0164700546865858, 0, 0.00702707911489273,
      0.0199395867163995, 0, 0.855874434020275
    ),
    sample1 = c(
      0.00413627370367692, 0.0306458852877606, 0.0334538767081232, 0, 0.0353162337129308, 0.0146209315948356, 0, 0.00748693519911548,
      0.0229305079528753, 0, 0.851409355840682
    )
  )
  expect_lt(max(abs(result - published)), 3e-4)
  within <- function(shares) sweep(shares[1:10, ], 2L, colSums(shares[1:10, ]), "/")
  expect_equal(unname(within(result)), unname(within(published)), tolerance = 1e-5)
})
