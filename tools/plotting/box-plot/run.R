# Box plots of groups with tests, out of a long or wide table, or of genes of a matrix.

#' @param inputs `values`: data frame, or a matrix with `groups`. @param params The complete parameters.
#' @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读懂数据", 0.1)
  of_matrix <- is_matrix_input(inputs$values)
  read <- if (of_matrix) genes_in_groups(inputs, params, job) else read_grouped_values(inputs$values, params, job)
  if (!of_matrix) tell_reading(read, params, job)
  chosen <- chosen_pairs(params$comparisons, read$levels, "comparisons")
  refuse_unpaired_method(params)
  tell_subjects(read, params, job)
  job$step("检验", 0.4)
  compared <- compare_groups(read$values, read$levels, params$method, params$pAdjustMethod, chosen, paired = params$paired)
  two <- length(read$levels) == 2L
  rank <- if (two || params$method == "t") "wilcoxon" else "kruskal"
  tell_assumptions(compared, params$method, list(rank = rank, mean = "t"), job)
  compares_pairs <- length(read$levels) > 2L && nrow(compared$tests) > 0L && params$method %in% c("wilcoxon", "t")
  if (compares_pairs) tell_overall(if (params$paired) "wilcoxon" else params$method, length(read$levels), params$paired, job)
  if (length(read$levels) == 1L) job$finding("should", "one_group", told(
    "只有「%s」一组，没有可比的，只画图、不做检验。要比较，请加上另一组的数值，或换一个分组列",
    "“%s” is the only group: there is nothing to compare, and its values are drawn without a test", read$levels
  ), field = "group_column")
  facts <- compared_group_facts(read, compared)
  scale <- if (of_matrix) tell_matrix_scale(inputs$values, "file_id", job)
  job$facts(c(facts[setdiff(names(facts), "is_long")], list(scale_word = scale, gene_labels = isTRUE(read$gene_labels))))
  c(compared_words(compared), group_figure(read, compared$tests, chosen))
}

genes_in_groups <- function(inputs, params, job) {
  fields <- list(genes = "genes", groups = "sample_groups", matrix = "file_id")
  read_grouped_genes(inputs$values, unique(c(params$value_column, params$genes)), inputs$groups, params$group_column, params, fields, job)
}

#' Three and more groups are usually compared as a whole first.
tell_overall <- function(method, groups, paired, job) {
  overall <- if (method == "t") list(label = "改用方差分析", parameters = list(method = "anova")) else
    list(label = if (paired) "改用 Friedman" else "改用 Kruskal–Wallis", parameters = list(method = "kruskal"))
  job$finding("note", "overall", told(
    "现在是 %d 组两两比较。论文里常先报告总的检验，再两两比较",
    "The %d groups were compared in pairs; papers usually report an overall test first", groups
  ), field = "method", fix = overall)
}
