# Documents: what is wrapped where, what stays together, and that a PDF of many pages comes out with its texts.

test_that("the marks of the result page are taken out", {
  expect_identical(plain_marks("**2 张** 里 *TP53* 和 [up:3 个上调]，a * b"), "2 张 里 TP53 和 3 个上调，a * b")
  expect_identical(plain_marks("与 HLA-B\\*07 相比，*HLA-A\\*02* 在 **\\[a\\\\b\\]** 里"), "与 HLA-B*07 相比，HLA-A*02 在 [a\\b] 里")
})

test_that("lines are no wider than their room, and no closing mark begins one", {
  grDevices::cairo_pdf(tempfile(fileext = ".pdf"), family = DOCUMENT_FACE)
  on.exit(grDevices::dev.off())
  grid::grid.newpage()
  text <- paste0(strrep("芯片的强度分布与众不同，", 12), "see Kauffmann et al. (2009), ", strrep("0123456789abcdef", 8))
  for (width in c(160, 240, 460)) {
    lines <- wrap_text(text, width, 9)
    expect_true(all(text_width(lines, 9) <= width + 9))
    expect_false(any(grepl("^[，。）]", lines)))
    expect_identical(gsub(" ", "", paste(lines, collapse = "")), gsub(" ", "", text))
  }
  expect_identical(wrap_text("", 100, 9), "")
})

test_that("a heading stays with what follows, and a table's header comes again", {
  nothing <- function(top) NULL
  header <- doc_piece(20, nothing, follows = TRUE)
  rows <- rep(list(doc_piece(100, nothing, again = header)), 9)
  first <- doc_piece(document_height() - 110, nothing)
  pages <- flow_pages(list(list(first), list(doc_piece(30, nothing, before = 10, follows = TRUE), header), rows))
  expect_length(pages[[1L]], 1L)
  heights <- lapply(pages, function(page) vapply(page, function(entry) entry$piece$height, numeric(1)))
  expect_identical(heights[[2L]][1:3], c(30, 20, 100))
  expect_identical(heights[[3L]][1:2], c(20, 100))
  for (page in pages) {
    ends <- vapply(page, function(entry) entry$top + entry$piece$height, numeric(1))
    expect_lte(max(ends), DOCUMENT_PAGE[["height"]] - DOCUMENT_MARGINS[["bottom"]] + 1e-6)
  }
})

test_that("a document holds its title, its texts and its figures in Chinese letters", {
  testthat::skip_if(!nzchar(Sys.which("pdftotext")), "without pdftotext")
  path <- tempfile(fileext = ".pdf")
  figure <- list(plot = ggplot2::ggplot(), width = 240, height = 200, title = "密度图", caption = "每条线是一张芯片。")
  cells <- data.frame(sample = sprintf("芯片%03d", 1:80), value = format(1:80))
  draw_document(list(
    doc_title("质量评估报告", "第一批"), doc_facts(c("SHA-256" = "aaaa", "SHA-256" = "bbbb")), doc_heading("判据"),
    doc_table(cells, c("芯片", "数值"), c(0.6, 0.4), c("left", "right")),
    doc_figures(list(figure, figure, figure)), doc_list(c("一", "二"))
  ), path, heading = "瘤析 OncoLoom", notice = "模拟演示数据")
  text <- system2("pdftotext", c("-layout", path, "-"), stdout = TRUE)
  pages <- strsplit(paste(text, collapse = "\n"), "\f", fixed = TRUE)[[1L]]
  expect_gte(length(pages), 2L)
  for (words in c("质量评估报告", "aaaa", "bbbb")) expect_match(pages[[1L]], words)
  for (i in seq_along(pages)) expect_match(pages[[i]], sprintf("模拟演示数据 +第 %d 页，共 %d 页", i, length(pages)))
  # Once at its top on each page that it reaches.
  expect_match(pages[[2L]], "芯片 +数值")
  expect_match(paste(pages, collapse = ""), "芯片080")
  expect_equal(lengths(regmatches(paste(pages, collapse = ""), gregexpr("密度图", paste(pages, collapse = "")))), 3L)
})
