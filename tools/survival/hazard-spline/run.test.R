# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("hazard_spline")

params <- list(
  time_unit = "day", status_event = "auto", variable_column = "bili", knots = "4", reference_value = "", covariates = character(),
  covariate_codes = character(), covariate_numbers = character(), entry_column = NULL
)
run <- function(follow, ...) run_tool(tool, list(survival = structure(follow, label = "随访表")), changed(params, ...))
fault <- function(...) tryCatch({
  run(...)
  NULL
}, oncoloom_input = function(condition) {
  # A sentence to act on, in Chinese.
  stopifnot(grepl("\\p{Han}.*(请|最多)", conditionMessage(condition), perl = TRUE))
  unlist(condition[c("code", "field")])
})
p_of <- function(result, i) result$tests$p[[i]]

#' Primary biliary cirrhosis, deaths.
pbc <- function() {
  own <- survival::pbc
  data.frame(
    sample = sprintf("P%03d", own$id), time = own$time, status = as.integer(own$status == 2), bili = own$bili, age = own$age,
    sex = ifelse(own$sex == "f", "女", "男"), albumin = own$albumin, protime = own$protime, stage = own$stage
  )
}

testthat::test_that("pbc: curve, tests and covariates are rms's with 3, 4 and 5 knots, alone and adjusted", {
  own <- pbc()
  before <- options(datadist = NULL)
  on.exit(options(before))
  rcs <- rms::rcs
  for (column in c("bili", "age", "albumin")) for (knots in c("3", "4", "5")) for (adjusted in c(FALSE, TRUE)) {
    result <- run(own, variable_column = column, knots = knots, covariates = if (adjusted) c("sex", "protime") else character())
    used <- if (adjusted) own[!is.na(own$protime), ] else own
    used$v <- used[[column]]
    form <- stats::as.formula(sprintf("survival::Surv(time, status) ~ rcs(v, %s)%s", knots, if (adjusted) " + sex + protime" else ""))
    assign("spline_datadist", rms::datadist(used), envir = globalenv())
    options(datadist = "spline_datadist")
    fit <- rms::cph(form, used, x = TRUE, y = TRUE, eps = 1e-12, tol = 1e-13, iter.max = 100L)
    expect_equal(result$knots$value, unname(fit$Design$parms$v), tolerance = 1e-9)
    table <- unclass(stats::anova(fit))
    expect_equal(result$tests$chisq[1:2], unname(table[c("v", " Nonlinear"), "Chi-Square"]), tolerance = 1e-6)
    expect_equal(result$tests$p[1:2], unname(table[c("v", " Nonlinear"), "P"]), tolerance = 1e-6)
    expect_identical(result$tests$df[1:2], as.integer(table[c("v", " Nonlinear"), "d.f."]))
    at <- result$points$value
    others <- if (adjusted) list(sex = "女", protime = 10)
    told <- rms::contrast(fit, c(list(v = at), others), c(list(v = stats::median(used$v)), others))
    expect_equal(log(result$points$hr), as.numeric(told$Contrast), tolerance = 1e-6)
    expect_equal(log(result$points$lower), as.numeric(told$Lower), tolerance = 1e-6)
    expect_equal(log(result$points$upper), as.numeric(told$Upper), tolerance = 1e-6)
    if (adjusted) expect_equal(log(result$covariates$HR), unname(fit$coefficients[c("sex=男", "protime")]), tolerance = 1e-6)
    curve <- result$curve[result$curve$mode == "line", ]
    expect_equal(range(curve$value), range(stats::quantile(used$v, c(10, nrow(used) - 10) / nrow(used))), tolerance = 1e-9)
    expect_equal(curve$hr[curve$value == stats::median(used$v)], 1)
  }
  rm("spline_datadist", envir = globalenv())
})

testthat::test_that("the reference moves the curve, not its shape or its P; the rows' order and the unit do not count", {
  own <- pbc()
  first <- run(own)
  other <- run(own, reference_value = "3")
  expect_equal(first$tests, other$tests)
  both <- merge(first$points, other$points, by = c("place", "value"))
  apart <- log(both$hr.x) - log(both$hr.y)
  expect_lt(diff(range(apart)), 1e-9)
  expect_equal(other$points$hr[other$points$place == "参照值"], 1)
  expect_equal(other$points$value[other$points$place == "参照值"], 3)
  set.seed(3)
  mixed <- run(own[sample(nrow(own)), ])
  expect_equal(mixed$points, first$points, tolerance = 1e-9, ignore_attr = TRUE)
  large <- run(transform(own, bili = bili * 1e9))
  expect_equal(large$tests, first$tests, tolerance = 1e-6)
  expect_equal(large$points$hr, first$points$hr, tolerance = 1e-6)
  turned <- run(transform(own, bili = -bili))
  expect_equal(turned$tests$p[1:3], first$tests$p[1:3], tolerance = 1e-6)
  expect_equal(rev(turned$points$hr[turned$points$place != "参照值"]), first$points$hr[first$points$place != "参照值"], tolerance = 1e-6)
})

#' @param effect Function of a number: the logarithm of the hazard.
planted <- function(n, effect, seed, centre = 50, spread = 10) {
  set.seed(seed)
  v <- stats::rnorm(n, centre, spread)
  event <- stats::rexp(n, 0.001 * exp(effect((v - centre) / spread)))
  end <- stats::runif(n, 500, 3000)
  data.frame(sample = sprintf("S%05d", seq_len(n)), time = pmin(event, end), status = as.integer(event <= end), bili = v)
}

testthat::test_that("the lowest place of a planted U is found where it was planted, the highest of a hill, too", {
  found <- vapply(1:10, function(seed) {
    result <- run(planted(2000L, function(z) 0.5 * (z - 0.5)^2, seed), knots = "5")
    facts <- facts_of(result)
    stopifnot(facts$valley, facts$bent, !facts$hill, !facts$rising, !facts$falling)
    as.numeric(facts$lowest_at)
  }, numeric(1))
  expect_lt(abs(mean(found) - 55), 1)
  expect_lt(max(abs(found - 55)), 5)
  hill <- facts_of(run(planted(2000L, function(z) -0.5 * z^2, 4), knots = "5"))
  expect_true(hill$hill && !hill$valley)
  expect_lt(abs(as.numeric(hill$highest_at) - 50), 4)
})

testthat::test_that("a straight line is not called curved, a threshold is called rising from there on, nothing is called nothing", {
  straight <- lapply(1:20, function(seed) facts_of(run(planted(600L, function(z) 0.5 * z, seed))))
  expect_true(all(vapply(straight, `[[`, NA, "effect")))
  expect_lte(sum(vapply(straight, `[[`, NA, "bent")), 3L)
  expect_lt(abs(mean(log(vapply(straight, `[[`, numeric(1), "line_hr"))) - 0.5), 0.05)
  shaped <- vapply(straight, function(facts) facts$valley || facts$hill || facts$rising || facts$falling, NA)
  expect_false(any(shaped & !vapply(straight, `[[`, NA, "bent")))
  threshold <- facts_of(run(planted(3000L, function(z) 1.2 * pmax(z, 0), 7), knots = "5"))
  expect_true(threshold$bent && threshold$rising && !threshold$valley)
  expect_gt(as.numeric(threshold$steep_from), 48)
  none <- facts_of(run(planted(400L, function(z) 0, 9)))
  expect_false(none$effect || none$bent || none$valley || none$hill || none$rising || none$falling)
})

testthat::test_that("without an association both P are uniform", {
  p <- vapply(1:200, function(seed) {
    own <- planted(300L, function(z) 0 * z, 100 + seed)
    spline <- hazard_spline(own$time, own$status, own$bili, spline_knots(own$bili, 4L))
    c(spline$overall$p, spline$curved$p)
  }, numeric(2))
  for (row in 1:2) expect_gt(suppressWarnings(stats::ks.test(p[row, ], "punif"))$p.value, 0.01)
  expect_true(all(rowMeans(p < 0.05) < 0.1))
})

testthat::test_that("with a straight effect the P of non-linearity is uniform", {
  p <- vapply(1:200, function(seed) {
    own <- planted(300L, function(z) 0.4 * z, 500 + seed)
    hazard_spline(own$time, own$status, own$bili, spline_knots(own$bili, 3L))$curved$p
  }, numeric(1))
  expect_gt(suppressWarnings(stats::ks.test(p, "punif"))$p.value, 0.01)
})

testthat::test_that("what makes no curve is refused with what to do instead", {
  own <- pbc()
  expect_identical(fault(own, variable_column = "sex"), c(code = "not_numbers", field = "variable_column"))
  expect_identical(fault(own, variable_column = "无此列"), c(code = "no_column", field = "variable_column"))
  expect_identical(fault(own, variable_column = "stage"), c(code = "few_values", field = "variable_column"))
  expect_identical(fault(own, covariates = "bili"), c(code = "variable_is_covariate", field = "covariates"))
  expect_identical(fault(own, covariates = "无此列")[["code"]], "column_absent")
  expect_identical(fault(own, reference_value = "中等"), c(code = "reference_unread", field = "reference_value"))
  expect_identical(fault(own, reference_value = "500"), c(code = "reference_outside", field = "reference_value"))
  tied <- transform(own, bili = pmax(bili, stats::quantile(bili, 0.7)))
  expect_identical(fault(tied), c(code = "knots_equal", field = "knots"))
  expect_identical(fault(transform(own, bili = 1))[["code"]], "few_values")
  expect_identical(fault(transform(own, bili = NA_real_))[["code"]], "few_patients")
  expect_identical(fault(own[0, ])[["code"]], "few_patients")
  few <- own[1:60, ]
  few$status <- 0L
  expect_identical(fault(few)[["code"]], "no_events")
  few$status[1:3] <- 1L
  expect_identical(fault(few), c(code = "few_events", field = "knots"))
  expect_identical(fault(transform(own, bili = bili * 1e308))[["code"]] %in% c("too_large", "few_patients", "few_values"), TRUE)
})

testthat::test_that("too few events for the coefficients are told, and so are ratios that change and columns that look like codes", {
  own <- pbc()
  few <- own[seq_len(70), ]
  few$status[cumsum(few$status) > 20] <- 0L
  result <- run(few)
  expect_true("events_each" %in% codes_of(result))
  expect_true(facts_of(result)$thin)
  expect_false(facts_of(run(own))$thin)
  changing <- run(own, variable_column = "protime", knots = "3")
  expect_identical("not_proportional" %in% codes_of(changing), changing$tests$p[[4L]] < 0.05)
  codes <- transform(own, bili = rep_len(1:12, nrow(own)))
  expect_true("variable_codes" %in% codes_of(run(codes)))
})

testthat::test_that("texts that are numbers are read, blanks and infinite ones leave, counted; times of 0 and ties are there", {
  own <- pbc()
  own$bili <- as.character(own$bili)
  own$bili[1:2] <- ""
  own$time[5] <- 0
  own$time <- round(own$time, -2)
  own$age[3] <- Inf
  result <- run(own, covariates = "age")
  expect_identical(utils::tail(result$flow$n, 1L), 415L)
  expect_identical(nrow(result$patients), 415L)
  expect_true("time_zero" %in% codes_of(result))
  constant <- run(transform(pbc(), site = "北京"), covariates = "site")
  expect_true("one_level" %in% codes_of(constant))
  expect_identical(nrow(constant$covariates), 0L)
  double <- run(transform(pbc(), double = 2 * bili), covariates = c("double", "age"))
  expect_true("collinear" %in% codes_of(double))
  expect_identical(double$covariates$variable, "age")
})

testthat::test_that("the form is told what the inputs hold", {
  expect_true("variable_read" %in% codes_at_form(tool, list(survival = structure(pbc(), label = "随访表")), params))
})

#' The same patients on the scale of their age: they come under observation at the age that they have when they enter the trial.
pbc_by_age <- function() {
  own <- pbc()
  # Whole days: rms does not see that 26117 and 26117.0000000001 are one time.
  entered <- round(own$age * 365.25)
  transform(own, time = entered + time, entered = entered)
}

testthat::test_that("with times of entry curve, tests, straight line and covariates are those of survival and rms on (entry, time]", {
  own <- pbc_by_age()
  before <- options(datadist = NULL)
  on.exit(options(before))
  rcs <- rms::rcs
  for (knots in c("3", "4", "5")) for (adjusted in c(FALSE, TRUE)) {
    # Where the columns of five knots are all but collinear, rounding alone moves the sixth digit.
    exact <- function(object, expected) testthat::expect_equal(object, expected, tolerance = if (knots == "5") 1e-6 else 1e-8)
    result <- run(own, knots = knots, covariates = if (adjusted) c("sex", "protime") else character(), entry_column = "entered")
    used <- if (adjusted) own[!is.na(own$protime), ] else own
    form <- stats::as.formula(sprintf("survival::Surv(entered, time, status) ~ rcs(bili, %s)%s", knots, if (adjusted) " + sex + protime" else ""))
    assign("spline_datadist", rms::datadist(used), envir = globalenv())
    options(datadist = "spline_datadist")
    fit <- rms::cph(form, used, x = TRUE, y = TRUE, eps = 1e-12, tol = 1e-13, iter.max = 100L)
    table <- unclass(stats::anova(fit))
    expect_equal(result$tests$chisq[1:2], unname(table[c("bili", " Nonlinear"), "Chi-Square"]), tolerance = 1e-6)
    expect_equal(result$tests$p[1:2], unname(table[c("bili", " Nonlinear"), "P"]), tolerance = 1e-6)
    others <- if (adjusted) list(sex = "女", protime = 10)
    told <- rms::contrast(fit, c(list(bili = result$points$value), others), c(list(bili = stats::median(used$bili)), others))
    expect_equal(log(result$points$hr), as.numeric(told$Contrast), tolerance = 1e-6)
    expect_equal(log(result$points$upper), as.numeric(told$Upper), tolerance = 1e-6)
    basis <- Hmisc::rcspline.eval(used$bili, result$knots$value, inclx = TRUE)
    # In units of the distance of the outer knots: where coxph stops hangs on the units.
    frame <- data.frame(used, z = I(basis / diff(range(result$knots$value))))
    direct <- survival::coxph(
      if (adjusted) survival::Surv(entered, time, status) ~ z + sex + protime else survival::Surv(entered, time, status) ~ z, frame
    )
    number <- seq_len(ncol(basis))
    exact(result$tests$chisq[[1L]], sum(stats::coef(direct)[number] * solve(stats::vcov(direct)[number, number], stats::coef(direct)[number])))
    exact(result$tests$p[[4L]], survival::cox.zph(direct)$table[["z", "p"]])
    straight <- survival::coxph(
      if (adjusted) survival::Surv(entered, time, status) ~ bili + sex + protime else survival::Surv(entered, time, status) ~ bili, used
    )
    exact(log(facts_of(result)$line_hr), unname(stats::coef(straight)[["bili"]] * stats::sd(used$bili)))
    if (adjusted) exact(log(result$covariates$HR), unname(stats::coef(direct)[c("sex男", "protime")]))
  }
  rm("spline_datadist", envir = globalenv())
  expect_identical(facts_of(result)[c("entered_late", "entry_word")], list(entered_late = nrow(own) - 2L, entry_word = "entered"))
})

testthat::test_that("an entry of 0 changes nothing, and neither do the order of the rows and the unit of both times", {
  own <- pbc()
  without <- run(own)
  zero <- run(transform(own, entered = 0), entry_column = "entered")
  for (table in c("tests", "points", "curve")) expect_equal(zero[[table]], without[[table]], tolerance = 1e-8)
  expect_true("entry_none" %in% codes_of(zero))
  expect_null(facts_of(without)$entry_word)
  aged <- pbc_by_age()
  first <- run(aged, entry_column = "entered")
  expect_false(isTRUE(all.equal(first$tests$chisq, without$tests$chisq, tolerance = 0.01)))
  set.seed(4)
  expect_equal(run(aged[sample(nrow(aged)), ], entry_column = "entered")$points, first$points, tolerance = 1e-9, ignore_attr = TRUE)
  years <- transform(aged, time = time / 365.25, entered = entered / 365.25)
  expect_equal(run(years, entry_column = "entered", time_unit = "year")$tests, first$tests, tolerance = 1e-6)
})

testthat::test_that("who has no time of entry, or one that is not before the end, leaves, counted; columns that are none are refused", {
  own <- pbc_by_age()
  odd <- transform(own, entered = replace(replace(replace(entered, 1:2, NA), 3:5, time[3:5]), 6L, -1))
  result <- run(odd, entry_column = "entered")
  count <- function(step) result$flow$n[result$flow$step == step]
  expect_identical(count("排除：「entered」没有填"), 2L)
  expect_identical(count("排除：进入观察不早于随访结束"), 3L)
  expect_identical(count("排除：进入观察的时间小于 0"), 1L)
  expect_equal(result$tests, run(own[-(1:6), ], entry_column = "entered")$tests, tolerance = 1e-9)
  expect_identical(fault(own, entry_column = "gone"), c(code = "no_column", field = "entry_column"))
  expect_identical(fault(own, entry_column = "sex"), c(code = "not_numbers", field = "entry_column"))
  expect_identical(fault(transform(own, entered = "2001-03-04"), entry_column = "entered"), c(code = "not_numbers", field = "entry_column"))
  expect_identical(fault(own, entry_column = "bili"), c(code = "entry_is_variable", field = "variable_column"))
  expect_identical(fault(own, entry_column = "age", covariates = "age"), c(code = "entry_is_variable", field = "covariates"))
  expect_identical(fault(transform(own, entered = time + 1), entry_column = "entered")[["code"]], "few_patients")
  expect_identical(fault(transform(own, entered = NA_real_), entry_column = "entered")[["code"]], "few_patients")
})

testthat::test_that("values that go with late entry have their own slope with times of entry, and a smaller one without", {
  slopes <- vapply(1:10, function(seed) {
    own <- referred_by_value(seed)
    slope <- function(entry) {
      result <- run(own[c(names(own)[1:4], entry)], variable_column = "v", entry_column = entry)
      log(facts_of(result)$line_hr) / stats::sd(own$v)
    }
    c(with = slope("entered"), without = slope(NULL))
  }, numeric(2))
  expect_lt(abs(mean(slopes["with", ]) - 0.7), 0.05)
  expect_lt(mean(slopes["without", ]), 0.6)
})
