# Principal components of the samples of a matrix, by stats::prcomp.

#' Components in the tables: as many, and those that are drawn.
COMPONENTS_LISTED <- 10L
ELLIPSE_FROM <- 4L
SHAPES_MAX <- 6L

#' @param inputs `expression` or `pasted` (see `plotted_matrix`), perhaps `annotations` (data frame with `sample`).
#' @param params The complete parameters. @param job See runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读表", 0.1)
  matrix <- plotted_matrix(inputs, job)
  values <- complete_genes(matrix$values, job)
  samples <- drawn_samples(inputs$annotations, colnames(values), params, job)
  job$step("取基因", 0.3)
  matrix$values <- values
  values <- genes_of_components(matrix, params, job)
  job$step("计算主成分", 0.5)
  parts <- sample_components(values, params)
  axes <- drawn_axes(parts, params)
  listed <- sort(unique(c(seq_len(min(COMPONENTS_LISTED, length(parts$share))), axes)))
  known <- !samples$group %in% c("", NA)
  several <- length(unique(samples$group[known])) > 1L
  r2 <- if (several) between_share(parts$scores[known, , drop = FALSE], samples$group[known]) else rep(NA_real_, length(parts$share))
  chance <- if (several) separation_by_chance(parts$scores[known, listed, drop = FALSE], samples$group[known])
  component_facts(parts, axes, listed, chance, job)
  samples[c("group", "shape")] <- lapply(samples[c("group", "shape")], named_annotation)
  tell_component_groups(samples, params, job)
  component_tables(parts, axes, listed, r2, samples)
}

# ---- what is computed on ----

#' Genes whose values are all numbers: prcomp knows no missing value.
complete_genes <- function(values, job) {
  if (ncol(values) < 3L) stop_input("few_samples", sprintf(
    "只有 %d 个样本。主成分分析比较的是样本，至少要 3 个", ncol(values)
  ), "file_id")
  whole <- rowSums(!is.finite(values)) == 0
  job$facts(list(genes_in = nrow(values), samples = ncol(values)))
  if (sum(whole) < 2L) {
    worst <- colnames(values)[which.max(colSums(!is.finite(values)))]
    stop_input("incomplete", sprintf(
      "没有缺失值的基因只有 %d 个，至少要 2 个。缺得最多的样本是「%s」，请补值，或去掉这样的样本", sum(whole), worst
    ), "file_id")
  }
  if (!all(whole)) job$finding("note", "incomplete_genes", told(
    "有 %s 个{{row_subject}}含缺失值或无穷大，没有参与", "%s {{row_subject}}s had missing or infinite values and took no part", format_count(sum(!whole))
  ), field = "file_id")
  values[whole, , drop = FALSE]
}

#' Genes by the strategy; those without variation cannot be scaled and are left out first.
genes_of_components <- function(matrix, params, job) {
  constant <- flat_genes(matrix$values, params)
  if (any(constant)) job$finding("note", "constant_genes", told(
    "有 %s 个{{row_subject}}在所有样本里数值相同，没有参与", "%s {{row_subject}}s had the same value in all samples and took no part",
    format_count(sum(constant))
  ), field = "file_id")
  matrix$values <- matrix$values[!constant, , drop = FALSE]
  if (nrow(matrix$values) < 2L) stop_input("no_variation", "有变化的基因不到 2 个，算不出主成分。请检查表里的数值", "file_id")
  values <- switch(params$feature_strategy,
    all = matrix$values,
    list = listed_component_genes(matrix, params, job),
    top = matrix$values[utils::head(ranked_rows(matrix$values, params$feature_metric), params$feature_count), , drop = FALSE]
  )
  if (params$feature_strategy == "top" && nrow(values) < params$feature_count) job$finding("note", "fewer_genes", told(
    "可用的{{row_subject}}只有 %s 个，少于要取的 %s 个，全部用上", "Only %s {{row_subject}}s can be used, fewer than the %s asked for; all were used",
    format_count(nrow(values)), format_count(params$feature_count)
  ), field = "feature_count")
  job$facts(list(genes = nrow(values), chosen_by = switch(params$feature_strategy,
    all = "全部", list = "指定名单", top = sprintf("%s最大的", METRIC_WORDS[[params$feature_metric]])
  ), chosen_by_english = switch(params$feature_strategy,
    all = "all", list = "a given list", top = sprintf("those of largest %s", METRIC_ENGLISH[[params$feature_metric]])
  )))
  values
}

#' Rows that add nothing, or that prcomp would divide by 0.
flat_genes <- function(values, params) {
  ranges <- matrixStats::rowRanges(values)
  if (params$center_data) ranges[, 1L] == ranges[, 2L] else ranges[, 1L] == 0 & ranges[, 2L] == 0
}

listed_component_genes <- function(matrix, params, job) {
  if (length(params$gene_list) == 0L) stop_input("no_list", "基因名单是空的。请填写基因，或改用「排在前面的」", "gene_list")
  picked <- pick_genes(matrix, params$gene_list, "gene_list")
  tell_matches(picked$matches, "gene_list", job)
  if (nrow(picked$values) < 2L) stop_input("short_list", "名单里有变化的基因不到 2 个，算不出主成分。请多填几个", "gene_list")
  picked$values
}

drawn_samples <- function(annotations, samples, params, job) {
  check_annotations(annotations, samples, job)
  column <- if (is.null(params$group_column)) grouping_column(annotations) else params$group_column
  label <- sample_annotation(annotations, samples, params$label_column, "label_column")
  shape <- sample_annotation(annotations, samples, params$shape_column, "shape_column")
  if (length(unique(shape)) > SHAPES_MAX) stop_input("many_shapes", sprintf(
    "「%s」有 %d 种值，形状最多 %d 种。请换一列，或用它着色", params$shape_column, length(unique(shape)), SHAPES_MAX
  ), "shape_column")
  group <- sample_annotation(annotations, samples, column, "group_column")
  job$facts(list(group_title = column, groups = if (!is.null(column)) length(unique(stats::na.omit(group)))))
  data.frame(sample = samples, group = group, shape = shape, label = ifelse(label %in% c("", NA), samples, label))
}

# ---- components ----

#' FALSE has stats::prcomp do all by itself.
COMPONENTS_BY_PRODUCTS <- TRUE
#' Products of samples square what is to be told apart: with a component below this part of the first one's variance prcomp is asked.
LEAST_VARIANCE <- 1e-6

#' stats::prcomp, each axis turned to the sample that lies farthest out.
#'
#' @param values Genes x samples. @return `scores` (samples x components), `loadings` (genes x components, as many as are listed or drawn), `sdev`,
#'   `share`.
sample_components <- function(values, params) {
  most <- min(ncol(values) - params$center_data, nrow(values))
  fit <- if (COMPONENTS_BY_PRODUCTS) components_by_products(values, params, most)
  if (is.null(fit)) fit <- stats::prcomp(t(values), center = params$center_data, scale. = params$scale_data, rank. = most)
  turned <- ifelse(turned_components(fit$x), -1, 1)
  told <- seq_len(ncol(fit$rotation))
  list(
    scores = t(t(fit$x) * turned), loadings = t(t(fit$rotation) * turned[told]), sdev = fit$sdev[seq_len(most)],
    share = fit$sdev[seq_len(most)]^2 / sum(fit$sdev^2)
  )
}

#' What prcomp gives, by the products of samples: of 400 samples of 20,000 genes in a twelfth of its time.
#'
#' @return `x`, `sdev` and the first columns of `rotation`; NULL where the components are better found by prcomp.
components_by_products <- function(values, params, most) {
  if (nrow(values) < ncol(values)) return(NULL)
  x <- scale(t(values), center = params$center_data, scale = params$scale_data)
  parts <- eigen(tcrossprod(x), symmetric = TRUE)
  squares <- parts$values[seq_len(most)]
  if (!all(squares > LEAST_VARIANCE * squares[[1L]])) return(NULL)
  length <- sqrt(squares)
  names <- paste0("PC", seq_len(most))
  told <- seq_len(min(most, max(COMPONENTS_LISTED, params$pc_x, params$pc_y, params$pc_z)))
  axes <- t(t(parts$vectors[, told, drop = FALSE]) / length[told])
  list(
    x = structure(t(t(parts$vectors[, seq_len(most), drop = FALSE]) * length), dimnames = list(colnames(values), names)),
    rotation = structure(crossprod(x, axes), dimnames = list(rownames(values), names[told])), sdev = length / sqrt(max(1, ncol(values) - 1))
  )
}

#' Numbers of the components on the axes. @section Errors: `stop_input` on one that is not there or stands twice.
drawn_axes <- function(parts, params) {
  fields <- c("pc_x", "pc_y", if (params$plot_dimension == 3L) "pc_z")
  axes <- vapply(fields, function(field) as.integer(params[[field]]), integer(1))
  beyond <- axes > length(parts$share)
  if (any(beyond)) stop_input("no_component", sprintf(
    "一共只有 %d 个主成分（样本数和基因数决定），没有 PC%d。请改小", length(parts$share), axes[beyond][[1L]]
  ), fields[beyond][[1L]])
  if (anyDuplicated(axes) > 0L) stop_input("same_component", sprintf(
    "PC%d 选了不止一次。两轴要用不同的主成分", axes[[anyDuplicated(axes)]]
  ), fields[[anyDuplicated(axes)]])
  unname(axes)
}

# ---- what is told ----

component_facts <- function(parts, axes, listed, chance, job) {
  name <- function(place) if (place <= length(axes)) paste0("PC", axes[[place]])
  share <- function(place) if (place <= length(axes)) parts$share[[axes[[place]]]]
  job$facts(list(
    components = length(parts$share), listed = min(COMPONENTS_LISTED, length(parts$share)), x_name = name(1L), y_name = name(2L), z_name = name(3L),
    x_share = share(1L), y_share = share(2L), z_share = share(3L), best_component = if (!is.null(chance)) paste0("PC", listed[[chance$best]]),
    best_r2 = chance$share, best_expected = chance$expected, best_chance = chance$p,
    beyond_chance = if (!is.null(chance)) chance$p < 0.05, top_gene = rownames(parts$loadings)[which.max(abs(parts$loadings[, axes[[1L]]]))]
  ))
}

tell_component_groups <- function(samples, params, job) {
  sizes <- table(samples$group[samples$group != ""])
  small <- names(sizes)[sizes < ELLIPSE_FROM]
  if (params$draw_confidence_ellipse && length(small) > 0L) job$finding("note", "no_ellipse", told(
    "不足 %d 个样本的组不画椭圆：%s", "Groups of fewer than %d samples have no ellipse: %s", ELLIPSE_FROM, told_names(small)
  ), field = "draw_confidence_ellipse")
  single <- length(sizes) > 1L && all(sizes == 1L)
  if (single) job$finding("should", "groups_of_one", told(
    "着色的列里每个样本各是一组，看不出分组。请换一列", "In the column of colours each sample is a group of its own, which shows no groups"
  ), field = "group_column")
}

# ---- tables ----

component_tables <- function(parts, axes, listed, r2, samples) {
  named <- function(numbers) stats::setNames(as.data.frame(parts$scores[, numbers, drop = FALSE], row.names = NULL), paste0("PC", numbers))
  loadings <- stats::setNames(as.data.frame(parts$loadings[, listed, drop = FALSE]), paste0("PC", listed))
  by <- order(-abs(parts$loadings[, axes[[1L]]]), rownames(parts$loadings), method = "radix")
  all <- seq_along(parts$share)
  list(
    scores = plain_rows(cbind(sample = samples$sample, group = samples$group, named(listed))),
    variance = data.frame(
      component = paste0("PC", all), sdev = parts$sdev, share = parts$share, cumulative = cumsum(parts$share), group_r2 = r2
    ),
    loadings = plain_rows(cbind(gene = rownames(parts$loadings), loadings)[by, , drop = FALSE]),
    points = panel_points(parts$scores, axes, samples),
    scree = component_shares(parts$share)
  )
}

#' The samples on each pair of axes, one below the other.
panel_points <- function(scores, axes, samples) {
  pairs <- utils::combn(axes, 2L)
  name <- function(number) paste0("PC", number)
  do.call(rbind, lapply(seq_len(ncol(pairs)), function(i) {
    x <- pairs[1L, i]
    y <- pairs[2L, i]
    data.frame(
      label = samples$label, group = samples$group, shape = samples$shape,
      panel = if (ncol(pairs) == 1L) "" else sprintf("%s–%s", name(x), name(y)),
      x_component = name(x), y_component = name(y), x = unname(scores[, x]), y = unname(scores[, y]), row.names = NULL
    )
  }))
}
