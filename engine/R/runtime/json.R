#' JSON as the protocol writes it: scalars unboxed, NULL and NA as null, all significant digits.
to_json <- function(value) {
  as.character(jsonlite::toJSON(value, auto_unbox = TRUE, null = "null", na = "null", digits = NA))
}

#' Write JSON under a temporary name first, so that a reader never sees half of it.
write_json <- function(value, path) {
  temporary <- paste0(path, ".part")
  writeLines(enc2utf8(to_json(value)), temporary, useBytes = TRUE)
  file.rename(temporary, path)
  invisible(path)
}

read_json <- function(path) jsonlite::fromJSON(path, simplifyVector = FALSE)
