#' What kind of file is it? Told from the header and the first rows.

SAMPLE_HEADERS <- c("sample", "samples", "sample_id", "sampleid", "sample_name", "samplename", "样本", "样本名", "样本编号", "样品")
GROUP_HEADERS <- c("group", "groups", "condition", "分组", "组别", "组", "class")
TIME_HEADERS <- c("os.time", "os_time", "futime", "time", "days", "survival_time", "pfi.time", "dss.time", "rfs.time", "生存时间", "随访时间")
STATUS_HEADERS <- c("os", "status", "event", "fustat", "os_status", "vital_status", "pfi", "dss", "rfs", "结局", "生存状态")
STATISTIC_HEADERS <- c(
  "logfc", "log2fc", "log2foldchange", "avg_log2fc", "lfc", "p.value", "pvalue", "p_val", "pval", "padj", "adj.p.val",
  "p_val_adj", "fdr", "qvalue", "q.value", "p.adjust", "basemean", "aveexpr", "stat", "hr", "nes", "es"
)
#' Columns that stand beside the values of an expression matrix and are no samples.
ANNOTATION_HEADERS <- c(
  "width", "length", "gene_length", "genelength", "chr", "chrom", "chromosome", "start", "end", "strand", "description", "gene_description",
  "gene_name", "genename", "gene_symbol", "genesymbol", "symbol", "gene_type", "genetype", "gene_biotype", "biotype", "entrez", "entrezid",
  "entrez_id", "gene_id", "geneid", "transcript_id", "gene.symbol", "definition"
)

guess_file_type <- function(source) {
  if (source$kind == "series") return("expression")
  header <- tolower(source$head$header)
  columns <- source$head$columns
  if (length(columns) <= 1L) {
    words <- if (length(columns) == 0L) character() else columns[[1L]]
    if (mean(grepl("\\S\\s+\\S", words)) > 0.5) {
      stop_input("not_a_table", "这个文件不像表格：看不出各列是怎么分开的。请用 Excel 打开检查，另存为 csv 后再上传")
    }
    return("gene_list")
  }
  if (any(header %in% TIME_HEADERS) && any(header %in% STATUS_HEADERS)) return("survival")
  # R writes row names, which are the samples here, without a header.
  if (any(header %in% SAMPLE_HEADERS | header == "") && any(header %in% GROUP_HEADERS)) return("groups")
  if (sum(header %in% STATISTIC_HEADERS) >= 2L) return("table")
  values <- setdiff(seq_along(columns)[-1L], which(header %in% ANNOTATION_HEADERS))
  if (length(values) < 2L) return("table")
  numeric <- vapply(columns[values], mostly_numbers, logical(1))
  # Traits of samples look like a matrix; only genes under the header `sample` (as Xena writes them) make one.
  if (header[[1L]] %in% SAMPLE_HEADERS && identifier_kind(columns[[1L]]) == "other") return("table")
  # A single spoilt column must not turn a matrix into a table: then its text could not be told.
  if (sum(numeric) >= max(2, 0.8 * length(values)) && !is_number_column(columns[[1L]])) return("expression")
  # Entrez numbers name their rows; the first column of a table of numbers repeats.
  if (all(numeric) && length(columns[[1L]]) > 50L && !anyDuplicated(columns[[1L]])) return("expression")
  "table"
}

mostly_numbers <- function(cells) {
  present <- cells[!cells %in% MISSING_TEXTS]
  length(present) == 0L || mean(grepl(NUMBER, present, perl = TRUE) | grepl("^-?inf", present, ignore.case = TRUE)) >= 0.8
}
