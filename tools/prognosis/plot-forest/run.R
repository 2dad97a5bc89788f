# A forest plot of chosen genes of a Cox regression.

GENES_BY_P <- 20L

#' @param inputs `ratios`: the table of a Cox regression: gene, HR, HR.95L, HR.95H, pvalue, perhaps padj, n, events, scale.
#' @param params target_genes. @param job See engine/R/runtime/job.R.
#' @return The table of the declaration, from the highest ratio to the lowest.
analyse <- function(inputs, params, job) {
  ratios <- inputs$ratios
  job$step("取出所选的基因", 0.3)
  chosen <- if (length(params$target_genes) > 0L) named_rows(ratios, params$target_genes, "target_genes", job)
  else utils::head(ratios[order(ratios$pvalue, enc2utf8(ratios$gene), method = "radix"), , drop = FALSE], GENES_BY_P)
  unknown <- chosen$gene[is.na(chosen$HR)]
  if (length(unknown) == nrow(chosen)) stop_input("hr_unknown", sprintf(
    "「%s」的 HR 都不可估计，没有可画的。请换几个基因", list_names(unknown)
  ), "target_genes")
  if (length(unknown) > 0L) job$finding("should", "hr_unknown", told(
    "%s 的 HR 不可估计，没有画", "Not drawn as the HR is not estimable: %s", told_names(unknown)
  ), field = "target_genes")
  for (column in setdiff(FOREST_COLUMNS, names(chosen))) chosen[[column]] <- rep(NA_real_, nrow(chosen))
  drawn <- forest_order(chosen)
  scale <- unique(chosen$scale)
  job$facts(list(
    forest_genes_n = nrow(drawn), offered = nrow(ratios), risk = sum(drawn$HR > 1), protective = sum(drawn$HR < 1),
    clear = sum(drawn$HR.95L > 1 | drawn$HR.95H < 1), scale_word = if (length(scale) == 1L) scale,
    scale_english = if (length(scale) == 1L) SCALE_ENGLISH[word_codes(scale, HAZARD_UNITS)]
  ))
  list(forest = drawn)
}
