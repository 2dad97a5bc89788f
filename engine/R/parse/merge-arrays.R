#' Matrices of the same samples on several arrays, as one matrix of genes: the first array's genes, and of each further one those that none before it
#' has. A gene's values come from one array, as they stand in its file: probes of two arrays measure a gene on scales of their own, so that a mean of
#' both would be neither's. Nothing is brought to a common scale: a comparison of samples looks at one gene at a time, whose values have one scale.

#' Genes that tell whose partner a sample is, at most and at least: of those above the median on both arrays the ones that vary most. What is hardly
#' expressed is noise, of which each array has its own.
PARTNER_GENES <- c(least = 50L, most = 200L)
#' With fewer samples these do not tell it.
PARTNER_SAMPLES <- 4L
#' A sample is another's partner where its correlation with that one is higher by this than with its own. Normal tissues of two persons are often
#' about as alike: of GSE781 (17 samples, GPL96 and GPL97, all matched by title) one lies 0.09 on the wrong side.
PARTNER_MARGIN <- 0.2
#' By this the levels of genes that two arrays both measure differ enough to be said as something to mind, log2.
LEVEL_GAP <- 0.5

#' Writes the matrix as text, below the first array's lines of GEO.
#'
#' @param arrays List of `list(path, name, separator, format, platform, annotation, label, samples)`; `annotation` is the path of a table with the
#'   columns `probe` and `symbol`, NULL where rows are named by genes; `samples` of each part are the same ones in the same order.
#' @param differing Columns in which the arrays say different things of a sample: `list(column, samples)` each.
#' @return `list(path, findings)`.
write_merged <- function(arrays, differing, logged, folder) {
  parts <- lapply(arrays, read_array, folder)
  first <- parts[[1L]]
  keys <- lapply(parts, function(part) current_genes(part$genes))
  taken <- list(seq_along(keys[[1L]]))
  for (k in seq_along(parts)[-1L]) taken[[k]] <- which(!keys[[k]] %in% unlist(keys[seq_len(k - 1L)]))
  genes <- unlist(Map(function(part, rows) part$genes[rows], parts, taken))
  origin <- rep(vapply(parts, `[[`, "", "platform"), lengths(taken))
  values <- lapply(seq_along(first$columns), function(j) unlist(Map(function(part, rows) part$columns[[j]][rows], parts, taken)))
  path <- file.path(folder, "changed.tsv")
  data.table::fwrite(c(list(genes, origin), values), path, sep = "\t", quote = "auto", na = "", col.names = FALSE, eol = "\n")
  header <- paste(c("gene", "array", first$samples), collapse = "\t")
  prepend_lines(c(with_partners(first$around$before, parts), header), path)
  if (!is.null(first$around)) cat(first$around$after, "\n", sep = "", file = path, append = TRUE)
  told <- list(merged_finding(parts, taken), differing_finding(differing))
  compared <- lapply(seq_along(parts)[-1L], function(k) compare_arrays(first, parts[[k]], keys[[1L]], keys[[k]], logged))
  list(path = path, findings = c(Filter(Negate(is.null), told), unlist(compared, recursive = FALSE)))
}

#' @return `list(name, platform, genes, samples, columns, around, findings)`: one row a gene, texts as they stand in the file.
read_array <- function(part, folder) {
  source <- open_source(file.path(folder, part$path), part)
  read <- source$read(TRUE)
  column <- name_column(read)
  named <- if (is.null(part$annotation)) one_row_a_gene(read, column) else {
    named_by_genes(read, column, list(path = file.path(folder, part$annotation), label = part$label))
  }
  places <- match(unlist(part$samples), named$header)
  if (anyNA(places)) stop_contract("a sample is not in its array's file")
  list(
    name = part$name, platform = part$platform, genes = named$columns[[column]], samples = unlist(part$samples),
    columns = named$columns[places], around = source$around, findings = named$findings
  )
}

#' Rows that are named by genes already; of several of one gene the one with the highest mean.
one_row_a_gene <- function(read, column) {
  genes <- trimmed(read$columns[[column]])
  pairs <- data.frame(probe = unique(genes), gene = unique(genes))
  kept <- representative_probes(genes, row_means(read, column), pairs[!pairs$gene %in% BLANK_GENES, ])$rows
  columns <- lapply(read$columns, function(cells) cells[kept])
  columns[[column]] <- genes[kept]
  list(header = read$header, columns = columns, findings = list())
}

#' By which name a gene is known today, so that two annotations of different years mean one gene: its symbol, that of which it is the only alias, else
#' as it is written. For comparisons alone. Source: org.Hs.eg.db.
current_genes <- function(names) {
  upper <- toupper(names)
  symbol <- unname(symbol_keys("symbol")[upper])
  senses <- attr(symbol_keys("alias"), "pairs")
  senses <- senses[senses$synonym %in% upper[is.na(symbol)], ]
  senses <- senses[!senses$synonym %in% senses$synonym[duplicated(senses$synonym)], ]
  alias <- senses$name[match(upper, senses$synonym)]
  ifelse(!is.na(symbol), symbol, ifelse(!is.na(alias), alias, upper))
}

#' The lines in front of the first array's table, with a line that says which sample of each other array is whose.
with_partners <- function(lines, parts) {
  accessions <- if (is.null(lines)) list() else series_lines(lines, "Sample_geo_accession")
  if (length(accessions) == 0L) return(lines)
  place <- match(accessions[[1L]], parts[[1L]]$samples)
  rows <- vapply(parts[-1L], function(part) {
    cells <- ifelse(is.na(place), "", sprintf("%s sample: %s", part$platform, part$samples[place]))
    paste(c("!Sample_characteristics_ch1", sprintf("\"%s\"", cells)), collapse = "\t")
  }, "")
  c(lines[-length(lines)], rows, lines[length(lines)])
}

merged_finding <- function(parts, taken) {
  counts <- sprintf("%s 个来自 %s", format_count(lengths(taken)), vapply(parts, `[[`, "", "platform"))
  both <- sum(lengths(lapply(parts, `[[`, "genes"))) - sum(lengths(taken))
  new_finding(
    "note", "arrays_merged",
    sprintf("由 %s 个芯片按基因合并成：%s 个基因，其中 %s", length(parts), format_count(sum(lengths(taken))), paste(counts, collapse = "，")),
    detail = paste0(
      sprintf("几个芯片都有的 %s 个基因只取排在前面的芯片，不跨芯片平均；每个基因来自哪个芯片，写在文件的 array 列。", format_count(both)),
      paste(unlist(lapply(parts, function(part) {
        vapply(part$findings, function(one) paste(c(one$message, one$detail), collapse = "。"), "")
      })), collapse = "。")
    )
  )
}

differing_finding <- function(differing) {
  if (length(differing) == 0L) return(NULL)
  told <- vapply(differing, function(one) sprintf("「%s」：%s", one$column, list_names(unlist(one$samples))), "")
  new_finding(
    "should", "arrays_differ", sprintf("有 %s 列样本信息，同一个样本在两个芯片上写得不一样。请核对样本有没有对错", length(differing)),
    detail = paste(told, collapse = "；")
  )
}

#' What the genes that two arrays both measure say: how far their levels lie apart, and whether each sample is most like its own partner.
#'
#' @return List of findings.
compare_arrays <- function(first, other, own_keys, other_keys, logged) {
  place <- match(other_keys, own_keys)
  common <- which(!is.na(place))
  if (length(common) == 0L) return(list())
  a <- array_logs(first, place[common], logged)
  b <- array_logs(other, common, logged)
  c(list(level_finding(first, other, a, b)), partner_finding(first, other, a, b))
}

#' @return Numeric matrix, genes × samples, log2.
array_logs <- function(part, rows, logged) {
  values <- vapply(part$columns, function(cells) suppressWarnings(as.numeric(cells[rows])), numeric(length(rows)))
  values <- matrix(values, length(rows))
  if (logged) values else log2(pmax(values, 0) + 1)
}

level_finding <- function(first, other, a, b) {
  gap <- stats::median(rowMeans(a, na.rm = TRUE) - rowMeans(b, na.rm = TRUE), na.rm = TRUE)
  if (!is.finite(gap)) return(NULL)
  new_finding(
    if (abs(gap) >= LEVEL_GAP) "should" else "note", "arrays_levels",
    sprintf(
      "两个芯片都有的 %s 个基因，数值在 %s 上比 %s 上%s %.2f（log2，中位数）", format_count(nrow(a)), first$platform, other$platform,
      if (gap >= 0) "高" else "低", abs(gap)
    ),
    detail = "数值没有拉平：同一基因在样本之间的比较（差异分析、生存）不受影响；比较不同基因的高低时（不按行标准化的热图、ssGSEA、去卷积、签名打分），来自两个芯片的基因不在同一尺度上"
  )
}

#' Samples that are clearly more like another's partner than their own.
#'
#' @return A list of one finding or none.
partner_finding <- function(first, other, a, b) {
  telling <- telling_rows(a, b)
  if (length(telling) < PARTNER_GENES[["least"]] || ncol(a) < PARTNER_SAMPLES) return(list())
  a <- a[telling, , drop = FALSE]
  b <- b[telling, , drop = FALSE]
  alike <- suppressWarnings(stats::cor(a - rowMeans(a), b - rowMeans(b)))
  if (anyNA(alike)) return(list())
  others <- alike
  diag(others) <- -Inf
  best <- max.col(others, ties.method = "first")
  nearest <- others[cbind(seq_along(best), best)]
  strange <- which(nearest - diag(alike) > PARTNER_MARGIN)
  genes <- sprintf("按两个芯片都有、表达高、变化大的 %s 个基因", format_count(length(telling)))
  if (length(strange) == 0L) {
    return(list(new_finding(
      "passed", "arrays_partners", sprintf("%s，没有样本明显更像别人在 %s 上的那份", genes, other$platform),
      detail = sprintf("与自己的相关 %.2f–%.2f；同一组里两个人的样本对调，不一定看得出来", min(diag(alike)), max(diag(alike)))
    )))
  }
  pairs <- sprintf("%s 更像 %s（相关 %.2f，与自己 %.2f）", first$samples[strange], other$samples[best[strange]], nearest[strange], diag(alike)[strange])
  list(new_finding(
    "should", "arrays_partners_doubtful",
    sprintf("%s，%s 个样本里有 %s 个明显更像别人在 %s 上的那份。请核对它们是不是同一个样本", genes, ncol(a), length(strange), other$platform),
    detail = paste(utils::head(pairs, 10L), collapse = "；")
  ))
}

#' Rows without gaps that are above the median of both matrices, the most varying ones of them.
telling_rows <- function(a, b) {
  whole <- which(stats::complete.cases(a) & stats::complete.cases(b))
  high <- function(values) rowMeans(values[whole, , drop = FALSE]) >= stats::median(rowMeans(values[whole, , drop = FALSE]))
  whole <- whole[high(a) & high(b)]
  spread <- pmin(matrixStats::rowSds(a, rows = whole), matrixStats::rowSds(b, rows = whole))
  sort(utils::head(whole[order(-spread, method = "radix")], PARTNER_GENES[["most"]]))
}
