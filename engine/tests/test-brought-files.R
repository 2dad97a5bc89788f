# Files as people bring them, with the values that stand beside them (README.md of the folder).

#' Parse one of them. @param separator What the guard finds between its cells.
parse_case <- function(name, separator = NULL, file_type = NULL, join = NULL) {
  folder <- tempfile("case")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  file.copy(shared("cases", name), file.path(folder, name))
  format <- if (endsWith(name, ".xlsx")) "xlsx" else "text"
  parsed_upload(folder, list(path = name, name = name, format = format, file_type = file_type, separator = separator, join = join))
}

test_that("a second identifier leaves the numbers as they are: cBioPortal, three spellings", {
  values <- parse_case("01_cbioportal_mrna.txt")$binary$values
  expect_identical(dim(values), c(400L, 12L))
  components <- stats::prcomp(t(log2(values + 1)), scale. = TRUE)
  expect_equal(components$sdev[[1L]]^2 / sum(components$sdev^2), 0.137, tolerance = 0.002)
  expect_equal(log2(limma::normalizeQuantiles(values)[["TP53", 1L]] + 1), 6.231, tolerance = 1e-4)
  for (i in 0:2) {
    samples <- colnames(parse_case(sprintf("42_second_id_%d.csv", i))$binary$values)
    expect_identical(samples, c("KO1", "KO2", "KO3", "WT1", "WT2", "WT3"))
  }
})

test_that("a company's counts with positions are its counts", {
  plain <- parse_case("02_plain.txt")$binary$values
  expect_identical(parse_case("02_gene_count.xls")$binary$values, plain)
  expect_identical(parse_case("02b_gene_count_numbers.txt")$binary$values, plain)
  stabilised <- DESeq2::varianceStabilizingTransformation(plain)
  expect_equal(range(stabilised), c(0.85, 14.79), tolerance = 0.005)
})

test_that("tables of patients keep their rows", {
  rows <- c(
    `20_roc.csv` = 80L, `45a_id_outcome_markers.csv` = 70L, `45b_group_genes.csv` = 40L, `45c_patient_numbers.csv` = 60L, `45e_forest.csv` = 5L
  )
  for (name in names(rows)) {
    parsed <- parse_case(name)
    expect_equal(list(parsed$file_type, parsed$table$rows), list("table", rows[[name]]), label = name)
  }
  roc <- parse_case("20_roc.csv")$binary$cells
  area <- function(marker) {
    case <- suppressWarnings(as.numeric(roc[[marker]][roc$outcome == "Tumor"]))
    control <- suppressWarnings(as.numeric(roc[[marker]][roc$outcome == "Normal"]))
    ranks <- rank(c(stats::na.omit(case), stats::na.omit(control)))
    n <- c(sum(!is.na(case)), sum(!is.na(control)))
    (sum(ranks[seq_len(n[[1L]])]) - n[[1L]] * (n[[1L]] + 1) / 2) / prod(n)
  }
  expect_equal(vapply(c("low_in_cases", "high_in_cases", "noise"), area, 0, USE.NAMES = FALSE), c(0.1873, 0.6313, 0.5010), tolerance = 1e-3)
})

test_that("numbers with commas are what they were", {
  decimal <- parse_case("34_semicolon_decimal.csv", ";")$binary$values
  expect_identical(decimal[["ACTB", "A1"]], 4.907)
  thousands <- parse_case("34b_thousands.csv")
  expect_identical(thousands$binary$values[["GAPDH", "A1"]], 1700)
  expect_equal(thousands$matrix$kind, "counts")
})

test_that("outputs of one sample name their program and become a matrix", {
  files <- c(
    GDC = "03_gdc_star_gene_counts.tsv", STAR = "04_ReadsPerGene.out.tab", RSEM = "05_sample.genes.results", Salmon = "05b_quant.sf"
  )
  for (program in names(files)) {
    parsed <- parse_case(files[[program]])
    expect_equal(list(parsed$oneSample$program, parsed$table$rows, parsed$matrix), list(program, 400L, NULL), label = program)
  }
  part <- function(name) list(path = files[["RSEM"]], name = name, separator = "\t")
  parts <- list(part("A.genes.results"), part("B.genes.results"))
  joined <- parse_case(files[["RSEM"]], file_type = "expression", join = list(parts = parts, column = "TPM"))
  expect_identical(joined$binary$values["ENSG00000100000", ], c(A = 24.74, B = 24.74))
  expect_equal(parse_case("06_featureCounts.txt")$matrix$columns, 6L)
})

test_that("headers are found under titles and above second ones, and merged cells filled", {
  firehose <- parse_case("37_firehose.txt")
  expect_equal(firehose$matrix$columns, 8L)
  expect_match(firehose$findings[[1L]]$message, "第 2 行不是数据（gene_id、normalized_count），已略过", fixed = TRUE)
  titled <- parse_case("39_title_row.xlsx")
  expect_equal(c(titled$matrix$rows, titled$matrix$columns), c(40L, 6L))
  expect_true("title_lines" %in% vapply(titled$findings, `[[`, "", "code"))
  expect_identical(parse_case("39_merged_groups.xlsx")$binary$cells$group, rep(c("T", "N"), each = 3L))
})
