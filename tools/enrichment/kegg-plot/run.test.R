# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("kegg_plot")
params <- list(plot_type = "dot", terms = character(), top_n = 10L)

#' Pathways have no parts: the column of the ontology is not there.
enriched <- data.frame(
  ID = c("hsa04110", "hsa04115"), Description = c("Cell cycle", "p53 signaling pathway"), GeneRatio = c("3/9", "2/9"), p.adjust = c(1e-4, 0.01),
  geneID = c("CDK1/CCNB1/TP53", "TP53/CDKN1A"), Count = 3:2
)
attr(enriched, "label") <- "通路"

run <- function(...) run_tool(tool, list(enriched = enriched, compared = NULL, changes = NULL), changed(params, ...))

testthat::test_that("pathways are drawn as one part, with the numbers of the result", {
  table <- run()$dot_terms
  expect_equal(table$panel, c("", ""))
  expect_equal(table$ratio, c(3 / 9, 2 / 9))
  expect_equal(run(top_n = 1L)$dot_terms$ID, "hsa04110")
})

testthat::test_that("pathways that share a gene in four are joined", {
  map <- run(plot_type = "emap")
  expect_equal(map$emap_edges$weight, 1 / 4)
  expect_equal(map$emap_nodes$cluster, c("", ""))
})

testthat::test_that("the example can be drawn in every way", {
  path <- file.path(root, "tools", "enrichment", "kegg-plot", "example", "enriched.tsv.gz")
  testthat::skip_if_not(file.exists(path), "without the example's files")
  table <- as.data.frame(data.table::fread(cmd = paste("gzip -dc", shQuote(path)), sep = "\t"))
  attr(table, "label") <- "示例"
  for (type in c("dot", "bar", "cnet", "emap", "circle", "upset")) {
    tables <- run_tool(tool, list(enriched = table, compared = NULL, changes = NULL), changed(params, plot_type = type))
    expect_equal(facts_of(tables)$drawn, min(nrow(table), 10L), info = type)
  }
})
