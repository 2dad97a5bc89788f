# A survival model that is built on all studies but one and judged in that one, for each study in turn.

LEFT_OUT_EVENTS <- 5L
TRAINING_EVENTS <- 10L

#' @param inputs `expression`: a list of matrices; `survival`: follow-up of their samples, perhaps with the study.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对数据集和随访", 0.02)
  studies <- followed_studies(inputs, params, job)
  tell_repeated_samples(inputs$expression, job)
  require_shared_genes(studies, shared_genes(studies, STUDIES_MIN), job)
  check_studies_read(studies, job)
  result <- left_out_studies(studies, function(training) trained_model(training, params), judged_study, job)
  table <- left_out_rows(result)
  job$facts(c(left_out_facts(table, result), list(lambda_word = LAMBDA_WORDS[[params$lambda]])))
  tell_left_out_studies(
    table, result, told("C 指数", "C index"), told("它的状态是不是写反了", "whether its status is coded the wrong way"), "survival_data", "lambda", job
  )
  names(table)[match(c("estimate", "training"), names(table))] <- c("C", "training_C")
  list(
    folds = table, genes = genes_of_folds(result$whole, result$folds), scores = left_out_scores(result),
    forest = left_out_forest(left_out_rows(result), result), studies = followed_table(studies)
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

# ---- a model ----

#' Genes that all of these studies have, the `screen_genes` of smallest P in a Cox regression of each, and LASSO-Cox on those.
#'
#' @return A model of `left_out_studies`.
trained_model <- function(studies, params) {
  joined <- joined_studies(studies)
  status <- joined$samples$status
  # A death on the first day counts, as the follow-up of the others does: glmnet takes no time of 0.
  time <- pmax(joined$samples$time, min(joined$samples$time[joined$samples$time > 0]) / 2)
  p <- cox_screen_p(joined$values, time, status)
  screened <- names(p)[order(p, names(p), method = "radix")][seq_len(min(params$screen_genes, length(p)))]
  own <- joined$values[, sort(screened, method = "radix"), drop = FALSE]
  check_folds(status, params$nfolds)
  found <- lasso_search(own, time, status, lasso_folds(nrow(own), params$nfolds, params$seed), LASSO_ITERATIONS)
  used <- which(Matrix::colSums(found$path$beta != 0) > 0)
  if (length(used) == 0L) stop_input("no_model", "LASSO 一个基因也选不出来。请核对随访数据，或换候选的基因数", "screen_genes")
  place <- max(found$best[[params$lambda]], used[[1L]])
  list(
    coefficients = lasso_coefficients(found$path, place), genes = ncol(joined$values), screened = length(screened), patients = nrow(own),
    events = sum(status), forced = place > found$best[[params$lambda]]
  )
}

#' A gene that a study does not have counts as its mean.
study_score <- function(study, model) {
  genes <- intersect(names(model$coefficients), colnames(study$values))
  as.vector(study$values[, genes, drop = FALSE] %*% model$coefficients[genes])
}

#' Harrell's C of a model in a study.
judged_study <- function(study, model) {
  score <- study_score(study, model)
  fit <- survival::concordance(survival::Surv(study$samples$time, study$samples$status) ~ score, reverse = TRUE)
  judged_row(unname(fit$concordance), sqrt(fit$var[[1L]]))
}

left_out_scores <- function(result) {
  do.call(rbind, Map(function(study, fold) {
    own <- study$samples
    data.frame(sample = own$sample, study = study$name, time = own$time, status = own$status, score = study_score(study, fold))
  }, result$studies, result$folds))
}
