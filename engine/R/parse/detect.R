#' What kind of file is it? Told from the header and the first rows.

SAMPLE_HEADERS <- c(
  "sample", "samples", "sample_id", "sampleid", "sample_name", "samplename", "样本", "样本名", "样本编号", "样品", "barcode", "geo_accession"
)
GROUP_HEADERS <- c("group", "groups", "condition", "分组", "组别", "组", "class")
TIME_HEADERS <- c(
  "os.time", "os_time", "futime", "time", "days", "week", "weeks", "month", "months", "survival_time", "pfi.time", "dss.time", "rfs.time",
  "days_to_death", "生存时间", "随访时间"
)
STATUS_HEADERS <- c(
  "os", "status", "event", "fustat", "os_status", "vital_status", "pfi", "dss", "rfs", "arrest", "death", "dead", "censor", "结局", "生存状态"
)
#' @param name The file's name: of a bare column of whole numbers it tells most.
guess_file_type <- function(source, name) {
  if (source$kind == "series") return("expression")
  header <- tolower(source$head$header)
  columns <- source$head$columns
  if (length(columns) <= 1L) return(guess_single_column(source$head, name))
  if (is_too_wide(header)) {
    if (gene_certainty(source$head$header[-1L]) < 2L) stop_too_wide(header)
    return("expression")
  }
  if (any(header %in% TIME_HEADERS) && any(header %in% STATUS_HEADERS)) return("survival")
  # R writes row names, which are the samples here, without a header.
  if (any(header %in% SAMPLE_HEADERS | header == "") && any(header %in% GROUP_HEADERS)) return("groups")
  if (holds_statistics(source$head$header)) return("table")
  if (is_matrix(source$head$header, columns)) return("expression")
  if (are_set_columns(header, columns)) return("gene_sets")
  if (is.null(described_by(header, columns))) "table" else "annotation"
}

#' One gene per line, or numbers.
guess_single_column <- function(head, name) {
  words <- c(head$header, if (length(head$columns) > 0L) head$columns[[1L]])
  words <- words[nzchar(words)]
  if (length(words) > 1L && mean(grepl("\\S\\s+\\S", words[-1L])) > 0.5) {
    stop_input("not_a_table", "这个文件不像表格：看不出各列是怎么分开的。请从原来的软件导出用制表符或逗号分隔的 txt 或 csv，再上传")
  }
  numbers <- suppressWarnings(as.numeric(words))
  # A title may stand above them.
  if (anyNA(numbers[-1L])) return("gene_list")
  numbers <- numbers[!is.na(numbers)]
  if (grepl("stat|score|size|rank|value|weight", name, ignore.case = TRUE)) return("table")
  entrez <- all(numbers == floor(numbers)) && !anyDuplicated(numbers) && stats::median(numbers) >= 1000 && any(diff(numbers) != 1)
  if (entrez) "gene_list" else "table"
}

#' Columns that each list the genes of a set, the set's name above them.
are_set_columns <- function(header, columns) {
  if (any(is_annotation_header(header) | header %in% c(SAMPLE_HEADERS, ""))) return(FALSE)
  all(vapply(columns, function(cells) {
    cells <- cells[!cells %in% MISSING_CELLS]
    length(cells) >= 5L && !anyDuplicated(cells) && gene_certainty(cells) == 2L && identifier_kind(cells) == "symbol"
  }, logical(1)))
}

#' What the rows of a table describe: `list(what, column)`, samples or genes by the names in that column; NULL where it is neither.
described_by <- function(header, columns) {
  lower <- tolower(header)
  filled <- function(i, share) mean(!columns[[i]] %in% MISSING_CELLS) >= share
  kinds <- vapply(columns, identifier_kind, character(1))
  genes <- which(kinds %in% c("ensembl", "probe") | lower %in% GENE_ID_HEADERS | vapply(columns, gene_certainty, integer(1)) == 2L)
  if (length(genes) > 0L && genes[[1L]] <= 2L && (length(genes) > 1L || length(columns) == 2L && !mostly_numbers(columns[[3L - genes[[1L]]]]))) {
    return(list(what = "genes", column = genes[[1L]]))
  }
  if (lower[[1L]] %in% c("", "行名") && !anyDuplicated(columns[[1L]]) && !is_number_column(columns[[1L]])) return(list(what = "samples", column = 1L))
  named <- which(lower %in% SAMPLE_HEADERS)
  if (length(named) > 0L && filled(named[[1L]], 0.5)) return(list(what = "samples", column = named[[1L]]))
  # The first column that names each row; a spreadsheet's row numbers do not. Beside it stands a trait in words.
  words <- sum(!vapply(columns, is_number_column, logical(1)))
  for (i in seq_len(min(3L, length(columns)))) {
    cells <- columns[[i]]
    if (length(cells) > 1L && filled(i, 0.95) && !anyDuplicated(cells) && !is_number_column(cells) && mean(grepl("\\s", cells)) < 0.9) {
      return(if (length(columns) > 2L && words > 1L && kinds[[i]] != "ensembl") list(what = "samples", column = i))
    }
  }
  NULL
}

#' Headers of columns that hold identifiers of genes or probes.
GENE_ID_HEADERS <- c(
  "probe", "probe_id", "probeid", "id_ref", "symbol", "gene_symbol", "hgnc_symbol", "hugo symbols", "gene symbol", "entrez", "entrezid",
  "entrezgene_id", "gene_id", "gene id", "ensembl id", "ensembl_id", "ensgene"
)

mostly_numbers <- function(cells) {
  present <- cells[!cells %in% MISSING_CELLS]
  numbers <- grepl(NUMBER, present, perl = TRUE) | grepl(COMMA_NUMBER, present, perl = TRUE) | grepl("^-?inf", present, ignore.case = TRUE)
  length(present) == 0L || mean(numbers) >= 0.8
}
