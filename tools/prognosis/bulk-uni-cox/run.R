# Univariate Cox regression of many genes of the user's own data.

#' @param inputs `expression`: a matrix; `survival`: follow-up of its samples. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  uni_cox(inputs, params, job)
}
