# Cox models of one variable in each level of clinical columns, and tests of whether its hazard ratio differs between the levels of a column: only
# these tests compare subgroups.

SUBGROUP_COLUMNS_MOST <- 15L
SUBGROUP_P <- 0.05
SUBGROUP_MISSING_SHARE <- 0.2
#' Notes of levels that take no part in the test: nothing of the variable can be estimated in them.
SUBGROUP_UNFITTED <- c("few", "few_adjusted", "one_value", "collinear", "failed")

#' @param inputs `survival`: kind survival-data. @param params,job See the declaration.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读入随访和各列", 0.1)
  data <- subgroup_data(inputs, params, job)
  columns <- subgroup_columns(data, params, job)
  job$checked("columns_read", told(
    "%s 例患者、%s 个亚组变量可以分析", "Patients and subgroup variables that can be analysed: %s and %s",
    format_count(length(data$x)), format_count(length(columns))
  ), "subgroup_columns")
  job$step("各亚组的 Cox 模型", 0.3)
  overall <- subgroup_row(rep(TRUE, length(data$x)), data, data$covariates, params$min_events)
  levels <- lapply(columns, subgroup_levels, data = data, params = params)
  job$step("交互检验", 0.7)
  tests <- do.call(rbind, Map(subgroup_test, columns, levels, MoreArgs = list(data = data)))
  tests$padj <- stats::p.adjust(tests$p, "BH")
  tests <- plain_rows(tests)
  ph_p <- subgroup_proportional(data)
  tell_study(data$study, job)
  tell_subgroups(data, columns, levels, tests, overall, ph_p, params, job)
  job$facts(subgroup_facts(data, columns, levels, tests, overall, ph_p, params))
  rows <- plain_rows(do.call(rbind, levels))
  list(
    interaction = tests[c("variable", "p", "padj", "chisq", "df", "levels", "n", "events", "missing", "cut", "way", "note")],
    subgroups = subgroup_shown(overall, rows), flow = patient_flow(data$study), forest = subgroup_forest(overall, rows, tests)
  )
}

# ---- who and what ----

#' Patients with follow-up, the variable and all covariates.
#'
#' @return List of `study`, `time`, `status`, `entry` (days; NULL: all are watched from the start), `x` (numeric: the variable as the models have
#'   it), `marker` (`column`, `two`, and `other`,
#'   `reference` or `sd`, `scaled`), `covariates` (named list of matrices, one a column of the table).
#' @section Errors: `stop_input` for columns that are not there, taken twice, or of no use.
subgroup_data <- function(inputs, params, job) {
  used <- params[c("marker_column", "subgroup_columns", "covariates")]
  study <- with_entry(survival_study(inputs, params, job), params$entry_column, job, used)
  study$clinical <- numbers_as_written(study$clinical)
  subgroup_check(study, params)
  values <- study$clinical[[params$marker_column]]
  if (is.numeric(values)) study$clinical[[params$marker_column]][!is.finite(values)] <- NA
  terms <- if (length(params$covariates) > 0L) clinical_terms(study, params)
  for (name in names(terms)) {
    if (is.numeric(terms[[name]])) terms[[name]][!is.finite(terms[[name]])] <- NA
    study$clinical[[name]] <- terms[[name]]
  }
  for (name in c(params$marker_column, names(terms))) study <- without_patients(study, is.na(study$clinical[[name]]), sprintf("「%s」没有填", name))
  check_patients(study)
  read <- subgroup_marker(study$clinical[[params$marker_column]], params, job)
  covariates <- lapply(stats::setNames(nm = names(terms)), function(name) term_columns(study$clinical[[name]], name, "clinical")$values)
  constant <- vapply(covariates, is.null, logical(1))
  if (any(constant)) job$finding("should", "one_level", told(
    "协变量「%s」在纳入的患者里只有一种取值，没有进入模型", "Covariates of a single value did not enter the models: %s", told_names(names(covariates)[constant], 5L)
  ), field = "covariates")
  list(
    study = study, time = study$patients$time, status = study$patients$status, entry = entry_days(study), x = read$x, marker = read$marker,
    covariates = covariates[!constant]
  )
}

subgroup_check <- function(study, params) {
  chosen <- unique(params$subgroup_columns)
  absent <- function(columns, field) {
    lost <- setdiff(columns, names(study$clinical))
    if (length(lost) > 0L) stop_input("no_column", sprintf(
      "随访数据里没有「%s」这一列，或它就是样本名、时间、状态。请重新选择", list_names(lost)
    ), field)
  }
  absent(params$marker_column, "marker_column")
  if (length(chosen) == 0L) stop_input("no_subgroups", "还没有选亚组变量。请选 1 到 15 列，如性别、年龄、分期", "subgroup_columns")
  absent(chosen, "subgroup_columns")
  if (length(chosen) > SUBGROUP_COLUMNS_MOST) stop_input("many_subgroups", sprintf(
    "选了 %d 个亚组变量，最多 15 个：亚组越多，偶然的发现越多。请只留事先想好的", length(chosen)
  ), "subgroup_columns")
  if (params$marker_column %in% chosen) stop_input("marker_is_subgroup", sprintf(
    "「%s」是要看的变量，不能又当亚组变量。请从亚组变量里去掉它", params$marker_column
  ), "subgroup_columns")
  if (params$marker_column %in% params$covariates) stop_input("marker_is_covariate", sprintf(
    "「%s」是要看的变量，不能又当协变量。请从协变量里去掉它", params$marker_column
  ), "covariates")
}

#' The variable as a number: 1 in one of two groups, or what was measured. @return List of `x` and `marker` (see `subgroup_data`).
subgroup_marker <- function(values, params, job) {
  column <- params$marker_column
  if (is.numeric(values) && length(unique(values)) > 2L) {
    if (nzchar(params$reference_group)) job$finding("note", "no_reference", told(
      "「%s」是数值，没有参照组，「%s」没有用上", "“%s” is numeric and has no reference group: “%s” was not used", column, params$reference_group
    ), field = "reference_group")
    if (looks_like_codes(values)) job$finding("should", "marker_codes", told(
      "「%s」只有几种整数，像是编号或等级：这里按数值读，HR 是每高 1 级。不是等级的编号请先合并成两组",
      "“%s” holds few whole numbers that may be codes; it was read as a number, with the HR per step", column
    ), field = "marker_column")
    scaled <- params$marker_scale == "sd"
    spread <- stats::sd(values)
    return(list(x = if (scaled) values / spread else values, marker = list(column = column, two = FALSE, scaled = scaled, sd = spread)))
  }
  read <- baseline_levels(baseline_texts(values))
  groups <- levels(droplevels(read$values))
  if (length(groups) < 2L) stop_input("marker_constant", sprintf(
    "「%s」在纳入的患者里只有一种取值，没有可比的。请换一列", column
  ), "marker_column")
  if (length(groups) > 2L) stop_input("marker_levels", sprintf(
    "「%s」是文字，有 %s 种取值（%s）：要看的变量得是数值，或只有两组。请换一列，或先合并成两组", column, format_count(length(groups)), list_names(groups)
  ), "marker_column")
  tell_baseline_merged(column, read$merged, "marker_column", job)
  reference <- subgroup_reference(groups, column, params$reference_group)
  other <- setdiff(groups, reference)
  list(x = as.numeric(read$values == other), marker = list(column = column, two = TRUE, other = other, reference = reference, scaled = FALSE))
}

subgroup_reference <- function(groups, column, wanted) {
  if (!nzchar(wanted)) return(groups[[1L]])
  found <- match(baseline_keys(wanted), baseline_keys(groups))
  if (is.na(found)) stop_input("no_reference_group", sprintf(
    "「%s」里没有「%s」这一组，只有「%s」和「%s」。请改写参照组", column, wanted, groups[[1L]], groups[[2L]]
  ), "reference_group")
  groups[[found]]
}

# ---- subgroups ----

#' The levels of each column. @return List of `name`, `of` (factor, NA: not known), `cut` and `way` (a code of `CUT_HOW`; "": by category).
subgroup_columns <- function(data, params, job) {
  names <- unique(params$subgroup_columns)
  given <- subgroup_cuts(params$cut_points, names, job)
  table <- subgroup_readings(data$study$clinical[names], setdiff(names, names(given)), params)
  lapply(names, function(name) {
    values <- table[[name]]
    if (!is.null(given[[name]])) return(subgroup_cut(name, values, given[[name]]))
    if (is.numeric(values)) values[!is.finite(values)] <- NA
    if (is.numeric(values) && length(unique(stats::na.omit(values))) > 2L) return(subgroup_cut(name, values, NULL))
    read <- baseline_levels(baseline_texts(values))
    of <- droplevels(read$values)
    if (nlevels(of) == 0L) stop_input("empty_column", sprintf("「%s」这一列在纳入的患者里都是空的。请从亚组变量里去掉它", name), "subgroup_columns")
    if (nlevels(of) > TERM_LEVELS) stop_input("many_levels", sprintf(
      "「%s」有 %s 种取值，不像分类，不能当亚组。请合并成几类，或换一列", name, format_count(nlevels(of))
    ), "subgroup_columns")
    tell_baseline_merged(name, read$merged, "subgroup_columns", job)
    list(name = name, of = of, cut = NA_real_, way = "")
  })
}

#' A name, a sign between and a number.
SUBGROUP_CUT <- "^(.*[^[:space:]=\uff1d:\uff1a])[[:space:]=\uff1d:\uff1a]+([-\u2212]?[0-9]+(\\.[0-9]+)?)$"

#' Cut-offs that the user gave. @param written "年龄 65；大小 5". @param names The subgroup variables. @return Named list of numbers.
subgroup_cuts <- function(written, names, job) {
  parts <- trimmed(strsplit(enc2utf8(written), "[;,\n\uff1b\uff0c]")[[1L]], BASELINE_BLANKS)
  parts <- parts[nzchar(parts)]
  read <- regmatches(parts, regexec(SUBGROUP_CUT, parts))
  unread <- parts[lengths(read) == 0L]
  if (length(unread) > 0L) stop_input("cut_unread", sprintf(
    "截断值里的「%s」看不懂。请写成列名、空格、数字，几个之间用分号隔开，如「年龄 65；肿瘤大小 5」", unread[[1L]]
  ), "cut_points")
  columns <- vapply(read, `[[`, character(1), 2L)
  twice <- columns[duplicated(columns)]
  if (length(twice) > 0L) stop_input("two_cuts", sprintf("「%s」写了两个截断值。请只留一个", twice[[1L]]), "cut_points")
  unused <- setdiff(columns, names)
  if (length(unused) > 0L) job$finding("should", "cut_unused", told(
    "截断值里的「%s」不在亚组变量里，没有用上", "Cut-offs of columns that are no subgroup variables were not used: %s", told_names(unused)
  ), field = "cut_points")
  cuts <- as.numeric(sub("\u2212", "-", vapply(read, `[[`, character(1), 3L), fixed = TRUE))
  as.list(stats::setNames(cuts, columns))[intersect(columns, names)]
}

#' Columns as the user has them read: codes are texts. @param open Those for which no cut-off tells that they are numbers.
subgroup_readings <- function(table, open, params) {
  read <- list(covariates = open, covariate_codes = params$subgroup_codes, covariate_numbers = params$subgroup_numbers)
  read_covariates(table, read, "subgroup_columns", "亚组变量")
}

#' Numbers as two levels. @param cut NULL: the median.
subgroup_cut <- function(name, values, cut) {
  if (!is.numeric(values)) stop_input("cut_text", sprintf(
    "「%s」列里有文字，不能按截断值分。请从截断值里去掉它，或改好这一列", name
  ), "cut_points")
  known <- values[is.finite(values)]
  way <- if (is.null(cut)) "median" else "value"
  if (is.null(cut)) {
    cut <- stats::median(known)
    # Where most have the largest value nobody is above the median.
    if (all(known <= cut)) {
      cut <- max(known[known < cut])
      way <- "below_median"
    }
  }
  if (all(known <= cut) || all(known > cut)) stop_input("cut_outside", sprintf(
    "「%s」的截断值 %s 把患者都分在一边（%s 到 %s）。请改到中间", name, written_number(cut, 10L), written_number(min(known), 10L), written_number(max(known), 10L)
  ), "cut_points")
  labels <- paste(c("\u2264", ">"), written_number(cut, 10L))
  list(name = name, of = factor(ifelse(!is.finite(values), NA, labels[1L + (values > cut)]), labels), cut = cut, way = way)
}

# ---- models ----

#' One column of a matrix for each covariate that tells something of its own in these patients.
subgroup_design <- function(covariates, rows) {
  design <- do.call(cbind, c(list(matrix(0, sum(rows), 0L)), lapply(covariates, function(values) as.matrix(values)[rows, , drop = FALSE])))
  design <- design[, apply(design, 2L, function(column) length(unique(column)) > 1L), drop = FALSE]
  if (ncol(design) == 0L) return(design)
  scaled <- scale(design)
  kept <- qr(scaled, tol = 1e-7)
  design[, sort(kept$pivot[seq_len(kept$rank)]), drop = FALSE]
}

#' What speaks against a model in these patients; "": nothing.
subgroup_obstacle <- function(status, x, design, least) {
  if (sum(status) < least) return("few")
  if (length(unique(x)) < 2L) return("one_value")
  # Of numbers near the largest that a computer knows nothing can be told.
  if (!is.finite(stats::sd(x))) return("failed")
  if (ncol(design) == 0L) return("")
  if (sum(status) <= 1L + ncol(design)) return("few_adjusted")
  left <- stats::lm.fit(cbind(1, scale(design)), as.vector(scale(x)))$residuals
  if (max(abs(left)) < 1e-7) "collinear" else ""
}

#' A Cox model of the variable in some patients.
#'
#' @return Data frame of one row: `n`, `events`, `HR`, `HR.95L`, `HR.95H`, `pvalue`, `source` (wald or lr), `note`.
subgroup_row <- function(rows, data, covariates, least) {
  status <- data$status[rows]
  x <- data$x[rows]
  design <- subgroup_design(covariates, rows)
  row <- data.frame(
    n = sum(rows), events = sum(status), HR = NA_real_, HR.95L = NA_real_, HR.95H = NA_real_, pvalue = NA_real_, source = "",
    note = subgroup_obstacle(status, x, design, least)
  )
  if (nzchar(row$note)) return(row)
  ratio <- tryCatch(
    cox_ratios(subgroup_model("x", data, rows, design))[1L, ],
    error = function(condition) NULL
  )
  if (is.null(ratio)) {
    row$note <- "failed"
    return(row)
  }
  row[c("HR", "HR.95L", "HR.95H", "pvalue")] <- ratio[c("hr", "lower", "upper", "p")]
  row$source <- names(COX_TESTS)[match(ratio$test, COX_TESTS)]
  if (ratio$unknown) row$note <- ratio_cause(status, x)
  row
}

#' @param term Of `x`, perhaps with `g`; covariates are added. @param rows Logical: the patients. @return From `quiet_cox`.
subgroup_model <- function(term, data, rows, design, g = NULL) {
  frame <- data.frame(time = data$time[rows], status = data$status[rows], x = data$x[rows])
  frame$entry <- data$entry[rows]
  frame$g <- g
  frame$z <- design
  quiet_cox(stats::reformulate(c(term, if (ncol(design) > 0L) "z"), outcome_call(data$entry)), frame)
}

#' A row for each level of a column: `subgroup_row` with `variable` and `level`.
subgroup_levels <- function(column, data, params) {
  covariates <- data$covariates[setdiff(names(data$covariates), column$name)]
  rows <- lapply(levels(column$of), function(level) {
    data.frame(variable = column$name, level = level, subgroup_row(column$of %in% level, data, covariates, params$min_events))
  })
  do.call(rbind, rows)
}

#' Likelihood-ratio test of the model with the product of variable and column against that with both alone, in the levels that have a model.
subgroup_test <- function(column, levels, data) {
  used <- levels$level[!levels$note %in% SUBGROUP_UNFITTED]
  rows <- column$of %in% used
  result <- data.frame(
    variable = column$name, cut = column$cut, way = column$way, levels = length(used), n = sum(rows), events = sum(data$status[rows]),
    missing = sum(is.na(column$of)), chisq = NA_real_, df = NA_integer_, p = NA_real_, note = ""
  )
  if (length(used) < 2L) {
    result$note <- if (nlevels(column$of) < 2L) "one_level" else "one_fitted"
    return(result)
  }
  if (length(used) < nlevels(column$of)) result$note <- "levels_out"
  design <- subgroup_design(data$covariates[setdiff(names(data$covariates), column$name)], rows)
  # A covariate that follows from the levels has no coefficient in either model.
  g <- factor(column$of[rows], used)
  if (result$events <= 2L * length(used) - 1L + ncol(design)) {
    result$note <- "few_adjusted"
    return(result)
  }
  models <- tryCatch(lapply(c("x + g", "x * g"), subgroup_model, data = data, rows = rows, design = design, g = g), error = function(condition) NULL)
  df <- if (is.null(models)) 0L else diff(vapply(models, function(fit) sum(!is.na(stats::coef(fit))), integer(1)))
  if (df < 1L) {
    result$note <- "failed"
    return(result)
  }
  result$chisq <- max(0, 2 * diff(vapply(models, function(fit) fit$loglik[[2L]], numeric(1))))
  result$df <- df
  result$p <- stats::pchisq(result$chisq, df, lower.tail = FALSE)
  result
}

#' P of proportional hazards of the variable in all patients (Schoenfeld residuals); NA where it cannot be tested.
subgroup_proportional <- function(data) {
  all <- rep(TRUE, length(data$x))
  tryCatch(
    suppressWarnings(survival::cox.zph(subgroup_model("x", data, all, subgroup_design(data$covariates, all)))$table["x", "p"]),
    error = function(condition) NA_real_
  )
}

# ---- tables ----

#' A word of the declaration, in columns that hold the user's names, too.
SUBGROUP_ALL <- "全部患者"
SUBGROUP_RATIOS <- c("n", "events", "HR", "HR.95L", "HR.95H", "pvalue", "source", "note")

subgroup_shown <- function(overall, rows) {
  rbind(data.frame(variable = SUBGROUP_ALL, level = "", overall[SUBGROUP_RATIOS]), rows[c("variable", "level", SUBGROUP_RATIOS)])
}

#' Rows as they are drawn. Words of a section are the table's own: they hold the name of a column and its P.
subgroup_forest <- function(overall, rows, tests) {
  at <- match(rows$variable, tests$variable)
  written <- paste(ifelse(tests$p > 0, "=", ""), p_digits(tests$p))
  section <- ifelse(is.na(tests$p), sprintf("%s · 没有做交互检验", tests$variable), sprintf("%s · 交互检验 P %s", tests$variable, trimmed(written)))
  drawn <- c("n", "events", "HR", "HR.95L", "HR.95H")
  rbind(
    data.frame(label = SUBGROUP_ALL, section = "", overall[drawn], remark = overall$note),
    data.frame(label = rows$level, section = section[at], rows[drawn], remark = rows$note)
  )
}

# ---- told ----

tell_subgroups <- function(data, columns, levels, tests, overall, ph_p, params, job) {
  rows <- do.call(rbind, levels)
  name <- paste(rows$variable, rows$level)
  out <- rows$note %in% SUBGROUP_UNFITTED
  if (any(out)) job$finding("should", "levels_out", told(
    "%s 个亚组没有算 HR，也不进入交互检验（事件不足 %s 例、变量只有一种取值等，原因在表里）：%s",
    c(
      "Subgroups without an HR, which also take no part in the tests of interaction: %s",
      "(fewer than %s events, a single value of the variable, or as the table says): %s"
    ),
    format_count(sum(out)), format_count(params$min_events), told_names(name[out], 5L)
  ), field = "min_events")
  unknown <- rows$note %in% names(RATIO_CAUSES)
  if (any(unknown)) job$finding("should", "hr_unknown", told(
    "HR 不可估计的亚组：%s。有一组没有事件，或两组的事件几乎错开；P 来自似然比检验",
    "HR not estimable in: %s. One group has no event, or events hardly overlap; P is that of the likelihood-ratio test",
    told_names(name[unknown], 5L)
  ), field = "subgroup_columns")
  small <- !out & rows$events < MODEL_EVENTS
  if (any(small)) job$finding("should", "small_levels", told(
    "事件不足 10 例的亚组：%s。那里的 HR 很不稳定，交互检验的 P 也只是近似", "Fewer than 10 events: %s. Their HRs are unstable, and P for interaction is approximate",
    told_names(name[small], 5L)
  ), field = "subgroup_columns")
  untested <- tests$variable[is.na(tests$p)]
  if (length(untested) > 0L) job$finding("should", "untested", told(
    "没有做交互检验：%s。能估计 HR 的亚组不足两个，或事件太少",
    "Not tested for interaction: %s. Fewer than two subgroups have an HR, or there are too few events", told_names(untested, 5L)
  ), field = "subgroup_columns")
  missing <- tests$missing > SUBGROUP_MISSING_SHARE * length(data$x)
  if (any(missing)) job$finding("should", "much_missing", told(
    "缺失超过 20%% 的亚组变量：%s。缺失的患者不在这一变量的亚组和检验里", "More than 20%% missing: %s. These patients are in none of the subgroups and tests of that variable",
    told_names(tests$variable[missing], 5L)
  ), field = "subgroup_columns")
  own <- intersect(names(data$covariates), tests$variable)
  if (length(own) > 0L) job$finding("note", "own_covariate", told(
    "「%s」既是亚组变量又是协变量：在它自己的亚组里不再作协变量", "Not a covariate within its own subgroups: %s", told_names(own, 5L)
  ), field = "covariates")
  tell_ph_untested(ph_p, data$study, job)
  if (!is.na(ph_p) && ph_p < SUBGROUP_P) job$finding("should", "not_proportional", told(
    "「%s」的风险比随时间变化（Schoenfeld 残差检验 P %s）：各处的 HR 只是全程的平均",
    "The hazard ratio of “%s” changes with time (Schoenfeld residuals, P %s): every HR is an average over the follow-up",
    data$marker$column, p_digits(ph_p)
  ), field = "marker_column")
}

subgroup_facts <- function(data, columns, levels, tests, overall, ph_p, params) {
  marker <- data$marker
  rows <- do.call(rbind, levels)
  found <- which(tests$p < SUBGROUP_P)
  found <- found[order(tests$p[found])]
  named <- function(pattern) sprintf(pattern, tests$variable[found], p_digits(tests$p[found]), p_digits(tests$padj[found]))
  words <- if (length(found) > 0L) told_names(named("%s（P %s，校正后 %s）"), SUBGROUP_COLUMNS_MOST, named("%s (P %s, adjusted %s)"))
  cuts <- which(nzchar(tests$way))
  numbers <- written_number_each(tests$cut[cuts])
  cut_words <- if (length(cuts) > 0L) told_names(
    sprintf("%s %s（%s）", tests$variable[cuts], numbers, ifelse(tests$way[cuts] == "value", "指定", "中位数")), SUBGROUP_COLUMNS_MOST,
    sprintf("%s %s (%s)", tests$variable[cuts], numbers, ifelse(tests$way[cuts] == "value", "given", "median"))
  )
  tested <- sum(!is.na(tests$p))
  adjusted <- sum(tests$padj < SUBGROUP_P, na.rm = TRUE)
  unknown <- unknown_facts(if (overall$note %in% names(RATIO_CAUSES)) list(cause = overall$note))
  c(
    study_facts(data$study)[c("data", "patients", "events", "total", "excluded", "follow_up", "unit_word", "unit_english")],
    unknown, covariate_facts(data$study$clinical, names(data$covariates)), entry_facts(data$study, params$entry_column),
    list(
      marker = marker$column, two = marker$two, other = marker$other, reference = marker$reference, scaled = marker$scaled,
      marker_sd = if (isTRUE(marker$scaled)) written_number(marker$sd), hr = fact_number(overall$HR), hr_low = fact_number(overall$HR.95L),
      hr_high = fact_number(overall$HR.95H), hr_p = fact_number(overall$pvalue), ph_p = fact_number(ph_p), adjusted = length(data$covariates) > 0L,
      columns_n = nrow(tests), column_words = told_names(tests$variable, SUBGROUP_COLUMNS_MOST)$zh,
      column_english = told_names(tests$variable, SUBGROUP_COLUMNS_MOST)$en, levels_n = nrow(rows),
      unfitted_n = sum(rows$note %in% SUBGROUP_UNFITTED),
      tested = tested, any_tested = tested > 0L, some = length(found) > 0L, some_n = length(found), some_words = words$zh, some_english = words$en,
      sure = adjusted > 0L, sure_n = adjusted, expected_n = written_number(tested * SUBGROUP_P, 2L), missing_n = sum(tests$missing > 0L),
      cut_words = cut_words$zh, cut_english = cut_words$en
    )
  )
}

written_number_each <- function(numbers) vapply(numbers, written_number, character(1), digits = 10L)
