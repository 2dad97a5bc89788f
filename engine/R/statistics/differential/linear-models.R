# limma gene by gene: counts made fit for it, and the test of one coefficient.

#' Counts of the genes that are expressed enough for a model of them.
#'
#' @param counts Genes x samples. @param group Each sample's group, or NULL: then the design tells how few samples a gene may be expressed in.
#' @param field Request field at fault where nothing is left. @param design Samples x coefficients.
#' @return edgeR's DGEList with TMM factors.
expressed_counts <- function(counts, group, field, design = NULL) {
  counts <- edgeR::DGEList(counts)
  counts <- counts[edgeR::filterByExpr(counts, group = group, design = design), , keep.lib.sizes = FALSE]
  if (nrow(counts) < 2L) {
    stop_input("nothing_left", "按 filterByExpr 的标准，有足够计数的基因不到 2 个。请核对它是不是原始计数", field)
  }
  with_tmm_factors(counts)
}

#' The table of all tested genes, smallest P first; ties and P that underflow to 0 by |t|.
#'
#' The difference case − control is a coefficient of its own: `contrasts.fit` would only approximate its error where
#' weights (voom) or missing values meet covariates or pairs. It is the last one, so that it is the one left out for a gene
#' whose missing values make it depend on the others.
#'
#' @param model,design,blocks,correlation As in `moderated_fit`.
#' @param threshold Of TREAT (McCarthy and Smyth 2009): P is of a change beyond it, and there are no odds (B); NULL for any change.
fit_table <- function(model, design, trend, robust, field, blocks = NULL, correlation = NULL, threshold = NULL) {
  fit <- moderated_fit(model, design, trend, robust, blocks, correlation)
  # The fit of a single row has lost its name.
  genes <- rownames(if (is.list(model)) model$E else model)
  table <- if (is.null(threshold)) {
    limma::topTable(fit, coef = ncol(design), number = Inf, sort.by = "none", genelist = genes)
  } else threshold_table(fit, ncol(design), genes, trend, robust, threshold)
  names(table)[[1L]] <- "gene"
  table <- table[is.finite(table$P.Value), c("gene", "logFC", "AveExpr", "t", "P.Value", "adj.P.Val", "B")]
  if (nrow(table) == 0L) {
    stop_input("nothing_left", "没有一个基因在两组里都有足够的数值。请核对缺失值", field)
  }
  table <- table[order(table$P.Value, -abs(table$t), table$gene, method = "radix"), ]
  rownames(table) <- NULL
  table
}

#' @return As limma's `topTable`, B missing.
threshold_table <- function(fit, coefficient, genes, trend, robust, threshold) {
  tested <- limma::treat(fit, lfc = threshold, trend = trend, robust = robust)
  p <- unname(tested$p.value[, coefficient])
  data.frame(
    gene = genes, logFC = unname(tested$coefficients[, coefficient]), AveExpr = unname(tested$Amean), t = unname(tested$t[, coefficient]),
    P.Value = p, adj.P.Val = stats::p.adjust(p, "BH"), B = rep(NA_real_, length(p))
  )
}

#' limma's fit with moderated variances; its last coefficient is the difference.
#'
#' @param model Matrix genes x samples, or an EList. @param design Its second column is the difference.
#' @param blocks,correlation Of random blocks, see `within_patients`; NULL without.
moderated_fit <- function(model, design, trend, robust, blocks = NULL, correlation = NULL) {
  design <- with_difference_last(design)
  fit <- without_coefficient_notes(
    if (is.null(blocks)) linear_fit(model, design) else limma::lmFit(model, design, block = blocks, correlation = correlation)
  )
  limma::eBayes(fit, trend = trend, robust = robust)
}

with_difference_last <- function(design) {
  design <- design[, c(setdiff(seq_len(ncol(design)), 2L), 2L)]
  colnames(design) <- paste0("c", seq_len(ncol(design)))
  design
}

#' `limma::lmFit`; where every value has a weight of its own by the library of `engine/src/weighted.cpp`, as limma fits such genes one after the
#' other in R.
#'
#' @param model As in `fit_table`. @param design Samples x coefficients.
#' @return limma's MArrayLM.
linear_fit <- function(model, design) {
  weighted <- if (is.list(model) && !is.null(model$weights)) weighted_rows(model$E, model$weights, design)
  if (is.null(weighted)) return(limma::lmFit(model, design))
  # Whatever does not depend on the weights is the unweighted fit's.
  fit <- limma::lmFit(model$E, design)
  fit$coefficients[] <- weighted$coefficients
  fit$stdev.unscaled[] <- weighted$stdev.unscaled
  fit$sigma <- weighted$sigma
  fit
}

#' Weighted least squares of each gene on the same design.
#'
#' @param values,weights Genes x samples.
#' @return List: `coefficients`, `stdev.unscaled` (genes x coefficients), `sigma`, as limma's `lm.series` has them. NULL for what is left to limma:
#'   missing values, samples without weight, coefficients that cannot be told apart.
weighted_rows <- function(values, weights, design) {
  if (!all(is.finite(values)) || !all(is.finite(weights) & weights > 0) || nrow(design) < ncol(design)) return(NULL)
  fits <- .Call(library_routine("weighted", "weighted_rows"), t(values), t(weights), design)
  if (is.null(fits)) return(NULL)
  p <- ncol(design)
  list(coefficients = fits[, seq_len(p)], stdev.unscaled = fits[, p + seq_len(p)], sigma = fits[, 2L * p + 1L])
}

#' Genes with missing values may lack a coefficient; the tool counts and tells them.
without_coefficient_notes <- function(expression) {
  withCallingHandlers(expression, warning = function(condition) {
    if (grepl("Partial NA coefficients", conditionMessage(condition), fixed = TRUE)) tryInvokeRestart("muffleWarning")
  })
}

#' Several coefficients at once: by how much the residual sum of squares falls, against the moderated variance. Without weights it is limma's F of
#' `topTable(coef = ...)`; with weights limma takes the coefficients to be correlated as without, and this does not. Degrees of freedom are each
#' gene's, where limma goes by the first gene's; of one coefficient they are those of its t, so that both tests have one P.
#'
#' @param fit `moderated_fit` of the whole design. @param reduced limma's fit of the design without the coefficients.
#' @return Data frame, a row for each gene: `statistic`, `df1`, `df2`, `P.Value`; NA where nothing is left to test.
moderated_f <- function(fit, reduced) {
  df1 <- reduced$df.residual - fit$df.residual
  # A gene whose samples fill the model has no sigma, and no residual sum of squares.
  squares <- function(one) ifelse(one$df.residual > 0, one$sigma^2 * one$df.residual, 0)
  statistic <- pmax(squares(reduced) - squares(fit), 0) / df1 / fit$s2.post
  df2 <- if (max(df1) == 1) fit$df.total else fit$df.prior + fit$df.residual
  tested <- df1 > 0 & is.finite(statistic)
  data.frame(
    statistic = ifelse(tested, statistic, NA_real_), df1 = df1, df2 = df2,
    P.Value = ifelse(tested, stats::pf(statistic, pmax(df1, 1), df2, lower.tail = FALSE), NA_real_)
  )
}
