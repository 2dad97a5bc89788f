# limma on scores of gene sets: which sets score differently in two groups.

#' Scores are all tested: no threshold of size, whose unit differs from method to method.
ANY_SIZE <- 0

#' @param inputs `scores` (matrix input, sets × samples) and `groups` (data frame: sample, group, any more).
#' @param params The complete parameters. @param job Steps, findings and facts go to it. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对样本和分组", 0.1)
  samples <- read_covariates(compared_samples(inputs$groups, colnames(inputs$scores$values), params), params)
  design <- design_matrix(samples, params)
  suggest_pairing(samples, params, job)
  tell_pairs(samples, params, job)
  values <- testable_scores(inputs$scores$values[, samples$sample, drop = FALSE], job)

  job$step("拟合线性模型", 0.4)
  fitted <- fit_table(values, design, FALSE, FALSE, "file_id")
  judged <- utils::modifyList(params, list(log2fc = ANY_SIZE))
  result_facts(fitted, nrow(inputs$scores$values), samples, judged, job)

  job$step("画图", 0.8)
  titles <- inputs$scores$row_titles
  labels <- stats::setNames(set_labels(fitted$gene, titles[fitted$gene]), fitted$gene)
  drawn <- drawn_sets(fitted, judged, job)
  histogram <- p_histogram(fitted$P.Value)
  tell_histogram(histogram, sum(fitted$adj.P.Val < params$padj), job)
  independent_facts(values, fitted[fitted$adj.P.Val < params$padj, , drop = FALSE], job)
  first_facts(fitted, labels, params$padj, job)
  job$facts(list(lowest = min(values, na.rm = TRUE), highest = max(values, na.rm = TRUE)))
  c(
    list(pathways = pathway_table(fitted, titles, values, samples, params), bars = bar_table(drawn, labels, params)),
    drawn_heatmap(values, drawn, labels, samples, params), list(p_histogram = histogram)
  )
}

#' Scores that are numbers and not all the same.
testable_scores <- function(values, job) {
  infinite <- rowSums(is.infinite(values)) > 0
  varies <- rowSums(!is.na(values)) > 0 & !infinite
  values <- values[varies, , drop = FALSE]
  ranges <- matrixStats::rowRanges(values, na.rm = TRUE)
  still <- ranges[, 1L] == ranges[, 2L]
  lost <- sum(!varies) + sum(still)
  if (lost > 0L) {
    job$finding("note", "sets_left_out", told(
      "有 %s 个基因集没有检验：分数全部相同、缺失，或有无穷大",
      "%s gene sets were not tested: their scores are all equal, missing or infinite", format_count(lost)
    ), field = "file_id")
  }
  values <- values[!still, , drop = FALSE]
  if (nrow(values) == 0L) {
    stop_input("nothing_left", "没有一个基因集的分数有变化。请核对打分矩阵：行是基因集，列是样本", "file_id")
  }
  values
}

pathway_table <- function(fitted, titles, values, samples, params) {
  of_group <- function(group) unname(rowMeans(values[fitted$gene, samples$group == group, drop = FALSE], na.rm = TRUE))
  description <- if (is.null(titles)) rep("", nrow(fitted)) else unname(titles[fitted$gene])
  data.frame(
    set = fitted$gene, description = ifelse(is.na(description), "", description),
    logFC = fitted$logFC, AveExpr = fitted$AveExpr, t = fitted$t, P.Value = fitted$P.Value, adj.P.Val = fitted$adj.P.Val, B = fitted$B,
    mean_case = of_group(params$case_group), mean_control = of_group(params$control_group)
  )
}

#' The significant sets of smallest P of both directions, either having the other's places where that has too few; where none is
#' significant, those of smallest P all the same.
drawn_sets <- function(fitted, params, job) {
  significant <- fitted[fitted$adj.P.Val < params$padj, , drop = FALSE]
  if (nrow(significant) == 0L) {
    job$finding("note", "drawn_not_significant", told(
      "没有显著的基因集，图里画的是 P 最小的，只供查看方向",
      "No gene set is significant: those of smallest P are drawn, to look at their direction only"
    ))
  }
  drawn <- if (nrow(significant) > 0L) of_both_directions(significant, significant$t, params$top_n) else utils::head(fitted, params$top_n)
  job$facts(list(drawn = nrow(drawn), shortened = nrow(drawn) < nrow(significant)))
  drawn
}

#' The highest first; the statistic, whose size is comparable from set to set, as scores are not.
bar_table <- function(drawn, labels, params) {
  drawn <- drawn[order(-drawn$t, drawn$gene, method = "radix"), , drop = FALSE]
  plain_rows(data.frame(
    set = unname(labels[drawn$gene]), id = drawn$gene, t = drawn$t, logFC = drawn$logFC, adj.P.Val = drawn$adj.P.Val,
    higher_in = ifelse(drawn$t > 0, params$case_group, params$control_group)
  ))
}

drawn_heatmap <- function(values, drawn, labels, samples, params) {
  shown <- values[drawn$gene, , drop = FALSE]
  rownames(shown) <- unname(labels[drawn$gene])
  complete <- rowSums(is.na(shown)) == 0
  clustered_heatmap(
    shown[complete, , drop = FALSE],
    row_weight = drawn$t[complete], column_weight = as.numeric(samples$group == params$case_group), group = samples$group, rows = "set"
  )
}

#' Sets share genes and rise and fall together: into how many groups do the significant ones fall, those of |r| ≥ 0.8 being one?
independent_facts <- function(values, significant, job) {
  if (nrow(significant) < 2L) return(invisible())
  r <- stats::cor(t(values[significant$gene, , drop = FALSE]), use = "pairwise.complete.obs")
  r[is.na(r)] <- 0
  tree <- stats::hclust(stats::as.dist(1 - abs(r)), "average")
  groups <- length(unique(stats::cutree(tree, h = 1 - SAME_SIGNAL)))
  job$facts(list(signals = if (groups < nrow(significant)) groups))
}
SAME_SIGNAL <- 0.8

#' The sets of smallest P on either side, by the names that a reader knows: not those of the largest difference, whose unit may differ
#' from set to set.
first_facts <- function(fitted, labels, padj, job) {
  significant <- fitted[fitted$adj.P.Val < padj, , drop = FALSE]
  up <- utils::head(significant[significant$t > 0, , drop = FALSE], 1L)
  down <- utils::head(significant[significant$t < 0, , drop = FALSE], 1L)
  job$facts(list(
    top_up = labels[up$gene], top_up_logfc = up$logFC, top_up_padj = up$adj.P.Val,
    top_down = labels[down$gene], top_down_logfc = down$logFC, top_down_padj = down$adj.P.Val,
    smallest = labels[[fitted$gene[[1L]]]]
  ))
}
