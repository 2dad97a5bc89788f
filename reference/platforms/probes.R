# Genes of the probes of Affymetrix' U95 generation, from Debian's packages alone: no annotation package of these arrays is
# among them, but what such packages are made from is.

#' Symbols of today for a chip's probes.
#'
#' @param chip Name of AnnotationDbi's list of probes and GenBank accessions: hgu95av2 or hcg110.
#' @return Data frame `probe`, `symbol` ("" where none is known; several are joined by "///"), one row per probe. By the accession
#'   that the probe was designed from (org.Hs.eg.db); where GenBank's record has no gene, by the Entrez number of annotate's hgu95All.
chip_symbols <- function(chip) {
  path <- system.file("extdata", paste0(chip, "_ID"), package = "AnnotationDbi", mustWork = TRUE)
  probes <- utils::read.delim(path, header = FALSE, quote = "", comment.char = "", colClasses = "character", col.names = c("probe", "accession"))
  symbols <- symbols_of(probes$accession, "ACCNUM")
  if (chip == "hgu95av2") {
    own <- new.env()
    utils::data("hgu95All", package = "annotate", envir = own)
    open <- which(symbols == "")
    entrez <- vapply(mget(probes$probe[open], envir = own$hgu95All, ifnotfound = NA), function(ids) as.character(ids)[[1L]], character(1))
    symbols[open] <- symbols_of(entrez, "ENTREZID")
  }
  data.frame(probe = probes$probe, symbol = symbols)
}

#' Symbols of org.Hs.eg.db for numbers of another kind; several are joined by "///", none is "".
symbols_of <- function(numbers, type) {
  database <- org.Hs.eg.db::org.Hs.eg.db
  asked <- intersect(unique(numbers), AnnotationDbi::keys(database, type))
  found <- suppressMessages(AnnotationDbi::select(database, asked, columns = "SYMBOL", keytype = type))
  found <- unique(found[!is.na(found$SYMBOL), , drop = FALSE])
  joined <- vapply(split(found$SYMBOL, found[[type]]), paste, character(1), collapse = "///")
  symbols <- unname(joined[numbers])
  ifelse(is.na(symbols), "", symbols)
}
