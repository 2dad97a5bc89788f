#' Survival forests by ranger as results: what the forest of a cohort and of one's own data compute. Their declarations take tables, figures
#' and facts from the tool kit's `forest-model.ts`.

#' A forest whose error out of bag is not below this is no better than chance: no gene of it is reliable.
FOREST_ERROR <- 0.45
#' Numbers of trees at which the error out of bag is told, at most.
ERROR_POINTS <- 25L
#' Share of the patients in each subsample: what a bootstrap sample holds of different patients. They are drawn without replacement, since a patient
#' who is drawn twice would stand in a tree and out of its bag.
SUBSAMPLE <- 0.632

#' Memory that the curves of a forest may take, bytes: a quarter of what a job may have.
FOREST_BYTES <- 1.5e9

#' @param inputs See `model_study`. @param params Its parameters and `ntree`, `nodesize`, `rela_imp_cutoff`, `fold_trees`, `null_runs`,
#'   `subsamples`, `seed`, `times`, `repeats`, `chance`.
#' @return The tables of `forestTables`.
forest_results <- function(inputs, params, job) {
  job$step("找到患者和基因", 0.02)
  found <- model_study(inputs, params, job)
  study <- found$study
  data <- model_patients(study)
  days <- model_days(params$times, data$time)
  own <- data
  own$values <- data$values[, sort(found$genes, method = "radix"), drop = FALSE]
  check_forest_size(own$time, params)
  job$step(sprintf("随机生存森林，%s 棵树", format_count(params$ntree)), 0.04)
  fit <- grow_forest(own$values, own$time, own$status, params$ntree, params$nodesize, params$seed, importance = TRUE)
  chosen <- forest_choice(fit, params$rela_imp_cutoff)
  # What permuted outcomes give, and how often parts of the patients keep a gene, is known later: until then those columns are empty.
  job$early("importance", importance_table(fit, chosen))
  model <- chosen_forest(own, chosen, params$ntree, params, days, model_about(study, own))
  null <- null_importance(own, params, function(done) {
    job$step(sprintf("打乱结局，第 %d / %d 次", done, params$null_runs), 0.15 + 0.15 * done / params$null_runs)
  })
  stable <- forest_stability(own, params, function(done) {
    job$step(sprintf("换着抽患者，第 %d / %d 次", done, params$subsamples), 0.3 + 0.15 * done / params$subsamples)
  })
  forest <- forest_way(params, days)
  way <- if (found$screened) screened_fit(forest, cox_screen_p, length(found$genes)) else forest
  results <- risk_results(study, if (found$screened) data else own, model, way, days, with_chance(params, found), job, c(0.45, 0.95), c(
    methods = forest_answer(params, found), univariable = NA, multivariable = NA, model = if (!is.null(model)) FOREST_IS_WHOLE,
    software = software_answer(c("survival", "ranger", "riskRegression"))
  ))
  importance <- importance_table(fit, chosen, null, stable)
  facts <- c(study_facts(study), forest_facts(fit, found, chosen, importance, null, params), attr(results, "facts"))
  tell_study(study, job)
  tell_candidates(found, params, job)
  tell_forest(facts, importance, own, params, job)
  tell_risk(facts, "gene_list", job)
  job$facts(facts)
  c(
    list(importance = importance, oob = error_by_trees(fit, own), importance_shown = shown_importance(importance)), results,
    list(flow = patient_flow(study), gene_flow = gene_flow_table(study, c(`候选的基因` = length(found$genes), `进入模型的基因` = length(model$genes))))
  )
}

FOREST_IS_WHOLE <- "每棵树的节点、截点，每片叶子的死亡数和累积风险见「模型」表，可直接用于新的患者"

forest_answer <- function(params, found) {
  sprintf(
    "ranger 的随机生存森林，log-rank 分裂，%s 棵树；按置换重要性选基因后重新拟合%s", format_count(params$ntree),
    if (found$screened) "，之前用单因素 Cox 筛选，交叉验证的每一折里重做" else ""
  )
}

# ---- fitting ----

#' `ranger::ranger` with log-rank splits. The same seed gives the same forest, whatever the processors.
#'
#' @param values Patients × genes. @param time In days.
#' @return The object of ranger, with what each tree has drawn.
grow_forest <- function(values, time, status, trees, nodesize, seed, importance = FALSE) {
  ranger::ranger(
    x = values, y = survival::Surv(time, status), num.trees = trees, min.node.size = nodesize, splitrule = "logrank",
    importance = if (importance) "permutation" else "none", num.threads = 1L, seed = seed, keep.inbag = TRUE, verbose = FALSE
  )
}

#' Refuse a forest that would not fit into memory: of each leaf ranger keeps the cumulative hazard at every time of follow-up, once for itself and
#' once for R; and of each patient three curves.
#'
#' @param time Of all patients. @section Errors: `stop_input` with the size of the leaves, or the trees, that would do.
check_forest_size <- function(time, params) {
  each <- 8 * length(unique(time))
  curves <- 3 * length(time) * each
  leaves <- 2 * params$ntree * (length(time) / params$nodesize) * each
  if (curves + leaves <= FOREST_BYTES) return(invisible())
  share <- max(0.001, FOREST_BYTES - curves) / leaves
  stop_input("forest_large", sprintf(
    "%s 例患者、%s 个不同的时间、%s 棵树，叶子 %s 例：森林约要 %.1f GB 内存，最多 %.1f GB。请把叶子大小调到 %s 例以上，或把树减到 %s 棵以下",
    format_count(length(time)), format_count(length(unique(time))), format_count(params$ntree), format_count(params$nodesize),
    (curves + leaves) / 1e9, FOREST_BYTES / 1e9, format_count(ceiling(params$nodesize / share)), format_count(max(1, floor(params$ntree * share)))
  ), "nodesize")
}

#' Genes whose importance is so large a share of the largest, and above what falls on the other side of 0 by chance.
#'
#' @param fit From `grow_forest`. @param cutoff Share of the largest.
#' @return Character, in the order of importance; none where the forest tells no more than chance.
forest_choice <- function(fit, cutoff) {
  importance <- fit$variable.importance
  if (is.na(fit$prediction.error) || fit$prediction.error >= FOREST_ERROR || max(importance) <= 0) return(character())
  kept <- importance[importance / max(importance) >= cutoff & importance > importance_noise(importance)]
  names(kept)[order(-kept, names(kept), method = "radix")]
}

#' How far below 0 importance falls: genes without any say lie as far on both sides.
importance_noise <- function(importance) abs(min(importance, 0))

#' The forest as a way to fit (see nested-validation.R): genes are chosen anew by importance on the patients that it gets.
forest_way <- function(params, times) {
  function(values, time, status) {
    values <- values[, order(colnames(values), method = "radix"), drop = FALSE]
    fit <- grow_forest(values, time, status, params$fold_trees, params$nodesize, params$seed, importance = TRUE)
    patients <- list(values = values, time = time, status = status)
    chosen_forest(patients, forest_choice(fit, params$rela_imp_cutoff), params$fold_trees, params, times)
  }
}

#' A forest on the chosen genes alone. @return A model, or NULL.
chosen_forest <- function(data, chosen, trees, params, times, about = character()) {
  if (length(chosen) == 0L) return(NULL)
  values <- data$values[, sort(chosen, method = "radix"), drop = FALSE]
  forest_model(grow_forest(values, data$time, data$status, trees, params$nodesize, params$seed), values, times, about)
}

#' A forest as a model: trees, splits, and of each leaf its mortality (the sum of the cumulative hazard over the times of death) and its cumulative
#' hazard by `times`.
#'
#' @param fit From `grow_forest`. @param values That it was fitted on. @return A model; NULL where no tree has a split.
forest_model <- function(fit, values, times, about) {
  forest <- fit$forest
  at <- findInterval(times, forest$unique.death.times)
  trees <- lapply(seq_len(forest$num.trees), function(tree) {
    children <- forest$child.nodeIDs[[tree]]
    leaf <- children[[1L]] == 0
    chf <- forest$chf[[tree]]
    leaves <- which(leaf)
    # ranger's nodes and variables are counted from 0 and 1.
    whole <- function(values) ifelse(leaf, NA_integer_, as.integer(values))
    mortality <- rep(NA_real_, length(leaf))
    mortality[leaves] <- vapply(chf[leaves], sum, numeric(1))
    hazards <- matrix(NA_real_, length(leaf), length(times))
    hazards[leaves, ] <- do.call(rbind, lapply(chf[leaves], function(hazard) c(0, hazard)[at + 1L]))
    list(
      nodes = data.frame(
        tree = tree, node = seq_along(leaf) - 1L, left = whole(children[[1L]]), right = whole(children[[2L]]),
        gene = ifelse(leaf, NA_character_, forest$independent.variable.names[pmax(forest$split.varIDs[[tree]], 0) + 1L]),
        split = ifelse(leaf, NA_real_, forest$split.values[[tree]]), mortality = mortality
      ),
      hazards = hazards
    )
  })
  nodes <- do.call(rbind, lapply(trees, `[[`, "nodes"))
  if (all(is.na(nodes$gene))) return(NULL)
  model <- list(
    kind = "forest", method = "随机生存森林", genes = sort(unique(stats::na.omit(nodes$gene)), method = "radix"), nodes = nodes,
    hazards = do.call(rbind, lapply(trees, `[[`, "hazards")), times = times, about = about
  )
  model$cutoff <- stats::median(model_score(model, values))
  model
}

# ---- error, importance, stability ----

#' Error out of bag (1 − C) of the first trees of a forest: each patient's mean mortality over those that have not drawn him. What a prefix of the
#' forest predicts is what a forest of so many trees would: the trees are grown one apart from another.
#'
#' @return Data frame `series`, `x` (trees), `y`.
error_by_trees <- function(fit, data) {
  trees <- fit$num.trees
  leaf <- stats::predict(fit, data$values, type = "terminalNodes", num.threads = 1L)$predictions
  out <- vapply(fit$inbag.counts, function(drawn) drawn == 0, logical(nrow(data$values)))
  mortality <- vapply(seq_len(trees), function(tree) {
    vapply(fit$forest$chf[[tree]][leaf[, tree] + 1L], sum, numeric(1))
  }, numeric(nrow(data$values)))
  mortality[!out] <- 0
  at <- unique(round(exp(seq(log(min(5, trees)), log(trees), length.out = ERROR_POINTS))))
  error <- vapply(at, function(first) {
    seen <- rowSums(out[, seq_len(first), drop = FALSE])
    known <- seen > 0
    score <- rowSums(mortality[, seq_len(first), drop = FALSE])[known] / seen[known]
    1 - concordance_of(data$time[known], data$status[known], score)$estimate
  }, numeric(1))
  data.frame(series = "袋外误差", x = as.integer(at), y = error)
}

#' Importance of the genes when the outcome is permuted over the patients.
#'
#' @return Matrix genes × runs.
null_importance <- function(data, params, progress) {
  runs <- in_forks(seq_len(params$null_runs), function(i) {
    set.seed(params$seed + i)
    mixed <- sample(length(data$time))
    fit <- grow_forest(
      data$values, data$time[mixed], data$status[mixed], params$fold_trees, params$nodesize, params$seed + i, importance = TRUE
    )
    fit$variable.importance
  }, length(data$values), progress)
  matrix(as.numeric(unlist(runs)), ncol(data$values), params$null_runs, dimnames = list(colnames(data$values), NULL))
}

#' How often each gene is chosen on a part of the patients.
#'
#' @return Numeric, by gene.
forest_stability <- function(data, params, progress) {
  chosen <- in_forks(seq_len(params$subsamples), function(i) {
    set.seed(params$seed + i)
    drawn <- sort(unlist(lapply(c(0, 1), function(value) {
      own <- which(data$status == value)
      own[sample.int(length(own), round(SUBSAMPLE * length(own)))]
    })))
    forest_choice(grow_forest(
      data$values[drawn, , drop = FALSE], data$time[drawn], data$status[drawn], params$fold_trees, params$nodesize, params$seed + i, importance = TRUE
    ), params$rela_imp_cutoff)
  }, length(data$values), progress)
  count <- table(factor(unlist(chosen), colnames(data$values)))
  stats::setNames(as.vector(count) / params$subsamples, names(count))
}

#' Importance of each gene, and the span of chance: between the 2.5 % and 97.5 % quantiles over all genes and runs.
#'
#' @param null From `null_importance`. @param stable From `forest_stability`; NULL: not known yet.
importance_table <- function(fit, chosen, null = matrix(0, length(fit$variable.importance), 0L), stable = NULL) {
  importance <- fit$variable.importance
  band <- if (ncol(null) > 0L) unname(stats::quantile(null, c(0.025, 0.975))) else c(NA_real_, NA_real_)
  most <- if (ncol(null) > 0L) matrixStats::colMaxs(null)
  table <- data.frame(
    gene = names(importance), importance = unname(importance),
    relative = if (max(importance) > 0) unname(importance) / max(importance) else NA_real_,
    chosen = as.integer(names(importance) %in% chosen),
    frequency = if (is.null(stable)) NA_real_ else unname(stable[names(importance)]), null_low = band[[1L]], null_high = band[[2L]],
    # Against the largest of all genes in each permutation: the smallest P that many genes allow.
    p = if (is.null(most)) NA_real_ else vapply(importance, chance_p, numeric(1), chance = most, USE.NAMES = FALSE)
  )
  plain_rows(table[order(-table$importance, table$gene, method = "radix"), ])
}

IMPORTANCE_SHOWN <- 30L

shown_importance <- function(table) {
  shown <- utils::head(table, max(IMPORTANCE_SHOWN, min(sum(table$chosen), 60L)))
  shown$group <- ifelse(shown$chosen == 1L, "yes", "no")
  plain_rows(shown[c("gene", "importance", "null_low", "null_high", "group", "p")])
}

forest_facts <- function(fit, found, chosen, importance, null, params) {
  list(
    candidates = length(found$genes), screened = found$screened, oob_error = fit$prediction.error, chosen_genes = length(chosen),
    first_genes = if (length(chosen) > 0L) told_names(chosen), reliable = length(chosen) > 0L,
    by_cutoff = sum(importance$relative >= params$rela_imp_cutoff, na.rm = TRUE), noise = importance_noise(importance$importance),
    stable_genes = sum(importance$chosen == 1L & importance$frequency >= 0.8),
    above_chance = if (ncol(null) > 0L) sum(importance$chosen == 1L & importance$p <= 0.05)
  )
}

tell_forest <- function(facts, importance, data, params, job) {
  if (!facts$reliable) job$finding("should", "no_reliable_genes", if (isTRUE(facts$oob_error >= FOREST_ERROR)) told(
    "无可靠重要{{row_subject}}：袋外误差 %.3f，不低于 %.2f，森林看不出谁先发生事件。相对重要性总会排出前几名，这里不列为入选",
    c(
      "No {{row_subject}} is reliably important: with an out-of-bag error of %.3f, not below %.2f, the forest cannot tell who has an event first.",
      "Relative importance always ranks some on top; they are not taken as selected here"
    ),
    facts$oob_error, FOREST_ERROR
  ) else told(
    "无可靠重要{{row_subject}}：没有{{row_subject}}的重要性既达到相对阈值，又高于最负的重要性的绝对值",
    c(
      "No {{row_subject}} is reliably important: none both reaches the relative threshold and exceeds the",
      "absolute value of the most negative importance"
    )
  ), field = "rela_imp_cutoff")
  if (facts$reliable && !facts$modelled) job$finding("should", "no_split", told(
    "入选的{{row_subject}}再拟合时没有一棵树分得开：患者少于叶子大小的两倍。请调小叶子",
    "No tree splits when the forest is grown on the selected {{row_subject}}s: there are fewer patients than twice the node size. Please lower it"
  ), field = "nodesize")
  unstable <- importance$gene[importance$chosen == 1L & importance$frequency < 0.5]
  if (length(unstable) > 0L) job$finding("note", "unstable", told(
    "入选的{{row_subject}}里有 %s 个换一部分患者就多半不入选（%s 次里不到一半）：%s",
    "%s selected {{row_subject}}s are mostly not selected in other parts of the patients (in less than half of %s subsamples): %s",
    format_count(length(unstable)), params$subsamples, told_names(unstable)
  ), field = "seed")
}
