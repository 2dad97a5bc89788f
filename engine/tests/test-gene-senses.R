# Names that several genes have.

told <- function(code) {
  findings <- list()
  job <- new_job(function(event) NULL)
  code(job)
  vapply(job$collected()$findings, function(finding) paste(finding$code, finding$message), character(1))
}

test_that("each name of the table means a symbol of today, by the number that stands as its source", {
  genes <- query_annotation("org.Hs.eg.db", "SELECT gene_id, symbol FROM genes JOIN gene_info USING (_id)")
  expect_true(all(USUAL_GENES$symbol %in% genes$symbol))
  official <- USUAL_GENES$official[USUAL_GENES$official != ""]
  expect_true(all(ncbi_symbols(official) %in% genes$symbol))
  expect_identical(USUAL_GENES$name, bare_name(USUAL_GENES$name))
  expect_identical(anyDuplicated(USUAL_GENES$name), 0L)
  expect_true(all(nzchar(USUAL_GENES$meaning) & nzchar(USUAL_GENES$source)))
  numbered <- grepl("^NCBI Gene ", USUAL_GENES$source)
  numbers <- sub("^NCBI Gene (\\d+).*", "\\1", USUAL_GENES$source[numbered])
  expect_identical(genes$symbol[match(numbers, genes$gene_id)], USUAL_GENES$symbol[numbered])
  # NCBI has the name for that gene.
  aliases <- linked_names(USUAL_GENES$symbol[numbered], "SYMBOL", "ALIAS")
  of_symbol <- function(name, symbol) name %in% bare_name(aliases$ALIAS[aliases$SYMBOL == symbol])
  has <- mapply(of_symbol, USUAL_GENES$name[numbered], USUAL_GENES$symbol[numbered])
  expect_identical(names(has)[!has], character())
})

test_that("names mean what oncologists mean, however they are written", {
  expect_identical(
    usual_symbols(c("NRF2", "nrf-2", "COX2", "COX-2", "TAZ", "MLL2", "MLL4", "PD-L1", "HER2", "P53", "Ki-67", "KI67", "TTF-1")),
    c("NFE2L2", "NFE2L2", "PTGS2", "PTGS2", "WWTR1", "KMT2D", "KMT2B", "CD274", "ERBB2", "TP53", "MKI67", "MKI67", "NKX2-1")
  )
  # Symbols of today are their own genes' names.
  expect_identical(usual_symbols(c("TTF1", "TCF4", "TP53", "MT-CO2")), rep(NA_character_, 4))
})

test_that("a name is one gene in every cohort, also where only the other gene was measured", {
  found <- function(asked, ids) match_genes(asked, ids, "symbol")$found
  for (ids in list(c("GABPA", "NFE2L2"), c("NFE2L2", "TP53"))) expect_identical(found("NRF2", ids), "NFE2L2")
  expect_identical(found("NRF2", c("GABPA", "TP53")), "")
  expect_identical(found("NFE2L2", c("GABPA", "NRF2")), "NRF2")
  expect_identical(found("GABPA", c("NRF2", "TP53")), "")
  # TAFAZZIN was called TAZ in tables of 2012; COX2 is MT-CO2 in tables of NCBI's names.
  expect_identical(found(c("TAZ"), c("TAZ", "WWTR1")), "WWTR1")
  expect_identical(found("TAFAZZIN", c("TAZ", "WWTR1")), "TAZ")
  expect_identical(found(rows_of_result("TAZ"), c("TAZ", "WWTR1")), "TAZ")
  expect_identical(found("COX2", c("COX1", "COX2", "COX3", "PTGS2")), "PTGS2")
  expect_identical(found("MT-CO2", c("COX1", "COX2", "COX3", "PTGS2")), "COX2")
  expect_identical(found("Ki-67", c("Ki67", "HER2")), "Ki67")
  # Other aliases: settled by the name alone.
  for (ids in list(c("EPRS1", "QARS1"), "QARS1")) expect_identical(found("QARS", ids), "QARS1")
  expect_identical(found("QARS", "EPRS1"), "")
})

test_that("names of all rows of a table mean the genes that they were the symbols of", {
  expect_identical(collection_names(c("TAZ", "WWTR1"), c("TAFAZZIN", "WWTR1"))$found, c("TAFAZZIN", "WWTR1"))
  expect_identical(collection_names("TAZ", c("TAFAZZIN", "WWTR1"))$found, "WWTR1")
  expect_identical(collection_names("TAZ", c("TAFAZZIN", "WWTR1"), among = c("TAZ", "WWTR1", "TP53"))$found, "TAFAZZIN")
  expect_identical(collection_names(c("COX2", "COX3", "ND1"), c("MT-CO2", "PTGS2"))$found[[1L]], "MT-CO2")
  expect_identical(collection_names(c("MLL2", "MLL4"), c("KMT2B", "KMT2D"))$found, c("KMT2D", "KMT2B"))
  # A set that somebody typed.
  expect_identical(collection_names("PTGS2", c("COX2", "TP53"))$found, "COX2")
  expect_identical(rename_genes(c("MLL2", "MLL4", "COX2"), "symbol", "entrez")$name, c("8085", "9757", "5743"))
})

test_that("what another gene could have been is said, with the way to it", {
  said <- told(function(job) tell_matches(match_genes(c("NRF2", "TP53"), c("NFE2L2", "TP53"), "symbol"), "gene", job))
  expect_match(said[[1L]], "genes_ambiguous.*「NRF2」按 NFE2L2（KEAP1–NRF2 通路的转录因子）算，也可能指 GABPA")
  symbol <- told(function(job) tell_matches(match_genes("TTF1", c("TTF1", "NKX2-1"), "symbol"), "gene", job))
  expect_match(symbol[[1L]], "现行的基因符号.*NKX2-1")
  expect_identical(told(function(job) tell_matches(match_genes("TP53", "TP53", "symbol"), "gene", job)), character())
  of_result <- told(function(job) tell_matches(match_genes(rows_of_result("TAZ"), c("TAZ", "WWTR1"), "symbol"), "gene", job))
  expect_identical(of_result, character())
})

test_that("names in sets that somebody has typed are asked about, those of an installed collection are not", {
  sets <- structure(list(mine = c("COX2", "TP53", "EGFR")), collection = NULL)
  expect_match(told(function(job) tell_set_senses(sets, job))[[1L]], "「COX2」按 PTGS2")
  attr(sets, "collection") <- list(organism = "hsa")
  expect_identical(told(function(job) tell_set_senses(sets, job)), character())
})
