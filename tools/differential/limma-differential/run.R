# limma on two groups: which samples, which genes, which model; then the tables that the figures are drawn from.

FRACTIONAL_SHARE <- 0.01
# Real counts reach higher; libraries of one size come from normalization; no sequencer gives so many reads of a sample.
LARGEST_COUNT <- 50
EQUAL_LIBRARIES <- 0.01
LARGE_LIBRARY <- 3e8
LARGEST_VALUE <- 1e100
CENTRED_SHARE <- 0.2
HEATMAP_GENES <- 25L
PCA_GENES <- 500L
PCA_COMPONENTS <- 10L

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
  values <- if (params$data_type == "rnaseq") checked_counts(values, job) else log_values(values, params)
  refuse_infinite(values)
  kept <- values[kept_rows(values, params$filter_threshold), , drop = FALSE]
  require_genes(nrow(kept), params)
  tell_centred(values, nrow(kept), params, job)

  job$step("拟合线性模型", 0.3)
  model <- if (params$data_type == "rnaseq") voom_values(kept, samples$group, design, params) else kept
  result <- fit_table(model, design, params)
  tell_dropped(nrow(model) - nrow(result), job)
  result_facts(result, inputs$expression$values, samples, params, job)

  job$step("聚类和主成分", 0.8)
  matrix <- complete_rows(if (is.list(model)) model$E else model, result)
  heatmap <- heatmap_tables(matrix, samples, result, params, job)
  pca <- pca_tables(matrix, samples, params, job)
  histogram <- p_histogram(result$P.Value)
  tell_histogram(histogram, job)
  c(list(limma = result), heatmap, pca, list(p_histogram = histogram))
}

# ---- samples ----

#' Samples of the two groups, in the order of the matrix.
#'
#' @param groups The user's table. @param columns Sample names of the matrix.
#' @return `groups` without other rows; `sample` and `group` are texts.
#' @section Errors: `stop_input` for unknown or repeated samples and for a group without samples.
compared_samples <- function(groups, columns, params) {
  levels <- c(params$case_group, params$control_group)
  if (levels[[1L]] == levels[[2L]]) {
    stop_input("same_group", sprintf("病例组和对照组都是「%s」。请各选一组", levels[[1L]]), "control_group")
  }
  groups$sample <- as_written(groups$sample, columns)
  groups$group <- as_written(groups$group, levels)
  groups <- groups[groups$group %in% levels, , drop = FALSE]
  for (field in c("case_group", "control_group")) {
    if (!params[[field]] %in% groups$group) {
      stop_input("empty_group", sprintf("分组表里没有「%s」的样本。请核对组名", params[[field]]), field)
    }
  }
  absent <- setdiff(groups$sample, columns)
  if (length(absent) > 0L) {
    stop_input("unknown_samples", sprintf(
      "分组表里有 %s 个样本在矩阵中找不到：%s。请检查写法", format_count(length(absent)), list_names(absent)
    ), "sample_groups")
  }
  repeated <- unique(groups$sample[duplicated(groups$sample)])
  if (length(repeated) > 0L) {
    stop_input("repeated_samples", sprintf("分组表里样本 %s 出现了不止一次。请每个样本只留一行", list_names(repeated)), "sample_groups")
  }
  groups[order(match(groups$sample, columns)), , drop = FALSE]
}

#' A column that holds only numbers was read as numbers; give back the names as they are written elsewhere ("1.0", "1").
as_written <- function(column, names) {
  if (!is.numeric(column)) return(as.character(column))
  numbers <- suppressWarnings(as.numeric(names))
  found <- names[match(column, numbers)]
  ifelse(is.na(found), as.character(column), found)
}

# ---- design ----

#' Columns: 1, case, then those of the covariates and of the pairs. Built by hand: names and levels may be any text.
#'
#' @section Errors: `stop_input` on the column that cannot be estimated, and where no freedom is left.
design_matrix <- function(samples, params) {
  design <- cbind(all = 1, case = as.numeric(samples$group == params$case_group))
  for (column in params$covariates) design <- with_column(design, samples, column, "covariates", is.numeric(samples[[column]]))
  if (!is.null(params$pair_column)) design <- with_column(design, samples, params$pair_column, "pair_column", FALSE)
  free <- nrow(design) - ncol(design)
  if (free >= 1L) return(design)
  if (ncol(design) == 2L) {
    stop_input("no_freedom", "每组只有 1 个样本，不能估计个体之间的波动。请补充样本，每组至少 2 个，建议 3 个以上", "sample_groups")
  }
  field <- if (is.null(params$pair_column)) "covariates" else "pair_column"
  stop_input("no_freedom", sprintf(
    "%d 个样本要估计 %d 个系数，没有剩余的样本估计波动。请减少协变量，或补充样本", nrow(design), ncol(design)
  ), field)
}

#' The design with one more column of the groups table.
with_column <- function(design, samples, column, field, numeric) {
  values <- samples[[column]]
  if (is.null(values)) stop_input("no_column", sprintf("分组表里没有「%s」这一列。请重新选择", column), field)
  missing <- if (numeric) !is.finite(values) else is.na(values) | !nzchar(trimws(as.character(values)))
  if (any(missing)) {
    stop_input("missing_values", sprintf(
      "「%s」列缺 %d 个样本的值：%s。请补全，或不用这一列", column, sum(missing), list_names(samples$sample[missing])
    ), field)
  }
  if (length(unique(values)) < 2L) {
    stop_input("one_level", sprintf("「%s」列在要比较的样本里只有一个值，不能作为%s。请去掉它", column, field_word(field)), field)
  }
  own <- if (numeric) matrix(values - mean(values)) else indicator_columns(as.character(values))
  wider <- cbind(design, own)
  if (qr(wider)$rank < ncol(wider)) stop_confounded(design, own, column, field)
  wider
}

#' Batches numbered 1, 2, 3 would be taken for a quantity.
tell_numbered <- function(samples, params, job) {
  numbered <- Filter(function(column) {
    values <- samples[[column]]
    is.numeric(values) && all(values == round(values)) && length(unique(values)) %in% 3:6
  }, params$covariates)
  for (column in numbered) {
    job$finding("should", "numbered_covariate", sprintf(
      "协变量「%s」全是数字，按数值处理。若只是编号（如批次 1、2、3），请写成 B1、B2、B3 再运行", column
    ), field = "covariates")
  }
}

field_word <- function(field) if (field == "pair_column") "配对列" else "协变量"

#' Which of three: one value for each sample, the same split as the groups, or a consequence of the columns before it.
stop_confounded <- function(design, own, column, field) {
  if (ncol(own) >= nrow(design) - 1L) {
    stop_input("all_different", sprintf(
      "「%s」列几乎每个样本一个值，不能作为%s。请选有重复值的列", column, field_word(field)
    ), field)
  }
  alone <- cbind(design[, 1:2], own)
  if (qr(alone)$rank < ncol(alone)) {
    stop_input("confounded", sprintf(
      "「%s」和分组重合，分不清差别来自哪一个。请去掉这一列，或补充样本", column
    ), field)
  }
  stop_input("redundant", sprintf("「%s」的信息已包含在前面的协变量里，不能同时估计。请去掉其中一个", column), field)
}

#' One 0/1 column for each level but the first (C order, so that no locale decides).
indicator_columns <- function(values) {
  levels <- sort(unique(values), method = "radix")
  vapply(levels[-1L], function(level) as.numeric(values == level), numeric(length(values)))
}

# ---- pairs ----

complete_pairs <- function(ids, samples, params) {
  intersect(ids[samples$group == params$case_group], ids[samples$group == params$control_group])
}

tell_pairs <- function(samples, params, job) {
  column <- params$pair_column
  ids <- if (is.null(column)) character() else as.character(samples[[column]])
  pairs <- complete_pairs(ids, samples, params)
  job$facts(list(paired = !is.null(column), pairs = if (is.null(column)) NULL else length(pairs)))
  single <- setdiff(ids, pairs)
  if (length(single) > 0L) {
    job$finding("note", "incomplete_pairs", sprintf(
      "有 %s 个编号只有一组的样本：%s。它们不参与患者内部的比较", format_count(length(single)), list_names(single)
    ), field = "pair_column")
  }
}

#' A column whose values look like patients with a sample in each group: say that pairing is possible.
suggest_pairing <- function(samples, params, job) {
  if (!is.null(params$pair_column)) return(invisible())
  for (column in setdiff(names(samples), c("sample", "group", params$covariates))) {
    pairs <- patient_pairs(samples, column, params)
    if (is.null(pairs)) next
    job$finding(
      "should", "pairs_found",
      sprintf("「%s」列里有 %s 个编号在两组都有样本，像是配对设计。选它为配对列，通常更敏感", column, format_count(pairs)),
      field = "pair_column"
    )
    return(invisible())
  }
}

#' Number of complete pairs, or NULL where the column is no column of patients.
patient_pairs <- function(samples, column, params) {
  ids <- samples[[column]]
  if (anyNA(ids) || (is.numeric(ids) && any(ids != round(ids)))) return(NULL)
  ids <- as.character(ids)
  pairs <- complete_pairs(ids, samples, params)
  smaller <- min(table(samples$group))
  if (max(table(ids)) > 2L || length(pairs) < max(3, smaller / 2)) NULL else length(pairs)
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

#' Counts as voom takes them; up to 1% of cells with decimals are rounded and said.
checked_counts <- function(values, job) {
  if (anyNA(values)) {
    stop_input("missing_counts", sprintf("计数表里有 %s 个空格子。没有测到的基因请填 0，再上传", format_count(sum(is.na(values)))), "file_id")
  }
  negative <- sum(values < 0)
  if (negative > 0L) {
    stop_input("negative_counts", sprintf(
      "这张表里有 %s 个负数，不是原始计数。voom 只接受计数；请上传计数表，或把数据类型改为「芯片」", format_count(negative)
    ), "data_type")
  }
  fractional <- sum(values != round(values))
  if (fractional > FRACTIONAL_SHARE * length(values)) {
    stop_input("not_counts", sprintf(
      "这张表不是原始计数：有 %s 的数值带小数。voom 只接受计数；请上传计数表，或把数据类型改为「芯片」",
      sprintf("%.0f%%", 100 * fractional / length(values))
    ), "data_type")
  }
  empty <- colnames(values)[colSums(values) == 0]
  if (length(empty) > 0L) {
    stop_input("empty_library", sprintf("样本 %s 的计数全是 0。请去掉它，或重新上传", list_names(empty)), "file_id")
  }
  refuse_normalized(values)
  tell_coverage(colSums(values), job)
  if (fractional == 0L) return(values)
  job$finding("note", "rounded", sprintf("有 %s 个计数带小数，已四舍五入", format_count(fractional)), field = "file_id")
  round(values)
}

#' Whole numbers that are no counts of reads: too small, or scaled to one total.
refuse_normalized <- function(counts) {
  if (max(counts) < LARGEST_COUNT) {
    stop_input("small_counts", sprintf(
      "这张表里最大的数值只有 %s，不像 RNA-seq 原始计数。请上传计数表，或把数据类型改为「芯片」", format_count(max(counts))
    ), "data_type")
  }
  totals <- colSums(counts)
  if (max(totals) / min(totals) - 1 < EQUAL_LIBRARIES) {
    stop_input("equal_libraries", paste0(
      "各样本的总和几乎相等（相差不到 1%），像是标准化过的数据，不是原始计数。",
      "请上传原始计数；TPM、FPKM 请把数据类型改为「芯片」并打开「取 log2」"
    ), "data_type")
  }
}

#' Base coverage counts every read many times over, and the precision that voom sees in it is not there.
tell_coverage <- function(totals, job) {
  large <- names(totals)[totals > LARGE_LIBRARY]
  if (length(large) == 0L) return(invisible())
  job$finding("should", "base_coverage", sprintf(
    "样本 %s 的总计数超过 3 亿，可能是碱基覆盖度而非 read 数，P 值会偏小。请改用 read 计数，或先除以读长", list_names(large)
  ), field = "file_id")
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

# ---- facts ----

result_facts <- function(result, values, samples, params, job) {
  change <- gene_change(result$logFC, result$adj.P.Val, params)
  up <- change == "up"
  down <- change == "down"
  highest <- result[up, ][which.max(result$logFC[up]), ]
  lowest <- result[down, ][which.min(result$logFC[down]), ]
  job$facts(list(
    genes = nrow(result), genes_in = nrow(values), removed = nrow(values) - nrow(result),
    samples = nrow(samples), case_n = sum(samples$group == params$case_group),
    control_n = sum(samples$group == params$control_group),
    up = sum(up), down = sum(down), significant = any(up | down),
    top_up = highest$gene, top_up_logfc = highest$logFC, top_down = lowest$gene, top_down_logfc = lowest$logFC,
    smallest = result$gene[[1L]], smallest_padj = result$adj.P.Val[[1L]],
    p_small = sum(result$P.Value < 0.05), p_expected = round(0.05 * nrow(result)),
    covariates_used = if (length(params$covariates) > 0L) paste(params$covariates, collapse = "、"),
    offset_zero = params$data_type == "microarray" && params$log2_transform, voom = params$data_type == "rnaseq"
  ))
}

# ---- tables of the figures ----

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
