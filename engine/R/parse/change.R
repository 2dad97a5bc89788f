#' Changes of a table before it is read: each makes the text of a new version.

#' @param change `list(fix, names, annotation)`; `names` of `match_samples` is a list of `list(from, to)`, `annotation` of `probes_to_genes` see
#'   `named_by_genes`.
#' @return `list(path, findings)`.
write_changed <- function(source, change, path) {
  if (source$kind == "series" && change$fix %in% SAMPLE_FIXES) {
    stop_input("series_fixed", "GEO 文件的样本说明按样本名对应，样本名不能直接修改。请下载后另存为表格，再上传")
  }
  table <- change_table(source, change)
  data.table::fwrite(table$columns, path, sep = "\t", quote = "auto", na = "", col.names = FALSE, eol = "\n")
  # The header by itself: two columns may have the same name, and stay apart.
  header <- vapply(table$header, function(name) if (grepl("[\t\"\n]", name)) paste0("\"", gsub("\"", "\"\"", name), "\"") else name, character(1))
  # What a file of GEO tells of its samples stays around the table.
  prepend_lines(c(source$around$before, paste(header, collapse = "\t")), path)
  if (!is.null(source$around)) cat(source$around$after, "\n", sep = "", file = path, append = TRUE)
  list(path = path, findings = table$findings)
}

#' Fixes that make log2 of other logarithms, and what they multiply with.
TO_LOG2 <- c(to_log2 = log2(10), ln_to_log2 = log2(exp(1)))

#' Fixes of sample names and of the table's shape.
SAMPLE_FIXES <- c("turn", "match_samples")

prepend_lines <- function(lines, path) {
  body <- paste0(path, ".body")
  file.rename(path, body)
  writeLines(enc2utf8(lines), path, useBytes = TRUE)
  file.append(path, body)
  unlink(body)
}

#' `list(header, columns, findings)`: texts as they stand in the file, so that no number is rounded.
change_table <- function(source, change) {
  if (change$fix == "merge_duplicates") return(merged_table(source))
  if (change$fix %in% names(TO_LOG2)) return(merged_table(source, TO_LOG2[[change$fix]]))
  read <- source$read(TRUE)
  if (change$fix == "turn") return(turn_table(read))
  names <- if (change$fix == "match_samples") NULL else name_column(read)
  read$findings <- list()
  switch(change$fix,
    strip_versions = read$columns[[names]] <- strip_versions(read$columns[[names]])$ids,
    restore_dates = read$columns[[names]] <- restored(read$columns[[names]]),
    to_symbols = return(named_by_symbols(read, names)),
    probes_to_genes = return(named_by_genes(read, names, change$annotation)),
    match_samples = return(rename_samples(read, change$names)),
    commas_decimal = read$columns <- lapply(read$columns, without_commas, "decimal"),
    commas_thousands = read$columns <- lapply(read$columns, without_commas, "thousands"),
    round_counts = return(rounded_table(read, names)),
    drop_columns = return(without_doubtful(read)),
    stop_contract("no such fix: ", change$fix)
  )
  read
}

#' The column with the genes' names: the first one that is not a spreadsheet's row numbers.
name_column <- function(read) {
  numbered <- read$header[[1L]] %in% c("", "X", "V1", "...1", "序号") && identical(read$columns[[1L]], as.character(seq_along(read$columns[[1L]])))
  if (numbered && length(read$columns) > 1L) 2L else 1L
}

#' Only names that one gene is possible for change.
restored <- function(ids) {
  mended <- mend_dates(ids)$ids
  same <- sub(" #\\d+$", "", mended)
  ifelse(same == ids, ids, mended)
}

#' Names that a finding lists; all stand in the file.
RENAMED_SHOWN <- 50L

#' Numbers of genes become their names; what has none stays. That and where there were several is told.
named_by_symbols <- function(read, column) {
  ids <- strip_versions(read$columns[[column]])$ids
  identifiers <- identifier_kind(ids)
  found <- if (identifiers %in% names(GENE_NUMBERS)) rename_genes(ids, identifiers, "symbol")
  unknown <- is.na(found$name)
  if (is.null(found) || all(unknown)) {
    stop_input("symbols_unknown", sprintf("行名里没有查得到基因名的编号，例如「%s」。只认得人的 Ensembl 和 Entrez 编号", ids[[1L]]))
  }
  read$columns[[column]] <- ifelse(unknown, read$columns[[column]], found$name)
  if (!"gene" %in% read$header) read$header[[column]] <- "gene"
  read$findings <- list()
  tell <- function(rows, code, sentence, shown) {
    if (!any(rows)) return(invisible())
    message <- sprintf(sentence, format_count(sum(rows)), GENE_NUMBERS[[identifiers]])
    read$findings[[length(read$findings) + 1L]] <<- new_finding("note", code, message, detail = list_names(shown[rows], RENAMED_SHOWN))
  }
  tell(unknown, "symbols_unknown", "有 %s 个 %s 编号查不到基因名，留着不变", ids)
  tell(found$several, "symbols_several", "有 %s 个 %s 编号对应几个基因名，取了 Entrez 编号最小的一个", paste(ids, "→", found$name))
  read
}

#' Rows become columns. Columns of words, which no matrix of genes has, are left out and named.
turn_table <- function(read) {
  names <- name_column(read)
  others <- setdiff(seq_along(read$columns), seq_len(names))
  numeric <- vapply(read$columns[others], mostly_numbers, logical(1))
  left_out <- others[!numeric]
  kept <- others[numeric]
  if (length(kept) == 0L) stop_input("no_numbers", "除第一列外没有数字列，转置后不是表达矩阵。请检查是不是选错了文件")
  if (length(read$columns[[names]]) > 5000L) stop_input("too_wide", "表里有 5,000 行以上，转置后样本太多。请确认第一列是样本名")
  cells <- do.call(rbind, read$columns[kept])
  findings <- if (length(left_out) == 0L) list() else list(new_finding(
    "note", "turned_left_out", sprintf("转置时去掉了 %d 个不是数字的列：%s", length(left_out), list_names(read$header[left_out]))
  ))
  columns <- c(list(read$header[kept]), lapply(seq_len(ncol(cells)), function(j) cells[, j]))
  list(header = c("gene", read$columns[[names]]), columns = unname(columns), findings = findings)
}

#' The matrix as it is read, one row per gene, its values times a factor.
merged_table <- function(source, factor = 1) {
  binary <- parse_matrix(source)$binary
  columns <- c(list(rownames(binary$values)), lapply(seq_len(ncol(binary$values)), function(j) binary$values[, j] * factor))
  list(header = c("gene", colnames(binary$values)), columns = unname(columns), findings = list())
}

#' Samples stand in the header of a matrix, in one column of a table.
rename_samples <- function(read, names) {
  from <- vapply(names, function(pair) pair$from, character(1))
  to <- vapply(names, function(pair) pair$to, character(1))
  renamed <- function(texts) ifelse(texts %in% from, to[match(texts, from)], texts)
  if (any(read$header %in% from)) read$header <- renamed(read$header)
  else for (i in seq_along(read$columns)) {
    if (!any(read$columns[[i]] %in% from)) next
    read$columns[[i]] <- renamed(read$columns[[i]])
    break
  }
  read$findings <- list()
  read
}

#' The table without the columns of which the reader doubts that they are samples.
without_doubtful <- function(read) {
  doubtful <- split_columns(read$header, number_columns(read$columns))$doubtful
  if (length(doubtful) == 0L) stop_input("columns_clear", "没有要去掉的列。请刷新文件再看检查结果")
  list(header = read$header[-doubtful], columns = read$columns[-doubtful], findings = list(new_finding(
    "note", "columns_dropped", sprintf("已去掉 %d 列：%s", length(doubtful), list_names(read$header[doubtful]))
  )))
}

#' Values as whole numbers, as R rounds them: halves to the even one.
rounded_table <- function(read, names) {
  others <- setdiff(seq_along(read$columns), seq_len(names))
  numbers <- others[vapply(read$columns[others], is_number_column, logical(1))]
  read$columns[numbers] <- lapply(read$columns[numbers], function(cells) {
    ifelse(cells %in% MISSING_CELLS, "", format(round(suppressWarnings(as.numeric(cells))), scientific = FALSE, trim = TRUE))
  })
  read$findings <- list(new_finding("note", "rounded", "数值已四舍五入成整数"))
  read
}
