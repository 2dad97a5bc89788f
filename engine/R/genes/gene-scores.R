# Several genes as one number of each sample. Declared by the tool kit's `scoredGenes`.

#' Below this mean correlation genes do not rise and fall together.
SCORE_COHERENT <- 0.2

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

#' What each gene gives to the score. @param values Genes × tumours.
#' @return Data frame `gene`, `asked`, `how`, `mean`, `sd`, `with_score` (Pearson's r), `with_others` (with the mean z of the other genes).
score_members <- function(genes, values, score) {
  z <- t(scale(t(values)))
  z[!is.finite(z)] <- 0
  others <- vapply(seq_len(nrow(z)), function(i) quiet_correlation(z[i, ], colMeans(z[-i, , drop = FALSE])), 0)
  data.frame(
    gene = genes$gene, asked = genes$asked, how = genes$how, mean = rowMeans(values), sd = matrixStats::rowSds(values),
    with_score = vapply(seq_len(nrow(values)), function(i) quiet_correlation(values[i, ], score), 0), with_others = others, row.names = NULL
  )
}

quiet_correlation <- function(x, y) if (stats::sd(x) > 0 && stats::sd(y) > 0) stats::cor(x, y) else NA_real_

#' The mean correlation of each gene with the others. @param members From `score_members`.
mean_coherence <- function(members) {
  known <- members$with_others[is.finite(members$with_others)]
  if (length(known) > 0L) mean(known) else 0
}

#' Tells of genes that do not go together. @param members From `score_members`. @param field Of the request that names them.
tell_coherence <- function(members, field, job) {
  if (mean_coherence(members) < SCORE_COHERENT) job$finding("should", "incoherent", told(
    "基因并不一起升降（每个基因与其余基因的平均相关 %s）：合成的评分代表不了它们，请逐个看，或换一组基因",
    "The genes do not rise and fall together (mean correlation of each with the others %s): a score does not stand for them",
    written_number(mean_coherence(members), 2L)
  ), field = field)
  against <- members$gene[which(members$with_others < 0)]
  if (length(against) > 0L) job$finding("should", "against", told(
    "与其余基因方向相反：%s。在评分里它们互相抵消，请去掉，或按系数相加（系数取负）",
    "Genes that go against the others and cancel in the score: %s. Leave them out, or give weights of the other sign", told_names(against, 5L)
  ), field = field)
}
