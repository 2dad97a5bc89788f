# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("plot_forest")
params <- list(target_genes = character(), low_hr_color = "#377eb8", high_hr_color = "#e41a1c")
run <- function(ratios, ...) run_tool(tool, list(ratios = ratios), changed(params, ...))

ratios <- data.frame(
  gene = c("CDK1", "E2F1", "TP53", "FLAT", "EZH2"), HR = c(2, 0.5, 1.1, NA, 3), HR.95L = c(1.5, 0.3, 0.8, NA, 2), HR.95H = c(3, 0.9, 1.4, NA, 5),
  pvalue = c(1e-4, 2e-3, 0.4, 0.01, 1e-6), padj = c(1e-3, 0.01, 0.5, 0.03, 1e-5), n = 79L, events = 28L, scale = "表达量每高 1 个标准差"
)

testthat::test_that("the chosen genes stand with their own numbers, the highest ratio first", {
  drawn <- run(ratios, target_genes = c("e2f1", "CDK1"))
  expect_identical(drawn$forest$gene, c("CDK1", "E2F1"))
  expect_identical(drawn$forest[c("HR", "HR.95L", "HR.95H", "pvalue")], ratios[1:2, c("HR", "HR.95L", "HR.95H", "pvalue")])
  expect_identical(facts_of(drawn)[c("risk", "protective", "clear")], list(risk = 1L, protective = 1L, clear = 2L))
  expect_identical(facts_of(drawn)$scale_word, ratios$scale[[1L]])
  expect_identical(facts_of(drawn)$scale_english, if (grepl("标准差", ratios$scale[[1L]])) SCALE_ENGLISH[["sd"]] else SCALE_ENGLISH[["raw"]])
})

testthat::test_that("without a choice those of smallest P are drawn; what has no ratio is told", {
  drawn <- run(ratios)
  expect_identical(drawn$forest$gene, c("EZH2", "CDK1", "TP53", "E2F1"))
  expect_true("hr_unknown" %in% codes_of(drawn))
  many <- ratios[rep(1L, 30L), ]
  many$gene <- sprintf("G%02d", 1:30)
  many$pvalue <- (1:30) / 100
  expect_setequal(run(many)$forest$gene, sprintf("G%02d", 1:20))
})

testthat::test_that("a model of other columns is drawn, and genes that are not there are refused or told", {
  expect_identical(nrow(run(ratios[c("gene", "HR", "HR.95L", "HR.95H", "pvalue")])$forest), 4L)
  expect_error(run(ratios, target_genes = "NOGENE"), "没有「NOGENE」", class = "oncoloom_input")
  expect_error(run(ratios, target_genes = "FLAT"), "不可估计", class = "oncoloom_input")
  expect_true("genes_absent" %in% codes_of(run(ratios, target_genes = c("NOGENE", "EZH2"))))
})
