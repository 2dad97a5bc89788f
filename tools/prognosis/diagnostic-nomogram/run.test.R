# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("diagnostic_nomogram")

params <- list(
  label_column = "结局", positive_label = "是", one_against_rest = FALSE, covariates = character(), covariate_codes = character(),
  covariate_numbers = character(), gene_list = character(), bootstrap = 20L, cut = 0.5, example_sample = "", seed = 7L
)
run <- function(clinical, ..., values = NULL, probability = NULL) {
  inputs <- list(clinical = structure(clinical, label = "临床资料"), probability = probability)
  if (!is.null(values)) inputs$expression <- list(values = values, kind = "log", identifiers = "symbol", label = "矩阵")
  run_tool(tool, inputs, changed(params, ...))
}
refusal <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)

#' Aspirates of the breast as a user has them.
aspirates <- function() {
  own <- MASS::biopsy
  own <- own[!duplicated(own$ID), ]
  data.frame(
    sample = sprintf("B%s", own$ID), 厚度 = own$V1, 均一 = ifelse(own$V2 <= 3, "均一", "不均一"), 裸核 = own$V6,
    结局 = ifelse(own$class == "malignant", "是", "否"), check.names = FALSE
  )
}

testthat::test_that("MASS::biopsy: coefficients, validation, calibration and points are those of rms called directly, AUC is pROC's", {
  clinical <- aspirates()
  result <- run(clinical, covariates = c("厚度", "均一", "裸核"), covariate_numbers = c("厚度", "裸核"))
  facts <- facts_of(result)
  # rms by itself, in the order of the names.
  whole <- clinical[stats::complete.cases(clinical), ]
  whole <- whole[order(whole$sample, method = "radix"), ]
  data <- data.frame(y = as.integer(whole$结局 == "是"), t1 = whole$厚度, t2 = factor(whole$均一, levels(baseline_levels(whole$均一)$values)), t3 = whole$裸核)
  before <- options(datadist = rms::datadist(data[-1L]))
  on.exit(options(before))
  fit <- rms::lrm(y ~ t1 + t2 + t3, data, x = TRUE, y = TRUE)
  expect_identical(c(facts$samples, facts$cases, facts$excluded), c(nrow(data), sum(data$y), nrow(clinical) - nrow(data)))
  expect_equal(result$odds$or, unname(exp(stats::coef(fit)[-1L])), tolerance = 1e-6)
  plain <- stats::glm(y ~ t1 + t2 + t3, stats::binomial(), data)
  expect_equal(result$odds$p, unname(summary(plain)$coefficients[-1L, 4L]), tolerance = 1e-4)
  expect_equal(log(result$odds$lower), unname(stats::confint.default(plain)[-1L, 1L]), tolerance = 1e-4)
  expect_equal(result$odds$vif, unname(rms::vif(fit)), tolerance = 1e-6)
  alone <- stats::glm(y ~ t3, stats::binomial(), data)
  expect_equal(result$odds$uni_or[[3L]], unname(exp(stats::coef(alone)[[2L]])), tolerance = 1e-6)
  set.seed(7L)
  utils::capture.output(direct <- unclass(rms::validate(fit, B = 20L)))
  corrected <- result$performance[result$performance$how == "自助法校正", ]
  theirs <- c(0.5 + direct["Dxy", "index.corrected"] / 2, direct[c("B", "Slope", "Intercept"), "index.corrected"])
  expect_equal(corrected$estimate, unname(theirs), tolerance = 1e-6)
  set.seed(7L)
  utils::capture.output(calibrated <- unclass(rms::calibrate(fit, B = 20L)))
  drawn <- result$calibration[result$calibration$series == "自助法校正", ]
  expect_equal(drawn$y, unname(calibrated[, "calibrated.corrected"]), tolerance = 1e-6)
  roc <- pROC::roc(data$y, unname(fit$linear.predictors), levels = 0:1, direction = "<", quiet = TRUE)
  own <- result$performance[result$performance$how == "训练集内（偏乐观）" & result$performance$measure == "AUC", ]
  expect_equal(own$estimate, as.numeric(pROC::auc(roc)), tolerance = 1e-6)
  expect_equal(facts$auc_apparent_low, as.numeric(pROC::ci.auc(roc))[[1L]], tolerance = 0.02)
  points <- rms::nomogram(fit, fun = stats::plogis)
  for (i in 1:3) expect_equal(
    result$points$points[result$points$term == c("厚度", "均一", "裸核")[[i]]], unname(points[[sprintf("t%d", i)]]$points), tolerance = 1e-6
  )
  # By hand: the variable of the widest reach has 100 points, the others by their share; the example's points add up to the model's own probability.
  beta <- stats::coef(fit)
  reach <- c(abs(beta[["t1"]]) * diff(range(data$t1)), abs(beta[[3L]]), abs(beta[["t3"]]) * diff(range(data$t3)))
  sample <- whole[whole$sample == facts$example_name, ]
  by_hand <- c(
    beta[["t1"]] * (sample$厚度 - min(data$t1)), if (beta[[3L]] > 0) (sample$均一 == levels(data$t2)[[2L]]) * beta[[3L]]
    else (sample$均一 == levels(data$t2)[[1L]]) * -beta[[3L]], beta[["t3"]] * (sample$裸核 - min(data$t3))
  ) / max(reach) * 100
  expect_equal(facts$example_total, sum(by_hand), tolerance = 1e-6)
  predicted <- stats::predict(plain, data[match(facts$example_name, whole$sample), ], type = "response")
  expect_equal(facts$example_chance, unname(predicted), tolerance = 1e-4)
  at <- result$totals
  expect_equal(stats::approx(at$total, at$linear, facts$example_total)$y, stats::qlogis(facts$example_chance), tolerance = 1e-6)
  expect_lt(facts$c_corrected, facts$auc_apparent + 1e-9)
  expect_lte(facts$auc_nested, facts$auc_apparent + 1e-3)
})

#' Samples as a Chinese clinical table has them: sex, stage, HER2, age; the stage and a gene tell the outcome.
planted <- function(n = 120L, effect = 1, seed = 1) {
  set.seed(seed)
  stage <- sample(c("I期", "II期", "III期"), n, replace = TRUE)
  values <- matrix(stats::rnorm(2L * n), 2L, dimnames = list(c("G1", "G2"), sprintf("S%03d", seq_len(n))))
  y <- stats::rbinom(n, 1, stats::plogis(effect * (match(stage, c("I期", "II期", "III期")) - 2 + values[1L, ])))
  clinical <- data.frame(
    sample = colnames(values), 性别 = sample(c("男", "女"), n, TRUE), 分期 = stage, HER2 = sample(c("阳性", "阴性"), n, TRUE),
    年龄 = round(stats::rnorm(n, 60, 9), 1), 结局 = c("否", "是")[y + 1L], check.names = FALSE
  )
  list(values = values, clinical = clinical, y = y)
}

testthat::test_that("a Chinese table: references are 男, I期 and 阴性, spellings are merged, what is missing is counted", {
  data <- planted()
  data$clinical$HER2[[1L]] <- "阳性 "
  data$clinical$年龄[2:3] <- NA
  terms <- c("性别", "分期", "HER2", "年龄")
  result <- run(data$clinical, covariates = terms)
  expect_identical(result$odds$term, c("性别：女 对 男", "分期：II期 对 I期", "分期：III期 对 I期", "HER2：阳性 对 阴性", "年龄"))
  facts <- facts_of(result)
  expect_identical(c(facts$samples, facts$excluded), c(118L, 2L))
  expect_true("缺少所选的变量" %in% sub("^排除：", "", result$flow$step))
  again <- run(data$clinical[120:1, ], covariates = terms)
  expect_identical(again$odds, result$odds)
  expect_identical(again$performance, result$performance)
  flipped <- run(data$clinical, covariates = terms, positive_label = "否")
  expect_equal(flipped$odds$or, 1 / result$odds$or, tolerance = 1e-6)
})

testthat::test_that("genes and a model's score stand beside clinical columns; the score is the log odds of its probability", {
  data <- planted()
  probability <- data.frame(sample = data$clinical$sample, probability = stats::plogis(data$values[1L, ] / 2))
  result <- run(data$clinical, covariates = "分期", gene_list = "G2", values = data$values, probability = probability)
  expect_identical(result$odds$term, c("G2", "模型的评分", "分期：II期 对 I期", "分期：III期 对 I期"))
  stage <- factor(data$clinical$分期, c("I期", "II期", "III期"))
  direct <- stats::glm(data$y ~ data$values[2L, ] + I(data$values[1L, ] / 2) + stage, family = stats::binomial())
  expect_equal(result$odds$or, unname(exp(stats::coef(direct)[-1L])), tolerance = 1e-4)
  expect_true(all(c("score_held_out", "genes_chosen") %in% codes_of(result)))
  expect_identical(refusal(data$clinical, covariates = "分期", probability = data.frame(sample = "Z1", probability = 0.5))$code, "scores_absent")
  expect_identical(refusal(data$clinical, gene_list = "G1")$code, "matrix_missing")
})

testthat::test_that("noise is told to be no better than chance", {
  result <- run(planted(effect = 0)$clinical, covariates = c("性别", "HER2", "年龄"))
  expect_true("no_better" %in% codes_of(result))
})

testthat::test_that("what cannot be fitted is refused with the variable and the level", {
  data <- planted()
  own <- data$clinical
  own$稀有 <- ifelse(seq_len(120L) %in% which(data$y == 1)[1:4], "有", "无")
  condition <- refusal(own, covariates = c("年龄", "稀有"))
  expect_identical(condition$code, "separated")
  expect_match(conditionMessage(condition), "「稀有」为「有」的 4 个样本里没有一个对照", fixed = TRUE)
  own$泄漏 <- data$y * 10 + stats::runif(120)
  expect_identical(refusal(own, covariates = c("年龄", "泄漏"))$code, "separated")
  # Two together: neither parts the sides alone.
  own$甲 <- stats::rnorm(120)
  own$乙 <- own$甲 + ifelse(data$y == 1, 0.1, -0.1)
  expect_identical(refusal(own, covariates = c("甲", "乙"))$code, "separated")
  expect_identical(refusal(own, covariates = "结局")$code, "outcome_again")
  expect_identical(refusal(own)$code, "no_terms")
  expect_identical(refusal(own, covariates = "年龄", example_sample = "Z")$code, "example_absent")
  own$编号 <- sprintf("N%d", 1:120)
  expect_identical(refusal(own, covariates = "编号")$code, "many_levels")
})

testthat::test_that("few samples for each coefficient, variables that tell the same, and one value are told", {
  data <- planted(n = 60L)
  own <- data$clinical
  own$体重 <- own$年龄 + stats::rnorm(60, 0, 0.5)
  own$中心 <- "一院"
  result <- run(own, covariates = c("年龄", "体重", "分期", "中心"))
  expect_true(all(c("events_each", "vif", "one_level") %in% codes_of(result)))
  own$月龄 <- own$年龄 * 12
  expect_true("collinear" %in% codes_of(run(own, covariates = c("年龄", "月龄"))))
})
