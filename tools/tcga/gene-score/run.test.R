# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("cohort_gene_score")

GENES <- c("EZH2", "FOXM1", "GATA3", "CDK1")
params <- list(target_genes = GENES, combine = "mean_z", weights = "", endpoint = "OS", time_unit = "day")

#' The tables of a run on a cohort as `write_cohort` takes it, with its facts and findings as attributes.
run <- function(cohort, ...) run_tool(tool, list(dataset = written_cohort(cohort)), changed(params, ...))

#' Patients and normals with genes that carry a common factor, by which the hazard rises, and others that carry nothing.
simulated <- function(n, beta, seed, normals = 12L, loading = 1, higher = 0, others = 30L) {
  set.seed(seed)
  factor <- c(stats::rnorm(n, higher), stats::rnorm(normals))
  all <- n + normals
  carried <- t(vapply(GENES, function(gene) 5 + loading * factor + stats::rnorm(all, sd = 0.6), numeric(all)))
  noise <- matrix(stats::rnorm(others * all, 5), others, dimnames = list(sprintf("OTHER%02d", seq_len(others)), NULL))
  values <- rbind(carried, noise)
  patient <- sprintf("P%04d", seq_len(n))
  sample <- c(paste0(patient, "-01"), sprintf("N%03d-11", seq_len(normals)))
  colnames(values) <- sample
  event <- stats::rexp(n, 0.001 * exp(beta * factor[seq_len(n)]))
  censored <- stats::runif(n, 200, 3000)
  list(
    about = list(code = "tiny", label = "TINY", name = "试", english = "Tiny", source = "test", release = "1", simulated = FALSE, notes = list()),
    units = list(expression = "log2(TPM+1)"), matrices = list(expression = values), genes = NULL,
    samples = data.frame(
      sample = sample, patient = c(patient, sprintf("N%03d", seq_len(normals))), type = rep(c("tumour", "normal"), c(n, normals)),
      code = rep(c("01", "11"), c(n, normals)), tissue = "", survival = rep(c("1", ""), c(n, normals)), paired = ""
    ),
    clinical = data.frame(patient = patient, age = round(stats::rnorm(n, 60, 9)), gender = rep(c("male", "female"), length.out = n)),
    survival = data.frame(patient = patient, OS = as.integer(event <= censored), OS.time = as.integer(ceiling(pmin(event, censored))))
  )
}

cohort <- simulated(120L, 0.7, 1, higher = 0.8)
result <- run(cohort)
expression <- function(of = cohort) {
  values <- of$matrices$expression
  matrix(float32(as.vector(values)), nrow(values), dimnames = dimnames(values))
}
tumours <- cohort$samples$type == "tumour"
of_sample <- function(tables, samples) tables$samples$score[match(samples, tables$samples$sample)]

testthat::test_that("scores are what their names say, by the tumours' mean and spread, and normals are scored by the same", {
  values <- expression()[GENES, ]
  z <- (values - rowMeans(values[, tumours])) / apply(values[, tumours], 1L, stats::sd)
  expect_equal(of_sample(result, colnames(values)), unname(colMeans(z)), tolerance = 1e-6)
  first <- run(cohort, combine = "pc1")
  turn <- stats::prcomp(t(z[, tumours]))
  scores <- as.vector(crossprod(z, turn$rotation[, 1L]))
  expect_equal(abs(stats::cor(of_sample(first, colnames(values)), scores)), 1, tolerance = 1e-9)
  expect_gt(stats::cor(of_sample(first, colnames(values)), colMeans(z)), 0.9)
  weights <- c(0.5, -0.2, 0.1, 1)
  formula <- run(cohort, combine = "weights", weights = paste(GENES, weights, collapse = "；"))
  expect_equal(of_sample(formula, colnames(values)), as.vector(crossprod(values, weights)), tolerance = 1e-6)
})

testthat::test_that("GSVA is the package's own, over all genes of these samples", {
  tables <- run(cohort, combine = "gsva")
  values <- expression()
  direct <- suppressWarnings(GSVA::gsva(values, list(score = GENES), method = "gsva", kcdf = "Gaussian", verbose = FALSE))
  expect_equal(of_sample(tables, colnames(values)), as.vector(direct), tolerance = 1e-6)
  expect_true(facts_of(tables)$by_gsva)
})

testthat::test_that("survival is survdiff's and coxph's, tissue is wilcox.test's", {
  row <- function(what) result$tests[result$tests$what == what, ]
  follow <- cohort$survival
  score <- of_sample(result, paste0(follow$patient, "-01"))
  high <- score > stats::median(score)
  test <- survival::survdiff(survival::Surv(OS.time, OS) ~ high, follow)
  expect_equal(row("高分对低分（中位数）")$p, stats::pchisq(test$chisq, 1, lower.tail = FALSE), tolerance = 1e-8)
  halves <- summary(survival::coxph(survival::Surv(OS.time, OS) ~ high, follow))
  interval <- unlist(row("高分对低分（中位数）")[c("estimate", "lower", "upper")], use.names = FALSE)
  expect_equal(interval, unname(halves$conf.int[1L, c(1L, 3L, 4L)]), tolerance = 1e-6)
  each <- summary(survival::coxph(survival::Surv(OS.time, OS) ~ I(score / stats::sd(score)), follow))
  unit <- row("评分每高 1 个标准差")
  expect_equal(c(unit$estimate, unit$p), c(each$conf.int[[1L]], each$coefficients[1L, 5L]), tolerance = 1e-6)
  samples <- colnames(expression())
  direct <- stats::wilcox.test(of_sample(result, samples[tumours]), of_sample(result, samples[!tumours]), conf.int = TRUE)
  expect_equal(c(row("肿瘤对癌旁")$p, row("肿瘤对癌旁")$estimate), unname(c(direct$p.value, direct$estimate)), tolerance = 1e-6)
  expect_true(facts_of(result)$higher_risk && facts_of(result)$tissue_up)
})

testthat::test_that("turned genes turn the score, and the order of genes and samples changes nothing", {
  turned <- cohort
  turned$matrices$expression[GENES, ] <- 12 - turned$matrices$expression[GENES, ]
  samples <- colnames(expression())
  expect_equal(of_sample(run(turned), samples), -of_sample(result, samples), tolerance = 1e-5)
  mixed <- cohort
  mixed$matrices$expression <- mixed$matrices$expression[rev(seq_len(nrow(mixed$matrices$expression))), ]
  expect_equal(run(mixed, target_genes = rev(GENES))$samples, result$samples)
})

testthat::test_that("genes that do not hang together, or go against the others, are told", {
  expect_false(any(c("incoherent", "against") %in% codes_of(result)))
  expect_gt(facts_of(result)$coherence, 0.6)
  noise <- run(cohort, target_genes = sprintf("OTHER%02d", 1:6))
  expect_true("incoherent" %in% codes_of(noise))
  against <- cohort
  against$matrices$expression["GATA3", ] <- 12 - against$matrices$expression["GATA3", ]
  tables <- run(against)
  expect_true("against" %in% codes_of(tables))
  expect_lt(tables$genes$with_others[tables$genes$gene == "GATA3"], 0)
})

testthat::test_that("noise: P of follow-up and of tissue is uniform", {
  p <- vapply(1:60, function(seed) {
    tests <- run(simulated(60L, 0, 100 + seed, others = 2L))$tests
    c(tests$p[tests$what == "高分对低分（中位数）"], tests$p[tests$what == "肿瘤对癌旁"])
  }, numeric(2L))
  expect_gt(stats::ks.test(p[1L, ], "punif")$p.value, 0.001)
  expect_gt(suppressWarnings(stats::ks.test(p[2L, ], "punif"))$p.value, 0.001)
})

testthat::test_that("the table of samples holds what other tools take", {
  table <- result$samples
  expect_identical(nrow(table), nrow(cohort$samples))
  row <- match("P0003-01", table$sample)
  expect_identical(c(table$time[row], table$status[row]), unlist(cohort$survival[3L, c("OS.time", "OS")], use.names = FALSE))
  expect_identical(table$age[row], as.numeric(cohort$clinical$age[[3L]]))
  expect_identical(table$gender[row], "男")
  expect_true(all(is.na(table$time[table$type == "正常"])))
  expect_identical(names(result$cells)[-1L], result$cell_samples$sample)
  expect_identical(unique(result$cell_samples$group), c("低分", "高分"))
})

testthat::test_that("without normals nothing is said of them", {
  tables <- run(simulated(80L, 0.5, 3, normals = 0L))
  expect_identical(nrow(tables$boxes), 0L)
  expect_false("肿瘤对癌旁" %in% tables$tests$what)
  expect_true("no_normals" %in% codes_of(tables))
  two <- run(simulated(80L, 0.5, 3, normals = 2L))
  expect_identical(nrow(two$points), 82L)
  expect_identical(nrow(two$notes), 0L)
})

testthat::test_that("what cannot be scored is refused with what to do", {
  expect_error(run(cohort, target_genes = "EZH2"), "不能合成评分", fixed = TRUE)
  expect_error(run(cohort, target_genes = c("EZH2", "NOGENE1")), "不能合成评分", fixed = TRUE)
  expect_error(run(cohort, target_genes = c("NOGENE1", "NOGENE2")), "里没有", fixed = TRUE)
  expect_error(
    run(cohort, target_genes = c("EZH2", "FOXM1", "NOGENE1"), combine = "weights", weights = "EZH2 1;FOXM1 1;NOGENE1 1"), "公式算不全", fixed = TRUE
  )
  flat <- cohort
  flat$matrices$expression[GENES, ] <- 4
  expect_error(run(flat), "评分完全一样", fixed = TRUE)
  alone <- cohort
  alone$matrices$expression <- alone$matrices$expression[GENES, ]
  expect_error(run(alone, combine = "gsva"), "全部基因里排名", fixed = TRUE)
  expect_error(run(simulated(15L, 0, 1)), "一组只有", fixed = TRUE)
})

testthat::test_that("genes that are absent are told and the others scored", {
  tables <- run(cohort, target_genes = c(GENES, "NOGENE1"))
  expect_identical(facts_of(tables)$absent_n, 1L)
  expect_equal(tables$samples$score, result$samples$score)
})
