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

#' Where org.Hs.eg.db has numbers of a kind: table and column.
NUMBERS <- list(ACCNUM = c(table = "accessions", column = "accession"), ENTREZID = c(table = "genes", column = "gene_id"))

#' Symbols of org.Hs.eg.db for numbers of another kind; several are joined by "///", none is "". One question for all of them:
#' `AnnotationDbi::select` reads every number of the database first, for seven seconds.
#'
#' @param numbers Character. @param type ACCNUM or ENTREZID.
symbols_of <- function(numbers, type) {
  place <- NUMBERS[[type]]
  question <- sprintf(
    "SELECT DISTINCT %1$s, symbol FROM %2$s JOIN gene_info USING (_id) WHERE %1$s IN (SELECT value FROM json_each(?)) ORDER BY _id",
    place[["column"]], place[["table"]]
  )
  asked <- as.character(jsonlite::toJSON(unique(numbers)))
  found <- DBI::dbGetQuery(org.Hs.eg.db::org.Hs.eg_dbconn(), question, params = list(asked))
  joined <- vapply(split(found$symbol, found[[1L]]), paste, character(1), collapse = "///")
  symbols <- unname(joined[numbers])
  ifelse(is.na(symbols), "", symbols)
}
