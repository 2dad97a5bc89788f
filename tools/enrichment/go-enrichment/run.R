# Over-representation of GO terms in a list of genes, each ontology by itself.

#' @param inputs `genes`, `universe` (kind gene-list, the latter may be NULL), `terms` (list of collections, an ontology each).
#' @param params The complete parameters. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  tables <- enrichment_tables(inputs, inputs$terms, params, params$organism, job)
  tables$enriched$definition <- term_definitions(tables$enriched$ID)
  tables
}

#' What GO says that a term is. @param ids Of terms. @return Texts, "" where GO.db does not know the term.
term_definitions <- function(ids) {
  terms <- query_annotation("GO.db", "SELECT go_id, definition FROM go_term")
  found <- terms$definition[match(ids, terms$go_id)]
  found[is.na(found)] <- ""
  found
}
