# Cox regression gene by gene against survival, one gene after the other.

invisible(load_library(root, "cox"))
sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())

#' What survival says of each gene, and whether there is no estimate: it warns that a coefficient may be infinite, or the guard of all models speaks.
one_by_one <- function(values, time, status) {
  do.call(rbind, lapply(seq_len(nrow(values)), function(i) {
    x <- values[i, ]
    warned <- FALSE
    fit <- withCallingHandlers(survival::coxph(survival::Surv(time, status) ~ x), warning = function(condition) {
      warned <<- TRUE
      invokeRestart("muffleWarning")
    })
    row <- summary(fit)
    zph <- tryCatch(survival::cox.zph(fit)$table[["x", "p"]], error = function(condition) NA_real_)
    data.frame(
      coef = row$coefficients[[1L]], se = row$coefficients[[3L]], z = row$coefficients[[4L]], wald_p = row$coefficients[[5L]],
      lr_p = row$logtest[["pvalue"]], ph_p = zph,
      warned = warned || no_estimate(row$coefficients[[1L]], row$coefficients[[3L]], diff(range(x)), row$logtest[["test"]])
    )
  }))
}

expect_survival <- function(values, time, status) {
  screen <- cox_screen(values, time, status)
  direct <- one_by_one(values, time, status)
  expect_identical(screen$gene, rownames(values))
  for (column in c("coef", "se", "z", "wald_p", "lr_p")) expect_equal(screen[[column]], direct[[column]], tolerance = 1e-8, info = column)
  # A coefficient that runs away leaves nothing that a clock could be tested on.
  clear <- !direct$warned
  expect_equal(screen$ph_p[clear], direct$ph_p[clear], tolerance = 1e-8)
  expect_identical(screen$separated, direct$warned | screen$n_expressed < 5L)
  invisible(screen)
}

testthat::test_that("of miniACC every gene equals coxph and cox.zph to 1e-8", {
  acc <- written_cohort(mini_acc())
  people <- cohort_survival(acc, "OS")$table
  screen <- expect_survival(cohort_matrix(acc, samples = people$sample), people$time, people$status)
  expect_gt(nrow(screen), 190)
  expect_false(any(screen$separated))
})

testthat::test_that("of TCGA-UCS the genes that few express are found as coxph warns of them", {
  people <- utils::read.delim(shared("tcga", "TCGA-UCS.clinical.tsv"))
  values <- log2(read_shared("tcga", "TCGA-UCS.rsem_norm.expr.tsv.gz") + 1)
  values <- values[!duplicated(rownames(values)), people$sample]
  values <- values[matrixStats::rowMaxs(values) > 0, ]
  expressed <- rowSums(values > 0)
  few <- values[order(expressed)[seq(1L, 900L, 6L)], ]
  screen <- expect_survival(few, people$CDR_OS.time, people$CDR_OS)
  expect_gt(sum(screen$separated & screen$n_expressed >= 1L), 50)
  # The whole cohort: no gene of UCS passes the correction.
  usual <- values[expressed >= ncol(values) / 2, ]
  all <- cox_screen(usual, people$CDR_OS.time, people$CDR_OS)
  expect_identical(sum(stats::p.adjust(all$wald_p, "BH") < 0.05), 0L)
})

testthat::test_that("ties, time 0, indicators, large and small scales and separation are survival's", {
  set.seed(2)
  n <- 80L
  time <- c(0, 0, sample(20, n - 2L, TRUE))
  status <- stats::rbinom(n, 1, 0.6)
  values <- rbind(
    matrix(stats::rbinom(40 * n, 1, 0.2) * rep(stats::rexp(40), n), 40L), matrix(stats::rbinom(20 * n, 1, 0.5), 20L),
    1e6 * abs(stats::rnorm(n)), 1e-6 * stats::rnorm(n) + 5, rank(time), n + 1 - rank(time), as.numeric(time < 5),
    3 * status + stats::runif(n, 0, 0.01)
  )
  rownames(values) <- paste0("g", seq_len(nrow(values)))
  screen <- expect_survival(values, time, status)
  expect_true(all(screen$separated[63:65]))
  # Times that differ by rounding alone are one time, as in coxph.
  expect_equal(cox_screen(values, time * (1 + 1e-13 * seq_len(n)), status)$coef, screen$coef, tolerance = 1e-8)
  expect_equal(cox_screen(-values[1:60, ], time, status, zero = NA)$coef, -screen$coef[1:60], tolerance = 1e-8)
  order <- sample(n)
  expect_equal(cox_screen(values[1:60, order], time[order], status[order])[1:60, -1L], screen[1:60, -1L], tolerance = 1e-8)
})

testthat::test_that("missing values leave a patient out of a gene, a gene that does not vary has no coefficient, and pieces change nothing", {
  nki <- utils::read.delim(shared("survival", "nki70_144_breast_70gene.tsv"))
  values <- t(as.matrix(nki[, -(1:8)]))
  screen <- cox_screen(values, nki$time, nki$event, zero = NA)
  direct <- one_by_one(values, nki$time, nki$event)
  expect_equal(screen$coef, direct$coef, tolerance = 1e-8)
  expect_equal(screen$ph_p, direct$ph_p, tolerance = 1e-8)
  holes <- values
  holes[1L, 1:9] <- NA
  holes[2L, ] <- 1
  holes[3L, ] <- NA
  gaps <- cox_screen(holes, nki$time, nki$event, zero = NA)
  expect_identical(gaps$n[1:3], c(135L, 144L, 0L))
  alone <- one_by_one(values[1L, -(1:9), drop = FALSE], nki$time[-(1:9)], nki$event[-(1:9)])
  expect_equal(gaps[1L, c("coef", "se", "ph_p")], alone[c("coef", "se", "ph_p")], tolerance = 1e-8, ignore_attr = TRUE)
  expect_identical(is.na(gaps$coef[1:4]), c(FALSE, TRUE, TRUE, FALSE))
  expect_identical(plain_rows(gaps[-(1:3), ]), plain_rows(screen[-(1:3), ]))
  wide <- values[rep(seq_len(70L), 60L), ]
  expect_identical(cox_screen(wide, nki$time, nki$event, zero = NA)$coef[4131:4200], screen$coef)
})

testthat::test_that("without any relation P is uniform, over 20 seeds, and so is the test of proportional hazards", {
  p <- lapply(1:20, function(seed) {
    set.seed(seed)
    values <- matrix(stats::rnorm(400 * 150), 400L, dimnames = list(seq_len(400), NULL))
    cox_screen(values, stats::rexp(150), stats::rbinom(150, 1, 0.7), zero = NA)
  })
  for (column in c("wald_p", "lr_p", "ph_p")) {
    each <- vapply(p, function(one) stats::ks.test(one[[column]], "punif")$p.value, numeric(1))
    # Of 20 draws of a uniform P one below 0.001 comes in 50 runs; the seeds are fixed.
    expect_gt(min(each), 1e-3)
    expect_gt(stats::ks.test(each, "punif")$p.value, 0.01)
  }
})
