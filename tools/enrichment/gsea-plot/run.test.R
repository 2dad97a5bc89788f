# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("gsea_plot")

params <- list(selectedMechanism = character(), combinePlots = FALSE, geneSetColors = character())

#' The table that a GSEA of 200 genes leaves: four sets, the second at the end of the ranking.
runs <- local({
  values <- sort(c(rnorm(200)), decreasing = TRUE)
  ranking <- data.frame(gene = paste0("G", 1:200), value = values)
  places <- list(c(1L, 4L, 9L, 30L, 120L), c(150L, 180L, 191L, 199L), c(20L, 90L, 160L), 200L)
  ids <- c("UP", "DOWN", "FLAT", "LAST")
  data.frame(
    pathway = c("", ids), description = c("", paste("set", ids)), NES = c(NA, 2, -1.8, 0.5, -1), pval = c(NA, 0.001, 0.002, 0.6, 0.7),
    padj = c(NA, 0.004, 0.004, 0.8, 0.8), exponent = 1, ranks = c("", vapply(places, paste, character(1), collapse = "/")),
    genes = c(paste(ranking$gene, collapse = "/"), rep("", 4L)),
    values = c(paste(format(values, digits = 17, trim = TRUE), collapse = "/"), rep("", 4L))
  )
})

run <- function(...) run_tool(tool, list(runs = runs), changed(params, ...))

test_that("none chosen: the sets of smallest P, a figure each", {
  result <- run()
  expect_identical(result$drawn$pathway, c("UP", "DOWN", "FLAT"))
  expect_identical(result$single$pathway, result$drawn$pathway)
  expect_equal(nrow(result$combined), 0L)
  expected <- list(drawn = 3L, genes = 200L, chosen = FALSE, set_1 = "set UP", set_4 = NULL)
  expect_identical(facts_of(result)[names(expected)], expected)
})

test_that("chosen sets stand in the order of the choice, each once, in their colours, by name or by title", {
  result <- run(selectedMechanism = c("LAST", "set UP", "LAST"), combinePlots = TRUE, geneSetColors = "#ff0000")
  expect_identical(result$combined$pathway, c("LAST", "UP"))
  expect_identical(result$combined$colour, c("#ff0000", ""))
  expect_equal(nrow(result$single), 0L)
  expect_equal(result$drawn$NES, c(-1, 2))
})

test_that("the curve is the running sum over all genes", {
  result <- run()
  values <- as.numeric(strsplit(runs$values[[1L]], "/")[[1L]])
  for (i in 1:2) {
    places <- as.integer(strsplit(runs$ranks[[i + 1L]], "/")[[1L]])
    hit <- seq_along(values) %in% places
    running <- cumsum(ifelse(hit, abs(values) / sum(abs(values[hit])), -1 / sum(!hit)))
    curve <- result$curve[result$curve$description == runs$description[[i + 1L]], ]
    expect_equal(curve$score[curve$rank > 0L], running[curve$rank[curve$rank > 0L]], tolerance = 1e-9)
    expect_equal(max(abs(curve$score)), max(abs(running)), tolerance = 1e-9)
    hits <- result$hits[result$hits$description == runs$description[[i + 1L]], ]
    expect_identical(hits$gene, paste0("G", places))
    expect_equal(hits$value, values[places])
    peak <- which.max(abs(running))
    expect_equal(hits$leading, as.integer(if (running[[peak]] > 0) places <= peak else places > peak))
  }
})

test_that("sets that were not tested are refused by name, and a result without sets", {
  expect_error(run(selectedMechanism = c("UP", "NOWHERE")), "NOWHERE", class = "oncoloom_input")
  expect_error(run_tool(tool, list(runs = runs[1L, ]), params), class = "oncoloom_input")
})

test_that("what a GSEA leaves is drawn as the GSEA drew it", {
  skip_if(is.null(load_library(root, "gsea")), "the library has not been built: npm start, or node scripts/setup/index.mjs")
  gsea <- tool_of("gsea_enrichment")
  set.seed(2)
  genes <- utils::head(sort(unique(symbol_keys("symbol"))), 2500L)
  ranking <- structure(data.frame(gene = genes, value = sort(rnorm(2500L), decreasing = TRUE)), label = "x")
  sets <- list(A = genes[1:40], B = sample(genes, 30L))
  titles <- c(A = "first", B = "second")
  collection <- structure(sets, label = "own", titles = titles, collection = list(organism = "hsa", date = "", release = ""))
  given <- list(pvalue_cutoff = 0.05, minSize = 15L, maxSize = 500L, pAdjustMethod = "BH", exponent = 2, seed = 1L)
  parent <- run_tool(gsea, list(ranking = ranking, sets = collection), given)
  folder <- tempfile("tables")
  dir.create(file.path(folder, "tables"), recursive = TRUE)
  write_table("runs", parent$runs, folder)
  stored <- read_table(file.path(folder, "tables", "runs.tsv"), list(columns = as.list(unlist(gsea$tables$runs$columns))))
  drawn <- run_tool(tool, list(runs = stored), changed(params, selectedMechanism = "A"))
  expect_equal(drawn$curve$score, parent$curve$score[parent$curve$description == "first"], tolerance = 1e-9)
  row <- parent$sets[parent$sets$pathway == "A", ]
  expect_equal(sum(drawn$hits$leading), row$leading_size)
  expect_identical(drawn$hits$gene[drawn$hits$leading == 1L], term_members(row$leadingEdge)[[1L]])
})
