#' Libraries that the set-up compiles of `engine/src`. One that a tool declares is loaded with its code: the warm parent shares it with its
#' children.

#' @param root Folder with `engine/`. @param name Of the source, without its ending.
#' @return What `dyn.load` gives; NULL where the library has not been built.
load_library <- function(root, name) {
  path <- file.path(root, "engine", "build", paste0(name, .Platform$dynlib.ext))
  if (!file.exists(path)) return(NULL)
  # By its whole path: R looks on the library path for anything else.
  dyn.load(normalizePath(path))
}

#' A routine of a library, for `.Call`. Stops where the library has not been built.
library_routine <- function(name, routine) {
  # By its name: a list of all that is loaded takes a millisecond, as long as many a call.
  tryCatch(
    getNativeSymbolInfo(routine, name),
    error = function(condition) stop("engine/build/", name, .Platform$dynlib.ext, " is missing: node scripts/setup/index.mjs", call. = FALSE)
  )
}

#' Compile what is not there yet, as the set-up does: a bundle brings the sources.
build_libraries <- function(root) {
  sources <- file.path(root, "engine", "src")
  built <- file.path(root, "engine", "build")
  if (!dir.exists(sources)) return(invisible())
  dir.create(built, showWarnings = FALSE, recursive = TRUE)
  for (source in list.files(sources, "\\.cpp$")) {
    target <- file.path(normalizePath(built), sub("\\.cpp$", .Platform$dynlib.ext, source))
    if (file.exists(target)) next
    # R reads Makevars where it is called.
    compile <- paste("cd", shQuote(sources), "&&", shQuote(file.path(R.home("bin"), "R")), "CMD SHLIB -o", shQuote(target), source, "2>&1")
    output <- suppressWarnings(system(compile, intern = TRUE))
    if (!file.exists(target)) stop(source, " cannot be compiled:\n", paste(output, collapse = "\n"), call. = FALSE)
  }
}
