#' What every tool that builds a risk model shows of it: performance in patients it has not seen before the apparent one, groups, ROC, calibration,
#' net benefit, where it stands against chance, the frozen model, and the reporting lists. Declarations take tables, figures and facts from
#' the tool kit's `risk-model.ts`.

#' Years at which performance is told where none are chosen.
MODEL_YEARS <- c(1, 3, 5)


#' Patients of a study as the models take them, in the order of their names: whatever order they come in, folds are the same.
#'
#' @param study From `study_for_model`.
#' @return List of `values` (patients × genes), `time` (days), `status`, `entry` (days; NULL: all are watched from the start), `patients`.
model_patients <- function(study) {
  values <- t(study$values)
  patients <- study$patients
  kept <- order(patients$sample, method = "radix")
  list(
    values = values[kept, , drop = FALSE], time = patients$time[kept], status = patients$status[kept], entry = entry_days(study)[kept],
    patients = plain_rows(patients[kept, ])
  )
}

#' Days at which a model tells risks, from the years that were asked for (`choices`; none: 1, 3, 5), as far as patients were followed.
#'
#' @section Errors: `stop_input` where nobody was followed so long.
model_days <- function(years, time) {
  asked <- if (length(years) == 0L) MODEL_YEARS else sort(as.numeric(years))
  days <- days_of_years(asked)
  days <- days[days < max(time)]
  if (length(days) == 0L) stop_input("times_late", sprintf(
    "随访最长 %s 年，没有患者随访到 %s 年。请选更早的时间", format(round(max(time) / TIME_UNITS$year$days, 1)), format(min(asked))
  ), "times")
  days
}

#' What the reader must know of a frozen model. Of patients who entered late: how many, and when the first came, before which it tells no risk.
model_about <- function(study, data) {
  entry <- entry_days(study)
  late <- any(entry > 0)
  c(
    endpoint = study$endpoint_word, expression = study$expression_unit, data = study$label, patients = format_count(length(data$time)),
    events = format_count(sum(data$status)), identifiers = study$identifiers, source = study$source,
    entered_late = if (late) sprintf("%d", sum(entry > 0)), entry_from = if (late) sprintf("%.15g", min(entry))
  )
}

#' The model as a table with its performance in training and what its patients are known by, for whoever applies it elsewhere.
#'
#' @param data `patients` (see `with_seen`). @return As `model_table`.
frozen_table <- function(model, facts, data) {
  told <- unlist(facts[c("c_nested", "c_nested_low", "c_nested_high", "c_apparent")])
  model$about <- c(model$about, stats::setNames(sprintf("%.15g", told), names(told)))
  model_table(with_seen(model, data$patients))
}

#' All that is common to the results of models.
#'
#' @param study From `survival_study`. @param data From `model_patients`. @param model Frozen; NULL: no gene was chosen.
#' @param way The way to fit (see nested-validation.R), which gave `model` on all patients.
#' @param days From `model_days`. @param params `seed`, `repeats`, `chance`. @param span Shares of the progress, from and to.
#' @param answers Of the reporting lists, besides those that every model has.
#' @return The tables of `riskTables`; attribute `facts` are those of `riskFacts`.
risk_results <- function(study, data, model, way, days, params, job, span, answers = character()) {
  at <- function(share) span[[1L]] + share * diff(span)
  checked <- if (params$chance) 0.5 else 1
  nested <- nested_validation(
    data$values, data$time, data$status, way, days, params$seed, params$repeats,
    function(share) job$step(sprintf("嵌套交叉验证，%s 次重复", params$repeats), at(checked * 0.9 * share))
  )
  told <- tellable_times(data$time, data$status, days)
  performance <- performance_table(nested, model, data, days, told)
  groups <- risk_groups(model, data)
  chance <- if (params$chance && !is.null(model)) against_chance(model, way, data, nested, params$seed, function(name, share) {
    job$step(name, at(checked + (1 - checked) * share))
  })
  facts <- risk_facts(performance, nested, model, groups, chance, told)
  structure(
    c(
      list(
        performance = performance_words(performance), patients = groups,
        model = if (is.null(model)) empty_model() else frozen_table(model, facts, data),
        roc = roc_table(nested, model, data, told), roc_lines = diagonal_line("没有区分力", length(told) > 0L),
        curve = shown_curves(groups, data, study$unit), risk = shown_risk(groups, data, study$unit),
        risk_cells = risk_cells(model, data), risk_cut = risk_cut(model),
        folds = fold_table(nested), chance = chance_table(chance), chance_curves = chance_curves(chance), chance_lines = chance_lines(chance),
        # The tool's own answers count before those that every model has.
        reporting = reporting_list(c(answers, risk_answers(study, data, model, params, facts)))
      ),
      risk_curves(nested, data, days, told)
    ),
    facts = facts
  )
}

#' The diagonal of a figure, in a table of its own. @param drawn FALSE: the figure is empty.
diagonal_line <- function(label, drawn) data.frame(line = "diagonal", at = NA_real_, line_label = label)[seq_len(as.integer(drawn)), ]

#' Measures, those of the nested validation first.
#'
#' @return Data frame `measure` (code of `MEASURES`), `time` (days), `how` (a code), `estimate`, `lower`, `upper`.
performance_table <- function(nested, model, data, days, told) {
  of <- function(measures, how) data.frame(
    measure = measures$measure, time = measures$time, how = how, estimate = measures$estimate, lower = measures$lower, upper = measures$upper
  )
  own <- of(nested_measures(nested, data$time, data$status, days, told), "nested")
  if (is.null(model)) return(own)
  apparent <- model_measures(
    model_score(model, data$values), model_risk(model, data$values), data$time, data$status, days, told
  )
  rbind(own, of(apparent, "apparent"))
}

#' The row of one measure, none where it was not taken. @param performance See `performance_table`. @param time NA: of the whole time.
measure_row <- function(performance, how, measure, time = NA_real_) {
  performance[performance$how == how & performance$measure == measure & performance$time %in% time, ]
}

#' Of times that can be told the one that a result names; NULL where there is none.
middle_time <- function(told) if (length(told) > 0L) told[[ceiling(length(told) / 2)]]

#' Measures as the table that is shown. @param performance See `performance_table`.
performance_words <- function(performance) {
  data.frame(
    measure = measure_names(performance$measure, performance$time), years = performance$time / TIME_UNITS$year$days,
    how = performance$how, performance[c("estimate", "lower", "upper")]
  )
}

#' Score and group (see `cut_sides`) of each patient, and `entered` where there are times of entry.
risk_groups <- function(model, data) {
  score <- if (is.null(model)) rep(NA_real_, length(data$time)) else unname(model_score(model, data$values))
  table <- data.frame(
    patient = data$patients$patient, sample = data$patients$sample, time = data$time, status = data$status, score = score,
    group = cut_sides(if (is.null(model)) NA else score > model$cutoff),
    shown = data$patients$shown
  )
  table$entered <- data$patients$entered
  plain_rows(table[order(table$score, table$sample, method = "radix"), ])
}

has_two_groups <- function(groups) length(unique(stats::na.omit(groups$group))) == 2L

shown_curves <- function(groups, data, unit) {
  none <- data.frame(
    group = character(), time = numeric(), surv = numeric(), lower = numeric(), upper = numeric(), n_risk = integer(), n_event = integer(),
    n_censor = integer()
  )
  if (!has_two_groups(groups)) return(none)
  km_curves(groups$shown, groups$status, groups$group, groups$entered)
}

#' Risk groups (codes of `RISK_SIDES`) by name. @return See `told_names`.
told_sides <- function(groups) told_names(unname(RISK_SIDES[groups]), 2L, unname(c(high = "high risk", low = "low risk")[groups]))

shown_risk <- function(groups, data, unit) {
  if (!has_two_groups(groups)) return(data.frame(group = character(), time = numeric(), n = integer()))
  risk_table(groups$shown, groups$group, 0, groups$entered)
}

#' Expression of the model's genes as z scores: genes in rows, patients in columns. At most 50 genes, those of the largest effect.
#'
#' @param data `values` (patients × columns) and `patients`, whose `sample` names the columns.
risk_cells <- function(model, data, most = 50L) {
  genes <- if (is.null(model)) character() else utils::head(genes_of_model(model), most)
  z <- t(scale(data$values[, genes, drop = FALSE]))
  z[!is.finite(z)] <- 0
  cells <- data.frame(gene = as.character(genes), pmax(pmin(z, 3), -3), check.names = FALSE)
  names(cells)[-1L] <- data$patients$sample
  plain_rows(cells)
}

risk_cut <- function(model) {
  if (is.null(model)) return(data.frame(line = character(), at = numeric(), line_label = character()))
  data.frame(line = "horizontal", at = model$cutoff, line_label = sprintf("截断值 %s", written_number(model$cutoff, 3L)))
}

#' ROC curves of patients whom the models have not seen, the mean of the repeats; and apparent ones.
roc_table <- function(nested, model, data, told) {
  rbind(
    roc_rows(nested$score, data, told, VALIDATION_SHORT[["nested"]], ""),
    if (!is.null(model)) roc_rows(model_score(model, data$values), data, told, VALIDATION_SHORT[["apparent"]], "dashed")
  )
}

#' Points of the ROC curves of a score, or of the mean curves of several, as the table of measures has the mean of their AUC.
#'
#' @param scores Numeric, by patient, or patients × repeats. @param word What the patients are called in the legend.
roc_rows <- function(scores, data, told, word, line_type) {
  scores <- as.matrix(scores)
  runs <- seq_len(ncol(scores))
  curves <- mean_roc(lapply(runs, function(i) roc_curves(data$time, data$status, scores[, i], told)))
  estimates <- vapply(runs, function(i) time_auc(data$time, data$status, scores[, i], told)$estimate, numeric(length(told)))
  auc <- data.frame(time = told, estimate = rowMeans(matrix(estimates, length(told))))
  series <- trimmed(paste(rep(word, nrow(curves)), year_words(curves$time)))
  data.frame(
    series = series, x = curves$fpr, y = curves$tpr, label = sprintf("%s AUC %.3f", series, auc$estimate[match(curves$time, auc$time)]),
    line_type = rep(line_type, nrow(curves)), year = year_words(curves$time)
  )
}

VALIDATION_SHORT <- c(nested = "验证", apparent = "训练集内")

#' Calibration and net benefit of the nested risks, the mean of the repeats, at each time that can be told.
risk_curves <- function(nested, data, days, told) {
  curves_of_risk(function(at) matrix(nested$risk[, match(at, days), ], length(data$time)), data, told)
}

#' Calibration and net benefit of risks. @param risk_at Function of a time: risks by patient, or patients × repeats, whose curves are averaged.
curves_of_risk <- function(risk_at, data, told) {
  calibration <- data.frame(
    series = character(), x = numeric(), y = numeric(), lower = numeric(), upper = numeric(), n = integer()
  )
  decision <- data.frame(series = character(), x = numeric(), y = numeric(), line_type = character(), year = character())
  for (at in told) {
    risk <- as.matrix(risk_at(at))
    runs <- seq_len(ncol(risk))
    groups <- mean_frame(lapply(runs, function(i) calibration_groups(risk[, i], data$time, data$status, at)))
    if (nrow(groups) > 0L) calibration <- rbind(calibration, data.frame(
      series = year_words(at), x = groups$predicted, y = groups$observed, lower = groups$lower, upper = groups$upper, n = groups$n
    ))
    benefit <- mean_frame(lapply(runs, function(i) net_benefit(risk[, i], data$time, data$status, at)))
    benefit <- benefit[benefit$threshold <= max(risk), ]
    if (nrow(benefit) > 0L) decision <- rbind(decision, data.frame(
      series = rep(c(paste(year_words(at), "模型"), paste(year_words(at), "全部治疗")), each = nrow(benefit)), x = rep(benefit$threshold, 2L),
      y = c(benefit$model, benefit$all), line_type = rep(c("", "dashed"), each = nrow(benefit)),
      year = year_words(at)
    ))
  }
  list(
    calibration = calibration, calibration_lines = diagonal_line("理想", nrow(calibration) > 0L),
    decision = decision, decision_lines = data.frame(line = "horizontal", at = 0, line_label = "都不治疗")[seq_len(min(1L, nrow(decision))), ]
  )
}

#' How often a gene was chosen in the fits of the nested validation.
fold_table <- function(nested) {
  count <- table(unlist(nested$chosen))
  rows <- data.frame(gene = as.character(names(count)), folds = as.integer(count), share = as.integer(count) / length(nested$chosen))
  plain_rows(rows[order(-rows$share, rows$gene, method = "radix"), ])
}

# ---- against chance ----

CHANCE_RUNS <- 100L

#' Signatures are drawn by lot where there are so many times as many genes to draw from.
DRAWN_OUT_OF <- 5L

#' Apparent C of the model and of the same way to fit on permuted outcomes; nested C of the way and of signatures drawn by lot.
#'
#' @return List of `apparent`, `permuted` (numeric, by run), `nested`, `drawn` (as `permuted`; NULL where there are too few genes to draw from).
against_chance <- function(model, way, data, nested, seed, tell) {
  permuted <- permuted_performance(data$values, data$time, data$status, way, seed, CHANCE_RUNS, function(share) tell("结局置换", 0.7 * share))
  apparent <- concordance_of(data$time, data$status, model_score(model, data$values))$estimate
  size <- length(model$genes)
  drawn <- if (any(lengths(nested$chosen) > 0L) && ncol(data$values) >= DRAWN_OUT_OF * size) drawn_signatures(
    data$values, data$time, data$status, nested, size, seed, CHANCE_RUNS, function(share) tell("随机签名", 0.7 + 0.3 * share)
  )
  list(
    apparent = apparent, permuted = permuted, nested = nested_c(data$time, data$status, nested$score, nested$fold)$estimate, drawn = drawn
  )
}

CHANCE_WORDS <- c(permuted = "结局置换", drawn = "随机基因")

#' Kinds of chance that were tried. @return Names of `CHANCE_WORDS`.
tried_chances <- function(chance) Filter(function(kind) !is.null(chance[[kind]]), names(CHANCE_WORDS))

chance_table <- function(chance) {
  rows <- lapply(tried_chances(chance), function(kind) {
    data.frame(kind = CHANCE_WORDS[[kind]], run = seq_along(chance[[kind]]), c = chance[[kind]])
  })
  if (length(rows) > 0L) do.call(rbind, rows) else data.frame(kind = character(), run = integer(), c = numeric())
}

chance_curves <- function(chance) {
  rows <- lapply(tried_chances(chance), function(kind) {
    values <- chance[[kind]]
    reach <- c(max(0.3, min(values) - 0.05), min(1, max(values) + 0.05))
    smooth <- stats::density(values, bw = max(stats::bw.nrd0(values), 0.005), n = 200L, from = reach[[1L]], to = reach[[2L]])
    data.frame(series = CHANCE_WORDS[[kind]], x = smooth$x, y = smooth$y)
  })
  if (length(rows) > 0L) do.call(rbind, rows) else data.frame(series = character(), x = numeric(), y = numeric())
}

chance_lines <- function(chance) {
  tried <- tried_chances(chance)
  at <- c(permuted = chance$apparent, drawn = chance$nested)[tried]
  data.frame(line = rep("vertical", length(tried)), at = as.numeric(at), line_label = sprintf(
    "%s %.3f", VALIDATION_SHORT[c(permuted = "apparent", drawn = "nested")[tried]], as.numeric(at)
  ))
}

# ---- facts and answers ----

risk_facts <- function(performance, nested, model, groups, chance, told) {
  c_nested <- measure_row(performance, "nested", "c")
  c_apparent <- measure_row(performance, "apparent", "c")
  middle <- middle_time(told)
  auc <- measure_row(performance, "nested", "auc", middle)
  test <- if (has_two_groups(groups)) log_rank(groups$time, groups$status, groups$group)
  ratio <- if (has_two_groups(groups)) hazard_ratio(groups$time, groups$status, groups$group)
  high <- groups$group %in% "high"
  low <- groups$group %in% "low"
  c(unknown_facts(ratio, "risk_hr"), list(
    modelled = !is.null(model), model_genes = length(model$genes), cutoff = model$cutoff,
    c_nested = fact_number(c_nested$estimate), c_nested_low = fact_number(c_nested$lower), c_nested_high = fact_number(c_nested$upper),
    c_apparent = c_apparent$estimate, nothing_chosen = is.na(c_nested$estimate), no_better = is_no_better(c_nested$lower),
    told_times = if (length(told) > 0L) paste(year_words(told), collapse = "、"),
    auc_name = if (!is.null(fact_number(auc$estimate))) measure_names("auc", middle),
    auc_nested = fact_number(auc$estimate), auc_nested_low = fact_number(auc$lower), auc_nested_high = fact_number(auc$upper),
    repeats_done = ncol(nested$score), folds_done = max(nested$fold), failed_fits = nested$failed,
    high_n = sum(high), low_n = sum(low), high_events = sum(groups$status[high]),
    low_events = sum(groups$status[low]), risk_p = test$p, risk_hr = ratio$hr, risk_hr_low = ratio$low,
    risk_hr_high = ratio$high, chance_checked = !is.null(chance),
    permuted_p = if (!is.null(chance)) chance_p(chance$apparent, chance$permuted),
    drawn_p = if (!is.null(chance$drawn)) chance_p(chance$nested, chance$drawn),
    permuted_c = if (!is.null(chance)) stats::median(chance$permuted), drawn_c = if (!is.null(chance$drawn)) stats::median(chance$drawn)
  ))
}

#' A number as a fact; NULL where there is none.
fact_number <- function(value) if (length(value) == 1L && is.finite(value)) value

follow_up_answer <- function(study) {
  middle <- median_follow_up(study$patients$shown, study$patients$status, study$patients$entered)
  sprintf("回顾性；中位随访 %s %s（反向 Kaplan–Meier 法）", format(round(middle, 1)), study$unit$word)
}

#' What the lists of reporting ask for and every model can tell. A tool that fits by other packages says so in `software`.
risk_answers <- function(study, data, model, params, facts) {
  interval <- if (facts$nothing_chosen) "没有：各折里都没有选出基因" else sprintf(
    "%.3f（95%% CI %.3f–%.3f）", facts$c_nested, facts$c_nested_low, facts$c_nested_high
  )
  c(
    patients = sprintf("%s，%s 例", study$label, format_count(length(data$time))),
    assay = sprintf("表达量：%s", study$expression_unit),
    follow_up = follow_up_answer(study),
    endpoint = study$endpoint_word, candidates = sprintf("候选基因 %s 个", format_count(ncol(data$values))),
    events = sprintf("%s 例患者，%s 例%s", format_count(length(data$time)), format_count(sum(data$status)), trimmed(study$event_word)),
    cutoff = if (is.null(model)) NA_character_ else sprintf("风险评分大于训练集中位数 %s 为高风险；连续取值进入模型", written_number(model$cutoff, 6L)),
    flow = sprintf("读入 %s 例，排除 %s 例，原因见「纳入与排除」表", format_count(study$total), format_count(sum(study$exclusions$n))),
    validation = sprintf("%s 次重复的 %s 折嵌套交叉验证，选基因在每一折内重做", facts$repeats_done, facts$folds_done),
    missing = "缺少状态、时间或表达量的患者不纳入，例数见「纳入与排除」表", imbalance = "没有重采样；每一折的事件比例相同",
    model = if (is.null(model)) NA_character_ else "基因、系数、中心、截断值和基线风险见「模型」表，可直接用于新的患者",
    performance = sprintf("C 指数 %s；AUC、Brier 分数见「表现」表", interval),
    limits = "回顾性单一数据集，没有外部验证；训练集内的结果偏乐观",
    software = software_answer(c("survival", "glmnet", "riskRegression"))
  )
}

software_answer <- function(packages) sprintf("%s；R 软件包 %s，版本见方法段落", R.version.string, paste(packages, collapse = "、"))

empty_model <- function() {
  none <- integer()
  data.frame(part = character(), name = character(), value = numeric(), tree = none, node = none, left = none, right = none)
}

#' What a reader must know before trusting a model.
tell_risk <- function(facts, field, job) {
  if (facts$no_better) tell_no_better(facts$c_nested, facts$c_nested_low, facts$c_nested_high, field, job)
  if (facts$chance_checked && is.null(facts$drawn_p)) job$finding("note", "not_drawn", told(
    "没有与随机{{row_subject}}相比：可以抽的{{row_subject}}不到模型的 %d 倍，抽出来的多半还是它们",
    "Not compared with random {{row_subject}}s: there are fewer than %d times as many to draw from as in the model, and most drawn would be the same",
    DRAWN_OUT_OF
  ), field = field)
  if (facts$failed_fits > 0L) job$finding("note", "failed_fits", told(
    "嵌套交叉验证里有 %s 次拟合没有成功，按「没有选出{{row_subject}}」计",
    "Fits of the nested cross-validation that failed: %s, counted as no {{row_subject}} selected", format_count(facts$failed_fits)
  ))
}

#' Said of every model whose honest C has an interval that holds 0.5, or lies below.
tell_no_better <- function(estimate, low, high, field, job) {
  job$finding("should", "no_better", told(
    "在没有参与训练的患者里，C 指数 %.3f（95%% CI %.3f–%.3f），区间%s 0.5：看不出这个模型比掷硬币强，不要拿训练集内的曲线当证据",
    c(
      "In patients who took no part in training the C index is %.3f (95%% CI %.3f–%.3f), and the interval %s 0.5:",
      "no evidence that the model is better than chance. Curves of the training patients are no evidence"
    ),
    estimate, low, high, if (isTRUE(high < 0.5)) told("低于", "lies below") else told("包含", "includes")
  ), field = field)
}
