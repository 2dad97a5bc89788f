# Patients with expression and follow-up joined: whoever and whatever is left out is counted.

sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())

params <- list(gene_list = character(), endpoint = "OS", time_unit = "day", preprocess_percent = 50, preprocess_tpm = 0)

#' Patients and findings of a request.
study_of <- function(inputs, ...) {
  job <- new_job(function(event) NULL)
  study <- survival_study(inputs, changed(params, ...), job)
  tell_study(study, job)
  structure(study, findings = job$collected()$findings)
}

set.seed(4)
people <- sprintf("P%02d", 1:30)
matrix <- matrix(stats::rpois(30 * 6, 20) + 0.5, 6L, dimnames = list(c("A", "B", "C", "D", "FLAT", "ZERO"), people))
matrix["FLAT", ] <- 7
matrix["ZERO", ] <- 0
matrix["D", 1:20] <- 0
follow <- data.frame(sample = people, time = 100 + seq_len(30) * 40, status = rep(c(1, 0), 15), age = 40:69, stage = rep(c("I", "II", ""), 10))

own <- function(values = matrix, kind = "linear", table = follow, ...) {
  study_of(list(expression = list(values = values, kind = kind, identifiers = "symbol", label = "m"), survival = table), ...)
}

testthat::test_that("expression is log2(x + 1) by the kind of the matrix, the filter works on the linear scale, and every gene is counted", {
  study <- own()
  expect_equal(study$values, log2(matrix[c("A", "B", "C"), ] + 1))
  expect_identical(own(log2(matrix + 1), "log")$values, log2(matrix[c("A", "B", "C"), ] + 1))
  expect_identical(rownames(own(preprocess_percent = 30)$values), c("A", "B", "C", "D"))
  expect_identical(rownames(own(preprocess_percent = 0)$values), c("A", "B", "C", "D"))
  flow <- gene_flow_table(study)
  expect_identical(flow$n, c(6L, 1L, 1L, 1L, 3L))
  expect_true("genes_flat" %in% codes_of(study))
  listed <- own(gene_list = c("a", "ZERO", "NONE"))
  expect_identical(gene_flow_table(listed)$n, c(3L, 1L, 1L, 1L))
  expect_error(own(gene_list = c("ZERO", "FLAT")), "没有一个基因可以分析", class = "oncoloom_input")
  # Ratios of two channels lie around 0: what is expressed cannot be told of them.
  ratios <- own(matrix - 20, "log")
  expect_identical(ratios$values, (matrix - 20)[c("A", "B", "C", "D"), ])
  expect_true("not_filtered" %in% codes_of(ratios))
})

testthat::test_that("nobody is lost silently: missing, negative, unknown and doubled follow-up each has its reason", {
  table <- follow
  table$time[1:3] <- c(NA, -5, 0)
  table$status[4:5] <- c(NA, 3)
  table <- rbind(table[-30, ], data.frame(sample = "ELSE", time = 5, status = 1, age = 1, stage = "I"))
  study <- own(table = table)
  expect_identical(study$exclusions$n, c(1L, 1L, 1L, 1L, 1L, 1L))
  expect_setequal(study$exclusions$reason, c(
    "没有时间", "时间小于 0", "没有状态", "认不出的状态", "没有表达数据", "矩阵里有，随访数据里没有"
  ))
  flow <- patient_flow(study)
  expect_identical(flow$n[[1L]], sum(flow$n[-1L]))
  expect_identical(nrow(study$patients), 25L)
  expect_true(all(c("time_zero", "excluded") %in% codes_of(study)))
  expect_identical(colnames(study$values), study$patients$sample)
  expect_equal(study$clinical$age, follow$age[match(study$patients$sample, follow$sample)])
  expect_true(anyNA(study$clinical$stage))
})

testthat::test_that("a model has one count of patients: those with time 0 or without a value of its genes are among the excluded", {
  table <- utils::read.csv(shared("cases", "41_surv.csv"), check.names = FALSE)
  set.seed(1)
  values <- matrix(stats::rexp(3L * nrow(table)), 3L, dimnames = list(c("A", "B", "C"), table$sample))
  study <- study_for_model(own(values, table = table), c("A", "B", "C"))
  expect_identical(nrow(study$patients), 117L)
  expect_identical(study_facts(study)$patients, 117L)
  expect_identical(study$exclusions$n[startsWith(study$exclusions$reason, "时间是 0")], 3L)
  expect_identical(utils::tail(patient_flow(study)$n, 1L), 117L)
  expect_identical(c(ncol(study$values), nrow(study$clinical)), c(117L, 117L))
  values["B", 10:11] <- NA
  expect_identical(nrow(study_for_model(own(values, table = table), c("A", "B", "C"))$patients), 115L)
  # A gene that the model does not use takes nobody out.
  expect_identical(nrow(study_for_model(own(values, table = table), c("A", "C"))$patients), 117L)
})

testthat::test_that("of a patient with several samples one counts, by barcode or by the column of patients", {
  named <- c("TCGA-AA-0001-01A", "TCGA-AA-0001-01B", "TCGA-AA-0001-11A", "TCGA-AA-0002-02A", "TCGA-AA-0002-06A", "TCGA-AA-0003-01B")
  owner <- sample_owners(named, NULL)
  expect_identical(owner$kind, c("tumour", "tumour", "normal", "other", "other", "tumour"))
  expect_lt(owner$rank[[1L]], owner$rank[[2L]])
  expect_identical(unique(owner$patient), c("TCGA-AA-0001", "TCGA-AA-0002", "TCGA-AA-0003"))
  doubled <- cbind(follow, patient = c("X", "X", "X", people[4:30]))
  study <- own(table = doubled)
  expect_identical(study$exclusions, data.frame(reason = "同一患者的另一个样本", n = 2L))
  expect_identical(study$patients$sample[[1L]], "P01")
  melanoma <- sample_owners(sprintf("TCGA-ER-%04d-06A", 1:3), NULL)
  expect_identical(melanoma$kind, rep("tumour", 3L))
})

testthat::test_that("too few patients, no event and few events have their sentences", {
  expect_error(own(table = follow[1:3, ]), "只有 3 例", class = "oncoloom_input")
  expect_error(own(table = within(follow, status <- 0)), "没有发生一例事件", class = "oncoloom_input")
  few <- own(table = within(follow, status <- as.integer(seq_len(30) <= 4)))
  expect_true("few_events" %in% codes_of(few))
  expect_error(check_model_events(few), "只有 4 例事件，不足 10 例", class = "oncoloom_input")
  expect_null(check_model_events(own()))
  expect_true("all_events" %in% codes_of(own(table = within(follow, status <- 1))))
})

testthat::test_that("a unit that the follow-up speaks against is told, and times come in days", {
  expect_identical(likelier_unit(c(12, 60, 130, 300), "day"), "month")
  expect_identical(likelier_unit(c(0.5, 4, 9), "day"), "year")
  expect_identical(likelier_unit(c(400, 2000), "month"), "day")
  expect_identical(likelier_unit(c(2, 7, 18), "month"), "year")
  # Months of lung cancer and days of the veterans' trial are what they say.
  expect_null(likelier_unit(survival::veteran$time, "day"))
  expect_null(likelier_unit(survival::lung$time, "day"))
  expect_null(likelier_unit(survival::lung$time / 30.4375, "month"))
  expect_null(likelier_unit(survival::rotterdam$dtime / 365.25, "year"))
  expect_identical(likelier_unit(survival::rotterdam$dtime / 30.4375, "day"), "month")
  study <- own(table = within(follow, time <- time / 365.25), time_unit = "year")
  expect_equal(study$patients$time, follow$time)
  expect_true("unit_doubtful" %in% codes_of(own(table = within(follow, time <- time / 30.4375))))
})

testthat::test_that("of a cohort it is one tumour of each patient, as the log-rank screen takes them", {
  cohort <- written_cohort(mini_acc())
  study <- study_of(list(dataset = cohort))
  direct <- cohort_survival(cohort, "OS")
  expect_identical(study$patients$sample, direct$table$sample)
  expect_identical(study$patients$time, direct$table$time)
  expect_identical(study$values, cohort_matrix(cohort, samples = direct$table$sample)[rownames(study$values), ])
  expect_identical(nrow(study$clinical), nrow(study$patients))
  expect_identical(study_of(list(dataset = cohort), time_unit = "year")$patients$shown, direct$table$time / 365.25)
  expect_identical(study_facts(study)$patients, nrow(direct$table))
})
