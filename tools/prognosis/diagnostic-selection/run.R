# Genes that several ways of choosing keep, how stably they keep them, and what they are worth where the whole choice is repeated in outer folds.

#' Words of the methods in both languages, as the lists of a Venn diagram are called.
SELECTION_WORDS <- c(svm = "SVM-RFE", boruta = "Boruta", lasso = "LASSO", forest = "随机森林重要性")
SELECTION_ENGLISH <- c(svm = "SVM-RFE", boruta = "Boruta", lasso = "LASSO", forest = "random forest importance")
SELECTION_COLOURS <- c(svm = "#0072B2", boruta = "#D55E00", lasso = "#009E73", forest = "#CC79A7")
SHADOW_WORDS <- c(least = "影子（最小）", mean = "影子（平均）", most = "影子（最大）")
#' Shuffled outcomes on which the choice is repeated, to count what is kept by chance.
SHUFFLES <- 4L
#' Genes whose shares and importances are drawn.
SELECTED_DRAWN <- 30L
#' Share of the fits from which on a gene is kept stably.
STABLE_SHARE <- 0.8

#' @param inputs `expression`: a matrix; `clinical`: data frame by sample; `candidates`: a list of genes, or NULL.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("找到样本和基因", 0.02)
  study <- diagnostic_study(inputs, params, job)
  varied <- most_varied(study, params$screen)
  study <- varied$study
  screen <- if (study$compared) min(study$count, params$screen) else Inf
  asked <- if (length(params$methods) > 0L) intersect(names(SELECTION_WORDS), params$methods) else names(SELECTION_WORDS)
  settings <- list(trees = params$ntree, cost = params$cost, cv_repeats = params$cv_repeats, nfolds = params$nfolds, rule = params$rfe_rule)
  selections <- gene_selections(screen, settings)[asked]
  learners <- list(selection = selection_learner(selections, params$rule))
  nested <- nested_learners(learners, study$values, study$y, params$nfolds, params$repeats, params$seed, function(share) {
    job$step("嵌套交叉验证：每一折里重做全部筛选", 0.05 + 0.65 * share)
  }, length(study$values) * 100)
  job$step("用全部样本筛选", 0.7)
  model <- learned(learners, study$values, study$y, params$nfolds, params$seed)$models$selection
  if (is.null(model)) stop_input("no_selection", "选的方法在这批样本里算不出来。请少选几种方法，或核对样本和基因", "methods")
  chosen <- model$chosen
  fits <- lapply(nested$genes, `[[`, "selection")
  job$step("打乱结局，数偶然会选中几个", 0.75)
  shuffled <- shuffled_counts(selections, params$rule, study$values, study$y, params$nfolds, params$seed, SHUFFLES)
  held <- matrix(nested$probability[, , "chosen"], length(study$y))
  results <- diagnostic_results(study, held, nested$fold, model$probability(study$values), params)
  permuted <- if (params$shuffled_runs > 0L) permuted_auc(
    learners, study$values, study$y, params$nfolds, params$seed, params$shuffled_runs, function(share) job$step("打乱结局", 0.8 + 0.19 * share)
  )
  chance <- permutation_results(permuted, attr(results, "facts")$auc_nested)
  genes <- selected_genes(chosen, fits)
  methods <- selection_methods(chosen, fits, shuffled)
  facts <- c(
    diagnostic_study_facts(study, list(screen = Inf)), attr(results, "facts"), chance$facts, selection_facts(chosen, genes, methods, params),
    list(failed_fits = nested$failed, fits = length(fits), varied = varied$dropped > 0L, varied_genes = ncol(study$values), shuffles = SHUFFLES)
  )
  tell_diagnostic_study(study, job)
  tell_selection(facts, varied$dropped, job)
  tell_diagnostic(facts, job)
  job$facts(facts)
  lists <- stats::setNames(chosen$lists, SELECTION_WORDS[names(chosen$lists)])
  c(
    list(
      genes = genes, methods = methods, ranks = selection_ranks(chosen, fits),
      upset_sets = data.frame(list = names(lists), size = unname(lengths(lists)), colour = unname(SELECTION_COLOURS[asked])),
      shares = drawn_shares(genes), model = logistic_table(model, "ridge", study, attr(results, "facts"), params$cut)
    ),
    exact_regions(lists), rfe_curve(chosen), boruta_boxes(chosen), results, chance$tables
  )
}

#' The study with the genes that vary most, whatever the outcome: Boruta compares genes with shuffled copies of themselves, and genes that were chosen
#' by the outcome would beat theirs by that choice. Candidates of a comparison are chosen by the outcome again in each fold instead.
#' @return List of `study` and `dropped` (how many genes are left out).
most_varied <- function(study, most) {
  count <- ncol(study$values)
  if (study$compared || count <= most) return(list(study = study, dropped = 0L))
  varied <- order(-matrixStats::colVars(study$values), colnames(study$values), method = "radix")[seq_len(most)]
  study$values <- study$values[, sort(varied), drop = FALSE]
  list(study = study, dropped = count - most)
}

#' Shares of the fits that kept a gene, by gene. @param name Code of a method, or "agreed".
kept_shares <- function(fits, name, genes) {
  count <- as.integer(table(factor(unlist(lapply(fits, `[[`, name)), genes)))
  count / length(fits)
}

#' A row for each gene that the rule or a method has kept of all samples or of some fit: those that the rule keeps first.
selected_genes <- function(chosen, fits) {
  methods <- names(chosen$lists)
  genes <- sort(unique(unlist(c(chosen$lists, fits), use.names = FALSE)), method = "radix")
  marked <- vapply(names(SELECTION_WORDS), function(name) {
    if (name %in% methods) c("no", "yes")[(genes %in% chosen$lists[[name]]) + 1L] else rep(NA_character_, length(genes))
  }, character(length(genes)))
  marked <- matrix(marked, length(genes), length(SELECTION_WORDS), dimnames = list(NULL, names(SELECTION_WORDS)))
  count <- as.integer(rowSums(marked == "yes", na.rm = TRUE))
  mean_rank <- rowMeans(matrix(vapply(methods, function(name) {
    ranked <- chosen$found[[name]]$ranked
    place <- ranked$rank[match(genes, ranked$gene)]
    # A gene that a method did not look at stands behind all others.
    ifelse(is.na(place), nrow(ranked) + 1, place)
  }, numeric(length(genes))), length(genes)))
  table <- data.frame(
    gene = as.character(genes), kept = as.integer(genes %in% chosen$agreed), methods = count, frequency = kept_shares(fits, "agreed", genes),
    mean_rank = mean_rank, marked
  )
  plain_rows(table[order(-table$kept, -table$methods, -table$frequency, table$mean_rank, table$gene, method = "radix"), ])
}

#' Each gene in each method: its rank, its score, whether it is kept, and how often in the fits.
selection_ranks <- function(chosen, fits) {
  rows <- lapply(names(chosen$found), function(name) {
    one <- chosen$found[[name]]
    decision <- if (is.null(one$boruta)) ifelse(one$ranked$gene %in% one$kept, "yes", "no") else unname(one$boruta$decision[one$ranked$gene])
    data.frame(
      gene = one$ranked$gene, method = name, rank = one$ranked$rank, score = one$ranked$score, kept = decision,
      share = kept_shares(fits, name, one$ranked$gene)
    )
  })
  plain_rows(do.call(rbind, rows))
}

#' What each method keeps: of all samples, stably, and where there is nothing to find. The last row is the rule's.
selection_methods <- function(chosen, fits, shuffled) {
  lists <- c(chosen$lists, list(agreed = chosen$agreed))
  rows <- lapply(names(lists), function(name) {
    sizes <- lengths(lapply(fits, `[[`, name))
    share <- kept_shares(fits, name, lists[[name]])
    data.frame(
      method = name, kept = length(lists[[name]]), by_chance = mean(shuffled[, name]), stable = sum(share >= STABLE_SHARE),
      share = if (length(share) > 0L) mean(share) else NA_real_, least = min(sizes), most = max(sizes)
    )
  })
  do.call(rbind, rows)
}

drawn_shares <- function(genes) {
  rows <- utils::head(genes[genes$frequency > 0, ], SELECTED_DRAWN)
  rows <- rows[order(-rows$frequency, rows$gene, method = "radix"), ]
  plain_rows(data.frame(gene = rows$gene, frequency = rows$frequency, kept = c("no", "yes")[rows$kept + 1L]))
}

#' Errors of SVM-RFE by the number of genes, with the number that is chosen.
rfe_curve <- function(chosen) {
  path <- chosen$found$svm$path
  errors <- if (is.null(path)) data.frame(size = integer(), error = numeric(), se = numeric()) else path$errors[order(path$errors$size), ]
  list(
    rfe = data.frame(
      series = rep("error", nrow(errors)), x = errors$size, y = errors$error, lower = pmax(0, errors$error - errors$se),
      upper = pmin(1, errors$error + errors$se)
    ),
    rfe_lines = data.frame(
      line = c("vertical", "horizontal"), at = c(if (is.null(path)) NA else path$best, 0.5),
      line_label = c(if (is.null(path)) "" else sprintf("n = %d", as.integer(path$best)), "没有区分力")
    )[if (is.null(path)) 0L else 1:2, ]
  )
}

#' Importances over the runs of Boruta: shadows, then the genes of the largest medians.
boruta_boxes <- function(chosen) {
  found <- chosen$found$boruta$boruta
  box <- function(label, decision, values) {
    values <- values[is.finite(values)]
    numbers <- stats::quantile(values, c(0, 0.25, 0.5, 0.75, 1), names = FALSE)
    data.frame(
      gene = label, decision = decision, low = numbers[[1L]], q1 = numbers[[2L]], median = numbers[[3L]], q3 = numbers[[4L]], high = numbers[[5L]]
    )
  }
  if (is.null(found)) {
    none <- numeric()
    return(list(boruta = data.frame(gene = character(), decision = character(), low = none, q1 = none, median = none, q3 = none, high = none)))
  }
  ranked <- chosen$found$boruta$ranked$gene
  order <- c("confirmed", "tentative", "rejected")
  shown <- utils::head(ranked[order(match(found$decision[ranked], order), seq_along(ranked))], SELECTED_DRAWN)
  rows <- c(
    lapply(shown, function(gene) box(gene, found$decision[[gene]], found$importance[, gene])),
    lapply(colnames(found$shadow), function(name) box(SHADOW_WORDS[[name]], "shadow", found$shadow[, name]))
  )
  list(boruta = do.call(rbind, rows))
}

selection_facts <- function(chosen, genes, methods, params) {
  of <- function(name, column) {
    value <- methods[[column]][methods$method == name]
    if (length(value) == 1L) value
  }
  decision <- chosen$found$boruta$boruta$decision
  kept <- genes[genes$kept == 1L, ]
  list(
    method_words = paste(SELECTION_WORDS[names(chosen$lists)], collapse = "、"),
    method_english = paste(SELECTION_ENGLISH[names(chosen$lists)], collapse = ", "),
    methods_n = length(chosen$lists), kept_n = length(chosen$agreed), any_kept = length(chosen$agreed) > 0L,
    first_kept = if (nrow(kept) > 0L) told_names(kept$gene), stable_n = sum(kept$frequency >= STABLE_SHARE),
    kept_by_chance = of("agreed", "by_chance"), svm_n = of("svm", "kept"), svm_error = rfe_least(chosen), lasso_n = of("lasso", "kept"),
    forest_n = of("forest", "kept"), confirmed = if (!is.null(decision)) sum(decision == "confirmed"),
    tentative = if (!is.null(decision)) sum(decision == "tentative"), boruta_runs = chosen$found$boruta$boruta$runs,
    boruta_by_chance = of("boruta", "by_chance"), none_confirmed = !is.null(decision) && !any(decision == "confirmed"),
    used_svm = "svm" %in% methods$method, used_boruta = !is.null(decision), used_lasso = "lasso" %in% methods$method,
    used_forest = "forest" %in% methods$method, rule_all = params$rule == "all", rule_most = params$rule == "most", rule_any = params$rule == "any",
    one_se = params$rfe_rule == "1se", several = length(chosen$lists) > 1L
  )
}

#' The cross-validated error of SVM-RFE at the number of genes that is chosen.
rfe_least <- function(chosen) {
  path <- chosen$found$svm$path
  if (!is.null(path)) path$errors$error[match(path$best, path$errors$size)]
}

tell_selection <- function(facts, dropped, job) {
  if (dropped > 0L) job$finding("should", "by_variance", told(
    "候选{{row_subject}}有 %s 个，只看了变化最大的 %s 个（不看结局）。要全看，请调大「最多看多少个」；更常见的做法是先做差异分析，从那次结果取候选",
    c(
      "Of %s candidate {{row_subject}}s only the %s that vary most were looked at, whatever the outcome.",
      "Raise the limit to see all; more usual is to take the candidates from a differential analysis"
    ), format_count(facts$candidates), format_count(facts$varied_genes)
  ), field = "screen")
  if (!facts$any_kept) job$finding("should", "none_agreed", told(
    "没有一个{{row_subject}}是%s选中的：这是结果，不要为了有交集再换规则。各方法自己的名单见「每个方法里的名次」",
    c(
      "No {{row_subject}} is selected by %s. This is a result: do not change the rule afterwards to get one.",
      "Lists of each method stand in “Ranks by method”"
    ),
    if (facts$rule_all) told("每种方法都", "all methods")
    else if (facts$rule_most) told("多于一半的方法", "more than half of the methods")
    else told("任何方法", "any method")
  ), field = "rule")
  if (facts$none_confirmed) job$finding("should", "none_confirmed", told(
    "Boruta 没有确认任何{{row_subject}}：没有一个稳定地比打乱后的影子更重要%s",
    "Boruta confirmed no {{row_subject}}: none was steadily more important than shuffled shadows%s",
    if (facts$tentative > 0L) told("，%s 个待定", "; tentative: %s", format_count(facts$tentative)) else told("", "")
  ), field = "methods")
  if (facts$compared && facts$used_boruta) job$finding("should", "boruta_after_choice", told(
    "候选是按这批样本的结局比出来的，Boruta 的影子没有经过这一步：它的「确认」偏松，请看打乱结局时它也会确认几个（平均 %.1f 个）",
    c(
      "The candidates were chosen by the outcome of these samples and Boruta’s shadows were not: it confirms too many.",
      "See how many it confirms on shuffled outcomes (%.1f on average)"
    ), facts$boruta_by_chance
  ), field = "gene_list")
  if (facts$any_kept && facts$kept_by_chance >= facts$kept_n) job$finding("should", "as_by_chance", told(
    "留下的 %s 个{{row_subject}}，不比把结局打乱后留下的（平均 %.1f 个）多：这份名单可能全是偶然",
    "The %s {{row_subject}}s that are kept are no more than on shuffled outcomes (%.1f on average): the whole list may be chance",
    format_count(facts$kept_n), facts$kept_by_chance
  ), field = "rule")
  if (facts$any_kept && facts$stable_n == 0L) job$finding("should", "none_stable", told(
    "留下的{{row_subject}}没有一个在八成以上的子样本里也留下：换一批样本，名单多半不同",
    "None of the {{row_subject}}s is kept in 80%% of the subsamples: with other samples the list would most likely differ"
  ), field = "repeats")
}
