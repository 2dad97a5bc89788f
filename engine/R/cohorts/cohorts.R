#' Public cohorts as inputs: the folder of a release, laid out by the server's `cohorts/layout.ts`. Matrices are flat, 4 bytes a
#' value, all samples of a gene in a row, so that one gene is read without the rest.

ENDPOINT_ENGLISH <- c(
  OS = "overall survival (OS)", DSS = "disease-specific survival (DSS)", DFI = "disease-free interval (DFI)", PFI = "progression-free interval (PFI)"
)

#' Open a release. Nothing but its description is read yet; what is read later is kept.
#'
#' @param path Folder of the release.
#' @return An environment of class `cohort`: `about` (cohort.json), and what the functions below keep in it.
open_cohort <- function(path) {
  cohort <- new.env(parent = emptyenv())
  cohort$path <- path
  cohort$about <- read_json(file.path(path, "cohort.json"))
  cohort$kept <- list()
  cohort$reads <- list()
  structure(cohort, class = "cohort")
}

#' Read once, then from memory.
keep_in_cohort <- function(cohort, name, read) {
  if (is.null(cohort$kept[[name]])) cohort$kept[[name]] <- read()
  cohort$kept[[name]]
}

#' A table of a release: all cells are texts, "" where nothing is known. NULL where the release has none.
cohort_table <- function(cohort, name) {
  path <- file.path(cohort$path, paste0(name, ".tsv"))
  if (!file.exists(path)) return(NULL)
  keep_in_cohort(cohort, name, function() read_text_table(path))
}

has_cohort_matrix <- function(cohort, matrix) !is.null(cohort$about$matrices[[matrix]])

#' Genes of a matrix in its order: data frame `symbol`, `id` (Ensembl), perhaps `entrez`.
cohort_genes <- function(cohort, matrix = "expression") {
  if (!has_cohort_matrix(cohort, matrix)) stop_contract("cohort ", cohort$about$code, " has no matrix ", matrix)
  cohort_table(cohort, paste0(matrix, ".genes"))
}

#' The sample sheet: `sample`, `patient`, `type` (tumour, normal, gtex), `code`, `tissue`, `survival` and `paired` ("1" or ""), …
#'
#' @param matrix Where named, the samples of this matrix in its order; else all.
cohort_samples <- function(cohort, matrix = NULL) {
  sheet <- cohort_table(cohort, "samples")
  if (is.null(matrix)) return(sheet)
  names <- cohort_table(cohort, paste0(matrix, ".samples"))$sample
  sheet <- sheet[match(names, sheet$sample), , drop = FALSE]
  rownames(sheet) <- NULL
  sheet
}

#' Values of some genes.
#'
#' @param symbols As they stand in the matrix (see `find_cohort_genes`). @param samples Names in the wanted order; NULL: all.
#' @return Numeric matrix genes × samples with names.
cohort_values <- function(cohort, symbols, matrix = "expression", samples = NULL) {
  genes <- cohort_genes(cohort, matrix)$symbol
  rows <- match(symbols, genes)
  if (anyNA(rows)) stop_contract("no such gene in ", matrix, ": ", list_names(symbols[is.na(rows)]))
  note_cohort_read(cohort, matrix, symbols)
  names <- cohort_samples(cohort, matrix)$sample
  chosen <- cohort_columns(names, samples)
  values <- matrix(0, length(rows), length(chosen), dimnames = list(symbols, names[chosen]))
  connection <- file(cohort_file(cohort, matrix), "rb")
  on.exit(close(connection))
  for (i in seq_along(rows)) {
    seek(connection, (rows[[i]] - 1) * length(names) * 4)
    values[i, ] <- read_cohort_cells(connection, matrix, length(names))[chosen]
  }
  values
}

#' A whole matrix, or all genes of some samples.
#'
#' @return Numeric matrix genes × samples with names.
cohort_matrix <- function(cohort, matrix = "expression", samples = NULL) {
  genes <- cohort_genes(cohort, matrix)$symbol
  note_cohort_read(cohort, matrix, NULL)
  names <- cohort_samples(cohort, matrix)$sample
  chosen <- cohort_columns(names, samples)
  values <- matrix(0, length(genes), length(chosen), dimnames = list(genes, names[chosen]))
  connection <- file(cohort_file(cohort, matrix), "rb")
  on.exit(close(connection))
  # In pieces: the file is turned round while it is read, and never lies in memory twice.
  for (piece in split(seq_along(genes), (seq_along(genes) - 1L) %/% 1000L)) {
    cells <- matrix(read_cohort_cells(connection, matrix, length(piece) * length(names)), length(names))
    values[piece, ] <- t(cells[chosen, , drop = FALSE])
  }
  values
}

cohort_file <- function(cohort, matrix) file.path(cohort$path, paste0(matrix, if (matrix == "counts") ".i32" else ".f32"))

cohort_columns <- function(names, samples) {
  if (is.null(samples)) return(seq_along(names))
  chosen <- match(samples, names)
  if (anyNA(chosen)) stop_contract("no such sample: ", list_names(samples[is.na(chosen)]))
  chosen
}

read_cohort_cells <- function(connection, matrix, n) {
  # Of a connection, R takes numbers one by one; of bytes in memory it takes them four times as fast.
  bytes <- readBin(connection, "raw", 4 * n)
  cells <- readBin(bytes, if (matrix == "counts") "integer" else "numeric", n, size = 4L, endian = "little")
  if (length(cells) != n) stop_contract("the matrix ", matrix, " ends too early")
  cells
}

#' What a run has read of a cohort goes into its bundle; the rest need not. @param symbols NULL: all genes.
note_cohort_read <- function(cohort, matrix, symbols) {
  whole <- is.null(symbols) || isTRUE(cohort$reads[[matrix]]$whole)
  cohort$reads[[matrix]] <- list(whole = whole, genes = if (!whole) unique(c(cohort$reads[[matrix]]$genes, symbols)))
}

#' Genes that a user names, by symbol, alias, previous symbol, Ensembl or Entrez number. Stops where none of them is there.
#'
#' @param field Of the request that carries them: findings and errors name it.
#' @return Data frame, see `match_genes`.
find_cohort_genes <- function(cohort, asked, field, job, matrix = "expression") {
  genes <- cohort_genes(cohort, matrix)
  matches <- match_cohort_genes(asked, genes$symbol)
  asked <- matches$asked
  if (all(matches$found == "")) {
    stop_input("gene_absent", sprintf(
      "%s 的 %s 个基因里没有「%s」%s。请核对写法%s",
      cohort$about$label, format_count(nrow(genes)), list_names(asked), meant_word(asked),
      if (nrow(genes) < 5000L) "，或换一个基因更全的队列" else "，可以用基因符号、旧名、Ensembl 号或 Entrez 号"
    ), field)
  }
  tell_matches(matches, field, job)
  matches
}

#' `match_genes` of symbols. The common case costs nothing: all are symbols of the matrix, and of no other gene's.
match_cohort_genes <- function(asked, symbols) {
  names <- unique(trimmed(as.character(asked)))
  if (all(names %in% symbols) && !any(bare_name(names) %in% USUAL_GENES$name)) return(data.frame(asked = names, found = names, how = "same"))
  match_genes(asked, symbols, "symbol")
}

#' Which genes were looked for under names that several have: "（按 NFE2L2 找）", or "".
meant_word <- function(asked) {
  usual <- usual_symbols(asked)
  if (all(is.na(usual))) "" else sprintf("（按 %s 找）", list_names(usual[!is.na(usual)]))
}

#' The one gene that a user names.
#'
#' @return Its symbol in the matrix.
find_cohort_gene <- function(cohort, asked, field, job, matrix = "expression") {
  find_cohort_genes(cohort, asked, field, job, matrix)$found[[1L]]
}

#' The clinical table, one row per patient. Columns whose every known cell is a number are numeric; others are texts. NA: not known.
cohort_clinical <- function(cohort) {
  cells <- cohort_table(cohort, "clinical")
  if (is.null(cells)) return(data.frame(patient = character()))
  cells <- numeric_columns(cells)
  for (i in seq_along(cells)) if (is.character(cells[[i]])) cells[[i]][cells[[i]] == ""] <- NA_character_
  cells
}

#' Patients for a survival analysis: one sample each, with time and status.
#'
#' @param endpoint OS, DSS, DFI or PFI.
#' @return List of `table` (data frame patient, sample, time in days, status 0/1), `total` (patients of the cohort) and `exclusions`
#'   (data frame `reason`, `n`: patients left out of it, none silently).
cohort_survival <- function(cohort, endpoint) {
  table <- cohort_table(cohort, "survival")
  samples <- cohort_samples(cohort, "expression")
  if (is.null(table[[endpoint]])) {
    stop_input("endpoint_absent", sprintf("%s 没有%s的随访数据。请换一个队列", cohort$about$label, ENDPOINTS[[endpoint]]), "dataset")
  }
  own <- samples[samples$survival == "1", , drop = FALSE]
  patients <- union(table$patient, samples$patient[samples$type == "tumour"])
  row <- match(patients, table$patient)
  status <- suppressWarnings(as.numeric(table[[endpoint]][row]))
  time <- suppressWarnings(as.numeric(table[[paste0(endpoint, ".time")]][row]))
  sample <- own$sample[match(patients, own$patient)]
  reason <- rep(NA_character_, length(patients))
  reason[is.na(status) | !status %in% c(0, 1)] <- sprintf("没有%s的状态", ENDPOINTS[[endpoint]])
  reason[is.na(reason) & (is.na(time) | time < 0)] <- sprintf("没有%s的时间", ENDPOINTS[[endpoint]])
  reason[is.na(sample)] <- "没有可用于生存分析的肿瘤样本的表达数据"
  kept <- is.na(reason)
  left <- table(factor(reason, unique(reason[!kept])))
  list(
    table = data.frame(patient = patients, sample = sample, time = time, status = status)[kept, , drop = FALSE],
    total = length(patients),
    exclusions = data.frame(reason = as.character(names(left)), n = as.integer(left))
  )
}

#' Tumour and normal samples for a comparison; of GTEx one for each donor (see cohort-normals.R).
#'
#' @param with_gtex TRUE: TCGA's tumours and normals with GTEx' normals, all from one recomputation; FALSE: TCGA alone.
#' @param matrix Whose samples: that of `with_gtex`, or "counts" of TCGA alone.
#' @return List of `matrix` (whose name to read), `samples` (sheet with `group` tumour or normal) and `exclusions` (data frame `reason`, `n`).
cohort_comparison <- function(cohort, with_gtex, matrix = if (with_gtex) "gtex" else "expression") {
  if (!has_cohort_matrix(cohort, matrix)) {
    if (with_gtex) {
      stop_input("no_gtex", sprintf("%s 没有装 GTEx 正常组织的数据。请关掉「加入 GTEx 正常组织」，或换一个队列", cohort$about$label), "with_gtex")
    }
    stop_input("no_matrix", sprintf("%s 没有装这种方法要用的数据。请换一个方法或队列", cohort$about$label), "dataset")
  }
  all <- cohort_samples(cohort, matrix)
  independent <- independent_normals(all)
  samples <- independent$samples
  samples$group <- ifelse(samples$type == "tumour", "tumour", "normal")
  if (min(sum(samples$group == "tumour"), sum(samples$group == "normal")) < 3L) {
    stop_input("few_normals", sprintf("%s 的肿瘤或正常样本不足 3 个，不能比较。请换一个队列", cohort$about$label), "dataset")
  }
  sheet <- cohort_samples(cohort)
  others <- sheet[!sheet$sample %in% all$sample, , drop = FALSE]
  not_asked <- others$type == "gtex" & !with_gtex
  exclusions <- data.frame(reason = c("未加入的 GTEx 正常组织", "没有这次所用的表达数据"), n = c(sum(not_asked), sum(!not_asked)))
  exclusions <- rbind(exclusions[exclusions$n > 0L, , drop = FALSE], independent$exclusions)
  list(matrix = matrix, samples = samples, exclusions = exclusions, donors_repeated = independent$donors_repeated)
}

#' Facts that every result on a cohort states; the declaration takes them from the tool kit's `cohortFacts`.
cohort_facts <- function(cohort) {
  about <- cohort$about
  list(
    cohort = about$label, cohort_name = about$name, cohort_source = about$source, cohort_release = about$release,
    cohort_source_english = source_in_english(about)
  )
}

#' The facts of `cohort_facts` for one cohort or several.
facts_of_cohorts <- function(cohorts) {
  facts <- lapply(cohorts, cohort_facts)
  if (length(facts) == 1L) return(facts[[1L]])
  all <- function(name) unique(vapply(facts, `[[`, character(1), name))
  list(
    cohort = sprintf("%s%s %d 个队列", list_names(all("cohort")), if (length(facts) > 3L) "" else " 共", length(facts)),
    cohort_name = list_names(all("cohort_name")), cohort_source = paste(all("cohort_source"), collapse = "；"),
    cohort_release = paste(all("cohort_release"), collapse = "、")
  )
}

#' Where the values of a release come from, for papers in English, by what its release is called (apps/server/src/cohorts/import/cohort-import.ts,
#' reference/cohorts, cohort-simulated.R). @return NULL for a release of another kind.
source_in_english <- function(about) {
  if (isTRUE(about$simulated)) return("a simulated demonstration cohort, not patients' data")
  endpoints <- "clinical endpoints of TCGA-CDR (Liu et al. 2018)"
  if (startsWith(about$release, "Firehose-")) {
    return(paste("RSEM-normalised expression of TCGA (hg19) from Broad GDAC Firehose, with", endpoints))
  }
  if (startsWith(about$release, "GDC")) {
    return(paste("TCGA expression and counts of the STAR workflow of GDC (GENCODE v36) by UCSC Xena, with", endpoints))
  }
  if (isTRUE(about$embedded)) return("the miniACC data of the R package MultiAssayExperiment")
  NULL
}

#' How many came in and who was left out, as a table: `step`, `n`; the last row is who stays.
#'
#' @param total,kept Numbers of what `unit` counts. @param exclusions Data frame `reason`, `n`.
flow_table <- function(total, exclusions, kept, unit = "患者") {
  data.frame(
    step = c(sprintf("队列中的%s", unit), sprintf("排除：%s", exclusions$reason), sprintf("纳入分析的%s", unit)),
    n = as.integer(c(total, exclusions$n, kept))
  )
}

#' Tell who was left out, in one sentence; the reasons are those of the table, in Chinese alone. @param unit Of the numbers, in both languages.
tell_exclusions <- function(exclusions, job, unit = told("例患者", "patients")) {
  if (sum(exclusions$n) == 0L) return(invisible())
  exclusions <- exclusions[exclusions$n > 0, , drop = FALSE]
  parts <- if (nrow(exclusions) == 1L) exclusions$reason else sprintf("%s（%s）", exclusions$reason, format_count(exclusions$n))
  job$finding("note", "excluded", told(
    "排除了 %s %s%s", "%s %s were left out%s", format_count(sum(exclusions$n)), unit, told(paste0("：", paste(parts, collapse = "；")), "")
  ))
}
