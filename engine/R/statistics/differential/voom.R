# voom by limma, but for the two steps that take most of its time with many samples: the unweighted fit of all genes, and the curve at each value.

#' FALSE has limma do all by itself.
OWN_VOOM_STEPS <- TRUE

#' Counts to log2-CPM with precision weights.
#'
#' @param group As in `expressed_counts`. @param blocks,correlation Which patient each sample is of, and how alike samples of one are; NULL where
#'   patients are not repeated.
#' @return limma's EList.
voom_values <- function(counts, group, design, field, blocks = NULL, correlation = NULL) {
  voom_functions()$voom(expressed_counts(counts, group, field, design), design, block = blocks, correlation = correlation)
}

#' limma's functions by name, `voom` among them. Of limma 3.54.
voom_functions <- function(own_steps = OWN_VOOM_STEPS) {
  package <- asNamespace("limma")
  if (!own_steps || !is_known_version("limma", "3.54")) return(package)
  copied_functions("voom", package, list(
    lmFit = function(object, design, block = NULL, ...) {
      fit <- if (is.null(block)) unweighted_rows(object, design)
      if (is.null(fit)) package$lmFit(object, design, block = block, ...) else fit
    },
    approxfun = fast_approxfun
  ))
}

#' Least squares of each row by products of matrices.
#'
#' @param values Rows x samples. @param design Samples x coefficients.
#' @return List of what voom reads of limma's fit, equal but for the last digits; NULL for what is left to limma: missing values, coefficients that
#'   cannot be told apart, no residual degrees of freedom.
unweighted_rows <- function(values, design) {
  parts <- qr(design)
  free <- nrow(design) - ncol(design)
  if (free < 1L || parts$rank < ncol(design) || !all(is.finite(values))) return(NULL)
  basis <- qr.Q(parts)
  effects <- values %*% basis
  coefficients <- t(backsolve(qr.R(parts), t(effects)))
  left <- values - tcrossprod(effects, basis)
  list(
    coefficients = coefficients, sigma = sqrt(rowSums(left^2) / free), df.residual = rep(free, nrow(values)), Amean = rowMeans(values),
    rank = ncol(design), design = design
  )
}

#' `stats::approxfun(..., rule = 2)` for very many values, bit by bit.
fast_approxfun <- function(...) {
  by_package <- stats::approxfun(...)
  knots <- environment(by_package)
  if (length(knots$x) < 2L) return(by_package)
  function(v) .Call(library_routine("weighted", "interpolated"), knots$x, knots$y, as.double(v))
}
