# Genes that are expressed by one sex alone: they tell whose a sample is, whatever is written of it.

#' XIST silences one of the two X of women; the others lie on Y, outside of what X has, too. TypeScript: `SEX_GENES`.
SEX_GENES <- c("XIST", "RPS4Y1", "DDX3Y", "KDM5D", "EIF1AY")

#' Their values, for matrices whose rows are named by human genes, or by probes of a platform whose annotation is known.
#'
#' @param values Numeric matrix, genes × samples. @param identifiers What its row names are. @param probes Of the matrix's platform: named list, of
#'   each gene the probes that measure it alone; NULL where that is not known. @return List of `gene` and `values` in the order of the samples, as
#'   they stand in the file; NULL where none of the genes is there. Of several probes of a gene the one with the highest mean, as 「换成基因名」 takes it.
sex_gene_values <- function(values, identifiers, probes = NULL) {
  rows <- sex_rows(list(values = values, identifiers = identifiers), probes)
  if (length(rows) == 0L) return(NULL)
  lapply(seq_along(rows), function(i) list(gene = names(rows)[[i]], values = I(unname(values[rows[[i]], ]))))
}

#' @param matrix A matrix input. @return Row names by genes; none where none of the genes is there.
sex_rows <- function(matrix, probes) {
  if (matrix$identifiers %in% names(GENE_KEYS)) sex_gene_rows(matrix$values, matrix$identifiers) else sex_probe_rows(matrix$values, probes)
}

sex_gene_rows <- function(values, identifiers) {
  found <- match_genes(SEX_GENES, rownames(values), identifiers)
  found <- found[nzchar(found$found), , drop = FALSE]
  stats::setNames(found$found, found$asked)
}

sex_probe_rows <- function(values, probes) {
  best <- vapply(SEX_GENES, function(gene) {
    own <- intersect(unlist(probes[[gene]]), rownames(values))
    if (length(own) == 0L) return(NA_character_)
    means <- rowMeans(values[own, , drop = FALSE], na.rm = TRUE)
    own[order(-means, own, method = "radix")][[1L]]
  }, "")
  best[!is.na(best)]
}
