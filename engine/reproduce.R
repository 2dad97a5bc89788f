#!/usr/bin/env Rscript
# Compute a result again from its bundle: `Rscript reproduce.R` in the unzipped folder. The tables are written to
# reproduced/tables/ and compared with tables/. Exit status 0 means that they are equal.

#' Where do two tables of one shape differ? Numbers may differ by 1e-9 relative: other builds of BLAS round differently.
#' @return Names of the columns that differ; "(shape)" when rows or columns do.
differing_columns <- function(delivered, computed) {
  if (!identical(names(delivered), names(computed)) || nrow(delivered) != nrow(computed)) return("(shape)")
  same <- mapply(function(a, b) isTRUE(all.equal(a, b, tolerance = 1e-9)), delivered, computed)
  names(delivered)[!same]
}

script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
root <- dirname(normalizePath(script))
engine <- new.env()
for (file in list.files(file.path(root, "engine", "R"), "\\.R$", full.names = TRUE, recursive = TRUE)) {
  sys.source(file, envir = engine, keep.source = FALSE)
}

engine$build_libraries(root)
request <- engine$read_json(file.path(root, "request.json"))
tool <- engine$load_tool(engine$read_catalogue(root)[[request$tool]], root, engine)
folder <- file.path(root, "reproduced")
dir.create(folder, showWarnings = FALSE)
for (input in request$inputs) {
  target <- file.path(folder, input$path)
  dir.create(dirname(target), showWarnings = FALSE, recursive = TRUE)
  file.copy(file.path(root, input$path), dirname(target), overwrite = TRUE, recursive = TRUE)
}
file.copy(file.path(root, "request.json"), folder, overwrite = TRUE)

tell <- function(event) if (event$type == "failed") message(event$message) else if (event$type == "step") message(event$name)
done <- engine$run_job(folder, stats::setNames(list(tool), request$tool), tell)
if (!done) quit(status = 1L)

different <- 0L
for (id in names(tool$tables)) {
  path <- file.path("tables", paste0(id, ".tsv"))
  columns <- differing_columns(
    engine$read_table(file.path(root, path), tool$tables[[id]]),
    engine$read_table(file.path(folder, path), tool$tables[[id]])
  )
  different <- different + length(columns)
  cat(sprintf("%-24s %s\n", path, if (length(columns) == 0L) "\u4e00\u81f4" else paste("\u4e0d\u4e00\u81f4\uff1a", paste(columns, collapse = ", "))))
}
quit(status = if (different == 0L) 0L else 1L)
