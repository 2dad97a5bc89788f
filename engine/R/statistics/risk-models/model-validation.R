#' A frozen risk model in patients that it has not seen: its coefficients, centres, cut-off and baseline stay as they are. Reporting after
#' McLernon and others (Ann Intern Med 2023;176:105): discrimination, calibration in the large and its slope, overall error, net benefit.

#' @param inputs `model` (table of `model_table`), and `dataset` or `expression` with `survival`. @param params `standardise` ("none", "zscore"),
#'   `endpoint`, `time_unit`. @return The tables of the tool.
validate_model <- function(inputs, params, job) {
  field <- "source_analysis_id"
  job$step("读取模型", 0.02)
  model <- read_model(inputs$model, field)
  if (is.null(inputs$dataset) && is.null(inputs$survival)) stop_input("no_follow_up", "用自己的矩阵时要有随访数据。请选随访表，或粘贴", "survival_data")
  job$step("找到患者和基因", 0.1)
  study <- survival_study(inputs, c(params["time_unit"], params["endpoint"], list(gene_list = character())), job)
  genes <- validation_genes(model, study, field)
  study <- study_for_model(with_clinical_values(model, study, job), rownames(study$values)[stats::na.omit(genes$row)])
  data <- validation_patients(study, genes)
  genes <- gene_differences(genes, data)
  job$step("原样计算评分", 0.3)
  data$values <- model_values(model, genes, data, params$standardise, field)
  same_matrix <- is_same_source(model, study)
  seen <- seen_patients(model, data$patients, same_matrix)
  training <- is_training(model, data, genes) || (same_matrix && (is.null(seen) || are_training(seen)))
  tell_training_patients(seen, training, study$fields[["data"]], job)
  if (same_matrix) tell_same_matrix(seen, training, PROGNOSTIC_WORDS, study$fields[["data"]], job)
  job$checked("patients_looked_at", sprintf(
    "模型的 %s 个基因找到 %s 个，%s 例患者可以评分", format_count(sum(!genes$clinical)), format_count(sum(!genes$clinical) - sum(lacking_genes(genes))),
    format_count(length(data$time))
  ), study$fields[["data"]])
  job$step("评价", 0.4)
  told <- tellable_times(data$time, data$status, model$times)
  score <- unname(model_score(model, data$values))
  risk <- model_risk(model, data$values)
  performance <- validation_performance(model, data, score, risk, told)
  groups <- risk_groups(model, data)
  verdict <- validation_verdict(
    measure_row(performance, "validated", "c"), trained_measures(model, c("c_nested", "c_nested_low", "c_nested_high")), seen, training
  )
  facts <- c(
    validation_facts(model, data, performance, groups, genes, told, params), verdict,
    list(same_matrix = same_matrix && !verdict$training && !verdict$mixed)
  )
  tell_study(study, job)
  tell_validation(model, study, genes, facts, told, params, job)
  tell_better(facts, study$fields[["data"]], job)
  job$facts(c(study_facts(study), facts))
  c(
    list(
      performance = performance_words(performance), patients = groups,
      genes = genes[setdiff(names(genes), c("row", "clinical"))],
      reporting = reporting_list(validation_answers(study, data, facts, params)), flow = patient_flow(study),
      curve = shown_curves(groups, data, study$unit), risk = shown_risk(groups, data, study$unit), risk_cells = risk_cells(model, data),
      risk_cut = risk_cut(model), roc = roc_rows(score, data, told, "", ""),
      roc_lines = diagonal_line("没有区分力", length(told) > 0L)
    ),
    curves_of_risk(function(at) risk[, match(at, model$times)], data, told)
  )
}

#' Are these the data that the patients of training were taken from? By the cohort's code or the checksum of the matrix.
is_same_source <- function(model, study) {
  known <- about_of(model, "source")
  !is.na(known) && identical(known, study$source)
}

#' Was the model fitted on these very patients? By patients, events and all means, whatever file they come from.
is_training <- function(model, data, genes) {
  same <- identical(about_of(model, "patients"), format_count(length(data$time))) &&
    identical(about_of(model, "events"), format_count(sum(data$status)))
  same && model$kind == "linear" && !any(lacking_genes(genes)) && isTRUE(all.equal(genes$mean, genes$centre, tolerance = 1e-9))
}

#' Numbers that the model was stored with; NA where it was not.
trained_measures <- function(model, names) suppressWarnings(as.numeric(vapply(names, function(name) about_of(model, name), character(1))))

about_of <- function(model, name) if (name %in% names(model$about)) model$about[[name]] else NA_character_

# ---- performance ----

#' Measures in these patients, then those that the model was stored with. @return See `performance_table`.
validation_performance <- function(model, data, score, risk, told) {
  own <- model_measures(score, risk, data$time, data$status, model$times, told)
  calibration <- lapply(told, function(at) observed_expected(risk[, match(at, model$times)], data, at))
  slope <- calibration_slope(model, score, risk, data)
  row <- function(measure, time, how, values) data.frame(
    measure = measure, time = time, how = how, estimate = values[[1L]], lower = values[[2L]], upper = values[[3L]]
  )
  rows <- data.frame(
    measure = own$measure, time = own$time, how = "validated", estimate = own$estimate, lower = own$lower, upper = own$upper
  )
  nested <- trained_measures(model, c("c_nested", "c_nested_low", "c_nested_high"))
  apparent <- trained_measures(model, "c_apparent")
  rbind(
    rows, row("slope", NA_real_, "validated", slope), do.call(rbind, Map(function(at, values) row("oe", at, "validated", values), told, calibration)),
    if (!is.na(nested[[1L]])) row("c", NA_real_, "trained_nested", nested),
    if (!is.na(apparent)) row("c", NA_real_, "trained_apparent", c(apparent, NA, NA))
  )
}

#' Observed risk (Kaplan-Meier, log-log interval) over the mean of the predicted ones.
observed_expected <- function(risk, data, at) {
  curve <- summary(survival::survfit(survival::Surv(data$time, data$status) ~ 1, conf.type = "log-log"), times = at)
  (1 - c(curve$surv, curve$upper, curve$lower)) / mean(risk)
}

#' Coefficient of the linear predictor in a Cox model of these patients. Of a forest it is the complementary log-log of the risk at the middle time.
calibration_slope <- function(model, score, risk, data) {
  predictor <- if (model$kind == "linear") score else {
    middle <- risk[, ceiling(ncol(risk) / 2)]
    log(-log(1 - pmin(pmax(middle, 1e-6), 1 - 1e-6)))
  }
  if (length(unique(predictor)) < 2L) return(rep(NA_real_, 3L))
  rows <- data.frame(time = data$time, status = data$status, predictor = predictor)
  slope <- cox_ratios(quiet_cox(survival::Surv(time, status) ~ predictor, rows))
  if (slope$unknown) rep(NA_real_, 3L) else slope$coef + c(0, -1, 1) * stats::qnorm(0.975) * slope$se
}

# ---- what is told ----

validation_facts <- function(model, data, performance, groups, genes, told, params) {
  middle <- middle_time(told)
  c_index <- measure_row(performance, "validated", "c")
  slope <- measure_row(performance, "validated", "slope")
  auc <- measure_row(performance, "validated", "auc", middle)
  test <- if (has_two_groups(groups)) log_rank(groups$time, groups$status, groups$group)
  ratio <- if (has_two_groups(groups)) hazard_ratio(groups$time, groups$status, groups$group)
  high <- groups$group == "high"
  c(unknown_facts(ratio, "risk_hr"), list(
    model_word = model$method, model_genes = sum(!genes$clinical), missing_genes = sum(lacking_genes(genes)),
    model_clinical = if (length(model$clinical) > 0L) paste(names(model$clinical), collapse = "、"), cutoff = model$cutoff,
    trained_on = if (!is.na(about_of(model, "data"))) about_of(model, "data"), c_trained = fact_number(trained_measures(model, "c_nested")),
    c_validated = fact_number(c_index$estimate), c_low = fact_number(c_index$lower), c_high = fact_number(c_index$upper),
    auc_name = if (!is.null(middle)) measure_names("auc", middle), auc_validated = if (!is.null(middle)) auc$estimate,
    auc_low = fact_number(auc$lower), auc_high = fact_number(auc$upper),
    slope = fact_number(slope$estimate), slope_low = fact_number(slope$lower), slope_high = fact_number(slope$upper),
    oe_name = if (!is.null(middle)) measure_names("oe", middle),
    oe = fact_number(measure_row(performance, "validated", "oe", middle)$estimate), high_n = sum(high), low_n = sum(!high),
    high_events = sum(groups$status[high]), low_events = sum(groups$status[!high]),
    risk_p = test$p, risk_hr = fact_number(ratio$hr), risk_hr_low = fact_number(ratio$low),
    risk_hr_high = fact_number(ratio$high),
    standardised = params$standardise == "zscore", shift = fact_number(stats::median(abs(genes$shift), na.rm = TRUE))
  ))
}

#' What the run says of the model: it holds, or why nothing of the kind can be said.
#'
#' @param own Row with `estimate`, `lower`, `upper`: C or AUC in these samples. @param nested The three of nested cross-validation at training; NA
#'   where they are not known. @param seen From `seen_patients` or `seen_samples`. @param training Are these the very data of training?
#' @return Facts, all flags but `overlap` and `overlap_share`. Of flags from `training` to `no_better` one at most is TRUE; `mixed`: so many of the
#'   samples are those of training that nothing is said to hold; `better`: the measure lies over the nested one by more than chance allows.
validation_verdict <- function(own, nested, seen, training) {
  training <- training || are_training(seen)
  mixed <- !training && isTRUE(seen$share >= SEEN_SOME)
  other <- !training && !mixed
  reversed <- other && isTRUE(own$upper < 0.5)
  no_better <- other && !reversed && !isTRUE(own$lower > 0.5)
  better <- !training && is_far_over(c(own$estimate, own$lower, own$upper), nested)
  list(
    # Far better than in training, by a model that cannot tell its samples: they may be the same.
    training = training, mixed = mixed, holds = other && !reversed && !no_better && !(better && is.null(seen)), reversed = reversed,
    no_better = no_better, worse = other && !no_better && !reversed && isTRUE(own$upper < nested[[1L]]),
    better = better, overlap = seen$n, overlap_share = if (isTRUE(seen$n > 0)) seen$share, overlap_checked = !is.null(seen)
  )
}

#' Does an estimate lie above another by more than the errors of both allow? @param one,other Estimate and limits of the 95% interval.
is_far_over <- function(one, other) {
  se <- sqrt(sum(((c(one[[3L]], other[[3L]]) - c(one[[2L]], other[[2L]])) / (2 * stats::qnorm(0.975)))^2))
  isTRUE(one[[1L]] - other[[1L]] > stats::qnorm(0.975) * se)
}

#' The endpoint of a study in English; one that is not the program's stays as it is.
endpoint_english <- function(word) {
  known <- stats::setNames(c(ENDPOINT_ENGLISH, own = "the event recorded in the follow-up")[names(ENDPOINTS)], ENDPOINTS)
  if (word %in% names(known)) known[[word]] else word
}

tell_validation <- function(model, study, genes, facts, told, params, job) {
  tell_model_genes(model, study, genes, facts, study$fields[["data"]], job)
  endpoint <- about_of(model, "endpoint")
  if (!is.na(endpoint) && endpoint != study$endpoint_word) job$finding("should", "endpoint_differs", told(
    "模型是对「%s」训练的，这里看的是「%s」：终点不同，预测的风险不能直接比较",
    "The model was trained for “%s”, here it is “%s”: endpoints differ, and predicted risks cannot be compared directly",
    told(endpoint, endpoint_english(endpoint)), told(study$endpoint_word, endpoint_english(study$endpoint_word))
  ), field = study$fields[["follow"]])
  if (min(facts$high_n, facts$low_n) == 0L) job$finding("should", "one_group", told(
    "按冻结的截断值 %s，所有患者都在%s组，画不出两条生存曲线。截断值不在这里重定；请看单位和尺度是否相同",
    c(
      "By the frozen cut-off %s all patients are at %s risk, and there are no two curves. It is not set anew here;",
      "see whether unit and scale are the same"
    ),
    written_number(model$cutoff), if (facts$low_n == 0L) told("高风险", "high") else told("低风险", "low")
  ), field = "standardise")
  late <- setdiff(model$times, told)
  if (length(late) > 0L) job$finding("note", "times_not_told", told(
    "%s 不评价：到那时发生事件的或还在随访的患者不足 10 例",
    "Not assessed at %s: fewer than 10 patients with an event, or still followed, by then", told_years(late)
  ))
}

validation_answers <- function(study, data, facts, params) {
  c(
    title = "外部验证预测模型（模型原样，不重新拟合）", patients = sprintf("%s，%s 例", study$label, format_count(length(data$time))),
    assay = if (is.null(study$expression_unit)) NA else sprintf("表达量：%s", study$expression_unit), endpoint = study$endpoint_word,
    follow_up = follow_up_answer(study),
    candidates = paste0(
      sprintf("冻结的模型，%s 个基因，缺 %s 个", format_count(facts$model_genes), format_count(facts$missing_genes)),
      if (!is.null(facts$model_clinical)) paste0("；临床变量：", facts$model_clinical)
    ),
    events = sprintf("%s 例患者，%s 例%s", format_count(length(data$time)), format_count(sum(data$status)), trimmed(study$event_word)),
    methods = "冻结的系数、中心、截断值和基线风险；Harrell C、时间依赖 AUC 与 Brier 分数（IPCW）、校准斜率、O/E、决策曲线",
    cutoff = sprintf("训练时冻结的截断值 %s，没有重定", written_number(facts$cutoff, 6L)),
    flow = sprintf("读入 %s 例，排除 %s 例，原因见「纳入与排除」表", format_count(study$total), format_count(sum(study$exclusions$n))),
    validation = if (facts$training) "这是训练数据，不是外部验证" else if (facts$mixed) "混有训练患者，不是外部验证"
    else if (facts$same_matrix) "与训练患者同一份数据里的其余患者，是内部验证" else "外部验证",
    missing = "缺少状态、时间或表达量的患者不纳入；缺少的基因用训练集的均值代替", imbalance = "没有重采样",
    difference = sprintf("训练：%s；这里：%s。各基因的差别见「模型的基因与临床变量」%s", if (is.null(facts$trained_on)) "未记录" else facts$trained_on, study$label,
      if (facts$standardised) "；每份数据各自标准化" else ""),
    model = "系数与中心见「模型的基因与临床变量」，完整的模型见建模的那次分析",
    performance = if (is.null(facts$c_validated)) NA_character_ else sprintf(
      "C 指数 %.3f（95%% CI %.3f–%.3f）；其余见「表现」表", facts$c_validated, facts$c_low, facts$c_high
    ),
    software = software_answer(c("survival", "riskRegression"))
  )
}
