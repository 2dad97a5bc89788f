# Several learners of a two-valued outcome in one nested cross-validation, which chooses the best of them in its inner loop.

#' Genes whose shares are drawn.
KEPT_GENES <- 30L
#' Learners that keep some genes and drop the others.
CHOOSING_LEARNERS <- c("lasso", "elastic")
CHANCE_LINE <- data.frame(line = "vertical", at = 0.5, line_label = "没有区分力")

#' @param inputs `expression`: a matrix; `clinical`: data frame by sample; `candidates`: a list of genes, or NULL.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("找到样本和基因", 0.02)
  study <- diagnostic_study(inputs, params, job)
  learners <- binary_learners(genes_screened(study, params))
  asked <- if (length(params$learners) > 0L) intersect(names(learners), params$learners) else names(learners)
  learners <- learners[asked]
  nested <- nested_learners(learners, study$values, study$y, params$nfolds, params$repeats, params$seed, function(share) {
    job$step("嵌套交叉验证", 0.05 + 0.6 * share)
  })
  job$step("用全部样本建模", 0.66)
  final <- learned(learners, study$values, study$y, params$nfolds, params$seed)
  if (length(final$best) == 0L) stop_input("no_learner", "选的方法在这批样本里一个也算不出来。请换方法，或核对样本和基因", "learners")
  own <- vapply(final$models, function(model) {
    if (is.null(model)) rep(NA_real_, length(study$y)) else as.numeric(model$probability(study$values))
  }, numeric(length(study$y)))
  held <- matrix(nested$probability[, , "chosen"], length(study$y))
  results <- diagnostic_results(study, held, nested$fold, own[, final$best], params)
  permuted <- if (params$permutations > 0L) permuted_auc(
    learners, study$values, study$y, params$nfolds, params$seed, params$permutations, function(share) job$step("打乱结局", 0.7 + 0.29 * share)
  )
  chance <- permutation_results(permuted, attr(results, "facts")$auc_nested)
  compared <- learner_rows(nested, final, own, study$y)
  kept <- kept_genes(nested, intersect(CHOOSING_LEARNERS, asked))
  top <- compared[which.max(compared$auc), ]
  facts <- c(
    diagnostic_study_facts(study, params), attr(results, "facts"), chance$facts,
    list(
      learners_n = nrow(compared), best = LEARNERS[[final$best]],
      best_share = mean(nested$chosen == final$best), top = LEARNERS[[top$learner]], top_auc = top$auc,
      learner_words = paste(LEARNERS[asked], collapse = "、"), learner_english = paste(LEARNERS_ENGLISH[asked], collapse = ", "),
      several = nrow(compared) > 1L, agreed = sum(kept$frequency >= 0.8), failed_fits = nested$failed, used_svm = "svm" %in% asked,
      used_forest = "forest" %in% asked, used_boosting = "boosting" %in% asked, used_glmnet = any(c("lasso", "elastic", "ridge") %in% asked)
    )
  )
  tell_diagnostic_study(study, job)
  tell_learners(facts, final$best, job)
  tell_diagnostic(facts, job)
  job$facts(facts)
  c(
    list(
      learners = compared, learner_points = compared[c("learner", "auc", "lower", "upper", "final")], learner_lines = CHANCE_LINE, kept = kept,
      kept_drawn = drawn_kept(kept),
      # Empty of a learner without coefficients.
      model = logistic_table(final$models[[final$best]], final$best, study, attr(results, "facts"), params$cut)
    ),
    results, chance$tables
  )
}

LEARNERS_ENGLISH <- c(
  lasso = "LASSO", elastic = "elastic net", ridge = "ridge regression", svm = "support vector machine", forest = "random forest",
  boosting = "gradient boosting"
)

#' Each learner by itself in the same folds, and how often it was the best of the inner loop.
learner_rows <- function(nested, final, own, y) {
  rows <- lapply(colnames(own), function(name) {
    probability <- matrix(nested$probability[, , name], length(y))
    auc <- repeated_auc(probability, y, nested$fold)
    data.frame(
      learner = name, auc = auc$estimate, lower = auc$lower, upper = auc$upper,
      brier = mean(colMeans((probability - y)^2)), inner = unname(final$inner[[name]]),
      apparent = if (anyNA(own[, name])) NA_real_ else fold_auc(own[, name], y)[["estimate"]], chosen = mean(nested$chosen == name),
      final = if (name == final$best) "yes" else "no"
    )
  })
  rows <- do.call(rbind, rows)
  plain_rows(rows[order(-rows$auc, rows$learner, method = "radix"), ])
}

#' Genes by the share of fits in which the learners that choose genes have all kept them.
kept_genes <- function(nested, choosing) {
  shares <- lapply(choosing, function(name) table(unlist(lapply(nested$genes, `[[`, name))) / length(nested$genes))
  genes <- sort(unique(as.character(unlist(lapply(shares, names)))), method = "radix")
  of <- function(name) {
    place <- match(name, choosing)
    if (is.na(place)) return(rep(NA_real_, length(genes)))
    share <- as.numeric(shares[[place]][genes])
    ifelse(is.na(share), 0, share)
  }
  lasso <- of("lasso")
  elastic <- of("elastic")
  both <- if (length(genes) > 0L) pmin(lasso, elastic, na.rm = TRUE) else numeric()
  table <- data.frame(gene = as.character(genes), frequency = both, lasso = lasso, elastic = elastic)
  plain_rows(table[order(-table$frequency, table$gene, method = "radix"), ])
}

drawn_kept <- function(kept) {
  rows <- utils::head(kept[kept$frequency > 0, ], KEPT_GENES)
  data.frame(gene = rows$gene, frequency = rows$frequency, stable = ifelse(rows$frequency >= 0.8, "yes", "no"))
}

tell_learners <- function(facts, best, job) {
  if (facts$several && facts$best_share < 0.5) job$finding("note", "best_varies", told(
    "换一批样本，内层选中的方法常常不同：最终用的%s只在 %.0f%% 的拟合里最好。几种方法差不多，不要说哪一种更好",
    c(
      "The best learner of the inner loop changes with the samples: %s, the final one, was the best in %.0f%% of the fits only.",
      "The learners are about equal, and none can be called better"
    ), told(LEARNERS[[best]], LEARNERS_ENGLISH[[best]]), 100 * facts$best_share
  ), field = "learners")
}
