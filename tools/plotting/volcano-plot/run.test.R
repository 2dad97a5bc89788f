# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("volcano_plot_analysis")

params <- list(
  gene_column = "gene", log2fc_column = "logFC", p_column = "PValue", padj_column = "FDR", log2fc = 1, padj = 0.05,
  label_top = 10L, label_genes = character(), up_color = "#ff4757", down_color = "#546de5", nochange_color = "#d2dae2"
)

#' The tables of a run, with its facts and findings as attributes.
run <- function(statistics, ...) run_tool(tool, list(statistics = statistics), changed(params, ...))

#' Statistics as edgeR would write them: 200 genes, the first six planted.
statistics <- data.frame(
  gene = paste0("GENE", 1:200), logFC = c(3, 1, -2, -1, 0.99, 4, sin(1:194) / 2),
  PValue = c(1e-9, 1e-6, 1e-8, 1e-5, 1e-7, 0.6, seq(0.01, 1, length.out = 194))
)
statistics$FDR <- stats::p.adjust(statistics$PValue, "BH")

testthat::test_that("classes follow the thresholds, limits included for the fold change and not for P", {
  tables <- run(statistics)
  change <- stats::setNames(tables$volcano$change, tables$volcano$gene)
  expect_equal(unname(change[paste0("GENE", 1:6)]), c("up", "up", "down", "down", "none", "none"))
  counted <- facts_of(tables)[c("genes", "dropped", "up", "down", "unchanged")]
  expect_equal(counted, list(genes = 200L, dropped = 0L, up = 2L, down = 2L, unchanged = 196L))
  expect_true(facts_of(tables)$significant)
  at_limit <- run(transform(statistics, FDR = ifelse(gene == "GENE1", 0.05, FDR)))$volcano
  expect_equal(at_limit$change[at_limit$gene == "GENE1"], "none")
  # Independent of the code under test: the rule written as a table view of the declaration.
  expect_equal(sum(abs(statistics$logFC) >= 1 & statistics$FDR < 0.05), 4)
})

testthat::test_that("the numbers pass through unchanged, smallest P first, in any order of rows", {
  tables <- run(statistics)
  own <- statistics[match(tables$volcano$gene, statistics$gene), ]
  expect_identical(tables$volcano$log2FC, own$logFC)
  expect_identical(tables$volcano$pvalue, own$PValue)
  expect_identical(tables$volcano$padj, own$FDR)
  expect_false(is.unsorted(tables$volcano$pvalue))
  expect_identical(run(statistics[sample(200), ])$volcano, tables$volcano)
})

testthat::test_that("a flipped comparison flips the classes", {
  tables <- run(statistics)
  flipped <- run(transform(statistics, logFC = -logFC))
  expect_equal(facts_of(flipped)$up, facts_of(tables)$down)
  expect_equal(facts_of(flipped)$down, facts_of(tables)$up)
})

testthat::test_that("without a column of adjusted P, BH over every P of the table stands for it, drawn or not", {
  statistics$PValue[[200]] <- NA
  statistics$logFC[c(5, 90)] <- c(-Inf, Inf)
  tables <- run(statistics, padj_column = NULL)
  adjusted <- stats::p.adjust(statistics$PValue, "BH")
  expect_equal(tables$volcano$padj, adjusted[match(tables$volcano$gene, statistics$gene)])
  expect_true(facts_of(tables)$padj_computed)
  expect_equal(facts_of(tables)$dropped, 3L)
})

testthat::test_that("rows that cannot be drawn are counted, others stay", {
  hostile <- statistics
  hostile$gene[[10]] <- ""
  hostile$logFC[[11]] <- NA
  hostile$logFC[[12]] <- Inf
  hostile$PValue[[13]] <- NaN
  # DESeq2 leaves adjusted P of filtered genes empty.
  hostile$FDR[[1]] <- NA
  hostile$gene[[20]] <- "GENE21"
  hostile$PValue[[3]] <- 0
  tables <- run(hostile)
  expect_equal(facts_of(tables)$genes, 196L)
  expect_equal(facts_of(tables)$dropped, 4L)
  expect_equal(tables$volcano$change[tables$volcano$gene == "GENE1"], "none")
  expect_equal(sum(tables$volcano$gene == "GENE21"), 2L)
  expect_equal(tables$volcano$pvalue[[1]], 0)
  expect_true(all(c("no_padj", "repeated_genes", "smallest_p") %in% codes_of(tables)))
})

testthat::test_that("numbers written as text are read, Entrez numbers stay whole", {
  texts <- transform(statistics, logFC = as.character(logFC), PValue = replace(as.character(PValue), 200, "NA"))
  expect_equal(facts_of(run(texts))$genes, 199L)
  entrez <- transform(statistics, gene = c(100000, 2e5, seq_len(198)))
  expect_true(all(c("100000", "200000") %in% run(entrez)$volcano$gene))
})

testthat::test_that("nothing significant is a whole table; thresholds of 0 and 1 are taken", {
  none <- run(statistics, log2fc = 20)
  expect_equal(nrow(none$volcano), 200L)
  expect_false(facts_of(none)$significant)
  expect_true(all(none$volcano$change == "none"))
  all <- run(statistics, log2fc = 0, padj = 1)
  expect_equal(facts_of(all)$unchanged, sum(statistics$FDR == 1 | statistics$logFC == 0))
})

testthat::test_that("input at fault is answered with a sentence on its field", {
  fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)
  expect_equal(fault(statistics, p_column = "pvalue")$field, "p_column")
  expect_match(conditionMessage(fault(statistics, p_column = "pvalue")), "pvalue")
  for (wrong in list(-0.1, 1.5, 12)) {
    expect_equal(fault(transform(statistics, PValue = replace(PValue, 5, wrong)))$field, "p_column")
    expect_equal(fault(transform(statistics, FDR = replace(FDR, 5, wrong)))$field, "padj_column")
  }
  expect_match(conditionMessage(fault(transform(statistics, logFC = replace(as.character(logFC), 4, "high")))), "high")
  expect_equal(fault(transform(statistics, logFC = replace(logFC, 4, -1e308)))$code, "not_log2fc")
  expect_s3_class(fault(statistics[0, ]), "oncoloom_input")
  expect_s3_class(fault(transform(statistics, logFC = NA_real_)), "oncoloom_input")
})

testthat::test_that("fold changes that were never logged are told", {
  expect_true("not_log2" %in% codes_of(run(transform(statistics, logFC = 2^logFC))))
  expect_false("not_log2" %in% codes_of(run(statistics)))
})

testthat::test_that("the example shows the androgen genes, and edgeR's own counts", {
  path <- file.path(root, "tools", tool$folder, "example", "statistics.tsv.gz")
  skip_if_not(file.exists(path), "the example has not been made (Rscript tools/examples.R)")
  example <- data.table::fread(path, data.table = FALSE)
  tables <- run(example)
  expect_equal(facts_of(tables)$up, sum(example$logFC >= 1 & example$FDR < 0.05))
  expect_equal(facts_of(tables)$down, sum(example$logFC <= -1 & example$FDR < 0.05))
  expect_gt(facts_of(tables)$up, 300)
  expect_gt(facts_of(tables)$down, 300)
})

testthat::test_that("numbers are read as papers write them", {
  written <- data.frame(gene = paste0("G", 1:4), logFC = c("1.5", "−2.1", "0.3", "1"), PValue = c("<0.001", "1.2×10^-5", "0.03*", "5%"))
  table <- run(written, padj_column = NULL)$volcano
  expect_equal(table$pvalue[match(paste0("G", 1:4), table$gene)], c(0.001, 1.2e-5, 0.03, 0.05))
  expect_equal(table$log2FC[table$gene == "G2"], -2.1)
})
