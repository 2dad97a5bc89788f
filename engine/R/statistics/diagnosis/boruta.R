#' Boruta (Kursa and Rudnicki 2010) over ranger: which variables are more important to a forest than copies of them whose values were shuffled.
#' The package of this name cannot be installed on R 4.2 without a compiler; its example on iris is repeated in engine/tests/test-boruta.R.

BORUTA_TREES <- 500L
#' One less than `maxRuns` of the package, which does as many with its default.
BORUTA_RUNS <- 99L
#' Shadows that a run has at least: the largest of few is too small.
BORUTA_SHADOWS <- 5L
BORUTA_P <- 0.01

#' Each run grows a forest of all variables that are not rejected and of their shuffled copies ("shadows"). A variable whose importance (mean
#' decrease of accuracy by permutation over its standard error) is above that of all shadows has a hit. Hits are compared with those of a fair
#' coin, by two one-sided binomial tests with Bonferroni's correction over all variables: it is confirmed, rejected, or after the last run tentative.
#'
#' @param values Samples × variables. @param y Factor. @param runs Forests at most. @param trees Of each forest.
#' @return List of `decision` (named: "confirmed", "tentative", "rejected"), `importance` (runs × variables; NA once rejected), `shadow` (runs ×
#'   `least`, `mean`, `most`), `hits` and `runs` (how many).
boruta <- function(values, y, seed, runs = BORUTA_RUNS, trees = BORUTA_TREES) {
  set.seed(seed)
  genes <- colnames(values)
  decision <- stats::setNames(rep("tentative", length(genes)), genes)
  hits <- stats::setNames(integer(length(genes)), genes)
  history <- list()
  while (any(decision == "tentative") && length(history) < runs) {
    inside <- decision != "rejected"
    told <- boruta_run(values[, inside, drop = FALSE], y, trees)
    hit <- genes[inside][told$own > max(told$shadow)]
    hits[hit] <- hits[hit] + 1L
    history[[length(history) + 1L]] <- list(
      importance = replace(rep(NA_real_, length(genes)), inside, told$own), shadow = c(min(told$shadow), mean(told$shadow), max(told$shadow))
    )
    done <- length(history)
    tail_p <- function(p) stats::p.adjust(p, "bonferroni") < BORUTA_P
    open <- decision == "tentative"
    better <- open & tail_p(stats::pbinom(hits - 1L, done, 0.5, lower.tail = FALSE))
    decision[open & tail_p(stats::pbinom(hits, done, 0.5))] <- "rejected"
    decision[better] <- "confirmed"
  }
  importance <- do.call(rbind, lapply(history, `[[`, "importance"))
  colnames(importance) <- genes
  shadow <- do.call(rbind, lapply(history, `[[`, "shadow"))
  colnames(shadow) <- c("least", "mean", "most")
  list(decision = decision, importance = importance, shadow = shadow, hits = hits, runs = length(history))
}

#' The importance of variables and of their shadows in one forest. @return List of `own` and `shadow`, numeric.
boruta_run <- function(values, y, trees) {
  shadow <- values[, rep_len(seq_len(ncol(values)), max(BORUTA_SHADOWS, ncol(values))), drop = FALSE]
  for (j in seq_len(ncol(shadow))) shadow[, j] <- sample(shadow[, j])
  both <- cbind(unname(values), unname(shadow))
  colnames(both) <- sprintf("v%d", seq_len(ncol(both)))
  fit <- ranger::ranger(
    x = both, y = y, importance = "permutation", scale.permutation.importance = TRUE, num.trees = trees, num.threads = 1L, write.forest = FALSE,
    seed = sample.int(.Machine$integer.max, 1L)
  )
  # A variable that no tree has used has no standard error.
  told <- unname(fit$variable.importance)
  told[is.na(told)] <- 0
  list(own = told[seq_len(ncol(values))], shadow = told[-seq_len(ncol(values))])
}
