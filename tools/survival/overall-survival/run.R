#' See `gene_survival` in engine/R/statistics/survival/gene-survival.R.
analyse <- function(inputs, params, job) gene_survival(inputs$dataset, params, "OS", job)
