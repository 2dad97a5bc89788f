is_compiled <- function(f) any(grepl("<bytecode", capture.output(print(f)), fixed = TRUE))

#' A repository of files of functions, by path, and of no tools.
repository_of <- function(...) {
  folder <- tempfile("repository")
  for (path in names(list(...))) {
    dir.create(dirname(file.path(folder, path)), showWarnings = FALSE, recursive = TRUE)
    writeLines(list(...)[[path]], file.path(folder, path))
  }
  dir.create(file.path(folder, "tools"))
  writeLines('{"tools": {}}', file.path(folder, "tools", "catalogue.json"))
  folder
}

#' What a start reads of a repository: its functions, and the files that it had to compile.
started <- function(folder, missing = TRUE) {
  compiling <- start_compiling(folder, list(), missing)
  read <- finish_compiling(compiling, function(text) stop(text))
  into <- new.env()
  for (file in engine_files(folder)) read(folder, file, into)
  structure(as.list(into), anew = compiling$files[is.na(compiled_ahead(folder, compiling$files))])
}

test_that("every function of the engine and of the tools comes compiled, and is the same function", {
  catalogue <- read_catalogue(root)
  # As the set-up has compiled it; what it has left out is compiled here.
  warnings <- character()
  read <- finish_compiling(start_compiling(root, catalogue), function(text) warnings <<- c(warnings, text))
  expect_identical(warnings, character())
  into <- new.env()
  written <- new.env()
  for (file in engine_files(root)) {
    read(root, file, into)
    read_source(root, file, written)
  }
  names <- ls(written)
  expect_setequal(ls(into), names)
  functions <- Filter(function(name) is.function(into[[name]]), names)
  expect_identical(Filter(function(name) !is_compiled(into[[name]]), functions), character())
  expect_identical(Filter(function(name) !identical(body(into[[name]]), body(written[[name]])), functions), character())
  tool <- load_tool(catalogue[["volcano_plot_analysis"]], root, into, read)
  expect_true(is_compiled(tool$analyse))
})

test_that("what the set-up has compiled is read, and nothing is compiled at a start", {
  folder <- repository_of("engine/R/a.R" = "one <- function() 1", "engine/R/b.R" = "two <- function() c(2, '\u4e2d')")
  expect_length(attr(started(folder), "anew"), 2L)
  expect_identical(compile_ahead(folder), character())
  expect_null(start_compiling(folder, list())$process)
  read <- started(folder, missing = FALSE)
  expect_identical(attr(read, "anew"), character())
  expect_true(is_compiled(read$one))
  expect_identical(read$two(), c("2", "\u4e2d"))
})

test_that("a source that has changed since is compiled anew, and the set-up drops what it was before", {
  folder <- repository_of("engine/R/a.R" = "one <- function() 1", "engine/R/b.R" = "two <- function() 2")
  compile_ahead(folder)
  before <- list.files(file.path(folder, COMPILED))
  writeLines("one <- function() 3", file.path(folder, "engine", "R", "a.R"))
  read <- started(folder)
  expect_identical(read$one(), 3)
  expect_true(is_compiled(read$one))
  expect_identical(attr(read, "anew"), "engine/R/a.R")
  # A parent that does not compile reads the source.
  expect_identical(started(folder, missing = FALSE)$one(), 3)
  compile_ahead(folder)
  after <- list.files(file.path(folder, COMPILED))
  expect_identical(c(length(before), length(after), length(intersect(before, after))), c(2L, 2L, 1L))
  expect_identical(attr(started(folder), "anew"), character())
})

test_that("a broken compiled file counts as none: cut, of other bytes, or empty", {
  folder <- repository_of("engine/R/a.R" = "one <- function() 'first'")
  breaks <- list(
    cut = function(bytes) utils::head(bytes, -20L), empty = function(bytes) raw(),
    other = function(bytes) {
      at <- length(bytes) - 8L
      bytes[[at]] <- xor(bytes[[at]], as.raw(1L))
      bytes
    }
  )
  for (name in names(breaks)) {
    compile_ahead(folder)
    path <- compiled_ahead(folder, "engine/R/a.R")
    expect_false(is.na(path), label = name)
    writeBin(breaks[[name]](read_bytes(path)), path)
    read <- started(folder)
    expect_identical(attr(read, "anew"), "engine/R/a.R", label = name)
    expect_identical(read$one(), "first", label = name)
    expect_true(is_compiled(read$one), label = name)
  }
})

test_that("two set-ups at the same time leave each file whole, and nothing beside", {
  sources <- stats::setNames(sprintf("f%d <- function(x) x + %d", 1:12, 1:12), sprintf("engine/R/f%d.R", 1:12))
  folder <- do.call(repository_of, as.list(sources))
  left <- parallel::mclapply(1:3, function(i) compile_ahead(folder), mc.cores = 3L)
  expect_identical(left, rep(list(character()), 3L))
  read <- started(folder)
  expect_identical(attr(read, "anew"), character())
  expect_identical(read$f7(1), 8)
  expect_length(list.files(file.path(folder, COMPILED), all.files = TRUE, no.. = TRUE), 12L)
})

test_that("what another compiler made counts as none", {
  path <- file.path(repository_of("engine/R/a.R" = "one <- function() 1"), "engine/R/a.R")
  elsewhere <- compiling_key
  environment(elsewhere) <- list2env(list(R.version.string = "R version 0.0.0"), parent = environment(compiling_key))
  expect_identical(compiling_key(path), compiling_key(path))
  expect_false(elsewhere(path) == compiling_key(path))
})

test_that("a file that cannot be compiled is told, and read as it is", {
  folder <- repository_of("engine/R/a.R" = "one <- function() 1", "engine/R/b.R" = "two <- function( 2")
  expect_identical(compile_ahead(folder), "engine/R/b.R")
  warnings <- character()
  read <- finish_compiling(start_compiling(folder, list()), function(text) warnings <<- c(warnings, text))
  expect_match(warnings, "not everything could be compiled")
  into <- new.env()
  read(folder, engine_files(folder)[[1L]], into)
  expect_identical(into$one(), 1)
  expect_error(read(folder, engine_files(folder)[[2L]], into), "unexpected")
})

test_that("no name is one of base R's, for which the compiler would take it", {
  expect_identical(intersect(ls(engine), c(ls(baseenv(), all.names = TRUE), ls(asNamespace("stats")))), character())
})
