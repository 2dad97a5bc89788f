# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
invisible(load_library(root, "cox"))
tool <- tool_of("uni_cox_analysis")

params <- list(
  gene_list = character(), endpoint = "OS", time_unit = "day", preprocess_percent = 50, preprocess_tpm = 0, pvalue_threshold = 0.05,
  scale = "sd", forest_top = 20L, forest_genes = character(), low_hr_color = "#377eb8", high_hr_color = "#e41a1c"
)
expect_numbers <- function(row, numbers) expect_equal(unlist(row, use.names = FALSE), unname(numbers), tolerance = 1e-8)
run <- function(cohort, ...) run_tool(tool, list(dataset = cohort), changed(params, ...))

sys.source(file.path(root, "reference", "cohorts", "mini-acc.R"), envir = environment())
acc <- written_cohort(mini_acc())
people <- cohort_survival(acc, "OS")$table
values <- cohort_matrix(acc, samples = people$sample)
surv <- survival::Surv(people$time, people$status)

testthat::test_that("coefficients, ratios and P are coxph's, per standard deviation or per unit, and BH is over the genes tested", {
  for (scale in c("sd", "raw")) {
    table <- run(acc, scale = scale, preprocess_percent = 0)$genes
    expect_gt(nrow(table), 190)
    for (i in seq(1L, nrow(table), 7L)) {
      x <- values[table$gene[[i]], ]
      fit <- survival::coxph(surv ~ x, data.frame(x = if (scale == "sd") x / stats::sd(x) else x))
      row <- summary(fit)
      expect_numbers(table[i, c("coef", "se", "z", "pvalue")], row$coefficients[1L, c(1L, 3L, 4L, 5L)])
      expect_numbers(table[i, c("HR", "HR.95L", "HR.95H")], row$conf.int[1L, c(1L, 3L, 4L)])
      expect_equal(table$lr_p[[i]], row$logtest[["pvalue"]], tolerance = 1e-8)
      expect_equal(table$ph_p[[i]], survival::cox.zph(fit)$table[["x", "p"]], tolerance = 1e-8)
      expect_equal(table$sd[[i]], stats::sd(x), tolerance = 1e-10)
    }
    expect_equal(table$padj, stats::p.adjust(table$pvalue, "BH"))
    expect_false(is.unsorted(table$pvalue))
  }
})

testthat::test_that("published for adrenocortical carcinoma: proliferation is a risk; what was found stands beside what chance would find", {
  result <- run(acc)
  risk <- result$significant$gene[result$significant$HR > 1]
  expect_true(all(c("FOXM1", "EZH2", "CCNB1") %in% risk))
  facts <- facts_of(result)
  expect_equal(facts$expected, 0.05 * nrow(result$genes))
  expect_identical(facts$found, facts$risk + facts$protective)
  expect_identical(result$flow$n[[1L]], sum(result$flow$n[-1L]))
  expect_identical(sum(result$p_histogram$count), nrow(result$genes))
  expect_identical(nrow(result$forest), 20L)
  expect_false(is.unsorted(-result$forest$HR))
  expect_setequal(run(acc, forest_genes = c("tp53", "EZH2"))$forest$gene, c("TP53", "EZH2"))
  expect_error(run(acc, forest_genes = "NOGENE"), "没有「NOGENE」", class = "oncoloom_input")
  expect_true("genes_absent" %in% codes_of(run(acc, forest_genes = c("NOGENE", "EZH2"))))
})

testthat::test_that("genes that few express have no ratio and the likelihood ratio's P", {
  made <- mini_acc()
  set.seed(1)
  last <- ncol(made$matrices$expression)
  early <- order(people$time)[people$status[order(people$time)] == 0][1:3]
  few <- replace(numeric(last), match(people$sample[early], colnames(made$matrices$expression)), 5)
  made$matrices$expression["TP53", ] <- few
  table <- run(written_cohort(made), preprocess_percent = 0)
  row <- table$genes[table$genes$gene == "TP53", ]
  expect_true(row$separated)
  expect_identical(row$n_expressed, 3L)
  expect_true(all(is.na(row[c("HR", "HR.95L", "HR.95H", "log2_hr")])))
  x <- few[match(people$sample, colnames(made$matrices$expression))]
  expect_equal(row$pvalue, suppressWarnings(summary(survival::coxph(surv ~ x)))$logtest[["pvalue"]], tolerance = 1e-8)
  expect_identical(row$test, "似然比")
  expect_false("TP53" %in% table$forest$gene)
  expect_true("separated" %in% codes_of(table))
})

testthat::test_that("with the outcomes shuffled about as many genes are found as chance would find, and none passes BH", {
  made <- mini_acc()
  set.seed(5)
  found <- vapply(1:12, function(i) {
    made$survival[-1L] <- made$survival[sample(nrow(made$survival)), -1L]
    result <- run(written_cohort(made))
    c(nrow(result$significant), sum(result$genes$padj < 0.05), nrow(result$genes))
  }, numeric(3))
  # Genes of one pathway go together: single runs scatter, their mean does not.
  expect_lt(mean(found[1L, ]) / found[3L, 1L], 0.12)
  expect_lte(stats::median(found[2L, ]), 0)
})

testthat::test_that("an empty result is a result, and bad requests have their sentences", {
  none <- run(acc, gene_list = c("TP53", "ATM"), pvalue_threshold = 1e-9)
  expect_identical(nrow(none$significant), 0L)
  expect_identical(nrow(none$forest), 0L)
  expect_false(facts_of(none)$significant)
  expect_error(run(acc, endpoint = "DFI"), "没有无病间期", class = "oncoloom_input")
  expect_error(run(acc, gene_list = "NOGENE"), "没有「NOGENE」", class = "oncoloom_input")
  one <- run(acc, gene_list = "EZH2")
  expect_identical(one$genes$gene, "EZH2")
  expect_equal(one$genes$padj, one$genes$pvalue)
  dead <- mini_acc()
  dead$survival$OS <- 0L
  expect_error(run(written_cohort(dead)), "没有发生一例死亡", class = "oncoloom_input")
})
