# What a tool of one cohort looks at: the expression of one gene, or a score of several. Declared by the tool kit's `geneOrScore`.

#' Fewer genes make no score.
SCORE_GENES_MIN <- 2L
#' Of so many genes the names stand in sentences.
SCORE_NAMED <- 12L
#' Groups by a score.
SCORE_SIDES <- c("低分", "高分")

#' What the request looks at.
#'
#' @param params marker (gene or score), target_gene, score_genes, combine, weights. @return List of `gene` (its symbol in the cohort; NULL of a
#'   score), `name` (what sentences of errors call it), `field` (that names it), `genes` (symbols that it is made of), and of a score `asked` (from
#'   `score_request`) and `found` (from `found_score_genes`). Stops where the cohort lacks them.
cohort_marker <- function(cohort, params, job) {
  if (params$marker == "gene") {
    gene <- find_cohort_gene(cohort, params$target_gene, "target_gene", job)
    return(list(gene = gene, name = gene, field = "target_gene", genes = gene))
  }
  asked <- score_request(c(list(target_genes = params$score_genes), params[c("combine", "weights")]))
  found <- found_score_genes(cohort, asked, "score_genes", job)
  list(gene = NULL, name = "这个评分", field = "score_genes", genes = found$gene, asked = asked, found = found)
}

#' Its value in samples: expression in the unit of the cohort, or the score, standardised by these samples. Tells of genes that do not go together.
#'
#' @param marker From `cohort_marker`. @param samples Names in the wanted order. @return Numeric vector, never the same everywhere: it stops there.
marker_values <- function(cohort, marker, samples, job) {
  values <- cohort_values(cohort, marker$genes, samples = samples)
  if (is.null(marker$asked)) return(varying_marker(as.vector(values), marker))
  score <- varying_marker(cohort_score(cohort, values, marker$asked, marker$found, rep(TRUE, length(samples))), marker)
  if (marker$asked$how != "weights") tell_coherence(score_members(marker$found, values, score), marker$field, job)
  score
}

varying_marker <- function(values, marker) {
  if (length(unique(values)) > 1L && !anyNA(values)) return(values)
  what <- if (is.null(marker$gene)) "这个评分在这些样本里的值" else sprintf("%s 在这些样本里的表达量", marker$gene)
  stop_input(sprintf("constant_%s", if (is.null(marker$gene)) "score" else "gene"), sprintf(
    "%s完全一样，不能比较。请换基因或队列", what
  ), marker$field)
}

#' The genes of a score in a cohort. Stops where too few are there.
#'
#' @param asked From `score_request`. @param field Of the request that names them. @return Data frame `asked`, `gene`, `how`.
found_score_genes <- function(cohort, asked, field, job) {
  matches <- find_cohort_genes(cohort, asked$genes, field, job)
  found <- matches[matches$found != "", , drop = FALSE]
  found <- found[!duplicated(found$found), , drop = FALSE]
  if (nrow(found) < SCORE_GENES_MIN) stop_input("one_gene", sprintf(
    "能用的基因只有 %s，不能合成评分。请再加几个基因；只看一个基因不用评分", list_names(found$found)
  ), field)
  if (asked$how == "weights" && any(matches$found == "")) stop_input("formula_incomplete", sprintf(
    "%s 没有「%s」，公式算不全。请换一个队列，或换一种合成方法", cohort$about$label, list_names(matches$asked[matches$found == ""])
  ), field)
  data.frame(asked = found$asked, gene = found$found, how = found$how)
}

#' Several genes as one number of each sample of a cohort.
#'
#' @param values Genes × samples, from `cohort_values`. @param asked From `score_request`. @param genes From `found_score_genes`, in the order of the
#'   rows. @param reference Samples by which genes are standardised; of GSVA all. @return Numeric.
cohort_score <- function(cohort, values, asked, genes, reference) {
  if (asked$how != "gsva") return(gene_score(values, asked$how, asked$weights[genes$asked], reference))
  whole <- cohort_matrix(cohort, samples = colnames(values))
  whole <- whole[matrixStats::rowSds(whole) > 0, , drop = FALSE]
  set <- intersect(genes$gene, rownames(whole))
  if (length(set) < SCORE_GENES_MIN || nrow(whole) <= length(set)) stop_input(
    "few_genes_gsva", "GSVA 要在全部基因里排名，这个队列的基因太少。请换一种合成方法，或换一个基因更全的队列", "combine"
  )
  as.vector(gsva_scores(whole, list(score = set), "gsva", "Gaussian"))
}

#' The title of an axis of it. @param units As for `value_title`; a score has none.
marker_title <- function(marker, units) if (is.null(marker$gene)) "评分" else value_title(marker$gene, units)

#' Names of the groups with low and with high values.
marker_sides <- function(marker) if (is.null(marker$gene)) SCORE_SIDES else paste(marker$gene, c("低", "高"))

#' Facts of the tool kit's `markerFacts`.
marker_facts <- function(marker) {
  if (!is.null(marker$gene)) return(list(gene = marker$gene, scored = FALSE))
  named <- told_names(marker$genes, SCORE_NAMED)
  weights <- marker$asked$weights[marker$found$asked]
  list(
    scored = TRUE, by_gsva = marker$asked$how == "gsva", score_genes_n = length(marker$genes), score_words = named$zh, score_english = named$en,
    score_how = SCORES[[marker$asked$how]],
    score_formula = if (length(weights) > 0L && length(weights) <= SCORE_NAMED) score_formula(marker$genes, weights)
  )
}

#' "0.32 × CD8A − 0.12 × GZMB".
score_formula <- function(genes, weights) {
  parts <- sprintf("%s × %s", vapply(abs(weights), written_number, ""), genes)
  signs <- c(if (weights[[1L]] < 0) "\u2212" else "", ifelse(weights[-1L] < 0, " \u2212 ", " + "))
  paste0(signs, parts, collapse = "")
}
