#' What texts are compared with.
OF_R <- base::trimws # nolint

WITH_BLANKS <- c(" a", "a ", "\t\r\n a b \n", "a\n", "\u3000\u764c ", "\u00a0a", "caf\u00e9 ", "", " ", "\\1 ", "a\v ", NA)

test_that("texts are trimmed as by R itself", {
  expect_identical(trimmed(WITH_BLANKS), OF_R(WITH_BLANKS))
  others <- list(
    NULL, character(), c(x = " a", y = NA), matrix(c(" a", "b "), 1L, dimnames = list(NULL, c("x", "y"))), factor(c(" a", "b ")), c(1.5, NA), 1:2, NA
  )
  for (value in others) expect_identical(trimmed(value), OF_R(value))
  in_latin <- "caf\xe9 "
  Encoding(in_latin) <- "latin1"
  expect_identical(trimmed(in_latin), OF_R(in_latin))
  expect_identical(trimmed(c("\u3000\u3000a\u3000", " a ", "\u3000\n"), "\u3000"), c("a", " a ", "\n"))
})

test_that("twice the text is trimmed in twice the time", {
  texts <- long_texts()
  for (name in names(texts)) expect_null(grows_faster(function(size) trimmed(paste0("a", texts[[name]](size))), 20000), label = name)
  expect_match(grows_faster(function(size) OF_R(paste0("a", strrep(" ", size), "b")), 4000), "8,000")
})
