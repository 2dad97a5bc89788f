# edgeR's quasi-likelihood: what every test of one fit begins with.

#' @param counts edgeR's DGEList with TMM factors. @return It with dispersions.
with_dispersions <- function(counts, design) edger_functions()$estimateDisp.DGEList(counts, design)

#' @param counts As `with_dispersions` gives it. @return edgeR's DGEGLM.
quasi_likelihood_fit <- function(counts, design) edgeR::glmQLFit(counts, design, robust = TRUE)

#' F of one degree of freedom says nothing of the direction; its root is a t statistic but for the sign, which is the change's.
signed_root <- function(f, change) sign(change) * sqrt(f)
