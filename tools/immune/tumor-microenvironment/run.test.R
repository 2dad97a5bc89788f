# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("tumor_microenvironment")
params <- list(group_gene = character(), sample_scope = "tumor")
signature <- installed_signature("estimate")
run <- function(code, ...) {
  run_tool(tool, list(dataset = open_cohort(file.path(root, "reference", "cohorts", code)), signature = signature), changed(params, ...))
}

testthat::test_that("purity of five breast cancers is the published one within 0.005", {
  testthat::skip_if_not(file.exists(file.path(root, "reference", "cohorts", "brca", "cohort.json")), "without the cohort")
  result <- run("brca", sample_scope = "all")
  published <- c("TCGA-A7-A13D" = 0.890, "TCGA-AQ-A0Y5" = 0.741, "TCGA-A2-A0CV" = 0.718, "TCGA-C8-A1HJ" = 0.897, "TCGA-BH-A0AU" = 0.766)
  purity <- result$scores$TumorPurity_relative
  tumour <- result$scores$group == "肿瘤"
  expect_equal(unname(purity[tumour]), unname(published[substr(result$scores$sample[tumour], 1L, 12L)]), tolerance = 0.005)
  expect_true(all(is.na(purity[!tumour])))
  expect_true(all(is.na(result$scores$TumorPurity)))
  expect_equal(facts_of(result)[c("tumors", "normals")], list(tumors = 5L, normals = 5L))
  alone <- run("brca")
  expect_equal(as.list(alone$scores[3:5]), as.list(result$scores[tumour, 3:5]))
  expect_equal(nrow(alone$comparison), 0L)
})

testthat::test_that("a gene parts the tumours at its median, and a cohort of few genes is refused with a sentence", {
  testthat::skip_if_not(file.exists(file.path(root, "reference", "cohorts", "brca", "cohort.json")), "without the cohort")
  result <- run("brca", group_gene = "LCK")
  expect_setequal(result$scores$group, c("LCK 高", "LCK 低"))
  expect_equal(sum(result$scores$group == "LCK 高"), 2L)
  condition <- tryCatch(run("acc"), oncoloom_input = identity)
  expect_equal(condition$code, "signature_absent")
})
