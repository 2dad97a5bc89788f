# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("multi_cox_analysis")

params <- list(
  time_unit = "day", covariates = character(), covariate_codes = character(), covariate_numbers = character(), gene_list = character(),
  entry_column = NULL, stepwise = "none", bootstrap = 0L, p_value_threshold = 0.05, chance_check = FALSE, seed = 123L, low_hr_color = "#377eb8",
  high_hr_color = "#e41a1c"
)
run <- function(follow, values = NULL, ...) {
  inputs <- list(survival = structure(follow, label = "随访表"))
  if (!is.null(values)) inputs$expression <- list(values = values, kind = "log", identifiers = "symbol", label = "矩阵")
  run_tool(tool, inputs, changed(params, ...))
}

#' The German Breast Cancer Study Group's trial as a user has it: texts and numbers.
gbsg2 <- function() {
  testthat::skip_if_not_installed("TH.data")
  table <- package_data("GBSG2", "TH.data")
  texts <- vapply(table, is.factor, logical(1))
  table[texts] <- lapply(table[texts], as.character)
  data.frame(sample = sprintf("P%03d", seq_len(nrow(table))), time = table$time, status = table$cens, table[1:8])
}
GBSG2_TERMS <- c("horTh", "age", "menostat", "tsize", "tgrade", "pnodes", "progrec", "estrec")

#' The columns that the model of all eight variables is fitted on.
model_terms_of <- function(follow) {
  job <- new_job(function(event) NULL)
  study <- survival_study(list(survival = follow), c(params, preprocess_percent = 0, preprocess_tpm = 0), job)
  model_terms(study, changed(params, covariates = GBSG2_TERMS, covariate_numbers = "pnodes"), job)
}

testthat::test_that("the form tells how many events stand behind each coefficient, and of too few before anything is paid", {
  lung <- survival::lung
  follow <- data.frame(sample = sprintf("P%03d", seq_len(nrow(lung))), time = lung$time, status = lung$status - 1, age = lung$age)
  at_form <- function(...) codes_at_form(tool, list(survival = structure(follow, label = "随访表")), changed(params, ...))
  expect_identical(utils::tail(at_form(covariates = "age"), 1L), "model_size")
  set.seed(1)
  values <- matrix(stats::rnorm(200L * nrow(follow)), 200L, dimnames = list(sprintf("G%d", 1:200), follow$sample))
  inputs <- list(
    survival = structure(follow, label = "随访表"), expression = list(values = values, kind = "log", identifiers = "symbol", label = "矩阵")
  )
  condition <- tryCatch(codes_at_form(tool, inputs, changed(params, gene_list = rownames(values))), oncoloom_input = identity)
  expect_identical(condition$code, "many_terms")
})

testthat::test_that("GBSG2: published hazard ratio of hormonal therapy, C and test of proportional hazards; all is coxph's", {
  follow <- gbsg2()
  result <- run(follow, covariates = GBSG2_TERMS, covariate_numbers = "pnodes")
  rows <- result$coefficients
  therapy <- rows[rows$gene == "horTh：yes 对 no", ]
  expect_equal(round(unlist(therapy[c("HR", "HR.95L", "HR.95H")], use.names = FALSE), 2), c(0.71, 0.55, 0.91))
  expect_equal(round(facts_of(result)$apparent_c, 3), 0.692)
  expect_equal(round(facts_of(result)$ph_global, 3), 0.004)
  fit <- survival::coxph(survival::Surv(time, status) ~ horTh + age + menostat + tsize + tgrade + pnodes + progrec + estrec, follow)
  direct <- summary(fit)
  expect_equal(rows$coef, unname(stats::coef(fit)), tolerance = 1e-8)
  expect_equal(unname(as.matrix(rows[c("HR", "HR.95L", "HR.95H")])), unname(direct$conf.int[, c(1L, 3L, 4L)]), tolerance = 1e-8)
  expect_equal(rows$pvalue, unname(direct$coefficients[, 5L]), tolerance = 1e-8)
  expect_equal(rows$vif, unname(rms::vif(fit)), tolerance = 1e-8)
  zph <- survival::cox.zph(fit)$table
  expect_equal(unname(as.matrix(result$proportional[-1L])), unname(zph), tolerance = 1e-8)
  # survival leaves indicators where they are; the score is centred at its patients' means.
  score <- result$risk$score[match(follow$sample, result$risk$sample)]
  expect_equal(score - mean(score), unname(stats::predict(fit)) - mean(stats::predict(fit)), tolerance = 1e-8)
  # Nested comes first, and below the apparent one.
  expect_lt(result$performance$nested[[1L]], result$performance$apparent[[1L]])
  expect_gt(result$performance$nested[[1L]], 0.64)
  expect_identical(sum(result$model$part == "clinical"), 8L)
  expect_identical(result$model$name[result$model$part == "level" & result$model$value == match("tgrade", GBSG2_TERMS)], c("I", "II", "III"))
  # No gene: no heatmap.
  expect_identical(nrow(result$risk_cells), 0L)
  expect_identical(nrow(result$inclusion), 0L)
  expect_identical(result$groups$group, c("高风险", "低风险"))
})

testthat::test_that("stepwise choices are those of MASS::stepAIC in each direction, and the share of samples that keep a variable is told", {
  testthat::skip_if_not_installed("MASS")
  follow <- gbsg2()
  design <- model_terms_of(follow)
  for (direction in c("forward", "backward", "both")) {
    all <- survival::Surv(time, status) ~ horTh + age + menostat + tsize + tgrade + pnodes + progrec + estrec
    start <- survival::coxph(if (direction == "forward") survival::Surv(time, status) ~ 1 else all, follow)
    direct <- MASS::stepAIC(start, list(lower = ~1, upper = all), direction = direction, trace = 0)
    own <- step_terms(design$design, design$terms$term, follow$time, follow$status, direction)
    expect_setequal(own, attr(stats::terms(direct), "term.labels"))
  }
  result <- run(follow, covariates = GBSG2_TERMS, covariate_numbers = "pnodes", stepwise = "backward", bootstrap = 3L)
  expect_identical(facts_of(result)$chosen, 5L)
  expect_setequal(result$inclusion$term, GBSG2_TERMS)
  expect_true(all(result$inclusion$runs == 3L))
  expect_gt(result$inclusion$share[result$inclusion$term == "pnodes"], 0.9)
  expect_true("selected" %in% codes_of(result))
})

#' Patients whose survival hangs on the first two of eight genes.
planted <- function(seed = 1L, n = 150L, effect = 0.9) {
  set.seed(seed)
  values <- matrix(stats::rnorm(8L * n, 8), 8L, dimnames = list(sprintf("G%d", 1:8), sprintf("S%03d", seq_len(n))))
  time <- stats::rexp(n, exp(effect * (values[1L, ] - values[2L, ])) / 900)
  end <- stats::runif(n, 300, 3000)
  list(values = values, follow = data.frame(
    sample = colnames(values), time = ceiling(pmin(time, end)), status = as.integer(time <= end), age = round(stats::rnorm(n, 60, 8))
  ))
}

testthat::test_that("planted genes are found; the model of genes scores its own patients when it is read again", {
  data <- planted()
  result <- run(data$follow, data$values, gene_list = sprintf("G%d", 1:4), stepwise = "backward", bootstrap = 3L)
  expect_true(all(c("G1", "G2") %in% result$coefficients$gene))
  expect_gt(result$performance$nested[[1L]], 0.65)
  model <- read_model(result$model, "model")
  again <- model_score(model, t(data$values))
  expect_equal(unname(again[result$risk$sample]), result$risk$score, tolerance = 1e-12)
  expect_identical(result$risk$group, unname(ifelse(result$risk$score > model$cutoff, "高风险", "低风险")))
  expect_false(facts_of(result)$no_better)
  expect_gt(sum(result$model$part == "seen"), 150L)
  same <- run(data$follow, data$values, gene_list = sprintf("G%d", 1:4), stepwise = "backward", bootstrap = 3L)
  expect_identical(same$performance, result$performance)
})

testthat::test_that("where there is nothing to find the nested C says so, the apparent one does not, and chance stands beside it", {
  data <- planted(3L, n = 120L, effect = 0)
  result <- run(data$follow, data$values, gene_list = rownames(data$values), covariates = "age", chance_check = FALSE)
  expect_lt(abs(result$performance$nested[[1L]] - 0.5), 0.1)
  expect_gt(result$performance$apparent[[1L]], 0.55)
  expect_true(facts_of(result)$no_better)
  expect_true("no_better" %in% codes_of(result))
  checked <- run(data$follow, data$values, gene_list = c("G3", "G4"), chance_check = TRUE)
  expect_identical(sum(checked$chance$what == "打乱结局"), 100L)
  expect_identical(sum(checked$chance_bins$count), 100L)
  expect_gt(facts_of(checked)$permuted_p, 0.01)
  # Of eight genes none are drawn for a model of two.
  expect_null(facts_of(checked)$drawn_p)
})

testthat::test_that("collinear columns, one level, missing cells and texts of many values each have their sentence", {
  data <- planted(2L)
  follow <- data$follow
  follow$months <- follow$age * 12
  follow$site <- "A"
  follow$sex <- rep(c("F", "M", ""), length.out = nrow(follow))
  follow$name <- follow$sample
  result <- run(follow, data$values, gene_list = "G1", covariates = c("age", "months", "site", "sex"))
  expect_true(all(c("collinear", "one_level") %in% codes_of(result)))
  expect_setequal(result$coefficients$gene, c("G1", "age", "sex：M 对 F"))
  expect_true("缺少所选的临床变量" %in% sub("^排除：", "", result$flow$step))
  expect_identical(result$flow$n[[1L]], sum(result$flow$n[-1L]))
  expect_error(run(follow, covariates = "name"), "有 150 种取值", class = "oncoloom_input")
  expect_error(run(follow, covariates = "weight"), "没有「weight」", class = "oncoloom_input")
  expect_error(run(follow, covariates = "site"), "没有可以进入模型的变量", class = "oncoloom_input")
  expect_error(run(follow), "还没有选变量", class = "oncoloom_input")
  expect_error(run(follow, gene_list = "G1"), "没有表达矩阵", class = "oncoloom_input")
  near <- follow
  near$again <- near$age + stats::rnorm(nrow(near), 0, 0.2)
  expect_true("vif" %in% codes_of(run(near, covariates = c("age", "again"))))
})

testthat::test_that("few events and more coefficients than events are refused, few events for each coefficient are told", {
  data <- planted(4L)
  few <- within(data$follow, status <- as.integer(seq_along(status) <= 6))
  expect_error(run(few, covariates = "age"), "只有 6 例事件，不足 10 例", class = "oncoloom_input")
  some <- within(data$follow, status <- as.integer(seq_along(status) %% 6L == 0L))
  told <- run(some, data$values, gene_list = rownames(data$values))
  expect_true("events_each" %in% codes_of(told))
  wide <- matrix(stats::rnorm(30L * 150L, 8), 30L, dimnames = list(sprintf("H%02d", 1:30), colnames(data$values)))
  expect_error(run(some, wide, gene_list = rownames(wide)), "变量不少于事件", class = "oncoloom_input")
  expect_error(run(data$follow[1:3, ], covariates = "age"), "只有 3 例", class = "oncoloom_input")
  separated <- within(data$follow, alive <- ifelse(status == 1, "no", "yes"))
  told <- run(separated, covariates = c("age", "alive"))
  sentence <- attr(told, "findings")[[match("infinite", codes_of(told))]]$message
  expect_match(sentence, "没有一例事件")
  row <- told$coefficients[startsWith(told$coefficients$gene, "alive"), ]
  expect_true(is.na(row$HR))
  expect_identical(row$test, "似然比")
  # Wald's P would be near 1, whatever the data say.
  without <- survival::coxph(survival::Surv(time, status) ~ age, separated)
  whole <- suppressWarnings(survival::coxph(survival::Surv(time, status) ~ age + alive, separated))
  told_p <- stats::pchisq(2 * (whole$loglik[[2L]] - without$loglik[[2L]]), 1, lower.tail = FALSE)
  expect_equal(log10(row$pvalue), log10(told_p), tolerance = 1e-6)
})

testthat::test_that("categories stand against the first in the order that their words tell, else by their letters", {
  expect_identical(term_levels(c("III期", "I期", "II期", "I期")), c("I期", "II期", "III期"))
  expect_identical(term_levels(c("阳性", "阴性")), c("阴性", "阳性"))
  expect_identical(term_levels(c("高", "低", "中")), c("低", "中", "高"))
  expect_identical(term_levels(c("男", "女")), c("女", "男"))
  expect_identical(term_levels(c("T3", "T1", "T2")), c("T1", "T2", "T3"))
  expect_identical(term_levels(c("cDDP", "Carbo", "阳性")), sort(c("cDDP", "Carbo", "阳性"), method = "radix"))
  expect_identical(term_levels(c(2, 1)), character())
  follow <- planted()$follow
  follow$stage <- rep(c("III期", "I期", "II期"), 50L)
  result <- run(follow, covariates = "stage", chance_check = FALSE)
  direct <- survival::coxph(survival::Surv(time, status) ~ factor(stage, c("I期", "II期", "III期")), follow)
  expect_equal(result$coefficients$HR, unname(exp(stats::coef(direct))), tolerance = 1e-6)
})

testthat::test_that("with times of entry all is survival's own of (entry, time], and what takes none is left out", {
  follow <- referred_patients(1L)
  values <- matrix(stats::rnorm(12L * nrow(follow), 8), 12L, dimnames = list(sprintf("G%02d", 1:12), follow$sample))
  result <- run(follow, values, gene_list = c("G01", "G02"), covariates = c("frail", "other"), entry_column = "entered")
  fit <- survival::coxph(
    survival::Surv(entered, time, status) ~ t(values[c("G01", "G02"), follow$sample]) + (frail == "yes") + other, follow
  )
  exact <- function(object, expected) testthat::expect_equal(object, expected, tolerance = 1e-8)
  rows <- result$coefficients
  exact(rows$coef, unname(stats::coef(fit)))
  exact(rows$se, unname(sqrt(diag(stats::vcov(fit)))))
  exact(rows$pvalue, unname(summary(fit)$coefficients[, 5L]))
  frame <- data.frame(follow[c("time", "status", "entered")], a = values["G01", ], b = values["G02", ], c = follow$frail == "yes", d = follow$other)
  each <- survival::coxph(survival::Surv(entered, time, status) ~ a + b + c + d, frame)
  exact(unname(as.matrix(result$proportional[-1L])), unname(survival::cox.zph(each, "km")$table))
  c_index <- survival::concordance(survival::Surv(entered, time, status) ~ predict(each), frame, reverse = TRUE)
  exact(result$performance$apparent, unname(c_index$concordance))
  expect_identical(result$performance$measure, "C 指数")
  expect_gt(result$performance$nested[[1L]], 0.6)
  expect_identical(nrow(result$roc), 0L)
  high <- result$risk$group == "高风险"
  curve <- survival::survfit(survival::Surv(entered, time, status) ~ 1, result$risk[high, ])
  exact(result$curve$surv[result$curve$group == "高风险"][-1L], curve$surv)
  # Without ties the score test of Cox's model is the log-rank test.
  score_test <- survival::coxph(survival::Surv(entered, time, status) ~ high, cbind(result$risk, high = high))
  expect_equal(facts_of(result)$risk_p, unname(summary(score_test)$sctest[["pvalue"]]), tolerance = 1e-6)
  expect_identical(facts_of(result)$entered_late, sum(follow$entered > 0))
  expect_true("entry_left_out" %in% codes_of(result))
  # The curve of those of low risk begins with few, and is called by its name.
  few <- attr(result, "findings")[codes_of(result) == "entry_few"]
  for (one in few) expect_match(one$message, "「(高|低)风险")
  about <- result$model$name[result$model$part == "about"]
  expect_true(all(c(sprintf("entered_late=%d", sum(follow$entered > 0)), sprintf("entry_from=%.15g", min(follow$entered))) %in% about))
  expect_true("多因素 Cox 回归（Efron 法），按左截断处理进入时间，变量全部进入；等比例风险用 Schoenfeld 残差检验" %in% result$reporting$answer)
  # The baseline of the frozen model is Breslow's of the patients at risk.
  model <- read_model(result$model, "model")
  expect_equal(length(model$baseline), sum(max(follow$time) > c(1, 3, 5) * 365.25))
  by_hand <- vapply(model$times, function(at) {
    events <- with(result$risk, sort(time[status == 1 & time <= at]))
    sum(vapply(events, function(t) with(result$risk, 1 / sum(exp(score[entered < t & time >= t]))), numeric(1)))
  }, numeric(1))
  expect_equal(model$baseline, by_hand, tolerance = 1e-6)
})

testthat::test_that("an entry of 0 changes nothing, late ones are left out and counted, and choices are those of MASS::stepAIC", {
  follow <- referred_patients(2L)
  follow$noise <- stats::rnorm(nrow(follow))
  without <- run(follow[names(follow) != "entered"], covariates = c("frail", "other"))
  zero <- run(transform(follow, entered = 0), covariates = c("frail", "other"), entry_column = "entered")
  expect_equal(zero$coefficients, without$coefficients, tolerance = 1e-6)
  expect_equal(zero$performance, without$performance[1L, ], tolerance = 1e-6)
  expect_equal(zero$curve, without$curve, tolerance = 1e-8)
  expect_equal(facts_of(zero)$risk_p, facts_of(without)$risk_p, tolerance = 1e-6)
  expect_true(all(is.na(without$risk$entered)))
  expect_identical(zero$model$name[zero$model$part == "about"], without$model$name[without$model$part == "about"])
  odd <- run(transform(follow, entered = replace(entered, 1:3, time[1:3])), covariates = c("frail", "other"), entry_column = "entered")
  expect_identical(odd$flow$n[odd$flow$step == "排除：进入观察不早于随访结束"], 3L)
  expect_equal(odd$coefficients, run(follow[-(1:3), ], covariates = c("frail", "other"), entry_column = "entered")$coefficients, tolerance = 1e-8)
  testthat::skip_if_not_installed("MASS")
  told <- run(follow, covariates = c("frail", "other", "noise"), entry_column = "entered", stepwise = "backward", bootstrap = 3L)
  whole <- survival::coxph(survival::Surv(entered, time, status) ~ frail + other + noise, follow)
  direct <- MASS::stepAIC(whole, direction = "backward", trace = 0)
  expect_equal(sum(told$coefficients$coef), sum(stats::coef(direct)), tolerance = 1e-8)
  expect_true(all(told$inclusion$runs == 3L))
  months <- transform(follow, time = time / 30.4375, entered = entered / 30.4375)
  expect_equal(
    run(months, covariates = c("frail", "other"), entry_column = "entered", time_unit = "month")$coefficients,
    run(follow, covariates = c("frail", "other"), entry_column = "entered")$coefficients, tolerance = 1e-6
  )
  checked <- run(follow, matrix(
    stats::rnorm(15L * nrow(follow), 8), 15L, dimnames = list(sprintf("G%02d", 1:15), follow$sample)
  ), gene_list = "G01", entry_column = "entered", chance_check = TRUE)
  expect_identical(sum(checked$chance$what == "打乱结局"), 100L)
  expect_gt(facts_of(checked)$drawn_p, 0.01)
  expect_error(run(follow, covariates = "other", entry_column = "gone"), "没有「gone」", class = "oncoloom_input")
  expect_error(run(follow, covariates = "other", entry_column = "frail"), "不是数字", class = "oncoloom_input")
  expect_error(run(follow, covariates = c("other", "entered"), entry_column = "entered"), "不能又当变量", class = "oncoloom_input")
  expect_error(run(transform(follow, entered = time + 1), covariates = "other", entry_column = "entered"), "例", class = "oncoloom_input")
})

testthat::test_that("a ridge regression of (entry, time] is glmnet's", {
  follow <- referred_patients(3L)
  values <- matrix(stats::rnorm(nrow(follow) * 4L), ncol = 4L, dimnames = list(NULL, letters[1:4])) %*% diag(c(1, 3, 0.5, 2))
  colnames(values) <- letters[1:4]
  values[, 1L] <- values[, 1L] + follow$other
  own <- ridge_coefficients(values, follow$time, follow$status, follow$entered)
  direct <- suppressWarnings(glmnet::glmnet(
    values, survival::Surv(follow$entered, follow$time, follow$status), family = "cox", alpha = 0, lambda = RIDGE_PENALTY
  ))
  expect_equal(own, direct$beta[, 1L], tolerance = 1e-3)
  expect_equal(
    ridge_coefficients(values, follow$time, follow$status, rep(0, nrow(follow))), ridge_coefficients(values, follow$time, follow$status),
    tolerance = 1e-4
  )
})

testthat::test_that("a variable that makes patients come late has its hazard ratio with times of entry, and a smaller one without", {
  frail <- function(seed, entry) {
    rows <- run(referred_patients(seed), covariates = c("frail", "other"), entry_column = entry)$coefficients
    rows$coef[startsWith(rows$gene, "frail")]
  }
  with <- vapply(1:8, frail, numeric(1), entry = "entered")
  without <- vapply(1:8, frail, numeric(1), entry = NULL)
  expect_lt(abs(mean(with) - 0.7), 0.12)
  expect_lt(mean(without), 0.4)
})
