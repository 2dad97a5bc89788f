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
  normal <- normal_tissue(group)
  if (any(normal)) job$finding("should", "normal_samples", told(
    "有 %s 个样本的名字或分组说明是正常组织（如 TCGA 的 11A、GTEx、癌旁）：它们没有肿瘤纯度，那一列留空。例如 %s",
    "%s samples are of normal tissue by their names or groups and have no tumour purity, such as %s",
    format_count(sum(normal)), told_names(samples[normal])
  ), field = "file_id")
  estimate_result(rows, inputs$signature, group, params$data_type == "affymetrix", !normal, params$plot_scores, job)
}
