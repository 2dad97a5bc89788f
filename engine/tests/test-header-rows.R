# What stands above and below the names of columns: titles, merged cells, second headers.

parse_book <- function(path, file_type = NULL) {
  folder <- tempfile("book")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  file.copy(path, file.path(folder, "upload"))
  parsed_upload(folder, list(path = "upload", name = "u.xlsx", format = "xlsx", file_type = file_type))
}

parse_rows <- function(lines, file_type = NULL) {
  folder <- tempfile("rows")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  writeLines(lines, file.path(folder, "upload"))
  parsed_upload(folder, list(path = "upload", name = "u.csv", format = "text", file_type = file_type, separator = ","))
}

codes_in <- function(parsed) vapply(parsed$findings, `[[`, "", "code")

#' A workbook of the rows of a matrix below others. @param above List of rows, each of cells with NA for none.
book_of <- function(above = list(), merges = list(), rows = NULL) {
  if (is.null(rows)) {
    values <- data.frame(c("TP53", "EGFR", "MYC", "CD4"), c(1.5, 2, 3, 4), c(2.5, 3, 4, 5), c(3.5, 4, 5, 6), c(4.5, 5, 6, 7))
    rows <- c(list(c("gene", "T1", "T2", "N1", "N2")), lapply(seq_len(nrow(values)), function(i) values[i, ]))
  }
  book <- openxlsx::createWorkbook()
  openxlsx::addWorksheet(book, "s")
  for (i in seq_along(c(above, rows))) {
    cells <- c(above, rows)[[i]]
    for (j in seq_along(cells)) if (!is.na(cells[[j]])) openxlsx::writeData(book, "s", cells[[j]], startCol = j, startRow = i, colNames = FALSE)
  }
  for (merge in merges) openxlsx::mergeCells(book, "s", cols = merge$cols, rows = merge$rows)
  path <- tempfile(fileext = ".xlsx")
  openxlsx::saveWorkbook(book, path)
  path
}

test_that("a title, notes and names of groups above a header are passed over and said", {
  testthat::skip_if_not_installed("openxlsx")
  plain <- parse_book(book_of())
  expect_identical(dimnames(plain$binary$values), list(c("TP53", "EGFR", "MYC", "CD4"), c("T1", "T2", "N1", "N2")))
  above <- list(
    title = list("Table 1. Expression"),
    "title and a blank row" = list("Table 1", NA),
    "two notes" = list(c("Table 1", NA, "2024"), "unit: TPM"),
    "names of groups" = list(c(NA, "Tumour", NA, "Normal", NA))
  )
  for (what in names(above)) {
    parsed <- parse_book(book_of(above[[what]]))
    expect_identical(parsed$binary$values, plain$binary$values, label = what)
    expect_true("title_lines" %in% codes_in(parsed), label = what)
  }
  merged <- list(list(cols = 1L, rows = 1:2), list(cols = 2:3, rows = 1L), list(cols = 4:5, rows = 1L))
  rows <- list(c(NA, "T1", "T2", "N1", "N2"), list("TP53", 1, 2, 3, 4), list("EGFR", 5, 6, 7, 8))
  parsed <- parse_book(book_of(list(c("gene", "Tumour", NA, "Normal", NA)), merged, rows))
  expect_identical(dimnames(parsed$binary$values), list(c("TP53", "EGFR"), c("T1", "T2", "N1", "N2")))
  expect_equal(parsed$matrix$identifierColumn, "gene")
  # A number of a row that is no number is told by its row in the sheet.
  broken <- list(
    "Table 1", c("gene", "T1", "T2"), list("TP53", 1, 2), list("EGFR", 3, "low"), list("MYC", 3, 1), list("CD4", 3, 1), list("IL6", 3, 1)
  )
  expect_match(parse_book(book_of(rows = broken), "expression")$refused, "C 列第 4 行是「low」", fixed = TRUE)
})

test_that("merged cells hold their value in each of their rows", {
  testthat::skip_if_not_installed("openxlsx")
  rows <- list(c("sample", "group"), c("T1", "tumour"), c("T2", NA), c("T3", NA), c("N1", "normal"), c("N2", NA), c("X", NA))
  merges <- list(list(cols = 2L, rows = 2:4), list(cols = 2L, rows = 5:6))
  parsed <- parse_book(book_of(rows = rows, merges = merges))
  expect_identical(parsed$binary$cells$group, c("tumour", "tumour", "tumour", "normal", "normal", ""))
  expect_match(Filter(function(each) each$code == "merged_cells", parsed$findings)[[1L]]$message, "有 2 处合并的单元格", fixed = TRUE)
  # Empty cells that are not merged stay empty.
  expect_identical(parse_book(book_of(rows = rows))$binary$cells$group, c("tumour", "", "", "normal", "", ""))
})

test_that("descriptions of genes in a workbook are no reason to refuse it", {
  testthat::skip_if_not_installed("openxlsx")
  rows <- list(
    c("gene_id", "T1", "T2", "gene_name", "gene_chr"), list("ENSG00000141510", 5, 7, "TP53", 17), list("ENSG00000146648", 1, 2, "EGFR", "X"),
    list("ENSG00000136997", 3, 4, "MYC", 8), list("ENSG00000010610", 3, 4, "CD4", 12), list("ENSG00000136244", 3, 4, "IL6", 7)
  )
  expect_identical(colnames(parse_book(book_of(rows = rows))$binary$values), c("T1", "T2"))
})

test_that("a second header is passed over and said, a spoilt row is not", {
  firehose <- c("Hybridization REF,A,B,C", "gene_id,normalized_count,normalized_count,normalized_count", "TP53,1.5,2,3", "EGFR,4,5.5,6", "MYC,1,2,3")
  parsed <- parse_rows(firehose)
  expect_identical(unname(parsed$binary$values), matrix(c(1.5, 4, 1, 2, 5.5, 2, 3, 6, 3), 3))
  expect_equal(parsed$findings[[1L]]$message, "第 2 行不是数据（gene_id、normalized_count），已略过")
  raw <- c("Hybridization REF,A,A,B,B", "gene_id,raw_count,scaled_estimate,raw_count,scaled_estimate", "TP53,1,2,3,4", "EGFR,1,2,3,4", "MYC,1,2,3,4")
  expect_match(parse_rows(raw)$refused, "每个样本有几列，由第 2 行区分（raw_count、scaled_estimate）", fixed = TRUE)
  units <- c("sample,age,time,status", ",岁,月,", "S1,50,3,1", "S2,61,4,0", "S3,44,9,1")
  expect_equal(parse_rows(c("sample,age,time,score", ",岁,月,分", units[3:5]))$table$rows, 3L)
  expect_equal(parse_rows(c("id,age,time,score", "P0,years,months,U/mL", units[3:5]), "table")$table$rows, 3L)
  # A patient of whom nothing is known stays.
  expect_equal(parse_rows(c("sample,age,time,score", "S0,unknown,unknown,1", units[3:5]), "table")$table$rows, 4L)
  expect_equal(parse_rows(c("sample,age,time,score", "S0,high,low,1", units[3:5]), "table")$table$rows, 4L)
  spoilt <- c("gene,A,B", "TP53,low,high", "EGFR,1,2", "MYC,3,4", "CD4,3,4", "IL6,1,1")
  expect_match(parse_rows(spoilt, "expression")$refused, "「A」列第 2 行是「low」", fixed = TRUE)
  # Lines are counted as the file's owner does.
  expect_match(parse_rows(c(firehose, "CD4,1,2,bad", "IL6,1,2,3"), "expression")$refused, "「C」列第 6 行是「bad」", fixed = TRUE)
})
