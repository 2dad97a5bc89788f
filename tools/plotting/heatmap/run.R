# A clustered heatmap of any matrix. Order and trees are those of stats::hclust, unturned.

#' More cells are no longer seen, and slow a browser.
CELLS_MAX <- 1e6
#' Rows and samples with more missing values than this share are left out: their distances would rest on little.
MISSING_SHARE <- 0.5
DISTANCE_WORDS <- c(euclidean = "欧氏距离", correlation = "相关距离")
DISTANCE_ENGLISH <- c(euclidean = "Euclidean distance", correlation = "correlation distance (1 - Pearson's r)")

#' @param inputs `expression` or `pasted` (see `plotted_matrix`), perhaps `annotations` (data frame with `sample`).
#' @param params The complete parameters. @param job See runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读表", 0.1)
  matrix <- plotted_matrix(inputs, job)
  check_annotations(inputs$annotations, colnames(matrix$values), job)
  job$step("取行", 0.2)
  matrix$values <- present_values(matrix$values, params, job)
  values <- heatmap_rows(matrix, params, job)
  scaled <- scaled_values(values, params)
  job$step("聚类", 0.4)
  group <- column_groups(inputs$annotations, colnames(scaled), params, job)
  bars <- annotation_bars(inputs$annotations, colnames(scaled), params, job)
  rows <- clustered_rows(scaled, params)
  columns <- clustered_columns(scaled, group, params)
  job$step("画图", 0.8)
  heatmap_facts(scaled, rows, columns, params, job)
  c(plotted_heatmap(values, scaled, rows, columns, named_annotation(group), params), list(bars = bars))
}

# ---- what is drawn ----

#' Infinite values count as missing; rows and samples of which most is missing go, and so do rows that cannot be scaled.
present_values <- function(values, params, job) {
  job$facts(list(genes_in = nrow(values)))
  infinite <- sum(is.infinite(values))
  if (infinite > 0L) {
    values[is.infinite(values)] <- NA_real_
    job$finding("note", "infinite", told(
      "有 %s 个数值是无穷大，按缺失画成灰色", "%s values are infinite and drawn in grey, as missing ones", format_count(infinite)
    ), field = "file_id")
  }
  poor <- colMeans(is.na(values)) > MISSING_SHARE
  if (any(poor)) job$finding("should", "poor_samples", told(
    "有 %s 个样本一半以上的数值缺失，没有画：%s", "Not drawn, as more than half of the values are missing: %s samples (%s)",
    format_count(sum(poor)), told_names(colnames(values)[poor])
  ), field = "file_id")
  values <- values[, !poor, drop = FALSE]
  if (ncol(values) < 2L) stop_input("few_samples", sprintf("可画的样本只有 %d 个，至少要 2 个", ncol(values)), "file_id")
  lost <- rowMeans(is.na(values)) > MISSING_SHARE
  if (any(lost)) job$finding("note", "poor_rows", told(
    "有 %s 行一半以上的数值缺失，没有画", "Not drawn, as more than half of the values are missing: %s rows", format_count(sum(lost))
  ), field = "file_id")
  values <- values[!lost, , drop = FALSE]
  ranges <- matrixStats::rowRanges(values, na.rm = TRUE)
  flat <- ranges[, 1L] == ranges[, 2L]
  if (any(flat) && needs_variation(params)) {
    job$finding("note", "constant_rows", told(
      "有 %s 行在所有样本里数值相同，不能缩放或求相关，没有画",
      "Not drawn, as one value in all samples can be neither scaled nor correlated: %s rows", format_count(sum(flat))
    ), field = "file_id")
    values <- values[!flat, , drop = FALSE]
  }
  if (nrow(values) < 1L) stop_input("nothing_left", "没有一行可画：数值都缺失，或在所有样本里相同。请检查表", "file_id")
  values
}

needs_variation <- function(params) params$scale == "row" || (params$distance == "correlation" && params$cluster_rows)

#' The rows that were asked for, in their order, else those that vary most.
heatmap_rows <- function(matrix, params, job) {
  if (length(params$gene_list) > 0L) {
    picked <- pick_genes(matrix, params$gene_list, "gene_list")
    tell_matches(picked$matches, "gene_list", job)
    job$facts(list(listed = TRUE))
    values <- picked$values
  } else {
    values <- matrix$values[utils::head(ranked_rows(matrix$values, params$feature_metric), params$feature_count), , drop = FALSE]
    job$facts(list(
      listed = FALSE, metric = METRIC_WORDS[[params$feature_metric]], metric_english = METRIC_ENGLISH[[params$feature_metric]],
      left = max(0L, nrow(matrix$values) - nrow(values))
    ))
  }
  if (length(values) > CELLS_MAX) stop_input("many_cells", sprintf(
    "%s 行 × %s 个样本太多，一张热图最多 %s 格。请少取一些基因", format_count(nrow(values)), format_count(ncol(values)), format_count(CELLS_MAX)
  ), if (length(params$gene_list) > 0L) "gene_list" else "feature_count")
  values
}

#' As `scale()` over rows or columns.
scaled_values <- function(values, params) {
  if (params$scale == "none") return(values)
  if (params$scale == "row") return((values - rowMeans(values, na.rm = TRUE)) / matrixStats::rowSds(values, na.rm = TRUE))
  sd <- matrixStats::colSds(values, na.rm = TRUE)
  still <- is.na(sd) | sd == 0
  if (any(still)) stop_input("constant_sample", sprintf(
    "样本 %s 的数值全部相同，不能按样本缩放。请改成按行，或去掉这样的样本", list_names(colnames(values)[still])
  ), "scale")
  t((t(values) - colMeans(values, na.rm = TRUE)) / sd)
}

#' The group of each sample, as `sample_annotation` gives it.
column_groups <- function(annotations, samples, params, job) {
  column <- if (is.null(params$group_column)) grouping_column(annotations) else params$group_column
  group <- sample_annotation(annotations, samples, column, "group_column")
  if (params$split == "group" && is.null(column)) job$finding("should", "no_split", told(
    "没有样本信息可以分组，样本没有分开画", "Nothing known of the samples groups them: they are not drawn apart"
  ), field = "split")
  job$facts(list(groups = if (!is.null(column)) length(unique(group)), group_title = column))
  group
}

BARS_MAX <- 5L
BAR_LEVELS_MAX <- 12L
#' A column of numbers with more different ones is a quantity, with fewer a code.
BAR_QUANTITY_FROM <- 7L

#' Further things that are known of the samples: a row for each bar and sample, of texts or of numbers.
#'
#' @return Data frame `bar`, `sample` (named as in `cells`), `text` ("" where missing, or a number), `number`; levels in their order.
#' @section Errors: `stop_input` where a column is not there, or more are asked for than can be told apart.
annotation_bars <- function(annotations, samples, params, job) {
  group <- if (is.null(params$group_column)) grouping_column(annotations) else params$group_column
  asked <- setdiff(unique(params$bar_columns), c(group, "sample"))
  none <- data.frame(bar = character(), sample = character(), text = character(), number = numeric())
  if (length(asked) > BARS_MAX) {
    stop_input("many_bars", sprintf("选了 %d 条色条，一张热图最多再加 %d 条。请少选一些", length(asked), BARS_MAX), "bar_columns")
  }
  if (length(asked) > 0L && is.null(annotations)) {
    job$finding("should", "no_bars", told(
      "没有样本信息，没有画更多的色条", "Nothing is known of the samples: no further bars are drawn"
    ), field = "bar_columns")
    return(none)
  }
  bars <- lapply(asked, function(column) annotation_bar(annotations, samples, column, job))
  drawn <- !vapply(bars, is.null, logical(1))
  titles <- c(group, asked[drawn])
  if (any(drawn)) job$facts(list(bar_titles = paste(titles, collapse = "、"), bar_titles_english = paste(titles, collapse = ", ")))
  do.call(rbind, c(list(none), bars[drawn]))
}

#' One of them; NULL where it has nothing, or too many different texts.
annotation_bar <- function(annotations, samples, column, job) {
  if (is.null(annotations[[column]])) stop_input("no_column", sprintf("样本信息里没有「%s」这一列。请重新选择", column), "bar_columns")
  values <- annotations[[column]][match(samples, as_written(annotations$sample, samples))]
  # A sample may be called as the column of names is.
  bar <- data.frame(bar = column, sample = make.unique(c("gene", samples))[-1L], text = "", number = NA_real_)
  if (is.numeric(values) && length(unique(values[is.finite(values)])) >= BAR_QUANTITY_FROM) {
    bar$number <- ifelse(is.finite(values), as.numeric(values), NA_real_)
    return(bar)
  }
  texts <- group_texts(values)
  levels <- group_order(values, texts)
  if (length(levels) == 0L || length(levels) > BAR_LEVELS_MAX) {
    job$finding("should", "bar_left_out", if (length(levels) == 0L) told(
      "「%s」列是空的，没有画成色条", "The column “%s” is empty and was not drawn as a bar", column
    ) else told(
      "「%s」列有 %d 种不同的值，一条色条最多 %d 种，没有画。请合并一些，或换一列",
      "The column “%s” has %d different values, and a bar %d at most: it was not drawn", column, length(levels), BAR_LEVELS_MAX
    ), field = "bar_columns")
    return(NULL)
  }
  bar$text <- ifelse(is.na(texts), "", texts)
  bar[order(match(bar$text, levels)), , drop = FALSE]
}

# ---- order ----

clustered_rows <- function(values, params) {
  tree <- if (params$cluster_rows) plain_tree(values, params, "cluster_rows") else leaves_alone(nrow(values))
  clusters <- min(params$row_clusters, nrow(values))
  cluster <- if (clusters > 1L && inherits(tree, "hclust")) stats::cutree(tree, clusters)[tree$order] else rep(1L, nrow(values))
  # Numbered from the top.
  list(tree = tree, order = tree$order, cluster = match(cluster, unique(cluster)))
}

#' Samples, within each group where they are split; groups by name, those without one last.
clustered_columns <- function(values, group, params) {
  blocks <- if (params$split == "group") split(seq_len(ncol(values)), match(group, group_names_in_order(group))) else list(seq_len(ncol(values)))
  parts <- lapply(blocks, function(block) {
    tree <- if (params$cluster_columns) plain_tree(t(values[, block, drop = FALSE]), params, "cluster_columns") else leaves_alone(length(block))
    list(tree = tree, order = block[tree$order])
  })
  sizes <- lengths(blocks)
  list(
    order = unlist(lapply(parts, `[[`, "order"), use.names = FALSE), trees = lapply(parts, `[[`, "tree"),
    before = cumsum(sizes) - sizes, breaks = utils::head(cumsum(sizes), -1L)
  )
}

group_names_in_order <- function(group) sort(unique(group), method = "radix", na.last = TRUE)

#' stats::hclust of rows, by their Euclidean distance or 1 - r. @param field The parameter that asks for it.
plain_tree <- function(values, params, field) {
  if (nrow(values) < 2L) return(leaves_alone(nrow(values)))
  distances <- if (params$distance == "euclidean") column_distances(t(values)) else correlation_distance(values, field)
  if (anyNA(distances)) stop_input("no_distance", "缺失值太多，有些行或样本之间算不出距离，不能聚类。请关掉聚类，或先补值", field)
  stats::hclust(distances, method = params$linkage)
}

correlation_distance <- function(values, field) {
  ranges <- matrixStats::rowRanges(values, na.rm = TRUE)
  flat <- rownames(values)[ranges[, 1L] == ranges[, 2L]]
  if (length(flat) > 0L) stop_input("flat", sprintf(
    "%s 的数值全部相同，求不出相关。请把距离改成欧氏距离，或关掉聚类", list_names(flat)
  ), "distance")
  if (ncol(values) < 3L) stop_input("few_for_correlation", "只有 2 个数值时相关系数总是 1 或 −1，不能作距离。请把距离改成欧氏距离", "distance")
  r <- stats::cor(t(values), use = if (anyNA(values)) "pairwise.complete.obs" else "everything")
  stats::as.dist(1 - r)
}

# ---- tables ----

heatmap_facts <- function(scaled, rows, columns, params, job) {
  how <- sprintf("%s，%s", params$linkage, DISTANCE_WORDS[[params$distance]])
  job$facts(list(
    genes = nrow(scaled), samples = ncol(scaled), missing = sum(is.na(scaled)), row_parts = if (max(rows$cluster) > 1L) max(rows$cluster),
    column_clustering = how,
    clustered = if (params$cluster_rows && params$cluster_columns) "行和样本" else if (params$cluster_rows) "行" else if (params$cluster_columns) "样本",
    clustered_english = if (params$cluster_rows && params$cluster_columns) "Rows and samples" else if (params$cluster_rows) "Rows" else
      if (params$cluster_columns) "Samples",
    distance_english = DISTANCE_ENGLISH[[params$distance]], scale_word = SCALED_WORDS[[params$scale]], scale_english = SCALED_ENGLISH[[params$scale]]
  ))
  if (ncol(scaled) == 2L && params$scale == "row") job$finding("should", "two_samples", told(
    "只有 2 个样本时，每行的 z 值总是 ±0.71，颜色只说明谁高谁低。请改成不缩放",
    "Of 2 samples the z-scores of a row are always ±0.71: colours tell only which is higher"
  ), field = "scale")
}

SCALED_WORDS <- c(row = "每行的 z 值", column = "每个样本的 z 值", none = "原来的数值")
SCALED_ENGLISH <- c(row = "row z-scores", column = "column z-scores", none = "values as given")

plotted_heatmap <- function(values, scaled, rows, columns, group, params) {
  drawn <- scaled[rows$order, columns$order, drop = FALSE]
  shown <- values[rows$order, columns$order, drop = FALSE]
  samples <- colnames(drawn)
  # A sample may be called as the column of names is.
  colnames(drawn) <- make.unique(c("gene", samples))[-1L]
  list(
    rows = data.frame(
      place = seq_along(rows$order), gene = rownames(drawn), cluster = rows$cluster,
      mean = unname(rowMeans(shown, na.rm = TRUE)), SD = unname(matrixStats::rowSds(shown, na.rm = TRUE))
    ),
    samples = data.frame(place = seq_along(samples), sample = colnames(drawn), group = group[columns$order]),
    cells = data.frame(gene = rownames(drawn), drawn, check.names = FALSE, row.names = NULL),
    tree = plain_rows(rbind(
      tree_segments(rows$tree, "row"),
      do.call(rbind, Map(function(tree, before) moved_segments(tree_segments(tree, "column"), before), columns$trees, columns$before))
    )),
    scale = colour_scale(drawn, params$scale),
    breaks = heatmap_breaks(rows$cluster, columns$breaks)
  )
}

#' Segments of a tree whose first leaf stands behind so many others.
moved_segments <- function(segments, before) {
  segments$position_from <- segments$position_from + before
  segments$position_to <- segments$position_to + before
  segments
}

#' Where rows and columns part: after this place of the display order.
heatmap_breaks <- function(cluster, columns) {
  rows <- which(diff(cluster) != 0L)
  data.frame(side = rep(c("row", "column"), c(length(rows), length(columns))), after = c(rows, unname(columns)))
}

#' What the colours are: white is 0 for z values and for values of both signs. The figure takes the ends from the values.
colour_scale <- function(values, scale) {
  both <- min(values, na.rm = TRUE) < 0 && max(values, na.rm = TRUE) > 0
  data.frame(
    title = c(row = "行 z 值", column = "列 z 值", none = "数值")[[scale]], low = NA_real_, high = NA_real_,
    middle = if (scale != "none" || both) 0 else NA_real_
  )
}
