# Over-representation of gene sets in a list of genes: the hypergeometric test, with the columns of clusterProfiler.

#' Of fewer genes a term is soon called enriched for one or two of them, and hardly any for more.
FEW_GENES <- 10L
#' A term counts in what is said of a result with at least so many genes of the list: one or two are soon a multiple of what chance gives.
SUPPORTING_GENES <- 3L
#' A list of so much of the background says nothing of single terms.
LARGE_LIST_SHARE <- 0.5
EXCEL_DATE <- "^\\d{1,2}-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$"

#' The genes of a list and of its background as a collection calls them.
#'
#' @param list Input of kind gene-list: `genes`, `universe` (or NULL). @param own Background that the user gave: the same kind of input, or NULL.
#' @param collections List of collections. @param organism hsa or mmu. @param field Of the list.
#' @return List of `genes` and `universe` (names of the collections; NULL: all annotated genes), `names` (see `collection_names`), and
#'   `origin` of the background: own, tested or annotated.
list_and_background <- function(list, own, collections, organism, field, job) {
  annotated <- unique(unlist(lapply(collections, function(collection) collection_index(collection)$genes), use.names = FALSE))
  given <- if (is.null(own)) list$universe else own$genes
  names <- collection_names(list$genes, annotated, organism, among = c(list$genes, given))
  tell_mouse(names, organism, field, job)
  known <- unique(names$found[names$known])
  if (length(known) == 0L) {
    stop_input("genes_absent", sprintf(
      "名单里的 %s 个名字在「%s」里都没有找到，例如 %s。请核对物种，或换成基因符号、Ensembl 号、Entrez 号",
      format_count(nrow(names)), collections_word(collections), list_names(names$asked)
    ), field)
  }
  tell_names(names, collections, field, job)
  if (organism == "hsa" && !isTRUE(attr(list$genes, "of_result"))) tell_senses(names$asked[names$how != "same"], field, job)
  if (is.null(given)) {
    job$finding("should", "universe_assumed", told(
      "没有给出背景，用%s的全部 %s 个基因。真正的背景是实验里测到、有可能入选的基因：不给会让 P 偏小，尤其是芯片和低表达已过滤的数据。请从差异分析的结果选择名单，或填写背景",
      c(
        "No background was given: all genes of %s (%s) serve. The true background is what was measured and could have been listed; without it",
        "P is too small, above all for arrays and filtered data"
      ),
      told(sprintf("「%s」", collections_word(collections)), "the collection"), format_count(length(annotated))
    ), field = "universe")
    return(list(genes = known, universe = NULL, names = names, origin = "annotated"))
  }
  background <- collection_names(given, annotated, organism)
  universe <- unique(background$found[background$known])
  outside <- setdiff(known, universe)
  inside <- setdiff(known, outside)
  if (length(inside) == 0L) {
    stop_input("outside_universe", "名单里的基因都不在背景里。背景要包含名单，请核对两者是否来自同一次实验", "universe")
  }
  if (length(outside) > 0L) {
    job$finding("should", "outside_universe", told(
      "名单里有 %s 个基因不在背景里，没有计入：%s", "%s listed genes are not in the background and were left out: %s",
      format_count(length(outside)), told_names(outside)
    ), field = "universe")
  }
  if (length(inside) == length(universe)) {
    stop_input("list_is_universe", "名单与背景是同样的基因，没有可比较的。请换成其中有变化的一部分，例如差异基因", field)
  }
  if (length(inside) > LARGE_LIST_SHARE * length(universe)) {
    job$finding("should", "large_list", told(
      "名单占了背景的 %.0f%%，富集很难看出来。请把阈值调严，或改用 GSEA",
      "The list makes up %.0f%% of the background: enrichment can hardly be seen", 100 * length(inside) / length(universe)
    ), field = field)
  }
  list(genes = inside, universe = universe, names = names, origin = if (is.null(own)) "tested" else "own")
}

collections_word <- function(collections) paste(unique(vapply(collections, attr, character(1), "label")), collapse = "、")

tell_mouse <- function(names, organism, field, job) {
  if (organism != "hsa" || !are_mouse_genes(names$asked)) return(invisible())
  if (!any(names$known)) {
    stop_input("mouse_genes", "这些像是小鼠的基因，而物种选的是人。请把物种改为小鼠，或先换成人的同源基因", field)
  }
  job$finding("should", "mouse_genes", told(
    "这些像是小鼠的基因，而物种选的是人：只按拼写对上了同名的人基因，不是同源基因。请把物种改为小鼠，或先换成人的同源基因",
    "Names look like genes of the mouse, and the species is human: they were matched by spelling to human genes of the same name, not by homology"
  ), field = field)
}

tell_names <- function(names, collections, field, job) {
  unknown <- names$asked[names$found == ""]
  dates <- unknown[grepl(EXCEL_DATE, unknown, ignore.case = TRUE)]
  if (length(dates) > 0L) {
    job$finding("should", "excel_dates", told(
      "有 %s 个名字像是被 Excel 改成日期的基因名，例如 %s。请在原始文件里核对（如 MARCHF1、SEPTIN2）",
      "%s names look like genes that Excel has turned into dates, such as %s", format_count(length(dates)), told_names(dates)
    ), field = field)
  }
  if (length(unknown) > 0L) {
    job$finding("should", "genes_unknown", told(
      "有 %s 个名字没有认出来，没有计入：%s。见「基因名的对应」",
      "%s names were not recognised and not counted: %s", format_count(length(unknown)), told_names(unknown)
    ), field = field)
  }
  bare <- sum(names$found != "" & !names$known)
  if (bare > 0L) {
    job$finding("note", "genes_not_annotated", told(
      "有 %s 个基因在%s里没有注释，不参与检验", "%s genes are not annotated in %s and were not tested",
      format_count(bare), told(sprintf("「%s」", collections_word(collections)), "the collection")
    ), field = field)
  }
}

#' Names that are written otherwise in the collection, or are not there.
name_table <- function(names) {
  bare <- names$how != "absent" & !names$known
  how <- paste0(code_words(names$how, GENE_MATCHES), ifelse(bare, "，没有注释", ""))
  plain_rows(data.frame(asked = names$asked, found = names$found, how = how)[names$how != "same" | bare, , drop = FALSE])
}

#' Test every set of a collection.
#'
#' @param genes,universe Names of the collection; `universe` NULL: all annotated genes.
#' @param collection Named list of genes; attribute `titles`.
#' @param sizes Smallest and largest size of a set, counted within the background.
#' @param adjust A method of `stats::p.adjust`.
#' @return Data frame, one row per set with at least one gene of the list, the smallest P first: ID, Description, GeneRatio, BgRatio, RichFactor,
#'   FoldEnrichment, zScore, pvalue, p.adjust, qvalue, geneID, Count; attributes `list` (genes of the list that count) and `background`.
#'   Source: stats::phyper; columns as in clusterProfiler (Yu et al. 2012); q values: qvalue::qvalue(lambda = 0.05).
over_representation <- function(genes, universe, collection, sizes, adjust) {
  index <- collection_index(collection)
  set <- rep.int(seq_along(collection), lengths(collection))
  counts <- if (is.null(universe)) rep(TRUE, length(index$genes)) else index$genes %in% universe
  background <- index$genes[counts]
  drawn <- intersect(genes, background)
  inside <- counts[index$members]
  hit <- (index$genes %in% drawn)[index$members]
  size <- tabulate(set[inside], length(collection))
  count <- tabulate(set[hit], length(collection))
  tested <- which(count >= 1L & size >= sizes[[1L]] & size <= sizes[[2L]])
  k <- count[tested]
  m <- size[tested]
  n <- length(drawn)
  total <- length(background)
  expected <- n * m / total
  variance <- expected * (total - m) / total * (total - n) / (total - 1)
  p <- stats::phyper(k - 1, m, total - m, n, lower.tail = FALSE)
  shown <- listed_by_set(index, set, hit, tested)
  table <- data.frame(
    ID = names(collection)[tested], Description = set_labels(names(collection)[tested], attr(collection, "titles")[tested]),
    GeneRatio = sprintf("%d/%d", k, n), BgRatio = sprintf("%d/%d", m, total), RichFactor = k / m,
    FoldEnrichment = k / expected, zScore = ifelse(variance > 0, (k - expected) / sqrt(variance), NA_real_),
    pvalue = p, p.adjust = stats::p.adjust(p, adjust), qvalue = q_values(p),
    geneID = shown,
    Count = k, stringsAsFactors = FALSE
  )
  table <- table[order(table$pvalue, -table$FoldEnrichment, table$ID, method = "radix"), , drop = FALSE]
  rownames(table) <- NULL
  structure(table, list = n, background = total)
}

#' Genes of the list in each of these sets, by name and joined as clusterProfiler does.
listed_by_set <- function(index, set, hit, tested) {
  number <- index$members[hit]
  place <- match(set[hit], tested)
  kept <- which(!is.na(place))
  kept <- kept[order(index$genes[number[kept]], method = "radix")]
  of_set <- split(index$genes[number[kept]], structure(place[kept], levels = as.character(tested), class = "factor"))
  vapply(of_set, paste, character(1), collapse = "/", USE.NAMES = FALSE)
}

#' q values as clusterProfiler asks for them. @return NA where the P values do not allow an estimate.
q_values <- function(p) {
  if (length(p) == 0L) return(numeric())
  tryCatch(qvalue::qvalue(p, lambda = 0.05, pi0.method = "bootstrap")$qvalues, error = function(condition) rep(NA_real_, length(p)))
}

#' Rows that count as enriched. @param params `pvalue_cutoff`: for P and adjusted P; `qvalue_cutoff`: for q values, where there are any.
is_enriched <- function(table, params) {
  table$pvalue < params$pvalue_cutoff & table$p.adjust < params$pvalue_cutoff & (is.na(table$qvalue) | table$qvalue < params$qvalue_cutoff)
}
