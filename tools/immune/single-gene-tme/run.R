# One gene, or a score of several, against the microenvironment: ESTIMATE's scores of tumours in which it is high or low.

TME_SCORES <- IMMUNE_SCORES[names(IMMUNE_SCORES) != "TumorPurity"]
#' Fewer samples of a group make no comparison.
GROUP_FROM <- 5L

#' @param inputs `dataset` (from `open_cohort`), `signature` (from `read_signature`). @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohort <- inputs$dataset
  job$step("找到基因和样本", 0.05)
  marker <- cohort_marker(cohort, params, job)
  sheet <- cohort_samples(cohort, "expression")
  kept <- sheet$type == "tumour" & sheet$survival == "1"
  job$step("读取表达矩阵", 0.2)
  values <- cohort_matrix(cohort, samples = sheet$sample[kept])
  expression <- stats::setNames(marker_values(cohort, marker, colnames(values), job), colnames(values))
  cut <- tme_cut(expression, marker, params)
  rows <- estimate_rows(list(values = values, kind = "log", identifiers = "symbol"), inputs$signature, "dataset", job)
  job$step("计算评分", 0.5)
  table <- estimate_table(rows$values, inputs$signature)
  scores <- rbind(t(as.matrix(table[names(TME_SCORES)[1:3]])), TumorPurity_relative = table$purity)
  colnames(scores) <- table$sample
  tests <- estimate_tests(scores, cut$group)
  circular <- marker_in_signature(marker$genes, rows, inputs$signature)
  related <- do.call(rbind, lapply(rownames(scores), related_row, scores = scores, expression = expression))
  related$padj <- stats::p.adjust(related$p, "BH")
  tell_tme(cohort, marker, circular, cut, sheet, kept, tests, related, table, rows, inputs$signature, job)
  unit <- cohort$about$matrices$expression$unit
  c(
    list(
      tests = score_test_table(with_words(tests, type = TME_SCORES)), related = related,
      samples = data.frame(
        sample = table$sample, group = unname(cut$group), expression = unname(expression), table[names(TME_SCORES)[1:3]],
        TumorPurity_relative = table$purity, row.names = NULL
      ),
      flow = tme_flow(sheet, kept, cut), coverage = rows$coverage, names = signature_name_table(rows$names)
    ),
    tme_figures(scores, cut$group, tests, expression, related, marker, unit)
  )
}

#' Who is high and who is low.
#'
#' @return List of `group` (by sample, "" between the two), `high`, `low` (names of the groups), `left` (samples between), `word`,
#'   `english` (the same) and `values` (the bounds).
tme_cut <- function(expression, marker, params) {
  bounds <- switch(params$cutoff_method,
    median = rep(stats::median(expression), 2L), quartile = unname(stats::quantile(expression, c(0.25, 0.75))),
    tertile = unname(stats::quantile(expression, c(1, 2) / 3)), value = rep(params$cutoff_value, 2L)
  )
  names <- marker_sides(marker)
  # High is above the cut-off in every tool; of quarters the lower one has what is not above its bound.
  group <- ifelse(expression > bounds[[2L]], names[[2L]], ifelse(expression <= bounds[[1L]], names[[1L]], ""))
  sizes <- c(sum(group == names[[1L]]), sum(group == names[[2L]]))
  if (min(sizes) < GROUP_FROM) stop_input("small_group", sprintf(
    "%s 按这个界限分成高 %d 例、低 %d 例，少的一组不足 %d 例，不能比较。请换一种分法、基因或队列", marker$name, sizes[[2L]], sizes[[1L]], GROUP_FROM
  ), if (params$cutoff_method == "value") "cutoff_value" else marker$field)
  word <- c(median = "中位数", quartile = "上、下四分位数", tertile = "三分位数", value = "给定的值")[[params$cutoff_method]]
  english <- c(
    median = "the median", quartile = "the lower and the upper quartile", tertile = "the lower and the upper tertile", value = "a given value"
  )[[params$cutoff_method]]
  list(
    group = stats::setNames(group, names(expression)), low = names[[1L]], high = names[[2L]], left = sum(!nzchar(group)), word = word,
    english = english, values = paste(true_minus(sprintf("%.2f", unique(bounds))), collapse = ", ")
  )
}

#' An ESTIMATE score is made of these genes themselves where they are in its signature. @return Of each signature that has some: their names.
marker_in_signature <- function(genes, rows, signature) {
  found <- rows$names$found[match(genes, rows$names$asked)]
  called <- ifelse(is.na(found) | !nzchar(found), genes, found)
  members <- lapply(signature$sets, function(set) genes[called %in% set])
  members[lengths(members) > 0L]
}

#' Spearman's correlation of the gene with a score. P of the scores that are tested alone: the others follow from them (`ESTIMATE_TESTED`).
#'
#' There is no partial correlation given the purity: ESTIMATE's purity is a function of the same two scores, and what is left of one of them
#' given their sum is the other one with its sign turned.
related_row <- function(score, scores, expression) {
  known <- !is.na(scores[score, ])
  found <- rank_correlation_test(expression[known], scores[score, known])
  data.frame(
    score = score, n = sum(known), rho = found$estimate, p = if (score %in% ESTIMATE_TESTED) found$p else NA_real_, padj = NA_real_, row.names = NULL
  )
}

tme_flow <- function(sheet, kept, cut) {
  left <- data.frame(
    reason = c("正常样本", "同一患者的其余肿瘤样本", "表达量居中，不属于高组或低组"),
    n = c(sum(sheet$type != "tumour"), sum(sheet$type == "tumour" & !kept), cut$left)
  )
  flow_table(nrow(sheet), left[left$n > 0L, , drop = FALSE], sum(kept) - cut$left, "样本")
}

tme_figures <- function(scores, group, tests, expression, related, marker, unit) {
  drawn <- scores[1:3, ]
  rownames(drawn) <- code_words(rownames(drawn), TME_SCORES)
  figure <- score_figure(drawn, group, with_words(tests, type = TME_SCORES))
  x <- unname(expression)
  points <- do.call(rbind, lapply(ESTIMATE_TESTED, function(score) {
    data.frame(score = score, sample = colnames(scores), x = x, y = unname(scores[score, ]))
  }))
  lines <- do.call(rbind, lapply(ESTIMATE_TESTED, function(score) {
    fit <- stats::lm.fit(cbind(1, x), unname(scores[score, ]))$coefficients
    data.frame(score = score, x = range(x), y = fit[[1L]] + fit[[2L]] * range(x))
  }))
  own <- related[match(ESTIMATE_TESTED, related$score), ]
  signed <- function(rho) true_minus(sprintf("%.2f", rho))
  words <- data.frame(
    score = own$score, text = sprintf("ρ = %s，%s", signed(own$rho), p_sentence(own$p)),
    x_title = marker_title(marker, unit), y_title = own$score
  )
  c(figure, list(pairs = points, pair_lines = lines, pair_words = words))
}

#' Words of the signatures that hold what is asked about.
TME_SIGNATURES <- c(stromal = "基质签名", immune = "免疫签名")

tell_tme <- function(cohort, marker, circular, cut, sheet, kept, tests, related, table, rows, signature, job) {
  within <- paste(TME_SIGNATURES[names(circular)], collapse = "和")
  members <- unique(unlist(circular, use.names = FALSE))
  if (length(circular) > 0L) job$finding("should", "circular", told(
    "%s 本身就在%s里：ESTIMATE 评分有一部分就是它，相关有一部分是必然的，不能当作发现",
    "%s: in %s and a part of the ESTIMATE score itself, so that part of the correlation is bound to be there and is no finding",
    told_names(members, 5L), told(within, if (length(circular) > 1L) "both signatures" else "a signature")
  ), field = marker$field)
  immune <- tests[tests$type == "ImmuneScore", ]
  by <- function(score) related[related$score == score, ]
  job$facts(c(cohort_facts(cohort), marker_facts(marker), score_test_facts(with_words(tests, type = TME_SCORES), cut$group), list(
    samples = sum(kept), high_n = sum(cut$group == cut$high), low_n = sum(cut$group == cut$low), cut_word = cut$word,
    cut_english = cut$english, cut_values = cut$values,
    high_group = cut$high, low_group = cut$low,
    circular = if (length(circular) > 0L) within, circular_n = length(members),
    # Tests are of the groups in alphabetical order; the difference is told as high minus low.
    immune_direction = if (is.na(immune$padj) || immune$padj >= 0.05) "没有显著差别"
    else if ((immune$difference > 0) == (immune$group_1 == cut$high)) "更高" else "更低",
    immune_padj = immune$padj, immune_rho = by("ImmuneScore")$rho, immune_p = by("ImmuneScore")$p,
    stromal_rho = by("StromalScore")$rho, stromal_p = by("StromalScore")$p,
    purity_absent = sum(is.na(table$purity)), expression_unit = cohort$about$matrices$expression$unit, signature_title = signature$label,
    signature_release = signature$about$release, common_found = rows$coverage$found[[3L]]
  )))
}
