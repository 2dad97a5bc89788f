# Do the two samples of a patient look alike? Samples of one person share much that groups do not tell (genes on deletions, sex, the make of tissue);
# two that were swapped between patients fit each other's partner.

#' Genes that vary most in that group in which they vary less.
PAIR_GENES <- 5000L
#' Directions in which samples vary so many times as much as in the usual one are of subtypes, purity and batches rather than of persons: at most one
#' for so many patients is left out, and no more than so many.
PAIR_DIRECTION_TIMES <- 3
PAIR_DIRECTION_FOR <- 6L
PAIR_DIRECTIONS <- 3L
#' With fewer patients chance names partners as well.
PAIRS_FROM <- 6L
#' Partners are told where so few of the orders of patients fit as well.
PAIRS_P <- 0.005
PAIR_ORDERS <- 999L
#' A swap has to fit better than the patients do, beyond chance over all swaps that there may be.
SWAP_P <- 0.01
#' The patients who are not part of a swap have to be told as well; few of them have few orders.
SWAP_OTHERS_P <- 0.05
#' Of what partners usually fit, each of the crossed samples fits so much at least, and the own partner less.
SWAP_FIT <- 0.5

#' Samples of a patient that fit each other worse than those of others.
#'
#' @param comparison See comparisons.R. @param patients Identifier for each of its samples, or NULL.
#' @param of What of a result of several groups is looked at (from `told`; Chinese stands before, English behind what is said of it).
tell_partners <- function(comparison, patients, job, of = "") {
  if (is.null(patients)) {
    return(job$finding("note", "pairs_unknown", told(
      "这次比较没有选配对列（或患者列），不知道哪两份样本是同一位患者的", "Which samples are of one patient is not known: no column of pairs or patients was chosen"
    )))
  }
  fit <- partner_fit(comparison$values, comparison$design[, "case"] == 1, patients)
  if (is.null(fit) || nrow(fit$fit) < PAIRS_FROM) {
    return(job$finding("note", "pairs_few", told(
      "%1$s两组都有样本的患者不足 %2$d 位，从表达看不出谁和谁是一对",
      "Fewer than %2$d patients have samples in both groups%1$s: too few to tell partners", of, PAIRS_FROM
    )))
  }
  found <- partners_found(fit$fit)
  known <- told(
    "%1$s%2$s 位患者里，两份样本彼此最像的有 %3$s 位", "of %2$s patients%1$s, the two samples of %3$s fit each other best", of,
    format_count(nrow(fit$fit)), format_count(found$own)
  )
  if (nrow(found$swaps) > 0L) {
    named <- sprintf("%s ↔ %s", fit$controls[found$swaps$first], fit$controls[found$swaps$second])
    return(job$finding("should", "pairs_crossed", told(
      "有 %s 对患者的样本像是弄混了：%s 互换之后才与各自的患者相像（%s）。请核对样本和患者编号的来源；%s",
      "Samples of %s pairs of patients seem to be exchanged: after an exchange of %s they fit their patients (%s). Check where samples come from; %s",
      format_count(nrow(found$swaps)), told_names(named),
      told_names(sprintf("%s ~ %s", fit$patients[found$swaps$first], fit$patients[found$swaps$second])), known
    )))
  }
  if (!found$told) {
    return(job$finding("note", "pairs_untold", told(
      "从表达分不出谁和谁是一对（%s），这一项看不了", "Expression does not tell partners (%s)", known
    )))
  }
  if (2L * found$own < nrow(fit$fit)) {
    return(job$finding("note", "pairs_partly", told(
      "成对的样本总的来说比别人的更像，但是%s，不到一半：其余患者的样本若弄混了，从表达看不出来",
      "Partners are more alike than strangers on the whole, but %s, fewer than half: an exchange among the other patients would not be seen", known
    )))
  }
  job$finding("passed", "pairs_fit", told(
    "成对的样本比别人的更像（%s），没有看出互换的", "Partners are more alike than strangers (%s), and none seem to be exchanged", known
  ))
}

#' How well each patient's samples of the one group fit those of the other.
#'
#' @param values Genes × samples, log scale. @param case Is each sample of the first group? @param patients Identifier for each.
#' @return List of `fit` (patients of both groups × the same: correlation of case with control, without the means of rows and columns), `patients`,
#'   `cases` and `controls` (names of their samples); NULL where fewer than two patients have both. Several samples of a patient are averaged.
partner_fit <- function(values, case, patients) {
  given <- !is.na(patients) & nzchar(patients)
  both <- intersect(unique(patients[given & case]), patients[given & !case])
  if (length(both) < 2L) return(NULL)
  values <- values[rowSums(!is.finite(values)) == 0L, , drop = FALSE]
  side <- function(of) {
    own <- lapply(both, function(patient) which(of & given & patients == patient))
    mean <- vapply(own, function(places) rowMeans(values[, places, drop = FALSE]), numeric(nrow(values)))
    list(values = mean - rowMeans(mean), names = vapply(own, function(places) paste(colnames(values)[places], collapse = "+"), ""))
  }
  first <- side(case)
  second <- side(!case)
  spread <- pmin(rowSums(first$values^2), rowSums(second$values^2))
  chosen <- utils::head(order(-spread), PAIR_GENES)
  rest <- without_directions(cbind(first$values, second$values)[chosen, , drop = FALSE], min(PAIR_DIRECTIONS, length(both) %/% PAIR_DIRECTION_FOR))
  fit <- suppressWarnings(stats::cor(rest[, seq_along(both), drop = FALSE], rest[, -seq_along(both), drop = FALSE]))
  # Equal samples without any variation fit nobody.
  fit[!is.finite(fit)] <- 0
  fit <- fit - outer(rowMeans(fit), colMeans(fit), `+`) + mean(fit)
  list(fit = fit, patients = both, cases = first$names, controls = second$names)
}

#' Samples without the directions in which they vary most. @param directions So many at most.
without_directions <- function(values, directions) {
  if (directions == 0L) return(values)
  found <- eigen(crossprod(values), symmetric = TRUE)
  # Two directions are lost to the means of the groups.
  usual <- stats::median(utils::head(found$values, -2L))
  main <- found$vectors[, utils::head(which(found$values > PAIR_DIRECTION_TIMES * usual), directions), drop = FALSE]
  values - tcrossprod(values %*% main, main)
}

#' Who fits whom. @param fit Cases × controls of the same patients in the same order.
#'
#' @return List of `own` (patients whose two sides fit each other best), `told` (do expression's partners agree with the patients at all?), and
#'   `swaps` (data frame of places `first`, `second`): the control of each is nearest to the case of the other, and neither fits its own.
partners_found <- function(fit) {
  n <- nrow(fit)
  nearest <- max.col(fit, ties.method = "first")
  nearest_of <- max.col(t(fit), ties.method = "first")
  own <- sum(nearest == seq_len(n) & nearest_of == seq_len(n))
  known <- diag(fit)
  # By what samples of the other patients fit strangers.
  limit <- function(a, b) {
    rest <- fit[-c(a, b), -c(a, b), drop = FALSE]
    2 * stats::sd(rest[row(rest) != col(rest)]) * stats::qnorm(SWAP_P / choose(n, 2), lower.tail = FALSE)
  }
  usual <- stats::median(known)
  may <- Filter(function(a) {
    b <- nearest[[a]]
    a < b && nearest[[b]] == a && nearest_of[[a]] == b && nearest_of[[b]] == a &&
      fit[a, b] + fit[b, a] - known[[a]] - known[[b]] > limit(a, b) &&
      max(known[c(a, b)]) < SWAP_FIT * usual && min(fit[a, b], fit[b, a]) >= SWAP_FIT * usual
  }, seq_len(n))
  others <- setdiff(seq_len(n), c(may, nearest[may]))
  if (length(others) < 2L || partners_by_chance(fit[others, others, drop = FALSE]) > SWAP_OTHERS_P) may <- integer()
  told <- length(may) > 0L || partners_by_chance(fit) <= PAIRS_P
  list(own = own, told = told, swaps = data.frame(first = may, second = nearest[may]))
}

#' The share of orders of the controls that fit as well as that of the patients.
partners_by_chance <- function(fit) {
  places <- seq_len(nrow(fit))
  sums <- vapply(seq_len(PAIR_ORDERS), function(i) sum(fit[cbind(places, sample.int(length(places)))]), 0)
  (1 + sum(sums >= sum(diag(fit)) - 1e-9)) / (1 + PAIR_ORDERS)
}
