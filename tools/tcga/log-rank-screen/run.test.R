# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("log_rank_survival")
own <- environment(tool$analyse)

params <- list(
  gene_list = character(), endpoint = "OS", cutoff_method = "median", pvalue_threshold = 0.05, preprocess_percent = 50, preprocess_tpm = 0
)

#' The tables of a run on an open cohort, with its facts and findings as attributes.
run <- function(cohort, ...) {
  run_tool(tool, list(dataset = cohort), changed(params, ...))
}

sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())
acc <- written_cohort(mini_acc())
people <- cohort_survival(acc, "OS")$table
values <- cohort_matrix(acc, samples = people$sample)

testthat::test_that("P, HR and medians equal survdiff, coxph and survfit to 1e-8: for every gene of miniACC, and for some by the other ways to cut", {
  for (method in c("median", "quartile", "tertile", "optimal")) {
    table <- run(acc, cutoff_method = method, preprocess_percent = 0)$genes
    expect_gt(nrow(table), 150)
    surv <- survival::Surv(people$time, people$status)
    for (i in seq(1L, nrow(table), if (method == "median") 1L else 6L)) {
      row <- table[i, ]
      x <- values[row$gene, ]
      best <- if (method == "optimal") best_cutoff(x, people$time, people$status)
      limits <- switch(method,
        median = rep(stats::median(x), 2L), quartile = stats::quantile(x, c(0.25, 0.75)), tertile = stats::quantile(x, c(1, 2) / 3),
        optimal = rep(best$cutoff, 2L)
      )
      used <- x > limits[[2L]] | x <= limits[[1L]]
      high <- factor(x > limits[[2L]], c(FALSE, TRUE))
      test <- survival::survdiff(surv ~ high, subset = used)
      curves <- summary(survival::survfit(surv ~ high, subset = used))$table
      expected <- c(test$n[[2L]], test$n[[1L]], test$obs[[2L]], test$obs[[1L]], curves[2:1, "median"])
      expect_equal(
        unlist(row[c("n_high", "n_low", "events_high", "events_low", "median_high", "median_low")], use.names = FALSE),
        unname(expected), tolerance = 1e-8, info = row$gene
      )
      if (method == "optimal") expect_equal(row$pvalue, best$p, tolerance = 1e-8)
      else expect_equal(c(row$chisq, row$pvalue), c(test$chisq, stats::pchisq(test$chisq, 1, lower.tail = FALSE)), tolerance = 1e-8)
      if (is.na(row$hr)) expect_true(any(test$obs == 0))
      else {
        fit <- suppressWarnings(survival::coxph(surv ~ high, subset = used))
        expect_equal(c(row$hr, row$lower, row$upper), unname(summary(fit)$conf.int[1L, c(1L, 3L, 4L)]), tolerance = 1e-8, info = row$gene)
      }
    }
    expect_equal(table$padj, stats::p.adjust(table$pvalue, "BH"))
  }
})

testthat::test_that("ties, time 0 and ways without events are computed as survival does", {
  set.seed(3)
  time <- c(0, 0, sample(30, 118, TRUE))
  status <- stats::rbinom(120, 1, 0.7)
  made <- matrix(round(stats::rnorm(120 * 30), 1), 30L)
  high <- cut_columns(made, time, status, "tertile")$high
  high[, 1L] <- status == 1
  chisq <- log_rank_columns(time, status, high)
  ratios <- cox_columns(time, status, high)
  expect_true(is.na(ratios$hr[[1L]]))
  for (j in 2:30) {
    used <- !is.na(high[, j])
    group <- ifelse(high[used, j], "high", "low")
    expect_equal(chisq[[j]], log_rank(time[used], status[used], group)$chisq, tolerance = 1e-8)
    direct <- hazard_ratio(time[used], status[used], group)
    expect_equal(unlist(ratios[j, ], use.names = FALSE), c(direct$hr, direct$low, direct$high), tolerance = 1e-8)
  }
  expect_identical(log_rank_columns(time, 0 * status, high), numeric(30))
  # Pieces change nothing.
  wide <- high[, rep(2:30, 400L)]
  expect_identical(cox_columns(time, status, wide)$hr[seq_len(29L) + 29L * 399L], ratios$hr[2:30])
})

#' TCGA-UCS of the shared folder, every tenth gene: 57 patients.
uterine <- function() {
  folder <- file.path(Sys.getenv("ONCOLOOM_SHARED", file.path(root, "../shared/data")), "tcga")
  path <- file.path(folder, "TCGA-UCS.rsem_norm.expr.tsv.gz")
  testthat::skip_if_not(file.exists(path), "the public cohort TCGA-UCS is not here")
  table <- data.table::fread(cmd = paste("gzip -dc", shQuote(path)), data.table = FALSE)
  table <- table[seq(1, nrow(table), 10), ]
  people <- utils::read.delim(file.path(folder, "TCGA-UCS.clinical.tsv"))
  expression <- log2(as.matrix(table[, -1L]) + 1)
  rownames(expression) <- table[[1L]]
  list(
    about = list(code = "ucs", label = "TCGA-UCS", name = "试", english = "Test", source = "test", release = "1", simulated = FALSE, notes = list()),
    units = list(expression = "log2(RSEM+1)"), matrices = list(expression = expression[!duplicated(rownames(expression)), ]), genes = NULL,
    samples = data.frame(
      sample = people$sample, patient = people$patient, type = "tumour", code = "01", tissue = "", survival = "1", paired = ""
    ),
    clinical = people["patient"], survival = data.frame(patient = people$patient, OS = people$CDR_OS, OS.time = people$CDR_OS.time)
  )
}

testthat::test_that("in 57 patients (TCGA-UCS) no gene is dropped for its best cut-off, and each is maxstat's among the allowed ones", {
  cohort <- uterine()
  result <- run(written_cohort(cohort), cutoff_method = "optimal")
  expect_false(any(grepl("不足 10 例", result$gene_flow$step)))
  expect_gt(nrow(result$genes), 1000L)
  expect_true(all(pmin(result$genes$n_high, result$genes$n_low) >= 10L))
  row <- match(cohort$samples$patient, cohort$survival$patient)
  outcome <- survival::Surv(cohort$survival$OS.time[row], cohort$survival$OS[row])
  for (i in seq(1L, nrow(result$genes), 25L)) {
    written <- writeBin(unname(cohort$matrices$expression[result$genes$gene[[i]], cohort$samples$sample]), raw(), size = 4L)
    x <- readBin(written, "numeric", 57L, size = 4L)
    direct <- maxstat::maxstat.test(
      outcome ~ x, data.frame(x), smethod = "LogRank", pmethod = "Lau92", minprop = 10.0001 / 57, maxprop = 47.0001 / 57
    )
    expect_equal(result$genes$cutoff_high[[i]], unname(direct$estimate), tolerance = 1e-6)
    expect_equal(result$genes$pvalue[[i]], min(1, direct$p.value), tolerance = 1e-4)
  }
})

#' A simulated cohort of so many patients with planted survival genes.
simulated <- simulate_cohort(sprintf("GENE%04d", 1:1500), list(tumours = 400L, normals = 10L, gtex = 5L),
  list(up = 10L, down = 10L, risk = 25L, protective = 25L, modules = 1L, module = 10L))
planted <- simulated$truth[simulated$truth$role %in% c("risk", "protective"), ]

testthat::test_that("planted survival genes are found: power over 0.95 and a false-discovery proportion below 0.1 at BH 0.05", {
  result <- run(written_cohort(simulated))
  found <- result$genes[result$genes$padj < 0.05, ]
  # Measured: power 1.00, false-discovery proportion 0.02–0.04.
  expect_gt(mean(planted$gene %in% found$gene), 0.95)
  expect_lt(mean(!found$gene %in% planted$gene), 0.1)
  own_rows <- found[found$gene %in% planted$gene, ]
  expect_true(all((own_rows$hr > 1) == (planted$role[match(own_rows$gene, planted$gene)] == "risk")))
  expect_identical(facts_of(result)$fdr_found, nrow(found))
  expect_identical(result$significant, result$genes[result$genes$pvalue < 0.05, ])
  expect_identical(facts_of(result)$risk + facts_of(result)$protective, facts_of(result)$found)
})

testthat::test_that("with the outcomes shuffled, P is uniform and nothing passes BH; of searched cut-offs P is rather too large", {
  set.seed(11)
  shuffled <- simulated
  shuffled$survival[-1L] <- shuffled$survival[sample(nrow(shuffled$survival)), -1L]
  cohort <- written_cohort(shuffled)
  table <- run(cohort)$genes
  # The genes that share the score are one draw, not fifty.
  p <- table$pvalue[!table$gene %in% planted$gene]
  expect_gt(suppressWarnings(stats::ks.test(p, "punif"))$p.value, 1e-3)
  limits <- stats::qbinom(c(0.0005, 0.9995), length(p), 0.05)
  expect_gte(sum(p < 0.05), limits[[1L]])
  expect_lte(sum(p < 0.05), limits[[2L]])
  expect_lt(sum(table$padj < 0.05), 5)
  searched <- run(cohort, cutoff_method = "optimal")
  expect_lt(mean(searched$genes$pvalue < 0.05), 0.075)
  expect_true(all(is.na(searched$genes$chisq)))
  expect_true("searched" %in% codes_of(searched))
})

testthat::test_that("no patient and no gene is lost silently, and the filter is the declared one", {
  small <- small_cohort(c("TP53", "EGFR"))
  small$matrices$expression["EGFR", ] <- 3
  small$matrices$expression["TP53", ] <- c(rep(5, 3), rep(0, ncol(small$matrices$expression) - 3))
  cohort <- written_cohort(small)
  result <- run(cohort, preprocess_percent = 60, preprocess_tpm = 2)
  expect_identical(result$flow$n[[1L]], sum(result$flow$n[-1L]))
  expect_match(result$flow$step[[2L]], "没有总生存（OS）的时间")
  flow <- result$gene_flow
  expect_identical(flow$n[[1L]], sum(flow$n[seq(2L, nrow(flow) - 1L)]))
  patients <- cohort_survival(cohort, "OS")$table
  tpm <- 2^cohort_matrix(cohort, samples = patients$sample) - 1
  expressed <- rowMeans(tpm > 2) >= 0.6
  expect_setequal(c(result$genes$gene, "EGFR"), rownames(tpm)[expressed])
  listed <- run(cohort, gene_list = c("ezh2", "TP53", "EGFR", "NOGENE", "GATA3"))
  expect_setequal(listed$genes$gene, c("EZH2", "GATA3"))
  expect_identical(listed$gene_flow$n, c(5L, 1L, 1L, 1L, 2L, nrow(listed$significant)))
  expect_true(all(c("genes_absent", "genes_filtered") %in% codes_of(listed)))
  expect_equal(listed$genes$pvalue, result$genes$pvalue[match(listed$genes$gene, result$genes$gene)], tolerance = 1e-12)
  expect_error(run(cohort, gene_list = "EGFR"), "没有一个基因可以检验：表达量完全一样", class = "oncoloom_input")
  expect_error(run(acc, endpoint = "DFI"), "没有无病间期", class = "oncoloom_input")
})

testthat::test_that("turning the expression over turns HR over; the order of the patients changes nothing", {
  lots <- mini_acc()
  table <- run(written_cohort(lots), preprocess_percent = 0)$genes
  shuffled <- lots
  order <- sample(ncol(lots$matrices$expression))
  shuffled$matrices$expression <- lots$matrices$expression[, order]
  expect_equal(run(written_cohort(shuffled), preprocess_percent = 0)$genes, table, tolerance = 1e-10)
  # With an odd number of patients the middle one changes sides: thirds of 78.
  turned <- lots
  turned$matrices$expression <- 30 - lots$matrices$expression
  high <- cut_columns(cohort_matrix(written_cohort(turned), samples = people$sample), people$time, people$status, "median")$high
  odd <- cut_columns(values, people$time, people$status, "median")$high
  same <- colSums(xor(high, odd)) == nrow(people)
  expect_equal(
    cox_columns(people$time, people$status, high[, same])$hr, 1 / cox_columns(people$time, people$status, odd[, same])$hr, tolerance = 1e-6
  )
})

testthat::test_that("published for adrenocortical carcinoma: proliferation is a risk", {
  result <- run(acc)
  risk <- result$significant$gene[result$significant$hr > 1]
  expect_true(all(c("FOXM1", "EZH2", "CCNB1") %in% risk))
  expect_identical(facts_of(result)$gene, result$genes$gene[[1L]])
  curve <- result$curve[result$curve$group == "高表达", ]
  expect_identical(curve$n_risk[[1L]], result$genes$n_high[[1L]])
})
