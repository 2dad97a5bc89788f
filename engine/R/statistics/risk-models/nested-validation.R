#' Honest performance of a way to fit: repeated cross-validation around all of it, the choice of genes included (Varma and Simon 2006), and
#' what the same way finds where there is nothing to find.
#'
#' A way to fit is `fit(values, time, status)`: patients × genes, days, 1 or 0 → a model (see risk-model.R), or NULL where it chooses no gene. One
#' that takes patients who are watched from a later time has it as a fourth argument, `entry` (days; NULL: from the start).
#' It may draw random numbers: they are seeded here.

#' Events that each fold should hold at least.
FOLD_EVENTS <- 5L

#' How many folds these patients allow: 5, fewer where folds would be without events.
outer_folds <- function(status) max(2L, min(5L, sum(status) %/% FOLD_EVENTS))

#' Folds with the same share of events.
#'
#' @return Integer, by patient: 1 to `folds`.
balanced_folds <- function(status, folds) {
  fold <- integer(length(status))
  for (value in c(1, 0)) {
    own <- which(status == value)
    fold[own] <- sample(rep_len(sample(folds), length(own)))
  }
  fold
}

#' Repeated cross-validation of a way to fit.
#'
#' @param values Patients × genes. @param times In days, at which risks are told.
#' @param progress Function of a share from 0 to 1; called after each fit. @param entry From when each patient is watched; NULL: from the start.
#' @return List of `score` (patients × repeats; 0 where nothing was chosen), `risk` (patients × times × repeats), `fold` (patients × repeats),
#'   `chosen` (list of character, by fit; empty where nothing was chosen), `failed` (fits that ended in an error).
nested_validation <- function(values, time, status, fit, times, seed, repeats = 5L, progress = function(share) NULL, entry = NULL) {
  folds <- outer_folds(status)
  n <- nrow(values)
  fold <- vapply(seq_len(repeats), function(i) {
    set.seed(seed + i)
    balanced_folds(status, folds)
  }, integer(n))
  of <- function(at) list(i = (at - 1L) %/% folds + 1L, k = (at - 1L) %% folds + 1L)
  fits <- in_forks(seq_len(repeats * folds), function(at) {
    held <- fold[, of(at)$i] == of(at)$k
    set.seed(seed + of(at)$i)
    told_by_fit(fit, values, time, status, held, times, entry)
  }, length(values), function(done) progress(done / (repeats * folds)))
  score <- matrix(0, n, repeats)
  risk <- array(NA_real_, c(n, length(times), repeats))
  for (at in seq_along(fits)) {
    held <- fold[, of(at)$i] == of(at)$k
    score[held, of(at)$i] <- fits[[at]]$score
    risk[held, , of(at)$i] <- fits[[at]]$risk
  }
  list(score = score, risk = risk, fold = fold + 0, chosen = lapply(fits, `[[`, "genes"), failed = sum(vapply(fits, `[[`, TRUE, "failed")))
}

#' What a model of all other patients tells of those who were held out.
told_by_fit <- function(fit, values, time, status, held, times, entry = NULL) {
  model <- fit_or_fail(fit, values[!held, , drop = FALSE], time[!held], status[!held], entry[!held])
  failed <- inherits(model, "error")
  if (failed || is.null(model)) {
    risk <- marginal_risk(time[!held], status[!held], times, entry[!held])
    return(list(genes = character(), score = 0, risk = rep(risk, each = sum(held)), failed = failed))
  }
  own <- values[held, , drop = FALSE]
  list(genes = model$genes, score = model_score(model, own), risk = model_risk(model, own), failed = FALSE)
}

#' A fit that fails in a fold, as one without events does, is counted; it does not end the run.
fit_or_fail <- function(fit, values, time, status, entry = NULL) {
  tryCatch(if (is.null(entry)) fit(values, time, status) else fit(values, time, status, entry), error = function(condition) condition)
}

#' Share of patients with an event by some times: Kaplan-Meier.
marginal_risk <- function(time, status, times, entry = NULL) {
  1 - summary(survival::survfit(outcome_of(time, status, entry) ~ 1, se.fit = FALSE), times = times, extend = TRUE)$surv
}

#' The genes that a way to fit takes where it first chooses the candidates by a screen: the screen is repeated on the patients of each fit.
#'
#' @param screen Function of values, time, status; gives P values by gene. @param count Genes that the screen keeps.
#' @return A way to fit.
screened_fit <- function(fit, screen, count) {
  function(values, time, status) {
    p <- screen(values, time, status)
    fit(values[, order(p, colnames(values), method = "radix")[seq_len(min(count, length(p)))], drop = FALSE], time, status)
  }
}

# ---- against chance ----

#' Apparent C of a way to fit when the outcome, the time of entry with it, is permuted over the patients.
#'
#' @return Numeric, by permutation; 0.5 where nothing was chosen.
permuted_performance <- function(values, time, status, fit, seed, times = 100L, progress = function(share) NULL, entry = NULL) {
  unlist(in_forks(seq_len(times), function(i) {
    set.seed(seed + i)
    mixed <- sample(length(time))
    # The fit draws the same numbers whatever the permutation has drawn.
    set.seed(seed)
    model <- fit_or_fail(fit, values, time[mixed], status[mixed], entry[mixed])
    if (is.null(model) || inherits(model, "error")) return(0.5)
    concordance_of(time[mixed], status[mixed], model_score(model, values), entry = entry[mixed])$estimate
  }, length(values), function(done) progress(done / times)))
}

#' C of signatures that are drawn by lot (Venet and others 2011), in patients whom their models have not seen: a ridge regression of each in the folds
#' of a nested validation. The nested C of a way to fit is their equal where there is nothing to find. In the training patients its genes, chosen
#' there, would be ahead of those of any lot.
#'
#' @param values Patients × all genes to draw from. @param nested From `nested_validation` of the same patients. @param size Genes of each.
#' @param entry See `nested_validation`.
#' @return Numeric, by draw.
drawn_signatures <- function(values, time, status, nested, size, seed, times = 100L, progress = function(share) NULL, entry = NULL) {
  set.seed(seed)
  draws <- lapply(seq_len(times), function(i) sample(colnames(values), size))
  unlist(in_forks(draws, function(genes) {
    own <- values[, genes, drop = FALSE]
    score <- apply(nested$fold, 2L, function(fold) {
      told <- numeric(length(fold))
      for (k in unique(fold)) told[fold == k] <- ridge_score(own, time, status, fold == k, entry)
      told
    })
    nested_c(time, status, score, nested$fold, entry)$estimate
  }, length(values), function(done) progress(done / times)))
}

#' Penalty of the ridge regression, on glmnet's scale: enough to fit more genes than there are events.
RIDGE_PENALTY <- 0.1

#' Scores of those who are held out, by a ridge regression of all others.
ridge_score <- function(values, time, status, held, entry = NULL) {
  as.vector(values[held, , drop = FALSE] %*% ridge_coefficients(values[!held, , drop = FALSE], time[!held], status[!held], entry[!held]))
}

#' Coefficients of a Cox model with a ridge penalty; of one gene alone, without. @return Named numeric, by gene.
ridge_coefficients <- function(values, time, status, entry = NULL) {
  outcome <- outcome_of(time, status, entry)
  if (ncol(values) == 1L) return(stats::setNames(unname(stats::coef(survival::coxph(outcome ~ values))), colnames(values)))
  if (!is.null(entry)) return(entered_ridge(values, outcome))
  glmnet::glmnet(values, outcome, family = "cox", alpha = 0, lambda = RIDGE_PENALTY)$beta[, 1L]
}

#' The same by `survival`: of patients who enter late glmnet is several times slower.
entered_ridge <- function(values, outcome) {
  # glmnet's spread is that of all patients, and its penalty a patient's.
  spread <- sqrt(colMeans(sweep(values, 2L, colMeans(values))^2))
  spread[spread == 0] <- 1
  scaled <- sweep(values, 2L, spread, "/")
  fit <- survival::coxph(outcome ~ survival::ridge(scaled, theta = RIDGE_PENALTY * nrow(values), scale = FALSE))
  stats::setNames(unname(stats::coef(fit)) / spread, colnames(values))
}

#' P of a value among those of chance: (1 + those not smaller) / (1 + all) (Phipson and Smyth 2010).
chance_p <- function(value, chance) (1 + sum(chance >= value)) / (1 + length(chance))
