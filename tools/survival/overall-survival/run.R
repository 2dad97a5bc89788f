#' See `gene_survival` in engine/R/statistics/survival/gene-survival.R.
analyse <- function(inputs, params, job) gene_survival(inputs$dataset, params, "OS", job)

robustness <- list(cutoff = function(inputs, params, job) tell_gene_cutoff(inputs$dataset, params, "OS", job))
