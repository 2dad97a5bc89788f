# Univariate Cox, LASSO-Cox and a survival forest on the same patients, and the genes that several of them choose.

METHODS <- c(cox = "单因素 Cox", lasso = "LASSO", forest = "随机生存森林")
METHOD_COLOURS <- c("#0072B2", "#D55E00", "#009E73")

#' @param inputs `dataset`: from `open_cohort`; `candidates`: a list of genes, or NULL. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$facts(cohort_facts(inputs$dataset))
  job$step("找到患者和基因", 0.02)
  found <- model_study(inputs, params, job)
  study <- found$study
  data <- model_patients(study)
  check_folds(data$status, params$nfolds)
  days <- model_days(params$times, data$time)
  own <- data
  own$values <- data$values[, found$genes, drop = FALSE]
  cox <- cox_rows(own, params)
  job$step("LASSO 交叉验证", 0.05)
  lasso <- fit_lasso(own$values, own$time, own$status, lasso_folds(nrow(own$values), params$nfolds, params$seed), params$maxit)
  coefficients <- lasso_coefficients(lasso$path, lasso$cv$index[[params$lambda, 1L]])
  job$step(sprintf("随机生存森林，%s 棵树", format_count(params$ntree)), 0.1)
  forest <- forest_of(own$values, own$time, own$status, params$ntree, params)
  chosen <- forest_choice(forest, params$rela_imp_cutoff)
  lists <- stats::setNames(list(cox$gene[cox$chosen == 1L], names(coefficients), chosen), METHODS)
  regions <- exact_regions(lists)
  model <- key_model(kept_by(lists, params$least), own$values, own$time, own$status, days, model_about(study, own))
  way <- key_way(params, days)
  if (found$screened) way <- screened_fit(way, cox_screen_p, length(found$genes))
  results <- risk_results(study, if (found$screened) data else own, model, way, days, with_chance(params, found), job, c(0.3, 0.95), c(
    methods = sprintf(
      "单因素 Cox（P < %s）、glmnet 的 LASSO-Cox、ranger 的随机生存森林，至少 %s 种都选中的基因，岭回归 Cox 建模", params$pvalue_threshold, params$least
    ), univariable = "见「单因素 Cox」表", multivariable = NA, software = software_answer(c("survival", "glmnet", "ranger", "riskRegression"))
  ))
  facts <- c(study_facts(study), key_facts(found, lists, regions, cox, forest, params), attr(results, "facts"))
  tell_study(study, job)
  tell_candidates(found, params, job)
  tell_key(facts, params, job)
  tell_risk(facts, "gene_list", job)
  job$facts(facts)
  c(
    regions,
    list(
      cox = cox, lasso = data.frame(gene = names(coefficients), coefficient = unname(coefficients)), importance = importance_rows(forest, chosen),
      venn_sets = data.frame(list = unname(METHODS), size = unname(lengths(lists)), colour = METHOD_COLOURS)
    ),
    results,
    list(flow = patient_flow(study), gene_flow = gene_flow_table(study, c(`候选的基因` = length(found$genes), `关键基因` = length(model$genes))))
  )
}

#' The Cox model of each gene, on the scale of log2.
cox_rows <- function(data, params) {
  fits <- cox_screen(t(data$values), data$time, data$status)
  p <- unname(cox_screen_p(data$values, data$time, data$status)[fits$gene])
  unknown <- fits$separated | is.na(fits$se)
  table <- data.frame(
    gene = fits$gene, HR = ifelse(unknown, NA, exp(fits$coef)), lower = ifelse(unknown, NA, exp(fits$coef - stats::qnorm(0.975) * fits$se)),
    upper = ifelse(unknown, NA, exp(fits$coef + stats::qnorm(0.975) * fits$se)), pvalue = p, padj = stats::p.adjust(p, "BH"),
    chosen = as.integer(p < params$pvalue_threshold)
  )
  plain_rows(table[order(table$pvalue, table$gene, method = "radix"), ])
}

importance_rows <- function(forest, chosen) {
  importance <- forest$variable.importance
  table <- data.frame(
    gene = names(importance), importance = unname(importance), relative = if (max(importance) > 0) unname(importance) / max(importance) else NA_real_,
    chosen = as.integer(names(importance) %in% chosen)
  )
  plain_rows(table[order(-table$importance, table$gene, method = "radix"), ])
}

#' Genes in rising order, as the tool of the forest grows it.
forest_of <- function(values, time, status, trees, params) {
  values <- values[, order(colnames(values), method = "radix"), drop = FALSE]
  grow_forest(values, time, status, trees, params$nodesize, params$forest_seed, importance = TRUE)
}

#' @return Genes of at least so many of the lists.
kept_by <- function(lists, least) {
  count <- table(unlist(lists))
  sort(names(count)[count >= least], method = "radix")
}

key_model <- function(genes, values, time, status, days, about = character()) {
  if (length(genes) == 0L) return(NULL)
  linear_model("关键基因的岭回归 Cox", ridge_coefficients(values[, genes, drop = FALSE], time, status), values, time, status, days, about)
}

#' All three choices and the model, as a way to fit (see nested-validation.R).
key_way <- function(params, days) {
  lasso <- lasso_way(params$nfolds, params$lambda, params$maxit, params$seed, days)
  function(values, time, status) {
    p <- cox_screen_p(values, time, status)
    forest <- forest_of(values, time, status, params$fold_trees, params)
    lists <- list(names(p)[p < params$pvalue_threshold], lasso(values, time, status)$genes, forest_choice(forest, params$rela_imp_cutoff))
    key_model(kept_by(lists, params$least), values, time, status, days)
  }
}

key_facts <- function(found, lists, regions, cox, forest, params) {
  kept <- kept_by(lists, params$least)
  list(
    candidates = length(found$genes), screened = found$screened, cox_genes = length(lists[[1L]]), lasso_genes = length(lists[[2L]]),
    forest_genes = length(lists[[3L]]), all_three = sum(regions$membership$n_lists == 3L), at_least_two = sum(regions$membership$n_lists >= 2L),
    key_genes = length(kept), first_key = if (length(kept) > 0L) told_names(kept), oob_error = forest$prediction.error,
    by_chance = params$pvalue_threshold * length(found$genes), cox_adjusted = sum(cox$padj < 0.05, na.rm = TRUE)
  )
}

tell_key <- function(facts, params, job) {
  job$finding("should", "no_validation", told(
    "三种方法在同一批数据上的交集不是验证：它们看的是同一批患者的同一个结局，会一起被偶然骗过。请看嵌套交叉验证，再拿到另一个队列里验证",
    c(
      "Agreement of three methods on the same data is no validation: they look at the same outcome of the same patients and can be fooled together.",
      "Look at nested cross-validation, and validate the model in another cohort"
    )
  ))
  if (facts$oob_error >= FOREST_ERROR) job$finding("should", "no_reliable_genes", told(
    "随机生存森林的袋外误差 %.3f，不低于 %.2f：无可靠重要{{row_subject}}，它的名单是空的",
    "The out-of-bag error of the random survival forest is %.3f, not below %.2f: no {{row_subject}} is reliably important, and its list is empty",
    facts$oob_error, FOREST_ERROR
  ), field = "rela_imp_cutoff")
  if (!facts$modelled) job$finding("note", "no_key_genes", told(
    "没有{{row_subject}}被至少 %s 种方法选中，所以没有模型。这也是结果",
    "No {{row_subject}} was selected by at least %s methods, and there is no model. This, too, is a result", params$least
  ), field = "least")
}
