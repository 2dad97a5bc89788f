# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("kaplan_meier")

params <- list(
  time_unit = "day", group_column = "group", cutoff_method = "auto", cutoff_value = 0, reference_group = "", entry_column = NULL,
  comparison_test = "log_rank", fh_rho = 0, fh_gamma = 1, rmst_until = 0, landmark = 0,
  pAdjustMethod = "BH", risk_table = TRUE, conf_int = FALSE
)
run <- function(follow, ...) run_tool(tool, list(survival = follow), changed(params, ...))
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)
sentence_of <- function(tables, code) attr(tables, "findings")[[match(code, codes_of(tables))]]$message
exact <- function(object, expected) expect_equal(object, expected, tolerance = 1e-8)

lung <- data.frame(
  sample = sprintf("L%03d", seq_len(228)), time = survival::lung$time, status = survival::lung$status - 1,
  sex = c("male", "female")[survival::lung$sex], survival::lung[c("age", "ph.ecog")]
)

testthat::test_that("lung by sex has the published numbers", {
  tables <- run(lung, group_column = "sex", reference_group = "male")
  facts <- facts_of(tables)
  expect_equal(tables$groups$median[match(c("male", "female"), tables$groups$group)], c(270, 426))
  expect_equal(round(facts$p, 4), 0.0013)
  expect_equal(round(c(facts$hr, facts$hr_low, facts$hr_high), 3), c(0.588, 0.424, 0.816))
  expect_equal(unlist(facts[c("reference_low", "reference_high", "other_low", "other_high")], use.names = FALSE), c(212, 310, 348, 550))
})

testthat::test_that("percentages and parted numbers are cut as numbers, not taken for groups", {
  cut <- run(lung, group_column = "age")
  exact(run(transform(lung, age = paste0(age, "%")), group_column = "age")$tests$p, cut$tests$p)
  exact(run(transform(lung, age = format(age * 1000, big.mark = ",", trim = TRUE)), group_column = "age")$tests$p, cut$tests$p)
})

testthat::test_that("curves, tests and ratios are survival's own", {
  tables <- run(lung, group_column = "sex", reference_group = "male")
  fit <- survival::survfit(survival::Surv(time, status) ~ sex, lung)
  for (name in c("male", "female")) {
    own <- tables$curve[tables$curve$group == name, ][-1L, ]
    told <- summary(survival::survfit(survival::Surv(time, status) ~ 1, lung[lung$sex == name, ]), times = own$time)
    exact(own$surv, told$surv)
    exact(own$lower, told$lower)
    exact(own$n_risk, as.integer(told$n.risk))
  }
  expect_equal(sum(tables$curve$n_event), sum(fit$n.event))
  difference <- survival::survdiff(survival::Surv(time, status) ~ sex, lung)
  exact(tables$tests$chisq[[1L]], difference$chisq)
  exact(tables$tests$p[[1L]], stats::pchisq(difference$chisq, 1, lower.tail = FALSE))
  exact(tables$tests$chisq[[2L]], survival::survdiff(survival::Surv(time, status) ~ sex, lung, rho = 1)$chisq)
  cox <- summary(survival::coxph(survival::Surv(time, status) ~ relevel(factor(sex), "male"), lung))
  exact(unlist(tables$ratios[c("hr", "lower", "upper", "p")], use.names = FALSE), c(cox$conf.int[c(1, 3, 4)], cox$coefficients[[5L]]))
})

testthat::test_that("groups may be called anything, in any order of patients, and a swapped reference inverts the ratio", {
  tables <- run(lung, group_column = "sex", reference_group = "male")
  swapped <- run(lung, group_column = "sex", reference_group = "female")
  exact(facts_of(swapped)$hr, 1 / facts_of(tables)$hr)
  expect_identical(run(lung[sample(228), ], group_column = "sex", reference_group = "male")$curve, tables$curve)
  renamed <- transform(lung, 性别分组 = ifelse(sex == "male", strrep("很长的组名", 16), "女"))
  other <- run(renamed, group_column = "性别分组")
  exact(other$tests$p, tables$tests$p)
  expect_true("reference_absent" %in% codes_of(run(lung, group_column = "sex", reference_group = "Male")))
})

testthat::test_that("three groups and more are compared in pairs, corrected, and with the reference by one Cox model", {
  follow <- transform(lung[lung$ph.ecog %in% 0:2, ], stage = paste0("T", c(1, 2, 10)[ph.ecog + 1]))
  tables <- run(follow, group_column = "stage", pAdjustMethod = "holm")
  expect_equal(tables$groups$group, c("T1", "T2", "T10"))
  pairs <- list(c("T1", "T2"), c("T1", "T10"), c("T2", "T10"))
  expected <- vapply(pairs, function(pair) survival::survdiff(survival::Surv(time, status) ~ stage, follow, subset = stage %in% pair)$chisq, 1)
  exact(tables$pairs$chisq, expected)
  exact(tables$pairs$padj, stats::p.adjust(stats::pchisq(expected, 1, lower.tail = FALSE), "holm"))
  cox <- summary(survival::coxph(survival::Surv(time, status) ~ factor(stage, c("T1", "T2", "T10")), follow))
  exact(tables$ratios$hr, unname(cox$conf.int[, 1L]))
  exact(tables$ratios$p, unname(cox$coefficients[, 5L]))
  expect_equal(tables$tests$df[[1L]], 2L)
  expect_null(facts_of(tables)$hr)
  expect_equal(facts_of(tables)$pairs_n, 3L)
})

testthat::test_that("a column of numbers is cut, high above the cut-off; the searched one tells the corrected P alone", {
  median <- run(lung, group_column = "age")
  high <- lung$age > stats::median(lung$age)
  exact(median$tests$chisq[[1L]], survival::survdiff(survival::Surv(lung$time, lung$status) ~ high)$chisq)
  exact(facts_of(median)$hr, unname(exp(stats::coef(survival::coxph(survival::Surv(lung$time, lung$status) ~ high)))))
  expect_equal(median$groups$group, c("age \u2264 63", "age > 63"))
  expect_true("cut_at_median" %in% codes_of(median))
  # Few whole numbers are groups until somebody says otherwise.
  expect_equal(run(lung, group_column = "ph.ecog")$groups$group, c("0", "1", "2", "3"))
  best <- run(lung, group_column = "age", cutoff_method = "optimal")
  part <- 23 / 228
  told <- maxstat::maxstat.test(
    survival::Surv(time, status) ~ age, lung, smethod = "LogRank", pmethod = "Lau92", minprop = part + 1e-9, maxprop = 1 - part + 1e-9
  )
  expect_equal(facts_of(best)$cutoff_high, unname(told$estimate))
  exact(facts_of(best)$p, min(1, told$p.value))
  expect_equal(nrow(best$tests), 1L)
  quartile <- run(lung, group_column = "age", cutoff_method = "quartile")
  limits <- stats::quantile(lung$age, c(0.25, 0.75))
  expect_equal(sum(quartile$groups$n), sum(lung$age > limits[[2L]] | lung$age <= limits[[1L]]))
  expect_equal(sum(quartile$groups$n) + facts_of(quartile)$excluded, 228L)
  value <- run(lung, group_column = "age", cutoff_method = "value", cutoff_value = 70)
  expect_equal(value$groups$n, c(sum(lung$age <= 70), sum(lung$age > 70)))
})

testthat::test_that("months and years are the data's own; rates at years are found by them", {
  months <- transform(lung, time = time / 30.4375)
  tables <- run(months, group_column = "sex", time_unit = "month")
  exact(tables$tests$p, run(lung, group_column = "sex")$tests$p)
  exact(tables$rates$surv, run(lung, group_column = "sex")$rates$surv)
  exact(max(tables$curve$time), max(lung$time) / 30.4375)
})

testthat::test_that("without a column one curve is drawn, and what is missing is counted", {
  one <- run(lung, group_column = NULL)
  expect_equal(one$groups$group, "全部患者")
  expect_equal(nrow(one$tests), 0L)
  expect_null(facts_of(one)$p)
  # The only other column is the group, but for a measurement.
  only <- run(lung[c("sample", "time", "status", "sex")], group_column = NULL)
  exact(only$tests$p, run(lung, group_column = "sex")$tests$p)
  expect_equal(run(lung[c("sample", "time", "status", "age")], group_column = NULL)$groups$group, "全部患者")
  holes <- transform(lung, sex = replace(sex, 1:5, ""), time = replace(time, 6, NA))
  tables <- run(holes, group_column = "sex")
  expect_equal(facts_of(tables)$patients, 222L)
  expect_equal(tables$flow$n[[nrow(tables$flow)]], 222L)
  infinite <- run(transform(lung, age = replace(age, 1:3, Inf)), group_column = "age")
  expect_equal(facts_of(infinite)$patients, 225L)
})

testthat::test_that("few at risk is told where a curve comes to it", {
  tables <- run(lung, group_column = "sex")
  facts <- facts_of(tables)
  own <- lung[lung$sex == facts$few_group, ]
  expect_lt(sum(own$time >= facts$few_time), 10)
  expect_true("few_at_risk" %in% codes_of(tables))
})

testthat::test_that("groups without events, of one patient, or all tied draw something right", {
  toy <- data.frame(sample = paste0("P", 1:40), time = rep(1:20, 2), status = rep(c(1, 0), c(20, 20)), group = rep(c("a", "b"), each = 20))
  none <- run(toy)
  expect_true(facts_of(none)$hr_unknown)
  expect_true(is.na(none$ratios$hr))
  expect_true(facts_of(none)$hr_eventless)
  expect_match(sentence_of(none, "hr_unknown"), "没有发生事件")
  fit <- suppressWarnings(survival::coxph(survival::Surv(time, status) ~ group, toy))
  exact(log10(none$ratios$p), log10(stats::pchisq(2 * diff(fit$loglik), 1, lower.tail = FALSE)))
  exact(none$tests$p[[1L]], stats::pchisq(survival::survdiff(survival::Surv(time, status) ~ group, toy)$chisq, 1, lower.tail = FALSE))
  three <- rbind(transform(toy, status = rep(c(1, 0, 1, 1), 10)), transform(toy, sample = paste0("Q", 1:40), status = 0, group = "c"))
  tables <- run(three)
  told <- survival::coxph(survival::Surv(time, status) ~ group, three[three$group != "c", ])
  exact(tables$ratios$hr[[1L]], unname(exp(stats::coef(told))))
  expect_true(is.na(tables$ratios$hr[[2L]]))
  alone <- run(rbind(transform(toy, status = 1), data.frame(sample = "Z", time = 3, status = 1, group = "c")))
  expect_true("groups_small" %in% codes_of(alone))
  expect_equal(alone$groups$n, c(20L, 20L, 1L))
  tied <- run(transform(toy, time = 5, status = rep(c(1, 0), 20)))
  expect_equal(nrow(tied$groups), 2L)
  # All of one group before all of the other.
  apart <- run(transform(toy, status = 1, time = seq_len(40)))
  expect_true(is.na(apart$ratios$hr))
  expect_true(facts_of(apart)$hr_apart)
  expect_match(sentence_of(apart, "hr_unknown"), "完全错开")
  expect_lt(apart$ratios$p, 1e-6)
})

testthat::test_that("where ratios change with time the log-rank test alone denies nothing, and both halves are told", {
  # Of one group half die at once and the others live on; of the other they die all along.
  set.seed(4)
  n <- 60L
  first <- c(stats::rexp(n / 2L, 4), 3 + stats::rexp(n / 2L, 0.1))
  cross <- data.frame(
    sample = paste0("P", seq_len(2L * n)), time = 100 * pmin(c(first, stats::runif(n, 0.5, 10)), 6), group = rep(c("a", "b"), each = n)
  )
  cross$status <- as.integer(cross$time < 600)
  tables <- run(cross)
  facts <- facts_of(tables)
  expect_gt(facts$p, 0.05)
  expect_lt(facts$ph_p, 0.05)
  outcome <- survival::Surv(cross$time, cross$status)
  peto <- survival::survdiff(outcome ~ group, cross, rho = 1)
  exact(facts$peto_p, stats::pchisq(peto$chisq, 1, lower.tail = FALSE))
  expect_true(facts$changing && facts$weighted && facts$significant)
  # Halves: at the middle event; b goes later.
  expect_equal(facts$turn, sort(cross$time[cross$status == 1])[[ceiling(sum(cross$status) / 2)]])
  early <- survival::Surv(pmin(cross$time, facts$turn), ifelse(cross$time > facts$turn, 0, cross$status))
  exact(facts$early_hr, unname(exp(stats::coef(survival::coxph(early ~ group, cross)))))
  exact(facts$late_hr, unname(exp(stats::coef(survival::coxph(outcome ~ group, cross, subset = time > facts$turn)))))
  expect_lt(facts$early_hr, 1)
  expect_gt(facts$late_hr, 1)
  # Proportional hazards: nothing of this is said.
  plain <- facts_of(run(lung, group_column = "sex"))
  expect_false(plain$changing)
  expect_null(plain$early_hr)
})

testthat::test_that("no other P stands beside that of a cut-off that was searched for, whatever the ratio says of itself", {
  best <- run(lung, group_column = "age", cutoff_method = "optimal")
  expect_true(is.na(best$ratios$p))
  expect_false(is.na(best$ratios$hr))
  expect_null(facts_of(best)$peto_p)
  expect_null(facts_of(best)$early_p)
  expect_false(is.na(run(lung, group_column = "age")$ratios$p))
})

testthat::test_that("those between two cut-offs are counted as such, and both cut-offs are told", {
  facts <- facts_of(run(transform(lung, age = replace(age, 1:4, NA)), group_column = "age", cutoff_method = "tertile"))
  age <- lung$age[-(1:4)]
  limits <- stats::quantile(age, c(1, 2) / 3, names = FALSE)
  expect_equal(c(facts$cutoff_low, facts$cutoff_high), limits)
  expect_equal(facts$middle_n, sum(age > limits[[1L]] & age <= limits[[2L]]))
  expect_equal(facts$excluded, facts$middle_n + 4L)
  expect_true(facts$parted)
})

testthat::test_that("a cut that cannot be made says why: too few patients, or too many of one value", {
  few <- transform(lung[1:36, ], age = seq_len(36))
  told <- fault(few, group_column = "age", cutoff_method = "quartile")
  expect_equal(c(told$code, told$field), c("few_patients", "cutoff_method"))
  expect_match(conditionMessage(told), "只有 36 例患者.*请改用中位数或上下三分位数")
  expect_match(conditionMessage(fault(few[1:25, ], group_column = "age", cutoff_method = "tertile")), "请改用中位数$")
  expect_match(conditionMessage(fault(few[1:18, ], group_column = "age", cutoff_method = "median")), "请换患者更多的数据")
  expect_match(conditionMessage(fault(few[1:18, ], group_column = "age", cutoff_method = "optimal")), "只有 18 例患者")
  tied <- transform(lung, age = c(rep(1, 222), 2:7))
  expect_equal(fault(tied, group_column = "age", cutoff_method = "quartile")$code, "group_small")
  expect_match(conditionMessage(fault(tied, group_column = "age", cutoff_method = "optimal")), "数值相同")
})

testthat::test_that("what cannot be drawn is answered with a sentence on its field", {
  expect_equal(fault(transform(lung, status = 0), group_column = "sex")$code, "no_events")
  expect_equal(fault(lung, group_column = "gender")$field, "group_column")
  expect_equal(fault(lung, group_column = "sex", cutoff_method = "median")$field, "cutoff_method")
  expect_equal(fault(transform(lung, id = seq_len(228)), group_column = "id", cutoff_method = "category")$code, "many_groups")
  expect_equal(fault(lung, group_column = "age", cutoff_method = "value", cutoff_value = 200)$field, "cutoff_value")
  constant <- transform(lung, age = 60)
  expect_match(conditionMessage(fault(constant, group_column = "age", cutoff_method = "optimal")), "age")
  expect_equal(fault(constant, group_column = "age", cutoff_method = "median")$code, "group_small")
  expect_true("one_group" %in% codes_of(run(constant, group_column = "age")))
  expect_equal(fault(lung[1:3, ], group_column = "sex")$code, "few_patients")
})

testthat::test_that("restricted means are survival's own areas, to the end of the shortest follow-up or to a given time", {
  for (until in c(0, 365)) {
    tables <- run(lung, group_column = "sex", reference_group = "male", rmst_until = until)
    end <- if (until == 0) min(tapply(lung$time, lung$sex, max)) else until
    fit <- survival::survfit(survival::Surv(time, status) ~ sex, lung)
    told <- summary(fit, rmean = end)$table[c("sex=male", "sex=female"), c("rmean", "se(rmean)")]
    means <- tables$means
    expect_identical(means$group, c("male", "female"))
    exact(means$until, rep(end, 2L))
    exact(means$mean, unname(told[, "rmean"]))
    apart <- diff(unname(told[, "rmean"]))
    se <- sqrt(sum(told[, "se(rmean)"]^2))
    exact(means$difference[[2L]], apart)
    exact(c(means$difference_lower[[2L]], means$difference_upper[[2L]]), apart + c(-1, 1) * stats::qnorm(0.975) * se)
    exact(means$p[[2L]], 2 * stats::pnorm(-abs(apart / se)))
    expect_true(is.na(means$difference[[1L]]))
  }
  # The area below the steps by hand.
  own <- tables$curve[tables$curve$group == "male" & tables$curve$time < 365, ]
  exact(means$mean[[1L]], sum(own$surv * diff(c(own$time, 365))))
  swapped <- run(lung, group_column = "sex", reference_group = "female")$means
  exact(swapped$difference[[2L]], -run(lung, group_column = "sex", reference_group = "male")$means$difference[[2L]])
})

testthat::test_that("restricted means end with the shortest follow-up, and say so", {
  short <- lung
  short$time[short$sex == "female"] <- pmin(short$time[short$sex == "female"], 300)
  tables <- run(short, group_column = "sex", rmst_until = 900)
  exact(tables$means$until, c(300, 300))
  expect_true("rmst_shorter" %in% codes_of(tables))
  expect_identical(nrow(run(lung, group_column = "ph.ecog")$means), 4L)
  expect_identical(nrow(run(lung, group_column = NULL, cutoff_method = "auto")$means), 1L)
})

testthat::test_that("a landmark analysis is that of the patients who are left, with their times from there", {
  left <- lung[lung$time > 90, ]
  expected <- run(transform(left, time = time - 90), group_column = "sex", reference_group = "male")
  tables <- run(lung, group_column = "sex", reference_group = "male", landmark = 90)
  for (name in c("groups", "tests", "ratios", "means", "curve")) expect_equal(tables[[name]], expected[[name]])
  expect_true("landmark" %in% codes_of(tables))
  expect_identical(tables$flow$n[grepl("到起点 90", tables$flow$step, fixed = TRUE)], sum(lung$time <= 90))
  expect_match(fault(lung, group_column = "sex", landmark = 99999)$message, "没有患者还在随访", fixed = TRUE)
  months <- run(transform(lung, time = time / 30.4375), group_column = "sex", time_unit = "month", landmark = 3)
  expect_identical(sum(months$groups$n), sum(lung$time / 30.4375 > 3))
})

testthat::test_that("immortal time makes a difference that a landmark takes away", {
  p <- vapply(1:40, function(seed) {
    set.seed(seed)
    time <- ceiling(stats::rexp(200, 0.01)) + 1
    # Who lives for 60 days may respond.
    responder <- time > 60 & stats::runif(200) < 0.5
    follow <- data.frame(sample = seq_along(time), time = time, status = 1, group = ifelse(responder, "yes", "no"))
    c(run(follow)$tests$p[[1L]], run(follow, landmark = 60)$tests$p[[1L]])
  }, numeric(2L))
  expect_gt(mean(p[1L, ] < 0.05), 0.9)
  expect_lt(mean(p[2L, ] < 0.05), 0.2)
})

testthat::test_that("a chosen test stands first and is told, the log-rank test beside it; without a choice nothing changes", {
  usual <- run(lung, group_column = "sex", reference_group = "male")
  expect_false(facts_of(usual)$chosen)
  expect_null(facts_of(usual)$log_rank_p)
  expect_equal(usual$tests$test[[1L]], "Log-rank")
  outcome <- survival::Surv(lung$time, lung$status)
  for (chosen in c("gehan", "tarone_ware", "peto", "fleming_harrington")) {
    tables <- run(lung, group_column = "sex", reference_group = "male", comparison_test = chosen, fh_rho = 0.5, fh_gamma = 0)
    facts <- facts_of(tables)
    expect_true(facts$chosen)
    expect_equal(facts$p, tables$tests$p[[1L]])
    expect_equal(facts$log_rank_p, usual$tests$p[[1L]])
    expect_equal(facts$test_weighs, "看重早期的差别")
    if (chosen == "peto") exact(tables$tests$chisq[[1L]], survival::survdiff(outcome ~ lung$sex, rho = 1)$chisq)
    if (chosen == "fleming_harrington") exact(tables$tests$chisq[[1L]], survival::survdiff(outcome ~ lung$sex, rho = 0.5)$chisq)
    expect_equal(tables$ratios, usual$ratios)
    expect_equal(nrow(tables$max_combo), 0L)
    expect_false(anyDuplicated(tables$tests$test) > 0L)
  }
  expect_equal(facts_of(run(lung, group_column = "sex", comparison_test = "fleming_harrington"))$test_name, "Fleming–Harrington G(0, 1)")
  combo <- run(lung, group_column = "sex", reference_group = "male", comparison_test = "max_combo")
  exact(combo$max_combo$z[[1L]]^2, usual$tests$chisq[[1L]])
  expect_equal(combo$tests$test[[1L]], "Max-combo（兼顾早期和晚期的差别）")
  # Fewer women die than expected.
  expect_true(all(combo$max_combo$z < 0))
  expect_true(facts_of(combo)$p >= min(combo$max_combo$p) && facts_of(combo)$p <= 4 * min(combo$max_combo$p))
})

testthat::test_that("three groups are compared by the chosen test, in pairs too; what does not go together is refused", {
  follow <- lung[lung$ph.ecog %in% 0:2, ]
  tables <- run(follow, group_column = "ph.ecog", comparison_test = "peto")
  outcome <- survival::Surv(time, status) ~ ph.ecog
  exact(tables$tests$chisq[[1L]], survival::survdiff(outcome, follow, rho = 1)$chisq)
  exact(tables$pairs$chisq[[1L]], survival::survdiff(outcome, follow, subset = ph.ecog %in% 0:1, rho = 1)$chisq)
  told <- fault(follow, group_column = "ph.ecog", comparison_test = "max_combo")
  expect_equal(c(told$code, told$field), c("max_combo_groups", "comparison_test"))
  expect_match(conditionMessage(told), "只能比较两组，这里有 3 组")
  told <- fault(lung, group_column = "age", cutoff_method = "optimal", comparison_test = "gehan")
  expect_equal(told$code, "test_searched")
  expect_false(facts_of(run(lung, group_column = NULL, comparison_test = "max_combo"))$chosen)
  none <- run(transform(lung, sex = "male"), group_column = "sex", comparison_test = "max_combo")
  expect_equal(nrow(none$tests), 0L)
})
