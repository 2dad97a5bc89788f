# limma gene by gene: counts made fit for it, and the test of one coefficient.

#' Counts of the genes that are expressed enough for a model of them.
#'
#' @param counts Genes x samples. @param group Each sample's group. @param field Request field at fault where nothing is left.
#' @return edgeR's DGEList with TMM factors.
expressed_counts <- function(counts, group, field) {
  counts <- edgeR::DGEList(counts)
  counts <- counts[edgeR::filterByExpr(counts, group = group), , keep.lib.sizes = FALSE]
  if (nrow(counts) < 2L) {
    stop_input("nothing_left", "按 filterByExpr 的标准，有足够计数的基因不到 2 个。请核对它是不是原始计数", field)
  }
  edgeR::calcNormFactors(counts, method = "TMM")
}

#' Counts to log2-CPM with precision weights.
#'
#' @return limma's EList.
voom_values <- function(counts, group, design, field) limma::voom(expressed_counts(counts, group, field), design)

#' The table of all tested genes, smallest P first; ties and P that underflow to 0 by |t|.
#'
#' The difference case − control is a coefficient of its own: `contrasts.fit` would only approximate its error where
#' weights (voom) or missing values meet covariates or pairs. It is the last one, so that it is the one left out for a gene
#' whose missing values make it depend on the others.
#'
#' @param model Matrix genes x samples, or an EList. @param design Its second column is the difference.
fit_table <- function(model, design, trend, robust, field) {
  design <- design[, c(setdiff(seq_len(ncol(design)), 2L), 2L)]
  colnames(design) <- paste0("c", seq_len(ncol(design)))
  fit <- limma::eBayes(without_coefficient_notes(limma::lmFit(model, design)), trend = trend, robust = robust)
  # The fit of a single row has lost its name.
  genes <- rownames(if (is.list(model)) model$E else model)
  table <- limma::topTable(fit, coef = ncol(design), number = Inf, sort.by = "none", genelist = genes)
  names(table)[[1L]] <- "gene"
  table <- table[is.finite(table$P.Value), c("gene", "logFC", "AveExpr", "t", "P.Value", "adj.P.Val", "B")]
  if (nrow(table) == 0L) {
    stop_input("nothing_left", "没有一个基因在两组里都有足够的数值。请核对缺失值", field)
  }
  table <- table[order(table$P.Value, -abs(table$t), table$gene, method = "radix"), ]
  rownames(table) <- NULL
  table
}

#' Genes with missing values may lack a coefficient; the tool counts and tells them.
without_coefficient_notes <- function(expression) {
  withCallingHandlers(expression, warning = function(condition) {
    if (grepl("Partial NA coefficients", conditionMessage(condition), fixed = TRUE)) tryInvokeRestart("muffleWarning")
  })
}
