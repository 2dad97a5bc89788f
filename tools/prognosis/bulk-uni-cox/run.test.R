# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
invisible(load_library(root, "cox"))
tool <- tool_of("bulk_uni_cox_analysis")

params <- list(
  time_unit = "day", entry_column = NULL, gene_list = character(), preprocess_percent = 50, preprocess_tpm = 0, pvalue_threshold = 0.05,
  scale = "raw", forest_top = 20L, forest_genes = character(), low_hr_color = "#377eb8", high_hr_color = "#e41a1c"
)
run <- function(values, kind, follow, ...) {
  inputs <- list(expression = list(values = values, kind = kind, identifiers = "symbol", label = "矩阵"), survival = follow)
  run_tool(tool, inputs, changed(params, ...))
}

testthat::test_that("70 genes of breast cancer (nki70): ratios of log values are coxph's, whatever the unit of time", {
  nki <- utils::read.delim(shared("survival", "nki70_144_breast_70gene.tsv"))
  values <- t(as.matrix(nki[, -(1:8)]))
  colnames(values) <- nki$sample
  follow <- data.frame(sample = nki$sample, time = nki$time, status = nki$event)
  result <- run(values, "log", follow, time_unit = "year")
  # Ratios of two channels: no gene is dropped for lying below 0.
  expect_identical(nrow(result$genes), 70L)
  expect_true("not_filtered" %in% codes_of(result))
  expect_true(all(is.na(result$genes$n_expressed)))
  for (i in seq(1L, 70L, 9L)) {
    fit <- survival::coxph(survival::Surv(nki$time, nki$event) ~ values[result$genes$gene[[i]], ])
    direct <- summary(fit)$coefficients[1L, c(1L, 3L, 5L)]
    expect_equal(unlist(result$genes[i, c("coef", "se", "pvalue")], use.names = FALSE), unname(direct), tolerance = 1e-8)
  }
  days <- run(values, "log", within(follow, time <- time * 365.25))
  expect_equal(days$genes[c("coef", "ph_p")], result$genes[c("coef", "ph_p")], tolerance = 1e-8)
  expect_equal(facts_of(days)$follow_up, 365.25 * facts_of(result)$follow_up, tolerance = 1e-8)
  expect_identical(facts_of(result)$unit_word, "年")
})

testthat::test_that("linear values are logged by their kind, samples without follow-up are counted, and their order changes nothing", {
  set.seed(9)
  values <- matrix(stats::rexp(40 * 60, 0.02), 40L, dimnames = list(sprintf("G%02d", 1:40), sprintf("S%02d", 1:60)))
  follow <- data.frame(sample = colnames(values), time = stats::rexp(60, 1 / 900), status = stats::rbinom(60, 1, 0.6))
  result <- run(values, "linear", follow)
  logged <- run(log2(values + 1), "log", follow)
  expect_equal(result$genes[c("gene", "coef", "pvalue")], logged$genes[c("gene", "coef", "pvalue")], tolerance = 1e-10)
  order <- sample(60)
  expect_equal(run(values[, order], "linear", follow[sample(60), ])$genes, result$genes, tolerance = 1e-8)
  part <- run(values, "linear", follow[1:50, ])
  expect_identical(part$flow$n, c(60L, 10L, 50L))
  expect_identical(part$genes$n[[1L]], 50L)
  expect_identical(run(values, "linear", follow[1:50, ])$genes, run(values[, 1:50], "linear", follow[1:50, ])$genes)
})

testthat::test_that("ovarian cancer of GEO (GSE8842) with the follow-up of its clinical columns", {
  people <- utils::read.delim(shared("microarray", "GSE8842_ovarian.pheno.tsv"))
  values <- read_shared("microarray", "GSE8842_ovarian.expr.tsv.gz")
  values <- values[!duplicated(rownames(values)), ][1:300, ]
  follow <- data.frame(sample = people$sample, time = people$days_to_death, status = ifelse(people$vital_status == "deceased", 1, 0))
  result <- run(values, "log", follow)
  expect_identical(result$flow$n[[1L]], sum(result$flow$n[-1L]))
  row <- result$genes[!result$genes$separated, ][5L, ]
  x <- values[row$gene, match(people$sample, colnames(values))]
  fit <- survival::coxph(survival::Surv(follow$time, follow$status) ~ x)
  expect_equal(c(row$coef, row$se), unname(summary(fit)$coefficients[1L, c(1L, 3L)]), tolerance = 1e-8)
  expect_identical(row$n, fit$n)
})

testthat::test_that("bad follow-up has its sentence", {
  values <- matrix(stats::rexp(20 * 30, 0.02), 20L, dimnames = list(sprintf("G%02d", 1:20), sprintf("S%02d", 1:30)))
  follow <- data.frame(sample = colnames(values), time = 50 * seq_len(30), status = rep(0:1, 15))
  expect_error(run(values[, 1:3], "linear", follow), "只有 3 例", class = "oncoloom_input")
  expect_error(run(values, "linear", within(follow, sample <- paste0("x", sample))), "只有 0 例", class = "oncoloom_input")
  expect_error(run(values, "linear", within(follow, status <- 0)), "没有发生一例事件", class = "oncoloom_input")
  expect_true("few_events" %in% codes_of(run(values, "linear", within(follow, status <- rep(c(1, 0, 0, 0, 0), 6)))))
  zero <- values
  zero[1:3, ] <- 0
  result <- run(zero, "linear", follow)
  expect_identical(nrow(result$genes), 17L)
  expect_true("genes_flat" %in% codes_of(result))
  expect_error(run(zero[1:3, ], "linear", follow), "全为 0", class = "oncoloom_input")
  expect_true("unit_doubtful" %in% codes_of(run(values, "linear", within(follow, time <- time / 30))))
})

testthat::test_that("noise leaves nothing after correction, and chance among few genes is a fraction; a gene that orders the events is the first", {
  set.seed(12)
  values <- matrix(stats::rnorm(300 * 60, 6), 300L, dimnames = list(sprintf("G%03d", 1:300), sprintf("S%02d", 1:60)))
  follow <- data.frame(sample = colnames(values), time = stats::rexp(60, 1 / 900), status = stats::rbinom(60, 1, 0.6))
  facts <- facts_of(run(values, "log", follow))
  expect_identical(facts$fdr_found, 0L)
  expect_gt(facts$found, 0L)
  expect_equal(facts$expected, 15)
  few <- run(values[1:7, ], "log", follow, pvalue_threshold = 0.3)
  expect_equal(facts_of(few)$expected, 2.1)
  expect_equal(facts_of(run(values[1:7, ], "log", follow))$expected, 0.35)
  expect_identical(c(expected_words(0.35), expected_words(1103.4)), c("0.35", "1,103"))
  # The larger, the earlier: Wald's test sees little of it.
  values["G150", order(follow$time)] <- 6 - sort(stats::rnorm(60))
  apart <- run(values, "log", follow)
  first <- apart$genes[1L, ]
  expect_identical(c(first$gene, first$test), c("G150", "似然比"))
  expect_true(is.na(first$HR))
  fit <- suppressWarnings(survival::coxph(survival::Surv(follow$time, follow$status) ~ values["G150", ]))
  expect_equal(log10(first$pvalue), log10(stats::pchisq(2 * diff(fit$loglik), 1, lower.tail = FALSE)), tolerance = 1e-6)
})

testthat::test_that("patients who enter late are at risk from then on: coxph's own numbers, and those without entry where it is 0", {
  set.seed(11)
  n <- 90L
  values <- matrix(stats::rnorm(8 * n, 5), 8L, dimnames = list(paste0("G", 1:8), sprintf("S%02d", 1:n)))
  values[3L, 5:9] <- NA
  follow <- data.frame(sample = colnames(values), time = stats::rexp(n, 1 / 900) + 5, status = stats::rbinom(n, 1, 0.6))
  follow$entered <- ifelse(seq_len(n) %% 2 == 0, follow$time * stats::runif(n), 0)
  result <- run(values, "log", follow, entry_column = "entered")
  for (gene in rownames(values)) {
    fit <- survival::coxph(survival::Surv(follow$entered, follow$time, follow$status) ~ values[gene, ])
    own <- result$genes[result$genes$gene == gene, ]
    expect_equal(unlist(own[c("coef", "se", "pvalue")], use.names = FALSE), unname(summary(fit)$coefficients[1L, c(1L, 3L, 5L)]), tolerance = 1e-8)
    expect_equal(own$ph_p, unname(survival::cox.zph(fit, "km")$table[1L, "p"]), tolerance = 1e-8)
  }
  expect_equal(facts_of(result)$entered_late, 45L)
  zero <- run(values, "log", transform(follow, entered = 0), entry_column = "entered")
  without <- run(values, "log", follow[1:3])
  expect_equal(zero$genes, without$genes, tolerance = 1e-6)
  odd <- run(values, "log", transform(follow, entered = replace(entered, 1:3, time[1:3])), entry_column = "entered")
  rest <- run(values[, -(1:3)], "log", follow[-(1:3), ], entry_column = "entered")
  expect_equal(odd$genes, rest$genes, tolerance = 1e-8)
  expect_true("排除：进入观察不早于随访结束" %in% odd$flow$step)
})
