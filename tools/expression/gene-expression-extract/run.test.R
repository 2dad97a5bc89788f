# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("gene_expression_extract")

set.seed(5)
values <- matrix(stats::rexp(60, 1 / 50), 10, dimnames = list(
  c("TP53", "MKI67", "SEPTIN2", "ERBB2", "KLK3", "EGFR", "MYC", "CONST", "GAP", "AR"), paste0("S", 1:6)
))
values["CONST", ] <- 4
values["GAP", 2] <- NA

#' The tables of a run, with its facts and findings as attributes.
run <- function(genes, matrix = values, kind = "linear", identifiers = "symbol") {
  expression <- list(values = matrix, kind = kind, identifiers = identifiers, platform = NULL)
  run_tool(tool, list(expression = expression), list(gene_list = genes))
}

testthat::test_that("the rows are the matrix's own, unchanged, in the order of the list, of the same kind", {
  picked <- run(c("MYC", "TP53", "AR"), kind = "counts")
  expect_identical(picked$expression$values, values[c("MYC", "TP53", "AR"), ])
  expect_identical(picked$expression$kind, "counts")
  expect_equal(nrow(picked$names), 0L)
  expect_identical(run(c("MYC", "TP53"), values[10:1, 6:1])$expression$values, values[c("MYC", "TP53"), 6:1])
})

testthat::test_that("aliases, numbers and spellings are resolved, reported and not doubled", {
  picked <- run(c("P53", "HER2", "psa", "SEPT2", "1956", "TP53", "NOGENE"))
  expect_equal(rownames(picked$expression$values), c("TP53", "ERBB2", "KLK3", "SEPTIN2", "EGFR"))
  expect_equal(facts_of(picked)[c("asked", "renamed", "missing_genes")], list(asked = 7L, renamed = 5L, missing_genes = 1L))
  expect_setequal(codes_of(picked), c("genes_absent", "genes_ambiguous", "genes_renamed", "genes_doubled"))
  # Independent of the code under test: the database asked directly.
  table <- suppressMessages(AnnotationDbi::select(org.Hs.eg.db::org.Hs.eg.db, "HER2", "SYMBOL", "ALIAS"))
  expect_true("ERBB2" %in% table$SYMBOL)
})

testthat::test_that("genes of today are found in a table with former names, unless those are other genes' names by now", {
  matches <- match_genes(c("NECTIN4", "nectin4", "PRR4", "PTGS2", "TP53", "P53", "NOGENE"), c("PVRL4", "COX2", "TP53"), "symbol")
  expect_equal(matches$found, c("PVRL4", "PVRL4", "", "", "TP53", "TP53", ""))
  expect_equal(matches$how[c(1, 4, 5, 6)], c("former", "absent", "same", "alias"))
  expect_equal(match_genes("NECTIN4", c("PVRL4", "NECTIN4"), "symbol")$found, "NECTIN4")
  # Who types COX2 means PTGS2; a row COX2 is the gene of the mitochondrion.
  expect_equal(match_genes("COX2", c("PTGS2", "MTCO2"), "symbol")$found, "PTGS2")
})

testthat::test_that("a list without any gene of the matrix is refused in words", {
  expect_error(run(c("NOGENE", "NEITHER")), "没有找到", class = "oncoloom_input")
  expect_error(run(character()), class = "oncoloom_input")
})

testthat::test_that("boxes are Tukey's own, on the scale that the caption names", {
  picked <- run(c("MYC", "AR"))
  expect_true(facts_of(picked)$log_shown)
  expected <- grDevices::boxplot.stats(log2(values["MYC", ] + 1))
  expect_equal(unname(unlist(picked$boxes[1L, -1L])), unname(expected$stats), tolerance = 1e-12)
  expect_equal(sum(picked$outliers$gene == "MYC"), length(expected$out))
  expect_false(facts_of(run("MYC", kind = "log"))$log_shown)
})

testthat::test_that("a heatmap holds the genes that vary and have no gaps; one gene or none is a result too", {
  picked <- run(c("MYC", "CONST", "GAP", "AR", "TP53"))
  expect_setequal(picked$heatmap$gene, c("MYC", "AR", "TP53"))
  for (genes in list("MYC", "CONST", c("CONST", "GAP"))) check_tables(tool, matrices_as_tables(tool, run(genes)))
})

testthat::test_that("the same list gives the same bytes", {
  expect_identical(run(c("MYC", "AR", "TP53")), run(c("MYC", "AR", "TP53")))
})
