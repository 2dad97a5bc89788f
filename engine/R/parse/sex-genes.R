# Genes that are expressed by one sex alone: they tell whose a sample is, whatever is written of it.

#' XIST silences one of the two X of women; the others lie on Y, outside of what X has, too. TypeScript: `SEX_GENES`.
SEX_GENES <- c("XIST", "RPS4Y1", "DDX3Y", "KDM5D", "EIF1AY")

#' Their values, for matrices whose rows have names of human genes.
#'
#' @param values Numeric matrix, genes × samples. @param identifiers What its row names are. @return List of `gene` and `values` in the order
#'   of the samples, as they stand in the file; NULL where none of the genes is there.
sex_gene_values <- function(values, identifiers) {
  if (!identifiers %in% names(GENE_KEYS)) return(NULL)
  found <- match_genes(SEX_GENES, rownames(values), identifiers)
  found <- found[nzchar(found$found), , drop = FALSE]
  if (nrow(found) == 0L) return(NULL)
  lapply(seq_len(nrow(found)), function(i) list(gene = found$asked[[i]], values = I(unname(values[found$found[[i]], ]))))
}
