# Models, their validation and performance, on data whose truth is known or in which there is nothing to find.

#' Patients whose survival hangs on the first five genes, or on none.
planted_survival <- function(seed, patients = 120L, genes = 40L, effect = 0.8) {
  set.seed(seed)
  values <- matrix(stats::rnorm(patients * genes), patients, dimnames = list(sprintf("P%03d", seq_len(patients)), sprintf("G%02d", seq_len(genes))))
  time <- stats::rexp(patients, exp(as.vector(values[, 1:5] %*% rep(effect, 5))) / 1000)
  end <- stats::runif(patients, 200, 4000)
  list(values = values, time = ceiling(pmin(time, end)), status = as.integer(time <= end))
}

way <- function(seed = 7L) engine$lasso_way(nfolds = 5L, lambda = "min", maxit = 1000L, seed = seed, times = c(365, 1095))

#' As a table goes from a run to the next: written and read again.
handed_on <- function(table) {
  path <- tempfile(fileext = ".tsv")
  utils::write.table(format(table, digits = 17, trim = TRUE), path, sep = "\t", quote = FALSE, row.names = FALSE, na = "")
  utils::read.delim(path, colClasses = c(part = "character", name = "character"), na.strings = c("NA", ""), strip.white = TRUE)
}

test_that("a linear model gives its own risk scores after it was handed on, and the Cox model's", {
  data <- planted_survival(1)
  fit <- survival::coxph(survival::Surv(data$time, data$status) ~ ., data = as.data.frame(data$values[, 1:5]), ties = "breslow")
  model <- engine$linear_model("Cox", stats::coef(fit), data$values, data$time, data$status, c(365, 1095), c(endpoint = "OS"))
  again <- engine$read_model(handed_on(engine$model_table(model)), "model")
  expect_equal(engine$model_score(again, data$values), engine$model_score(model, data$values), tolerance = 1e-12)
  expect_equal(engine$model_risk(again, data$values), engine$model_risk(model, data$values), tolerance = 1e-12)
  expect_identical(again$about, c(endpoint = "OS"))
  expect_equal(unname(engine$model_score(model, data$values)), unname(stats::predict(fit, type = "lp")), tolerance = 1e-10)
  curves <- summary(survival::survfit(fit, newdata = as.data.frame(data$values[1:3, 1:5])), times = c(365, 1095))$surv
  expect_equal(engine$model_risk(model, data$values[1:3, ]), 1 - t(unname(curves)), tolerance = 1e-8)
})

test_that("what is no model, is of a later release or is damaged is refused", {
  data <- planted_survival(1)
  table <- engine$model_table(way()(data$values, data$time, data$status))
  code <- function(table) tryCatch(engine$read_model(table, "model"), oncoloom_input = function(condition) condition$code)
  expect_identical(code(data.frame(gene = "TP53")), "not_a_model")
  expect_identical(code(replace(table, "value", list(replace(table$value, table$part == "layout", 99)))), "model_later")
  expect_identical(code(table[table$part != "centre", ]), "model_damaged")
  expect_identical(code(table[table$part != "cutoff", ]), "model_damaged")
})

test_that("nested C is 0.5 where the outcome was permuted, genes chosen on it included, and the apparent one is not", {
  screen <- function(values, time, status) {
    residuals <- engine$cox_residuals(time, status, matrix(0, length(time), 1L))
    -engine$largest_share(crossprod(values, residuals), engine$column_sd(values) * length(time))
  }
  fit <- engine$screened_fit(way(), screen, 15L)
  found <- vapply(seq_len(50L), function(seed) {
    data <- planted_survival(seed, patients = 90L, genes = 300L, effect = 0)
    nested <- engine$nested_validation(data$values, data$time, data$status, fit, c(365, 1095), seed, repeats = 1L)
    model <- fit(data$values, data$time, data$status)
    c(
      engine$nested_measures(nested, data$time, data$status, c(365, 1095), numeric())$estimate[[1L]],
      # A fit may find nothing, and then tells nothing.
      if (is.null(model)) NA else engine$concordance_of(data$time, data$status, engine$model_score(model, data$values))$estimate
    )
  }, numeric(2))
  expect_lt(abs(mean(found[1L, ]) - 0.5), 0.05)
  expect_lt(sum(is.na(found[2L, ])), 10)
  expect_gt(mean(found[2L, ], na.rm = TRUE), 0.7)
})

test_that("nested performance is near that in new patients", {
  data <- planted_survival(3, patients = 250L)
  nested <- engine$nested_validation(data$values, data$time, data$status, way(), c(365, 1095), 1, repeats = 2L)
  told <- engine$nested_measures(nested, data$time, data$status, c(365, 1095), c(365, 1095))
  new <- planted_survival(4, patients = 2000L)
  model <- way()(data$values, data$time, data$status)
  there <- engine$model_measures(
    engine$model_score(model, new$values), engine$model_risk(model, new$values), new$time, new$status, c(365, 1095), c(365, 1095)
  )
  expect_identical(told$measure, there$measure)
  expect_lt(max(abs(told$estimate - there$estimate)[told$measure != "ipa"]), 0.06)
})

test_that("the same seed gives the same validation", {
  data <- planted_survival(5)
  run <- function() engine$nested_validation(data$values, data$time, data$status, way(), c(365, 1095), 11, repeats = 1L)
  expect_identical(run(), run())
})

test_that("measures are those of survival and riskRegression", {
  data <- planted_survival(6)
  score <- as.vector(data$values[, 1] + data$values[, 2])
  own <- engine$concordance_of(data$time, data$status, score)
  fit <- survival::coxph(survival::Surv(data$time, data$status) ~ score)
  expect_equal(own$estimate, unname(summary(fit)$concordance[["C"]]), tolerance = 1e-10)
  expect_equal(own$se, unname(summary(fit)$concordance[["se(C)"]]), tolerance = 1e-10)
  frame <- data.frame(time = data$time, status = data$status, score = score)
  direct <- riskRegression::Score(
    list(m = matrix(score, 120, 2)), engine$outcome_formula(), frame, times = c(365, 1095), metrics = "auc", cens.model = "km"
  )$AUC$score
  theirs <- stats::setNames(as.data.frame(direct)[, c("AUC", "lower", "upper")], c("estimate", "lower", "upper"))
  expect_equal(engine$time_auc(data$time, data$status, score, c(365, 1095))[, -1], theirs, tolerance = 1e-8)
  # Cases by 365 days against those followed longer, weighted by hand.
  censored <- survival::survfit(survival::Surv(data$time, 1 - data$status) ~ 1)
  weight <- function(at) stats::approx(c(0, censored$time), c(1, censored$surv), at, method = "constant", rule = 2)$y
  case <- data$time <= 365 & data$status == 1
  control <- data$time > 365
  weights <- outer(1 / weight(data$time[case] - 1e-6), rep(1 / weight(365), sum(control)))
  better <- outer(score[case], score[control], `>`)
  expect_equal(theirs$estimate[[1L]], sum(weights * better) / sum(weights), tolerance = 1e-6)
})

test_that("net benefit of treating all is the event rate at threshold 0, and a useless risk does no better", {
  data <- planted_survival(7)
  risk <- rep(0.3, 120)
  benefit <- engine$net_benefit(risk, data$time, data$status, 365)
  rate <- 1 - summary(survival::survfit(survival::Surv(data$time, data$status) ~ 1), times = 365)$surv
  odds <- benefit$threshold / (1 - benefit$threshold)
  expect_equal(benefit$all, rate - (1 - rate) * odds, tolerance = 1e-10)
  expect_equal(benefit$model, ifelse(benefit$threshold < 0.3, benefit$all, 0), tolerance = 1e-10)
})

test_that("calibration groups hold all patients and their Kaplan-Meier risk", {
  data <- planted_survival(8)
  model <- way()(data$values, data$time, data$status)
  risk <- engine$model_risk(model, data$values)[, 1]
  groups <- engine$calibration_groups(risk, data$time, data$status, 365)
  expect_identical(sum(groups$n), 120L)
  expect_true(all(groups$lower <= groups$observed & groups$observed <= groups$upper))
  expect_false(is.unsorted(groups$predicted))
})

test_that("curves of a nested validation are the mean of its repeats, as the table has it", {
  data <- planted_survival(3, patients = 150L)
  days <- c(365, 1095)
  nested <- engine$nested_validation(data$values, data$time, data$status, way(), days, 1, repeats = 3L)
  told <- engine$nested_measures(nested, data$time, data$status, days, days)
  study <- list(time = data$time, status = data$status)
  roc <- engine$roc_table(nested, NULL, study, days)
  area <- function(curve) sum(diff(curve$x) * (utils::head(curve$y, -1L) + curve$y[-1L]) / 2)
  areas <- vapply(split(roc, roc$year)[c("1 年", "3 年")], area, numeric(1))
  expect_equal(unname(areas), told$estimate[told$measure == "auc"], tolerance = 1e-8)
  expect_identical(unique(roc$label), sprintf("验证 %d 年 AUC %.3f", c(1L, 3L), told$estimate[told$measure == "auc"]))
  expect_false(any(vapply(split(roc, roc$year), function(one) is.unsorted(one$x) || is.unsorted(one$y), logical(1))))
  # The mean of the scores is another score, with another curve.
  pooled <- engine$time_auc(data$time, data$status, rowMeans(nested$score), days)$estimate
  expect_gt(max(abs(pooled - areas)), 1e-3)
  curves <- engine$risk_curves(nested, study, days, days)
  each <- vapply(1:3, function(i) engine$net_benefit(nested$risk[, 1, i], data$time, data$status, 365)$model, numeric(99))
  drawn <- curves$decision[curves$decision$series == "1 年 模型", ]
  expect_equal(drawn$y, rowMeans(each)[seq_len(nrow(drawn))], tolerance = 1e-12)
  groups <- lapply(1:3, function(i) engine$calibration_groups(nested$risk[, 1, i], data$time, data$status, 365))
  expect_equal(
    curves$calibration$y[curves$calibration$series == "1 年"], rowMeans(vapply(groups, `[[`, numeric(nrow(groups[[1L]])), "observed")),
    tolerance = 1e-12
  )
})

test_that("where no fold chooses anything there is no C and no AUC, and nothing is said to be no better", {
  data <- planted_survival(3)
  nested <- engine$nested_validation(data$values, data$time, data$status, function(...) NULL, 365, 1, repeats = 1L)
  told <- engine$nested_measures(nested, data$time, data$status, 365, 365)
  expect_identical(is.na(told$estimate), told$measure %in% c("c", "auc"))
  expect_identical(c(engine$is_no_better(NA), engine$is_no_better(0.5), engine$is_no_better(0.51)), c(FALSE, TRUE, FALSE))
})

#' The five genes of the largest slopes, weighted by them: a choice on the outcome that costs little time.
steepest <- function(values, time, status) {
  slope <- drop(crossprod(values, engine$cox_residuals(time, status, matrix(0, length(time), 1L))))
  chosen <- order(-abs(slope))[1:5]
  engine$linear_model("x", slope[chosen], values, time, status, 365, character())
}
#' P against permuted outcomes and against signatures drawn by lot. @param times Of each.
chance_of <- function(data, fit, times, size = 5L) {
  nested <- engine$nested_validation(data$values, data$time, data$status, fit, 365, 1, repeats = 1L)
  honest <- engine$nested_c(data$time, data$status, nested$score, nested$fold)$estimate
  apparent <- engine$concordance_of(data$time, data$status, engine$model_score(fit(data$values, data$time, data$status), data$values))$estimate
  c(
    engine$chance_p(apparent, engine$permuted_performance(data$values, data$time, data$status, fit, 1, times)),
    engine$chance_p(honest, engine$drawn_signatures(data$values, data$time, data$status, nested, size, 1, times))
  )
}

test_that("a planted signature stands out of permutations and of signatures drawn by lot", {
  expect_equal(chance_of(planted_survival(9, patients = 200L, genes = 60L), steepest, 20L), c(1 / 21, 1 / 21))
})

test_that("in noise P against chance is uniform, though the genes were chosen on these patients", {
  p <- vapply(seq_len(50L), function(seed) chance_of(planted_survival(seed, patients = 60L, effect = 0), steepest, 19L), numeric(2))
  for (kind in 1:2) {
    expect_lt(abs(mean(p[kind, ]) - 0.525), 0.12)
    expect_lte(mean(p[kind, ] <= 0.1), 0.2)
    expect_gt(suppressWarnings(stats::ks.test(p[kind, ], seq(0.05, 1, by = 0.05))$p.value), 0.05)
  }
})

test_that("reporting lists hold all items, and what the run cannot tell is left to the authors", {
  list <- engine$reporting_list(c(endpoint = "总生存（OS）", events = "28 例死亡"))
  expect_identical(as.vector(table(list$list)), c(20L, 27L))
  expect_identical(sum(list$filled), 5L)
  expect_true(all(list$answer[!list$filled] == "请作者填写"))
  expect_error(engine$reporting_list(c(weather = "晴")), "weather")
})
