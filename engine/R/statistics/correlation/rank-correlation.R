# P of rank correlations that a sample of this size can have. R's series for Spearman's S (Edgeworth, from 10 points on) falls below 0 near ±1 and
# is then printed as 0, its exact P of Kendall's T is lost in 1 − 1, and the t distribution goes on below what the orders of the ranks allow.

#' Up to here all orders of the ranks are counted: 9! are 362,880.
ORDERS_COUNTED_TO <- 9L
#' R's own count for Kendall's T goes as far.
KENDALL_COUNTED_BELOW <- 50L

#' Spearman's or Kendall's correlation with a two-sided P.
#'
#' @param x,y Numbers without missing values, at least two different ones each. @param method spearman or kendall.
#' @return List: `estimate`; `statistic_name` and `statistic` as `stats::cor.test` gives them; `p`: of all orders of the ranks up to
#'   ORDERS_COUNTED_TO values (Kendall without ties: below KENDALL_COUNTED_BELOW), else of t with n - 2 degrees of freedom (Spearman) or of the
#'   normal distribution (Kendall), and never below what the orders allow; `exact` and `tied` (flags).
rank_correlation_test <- function(x, y, method = "spearman") {
  n <- length(x)
  tied <- anyDuplicated(x) > 0L || anyDuplicated(y) > 0L
  exact <- n <= ORDERS_COUNTED_TO || (method == "kendall" && !tied && n < KENDALL_COUNTED_BELOW)
  test <- suppressWarnings(stats::cor.test(x, y, method = method, exact = exact))
  estimate <- unname(test$estimate)
  p <- if (exact && tied) share_of_orders(x, y, method)
  # The lower tail is a sum; the upper one would be 1 less a sum that rounds to 1.
  else if (method == "kendall" && exact) suppressWarnings(stats::cor.test(x, if (estimate > 0) -y else y, method = method, exact = TRUE))$p.value
  else if (method == "spearman" && !exact) rank_t_p(estimate, n)
  else test$p.value
  list(
    estimate = estimate, statistic_name = names(test$statistic), statistic = unname(test$statistic), p = max(p, least_rank_p(x, y)), exact = exact,
    tied = tied
  )
}

#' Two-sided P of Spearman's correlation by t, not below 2 of n! orders. @param rho Numeric vector. @param n Values of each.
rank_t_p <- function(rho, n) {
  t <- rho * sqrt((n - 2) / pmax(0, 1 - rho^2))
  pmax(2 * stats::pt(-abs(t), n - 2), 2 * exp(-lfactorial(n)))
}

#' The smallest two-sided P that the orders of two sets of ranks allow: orders within ties are the same, and without a mirror image one end alone
#' is reached.
least_rank_p <- function(x, y) {
  same <- function(values) sum(lfactorial(table(values)))
  mirrored <- function(values) {
    ranks <- sort(rank(values))
    all(ranks + rev(ranks) == length(values) + 1)
  }
  ends <- if (mirrored(x) || mirrored(y)) 2 else 1
  ends * exp(max(same(x), same(y)) - lfactorial(length(x)))
}

#' Share of all orders of y in which the ranks agree or disagree at least as much as they do.
share_of_orders <- function(x, y, method) {
  orders <- all_orders(length(y))
  if (method == "spearman") {
    ranks <- rank(y) - mean(rank(y))
    sums <- matrix(ranks[orders], nrow(orders)) %*% rank(x)
  } else {
    signs <- sign(outer(y, y, "-"))
    pairs <- utils::combn(length(x), 2L)
    sums <- numeric(nrow(orders))
    for (k in seq_len(ncol(pairs))) sums <- sums + sign(x[[pairs[1L, k]]] - x[[pairs[2L, k]]]) * signs[orders[, pairs[, k]]]
  }
  # The first order is that of the values themselves. Sums of ranks are multiples of a quarter.
  mean(abs(sums) >= abs(sums[[1L]]) - 0.01)
}

#' All orders of n things, a row each, the plain one first; made once, for a table of pairs asks again and again.
all_orders <- local({
  known <- list(matrix(1L))
  function(n) {
    while (length(known) < n) {
      before <- known[[length(known)]]
      size <- length(known) + 1L
      known[[size]] <<- do.call(rbind, lapply(seq_len(size), function(first) unname(cbind(first, before + (before >= first)))))
    }
    known[[n]]
  }
})
