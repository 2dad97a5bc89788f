#' Tables of anything but expression: one row per sample, gene or term.

LEVELS_MAX <- 50L
PREVIEW_ROWS <- 20L

parse_table <- function(source, file_type) {
  read <- source$read(TRUE)
  findings <- source$findings
  cells <- drop_blank_edges(read$header, read$columns)
  findings <- c(findings, cells$findings)
  header <- cells$header
  columns <- cells$columns
  if (length(columns) == 0L || length(columns[[1L]]) == 0L) stop_input("header_only", "表里只有列名，没有数据。请补上数据行再上传")
  unnamed <- which(header == "")
  if (identical(unnamed, 1L)) header[[1L]] <- if (any(tolower(header) %in% SAMPLE_HEADERS)) "行名" else "sample"
  else if (length(unnamed) > 0L) stop_input("column_unnamed", sprintf("第 %d 列没有列名。请在第一行补上，再上传", unnamed[unnamed > 1L][[1L]]))
  doubled <- unique(header[duplicated(header)])
  if (length(doubled) > 0L) stop_input("columns_doubled", sprintf("有重复的列名：%s。请改成不同的名字，再上传", list_names(doubled)))
  if (file_type == "groups") {
    named <- standard_headers(header)
    header <- named$header
    findings <- c(findings, named$findings)
  }
  names(columns) <- header
  table_result(as.data.frame(columns, check.names = FALSE, stringsAsFactors = FALSE), findings)
}

table_result <- function(cells, findings) {
  list(binary = list(cells = cells), facts = list(table = table_facts(cells), findings = findings))
}

table_facts <- function(cells) {
  list(
    rows = nrow(cells),
    columns = lapply(seq_along(cells), function(i) column_facts(names(cells)[[i]], cells[[i]])),
    preview = unname(as.matrix(utils::head(cells, PREVIEW_ROWS)))
  )
}

column_facts <- function(name, cells) {
  missing <- cells %in% MISSING_TEXTS
  facts <- list(name = name, type = if (is_number_column(cells)) "number" else "text", missing = sum(missing))
  counts <- table(cells[!missing])
  if (length(counts) <= LEVELS_MAX) {
    facts$levels <- unname(Map(function(value, count) list(value = value, count = count), names(counts), as.integer(counts)))
  }
  facts
}

#' Rows and columns that hold nothing at all, as spreadsheets leave them at the edges.
drop_blank_edges <- function(header, columns) {
  findings <- list()
  blank_columns <- header == "" & vapply(columns, is_blank, logical(1))
  if (any(blank_columns)) {
    header <- header[!blank_columns]
    columns <- columns[!blank_columns]
    findings <- list(new_finding("note", "blank_columns", sprintf("有 %d 个空列，已去掉", sum(blank_columns))))
  }
  if (length(columns) == 0L) return(list(header = header, columns = columns, findings = findings, kept = integer()))
  blank_rows <- blank_cells(columns[[1L]])
  for (column in columns[-1L]) {
    if (!any(blank_rows)) break
    blank_rows <- blank_rows & blank_cells(column)
  }
  if (any(blank_rows)) {
    columns <- lapply(columns, function(column) column[!blank_rows])
    findings <- c(findings, list(new_finding("note", "blank_rows", sprintf("有 %s 个空行，已去掉", format_count(sum(blank_rows))))))
  }
  list(header = header, columns = columns, findings = findings, kept = which(!blank_rows))
}

#' Other spellings of `sample` and `group` take the names that every tool asks for.
standard_headers <- function(header) {
  findings <- list()
  for (wanted in list(list("sample", SAMPLE_HEADERS), list("group", GROUP_HEADERS))) {
    if (wanted[[1L]] %in% header) next
    found <- which(tolower(header) %in% wanted[[2L]])
    if (length(found) == 0L) next
    findings <- c(findings, list(new_finding("note", "column_renamed", sprintf("「%s」列当作 %s", header[[found[[1L]]]], wanted[[1L]]))))
    header[[found[[1L]]]] <- wanted[[1L]]
  }
  list(header = header, findings = findings)
}

#' One gene per cell, with or without a title in the first line.
parse_gene_list <- function(source) {
  read <- source$read(TRUE)
  # One line holds the list side by side; otherwise the first column is the list.
  cells <- if (length(read$columns) == 0L) read$header else c(read$header[[1L]], read$columns[[1L]])
  genes <- trimws(gsub("^\"|\"$", "", unlist(strsplit(cells, "[[:space:],;，；、|]+"))))
  genes <- genes[nzchar(genes)]
  if (length(genes) > 0L && tolower(genes[[1L]]) %in% c("gene", "genes", "symbol", "gene_symbol", "id", "基因", "基因名", "x")) genes <- genes[-1L]
  if (length(genes) == 0L) stop_input("empty_file", "文件里没有基因，请每行写一个基因名再上传")
  findings <- source$findings
  doubled <- sum(duplicated(genes))
  if (doubled > 0L) findings <- c(findings, list(new_finding("note", "genes_doubled", sprintf("有 %s 个重复的基因，已合并", format_count(doubled)))))
  mended <- mend_dates(unique(genes))
  table_result(data.frame(gene = mended$ids, stringsAsFactors = FALSE), c(findings, mended$findings))
}

#' GMT: each line a set's name, a description and its genes, tab separated.
parse_gene_sets <- function(path) {
  lines <- readLines(path, encoding = "UTF-8", warn = FALSE)
  fields <- strsplit(lines[nzchar(trimws(lines))], "\t", fixed = TRUE)
  short <- which(lengths(fields) < 3L)
  if (length(short) > 0L) stop_input("set_short", sprintf("第 %d 行没有基因。GMT 每行是：集合名、说明、基因，用制表符分开", short[[1L]]))
  names <- vapply(fields, `[[`, character(1), 1L)
  doubled <- unique(names[duplicated(names)])
  if (length(doubled) > 0L) stop_input("sets_doubled", sprintf("有重名的基因集：%s。请改成不同的名字，再上传", list_names(doubled)))
  genes <- vapply(fields, function(f) paste(unique(f[-(1:2)][nzchar(f[-(1:2)])]), collapse = " "), character(1))
  table_result(data.frame(set = names, description = vapply(fields, `[[`, character(1), 2L), genes = genes, stringsAsFactors = FALSE), list())
}
