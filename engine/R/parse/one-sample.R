#' Output of counting and quantifying programs: one sample in a file, with several columns of values, joined into one matrix on request.

#' What a program writes. `header`: titles, squashed, that all stand above its columns; `ids`: the place of the genes' names; `columns`: titles of
#' values (places where there is no header) and what they are; `whole`: those that are counts of reads with decimals.
#' Sources: the manuals of STAR 2.7 (quantMode GeneCounts), RSEM, Salmon, kallisto, Subread, StringTie and Cufflinks, and the GDC's of STAR counts.
PROGRAMS <- list(
  GDC = list(
    label = "GDC（STAR counts）", header = c("geneid", "unstranded", "strandedfirst", "strandedsecond"),
    columns = c(
      unstranded = "计数，不分链", stranded_first = "计数，第一链", stranded_second = "计数，第二链", tpm_unstranded = "TPM", fpkm_unstranded = "FPKM",
      fpkm_uq_unstranded = "FPKM-UQ"
    )
  ),
  RSEM = list(label = "RSEM", header = c("expectedcount", "tpm", "fpkm"), columns = c(expected_count = "估计的计数，有小数", TPM = "TPM", FPKM = "FPKM")),
  Salmon = list(
    label = "Salmon", header = c("name", "length", "effectivelength", "tpm", "numreads"), columns = c(NumReads = "估计的计数，有小数", TPM = "TPM")
  ),
  kallisto = list(
    label = "kallisto", header = c("targetid", "efflength", "estcounts", "tpm"), columns = c(est_counts = "估计的计数，有小数", tpm = "TPM")
  ),
  StringTie = list(
    label = "StringTie", header = c("geneid", "reference", "coverage", "fpkm", "tpm"), columns = c(TPM = "TPM", FPKM = "FPKM", Coverage = "平均覆盖度")
  ),
  Cufflinks = list(label = "Cufflinks", header = c("trackingid", "fpkm", "fpkmstatus"), columns = c(FPKM = "FPKM"))
)
STAR_COLUMNS <- c(unstranded = "计数，不分链", forward = "计数，链特异（正向，如 Ligation）", reverse = "计数，链特异（反向，如 dUTP、TruSeq Stranded）")

#' Which program has written this file of one sample?
#'
#' @param source See `run_parse`. @return NULL, or `list(program, label, columns, places, headless)`: `columns` names and words of what may be wanted,
#'   `places` their places; `headless`: the first line is a row.
recognise_output <- function(source) {
  if (source$kind != "text" || length(source$head$columns) < 2L) return(NULL)
  header <- source$head$header
  ids <- c(header[[1L]], source$head$columns[[1L]])
  if (length(header) == 4L && sum(grepl("^N_(unmapped|multimapping|noFeature|ambiguous)$", utils::head(ids, 8L))) >= 3L) {
    return(list(program = "STAR", label = "STAR", columns = STAR_COLUMNS, places = 2:4, headless = header[[1L]] == "N_unmapped"))
  }
  squashed <- squashed_header(header)
  if (identical(utils::head(squashed, 6L), c("geneid", "chr", "start", "end", "strand", "length")) && length(header) == 7L) {
    return(list(program = "featureCounts", label = "featureCounts", columns = c(counts = "计数"), places = 7L, headless = FALSE))
  }
  for (program in names(PROGRAMS)) {
    one <- PROGRAMS[[program]]
    if (!all(one$header %in% squashed)) next
    columns <- one$columns[squashed_header(names(one$columns)) %in% squashed]
    places <- match(squashed_header(names(columns)), squashed)
    return(list(program = program, label = one$label, columns = columns, places = places, headless = FALSE))
  }
  if (!is_htseq(source)) return(NULL)
  list(program = "HTSeq", label = "HTSeq", columns = c(counts = "计数"), places = 2L, headless = grepl(NUMBER, header[[2L]], perl = TRUE))
}

#' Two columns, and below the genes what HTSeq counted beside them.
is_htseq <- function(source) {
  columns <- source$head$columns
  if (length(columns) != 2L || !is_number_column(columns[[2L]])) return(FALSE)
  sum(grepl("^__(no_feature|ambiguous|too_low_aQual|not_aligned|alignment_not_unique)$", source$read(TRUE)$columns[[1L]])) >= 3L
}

#' Genes and values of a recognised file. Summary rows are no genes.
#'
#' @return `list(ids, values)`: names, and a data frame of numbers by the names of the columns.
read_output <- function(source, output) {
  read <- source$read(TRUE)
  cells <- read$columns[c(1L, output$places)]
  if (output$headless) cells <- Map(c, source$header[c(1L, output$places)], cells)
  genes <- !grepl(COUNT_SUMMARIES, cells[[1L]]) & !cells[[1L]] %in% MISSING_CELLS
  values <- lapply(cells[-1L], function(column) suppressWarnings(as.numeric(column[genes])))
  names(values) <- names(output$columns)
  list(ids = cells[[1L]][genes], values = as.data.frame(values, optional = TRUE))
}

#' STAR counts each read for both strands: where they differ a lot, the library is stranded. @return The column that fits, or NULL.
suggested_column <- function(output, values) {
  if (output$program != "STAR") return(names(output$columns)[[1L]])
  sums <- colSums(values[c("forward", "reverse")])
  share <- if (sum(sums) > 0) sums[["forward"]] / sum(sums) else 0.5
  if (share > 0.8) "forward" else if (share < 0.2) "reverse" else if (share > 0.35 && share < 0.65) "unstranded"
}

#' A file of one sample: shown, and told how it becomes part of a matrix.
one_sample_result <- function(source, output) {
  read <- read_output(source, output)
  columns <- unname(Map(function(name, label) list(name = name, label = label), names(output$columns), output$columns))
  finding <- new_finding(
    "must", "one_sample",
    sprintf("这是 %s 的输出，只有一个样本（%s 个基因或转录本），不是表达矩阵。请把各样本的文件合并成一张矩阵，再分析", output$label, format_count(length(read$ids))),
    detail = sprintf("要用的列在合并时选：%s", paste(names(output$columns), collapse = "、")), fix = list(label = "合并成矩阵", file = "join")
  )
  cells <- data.frame(gene = read$ids, lapply(read$values, as.character), check.names = FALSE)
  result <- table_result(cells, c(source$findings, list(finding)), "genes", "gene")
  result$binary <- list()
  result$facts$oneSample <- list(
    program = output$program, label = output$label, columns = columns, suggested = suggested_column(output, read$values)
  )
  result
}
