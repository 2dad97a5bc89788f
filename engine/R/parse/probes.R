# Probes of microarrays and the genes that an annotation gives them.

BLANK_GENES <- c("", "-", "--", "---", "NA", "N/A", "NULL", "null", "nan")
#' Between the genes of one cell, as GEO and makers of arrays write them; symbols hold none of these. Looked for where a run of blanks begins.
BETWEEN_GENES <- "(?<!\\s)\\s*+(///|//|[;,|])\\s*"

#' Probes and genes of an annotation: one row for each gene of a probe.
#'
#' @param table The annotation as read. @param probe_column,symbol_column Names of its columns.
#' @return Data frame `probe`, `gene`; a probe without a gene has one row with "".
annotation_pairs <- function(table, probe_column, symbol_column) {
  probe <- trimmed(plain_texts(table[[probe_column]]))
  cells <- trimmed(plain_texts(table[[symbol_column]]))
  # "NM_000546 // TP53 // tumor protein p53 // … /// …": the second part of each entry is the symbol.
  if (isTRUE(mean(grepl(" // ", cells[!cells %in% BLANK_GENES], fixed = TRUE)) > 0.5)) {
    entries <- strsplit(cells, "\\s*///\\s*")
    cells <- vapply(entries, function(entry) {
      paste(vapply(strsplit(entry, " // ", fixed = TRUE), function(part) if (length(part) > 1L) part[[2L]] else "", character(1)), collapse = ";")
    }, character(1))
  }
  genes <- strsplit(cells, BETWEEN_GENES, perl = TRUE)
  genes[lengths(genes) == 0L] <- ""
  pairs <- data.frame(probe = rep(probe, lengths(genes)), gene = trimmed(unlist(genes)))
  pairs$gene[pairs$gene %in% BLANK_GENES] <- ""
  unique(pairs)
}

#' Offers genes for the probes of a platform that the file names, or that its probes tell.
probes_finding <- function(ids, identifiers, platform) {
  if (identifiers != "probe") return(NULL)
  fix <- if (!is.null(platform)) list(label = "换成基因名", file = "probes_to_genes")
  detail <- if (is.null(platform)) {
    "看不出是哪个平台的芯片。要用基因名，请用「芯片标准化与注释」，选平台或上传注释表"
  } else {
    sprintf("按 %s 的注释换成基因名；没有基因或对应多个基因的探针会去掉，一个基因有多个探针的，留各样本平均值最高的那个", platform)
  }
  new_finding("should", "probes", sprintf("行名是探针号（如 %s），不是基因名", ids[[1L]]), detail = detail, fix = fix)
}

#' A table of probes as one of genes: a row for each gene, as it stands in the file. Of several probes of a gene the one with the highest mean over
#' the samples stays, of equal ones the first by name; probes without a gene, and with more than one, go.
#'
#' @param read `list(header, columns)` of texts. @param column The one with the probes.
#' @param annotation `list(path, label)`: a table with the columns `probe` and `symbol`. @return `list(header, columns, findings)`.
named_by_genes <- function(read, column, annotation) {
  probes <- trimmed(read$columns[[column]])
  pairs <- annotation_pairs(read_text_table(annotation$path), "probe", "symbol")
  known <- probes %in% pairs$probe
  if (!any(known)) {
    stop_input("probes_absent", sprintf(
      "探针在 %s 的注释里一个也没有：文件里如 %s，注释里如 %s。请核对平台", annotation$label, list_names(probes), list_names(pairs$probe)
    ))
  }
  chosen <- representative_probes(probes, row_means(read, column), pairs)
  kept <- chosen$rows
  if (length(kept) == 0L) stop_input("no_genes", sprintf("探针在 %s 的注释里都没有唯一的基因", annotation$label))
  columns <- lapply(read$columns, function(cells) cells[kept])
  columns[[column]] <- chosen$gene
  lost <- c(absent = sum(!known), geneless = sum(known & chosen$count == 0L), ambiguous = sum(chosen$count > 1L))
  lost <- c(lost, merged = length(probes) - sum(lost) - length(kept))
  list(header = read$header, columns = columns, findings = list(converted_finding(annotation, length(probes), length(kept), lost)))
}

#' The probe that stands for each gene: of those with this one gene the one with the highest mean, of equal ones the first by name.
#'
#' @param probes Names. @param means One for each, -Inf where there is none. @param pairs See `annotation_pairs`.
#' @return `rows` of the chosen ones in their order, the `gene` of each, and of every probe the `count` of its genes.
representative_probes <- function(probes, means, pairs) {
  pairs <- pairs[pairs$probe %in% probes & nzchar(pairs$gene), , drop = FALSE]
  count <- tabulate(match(pairs$probe, probes), length(probes))[match(probes, probes)]
  gene <- ifelse(count == 1L, pairs$gene[match(probes, pairs$probe)], NA_character_)
  ranked <- order(gene, -means, probes, method = "radix", na.last = NA)
  rows <- sort(ranked[!duplicated(gene[ranked])])
  list(rows = rows, gene = gene[rows], count = count)
}

#' Means of rows over the samples, -Inf for a row without any number. @param column The one with the names.
row_means <- function(read, column) {
  others <- seq_along(read$columns)[-seq_len(column)]
  columns <- number_columns(read$columns[others])
  samples <- setdiff(seq_along(others), describing_columns(read$header[others], columns, read$columns[[column]])$clear)
  rows <- length(read$columns[[column]])
  numbers <- vapply(columns[samples], function(cells) suppressWarnings(as.numeric(cells)), numeric(rows))
  means <- rowMeans(matrix(numbers, rows), na.rm = TRUE)
  ifelse(is.finite(means), means, -Inf)
}

converted_finding <- function(annotation, probes, genes, lost) {
  words <- c(
    absent = "%s 个注释里没有", geneless = "%s 个没有对应的基因", ambiguous = "%s 个对应多个基因",
    merged = "%s 个让给了同一基因中平均值更高的探针"
  )
  shown <- names(lost)[lost > 0L]
  new_finding(
    "note", "probes_converted", sprintf("%s 个探针换成了 %s 个基因，按 %s 的注释", format_count(probes), format_count(genes), annotation$label),
    detail = if (length(shown) > 0L) paste0("去掉的探针：", paste(sprintf(words[shown], format_count(lost[shown])), collapse = "，"))
  )
}
