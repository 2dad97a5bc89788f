# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("go_plot")
params <- list(plot_type = "dot", terms = character(), top_n = 10L)

enriched <- data.frame(
  ONTOLOGY = rep(c("BP", "CC"), c(4, 2)), ID = sprintf("GO:%07d", 1:6), Description = c("one", "two", "three", "four", "five", "one"),
  GeneRatio = c("4/20", "3/20", "2/20", "2/20", "5/22", "1/22"), p.adjust = c(1e-6, 1e-5, 1e-4, 0.01, 1e-7, 0.02),
  geneID = c("A/B/C/D", "B/C/D", "E/F", "E/G", "A/E/H/I/J", "K"), Count = c(4L, 3L, 2L, 2L, 5L, 1L)
)
attr(enriched, "label") <- "上调"

run <- function(table = enriched, compared = NULL, changes = NULL, ...) {
  run_tool(tool, list(enriched = table, compared = compared, changes = changes), changed(params, ...))
}

stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = function(condition) condition)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

filled <- function(tables) names(tables)[vapply(tables, nrow, integer(1)) > 0L]

testthat::test_that("each kind of plot fills its own tables alone", {
  own <- list(
    dot = "dot_terms", bar = "bar_terms", cnet = c("cnet_nodes", "cnet_edges"), emap = c("emap_nodes", "emap_edges"),
    circle = c("circle_links", "circle_genes"), upset = c("upset_sets", "upset_intersections")
  )
  for (type in names(own)) expect_setequal(filled(run(plot_type = type)), c("drawn", own[[type]]))
})

testthat::test_that("dots are the numbers of the result: the best of each ontology, or those that were chosen", {
  table <- run(top_n = 2L)$dot_terms
  expect_equal(table$ID, enriched$ID[c(1, 2, 5, 6)])
  expect_equal(table$ratio, c(4 / 20, 3 / 20, 5 / 22, 1 / 22))
  expect_equal(run(terms = c("GO:0000003", "two"))$dot_terms$ID, enriched$ID[2:3])
  stopped_with("terms_absent", run(terms = "GO:9999999"))
  stopped_with("nothing_enriched", run(structure(enriched[0, ], label = "空")))
})

testthat::test_that("two results stand side by side, each with its own numbers", {
  other <- enriched[c(1, 4), ]
  other$Count <- c(9L, 8L)
  attr(other, "label") <- "下调"
  table <- run(compared = other, top_n = 1L)$dot_terms
  expect_setequal(unique(table$group), c("上调", "下调"))
  expect_equal(table$Count[table$ID == "GO:0000001" & table$group == "下调"], 9L)
  same <- structure(other, label = "上调")
  expect_equal(length(unique(run(compared = same, top_n = 1L)$dot_terms$group)), 2L)
})

testthat::test_that("networks join terms with their genes, and terms that share genes, by Jaccard", {
  network <- run(plot_type = "cnet", top_n = 2L)
  expect_equal(nrow(network$cnet_edges), 7L)
  expect_setequal(network$cnet_nodes$label[network$cnet_nodes$kind == "gene"], c("A", "B", "C", "D"))
  map <- run(plot_type = "emap")
  weight <- map$emap_edges$weight[map$emap_edges$from == "one（GO:0000001）" & map$emap_edges$to == "two"]
  expect_equal(weight, 3 / 4)
  expect_true(all(map$emap_edges$weight >= 0.2))
  # Two terms of one name stay two nodes.
  expect_false(anyDuplicated(map$emap_nodes$label) > 0)
  expect_equal(map$emap_nodes$cluster[1:2], rep("one（GO:0000001）", 2))
})

testthat::test_that("genes get the change of the comparison under any name", {
  changes <- data.frame(gene = c("TP53", "ENSG00000136997"), value = c(-2, 3))
  table <- transform(enriched[1:2, ], geneID = c("TP53/MYC", "MYC"))
  nodes <- run(structure(table, label = "x"), changes = changes, plot_type = "cnet")$cnet_nodes
  expect_equal(nodes$change[match(c("TP53", "MYC"), nodes$label)], c(-2, 3))
  named <- structure(changes, comparison = "B \u2212 C")
  expect_identical(facts_of(run(structure(table, label = "x"), changes = named, plot_type = "cnet"))$changed_in, "B \u2212 C")
  expect_null(facts_of(run(structure(table, label = "x"), changes = changes, plot_type = "cnet"))$changed_in)
  # A plot of another kind has no colours of changes.
  expect_null(facts_of(run(structure(table, label = "x"), changes = named, plot_type = "bar"))$changed_in)
  circle <- run(structure(table, label = "x"), changes = changes, plot_type = "circle")
  expect_equal(circle$circle_genes$change, c(-2, 3))
  expect_true(all(is.na(run(plot_type = "circle")$circle_genes$change)))
})

testthat::test_that("a circle has ten terms at most; overlaps count every gene once", {
  many <- enriched[rep(1:6, 4), ]
  many$ID <- sprintf("GO:%07d", 1:24)
  many$Description <- paste("term", 1:24)
  expect_equal(length(unique(run(structure(many, label = "x"), plot_type = "circle", top_n = 30L)$circle_links$term)), 10L)
  overlaps <- run(plot_type = "upset", terms = enriched$ID[1:4])
  expect_equal(sum(overlaps$upset_intersections$count), 7L)
  expect_equal(overlaps$upset_intersections$count[overlaps$upset_intersections$pattern == "1100"], 3L)
  stopped_with("one_term", run(plot_type = "upset", terms = enriched$ID[[1]]))
})
