# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("diagnostic_lasso")

params <- list(
  label_column = "结局", positive_label = "是", one_against_rest = FALSE, alpha = 1, lambda = "min", screen = 1000L, nfolds = 5L,
  repeats = 1L, cut = 0.5, permutations = 0L, seed = 7L, covariates = character(), covariate_codes = character(), covariate_numbers = character()
)
run <- function(values, clinical, candidates = NULL, ...) {
  inputs <- list(
    expression = list(values = values, kind = "log", identifiers = "symbol", label = "矩阵"), clinical = clinical, candidates = candidates
  )
  run_tool(tool, inputs, changed(params, ...))
}
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)

#' Samples whose first genes tell the outcome. @param effect 0: none does.
planted <- function(n = 100L, p = 60L, effect = 1.5, seed = 1) {
  set.seed(seed)
  values <- matrix(stats::rnorm(n * p), p, dimnames = list(sprintf("G%03d", seq_len(p)), sprintf("P%03d", seq_len(n))))
  y <- stats::rbinom(n, 1, stats::plogis(effect * (values[1, ] - values[2, ])))
  list(values = values, y = y, clinical = data.frame(sample = colnames(values), 性别 = "男", 结局 = ifelse(y == 1, "是", "否"), check.names = FALSE))
}
leukaemia <- function() {
  all <- package_data("ALL", "ALL")
  samples <- Biobase::pData(all)
  samples <- samples[grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "NEG"), ]
  values <- Biobase::exprs(all)[, rownames(samples)]
  values <- values[order(-matrixStats::rowVars(values))[1:300], ]
  list(values = values, y = as.integer(samples$mol.biol == "BCR/ABL"), clinical = data.frame(
    sample = rownames(samples), 结局 = ifelse(samples$mol.biol == "BCR/ABL", "是", "否"), check.names = FALSE
  ))
}

testthat::test_that("leukaemias: path, coefficients and apparent AUC are glmnet's and pROC's with the same folds", {
  data <- leukaemia()
  order <- order(data$clinical$sample, method = "radix")
  x <- t(data$values)[order, ]
  y <- data$y[order]
  for (alpha in c(1, 0.5, 0)) {
    result <- run(data$values, data$clinical, alpha = alpha, lambda = "1se")
    set.seed(7)
    foldid <- balanced_folds(y, 5L)
    path <- glmnet::glmnet(x, y, family = "binomial", alpha = alpha)
    direct <- glmnet::cv.glmnet(x, y, family = "binomial", alpha = alpha, foldid = foldid, lambda = path$lambda)
    expect_equal(result$cv$y, direct$cvm[seq_along(result$cv$y)], tolerance = 1e-6)
    expect_equal(result$cv$upper, direct$cvup[seq_along(result$cv$y)], tolerance = 1e-6)
    theirs <- as.matrix(stats::coef(direct, s = "lambda.1se"))
    model <- result$model[result$model$part == "coefficient", ]
    expect_equal(model$value, unname(theirs[model$name, 1]), tolerance = 1e-6)
    expect_identical(nrow(model), sum(theirs[-1, 1] != 0))
    expect_equal(result$model$value[result$model$part == "intercept"], theirs[[1, 1]], tolerance = 1e-6)
    own <- result$samples$apparent[match(rownames(x), result$samples$sample)]
    expect_equal(own, as.vector(stats::predict(direct, x, s = "lambda.1se", type = "response")), tolerance = 1e-6)
    curve <- pROC::roc(y, own, levels = 0:1, direction = "<", quiet = TRUE)
    apparent <- result$performance[result$performance$how == "训练集内（偏乐观）" & result$performance$measure == "AUC", ]
    expect_equal(apparent$estimate, as.numeric(pROC::auc(curve)), tolerance = 1e-6)
    expect_equal(c(apparent$lower, apparent$upper), pmin(as.numeric(pROC::ci.auc(curve))[c(1, 3)], 1), tolerance = 1e-6)
  }
  expect_gt(facts_of(result)$auc_nested_low, 0.6)
})

testthat::test_that("a planted pair of genes is found, the honest AUC is near the true one and below the apparent one", {
  data <- planted(n = 200L)
  result <- run(data$values, data$clinical, repeats = 2L)
  facts <- facts_of(result)
  truth <- as.numeric(pROC::auc(pROC::roc(data$y, data$values[1, ] - data$values[2, ], levels = 0:1, direction = "<", quiet = TRUE)))
  expect_equal(facts$auc_nested, truth, tolerance = 0.05)
  expect_lt(facts$auc_nested, facts$auc_apparent)
  expect_equal(facts$optimism, facts$auc_apparent - facts$auc_nested)
  expect_false(facts$no_better)
  expect_setequal(result$coefficients$gene[1:2], c("G001", "G002"))
  expect_identical(sign(result$coefficients$coefficient[match(c("G001", "G002"), result$coefficients$gene)]), c(1, -1))
  expect_identical(sum(result$confusion$cases), sum(data$y))
  # The area below the drawn curve is the AUC of the table.
  roc <- result$roc[result$roc$series == "嵌套交叉验证", ]
  expect_equal(sum(diff(roc$x) * (utils::head(roc$y, -1) + utils::tail(roc$y, -1)) / 2), facts$auc_nested, tolerance = 1e-9)
})

testthat::test_that("an AUC of 1 in every fold has Newcombe's interval, and not one without width", {
  data <- planted(n = 40L, p = 20L)
  data$values[1, ] <- data$values[1, ] + 20 * data$y
  result <- run(data$values, data$clinical)
  facts <- facts_of(result)
  expect_identical(c(facts$auc_nested, facts$auc_nested_high), c(1, 1))
  expect_true(facts$auc_perfect)
  expect_equal(facts$auc_nested_low, newcombe_interval(1, sum(data$y == 1), sum(data$y == 0))[["low"]], tolerance = 1e-9)
  expect_lt(facts$auc_nested_low, 0.99)
  # Where all probabilities are alike there is nothing to be sure of.
  expect_equal(repeated_auc(matrix(0.5, 40, 2), data$y, matrix(1L, 40, 2))[c("lower", "upper")], list(lower = 0.5, upper = 0.5))
})

testthat::test_that("noise is called no better than chance, with permuted outcomes beside it", {
  data <- planted(n = 60L, p = 200L, effect = 0, seed = 3)
  result <- run(data$values, data$clinical, alpha = 0, permutations = 5L)
  facts <- facts_of(result)
  expect_true(facts$no_better)
  expect_true("no_better" %in% codes_of(result))
  expect_identical(nrow(result$permuted), 5L)
  expect_equal(facts$permuted_p, (1 + sum(result$permuted$auc >= facts$auc_nested)) / 6)
})

testthat::test_that("genes chosen by a comparison of the same samples are chosen again in each fold, and the honest AUC falls", {
  data <- planted(n = 60L, p = 500L, effect = 0, seed = 4)
  best <- names(sort(case_control_t(t(data$values), data$y), decreasing = TRUE))[1:15]
  of <- function(compared) list(genes = best, universe = rownames(data$values), label = "名单", screened = FALSE, modelled = FALSE, compared = compared)
  typed <- facts_of(run(data$values, data$clinical, of(FALSE)))
  compared <- run(data$values, data$clinical, of(TRUE))
  expect_gt(typed$auc_nested, 0.7)
  expect_lt(facts_of(compared)$auc_nested, typed$auc_nested - 0.15)
  expect_true("chosen_on_outcome" %in% codes_of(compared))
  expect_identical(facts_of(compared)$kept_genes, 15L)
})

testthat::test_that("the same seed gives the same bytes, whatever the order of samples and genes; the other value mirrors", {
  data <- planted()
  result <- run(data$values, data$clinical)
  expect_identical(run(data$values, data$clinical), result)
  mixed <- run(data$values[, sample(100)], data$clinical[sample(100), ])
  expect_identical(mixed$samples, result$samples)
  expect_identical(mixed$performance, result$performance)
  other <- run(data$values, data$clinical, positive_label = "否")
  beta <- function(tables) stats::setNames(tables$coefficients$coefficient, tables$coefficients$gene)
  expect_identical(facts_of(other)$cases, facts_of(result)$controls)
  expect_identical(sign(beta(other)[["G001"]]), -sign(beta(result)[["G001"]]))
})

testthat::test_that("outcomes as people write them; blanks and samples without expression are counted", {
  data <- planted()
  written <- list(c("未复发", "复发"), c("阴性", "阳性"), c("0", "1"), c("无", "有"), c("no", "Yes"))
  for (words in written) {
    data$clinical$结局 <- words[data$y + 1L]
    result <- run(data$values, data$clinical, positive_label = "")
    expect_identical(facts_of(result)$cases, sum(data$y))
    expect_true("positive_guessed" %in% codes_of(result))
  }
  data$clinical$结局[1:3] <- c(" 有", "", "NA")
  spelled <- within(data$clinical, 结局 <- ifelse(data$y == 1, "Yes", "no"))
  spelled$结局[which(data$y == 1)[1:2]] <- c("yes ", "YES")
  spelled$结局[which(data$y == 0)[1]] <- ""
  spelled <- rbind(spelled, data.frame(sample = "没有测的", 性别 = "女", 结局 = "Yes", check.names = FALSE))
  result <- run(data$values, spelled, positive_label = "yes")
  expect_identical(c(facts_of(result)$cases, facts_of(result)$controls), c(sum(data$y), sum(data$y == 0) - 1L))
  expect_identical(facts_of(result)$excluded, 2L)
  expect_true("spellings_merged" %in% codes_of(result))
})

testthat::test_that("what cannot be told is refused with what was found", {
  data <- planted()
  with_outcome <- function(values) within(data$clinical, 结局 <- values)
  three <- fault(data$values, with_outcome(rep_len(c("CR", "PR", "SD"), 100)))
  expect_identical(three$code, "many_labels")
  expect_match(three$message, "CR、PR、SD")
  expect_identical(facts_of(run(
    data$values, with_outcome(rep_len(c("CR", "PR", "SD"), 100)), positive_label = "CR", one_against_rest = TRUE
  ))$cases, 34L)
  expect_identical(fault(data$values, with_outcome("是"))$code, "one_label")
  expect_identical(fault(data$values, with_outcome(""))$code, "one_label")
  expect_identical(fault(data$values, data$clinical, positive_label = "复发")$code, "no_positive")
  expect_identical(fault(data$values, with_outcome(rep(c("是", "否"), c(9, 91))))$code, "few_samples")
  expect_identical(fault(data$values, data$clinical, label_column = "不在")$code, "no_column")
  expect_identical(fault(data$values, rbind(data$clinical, data$clinical[1, ]))$code, "samples_repeated")
  expect_identical(fault(data$values, transform(data$clinical, sample = paste0("X", sample)))$code, "samples_absent")
  expect_identical(fault(data$values[1, , drop = FALSE], data$clinical)$code, "genes_few")
})

testthat::test_that("an empty model, flat genes and missing values are results", {
  data <- planted(n = 40L, p = 20L, effect = 0, seed = 6)
  data$values["G003", ] <- 2
  data$values["G004", 1] <- NA
  empty <- run(data$values, data$clinical, lambda = "1se")
  facts <- facts_of(empty)
  expect_identical(facts$model_genes, 0L)
  expect_true(all(c("empty_model", "genes_left_out") %in% codes_of(empty)))
  expect_identical(facts$candidates, 18L)
  expect_identical(nrow(empty$model), 0L)
  expect_equal(unique(empty$samples$apparent), mean(data$y))
})

# ---- clinical variables beside the genes ----

#' Samples whose age and stage tell the outcome, and perhaps a pair of genes. @param clinical,effect Log odds per unit of age and genes.
with_clinic <- function(n = 100L, p = 40L, clinical = 1.5, effect = 0, seed = 1) {
  data <- planted(n, p, effect, seed)
  age <- round(stats::rnorm(n, 60, 10))
  stage <- sample(c("I期", "II期", "III期"), n, replace = TRUE)
  odds <- effect * (data$values[1, ] - data$values[2, ]) + clinical * ((age - 60) / 10 + (stage == "III期") - 1 / 3)
  data$y <- stats::rbinom(n, 1, stats::plogis(odds))
  data$clinical <- data.frame(
    sample = colnames(data$values), 年龄 = age, 性别 = sample(c("男", "女"), n, replace = TRUE), 分期 = stage,
    HER2 = sample(c("阳性", "阴性"), n, replace = TRUE), 结局 = ifelse(data$y == 1, "是", "否"), check.names = FALSE
  )
  data
}
CLINIC <- c("年龄", "性别", "分期", "HER2")

testthat::test_that("clinical variables are glmnet's with a penalty factor of 0, levels stand in the order of their words", {
  data <- with_clinic(effect = 1)
  order <- order(data$clinical$sample, method = "radix")
  own <- data$clinical[order, ]
  design <- cbind(
    own$年龄, own$性别 == "女", own$分期 == "II期", own$分期 == "III期", own$HER2 == "阳性"
  ) + 0
  colnames(design) <- c("年龄", "性别：女 对 男", "分期：II期 对 I期", "分期：III期 对 I期", "HER2：阳性 对 阴性")
  x <- cbind(t(data$values)[order, ], design)
  y <- data$y[order]
  penalty <- rep(1:0, c(40L, 5L))
  foldid <- seeded_folds(y, 5L, 7L)
  for (alpha in c(1, 0.5)) {
    result <- run(data$values, data$clinical, alpha = alpha, covariates = CLINIC)
    path <- glmnet::glmnet(x, y, family = "binomial", alpha = alpha, penalty.factor = penalty)
    fit <- glmnet::cv.glmnet(x, y, family = "binomial", alpha = alpha, penalty.factor = penalty, foldid = foldid, lambda = path$lambda)
    beta <- as.matrix(stats::coef(path, s = fit$lambda.min))[, 1L]
    expect_identical(result$clinical$variable, colnames(design))
    expect_equal(result$clinical$coefficient, unname(beta[colnames(design)]), tolerance = 1e-6)
    genes <- result$coefficients[result$coefficients$coefficient != 0, ]
    expect_setequal(genes$gene, setdiff(names(beta)[beta != 0], c("(Intercept)", colnames(design))))
    expect_equal(genes$coefficient, unname(beta[genes$gene]), tolerance = 1e-6)
    told <- as.vector(stats::predict(path, x, s = fit$lambda.min, type = "response"))
    expect_equal(result$samples$apparent[match(own$sample, result$samples$sample)], told, tolerance = 1e-6)
    expect_equal(log(result$clinical$or_alone), unname(stats::coef(stats::glm(y ~ design, family = "binomial"))[-1L]), tolerance = 1e-6)
    facts <- facts_of(result)
    expect_identical(c(facts$model_genes, facts$clinical_columns), c(nrow(genes), 5L))
    expect_false(any(colnames(design) %in% c(result$coefficients$gene, result$paths$gene, result$frequencies$gene)))
  }
})

testthat::test_that("the three AUCs are of the same folds, and their difference is DeLong's of pROC in one fold", {
  data <- with_clinic(effect = 1, seed = 2)
  result <- run(data$values, data$clinical, covariates = CLINIC)
  facts <- facts_of(result)
  added <- function(what) result$added[result$added$what == what, ]
  # Genes alone are the run without clinical variables.
  plain <- facts_of(run(data$values, data$clinical))
  expect_equal(unname(facts[c("auc_genes", "auc_genes_low", "auc_genes_high")]), unname(plain[c("auc_nested", "auc_nested_low", "auc_nested_high")]))
  expect_equal(added("两者合用")$estimate, facts$auc_nested)
  expect_equal(added("表达量在临床变量之上增加的")$estimate, facts$auc_nested - facts$auc_clinical, tolerance = 1e-9)
  expect_equal(added("临床变量在表达量之上增加的")$estimate, facts$auc_nested - facts$auc_genes, tolerance = 1e-9)
  set.seed(3)
  one <- data$y + stats::rnorm(100)
  other <- 0.5 * one + stats::rnorm(100)
  own <- repeated_auc_difference(as.matrix(one), as.matrix(other), data$y, matrix(1L, 100L, 1L))
  of <- function(score) pROC::roc(data$y, score, levels = 0:1, direction = "<", quiet = TRUE)
  theirs <- pROC::roc.test(of(one), of(other), method = "delong", paired = TRUE)
  expect_equal(own$p, theirs$p.value, tolerance = 1e-9)
  expect_equal(c(own$lower, own$upper), as.vector(theirs$conf.int), tolerance = 1e-6)
  flipped <- repeated_auc_difference(as.matrix(other), as.matrix(one), data$y, matrix(1L, 100L, 1L))
  expect_equal(c(flipped$estimate, flipped$lower), -c(own$estimate, own$upper))
  expect_equal(repeated_auc_difference(as.matrix(one), as.matrix(one), data$y, matrix(1L, 100L, 1L))[c("lower", "p")], list(lower = 0, p = 1))
})

testthat::test_that("a planted clinical effect is found and genes of noise add nothing to it; noise covariates take nothing from genes", {
  told <- lapply(1:3, function(seed) {
    data <- with_clinic(seed = seed)
    facts_of(run(data$values, data$clinical, covariates = c("年龄", "分期")))
  })
  of <- function(name) vapply(told, `[[`, told[[1L]][[name]], name)
  expect_gt(min(of("auc_clinical_low")), 0.5)
  expect_false(any(of("genes_add")))
  expect_lt(mean(of("genes_gain")), 0.02)
  data <- with_clinic(n = 160L, clinical = 0, effect = 1.5)
  result <- run(data$values, data$clinical, covariates = CLINIC)
  expect_true(facts_of(result)$genes_add)
  # The clinical variables of noise add nothing to the genes.
  expect_lte(result$added$lower[result$added$what == "临床变量在表达量之上增加的"], 0)
  empty <- with_clinic(seed = 4)
  none <- run(empty$values, empty$clinical, covariates = c("年龄", "分期"), lambda = "1se")
  expect_true("genes_add_nothing" %in% codes_of(none))
})

testthat::test_that("same seed same bytes, whatever the order of rows; who lacks a variable is left out and counted; spellings are one level", {
  data <- with_clinic(seed = 5)
  result <- run(data$values, data$clinical, covariates = CLINIC, permutations = 2L)
  expect_identical(run(data$values, data$clinical, covariates = CLINIC, permutations = 2L), result)
  mixed <- run(data$values[, sample(100)], data$clinical[sample(100), ], covariates = CLINIC, permutations = 2L)
  expect_identical(mixed[c("samples", "added", "clinical", "model")], result[c("samples", "added", "clinical", "model")])
  holes <- within(data$clinical, {
    年龄[1:2] <- NA
    性别[3] <- ""
    HER2[4] <- " 阳性 "
    分期[5] <- "Ⅱ期"
  })
  told <- run(data$values, holes, covariates = CLINIC)
  expect_identical(facts_of(told)$samples, 97L)
  expect_identical(told$flow$n[grepl("缺少所选的变量", told$flow$step)], 3L)
  expect_true("spellings_merged" %in% codes_of(told))
  expect_identical(told$clinical$variable, result$clinical$variable)
  flipped <- run(data$values, data$clinical, covariates = CLINIC, positive_label = "否")
  strong <- grepl("年龄|III期", result$clinical$variable)
  expect_identical(sign(flipped$clinical$coefficient[strong]), -sign(result$clinical$coefficient[strong]))
})

testthat::test_that("clinical columns that cannot be used are refused with what to do, those that say nothing are told", {
  data <- with_clinic(seed = 6)
  of <- function(change, covariates, ...) fault(data$values, change(data$clinical), covariates = covariates, ...)$code
  expect_identical(of(identity, "结局"), "outcome_again")
  expect_identical(of(identity, "结局", label_column = NULL), "many_labels")
  expect_identical(of(identity, "没有"), "no_column")
  expect_identical(of(function(table) within(table, 日期 <- sprintf("2021/3/%d", seq_len(100) %% 28 + 1)), "日期"), "many_levels")
  expect_identical(of(function(table) within(table, 批次 <- rep(1:4, 25)), "批次"), "codes_or_numbers")
  expect_identical(of(function(table) within(table, 标志 <- ifelse(结局 == "是", 9, 1)), "标志"), "separated")
  expect_identical(of(function(table) within(table, 转移 <- ifelse(结局 == "是" & 年龄 > 60, "有", "无")), "转移"), "separated")
  expect_identical(of(function(table) within(table, 年龄[-(1:12)] <- NA), "年龄"), "few_samples")
  expect_identical(of(function(table) within(table, G001 <- 年龄), "G001"), "name_again")
  expect_identical(of(function(table) within(table, 性别 <- "男"), "性别"), "no_terms")
  flat <- run(data$values, within(data$clinical, 院区 <- "东"), covariates = c("年龄", "院区"))
  expect_true("one_level" %in% codes_of(flat))
  twice <- run(data$values, within(data$clinical, 月龄 <- 年龄 * 12), covariates = c("年龄", "月龄"))
  expect_true("collinear" %in% codes_of(twice))
  few <- with_clinic(n = 45L, seed = 7, clinical = 0.3)
  expect_true("clinical_many" %in% codes_of(run(few$values, few$clinical, covariates = CLINIC)))
})
