# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
invisible(load_library(root, "cox"))
tool <- tool_of("bulk_lasso_regression")

params <- list(
  time_unit = "day", preprocess_percent = 0, preprocess_tpm = 0, lambda = "min", nfolds = 5L, maxit = 1000L, times = character(),
  assignments = 2L, repeats = 1L, chance = FALSE, seed = 7L
)
run <- function(values, follow, candidates = NULL, ...) {
  inputs <- list(expression = list(values = values, kind = "log", identifiers = "symbol", label = "矩阵"), survival = follow, candidates = candidates)
  run_tool(tool, inputs, changed(params, ...))
}

nki <- function() {
  table <- utils::read.delim(shared("survival", "nki70_144_breast_70gene.tsv"))
  values <- t(as.matrix(table[, -(1:8)]))
  colnames(values) <- table$sample
  list(values = values, follow = data.frame(sample = table$sample, time = table$time * 365.25, status = table$event))
}

testthat::test_that("CoxExample with seed 7: 15 genes at λ.min, 10 at λ.1se, glmnet's coefficients; its own scores come out of the model", {
  own <- new.env()
  utils::data("CoxExample", package = "glmnet", envir = own)
  values <- t(own$CoxExample$x)
  dimnames(values) <- list(sprintf("X%02d", seq_len(nrow(values))), sprintf("P%04d", seq_len(ncol(values))))
  follow <- data.frame(sample = colnames(values), time = own$CoxExample$y[, "time"], status = own$CoxExample$y[, "status"])
  result <- run(values, follow, nfolds = 10L, time_unit = "year", lambda = "1se")
  facts <- facts_of(result)
  expect_identical(c(facts$genes_min, facts$genes_1se, facts$model_genes), c(15L, 10L, 10L))
  set.seed(7)
  foldid <- sample(rep(1:10, length.out = ncol(values)))
  direct <- glmnet::cv.glmnet(t(values), survival::Surv(follow$time * 365.25, follow$status), family = "cox", foldid = foldid)
  theirs <- as.matrix(stats::coef(direct, s = "lambda.1se"))
  chosen <- result$coefficients[result$coefficients$coefficient != 0, ]
  expect_equal(chosen$coefficient, unname(theirs[chosen$gene, 1]), tolerance = 1e-6)
  expect_equal(chosen$hr_sd, unname(exp(theirs[chosen$gene, 1] * matrixStats::rowSds(values[chosen$gene, ]))), tolerance = 1e-6)
  expect_equal(result$cv$y, direct$cvm[seq_along(result$cv$y)], tolerance = 1e-6)
  model <- read_model(result$model, "model")
  scores <- model_score(model, t(values))
  expect_equal(unname(scores[result$patients$sample]), result$patients$score, tolerance = 1e-12)
  expect_equal(stats::cor(result$patients$score, as.vector(theirs[, 1] %*% values)[match(result$patients$sample, colnames(values))]), 1)
  expect_true(all(chosen$frequency >= 0 & chosen$frequency <= 1))
  expect_identical(result$performance$how[[1L]], "嵌套交叉验证")
})

testthat::test_that("70 genes of breast cancer: honest performance stands first and below the apparent one; the same seed, the same result", {
  data <- nki()
  result <- run(data$values, data$follow, times = c("3", "5"))
  expect_identical(run(data$values[, sample(144)], data$follow[sample(144), ], times = c("3", "5"))$performance, result$performance)
  of <- function(how) result$performance[result$performance$how == how, ]
  nested <- of("嵌套交叉验证")
  apparent <- of("训练集内（偏乐观）")
  expect_identical(nested$measure, apparent$measure)
  expect_lt(nested$estimate[[1L]], apparent$estimate[[1L]])
  expect_identical(nested$measure[2:3], c("3 年 AUC", "5 年 AUC"))
  expect_identical(nrow(result$patients), 144L)
  expect_identical(sum(result$risk$n[result$risk$time == 0]), 144L)
  expect_setequal(result$risk_cells$gene, result$coefficients$gene[result$coefficients$coefficient != 0])
  expect_identical(sort(result$risk_cut$line_label), sprintf("截断值 %s", written_number(facts_of(result)$cutoff, 3L)))
  fit <- fit_lasso(t(-data$values), data$follow$time, data$follow$status, lasso_folds(144L, 5L, 7L), 1000L)
  expect_equal(lasso_coefficients(fit$path, fit$cv$index[[1L]]), -lasso_coefficients(
    fit_lasso(t(data$values), data$follow$time, data$follow$status, lasso_folds(144L, 5L, 7L), 1000L)$path, fit$cv$index[[1L]]
  ), tolerance = 1e-6)
  expect_gt(sum(result$reporting$filled), 15L)
})

testthat::test_that("candidates of a screen of the same patients are chosen again in each fold, and the honest performance falls", {
  set.seed(3)
  values <- matrix(stats::rnorm(200 * 80), 200, dimnames = list(sprintf("G%03d", 1:200), sprintf("P%02d", 1:80)))
  follow <- data.frame(sample = colnames(values), time = stats::rexp(80, 1 / 900) + 1, status = stats::rbinom(80, 1, 0.7))
  p <- cox_screen_p(t(values), follow$time, follow$status)
  best <- names(sort(p))[1:15]
  typed <- run(values, follow, list(genes = best, universe = NULL, label = "名单", screened = FALSE, modelled = FALSE), times = "1")
  screened <- run(values, follow, list(genes = best, universe = rownames(values), label = "筛选", screened = TRUE, modelled = FALSE), times = "1")
  # Without any signal only the repeated choice tells the truth.
  expect_gt(facts_of(typed)$c_nested, 0.58)
  expect_lt(facts_of(screened)$c_nested, facts_of(typed)$c_nested - 0.05)
  expect_equal(screened$coefficients[c("gene", "coefficient")], typed$coefficients[c("gene", "coefficient")], tolerance = 1e-8)
  expect_true("chosen_on_outcome" %in% codes_of(screened))
  expect_true("chosen_by_model" %in% codes_of(run(
    values, follow, list(genes = best, universe = NULL, label = "模型", screened = FALSE, modelled = TRUE), times = "1"
  )))
})

testthat::test_that("no gene is a result; few events, few genes, times beyond the follow-up and many folds are refused", {
  set.seed(5)
  values <- matrix(stats::rnorm(30 * 60), 30, dimnames = list(sprintf("G%02d", 1:30), sprintf("P%02d", 1:60)))
  follow <- data.frame(sample = colnames(values), time = stats::rexp(60, 1 / 900) + 1, status = rep(c(1, 0), 30))
  empty <- run(values, follow, lambda = "1se", times = "1")
  expect_identical(facts_of(empty)$model_genes, 0L)
  expect_true("empty_model" %in% codes_of(empty))
  expect_identical(c(nrow(empty$model), nrow(empty$curve), nrow(empty$risk_cells)), c(0L, 0L, 0L))
  if (facts_of(empty)$nothing_chosen) expect_null(facts_of(empty)$c_nested) else expect_equal(facts_of(empty)$c_nested, 0.5, tolerance = 0.1)
  expect_identical(is.na(empty$performance$estimate[[1L]]), facts_of(empty)$nothing_chosen)
  refused <- function(code, values, follow, ...) {
    found <- tryCatch(run(values, follow, ...), oncoloom_input = function(condition) condition$code)
    expect_identical(found, code)
  }
  refused("few_events", values, within(follow, status <- c(rep(1, 9), rep(0, 51))))
  refused("genes_few", values[1, , drop = FALSE], follow)
  refused("folds_many", values, follow, nfolds = 31L)
  refused("times_late", values, within(follow, time <- pmin(time, 300)), times = "1")
  zero <- run(values, within(follow, time[1:2] <- 0), times = "1")
  # One count of patients everywhere, and one sentence of those who are left out.
  expect_identical(nrow(zero$patients), 58L)
  expect_identical(c(facts_of(zero)$patients, utils::tail(zero$flow$n, 1L)), c(58L, 58L))
  expect_false("time_zero" %in% codes_of(zero))
  said <- vapply(attr(zero, "findings"), function(finding) grepl("时间是 0", finding$message), logical(1))
  expect_identical(sum(said), 1L)
})

testthat::test_that("on demand the model stands against permuted outcomes and signatures drawn by lot", {
  data <- nki()
  result <- run(data$values[1:40, ], data$follow, chance = TRUE, times = "5", nfolds = 3L, lambda = "1se")
  expect_identical(as.vector(table(result$chance$kind)), c(100L, 100L))
  facts <- facts_of(result)
  drawn <- result$chance$c[result$chance$kind == "随机基因"]
  # Of these data genes by lot foretell something, too.
  expect_gt(stats::median(drawn), 0.5)
  expect_equal(facts$drawn_p, (1 + sum(drawn >= facts$c_nested)) / 101)
  expect_identical(result$chance_lines$line_label, sprintf(c("训练集内 %.3f", "验证 %.3f"), c(facts$c_apparent, facts$c_nested)))
  expect_equal(facts$permuted_p, (1 + sum(result$chance$c[result$chance$kind == "结局置换"] >= facts$c_apparent)) / 101)
  expect_identical(nrow(result$chance_lines), 2L)
})

testthat::test_that("candidates that a model of the same patients chose are not compared with chance; too few genes are not drawn from", {
  data <- nki()
  best <- names(sort(cox_screen_p(t(data$values), data$follow$time, data$follow$status)))[1:6]
  listed <- function(modelled) run(
    data$values, data$follow, list(genes = best, universe = NULL, label = "模型", screened = FALSE, modelled = modelled), chance = TRUE, times = "5",
    nfolds = 3L
  )
  chosen <- listed(TRUE)
  expect_false(facts_of(chosen)$chance_checked)
  expect_identical(nrow(chosen$chance), 0L)
  typed <- listed(FALSE)
  expect_identical(unique(typed$chance$kind), "结局置换")
  expect_null(facts_of(typed)$drawn_p)
  expect_true("not_drawn" %in% codes_of(typed))
})
