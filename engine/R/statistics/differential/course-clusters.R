# Genes whose courses have one shape.

COURSE_CLUSTERS <- 8L
#' More genes take minutes for their distances; the others join the nearest cluster.
CLUSTERED_GENES <- 2000L
#' Curves that differ by less, in standard deviations of a curve, are the same.
SAME_CURVE <- 1e-6

#' z values of the curves of all groups, one beside the other. @return Genes x points.
course_profiles <- function(coefficients, plan, points = 25L) {
  curves <- lapply(plan$levels, function(level) fitted_courses(coefficients, plan, level, course_grid(plan, level, points)))
  row_z(do.call(cbind, curves))
}

#' Clusters by Euclidean distance (ward.D2) of the profiles; of 2 to 8 clusters those of the largest mean silhouette.
#'
#' @param profiles Genes x points, the smallest P first. @return List: `label` of each gene (C1, C2, …: by the time of the highest value of their
#'   mean), `fit` (correlation of each gene with the mean of its cluster), `ks` (data frame `k`, `silhouette`, `chosen`).
course_clusters <- function(profiles) {
  n <- nrow(profiles)
  none <- data.frame(k = integer(), silhouette = numeric(), chosen = character())
  if (n == 0L) return(list(label = character(), fit = numeric(), ks = none))
  # By name, so that the order of the input decides nothing.
  first <- sort(rownames(profiles)[seq_len(min(n, CLUSTERED_GENES))], method = "radix")
  among <- profiles[first, , drop = FALSE]
  distances <- stats::dist(among)
  ks <- none
  class <- rep(1L, length(first))
  if (length(first) >= 4L && max(distances) > SAME_CURVE) {
    tree <- stats::hclust(distances, method = "ward.D2")
    tried <- seq(2L, min(COURSE_CLUSTERS, length(first) - 1L))
    classes <- lapply(tried, function(k) stats::cutree(tree, k))
    silhouette <- vapply(classes, function(class) mean(cluster::silhouette(class, distances)[, "sil_width"]), numeric(1))
    best <- which.max(silhouette)
    class <- classes[[best]]
    ks <- data.frame(k = tried, silhouette = silhouette, chosen = ifelse(seq_along(tried) == best, "yes", "no"))
  }
  means <- rowsum(among, class) / tabulate(class)
  order <- order(max.col(means, "first"), -tabulate(class), matrixStats::rowMins(means))
  means <- means[order, , drop = FALSE]
  nearest <- max.col(-outer(rowSums(profiles^2), rowSums(means^2), "+") + 2 * tcrossprod(profiles, means), "first")
  nearest[match(first, rownames(profiles))] <- match(class, order)
  own <- means[nearest, , drop = FALSE]
  list(label = sprintf("C%d", nearest), fit = rowSums(row_z(own) * profiles) / (ncol(profiles) - 1), ks = ks)
}
