# A job from its request to its manifest, without the zygote: parameters, tables, figures, workbooks.

fixtures <- file.path(root, "engine", "tests", "fixtures")
probe <- load_tool(read_catalogue(fixtures)$probe, fixtures, engine)
params <- list(behaviour = "fit", case_group = "tumour", scale = 1, top = 10, covariates = list(), pair = NULL)

#' A list with some members changed, as wholes; NULL stays a member.
with_values <- function(values, ...) {
  changes <- list(...)
  for (name in names(changes)) values[name] <- changes[name]
  values
}

#' Run a request in a new folder that holds the example's inputs; the events and the folder.
run_request <- function(request, files = list(), tool = probe) {
  folder <- tempfile("job")
  dir.create(folder)
  example <- file.path(fixtures, "tools", probe$folder, "example")
  lines <- readLines(file.path(example, "expression.tsv"))
  values <- as.matrix(utils::read.table(text = lines, header = TRUE, row.names = 1, sep = "\t", check.names = FALSE))
  write_serialized(list(values = values, kind = "log", identifiers = "symbol"), file.path(folder, "expression.bin"))
  file.copy(file.path(example, "groups.tsv"), folder)
  for (name in names(files)) writeLines(enc2utf8(files[[name]]), file.path(folder, name), useBytes = TRUE)
  write_json(request, file.path(folder, "request.json"))
  events <- list()
  done <- run_job(folder, list(probe = tool), function(event) events[[length(events) + 1L]] <<- event)
  list(done = done, events = events, last = events[[length(events)]], folder = folder)
}

analyse_request <- function(params, seed = 1L) {
  list(mode = "analyse", tool = "probe", version = "1.0.0", seed = seed, params = params, inputs = list(
    list(name = "expression", type = "matrix", path = "expression.bin", sha256 = "a", label = "x"),
    list(name = "groups", type = "table", path = "groups.tsv", sha256 = "b", label = "y")
  ))
}

test_that("a job writes its tables and a manifest with their checksums", {
  run <- run_request(analyse_request(params))
  expect_true(run$done)
  manifest <- read_json(file.path(run$folder, "manifest.json"))
  members <- c("tool", "version", "parameters", "inputs", "tables", "facts", "findings", "rowSubject", "seed", "versions", "seconds")
  expect_setequal(names(manifest), members)
  expect_equal(manifest$parameters, params)
  for (table in manifest$tables) {
    path <- file.path(run$folder, table$path)
    # gzip ends with the CRC-32 of what it packed, least byte first, and its length.
    packed <- paste0(path, ".gz")
    system2("gzip", c("-c", path), stdout = packed)
    trailer <- rev(utils::tail(readBin(packed, "raw", file.size(packed)), 8L)[1:4])
    expect_identical(gsub("^0+", "", table$crc32), gsub("^0+", "", paste(trailer, collapse = "")))
    expect_identical(table$bytes, as.integer(file.size(path)))
  }
  expect_named(manifest$facts, c("genes", "top_gene", "none", "random"))
  expect_null(manifest$facts$none)
  expect_equal(manifest$findings, list(list(code = "fitted", level = "note", message = "拟合完成")))
  expect_true(all(c("R", "limma") %in% names(manifest$versions)))
})

test_that("a result whose genes are probes says so", {
  tool <- list(tables = list(
    steps = list(columns = list(step = "text")), fit = list(columns = list(gene = "gene", logFC = "log2")), wide = list(columns = list(gene = "gene"))
  ))
  subject <- function(genes) {
    fit <- data.frame(gene = genes, logFC = rep(1, length(genes)))
    row_subject(tool, list(steps = data.frame(step = "a"), fit = fit, wide = data.frame(gene = "TP53")))
  }
  expect_equal(subject(c("1007_s_at", "1053_at", "ABL1")), "probe")
  expect_equal(subject(c("TP53", "EGFR", "1053_at")), "gene")
  # Nothing significant in the first table: the next one tells.
  expect_equal(subject(character()), "gene")
  expect_equal(row_subject(tool, list(steps = data.frame(), fit = data.frame(gene = "1007_s_at"), wide = NULL)), "probe")
})

test_that("the same seed gives the same bytes, another seed another draw", {
  facts <- lapply(c(1L, 1L, 2L), function(seed) read_json(file.path(run_request(analyse_request(params, seed))$folder, "manifest.json")))
  expect_identical(facts[[1]][c("facts", "tables")], facts[[2]][c("facts", "tables")])
  expect_false(facts[[1]]$facts$random == facts[[3]]$facts$random)
})

test_that("an early table is told before the end, checked and cut, and a later one takes its place", {
  tool <- list(tables = list(
    t = list(columns = list(gene = "gene", x = "number")), wide = list(columns = list(gene = "gene"), rest = "number")
  ))
  folder <- tempfile("early")
  dir.create(folder)
  events <- list()
  job <- new_job(function(event) events[[length(events) + 1L]] <<- event)
  # Without a runner, as tests call tools, it goes nowhere.
  job$early("t", data.frame(gene = "A", x = 1))
  expect_length(events, 0L)
  job$early_by(early_writer(tool, folder))
  job$early("t", data.frame(gene = "A", x = NA_real_))
  expect_equal(events, list(list(type = "early", table = "t", total = 1L)))
  path <- file.path(folder, "early", "t.tsv")
  expect_identical(readLines(path), c("gene\tx", "A\t"))
  job$early("t", data.frame(gene = as.character(1:1e6), x = 1e6:1))
  expect_equal(events[[2L]]$total, 1e6)
  expect_identical(readLines(path), c("gene\tx", paste(1:500, 1e6:(1e6 - 499), sep = "\t")))
  expect_error(job$early("other", data.frame(gene = "A")), "not declared", class = "oncoloom_contract")
  expect_error(job$early("../t", data.frame(gene = "A")), "not declared", class = "oncoloom_contract")
  expect_error(job$early("t", data.frame(gene = "A", x = "1")), "another type", class = "oncoloom_contract")
  expect_error(job$early("t", data.frame(gene = "A", y = 1)), "columns", class = "oncoloom_contract")
  expect_length(events, 2L)
})

test_that("parameters are read strictly", {
  wrong <- function(...) tryCatch(read_params(probe, with_values(params, ...)), error = conditionMessage)
  expect_identical(read_params(probe, params)$covariates, character())
  expect_identical(read_params(probe, with_values(params, covariates = list("age")))$covariates, "age")
  expect_true("pair" %in% names(read_params(probe, params)))
  expect_equal(wrong(padj = 1), "unknown parameter padj")
  expect_equal(tryCatch(read_params(probe, params[-1]), error = conditionMessage), "missing parameter behaviour")
  expect_equal(wrong(case_group = NULL), "parameter case_group: is null")
  expect_equal(wrong(behaviour = "other"), "parameter behaviour: is none of the choices")
  expect_equal(wrong(scale = "1"), "parameter scale: is not a number")
  expect_equal(wrong(scale = 0), "parameter scale: is not above 0")
  expect_equal(wrong(scale = 11), "parameter scale: is above 10")
  expect_equal(wrong(top = 1.5), "parameter top: is not whole")
  expect_equal(wrong(covariates = list(1)), "parameter covariates: is not an array of texts")
  expect_equal(wrong(file_id = 1), "unknown parameter file_id")
})

test_that("an older job is not run by a newer tool", {
  request <- analyse_request(params)
  request$version <- "0.9.0"
  expect_equal(run_request(request)$last$detail, "the job is for version 0.9.0, the tool is 1.0.0")
})

test_that("errors end as one event with a sentence", {
  refused <- run_request(analyse_request(with_values(params, behaviour = "refuse")))$last
  expect_equal(refused, list(type = "failed", code = "input", reason = "one_group", message = "分组表里只有一组，至少要有两组才能比较", field = "groups"))
  broken <- run_request(analyse_request(with_values(params, behaviour = "error")))$last
  expect_equal(broken$code, "failed")
  expect_match(broken$detail, "subscript out of bounds")
  expect_equal(failure_event(simpleError("cannot allocate vector of size 3.0 Gb"), NULL)$code, "memory")
  expect_equal(failure_event(simpleError("std::bad_alloc"), NULL)$code, "memory")
  # `sprintf` gives nothing for a NULL among its values: the user would read nothing.
  for (sentence in list(character(), "", NA_character_, c("两", "句"))) {
    told <- tryCatch(stop_input("unsaid", sentence, "field"), error = function(condition) failure_event(condition, NULL))
    expect_equal(told$code, "failed")
    expect_match(told$message, "^计算中断了")
    expect_match(told$detail, "unsaid")
  }
})

test_that("tables go to disk and back exactly", {
  folder <- tempfile("tables")
  declaration <- list(columns = list(gene = "gene", x = "number", n = "integer", ok = "flag", note = "text"), rest = "number")
  table <- data.frame(
    gene = c("007", "NA", "1e5", "a\tb", "「基因」\"x\""), x = c(0.1 + 0.2, 1e-300, -5e-324, NA, 123456789.123), n = c(1L, NA, 3L, 4L, 5L),
    ok = c(TRUE, NA, FALSE, TRUE, TRUE), note = c("", "TRUE", NA, "-", " blank "), S1 = c(1 / 3, 2, 3, 4, 5), check.names = FALSE
  )
  entry <- write_table("t", table, folder)
  expect_equal(entry[c("id", "path", "rows", "columns")], list(id = "t", path = "tables/t.tsv", rows = 5L, columns = as.list(names(table))))
  back <- read_table(file.path(folder, entry$path), declaration)
  expect_identical(back$gene, c("007", "NA", "1e5", "a b", "「基因」\"x\""))
  expect_identical(back$note, c("", "TRUE", "", "-", " blank "))
  expect_identical(back$ok, table$ok)
  expect_equal(back$x, table$x, tolerance = 1e-14)
  expect_equal(back$S1, table$S1, tolerance = 1e-14)
  empty <- write_table("e", table[0, ], folder)
  expect_equal(empty$rows, 0L)
  again <- read_table(file.path(folder, empty$path), declaration)
  expect_identical(names(again), names(table))
  expect_identical(vapply(again, class, ""), c(gene = "character", x = "numeric", n = "numeric", ok = "logical", note = "character", S1 = "numeric"))
})

test_that("P values below the smallest normal number are delivered as they are", {
  folder <- tempfile("tables")
  p <- c(1.1e-308, 3.4e-304, 1e-312, 0, NA, 4.94065645841247e-324, 0.5)
  entry <- write_table("t", data.frame(gene = letters[1:7], P.Value = p), folder)
  back <- read_table(file.path(folder, entry$path), list(columns = list(gene = "gene", P.Value = "p")))$P.Value
  expect_identical(back, p)
})

test_that("tables must be the declared ones", {
  tables <- list(fit = data.frame(gene = "a", logFC = 1, P.Value = 0.5, significant = TRUE), wide = data.frame(gene = "a", S1 = 1))
  refused <- function(tables) tryCatch(check_tables(probe, tables), error = conditionMessage)
  expect_null(refused(tables))
  expect_equal(refused(tables["fit"]), "missing tables: wide")
  expect_equal(refused(c(tables, list(more = tables$fit))), "undeclared tables: more")
  expect_match(refused(with_values(tables, fit = tables$fit[, 4:1])), "^table fit has columns significant")
  tables$fit$logFC <- "1"
  expect_equal(refused(tables), "table fit: columns with cells of another type: logFC")
  tables$fit$logFC <- 1
  probe$tables$wide <- list(columns = list(gene = "gene", p = "p"), rest = "number", restBefore = "p")
  placed <- function(...) refused(with_values(tables, wide = data.frame(gene = "a", ...)))
  expect_null(placed(S1 = 1, S2 = 2, p = 0.5))
  expect_null(placed(p = 0.5))
  expect_match(placed(p = 0.5, S1 = 1), "^table wide has columns gene, p, S1")
})

test_that("a table input keeps texts as texts and reads numbers as numbers", {
  folder <- tempfile("inputs")
  dir.create(folder)
  rows <- list(list("S1", "a", "61", "007"), list("S2", "b", "", "008"))
  write_json(list(columns = list("sample", "group", "age", "id"), rows = rows), file.path(folder, "g.json"))
  table <- read_table_input(file.path(folder, "g.json"))
  expect_identical(table, data.frame(sample = c("S1", "S2"), group = c("a", "b"), age = c(61, NA), id = c("007", "008")))
  write_serialized(list(cells = data.frame(sample = "S1", age = "5")), file.path(folder, "g.bin"))
  expect_identical(read_table_input(file.path(folder, "g.bin")), data.frame(sample = "S1", age = 5))
  write_json(list(columns = list("a", "b"), rows = list()), file.path(folder, "none.json"))
  expect_equal(dim(read_table_input(file.path(folder, "none.json"))), c(0L, 2L))
})

test_that("a workbook holds numbers as numbers and never a formula", {
  table <- c("gene\tlogFC\tnote", "=1+1\t1.5\t@home", "-TP53\t-2.5\t+x", "007\t1e-20\t-1")
  run <- run_request(list(mode = "xlsx", tables = list(list(path = "t.tsv", sheet = "差异表: a/b")), output = "t.xlsx"), list(t.tsv = table))
  expect_equal(run$last$type, "done")
  path <- file.path(run$folder, "t.xlsx")
  expect_equal(openxlsx::getSheetNames(path), "差异表  a b")
  utils::unzip(path, "xl/worksheets/sheet1.xml", exdir = run$folder)
  sheet <- paste(readLines(file.path(run$folder, "xl/worksheets/sheet1.xml"), warn = FALSE), collapse = "")
  expect_false(grepl("<f>", sheet, fixed = TRUE))
  back <- openxlsx::read.xlsx(path)
  expect_identical(back$gene, c("=1+1", "-TP53", "007"))
  expect_identical(back$logFC, c(1.5, -2.5, 1e-20))
  expect_identical(back$note, c("@home", "+x", "-1"))
})

test_that("an infinite number in a workbook leaves the others of its column numbers", {
  table <- c("gene\tupper\tlower", "Inf\t2.5\t1", "TP53\tInf\t", "EGFR\t-Inf\t3")
  run <- run_request(list(mode = "xlsx", tables = list(list(path = "t.tsv", sheet = "t")), output = "t.xlsx"), list(t.tsv = table))
  cells <- readxl::read_xlsx(file.path(run$folder, "t.xlsx"), col_types = "list")
  expect_identical(unlist(cells$gene), c("Inf", "TP53", "EGFR"))
  expect_identical(cells$upper, list(2.5, "Inf", "-Inf"))
  expect_equal(cells$lower, list(1, NA, 3))
})

test_that("a check ends where a tool has checked its inputs, a run goes on", {
  checking <- probe
  checking$analyse <- function(inputs, params, job) {
    job$finding("note", "names", "有别名")
    job$checked("found", "基因都在", "expression")
    stop_input("late", "运行才知道", "expression")
  }
  check_request <- c(analyse_request(params)[-1L], list(mode = "check"))
  run <- run_request(check_request, tool = checking)
  expect_true(run$done)
  expect_equal(read_json(file.path(run$folder, "checks.json"))$findings, list(
    list(code = "names", level = "note", message = "有别名"), list(code = "found", level = "passed", field = "expression", message = "基因都在")
  ))
  expect_false(file.exists(file.path(run$folder, "manifest.json")))
  expect_identical(run_request(analyse_request(params), tool = checking)$last$reason, "late")
  # A tool that never says so would be run whole, for nothing.
  expect_match(run_request(check_request)$last$detail, "does not say where")
})
