# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("diagnostic_learners")

params <- list(
  label_column = "结局", positive_label = "是", one_against_rest = FALSE, learners = character(), screen = 200L, nfolds = 3L, repeats = 1L, cut = 0.5,
  permutations = 0L, seed = 7L
)
run <- function(data, ...) {
  inputs <- list(
    expression = list(values = data$values, kind = "log", identifiers = "symbol", label = "矩阵"), clinical = data$clinical, candidates = NULL
  )
  run_tool(tool, inputs, changed(params, ...))
}

#' Samples whose first two genes tell the outcome. @param effect 0: none does.
planted <- function(n = 80L, p = 40L, effect = 1.5, seed = 1) {
  set.seed(seed)
  values <- matrix(stats::rnorm(n * p), p, dimnames = list(sprintf("G%03d", seq_len(p)), sprintf("P%03d", seq_len(n))))
  y <- stats::rbinom(n, 1, stats::plogis(effect * (values[1, ] - values[2, ])))
  list(values = values, y = y, clinical = data.frame(sample = colnames(values), 结局 = ifelse(y == 1, "是", "否"), check.names = FALSE))
}

testthat::test_that("each learner's model is its package's called directly", {
  data <- planted()
  x <- t(data$values)
  foldid <- seeded_folds(data$y, 3L, 7L)
  told <- function(code) {
    model <- binary_learners(Inf)[[code]](x, data$y, foldid, 7L)
    list(held = model$held, own = model$fit()$probability(x))
  }
  for (alpha in c(lasso = 1, elastic = 0.5, ridge = 0)) {
    code <- c("lasso", "elastic", "ridge")[match(alpha, c(1, 0.5, 0))]
    path <- glmnet::glmnet(x, data$y, family = "binomial", alpha = alpha)
    direct <- glmnet::cv.glmnet(x, data$y, family = "binomial", alpha = alpha, foldid = foldid, lambda = path$lambda, keep = TRUE)
    expect_equal(told(code)$own, as.vector(stats::predict(direct, x, s = "lambda.min", type = "response")), tolerance = 1e-6)
    expect_equal(told(code)$held, unname(direct$fit.preval[, direct$index[["min", 1L]]]), tolerance = 1e-6)
  }
  set.seed(7)
  forest <- ranger::ranger(
    x = x, y = factor(data$y, c(0, 1)), probability = TRUE, num.trees = FOREST_TREES, num.threads = 1L, seed = sample.int(.Machine$integer.max, 1L)
  )
  expect_equal(told("forest")$own, unname(stats::predict(forest, x, num.threads = 1L)$predictions[, "1"]), tolerance = 1e-6)
  set.seed(7)
  boosted <- gbm::gbm.fit(
    x, data$y, distribution = "bernoulli", n.trees = 100L, interaction.depth = 2L, shrinkage = 0.1, bag.fraction = 0.5, n.minobsinnode = 10L,
    keep.data = FALSE, verbose = FALSE
  )
  theirs <- stats::predict(boosted, as.data.frame(x), n.trees = BOOSTED_TREES, type = "response")
  expect_lt(min(colSums((theirs - told("boosting")$own)^2)), 1e-12)
  # The order by a support vector machine is that of its margin.
  margins <- vapply(SVM_COSTS, function(cost) {
    fit <- e1071::svm(x, factor(data$y, c(1, 0)), kernel = "linear", cost = cost)
    margin <- attr(stats::predict(fit, x, decision.values = TRUE), "decision.values")
    (if (colnames(margin) == "1/0") 1 else -1) * stats::cor(margin[, 1L], stats::qlogis(told("svm")$own))
  }, numeric(1))
  expect_equal(max(margins), 1, tolerance = 1e-6)
})

testthat::test_that("AUC within folds is pROC's of each fold, its variance DeLong's", {
  set.seed(2)
  y <- rep(0:1, 30)
  score <- round(stats::rnorm(60) + y, 1)
  fold <- rep(1:3, each = 20)
  parts <- lapply(1:3, function(k) pROC::roc(y[fold == k], score[fold == k], levels = 0:1, direction = "<", quiet = TRUE))
  theirs <- c(mean(vapply(parts, function(one) as.numeric(pROC::auc(one)), 1)), sum(vapply(parts, pROC::var, 1)) / 9)
  expect_equal(unname(fold_auc(score, y, fold)), theirs, tolerance = 1e-6)
  fitted <- stats::glm(y ~ score, family = "binomial")
  expect_equal(calibration_line(stats::plogis(score), y)[["slope"]], unname(stats::coef(fitted)[[2L]]), tolerance = 1e-6)
})

testthat::test_that("planted genes are found by the best of all learners; the honest AUC is below the apparent one; the same seed, the same bytes", {
  data <- planted()
  result <- run(data)
  facts <- facts_of(result)
  expect_identical(nrow(result$learners), 6L)
  expect_gt(facts$auc_nested_low, 0.5)
  expect_false(facts$no_better)
  expect_lt(facts$auc_nested, facts$auc_apparent)
  expect_setequal(result$kept$gene[1:2], c("G001", "G002"))
  expect_equal(sum(result$learners$chosen), 1)
  data$values <- data$values[, 80:1]
  expect_identical(run(data)$performance, result$performance)
})

testthat::test_that("noise: the best of all learners is told to be no better than chance", {
  found <- vapply(1:4, function(seed) {
    result <- run(planted(n = 60L, p = 40L, effect = 0, seed = seed), learners = c("lasso", "svm", "forest"))
    facts <- facts_of(result)
    if (facts$no_better) expect_true("no_better" %in% codes_of(result))
    c(facts$auc_nested, facts$auc_apparent)
  }, numeric(2))
  expect_equal(mean(found[1L, ]), 0.5, tolerance = 0.25)
  expect_gt(mean(found[2L, ]), mean(found[1L, ]) + 0.1)
})

testthat::test_that("permuted outcomes, one learner alone, and learners that cannot fit", {
  data <- planted(n = 50L, p = 20L)
  result <- run(data, learners = "ridge", permutations = 3L)
  facts <- facts_of(result)
  expect_false(facts$several)
  expect_identical(nrow(result$permuted), 3L)
  expect_identical(nrow(result$kept), 0L)
  expect_equal(facts$auc_nested, result$learners$auc)
  broken <- list(broken = function(values, y, foldid, seed) stop("no fit"), lasso = logistic_learner(1))
  nested <- nested_learners(broken, t(data$values), data$y, 3L, 1L, 7L)
  expect_identical(unique(nested$chosen), "lasso")
  expect_gt(nested$failed, 0L)
  refused <- tryCatch(run(within(data, clinical$结局 <- rep_len(c("CR", "PR", "SD"), 50))), oncoloom_input = function(condition) condition)
  expect_identical(refused$code, "many_labels")
})
