# Patients who are watched from a later time on.
tool <- tool_of("kaplan_meier")
params <- list(
  time_unit = "day", group_column = "group", cutoff_method = "auto", cutoff_value = 0, reference_group = "", entry_column = "entered",
  comparison_test = "log_rank", fh_rho = 0, fh_gamma = 1, rmst_until = 0, landmark = 0, pAdjustMethod = "BH", risk_table = TRUE, conf_int = FALSE
)
run <- function(follow, ...) run_tool(tool, list(survival = follow), changed(params, ...))
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)
exact <- function(object, expected) expect_equal(object, expected, tolerance = 1e-8)

#' Patients from their diagnosis on; seen are those who live until they are referred. @param late Share of them who come after the diagnosis.
referred <- function(seed, n = 400L, late = 0.7, hr = 1) {
  set.seed(seed)
  group <- rep(c("a", "b"), n / 2L)
  death <- stats::rexp(n, ifelse(group == "b", hr, 1) / 500)
  entered <- ifelse(stats::runif(n) < late, stats::runif(n, 0, 900), 0)
  end <- entered + stats::runif(n, 200, 1500)
  seen <- death > entered
  follow <- data.frame(
    sample = paste0("P", seq_len(n)), time = pmin(death, end), status = as.integer(death <= end), group = group, entered = entered
  )
  follow[seen, ]
}

testthat::test_that("curves, ratios, means and tests are survival's own of (entry, time]", {
  follow <- referred(1)
  tables <- run(follow, reference_group = "a", rmst_until = 700)
  outcome <- survival::Surv(follow$entered, follow$time, follow$status)
  fit <- survival::survfit(outcome ~ group, follow)
  for (name in c("a", "b")) {
    own <- tables$curve[tables$curve$group == name, ][-1L, ]
    told <- survival::survfit(outcome[follow$group == name] ~ 1)
    exact(own$surv, told$surv)
    exact(own$lower, told$lower)
    expect_equal(own$n_risk, as.integer(told$n.risk))
    expect_equal(own$n_risk, vapply(own$time, function(at) sum(follow$group == name & follow$entered < at & follow$time >= at), integer(1)))
  }
  told <- summary(fit, rmean = 700)$table
  exact(tables$means$mean, unname(told[, "rmean"]))
  exact(tables$groups$median, unname(told[, "median"]))
  cox <- survival::coxph(outcome ~ group, follow)
  exact(unlist(tables$ratios[c("hr", "p")], use.names = FALSE), c(exp(stats::coef(cox)[[1L]]), summary(cox)$coefficients[[5L]]))
  # No two events at one time.
  exact(tables$tests$chisq[[1L]], cox$score)
  exact(facts_of(tables)$ph_p, unname(survival::cox.zph(cox)$table["GLOBAL", "p"]))
  exact(facts_of(tables)$follow_up, unname(summary(survival::survfit(
    survival::Surv(follow$entered, follow$time, 1 - follow$status) ~ 1
  ))$table["median"]))
  expect_equal(facts_of(tables)$entered_late, sum(follow$entered > 0))
  at_risk <- tables$risk[tables$risk$group == "a", ]
  expect_equal(at_risk$n[[1L]], sum(follow$group == "a" & follow$entered == 0))
  expect_equal(tables$patients$entered, follow$entered)
  expect_equal(tables$curve$n_risk[tables$curve$time == 0], as.vector(table(follow$group)))
  expect_true("entry" %in% codes_of(tables))
  ties <- transform(follow[1:80, ], time = ceiling(time / 20) * 20, entered = floor(entered / 20) * 20)
  ties <- ties[ties$entered < ties$time, ]
  exact(run(ties)$tests$chisq[[1L]], survival::coxph(survival::Surv(entered, time, status) ~ group, ties, ties = "exact")$score)
})

testthat::test_that("of three groups the test is the score test, and a weighted one keeps to those at risk", {
  follow <- transform(referred(2), group = c("a", "b", "c")[seq_along(time) %% 3 + 1])
  tables <- run(follow)
  exact(tables$tests$chisq[[1L]], survival::coxph(survival::Surv(entered, time, status) ~ group, follow)$score)
  expect_equal(nrow(tables$pairs), 3L)
  two <- follow[follow$group != "c", ]
  exact(
    tables$pairs$chisq[tables$pairs$group_1 == "a" & tables$pairs$group_2 == "b"],
    survival::coxph(survival::Surv(entered, time, status) ~ group, two)$score
  )
  expect_true(facts_of(run(two, comparison_test = "max_combo"))$p > 0)
})

testthat::test_that("entry at 0 gives the numbers without it, in all tables", {
  follow <- referred(3, late = 0)
  zero <- run(follow, comparison_test = "fleming_harrington")
  without <- run(follow[names(follow) != "entered"], entry_column = NULL, comparison_test = "fleming_harrington")
  for (name in setdiff(names(zero), "patients")) expect_equal(zero[[name]], without[[name]], tolerance = 1e-10)
  expect_true("entry_none" %in% codes_of(zero))
  expect_true(all(is.na(without$patients$entered)))
})

testthat::test_that("late entry that is ignored makes patients live too long; with it the truth is found, and noise stays noise", {
  told <- vapply(1:25, function(seed) {
    follow <- referred(seed)
    alone <- follow[c("sample", "time", "status", "entered")]
    means <- function(entry) run(alone, group_column = NULL, entry_column = entry, rmst_until = 600)$means$mean
    c(means("entered"), means(NULL))
  }, numeric(2L))
  truth <- 500 * (1 - exp(-600 / 500))
  expect_equal(mean(told[1L, ]), truth, tolerance = 0.02)
  expect_gt(mean(told[2L, ]), truth * 1.08)
  p <- vapply(1:40, function(seed) {
    follow <- referred(seed)
    weighted_rank_test(follow$time, follow$status, follow$group, "log_rank", entry = follow$entered)$p
  }, numeric(1))
  expect_gt(stats::ks.test(p, "punif")$p.value, 0.01)
})

testthat::test_that("those who enter at their end or later, before 0, or at a time that nobody knows leave, counted", {
  follow <- referred(4)
  odd <- follow
  odd$entered[1:9] <- c(NA, NA, -3, odd$time[4:6], odd$time[7:9] + 5)
  tables <- run(odd)
  expect_equal(facts_of(tables)$patients, nrow(follow) - 9L)
  flow <- stats::setNames(tables$flow$n, tables$flow$step)
  expect_equal(flow[["排除：进入观察不早于随访结束"]], 6L)
  expect_equal(flow[["排除：进入观察的时间小于 0"]], 1L)
  expect_equal(flow[["排除：「entered」没有填"]], 2L)
  expect_equal(tables$tests, run(follow[-(1:9), ])$tests)
})

testthat::test_that("few patients at first are told, with the time from which there are enough", {
  follow <- referred(5, late = 1)
  # One enters at once and dies: all later survival stands on that.
  first <- data.frame(sample = "first", time = min(follow$entered) / 2, status = 1, group = "a", entered = 0)
  follow <- rbind(follow, first)
  tables <- run(follow)
  few <- early_few(tables$curve)
  expect_true(few$fallen[few$group == "a"])
  enough <- few$until[few$group == "a"]
  expect_gte(sum(follow$group == "a" & follow$entered < enough & follow$time >= enough), 10L)
  expect_true("entry_few" %in% codes_of(tables))
  expect_match(attr(tables, "findings")[[match("entry_few", codes_of(tables))]]$message, "已经降到 0")
  later <- run(follow, landmark = max(few$until))
  expect_false("entry_few" %in% codes_of(later))
  expect_equal(min(later$patients$entered), 0)
  # Few at the end are told as ever, not those of the beginning.
  expect_gt(facts_of(tables)$few_time, enough)
})

testthat::test_that("a landmark, and what does not go together", {
  follow <- referred(6)
  tables <- run(follow, landmark = 100)
  left <- follow[follow$time > 100, ]
  exact(tables$tests$chisq[[1L]], survival::coxph(survival::Surv(pmax(entered - 100, 0), time - 100, status) ~ group, left)$score)
  told <- fault(transform(follow, age = time / 7 + seq_along(time)), group_column = "age", cutoff_method = "optimal")
  expect_equal(c(told$code, told$field), c("entry_searched", "cutoff_method"))
  expect_equal(fault(follow, entry_column = "gone")$field, "entry_column")
  dated <- fault(transform(follow, entered = "2020-01-05"))
  expect_equal(dated$code, "not_numbers")
  expect_match(conditionMessage(dated), "是日期的，请先换算")
  expect_match(conditionMessage(fault(transform(follow, entered = time))), "进入观察不早于随访结束")
  # The column of entry is not taken for the only other one.
  expect_equal(nrow(run(follow[names(follow) != "group"], group_column = NULL)$tests), 0L)
})
