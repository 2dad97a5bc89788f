# ESTIMATE's scores of a matrix of the user's.

#' @param inputs `expression` (matrix input), `signature` (from `read_signature`), perhaps `groups`. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  matrix <- inputs$expression
  samples <- colnames(matrix$values)
  job$step("核对基因名", 0.1)
  group <- groups_of_samples(if (params$plot_comparison) inputs$groups, samples, "sample_groups")
  if (params$plot_comparison) tell_small_groups(group, "sample_groups", job)
  rows <- estimate_rows(matrix, inputs$signature, "file_id", job)
  job$step("计算评分", 0.4)
  tumour <- rep(TRUE, length(samples))
  estimate_result(rows, inputs$signature, group, params$data_type == "affymetrix", tumour, params$plot_scores, job)
}
