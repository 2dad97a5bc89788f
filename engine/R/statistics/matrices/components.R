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

#' Share of the variance of scores that lies between groups (R²).
#'
#' @param scores Numeric matrix, samples x components. @param group Label of each sample. @return One number per component; NA where its scores do
#'   not vary.
between_share <- function(scores, group) shares_of_codes(sweep(scores, 2L, colMeans(scores)), match(group, unique(group)))

#' @param centred Scores less their means. @param codes Each sample's group: 1 to the number of groups.
shares_of_codes <- function(centred, codes) {
  total <- colSums(centred^2)
  share <- colSums(rowsum.default(centred, codes, reorder = TRUE)^2 / tabulate(codes)) / total
  share[total == 0] <- NA_real_
  share
}

LABEL_PERMUTATIONS <- 999L

#' The largest R² of groups over components, beside what the same labels reach that are dealt out at random: of four samples any two pairs divide
#' an axis well one time in three.
#'
#' @param scores,group As in `between_share`.
#' @return List: `best` (number of the component), `share` (its R²), `expected` (mean over permutations of the largest R²) and `p`, the share of
#'   permutations whose largest R² is not below it, (1 + b) / (1 + 999). NULL with fewer than two groups, or where no score varies. Sets the seed.
separation_by_chance <- function(scores, group) {
  codes <- match(group, unique(group))
  centred <- sweep(scores, 2L, colMeans(scores))
  centred <- centred[, colSums(centred^2) > 0, drop = FALSE]
  if (max(codes) < 2L || ncol(centred) == 0L) return(NULL)
  shares <- between_share(scores, group)
  best <- which.max(shares)
  set.seed(1L)
  dealt <- vapply(seq_len(LABEL_PERMUTATIONS), function(i) max(shares_of_codes(centred, codes[sample.int(length(codes))])), numeric(1))
  # Shares that are equal but for the order of adding up count as equal.
  p <- (1 + sum(dealt >= shares[[best]] - 1e-9)) / (1 + LABEL_PERMUTATIONS)
  list(best = best, share = shares[[best]], expected = mean(dealt), p = p)
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
