#' Write a cohort in the layout of the server's `cohorts/layout.ts`, without its checksums: what the program brings with it, what the warm-up
#' runs on, and what tests read.

#' @param cohort List of `about` (code, label, name, english, source, release, simulated, notes, …), `units` (by matrix), `matrices`
#'   (genes × samples with names, by name: expression, counts, gtex), `genes` (data frame `symbol`, `id`; NULL: no numbers), and data frames
#'   `samples`, `clinical`, `survival` and perhaps `truth`.
#' @param folder Made where it is not there.
write_cohort <- function(cohort, folder) {
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  for (name in names(cohort$matrices)) write_cohort_matrix(cohort$matrices[[name]], name, folder, cohort$genes)
  for (name in intersect(c("samples", "clinical", "survival", "truth"), names(cohort))) {
    write_cohort_table(cohort[[name]], file.path(folder, paste0(name, ".tsv")))
  }
  shapes <- lapply(stats::setNames(nm = names(cohort$matrices)), function(name) {
    values <- cohort$matrices[[name]]
    list(unit = cohort$units[[name]], genes = nrow(values), samples = ncol(values))
  })
  # Last: a folder with this file is whole.
  write_json(c(cohort$about, list(matrices = shapes)), file.path(folder, "cohort.json"))
  invisible(folder)
}

write_cohort_matrix <- function(values, name, folder, genes) {
  connection <- file(file.path(folder, paste0(name, if (name == "counts") ".i32" else ".f32")), "wb")
  on.exit(close(connection))
  cells <- as.vector(t(values))
  writeBin(if (name == "counts") as.integer(cells) else as.double(cells), connection, size = 4L, endian = "little")
  ids <- if (is.null(genes)) rep("", nrow(values)) else genes$id[match(rownames(values), genes$symbol)]
  write_cohort_table(data.frame(symbol = rownames(values), id = ids), file.path(folder, paste0(name, ".genes.tsv")))
  write_cohort_table(data.frame(sample = colnames(values)), file.path(folder, paste0(name, ".samples.tsv")))
}

write_cohort_table <- function(table, path) {
  data.table::fwrite(table, path, sep = "\t", quote = FALSE, na = "", eol = "\n", nThread = 1L, showProgress = FALSE)
}
