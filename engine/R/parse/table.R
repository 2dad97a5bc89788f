#' Tables of anything but expression: one row per sample, gene or term.

LEVELS_MAX <- 50L
PREVIEW_ROWS <- 20L

parse_table <- function(source, file_type) {
  if (is_too_wide(source$header)) stop_too_wide(source$header)
  read <- with_header(source$read(TRUE))
  findings <- c(source$findings, read$findings)
  cells <- drop_blank_edges(read$header, read$columns)
  header <- cells$header
  commas <- read_table_commas(header, cells$columns)
  findings <- c(findings, cells$findings, commas$findings)
  columns <- commas$columns
  if (length(columns) == 0L || length(columns[[1L]]) == 0L) stop_input("header_only", "表里只有列名，没有数据。请补上数据行再上传")
  unnamed <- which(header == "")
  if (identical(unnamed, 1L)) header[[1L]] <- row_name_header(header, columns[[1L]])
  else if (length(unnamed) > 0L) stop_input("column_unnamed", sprintf("第 %d 列没有列名。请在第一行补上，再上传", unnamed[unnamed > 1L][[1L]]))
  doubled <- unique(header[duplicated(header)])
  if (length(doubled) > 0L) stop_input("columns_doubled", sprintf("有重复的列名：%s。请改成不同的名字，再上传", list_names(doubled)))
  if (file_type == "groups") {
    named <- standard_headers(header)
    header <- named$header
    findings <- c(findings, named$findings)
  }
  if (length(header) > SAMPLES_MAX) stop_too_wide(header)
  names(columns) <- header
  cells <- as.data.frame(columns, check.names = FALSE, stringsAsFactors = FALSE)
  described <- described_by(header, unname(as.list(utils::head(cells, HEAD_ROWS))))
  what <- if (file_type %in% c("groups", "survival")) "samples" else described$what
  column <- if (is.null(described) || !identical(described$what, what)) sample_column(header) else described$column
  if (file_type %in% c("groups", "survival") && is.na(column)) {
    findings <- c(findings, list(new_finding(
      "should", "no_samples", "表里没有样本名一列，不能和表达矩阵对应。请加一列样本名，再上传；只用这张表分析时不影响"
    )))
  }
  table_result(cells, findings, what, if (is.na(column)) NULL else header[[column]])
}

#' The title of a first column without one: row numbers as spreadsheets and R write them, the genes or terms of a result, or the samples' names.
#' A title that the table has already is given to no other column.
row_name_header <- function(header, cells) {
  lower <- tolower(header)
  if (identical(cells, as.character(seq_along(cells)))) return("行号")
  if (!holds_statistics(header)) return(if (any(lower %in% SAMPLE_HEADERS)) "行名" else "sample")
  if (any(lower %in% c("gene", "genes", "symbol", "名称", GENE_ID_HEADERS))) return("行名")
  genes <- gene_certainty(cells) > 0L || identifier_kind(cells) %in% c("ensembl", "probe", "entrez")
  if (genes) "gene" else "名称"
}

#' Place of the column with the samples' names by its header, or NA.
sample_column <- function(header) match(TRUE, tolower(header) %in% SAMPLE_HEADERS)

#' Where the first line is data already, every column gets a name instead.
with_header <- function(read) {
  read$findings <- list()
  if (length(read$columns) == 0L) return(read)
  single <- length(read$columns) == 1L && !nzchar(read$header[[1L]])
  # A text without separators comes as it is, with its title, where it has one, in front.
  if (single && !grepl(NUMBER, read$columns[[1L]][[1L]], perl = TRUE) && is_number_column(read$columns[[1L]][-1L])) {
    return(list(header = trimmed(read$columns[[1L]][[1L]]), columns = list(read$columns[[1L]][-1L]), findings = list()))
  }
  if (!single && !is_data_row(read$header, read$columns)) return(read)
  if (!single) read$columns <- Map(c, read$header, unname(read$columns), USE.NAMES = FALSE)
  read$header <- if (single) "值" else paste0("列", seq_along(read$columns))
  read$findings <- list(new_finding(
    "should", "no_header", sprintf("第一行是数据，不是列名，已补上列名：%s。如果不对，请在第一行加上列名再上传", list_names(read$header))
  ))
  read
}

#' Is the header of the same kind as what stands below it: numbers above numbers, a probe above probes?
is_data_row <- function(header, columns) {
  if (any(!nzchar(header))) return(FALSE)
  above <- grepl(NUMBER, header, perl = TRUE)
  numbers <- vapply(columns, is_number_column, logical(1))
  # Samples may be called 1, 2, 3; years may stand in a header. A name and its value have no such title.
  if (all(above) && all(numbers)) return(any(diff(as.numeric(header)) != 1) || length(header) == 1L)
  if (length(header) == 2L && above[[2L]] && !above[[1L]]) return(!is_name_header(header[[1L]]) && !tolower(header[[1L]]) %in% SAMPLE_HEADERS)
  any(vapply(seq_along(columns), function(i) {
    cells <- columns[[i]]
    identifier_kind(cells) %in% c("ensembl", "probe") && identifier_kind(header[[i]]) == identifier_kind(cells)
  }, logical(1)))
}

#' @param what The rows' subject: samples, genes or NULL. @param column Name of the column that names them, or NULL.
table_result <- function(cells, findings, what = NULL, column = NULL) {
  list(binary = list(cells = cells), facts = list(table = table_facts(cells, what, column), findings = findings))
}

table_facts <- function(cells, what, column) {
  list(
    rows = nrow(cells), describes = what, nameColumn = column,
    columns = lapply(seq_along(cells), function(i) column_facts(names(cells)[[i]], cells[[i]])),
    preview = unname(as.matrix(utils::head(cells, PREVIEW_ROWS)))
  )
}

column_facts <- function(name, cells) {
  missing <- cells %in% MISSING_CELLS
  facts <- list(name = name, type = if (is_number_column(cells)) "number" else "text", missing = sum(missing))
  counts <- table(cells[!missing])
  if (length(counts) <= LEVELS_MAX) {
    # A list for each took a second for the levels of 129 columns.
    facts$levels <- data.frame(value = names(counts), count = as.integer(counts))
  }
  facts
}

#' Rows and columns that hold nothing at all, as spreadsheets leave them at the edges.
drop_blank_edges <- function(header, columns) {
  findings <- list()
  unnamed <- which(header == "")
  blank_columns <- unnamed[vapply(columns[unnamed], is_blank, logical(1))]
  if (length(blank_columns) > 0L) {
    header <- header[-blank_columns]
    columns <- columns[-blank_columns]
    findings <- list(new_finding("note", "blank_columns", sprintf("有 %d 个空列，已去掉", length(blank_columns))))
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

#' Titles of columns of genes, without what stands between their words.
LIST_HEADERS <- c(
  "gene", "genes", "symbol", "symbols", "genesymbol", "hgncsymbol", "hugosymbol", "genename", "genenames", "externalgenename", "geneid",
  "ensemblgeneid", "ensemblid", "entrezid", "feature", "features", "names", "id", "x", "基因", "基因名", "基因名称", "基因符号"
)
is_list_header <- function(header) gsub("[ ._-]", "", tolower(header)) %in% LIST_HEADERS

#' The column of a table that lists genes: by its title, by its cells, else the first that does not number the rows.
list_column <- function(read) {
  headed <- which(is_list_header(read$header))
  if (length(headed) > 0L) return(headed[[1L]])
  genes <- which(vapply(read$columns, gene_certainty, integer(1)) == 2L)
  if (length(genes) > 0L) return(genes[[1L]])
  which(!vapply(read$columns, function(cells) identical(cells, as.character(seq_along(cells))), logical(1)))[[1L]]
}

#' Which of several columns the list was taken from, and that a whole result is no list of what is significant.
list_findings <- function(read, at, genes) {
  if (length(read$columns) < 2L) return(list())
  name <- if (nzchar(read$header[[at]])) sprintf("「%s」列", read$header[[at]]) else sprintf("第 %d 列", at)
  findings <- list(new_finding("note", "list_column", sprintf("文件有 %d 列，名单取自%s", length(read$columns), name)))
  if (!holds_statistics(read$header)) return(findings)
  c(findings, list(new_finding(
    "should", "list_of_result", sprintf("这像是一张结果表：名单取了其中全部 %s 个基因，不只是显著的", format_count(genes)),
    detail = "只要显著的基因时，请先在表里筛出来再上传，或在表单里直接选一次差异分析的结果"
  )))
}

#' One gene per cell, with or without a title in the first line.
parse_gene_list <- function(source) {
  # Genes side by side in one line are a list as well.
  if (is_too_wide(source$header) && length(source$head$columns) > 0L && length(source$head$columns[[1L]]) > 0L) stop_too_wide(source$header)
  read <- source$read(TRUE)
  # One line holds the list side by side; otherwise a column is the list.
  several <- length(read$columns) > 1L
  at <- if (several) list_column(read) else 1L
  cells <- if (length(read$columns) == 0L) read$header else c(read$header[[at]], read$columns[[at]])
  # Words above one of several columns are a title; no gene is written so.
  if (several && grepl("^[a-z][a-z _.]*$|[^ -~]", read$header[[at]])) cells <- cells[-1L]
  cells <- split_compound(cells)$ids
  genes <- trimmed(gsub("^\"|\"$", "", unlist(strsplit(cells, "[[:space:],;，；、|]+"))))
  genes <- genes[nzchar(genes)]
  if (length(genes) > 0L && is_list_header(genes[[1L]])) genes <- genes[-1L]
  if (length(genes) == 0L) stop_input("empty_file", "文件里没有基因，请每行写一个基因名再上传")
  if (mean(!grepl("^[ -~]+$", genes)) > 0.5) {
    stop_input("not_genes", sprintf("文件里不像是基因名，如「%s」。请每行写一个基因名或编号，再上传", substr(genes[[1L]], 1L, 20L)))
  }
  findings <- c(source$findings, list_findings(read, at, length(unique(genes))))
  doubled <- sum(duplicated(genes))
  if (doubled > 0L) findings <- c(findings, list(new_finding("note", "genes_doubled", sprintf("有 %s 个重复的基因，已合并", format_count(doubled)))))
  genes <- unique(genes)
  mended <- mend_dates(genes)
  table_result(data.frame(gene = mended$ids, stringsAsFactors = FALSE), c(findings, mended$findings), "genes", "gene")
}

#' GMT: each line a set's name, a description and its genes, tab separated.
parse_gene_sets <- function(path) {
  lines <- readLines(path, encoding = "UTF-8", warn = FALSE)
  fields <- strsplit(lines[nzchar(trimmed(lines))], "\t", fixed = TRUE)
  short <- which(lengths(fields) < 3L)
  if (length(short) > 0L) stop_input("set_short", sprintf("第 %d 行没有基因。GMT 每行是：集合名、说明、基因，用制表符分开", short[[1L]]))
  names <- vapply(fields, `[[`, character(1), 1L)
  doubled <- unique(names[duplicated(names)])
  if (length(doubled) > 0L) stop_input("sets_doubled", sprintf("有重名的基因集：%s。请改成不同的名字，再上传", list_names(doubled)))
  genes <- vapply(fields, function(f) paste(unique(f[-(1:2)][nzchar(f[-(1:2)])]), collapse = " "), character(1))
  table_result(data.frame(set = names, description = vapply(fields, `[[`, character(1), 2L), genes = genes, stringsAsFactors = FALSE), list())
}

#' Sets side by side: a column each, its name in the first line.
parse_set_columns <- function(source) {
  if (is_too_wide(source$header)) stop_too_wide(source$header)
  read <- source$read(TRUE)
  doubled <- unique(read$header[duplicated(read$header)])
  if (length(doubled) > 0L) stop_input("sets_doubled", sprintf("有重名的基因集：%s。请改成不同的名字，再上传", list_names(doubled)))
  genes <- vapply(read$columns, function(cells) paste(unique(cells[!cells %in% MISSING_CELLS]), collapse = " "), character(1))
  if (any(!nzchar(genes))) stop_input("set_empty", sprintf("「%s」列没有基因。请补上或删去这一列，再上传", read$header[!nzchar(genes)][[1L]]))
  finding <- new_finding("note", "set_columns", sprintf("每列读作一个基因集，共 %d 个", length(genes)))
  table_result(data.frame(set = read$header, description = "", genes = genes, stringsAsFactors = FALSE), c(source$findings, list(finding)))
}
