#' A frozen risk model in patients that it has not seen: its coefficients, centres, cut-off and baseline stay as they are. Reporting after
#' McLernon and others (Ann Intern Med 2023;176:105): discrimination, calibration in the large and its slope, overall error, net benefit.

#' @param inputs `model` (table of `model_table`), and `dataset` or `expression` with `survival`. @param params `standardise` ("none", "zscore"),
#'   `endpoint`, `time_unit`, `entry_column`. @return The tables of the tool.
validate_model <- function(inputs, params, job) {
  field <- "source_analysis_id"
  job$step("读取模型", 0.02)
  model <- read_model(inputs$model, field)
  if (is.null(inputs$dataset) && is.null(inputs$survival)) stop_input("no_follow_up", "用自己的矩阵时要有随访数据。请选随访表，或粘贴", "survival_data")
  # A column of the same name, such as the age, is no time of entry.
  if (!is.null(inputs$dataset) && isTRUE(nzchar(params$entry_column))) stop_input("entry_of_cohort", c(
    "公共队列的患者没有进入观察的时间。请清空「进入观察的时间」，或换成自己的随访数据"
  ), "entry_column")
  job$step("找到患者和基因", 0.1)
  study <- survival_study(inputs, c(params["time_unit"], params["endpoint"], list(gene_list = character())), job)
  study <- with_entry(study, params$entry_column, job, list(entry_column = names(model$clinical)))
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
  score <- unname(model_score(model, data$values))
  risk <- model_risk(model, data$values)
  alive <- which(data$time > trained_entry(model)[["from"]])
  # With times of entry nothing is told at a time: see `tell_unassessed`.
  told <- if (is.null(data$entry)) tellable_times(data$time[alive], data$status[alive], model$times) else numeric()
  performance <- validation_performance(model, data, score, risk, told, alive)
  groups <- risk_groups(model, data)
  verdict <- validation_verdict(
    measure_row(performance, "validated", "c"), trained_measures(model, c("c_nested", "c_nested_low", "c_nested_high")), seen, training
  )
  facts <- c(
    validation_facts(model, data, performance, groups, genes, told, params), verdict, validation_entry_facts(model, study, alive, params),
    list(same_matrix = same_matrix && !verdict$training && !verdict$mixed)
  )
  tell_study(study, job)
  tell_validation(model, study, genes, facts, told, params, job)
  curve <- shown_curves(groups, data, study$unit)
  if (!is.null(data$entry)) tell_early_few(curve, study$unit, job, landmark = FALSE, told_sides)
  tell_better(facts, study$fields[["data"]], job)
  job$facts(c(study_facts(study), facts))
  c(
    list(
      performance = performance_words(performance), patients = if (is.null(data$entry)) data.frame(groups, entered = NA_real_) else groups,
      genes = genes[setdiff(names(genes), c("row", "clinical"))],
      reporting = reporting_list(validation_answers(study, data, facts, params)), flow = patient_flow(study),
      curve = curve, risk = shown_risk(groups, data, study$unit), risk_cells = risk_cells(model, data),
      risk_cut = risk_cut(model), roc = roc_rows(score, data, told, "", ""),
      roc_lines = diagonal_line("没有区分力", length(told) > 0L)
    ),
    curves_of_risk(function(at) risk[alive, match(at, model$times)], list(time = data$time[alive], status = data$status[alive]), told)
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

#' What a model was stored with of patients who entered late.
#'
#' @return `late` (how many) and `from` (days: when the first came; the model tells risks of those who were alive then); 0 where nothing is
#'   recorded, NA where it is no number.
trained_entry <- function(model) {
  known <- c(late = "entered_late", from = "entry_from")
  numbers <- stats::setNames(trained_measures(model, known), names(known))
  replace(numbers, !known %in% names(model$about), 0)
}

about_of <- function(model, name) if (name %in% names(model$about)) model$about[[name]] else NA_character_

# ---- performance ----

#' Measures in these patients, then those that the model was stored with.
#'
#' @param alive Places of those who were followed beyond the first entry of training: of them the model tells risks. @return See `performance_table`.
validation_performance <- function(model, data, score, risk, told, alive) {
  own <- model_measures(score, risk, data$time, data$status, model$times, told, data$entry)
  time <- data$time[alive]
  status <- data$status[alive]
  risk_alive <- risk[alive, , drop = FALSE]
  if (length(told) > 0L && length(alive) < length(data$time)) {
    of_risk <- c("brier", "ipa")
    own[own$measure %in% of_risk, ] <- model_measures(score[alive], risk_alive, time, status, model$times, told)[own$measure %in% of_risk, ]
  }
  calibration <- lapply(told, function(at) observed_expected(risk_alive[, match(at, model$times)], list(time = time, status = status), at))
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
  rows$entry <- data$entry
  slope <- cox_ratios(quiet_cox(stats::reformulate("predictor", outcome_call(data$entry)), rows))
  if (slope$unknown) rep(NA_real_, 3L) else slope$coef + c(0, -1, 1) * stats::qnorm(0.975) * slope$se
}

# ---- what is told ----

validation_facts <- function(model, data, performance, groups, genes, told, params) {
  middle <- middle_time(told)
  c_index <- measure_row(performance, "validated", "c")
  slope <- measure_row(performance, "validated", "slope")
  auc <- measure_row(performance, "validated", "auc", middle)
  entry <- data$entry[match(groups$sample, data$patients$sample)]
  test <- if (has_two_groups(groups)) {
    if (is.null(entry)) log_rank(groups$time, groups$status, groups$group)
    else curve_rank_test(groups$time, groups$status, groups$group, entry = entry)
  }
  ratio <- if (has_two_groups(groups)) hazard_ratio(groups$time, groups$status, groups$group, entry)
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

#' Times of entry of training and of these patients, as facts.
validation_entry_facts <- function(model, study, alive, params) {
  trained <- trained_entry(model)
  c(entry_facts(study, params$entry_column), list(
    model_entered = if (trained[["late"]] > 0) trained[["late"]],
    model_from = if (trained[["from"]] > 0) written_number(trained[["from"]] / study$unit$days),
    risk_patients = if (trained[["from"]] > 0) length(alive)
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
  tell_model_entry(study, facts, job)
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
  if (!is.null(study$patients$entered)) return(tell_unassessed(job))
  late <- setdiff(model$times, told)
  if (length(late) > 0L) job$finding("note", "times_not_told", told(
    "%s 不评价：到那时发生事件的或还在随访的患者不足 10 例",
    "Not assessed at %s: fewer than 10 patients with an event, or still followed, by then", told_years(late)
  ))
}

#' Say that the model comes of patients who entered late, of whom its risks are, and what is asked of the patients here.
tell_model_entry <- function(study, facts, job) {
  if (is.null(facts$model_entered)) return(invisible())
  here <- !is.null(study$patients$entered)
  own <- study$fields[["data"]] != "dataset"
  job$finding("should", "model_entered", told(
    "训练患者里有 %s 例在起点之后才进入观察（左截断），系数和基线风险是按进入时间算的%s%s",
    c(
      "Of the training patients %s were watched from a later time only (left truncation), and coefficients and baseline hazard take their times",
      "of entry%s%s"
    ),
    format_count(facts$model_entered),
    if (is.null(facts$model_from)) "" else told(
      "。那时最早的在 %s %s进入，模型的风险是对活到那时的患者说的%s", ". The first of them entered at %s %s, and risks are those of patients who were alive then%s",
      facts$model_from, told(study$unit$word, study$unit$english), if (here) "" else told(
        "：Brier 分数、O/E、校准曲线和决策曲线只用随访超过那时的 %s 例",
        ": Brier scores, O/E, calibration and decision curves are of the %s patients who were followed beyond",
        format_count(facts$risk_patients)
      )
    ),
    if (here || !own) "" else told(
      "。这里的患者若也是后来才进入观察，请选出「进入观察的时间」；不选，C 指数、曲线和校准都会偏",
      c(
        ". If patients here were watched from a later time only, too, choose their column of times of entry; without it C index, curves and",
        "calibration are biased"
      )
    )
  ), field = if (own) "entry_column" else "source_analysis_id")
}

#' What is not computed of patients who entered late, and why. The weights for censoring (Blanche and others 2013) are of censoring alone.
tell_unassessed <- function(job) {
  job$finding("should", "entry_left_out", told(
    c(
      "填了进入观察的时间：C 指数、校准斜率、曲线、HR 和 Log-rank 检验都按左截断算。时间依赖 ROC、AUC 和 Brier 分数没有做，它们的删失加权不接受进入时间；O/E、校准曲线和决策曲线也没有做，",
      "因为看得到的是活到进入的患者，不能代表从起点开始的全部患者：他们预测风险的平均与 Kaplan–Meier 的实际风险说的不是同一批人"
    ),
    c(
      "With times of entry, C index, calibration slope, curves, HR and log-rank test take left truncation. Time-dependent ROC curves, AUC and",
      "Brier scores were not computed, as their weights for censoring take no times of entry; neither were O/E, calibration and decision curves:",
      "who is seen has lived until entry and does not stand for all who began, so that the mean of predicted risks and the observed risk",
      "(Kaplan–Meier) are not of the same people"
    )
  ), field = "entry_column")
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
    methods = if (is.null(facts$entry_word)) "冻结的系数、中心、截断值和基线风险；Harrell C、时间依赖 AUC 与 Brier 分数（IPCW）、校准斜率、O/E、决策曲线"
    else "冻结的系数、中心和截断值；按左截断处理进入时间的 Harrell C 和校准斜率",
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
