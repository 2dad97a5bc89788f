# Names of human genes, as users write them, into the names that a collection of gene sets has.

#' Keys of org.Hs.eg.db with the symbols of their genes. A key of several genes means the one with the lowest Entrez number, an alias before all the
#' one whose symbol begins so.
#'
#' @param kind symbol, ensembl, entrez or alias. @return Named character vector: symbols by key in capitals; attribute `pairs`: data frame `name`
#'   (symbol)
#'   and `synonym` (key) of all
#'   genes that a key may mean. Source: org.Hs.eg.db.
symbol_keys <- local({
  # Read once: children of an engine that has read it share it.
  known <- new.env()
  read <- function(query) query_annotation("org.Hs.eg.db", query)
  keys_of <- list(
    symbol = function(genes) data.frame(id = genes$id, key = genes$symbol),
    entrez = function(genes) data.frame(id = genes$id, key = genes$entrez),
    ensembl = function(genes) read("SELECT _id AS id, ensembl_id AS key FROM ensembl"),
    alias = function(genes) read("SELECT _id AS id, alias_symbol AS key FROM alias")
  )
  function(kind) {
    if (is.null(known$genes)) {
      genes <- read("SELECT _id AS id, gene_id AS entrez, symbol FROM genes JOIN gene_info USING (_id)")
      genes <- with_approved_symbols(genes, genes$id %in% read("SELECT _id AS id FROM chromosomes WHERE chromosome = 'MT'")$id)
      known$genes <- genes[order(as.numeric(genes$entrez)), ]
    }
    if (is.null(known[[kind]])) {
      pairs <- keys_of[[kind]](known$genes)
      place <- match(pairs$id, known$genes$id)
      pairs <- data.frame(key = toupper(pairs$key), place = place)[order(place), ]
      pairs <- pairs[!is.na(pairs$place), ]
      # Of genes that share an alias the one whose symbol begins so: QARS is QARS1. See `alias_senses`.
      if (kind == "alias") pairs <- pairs[order(!startsWith(toupper(known$genes$symbol[pairs$place]), pairs$key), pairs$place), ]
      all <- data.frame(name = known$genes$symbol[pairs$place], synonym = pairs$key)
      first <- !duplicated(pairs$key)
      known[[kind]] <- structure(stats::setNames(all$name[first], all$synonym[first]), pairs = all)
    }
    known[[kind]]
  }
})

#' Read all names once, in a parent: half a second that each child would need for a name which a collection writes otherwise.
read_symbol_keys <- function() for (kind in c("symbol", "ensembl", "entrez", "alias")) symbol_keys(kind)

ENSEMBL_VERSION <- "^(ENS[A-Z]*G\\d+)\\.\\d+$"
#' TP53 is written Trp53 in mice, CDK1 Cdk1.
MOUSE_SYMBOL <- "^[A-Z][a-z][A-Za-z0-9-]*$"
MOUSE_ENSEMBL <- "^ENSMUSG\\d+"

#' Are these the names of mouse genes?
are_mouse_genes <- function(names) {
  if (length(names) == 0L) return(FALSE)
  mean(grepl(MOUSE_SYMBOL, names) & grepl("[a-z]{2}", names) | grepl(MOUSE_ENSEMBL, names)) > 0.5
}

#' What a collection calls these genes.
#'
#' @param asked Names as the user wrote them. @param annotated All genes of the collection, symbols of `organism`.
#' @param among Names that stand beside those that are asked: of a short list the whole table that it comes from, see `usual_symbols`.
#' @param organism hsa or mmu. Of mice only the symbol itself is known, in any case.
#' @return Data frame, one row per different name: `asked`, `found` (the collection's name; a symbol of today where the collection does not have
#'   the gene; "" where nobody knows it), `known` (is it in the collection?) and `how` (a code of `GENE_MATCHES`).
collection_names <- function(asked, annotated, organism = "hsa", among = asked) {
  asked <- unique(trimmed(as.character(asked)))
  asked <- asked[nzchar(asked)]
  found <- annotated[match(asked, annotated)]
  how <- ifelse(is.na(found), NA_character_, "same")
  if (organism == "hsa") {
    usual <- usual_symbols(asked, among)
    meant <- which(!is.na(usual))
    found[meant] <- as_annotated(usual[meant], annotated)
    how[meant] <- ifelse(found[meant] == asked[meant], "same", "alias")
  }
  fill <- function(names, code) {
    new <- is.na(found) & !is.na(names)
    found[new] <<- names[new]
    how[new] <<- code
  }
  if (organism == "hsa" && anyNA(found)) {
    bare <- toupper(sub(ENSEMBL_VERSION, "\\1", asked, perl = TRUE))
    symbols <- symbol_keys("symbol")
    # Before the spelling in another case: C1orf112 is the symbol, and a symbol that the collection lacks is no alias of another gene.
    fill(as_annotated(unname(symbols[match(toupper(asked), names(symbols))]), annotated), "case")
    how[!is.na(how) & how == "case" & asked == found] <- "same"
    # The collection has the gene under a former name: KIAA1107 of 2013 is BTBD8 today.
    how[!is.na(how) & toupper(asked) != toupper(found)] <- "alias"
    for (kind in c("ensembl", "entrez", "alias")) {
      if (!anyNA(found)) break
      keys <- symbol_keys(kind)
      open <- is.na(found)
      names <- rep(NA_character_, length(asked))
      names[open] <- unname(keys[match(bare[open], names(keys))])
      fill(as_annotated(names, annotated), kind)
    }
  }
  if (anyNA(found)) fill(annotated[match(toupper(asked), toupper(annotated))], "case")
  how[is.na(found)] <- "absent"
  found[is.na(found)] <- ""
  data.frame(asked = asked, found = found, known = found %in% annotated, how = how)
}

#' Symbols of today as the collection writes them: a collection of another year may have the former or the next name of the same gene.
as_annotated <- function(symbols, annotated) {
  other <- which(!is.na(symbols) & !symbols %in% annotated)
  if (length(other) == 0L) return(symbols)
  aliases <- symbol_keys("alias")
  strangers <- annotated[!toupper(annotated) %in% names(symbol_keys("symbol"))]
  usual <- usual_symbols(strangers, annotated)
  called <- stats::setNames(strangers, ifelse(is.na(usual), aliases[match(toupper(strangers), names(aliases))], usual))
  renamed <- unname(called[match(symbols[other], names(called))])
  symbols[other] <- ifelse(is.na(renamed), symbols[other], renamed)
  symbols
}
