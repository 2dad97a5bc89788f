# Principal components of samples.

#' The first two components over the genes that vary most, centred, not scaled. Each axis points to the sample that lies farthest
#' out, so that the order of samples and genes turns nothing around.
#'
#' @param values Numeric matrix without missing values, genes x samples. @param genes How many genes at most.
#' @return `scores` (samples x 2) and `share` of the variance of every component.
principal_components <- function(values, genes) {
  centred <- values - rowMeans(values)
  centred <- centred[utils::head(order(rowSums(centred^2), decreasing = TRUE), genes), , drop = FALSE]
  parts <- svd(centred, nu = 0L, nv = 2L)
  scores <- parts$v %*% diag(parts$d[1:2])
  outermost <- apply(abs(round(scores, 8L)), 2L, which.max)
  turned <- scores[cbind(outermost, 1:2)] < 0
  scores[, turned] <- -scores[, turned]
  total <- sum(parts$d^2)
  list(scores = scores, share = if (total > 0) parts$d^2 / total else rep(0, length(parts$d)))
}
