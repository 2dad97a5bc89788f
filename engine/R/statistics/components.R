# Principal components of samples.

#' Genes that vary most, and components whose share is listed.
PCA_GENES <- 500L
PCA_COMPONENTS <- 10L

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
  turned <- turned_components(scores)
  scores[, turned] <- -scores[, turned]
  total <- sum(parts$d^2)
  list(scores = scores, share = if (total > 0) parts$d^2 / total else rep(0, length(parts$d)))
}

#' Axes that have to be turned around to point to the sample that lies farthest out; of equal ones to the first. @param scores Samples x components.
turned_components <- function(scores) {
  outermost <- apply(abs(round(scores, 8L)), 2L, which.max)
  scores[cbind(outermost, seq_len(ncol(scores)))] < 0
}

#' The share of the variance of the first components, as a table. @param share Of every component.
component_shares <- function(share) {
  listed <- seq_len(min(PCA_COMPONENTS, length(share)))
  data.frame(component = paste0("PC", listed), share = share[listed])
}

#' Both tables of a figure that has nothing to show.
no_component_tables <- function() {
  list(
    pca = data.frame(sample = character(), group = character(), PC1 = numeric(), PC2 = numeric()),
    pca_variance = data.frame(component = character(), share = numeric())
  )
}

#' The same samples at several stages, such as before and after a correction.
#'
#' @param stages Named list of matrices without missing values, genes x samples. @param samples Data frame: what the table tells of each sample.
#' @return `pca` (stage, the columns of `samples`, PC1, PC2) and `pca_variance` (stage, component, share), one stage below the other.
stage_components <- function(stages, samples) {
  parts <- lapply(names(stages), function(stage) {
    parts <- principal_components(stages[[stage]], PCA_GENES)
    list(
      scores = data.frame(stage = stage, samples, PC1 = parts$scores[, 1L], PC2 = parts$scores[, 2L], row.names = NULL),
      shares = data.frame(stage = stage, component_shares(parts$share))
    )
  })
  list(pca = do.call(rbind, lapply(parts, `[[`, "scores")), pca_variance = do.call(rbind, lapply(parts, `[[`, "shares")))
}
