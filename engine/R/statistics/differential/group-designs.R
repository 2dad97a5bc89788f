# Three groups or more, or two factors: which samples, which design, which comparisons. A comparison is a sum of coefficients.

MOST_GROUPS <- 20L
#' Each comparison is a table, a volcano plot and a list of its own.
MOST_COMPARISONS <- 15L
LEAST_OF_GROUP <- 2L

#' @param groups The user's table. @param columns Sample names of the matrix. @param params `comparisons`, `reference_group`, `contrasts`,
#'   `factor_column`, `factor_reference`, `covariates`, `pair_column`.
#' @return List: `samples` (data frame; `cell` is the group, with two factors the pair of both), `cells` (their names, in order), `design` (samples x
#'   coefficients), `tested` (columns of the test over all), and `comparisons`, each a list of `name`, `effect`, `contrast` (a number for each
#'   column of the design) and `cells` (the two that it compares; NULL for other sums and interactions).
#' @section Errors: `stop_input` for whatever cannot be compared, by the field at fault.
group_plan <- function(groups, columns, params, job) {
  samples <- read_covariates(grouped_samples(groups, columns, job), params)
  crossed <- params$comparisons == "interaction"
  levels <- levels_of(samples$group, params$reference_group, "reference_group", "分组表里")
  samples$cell <- samples$group
  if (crossed) {
    samples$factor <- second_factor(samples, params)
    others <- levels_of(samples$factor, params$factor_reference, "factor_reference", sprintf("「%s」列里", params$factor_column))
    samples$cell <- cell_names(samples$group, samples$factor)
    cells <- as.vector(outer(levels, others, cell_names))
    refuse_alike(samples, params)
  } else cells <- levels
  refuse_small_cells(samples, cells, crossed, params)
  effects <- if (crossed) crossed_effects(samples, levels, others) else group_effects(samples, levels)
  parts <- list(group = columns_of_levels(samples$group, levels))
  if (crossed) parts[[params$factor_column]] <- columns_of_levels(samples$factor, others)
  design <- with_covariates(effects$design, parts, samples, params)
  of_cell <- cbind(effects$design, matrix(0, nrow(effects$design), ncol(design) - ncol(effects$design)))[match(cells, samples$cell), , drop = FALSE]
  rownames(of_cell) <- cells
  comparisons <- switch(params$comparisons,
    reference = lapply(levels[-1L], group_difference, levels[[1L]], of_cell),
    pairs = pair_differences(levels, of_cell),
    own = own_differences(params$contrasts, levels, of_cell),
    interaction = crossed_differences(levels, others, of_cell)
  )
  if (length(comparisons) > MOST_COMPARISONS) stop_input("many_comparisons", sprintf(
    "一共有 %d 个对比，最多 %d 个。请改为「都和一组比」，或用「自己写」只写要看的", length(comparisons), MOST_COMPARISONS
  ), "comparisons")
  if (params$main_comparison > length(comparisons)) stop_input("no_such_comparison", sprintf(
    "「主要对比」写的是第 %d 个，而对比只有 %d 个：%s", params$main_comparison, length(comparisons),
    list_names(vapply(comparisons, `[[`, character(1), "name"), MOST_COMPARISONS)
  ), "main_comparison")
  list(samples = samples, cells = cells, design = design, tested = effects$tested, comparisons = comparisons)
}

#' Samples that have a group, in the order of the matrix; `sample` and `group` are texts.
grouped_samples <- function(groups, columns, job) {
  groups$sample <- as_written(groups$sample, columns)
  groups$group <- trimmed(as.character(groups$group))
  blank <- is.na(groups$group) | !nzchar(groups$group)
  if (any(blank)) job$finding("note", "samples_without_group", told(
    "有 %s 个样本没有写组名，不参与：%s", "%s samples have no group and took no part: %s", format_count(sum(blank)),
    told_names(as.character(groups$sample[blank]))
  ), field = "sample_groups")
  known_samples(groups[!blank, , drop = FALSE], columns)
}

#' @param first The level that others are compared with, or NULL. @return All levels, `first` first.
levels_of <- function(values, first, field, where) {
  levels <- sort(unique(values), method = "radix")
  fault <- if (field == "factor_reference") "factor_column" else "sample_groups"
  if (length(levels) < 2L) {
    stop_input("one_group", sprintf("%s只有「%s」一种，至少要有两种才能比较", where, paste(levels, collapse = "")), fault)
  }
  if (length(levels) > MOST_GROUPS) stop_input("many_groups", sprintf(
    "%s有 %d 种，最多 %d 种。请核对选的是不是分组列", where, length(levels), MOST_GROUPS
  ), fault)
  if (is.null(first) || !nzchar(first)) return(levels)
  if (!first %in% levels) stop_input("empty_group", sprintf("%s没有「%s」。现有的：%s", where, first, list_names(levels, 12L)), field)
  c(first, setdiff(levels, first))
}

second_factor <- function(samples, params) {
  column <- params$factor_column
  own_columns(samples, column, "factor_column", FALSE)
  trimmed(as.character(samples[[column]]))
}

cell_names <- function(group, other) sprintf("%s | %s", group, other)

#' Both factors divide the samples alike: nothing tells their effects apart.
refuse_alike <- function(samples, params) {
  pairs <- unique(samples[c("group", "factor")])
  if (nrow(pairs) == length(unique(samples$group)) || nrow(pairs) == length(unique(samples$factor))) {
    stop_alike("group", params$factor_column, "factor_column")
  }
}

stop_alike <- function(first, second, field) {
  stop_input("confounded", sprintf(
    "「%s」和「%s」两列说的是同一种划分（知道一列就知道另一列），分不清差别来自哪一个。请去掉其中一列，或补充样本", first, second
  ), field)
}

refuse_small_cells <- function(samples, cells, crossed, params) {
  sizes <- table(factor(samples$cell, cells))
  small <- names(sizes)[sizes < LEAST_OF_GROUP]
  if (length(small) == 0L) return(invisible())
  said <- list_names(sprintf("%s（%d 个）", small, as.integer(sizes[small])), 5L)
  if (crossed) stop_input("small_cell", sprintf(
    "两个因素的每种组合至少要 %d 个样本，现在不够的：%s。请补充样本，或换一个因素", LEAST_OF_GROUP, said
  ), "factor_column")
  stop_input("small_group", sprintf(
    "每组至少要 %d 个样本，现在不够的：%s。请把它们的组名留空（不参与），或并入相近的组", LEAST_OF_GROUP, said
  ), "sample_groups")
}

# ---- design ----

group_effects <- function(samples, levels) {
  own <- columns_of_levels(samples$group, levels)
  list(design = cbind(all = 1, own), tested = 1L + seq_len(ncol(own)))
}

#' Intercept, both factors, and their products, which are the interaction.
crossed_effects <- function(samples, levels, others) {
  first <- columns_of_levels(samples$group, levels)
  second <- columns_of_levels(samples$factor, others)
  products <- do.call(cbind, lapply(seq_len(ncol(second)), function(j) first * second[, j]))
  list(design = cbind(1, first, second, products), tested = 1L + ncol(first) + ncol(second) + seq_len(ncol(products)))
}

#' One 0/1 column for each level but the first.
columns_of_levels <- function(values, levels) {
  unname(vapply(levels[-1L], function(level) as.numeric(values == level), numeric(length(values))))
}

#' The design with covariates and pairs. Two columns that cannot both be estimated are named.
#'
#' @param parts By columns of the groups table: what the design has of each.
with_covariates <- function(design, parts, samples, params) {
  fields <- c(rep("covariates", length(params$covariates)), if (!is.null(params$pair_column)) "pair_column")
  columns <- c(params$covariates, params$pair_column)
  for (i in seq_along(columns)) {
    column <- columns[[i]]
    if (column %in% names(parts)) stop_alike(column, column, fields[[i]])
    own <- own_columns(samples, column, fields[[i]], fields[[i]] == "covariates" && is.numeric(samples[[column]]))
    for (other in names(parts)) refuse_collinear(parts[[other]], own, other, column, fields[[i]])
    wider <- cbind(design, own)
    if (qr(wider)$rank < ncol(wider)) stop_input("redundant", sprintf(
      "「%s」的信息已包含在分组和前面的%s里（%s），不能同时估计。请去掉其中一列", column, field_word(fields[[i]]),
      paste(sprintf("「%s」", names(parts)), collapse = "")
    ), fields[[i]])
    parts[[column]] <- own
    design <- wider
  }
  if (nrow(design) <= ncol(design)) stop_input("no_freedom", sprintf(
    "%d 个样本要估计 %d 个系数，没有剩余的样本估计波动。请减少协变量，或补充样本", nrow(design), ncol(design)
  ), if (length(fields) > 0L) fields[[length(fields)]] else "sample_groups")
  unname(design)
}

refuse_collinear <- function(first, second, first_name, second_name, field) {
  both <- cbind(1, first, second)
  if (qr(both)$rank == ncol(both)) return(invisible())
  if (ncol(second) >= nrow(both) - 1L) stop_input("all_different", sprintf(
    "「%s」列几乎每个样本一个值，不能作为%s。请选有重复值的列", second_name, field_word(field)
  ), field)
  stop_alike(first_name, second_name, field)
}

# ---- comparisons ----

group_difference <- function(first, second, of_cell) {
  list(
    name = sprintf("%s \u2212 %s", first, second), effect = "groups", contrast = of_cell[first, ] - of_cell[second, ], cells = c(first, second)
  )
}

#' The later minus the earlier, as of stages.
pair_differences <- function(levels, of_cell) {
  pairs <- utils::combn(length(levels), 2L)
  lapply(seq_len(ncol(pairs)), function(i) group_difference(levels[[pairs[2L, i]]], levels[[pairs[1L, i]]], of_cell))
}

own_differences <- function(text, levels, of_cell) {
  read <- read_contrasts(text, levels)
  names <- vapply(read, `[[`, character(1), "name")
  twice <- names[duplicated(names)]
  if (length(twice) > 0L) stop_sum(sprintf("有两个对比都叫「%s」", twice[[1L]]), "请删去一个，或用「名字 = 式子」起不同的名字")
  lapply(read, function(one) list(
    name = one$name, effect = "own", contrast = drop(one$weights %*% of_cell[levels, , drop = FALSE]), cells = compared_pair(one$weights, levels)
  ))
}

#' The two groups that a sum compares, the one that counts positively first; NULL where it has more.
compared_pair <- function(weights, levels) {
  weighed <- which(abs(weights) > SUM_ROUNDING)
  if (length(weighed) == 2L) levels[weighed[order(-weights[weighed])]]
}

#' For two factors: what the first does within each level of the second, and by how much that differs from what it does in the first level.
crossed_differences <- function(levels, others, of_cell) {
  within <- function(level, other) {
    list(
      name = sprintf("%s \u2212 %s | %s", level, levels[[1L]], other), effect = "simple",
      contrast = of_cell[cell_names(level, other), ] - of_cell[cell_names(levels[[1L]], other), ],
      cells = cell_names(c(level, levels[[1L]]), other)
    )
  }
  between <- function(level, other) {
    here <- within(level, other)
    there <- within(level, others[[1L]])
    list(name = sprintf("(%s) \u2212 (%s)", here$name, there$name), effect = "interaction", contrast = here$contrast - there$contrast)
  }
  over <- function(make, among) unlist(lapply(among, function(other) lapply(levels[-1L], make, other)), recursive = FALSE)
  c(over(between, others[-1L]), over(within, others))
}

#' The design in other coefficients, of which the second is the contrast: each comparison is a coefficient of its own, so that its standard error is
#' exact where values have weights or are missing.
#'
#' @param design Samples x coefficients. @param contrast A number for each of them.
design_of_contrast <- function(design, contrast) {
  others <- t(qr.Q(qr(cbind(contrast)), complete = TRUE)[, -1L, drop = FALSE])
  turned <- rbind(others[1L, ], contrast, others[-1L, , drop = FALSE])
  unname(design %*% solve(turned))
}
