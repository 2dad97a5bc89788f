# How much better a cut-off looks in the data that it was chosen in.

YOUDEN_RESAMPLES <- 500L
#' Of many values fewer resamples do: the optimism is small, and its error too.
YOUDEN_CELLS <- 2e6

#' Optimism of sensitivity and specificity at the cut-off of the largest Youden index (Efron's bootstrap, as Harrell corrects indices).
#'
#' In each resample the cut-off is chosen anew; what it gives there is set against what it gives in the data themselves. Of equally good cut-offs
#' the mean is taken. With a seed of its own, and in the order of the values: the order of the rows does not count.
#' @param values Numbers, the higher the more positive. @param case,control Weights, 0 of those who are none. @param strata What is drawn within.
#' @return Named numbers `sensitivity`, `specificity`: what is to be taken from the apparent ones; NA where all values are the same.
youden_optimism <- function(values, case, control, strata = rep(1L, length(values))) {
  n <- length(values)
  sorted <- order(values, case, control, strata)
  values <- values[sorted]
  cuts <- which(diff(values) > 0)
  if (length(cuts) == 0L) return(c(sensitivity = NA_real_, specificity = NA_real_))
  draws <- as.integer(max(20, min(YOUDEN_RESAMPLES, YOUDEN_CELLS / n)))
  counts <- with_own_seed({
    drawn <- matrix(0, n, draws)
    for (rows in split(seq_len(n), strata[sorted])) drawn[rows, ] <- stats::rmultinom(draws, length(rows), rep(1, length(rows)))
    drawn
  })
  # A column for each sample: below the cut-off, as a share of all.
  below <- function(weights, times) {
    sums <- matrixStats::colCumsums(times * weights[sorted])
    sweep(sums[cuts, , drop = FALSE], 2L, sums[n, ], "/")
  }
  here <- list(sensitivity = 1 - below(case, matrix(1, n, 1L)), specificity = below(control, matrix(1, n, 1L)))
  there <- list(sensitivity = 1 - below(case, counts), specificity = below(control, counts))
  youden <- there$sensitivity + there$specificity
  usable <- which(is.finite(youden[1L, ]))
  best <- sweep(youden[, usable, drop = FALSE], 2L, matrixStats::colMaxs(youden[, usable, drop = FALSE]) - 1e-12, ">=")
  mean_at <- function(one) colSums(best * one) / colSums(best)
  vapply(names(here), function(name) mean(mean_at(there[[name]][, usable, drop = FALSE]) - mean_at(here[[name]][, 1L])), numeric(1))
}

#' An apparent sensitivity or specificity without its optimism, within 0 and 1.
corrected_share <- function(apparent, optimism) pmin(1, pmax(0, apparent - optimism))

#' May an area be called better than chance? Where the interval is a point, as of a complete separation, P says.
better_than_chance <- function(lower, auc, p) if (is.na(lower)) auc > 0.5 && !is.na(p) && p < ASSUMED_AT else lower > 0.5
