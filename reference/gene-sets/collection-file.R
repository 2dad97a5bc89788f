# How a collection of gene sets is written: a gmt, and beside it what it is. Read by apps/server/src/gene-sets/service.ts.

#' @param name Of the gmt. @param sets List of character vectors by id. @param titles Of the sets. @param about What is known of it.
write_collection <- function(name, sets, titles, about) {
  # A file that the script stopped in must not pass for a whole one.
  unfinished <- paste0(name, ".part")
  writeLines(paste(names(sets), titles, vapply(sets, paste, character(1), collapse = "\t"), sep = "\t"), unfinished, useBytes = TRUE)
  writeLines(jsonlite::toJSON(about, auto_unbox = TRUE, pretty = TRUE), paste0(name, ".json"), useBytes = TRUE)
  invisible(file.rename(unfinished, name))
}
