# The tables of a tool that tests a list of genes for over-represented terms.

#' Terms of each part in the first figure.
TERMS_DRAWN <- 10L

#' @param inputs `genes` (kind gene-list), `universe` (the same, or NULL). @param collections List of collections, tested apart.
#' @param params `minSize`, `maxSize`, `pAdjustMethod`, `pvalue_cutoff`, `qvalue_cutoff`, `simplify`. @param organism hsa or mmu.
#' @return List of `tested`, `enriched` (with `group` and `leads`; both with `ONTOLOGY`, the part of the collection), `overview`, `names`,
#'   `length_bias` and `top`.
enrichment_tables <- function(inputs, collections, params, organism, job) {
  job$step("核对基因名", 0.1)
  refuse_sizes(params)
  list <- list_and_background(inputs$genes, inputs$universe, collections, organism, "gene_list", job)
  job$step("检验每个条目", 0.4)
  sizes <- c(params$minSize, params$maxSize)
  parts <- lapply(collections, function(collection) over_representation(list$genes, list$universe, collection, sizes, params$pAdjustMethod))
  job$step("合并相似的条目", 0.7)
  tested <- bind_parts(collections, parts)
  enriched <- group_enriched(tested[is_enriched(tested, params), , drop = FALSE])
  overview <- overview_table(collections, parts, params)
  bias <- list_length_bias(list, collections, enriched, organism, job)
  representatives <- enriched[enriched$leads == 1L, , drop = FALSE]
  top <- top_terms(representatives)
  enrichment_facts(list, collections, tested, enriched, top, overview, bias, params, organism, job)
  tell_enrichment(list, tested, overview, params, job)
  if (params$simplify) enriched <- representatives
  list(
    enriched = plain_rows(enriched), tested = tested, overview = overview, names = name_table(list$names),
    length_bias = bias$table, top = top
  )
}

refuse_sizes <- function(params) {
  if (params$minSize <= params$maxSize) return(invisible())
  stop_input("sizes", "「条目最少基因」比「条目最多基因」还大。请改小前者，或改大后者", "minSize")
}

#' The part of its family that a collection is: BP; else its label.
part_of <- function(collection) {
  subset <- attr(collection, "collection")$subset
  if (is.null(subset) || !nzchar(subset)) "" else subset
}

#' One table, the smallest P first.
bind_parts <- function(collections, parts) {
  labelled <- Map(function(collection, part) cbind(ONTOLOGY = rep(part_of(collection), nrow(part)), part), collections, parts)
  table <- do.call(rbind, unname(labelled))
  plain_rows(table[order(table$pvalue, -table$FoldEnrichment, table$ID, method = "radix"), , drop = FALSE])
}

#' With the representative of each term among those of its own part that share its genes.
group_enriched <- function(table) {
  table$group <- table$ID
  for (part in unique(table$ONTOLOGY)) {
    rows <- table$ONTOLOGY == part
    table$group[rows] <- term_groups(table$ID[rows], term_members(table$geneID[rows]))
  }
  table$leads <- as.integer(table$group == table$ID)
  table
}

overview_table <- function(collections, parts, params) {
  about <- lapply(collections, attr, "collection")
  data.frame(
    collection = vapply(collections, function(one) attr(one, "label"), character(1)),
    release = vapply(about, function(one) if (is.null(one)) "" else one$date, character(1)),
    sets = lengths(collections), tested = vapply(parts, nrow, integer(1)),
    enriched = vapply(parts, function(part) sum(is_enriched(part, params)), integer(1)),
    by_chance = vapply(parts, function(part) nrow(part) * params$pvalue_cutoff, numeric(1)),
    listed = vapply(parts, attr, integer(1), "list"), background = vapply(parts, attr, integer(1), "background"),
    row.names = NULL
  )
}

#' The best terms of each part, the parts in their order. @param enriched The terms that stand for those that share most of their genes: the
#'   figure would show one finding many times.
top_terms <- function(enriched) {
  parts <- split(enriched, factor(enriched$ONTOLOGY, levels = unique(sort(enriched$ONTOLOGY, method = "radix"))))
  top <- do.call(rbind, unname(lapply(parts, utils::head, TERMS_DRAWN)))
  if (is.null(top)) top <- enriched
  ratio <- strsplit(top$GeneRatio, "/", fixed = TRUE)
  plain_rows(data.frame(
    ID = top$ID, Description = top$Description, panel = top$ONTOLOGY,
    ratio = vapply(ratio, function(one) as.numeric(one[[1L]]) / as.numeric(one[[2L]]), numeric(1)),
    p.adjust = top$p.adjust, Count = top$Count
  ))
}

NO_LENGTH_BIAS <- data.frame(ID = character(), Description = character(), pvalue = numeric(), p_length = numeric())
#' Of these many terms the P is corrected for length.
LENGTH_TERMS <- 100L

#' Is the list longer than its background, and what remains of the best terms then?
list_length_bias <- function(list, collections, enriched, organism, job) {
  none <- list(table = NO_LENGTH_BIAS, ratio = NULL, biased = FALSE)
  if (organism != "hsa" || is.null(list$universe)) return(none)
  measured <- length_bias(list$genes, list$universe)
  if (is.null(measured)) return(none)
  none$ratio <- measured$ratio
  if (!measured$biased) return(none)
  none$biased <- TRUE
  job$finding("should", "length_bias", told(
      "名单基因的长度（中位数 %s bp）是背景里其余基因（%s bp）的 %.2f 倍：RNA-seq 更容易发现长基因的差别，长基因多的条目会因此显著。P 最小的条目按 goseq 扣除长度之后再看，见「扣除基因长度之后的 P 值」",
      c(
        "Listed genes are longer (median %s bp) than the others of the background (%s bp), %.2f times: RNA-seq sees differences of long genes",
        "more easily, and terms with many of them may be significant for that; the best terms were checked with goseq"
      ),
    format_count(round(measured$listed)), format_count(round(measured$rest)), measured$ratio
  ), field = "gene_list")
  best <- utils::head(enriched, LENGTH_TERMS)
  if (nrow(best) == 0L) return(none)
  members <- lapply(do.call(c, unname(lapply(collections, unclass)))[best$ID], intersect, list$universe)
  p <- length_corrected_p(list$genes, list$universe, members)
  if (is.null(p)) return(none)
  none$table <- data.frame(ID = best$ID, Description = best$Description, pvalue = best$pvalue, p_length = unname(p))
  none
}

ORGANISM_CHINESE <- c(hsa = "人", mmu = "小鼠")
ORGANISM_ENGLISH <- c(hsa = "human", mmu = "mouse")

#' What is tested against what: each ontology has its own annotated genes, and a background of its own by that.
#'
#' @return Facts in both languages.
background_facts <- function(collections, overview, organism) {
  parts <- vapply(collections, part_of, character(1))
  known <- parts %in% names(ONTOLOGIES_CHINESE)
  counts_of <- function(words, mark, many) {
    paste(sprintf(many, ifelse(known, words[parts], parts), format_count(overview$listed), format_count(overview$background)), collapse = mark)
  }
  about <- attr(collections[[1L]], "collection")
  list(
    several_parts = length(collections) > 1L, backgrounds = counts_of(ONTOLOGIES_CHINESE, "，", "%s %s/%s"),
    backgrounds_english = counts_of(ONTOLOGIES_ENGLISH, "; ", "%s, %s of %s"),
    ontologies = paste(ONTOLOGIES_CHINESE[parts[known]], collapse = "、"),
    ontologies_english = paste(ONTOLOGIES_ENGLISH[parts[known]], collapse = ", "),
    collection_english = collection_english(collections[[1L]]), release_english = release_english(about),
    organism_word = ORGANISM_CHINESE[[organism]], organism_english = ORGANISM_ENGLISH[[organism]]
  )
}

#' Why enrichment can hardly be seen in a list, in both languages.
#'
#' @param listed Annotated genes of the list. @param share Of the background that they are. @return NULL where it can.
why_hardly_seen <- function(listed, share) {
  if (listed < FEW_GENES) {
    return(list(chinese = sprintf("名单里只有 %d 个基因有注释", listed), english = sprintf("only %d listed genes are annotated", listed)))
  }
  if (share <= LARGE_LIST_SHARE) return(NULL)
  percent <- round(100 * share)
  list(chinese = sprintf("名单占了背景的 %d%%", percent), english = sprintf("the list makes up %d%% of the background", percent))
}

enrichment_facts <- function(list, collections, tested, enriched, top, overview, bias, params, organism, job) {
  supported <- enriched[enriched$Count >= SUPPORTING_GENES, , drop = FALSE]
  first <- utils::head(supported, 1L)
  share <- if (is.null(list$universe)) 0 else length(list$genes) / length(list$universe)
  hardly <- why_hardly_seen(max(0L, overview$listed), share)
  about <- lapply(collections, attr, "collection")
  said <- function(name) paste(unique(vapply(about, function(one) if (is.null(one)) "" else one[[name]], character(1))), collapse = "、")
  job$facts(background_facts(collections, overview, organism))
  job$facts(list(
    simplified = params$simplify, collection = collections_word(collections), release = said("date"), release_packages = said("release"),
    asked = nrow(list$names), listed = max(0L, overview$listed), background = max(0L, overview$background),
    own_universe = list$origin == "own", tested_universe = list$origin == "tested",
    terms_tested = nrow(tested), terms_enriched = nrow(enriched), term_groups = sum(enriched$leads),
    terms_supported = nrow(supported), weakly_supported = nrow(enriched) > 0L && nrow(supported) == 0L,
    hardly_seen = !is.null(hardly), hardly_why = hardly$chinese, hardly_why_english = hardly$english,
    by_chance = round(sum(overview$by_chance)), drawn = nrow(top), shortened = nrow(top) < nrow(enriched),
    first = if (nrow(first) == 1L) first$Description, first_count = if (nrow(first) == 1L) first$Count,
    first_padj = if (nrow(first) == 1L) first$p.adjust, first_fold = if (nrow(first) == 1L) first$FoldEnrichment,
    corrected = params$pAdjustMethod != "none",
    q_missing = nrow(tested) > 0L && all(is.na(tested$qvalue)),
    length_ratio = bias$ratio, length_biased = bias$biased, length_goseq = nrow(bias$table) > 0L
  ))
}

tell_enrichment <- function(list, tested, overview, params, job) {
  if (nrow(tested) == 0L) {
    job$finding("should", "nothing_tested", told(
      "没有一个条目同时满足：背景里有 %s–%s 个基因，名单里至少有 1 个。请放宽条目的大小，或核对名单",
      "No term has %s–%s genes of the background and at least one listed gene", format_count(params$minSize), format_count(params$maxSize)
    ), field = "minSize")
  }
  if (max(0L, overview$listed) < FEW_GENES) {
    job$finding("should", "few_genes", told(
      "名单里只有 %d 个基因有注释，很难看出富集。通常要几十个以上",
      "%d listed genes are annotated: enrichment can hardly be seen with fewer than some dozens", max(0L, overview$listed)
    ), field = "gene_list")
  }
}
