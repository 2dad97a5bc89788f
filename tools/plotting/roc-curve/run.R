# Time-dependent ROC curves of markers, by riskRegression::Score (engine/R/statistics/risk-models/model-performance.R).

MARKERS_MOST <- 8L
ROC_DAYS <- c(365, 1095, 1825)
WEIGHTING_WORDS <- c(marginal = "边际 Kaplan–Meier", cox = "标志物的 Cox 模型")

#' @param inputs `survival`: kind survival-data. @param params,job See the declaration.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读入随访和标志物", 0.1)
  study <- with_markers(survival_study(inputs, params, job), params, job)
  time <- study$patients$time
  status <- study$patients$status
  times <- told_times(time, status, params, job)
  job$step("计算各时间的 ROC", 0.3)
  # Score takes the higher value for the worse one.
  worse <- Map(function(values, sign) values * sign, study$markers, study$signs)
  scored <- score_of(time, status, worse, times, "auc", plots = "roc", weighting = params$weighting)
  auc <- auc_rows(scored, study, time, status)
  pairs <- auc_pairs(scored, params$pAdjustMethod)
  job$step("整理结果", 0.9)
  tell_study(study, job)
  tell_markers(auc, job)
  best <- auc[which.max(auc$auc), ]
  # Without an interval, as of an area of 1, Score has no P either.
  real <- !is.na(best$lower) && best$lower > 0.5
  job$facts(c(
    study_facts(study)[c("data", "patients", "events", "total", "excluded", "follow_up", "unit_word")],
    list(
      markers_n = length(worse), times_n = length(times), times_word = paste(unique(auc$at), collapse = "、"), several = length(worse) > 1L,
      weighting_word = WEIGHTING_WORDS[[params$weighting]],
      several_times = length(times) > 1L, cox_weighted = params$weighting == "cox", best_chance = !real, reversed_n = sum(study$signs < 0),
      best = best$marker, best_at = best$at, best_auc = best$auc, best_low = best$lower,
      best_high = best$upper, pairs_n = nrow(pairs), pairs_found = sum(pairs$padj < 0.05, na.rm = TRUE)
    )
  ))
  over <- if (length(times) > 1L) auc else auc[0L, ]
  list(
    auc = auc[setdiff(names(auc), "days")], pairs = pairs, flow = patient_flow(study), roc = marker_curves(scored, auc),
    roc_lines = data.frame(line = "diagonal", at = NA_real_, line_label = ""),
    over_time = data.frame(
      series = over$marker, x = over$days / TIME_UNITS$year$days, y = over$auc, lower = over$lower, upper = over$upper
    ),
    auc_lines = data.frame(line = "horizontal", at = 0.5, line_label = "")[seq_len(min(1L, nrow(over))), ]
  )
}

#' The study with `markers` (a named list of numbers, by patient) and `signs` (-1: the lower the worse). Patients in whom one is missing leave it.
with_markers <- function(study, params, job) {
  study$clinical <- numbers_as_written(study$clinical)
  columns <- params$markers
  if (length(columns) == 0L) columns <- names(Filter(is.numeric, study$clinical))
  if (length(columns) == 0L) stop_input("no_markers", paste0("随访数据里除了时间和状态没有一列数值，没有标志物可看。", if (length(study$clinical) == 0L)
    "请加上标志物的列" else sprintf("「%s」里有不是数字的内容：有次序的等级请写成 1、2、3，「<0.1」这样的请改成数字", list_names(names(study$clinical), 3L))
  ), "markers")
  if (length(columns) > MARKERS_MOST) stop_input("many_markers", sprintf(
    "有 %s 个标志物，画在一起分不清。请选 %s 个以内", format_count(length(columns)), MARKERS_MOST
  ), "markers")
  absent <- setdiff(columns, names(study$clinical))
  if (length(absent) > 0L) stop_input("no_column", sprintf("随访数据里没有「%s」这一列。请重新选择", list_names(absent)), "markers")
  texts <- columns[!vapply(study$clinical[columns], is.numeric, logical(1))]
  if (length(texts) > 0L) stop_input("not_numbers", sprintf(
    "「%s」列里有不是数字的内容，不能当标志物。请改选数值列，或改正后再提交", list_names(texts)
  ), "markers")
  values <- study$clinical[columns]
  known <- rowSums(!vapply(values, is.finite, logical(nrow(values)))) == 0
  if (any(!known)) {
    study$exclusions <- rbind(study$exclusions, data.frame(reason = "有一个标志物没有测到", n = sum(!known)))
    study$patients <- plain_rows(study$patients[known, , drop = FALSE])
    values <- plain_rows(values[known, , drop = FALSE])
  }
  check_patients(study)
  constant <- columns[vapply(values, function(one) length(unique(one)) == 1L, logical(1))]
  if (length(constant) == length(columns)) stop_input("constant", sprintf(
    "「%s」在所有患者里都一样，分不出谁会发生事件。请换标志物", list_names(constant)
  ), "markers")
  if (length(constant) > 0L) job$finding("should", "constant", told(
    "「%s」在所有患者里都一样，没有画", "“%s” has the same value in all patients and is not drawn", told_names(constant)
  ), field = "markers")
  kept <- setdiff(columns, constant)
  study$markers <- as.list(values[kept])
  study$signs <- ifelse(kept %in% params$reversed, -1, 1)
  study
}

#' Days at which there are enough patients on both sides.
told_times <- function(time, status, params, job) {
  asked <- if (length(params$times) > 0L) sort(as.numeric(params$times)) else ROC_DAYS
  times <- tellable_times(time, status, asked)
  left <- year_words(setdiff(asked, times))
  sentence <- told(
    "%s时发生事件的、或还在随访的患者不足 %s 例，算不出可信的 AUC",
    "At these times in years, fewer than %2$s patients have had the event or are still followed, too few for a reliable AUC: %1$s",
    told(list_names(left, 8L), paste(signif(setdiff(asked, times) / 365.25, 3L), collapse = ", ")), AUC_PATIENTS
  )
  if (length(times) == 0L) stop_input("times_untold", paste0(sentence$zh, "。请换时间，或核对时间单位"), "times")
  if (length(left) > 0L) job$finding("should", "times_untold", told("%s，没有画", "%s; not drawn", sentence), field = "times")
  times
}

#' @return Data frame as the table `auc`, and `days`.
auc_rows <- function(scored, study, time, status) {
  rows <- as.data.frame(scored$AUC$score)
  marker <- as.character(rows$model)
  sign <- study$signs[match(marker, names(study$markers))]
  frame <- as.data.frame(scored$ROC$plotframe)
  cuts <- lapply(seq_len(nrow(rows)), function(i) {
    own <- frame[frame$model == marker[[i]] & frame$times == rows$times[[i]], ]
    cut <- own[which.max(own$TPR - own$FPR), ]
    # No cut-off that is better than chance is none.
    if (cut$TPR > cut$FPR) cut else cut[NA_integer_, ]
  })
  cuts <- do.call(rbind, lapply(cuts, `[`, c("risk", "TPR", "FPR")))
  optimism <- vapply(seq_len(nrow(rows)), function(i) {
    cut_optimism(study$markers[[marker[[i]]]] * sign[[i]], time, status, rows$times[[i]])
  }, numeric(2))
  data.frame(
    marker = marker, at = year_words(rows$times), cases = vapply(rows$times, function(t) sum(time <= t & status == 1), integer(1)),
    at_risk = vapply(rows$times, function(t) sum(time > t), integer(1)), auc = rows$AUC, lower = pmax(0, rows$lower), upper = pmin(1, rows$upper),
    se = rows$se, cutoff = cuts$risk * sign, positive = ifelse(sign > 0, "at_least", "at_most"), sensitivity = cuts$TPR,
    specificity = 1 - cuts$FPR, sensitivity_corrected = corrected_share(cuts$TPR, optimism[1L, ]),
    specificity_corrected = corrected_share(1 - cuts$FPR, optimism[2L, ]), days = rows$times
  )
}

#' Optimism of a cut-off at a time. Cases are weighted by the inverse of the chance to be seen until their event (Kaplan–Meier of the censoring),
#' also where the areas are weighted by a Cox model: the two weightings hardly differ in what the choice of a cut-off adds.
cut_optimism <- function(values, time, status, at) {
  censoring <- survival::survfit(survival::Surv(time, status == 0) ~ 1)
  # Just before the event: those who are censored at its time were seen.
  seen <- c(1, censoring$surv)[findInterval(time, censoring$time, left.open = TRUE) + 1L]
  case <- ifelse(time <= at & status == 1, 1 / pmax(seen, 1e-8), 0)
  youden_optimism(values, case, as.numeric(time > at))
}

#' Differences of AUC between every two markers at each time. @param correction Of P over all of them.
auc_pairs <- function(scored, correction) {
  rows <- as.data.frame(scored$AUC$contrasts)
  if (nrow(rows) == 0L) return(data.frame(
    at = character(), marker_1 = character(), marker_2 = character(), difference = numeric(), lower = numeric(), upper = numeric(),
    p = numeric(), padj = numeric()
  ))
  data.frame(
    at = year_words(rows$times), marker_1 = as.character(rows$model), marker_2 = as.character(rows$reference), difference = rows$delta.AUC,
    lower = rows$lower, upper = rows$upper, p = rows$p, padj = stats::p.adjust(rows$p, correction)
  )
}

#' Points of the curves from (0, 0) to (1, 1); a curve is called by what differs: the marker, the time, or both.
marker_curves <- function(scored, auc) {
  frame <- as.data.frame(scored$ROC$plotframe)
  several <- c(marker = length(unique(auc$marker)) > 1L, at = length(unique(auc$at)) > 1L)
  curves <- lapply(seq_len(nrow(auc)), function(i) {
    row <- auc[i, ]
    own <- frame[frame$model == row$marker & frame$times == row$days, ]
    series <- if (all(several)) paste(row$marker, row$at, sep = " \u00b7 ") else if (several[["at"]]) row$at else row$marker
    label <- if (is.na(row$lower)) sprintf("AUC %.3f", row$auc) else sprintf("AUC %.3f (%.3f\u2013%.3f)", row$auc, row$lower, row$upper)
    data.frame(series = series, fpr = c(0, sort(own$FPR), 1), tpr = c(0, sort(own$TPR), 1), label = label)
  })
  do.call(rbind, curves)
}

tell_markers <- function(auc, job) {
  below <- unique(auc$marker[auc$auc < 0.5])
  if (length(below) > 0L) job$finding("should", "below_half", told(
    "「%s」的 AUC 小于 0.5：数值越高，事件反而越少。它若本来就是越低越危险，请选进「越低越危险的标志物」；若不是，它在这批患者里没有用",
    "The AUC of “%s” is below 0.5: the higher the value, the fewer events. Unless low values are known to be dangerous, it is of no use here",
    told_names(below)
  ), field = "reversed")
  exact <- unique(auc$marker[!is.na(auc$auc) & auc$auc > 1 - 1e-12])
  if (length(exact) > 0L) job$finding("should", "auc_one", told(
    "「%s」的 AUC 是 1：完全分开，置信区间没有意义。请核对它是不是由结局算出来的",
    "The AUC of “%s” is 1: the separation is complete and an interval means nothing. Check that it was not computed from the outcome",
    told_names(exact)
  ), field = "markers")
}
