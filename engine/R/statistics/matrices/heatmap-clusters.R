# Clustered heatmaps: z values, order and tree, as tables that browser and R draw from.

#' Cluster rows by correlation and columns by Euclidean distance (ward.D2) on row z values.
#'
#' @param values Numeric matrix, rows that vary, no missing cells.
#' @param row_weight,column_weight Numbers; of two branches the one with the lower mean comes first.
#' @param group Each column's group. @param rows What the column of the row names is called.
#' @return `heatmap` (row names and one column per sample, display order, z not clipped), `heatmap_samples`, `heatmap_tree`.
clustered_heatmap <- function(values, row_weight, column_weight, group, rows = "gene") {
  z <- row_z(values)
  rows_tree <- turned_tree(stats::as.dist(1 - tcrossprod(z) / (ncol(z) - 1)), row_weight)
  # Without a row there is no distance between columns.
  columns <- if (nrow(z) > 0L) turned_tree(column_distances(z), column_weight) else leaves_alone(ncol(z))
  z <- z[rows_tree$order, columns$order, drop = FALSE]
  # A sample may be called as the column of names is.
  colnames(z) <- make.unique(c(rows, colnames(z)))[-1L]
  table <- data.frame(as.character(rownames(z)), z, check.names = FALSE, row.names = NULL, stringsAsFactors = FALSE)
  names(table)[[1L]] <- rows
  list(
    heatmap = table,
    heatmap_samples = data.frame(sample = colnames(z), group = group[columns$order]),
    heatmap_tree = rbind(tree_segments(rows_tree, "row"), tree_segments(columns, "column"))
  )
}

#' A matrix of distances or correlations with the same items on both sides, clustered (ward.D2), as a heatmap's tables.
#'
#' @param values Symmetric numeric matrix with names. @param distances `dist` of the same items: their order and tree.
#' @param group Each item's group. @param title What the values are. @param middle The value drawn white; NA where the colours
#'   run straight from low to high.
#' @return `cells` (sample and one column per sample, display order), `samples`, `tree`, and `scale` from the smallest to the
#'   largest value beside the diagonal.
square_heatmap <- function(values, distances, group, title, middle = NA_real_) {
  tree <- turned_tree(distances, seq_len(nrow(values)))
  values <- values[tree$order, tree$order, drop = FALSE]
  beside <- values[upper.tri(values)]
  range <- if (length(beside) > 0L) range(beside) else c(values, values)
  # A sample may be called "sample", as the column of names is.
  colnames(values) <- make.unique(c("sample", colnames(values)))[-1L]
  list(
    cells = data.frame(sample = colnames(values), values, check.names = FALSE, row.names = NULL, stringsAsFactors = FALSE),
    samples = data.frame(sample = colnames(values), group = group[tree$order]),
    tree = rbind(tree_segments(tree, "row"), tree_segments(tree, "column")),
    scale = data.frame(title = title, low = range[[1L]], high = range[[2L]], middle = middle)
  )
}

row_z <- function(values) {
  centred <- values - rowMeans(values)
  centred / sqrt(rowSums(centred^2) / (ncol(values) - 1))
}

#' hclust with branches turned by weight, so that the order of the input does not decide the picture.
#'
#' @return `order` (leaves as displayed), `merge` with the first branch in column 1, `height`; one leaf has no merges.
turned_tree <- function(distances, weight) {
  if (length(weight) < 2L) return(leaves_alone(length(weight)))
  tree <- stats::hclust(distances, method = "ward.D2")
  merge <- tree$merge
  leaves <- vector("list", nrow(merge))
  for (i in seq_len(nrow(merge))) {
    branches <- lapply(merge[i, ], function(branch) if (branch < 0L) -branch else leaves[[branch]])
    means <- vapply(branches, function(branch) mean(weight[branch]), numeric(1))
    if (means[[1L]] > means[[2L]]) {
      merge[i, ] <- rev(merge[i, ])
      branches <- rev(branches)
    }
    leaves[[i]] <- unlist(branches)
  }
  list(order = leaves[[nrow(merge)]], merge = merge, height = tree$height)
}

leaves_alone <- function(n) list(order = seq_len(n), merge = matrix(0L, 0L, 2L), height = numeric())

#' The tree as lines: each merge has two legs and a bar. Positions are 1..n in display order, heights are hclust's.
tree_segments <- function(tree, side) {
  n <- nrow(tree$merge)
  # A negative number of a merge is a leaf, a positive one an earlier merge. Places of leaves first, so that one index finds both.
  size <- length(tree$order)
  branches <- ifelse(tree$merge < 0L, -tree$merge, tree$merge + size)
  places <- c(match(seq_len(size), tree$order), numeric(n))
  for (i in seq_len(n)) places[[size + i]] <- (places[[branches[[i, 1L]]]] + places[[branches[[i, 2L]]]]) / 2
  left <- places[branches[, 1L]]
  right <- places[branches[, 2L]]
  below <- matrix(c(numeric(size), tree$height)[branches], ncol = 2L)
  top <- tree$height
  data.frame(
    side = rep(side, 3L * n),
    position_from = c(rbind(left, left, right)), height_from = c(rbind(below[, 1L], top, top)),
    position_to = c(rbind(left, right, right)), height_to = c(rbind(top, top, below[, 2L]))
  )
}
