# Which gene a name means where it may mean several: settled by the name and those beside it, before a table or a cohort is looked at, so that it
# is one gene everywhere.

#' The genes that `USUAL_GENES` gives names. A symbol of today is its own gene's name, but for NCBI's of the mitochondrion, which HGNC does not have.
#'
#' @param names As written. @param among Names that stand beside them: with the meant gene's own symbol there, as in a whole table, a name is the
#'   gene's that it was the symbol of.
#' @return Symbols of HGNC, NA for names that are not in the table. Source: `USUAL_GENES`; org.Hs.eg.db.
usual_symbols <- function(names, among = names) {
  place <- match(bare_name(names), USUAL_GENES$name)
  symbols <- USUAL_GENES$symbol[place]
  told <- which(!is.na(place))
  if (length(told) == 0L) return(symbols)
  official <- USUAL_GENES$official[place]
  mitochondrial <- startsWith(official[told], "MT-")
  approved <- toupper(names[told]) %in% toupper(linked_names(toupper(names[told]), "SYMBOL", "ENTREZID")$SYMBOL) & !mitochondrial
  symbols[told[approved]] <- NA
  beside <- toupper(among)
  # A table that calls genes of the mitochondrion as NCBI does has others of them.
  of_ncbi <- any(mitochondrial) && any(beside %in% setdiff(mitochondrial_genes(), official_short(USUAL_GENES)))
  own <- told[official[told] != "" & (symbols[told] %in% beside | mitochondrial & of_ncbi)]
  own <- own[!is.na(symbols[own])]
  symbols[own] <- official[own]
  symbols
}

#' NCBI's symbols of the table's genes of the mitochondrion.
official_short <- function(table) ncbi_symbols(table$official[startsWith(table$official, "MT-")])

#' All genes that aliases may mean, the likeliest first: the gene whose symbol begins so (QARS is QARS1, not EPRS1), then the lowest number.
#'
#' @param names Aliases. @return Data frame of `alias` (in capitals) and `symbol` (HGNC's). Source: org.Hs.eg.db.
alias_senses <- function(names) {
  pairs <- linked_names(toupper(names), "ALIAS", "SYMBOL")
  pairs <- pairs[order(!startsWith(toupper(pairs$SYMBOL), pairs$ALIAS), as.numeric(pairs$ENTREZID), method = "radix"), , drop = FALSE]
  data.frame(alias = pairs$ALIAS, symbol = hgnc_symbols(pairs$SYMBOL))
}

#' Tell of which names another gene could have been meant.
#'
#' @param names As the user wrote them. @param field Of the request. @param as_written Names that were found as they are: of a few, symbols of
#'   today are told where oncologists call another gene so.
tell_senses <- function(names, field, job, as_written = character()) {
  symbols <- if (length(as_written) <= SENSES_TOLD) as_written[bare_name(as_written) %in% USUAL_GENES$name]
  symbols <- symbols[is.na(usual_symbols(symbols))]
  names <- unique(trimmed(as.character(c(names, symbols))))
  if (length(names) == 0L) return(invisible())
  usual <- usual_symbols(names)
  place <- match(bare_name(names), USUAL_GENES$name)
  approved <- !is.na(place) & is.na(usual)
  open <- is.na(place) & !toupper(names) %in% linked_names(toupper(names), "SYMBOL", "ENTREZID")$SYMBOL
  senses <- alias_senses(names[open | !is.na(usual)])
  sentences <- lapply(seq_along(names), function(i) {
    if (approved[[i]]) return(list(
      zh = sprintf("「%s」是现行的基因符号，按它自己算；要看%s，请填写 %s", names[[i]], USUAL_GENES$meaning[[place[[i]]]], USUAL_GENES$symbol[[place[[i]]]]),
      en = sprintf("“%s” is a current gene symbol and was taken as such; oncologists also call %s so", names[[i]], USUAL_GENES$symbol[[place[[i]]]])
    ))
    own <- unique(senses$symbol[senses$alias %in% c(toupper(names[[i]]), bare_name(names[[i]]))])
    taken <- if (is.na(usual[[i]])) utils::head(own, 1L) else usual[[i]]
    others <- setdiff(own, taken)
    if (length(others) == 0L || !(open[[i]] || !is.na(usual[[i]]))) return(NULL)
    meaning <- if (!is.na(usual[[i]]) && usual[[i]] == USUAL_GENES$symbol[[place[[i]]]]) sprintf("（%s）", USUAL_GENES$meaning[[place[[i]]]]) else ""
    list(
      zh = sprintf("「%s」按 %s%s算，也可能指 %s", names[[i]], taken, meaning, list_names(others)),
      en = sprintf("“%s” was taken for %s and may also mean %s", names[[i]], taken, told_names(others)$en)
    )
  })
  sentences <- sentences[lengths(sentences) > 0L]
  if (length(sentences) == 0L) return(invisible())
  first <- utils::head(sentences, SENSES_TOLD)
  more <- length(sentences) - length(first)
  job$finding("should", "genes_ambiguous", told(
    "有名字不止指一个基因：%s%s。要看另一个，请直接填写它的符号", "Some names mean more than one gene: %s%s. To see another one, give its symbol",
    told(paste(vapply(first, `[[`, "", "zh"), collapse = "；"), paste(vapply(first, `[[`, "", "en"), collapse = "; ")),
    if (more > 0L) told("；还有 %s 个", "; and %s more", format_count(more)) else ""
  ), field = field)
}
SENSES_TOLD <- 5L

#' Tell it of the sets that a user has brought; installed collections have symbols.
tell_set_senses <- function(sets, job) {
  if (!is.null(attr(sets, "collection")$organism)) return(invisible())
  genes <- unique(unlist(sets, use.names = FALSE))
  tell_senses(genes[!is.na(usual_symbols(genes))], "geneset", job)
}

#' Genes that an earlier result names: rows of its table, each the gene that its data call so, and no names that somebody has typed.
rows_of_result <- function(genes) structure(genes, of_result = TRUE)
