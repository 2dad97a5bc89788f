#' Cox regression of each gene by itself (Efron), by the library of `engine/src/cox.cpp`: what `survival::coxph` and `survival::cox.zph` (transform
#' "km") give of one gene, for thousands in a second.

#' Expressed in fewer patients than this, a gene's Wald test leans on single ones.
FEW_EXPRESSED <- 5L
#' Genes of one call of the library: between calls a job can be ended, and tells how far it is.
COX_PIECE <- 2000L
#' The same, where patients enter late.
ENTRY_PIECE <- 100L

#' @param values Genes × patients with row names; missing values leave a patient out of a gene. @param time,status Of the patients.
#' @param zero What a gene that is not expressed has; NA: the values do not tell.
#' @param tell Function of progress from 0 to 1. @param entry From when each patient is watched; NULL: from the start.
#' @return Data frame, a row per gene in their order: `gene`, `n`, `events`, `n_expressed` (NA without `zero`), `coef`, `se`, `z`, `wald_p`, `lr_p`
#'   (likelihood ratio), `ph_p` (Schoenfeld residuals; Grambsch and Therneau 1994), `separated`: there is no estimate (see `no_estimate`; or the
#'   likelihood settled before the coefficient, as `coxph` warns, or never), or fewer than `FEW_EXPRESSED` patients express the gene; its
#'   likelihood-ratio P stands, its ratio does not.
#'   NA where nothing can be estimated.
cox_screen <- function(values, time, status, zero = 0, tell = function(progress) NULL, entry = NULL) {
  fits <- matrix(NA_real_, nrow(values), 6L)
  # Most matrices have no gap, and looking at each cell takes as long as the fits of many genes.
  complete <- !anyNA(values)
  gaps <- if (complete) logical(nrow(values)) else rowSums(is.na(values)) > 0
  whole <- which(!gaps)
  outcome <- if (is.null(entry)) cox_outcome(time, status)
  for (piece in split(whole, (seq_along(whole) - 1L) %/% if (is.null(entry)) COX_PIECE else ENTRY_PIECE)) {
    own <- values[piece, , drop = FALSE]
    fits[piece, ] <- if (is.null(entry)) cox_each(own, outcome) else cox_entered(own, time, status, entry)
    tell(piece[[length(piece)]] / nrow(values))
  }
  for (gene in which(gaps)) {
    known <- !is.na(values[gene, ])
    own <- values[gene, known, drop = FALSE]
    if (any(status[known] == 1)) fits[gene, ] <- if (is.null(entry)) cox_each(own, cox_outcome(time[known], status[known])) else
      cox_entered(own, time[known], status[known], entry[known])
  }
  known <- if (!complete) !is.na(values)
  z <- fits[, 1L] / fits[, 2L]
  expressed <- if (is.na(zero)) rep(NA_integer_, nrow(values)) else as.integer(rowSums(values > zero, na.rm = TRUE))
  lr <- pmax(0, 2 * (fits[, 4L] - fits[, 3L]))
  ranges <- matrixStats::rowRanges(values, na.rm = TRUE)
  upper <- function(statistic) stats::pchisq(statistic, 1, lower.tail = FALSE)
  data.frame(
    gene = as.character(rownames(values)), n = if (complete) rep(ncol(values), nrow(values)) else as.integer(rowSums(known)),
    events = as.integer(if (complete) rep(sum(status), nrow(values)) else drop(known %*% status)), n_expressed = expressed,
    coef = fits[, 1L], se = fits[, 2L], z = z, wald_p = upper(z^2), lr_p = upper(lr), ph_p = upper(fits[, 5L]),
    separated = !fits[, 6L] %in% 0 | no_estimate(fits[, 1L], fits[, 2L], ranges[, 2L] - ranges[, 1L], lr) | expressed %in% seq_len(FEW_EXPRESSED - 1L)
  )
}

#' Follow-up as the library takes it: in ascending order of time, times that differ by rounding alone made equal (as `coxph` does).
cox_outcome <- function(time, status) {
  surv <- survival::aeqSurv(survival::Surv(time, status))
  order <- order(surv[, "time"])
  time <- as.vector(surv[order, "time"])
  status <- as.integer(status[order])
  # The clock of the test: 1 - Kaplan-Meier just before each time, centred over the events.
  curve <- survival::survfit(survival::Surv(time, status) ~ 1, se.fit = FALSE, timefix = FALSE)
  clock <- 1 - c(1, curve$surv)[findInterval(time, curve$time, left.open = TRUE) + 1L]
  list(order = order - 1L, time = as.double(time), status = status, clock = clock - mean(clock[status == 1L]))
}

cox_each <- function(values, outcome) {
  control <- survival::coxph.control()
  storage.mode(values) <- "double"
  .Call(
    library_routine("cox", "cox_each"), values, outcome$order, outcome$time, outcome$status, outcome$clock,
    as.double(c(control$iter.max, control$eps, control$toler.inf))
  )
}

#' The same by `survival::coxph` and `cox.zph` themselves: the library takes no times of entry.
#'
#' @return Matrix, genes × 6, as of `cox_each`: coefficient, standard error, log likelihood without and with it, statistic of the residuals, and 1
#'   where the coefficient may be infinite.
cox_entered <- function(values, time, status, entry) {
  outcome <- outcome_of(time, status, entry)
  rows <- lapply(seq_len(nrow(values)), function(i) {
    x <- values[i, ]
    fit <- tryCatch(quiet_cox(outcome ~ x, data.frame(outcome = outcome, x = x)), error = function(condition) NULL)
    if (is.null(fit) || is.na(stats::coef(fit))) return(rep(NA_real_, 6L))
    ph <- tryCatch(survival::cox.zph(fit, "km")$table["x", "chisq"], error = function(condition) NA_real_)
    c(stats::coef(fit), sqrt(stats::vcov(fit)), fit$loglik, ph, length(attr(fit, "infinite")) > 0L)
  })
  unname(do.call(rbind, rows))
}
