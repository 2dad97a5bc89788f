# A logistic regression of a two-valued outcome as a nomogram, with its performance corrected for optimism; rms computes the model, its validation,
# its calibration and the points.

#' Times that the cross-validation is repeated.
LOGISTIC_REPEATS <- 10L
#' Probabilities that the axis is marked with, where the model reaches them.
CHANCE_MARKS <- c(0.01, 0.05, seq(0.1, 0.9, by = 0.1), 0.95, 0.99)
CHANCE_AXIS <- "阳性的概率"
MODEL_SCORE <- "模型的评分"

#' @param inputs `clinical`: data frame by sample; perhaps `expression`: a matrix, and `probability`: a table of `sample`, `probability`.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("找到样本和变量", 0.02)
  study <- nomogram_samples(inputs, params, job)
  check_columns(study, "画不出列线图")
  job$checked("logistic_size", told(
    "阳性 %s 个、对照 %s 个，%s 个系数，较少的一边每个系数 %s 个样本",
    "Cases: %s, controls: %s, coefficients: %s; %s samples of the smaller side per coefficient",
    format_count(sum(study$y)), format_count(sum(study$y == 0L)), format_count(ncol(study$design)), sprintf("%.1f", side_each(study))
  ), "covariates")
  job$step("拟合模型", 0.05)
  frame <- data.frame(y = study$y, rms_terms(study))
  fit <- logistic_fit(frame)
  scale <- logistic_scale(fit, frame, unique(study$terms$term))
  odds <- odds_table(study, fit)
  example <- example_sample(study, scale, frame, params$example_sample)
  job$step(sprintf("自助法校正，%s 次", params$bootstrap), 0.1)
  corrected <- corrected_measures(fit, params)
  calibration <- corrected_calibration(fit, params)
  job$step("重复交叉验证", 0.6)
  learners <- list(logistic = plain_logistic)
  nested <- nested_learners(learners, study$design, study$y, 5L, LOGISTIC_REPEATS, params$seed)
  own <- unname(stats::plogis(fit$linear.predictors))
  results <- diagnostic_results(study, matrix(nested$probability[, , "chosen"], length(study$y)), nested$fold, own, params)
  facts <- logistic_facts(study, results, corrected, odds, example, params)
  tell_logistic(study, odds, corrected, facts, params, job)
  job$facts(facts)
  c(
    list(
      performance = rbind(corrected$rows, as_repeated(results$performance, "how")), odds = odds, points = points_table(scale),
      totals = total_chances(scale), calibration = calibration, calibration_lines = diagonal_line("理想", nrow(calibration) > 0L),
      roc = as_repeated(results$roc, "series")
    ),
    logistic_axes(scale, example), results[c("confusion", "samples", "flow", "roc_lines", "decision", "decision_lines")]
  )
}

# ---- samples and variables ----

#' Samples with an outcome of which all chosen variables are known.
#'
#' @return As `diagnostic_study` has them `y`, `samples`, `outcome`, `total`, `exclusions`, `label`; `design` and `terms` as `model_terms` gives them.
nomogram_samples <- function(inputs, params, job) {
  matrix <- inputs$expression
  listed <- length(params$gene_list) > 0L
  if (listed && is.null(matrix)) stop_input("matrix_missing", "填了基因，却没有表达矩阵。请选一个表达矩阵，或清空基因、只用临床变量", "file_id")
  if (!listed && length(params$covariates) == 0L && is.null(inputs$probability)) stop_input(
    "no_terms", "还没有选变量。请选临床变量，或填基因，或选一次诊断模型的结果", "covariates"
  )
  measured <- if (listed) colnames(matrix$values) else as.character(inputs$clinical$sample)
  read <- outcome_samples(inputs$clinical, measured, params, job)
  columns <- c(
    nomogram_genes(matrix, read$samples, params, job), score_columns(inputs$probability, read$samples),
    clinical_factors(read$clinical, read$outcome$column, params, job)
  )
  complete <- complete_columns(columns, read$y)
  study <- list(
    y = read$y[complete$kept], samples = read$samples[complete$kept], outcome = read$outcome, total = read$total,
    exclusions = rbind(read$exclusions, complete$exclusions), label = attr(inputs$clinical, "label")
  )
  with_columns(study, complete$columns, job)
}

nomogram_genes <- function(matrix, samples, params, job) {
  if (length(params$gene_list) == 0L) return(list())
  picked <- pick_genes(matrix, params$gene_list, "gene_list")
  tell_matches(picked$matches, "gene_list", job)
  values <- log2_expression(picked$values[, samples, drop = FALSE], matrix$kind)$values
  lapply(stats::setNames(nm = rownames(values)), function(gene) list(values = unname(values[gene, ]), kind = "gene"))
}

#' Log odds of the probability that a model has told of each sample without having seen it; samples of which it says nothing are NA.
score_columns <- function(table, samples) {
  if (is.null(table)) return(list())
  names <- as_written(as.character(table$sample), samples)
  found <- suppressWarnings(as.numeric(table$probability))[match(samples, names)]
  if (all(is.na(found))) stop_input("scores_absent", sprintf(
    "诊断模型的结果里没有这些样本：那里是「%s」，临床资料里是「%s」。请选同一批样本的结果", table$sample[[1L]], samples[[1L]]
  ), "source_analysis_id")
  stats::setNames(list(list(values = log_odds(found), kind = "model")), MODEL_SCORE)
}

#' Samples of the smaller side for each coefficient.
side_each <- function(study) min(sum(study$y), sum(study$y == 0L)) / ncol(study$design)

# ---- the model ----

logistic_fit <- function(frame) {
  before <- options(datadist = rms::datadist(frame[-1L]))
  on.exit(options(before))
  formula <- stats::reformulate(names(frame)[-1L], "y")
  fit <- tryCatch(quietly(rms::lrm(formula, frame, x = TRUE, y = TRUE, maxit = 50L)), error = function(condition) list(fail = TRUE))
  apart <- isTRUE(fit$fail) || odds_parted(fit$linear.predictors, frame$y)
  if (apart) stop_input("separated", paste0(
    "这几个变量合起来把阳性和对照完全分开，系数没有有限的值，画不出列线图。请减少变量，或合并样本很少的类别；基因很多时用「LASSO 诊断模型」"
  ), "covariates")
  fit
}

#' What `rms::nomogram` says (see `points_scale` of the nomogram of survival); `chance` has the ticks of the probability.
logistic_scale <- function(fit, frame, terms) {
  before <- options(datadist = rms::datadist(frame[-1L]))
  on.exit(options(before))
  found <- rms::nomogram(fit, fun = stats::plogis, funlabel = "chance", fun.at = CHANCE_MARKS)
  names <- sprintf("t%d", seq_along(terms))
  about <- attr(found, "info")
  list(
    terms = terms, values = lapply(names, function(name) found[[name]][[name]]), points = lapply(names, function(name) unname(found[[name]]$points)),
    total = found$total.points$x, linear = list(at = found$lp$x, value = found$lp$x.real),
    chance = list(at = found$chance$x, value = found$chance$x.real), intercept = unname(about$Intercept), per_unit = unname(about$sc)
  )
}

#' Odds ratios of each variable alone and of all together, with Wald intervals.
odds_table <- function(study, fit) {
  wald <- function(beta, se) {
    reach <- stats::qnorm(0.975) * se
    data.frame(or = exp(beta), lower = exp(beta - reach), upper = exp(beta + reach), p = 2 * stats::pnorm(-abs(beta / se)))
  }
  alone <- lapply(unique(study$terms$term), function(term) {
    own <- study$terms$term == term
    fit <- stats::glm(study$y ~ study$design[, own, drop = FALSE], family = stats::binomial())
    found <- summary(fit)$coefficients[-1L, , drop = FALSE]
    wald(unname(found[, 1L]), unname(found[, 2L]))
  })
  alone <- do.call(rbind, alone)
  joint <- wald(unname(fit$coefficients[-1L]), unname(sqrt(diag(stats::vcov(fit)))[-1L]))
  names(alone) <- c("uni_or", "uni_lower", "uni_upper", "uni_p")
  vif <- if (ncol(study$design) > 1L) unname(rms::vif(fit)) else NA_real_
  plain_rows(data.frame(term = study$terms$column, kind = study$terms$kind, alone, joint, vif = vif))
}

# ---- the nomogram ----

#' The sample that is worked out: the one that was named, else the one in the middle of all total points.
example_sample <- function(study, scale, frame, asked) {
  points <- vapply(seq_along(scale$terms), function(term) {
    vapply(seq_len(nrow(frame)), function(row) points_of(scale, term, frame[[term + 1L]][[row]]), numeric(1))
  }, numeric(nrow(frame)))
  totals <- rowSums(points)
  row <- if (nzchar(asked)) match(asked, study$samples) else order(abs(totals - stats::median(totals)), study$samples, method = "radix")[[1L]]
  if (is.na(row)) stop_input("example_absent", sprintf(
    "纳入的样本里没有「%s」。请写临床资料里的样本名，或留空用总分居中的样本；缺少所选变量的样本不参与", asked
  ), "example_sample")
  linear <- scale$intercept + totals[[row]] / scale$per_unit
  list(
    name = study$samples[[row]], values = lapply(seq_along(scale$terms), function(term) frame[[term + 1L]][[row]]), points = points[row, ],
    total = totals[[row]], linear = linear, chance = stats::plogis(linear)
  )
}

#' Axes, ticks and the sample, as the figure takes them.
logistic_axes <- function(scale, example) {
  ticks <- function(axis, values, at) data.frame(axis = rep(axis, length(at)), tick = tick_words(values), position = unname(at))
  list(
    axes = data.frame(
      axis = c(POINTS_AXIS, scale$terms, TOTAL_AXIS, LINEAR_AXIS, CHANCE_AXIS),
      kind = c("points", rep("variable", length(scale$terms)), "total", "linear", "probability")
    ),
    ticks = rbind(
      ticks(POINTS_AXIS, seq(0, 100, by = 10), seq(0, 100, by = 10)),
      do.call(rbind, lapply(seq_along(scale$terms), function(i) ticks(scale$terms[[i]], scale$values[[i]], scale$points[[i]]))),
      ticks(TOTAL_AXIS, scale$total, scale$total), ticks(LINEAR_AXIS, scale$linear$value, scale$linear$at),
      ticks(CHANCE_AXIS, scale$chance$value, scale$chance$at)
    ),
    example = data.frame(
      axis = c(scale$terms, TOTAL_AXIS, LINEAR_AXIS, CHANCE_AXIS), position = c(example$points, rep(example$total, 3L)),
      value = c(vapply(example$values, tick_words, character(1)), "", sprintf("%.2f", example$linear), sprintf("%.2f", example$chance))
    )
  )
}

total_chances <- function(scale) {
  totals <- seq(min(scale$total), max(scale$total), length.out = 41L)
  linear <- scale$intercept + totals / scale$per_unit
  data.frame(total = totals, linear = linear, chance = stats::plogis(linear))
}

# ---- performance ----

#' `rms::validate` with C in the place of Dxy. @return List of `rows` (of the table of performance), `optimism` (of C), `runs`.
corrected_measures <- function(fit, params) {
  set.seed(params$seed)
  found <- unclass(quietly(rms::validate(fit, B = params$bootstrap)))
  right <- function(row) unname(found[row, "index.corrected"])
  list(
    rows = data.frame(
      measure = c("auc", "brier", "slope", "intercept"), how = "corrected",
      estimate = c(0.5 + right("Dxy") / 2, right("B"), right("Slope"), right("Intercept")), lower = NA_real_, upper = NA_real_
    ),
    optimism = unname(found["Dxy", "optimism"]) / 2, runs = as.integer(found["Dxy", "n"])
  )
}

#' `rms::calibrate`: smoothed share of cases by predicted probability, as it is and corrected.
corrected_calibration <- function(fit, params) {
  set.seed(params$seed)
  found <- tryCatch(unclass(quietly(rms::calibrate(fit, B = params$bootstrap))), error = function(condition) NULL)
  none <- numeric()
  if (is.null(found)) return(data.frame(series = character(), x = none, y = none, line_type = character()))
  found <- found[stats::complete.cases(found[, c("predy", "calibrated.orig", "calibrated.corrected")]), , drop = FALSE]
  x <- unname(found[, "predy"])
  rows <- function(series, y, line_type) data.frame(series = rep(series, length(x)), x = x, y = unname(y), line_type = rep(line_type, length(x)))
  rbind(rows("corrected", found[, "calibrated.corrected"], ""), rows("apparent", found[, "calibrated.orig"], "dashed"))
}

#' Nothing is tuned inside these folds: they are a repeated cross-validation.
as_repeated <- function(table, column) {
  table[[column]][table[[column]] == "nested"] <- "repeated"
  table
}

# ---- what is told ----

logistic_facts <- function(study, results, corrected, odds, example, params) {
  facts <- attr(results, "facts")
  outcome <- study$outcome
  of <- function(measure) fact_number(corrected$rows$estimate[corrected$rows$measure == measure])
  apparent <- results$performance[results$performance$how == "apparent" & results$performance$measure == "auc", ]
  c(
    facts[c(
      "auc_nested", "auc_nested_low", "auc_nested_high", "auc_perfect", "no_better", "auc_apparent", "brier_nested", "brier_null", "slope_nested",
      "case_share", "repeats_done", "folds_done", "cut", "sensitivity", "specificity"
    )],
    list(
      data = study$label, label = outcome$column, positive = outcome$name, negative = outcome$others, samples = length(study$y), cases = sum(study$y),
      controls = sum(study$y == 0L), total = study$total, excluded = sum(study$exclusions$n), variables = length(unique(study$terms$term)),
      columns = ncol(study$design), side_each = side_each(study), auc_apparent_low = fact_number(apparent$lower),
      auc_apparent_high = fact_number(apparent$upper), c_corrected = of("auc"), c_optimism = corrected$optimism, slope_corrected = of("slope"),
      brier_corrected = of("brier"), bootstrap_runs = corrected$runs, significant = sum(odds$p < 0.05), example_name = example$name,
      example_total = example$total, example_chance = example$chance, with_model = any(study$terms$kind == "model")
    )
  )
}

tell_logistic <- function(study, odds, corrected, facts, params, job) {
  if (facts$excluded > 0L) job$finding("note", "samples_left_out", told(
    "有 %s 个样本没有参与，原因见「纳入与排除」", "Samples left out: %s; reasons in “Inclusion and exclusion”", format_count(facts$excluded)
  ), field = "clinical_data")
  if (facts$side_each < EVENTS_EACH) job$finding("should", "events_each", told(
    "较少的一边每个系数只有 %.1f 个样本（%s 个样本，%s 个系数），不足 %s 个：得分不稳，表现偏乐观。请减少变量",
    c(
      "The smaller side has %.1f samples per coefficient (%s samples, %s coefficients), fewer than %s: points are unstable and performance is",
      "optimistic. Use fewer variables"
    ), facts$side_each, format_count(min(facts$cases, facts$controls)), format_count(facts$columns), format_count(EVENTS_EACH)
  ), field = "covariates")
  large <- odds$term[!is.na(odds$vif) & odds$vif > VIF_LARGE]
  if (length(large) > 0L) job$finding("should", "vif", told(
    "%s 的方差膨胀因子大于 %s：它们说的几乎是同一件事，各自的得分不稳，请只留一个",
    "%s: variance inflation above %s, they tell almost the same, and the points of each are unstable. Keep one of them",
    told_terms(large, 5L), format_count(VIF_LARGE)
  ), field = "covariates")
  if (facts$no_better) job$finding("should", "no_better", told(
    "在没有参与训练的样本里 AUC %.3f（95%% CI %.3f–%.3f），看不出比掷硬币强：不要用这张列线图预测",
    c(
      "In samples that took no part in training the AUC is %.3f (95%% CI %.3f–%.3f): no evidence of being better than chance,",
      "do not predict by this nomogram"
    ),
    facts$auc_nested, facts$auc_nested_low, facts$auc_nested_high
  ), field = "covariates")
  if (facts$with_model) job$finding("note", "score_held_out", told(
    "「模型的评分」是那次诊断模型交叉验证里没有见过这个样本的概率（取对数比值），不是训练集内的",
    c(
      "The score of the model is the log odds of what models that had not seen the sample said in its cross-validation,",
      "not that of the training samples"
    )
  ), field = "source_analysis_id")
  if (length(params$gene_list) > 0L) job$finding("note", "genes_chosen", told(
    "{{row_subject}}若是用同一批样本选出来的，这里的校正没有算上那一步，表现偏高。请在另一批样本上验证",
    c(
      "Where the {{row_subject}}s were selected on the same samples, the correction does not include that step and performance is too high:",
      "validate elsewhere"
    )
  ), field = "gene_list")
  failed <- params$bootstrap - corrected$runs
  if (failed > 0L) job$finding("note", "bootstrap_failed", told(
    "自助抽样有 %s 次没有拟合成，校正用其余 %s 次", "Bootstrap samples whose fit failed: %s; the correction uses the other %s",
    format_count(failed), format_count(corrected$runs)
  ), field = "bootstrap")
}
