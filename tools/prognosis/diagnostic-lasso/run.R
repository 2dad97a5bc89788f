# LASSO, ridge and elastic net logistic regression of a two-valued outcome on the user's own data, perhaps beside clinical variables without penalty.

LAMBDAS <- c(min = "λ.min", `1se` = "λ.1se")
#' Genes whose paths and shares are drawn.
DRAWN_GENES <- 40L

#' @param inputs `expression`: a matrix; `clinical`: data frame by sample; `candidates`: a list of genes, or NULL.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("找到样本和基因", 0.02)
  study <- diagnostic_study(inputs, params, job)
  screen <- genes_screened(study, params)
  clinical <- as.character(colnames(study$design))
  values <- cbind(study$values, study$design)
  learners <- list(logistic = logistic_learner(params$alpha, params$lambda, screen, free = clinical))
  foldid <- seeded_folds(study$y, inner_folds(study$y, params$nfolds), params$seed)
  job$step("交叉验证选惩罚", 0.05)
  found <- logistic_path(values, study$y, foldid, params$alpha, screen, clinical)
  at <- found$index[[params$lambda]]
  model <- logistic_model(found$path, at, clinical)
  own <- model$probability(values)
  beside <- if (length(clinical) > 0L) parts_of_model(study, params, screen)
  nested <- nested_learners(c(learners, beside), values, study$y, params$nfolds, params$repeats, params$seed, function(share) {
    job$step("嵌套交叉验证", 0.1 + 0.6 * share)
  })
  held <- matrix(nested$probability[, , "logistic"], length(study$y))
  results <- diagnostic_results(study, held, nested$fold, own, params)
  permuted <- if (params$permutations > 0L) permuted_auc(
    learners, values, study$y, params$nfolds, params$seed, params$permutations, function(share) job$step("打乱结局", 0.7 + 0.29 * share)
  )
  chance <- permutation_results(permuted, attr(results, "facts")$auc_nested)
  chosen <- lapply(nested$genes, `[[`, "logistic")
  # Clinical variables stand in tables of their own.
  found$path$beta <- found$path$beta[!rownames(found$path$beta) %in% clinical, , drop = FALSE]
  coefficients <- coefficient_rows(found, study, chosen, params)
  added <- added_value(study, nested)
  facts <- c(
    diagnostic_study_facts(study, params), attr(results, "facts"), chance$facts, penalty_facts(found, model, chosen, coefficients, params),
    list(failed_fits = nested$failed), attr(added, "facts")
  )
  tell_diagnostic_study(study, job)
  tell_penalty(facts, job)
  tell_added(study, facts, job)
  tell_diagnostic(facts, job)
  job$facts(facts)
  c(
    added,
    list(
      coefficients = coefficients, clinical = clinical_rows(study, model),
      model = logistic_table(model, penalty_code(params$alpha), study, attr(results, "facts"), params$cut)
    ),
    penalty_curves(found, params), list(frequencies = drawn_frequencies(coefficients)), results, chance$tables
  )
}

# ---- genes beside clinical variables ----

#' The two parts of a model of genes and clinical variables as learners of their own.
parts_of_model <- function(study, params, screen) {
  list(
    clinical = on_columns(plain_logistic, colnames(study$design)),
    genes = on_columns(logistic_learner(params$alpha, params$lambda, screen), colnames(study$values))
  )
}

#' What clinical variables alone, genes alone and both tell of samples that took no part in training, in the same folds, and what one adds to the
#' other. A likelihood ratio of the samples that chose the genes would find them of use where they are noise.
#'
#' @param nested From `nested_learners` of both, and of `parts_of_model` where there are clinical variables. @return List of the tables `added`,
#'   `added_roc` and `added_roc_lines`; attribute `facts`.
added_value <- function(study, nested) {
  numbers <- data.frame(estimate = numeric(), lower = numeric(), upper = numeric(), p = numeric())
  curve <- data.frame(series = character(), x = numeric(), y = numeric(), label = character())
  if (is.null(study$design)) return(structure(
    list(added = cbind(what = character(), numbers), added_roc = curve, added_roc_lines = diagonal_line("没有区分力", FALSE)), facts = list()
  ))
  of <- function(name) matrix(nested$probability[, , name], length(study$y))
  parts <- list(both = of("logistic"), clinical = of("clinical"), genes = of("genes"))
  auc <- lapply(parts, repeated_auc, study$y, nested$fold)
  over <- list(
    genes_added = repeated_auc_difference(parts$both, parts$clinical, study$y, nested$fold),
    clinical_added = repeated_auc_difference(parts$both, parts$genes, study$y, nested$fold)
  )
  table <- do.call(rbind, c(
    lapply(auc, function(one) data.frame(one[c("estimate", "lower", "upper")], p = NA_real_)), lapply(over, as.data.frame)
  ))
  curves <- lapply(names(parts), function(name) {
    roc <- repeated_roc(parts[[name]], study$y, nested$fold)
    data.frame(series = name, x = roc$fpr, y = roc$tpr, label = sprintf("AUC %.3f", auc[[name]]$estimate))
  })
  gain <- over$genes_added
  structure(
    list(
      added = cbind(what = c(names(auc), names(over)), plain_rows(table)), added_roc = do.call(rbind, curves),
      added_roc_lines = diagonal_line("没有区分力", TRUE)
    ),
    facts = list(
      clinical_used = told_names(names(study$levels), Inf), clinical_columns = ncol(study$design),
      clinical_each = min(sum(study$y), sum(study$y == 0L)) / ncol(study$design),
      auc_clinical = auc$clinical$estimate, auc_clinical_low = auc$clinical$lower, auc_clinical_high = auc$clinical$upper,
      auc_genes = auc$genes$estimate, auc_genes_low = auc$genes$lower, auc_genes_high = auc$genes$upper,
      genes_gain = gain$estimate, genes_gain_low = fact_number(gain$lower), genes_gain_high = fact_number(gain$upper),
      genes_gain_p = fact_number(gain$p), gain_known = is.finite(gain$lower), genes_add = isTRUE(gain$lower > 0), genes_harm = isTRUE(gain$upper < 0)
    )
  )
}

#' Coefficients of the clinical variables beside the genes, and without them.
clinical_rows <- function(study, model) {
  terms <- study$terms
  if (is.null(terms)) return(data.frame(variable = character(), coefficient = numeric(), or = numeric(), or_alone = numeric()))
  alone <- stats::glm.fit(cbind(1, study$design), study$y, family = stats::binomial())$coefficients[-1L]
  beta <- unname(model$coefficient[terms$column])
  data.frame(variable = terms$column, coefficient = beta, or = exp(beta), or_alone = exp(unname(alone)))
}

#' What a reader must know of genes beside clinical variables.
tell_added <- function(study, facts, job) {
  if (is.null(study$design)) return(invisible())
  if (facts$clinical_each < EVENTS_EACH) job$finding("should", "clinical_many", told(
    "临床变量有 %s 个系数，较少的一边每个系数只有 %.1f 个样本，不足 %s 个：它们没有惩罚，模型容易过拟合。请减少变量",
    c(
      "Coefficients of clinical variables: %s; samples of the smaller side per coefficient: %.1f, fewer than %s. They have no penalty, and the model",
      "is prone to overfitting. Use fewer variables"
    ), format_count(facts$clinical_columns), facts$clinical_each, format_count(EVENTS_EACH)
  ), field = "covariates")
  gain <- true_minus(sprintf("%.3f", c(facts$genes_gain, facts$genes_gain_low, facts$genes_gain_high)))
  if (!facts$genes_add && facts$gain_known) job$finding("should", if (facts$genes_harm) "genes_harm" else "genes_add_nothing", told(
    "在临床变量之外，{{row_subject}}%s：没有参与训练的样本里 AUC 的差是 %s（95%% CI %s 至 %s）",
    "The {{row_subject}}s %s the clinical variables: in samples that took no part in training the AUC differs by %s (95%% CI %s to %s)",
    if (facts$genes_harm) told("反而使模型变差", "make the model worse than") else told("看不出增加了什么", "add nothing that can be seen to"),
    gain[[1L]], gain[[2L]], gain[[3L]]
  ), field = "covariates")
}

#' Which of `LEARNERS` a kind of penalty is.
penalty_code <- function(alpha) if (alpha == 1) "lasso" else if (alpha == 0) "ridge" else "elastic"

#' Genes that have a coefficient at a penalty, or in some fit of the validation.
coefficient_rows <- function(found, study, chosen, params) {
  at <- found$index
  beta <- as.matrix(found$path$beta[, at, drop = FALSE])
  count <- table(unlist(chosen))
  genes <- union(rownames(beta)[rowSums(beta != 0) > 0], names(count))
  own <- matrix(0, length(genes), 2L, dimnames = list(genes, names(at)))
  inside <- intersect(genes, rownames(beta))
  own[inside, ] <- beta[inside, ]
  sd <- matrixStats::colSds(study$values[, genes, drop = FALSE])
  times <- as.integer(count[genes])
  table <- data.frame(
    gene = as.character(genes), coefficient = unname(own[, params$lambda]), or_sd = exp(unname(own[, params$lambda]) * sd), sd = sd,
    frequency = ifelse(is.na(times), 0, times) / length(chosen), coef_min = unname(own[, "min"]), coef_1se = unname(own[, "1se"])
  )
  plain_rows(table[order(table$coefficient == 0, -abs(table$coefficient), -table$frequency, table$gene, method = "radix"), ])
}

drawn_frequencies <- function(table) {
  rows <- table[order(-table$frequency, -abs(table$coefficient), table$gene, method = "radix"), ]
  rows <- utils::head(rows[rows$frequency > 0, ], DRAWN_GENES)
  plain_rows(data.frame(gene = rows$gene, frequency = rows$frequency, chosen = c("no", "yes")[(rows$coefficient != 0) + 1L]))
}

#' The cross-validated deviance along the penalty, and the paths of the coefficients.
penalty_curves <- function(found, params) {
  at <- found$index
  shown <- seq_len(min(length(found$lambda), max(at) + max(10L, max(at))))
  log_lambda <- log(found$lambda[shown])
  beta <- as.matrix(found$path$beta[, shown, drop = FALSE])
  largest <- order(-matrixStats::rowMaxs(abs(beta)), rownames(beta), method = "radix")
  # A ridge has a path of every gene: the largest are drawn.
  beta <- beta[utils::head(largest[matrixStats::rowMaxs(abs(beta))[largest] > 0], DRAWN_GENES), , drop = FALSE]
  tick <- unique(round(seq(1, length(shown), length.out = min(8L, length(shown)))))
  size <- Matrix::colSums(found$path$beta[, shown, drop = FALSE] != 0)
  list(
    cv = data.frame(
      series = "deviance", x = log_lambda, y = found$cvm[shown], lower = found$cvm[shown] - found$cvsd[shown],
      upper = found$cvm[shown] + found$cvsd[shown], genes = as.integer(size)
    ),
    lambda_lines = data.frame(line = "vertical", at = log(found$lambda[at]), line_label = unname(LAMBDAS[names(at)])),
    lambda_top = data.frame(top_x = log_lambda[tick], top_text = as.character(as.integer(size[tick])), top_row = "genes"),
    paths = data.frame(gene = rep(rownames(beta), ncol(beta)), x = rep(log_lambda, each = nrow(beta)), y = as.vector(beta))
  )
}

penalty_facts <- function(found, model, chosen, coefficients, params) {
  list(
    ridge = params$alpha == 0, lasso = params$alpha == 1, elastic = params$alpha > 0 && params$alpha < 1, modelled = length(model$genes) > 0L,
    model_genes = length(model$genes), lambda_word = LAMBDAS[[params$lambda]], lambda_value = found$lambda[[found$index[[params$lambda]]]],
    genes_min = sum(found$path$beta[, found$index[["min"]]] != 0), genes_1se = sum(found$path$beta[, found$index[["1se"]]] != 0),
    stable_genes = sum(coefficients$frequency >= 0.8), size_least = min(lengths(chosen)), size_most = max(lengths(chosen)), fits = length(chosen)
  )
}

tell_penalty <- function(facts, job) {
  if (!facts$modelled) job$finding("should", "empty_model", told(
    "在这个惩罚下没有一个{{row_subject}}的系数不是 0：交叉验证认为加进任何{{row_subject}}都不比没有好。这也是结果",
    "No {{row_subject}} has a coefficient other than 0 at this penalty: by cross-validation, any does no better than none. This, too, is a result"
  ), field = "lambda")
  fewer <- min(facts$cases, facts$controls)
  if (!facts$ridge && facts$model_genes > fewer / 10) job$finding("should", "many_genes", told(
    "模型有 %s 个{{row_subject}}，较少的一边只有 %s 个样本，每个{{row_subject}}不到 10 个：模型容易过拟合，请看嵌套交叉验证",
    "The model has %s {{row_subject}}s for %s samples of the smaller side, fewer than 10 each: prone to overfitting, see nested cross-validation",
    format_count(facts$model_genes), format_count(fewer)
  ), field = "lambda")
}
