# Univariate Cox regression of many genes of a public cohort.

#' @param inputs `dataset`: from `open_cohort`. @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$facts(cohort_facts(inputs$dataset))
  uni_cox(inputs, params, job)
}
