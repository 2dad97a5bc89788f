# Curves of chosen sets of an earlier GSEA, and its sets beside those of another one.

#' Figures that the declaration has, and sets that are drawn where none was chosen.
CURVES_MAX <- 12L
CURVES_BY_DEFAULT <- 3L
#' Scores that differ by less are equal: SLACK of engine/src/gsea.cpp.
SAME_SCORE <- 1e-10

#' @param inputs `runs`: the table of a GSEA, its first row the ranking; `compared`: that of another one, or NULL.
#' @param params The complete parameters. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("找到基因集", 0.2)
  runs <- inputs$runs
  first <- runs[1L, ]
  ranking <- data.frame(gene = term_members(first$genes)[[1L]], value = as.numeric(term_members(as.character(first$values))[[1L]]))
  sets <- chosen_sets(runs[-1L, , drop = FALSE], params$selectedMechanism)
  sets$colour <- params$geneSetColors[seq_len(nrow(sets))]
  sets$colour[is.na(sets$colour)] <- ""
  comparison <- no_comparison()
  if (!is.null(inputs$compared)) {
    job$step("比较两次结果", 0.4)
    chosen <- if (length(params$selectedMechanism) > 0L) sets$pathway else character()
    comparison <- compare_gsea(runs, inputs$compared, chosen, params$pvalue_cutoff, job)
  }
  job$step("画富集曲线", 0.6)
  places <- lapply(term_members(as.character(sets$ranks)), as.integer)
  drawn <- running_tables(sets$description, places, ranking, first$exponent)
  sets <- sets[c("pathway", "description", "NES", "pval", "padj", "colour")]
  drawn$hits$value <- ranking$value[drawn$hits$rank]
  drawn$hits$leading <- unlist(Map(leading_flags, split(drawn$curve, factor(drawn$curve$description, sets$description)), places), use.names = FALSE)
  told <- as.list(sets$description[seq_len(CURVES_MAX)])
  job$facts(c(stats::setNames(told, paste0("set_", seq_len(CURVES_MAX))), list(
    drawn = nrow(sets), genes = nrow(ranking), chosen = length(params$selectedMechanism) > 0L, together = params$combinePlots,
    compared = !is.null(inputs$compared), comparison = runs_comparison(runs),
    comparison_b = if (!is.null(inputs$compared)) runs_comparison(inputs$compared),
    up_down = runs_up_and_down(runs) && (is.null(inputs$compared) || runs_up_and_down(inputs$compared))
  )))
  none <- sets[0L, ]
  c(comparison, lapply(list(
    drawn = sets[names(sets) != "colour"], hits = drawn$hits[c("description", "gene", "rank", "value", "leading")],
    single = if (params$combinePlots) none else sets, combined = if (params$combinePlots) sets else none, curve = drawn$curve, ranks = drawn$ranks
  ), plain_rows))
}

#' Rows of the chosen sets in the order of the choice, by name or by title; none chosen: those of the smallest P, which stand first.
chosen_sets <- function(runs, asked) {
  if (nrow(runs) == 0L) stop_input("nothing_tested", "那次 GSEA 没有检验任何基因集，没有可画的。请换一次结果", "source_analysis_id")
  if (length(asked) == 0L) return(utils::head(runs, CURVES_BY_DEFAULT))
  place <- match(asked, runs$pathway)
  place[is.na(place)] <- match(asked[is.na(place)], runs$description)
  absent <- asked[is.na(place)]
  if (length(absent) > 0L) {
    stop_input("sets_absent", sprintf("那次结果里没有这些基因集：%s。请从「要画的基因集」里选", list_names(absent)), "selectedMechanism")
  }
  runs[unique(place), , drop = FALSE]
}

#' Which of a set's genes lead: 1 up to the peak, or from the lowest point on. @param curve Of `running_tables`. @param places Ascending.
leading_flags <- function(curve, places) {
  # As far to one side as to the other, as of all genes of value 0 between as many above and below: ES is 0, and nothing leads.
  if (abs(max(curve$score) + min(curve$score)) < SAME_SCORE) return(integer(length(places)))
  far <- which.max(abs(curve$score))
  as.integer(if (curve$score[[far]] > 0) places <= curve$rank[[far]] else places > curve$rank[[far]])
}
