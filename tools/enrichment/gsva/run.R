# A score of each gene set in each sample: GSVA, ssGSEA, combined z scores, PLAGE.

GSVA_WORDS <- c(gsva = "GSVA", ssgsea = "ssGSEA", zscore = "z-score", plage = "PLAGE")
#' Below this many samples the methods that compare samples with each other depend on single ones.
FEW_SCORED_SAMPLES <- 10L
#' A set of which less was measured is another set than its name says.
LOW_COVERAGE <- 0.5
SETS_DRAWN <- 50L
#' Groups of a heatmap: a column of the file with more values tells samples apart, not groups.
GROUPS_DRAWN <- 8L
CONSTANT_SD <- 1e-10

#' @param inputs `expression` (matrix input) and `sets` (named list of genes). @param params The complete parameters.
#' @param job Steps, findings and facts go to it. @return The declared tables.
analyse <- function(inputs, params, job) {
  if (params$minSize > params$maxSize) {
    stop_input("sizes", "「基因集最少基因」比「基因集最多基因」还大。请改小前者，或改大后者", "minSize")
  }
  job$step("核对基因名", 0.05)
  sets <- inputs$sets
  kcdf <- chosen_kcdf(params, inputs$expression$kind)
  refuse_few_samples(ncol(inputs$expression$values), params$method, job)
  named <- rows_in_words_of(inputs$expression, sets, job)
  tell_set_senses(sets, job)
  values <- scorable_rows(named$values, params$method, job)
  table <- sized_sets(sets, rownames(values), params)
  used <- table$set[table$why == ""]
  members <- lapply(unclass(sets)[used], intersect, rownames(values))
  refuse_no_sets(table, sets, params)
  job$checked("sets_found", sprintf(
    "%s 个基因集里有 %s 个可以打分，它们的基因在矩阵里的比例，中位数是 %.0f%%", format_count(nrow(table)), format_count(length(used)),
    100 * stats::median(table$coverage[table$why == ""])
  ), "file_id")

  job$step(sprintf("计算 %s 分数", GSVA_WORDS[[params$method]]), 0.2)
  scores <- set_scores(values, members, params$method, kcdf)
  job$step("聚类", 0.9)
  titles <- attr(sets, "titles")
  tell_set_coverage(table, sets, job)
  score_facts(scores, table, values, inputs, params, kcdf, job)
  c(
    list(
      scores = result_matrix(scores, "scores", "other", row_titles = titles[used]), sets = table,
      names = rows_named_otherwise(named$names), absent = absent_genes(sets, rownames(values))
    ),
    score_heatmap(scores, titles, inputs$expression$annotations, job)
  )
}

#' The kernel that was asked for; auto: Poisson for counts, Gaussian for all else.
chosen_kcdf <- function(params, kind) {
  if (params$kcdf != "auto") return(params$kcdf)
  if (kind == "counts") "Poisson" else "Gaussian"
}

#' ssGSEA looks at each sample by itself; the others at each gene over the samples.
refuse_few_samples <- function(n, method, job) {
  if (method == "ssgsea") return(invisible())
  if (n < 2L) {
    stop_input("few_samples", sprintf(
      "只有 %d 个样本。%s 要拿样本互相比较，至少要 2 个，建议 10 个以上。只有一个样本时请改用 ssGSEA", n, GSVA_WORDS[[method]]
    ), "method")
  }
  if (n < FEW_SCORED_SAMPLES) {
    job$finding("should", "few_samples", told(
      "只有 %d 个样本，少于 10 个：%s 的分数是相对于这批样本的，个别样本就能左右它。可改用逐个样本计算的 ssGSEA",
      "%d samples, fewer than 10: scores of %s are relative to these samples, and single ones can govern them", n, GSVA_WORDS[[method]]
    ), field = "method")
  }
}

# ---- sets and genes ----

#' The matrix with its rows called as the collection calls them, each name once, in the order of the names (C locale): where a method
#' breaks ties by the order of rows, that of the file decides nothing.
#'
#' @return `values` and `names` (see `collection_names`).
rows_in_words_of <- function(matrix, sets, job) {
  annotated <- unique(unlist(sets, use.names = FALSE))
  own <- sub("_PAR_Y$", "", trimmed(rownames(matrix$values)))
  names <- collection_names(own, annotated, organism_of(sets, annotated))
  place <- match(own, names$asked)
  if (!any(names$known)) refuse_no_names(matrix, sets)
  # An alias of a gene that has a row of its own is another row's name: it would be merged with that one.
  names <- without_rows(names, names$how == "alias" & names$found %in% names$found[names$how != "alias"])
  # A gene that is in no set keeps its name: it has its rank, and nobody asks for it.
  inside <- !is.na(place) & names$known[place]
  ids <- ifelse(inside, names$found[place], own)
  merged <- merge_duplicates(ids, unname(matrix$values), if (matrix$kind == "counts") "counts" else "log")
  tell_names_of_rows(names, length(ids) - length(merged$ids), matrix$kind, job)
  values <- merged$values
  dimnames(values) <- list(merged$ids, colnames(matrix$values))
  list(values = values[order(rownames(values), method = "radix"), , drop = FALSE], names = names)
}

#' Rows whose name is another in the sets, and names that nobody knows; most genes are in no set at all.
rows_named_otherwise <- function(names) name_table(names[names$known | names$found == "", , drop = FALSE])

organism_of <- function(sets, annotated) {
  known <- attr(sets, "collection")$organism
  if (!is.null(known)) return(known)
  if (are_mouse_genes(annotated)) "mmu" else "hsa"
}

refuse_no_names <- function(matrix, sets) {
  shown <- list_names(rownames(matrix$values))
  if (identical(matrix$identifiers, "probe")) {
    stop_input("probes", sprintf("行名是探针号（%s），基因集里是基因名，一个也对不上。请先把探针换成基因名", shown), "file_id")
  }
  if (are_mouse_genes(rownames(matrix$values))) {
    stop_input("mouse_genes", sprintf("行名像是小鼠的基因（%s），而「%s」是人的。请换成小鼠的基因集，或先换成人的同源基因", shown, attr(sets, "label")), "geneset")
  }
  stop_input("genes_absent", sprintf(
    "矩阵的行名在「%s」里一个也没有找到，例如 %s。请核对物种，或把行名换成基因符号、Ensembl 号、Entrez 号", attr(sets, "label"), shown
  ), "file_id")
}

tell_names_of_rows <- function(names, merged, kind, job) {
  other <- sum(names$known & names$how != "same")
  if (other > 0L) {
    job$finding("note", "names_mapped", told(
      "有 %s 行的名字按别名、编号或大小写对应到了基因集里的写法，见「基因名的对应」",
      "%s rows were matched to names of the gene sets by aliases, identifiers or case", format_count(other)
    ), field = "file_id")
  }
  if (merged > 0L) {
    rule <- if (kind == "counts") told("计数已相加", "counts were added") else
      told("每个基因留平均值最高的一行", "the row of the highest mean was kept for each gene")
    job$finding("note", "rows_merged", told(
      "有 %s 行与别的行是同一个基因：%s",
      "%s rows are the same gene as another: %s", format_count(merged), rule), field = "file_id")
  }
  dates <- names$asked[grepl(EXCEL_DATE, names$asked, ignore.case = TRUE)]
  if (length(dates) > 0L) {
    job$finding("should", "excel_dates", told(
      "有 %s 个行名像是被 Excel 改成日期的基因名，例如 %s。请在原始文件里核对",
      "%s row names look like genes that Excel has turned into dates, such as %s", format_count(length(dates)), told_names(dates)
    ), field = "file_id")
  }
}

#' Rows without a gap; for methods that compare samples also without those that never vary, as GSVA leaves them out.
scorable_rows <- function(values, method, job) {
  holes <- rowSums(!is.finite(values)) > 0
  if (any(holes)) {
    job$finding("should", "rows_with_gaps", told(
      "有 %s 行含空格子或无穷大，没有参与。缺得多时，请先补全缺失值",
      "%s rows with empty or infinite values took no part", format_count(sum(holes))
    ), field = "file_id")
  }
  values <- values[!holes, , drop = FALSE]
  still <- if (method == "ssgsea") logical(nrow(values)) else matrixStats::rowSds(values) < CONSTANT_SD
  if (any(still)) {
    job$finding("note", "rows_constant", told(
      "有 %s 个基因在所有样本里数值相同，没有参与（与 GSVA 相同）",
      "%s genes have the same value in all samples and took no part, as in GSVA", format_count(sum(still))), field = "file_id")
  }
  values <- values[!still, , drop = FALSE]
  if (nrow(values) < 2L) {
    stop_input("nothing_left", "去掉含空格子的行和不变化的行之后，剩下的基因不到 2 个。请核对表达矩阵，或先补全缺失值", "file_id")
  }
  values
}

#' Each set with what was found of it, and why it has no score ("": it has one).
sized_sets <- function(sets, genes, params) {
  found <- vapply(sets, function(set) sum(set %in% genes), integer(1), USE.NAMES = FALSE)
  why <- ifelse(found < params$minSize, sprintf("找到的基因少于 %d 个", params$minSize), ifelse(
    found > params$maxSize, sprintf("找到的基因多于 %d 个", params$maxSize), ifelse(found == length(genes), "包含了矩阵的全部基因", "")
  ))
  size <- lengths(sets, use.names = FALSE)
  data.frame(
    set = names(sets), description = unname(attr(sets, "titles")), size = size, found = found, coverage = found / size,
    used = as.integer(why == ""), why = why
  )
}

refuse_no_sets <- function(table, sets, params) {
  if (any(table$used == 1L)) return(invisible())
  stop_input("no_sets", sprintf(
    "「%s」的 %s 个基因集里，没有一个在矩阵里找得到 %s–%s 个基因（最多的一个找到 %s 个）。请核对行名和物种，或放宽基因集的大小",
    attr(sets, "label"), format_count(nrow(table)), format_count(params$minSize), format_count(params$maxSize), format_count(max(0L, table$found))
  ), if (max(0L, table$found) < params$minSize) "minSize" else "maxSize")
}

tell_set_coverage <- function(table, sets, job) {
  low <- table[table$used == 1L & table$coverage < LOW_COVERAGE, , drop = FALSE]
  if (nrow(low) > 0L) {
    job$finding("should", "low_coverage", told(
      "有 %s 个打了分的基因集，一半以上的基因在矩阵里找不到，例如 %s。它们的分数说的是剩下的基因，见「基因集」的覆盖率",
      "%s scored gene sets have more than half of their genes missing in the matrix, such as %s: their scores are those of the rest",
      format_count(nrow(low)), told_names(low$set)
    ), field = "file_id")
  }
}

#' Genes of the sets that the matrix does not have, and in how many sets they are.
absent_genes <- function(sets, genes) {
  members <- unlist(sets, use.names = FALSE)
  counts <- table(members[!members %in% genes])
  frame <- data.frame(gene = as.character(names(counts)), sets = as.integer(counts))
  plain_rows(frame[order(-frame$sets, frame$gene, method = "radix"), , drop = FALSE])
}

# ---- scores ----

set_scores <- function(values, members, method, kcdf) {
  if (method == "ssgsea") return(ssgsea_scores(values, members))
  scores <- gsva_scores(values, members, method, kcdf)
  if (method == "plage") oriented_scores(scores, values, members) else scores
}

#' The sets whose scores vary most; the rows are z scores, so that the scale of the method does not show.
score_heatmap <- function(scores, titles, annotations, job) {
  spread <- matrixStats::rowSds(scores)
  varying <- which(is.finite(spread) & spread > CONSTANT_SD)
  if (ncol(scores) < 2L) varying <- integer()
  drawn <- utils::head(varying[order(-spread[varying], rownames(scores)[varying], method = "radix")], SETS_DRAWN)
  shown <- scores[drawn, , drop = FALSE]
  rownames(shown) <- set_labels(rownames(shown), titles[rownames(shown)])
  group <- annotated_groups(annotations, ncol(scores))
  job$facts(list(drawn = length(drawn), shortened = length(drawn) < nrow(scores), group_column = group$name))
  clustered_heatmap(shown, spread[drawn], colMeans(scores), group$values, "set")
}

#' What the file itself says of its samples: the first column that makes groups of them.
annotated_groups <- function(annotations, n) {
  for (column in annotations$columns) {
    values <- as.character(unlist(column$values))
    levels <- unique(values[nzchar(values)])
    if (length(values) == n && length(levels) >= 2L && length(levels) <= min(GROUPS_DRAWN, n / 2)) {
      return(list(name = column$name, values = ifelse(nzchar(values), values, "未注明")))
    }
  }
  list(name = NULL, values = rep("", n))
}

score_facts <- function(scores, table, values, inputs, params, kcdf, job) {
  about <- attr(inputs$sets, "collection")
  used <- table$used == 1L
  job$facts(list(
    method_word = GSVA_WORDS[[params$method]], kcdf_used = if (params$method == "gsva") kcdf,
    counts_kernel = params$method == "gsva" && kcdf == "Poisson",
    relative = params$method != "ssgsea", raw = params$method == "ssgsea", turned = params$method == "plage",
    collection = attr(inputs$sets, "label"), collection_english = collection_english(inputs$sets), release = if (is.null(about)) "" else about$date,
    sets_in = nrow(table), sets_used = sum(used), sets_small = sum(table$found < params$minSize),
    sets_large = sum(table$found > params$maxSize), coverage = stats::median(table$coverage[used]),
    genes = nrow(values), samples = ncol(values), lowest = min(scores), highest = max(scores), range = max(scores) - min(scores)
  ))
}
