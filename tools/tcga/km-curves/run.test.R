# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
catalogue <- read_catalogue(root)
tool <- load_tool(catalogue[["plot_km_survival_curve"]], root, engine)
screening <- load_tool(catalogue[["log_rank_survival"]], root, engine)

params <- list(target_genes = character(), time_unit = "day", rmst_until = 0, high_color = "#D55E00", low_color = "#0072B2")

screen_of <- function(cohort, ...) {
  defaults <- list(
    gene_list = character(), endpoint = "OS", cutoff_method = "median", pvalue_threshold = 0.05, preprocess_percent = 50, preprocess_tpm = 0
  )
  genes <- screening$analyse(list(dataset = cohort), utils::modifyList(defaults, list(...)), new_job(function(event) NULL))$genes
  declared_words(genes, screening$tables$genes)
}

#' The tables of a run, with its facts and findings as attributes.
run <- function(cohort, screen, ...) {
  run_tool(tool, list(screen = screen, dataset = cohort), changed(params, ...))
}

sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())
acc <- written_cohort(mini_acc())

testthat::test_that("a screen by Cox regressions parts nobody: the curves are cut at the median", {
  screen <- screen_of(acc)[c("gene", "pvalue", "padj", "endpoint")]
  result <- run(acc, screen)
  expect_identical(result$tests, run(acc, screen_of(acc))$tests)
  expect_identical(facts_of(result)$cut_word, "中位数")
})

testthat::test_that("the curves are survfit's, and every number is the screen's, for every way to cut", {
  for (method in c("median", "tertile", "optimal")) {
    screen <- screen_of(acc, cutoff_method = method)
    result <- run(acc, screen, time_unit = "month")
    expect_identical(result$tests$gene, utils::head(screen$gene, 6L))
    same <- c("n_high", "n_low", "events_high", "events_low", "pvalue", "padj", "hr", "lower", "upper", "cutoff_low", "cutoff_high")
    expect_equal(result$tests[same], screen[1:6, same], tolerance = 1e-8, info = method)
    expect_equal(result$tests$median_high * 30.4375, screen$median_high[1:6])
    expect_equal(result$tests$n_high + result$tests$n_low + result$tests$n_between, rep(79L, 6L))
    gene <- result$tests$gene[[2L]]
    group <- result$groups[[gene]]
    rate <- result$rates[result$rates$gene == gene & result$rates$group == "低表达" & result$rates$years == 3L, ]
    low <- survival::survfit(survival::Surv(time, status) ~ 1, result$groups[group == "低表达", ])
    expect_equal(rate$surv, summary(low, times = 3 * 365.25)$surv, tolerance = 1e-12)
    for (name in c("高表达", "低表达")) {
      fit <- survival::survfit(survival::Surv(time / 30.4375, status) ~ 1, result$groups[group == name, ])
      curve <- result$curve[result$curve$gene == gene & result$curve$group == name, ][-1L, ]
      expect_equal(curve$surv, fit$surv, tolerance = 1e-12)
      expect_equal(curve$n_risk, fit$n.risk)
    }
    expect_equal("searched" %in% codes_of(result), method == "optimal")
  }
})

testthat::test_that("genes are drawn in the order of the request, by any name; others of the screen are refused with the reason", {
  screen <- screen_of(acc, gene_list = c("TP53", "FOXM1", "MYC", "EZH2"))
  result <- run(acc, screen, target_genes = c("foxm1", "TP53", "CDK1"))
  expect_identical(result$tests$gene, c("FOXM1", "TP53"))
  expect_identical(result$parts$gene, result$tests$gene)
  expect_identical(facts_of(result)[c("gene_1", "gene_2", "gene_3", "drawn")], list(gene_1 = "FOXM1", gene_2 = "TP53", gene_3 = NULL, drawn = 2L))
  expect_true("genes_unscreened" %in% codes_of(result))
  expect_error(run(acc, screen, target_genes = "CDK1"), "没有检验「CDK1」", class = "oncoloom_input")
  expect_identical(run(acc, screen)$tests$gene, screen$gene)
})

testthat::test_that("the order of the patients changes nothing; the expression turned over turns every HR over", {
  cohort <- mini_acc()
  # 78 patients have thirds of 26, whichever way they are turned.
  cohort$survival$OS.time[cohort$survival$patient == cohort$samples$patient[[1L]]] <- NA
  here <- written_cohort(cohort)
  screen <- screen_of(here, cutoff_method = "tertile")
  result <- run(here, screen)
  shuffled <- cohort
  shuffled$matrices$expression <- cohort$matrices$expression[, rev(seq_len(79L))]
  expect_equal(run(written_cohort(shuffled), screen)$tests, result$tests, tolerance = 1e-10)
  turned <- cohort
  turned$matrices$expression <- 30 - cohort$matrices$expression
  other <- run(written_cohort(turned), screen)$tests
  alike <- other$n_high == result$tests$n_low & other$n_low == result$tests$n_high
  expect_gt(sum(alike), 3L)
  expect_equal(other$hr[alike], 1 / result$tests$hr[alike], tolerance = 1e-4)
})

testthat::test_that("the example is the screen's own result", {
  path <- file.path(root, "tools", tool$folder, "example", "screen.tsv.gz")
  skip_if_not(file.exists(path), "the example has not been made (Rscript tools/examples.R)")
  example <- data.table::fread(path, data.table = FALSE)
  screen <- screen_of(acc)
  expect_setequal(example$gene, screen$gene)
  expect_equal(example$pvalue, screen$pvalue[match(example$gene, screen$gene)], tolerance = 1e-5)
  expect_identical(unique(example[c("endpoint", "cut")]), unique(screen[c("endpoint", "cut")]))
})

testthat::test_that("each gene has the restricted means of its groups, and genes that are not followed so long are told", {
  screen <- screen_of(acc)
  result <- run(acc, screen, time_unit = "month", rmst_until = 24)
  expect_identical(unique(result$means$gene), result$tests$gene)
  gene <- result$tests$gene[[1L]]
  group <- result$groups[[gene]]
  told <- vapply(c("低表达", "高表达"), function(name) {
    fit <- survival::survfit(survival::Surv(time / 30.4375, status) ~ 1, result$groups[group == name, ])
    summary(fit, rmean = 24)$table[["rmean"]]
  }, numeric(1))
  means <- result$means[result$means$gene == gene, ]
  expect_equal(means$mean, unname(told), tolerance = 1e-8)
  expect_equal(means$difference[[2L]], told[[2L]] - told[[1L]], tolerance = 1e-8)
  expect_false("rmst_shorter" %in% codes_of(result))
  expect_true("rmst_shorter" %in% codes_of(run(acc, screen, rmst_until = 99999)))
})
