# A model of a two-valued outcome that is built on all studies but one and judged in that one, for each study in turn.

#' Samples of either side that a left-out study needs, and that training needs without any of the studies.
LEFT_OUT_SIDE <- 5L
TRAINING_SIDE <- BINARY_LEAST
#' A difference between shares of cases from here on makes probabilities that do not carry over.
LARGE_SHARE_DIFFERENCE <- 0.15
EVERY_LEARNER <- "best"

#' @param inputs `expression`: a list of matrices; `clinical`: data frame of their samples with the outcome, perhaps with the study.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对数据集和结局", 0.02)
  read <- studies_with_outcome(inputs, params, job)
  studies <- read$studies
  tell_repeated_samples(inputs$expression, job)
  require_shared_genes(studies, shared_genes(studies, STUDIES_MIN), job)
  check_studies_read(studies, job, sprintf("「%s」为「%s」的", read$outcome$column, read$outcome$name))
  result <- left_out_studies(studies, function(training) trained_outcome(training, params), judged_outcome, job)
  table <- left_out_rows(result)
  told_by <- do.call(rbind, Map(outcome_calibration, result$studies, result$folds))
  curves <- do.call(rbind, Map(study_roc, result$studies, result$folds))
  job$facts(c(left_out_facts(table, result), outcome_facts(read, studies, told_by, result, params)))
  tell_left_out_studies(
    table, result, told("AUC ", "AUC"), told("它的阳性和对照是不是写反了", "whether its cases and controls are coded the wrong way"), "label_column",
    "learner", job
  )
  tell_shares(table, job)
  list(
    folds = outcome_rows(table, result), calibration = cbind(study = table$study, told_by), genes = genes_of_folds(result$whole, result$folds),
    scores = left_out_probabilities(result), forest = with_cases(left_out_forest(table, result)), studies = outcome_table(studies), roc = curves,
    roc_lines = diagonal_line("没有区分力", TRUE)
  )
}

# ---- the studies ----

#' Studies of samples with expression and outcome; `samples` of each has `sample` and `status` (1: positive).
studies_with_outcome <- function(inputs, params, job) {
  all <- unlist(joined_samples(lapply(inputs$expression, function(matrix) colnames(matrix$values))))
  read <- outcome_samples(inputs$clinical, all, params, job)
  samples <- data.frame(sample = read$samples, status = read$y)
  if (!is.null(params$study_column)) samples[[params$study_column]] <- read$clinical[[params$study_column]]
  studies <- read_studies(inputs$expression, samples, params$study_column, "study_column")
  cases <- vapply(studies, function(study) sum(study$samples$status), 0L)
  controls <- vapply(studies, function(study) sum(study$samples$status == 0L), 0L)
  for (i in seq_along(studies)) refuse_sides(studies[[i]]$name, cases[[i]], controls[[i]], read$outcome)
  # Whichever study is left out, the others have to do.
  left <- pmin(sum(cases) - cases, sum(controls) - controls)
  if (min(left) < TRAINING_SIDE) stop_input("few_in_training", sprintf(
    "留出「%s」后，其余数据集里较少的一边只有 %d 个样本，至少要 %d 个才能建模。请再加数据集", studies[[which.min(left)]]$name, min(left), TRAINING_SIDE
  ), "file_ids")
  job$facts(list(
    patients = length(read$y), events = sum(read$y), controls = sum(read$y == 0L), excluded = sum(read$exclusions$n), total = read$total,
    studies_n = length(studies), label = read$outcome$column, positive = read$outcome$name, negative = read$outcome$others
  ))
  list(studies = studies, outcome = read$outcome)
}

refuse_sides <- function(name, cases, controls, outcome) {
  if (min(cases, controls) >= LEFT_OUT_SIDE) return(invisible())
  if (min(cases, controls) == 0L) stop_input("one_class", sprintf(
    "数据集「%s」里「%s」全是%s，没有%s，算不出 AUC。请去掉这个数据集，或换一列结局", name, outcome$column,
    if (cases == 0L) sprintf("对照（%s）", outcome$others$zh) else sprintf("阳性（%s）", outcome$name), if (cases == 0L) "阳性" else "对照"
  ), "label_column")
  stop_input("few_of_class", sprintf(
    "数据集「%s」里阳性 %d 个、对照 %d 个，两边都至少要 %d 个才能算 AUC。请去掉这个数据集，或与别的合成一个", name, cases, controls, LEFT_OUT_SIDE
  ), "label_column")
}

outcome_table <- function(studies) {
  number <- function(of) vapply(studies, of, numeric(1))
  cases <- number(function(study) sum(study$samples$status))
  patients <- number(function(study) nrow(study$samples))
  data.frame(
    study = study_names(studies), patients = patients, cases = cases, controls = patients - cases, share = cases / patients,
    scale = vapply(studies, `[[`, "", "kind"), genes = number(function(study) nrow(study$values)), renamed = number(function(study) study$renamed)
  )
}

# ---- a model ----

#' The learner that was asked for, or the best of all in the inner loop, on the genes that all of these studies have.
#'
#' @return A model of `left_out_studies` with `learner` and `probability`.
trained_outcome <- function(studies, params) {
  # By their names, so that the folds of tuning do not depend on the order of the files.
  joined <- joined_studies(studies[order(study_names(studies), method = "radix")])
  y <- joined$samples$status
  learners <- binary_learners(params$screen_genes, least = 1L)
  if (params$learner != EVERY_LEARNER) learners <- learners[params$learner]
  found <- learned(learners, joined$values, y, params$nfolds, params$seed)
  if (length(found$best) == 0L) stop_input("no_model", "选的方法在这批样本里算不出来。请换一种方法，或核对数据集", "learner")
  model <- found$models[[found$best]]
  if (length(model$genes) == 0L) stop_input("no_model", "一个基因也选不出来。请核对结局，或换一种方法", "learner")
  coefficients <- if (is.null(model$coefficient)) stats::setNames(rep(NA_real_, length(model$genes)), model$genes) else model$coefficient
  list(
    coefficients = coefficients, genes = ncol(joined$values), screened = min(params$screen_genes, ncol(joined$values)), patients = length(y),
    events = sum(y), forced = isTRUE(model$forced), learner = found$best, probability = model$probability
  )
}

#' A gene that a study does not have counts as its mean.
study_probability <- function(study, model) {
  genes <- names(model$coefficients)
  values <- matrix(0, nrow(study$values), length(genes), dimnames = list(NULL, genes))
  known <- intersect(genes, colnames(study$values))
  values[, known] <- study$values[, known]
  as.vector(model$probability(values))
}

#' The AUC of a model in a study with DeLong's error; where that is 0, by Newcombe's interval.
judged_outcome <- function(study, model) {
  y <- study$samples$status
  found <- fold_auc(study_probability(study, model), y)
  auc <- found[["estimate"]]
  if (found[["variance"]] > 0) return(judged_row(auc, sqrt(found[["variance"]])))
  range <- newcombe_interval(auc, sum(y), sum(y == 0L))
  # An AUC of 1 has no logit: half a pair of a case and a control counts as the wrong way round.
  least <- 1 / (2 * sum(y) * sum(y == 0L))
  pooled <- min(max(auc, least), 1 - least)
  ends <- range[range > 0 & range < 1]
  error <- max(abs(stats::qlogis(ends) - stats::qlogis(pooled))) / stats::qnorm(0.975)
  data.frame(
    estimate = auc, se = NA_real_, low = range[["low"]], high = range[["high"]], pooled = pooled, pooled_se = error * pooled * (1 - pooled)
  )
}

#' Brier score and calibration of the model in the study that it has not seen.
outcome_calibration <- function(study, model) {
  y <- study$samples$status
  probability <- study_probability(study, model)
  # Where cases and controls are separated the slope has no end.
  line <- if (fold_auc(probability, y)[["estimate"]] %in% c(0, 1)) c(slope = NA_real_, intercept = calibration_line(probability, y)[["intercept"]])
  else calibration_line(probability, y)
  data.frame(
    share = mean(y), mean_probability = mean(probability), slope = line[["slope"]], intercept = line[["intercept"]],
    brier = mean((probability - y)^2), brier_null = mean(y) * (1 - mean(y))
  )
}

# ---- tables ----

outcome_rows <- function(table, result) {
  learners <- vapply(result$folds, `[[`, "", "learner")
  names(table)[match(c("estimate", "training"), names(table))] <- c("AUC", "training_AUC")
  cbind(with_cases(table), learner = learners)
}

#' A table of the engine with the columns of events as those of cases.
with_cases <- function(table) stats::setNames(table, sub("events$", "cases", names(table)))

left_out_probabilities <- function(result) {
  do.call(rbind, Map(function(study, fold) {
    own <- study$samples
    data.frame(
      sample = own$sample, study = study$name, outcome = c("control", "case")[own$status + 1L], probability = study_probability(study, fold)
    )
  }, result$studies, result$folds))
}

study_roc <- function(study, model) {
  y <- study$samples$status
  probability <- study_probability(study, model)
  curve <- repeated_roc(as.matrix(probability), y, matrix(1L, length(y), 1L))
  data.frame(series = study$name, x = curve$fpr, y = curve$tpr, label = sprintf("AUC %.3f", fold_auc(probability, y)[["estimate"]]))
}

# ---- what is told ----

outcome_facts <- function(read, studies, told_by, result, params) {
  learners <- if (params$learner == EVERY_LEARNER) names(LEARNERS) else params$learner
  slopes <- told_by$slope[is.finite(told_by$slope)]
  list(
    share_low = min(told_by$share), share_high = max(told_by$share), slope_low = if (length(slopes) > 0L) min(slopes),
    slope_high = if (length(slopes) > 0L) max(slopes), several = length(learners) > 1L, learner = LEARNERS[[result$whole$learner]],
    used_glmnet = any(c("lasso", "elastic", "ridge") %in% learners), used_lasso = "lasso" %in% learners, used_svm = "svm" %in% learners,
    used_forest = "forest" %in% learners, used_boosting = "boosting" %in% learners,
    unseparated = anyNA(c(result$judged$se, result$apparent$se))
  )
}

#' Shares of cases that differ: what that does to the probabilities.
tell_shares <- function(table, job) {
  share <- table$events / table$patients
  if (max(share) - min(share) < LARGE_SHARE_DIFFERENCE) return(invisible())
  job$finding("should", "shares_differ", told(
    c(
      "阳性的比例从 %.0f%%（%s）到 %.0f%%（%s）。各数据集各自换成了 z 值，模型不知道一个数据集的阳性多还是少，预测的概率总在训练数据的比例附近：",
      "校准截距主要说的是这个差别，概率不能直接搬用。AUC 只比同一个数据集里的样本，不受这个偏移影响"
    ), c(
      "The share of cases goes from %.0f%% (%s) to %.0f%% (%s). As each study was standardised by itself, a model does not know whether a study has",
      "many cases or few, and its probabilities lie around the share of the training samples: the calibration intercept tells mostly that",
      "difference, and probabilities do not carry over. The AUC compares samples of one study only and does not depend on that shift"
    ),
    100 * min(share), table$study[[which.min(share)]], 100 * max(share), table$study[[which.max(share)]]
  ), field = "label_column")
}
