# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
invisible(load_library(root, "cox"))
tool <- tool_of("machine_learning_key_gene")

params <- list(
  endpoint = "OS", time_unit = "day", preprocess_percent = 50, preprocess_tpm = 0, least = 3L, pvalue_threshold = 0.05, lambda = "min",
  nfolds = 5L, maxit = 1000L, ntree = 100L, rela_imp_cutoff = 0.2, nodesize = 15L, fold_trees = 50L, forest_seed = 123L,
  times = c("1", "3"), repeats = 1L, chance = FALSE, seed = 7L
)
sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())
acc <- written_cohort(mini_acc())
run <- function(...) run_tool(tool, list(dataset = acc, candidates = NULL), changed(params, ...))

testthat::test_that("the three lists are those of the tools alone; the model is a ridge regression on what all three choose", {
  result <- run()
  alone <- function(task_type, ...) run_tool(tool_of(task_type), list(dataset = acc, candidates = NULL), changed(c(params, list(...))))
  lasso <- alone("lasso_analysis", assignments = 2L)$coefficients
  forest <- run_tool(
    tool_of("random_survival_forest"), list(dataset = acc, candidates = NULL), changed(c(params, list(null_runs = 0L, subsamples = 5L)), seed = 123L)
  )
  members <- result$membership
  expect_setequal(members$gene[members$LASSO == 1L], lasso$gene[lasso$coefficient != 0])
  expect_setequal(members$gene[members$`随机生存森林` == 1L], forest$importance$gene[forest$importance$chosen == 1L])
  genes <- members$gene[members$n_lists == 3L]
  people <- cohort_survival(acc, "OS")$table
  people <- people[order(people$sample, method = "radix"), ]
  values <- t(cohort_values(acc, unique(cohort_genes(acc)$symbol), samples = people$sample))
  some <- result$cox[c(1L, 60L, 120L), ]
  for (i in seq_len(nrow(some))) {
    direct <- summary(survival::coxph(survival::Surv(people$time, people$status) ~ values[, some$gene[[i]]]))
    expect_equal(some$HR[[i]], direct$coefficients[1L, "exp(coef)"], tolerance = 1e-6)
    expect_equal(some$pvalue[[i]], direct$coefficients[1L, "Pr(>|z|)"], tolerance = 1e-6)
  }
  expect_setequal(members$gene[members$`单因素 Cox` == 1L], result$cox$gene[result$cox$pvalue < 0.05])
  model <- read_model(result$model, "model")
  expect_setequal(model$genes, genes)
  x <- values[, sort(genes, method = "radix")]
  ridge <- glmnet::glmnet(x, survival::Surv(people$time, people$status), family = "cox", alpha = 0, lambda = 0.1)
  expect_equal(stats::setNames(model$coefficient, model$genes)[colnames(x)], ridge$beta[, 1L], tolerance = 1e-10)
  facts <- facts_of(result)
  expect_identical(facts$cox_adjusted, sum(result$cox$padj < 0.05))
  expect_equal(facts$by_chance, 0.05 * nrow(result$cox))
  expect_identical(facts$all_three, length(genes))
  expect_true("no_validation" %in% codes_of(result))
  expect_lt(facts$c_nested, facts$c_apparent)
  expect_identical(result$performance$how[[1L]], "嵌套交叉验证")
  two <- run(least = 2L, times = "3")
  expect_setequal(read_model(two$model, "model")$genes, members$gene[members$n_lists >= 2L])
})

testthat::test_that("genes without any say: nothing is left of the forest, and the honest performance says so", {
  set.seed(4)
  values <- matrix(stats::rnorm(80 * 30), 80, dimnames = list(NULL, sprintf("G%02d", 1:30)))
  time <- stats::rexp(80, 1 / 900) + 1
  status <- stats::rbinom(80, 1, 0.7)
  way <- get("key_way", environment(tool$analyse))(changed(params, least = 2L, pvalue_threshold = 0.3), 365)
  nested <- nested_validation(values, time, status, way, 365, 1L, 2L)
  expect_equal(nested_measures(nested, time, status, 365, 365)$estimate[[1L]], 0.5, tolerance = 0.2)
  expect_identical(nested$failed, 0L)
})
