# Are the genes of a list longer than those of its background? Counts of RNA-seq find long genes more easily (Young et al. 2010).

#' The list's median length has to exceed the background's by so much, and not by chance, before it is worth a word.
LENGTH_RATIO <- 1.25
LENGTH_P <- 0.01
#' Fewer genes have no median to speak of.
LENGTH_GENES <- 20L

#' Median transcript lengths of human genes, as goseq takes them.
#'
#' @param symbols Names. @return Base pairs, NA where unknown. Source: geneLenDataBase, hg19, by symbol.
median_lengths <- local({
  known <- NULL
  function(symbols) {
    if (is.null(known)) {
      own <- new.env()
      utils::data("hg19.geneSymbol.LENGTH", package = "geneLenDataBase", envir = own)
      lengths <- own$hg19.geneSymbol.LENGTH
      known <<- vapply(split(lengths$Length, lengths$Gene), stats::median, numeric(1))
    }
    unname(known[symbols])
  }
})

#' Compare the lengths of a list with those of the rest of its background.
#'
#' @return List of `listed` and `rest` (medians, bp), `ratio`, `p` (Wilcoxon) and `biased`; NULL where too few lengths are known.
length_bias <- function(genes, universe) {
  listed <- median_lengths(genes)
  rest <- median_lengths(setdiff(universe, genes))
  listed <- listed[!is.na(listed)]
  rest <- rest[!is.na(rest)]
  if (min(length(listed), length(rest)) < LENGTH_GENES) return(NULL)
  medians <- c(stats::median(listed), stats::median(rest))
  p <- stats::wilcox.test(listed, rest, exact = FALSE)$p.value
  list(
    listed = medians[[1L]], rest = medians[[2L]], ratio = medians[[1L]] / medians[[2L]], p = p,
    biased = medians[[1L]] / medians[[2L]] >= LENGTH_RATIO && p < LENGTH_P
  )
}

#' P of terms when long genes are drawn more often: goseq's Wallenius approximation.
#'
#' @param genes,universe Names. @param members Genes of each term within the background, a list by id.
#' @return P by id; NULL where the fit fails. Source: goseq::nullp, goseq::goseq.
length_corrected_p <- function(genes, universe, members) {
  drawn <- stats::setNames(as.integer(universe %in% genes), universe)
  pairs <- data.frame(gene = unlist(members, use.names = FALSE), term = rep.int(names(members), lengths(members)))
  tryCatch(suppressMessages(suppressWarnings({
    weights <- goseq::nullp(drawn, bias.data = median_lengths(universe), plot.fit = FALSE)
    result <- goseq::goseq(weights, gene2cat = pairs, use_genes_without_cat = TRUE)
    stats::setNames(result$over_represented_pvalue, result$category)[names(members)]
  })), error = function(condition) NULL)
}
