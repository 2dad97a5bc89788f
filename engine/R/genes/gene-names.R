# Genes that a user names, found among the rows of a matrix: exact first, then by spelling, then by alias or other number.

NO_MATCHES <- data.frame(asked = character(), found = character(), how = character())


GENE_KEYS <- c(symbol = "SYMBOL", ensembl = "ENSEMBL", entrez = "ENTREZID")

#' Find each asked gene among row names. Which gene a name means is settled first, without a look at the rows: a name is one gene in every cohort,
#' and a gene that is not there is not replaced by another of the same name.
#'
#' @param asked Texts as the user wrote them, or `rows_of_result`, which are found as they are written where they are there.
#' @param ids Row names of the matrix. @param identifiers What they are: symbol, ensembl, entrez, probe or other.
#' @return Data frame, one row per asked name: `asked`, `found` (a row name, or "" where there is none), `how` (a code of
#'   `GENE_MATCHES`).
#'   Source of aliases and numbers: org.Hs.eg.db; of names that several genes have also `USUAL_GENES`.
match_genes <- function(asked, ids, identifiers) {
  of_result <- isTRUE(attr(asked, "of_result"))
  asked <- unique(trimmed(as.character(asked)))
  key <- GENE_KEYS[identifiers]
  found <- rep(NA_character_, length(asked))
  how <- rep(NA_character_, length(asked))
  usual <- if (is.na(key)) rep(NA_character_, length(asked)) else usual_symbols(asked)
  if (of_result) usual[asked %in% ids] <- NA
  meant <- which(!is.na(usual))
  if (length(meant) > 0L) {
    # Symbols of today: this ends here.
    matches <- match_genes(rows_of_result(usual[meant]), ids, identifiers)
    found[meant] <- matches$found[match(usual[meant], matches$asked)]
    # A panel may call its rows as oncologists do: Ki-67.
    lost <- meant[found[meant] == ""]
    if (key == "SYMBOL" && length(lost) > 0L) {
      rows <- ids[match(usual[lost], usual_symbols(ids))]
      found[lost] <- ifelse(is.na(rows), "", rows)
    }
    how[meant] <- "alias"
  }
  fill <- function(candidates, code) {
    # Candidates are not looked for where nothing is open.
    if (!anyNA(found)) return(invisible())
    new <- is.na(found) & !is.na(candidates)
    found[new] <<- candidates[new]
    how[new] <<- code
  }
  fill(ids[match(asked, ids)], "same")
  fill(ids[match(toupper(asked), toupper(ids))], "case")
  bare <- sub("^(ENS[A-Z]*G\\d+)\\.\\d+$", "\\1", asked, perl = TRUE)
  fill(ids[match(bare, sub("^(ENS[A-Z]*G\\d+)\\.\\d+$", "\\1", ids, perl = TRUE))], "version")
  open <- which(is.na(found))
  if (!is.na(key) && length(open) > 0L) {
    by <- function(type, code) {
      if (type == key) return(invisible())
      candidates <- rep(NA_character_, length(asked))
      candidates[open] <- translate_genes(bare[open], type, key, ids)
      fill(candidates, code)
    }
    by("ENSEMBL", "ensembl")
    by("ENTREZID", "entrez")
    # Before the aliases: what is a symbol today means that gene, also where the table calls it otherwise.
    if (key == "SYMBOL") fill(replace(rep(NA_character_, length(asked)), open, former_names(asked[open], ids)), "former")
    else by("SYMBOL", "symbol")
    fill(replace(rep(NA_character_, length(asked)), open, alias_matches(asked[open], ids, key)), "alias")
    fill(mitochondrial_matches(asked, is.na(found), ids, identifiers), "mitochondrial")
  }
  how[is.na(found) | found == ""] <- "absent"
  found[is.na(found)] <- ""
  data.frame(asked = asked, found = found, how = how)
}

#' Rows of genes that are named by an alias: of the one gene that the alias means.
#'
#' @param key Of `GENE_KEYS`: what the rows are. @return Row names, NA where there is none.
alias_matches <- function(names, ids, key) {
  # A symbol of today that is not there is no other gene.
  current <- toupper(names) %in% linked_names(toupper(names), "SYMBOL", "ENTREZID")$SYMBOL
  senses <- alias_senses(names[!current])
  symbol <- senses$symbol[match(toupper(names), senses$alias)]
  symbol[current] <- NA
  if (key != "SYMBOL") return(translate_genes(ncbi_symbols(symbol), "SYMBOL", key, ids))
  rows <- ids[match(symbol, ids)]
  rows[is.na(rows)] <- ids[match(ncbi_symbols(symbol[is.na(rows)]), ids)]
  open <- which(is.na(rows) & !is.na(symbol))
  if (length(open) > 0L) rows[open] <- former_names(symbol[open], ids)
  rows
}

#' Rows of genes of the mitochondrion that the request and the table call otherwise, one as NCBI (ND1), the other as HGNC (MT-ND1).
#'
#' @param open Which of `asked` have not been found. @return Row names, NA where there is none.
mitochondrial_matches <- function(asked, open, ids, identifiers) {
  found <- rep(NA_character_, length(asked))
  key <- GENE_KEYS[identifiers]
  if (!any(open) || is.na(key)) return(found)
  names <- ncbi_symbols(asked[open])
  if (key != "SYMBOL") {
    found[open] <- translate_genes(names, "SYMBOL", key, ids)
    return(found)
  }
  rows <- ncbi_symbols(ids)
  if (identical(names, asked[open]) && identical(rows, ids)) return(found)
  alike <- ids[match(toupper(names), toupper(rows))]
  # COX2 of MT-CO2 is what many call PTGS2. Nothing is written in HGNC's way any more: this ends here.
  left <- which(is.na(alike) & is.na(usual_symbols(names)))
  if (length(left) > 0L) {
    matches <- match_genes(names[left], rows, identifiers)
    alike[left] <- ids[match(matches$found[match(names[left], matches$asked)], rows)]
  }
  found[open] <- alike
  found
}

#' Names of one kind into the row name of another kind that is there; NA where there is none.
translate_genes <- function(names, from, to, ids) {
  upper <- if (from == "ENTREZID") names else toupper(names)
  table <- linked_names(upper, from, to)
  table <- table[table[[to]] %in% ids, , drop = FALSE]
  table[[to]][match(upper, table[[from]])]
}

#' Genes under another way of writing.
#'
#' @param ids Names without version. @param from,to symbol, ensembl or entrez. Genes of the mitochondrion are found by both of their names, and
#'   get HGNC's (MT-CO2, not COX2).
#' @return Data frame, one row per name: `name` (NA where there is none), `several`: there are others; it is the one with the lowest
#'   Entrez number. Source: org.Hs.eg.db.
rename_genes <- function(ids, from, to) {
  if (from == to) return(data.frame(name = ids, several = FALSE))
  if (from == "symbol") {
    meant <- usual_symbols(ids)
    ids <- ncbi_symbols(ifelse(is.na(meant), ids, meant))
  }
  name <- rep(NA_character_, length(ids))
  several <- rep(FALSE, length(ids))
  for (key in unique(c(GENE_KEYS[[from]], if (from == "symbol") "ALIAS"))) {
    open <- which(is.na(name))
    table <- linked_names(ids[open], key, GENE_KEYS[[to]])
    table <- table[order(as.numeric(table$ENTREZID), table[[GENE_KEYS[[to]]]], method = "radix"), , drop = FALSE]
    place <- match(ids[open], table[[key]])
    name[open] <- table[[GENE_KEYS[[to]]]][place]
    pairs <- unique(table[c(key, GENE_KEYS[[to]])])
    several[open] <- ids[open] %in% pairs[[key]][duplicated(pairs[[key]])]
  }
  data.frame(name = if (to == "symbol") hgnc_symbols(name) else name, several = several)
}

#' What genes of today are called in an older table: the alias of the same gene that is there, NA where there is none. An alias that is the symbol of
#' another gene by now is not taken: PTGS2 is not found as COX2.
former_names <- function(names, ids) {
  upper <- toupper(names)
  genes <- linked_names(upper, "SYMBOL", "ALIAS")
  genes <- genes[genes$ALIAS %in% ids, , drop = FALSE]
  genes <- genes[!genes$ALIAS %in% linked_names(genes$ALIAS, "SYMBOL", "ENTREZID")$SYMBOL, , drop = FALSE]
  # A row NRF2 is NFE2L2's, also where GABPA is asked for.
  if (any(bare_name(genes$ALIAS) %in% USUAL_GENES$name)) {
    usual <- usual_symbols(genes$ALIAS, ids)
    genes <- genes[is.na(usual) | usual == hgnc_symbols(genes$SYMBOL), , drop = FALSE]
  }
  genes$ALIAS[match(upper, genes$SYMBOL)]
}

#' The rows of a matrix that a user asked for, in the order of the request.
#'
#' @param matrix A matrix input. @param asked Names; @param field of the request that carries them.
#' @return List of `values` (the rows) and `matches` (see `match_genes`). Stops where none is found.
pick_genes <- function(matrix, asked, field) {
  if (length(asked) == 0L) stop_input("genes_missing", "基因名单是空的。请填写要取的基因，或关掉「只要部分基因」", field)
  matches <- match_genes(asked, rownames(matrix$values), matrix$identifiers)
  rows <- unique(matches$found[matches$found != ""])
  if (length(rows) == 0L) {
    stop_input("genes_absent", sprintf(
      "名单里的 %s 个名字在表里都没有找到，例如 %s。表里的行名像是「%s」，请换成同一种名字",
      format_count(nrow(matches)), list_names(matches$asked), rownames(matrix$values)[[1L]]
    ), field)
  }
  list(values = matrix$values[rows, , drop = FALSE], matches = matches)
}

#' The names that are written differently in the matrix, or are not there: the table that tells the user of them.
inexact_matches <- function(matches) {
  inexact <- matches[matches$how != "same", , drop = FALSE]
  rownames(inexact) <- NULL
  with_words(inexact, how = GENE_MATCHES)
}

#' Tell how the names of a list were found, and which of them could have meant another gene. @param field of the request that carries them.
tell_matches <- function(matches, field, job) {
  tell_senses(matches$asked[matches$how != "same"], field, job, as_written = matches$asked[matches$how == "same"])
  absent <- matches$asked[matches$found == ""]
  if (length(absent) > 0L) {
    job$finding("should", "genes_absent", told(
      "有 %s 个基因没有找到：%s", "%s genes were not found: %s", format_count(length(absent)), told_names(absent)
    ), field = field)
  }
  renamed <- matches[!matches$how %in% c("same", "absent"), ]
  if (nrow(renamed) == 0L) return(invisible())
  job$finding("note", "genes_renamed", told(
    "有 %s 个名字换成了表里的写法，例如 %s → %s%s", "%s names were changed to those of the table, such as %s → %s%s",
    format_count(nrow(renamed)), renamed$asked[[1L]], renamed$found[[1L]], told(sprintf("（%s）", code_words(renamed$how[[1L]], GENE_MATCHES)), "")
  ), field = field)
}

#' Cells as text: a probe such as 7896759 is a name, also where a whole column looks like numbers.
plain_texts <- function(cells) {
  texts <- if (is.numeric(cells)) format(cells, scientific = FALSE, trim = TRUE, digits = 15) else as.character(cells)
  texts[is.na(cells)] <- ""
  texts
}
