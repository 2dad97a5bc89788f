# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("single_gene_tme_diff_analysis")
params <- c(one_gene, list(target_gene = "GAPDH", cutoff_method = "median", cutoff_value = 5, high_color = "#D55E00", low_color = "#0072B2"))
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
  direct <- stats::cor.test(rank(samples$expression), rank(samples$ImmuneScore))
  expect_equal(unlist(result$related[2L, c("rho", "p")], use.names = FALSE), unname(c(direct$estimate, direct$p.value)))
  expect_equal(result$related$padj[1:2], stats::p.adjust(result$related$p[1:2], "BH"))
  expect_equal(facts_of(result)$immune_direction, "更高")
  expect_equal(unlist(facts_of(result)[c("stromal_p", "immune_p")], use.names = FALSE), result$related$p[1:2])
  expect_equal(facts_of(result)[c("cut_english", "cut_values")], list(
    cut_english = "the median", cut_values = sprintf("%.2f", stats::median(samples$expression))
  ))
  reversed <- cohort
  reversed$matrices$expression["GAPDH", ] <- 20 - cohort$matrices$expression["GAPDH", ]
  expect_equal(facts_of(run(reversed))$immune_direction, "更低")
})

testthat::test_that("nothing is said given a purity that is made of the same scores: it turns signs by construction", {
  # Both sets rise together, the stromal one more, and the gene rises with the immune one alone.
  made <- cohort
  common <- as.numeric(made$matrices$expression["GAPDH", ]) - 5
  stroma <- signature$sets$stromal
  made$matrices$expression[stroma, ] <- sweep(made$matrices$expression[stroma, ], 2L, 3 * common, "+")
  result <- run(made)
  immune <- result$samples$ImmuneScore
  expect_gt(result$related$rho[result$related$score == "免疫评分"], 0.5)
  ranks <- lapply(list(result$samples$expression, immune, -result$samples$ESTIMATEScore), rank)
  left <- function(x) stats::residuals(stats::lm(x ~ ranks[[3L]]))
  expect_lt(stats::cor(left(ranks[[1L]]), left(ranks[[2L]])), 0.2)
  expect_false(any(grepl("partial", names(result$related))))
  expect_false(any(grepl("partial", names(facts_of(result)))))
  expect_false(any(grepl("纯度", result$pair_words$text)))
})

testthat::test_that("two scores are tested, and those that follow from them are told without a P", {
  result <- run(cohort)
  tested <- c("基质评分", "免疫评分")
  expect_setequal(result$tests$type[!is.na(result$tests$p)], tested)
  expect_setequal(result$related$score[!is.na(result$related$p)], tested)
  expect_equal(result$tests$padj[!is.na(result$tests$p)], stats::p.adjust(result$tests$p[!is.na(result$tests$p)], "BH"))
  expect_equal(facts_of(result)$tested_types, 2L)
  expect_setequal(result$tests$type[is.na(result$tests$p)], c("ESTIMATE 评分", "相对纯度指标"))
  expect_equal(unique(result$tests$test[is.na(result$tests$p)]), "未检验")
  # Their medians and effects stay.
  samples <- result$samples
  high <- samples$group == "GAPDH 高"
  row <- result$tests[result$tests$type == "ESTIMATE 评分", ]
  middle <- c("GAPDH 高" = stats::median(samples$ESTIMATEScore[high]), "GAPDH 低" = stats::median(samples$ESTIMATEScore[!high]))
  expect_equal(c(row$median_1, row$median_2), unname(middle[c(row$group_1, row$group_2)]))
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

testthat::test_that("a score of several genes parts the tumours and correlates as it does by hand", {
  genes <- c("GAPDH", "LCK", "CD2")
  values <- float32(cohort$matrices$expression)
  result <- run(cohort, marker = "score", target_gene = "", score_genes = genes)
  score <- by_hand_z(values, genes)
  expect_equal(result$samples$expression, score)
  expect_equal(sort(unique(result$samples$group)), c("低分", "高分"))
  expect_equal(result$samples$group == "高分", score > stats::median(score))
  direct <- stats::cor.test(score, result$samples$ImmuneScore, method = "spearman", exact = FALSE)
  expect_equal(unlist(result$related[2L, c("rho", "p")], use.names = FALSE), unname(c(direct$estimate, direct$p.value)), tolerance = 1e-8)
  expect_true("circular" %in% codes_of(result))
  expect_equal(facts_of(result)[c("circular", "circular_n")], list(circular = "免疫签名", circular_n = 2L))
  expect_equal(unique(result$pair_words$x_title), "评分")
  turned <- run(cohort, marker = "score", target_gene = "", score_genes = genes, combine = "weights", weights = "GAPDH -1；LCK -1；CD2 -1")
  expect_lt(facts_of(turned)$immune_rho, 0)
  condition <- tryCatch(
    run(cohort, marker = "score", target_gene = "", score_genes = genes, cutoff_method = "value", cutoff_value = 100), oncoloom_input = identity
  )
  expect_match(conditionMessage(condition), "这个评分")
})
