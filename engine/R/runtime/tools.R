#' The catalogue that `npm run gen` writes from the tools' declarations.
#'
#' @param root Folder that holds `engine/` and `tools/`.
#' @return Named list of tools by task type; each carries its `id`.
read_catalogue <- function(root) {
  catalogue <- jsonlite::fromJSON(file.path(root, "tools", "catalogue.json"), simplifyVector = FALSE)$tools
  for (id in names(catalogue)) catalogue[[id]]$id <- id
  catalogue
}

#' Path of a tool's functions below the root.
tool_code <- function(tool) file.path("tools", tool$folder, "run.R")

#' Read a tool's run.R into an environment of its own, below the engine's functions.
#'
#' @param tool Entry of the catalogue. @param root See `read_catalogue`. @param engine Environment of engine/R.
#' @param read Function that runs the file: `read_source`, or what `finish_compiling` gives.
#' @return The tool with `analyse`, or NULL where it has no run.R yet.
load_tool <- function(tool, root, engine, read = read_source) {
  path <- tool_code(tool)
  if (!file.exists(file.path(root, path))) return(NULL)
  own <- new.env(parent = engine)
  read(root, path, own)
  if (!is.function(own$analyse)) stop_contract(path, " defines no analyse()")
  tool$analyse <- own$analyse
  tool
}
