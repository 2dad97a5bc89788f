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
#' @param read Function that runs the file: `read_source`, or what `finish_compiling` gives. @param others Tools loaded before.
#' @return The tool with `analyse`, which finds the declared words of its codes in `TABLE_WORDS` (by table and column), `robustness` (the checks of a
#'   result by their codes, functions as `analyse` is one, or NULL), and `own`, the names that its file defines; NULL where it has no run.R yet.
#' @section Errors: A file that defines a name of the engine's or of another tool's.
load_tool <- function(tool, root, engine, read = read_source, others = list()) {
  path <- tool_code(tool)
  if (!file.exists(file.path(root, path))) return(NULL)
  for (name in unlist(tool$libraries)) load_library(root, name)
  own <- new.env(parent = engine)
  read(root, path, own)
  own$TABLE_WORDS <- lapply(tool$tables, `[[`, "words")
  if (!is.function(own$analyse)) stop_contract(path, " defines no analyse()")
  tool$analyse <- own$analyse
  if (!setequal(names(own$robustness), unlist(tool$robustness))) stop_contract(path, " has other checks of a result than it declares")
  tool$robustness <- own$robustness
  tool$own <- setdiff(ls(own, all.names = TRUE), c("analyse", "robustness", "TABLE_WORDS"))
  refuse_taken_names(tool, engine, others)
  tool
}

#' One name means one thing in all R code of the product. A tool that takes a name of the engine's gets another function than the engine's
#' author meant, without a word; two tools with one name are mistaken for each other, or are one function that is kept twice.
refuse_taken_names <- function(tool, engine, others) {
  taken <- intersect(tool$own, ls(engine, all.names = TRUE))
  if (length(taken) > 0L) stop_contract(tool_code(tool), " defines names of the engine's: ", paste(taken, collapse = ", "))
  for (other in others) {
    taken <- intersect(tool$own, other$own)
    if (length(taken) == 0L) next
    stop_contract(tool_code(tool), " defines names of ", tool_code(other), ": ", paste(taken, collapse = ", "))
  }
}
