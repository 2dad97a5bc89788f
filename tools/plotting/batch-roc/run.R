# ROC curves of many markers against one label, by pROC.

ROC_MARKERS_MOST <- 20L
#' A curve of fewer samples on a side says nothing.
ROC_LEAST <- 2L
#' @param inputs `samples`: data frame, one row per sample. @param params,job See the declaration.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读入标签和指标", 0.1)
  table <- inputs$samples
  label <- binary_outcome(table, params, job, ROC_LEAST)
  markers <- read_markers(table, label, params, job)
  reversed <- names(markers) %in% params$reversed
  job$step("画 ROC 曲线", 0.3)
  curves <- Map(function(values, flipped) marker_roc(values, label$positive, flipped), markers, reversed)
  auc <- do.call(rbind, lapply(seq_along(curves), function(i) roc_row(names(markers)[[i]], markers[[i]], label$positive, curves[[i]], reversed[[i]])))
  job$step("两两比较", 0.6)
  pairs <- delong_pairs(markers, curves, label$positive, reversed, params$pAdjustMethod)
  tell_roc(auc, curves, job)
  best <- auc[which.max(auc$auc), ]
  real <- better_than_chance(best$lower, best$auc, best$p)
  job$facts(list(
    label = label$column, positive = label$name, negative = label$others, samples = sum(!is.na(label$positive)),
    unlabelled = sum(is.na(label$positive)), cases = sum(label$positive, na.rm = TRUE), controls = sum(!label$positive, na.rm = TRUE),
    markers_n = nrow(auc), several = nrow(auc) > 1L, reversed_n = sum(reversed), best = best$marker, best_auc = best$auc, best_low = best$lower,
    best_high = best$upper, best_side = unname(CUTOFF_SIDES[best$positive]), best_cutoff = best$cutoff, best_sensitivity = best$sensitivity,
    best_specificity = best$specificity,
    best_sensitivity_corrected = best$sensitivity_corrected,
    best_specificity_corrected = best$specificity_corrected, best_chance = !real,
    pairs_n = nrow(pairs), pairs_found = sum(pairs$padj < 0.05, na.rm = TRUE)
  ))
  points <- do.call(rbind, lapply(seq_along(curves), function(i) roc_points(auc[i, ], curves[[i]])))
  list(auc = auc, pairs = pairs, roc = points, roc_lines = data.frame(line = "diagonal", at = NA_real_, line_label = ""))
}

# ---- the markers ----

#' @return Named list of numbers by row; infinite ones are missing.
read_markers <- function(table, label, params, job) {
  columns <- params$metrics
  if (length(columns) == 0L) columns <- setdiff(names(Filter(is_written_numbers, table)), label$column)
  columns <- setdiff(columns, label$column)
  if (length(columns) == 0L) stop_input("no_markers", "表里除了标签没有一列数值，没有指标可画。请核对选的标签列，或换数据", "metrics")
  absent <- setdiff(columns, names(table))
  if (length(absent) > 0L) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", list_names(absent)), "metrics")
  if (length(columns) > ROC_MARKERS_MOST) stop_input("many_markers", sprintf(
    "有 %s 个指标，画在一起分不清。请选 %s 个以内", format_count(length(columns)), ROC_MARKERS_MOST
  ), "metrics")
  markers <- lapply(stats::setNames(nm = columns), function(column) {
    values <- read_numbers(table, column, "metrics", job)
    replace(values, !is.finite(values), NA_real_)
  })
  usable <- vapply(markers, function(values) {
    known <- !is.na(values) & !is.na(label$positive)
    min(sum(label$positive[known]), sum(!label$positive[known])) >= ROC_LEAST
  }, logical(1))
  if (!any(usable)) stop_input("few_samples", sprintf(
    "没有一个指标在阳性和对照里各有 %s 个数值。请核对标签和指标", ROC_LEAST
  ), "metrics")
  if (any(!usable)) job$finding("should", "few_samples", told(
    "「%s」在阳性或对照里的数值不足 %s 个，没有画", "“%s” has fewer than %s values in cases or in controls and is not drawn",
    told_names(columns[!usable]), ROC_LEAST
  ), field = "metrics")
  missing <- vapply(markers[usable], function(values) sum(is.na(values) & !is.na(label$positive)), integer(1))
  missing <- missing[missing > 0L]
  if (length(missing) > 0L) job$finding("note", "missing", told(
    "有缺失的指标：%s。每个指标用它自己有数值的样本，两两比较用两个都有的",
    "Markers with missing values: %s. Each is drawn of the samples that have it, a comparison made in those that have both", told(
      list_names(sprintf("%s（缺 %s）", names(missing), format_count(missing)), 6L),
      told_names(sprintf("%s (%s missing)", names(missing), format_count(missing)), 6L)$en
    )
  ), field = "metrics")
  markers[usable]
}

#' pROC's curve. @param values Numeric by sample. @param positive Logical by sample. @param flipped Is a low value positive?
marker_roc <- function(values, positive, flipped) {
  known <- !is.na(values) & !is.na(positive)
  pROC::roc(
    response = positive[known], predictor = values[known], levels = c(FALSE, TRUE), direction = if (flipped) ">" else "<", quiet = TRUE
  )
}

#' One row of the table `auc`. Of equally good cut-offs the first is told, as pROC lists them.
roc_row <- function(name, values, positive, curve, flipped) {
  # With an AUC of 1 or of equal values the interval is a point and says nothing.
  interval <- suppressWarnings(as.numeric(pROC::ci.auc(curve)))
  degenerate <- !is.finite(interval[[1L]]) || interval[[1L]] == interval[[3L]]
  best <- pROC::coords(
    curve, "best", best.method = "youden", transpose = FALSE,
    ret = c("threshold", "sensitivity", "specificity", "ppv", "npv", "accuracy")
  )
  # Where all values are equal the only cut-offs are infinite: there is none.
  useful <- is.finite(best$threshold)
  first <- if (any(useful)) best[which(useful)[[1L]], ] else best[1L, ] * NA_real_
  known <- !is.na(values) & !is.na(positive)
  test <- suppressWarnings(stats::wilcox.test(values[known & positive], values[known & !positive]))
  own <- positive[known]
  optimism <- youden_optimism((if (flipped) -1 else 1) * values[known], as.numeric(own), as.numeric(!own), own)
  data.frame(
    marker = name, n = sum(known), cases = sum(positive[known]), controls = sum(!positive[known]), auc = as.numeric(curve$auc),
    lower = if (degenerate) NA_real_ else interval[[1L]], upper = if (degenerate) NA_real_ else interval[[3L]], p = test$p.value,
    positive = if (flipped) "below" else "above", cutoff = first$threshold, sensitivity = first$sensitivity,
    specificity = first$specificity,
    sensitivity_corrected = corrected_share(first$sensitivity, optimism[["sensitivity"]]),
    specificity_corrected = corrected_share(first$specificity, optimism[["specificity"]]),
    ppv = first$ppv, npv = first$npv, accuracy = first$accuracy,
    youden = first$sensitivity + first$specificity - 1, cutoffs = sum(useful)
  )
}

#' DeLong's tests between every two markers, each on the samples that have both. @param curves Of each marker by itself.
delong_pairs <- function(markers, curves, positive, reversed, correction) {
  none <- data.frame(
    marker_1 = character(), marker_2 = character(), n = integer(), auc_1 = numeric(), auc_2 = numeric(), difference = numeric(), z = numeric(),
    p = numeric(), padj = numeric()
  )
  if (length(markers) < 2L) return(none)
  both <- utils::combn(length(markers), 2L)
  rows <- lapply(seq_len(ncol(both)), function(k) {
    i <- both[1L, k]
    j <- both[2L, k]
    known <- !is.na(markers[[i]]) & !is.na(markers[[j]]) & !is.na(positive)
    row <- data.frame(
      marker_1 = names(markers)[[i]], marker_2 = names(markers)[[j]], n = sum(known), auc_1 = NA_real_, auc_2 = NA_real_,
      difference = NA_real_, z = NA_real_, p = NA_real_
    )
    if (min(sum(positive[known]), sum(!positive[known])) < ROC_LEAST) return(row)
    # A marker's own curve serves where it is of the same samples.
    curve_of <- function(at) {
      if (sum(known) == length(curves[[at]]$response)) curves[[at]] else marker_roc(markers[[at]][known], positive[known], reversed[[at]])
    }
    first <- curve_of(i)
    second <- curve_of(j)
    row[c("auc_1", "auc_2", "difference")] <- c(first$auc, second$auc, first$auc - second$auc)
    test <- suppressWarnings(pROC::roc.test(first, second, method = "delong", paired = TRUE))
    # Two perfect markers have no variance: there is nothing to test.
    if (is.finite(test$statistic)) row[c("z", "p")] <- c(test$statistic, test$p.value)
    row
  })
  rows <- do.call(rbind, rows)
  rows$padj <- stats::p.adjust(rows$p, correction)
  rows
}

#' The curve from (0, 0) to (1, 1).
roc_points <- function(row, curve) {
  order <- order(1 - curve$specificities, curve$sensitivities)
  label <- if (is.na(row$lower)) sprintf("AUC %.3f", row$auc) else sprintf("AUC %.3f (%.3f\u2013%.3f)", row$auc, row$lower, row$upper)
  data.frame(series = row$marker, fpr = 1 - curve$specificities[order], tpr = curve$sensitivities[order], label = label)
}

tell_roc <- function(auc, curves, job) {
  below <- auc$marker[auc$auc < 0.5]
  if (length(below) > 0L) job$finding("should", "below_half", told(
    "「%s」的 AUC 小于 0.5：阳性样本里反而更低。它若本来就是越低越像阳性，请选进「越低越像阳性的指标」；若不是，它在这批样本里没有用",
    "The AUC of “%s” is below 0.5: it is lower in positive samples. Unless low values are known to mean positive, it is of no use here",
    told_names(below)
  ), field = "reversed")
  exact <- auc$marker[auc$auc == 1]
  if (length(exact) > 0L) job$finding("should", "auc_one", told(
    "「%s」的 AUC 是 1：这批样本里完全分开，DeLong 法给不出置信区间。请核对它是不是由标签算出来的，并在别的样本里再看",
    c(
      "The AUC of “%s” is 1: these samples are separated completely, and DeLong’s method gives no interval.",
      "Check that it was not computed from the label, and look at it in other samples"
    ), told_names(exact)
  ), field = "metrics")
  flat <- vapply(curves, function(curve) length(unique(curve$predictor)) == 1L, logical(1))
  equal <- auc$marker[flat]
  if (length(equal) > 0L) job$finding("should", "constant", told(
    "「%s」在所有样本里都一样，没有截断值", "“%s” has the same value in all samples and no cut-off", told_names(equal)
  ), field = "metrics")
  useless <- auc$marker[is.na(auc$cutoff) & !flat]
  if (length(useless) > 0L) job$finding("should", "no_cutoff", told(
    "「%s」没有一个截断值比猜更好（阳性样本的数值普遍更低），没有写截断值。若它本来就是越低越像阳性，请选进「越低越像阳性的指标」",
    "No cut-off of “%s” is better than chance, as its values are lower in positive samples; none is given", told_names(useless)
  ), field = "reversed")
  tied <- auc$marker[auc$cutoffs > 1L]
  if (length(tied) > 0L) job$finding("note", "cutoffs_tied", told(
    "「%s」有几个同样好的截断值，表里写最小的一个", "“%s” has several cut-offs that are equally good; the table gives the smallest", told_names(tied)
  ), field = "metrics")
  few <- auc$marker[pmin(auc$cases, auc$controls) < 10L]
  if (length(few) > 0L) job$finding("should", "few", told(
    "「%s」的阳性或对照不足 10 个，AUC 和截断值很不稳定", "“%s” has fewer than 10 cases or controls: AUC and cut-off are unstable", told_names(few)
  ), field = "label_column")
}
