# Samples called 1, 2, 3 … and genes that are Entrez numbers: each tool for a user's matrix gives what it gives for names in words.

catalogue <- read_catalogue(root)

#' The number that a program writes as 1e+05 is among them.
NUMBERS <- c("1", "2", "3", "10", "11", "12", "100000", "200000")
WORDS <- c("s_a", "s_b", "s_c", "s_d", "s_e", "s_f", "s_g", "s_h")
ENTREZ <- c("7157", "1956", "4609", "100000", "2064", "672", "675", "5728", "3845", "207", "595", "1029", "4288", "60", "2597", "567")

logs <- local({
  set.seed(71)
  values <- matrix(stats::rnorm(600 * 8, 9, 1), 600) + rep(c(0, 1), each = 2400)
  values[1:20, c(1, 3, 5, 7)] <- values[1:20, c(1, 3, 5, 7)] + 3
  `dimnames<-`(values, list(c(ENTREZ, 300000 + seq_len(600L - length(ENTREZ))), NUMBERS))
})
counts <- local({
  set.seed(72)
  means <- rep(stats::rexp(600, 1 / 400) + 40, 8) * rep(c(0.6, 0.8, 1, 1.2), each = 600)
  values <- matrix(stats::rnbinom(600 * 8, mu = means, size = 12), 600)
  values[1:20, c(1, 3, 5, 7)] <- 4 * values[1:20, c(1, 3, 5, 7)]
  storage.mode(values) <- "double"
  `dimnames<-`(values, dimnames(logs))
})

#' All of a run's tables, from its folder, as a reader gets them. @param groups As cells of a user's table: texts.
tables_of <- function(id, matrices, params, groups = NULL) {
  tool <- load_tool(catalogue[[id]], root, engine)
  folder <- tempfile("job")
  dir.create(folder)
  inputs <- lapply(seq_along(matrices), function(i) {
    path <- sprintf("m%d.bin", i)
    write_serialized(c(matrices[[i]], list(platform = NULL, annotations = NULL)), file.path(folder, path))
    place <- if (length(matrices) > 1L) list(place = i)
    c(list(name = "expression", type = "matrix", path = path, sha256 = "m", label = sprintf("set%d.tsv", i)), place)
  })
  if (!is.null(groups)) {
    write_json(cells_json(groups), file.path(folder, "groups.json"))
    inputs <- c(inputs, list(list(name = "groups", type = "table", path = "groups.json", sha256 = "g", label = "g")))
  }
  values <- tool$example$parameters
  values[names(params)] <- params
  request <- list(mode = "analyse", tool = id, version = tool$version, seed = 1L, params = values, inputs = inputs)
  write_json(request, file.path(folder, "request.json"))
  last <- NULL
  done <- run_job(folder, stats::setNames(list(tool), id), function(event) last <<- event)
  if (!done) stop(id, ": ", last$message, " ", last$detail)
  entries <- read_json(file.path(folder, "manifest.json"))$tables
  read <- lapply(entries, function(entry) read_table(file.path(folder, entry$path), tool$tables[[entry$id]]))
  stats::setNames(read, vapply(entries, `[[`, "", "id"))
}

#' A table with the samples' names in words: in its header and in its cells.
in_words <- function(table) {
  swap <- function(texts) if (length(texts) == 0L) texts else ifelse(texts %in% NUMBERS, WORDS[match(texts, NUMBERS)], texts)
  names(table) <- swap(names(table))
  for (name in intersect(c("sample", "original", "label"), names(table))) table[[name]] <- swap(table[[name]])
  table
}

expect_names_do_not_matter <- function(id, values, kind, params, grouped = FALSE, by = 8L) {
  parts <- split(seq_len(8L), (seq_len(8L) - 1L) %/% by)
  run <- function(names) {
    named <- `colnames<-`(values, names)
    matrices <- lapply(parts, function(part) list(values = named[, part], kind = kind, identifiers = "entrez"))
    groups <- data.frame(sample = names, group = rep(c("1", "0"), 4), stringsAsFactors = FALSE)
    tables_of(id, unname(matrices), params, if (grouped) groups)
  }
  numbered <- lapply(run(NUMBERS), in_words)
  worded <- run(WORDS)
  for (table in names(worded)) expect_equal(numbered[[table]], worded[[table]], tolerance = 1e-9, info = paste(id, table))
  worded
}

test_that("tools that compare groups", {
  contrast <- list(case_group = "1", control_group = "0")
  limma <- expect_names_do_not_matter("limma_differential_analysis", logs, "log", contrast, grouped = TRUE)
  expect_gt(length(intersect(limma$limma$gene[1:20], rownames(logs)[1:20])), 14L)
  voom <- utils::modifyList(contrast, list(data_type = "rnaseq", trend = TRUE, robust = TRUE))
  expect_names_do_not_matter("limma_differential_analysis", counts, "counts", voom, grouped = TRUE)
  deseq2 <- expect_names_do_not_matter("bulk_deseq2_diff", counts, "counts", contrast, grouped = TRUE)
  expect_true(all(rownames(logs)[1:20] %in% deseq2$deseq2$gene[1:25]))
})

test_that("tools that change a matrix", {
  expect_names_do_not_matter("multi_dataset_batch_removal", logs, "log", list(batch_column = NULL), grouped = TRUE, by = 4L)
  expect_names_do_not_matter("microarray_normalization", logs, "log", list(filter_enabled = FALSE, log2_transform = FALSE, annotate = FALSE))
  expect_names_do_not_matter("count_expression_transform", counts, "counts", list())
  expect_names_do_not_matter("log_transform", 2^logs, "linear", list(transform_method = "log2_x"))
  length_free <- list(from = "counts", to = "cpm", id_to = "none", id_from = "auto")
  expect_names_do_not_matter("rna_seq_conversion", counts, "counts", length_free)
  symbols <- expect_names_do_not_matter("rna_seq_conversion", counts, "counts", utils::modifyList(length_free, list(to = "none", id_to = "symbol")))
  expect_true(all(c("TP53", "EGFR", "ACTB") %in% symbols$expression$gene))
})

test_that("tools that describe a matrix, and one that picks genes by their numbers", {
  expect_names_do_not_matter("batch_sd_calculation", logs, "log", list())
  expect_names_do_not_matter("microarray_quality_assessment", logs, "log", list(), grouped = TRUE)
  picked <- expect_names_do_not_matter("gene_expression_extract", logs, "log", list(gene_list = list("100000", "7157", "EGFR")))
  expect_identical(picked$expression$gene, c("100000", "7157", "1956"))
})
