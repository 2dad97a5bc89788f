# Hidden factors of comparisons of several groups: `engine/R/statistics/differential/hidden-factors.R`. Oracles call sva and limma themselves.
tool <- tool_of("multi_group_differential")

complete <- function(...) {
  given <- list(...)
  defaults <- tool$example$parameters
  wanted <- list(comparisons = "reference", reference_group = "C")
  wanted[names(given)] <- given
  defaults[names(wanted)] <- wanted
  read_params(tool, defaults)
}
run <- function(values, groups, params, kind = "log") run_tool(tool, list(expression = list(values = values, kind = kind), groups = groups), params)
# Three groups of 8; genes 1-60 differ, and a batch that crosses the groups moves half of all genes.
with_batch <- function(size = 2, genes = 300L) {
  set.seed(4)
  group <- rep(c("A", "B", "C"), each = 8L)
  batch <- rep(c(0, 1, 1, 0), 6L)
  values <- matrix(stats::rnorm(genes * 24L, 8), genes, dimnames = list(sprintf("GENE%03d", seq_len(genes)), sprintf("S%02d", 1:24)))
  values <- values + (seq_len(genes) %% 2L) * stats::rnorm(genes, 0, size) %o% batch
  values[1:60, group == "A"] <- values[1:60, group == "A"] + 1.2
  list(values = values, groups = data.frame(sample = colnames(values), group = group, batch = sprintf("b%d", batch)), batch = batch)
}
quietly <- function(expression) {
  utils::capture.output(value <- expression)
  value
}

testthat::test_that("surrogate variables equal sva called directly, and the test with them limma", {
  data <- with_batch()
  design <- stats::model.matrix(~ stats::relevel(factor(data$groups$group), "C"))
  n <- sva::num.sv(data$values, design, method = "be", seed = 1)
  testthat::expect_gte(n, 1)
  factors <- quietly(sva::sva(data$values, design, design[, 1L, drop = FALSE], n.sv = n)$sv)
  result <- run(data$values, data$groups, complete(hidden_factors = "auto"))
  testthat::expect_identical(facts_of(result)$hidden_n, as.integer(n))
  ours <- as.matrix(result$hidden_scores[-(1:2)])
  signs <- sign(colSums(ours * factors))
  testthat::expect_lt(max(abs(unname(ours) - sweep(factors, 2L, signs, `*`))), 1e-6)
  fit <- limma::eBayes(limma::lmFit(data$values, cbind(design, factors)))
  oracle <- limma::topTable(fit, coef = 2:3, number = Inf, sort.by = "none")[result$overall$gene, ]
  testthat::expect_lt(max(abs(log10(result$overall$P.Value) - log10(oracle$P.Value))), 1e-6)
  against <- limma::topTable(fit, coef = 2, number = Inf, sort.by = "none")
  own <- result$comparisons[result$comparisons$comparison == "A \u2212 C", ]
  testthat::expect_lt(max(abs(own$logFC - against[own$gene, "logFC"])), 1e-6)
  # The links are R² and F test of a linear model; the batch is what was found.
  links <- result$hidden_links[result$hidden_links$factor == "SV1", ]
  direct <- summary(stats::lm(factors[, 1L] ~ data$batch))
  batch <- links[links$column == "batch", ]
  testthat::expect_equal(batch$share, direct$r.squared, tolerance = 1e-6)
  testthat::expect_gt(batch$share, 0.9)
  testthat::expect_lt(links$share[links$column == "group"], 0.2)
  testthat::expect_identical(run(data$values, data$groups, complete(hidden_factors = "auto")), result)
})

testthat::test_that("counts go through svaseq on libraries of one size", {
  data <- with_batch(1)
  set.seed(6)
  counts <- matrix(stats::rnbinom(length(data$values), mu = exp(data$values / 1.6), size = 20), nrow(data$values), dimnames = dimnames(data$values))
  list <- edgeR::DGEList(counts)
  list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = data$groups$group), , keep.lib.sizes = FALSE])
  design <- stats::model.matrix(~ stats::relevel(factor(data$groups$group), "C"))
  factors <- quietly(sva::svaseq(edgeR::cpm(list) * mean(list$samples$lib.size) / 1e6, design, design[, 1L, drop = FALSE], n.sv = 2)$sv)
  result <- run(counts, data$groups, complete(hidden_factors = "2", method = "voom"), "counts")
  ours <- as.matrix(result$hidden_scores[-(1:2)])
  testthat::expect_lt(max(abs(unname(ours) - sweep(factors, 2L, sign(colSums(ours * factors)), `*`))), 1e-6)
  whole <- cbind(design, factors)
  fit <- limma::eBayes(limma::lmFit(limma::voom(list, whole), whole))
  top <- limma::topTable(fit, coef = 2, number = Inf, sort.by = "none")
  own <- result$comparisons[result$comparisons$comparison == "A \u2212 C", ]
  testthat::expect_lt(max(abs(own$logFC - top[own$gene, "logFC"])), 1e-6)
  # The others take the same factors.
  for (method in c("deseq2", "edger")) {
    other <- run(counts[1:150, ], data$groups, complete(hidden_factors = "1", method = method), "counts")
    testthat::expect_identical(ncol(other$hidden_scores), 3L)
    testthat::expect_true(facts_of(other)$hidden)
  }
})

testthat::test_that("a hidden batch is taken out: nearly what its own column gives, and more than without; where none is, none is found", {
  data <- with_batch()
  found <- function(...) {
    table <- run(data$values, data$groups, complete(...))$overall
    table$gene[table$adj.P.Val < 0.05]
  }
  planted <- sprintf("GENE%03d", 1:60)
  known <- found(covariates = "batch")
  freed <- found(hidden_factors = "auto")
  testthat::expect_gt(sum(planted %in% freed), sum(planted %in% found()) + 3L)
  testthat::expect_gt(mean(freed %in% known), 0.9)
  testthat::expect_gt(mean(known %in% freed), 0.9)
  set.seed(9)
  noise <- data
  noise$values[] <- stats::rnorm(length(noise$values), 8)
  quiet <- run(noise$values, noise$groups, complete(hidden_factors = "auto"))
  testthat::expect_identical(facts_of(quiet)$hidden_n, 0L)
  testthat::expect_true("no_hidden_factors" %in% codes_of(quiet))
  without <- run(noise$values, noise$groups, complete())
  testthat::expect_equal(quiet$comparisons, without$comparisons)
  testthat::expect_false(facts_of(without)$hidden_asked)
})

testthat::test_that("a factor that is one sample is named with it, one of many samples is not", {
  found <- function(factor) {
    job <- new_job(function(event) NULL)
    tell_sample_factors(cbind(SV1 = factor), sprintf("lane%d", seq_along(factor)), job)
    job$collected()$findings
  }
  said <- found(c(-0.06, -0.13, -0.16, -0.18, -0.20, -0.20, 0.92))
  testthat::expect_identical(said[[1L]]$code, "hidden_is_sample")
  testthat::expect_match(said[[1L]]$message, "SV1 主要是一个样本：它的变异有 84% 来自 lane7", fixed = TRUE)
  testthat::expect_length(found(rep(c(1, -1), 4L)), 0L)
})

testthat::test_that("a factor that follows the groups is warned of; too many for the samples are refused", {
  factors <- cbind(SV1 = rep(c(1, -1, 0), each = 4L) + rep(c(0.1, -0.1), 6L))
  links <- hidden_links(factors, list(group = rep(c("A", "B", "C"), each = 4L), age = c(1:11, NA)))
  job <- new_job(function(event) NULL)
  tell_hidden(factors, links, "group", "1", job)
  testthat::expect_identical(job$collected()$findings[[1L]]$code, "hidden_follows_group")
  data <- with_batch()
  some <- c(1:3, 9:11, 17:18)
  caught <- tryCatch(run(data$values[, some], data$groups[some, ], complete(hidden_factors = "3")), oncoloom_input = identity)
  testthat::expect_identical(c(caught$code, caught$field), c("hidden_freedom", "hidden_factors"))
  testthat::expect_match(conditionMessage(caught), "\u6700\u591a\u4f30\u8ba1 2 \u4e2a", fixed = TRUE)
  # Genes with gaps stay in the test, and out of the estimate.
  data$values["GENE280", 1:3] <- NA
  gaps <- run(data$values, data$groups, complete(hidden_factors = "1"))
  testthat::expect_true("GENE280" %in% gaps$overall$gene)
})
