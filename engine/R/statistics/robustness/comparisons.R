# Does a comparison stand? Small runs beside a result, of which each tells one finding: `passed`, `should` where it casts doubt, `note` where it
# cannot tell or there is nothing to doubt.
#
# A comparison, as all of them take it, is a list of `samples` (data frame with `sample`), `design` (see `design_matrix`), `pairs` and `blocks` (an
# identifier for each sample, of its pair or its patient, or NULL), `values` (genes × samples on the log scale), `fit` (function of a design and of
# the samples' places that gives the table `gene`, `logFC`, `adj.P.Val`), `called` (function of such a table that tells its genes that count),
# `padj` (the adjusted P below which a gene is significant), and `by`: what is said of the lists where they are not the tool's own, else NULL.
#
# Of two groups the labels are the design's column `case`, 0 and 1. Others have `labels` (of each sample), `relabelled` (function of such labels that
# gives the design), `shuffled` (what is shuffled, from `told`), and `ordered`: are the labels numbers? Exchanged names of groups say the same, and
# exchanged numbers do not. Where `logFC` has no direction, `undirected` is TRUE.

#' Orders of labels that are tried; fewer where there are not so many.
LABEL_DRAWS <- 50L
#' Fewer orders cannot tell chance from more than it: with 19 a share of 1 in 20 is the smallest.
LABEL_DRAWS_ENOUGH <- 19L
LABEL_SHARE <- 0.05
#' Draws of a label that may be one that was drawn before.
LABEL_TRIES <- 20L

#' Genes that are called when labels are shuffled: within pairs where there are any, by whole patients where they repeat, else between all samples;
#' covariates stay where they are.
tell_shuffled_labels <- function(comparison, job) {
  named <- if (is.null(comparison$shuffled)) told("分组的标签", "labels") else comparison$shuffled
  found <- sum(comparison$called(whole_fit(comparison)))
  draws <- shuffled_labels(comparison, LABEL_DRAWS)
  if (length(draws) < 2L) {
    return(job$finding("note", "labels_few", told(
      "样本太少，%s没有别的排法，打乱不了", "There are too few samples to shuffle %s in any other way", named
    )))
  }
  counts <- unlist(in_forks(draws, function(labels) {
    sum(comparison$called(comparison$fit(relabelled(comparison, labels), seq_along(labels))))
  }, length(comparison$values) * length(draws), function(done) job$step("打乱标签", done / length(draws))))
  share <- (1 + sum(counts >= found)) / (1 + length(counts))
  shuffled <- told(
    "%s打乱 %s 次，找到的个数中位数 %s，最多 %s%s", "with %s shuffled %s times, the median is %s and the most %s%s", named,
    format_count(length(counts)), format_count(stats::median(counts)), format_count(max(counts)), fitted_by(comparison)
  )
  if (found == 0L) {
    return(job$finding("note", "labels_none", told(
      "没有找到差异{{row_subject}}；%s。数据里没有看到比打乱更多的东西", "No {{row_subject}} was called; %s: no more is seen than by chance", shuffled
    )))
  }
  if (share > LABEL_SHARE && length(counts) >= LABEL_DRAWS_ENOUGH) {
    return(job$finding("should", "labels_alike", told(
      "找到 %s 个；%s。打乱了也常有这么多，这份名单可能只是偶然", "%s called; %s: such orders often give as many, and the list may be chance alone",
      format_count(found), shuffled
    )))
  }
  if (length(counts) < LABEL_DRAWS_ENOUGH) {
    return(job$finding("note", "labels_coarse", told(
      "找到 %s 个；%s。样本少，只有 %s 种打乱法，分不清偶然与否", "%s called; %s. With so few samples there are %s orders, too few to judge chance",
      format_count(found), shuffled, format_count(length(counts))
    )))
  }
  job$finding("passed", "labels_apart", told("找到 %s 个；%s", "%s called; %s", format_count(found), shuffled))
}

#' An interaction cannot be judged by shuffled samples: the main effects go with it, and leave the fits of the shuffled more to explain.
tell_no_shuffle <- function(job) {
  job$finding("note", "labels_interaction", told(
    "这里检验的是交互作用（组间的差别是否随另一列而不同），没有合适的打乱法：打乱样本会把两个因素各自的作用也打乱。这一项看不了",
    "An interaction is tested, for which there is no fitting order to shuffle: the effects of each factor alone would be shuffled with it"
  ))
}

#' What is said of lists, in brackets behind them. @param parts List of what `told` made; none: NULL.
said_in_brackets <- function(parts) {
  if (length(parts) == 0L) return(NULL)
  told(
    sprintf("（%s）", paste(vapply(parts, `[[`, "", "zh"), collapse = "；")), sprintf(" (%s)", paste(vapply(parts, `[[`, "", "en"), collapse = "; "))
  )
}

#' What is said of other lists than the tool's.
fitted_by <- function(comparison) if (is.null(comparison$by)) "" else comparison$by

whole_fit <- function(comparison) comparison$fit(comparison$design, seq_len(nrow(comparison$design)))

#' The design with other labels.
relabelled <- function(comparison, labels) {
  if (!is.null(comparison$relabelled)) return(comparison$relabelled(labels))
  design <- comparison$design
  design[, "case"] <- labels
  design
}

#' Other orders of the labels, each once; an order that only exchanges the names of groups says the same and is none.
#'
#' @param comparison See above. @param most So many at most. @return List of vectors of labels.
shuffled_labels <- function(comparison, most) {
  labels <- if (is.null(comparison$labels)) comparison$design[, "case"] else comparison$labels
  shuffle <- if (!is.null(comparison$pairs)) function() within_places(labels, comparison$pairs)
  else if (!is.null(comparison$blocks)) function() by_patients(labels, comparison$blocks)
  else function() labels[sample.int(length(labels))]
  key <- function(labels) paste(if (isTRUE(comparison$ordered)) labels else match(labels, unique(labels)), collapse = " ")
  seen <- key(labels)
  drawn <- list()
  for (turn in seq_len(most * LABEL_TRIES)) {
    if (length(drawn) == most) break
    turned <- shuffle()
    own <- key(turned)
    if (own %in% seen) next
    seen <- c(seen, own)
    design <- relabelled(comparison, turned)
    if (qr(design)$rank == ncol(design)) drawn[[length(drawn) + 1L]] <- turned
  }
  drawn
}

#' Labels shuffled within each pair or patient.
within_places <- function(labels, of) {
  for (places in split(seq_along(labels), of)) labels[places] <- labels[places[sample.int(length(places))]]
  labels
}

#' Labels of whole patients go to others with as many samples, and are shuffled within those who have several.
by_patients <- function(labels, patients) {
  places <- split(seq_along(labels), patients)
  turned <- labels
  for (alike in split(places, lengths(places))) {
    drawn <- alike[sample.int(length(alike))]
    turned[unlist(alike)] <- labels[unlist(drawn)]
  }
  within_places(turned, patients)
}

#' Fewer genes change their side by chance.
LIST_JUDGED_FROM <- 10L
#' The list without a sample is another one from this share of it on, and where so many times as much of it changes as without the usual sample.
LIST_CHANGED <- 0.5
LIST_CHANGED_TIMES <- 2

#' The list without each sample in turn: which one carries it.
tell_left_out_samples <- function(comparison, job) {
  whole <- whole_fit(comparison)
  listed <- whole$gene[comparison$called(whole)]
  design <- comparison$design
  able <- which(vapply(seq_len(nrow(design)), function(i) {
    rest <- design[-i, , drop = FALSE]
    nrow(rest) > ncol(rest) && qr(rest)$rank == ncol(rest)
  }, NA))
  if (length(able) < nrow(design)) {
    return(job$finding("note", "left_out_few", told(
      "样本太少，去掉一个就比不成了（%s），这一项看不了", "There are too few samples: without %s there is no comparison",
      told_names(comparison$samples$sample[setdiff(seq_len(nrow(design)), able)])
    )))
  }
  lists <- in_forks(able, function(i) {
    table <- comparison$fit(design[-i, , drop = FALSE], seq_len(nrow(design))[-i])
    table$gene[comparison$called(table)]
  }, length(comparison$values) * length(able), function(done) job$step("逐个去掉样本", done / length(able)))
  lost <- vapply(lists, function(list) length(setdiff(listed, list)), 0L)
  gained <- vapply(lists, function(list) length(setdiff(list, listed)), 0L)
  changed <- (lost + gained) / pmax(1, lengths(lapply(lists, union, listed)))
  worst <- which.max(changed)
  named <- told(
    "去掉「%s」变得最多：%s 个变成 %s 个（少 %s，多 %s）%s", "without “%s” it changes most: from %s to %s (%s fewer, %s more)%s",
    comparison$samples$sample[[worst]], format_count(length(listed)), format_count(length(lists[[worst]])), format_count(lost[[worst]]),
    format_count(gained[[worst]]), fitted_by(comparison)
  )
  usual <- stats::median(changed[-worst])
  if (max(length(listed), lengths(lists)) < LIST_JUDGED_FROM) {
    return(job$finding("note", "left_out_short", told(
      "名单不到 %d 个，逐个去掉样本看不出什么；%s", "The list is shorter than %d, too short to judge; %s", LIST_JUDGED_FROM, named
    )))
  }
  rest <- told("；去掉别的样本，一般变动 %.0f%%", "; without another sample usually %.0f%% of it changes", 100 * usual)
  if (changed[[worst]] > LIST_CHANGED && changed[[worst]] > LIST_CHANGED_TIMES * usual) {
    return(job$finding("should", "left_out_one", told(
      "名单系于一个样本：%s%s。请看 PCA 和这个样本的质量", "The list hangs on one sample: %s%s. Look at the quality of this sample", named, rest
    )))
  }
  if (usual > LIST_CHANGED) {
    return(job$finding("note", "left_out_all", told(
      "去掉任何一个样本，名单都变动大半：样本少，名单只能当候选；%s", "Without any sample most of the list changes: it is one of candidates; %s", named
    )))
  }
  job$finding("passed", "left_out_stands", told("名单都在：%s%s", "It stands without any single sample: %s%s", named, rest))
}

#' So alike are two samples that are one: nearly the same profile, and so much closer than samples of these data usually are.
COPY_CORRELATION <- 0.995
COPY_DISTANCE <- 0.25
#' Genes of the largest variance, in which samples differ most.
COPY_GENES <- 5000L

#' Samples of different names that hold the same numbers, or nearly.
tell_copied_samples <- function(comparison, job) {
  pairs <- copied_samples(comparison$values)
  n <- ncol(comparison$values)
  if (n < 3L) return(job$finding("note", "copies_few", told("样本太少，看不出有没有重复", "There are too few samples to tell copies")))
  if (nrow(pairs) == 0L) {
    return(job$finding("passed", "copies_none", told(
      "%s 个样本两两比较，没有几乎相同的", "No two of the %s samples are nearly the same", format_count(n)
    )))
  }
  named <- sprintf("%s = %s", pairs$first, pairs$second)
  job$finding("should", "copies_found", told(
    "有 %s 对样本名字不同、数值几乎相同（%s）：像是同一份样本用了两个名字，会让 P 值偏小。请核对来源，只留一个",
    "%s pairs of samples have different names and nearly the same values (%s), as of one sample under two names: P values are too small",
    format_count(nrow(pairs)), told_names(named)
  ))
}

#' @param values Genes × samples, log scale. @return Data frame `first`, `second` (names), `correlation`, `distance`: root mean square of the
#'   difference, as a share of the median over all pairs.
copied_samples <- function(values) {
  none <- data.frame(first = character(), second = character(), correlation = numeric(), distance = numeric())
  values <- values[stats::complete.cases(values), , drop = FALSE]
  if (ncol(values) < 3L || nrow(values) < 2L) return(none)
  spread <- matrixStats::rowVars(values)
  values <- values[utils::head(order(-spread), COPY_GENES), , drop = FALSE]
  correlation <- suppressWarnings(stats::cor(values))
  distance <- as.matrix(column_distances(values))
  typical <- stats::median(distance[upper.tri(distance)])
  found <- which(upper.tri(distance) & correlation > COPY_CORRELATION & distance < COPY_DISTANCE * typical, arr.ind = TRUE)
  if (nrow(found) == 0L) return(none)
  data.frame(
    first = colnames(values)[found[, 1L]], second = colnames(values)[found[, 2L]], correlation = correlation[found],
    distance = distance[found] / typical
  )
}

#' What could have been found: the P of one gene, and how surely.
EFFECT_P <- 0.001
EFFECT_POWER <- 0.8

#' The smallest difference that this many samples show with some certainty. @param sd Standard deviations of the genes within groups.
#' @param change,english What a difference is called.
tell_detectable_effect <- function(sd, n, change, english, job) {
  typical <- stats::median(sd, na.rm = TRUE)
  of <- told("%d 比 %d 例", "%d against %d samples", n[[1L]], n[[2L]])
  tell_detectable_size(detectable_effect(typical, n, EFFECT_P, EFFECT_POWER), typical, of, change, english, job)
}

#' The same of any comparison of a fit. @param design Samples x coefficients. @param contrast A number for each of them. @param of What it is of.
tell_detectable_contrast <- function(sd, design, contrast, of, change, english, job) {
  typical <- stats::median(sd, na.rm = TRUE)
  spread <- sqrt(sum(contrast * solve(crossprod(design), contrast)))
  size <- detectable_contrast(typical, spread, nrow(design) - ncol(design), EFFECT_P, EFFECT_POWER)
  tell_detectable_size(size, typical, of, change, english, job)
}

tell_detectable_size <- function(size, typical, of, change, english, job) {
  if (!is.finite(size)) {
    return(job$finding("note", "effect_unknown", told("样本太少，算不出能检出多大的差异", "There are too few samples to tell which difference shows")))
  }
  job$finding("note", "effect_detectable", told(
    "%s、组内标准差取中位数 %s：有 %.0f%% 的把握检出（单个{{row_subject}} P < %s）的差异，%s 至少要有 %s；更小的没有检出，不等于没有",
    c(
      "With %s and the median standard deviation within groups (%s), a single {{row_subject}} is found with a power of %.0f%%",
      "(P < %s) from a %s of %s on; smaller differences that were not found may be there"
    ),
    of, format_plain(signif(typical, 2)), 100 * EFFECT_POWER, format_plain(EFFECT_P), told(change, english),
    format_plain(signif(size, 2))
  ))
}

#' Difference of two means that the t test of unequal group sizes finds. Source: the noncentral t distribution, as `stats::power.t.test` has it for
#' equal sizes (`strict = TRUE`).
#'
#' @param sd Within groups. @param n Two sizes. @return Infinite where there is no freedom.
detectable_effect <- function(sd, n, alpha, power) {
  if (min(n) < 1) Inf else detectable_contrast(sd, sqrt(sum(1 / n)), sum(n) - 2, alpha, power)
}

#' @param spread Standard error of the contrast, in standard deviations. @param df Residual degrees of freedom.
detectable_contrast <- function(sd, spread, df, alpha, power) {
  if (df < 1 || !is.finite(sd) || sd <= 0) return(Inf)
  limit <- stats::qt(1 - alpha / 2, df)
  reached <- function(ncp) stats::pt(limit, df, ncp, lower.tail = FALSE) + stats::pt(-limit, df, ncp) - power
  # `pt` knows noncentralities to 37; what needs more is not found by so few samples.
  if (suppressWarnings(reached(37)) < 0) return(Inf)
  ncp <- suppressWarnings(stats::uniroot(reached, c(0, 37), tol = 1e-9)$root)
  ncp * sd * spread
}

#' Samples of both groups, and what is left of each gene's variation by the design. @param comparison See above.
group_sizes <- function(comparison) {
  case <- comparison$design[, "case"] == 1
  c(sum(case), sum(!case))
}

#' @return Standard deviations of the genes without missing values.
residual_sd <- function(comparison) {
  values <- comparison$values[stats::complete.cases(comparison$values), , drop = FALSE]
  left <- stats::lm.fit(comparison$design, t(values))$residuals
  sqrt(colSums(left^2) / (nrow(comparison$design) - ncol(comparison$design)))
}

#' Identifiers of pairs, or NULL where the comparison has none.
pair_ids <- function(samples, params) if (!is.null(params$pair_column)) as.character(samples[[params$pair_column]])
