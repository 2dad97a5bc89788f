#' Compiling the engine's and the tools' functions beside the loading of the packages: both take seconds, on a core each.

#' Files of the engine's functions, in the order in which they are read.
#'
#' @param root Folder with `engine/` and `tools/`. @return Paths relative to it.
engine_files <- function(root) file.path("engine", "R", list.files(file.path(root, "engine", "R"), "\\.R$", recursive = TRUE))

#' Begin to compile in a process of its own.
#'
#' No name of these files may be one of base R's: the compiler knows base R's and not those of other files.
#'
#' @param catalogue See `read_catalogue`.
#' @return For `finish_compiling`.
start_compiling <- function(root, catalogue) {
  files <- c(engine_files(root), vapply(catalogue, tool_code, character(1), USE.NAMES = FALSE))
  files <- files[file.exists(file.path(root, files))]
  folder <- tempfile("compiled")
  dir.create(folder)
  compile <- function() {
    # The compiler says what it writes; the parent's output is its protocol.
    sink(nullfile())
    for (i in seq_along(files)) compiler::cmpfile(file.path(root, files[[i]]), file.path(folder, i), options = list(suppressAll = TRUE))
    TRUE
  }
  list(files = files, folder = folder, process = parallel::mcparallel(compile()))
}

#' Wait for it.
#'
#' @param compiling From `start_compiling`. @param warn Function of a text.
#' @return As `read_source`. A file that could not be compiled is read as it is, so that its own fault is told.
finish_compiling <- function(compiling, warn) {
  done <- parallel::mccollect(compiling$process)[[1L]]
  if (!isTRUE(done)) warn(paste("not everything could be compiled:", paste(as.character(done), collapse = " ")))
  function(root, file, into) {
    compiled <- file.path(compiling$folder, match(file, compiling$files))
    if (file.exists(compiled)) compiler::loadcmp(compiled, into) else read_source(root, file, into)
  }
}

#' Run a file of functions.
#'
#' @param file Path relative to `root`. @param into Environment that gets them.
read_source <- function(root, file, into) sys.source(file.path(root, file), envir = into, keep.source = FALSE)
