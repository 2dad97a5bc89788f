#' How well probabilities tell cases from controls: AUC with DeLong's interval, precision and recall, Brier score, calibration, net benefit, and the
#' table at one cut. Cases and controls are compared within the fold whose model has scored both, so that models are never compared with each other:
#' the probabilities of several folds in one list put those who were left out of a fold with many cases behind all others.

#' @param cases,controls Numeric scores. @return DeLong's components: list of `cases` and `controls`, the share of the other side that each is
#'   ahead of.
delong_components <- function(cases, controls) {
  ahead <- function(own, other) {
    below <- findInterval(own, sort(other), left.open = TRUE)
    not_above <- findInterval(own, sort(other))
    (below + not_above) / 2 / length(other)
  }
  list(cases = ahead(cases, controls), controls = 1 - ahead(controls, cases))
}

#' The AUC within folds, with DeLong's variance (DeLong and others 1988) in each.
#'
#' @param score Numeric, by sample. @param y 1 or 0. @param fold By sample. @return `c(estimate, variance)`; folds count by their pairs.
fold_auc <- function(score, y, fold = rep(1L, length(y))) {
  parts <- lapply(split(seq_along(y), fold), function(own) {
    case <- own[y[own] == 1]
    control <- own[y[own] == 0]
    if (length(case) == 0L || length(control) == 0L) return(NULL)
    components <- delong_components(score[case], score[control])
    # One case alone has no variance among cases; its share is then not known, and 0.
    spread <- function(x) if (length(x) > 1L) stats::var(x) / length(x) else 0
    c(auc = mean(components$cases), variance = spread(components$cases) + spread(components$controls), pairs = length(case) * length(control))
  })
  parts <- do.call(rbind, parts)
  weight <- parts[, "pairs"] / sum(parts[, "pairs"])
  c(estimate = sum(weight * parts[, "auc"]), variance = sum(weight^2 * parts[, "variance"]))
}

#' Hanley and McNeil's variance of an AUC, each side counted as large as the mean of both (Newcombe 2006, his method 4).
newcombe_variance <- function(auc, cases, controls) {
  side <- (cases + controls) / 2 - 1
  auc * (1 - auc) * (1 + side * (1 - auc) / (2 - auc) + side * auc / (1 + auc)) / (cases * controls)
}

#' The AUCs that lie just so far from this one that it is not surprising (Newcombe 2006, his method 5): an interval also where DeLong's variance is 0,
#' as of an AUC of 1. @return `c(low, high)`, 95%.
newcombe_interval <- function(auc, cases, controls) {
  away <- function(true, side) side * (auc - true) - stats::qnorm(0.975) * sqrt(newcombe_variance(true, cases, controls))
  bound <- function(side, from, to) if (to - from < 1e-6) auc else stats::uniroot(away, c(from, to), side, tol = 1e-10)$root
  # At 0 and 1 themselves there is no error, and the distance is 0 as at a bound.
  c(low = bound(1, 0, min(auc, 1 - 1e-9)), high = bound(-1, max(auc, 1e-9), 1))
}

#' The AUC of repeated cross-validation: the mean over repeats, with the mean of their variances. One model's is that of one repeat in one fold.
#'
#' DeLong's variance is that of the samples tested; other training samples would give other models, too. With k folds it is 1 + k / (k - 1) times as
#' large (Nadeau and Bengio 2003). Of noise, 100 samples and 200 genes, the AUC of the best of six learners had 1.5 times DeLong's standard error.
#'
#' An AUC of 1 (or 0) in all folds has no variance: its interval is Newcombe's of so many cases and controls.
#'
#' @param score,fold Samples × repeats. @return List of `estimate`, `lower`, `upper`, `se`.
repeated_auc <- function(score, y, fold) {
  found <- vapply(seq_len(ncol(score)), function(i) fold_auc(score[, i], y, fold[, i]), numeric(2))
  auc <- with_interval(mean(found["estimate", ]), sqrt(mean(found["variance", ]) * training_factor(fold)))
  if (!(auc$estimate %in% c(0, 1))) return(auc)
  replace(auc, c("lower", "upper"), as.list(unname(newcombe_interval(auc$estimate, sum(y == 1), sum(y == 0)))))
}

#' How much larger the AUC of one score is than that of another in the same samples and folds, with DeLong's variance of the difference (DeLong and
#' others 1988): that of the differences of both scores' components.
#'
#' @param one,other Numeric, by sample. @return As `fold_auc`.
fold_auc_difference <- function(one, other, y, fold = rep(1L, length(y))) {
  parts <- lapply(split(seq_along(y), fold), function(own) {
    case <- own[y[own] == 1]
    control <- own[y[own] == 0]
    if (length(case) == 0L || length(control) == 0L) return(NULL)
    of <- lapply(list(one, other), function(score) delong_components(score[case], score[control]))
    ahead <- Map(`-`, of[[1L]], of[[2L]])
    spread <- function(x) if (length(x) > 1L) stats::var(x) / length(x) else 0
    c(difference = mean(ahead$cases), variance = spread(ahead$cases) + spread(ahead$controls), pairs = length(case) * length(control))
  })
  parts <- do.call(rbind, parts)
  weight <- parts[, "pairs"] / sum(parts[, "pairs"])
  c(estimate = sum(weight * parts[, "difference"]), variance = sum(weight^2 * parts[, "variance"]))
}

#' The difference of two AUCs of repeated cross-validation in the same folds, its variance as in `repeated_auc`.
#'
#' @param one,other,fold Samples × repeats. @return List of `estimate`, `lower`, `upper`, `p` (two-sided, normal); of scores that put all samples
#'   in the same order the interval is 0 and `p` 1, and where there is no variance otherwise both are NA.
repeated_auc_difference <- function(one, other, y, fold) {
  found <- vapply(seq_len(ncol(one)), function(i) fold_auc_difference(one[, i], other[, i], y, fold[, i]), numeric(2))
  estimate <- mean(found["estimate", ])
  se <- sqrt(mean(found["variance", ]) * training_factor(fold))
  if (se == 0) {
    none <- if (estimate == 0) 0 else NA_real_
    return(list(estimate = estimate, lower = none, upper = none, p = if (estimate == 0) 1 else NA_real_))
  }
  reach <- stats::qnorm(0.975) * se
  list(estimate = estimate, lower = estimate - reach, upper = estimate + reach, p = 2 * stats::pnorm(-abs(estimate / se)))
}

#' By how much other training samples add to a variance within folds (see `repeated_auc`). @param fold Samples × repeats.
training_factor <- function(fold) {
  folds <- length(unique(fold[, 1L]))
  if (folds > 1L) 1 + folds / (folds - 1) else 1
}

#' The ROC curve of one fold from (0, 0) to (1, 1): at each false positive rate the lowest and the highest true positive rate.
fold_roc <- function(score, y) {
  cuts <- sort(unique(score), decreasing = TRUE)
  tpr <- c(0, vapply(cuts, function(cut) mean(score[y == 1] >= cut), numeric(1)))
  # Equal shares of different numbers differ in their last digits.
  fpr <- round(c(0, vapply(cuts, function(cut) mean(score[y == 0] >= cut), numeric(1))), 12L)
  rates <- unique(fpr)
  list(fpr = rates, low = as.vector(tapply(tpr, match(fpr, rates), min)), high = as.vector(tapply(tpr, match(fpr, rates), max)))
}

#' The mean of the ROC curves of all folds and repeats, at each false positive rate. Its area is the AUC that `repeated_auc` tells.
#'
#' @return Data frame `fpr`, `tpr`.
repeated_roc <- function(score, y, fold) {
  parts <- unlist(lapply(seq_len(ncol(score)), function(i) {
    own <- Filter(function(part) any(y[part] == 1) && any(y[part] == 0), split(seq_along(y), fold[, i]))
    pairs <- vapply(own, function(part) sum(y[part] == 1) * sum(y[part] == 0), numeric(1))
    Map(function(part, share) c(fold_roc(score[part, i], y[part]), weight = share), own, pairs / sum(pairs))
  }), recursive = FALSE)
  weight <- vapply(parts, `[[`, numeric(1), "weight")
  fpr <- sort(unique(unlist(lapply(parts, `[[`, "fpr"))))
  side <- function(which) {
    rates <- vapply(parts, function(part) {
      place <- findInterval(fpr, part$fpr)
      exact <- part$fpr[place] == fpr
      next_place <- pmin(place + 1L, length(part$fpr))
      along <- (fpr - part$fpr[place]) / ifelse(exact, 1, part$fpr[next_place] - part$fpr[place])
      ifelse(exact, part[[which]][place], part$high[place] + along * (part$low[next_place] - part$high[place]))
    }, numeric(length(fpr)))
    as.vector(matrix(rates, length(fpr)) %*% weight) / sum(weight)
  }
  data.frame(fpr = rep(fpr, each = 2L), tpr = as.vector(rbind(side("low"), side("high"))))
}

#' Precision at each case, from the highest probability on; cases of equal probability have the precision at the last of them.
#'
#' @return Data frame `recall`, `precision`: their mean is the average precision.
precision_recall <- function(probability, y) {
  ranks <- rank(-probability, ties.method = "max")
  case <- sort(ranks[y == 1])
  data.frame(recall = seq_along(case) / length(case), precision = vapply(case, function(at) sum(ranks <= at & y == 1), numeric(1)) / case)
}

#' Probabilities as log odds; 0 and 1 have none, and stand as far out as a sample of this size can tell.
log_odds <- function(probability) {
  least <- 1 / (2 * length(probability))
  stats::qlogis(pmin(pmax(probability, least), 1 - least))
}

#' Slope and intercept of the outcome over the log odds (Cox 1958). @return `c(slope, intercept)`, NA where all probabilities are equal.
calibration_line <- function(probability, y) {
  odds <- log_odds(probability)
  if (length(unique(odds)) < 2L) return(c(slope = NA_real_, intercept = NA_real_))
  fits <- calibration_fits(odds, y)
  c(slope = unname(stats::coef(fits$slope)[[2L]]), intercept = unname(stats::coef(fits$intercept)[[1L]]))
}

#' The outcome over the log odds, and its level beside them.
calibration_fits <- function(odds, y) {
  suppressWarnings(list(
    slope = stats::glm(y ~ odds, family = stats::binomial()), intercept = stats::glm(y ~ 1, family = stats::binomial(), offset = odds)
  ))
}

#' Observed against predicted probability in groups of equal size, with Wilson's interval.
#'
#' @return Data frame `predicted`, `observed`, `lower`, `upper`, `n`; without rows where all probabilities are equal.
probability_groups <- function(probability, y, groups = 10L) {
  none <- numeric()
  if (length(unique(probability)) < 2L) return(data.frame(predicted = none, observed = none, lower = none, upper = none, n = integer()))
  groups <- max(2L, min(groups, length(y) %/% 15L))
  part <- ceiling(groups * rank(probability, ties.method = "first") / length(probability))
  rows <- lapply(seq_len(groups), function(k) {
    own <- part == k
    interval <- wilson_interval(sum(y[own]), sum(own))
    data.frame(predicted = mean(probability[own]), observed = mean(y[own]), lower = interval[[1L]], upper = interval[[2L]], n = sum(own))
  })
  do.call(rbind, rows)
}

#' @return `c(lower, upper)` of a share, 95% (Wilson 1927); NA of nobody.
wilson_interval <- function(count, of) {
  if (of == 0L) return(c(NA_real_, NA_real_))
  z <- stats::qnorm(0.975)
  share <- count / of
  centre <- (share + z^2 / (2 * of)) / (1 + z^2 / of)
  reach <- z / (1 + z^2 / of) * sqrt(share * (1 - share) / of + z^2 / (4 * of^2))
  c(max(0, centre - reach), min(1, centre + reach))
}

#' Net benefit of treating those above a threshold, and of treating all (Vickers and Elkin 2006).
#'
#' @return Data frame `threshold`, `model`, `all`; none is 0.
binary_net_benefit <- function(probability, y, thresholds = seq(0.01, 0.99, by = 0.01)) {
  odds <- thresholds / (1 - thresholds)
  true <- vapply(thresholds, function(at) mean(probability > at & y == 1), numeric(1))
  false <- vapply(thresholds, function(at) mean(probability > at & y == 0), numeric(1))
  data.frame(threshold = thresholds, model = true - odds * false, all = mean(y) - odds * (1 - mean(y)))
}

#' @return `c(lower, upper)` of a share, 95% (Clopper and Pearson 1934); NA of nobody.
exact_interval <- function(count, of) {
  if (of == 0L) return(c(NA_real_, NA_real_))
  as.vector(stats::binom.test(count, of)$conf.int)
}

#' Counts and shares at a cut: who is at or above it is called a case. @param interval_of Of a share, by its count and of how many.
#' @return List of `counts` (tp, fp, fn, tn) and `shares` (data frame).
cut_table <- function(probability, y, cut, interval_of = wilson_interval) {
  called <- probability >= cut
  counts <- c(tp = sum(called & y == 1), fp = sum(called & y == 0), fn = sum(!called & y == 1), tn = sum(!called & y == 0))
  share <- function(measure, count, of) {
    interval <- interval_of(count, of)
    data.frame(measure = measure, estimate = if (of > 0L) count / of else NA_real_, lower = interval[[1L]], upper = interval[[2L]])
  }
  n <- counts
  list(counts = counts, shares = rbind(
    share("sensitivity", n[["tp"]], n[["tp"]] + n[["fn"]]), share("specificity", n[["tn"]], n[["tn"]] + n[["fp"]]),
    share("ppv", n[["tp"]], n[["tp"]] + n[["fp"]]), share("npv", n[["tn"]], n[["tn"]] + n[["fn"]]),
    share("accuracy", n[["tp"]] + n[["tn"]], sum(n))
  ))
}

#' The measures of probabilities: the mean over repeats.
#'
#' @param score By which cases and controls are put in order; probability Samples × repeats. @param fold Samples × repeats.
#' @param cut Of the shares; those of several repeats are of each sample's mean probability.
#' @return Data frame `measure`, `estimate`, `lower`, `upper`.
binary_measures <- function(score, probability, y, fold, cut) {
  runs <- seq_len(ncol(probability))
  mean_of <- function(measure) mean(vapply(runs, function(i) measure(probability[, i], y), numeric(1)))
  one <- function(measure, estimate) data.frame(measure = measure, estimate = estimate, lower = NA_real_, upper = NA_real_)
  auc <- repeated_auc(score, y, fold)
  rbind(
    data.frame(measure = "auc", estimate = auc$estimate, lower = auc$lower, upper = auc$upper),
    one("average_precision", mean_of(function(p, y) mean(precision_recall(p, y)$precision))),
    one("brier", mean_of(function(p, y) mean((p - y)^2))),
    one("slope", mean_of(function(p, y) calibration_line(p, y)[["slope"]])),
    one("intercept", mean_of(function(p, y) calibration_line(p, y)[["intercept"]])),
    cut_table(rowMeans(probability), y, cut)$shares
  )
}
