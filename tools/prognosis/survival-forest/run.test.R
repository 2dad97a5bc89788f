# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
invisible(load_library(root, "cox"))
tool <- tool_of("random_survival_forest")

params <- list(
  endpoint = "OS", time_unit = "day", preprocess_percent = 50, preprocess_tpm = 0, ntree = 100L, rela_imp_cutoff = 0.2, nodesize = 15L,
  fold_trees = 50L, null_runs = 2L, subsamples = 5L, times = c("1", "3"), repeats = 1L, chance = FALSE, seed = 123L
)
sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())
acc <- written_cohort(mini_acc())

testthat::test_that("adrenocortical carcinoma: importance is ranger's on log2(x + 1) of one sample per patient, patients and genes by their names", {
  result <- run_tool(tool, list(dataset = acc, candidates = NULL), params)
  people <- cohort_survival(acc, "OS")$table
  people <- people[order(people$sample, method = "radix"), ]
  genes <- sort(unique(cohort_genes(acc)$symbol), method = "radix")
  values <- t(cohort_values(acc, genes, samples = people$sample))
  kept <- colMeans(values > 0) >= 0.5 & matrixStats::colSds(values) > 0
  direct <- ranger::ranger(
    x = values[, kept], y = survival::Surv(people$time, people$status), num.trees = 100, min.node.size = 15, splitrule = "logrank",
    importance = "permutation", num.threads = 1, seed = 123
  )
  expect_equal(stats::setNames(result$importance$importance, result$importance$gene)[names(direct$variable.importance)], direct$variable.importance)
  facts <- facts_of(result)
  expect_equal(facts$oob_error, direct$prediction.error)
  importance <- direct$variable.importance
  chosen <- names(importance)[importance >= 0.2 * max(importance) & importance > -min(importance)]
  expect_setequal(result$importance$gene[result$importance$chosen == 1L], chosen)
  expect_identical(facts$patients, 79L)
  expect_gt(facts$c_nested, 0.6)
  expect_lt(facts$c_nested, facts$c_apparent)
  expect_true(all(read_model(result$model, "model")$genes %in% chosen))
})
