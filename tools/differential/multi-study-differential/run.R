# Two groups in several studies: limma in each, a random-effects meta-analysis of each gene, and what pooling the samples would have said.

WAY_WORDS <- c(meta = "荟萃分析（随机效应）", pooled = "合并样本：ComBat 后 limma", ranks = "秩聚合（RRA）")
POOLED_LABEL <- "合并（随机效应）"
SMALLEST_GROUP <- 2L
#' From so many studies on the normal approximation is no longer told to be too bold.
MANY_STUDIES <- 5L
#' I² from here on is called moderate, and high.
HETEROGENEITY <- c(moderate = 0.25, high = 0.5)
NULL_P <- 0.05
#' A share of P < 0.05 under permuted labels from here on is called inflated.
INFLATED <- 0.065

#' @param inputs `expression`: a list of matrices; `groups`: data frame of `sample`, `group`, perhaps the study.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对数据集和分组", 0.05)
  all <- unlist(joined_samples(lapply(inputs$expression, function(matrix) colnames(matrix$values))))
  samples <- read_covariates(compared_samples(inputs$groups, all, params), params)
  tell_repeated_samples(inputs$expression, job)
  studies <- read_studies(inputs$expression, samples, params$study_column, "study_column")
  require_groups(studies, params)
  least <- min(params$min_studies, length(studies))
  genes <- shared_genes(studies, least)
  matched <- require_shared_genes(studies, genes, job)
  tell_corrected(studies, job)
  adjusted <- lapply(studies, study_columns, params)
  tell_adjusted(studies, adjusted, samples, params, job)
  job$checked("studies_read", sprintf(
    "%d 个数据集按基因名对上 %s 个基因（%s 个在全部数据集里）", length(studies), format_count(length(genes)),
    format_count(length(shared_genes(studies, length(studies))))
  ), "file_ids")

  job$step("逐个数据集拟合 limma", 0.15)
  models <- Map(function(study, own) comparison_model(study, own, params, job), studies, adjusted)
  fits <- in_forks(models, study_fit, sum(lengths(lapply(studies, `[[`, "values"))))
  names(fits) <- study_names(studies)

  job$step("逐个基因荟萃", 0.35)
  genes <- shared_genes(lapply(fits, function(fit) list(values = fit)), least)
  if (length(genes) < 2L) stop_input("nothing_left", "各数据集里都有数值、又有变化的共同基因不到 2 个。请核对表达矩阵", "file_ids")
  meta <- meta_analysis(fits, genes, params$test == "knha")
  ranks <- rank_aggregation(fits, genes)
  job$step("合并样本作对照", 0.5)
  pooled <- pooled_comparison(models, params)
  job$step("打乱分组再算", 0.6)
  permuted <- permuted_labels(models, genes, params)
  job$step("整理结果", 0.95)
  result <- effects_table(meta, ranks, pooled, fits)
  methods <- methods_table(result, fits, pooled, permuted, params)
  rows <- effect_rows(result, fits, models, params, job)
  tell_result(result, methods, models, permuted, params, job)
  list(
    meta = result, studies = studies_table(studies, models, fits, matched, params), methods = methods_words(methods), forest = rows,
    inflation = inflation_rows(methods), p_histogram = p_histogram(result$P.Value)
  )
}

# ---- each study ----

require_groups <- function(studies, params) {
  for (study in studies) for (level in c(params$case_group, params$control_group)) {
    size <- sum(study$samples$group == level)
    if (size < SMALLEST_GROUP) stop_input("small_group", sprintf(
      "数据集「%s」里「%s」只有 %d 个样本，每组至少 2 个才能单独分析。请补上，或去掉这个数据集", study$name, level, size
    ), "sample_groups")
  }
}

tell_corrected <- function(studies, job) {
  corrected <- study_names(studies)[vapply(studies, function(study) study$kind == "batch-corrected", NA)]
  if (length(corrected) > 0L) job$finding("should", "batch_corrected", told(
    "%s 是去过批次的矩阵，直接检验会让 P 值偏小。请改用去批次之前的矩阵",
    "%s: batches were taken out of the matrix before, which makes P values of tests on it too small; use the matrix before correction",
    told_names(corrected)
  ), field = "file_ids")
}

#' The columns that a study's model can take: a covariate that is constant there or not known of every sample, and pairs of which there is none, are
#' left out of that study alone.
#'
#' @return List: `covariates` and `pair` (names, `character()` or NULL), `left` (names that were asked for and left out), `pairs` (complete ones),
#'   `extra` (columns of the model beside the groups, or NULL), `ids` (of each sample its pair, or NULL).
study_columns <- function(study, params) {
  samples <- study$samples
  for (column in c(params$covariates, params$pair_column)) if (is.null(samples[[column]])) {
    field <- if (column %in% params$covariates) "covariates" else "pair_column"
    stop_input("no_column", sprintf("分组表里没有「%s」这一列。请重新选择", column), field)
  }
  usable <- vapply(params$covariates, function(column) {
    values <- samples[[column]]
    known <- if (is.numeric(values)) is.finite(values) else !is.na(values) & nzchar(trimmed(as.character(values)))
    all(known) && length(unique(values)) > 1L
  }, NA)
  covariates <- params$covariates[as.logical(usable)]
  ids <- if (!is.null(params$pair_column)) trimmed(as.character(samples[[params$pair_column]]))
  whole <- !is.null(ids) && !anyNA(ids) && all(nzchar(ids))
  pairs <- if (whole) length(complete_pairs(ids, samples, params)) else 0L
  pair <- if (pairs > 0L) params$pair_column
  own <- changed_list(params, covariates = covariates, pair_column = pair)
  design <- tryCatch(design_matrix(samples, own), oncoloom_input = function(refusal) {
    stop_input(refusal$code, sprintf("数据集「%s」：%s", study$name, conditionMessage(refusal)), refusal$field)
  })
  list(
    covariates = covariates, pair = pair, left = setdiff(c(params$covariates, params$pair_column), c(covariates, pair)), pairs = pairs,
    extra = if (ncol(design) > 2L) design[, -(1:2), drop = FALSE], ids = if (pairs > 0L) ids
  )
}

changed_list <- function(list, ...) utils::modifyList(list, list(...), keep.null = TRUE)

#' Which columns each study's model has, and which it has not.
tell_adjusted <- function(studies, adjusted, samples, params, job) {
  asked <- c(params$covariates, params$pair_column)
  of_study <- vapply(adjusted, `[[`, 0, "pairs")
  pairs <- sum(of_study)
  used <- intersect(params$covariates, unlist(lapply(adjusted, `[[`, "covariates")))
  job$facts(c(
    covariate_facts(samples, used), list(paired = pairs > 0L, pairs = if (pairs > 0L) pairs, paired_studies = sum(of_study > 0))
  ))
  for (column in asked) {
    without <- study_names(studies)[vapply(adjusted, function(own) column %in% own$left, NA)]
    if (length(without) == 0L) next
    of_pairs <- identical(column, params$pair_column)
    job$finding("should", if (of_pairs) "pairs_left_out" else "covariate_left_out", told(
      if (of_pairs) "%s 里「%s」没有写全，或没有在两组都有样本的编号：这些数据集不配对，其余的照常" else "%s 里「%s」没有写全，或只有一个值：这些数据集不校正它，其余的照常",
      if (of_pairs) "%s: “%s” is incomplete, or no value has samples in both groups; these studies are analysed without pairs" else
        "%s: “%s” is incomplete, or has one value; these studies are not adjusted for it",
      told_names(without), column
    ), field = if (of_pairs) "pair_column" else "covariates")
  }
}

#' What limma is given of a study.
#'
#' @param own Of `study_columns`. @return List: `name`, `model` (matrix or EList), `case` (of each sample), `counted`, `extra`, `ids`.
comparison_model <- function(study, own, params, job) {
  case <- study$samples$group == params$case_group
  model <- study_model(study, study$samples$group, cbind(two_groups(case), own$extra), job)
  list(name = study$name, model = model, case = case, counted = study$kind == "counts", extra = own$extra, ids = own$ids)
}

two_groups <- function(case) cbind(all = 1, case = as.numeric(case))

#' limma's estimates of a study. @return Data frame by gene: `logFC`, `SE` (moderated), `t`, `P.Value`.
study_fit <- function(study) {
  design <- cbind(two_groups(study$case), study$extra)
  fit <- moderated_fit(study$model, design, study$counted, study$counted)
  genes <- rownames(if (is.list(study$model)) study$model$E else study$model)
  last <- ncol(design)
  table <- data.frame(
    logFC = fit$coefficients[, last], SE = fit$stdev.unscaled[, last] * sqrt(fit$s2.post), t = fit$t[, last], P.Value = fit$p.value[, last],
    row.names = genes
  )
  table[is.finite(table$P.Value) & table$SE > 0, , drop = FALSE]
}

#' Labels dealt out anew: within each pair where there are pairs, for only these are exchangeable there, else among all samples.
dealt_labels <- function(study) {
  case <- study$case
  if (is.null(study$ids)) return(sample(case))
  for (id in unique(study$ids)) {
    own <- which(study$ids == id)
    if (length(own) > 1L) case[own] <- case[own][sample.int(length(own))]
  }
  case
}

#' One column of all fits, genes × studies.
fits_matrix <- function(fits, column, genes) {
  vapply(fits, function(fit) fit[[column]][match(genes, rownames(fit))], numeric(length(genes)))
}

# ---- together ----

meta_analysis <- function(fits, genes, knapp_hartung) {
  effects <- fits_matrix(fits, "logFC", genes)
  rownames(effects) <- genes
  random_effects(effects, fits_matrix(fits, "SE", genes), knapp_hartung)
}

#' Robust rank aggregation of the studies' rankings by t, from either end: twice the smaller score. @return P of each gene.
rank_aggregation <- function(fits, genes) {
  t <- fits_matrix(fits, "t", genes)
  score <- function(order) {
    ranks <- apply(order, 2L, function(values) rank(values, na.last = "keep", ties.method = "average") / sum(!is.na(values)))
    rownames(ranks) <- genes
    scores <- RobustRankAggreg::aggregateRanks(rmat = ranks)
    scores$Score[match(genes, scores$Name)]
  }
  pmin(1, 2 * pmin(score(-t), score(t)))
}

#' Samples of all studies in one matrix, the studies' shifts taken out by ComBat with the groups in its model, and limma on what is left: what is
#' often done, and what is shown beside. Only on genes that all studies have without a gap.
#'
#' @return As `study_fit`, or NULL where fewer than two genes are left.
pooled_comparison <- function(models, params) {
  values <- lapply(models, function(study) if (is.list(study$model)) study$model$E else study$model)
  values <- lapply(values, function(one) one[rowSums(is.na(one)) == 0L, , drop = FALSE])
  common <- sort(Reduce(intersect, lapply(values, rownames)), method = "radix")
  if (length(common) < 2L) return(NULL)
  merged <- do.call(cbind, lapply(values, function(one) one[common, , drop = FALSE]))
  case <- unlist(lapply(models, `[[`, "case"))
  study <- rep(seq_along(models), lengths(lapply(models, `[[`, "case")))
  utils::capture.output(corrected <- suppressMessages(sva::ComBat(merged, study, two_groups(case))))
  study_fit(list(model = rows_that_vary(corrected), case = case, counted = FALSE))
}

#' Everything again with labels that were dealt out at random within each study. @return List, one for each draw: P by method, and how many pass.
permuted_labels <- function(models, genes, params) {
  cells <- sum(lengths(lapply(models, function(study) if (is.list(study$model)) study$model$E else study$model)))
  in_forks(seq_len(params$label_permutations), function(draw) {
    set.seed(params$seed + draw)
    dealt <- lapply(models, function(study) utils::modifyList(study, list(case = dealt_labels(study))))
    meta <- meta_analysis(lapply(dealt, study_fit), genes, params$test == "knha")
    pooled <- pooled_comparison(dealt, params)
    list(meta = null_counts(meta$effect, meta$p, params), pooled = if (!is.null(pooled)) null_counts(pooled$logFC, pooled$P.Value, params))
  }, cells)
}

null_counts <- function(effect, p, params) {
  c(share = mean(p < NULL_P, na.rm = TRUE), passed = sum(gene_change(effect, stats::p.adjust(p, "BH"), params) != "none"))
}

# ---- tables ----

effects_table <- function(meta, ranks, pooled, fits) {
  genes <- rownames(meta)
  effects <- fits_matrix(fits, "logFC", genes)
  errors <- fits_matrix(fits, "SE", genes)
  of_pooled <- function(values) if (is.null(pooled)) rep(NA_real_, length(genes)) else values[match(genes, rownames(pooled))]
  table <- data.frame(
    gene = genes, studies = meta$studies, logFC = meta$effect, SE = meta$se, CI.low = meta$low, CI.high = meta$high, statistic = meta$statistic,
    P.Value = meta$p, adj.P.Val = stats::p.adjust(meta$p, "BH"), tau2 = meta$tau2, I2 = meta$i2, Q = meta$q, Q.P = meta$q_p,
    up = rowSums(effects > 0, na.rm = TRUE), down = rowSums(effects < 0, na.rm = TRUE), rank_p = ranks, rank_padj = stats::p.adjust(ranks, "BH"),
    pooled_logFC = of_pooled(pooled$logFC), pooled_t = of_pooled(pooled$t), pooled_padj = of_pooled(stats::p.adjust(pooled$P.Value, "BH"))
  )
  each <- do.call(cbind, lapply(seq_along(fits), function(i) {
    stats::setNames(data.frame(effects[, i], errors[, i]), paste(names(fits)[[i]], c("log2FC", "SE")))
  }))
  table <- cbind(table, each)
  table <- table[is.finite(table$P.Value), , drop = FALSE]
  table <- table[order(table$P.Value, -abs(table$statistic), table$gene, method = "radix"), , drop = FALSE]
  rownames(table) <- NULL
  table
}

studies_table <- function(studies, models, fits, matched, params) {
  number <- function(of) vapply(seq_along(studies), of, numeric(1))
  data.frame(
    study = study_names(studies), case = number(function(i) sum(models[[i]]$case)), control = number(function(i) sum(!models[[i]]$case)),
    scale = vapply(studies, `[[`, "", "kind"), rows = number(function(i) studies[[i]]$rows),
    genes = number(function(i) nrow(studies[[i]]$values)), renamed = number(function(i) studies[[i]]$renamed), matched = as.numeric(matched),
    tested = number(function(i) nrow(fits[[i]])),
    significant = number(function(i) sum(gene_change(fits[[i]]$logFC, stats::p.adjust(fits[[i]]$P.Value, "BH"), params) != "none"))
  )
}

#' What each way says of the same data: the meta-analysis, the pooled samples, the ranks, and each study alone.
methods_table <- function(result, fits, pooled, permuted, params) {
  change <- gene_change(result$logFC, result$adj.P.Val, params)
  row <- function(method, study, genes, direction, median_t, of_draws = NULL) {
    drawn <- function(what) {
      if (length(permuted) == 0L || is.null(of_draws)) return(NA_real_)
      mean(vapply(permuted, function(draw) as.numeric(draw[[of_draws]][[what]]), 0))
    }
    data.frame(
      method = method, study = study, genes = genes, significant = sum(direction != "none"),
      with_meta = sum(direction != "none" & direction == change),
      median_t = median_t, null_share = drawn("share"), null_passed = drawn("passed")
    )
  }
  ranked <- ifelse(result$rank_padj < params$padj, ifelse(result$up >= result$down, "up", "down"), "none")
  of_study <- lapply(names(fits), function(name) {
    fit <- fits[[name]]
    own <- gene_change(fit$logFC, stats::p.adjust(fit$P.Value, "BH"), params)[match(result$gene, rownames(fit))]
    row("study", name, nrow(fit), ifelse(is.na(own), "none", own), stats::median(abs(fit$t)))
  })
  rbind(
    row("meta", NA_character_, nrow(result), change, stats::median(abs(result$statistic)), "meta"),
    if (!is.null(pooled)) row(
      "pooled", NA_character_, nrow(pooled), gene_change(result$pooled_logFC, result$pooled_padj, params), stats::median(abs(pooled$t)), "pooled"
    ),
    row("ranks", NA_character_, nrow(result), ranked, NA_real_),
    do.call(rbind, of_study)
  )
}

methods_words <- function(methods) {
  methods$method <- ifelse(methods$method == "study", methods$study, WAY_WORDS[methods$method])
  methods[names(methods) != "study"]
}

#' What the figure of permuted labels is drawn from: nothing where none were dealt.
inflation_rows <- function(methods) {
  rows <- methods[!is.na(methods$null_share), , drop = FALSE]
  data.frame(method = rows$method, share = rows$null_share)
}

#' The chosen genes, or those of smallest P: each study's effect and the pooled one below.
effect_rows <- function(result, fits, models, params, job) {
  shown <- shown_effects(result, params, job)
  sizes <- vapply(models, function(study) length(study$case), 0)
  rows <- lapply(shown, function(i) {
    gene <- result$gene[[i]]
    of <- function(column) fits_matrix(fits, column, gene)
    own <- data.frame(
      label = names(fits), estimate = as.vector(of("logFC")), se = as.vector(of("SE")), p = as.vector(of("P.Value")), n = sizes
    )
    own <- own[is.finite(own$estimate), , drop = FALSE]
    half <- stats::qnorm(0.975) * own$se
    section <- sprintf("%s · I² %.0f%%", gene, 100 * result$I2[[i]])
    data.frame(
      gene = gene, section = section, label = c(own$label, POOLED_LABEL), estimate = c(own$estimate, result$logFC[[i]]),
      low = c(own$estimate - half, result$CI.low[[i]]), high = c(own$estimate + half, result$CI.high[[i]]), p = c(own$p, result$P.Value[[i]]),
      n = c(own$n, sum(own$n))
    )
  })
  table <- do.call(rbind, rows)
  rownames(table) <- NULL
  job$facts(list(forest_genes_n = length(shown)))
  table
}

#' Rows of the result that are drawn.
shown_effects <- function(result, params, job) {
  if (length(params$forest_genes) == 0L) return(seq_len(min(params$forest_top, nrow(result))))
  matches <- match_genes(params$forest_genes, result$gene, "symbol")
  tell_matches(matches, "forest_genes", job)
  found <- unique(matches$found[matches$found != ""])
  if (length(found) == 0L) stop_input("no_forest_gene", sprintf(
    "要画森林图的基因都不在结果里：%s。请换几个，或不填", list_names(params$forest_genes)
  ), "forest_genes")
  match(found, result$gene)
}

# ---- what is told ----

tell_result <- function(result, methods, models, permuted, params, job) {
  case <- unlist(lapply(models, `[[`, "case"))
  samples <- data.frame(group = ifelse(case, params$case_group, params$control_group))
  # What was adjusted for was told before, study by study.
  result_facts(result, nrow(result), samples, changed_list(params, covariates = character()), job)
  of <- function(method, column) methods[[column]][match(method, methods$method)]
  change <- gene_change(result$logFC, result$adj.P.Val, params)
  passed <- change != "none"
  looked <- if (any(passed)) passed else rep(TRUE, nrow(result))
  i2 <- stats::median(result$I2[looked])
  level <- 1L + findInterval(i2, HETEROGENEITY)
  both <- is.finite(result$pooled_t)
  job$facts(list(
    studies_n = length(models), least = min(params$min_studies, length(models)), genes_everywhere = sum(result$studies == length(models)),
    by_z = params$test == "z", counted = any(vapply(models, `[[`, NA, "counted")),
    i2_median = i2, het_word = c("低", "中等", "高")[[level]], het_english = c("low", "moderate", "high")[[level]],
    het_share = mean(result$Q.P < NULL_P), one_direction = sum(passed & (result$up == 0 | result$down == 0)), passed = sum(passed),
    rank_n = of("ranks", "significant"), rank_both = of("ranks", "with_meta"),
    pooled_n = of("pooled", "significant"), pooled_both = of("pooled", "with_meta"), pooled_genes = of("pooled", "genes"),
    t_meta = if (any(both)) stats::median(abs(result$statistic[both])), t_pooled = if (any(both)) stats::median(abs(result$pooled_t[both])),
    permutations = if (length(permuted) > 0L) length(permuted), null_meta = of("meta", "null_share"), null_pooled = of("pooled", "null_share"),
    null_meta_passed = of("meta", "null_passed"), null_pooled_passed = of("pooled", "null_passed")
  ))
  tell_histogram(p_histogram(result$P.Value), sum(result$adj.P.Val < params$padj), job)
  tell_few_studies(models, params, job)
  tell_small_studies(models, params, job)
  tell_permuted(of, params, job)
}

tell_few_studies <- function(models, params, job) {
  k <- length(models)
  if (params$test == "knha" && k == 2L) return(job$finding("should", "knha_two", told(
    "只有 2 个数据集，Knapp–Hartung 的 t 检验只有 1 个自由度，几乎没有基因能显著。数据集少时这是诚实的结果；要看候选，可改用正态近似",
    "With two studies the t test of Knapp and Hartung has one degree of freedom, and hardly any {{row_subject}} can be significant"
  ), field = "test"))
  if (params$test == "z" && k < MANY_STUDIES) job$finding("should", "few_studies", told(
    "只有 %d 个数据集：研究之间的方差估不准，正态近似的 P 值偏小，区间偏窄。要保守，请改用 Knapp–Hartung，或把结果当作候选",
    c(
      "There are %d studies only: the variance between them is poorly known, P values of the normal approximation are too small and intervals too",
      "narrow. The test of Knapp and Hartung is the cautious choice"
    ), k
  ), field = "test")
}

tell_small_studies <- function(models, params, job) {
  smallest <- vapply(models, function(study) min(sum(study$case), sum(!study$case)), 0L)
  if (min(smallest) > 3L) return(invisible())
  job$finding(if (min(smallest) < 3L) "should" else "note", "few_replicates", told(
    "%s 有一组只有 %d 个样本：标准误本身也估不准，荟萃时它的权重不可靠",
    "%s: one group has %d samples only; standard errors, and with them the weight of that study, are poorly known",
    told_names(vapply(models, `[[`, "", "name")[smallest == min(smallest)]), min(smallest)
  ), field = "sample_groups")
}

tell_permuted <- function(of, params, job) {
  meta <- of("meta", "null_share")
  pooled <- of("pooled", "null_share")
  if (is.na(meta)) return(invisible())
  percent <- function(share) sprintf("%.1f%%", 100 * share)
  if (!is.na(pooled)) job$finding(if (pooled >= INFLATED) "should" else "note", "pooled_null", told(
    "把每个数据集的分组打乱后（%d 次的平均），P < 0.05 的{{row_subject}}：荟萃分析 %s，合并样本（ComBat 保住分组后 limma）%s；本来只应有 5%%",
    c(
      "With labels permuted within each study (permutations: %d), {{row_subject}}s with P < 0.05: %s by the meta-analysis, %s by pooled samples",
      "(ComBat with the groups in its model, then limma); 5%% are due"
    ), params$label_permutations, percent(meta), percent(pooled)
  ))
  if (meta >= INFLATED) job$finding("should", "meta_null", told(
    "打乱分组后荟萃分析仍有 %s 的{{row_subject}} P < 0.05（本来只应有 5%%）：P 值偏小，请改用 Knapp–Hartung，或看样本是否有配对、重复",
    "With permuted labels %s of {{row_subject}}s still have P < 0.05 by the meta-analysis (5%% are due): its P values are too small", percent(meta)
  ), field = "test")
}
