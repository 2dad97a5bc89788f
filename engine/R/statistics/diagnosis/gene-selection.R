#' Ways to choose genes that tell cases from controls. Each is `choose(values, y, foldid, seed)`: samples × genes, 1 or 0, the fold of each sample in
#' its own cross-validation → list of `kept` (genes, the best first) and `ranked` (data frame `gene`, `rank`, `score`, the best first); SVM-RFE adds
#' `path`, Boruta `boruta`. All see no more than the samples they get, so that a validation around them repeats the whole choice.

#' Above so many genes SVM-RFE drops three in ten at a time, below one by one.
RFE_SINGLE <- 12L
RFE_SHARE <- 0.3

#' @param screen Genes that each choice looks at, by the outcome of its own samples; Inf: all.
#' @param settings `trees`, `cost`, `cv_repeats`, `nfolds`, `rule` ("min", "1se").
#' @return Named list of functions, by the codes of `SELECTIONS`.
gene_selections <- function(screen, settings) {
  list(
    svm = svm_selection(screen, settings), boruta = boruta_selection(screen, settings$trees),
    lasso = lasso_selection(screen), forest = importance_selection(screen, settings$trees)
  )
}

#' The genes that the rule keeps of several lists. @param rule "all", "most" (more than half) or "any". @return Character, those of most lists first.
agreed_genes <- function(lists, rule) {
  count <- table(unlist(lists, use.names = FALSE))
  least <- c(all = length(lists), most = floor(length(lists) / 2) + 1, any = 1)[[rule]]
  count <- count[count >= least]
  if (length(count) == 0L) return(character())
  names(count)[order(-as.integer(count), names(count), method = "radix")]
}

#' Scores as ranks; equal scores in the order of the names.
ranked_genes <- function(score) {
  order <- order(-score, names(score), method = "radix")
  data.frame(gene = names(score)[order], rank = seq_along(order), score = unname(score)[order])
}

# ---- recursive elimination by a support vector machine (Guyon and others 2002) ----

#' How many genes each step of the elimination has: from all of them to one.
rfe_sizes <- function(count) {
  sizes <- count
  while (count > 1L) {
    count <- if (count > RFE_SINGLE) max(RFE_SINGLE, count - max(1L, floor(count * RFE_SHARE))) else count - 1L
    sizes <- c(sizes, count)
  }
  as.integer(sizes)
}

#' The linear machine of scaled genes. Both sides weigh the same, however many samples they have.
#' @return List of `weight` (by gene) and `decide` (function of scaled samples: positive for cases).
linear_machine <- function(scaled, y, cost) {
  sides <- c(`1` = length(y) / (2 * sum(y == 1)), `0` = length(y) / (2 * sum(y == 0)))
  fit <- e1071::svm(scaled, factor(y, c(1, 0)), kernel = "linear", cost = cost, scale = FALSE, class.weights = sides, fitted = FALSE)
  weight <- drop(crossprod(fit$coefs, fit$SV))
  # The sign is by which side came first.
  side <- if (fit$labels[[1L]] == 1L) 1 else -1
  list(weight = side * weight, decide = function(scaled) side * (drop(scaled %*% weight) - fit$rho))
}

#' Genes by when they are dropped: at each step the machine's smallest squared weights go.
#'
#' @param new Samples that are decided at each step, or NULL.
#' @return List of `order` (the best first), `weight` (squared, by gene, when it was dropped), `sizes`, `decided` (samples of `new` × sizes).
rfe_path <- function(values, y, cost, new = NULL) {
  centre <- colMeans(values)
  spread <- matrixStats::colSds(values)
  # A gene that is constant in these samples has no weight, and goes first.
  spread[spread == 0] <- 1
  scale_by <- function(values) sweep(sweep(values, 2L, centre), 2L, spread, "/")
  scaled <- scale_by(values)
  if (!is.null(new)) new <- scale_by(new)
  sizes <- rfe_sizes(ncol(values))
  left <- colnames(values)
  dropped <- character()
  weights <- numeric()
  decided <- matrix(NA_real_, if (is.null(new)) 0L else nrow(new), length(sizes))
  for (step in seq_along(sizes)) {
    machine <- linear_machine(scaled[, left, drop = FALSE], y, cost)
    if (!is.null(new)) decided[, step] <- machine$decide(new[, left, drop = FALSE])
    weight <- stats::setNames(machine$weight^2, left)
    gone <- if (step < length(sizes)) length(left) - sizes[[step + 1L]] else length(left)
    worst <- left[order(weight, left, method = "radix")][seq_len(gone)]
    dropped <- c(dropped, worst)
    weights <- c(weights, weight[worst])
    left <- setdiff(left, worst)
  }
  list(order = rev(dropped), weight = weights, sizes = sizes, decided = decided)
}

#' Errors of left-out samples by the number of genes, the ranking redone without each fold: the mean of the shares of cases and of controls that are
#' decided wrongly.
#'
#' @return Data frame `size`, `error`, `se` (over folds and repeats).
rfe_errors <- function(values, y, screen, cost, nfolds, cv_repeats, seed) {
  count <- length(screened_genes(values, y, screen))
  folds <- inner_folds(y, nfolds)
  wrong <- lapply(seq_len(cv_repeats), function(i) {
    foldid <- seeded_folds(y, folds, seed + i)
    do.call(rbind, lapply(seq_len(folds), function(k) {
      out <- foldid == k
      genes <- screened_genes(values[!out, , drop = FALSE], y[!out], screen)
      decided <- rfe_path(values[!out, genes, drop = FALSE], y[!out], cost, values[out, genes, drop = FALSE])$decided
      side <- function(which, wrong) colMeans(wrong[y[out] == which, , drop = FALSE])
      (side(1, decided <= 0) + side(0, decided > 0)) / 2
    }))
  })
  wrong <- do.call(rbind, wrong)
  data.frame(size = rfe_sizes(count), error = colMeans(wrong), se = matrixStats::colSds(wrong) / sqrt(nrow(wrong)))
}

#' How many genes are kept: the fewest whose error is the lowest, or within one standard error of it.
rfe_best <- function(errors, rule) {
  lowest <- which.min(errors$error)
  bound <- errors$error[[lowest]] + (if (rule == "1se") errors$se[[lowest]] else 0) + 1e-12
  min(errors$size[errors$error <= bound])
}

svm_selection <- function(screen, settings) {
  function(values, y, foldid, seed) {
    errors <- rfe_errors(values, y, screen, settings$cost, settings$nfolds, settings$cv_repeats, seed)
    best <- rfe_best(errors, settings$rule)
    path <- rfe_path(values[, screened_genes(values, y, screen), drop = FALSE], y, settings$cost)
    list(
      kept = path$order[seq_len(best)],
      ranked = data.frame(gene = path$order, rank = seq_along(path$order), score = unname(path$weight[path$order])),
      path = list(errors = errors, best = best)
    )
  }
}

# ---- the others ----

boruta_selection <- function(screen, trees) {
  function(values, y, foldid, seed) {
    found <- boruta(values[, screened_genes(values, y, screen), drop = FALSE], factor(y, c(0, 1)), seed, trees = trees)
    # Of rejected ones the runs before.
    score <- stats::setNames(matrixStats::colMedians(found$importance, na.rm = TRUE), colnames(found$importance))
    ranked <- ranked_genes(score)
    list(kept = ranked$gene[found$decision[ranked$gene] == "confirmed"], ranked = ranked, boruta = found)
  }
}

lasso_selection <- function(screen) {
  function(values, y, foldid, seed) {
    found <- logistic_path(values, y, foldid, 1, screen)
    beta <- abs(found$path$beta[, found$index[["min"]]])
    # Coefficients of genes in their own units: per standard deviation they can be compared.
    score <- beta * matrixStats::colSds(values[, names(beta), drop = FALSE])
    ranked <- ranked_genes(score)
    list(kept = ranked$gene[ranked$score > 0], ranked = ranked)
  }
}

#' Permutation importance of one forest. Genes without use have importances around 0 on both sides: those above the size of the lowest are kept
#' (Strobl and others 2009).
importance_selection <- function(screen, trees) {
  function(values, y, foldid, seed) {
    genes <- screened_genes(values, y, screen)
    set.seed(seed)
    fit <- ranger::ranger(
      x = values[, genes, drop = FALSE], y = factor(y, c(0, 1)), importance = "permutation", num.trees = trees, num.threads = 1L,
      write.forest = FALSE, seed = sample.int(.Machine$integer.max, 1L)
    )
    ranked <- ranked_genes(fit$variable.importance)
    list(kept = ranked$gene[ranked$score > max(0, -min(ranked$score))], ranked = ranked)
  }
}

# ---- the whole choice ----

#' All choices and the genes they agree on. @return List of `found` (by method), `lists` (kept genes, by method), `agreed`.
select_genes <- function(selections, rule, values, y, foldid, seed) {
  found <- lapply(selections, function(choose) choose(values, y, foldid, seed))
  lists <- lapply(found, `[[`, "kept")
  list(found = found, lists = lists, agreed = agreed_genes(lists, rule))
}

#' The choice and a ridge logistic regression of the genes that it keeps, as a learner (see binary-learners.R). Its `genes` are a list: those of each
#' method, and `agreed`.
selection_learner <- function(selections, rule) {
  function(values, y, foldid, seed) {
    chosen <- select_genes(selections, rule, values, y, foldid, seed)
    ridge <- ridge_of_genes(chosen$agreed, values, y, foldid)
    model <- ridge$model
    model[c("genes", "chosen")] <- list(c(chosen$lists, list(agreed = chosen$agreed)), chosen)
    list(held = ridge$held, fit = function() model)
  }
}

#' @param genes Of no gene the model is the share of cases. @return List of `model` (see `logistic_model`) and `held`.
ridge_of_genes <- function(genes, values, y, foldid) {
  if (length(genes) == 0L) {
    share <- mean(y)
    model <- list(
      genes = character(), coefficient = stats::setNames(numeric(), character()), intercept = stats::qlogis(share),
      probability = function(values) rep(share, nrow(values))
    )
    return(list(model = model, held = rep(share, length(y))))
  }
  own <- values[, genes, drop = FALSE]
  # glmnet takes two columns at least; one that is constant has no coefficient.
  if (length(genes) == 1L) own <- cbind(own, ` ` = 0)
  path <- logistic_path(own, y, foldid, 0)
  at <- path$index[["min"]]
  list(model = logistic_model(path$path, at), held = path$held[, at])
}

#' How many genes are kept where there is nothing to find: the outcome shuffled over the samples.
#' @return Matrix, a row per shuffle: genes by method, and `agreed`.
shuffled_counts <- function(selections, rule, values, y, nfolds, seed, times, progress = function(share) NULL) {
  counts <- in_forks(seq_len(times), function(i) {
    set.seed(seed + i)
    mixed <- sample(y)
    found <- select_genes(selections, rule, values, mixed, seeded_folds(mixed, inner_folds(mixed, nfolds), seed), seed)
    c(lengths(found$lists), agreed = length(found$agreed))
  }, length(values) * 100, function(done) progress(done / times))
  do.call(rbind, counts)
}
