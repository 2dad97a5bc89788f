# What differential tools tell of their result, and the tables that their figures are drawn from. `result` has the columns gene,
# logFC, P.Value and adj.P.Val, smallest P first.

#' What a difference between the groups is called: of logarithms a fold change, of values as they were measured a difference.
LOG_CHANGE <- list(change_word = "log2FC", change_size = "差异倍数", change_english = "log2 fold change")
LINEAR_CHANGE <- list(change_word = "差值", change_size = "差值", change_english = "difference of means")

#' Facts that every differential tool declares. @param genes_in Rows of the matrix as it was read. A gene whose adjusted P is NA counts as none.
#' @param called What a difference is called.
result_facts <- function(result, genes_in, samples, params, job, called = LOG_CHANGE) {
  change <- gene_change(result$logFC, result$adj.P.Val, params)
  up <- change == "up"
  down <- change == "down"
  highest <- result[up, ][which.max(result$logFC[up]), ]
  lowest <- result[down, ][which.min(result$logFC[down]), ]
  smallest <- result[which.min(result$adj.P.Val), ]
  passed <- which(result$adj.P.Val < params$padj)
  widest <- result[passed, ][which.max(abs(result$logFC[passed])), ]
  job$facts(c(covariate_facts(samples, params$covariates), called, list(
    genes = nrow(result), genes_in = genes_in, removed = genes_in - nrow(result),
    samples = nrow(samples), case_n = sum(samples$group == params$case_group),
    control_n = sum(samples$group == params$control_group),
    up = sum(up), down = sum(down), significant = any(up | down),
    # Significant by P alone: where all of them fall short of the fold change, the groups do differ.
    p_passed = length(passed), widest = widest$gene, widest_logfc = widest$logFC,
    top_up = highest$gene, top_up_logfc = highest$logFC, top_down = lowest$gene, top_down_logfc = lowest$logFC,
    smallest = smallest$gene, smallest_padj = smallest$adj.P.Val,
    p_small = sum(result$P.Value < 0.05, na.rm = TRUE), p_expected = round(0.05 * sum(!is.na(result$P.Value)))
  )))
}

HEATMAP_GENES <- 25L

#' Values without missing cells, of tested genes only, in the order of the result.
complete_rows <- function(matrix, result) {
  matrix <- matrix[match(result$gene, rownames(matrix)), , drop = FALSE]
  if (anyNA(matrix)) matrix[rowSums(is.na(matrix)) == 0, , drop = FALSE] else matrix
}

#' Up to 25 up and 25 down, smallest P first; the 50 smallest P where nothing is significant.
heatmap_tables <- function(matrix, samples, result, params, job) {
  shown <- result[result$gene %in% rownames(matrix), ]
  change <- gene_change(shown$logFC, shown$adj.P.Val, params)
  rows <- c(utils::head(which(change == "up"), HEATMAP_GENES), utils::head(which(change == "down"), HEATMAP_GENES))
  if (length(rows) == 0L && nrow(shown) > 0L) {
    rows <- seq_len(min(2L * HEATMAP_GENES, nrow(shown)))
    job$finding("note", "heatmap_not_significant", told(
      "没有显著{{row_subject}}，热图画的是 P 最小的{{row_subject}}，只供查看分布",
      "No {{row_subject}} is significant: the heatmap shows those of smallest P, to look at their distribution only"
    ))
  }
  job$facts(list(heatmap_genes = length(rows)))
  clustered_heatmap(
    matrix[rows, , drop = FALSE],
    row_weight = shown$logFC[rows], column_weight = as.numeric(samples$group == params$case_group), group = samples$group
  )
}

#' Scores of the components of the genes that vary most; signs are such that the case group is to the right.
pca_tables <- function(matrix, samples, params, job) {
  centred <- matrix - rowMeans(matrix)
  centred <- centred[utils::head(order(rowSums(centred^2), decreasing = TRUE), PCA_GENES), , drop = FALSE]
  if (nrow(centred) < 2L) return(no_components(job))
  case <- samples$group == params$case_group
  parts <- svd(centred, nu = 0L, nv = 2L)
  scores <- parts$v %*% diag(parts$d[1:2])
  mirrored <- colMeans(scores[case, , drop = FALSE]) < colMeans(scores[!case, , drop = FALSE])
  scores[, mirrored] <- -scores[, mirrored]
  share <- parts$d^2 / sum(parts$d^2)
  job$facts(list(pc1 = share[[1L]], pc2 = share[[2L]]))
  tell_separation(scores[, 1L], case, share[[1L]], job)
  list(
    pca = data.frame(sample = samples$sample, group = samples$group, PC1 = scores[, 1L], PC2 = scores[, 2L]),
    pca_variance = component_shares(share)
  )
}

no_components <- function(job) {
  job$finding("note", "no_complete_rows", told(
    "没有缺失值的{{row_subject}}不到 2 个，热图和主成分图画不出来",
    "Fewer than 2 {{row_subject}}s have no missing value: no heatmap and no principal components"
  ), field = "file_id")
  no_component_tables()
}

#' The groups count as apart where a random case lies right of a random control in at least 9 of 10 draws. Beside it stands how often labels
#' dealt out at random do as well: of few samples that alone makes axes that divide them.
tell_separation <- function(scores, case, share, job) {
  chance <- separation_by_chance(cbind(scores), case)
  if (is.null(chance)) return(invisible())
  apart <- mean(outer(scores[case], scores[!case], ">") + 0.5 * outer(scores[case], scores[!case], "==")) >= 0.9
  job$facts(list(pc1_chance = chance$p))
  percent <- sprintf("%.1f%%", 100 * share)
  dealt <- told("随机打乱分组，%s 的情况下分得同样开或更开", "of random groupings %s divide them as well or better", chance_words(chance$p))
  if (!apart) return(job$finding("note", "groups_mixed", told(
    "两组在第一主成分上没有分开（它解释 %s 的方差）。它可能来自批次、纯度等别的因素，也可能只是样本之间的随机波动",
    "The first principal component (%s of the variance) does not separate the groups; it may come from batches, purity or chance", percent
  )))
  if (chance$p < 0.05) return(job$finding("passed", "groups_apart", told(
    "两组在第一主成分上分开（它解释 %s 的方差）；%s", "The first principal component (%s of the variance) separates the groups; %s", percent, dealt
  )))
  job$finding("note", "groups_apart_by_chance", told(
    "两组在第一主成分上看似分开（它解释 %s 的方差），但样本太少，不能当作有差别的证据：%s",
    "The first principal component (%s of the variance) seems to separate the groups, but samples are too few for that to be evidence: %s",
    percent, dealt
  ))
}

#' A share of the permutations as a percentage; none of them is less than 1 in 1,000.
chance_words <- function(p) {
  if (p <= 1 / LABEL_PERMUTATIONS) told("不到 0.1%", "less than 0.1%") else told("约 %s%%", "about %s%%", format(signif(100 * p, 2L)))
}

p_histogram <- function(p, bins = 20L) {
  edges <- seq(0, bins) / bins
  data.frame(from = edges[-(bins + 1L)], to = edges[-1L], count = tabulate(pmin(bins, floor(p * bins) + 1L), bins))
}

#' The shape says whether the model fits: a peak at 0 over a plain, a plain alone, or a hill elsewhere. A plain may hold some
#' dozens of genes that differ: no count of the first bin can show them.
#' @param significant Number of genes whose adjusted P is below the threshold, whatever their fold change. @param beyond Was it tested whether changes
#'   are beyond a threshold? P of genes that change less then lie near 1.
tell_histogram <- function(histogram, significant, job, beyond = FALSE) {
  counts <- histogram$count
  expected <- sum(counts) / length(counts)
  # A few hundred genes at least: below, chance alone makes hills.
  if (sum(counts) < 400L) return(invisible())
  if (beyond) return(job$finding("note", "p_beyond", told(
    "检验的是差异倍数是否超过阈值：变化不到阈值的{{row_subject}}，P 值集中在 1 附近是正常的，虚线不是它们的期望",
    c(
      "Tested was whether fold changes are beyond the threshold: P values of {{row_subject}}s that change less lie near 1, as they should, and the",
      "dashed line is not what is expected of them"
    )
  )))
  upper <- mean(counts[16:20])
  middle <- mean(counts[6:15])
  if (upper > 1.5 * middle && upper > 1.2 * expected) {
    job$finding("should", "p_hill", told(
      "P 值在 1 附近偏多，模型可能不合适：常见于数据没有取对数、批次没有加为协变量，或低表达{{row_subject}}太多",
      c(
        "P values pile up near 1, so that the model may not fit: often values that are no logarithms, a batch that is no covariate, or too",
        "many {{row_subject}}s of low expression"
      )
    ))
  } else if (counts[[1L]] > 1.5 * mean(counts[11:20])) {
    job$finding("passed", "p_peak", told("P 值在 0 附近集中，其余平坦", "P values peak near 0 and are flat elsewhere"))
  } else if (significant == 0L) {
    job$finding("note", "p_flat", told("P 值大致平坦，看不出有差异的{{row_subject}}", "P values are about flat: no {{row_subject}}s are seen to differ"))
  } else {
    job$finding("note", "p_nearly_flat", told(
      "P 值大致平坦：多数{{row_subject}}没有差别，校正后仍显著的 %s 个在图上看不出来",
      "P values are about flat: most {{row_subject}}s do not differ, and the %s that are significant after adjustment cannot be seen in the plot",
      format_count(significant)
    ))
  }
}

#' Up, down or none by the thresholds: |log2FC| at least, adjusted P below. A missing value is none.
#'
#' @param thresholds List with `log2fc` and `padj`: params of a run.
gene_change <- function(log2fc, padj, thresholds) {
  significant <- !is.na(log2fc) & !is.na(padj) & abs(log2fc) >= thresholds$log2fc & padj < thresholds$padj
  ifelse(!significant, "none", ifelse(log2fc >= thresholds$log2fc, "up", "down"))
}
