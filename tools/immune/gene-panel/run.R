# A list of genes against groups of samples or against one gene: P adjusted over the list.

#' Boxes of one figure, whatever the number of groups; at least PANEL_DRAWN_FROM genes stand in it.
PANEL_BOXES <- 60L
PANEL_DRAWN_FROM <- 6L
PANEL_BARS <- 40L
#' Genes of one list.
PANEL_GENES_MAX <- 200L
#' Fewer pairs of values are no correlation.
PANEL_PAIRS_FROM <- 4L
#' What two groups are compared by.
PANEL_PAIR_METHODS <- c(kruskal = "wilcoxon", welch_anova = "t")
PANEL_CORRELATIONS <- c(spearman = "Spearman", pearson = "Pearson")
#' Facts of a comparison that this tool declares to tell.
PANEL_GROUP_FACTS <- c("n_values", "groups", "compared", "is_paired", "test_word", "correction_word", "boxed_from", "value_title")

#' @param inputs `expression` (matrix input), perhaps `groups` (data frame `sample`, `group`). @param params The complete parameters.
#' @param job Steps, findings and facts go to it. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("找到基因和样本", 0.1)
  by_gene <- params$against == "gene"
  list <- asked_panel(inputs, params)
  field <- list$field
  picked <- pick_genes(inputs$expression, list$genes, field)
  target <- if (by_gene) panel_target(inputs$expression, params, job)
  if (by_gene) picked <- panel_without(picked, target$name, field, job)
  tell_matches(picked$matches, field, job)
  tell_matrix_scale(inputs$expression, "file_id", job)
  read <- if (!by_gene) panel_groups(inputs, picked$values, job)
  job$checked("panel_found", sprintf(
    "矩阵里有%s的 %s 个基因，%s 个样本可用", list$called, format_count(nrow(picked$values)), format_count(length(if (by_gene) target$order else read$order))
  ), field)
  found <- picked$matches$found[picked$matches$found != ""]
  job$facts(list(
    panel_word = list$word, panel_source = list$source, panel_source_english = list$panel_source_english,
    asked = length(unique(found)) + sum(picked$matches$found == ""), found = nrow(picked$values), by_gene = by_gene
  ))
  job$step("检验", 0.4)
  tables <- if (by_gene) panel_against_gene(picked$values, target, params, field, job) else panel_against_groups(read, picked$values, params, job)
  job$facts(panel_facts(tables$panel, by_gene))
  c(tables, list(names = inexact_matches(picked$matches)))
}

#' The list that is asked for.
#'
#' @return List of `genes`, `field` (of the request that says which), `word` and `source` in Chinese, `panel_source_english` (source of a set of a
#'   collection; NULL of others), and `called`: what a sentence at the form calls it.
asked_panel <- function(inputs, params) {
  if (params$panel == "own") return(c(list(genes = params$gene_list, field = "gene_list"), panel_words("own")))
  if (params$panel != "set") return(c(list(genes = GENE_PANELS[[params$panel]], field = "panel"), panel_words(params$panel)))
  named <- named_gene_set(inputs$sets, params$set_name, "set_name")
  genes <- inputs$sets[[named$id]]
  if (length(genes) > PANEL_GENES_MAX) stop_input("set_large", sprintf(
    "「%s」有 %s 个基因，这里最多 %d 个。请换一份小些的，或用 GSEA、GSVA 看整份基因集", named$label, format_count(length(genes)), PANEL_GENES_MAX
  ), "set_name")
  about <- attr(inputs$sets, "collection")
  dated <- if (length(about$date) == 1L && nzchar(about$date)) sprintf("%s 版", about$date)
  number <- if (named$id != named$label) named$id
  list(
    genes = genes, field = "set_name", word = named$label, called = sprintf("「%s」", named$label),
    source = paste(c(attr(inputs$sets, "label"), dated, number), collapse = "，"),
    panel_source_english = paste(c(collection_english(inputs$sets), number), collapse = ", ")
  )
}

panel_words <- function(code) list(word = code_words(code, GENE_PANEL_NAMES), source = code_words(code, GENE_PANEL_SOURCES), called = "名单")

#' What the rows of the list tell, the first one having the smallest P.
panel_facts <- function(panel, by_gene) {
  done <- panel[!is.na(panel$padj), , drop = FALSE]
  hits <- done[done$padj < ASSUMED_AT, , drop = FALSE]
  first <- if (nrow(done) > 0L) done[1L, , drop = FALSE]
  list(
    tested = nrow(done), hits = nrow(hits), any = nrow(hits) > 0L, positive = if (by_gene) sum(hits$effect > 0),
    negative = if (by_gene) sum(hits$effect < 0), first = first$gene, first_highest = first$highest, first_panel_effect = first$effect,
    first_panel_padj = first$padj
  )
}

#' Rows of the list in the order in which they are shown: by P, those without one last.
panel_order <- function(panel) {
  panel <- panel[order(panel$p, -abs(panel$effect), panel$gene, method = "radix"), , drop = FALSE]
  rownames(panel) <- NULL
  panel
}

# ---- groups ----

#' Values in groups, see `matrix_groups`, and `order`: samples that have a group, group by group, `group`: theirs.
panel_groups <- function(inputs, values, job) {
  fields <- list(genes = "panel", groups = "sample_groups", matrix = "file_id")
  written <- group_texts(inputs$groups$group)
  # As the figures have them: the first of two is the one on the left, whatever the rows' order.
  levels <- figure_ordered(unique(written[!is.na(written)]))
  inputs$groups$group <- ifelse(is.na(written), "", written)
  group <- groups_of_samples(inputs$groups, colnames(values), "sample_groups")
  read <- matrix_groups(values, group, levels, fields)
  read$title <- matrix_axis_title("", inputs$expression)
  read$values$pair <- rep("", nrow(read$values))
  tell_left_out(read, fields, job)
  read$order <- which(nzchar(group))[order(match(group[nzchar(group)], levels))]
  read$group <- unname(group[read$order])
  read
}

panel_against_groups <- function(read, values, params, job) {
  method <- if (length(read$levels) == 2L) PANEL_PAIR_METHODS[[params$method]] else params$method
  compared <- compare_groups(read$values, read$levels, method, "BH", pairwise = FALSE)
  tell_assumptions(compared, method, list(rank = "kruskal", mean = NULL), job)
  panel <- panel_of_tests(rownames(values), compared, middle = if (params$method == "kruskal") "median" else "mean")
  drawn <- read
  drawn$features <- utils::head(intersect(panel$gene, read$features), max(PANEL_DRAWN_FROM, PANEL_BOXES %/% length(read$levels)))
  drawn$values <- read$values[read$values$feature %in% drawn$features, , drop = FALSE]
  job$facts(c(
    compared_group_facts(read, compared)[PANEL_GROUP_FACTS], list(samples = length(read$order), drawn = length(drawn$features))
  ))
  c(
    list(panel = panel), compared_words(compared)[c("tests", "groups")],
    group_figure(drawn, compared$tests[compared$tests$feature %in% drawn$features, , drop = FALSE]),
    list(bars = NO_PANEL[c("gene", "effect")]), panel_heatmap(values[, read$order, drop = FALSE], read$group)
  )
}

NO_PANEL <- data.frame(
  gene = character(), n = integer(), test = character(), highest = character(), effect_name = character(), effect = numeric(), p = numeric(),
  padj = numeric()
)

#' A row for each gene. @param middle By which summary of `groups` one of them is the highest.
panel_of_tests <- function(genes, compared, middle) {
  tests <- compared$tests
  own <- match(genes, tests$feature)
  groups <- compared$groups[compared$groups$n >= GROUP_TESTED_FROM, , drop = FALSE]
  highest <- function(gene) {
    rows <- groups[groups$feature == gene, , drop = FALSE]
    if (nrow(rows) < 2L) return("")
    top <- rows$group[rows[[middle]] == max(rows[[middle]])]
    if (length(top) == 1L) top else ""
  }
  done <- !is.na(tests$p[own])
  panel_order(data.frame(
    gene = genes, n = vapply(genes, function(gene) sum(groups$n[groups$feature == gene]), 0L, USE.NAMES = FALSE),
    test = ifelse(done, tests$test[own], "none"), highest = ifelse(done, vapply(genes, highest, ""), ""),
    effect_name = ifelse(done, tests$effect_name[own], ""), effect = ifelse(done, tests$effect[own], NA_real_), p = tests$p[own],
    padj = tests$padj[own]
  ))
}

# ---- a gene ----

#' The gene that the list is correlated with.
#'
#' @return `name` in the matrix, `values`, and `order`: samples that have a value, rising. @section Errors: `stop_input` for one without variation.
panel_target <- function(matrix, params, job) {
  found <- pick_genes(matrix, params$target_gene, "target_gene")
  tell_matches(found$matches, "target_gene", job)
  name <- rownames(found$values)[[1L]]
  values <- found$values[1L, ]
  values[!is.finite(values)] <- NA
  if (sum(!is.na(values)) < PANEL_PAIRS_FROM || length(unique(values[!is.na(values)])) < 2L) stop_input("constant_gene", sprintf(
    "%s 的数值全部相同或不足 %d 个，算不了相关。请换一个基因", name, PANEL_PAIRS_FROM
  ), "target_gene")
  list(name = name, values = values, order = order(values, na.last = NA, method = "radix"))
}

#' The list without the gene that it is correlated with. @section Errors: `stop_input` where nothing is left.
panel_without <- function(picked, target, field, job) {
  if (!target %in% rownames(picked$values)) return(picked)
  if (nrow(picked$values) == 1L) stop_input("target_alone", sprintf(
    "名单里只找到 %s，它不能与自己求相关。请在名单里再填一些基因", target
  ), field)
  job$finding("note", "target_listed", told(
    "%s 自己也在名单里，没有与自己求相关", "%s is in the list itself and was not correlated with itself", target
  ), field = "target_gene")
  matches <- picked$matches[picked$matches$found != target, , drop = FALSE]
  list(values = picked$values[rownames(picked$values) != target, , drop = FALSE], matches = matches)
}

panel_against_gene <- function(values, target, params, field, job) {
  rows <- lapply(rownames(values), function(gene) panel_correlation(gene, values[gene, ], target$values, params$correlation))
  panel <- do.call(rbind, rows)
  panel$padj <- stats::p.adjust(panel$p, "BH")
  panel <- panel_order(panel)
  untested <- panel$gene[is.na(panel$p)]
  if (length(untested) > 0L) job$finding("should", "not_tested", told(
    "有 %s 个基因的数值全部相同，或成对的数值不足 %d 个，没有求相关：%s",
    "%s genes are constant or have fewer than %d pairs of values and were not correlated: %s",
    format_count(length(untested)), PANEL_PAIRS_FROM, told_names(untested)
  ), field = field)
  done <- panel[!is.na(panel$p), , drop = FALSE]
  bars <- utils::head(done[order(-abs(done$effect), done$gene, method = "radix"), ], PANEL_BARS)
  bars <- bars[order(-bars$effect, bars$gene, method = "radix"), c("gene", "effect"), drop = FALSE]
  rownames(bars) <- NULL
  job$facts(list(
    samples = length(target$order), target = target$name, correlation_word = PANEL_CORRELATIONS[[params$correlation]], drawn = nrow(bars)
  ))
  c(
    list(panel = panel, bars = bars), PANEL_WITHOUT_GROUPS,
    panel_heatmap(values[, target$order, drop = FALSE], rep("", length(target$order)), target$values[target$order], target$name)
  )
}

#' @return A row of the list; without P where there are too few or equal values.
panel_correlation <- function(gene, x, y, method) {
  both <- is.finite(x) & is.finite(y)
  x <- x[both]
  y <- y[both]
  row <- data.frame(
    gene = gene, n = sum(both), test = "none", highest = "", effect_name = "", effect = NA_real_, p = NA_real_, padj = NA_real_
  )
  if (row$n < PANEL_PAIRS_FROM || length(unique(x)) < 2L || length(unique(y)) < 2L) return(row)
  test <- if (method == "pearson") stats::cor.test(x, y) else rank_correlation_test(x, y)
  row$test <- if (method == "pearson") "pearson" else if (test$exact) "spearman_exact" else "spearman"
  row$effect_name <- "correlation"
  row$effect <- unname(test$estimate)
  row$p <- if (method == "pearson") test$p.value else test$p
  row
}

#' Tables of a comparison of groups, where there was none.
PANEL_WITHOUT_GROUPS <- list(
  tests = NO_TESTS,
  groups = data.frame(
    feature = character(), group = character(), n = integer(), mean = numeric(), sd = numeric(), sem = numeric(), median = numeric(), q1 = numeric(),
    q3 = numeric(), min = numeric(), max = numeric(), tested = character()
  ),
  boxes = data.frame(
    facet = character(), facet_test = character(), label = character(), group = character(), n = integer(), low = numeric(), q1 = numeric(),
    median = numeric(), q3 = numeric(), high = numeric()
  ),
  points = data.frame(
    facet = character(), label = character(), group = character(), name = character(), value = numeric(), pair = character()
  ),
  notes = data.frame(facet = character(), label = character(), group = character(), other = character(), p = numeric(), text = character())
)

# ---- heatmap ----

#' Rows clustered, samples in the order in which they come. Rows that lack values or do not vary are not in it.
#'
#' @param first Values of a row above all, or NULL. @param name Of this row.
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
