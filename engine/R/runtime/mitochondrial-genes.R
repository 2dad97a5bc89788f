# Genes of the mitochondrion have two names: that of NCBI, which org.Hs.eg.db has, and that of HGNC, which all others write.
# The script that makes the gene sets of the reference reads this file too.

#' HGNC's symbols: MT-ND1 for ND1. COX2 is what many call PTGS2, MT-CO2 nobody.
#'
#' @param genes Data frame of org.Hs.eg.db with `symbol`. @param mitochondrial Which rows are genes of the mitochondrion.
#' @return The same with approved symbols.
with_approved_symbols <- function(genes, mitochondrial) {
  genes$symbol[mitochondrial] <- mitochondrial_symbols(genes$symbol[mitochondrial])
  genes
}

#' @param symbols NCBI's, such as ND1, COX1, CYTB, TRNL1, RNR2. @return HGNC's; those that are HGNC's already as they are.
mitochondrial_symbols <- function(symbols) {
  short <- sub("^COX", "CO", sub("^CYTB$", "CYB", sub("^TRN", "T", symbols)))
  ifelse(startsWith(symbols, "MT-"), symbols, paste0("MT-", short))
}
