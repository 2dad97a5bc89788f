#' Honest performance of a way to learn: repeated cross-validation around all of it, and what it finds where there is nothing to find.

#' Samples of the rarer side that a model needs.
BINARY_LEAST <- 10L
#' Folds of a learner's own cross-validation: as many as the rarer side allows. @param most As asked.
inner_folds <- function(y, most) max(2L, min(most, sum(y == 1), sum(y == 0)))

#' How many folds these samples allow (see `outer_folds`): by the rarer side.
binary_outer_folds <- function(y) outer_folds(rep(1, min(sum(y == 1), sum(y == 0))))

#' Folds of both sides alike, for a seed.
seeded_folds <- function(y, folds, seed) {
  set.seed(seed)
  balanced_folds(y, folds)
}

#' Learn by each of several learners and by the best of them: the best by the AUC of their own cross-validation, in the same folds.
#'
#' @param learners Named list. @param nfolds Of their own cross-validation. @return List of `best` (code), `inner` (AUC by learner), `models` (by
#'   learner; NULL of one that failed).
learned <- function(learners, values, y, nfolds, seed) {
  foldid <- seeded_folds(y, inner_folds(y, nfolds), seed)
  found <- lapply(learners, function(learn) tryCatch({
    one <- learn(values, y, foldid, seed)
    set.seed(seed)
    list(auc = fold_auc(one$held, y, foldid)[["estimate"]], model = one$fit())
  }, error = function(condition) list(auc = NA_real_, model = NULL)))
  inner <- vapply(found, `[[`, numeric(1), "auc")
  list(best = names(learners)[which.max(inner)], inner = inner, models = lapply(found, `[[`, "model"))
}

#' Repeated nested cross-validation of learners, and of the choice of the best of them.
#'
#' @param progress Function of a share from 0 to 1. @param cells See `in_forks`; 0: all in this process.
#' @return List of `probability` (samples × repeats × learners and "chosen", the one that was best without the samples of the fold), `fold` (samples ×
#'   repeats), `chosen` (code, by fit), `genes` (by fit a list of character, by learner), `failed` (fits that ended in an error).
nested_learners <- function(learners, values, y, nfolds, repeats, seed, progress = function(share) NULL, cells = length(values)) {
  folds <- binary_outer_folds(y)
  fold <- vapply(seq_len(repeats), function(i) seeded_folds(y, folds, seed + i), integer(length(y)))
  at <- expand.grid(k = seq_len(folds), i = seq_len(repeats))
  fits <- in_forks(seq_len(nrow(at)), function(task) {
    held <- fold[, at$i[[task]]] == at$k[[task]]
    found <- learned(learners, values[!held, , drop = FALSE], y[!held], nfolds, seed + at$i[[task]])
    own <- values[held, , drop = FALSE]
    # A learner that failed knows no more than how many cases there were.
    told <- vapply(found$models, function(model) {
      if (is.null(model)) rep(mean(y[!held]), sum(held)) else as.numeric(model$probability(own))
    }, numeric(sum(held)))
    told <- matrix(told, sum(held), dimnames = list(NULL, names(learners)))
    best <- if (length(found$best) == 1L) found$best else names(learners)[[1L]]
    list(told = cbind(told, chosen = told[, best]), best = best, genes = lapply(found$models, `[[`, "genes"), failed = sum(is.na(found$inner)))
  }, cells, function(done) progress(done / nrow(at)))
  probability <- array(NA_real_, c(length(y), repeats, length(learners) + 1L), list(NULL, NULL, c(names(learners), "chosen")))
  for (task in seq_along(fits)) probability[fold[, at$i[[task]]] == at$k[[task]], at$i[[task]], ] <- fits[[task]]$told
  list(
    probability = probability, fold = fold, chosen = vapply(fits, `[[`, "", "best"), genes = lapply(fits, `[[`, "genes"),
    failed = sum(vapply(fits, `[[`, integer(1), "failed"))
  )
}

#' AUC of the same validation, of one repeat, with the outcome permuted over the samples.
#'
#' @return Numeric, by permutation.
permuted_auc <- function(learners, values, y, nfolds, seed, times, progress = function(share) NULL) {
  unlist(in_forks(seq_len(times), function(i) {
    set.seed(seed + i)
    mixed <- sample(y)
    nested <- nested_learners(learners, values, mixed, nfolds, 1L, seed, cells = 0)
    repeated_auc(as.matrix(nested$probability[, , "chosen"]), mixed, nested$fold)$estimate
  }, length(values), function(done) progress(done / times)))
}
