#' Boruta (Kursa and Rudnicki 2010) over ranger: which variables are more important to a forest than copies of them whose values were shuffled.
#' Today's package of this name needs another that does not build on R 4.2; its example on iris is repeated in engine/tests/test-boruta.R.

BORUTA_TREES <- 500L
#' One less than `maxRuns` of the package, which does as many with its default.
BORUTA_RUNS <- 99L
#' Shadows that a run has at least: the largest of few is too small.
BORUTA_SHADOWS <- 5L
BORUTA_P <- 0.01

#' Each run grows a forest of all variables that are not rejected and of their shuffled copies ("shadows"). A variable whose importance (mean
#' decrease of accuracy by permutation over its standard error) is above that of all shadows has a hit. Hits are compared with those of a fair
#' coin, by two one-sided binomial tests with Bonferroni's correction over all variables: it is confirmed, rejected, or after the last run tentative.
#' Where the runs that are left can decide about none of those that are tentative, they are not made: the decisions are the same.
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
  while (any(decision == "tentative" & can_be_decided(hits, length(history), runs)) && length(history) < runs) {
    inside <- decision != "rejected"
    told <- boruta_run(values[, inside, drop = FALSE], y, trees)
    hit <- genes[inside][told$own > max(told$shadow)]
    hits[hit] <- hits[hit] + 1L
    history[[length(history) + 1L]] <- list(
      importance = replace(rep(NA_real_, length(genes)), inside, told$own), shadow = c(min(told$shadow), mean(told$shadow), max(told$shadow))
    )
    done <- length(history)
    open <- decision == "tentative"
    decision[open & many_hits(hits, done)] <- "confirmed"
    decision[open & few_hits(hits, done)] <- "rejected"
  }
  importance <- do.call(rbind, lapply(history, `[[`, "importance"))
  colnames(importance) <- genes
  shadow <- do.call(rbind, lapply(history, `[[`, "shadow"))
  colnames(shadow) <- c("least", "mean", "most")
  list(decision = decision, importance = importance, shadow = shadow, hits = hits, runs = length(history))
}

#' Are there more hits, or fewer, than a coin's? By variable, of all variables.
many_hits <- function(hits, runs) stats::p.adjust(stats::pbinom(hits - 1L, runs, 0.5, lower.tail = FALSE), "bonferroni") < BORUTA_P
few_hits <- function(hits, runs) stats::p.adjust(stats::pbinom(hits, runs, 0.5), "bonferroni") < BORUTA_P

#' Would it be decided by the last run, were all that are left hits, or none?
can_be_decided <- function(hits, done, runs) many_hits(hits + runs - done, runs) | few_hits(hits, runs)

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
