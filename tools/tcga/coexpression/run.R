# Correlation of one gene, or of a score of several, with every other gene of a cohort.

SCOPE_WORDS <- c(tumor = "肿瘤样本", normal = "正常样本", all = "样本（肿瘤和正常）")
SCOPE_ENGLISH <- c(tumor = "tumour samples", normal = "normal samples", all = "tumour and normal samples")
CORRELATION_WORDS <- c(pearson = "Pearson", spearman = "Spearman")
FEWEST_SAMPLES <- 10L
#' A gene that is silent in more samples than this correlates by who has it at all: no partner, and no gene to ask about.
SILENT_SHARE <- 0.5
BARS_EACH <- 10L
PANELS <- 4L

#' @param inputs `dataset`: from `open_cohort`. @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohort <- inputs$dataset
  job$step("找到基因和样本", 0.05)
  marker <- cohort_marker(cohort, params, job)
  samples <- scope_samples(cohort, params$sample_scope)
  job$step("读取表达矩阵", 0.2)
  values <- cohort_matrix(cohort, samples = samples$chosen)
  target <- marker_values(cohort, marker, samples$chosen, job)
  refuse_silent(values, marker, samples, params, job)
  job$step("计算相关", 0.5)
  tested <- testable_rows(values, marker$genes)
  table <- correlate(values[tested, , drop = FALSE], target, params$method)
  job$step("画图", 0.8)
  significant <- table[table$padj < params$padj, , drop = FALSE]
  tell_correlations(table, significant, cohort, marker, samples, nrow(values) - length(marker$genes) - sum(tested), params, job)
  c(
    list(correlations = table, flow = samples$flow, top = top_bars(significant)),
    pair_tables(values, target, marker, significant),
    correlated_heatmap(values, target, marker, significant, params$top_n, job)
  )
}

#' Samples of the expression matrix by scope, one tumour of each patient.
#'
#' @return `chosen` names and `flow` for the table.
scope_samples <- function(cohort, scope) {
  sheet <- cohort_samples(cohort, "expression")
  tumour <- sheet$type == "tumour" & sheet$survival == "1"
  normal <- sheet$type == "normal"
  keep <- switch(scope, tumor = tumour, normal = normal, all = tumour | normal)
  if (sum(keep) < FEWEST_SAMPLES) {
    stop_input("few_samples", sprintf(
      "%s只有 %d 个，算出的相关不可靠。请改用别的样本范围，或换一个队列", SCOPE_WORDS[[scope]], sum(keep)
    ), "sample_scope")
  }
  outside <- switch(scope, tumor = normal, normal = sheet$type == "tumour", all = rep(FALSE, nrow(sheet)))
  again <- sheet$type == "tumour" & !tumour & scope != "normal"
  exclusions <- data.frame(reason = c("不在所选范围的样本", "同一患者的其余肿瘤样本"), n = c(sum(outside), sum(again)))
  list(
    chosen = sheet$sample[keep],
    flow = flow_table(sum(keep) + sum(exclusions$n), exclusions[exclusions$n > 0L, , drop = FALSE], sum(keep), "样本")
  )
}

#' In which share of the samples each gene is expressed. The lowest value of a cohort's log scale is no expression at all.
expressed_share <- function(values) rowMeans(values > min(values))

#' The gene asked about is held to the rule of its partners; silent genes of a score are told.
refuse_silent <- function(values, marker, samples, params, job) {
  share <- expressed_share(values)[marker$genes]
  silent <- marker$genes[share < 1 - SILENT_SHARE]
  if (length(silent) == 0L) return(invisible())
  if (is.null(marker$gene)) {
    job$finding("should", "silent_genes", told(
      "评分里半数以上样本没有表达的基因：%s。它们只说明「有没有」，不说明「高低」，请从评分里去掉",
      "Genes of the score without expression in more than half of the samples: %s. They tell who has them at all; leave them out",
      told_names(silent, 5L)
    ), field = marker$field)
    return(invisible())
  }
  stop_input("silent_gene", sprintf(
    "%s 只在 %.0f%% 的%s里有表达（%d 个里的 %d 个）。半数以上样本没有表达时，相关只说明「有没有」，不说明「高低」，没有计算。请换一个基因、队列或样本范围",
    silent, 100 * share, SCOPE_WORDS[[params$sample_scope]], length(samples$chosen), as.integer(round(share * length(samples$chosen)))
  ), marker$field)
}

#' Every other gene that is expressed in enough samples and varies. @param asked What is asked about: the genes of a score take no part, for they
#'   correlate with it by being in it.
testable_rows <- function(values, asked) {
  expressed_share(values) >= 1 - SILENT_SHARE & matrixStats::rowSds(values) > 0 & !rownames(values) %in% asked
}

#' Coefficients of all rows with one vector at once; P as `cor.test` gives it, for Spearman by its t approximation
#' (`rank_t_p`).
#'
#' @return Data frame gene, cor, p, padj; the smallest P first, equal ones by |r| and name.
correlate <- function(values, target, method) {
  if (method == "spearman") {
    values <- matrixStats::rowRanks(values, ties.method = "average", useNames = TRUE)
    target <- rank(target)
  }
  n <- length(target)
  centred <- values - rowMeans(values)
  about <- target - mean(target)
  r <- as.vector(centred %*% about) / sqrt(rowSums(centred^2) * sum(about^2))
  r <- pmin(pmax(r, -1), 1)
  p <- if (method == "spearman") rank_t_p(r, n) else 2 * stats::pt(-abs(r * sqrt((n - 2) / (1 - r^2))), n - 2)
  table <- data.frame(gene = rownames(values), cor = r, p = p, padj = stats::p.adjust(p, "BH"))
  table <- table[order(table$p, -abs(table$cor), table$gene, method = "radix"), ]
  rownames(table) <- NULL
  table
}

top_bars <- function(significant) {
  strongest <- significant[order(-abs(significant$cor), significant$gene, method = "radix"), ]
  chosen <- rbind(utils::head(strongest[strongest$cor > 0, ], BARS_EACH), utils::head(strongest[strongest$cor < 0, ], BARS_EACH))
  chosen <- chosen[order(-chosen$cor, chosen$gene, method = "radix"), c("gene", "cor")]
  rownames(chosen) <- NULL
  chosen
}

#' Points, fits and words of the strongest partners. @param target Values of what is asked about, by sample.
pair_tables <- function(values, target, marker, significant) {
  partners <- utils::head(significant[order(-abs(significant$cor), significant$gene, method = "radix"), ], PANELS)
  x <- unname(target)
  points <- lapply(partners$gene, function(partner) {
    data.frame(partner = partner, sample = colnames(values), x = x, y = unname(values[partner, ]))
  })
  lines <- lapply(partners$gene, function(partner) {
    fit <- stats::lm.fit(cbind(1, x), unname(values[partner, ]))$coefficients
    data.frame(partner = partner, x = range(x), y = fit[[1L]] + fit[[2L]] * range(x))
  })
  none <- data.frame(partner = character(), sample = character(), x = numeric(), y = numeric())
  list(
    pairs = do.call(rbind, c(list(none), points)),
    pair_lines = do.call(rbind, c(list(none[c("partner", "x", "y")]), lines)),
    pair_words = data.frame(
      partner = partners$gene, text = sprintf("r = %s，校正后 P %s", true_minus(sprintf("%.2f", partners$cor)), vapply(partners$padj, write_p, "")),
      x_title = rep(if (is.null(marker$gene)) marker_title(marker) else sprintf("%s（log~2~）", gene_title(marker$gene)), nrow(partners)),
      y_title = sprintf("%s（log~2~）", gene_title(partners$gene))
    )
  )
}

#' What is asked about stands in the first row. @param target As for `pair_tables`.
correlated_heatmap <- function(values, target, marker, significant, top_n, job) {
  chosen <- utils::head(significant$gene[order(-abs(significant$cor), significant$gene, method = "radix")], top_n)
  job$facts(list(heatmap_genes = length(chosen)))
  rows <- rbind(target, values[chosen, , drop = FALSE])
  rownames(rows)[[1L]] <- if (is.null(marker$gene)) marker_title(marker) else marker$gene
  if (length(chosen) == 0L) rows <- rows[0L, , drop = FALSE]
  figure <- clustered_heatmap(rows, row_weight = seq_len(nrow(rows)), column_weight = colMeans(rows), group = rep("", ncol(rows)))
  figure[c("heatmap", "heatmap_tree")]
}

tell_correlations <- function(table, significant, cohort, marker, samples, silent, params, job) {
  up <- significant[significant$cor > 0, , drop = FALSE]
  down <- significant[significant$cor < 0, , drop = FALSE]
  first <- function(rows) if (nrow(rows) > 0L) rows[which.max(abs(rows$cor)), ]
  job$facts(c(cohort_facts(cohort), marker_facts(marker), list(
    samples = length(samples$chosen), scope_word = SCOPE_WORDS[[params$sample_scope]],
    scope_english = SCOPE_ENGLISH[[params$sample_scope]], genes = nrow(table), silent = silent,
    up = nrow(up), down = nrow(down), significant = nrow(significant) > 0L, method_word = CORRELATION_WORDS[[params$method]],
    strongest = first(up)$gene, strongest_r = first(up)$cor, opposite = first(down)$gene, opposite_r = first(down)$cor,
    expression_unit = cohort$about$matrices$expression$unit
  )))
  if (params$sample_scope == "all") {
    job$finding("should", "mixed_samples", told(
      "肿瘤和正常一起算，两者的差别本身就会造成相关。要看肿瘤内部的共表达，请只用肿瘤",
      c(
        "Tumours and normal samples were taken together, and what they differ by makes correlations of its own.",
        "For co-expression within tumours use tumours alone"
      )
    ), field = "sample_scope")
  }
}
