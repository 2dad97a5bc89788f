# Makes the tools' example inputs from data that the installed packages carry. The files are not committed: each tool's
# `example/make.R` writes them beside itself. `Rscript tools/examples.R [FOLDER …]`: those named, else those whose
# files are not all there. Exit status 1 when a script fails; the others still run.

#' Files that a tool's example and its published figures consist of, by the catalogue.
example_files <- function(tool, root) {
  file.path(root, tool$folder, "example", vapply(tool$example$files, identity, character(1)))
}

#' Files of the engine and of the reference that scripts read. @param code Lines of the scripts. @param root Folder of the tools.
files_read_by <- function(code, root) {
  named <- sub("^/", "", unique(unlist(regmatches(code, gregexpr("[a-z0-9/-]+\\.R\\b", code)))))
  files <- list.files(file.path(dirname(root), c("engine/R", "reference")), "\\.R$", recursive = TRUE, full.names = TRUE)
  files[vapply(files, function(file) any(endsWith(file, paste0("/", named))), logical(1))]
}

#' Packages that scripts, and the files that they read, call by name and may share. An annotation package opens its database when it
#' is loaded: processes that share the parent's connection read at the wrong place of the file, so each loads such a package itself,
#' but not AnnotationDbi, which takes most of that. Of the others some write to the folder of temporary files, which all processes
#' share, when they load.
packages_of <- function(scripts, root) {
  lines_of <- function(files) as.character(unlist(lapply(files, readLines)))
  code <- lines_of(scripts)
  code <- c(code, lines_of(files_read_by(code, root)))
  named <- unique(unlist(regmatches(code, gregexpr("\\b[A-Za-z][A-Za-z0-9.]*(?=::)", code, perl = TRUE))))
  databases <- endsWith(named, ".db")
  union(named[!databases], if (any(databases)) "AnnotationDbi")
}

#' Run one make.R in its own folder, where it writes. This is a process of its own: no script sees what another has defined.
make_example <- function(folder, script, files) {
  message("making ", paste(basename(files), collapse = ", "), " of ", folder)
  # A file that a script stopped in must not pass for a whole one.
  unlink(files)
  run <- function() {
    source(script, chdir = TRUE, keep.source = FALSE)
    all(file.exists(files))
  }
  made <- tryCatch(run(), error = function(condition) {
    message(folder, ": ", conditionMessage(condition))
    FALSE
  })
  if (!made) unlink(files)
  made
}

make_of <- function(tool, root) file.path(root, tool$folder, "example", "make.R")

#' Make example files.
#'
#' @param root Folder of the tools. @param asked Folders below it; none: those that lack a file.
#' @return Folders whose script has failed.
make_all <- function(root, asked) {
  tools <- jsonlite::fromJSON(file.path(root, "catalogue.json"), simplifyVector = FALSE)$tools
  wanted <- Filter(function(tool) {
    make <- make_of(tool, root)
    file.exists(make) && (tool$folder %in% asked || (length(asked) == 0L && !all(file.exists(example_files(tool, root)))))
  }, tools)
  # Loaded once, and not anew by the process of each script. The script that needs one which is not there says so.
  for (package in packages_of(vapply(wanted, make_of, character(1), root), root)) requireNamespace(package, quietly = TRUE)
  make <- function(tool) make_example(tool$folder, make_of(tool, root), example_files(tool, root))
  # Each script is a process with one thread.
  made <- parallel::mclapply(wanted, make, mc.cores = parallel::detectCores(), mc.preschedule = FALSE)
  vapply(wanted, function(tool) tool$folder, character(1))[!vapply(made, isTRUE, logical(1))]
}

script <- normalizePath(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
failed <- make_all(dirname(script), commandArgs(trailingOnly = TRUE))
if (length(failed) > 0L) {
  message("failed: ", paste(failed, collapse = ", "))
  quit(status = 1L)
}
