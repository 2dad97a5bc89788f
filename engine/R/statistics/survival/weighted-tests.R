#' Weighted log-rank tests of survival curves by sums over the event times: they take patients who entered late, and weights that `survival::survdiff`
#' does not have.

#' Weights of the Fleming-Harrington statistics whose largest is the max-combo: rho, gamma.
MAX_COMBO <- data.frame(rho = c(0, 1, 0, 1), gamma = c(0, 0, 1, 1))
#' Of the integration of the normal distribution, so that the same data have the same P.
MAX_COMBO_SEED <- 1L

#' Tests that can be chosen: what they are called, what P is called, and what they weigh; Fleming and Harrington's by its powers.
CHOSEN_TESTS <- list(
  log_rank = c(name = "Log-rank", p = "Log-rank P", weighs = "all"),
  gehan = c(name = "Gehan–Breslow–Wilcoxon", p = "Gehan–Breslow P", weighs = "early"),
  tarone_ware = c(name = "Tarone–Ware", p = "Tarone–Ware P", weighs = "early"),
  peto = c(name = "Peto–Peto", p = "Peto–Peto P", weighs = "early"),
  fleming_harrington = c(name = "Fleming–Harrington", p = "Fleming–Harrington P"),
  max_combo = c(name = "Max-combo", p = "Max-combo P", weighs = "any")
)

#' Survival with or without times of entry. @param entry NULL: everybody is watched from 0.
outcome_of <- function(time, status, entry = NULL) {
  if (is.null(entry)) survival::Surv(time, status) else survival::Surv(entry, time, status)
}

#' Who is at risk and who has the event at each time of an event.
#'
#' @return List of `time`, `risk` and `deaths` (matrices, times × groups in the order of `ordered_groups`), `before` (Kaplan-Meier curve of all
#'   patients just before each time).
event_table <- function(time, status, group, entry = NULL) {
  names <- ordered_groups(group)
  at <- sort(unique(time[status == 1]))
  counts <- function(of) vapply(names, function(name) as.numeric(of(group == name)), numeric(length(at)))
  last <- function(times) length(times) - findInterval(at, sort(times), left.open = TRUE)
  # At risk: not yet ended, and entered before.
  risk <- matrix(counts(function(own) last(time[own]) - if (is.null(entry)) 0 else last(entry[own])), length(at))
  deaths <- matrix(counts(function(own) tabulate(match(time[own & status == 1], at), length(at))), length(at))
  all <- rowSums(risk)
  list(time = at, risk = risk, deaths = deaths, before = cumprod(c(1, 1 - rowSums(deaths) / all))[seq_along(at)])
}

#' Weights at the times of an event table.
#'
#' @param test log_rank, gehan (Gehan 1965, Breslow 1970), tarone_ware (1977), peto (the curve of all just before, as `survdiff`'s rho = 1) or
#'   fleming_harrington (1991). @param rho,gamma Of the last.
test_weights <- function(events, test, rho = 0, gamma = 0) {
  switch(test,
    log_rank = rep(1, length(events$time)),
    gehan = rowSums(events$risk),
    tarone_ware = sqrt(rowSums(events$risk)),
    peto = events$before,
    fleming_harrington = events$before^rho * (1 - events$before)^gamma,
    stop_contract("no such test of curves: ", test)
  )
}

#' Sums of observed less expected events, weighted, and their covariance (hypergeometric, as `survival::survdiff`).
#'
#' @param events From `event_table`. @param first,second Weights of two statistics; the covariance is that between them.
#' @return List of `difference` (of `first`, by group), `covariance` (groups × groups).
weighted_sums <- function(events, first, second = first) {
  all <- rowSums(events$risk)
  deaths <- rowSums(events$deaths)
  share <- events$risk / all
  spread <- first * second * deaths * (all - deaths) / pmax(all - 1, 1)
  list(
    difference = colSums(first * (events$deaths - deaths * share)),
    covariance = diag(colSums(spread * share), ncol(share)) - crossprod(share, spread * share)
  )
}

#' One weighted test of two groups or more. Groups in which nobody could have had an event add no degree of freedom.
#'
#' @param test,rho,gamma See `test_weights`. @return List of `chisq`, `df`, `p`; NA where there is nothing to compare.
weighted_rank_test <- function(time, status, group, test, rho = 0, gamma = 0, entry = NULL) {
  nothing <- list(chisq = NA_real_, df = NA_integer_, p = NA_real_)
  if (length(unique(group)) < 2L || sum(status) == 0) return(nothing)
  events <- event_table(time, status, group, entry)
  sums <- weighted_sums(events, test_weights(events, test, rho, gamma))
  able <- which(diag(sums$covariance) > 0)
  if (length(able) < 2L) return(nothing)
  own <- able[-1L]
  chisq <- tryCatch(
    drop(sums$difference[own] %*% solve(sums$covariance[own, own, drop = FALSE], sums$difference[own])), error = function(condition) NA_real_
  )
  if (is.na(chisq)) return(nothing)
  list(chisq = chisq, df = length(own), p = stats::pchisq(chisq, length(own), lower.tail = FALSE))
}

#' The largest of four Fleming-Harrington statistics of two groups, with the P of their largest (Lin and others 2020).
#'
#' @return List of `z` (the largest in size), `p` (two-sided), `parts` (data frame `rho`, `gamma`, `z`, `p`: each by itself), `correlation`;
#'   NULL where there is nothing to compare.
max_combo_test <- function(time, status, group, entry = NULL) {
  if (length(unique(group)) != 2L || sum(status) == 0) return(NULL)
  events <- event_table(time, status, group, entry)
  weights <- Map(function(rho, gamma) test_weights(events, "fleming_harrington", rho, gamma), MAX_COMBO$rho, MAX_COMBO$gamma)
  covariance <- vapply(weights, function(one) {
    vapply(weights, function(other) weighted_sums(events, one, other)$covariance[2L, 2L], numeric(1))
  }, numeric(length(weights)))
  # A weight that is 0 wherever both groups are at risk tells nothing.
  told <- which(diag(covariance) > 0)
  if (length(told) == 0L) return(NULL)
  z <- vapply(weights[told], function(weight) weighted_sums(events, weight)$difference[[2L]], numeric(1)) / sqrt(diag(covariance)[told])
  correlation <- stats::cov2cor(covariance[told, told, drop = FALSE])
  list(
    z = z[[which.max(abs(z))]], p = largest_p(max(abs(z)), correlation),
    parts = data.frame(MAX_COMBO[told, ], z = z, p = 2 * stats::pnorm(-abs(z)), row.names = NULL), correlation = correlation
  )
}

#' P that the largest of several correlated normal statistics is as far from 0 as `z`: of each in turn that it goes beyond `z` and none before it
#' does, so that a small P keeps its digits.
largest_p <- function(z, correlation) {
  set.seed(MAX_COMBO_SEED)
  precise <- mvtnorm::GenzBretz(maxpts = 1e5, abseps = 1e-12, releps = 1e-4)
  parts <- vapply(seq_len(nrow(correlation)), function(i) {
    if (i == 1L) return(stats::pnorm(-z))
    order <- c(i, seq_len(i - 1L))
    mvtnorm::pmvnorm(c(z, rep(-z, i - 1L)), c(Inf, rep(z, i - 1L)), corr = correlation[order, order], algorithm = precise)[[1L]]
  }, numeric(1))
  # By the rule of Bonferroni it lies between these.
  min(1, max(2 * stats::pnorm(-z), min(2 * sum(parts), 2 * nrow(correlation) * stats::pnorm(-z))))
}

#' What the chosen test is called, with the weights of Fleming and Harrington's.
chosen_name <- function(params) {
  name <- CHOSEN_TESTS[[params$comparison_test]][["name"]]
  if (params$comparison_test != "fleming_harrington") return(name)
  sprintf("%s G(%s, %s)", name, written_number(params$fh_rho), written_number(params$fh_gamma))
}

#' The test that was chosen instead of the log-rank test, as facts. @param tested List of `tests` (data frame) and `log_rank` (its P).
chosen_facts <- function(tested, params) {
  chosen <- params$comparison_test
  if (nrow(tested$tests) == 0L || chosen == "log_rank") return(list(chosen = FALSE))
  by_powers <- c("late", if (params$fh_rho > 0) "middle" else "all", "early")[[sign(params$fh_rho - params$fh_gamma) + 2L]]
  list(
    chosen = TRUE, test_name = chosen_name(params),
    test_weighs = TEST_WEIGHTS[[if (chosen == "fleming_harrington") by_powers else CHOSEN_TESTS[[chosen]][["weighs"]]]],
    log_rank_p = fact_number(tested$log_rank),
    by_gehan = chosen == "gehan", by_tarone = chosen == "tarone_ware", by_peto = chosen == "peto", by_fh = chosen == "fleming_harrington",
    by_max_combo = chosen == "max_combo"
  )
}
