# A gene's expression, or a score of several, against the clinical features of a cohort's patients.

#' Smaller levels are drawn, not tested.
LEVEL_FROM <- 3L
#' Fewer patients do not show a correlation.
CORRELATED_FROM <- 5L
ALPHA <- 0.05

#' @param inputs `dataset`: from `open_cohort`. @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohort <- inputs$dataset
  job$step("找到基因和患者", 0.1)
  marker <- cohort_marker(cohort, params, job)
  patients <- clinical_patients(cohort)
  values <- marker_values(cohort, marker, patients$samples$sample, job)
  # A score is made of logarithms and has no other scale.
  if (!is.null(marker$gene)) values <- on_scale(values, params$log_scale)
  # Alive or dead at the end is an outcome and depends on how long a patient was followed: compared where it is asked for alone.
  asked <- if (length(params$features) > 0L) params$features else setdiff(names(CLINICAL_FEATURES), "status")
  features <- clinical_features(cohort, patients$samples$patient, asked)
  features <- Map(in_two_groups, features, names(features), MoreArgs = list(
    age_limit = suppressWarnings(as.integer(params$age_groups)), early_late = params$stage_groups == "early_late"
  ))
  check_features(features, cohort, params, job)
  if ("status" %in% names(features)) job$finding("should", "status_compared", told(
    "「生存状态」只看随访结束时存活还是死亡，没有考虑随访长短：随访短的患者多半还活着。与生存的关系请用「生存分析」（Kaplan–Meier 和 Cox）",
    c(
      "The vital status at the end of follow-up ignores its length: patients with a short one are mostly alive.",
      "For the relation to survival use the survival analysis (Kaplan–Meier and Cox)"
    )
  ), field = "features", fix = if (length(features) > 1L) list(
    label = "去掉生存状态", parameters = list(features = setdiff(names(features), "status"))
  ))
  job$step("比较各组", 0.4)
  compared <- lapply(features, compare_feature, values = values, method = params$method)
  tests <- bind_rows_of(compared, "test")
  tests$name <- names(features)
  tests$padj <- stats::p.adjust(tests$p, "BH")
  tests$trend_padj <- stats::p.adjust(tests$trend_p, "BH")
  tell_feature_doubts(features, compared, tests, job)
  job$step("整理结果", 0.8)
  tell_features(cohort, marker, patients, tests, params, job)
  title <- marker_title(marker, marker_unit(cohort, marker, params))
  c(
    list(
      tests = tests[setdiff(names(tests), c("name", "kind"))], groups = bind_rows_of(compared, "groups"),
      pairwise = bind_rows_of(compared, "pairwise"),
      flow = rbind(data.frame(feature = "全部特征", patients$flow), bind_rows_of(compared, "flow")),
      patients = patient_table(patients$samples, values, features)
    ),
    level_tables(features, values, patients$samples$sample), age_tables(features, values, patients$samples$sample, tests, title)
  )
}

#' Why a sample takes no part.
SAMPLE_REASONS <- c(
  gtex = "GTEx 正常样本", normal = "TCGA 正常样本", unmeasured = "没有表达数据", other = "同一患者的其余肿瘤样本，或不代表患者的样本类型",
  unknown = "没有临床资料"
)

#' One tumour sample of each patient whom the clinical table names; `exclusions` have a `code` of `SAMPLE_REASONS`, too.
clinical_patients <- function(cohort) {
  all <- cohort_samples(cohort)
  measured <- all$sample %in% cohort_samples(cohort, "expression")$sample
  known <- all$patient %in% cohort_clinical(cohort)$patient
  reason <- rep(NA_character_, nrow(all))
  fill <- function(rows, code) reason[is.na(reason) & rows] <<- code
  fill(all$type == "gtex", "gtex")
  fill(all$type == "normal", "normal")
  fill(!measured, "unmeasured")
  fill(all$survival != "1", "other")
  fill(!known, "unknown")
  left <- table(factor(reason, unique(reason[!is.na(reason)])))
  exclusions <- data.frame(code = as.character(names(left)), reason = unname(SAMPLE_REASONS[names(left)]), n = as.integer(left))
  kept <- is.na(reason)
  list(samples = all[kept, , drop = FALSE], exclusions = exclusions, flow = flow_table(nrow(all), exclusions, sum(kept), "样本"))
}

#' Stops where there is nothing to compare by; tells which of the asked features are not there.
check_features <- function(features, cohort, params, job) {
  label <- function(names) paste0("「", vapply(CLINICAL_FEATURES[names], `[[`, character(1), "label"), "」", collapse = "")
  absent <- setdiff(params$features, names(features))
  if (length(features) == 0L) {
    what <- if (length(absent) > 0L) paste0(label(absent), "的") else "能用的临床"
    stop_input("no_features", sprintf("%s 没有%s资料。请换别的特征，或换一个队列", cohort$about$label, what), "features")
  }
  if (length(absent) == 0L) return(invisible())
  job$finding("should", "features_absent", told(
    "%s 没有%s的资料，这几项没有比较", "%s has no data on %s, which was not compared", cohort$about$label,
    told(label(absent), told_names(feature_english(absent), Inf)$en)
  ), field = "features")
}

#' One feature: its test, its levels, pairs of levels, and who was left out.
compare_feature <- function(feature, values, method) {
  known <- !is.na(feature$values)
  if (feature$kind == "number") return(correlate_feature(feature, values, known))
  counts <- table(feature$values)
  counts <- counts[counts > 0L]
  tested <- names(counts)[counts >= LEVEL_FROM]
  used <- known & feature$values %in% tested
  small <- setdiff(names(counts), tested)
  exclusions <- data.frame(
    reason = c(sprintf("没有「%s」的资料（包括 X 和未知）", feature$label), sprintf("「%s」只有 %d 例，不足 %d 例", small, counts[small], LEVEL_FROM)),
    n = c(sum(!known), as.integer(counts[small]))
  )
  group <- factor(feature$values[used], tested)
  result <- test_levels(group, values[used], method)
  list(
    test = test_row(feature, sum(used), exclusions, counts, result, trend_of(feature, group, values[used])),
    groups = group_rows(feature, values, names(counts), tested),
    pairwise = if (length(tested) > 2L) pairwise_rows(feature, group, values[used], result$parametric) else no_pairwise(),
    flow = feature_flow(feature, length(values), exclusions, sum(used)), small = small, why = result$why
  )
}

#' @param result `test`, `statistic`, `p`, `effect_name`, `effect`, `reason`, and its `kind`: rank, mean, correlation or none, which has a
#'   reason `why`.
test_row <- function(feature, n, exclusions, counts, result, trend) {
  exclusions <- exclusions[exclusions$n > 0L, ]
  data.frame(
    feature = feature$label, levels = paste(names(counts), counts, collapse = "、"), n = n, n_excluded = as.integer(sum(exclusions$n)),
    excluded_why = paste(exclusions$reason, exclusions$n, collapse = "；"), test = result$test, statistic = result$statistic, p = result$p,
    padj = NA_real_, effect_name = result$effect_name, effect = result$effect, trend_rho = trend$rho, trend_p = trend$p,
    trend_padj = NA_real_, reason = result$reason, kind = result$kind
  )
}

feature_flow <- function(feature, total, exclusions, used) {
  exclusions <- exclusions[exclusions$n > 0L, ]
  data.frame(
    feature = feature$label, step = c("纳入分析的样本", sprintf("排除：%s", exclusions$reason), "参与检验的样本"),
    n = as.integer(c(total, exclusions$n, used))
  )
}

#' @param why From `told`.
untested <- function(why) {
  list(
    test = paste0("未检验：", why$zh), statistic = NA_real_, p = NA_real_, effect_name = "", effect = NA_real_, reason = "", parametric = FALSE,
    kind = "none", why = why
  )
}

#' A number, such as the age, by Spearman's rank correlation.
correlate_feature <- function(feature, values, known) {
  exclusions <- data.frame(reason = sprintf("没有「%s」的资料", feature$label), n = sum(!known))
  x <- feature$values[known]
  result <- if (length(x) < CORRELATED_FROM) untested(told("只有 %d 例，不足 %d 例", "%d patients only, fewer than %d", length(x), CORRELATED_FROM))
  else if (length(unique(x)) < 2L || length(unique(values[known])) < 2L) untested(told("数值全部相同", "all values are equal"))
  else {
    test <- rank_correlation_test(x, values[known])
    list(test = "Spearman 相关", statistic = test$statistic, p = test$p, effect_name = "ρ", effect = test$estimate, reason = "", kind = "correlation")
  }
  counts <- if (length(x) > 0L) sprintf("%s–%s", format(min(x)), format(max(x))) else ""
  test <- test_row(feature, length(x), exclusions, integer(), result, NO_TREND)
  test$levels <- counts
  flow <- feature_flow(feature, length(values), exclusions, length(x))
  list(test = test, groups = no_groups(), pairwise = no_pairwise(), flow = flow, small = character(), why = result$why)
}

#' The test of two or more levels with its effect size.
#'
#' @param group Factor without empty levels. @param method auto, wilcoxon_kruskal or t_anova.
test_levels <- function(group, values, method) {
  k <- nlevels(group)
  if (k == 0L) return(untested(told("每组都不足 %d 例", "no group has %d patients", LEVEL_FROM)))
  if (k == 1L) return(untested(told(
    "只有「%s」一组够 %d 例", "“%s” alone has %d patients", told(levels(group), level_english(levels(group))), LEVEL_FROM
  )))
  if (length(unique(values)) < 2L) return(untested(told("表达量全部相同", "expression is the same in all")))
  choice <- choose_method(group, values, method)
  result <- if (choice$parametric) parametric_test(group, values) else rank_test(group, values)
  if (is.na(result$p)) return(untested(told("组内的表达量全部相同", "expression is the same within the groups")))
  c(result, choice, kind = if (choice$parametric) "mean" else "rank")
}

rank_test <- function(group, values) {
  n <- length(values)
  if (nlevels(group) == 2L) {
    parts <- split(values, group)
    test <- suppressWarnings(stats::wilcox.test(parts[[1L]], parts[[2L]]))
    # W counts pairs in which the first level is higher; the effect is positive where the second is.
    return(list(
      test = "Wilcoxon 秩和检验", statistic = unname(test$statistic), p = test$p.value, effect_name = "秩二列相关 r",
      effect = unname(1 - 2 * test$statistic / prod(lengths(parts)))
    ))
  }
  test <- stats::kruskal.test(values, group)
  list(
    test = "Kruskal–Wallis 检验", statistic = unname(test$statistic), p = test$p.value, effect_name = "ε²", effect = unname(test$statistic) / (n - 1)
  )
}

parametric_test <- function(group, values) {
  if (nlevels(group) == 2L) {
    parts <- split(values, group)
    test <- tryCatch(stats::t.test(parts[[1L]], parts[[2L]]), error = function(condition) NULL)
    if (is.null(test)) return(list(p = NA_real_))
    spread <- sqrt(sum(vapply(parts, function(part) (length(part) - 1) * stats::var(part), 0)) / (length(values) - 2))
    return(list(
      test = "t 检验（Welch）", statistic = unname(test$statistic), p = test$p.value, effect_name = "Cohen's d",
      effect = (mean(parts[[2L]]) - mean(parts[[1L]])) / spread
    ))
  }
  table <- summary(stats::aov(values ~ group))[[1L]]
  list(
    test = "单因素方差分析", statistic = table[["F value"]][[1L]], p = table[["Pr(>F)"]][[1L]], effect_name = "η²",
    effect = table[["Sum Sq"]][[1L]] / sum(table[["Sum Sq"]])
  )
}

#' Which family of tests, and why. By itself it is t and ANOVA only where each group is large enough and close to normal.
choose_method <- function(group, values, method) {
  if (method != "auto") return(list(parametric = method == "t_anova", reason = ""))
  parts <- split(values, group)
  if (any(lengths(parts) < NORMAL_FROM)) return(list(parametric = FALSE, reason = sprintf("有组不足 %d 例，用秩检验", NORMAL_FROM)))
  if (any(vapply(parts, is_far_from_normal, logical(1)))) {
    return(list(parametric = FALSE, reason = "有组偏离正态（Shapiro–Wilk P < 0.05），用秩检验"))
  }
  # Welch's t needs no equal variances.
  if (length(parts) > 2L && stats::bartlett.test(parts)$p.value < ALPHA) {
    return(list(parametric = FALSE, reason = "各组方差不齐（Bartlett P < 0.05），用秩检验"))
  }
  list(parametric = TRUE, reason = "各组近似正态（Shapiro–Wilk P ≥ 0.05）")
}

is_far_from_normal <- function(values) length(unique(values)) < 2L || length(values) > 5000L || stats::shapiro.test(values)$p.value < ALPHA

NO_TREND <- list(rho = NA_real_, p = NA_real_)

#' Does the expression rise with the level? Spearman's correlation with the place of the level, for three levels at least.
trend_of <- function(feature, group, values) {
  if (feature$kind != "ordered" || nlevels(group) < 3L || length(unique(values)) < 2L) return(NO_TREND)
  test <- rank_correlation_test(as.integer(group), values)
  list(rho = test$estimate, p = test$p)
}

no_groups <- function() {
  data.frame(
    feature = character(), level = character(), n = integer(), median = numeric(), q1 = numeric(), q3 = numeric(), mean = numeric(), sd = numeric(),
    tested = character()
  )
}

group_rows <- function(feature, values, levels, tested) {
  do.call(rbind, lapply(levels, function(level) {
    own <- values[!is.na(feature$values) & feature$values == level]
    quarter <- unname(stats::quantile(own, c(0.25, 0.5, 0.75)))
    data.frame(
      feature = feature$label, level = level, n = length(own), median = quarter[[2L]], q1 = quarter[[1L]], q3 = quarter[[3L]],
      mean = mean(own), sd = stats::sd(own), tested = if (level %in% tested) "是" else "否"
    )
  }))
}

no_pairwise <- function() {
  data.frame(
    feature = character(), level_1 = character(), level_2 = character(), n_1 = integer(), n_2 = integer(), difference = numeric(),
    statistic = numeric(), p = numeric(), padj = numeric(), test = character()
  )
}

#' Every two levels of a feature, P adjusted within the feature.
pairwise_rows <- function(feature, group, values, parametric) {
  rows <- do.call(rbind, utils::combn(levels(group), 2L, simplify = FALSE, FUN = function(pair) {
    own <- group %in% pair
    two <- factor(group[own], pair)
    result <- if (parametric) parametric_test(two, values[own]) else rank_test(two, values[own])
    middle <- tapply(values[own], two, if (parametric) mean else stats::median)
    known <- !is.na(result$p)
    data.frame(
      feature = feature$label, level_1 = pair[[1L]], level_2 = pair[[2L]], n_1 = sum(two == pair[[1L]]), n_2 = sum(two == pair[[2L]]),
      difference = middle[[2L]] - middle[[1L]], statistic = if (known) result$statistic else NA_real_, p = result$p, padj = NA_real_,
      test = if (known) result$test else "未检验：表达量全部相同"
    )
  }))
  rows$padj <- stats::p.adjust(rows$p, "BH")
  rows
}

#' Each patient with the gene and all features, as they were used.
patient_table <- function(samples, values, features) {
  table <- data.frame(patient = samples$patient, sample = samples$sample, expression = values)
  for (feature in features) table[[feature$label]] <- ifelse(is.na(feature$values), "", as.character(feature$values))
  table
}

#' Boxes and points of the features with levels, a panel for each.
level_tables <- function(features, values, samples) {
  none <- data.frame(facet = character(), label = character(), name = character(), value = numeric(), group = character())
  levelled <- names(features)[vapply(features, function(feature) feature$kind != "number", logical(1))]
  points <- lapply(levelled, function(name) {
    feature <- features[[name]]
    order <- order(feature$values, na.last = NA)
    data.frame(
      facet = feature$label, label = as.character(feature$values)[order], name = samples[order], value = values[order], group = ""
    )
  })
  points <- do.call(rbind, c(list(none), points))
  boxes <- group_boxes(points)
  list(boxes = boxes[setdiff(names(boxes), "group")], points = points[setdiff(names(points), "group")])
}

#' The age as a scatter, where it is a number.
age_tables <- function(features, values, samples, tests, title) {
  age <- features$age
  used <- if (is.null(age) || age$kind != "number") logical(length(values)) else !is.na(age$values)
  x <- age$values[used]
  y <- values[used]
  line <- data.frame(x = numeric(), y = numeric())
  if (length(unique(x)) > 1L) {
    fit <- stats::lm.fit(cbind(1, x), y)$coefficients
    line <- data.frame(x = range(x), y = fit[[1L]] + fit[[2L]] * range(x))
  }
  test <- tests[tests$name == "age", ]
  text <- if (any(used) && !is.na(test$p)) sprintf("ρ = %s，%s", true_minus(sprintf("%.2f", test$effect)), p_sentence(test$p)) else ""
  list(
    age_points = data.frame(sample = samples[used], x = as.numeric(x), y = y), age_line = line,
    age_words = data.frame(text = text, x_title = "年龄（岁）", y_title = title)
  )
}

#' The unit of the values; of a score that of the expression that it is made of.
marker_unit <- function(cohort, marker, params) scale_unit(cohort$about$matrices$expression$unit, params$log_scale || is.null(marker$gene))

tell_features <- function(cohort, marker, patients, tests, params, job) {
  done <- tests[!is.na(tests$p), ]
  significant <- done[done$padj < ALPHA, ]
  significant <- significant[order(significant$p), ]
  p <- p_sentence(significant$padj)
  words <- told_names(sprintf("%s（校正后 %s）", significant$feature, p), Inf, sprintf("%s (adjusted %s)", feature_english(significant$name), p))
  unit <- marker_unit(cohort, marker, params)
  tell_exclusions(patients$exclusions[!patients$exclusions$code %in% c("gtex", "normal"), ], job, told("个样本", "samples"))
  job$facts(c(cohort_facts(cohort), marker_facts(marker), list(
    patients = nrow(patients$samples), tested = nrow(done), untested = nrow(tests) - nrow(done), significant_n = nrow(significant),
    significant = nrow(significant) > 0L, significant_words = if (nrow(significant) > 0L) words$zh,
    significant_english = if (nrow(significant) > 0L) words$en,
    ranked = any(done$kind == "rank"), parametric = any(done$kind == "mean"), correlated = any(done$kind == "correlation"),
    trended = any(!is.na(done$trend_p)), trend_n = sum(done$trend_padj < ALPHA, na.rm = TRUE),
    chosen = params$method == "auto", feature_words = paste(done$feature, collapse = "、"),
    age_limit = if (params$age_groups != "none" && any(done$name == "age")) params$age_groups,
    stages_joined = params$stage_groups == "early_late" && any(done$name == "stage"),
    tests_word = paste(unique(done$test), collapse = "、"),
    unit_word = unit, value_title = marker_title(marker, unit)
  )))
  if (nrow(done) == 0L) stop_input("nothing_to_test", sprintf(
    "%s 的临床特征里，没有一项有两组各 %d 例以上，不能比较。请换别的特征，或换一个队列", cohort$about$label, LEVEL_FROM
  ), "features")
}

#' What was drawn and not tested, and where the share of unknown is large.
tell_feature_doubts <- function(features, compared, tests, job) {
  small <- do.call(rbind, unname(Map(function(name, feature, one) {
    data.frame(name = rep(name, length(one$small)), label = rep(feature$label, length(one$small)), level = as.character(one$small))
  }, names(features), features, compared)))
  if (nrow(small) > 0L) job$finding("should", "small_levels", told(
    "不足 %d 例的组只画图，不参与检验：%s", "Groups of fewer than %d patients were drawn, not tested: %s", LEVEL_FROM, told_names(
      sprintf("%s的「%s」", small$label, small$level), Inf, sprintf("%s “%s”", feature_english(small$name), level_english(small$level))
    )
  ), field = "features")
  # Each with its own reason.
  untested <- Filter(function(one) !is.null(one$why), compared)
  if (length(untested) > 0L) {
    labels <- vapply(features[names(untested)], `[[`, character(1), "label")
    why <- function(language) vapply(untested, function(one) one$why[[language]], character(1))
    job$finding("should", "not_tested", told("没有检验：%s", "Not tested: %s", told(
      paste(sprintf("「%s」%s", labels, why("zh")), collapse = "；"),
      paste(sprintf("%s (%s)", feature_english(names(untested)), why("en")), collapse = "; ")
    )), field = "features")
  }
  unknown <- tests[tests$n_excluded > tests$n, ]
  if (nrow(unknown) > 0L) job$finding("should", "mostly_unknown", told(
    "%s一半以上的患者没有资料，留下的患者未必代表整个队列",
    "More than half of the patients have no data on %s, and those left may not represent the cohort",
    told(paste0("「", unknown$feature, "」", collapse = ""), told_names(feature_english(unknown$name), Inf)$en)
  ), field = "features")
}
