# Figures of the enriched terms of an earlier result.

#' @param inputs `enriched`, `compared` (tables of results, the latter may be NULL), `changes` (kind ranked-genes, may be NULL).
#' @param params The complete parameters. @param job Steps and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  term_plot_tables(inputs$enriched, inputs$compared, inputs$changes, params, job)
}
