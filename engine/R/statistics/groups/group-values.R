# Values of groups out of a pasted or uploaded table, long or wide, and what their figures and findings say.

#' More groups, or features, cannot be told apart in a figure.
GROUPS_MAX <- 60L
FEATURES_MAX <- 50L
GROUP_HEADINGS <- c("group", "groups", "分组", "组别", "组", "class", "condition", "treatment", "处理", "type", "status", "supp", "dose")
SHOWN_PAIRS <- 10L

#' Values of a table in long form.
#'
#' A long table has a row for each observation: a column of groups and one or several of numbers. A wide table has a column of numbers for
#' each group.
#' @param params `layout` (auto, long, wide), `value_column`, `genes` (further columns of numbers), `group_column`; NULL or empty: found.
#'   `paired`, `pair_column`: see `pairs_of_rows`; of a wide table without that column a row is one subject.
#' @return List: `values` (data frame `feature`, `group`, `name`, `value`, `pair`; missing and infinite values left out), `levels` (names of the
#'   groups in their order), `pairing` (columns that tell pairs), `layout`, `features`, `title` (of the axis of values), `missing`,
#'   `infinite`, `ungrouped` (counts).
read_grouped_values <- function(table, params, job) {
  asked <- unique(c(params$value_column, params$genes))
  given <- params$group_column
  group_column <- if (!is.null(given) || params$layout == "wide") given else find_group_column(table, asked)
  wide <- params$layout == "wide" || (params$layout == "auto" && is.null(group_column))
  if (!wide && is.null(group_column)) {
    stop_input("no_groups", "没有认出分组列。请选一列；若每一列是一组，请把「表的样子」改为宽表", "group_column")
  }
  if (wide) wide_values(table, asked, params, job) else long_values(table, asked, group_column, params, job)
}

#' The column of groups: by its name, else the first of texts with few different ones. NULL where there is none.
find_group_column <- function(table, asked) {
  others <- setdiff(names(table), asked)
  levels <- vapply(table[others], function(column) length(unique(column[!is_missing_cell(column)])), integer(1))
  fits <- others[levels >= 2L & levels <= max(2, min(GROUPS_MAX, nrow(table) / 2))]
  named <- fits[match(GROUP_HEADINGS, tolower(fits), nomatch = 0L)]
  texts <- fits[!vapply(table[fits], is_written_numbers, logical(1))]
  # Of patients at some times the times are the groups: the column of fewer levels, in each of which every patient stands once.
  told_by_other <- vapply(texts, function(column) {
    fewer <- texts[levels[texts] < levels[[column]]]
    any(vapply(fewer, function(other) pairs_up(table[[column]], group_texts(table[[other]])), logical(1)))
  }, logical(1))
  texts <- texts[!told_by_other]
  utils::head(c(named, texts), 1L) |> (\(found) if (length(found) == 0L) NULL else found)()
}

is_missing_cell <- function(column) is.na(column) | trimmed(as.character(column)) %in% MISSING_CELLS

number_columns_of <- function(table, but = character()) {
  Filter(function(column) is_written_numbers(table[[column]]), setdiff(names(table), but))
}

long_values <- function(table, asked, group_column, params, job) {
  if (is.null(table[[group_column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", group_column), "group_column")
  group <- group_texts(table[[group_column]])
  pairing <- pairing_columns(table, group, c(group_column, asked))
  numbers <- if (length(asked) > 0L) asked else number_columns_of(table, c(group_column, pairing, params$pair_column))
  if (length(numbers) == 0L) stop_input("no_values", "表里没有数字列可画。请选数值列，或检查表里的数字", "value_column")
  if (length(numbers) > FEATURES_MAX) stop_input("many_features", sprintf(
    "表里有 %d 个数字列，一张图最多画 %d 个。请在「数值列」里选要画的", length(numbers), FEATURES_MAX
  ), "genes")
  levels <- group_order(table[[group_column]], group)
  subject <- pairs_of_rows(table, group, params, pairing)
  names <- ifelse(nzchar(subject), subject, row_names_of(table, c(group_column, numbers)))
  columns <- lapply(stats::setNames(numbers, numbers), function(column) read_numbers(table, column, "value_column", job))
  values <- data.frame(
    feature = rep(numbers, each = nrow(table)), group = rep(group, length(numbers)), name = rep(names, length(numbers)),
    value = unlist(columns, use.names = FALSE), pair = rep(subject, length(numbers))
  )
  read <- finish_values(values, levels, "long", numbers, if (length(numbers) == 1L) numbers else "", group_column)
  read$pairing <- pairing
  read
}

wide_values <- function(table, asked, params, job) {
  groups <- if (length(asked) > 0L) asked else number_columns_of(table, params$pair_column)
  left <- setdiff(names(table), groups)
  if (length(groups) < 2L) stop_input(
    "no_groups", "宽表里每一列是一组，至少要有两列数字。若每行是一个观测、另有一列写组名，请把「表的样子」改为长表", "layout"
  )
  if (length(groups) > GROUPS_MAX) stop_input("many_groups", sprintf(
    "按宽表读，每一列数字是一组，这里有 %d 列，一张图最多画 %d 组。若这是表达矩阵（每列一个样本），请在文件处先选「表达矩阵」再上传；否则请在「几个基因或指标」里选要画的列",
    length(groups), GROUPS_MAX
  ), "genes")
  columns <- lapply(groups, function(column) read_numbers(table, column, "value_column", job))
  names <- row_names_of(table, groups)
  subject <- if (!params$paired) "" else if (is.null(params$pair_column)) names else pairs_of_rows(table, rep("", nrow(table)), params, character())
  values <- data.frame(
    feature = "", group = rep(groups, each = nrow(table)), name = rep(names, length(groups)), value = unlist(columns),
    pair = rep(subject, length.out = nrow(table) * length(groups))
  )
  read <- finish_values(values, groups, "wide", "", "", NULL)
  # Rows with names of their own that have a value in every column are subjects.
  complete <- Reduce(`&`, lapply(columns, is.finite))
  named <- Filter(function(column) identical(as.character(table[[column]]), names), left)
  empty <- Reduce(`&`, lapply(columns, is.na))
  read$pairing <- if (sum(complete) >= GROUP_TESTED_FROM && all(complete | empty)) named else character()
  read$left_out <- left
  # Columns of different lengths are what a wide table is filled with: blanks at their ends are no missing values.
  read$missing <- 0L
  read
}

finish_values <- function(values, levels, layout, features, title, group_column) {
  grouped <- !is.na(values$group)
  missing <- is.na(values$value)
  kept <- values[grouped & is.finite(values$value), , drop = FALSE]
  if (nrow(kept) == 0L) stop_input("no_values", "没有一行同时有组名和数值。请核对选的列", "value_column")
  rownames(kept) <- NULL
  levels <- levels[levels %in% kept$group]
  if (length(levels) > GROUPS_MAX) stop_input("many_groups", sprintf(
    "「%s」列有 %d 种不同的值，一张图最多画 %d 组。请换一列，或合并一些组", group_column, length(levels), GROUPS_MAX
  ), "group_column")
  list(
    values = kept, levels = levels, layout = layout, features = intersect(features, kept$feature), title = title, group_column = group_column,
    missing = sum(missing & grouped), infinite = sum(is.infinite(values$value) & grouped), ungrouped = sum(!grouped), left_out = character()
  )
}

#' Names of groups as they are written; NA where there is none.
group_texts <- function(column) {
  texts <- if (is.numeric(column)) format_plain(column) else trimmed(as.character(column))
  texts[is_missing_cell(column)] <- NA_character_
  texts
}

format_plain <- function(numbers) vapply(numbers, function(number) format(number, digits = 15, trim = TRUE), "")

#' Numbers rise; texts keep the order in which they come.
group_order <- function(column, texts) {
  seen <- unique(texts[!is.na(texts)])
  if (is.numeric(column)) seen[order(as.numeric(seen))] else seen
}

#' The first column whose values are all different, else the lines.
row_names_of <- function(table, but) {
  for (column in setdiff(names(table), but)) {
    cells <- table[[column]]
    if (!is.numeric(cells) && !any(is_missing_cell(cells)) && !anyDuplicated(cells)) return(as.character(cells))
  }
  sprintf("第 %d 行", seq_len(nrow(table)))
}

# ---- figure ----

#' Boxes, points and brackets of a comparison figure.
#'
#' One feature: its groups along the axis; several: the features, and the groups within them.
#' @param read From `read_grouped_values`. @param tests Of `compare_groups`. @param chosen Pairs that the user chose, or NULL.
group_figure <- function(read, tests, chosen = NULL) {
  points <- read$values[order(match(read$values$feature, read$features), match(read$values$group, read$levels)), , drop = FALSE]
  alone <- length(read$features) == 1L
  overall <- is.na(tests$group_1)
  panel_test <- if (alone) overall_sentence(tests[overall, ]) else ""
  points <- data.frame(
    facet = rep(if (nzchar(panel_test)) read$features else "", nrow(points)),
    label = if (alone) points$group else points$feature, group = points$group, name = points$name, value = points$value, pair = points$pair
  )
  boxes <- group_boxes(points)
  boxes <- cbind(boxes["facet"], facet_test = rep(panel_test, nrow(boxes)), boxes[-1L])
  shown <- tests[!is.na(tests$p), , drop = FALSE]
  pair <- !is.na(shown$group_1)
  within <- stats::ave(shown$padj + ifelse(pair, 0, 2), shown$feature, FUN = function(p) rank(p, ties.method = "first"))
  several <- length(read$levels) > 3L
  usual <- if (!is.null(chosen)) pair else if (alone) pair & (!several | (shown$padj < ASSUMED_AT & within <= SHOWN_PAIRS)) else
    !pair | !shown$feature %in% shown$feature[!pair] & length(read$levels) == 2L
  ends <- function(row, which) {
    if (pair[[row]]) return(shown[[which]][[row]])
    # A test of all groups spans them as the figure has them.
    own <- figure_ordered(unique(points$group[points$label == shown$feature[[row]]]))
    if (which == "group_1") own[[1L]] else own[[length(own)]]
  }
  drawn <- if (alone) which(pair) else seq_len(nrow(shown))
  notes <- data.frame(
    facet = if (alone) rep(points$facet[[1L]], length(drawn)) else rep("", length(drawn)),
    label = if (alone) rep("", length(drawn)) else shown$feature[drawn],
    group = vapply(drawn, ends, "", "group_1"), other = vapply(drawn, ends, "", "group_2"), p = shown$padj[drawn],
    text = as.character(ifelse(usual[drawn], p_stars(shown$padj[drawn]), ""))
  )
  list(boxes = boxes, points = points, notes = notes)
}

#' Names of groups in the order in which figures show them (`groupsOf` of the figures): B2 comes before B10.
figure_ordered <- function(names) {
  keys <- enc2utf8(names)
  digits <- gregexpr("[0-9]+", keys)
  regmatches(keys, digits) <- lapply(regmatches(keys, digits), function(part) paste0(strrep("0", pmax(0L, 12L - nchar(part))), part))
  names[order(keys, method = "radix")]
}

#' What a panel calls the overall tests of `GROUP_TESTS`.
OVERALL_WORDS <- c(kruskal = "Kruskal–Wallis", friedman = "Friedman", anova = "ANOVA", welch_anova = "Welch ANOVA")

#' The overall test of a figure's only panel; "" where there is none.
overall_sentence <- function(overall) {
  overall <- overall[!is.na(overall$p), , drop = FALSE]
  if (nrow(overall) == 0L) return("")
  paste(OVERALL_WORDS[[overall$test]], p_sentence(overall$p))
}

# ---- what is said ----

#' How the table was read, and what was left out of it.
tell_reading <- function(read, params, job) {
  long <- read$layout == "long"
  other <- if (params$layout != "auto") NULL else if (long) list(label = "按宽表读", parameters = list(layout = "wide")) else
    list(label = "按长表读", parameters = list(layout = "long"))
  job$finding("passed", "layout", if (long) told(
    "按长表读：每行一个观测，「%s」是组名，数值是%s", "Read as a long table of one observation per row: groups in “%s”, values in %s",
    read$group_column, told_quoted(read$features)
  ) else told(
    "按宽表读：每一列数字是一组，共 %d 组：%s", "Read as a wide table, each column of numbers a group; %d groups: %s",
    length(read$levels), told_names(read$levels)
  ), fix = other)
  tell_values_left_out(read, "value_column", job)
  if (read$ungrouped > 0L) job$finding("note", "ungrouped", told(
    "有 %s 行没有组名，没有用", "%s rows had no group: not used", format_count(read$ungrouped)
  ), field = "group_column")
  if (length(read$left_out) > 0L) job$finding("note", "left_out", told(
    "这几列不是数字，没有当作组：%s", "Columns that hold no numbers were not taken for groups: %s", told_names(read$left_out)
  ))
}

#' @param read `missing` and `infinite` count values that are neither drawn nor tested.
tell_values_left_out <- function(read, field, job) {
  if (read$missing > 0L) job$finding("note", "missing", told(
    "有 %s 个数值是空的，没有画，也没有参与检验", "%s missing values were neither drawn nor tested", format_count(read$missing)
  ), field = field)
  if (read$infinite > 0L) job$finding("note", "infinite", told(
    "有 %s 个数值是无穷大，画不出，也没有参与检验", "%s infinite values were neither drawn nor tested", format_count(read$infinite)
  ), field = field)
}

#' The first of some names, each in quotes. @param before Of each name: what stands ahead of its quotes.
told_quoted <- function(names, before = "") {
  told(list_names(unique(sprintf("%s「%s」", before, names))), told_names(unique(sprintf("%s“%s”", before, names)))$en)
}

#' Groups that are too small, and assumptions that do not hold, each with the alternative.
#'
#' @param parametric,unequal Method to propose where values are not normal, and where variances differ; NULL: none.
tell_assumptions <- function(compared, method, alternatives, job) {
  groups <- compared$groups
  small <- groups[groups$n < GROUP_TESTED_FROM, , drop = FALSE]
  if (nrow(small) > 0L) {
    job$finding("should", "not_tested", told(
      "不足 %d 个数值的组只画点，没有检验：%s", "Groups of fewer than %d values are shown as points and were not tested: %s",
      GROUP_TESTED_FROM, group_names(small)
    ))
  }
  few <- groups[groups$n < GROUP_BOXED_FROM & groups$n >= GROUP_TESTED_FROM, , drop = FALSE]
  if (nrow(few) > 0L) {
    job$finding("note", "few_values", told(
      "不足 %d 个数值的组画点不画箱，四分位数看不出来：%s", "Groups of fewer than %d values, which show no quartiles, have points and no box: %s",
      GROUP_BOXED_FROM, group_names(few)
    ))
  }
  flat <- compared$tests[compared$tests$note %in% c("constant", "constant_within"), , drop = FALSE]
  if (nrow(flat) > 0L) {
    job$finding("should", "constant", told(
      "有 %s 次比较没有做：组里的数值全部相同", "%s comparisons were not made: all values of the groups are equal", format_count(nrow(flat))
    ))
  }
  if (GROUP_METHODS[[method]]$normal) tell_normality(compared$assumptions, method, alternatives, job)
  else tell_smallest_wilcoxon(compared, alternatives, job)
}

group_names <- function(rows) told_quoted(rows$group, ifelse(rows$feature == "", "", paste0(rows$feature, " ")))

tell_normality <- function(assumptions, method, alternatives, job) {
  far <- assumptions[assumptions$assumption != "equal" & !is.na(assumptions$p) & assumptions$p < ASSUMED_AT, , drop = FALSE]
  if (nrow(far) > 0L) {
    job$finding("should", "not_normal", told(
      "数值偏离正态（Shapiro–Wilk P < 0.05）：%s。%s", "Values depart from a normal distribution (Shapiro–Wilk P < 0.05): %s. %s",
      group_names(far), METHOD_WORDS[[method]]
    ), detail = told(
      "每组几十个以上时影响不大；组小、偏得多时用秩检验更稳。看过 P 再换检验会增加假阳性，请按设计时定的报告",
      c(
        "With some dozens of values per group that matters little; in small groups far from normal a rank test is safer.",
        "A test that is changed after seeing P adds false positives: report the one that was planned"
      )
    ),
      field = "method", fix = list(label = "改用秩检验", parameters = list(method = alternatives$rank)))
  }
  uneven <- assumptions[assumptions$assumption == "equal" & !is.na(assumptions$p) & assumptions$p < ASSUMED_AT, , drop = FALSE]
  if (nrow(uneven) == 0L || method != "anova") {
    if (nrow(far) == 0L) tell_near_normal(assumptions, method, job)
    return(invisible())
  }
  job$finding("should", "unequal_variances", told(
    "各组方差不等（Brown–Forsythe P = %s），方差分析假定它们相等",
    "Variances of the groups differ (Brown–Forsythe P = %s); analysis of variance assumes equal ones", p_digits(min(uneven$p))
  ), field = "method", fix = list(label = "改用 Welch 方差分析", parameters = list(method = "welch_anova")))
}

#' Where enough values let it be seen that nothing is far from normal.
tell_near_normal <- function(assumptions, method, job) {
  normal <- assumptions[assumptions$assumption != "equal", , drop = FALSE]
  few <- normal[normal$n < NORMAL_FROM, , drop = FALSE]
  if (nrow(normal) == 0L) return(invisible())
  if (nrow(few) > 0L) return(job$finding("note", "normality_unseen", told(
    "不足 %d 个数值，看不出是否近似正态：%s。%s", "Fewer than %d values do not show if they are near a normal distribution: %s. %s",
    NORMAL_FROM, group_names(few), METHOD_WORDS[[method]]
  ), field = "method"))
  paired <- any(normal$assumption == "normal_difference")
  job$finding("passed", "assumptions", if (paired) told(
    "每对之差近似正态（Shapiro–Wilk）", "Differences within pairs are near a normal distribution (Shapiro–Wilk)"
  ) else if (method == "anova") told(
    "各组近似正态（Shapiro–Wilk），方差相近（Brown–Forsythe）",
    "Groups are near a normal distribution (Shapiro–Wilk) and their variances alike (Brown–Forsythe)"
  ) else told(
    "各组近似正态（Shapiro–Wilk）；Welch 的检验不要求方差相等",
    "Groups are near a normal distribution (Shapiro–Wilk); Welch’s test does not ask for equal variances"
  ), field = "method")
}

METHOD_WORDS <- list(
  t = told("t 检验假定每组近似正态", "The t test assumes groups near a normal distribution"),
  anova = told("方差分析假定每组近似正态", "Analysis of variance assumes groups near a normal distribution"),
  welch_anova = told("Welch 方差分析假定每组近似正态", "Welch’s analysis of variance assumes groups near a normal distribution")
)

#' Where even groups that do not overlap cannot reach 0.05.
tell_smallest_wilcoxon <- function(compared, alternatives, job) {
  tests <- compared$tests
  pairs <- tests[tests$test %in% c(RANK_SUM_TESTS, SIGNED_RANK_TESTS) & !is.na(tests$p), , drop = FALSE]
  paired <- pairs$test %in% SIGNED_RANK_TESTS
  least <- ifelse(paired, 2 / 2^pairs$n_1, 2 / choose(pairs$n_1 + pairs$n_2, pairs$n_1))
  worst <- utils::head(which(least >= ASSUMED_AT), 1L)
  if (length(worst) == 0L) return(invisible())
  many <- if (paired[[worst]]) told("%d 对", "%d pairs of", pairs$n_1[[worst]]) else
    told("每组 %d 个和 %d 个", "%d and %d", pairs$n_1[[worst]], pairs$n_2[[worst]])
  job$finding("should", "cannot_reach", told(
    "%s数值时，Wilcoxon 检验的 P 最小是 %s，再大的差别也到不了 0.05",
    "With %s values the smallest P of a Wilcoxon test is %s: no difference, however large, reaches 0.05",
    many, p_digits(least[[worst]])
  ), detail = told(
    "要么补充样本，要么（设计时就打算用的话）改用 t 检验，它假定数值近似正态，这么少的数值验证不了",
    "Add samples, or use a t test if it was planned; it assumes values near a normal distribution, which so few cannot show"
  ),
  field = "method", fix = if (!is.null(alternatives$mean)) list(label = "改用 t 检验", parameters = list(method = alternatives$mean)))
}

#' Facts of a comparison, for texts.
compared_group_facts <- function(read, compared) {
  tests <- compared$tests
  overall <- is.na(tests$group_1)
  main <- if (any(overall)) tests[overall, , drop = FALSE] else tests
  done <- main[!is.na(main$padj), , drop = FALSE]
  first <- utils::head(done[order(done$padj, done$p), ], 1L)
  one <- nrow(tests) == 1L && nrow(done) == 1L
  paired <- any(tests$test %in% PAIRED_TESTS)
  list(
    n_values = nrow(read$values), features = length(read$features), groups = length(read$levels), tests = sum(!is.na(tests$p)),
    compared = nrow(done) > 0L, significant = any(tests$padj < ASSUMED_AT, na.rm = TRUE), significant_n = sum(tests$padj < ASSUMED_AT, na.rm = TRUE),
    single = one, first_what = test_subject(first), first_test = code_words(first$test, GROUP_TESTS), first_p = first$p, first_padj = first$padj,
    first_effect_name = first$effect_name, first_effect = first$effect, first_low = first$effect_low, first_high = first$effect_high,
    first_shift_name = first$difference_name, first_shift = first$difference,
    first_shift_low = first$difference_low, first_shift_high = first$difference_high,
    is_paired = paired,
    n_pairs = if (paired) max(c(tests$n_1[!is.na(tests$p)], 0L)),
    test_word = paste(GROUP_TESTS[unique(tests$test[!is.na(tests$p)])], collapse = "、"), correction_word = correction_words(tests),
    boxed_from = GROUP_BOXED_FROM, is_long = read$layout == "long", value_title = read$title
  )
}

#' Codes of `GROUP_TESTS`.
RANK_SUM_TESTS <- c("rank_sum_exact", "rank_sum_normal")
SIGNED_RANK_TESTS <- c("signed_rank_exact", "signed_rank_normal")
PAIRED_TESTS <- c(SIGNED_RANK_TESTS, "paired_t", "friedman")

#' How P was adjusted, of overall tests and of pairs.
correction_words <- function(tests) {
  overall <- is.na(tests$group_1)
  of <- function(rows) paste(unique(tests$correction[rows]), collapse = "、")
  if (!any(overall) || all(overall)) return(of(TRUE))
  sprintf("总的检验 %s，两两比较 %s", of(overall), of(!overall))
}

test_subject <- function(row) {
  if (nrow(row) == 0L) return(NULL)
  groups <- if (is.na(row$group_1)) "各组之间" else sprintf("%s 对 %s", row$group_1, row$group_2)
  trimmed(paste(row$feature, groups))
}

#' Pairs of groups out of a list of texts, two each. @section Errors: `stop_input` for a group that is not there.
chosen_pairs <- function(texts, levels, field) {
  if (length(texts) == 0L) return(NULL)
  absent <- setdiff(texts, levels)
  if (length(absent) > 0L) {
    stop_input("unknown_group", sprintf("要比较的组里有表中没有的：%s。表里的组：%s", list_names(absent), list_names(levels, 12L)), field)
  }
  pairs <- unname(split(as.character(texts), rep(seq_len(length(texts) / 2L), each = 2L)))
  same <- vapply(pairs, function(pair) pair[[1L]] == pair[[2L]], logical(1))
  if (any(same)) stop_input("same_group", sprintf("「%s」不能和自己比较。请改选", pairs[same][[1L]][[1L]]), field)
  pairs[!duplicated(lapply(pairs, sort))]
}
