# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("bidirectional_barplot")

params <- list(
  term_column = "pathway", value_column = "NES", p_column = "padj", cutoff = 0.05, top_n = 20L, show_nonsignificant = FALSE,
  up_color = "#ff4757", down_color = "#546de5", nochange_color = "#d2dae2"
)

run <- function(terms, ...) run_tool(tool, list(terms = terms), changed(params, ...))
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)

#' 40 sets as GSEA writes them: 12 up and 3 down are significant.
terms <- data.frame(
  pathway = sprintf("HALLMARK_SET_%02d", 1:40), NES = c(seq(2.6, 1.5, length.out = 12), -1.9, -1.8, -1.7, rep(c(1.1, -0.9), length.out = 25)),
  padj = c(seq(0.001, 0.04, length.out = 12), 0.01, 0.02, 0.03, seq(0.05, 0.9, length.out = 25))
)

testthat::test_that("the significant ones are drawn, the highest first, with their own numbers", {
  tables <- run(terms)
  expected <- terms[terms$padj < 0.05, ]
  expected <- expected[order(-expected$NES), ]
  expect_equal(tables$bars$value, expected$NES)
  expect_equal(tables$bars$p, expected$padj)
  expect_equal(tables$bars$id, expected$pathway)
  expect_equal(tables$bars$term, gsub("_", " ", expected$pathway))
  expect_equal(tables$bars$change, ifelse(expected$NES > 0, "up", "down"))
  counted <- facts_of(tables)[c("terms", "dropped", "drawn", "up", "down", "unchanged", "undrawn")]
  expect_equal(counted, list(terms = 40L, dropped = 0L, drawn = 15L, up = 12L, down = 3L, unchanged = 25L, undrawn = 0L))
  # At the threshold a term is not significant.
  expect_equal(tables$terms$change[tables$terms$p == 0.05], "none")
})

testthat::test_that("each side has half of the places, and leaves the other what it cannot fill; the rest is counted", {
  tables <- run(terms, top_n = 10L)
  expect_equal(as.vector(table(factor(tables$bars$change, c("up", "down", "none")))), c(7L, 3L, 0L))
  expect_setequal(tables$bars$id[tables$bars$value > 0], terms$pathway[1:7])
  expect_equal(facts_of(tables)$undrawn, 5L)
  expect_equal(nrow(tables$terms), 40L)
  expect_equal(sum(run(terms, top_n = 4L)$bars$value < 0), 2L)
})

testthat::test_that("a flipped comparison flips the bars, and no order of rows matters", {
  tables <- run(terms)
  flipped <- run(transform(terms, NES = -NES))
  expect_equal(rev(flipped$bars$id[flipped$bars$value < 0]) |> sort(), sort(tables$bars$id[tables$bars$value > 0]))
  expect_equal(facts_of(flipped)$down, facts_of(tables)$up)
  expect_identical(run(terms[sample(40), ])$bars, tables$bars)
})

testthat::test_that("not significant ones are grey where they are wanted, or none is significant", {
  all <- run(terms, show_nonsignificant = TRUE, top_n = 40L)
  expect_equal(nrow(all$bars), 40L)
  expect_equal(sum(all$bars$change == "none"), 25L)
  expect_true(facts_of(all)$greyed)
  none <- run(terms, cutoff = 1e-6, top_n = 6L)
  expect_equal(nrow(none$bars), 6L)
  expect_true(all(none$bars$change == "none"))
  expect_false(facts_of(none)$significant)
  expect_true("drawn_not_significant" %in% codes_of(none))
})

testthat::test_that("without P the largest values are drawn by their sign, and it is told", {
  tables <- run(terms, p_column = NULL, top_n = 6L)
  expect_true("no_p" %in% codes_of(tables))
  expect_false(facts_of(tables)$tested)
  expect_setequal(tables$bars$id[tables$bars$value > 0], terms$pathway[1:3])
  expect_setequal(tables$bars$id[tables$bars$value < 0], terms$pathway[13:15])
  expect_equal(facts_of(tables)$undrawn, 34L)
})

testthat::test_that("ugly rows are left out and counted; blank names give way to identifiers", {
  ugly <- terms
  ugly$NES[[1L]] <- NA
  ugly$NES[[2L]] <- Inf
  ugly$pathway[[3L]] <- ""
  ugly$padj[[4L]] <- NA
  ugly$pathway[[5L]] <- ugly$pathway[[6L]]
  ugly$pathway[[7L]] <- strrep("很长的通路名称", 12)
  tables <- run(ugly)
  expect_equal(facts_of(tables)$dropped, 3L)
  expect_true(all(c("rows_left_out", "p_missing", "repeated_terms") %in% codes_of(tables)))
  expect_equal(sum(tables$bars$id == terms$pathway[[6L]]), 2L)
  described <- data.frame(pathway = c("A_1", "B_2"), description = c("", "缺氧反应"), NES = c(1.5, -1.6), padj = 0.01)
  expect_equal(run(described, term_column = "description")$bars$term, c("A 1", "缺氧反应"))
  texts <- transform(terms, NES = as.character(NES), padj = as.character(padj))
  expect_equal(run(texts)$bars$value, run(terms)$bars$value)
  expect_equal(nrow(run(terms[1, ])$bars), 1L)
  expect_true("one_direction" %in% codes_of(run(terms[1:12, ])))
})

testthat::test_that("input at fault is answered with a sentence on its field", {
  expect_equal(fault(terms, value_column = "ES")$field, "value_column")
  expect_match(conditionMessage(fault(transform(terms, NES = replace(as.character(NES), 4, "高")))), "高")
  expect_equal(fault(transform(terms, padj = -log10(padj)))$field, "p_column")
  expect_equal(fault(terms[0, ])$code, "nothing_left")
  expect_equal(fault(transform(terms, NES = NA_real_))$code, "nothing_left")
})

testthat::test_that("tables of GSEA and of GSVA's comparison have the columns that are looked for", {
  for (maker in c("gsea_enrichment", "gsva_differential_pathway")) {
    columns <- unlist(lapply(tool_of(maker)$tables, function(table) names(table$columns)), use.names = FALSE)
    for (field in c("term_column", "value_column", "p_column")) expect_true(any(unlist(tool$columns[[field]]$detect) %in% columns))
  }
})

testthat::test_that("the example shows T cells' own pathway, by limma's own numbers", {
  path <- file.path(root, "tools", tool$folder, "example", "pathways.tsv")
  skip_if_not(file.exists(path), "the example has not been made (Rscript tools/examples.R)")
  example <- data.table::fread(path, data.table = FALSE)
  tables <- run(example, value_column = "t", p_column = "adj.P.Val")
  expect_equal(facts_of(tables)$up, sum(example$adj.P.Val < 0.05 & example$t > 0))
  expect_equal(facts_of(tables)$down, sum(example$adj.P.Val < 0.05 & example$t < 0))
  expect_true("T cell receptor signaling pathway" %in% tables$bars$term[tables$bars$value > 0])
  expect_true(any(grepl("B cell receptor", tables$bars$term[tables$bars$value < 0])))
})

testthat::test_that("numbers are read as papers write them; a bound below counts, one above is no P", {
  written <- data.frame(pathway = c("a", "b", "c", "d"), NES = c("1,234.5", "−2", "3", "12%"), padj = c("<0.001", "1.2×10^-5", ">0.01", "0.9"))
  tables <- run(written)
  read <- tables$terms[match(c("a", "b", "c", "d"), tables$terms$term), ]
  expect_equal(read$value, c(1234.5, -2, 3, 0.12))
  expect_equal(read$p, c(0.001, 1.2e-5, NA, 0.9))
  expect_equal(read$change, c("up", "down", "none", "none"))
  expect_true(all(c("p_bounds", "p_above") %in% codes_of(tables)))
  expect_equal(fault(transform(written, NES = c("1", "2", "strong", "4")))$code, "not_numbers")
})
