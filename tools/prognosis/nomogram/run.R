# A Cox model as a nomogram, with its performance corrected for optimism; rms computes the model, its validation, its calibration and the points.

REPEATS <- 5L
#' Groups of patients in the calibration.
CALIBRATION_GROUPS <- 5L
#' Probabilities that the axes of survival are marked with, where the model reaches them.
MARKS <- c(0.99, 0.95, seq(0.9, 0.1, by = -0.1), 0.05, 0.01)

#' @param inputs `survival` and perhaps `expression`, or `dataset`. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("找到患者和变量", 0.02)
  chosen <- chosen_terms(inputs, params, job)
  study <- whole_terms(model_terms(chosen$study, chosen$params, job), job)
  check_nomogram(study)
  tell_model_size(study, job)
  data <- list(values = study$design, time = study$patients$time, status = study$patients$status, patients = study$patients)
  days <- nomogram_days(params$times, data$time)
  told <- tellable_times(data$time, data$status, days)
  job$step("拟合模型", 0.05)
  terms <- unique(study$terms$term)
  cox <- cox_of_terms(study$design, study$terms$term, terms, data$time, data$status)
  coefficients <- coefficient_table(cox, study, terms)
  check_finite(coefficients, study)
  proportional <- proportional_table(cox, terms)
  frame <- data.frame(time = study$patients$time, status = study$patients$status, rms_terms(study))
  fit <- rms_fit(frame, days[[1L]])
  scale <- points_scale(fit, frame, terms, days)
  patient <- example_row(study, scale, frame, params$example_patient)
  job$step(sprintf("自助法校正，%s 次", params$bootstrap), 0.1)
  corrected <- bootstrap_measures(fit, params)
  calibration <- calibration_tables(frame, told, params, job)
  way <- cox_way(study$terms, "none", days, character())
  nested <- nested_validation(data$values, data$time, data$status, way, days, params$seed, REPEATS, function(share) {
    job$step("重复交叉验证", 0.75 + 0.2 * share)
  })
  model <- way(data$values, data$time, data$status)
  performance <- nomogram_performance(corrected, nested, model, data, days, told)
  curves <- risk_curves(nested, data, days, told)
  drawn <- nomogram_tables(scale, patient)
  facts <- nomogram_facts(study, corrected, performance, proportional, patient, days, params)
  tell_study(study, job)
  tell_nomogram(study, coefficients, proportional, corrected, days, told, params, job)
  if (facts$no_better) tell_no_better(facts$c_validated, facts$c_validated_low, facts$c_validated_high, "covariates", job)
  job$facts(c(facts, if (!is.null(inputs$dataset)) cohort_facts(inputs$dataset)))
  c(
    drawn,
    list(
      performance = performance_words(performance), points = points_table(scale), totals = total_table(scale), coefficients = coefficients,
      proportional = proportional[PROPORTIONAL_COLUMNS],
      flow = patient_flow(study), reporting = reporting_list(nomogram_answers(study, facts, params)),
      roc = roc_table(nested, model, data, told),
      roc_lines = data.frame(line = "diagonal", at = NA_real_, line_label = "没有区分力")[seq_len(min(1L, length(told))), ]
    ),
    calibration, curves[c("decision", "decision_lines")]
  )
}

# ---- patients and variables ----

#' Patients with the genes of the list, or with clinical columns alone.
#'
#' @return List of `study` (see `survival_study`) and `params` for `model_terms`.
chosen_terms <- function(inputs, params, job) {
  cohort <- inputs$dataset
  listed <- length(params$gene_list) > 0L
  if (listed && is.null(cohort) && is.null(inputs$expression)) stop_input(
    "matrix_missing", "填了基因，却没有表达矩阵。请选一个表达矩阵，或清空基因、只用临床变量", "file_id"
  )
  if (!listed && length(c(params$covariates, if (!is.null(cohort)) params$cohort_features)) == 0L) stop_input(
    "no_terms", "还没有选变量。请选临床变量，或填基因", if (is.null(cohort)) "covariates" else "cohort_features"
  )
  if (!listed && is.null(cohort)) inputs["expression"] <- list(NULL)
  study <- survival_study(inputs, c(params, preprocess_percent = 0, preprocess_tpm = 0), job)
  if (!listed) study[c("values", "genes", "expression_unit")] <- NULL
  if (is.null(cohort)) return(list(study = study, params = params))
  asked <- unique(c(params$cohort_features, params$covariates))
  known <- intersect(asked, names(CLINICAL_FEATURES))
  found <- if (length(known) > 0L) clinical_features(cohort, study$patients$patient, known)
  absent <- setdiff(known, names(found))
  if (length(absent) > 0L) stop_input("column_absent", sprintf(
    "%s 没有「%s」的资料。请换一个临床特征", study$label, list_names(vapply(CLINICAL_FEATURES[absent], `[[`, character(1), "label"))
  ), "cohort_features")
  for (feature in found) study$clinical[[feature$label]] <- if (is.factor(feature$values)) as.character(feature$values) else feature$values
  labels <- vapply(found, `[[`, character(1), "label")
  params$covariates <- c(unname(labels), setdiff(asked, known))
  numbers <- Filter(function(feature) is.numeric(feature$values), found)
  params$covariate_numbers <- unique(c(params$covariate_numbers, vapply(numbers, `[[`, character(1), "label")))
  list(study = study, params = params)
}

check_nomogram <- function(study) {
  check_model_events(study)
  events <- sum(study$patients$status)
  if (ncol(study$design) >= events) stop_input("many_terms", sprintf(
    "模型的系数有 %s 个，事件只有 %s 例：变量不少于事件时什么都拟合得上。请减少变量，每个系数最好有 10 例事件", format_count(ncol(study$design)),
    format_count(events)
  ), "covariates")
}

#' A score of a ratio that is no estimate means nothing.
check_finite <- function(coefficients, study) {
  unknown <- ratios_unknown(coefficients, study)
  if (length(unknown) > 0L) stop_input("infinite", paste0("画不出列线图。", paste(unknown, collapse = "；")), "covariates")
}

#' Days of the axes of survival, as far as patients were followed.
nomogram_days <- function(times, time) {
  asked <- sort(as.numeric(if (length(times) == 0L) c(365, 1095, 1825) else times))
  days <- asked[asked < max(time)]
  if (length(days) == 0L) stop_input("times_late", sprintf(
    "随访最长 %s 年，没有患者随访到 %s。请选更早的时间，并核对时间单位", format(round(max(time) / TIME_UNITS$year$days, 1)), year_words(asked[[1L]])
  ), "times")
  days
}

# ---- the model of rms ----

#' @param at In days: where `calibrate` looks.
rms_fit <- function(frame, at) {
  before <- options(datadist = rms::datadist(frame[-(1:2)]))
  on.exit(options(before))
  # rms looks for this name where it is called.
  Surv <- survival::Surv # nolint
  formula <- stats::reformulate(names(frame)[-(1:2)], quote(Surv(time, status)))
  fit <- rms::cph(formula, frame, x = TRUE, y = TRUE, surv = TRUE, time.inc = at)
  if (isTRUE(fit$fail)) stop_input("not_fitted", "模型没有收敛。请减少变量，或合并人数很少的类别", "covariates")
  fit
}

#' What `rms::nomogram` says: ticks of each term with their points, total points with the linear predictor and survival.
#'
#' @param fit From `rms_fit`, of `frame`.
#' @return List of `terms`, `days`, `values` (per term), `points` (per term), `total`, `linear` (`at`, `value`), `survival` (per time: `at`, `value`),
#'   `intercept` and `per_unit` (linear predictor = intercept + total points / per_unit), `curve` (function of days and linear predictor).
points_scale <- function(fit, frame, terms, days) {
  # rms looks up here, too, which numbers have few values.
  before <- options(datadist = rms::datadist(frame[-(1:2)]))
  on.exit(options(before))
  curve <- rms::Survival(fit)
  functions <- lapply(days, function(at) function(lp) curve(at, lp))
  found <- rms::nomogram(fit, fun = functions, funlabel = sprintf("s%d", seq_along(days)), fun.at = MARKS)
  names <- sprintf("t%d", seq_along(terms))
  about <- attr(found, "info")
  list(
    terms = terms, days = days, curve = curve, values = lapply(names, function(name) found[[name]][[name]]),
    points = lapply(names, function(name) unname(found[[name]]$points)), total = found$total.points$x,
    linear = list(at = found$lp$x, value = found$lp$x.real),
    survival = lapply(seq_along(days), function(i) list(at = found[[sprintf("s%d", i)]]$x, value = found[[sprintf("s%d", i)]]$x.real)),
    intercept = unname(about$Intercept), per_unit = unname(about$sc)
  )
}

#' The patient who is worked out: the one that was named, else the one in the middle of all total points.
example_row <- function(study, scale, frame, asked) {
  totals <- vapply(seq_len(nrow(frame)), function(row) {
    sum(vapply(seq_along(scale$terms), function(term) points_of(scale, term, frame[[term + 2L]][[row]]), numeric(1)))
  }, numeric(1))
  row <- if (nzchar(asked)) {
    match(TRUE, study$patients$sample == asked | study$patients$patient == asked)
  } else order(abs(totals - stats::median(totals)), study$patients$sample, method = "radix")[[1L]]
  if (is.na(row)) stop_input("example_absent", sprintf(
    "纳入的患者里没有「%s」。请写随访数据里的样本名，或留空用总分居中的患者；缺少所选变量的患者不参与", asked
  ), "example_patient")
  values <- lapply(seq_along(scale$terms), function(term) frame[[term + 2L]][[row]])
  linear <- scale$intercept + totals[[row]] / scale$per_unit
  list(
    name = study$patients$sample[[row]], values = values, total = totals[[row]], linear = linear,
    points = vapply(seq_along(values), function(term) points_of(scale, term, values[[term]]), numeric(1)),
    survival = vapply(scale$days, function(at) unname(scale$curve(at, linear)), numeric(1))
  )
}

survival_axis <- function(days) paste0(year_words(days), "生存率")

#' Axes, ticks and the patient, as the figure takes them.
nomogram_tables <- function(scale, patient) {
  survival <- survival_axis(scale$days)
  ticks <- function(axis, values, at) data.frame(axis = rep(axis, length(at)), tick = tick_words(values), position = unname(at))
  list(
    axes = data.frame(
      axis = c(POINTS_AXIS, scale$terms, TOTAL_AXIS, LINEAR_AXIS, survival),
      kind = c("points", rep("variable", length(scale$terms)), "total", "linear", rep("probability", length(survival)))
    ),
    ticks = rbind(
      ticks(POINTS_AXIS, seq(0, 100, by = 10), seq(0, 100, by = 10)),
      do.call(rbind, lapply(seq_along(scale$terms), function(i) ticks(scale$terms[[i]], scale$values[[i]], scale$points[[i]]))),
      ticks(TOTAL_AXIS, scale$total, scale$total), ticks(LINEAR_AXIS, scale$linear$value, scale$linear$at),
      do.call(rbind, lapply(seq_along(survival), function(i) ticks(survival[[i]], scale$survival[[i]]$value, scale$survival[[i]]$at)))
    ),
    example = data.frame(
      axis = c(scale$terms, TOTAL_AXIS, LINEAR_AXIS, survival), position = c(patient$points, rep(patient$total, 2L + length(survival))),
      value = c(vapply(patient$values, tick_words, character(1)), "", sprintf("%.2f", patient$linear), sprintf("%.2f", patient$survival))
    )
  )
}

#' Survival by total points and time, one row each.
total_table <- function(scale) {
  reach <- range(scale$total)
  totals <- seq(reach[[1L]], reach[[2L]], length.out = 41L)
  linear <- scale$intercept + totals / scale$per_unit
  rows <- lapply(scale$days, function(at) data.frame(
    total = totals, linear = linear, years = round(at / TIME_UNITS$year$days, 1), survival = unname(scale$curve(at, linear))
  ))
  plain_rows(do.call(rbind, rows))
}

# ---- performance ----

#' `rms::validate` with C in the place of Dxy.
#'
#' @return Data frame `measure` (code of `MEASURES`), `apparent`, `optimism`, `corrected`, `runs`.
bootstrap_measures <- function(fit, params) {
  set.seed(params$seed)
  found <- unclass(quietly(rms::validate(fit, B = params$bootstrap)))
  of <- function(row, column) unname(found[row, column])
  data.frame(
    measure = c("c", "slope", "r2"),
    apparent = c(0.5 + of("Dxy", "index.orig") / 2, of("Slope", "index.orig"), of("R2", "index.orig")),
    optimism = c(of("Dxy", "optimism") / 2, of("Slope", "optimism"), of("R2", "optimism")),
    corrected = c(0.5 + of("Dxy", "index.corrected") / 2, of("Slope", "index.corrected"), of("R2", "index.corrected")),
    runs = as.integer(of("Dxy", "n"))
  )
}

#' `rms::calibrate` by Kaplan-Meier in groups of patients, at each time that can be told.
calibration_tables <- function(frame, told, params, job) {
  each <- max(10L, nrow(frame) %/% CALIBRATION_GROUPS)
  rows <- lapply(seq_along(told), function(i) {
    job$step(sprintf("校准，%s", year_words(told[[i]])), 0.2 + 0.5 * i / (length(told) + 1))
    set.seed(params$seed)
    found <- tryCatch(quietly(rms::calibrate(
      rms_fit(frame, told[[i]]), u = told[[i]], cmethod = "KM", m = each, B = params$bootstrap
    )), error = function(condition) NULL)
    if (is.null(found)) {
      job$finding("note", "not_calibrated", told(
        "%s的校准没有算成：患者太少，或预测的生存率几乎没有差别",
        "Calibration at %s could not be computed: too few patients, or predicted survival hardly differs", told_years(told[[i]])
      ))
      return(NULL)
    }
    found <- unclass(found)
    km <- unname(found[, "KM"])
    reach <- stats::qnorm(0.975) * unname(found[, "std.err"])
    predicted <- unname(found[, "mean.predicted"])
    data.frame(
      series = rep(paste(year_words(told[[i]]), c("偏差校正", "未校正")), each = length(km)), x = rep(predicted, 2L),
      y = c(unname(found[, "KM.corrected"]), km), lower = c(rep(NA_real_, length(km)), km * exp(-reach)),
      upper = c(rep(NA_real_, length(km)), pmin(1, km * exp(reach))), line_type = rep(c("", "dashed"), each = length(km)),
      year = year_words(told[[i]])
    )
  })
  table <- do.call(rbind, rows)
  if (is.null(table)) table <- data.frame(
    series = character(), x = numeric(), y = numeric(), lower = numeric(), upper = numeric(), line_type = character(), year = character()
  )
  list(
    calibration = plain_rows(table),
    calibration_lines = data.frame(line = "diagonal", at = NA_real_, line_label = "理想")[seq_len(min(1L, nrow(table))), ]
  )
}

#' Measures: corrected by the bootstrap first, then those of patients outside the folds, then the apparent ones. @return See `performance_table`.
nomogram_performance <- function(corrected, nested, model, data, days, told) {
  rows <- function(how, estimate) data.frame(
    measure = corrected$measure, time = NA_real_, how = how, estimate = estimate, lower = NA_real_, upper = NA_real_
  )
  others <- performance_table(nested, model, data, days, told)
  others$how[others$how == "nested"] <- "repeated"
  apparent <- rows("apparent", corrected$apparent)
  plain_rows(rbind(rows("corrected", corrected$corrected), others, apparent[-1L, ]))
}

# ---- what is told ----

tell_nomogram <- function(study, coefficients, proportional, corrected, days, told, params, job) {
  events <- sum(study$patients$status)
  each <- events / ncol(study$design)
  if (each < EVENTS_EACH) job$finding("should", "events_each", told(
    "每个系数只有 %.1f 例事件（%s 例事件，%s 个系数），不足 %s 例：得分不稳，表现偏乐观。请减少变量",
    c(
      "Events per coefficient: %.1f (%s events, %s coefficients), fewer than %s: points are unstable and performance is optimistic.",
      "Use fewer variables"
    ),
    each, format_count(events), format_count(ncol(study$design)), format_count(EVENTS_EACH)
  ), field = "covariates")
  changing <- proportional$term[!is.na(proportional$p) & proportional$p < 0.05]
  if (length(changing) > 0L) job$finding("should", "not_proportional", told(
    "等比例风险检验 P < 0.05：%s。这些变量的作用随时间变化，同一个得分在早期和晚期的含义不同，请看各时间的校准曲线",
    c(
      "Test of proportional hazards, P < 0.05: %s. Their effects change with time, and the same points mean something else early and late:",
      "look at the calibration curves of each time"
    ),
    told_terms(changing, 8L)
  ))
  large <- coefficients$gene[!is.na(coefficients$vif) & coefficients$vif > VIF_LARGE]
  if (length(large) > 0L) job$finding("should", "vif", told(
    "%s 的方差膨胀因子大于 %s：它们说的几乎是同一件事，各自的得分不稳，请只留一个",
    "%s: variance inflation above %s, they tell almost the same, and the points of each are unstable. Keep one of them",
    told_terms(large, 5L), format_count(VIF_LARGE)
  ), field = "covariates")
  late <- setdiff(days, told)
  if (length(late) > 0L) job$finding("note", "times_few", told(
    "%s：到那时发生事件的或还在随访的患者不足 %s 例，列线图上有这条轴，但没有校准、AUC 和决策曲线",
    "%s: fewer than %s patients with an event, or still followed, by then; the nomogram has this axis, but no calibration, AUC or decision curve",
    told_years(late), format_count(AUC_PATIENTS)
  ), field = "times")
  failed <- params$bootstrap - corrected$runs[[1L]]
  if (failed > 0L) job$finding("note", "bootstrap_failed", told(
    "自助抽样有 %s 次没有拟合成，校正用其余 %s 次", "Bootstrap samples whose fit failed: %s; the correction uses the other %s",
    format_count(failed), format_count(corrected$runs[[1L]])
  ), field = "bootstrap")
}

nomogram_facts <- function(study, corrected, performance, proportional, patient, days, params) {
  facts <- study_facts(study)
  facts[c("asked", "genes", "filtered", "listed", "level_filter")] <- NULL
  overall <- proportional$p[proportional$whole]
  auc <- performance[performance$how == "repeated" & performance$measure == "auc", ]
  middle <- auc[ceiling(nrow(auc) / 2), ]
  apparent <- measure_row(performance, "apparent", "c")
  validated <- measure_row(performance, "repeated", "c")
  c(facts, list(
    variables = length(unique(study$terms$term)), columns = ncol(study$design), events_each = sum(study$patients$status) / ncol(study$design),
    c_corrected = corrected$corrected[[1L]], c_apparent = corrected$apparent[[1L]], c_apparent_low = apparent$lower,
    c_apparent_high = apparent$upper, c_validated = fact_number(validated$estimate), c_validated_low = fact_number(validated$lower),
    c_validated_high = fact_number(validated$upper), no_better = is_no_better(validated$lower), c_optimism = corrected$optimism[[1L]],
    slope = corrected$corrected[[2L]], bootstrap_runs = corrected$runs[[1L]],
    ph_global = if (length(overall) == 1L) overall, ph_violated = length(overall) == 1L && !is.na(overall) && overall < 0.05,
    auc_name = if (nrow(middle) > 0L) measure_names("auc", middle$time), auc_validated = if (nrow(middle) > 0L) middle$estimate,
    axes_word = paste(year_words(days), collapse = "、"), example_name = patient$name, example_total = patient$total,
    example_survival = paste(survival_axis(days), sprintf("%.2f", patient$survival), collapse = "，")
  ))
}

#' What the run can say to the items of the reporting lists.
nomogram_answers <- function(study, facts, params) {
  patients <- sprintf("%s 例患者，%s 例事件", format_count(facts$patients), format_count(facts$events))
  terms <- paste(unique(study$terms$term), collapse = "、")
  c(
    patients = sprintf("%s：%s", study$label, patients),
    assay = if (is.null(study$expression_unit)) NA else sprintf("表达量：%s", study$expression_unit),
    follow_up = if (is.finite(facts$follow_up)) sprintf("中位随访 %s %s（反向 Kaplan–Meier 法）", format(round(facts$follow_up, 1)), facts$unit_word) else NA,
    endpoint = study$endpoint_word, candidates = terms,
    events = sprintf("%s 例事件，%s 个系数，每个 %.1f 例", format_count(facts$events), format_count(facts$columns), facts$events_each),
    methods = "多因素 Cox 回归（Efron 法），变量全部进入；等比例风险用 Schoenfeld 残差检验",
    cutoff = "连续变量不分组，按直线进入模型；不分风险组", flow = sprintf("见「纳入与排除」：%s", patients),
    missing = "只用所选变量齐全的患者，缺失的人数见「纳入与排除」", multivariable = "见「模型的系数」",
    validation = sprintf("%s 次自助抽样校正；%s 次重复的交叉验证", format_count(facts$bootstrap_runs), REPEATS),
    performance = sprintf("C 指数：自助法校正 %.3f，训练集内 %.3f", facts$c_corrected, facts$c_apparent),
    model = "列线图、「每个取值的得分」「总分对应的生存率」", limits = "没有外部验证",
    software = sprintf("OncoLoom；R %s，rms %s", getRversion(), utils::packageVersion("rms")), title = "开发预测模型（列线图）"
  )
}
