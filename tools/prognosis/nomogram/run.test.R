# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("survival_nomogram")

params <- list(
  time_unit = "day", covariates = character(), covariate_codes = character(), covariate_numbers = character(), gene_list = character(),
  cohort_features = character(), endpoint = "OS", times = character(), bootstrap = 10L, example_patient = "", seed = 123L
)
run <- function(follow, values = NULL, ...) {
  inputs <- list(survival = structure(follow, label = "随访表"))
  if (!is.null(values)) inputs$expression <- list(values = values, kind = "log", identifiers = "symbol", label = "矩阵")
  run_tool(tool, inputs, changed(params, ...))
}

TERMS <- c("age", "meno", "size", "grade", "nodes", "pgr", "er", "hormon", "chemo")
#' The Rotterdam tumour bank as a user has it.
rotterdam <- function() {
  own <- survival::rotterdam
  data.frame(
    sample = sprintf("R%04d", own$pid), time = own$dtime, status = own$death, own[setdiff(TERMS, "size")],
    size = unname(c(`<=20` = "a", `20-50` = "b", `>50` = "c")[as.character(own$size)])
  )
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

testthat::test_that("rotterdam: C, validation, calibration and points are those of rms called directly; what is violated is said", {
  follow <- rotterdam()
  result <- run(follow, covariates = TERMS, covariate_numbers = c("nodes", "pgr", "er"), times = c("365", "1825"))
  facts <- facts_of(result)
  cox <- survival::coxph(survival::Surv(time, status) ~ age + meno + size + grade + nodes + pgr + er + hormon + chemo, follow)
  expect_identical(c(facts$patients, facts$events), c(2982L, 1272L))
  expect_equal(facts$c_apparent, unname(cox$concordance["concordance"]), tolerance = 1e-4)
  expect_equal(result$coefficients$coef, unname(stats::coef(cox)), tolerance = 1e-8)
  expect_equal(round(facts$c_apparent, 3), 0.693)
  expect_true(facts$ph_violated)
  expect_true("not_proportional" %in% codes_of(result))
  # rms by itself, attached as its users have it.
  Surv <- survival::Surv # nolint
  before <- options(datadist = rms::datadist(follow[TERMS]))
  on.exit(options(before))
  form <- Surv(time, status) ~ age + meno + size + grade + nodes + pgr + er + hormon + chemo
  fit <- rms::cph(form, follow, x = TRUE, y = TRUE, surv = TRUE, time.inc = 1825)
  set.seed(123L)
  direct <- unclass(rms::validate(fit, B = 10L))
  rows <- result$performance
  corrected <- c(0.5 + direct["Dxy", "index.corrected"] / 2, direct[c("Slope", "R2"), "index.corrected"])
  expect_equal(rows$estimate[1:3], unname(corrected), tolerance = 1e-8)
  expect_identical(unique(rows$how), c("自助法校正", "重复交叉验证", "训练集内（偏乐观）"))
  set.seed(123L)
  utils::capture.output(calibrated <- unclass(rms::calibrate(fit, u = 1825, cmethod = "KM", m = nrow(follow) %/% 5L, B = 10L)))
  drawn <- result$calibration
  expect_equal(drawn$y[drawn$series == "5 年 偏差校正"], unname(calibrated[, "KM.corrected"]), tolerance = 1e-8)
  expect_equal(drawn$y[drawn$series == "5 年 未校正"], unname(calibrated[, "KM"]), tolerance = 1e-8)
  expect_equal(drawn$x[drawn$series == "5 年 未校正"], unname(calibrated[, "mean.predicted"]), tolerance = 1e-8)
  points <- rms::nomogram(fit)
  for (term in TERMS) {
    expect_equal(result$points$points[result$points$term == term], unname(points[[term]]$points), tolerance = 1e-6)
  }
  # By hand from the tables: points of the patient, their sum, survival; against rms' own prediction.
  patient <- follow[follow$sample == facts$example_name, ]
  by_hand <- vapply(TERMS, function(term) {
    own <- result$points[result$points$term == term, ]
    if (term == "size") return(own$points[own$value == patient$size])
    own$points[[1L]] + (patient[[term]] - as.numeric(own$value[[1L]])) * own$each[[1L]]
  }, numeric(1))
  expect_equal(sum(by_hand), facts$example_total, tolerance = 1e-8)
  predicted <- as.numeric(rms::survest(fit, patient, times = 1825, se.fit = FALSE, conf.int = FALSE)$surv)
  expect_equal(as.numeric(result$example$value[result$example$axis == "5 年生存率"]), round(predicted, 2), tolerance = 1e-8)
  read <- result$totals[result$totals$years == 5, ]
  expect_equal(stats::spline(read$total, read$survival, xout = sum(by_hand))$y, predicted, tolerance = 1e-3)
})

#' Patients whose survival hangs on stage, age and one gene.
planted <- function(seed = 1L, n = 240L) {
  set.seed(seed)
  stage <- sample(c("I", "II", "III"), n, replace = TRUE)
  age <- round(stats::rnorm(n, 60, 9), 1)
  values <- matrix(stats::rnorm(2L * n, 8), 2L, dimnames = list(c("G1", "G2"), sprintf("S%03d", seq_len(n))))
  risk <- 0.6 * match(stage, c("I", "II", "III")) + 0.03 * (age - 60) + 0.5 * (values[1L, ] - 8)
  time <- stats::rexp(n, exp(risk - 1.5) / 1500)
  end <- stats::runif(n, 600, 4000)
  list(values = values, follow = data.frame(
    sample = colnames(values), time = ceiling(pmin(time, end)), status = as.integer(time <= end), stage, age, treated = rep(0:1, length.out = n)
  ))
}

testthat::test_that("the same seed gives the same, another seed another correction; the patient who is named is worked out", {
  data <- planted()
  own <- function(...) run(data$follow, data$values, covariates = c("stage", "age"), gene_list = "G1", times = c("365", "1095"), ...)
  result <- own()
  same <- own()
  expect_identical(serialize(unclass(same[]), NULL), serialize(unclass(result[]), NULL))
  expect_lt(result$performance$estimate[[1L]], facts_of(result)$c_apparent)
  named <- own(example_patient = "S017", seed = 7L)
  expect_false(identical(named$performance$estimate[[1L]], result$performance$estimate[[1L]]))
  expect_identical(facts_of(named)$example_name, "S017")
  expect_identical(named$example$value[named$example$axis == "stage"], data$follow$stage[[17L]])
  expect_error(own(example_patient = "S999"), "没有「S999」", class = "oncoloom_input")
  expect_identical(result$axes$kind, c("points", rep("variable", 3L), "total", "linear", "probability", "probability"))
})

testthat::test_that("a variable coded the other way round changes its points and nothing that is foretold", {
  data <- planted(2L)
  flipped <- within(data$follow, treated <- 1 - treated)
  one <- run(data$follow, covariates = c("stage", "age", "treated"), example_patient = "S020", times = "1095")
  other <- run(flipped, covariates = c("stage", "age", "treated"), example_patient = "S020", times = "1095")
  expect_equal(facts_of(other)$c_corrected, facts_of(one)$c_corrected, tolerance = 1e-6)
  expect_equal(facts_of(other)$example_total, facts_of(one)$example_total, tolerance = 1e-6)
  expect_identical(other$example$value[5:6], one$example$value[5:6])
  expect_equal(other$calibration$y, one$calibration$y, tolerance = 1e-6)
  own <- function(result) result$points$points[result$points$term == "treated"]
  expect_equal(own(other), rev(own(one)), tolerance = 1e-6)
})

testthat::test_that("a cohort's clinical features and genes make a nomogram of its patients about whom all is known", {
  made <- new.env(parent = environment())
  sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = made)
  acc <- written_cohort(made$mini_acc())
  own <- function(...) run_tool(tool, list(dataset = acc), changed(params, times = c("365", "1095"), ...))
  result <- own(cohort_features = c("age", "gender"), gene_list = "EZH2")
  expect_setequal(unique(result$points$term), c("EZH2", "年龄", "性别"))
  people <- cohort_survival(acc, "OS")$table
  clinical <- clinical_features(acc, people$patient, c("age", "gender"))
  gene <- cohort_values(acc, "EZH2", samples = people$sample)[1L, ]
  direct <- survival::coxph(survival::Surv(people$time, people$status) ~ gene + clinical$age$values + (clinical$gender$values == "男"))
  fitted <- result$coefficients$coef[match(c("EZH2", "年龄"), result$coefficients$gene)]
  expect_equal(abs(fitted), abs(unname(stats::coef(direct)[1:2])), tolerance = 1e-6)
  expect_identical(facts_of(own(covariates = "age"))$variables, 1L)
  expect_error(own(), "还没有选变量", class = "oncoloom_input")
  expect_error(own(covariates = "weight"), "没有「weight」", class = "oncoloom_input")
})

testthat::test_that("what cannot carry a nomogram is refused or told, each in its sentence", {
  data <- planted(4L)
  follow <- data$follow
  follow$site <- "A"
  follow$months <- follow$age * 12
  follow$sex <- rep(c("F", "M", ""), length.out = nrow(follow))
  told <- run(follow, covariates = c("age", "months", "site", "sex"), times = c("365", "3650"))
  expect_true(all(c("collinear", "one_level", "times_few") %in% codes_of(told)))
  expect_true("排除：缺少所选的临床变量" %in% told$flow$step)
  expect_identical(told$flow$n[[1L]], sum(told$flow$n[-1L]))
  few <- within(follow, status <- as.integer(seq_along(status) %% 10L == 0L))
  expect_true("events_each" %in% codes_of(run(few, covariates = c("age", "stage"), times = "365")))
  near <- within(follow, again <- age + stats::rnorm(length(age), 0, 0.2))
  expect_true("vif" %in% codes_of(run(near, covariates = c("age", "again"), times = "365")))
  refused <- function(sentence, ...) expect_error(run(...), sentence, class = "oncoloom_input")
  refused("还没有选变量", follow)
  refused("没有表达矩阵", follow, gene_list = "G1")
  refused("没有「weight」", follow, covariates = "weight")
  refused("没有可以进入模型的变量", follow, covariates = "site")
  refused("不足 10 例", within(follow, status <- as.integer(seq_along(status) <= 6)), covariates = "age")
  refused("只有 3 例", follow[1:3, ], covariates = "age")
  refused("没有患者随访到", within(follow, time <- time / 100), covariates = "age")
  refused("没有一例事件，HR 不可估计", within(follow, alive <- ifelse(status == 1, "no", "yes")), covariates = c("age", "alive"))
  one <- run(follow, covariates = "stage", times = "365")
  expect_identical(unique(one$points$term), "stage")
})

testthat::test_that("variables that foretell nothing are said to do no better than chance, planted ones are not", {
  data <- planted(5L)
  told <- function(follow) run(follow, covariates = c("stage", "age"), times = "365")
  found <- told(data$follow)
  expect_false(facts_of(found)$no_better)
  expect_false("no_better" %in% codes_of(found))
  set.seed(5)
  mixed <- data$follow
  mixed[c("time", "status")] <- data$follow[sample(nrow(mixed)), c("time", "status")]
  nothing <- told(mixed)
  expect_true(facts_of(nothing)$no_better)
  expect_true("no_better" %in% codes_of(nothing))
  row <- nothing$performance[nothing$performance$how == "重复交叉验证" & nothing$performance$measure == "C 指数", ]
  expect_identical(c(facts_of(nothing)$c_validated, facts_of(nothing)$c_validated_low), c(row$estimate, row$lower))
})
