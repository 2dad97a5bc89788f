# All tests of the R code, and lintr. Argument: where to write `{passed, failed, skipped, failures}`; after it, files (or `lintr`) to run
# instead of all.
# A test file sees the engine's functions, those of engine/tests/helper.R, `root` (the repository), `engine` (the environment that a
# tool is loaded into) and `read_code` (what reads a tool's functions).
arguments <- commandArgs(trailingOnly = TRUE)
root <- getwd()

engine <- new.env(parent = globalenv())
for (file in list.files(file.path(root, "engine", "R", "runtime"), "\\.R$", full.names = TRUE)) {
  sys.source(file, envir = engine, keep.source = FALSE)
}
catalogue <- engine$read_catalogue(root)
# The code that the product runs: compiled ahead by the set-up. The process of each file would compile what it uses of it anew.
read_code <- engine$finish_compiling(engine$start_compiling(root, catalogue, missing = FALSE), warning)
for (file in engine$engine_files(root)) read_code(root, file, engine)
# What is left are the tests themselves, most of which run once.
compiler::enableJIT(0L)
# The files run side by side already. Only engine/tests/test-forks.R is about work in several processes, and lets it have them.
options(mc.cores = 1L)

common <- new.env(parent = engine)
common$root <- root
common$engine <- engine
common$read_code <- read_code
sys.source(file.path(root, "engine", "tests", "helper.R"), envir = common, keep.source = FALSE)

#' Run one file; one row per test_that() block.
run_file <- function(file) {
  own <- new.env(parent = common)
  reporter <- testthat::SummaryReporter$new(show_praise = FALSE, max_reports = 50L)
  results <- as.data.frame(testthat::test_file(file, env = own, reporter = reporter, stop_on_failure = FALSE))
  # Skipped before its first test, for want of what all of them need.
  if (nrow(results) == 0L) return(c(passed = 0L, failed = 0L, skipped = 1L))
  bad <- results$failed > 0L | results$error
  c(passed = sum(!bad & !results$skipped), failed = sum(bad), skipped = sum(results$skipped & !bad))
}

#' Use what most tests use of testthat: R reads a function from the disk when it is called first, a third of a second for the process of each file.
rehearse_testthat <- function() {
  file <- tempfile("rehearsal", fileext = ".R")
  writeLines("test_that('a rehearsal', { expect_equal(1, 1); expect_identical(1, 1); expect_true(TRUE); expect_error(stop('no'), 'no') })", file)
  utils::capture.output(run_file(file))
}

#' A file that cannot even be read is one failure.
counted <- function(file) {
  cat(file, "\n", sep = "")
  tryCatch(run_file(file), error = function(condition) {
    message(file, ": ", conditionMessage(condition))
    c(passed = 0L, failed = 1L, skipped = 0L)
  })
}

lint_all <- function() {
  lints <- c(lintr::lint_dir("engine"), lintr::lint_dir("tools"), lintr::lint_dir("reference"), lintr::lint_dir("scripts"))
  for (lint in lints) cat(sprintf("%s:%d: %s\n", lint$filename, lint$line_number, lint$message))
  c(passed = as.integer(length(lints) == 0L), failed = as.integer(length(lints) > 0L), skipped = 0L)
}

#' Do one piece of the work in a process of its own; what it prints comes out in one piece.
#'
#' @return Its counts.
in_one_piece <- function(work) {
  path <- tempfile("output")
  output <- file(path, "wt")
  sink(output)
  sink(output, type = "message")
  began <- proc.time()
  counts <- work()
  # All but the elapsed time: of this process and of those that it has started.
  cat(sprintf("%.1f s of processor time\n", sum((proc.time() - began)[-3L], na.rm = TRUE)))
  sink(type = "message")
  sink()
  close(output)
  cat(readLines(path), "", sep = "\n")
  counts
}

asked <- arguments[-1L]
# The longest first.
files <- if (length(asked) > 0L) asked else unique(c(
  "lintr",
  file.path("engine", "tests", "test-patterns.R"),
  Sys.glob(file.path("tools", "*", "*", "run.test.R")),
  list.files(file.path("engine", "tests"), "^test-.*\\.R$", full.names = TRUE)
))
# Loaded once, as the engine's parent has them, and not anew by the process of each file.
cycle <- engine$begin_collection_cycle()
needed <- if (length(asked) == 0L) catalogue else Filter(function(tool) any(startsWith(asked, file.path("tools", tool$folder))), catalogue)
for (package in c("testthat", engine$stage_packages(needed, "all"))) loadNamespace(package)
engine$read_symbol_keys()
invisible(rehearse_testthat())
# The process of each file would copy all of that with its first full collection.
engine$finish_collection_cycle(cycle)

pieces <- lapply(files, function(file) if (file == "lintr") lint_all else function() counted(file))
counts <- parallel::mclapply(pieces, in_one_piece, mc.cores = parallel::detectCores(), mc.preschedule = FALSE)
# A process that died is a failure, too.
died <- !vapply(counts, is.integer, logical(1))
if (any(died)) cat("no answer from: ", paste(files[died], collapse = ", "), "\n", sep = "")
counts[died] <- list(c(passed = 0L, failed = 1L, skipped = 0L))
total <- Reduce(`+`, counts, c(passed = 0L, failed = 0L, skipped = 0L))
names(counts) <- files
failures <- names(Filter(function(one) one[["failed"]] > 0L, counts))
report <- list(
  passed = jsonlite::unbox(total[["passed"]]), failed = jsonlite::unbox(total[["failed"]]),
  skipped = jsonlite::unbox(total[["skipped"]]), failures = as.character(failures)
)
writeLines(jsonlite::toJSON(report), arguments[[1L]])
quit(status = as.integer(total[["failed"]] > 0L))
