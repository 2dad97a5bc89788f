#' One gene's survival analysis in a cohort: what 生存分析 and 无进展间期分析 compute. Their declarations take tables, figures and facts from the
#' tool kit's `survival.ts`.

#' @param cohort From `open_cohort`. @param params target_gene, cutoff_method, cutoff_value, time_unit, time_limit, rmst_until.
#' @param endpoint OS, PFI …
#' @return The tables of `survivalTables`.
gene_survival <- function(cohort, params, endpoint, job) {
  job$step("找到基因和患者", 0.1)
  gene <- find_cohort_gene(cohort, params$target_gene, "target_gene", job)
  follow <- cohort_survival(cohort, endpoint)
  patients <- follow$table
  patients$expression <- as.vector(cohort_values(cohort, gene, samples = patients$sample))
  job$step("分组", 0.3)
  cut <- cut_expression(patients$expression, patients$time, patients$status, params$cutoff_method, params$cutoff_value)
  check_group_sizes(cut$group, gene, params$cutoff_method)
  patients$group <- cut$group
  compared <- patients[!is.na(patients$group), , drop = FALSE]
  exclusions <- left_out(follow$exclusions, sum(is.na(patients$group)), params$cutoff_method)
  job$step("比较两组", 0.5)
  test <- log_rank(compared$time, compared$status, compared$group)
  # Of a cut-off that was searched for no other P is told.
  peto <- if (is.null(cut$p)) curve_rank_test(compared$time, compared$status, compared$group, 1)
  ratio <- hazard_ratio(compared$time, compared$status, compared$group)
  each <- hazard_ratio(patients$time, patients$status, patients$expression)
  unit <- TIME_UNITS[[params$time_unit]]
  medians <- km_medians(compared$time / unit$days, compared$status, compared$group)
  rates <- km_rates(compared$time, compared$status, compared$group)
  means <- restricted_means(compared$time / unit$days, compared$status, compared$group, "low", params$rmst_until)
  seen <- seen_ratio(compared$status, compared$group)
  job$step("整理结果", 0.8)
  scan <- scan_cutoffs(patients$expression, patients$time, patients$status)
  tell_survival(compared, exclusions, ratio, each, params, endpoint, job)
  tell_means(means, params$rmst_until, unit, job)
  job$facts(c(
    cohort_facts(cohort), group_facts(medians, unit), mean_facts(means, params$rmst_until), rate_facts(rates),
    test_facts(test, ratio, each, cut, params$cutoff_method),
    changing_facts(
      compared$time / unit$days, compared$status, compared$group, if (is.null(cut$p)) test$p else cut$p, peto$p, ratio$ph_p, "high"
    ),
    list(
      gene = gene, endpoint = ENDPOINTS[[endpoint]], event_word = EVENT_WORDS[[endpoint]], seen_hr = seen,
      seen_hr_below = 1 / seen, patients = nrow(compared), events = sum(compared$status), total = follow$total,
      excluded = sum(exclusions$n), cut_word = CUT_WAYS[[params$cutoff_method]], cut_english = CUTOFF_ENGLISH[[params$cutoff_method]],
      cutoff_low = cut$low, cutoff_high = cut$high, parted = cut$low != cut$high, unit_word = unit$word, unit_english = unit$english,
      follow_up = median_follow_up(compared$time, compared$status) / unit$days, expression_unit = cohort$about$matrices$expression$unit
    )
  ))
  list(
    tests = test_table(test, peto, ratio, each, cut),
    groups = medians,
    means = means,
    rates = rates,
    patients = data.frame(
      patient = patients$patient, sample = patients$sample, time = patients$time, status = as.integer(patients$status),
      expression = patients$expression, group = side_words(patients$group)
    ),
    flow = flow_table(follow$total, exclusions, nrow(compared)),
    cutoffs = scan,
    curve = km_curves(compared$time / unit$days, compared$status, compared$group),
    risk = risk_table(compared$time / unit$days, compared$group, params$time_limit),
    scan = scan_points(scan, cut, patients)
  )
}

#' Does the difference of the groups hang on the cut-off? @param cohort,params,endpoint As for `gene_survival`.
tell_gene_cutoff <- function(cohort, params, endpoint, job) {
  gene <- find_cohort_gene(cohort, params$target_gene, "target_gene", new_job(function(event) NULL))
  patients <- cohort_survival(cohort, endpoint)$table
  patients$value <- as.vector(cohort_values(cohort, gene, samples = patients$sample))
  cut <- cut_expression(patients$value, patients$time, patients$status, params$cutoff_method, params$cutoff_value)
  tell_cutoff(patients, cut, gene, TIME_UNITS[[params$time_unit]], job)
}

#' The group of every patient in words. @param group See `cut_sides`.
side_words <- function(group) ifelse(is.na(group), "middle", as.character(group))

left_out <- function(exclusions, middle, method) {
  if (middle == 0L) return(exclusions)
  rbind(exclusions, data.frame(reason = sprintf("表达量在中间，%s之间", CUT_WAYS[[method]]), n = middle))
}

#' The comparisons: between the groups, along the expression without any cut-off, and between the groups by the test that weighs early times more.
#'
#' @param peto From `curve_rank_test`; NULL: the cut-off was searched for.
test_table <- function(test, peto, ratio, each, cut) {
  corrected <- !is.null(cut$p)
  weighted <- if (!corrected) data.frame(
    comparison = "高表达 对 低表达", test = PETO_WORD, chisq = peto$chisq, p = peto$p, hr = NA_real_, lower = NA_real_, upper = NA_real_, ph_p = NA_real_
  )
  rbind(data.frame(
    comparison = c("高表达 对 低表达", "表达量每高 1 个单位"),
    test = c(if (corrected) "最大选择秩统计量（Lau92 校正）" else "Log-rank", sprintf("Cox 回归（%s）", each$test)),
    chisq = c(if (corrected) NA_real_ else test$chisq, NA_real_),
    p = c(if (corrected) cut$p else test$p, each$p),
    hr = c(ratio$hr, each$hr), lower = c(ratio$low, each$low), upper = c(ratio$high, each$high),
    ph_p = c(ratio$ph_p, each$ph_p)
  ), weighted)
}

test_facts <- function(test, ratio, each, cut, method) {
  p <- if (is.null(cut$p)) test$p else cut$p
  c(unknown_facts(ratio), list(
    p = p, searched = !is.null(cut$p), p_name = if (is.null(cut$p)) "Log-rank P" else "校正后 P",
    hr = ratio$hr, hr_low = ratio$low, hr_high = ratio$high,
    unit_hr = each$hr, unit_low = each$low, unit_high = each$high, unit_p = each$p, ph_p = ratio$ph_p
  ))
}

group_facts <- function(medians, unit) {
  of <- function(name) medians[medians$group == name, ]
  high <- of("high")
  low <- of("low")
  list(
    high_n = high$n, low_n = low$n, high_events = high$events, low_events = low$events, high_median = high$median, low_median = low$median
  )
}

#' Rates as facts: `high_1`, `high_1_from`, `high_1_to`, `low_5` …; `rate_1`, `rate_3`, `rate_5`: there is one of a group at least.
rate_facts <- function(rates) {
  facts <- lapply(stats::setNames(RATE_YEARS, paste0("rate_", RATE_YEARS)), function(year) any(rates$years == year))
  for (i in seq_len(nrow(rates))) {
    name <- sprintf("%s_%d", rates$group[[i]], rates$years[[i]])
    facts[c(name, paste0(name, c("_from", "_to")))] <- as.list(rates[i, c("surv", "lower", "upper")])
  }
  facts
}

#' What a reader must know before trusting the curves.
tell_survival <- function(compared, exclusions, ratio, each, params, endpoint, job) {
  tell_exclusions(exclusions, job)
  events <- sum(compared$status)
  if (events < 10) {
    job$finding("should", "few_events", told(
      "只有 %s 例%s，不足 10 例，曲线和 P 值很不稳定，不宜下结论", "Only %s %s, fewer than 10: curves and P are unstable and allow no conclusion",
      format_count(events), told(EVENT_WORDS[[endpoint]], EVENT_ENGLISH[[endpoint]])
    ), field = "dataset")
  }
  if (params$cutoff_method == "optimal") job$finding("should", "searched", told(
    "截断值是从许多截断值里挑出差别最大的一个：P 已按 Lau92 校正，HR 和曲线的差别仍然偏大。请在另一个队列里用同一个截断值验证，或改用中位数",
    c(
      "The cut-off is that of the largest difference out of many: P is corrected (Lau92), HR and the difference of the curves remain too large.",
      "Validate the same cut-off in another cohort, or use the median"
    )
  ), field = "cutoff_method")
  if (!is.null(ratio$cause)) {
    job$finding("should", "hr_unknown", told(
      "%s，HR 不可估计；请看 Log-rank 检验和曲线", "HR is not estimable as %s; look at the log-rank test and the curves", told_cause(ratio$cause)
    ), field = "target_gene")
  } else if (!is.na(ratio$ph_p) && ratio$ph_p < 0.05) {
    job$finding("should", "not_proportional", told(
      "两组的风险比随时间变化（Schoenfeld 残差检验 P %s），HR 只是全程的平均；请看曲线是否交叉",
      c(
        "The hazard ratio of the groups changes with time (test of Schoenfeld residuals, P %s),",
        "and HR is an average only; see whether the curves cross"
      ),
      write_p(ratio$ph_p)
    ))
  }
  opposite <- !is.na(ratio$hr) && !is.na(each$hr) && (ratio$hr > 1) != (each$hr > 1)
  if (opposite) job$finding("note", "directions_differ", told(
    "分组比较与连续变量的 Cox 回归方向相反：结论随截断值而变，请看各截断值的结果",
    c(
      "The comparison of the groups and the Cox regression of the continuous expression point in opposite directions:",
      "the conclusion depends on the cut-off, see the results at every cut-off"
    )
  ))
}

write_p <- function(p) if (p < 0.001) "< 0.001" else sprintf("= %.3f", p)

#' The cut-offs as points of a figure, the one in use among them. Those without a hazard ratio are left out.
scan_points <- function(scan, cut, patients) {
  used <- if (cut$low != cut$high) scan[0L, ] else used_cutoff(cut$high, patients)
  points <- rbind(scan[!scan$cutoff %in% used$cutoff, ], used)
  points <- points[!is.na(points$hr), ]
  points <- points[order(points$cutoff), ]
  is_used <- points$cutoff %in% used$cutoff
  data.frame(
    # No name comes twice: by its name a point is found.
    cutoff = make.unique(paste(ifelse(is_used, "所用", "截断值"), true_minus(sprintf("%.3f", points$cutoff))), sep = " · "),
    value = points$cutoff, hr = points$hr, lower = points$lower, upper = points$upper, high_n = points$high_n, low_n = points$low_n,
    role = c("可选的截断值", "所用的截断值")[is_used + 1L]
  )
}

used_cutoff <- function(cutoff, patients) {
  high <- matrix(patients$expression > cutoff)
  chisq <- log_rank_columns(patients$time, patients$status, high)
  data.frame(
    cutoff = cutoff, high_n = sum(high), low_n = sum(!high), chisq = chisq, p = stats::pchisq(chisq, 1, lower.tail = FALSE),
    cox_columns(patients$time, patients$status, high)
  )
}
