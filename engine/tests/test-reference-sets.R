# What the set-up makes of R packages in reference/gene-sets, read as an analysis reads it.

folder <- file.path(root, "reference", "gene-sets")

#' The collection whose file begins so; the test skips where the set-up has not made it.
made <- function(beginning) {
  path <- list.files(folder, paste0("^", beginning, ".*\\.gmt$"), full.names = TRUE)
  skip_if(length(path) == 0L, paste("the set-up has not made", beginning))
  list(sets = sets_of_gmt(path[[length(path)]]), about = jsonlite::fromJSON(paste0(path[[length(path)]], ".json")))
}

test_that("KEGG has its 229 pathways of March 2011, under their names", {
  kegg <- made("kegg\\.2011")
  titles <- attr(kegg$sets, "titles")
  expect_length(kegg$sets, 229L)
  expect_true(all(grepl("^hsa\\d{5}$", names(kegg$sets))))
  expect_identical(anyDuplicated(titles), 0L)
  expect_true("TP53" %in% kegg$sets$hsa04115)
  expect_true(all(c("CDK1", "CCNB1", "RB1") %in% kegg$sets$hsa04110))
  expect_true(all(c("APC", "KRAS", "MSH2") %in% kegg$sets$hsa05210))
  expect_identical(unname(titles[c("hsa04110", "hsa04115", "hsa05210")]), c("Cell cycle", "p53 signaling pathway", "Colorectal cancer"))
  expect_identical(kegg$about$date, "2011-03-15")
  expect_match(kegg$about$title, "2011 年 3 月", fixed = TRUE)
})

test_that("each name in the table of KEGG's pathways is that of the set with the same genes in MSigDB", {
  legacy <- sets_of_gmt(shared("genesets", "c2.cp.kegg_legacy.v2025.1.Hs.symbols.gmt"))
  kegg <- made("kegg\\.2011")$sets
  plain <- function(text) gsub("^_|_$", "", gsub("[^A-Z0-9]+", "_", toupper(gsub("'", "", text, fixed = TRUE))))
  share <- function(genes, other) length(intersect(genes, other)) / length(union(genes, other))
  likeness <- vapply(kegg, function(genes) vapply(legacy, share, numeric(1), genes = genes), numeric(length(legacy)))
  best <- apply(likeness, 2L, which.max)
  alike <- apply(likeness, 2L, max) > 0.5
  expect_gt(sum(alike), 180L)
  differs <- plain(attr(kegg, "titles")[alike]) != sub("^KEGG_", "", names(legacy)[best[alike]])
  # KEGG renamed these two between the release that MSigDB took and this one.
  expect_setequal(names(kegg)[alike][differs], c("hsa00512", "hsa05140"))
})

test_that("terms of GO hold the genes of their descendants", {
  biological <- made("go\\.bp")
  expect_gt(length(biological$sets), 15000L)
  expect_identical(unname(attr(biological$sets, "titles")["GO:0006281"]), "DNA repair")
  expect_true(all(c("BRCA1", "MLH1", "ERCC1") %in% biological$sets[["GO:0006281"]]))
  # Double-strand break repair via homologous recombination is a part of DNA repair.
  expect_true(all(biological$sets[["GO:0000724"]] %in% biological$sets[["GO:0006281"]]))
  direct <- DBI::dbGetQuery(org.Hs.eg.db::org.Hs.eg_dbconn(), "SELECT DISTINCT _id FROM go_bp WHERE go_id = 'GO:0006281'")
  expect_gt(length(biological$sets[["GO:0006281"]]), nrow(direct))
  expect_identical(biological$about$date, "2022-07-01")
})

test_that("mitochondrial genes have the symbols of HGNC, and COX2 is none of them", {
  symbols <- c("ND1", "ND4L", "COX1", "CYTB", "ATP6", "RNR2", "TRNF", "TRNL1", "MT-ND1")
  expected <- c("MT-ND1", "MT-ND4L", "MT-CO1", "MT-CYB", "MT-ATP6", "MT-RNR2", "MT-TF", "MT-TL1", "MT-ND1")
  expect_identical(mitochondrial_symbols(symbols), expected)
  expect_true(all(c("MT-ND1", "MT-CO2", "MT-ATP6") %in% made("kegg\\.2011")$sets$hsa00190))
  component <- made("go\\.cc")$sets
  expect_true(all(c("MT-ND1", "MT-CO2", "MT-CYB") %in% component[["GO:0005743"]]))
  expect_false(any(c("ND1", "COX2", "CYTB") %in% unlist(component)))
  expect_true("PTGS2" %in% unlist(component))
})

test_that("mitochondrial genes are found by any of their names, in collections of either way of writing", {
  asked <- c("MT-ND1", "mt-nd1", "ND1", "MTND1", "ENSG00000198888.2", "4535", "MT-CO2")
  found <- collection_names(asked, c("MT-ND1", "MT-CO2", "PTGS2"))
  expect_identical(found$found, c(rep("MT-ND1", 6L), "MT-CO2"))
  expect_true(all(collection_names(asked[1:6], c("ND1", "TP53"))$found == "ND1"))
})

test_that("mitochondrial genes in GO are those that MSigDB has there", {
  unpacked <- tempfile(fileext = ".gmt")
  writeLines(readLines(shared("genesets", "c5.go.cc.v2025.1.Hs.symbols.gmt.gz")), unpacked)
  msigdb <- sets_of_gmt(unpacked)
  of_mitochondrion <- function(genes) sort(unique(grep("^MT-(N|C|A)", genes, value = TRUE)))
  expect_true(all(of_mitochondrion(unlist(msigdb)) %in% of_mitochondrion(unlist(made("go\\.cc")$sets))))
})

test_that("Reactome has its 2,855 pathways where CRAN's package has come", {
  reactome <- made("reactome")
  expect_gte(length(reactome$sets), 2855L)
  expect_true(all(grepl("^R-HSA-\\d+$", names(reactome$sets))))
  expect_identical(unname(attr(reactome$sets, "titles")["R-HSA-69620"]), "Cell Cycle Checkpoints")
  expect_true(all(c("TP53", "CHEK1", "MAD2L1") %in% reactome$sets[["R-HSA-69620"]]))
  expect_match(reactome$about$date, "^\\d{4}-\\d{2}-\\d{2}$")
})
