# The table of characteristics that papers begin with: every column described in each group by its kind, tested, and compared by standardised
# mean differences.

BASELINE_GROUPS_MAX <- 8L
#' From here on groups are told to differ (Austin 2009).
BASELINE_SMD <- 0.1
BASELINE_P <- 0.05
BASELINE_MISSING_SHARE <- 0.2

#' @param inputs `patients`: data frame, a row for each patient. @param params,job See the declaration.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("认出各列", 0.1)
  table <- inputs$patients
  if (nrow(table) == 0L) stop_input("no_rows", "表里没有一行数据。请核对粘贴的内容", "table")
  groups <- baseline_groups(table, params, job)
  columns <- baseline_columns(table[groups$rows, , drop = FALSE], groups, params, job)
  described <- Filter(function(column) is.null(column$left), columns)
  if (length(described) == 0L) stop_input(
    "nothing_to_describe", "没有一列可以描述：编号、姓名、日期和种类太多的文字不能描述。请在「要描述的列」里选数值或类别的列", "variables"
  )
  job$checked("columns_read", told("可以描述的有 %s 列", "%s columns can be described", format_count(length(described))), "variables")
  job$step("描述和检验", 0.4)
  described <- lapply(described, baseline_described, groups = groups, params = params)
  tell_baseline(described, columns, groups, job)
  job$facts(baseline_facts(described, columns, groups, params))
  list(
    baseline = baseline_shown(described, groups), tests = baseline_tests(described), numbers = baseline_numbers(described, groups),
    left_out = baseline_left_out(columns), balance = baseline_balance(described), balance_lines = BASELINE_LINES
  )
}

# ---- groups ----

#' The patients that are compared, and their groups. @return List: `column` (NULL: none), `rows` (which of the table), `of` (factor).
baseline_groups <- function(table, params, job) {
  column <- if (params$grouping == "column") params$group_column
  if (is.null(column)) {
    if (params$grouping == "column") job$finding("note", "no_groups", told(
      "没有认出分组列，只有全部患者一列，没有检验。要比较，请选分组列", "No column of groups was found: one column of all patients, and no tests"
    ), field = "group_column")
    return(list(column = NULL, rows = seq_len(nrow(table)), of = factor(rep("", nrow(table)))))
  }
  if (is.null(table[[column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", column), "group_column")
  read <- baseline_levels(baseline_texts(table[[column]]))
  rows <- which(!is.na(read$values))
  of <- droplevels(read$values[rows])
  if (nlevels(of) < 2L) stop_input("one_group", sprintf(
    "分组列「%s」里只有%s组，不能比较。请改选别的列，或把「分组」改为不分组", column, if (nlevels(of) == 0L) "零" else sprintf("「%s」一", levels(of))
  ), "group_column")
  if (nlevels(of) > BASELINE_GROUPS_MAX) stop_input("many_groups", sprintf(
    "分组列「%s」有 %d 组，一张表最多 %d 组。请改选别的列，或先合并", column, nlevels(of), BASELINE_GROUPS_MAX
  ), "group_column")
  left <- nrow(table) - length(rows)
  if (left > 0L) job$finding("should", "ungrouped", told(
    "有 %s 例的「%s」是空的，没有进入表里，「全部」一列也不含它们", "Patients without “%2$s” were left out, of the overall column too: %1$s", format_count(left), column
  ), field = "group_column")
  tell_baseline_merged(column, read$merged, "group_column", job)
  list(column = column, rows = rows, of = of)
}

# ---- described ----

#' A column with its test, its difference between groups and what is missing.
baseline_described <- function(column, groups, params) {
  test <- baseline_test(column$kind, column$values, groups$of, params$continuity, params$seed)
  smd <- baseline_smd(column$values, groups$of)
  column$note <- if (nzchar(smd$note)) smd$note else test$note
  test$note <- smd$note <- NULL
  c(column, test, smd, list(missing = sum(is.na(column$values)), share = mean(is.na(column$values))))
}

#' Overall first, then each group.
baseline_parts_of <- function(values, groups) c(list(values), if (!is.null(groups$column)) unname(split(values, groups$of)))

#' Headings of the groups. The number of patients behind each keeps them apart from the table's own columns.
baseline_headings <- function(groups) if (!is.null(groups$column)) sprintf("%s (n = %d)", levels(groups$of), tabulate(groups$of))

#' The table as a paper prints it: a row for each number, and one for each category above its levels.
baseline_shown <- function(described, groups) {
  sizes <- lengths(baseline_parts_of(seq_along(groups$of), groups))
  rows <- c(list(baseline_line("n", as.character(sizes))), unlist(lapply(described, baseline_lines_of, groups = groups), recursive = FALSE))
  cells <- do.call(rbind, lapply(rows, `[[`, "cells"))
  colnames(cells) <- c("overall", baseline_headings(groups))
  column <- function(name) unlist(lapply(rows, `[[`, name))
  cbind(
    data.frame(item = column("item"), shown_as = column("shown_as")), as.data.frame(cells, check.names = FALSE),
    data.frame(missing = column("missing"), p = column("p"), smd = column("smd"), test = column("test"))
  )
}

baseline_line <- function(item, cells, shown_as = "", missing = NA_integer_, p = NA_real_, test = "", smd = NA_real_) {
  list(item = item, cells = cells, shown_as = shown_as, missing = missing, p = p, test = test, smd = smd)
}

#' Before a level, under the name of its column.
BASELINE_INDENT <- "\u2003"

baseline_lines_of <- function(one, groups) {
  parts <- baseline_parts_of(one$values, groups)
  head <- function(cells) baseline_line(one$name, cells, one$kind, one$missing, one$p, one$test, one$smd)
  if (!is.factor(one$values)) return(list(head(baseline_number_cells(parts, one$kind))))
  levels <- lapply(levels(one$values), function(level) {
    baseline_line(paste0(BASELINE_INDENT, level), vapply(parts, baseline_count_cell, character(1), level = level))
  })
  c(list(head(rep("", length(parts)))), levels)
}

baseline_tests <- function(described) {
  pick <- function(name, type) vapply(described, `[[`, type, name)
  data.frame(
    variable = pick("name", character(1)), kind = pick("kind", character(1)), reason = pick("reason", character(1)),
    test = pick("test", character(1)), statistic = pick("statistic", numeric(1)), df = pick("df", numeric(1)), p = pick("p", numeric(1)),
    smd = pick("smd", numeric(1)), smd_pair = vapply(described, function(one) paste(one$pair, collapse = " / "), character(1)),
    missing = pick("missing", integer(1)), missing_share = pick("share", numeric(1)), note = pick("note", character(1))
  )
}

#' Every number at full precision: a row for each column, level and group; the group of all patients has no name.
baseline_numbers <- function(described, groups) {
  names <- c("", if (!is.null(groups$column)) levels(groups$of))
  rows <- lapply(described, function(one) {
    parts <- baseline_parts_of(one$values, groups)
    do.call(rbind, Map(function(group, values) data.frame(variable = one$name, group = group, baseline_summary(values)), names, parts))
  })
  plain_rows(do.call(rbind, rows))
}

baseline_summary <- function(values) {
  present <- values[!is.na(values)]
  n <- length(present)
  all <- data.frame(
    level = "", n = n, missing = length(values) - n, count = NA_integer_, share = NA_real_, mean = NA_real_, sd = NA_real_, median = NA_real_,
    q1 = NA_real_, q3 = NA_real_, min = NA_real_, max = NA_real_
  )
  if (is.factor(values)) {
    rows <- all[rep(1L, nlevels(values)), ]
    rows$level <- levels(values)
    rows$count <- tabulate(present, nlevels(values))
    rows$share <- if (n > 0L) rows$count / n else NA_real_
    return(rows)
  }
  if (n == 0L) return(all)
  all[c("min", "q1", "median", "q3", "max")] <- as.list(stats::quantile(present, names = FALSE))
  all$mean <- mean(present)
  all$sd <- stats::sd(present)
  all
}

baseline_left_out <- function(columns) {
  left <- Filter(function(column) !is.null(column$left), columns)
  data.frame(column = vapply(left, `[[`, character(1), "name"), reason = vapply(left, `[[`, character(1), "left"))
}

#' Differences as they are drawn; empty where there is one group.
baseline_balance <- function(described) {
  drawn <- Filter(function(one) !is.na(one$smd), described)
  smd <- vapply(drawn, `[[`, numeric(1), "smd")
  data.frame(variable = vapply(drawn, `[[`, character(1), "name"), smd = smd, size = c("SMD \u2264 0.1", "SMD > 0.1")[1L + (smd > BASELINE_SMD)])
}

BASELINE_LINES <- data.frame(line = "vertical", at = BASELINE_SMD, line_label = "0.1")

# ---- told ----

BASELINE_LEFT_SENTENCES <- list(
  identifier = told("像是编号或姓名。要描述的，请在「要描述的列」里选", "looks like an identifier or a name"),
  date = told("是日期，不能当作数字。要用的请先算成年龄或间隔", "is a date, and no number"),
  text = told("文字的种类太多，或每行都不同。要描述的请先归类", "is text of too many kinds"), empty = told("没有数据", "has no data")
)

tell_baseline <- function(described, columns, groups, job) {
  for (code in names(BASELINE_LEFT_SENTENCES)) {
    left <- vapply(Filter(function(column) identical(column$left, code), columns), `[[`, character(1), "name")
    if (length(left) > 0L) job$finding("note", paste0("left_", code), told(
      "没有描述「%s」：%s", "Not described: %s (each %s)", told_names(left, 6L), BASELINE_LEFT_SENTENCES[[code]]
    ), field = "variables")
  }
  of <- function(test) vapply(Filter(test, described), `[[`, character(1), "name")
  say <- function(level, code, columns, message) {
    if (length(columns) > 0L) job$finding(level, code, message(told_names(columns, 6L)), field = "variables")
  }
  say("note", "codes", of(function(one) one$reason == "codes"), function(names) told(
    "数字列「%s」的不同数值不超过 5 种，当作类别。是数值的，请选在「按均数」或「按中位数」里",
    "Columns of at most 5 different numbers are described as categories: %s", names
  ))
  say("should", "much_missing", of(function(one) one$share > BASELINE_MISSING_SHARE), function(names) told(
    "「%s」缺失超过 20%%：百分比和检验只用有数据的患者，缺失若与分组有关，结果会偏",
    "More than 20%% missing: %s. Percentages and tests are of patients with data, and are biased where missingness depends on the group", names
  ))
  say("note", "simulated", of(function(one) one$test == "fisher_simulated"), function(names) told(
    "「%s」的格子太多，Fisher 精确检验算不出，P 由 10,000 次模拟得到", "P by 10,000 simulated tables, where Fisher's exact test cannot be computed: %s", names
  ))
  say("should", "apart", of(function(one) one$note == "apart"), function(names) told(
    "「%s」在某两组之间完全没有重合，SMD 没有上限，没有写出：请核对它是不是就是分组",
    "Groups do not overlap in %s, where the SMD has no bound: is it the grouping itself?", names
  ))
  small <- levels(groups$of)[tabulate(groups$of) < NORMAL_FROM]
  if (!is.null(groups$column) && length(small) > 0L) job$finding("should", "small_groups", told(
    "不足 10 例的组：%s。数值都写中位数，检验很难看出差别，SMD 偶然就会很大",
    "Groups of fewer than 10 patients: %s. Numbers are given by medians, tests find little, and SMDs are large by chance", told_names(small)
  ), field = "group_column")
}

#' What the largest standardised mean difference of groups drawn by lot exceeds in 5% of continuous variables, by Bonferroni's bound over the pairs.
baseline_chance <- function(sizes) {
  spreads <- utils::combn(sizes, 2L, function(pair) sqrt(sum(1 / pair)))
  beyond <- function(limit) 2 * sum(stats::pnorm(-limit / spreads)) - 0.05
  stats::uniroot(beyond, c(0, 10 * max(spreads)), tol = 1e-9)$root
}

baseline_facts <- function(described, columns, groups, params) {
  grouped <- !is.null(groups$column)
  is <- function(name, codes) sum(vapply(described, function(one) one[[name]] %in% codes, logical(1)))
  p <- vapply(described, `[[`, numeric(1), "p")
  smd <- vapply(described, `[[`, numeric(1), "smd")
  drawn <- sum(!is.na(smd))
  smd[vapply(described, function(one) one$note == "apart", logical(1))] <- Inf
  over <- order(-smd)[seq_len(sum(smd > BASELINE_SMD, na.rm = TRUE))]
  written <- ifelse(is.infinite(smd[over]), "\u221e", sprintf("%.2f", smd[over]))
  named <- paste(vapply(described[over], `[[`, character(1), "name"), written)
  sizes <- tabulate(groups$of)
  tested <- sum(!is.na(p))
  by_chance <- if (grouped) baseline_chance(sizes)
  used <- function(...) is("test", c(...)) > 0L
  list(
    patients = length(groups$of), grouped = grouped, groups_n = if (grouped) nlevels(groups$of), several_groups = nlevels(groups$of) > 2L,
    group_words = if (grouped) paste(sprintf("%s %s 例", levels(groups$of), format_count(sizes)), collapse = "、"),
    group_english = if (grouped) paste(sprintf("%s (n = %s)", levels(groups$of), format_count(sizes)), collapse = ", "),
    described = length(described), left_n = length(columns) - length(described), mean_n = is("kind", "mean"), median_n = is("kind", "median"),
    category_n = is("kind", c("category", "trend")), missing_n = sum(vapply(described, function(one) one$missing > 0L, logical(1))),
    tested = tested, significant_n = sum(p < BASELINE_P, na.rm = TRUE), expected_n = written_number(tested * BASELINE_P, 2L),
    compared = sum(!is.na(smd)), drawn_n = drawn, drawn_over = sum(smd > BASELINE_SMD & is.finite(smd), na.rm = TRUE),
    unequal_n = length(over), unequal = length(over) > 0L,
    unequal_words = if (length(over) > 0L) told_names(named, 8L)$zh, unequal_english = if (length(over) > 0L) told_names(named, 8L)$en,
    chance_smd = if (!is.null(by_chance) && by_chance > BASELINE_SMD) sprintf("%.2f", by_chance),
    used_t = used("welch_t"), used_anova = used("anova"), used_rank_sum = used("rank_sum_exact", "rank_sum_normal"), used_kruskal = used("kruskal"),
    used_chi = used("chi_squared", "chi_squared_corrected"), corrected = used("chi_squared_corrected"),
    used_fisher = used("fisher", "fisher_simulated"), simulated = used("fisher_simulated"), used_trend = used("trend"),
    used_trend_ranks = used("trend_ranks"),
    judged = is("reason", c("normal", "skewed")) > 0L
  )
}
