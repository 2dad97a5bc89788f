# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("single_gene_tme_diff_analysis")
params <- list(target_gene = "GAPDH", cutoff_method = "median", cutoff_value = 5, high_color = "#D55E00", low_color = "#0072B2")
signature <- installed_signature("estimate")
run <- function(cohort, ...) run_tool(tool, list(dataset = written_cohort(cohort), signature = signature), changed(params, ...))

#' A cohort of tumours over ESTIMATE's genes; `immune` by which the immune set rises.
made_cohort <- function(n = 40L) {
  set.seed(6)
  genes <- signature$lists$common
  values <- matrix(stats::rnorm(length(genes) * n, 6, 2), length(genes), dimnames = list(genes, sprintf("P%02d-01", seq_len(n))))
  immune <- stats::runif(n, 0, 3)
  values[signature$sets$immune, ] <- sweep(values[signature$sets$immune, ], 2L, immune, "+")
  values["GAPDH", ] <- 5 + immune + stats::rnorm(n, 0, 0.2)
  patient <- sprintf("P%02d", seq_len(n))
  list(
    about = list(code = "tiny", label = "TINY", name = "试", english = "Tiny", source = "test", release = "1", simulated = FALSE, notes = list()),
    units = list(expression = "log2(TPM+1)"), matrices = list(expression = values), genes = NULL,
    samples = data.frame(sample = colnames(values), patient = patient, type = "tumour", code = "01", tissue = "", survival = "1", paired = ""),
    clinical = data.frame(patient = patient), survival = data.frame(patient = patient, OS = 0, OS.time = 1)
  )
}
cohort <- made_cohort()

testthat::test_that("tests equal wilcox.test, correlations cor.test, and the planted gene is found", {
  result <- run(cohort)
  samples <- result$samples
  high <- samples$group == "GAPDH 高"
  expect_equal(sum(high), 20L)
  row <- result$tests[result$tests$type == "免疫评分", ]
  expect_equal(row$p, stats::wilcox.test(samples$ImmuneScore[high], samples$ImmuneScore[!high])$p.value)
  expect_equal(abs(row$effect) > 0.8, TRUE)
  expect_equal(result$tests$padj, stats::p.adjust(result$tests$p, "BH"))
  direct <- stats::cor.test(samples$expression, samples$ImmuneScore, method = "spearman", exact = FALSE)
  expect_equal(unlist(result$related[2L, c("rho", "p")], use.names = FALSE), unname(c(direct$estimate, direct$p.value)))
  expect_equal(facts_of(result)$immune_direction, "更高")
  expect_equal(unlist(facts_of(result)[c("stromal_p", "immune_p")], use.names = FALSE), result$related$p[1:2])
  expect_equal(facts_of(result)$stromal_partial_p, result$related$partial_p[[1L]])
  reversed <- cohort
  reversed$matrices$expression["GAPDH", ] <- 20 - cohort$matrices$expression["GAPDH", ]
  expect_equal(facts_of(run(reversed))$immune_direction, "更低")
})

testthat::test_that("the partial correlation is that of residuals of ranks", {
  result <- run(cohort)
  ranks <- lapply(result$samples[c("expression", "StromalScore", "TumorPurity_relative")], rank)
  residual <- function(x) stats::residuals(stats::lm(x ~ ranks$TumorPurity_relative))
  rho <- stats::cor(residual(ranks$expression), residual(ranks$StromalScore))
  expect_equal(result$related$partial_rho[[1L]], rho, tolerance = 1e-9)
  n <- nrow(result$samples)
  expect_equal(result$related$partial_p[[1L]], 2 * stats::pt(-abs(rho * sqrt((n - 3) / (1 - rho^2))), n - 3))
  expect_true(all(is.na(result$related$partial_rho[3:4])))
})

testthat::test_that("a gene of a signature is flagged, groups that are too small are refused", {
  own <- run(cohort, target_gene = "LCK")
  expect_true("circular" %in% codes_of(own))
  expect_equal(facts_of(own)$circular, "免疫签名")
  expect_false("circular" %in% codes_of(run(cohort)))
  condition <- tryCatch(run(cohort, cutoff_method = "value", cutoff_value = 100), oncoloom_input = identity)
  expect_equal(condition$code, "small_group")
  quartile <- run(cohort, cutoff_method = "quartile")
  expect_equal(c(facts_of(quartile)$high_n, facts_of(quartile)$low_n), c(10L, 10L))
  expect_equal(sum(quartile$samples$group == ""), 20L)
  # All samples correlate, whichever are compared.
  expect_equal(quartile$related, run(cohort)$related)
})
