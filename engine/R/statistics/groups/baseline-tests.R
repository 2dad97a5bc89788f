# Tests and standardised mean differences of one column over groups: R's own tests, the differences by Yang and Dalton (2012).

#' Below this expected count Fisher's exact test takes the place of chi-squared.
BASELINE_EXPECTED <- 5
BASELINE_SIMULATIONS <- 10000L
#' Cells that `fisher.test` may use: what does not fit there is simulated.
BASELINE_WORKSPACE <- 2e6

#' The test of a column over the groups that have data.
#'
#' @param kind Code of the table's `kind`. @param values Numbers or a factor. @param of Factor of groups. @param corrected Is chi-squared of a
#'   2 × 2 table corrected for continuity? @param seed Of a simulated P.
#' @return List: `test` (code, "": none), `statistic`, `df`, `p` (NA: none), `note` (code, "": none).
baseline_test <- function(kind, values, of, corrected, seed) {
  if (nlevels(of) < 2L) return(no_baseline_test(""))
  present <- !is.na(values)
  values <- values[present]
  of <- droplevels(of[present])
  if (nlevels(of) < 2L) return(no_baseline_test("empty_group"))
  if (length(unique(values)) < 2L) return(no_baseline_test("constant"))
  switch(kind,
    mean = baseline_mean_test(values, of), median = baseline_rank_test(values, of),
    category = baseline_count_test(table(droplevels(values), of), corrected, seed), trend = baseline_trend_test(values, of)
  )
}

no_baseline_test <- function(note) list(test = "", statistic = NA_real_, df = NA_real_, p = NA_real_, note = note)

#' @param found An `htest`.
baseline_row <- function(test, found) {
  df <- found$parameter
  list(
    test = test, statistic = if (is.null(found$statistic)) NA_real_ else found$statistic[[1L]],
    df = if (is.null(df) || length(df) != 1L || is.na(df)) NA_real_ else df[[1L]], p = found$p.value, note = ""
  )
}

baseline_mean_test <- function(values, of) {
  parts <- split(values, of)
  if (any(lengths(parts) < 2L)) return(no_baseline_test("few"))
  # Values that are the same within each group have no variance to compare means by: R's own t test refuses them, too.
  spread <- sqrt(max(vapply(parts, stats::var, numeric(1))))
  if (spread <= 10 * .Machine$double.eps * max(abs(values))) return(no_baseline_test("constant_within"))
  if (nlevels(of) == 2L) return(baseline_row("welch_t", stats::t.test(parts[[1L]], parts[[2L]])))
  found <- stats::oneway.test(values ~ of, var.equal = TRUE)
  found$parameter <- NULL
  baseline_row("anova", found)
}

baseline_rank_test <- function(values, of) {
  if (nlevels(of) > 2L) return(baseline_row("kruskal", stats::kruskal.test(values, of)))
  parts <- split(values, of)
  # As R's own rule has it.
  exact <- all(lengths(parts) < 50L) && !anyDuplicated(values)
  baseline_row(if (exact) "rank_sum_exact" else "rank_sum_normal", suppressWarnings(stats::wilcox.test(parts[[1L]], parts[[2L]], exact = exact)))
}

#' Chi-squared, or Fisher's exact test where an expected count is small.
baseline_count_test <- function(counts, corrected, seed) {
  found <- suppressWarnings(stats::chisq.test(counts, correct = corrected))
  if (all(found$expected >= BASELINE_EXPECTED)) {
    return(baseline_row(if (corrected && all(dim(counts) == 2L)) "chi_squared_corrected" else "chi_squared", found))
  }
  exact <- tryCatch(stats::fisher.test(counts, workspace = BASELINE_WORKSPACE), error = function(condition) NULL)
  if (!is.null(exact)) return(baseline_row("fisher", exact[c("p.value", "method")]))
  set.seed(seed)
  simulated <- stats::fisher.test(counts, simulate.p.value = TRUE, B = BASELINE_SIMULATIONS)
  baseline_row("fisher_simulated", simulated[c("p.value", "method")])
}

#' Ordered levels: Cochran and Armitage's test with the scores 1, 2, 3 of two groups, ranks of more.
baseline_trend_test <- function(values, of) {
  scores <- as.integer(values)
  if (nlevels(of) > 2L) return(baseline_row("trend_ranks", stats::kruskal.test(scores, of)))
  counts <- table(factor(scores, sort(unique(scores))), of)
  baseline_row("trend", suppressWarnings(stats::prop.trend.test(counts[, 2L], rowSums(counts), as.integer(rownames(counts)))))
}

# ---- standardised mean differences ----

#' The largest standardised mean difference of any two groups.
#'
#' @return List: `smd` (NA: none), `pair` (names of the two groups), `note`.
baseline_smd <- function(values, of) {
  none <- list(smd = NA_real_, pair = character(), note = "")
  groups <- levels(of)
  if (length(groups) < 2L) return(none)
  parts <- split(values, of)
  difference <- if (is.factor(values)) smd_of_counts else smd_of_numbers
  pairs <- utils::combn(groups, 2L, simplify = FALSE)
  found <- vapply(pairs, function(pair) difference(parts[[pair[[1L]]]], parts[[pair[[2L]]]]), numeric(1))
  if (any(is.infinite(found))) return(list(smd = NA_real_, pair = pairs[[which(is.infinite(found))[[1L]]]], note = "apart"))
  if (all(is.na(found))) return(none)
  list(smd = max(found, na.rm = TRUE), pair = pairs[[which.max(found)]], note = "")
}

#' |mean difference| by the root of the mean of both variances; 0 where all values are the same, infinite where each group has another one value.
smd_of_numbers <- function(x, y) {
  x <- x[!is.na(x)]
  y <- y[!is.na(y)]
  if (length(x) < 2L || length(y) < 2L) return(NA_real_)
  smd_ratio(abs(mean(x) - mean(y)), sqrt((stats::var(x) + stats::var(y)) / 2))
}

smd_ratio <- function(difference, spread) if (difference == 0) 0 else difference / spread

#' Yang and Dalton's: Mahalanobis' distance of the shares of all levels but one, with the mean of both multinomial covariances. A generalised inverse
#' leaves out directions without variance; a difference along one of these is infinite.
smd_of_counts <- function(x, y) {
  counts <- cbind(tabulate(x, nlevels(x)), tabulate(y, nlevels(y)))
  counts <- counts[rowSums(counts) > 0, , drop = FALSE]
  if (any(colSums(counts) == 0)) return(NA_real_)
  shares <- sweep(counts, 2L, colSums(counts), "/")[-1L, , drop = FALSE]
  if (nrow(shares) == 0L) return(0)
  difference <- shares[, 1L] - shares[, 2L]
  covariance <- (multinomial_covariance(shares[, 1L]) + multinomial_covariance(shares[, 2L])) / 2
  axes <- eigen(covariance, symmetric = TRUE)
  along <- drop(crossprod(axes$vectors, difference))
  has_variance <- axes$values > sqrt(.Machine$double.eps)
  if (any(abs(along[!has_variance]) > sqrt(.Machine$double.eps))) return(Inf)
  sqrt(sum(along[has_variance]^2 / axes$values[has_variance]))
}

multinomial_covariance <- function(shares) diag(shares, length(shares)) - tcrossprod(shares)
