# Groups of values compared by the tests that papers name, with effect sizes, their intervals, and what the tests assume.
# P, estimates and intervals of differences are those of R's own functions; intervals of effect sizes name their source.

#' Smaller groups are drawn, not tested.
GROUP_TESTED_FROM <- 3L
#' Of fewer values quarters were never measured: points stand in the place of a box.
GROUP_BOXED_FROM <- 6L
#' Shapiro and Wilk's test knows samples up to this size.
SHAPIRO_MAX <- 5000L
EPSILON_RESAMPLES <- 1000L
#' Fewer values do not show whether they are normal: Shapiro and Wilk's test passes nearly everything.
NORMAL_FROM <- 10L
ASSUMED_AT <- 0.05
#' Why there is no test, or what it had to do with.
GROUP_NOTES <- c(none = "", with_number(TEST_NOTES, GROUP_TESTED_FROM))

#' What each method does: an overall test (or NULL) and a test of two groups.
GROUP_METHODS <- list(
  wilcoxon = list(overall = NULL, pair = "wilcoxon", normal = FALSE),
  kruskal = list(overall = "kruskal", pair = "wilcoxon", normal = FALSE),
  t = list(overall = NULL, pair = "welch", normal = TRUE),
  anova = list(overall = "anova", pair = "pooled", normal = TRUE),
  welch_anova = list(overall = "welch", pair = "welch", normal = TRUE)
)

#' Compare the groups of each feature.
#'
#' @param values Data frame `feature`, `group` (characters), `value` (finite), `pair`: whose value it is, where `paired`.
#' @param levels Names of all groups in their order. @param method One of `GROUP_METHODS`. @param adjust Of `stats::p.adjust`.
#' @param chosen List of pairs of group names; NULL: every two groups.
#' @param pairwise FALSE: of three or more groups the overall test alone. @param paired Compare the values of each `pair` with each other; those
#'   without a name (`pair` is "") are not tested.
#' @return List of data frames `tests` (`test` a code of `GROUP_TESTS`, `note` of `GROUP_NOTES`; `group_1` of an overall test is NA), `assumptions`
#'   (`assumption` a code; `group` of one of all groups is NA), `groups`; see `compared_words`. P of overall tests, or of the
#'   one pair of two groups, is adjusted over the features; P of three or more groups' pairs within their feature, as
#'   `pairwise.wilcox.test` and `pairwise.t.test` do.
compare_groups <- function(values, levels, method, adjust = "BH", chosen = NULL, pairwise = TRUE, paired = FALSE) {
  how <- (if (paired) PAIRED_METHODS else GROUP_METHODS)[[method]]
  features <- unique(values$feature)
  parts <- lapply(features, function(feature) {
    own <- values[values$feature == feature, , drop = FALSE]
    split(if (paired) stats::setNames(own$value, own$pair) else own$value, factor(own$group, levels))
  })
  named <- if (paired) lapply(parts, function(groups) lapply(groups, function(part) part[nzchar(names(part))])) else parts
  tests <- bind_tests(Map(feature_tests, features, named, MoreArgs = list(how = how, adjust = adjust, chosen = chosen, pairwise = pairwise)))
  list(
    tests = adjusted_over_features(tests, adjust),
    assumptions = do.call(rbind, c(list(NO_ASSUMPTIONS), unname(Map(if (paired) paired_assumptions else feature_assumptions, features, named)))),
    groups = do.call(rbind, unname(Map(group_summaries, features, parts)))
  )
}

#' What `compare_groups` found as the tables that are shown.
compared_words <- function(compared) {
  tests <- with_words(compared$tests, note = GROUP_NOTES)
  tests$group_1 <- groups_told(tests$group_1)
  assumptions <- compared$assumptions
  assumptions$group <- groups_told(assumptions$group)
  list(tests = tests, assumptions = assumptions, groups = compared$groups)
}

#' Names of groups as a table has them; NA stands for all groups together, for which no name of a user's can be taken.
groups_told <- function(group) replace(group, is.na(group), COMPARED_GROUPS[["all"]])

#' Groups that are large enough to be tested.
tested_groups <- function(parts) names(parts)[lengths(parts) >= GROUP_TESTED_FROM]

NO_TESTS <- data.frame(
  feature = character(), group_1 = character(), group_2 = character(), n_1 = integer(), n_2 = integer(), test = character(),
  statistic_name = character(), statistic = numeric(), df = character(), p = numeric(), padj = numeric(), correction = character(),
  difference_name = character(), difference = numeric(), difference_low = numeric(), difference_high = numeric(), effect_name = character(),
  effect = numeric(), effect_low = numeric(), effect_high = numeric(), note = character()
)
NO_ASSUMPTIONS <- data.frame(
  feature = character(), assumption = character(), group = character(), n = integer(), test = character(), statistic = numeric(), p = numeric()
)

bind_tests <- function(parts) {
  rows <- do.call(rbind, c(list(NO_TESTS), unname(parts)))
  rownames(rows) <- NULL
  rows
}

feature_tests <- function(feature, parts, how, adjust, chosen, pairwise) {
  tested <- parts[tested_groups(parts)]
  k <- length(tested)
  if (k < 2L) return(NO_TESTS)
  overall <- overall_of(feature, tested, how$overall)
  # A test of two groups as a whole is that of the pair.
  wants_pairs <- is.null(overall) || (k > 2L && pairwise)
  pairs <- if (!wants_pairs) list() else if (is.null(chosen)) utils::combn(names(tested), 2L, simplify = FALSE) else
    Filter(function(pair) all(pair %in% names(tested)), chosen)
  rows <- bind_tests(lapply(pairs, function(pair) pair_row(feature, tested, pair, how$pair)))
  if (k > 2L && nrow(rows) > 0L) {
    rows$padj <- stats::p.adjust(rows$p, adjust)
    counted <- sum(!is.na(rows$p))
    rows$correction <- if (adjust == "none" || counted < 2L) "不校正" else sprintf("%s，%d 对之间", ADJUST_WORDS[[adjust]], counted)
  }
  rbind(overall, rows)
}

#' The test of all groups; NULL where the method has none, and of two groups of pairs, whose test is that of the pair.
overall_of <- function(feature, tested, how) {
  if (is.null(how)) return(NULL)
  if (how != "friedman") return(overall_row(feature, tested, how))
  if (length(tested) > 2L) friedman_row(feature, tested)
}

ADJUST_WORDS <- list(BH = "BH", holm = "Holm", bonferroni = "Bonferroni", none = "不校正")

#' P of the one test of each feature, over the features.
adjusted_over_features <- function(tests, adjust) {
  one <- tests$correction == ""
  counted <- sum(one & !is.na(tests$p))
  tests$padj[one] <- stats::p.adjust(tests$p[one], adjust)
  tests$correction[one] <- if (adjust == "none" || counted < 2L) "不校正" else sprintf("%s，%d 项之间", ADJUST_WORDS[[adjust]], counted)
  tests
}

test_row_of <- function(feature, group_1, group_2, n_1, n_2, ...) {
  given <- list(
    feature = feature, group_1 = group_1, group_2 = group_2, n_1 = as.integer(n_1), n_2 = as.integer(n_2), test = "none", statistic_name = "",
    statistic = NA_real_, df = "", p = NA_real_, padj = NA_real_, correction = "", difference_name = "", difference = NA_real_,
    difference_low = NA_real_, difference_high = NA_real_, effect_name = "", effect = NA_real_, effect_low = NA_real_, effect_high = NA_real_,
    note = "none"
  )
  as.data.frame(utils::modifyList(given, list(...)), stringsAsFactors = FALSE)
}

# ---- two groups ----

pair_row <- function(feature, tested, pair, how) {
  x <- tested[[pair[[1L]]]]
  y <- tested[[pair[[2L]]]]
  row <- function(...) test_row_of(feature, pair[[1L]], pair[[2L]], length(x), length(y), ...)
  if (how %in% c("signed_rank", "paired_t")) {
    both <- both_of(x, y)
    x <- both$x
    y <- both$y
    if (length(x) < GROUP_TESTED_FROM) return(row(note = "few_in_both"))
    return(if (how == "paired_t") paired_t_row(x, y, row) else signed_rank_row(x, y, row))
  }
  if (length(unique(c(x, y))) < 2L) return(row(note = "constant"))
  switch(how, wilcoxon = wilcoxon_row(x, y, row), welch = welch_row(x, y, row), pooled = pooled_row(x, y, tested, row))
}

#' R's own `wilcox.test`, whose search for the interval counts ties by `table` at every step: four fifths of its time with 300 values a side.
#' Only the sum over these counts is used, so any order of them gives the same numbers.
quick_wilcox_test <- local({
  own <- utils::getFromNamespace("wilcox.test.default", "stats")
  environment(own) <- list2env(list(table = function(values) tabulate(match(values, unique(values)))), parent = environment(own))
  # Another environment takes the compiled code away.
  compiler::cmpfun(own)
})

#' Wilcoxon's test with the shift of Hodges and Lehmann.
#'
#' @param paired The values of a pair stand at one place. @return List: `statistic`, `p`, `exact`, `shift` with `low` and `high` (95%; NA where R
#'   finds none), `direction`: the sign of the statistic against its mean, which is what P is about (1 where x ranks higher).
shifted_wilcoxon <- function(x, y, paired = FALSE) {
  found <- tryCatch(suppressWarnings(quick_wilcox_test(x, y, paired = paired, conf.int = TRUE)), error = function(condition) NULL)
  test <- if (is.null(found)) suppressWarnings(quick_wilcox_test(x, y, paired = paired)) else found
  statistic <- unname(test$statistic)
  middle <- if (paired) sum(x != y) * (sum(x != y) + 1) / 4 else length(x) * length(y) / 2
  list(
    statistic = statistic, p = test$p.value, exact = grepl("exact", test$method, fixed = TRUE),
    shift = if (is.null(found)) NA_real_ else unname(found$estimate), low = if (is.null(found)) NA_real_ else found$conf.int[[1L]],
    high = if (is.null(found)) NA_real_ else found$conf.int[[2L]],
    direction = sign(statistic - middle)
  )
}

#' `wilcox.test` as it decides by itself: exact below 50 values without ties, else the normal approximation with continuity correction.
wilcoxon_row <- function(x, y, row) {
  exact <- length(x) < 50L && length(y) < 50L && !anyDuplicated(c(x, y))
  test <- shifted_wilcoxon(x, y)
  r <- rank_biserial(x, y)
  row(
    test = if (exact) "rank_sum_exact" else "rank_sum_normal", statistic_name = "W", statistic = test$statistic,
    p = test$p, difference_name = "Hodges–Lehmann 差值", difference = test$shift, difference_low = test$low, difference_high = test$high,
    effect_name = "秩二列相关 r", effect = r[["estimate"]],
    effect_low = r[["low"]], effect_high = r[["high"]], note = if (!exact && anyDuplicated(c(x, y))) "ties" else "none"
  )
}

welch_row <- function(x, y, row) {
  test <- tryCatch(stats::t.test(x, y), error = function(condition) NULL)
  if (is.null(test)) return(row(note = "constant_within"))
  t_row(x, y, test$statistic, test$parameter, test$p.value, test$conf.int, "welch_t", row)
}

#' As `pairwise.t.test(pool.sd = TRUE)`: the spread is that of all groups.
pooled_row <- function(x, y, tested, row) {
  df <- sum(lengths(tested)) - length(tested)
  spread <- sqrt(sum(vapply(tested, function(part) sum((part - mean(part))^2), 0)) / df)
  if (!is.finite(spread) || spread <= 1e-12 * max(abs(unlist(tested)))) return(row(note = "constant_within"))
  error <- spread * sqrt(1 / length(x) + 1 / length(y))
  t <- (mean(x) - mean(y)) / error
  interval <- mean(x) - mean(y) + c(-1, 1) * stats::qt(0.975, df) * error
  t_row(x, y, t, df, 2 * stats::pt(-abs(t), df), interval, "pooled_t", row)
}

t_row <- function(x, y, t, df, p, interval, test, row) {
  g <- hedges_g(x, y)
  row(
    test = test, statistic_name = "t", statistic = unname(t), df = degrees_word(df), p = p, difference_name = "均数差", difference = mean(x) - mean(y),
    difference_low = interval[[1L]], difference_high = interval[[2L]], effect_name = "Hedges' g", effect = g[["estimate"]], effect_low = g[["low"]],
    effect_high = g[["high"]]
  )
}

degrees_word <- function(df) paste(vapply(df, function(one) format(round(one, 2), trim = TRUE), ""), collapse = ", ")

rank_biserial_estimate <- function(x, y) {
  n <- c(length(x), length(y))
  2 * (sum(rank(c(x, y))[seq_along(x)]) - n[[1L]] * (n[[1L]] + 1) / 2) / prod(n) - 1
}

#' Rank-biserial correlation: share of pairs in which x is higher, less the share in which y is.
#'
#' The interval inverts Newcombe's variance of the area under the curve (Stat Med 2006;25:559–573, method 5): it has a width also where the
#' groups do not overlap.
rank_biserial <- function(x, y) {
  n <- c(length(x), length(y))
  area <- (rank_biserial_estimate(x, y) + 1) / 2
  off <- function(theta) {
    m <- mean(n) - 1
    variance <- theta * (1 - theta) * (1 + m * (1 - theta) / (2 - theta) + m * theta / (1 + theta)) / prod(n)
    (area - theta)^2 - stats::qnorm(0.975)^2 * variance
  }
  # 0 and 1 are roots by themselves.
  low <- if (area <= 0) 0 else stats::uniroot(off, c(1e-12, min(area, 1 - 1e-9)), tol = 1e-12)$root
  high <- if (area >= 1) 1 else stats::uniroot(off, c(max(area, 1e-9), 1 - 1e-12), tol = 1e-12)$root
  c(estimate = 2 * area - 1, low = 2 * low - 1, high = 2 * high - 1)
}

#' Difference of means in pooled standard deviations, with the correction for small samples (Hedges 1981); interval by the noncentral t.
hedges_g <- function(x, y) {
  n <- c(length(x), length(y))
  df <- sum(n) - 2
  spread <- sqrt((sum((x - mean(x))^2) + sum((y - mean(y))^2)) / df)
  if (!is.finite(spread) || spread == 0) return(c(estimate = NA_real_, low = NA_real_, high = NA_real_))
  scale <- sqrt(prod(n) / sum(n))
  correction <- exp(lgamma(df / 2) - log(sqrt(df / 2)) - lgamma((df - 1) / 2))
  d <- (mean(x) - mean(y)) / spread
  ends <- noncentral_t(d * scale, df) / scale
  c(estimate = d * correction, low = ends[[1L]] * correction, high = ends[[2L]] * correction)
}

#' Noncentralities of which t is the 97.5% and the 2.5% quantile. R's noncentral t holds to 37.62: beyond it the normal approximation stands.
noncentral_t <- function(t, df) {
  if (abs(t) > 30) return(t + c(-1, 1) * stats::qnorm(0.975) * sqrt(1 + t^2 / (2 * df)))
  at <- function(p) stats::uniroot(function(ncp) suppressWarnings(stats::pt(t, df, ncp)) - p, c(-37.6, 37.6), tol = 1e-10)$root
  c(at(0.975), at(0.025))
}

# ---- all groups ----

overall_row <- function(feature, tested, how) {
  values <- unlist(tested, use.names = FALSE)
  group <- factor(rep(names(tested), lengths(tested)), names(tested))
  two <- length(tested) == 2L
  row <- function(...) test_row_of(
    feature, if (two) names(tested)[[1L]] else NA_character_, if (two) names(tested)[[2L]] else "", if (two) length(tested[[1L]]) else length(values),
    if (two) length(tested[[2L]]) else NA_integer_, ...
  )
  if (length(unique(values)) < 2L) return(row(note = "constant"))
  if (how == "kruskal") {
    test <- stats::kruskal.test(values, group)
    e <- epsilon_squared(tested)
    return(row(
      test = "kruskal", statistic_name = "H", statistic = unname(test$statistic), df = degrees_word(test$parameter), p = test$p.value,
      effect_name = "ε²", effect = e[["estimate"]], effect_low = e[["low"]], effect_high = e[["high"]]
    ))
  }
  same <- vapply(tested, function(part) stats::var(part) <= (1e-12 * max(abs(values)))^2, logical(1))
  if (all(same) || (how == "welch" && any(same))) return(row(note = "constant_within"))
  if (how == "anova") {
    table <- summary(stats::aov(values ~ group))[[1L]]
    f <- table[["F value"]][[1L]]
    df <- table[["Df"]]
    p <- table[["Pr(>F)"]][[1L]]
  } else {
    test <- stats::oneway.test(values ~ group)
    f <- unname(test$statistic)
    df <- unname(test$parameter)
    p <- test$p.value
  }
  eta <- eta_squared(f, df)
  row(
    test = if (how == "anova") "anova" else "welch_anova", statistic_name = "F", statistic = f, df = degrees_word(df), p = p, effect_name = "η²",
    effect = eta[["estimate"]], effect_low = eta[["low"]], effect_high = eta[["high"]]
  )
}

#' Share of the variance between groups, out of F; interval by the noncentral F (Steiger, Psychol Methods 2004;9:164–182).
eta_squared <- function(f, df) {
  share <- function(noncentrality) noncentrality / (noncentrality + sum(df) + 1)
  at <- function(p) {
    if (stats::pf(f, df[[1L]], df[[2L]]) <= p) return(0)
    below <- function(ncp) suppressWarnings(stats::pf(f, df[[1L]], df[[2L]], ncp)) - p
    top <- 10
    while (below(top) > 0 && top < 1e6) top <- top * 2
    if (top >= 1e6) return(NA_real_)
    stats::uniroot(below, c(0, top), tol = 1e-9)$root
  }
  c(estimate = f * df[[1L]] / (f * df[[1L]] + df[[2L]]), low = share(at(0.975)), high = share(at(0.025)))
}

#' H / (n − 1) (Tomczak and Tomczak 2014); interval of percentiles of resamples within the groups, always the same.
epsilon_squared <- function(tested) {
  n <- sum(lengths(tested))
  # Sorted, so that the order of the rows does not count.
  values <- unlist(lapply(tested, sort), use.names = FALSE)
  draws <- as.integer(max(200, min(EPSILON_RESAMPLES, 2e6 / n)))
  indices <- with_own_seed(do.call(rbind, lapply(split(seq_len(n), rep(seq_along(tested), lengths(tested))), function(own) {
    matrix(own[sample.int(length(own), length(own) * draws, replace = TRUE)], length(own))
  })))
  resampled <- epsilon_of(matrix(values[indices], n), lengths(tested))
  ends <- if (all(is.na(resampled))) c(NA_real_, NA_real_) else stats::quantile(resampled, c(0.025, 0.975), na.rm = TRUE, names = FALSE)
  c(estimate = epsilon_of(matrix(values), lengths(tested)), low = ends[[1L]], high = ends[[2L]])
}

#' Epsilon squared of each column, whose rows are the groups one after the other; NaN of a column that is the same everywhere.
epsilon_of <- function(values, sizes) {
  n <- nrow(values)
  ranks <- matrixStats::colRanks(values, ties.method = "average", preserveShape = TRUE)
  sums <- rowsum(ranks, rep(seq_along(sizes), sizes))
  h <- 12 / (n * (n + 1)) * colSums(sums^2 / sizes) - 3 * (n + 1)
  ties <- 12 * (n * (n + 1) * (2 * n + 1) / 6 - colSums(ranks^2)) / (n^3 - n)
  unname(h / (1 - ties) / (n - 1))
}

#' Evaluates with a seed of its own and leaves the session's random numbers as they were.
with_own_seed <- function(expression) {
  before <- globalenv()$.Random.seed
  on.exit(if (is.null(before)) rm(".Random.seed", envir = globalenv()) else assign(".Random.seed", before, envir = globalenv()))
  set.seed(123, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  force(expression)
}

# ---- what the tests assume ----

feature_assumptions <- function(feature, parts) {
  tested <- parts[tested_groups(parts)]
  if (length(tested) == 0L) return(NO_ASSUMPTIONS)
  normal <- do.call(rbind, lapply(names(tested), function(group) normality_row(feature, group, tested[[group]])))
  if (length(tested) < 2L) return(normal)
  equal <- brown_forsythe(tested)
  rbind(normal, data.frame(
    feature = feature, assumption = "equal", group = NA_character_, n = sum(lengths(tested)), test = "Brown–Forsythe", statistic = equal[["f"]],
    p = equal[["p"]]
  ))
}

normality_row <- function(feature, group, values, assumption = "normal") {
  can <- length(values) <= SHAPIRO_MAX && length(unique(values)) > 1L
  test <- if (can) tryCatch(stats::shapiro.test(values), error = function(condition) NULL)
  data.frame(
    feature = feature, assumption = assumption, group = group, n = length(values), test = "Shapiro–Wilk",
    statistic = if (is.null(test)) NA_real_ else unname(test$statistic), p = if (is.null(test)) NA_real_ else test$p.value
  )
}

#' Levene's test with medians: an analysis of variance of the distances from each group's median (Brown and Forsythe 1974).
brown_forsythe <- function(parts) {
  away <- lapply(parts, function(part) abs(part - stats::median(part)))
  if (length(unique(unlist(away))) < 2L) return(list(f = NA_real_, p = NA_real_))
  group <- factor(rep(seq_along(away), lengths(away)))
  table <- stats::anova(stats::lm(unlist(away, use.names = FALSE) ~ group))
  list(f = table[["F value"]][[1L]], p = table[["Pr(>F)"]][[1L]])
}

group_summaries <- function(feature, parts) {
  parts <- parts[lengths(parts) > 0L]
  of <- function(f) vapply(parts, f, numeric(1), USE.NAMES = FALSE)
  quarter <- function(p) of(function(part) stats::quantile(part, p, names = FALSE))
  data.frame(
    feature = feature, group = names(parts), n = lengths(parts, use.names = FALSE), mean = of(mean), sd = of(stats::sd),
    sem = of(function(part) stats::sd(part) / sqrt(length(part))), median = of(stats::median), q1 = quarter(0.25), q3 = quarter(0.75), min = of(min),
    max = of(max), tested = ifelse(lengths(parts, use.names = FALSE) >= GROUP_TESTED_FROM, "yes", "no")
  )
}
