# Tumour against normal in a cohort: one table of genes, whichever method made it.

GROUP_WORDS <- c(tumour = "肿瘤", normal = "正常")
MODEL_WORDS <- c(limma = "limma-trend", voom = "limma-voom", deseq2 = "DESeq2", edger = "edgeR（QL F 检验）", wilcoxon = "Wilcoxon 秩和检验")
COUNT_METHODS <- c("voom", "deseq2", "edger")
#' What means, heatmap, components and the rank-sum test are made of; where no counts were, the values of the cohort.
VALUE_WORDS <- c(voom = "log2-CPM（TMM 标准化）", deseq2 = "log2(标准化计数 + 1)", edger = "log2-CPM（TMM 标准化）")
VALUE_ENGLISH <- c(voom = "log2 CPM (TMM-normalised)", deseq2 = "log2(normalised count + 1)", edger = "log2 CPM (TMM-normalised)")
#' TPM above this is expression; a gene needs it in as many samples as filterByExpr asks for.
EXPRESSED <- 0.5
#' Of significant genes, the rank-sum test usually finds nearly all; below this share single samples carry the others.
AGREED_SHARE <- 0.8

#' @param inputs `dataset`: from `open_cohort`. @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohort <- inputs$dataset
  job$step("核对样本", 0.01)
  method <- chosen_method(cohort, params)
  compared <- cohort_comparison(cohort, params$with_gtex, comparison_matrix(method, params))
  samples <- compared$samples
  samples$group <- unname(GROUP_WORDS[samples$group])
  params[c("case_group", "control_group")] <- GROUP_WORDS
  job$step("读取表达矩阵", 0.03)
  values <- cohort_matrix(cohort, compared$matrix, samples$sample)
  genes_in <- nrow(values)
  job$step("逐个基因比较", 0.08)
  model <- fit_method(method, values, samples, params, job)
  rm(values)
  job$step("秩和检验", 0.82)
  sources <- compare_sources(method, model, samples, params, job)
  result <- described(model, samples, sources, params)
  result_facts(result, genes_in, samples, params, job)
  compared$samples <- samples
  tell_method(method, cohort, compared$matrix, job)
  job$facts(list(threshold_test = !is.null(beyond_threshold(params, method))))
  tell_genes_compared(result, method, sources, cohort, compared, ncol(model$factors) > 0L, params, job)
  tell_exclusions(compared$exclusions, job, told("个样本", "samples"))
  job$step("聚类和主成分", 0.88)
  shown <- model$values[match(result$gene, rownames(model$values)), , drop = FALSE]
  heatmap <- heatmap_tables(shown, samples, result, params, job)
  pca <- pca_tables(shown, samples, params, job)
  change <- gene_change(result$logFC, result$adj.P.Val, params)
  significant <- result[change != "none", , drop = FALSE]
  rownames(significant) <- NULL
  c(
    list(genes = result, significant = significant, flow = sample_flow(compared)), model$hidden_tables, source_tables(sources, result, params),
    heatmap, pca
  )
}

# ---- which samples, which method ----

#' @return A name of `MODEL_WORDS`.
chosen_method <- function(cohort, params) {
  if (params$method != "auto") return(params$method)
  if (!params$with_gtex && has_cohort_matrix(cohort, "counts")) "voom" else "limma"
}

comparison_matrix <- function(method, params) {
  if (!method %in% COUNT_METHODS) return(if (params$with_gtex) "gtex" else "expression")
  if (params$with_gtex) {
    stop_input("counts_with_gtex", "GTEx 的样本没有原始计数，这种方法用不了。请关掉「加入 GTEx 正常组织」，或改用 limma", "method")
  }
  "counts"
}

#' Who came in, who was left out, and who stays.
sample_flow <- function(compared) {
  samples <- compared$samples
  kept <- nrow(samples)
  parts <- c(sum(samples$type == "tumour"), sum(samples$type == "normal"), sum(samples$type == "gtex"))
  words <- c("其中：肿瘤", "其中：TCGA 癌旁正常", "其中：GTEx 正常")
  rbind(
    flow_table(kept + sum(compared$exclusions$n), compared$exclusions, kept, "样本"),
    data.frame(step = words, n = as.integer(parts))[parts > 0L, , drop = FALSE]
  )
}

tell_method <- function(method, cohort, matrix, job) {
  unit <- if (method %in% COUNT_METHODS) VALUE_WORDS[[method]] else cohort$about$matrices[[matrix]]$unit
  english <- if (method %in% COUNT_METHODS) VALUE_ENGLISH[[method]] else unit
  flags <- stats::setNames(as.list(names(MODEL_WORDS) == method), paste0("by_", names(MODEL_WORDS)))
  job$facts(c(list(method_word = MODEL_WORDS[[method]], values_word = unit, values_english = english), flags))
}

# ---- methods ----

#' @param values Genes x samples as they stand in the cohort: log2 expression, or counts.
#' @return `result` (gene, logFC, statistic with the sign of the change, P.Value, adj.P.Val) and `values` (genes x samples, log2), of tested genes;
#'   `factors` (samples x hidden factors) and their `hidden_tables`.
fit_method <- function(method, values, samples, params, job) {
  design <- design_matrix(samples, params)
  counted <- method %in% COUNT_METHODS
  if (!counted) values <- varying_rows(values, samples$type)
  if (method == "limma") design <- with_source(design, samples$type)
  # A rank-sum test has no model that could hold hidden factors.
  asked <- if (method == "wilcoxon") "none" else params$hidden_factors
  groups <- data.frame(sample = samples$sample, group = ifelse(samples$type == "tumour", "tumour", "normal"))
  hidden <- two_group_factors(values, counted, design, groups, asked, "dataset", 0.09, job)
  fit <- function(factors, job) switch(method,
    limma = limma_model(values, cbind(design, factors), beyond_threshold(params, method)),
    voom = voom_model(values, samples$group, cbind(design, factors), beyond_threshold(params, method)),
    edger = edger_model(values, samples$group, cbind(design, factors), job),
    deseq2 = deseq2_model(values, samples, params, factors, job),
    wilcoxon = wilcoxon_model(values, samples)
  )
  model <- fit(hidden$factors, job)
  if (ncol(hidden$factors) > 0L) {
    job$step("不用隐藏因素再拟合一次", 0.78)
    tell_without_factors(model$result, fit(hidden$factors[, 0L, drop = FALSE], new_job(function(event) NULL))$result, params, job)
  }
  c(model, list(factors = hidden$factors, hidden_tables = hidden$tables))
}

#' The change that P is to be beyond; NULL without one, and for methods that have no such test.
beyond_threshold <- function(params, method) {
  if (params$lfc_threshold_test && params$log2fc > 0 && method %in% c("limma", "voom", "deseq2")) params$log2fc
}

#' With normals of both sources the model has a coefficient for GTEx: what the sources differ in is not taken for a change in tumours.
with_source <- function(design, type) if (has_both_sources(type)) cbind(design, gtex = as.numeric(type == "gtex")) else design

#' Rows that are expressed in as many samples as edgeR's filterByExpr asks for (the smallest group, beyond ten samples 70% of the
#' further ones), and that vary. Silent genes would spoil the prior variance of all others.
#'
#' @param group Each sample's: tumour, TCGA's normals and GTEx' are three.
varying_rows <- function(values, group) {
  smaller <- min(table(group))
  needed <- if (smaller > 10L) 10 + 0.7 * (smaller - 10) else smaller
  kept <- rowSums(values > log2(EXPRESSED + 1)) >= needed - 1e-9 & matrixStats::rowMins(values) < matrixStats::rowMaxs(values)
  if (sum(kept) < 2L) {
    stop_input("nothing_left", "在足够多的样本里有表达的基因不到 2 个，不能比较。请换一个队列", "dataset")
  }
  values[kept, , drop = FALSE]
}

#' @param threshold Of `beyond_threshold`.
limma_model <- function(values, design, threshold) {
  list(result = limma_columns(fit_table(values, design, trend = TRUE, robust = TRUE, "dataset", threshold = threshold)), values = values)
}

voom_model <- function(counts, group, design, threshold) {
  weighted <- voom_values(counts, group, design, "dataset")
  list(result = limma_columns(fit_table(weighted, design, trend = TRUE, robust = TRUE, "dataset", threshold = threshold)), values = weighted$E)
}

limma_columns <- function(table) {
  data.frame(gene = table$gene, logFC = table$logFC, statistic = table$t, P.Value = table$P.Value, adj.P.Val = table$adj.P.Val)
}

edger_model <- function(counts, group, design, job) {
  counts <- expressed_counts(counts, group, "dataset")
  job$step("估计离散度", 0.3)
  counts <- with_dispersions(counts, design)
  job$step("拟合负二项模型", 0.7)
  table <- edgeR::glmQLFTest(quasi_likelihood_fit(counts, design), coef = 2L)$table
  result <- data.frame(
    gene = rownames(table), logFC = table$logFC, statistic = signed_root(table$F, table$logFC), P.Value = table$PValue,
    adj.P.Val = stats::p.adjust(table$PValue, "BH")
  )
  list(result = result, values = edgeR::cpm(counts, log = TRUE))
}

deseq2_model <- function(counts, samples, params, factors, job) {
  kept <- expressed_counts(counts, samples$group, "dataset")$counts
  # What DESeq2 finds wrong with a user's own table is no fault of a cohort's user.
  fitted <- tryCatch(fit_deseq2(kept, samples, params, factors, job), oncoloom_input = function(condition) {
    stop_input(condition$code, "DESeq2 算不了这个队列的计数。请改用 voom 或 limma", "method")
  })
  threshold <- beyond_threshold(params, "deseq2")
  table <- as.data.frame(deseq2_functions()$results(
    fitted, contrast = c("group", "case", "control"), alpha = params$padj, lfcThreshold = if (is.null(threshold)) 0 else threshold
  ))
  tell_untested(table, fitted, job)
  result <- data.frame(
    gene = rownames(table), logFC = table$log2FoldChange, statistic = table$stat, P.Value = table$pvalue, adj.P.Val = table$padj
  )
  list(result = result, values = log2(DESeq2::counts(fitted, normalized = TRUE) + 1))
}

#' With normals of both sources the test is against TCGA's own: stratified by source, the stratum of GTEx has no tumour and tells nothing.
wilcoxon_model <- function(values, samples) {
  of_one_source <- samples$type %in% c("tumour", reference_type(samples$type))
  list(result = wilcoxon_columns(values[, of_one_source, drop = FALSE], samples$type[of_one_source] == "tumour"), values = values)
}

#' The difference of the means of log2 values is the fold change, as limma's is.
wilcoxon_columns <- function(values, case) {
  test <- rank_sum_test(values, case)
  data.frame(
    gene = rownames(values), logFC = rowMeans(values[, case, drop = FALSE]) - rowMeans(values[, !case, drop = FALSE]),
    statistic = test$z, P.Value = test$p, adj.P.Val = stats::p.adjust(test$p, "BH"), row.names = NULL
  )
}

#' The normals that tumours are set against: those of the tumours' own project where there are any.
reference_type <- function(type) if (is_confounded(type)) "gtex" else "normal"

# ---- the sources apart ----

#' Tumours against TCGA's normals alone and against GTEx' alone, beside the result, and the normals against each other. Hidden factors of the result
#' are in both, or, where the samples of one are too few for them, in neither.
#'
#' @return NULL where the normals have one source. Else a data frame, a row for each gene of the model: `gene`, `own_logFC`, `own_P.Value`,
#'   `own_adj.P.Val`, the same of `gtex_`, `source_logFC` (TCGA's normals minus GTEx'). NA where a gene does not vary in a comparison.
compare_sources <- function(method, model, samples, params, job) {
  if (!has_both_sources(samples$type)) return(NULL)
  values <- model$values
  factors <- factors_of_sources(model$factors, samples, job)
  against <- function(type, prefix) {
    columns <- samples$type %in% c("tumour", type)
    table <- compare_alone(method, values[, columns, drop = FALSE], samples[columns, , drop = FALSE], factors[columns, , drop = FALSE], params)
    table <- table[match(rownames(values), table$gene), c("logFC", "P.Value", "adj.P.Val")]
    stats::setNames(table, paste0(prefix, names(table)))
  }
  mean_of <- function(type) rowMeans(values[, samples$type == type, drop = FALSE])
  table <- data.frame(
    gene = rownames(values), against("normal", "own_"), against("gtex", "gtex_"),
    source_logFC = mean_of("normal") - mean_of("gtex"), check.names = FALSE
  )
  rownames(table) <- NULL
  table
}

#' The hidden factors that tumours with the normals of either source alone can hold: all of them, or none, which is said.
factors_of_sources <- function(factors, samples, job) {
  if (ncol(factors) == 0L) return(factors)
  holds <- vapply(c("normal", "gtex"), function(type) {
    columns <- samples$type %in% c("tumour", type)
    design <- cbind(1, samples$type[columns] == "tumour", factors[columns, , drop = FALSE])
    qr(design)$rank == ncol(design) && nrow(design) - ncol(design) >= HIDDEN_FREEDOM
  }, NA)
  job$facts(list(hidden_apart = all(holds)))
  if (all(holds)) return(factors)
  job$finding("note", "hidden_not_apart", told(
    "只比癌旁、只比 GTEx 的样本不够再放进 %s 个隐藏因素：这两种比较没有扣除它们，和校正来源的结果不能直接相比",
    c(
      "The samples of the comparisons with one source alone do not suffice for %s hidden factors, which these do not take into account: they cannot",
      "be compared directly with the result"
    ), ncol(factors)
  ), field = "hidden_factors")
  factors[, 0L, drop = FALSE]
}

compare_alone <- function(method, values, samples, factors, params) {
  values <- values[matrixStats::rowMins(values) < matrixStats::rowMaxs(values), , drop = FALSE]
  if (method == "wilcoxon") return(wilcoxon_columns(values, samples$type == "tumour"))
  limma_model(values, cbind(design_matrix(samples, params), factors), beyond_threshold(params, method))$result
}

#' A gene on which the comparisons agree is significant in each of them, in one direction.
agreement <- function(result, sources, params) {
  change <- gene_change(result$logFC, result$adj.P.Val, params)
  change != "none" & change == gene_change(sources$own_logFC, sources$own_adj.P.Val, params) &
    change == gene_change(sources$gtex_logFC, sources$gtex_adj.P.Val, params)
}

#' The three comparisons beside each other, and the figure of those genes that any of them finds.
source_tables <- function(sources, result, params) {
  if (is.null(sources)) return(no_source_tables())
  sources <- sources[match(result$gene, sources$gene), ]
  comparisons <- data.frame(
    gene = result$gene, adjusted_logFC = result$logFC, adjusted_padj = result$adj.P.Val,
    own_logFC = sources$own_logFC, own_padj = sources$own_adj.P.Val, gtex_logFC = sources$gtex_logFC, gtex_padj = sources$gtex_adj.P.Val,
    source_logFC = result$source_logFC, agreed = result$agreed, source_effect = result$source_effect
  )
  found <- function(logfc, padj) gene_change(logfc, padj, params) != "none"
  shown <- which(
    found(result$logFC, result$adj.P.Val) | found(sources$own_logFC, sources$own_adj.P.Val) | found(sources$gtex_logFC, sources$gtex_adj.P.Val)
  )
  points <- data.frame(
    gene = result$gene[shown], group = ifelse(result$agreed[shown], "agreed", "partly"),
    x = sources$own_logFC[shown], y = sources$gtex_logFC[shown]
  )
  points <- points[is.finite(points$x) & is.finite(points$y), , drop = FALSE]
  rownames(points) <- NULL
  ends <- if (nrow(points) > 0L) range(points$x, points$y) else numeric()
  list(comparisons = comparisons, source_points = points, source_line = data.frame(x = ends, y = ends))
}

no_source_tables <- function() {
  list(
    comparisons = data.frame(
      gene = character(), adjusted_logFC = numeric(), adjusted_padj = numeric(), own_logFC = numeric(), own_padj = numeric(),
      gtex_logFC = numeric(), gtex_padj = numeric(), source_logFC = numeric(), agreed = logical(), source_effect = logical()
    ),
    source_points = data.frame(gene = character(), group = character(), x = numeric(), y = numeric()),
    source_line = data.frame(x = numeric(), y = numeric())
  )
}

# ---- what stands beside ----

#' The table as it is declared, smallest P first: means, the rank-sum test on the same values, and whether the sources agree. Normals of the
#' tumours' own project are what the fold change and the rank-sum test are of, where there are any.
described <- function(model, samples, sources, params) {
  result <- model$result
  values <- model$values[match(result$gene, rownames(model$values)), , drop = FALSE]
  tumour <- samples$type == "tumour"
  normal <- samples$type == reference_type(samples$type)
  rank_sum <- rank_sum_p(values[, tumour | normal, drop = FALSE], tumour[tumour | normal])
  table <- data.frame(
    gene = result$gene, logFC = result$logFC,
    tumour_mean = rowMeans(values[, tumour, drop = FALSE]), normal_mean = rowMeans(values[, normal, drop = FALSE]),
    statistic = result$statistic, P.Value = result$P.Value, adj.P.Val = result$adj.P.Val,
    wilcoxon_p = rank_sum, wilcoxon_padj = stats::p.adjust(rank_sum, "BH"), agreed = NA, source_logFC = NA_real_, source_effect = NA
  )
  if (!is.null(sources)) {
    of_gene <- sources[match(table$gene, sources$gene), ]
    table$agreed <- agreement(result, of_gene, params)
    table$source_logFC <- of_gene$source_logFC
    table$source_effect <- abs(of_gene$source_logFC) >= SOURCE_SHARE * abs(result$logFC)
  }
  table <- table[order(table$P.Value, -abs(table$statistic), table$gene, method = "radix", na.last = TRUE), ]
  rownames(table) <- NULL
  table
}

#' Facts and findings that only this comparison has. @param hidden Are hidden factors in the model?
tell_genes_compared <- function(result, method, sources, cohort, compared, hidden, params, job) {
  samples <- compared$samples
  change <- gene_change(result$logFC, result$adj.P.Val, params) != "none"
  reference <- reference_type(samples$type)
  supported <- sum(change & result$wilcoxon_padj < params$padj, na.rm = TRUE)
  flagged <- sum(change & result$source_effect, na.rm = TRUE)
  excluded <- sum(compared$exclusions$n)
  found <- function(prefix) sum(gene_change(sources[[paste0(prefix, "logFC")]], sources[[paste0(prefix, "adj.P.Val")]], params) != "none")
  both <- !is.null(sources)
  # Of its own genes the test says nothing that it has not said already.
  beside <- method != "wilcoxon"
  job$facts(c(cohort_facts(cohort), list(
    case_group = params$case_group, control_group = params$control_group,
    own_normals = sum(samples$type == "normal"), gtex_normals = sum(samples$type == "gtex"),
    total = nrow(samples) + excluded, excluded = excluded, changed = sum(change), agreement = beside && any(change),
    agreed = if (beside) supported,
    adjusted = both, confounded = is_confounded(samples$type),
    donors_repeated = compared$donors_repeated,
    source_agreed = if (both) sum(result$agreed), own_changed = if (both) found("own_"), gtex_changed = if (both) found("gtex_"),
    source_flagged = if (both) flagged
  )))
  tell_source(cohort, samples$type, flagged, sum(change), job)
  tell_patients(samples, job)
  sizes <- c(sum(samples$type == "tumour"), sum(samples$type == reference))
  if (beside) tell_agreement(sum(change), supported, nrow(result), sizes, hidden, params$padj, job)
}

#' Does the rank-sum test say the same? In small groups its least P value, by the groups' sizes alone, is too large after correction.
#'
#' @param changed,agreed Significant genes, and those of them that the rank-sum test supports. @param genes Tested genes.
#' @param sizes Of the two groups. @param hidden Are hidden factors in the model? The test beside does not take them into account.
tell_agreement <- function(changed, agreed, genes, sizes, hidden, padj, job) {
  if (changed == 0L || agreed >= AGREED_SHARE * changed) return(invisible())
  least <- 2 / choose(sum(sizes), sizes[[1L]])
  if (least * genes / changed > padj) {
    return(job$finding("note", "rank_sum_powerless", told(
      "样本太少（%d 对 %d），秩和检验在校正后到不了显著，「秩和检验」两列不能用来核对",
      "With so few samples (%d and %d) the rank-sum test cannot reach significance after adjustment, and its two columns are no check",
      max(sizes), min(sizes)
    )))
  }
  job$finding("should", "rank_sum_disagrees", told(
    "%s 个显著基因里，秩和检验只支持 %s 个%s。个别样本的极端值可能起了作用，请看「秩和检验」两列",
    c(
      "Of %s significant genes the rank-sum test supports %s%s. Extreme values of single samples may play a part,",
      "see the two columns of the rank-sum test"
    ),
    format_count(changed), format_count(agreed),
    if (hidden) told("（它没有扣除隐藏因素，有些差别可能由此而来）", ", which does not take hidden factors into account") else ""
  ))
}

#' Where the normals come from another project than the tumours, the difference of the projects is in the result.
tell_source <- function(cohort, type, flagged, changed, job) {
  if (is_confounded(type)) {
    job$finding("should", "source_confounded", told(
      "%s 的肿瘤都来自 TCGA，正常都来自 GTEx：组织的差别和来源的差别分不开，也不能靠去批次解决。请在另一批数据里验证",
      c(
        "%s: all tumours are from TCGA and all normal samples from GTEx. Tissue and source cannot be told apart, nor does batch correction help.",
        "Validate the result in other data"
      ),
      cohort$about$label
    ), field = "with_gtex")
  }
  if (flagged > 0L) {
    job$finding("should", "source_effect", told(
      "%s 个显著基因里有 %s 个，TCGA 癌旁与 GTEx 正常之间的差别达到肿瘤差别的一半，在「来源差别大」列标出；下结论前请看「三种比较」表",
      c(
        "Of %s significant genes, for %s TCGA adjacent and GTEx normals differ by at least half of the difference of tumours; they are marked",
        "“Large difference of source”. Look at “Three comparisons” before concluding"
      ),
      format_count(changed), format_count(flagged)
    ), field = "with_gtex")
  }
}

tell_patients <- function(samples, job) {
  tumours <- table(samples$patient[samples$type == "tumour"])
  several <- sum(tumours > 1L)
  if (several > 0L) {
    job$finding("note", "several_tumours", told(
      "有 %s 例患者不止一个肿瘤样本（如原发和转移），都参与了比较",
      "%s patients have more than one tumour sample (primary and metastasis, for example), all of which took part", format_count(several)
    ))
  }
  paired <- length(intersect(names(tumours), samples$patient[samples$type == "normal"]))
  if (paired > 0L) {
    job$finding("note", "not_paired", told(
      "有 %s 例患者既有肿瘤又有癌旁样本。这里不按配对比较，P 值略偏保守",
      "%s patients have both tumour and adjacent samples. The comparison is unpaired, and P is slightly conservative", format_count(paired)
    ))
  }
}
