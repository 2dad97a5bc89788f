# Makes the tools' example inputs from data that the installed packages carry. The files are not committed: each tool's
# `example/make.R` writes them beside itself. `Rscript tools/examples.R [FOLDER …]`; a folder's files are made again when
# one is missing or older than its make.R. Exit status 1 when a script fails; the others still run.

#' Files that a tool's example consists of, by the catalogue.
example_files <- function(tool, root) {
  file.path(root, tool$folder, "example", vapply(tool$example$inputs, function(input) input$file, character(1)))
}

is_current <- function(script, files) all(file.exists(files)) && all(file.mtime(files) >= file.mtime(script))

#' Run one make.R in its own folder, where it writes, and in its own process: no script sees what another loaded.
make_example <- function(folder, script, files) {
  message("making ", paste(basename(files), collapse = ", "), " of ", folder)
  # A file that a script stopped in must not pass for a whole one.
  unlink(files)
  command <- sprintf("cd %s && %s --vanilla %s >&2", shQuote(dirname(script)), shQuote(file.path(R.home("bin"), "Rscript")), basename(script))
  status <- system(command)
  made <- status == 0L && all(file.exists(files))
  if (!made) unlink(files)
  made
}

script <- normalizePath(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
root <- dirname(script)
tools <- jsonlite::fromJSON(file.path(root, "catalogue.json"), simplifyVector = FALSE)$tools
asked <- commandArgs(trailingOnly = TRUE)
make_current <- function(tool) {
  make <- file.path(root, tool$folder, "example", "make.R")
  files <- example_files(tool, root)
  if ((length(asked) > 0L && !tool$folder %in% asked) || !file.exists(make) || is_current(make, files)) return(TRUE)
  make_example(tool$folder, make, files)
}
# Each script is a process with one thread.
made <- parallel::mclapply(tools, make_current, mc.cores = parallel::detectCores(), mc.preschedule = FALSE)
failed <- vapply(tools, function(tool) tool$folder, character(1))[!vapply(made, isTRUE, logical(1))]
if (length(failed) > 0L) {
  message("failed: ", paste(failed, collapse = ", "))
  quit(status = 1L)
}
