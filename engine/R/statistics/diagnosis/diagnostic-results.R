#' What the tools of diagnosis show of probabilities that cross-validation gave, beside those of the model on its own samples.

#' Measures of both, curves, the table at the cut, each sample's probabilities.
#'
#' @param study From `diagnostic_study`. @param held Samples × repeats: probabilities of models that have not seen the sample. @param fold Of the same
#'   shape. @param own By sample, of the model of all samples.
#' @return The tables of `diagnosticTables`; attribute `facts`.
diagnostic_results <- function(study, held, fold, own, params) {
  y <- study$y
  all_one <- matrix(1L, length(y), 1L)
  nested <- binary_measures(held, held, y, fold, params$cut)
  apparent <- binary_measures(as.matrix(own), as.matrix(own), y, all_one, params$cut)
  mean_held <- rowMeans(held)
  auc <- nested[nested$measure == "auc", ]
  at_cut <- cut_table(mean_held, y, params$cut)
  tables <- c(
    list(
      performance = rbind(data.frame(how = "nested", nested), data.frame(how = "apparent", apparent))[
        c("measure", "how", "estimate", "lower", "upper")
      ],
      confusion = data.frame(
        called = c("positive", "negative"), cases = as.integer(at_cut$counts[c("tp", "fn")]), controls = as.integer(at_cut$counts[c("fp", "tn")])
      ),
      samples = sample_probabilities(study, mean_held, own, params$cut), flow = diagnostic_flow(study)
    ),
    diagnostic_curves(held, own, y, fold, nested, apparent)
  )
  of <- function(table, measure, column = "estimate") fact_number(table[[column]][table$measure == measure])
  structure(tables, facts = list(
    auc_nested = auc$estimate, auc_nested_low = auc$lower, auc_nested_high = auc$upper, no_better = is_no_better(auc$lower),
    auc_apparent = of(apparent, "auc"), optimism = of(apparent, "auc") - auc$estimate, brier_nested = of(nested, "brier"),
    brier_null = mean(y) * (1 - mean(y)), slope_nested = of(nested, "slope"), average_precision = of(nested, "average_precision"),
    case_share = mean(y), repeats_done = ncol(held), folds_done = max(fold), cut = params$cut, sensitivity = of(nested, "sensitivity"),
    specificity = of(nested, "specificity"), true_positives = at_cut$counts[["tp"]], false_positives = at_cut$counts[["fp"]],
    flat = auc$lower == auc$upper && auc$estimate == 0.5, auc_perfect = auc$estimate == 1
  ))
}

sample_probabilities <- function(study, held, own, cut) {
  table <- data.frame(
    sample = study$samples, outcome = c("control", "case")[study$y + 1L], probability = held, apparent = own,
    called = ifelse(held >= cut, "positive", "negative")
  )
  plain_rows(table[order(-held, study$samples, method = "radix"), ])
}

#' ROC, precision and recall, calibration and net benefit. Those of the validation are means over its repeats.
diagnostic_curves <- function(held, own, y, fold, nested, apparent) {
  runs <- seq_len(ncol(held))
  auc_of <- function(table) sprintf("AUC %.3f", table$estimate[table$measure == "auc"])
  line <- function(series, x, y, label = "", line_type = "") data.frame(
    series = rep(series, length(x)), x = x, y = y, label = rep(label, length(x)), line_type = rep(line_type, length(x))
  )
  roc <- repeated_roc(held, y, fold)
  own_roc <- repeated_roc(as.matrix(own), y, matrix(1L, length(y), 1L))
  recall <- precision_recall(own, y)
  calibration <- mean_frame(lapply(runs, function(i) probability_groups(held[, i], y)))
  benefit <- mean_frame(lapply(runs, function(i) binary_net_benefit(held[, i], y)))
  # Beyond the largest probability nobody is treated.
  benefit <- benefit[benefit$threshold <= max(held), ]
  list(
    roc = rbind(line("nested", roc$fpr, roc$tpr, auc_of(nested)), line("apparent", own_roc$fpr, own_roc$tpr, auc_of(apparent), "dashed")),
    roc_lines = diagonal_line("没有区分力", TRUE),
    recall = rbind(
      line("nested", recall$recall, rowMeans(matrix(vapply(runs, function(i) precision_recall(held[, i], y)$precision, numeric(sum(y))), sum(y)))),
      line("apparent", recall$recall, recall$precision, line_type = "dashed")
    ),
    recall_lines = data.frame(line = "horizontal", at = mean(y), line_label = "没有区分力"),
    calibration = data.frame(
      series = rep("nested", nrow(calibration)), x = calibration$predicted, y = calibration$observed, lower = calibration$lower,
      upper = calibration$upper, n = as.integer(calibration$n)
    ),
    calibration_lines = diagonal_line("理想", nrow(calibration) > 0L),
    decision = rbind(line("model", benefit$threshold, benefit$model), line("all", benefit$threshold, benefit$all, line_type = "dashed")),
    decision_lines = data.frame(line = "horizontal", at = 0, line_label = "都不治疗")
  )
}

#' Permuted outcomes as facts, a table and a curve. @param permuted AUC by run; NULL: none was asked for. @param auc Of the same validation.
permutation_results <- function(permuted, auc) {
  none <- length(permuted) == 0L
  curve <- list(x = numeric(), y = numeric())
  if (!none) curve <- stats::density(permuted, bw = max(stats::bw.nrd0(permuted), 0.005), n = 200L, from = 0, to = 1)
  list(
    tables = list(
      permuted = data.frame(run = seq_along(permuted), auc = as.numeric(permuted)),
      permuted_curve = data.frame(series = rep("permuted", length(curve$x)), x = curve$x, y = curve$y),
      permuted_lines = data.frame(
        line = rep("vertical", !none), at = rep(auc, !none), line_label = rep(sprintf("AUC %.3f", auc), !none)
      )
    ),
    facts = list(
      permutations_done = length(permuted), permuted_auc = if (!none) mean(permuted), permuted_p = if (!none) chance_p(auc, permuted),
      beaten = if (!none) chance_p(auc, permuted) < 0.05
    )
  )
}

#' What a reader must know before trusting the AUC.
tell_diagnostic <- function(facts, job) {
  if (facts$no_better) job$finding("should", "no_better", told(
    "在没有参与训练的样本里 AUC %.3f（95%% CI %.3f–%.3f），区间%s 0.5：看不出比掷硬币强，不要拿训练集内的 AUC 当证据",
    c(
      "In samples that took no part in training the AUC is %.3f (95%% CI %.3f–%.3f), and the interval %s 0.5:",
      "no evidence of being better than chance. The AUC in the training samples is no evidence"
    ),
    facts$auc_nested, facts$auc_nested_low, facts$auc_nested_high,
    if (facts$auc_nested_high < 0.5) told("低于", "lies below") else told("包含", "includes")
  ), field = "gene_list")
  if (facts$sensitivity == 0 || facts$specificity == 0) job$finding("should", "one_side_called", told(
    "概率以 %.2f 为界，%s：这个界限在这批样本里没有用（阳性占 %.0f%%）。要看灵敏度和特异度，请按漏诊和误诊的代价另定一个界限",
    c(
      "With the cut at a probability of %.2f %s: it is of no use in these samples, %.0f%% of which are cases.",
      "For sensitivity and specificity choose another cut by the costs of missed cases and false alarms"
    ),
    facts$cut, if (facts$sensitivity == 0) told("没有一个阳性被判对", "no case is called a case") else told("没有一个对照被判对", "no control is called a control"),
    100 * facts$case_share
  ), field = "cut")
  if (facts$auc_nested == 1) job$finding("should", "auc_one", told(
    "没有参与训练的样本也完全分开（AUC 1），很少见。请核对结局是不是由这些{{row_subject}}的表达量判定的，两组样本是不是分批测的",
    c(
      "Samples that took no part in training are separated completely (AUC 1), which is rare.",
      "Check that the outcome was not told from these {{row_subject}}s, and that the groups were not measured in batches of their own"
    )
  ), field = "label_column")
  if (facts$failed_fits > 0L) job$finding("note", "failed_fits", told(
    "嵌套交叉验证里有 %s 次拟合没有成功，按「不知道」（阳性的比例）计", "Fits of the nested cross-validation that failed: %s, counted as the share of cases",
    format_count(facts$failed_fits)
  ))
}
