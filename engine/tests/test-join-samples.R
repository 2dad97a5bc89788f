# Output of one sample: recognised by what it holds, and joined with others of its kind.

#' Write texts into a folder, and run a parse job there. @param files Named list of lines. @param join A column, or NULL: the first file is read.
parse_outputs <- function(files, join = NULL, change = NULL) {
  folder <- tempfile("outputs")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  parts <- lapply(seq_along(files), function(i) {
    writeLines(files[[i]], file.path(folder, paste0("part-", i)))
    list(path = paste0("part-", i), name = names(files)[[i]], separator = "\t")
  })
  request <- list(name = "joined.tsv", format = "text", file_type = "expression")
  given <- if (is.null(join)) list(path = "part-1", separator = "\t") else list(join = list(parts = parts, column = join))
  parsed_upload(folder, c(request, given, list(change = change)))
}

rows_of <- function(...) do.call(paste, c(list(...), sep = "\t"))
ensembl <- sprintf("ENSG%011d.%d", 141510L + 7L * 1:30, 1:30 %% 3L + 1L)
code_of <- function(parsed) vapply(parsed$findings, `[[`, "", "code")

#' A file of each program over some genes; `seed` makes its numbers.
star <- function(ids, seed, forward = 0.5) {
  set.seed(seed)
  counts <- stats::rpois(length(ids), 80)
  first <- round(counts * forward)
  c(
    rows_of(c("N_unmapped", "N_multimapping", "N_noFeature", "N_ambiguous"), 900L + 1:4, 800L + 1:4, 700L + 1:4),
    rows_of(ids, counts, first, counts - first)
  )
}
gdc <- function(ids, seed) {
  set.seed(seed)
  counts <- stats::rpois(length(ids), 80)
  c(
    "# gene-model: GENCODE v36",
    rows_of(
      "gene_id", "gene_name", "gene_type", "unstranded", "stranded_first", "stranded_second", "tpm_unstranded", "fpkm_unstranded",
      "fpkm_uq_unstranded"
    ),
    rows_of(c("N_unmapped", "N_multimapping", "N_noFeature", "N_ambiguous"), "", "", 9, 9, 9, "", "", ""),
    rows_of(ids, "x", "protein_coding", counts, counts, 0L, counts / 8, counts / 16, counts / 32)
  )
}
rsem <- function(ids, seed) {
  set.seed(seed)
  counts <- round(stats::runif(length(ids), 0, 500), 2)
  c(
    rows_of("gene_id", "transcript_id(s)", "length", "effective_length", "expected_count", "TPM", "FPKM"),
    rows_of(ids, "ENST1,ENST2", 1500, 1302.2, counts, counts / 2, counts / 4)
  )
}
salmon <- function(ids, seed) {
  set.seed(seed)
  counts <- round(stats::runif(length(ids), 0, 500), 3)
  c(rows_of("Name", "Length", "EffectiveLength", "TPM", "NumReads"), rows_of(ids, 900, 700.5, counts / 3, counts))
}
feature_counts <- function(ids, seed) {
  set.seed(seed)
  c(
    "# Program:featureCounts v2.0.3; Command:\"featureCounts\"",
    rows_of("Geneid", "Chr", "Start", "End", "Strand", "Length", sprintf("/data/bam/Case%d.sorted.bam", seed)),
    rows_of(ids, "chr1;chr1", "1;5", "3;9", "+;+", 900, stats::rpois(length(ids), 50))
  )
}
htseq <- function(ids, seed) {
  set.seed(seed)
  summary <- c("__no_feature", "__ambiguous", "__too_low_aQual", "__not_aligned", "__alignment_not_unique")
  c(rows_of(ids, stats::rpois(length(ids), 60)), rows_of(summary, 1e6))
}

programs <- list(
  STAR = list(make = star, columns = c("unstranded", "forward", "reverse")),
  GDC = list(make = gdc, columns = names(PROGRAMS$GDC$columns)),
  RSEM = list(make = rsem, columns = c("expected_count", "TPM", "FPKM")),
  Salmon = list(make = salmon, columns = c("NumReads", "TPM")),
  featureCounts = list(make = feature_counts, columns = "counts"),
  HTSeq = list(make = htseq, columns = "counts")
)

for (program in names(programs)) {
  test_that(paste("a file of", program, "is one sample, and several of them are a matrix"), {
    made <- programs[[program]]
    one <- parse_outputs(list(a.txt = made$make(ensembl, 1)))
    expect_equal(one$file_type, "expression")
    expect_null(one$matrix)
    expect_equal(one$oneSample$program, program)
    expect_equal(vapply(one$oneSample$columns, `[[`, "", "name"), made$columns)
    told <- Filter(function(each) each$code == "one_sample", one$findings)[[1L]]
    expect_equal(told[c("level", "fix")], list(level = "must", fix = list(label = "合并成矩阵", file = "join")))
    expect_match(told$message, "只有一个样本（30 个基因或转录本）", fixed = TRUE)
    expect_equal(one$table$rows, 30L)

    files <- list(S1.txt = made$make(ensembl, 1), S2.txt = made$make(ensembl, 2), S3.txt = made$make(ensembl, 3))
    for (column in made$columns) {
      joined <- parse_outputs(files, column)
      expect_equal(dim(joined$binary$values), c(30L, 3L))
      expect_equal(rownames(joined$binary$values), sub("\\..*", "", ensembl))
      # What stands in the file, to the last digit.
      written <- vapply(1:3, function(seed) {
        headless <- program %in% c("STAR", "HTSeq")
        table <- utils::read.table(text = made$make(ensembl, seed), sep = "\t", header = !headless, check.names = FALSE, fill = TRUE)
        rows <- table[table[[1L]] %in% ensembl, ]
        rows[[switch(program, STAR = match(column, made$columns) + 1L, HTSeq = 2L, featureCounts = 7L, column)]]
      }, numeric(30L))
      expect_equal(unname(joined$binary$values), written)
    }
    expect_equal(unlist(joined$matrix$samples), if (program == "featureCounts") paste0("Case", 1:3) else paste0("S", 1:3))
    expect_true("joined" %in% code_of(joined))
  })
}

test_that("STAR's strand is suggested by its counts", {
  suggested <- function(forward) parse_outputs(list(a = star(ensembl, 1, forward)))$oneSample$suggested
  expect_equal(suggested(0.5), "unstranded")
  expect_equal(suggested(0.98), "forward")
  expect_equal(suggested(0.03), "reverse")
  expect_null(suggested(0.75))
})

test_that("genes are joined by name, whatever their order and version, and differences are said", {
  values <- function(parsed) parsed$binary$values
  one <- star(ensembl, 1)
  two <- star(ensembl, 2)
  same <- parse_outputs(list(A.txt = one, B.txt = two), "unstranded")
  shuffled <- parse_outputs(list(A.txt = one, B.txt = c(two[1:4], sub("\\.\\d+\t", ".9\t", rev(two[-(1:4)])))), "unstranded")
  expect_identical(values(shuffled), values(same))
  fewer <- parse_outputs(list(A.txt = one, B.txt = two[-c(10L, 20L)]), "unstranded")
  expect_identical(values(fewer), values(same)[-c(6L, 16L), ])
  told <- Filter(function(each) each$code == "genes_left_out", fewer$findings)[[1L]]
  expect_equal(told[c("level", "message", "detail")], list(
    level = "should", message = "各文件的基因不全相同：留下都有的 28 个，去掉了 2 个", detail = "有别的文件所没有的基因的是：A.txt"
  ))
  mouse <- star(sub("ENSG", "ENSMUSG", ensembl), 2)
  expect_match(parse_outputs(list(A.txt = one, B.txt = mouse), "unstranded")$refused, "各文件的基因对不上", fixed = TRUE)
})

test_that("what cannot be joined is refused with the file's name", {
  refused <- function(files, column) parse_outputs(files, column)$refused
  expect_match(refused(list(A.txt = star(ensembl, 1), B.txt = c("gene\tS1", "TP53\t1")), "unstranded"), "「B.txt」不是认得的单样本输出", fixed = TRUE)
  expect_match(refused(list(A.txt = star(ensembl, 1), B.txt = gdc(ensembl, 1)), "unstranded"), "不是同一种软件的输出：GDC 1 个、STAR 1 个", fixed = TRUE)
  estimates <- list(A.txt = rsem(ensembl, 1), B.txt = rsem(ensembl, 2))
  expect_match(refused(estimates, "counts"), "「A.txt」里没有 counts 列，只有 expected_count、TPM、FPKM", fixed = TRUE)
  broken <- rsem(ensembl, 2)
  broken[[5L]] <- sub("1302.2\t[0-9.]+", "1302.2\tlow", rsem(ensembl, 2)[[5L]])
  expect_match(refused(list(A.txt = rsem(ensembl, 1), B.txt = broken), "expected_count"), "「B.txt」的 expected_count 列里有 1 个不是数字的格子", fixed = TRUE)
})

test_that("samples are called as their files are", {
  names <- function(...) part_names(c(...), rep("", length(c(...))))
  expect_equal(names("S1ReadsPerGene.out.tab", "S2.ReadsPerGene.out.tab"), c("S1", "S2"))
  expect_equal(names("x/T1/quant.sf", "x/N1/quant.sf"), c("T1", "N1"))
  expect_equal(names("T1.genes.results", "N.1.genes.results"), c("T1", "N.1"))
  expect_equal(names("u1.rna_seq.augmented_star_gene_counts.tsv", "u2.rna_seq.augmented_star_gene_counts.tsv"), c("u1", "u2"))
  expect_equal(names("GSM1_ctrl_counts.txt.gz", "GSM2_case_counts.txt.gz"), c("GSM1_ctrl", "GSM2_case"))
  expect_equal(names("S1_hg38.txt", "S2_hg38.txt"), c("S1", "S2"))
  expect_equal(names("a/S.txt", "b/S.txt"), c("a", "b"))
  expect_equal(names("S.txt", "S.txt"), c("S", "S_1"))
  expect_equal(names("quant.sf", "quant (2).sf"), c("quant", "quant (2)"))
})

test_that("estimated counts stay as they are until they are rounded on request", {
  files <- list(A.txt = rsem(ensembl, 1), B.txt = rsem(ensembl, 2))
  joined <- parse_outputs(files, "expected_count")
  asked <- Filter(function(each) each$code == "estimated_counts", joined$findings)[[1L]]
  expect_equal(asked$fix, list(label = "取整成计数", file = "round_counts"))
  expect_equal(joined$matrix$kind, "linear")
  rounded <- parse_outputs(files, "expected_count", list(fix = "round_counts"))
  expect_identical(rounded$binary$values, round(joined$binary$values))
  expect_equal(rounded$matrix$kind, "counts")
  expect_false("estimated_counts" %in% code_of(parse_outputs(files, "TPM")))
})

test_that("what only looks like one of these outputs is read as what it is", {
  expect_null(parse_outputs(list(a = c("gene\tA\tB", "TP53\t1\t2", "EGFR\t2\t3")))$oneSample)
  several <- c(rows_of("Geneid", "Chr", "Start", "End", "Strand", "Length", "A.bam", "B.bam"), rows_of(ensembl, "1", 1, 9, "+", 900, 1:30, 30:1))
  expect_equal(parse_outputs(list(a = several))$matrix$columns, 2L)
})
