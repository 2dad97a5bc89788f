# Deconvolution by constrained least squares (quanTIseq: Finotello et al. 2019), by the nnls package.

#' How much more the row that holds the sum weighs than the rest: the sum is kept to some 1e-9.
SUM_WEIGHT <- 1e4
#' Regulatory T cells are taken anew without CD4 T cells below this share.
FEW_TREGS <- 0.02

#' Shares ≥ 0 that sum to 1 at most and fit one mixture best in least squares.
#'
#' @param signature Genes × cell types. @param mixture Values of these genes. @return Numeric vector.
bounded_shares <- function(signature, mixture) {
  scale <- norm(signature, "2")
  signature <- signature / scale
  mixture <- mixture / scale
  free <- nnls::nnls(signature, mixture)$x
  if (sum(free) <= 1) return(free)
  # The bound is met with equality where the free solution is beyond it.
  nnls::nnls(rbind(signature, SUM_WEIGHT), c(mixture, SUM_WEIGHT))$x
}

#' Shares of all samples, corrected for the RNA that a cell of each type has; the rest is `Other`.
#'
#' @param signature Genes × cell types. @param mixtures The same genes × samples, TPM. @param scaling RNA of a cell, by cell type.
#' @return Cell types and `Other` × samples; each column sums to 1. Source: Finotello F et al., Genome Med 2019;11:34 and its code.
least_squares_shares <- function(signature, mixtures, scaling) {
  whole <- scaled_shares(signature, mixtures, scaling)
  if (all(c("Tregs", "T.cells.CD4") %in% colnames(signature))) {
    others <- colnames(signature) != "T.cells.CD4"
    without <- scaled_shares(signature[, others], mixtures, scaling[others])
    few <- which(whole["Tregs", ] < FEW_TREGS)
    # The two cannot be told apart where one is rare: half of what the fit without CD4 T cells gives. The second line reads the new value, as the
    # published code does.
    whole["Tregs", few] <- (without["Tregs", few] + whole["Tregs", few]) / 2
    whole["T.cells.CD4", few] <- pmax(0, whole["T.cells.CD4", few] - (without["Tregs", few] + whole["Tregs", few]) / 2)
  }
  sweep(whole, 2L, colSums(whole), "/")
}

scaled_shares <- function(signature, mixtures, scaling) {
  shares <- apply(mixtures, 2L, function(mixture) {
    raw <- bounded_shares(signature, mixture)
    cells <- raw / scaling
    if (sum(raw) > 0) cells <- cells / sum(cells) * sum(raw)
    c(cells, max(0, 1 - sum(cells)))
  })
  matrix(shares, ncol(signature) + 1L, dimnames = list(c(colnames(signature), "Other"), colnames(mixtures)))
}

#' Columns that sum to a million.
tpm_of_values <- function(values) sweep(values, 2L, colSums(values) / 1e6, "/")
