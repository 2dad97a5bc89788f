# Terms that say the same: groups by shared genes.

#' Genes of a term as the table writes them.
term_members <- function(texts) strsplit(texts, "/", fixed = TRUE)

#' Jaccard index of every pair of gene lists. @param members List of character vectors. @return Symmetric matrix.
jaccard <- function(members) {
  genes <- unique(unlist(members, use.names = FALSE))
  holds <- matrix(0, length(members), length(genes))
  holds[cbind(rep.int(seq_along(members), lengths(members)), match(unlist(members, use.names = FALSE), genes))] <- 1
  shared <- tcrossprod(holds)
  size <- diag(shared)
  shared / (outer(size, size, "+") - shared)
}

#' A term belongs to the first one before it, in the order given, with which it shares at least this part of the genes of both.
SHARED_PART <- 0.5
#' More terms than anybody reads; those after them stand alone.
GROUPED_MAX <- 2000L

#' Group terms in their order.
#'
#' @param ids Of terms, the best first. @param members List of their genes. @return The id of each term's representative, in the same order.
term_groups <- function(ids, members) {
  n <- min(length(ids), GROUPED_MAX)
  group <- ids
  if (n < 2L) return(group)
  similar <- jaccard(members[seq_len(n)])
  leads <- 1L
  for (i in seq_len(n)[-1L]) {
    near <- leads[similar[i, leads] >= SHARED_PART]
    if (length(near) > 0L) group[[i]] <- ids[[near[[1L]]]]
    else leads <- c(leads, i)
  }
  group
}
