#' Many ways to part the same patients, all at once: what `cut_expression`, `log_rank`, `hazard_ratio` and `km_medians` tell of one.
#' `high` is a logical matrix, patients × ways; NA leaves a patient out of a way.

#' Ways are worked on in pieces of so many patients × ways, so that memory does not grow with their number.
PIECE_CELLS <- 1e6

#' Columns in pieces. @param work Function of a piece of `high`; gives a vector or a data frame.
in_pieces <- function(high, work) {
  if (ncol(high) == 0L) return(work(high))
  size <- max(1L, as.integer(PIECE_CELLS %/% max(1L, nrow(high))))
  pieces <- split(seq_len(ncol(high)), (seq_len(ncol(high)) - 1L) %/% size)
  parts <- lapply(unname(pieces), function(piece) work(high[, piece, drop = FALSE]))
  if (is.data.frame(parts[[1L]])) do.call(rbind, parts) else unlist(parts)
}

#' Who is at risk and who has the event, at each time of an event.
#'
#' @return `time`, and matrices times × ways: `risk_high`, `deaths_high`, `risk`, `deaths` (the latter two of one column where no way
#'   leaves anybody out).
risk_counts <- function(time, status, high) {
  sorted <- order(time)
  time <- time[sorted]
  high <- high[sorted, , drop = FALSE]
  event <- status[sorted] == 1
  part <- if (anyNA(high)) !is.na(high) * 1 else matrix(1, length(time), 1L)
  high <- high * 1
  high[is.na(high)] <- 0
  times <- unique(time[event])
  first <- match(times, time)
  at_risk <- function(values) {
    before <- rbind(0, matrixStats::colCumsums(values))
    rep(colSums(values), each = length(first)) - before[first, , drop = FALSE]
  }
  # At each time the last of its deaths, counted from the first.
  place <- match(time[event], times)
  last <- cumsum(tabulate(place, length(times)))
  deaths <- function(values) {
    sums <- rbind(0, matrixStats::colCumsums(values[event, , drop = FALSE]))
    sums[last + 1L, , drop = FALSE] - sums[c(0L, last[-length(last)])[seq_along(last)] + 1L, , drop = FALSE]
  }
  list(time = times, risk_high = at_risk(high), deaths_high = deaths(high), risk = at_risk(part), deaths = deaths(part))
}

#' A matrix of one column as wide as another.
widen <- function(values, like) if (ncol(values) == ncol(like)) values else matrix(values, nrow(values), ncol(like))

#' Log-rank statistics: `log_rank`'s.
log_rank_columns <- function(time, status, high) {
  in_pieces(high, function(high) {
    if (ncol(high) == 0L || all(status == 0)) return(numeric(ncol(high)))
    counts <- risk_counts(time, status, high)
    risk <- counts$risk
    deaths <- counts$deaths
    spread <- deaths * (risk - deaths) / pmax(risk - 1, 1)
    # Where nobody of a way is at risk any more nothing happens in it.
    share <- counts$risk_high / as.vector(widen(pmax(risk, 1), counts$risk_high))
    expected <- colSums(share * as.vector(deaths))
    variance <- colSums(share * (1 - share) * as.vector(spread))
    ifelse(variance > 0, (colSums(counts$deaths_high) - expected)^2 / variance, 0)
  })
}

#' Hazard ratios of the high group against the low one, with 95% confidence intervals: `coxph`'s (Efron), by its own iterations. NA where
#' there is no estimate (see `no_estimate`).
#'
#' @return Data frame `hr`, `lower`, `upper`.
cox_columns <- function(time, status, high) {
  in_pieces(high, function(high) {
    fits <- data.frame(beta = rep(NA_real_, ncol(high)), se = rep(NA_real_, ncol(high)), lr = rep(NA_real_, ncol(high)))
    events <- high & status == 1
    both <- which(colSums(events, na.rm = TRUE) > 0 & colSums(!high & status == 1, na.rm = TRUE) > 0)
    if (length(both) > 0L) fits[both, ] <- binary_cox(risk_counts(time, status, high[, both, drop = FALSE]))
    fits[no_estimate(fits$beta, fits$se, 1, fits$lr), ] <- NA
    reach <- stats::qnorm(0.975) * fits$se
    data.frame(hr = exp(fits$beta), lower = exp(fits$beta - reach), upper = exp(fits$beta + reach))
  })
}

#' Newton's iterations of survival's coxfit6 with its rule to stop, for one binary covariate of each way.
#'
#' @param counts From `risk_counts`. @return Data frame `beta`, `se`, `lr` (likelihood-ratio statistic).
binary_cox <- function(counts) {
  terms <- efron_terms(counts)
  control <- survival::coxph.control()
  own <- colSums(counts$deaths_high)
  at <- function(beta, ways) {
    ratio <- rep(exp(beta), each = nrow(terms$low))
    high <- terms$high[, ways, drop = FALSE] * ratio
    total <- terms$low[, ways, drop = FALSE] + high
    share <- high / total
    list(
      log = beta * own[ways] - colSums(log(total)), score = own[ways] - colSums(share), information = colSums(share * (1 - share))
    )
  }
  here <- at(numeric(length(own)), seq_along(own))
  best <- here$log
  beta <- numeric(length(own))
  trial <- here$score / here$information
  information <- here$information
  halvings <- integer(length(own))
  open <- seq_along(own)
  for (i in seq_len(control$iter.max)) {
    now <- at(trial[open], open)
    information[open] <- now$information
    settled <- abs(1 - best[open] / now$log) <= control$eps & halvings[open] == 0L
    worse <- (!is.finite(now$log) | now$log < best[open]) & !settled
    better <- !worse & !settled
    back <- open[worse]
    halvings[back] <- halvings[back] + 1L
    trial[back] <- (trial[back] + halvings[back] * beta[back]) / (halvings[back] + 1)
    ahead <- open[better]
    halvings[ahead] <- 0L
    best[ahead] <- now$log[better]
    beta[ahead] <- trial[ahead]
    trial[ahead] <- trial[ahead] + (now$score / now$information)[better]
    open <- open[!settled]
    if (length(open) == 0L) break
  }
  unusable <- !is.finite(trial) | !is.finite(1 / information)
  data.frame(
    beta = replace(trial, unusable, NA), se = replace(sqrt(1 / information), unusable, NA), lr = pmax(0, 2 * (best - here$log))
  )
}

#' Who shares in each term of Efron's likelihood: one term per death; of deaths at one time the later ones count the dying less and less.
#'
#' @return Matrices terms × ways, `low` and `high`.
efron_terms <- function(counts) {
  deaths <- widen(counts$deaths, counts$risk_high)
  risk <- widen(counts$risk, counts$risk_high)
  most <- matrixStats::rowMaxs(deaths)
  row <- rep(seq_along(most), most)
  done <- sequence(most) - 1
  deaths <- deaths[row, , drop = FALSE]
  passed <- done / pmax(deaths, 1)
  high <- counts$risk_high[row, , drop = FALSE] - passed * counts$deaths_high[row, , drop = FALSE]
  all <- risk[row, , drop = FALSE] - passed * deaths
  # A way in which fewer die at this time has fewer terms: log 1.
  absent <- done >= deaths
  high[absent] <- 0
  all[absent] <- 1
  list(low = all - high, high = high)
}

#' Median times of the high and the low group: `km_medians`'. NA: not reached.
#'
#' @return Data frame `high`, `low`.
median_columns <- function(time, status, high) {
  in_pieces(high, function(high) {
    none <- rep(NA_real_, ncol(high))
    if (ncol(high) == 0L || all(status == 0)) return(data.frame(high = none, low = none))
    counts <- risk_counts(time, status, high)
    data.frame(
      high = km_half(counts$time, counts$risk_high, counts$deaths_high),
      low = km_half(
        counts$time, widen(counts$risk, high) - counts$risk_high, widen(counts$deaths, high) - counts$deaths_high
      )
    )
  })
}

#' When each curve comes to one half; the middle of a stretch that lies at one half, as `survival` has it.
km_half <- function(time, risk, deaths) {
  tolerance <- sqrt(.Machine$double.eps)
  surv <- matrixStats::colCumprods(1 - deaths / pmax(risk, 1))
  first <- colSums(surv >= 0.5 + tolerance) + 1L
  half <- time[first]
  level <- surv[cbind(pmin(first, nrow(surv)), seq_along(first))]
  flat <- which(!is.na(half) & abs(level - 0.5) < tolerance)
  end <- time[colSums(surv[, flat, drop = FALSE] >= rep(level[flat], each = nrow(surv))) + 1L]
  half[flat] <- ifelse(is.na(end), half[flat], (half[flat] + end) / 2)
  half
}

#' `cut_expression` of many genes.
#'
#' @param values Expression, genes × patients. @param method See `cut_expression`; not `value`.
#' @return List of `high` (patients × genes), `lower` and `upper` (cut-offs), `p` (of `optimal`, corrected for the search; else NULL). A gene
#'   that has no cut-off to choose from has NA.
cut_columns <- function(values, time, status, method) {
  if (method == "optimal") {
    best <- best_cutoff_columns(values, time, status)
    limits <- rbind(best$cutoff, best$cutoff)
  } else {
    best <- NULL
    limits <- limits_of_rows(values, method)
  }
  high <- matrix(NA, ncol(values), nrow(values))
  patients <- t(values)
  high[patients > rep(limits[2L, ], each = nrow(high))] <- TRUE
  high[patients <= rep(limits[1L, ], each = nrow(high))] <- FALSE
  list(high = high, lower = limits[1L, ], upper = limits[2L, ], p = best$p)
}

#' `expression_limits` of each row, as two rows.
limits_of_rows <- function(values, method) {
  if (nrow(values) == 0L) return(matrix(numeric(), 2L, 0L))
  if (method != "median") return(apply(values, 1L, expression_limits, method = method))
  # The same cut, in a tenth of the time.
  medians <- matrixStats::rowMedians(values)
  rbind(medians, medians)
}

#' `best_cutoff` of many genes: maxstat's statistic and its P value by Lausen and Schumacher (1992).
#'
#' @return Data frame `cutoff`, `p`.
best_cutoff_columns <- function(values, time, status) {
  n <- length(time)
  scores <- as.vector(exactRankTests::cscores(survival::Surv(time, status), type = "LogRank"))
  size <- seq_len(n)
  mean <- size / n * sum(scores)
  spread <- sqrt(size * (n - size) / (n^2 * (n - 1)) * (n * sum(scores^2) - sum(scores)^2))
  allowed <- pmin(size, n - size) >= least_group(n)
  part <- search_range(n)
  best <- vapply(seq_len(nrow(values)), function(i) {
    order <- order(values[i, ])
    sorted <- values[i, order]
    # Between equal values nobody can cut.
    ends <- which(c(sorted[-1L] > sorted[-n], FALSE) & allowed)
    if (length(ends) == 0L || length(unique(sorted)) < 3L) return(c(NA_real_, NA_real_))
    statistic <- abs((cumsum(scores[order])[ends] - mean[ends]) / spread[ends])
    chosen <- which.max(statistic)
    c(sorted[[ends[[chosen]]]], min(1, maxstat::pLausen92(statistic[[chosen]], part[[1L]], part[[2L]])))
  }, numeric(2))
  data.frame(cutoff = best[1L, ], p = best[2L, ])
}
