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

#' The path of all patients: `glmnet::glmnet`. @return The object of glmnet with `early`.
lasso_path <- function(values, time, status, maxit) {
  noting_early_end(function() glmnet::glmnet(values, survival::Surv(time, status), family = "cox", maxit = maxit))
}

#' Coefficients that are not 0 at one penalty. @return Named numeric, by gene; the largest first.
lasso_coefficients <- function(path, index) {
  beta <- path$beta[, index]
  beta <- beta[beta != 0]
  beta[order(-abs(beta), names(beta), method = "radix")]
}

# ---- the same cross-validation, many times ----

#' Penalties of a path that are tried at first; twice as many where the best is not within so large a part of them.
PATH_START <- 30L
PATH_INSIDE <- 0.8

#' The best penalties by cross-validation: `cv.glmnet`'s where it gets the penalties of all patients' path, so that every fold is fitted at the same
#' ones. No fold is fitted far beyond the best.
#'
#' @param path From `glmnet::glmnet` of all patients. @return `c(min, 1se)`: places in `path$lambda`.
lasso_best <- function(values, time, status, foldid, path) {
  size <- min(PATH_START, length(path$lambda))
  repeat {
    tried <- seq_len(size)
    likely <- likely_genes(values, time, status, path$lambda[tried], path$beta[, tried, drop = FALSE])
    best <- best_penalties(values, time, status, foldid, path$lambda[tried], likely)
    if (size == length(path$lambda) || best[["min"]] <= PATH_INSIDE * size) return(c(best, tried = size))
    size <- min(2L * size, length(path$lambda))
  }
}

best_penalties <- function(values, time, status, foldid, lambda, likely) {
  deviances <- fold_deviances(values, time, status, foldid, lambda, likely)
  events <- as.vector(tapply(status, foldid, sum))
  raw <- deviances / events
  mean <- colSums(raw * events, na.rm = TRUE) / sum(events)
  folds <- nrow(raw) - colSums(is.na(raw))
  se <- sqrt(colSums((raw - rep(mean, each = nrow(raw)))^2 * events, na.rm = TRUE) / sum(events) / (folds - 1))
  least <- unname(which.min(mean))
  c(min = least, `1se` = unname(which(mean <= (mean + se)[[least]]))[[1L]])
}

#' What the patients of a fold add to the partial deviance, by penalty (`cv.glmnet`'s grouped deviance).
#'
#' @param likely Genes to begin with. @return Matrix folds × penalties; NA in a fold without events.
fold_deviances <- function(values, time, status, foldid, lambda, likely) {
  rows <- lapply(sort(unique(foldid)), function(k) {
    left <- foldid != k
    if (!any(status[!left] == 1)) return(rep(NA_real_, length(lambda)))
    beta <- screened_path(values[left, , drop = FALSE], time[left], status[left], lambda, likely)
    predictor <- values[, rownames(beta), drop = FALSE] %*% beta
    partial_deviance(time, status, predictor) - partial_deviance(time[left], status[left], predictor[left, , drop = FALSE])
  })
  do.call(rbind, rows)
}

#' A fold's path begins with the genes whose slope on the path of all patients comes so near to the penalty.
NEAR_PENALTY <- 0.85

#' @param beta Coefficients of the path of all patients, genes × penalties. @return Places of the genes that a fold's path begins with.
likely_genes <- function(values, time, status, lambda, beta) {
  slope <- path_slopes(values, time, status, values %*% as.matrix(beta))
  which(Matrix::rowSums(beta != 0) > 0 | matrixStats::rowMaxs(slope / rep(lambda, each = nrow(slope))) > NEAR_PENALTY)
}

#' How steeply the partial likelihood rises along each gene, on the scale of the penalty. @return Matrix genes × fits.
path_slopes <- function(values, time, status, predictor) {
  abs(crossprod(values, cox_residuals(time, status, predictor))) / (column_sd(values) * nrow(values))
}

#' The path of some patients over all genes, fitted on those genes that can have a coefficient: after each fit the others are checked against the
#' optimum's conditions (Tibshirani and others 2012), and those that break them join. The result is that of a fit on all genes.
#'
#' @param genes Places to begin with. @return Coefficients, genes × penalties, of the genes that have one.
screened_path <- function(values, time, status, lambda, genes) {
  outcome <- survival::Surv(time, status)
  repeat {
    # glmnet takes two columns at least.
    if (length(genes) < 2L) genes <- sort(union(genes, seq_len(min(2L, ncol(values)))))
    own <- values[, genes, drop = FALSE]
    beta <- glmnet::glmnet(own, outcome, family = "cox", lambda = lambda, maxit = LASSO_ITERATIONS)$beta
    used <- which(Matrix::rowSums(beta != 0) > 0)
    beta <- as.matrix(beta[used, , drop = FALSE])
    if (length(genes) == ncol(values)) return(beta)
    slope <- path_slopes(values, time, status, own[, used, drop = FALSE] %*% beta)
    broken <- setdiff(which(matrixStats::rowMaxs(slope - rep(lambda, each = nrow(slope))) > 0), genes)
    if (length(broken) == 0L) return(beta)
    genes <- sort(c(genes, broken))
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
  ties <- as.vector(table(time[status == 1]))
  -2 * (sum(ties * log(ties)) + colSums(predictor[event, , drop = FALSE] - log(at_risk[last[event], , drop = FALSE])))
}

#' From so many cells on, assignments are fitted in processes of their own.
FORK_CELLS <- 2e4

#' How often each gene is chosen over many assignments of patients to folds.
#'
#' @param path From `glmnet::glmnet` of all patients. @param lambda "min" or "1se". @param times Assignments.
#' @param progress Function of assignments done so far. @return List of `frequency` (named numeric, by gene; those that are never
#'   chosen are left out), `sizes` (genes, by assignment).
lasso_stability <- function(values, time, status, nfolds, lambda, path, seed, times = 100L, progress = function(done) NULL) {
  one <- function(i) lasso_best(values, time, status, lasso_folds(nrow(values), nfolds, seed + i), path)[[lambda]]
  places <- integer()
  # A fork takes longer than the fits of a small table.
  size <- if (length(values) > FORK_CELLS) parallel::detectCores() else 1L
  for (batch in split(seq_len(times), (seq_len(times) - 1L) %/% size)) {
    places <- c(places, unlist(if (size > 1L) in_forks(batch, one) else lapply(batch, one)))
    progress(max(batch))
  }
  chosen <- lapply(places, function(place) names(lasso_coefficients(path, place)))
  count <- table(unlist(chosen))
  list(frequency = stats::setNames(as.vector(count) / times, names(count)), sizes = lengths(chosen))
}

#' One task on each processor. @section Errors: Those of the tasks.
in_forks <- function(tasks, work) {
  results <- parallel::mclapply(tasks, work, mc.cores = length(tasks), mc.preschedule = FALSE, mc.allow.recursive = TRUE)
  for (result in results) if (inherits(result, "try-error")) stop(attr(result, "condition"))
  results
}

#' LASSO as a way to fit (see nested-validation.R): folds, penalty and genes are chosen anew on the patients that it gets.
lasso_way <- function(nfolds, lambda, maxit, seed, times, about = character()) {
  function(values, time, status) {
    foldid <- lasso_folds(nrow(values), nfolds, seed)
    path <- lasso_path(values, time, status, maxit)
    best <- lasso_best(values, time, status, foldid, path)
    if (path$early && best[["min"]] > PATH_INSIDE * length(path$lambda)) {
      path <- lasso_path(values, time, status, LASSO_ITERATIONS)
      best <- lasso_best(values, time, status, foldid, path)
    }
    coefficients <- lasso_coefficients(path, best[[lambda]])
    if (length(coefficients) == 0L) return(NULL)
    linear_model("LASSO-Cox", coefficients, values, time, status, times, about)
  }
}
