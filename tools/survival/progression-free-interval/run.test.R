# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# What both survival tools share is tested with survival_analysis.
tool <- tool_of("pfs_analysis")

params <- list(
  target_gene = "EZH2", cutoff_method = "median", cutoff_value = 1, time_unit = "day", time_limit = 0, rmst_until = 0,
  high_color = "#D55E00", low_color = "#0072B2"
)

testthat::test_that("it is the progression-free interval that is compared, equal to survdiff and coxph", {
  cohort <- small_cohort("TP53")
  job <- new_job(function(event) NULL)
  result <- tool$analyse(list(dataset = written_cohort(cohort)), params, job)
  check_tables(tool, result)
  data <- merge(cohort$survival, data.frame(
    patient = cohort$samples$patient, sample = cohort$samples$sample
  )[cohort$samples$survival == "1", ])
  data <- data[!is.na(data$PFI.time), ]
  data$value <- cohort$matrices$expression["EZH2", data$sample]
  high <- data$value > stats::median(data$value)
  test <- survival::survdiff(survival::Surv(data$PFI.time, data$PFI) ~ high)
  fit <- summary(survival::coxph(survival::Surv(data$PFI.time, data$PFI) ~ high))
  expect_equal(result$tests$chisq[[1L]], test$chisq, tolerance = 1e-8)
  expect_equal(result$tests$hr[[1L]], unname(fit$conf.int[1L, 1L]), tolerance = 1e-8)
  expect_identical(job$collected()$facts$endpoint, "无进展间期（PFI）")
  expect_equal(job$collected()$facts$events, sum(data$PFI))
})

testthat::test_that("events are called by their name; the order of patients changes nothing, the expression turned over turns HR over", {
  cohort <- small_cohort("TP53")
  run <- function(cohort, ...) {
    job <- new_job(function(event) NULL)
    tables <- tool$analyse(list(dataset = written_cohort(cohort)), utils::modifyList(params, list(...)), job)
    list(tables = tables, facts = job$collected()$facts)
  }
  result <- run(cohort, cutoff_method = "tertile")
  expect_identical(result$facts$event_word, " PFI 事件")
  shuffled <- cohort
  shuffled$survival <- cohort$survival[rev(seq_len(nrow(cohort$survival))), ]
  expect_equal(run(shuffled, cutoff_method = "tertile")$tables$tests, result$tables$tests, tolerance = 1e-10)
  turned <- cohort
  turned$matrices$expression <- 20 - cohort$matrices$expression
  other <- run(turned, cutoff_method = "value", cutoff_value = 20 - result$facts$cutoff_high - 1e-4)$tables$tests
  one <- run(cohort, cutoff_method = "value", cutoff_value = result$facts$cutoff_high + 1e-4)$tables$tests
  expect_equal(other$hr[[1L]], 1 / one$hr[[1L]], tolerance = 1e-6)
  expect_equal(other$p[[1L]], one$p[[1L]], tolerance = 1e-6)
})

testthat::test_that("a cohort without PFI is refused", {
  cohort <- small_cohort("TP53")
  cohort$survival <- cohort$survival[c("patient", "OS", "OS.time")]
  folder <- write_cohort(cohort, tempfile("cohort"))
  expect_error(tool$analyse(list(dataset = open_cohort(folder)), params, new_job(function(event) NULL)), "没有无进展间期（PFI）", class = "oncoloom_input")
})
