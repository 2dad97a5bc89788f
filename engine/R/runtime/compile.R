#' The engine's and the tools' functions as compiled code: made ahead by the set-up, and for the files that have changed since beside the
#' loading of the packages. All of them take four seconds of processor time.

#' Where the set-up puts compiled code, below the root. A file's name is `<key of the source>-<checksum of its own content>`.
COMPILED <- file.path("engine", "build", "compiled")

#' Files of the engine's functions, in the order in which they are read.
#'
#' @param root Folder with `engine/` and `tools/`. @return Paths relative to it.
engine_files <- function(root) file.path("engine", "R", list.files(file.path(root, "engine", "R"), "\\.R$", recursive = TRUE))

#' Files of all functions.
#'
#' @param catalogue See `read_catalogue`. @return Paths relative to `root`, of files that are there.
code_files <- function(root, catalogue) {
  files <- c(engine_files(root), vapply(catalogue, tool_code, character(1), USE.NAMES = FALSE))
  files[file.exists(file.path(root, files))]
}

#' @return SHA-256 of bytes, in hexadecimal digits.
sha256 <- function(bytes) digest::digest(bytes, algo = "sha256", serialize = FALSE)

read_bytes <- function(path) readBin(path, "raw", file.size(path))

#' What compiled code depends on: the source, the compiler, and whether that has read texts as UTF-8.
compiling_key <- function(path) sha256(c(charToRaw(paste(R.version.string, l10n_info()[["UTF-8"]], "")), read_bytes(path)))

#' Compiled code that was made ahead of these files as they are now. One whose content is not what was written counts as none.
#'
#' @param files Paths relative to `root`. @return Paths in the order of `files`, NA where there is none.
compiled_ahead <- function(root, files) {
  made <- list.files(file.path(root, COMPILED), full.names = TRUE)
  whole <- function(path) isTRUE(try(sha256(read_bytes(path)) == sub("^.*-", "", basename(path)), silent = TRUE))
  found <- function(file) Filter(whole, made[startsWith(basename(made), paste0(compiling_key(file.path(root, file)), "-"))])[1L]
  vapply(files, found, character(1), USE.NAMES = FALSE)
}

#' Compile a file.
#'
#' No name of these files may be one of base R's: the compiler knows base R's and not those of other files.
#'
#' @param to Path that it is written to.
compile_file <- function(path, to) {
  # The compiler says what it writes; the engine's output is its protocol.
  sink(nullfile())
  on.exit(sink())
  compiler::cmpfile(path, to, options = list(suppressAll = TRUE))
}

#' Compile ahead what has changed, and remove what no file needs any more. Several may do so at the same time: what is written has its
#' name only when it is whole.
#'
#' @return Files that cannot be compiled.
compile_ahead <- function(root) {
  folder <- file.path(root, COMPILED)
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  files <- code_files(root, read_catalogue(root))
  compile <- function(file) {
    path <- file.path(root, file)
    key <- compiling_key(path)
    # Not listed among the files of the folder, before it has its name.
    unfinished <- tempfile(".unfinished-", folder)
    on.exit(unlink(unfinished))
    tryCatch({
      compile_file(path, unfinished)
      # A source that was changed meanwhile is compiled again by who reads it.
      compiling_key(path) == key && file.rename(unfinished, file.path(folder, paste0(key, "-", sha256(read_bytes(unfinished)))))
    }, error = function(condition) FALSE)
  }
  parallel::mclapply(files[is.na(compiled_ahead(root, files))], compile, mc.cores = parallel::detectCores(), mc.preschedule = FALSE)
  made <- compiled_ahead(root, files)
  unlink(setdiff(list.files(folder, full.names = TRUE), made))
  files[is.na(made)]
}

#' Begin to compile, in a process of its own, what was not compiled ahead.
#'
#' @param catalogue See `read_catalogue`. @param missing Whether to; else such files are read as they are.
#' @return For `finish_compiling`.
start_compiling <- function(root, catalogue, missing = TRUE) {
  files <- code_files(root, catalogue)
  ahead <- compiled_ahead(root, files)
  begun <- list(files = files, compiled = ahead)
  if (!missing || !anyNA(ahead)) return(begun)
  folder <- tempfile("compiled")
  dir.create(folder)
  begun$compiled[is.na(ahead)] <- file.path(folder, which(is.na(ahead)))
  begun$process <- parallel::mcparallel({
    for (i in which(is.na(ahead))) compile_file(file.path(root, files[[i]]), begun$compiled[[i]])
    TRUE
  })
  begun
}

#' Wait for it.
#'
#' @param compiling From `start_compiling`. @param warn Function of a text.
#' @return As `read_source`. A file that could not be compiled is read as it is, so that its own fault is told.
finish_compiling <- function(compiling, warn) {
  if (!is.null(compiling$process)) {
    done <- parallel::mccollect(compiling$process)[[1L]]
    if (!isTRUE(done)) warn(paste("not everything could be compiled:", paste(as.character(done), collapse = " ")))
  }
  function(root, file, into) {
    compiled <- compiling$compiled[match(file, compiling$files)]
    if (!is.na(compiled) && file.exists(compiled)) compiler::loadcmp(compiled, into) else read_source(root, file, into)
  }
}

#' Run a file of functions.
#'
#' @param file Path relative to `root`. @param into Environment that gets them.
read_source <- function(root, file, into) sys.source(file.path(root, file), envir = into, keep.source = FALSE)
