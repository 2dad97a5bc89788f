# Human genes with their names and numbers, out of org.Hs.eg.db.

#' Records of Entrez Gene that are no genes: regions, and phenotypes whose gene is not known.
NO_GENES <- c("biological-region", "other", "unknown")

#' Values of a map of org.Hs.eg.db by Entrez number. @param name Of the map. @return List of character vectors.
gene_map <- function(name) {
  table <- AnnotationDbi::toTable(get(name, asNamespace("org.Hs.eg.db")))
  split(table[[setdiff(names(table), "gene_id")]], table$gene_id)
}

#' Texts of a list by name; character() where there is none.
texts_of <- function(lists, names) {
  found <- lists[names]
  found[vapply(found, is.null, logical(1))] <- list(character())
  lapply(unname(found), function(texts) unique(texts[!is.na(texts) & nzchar(texts)]))
}

#' @return Data frame, one row per gene: `symbol` (unique), `entrez`, `type`, `name`; lists `ensembl`, `location` (bands) and `aliases`
#'   (aliases and former symbols: the source does not tell them apart).
gene_register <- function() {
  database <- org.Hs.eg.db::org.Hs.eg.db
  numbers <- AnnotationDbi::keys(database, "ENTREZID")
  genes <- suppressMessages(AnnotationDbi::select(database, numbers, c("SYMBOL", "GENENAME", "GENETYPE"), "ENTREZID"))
  genes <- genes[!is.na(genes$SYMBOL) & !genes$GENETYPE %in% NO_GENES, ]
  coding <- genes$GENETYPE == "protein-coding"
  genes <- genes[order(!coding, nchar(genes$SYMBOL), genes$SYMBOL, as.integer(genes$ENTREZID), method = "radix"), ]
  # Copies of a transfer RNA share one symbol.
  genes <- genes[!duplicated(toupper(genes$SYMBOL)), ]
  register <- data.frame(symbol = genes$SYMBOL, entrez = genes$ENTREZID, type = genes$GENETYPE, name = genes$GENENAME)
  register$ensembl <- texts_of(gene_map("org.Hs.egENSEMBL"), register$entrez)
  register$location <- texts_of(gene_map("org.Hs.egMAP"), register$entrez)
  aliases <- texts_of(gene_map("org.Hs.egALIAS2EG"), register$entrez)
  # HGNC's names, which all others write: MT-ND1 for ND1.
  mitochondrial <- vapply(texts_of(gene_map("org.Hs.egCHR"), register$entrez), function(on) "MT" %in% on, logical(1))
  register <- with_approved_symbols(register, mitochondrial)
  others <- function(texts, symbol) texts[toupper(texts) != toupper(symbol) & !duplicated(toupper(texts))]
  register$aliases <- Map(others, aliases, register$symbol)
  register
}

#' What a gene is found by. @param genes See `gene_register`. @return Data frame `key`, `kind`, `gene`.
gene_keys <- function(genes) {
  of_lists <- function(lists, kind) {
    data.frame(key = unlist(lists), kind = rep(kind, sum(lengths(lists))), gene = rep(seq_along(lists) - 1L, lengths(lists)))
  }
  keys <- rbind(
    of_lists(as.list(genes$symbol), "s"), of_lists(genes$aliases, "a"), of_lists(genes$ensembl, "e"), of_lists(as.list(genes$entrez), "n"),
    data.frame(key = USUAL_GENES$name, kind = "u", gene = match(USUAL_GENES$symbol, genes$symbol) - 1L)
  )
  keys$key <- toupper(keys$key)
  keys[order(keys$key, keys$gene, method = "radix"), ]
}

#' As a table of texts. @param genes See `gene_register`.
gene_lines <- function(genes) {
  for (column in c("ensembl", "location", "aliases")) genes[[column]] <- vapply(genes[[column]], paste, character(1), collapse = "|")
  genes
}

#' What oncologists mean by names that several genes have. @param genes See `gene_register`. @return Data frame `key`, `symbol`, `meaning`, `others`.
usual_lines <- function(genes) {
  names <- data.frame(
    key = c(bare_name(genes$symbol), bare_name(unlist(genes$aliases))), symbol = c(genes$symbol, rep(genes$symbol, lengths(genes$aliases)))
  )
  others <- Map(function(name, symbol) setdiff(names$symbol[names$key == name], symbol), USUAL_GENES$name, USUAL_GENES$symbol)
  data.frame(
    key = USUAL_GENES$name, symbol = USUAL_GENES$symbol, meaning = USUAL_GENES$meaning, others = vapply(others, paste, character(1), collapse = "|")
  )
}
