testthat::test_that("numbers are read as the browser and the server read them", {
  cases <- jsonlite::fromJSON(file.path(root, "packages", "tool-kit", "tests", "written-numbers.json"), simplifyVector = FALSE)
  number <- function(value) if (is.null(value)) NA_real_ else as.numeric(value)
  for (case in cases) {
    expect_equal(written_numbers(case$cell), number(case$number), tolerance = 1e-12, info = case$cell)
    with_bounds <- if (is.null(case$bounds)) case$number else case$bounds
    expect_equal(written_numbers(case$cell, bounds = TRUE), number(with_bounds), tolerance = 1e-12, info = case$cell)
  }
})

testthat::test_that("cells that are no numbers are left out and named with their lines", {
  said <- NULL
  job <- list(finding = function(level, code, message, ...) said <<- message)
  table <- data.frame(x = c("1,000", "n.d.", "NA", NA, "5%"))
  expect_equal(read_numbers(table, "x", "value_column", job), c(1000, NA, NA, NA, 0.05))
  expect_match(said$zh, "有 1 格不是数字，没有用：第 2 行「n.d.」", fixed = TRUE)
  expect_match(said$en, "“n.d.” in row 2", fixed = TRUE)
  expect_error(read_numbers(data.frame(x = c("a", "b")), "x", "value_column", job), class = "oncoloom_input")
  expect_error(read_numbers(table, "y", "value_column", job), "没有「y」")
})
