#' Ways to tell cases from controls by many genes. Each tunes itself by cross-validation on the samples that it gets, and screens the genes within
#' each of its folds, so that a validation around it sees all of its choices.
#'
#' A learner is `learn(values, y, foldid, seed)`: samples × genes, 1 or 0, the fold of each sample in its own cross-validation → list of
#' `held` (numeric, by sample: what the models of the other folds said, at the tuning that was chosen), `fit()` → list of
#' `probability` (function of samples × genes), `genes` (that it uses), and of linear ones `coefficient`, `intercept`.

#' Absolute t statistics (Welch) of each gene between cases and controls.
case_control_t <- function(values, y) {
  side <- function(which) values[y == which, , drop = FALSE]
  mean_difference <- colMeans(side(1)) - colMeans(side(0))
  error <- sqrt(matrixStats::colVars(side(1)) / sum(y == 1) + matrixStats::colVars(side(0)) / sum(y == 0))
  # Genes that are constant on both sides tell nothing, or everything.
  t <- ifelse(error > 0, abs(mean_difference) / error, ifelse(mean_difference == 0, 0, Inf))
  stats::setNames(t, colnames(values))
}

#' The genes of the largest |t|, in the order of the matrix. @param count At most; Inf: all.
screened_genes <- function(values, y, count) {
  if (ncol(values) <= count) return(colnames(values))
  t <- case_control_t(values, y)
  colnames(values)[sort(order(-t, colnames(values), method = "radix")[seq_len(count)])]
}

# ---- penalised logistic regression ----

#' Cross-validated path of glmnet. Where no gene is screened out it is `cv.glmnet`'s with the same folds and penalties.
#'
#' @param alpha 1: LASSO, 0: ridge. @param screen Genes that each fit keeps.
#' @param free Columns without a penalty, which every fit keeps: clinical variables.
#' @return List of `path`, `lambda`, `cvm`, `cvsd`, `index` (`c(min, 1se)`), `held` (samples × penalties, log odds).
logistic_path <- function(values, y, foldid, alpha, screen = Inf, free = character()) {
  penalised <- if (length(free) > 0L) values[, setdiff(colnames(values), free), drop = FALSE] else values
  genes <- c(two_genes_at_least(screened_genes(penalised, y, screen), penalised), free)
  path <- quiet_glmnet(values[, genes, drop = FALSE], y, alpha, free = free)
  held <- matrix(NA_real_, nrow(values), length(path$lambda))
  for (k in unique(foldid)) {
    left <- foldid == k
    own <- c(two_genes_at_least(screened_genes(penalised[!left, , drop = FALSE], y[!left], screen), penalised), free)
    fit <- quiet_glmnet(values[!left, own, drop = FALSE], y[!left], alpha, path$lambda, free)
    told <- stats::predict(fit, values[left, own, drop = FALSE], type = "link")
    # A path that ends early stays where it ended.
    held[left, ] <- told[, pmin(seq_along(path$lambda), ncol(told)), drop = FALSE]
  }
  bounded <- pmin(pmax(stats::plogis(held), 1e-5), 1 - 1e-5)
  deviance <- -2 * (y * log(bounded) + (1 - y) * log(1 - bounded))
  weight <- as.vector(table(foldid))
  by_fold <- rowsum(deviance, foldid) / weight
  cvm <- colSums(by_fold * weight) / sum(weight)
  cvsd <- sqrt(colSums(weight * (by_fold - rep(cvm, each = nrow(by_fold)))^2) / sum(weight) / (nrow(by_fold) - 1))
  best <- which.min(cvm)
  index <- c(min = best, `1se` = which(cvm <= cvm[[best]] + cvsd[[best]])[[1L]])
  list(path = path, lambda = path$lambda, cvm = cvm, cvsd = cvsd, index = index, held = held)
}

#' glmnet takes two columns at least.
two_genes_at_least <- function(genes, values) if (length(genes) > 1L) genes else colnames(values)[seq_len(2L)]

#' The path, without its words on paths that end early: it goes on from where it ended. @param lambda NULL: glmnet's own penalties.
quiet_glmnet <- function(values, y, alpha, lambda = NULL, free = character()) {
  suppressWarnings(glmnet::glmnet(
    values, y, family = "binomial", alpha = alpha, lambda = lambda, penalty.factor = as.numeric(!colnames(values) %in% free)
  ))
}

#' @param lambda "min" or "1se". @param least Genes that the model has in any case, by a smaller penalty than cross-validation chose (`forced`).
#' @param free See `logistic_path`; a learner of samples × genes and these columns.
logistic_learner <- function(alpha, lambda = "min", screen = Inf, least = 0L, free = character()) {
  function(values, y, foldid, seed) {
    found <- logistic_path(values, y, foldid, alpha, screen, free)
    at <- found$index[[lambda]]
    list(held = found$held[, at], fit = function() {
      enough <- which(colSums(as.matrix(found$path$beta) != 0) >= least)
      place <- if (length(enough) > 0L) max(at, enough[[1L]]) else at
      c(logistic_model(found$path, place, free), forced = place > at)
    })
  }
}

#' A learner of some of the columns alone.
on_columns <- function(learn, columns) {
  function(values, y, foldid, seed) {
    found <- learn(values[, columns, drop = FALSE], y, foldid, seed)
    list(held = found$held, fit = function() {
      model <- found$fit()
      list(genes = model$genes, probability = function(values) model$probability(values[, columns, drop = FALSE]))
    })
  }
}

#' One penalty of a path as a model of its own. @param free See `logistic_path`: columns that stand among the coefficients, but are no genes.
logistic_model <- function(path, at, free = character()) {
  beta <- path$beta[, at]
  beta <- beta[beta != 0 | names(beta) %in% free]
  beta <- beta[order(-abs(beta), names(beta), method = "radix")]
  intercept <- unname(path$a0[[at]])
  list(
    genes = setdiff(names(beta), free), coefficient = beta, intercept = intercept,
    probability = function(values) stats::plogis(intercept + as.vector(values[, names(beta), drop = FALSE] %*% beta))
  )
}

#' Logistic regression of all columns without a penalty; nothing is tuned.
plain_logistic <- function(values, y, foldid, seed) {
  list(held = rep(mean(y), length(y)), fit = function() {
    beta <- suppressWarnings(stats::glm.fit(cbind(1, values), y, family = stats::binomial())$coefficients)
    # A level that no sample of these folds has tells nothing.
    beta[is.na(beta)] <- 0
    list(genes = colnames(values), probability = function(values) stats::plogis(drop(cbind(1, values) %*% beta)))
  })
}

# ---- other learners ----

#' The tuning whose scores are the best in order, the first of equals.
best_tuning <- function(told, y, foldid) which.max(apply(told, 2L, function(score) fold_auc(score, y, foldid)[["estimate"]]))

#' A learner out of a way to fit.
#'
#' @param fit Function of values, y → function of values that gives a matrix samples × tunings.
#' @param calibrate Are its numbers no probabilities, so that a logistic curve makes them such (see `score_curve`)?
tuned_learner <- function(fit, screen, calibrate = FALSE) {
  function(values, y, foldid, seed) {
    scores_of <- function(rows) {
      genes <- two_genes_at_least(screened_genes(values[rows, , drop = FALSE], y[rows], screen), values)
      set.seed(seed)
      told <- fit(values[rows, genes, drop = FALSE], y[rows])
      list(genes = genes, told = function(values) told(values[, genes, drop = FALSE]))
    }
    parts <- split(seq_along(y), foldid)
    held <- lapply(parts, function(left) scores_of(setdiff(seq_along(y), left))$told(values[left, , drop = FALSE]))
    told <- matrix(NA_real_, length(y), ncol(held[[1L]]))
    for (k in seq_along(parts)) told[parts[[k]], ] <- held[[k]]
    best <- best_tuning(told, y, foldid)
    list(held = told[, best], fit = function() {
      model <- scores_of(seq_along(y))
      score <- function(values) model$told(values)[, best]
      curve <- if (calibrate) score_curve(told[, best], y, foldid, score(values)) else identity
      list(genes = model$genes, probability = function(values) curve(score(values)))
    })
  }
}

#' Probabilities of scores: a logistic curve (Platt 1999), whose slope is that of held-out samples within their folds, as the models of two folds have
#' no common zero; its middle is where the model's own samples lie. A slope that would fall is 0.
#'
#' @param held,y,foldid Scores of samples by models that have not seen them. @param own Scores of all samples by the model.
score_curve <- function(held, y, foldid, own) {
  folds <- stats::model.matrix(~ factor(foldid))
  slope <- suppressWarnings(stats::glm.fit(cbind(folds, held), y, family = stats::binomial())$coefficients[["held"]])
  if (!is.finite(slope) || slope < 0) slope <- 0
  function(score) stats::plogis(stats::qlogis(mean(y)) + slope * (score - mean(own)))
}

SVM_COSTS <- c(0.001, 0.01, 0.1)

svm_fit <- function(values, y) {
  # A gene that is constant in these samples cannot be scaled.
  used <- matrixStats::colSds(values) > 0
  # No value is missing, and what the machine says of its own samples is of no use: looking for both takes as long as the fit.
  fits <- lapply(SVM_COSTS, function(cost) e1071::svm(
    values[, used, drop = FALSE], factor(y, c(1, 0)), kernel = "linear", cost = cost, fitted = FALSE, na.action = identity
  ))
  function(values) {
    told <- lapply(fits, function(fit) {
      margin <- attr(stats::predict(fit, values[, used, drop = FALSE], decision.values = TRUE), "decision.values")
      # The sign is by which side came first.
      (if (colnames(margin)[[1L]] == "1/0") 1 else -1) * as.vector(margin)
    })
    matrix(unlist(told), nrow(values))
  }
}

FOREST_TREES <- 200L

forest_fit <- function(values, y) {
  fit <- ranger::ranger(
    x = values, y = factor(y, c(0, 1)), probability = TRUE, num.trees = FOREST_TREES, num.threads = 1L, seed = sample.int(.Machine$integer.max, 1L)
  )
  function(values) stats::predict(fit, values, num.threads = 1L)$predictions[, "1", drop = FALSE]
}

BOOSTED_TREES <- c(25L, 50L, 100L)

boosting_fit <- function(values, y) {
  # A gene that is constant in these samples is of no use, and said so by a warning.
  fit <- suppressWarnings(gbm::gbm.fit(
    values, y, distribution = "bernoulli", n.trees = max(BOOSTED_TREES), interaction.depth = 2L, shrinkage = 0.1, bag.fraction = 0.5,
    n.minobsinnode = max(1L, min(10L, length(y) %/% 8L)), keep.data = FALSE, verbose = FALSE
  ))
  function(values) {
    told <- stats::predict(fit, as.data.frame(values, optional = TRUE), n.trees = BOOSTED_TREES, type = "response")
    matrix(told, nrow(values))
  }
}

#' All learners, by their codes. @param screen Genes that each fit keeps. @param least Genes that a model of LASSO or elastic net has in any case.
binary_learners <- function(screen, least = 0L) {
  list(
    lasso = logistic_learner(1, screen = screen, least = least), elastic = logistic_learner(0.5, screen = screen, least = least),
    ridge = logistic_learner(0, screen = screen),
    svm = tuned_learner(svm_fit, screen, calibrate = TRUE), forest = tuned_learner(forest_fit, screen), boosting = tuned_learner(boosting_fit, screen)
  )
}
