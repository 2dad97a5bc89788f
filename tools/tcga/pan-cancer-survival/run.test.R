# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("pan_cancer_survival")

params <- list(
  target_genes = "EZH2", combine = "mean_z", weights = "", endpoint = "OS", scale = "sd", adjust = FALSE, min_events = 10
)

#' The tables of a run on cohorts as `write_cohort` takes them, by code, with its facts and findings as attributes.
run <- function(cohorts, ...) run_tool(tool, list(dataset = lapply(cohorts, written_cohort)), changed(params, ...))

#' A cohort of some genes: values (genes × patients), time and status.
cohort_of <- function(code, values, time, status, clinical = list()) {
  patient <- sprintf("%s-%03d", code, seq_along(time))
  colnames(values) <- paste0(patient, "-01")
  list(
    about = list(
      code = code, label = toupper(code), name = "试", english = "Try", source = "test", release = "1", simulated = FALSE, notes = list()
    ),
    units = list(expression = "log2(TPM+1)"), matrices = list(expression = values), genes = NULL,
    samples = data.frame(sample = paste0(patient, "-01"), patient = patient, type = "tumour", code = "01", tissue = "", survival = "1", paired = ""),
    clinical = data.frame(patient = patient, clinical), survival = data.frame(patient = patient, OS = status, OS.time = time)
  )
}

GENES <- c("EZH2", "FOXM1", "GATA3", "CDK1")

#' Patients whose hazard rises by `beta` with each unit of a factor that all genes carry.
simulated <- function(code, n, beta, seed, loading = 1) {
  set.seed(seed)
  factor <- stats::rnorm(n)
  values <- t(vapply(GENES, function(gene) 5 + loading * factor + stats::rnorm(n, sd = 0.5), numeric(n)))
  event <- stats::rexp(n, 0.001 * exp(beta * factor))
  censored <- stats::runif(n, 200, 3000)
  cohort_of(
    code, values, as.integer(ceiling(pmin(event, censored))), as.integer(event <= censored),
    list(age = round(stats::rnorm(n, 60, 10)), gender = rep(c("male", "female"), length.out = n))
  )
}

four <- Map(simulated, c("aaa", "bbb", "ccc", "ddd"), c(90, 120, 150, 80), c(0.6, 0.2, 0.9, -0.1), 1:4)
result <- run(four)
value_of <- function(cohort, gene = "EZH2") float32(unname(cohort$matrices$expression[gene, ]))
direct <- function(cohort, x, ...) survival::coxph(survival::Surv(OS.time, OS) ~ x, data.frame(cohort$survival, x = x), ...)

testthat::test_that("each cohort is coxph of the value in standard deviations, and P is adjusted over the cohorts", {
  for (cohort in four) {
    x <- value_of(cohort)
    fit <- summary(direct(cohort, x / stats::sd(x)))
    row <- result$cohorts[result$cohorts$cohort == cohort$about$label, ]
    expect_equal(c(row$HR, row$HR.95L, row$HR.95H), unname(fit$conf.int[1L, c(1L, 3L, 4L)]), tolerance = 1e-6)
    expect_equal(row$pvalue, fit$coefficients[1L, "Pr(>|z|)"], tolerance = 1e-6)
    expect_equal(row$ph_p, survival::cox.zph(direct(cohort, x))$table["x", "p"], tolerance = 1e-6)
    expect_identical(c(row$n, row$events), c(nrow(cohort$survival), sum(cohort$survival$OS)))
  }
  expect_equal(result$cohorts$padj, stats::p.adjust(result$cohorts$pvalue, "BH"))
  expect_identical(result$cohorts$HR, sort(result$cohorts$HR, decreasing = TRUE))
})

testthat::test_that("the mean is metafor's, with its interval, heterogeneity and prediction", {
  fits <- lapply(four, function(cohort) summary(direct(cohort, value_of(cohort) / stats::sd(value_of(cohort))))$coefficients)
  whole <- metafor::rma(
    vapply(fits, `[[`, 0, 1L, "coef"), sei = vapply(fits, `[[`, 0, 1L, "se(coef)"), test = "adhoc", control = list(stepadj = 0.5, maxiter = 10000)
  )
  pooled <- result$pooled
  expect_equal(c(pooled$HR, pooled$HR.95L, pooled$HR.95H), exp(c(whole$b[[1L]], whole$ci.lb, whole$ci.ub)), tolerance = 1e-6)
  tested <- c(whole$pval, whole$tau2, whole$I2 / 100, whole$QE, whole$QEp)
  expect_equal(c(pooled$pvalue, pooled$tau2, pooled$i2, pooled$q, pooled$q_p), tested, tolerance = 1e-6)
  further <- stats::predict(whole)
  expect_equal(c(pooled$predict_low, pooled$predict_high), exp(c(further$pi.lb, further$pi.ub)), tolerance = 1e-6)
  expect_identical(facts_of(result)$pooled_hr, pooled$HR)
  drawn <- result$forest
  expect_identical(nrow(drawn), 5L)
  expect_equal(drawn$HR[[5L]], pooled$HR)
})

testthat::test_that("a turned outcome turns the ratio, and the order of the cohorts changes nothing", {
  turned <- lapply(four, function(cohort) {
    cohort$matrices$expression <- 10 - cohort$matrices$expression
    cohort
  })
  other <- run(turned)
  at <- match(result$cohorts$cohort, other$cohorts$cohort)
  expect_equal(other$cohorts$HR[at], 1 / result$cohorts$HR, tolerance = 1e-4)
  expect_equal(other$cohorts$pvalue[at], result$cohorts$pvalue, tolerance = 1e-3)
  expect_identical(run(rev(four))$cohorts, result$cohorts)
})

testthat::test_that("scores are what their names say", {
  cohort <- four[[1L]]
  values <- t(vapply(GENES, function(gene) value_of(cohort, gene), numeric(nrow(cohort$survival))))
  z <- t(scale(t(values)))
  score <- function(...) {
    tables <- run(four[1:2], target_genes = GENES, ...)
    tables$patients$value[tables$patients$cohort == "AAA"]
  }
  expect_equal(score(), unname(colMeans(z)), tolerance = 1e-6)
  first <- score(combine = "pc1")
  expect_equal(abs(stats::cor(first, stats::prcomp(t(values), scale. = TRUE)$x[, 1L])), 1, tolerance = 1e-9)
  expect_gt(stats::cor(first, colMeans(z)), 0)
  weighted <- score(combine = "weights", weights = "FOXM1：-0.2；EZH2 0.5，GATA3 = 1e-1; CDK1 \u22121")
  expect_equal(weighted, unname(0.5 * values["EZH2", ] - 0.2 * values["FOXM1", ] + 0.1 * values["GATA3", ] - values["CDK1", ]), tolerance = 1e-6)
})

testthat::test_that("the carrier of several noisy genes is found by their score", {
  weak <- Map(simulated, c("aaa", "bbb", "ccc"), c(150, 150, 150), c(0.7, 0.7, 0.7), 11:13, 0.5)
  one <- run(weak)
  all <- run(weak, target_genes = GENES)
  expect_gt(all$pooled$HR, one$pooled$HR)
  expect_lt(all$pooled$pvalue, 0.05)
  expect_true(all(all$cohorts$HR > 1))
  expect_identical(facts_of(all)$how, "各基因 z 值的平均")
  expect_match(facts_of(all)$marker, "4 个基因的评分", fixed = TRUE)
})

testthat::test_that("units, medians and covariates are coxph's", {
  x <- value_of(four[[1L]])
  row <- function(...) {
    tables <- run(four, ...)
    tables$cohorts[tables$cohorts$cohort == "AAA", ]
  }
  expect_equal(row(scale = "unit")$HR, unname(exp(stats::coef(direct(four[[1L]], x)))), tolerance = 1e-6)
  expect_equal(row(scale = "median")$HR, unname(exp(stats::coef(direct(four[[1L]], as.numeric(x > stats::median(x)))))), tolerance = 1e-6)
  clinical <- four[[1L]]$clinical
  fit <- survival::coxph(
    survival::Surv(OS.time, OS) ~ x + age + sex,
    data.frame(four[[1L]]$survival, x = x / stats::sd(x), age = clinical$age, sex = clinical$gender == "female")
  )
  adjusted <- row(adjust = TRUE)
  expect_equal(adjusted$HR, unname(exp(stats::coef(fit)[["x"]])), tolerance = 1e-6)
  expect_identical(adjusted$adjusted_for, "年龄、性别")
})

testthat::test_that("patients without age are left out of an adjusted model and told; one sex is no covariate", {
  some <- four
  some$aaa$clinical$age[1:7] <- NA
  some$bbb$clinical$gender <- "female"
  tables <- run(some, adjust = TRUE)
  expect_identical(tables$cohorts$n[tables$cohorts$cohort == "AAA"], 83L)
  expect_identical(tables$flow$n[tables$flow$cohort == "AAA" & grepl("年龄", tables$flow$step)], 7L)
  expect_identical(tables$cohorts$adjusted_for[tables$cohorts$cohort == "BBB"], "年龄")
  expect_true("partly_adjusted" %in% codes_of(tables))
})

testthat::test_that("noise: P is uniform, and after correction hardly a cohort is left", {
  p <- unlist(lapply(1:40, function(seed) {
    tables <- run(Map(simulated, c("aaa", "bbb", "ccc"), 80, 0, seed * 10 + 1:3))
    tables$cohorts$pvalue
  }))
  expect_gt(stats::ks.test(p, "punif")$p.value, 0.001)
  expect_lt(mean(p < 0.05), 0.12)
})

testthat::test_that("a mean that is nothing is found in no more than a tenth of the runs of noise", {
  p <- vapply(1:40, function(seed) run(Map(simulated, c("aaa", "bbb", "ccc", "ddd"), 80, 0, 1000 + seed * 10 + 1:4))$pooled$pvalue, 0)
  expect_lte(mean(p < 0.05), 0.1)
})

testthat::test_that("cohorts that cannot take part are named with the reason", {
  some <- four
  some$bbb$survival$OS[-(1:4)] <- 0L
  rownames(some$ccc$matrices$expression)[[1L]] <- "EGFR"
  some$ddd$matrices$expression["EZH2", ] <- 3
  tables <- run(some)
  note <- stats::setNames(tables$cohorts$note, tables$cohorts$cohort)
  expect_identical(unname(note[c("AAA", "BBB", "CCC", "DDD")]), c("", "事件太少", "没有测到", "数值没有差别"))
  expect_identical(nrow(tables$pooled), 0L)
  expect_identical(nrow(tables$forest), 4L)
  expect_true(all(c("cohorts_out", "not_pooled") %in% codes_of(tables)))
  # Of a published formula one gene that lacks is too many; of a mean of four it is not.
  mean <- run(some, target_genes = GENES)
  expect_identical(mean$cohorts$genes[mean$cohorts$cohort == "CCC"], 3L)
  expect_true("genes_lacking" %in% codes_of(mean))
  formula <- run(some, target_genes = GENES, combine = "weights", weights = "EZH2 1;FOXM1 1;GATA3 1;CDK1 1")
  expect_identical(formula$cohorts$note[formula$cohorts$cohort == "CCC"], "测到的基因太少")
})

testthat::test_that("what cannot be answered is refused with what to do", {
  expect_error(run(four, target_genes = "TP53"), "所选的队列里都没有「TP53」", fixed = TRUE)
  expect_error(run(four, min_events = 200), "没有一个队列能做 Cox 回归", fixed = TRUE)
  weighted <- function(weights) run(four, target_genes = c("EZH2", "FOXM1"), combine = "weights", weights = weights)
  expect_error(weighted(""), "请填写各基因的系数", fixed = TRUE)
  expect_error(weighted("EZH2 x"), "看不懂", fixed = TRUE)
  expect_error(weighted("EZH2 1; EZH2 2; FOXM1 1"), "写了两个系数", fixed = TRUE)
  expect_error(weighted("EZH2 1"), "没有系数", fixed = TRUE)
  expect_error(weighted("EZH2 1; FOXM1 1; TP53 2"), "不在基因里", fixed = TRUE)
  expect_error(weighted("EZH2 0; FOXM1 0"), "系数都是 0", fixed = TRUE)
})

testthat::test_that("one cohort, and a gene of which one half has no event, are told as they are", {
  one <- run(four[1L])
  expect_true(facts_of(one)$single)
  expect_identical(facts_of(one)$first, "AAA")
  apart <- four
  x <- value_of(apart$aaa)
  apart$aaa$survival$OS <- as.integer(x > stats::median(x))
  tables <- run(apart, scale = "median")
  row <- tables$cohorts[tables$cohorts$cohort == "AAA", ]
  expect_identical(row$note, "不可估计：有一组没有事件")
  expect_true(is.na(row$HR) && !is.na(row$pvalue))
  expect_identical(tables$pooled$cohorts, 3L)
  expect_true("hr_unknown" %in% codes_of(tables))
})

testthat::test_that("units that differ are told where a ratio is per unit", {
  some <- four
  some$bbb$units$expression <- "log2(RSEM+1)"
  expect_true("units_differ" %in% codes_of(run(some, scale = "unit")))
  expect_false("units_differ" %in% codes_of(run(some)))
})
