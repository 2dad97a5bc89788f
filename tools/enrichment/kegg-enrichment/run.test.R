# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("kegg_enrichment")

params <- list(
  organism = "hsa", pvalue_cutoff = 0.05, qvalue_cutoff = 0.05, pAdjustMethod = "BH", minSize = 10L, maxSize = 500L, simplify = FALSE
)

pathway_pages <- environment(tool$analyse)$pathway_pages

installed <- function(name) {
  path <- Sys.glob(file.path(root, "reference", "gene-sets", name))
  testthat::skip_if(length(path) == 0L, paste("without", name))
  about <- jsonlite::fromJSON(paste0(path[[1L]], ".json"))
  read_gene_sets(path[[1L]], about$title, about)
}

kegg <- installed("kegg.*.hsa.gmt")

run <- function(genes, universe = NULL, collection = kegg, ...) {
  list <- list(genes = genes, universe = universe, label = "名单")
  run_tool(tool, list(genes = list, universe = NULL, collection = collection), changed(params, ...))
}

stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = function(condition) condition)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

annotated <- unique(unlist(kegg, use.names = FALSE))
set.seed(2)
universe <- sort(unique(c(sample(annotated, 4000), kegg[["hsa04110"]])))
chosen <- unique(c(kegg[["hsa04110"]][1:60], sample(universe, 200)))

testthat::test_that("pathways equal phyper, and limma::kegga's P on the same sets", {
  table <- run(chosen, universe)$tested
  numbers <- function(texts, place) as.numeric(vapply(strsplit(texts, "/"), `[[`, character(1), place))
  direct <- stats::phyper(
    numbers(table$GeneRatio, 1) - 1, numbers(table$BgRatio, 1), numbers(table$BgRatio, 2) - numbers(table$BgRatio, 1),
    numbers(table$GeneRatio, 2), lower.tail = FALSE
  )
  expect_equal(table$pvalue, direct, tolerance = 1e-12)
  links <- data.frame(GeneID = unlist(kegg, use.names = FALSE), PathwayID = rep(names(kegg), lengths(kegg)))
  names <- data.frame(PathwayID = names(kegg), Description = unname(attr(kegg, "titles")))
  by_limma <- limma::kegga(chosen, universe = intersect(universe, annotated), gene.pathway = links, pathway.names = names)
  expect_equal(log10(table$pvalue), log10(by_limma[table$ID, "P.DE"]), tolerance = 1e-6)
  expect_equal(table$Count, by_limma[table$ID, "DE"])
})

testthat::test_that("the planted pathway stands first, with its name and its page, and the release is told", {
  tables <- run(chosen, universe)
  expect_equal(tables$enriched$ID[[1]], "hsa04110")
  expect_equal(tables$enriched$Description[[1]], "Cell cycle")
  expect_equal(tables$enriched$link[[1]], "https://www.kegg.jp/pathway/hsa04110")
  expect_equal(facts_of(tables)$release, "2011-03-15")
  expect_true(facts_of(tables)$old_kegg)
  expect_true("old_kegg" %in% codes_of(tables))
})

testthat::test_that("pages are known by the form of a number", {
  ids <- c("hsa04110", "R-HSA-69278", "WP179", "KEGG_CELL_CYCLE", "HALLMARK_HYPOXIA", "my set")
  expect_equal(pathway_pages(ids)[[2]], "https://reactome.org/content/detail/R-HSA-69278")
  expect_equal(pathway_pages(ids)[c(3, 6)], c("https://www.wikipathways.org/instance/WP179", ""))
  expect_true(all(grepl("msigdb", pathway_pages(ids)[4:5])))
})

testthat::test_that("another species than the collection's is refused, one's own sets need none", {
  stopped_with("organism", run(chosen, universe, organism = "mmu"))
  path <- tempfile(fileext = ".gmt")
  # Windows line ends, an empty set, a name that stands twice, a gene that stands twice.
  others <- setdiff(universe, chosen)
  line <- function(...) paste(c(...), collapse = "\t")
  writeLines(
    c(line("MINE", "x", chosen[1:16], others[1:4], chosen[[1]]), line("EMPTY", "x"), line("MINE", "y", chosen[30:50], others[1:9])),
    path, sep = "\r\n"
  )
  own <- run(chosen, universe, collection = read_gene_sets(path, "own.gmt"), minSize = 5L)
  expect_equal(facts_of(own)$old_kegg, FALSE)
  # Of two sets of one name the first one counts.
  expect_equal(sum(own$tested$ID == "MINE"), 1L)
  expect_equal(max(as.numeric(sub("/.*", "", own$tested$BgRatio))), 20)
})

testthat::test_that("a set that has an address in the place of a title is called by its own name", {
  address <- "https://www.gsea-msigdb.org/gsea/msigdb/human/geneset/KEGG_CELL_CYCLE"
  sets <- structure(list(KEGG_CELL_CYCLE = universe[1:40]), titles = c(KEGG_CELL_CYCLE = address), label = "x")
  table <- over_representation(universe[1:30], universe, sets, c(10, 500), "BH")
  expect_equal(table$Description, "KEGG CELL CYCLE")
})

testthat::test_that("random lists give P below 0.05 in 5% of the pathways or fewer, shuffled lists the same numbers", {
  shares <- vapply(1:20, function(seed) {
    set.seed(seed)
    mean(over_representation(sample(universe, 300), universe, kegg, c(10, 500), "BH")$pvalue < 0.05)
  }, numeric(1))
  expect_lt(mean(shares), 0.05)
  expect_equal(run(rev(chosen), rev(universe))$tested, run(chosen, universe)$tested)
})
