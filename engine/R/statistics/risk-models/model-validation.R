#' A frozen risk model in patients that it has not seen: its coefficients, centres, cut-off and baseline stay as they are. Reporting after
#' McLernon and others (Ann Intern Med 2023;176:105): discrimination, calibration in the large and its slope, overall error, net benefit.

#' More than this share of the genes, or of the sum of the absolute coefficients, must not be missing.
MISSING_MOST <- 0.2
#' Means that lie so many standard deviations off their centres are of another scale.
SHIFT_LARGE <- 1

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
  training <- is_training(model, study, data, genes)
  seen <- seen_patients(model, data$patients)
  tell_training_patients(seen, training, study$fields[["data"]], job)
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
  facts <- c(
    validation_facts(model, data, performance, groups, genes, told, params), validation_verdict(model, performance, seen, training)
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

# ---- genes and patients ----

#' Which row of the data is each gene of the model, and which column each clinical variable.
#'
#' @return Data frame `gene`, `found`, `how`, `coefficient`, `weight` (share of the sum of absolute coefficients), `centre`, `row` (NA where there is
#'   none), `clinical` (is it a column of a clinical variable?).
#' @section Errors: `stop_input` where too much is missing, or any clinical variable.
validation_genes <- function(model, study, field) {
  linear <- model$kind == "linear"
  coefficient <- if (linear) model$coefficient else rep(NA_real_, length(model$genes))
  genes <- data.frame(
    gene = model$genes, found = "", how = "", coefficient = coefficient,
    weight = if (linear) abs(coefficient) / max(sum(abs(coefficient)), .Machine$double.xmin) else coefficient,
    centre = if (linear) model$centre else coefficient, row = NA_integer_, clinical = model$genes %in% clinical_columns(model)
  )
  columns <- clinical_places(model, study)
  variable <- rep(names(model$clinical), lengths(Map(level_columns, names(model$clinical), model$clinical)))
  own <- match(variable[match(genes$gene[genes$clinical], clinical_columns(model))], names(model$clinical))
  genes$found[genes$clinical] <- names(study$clinical)[columns[own]]
  genes$how[genes$clinical] <- "clinical"
  if (all(genes$clinical)) return(genes)
  with_gene_rows(genes, study, linear)
}

#' Rows of the genes in the data. @param genes As `validation_genes` gives them, with at least one gene.
with_gene_rows <- function(genes, study, linear) {
  if (is.null(study$values)) stop_input(
    "matrix_missing", sprintf("模型里有 %s 个基因，要有表达矩阵才能算评分。请选一个表达矩阵", format_count(sum(!genes$clinical))), study$fields[["data"]]
  )
  own <- which(!genes$clinical)
  matches <- match_genes(rows_of_result(genes$gene[own]), rownames(study$values), study$identifiers)
  found <- matches$found[match(trimmed(genes$gene[own]), matches$asked)]
  how <- matches$how[match(trimmed(genes$gene[own]), matches$asked)]
  # Two names of one row: the one that is written alike counts.
  again <- found != "" & duplicated(found[order(how != "same")])[order(order(how != "same"))]
  found[again] <- ""
  how[again] <- "same_row"
  genes$found[own] <- found
  genes$how[own] <- how
  genes$row[own] <- match(found, rownames(study$values))
  absent <- lacking_genes(genes)
  names <- list_names(genes$gene[absent])
  if (sum(absent) == length(own)) stop_input("genes_absent", sprintf(
    "模型的 %s 个基因在这份数据里一个也没有找到，例如 %s；数据里的名字像是「%s」。请换成同一种基因名", format_count(length(own)), names, rownames(study$values)[[1L]]
  ), study$fields[["data"]])
  if (!linear && any(absent)) stop_input("genes_missing", sprintf(
    "森林要用到的基因缺 %s 个：%s。树走到这里没有值可看，不能计算。请换一份有这些基因的数据", format_count(sum(absent)), names
  ), study$fields[["data"]])
  if (linear && (sum(absent) > MISSING_MOST * length(own) || sum(genes$weight[absent]) > MISSING_MOST)) stop_input("genes_missing", sprintf(
    "模型的 %s 个基因缺 %s 个（%s），占系数绝对值之和的 %.0f%%，超过 20%%：算出来的已不是这个模型。请换一份基因更全的数据", format_count(length(own)),
    format_count(sum(absent)), names, 100 * sum(genes$weight[absent])
  ), study$fields[["data"]])
  genes
}

lacking_genes <- function(genes) !genes$clinical & is.na(genes$row)

#' Where the model's clinical variables stand in the data: columns of the same name, whatever the case of its letters.
#'
#' @return Integer, by variable. @section Errors: `stop_input` that names those that are missing.
clinical_places <- function(model, study) {
  plain <- function(names) tolower(trimmed(names))
  wanted <- as.character(names(model$clinical))
  places <- match(wanted, names(study$clinical))
  places[is.na(places)] <- match(plain(wanted[is.na(places)]), plain(as.character(names(study$clinical))))
  if (anyNA(places)) stop_input("columns_missing", sprintf(
    "模型要用到的临床变量，这份数据缺 %s 个：%s。%s。请给随访数据加上同名的列，取值和单位与训练时相同", format_count(sum(is.na(places))), list_names(wanted[is.na(places)]),
    if (length(study$clinical) > 0L) sprintf("数据里的列是：%s", list_names(names(study$clinical))) else "数据里没有临床列"
  ), study$fields[[if (study$fields[["data"]] == "dataset") "data" else "follow"]])
  places
}

#' The study of the patients whose clinical variables the model can read.
#'
#' @return `study` with `design` (patients × columns of the clinical variables; NULL where the model has none); without the patients of
#'   whom one is not known, or has a value that the model has not seen. They are counted in `exclusions`.
with_clinical_values <- function(model, study, job) {
  if (length(model$clinical) == 0L) return(study)
  field <- study$fields[[if (study$fields[["data"]] == "dataset") "data" else "follow"]]
  texts <- study$clinical[clinical_places(model, study)]
  unseen <- rep(FALSE, nrow(study$patients))
  columns <- Map(function(name, levels, values) {
    if (length(levels) == 0L) return(level_values(suppressWarnings(as.numeric(as.character(values))), name, levels))
    values <- enc2utf8(trimmed(as.character(values)))
    strange <- !is.na(values) & !values %in% levels
    if (any(strange)) job$finding("should", "levels_unseen", told(
      "「%s」有模型没有见过的取值：%s。模型认得：%s。这些患者没有参与",
      "“%s” has values that the model has not seen: %s. It knows: %s. These patients took no part", name,
      told_names(unique(values[strange])), told_names(levels)
    ), field = field)
    unseen <<- unseen | strange
    level_values(replace(values, strange, NA), name, levels)
  }, names(model$clinical), model$clinical, texts)
  study$design <- do.call(cbind, unname(columns))
  missing <- rowSums(is.na(study$design)) > 0
  if (length(missing) > 0L && all(missing)) stop_input("columns_unreadable", sprintf(
    "没有一例患者的临床变量能用：模型要的是%s。请把取值改得与训练时一样", paste(sprintf("「%s」（%s）", names(model$clinical), vapply(
      model$clinical, function(levels) if (length(levels) == 0L) "数值" else list_names(levels), character(1)
    )), collapse = "、")
  ), field)
  reasons <- data.frame(
    reason = c("临床变量的取值模型没有见过", "缺少模型要的临床变量"), n = c(sum(unseen), sum(missing & !unseen))
  )
  study$exclusions <- rbind(study$exclusions, reasons[reasons$n > 0L, , drop = FALSE])
  study$patients <- plain_rows(study$patients[!missing, , drop = FALSE])
  study$design <- study$design[!missing, , drop = FALSE]
  if (!is.null(study$values)) study$values <- study$values[, !missing, drop = FALSE]
  study
}

#' Patients with all genes that were found, and the clinical variables; see `model_patients`.
validation_patients <- function(study, genes) {
  own <- study
  kept <- !is.na(genes$row)
  values <- if (any(kept)) study$values[genes$row[kept], , drop = FALSE] else matrix(0, 0L, nrow(study$patients))
  rownames(values) <- genes$gene[kept]
  # Of a text's columns those without a coefficient say nothing.
  own$values <- if (any(genes$clinical)) rbind(values, t(study$design[, genes$gene[genes$clinical], drop = FALSE])) else values
  colnames(own$values) <- study$patients$sample
  data <- model_patients(own)
  check_patients(list(patients = data$patients, exclusions = study$exclusions, event_word = study$event_word, fields = study$fields))
  data
}

#' Where the genes lie here: `mean`, `sd`, and `shift`, the distance from the centre in standard deviations.
gene_differences <- function(genes, data) {
  column <- match(genes$gene, colnames(data$values))
  genes$mean <- unname(colMeans(data$values))[column]
  genes$sd <- matrixStats::colSds(data$values)[column]
  genes$shift <- ifelse(genes$sd > 0, (genes$mean - genes$centre) / genes$sd, NA_real_)
  genes
}

#' Patients × genes of the model, as it takes them. Z scores of this data set are carried to the mean and spread of the training patients, so that
#' cut-off and baseline keep their meaning; a gene that is missing has its centre.
model_values <- function(model, genes, data, standardise, field) {
  values <- data$values
  if (standardise == "zscore") {
    if (is.null(model$spread) || model$kind != "linear") stop_input("no_spread", c(
      "这个模型没有存训练患者的标准差，不能按数据集标准化。请选「不标准化」，或重做那次建模"
    ), "standardise")
    # The same operations for the training patients give back their values. Clinical variables have one scale everywhere.
    for (gene in intersect(colnames(values), genes_of_model(model))) {
      at <- match(gene, model$genes)
      sd <- stats::sd(values[, gene])
      from_mean <- values[, gene] - mean(values[, gene])
      values[, gene] <- model$centre[[at]] + (if (sd > 0) from_mean * (model$spread[[at]] / sd) else 0)
    }
  }
  absent <- genes$gene[lacking_genes(genes)]
  filled <- matrix(rep(genes$centre[lacking_genes(genes)], each = nrow(values)), nrow(values), dimnames = list(rownames(values), absent))
  cbind(values, filled)[, model$genes, drop = FALSE]
}

#' Was the model fitted on these data? By the cohort's code or the checksum of the matrix; without them, by patients, events and all means.
is_training <- function(model, study, data, genes) {
  known <- about_of(model, "source")
  if (!is.na(known) && identical(known, study$source)) return(TRUE)
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
#' @param seen From `seen_patients`. @param training Are these the very data of training?
#' @return Facts, all flags but `overlap` and `overlap_share`. Of flags from `training` to `no_better` one at most is TRUE; `mixed`: so many of the
#'   patients are those of training that nothing is said to hold; `better`: C lies over the nested one by more than chance allows.
validation_verdict <- function(model, performance, seen, training) {
  c_index <- measure_row(performance, "validated", "c")
  training <- training || are_training(seen)
  mixed <- !training && isTRUE(seen$share >= SEEN_SOME)
  other <- !training && !mixed
  reversed <- other && isTRUE(c_index$upper < 0.5)
  no_better <- other && !reversed && !isTRUE(c_index$lower > 0.5)
  nested <- trained_measures(model, c("c_nested", "c_nested_low", "c_nested_high"))
  better <- !training && is_far_over(c(c_index$estimate, c_index$lower, c_index$upper), nested)
  list(
    # Far better than in training, by a model that cannot tell its patients: they may be the same.
    training = training, mixed = mixed, holds = other && !reversed && !no_better && !(better && is.null(seen)), reversed = reversed,
    no_better = no_better, worse = other && !no_better && !reversed && isTRUE(c_index$upper < nested[[1L]]),
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
  data <- study$fields[["data"]]
  absent <- genes$gene[lacking_genes(genes)]
  if (length(absent) > 0L) job$finding("should", "genes_at_centre", told(
    "模型的 %s 个{{row_subject}}里有 %s 个没有找到，用训练集的均值代替（对评分没有贡献）：%s",
    "Of %s {{row_subject}}s of the model, those not found (%s) have the mean of the training patients, which adds nothing to the score: %s",
    format_count(sum(!genes$clinical)), format_count(length(absent)), told_names(absent)
  ), field = data)
  renamed <- genes[!genes$how %in% c("same", "absent", "same_row", "clinical"), ]
  if (nrow(renamed) > 0L) job$finding("note", "genes_renamed", told(
    "有 %s 个{{row_subject}}换了写法才找到，见「模型的{{row_subject}}与临床变量」：%s",
    "%s {{row_subject}}s were found under another name, see “{{Row_subject}}s and clinical variables of the model”: %s",
    format_count(nrow(renamed)), told_names(renamed$gene)
  ))
  before <- about_of(model, "expression")
  if (!is.na(before) && !all(genes$clinical) && before != study$expression_unit) job$finding("should", "unit_differs", told(
    "模型在「%s」上训练，这份数据是「%s」。单位或平台不同，评分的高低和截断值可能对不上；可以再用「每份数据各自标准化」算一次，看结论变不变",
    c(
      "The model was trained on “%s”, these data are “%s”. With other units or platforms, scores and the cut-off may not fit;",
      "run it again with each data set standardised, and see whether the conclusion changes"
    ),
    told(before, unit_english(before)), told(study$expression_unit, unit_english(study$expression_unit))
  ), field = "standardise")
  if (!facts$standardised && isTRUE(facts$shift > SHIFT_LARGE)) job$finding("should", "scale_differs", told(
    c(
      "模型{{row_subject}}在这里的均值离训练集的均值，中位数差 %.1f 个标准差：两份数据的尺度不同，冻结的截断值和预测的风险多半不适用。",
      "先核对单位和是否取过对数，或用「每份数据各自标准化」"
    ),
    c(
      "Means of the model’s {{row_subject}}s are off those of training by %.1f standard deviations (median):",
      "the scales differ, and the frozen cut-off",
      "and the predicted risks hardly apply. Check the unit and whether values are logarithms, or have each data set standardised"
    ),
    facts$shift
  ), field = "standardise")
  if (facts$standardised) job$finding("note", "standardised", told(
    "每个{{row_subject}}先用这份数据自己的均值和标准差标准化，再换到训练集的均值和标准差上；系数和截断值不变。两份患者平均风险不同时，这一步会把差别抹掉",
    c(
      "Each {{row_subject}} was standardised by its mean and standard deviation in these data and carried to those of training;",
      "coefficients and the cut-off stay. Where the mean risks of the patients differ, this removes the difference"
    )
  ), field = "standardise")
  identifiers <- about_of(model, "identifiers")
  if (!is.na(identifiers) && !all(genes$clinical) && identifiers != study$identifiers) job$finding("note", "identifiers_differ", told(
    "模型的基因写成 %s，这份数据是 %s；对应关系见「模型的{{row_subject}}与临床变量」",
    "Genes of the model are named by %s, those of these data by %s; how they map is in “{{Row_subject}}s and clinical variables of the model”",
    identifiers, study$identifiers
  ))
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
    validation = if (facts$training) "这是训练数据，不是外部验证" else if (facts$mixed) "混有训练患者，不是外部验证" else "外部验证",
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
