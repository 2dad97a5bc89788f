#' Centroids of clusters, and the samples of another data set that are nearest to them.

#' Of the genes of the centroids another data set must have so many.
CENTROID_GENES_SHARE <- 0.5
#' A sample whose highest correlation, or whose lead over the next centroid, is lower belongs to no cluster.
CENTROID_UNCLEAR <- 0.1
#' Medians of fewer samples say nothing of a gene's usual level.
CENTROID_SAMPLES_MIN <- 10L
#' Stands beside names of clusters, in the words of the declaration.
NO_CLUSTER <- "不明确"

#' Mean of each gene of the clustering, less its median over all samples, by cluster.
centroid_table <- function(used, class) {
  if (all(class == "")) return(data.frame(gene = character()))
  means <- vapply(sort(unique(class)), function(name) rowMeans(used[, class == name, drop = FALSE]), numeric(nrow(used)))
  data.frame(gene = rownames(used), means, check.names = FALSE, row.names = NULL)
}

#' Another data set on the genes that were clustered by, less its own medians.
#'
#' @param matrix Matrix input. @param used Genes × samples of the clustering.
#' @return List of `values` (shared genes × samples), `shared`, `asked` (genes of the clustering) and `label`.
#' @section Errors: `stop_input` for counts, few samples or too few shared genes.
other_cohort <- function(matrix, used, job) {
  if (matrix$kind == "counts") stop_input(
    "other_counts", "另一个数据集是原始计数。请先做「计数转换」（vst），再用转换后的矩阵", "other_file_id"
  )
  values <- in_name_order(matrix$values)
  if (ncol(values) < CENTROID_SAMPLES_MIN) stop_input("other_few_samples", sprintf(
    "另一个数据集只有 %d 个样本，至少要 %d 个：每个基因要减去它自己的中位数。请换一个样本更多的数据集", ncol(values), CENTROID_SAMPLES_MIN
  ), "other_file_id")
  shared <- intersect(rownames(used), rownames(values)[rowSums(!is.finite(values)) == 0])
  if (length(shared) < CENTROID_GENES_SHARE * nrow(used)) stop_input("other_genes", sprintf(
    "聚类用的 %s 个基因里，另一个数据集只有 %s 个（没有缺失值的），不到一半，不能归类。请核对两边的基因名是不是同一种写法（如 %s，%s）",
    format_count(nrow(used)), format_count(length(shared)), list_names(rownames(used), 2L), list_names(rownames(values), 2L)
  ), "other_file_id")
  again <- intersect(colnames(used), colnames(values))
  if (length(again) > 0L) job$finding("should", "other_same_samples", told(
    "另一个数据集里有 %s 个样本与聚类的样本同名（如 %s）：用同一批样本来归类，不是验证",
    "%s samples of the other data set have names of samples that were clustered, such as %s: the same samples confirm nothing",
    format_count(length(again)), told_names(again, 2L)
  ), field = "other_file_id")
  values <- values[shared, , drop = FALSE]
  list(values = values - matrixStats::rowMedians(values), shared = length(shared), asked = nrow(used), label = matrix$label)
}

#' Each sample with the centroid of the highest correlation (Pearson, over the shared genes).
#'
#' @param other From `other_cohort`; NULL: there is none. @param centroids See `centroid_table`.
#' @return List of `classified`: data frame `sample`, `cluster` (`NO_CLUSTER`: none), `correlation`, `next_cluster`, `margin`.
classified_samples <- function(other, centroids, job) {
  if (is.null(other)) return(list(classified = data.frame(
    sample = character(), cluster = character(), correlation = numeric(), next_cluster = character(), margin = numeric()
  )))
  places <- as.matrix(centroids[match(rownames(other$values), centroids$gene), -1L])
  near <- suppressWarnings(stats::cor(other$values, places))
  # A sample that lies on all medians is like no centroid.
  near[is.na(near)] <- 0
  ranked <- t(apply(near, 1L, order, decreasing = TRUE))
  at <- function(place) near[cbind(seq_len(nrow(near)), ranked[, place])]
  margin <- at(1L) - at(2L)
  unclear <- at(1L) < CENTROID_UNCLEAR | margin < CENTROID_UNCLEAR
  cluster <- ifelse(unclear, NO_CLUSTER, colnames(places)[ranked[, 1L]])
  table <- data.frame(
    sample = colnames(other$values), cluster = cluster, correlation = at(1L), next_cluster = colnames(places)[ranked[, 2L]], margin = margin
  )
  sizes <- table(factor(cluster[!unclear], colnames(places)))
  empty <- names(sizes)[sizes == 0L]
  if (length(empty) > 0L) job$finding("should", "other_empty", told(
    "另一个数据集里没有样本归入 %s", "No sample of the other data set belongs to %s", told_names(empty)
  ), field = "other_file_id")
  job$facts(list(
    other_data = other$label, other_samples = nrow(table), other_clear = sum(!unclear), other_unclear = sum(unclear), other_genes = other$shared,
    other_sizes = paste(sprintf("%s %s", names(sizes), format_count(as.integer(sizes))), collapse = ", ")
  ))
  list(classified = table[order(unclear, table$cluster, -table$correlation, table$sample, method = "radix"), ])
}
