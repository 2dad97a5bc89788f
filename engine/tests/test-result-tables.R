# Result tables as R and other programs write them: which column names the genes or the terms.

#' Parse lines or a file as an upload. @return Facts, and `columns`: the names of a table's.
parse_upload <- function(lines, name = "upload.csv", file_type = NULL) {
  folder <- tempfile("result")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  if (length(lines) == 1L && file.exists(lines)) file.copy(lines, file.path(folder, "upload"))
  else writeLines(enc2utf8(lines), file.path(folder, "upload"), useBytes = TRUE)
  write_json(list(mode = "parse", path = "upload", name = name, format = "text", file_type = file_type), file.path(folder, "request.json"))
  expect_true(run_job(folder, list(), function(event) NULL))
  facts <- read_json(file.path(folder, "facts.json"))
  c(facts, list(
    columns = vapply(facts$table$columns, `[[`, "", "name"), cells = read_serialized(file.path(folder, "parsed.bin"))$cells,
    codes = vapply(facts$findings, `[[`, "", "code")
  ))
}

genes <- c("ACTB", "TP53", "EGFR", "MYC", "CD4", "GAPDH", "IL6", "CCL2", "COL1A1", "MMP9")

#' A table as `write.csv` or `write.table` gives it, row names in front.
written <- function(table, ...) {
  path <- tempfile()
  on.exit(unlink(path))
  utils::write.csv(table, path, ...)
  readLines(path)
}

test_that("row names without a title are called what they are", {
  numbers <- data.frame(logFC = seq(-2, 2.5, 0.5), P.Value = (1:10) / 100, adj.P.Val = (1:10) / 50, row.names = genes)
  expect_equal(parse_upload(written(numbers))$columns[[1L]], "gene")
  seurat <- data.frame(p_val = (1:10) / 100, avg_log2FC = seq(-2, 2.5, 0.5), pct.1 = 0.5, p_val_adj = 1, row.names = genes)
  parsed <- parse_upload(written(seurat, quote = FALSE))
  expect_equal(parsed$file_type, "table")
  expect_equal(parsed$columns, c("gene", "p_val", "avg_log2FC", "pct.1", "p_val_adj"))
  ensembl <- numbers
  rownames(ensembl) <- sprintf("ENSG%011d", 1:10)
  expect_equal(parse_upload(written(ensembl))$columns[[1L]], "gene")
  probes <- numbers
  rownames(probes) <- sprintf("2%05d_at", 1:10)
  expect_equal(parse_upload(written(probes))$columns[[1L]], "gene")
  sets <- numbers
  rownames(sets) <- paste0("HALLMARK_", LETTERS[1:10], "_UP")
  expect_equal(parse_upload(written(sets))$columns[[1L]], "名称")
})

test_that("a title that stands there already is not given twice", {
  all_markers <- data.frame(p_val = (1:10) / 100, avg_log2FC = 1, p_val_adj = 1, cluster = 1:2, gene = genes, row.names = genes)
  expect_equal(parse_upload(written(all_markers))$columns, c("行名", "p_val", "avg_log2FC", "p_val_adj", "cluster", "gene"))
  enriched <- data.frame(ID = sprintf("GO:%07d", 1:10), Description = "x", pvalue = 1, p.adjust = 1, row.names = sprintf("GO:%07d", 1:10))
  expect_equal(parse_upload(written(enriched))$columns[[2L]], "ID")
  numbered <- data.frame(gene_symbol = genes, logFC = 1, pvalue = 1)
  expect_equal(parse_upload(written(numbered))$columns[1:2], c("行号", "gene_symbol"))
  # A table of samples is no result.
  samples <- data.frame(stage = c("I", "II"), age = 1:2, row.names = c("P1", "P2"))
  expect_equal(parse_upload(written(samples), file_type = "groups")$columns[[1L]], "sample")
})

test_that("a list is taken from the column of genes, and a whole result is told", {
  result <- data.frame(logFC = 1:10, adj.P.Val = 0.1, P.Value = 0.1, row.names = genes)
  parsed <- parse_upload(written(result), file_type = "gene_list")
  expect_equal(parsed$cells$gene, genes)
  expect_true(all(c("list_column", "list_of_result") %in% parsed$codes))
  numbered <- parse_upload(written(data.frame(x1 = 5:14, Gene.Symbol = genes)), file_type = "gene_list")
  expect_equal(numbered$cells$gene, genes)
  expect_false("list_of_result" %in% numbered$codes)
  by_cells <- parse_upload(written(data.frame(note = letters[1:10], target = genes)), file_type = "gene_list")
  expect_equal(by_cells$cells$gene, genes)
  expect_equal(parse_upload(genes, file_type = "gene_list")$codes, character())
})

#' The volcano of a case with the columns that the form finds.
volcano_of <- function(name, gene, effect, p, padj) {
  tool <- tool_of("volcano_plot_analysis")
  table <- numeric_columns(parse_upload(shared("cases", name), name)$cells)
  params <- changed(
    tool$example$parameters, gene_column = gene, log2fc_column = effect, p_column = p, padj_column = padj, log2fc = 1, padj = 0.05
  )
  run_tool(tool, list(statistics = table), params)
}

test_that("the results that people bring give the genes that change", {
  deseq2 <- volcano_of("23_deseq2_results.csv", "gene", "log2FoldChange", "pvalue", "padj")
  expect_equal(c(table(deseq2$volcano$change)[c("up", "down")]), c(up = 53L, down = 44L))
  expect_equal(facts_of(deseq2)$dropped, 6L)
  expect_equal(sum(is.na(deseq2$volcano$padj)), 40L)
  expect_equal(volcano_of("23b_seurat_markers.csv", "gene", "avg_log2FC", "p_val", "p_val_adj")$volcano$gene[1:3], c("TP53", "GAPDH", "ACTB"))
  expect_equal(volcano_of("23c_edger.csv", "genes", "logFC", "PValue", "FDR")$volcano$gene[1:3], c("TP53", "GAPDH", "ACTB"))
})

test_that("lists and rankings that people bring are read as they are", {
  list <- parse_upload(shared("cases", "22_list_mixed.txt"), "22_list_mixed.txt", "gene_list")
  expect_true(all(c("tp53", "EGFR", "PD-L1", "HER2", "1-Mar", "SEPT9", "ENSG00000141510.17", "7157") %in% list$cells$gene))
  ranked <- parse_upload(shared("cases", "21b_rank_dirty.csv"), "21b_rank_dirty.csv")
  expect_equal(ranked$columns, c("gene_symbol", "stat"))
  expect_equal(ranked$cells$stat[6:7], c("NA", "Inf"))
})
