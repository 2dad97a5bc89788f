# The base of logarithms: it travels with a matrix, and what takes logarithms for log2 gets log2.

catalogue <- read_catalogue(root)
quiet_job <- function() new_job(function(event) NULL)
codes_of <- function(job) vapply(job$collected()$findings, `[[`, "", "code")

#' 1,000 genes, five against five; the first hundred are four times as high in the case.
fourfold <- function() {
  set.seed(61)
  values <- 2^(stats::rnorm(1000, 9, 1.5) + matrix(stats::rnorm(1000 * 10, 0, 0.15), 1000))
  values[1:100, 1:5] <- 4 * values[1:100, 1:5]
  dimnames(values) <- list(sprintf("G%d", 1:1000), sprintf("S%d", 1:10))
  values
}

#' What a tool makes of inputs that lie in a job's folder, from the request to the tables.
run_tool <- function(id, matrices, request) {
  tool <- load_tool(catalogue[[id]], root, engine)
  folder <- tempfile("job")
  dir.create(folder)
  input <- function(name) {
    write_serialized(matrices[[name]], file.path(folder, paste0(name, ".bin")))
    list(name = "expression", type = "matrix", path = paste0(name, ".bin"), sha256 = name, label = paste0(name, ".tsv"))
  }
  request$inputs <- c(lapply(names(matrices), input), request$inputs)
  if (length(matrices) > 1L) for (i in seq_along(matrices)) request$inputs[[i]]$place <- i
  if (!is.null(request$groups)) {
    data.table::fwrite(request$groups, file.path(folder, "groups.tsv"), sep = "\t")
    request$inputs <- c(request$inputs, list(list(name = "groups", type = "table", path = "groups.tsv", sha256 = "g", label = "g")))
  }
  write_json(list(mode = "analyse", tool = id, version = tool$version, seed = 1L, params = request$params, inputs = request$inputs),
    file.path(folder, "request.json"))
  expect_true(run_job(folder, stats::setNames(list(tool), id), function(event) NULL))
  manifest <- read_json(file.path(folder, "manifest.json"))
  tables <- lapply(manifest$tables, function(entry) read_table(file.path(folder, entry$path), tool$tables[[entry$id]]))
  names(tables) <- vapply(manifest$tables, `[[`, "", "id")
  list(
    tables = tables, codes = vapply(manifest$findings, `[[`, "", "code"), told = vapply(manifest$findings, `[[`, "", "message"),
    base = lapply(manifest$tables, function(entry) entry$matrix$facts$logBase)
  )
}

matrix_input <- function(values, ...) list(values = values, kind = "log", identifiers = "symbol", platform = NULL, annotations = NULL, ...)

test_that("a log10 result gives limma the fold changes of log2, and says so", {
  values <- fourfold()
  transform <- list(params = list(transform_method = "log10_x", extract_partial_rows = FALSE, target_gene_list = list()))
  logged <- run_tool("log_transform", list(raw = list(values = values, kind = "linear", identifiers = "symbol")), transform)
  expect_equal(logged$base[[1L]], 10)
  log10_values <- as.matrix(logged$tables$expression[-1L])
  rownames(log10_values) <- logged$tables$expression$gene
  params <- catalogue$limma_differential_analysis$example$parameters
  params[c("case_group", "control_group")] <- c("case", "control")
  groups <- data.frame(sample = colnames(values), group = rep(c("case", "control"), each = 5))
  limma <- function(matrix) run_tool("limma_differential_analysis", list(input = matrix), list(params = params, groups = groups))
  converted <- limma(matrix_input(log10_values, log_base = 10))
  direct <- limma(matrix_input(log2(values), log_base = 2))
  expect_equal(converted$tables$limma, direct$tables$limma, tolerance = 1e-10)
  called <- converted$tables$limma
  called <- called$gene[called$adj.P.Val < 0.05 & abs(called$logFC) >= 1]
  expect_setequal(called, sprintf("G%d", 1:100))
  expect_true("log10_converted" %in% converted$codes)
  expect_match(converted$told, "input.tsv", fixed = TRUE, all = FALSE)
  expect_false("log10_converted" %in% direct$codes)
  # What happened while the base was forgotten.
  forgotten <- limma(matrix_input(log10_values))$tables$limma
  expect_equal(sum(forgotten$adj.P.Val < 0.05 & abs(forgotten$logFC) >= 1), 0L)
})

test_that("every tool that reads a matrix gets log2, but for those that hand the base on", {
  values <- log10(fourfold())
  reading <- Filter(function(tool) "expression" %in% unlist(tool$inputs), catalogue)
  expect_gt(length(reading), 8L)
  kept <- names(Filter(function(tool) "expression" %in% unlist(tool$keepsLogBase), reading))
  expect_setequal(kept, c("log_transform", "gene_expression_extract"))
  for (id in names(reading)) {
    job <- quiet_job()
    two <- list(matrix_input(values, log_base = 10, label = "a"), matrix_input(values, label = "b"))
    several <- in_log2(list(expression = two), reading[[id]], job)
    one <- in_log2(list(expression = matrix_input(values, log_base = 10, label = "a")), reading[[id]], job)$expression
    if (id %in% kept) {
      expect_identical(one$values, values, info = id)
      expect_identical(codes_of(job), character(), info = id)
    } else {
      expect_equal(10^values, 2^one$values, tolerance = 1e-12, info = id)
      expect_identical(one$log_base, 2, info = id)
      expect_equal(2^several$expression[[1L]]$values, 10^values, tolerance = 1e-12, info = id)
      expect_identical(several$expression[[2L]]$values, values, info = id)
      expect_identical(codes_of(job), rep("log10_converted", 2L), info = id)
    }
  }
})

test_that("tools hand on the base that they know, and none where they do not", {
  values <- log10(fourfold())
  rows <- list(transform_method = "none", extract_partial_rows = TRUE, target_gene_list = list("G1", "G2"))
  base_of <- function(matrix) run_tool("log_transform", list(m = matrix), list(params = rows))$base[[1L]]
  expect_equal(base_of(matrix_input(values, log_base = 10)), 10)
  expect_null(base_of(matrix_input(values)))
  extract <- function(matrix) run_tool("gene_expression_extract", list(m = matrix), list(params = list(gene_list = list("G1", "G2", "G3"))))
  picked <- extract(matrix_input(values, log_base = 10))
  expect_equal(picked$base[[1L]], 10)
  expect_equal(unlist(picked$tables$expression[1L, -1L]), values["G1", ], tolerance = 1e-12)
  expect_equal(common_log_base(list(list(log_base = 2), list(log_base = 2))), 2)
  expect_null(common_log_base(list(list(log_base = 2), list())))
})

parse_values <- function(values, change = NULL, known = NULL) {
  folder <- tempfile("parse")
  dir.create(folder)
  data.table::fwrite(data.table::data.table(gene = rownames(values), values), file.path(folder, "upload"), sep = "\t")
  write_json(list(
    mode = "parse", path = "upload", name = "upload.tsv", format = "text", file_type = "expression", separator = "\t", change = change, known = known
  ), file.path(folder, "request.json"))
  expect_true(run_job(folder, list(), function(event) NULL))
  c(read_json(file.path(folder, "facts.json")), list(binary = read_serialized(file.path(folder, "parsed.bin"))))
}

test_that("an upload that looks like log10 is asked about, and becomes log2 in one click", {
  values <- fourfold()
  suspected <- function(values) "log10_suspected" %in% vapply(parse_values(values)$findings, `[[`, "", "code")
  expect_true(suspected(log10(values)))
  expect_false(suspected(log2(values)))
  expect_false(suspected(values))
  expect_false(suspected(log10(values)[1:100, ]))
  expect_false(suspected(log10(values) - 3))
  expect_false(suspected(log10(values) / 6))
  changed <- parse_values(log10(values), change = list(fix = "to_log2"))
  expect_equal(changed$binary$values, log2(values), tolerance = 1e-12)
  expect_equal(changed$matrix$logBase, 2)
  expect_equal(changed$binary$log_base, 2)
})

test_that("what is known of a saved result outlasts another reading of its file", {
  values <- fourfold()
  again <- parse_values(log10(values), known = list(kind = NULL, log_base = 10))
  expect_equal(c(again$matrix$logBase, again$binary$log_base), c(10, 10))
  expect_false("log10_suspected" %in% vapply(again$findings, `[[`, "", "code"))
  corrected <- parse_values(log2(values), known = list(kind = "batch-corrected", log_base = NULL))
  expect_equal(c(corrected$matrix$kind, corrected$binary$kind), rep("batch-corrected", 2L))
  expect_null(corrected$matrix$logBase)
})
