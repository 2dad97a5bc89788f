# Matrices as results: the table that is delivered and the form that the next tool reads hold the same numbers.

tool_with_matrix <- list(tables = list(expression = list(columns = list(gene = "gene"), rest = "number", matrix = TRUE)))
values <- matrix(c(1.5, NA, 0.1 + 0.2, -4, 5, 6), 3, dimnames = list(c("TP53", "MKI67", "EGFR"), c("S1", "S2")))

test_that("a matrix is written as a table and as a parsed file", {
  result <- result_matrix(values, "log", "symbol")
  tables <- matrices_as_tables(tool_with_matrix, list(expression = result))
  check_tables(tool_with_matrix, tables)
  expect_equal(names(tables$expression), c("gene", "S1", "S2"))
  folder <- tempfile("job")
  dir.create(folder)
  write_table("expression", tables$expression, folder)
  entry <- write_matrix("expression", result, folder, "gene")
  back <- read_matrix_input(file.path(folder, entry$path), "label")
  expect_identical(back$values, values)
  expect_identical(back[c("kind", "identifiers", "label")], list(kind = "log", identifiers = "symbol", label = "label"))
  delivered <- read_table(file.path(folder, "tables", "expression.tsv"), tool_with_matrix$tables$expression)
  # A table has 15 digits.
  expect_equal(unname(as.matrix(delivered[-1])), unname(values), tolerance = 1e-14)
  expect_equal(entry$bytes, file.size(file.path(folder, entry$path)))
  expected <- list(rows = 3L, columns = 2L, kind = "log", missing = 1, negative = 1)
  expect_equal(entry$facts[names(expected)], expected)
  # With names they would be written as an object, which no manifest may hold.
  expect_identical(entry$facts$columnSums, I(c(1.5 + (0.1 + 0.2), 7)))
})

test_that("counts stay doubles for the reader, and a matrix without names or of no known kind is refused", {
  folder <- tempfile("job")
  dir.create(file.path(folder, "tables"), recursive = TRUE)
  counts <- matrix(1:4, 2, dimnames = list(c("A", "B"), c("S1", "S2")))
  entry <- write_matrix("expression", result_matrix(counts, "counts", "symbol"), folder, "gene")
  expect_type(read_matrix_input(file.path(folder, entry$path), "")$values, "double")
  expect_error(matrices_as_tables(tool_with_matrix, list(expression = result_matrix(unname(counts), "counts", "symbol"))), "lacks names")
  expect_error(matrices_as_tables(tool_with_matrix, list(expression = result_matrix(counts, "tpm", "symbol"))), "no known kind")
  expect_error(matrices_as_tables(tool_with_matrix, list(expression = data.frame(gene = "A"))), "result_matrix")
})

test_that("scores of gene sets keep what their sets are called, and a sample may be called as the column of names is", {
  folder <- tempfile("job")
  dir.create(file.path(folder, "tables"), recursive = TRUE)
  scored <- list(tables = list(scores = list(columns = list(set = "text"), rest = "number", matrix = TRUE)))
  scores <- matrix(c(-0.5, 0.25, 0.1, 0), 2, dimnames = list(c("hsa04110", "hsa04115"), c("S1", "set")))
  titles <- c(hsa04110 = "Cell cycle", hsa04115 = "p53 signaling pathway")
  result <- result_matrix(scores, "scores", "other", row_titles = titles)
  tables <- matrices_as_tables(scored, list(scores = result))
  check_tables(scored, tables)
  expect_equal(names(tables$scores), c("set", "S1", "set.1"))
  entry <- write_matrix("scores", result, folder, row_column(scored, "scores"))
  expect_equal(entry$facts[c("kind", "identifierColumn")], list(kind = "scores", identifierColumn = "set"))
  expect_identical(read_matrix_input(file.path(folder, entry$path), "")$row_titles, titles)
})

test_that("a matrix carries what the run knew of its samples: chosen groups before what the file says", {
  input <- list(values = values, kind = "log", annotations = list(columns = list(
    list(name = "tissue", values = list("skin", "")), list(name = "group", values = list("of the file", "of the file"))
  )))
  groups <- data.frame(sample = c("S2", "S1"), group = c("case", "control"), pair = c(1, 1))
  carried <- function(inputs, result = result_matrix(values[, c("S2", "S1")], "log", "symbol")) {
    kept <- with_annotations(tool_with_matrix, list(expression = result), inputs)$expression$annotations$columns
    stats::setNames(lapply(kept, function(column) unlist(column$values)), vapply(kept, `[[`, "", "name"))
  }
  expect_equal(carried(list(expression = input, groups = groups)), list(group = c("case", "control"), pair = c("1", "1"), tissue = c("", "skin")))
  # Groups of some samples, and none at all.
  expect_equal(carried(list(groups = groups[1L, ])), list(group = c("case", ""), pair = c("1", "")))
  expect_length(carried(list(expression = list(values = values, kind = "log"))), 0L)
  own <- result_matrix(values, "log", "symbol", annotations = list(columns = list(list(name = "own", values = list("a", "b")))))
  expect_equal(carried(list(groups = groups), own), list(own = c("a", "b")))
  # Of several matrices each sample's own, by the name that it has among all.
  two <- list(c(input, label = "A"), list(values = values, kind = "log", label = "B"))
  joined <- result_matrix(cbind(D1_S1 = 1, D2_S2 = 2), "log", "symbol")
  rownames(joined$values) <- "TP53"
  expect_equal(carried(list(expression = two), joined), list(tissue = c("skin", ""), group = c("of the file", ""), `批次` = c("A", "B")))
})
