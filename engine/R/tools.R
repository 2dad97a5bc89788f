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
#' @return The tool with `analyse`, `plots` and `documents`, or NULL where it has no run.R yet.
load_tool <- function(tool, root, engine, read = read_source) {
  path <- tool_code(tool)
  if (!file.exists(file.path(root, path))) return(NULL)
  own <- new.env(parent = engine)
  read(root, path, own)
  if (!is.function(own$analyse)) stop_contract(path, " defines no analyse()")
  undeclared <- setdiff(names(own$plots), names(tool$figures))
  undrawn <- setdiff(names(tool$figures), names(own$plots))
  if (length(undeclared) + length(undrawn) > 0L) {
    stop_contract(path, ": plots and declared figures differ: ", paste(c(undeclared, undrawn), collapse = ", "))
  }
  if (!setequal(names(own$documents), unlist(tool$documents))) {
    stop_contract(path, ": written and declared documents differ: ", paste(c(names(own$documents), unlist(tool$documents)), collapse = ", "))
  }
  tool$analyse <- own$analyse
  tool$plots <- own$plots
  tool$documents <- own$documents
  tool
}
