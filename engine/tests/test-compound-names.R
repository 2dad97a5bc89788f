# Names of rows that hold a symbol and a number.

parse_rows <- function(ids, values = NULL, file_type = "expression") {
  folder <- tempfile("compound")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  if (is.null(values)) values <- matrix(seq(1.5, by = 0.25, length.out = 3L * length(ids)), ncol = 3L)
  lines <- if (file_type == "expression") c("gene\tS1\tS2\tS3", paste(ids, apply(values, 1L, paste, collapse = "\t"), sep = "\t")) else ids
  writeLines(lines, file.path(folder, "upload"))
  request <- list(mode = "parse", path = "upload", name = "m.tsv", format = "text", file_type = file_type)
  write_json(request, file.path(folder, "request.json"))
  expect_true(run_job(folder, list(), function(event) NULL))
  facts <- read_json(file.path(folder, "facts.json"))
  binary <- read_serialized(file.path(folder, "parsed.bin"))
  list(
    ids = if (file_type == "expression") rownames(binary$values) else binary$cells$gene, identifiers = facts$matrix$identifiers,
    told = Find(function(finding) finding$code == "names_split", facts$findings)$message
  )
}

symbols <- c("TP53", "HLA-A", "EGFR", "MYC", "ACTB", "GAPDH", "CD8A", "C1orf112")

test_that("the symbol of a name of two parts names the row, whichever way round", {
  numbers <- seq_along(symbols) + 1000L
  ensembl <- sprintf("ENSG%011d", numbers)
  for (ids in list(
    paste(symbols, numbers, sep = "|"), paste(numbers, symbols, sep = "|"), paste(symbols, ensembl, sep = "_"), paste(ensembl, symbols, sep = "|"),
    paste0(ensembl, ".", 1:8, "_", symbols), paste(ensembl, symbols, sep = ":")
  )) {
    parsed <- parse_rows(ids)
    expect_equal(parsed$ids, symbols, info = ids[[1L]])
    expect_equal(parsed$identifiers, "symbol")
    expect_match(parsed$told, sprintf("如 %s），取了基因名 TP53", ids[[1L]]), fixed = TRUE)
  }
})

test_that("a gene without a symbol keeps its number, and two numbers of one symbol are one row", {
  parsed <- parse_rows(c("?|100130426", paste(symbols, 1:8, sep = "|"), "SLC35E2|9906", "SLC35E2|728661"))
  expect_equal(parsed$ids, c("100130426", symbols, "SLC35E2"))
})

test_that("other names stay as they are", {
  for (ids in list(symbols, sprintf("ENSG%011d", 1:8), sprintf("%d_at", 1001:1008), paste0("HLA-", LETTERS[1:8]), c("A|B", symbols[-1L]))) {
    parsed <- parse_rows(ids)
    expect_equal(parsed$ids, ids)
    expect_null(parsed$told)
  }
})

test_that("a list of such names is one of genes, not of genes and numbers", {
  expect_equal(parse_rows(paste(symbols, 1001:1008, sep = "|"), file_type = "gene_list")$ids, symbols)
  beside <- paste(paste(symbols, 1001:1008, sep = "|"), c("score", 1:7 / 4), sep = "\t")
  expect_equal(parse_rows(beside, file_type = "gene_list")$ids, symbols)
})

test_that("Firehose's matrix that people bring has symbols", {
  folder <- tempfile("compound")
  dir.create(folder)
  file.copy(shared("cases", "37b_firehose_gene.txt"), file.path(folder, "upload"))
  write_json(list(mode = "parse", path = "upload", name = "37b.txt", format = "text"), file.path(folder, "request.json"))
  expect_true(run_job(folder, list(), function(event) NULL))
  facts <- read_json(file.path(folder, "facts.json"))
  expect_equal(facts$file_type, "expression")
  expect_equal(facts$matrix$identifiers, "symbol")
  ids <- rownames(read_serialized(file.path(folder, "parsed.bin"))$values)
  expect_equal(ids[1:5], c("ACTB", "GAPDH", "TP53", "EGFR", "B2M"))
  expect_false(any(grepl("|", ids, fixed = TRUE)))
})
