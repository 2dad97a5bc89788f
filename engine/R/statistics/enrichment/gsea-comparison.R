# Two GSEA results side by side: from the tables `runs` that they have left.

#' Sets of smallest P of each result in the figure of pairs, where none were chosen.
PAIRED_EACH <- 10L
#' Share of the genes of one ranking that the other has, too, below which the rankings are of different experiments.
COMMON_GENES <- 0.7

#' Which of the two found a set, and in which direction. `same_up` … `neither` are for sets that both have tested.
GSEA_RELATIONS <- c("same_up", "same_down", "opposite", "only_a", "only_b", "neither", "tested_a", "tested_b")

#' @param first,second Tables `runs` of results; attribute `label`. @param chosen Names of sets for the figure of pairs; none: those of smallest P.
#' @param cutoff Adjusted P below which a set counts as found. @param job Findings and facts go to it.
#' @return List of the tables `compared`, `overlap`, `paired`, `compared_points`, `diagonal`, `compared_words`.
compare_gsea <- function(first, second, chosen, cutoff, job) {
  a <- gsea_side(first, "A", "source_analysis_id")
  b <- gsea_side(second, "B", "compare_analysis_id")
  check_comparable(a, b, job)
  table <- joined_sets(a, b, cutoff)
  tell_unshared(table, a, b, job)
  both <- table[!is.na(table$NES_a) & !is.na(table$NES_b), , drop = FALSE]
  rho <- rank_correlation(both$NES_a, both$NES_b)
  count <- function(relation) sum(table$relation == relation)
  relations <- GSEA_RELATIONS
  counts <- vapply(relations, count, integer(1))
  job$facts(c(
    list(
      name_a = a$label, name_b = b$label, rho = rho, related = !is.na(rho), both_tested = sum(counts[1:6]),
      genes_common = length(intersect(a$genes, b$genes))
    ),
    as.list(counts)
  ))
  ends <- range(0, both$NES_a, both$NES_b)
  list(
    compared = plain_rows(table),
    overlap = data.frame(relation = GSEA_RELATIONS, sets = unname(counts)),
    paired = paired_rows(table, a, b, chosen),
    compared_points = plain_rows(both[c("pathway", "description", "NES_a", "NES_b", "relation")]),
    diagonal = if (nrow(both) == 0L) data.frame(x = numeric(), y = numeric()) else data.frame(x = ends, y = ends),
    compared_words = data.frame(
      text = if (is.na(rho)) "" else true_minus(sprintf("Spearman ρ = %.2f", rho)), x_title = "NES · A", y_title = "NES · B"
    )
  )
}

#' Are the ends of the ranking of a result up and down? Earlier versions have not kept what it is of. @param runs Its table.
runs_up_and_down <- function(runs) {
  has_up_and_down(as.numeric(term_members(as.character(runs$values[[1L]]))[[1L]]), !identical(as.character(runs$up_down[1L]), "0"))
}

#' Of which comparison of several groups the ranking of a result is; NULL where it is of no such, or of an earlier version. @param runs Its table.
runs_comparison <- function(runs) {
  of <- as.character(runs$comparison[1L])
  if (length(of) == 1L && !is.na(of) && nzchar(of)) of
}

#' The tables of `compare_gsea` of a result that is compared with none.
no_comparison <- function() {
  text <- character()
  number <- numeric()
  compared <- data.frame(
    pathway = text, description = text, relation = text, NES_a = number, NES_b = number, padj_a = number, padj_b = number, camera_a = number,
    camera_b = number, leading_a = integer(), leading_b = integer(), leading_both = integer(), jaccard = number
  )
  list(
    compared = compared, overlap = data.frame(relation = text, sets = integer()),
    paired = data.frame(pathway = text, description = text, result = text, NES = number, padj = number, leading_size = integer()),
    compared_points = compared[c("pathway", "description", "NES_a", "NES_b", "relation")], diagonal = data.frame(x = number, y = number),
    compared_words = data.frame(text = text, x_title = text, y_title = text)
  )
}

#' One of the two results. @param field Of the form, for messages. @return List of `label`, `about` (its first row), `sets`, `genes` (ranked).
gsea_side <- function(runs, letter, field) {
  label <- attr(runs, "label")
  if (is.null(runs$organism)) {
    stop_input("older_result", sprintf("「%s」是旧版本的 GSEA，没有留下比较要用的数（物种、camera P）。请用同样的参数重做那次 GSEA，再比较", label), field)
  }
  list(
    letter = letter, field = field, label = label, up_down = runs_up_and_down(runs), about = runs[1L, ], sets = runs[-1L, , drop = FALSE],
    genes = term_members(runs$genes[[1L]])[[1L]]
  )
}

check_comparable <- function(a, b, job) {
  if (a$about$organism != b$about$organism) {
    species <- c(hsa = "人", mmu = "小鼠")
    stop_input("species_differ", sprintf(
      "「%s」是%s的基因，「%s」是%s的，名字相同也不是同一个基因集，不能比较。请换同一物种的 GSEA", a$label, species[[a$about$organism]],
      b$label, species[[b$about$organism]]
    ), b$field)
  }
  if (length(intersect(a$sets$pathway, b$sets$pathway)) == 0L) {
    stop_input("no_common_sets", sprintf(
      "「%s」（%s）和「%s」（%s）没有一个同名的基因集，没有可比的。请换用同一套基因集做的 GSEA", a$label, a$about$collection, b$label, b$about$collection
    ), b$field)
  }
  if (!(a$up_down && b$up_down)) {
    job$finding("should", "no_direction", told(
      "有一次的排序分不出上调和下调（数值都在 0 的一侧，或不是差异）：表里的「激活」「抑制」只指偏向前端、后端",
      c(
        "The ranking of one result has no up and no down (values on one side of 0, or no differences): activated and suppressed mean towards",
        "the top and the bottom alone"
      )
    ), field = b$field)
  }
  tell_differences(a, b, job)
}

#' What makes numbers of the two less comparable.
tell_differences <- function(a, b, job) {
  tell <- function(code, level, message) job$finding(level, code, message, field = b$field)
  version <- function(about) paste(c(about$release, about$date)[c(about$release, about$date) != ""], collapse = "，")
  if (a$about$collection != b$about$collection) {
    tell("collections_differ", "should", told(
      "两次用的基因集不同：A 是「%s」，B 是「%s」。只有同名的能比，而且同名的基因未必相同。最好用同一套基因集重做",
      c(
        "The results used different gene sets (A: %s; B: %s): only sets of one name compare, and their genes may differ"
      ),
      a$about$collection, b$about$collection
    ))
  } else if (version(a$about) != version(b$about)) {
    tell("releases_differ", "should", told(
      "两次用的「%s」版本不同：A 是 %s，B 是 %s。同名的基因集，基因可能不同。最好用同一版本重做",
      "The results used different releases of %s (A: %s; B: %s): genes of a set may differ", a$about$collection, version(a$about), version(b$about)
    ))
  }
  if (a$about$exponent != b$about$exponent) {
    tell("exponents_differ", "should", told(
      "两次的权重指数不同（A 是 %g，B 是 %g），NES 不能直接比大小",
      "The results have different weight exponents (A: %g; B: %g): sizes of NES do not compare", a$about$exponent, b$about$exponent
    ))
  }
  if (a$about$ranked_by != b$about$ranked_by) {
    said <- function(by) if (by == "") told("上传的数值", "uploaded values") else by
    tell("rankings_differ", "note", told(
      "两次的排序依据不同：A 按%s，B 按%s", "The results were ranked differently: A by %s, B by %s", said(a$about$ranked_by), said(b$about$ranked_by)
    ))
  }
  common <- length(intersect(a$genes, b$genes))
  if (common < COMMON_GENES * max(length(a$genes), length(b$genes))) {
    tell("genes_differ", "note", told(
      "两次的排序只有 %s 个共同的基因（A %s 个，B %s 个）：平台不同时，同一个基因集里测到的基因也不同",
      "The rankings share %s genes only (A: %s; B: %s): on other platforms other genes of a set are measured", format_count(common),
      format_count(length(a$genes)), format_count(length(b$genes))
    ))
  }
}

tell_unshared <- function(table, a, b, job) {
  only <- c(sum(table$relation == "tested_a"), sum(table$relation == "tested_b"))
  if (sum(only) == 0L) return(invisible(NULL))
  job$finding("note", "tested_in_one", told(
      "有 %s 个基因集只在 A 检验过，%s 个只在 B 检验过：在另一次的排序里找到的基因太少或太多，或那次的基因集里没有。它们在表里，不在散点图里",
      "%s gene sets were tested in A alone and %s in B alone: the other ranking has too few or too many of their genes, or its gene sets lack them",
    format_count(only[[1L]]), format_count(only[[2L]])
  ), field = b$field)
}

#' All sets of both results, the smallest adjusted P first.
joined_sets <- function(a, b, cutoff) {
  ids <- union(a$sets$pathway, b$sets$pathway)
  in_a <- match(ids, a$sets$pathway)
  in_b <- match(ids, b$sets$pathway)
  leading_a <- leading_members(a)[in_a]
  leading_b <- leading_members(b)[in_b]
  both <- !is.na(in_a) & !is.na(in_b)
  common <- ifelse(both, mapply(function(one, other) length(intersect(one, other)), leading_a, leading_b), NA_integer_)
  sizes <- list(a = ifelse(is.na(in_a), NA_integer_, lengths(leading_a)), b = ifelse(is.na(in_b), NA_integer_, lengths(leading_b)))
  joined <- sizes$a + sizes$b - common
  table <- data.frame(
    pathway = ids, description = ifelse(is.na(in_a), b$sets$description[in_b], a$sets$description[in_a]), relation = "", NES_a = a$sets$NES[in_a],
    NES_b = b$sets$NES[in_b], padj_a = a$sets$padj[in_a], padj_b = b$sets$padj[in_b], camera_a = a$sets$camera[in_a], camera_b = b$sets$camera[in_b],
    leading_a = sizes$a, leading_b = sizes$b, leading_both = common, jaccard = ifelse(both & joined > 0L, common / joined, NA),
    stringsAsFactors = FALSE
  )
  table$relation <- relations_of(table, in_a, in_b, cutoff)
  table[order(pmin(table$padj_a, table$padj_b, na.rm = TRUE), table$pathway, method = "radix"), , drop = FALSE]
}

#' Names of the leading genes of each set of a result: the first of a positive, the last of a negative score.
leading_members <- function(side) {
  places <- lapply(term_members(as.character(side$sets$ranks)), as.integer)
  Map(leading_genes, places, side$sets$leading_size, side$sets$ES, MoreArgs = list(genes = side$genes))
}

#' A code of `GSEA_RELATIONS` for each row. A set without P is not found.
relations_of <- function(table, in_a, in_b, cutoff) {
  found_a <- !is.na(table$padj_a) & table$padj_a < cutoff
  found_b <- !is.na(table$padj_b) & table$padj_b < cutoff
  same <- !is.na(table$NES_a * table$NES_b) & table$NES_a * table$NES_b > 0
  key <- ifelse(found_a & found_b, ifelse(!same, "opposite", ifelse(table$NES_a > 0, "same_up", "same_down")), ifelse(
    found_a, "only_a", ifelse(found_b, "only_b", "neither")
  ))
  key[is.na(in_b)] <- "tested_a"
  key[is.na(in_a)] <- "tested_b"
  key
}

#' Spearman's ρ; NA where fewer than three pairs or equal values leave none.
rank_correlation <- function(x, y) {
  if (length(x) < 3L || length(unique(x)) < 2L || length(unique(y)) < 2L) return(NA_real_)
  stats::cor(x, y, method = "spearman")
}

#' Rows of the figure of pairs, for each set one of each result, the highest mean NES first; without numbers where a result has not tested a set.
paired_rows <- function(table, a, b, chosen) {
  best <- function(padj) utils::head(table$pathway[order(padj, table$pathway, method = "radix", na.last = NA)], PAIRED_EACH)
  ids <- if (length(chosen) > 0L) chosen else union(best(table$padj_a), best(table$padj_b))
  rows <- table[match(ids, table$pathway), , drop = FALSE]
  rows <- rows[order(-rowMeans(rows[c("NES_a", "NES_b")], na.rm = TRUE), rows$pathway, method = "radix"), , drop = FALSE]
  side <- function(one) {
    own <- tolower(one$letter)
    data.frame(
      pathway = rows$pathway, description = rows$description, result = sprintf("%s · %s", one$letter, one$label), NES = rows[[paste0("NES_", own)]],
      padj = rows[[paste0("padj_", own)]], leading_size = rows[[paste0("leading_", own)]], stringsAsFactors = FALSE
    )
  }
  pairs <- rbind(side(a), side(b))
  plain_rows(pairs[order(rep(seq_len(nrow(rows)), 2L), method = "radix"), , drop = FALSE])
}
