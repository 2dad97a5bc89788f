# Gene set enrichment of a ranking: each set of a collection, both ends of the ranking.

#' Below this many genes a ranking is a list of the significant ones and no background.
SHORT_RANKING <- 2000L
#' Share of genes without an order of their own from which the order is in doubt.
TIED_SHARE <- 0.05
#' Sets in a figure of curves, and in the overview of each end.
CURVES_DRAWN <- 5L
NES_DRAWN <- 10L
RIDGE_POINTS <- 128L
#' Correlation of genes of a set that cameraPR assumes by itself.
INTER_GENE_CORRELATION <- 0.01
#' Correlation that a set has to withstand before the result claims anything of it. Of patients' samples whose groups are drawn by lot, GSEA calls
#' sets significant nearly always and cameraPR at 0.01 in 87 of 100 draws (128 leukaemias, KEGG); at 0.2 in 3 of 100.
FIRM_CORRELATION <- 0.2

#' @param inputs `ranking` (kind ranked-genes), `sets` (a collection). @param params The complete parameters.
#' @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  if (params$minSize > params$maxSize) {
    stop_input("sizes", "「基因集最少基因」比「基因集最多基因」还大。请改小前者，或改大后者", "minSize")
  }
  job$step("核对基因名", 0.05)
  named <- rank_in_collection(inputs$ranking, inputs$sets, job)
  ranking <- named$ranking
  job$step("检验基因集", 0.15)
  sets <- differently_named(inputs$sets, job)
  places <- set_places(unclass(sets), ranking$gene)
  sizes <- lengths(places)
  kept <- which(sizes >= params$minSize & sizes <= params$maxSize & sizes < nrow(ranking))
  places <- places[kept]
  tested <- gsea_test(ranking$value, places, params$exponent, params$seed, function(share) job$step("检验基因集", 0.15 + 0.6 * share))
  job$step("整理结果", 0.8)
  table <- sets_table(tested, attr(sets, "titles")[kept], places, ranking, params)
  significant <- table[which(table$padj < params$pvalue_cutoff), , drop = FALSE]
  firm <- significant[which(significant$firm_padj < params$pvalue_cutoff), , drop = FALSE]
  best <- best_sets(significant, table)
  drawn <- rbind(best$up, best$down)
  found <- list(
    ranking = ranking, by = attr(inputs$ranking, "by"), by_english = attr(inputs$ranking, "by_english"),
    comparison = attr(inputs$ranking, "comparison"),
    up_down = has_up_and_down(ranking$value, !identical(attr(inputs$ranking, "changes"), FALSE)),
    names = named$names, folded = named$folded, sets = sets,
    permutations = attr(tested, "permutations"), table = table, significant = significant, firm = firm
  )
  found$collection <- collection_table(found)
  gsea_facts(found, params, job)
  tell_gsea(found, params, job)
  columns <- c("description", "NES", "pval", "padj")
  top <- top_sets(significant)
  c(
    list(
      sets = plain_rows(table[setdiff(names(table), "row")]), groups = groups_table(significant),
      leading = leading_table(significant, ranking), names = name_table(named$names),
      collection = found$collection, top = top, densities = density_table(top, significant, ranking), best_up = plain_rows(best$up[columns]),
      best_down = plain_rows(best$down[columns]), runs = runs_table(found, places, params$exponent)
    ),
    running_tables(drawn$description, places[drawn$row], ranking, params$exponent)
  )
}

#' Sets of one name get numbers: results are told apart by names.
differently_named <- function(sets, job) {
  if (anyDuplicated(names(sets)) == 0L) return(sets)
  again <- unique(names(sets)[duplicated(names(sets))])
  job$finding("should", "names_repeated", told(
      "基因集里有 %s 个名字重复，例如 %s。各算各的，后面的加上编号；请核对 gmt 文件",
      c(
        "%s names of gene sets repeat, such as %s: each was computed by itself, later ones with a number"
      ),
      format_count(length(again)), told_names(again)
  ), field = "geneset")
  titles <- attr(sets, "titles")
  names(sets) <- make.unique(names(sets), sep = " #")
  attr(sets, "titles") <- stats::setNames(titles, names(sets))
  sets
}

#' The ranking under the collection's names.
#'
#' @return List of `ranking` (see `gsea_order`), `names` (see `collection_names`), `folded`: names that became a gene that was there already.
rank_in_collection <- function(ranking, sets, job) {
  if (nrow(ranking) < 2L) stop_input("ranking_empty", "排序里不到两个基因。请选择一次差异分析，或上传有 gene 和 value 两列的表", "ranked_genes")
  if (length(unique(ranking$value)) == 1L) {
    stop_input("ranking_equal", "排序里所有基因的数值都一样，排不出先后。请换一列数值", "ranked_genes")
  }
  annotated <- unique(unlist(sets, use.names = FALSE))
  names <- collection_names(ranking$gene, annotated, collection_organism(sets))
  refuse_strangers(names, sets, job)
  tell_set_senses(sets, job)
  own <- match(trimmed(ranking$gene), names$asked)
  genes <- ifelse(is.na(own) | names$found[own] == "", ranking$gene, names$found[own])
  ordered <- gsea_order(genes, ranking$value)
  list(ranking = ordered, names = names, folded = nrow(ranking) - nrow(ordered))
}

#' hsa or mmu: what is known of an installed collection, else what its names look like.
collection_organism <- function(sets) {
  known <- attr(sets, "collection")$organism
  if (!is.null(known)) return(known)
  if (are_mouse_genes(unique(unlist(sets, use.names = FALSE)))) "mmu" else "hsa"
}

refuse_strangers <- function(names, sets, job) {
  mouse <- collection_organism(sets) == "hsa" && are_mouse_genes(names$asked)
  if (!any(names$known)) {
    if (mouse) stop_input("mouse_genes", "这些像是小鼠的基因，而基因集是人的。请换小鼠的基因集，或先换成人的同源基因", "geneset")
    stop_input("genes_absent", sprintf(
      "排序里的 %s 个名字在「%s」里都没有找到，例如 %s。请核对物种，或把探针、转录本换成基因符号、Ensembl 号、Entrez 号",
      format_count(nrow(names)), attr(sets, "label"), list_names(names$asked)
    ), "ranked_genes")
  }
  if (mouse) {
    job$finding("should", "mouse_genes", told(
      "这些像是小鼠的基因，而基因集是人的：只按拼写对上了同名的人基因，不是同源基因。请换小鼠的基因集，或先换成人的同源基因",
      c(
        "Names look like genes of the mouse, and the gene sets are human: they were matched by spelling to human genes of the same name, not",
        "by homology"
      )
    ), field = "geneset")
  }
}

#' All tested sets, the smallest P first. @param tested From `gsea_test`. @return With `row`, the place in `places`.
sets_table <- function(tested, titles, places, ranking, params) {
  edges <- Map(leading_genes, places, tested$leading, tested$es, MoreArgs = list(genes = ranking$gene))
  table <- data.frame(
    pathway = names(places), description = set_labels(names(places), titles), size = tested$size, ES = tested$es,
    NES = tested$nes, pval = tested$p, padj = stats::p.adjust(tested$p, params$pAdjustMethod), log2err = tested$log2err,
    camera = camera_p(ranking$value, places, INTER_GENE_CORRELATION),
    firm_padj = stats::p.adjust(camera_p(ranking$value, places, FIRM_CORRELATION), params$pAdjustMethod), leading_size = tested$leading,
    leadingEdge = vapply(edges, paste, character(1), collapse = "/", USE.NAMES = FALSE), row = seq_along(places), stringsAsFactors = FALSE
  )
  table <- table[order(table$pval, -abs(table$NES), table$pathway, method = "radix"), , drop = FALSE]
  group_sets(table, params)
}

#' P values of limma's camera of the same ranking: sets whose genes vary together need more to count.
#'
#' @param correlation Of the genes of a set, as it is assumed.
camera_p <- function(values, places, correlation) {
  if (length(places) == 0L) return(numeric())
  limma::cameraPR(values, unname(places), use.ranks = FALSE, inter.gene.cor = correlation, sort = FALSE)$PValue
}

#' With the representative of each significant set among those that share its leading genes; "" for the others.
group_sets <- function(table, params) {
  table$group <- rep("", nrow(table))
  rows <- which(table$padj < params$pvalue_cutoff)
  table$group[rows] <- term_groups(table$pathway[rows], term_members(table$leadingEdge[rows]))
  table$leads <- as.integer(table$group == table$pathway)
  table
}

#' One row for each group of similar sets.
groups_table <- function(significant) {
  first <- significant[significant$leads == 1L, , drop = FALSE]
  members <- lapply(first$pathway, function(id) significant$pathway[significant$group == id])
  data.frame(
    pathway = first$pathway, description = first$description, NES = first$NES, padj = first$padj, sets = lengths(members),
    members = vapply(members, paste, character(1), collapse = "、"), row.names = NULL
  )
}

#' Genes that lead significant sets, those of the most sets first.
leading_table <- function(significant, ranking) {
  members <- term_members(significant$leadingEdge)
  genes <- unlist(members, use.names = FALSE)
  of <- rep.int(significant$pathway, lengths(members))
  by_gene <- split(of, factor(genes, unique(genes)))
  place <- match(names(by_gene), ranking$gene)
  table <- data.frame(
    gene = as.character(names(by_gene)), sets = lengths(by_gene, use.names = FALSE), value = ranking$value[place], rank = place,
    pathways = vapply(by_gene, paste, character(1), collapse = "、", USE.NAMES = FALSE), stringsAsFactors = FALSE
  )
  plain_rows(table[order(-table$sets, -abs(table$value), table$gene, method = "radix"), , drop = FALSE])
}

#' Sets whose curves are drawn: the significant ones, or where there is none the one of smallest P.
best_sets <- function(significant, table) {
  chosen <- if (nrow(significant) > 0L) significant else utils::head(table[!is.na(table$pval), , drop = FALSE], 1L)
  list(up = utils::head(chosen[chosen$ES > 0, , drop = FALSE], CURVES_DRAWN), down = utils::head(chosen[chosen$ES < 0, , drop = FALSE], CURVES_DRAWN))
}

#' The strongest significant sets of both ends, from the highest NES to the lowest.
top_sets <- function(significant) {
  known <- significant[!is.na(significant$NES), , drop = FALSE]
  chosen <- rbind(utils::head(known[known$NES > 0, ], NES_DRAWN), utils::head(known[known$NES < 0, ], NES_DRAWN))
  chosen <- chosen[order(-chosen$NES, chosen$pathway, method = "radix"), , drop = FALSE]
  plain_rows(chosen[c("pathway", "description", "NES", "padj", "leading_size")])
}

#' How the values of the leading genes of the drawn sets lie.
density_table <- function(top, significant, ranking) {
  each <- lapply(seq_len(nrow(top)), function(i) {
    genes <- term_members(significant$leadingEdge[significant$pathway == top$pathway[[i]]])[[1L]]
    values <- ranking$value[match(genes, ranking$gene)]
    if (length(unique(values)) < 3L) return(NULL)
    found <- stats::density(values, n = RIDGE_POINTS)
    data.frame(description = top$description[[i]], value = found$x, density = found$y)
  })
  none <- data.frame(description = character(), value = numeric(), density = numeric())
  do.call(rbind, c(list(none), each))
}

#' What the curve of any tested set can be drawn from, and what two results are compared by: in the first row the ranking and the collection,
#' then each set with the ranks of its genes.
runs_table <- function(found, places, exponent) {
  table <- found$table
  ranking <- found$ranking
  ranks <- vapply(places[table$row], paste, character(1), collapse = "/", USE.NAMES = FALSE)
  blank <- rep("", nrow(table))
  once <- function(text) c(text, blank)
  data.frame(
    pathway = c("", table$pathway), description = c("", table$description),
    NES = c(NA, table$NES), pval = c(NA, table$pval), padj = c(NA, table$padj), exponent = exponent,
    ranks = c("", ranks), genes = once(paste(gsub("/", "|", ranking$gene, fixed = TRUE), collapse = "/")),
    values = once(paste(format(ranking$value, digits = 17, trim = TRUE), collapse = "/")), ES = c(NA, table$ES),
    leading_size = c(NA, table$leading_size), camera = c(NA, table$camera), collection = once(found$collection$collection),
    release = once(found$collection$release), date = once(found$collection$date), organism = once(collection_organism(found$sets)),
    ranked_by = once(if (is.null(found$by)) "" else found$by), up_down = once(if (found$up_down) "1" else "0"),
    comparison = once(if (is.null(found$comparison)) "" else found$comparison), stringsAsFactors = FALSE
  )
}

#' Which sets were tested, of which release.
collection_table <- function(found) {
  about <- attr(found$sets, "collection")
  said <- function(name) if (is.null(about[[name]])) "" else about[[name]]
  data.frame(
    collection = attr(found$sets, "label"), release = said("release"), date = said("date"), sets = length(found$sets),
    tested = nrow(found$table), significant = nrow(found$significant), genes = nrow(found$ranking),
    found = sum(found$ranking$gene %in% unlist(found$sets, use.names = FALSE))
  )
}

gsea_facts <- function(found, params, job) {
  table <- found$table
  significant <- found$significant
  up <- found$firm[found$firm$ES > 0, , drop = FALSE]
  down <- found$firm[found$firm$ES < 0, , drop = FALSE]
  collection <- found$collection
  first <- function(rows, column) if (nrow(rows) > 0L) rows[[column]][[1L]]
  job$facts(list(
    collection = collection$collection, collection_english = collection_english(found$sets),
    release = collection$release, date = collection$date, rank_word = found$by,
    rank_english = found$by_english, comparison = found$comparison, up_down = found$up_down, one_sided = is_one_sided(found$ranking$value),
    asked = nrow(found$names), genes = collection$genes, found = collection$found, tied_share = tied_share(found$ranking$value),
    sets_all = collection$sets, tested = nrow(table), significant = nrow(significant), up = sum(significant$ES > 0), down = sum(significant$ES < 0),
    firm = nrow(found$firm), firm_up = nrow(up), firm_down = nrow(down),
    groups = sum(significant$leads), camera = sum(significant$camera < params$pvalue_cutoff, na.rm = TRUE),
    first_up = first(up, "description"), first_up_nes = first(up, "NES"), first_up_padj = first(up, "padj"),
    first_down = first(down, "description"), first_down_nes = first(down, "NES"), first_down_padj = first(down, "padj"),
    nearest = if (nrow(significant) == 0L) first(table, "description"), nearest_p = if (nrow(significant) == 0L) first(table, "pval"),
    nearest_padj = if (nrow(significant) == 0L) first(table, "padj"), permutations = found$permutations,
    drawn = nrow(top_sets(significant)), corrected = params$pAdjustMethod != "none"
  ))
}

is_one_sided <- function(values) all(values >= 0) || all(values <= 0)

tell_gsea <- function(found, params, job) {
  n <- nrow(found$ranking)
  if (n < SHORT_RANKING) {
    job$finding("should", "ranking_short", told(
      "排序里只有 %s 个基因。GSEA 要用全部检验过的基因：只给显著的，其余基因当不了背景，结果没有意义",
      c(
        "The ranking has %s genes only. GSEA needs all genes tested: significant ones alone leave no background, and the result means nothing"
      ),
      format_count(n)
    ), field = "ranked_genes")
  }
  if (is_one_sided(found$ranking$value)) {
    job$finding("should", "one_sided", told(
      "排序的数值都在 0 的一侧：分不出方向，升和降的基因混在同一端，结果只说前端（数值大）和后端（数值小）。请换有正有负的统计量（如 t、Wald、带方向的 −log10 P），除非本来就是没有方向的分数",
      c(
        "All ranked values are on one side of 0: there is no direction, and genes that rise and fall stand at the same end; the result tells a",
        "top (large values) and a bottom alone"
      )
    ), field = "ranked_genes")
  }
  if (nrow(found$significant) > 0L && nrow(found$firm) == 0L) {
    job$finding("should", "none_firm", told(
      "按基因随机抽取有 %s 个基因集显著，但计入同一基因集的基因彼此相关（按 %.1f）之后一个也不剩：把样本的分组打乱，也常得到这样多。请当作线索，在别的数据里验证",
      c(
        "With genes drawn at random %s gene sets are significant, and none once genes of a set may correlate (by %.1f): shuffled labels of",
        "samples often give as many. They are hints alone"
      ),
      format_count(nrow(found$significant)), FIRM_CORRELATION
    ), field = "ranked_genes")
  }
  tied <- tied_share(found$ranking$value)
  if (tied > TIED_SHARE) {
    job$finding("should", "ranking_ties", told(
      "有 %.1f%% 的基因与别的基因数值相同，它们的先后按基因名排，没有依据，会影响富集分数。请换一列数值作排序依据",
      "%.1f%% of the genes share their value with another and were ordered by name, which affects enrichment scores", 100 * tied
    ), field = "ranked_genes")
  }
  if (identical(found$by, "log2FC")) {
    job$finding("note", "ranked_by_change", told(
      "按 log2FC 排序：没有过滤或收缩时，低表达、波动大的基因会排在两端。结果有检验统计量（t 或 Wald）时，按它排序更稳妥",
      c(
        "Ranked by log2 fold change: without filter or shrinkage, genes of low expression and large variation stand at the ends; a test",
        "statistic ranks more safely"
      )
    ), field = "ranked_genes")
  }
  unknown <- found$names$asked[found$names$found == ""]
  if (length(unknown) > 0L) {
    job$finding("note", "genes_unknown", told(
      "有 %s 个名字没有认出来（例如 %s），留在排序里，但不属于任何基因集。见「基因名的对应」",
      c(
        "%s names were not recognised (such as %s): they stay in the ranking and belong to no gene set"
      ),
      format_count(length(unknown)), told_names(unknown)
    ), field = "ranked_genes")
  }
  if (found$folded > 0L) {
    job$finding("note", "genes_folded", told(
      "有 %s 行换成基因名后与别的行是同一个基因，取绝对值最大的一行",
      c(
        "%s rows were the same gene as another by their names; that of the largest absolute value was kept"
      ),
      format_count(found$folded)), field = "ranked_genes")
  }
  if (nrow(found$table) == 0L) {
    job$finding("should", "nothing_tested", told(
      "没有一个基因集在排序里有 %s–%s 个基因。请放宽基因集的大小，或核对物种和基因名",
      "No gene set has %s–%s genes in the ranking", format_count(params$minSize), format_count(params$maxSize)
    ), field = "minSize")
  }
  tell_unsure(found$table, job)
}

#' P values that are missing or only known to be below something.
tell_unsure <- function(table, job) {
  missing <- table$pathway[is.na(table$pval)]
  if (length(missing) > 0L) {
    job$finding("should", "p_missing", told(
      "有 %s 个基因集没有 P 和 NES（例如 %s）：随机抽取的同样大小的基因集几乎都在另一端，没有可比的。排序两端很不对称时会这样，请核对排序的数值",
      c(
        "%s gene sets have no P and no NES (such as %s): nearly all random sets of the same size lie at the other end, so that there is",
        "nothing to compare with"
      ),
      format_count(length(missing)), told_names(missing)
    ), field = "ranked_genes")
  }
  unsure <- table$pathway[!is.na(table$pval) & is.na(table$log2err)]
  if (length(unsure) > 0L) {
    job$finding("note", "p_unsure", told(
      "有 %s 个基因集的 P 只能说不大于表里的数（log2err 空着，例如 %s）",
      "P of %s gene sets is known only to be no larger than in the table (no log2err, such as %s)", format_count(length(unsure)), told_names(unsure)
    ))
  }
}
