#' LASSO-Cox as results: what LASSO of a cohort and of one's own data compute. Their declarations take tables, figures and facts from the tool
#' kit's `lasso-model.ts`.

LAMBDA_WORDS <- c(min = "λ.min", `1se` = "λ.1se")

#' @param inputs See `model_study`. @param params Its parameters and `nfolds`, `lambda`, `maxit`, `assignments`, `seed`, `times`, `repeats`, `chance`.
#' @return The tables of `lassoTables`.
lasso_results <- function(inputs, params, job) {
  job$step("找到患者和基因", 0.02)
  found <- model_study(inputs, params, job)
  study <- found$study
  data <- model_patients(study)
  check_folds(data$status, params$nfolds)
  days <- model_days(params$times, data$time)
  own <- data
  own$values <- data$values[, found$genes, drop = FALSE]
  job$step("LASSO 交叉验证", 0.05)
  fit <- fit_lasso(own$values, own$time, own$status, lasso_folds(nrow(own$values), params$nfolds, params$seed), params$maxit)
  # How often each gene is chosen is known after the assignments: until then that column is empty.
  job$early("coefficients", lasso_table(fit, own, params))
  place <- fit$cv$index[[params$lambda, 1L]]
  chosen <- lasso_coefficients(fit$path, place)
  model <- if (length(chosen) > 0L) {
    linear_model("LASSO-Cox", chosen, own$values, own$time, own$status, days, model_about(study, own))
  }
  stable <- lasso_stability(
    own$values, own$time, own$status, params$nfolds, params$lambda, fit$path, params$seed, params$assignments, fit$cv$index[["min", 1L]],
    function(done) job$step(sprintf("换着分折，第 %d / %d 次", done, params$assignments), 0.1 + 0.4 * done / params$assignments)
  )
  lasso <- lasso_way(params$nfolds, params$lambda, params$maxit, params$seed, days)
  way <- if (found$screened) screened_fit(lasso, cox_screen_p, length(found$genes)) else lasso
  results <- risk_results(study, if (found$screened) data else own, model, way, days, with_chance(params, found), job, c(0.5, 0.95), c(
    methods = lasso_answer(params, found), univariable = NA, multivariable = "系数见「基因与系数」表"
  ))
  facts <- c(study_facts(study), lasso_facts(fit, found, stable, model, params), attr(results, "facts"))
  tell_study(study, job)
  tell_candidates(found, params, job)
  tell_lasso(fit, stable, model, own, params, job)
  tell_risk(facts, "gene_list", job)
  job$facts(facts)
  coefficients <- lasso_table(fit, own, params, stable)
  c(
    list(coefficients = coefficients, frequencies = shown_frequencies(coefficients)), lasso_paths(fit, own, params), results,
    list(flow = patient_flow(study), gene_flow = gene_flow_table(study, c(`候选的基因` = length(found$genes), `进入模型的基因` = length(model$genes))))
  )
}

#' Patients, and the genes that a model chooses from.
#'
#' @param inputs See `survival_study`; `candidates`: from `read_gene_list`, or NULL: all genes.
#' @return List of `study`, `genes` (candidates), `screened`: were they chosen on these patients' outcome? Then the study holds all genes that the
#'   screen looked at, and each fold repeats it. `modelled`: they were chosen by a model of these patients, which no fold repeats.
model_study <- function(inputs, params, job) {
  list <- inputs$candidates
  screened <- isTRUE(list$screened)
  study <- survival_study(inputs, c(params, list(gene_list = if (screened) list$universe else list$genes)), job)
  study <- study_for_model(study, rownames(study$values))
  check_model_events(study)
  genes <- rownames(study$values)
  if (screened) {
    matches <- match_genes(rows_of_result(list$genes), genes, study$identifiers)
    genes <- unique(matches$found[matches$found != ""])
  }
  if (length(genes) < 2L) stop_input("genes_few", sprintf(
    "可以用的候选基因只有 %d 个，模型至少要从 2 个里选。请放宽过滤，或换一份名单", length(genes)
  ), "gene_list")
  list(study = study, genes = genes, screened = screened, modelled = isTRUE(list$modelled))
}

#' The parameters of `risk_results`: chance is not tried where permuting the outcome cannot repeat how the candidates were chosen on it.
#'
#' @param found From `model_study`.
with_chance <- function(params, found) utils::modifyList(params, list(chance = params$chance && !found$modelled))

#' P values of the univariate Cox screen, as `screened_fit` takes them.
cox_screen_p <- function(values, time, status) {
  fits <- cox_screen(t(values), time, status)
  p <- stats::setNames(rep(1, ncol(values)), colnames(values))
  p[fits$gene] <- ifelse(is.na(fits$lr_p), 1, ifelse(fits$separated, fits$lr_p, fits$wald_p))
  p
}

#' @section Errors: `stop_input` where a fold would have less than one event.
check_folds <- function(status, nfolds) {
  if (sum(status) < nfolds) stop_input("folds_many", sprintf(
    "只有 %s 例事件，分不成 %d 折。请把折数改到 %s 以下", format_count(sum(status)), nfolds, format_count(sum(status))
  ), "nfolds")
}

#' Genes that have a coefficient, or are chosen in some assignments to folds.
lasso_table <- function(fit, data, params, stable = NULL) {
  at <- fit$cv$index[, 1L]
  genes <- union(
    union(names(lasso_coefficients(fit$path, at[[params$lambda]])), names(lasso_coefficients(fit$path, at[["min"]]))), names(stable$frequency)
  )
  beta <- as.matrix(fit$path$beta[genes, at, drop = FALSE])
  sd <- matrixStats::colSds(data$values[, genes, drop = FALSE])
  chosen <- beta[, match(params$lambda, names(at))]
  frequency <- if (is.null(stable)) rep(NA_real_, length(genes)) else unname(stable$frequency[genes])
  table <- data.frame(
    gene = as.character(genes), coefficient = unname(chosen), hr_sd = exp(unname(chosen) * sd), sd = sd,
    frequency = if (is.null(stable)) frequency else ifelse(is.na(frequency), 0, frequency),
    coef_min = unname(beta[, 1L]), coef_1se = unname(beta[, 2L])
  )
  plain_rows(table[order(table$coefficient == 0, -abs(table$coefficient), -table$frequency, table$gene, method = "radix"), ])
}

#' Rows of the figure of frequencies, the most frequent genes.
shown_frequencies <- function(table, most = 40L) {
  rows <- table[order(-table$frequency, table$gene, method = "radix"), ]
  rows <- utils::head(rows[rows$frequency > 0, ], most)
  plain_rows(data.frame(gene = rows$gene, frequency = rows$frequency, chosen = c("no", "yes")[(rows$coefficient != 0) + 1L]))
}

#' Curve of the cross-validation, and paths of the coefficients.
lasso_paths <- function(fit, data, params) {
  cv <- fit$cv
  at <- cv$index[, 1L]
  # Far beyond the best penalty the deviance dwarfs all before it.
  shown <- seq_len(min(length(cv$lambda), max(at) + max(10L, max(at))))
  log_lambda <- log(cv$lambda[shown])
  beta <- as.matrix(fit$path$beta[, shown, drop = FALSE])
  beta <- beta[rowSums(beta != 0) > 0, , drop = FALSE]
  tick <- unique(round(seq(1, length(shown), length.out = min(8L, length(shown)))))
  list(
    cv = data.frame(
      series = "偏似然偏差", x = log_lambda, y = cv$cvm[shown], lower = cv$cvlo[shown], upper = cv$cvup[shown], genes = as.integer(cv$nzero[shown]),
      events = sum(data$status)
    ),
    lambda_lines = data.frame(line = "vertical", at = log(cv$lambda[at]), line_label = unname(LAMBDA_WORDS[names(at)])),
    lambda_top = data.frame(
      top_x = rep(log_lambda[tick], 2L), top_text = as.character(c(cv$nzero[shown][tick], rep(sum(data$status), length(tick)))),
      top_row = rep(c("基因数", "事件数"), each = length(tick))
    ),
    paths = data.frame(gene = rep(rownames(beta), ncol(beta)), x = rep(log_lambda, each = nrow(beta)), y = as.vector(beta))
  )
}

lasso_facts <- function(fit, found, stable, model, params) {
  at <- fit$cv$index[, 1L]
  list(
    candidates = length(found$genes), screened = found$screened, lambda_word = LAMBDA_WORDS[[params$lambda]],
    lambda_value = fit$cv$lambda[[at[[params$lambda]]]],
    genes_min = sum(fit$path$beta[, at[["min"]]] != 0), genes_1se = sum(fit$path$beta[, at[["1se"]]] != 0), again = fit$again,
    stable_genes = sum(stable$frequency >= 0.8), size_least = min(stable$sizes), size_most = max(stable$sizes)
  )
}

lasso_answer <- function(params, found) {
  sprintf(
    "glmnet 的 LASSO-Cox，%d 折交叉验证选 λ（%s）%s；等比例风险由 Cox 模型假定", params$nfolds, LAMBDA_WORDS[[params$lambda]],
    if (found$screened) "，之前用单因素 Cox 筛选，交叉验证的每一折里重做" else ""
  )
}

#' What a reader must know of where the candidates come from.
tell_candidates <- function(found, params, job) {
  if (found$modelled) job$finding("should", "chosen_by_model", told(
    "候选{{row_subject}}是用同一批患者的结局建模选出来的，交叉验证不能重做那一步：这里的嵌套交叉验证仍然偏乐观%s。请在另一个队列里做「外部验证」",
    c(
      "The candidate {{row_subject}}s were selected by a model of the outcome of the same patients, which cross-validation cannot repeat:",
      "nested cross-validation is still optimistic here%s. Please validate the model in another cohort"
    ),
    if (params$chance) told("，也没有做「与偶然相比」", ", and the model was not compared with chance") else ""
  ), field = "gene_list")
  if (found$screened) job$finding("note", "chosen_on_outcome", told(
    "候选{{row_subject}}是用同一批患者的结局筛出来的：嵌套交叉验证在每一折里从筛选过的全部{{row_subject}}中重新挑 P 最小的 %s 个",
    c(
      "The candidate {{row_subject}}s were screened by the outcome of the same patients: in each fold, nested cross-validation chooses anew,",
      "out of all {{row_subject}}s screened, as many with the smallest P (%s)"
    ),
    format_count(length(found$genes))
  ), field = "gene_list")
}

tell_lasso <- function(fit, stable, model, data, params, job) {
  if (is.null(model)) job$finding("should", "empty_model", told(
    "在这个惩罚下没有一个{{row_subject}}的系数不是 0：交叉验证认为加进任何{{row_subject}}都不比没有好。这也是结果",
    c(
      "No {{row_subject}} has a coefficient other than 0 at this penalty: by cross-validation,",
      "adding any does no better than none. This, too, is a result"
    )
  ), field = "lambda")
  if (fit$again) job$finding("note", "again", told(
    "迭代 %s 次没有算完，而最佳的惩罚在路径的末尾：已用 %s 次重算",
    "At most %s iterations did not suffice, and the best penalty was at the end of the path: computed again with %s",
    format_count(params$maxit), format_count(LASSO_ITERATIONS)
  ), field = "maxit")
  if (!is.null(model) && length(model$genes) > sum(data$status) / 10) job$finding("should", "many_genes", told(
    "模型有 %s 个{{row_subject}}，事件 %s 例，每个{{row_subject}}不到 10 例事件：模型容易过拟合，请看嵌套交叉验证",
    "The model has %s {{row_subject}}s for %s events, fewer than 10 events each, and is prone to overfitting: look at nested cross-validation",
    format_count(length(model$genes)), format_count(sum(data$status))
  ), field = "lambda")
  unstable <- if (!is.null(model)) setdiff(model$genes, names(stable$frequency)[stable$frequency >= 0.5])
  if (length(unstable) > 0L) job$finding("note", "unstable", told(
    "模型里有 %s 个{{row_subject}}换一种分折就多半不被选中（%s 次里不到一半）：%s",
    "%s {{row_subject}}s of the model are mostly not selected with other assignments to folds (in less than half of %s): %s",
    format_count(length(unstable)), params$assignments, told_names(unstable)
  ), field = "seed")
}
