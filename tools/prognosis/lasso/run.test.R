# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
invisible(load_library(root, "cox"))
tool <- tool_of("lasso_analysis")

params <- list(
  endpoint = "OS", time_unit = "day", preprocess_percent = 50, preprocess_tpm = 0, lambda = "min", nfolds = 5L, maxit = 1000L,
  times = c("1", "3"), assignments = 10L, repeats = 1L, chance = FALSE, seed = 7L
)
sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())
acc <- written_cohort(mini_acc())

testthat::test_that("adrenocortical carcinoma: the model is glmnet's on log2(x + 1) of one sample per patient, in the order of their names", {
  result <- run_tool(tool, list(dataset = acc, candidates = NULL), params)
  people <- cohort_survival(acc, "OS")$table
  people <- people[order(people$sample, method = "radix"), ]
  genes <- unique(cohort_genes(acc)$symbol)
  values <- t(cohort_values(acc, genes, samples = people$sample))
  kept <- colMeans(values > 0) >= 0.5 & matrixStats::colSds(values) > 0
  set.seed(7)
  foldid <- sample(rep(1:5, length.out = nrow(people)))
  direct <- glmnet::cv.glmnet(values[, kept], survival::Surv(people$time, people$status), family = "cox", foldid = foldid, maxit = 1e5)
  theirs <- as.matrix(stats::coef(direct, s = "lambda.min"))
  chosen <- result$coefficients[result$coefficients$coefficient != 0, ]
  expect_setequal(chosen$gene, rownames(theirs)[theirs != 0])
  expect_equal(chosen$coefficient, unname(theirs[chosen$gene, 1]), tolerance = 1e-4)
  facts <- facts_of(result)
  expect_gt(facts$c_nested, 0.6)
  expect_lt(facts$c_nested, facts$c_apparent)
  expect_identical(facts$patients, 79L)
  expect_identical(facts$c_nested, result$performance$estimate[[1L]])
})
