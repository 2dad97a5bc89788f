# Genes of the mitochondrion have two names: that of NCBI, which org.Hs.eg.db has, and that of HGNC, which all others write.
# The scripts that make the gene sets and the register of genes of the reference read this file too.

#' HGNC's symbols: MT-ND1 for ND1. COX2 is what many call PTGS2, MT-CO2 nobody.
#'
#' @param genes Data frame of org.Hs.eg.db with `symbol`. @param mitochondrial Which rows are genes of the mitochondrion.
#' @return The same with approved symbols.
with_approved_symbols <- function(genes, mitochondrial) {
  genes$symbol[mitochondrial] <- mitochondrial_symbols(genes$symbol[mitochondrial])
  genes
}

#' NCBI's symbols of names that HGNC gives to genes of the mitochondrion: ND1 for MT-ND1, in any case.
#'
#' @param names Texts. @return The same, other names as they are. Source: org.Hs.eg.db.
ncbi_symbols <- function(names) {
  ncbi <- mitochondrial_genes()
  found <- ncbi[match(toupper(names), mitochondrial_symbols(ncbi))]
  ifelse(is.na(found), names, found)
}

#' HGNC's symbols of genes. @param symbols NCBI's, of any genes. @return The same, those of genes of the mitochondrion as HGNC writes them.
hgnc_symbols <- function(symbols) {
  mitochondrial <- symbols %in% mitochondrial_genes()
  symbols[mitochondrial] <- mitochondrial_symbols(symbols[mitochondrial])
  symbols
}

#' NCBI's symbols of the genes of the mitochondrion. Source: org.Hs.eg.db.
mitochondrial_genes <- local({
  # Read once: children of an engine that has read it share it.
  known <- new.env()
  function() {
    if (is.null(known$symbols)) known$symbols <- query_annotation(
      "org.Hs.eg.db", "SELECT symbol FROM gene_info JOIN chromosomes USING (_id) WHERE chromosome = 'MT'"
    )$symbol
    known$symbols
  }
})

#' @param symbols NCBI's, such as ND1, COX1, CYTB, TRNL1, RNR2. @return HGNC's; those that are HGNC's already as they are.
mitochondrial_symbols <- function(symbols) {
  short <- sub("^COX", "CO", sub("^CYTB$", "CYB", sub("^TRN", "T", symbols)))
  ifelse(startsWith(symbols, "MT-"), symbols, paste0("MT-", short))
}
