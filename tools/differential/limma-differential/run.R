# limma on two groups: which samples, which genes, which model; then the tables that the figures are drawn from.

LARGEST_VALUE <- 1e100
CENTRED_SHARE <- 0.2
NO_COUNTS <- "请上传计数表，或把数据类型改为「芯片」（没有取过对数的，再打开「取 log2」）"

#' @param inputs `expression` (matrix input, genes x samples) and `groups` (data frame: sample, group, any more).
#' @param params The complete parameters of the declaration. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对样本和分组", 0.05)
  samples <- compared_samples(inputs$groups, colnames(inputs$expression$values), params)
  design <- design_matrix(samples, params)
  suggest_pairing(samples, params, job)
  tell_pairs(samples, params, job)
  tell_numbered(samples, params, job)

  job$step("过滤低表达基因", 0.15)
  values <- inputs$expression$values[, samples$sample, drop = FALSE]
  values <- if (params$data_type == "rnaseq") checked_counts(values, job, "voom", NO_COUNTS, "data_type") else log_values(values, params)
  refuse_infinite(values)
  kept <- values[kept_rows(values, params$filter_threshold), , drop = FALSE]
  require_genes(nrow(kept), params)
  tell_centred(values, nrow(kept), params, job)

  job$step("拟合线性模型", 0.3)
  model <- if (params$data_type == "rnaseq") voom_values(kept, samples$group, design, params) else kept
  result <- fit_table(model, design, params)
  tell_dropped(nrow(model) - nrow(result), job)
  result_facts(result, inputs$expression$values, samples, params, job)
  job$facts(list(offset_zero = params$data_type == "microarray" && params$log2_transform, voom = params$data_type == "rnaseq"))

  job$step("聚类和主成分", 0.8)
  matrix <- complete_rows(if (is.list(model)) model$E else model, result)
  heatmap <- heatmap_tables(matrix, samples, result, params, job)
  pca <- pca_tables(matrix, samples, params, job)
  histogram <- p_histogram(result$P.Value)
  tell_histogram(histogram, job)
  c(list(limma = result), heatmap, pca, list(p_histogram = histogram))
}

# ---- values ----

log_values <- function(values, params) {
  if (!params$log2_transform) return(values)
  lowest <- min(values, na.rm = TRUE)
  if (lowest <= -1) {
    stop_input("log_of_negative", sprintf(
      "最小的数值是 %s，不能取 log2(x + 1)。请先做背景校正，或关掉「取 log2」", format(signif(lowest, 4L))
    ), "log2_transform")
  }
  log2(values + 1)
}

refuse_infinite <- function(values) {
  infinite <- sum(is.infinite(values))
  if (infinite > 0L) {
    stop_input("infinite_values", sprintf(
      "表里有 %s 个无穷大的数值，常由对 0 取对数得到。请用 log2(x + 1) 重新计算，再上传", format_count(infinite)
    ), "file_id")
  }
  # Their squares would be infinite.
  impossible <- sum(abs(values) > LARGEST_VALUE, na.rm = TRUE)
  if (impossible == 0L) return(invisible())
  stop_input("impossible_values", sprintf(
    "表里有 %s 个数值的绝对值超过 1e100，不是表达量。请核对矩阵，改正后再上传", format_count(impossible)
  ), "file_id")
}

#' Ratios and centred values lie around 0: there the usual filter of low means takes half of the genes.
tell_centred <- function(values, kept, params, job) {
  lost <- nrow(values) - kept
  if (params$data_type == "rnaseq" || params$filter_threshold < 0 || lost <= CENTRED_SHARE * nrow(values)) return(invisible())
  below <- sum(rowMeans(values, na.rm = TRUE) < 0, na.rm = TRUE)
  if (below <= CENTRED_SHARE * nrow(values)) return(invisible())
  job$finding("should", "centred_values", sprintf(
    "有 %s 行的平均值小于 0，被当作低表达去掉了。数值像是比值或中心化过的；请把低表达过滤改为 −1000 再运行", format_count(below)
  ), field = "filter_threshold")
}

#' Rows whose mean is above the threshold and whose values are not all the same.
kept_rows <- function(values, threshold) {
  means <- rowMeans(values, na.rm = TRUE)
  first <- if (anyNA(values)) values[cbind(seq_len(nrow(values)), max.col(!is.na(values), "first"))] else values[, 1L]
  varies <- rowSums(values != first, na.rm = TRUE) > 0
  !is.na(means) & means > threshold & varies
}

require_genes <- function(n, params) {
  if (n >= 2L) return(invisible())
  message <- if (params$filter_threshold > 0) {
    sprintf("平均值高于 %s 且有变化的基因不到 2 个。请把低表达过滤调小", format(params$filter_threshold))
  } else {
    "去掉不表达和不变化的行之后，剩下的基因不到 2 个。请核对表达矩阵，或把低表达过滤调小"
  }
  stop_input("nothing_left", message, "filter_threshold")
}

# ---- model ----

#' Counts to log2-CPM with precision weights.
#'
#' @return limma's EList.
voom_values <- function(counts, group, design, params) {
  counts <- edgeR::DGEList(counts)
  counts <- counts[edgeR::filterByExpr(counts, group = group), , keep.lib.sizes = FALSE]
  if (nrow(counts) < 2L) {
    stop_input("nothing_left", "按 filterByExpr 的标准，有足够计数的基因不到 2 个。请核对上传的是不是原始计数", "file_id")
  }
  limma::voom(edgeR::calcNormFactors(counts, method = "TMM"), design)
}

#' The table of all tested genes, smallest P first; ties and P that underflow to 0 by |t|.
#'
#' The difference case − control is a coefficient of its own: `contrasts.fit` would only approximate its error where
#' weights (voom) or missing values meet covariates or pairs. It is the last one, so that it is the one left out for a gene
#' whose missing values make it depend on the others.
fit_table <- function(model, design, params) {
  design <- design[, c(setdiff(seq_len(ncol(design)), 2L), 2L)]
  colnames(design) <- paste0("c", seq_len(ncol(design)))
  fit <- limma::eBayes(without_coefficient_notes(limma::lmFit(model, design)), trend = params$trend, robust = params$robust)
  table <- limma::topTable(fit, coef = ncol(design), number = Inf, sort.by = "none", genelist = rownames(fit$coefficients))
  names(table)[[1L]] <- "gene"
  table <- table[is.finite(table$P.Value), c("gene", "logFC", "AveExpr", "t", "P.Value", "adj.P.Val", "B")]
  if (nrow(table) == 0L) {
    stop_input("nothing_left", "没有一个基因在两组里都有足够的数值。请核对缺失值", "file_id")
  }
  table <- table[order(table$P.Value, -abs(table$t), table$gene, method = "radix"), ]
  rownames(table) <- NULL
  table
}

#' Genes with missing values may lack a coefficient; they are counted and told by `tell_dropped`.
without_coefficient_notes <- function(expression) {
  withCallingHandlers(expression, warning = function(condition) {
    if (grepl("Partial NA coefficients", conditionMessage(condition), fixed = TRUE)) tryInvokeRestart("muffleWarning")
  })
}

tell_dropped <- function(dropped, job) {
  if (dropped == 0L) return(invisible())
  job$finding("note", "not_estimable", sprintf("有 %s 个基因因缺失值太多没有检验", format_count(dropped)), field = "file_id")
}

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
    job$finding("note", "heatmap_not_significant", "没有显著基因，热图画的是 P 最小的基因，只供查看分布")
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
  listed <- seq_len(min(PCA_COMPONENTS, length(share)))
  list(
    pca = data.frame(sample = samples$sample, group = samples$group, PC1 = scores[, 1L], PC2 = scores[, 2L]),
    pca_variance = data.frame(component = paste0("PC", listed), share = share[listed])
  )
}

no_components <- function(job) {
  job$finding("note", "no_complete_rows", "没有缺失值的基因不到 2 个，热图和主成分图画不出来", field = "file_id")
  list(
    pca = data.frame(sample = character(), group = character(), PC1 = numeric(), PC2 = numeric()),
    pca_variance = data.frame(component = character(), share = numeric())
  )
}

#' The groups count as apart where a random case lies right of a random control in at least 9 of 10 draws.
tell_separation <- function(scores, case, share, job) {
  apart <- mean(outer(scores[case], scores[!case], ">") + 0.5 * outer(scores[case], scores[!case], "==")) >= 0.9
  percent <- sprintf("%.1f%%", 100 * share)
  if (apart) job$finding("passed", "groups_apart", sprintf("两组在第一主成分上分开（%s）", percent))
  else job$finding("note", "groups_mixed", sprintf("两组在第一主成分上没有分开（%s），最大的差别来自别的因素", percent))
}

p_histogram <- function(p, bins = 20L) {
  edges <- seq(0, bins) / bins
  data.frame(from = edges[-(bins + 1L)], to = edges[-1L], count = tabulate(pmin(bins, floor(p * bins) + 1L), bins))
}

#' The shape says whether the model fits: a peak at 0 over a plain, a plain alone, or a hill elsewhere.
tell_histogram <- function(histogram, job) {
  counts <- histogram$count
  expected <- sum(counts) / length(counts)
  # A few hundred genes at least: below, chance alone makes hills.
  if (sum(counts) < 400L) return(invisible())
  upper <- mean(counts[16:20])
  middle <- mean(counts[6:15])
  if (upper > 1.5 * middle && upper > 1.2 * expected) {
    job$finding("should", "p_hill", "P 值在 1 附近偏多，模型可能不合适：常见于数据没有取对数、批次没有加为协变量，或低表达基因太多")
  } else if (counts[[1L]] > 1.5 * mean(counts[11:20])) {
    job$finding("passed", "p_peak", "P 值在 0 附近集中，其余平坦")
  } else {
    job$finding("note", "p_flat", "P 值大致平坦，看不出有差异的基因")
  }
}

# ---- figures ----

differential_points <- function(table) {
  data.frame(label = table$gene, x = table$logFC, p = table$P.Value, padj = table$adj.P.Val)
}

plots <- list(
  volcano = function(results, style) volcano_figure(differential_points(results$limma), style),
  heatmap = function(results, style) heatmap_figure(results$heatmap, results$heatmap_samples, results$heatmap_tree, style),
  ma = function(results, style) {
    table <- results$limma
    ma_figure(data.frame(label = table$gene, x = table$AveExpr, y = table$logFC, padj = table$adj.P.Val), style)
  },
  pca = function(results, style) {
    points <- results$pca
    shares <- stats::setNames(results$pca_variance$share, results$pca_variance$component)
    pca_figure(data.frame(label = points$sample, group = points$group, x = points$PC1, y = points$PC2), shares, style)
  },
  p_histogram = function(results, style) histogram_figure(results$p_histogram, style)
)
