# GO annotations of human genes out of org.Hs.eg.db and GO.db.

#' What org.Hs.eg.db or GO.db says of itself. @param connection To its database. @param name Of the entry.
database_fact <- function(connection, name) {
  DBI::dbGetQuery(connection, "SELECT value FROM metadata WHERE name = ?", params = list(name))$value
}

#' Genes by term, those of a term's descendants included.
#'
#' @param ontology BP, CC or MF. @return Data frame `id`, `symbol`, each pair once, in the order of ids.
term_genes <- function(ontology) {
  connection <- org.Hs.eg.db::org.Hs.eg_dbconn()
  # The same pair stands there once for each kind of evidence: dropping these here is faster than in the database.
  pairs <- data.table::as.data.table(DBI::dbGetQuery(connection, sprintf("SELECT go_id, _id FROM go_%s_all", tolower(ontology))))
  pairs <- unique(pairs)
  genes <- DBI::dbGetQuery(connection, "SELECT _id, symbol FROM gene_info")
  pairs <- data.frame(id = pairs$go_id, symbol = genes$symbol[match(pairs$`_id`, genes$`_id`)])
  pairs <- unique(pairs[!is.na(pairs$symbol), ])
  pairs[order(pairs$id, pairs$symbol, method = "radix"), ]
}

#' Names of terms. @param ids As GO writes them. @return Texts; the id where GO.db does not know it.
term_names <- function(ids) {
  terms <- DBI::dbGetQuery(GO.db::GO_dbconn(), "SELECT go_id, term FROM go_term")
  found <- terms$term[match(ids, terms$go_id)]
  ifelse(is.na(found), ids, found)
}
