# One gene against the microenvironment: ESTIMATE's scores of tumours in which it is high or low.

TME_SCORES <- ESTIMATE_WORDS[names(ESTIMATE_WORDS) != "TumorPurity"]
#' Fewer samples of a group make no comparison.
GROUP_FROM <- 5L

#' @param inputs `dataset` (from `open_cohort`), `signature` (from `read_signature`). @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohort <- inputs$dataset
  job$step("找到基因和样本", 0.05)
  gene <- find_cohort_gene(cohort, params$target_gene, "target_gene", job)
  sheet <- cohort_samples(cohort, "expression")
  kept <- sheet$type == "tumour" & sheet$survival == "1"
  job$step("读取表达矩阵", 0.2)
  values <- cohort_matrix(cohort, samples = sheet$sample[kept])
  expression <- values[gene, ]
  cut <- tme_cut(expression, gene, params)
  rows <- estimate_rows(list(values = values, kind = "log", identifiers = "symbol"), inputs$signature, "dataset", job)
  job$step("计算评分", 0.5)
  table <- estimate_table(rows$values, inputs$signature)
  scores <- rbind(t(as.matrix(table[names(TME_SCORES)[1:3]])), TumorPurity_relative = table$purity)
  colnames(scores) <- table$sample
  tests <- score_tests(scores, cut$group)
  tests$type <- unname(TME_SCORES[tests$type])
  circular <- gene_in_signature(gene, rows, inputs$signature)
  related <- do.call(rbind, lapply(names(TME_SCORES), related_row, scores = scores, expression = expression))
  related$padj <- stats::p.adjust(related$p, "BH")
  related$partial_padj <- stats::p.adjust(related$partial_p, "BH")
  tell_tme(cohort, gene, circular, cut, sheet, kept, tests, related, table, rows, inputs$signature, job)
  unit <- cohort$about$matrices$expression$unit
  c(
    list(
      tests = tests, related = related,
      samples = data.frame(sample = table$sample, group = unname(cut$group), expression = unname(expression), t(scores), row.names = NULL),
      flow = tme_flow(sheet, kept, cut), coverage = rows$coverage, names = signature_name_table(rows$names)
    ),
    tme_figures(scores, cut$group, tests, expression, related, gene, unit)
  )
}

#' Who is high and who is low.
#'
#' @return List of `group` (by sample, "" between the two), `high`, `low` (names of the groups), `left` (samples between) and `word`.
tme_cut <- function(expression, gene, params) {
  bounds <- switch(params$cutoff_method,
    median = rep(stats::median(expression), 2L), quartile = unname(stats::quantile(expression, c(0.25, 0.75))),
    tertile = unname(stats::quantile(expression, c(1, 2) / 3)), value = rep(params$cutoff_value, 2L)
  )
  names <- paste(gene, c("低", "高"))
  # High is above the cut-off in every tool; of quarters the lower one has what is not above its bound.
  group <- ifelse(expression > bounds[[2L]], names[[2L]], ifelse(expression <= bounds[[1L]], names[[1L]], ""))
  sizes <- c(sum(group == names[[1L]]), sum(group == names[[2L]]))
  if (min(sizes) < GROUP_FROM) stop_input("small_group", sprintf(
    "%s 按这个界限分成高 %d 例、低 %d 例，少的一组不足 %d 例，不能比较。请换一种分法、基因或队列", gene, sizes[[2L]], sizes[[1L]], GROUP_FROM
  ), if (params$cutoff_method == "value") "cutoff_value" else "target_gene")
  word <- c(median = "中位数", quartile = "上、下四分位数", tertile = "三分位数", value = "给定的值")[[params$cutoff_method]]
  list(group = stats::setNames(group, names(expression)), low = names[[1L]], high = names[[2L]], left = sum(!nzchar(group)), word = word)
}

#' The score is made of the gene itself where the gene is in its signature.
gene_in_signature <- function(gene, rows, signature) {
  name <- rows$names$found[match(gene, rows$names$asked)]
  name <- if (is.na(name) || !nzchar(name)) gene else name
  in_set <- vapply(signature$sets, function(set) name %in% set, logical(1))
  c(stromal = "基质签名", immune = "免疫签名")[names(in_set)[in_set]]
}

#' Spearman's correlation of the gene with a score, as it is and given the purity.
#'
#' Partial: Pearson's r of the residuals of ranks; P by t with n - 3 degrees of freedom.
related_row <- function(score, scores, expression) {
  known <- !is.na(scores[score, ]) & !is.na(scores["TumorPurity_relative", ])
  x <- expression[!is.na(scores[score, ])]
  plain <- rank_correlation_test(x, scores[score, !is.na(scores[score, ])])
  partial <- list(rho = NA_real_, p = NA_real_)
  # The whole score and the purity are one number in two forms: nothing of it is left, given the other.
  if (!score %in% c("ESTIMATEScore", "TumorPurity_relative")) {
    partial <- partial_spearman(expression[known], scores[score, known], scores["TumorPurity_relative", known])
  }
  data.frame(
    score = TME_SCORES[[score]], n = length(x), rho = plain$estimate, p = plain$p, padj = NA_real_, partial_n = sum(known),
    partial_rho = partial$rho, partial_p = partial$p, partial_padj = NA_real_, row.names = NULL
  )
}

partial_spearman <- function(x, y, given) {
  n <- length(x)
  if (n < 5L) return(list(rho = NA_real_, p = NA_real_))
  r <- stats::cor(cbind(x, y, given), method = "spearman")
  rho <- (r[1, 2] - r[1, 3] * r[2, 3]) / sqrt((1 - r[1, 3]^2) * (1 - r[2, 3]^2))
  if (!is.finite(rho)) return(list(rho = NA_real_, p = NA_real_))
  list(rho = rho, p = 2 * stats::pt(-abs(rho * sqrt((n - 3) / (1 - rho^2))), n - 3))
}

tme_flow <- function(sheet, kept, cut) {
  left <- data.frame(
    reason = c("正常样本", "同一患者的其余肿瘤样本", "表达量居中，不属于高组或低组"),
    n = c(sum(sheet$type != "tumour"), sum(sheet$type == "tumour" & !kept), cut$left)
  )
  flow_table(nrow(sheet), left[left$n > 0L, , drop = FALSE], sum(kept) - cut$left, "样本")
}

tme_figures <- function(scores, group, tests, expression, related, gene, unit) {
  three <- scores[1:3, ]
  rownames(three) <- unname(TME_SCORES[1:3])
  figure <- score_figure(three, group, tests)
  shown <- names(TME_SCORES)[1:2]
  x <- unname(expression)
  points <- do.call(rbind, lapply(shown, function(score) {
    data.frame(score = TME_SCORES[[score]], sample = colnames(scores), x = x, y = unname(scores[score, ]))
  }))
  lines <- do.call(rbind, lapply(shown, function(score) {
    fit <- stats::lm.fit(cbind(1, x), unname(scores[score, ]))$coefficients
    data.frame(score = TME_SCORES[[score]], x = range(x), y = fit[[1L]] + fit[[2L]] * range(x))
  }))
  own <- related[match(TME_SCORES[shown], related$score), ]
  signed <- function(rho) sub("-", "\u2212", sprintf("%.2f", rho))
  words <- data.frame(
    score = own$score, text = sprintf("ρ = %s，%s；给定纯度 ρ = %s", signed(own$rho), p_sentence(own$p), signed(own$partial_rho)),
    x_title = value_title(gene, unit), y_title = own$score
  )
  c(figure, list(pairs = points, pair_lines = lines, pair_words = words))
}

tell_tme <- function(cohort, gene, circular, cut, sheet, kept, tests, related, table, rows, signature, job) {
  if (length(circular) > 0L) job$finding("should", "circular", sprintf(
    "%s 本身就在%s里：评分有一部分就是它，两者相关是必然的，不能当作发现", gene, paste(circular, collapse = "和")
  ), field = "target_gene")
  immune <- tests[tests$type == TME_SCORES[["ImmuneScore"]], ]
  by <- function(score) related[related$score == TME_SCORES[[score]], ]
  job$facts(c(cohort_facts(cohort), score_test_facts(tests, cut$group), list(
    gene = gene, samples = sum(kept), high_n = sum(cut$group == cut$high), low_n = sum(cut$group == cut$low), cut_word = cut$word,
    high_group = cut$high, low_group = cut$low,
    circular = if (length(circular) > 0L) paste(circular, collapse = "和"),
    # Tests are of the groups in alphabetical order; the difference is told as high minus low.
    immune_direction = if (is.na(immune$padj) || immune$padj >= 0.05) "没有显著差别"
    else if ((immune$difference > 0) == (immune$group_1 == cut$high)) "更高" else "更低",
    immune_padj = immune$padj, immune_rho = by("ImmuneScore")$rho, immune_p = by("ImmuneScore")$p, immune_partial = by("ImmuneScore")$partial_rho,
    immune_partial_p = by("ImmuneScore")$partial_p, stromal_rho = by("StromalScore")$rho, stromal_p = by("StromalScore")$p,
    stromal_partial = by("StromalScore")$partial_rho, stromal_partial_p = by("StromalScore")$partial_p,
    purity_absent = sum(is.na(table$purity)), expression_unit = cohort$about$matrices$expression$unit, signature_title = signature$label,
    signature_release = signature$about$release, common_found = rows$coverage$found[[3L]]
  )))
}
