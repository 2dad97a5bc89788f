# Values of the same subject in several groups: which column tells them, and the tests of pairs.

#' What each method of `GROUP_METHODS` becomes of pairs; those that are not here know none.
PAIRED_METHODS <- list(
  wilcoxon = list(overall = NULL, pair = "signed_rank", normal = FALSE),
  kruskal = list(overall = "friedman", pair = "signed_rank", normal = FALSE),
  t = list(overall = NULL, pair = "paired_t", normal = TRUE)
)
#' A column of texts tells pairs where this share of its values stand in every group.
PAIRED_SHARE <- 0.8

# ---- who is who ----

#' Columns whose values stand once in each group, as numbers of patients do.
#'
#' @param group Of each row; NA: none. @param but Columns that are none of them.
pairing_columns <- function(table, group, but) {
  Filter(function(column) pairs_up(table[[column]], group), setdiff(names(table), but))
}

pairs_up <- function(cells, group) {
  known <- !is_missing_cell(cells) & !is.na(group) & nzchar(group)
  texts <- group_texts(cells)[known]
  levels <- length(unique(group[known]))
  if (levels < 2L || anyDuplicated(data.frame(texts, group[known])) > 0L) return(FALSE)
  everywhere <- table(texts) == levels
  numbers <- is_written_numbers(cells)
  # A measurement has decimals or repeats; numbers of subjects are whole, and the same in every group.
  if (numbers && any(written_numbers(texts) %% 1 != 0, na.rm = TRUE)) return(FALSE)
  sum(everywhere) >= GROUP_TESTED_FROM && mean(everywhere) >= (if (numbers) 1 else PAIRED_SHARE)
}

#' The subject of each row.
#'
#' @param params `paired`, `pair_column` (NULL: found). @param found Of `pairing_columns`. @return Texts, "" of all where pairs were not asked for.
#' @section Errors: `stop_input` without a column of subjects, or where one stands twice in a group.
pairs_of_rows <- function(table, group, params, found) {
  if (!params$paired) return(rep("", nrow(table)))
  column <- if (is.null(params$pair_column)) utils::head(found, 1L) else params$pair_column
  if (length(column) == 0L) stop_input("no_pairs", paste0(
    "没有一列的值在每组各出现一次，不知道谁与谁配对。请在「配对列」选写着对象编号（如患者、动物）的一列，同一个对象在各组写同一个编号；",
    "若不是同一个对象测了几次，请关掉「配对」"
  ), "pair_column")
  if (is.null(table[[column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择配对列", column), "pair_column")
  subject <- group_texts(table[[column]])
  subject[is.na(subject)] <- ""
  known <- nzchar(subject) & !is.na(group) & nzchar(group)
  twice <- known & duplicated(data.frame(subject, group))
  if (any(twice)) stop_input("repeated_pairs", sprintf(
    "「%s」列的「%s」在「%s」组里出现了不止一次，不知道该配哪一个。请每个对象每组只留一行，或换一列",
    column, subject[twice][[1L]], group[twice][[1L]]
  ), "pair_column")
  subject
}

#' Analyses of variance of pairs are not offered.
refuse_unpaired_method <- function(params) {
  if (params$paired && is.null(PAIRED_METHODS[[params$method]])) stop_input("no_paired_method", paste0(
    "配对的数据不能用方差分析：它把同一个对象的几个数值当作彼此无关。请把「检验」改为 Wilcoxon、t 检验或 Kruskal–Wallis",
    "（配对时分别是符号秩检验、配对 t 检验和 Friedman 检验），或关掉「配对」"
  ), "method")
}

#' Say that a column tells pairs and that the groups are compared as if they were not, or which subjects are incomplete.
tell_subjects <- function(read, params, job) {
  if (!params$paired) {
    if (length(read$pairing) > 0L) job$finding("should", "pairs_there", told(
      "「%s」列的值在每组各出现一次，像是同一个对象测了几次。现在按各组独立来比，P 是错的；若是配对的数据，请打开「配对」",
      "Each value of “%s” stands once in every group, as of subjects measured several times. If so, P of independent groups is wrong: compare pairs",
      read$pairing[[1L]]
    ), field = "paired", fix = list(
      label = "按配对检验", parameters = list(paired = TRUE, pair_column = if (read$layout == "wide") NULL else read$pairing[[1L]])
    ))
    return(invisible())
  }
  own <- read$values[nzchar(read$values$pair), , drop = FALSE]
  lone <- sum(vapply(split(own, own$feature), function(one) sum(table(one$pair) < length(read$levels)), numeric(1)))
  if (lone > 0L) job$finding("note", "pairs_incomplete", told(
    "有 %s 个对象不是每组都有数值：照样画，比较两组时只用两组都有的对象",
    "Subjects without a value in every group (%s) are drawn; two groups are compared in those who have both", format_count(lone)
  ), field = "pair_column")
  without <- sum(!nzchar(read$values$pair))
  if (without > 0L) job$finding("note", "pairs_unnamed", told(
    "有 %s 个数值没有写是哪个对象，只画点，不参与检验", "%s values had no subject: drawn as points, not tested", format_count(without)
  ), field = "pair_column")
}

# ---- tests ----

#' Values of those who are in both, in one order. @param x,y Numbers named by subject.
both_of <- function(x, y) {
  both <- intersect(names(x), names(y))
  list(x = unname(x[both]), y = unname(y[both]))
}

#' `wilcox.test(paired = TRUE)`: exact below 50 differences without ties and zeros. The difference is the median of all means of two
#' differences (Hodges and Lehmann), the effect the matched rank-biserial correlation (Kerby 2014).
signed_rank_row <- function(x, y, row) {
  d <- x - y
  if (all(d == 0)) return(row(note = "same_pairs"))
  test <- suppressWarnings(stats::wilcox.test(d))
  shift <- tryCatch(suppressWarnings(stats::wilcox.test(d, conf.int = TRUE)), error = function(condition) NULL)
  exact <- grepl("exact", test$method, fixed = TRUE)
  moved <- d[d != 0]
  ranks <- rank(abs(moved))
  row(
    test = if (exact) "signed_rank_exact" else "signed_rank_normal", statistic_name = "V", statistic = unname(test$statistic),
    # The normal distribution goes below what the signs allow.
    p = max(test$p.value, 2 / 2^length(moved)), difference_name = "每对之差（Hodges–Lehmann）",
    difference = if (is.null(shift)) NA_real_ else unname(shift$estimate), difference_low = if (is.null(shift)) NA_real_ else shift$conf.int[[1L]],
    difference_high = if (is.null(shift)) NA_real_ else shift$conf.int[[2L]], effect_name = "配对的秩二列相关 r",
    effect = sum(ranks * sign(moved)) / sum(ranks),
    note = if (any(d == 0)) "zero_differences" else if (!exact && anyDuplicated(abs(d))) "tied_differences" else "none"
  )
}

#' `t.test(paired = TRUE)`; the effect is the mean difference in its own standard deviations, its interval by the noncentral t.
paired_t_row <- function(x, y, row) {
  d <- x - y
  n <- length(d)
  if (stats::sd(d) <= 1e-12 * max(abs(d), 1e-300)) return(row(note = "same_differences"))
  test <- stats::t.test(d)
  correction <- exp(lgamma((n - 1) / 2) - log(sqrt((n - 1) / 2)) - lgamma((n - 2) / 2))
  ends <- noncentral_t(unname(test$statistic), n - 1) / sqrt(n)
  row(
    test = "paired_t", statistic_name = "t", statistic = unname(test$statistic), df = degrees_word(test$parameter), p = test$p.value,
    difference_name = "差的均数", difference = mean(d), difference_low = test$conf.int[[1L]], difference_high = test$conf.int[[2L]],
    effect_name = "Hedges' g（每对之差）", effect = mean(d) / stats::sd(d) * correction, effect_low = ends[[1L]] * correction,
    effect_high = ends[[2L]] * correction
  )
}

#' `friedman.test` on those who are in every group; the effect is Kendall's W.
friedman_row <- function(feature, tested) {
  everywhere <- Reduce(intersect, lapply(tested, names))
  blocks <- vapply(tested, function(part) unname(part[everywhere]), numeric(length(everywhere)))
  row <- function(...) test_row_of(feature, NA_character_, "", length(everywhere), NA_integer_, ...)
  if (length(everywhere) < GROUP_TESTED_FROM) return(row(note = "few_everywhere"))
  test <- stats::friedman.test(blocks)
  if (is.na(test$p.value)) return(row(note = "constant"))
  row(
    test = "friedman", statistic_name = "χ²", statistic = unname(test$statistic), df = degrees_word(test$parameter), p = test$p.value,
    effect_name = "Kendall's W", effect = unname(test$statistic) / (length(everywhere) * (ncol(blocks) - 1))
  )
}

#' Shapiro and Wilk's test of the differences, which is what the paired t test assumes to be normal.
paired_assumptions <- function(feature, parts) {
  tested <- parts[tested_groups(parts)]
  if (length(tested) < 2L) return(NO_ASSUMPTIONS)
  do.call(rbind, utils::combn(names(tested), 2L, simplify = FALSE, FUN = function(pair) {
    both <- both_of(tested[[pair[[1L]]]], tested[[pair[[2L]]]])
    normality_row(feature, sprintf("%s − %s", pair[[1L]], pair[[2L]]), both$x - both$y, "normal_difference")
  }))
}
