# What the plots of over-represented terms are drawn from: rows of the table `enriched` of an earlier result.

#' Terms that a circle has room for.
CIRCLE_TERMS <- 10L
#' An edge between terms from this Jaccard index on, as in enrichplot::emapplot.
EDGE_JACCARD <- 0.2
#' Terms are one cluster up to this average distance (1 - Jaccard index).
CLUSTER_DISTANCE <- 0.7

PLOTS_CHINESE <- c(dot = "点图", bar = "条形图", cnet = "条目与基因的网络", emap = "条目之间的网络", circle = "弦图", upset = "UpSet 图")
PLOTS_ENGLISH <- c(
  dot = "dot plot", bar = "bar chart", cnet = "network of terms and genes", emap = "network of terms", circle = "chord diagram", upset = "UpSet plot"
)

#' @param enriched Table of the parent's result; attribute `label`. @param compared Another one, or NULL.
#' @param changes Data frame `gene`, `value`, attribute `comparison` (or NULL), or NULL. @param params `plot_type`, `terms` (ids), `top_n`.
#' @return The declared tables; those of the kinds that are not drawn are empty.
term_plot_tables <- function(enriched, compared, changes, params, job) {
  job$step("选出条目", 0.2)
  terms <- plotted_terms(enriched, params)
  if (!is.null(compared)) terms <- rbind(terms, compared_terms(terms, compared, enriched, params))
  tables <- empty_plot_tables()
  tables$drawn <- terms[c(names(tables$dot_terms), "geneID")]
  job$step("排出图", 0.6)
  made <- switch(params$plot_type,
    dot = list(dot_terms = terms[names(tables$dot_terms)]), bar = list(bar_terms = terms[names(tables$bar_terms)]),
    cnet = gene_network(terms, changes), emap = term_network(terms), circle = gene_circle(terms, changes), upset = term_overlaps(terms)
  )
  tables[names(made)] <- made
  genes <- unique(unlist(term_members(terms$geneID), use.names = FALSE))
  coloured <- !is.null(changes) && params$plot_type %in% c("cnet", "circle")
  job$facts(list(
    plot_word = PLOTS_CHINESE[[params$plot_type]], plot_english = PLOTS_ENGLISH[[params$plot_type]],
    chosen = length(params$terms) > 0L, compared_source = if (!is.null(compared)) attr(compared, "label"),
    source = attr(enriched, "label"), drawn = length(unique(terms$ID)), offered = nrow(enriched),
    coloured = coloured, changed_in = if (coloured) attr(changes, "comparison"),
    compared = !is.null(compared), genes_drawn = length(genes)
  ))
  lapply(tables, plain_rows)
}

empty_plot_tables <- function() {
  terms <- data.frame(
    ID = character(), Description = character(), panel = character(), group = character(), ratio = numeric(), p.adjust = numeric(), Count = integer()
  )
  edges <- data.frame(from = character(), to = character())
  list(
    drawn = cbind(terms, geneID = character()), dot_terms = terms, bar_terms = terms,
    cnet_nodes = data.frame(label = character(), kind = character(), size = integer(), p.adjust = numeric(), change = numeric()),
    cnet_edges = edges,
    emap_nodes = data.frame(label = character(), size = integer(), p.adjust = numeric(), cluster = character()),
    emap_edges = cbind(edges, weight = numeric()),
    circle_links = data.frame(term = character(), gene = character()), circle_genes = data.frame(gene = character(), change = numeric()),
    upset_sets = data.frame(label = character(), size = integer()), upset_intersections = data.frame(pattern = character(), count = integer())
  )
}

#' The terms that were chosen, in the table's order; none chosen: the best of each part, or of all for plots of genes.
plotted_terms <- function(enriched, params) {
  if (nrow(enriched) == 0L) stop_input("nothing_enriched", "那次分析没有富集的条目，没有可画的。请换一次结果，或放宽那次分析的阈值", "source_analysis_id")
  terms <- as_terms(enriched, attr(enriched, "label"))
  if (length(params$terms) > 0L) {
    chosen <- terms[terms$ID %in% params$terms | terms$Description %in% params$terms, , drop = FALSE]
    absent <- setdiff(params$terms, c(terms$ID, terms$Description))
    if (length(absent) > 0L) {
      stop_input("terms_absent", sprintf("那次结果里没有这些条目：%s。请从「要画的条目」里选", list_names(absent)), "terms")
    }
    return(drawable(chosen, params))
  }
  parts <- if (params$plot_type %in% c("dot", "bar")) split(terms, factor(terms$panel, levels = unique(sort(terms$panel)))) else list(terms)
  drawable(do.call(rbind, unname(lapply(parts, utils::head, params$top_n))), params)
}

drawable <- function(terms, params) {
  if (params$plot_type == "circle") terms <- utils::head(terms[order(terms$p.adjust), , drop = FALSE], CIRCLE_TERMS)
  if (params$plot_type == "upset" && nrow(terms) < 2L) stop_input("one_term", "UpSet 图至少要两个条目。请多选几个，或改画点图", "terms")
  terms
}

as_terms <- function(table, label) {
  ratio <- strsplit(table$GeneRatio, "/", fixed = TRUE)
  data.frame(
    ID = table$ID, Description = table$Description, panel = if (is.null(table$ONTOLOGY)) "" else table$ONTOLOGY, group = label,
    ratio = vapply(ratio, function(one) as.numeric(one[[1L]]) / as.numeric(one[[2L]]), numeric(1)),
    p.adjust = table$p.adjust, Count = as.integer(table$Count), geneID = table$geneID
  )
}

#' The same terms of another result, and its own best where none were chosen.
compared_terms <- function(terms, compared, enriched, params) {
  label <- attr(compared, "label")
  if (identical(label, attr(enriched, "label"))) label <- paste(label, "（2）")
  other <- as_terms(compared, label)
  own <- if (length(params$terms) > 0L || nrow(compared) == 0L) character() else plotted_terms(compared, params)$ID
  other[other$ID %in% c(terms$ID, own), , drop = FALSE]
}

#' Names that tell terms apart: two collections may call two terms the same.
term_labels <- function(terms) {
  again <- terms$Description %in% terms$Description[duplicated(terms$Description)]
  ifelse(again, sprintf("%s（%s）", terms$Description, terms$ID), terms$Description)
}

#' Changes of genes under the names that terms have. @return Numbers, NA where unknown.
changes_of <- function(genes, changes) {
  if (is.null(changes)) return(rep(NA_real_, length(genes)))
  names <- collection_names(changes$gene, genes)
  found <- names$found[match(trimmed(changes$gene), names$asked)]
  changes$value[match(genes, found)]
}

gene_network <- function(terms, changes) {
  members <- term_members(terms$geneID)
  labels <- term_labels(terms)
  genes <- unique(unlist(members, use.names = FALSE))
  nodes <- data.frame(
    label = c(labels, genes), kind = rep(c("term", "gene"), c(length(labels), length(genes))),
    size = c(terms$Count, rep(NA_integer_, length(genes))), p.adjust = c(terms$p.adjust, rep(NA_real_, length(genes))),
    change = c(rep(NA_real_, length(labels)), changes_of(genes, changes))
  )
  list(cnet_nodes = nodes, cnet_edges = data.frame(from = rep(labels, lengths(members)), to = unlist(members, use.names = FALSE)))
}

term_network <- function(terms) {
  labels <- term_labels(terms)
  similar <- jaccard(term_members(terms$geneID))
  cluster <- rep("", nrow(terms))
  if (nrow(terms) > 1L) {
    cut <- stats::cutree(stats::hclust(stats::as.dist(1 - similar), "average"), h = CLUSTER_DISTANCE)
    best <- vapply(split(seq_along(cut), cut), function(rows) rows[[which.min(terms$p.adjust[rows])]], integer(1))
    several <- tabulate(cut)[cut] > 1L
    cluster[several] <- labels[best[as.character(cut[several])]]
  }
  pairs <- which(upper.tri(similar) & similar >= EDGE_JACCARD, arr.ind = TRUE)
  list(
    emap_nodes = data.frame(label = labels, size = terms$Count, p.adjust = terms$p.adjust, cluster = cluster),
    emap_edges = data.frame(from = labels[pairs[, 1L]], to = labels[pairs[, 2L]], weight = similar[pairs])
  )
}

gene_circle <- function(terms, changes) {
  members <- term_members(terms$geneID)
  genes <- unique(unlist(members, use.names = FALSE))
  list(
    circle_links = data.frame(term = rep(term_labels(terms), lengths(members)), gene = unlist(members, use.names = FALSE)),
    circle_genes = data.frame(gene = genes, change = changes_of(genes, changes))
  )
}

term_overlaps <- function(terms) {
  members <- term_members(terms$geneID)
  genes <- unique(unlist(members, use.names = FALSE))
  holds <- vapply(members, function(one) as.integer(genes %in% one), integer(length(genes)))
  patterns <- apply(matrix(holds, nrow = length(genes)), 1L, paste, collapse = "")
  counts <- sort(table(patterns), decreasing = TRUE)
  list(
    upset_sets = data.frame(label = term_labels(terms), size = lengths(members)),
    upset_intersections = data.frame(pattern = names(counts), count = as.integer(counts))
  )
}

#' The first rows of either direction, half of them each; a side that has too few leaves its places to the other.
#'
#' @param table The most important row first. @param value Of each row: above 0 is the one direction. @param n Rows wanted.
#' @return Rows of `table` in its order.
of_both_directions <- function(table, value, n) {
  up <- which(value > 0)
  down <- which(value <= 0)
  ups <- min(length(up), max(ceiling(n / 2), n - length(down)))
  table[sort(c(utils::head(up, ups), utils::head(down, n - ups))), , drop = FALSE]
}
