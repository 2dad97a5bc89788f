# Times of reading one gene of an installed cohort as a job does: Rscript cohort-gene.R ROOT RELEASE_FOLDER GENES
arguments <- commandArgs(trailingOnly = TRUE)
engine <- new.env()
for (file in list.files(file.path(arguments[[1L]], "engine", "R"), "\\.R$", full.names = TRUE, recursive = TRUE)) sys.source(file, envir = engine, keep.source = FALSE)
elapsed <- function(work) {
  began <- Sys.time()
  work()
  as.numeric(Sys.time() - began, units = "secs") * 1000
}
genes <- sample.int(as.integer(arguments[[3L]]), 100L)
# A job opens the cohort and reads the names before its first gene.
first <- vapply(genes[1:10], function(gene) {
  elapsed(function() engine$cohort_values(engine$open_cohort(arguments[[2L]]), sprintf("GENE%d", gene)))
}, 0)
cohort <- engine$open_cohort(arguments[[2L]])
invisible(engine$cohort_values(cohort, "GENE1"))
further <- vapply(genes, function(gene) elapsed(function() engine$cohort_values(cohort, sprintf("GENE%d", gene))), 0)
cat(engine$to_json(list(first = stats::median(first), further = stats::median(further))), "\n", sep = "")
