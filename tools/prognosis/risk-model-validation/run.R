# A frozen risk model in other patients.

#' @param inputs `model`: the table of a model; `dataset`: from `open_cohort`, or `expression`: a matrix, and `survival`: follow-up of its samples.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  if (!is.null(inputs$dataset)) job$facts(cohort_facts(inputs$dataset))
  validate_model(inputs, params, job)
}
