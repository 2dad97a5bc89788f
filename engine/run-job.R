#!/usr/bin/env Rscript
# Run one job folder without the server: `Rscript engine/run-job.R FOLDER`. Events are printed, one JSON line each.
# The folder holds `request.json` and the inputs it names; paths in the request are relative to the folder.

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 1L) stop("usage: Rscript engine/run-job.R FOLDER")
script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
root <- dirname(dirname(normalizePath(script)))

engine <- new.env()
for (file in list.files(file.path(root, "engine", "R"), "\\.R$", full.names = TRUE, recursive = TRUE)) {
  sys.source(file, envir = engine, keep.source = FALSE)
}

folder <- normalizePath(arguments, mustWork = TRUE)
tool_id <- engine$read_json(file.path(folder, "request.json"))$tool
tools <- list()
if (!is.null(tool_id)) tools[[tool_id]] <- engine$load_tool(engine$read_catalogue(root)[[tool_id]], root, engine)
done <- engine$run_job(folder, tools, function(event) cat(engine$to_json(event), "\n", sep = ""))
quit(status = if (done) 0L else 1L)
