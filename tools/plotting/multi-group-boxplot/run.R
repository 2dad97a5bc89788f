# Several genes of a matrix in several groups of samples, as boxes or violins, with tests.

#' @param inputs `expression` (matrix input), `groups` (data frame `sample`, `group`). @param params The complete parameters.
#' @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("找到基因和样本", 0.1)
  fields <- list(genes = "gene_list", groups = "sample_groups", matrix = "file_id")
  read <- read_grouped_genes(inputs$expression, params$gene_list, inputs$groups, NULL, params, fields, job)
  tell_matrix_scale(inputs$expression, "file_id", job)
  refuse_unpaired_method(params)
  tell_subjects(read, params, job)
  job$step("检验", 0.4)
  compared <- compare_groups(
    read$values, read$levels, params$method, params$pAdjustMethod, pairwise = params$pairwise, paired = params$paired
  )
  tell_assumptions(compared, params$method, list(rank = "kruskal", mean = NULL), job)
  facts <- compared_group_facts(read, compared)
  job$facts(c(facts[setdiff(names(facts), "is_long")], list(gene_labels = read$gene_labels)))
  c(compared_words(compared), group_figure(read, compared$tests))
}
