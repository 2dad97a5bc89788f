# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("diagnostic_gene_selection")

params <- list(
  label_column = "结局", positive_label = "是", one_against_rest = FALSE, methods = character(), rule = "all", nfolds = 3L, repeats = 1L, cut = 0.5,
  shuffled_runs = 0L, seed = 7L, rfe_rule = "min", cv_repeats = 1L, cost = 1, ntree = 50L, screen = 200L
)
run <- function(data, ..., candidates = NULL) {
  inputs <- list(
    expression = list(values = data$values, kind = "log", identifiers = "symbol", label = "矩阵"), clinical = data$clinical, candidates = candidates
  )
  run_tool(tool, inputs, changed(params, ...))
}

#' Samples whose first three genes tell the outcome. @param effect 0: none does.
planted <- function(n = 60L, p = 12L, effect = 3, seed = 1) {
  set.seed(seed)
  values <- matrix(stats::rnorm(n * p), p, dimnames = list(sprintf("G%03d", seq_len(p)), sprintf("P%03d", seq_len(n))))
  y <- stats::rbinom(n, 1, stats::plogis(effect * (values[1, ] - values[2, ] + values[3, ])))
  list(values = values, y = y, clinical = data.frame(sample = colnames(values), 结局 = ifelse(y == 1, "是", "否"), check.names = FALSE))
}

testthat::test_that("the weights of the elimination are those of e1071 called directly, and its last genes those that are left", {
  data <- planted()
  x <- t(data$values)
  z <- scale(x)
  sides <- c(`1` = 60 / (2 * sum(data$y)), `0` = 60 / (2 * sum(data$y == 0)))
  direct <- function(genes) e1071::svm(z[, genes], factor(data$y, c(1, 0)), kernel = "linear", cost = 1, scale = FALSE, class.weights = sides)
  fit <- direct(colnames(x))
  path <- rfe_path(x, data$y, 1, x)
  expect_equal(linear_machine(z, data$y, 1)$weight^2, drop(t(fit$coefs) %*% fit$SV)^2, tolerance = 1e-6)
  # Who is decided for at the first step is who e1071 predicts.
  expect_identical(as.vector(path$decided[, 1L] > 0), as.vector(stats::predict(fit, z) == 1))
  # The genes dropped at the first step are those of the smallest weights, and so on of those that are left.
  left <- colnames(x)
  for (step in seq_along(path$sizes[-1L])) {
    fit <- direct(left)
    weight <- stats::setNames(drop(t(fit$coefs) %*% fit$SV)^2, left)
    left <- setdiff(left, names(sort(weight))[seq_len(length(left) - path$sizes[[step + 1L]])])
    expect_setequal(left, path$order[seq_along(left)])
  }
})

testthat::test_that("the number of genes is found without the samples that tell it: the ranking is redone in each fold", {
  data <- planted(n = 40L, p = 20L)
  x <- t(data$values)
  errors <- rfe_errors(x, data$y, Inf, 1, 3L, 1L, 7L)
  foldid <- seeded_folds(data$y, 3L, 8L)
  by_hand <- vapply(1:3, function(k) {
    out <- foldid == k
    centre <- colMeans(x[!out, ])
    z <- function(rows) scale(x[rows, ], centre, apply(x[!out, ], 2, stats::sd))
    top <- rfe_path(x[!out, ], data$y[!out], 1)$order[1:3]
    n <- sum(!out)
    sides <- c(`1` = n / (2 * sum(data$y[!out])), `0` = n / (2 * sum(data$y[!out] == 0)))
    fit <- e1071::svm(z(!out)[, top], factor(data$y[!out], c(1, 0)), kernel = "linear", cost = 1, scale = FALSE, class.weights = sides)
    called <- as.vector(stats::predict(fit, z(out)[, top])) == "1"
    (mean(!called[data$y[out] == 1]) + mean(called[data$y[out] == 0])) / 2
  }, numeric(1))
  expect_equal(errors$error[errors$size == 3L], mean(by_hand), tolerance = 1e-6)
  steps <- data.frame(size = c(8, 4, 2, 1), error = c(0.3, 0.2, 0.2, 0.25), se = 0.1)
  expect_identical(rfe_best(steps, "min"), 2)
  expect_identical(rfe_best(steps, "1se"), 1)
})

testthat::test_that("LASSO keeps what glmnet keeps in the same folds, the forest what ranger's importance says", {
  data <- planted()
  x <- t(data$values)
  foldid <- seeded_folds(data$y, 3L, 7L)
  direct <- glmnet::cv.glmnet(x, data$y, family = "binomial", foldid = foldid, lambda = glmnet::glmnet(x, data$y, family = "binomial")$lambda)
  beta <- as.matrix(stats::coef(direct, s = "lambda.min"))[-1L, 1L]
  found <- lasso_selection(Inf)(x, data$y, foldid, 7L)
  expect_setequal(found$kept, names(beta)[beta != 0])
  expect_equal(found$ranked$score, unname(abs(beta * apply(x, 2, stats::sd))[found$ranked$gene]), tolerance = 1e-6)
  set.seed(7)
  forest <- ranger::ranger(
    x = x, y = factor(data$y, c(0, 1)), importance = "permutation", num.trees = 80L, num.threads = 1L, seed = sample.int(.Machine$integer.max, 1L)
  )
  found <- importance_selection(Inf, 80L)(x, data$y, foldid, 7L)
  expect_equal(found$ranked$score, unname(forest$variable.importance[found$ranked$gene]), tolerance = 1e-6)
  expect_setequal(found$kept, names(forest$variable.importance)[forest$variable.importance > abs(min(forest$variable.importance))])
})

testthat::test_that("rules of agreement", {
  lists <- list(a = c("x", "y", "z"), b = c("y", "z"), c = "z", d = "z")
  expect_identical(agreed_genes(lists, "all"), "z")
  expect_identical(agreed_genes(lists, "most"), "z")
  expect_identical(agreed_genes(lists, "any"), c("z", "y", "x"))
  expect_identical(agreed_genes(list(a = character(), b = character()), "any"), character())
})

testthat::test_that("planted genes are kept, stably; the honest AUC is below the apparent one; the order of the samples does not matter", {
  data <- planted()
  result <- run(data, rule = "most")
  facts <- facts_of(result)
  kept <- result$genes$gene[result$genes$kept == 1L]
  expect_true(all(c("G001", "G002", "G003") %in% kept))
  expect_gt(min(result$genes$frequency[match(c("G001", "G002", "G003"), result$genes$gene)]), 0.5)
  expect_gt(facts$auc_nested_low, 0.5)
  expect_lt(facts$auc_nested, facts$auc_apparent)
  shuffled <- run(data, methods = "lasso", shuffled_runs = 5L)
  expect_identical(c(nrow(shuffled$permuted), facts_of(shuffled)$permutations_done), c(5L, 5L))
  expect_lt(facts_of(shuffled)$permuted_auc, facts_of(shuffled)$auc_nested)
  expect_identical(sort(unique(result$model$name[result$model$part == "coefficient"])), sort(kept))
  expect_identical(result$methods$method, c("svm", "boruta", "lasso", "forest", "agreed"))
  fast <- c("lasso", "forest")
  ordered <- run(data, methods = fast)
  data$values <- data$values[, 60:1]
  again <- run(data, methods = fast)
  expect_identical(again$genes, ordered$genes)
  expect_identical(again$performance, ordered$performance)
})

testthat::test_that("noise: nested AUC about 0.5 beside a higher apparent one, hardly anything confirmed, and it is said", {
  found <- vapply(1:2, function(seed) {
    noise <- planted(n = 50L, p = 30L, effect = 0, seed = seed)
    result <- run(noise, rule = "any", methods = c("lasso", "forest"))
    facts <- facts_of(result)
    if (facts$no_better) expect_true("no_better" %in% codes_of(result))
    if (facts$kept_by_chance >= facts$kept_n && facts$any_kept) expect_true("as_by_chance" %in% codes_of(result))
    c(facts$auc_nested, facts$auc_apparent, sum(boruta(t(noise$values), factor(noise$y), seed, trees = 60L)$decision == "confirmed"))
  }, numeric(3))
  expect_equal(mean(found[1L, ]), 0.5, tolerance = 0.25)
  expect_gt(mean(found[2L, ]), mean(found[1L, ]) + 0.1)
  expect_lt(mean(found[3L, ]), 2)
})

testthat::test_that("no gene is agreed on: the model is the share of cases, the lists are empty and it is a result", {
  set.seed(3)
  values <- matrix(stats::rnorm(40 * 6), 6L, dimnames = list(sprintf("G%d", 1:6), sprintf("P%02d", 1:40)))
  clinical <- data.frame(sample = colnames(values), 结局 = rep(c("是", "否"), each = 20L), check.names = FALSE)
  result <- run(list(values = values, clinical = clinical), methods = c("boruta", "lasso"))
  facts <- facts_of(result)
  expect_false(facts$any_kept)
  expect_true(all(c("none_agreed", "none_confirmed") %in% codes_of(result)))
  expect_identical(nrow(result$model), 0L)
  expect_equal(facts$auc_apparent, 0.5)
})

testthat::test_that("more genes than are looked at are left out by their variance and not by the outcome; a comparison's are chosen anew", {
  data <- planted(p = 30L)
  data$values[1:3, ] <- data$values[1:3, ] / 10
  result <- run(data, screen = 20L, methods = "lasso")
  expect_true("by_variance" %in% codes_of(result))
  expect_false(any(c("G001", "G002", "G003") %in% result$ranks$gene))
  compared <- list(genes = sprintf("G%03d", 1:10), universe = rownames(data$values), compared = TRUE, modelled = FALSE)
  result <- run(data, methods = "boruta", candidates = compared)
  expect_true("boruta_after_choice" %in% codes_of(result))
  expect_identical(nrow(result$ranks), 10L)
})

testthat::test_that("a clinical table in Chinese: a blank outcome takes no part, three values are refused with their names", {
  data <- planted(n = 44L, p = 8L)
  data$clinical$结局 <- ifelse(data$y == 1, "阳性", "阴性")
  data$clinical$结局[[3L]] <- ""
  result <- run(data, positive_label = "阳性", methods = c("lasso", "forest"))
  expect_identical(facts_of(result)$samples, 43L)
  refused <- tryCatch(
    run(within(data, clinical$结局 <- rep_len(c("I期", "II期", "III期"), 44L)), positive_label = ""), oncoloom_input = function(condition) condition
  )
  expect_identical(refused$code, "many_labels")
})
