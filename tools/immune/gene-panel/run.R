# A list of genes against groups of samples or against one gene: P adjusted over the list.

#' The figure shows no more, those of the smallest P.
PANEL_BOXES <- 30L
PANEL_BARS <- 40L
#' Fewer pairs of values are no correlation.
PANEL_PAIRS_FROM <- 4L
#' What two groups are compared by.
PANEL_PAIR_METHODS <- c(kruskal = "wilcoxon", welch_anova = "t")
PANEL_SOURCE_OF <- c(stimulators = "inhibitors", chemokine_receptors = "chemokines")
PANEL_CORRELATIONS <- c(spearman = "Spearman", pearson = "Pearson")

#' @param inputs `expression` (matrix input), perhaps `groups` (data frame `sample`, `group`). @param params The complete parameters.
#' @param job Steps, findings and facts go to it. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("找到基因和样本", 0.1)
  by_gene <- params$against == "gene"
  asked <- if (params$panel == "own") params$gene_list else GENE_PANELS[[params$panel]]
  field <- if (params$panel == "own") "gene_list" else "panel"
  if (length(asked) == 0L) stop_input("genes_missing", "没有填名单。请填写要看的基因，或选一份现成的名单", "gene_list")
  picked <- pick_genes(inputs$expression, asked, field)
  tell_matches(picked$matches, field, job)
  tell_matrix_scale(inputs$expression, "file_id", job)
  source <- if (params$panel %in% names(PANEL_SOURCE_OF)) PANEL_SOURCE_OF[[params$panel]] else params$panel
  job$facts(list(
    panel_word = code_words(params$panel, GENE_PANEL_NAMES), panel_source = code_words(source, GENE_PANEL_SOURCES), asked = nrow(picked$matches),
    found = nrow(picked$values), by_gene = by_gene
  ))
  job$step("检验", 0.4)
  own <- if (by_gene) panel_against_gene(inputs$expression, picked$values, params, job)
  else panel_against_groups(inputs, picked$values, params, job)
  c(own, list(names = inexact_matches(picked$matches)))
}

# ---- groups ----

panel_against_groups <- function(inputs, values, params, job) {
  fields <- list(genes = "panel", groups = "sample_groups", matrix = "file_id")
  if (is.null(inputs$groups)) stop_input("groups_missing", "各组之间比较要有分组。请给出每个样本属于哪一组，或改为与一个基因求相关", "sample_groups")
  written <- group_texts(inputs$groups$group)
  levels <- group_order(inputs$groups$group, written)
  inputs$groups$group <- ifelse(is.na(written), "", written)
  group <- groups_of_samples(inputs$groups, colnames(values), "sample_groups")
  read <- matrix_groups(values, group, levels, fields)
  read$title <- matrix_axis_title("", inputs$expression)
  read$values$pair <- rep("", nrow(read$values))
  tell_left_out(read, fields, job)
  method <- if (length(read$levels) == 2L) PANEL_PAIR_METHODS[[params$method]] else params$method
  compared <- compare_groups(read$values, read$levels, method, "BH", pairwise = FALSE)
  tell_assumptions(compared, method, list(rank = "kruskal", mean = NULL), job)
  tests <- compared$tests
  done <- tests[!is.na(tests$padj), , drop = FALSE]
  done <- done[order(done$padj, done$p, done$feature, method = "radix"), , drop = FALSE]
  facts <- compared_group_facts(read, compared)
  drawn <- read
  ranked <- c(done$feature, setdiff(read$features, done$feature))
  drawn$features <- utils::head(ranked, PANEL_BOXES)
  drawn$values <- read$values[read$values$feature %in% drawn$features, , drop = FALSE]
  in_group <- group[nzchar(group)]
  job$facts(c(facts[setdiff(names(facts), "is_long")], panel_hits(done$feature, done$padj), list(samples = length(in_group))))
  order <- order(match(in_group, read$levels))
  shown <- values[, names(in_group)[order], drop = FALSE]
  c(
    compared_words(compared)[c("tests", "groups")], group_figure(drawn, tests[tests$feature %in% drawn$features, , drop = FALSE]),
    list(correlations = NO_PANEL_CORRELATIONS, bars = NO_PANEL_CORRELATIONS[c("gene", "cor")]), panel_heatmap(shown, unname(in_group[order]))
  )
}

panel_hits <- function(genes, padj) list(
  tested = length(genes), hits = sum(padj < 0.05), any = any(padj < 0.05), strongest = if (length(genes) > 0L) genes[[1L]],
  strongest_padj = if (length(genes) > 0L) padj[[1L]]
)

# ---- a gene ----

NO_PANEL_CORRELATIONS <- data.frame(
  gene = character(), n = integer(), test = character(), cor = numeric(), p = numeric(), padj = numeric()
)

panel_against_gene <- function(matrix, values, params, job) {
  if (length(params$target_gene) == 0L) stop_input("gene_missing", "求相关要有一个基因。请填写基因，或改为各组之间比较", "target_gene")
  found <- pick_genes(matrix, params$target_gene, "target_gene")
  tell_matches(found$matches, "target_gene", job)
  target <- rownames(found$values)[[1L]]
  y <- found$values[1L, ]
  if (sum(is.finite(y)) < PANEL_PAIRS_FROM || length(unique(y[is.finite(y)])) < 2L) stop_input("constant_gene", sprintf(
    "%s 的数值全部相同或不足 %d 个，算不了相关。请换一个基因", target, PANEL_PAIRS_FROM
  ), "target_gene")
  if (target %in% rownames(values)) {
    values <- values[rownames(values) != target, , drop = FALSE]
    job$finding("note", "target_listed", told(
      "%s 自己也在名单里，没有与自己求相关", "%s is in the list itself and was not correlated with itself", target
    ), field = "target_gene")
  }
  table <- do.call(rbind, c(list(NO_PANEL_CORRELATIONS), lapply(rownames(values), function(gene) panel_correlation(gene, values[gene, ], y, params))))
  table$padj <- stats::p.adjust(table$p, "BH")
  table <- table[order(table$p, -abs(table$cor), table$gene, method = "radix"), , drop = FALSE]
  rownames(table) <- NULL
  untested <- table$gene[is.na(table$p)]
  if (length(untested) > 0L) job$finding("should", "not_tested", told(
    "有 %s 个基因的数值全部相同，或成对的数值不足 %d 个，没有求相关：%s", "%s genes are constant or have fewer than %d pairs of values and were not correlated: %s",
    format_count(length(untested)), PANEL_PAIRS_FROM, told_names(untested)
  ), field = "panel")
  done <- table[!is.na(table$p), , drop = FALSE]
  job$facts(c(panel_hits(done$gene, done$padj), list(
    samples = sum(is.finite(y)), target = target, correlation_word = PANEL_CORRELATIONS[[params$correlation]],
    strongest_r = if (nrow(done) > 0L) done$cor[[1L]]
  )))
  bars <- utils::head(done[order(-abs(done$cor), done$gene, method = "radix"), ], PANEL_BARS)
  bars <- bars[order(-bars$cor, bars$gene, method = "radix"), c("gene", "cor"), drop = FALSE]
  rownames(bars) <- NULL
  order <- order(y, na.last = NA)
  none <- group_tables_of_none()
  c(none, list(correlations = table, bars = bars),
    panel_heatmap(values[, order, drop = FALSE], rep("", length(order)), y[order], target))
}

#' @return A row of the table; without P where there are too few or equal values.
panel_correlation <- function(gene, x, y, params) {
  both <- is.finite(x) & is.finite(y)
  row <- data.frame(gene = gene, n = sum(both), test = "none", cor = NA_real_, p = NA_real_, padj = NA_real_)
  if (row$n < PANEL_PAIRS_FROM || length(unique(x[both])) < 2L || length(unique(y[both])) < 2L) return(row)
  if (params$correlation == "pearson") {
    test <- stats::cor.test(x[both], y[both])
    row[c("test", "cor", "p")] <- list("pearson", unname(test$estimate), test$p.value)
    return(row)
  }
  test <- rank_correlation_test(x[both], y[both])
  row[c("test", "cor", "p")] <- list(if (test$exact) "spearman_exact" else "spearman", test$estimate, test$p)
  row
}

group_tables_of_none <- function() {
  none <- data.frame(feature = character(), group = character(), name = character(), value = numeric(), pair = character())
  list(
    tests = NO_TESTS, groups = do.call(rbind, list(group_summaries("", list(a = 0))))[0L, ],
    boxes = data.frame(facet = character(), facet_test = character(), label = character(), group = character(), n = integer(), low = numeric(),
      q1 = numeric(), median = numeric(), q3 = numeric(), high = numeric()),
    points = cbind(facet = character(), label = character(), none[-1L]),
    notes = data.frame(facet = character(), label = character(), group = character(), other = character(), p = numeric(), text = character())
  )
}

# ---- heatmap ----

#' Rows clustered, samples in the order in which they come. @param first Values of a row above all, or NULL. @param name Of this row.
panel_heatmap <- function(values, group, first = NULL, name = NULL) {
  whole <- rowSums(!is.finite(values)) == 0L
  whole[whole] <- matrixStats::rowSds(values[whole, , drop = FALSE]) > 0
  z <- row_z(values[whole, , drop = FALSE])
  tree <- if (nrow(z) > 1L) turned_tree(stats::as.dist(1 - stats::cor(t(z))), seq_len(nrow(z))) else leaves_alone(nrow(z))
  z <- z[tree$order, , drop = FALSE]
  segments <- tree_segments(tree, "row")
  if (!is.null(first) && nrow(z) > 0L) {
    z <- rbind(row_z(matrix(first, 1L, dimnames = list(name, colnames(z)))), z)
    segments$position_from <- segments$position_from + 1
    segments$position_to <- segments$position_to + 1
  }
  colnames(z) <- make.unique(c("gene", colnames(z)))[-1L]
  list(
    heatmap = data.frame(gene = as.character(rownames(z)), z, check.names = FALSE, row.names = NULL),
    heatmap_samples = data.frame(sample = colnames(z), group = group), heatmap_tree = segments
  )
}
