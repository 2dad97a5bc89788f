# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("log_transform")

values <- matrix(c(0, 1, 3, 1023, 7, 15, 0.5, 2), 4, dimnames = list(c("TP53", "MKI67", "SEPTIN2", "ENSG1"), c("S1", "S2")))
params <- list(transform_method = "log2_x_plus_1", extract_partial_rows = FALSE, target_gene_list = character())

#' The tables of a run, with its facts and findings as attributes.
run <- function(values, ..., identifiers = "symbol", kind = "linear") {
  run_tool(tool, list(expression = list(values = values, kind = kind, identifiers = identifiers, platform = NULL)), changed(params, ...))
}

testthat::test_that("each method is its formula, and the kind of the result is known", {
  expect_identical(run(values)$expression$values, log2(values + 1))
  expect_identical(run(values)$expression$kind, "log")
  positive <- values + 1
  expect_identical(run(positive, transform_method = "log2_x")$expression$values, log2(positive))
  expect_identical(run(positive, transform_method = "log10_x")$expression$values, log10(positive))
  expect_identical(run(values, transform_method = "log10_x_plus_1")$expression$values, log10(values + 1))
  none <- run(values, transform_method = "none", kind = "counts")$expression
  expect_identical(none$values, values)
  expect_identical(none$kind, "counts")
})

testthat::test_that("the transform is undone by its inverse, and equals limma's and edgeR's own on real data", {
  counts <- li_counts()
  cpm <- edgeR::cpm(counts)
  logged <- run(cpm, identifiers = "ensembl")$expression$values
  expect_equal(2^logged - 1, cpm, tolerance = 1e-12)
  expect_equal(logged, log1p(cpm) / log(2), tolerance = 1e-12)
})

testthat::test_that("zeros and negative values are named, never turned into NaN", {
  expect_error(run(values, transform_method = "log2_x"), "有 1 个 0 或负数.*TP53.*改用 log2\\(x \\+ 1\\)", class = "oncoloom_input")
  # Another base is another scale: a remedy keeps the one that was asked for.
  expect_error(run(values, transform_method = "log10_x"), "改用 log10\\(x \\+ 1\\)", class = "oncoloom_input")
  values[2, 2] <- -0.5
  expect_error(run(values), "有 1 个负数.*MKI67", class = "oncoloom_input")
  expect_identical(run(values, transform_method = "none")$expression$values, values)
  values[2, 2] <- NA
  expect_identical(is.na(run(values)$expression$values), is.na(values))
})

testthat::test_that("a list picks rows in its order, with spelling, aliases and numbers resolved and told", {
  picked <- run(values, extract_partial_rows = TRUE, target_gene_list = c("mki67", "TP53", "SEPT2", "7157", "NOGENE"))
  expect_equal(rownames(picked$expression$values), c("MKI67", "TP53", "SEPTIN2"))
  expect_equal(picked$names$found, c("MKI67", "SEPTIN2", "TP53", ""))
  expect_equal(picked$names$how, c("大小写不同", "由别名或旧名", "由 Entrez 号", "没有找到"))
  expect_equal(attr(picked, "facts")$missing_genes, 1L)
  expect_error(run(values, extract_partial_rows = TRUE, target_gene_list = "NOGENE"), class = "oncoloom_input")
  expect_error(run(values, extract_partial_rows = TRUE), class = "oncoloom_input")
})

testthat::test_that("samples and genes may come in any order, and one row is enough", {
  expect_identical(run(values[4:1, 2:1])$expression$values, run(values)$expression$values[4:1, 2:1])
  expect_identical(run(values[1, , drop = FALSE])$expression$values, log2(values[1, , drop = FALSE] + 1))
})
