#' Libraries with TMM factors (Robinson and Oshlack 2010), as `edgeR::calcNormFactors` gives them, bit by bit. What is trimmed is found by partial
#' sorting; ranks of all genes, for each sample twice, took nine tenths of edgeR's time.
#'
#' @param libraries edgeR's DGEList, its `norm.factors` all 1.
#' @return It with `samples$norm.factors`.
with_tmm_factors <- function(libraries) {
  counts <- libraries$counts[rowSums(libraries$counts) > 0, , drop = FALSE]
  if (nrow(counts) == 0L || ncol(counts) == 1L) return(libraries)
  sizes <- libraries$samples$lib.size
  reference <- tmm_reference(counts, sizes)
  factors <- vapply(
    seq_len(ncol(counts)), function(i) tmm_factor(counts[, i], counts[, reference], sizes[[i]], sizes[[reference]]), numeric(1L)
  )
  libraries$samples$norm.factors <- factors / exp(mean(log(factors)))
  libraries
}

#' The sample whose upper quartile is nearest to the mean of all; where most have 0 there, the one with the most counts.
tmm_reference <- function(counts, sizes) {
  quartiles <- vapply(seq_len(ncol(counts)), function(i) stats::quantile(counts[, i], 0.75, names = FALSE), numeric(1L)) / sizes
  if (stats::median(quartiles) < 1e-20) which.max(colSums(sqrt(counts))) else which.min(abs(quartiles - mean(quartiles)))
}

#' Of one sample: weighted mean of the log ratios, less the outer 30% of the ratios and 5% of the means.
tmm_factor <- function(counts, reference, size, reference_size) {
  ratio <- log2((counts / size) / (reference / reference_size))
  mean <- (log2(counts / size) + log2(reference / reference_size)) / 2
  variance <- (size - counts) / size / counts + (reference_size - reference) / reference_size / reference
  known <- is.finite(ratio) & is.finite(mean) & mean > -1e10
  ratio <- ratio[known]
  mean <- mean[known]
  variance <- variance[known]
  if (all(abs(ratio) < 1e-6)) return(1)
  kept <- within_ranks(ratio, floor(length(ratio) * 0.3) + 1) & within_ranks(mean, floor(length(mean) * 0.05) + 1)
  factor <- sum(ratio[kept] / variance[kept], na.rm = TRUE) / sum(1 / variance[kept], na.rm = TRUE)
  if (is.na(factor)) 1 else 2^factor
}

#' Whose rank (equal values share their mean rank) is at least `lowest` from either end.
within_ranks <- function(values, lowest) {
  highest <- length(values) + 1 - lowest
  ends <- sort(values, partial = unique(c(lowest, highest)))[c(lowest, highest)]
  # At an end stand equal values whose mean rank may be on the other side of it.
  mean_rank <- function(value) sum(values < value) + (sum(values == value) + 1) / 2
  above <- if (mean_rank(ends[[1L]]) >= lowest) values >= ends[[1L]] else values > ends[[1L]]
  below <- if (mean_rank(ends[[2L]]) <= highest) values <= ends[[2L]] else values < ends[[2L]]
  above & below
}
