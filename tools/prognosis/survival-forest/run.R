# Random survival forest on a public cohort.

#' @param inputs `dataset`: from `open_cohort`; `candidates`: a list of genes, or NULL. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$facts(cohort_facts(inputs$dataset))
  forest_results(inputs, params, job)
}
