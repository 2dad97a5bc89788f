# A frozen diagnostic model in other samples: its coefficients, centres and cut stay as they are, and nothing is fitted again.

#' Samples that each side needs: of fewer nobody can be put in order.
VALIDATED_LEAST <- 2L
#' Samples from which on a calibration curve shows more than single samples.
CALIBRATION_LEAST <- 20L
DIAGNOSTIC_WORDS <- list(
  genes = list(zh = "模型的{{row_subject}}", en = "{{Row_subject}}s of the model"), risks = list(zh = "概率", en = "probabilities"),
  patients = list(zh = "样本", en = "samples"), clinical = "临床资料"
)

#' @param inputs `model`: the table of a model; `expression`: a matrix; `clinical`: data frame by sample.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("读取模型", 0.02)
  model <- read_logistic(inputs$model, "source_analysis_id")
  job$step("找到样本和基因", 0.1)
  data <- validation_samples(inputs, model, params, job)
  job$step("原样计算概率", 0.5)
  odds <- logistic_odds(model, model_values(model, data$genes, data, params$standardise, "source_analysis_id"))
  same_matrix <- !is.na(about_of(model, "source")) && identical(about_of(model, "source"), data$source)
  seen <- seen_samples(model, data$samples, data$values, same_matrix)
  training <- is.null(seen) && same_matrix
  tell_training_samples(seen, training, job)
  if (same_matrix) tell_same_matrix(seen, training, DIAGNOSTIC_WORDS, "file_id", job)
  job$checked("samples_looked_at", sprintf(
    "模型的 %s 个基因找到 %s 个；「%s」为「%s」的 %s 个样本是阳性，%s 个是对照", format_count(sum(!data$genes$clinical)), format_count(sum(!is.na(data$genes$row))),
    data$outcome$column, data$outcome$name, format_count(sum(data$y)), format_count(sum(data$y == 0L))
  ), "clinical_data")
  job$step("评价", 0.7)
  performance <- validated_measures(model, odds, data$y)
  verdict <- validation_verdict(
    performance_row(performance, "validated", "auc"), trained_measures(model, c("auc_nested", "auc_nested_low", "auc_nested_high")), seen, training
  )
  facts <- c(
    validated_facts(model, data, odds, performance, params), verdict,
    list(same_matrix = same_matrix && !verdict$training && !verdict$mixed)
  )
  tell_validated(model, data, facts, job)
  job$facts(facts)
  c(
    list(
      performance = performance, confusion = confusion_rows(facts), genes = data$genes[setdiff(names(data$genes), c("row", "clinical"))],
      samples = validated_samples(model, data, odds), reporting = tripod_list(diagnostic_answers(data, facts)), flow = diagnostic_flow(data)
    ),
    validated_curves(odds, data$y, facts$auc)
  )
}

# ---- samples and genes ----

#' Samples with an outcome and all of the model's genes that were found.
#'
#' @return List of `values` (samples × genes that were found, in the unit of the data, and columns of clinical variables), `genes` (see
#'   `validation_genes`, `gene_differences`), and as `diagnostic_study` has them `y`, `outcome`, `samples`, `total`,
#'   `exclusions`, `label`, `expression_unit`, `identifiers`, `source`.
validation_samples <- function(inputs, model, params, job) {
  matrix <- inputs$expression
  asked <- as_in_training(model, inputs$clinical, params, job)
  read <- outcome_samples(inputs$clinical, colnames(matrix$values), asked, job, VALIDATED_LEAST)
  logged <- log2_expression(matrix$values[, read$samples, drop = FALSE], matrix$kind)
  study <- list(
    values = logged$values, identifiers = matrix$identifiers, fields = list(data = "file_id", follow = "clinical_data"), exclusions = read$exclusions,
    clinical = read$clinical[setdiff(names(read$clinical), "sample")], patients = data.frame(sample = read$samples)
  )
  genes <- validation_genes(model, study, "source_analysis_id", DIAGNOSTIC_WORDS)
  study <- with_clinical_values(model, study, job, DIAGNOSTIC_WORDS)
  found <- !is.na(genes$row)
  values <- t(study$values[genes$row[found], , drop = FALSE])
  dimnames(values) <- list(study$patients$sample, genes$gene[found])
  # Of a text's columns those without a coefficient say nothing.
  values <- cbind(values, study$design[, genes$gene[genes$clinical], drop = FALSE])
  known <- !matrixStats::rowAnyNAs(values)
  y <- read$y[match(study$patients$sample, read$samples)][known]
  if (min(sum(y), sum(y == 0L)) < VALIDATED_LEAST) stop_input("few_samples", sprintf(
    "%s 个样本缺少模型要的%s，去掉之后阳性 %s 个、对照 %s 个：两边都至少要有 %d 个。请补上缺失值，或换一份数据", format_count(length(read$y) - length(y)),
    if (length(model$clinical) > 0L) "基因或临床变量" else "基因的表达量", format_count(sum(y)), format_count(sum(y == 0L)), VALIDATED_LEAST
  ), "file_id")
  lost <- data.frame(reason = "有基因没有表达量", n = sum(!known))
  data <- list(
    values = values[known, , drop = FALSE], y = y, samples = study$patients$sample[known], outcome = read$outcome, total = read$total,
    exclusions = rbind(study$exclusions, lost[lost$n > 0L, ]), label = matrix$label, expression_unit = logged$unit, identifiers = matrix$identifiers,
    source = matrix$sha256
  )
  data$genes <- gene_differences(genes, data)
  data
}

#' The parameters with the positive value of training where none was named and the column has it.
as_in_training <- function(model, clinical, params, job) {
  column <- if (any(nzchar(params$label_column))) params$label_column else setdiff(names(clinical), "sample")[1L]
  positive <- model$positive
  if (nzchar(trimmed(params$positive_label)) || is.na(positive) || is.null(clinical[[column]])) return(params)
  keys <- baseline_keys(levels(baseline_levels(baseline_texts(clinical[[column]]))$values))
  if (!baseline_keys(positive) %in% keys) return(params)
  params$positive_label <- positive
  job$finding("note", "positive_as_trained", told(
    "「%s」里的「%s」当作阳性，与训练时相同。若不是，请填「阳性的取值」", "In “%s”, “%s” was taken for positive, as in training", column, positive
  ), field = "positive_label")
  params
}

# ---- performance ----

#' The AUC with its 95% interval: DeLong's, or Newcombe's where one side is too small for it or it has no width.
#'
#' @return Data frame of one row `measure`, `estimate`, `lower`, `upper`.
validated_auc <- function(odds, y) {
  found <- fold_auc(odds, y)
  auc <- found[["estimate"]]
  own <- if (by_newcombe(y, found[["variance"]])) newcombe_interval(auc, sum(y), sum(y == 0L)) else {
    delong <- with_interval(auc, sqrt(found[["variance"]]))
    c(delong$lower, delong$upper)
  }
  data.frame(measure = "auc", estimate = auc, lower = own[[1L]], upper = own[[2L]])
}

by_newcombe <- function(y, variance) min(sum(y), sum(y == 0L)) < BINARY_LEAST || variance <= 0

#' Are all cases on one side of all controls? Then the slope has no end.
is_separated <- function(odds, y) {
  max(odds[y == 0L]) <= min(odds[y == 1L]) || max(odds[y == 1L]) <= min(odds[y == 0L])
}

#' Slope of the outcome over the log odds, and the intercept at slope 1 (calibration in the large), with Wald's intervals; NA where there is none.
validated_calibration <- function(odds, y) {
  fits <- calibration_fits(odds, y)
  row <- function(measure, fit, at, none) {
    interval <- if (none || !fit$converged) rep(NA_real_, 3L) else {
      told <- summary(fit)$coefficients[at, ]
      told[["Estimate"]] + c(0, -1, 1) * stats::qnorm(0.975) * told[["Std. Error"]]
    }
    data.frame(measure = measure, estimate = interval[[1L]], lower = interval[[2L]], upper = interval[[3L]])
  }
  rbind(row("slope", fits$slope, nrow(summary(fits$slope)$coefficients), is_separated(odds, y)), row("intercept", fits$intercept, 1L, FALSE))
}

#' Measures in these samples, then those that the model was stored with.
validated_measures <- function(model, odds, y) {
  probability <- stats::plogis(odds)
  one <- function(measure, estimate) data.frame(measure = measure, estimate = estimate, lower = NA_real_, upper = NA_real_)
  own <- rbind(
    validated_auc(odds, y), one("average_precision", mean(precision_recall(odds, y)$precision)), one("brier", mean((probability - y)^2)),
    validated_calibration(odds, y), cut_table(probability, y, model$cutoff, exact_interval)$shares
  )
  nested <- trained_measures(model, c("auc_nested", "auc_nested_low", "auc_nested_high"))
  apparent <- trained_measures(model, "auc_apparent")
  before <- data.frame(
    measure = "auc", estimate = c(nested[[1L]], apparent), lower = c(nested[[2L]], NA), upper = c(nested[[3L]], NA),
    how = c("trained_nested", "trained_apparent")
  )
  plain_rows(rbind(cbind(own, how = "validated"), before[!is.na(before$estimate), ])[c("measure", "how", "estimate", "lower", "upper")])
}

performance_row <- function(performance, how, measure) performance[performance$how == how & performance$measure == measure, ]

confusion_rows <- function(facts) data.frame(
  called = c("positive", "negative"), cases = c(facts$true_positives, facts$false_negatives),
  controls = c(facts$false_positives, facts$true_negatives)
)

validated_samples <- function(model, data, odds) {
  probability <- stats::plogis(odds)
  table <- data.frame(
    sample = data$samples, outcome = c("control", "case")[data$y + 1L], probability = probability, score = odds,
    called = ifelse(probability >= model$cutoff, "positive", "negative")
  )
  plain_rows(table[order(-odds, data$samples, method = "radix"), ])
}

#' The curves of one model on one set of samples, as `diagnostic_curves` has them.
validated_curves <- function(odds, y, auc) {
  probability <- stats::plogis(odds)
  line <- function(series, x, y, label = "", line_type = "") data.frame(
    series = rep(series, length(x)), x = x, y = y, label = rep(label, length(x)), line_type = rep(line_type, length(x))
  )
  roc <- repeated_roc(as.matrix(odds), y, matrix(1L, length(y), 1L))
  recall <- precision_recall(odds, y)
  groups <- if (length(y) < CALIBRATION_LEAST) probability_groups(numeric(), numeric()) else probability_groups(probability, y)
  benefit <- binary_net_benefit(probability, y)
  # Beyond the largest probability nobody is treated.
  benefit <- benefit[benefit$threshold <= max(probability), ]
  list(
    roc = line("validated", roc$fpr, roc$tpr, sprintf("AUC %.3f", auc)), roc_lines = diagonal_line("没有区分力", TRUE),
    recall = line("validated", recall$recall, recall$precision),
    recall_lines = data.frame(line = "horizontal", at = mean(y), line_label = "没有区分力"),
    calibration = data.frame(
      series = rep("validated", nrow(groups)), x = groups$predicted, y = groups$observed, lower = groups$lower, upper = groups$upper,
      n = as.integer(groups$n)
    ),
    calibration_lines = diagonal_line("理想", nrow(groups) > 0L),
    decision = rbind(line("model", benefit$threshold, benefit$model), line("all", benefit$threshold, benefit$all, line_type = "dashed")),
    decision_lines = data.frame(line = "horizontal", at = 0, line_label = "都不治疗")
  )
}

# ---- what is told ----

validated_facts <- function(model, data, odds, performance, params) {
  y <- data$y
  probability <- stats::plogis(odds)
  of <- function(measure, column = "estimate", how = "validated") fact_number(performance_row(performance, how, measure)[[column]])
  counts <- cut_table(probability, y, model$cutoff)$counts
  known <- function(text) if (!is.na(text)) text
  few <- min(sum(y), sum(y == 0L)) < BINARY_LEAST
  list(
    data = data$label, label = data$outcome$column, positive = data$outcome$name, negative = data$outcome$others, samples = length(y),
    cases = sum(y), controls = sum(y == 0L), total = data$total, excluded = sum(data$exclusions$n), expression_unit = data$expression_unit,
    model_word = LEARNERS[[model$method]], model_genes = sum(!data$genes$clinical),
    model_clinical = if (length(model$clinical) > 0L) told_names(names(model$clinical), Inf), missing_genes = sum(lacking_genes(data$genes)),
    missing_weight = sum(data$genes$weight[lacking_genes(data$genes)]), trained_on = known(about_of(model, "data")),
    trained_label = known(model$label), trained_positive = known(model$positive), cut = model$cutoff,
    auc = of("auc"), auc_low = of("auc", "lower"), auc_high = of("auc", "upper"),
    auc_nested = of("auc", how = "trained_nested"), auc_nested_low = of("auc", "lower", "trained_nested"),
    auc_nested_high = of("auc", "upper", "trained_nested"), auc_apparent = of("auc", how = "trained_apparent"),
    newcombe = by_newcombe(y, fold_auc(odds, y)[["variance"]]), few = few, average_precision = of("average_precision"), case_share = mean(y),
    mean_probability = mean(probability), brier = of("brier"), brier_null = mean(y) * (1 - mean(y)), slope = of("slope"),
    slope_low = of("slope", "lower"), slope_high = of("slope", "upper"), intercept = of("intercept"), intercept_low = of("intercept", "lower"),
    intercept_high = of("intercept", "upper"), sensitivity = of("sensitivity"), specificity = of("specificity"), ppv = of("ppv"), npv = of("npv"),
    true_positives = counts[["tp"]], false_positives = counts[["fp"]], false_negatives = counts[["fn"]], true_negatives = counts[["tn"]],
    standardised = params$standardise == "zscore",
    shift = fact_number(stats::median(abs(data$genes$shift[!data$genes$clinical]), na.rm = TRUE))
  )
}

#' What a reader must know of training samples among these, before anything is computed.
tell_training_samples <- function(seen, training, job) {
  if (training || are_training(seen)) return(job$finding("should", "training_data", told(
    "这是训练样本，不是验证%s：模型就是用它们建的，表现都偏乐观。请换另一批样本",
    c(
      "These are the training samples%s; this is no validation: the model was built on them, and its performance is optimistic.",
      "Use other samples"
    ),
    if (isTRUE(seen$n > 0)) told("（%s 个）", " (%s)", format_count(seen$n)) else ""
  ), field = "file_id"))
  if (is.null(seen)) job$finding("note", "seen_unknown", told(
    "这个模型没有训练样本的记号：这里有没有训练样本，不能核对。请自己确认，或用没有改动过的「模型」表",
    c(
      "The model keeps no record of its samples: whether training samples are among these cannot be checked.",
      "Make sure yourself, or use the table of the model as it was written"
    )
  ), field = "file_id")
  if (isTRUE(seen$n > 0)) job$finding("should", "training_samples", told(
    "这里约有 %s 个样本（%.0f%%）是训练样本：%s。表现偏乐观，请去掉它们再验证",
    "About %s of these samples (%.0f%%) are training samples: %s. The performance is optimistic. Leave them out and validate again",
    format_count(seen$n), 100 * seen$share,
    if (seen$by == "name") told("样本名相同，例如 %s", "names are the same, such as %s", told_names(seen$samples)) else told(
      "表达量与训练样本逐个相同，只是名字换了", "values are those of training samples one by one, under other names"
    )
  ), field = "file_id")
}

tell_validated <- function(model, data, facts, job) {
  lost <- sum(data$exclusions$n)
  if (lost > 0L) job$finding("note", "samples_left_out", told(
    "有 %s 个样本没有参与，原因见「纳入与排除」", "Samples left out: %s; reasons in “Inclusion and exclusion”", format_count(lost)
  ), field = "clinical_data")
  tell_model_genes(model, data, data$genes, facts, "file_id", job, DIAGNOSTIC_WORDS)
  if (!is.null(facts$trained_positive) && facts$trained_positive != facts$positive) job$finding("note", "outcome_differs", told(
    "模型训练时的阳性是「%s」里的「%s」，这里是「%s」里的「%s」。请确认说的是同一件事",
    "In training positive was “%2$s” of “%1$s”, here it is “%4$s” of “%3$s”. Make sure that both mean the same",
    facts$trained_label, facts$trained_positive, facts$label, facts$positive
  ), field = "positive_label")
  if (facts$few) job$finding("should", "few_cases", told(
    "较少的一边只有 %s 个样本：AUC、灵敏度和特异度都只是粗略的印象，区间很宽",
    "The smaller side has %s samples only: AUC, sensitivity and specificity are rough, and their intervals wide",
    format_count(min(facts$cases, facts$controls))
  ), field = "clinical_data")
  if (facts$no_better) job$finding("should", "no_better", told(
    "AUC %.3f（95%% CI %.3f–%.3f），区间包含 0.5：模型在这批样本里看不出比掷硬币强",
    "AUC %.3f (95%% CI %.3f–%.3f), which includes 0.5: no evidence that the model is better than chance in these samples",
    facts$auc, facts$auc_low, facts$auc_high
  ), field = "file_id")
  if (facts$reversed) job$finding("should", "reversed", told(
    "AUC %.3f（95%% CI %.3f–%.3f）低于 0.5：概率高的反而是对照。请先核对「阳性的取值」是不是填反了，再看表达量的单位",
    c(
      "AUC %.3f (95%% CI %.3f–%.3f) lies below 0.5: controls have the higher probabilities.",
      "Check first which value is positive, then the unit of expression"
    ), facts$auc, facts$auc_low, facts$auc_high
  ), field = "positive_label")
  if (facts$better) job$finding("should", "better_than_nested", told(
    "这里的 AUC %.3f 远高于训练时嵌套交叉验证的 %.3f，超出了两者的误差。外部数据里很少这样：请核对这里有没有训练样本，两组是不是分批测的",
    c(
      "The AUC of %.3f here is far above the %.3f of nested cross-validation at training, beyond the errors of both, which is rare in external data:",
      "check whether training samples are among these, and whether the groups were measured in batches of their own"
    ), facts$auc, facts$auc_nested
  ), field = "file_id")
  called <- facts$true_positives + facts$false_positives
  if (called %in% c(0L, facts$samples)) job$finding("should", "one_side_called", told(
    "按训练时定的界限（概率 %s），全部样本都判为%s。界限不在这里重定；请看单位和平台是否相同，或用「每份数据各自标准化」",
    "By the cut of the training (a probability of %s) all samples are called %s. It is not set anew here; see whether unit and platform are the same",
    written_number(facts$cut), if (called == 0L) told("对照", "controls") else told("阳性", "cases")
  ), field = "standardise")
  off <- c(facts$intercept_low > 0, facts$intercept_high < 0)
  if (any(off)) job$finding("should", "probabilities_off", told(
    "预测的概率整体偏%s：平均 %.0f%%，实际阳性 %.0f%%（校准截距 %s，95%% CI %s–%s）。AUC 不受影响；概率要先按这里的情况重新校准才能用",
    c(
      "Predicted probabilities are too %s on the whole: their mean is %.0f%%, the share of cases %.0f%%",
      "(calibration intercept %s, 95%% CI %s to %s). The AUC is not affected; probabilities need recalibration before they are of use here"
    ),
    if (off[[1L]]) told("低", "low") else told("高", "high"), 100 * facts$mean_probability, 100 * facts$case_share,
    true_minus(sprintf("%.2f", facts$intercept)), true_minus(sprintf("%.2f", facts$intercept_low)), true_minus(sprintf("%.2f", facts$intercept_high))
  ), field = "standardise")
}

#' The items of TRIPOD+AI: REMARK is on prognosis.
tripod_list <- function(answers) {
  list <- reporting_list(answers)
  plain_rows(list[list$list == "TRIPOD+AI", ])
}

diagnostic_answers <- function(data, facts) {
  c(
    title = "外部验证预测模型（模型原样，不重新拟合）", patients = sprintf("%s，%s 个样本", data$label, format_count(facts$samples)),
    assay = sprintf("表达量：%s", data$expression_unit),
    endpoint = sprintf("「%s」：阳性「%s」，其余为对照", facts$label, facts$positive),
    candidates = paste0(
      sprintf("冻结的模型，%s 个基因，缺 %s 个", format_count(facts$model_genes), format_count(facts$missing_genes)),
      if (!is.null(facts$model_clinical)) paste0("；临床变量：", facts$model_clinical$zh)
    ),
    events = sprintf("%s 个样本，阳性 %s 个", format_count(facts$samples), format_count(facts$cases)),
    methods = "冻结的系数、中心和界限；AUC、平均精确率、Brier 分数、校准斜率与截距、决策曲线",
    cutoff = sprintf("概率不低于训练时定的 %s 判为阳性，没有重定", written_number(facts$cut, 6L)),
    flow = sprintf("读入 %s 个样本，排除 %s 个，原因见「纳入与排除」表", format_count(facts$total), format_count(facts$excluded)),
    validation = if (facts$training) "这是训练样本，不是外部验证" else if (facts$mixed) "混有训练样本，不是外部验证"
    else if (facts$same_matrix) "与训练样本同一份矩阵里的其余样本，是内部验证" else "外部验证",
    missing = "缺少结局或表达量的样本不纳入；缺少的基因用训练集的均值代替", imbalance = "没有重采样",
    difference = sprintf(
      "训练：%s；这里：%s。各基因的差别见「模型的基因」%s", if (is.null(facts$trained_on)) "未记录" else facts$trained_on, data$label,
      if (facts$standardised) "；每份数据各自标准化" else ""
    ),
    model = "系数与中心见「模型的基因」，截距和完整的模型见建模的那次分析",
    performance = sprintf("AUC %.3f（95%% CI %.3f–%.3f）；其余见「表现」表", facts$auc, facts$auc_low, facts$auc_high),
    software = software_answer("matrixStats")
  )
}
