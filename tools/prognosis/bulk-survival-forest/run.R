# Random survival forest on the user's own data.

#' @param inputs `expression`: a matrix; `survival`: follow-up of its samples; `candidates`: a list of genes, or NULL.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  forest_results(inputs, params, job)
}
