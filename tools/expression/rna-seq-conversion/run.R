# Counts, CPM, FPKM and TPM into each other, and genes from one way of writing into another.

UNITS <- c(counts = "计数", cpm = "CPM", fpkm = "FPKM", tpm = "TPM", none = "")
NAMES <- c(symbol = "基因名", ensembl = "Ensembl 号", entrez = "Entrez 号")
NAMES_ENGLISH <- c(symbol = "gene symbols", ensembl = "Ensembl identifiers", entrez = "Entrez identifiers")
#' Transcripts of geneLenDataBase by gene, of Ensembl's genes and of RefSeq's symbols; the newest builds that it has.
LENGTH_TABLES <- list(
  hsa = list(build = "hg19", ensembl = "hg19.ensGene.LENGTH", symbol = "hg19.geneSymbol.LENGTH"),
  mmu = list(build = "mm9", ensembl = "mm9.ensGene.LENGTH", symbol = "mm9.geneSymbol.LENGTH")
)
WRONG_UNIT <- "请在「现在的单位」里选它真正的单位"
#' A unit of a million may have lost some genes to a filter before it came here.
MILLION_TOLERANCE <- 0.05
LOST_SHARE <- 0.05

#' @param inputs `expression`: a matrix; `lengths`: the user's table, may be absent. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R.
#' @return The matrix, genes that left it and why, genes that were merged, lengths that were used, boxes before and after.
analyse <- function(inputs, params, job) {
  job$step("核对数值", 0.05)
  matrix <- inputs$expression
  identifiers <- names_of(matrix, params)
  values <- checked_values(matrix, params, job)
  lengths <- if (needs_length(params)) {
    job$step("查基因长度", 0.2)
    gene_lengths(rownames(values), identifiers, inputs$lengths, params)
  }
  job$step("换算单位", 0.6)
  converted <- convert_unit(values, params, lengths$length)
  job$step("换基因的写法", 0.75)
  named <- convert_names(converted, identifiers, params$id_to, matrix$kind)
  dropped <- dropped_rows(values, converted, named)
  tell_conversion(values, converted, named, lengths, dropped, matrix$kind, params, job)
  kind <- if (is_converted(params)) "linear" else matrix$kind
  list(
    expression = result_matrix(
      named$values, kind, if (params$id_to == "none") identifiers else params$id_to, log_base = if (!is_converted(params)) matrix$log_base
    ),
    dropped = dropped, merged = named$merged, lengths = used_lengths(lengths, rownames(converted)),
    boxes = stage_boxes(values, named$values, params, is_logged(matrix$kind))
  )
}

is_converted <- function(params) params$to != "none" && params$to != params$from

is_logged <- function(kind) kind %in% c("log", "batch-corrected")

needs_length <- function(params) {
  direct <- c("counts cpm", "fpkm tpm")
  is_converted(params) && !paste(params$from, params$to) %in% direct
}

#' What the row names are: as the user says, else as the file was read.
names_of <- function(matrix, params) {
  identifiers <- if (params$id_from == "auto") matrix$identifiers else params$id_from
  if (identifiers %in% names(NAMES) || (params$id_to == "none" && !needs_length(params))) return(identifiers)
  stop_input("unknown_names", sprintf(
    "认不出行名是哪种写法，例如「%s」。请在高级参数的「基因的写法」里选，或先把探针换成基因", rownames(matrix$values)[[1L]]
  ), "id_from")
}

#' The values, once they can be what the request says they are.
checked_values <- function(matrix, params, job) {
  values <- matrix$values
  if (params$to == "none" && params$id_to == "none") stop_input("idle", "单位和基因都不换，没有要做的事。请选要换成的单位，或基因的写法", "to")
  if (!is_converted(params)) return(values)
  if (is_logged(matrix$kind)) stop_input("logged", "这些数值像是已取过对数，不能再换算单位。请上传没有取过对数的表", "file_id")
  if (params$from == "counts") return(checked_counts(values, job, "这样换算", WRONG_UNIT, "from"))
  if (anyNA(values)) stop_input("missing", sprintf("有 %s 个空格子，样本的总和算不出来。没有测到的基因请填 0，再上传", format_count(sum(is.na(values)))), "file_id")
  if (any(values < 0)) stop_input("negative", sprintf("有 %s 个负数，不是 CPM、FPKM 或 TPM。请核对上传的表", format_count(sum(values < 0))), "file_id")
  totals <- colSums(values)
  if (any(totals == 0)) stop_input("empty_sample", sprintf("样本 %s 全是 0。请去掉它，或重新上传", list_names(colnames(values)[totals == 0])), "file_id")
  million <- abs(totals / 1e6 - 1) <= MILLION_TOLERANCE
  if (params$from %in% c("tpm", "cpm") && !all(million)) {
    job$finding("should", "no_million", told(
      "%s 每个样本的和应是一百万，这张表是 %s–%s。可能过滤过{{row_subject}}，也可能不是 %s",
      "The %s of a sample should add up to one million; here they do to %s–%s. {{Row_subject}}s may have been filtered, or these are no %s",
      UNITS[[params$from]], format_count(round(min(totals))), format_count(round(max(totals))), UNITS[[params$from]]
    ), field = "from")
  }
  if (params$from == "fpkm" && all(million)) {
    job$finding("should", "is_million", told(
      "每个样本的和都是一百万，像是 TPM 或 CPM，不是 FPKM。请核对「现在的单位」",
      "The values of each sample add up to one million, as TPM and CPM do and FPKM do not: check their unit"
    ), field = "from")
  }
  values
}

# ---- lengths ----

#' Length of each gene in bases; NA where there is none.
#'
#' @return `length` and `source` by gene, `annotation` in words, `own`.
gene_lengths <- function(ids, identifiers, table, params) {
  found <- if (is.null(table)) built_in_lengths(ids, identifiers, params$organism) else own_lengths(ids, table, params)
  if (!any(!is.na(found$length))) {
    stop_input("no_lengths", sprintf(
      "没有一个基因查到长度，例如「%s」。请核对物种和基因的写法，或上传自己的长度表", ids[[1L]]
    ), if (is.null(table)) "organism" else "gene_length_file_id")
  }
  found
}

without_version <- function(ids) sub("^(ENS[A-Z]*G\\d+)\\.\\d+(_PAR_Y)?$", "\\1", ids, perl = TRUE)

own_lengths <- function(ids, table, params) {
  label <- attr(table, "label")
  column <- params$length_id_column
  size <- params$length_column
  if (is.null(column) || is.null(size)) {
    stop_input("length_columns", "没有认出长度表里哪一列是基因、哪一列是长度。请在高级参数里选", if (is.null(column)) "length_id_column" else "length_column")
  }
  lengths <- suppressWarnings(as.numeric(table[[size]]))
  usable <- is.finite(lengths) & lengths > 0
  by_gene <- medians_by_gene(without_version(plain_texts(table[[column]]))[usable], lengths[usable])
  own <- by_gene[match(without_version(ids), names(by_gene))]
  list(length = unname(own), source = rep(label, length(ids)), annotation = sprintf("上传的长度表 %s", label), own = TRUE)
}

#' `median` of each gene at once: the middle of its sorted lengths, for 200,000 transcripts.
medians_by_gene <- function(gene, length) {
  sorted <- order(gene, length, method = "radix")
  runs <- rle(gene[sorted])
  first <- cumsum(c(1L, runs$lengths))[seq_along(runs$lengths)]
  middle <- (length[sorted][first + (runs$lengths - 1L) %/% 2L] + length[sorted][first + runs$lengths %/% 2L]) / 2
  stats::setNames(middle, runs$values)
}

#' Median length of a gene's transcripts, as goseq takes it, however the gene is written.
built_in_lengths <- function(ids, identifiers, organism) {
  tables <- LENGTH_TABLES[[organism]]
  version <- as.character(utils::packageVersion("geneLenDataBase"))
  found <- (if (organism == "hsa") human_lengths else lengths_as_written)(without_version(ids), identifiers, tables)
  label <- sprintf("geneLenDataBase %s（%s 转录本长度的中位数）", version, tables$build)
  c(found, list(annotation = label, own = FALSE, version = version, build = tables$build))
}

#' Lengths out of the table of the same way of writing.
lengths_as_written <- function(ids, identifiers, tables) {
  name <- tables[[if (identifiers == "ensembl") "ensembl" else "symbol"]]
  by_gene <- transcript_medians(name)
  length <- unname(by_gene[match(ids, names(by_gene))])
  list(length = length, source = ifelse(is.na(length), "", sprintf("%s（同名）", name)))
}

#' Lengths of human genes: Ensembl's transcripts, those of the same gene where the row is called by its symbol or its Entrez number. The medians of
#' the table by symbol are of other transcripts (KRAS 5,364 bp against 3,028): with a table for each way of writing, TPM of one gene would differ
#' by the names of the file. That table serves genes only that Ensembl's does not have.
human_lengths <- function(ids, identifiers, tables) {
  ensembl <- transcript_medians(tables$ensembl)
  symbol <- transcript_medians(tables$symbol)
  length <- rep(NA_real_, length(ids))
  source <- rep("", length(ids))
  fill <- function(names, table, word) {
    new <- is.na(length) & names %in% names(table)
    length[new] <<- table[names[new]]
    source[new] <<- sprintf("%s（%s）", word, ifelse(names[new] == ids[new], "同名", names[new]))
  }
  if (identifiers == "ensembl") fill(ids, ensembl, tables$ensembl)
  entrez <- rename_genes(ids, identifiers, "entrez")$name
  if (identifiers == "symbol") for (key in c("SYMBOL", "ALIAS")) fill(first_ensembl(ncbi_symbols(ids), key, names(ensembl)), ensembl, tables$ensembl)
  fill(first_ensembl(entrez, "ENTREZID", names(ensembl)), ensembl, tables$ensembl)
  for (key in c("SYMBOL", "ALIAS")) fill(translate_genes(entrez, "ENTREZID", key, names(symbol)), symbol, tables$symbol)
  fill(ids, symbol, tables$symbol)
  list(length = length, source = source)
}

#' The Ensembl number of each name that a table has: of the gene with the lowest Entrez number, the lowest.
first_ensembl <- function(names, key, known) {
  linked <- linked_names(names, key, "ENSEMBL")
  linked <- linked[linked$ENSEMBL %in% known, , drop = FALSE]
  linked <- linked[order(as.numeric(linked$ENTREZID), linked$ENSEMBL, method = "radix"), , drop = FALSE]
  linked$ENSEMBL[match(names, linked[[key]])]
}

transcript_medians <- function(name) {
  loaded <- new.env()
  utils::data(list = name, package = "geneLenDataBase", envir = loaded)
  table <- loaded[[name]]
  medians_by_gene(as.character(table$Gene), table$Length)
}

used_lengths <- function(lengths, kept) {
  if (is.null(lengths)) return(data.frame(gene = character(), length = numeric(), source = character()))
  known <- !is.na(lengths$length)
  data.frame(gene = kept, length = lengths$length[known], source = lengths$source[known])
}

# ---- units ----

per_million <- function(values) t(t(values) / colSums(values)) * 1e6

#' Values in the new unit; genes without a length leave where one is needed. Library sizes are those of all genes.
convert_unit <- function(values, params, lengths) {
  if (!is_converted(params)) return(values)
  if (params$from == "counts" && params$to == "cpm") return(edgeR::cpm(values))
  if (params$from == "fpkm" && params$to == "tpm") return(per_million(values))
  known <- !is.na(lengths)
  kept <- values[known, , drop = FALSE]
  kilobases <- lengths[known] / 1000
  if (params$from == "counts" && params$to == "fpkm") {
    return(edgeR::rpkm(kept, gene.length = lengths[known], lib.size = colSums(values)))
  }
  reads <- if (params$from %in% c("counts", "cpm")) kept else kept * kilobases
  if (params$from == "tpm") reads <- per_million(reads)
  switch(params$to, cpm = reads, fpkm = reads / kilobases, tpm = per_million(reads / kilobases))
}

# ---- names ----

#' Rows under another way of writing; rows of one name are added, of logged values the one with the highest mean stays.
#'
#' @return `values`, `unmapped` (row names without a counterpart), `merged` for the table, `rows`: how many were merged.
convert_names <- function(values, identifiers, to, kind) {
  none <- data.frame(gene = character(), name = character(), note = character())
  if (to == "none") return(list(values = values, unmapped = character(), merged = none, rows = 0L))
  ids <- rownames(values)
  found <- rename_genes(without_version(ids), identifiers, to)
  if (all(is.na(found$name))) {
    stop_input("names_unknown", sprintf("没有一行查到%s，例如「%s」。请核对「基因的写法」", NAMES[[to]], ids[[1L]]), "id_from")
  }
  mapped <- !is.na(found$name)
  name <- found$name[mapped]
  repeated <- name %in% name[duplicated(name)]
  rows <- values[mapped, , drop = FALSE]
  note <- paste0(
    ifelse(found$several[mapped], sprintf("有多个%s，取第一个", NAMES[[to]]), ""),
    ifelse(found$several[mapped] & repeated, "；", ""),
    ifelse(repeated, if (is_logged(kind)) "多行同名，留下均值最高的" else "多行同名，相加", "")
  )
  merged <- data.frame(gene = ids[mapped], name = name, note = note)[nzchar(note), , drop = FALSE]
  list(
    values = merge_rows(rows, name, is_logged(kind)), unmapped = ids[!mapped],
    merged = data.frame(merged, row.names = NULL), rows = sum(repeated)
  )
}

merge_rows <- function(values, name, logged) {
  if (!logged) return(rowsum(values, factor(name, unique(name)), reorder = TRUE))
  highest <- order(-rowMeans(values, na.rm = TRUE), rownames(values), method = "radix")
  kept <- sort(highest[!duplicated(name[highest])])
  rows <- values[kept, , drop = FALSE]
  rownames(rows) <- name[kept]
  rows
}

# ---- what is told ----

#' Genes that left, with the share of the samples' totals that left with them.
dropped_rows <- function(values, converted, named) {
  no_length <- setdiff(rownames(values), rownames(converted))
  gone <- c(no_length, named$unmapped)
  reason <- rep(c("没有长度", "查不到名字"), c(length(no_length), length(named$unmapped)))
  # Of logged values a share of the sum says nothing.
  share <- if (all(values >= 0, na.rm = TRUE)) rowMeans(t(t(values[gone, , drop = FALSE]) / colSums(values))) else rep(NA_real_, length(gone))
  table <- data.frame(gene = gone, reason = reason, share = unname(share))
  table <- table[order(-table$share, table$gene, method = "radix"), ]
  rownames(table) <- NULL
  table
}

tell_conversion <- function(values, converted, named, lengths, dropped, kind, params, job) {
  lost <- if (nrow(dropped) > 0L && all(values >= 0, na.rm = TRUE)) max(colSums(values[dropped$gene, , drop = FALSE]) / colSums(values))
  job$facts(list(
    genes_in = nrow(values), genes = nrow(named$values), samples = ncol(values),
    from_unit = UNITS[[params$from]], from_english = if (params$from == "counts") "counts" else UNITS[[params$from]],
    to_unit = UNITS[[params$to]], converted = is_converted(params),
    by_edger = is_converted(params) && params$from == "counts" && params$to != "tpm", by_million = is_converted(params) && params$to == "tpm",
    by_length = !is.null(lengths), annotation = lengths$annotation, own_lengths = isTRUE(lengths$own), length_version = lengths$version,
    length_build = lengths$build,
    no_length = if (nrow(converted) < nrow(values)) nrow(values) - nrow(converted),
    renamed = if (params$id_to != "none") NAMES[[params$id_to]], names_given = if (params$id_from != "auto") NAMES[[params$id_from]],
    renamed_english = if (params$id_to != "none") NAMES_ENGLISH[[params$id_to]],
    names_english = if (params$id_from != "auto") NAMES_ENGLISH[[params$id_from]],
    logged_rows = params$id_to != "none" && is_logged(kind),
    unmapped = if (length(named$unmapped) > 0L) length(named$unmapped), merged_rows = if (named$rows > 0L) named$rows, lost = lost
  ))
  if (!is.null(lengths) && !lengths$own) tell_approximate(params, job)
  if (!is.null(lost) && lost > LOST_SHARE) {
    job$finding("should", "share_lost", told(
      "去掉的{{row_subject}}占样本总和最多 %.0f%%，换算后的比例会偏高。请核对物种和{{row_subject}}的写法，或上传定量时的长度表", c(
        "The {{row_subject}}s left out make up as much as %.0f%% of a sample’s sum, and shares of the others are too high:",
        "check the organism and how {{row_subject}}s are written, or bring the table of lengths that was used for quantification"
      ), 100 * lost
    ), field = if (is.null(lengths)) "id_to" else "gene_length_file_id")
  }
  if (params$to == "cpm" && is_converted(params)) job$finding("note", "no_tmm", told(
    "CPM 按总计数算，没有做 TMM 校正。要比较组成差别大的样本，请用「计数转换」的 log2 CPM",
    "CPM are of total counts, without TMM factors. Samples that differ much in composition are better compared by log2 CPM with these"
  ))
}

#' Medians over transcripts are no lengths of what was counted.
tell_approximate <- function(params, job) {
  job$finding("note", "approximate_lengths", told(c(
    "基因长度是近似的：取转录本长度的中位数，不是定量时的外显子并集。个别基因会差一倍以上，TPM、FPKM 跟着差；",
    "同一基因在样本之间的比较不受影响，要和别处的 TPM 比较时，请上传定量时的长度表"
  ), c(
    "Lengths of genes are approximate: medians of their transcripts, not the union of exons of the quantification. Some are wrong by a factor",
    "of two or more, and so are TPM and FPKM. Comparisons of one gene between samples are not affected; those with TPM from elsewhere need",
    "the table of lengths that was used for quantification"
  )), field = "gene_length_file_id")
  if (params$organism != "mmu") return(invisible())
  job$finding("should", "mouse_lengths", told(
    "小鼠的 Ensembl 号和基因名各有一份长度表，同一基因的长度可能不同。要放在一起的几份数据，请用同一种写法",
    "Ensembl ids and symbols of the mouse have a table of lengths each, which may differ for one gene: write genes in one way in data to be combined"
  ), field = "organism")
}

stage_boxes <- function(before, after, params, logged) {
  scale <- if (logged) identity else function(values) log2(values[rowSums(values) > 0, , drop = FALSE] + 1)
  stages <- if (is_converted(params)) paste0(c("换算前：", "换算后："), UNITS[c(params$from, params$to)]) else c("换名前", "换名后")
  rbind(
    cbind(stage = stages[[1L]], box_rows(scale(before))),
    cbind(stage = stages[[2L]], box_rows(scale(after)))
  )[c("sample", "stage", "low", "q1", "median", "q3", "high")]
}
