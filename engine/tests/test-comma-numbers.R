# Commas within numbers: no reading is guessed that changes a value by a thousand.

#' Parse lines of a table whose cells are parted by semicolons, as it is or after a change.
parse_commas <- function(lines, file_type = "expression", change = NULL) {
  folder <- tempfile("commas")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  writeLines(lines, file.path(folder, "upload"))
  parsed_upload(folder, list(path = "upload", name = "u.csv", format = "text", file_type = file_type, separator = ";", change = change))
}

genes_by <- function(...) c("gene;A;B", paste0(c("TP53", "EGFR", "MYC"), ";", c(...)))

test_that("the meaning of commas is told by the cells that have one reading only", {
  expect_equal(comma_meaning(c("4,907", "7,098", "0,585")), "decimal")
  expect_equal(comma_meaning(c("4,907", "12,5")), "decimal")
  expect_equal(comma_meaning(c("4,907", "-0,5e-3", "12")), "decimal")
  expect_equal(comma_meaning(c("1.234,56", "4,907")), "decimal")
  expect_equal(comma_meaning(c("1,234,567", "4,907")), "thousands")
  expect_equal(comma_meaning(c("1,234.5", "4,907")), "thousands")
  expect_equal(comma_meaning(c("4,907", "0.5", "12")), "thousands")
  expect_equal(comma_meaning(c("1,700", "290", "470", "20")), "thousands")
  expect_equal(comma_meaning(c("4,907", "7,098", "5,585")), "unclear")
  expect_equal(comma_meaning(c("4,907", "7,098", "3")), "unclear")
  expect_equal(comma_meaning(c("4,907", "12345")), "unclear")
  expect_equal(comma_meaning(c("1,234,567", "0,5")), "mixed")
  expect_equal(comma_meaning(c("0,585", "0.5")), "mixed")
  expect_equal(comma_meaning(c("0,585", "low")), "none")
  expect_equal(comma_meaning(c("1.5", "NA")), "none")
})

test_that("a matrix is read by what its commas are, and says so", {
  decimal <- parse_commas(genes_by("4,907;7,098", "0,585;12", "1,000;3,5"))
  expect_identical(unname(decimal$binary$values), matrix(c(4.907, 0.585, 1, 7.098, 12, 3.5), 3))
  expect_equal(decimal$findings[[1L]]$message, "数值用逗号作小数点，已按小数读入")
  thousands <- parse_commas(genes_by("1,700;290", "470;2,000", "620;\"1,234,567\""))
  expect_identical(unname(thousands$binary$values), matrix(c(1700, 470, 620, 290, 2000, 1234567), 3))
  expect_equal(thousands$matrix$kind, "counts")
  expect_equal(thousands$findings[[1L]]$message, "数值用逗号分开千位，已去掉逗号")
})

test_that("where both readings fit it is asked, and each answer gives its numbers", {
  lines <- genes_by("4,907;7,098", "5,585;12", "1,000;3")
  asked <- parse_commas(lines)
  expect_null(asked$matrix)
  expect_equal(lapply(asked$findings, `[[`, "fix"), list(
    list(label = "是小数：4.907", file = "commas_decimal"), list(label = "是千位：4907", file = "commas_thousands")
  ))
  expect_true(all(vapply(asked$findings, `[[`, "", "level") == "must"))
  answer <- function(fix) unname(parse_commas(lines, change = list(fix = fix))$binary$values)
  expect_identical(answer("commas_decimal"), matrix(c(4.907, 5.585, 1, 7.098, 12, 3), 3))
  expect_identical(answer("commas_thousands"), matrix(c(4907, 5585, 1000, 7098, 12, 3), 3))
})

test_that("each column of a table is a measure of its own", {
  lines <- c("sample;age;CA125;ratio;count", "S1;50;1,234;0,5;4,100", "S2;61;35;1,25;5,200", "S3;44;120;2;6,300")
  parsed <- parse_commas(lines, "table")
  expect_identical(parsed$binary$cells$CA125, c("1234", "35", "120"))
  expect_identical(parsed$binary$cells$ratio, c("0.5", "1.25", "2"))
  expect_identical(parsed$binary$cells$count, c("4,100", "5,200", "6,300"))
  expect_equal(Filter(function(each) each$code == "commas_unclear", parsed$findings)[[1L]]$level, "should")
})

test_that("what no reading fits is refused without advice that changes a number", {
  refused <- parse_commas(genes_by("0,585;1", "1,234,567;2", "4,1;3"))$refused
  expect_match(refused, "逗号看不出是小数点还是千位的分隔", fixed = TRUE)
  expect_false(grepl("去掉", refused, fixed = TRUE))
})
