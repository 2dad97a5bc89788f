# Box plots of groups with tests, out of a long or wide table.

#' @param inputs `values`: data frame. @param params The complete parameters. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读懂表格", 0.1)
  read <- read_grouped_values(inputs$values, params, job)
  tell_reading(read, params, job)
  chosen <- chosen_pairs(params$comparisons, read$levels, "comparisons")
  job$step("检验", 0.4)
  compared <- compare_groups(read$values, read$levels, params$method, params$pAdjustMethod, chosen)
  two <- length(read$levels) == 2L
  rank <- if (two || params$method == "t") "wilcoxon" else "kruskal"
  tell_assumptions(compared, params$method, list(rank = rank, mean = "t"), job)
  if (!two && params$method %in% c("wilcoxon", "t")) tell_overall(params$method, length(read$levels), job)
  facts <- compared_group_facts(read, compared)
  job$facts(facts[setdiff(names(facts), "is_long")])
  c(compared, group_figure(read, compared$tests, chosen))
}

#' Three and more groups are usually compared as a whole first.
tell_overall <- function(method, groups, job) {
  overall <- if (method == "t") list(label = "改用方差分析", parameters = list(method = "anova")) else
    list(label = "改用 Kruskal–Wallis", parameters = list(method = "kruskal"))
  job$finding("note", "overall", sprintf("现在是 %d 组两两比较。论文里常先报告总的检验，再两两比较", groups), field = "method", fix = overall)
}
