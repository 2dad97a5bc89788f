# Several genes as one number of each sample. Declared by the tool kit's `scoredGenes`.

#' What is looked at: `genes`, `how` (gene, mean_z, pc1, weights), `weights` by gene.
score_request <- function(params) {
  genes <- unique(trimmed(params$target_genes))
  if (params$combine == "weights") return(score_weights(genes, params$weights))
  list(genes = genes, how = if (length(genes) == 1L) "gene" else params$combine, weights = NULL)
}

#' A name, a sign between and a number.
SCORE_WEIGHT <- "^([^[:space:]=\uff1d:\uff1a*]+)[[:space:]=\uff1d:\uff1a*]+([+-\u2212]?[0-9]*[.]?[0-9]+([eE][+-]?[0-9]+)?)$"

#' @param written "CD8A 0.32；GZMB -0.12".
score_weights <- function(genes, written) {
  parts <- trimmed(strsplit(enc2utf8(written), "[;,\n\uff1b\uff0c]")[[1L]])
  parts <- parts[nzchar(parts)]
  read <- regmatches(parts, regexec(SCORE_WEIGHT, parts))
  unread <- parts[lengths(read) == 0L]
  if (length(parts) == 0L) stop_input("weights_empty", "请填写各基因的系数，如「CD8A 0.32；GZMB -0.12」，或换一种合成方法", "weights")
  if (length(unread) > 0L) stop_input("weight_unread", sprintf(
    "系数里的「%s」看不懂。请写成基因名、空格、数字，几个之间用分号隔开，如「CD8A 0.32；GZMB -0.12」", unread[[1L]]
  ), "weights")
  names <- vapply(read, `[[`, character(1), 2L)
  values <- as.numeric(sub("\u2212", "-", vapply(read, `[[`, character(1), 3L), fixed = TRUE))
  twice <- names[duplicated(names)]
  if (length(twice) > 0L) stop_input("weight_twice", sprintf("「%s」写了两个系数。请只留一个", twice[[1L]]), "weights")
  without <- setdiff(genes, names)
  if (length(without) > 0L) stop_input("weight_missing", sprintf("「%s」没有系数。请补上，或从基因里去掉", list_names(without)), "weights")
  others <- setdiff(names, genes)
  if (length(others) > 0L) stop_input("weight_unknown", sprintf("系数里的「%s」不在基因里。请加上，或去掉它的系数", list_names(others)), "weights")
  values <- values[match(genes, names)]
  if (all(values == 0)) stop_input("weights_zero", "系数都是 0，评分没有差别。请核对系数", "weights")
  list(genes = genes, how = "weights", weights = stats::setNames(values, genes))
}

#' Several genes as one number of each sample.
#'
#' @param values Genes × samples, log2. @param how gene: itself; mean_z: mean of the z-scores; pc1: first principal component of the z-scores, turned
#'   so that it rises with their mean; weights: sum of value × weight. @param weights In the order of the rows. @param reference Samples by which
#'   genes are standardised and the component is found. @return Numeric; NA where no gene varies in the reference.
gene_score <- function(values, how, weights = NULL, reference = rep(TRUE, ncol(values))) {
  if (how == "gene") return(as.vector(values))
  if (how == "weights") return(as.vector(crossprod(values, weights)))
  spread <- matrixStats::rowSds(values[, reference, drop = FALSE])
  z <- (values - rowMeans(values[, reference, drop = FALSE])) / spread
  z <- z[is.finite(spread) & spread > 0, , drop = FALSE]
  if (nrow(z) == 0L) return(rep(NA_real_, ncol(values)))
  mean_z <- colMeans(z)
  if (how == "mean_z" || nrow(z) == 1L) return(unname(mean_z))
  turn <- stats::prcomp(t(z[, reference, drop = FALSE]))$rotation[, 1L]
  first <- as.vector(crossprod(z, turn))
  if (sum(first[reference] * mean_z[reference]) < 0) -first else first
}
