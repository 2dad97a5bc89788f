# Kaplan-Meier curves of the groups that a column makes. Curves, medians and cut-offs are those of engine/R/statistics/survival/survival.R.

#' A column of numbers with more distinct values is cut, not taken for groups.
GROUP_VALUES <- 8L
#' More curves cannot be told apart.
CURVES_MOST <- 20L
#' A curve of fewer patients at risk goes in large steps.
AT_RISK_FEW <- 10L
#' The only group where nobody is grouped.
EVERYBODY <- told("全部患者", "All patients")
#' Longer names of columns do not stand before each group's limit.
COLUMN_NAME_MOST <- 20L

#' @param inputs `survival`: kind survival-data. @param params,job See the declaration.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读入随访和分组", 0.1)
  study <- from_landmark(with_entry(survival_study(inputs, params, job), params$entry_column, job), params, job)
  parted <- part_patients(study, params, job)
  study <- parted$study
  entry <- study$patients$entered
  check_patients(study)
  # Times of the axis are those of the data; rates at years need days.
  time <- study$patients$shown
  status <- study$patients$status
  group <- parted$group
  levels <- natural_order(unique(group), parted$cut)
  if (length(levels) > CURVES_MOST) stop_input("many_groups", sprintf(
    "「%s」有 %s 个组，画在一起分不清。请合并到 %s 组以内；它若是数值，请把「怎样分组」改成中位数",
    parted$column, format_count(length(levels)), CURVES_MOST
  ), "group_column")
  reference <- reference_level(levels, params, job)
  job$step("估计曲线和检验", 0.4)
  tested <- overall_tests(time, status, factor(group, c(reference, setdiff(levels, reference))), parted, params, entry)
  tests <- tested$tests
  ratios <- level_ratios(outcome_of(time, status, entry), group, levels, reference)
  # The corrected P alone counts of a cut-off that was searched for.
  if (!is.null(parted$cut$p)) ratios$table[c("p", "test")] <- list(NA_real_, "截断值经过挑选，看校正后的 P")
  pairs <- pair_ranks(time, status, group, levels, params, entry)
  ordered <- function(rows) plain_rows(rows[order(match(rows$group, levels)), , drop = FALSE])
  medians <- ordered(km_medians(time, status, group, entry))
  means <- restricted_means(time, status, group, reference, params$rmst_until, entry)
  curve <- ordered(km_curves(time, status, group, entry))
  few <- first_few(curve)
  job$step("整理结果", 0.8)
  tell_study(study, job)
  tell_groups(medians, tests, ratios, few, parted, study, job)
  tell_means(means, params$rmst_until, study$unit, job)
  if (!is.null(entry)) tell_early_few(curve, study$unit, job)
  job$facts(c(
    entry_facts(study, params$entry_column), study_facts(study)[c("data", "patients", "events", "total", "excluded", "follow_up", "unit_word")],
    list(
      entry_fallen = if (!is.null(entry)) any(early_few(curve)$fallen), unit_english = study$unit$english,
      landmark_at = if (params$landmark > 0) params$landmark
    ),
    curve_facts(parted, levels, tests, ratios, pairs, medians, few, params),
    mean_facts(means, params$rmst_until), chosen_facts(tested, params),
    if (nrow(tests) > 0L) changing_facts(
      time, status, group, tests$p[[1L]], if (params$comparison_test == "log_rank") tests$p[-1L], ratios$ph_p,
      if (length(levels) == 2L) ratios$table$group, is.null(parted$cut$p), entry
    ) else list(significant = FALSE)
  ))
  list(
    groups = medians, tests = tests, max_combo = tested$max_combo, ratios = ratios$table, means = means, pairs = pairs,
    rates = ordered(km_rates(study$patients$time, status, group, entry_days(study))), flow = patient_flow(study),
    patients = data.frame(
      sample = study$patients$sample, entered = if (is.null(entry)) NA_real_ else entry, time = time, status = status, value = parted$value,
      group = group
    ),
    curve = curve, risk = ordered(risk_table(time, group, 0, entry))
  )
}

# ---- landmark ----

#' Patients who are still followed and without an event at a later start, with their times from there; the others are left out, counted.
from_landmark <- function(study, params, job) {
  start <- params$landmark
  if (start == 0) return(study)
  out <- study$patients$shown <= start
  if (all(out)) stop_input("landmark_late", sprintf(
    "到 landmark 时间点 %s %s没有患者还在随访。请改小，或核对时间单位", written_number(start), study$unit$word
  ), "landmark")
  study <- without_patients(study, out, sprintf("到起点 %s（所选单位）时已发生事件或随访结束", written_number(start)))
  study$patients$shown <- study$patients$shown - start
  study$patients$time <- study$patients$time - start * study$unit$days
  entered <- study$patients$entered
  if (!is.null(entered)) study$patients$entered <- pmax(entered - start, 0)
  check_patients(study)
  job$finding("note", "landmark", told(
    "从 %s %s开始计时：只有那时仍在随访、没有事件%s的 %s 例参与，结论只对活到那时的患者成立",
    "Time starts at %s %s: only the patients who were followed and without an event then%s take part (%s), and conclusions hold for them alone",
    written_number(start), told(study$unit$word, study$unit$english),
    if (any(entered > start)) told("、或以后才进入观察", ", or entered later,") else "", format_count(nrow(study$patients))
  ), field = "landmark")
  study
}

# ---- groups ----

#' Patients with the group that the column gives them; those without one leave the study, counted.
#'
#' @return List of `study`, `group` and `value` (texts, one per patient), `column` (NULL: nobody is grouped), `cut` (see `cut_expression`; NULL:
#'   by category), `method`, `measured` (of a cut, all who have a number: see `tell_cutoff`).
part_patients <- function(study, params, job) {
  study$clinical <- numbers_as_written(study$clinical)
  column <- params$group_column
  named <- length(column) == 1L && nzchar(column)
  # The only column beside the follow-up is what somebody brings it for, unless it is a measurement.
  if (!named && length(study$clinical) == 1L && length(unique(study$clinical[[1L]])) <= GROUP_VALUES) {
    column <- names(study$clinical)
    named <- TRUE
    job$finding("note", "group_found", told(
      "按表里唯一的其他列「%s」分组", "Grouped by “%s”, the only other column of the table", column
    ), field = "group_column")
  }
  if (!named) {
    job$finding("note", "not_grouped", told(
      "没有选分组列，画全部患者的一条曲线", "No column of groups was chosen: one curve of all patients is drawn"
    ), field = "group_column")
    return(list(study = study, group = rep(EVERYBODY$zh, nrow(study$patients)), value = rep("", nrow(study$patients)), method = "none"))
  }
  values <- study$clinical[[column]]
  if (is.null(values)) stop_input("no_column", sprintf("随访数据里没有「%s」这一列。请重新选择", column), "group_column")
  # An infinite number is no measurement; as a category it would be a group of its own.
  if (is.numeric(values)) values[!is.finite(values)] <- NA_real_
  method <- cut_method(values, column, params, job)
  study <- without_patients(study, is.na(values), sprintf("「%s」没有填", column))
  values <- values[!is.na(values)]
  check_patients(study)
  text <- trimmed(plain_texts(values))
  if (method == "category") return(list(study = study, group = text, value = text, column = column, method = method))
  if (method == "optimal" && !is.null(study$patients$entered)) stop_input("entry_searched", c(
    "有进入观察的时间（左截断）时不能挑最佳截断值：校正 P 的方法不认得它。请改用中位数等事先定好的截断值，或不用「进入观察的时间」"
  ), "cutoff_method")
  cut <- tryCatch(
    cut_expression(values, study$patients$time, study$patients$status, method, params$cutoff_value),
    oncoloom_input = function(condition) stop_input(condition$code, sprintf(
      "「%s」找不到最佳截断值：%s。请换一种分组方法，或换一列", column, if (condition$code == "few_patients") {
        sprintf("只有 %s 例患者，分不出各 10 例的两组", format_count(length(values)))
      } else "很多患者的数值相同，没有一个截断值能让两组都有 10 例和 10% 的患者"
    ), "cutoff_method")
  )
  measured <- data.frame(time = study$patients$time, status = study$patients$status, value = values)
  named <- cut_names(cut, column)
  group <- unname(named[as.character(cut$group)])
  middle <- is.na(group)
  study <- without_patients(study, middle, sprintf("「%s」在中间，%s之间", column, CUT_WAYS[[method]]))
  group <- group[!middle]
  few <- few_for_method(length(values), method)
  if (!is.null(few)) stop_input("few_patients", few, "cutoff_method")
  check_cut(group, named, column, method)
  list(
    study = study, group = group, value = text[!middle], column = column, cut = c(cut, list(names = named)), method = method, middle = sum(middle),
    measured = measured
  )
}

#' Does the column tell groups, or numbers to cut? @return "category", or a method of `cut_expression`.
cut_method <- function(values, column, params, job) {
  asked <- params$cutoff_method
  if (asked == "auto") {
    if (!is.numeric(values) || length(unique(stats::na.omit(values))) <= GROUP_VALUES) return("category")
    job$finding("note", "cut_at_median", told(
      "「%s」是取值很多的数值，在中位数处截断成两组。要换一种，请改「怎样分组」",
      "“%s” holds numbers of many values and was cut at the median into two groups", column
    ), field = "cutoff_method")
    return("median")
  }
  if (asked != "category" && !is.numeric(values)) stop_input("not_numbers", sprintf(
    "「%s」列里有文字，不能按%s截断。请改选数值列，或把「怎样分组」改成「按类别」", column, CUT_WAYS[[asked]]
  ), "cutoff_method")
  asked
}

#' "age > 63" and "age ≤ 63", by side (see `cut_sides`): they read the same in every language.
cut_names <- function(cut, column) {
  before <- if (nchar(column) <= COLUMN_NAME_MOST) paste0(column, " ") else ""
  stats::setNames(enc2utf8(sprintf(c("%s> %s", "%s\u2264 %s"), before, written_number(c(cut$high, cut$low), 6L))), c("high", "low"))
}

#' Refuse a cut that leaves a group too small to say anything of.
check_cut <- function(group, named, column, method) {
  sizes <- vapply(named, function(name) sum(group == name), integer(1))
  if (min(sizes) >= least_group(sum(sizes))) return(invisible())
  stop_input("group_small", sprintf(
    "按%s截断「%s」后，「%s」只有 %s 例，不足 10 例或 10%%，不能比较。%s", CUT_WAYS[[method]], column, named[[which.min(sizes)]],
    format_count(min(sizes)), if (method == "value") "请把截断值改到数值的中间" else "请换一种分组方法，或改为「按类别」"
  ), if (method == "value") "cutoff_value" else "cutoff_method")
}

#' Names in the order of a reader: T2 before T10. A cut column has its low group first.
natural_order <- function(names, cut) {
  if (!is.null(cut)) return(rev(unname(cut$names)))
  padded <- names
  found <- gregexpr("[0-9]+", padded)
  regmatches(padded, found) <- lapply(regmatches(padded, found), function(digits) paste0(strrep("0", pmax(0L, 20L - nchar(digits))), digits))
  names[order(enc2utf8(padded), enc2utf8(names), method = "radix")]
}

reference_level <- function(levels, params, job) {
  asked <- trimmed(params$reference_group)
  if (!nzchar(asked)) return(levels[[1L]])
  if (asked %in% levels) return(asked)
  job$finding("should", "reference_absent", told(
    "没有叫「%s」的组，HR 的参照组用了「%s」。现有的组：%s", "No group is called “%s”: the reference of the HR is “%s”, of the groups %s",
    asked, levels[[1L]], told_names(levels, 8L)
  ), field = "reference_group")
  levels[[1L]]
}

# ---- tests ----

#' The chosen test, and behind it the log-rank test and Peto and Peto's; of a cut-off that was searched for the corrected P stands there alone.
#'
#' @param group Factor, the reference first. @return List of `tests`, `max_combo` (its four statistics; no rows where it was not chosen) and
#'   `log_rank` (P of the log-rank test, where it was made).
overall_tests <- function(time, status, group, parted, params, entry) {
  none <- data.frame(rho = numeric(), gamma = numeric(), z = numeric(), p = numeric())
  if (nlevels(group) < 2L) {
    return(list(tests = data.frame(test = character(), chisq = numeric(), df = integer(), p = numeric()), max_combo = none))
  }
  check_test(nlevels(group), parted, params)
  if (!is.null(parted$cut$p)) {
    return(list(
      tests = data.frame(test = "最大选择秩统计量（Lau92 校正）", chisq = NA_real_, df = NA_integer_, p = parted$cut$p), max_combo = none
    ))
  }
  rows <- lapply(c(0, 1), function(rho) as.data.frame(curve_rank_test(time, status, group, rho, entry)))
  usual <- data.frame(test = c("Log-rank", PETO_WORD), do.call(rbind, rows))
  log_rank <- usual$p[[1L]]
  chosen <- params$comparison_test
  if (chosen == "log_rank") return(list(tests = usual, max_combo = none, log_rank = log_rank))
  if (chosen == "peto") return(list(tests = usual[2:1, ], max_combo = none, log_rank = log_rank))
  if (chosen == "max_combo") {
    combo <- max_combo_test(time, status, group, entry)
    first <- data.frame(test = SURVIVAL_TESTS[[chosen]], chisq = NA_real_, df = NA_integer_, p = if (is.null(combo)) NA_real_ else combo$p)
    return(list(tests = rbind(first, usual), max_combo = if (is.null(combo)) none else combo$parts, log_rank = log_rank))
  }
  own <- weighted_rank_test(time, status, group, chosen, params$fh_rho, params$fh_gamma, entry)
  word <- if (chosen == "fleming_harrington") chosen_name(params) else SURVIVAL_TESTS[[chosen]]
  list(tests = rbind(data.frame(test = word, own), usual), max_combo = none, log_rank = log_rank)
}

#' Refuse a test that the groups do not allow.
check_test <- function(n, parted, params) {
  chosen <- params$comparison_test
  if (chosen == "log_rank") return(invisible())
  if (!is.null(parted$cut$p)) stop_input("test_searched", c(
    "最佳截断值的 P 是按挑选校正过的 Log-rank，不能换成别的检验。请改用中位数等事先定好的截断值，或把「检验」改回 Log-rank"
  ), "comparison_test")
  if (chosen == "max_combo" && n > 2L) stop_input("max_combo_groups", sprintf(
    "Max-combo 只能比较两组，这里有 %s 组。请把「检验」改为 Fleming–Harrington、Peto–Peto 或 Log-rank，或只留两组再比较", format_count(n)
  ), "comparison_test")
}

#' Hazard ratios of each group against the reference (Cox, Efron; see `cox_ratios`).
#'
#' @return List of `table`, `cause` (by its rows; see `ratio_cause`; NA: there is an estimate) and `ph_p` (Schoenfeld residuals, all groups with an
#'   estimate together; NA where there is none).
level_ratios <- function(outcome, group, levels, reference) {
  status <- outcome[, "status"]
  others <- setdiff(levels, reference)
  none <- data.frame(
    group = character(), reference = character(), hr = numeric(), lower = numeric(), upper = numeric(), p = numeric(), test = character()
  )
  if (length(others) == 0L || sum(status) == 0) return(list(table = none, cause = character(), ph_p = NA_real_))
  data <- data.frame(outcome = outcome, group = factor(group, c(reference, others)))
  ratios <- cox_ratios(quiet_cox(outcome ~ group, data))
  cause <- vapply(others, function(level) {
    own <- group %in% c(reference, level)
    ratio_cause(status[own], group[own])
  }, character(1))
  known <- !ratios$unknown
  # A hazard of 0 weighs nothing in the likelihood of the others: without such groups their ratios are exact, and the residuals tell something.
  own <- data[data$group %in% c(reference, others[known | cause != "no_events"]), ]
  own$group <- droplevels(own$group)
  fit <- if (any(known)) quiet_cox(outcome ~ group, own)
  if (any(known)) ratios[known, ] <- cox_ratios(fit)[match(others[known], levels(own$group)[-1L]), ]
  ph_p <- if (any(known)) tryCatch(survival::cox.zph(fit)$table["GLOBAL", "p"], error = function(condition) NA_real_) else NA_real_
  list(
    table = data.frame(group = others, reference = reference, ratios[c("hr", "lower", "upper", "p", "test")]),
    cause = ifelse(known, NA_character_, unname(cause)), ph_p = unname(ph_p)
  )
}

#' Tests between every two of three or more groups.
pair_ranks <- function(time, status, group, levels, params, entry) {
  if (length(levels) < 3L) return(data.frame(group_1 = character(), group_2 = character(), chisq = numeric(), p = numeric(), padj = numeric()))
  pairs <- utils::combn(levels, 2L)
  tests <- lapply(seq_len(ncol(pairs)), function(i) {
    own <- group %in% pairs[, i]
    if (params$comparison_test == "log_rank") return(curve_rank_test(time[own], status[own], group[own], entry = entry[own]))
    weighted_rank_test(time[own], status[own], group[own], params$comparison_test, params$fh_rho, params$fh_gamma, entry[own])
  })
  p <- vapply(tests, `[[`, numeric(1), "p")
  data.frame(
    group_1 = pairs[1L, ], group_2 = pairs[2L, ], chisq = vapply(tests, `[[`, numeric(1), "chisq"), p = p,
    padj = stats::p.adjust(p, params$pAdjustMethod)
  )
}

#' When the first group comes to few patients at risk, of those that began with more. @return List of `group`, `time`; NULL: none does.
first_few <- function(curve) {
  # Of patients who enter late there are few at first, too.
  last <- vapply(split(curve, curve$group), function(own) max(c(-Inf, own$time[own$n_risk >= AT_RISK_FEW])), numeric(1))[curve$group]
  rows <- curve[is.finite(last) & curve$time > last, ]
  if (nrow(rows) == 0L) return(NULL)
  first <- which.min(rows$time)
  list(group = rows$group[[first]], time = rows$time[[first]])
}

# ---- what is said ----

tell_groups <- function(medians, tests, ratios, few, parted, study, job) {
  small <- medians$group[medians$n < GROUP_PATIENTS]
  if (nrow(medians) > 1L && length(small) > 0L) job$finding("should", "groups_small", told(
    "有 %s 个组不足 10 例：%s。它们的曲线和 P 值很不稳定", "%s groups have fewer than 10 patients (%s), where curves and P values are unstable",
    format_count(length(small)), told_names(small)
  ), field = "group_column")
  if (!is.null(parted$column) && nrow(medians) == 1L) job$finding("should", "one_group", told(
    "「%s」只有「%s」一组，没有可比的，只画一条曲线。请换一列", "“%s” has the one group “%s”: there is nothing to compare, and one curve is drawn",
    parted$column, medians$group[[1L]]
  ), field = "group_column")
  for (cause in intersect(names(RATIO_CAUSES), ratios$cause)) job$finding("should", "hr_unknown", told(
    "「%s」对「%s」：%s，HR 不可估计，P 来自似然比检验；请看检验和曲线",
    "“%s” against “%s”: %s, and the HR is not estimable; P is that of the likelihood-ratio test. See the tests and the curves",
    told_names(ratios$table$group[ratios$cause %in% cause]), ratios$table$reference[[1L]], told_cause(cause)
  ), field = "group_column")
  if (!is.na(ratios$ph_p) && ratios$ph_p < 0.05) job$finding("should", "not_proportional", told(
    "组间的风险比随时间变化（Schoenfeld 残差检验 P %s），HR 只是全程的平均；请看曲线是否交叉，报告平均生存时间（RMST）之差。加权的检验要事先选定",
    c(
      "The hazard ratio changes with time (test of Schoenfeld residuals, P %s), and the HR is an average over the follow-up:",
      "see if the curves cross, and report the difference of restricted means. A weighted test has to be chosen before the results are seen"
    ),
    write_p(ratios$ph_p)
  ))
  if (!is.null(parted$cut$p)) job$finding("should", "searched", told(
    "截断值是从许多截断值里挑出差别最大的一个：P 已按 Lau92 校正，HR 和曲线的差别仍然偏大。请在另一批患者里用同一个截断值验证，或改用中位数",
    c(
      "Of many cut-offs the one with the largest difference was chosen: P is corrected (Lau92), but the HR and the difference of the curves",
      "remain too large. Validate the same cut-off in other patients, or use the median"
    )
  ), field = "cutoff_method")
  if (!is.null(few)) job$finding("note", "few_at_risk", told(
    "「%s」从 %s %s起仍在随访的不足 10 例，之后的曲线每一步都很大，不宜解释",
    "“%s” has fewer than 10 patients at risk from %s %s on: its curve goes in large steps there and should not be interpreted",
    if (is.null(parted$column)) EVERYBODY else few$group, format(signif(few$time, 6)), told(study$unit$word, study$unit$english)
  ))
}

curve_facts <- function(parted, levels, tests, ratios, pairs, medians, few, params) {
  searched <- !is.null(parted$cut$p)
  p <- if (nrow(tests) > 0L) tests$p[[1L]] else NA_real_
  two <- length(levels) == 2L
  one <- ratios$table[1L, ]
  of <- function(name) medians[medians$group == name, ]
  c(unknown_facts(if (two && !is.na(ratios$cause[[1L]])) list(cause = ratios$cause[[1L]])), list(
    grouped = !is.null(parted$column), group_word = parted$column,
    cut_word = if (is.null(parted$cut)) "" else paste0("的", CUT_WAYS[[parted$method]]),
    cut_english = if (!is.null(parted$cut)) CUTOFF_ENGLISH[[parted$method]], parted = parted$method %in% c("quartile", "tertile"),
    middle_n = parted$middle,
    cutoff_low = parted$cut$low, cutoff_high = parted$cut$high, groups_n = length(levels), p = p,
    p_name = if (searched) "校正后 P" else CHOSEN_TESTS[[params$comparison_test]][["p"]], searched = searched, two = two,
    several = length(levels) > 2L, reference = if (two) one$reference, other = if (two) one$group, hr = if (two) one$hr,
    hr_low = if (two) one$lower, hr_high = if (two) one$upper, ph_p = ratios$ph_p,
    pairs_n = nrow(pairs), pairs_found = sum(pairs$padj < 0.05, na.rm = TRUE), correction = PAIR_CORRECTIONS[[params$pAdjustMethod]],
    reference_median = if (two) of(one$reference)$median, reference_low = if (two) of(one$reference)$lower,
    reference_high = if (two) of(one$reference)$upper, other_median = if (two) of(one$group)$median, other_low = if (two) of(one$group)$lower,
    other_high = if (two) of(one$group)$upper, few_group = few$group, few_time = few$time
  ))
}

PAIR_CORRECTIONS <- c(BH = "BH ", holm = "Holm ", bonferroni = "Bonferroni ", none = "未")

# ---- does it stand? ----

robustness <- list(cutoff = function(inputs, params, job) {
  silent <- new_job(function(event) NULL)
  study <- from_landmark(with_entry(survival_study(inputs, params, silent), params$entry_column, silent), params, silent)
  if (!is.null(study$patients$entered)) {
    return(job$finding("note", "cutoff_entry", told(
      "有进入观察的时间（左截断），这一项没有为它写，没有检查", "Patients enter late (left truncation), for which this check is not made"
    )))
  }
  parted <- part_patients(study, params, silent)
  if (is.null(parted$cut)) {
    return(job$finding("note", "cutoff_unused", told(
      "这次没有用数值截断来分组，没有截断值可看", "The groups were not made by a cut-off of a number"
    )))
  }
  tell_cutoff(parted$measured, parted$cut, parted$column, study$unit, job)
})
