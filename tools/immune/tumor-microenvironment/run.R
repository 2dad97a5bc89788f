# ESTIMATE's scores of a public cohort.

TISSUE_GROUPS <- c(tumour = "肿瘤", normal = "正常")

#' @param inputs `dataset` (from `open_cohort`), `signature` (from `read_signature`). @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohort <- inputs$dataset
  job$step("找到样本", 0.05)
  chosen <- cohort_scored_samples(cohort, params$sample_scope)
  gene <- if (length(params$group_gene) > 0L) find_cohort_gene(cohort, params$group_gene[[1L]], "group_gene", job)
  job$step("读取表达矩阵", 0.2)
  values <- cohort_matrix(cohort, samples = chosen$samples$sample)
  rows <- estimate_rows(list(values = values, kind = "log", identifiers = "symbol"), inputs$signature, "dataset", job)
  group <- scored_groups(chosen$samples, values, gene, params$sample_scope)
  if (!anyNA(group)) tell_small_groups(group, "group_gene", job)
  job$step("计算评分", 0.5)
  tables <- estimate_result(rows, inputs$signature, group, FALSE, chosen$samples$type == "tumour", TRUE, job)
  job$facts(c(cohort_facts(cohort), list(
    tumors = sum(chosen$samples$type == "tumour"), normals = sum(chosen$samples$type == "normal"), gene = gene,
    tumor_group = TISSUE_GROUPS[["tumour"]], normal_group = TISSUE_GROUPS[["normal"]],
    expression_unit = cohort$about$matrices$expression$unit
  )))
  c(tables, list(flow = chosen$flow))
}

#' One tumour of each patient, and TCGA's normals where they are asked for.
cohort_scored_samples <- function(cohort, scope) {
  sheet <- cohort_samples(cohort, "expression")
  kept <- sheet$type == "tumour" & sheet$survival == "1" | scope == "all" & sheet$type == "normal"
  if (!any(kept)) stop_input("no_samples", sprintf("%s 没有可用的样本。请换一个队列", cohort$about$label), "dataset")
  left <- data.frame(
    reason = c("不在所选范围的样本", "同一患者的其余肿瘤样本"), n = c(sum(!kept & sheet$type != "tumour"), sum(!kept & sheet$type == "tumour"))
  )
  list(samples = sheet[kept, , drop = FALSE], flow = flow_table(nrow(sheet), left[left$n > 0L, , drop = FALSE], sum(kept), "样本"))
}

#' By the gene's median among the tumours, else tumour and normal, else none.
scored_groups <- function(samples, values, gene, scope) {
  if (is.null(gene)) {
    normal <- samples$type == "normal"
    if (scope != "all" || !any(normal)) return(groups_of_samples(NULL, samples$sample, "dataset"))
    return(stats::setNames(TISSUE_GROUPS[ifelse(normal, "normal", "tumour")], samples$sample))
  }
  tumour <- samples$type == "tumour"
  expression <- values[gene, ]
  cut <- stats::median(expression[tumour])
  group <- ifelse(!tumour, TISSUE_GROUPS[["normal"]], ifelse(expression > cut, paste(gene, "高"), paste(gene, "低")))
  if (length(unique(group[tumour])) < 2L) {
    stop_input("constant_gene", sprintf("%s 在这些样本里的表达量几乎全部相同，分不出高低。请换一个基因", gene), "group_gene")
  }
  stats::setNames(group, samples$sample)
}
