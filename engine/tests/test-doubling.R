# Columns, lists and sets of genes of texts twice as long are read in twice the time.

#' Signs of the shorter of two texts.
SIGNS <- 20000
#' Of other letters R's own toupper, tolower and chartr take four times as long for twice the text.
TEXTS <- Filter(function(text) !grepl("[^ -~\t\n]", text(10), perl = TRUE), long_texts())
#' Texts that part no cells.
WITHIN <- Filter(function(text) !grepl("[\t\n\"]", text(10)), TEXTS)

folder <- tempfile("doubling")
dir.create(folder)

#' Reads lines as an upload.
read_lines <- function(lines, file_type = NULL, name = "a.tsv") {
  writeLines(lines, file.path(folder, "upload"), useBytes = TRUE)
  parsed_upload(folder, list(path = "upload", name = name, format = if (endsWith(name, ".gmt")) "gmt" else "text", file_type = file_type))
}

of_size <- function(size) vapply(WITHIN, function(text) text(size), "", USE.NAMES = FALSE)

test_that("lists and sets of genes", {
  expect_null(grows_faster(function(size) read_lines(of_size(size), "gene_list"), SIGNS))
  sets <- function(size) paste0("S", seq_along(WITHIN), "\t", of_size(size), "\t", of_size(size))
  expect_null(grows_faster(function(size) read_lines(sets(size), name = "a.gmt"), SIGNS))
  path <- tempfile(fileext = ".gmt")
  expect_null(grows_faster(function(size) {
    writeLines(paste0("S", seq_along(WITHIN), "\t", of_size(size), "\tTP53\t", of_size(size)), path, useBytes = TRUE)
    sets_of_gmt(path)
  }, 5e5))
  expect_null(grows_faster(function(size) {
    writeLines(c(paste0("S\t\t", strrep("A\t", size)), sprintf("S%d\t\tG%d", seq_len(size / 50), seq_len(size / 50))), path)
    sets_of_gmt(path)
  }, 5e5))
})

test_that("what readers do with a column", {
  readers <- list(
    written_numbers = written_numbers, bounds = function(cells) written_numbers(cells, bounds = TRUE), is_written_numbers = is_written_numbers,
    numbers_as_written = function(cells) numbers_as_written(list(cells)), is_number_column = is_number_column,
    numeric_columns = function(cells) numeric_columns(data.frame(cells)), comma_meaning = comma_meaning,
    without_commas = function(cells) without_commas(cells, "thousands"), identifier_kind = identifier_kind, gene_certainty = gene_certainty,
    guess_platform = guess_platform, mend_dates = mend_dates, strip_versions = strip_versions, split_compound = split_compound,
    match_genes = function(cells) match_genes(cells, "TP53", "symbol"), days_of_dates = days_of_dates, plain_id = plain_id,
    annotation_pairs = function(cells) annotation_pairs(data.frame(probe = "1_at", gene = cells), "probe", "gene"),
    parts_of_genes = function(cells) annotation_pairs(data.frame(probe = "1_at", gene = paste0("a // b // c /// ", cells, " // d")), "probe", "gene")
  )
  all_of_size <- function(size) vapply(TEXTS, function(text) text(size), "", USE.NAMES = FALSE)
  for (name in names(readers)) {
    for (before in c("", "1", "A")) {
      expect_null(grows_faster(function(size) readers[[name]](c("A1", paste0(before, all_of_size(size)))), SIGNS), label = paste(name, before))
    }
  }
})
