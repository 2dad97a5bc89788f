# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
invisible(load_library(root, "cox"))
tool <- tool_of("risk_model_validation")
lasso <- tool_of("bulk_lasso_regression")

params <- list(endpoint = "OS", time_unit = "year", standardise = "none", entry_column = NULL)
matrix_of <- function(values, sha256 = "a") list(values = values, kind = "log", identifiers = "symbol", label = "矩阵", sha256 = sha256)
run <- function(model, data, ..., sha256 = "b") {
  run_tool(tool, list(model = model, expression = matrix_of(data$values, sha256), survival = data$follow), changed(params, ...))
}
#' As a user downloads a table and uploads it again.
as_file <- function(table) {
  folder <- tempfile("tables")
  dir.create(folder)
  read_table_input(file.path(folder, write_table("model", table, folder)$path))
}
refused <- function(code, ...) expect_identical(tryCatch(run(...), oncoloom_input = function(condition) condition$code), code)

cox_example <- function(rows) {
  own <- package_data("CoxExample", "glmnet")
  values <- t(own$x)[, rows]
  dimnames(values) <- list(sprintf("X%02d", seq_len(nrow(values))), sprintf("P%04d", rows))
  list(values = values, follow = data.frame(sample = colnames(values), time = own$y[rows, "time"], status = own$y[rows, "status"]))
}
train <- function(data) {
  run_tool(lasso, list(expression = matrix_of(data$values), survival = data$follow, candidates = NULL), list(
    time_unit = "year", preprocess_percent = 0, preprocess_tpm = 0, lambda = "min", nfolds = 5L, maxit = 1000L, times = c("1", "2"),
    assignments = 2L, repeats = 1L, chance = FALSE, seed = 7L
  ))
}
first <- cox_example(1:500)
rest <- cox_example(501:1000)
trained <- train(first)
model <- as_file(trained$model)
validated <- run(model, rest)

testthat::test_that("on its own training data a model gives its own scores, standardised or not, and says that this is no validation", {
  for (standardise in c("none", "zscore")) {
    again <- run(model, first, standardise = standardise, sha256 = "a")
    expect_equal(again$patients$score[match(trained$patients$sample, again$patients$sample)], trained$patients$score, tolerance = 1e-12)
    expect_identical(facts_of(again)$training, TRUE)
    expect_true("training_data" %in% codes_of(again))
    expect_false(facts_of(again)$holds)
  }
  # Before a run is paid for, too.
  at_form <- function(data, ...) codes_at_form(tool, list(model = model, expression = matrix_of(data$values, ...), survival = data$follow), params)
  expect_identical(at_form(first, "a"), c("training_data", "patients_looked_at"))
  expect_identical(at_form(rest, "b"), c("unit_doubtful", "patients_looked_at"))
  # Without a checksum the means tell.
  expect_true("training_data" %in% codes_of(run(model, first, sha256 = NULL)))
  expect_false("training_data" %in% codes_of(validated))
})

testthat::test_that("in other patients: measures are those of survival and riskRegression called directly, the cut-off is the frozen one", {
  result <- validated
  coefficient <- trained$coefficients[trained$coefficients$coefficient != 0, ]
  centred <- function(data) t(data$values[coefficient$gene, ]) - rep(rowMeans(first$values[coefficient$gene, ]), each = 500)
  score <- as.vector(centred(rest) %*% coefficient$coefficient)
  expect_equal(result$patients$score[match(rest$follow$sample, result$patients$sample)], score, tolerance = 1e-10)
  training <- as.vector(centred(first) %*% coefficient$coefficient)
  cutoff <- stats::median(training)
  expect_identical(sum(result$patients$group == "高风险"), sum(score > cutoff))
  people <- data.frame(time = rest$follow$time * 365.25, status = rest$follow$status, score = score)
  of <- function(measure) result$performance[result$performance$measure == measure & result$performance$how == "这份数据（模型原样）", ]
  direct <- survival::concordance(survival::Surv(time, status) ~ score, people, reverse = TRUE)
  expect_equal(of("C 指数")$estimate, direct$concordance, tolerance = 1e-12)
  expect_equal(of("C 指数")$lower, direct$concordance - stats::qnorm(0.975) * sqrt(direct$var), tolerance = 1e-12)
  fit <- survival::coxph(survival::Surv(time, status) ~ score, people)
  slope <- unlist(of("校准斜率")[c("estimate", "lower", "upper")], use.names = FALSE)
  expect_equal(slope, unname(c(stats::coef(fit), stats::confint(fit))), tolerance = 1e-8)
  # The baseline anew: Breslow's sum over the training patients.
  events <- which(first$follow$status == 1 & first$follow$time <= 1)
  hazard <- sum(vapply(events, function(i) 1 / sum(exp(training[first$follow$time >= first$follow$time[[i]]])), numeric(1)))
  risk <- 1 - exp(-hazard * exp(score))
  Surv <- survival::Surv # nolint
  told <- riskRegression::Score(
    list(m = matrix(risk)), Surv(time, status) ~ 1, people, times = 365.25, metrics = c("auc", "brier"), cens.model = "km", conf.int = TRUE
  )
  expect_equal(of("1 年 AUC")$estimate, told$AUC$score$AUC[[1L]], tolerance = 1e-8)
  brier <- told$Brier$score
  expect_equal(of("1 年 Brier 分数")$estimate, brier$Brier[brier$model == "m"], tolerance = 1e-8)
  expect_equal(of("1 年 预测准确度 IPA")$estimate, 1 - brier$Brier[brier$model == "m"] / brier$Brier[brier$model == "Null model"], tolerance = 1e-8)
  km <- summary(survival::survfit(Surv(time, status) ~ 1, people), times = 365.25)
  expect_equal(of("1 年 实际/预测（O/E）")$estimate, (1 - km$surv) / mean(risk), tolerance = 1e-8)
  facts <- facts_of(result)
  expect_true(facts$holds)
  expect_identical(signif(facts$c_trained, 10), signif(facts_of(trained)$c_nested, 10))
  expect_identical(run(model, rest), result)
  expect_true(all(c("16", "18") %in% result$reporting$item[result$reporting$filled]))
})

testthat::test_that("permuted outcomes: the model does not hold; a constant gene has its value, an unstandardised shift is told", {
  told <- lapply(1:3, function(seed) {
    set.seed(seed)
    permuted <- rest
    permuted$follow[c("time", "status")] <- rest$follow[sample(500), c("time", "status")]
    facts_of(run(model, permuted))
  })
  expect_equal(mean(vapply(told, `[[`, numeric(1), "c_validated")), 0.5, tolerance = 0.05)
  expect_false(told[[1L]]$holds)
  shifted <- rest
  shifted$values <- rest$values + 8
  moved <- run(model, shifted)
  expect_true("scale_differs" %in% codes_of(moved))
  plain <- run(model, rest, standardise = "zscore")
  expect_equal(run(model, shifted, standardise = "zscore")$performance, plain$performance, tolerance = 1e-10)
  constant <- rest
  constant$values["X01", ] <- 3
  expect_identical(facts_of(run(model, constant))$missing_genes, 0L)
  mirrored <- rest
  mirrored$values <- -rest$values
  expect_true(facts_of(run(model, mirrored))$reversed)
})

testthat::test_that("a missing gene of small weight has its centre; many, or heavy ones, are refused", {
  linear <- read_model(model, "model")
  order <- order(abs(linear$coefficient))
  light <- linear$genes[[order[[1L]]]]
  result <- run(model, list(values = rest$values[setdiff(rownames(rest$values), light), ], follow = rest$follow))
  expect_identical(facts_of(result)$missing_genes, 1L)
  expect_true("genes_at_centre" %in% codes_of(result))
  at_centre <- rest
  at_centre$values[light, ] <- linear$centre[[order[[1L]]]]
  expect_equal(result$patients$score, run(model, at_centre)$patients$score, tolerance = 1e-12)
  without <- function(genes) list(values = rest$values[setdiff(rownames(rest$values), genes), ], follow = rest$follow)
  refused("genes_missing", model, without(linear$genes[utils::tail(order, 3L)]))
  refused("genes_missing", model, without(linear$genes[utils::head(order, ceiling(length(order) * 0.3))]))
  refused("genes_absent", model, without(linear$genes))
})

testthat::test_that("rows may come in any order; files that are no model, later, damaged, huge or of texts each have their sentence", {
  turned <- run(model[rev(seq_len(nrow(model))), ], rest)
  expect_equal(turned$performance[-4L], validated$performance[-4L])
  expect_equal(turned$performance$estimate, validated$performance$estimate, tolerance = 1e-12)
  refused("not_a_model", data.frame(gene = "TP53", value = 1), rest)
  refused("not_a_model", within(model, part <- "x"), rest)
  refused("model_later", within(model, value[part == "layout"] <- 99), rest)
  refused("model_damaged", model[model$part != "centre" | model$name != "X01", ], rest)
  refused("model_damaged", within(model, value[part == "cutoff"] <- NA), rest)
  refused("model_damaged", within(model, value[part == "scale"] <- 0), rest)
  refused("model_damaged", within(model, value[part == "baseline"] <- -1), rest)
  refused("model_damaged", rbind(model, model[model$part == "coefficient", ]), rest)
  refused("model_damaged", within(model, value <- ifelse(part == "layout", "1", "abc")), rest)
  refused("model_damaged", within(model, name[part == "baseline"] <- "soon"), rest)
  refused("not_a_model", data.frame(part = rep("coefficient", 1e6), name = "X01", value = 1), rest)
  refused("no_spread", model[model$part != "spread", ], rest, standardise = "zscore")
  alone <- list(model = model, expression = matrix_of(rest$values), survival = NULL)
  expect_identical(tryCatch(run_tool(tool, alone, params), oncoloom_input = function(condition) condition$code), "no_follow_up")
})

testthat::test_that("a forest is applied as it is; one whose branches lead back is refused", {
  nodes <- data.frame(
    tree = 1, node = 0:2, left = c(1, NA, NA), right = c(2, NA, NA), gene = c("X01", NA, NA), split = c(0, NA, NA), mortality = c(NA, 1, 3)
  )
  forest <- list(
    kind = "forest", method = "随机生存森林", genes = "X01", cutoff = 2, nodes = nodes, hazards = matrix(c(NA, 0.2, 0.9), 3), times = 365.25,
    about = c(data = "x")
  )
  table <- as_file(model_table(forest))
  result <- run(table, rest)
  expect_equal(result$patients$score[match(rest$follow$sample, result$patients$sample)], unname(ifelse(rest$values["X01", ] <= 0, 1, 3)))
  refused("model_damaged", within(table, left[part == "split"] <- 0), rest)
  refused("model_damaged", within(table, right[part == "split"] <- 9), rest)
  refused("genes_absent", table, list(values = rest$values[-1, ], follow = rest$follow))
})

#' The German Breast Cancer Study Group's trial: a treatment, an age, a grade of three levels, a gene made up, and follow-up.
gbsg2 <- function(rows) {
  testthat::skip_if_not_installed("TH.data")
  table <- package_data("GBSG2", "TH.data")
  set.seed(1)
  values <- matrix(stats::rnorm(2L * nrow(table), 8), 2L, dimnames = list(c("ESR1", "PGR"), sprintf("P%03d", seq_len(nrow(table)))))
  follow <- data.frame(
    sample = colnames(values), time = table$time, status = table$cens, age = table$age, horTh = as.character(table$horTh),
    tgrade = as.character(table$tgrade)
  )
  list(values = values[, rows], follow = follow[rows, ])
}
clinical_model <- function(data, ...) {
  inputs <- list(expression = if (!is.null(data$values)) matrix_of(data$values), survival = structure(data$follow, label = "随访表"))
  run_tool(tool_of("multi_cox_analysis"), inputs, changed(list(
    time_unit = "day", covariates = c("age", "horTh", "tgrade"), covariate_codes = character(), covariate_numbers = character(),
    gene_list = c("ESR1", "PGR"), stepwise = "none", bootstrap = 0L, p_value_threshold = 0.05, chance_check = FALSE, seed = 1L
  ), ...))
}

#' A model of clinical variables in patients without a matrix, in days.
run_follow <- function(model, follow, ...) {
  run_tool(tool, list(model = model, survival = structure(follow, label = "随访表")), changed(params, time_unit = "day", ...))
}
#' A frozen model of clinical variables, and what it was made of.
follow_model <- function(follow, covariates, entry) {
  clinical_model(list(follow = follow), covariates = covariates, covariate_numbers = covariates, gene_list = character(), entry_column = entry)
}

# Fitted when a test first asks for it.
delayedAssign("clinical", clinical_model(gbsg2(1:400)))

testthat::test_that("a model with clinical variables gives its own scores, and in others those of coxph; levels keep their reference", {
  own <- gbsg2(1:400)
  others <- gbsg2(401:686)
  fitted <- clinical
  frozen <- as_file(fitted$model)
  expect_identical(frozen$value[frozen$part == "layout"], 2)
  for (standardise in c("none", "zscore")) {
    again <- run(frozen, own, time_unit = "day", standardise = standardise, sha256 = "a")
    expect_equal(again$patients$score[match(fitted$risk$sample, again$patients$sample)], fitted$risk$score, tolerance = 1e-12)
    expect_true(facts_of(again)$training)
  }
  direct <- function(data) data.frame(data$follow, t(data$values))
  fit <- survival::coxph(survival::Surv(time, status) ~ ESR1 + PGR + age + horTh + tgrade, direct(own))
  scores <- function(result, data) result$patients$score[match(data$follow$sample, result$patients$sample)]
  predicted <- stats::predict(fit, direct(others), reference = "zero")
  result <- run(frozen[rev(seq_len(nrow(frozen))), ], others, time_unit = "day")
  expect_equal(diff(scores(result, others)), diff(unname(predicted)), tolerance = 1e-8)
  expect_identical(sum(result$genes$how == "临床变量"), 4L)
  expect_identical(facts_of(result)$model_genes, 2L)
  expect_setequal(result$risk_cells$gene, c("ESR1", "PGR"))
  # One level alone: a patient of grade III is no patient of the reference.
  third <- others
  third$follow$tgrade <- "III"
  moved <- scores(run(frozen, third, time_unit = "day"), others) - scores(result, others)
  expect_equal(moved[others$follow$tgrade == "I"], rep(unname(stats::coef(fit)["tgradeIII"]), sum(others$follow$tgrade == "I")), tolerance = 1e-8)
  named <- others
  names(named$follow)[names(named$follow) == "age"] <- " Age"
  expect_equal(scores(run(frozen, named, time_unit = "day"), others), scores(result, others))
})

testthat::test_that("clinical columns that are missing are named, values that the model has not seen leave their patients out", {
  frozen <- as_file(clinical$model)
  others <- gbsg2(401:686)
  without <- others
  without$follow$tgrade <- without$follow$age <- NULL
  told <- tryCatch(run(frozen, without, time_unit = "day"), oncoloom_input = function(condition) condition)
  expect_identical(told$code, "columns_missing")
  expect_match(conditionMessage(told), "age、tgrade")
  expect_identical(told$field, "survival_data")
  spelled <- others
  spelled$follow$tgrade <- c(I = "Ⅰ", II = " ii", III = "Ⅲ")[spelled$follow$tgrade]
  expect_equal(run(frozen, spelled, time_unit = "day")$patients, run(frozen, others, time_unit = "day")$patients)
  strange <- others
  strange$follow$tgrade[1:30] <- "IV"
  strange$follow$age[31:40] <- NA
  result <- run(frozen, strange, time_unit = "day")
  expect_identical(nrow(result$patients), 286L - 40L)
  expect_true("levels_unseen" %in% codes_of(result))
  expect_identical(result$flow$n[grepl("没有见过", result$flow$step)], 30L)
  expect_identical(result$flow$n[grepl("缺少模型要的", result$flow$step)], 10L)
  others$follow$horTh <- c(yes = "1", no = "0")[others$follow$horTh]
  refused("columns_unreadable", frozen, others, time_unit = "day")
  refused("model_damaged", frozen[frozen$part != "level" | frozen$name != "no", ], others, time_unit = "day")
})

testthat::test_that("a model of clinical variables alone needs no matrix; one of genes does", {
  own <- gbsg2(1:400)
  fitted <- clinical_model(own, gene_list = character())
  alone <- function(model, data) run_follow(model, data$follow)
  again <- alone(as_file(fitted$model), own)
  expect_equal(again$patients$score[match(fitted$risk$sample, again$patients$sample)], fitted$risk$score, tolerance = 1e-12)
  expect_identical(nrow(again$risk_cells), 0L)
  expect_identical(
    tryCatch(alone(as_file(clinical$model), own), oncoloom_input = function(condition) condition$code), "matrix_missing"
  )
})

testthat::test_that("a cohort serves as well: its unit and endpoint are compared with the model's", {
  sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())
  acc <- written_cohort(mini_acc())
  genes <- utils::head(cohort_genes(acc)$symbol, 5L)
  people <- cohort_survival(acc, "OS")$table
  values <- t(cohort_values(acc, genes, samples = people$sample))
  own <- linear_model("LASSO-Cox", stats::setNames(c(0.3, -0.2, 0.1, 0.2, 0.1), genes), values, people$time, people$status, 365.25 * c(1, 3), c(
    endpoint = ENDPOINTS[["PFI"]], expression = "log2(x + 1)", source = "acc-other"
  ))
  result <- run_tool(tool, list(model = as_file(model_table(own)), dataset = acc), changed(params, time_unit = "day"))
  expect_true(all(c("unit_differs", "endpoint_differs") %in% codes_of(result)))
  own$about[["source"]] <- acc$about$code
  again <- run_tool(tool, list(model = as_file(model_table(own)), dataset = acc), changed(params, time_unit = "day"))
  expect_true("training_data" %in% codes_of(again))
  entered <- tryCatch(
    run_tool(tool, list(model = as_file(model_table(own)), dataset = acc), changed(params, entry_column = "age")), oncoloom_input = identity
  )
  expect_identical(c(entered$code, entered$field), c("entry_of_cohort", "entry_column"))
})

#' Patients in whom nothing foretells anything, and a model of 20 of their genes.
noise <- function(seed, n = 80L) {
  set.seed(seed)
  values <- matrix(stats::rnorm(20L * n, 8), 20L, dimnames = list(sprintf("G%02d", 1:20), sprintf("GSM%d", 1e5 + 1e4 * seed + seq_len(n))))
  list(values = values, follow = data.frame(
    sample = colnames(values), time = round(stats::rexp(n, 1 / 900)) + 1, status = stats::rbinom(n, 1, 0.7)
  ))
}
noise_model <- function(data, nested = c(0.4, 0.32, 0.48)) {
  x <- t(data$values)
  fit <- survival::coxph(survival::Surv(data$follow$time, data$follow$status) ~ x)
  own <- linear_model(
    "多因素 Cox", stats::setNames(unname(stats::coef(fit)), colnames(x)), x, data$follow$time, data$follow$status, c(365.25, 1095.75),
    c(expression = "矩阵里的 log2 表达量")
  )
  frozen_table(own, list(c_nested = nested[[1L]], c_nested_low = nested[[2L]], c_nested_high = nested[[3L]], c_apparent = 0.75), list(
    patients = data.frame(patient = data$follow$sample, data$follow)
  ))
}
#' The same patients as nobody would know them: other names, other values, another order.
disguised <- function(data) {
  names <- sprintf("病例 %d", rev(seq_len(ncol(data$values))))
  list(values = `colnames<-`(data$values * 1.01 + 0.02, names), follow = within(data$follow, sample <- names)[rev(seq_along(names)), ])
}

testthat::test_that("the patients of training under other names are called so and the model never holds; some of them are counted", {
  own <- noise(1)
  frozen <- as_file(noise_model(own))
  told <- run(frozen, disguised(own), time_unit = "day")
  facts <- facts_of(told)
  expect_gt(facts$c_low, 0.5)
  expect_identical(facts[c("training", "holds", "no_better", "mixed")], list(training = TRUE, holds = FALSE, no_better = FALSE, mixed = FALSE))
  expect_equal(facts$overlap_share, 1)
  expect_true("training_patients" %in% codes_of(told))
  expect_false("training_data" %in% codes_of(told))
  others <- noise(2)
  mixture <- list(values = cbind(own$values[, 1:16], others$values[, 1:64]), follow = rbind(own$follow[1:16, ], others$follow[1:64, ]))
  some <- facts_of(run(frozen, mixture, time_unit = "day"))
  expect_identical(c(some$training, some$mixed, some$holds, some$no_better), c(FALSE, TRUE, FALSE, FALSE))
  expect_equal(some$overlap, 16)
  clean <- run(frozen, others, time_unit = "day")
  expect_identical(c(facts_of(clean)$overlap, facts_of(clean)$overlap_checked), c(0, 1))
  expect_false(any(c("training_patients", "seen_unknown", "better_than_nested") %in% codes_of(clean)))
})

testthat::test_that("a model of an earlier release says that it cannot tell; far over its nested C it does not hold", {
  own <- noise(1)
  earlier <- as_file(noise_model(own))
  earlier <- earlier[!earlier$part %in% c("salt", "seen"), ]
  told <- run(earlier, disguised(own), time_unit = "day")
  facts <- facts_of(told)
  expect_true(all(c("seen_unknown", "better_than_nested") %in% codes_of(told)))
  expect_identical(c(facts$overlap_checked, facts$better, facts$holds), c(FALSE, TRUE, FALSE))
  expect_false(facts_of(run(model[!model$part %in% c("salt", "seen"), ], rest))$better)
  expect_true(facts_of(validated)$holds)
})

testthat::test_that("models of noise hold in new patients of noise in no more than 5 of 100", {
  holds <- vapply(seq_len(200L), function(seed) {
    set.seed(seed)
    time <- stats::rexp(80, 1 / 900)
    status <- stats::rbinom(80, 1, 0.7)
    c_index <- concordance_of(time, status, stats::rnorm(80))
    told <- validation_verdict(c_index, c(0.5, 0.42, 0.58), list(n = 0, share = 0), FALSE)
    c(told$holds, told$holds || told$reversed, told$better)
  }, logical(3))
  expect_lte(mean(holds[1L, ]), 0.05)
  expect_lte(mean(holds[2L, ]), 0.08)
  expect_lte(mean(holds[3L, ]), 0.05)
})

testthat::test_that("in the matrix of training, held-out patients are an internal validation and those of training none, whatever their names", {
  whole <- cox_example(1:500)
  # Everybody's names: only the matrix tells that they are the same patients.
  colnames(whole$values) <- whole$follow$sample <- sprintf("P%03d", 1:500)
  of <- function(rows) list(values = whole$values, follow = whole$follow[rows, ])
  own <- as_file(train(of(1:300))$model)
  held <- run(own, of(301:500), sha256 = "a")
  facts <- facts_of(held)
  expect_identical(c(facts$training, facts$mixed, facts$same_matrix, facts$holds), c(FALSE, FALSE, TRUE, TRUE))
  expect_equal(facts$overlap, 0)
  expect_true("same_matrix" %in% codes_of(held))
  expect_false(any(c("training_data", "training_patients") %in% codes_of(held)))
  expect_identical(held$performance, run(own, list(values = whole$values[, 301:500], follow = whole$follow[301:500, ]))$performance)
  seen <- run(own, of(1:300), sha256 = "a")
  expect_identical(facts_of(seen)[c("training", "same_matrix", "holds")], list(training = TRUE, same_matrix = FALSE, holds = FALSE))
  expect_true("training_data" %in% codes_of(seen))
  # Another follow-up of the same patients is none either.
  later <- of(1:300)
  later$follow$time <- later$follow$time + 1
  expect_true(facts_of(run(own, later, sha256 = "a"))$training)
  some <- run(own, of(281:500), sha256 = "a")
  expect_identical(facts_of(some)[c("mixed", "overlap", "holds")], list(mixed = TRUE, overlap = 20L, holds = FALSE))
  expect_true("training_patients" %in% codes_of(some))
  few <- run(own, of(296:500), sha256 = "a")
  expect_identical(facts_of(few)$overlap, 5L)
  expect_true("training_patients" %in% codes_of(few))
  # A model that keeps no record cannot tell them apart.
  blind <- own[!own$part %in% c("salt", "seen"), ]
  expect_true(facts_of(run(blind, of(301:500), sha256 = "a"))$training)
})

#' Primary biliary cirrhosis on the scale of age, in days: patients come under observation at the age at which they enter the trial.
pbc_ages <- function(rows) {
  own <- survival::pbc[!is.na(survival::pbc$protime), ]
  entered <- round(own$age * 365.25)
  data.frame(
    sample = sprintf("PBC%03d", own$id), time = entered + own$time, status = as.integer(own$status == 2), bili = log2(own$bili),
    albumin = own$albumin, protime = own$protime, entered = entered
  )[rows, ]
}

testthat::test_that("pbc by age: with times of entry C, slope, curves, ratio and test are survival's own of (entry, time], the rest is left out", {
  own <- pbc_ages(1:220)
  others <- pbc_ages(221:416)
  columns <- c("bili", "albumin", "protime")
  frozen <- as_file(follow_model(own, columns, "entered")$model)
  result <- run_follow(frozen, others, entry_column = "entered")
  exact <- function(object, expected) testthat::expect_equal(object, expected, tolerance = 1e-8)
  fit <- survival::coxph(survival::Surv(entered, time, status) ~ bili + albumin + protime, own)
  score <- as.vector(sweep(as.matrix(others[columns]), 2L, colMeans(own[columns])) %*% stats::coef(fit))
  exact(result$patients$score[match(others$sample, result$patients$sample)], score)
  exact(result$patients$entered[match(others$sample, result$patients$sample)], others$entered)
  of <- function(measure) unlist(result$performance[
    result$performance$measure == measure & result$performance$how == "这份数据（模型原样）", c("estimate", "lower", "upper")
  ], use.names = FALSE)
  c_index <- survival::concordance(survival::Surv(entered, time, status) ~ score, others, reverse = TRUE)
  exact(of("C 指数"), c_index$concordance + c(0, -1, 1) * stats::qnorm(0.975) * sqrt(c_index$var))
  slope <- survival::coxph(survival::Surv(entered, time, status) ~ score, others)
  exact(of("校准斜率"), unname(c(stats::coef(slope), stats::confint(slope))))
  high <- score > stats::median(as.vector(sweep(as.matrix(own[columns]), 2L, colMeans(own[columns])) %*% stats::coef(fit)))
  ratio <- survival::coxph(survival::Surv(entered, time, status) ~ high, others)
  shown <- unlist(facts_of(result)[c("risk_hr", "risk_hr_low", "risk_hr_high")], use.names = FALSE)
  exact(shown, unname(exp(c(stats::coef(ratio), stats::confint(ratio)))))
  # Without ties the score test of Cox's model is the log-rank test.
  expect_identical(anyDuplicated(others$time[others$status == 1]), 0L)
  expect_equal(facts_of(result)$risk_p, summary(ratio)$sctest[["pvalue"]], tolerance = 1e-6)
  curve <- survival::survfit(survival::Surv(entered, time, status) ~ 1, others[high, ])
  exact(result$curve$surv[result$curve$group == "高风险"][-1L], curve$surv)
  expect_setequal(result$performance$measure, c("C 指数", "校准斜率"))
  for (table in c("roc", "calibration", "decision")) expect_identical(nrow(result[[table]]), 0L)
  expect_true(all(c("entry", "entry_left_out", "model_entered") %in% codes_of(result)))
  expect_false("times_not_told" %in% codes_of(result))
  facts <- facts_of(result)
  expect_identical(facts[c("entered_late", "entry_word", "model_entered")], list(entered_late = 196L, entry_word = "entered", model_entered = 220))
  expect_equal(as.numeric(facts$model_from), min(own$entered), tolerance = 1e-3)
  expect_true("冻结的系数、中心和截断值；按左截断处理进入时间的 Harrell C 和校准斜率" %in% result$reporting$answer)
  set.seed(6)
  mixed <- run_follow(frozen, others[sample(nrow(others)), ], entry_column = "entered")
  expect_equal(mixed$performance, result$performance, tolerance = 1e-9)
  alone <- run_follow(frozen, others[names(others) != "entered"])
  expect_true("model_entered" %in% codes_of(alone))
  expect_match(attr(alone, "findings")[[match("model_entered", codes_of(alone))]]$message, "请选出「进入观察的时间」")
  again <- run_follow(frozen, own, entry_column = "entered")
  expect_true(facts_of(again)$training)
  expect_equal(again$performance$estimate[again$performance$measure == "校准斜率"], 1, tolerance = 1e-6)
})

testthat::test_that("an entry of 0 changes neither C, slope nor curves; late ones and those without one leave, counted; others are refused", {
  own <- referred_patients(11L)
  frozen <- as_file(follow_model(referred_patients(12L)[c("sample", "time", "status", "other")], "other", NULL)$model)
  without <- run_follow(frozen, own[names(own) != "entered"])
  expect_null(facts_of(without)$model_entered)
  expect_true(all(is.na(without$patients$entered)))
  zero <- run_follow(frozen, transform(own, entered = 0), entry_column = "entered")
  expect_true("entry_none" %in% codes_of(zero))
  rows <- function(result) result$performance[result$performance$measure %in% c("C 指数", "校准斜率"), ]
  expect_equal(plain_rows(rows(zero)), plain_rows(rows(without)), tolerance = 1e-8)
  expect_equal(zero$curve, without$curve, tolerance = 1e-8)
  expect_equal(facts_of(zero)$risk_p, facts_of(without)$risk_p, tolerance = 1e-6)
  odd <- run_follow(frozen, transform(own, entered = replace(replace(entered, 1:2, NA), 3:5, time[3:5])), entry_column = "entered")
  count <- function(step) odd$flow$n[odd$flow$step == step]
  expect_identical(c(count("排除：「entered」没有填"), count("排除：进入观察不早于随访结束")), 2:3)
  expect_equal(odd$performance, run_follow(frozen, own[-(1:5), ], entry_column = "entered")$performance, tolerance = 1e-9)
  fault <- function(follow, ...) tryCatch({
    run_follow(frozen, follow, ...)
    NULL
  }, oncoloom_input = function(condition) {
    stopifnot(grepl("\\p{Han}.*请", conditionMessage(condition), perl = TRUE))
    unlist(condition[c("code", "field")])
  })
  expect_identical(fault(own, entry_column = "gone"), c(code = "no_column", field = "entry_column"))
  expect_identical(fault(own, entry_column = "frail"), c(code = "not_numbers", field = "entry_column"))
  expect_identical(fault(own, entry_column = "other"), c(code = "entry_is_variable", field = "entry_column"))
  expect_identical(fault(transform(own, entered = time + 1), entry_column = "entered")[["code"]], "few_patients")
})

#' Patients of whom a number tells the hazard (log HR 0.8), watched from their diagnosis on, or seen where they live until an entry after day 300.
from_diagnosis <- function(seed, n, late) {
  set.seed(seed)
  v <- stats::rnorm(n)
  death <- stats::rexp(n, exp(0.8 * v) / 1500)
  entered <- if (late) stats::runif(n, 300, 900) else rep(0, n)
  end <- entered + stats::runif(n, 500, 3000)
  data.frame(
    sample = sprintf("D%d-%04d", seed, seq_len(n)), time = pmin(death, end), status = as.integer(death <= end), v = v, entered = entered
  )[death > entered, ]
}

testthat::test_that("a score that makes patients come late keeps its slope of 1 with times of entry, and not without", {
  whole <- from_diagnosis(40L, 300L, FALSE)
  model <- linear_model("多因素 Cox", c(v = 0.7), as.matrix(whole["v"]), whole$time, whole$status, c(365.25, 1095.75), c(data = "x"))
  model$clinical <- list(v = character())
  frozen <- as_file(model_table(model))
  slopes <- vapply(1:10, function(seed) {
    own <- referred_by_value(seed)
    c(
      with = facts_of(run_follow(frozen, own, entry_column = "entered"))$slope,
      without = facts_of(run_follow(frozen, own[names(own) != "entered"]))$slope
    )
  }, numeric(2))
  expect_lt(abs(mean(slopes["with", ]) - 1), 0.07)
  expect_lt(mean(slopes["without", ]), 0.86)
})

testthat::test_that("risks of a model whose patients all came late are held against those who lived so long, and are right of them alone", {
  own <- from_diagnosis(1L, 4000L, TRUE)
  frozen <- as_file(follow_model(own, "v", "entered")$model)
  others <- from_diagnosis(2L, 2000L, FALSE)
  result <- run_follow(frozen, others[c("sample", "time", "status", "v")])
  facts <- facts_of(result)
  expect_identical(facts$model_entered, nrow(own) + 0)
  alive <- others[others$time > min(own$entered), ]
  expect_identical(facts$risk_patients, nrow(alive))
  expect_true("model_entered" %in% codes_of(result))
  linear <- read_model(frozen, "model")
  score <- function(rows) unname(model_score(linear, as.matrix(rows["v"])))
  risk <- 1 - exp(-exp(score(alive)) * linear$baseline[[2L]])
  at <- 3 * 365.25
  of <- function(measure) result$performance$estimate[result$performance$measure == measure]
  observed <- 1 - summary(survival::survfit(survival::Surv(time, status) ~ 1, alive), times = at)$surv
  testthat::expect_equal(of("3 年 实际/预测（O/E）"), observed / mean(risk), tolerance = 1e-8)
  Surv <- survival::Surv # nolint
  told <- riskRegression::Score(
    list(m = matrix(risk)), Surv(time, status) ~ 1, alive, times = at, metrics = "brier", cens.model = "km", conf.int = TRUE
  )$Brier$score
  testthat::expect_equal(of("3 年 Brier 分数"), told$Brier[told$model == "m"], tolerance = 1e-8)
  # Whom the score orders are all patients.
  c_index <- survival::concordance(survival::Surv(time, status) ~ score(others), others, reverse = TRUE)
  testthat::expect_equal(of("C 指数")[[1L]], c_index$concordance, tolerance = 1e-8)
  # Of all from their diagnosis on more die than a model foretells that knows nothing of the first 300 days.
  everybody <- 1 - summary(survival::survfit(survival::Surv(time, status) ~ 1, others), times = at)$surv
  expect_lt(abs(of("3 年 实际/预测（O/E）") - 1), 0.06)
  expect_gt(everybody / mean(1 - exp(-exp(score(others)) * linear$baseline[[2L]])), 1.12)
  damaged <- within(frozen, name[startsWith(name, "entry_from=")] <- "entry_from=soon")
  expect_identical(tryCatch(run_follow(damaged, others), oncoloom_input = function(condition) condition$code), "model_damaged")
})
