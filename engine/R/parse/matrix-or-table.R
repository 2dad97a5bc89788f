#' Is a table of numbers an expression matrix, or one of patients, estimates or results? Rows that are merged as genes must name genes.

#' Headers of estimates and tests. Those of `AMBIGUOUS_STATISTICS` may name samples, and count beside others only.
STATISTICS <- c(
  "logfc", "log2fc", "log2foldchange", "foldchange", "avglog2fc", "avglogfc", "logfoldchanges", "lfc", "lfcse", "pvalue", "pval", "pvalues",
  "pvals", "pvalsadj", "padj", "adjpval",
  "adjpvalue", "pvaladj", "padjust", "pvalueadj", "fdr", "qvalue", "qval", "qvalues", "basemean", "aveexpr", "logcpm", "stat", "statistic", "hr",
  "hazardratio", "oddsratio", "coef", "coefficient", "beta", "nes", "es", "auc", "ci", "cilower", "ciupper", "cilow", "cihigh", "hrlower", "hrupper",
  "lower95",
  "upper95", "lower95ci", "upper95ci", "ci95lower", "ci95upper", "confint", "stderr", "p值", "校正p值", "风险比", "比值比", "置信区间下限", "置信区间上限"
)
AMBIGUOUS_STATISTICS <- c(
  "p", "q", "z", "t", "b", "f", "or", "rr", "se", "sd", "n", "lower", "upper", "low", "high", "mean", "median", "lr", "下限", "上限"
)

#' Words of which headers of patients' tables are made.
CLINIC_WORDS <- c(
  "age", "sex", "gender", "stage", "grade", "outcome", "status", "event", "events", "time", "months", "month", "days", "day", "years", "year", "os",
  "pfs", "dfs", "dss", "rfs", "pfi", "dfi", "futime", "fustat", "survival", "overall", "progression", "disease", "free", "death", "dead", "died",
  "vital",
  "follow", "up", "followup", "recurrence", "relapse", "metastasis", "response", "responder", "smoking", "smoker", "bmi", "weight", "height", "tnm",
  "diagnosis", "label", "group", "treatment", "tumor", "tumour", "clinical", "pathologic", "patient", "race", "date", "at", "to", "last", "初", "末",
  "年龄", "岁", "性别", "分期", "分级", "结局", "状态", "生存", "随访", "时间", "天", "月", "年", "死亡", "复发", "转移", "吸烟", "体重",
  "身高", "分组", "组别", "治疗", "临床", "病理", "疗效", "标签", "诊断"
)
#' Of these none alone tells of patients: samples are called so.
CLINIC_BESIDE <- c(
  "month", "months", "day", "days", "year", "years", "tumor", "tumour", "up", "at", "to", "last", "disease", "free", "overall", "time", "treatment",
  "group", "patient", "dead", "relapse", "metastasis", "responder", "response", "初", "末", "天", "月", "年", "岁", "治疗", "复发", "转移"
)

squashed_header <- function(header) gsub("[[:space:][:punct:]]+", "", tolower(header))

#' Is a text made of these words alone?
made_of_words <- function(texts, words) {
  # Longer ones are no names; what could be parted in several ways doubles the work with each word.
  short <- nchar(texts) <= 60L
  short[short] <- grepl(sprintf("^(%s)+$", paste(words, collapse = "|")), texts[short], perl = TRUE)
  short
}

#' Do the columns hold estimates or tests?
holds_statistics <- function(header) {
  squashed <- squashed_header(header)
  clear <- sum(squashed %in% STATISTICS)
  clear >= 2L || clear == 1L && sum(squashed %in% AMBIGUOUS_STATISTICS) >= 2L
}

#' Columns that tell of patients.
clinic_columns <- function(header) {
  squashed <- squashed_header(header)
  which(made_of_words(squashed, CLINIC_WORDS) & !squashed %in% CLINIC_BESIDE)
}

#' Numbers of genes or probes in samples, whichever way round.
is_matrix <- function(header, columns) {
  values <- setdiff(seq_along(columns)[-1L], which(is_annotation_header(header)))
  ids <- columns[[1L]][!grepl(COUNT_SUMMARIES, columns[[1L]])]
  # Of a wide table a part tells it as well.
  looked_at <- values[unique(round(seq(1, length(values), length.out = min(length(values), 200L))))]
  numeric <- vapply(columns[looked_at], mostly_numbers, logical(1))
  # A single spoilt column must not turn a matrix into a table: then its text could not be told. Beside genes stand words about them.
  words <- if (names_genes(ids)) sum(vapply(columns[looked_at], holds_words, logical(1))) else 0L
  if (length(ids) == 0L || sum(numeric) < max(2, 0.8 * (length(looked_at) - min(words, sum(numeric))))) return(FALSE)
  # The rows and columns of a similarity name the same things.
  if (mean(ids %in% header) > 0.5) return(FALSE)
  # Traits of samples look like a matrix; only genes under the header `sample` (as Xena writes them), or genes in columns, make one.
  if (tolower(header[[1L]]) %in% SAMPLE_HEADERS && identifier_kind(ids) == "other") {
    return(gene_certainty(header[values]) == 2L && length(values) >= 50L)
  }
  rows_are_genes(header, ids, values, all(numeric))
}

#' Are the rows genes or probes, or do the columns name genes?
#' @param numbers Are all columns of values numbers?
rows_are_genes <- function(header, ids, values, numbers) {
  if (are_labels(ids) || length(ids) > 2L * length(unique(ids)) && !are_known_genes(ids) || holds_statistics(header)) return(FALSE)
  clinic <- length(clinic_columns(header[-1L])) > 0L
  if (is_number_column(ids)) return(numbers && !clinic && !anyDuplicated(ids) && are_gene_numbers(header[[1L]], ids))
  # A matrix that lies on its side.
  if (gene_certainty(header[values]) == 2L && length(values) >= 20L) return(!clinic)
  if (names_genes(ids)) return(TRUE)
  if (clinic) return(FALSE)
  if (is_name_header(header[[1L]])) return(TRUE)
  if (are_known_genes(ids)) return(TRUE)
  if (are_numbered(ids) && !are_replicates(header[values])) return(FALSE)
  length(ids) >= MANY_ROWS && !(identifier_kind(ids) == "other" && all(grepl("^[VX]\\d+$", header[-1L])))
}

#' From so many rows on names that nobody knows may be genes: of species without symbols, of an assembly.
MANY_ROWS <- 190L

#' Few names that stand again and again are labels of groups.
are_labels <- function(ids) {
  distinct <- length(unique(ids[!ids %in% MISSING_CELLS]))
  length(ids) >= 5L * distinct && distinct <= 10L
}

#' Names that no patient has: of genes, or of probes of a maker.
names_genes <- function(ids) {
  if (gene_certainty(ids) < 2L) return(FALSE)
  identifier_kind(ids) != "probe" || mean(grepl("_|^cg\\d|^TC\\d", ids)) > 0.5
}

#' Entrez numbers name their rows, and so do the numbers of probes; those of patients are counted through, or are no number of a gene.
are_gene_numbers <- function(title, ids) {
  if (is_name_header(title)) return(TRUE)
  if (all(diff(as.numeric(ids)) == 1)) return(FALSE)
  if (length(ids) >= MANY_ROWS) return(TRUE)
  identifier_kind(ids) == "entrez" && stats::median(as.numeric(ids)) > 100 && are_human_entrez(ids)
}

#' Is the column's title that of names of genes?
is_name_header <- function(header) is_annotation_header(header) | tolower(header) %in% GENE_ID_HEADERS

#' One prefix or a few, each with numbers behind, as patients are called.
are_numbered <- function(names) {
  matched <- grepl("\\d$", names)
  mean(matched) >= 0.9 && length(unique(sub("\\d+$", "", names[matched]))) <= max(1L, length(names) / 5)
}

#' Names that differ in their number only, such as `WT_1` and `WT_2`, or accessions of runs: samples, not what was measured in patients.
are_replicates <- function(names) {
  if (gene_certainty(names) > 0L) return(FALSE)
  stems <- tolower(sub("\\d+$", "", names))
  mean(grepl("\\d$", names) & stems %in% stems[duplicated(stems)]) >= 0.6
}

#' Genes and transcripts of databases of genomes, of other species as well, and of assemblies.
GENOME_IDS <- paste0(
  "^(ENS[A-Z]*[GTP]\\d{6}|[NX][MR]_\\d|AT[1-5MC]G\\d{5}|(LOC_)?Os\\d\\dg\\d|FBgn\\d|WBGene\\d|Zm\\d{5}|GRMZM|Glyma|Solyc\\d|MSTRG\\.|XLOC_|TCONS_|",
  "LOC\\d{5}|Y[A-P][LR]\\d{3}[CW]|SP[ABC]+\\d|ZDB-GENE|MGI:|RGD:|HGNC:|uc\\d{3}[a-z]{3}\\.)"
)

#' Are many of the names symbols of human genes, or genes of a database?
are_known_genes <- function(ids) {
  names <- unique(toupper(ids[nzchar(ids)]))
  if (gene_certainty(ids) > 0L && !are_numbered(ids) || mean(grepl(GENOME_IDS, ids, perl = TRUE)) > 0.5) return(TRUE)
  known <- sum(names %in% linked_names(names, "SYMBOL", "ENTREZID")$SYMBOL)
  known >= 3L && known >= 0.3 * length(names)
}

#' What a form that needs a matrix was given: a table of patients or of estimates is refused, for its rows would be merged as genes; where only
#' no gene is known, it is asked.
#'
#' @param header,ids,values Of all rows: titles, the names in the first column, the places of the samples. @return A finding or NULL.
check_rows <- function(header, ids, values) {
  ids <- as.character(ids)
  told <- "如果是病人或样本的表，请把类型改为「数据表」再用；如果是表达矩阵，第一列要放基因名或探针号"
  if (are_labels(ids)) {
    names <- unique(ids[!ids %in% MISSING_CELLS])
    stop_input("rows_are_groups", sprintf(
      "第一列「%s」只有 %d 种写法（%s），%s 行会并成 %d 行，这不是基因名。%s", header[[1L]], length(names), list_names(names), format_count(length(ids)),
      length(names), told
    ))
  }
  if (names_genes(ids) || is_name_header(header[[1L]]) || are_known_genes(utils::head(ids, HEAD_ROWS))) return(NULL)
  if (is_number_column(ids) && are_gene_numbers(header[[1L]], ids)) return(NULL)
  clinic <- clinic_columns(header[-1L])
  if (length(clinic) > 0L) {
    stop_input("rows_are_patients", sprintf(
      "这像是病人的表（列名里有 %s），不是表达矩阵。%s", list_names(header[-1L][clinic]), told
    ))
  }
  if (holds_statistics(header)) stop_input("rows_are_estimates", sprintf("这像是统计结果的表（列名里有 %s），不是表达矩阵。%s", list_names(header[-1L]), told))
  if (length(ids) >= MANY_ROWS || gene_certainty(header[values]) > 0L) return(NULL)
  new_finding(
    "should", "rows_unknown", sprintf("行名里没有认得的基因（如 %s）。现在当作表达矩阵", list_names(unique(ids))),
    detail = "如果每行是一个病人或样本，请把类型改为「数据表」；确实每行是一个基因、蛋白或代谢物时不用管"
  )
}
