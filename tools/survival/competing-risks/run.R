# Competing risks of one clinical table: cumulative incidences by group, Gray's test, and Fine and Gray's model beside Cox models of each cause. Its
# statistics are those of engine/R/statistics/survival/competing-risks.R.

COMPETING_GROUPS_MAX <- 8L
COMPETING_PATIENTS_LEAST <- 4L
COMPETING_AT_RISK <- 10L
COMPETING_TIMES_MOST <- 10L
COMPETING_P <- 0.05
#' The only group where nobody is grouped.
COMPETING_EVERYBODY <- "全部患者"

#' @param inputs `patients`: data frame, a row for each patient. @param params,job See the declaration.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读入随访和状态", 0.1)
  data <- competing_patients(inputs$patients, params, job)
  times <- competing_times(data, params, job)
  terms <- competing_terms(data, params, job)
  job$checked("patients_read", told(
    "%s 例患者：关注的事件 %s 例，竞争事件 %s 例，删失 %s 例", "Patients: %s; events of interest: %s, competing: %s, censored: %s", format_count(length(data$time)),
    format_count(sum(data$cause == 1L)), format_count(sum(data$cause == 2L)), format_count(sum(data$cause == 0L))
  ), "status_column")
  job$step("估计累积发生率", 0.3)
  fit <- competing_incidences(data$time, data$cause, data$group)
  tests <- gray_tests(fit)
  pairs <- gray_pairs(data$time, data$cause, data$group, params$pAdjustMethod)
  incidences <- competing_at_times(fit, data$time, data$cause, data$group, times)
  curve <- competing_curves(fit, data$time, data$cause, data$group)
  job$step("Fine–Gray 和病因别 Cox 模型", 0.6)
  models <- competing_model_rows(data, terms)
  tell_competing(data, terms, models, tests, incidences, job)
  job$facts(competing_facts(data, terms, models, tests, pairs, incidences, times, params))
  risk <- risk_table(data$time, data$group, 0)
  list(
    incidences = incidences, tests = tests, pairs = pairs, models = models[COMPETING_MODEL_COLUMNS], groups = competing_groups(data),
    statuses = competing_statuses(data), flow = competing_flow(data), curve = curve,
    risk = do.call(rbind, lapply(names(COMPETING_CAUSES), function(cause) data.frame(cause = cause, risk))),
    parts = data.frame(
      cause = names(COMPETING_CAUSES), p_name = "gray",
      p = if (nrow(tests) > 0L) p_digits(tests$p) else rep("", length(COMPETING_CAUSES))
    ),
    forest = competing_forest(models)
  )
}

# ---- who and what ----

#' Patients with time, status and group.
#'
#' @return List of `time` (in the unit of the data), `cause`, `group` (factor), `table` (of these patients), `outcome` (from `competing_outcome`),
#'   `columns` (named: time, status, group or NULL), `unit`, `total`, `exclusions`.
competing_patients <- function(table, params, job) {
  if (nrow(table) == 0L) stop_input("no_rows", "表里没有一行数据。请核对粘贴的内容", "table")
  columns <- list(time = params$time_column, status = params$status_column, group = if (isTRUE(nzchar(params$group_column))) params$group_column)
  competing_check(table, columns, params)
  time <- read_numbers(table, columns$time, "time_column", job)
  time[!is.finite(time)] <- NA
  outcome <- competing_outcome(baseline_texts(table[[columns$status]]), columns$status, params, job)
  group <- competing_grouping(table, columns$group, job)
  reasons <- list(
    "没有时间" = is.na(time), "时间小于 0" = time < 0, "没有状态" = is.na(outcome$cause), group = is.na(group)
  )
  names(reasons)[[4L]] <- sprintf("「%s」没有填", if (is.null(columns$group)) "" else columns$group)
  left <- rep(FALSE, nrow(table))
  exclusions <- data.frame(reason = names(reasons), n = 0L)
  for (i in seq_along(reasons)) {
    out <- reasons[[i]] %in% TRUE & !left
    exclusions$n[[i]] <- sum(out)
    left <- left | out
  }
  data <- list(
    time = time[!left], cause = outcome$cause[!left], group = droplevels(group[!left]), table = plain_rows(table[!left, , drop = FALSE]),
    outcome = outcome, columns = columns, total = nrow(table), exclusions = plain_rows(exclusions[exclusions$n > 0L, ])
  )
  competing_check_patients(data)
  data$outcome$values <- outcome$values[!left]
  c(data, list(unit = competing_unit(data$time, columns$time, params$time_unit, job)))
}

competing_check <- function(table, columns, params) {
  fields <- c(time = "time_column", status = "status_column", group = "group_column")
  for (name in names(fields)) {
    column <- columns[[name]]
    if (length(column) == 1L && is.null(table[[column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", column), fields[[name]])
  }
  given <- unlist(columns)
  twice <- given[duplicated(given)]
  if (length(twice) > 0L) stop_input("same_column", sprintf(
    "「%s」选了两次：时间、状态、分组要是不同的列。请重新选择", twice[[1L]]
  ), fields[[names(twice)[[1L]]]])
  absent <- setdiff(params$covariates, names(table))
  if (length(absent) > 0L) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", absent[[1L]]), "covariates")
  taken <- intersect(params$covariates, given)
  if (length(taken) > 0L) stop_input("covariate_taken", sprintf(
    "「%s」已经是时间、状态或分组，不能又当协变量（分组本来就在模型里）。请从协变量里去掉它", taken[[1L]]
  ), "covariates")
}

#' @return Factor by row, its levels in the order of their words; one level where nobody is grouped.
competing_grouping <- function(table, column, job) {
  if (is.null(column)) {
    job$finding("note", "not_grouped", told(
      "没有选分组列，画全部患者的一条曲线", "No column of groups was chosen: one curve of all patients is drawn"
    ), field = "group_column")
    return(factor(rep(COMPETING_EVERYBODY, nrow(table))))
  }
  read <- baseline_levels(baseline_texts(table[[column]]))
  n <- nlevels(read$values)
  if (n == 0L) stop_input("no_groups", sprintf("分组列「%s」全是空的。请换一列，或不选分组", column), "group_column")
  if (n > COMPETING_GROUPS_MAX) stop_input("many_groups", sprintf(
    "分组列「%s」有 %s 种取值，最多 %d 组。它若是年龄这样的数值，请放进「协变量」，或先分成几组", column, format_count(n), COMPETING_GROUPS_MAX
  ), "group_column")
  tell_baseline_merged(column, read$merged, "group_column", job)
  factor(read$values, enc2utf8(levels(read$values)))
}

competing_check_patients <- function(data) {
  n <- length(data$time)
  left <- paste(sprintf("%s %s", data$exclusions$reason, format_count(data$exclusions$n)), collapse = "；")
  if (n < COMPETING_PATIENTS_LEAST) stop_input("few_patients", sprintf(
    "可以分析的患者只有 %s 例%s，不足 %d 例。请核对时间列、状态列和分组列", format_count(n), if (nzchar(left)) sprintf("（%s）", left) else "",
    COMPETING_PATIENTS_LEAST
  ), "time_column")
  of <- function(role) list_names(names(data$outcome$role)[data$outcome$role == role], STATUS_VALUES_SHOWN)
  if (!any(data$cause == 1L)) stop_input("no_events", sprintf(
    "纳入的 %s 例患者没有一例关注的事件「%s」。请核对「关注的事件」，或换一份数据", format_count(n), of("event")
  ), "event_value")
  if (!any(data$cause == 2L)) stop_input("no_competing", sprintf(
    "纳入的 %s 例患者没有一例竞争事件「%s」，不用竞争风险分析。请用「Kaplan–Meier 曲线」", format_count(n), of("competing")
  ), "status_column")
}

#' A unit in the name of the column, then the one that is likely for so long a follow-up.
competing_unit <- function(time, column, asked, job) {
  named <- if (grepl("月|month|(^|[^a-z])mo([^a-z]|$)", column, ignore.case = TRUE)) "month"
  else if (grepl("年|year|(^|[^a-z])yrs?([^a-z]|$)", column, ignore.case = TRUE)) "year"
  else if (grepl("天|日|day", column, ignore.case = TRUE)) "day"
  if (asked == "auto") {
    likely <- likelier_unit(time, "day")
    asked <- if (!is.null(named)) named else if (!is.null(likely)) likely else "day"
    job$finding(if (is.null(named)) "should" else "note", "unit_taken", told(
      "时间的单位按%s认作「%s」。只影响图和表里的单位、1、3、5 年这些时间点；若不对，请改「时间单位」", "The unit of time was taken to be %2$s, by %1$s",
      if (is.null(named)) told("数值的大小", "the size of the numbers") else told("列名", "the name of the column"),
      told(TIME_UNITS[[asked]]$name, TIME_UNITS[[asked]]$english)
    ), field = "time_unit")
  } else tell_unit(time, asked, job)
  TIME_UNITS[[asked]]
}

#' The times at which incidences are told: the user's, or 1, 3 and 5 years as far as anybody was followed, else round parts of the follow-up.
competing_times <- function(data, params, job) {
  written <- trimmed(strsplit(enc2utf8(params$times), "[;,\n\uff1b\uff0c\u3001 ]")[[1L]], BASELINE_BLANKS)
  written <- written[nzchar(written)]
  longest <- max(data$time)
  if (length(written) == 0L) {
    years <- round(RATE_YEARS * TIME_UNITS$year$days / data$unit$days, if (data$unit$days == 1) 0L else 2L)
    years <- years[years <= longest]
    parts <- pretty(c(0, longest), 4L)
    return(if (length(years) > 0L) years else parts[parts > 0 & parts <= longest])
  }
  times <- written_numbers(written)
  if (anyNA(times) || any(!is.finite(times) | times <= 0)) stop_input("times_unread", sprintf(
    "时间点里的「%s」看不懂。请写大于 0 的数字，几个之间用分号隔开，如「12；36；60」", written[is.na(times) | !is.finite(times) | times <= 0][[1L]]
  ), "times")
  times <- sort(unique(times))
  if (length(times) > COMPETING_TIMES_MOST) stop_input("many_times", sprintf(
    "写了 %d 个时间点，最多 %d 个。请只留要写进论文的", length(times), COMPETING_TIMES_MOST
  ), "times")
  beyond <- times > longest
  if (any(beyond)) job$finding("should", "times_beyond", told(
    "时间点 %s 超过了最长的随访（%s %s），没有结果", "No patient was followed to the time %s (longest follow-up: %s %s)",
    told_names(vapply(times[beyond], written_number, character(1), digits = 6L), 5L), written_number(longest),
    told(data$unit$word, data$unit$english)
  ), field = "times")
  times
}

# ---- models ----

#' The columns of the models: the group first, then the covariates, of the patients about whom all is known.
#'
#' @return NULL where there is nothing to model; else a list of `design`, `terms` (data frame `column`, `variable`, `level`, `reference`), `rows`
#'   (logical), `read` (data frame of the covariates as they were read).
competing_terms <- function(data, params, job) {
  grouped <- nlevels(data$group) > 1L
  read <- competing_covariates(data, params, job)
  values <- c(if (grouped) stats::setNames(list(competing_reference(data, params)), data$columns$group), read)
  if (length(values) == 0L) return(NULL)
  rows <- !Reduce(`|`, lapply(values, is.na))
  if (any(!rows)) job$finding("note", "model_missing", told(
    "有 %s 例缺少所选的协变量，不在模型里；曲线和检验仍有它们", "%s patients lack a chosen covariate: they are not in the models, but in curves and tests",
    format_count(sum(!rows))
  ), field = "covariates")
  columns <- Map(function(values, name) competing_columns(values[rows], name), values, names(values))
  constant <- vapply(columns, is.null, logical(1))
  if (any(constant)) job$finding("should", "one_level", told(
    "「%s」在模型的患者里只有一种取值，没有进入模型", "“%s” has a single value in the patients of the models and did not enter them",
    told_names(names(columns)[constant], 5L)
  ), field = "covariates")
  columns <- columns[!constant]
  if (length(columns) == 0L) return(NULL)
  model <- without_collinear(list(
    design = do.call(cbind, unname(lapply(columns, `[[`, "values"))), terms = plain_rows(do.call(rbind, unname(lapply(columns, `[[`, "about"))))
  ), job)
  c(model, list(rows = rows, read = as.data.frame(read, optional = TRUE)))
}

#' The covariates as numbers or factors, by name.
competing_covariates <- function(data, params, job) {
  table <- read_covariates(numbers_as_written(data$table), params)
  lapply(stats::setNames(nm = unique(params$covariates)), function(name) {
    values <- table[[name]]
    if (is.numeric(values)) {
      values[!is.finite(values)] <- NA
      return(values)
    }
    read <- baseline_levels(baseline_texts(values))
    if (nlevels(read$values) > TERM_LEVELS) stop_input("many_levels", sprintf(
      "「%s」有 %s 种取值，不像分类，不能进入模型。请合并成几类，或换一列", name, format_count(nlevels(read$values))
    ), "covariates")
    tell_baseline_merged(name, read$merged, "covariates", job)
    factor(read$values, enc2utf8(levels(read$values)))
  })
}

#' The groups with the reference as their first level.
competing_reference <- function(data, params) {
  wanted <- trimmed(params$reference_group)
  groups <- levels(data$group)
  if (!nzchar(wanted)) return(data$group)
  found <- match(baseline_keys(wanted), baseline_keys(groups))
  if (is.na(found)) stop_input("no_reference_group", sprintf(
    "「%s」里没有「%s」这一组，只有 %s。请改写参照组", data$columns$group, wanted, list_names(groups, COMPETING_GROUPS_MAX)
  ), "reference_group")
  stats::relevel(data$group, groups[[found]])
}

#' One variable as columns; NULL where it does not vary.
competing_columns <- function(values, name) {
  if (is.factor(values)) values <- droplevels(values)
  if (length(unique(values)) < 2L) return(NULL)
  known <- if (is.factor(values)) levels(values) else character()
  columns <- level_values(if (is.factor(values)) as.character(values) else values, name, known)
  list(values = columns, about = data.frame(
    column = colnames(columns), variable = name, level = if (length(known) > 0L) known[-1L] else "",
    reference = if (length(known) > 0L) known[[1L]] else ""
  ))
}

COMPETING_MODEL_COLUMNS <- c(
  "model", "variable", "level", "reference", "n", "events", "HR", "HR.95L", "HR.95H", "pvalue", "source", "ph_p", "note"
)

competing_model_rows <- function(data, terms) {
  if (is.null(terms)) return(data.frame(
    model = character(), column = character(), variable = character(), level = character(), reference = character(), n = integer(),
    events = integer(), HR = numeric(), HR.95L = numeric(), HR.95H = numeric(), pvalue = numeric(), source = character(), ph_p = numeric(),
    note = character()
  ))
  rows <- competing_models(data$time[terms$rows], data$cause[terms$rows], terms$design)
  data.frame(rows, terms$terms[match(rows$column, terms$terms$column), c("variable", "level", "reference")], row.names = NULL)
}

competing_forest <- function(models) {
  data.frame(
    label = models$column, section = models$model, n = models$n, events = models$events, models[c("HR", "HR.95L", "HR.95H", "pvalue")],
    remark = models$note
  )
}

# ---- tables ----

competing_groups <- function(data) {
  of <- function(cause) vapply(levels(data$group), function(name) sum(data$cause[data$group == name] == cause), integer(1), USE.NAMES = FALSE)
  follow <- function(name) median_follow_up(data$time[data$group == name], as.integer(data$cause[data$group == name] > 0L))
  data.frame(
    group = levels(data$group), n = as.integer(table(data$group)), events = of(1L), competing = of(2L), censored = of(0L),
    follow_up = vapply(levels(data$group), follow, numeric(1), USE.NAMES = FALSE)
  )
}

#' What each value of the column was taken for.
competing_statuses <- function(data) {
  role <- data$outcome$role
  role <- role[order(match(role, names(STATUS_ROLES)))]
  n <- vapply(names(role), function(value) sum(data$outcome$values == value), integer(1), USE.NAMES = FALSE)
  data.frame(value = names(role), role = unname(role), n = n)
}

competing_flow <- function(data) {
  data.frame(
    step = c("table", sprintf("排除：%s", data$exclusions$reason), "纳入分析的患者"), n = as.integer(c(data$total, data$exclusions$n, length(data$time)))
  )
}

# ---- told ----

tell_competing <- function(data, terms, models, tests, incidences, job) {
  tell_exclusions(data$exclusions, job)
  zero <- sum(data$time == 0)
  if (zero > 0L) job$finding("note", "time_zero", told(
    "有 %s 例患者的时间是 0，只在起点计入", "%s patients have a time of 0 and count at the start only", format_count(zero)
  ), field = "time_column")
  events <- sum(data$cause == 1L)
  if (events < MODEL_EVENTS) job$finding("should", "few_events", told(
    "关注的事件只有 %s 例，不足 %s 例，结果很不稳定，不宜下结论", "Events of interest: %s, fewer than %s: the results are unstable and allow no conclusion",
    format_count(events), format_count(MODEL_EVENTS)
  ), field = "status_column")
  sizes <- table(data$group)
  small <- names(sizes)[sizes < COMPETING_AT_RISK]
  if (length(sizes) > 1L && length(small) > 0L) job$finding("should", "groups_small", told(
    "不足 10 例的组：%s。它们的曲线和 P 值很不稳定", "Groups of fewer than 10 patients, where curves and P values are unstable: %s", told_names(small)
  ), field = "group_column")
  if (!is.null(data$columns$group) && length(sizes) == 1L) job$finding("should", "one_group", told(
    "「%s」只有「%s」一组，没有可比的，只画一条曲线。请换一列", "“%s” has the one group “%s”: there is nothing to compare, and one curve is drawn",
    data$columns$group, names(sizes)
  ), field = "group_column")
  thin <- sort(unique(incidences$time[incidences$n_risk < COMPETING_AT_RISK]))
  if (length(thin) > 0L) job$finding("note", "few_at_risk", told(
    "这些时间点有组仍在随访的不足 10 例，那里的发生率不稳定：%s（%s）", "Times with fewer than 10 patients at risk in a group, where incidences are unstable: %s (%s)",
    told_names(vapply(thin, written_number, character(1), digits = 6L), 5L), told(data$unit$word, data$unit$english)
  ), field = "times")
  if (anyNA(tests$p)) job$finding("should", "untested", told(
    "Gray 检验没有算出来：有组的患者太少，或各组的随访不重叠", "Gray’s test could not be done: a group has too few patients, or the follow-up of the groups does not overlap"
  ), field = "group_column")
  if (!is.null(terms)) tell_competing_models(terms, models, job)
}

tell_competing_models <- function(terms, models, job) {
  of <- function(codes, model = unique(models$model)) models$column[models$note %in% codes & models$model %in% model]
  few <- unique(models$model[models$note == "few"])
  if (length(few) > 0L) job$finding("should", "model_few", told(
    "事件不多于系数，没有拟合的模型：%s。请少选协变量", "No more events than coefficients, so that these models were not fitted: %s",
    told(list_names(COMPETING_MODELS[few]), paste(COMPETING_MODELS_ENGLISH[few], collapse = ", "))
  ), field = "covariates")
  else if (models$events[[1L]] < EVENTS_EACH * ncol(terms$design)) job$finding("should", "events_each", told(
    "关注的事件 %s 例、系数 %s 个，每个系数不足 10 例事件，模型靠不住。请少选协变量", "%s events of interest for %s coefficients, fewer than 10 each: the model leans on chance",
    format_count(models$events[[1L]]), format_count(ncol(terms$design))
  ), field = "covariates")
  if (length(of("many")) > 0L) job$finding("should", "model_many", told(
    "超过 %s 例，Fine–Gray 模型要算很久，没有拟合；曲线、Gray 检验和病因别 Cox 不受影响",
    "More than %s patients: the Fine–Gray model was not fitted; curves, Gray’s test and the cause-specific Cox models are not affected",
    format_count(FINE_GRAY_PATIENTS_MOST)
  ), field = "covariates")
  if (length(of("failed")) > 0L) job$finding("should", "model_failed", told(
    "没有收敛的模型：%s。请少选协变量，或合并类别", "Models that did not converge: %s. Choose fewer covariates, or join classes",
    told(list_names(COMPETING_MODELS[unique(models$model[models$note == "failed"])]), paste(
      COMPETING_MODELS_ENGLISH[unique(models$model[models$note == "failed"])], collapse = ", "
    ))
  ), field = "covariates")
  for (cause in intersect(names(RATIO_CAUSES), models$note)) job$finding("should", "hr_unknown", told(
    "HR 不可估计：%s（%s）。请看曲线和 Gray 检验，或合并类别", "HR not estimable: %s (%s). See the curves and Gray’s test, or join classes",
    told_terms(unique(of(cause)), 3L), told_cause(cause)
  ), field = "covariates")
  changing <- models$column[models$model == "cox_event" & models$ph_p %in% models$ph_p[which(models$ph_p < PH_P)]]
  if (length(changing) > 0L) job$finding("should", "not_proportional", told(
    "风险比随时间变化（病因别 Cox 的 Schoenfeld 残差检验 P < 0.05）：%s。HR 只是全程的平均，请看曲线",
    "Ratios that change with time (Schoenfeld residuals of the cause-specific Cox model, P < 0.05): %s. Each HR is an average over the follow-up",
    told_terms(changing, 3L)
  ), field = "covariates")
}

COMPETING_MODELS <- c(fine_gray = "Fine–Gray 模型", cox_event = "关注事件的病因别 Cox", cox_competing = "竞争事件的病因别 Cox")
COMPETING_MODELS_ENGLISH <- c(
  fine_gray = "the Fine–Gray model", cox_event = "the cause-specific Cox model of the event", cox_competing = "that of the competing event"
)

#' The latest stated time to which all groups were followed, with ten patients at risk in each where there is such a time; NULL: there is none.
competing_told_time <- function(incidences, times, groups) {
  own <- incidences[incidences$cause == "event", ]
  reached <- times[vapply(times, function(t) sum(own$time == t) == groups, logical(1))]
  if (length(reached) == 0L) return(NULL)
  sure <- reached[vapply(reached, function(t) min(own$n_risk[own$time == t]) >= COMPETING_AT_RISK, logical(1))]
  max(if (length(sure) > 0L) sure else min(reached))
}

competing_facts <- function(data, terms, models, tests, pairs, incidences, times, params) {
  groups <- levels(data$group)
  of <- function(role) told_names(names(data$outcome$role)[data$outcome$role == role], STATUS_VALUES_SHOWN)
  names <- lapply(stats::setNames(nm = names(STATUS_ROLES)), of)
  at <- competing_told_time(incidences, times, length(groups))
  shown <- if (!is.null(at)) incidences[incidences$cause == "event" & incidences$time == at, ]
  words <- competing_words(shown, length(groups) > 1L)
  at_time <- if (!is.null(at)) competing_time_words(at, data$unit)
  whole <- if (!is.null(at)) {
    competing_at_times(competing_incidences(data$time, data$cause, factor(rep("1", length(data$time)))), data$time, data$cause,
      factor(rep("1", length(data$time))), at)[1L, ]
  }
  first <- if (!is.null(terms)) models[1L, ]
  two <- length(groups) == 2L && !is.null(first) && first$variable == data$columns$group
  cox <- if (two) models[models$model == "cox_event", ][1L, ]
  p <- if (nrow(tests) > 0L) tests$p else c(NA_real_, NA_real_)
  c(
    covariate_facts(terms$read, names(terms$read)),
    list(
      patients = length(data$time), events = sum(data$cause == 1L), competing_n = sum(data$cause == 2L), censored_n = sum(data$cause == 0L),
      event_word = names$event$zh, event_english = names$event$en, competing_word = names$competing$zh, competing_english = names$competing$en,
      total = data$total, excluded = sum(data$exclusions$n),
      follow_up = fact_number(median_follow_up(data$time, as.integer(data$cause > 0L))), unit_word = data$unit$word,
      unit_english = data$unit$english, grouped = length(groups) > 1L, group_word = if (length(groups) > 1L) data$columns$group,
      groups_n = length(groups), several = length(groups) > 2L, p = fact_number(p[[1L]]), competing_p = fact_number(p[[2L]]),
      significant = isTRUE(p[[1L]] < COMPETING_P), pairs_n = nrow(pairs), pairs_found = sum(pairs$padj < COMPETING_P, na.rm = TRUE),
      correction = COMPETING_CORRECTIONS[[params$pAdjustMethod]],
      at_time = at_time$zh, at_english = at_time$en, incidence_words = words$zh, incidence_english = words$en,
      whole = fact_number(whole$cif), naive = fact_number(whole$naive), apart = isTRUE(whole$naive - whole$cif >= 0.005),
      modelled = !is.null(terms), model_n = if (!is.null(terms)) sum(terms$rows), adjusted = !is.null(terms) && length(params$covariates) > 0L,
      two = two, other = if (two) first$level, reference = if (two) first$reference, shr = fact_number(first$HR[two]),
      shr_low = fact_number(first$HR.95L[two]), shr_high = fact_number(first$HR.95H[two]), shr_p = fact_number(first$pvalue[two]),
      cox_hr = fact_number(cox$HR), cox_low = fact_number(cox$HR.95L), cox_high = fact_number(cox$HR.95H), cox_p = fact_number(cox$pvalue)
    )
  )
}

#' "12 个月", "1 year".
competing_time_words <- function(at, unit) {
  number <- written_number(at, 6L)
  told("%s %s", "%s %s", number, told(unit$word, if (number == "1") sub("s$", "", unit$english) else unit$english))
}

#' "男 12.3%（95% CI 8.1%–17.2%）" of each group.
competing_words <- function(shown, named) {
  if (is.null(shown)) return(list(zh = NULL, en = NULL))
  percent <- function(x) sprintf("%.1f%%", 100 * x)
  one <- function(open, close) {
    interval <- ifelse(is.na(shown$lower), "", sprintf("%s95%% CI %s\u2013%s%s", open, percent(shown$lower), percent(shown$upper), close))
    paste0(if (named) paste0(shown$group, " "), percent(shown$cif), interval)
  }
  list(zh = paste(one("（", "）"), collapse = "，"), en = paste(one(" (", ")"), collapse = ", "))
}

COMPETING_CORRECTIONS <- c(BH = "BH ", holm = "Holm ", bonferroni = "Bonferroni ", none = "未")
