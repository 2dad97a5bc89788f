#' LASSO-Cox by glmnet: one cross-validation as the reader asked for it, and many more, to see how far the choice of genes hangs on the folds.

#' Iterations that glmnet gets where those that were asked for do not suffice.
LASSO_ITERATIONS <- 1e5L

LASSO_FITS <- c(min = "lambda.min", `1se` = "lambda.1se")

#' Folds as `cv.glmnet` draws them for a seed.
lasso_folds <- function(n, nfolds, seed) {
  set.seed(seed)
  sample(rep(seq_len(nfolds), length.out = n))
}

#' Run something of glmnet that may end its path early, for want of iterations.
#'
#' @param run Function without arguments. @return What it gave, with `early`: TRUE where the path ended early.
noting_early_end <- function(run) {
  early <- FALSE
  made <- withCallingHandlers(run(), warning = function(condition) {
    if (!grepl("onvergence", conditionMessage(condition), fixed = TRUE)) return()
    early <<- TRUE
    invokeRestart("muffleWarning")
  })
  made$early <- early
  made
}

#' Cross-validated LASSO: `glmnet::cv.glmnet`, run again with more iterations where the path ends early and its best penalty is among its last.
#'
#' @param values Patients × genes. @param foldid Integer, by patient. @param maxit Iterations at first.
#' @return List of `cv` (from `cv.glmnet`), `path` (of all patients), `again`: TRUE where it was run again.
fit_lasso <- function(values, time, status, foldid, maxit) {
  outcome <- survival::Surv(time, status)
  run <- function(iterations) {
    noting_early_end(function() glmnet::cv.glmnet(values, outcome, family = "cox", foldid = foldid, maxit = iterations))
  }
  cv <- run(maxit)
  again <- cv$early && cv$index[["min", 1L]] > PATH_INSIDE * length(cv$lambda)
  if (again) cv <- run(LASSO_ITERATIONS)
  list(cv = cv, path = cv$glmnet.fit, again = again)
}

#' Penalties of a whole path of glmnet.
PATH_PENALTIES <- 100L

#' The path of all patients: `glmnet::glmnet`'s, as far as `size` of its penalties. The last ones take most of the time.
#'
#' @return The object of glmnet with `early`.
lasso_path <- function(values, time, status, maxit, size = PATH_PENALTIES) {
  # The penalties fall in equal steps of their logarithm: a shorter path with the same step is the beginning of the whole one.
  least <- (if (nrow(values) < ncol(values)) 0.01 else 1e-4)^((size - 1) / (PATH_PENALTIES - 1))
  noting_early_end(function() glmnet::glmnet(
    values, survival::Surv(time, status), family = "cox", maxit = maxit, nlambda = size, lambda.min.ratio = least
  ))
}

#' Coefficients that are not 0 at one penalty. @return Named numeric, by gene; the largest first.
lasso_coefficients <- function(path, index) {
  beta <- path$beta[, index]
  beta <- beta[beta != 0]
  beta[order(-abs(beta), names(beta), method = "radix")]
}

# ---- the same cross-validation, many times ----

#' Penalties of a path that are tried at first. Each costs more than the one before, so that those far beyond the best would take most of the time.
PATH_START <- 12L
#' More are tried until the best lies within this part of them,
PATH_INSIDE <- 0.9
#' and the deviance at the last one is this share of a standard error above it. All of 780 curves over the first 60 penalties of 180 simulated
#' data sets had the whole curve's choice then (50 to 200 patients, 80 to 400 genes); one of them not with 0.1, 11 not without this margin.
PATH_RISE <- 0.25
PATH_GROWTH <- 1.25

#' How many penalties are tried after `size` of them had their best at `best`.
more_penalties <- function(size, best) as.integer(max(ceiling(PATH_GROWTH * size), ceiling(best / PATH_INSIDE) + 2))

#' The best penalties by cross-validation: `cv.glmnet`'s where it gets the penalties of all patients' path, so that every fold is fitted at the same
#' ones. No fold is fitted far beyond the best.
#'
#' @param path From `glmnet::glmnet` of all patients. @param start Penalties that are tried at first.
#' @return `c(min, 1se, passed, tried)`: places in `path$lambda`; 1 where enough penalties beyond the best were tried; how many were tried.
lasso_best <- function(values, time, status, foldid, path, start = PATH_START) {
  size <- min(start, length(path$lambda))
  repeat {
    best <- best_penalties(fold_deviances(values, time, status, foldid, path, size), as.vector(tapply(status, foldid, sum)))
    if (size == length(path$lambda) || best[["passed"]] == 1) return(c(best, tried = size))
    size <- min(more_penalties(size, best[["min"]]), length(path$lambda))
  }
}

#' @param deviances Folds × penalties. @param events By fold.
best_penalties <- function(deviances, events) {
  raw <- deviances / events
  mean <- colSums(raw * events, na.rm = TRUE) / sum(events)
  folds <- nrow(raw) - colSums(is.na(raw))
  se <- sqrt(colSums((raw - rep(mean, each = nrow(raw)))^2 * events, na.rm = TRUE) / sum(events) / (folds - 1))
  least <- unname(which.min(mean))
  last <- ncol(raw)
  passed <- least <= PATH_INSIDE * last && mean[[last]] >= mean[[least]] + PATH_RISE * se[[least]]
  c(min = least, `1se` = unname(which(mean <= (mean + se)[[least]]))[[1L]], passed = as.integer(passed))
}

#' A fold's path begins with the genes whose slope, at the coefficients of all patients' path, comes so near to the penalty in the fold's patients.
#' A gene costs time, and one that was left out a second fit (500 patients, 2,000 genes: 0.5 and 0.75 take 5 to 25% longer).
NEAR_PENALTY <- 0.65
JOIN_PENALTY <- 0.8

#' What the patients of a fold add to the partial deviance, by penalty (`cv.glmnet`'s grouped deviance).
#'
#' @param path From `glmnet::glmnet` of all patients. @param size How many of its penalties, from the first on.
#' @return Matrix folds × penalties; NA in a fold without events.
fold_deviances <- function(values, time, status, foldid, path, size) {
  folds <- sort(unique(foldid))
  sd <- left_sd(values, foldid, folds)
  lambda <- path$lambda[seq_len(size)]
  beta <- path$beta[, seq_len(size), drop = FALSE]
  used <- Matrix::rowSums(beta != 0) > 0
  residuals <- per_penalty(cox_residuals(time, status, values[, used, drop = FALSE] %*% as.matrix(beta[used, , drop = FALSE])), lambda)
  sums <- crossprod(values, cbind(residuals, 1))
  rows <- lapply(seq_along(folds), function(k) {
    left <- foldid != folds[[k]]
    if (!any(status[!left] == 1)) return(rep(NA_real_, length(lambda)))
    share <- largest_share(left_slopes(values, residuals, sums, left), sd[, k] * sum(left))
    beta <- screened_path(values, time, status, lambda, which(used | share > NEAR_PENALTY), left, sd[, k])
    predictor <- values[, rownames(beta), drop = FALSE] %*% beta
    partial_deviance(time, status, predictor) - partial_deviance(time[left], status[left], predictor[left, , drop = FALSE])
  })
  do.call(rbind, rows)
}

#' Standard deviations of the columns without each fold (see `column_sd`): from sums, for which no rows are copied.
#'
#' @return Matrix genes × folds.
left_sd <- function(values, foldid, folds) {
  left <- outer(foldid, folds, `!=`) + 0
  n <- rep(colSums(left), each = ncol(values))
  variance <- crossprod(values^2, left) / n - (crossprod(values, left) / n)^2
  sqrt(replace(variance, variance <= 0, Inf))
}

#' Residuals (patients × penalties) in units of their penalties: the slopes that they give are shares of these.
per_penalty <- function(residuals, lambda) residuals / rep(lambda, each = nrow(residuals))

#' How near the likelihood's slope along each gene comes to the penalty anywhere on a path: 1 where a coefficient leaves 0.
#'
#' @param slopes Genes × penalties: columns of values times residuals `per_penalty`, summed over patients. @param size Patients times
#'   `column_sd`, by gene. @return Numeric, by gene.
largest_share <- function(slopes, size) matrixStats::rowMaxs(abs(slopes)) / size

#' Slopes of the likelihood of some patients, by the residuals of all. Without the others theirs stay nearly what they were, but for their mean,
#' which becomes 0.
#'
#' @param sums Genes × (penalties + 1): values times residuals and times 1, summed over all patients. @param left Logical, by patient: who counts.
#' @return Genes × penalties.
left_slopes <- function(values, residuals, sums, left) {
  own <- sums - crossprod(values[!left, , drop = FALSE], cbind(residuals[!left, , drop = FALSE], 1))
  penalties <- seq_len(ncol(residuals))
  own[, penalties, drop = FALSE] - outer(own[, -penalties], colMeans(residuals[left, , drop = FALSE]))
}

#' The path of some patients over all genes, fitted on those genes that can have a coefficient: after each fit the others are checked against the
#' optimum's conditions (Tibshirani and others 2012), and those that break them join. The result is that of a fit on all genes.
#'
#' @param values All patients × genes. @param genes Places to begin with. @param left Logical, by patient: the path's own.
#' @param sd Their `column_sd`. @return Coefficients, genes × penalties, of the genes that have one.
screened_path <- function(values, time, status, lambda, genes, left = rep(TRUE, nrow(values)), sd = column_sd(values[left, , drop = FALSE])) {
  outcome <- survival::Surv(time[left], status[left])
  repeat {
    # glmnet takes two columns at least.
    if (length(genes) < 2L) genes <- sort(union(genes, seq_len(min(2L, ncol(values)))))
    own <- values[left, genes, drop = FALSE]
    beta <- glmnet::glmnet(own, outcome, family = "cox", lambda = lambda, maxit = LASSO_ITERATIONS)$beta
    used <- which(Matrix::rowSums(beta != 0) > 0)
    beta <- as.matrix(beta[used, , drop = FALSE])
    if (length(genes) == ncol(values)) return(beta)
    residuals <- matrix(0, nrow(values), length(lambda))
    residuals[left, ] <- per_penalty(cox_residuals(time[left], status[left], own[, used, drop = FALSE] %*% beta), lambda)
    share <- replace(largest_share(crossprod(values, residuals), sd * sum(left)), genes, 0)
    if (!any(share > 1)) return(beta)
    # With those that broke the conditions others may: few paths are fitted a third time.
    genes <- sort(c(genes, which(share > JOIN_PENALTY)))
  }
}

#' Standard deviations by which glmnet standardises, with n in the denominator. Constant columns have no slope.
column_sd <- function(values) {
  sd <- matrixStats::colSds(values) * sqrt((nrow(values) - 1) / nrow(values))
  replace(sd, sd == 0, Inf)
}

#' Martingale residuals: the gradient of the partial log-likelihood (Breslow) by each patient's predictor.
#'
#' @param predictor Patients × fits. @return The same shape.
cox_residuals <- function(time, status, predictor) {
  order <- order(-time)
  last <- last_at_risk(time[order])
  hazard <- exp(predictor[order, , drop = FALSE])
  at_risk <- matrixStats::colCumsums(hazard)
  event <- status[order]
  steps <- event / at_risk[last, , drop = FALSE]
  # Summed from the earliest time to that of each patient, all that happens at one time included.
  total <- matrixStats::colCumsums(steps[rev(seq_along(event)), , drop = FALSE])[rev(seq_along(event)), , drop = FALSE]
  first <- match(time[order], time[order])
  residuals <- event - hazard * total[first, , drop = FALSE]
  residuals[order(order), , drop = FALSE]
}

#' Of times in falling order: the place of the last of each one's equals. Who comes before is at risk with him.
last_at_risk <- function(falling) length(falling) + 1L - match(falling, rev(falling))

#' Twice the distance of the partial log-likelihood (Breslow) from the saturated model's, of many predictors at once.
#'
#' @param predictor Patients × fits. @return Numeric, by fit; differs from `glmnet::coxnet.deviance` by the saturated model's, which
#'   does not depend on the fit.
partial_deviance <- function(time, status, predictor) {
  order <- order(-time)
  predictor <- predictor[order, , drop = FALSE]
  last <- last_at_risk(time[order])
  at_risk <- matrixStats::colCumsums(exp(predictor))
  event <- which(status[order] == 1)
  ties <- rle(sort(time[status == 1]))$lengths
  -2 * (sum(ties * log(ties)) + colSums(predictor[event, , drop = FALSE] - log(at_risk[last[event], , drop = FALSE])))
}

#' Assignments whose best penalties tell how many penalties the others need.
FIRST_ASSIGNMENTS <- 4L

#' How often each gene is chosen over many assignments of patients to folds.
#'
#' @param path From `glmnet::glmnet` of all patients. @param lambda "min" or "1se". @param times Assignments. @param at Place of the best penalty of
#'   one assignment: the others' will lie near it.
#' @param progress Function of assignments done so far. @return List of `frequency` (named numeric, by gene; those that are never
#'   chosen are left out), `sizes` (genes, by assignment).
lasso_stability <- function(values, time, status, nfolds, lambda, path, seed, times = 100L, at = 1L, progress = function(done) NULL) {
  best_of <- function(assignments, at, done) {
    start <- max(PATH_START, more_penalties(0L, at))
    one <- function(i) lasso_best(values, time, status, lasso_folds(nrow(values), nfolds, seed + i), path, start)[c("min", lambda)]
    in_forks(assignments, one, length(values), function(more) progress(done + more))
  }
  early <- seq_len(min(FIRST_ASSIGNMENTS, times))
  first <- best_of(early, at, 0L)
  best <- c(first, best_of(seq_len(times)[-early], max(vapply(first, `[[`, 1, "min")), length(early)))
  chosen <- lapply(best, function(places) names(lasso_coefficients(path, places[[lambda]])))
  count <- table(unlist(chosen))
  list(frequency = stats::setNames(as.vector(count) / times, names(count)), sizes = lengths(chosen))
}

#' LASSO as a way to fit (see nested-validation.R): folds, penalty and genes are chosen anew on the patients that it gets.
lasso_way <- function(nfolds, lambda, maxit, seed, times, about = character()) {
  function(values, time, status) {
    found <- lasso_search(values, time, status, lasso_folds(nrow(values), nfolds, seed), maxit)
    coefficients <- lasso_coefficients(found$path, found$best[[lambda]])
    if (length(coefficients) == 0L) return(NULL)
    linear_model("LASSO-Cox", coefficients, values, time, status, times, about)
  }
}

#' The path of all patients as far as its best penalties, and these. Again with more iterations where the path ends early and
#' the best is among its last.
#'
#' @return List of `path` and `best` (see `lasso_best`).
lasso_search <- function(values, time, status, foldid, maxit) {
  size <- PATH_START
  repeat {
    path <- lasso_path(values, time, status, maxit, size)
    best <- lasso_best(values, time, status, foldid, path, size)
    if (best[["passed"]] == 1) break
    if (path$early && maxit < LASSO_ITERATIONS) maxit <- LASSO_ITERATIONS
    else if (size == PATH_PENALTIES || length(path$lambda) < size) break
    else size <- min(more_penalties(size, best[["min"]]), PATH_PENALTIES)
  }
  list(path = path, best = best)
}
