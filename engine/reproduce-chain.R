#!/usr/bin/env Rscript
# Compute a chain of analyses again from its bundle: `Rscript reproduce.R` in the unzipped folder. Each numbered folder is computed by its own
# reproduce.R, one after the other. Exit status 0 means that all tables are equal.

#' Files that several steps have lie in the bundle once.
copy_links <- function(root) {
  links <- utils::read.delim(file.path(root, "links.tsv"), colClasses = "character", quote = "", encoding = "UTF-8")
  for (i in seq_len(nrow(links))) {
    target <- file.path(root, links$to[[i]])
    dir.create(dirname(target), showWarnings = FALSE, recursive = TRUE)
    if (!file.copy(file.path(root, links$from[[i]]), target, overwrite = TRUE)) stop("not copied: ", links$to[[i]])
  }
}

#' How many tables of a step are the delivered ones, byte by byte?
identical_tables <- function(step) {
  delivered <- list.files(file.path(step, "tables"), "\\.tsv$", full.names = TRUE)
  computed <- file.path(step, "reproduced", "tables", basename(delivered))
  c(same = sum(tools::md5sum(delivered) == tools::md5sum(computed), na.rm = TRUE), all = length(delivered))
}

script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
root <- dirname(normalizePath(script))
copy_links(root)
steps <- sort(list.files(root, "^[0-9]+_", full.names = TRUE), method = "radix")
failed <- 0L
for (step in steps) {
  cat("==", basename(step), "\n")
  status <- system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", shQuote(file.path(step, "reproduce.R"))))
  failed <- failed + (status != 0L)
  tables <- identical_tables(step)
  cat(sprintf("%s: %d/%d \u9010\u5b57\u8282\u76f8\u540c\n", basename(step), tables[["same"]], tables[["all"]]))
}
cat(if (failed == 0L) "\u5168\u90e8\u4e00\u81f4\n" else sprintf("%d \u4e2a\u6b65\u9aa4\u4e0d\u4e00\u81f4\n", failed))
quit(status = if (failed == 0L) 0L else 1L)
