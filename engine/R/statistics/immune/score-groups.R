# Scores or shares of cell types compared between groups of samples, and as tables of figures.

#' Fewer samples of a group are drawn, not tested.
SCORED_FROM <- 3L
ALL_SAMPLES <- "全部样本"

#' The group of each sample.
#'
#' @param groups Data frame `sample`, `group`, or NULL. @param samples Names in order.
#' @return Character vector by sample; "" for a sample without one, NA where there are no groups at all.
groups_of_samples <- function(groups, samples, field) {
  if (is.null(groups)) return(stats::setNames(rep(NA_character_, length(samples)), samples))
  names <- as_written(groups$sample, samples)
  absent <- setdiff(names, samples)
  if (length(absent) > 0L) stop_input("unknown_samples", sprintf(
    "分组表里有 %s 个样本在矩阵中找不到：%s。请检查写法", format_count(length(absent)), list_names(absent)
  ), field)
  repeated <- unique(names[duplicated(names)])
  if (length(repeated) > 0L) {
    stop_input("repeated_samples", sprintf("分组表里样本 %s 出现了不止一次。请每个样本只留一行", list_names(repeated)), field)
  }
  group <- as.character(groups$group)[match(samples, names)]
  group[is.na(group)] <- ""
  if (length(setdiff(group, "")) < 2L) {
    stop_input("one_group", "分组表里只有一组，至少要有两组才能比较。请核对分组表，或关掉「比较各组」", field)
  }
  stats::setNames(group, samples)
}

no_score_tests <- function() {
  data.frame(
    type = character(), group_1 = character(), group_2 = character(), n_1 = integer(), n_2 = integer(), median_1 = numeric(), median_2 = numeric(),
    difference = numeric(), test = character(), statistic = numeric(), p = numeric(), padj = numeric(), effect_name = character(), effect = numeric()
  )
}

#' Wilcoxon's test of each two groups, and before it of three or more the Kruskal-Wallis test of all, type by type.
#'
#' P of either sort of test is adjusted (BH) over all types and pairs of that sort.
#'
#' @param scores Types × samples. @param group Character vector by sample; "" takes no part.
#' @return Data frame as `no_score_tests`; `group_1` of a test of all groups is NA (see `score_test_table`); `effect` is the rank-biserial
#'   correlation, positive where the first group is higher, or epsilon squared.
score_tests <- function(scores, group) {
  levels <- names(which(table(group[nzchar(group)]) >= SCORED_FROM))
  if (length(levels) < 2L) return(no_score_tests())
  pairs <- utils::combn(levels, 2L, simplify = FALSE)
  rows <- lapply(rownames(scores), function(type) {
    values <- scores[type, ]
    whole <- if (length(levels) > 2L) whole_test(type, values, group, levels)
    rbind(whole, do.call(rbind, lapply(pairs, function(pair) pair_test(type, values, group, pair))))
  })
  table <- rbind(no_score_tests(), do.call(rbind, rows))
  whole <- is.na(table$group_1)
  table$padj[whole] <- stats::p.adjust(table$p[whole], "BH")
  table$padj[!whole] <- stats::p.adjust(table$p[!whole], "BH")
  table
}

#' The tests as the table that is shown.
score_test_table <- function(tests) {
  tests$group_1 <- groups_told(tests$group_1)
  tests
}

pair_test <- function(type, values, group, pair) {
  parts <- lapply(pair, function(level) unname(values[group == level & !is.na(values)]))
  n <- lengths(parts)
  middle <- vapply(parts, function(part) if (length(part) == 0L) NA_real_ else stats::median(part), numeric(1))
  tested <- min(n) >= SCORED_FROM && length(unique(unlist(parts))) > 1L
  test <- if (tested) suppressWarnings(stats::wilcox.test(parts[[1L]], parts[[2L]])) else list(statistic = NA_real_, p.value = NA_real_)
  data.frame(
    type = type, group_1 = pair[[1L]], group_2 = pair[[2L]], n_1 = n[[1L]], n_2 = n[[2L]], median_1 = middle[[1L]], median_2 = middle[[2L]],
    difference = middle[[1L]] - middle[[2L]],
    test = if (tested) "Wilcoxon 秩和检验" else "未检验", statistic = unname(test$statistic), p = test$p.value, padj = NA_real_, row.names = NULL,
    effect_name = "秩二列相关 r", effect = unname(2 * test$statistic / prod(n) - 1)
  )
}

whole_test <- function(type, values, group, levels) {
  own <- group %in% levels & !is.na(values)
  tested <- length(unique(values[own])) > 1L
  test <- if (tested) stats::kruskal.test(values[own], factor(group[own], levels)) else list(statistic = NA_real_, p.value = NA_real_)
  data.frame(
    type = type, group_1 = NA_character_, group_2 = "", n_1 = sum(own), n_2 = NA_integer_, median_1 = stats::median(values[own]), median_2 = NA_real_,
    difference = NA_real_, test = if (tested) "Kruskal–Wallis 检验" else "未检验", statistic = unname(test$statistic), p = test$p.value,
    padj = NA_real_, effect_name = "ε²", effect = unname(test$statistic) / (sum(own) - 1)
  )
}

#' Boxes, points and words of a comparison figure: the types beside each other, the groups within.
#'
#' @param scores Types × samples; no rows: empty tables. @param tests From `score_tests`.
score_figure <- function(scores, group, tests) {
  kept <- nzchar(group)
  rows <- expand.grid(sample = which(kept), type = seq_len(nrow(scores)))
  points <- data.frame(
    facet = rep("", nrow(rows)), label = rownames(scores)[rows$type], name = colnames(scores)[rows$sample], value = scores[cbind(rows$type,
    rows$sample)],
    group = drawn_group(group)[rows$sample]
  )
  points <- plain_rows(points[!is.na(points$value), , drop = FALSE])
  if (nrow(points) == 0L) return(no_score_figure())
  boxes <- group_boxes(points)
  main <- main_tests(tests)
  main <- main[main$type %in% points$label & !is.na(main$padj), , drop = FALSE]
  of_type <- function(type) boxes$group[boxes$label == type]
  # A test of all groups stands over the first and the last of them.
  whole <- is.na(main$group_1)
  first <- vapply(main$type, function(type) utils::head(of_type(type), 1L), character(1), USE.NAMES = FALSE)
  last <- vapply(main$type, function(type) utils::tail(of_type(type), 1L), character(1), USE.NAMES = FALSE)
  notes <- data.frame(
    label = main$type, group = as.character(ifelse(whole, first, main$group_1)), other = as.character(ifelse(whole, last, main$group_2)),
    p = main$padj,
    text = as.character(p_stars(main$padj))
  )
  list(
    boxes = boxes[c("label", "group", "n", "low", "q1", "median", "q3", "high")], points = points[c("label", "group", "name", "value")],
    notes = plain_rows(notes)
  )
}

no_score_figure <- function() {
  list(
    boxes = data.frame(
      label = character(), group = character(), n = integer(), low = numeric(), q1 = numeric(), median = numeric(), q3 = numeric(), high = numeric()
    ),
    points = data.frame(label = character(), group = character(), name = character(), value = numeric()),
    notes = data.frame(label = character(), group = character(), other = character(), p = numeric(), text = character())
  )
}

#' Those of all groups where there are any, else those of pairs.
main_tests <- function(tests) if (anyNA(tests$group_1)) tests[is.na(tests$group_1), ] else tests

#' The group of each sample, "" where it has none or there are no groups at all. @param group See `groups_of_samples`.
group_or_none <- function(group) replace(group, is.na(group), "")

#' What figures call the group of each sample. @param group See `groups_of_samples`.
drawn_group <- function(group) unname(replace(group, is.na(group), ALL_SAMPLES))

#' What a result says of a comparison, for its texts.
score_test_facts <- function(tests, group) {
  main <- main_tests(tests)
  done <- main[!is.na(main$padj), , drop = FALSE]
  first <- utils::head(done[order(done$padj, done$p, done$type), ], 1L)
  sizes <- table(group[nzchar(group)])
  list(
    compared = nrow(done) > 0L, groups = length(sizes), group_names = if (length(sizes) > 0L) paste(names(sizes), collapse = "、"),
    group_counts = if (length(sizes) > 0L) paste(format_count(as.integer(sizes)), collapse = "、"), tested_types = nrow(done),
    significant_n = sum(done$padj < 0.05),
    first_type = first$type, first_padj = first$padj, first_effect = first$effect, first_effect_name = first$effect_name, test_word = first$test
  )
}

#' Said where groups were asked to be compared and some could not be.
tell_small_groups <- function(group, field, job) {
  sizes <- table(group[nzchar(group)])
  small <- names(sizes)[sizes < SCORED_FROM]
  if (length(small) > 0L) {
    job$finding("should", "small_groups", told(
      "不足 %d 个样本的组只画图，不检验%s", "Groups of fewer than %d samples are drawn and not tested%s", SCORED_FROM,
      told(paste0("：", list_names(small)), "")
    ), field = field)
  }
  none <- sum(!nzchar(group))
  if (none > 0L) job$finding("note", "ungrouped", told(
    "有 %s 个样本不在分组表里，没有参与比较", "%s samples are not in the table of groups and were not compared", format_count(none)
  ), field = field)
}

#' A heatmap of types × samples by z, and one of the correlations between types, as tables; of fewer than two that vary there is none.
score_heatmaps <- function(scores, group) {
  spread <- matrixStats::rowSds(scores)
  shown <- scores[is.finite(spread) & spread > 1e-12, , drop = FALSE]
  if (ncol(scores) < 3L || nrow(shown) < 2L) shown <- shown[0L, , drop = FALSE]
  heat <- clustered_heatmap(shown, matrixStats::rowSds(shown), colMeans(scores), unname(group), "type")
  r <- if (nrow(shown) > 0L) stats::cor(t(shown), method = "spearman") else matrix(0, 0L, 0L)
  if (nrow(shown) == 0L) {
    heat$heatmap <- data.frame(type = character())
    # Of no sample at all the matrix has no names either.
    if (ncol(scores) == 0L) heat$heatmap_samples <- data.frame(sample = character(), group = character())
    square <- list(
      cells = data.frame(sample = character()), samples = data.frame(sample = character(), group = character()), tree = heat$heatmap_tree[0L, ],
      scale = data.frame(title = character(), low = numeric(), high = numeric(), middle = numeric())
    )
  } else square <- square_heatmap(r, stats::as.dist(1 - r), rep("", nrow(r)), "Spearman ρ", 0)
  if (nrow(shown) > 0L) square$scale[c("low", "high")] <- list(-1, 1)
  c(heat, list(correlation = square$cells, correlation_tree = square$tree, correlation_scale = square$scale))
}

#' Pairs of types by Spearman's correlation, P adjusted over all pairs.
type_correlations <- function(scores) {
  none <- data.frame(type_1 = character(), type_2 = character(), n = integer(), rho = numeric(), p = numeric(), padj = numeric())
  spread <- matrixStats::rowSds(scores)
  scores <- scores[is.finite(spread) & spread > 1e-12, , drop = FALSE]
  if (nrow(scores) < 2L || ncol(scores) < 4L) return(none)
  pairs <- utils::combn(nrow(scores), 2L)
  table <- do.call(rbind, lapply(seq_len(ncol(pairs)), function(i) {
    test <- rank_correlation_test(scores[pairs[1L, i], ], scores[pairs[2L, i], ])
    data.frame(
      type_1 = rownames(scores)[[pairs[1L, i]]], type_2 = rownames(scores)[[pairs[2L, i]]], n = ncol(scores), rho = test$estimate,
      p = test$p
    )
  }))
  table$padj <- stats::p.adjust(table$p, "BH")
  plain_rows(table[order(table$p, table$type_1, table$type_2, method = "radix"), , drop = FALSE])
}

#' What legends say of the heatmaps. @param scores Types × samples that are drawn. @param correlations From `type_correlations`.
score_heatmap_facts <- function(scores, correlations) {
  list(drawn_samples = ncol(scores), type_pairs = nrow(correlations), type_pairs_found = sum(correlations$padj < 0.05))
}
