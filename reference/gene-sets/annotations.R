# Annotations of human genes out of org.Hs.eg.db and GO.db: terms of GO, pathways of KEGG. Needs engine/R/genes/mitochondrial-genes.R.

#' What org.Hs.eg.db or GO.db says of itself. @param connection To its database. @param name Of the entry.
database_fact <- function(connection, name) {
  DBI::dbGetQuery(connection, "SELECT value FROM metadata WHERE name = ?", params = list(name))$value
}

#' Genes under their approved symbols. @param connection To org.Hs.eg.db. @return Data frame `_id`, `symbol`.
gene_symbols <- function(connection) {
  genes <- DBI::dbGetQuery(connection, "SELECT _id, symbol FROM gene_info WHERE symbol IS NOT NULL")
  mitochondrial <- DBI::dbGetQuery(connection, "SELECT _id FROM chromosomes WHERE chromosome = 'MT'")
  with_approved_symbols(genes, genes$`_id` %in% mitochondrial$`_id`)
}

#' @param ids,members Of the pairs: term and `_id`. @param connection To org.Hs.eg.db.
#' @return Data frame `id`, `symbol`, each pair once, in the order of ids.
pairs_of <- function(ids, members, connection) {
  genes <- gene_symbols(connection)
  pairs <- data.frame(id = ids, symbol = genes$symbol[match(members, genes$`_id`)])
  pairs <- unique(pairs[!is.na(pairs$symbol), ])
  pairs[order(pairs$id, pairs$symbol, method = "radix"), ]
}

#' Genes by term, those of a term's descendants included. @param ontology BP, CC or MF. @return See `pairs_of`.
term_genes <- function(ontology) {
  connection <- org.Hs.eg.db::org.Hs.eg_dbconn()
  # The same pair stands there once for each kind of evidence: dropping these here is faster than in the database.
  pairs <- data.table::as.data.table(DBI::dbGetQuery(connection, sprintf("SELECT go_id, _id FROM go_%s_all", tolower(ontology))))
  pairs <- unique(pairs)
  pairs_of(pairs$go_id, pairs$`_id`, connection)
}

#' Names of terms. @param ids As GO writes them. @return Texts; the id where GO.db does not know it.
term_names <- function(ids) {
  terms <- DBI::dbGetQuery(GO.db::GO_dbconn(), "SELECT go_id, term FROM go_term")
  found <- terms$term[match(ids, terms$go_id)]
  ifelse(is.na(found), ids, found)
}

#' Genes by human pathway of KEGG, in the last release that was free. @return See `pairs_of`; ids as hsa04110.
pathway_genes <- function() {
  connection <- org.Hs.eg.db::org.Hs.eg_dbconn()
  pairs <- DBI::dbGetQuery(connection, "SELECT path_id, _id FROM kegg")
  pairs_of(paste0("hsa", pairs$path_id), pairs$`_id`, connection)
}

#' Names of KEGG's pathways in that release. @return Data frame `id`, `name`, `chinese`.
pathway_names <- function() {
  utils::read.delim("kegg-pathways.tsv", quote = "", comment.char = "#", colClasses = "character", encoding = "UTF-8")
}
