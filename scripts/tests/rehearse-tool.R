# Makes a tool's example and runs it as the engine's warm-up does: parse, analyse, write the workbook.
# Arguments: the repository and the tool's task type. Ends with an error when any of it fails.
arguments <- commandArgs(trailingOnly = TRUE)
root <- arguments[[1L]]
engine <- new.env(parent = globalenv())
for (file in list.files(file.path(root, "engine", "R"), "\\.R$", full.names = TRUE, recursive = TRUE)) {
  sys.source(file, envir = engine, keep.source = FALSE)
}
with(engine, {
  tool <- load_tool(read_catalogue(root)[[arguments[[2L]]]], root, engine)
  tools <- stats::setNames(list(tool), tool$id)
  folder <- tempfile("rehearsal")
  tell <- function(event) stop(event$text)
  rehearse(tool, root, folder, tools, tell)
  rehearse_workbook(tool, folder, tools, tell)
})
