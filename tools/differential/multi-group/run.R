# Three groups or more, or two factors: a test over all of them, and any comparisons, by the method that fits the data.

COUNTED_METHODS <- c("voom", "deseq2", "edger")
COUNTED_WORDS <- c(voom = "voom", deseq2 = "DESeq2", edger = "edgeR")
COUNTED_OTHERWISE <- "请上传计数表，或把方法改为「limma」（没有取过对数的，再打开「取 log2」）"
#' Genes of the heatmap.
SHOWN_GENES <- 50L

#' @param inputs `expression` (matrix input, genes x samples) and `groups` (data frame: sample, group, any more).
#' @param params The complete parameters of the declaration. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对样本和对比", 0.02)
  plan <- group_plan(inputs$groups, colnames(inputs$expression$values), params, job)
  tell_plan(plan, params, job)
  job$checked("comparisons_read", sprintf(
    "%d 个对比：%s", length(plan$comparisons), list_names(vapply(plan$comparisons, `[[`, character(1), "name"), 5L)
  ), "comparisons")
  job$step("过滤低表达基因", 0.1)
  linear <- is_linear(inputs$expression, params)
  kept <- prepared_values(inputs$expression$values[, plan$samples$sample, drop = FALSE], plan, params, job)
  hidden <- plan_factors(kept, plan, params, job)
  plan <- with_factors(plan, hidden$factors)
  model <- fit_plan(kept, plan, params, job)
  change <- if (linear) LINEAR_CHANGE else LOG_CHANGE

  job$step("整理各个对比", 0.85)
  overall <- overall_table(model, plan)
  compared <- compared_table(model$tables, plan)
  main <- main_table(compared, plan, params)
  counts <- counted_table(compared, plan, params)
  tell_scale(linear, data.frame(logFC = compared$logFC), inputs$expression$values, params, job)
  lists <- changed_lists(compared, plan, params)
  result_of_plan(overall, main, counts, lists, nrow(inputs$expression$values), plan, params, job)
  job$facts(c(change, list(linear = linear, offset_zero = params$method == "limma" && params$log2_transform)))

  job$step("聚类和主成分", 0.92)
  shown <- complete_rows(model$values, overall)
  histogram <- p_histogram(overall$P.Value[!is.na(overall$P.Value)])
  tell_histogram(histogram, sum(judged(overall) < params$padj, na.rm = TRUE), job)
  c(
    list(summary = counts, overall = overall, comparisons = compared, main = main), intersection_tables(lists), hidden$tables,
    grouped_heatmap(shown, overall, plan, params, job), grouped_components(shown, plan, job), list(p_histogram = histogram)
  )
}

#' Are differences those of values that were not logged?
is_linear <- function(expression, params) params$method == "limma" && identical(expression$kind, "linear") && !params$log2_transform

#' Is each comparison tested beyond the threshold of the fold change?
tests_threshold <- function(params) params$threshold_test && params$method != "edger"

#' Whose adjusted P counts: a gene that one sample may have made has none.
judged <- function(table) replace(table$adj.P.Val, table$outlier, NA)

# ---- what is told before a run ----

tell_plan <- function(plan, params, job) {
  counted <- data.frame(sample = plan$samples$sample, group = plan$samples$cell)
  tell_few_replicates(counted, job)
  tell_replicate_names(counted, params, job)
  sizes <- table(factor(plan$samples$cell, plan$cells))
  own <- list(
    samples = nrow(plan$samples), groups_n = length(plan$cells), comparisons_n = length(plan$comparisons),
    group_sizes = paste(sprintf("%s (n = %d)", names(sizes), as.integer(sizes)), collapse = ", "),
    comparison_names = paste(vapply(plan$comparisons, `[[`, character(1), "name"), collapse = "; "),
    crossed = params$comparisons == "interaction", tested_df = length(plan$tested)
  )
  job$facts(c(covariate_facts(plan$samples, params$covariates), own))
  tell_matched(plan, params, job)
}

#' Patients with samples in several groups carry the comparison within them; those of one group do not.
tell_matched <- function(plan, params, job) {
  column <- params$pair_column
  job$facts(list(paired = !is.null(column)))
  if (is.null(column)) return(invisible())
  ids <- as.character(plan$samples[[column]])
  groups <- rowSums(table(ids, plan$samples$cell) > 0L)
  job$facts(list(pairs = sum(groups > 1L)))
  single <- names(groups)[groups == 1L]
  if (length(single) == 0L) return(invisible())
  job$finding("note", "incomplete_pairs", told(
    "有 %s 个编号只有一组的样本：%s。它们不参与患者内部的比较",
    "%s have samples in one group alone (%s) and take no part in the comparison within patients", format_count(length(single)), told_names(single)
  ), field = "pair_column")
}

# ---- values and fits ----

prepared_values <- function(values, plan, params, job) {
  if (params$method %in% COUNTED_METHODS) {
    counts <- checked_counts(values, job, COUNTED_WORDS[[params$method]], COUNTED_OTHERWISE, "method")
    return(counts[matrixStats::rowMaxs(counts) > 0, , drop = FALSE])
  }
  values <- log_values(values, params)
  refuse_infinite(values)
  kept <- values[kept_rows(values, params$filter_threshold), , drop = FALSE]
  require_genes(nrow(kept), params)
  kept
}

# ---- hidden factors ----

#' @return As `comparison_factors`.
plan_factors <- function(kept, plan, params, job) {
  counted <- params$method != "limma"
  own <- setdiff(names(plan$samples), c("sample", "group", "cell", "factor"))
  samples <- data.frame(sample = plan$samples$sample, group = plan$samples$cell, plan$samples[own], check.names = FALSE)
  comparison_factors(
    values_for_factors(kept, counted, plan$samples$cell, "file_id"), counted, plan$design, plan$tested, samples, params$hidden_factors, 0.12, job
  )
}

#' The plan with hidden factors as covariates.
with_factors <- function(plan, factors) {
  plan$design <- unname(cbind(plan$design, factors))
  plan$hidden <- ncol(factors) > 0L
  plan$comparisons <- lapply(plan$comparisons, function(one) {
    one$contrast <- c(one$contrast, rep(0, ncol(factors)))
    one
  })
  plan
}

#' @return List: `overall` (data frame gene, mean, statistic, P.Value, adj.P.Val, outlier), `tables` (one for each comparison: gene, logFC, mean,
#'   statistic, P.Value, adj.P.Val, outlier) and `values` (genes x samples, on the scale of logarithms).
fit_plan <- function(kept, plan, params, job) {
  job$facts(stats::setNames(as.list(c("limma", COUNTED_METHODS) == params$method), paste0("by_", c("limma", COUNTED_METHODS))))
  job$facts(list(treat = tests_threshold(params)))
  job$step("拟合模型", 0.2)
  switch(params$method,
    limma = linear_plan(kept, kept, plan, params, job),
    voom = {
      weighted <- voom_values(kept, plan$samples$cell, plan$design, "file_id")
      linear_plan(weighted, weighted$E, plan, params, job)
    },
    deseq2 = deseq2_plan(expressed_counts(kept, plan$samples$cell, "file_id")$counts, plan, params, job),
    edger = edger_plan(expressed_counts(kept, plan$samples$cell, "file_id"), plan, job)
  )
}

linear_plan <- function(model, values, plan, params, job) {
  overall <- linear_overall(model, plan$design, plan$tested, params$trend, params$robust)
  if (nrow(overall) == 0L) stop_input("nothing_left", "没有一个基因在各组里都有足够的数值。请核对缺失值", "file_id")
  tell_dropped(nrow(values) - nrow(overall), job)
  job$step("逐个对比检验", 0.5)
  tables <- lapply(plan$comparisons, function(one) linear_comparison(model, design_of_contrast(plan$design, one$contrast), params))
  list(overall = overall, tables = tables, values = values)
}

#' The moderated F test of several coefficients.
#'
#' @param model As in `fit_table`. @return Data frame: gene, mean, statistic, P.Value, adj.P.Val, outlier.
linear_overall <- function(model, design, tested, trend, robust) {
  fit <- moderated_fit(model, design, trend, robust)
  reduced <- without_coefficient_notes(linear_fit(model, design[, -tested, drop = FALSE]))
  values <- if (is.list(model)) model$E else model
  overall <- data.frame(gene = rownames(values), mean = unname(fit$Amean), moderated_f(fit, reduced)[c("statistic", "P.Value")])
  with_adjusted(overall[!is.na(overall$P.Value), ])
}

#' One comparison; with a threshold by TREAT.
linear_comparison <- function(model, design, params) {
  threshold <- if (params$threshold_test) params$log2fc
  table <- fit_table(model, design, params$trend, params$robust, "file_id", threshold = threshold)
  data.frame(
    gene = table$gene, logFC = table$logFC, mean = table$AveExpr, statistic = table$t, P.Value = table$P.Value, adj.P.Val = table$adj.P.Val,
    outlier = FALSE
  )
}

deseq2_plan <- function(counts, plan, params, job) {
  fitted <- fit_deseq2_design(counts, plan$design, plan$tested, job)
  results <- deseq2_functions()$results
  tested <- as.data.frame(results(fitted, alpha = params$padj))
  tested$gene <- rownames(tested)
  tell_untested(tested, fitted, job)
  outliers <- unjudged_outliers(fitted, tested)
  tell_unjudged(tested, outliers, !is.na(tested$padj) & tested$padj < params$padj, plan$hidden, fitted, job)
  job$step("逐个对比检验", 0.7)
  threshold <- if (params$threshold_test) params$log2fc else 0
  as_ours <- function(table) data.frame(
    gene = rownames(table), logFC = table$log2FoldChange, mean = log2(table$baseMean), statistic = table$stat, P.Value = table$pvalue,
    adj.P.Val = table$padj, outlier = outliers$outlier
  )
  tables <- lapply(plan$comparisons, function(one) {
    as_ours(as.data.frame(results(
      fitted, contrast = one$contrast, test = "Wald", alpha = params$padj, lfcThreshold = threshold, altHypothesis = "greaterAbs"
    )))
  })
  overall <- as_ours(tested)
  overall$logFC <- NULL
  list(overall = overall, tables = tables, values = log2(DESeq2::counts(fitted, normalized = TRUE) + 1))
}

edger_plan <- function(counts, plan, job) {
  counts <- with_dispersions(counts, plan$design)
  fit <- quasi_likelihood_fit(counts, plan$design)
  job$step("逐个对比检验", 0.6)
  of_test <- function(table, statistic) data.frame(gene = rownames(table), mean = table$logCPM, statistic = statistic, P.Value = table$PValue)
  tested <- edgeR::glmQLFTest(fit, coef = plan$tested)$table
  tables <- lapply(plan$comparisons, function(one) {
    table <- edgeR::glmQLFTest(fit, contrast = one$contrast)$table
    with_adjusted(data.frame(of_test(table, signed_root(table$F, table$logFC)), logFC = table$logFC))
  })
  list(overall = with_adjusted(of_test(tested, tested$F)), tables = tables, values = edgeR::cpm(counts, log = TRUE))
}

with_adjusted <- function(table) {
  table$adj.P.Val <- stats::p.adjust(table$P.Value, "BH")
  table$outlier <- rep(FALSE, nrow(table))
  table
}

# ---- tables ----

by_p <- function(table) {
  table <- table[order(table$P.Value, -abs(table$statistic), table$gene, method = "radix", na.last = TRUE), , drop = FALSE]
  rownames(table) <- NULL
  table
}

#' The test over all, with the mean of each group.
overall_table <- function(model, plan) {
  overall <- by_p(model$overall)[c("gene", "mean", "statistic", "P.Value", "adj.P.Val", "outlier")]
  values <- model$values[match(overall$gene, rownames(model$values)), , drop = FALSE]
  means <- vapply(plan$cells, function(cell) rowMeans(values[, plan$samples$cell == cell, drop = FALSE], na.rm = TRUE), numeric(nrow(values)))
  means <- matrix(means, nrow(values), length(plan$cells))
  means[is.nan(means)] <- NA_real_
  colnames(means) <- make.unique(c(names(overall), plan$cells))[-seq_along(overall)]
  data.frame(overall, means, check.names = FALSE)
}

#' All comparisons below each other, each with its smallest P first.
compared_table <- function(tables, plan) {
  rows <- lapply(seq_along(tables), function(i) {
    table <- by_p(tables[[i]])
    data.frame(
      comparison = rep(plan$comparisons[[i]]$name, nrow(table)), effect = rep(plan$comparisons[[i]]$effect, nrow(table)),
      table[c("gene", "logFC", "mean", "statistic", "P.Value", "adj.P.Val", "outlier")]
    )
  })
  do.call(rbind, rows)
}

#' The comparison that the user goes on with; a gene that one sample may have made is left without adjusted P, so that no list takes it.
main_table <- function(compared, plan, params) {
  main <- compared[compared$comparison == plan$comparisons[[params$main_comparison]]$name, , drop = FALSE]
  main$adj.P.Val <- judged(main)
  rownames(main) <- NULL
  main[c("gene", "logFC", "mean", "statistic", "P.Value", "adj.P.Val")]
}

#' Up and down by comparison.
counted_table <- function(compared, plan, params) {
  rows <- lapply(plan$comparisons, function(one) {
    own <- compared[compared$comparison == one$name, , drop = FALSE]
    change <- gene_change(own$logFC, judged(own), params)
    data.frame(
      comparison = one$name, effect = one$effect, tested = sum(!is.na(own$P.Value)), up = sum(change == "up"), down = sum(change == "down"),
      significant = sum(change != "none"), p_passed = sum(judged(own) < params$padj, na.rm = TRUE),
      first = if (any(change != "none")) own$gene[[which(change != "none")[[1L]]]] else ""
    )
  })
  do.call(rbind, rows)
}

#' Genes that change, by comparison.
changed_lists <- function(compared, plan, params) {
  changed <- gene_change(compared$logFC, judged(compared), params) != "none"
  names <- vapply(plan$comparisons, `[[`, character(1), "name")
  stats::setNames(lapply(names, function(name) unique(compared$gene[changed & compared$comparison == name])), names)
}

intersection_tables <- function(lists) {
  drawn <- data.frame(list = names(lists), size = unname(lengths(lists)), colour = rep("", length(lists)))
  # One list has no intersection, and without a gene there is nothing to draw.
  if (length(lists) < 2L || sum(drawn$size) == 0L) {
    none <- exact_regions(list(none = character()))
    none$membership <- none$membership[c("gene", "n_lists", "region")]
    return(c(none, list(upset_sets = drawn[0L, , drop = FALSE])))
  }
  c(exact_regions(lists), list(upset_sets = drawn))
}

#' The genes of the smallest P over all, samples in the colours of their groups.
grouped_heatmap <- function(matrix, overall, plan, params, job) {
  shown <- overall[overall$gene %in% rownames(matrix), ]
  passed <- which(judged(shown) < params$padj)
  rows <- utils::head(if (length(passed) > 0L) passed else seq_len(nrow(shown)), SHOWN_GENES)
  if (length(passed) == 0L && nrow(shown) > 0L) job$finding("note", "heatmap_not_significant", told(
    "整体检验没有显著{{row_subject}}，热图画的是 P 最小的{{row_subject}}，只供查看分布",
    "No {{row_subject}} is significant over all: the heatmap shows those of smallest P, to look at their distribution only"
  ))
  chosen <- matrix[shown$gene[rows], , drop = FALSE]
  chosen <- chosen[matrixStats::rowMaxs(chosen) > matrixStats::rowMins(chosen), , drop = FALSE]
  job$facts(list(heatmap_genes = nrow(chosen)))
  first <- plan$samples$cell == plan$cells[[1L]]
  clustered_heatmap(
    chosen, row_weight = rowMeans(chosen[, !first, drop = FALSE]) - rowMeans(chosen[, first, drop = FALSE]),
    column_weight = as.numeric(match(plan$samples$cell, plan$cells)), group = plan$samples$cell
  )
}

grouped_components <- function(matrix, plan, job) {
  if (nrow(matrix) < 2L) return(no_components(job))
  parts <- principal_components(matrix, PCA_GENES)
  job$facts(list(pc1 = parts$share[[1L]], pc2 = parts$share[[2L]]))
  list(
    pca = data.frame(sample = plan$samples$sample, group = plan$samples$cell, PC1 = parts$scores[, 1L], PC2 = parts$scores[, 2L]),
    pca_variance = component_shares(parts$share)
  )
}

# ---- facts ----

result_of_plan <- function(overall, main, counts, lists, genes_in, plan, params, job) {
  passed <- sum(judged(overall) < params$padj, na.rm = TRUE)
  any_list <- unique(unlist(lists, use.names = FALSE))
  smallest <- overall[which.min(judged(overall)), ]
  most <- counts[which.max(counts$significant), ]
  change <- gene_change(main$logFC, main$adj.P.Val, params)
  interaction <- counts[counts$effect == "interaction", ]
  job$facts(list(
    genes = nrow(overall), genes_in = genes_in, overall_n = passed, any_n = length(any_list), found = passed > 0L || length(any_list) > 0L,
    smallest = if (nrow(smallest) > 0L) smallest$gene, smallest_padj = if (nrow(smallest) > 0L) smallest$adj.P.Val,
    most_name = if (most$significant > 0L) most$comparison, most_n = if (most$significant > 0L) most$significant,
    without_n = sum(counts$significant == 0L), without_names = paste(counts$comparison[counts$significant == 0L], collapse = "; "),
    main_name = plan$comparisons[[params$main_comparison]]$name, up = sum(change == "up"), down = sum(change == "down"),
    interaction_n = if (nrow(interaction) > 0L) max(interaction$significant),
    p_small = sum(overall$P.Value < 0.05, na.rm = TRUE), p_expected = round(0.05 * sum(!is.na(overall$P.Value)))
  ))
}

# ---- does it stand? ----

robustness <- list(
  labels = function(inputs, params, job) {
    if (params$comparisons == "interaction") return(tell_no_shuffle(job))
    tell_shuffled_labels(overall_comparison(inputs, params), job)
  },
  samples = function(inputs, params, job) tell_left_out_samples(overall_comparison(inputs, params), job),
  copies = function(inputs, params, job) tell_copied_samples(overall_comparison(inputs, params), job),
  sexes = function(inputs, params, job) {
    comparison <- overall_comparison(inputs, params)
    tell_sexes(comparison$samples, comparison$pairs, inputs$expression, inputs$sex_probes, job)
  },
  pairs = function(inputs, params, job) tell_main_partners(checked_plan(inputs, params), params, job),
  composition = function(inputs, params, job) tell_composition(main_comparison(inputs, params), inputs$expression, inputs$signature, job),
  fingerprint = function(inputs, params, job) tell_fingerprint(inputs$expression, inputs$corrected, job),
  effect = function(inputs, params, job) {
    change <- if (is_linear(inputs$expression, params)) LINEAR_CHANGE else LOG_CHANGE
    tell_main_detectable(checked_plan(inputs, params), params, change, job)
  }
)

#' Partners in the two groups of the main comparison. @param checked From `checked_plan`.
tell_main_partners <- function(checked, params, job) {
  samples <- checked$plan$samples
  main <- checked$plan$comparisons[[params$main_comparison]]
  patients <- pair_ids(samples, params)
  if (is.null(patients)) return(tell_partners(NULL, NULL, job))
  if (is.null(main$cells)) {
    return(job$finding("note", "pairs_no_groups", told(
      "主要对比 %s 不是两组之间的，没有成对的样本可看。把「主要对比」改为两组之间的一个再运行，就能看",
      "The main comparison %s is not of two groups and has no partners; with one of two groups as the main comparison they can be looked at",
      main$name
    )))
  }
  places <- which(samples$cell %in% main$cells)
  case <- as.numeric(samples$cell[places] == main$cells[[1L]])
  compared <- list(values = checked$values[, places, drop = FALSE], design = cbind(case = case))
  tell_partners(compared, patients[places], job, told("主要对比 %s：", " of the main comparison %s", main$name))
}

#' What the main comparison could have found. @param checked From `checked_plan`. @param change LOG_CHANGE or LINEAR_CHANGE.
tell_main_detectable <- function(checked, params, change, job) {
  plan <- checked$plan
  main <- plan$comparisons[[params$main_comparison]]
  tested <- if (tests_threshold(params)) told("（按有没有差别算，不是超过阈值）", " (of any difference, not of one beyond the threshold)") else ""
  of <- told(
    "主要对比 %s%s、一起拟合的 %s 个样本", "the main comparison %s%s, %s samples fitted together", main$name, tested, format_count(nrow(plan$samples))
  )
  sd <- residual_sd(list(values = checked$values, design = plan$design))
  tell_detectable_contrast(sd, plan$design, main$contrast, of, change$change_word, change$change_english, job)
}

#' What both comparisons for the checks need: the plan, and the values of some samples as limma takes them. DESeq2 and edgeR would take minutes for
#' fifty fits, and voom answers the same question.
checked_plan <- function(inputs, params) {
  silent <- new_job(function(event) NULL)
  plan <- group_plan(inputs$groups, colnames(inputs$expression$values), params, silent)
  kept <- prepared_values(inputs$expression$values[, plan$samples$sample, drop = FALSE], plan, params, silent)
  factors <- plan_factors(kept, plan, params, silent)$factors
  counts <- if (params$method != "limma") expressed_counts(kept, plan$samples$cell, "file_id")
  by_voom <- params$method %in% c("deseq2", "edger")
  said <- c(
    if (by_voom) list(told("这里用 limma-voom 代替 %s 计算", "by limma-voom in the place of %s", COUNTED_WORDS[[params$method]])),
    factors_kept_said(factors)
  )
  list(
    plan = with_factors(plan, factors), said = said, trend = params$trend || by_voom, robust = params$robust || by_voom,
    values = if (is.null(counts)) kept else edgeR::cpm(counts, log = TRUE),
    model = function(design, places) if (is.null(counts)) kept[, places, drop = FALSE] else voom_functions()$voom(counts[, places], design)
  )
}

#' The test over all groups as its checks take it.
overall_comparison <- function(inputs, params) {
  checked <- checked_plan(inputs, params)
  plan <- checked$plan
  list(
    samples = plan$samples, design = plan$design, pairs = pair_ids(plan$samples, params), values = checked$values,
    fit = function(design, places) {
      table <- linear_overall(checked$model(design, places), design, plan$tested, checked$trend, checked$robust)
      data.frame(table, logFC = rep(NA_real_, nrow(table)))
    },
    called = function(table) table$adj.P.Val < params$padj, padj = params$padj,
    by = said_in_brackets(c(list(told("整体检验的名单", "lists of the test over all groups")), checked$said)),
    labels = plan$samples$cell,
    relabelled = function(labels) {
      design <- plan$design
      design[, plan$tested] <- columns_of_levels(labels, plan$cells)
      design
    }
  )
}

#' The main comparison as its checks take it: the second coefficient of its design.
main_comparison <- function(inputs, params) {
  checked <- checked_plan(inputs, params)
  main <- checked$plan$comparisons[[params$main_comparison]]
  list(
    samples = checked$plan$samples, design = design_of_contrast(checked$plan$design, main$contrast), pairs = NULL, values = checked$values,
    fit = function(design, places) {
      threshold <- if (tests_threshold(params)) params$log2fc
      fit_table(checked$model(design, places), design, checked$trend, checked$robust, "file_id", threshold = threshold)
    },
    called = function(table) gene_change(table$logFC, table$adj.P.Val, params) != "none", padj = params$padj,
    by = said_in_brackets(c(list(told("主要对比 %s", "main comparison %s", main$name)), checked$said))
  )
}
