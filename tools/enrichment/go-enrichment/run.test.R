# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("go_enrichment")

params <- list(
  organism = "hsa", ontology = "ALL", pvalue_cutoff = 0.05, qvalue_cutoff = 0.05, pAdjustMethod = "BH", minSize = 10L, maxSize = 500L,
  simplify = FALSE
)

#' The collections of the reference that the set-up makes, by ontology.
go <- lapply(c(BP = "bp", CC = "cc", MF = "mf"), function(ontology) {
  path <- Sys.glob(file.path(root, "reference", "gene-sets", sprintf("go.%s.*.hsa.gmt", ontology)))[[1L]]
  about <- jsonlite::fromJSON(paste0(path, ".json"))
  read_gene_sets(path, about$title, about)
})

#' A collection of our own. @param sets Named list of genes.
collection_of <- function(sets, subset = "BP") {
  titles <- stats::setNames(paste("term", names(sets)), names(sets))
  structure(sets, label = "自己的", titles = titles, collection = list(date = "2024-01-01", release = "x", subset = subset))
}

list_of <- function(genes, universe = NULL) list(genes = genes, universe = universe, label = "名单")

run <- function(genes, universe = NULL, terms = unname(go["CC"]), own = NULL, ...) {
  run_tool(tool, list(genes = list_of(genes, universe), universe = own, terms = terms), changed(params, ...))
}

stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = function(condition) condition)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

annotated <- unique(unlist(go, use.names = FALSE))

#' 600 genes of a mitochondrion and by chance, and a background that holds them.
set.seed(11)
mitochondrial <- go$CC[["GO:0005743"]]
universe <- sort(unique(c(sample(annotated, 9000), mitochondrial)))
chosen <- unique(c(sample(mitochondrial, 60), sample(universe, 300)))

plain <- run(chosen, universe)

testthat::test_that("every number equals Fisher's exact test and clusterProfiler's definitions", {
  tables <- plain
  sets <- go$CC
  background <- intersect(unique(unlist(sets, use.names = FALSE)), universe)
  drawn <- intersect(chosen, background)
  rows <- tables$tested[c(1:10, sample(nrow(tables$tested), 40)), ]
  for (i in seq_len(nrow(rows))) {
    row <- rows[i, ]
    members <- intersect(sets[[row$ID]], background)
    cells <- table(factor(background %in% drawn, c(TRUE, FALSE)), factor(background %in% members, c(TRUE, FALSE)))
    expect_equal(log10(row$pvalue), log10(stats::fisher.test(cells, alternative = "greater")$p.value), tolerance = 1e-8, info = row$ID)
    expect_equal(row$Count, cells[[1, 1]])
    expect_equal(row$GeneRatio, sprintf("%d/%d", cells[[1, 1]], length(drawn)))
    expect_equal(row$BgRatio, sprintf("%d/%d", length(members), length(background)))
    expect_equal(row$RichFactor, cells[[1, 1]] / length(members))
    expect_equal(row$FoldEnrichment, (cells[[1, 1]] / length(drawn)) / (length(members) / length(background)))
    # The moments of the hypergeometric distribution, summed up.
    k <- 0:min(length(members), length(drawn))
    mass <- stats::dhyper(k, length(members), length(background) - length(members), length(drawn))
    mean <- sum(k * mass)
    expect_equal(row$zScore, (row$Count - mean) / sqrt(sum((k - mean)^2 * mass)), tolerance = 1e-6)
    expect_setequal(strsplit(row$geneID, "/")[[1]], intersect(members, drawn))
  }
  sizes <- as.numeric(sub("/.*", "", tables$tested$BgRatio))
  expect_true(all(sizes >= 10 & sizes <= 500))
  expect_equal(tables$tested$p.adjust, stats::p.adjust(tables$tested$pvalue, "BH"))
  expect_equal(facts_of(tables)$terms_tested, nrow(tables$tested))
  expect_equal(tables$overview$tested, nrow(tables$tested))
  # Planted: its own term, above the threshold of 500 only through the background.
  expect_true("GO:0005743" %in% tables$enriched$ID)
})

testthat::test_that("ancestors hold the genes of their descendants", {
  for (pair in list(c("GO:0005743", "GO:0031966"), c("GO:0031966", "GO:0005739"))) {
    expect_true(all(go$CC[[pair[[1]]]] %in% go$CC[[pair[[2]]]]), info = paste(pair, collapse = " in "))
  }
  offspring <- c("GO:0005739", as.list(GO.db::GOCCOFFSPRING)[["GO:0005739"]])
  direct <- AnnotationDbi::mget(offspring, org.Hs.eg.db::org.Hs.egGO2EG, ifnotfound = NA)
  genes <- unique(stats::na.omit(unlist(direct, use.names = FALSE)))
  symbols <- AnnotationDbi::mapIds(org.Hs.eg.db::org.Hs.eg.db, genes, "SYMBOL", "ENTREZID")
  # NCBI calls genes of the mitochondrion otherwise than everybody else.
  chromosomes <- suppressWarnings(AnnotationDbi::mapIds(org.Hs.eg.db::org.Hs.eg.db, genes, "CHR", "ENTREZID"))
  mitochondrial <- startsWith(go$CC[["GO:0005739"]], "MT-")
  expect_setequal(go$CC[["GO:0005739"]][!mitochondrial], stats::na.omit(unname(symbols[chromosomes != "MT"])))
  expect_equal(sum(mitochondrial), sum(chromosomes == "MT"))
})

testthat::test_that("the order of genes, of the background and of a name's spelling changes nothing", {
  again <- run(sample(chosen), sample(universe))
  expect_equal(again$tested, plain$tested)
  expect_equal(run(tolower(chosen), universe)$tested, plain$tested)
})

testthat::test_that("each ontology is tested and corrected by itself", {
  whole <- run(chosen, universe, terms = unname(go))
  expect_setequal(unique(whole$tested$ONTOLOGY), c("BP", "CC", "MF"))
  alone <- plain$tested
  together <- whole$tested[whole$tested$ONTOLOGY == "CC", ]
  rownames(together) <- NULL
  expect_equal(together, alone)
  expect_equal(nrow(whole$overview), 3L)
})

testthat::test_that("each ontology states its own background, in both languages", {
  tables <- run(chosen, universe, terms = unname(go))
  facts <- facts_of(tables)
  expect_true(facts$several_parts)
  expect_gt(length(unique(tables$overview$background)), 1L)
  for (i in 1:3) {
    own <- sprintf("%s/%s", format_count(tables$overview$listed[[i]]), format_count(tables$overview$background[[i]]))
    expect_match(facts$backgrounds, paste(c("生物过程", "细胞组分", "分子功能")[[i]], own), fixed = TRUE)
  }
  expect_match(facts$backgrounds_english, sprintf(
    "biological process, %s of %s", format_count(tables$overview$listed[[1L]]), format_count(tables$overview$background[[1L]])
  ), fixed = TRUE)
  expect_identical(facts$ontologies_english, "biological process, cellular component, molecular function")
  expect_true(is_english(facts$backgrounds_english) && is_english(facts$collection_english))
  one <- facts_of(run(chosen, universe))
  expect_false(one$several_parts)
  expect_identical(one$ontologies_english, "cellular component")
})

testthat::test_that("names of other kinds mean the same genes", {
  database <- org.Hs.eg.db::org.Hs.eg.db
  symbols <- utils::head(chosen, 120)
  direct <- function(column) {
    names <- suppressMessages(AnnotationDbi::mapIds(database, symbols, column, "SYMBOL"))
    back <- suppressMessages(AnnotationDbi::mapIds(database, unname(names), "SYMBOL", column))
    names[!is.na(names) & back == symbols]
  }
  for (column in c("ENTREZID", "ENSEMBL")) {
    names <- direct(column)
    table <- run(c(paste0(unname(names), if (column == "ENSEMBL") ".7"), chosen[121:300]), universe)$tested
    expect_equal(table, run(c(names(names), chosen[121:300]), universe)$tested, info = column)
  }
  names <- collection_names(c("PD-L1", "HER2", "ENSG00000141510.12", "7157", "tp53", "C1ORF112", "NOSUCHGENE"), annotated)
  expect_equal(names$found, c("CD274", "ERBB2", "TP53", "TP53", "TP53", "C1orf112", ""))
  # A symbol that the collection does not have is no alias of another gene that it has.
  expect_equal(collection_names("MT-CO2", setdiff(c(annotated, "PTGS2"), "MT-CO2"))$known, FALSE)
  # A name means what oncologists mean, unless the background is a table that has the meant gene under its own name.
  told <- run(c("TAZ", chosen), c(universe, "TAFAZZIN"), terms = unname(go))
  expect_identical(told$names$found[told$names$asked == "TAZ"], "WWTR1")
  expect_true("genes_ambiguous" %in% codes_of(told))
  listed <- run(c("TAZ", chosen), c(setdiff(universe, "TAFAZZIN"), "TAZ", "WWTR1"), terms = unname(go))
  expect_identical(listed$names$found[listed$names$asked == "TAZ"], "TAFAZZIN")
})

testthat::test_that("a background that is not given is said, an own one wins, genes outside do not count", {
  assumed <- run(chosen)
  expect_true("universe_assumed" %in% codes_of(assumed))
  expect_equal(unique(sub(".*/", "", assumed$tested$BgRatio)), as.character(length(unique(unlist(go$CC)))))
  own <- run(chosen, universe = annotated, own = list_of(universe))
  expect_equal(own$tested, plain$tested)
  outside <- setdiff(annotated, universe)[1:25]
  more <- run(c(chosen, outside), universe)
  expect_true("outside_universe" %in% codes_of(more))
  expect_equal(more$tested, plain$tested)
})

testthat::test_that("random lists give P below 0.05 in 5% of the terms or fewer", {
  shares <- vapply(1:20, function(seed) {
    set.seed(seed)
    mean(over_representation(sample(universe, 300), universe, go$BP, c(10, 500), "BH")$pvalue < 0.05)
  }, numeric(1))
  expect_lt(mean(shares), 0.05)
})

testthat::test_that("lists that cannot be tested are refused with what to do", {
  stopped_with("genes_absent", run(c("NOSUCH1", "NOSUCH2"), universe))
  stopped_with("list_is_universe", run(universe, universe))
  stopped_with("outside_universe", run(setdiff(annotated, universe)[1:40], universe))
  stopped_with("mouse_genes", run(sprintf("ENSMUSG%011d", 1:30), universe))
  stopped_with("sizes", run(chosen, universe, minSize = 600L))
})

testthat::test_that("hostile lists end with their right answer", {
  expect_true("mouse_genes" %in% codes_of(run(paste0(substr(chosen, 1, 1), tolower(substring(chosen, 2))), universe)))
  expect_true("few_genes" %in% codes_of(run(chosen[1:4], universe)))
  expect_true("large_list" %in% codes_of(run(annotated[1:12000], annotated)))
  expect_true("excel_dates" %in% codes_of(run(c(chosen, "1-Mar", "2-SEP"), universe)))
  nothing <- run(sample(universe, 40), universe, pvalue_cutoff = 1e-12)
  expect_equal(nrow(nothing$enriched), 0L)
  expect_equal(facts_of(nothing)$terms_enriched, 0L)
  expect_gt(nrow(nothing$tested), 0L)
  tiny <- run(chosen, universe, minSize = 4000L, maxSize = 4001L)
  expect_equal(nrow(tiny$tested), 0L)
  expect_true("nothing_tested" %in% codes_of(tiny))
})

testthat::test_that("terms of one or two listed genes are not counted, and a list that says nothing is told to", {
  facts <- facts_of(run(c("TP53", "EGFR", "MYC", "ADRB2"), terms = unname(go)))
  expect_gt(facts$terms_enriched, facts$terms_supported)
  expect_true(facts$hardly_seen)
  expect_identical(facts$hardly_why_english, "only 4 listed genes are annotated")
  few <- run(chosen[1:2], terms = unname(go))
  expect_true(all(few$enriched$Count < 3L))
  expect_true(facts_of(few)$weakly_supported)
  expect_null(facts_of(few)$first)
  enough <- facts_of(plain)
  expect_false(enough$hardly_seen || enough$weakly_supported)
  expect_equal(enough$terms_supported, sum(plain$enriched$Count >= 3L))
  expect_match(facts_of(run(annotated[1:12000], annotated))$hardly_why, "名单占了背景的", fixed = TRUE)
})

testthat::test_that("terms of the same genes are one group, led by the best", {
  genes <- sprintf("G%03d", 1:200)
  sets <- list(A = genes[1:20], B = genes[c(1:18, 60, 61)], C = genes[100:119])
  table <- over_representation(genes[1:30], genes, collection_of(sets), c(5, 100), "none")
  groups <- stats::setNames(term_groups(table$ID, term_members(table$geneID)), table$ID)
  expect_equal(groups[["B"]], "A")
  expect_equal(groups[["A"]], "A")
  # Jaccard by counting.
  expect_equal(jaccard(list(c("a", "b", "c"), c("b", "c", "d"), "e")), matrix(c(1, 0.5, 0, 0.5, 1, 0, 0, 0, 1), 3))
  whole <- plain
  simple <- run(chosen, universe, simplify = TRUE)
  expect_equal(simple$enriched$ID, whole$enriched$ID[whole$enriched$leads == 1L])
  expect_equal(simple$tested, whole$tested)
})

testthat::test_that("a list of long genes is told, and its P is corrected by goseq", {
  lengths <- median_lengths(universe)
  long <- universe[order(-lengths)][1:1200]
  set.seed(3)
  biased <- run(sample(long, 500), universe)
  expect_true("length_bias" %in% codes_of(biased))
  expect_gt(facts_of(biased)$length_ratio, 1.25)
  expect_gt(nrow(biased$length_bias), 0L)
  # Terms that are enriched by their length alone lose most of it.
  expect_gt(stats::median(biased$length_bias$p_length / biased$length_bias$pvalue), 1)
  expect_false("length_bias" %in% codes_of(run(sample(universe, 500), universe)))
})

testthat::test_that("the example finds what androgen is known to do, with definitions out of GO.db", {
  folder <- file.path(root, "tools", "enrichment", "go-enrichment", "example")
  testthat::skip_if_not(file.exists(file.path(folder, "up.txt")), "without the example's files")
  tables <- run(readLines(file.path(folder, "up.txt")), terms = unname(go), own = list_of(readLines(file.path(folder, "tested.txt"))))
  expect_gt(nrow(tables$enriched), 20L)
  # GO.db has no definition of a fifth of its terms.
  expect_gt(mean(nzchar(tables$enriched$definition)), 0.5)
  expect_true(any(grepl("sterol|lipid|Golgi|endoplasmic", tables$enriched$Description)))
  expect_equal(facts_of(tables)$release, "2022-07-01")
})

testthat::test_that("the figure draws one of the terms that share most of their genes, and the table keeps all", {
  tables <- run(chosen, universe)
  expect_gt(sum(tables$enriched$leads == 0L), 0L)
  expect_setequal(tables$top$ID, utils::head(tables$enriched$ID[tables$enriched$leads == 1L], 10L))
})
