# A survival model that is built on all studies but one and judged in that one, for each study in turn.

LEFT_OUT_EVENTS <- 5L
TRAINING_EVENTS <- 10L
CHANCE <- 0.5
#' A fall of the C index from here on is called large.
LARGE_OPTIMISM <- 0.1
#' From so many studies on the mean has an interval, and from so many it is worth something.
INTERVAL_LEAST <- 3L
INTERVAL_STUDIES <- 4L
MEAN_LABEL <- "平均（随机效应）"

#' @param inputs `expression`: a list of matrices; `survival`: follow-up of their samples, perhaps with the study.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对数据集和随访", 0.02)
  studies <- followed_studies(inputs, params, job)
  names <- study_names(studies)
  tell_repeated_samples(inputs$expression, job)
  require_shared_genes(studies, shared_genes(studies, STUDIES_MIN), job)
  job$checked("studies_read", sprintf(
    "%d 个数据集，共 %s 例患者；%s 个基因在全部数据集里", length(studies), format_count(sum(vapply(studies, function(study) nrow(study$samples), 0L))),
    format_count(length(shared_genes(studies, length(studies))))
  ), "file_ids")
  scaled <- lapply(studies, standardised_study, job)
  job$step("逐个留出", 0.1)
  folds <- in_forks(seq_along(scaled), function(out) left_out_fold(scaled, out, params), sum(lengths(lapply(scaled, `[[`, "values"))))
  job$step("全部数据集里训练", 0.85)
  whole <- trained_model(scaled, params)
  apparent <- do.call(rbind, lapply(scaled, judged_study, whole))
  table <- fold_rows(names, scaled, folds)
  means <- list(validated = mean_concordance(table$C, table$se), apparent = mean_concordance(apparent$C, apparent$se))
  tell_folds(table, means, whole, params, job)
  list(
    folds = table, genes = genes_of_folds(whole, folds), scores = fold_scores(scaled, folds),
    forest = concordance_rows(table, apparent, means), studies = followed_table(studies)
  )
}

# ---- the studies ----

#' Studies of patients with expression and follow-up; `samples` of each has `sample`, `time` in days and `status`.
followed_studies <- function(inputs, params, job) {
  all <- unlist(joined_samples(lapply(inputs$expression, function(matrix) colnames(matrix$values))))
  follow <- own_patients(inputs$survival, all, TIME_UNITS[[params$time_unit]])
  tell_unit(follow$patients$shown, params$time_unit, job)
  if (nrow(follow$patients) == 0L) stop_input("no_patients", "没有一个样本既有表达数据又有随访。请核对随访数据里的样本名", "survival_data")
  patients <- follow$patients[c("sample", "time", "status")]
  if (!is.null(params$study_column)) patients[[params$study_column]] <- follow$clinical[[params$study_column]]
  studies <- read_studies(inputs$expression, patients, params$study_column, "study_column")
  events <- vapply(studies, function(study) sum(study$samples$status), 0L)
  few <- which(events < LEFT_OUT_EVENTS)
  if (length(few) > 0L) stop_input("few_events", sprintf(
    "数据集「%s」只有 %d 例事件，至少要 %d 例才能算 C 指数。请去掉它", studies[[few[[1L]]]]$name, events[[few[[1L]]]], LEFT_OUT_EVENTS
  ), "survival_data")
  if (sum(events) - max(events) < TRAINING_EVENTS) stop_input("few_events", sprintf(
    "留出事件最多的数据集后，其余只有 %d 例事件，至少要 %d 例才能建模", sum(events) - max(events), TRAINING_EVENTS
  ), "survival_data")
  job$facts(list(
    patients = nrow(patients), events = sum(events), excluded = follow$total - nrow(patients), total = follow$total, studies_n = length(studies)
  ))
  studies
}

followed_table <- function(studies) {
  number <- function(of) vapply(studies, of, numeric(1))
  data.frame(
    study = study_names(studies), patients = number(function(study) nrow(study$samples)), events = number(function(study) sum(study$samples$status)),
    follow_up = number(function(study) median_follow_up(study$samples$time, study$samples$status)),
    scale = vapply(studies, `[[`, "", "kind"), genes = number(function(study) nrow(study$values)),
    renamed = number(function(study) study$renamed)
  )
}

#' Genes of a study as z values of its own patients: no number of another study, and no outcome, enters.
#'
#' @return The study with `values` patients × genes, without genes that do not vary or have gaps.
standardised_study <- function(study, job) {
  values <- switch(study$kind,
    counts = log2(edgeR::cpm(checked_counts(study$values, job, "log2(CPM + 1)", "请核对这个数据集", "file_ids")) + 1),
    linear = logged_values(study$values, study$name), study$values
  )
  values <- rows_that_vary(values)
  values <- values[rowSums(is.na(values)) == 0L, , drop = FALSE]
  if (nrow(values) < 2L) stop_input("nothing_left", sprintf("「%s」里有变化、没有缺失的基因不到 2 个", study$name), "file_ids")
  study$values <- t(row_z(values))
  study
}

# ---- a fold ----

#' The model of all studies but one, and what it is worth in that one.
left_out_fold <- function(studies, out, params) {
  model <- trained_model(studies[-out], params)
  training <- do.call(rbind, lapply(studies[-out], judged_study, model))
  c(model, list(
    score = study_score(studies[[out]], model), judged = judged_study(studies[[out]], model),
    missing = length(setdiff(names(model$coefficients), colnames(studies[[out]]$values))), training_C = mean_concordance(training$C, training$se)$C
  ))
}

#' Genes that all of these studies have, the `screen_genes` of smallest P in a Cox regression of each, and LASSO-Cox on those.
#'
#' @return List of `coefficients` (named, not 0), `genes` (screened from), `screened`, `patients`, `events` and `forced`: cross-validation chose no
#'   gene, and the largest penalty that has one was taken.
trained_model <- function(studies, params) {
  genes <- sort(Reduce(intersect, lapply(studies, function(study) colnames(study$values))), method = "radix")
  if (length(genes) < 2L) stop_input("no_common_genes", "训练用的数据集之间没有共同的基因。请核对基因名的写法", "file_ids")
  values <- do.call(rbind, lapply(studies, function(study) study$values[, genes, drop = FALSE]))
  time <- unlist(lapply(studies, function(study) study$samples$time))
  status <- unlist(lapply(studies, function(study) study$samples$status))
  # A death on the first day counts, as the follow-up of the others does: glmnet takes no time of 0.
  time <- pmax(time, min(time[time > 0]) / 2)
  p <- cox_screen_p(values, time, status)
  screened <- names(p)[order(p, names(p), method = "radix")][seq_len(min(params$screen_genes, length(p)))]
  own <- values[, sort(screened, method = "radix"), drop = FALSE]
  check_folds(status, params$nfolds)
  found <- lasso_search(own, time, status, lasso_folds(nrow(own), params$nfolds, params$seed), LASSO_ITERATIONS)
  used <- which(Matrix::colSums(found$path$beta != 0) > 0)
  if (length(used) == 0L) stop_input("no_model", "LASSO 一个基因也选不出来。请核对随访数据，或换候选的基因数", "screen_genes")
  place <- max(found$best[[params$lambda]], used[[1L]])
  list(
    coefficients = lasso_coefficients(found$path, place), genes = length(genes), screened = length(screened), patients = nrow(own),
    events = sum(status), forced = place > found$best[[params$lambda]]
  )
}

#' A gene that a study does not have counts as its mean.
study_score <- function(study, model) {
  genes <- intersect(names(model$coefficients), colnames(study$values))
  as.vector(study$values[, genes, drop = FALSE] %*% model$coefficients[genes])
}

#' Harrell's C of a model in a study. @return Data frame of one row: `C`, `se`.
judged_study <- function(study, model) {
  score <- study_score(study, model)
  fit <- survival::concordance(survival::Surv(study$samples$time, study$samples$status) ~ score, reverse = TRUE)
  data.frame(C = unname(fit$concordance), se = sqrt(fit$var[[1L]]))
}

#' The mean of C indices by random effects (REML) on the logit scale, its interval by Knapp and Hartung (Debray and others 2017).
#'
#' @return List of `C`, `i2`, and of three studies on `low`, `high`, `predict_low`, `predict_high` (where a further study may lie); else NA.
mean_concordance <- function(c, se) {
  known <- is.finite(se) & se > 0 & c > 0 & c < 1
  open <- c(low = NA_real_, high = NA_real_, predict_low = NA_real_, predict_high = NA_real_)
  if (sum(known) < 2L) return(c(list(C = mean(c), i2 = NA_real_), open))
  fit <- suppressWarnings(metafor::rma(
    stats::qlogis(c[known]), sei = (se / (c * (1 - c)))[known], test = "knha", control = list(stepadj = 0.5, maxiter = 10000)
  ))
  # With one degree of freedom the interval reaches from 0 to 1 and says nothing.
  range <- if (sum(known) < INTERVAL_LEAST) open else {
    further <- stats::predict(fit)
    stats::plogis(c(low = fit$ci.lb, high = fit$ci.ub, predict_low = further$pi.lb, predict_high = further$pi.ub))
  }
  c(list(C = stats::plogis(fit$b[[1L]]), i2 = fit$I2 / 100), range)
}

# ---- tables ----

concordance_interval <- function(c, se) {
  half <- stats::qnorm(0.975) * se / (c * (1 - c))
  data.frame(low = stats::plogis(stats::qlogis(c) - half), high = stats::plogis(stats::qlogis(c) + half))
}

fold_rows <- function(names, studies, folds) {
  of <- function(what) vapply(folds, function(fold) as.numeric(fold[[what]]), 0)
  judged <- do.call(rbind, lapply(folds, `[[`, "judged"))
  data.frame(
    study = names, patients = vapply(studies, function(study) as.numeric(nrow(study$samples)), 0),
    events = vapply(studies, function(study) as.numeric(sum(study$samples$status)), 0),
    training_patients = of("patients"), training_events = of("events"), genes = of("genes"), screened = of("screened"),
    chosen = vapply(folds, function(fold) length(fold$coefficients), 0), missing = of("missing"), C = judged$C, se = judged$se,
    concordance_interval(judged$C, judged$se), training_C = of("training_C"), forced = vapply(folds, `[[`, NA, "forced")
  )
}

#' Genes of any model: how many of the folds chose each, and its coefficient per standard deviation.
genes_of_folds <- function(whole, folds) {
  genes <- sort(unique(c(names(whole$coefficients), unlist(lapply(folds, function(fold) names(fold$coefficients))))), method = "radix")
  each <- vapply(folds, function(fold) fold$coefficients[genes], numeric(length(genes)))
  each <- matrix(each, length(genes))
  all <- unname(whole$coefficients[genes])
  table <- data.frame(
    gene = genes, folds = rowSums(!is.na(each)), share = rowMeans(!is.na(each)), coefficient = rowMeans(each, na.rm = TRUE),
    one_sign = apply(each, 1L, function(row) length(unique(sign(row[!is.na(row)]))) <= 1L), whole = all
  )
  table$coefficient[is.nan(table$coefficient)] <- NA
  table <- table[order(-table$folds, -abs(ifelse(is.na(table$coefficient), 0, table$coefficient)), table$gene, method = "radix"), , drop = FALSE]
  rownames(table) <- NULL
  table
}

fold_scores <- function(studies, folds) {
  do.call(rbind, lapply(seq_along(studies), function(i) {
    own <- studies[[i]]$samples
    data.frame(sample = own$sample, study = studies[[i]]$name, time = own$time, status = own$status, score = folds[[i]]$score)
  }))
}

concordance_rows <- function(table, apparent, means) {
  part <- function(section, c, se, mean) {
    each <- data.frame(
      section = section, label = table$study, estimate = c, concordance_interval(c, se), n = table$patients, events = table$events
    )
    if (is.na(mean$low)) return(each)
    rbind(each, data.frame(
      section = section, label = MEAN_LABEL, estimate = mean$C, low = mean$low, high = mean$high, n = sum(table$patients), events = sum(table$events)
    ))
  }
  rbind(part("left_out", table$C, table$se, means$validated), part("apparent", apparent$C, apparent$se, means$apparent))
}

# ---- what is told ----

tell_folds <- function(table, means, whole, params, job) {
  validated <- means$validated
  optimism <- means$apparent$C - validated$C
  worst <- which.min(table$C)
  # Without an interval of the mean every study has to say it.
  range <- if (is.na(validated$low)) c(low = min(table$low), high = max(table$high)) else c(low = validated$low, high = validated$high)
  holds <- isTRUE(range[["low"]] > CHANCE)
  reversed <- isTRUE(range[["high"]] < CHANCE)
  job$facts(list(
    c_mean = validated$C, c_low = validated$low, c_high = validated$high,
    c_predict_low = validated$predict_low, c_predict_high = validated$predict_high,
    c_apparent = means$apparent$C, optimism = optimism, optimistic = optimism > 0, large_optimism = optimism >= LARGE_OPTIMISM,
    holds = holds, reversed = reversed, no_better = !holds && !reversed,
    i2 = validated$i2, worst = table$study[[worst]], worst_c = table$C[[worst]], best_c = max(table$C), above = sum(table$C > CHANCE),
    model_genes = length(whole$coefficients), screen_used = max(table$screened), lambda_word = LAMBDA_WORDS[[params$lambda]]
  ))
  if (nrow(table) < INTERVAL_STUDIES) job$finding("should", "few_studies", told(
    "只有 %d 个数据集：平均 C 指数%s，请看每个数据集自己的数", "With %d studies the mean C index has %s; look at each study",
    nrow(table), if (is.na(validated$low)) told("没有可用的区间", "no interval of use") else told("的区间很宽", "a very wide interval")
  ), field = "file_ids")
  forced <- table$study[table$forced]
  if (length(forced) > 0L) job$finding("should", "forced_model", told(
    "留出 %s 时，交叉验证认为一个基因也不该选；为了仍能评价，取了刚好选出基因的惩罚", c(
      "Without %s cross-validation would have chosen no gene; the largest penalty that has one was taken, so that there is a model to judge"
    ), told_names(forced)
  ), field = "lambda")
  lost <- table$missing > 0
  if (any(lost)) job$finding("note", "missing_genes", told(
    "%s 里没有模型的全部基因，缺的按平均值算", "%s lack some of the model’s {{row_subject}}s, which count as their mean", told_names(table$study[lost])
  ), field = "file_ids")
}
