# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("survival_analysis")

params <- list(
  target_gene = "EZH2", cutoff_method = "median", cutoff_value = 1, time_unit = "day", time_limit = 0, rmst_until = 0,
  high_color = "#D55E00", low_color = "#0072B2"
)

#' The tables of a run on a cohort as `write_cohort` takes it, with its facts and findings as attributes.
run <- function(cohort, ...) {
  run_tool(tool, list(dataset = written_cohort(cohort)), changed(params, ...))
}


#' A cohort of one gene: expression, time and status by patient.
tiny <- function(values, time, status, gene = "EZH2", patient = sprintf("P%03d", seq_along(values))) {
  list(
    about = list(code = "tiny", label = "TINY", name = "试", english = "Tiny", source = "test", release = "1", simulated = FALSE, notes = list()),
    units = list(expression = "log2(TPM+1)"),
    matrices = list(expression = matrix(values, 1L, dimnames = list(gene, paste0(patient, "-01")))),
    genes = NULL,
    samples = data.frame(sample = paste0(patient, "-01"), patient = patient, type = "tumour", code = "01", tissue = "", survival = "1", paired = ""),
    clinical = data.frame(patient = patient), survival = data.frame(patient = patient, OS = status, OS.time = time)
  )
}

lung <- survival::lung
lung_cohort <- tiny(lung$age + seq_along(lung$age) / 1000, lung$time, lung$status - 1)
lung_values <- float32(lung$age + seq_along(lung$age) / 1000)

of_lung <- run(lung_cohort)

testthat::test_that("log-rank and Cox equal survdiff and coxph on the same groups to 1e-8, for every way to cut", {
  for (method in c("median", "quartile", "tertile")) {
    result <- run(lung_cohort, cutoff_method = method)
    limits <- switch(method,
      median = rep(stats::median(lung_values), 2L),
      quartile = stats::quantile(lung_values, c(0.25, 0.75)), tertile = stats::quantile(lung_values, c(1, 2) / 3)
    )
    high <- lung_values > limits[[2L]]
    used <- high | lung_values <= limits[[1L]]
    data <- data.frame(time = lung$time, status = lung$status - 1, high = high)[used, ]
    test <- survival::survdiff(survival::Surv(time, status) ~ high, data)
    fit <- summary(survival::coxph(survival::Surv(time, status) ~ high, data))
    row <- result$tests[1L, ]
    expect_equal(row$chisq, test$chisq, tolerance = 1e-8, info = method)
    expect_equal(row$p, stats::pchisq(test$chisq, 1, lower.tail = FALSE), tolerance = 1e-8)
    expect_equal(c(row$hr, row$lower, row$upper), unname(fit$conf.int[1L, c(1L, 3L, 4L)]), tolerance = 1e-8)
    expect_identical(facts_of(result)$patients, sum(used))
    expect_identical(facts_of(result)$excluded, nrow(lung) - sum(used))
  }
})

testthat::test_that("the curve, the medians and the numbers at risk are survfit's", {
  result <- of_lung
  group <- ifelse(lung_values > stats::median(lung_values), "高表达", "低表达")
  fit <- survival::survfit(survival::Surv(lung$time, lung$status - 1) ~ group)
  for (name in unique(group)) {
    own <- summary(fit[paste0("group=", name)], censored = TRUE)
    curve <- result$curve[result$curve$group == name, ][-1L, ]
    expect_equal(curve$time, own$time)
    expect_equal(curve$surv, own$surv, tolerance = 1e-12)
    expect_equal(curve$lower, own$lower, tolerance = 1e-12)
    expect_equal(curve$n_risk, own$n.risk)
    at <- result$risk[result$risk$group == name, ]
    expect_equal(at$n, summary(fit[paste0("group=", name)], times = at$time, extend = TRUE)$n.risk)
  }
  table <- summary(fit)$table
  expect_equal(result$groups$median, unname(table[paste0("group=", result$groups$group), "median"]))
  expect_equal(result$groups$lower, unname(table[paste0("group=", result$groups$group), "0.95LCL"]))
  reverse <- survival::survfit(survival::Surv(lung$time, 2 - lung$status) ~ 1)
  expect_equal(facts_of(result)$follow_up, unname(summary(reverse)$table["median"]))
})

testthat::test_that("the best cut-off is maxstat's, and only its corrected P is told", {
  result <- run(lung_cohort, cutoff_method = "optimal")
  data <- data.frame(x = lung_values, time = lung$time, status = lung$status - 1)
  # A tenth of 228 patients in whole patients: 23.
  direct <- maxstat::maxstat.test(
    survival::Surv(time, status) ~ x, data, smethod = "LogRank", pmethod = "Lau92", minprop = 23 / 228, maxprop = 205 / 228
  )
  expect_equal(facts_of(result)$cutoff_high, unname(direct$estimate))
  expect_equal(result$tests$p[[1L]], min(1, direct$p.value), tolerance = 1e-8)
  expect_true(is.na(result$tests$chisq[[1L]]))
  expect_true("searched" %in% codes_of(result))
})

testthat::test_that("of few patients the best cut-off is searched where both groups have ten, and is maxstat's there", {
  for (n in c(20L, 33L, 57L, 79L, 105L)) {
    least <- max(10, ceiling(n / 10))
    set.seed(n)
    time <- sample(2000, n, TRUE)
    status <- stats::rbinom(n, 1, 0.6)
    for (i in 1:8) {
      values <- round(stats::rnorm(n, 5), 2)
      # What sets the ten lowest apart is easily found outside of what may be cut.
      if (i > 4L) time[order(values)[1:6]] <- 1:6
      found <- best_cutoff(values, time, status)
      direct <- maxstat::maxstat.test(
        survival::Surv(time, status) ~ values, data.frame(values, time, status), smethod = "LogRank", pmethod = "Lau92",
        minprop = (least + 1e-6) / n, maxprop = (n - least + 1e-6) / n
      )
      expect_identical(found$cutoff, unname(direct$estimate), info = n)
      expect_equal(found$p, min(1, direct$p.value), tolerance = 1e-5, info = n)
      sizes <- table(values > found$cutoff)
      expect_gte(min(sizes), least)
      many <- best_cutoff_columns(rbind(values), time, status)
      expect_identical(many$cutoff, found$cutoff)
      expect_equal(many$p, found$p, tolerance = 1e-10)
    }
  }
  expect_error(best_cutoff(stats::rnorm(19), sample(19), rep(1, 19)), "只有 19 例", class = "oncoloom_input")
  mostly_zero <- c(rep(0, 50), stats::rnorm(7, 3))
  expect_error(best_cutoff(mostly_zero, sample(57), rep(1, 57)), "表达量相同", class = "oncoloom_input")
  expect_true(is.na(best_cutoff_columns(rbind(mostly_zero), sample(57), rep(1, 57))$cutoff))
})

testthat::test_that("rates at 1, 3 and 5 years are survfit's, and stop where nobody was followed", {
  days <- 3 * lung$time
  result <- run(tiny(lung$age + seq_along(lung$age) / 1000, days, lung$status - 1), time_unit = "month")
  high <- lung_values > stats::median(lung_values)
  for (name in c("高表达", "低表达")) {
    own <- (name == "高表达") == high
    fit <- survival::survfit(survival::Surv(days[own], lung$status[own] - 1) ~ 1, conf.type = "log")
    told <- result$rates[result$rates$group == name, ]
    expect_identical(told$years, c(1L, 3L, 5L))
    at <- summary(fit, times = c(365.25, 1095.75, 1826.25))
    expect_equal(as.list(told[c("surv", "lower", "upper")]), at[c("surv", "lower", "upper")], tolerance = 1e-12, ignore_attr = TRUE)
    expect_equal(told$n_risk, vapply(c(365.25, 1095.75, 1826.25), function(t) sum(days[own] >= t), 0L))
  }
  expect_equal(facts_of(result)$high_3, result$rates$surv[[2L]])
  expect_equal(facts_of(result)$low_5_to, result$rates$upper[[6L]])
  short <- run(tiny(lung$age + seq_along(lung$age) / 1000, pmin(lung$time, ifelse(high, 500, 300)), lung$status - 1))
  expect_identical(short$rates[c("group", "years")], data.frame(group = "高表达", years = 1L))
  expect_null(facts_of(short)$low_1)
  expect_false(facts_of(short)$rate_3)
  expect_identical(nrow(run(tiny(lung$age + seq_along(lung$age) / 1000, lung$time / 10, lung$status - 1))$rates), 0L)
})

testthat::test_that("the ratio that could have been seen is seen four times out of five", {
  # Worked by hand: 100 events, half and half: exp(2.8016 / 5).
  status <- c(rep(1, 100), rep(0, 20))
  expect_equal(seen_ratio(status, rep(c("high", "low"), 60)), 1.7513, tolerance = 1e-4)
  expect_true(is.na(seen_ratio(rep(0, 40), rep(c("high", "low"), 20))))
  set.seed(21)
  group <- rep(c("high", "low"), c(70, 130))
  ratio <- seen_ratio(rep(1, 200), group)
  seen <- replicate(1000, log_rank(stats::rexp(200, ifelse(group == "high", ratio, 1)), rep(1, 200), group)$p < 0.05)
  bounds <- stats::qbinom(c(0.0005, 0.9995), 1000, 0.8) / 1000
  expect_gt(mean(seen), bounds[[1L]])
  expect_lt(mean(seen), bounds[[2L]])
  expect_equal(facts_of(of_lung)$seen_hr, exp((1.959964 + 0.8416212) / sqrt(165 * 0.5 * 0.5)), tolerance = 1e-3)
  expect_equal(facts_of(of_lung)$seen_hr_below, 1 / facts_of(of_lung)$seen_hr)
})

testthat::test_that("without any relation 5% of log-rank tests are below 0.05, whatever the way to cut", {
  set.seed(31)
  time <- sample(3000, 120, TRUE)
  status <- stats::rbinom(120, 1, 0.55)
  values <- matrix(stats::rnorm(4000 * 120), 4000)
  # Binomial bounds: one run in a thousand falls outside.
  bounds <- stats::qbinom(c(0.0005, 0.9995), 4000, 0.05) / 4000
  for (method in c("median", "quartile", "tertile")) {
    p <- stats::pchisq(log_rank_columns(time, status, cut_columns(values, time, status, method)$high), 1, lower.tail = FALSE)
    expect_gt(mean(p < 0.05), bounds[[1L]])
    expect_lt(mean(p < 0.05), bounds[[2L]])
  }
})

testthat::test_that("patients and genes whose names are numbers stay themselves", {
  values <- lung$age + seq_along(lung$age) / 1000
  result <- of_lung
  numbered <- run(tiny(values, lung$time, lung$status - 1, "7157", sprintf("%04d", seq_along(values))), target_gene = "7157")
  expect_identical(numbered$patients$patient, sprintf("%04d", seq_along(values)))
  expect_equal(numbered$tests, result$tests)
  expect_identical(facts_of(numbered)$gene, "7157")
})

testthat::test_that("on random expression the corrected P is seldom small, the uncorrected one often", {
  set.seed(4)
  p <- vapply(1:200, function(i) {
    values <- stats::rnorm(80)
    time <- stats::rexp(80)
    status <- stats::rbinom(80, 1, 0.6)
    c(best_cutoff(values, time, status)$p, min(scan_cutoffs(values, time, status)$p))
  }, numeric(2))
  expect_lt(mean(p[1L, ] < 0.05), stats::qbinom(0.9995, 200, 0.05) / 200)
  expect_gt(mean(p[2L, ] < 0.05), 0.2)
})

testthat::test_that("every cut-off of the scan equals survdiff and coxph", {
  scan <- of_lung$cutoffs
  result <- of_lung
  figure <- result$scan
  used <- figure$role == "所用的截断值"
  expect_equal(figure$value[used], stats::median(lung_values))
  expect_equal(figure$hr[!used], scan$hr[abs(scan$cutoff - figure$value[used]) > 1e-9])
  expect_equal(figure$hr[used], of_lung$tests$hr[[1L]], tolerance = 1e-6)
  for (i in c(1L, 30L, nrow(scan))) {
    high <- lung_values > scan$cutoff[[i]]
    test <- survival::survdiff(survival::Surv(lung$time, lung$status - 1) ~ high)
    fit <- summary(survival::coxph(survival::Surv(lung$time, lung$status - 1) ~ high))
    expect_equal(scan$chisq[[i]], test$chisq, tolerance = 1e-8)
    expect_equal(scan$hr[[i]], unname(fit$conf.int[1L, 1L]), tolerance = 1e-6)
    expect_equal(c(scan$lower[[i]], scan$upper[[i]]), unname(fit$conf.int[1L, 3:4]), tolerance = 1e-6)
    expect_identical(scan$high_n[[i]], sum(high))
  }
})

testthat::test_that("turning the expression over turns HR over; the order of the patients, the unit and the axis change no test", {
  result <- run(lung_cohort, cutoff_method = "value", cutoff_value = 63.1)
  turned <- run(tiny(-lung$age - seq_along(lung$age) / 1000, lung$time, lung$status - 1), cutoff_method = "value", cutoff_value = -63.1)
  expect_equal(turned$tests$hr[[1L]], 1 / result$tests$hr[[1L]], tolerance = 1e-6)
  shuffled <- sample(nrow(lung))
  ages <- lung$age + seq_along(lung$age) / 1000
  again <- run(tiny(ages[shuffled], lung$time[shuffled], lung$status[shuffled] - 1), cutoff_method = "value", cutoff_value = 63.1)
  expect_equal(again$tests, result$tests, tolerance = 1e-10)
  months <- run(lung_cohort, cutoff_method = "value", cutoff_value = 63.1, time_unit = "month", time_limit = 6)
  expect_equal(months$tests, result$tests)
  expect_equal(months$groups$median * 30.4375, result$groups$median)
  expect_identical(max(months$risk$time), 6)
  expect_identical(months$patients$time, result$patients$time)
})

testthat::test_that("who was left out is told with the reason, and adds up", {
  cohort <- small_cohort("TP53")
  result <- run(cohort, cutoff_method = "tertile")
  flow <- result$flow$n
  expect_identical(flow[[1L]], sum(flow[-1L]))
  expect_match(result$flow$step[[2L]], "没有总生存（OS）的时间")
  expect_match(result$flow$step[[3L]], "上下三分位数之间")
  expect_identical(sum(result$patients$group == "中间，不比较"), result$flow$n[[3L]])
  expect_true("excluded" %in% codes_of(result))
})

testthat::test_that("a gene that hardly anybody expresses, too small groups and an absent endpoint are refused with the reason", {
  zeros <- tiny(c(rep(0, 95), 1:5), stats::rexp(100), rep(0:1, 50))
  expect_error(run(zeros), "按中位数分组后，EZH2的高表达组只有 5 例", class = "oncoloom_input")
  expect_error(run(lung_cohort, cutoff_method = "value", cutoff_value = 40), "低表达组只有", class = "oncoloom_input")
  expect_error(run(tiny(rep(1, 100), stats::rexp(100), rep(1, 100)), cutoff_method = "optimal"), "几乎都一样", class = "oncoloom_input")
  expect_error(run(lung_cohort, target_gene = "NOGENE"), "没有「NOGENE」", class = "oncoloom_input")
  none <- lung_cohort
  none$survival <- NULL
  expect_error(run(none), "没有总生存", class = "oncoloom_input")
})

testthat::test_that("a group without events has no HR, and says so; ties, time 0 and few events are no obstacle", {
  set.seed(2)
  values <- c(stats::rnorm(20, 5), stats::rnorm(20))
  time <- c(0, 0, sample(100, 38, TRUE))
  result <- run(tiny(values, time, c(rep(c(0, 0, 1, 0), 5), rep(0, 20))), cutoff_method = "value", cutoff_value = 2.5)
  expect_true(facts_of(result)$hr_unknown)
  expect_null(facts_of(result)$hr)
  expect_true(all(c("hr_unknown", "few_events") %in% codes_of(result)))
  expect_true(is.finite(result$tests$p[[1L]]))
})

testthat::test_that("the planted survival genes of the simulated cohort are found, with the planted sign", {
  cohort <- simulate_cohort(sprintf("GENE%04d", 1:400), list(tumours = 300L, normals = 10L, gtex = 5L),
    list(up = 10L, down = 10L, risk = 15L, protective = 15L, modules = 1L, module = 10L))
  genes <- cohort$truth$gene[cohort$truth$role %in% c("risk", "protective")]
  folder <- write_cohort(cohort, tempfile("cohort"))
  found <- vapply(genes, function(gene) {
    result <- tool$analyse(list(dataset = open_cohort(folder)), utils::modifyList(params, list(target_gene = gene)), new_job(function(event) NULL))
    c(result$tests$p[[2L]], result$tests$hr[[2L]])
  }, numeric(2))
  expect_gt(mean(found[1L, ] < 0.05), 0.9)
  expect_true(all((found[2L, ] > 1) == (cohort$truth$role[match(genes, cohort$truth$gene)] == "risk")))
})

testthat::test_that("real ACC of miniACC: FOXM1 is a risk, as published for proliferation in adrenocortical carcinoma", {
  own <- new.env()
  utils::data("miniACC", package = "MultiAssayExperiment", envir = own)
  assay <- SummarizedExperiment::assay(MultiAssayExperiment::experiments(own$miniACC)[["RNASeq2GeneNorm"]])
  people <- as.data.frame(SummarizedExperiment::colData(own$miniACC))
  people <- people[substr(colnames(assay), 1L, 12L), ]
  time <- ifelse(people$vital_status == 1, people$days_to_death, people$days_to_last_followup)
  result <- run(tiny(log2(assay["FOXM1", ] + 1), time, people$vital_status, "FOXM1"), target_gene = "FOXM1")
  expect_identical(facts_of(result)$patients, 79L)
  expect_equal(facts_of(result)$events, 28)
  expect_gt(result$tests$hr[[1L]], 3)
  expect_lt(result$tests$p[[1L]], 1e-3)
})

testthat::test_that("too few patients for a method are said to be few, and not the gene's fault", {
  few <- tiny(seq_len(36) / 4, lung$time[1:36], lung$status[1:36] - 1)
  told <- tryCatch(run(few, cutoff_method = "quartile"), oncoloom_input = function(condition) condition)
  expect_identical(c(told$code, told$field), c("few_patients", "cutoff_method"))
  expect_match(conditionMessage(told), "只有 36 例患者")
  expect_false(grepl("换一个基因", conditionMessage(told)))
  expect_identical(sum(run(few, cutoff_method = "tertile")$groups$n), 24L)
})

testthat::test_that("Peto and Peto's test stands beside the log-rank one, and not beside a searched cut-off's", {
  tests <- run(lung_cohort)$tests
  high <- lung_values > stats::median(lung_values)
  peto <- survival::survdiff(survival::Surv(lung$time, lung$status) ~ high, rho = 1)
  expect_equal(tests$p[[3L]], stats::pchisq(peto$chisq, 1, lower.tail = FALSE), tolerance = 1e-8)
  expect_identical(nrow(run(lung_cohort, cutoff_method = "optimal")$tests), 2L)
})

testthat::test_that("restricted means are survfit's own areas of both groups in the chosen unit, and end with the shortest follow-up", {
  high <- lung_values > stats::median(lung_values)
  for (until in c(0, 20)) {
    result <- run(lung_cohort, time_unit = "month", rmst_until = until)
    months <- lung$time / 30.4375
    end <- if (until == 0) min(tapply(months, high, max)) else until
    told <- summary(survival::survfit(survival::Surv(months, lung$status - 1) ~ high), rmean = end)$table[, c("rmean", "se(rmean)")]
    expect_equal(result$means$group, c("低表达", "高表达"))
    expect_equal(result$means$mean, unname(told[, 1L]), tolerance = 1e-8)
    apart <- diff(unname(told[, 1L]))
    expect_equal(result$means$difference[[2L]], apart, tolerance = 1e-8)
    facts <- facts_of(result)
    expect_equal(c(facts$rmst_other, facts$rmst_reference, facts$rmst_at), c(told[[2L, 1L]], told[[1L, 1L]], end), tolerance = 1e-8)
    expect_equal(facts$rmst_p, 2 * stats::pnorm(-abs(apart / sqrt(sum(told[, 2L]^2)))), tolerance = 1e-8)
    expect_null(facts$rmst_asked)
  }
  far <- run(lung_cohort, rmst_until = 5000)
  expect_true("rmst_shorter" %in% codes_of(far))
  expect_equal(facts_of(far)$rmst_asked, 5000)
})
