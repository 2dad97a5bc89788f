#' Which columns beside the names of genes describe the genes, and are no samples: told by their headers and by what they hold.

#' Words of which headers of such columns are made; case and the marks between words say nothing (`Entrez_Gene_Id`, `NCBI GeneID`, `gene.start`).
ANNOTATION_WORDS <- c(
  "gene", "genes", "identifier", "identifiers", "accession", "entrez", "ncbi", "ensembl", "ensg", "hugo", "hgnc", "refseq", "unigene", "uniprot",
  "ucsc", "mgi", "symbol", "symbols", "genename", "alias", "aliases", "synonym", "synonyms", "chr", "chrom", "chromosome", "seqname", "seqnames",
  "start", "end", "strand", "length", "width", "type", "biotype", "description", "desc", "definition", "annotation", "transcript", "transcripts",
  "exon", "exons", "exonic", "locus", "cytoband", "probe", "probes", "probeset", "orf",
  "基因", "染色体", "起始", "起点", "终止", "终点", "长度", "链", "描述", "注释", "转录本", "外显子", "探针"
)
#' Words that stand beside these, and alone may name a sample.
BESIDE_WORDS <- c(
  "id", "ids", "name", "names", "title", "size", "sizes", "total", "number", "no", "set", "source", "reference", "ref", "official", "effective",
  "eff", "position", "pos", "stop", "location", "region", "bp", "of", "full", "class", "family", "status", "count", "number",
  "名", "名称", "符号", "编号", "号", "位置", "类型", "类别", "正负", "功能", "家族", "数"
)

#' Is it the header of a column that describes genes?
is_annotation_header <- function(header) {
  squashed <- squashed_header(header)
  made_of_words(squashed, c(ANNOTATION_WORDS, BESIDE_WORDS)) & !made_of_words(squashed, BESIDE_WORDS)
}

#' Rows in which identifiers, positions and values are told apart; of fewer a column of values may look like any of them.
JUDGED_ROWS <- 20L
#' Columns at each end of a table that are judged: what describes genes stands in front of the samples or behind them.
JUDGED_COLUMNS <- 12L
JUDGED_AGAINST <- 30L
RANKED_ROWS <- 2000L

#' Columns that describe genes, among those beside the genes' names.
#'
#' A column is left out where its header says so, where it holds words, the Entrez numbers of these genes, chromosomes, or the mean or sum of
#' the others. Numbers are measured
#' against the samples, whose ranks follow one another: where these do, a column that does not follow them and that holds what only identifiers
#' and positions are (whole, nearly all distinct; ends that never lie before their starts) is left out, any other that does not follow them is
#' doubtful. So is one that holds such numbers where the samples do not follow one another.
#'
#' @param header,columns Of the columns beside the names: texts, or numbers where the whole column is made of them. @param ids The genes' names.
#' @return `list(clear, doubtful)`: places in `header`.
describing_columns <- function(header, columns, ids) {
  clear <- is_annotation_header(header)
  # Of a matrix that lies on its side the columns are genes, each of its own scale.
  if (is_too_wide(header) || gene_certainty(header[!clear]) == 2L) return(list(clear = which(clear), doubtful = integer()))
  words <- !clear & vapply(columns, holds_words, logical(1))
  # Where no column is left, words stand in the place of numbers, which is told.
  if (!all(clear | words)) clear <- clear | words
  judged <- which(!clear)
  ends <- unique(c(utils::head(judged, JUDGED_COLUMNS), utils::tail(judged, JUDGED_COLUMNS)))
  for (place in ends) clear[[place]] <- are_entrez_of(columns[[place]], ids)
  numbers <- which(!clear & vapply(columns, is.numeric, logical(1)))
  sums <- numbers[sums_of_others(columns[numbers])]
  clear[sums] <- TRUE
  numbers <- setdiff(numbers, sums)
  odd <- odd_columns(columns[numbers], numbers %in% ends)
  clear[numbers[odd$clear]] <- TRUE
  list(clear = which(clear), doubtful = numbers[odd$doubtful])
}

#' Does a column hold words where a sample has numbers? Chromosomes are words, too: X stands among their numbers.
holds_words <- function(cells) {
  if (!is.character(cells)) return(FALSE)
  present <- unique(cells[!cells %in% MISSING_CELLS])
  if (length(present) == 0L) return(FALSE)
  if (all(grepl("^(chr|Chr|CHR)?(\\d{1,2}|[XYMWZ]|MT)$", present)) && any(grepl("[A-Z]", present))) return(TRUE)
  # With digits of any writing in front, and with marks between them, it is a spoilt number, which is told.
  mean(grepl("^[-+<>≤≥~]?\\s*[0-9０-９.,，]+([eE][-+]?\\d+)?\\s*%?$|^[-+]?inf", present, ignore.case = TRUE)) < 0.05
}

#' Are these the Entrez numbers of the human genes in the same rows?
are_entrez_of <- function(cells, ids) {
  rows <- utils::head(which(!is.na(cells) & nzchar(ids)), HEAD_ROWS)
  if (!is.numeric(cells) || length(rows) == 0L || !are_whole_numbers(cells[rows]) || anyDuplicated(cells[rows])) return(FALSE)
  plain <- strip_versions(ids[rows])$ids
  kind <- identifier_kind(plain)
  if (!kind %in% c("symbol", "ensembl")) return(FALSE)
  sum(rename_genes(plain, kind, "entrez")$name == format(cells[rows], scientific = FALSE, trim = TRUE), na.rm = TRUE) > length(rows) / 2
}

are_whole_numbers <- function(values) all(values == trunc(values), na.rm = TRUE)

#' Which columns of numbers are none of samples?
#'
#' @param columns Lists of numbers of one length. @param looked_at Is the column one that may be none? @return `list(clear, doubtful)`: places.
odd_columns <- function(columns, looked_at) {
  none <- list(clear = integer(), doubtful = integer())
  rows <- if (length(columns) == 0L) 0L else length(columns[[1L]])
  if (length(columns) < 3L || rows < JUDGED_ROWS) return(none)
  places <- sort(unique(c(which(looked_at), round(seq(1, length(columns), length.out = min(length(columns), JUDGED_AGAINST))))))
  sampled <- unique(round(seq(1, rows, length.out = min(rows, RANKED_ROWS))))
  values <- vapply(columns[places], function(cells) as.numeric(cells[sampled]), numeric(length(sampled)))
  whole <- vapply(columns[places], are_whole_numbers, logical(1))
  numbering <- whole & vapply(columns[places], is_numbering, logical(1))
  if (all(numbering)) return(none)
  follows <- rank_likeness(values)
  likeness <- vapply(seq_along(places), function(j) highest_likeness(follows[j, !numbering]), 0)
  usual <- stats::median(likeness[!numbering])
  varied <- vapply(seq_along(places), function(j) length(unique(values[, j])) > 2L, logical(1))
  odd <- varied & looked_at[places]
  certain <- numbering | is_ordered_pair(values, whole) | whole & mean(whole) < 0.5
  if (usual >= FOLLOWING) {
    odd <- odd & likeness < usual / 2
    return(list(clear = places[odd & certain], doubtful = places[odd & !certain]))
  }
  # Among values that follow nothing a column of identifiers is told by what others hold: fractions, or numbers that repeat.
  repeating <- stats::median(vapply(columns[places[!numbering]], distinct_share, 0)) < 0.8
  apart <- numbering & (mean(whole) < 0.5 | rows >= HEAD_ROWS & repeating)
  list(clear = places[odd & apart], doubtful = places[odd & certain & !apart])
}

#' Which of the first and the last column is the mean or the sum of all others, to three digits: `AveExpr`, a total.
sums_of_others <- function(columns) {
  if (length(columns) < 3L || length(columns[[1L]]) < JUDGED_ROWS) return(integer())
  total <- Reduce(`+`, columns)
  Filter(function(place) {
    values <- columns[[place]]
    others <- total - values
    near <- function(wanted) isTRUE(all(abs(values - wanted) <= 1e-3 * abs(wanted) + 1e-9, na.rm = TRUE)) && any(values != 0, na.rm = TRUE)
    # Samples that are all alike are each other's mean.
    (near(others) || near(others / (length(columns) - 1L))) &&
      all(vapply(columns[-place], function(other) any(other != values, na.rm = TRUE), logical(1)))
  }, c(1L, length(columns)))
}

#' Rank correlation from which on the samples of a table are said to follow one another: those of whole transcriptomes have 0.8 and more.
FOLLOWING <- 0.5

#' Spearman's correlation of columns; NA with itself and where a column does not vary.
rank_likeness <- function(values) {
  ranks <- apply(values, 2L, rank, na.last = "keep")
  follows <- suppressWarnings(stats::cor(ranks, use = "pairwise.complete.obs"))
  diag(follows) <- NA
  follows
}

highest_likeness <- function(values) if (all(is.na(values))) 0 else max(values, na.rm = TRUE)
distinct_share <- function(cells) length(unique(cells[!is.na(cells)])) / max(1L, sum(!is.na(cells)))

#' Whole numbers above 0 of which hardly any stands twice: identifiers, and positions on chromosomes.
is_numbering <- function(cells) distinct_share(cells) >= 0.95 && min(cells, na.rm = TRUE) > 0

#' Columns of whole numbers side by side of which one never lies below the other and is nearly the same in rank: starts and ends.
is_ordered_pair <- function(values, whole) {
  paired <- rep(FALSE, ncol(values))
  for (j in which(utils::head(whole, -1L) & whole[-1L])) {
    apart <- values[, j + 1L] - values[, j]
    if (anyNA(apart) || min(apart) < 0 || mean(apart > 0) < 0.9) next
    if (isTRUE(suppressWarnings(stats::cor(values[, j], values[, j + 1L], method = "spearman")) > 0.99)) paired[c(j, j + 1L)] <- TRUE
  }
  paired
}

#' Texts that are numbers throughout as numbers, as the reader of a matrix has them.
number_columns <- function(columns) {
  lapply(columns, function(cells) {
    if (is.character(cells) && is_number_column(cells)) suppressWarnings(as.numeric(cells)) else cells
  })
}

#' @param header Of the columns left out.
annotation_finding <- function(header) {
  if (length(header) == 0L) return(NULL)
  new_finding("note", "annotation_columns", sprintf(
    "有 %d 列是基因的说明，不是样本，已去掉：%s", length(header), list_names(header)
  ), detail = if (length(header) > 3L) paste(header, collapse = "、"))
}

#' @param header Of the columns that may be no samples.
doubtful_finding <- function(header) {
  if (length(header) == 0L) return(NULL)
  new_finding(
    "should", "columns_doubtful",
    sprintf("有 %d 列的数值和其他样本不像，可能是基因的编号、长度或位置：%s。现在当作样本", length(header), list_names(header)),
    detail = "不是样本时请去掉这些列，否则标准化、主成分和差异分析都会受影响；确实是样本时不用管",
    fix = list(label = "不是样本，去掉", file = "drop_columns")
  )
}
