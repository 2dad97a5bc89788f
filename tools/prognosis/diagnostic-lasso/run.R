# LASSO, ridge and elastic net logistic regression of a two-valued outcome, on the user's own data.

LAMBDAS <- c(min = "λ.min", `1se` = "λ.1se")
#' Genes whose paths and shares are drawn.
DRAWN_GENES <- 40L

#' @param inputs `expression`: a matrix; `clinical`: data frame by sample; `candidates`: a list of genes, or NULL.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("找到样本和基因", 0.02)
  study <- diagnostic_study(inputs, params, job)
  screen <- genes_screened(study, params)
  learners <- list(logistic = logistic_learner(params$alpha, params$lambda, screen))
  foldid <- seeded_folds(study$y, inner_folds(study$y, params$nfolds), params$seed)
  job$step("交叉验证选惩罚", 0.05)
  found <- logistic_path(study$values, study$y, foldid, params$alpha, screen)
  at <- found$index[[params$lambda]]
  model <- logistic_model(found$path, at)
  nested <- nested_learners(learners, study$values, study$y, params$nfolds, params$repeats, params$seed, function(share) {
    job$step("嵌套交叉验证", 0.1 + 0.6 * share)
  })
  held <- matrix(nested$probability[, , "chosen"], length(study$y))
  own <- model$probability(study$values)
  results <- diagnostic_results(study, held, nested$fold, own, params)
  permuted <- if (params$permutations > 0L) permuted_auc(
    learners, study$values, study$y, params$nfolds, params$seed, params$permutations, function(share) job$step("打乱结局", 0.7 + 0.29 * share)
  )
  chance <- permutation_results(permuted, attr(results, "facts")$auc_nested)
  chosen <- lapply(nested$genes, `[[`, "logistic")
  coefficients <- coefficient_rows(found, study, chosen, params)
  facts <- c(
    diagnostic_study_facts(study, params), attr(results, "facts"), chance$facts, penalty_facts(found, model, chosen, coefficients, params),
    list(failed_fits = nested$failed)
  )
  tell_diagnostic_study(study, job)
  tell_penalty(facts, job)
  tell_diagnostic(facts, job)
  job$facts(facts)
  c(
    list(
      coefficients = coefficients,
      model = logistic_table(model, penalty_code(params$alpha), study, attr(results, "facts"), params$cut)
    ),
    penalty_curves(found, params), list(frequencies = drawn_frequencies(coefficients)), results, chance$tables
  )
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
