#' Wilcoxon rank-sum test of each row, as `stats::wilcox.test(exact = FALSE, correct = TRUE)` gives it, for all rows at once.
#'
#' @param values Rows x samples without missing cells. @param case Logical, one per sample.
#' @return Data frame: `z` (with continuity correction, positive where the cases rank higher) and two-sided `p`; NA for a row that is the
#'   same everywhere.
rank_sum_test <- function(values, case) {
  n <- sum(case)
  m <- sum(!case)
  ranks <- matrixStats::rowRanks(values, ties.method = "average")
  w <- rowSums(ranks[, case, drop = FALSE]) - n * (n + 1) / 2
  # Ties take this from the sum of squared ranks: sum over groups of (t^3 - t) / 12.
  ties <- 12 * ((n + m) * (n + m + 1) * (2 * (n + m) + 1) / 6 - rowSums(ranks^2))
  sigma <- sqrt(n * m / 12 * ((n + m + 1) - ties / ((n + m) * (n + m - 1))))
  off <- w - n * m / 2
  z <- ifelse(sigma > 0, (off - sign(off) * 0.5) / sigma, NA_real_)
  data.frame(z = z, p = 2 * pmin(stats::pnorm(z), stats::pnorm(z, lower.tail = FALSE)))
}

#' The P values alone.
rank_sum_p <- function(values, case) rank_sum_test(values, case)$p
