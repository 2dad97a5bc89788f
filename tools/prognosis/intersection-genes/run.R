# Which genes lists share: exact regions of the sets, pairwise overlap, and its hypergeometric test against a stated universe.

#' A Venn diagram of more sets cannot be read.
VENN_MOST <- 5L
UNIVERSE_WORDS <- c(own = "自己给的背景", tested = "各次分析都检验过的基因", coding = "人的全部蛋白编码基因", none = "没有")
UNIVERSE_ENGLISH <- c(
  own = "given by the user", tested = "those tested in all of the earlier analyses", coding = "all human protein-coding genes", none = ""
)

#' @param inputs `sets` (kind gene-sets) and `universe` (kind gene-list, or NULL). @param params The complete parameters. @param job Steps, findings
#'   and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对基因名", 0.05)
  sets <- inputs$sets
  resolved <- resolve_sets(sets, job)
  # Lists out of whole tables have names of their data; where any was typed its names are asked about.
  if (!resolved$mouse) tell_senses(resolved$names$asked, "gene_sets", job)
  job$step("求交集", 0.5)
  regions <- exact_regions(resolved$sets)
  background <- background_of(sets, resolved, inputs$universe, job)
  overlap <- pairwise_overlap(resolved$sets, background$genes)
  job$step("整理结果", 0.8)
  lists <- list_table(sets, resolved)
  tell_lists(lists, resolved, job)
  common <- regions$membership$gene[regions$membership$n_lists == length(sets)]
  job$facts(list(
    lists = length(sets), list_words = paste(names(sets), collapse = "、"), united = nrow(regions$membership), common = length(common),
    first_common = if (length(common) > 0L) told_names(common), regions = nrow(regions$intersections),
    in_several = sum(regions$membership$n_lists > 1L), all_equal = length(common) > 0L && all(lists$size == nrow(regions$membership)),
    renamed = sum(lists$renamed), unknown = sum(lists$unknown), repeated = sum(lists$repeated), universe = length(background$genes),
    universe_words = UNIVERSE_WORDS[[background$origin]], universe_english = UNIVERSE_ENGLISH[[background$origin]],
    lists_english = if (is_english(paste(names(sets), collapse = ""))) paste(names(sets), collapse = ", "),
    has_universe = background$origin != "none", mouse = resolved$mouse
  ))
  # What was assumed is no background of the user's study: an enrichment has its own for that.
  known <- if (background$origin %in% c("own", "tested")) background$genes else character()
  drawn <- data.frame(list = names(sets), size = lists$size, colour = lists$colour)
  c(
    regions,
    list(
      overlap = overlap, common = data.frame(gene = common), lists = lists, names = resolved$names, background = data.frame(gene = known),
      upset_sets = drawn,
      venn_sets = drawn[if (length(sets) <= VENN_MOST) seq_along(sets) else 0L, , drop = FALSE]
    )
  )
}

#' Each name of each list as the symbol of today; what nobody knows stays as it is written.
#'
#' @param sets Named list of genes (kind gene-sets).
#' @return List of `sets` (the same with resolved names, each once), `names` (data frame `list`, `asked`, `found`, `how`: the names that are written
#'   otherwise, merged or unknown), `strangers` (names that nobody knows), `merged` (by list: names that mean a gene which the list has already), and
#'   `mouse` (flag: names of mice, which are kept as they are but for their case).
resolve_sets <- function(sets, job) {
  asked <- unique(unlist(sets, use.names = FALSE))
  mouse <- are_mouse_genes(asked)
  table <- if (mouse) written_alike(asked) else human_names(asked)
  place <- stats::setNames(seq_len(nrow(table)), table$asked)
  resolved <- lapply(sets, function(genes) unique(table$name[place[genes]]))
  told <- do.call(rbind, lapply(names(sets), function(list) {
    own <- table[place[sets[[list]]], , drop = FALSE]
    own$again <- duplicated(own$name)
    own <- own[own$how != "same" | own$again, , drop = FALSE]
    how <- paste0(code_words(own$how, GENE_MATCHES), ifelse(own$again, "，与名单里的另一个写法是同一个基因", ""))
    data.frame(list = rep(list, nrow(own)), asked = own$asked, found = replace(own$name, !own$known, ""), how = how)
  }))
  attributes(resolved) <- list(names = names(sets))
  list(
    sets = resolved, names = told, strangers = table$asked[!table$known], mouse = mouse, merged = lengths(sets) - lengths(resolved),
    unknown = vapply(sets, function(genes) sum(!table$known[place[genes]]), integer(1)),
    renamed = vapply(sets, function(genes) sum(table$known[place[genes]] & table$name[place[genes]] != genes), integer(1))
  )
}

#' @return Data frame, one row per different name: `asked`, `name` (symbol of today, or as written), `known`, `how`.
human_names <- function(asked) {
  names <- collection_names(asked, unique(unname(symbol_keys("symbol"))))
  known <- names$found != ""
  # Two versions of a number that the register does not have are one gene.
  bare <- sub(ENSEMBL_VERSION, "\\1", names$asked, perl = TRUE)
  how <- c("absent_bare", "absent_kept")[1L + (bare == names$asked)]
  # `collection_names` trims and leaves blanks out; sets hold neither.
  data.frame(asked = names$asked, name = replace(bare, known, names$found[known]), known = known, how = replace(how, known, names$how[known]))
}

#' Names that differ in case alone are one: the first that is written. @return See `human_names`.
written_alike <- function(asked) {
  first <- asked[match(toupper(asked), toupper(asked))]
  data.frame(asked = asked, name = first, known = rep(TRUE, length(asked)), how = c("case", "same")[1L + (first == asked)])
}

#' What the lists could have held: the user's own background, else what all the earlier comparisons tested, else protein-coding genes.
#'
#' @param own Input of kind gene-list, or NULL. @return List of `genes` (NULL where there is none) and `origin`: own, tested, coding or none.
background_of <- function(sets, resolved, own, job) {
  as_named <- function(genes) unique((if (resolved$mouse) written_alike(genes) else human_names(genes))$name)
  universes <- attr(sets, "universes")
  if (!is.null(own)) found <- list(genes = as_named(own$genes), origin = "own")
  else if (length(universes) > 0L && !any(vapply(universes, is.null, logical(1)))) {
    # Comparisons of one data set have tested the same genes: named once.
    tested <- lapply(unique(unname(universes)), as_named)
    found <- list(genes = Reduce(intersect, tested), origin = "tested")
    if (length(tested) > 1L) job$finding("note", "universes_differ", told(
      "各次分析检验的基因不完全一样（%s 个），重合的检验只用它们都检验过的 %s 个",
      "The analyses did not test quite the same genes (%s); overlaps are tested on those that all of them tested (%s)",
      told_names(format_count(lengths(tested)), Inf), format_count(length(found$genes))
    ), field = "gene_sets")
  } else if (resolved$mouse) {
    job$finding("should", "universe_missing", told(
      "名单像是小鼠的基因，没有给出背景：不算重合的 P。要 P 值，请在「背景基因」里填写实验测到的全部基因",
      "The lists look like mouse genes and no universe was given: there is no P of overlaps. For P, give all genes that were measured as the universe"
    ), field = "universe")
    return(list(genes = NULL, origin = "none"))
  } else {
    found <- list(genes = coding_symbols(), origin = "coding")
    job$finding("should", "universe_assumed", told(
      "没有给出背景，重合的 P 按人的全部 %s 个蛋白编码基因算。真正的背景是实验里测到、有可能入选的基因：不给会让 P 偏小。请从差异分析的结果选名单，或填写「背景基因」",
      c(
        "No universe was given, and P of overlaps is against all %s human protein-coding genes.",
        "The true universe is the genes that were measured and",
        "could have been listed: without it P is too small. Take the lists from results of differential analyses, or give the universe"
      ),
      format_count(length(found$genes))
    ), field = "universe")
  }
  outside <- vapply(resolved$sets, function(genes) sum(!genes %in% found$genes), integer(1))
  if (length(found$genes) == 0L) {
    job$finding("should", "universe_empty", told(
      "各次分析没有共同检验过的基因，不算重合的 P。请核对它们是不是同一种基因名",
      "No gene was tested in all of the analyses: there is no P of overlaps. Check that their genes are named alike"
    ), field = "gene_sets")
    return(list(genes = NULL, origin = "none"))
  }
  if (any(outside > 0L)) job$finding("note", "outside_universe", told(
    "有基因不在背景里（%s），算 P 时没有计入，交集和图里照常有",
    "Genes outside the universe (%s) do not count for P; intersections and figures hold them as usual", each_count(names(outside), outside)
  ), field = "universe")
  found
}

#' Symbols of protein-coding genes. Source: org.Hs.eg.db.
coding_symbols <- function() {
  query <- "SELECT symbol FROM gene_info JOIN genetype USING (_id) WHERE gene_type = 'protein-coding' AND symbol IS NOT NULL"
  symbols <- unique(query_annotation("org.Hs.eg.db", query)$symbol)
  intersect(unique(unname(symbol_keys("symbol"))), unique(human_names(symbols)$name))
}

#' Every two lists. P of an overlap at least as large, were both drawn at random from the universe (one-sided hypergeometric test).
#'
#' @param sets Named list of character vectors, each gene once. @param universe Genes that lists could have held; NULL: no P.
#' @return Data frame, a row per pair: `first`, `second`, `size_first`, `size_second`, `shared`, `jaccard` (NA of two empty lists), `share_smaller`
#'   (of the smaller list, NA where it is empty), and within the universe `in_first`, `in_second`, `in_both`, `expected`, `fold`, `pvalue`,
#'   `padj` (BH). Source: stats::phyper.
pairwise_overlap <- function(sets, universe) {
  pairs <- utils::combn(length(sets), 2L)
  sizes <- unname(lengths(sets))
  a <- pairs[1L, ]
  b <- pairs[2L, ]
  shared_in <- function(of) vapply(seq_along(a), function(i) sum(of[[a[[i]]]] %in% of[[b[[i]]]]), integer(1))
  shared <- shared_in(sets)
  united <- sizes[a] + sizes[b] - shared
  ratio <- function(part, whole) ifelse(whole > 0, part / whole, NA_real_)
  table <- data.frame(
    first = names(sets)[a], second = names(sets)[b], size_first = sizes[a], size_second = sizes[b], shared = shared,
    jaccard = ratio(shared, united), share_smaller = ratio(shared, pmin(sizes[a], sizes[b]))
  )
  none <- rep(NA_integer_, length(a))
  if (is.null(universe)) {
    return(cbind(table, in_first = none, in_second = none, in_both = none, expected = NA_real_, fold = NA_real_, pvalue = NA_real_, padj = NA_real_))
  }
  inside <- lapply(sets, function(genes) genes[genes %in% universe])
  total <- length(universe)
  m <- unname(lengths(inside))[a]
  n <- unname(lengths(inside))[b]
  k <- shared_in(inside)
  expected <- m * (n / total)
  p <- stats::phyper(k - 1, m, total - m, n, lower.tail = FALSE)
  cbind(
    table, in_first = m, in_second = n, in_both = k, expected = expected, fold = ratio(k, expected), pvalue = p,
    padj = stats::p.adjust(p, "BH")
  )
}

#' What each list brought. @return Data frame, a row per list.
list_table <- function(sets, resolved) {
  none <- stats::setNames(rep(NA_character_, length(sets)), names(sets))
  colours <- attr(sets, "colours")
  colours <- if (is.null(colours)) none else colours
  sources <- attr(sets, "sources")
  repeated <- attr(sets, "repeated")
  data.frame(
    list = names(sets), size = unname(lengths(resolved$sets)),
    source = unname(if (is.null(sources)) "" else ifelse(nzchar(sources), sources, "填写")),
    asked = unname(lengths(sets)) + if (is.null(repeated)) 0L else unname(repeated),
    repeated = unname(if (is.null(repeated)) 0L else repeated) + unname(resolved$merged),
    renamed = unname(resolved$renamed), unknown = unname(resolved$unknown), colour = unname(ifelse(is.na(colours), "", colours))
  )
}

tell_lists <- function(lists, resolved, job) {
  if (resolved$mouse) {
    job$finding("note", "mouse_genes", told(
      "这些像是小鼠的基因：名字按原样比较（不分大小写），没有换成人的基因",
      "These look like mouse genes: names were compared as written (whatever their case) and not mapped to human genes"
    ), field = "gene_sets")
  }
  if (sum(lists$repeated) > 0L) job$finding("note", "genes_repeated", told(
    "名单里有重复的基因，各只计一次：%s", "Genes that a list repeats were counted once: %s", each_count(lists$list, lists$repeated)
  ), field = "gene_sets")
  if (sum(lists$renamed) > 0L) job$finding("note", "genes_renamed", told(
    "有些名字换成了现行的基因符号：%s。见「基因名的对应」", "Names rewritten to current gene symbols: %s. See “Mapping of gene names”",
    each_count(lists$list, lists$renamed)
  ), field = "gene_sets")
  unknown <- resolved$strangers
  dates <- unknown[grepl(EXCEL_DATE, unknown, ignore.case = TRUE)]
  if (length(dates) > 0L) job$finding("should", "excel_dates", told(
    "有 %s 个名字像是被 Excel 改成日期的基因名，例如 %s。请在原始文件里核对（如 MARCHF1、SEPTIN2）",
    "Names that look like genes turned into dates by Excel: %s, such as %s. Check them in the original file (MARCHF1 or SEPTIN2, for example)",
    format_count(length(dates)), told_names(dates)
  ), field = "gene_sets")
  if (length(unknown) > 0L) job$finding("should", "genes_unknown", told(
    "有 %s 个名字没有认出来（%s），按原样保留，写法完全一样才算同一个。见「基因名的对应」",
    "%s names were not recognised (%s) and kept as written; only what is written exactly alike is one gene. See “Mapping of gene names”",
    format_count(length(unknown)), told_names(unknown)
  ), field = "gene_sets")
  empty <- lists$list[lists$size == 0L]
  if (length(empty) > 0L) job$finding("should", "list_empty", told(
    "「%s」里没有基因，交集一定是空的", "Lists without any gene: “%s”. The intersection is empty",
    told(paste(empty, collapse = "」「"), paste(empty, collapse = "”, “"))
  ), field = "gene_sets")
}

#' How many of each list, where there are any.
each_count <- function(lists, counts) {
  some <- counts > 0L
  written <- function(pattern) sprintf(pattern, lists[some], format_count(counts[some]))
  told(paste(written("「%s」%s 个"), collapse = "，"), paste(written("“%s” %s"), collapse = ", "))
}
