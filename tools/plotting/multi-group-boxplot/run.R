# Several genes of a matrix in several groups of samples, as boxes or violins, with tests.

#' @param inputs `expression` (matrix input), `groups` (data frame `sample`, `group`). @param params The complete parameters.
#' @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("找到基因和样本", 0.1)
  picked <- pick_genes(inputs$expression, params$gene_list, "gene_list")
  tell_matches(picked$matches, "gene_list", job)
  group <- groups_of_samples(inputs$groups, colnames(picked$values), "sample_groups")
  read <- matrix_groups(picked$values, group, as.character(inputs$groups$group))
  tell_left_out(read, job)
  job$step("检验", 0.4)
  compared <- compare_groups(read$values, read$levels, params$method, params$pAdjustMethod, pairwise = params$pairwise)
  tell_assumptions(compared, params$method, list(rank = "kruskal", mean = NULL), job)
  facts <- compared_group_facts(read, compared)
  several <- length(read$features) > 1L
  job$facts(c(facts[setdiff(names(facts), "is_long")], list(gene_labels = several)))
  c(compared, group_figure(read, compared$tests))
}

#' @param group Of each sample; "" takes no part. @param written Groups as the table lists them.
#' @return As `read_grouped_values`.
matrix_groups <- function(values, group, written) {
  long <- data.frame(
    feature = rep(rownames(values), ncol(values)), group = rep(unname(group), each = nrow(values)), name = rep(colnames(values), each = nrow(values)),
    value = as.vector(values)
  )
  grouped <- nzchar(long$group)
  kept <- long[grouped & is.finite(long$value), , drop = FALSE]
  features <- rownames(values)[rownames(values) %in% kept$feature]
  if (length(features) == 0L) stop_input("no_values", "这些基因在分了组的样本里没有数值。请换基因，或核对分组表", "gene_list")
  levels <- unique(written[written %in% kept$group])
  if (length(levels) > GROUPS_MAX) {
    stop_input("many_groups", sprintf("分组表里有 %d 组，一张图最多画 %d 组。请合并一些组", length(levels), GROUPS_MAX), "sample_groups")
  }
  list(
    values = kept, levels = levels, layout = "matrix", features = features, title = if (length(features) == 1L) gene_title(features) else "表达量",
    missing = sum(is.na(long$value) & grouped), infinite = sum(is.infinite(long$value) & grouped), ungrouped = sum(!nzchar(group))
  )
}

tell_left_out <- function(read, job) {
  say <- function(n, code, sentence, field) if (n > 0L) job$finding("note", code, sprintf(sentence, format_count(n)), field = field)
  say(read$missing, "missing", "有 %s 个数值是空的，没有画，也没有参与检验", "file_id")
  say(read$infinite, "infinite", "有 %s 个数值是无穷大，画不出，也没有参与检验", "file_id")
  say(read$ungrouped, "ungrouped", "有 %s 个样本不在分组表里，没有画", "sample_groups")
}
