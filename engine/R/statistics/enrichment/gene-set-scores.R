# Scores of gene sets in single samples. The methods of GSVA by the package itself; ssGSEA, which takes GSVA minutes, by products of matrices.

#' Samples that are ranked at a time: their weights lie in memory together.
RANKED_TOGETHER <- 200L
#' Weight of a rank in ssGSEA: rank^0.25 (Barbie et al. 2009), GSVA's default.
SSGSEA_WEIGHT <- 0.25

#' Raw ssGSEA scores, equal to GSVA's with `ssgsea.norm = FALSE`.
#'
#' The running sum of GSVA's random walk is the mean place of the set's genes, weighted by their ranks, less the mean place of all others: three
#' sums over the genes of a set, for all sets and samples at once three products with the membership. A sample's score depends neither on
#' the other samples nor on the other sets.
#'
#' @param values Genes × samples, without missing values. Of equal values the upper row stands first, as in GSVA.
#' @param sets Named list of row names. @return Sets × samples. Source: GSVA 1.46, `ssgsea` and `.fastRndWalk`.
ssgsea_scores <- function(values, sets) {
  rows <- match(unlist(sets, use.names = FALSE), rownames(values))
  genes <- sort(unique(rows))
  member <- Matrix::sparseMatrix(
    i = rep.int(seq_along(sets), lengths(sets)), j = match(rows, genes), x = 1, dims = c(length(sets), length(genes))
  )
  parts <- split(seq_len(ncol(values)), (seq_len(ncol(values)) - 1L) %/% RANKED_TOGETHER)
  scores <- do.call(cbind, unname(lapply(parts, function(part) walk_sums(values[, part, drop = FALSE], genes, member))))
  dimnames(scores) <- list(names(sets), colnames(values))
  scores
}

#' @param genes Rows that are in any set. @param member Sparse matrix, sets × these genes.
walk_sums <- function(values, genes, member) {
  n <- nrow(values)
  # Counted from the lowest value; GSVA writes n - place + 1 with the places counted from the highest.
  place <- matrixStats::colRanks(values, ties.method = "last", preserveShape = TRUE)
  first <- matrixStats::colRanks(values, ties.method = "first", preserveShape = TRUE)
  # The mean rank of equal values, cut to a whole number as GSVA does.
  rank <- (place[genes, , drop = FALSE] + first[genes, , drop = FALSE]) %/% 2L
  place <- place[genes, , drop = FALSE]
  weight <- rank^SSGSEA_WEIGHT
  inside <- as.matrix(member %*% (weight * place)) / as.matrix(member %*% weight)
  size <- Matrix::rowSums(member)
  outside <- (n * (n + 1) / 2 - as.matrix(member %*% place)) / (n - size)
  inside - outside
}

#' Scores by the GSVA package.
#'
#' @param values Genes × samples, at least two samples, no missing values, no row without variance. @param sets Named list of row names.
#' @param method gsva, zscore or plage. @param kcdf Gaussian, Poisson or none: of gsva alone. @return Sets × samples.
#'   GSVA 2 takes parameter objects, GSVA 1 arguments.
gsva_scores <- function(values, sets, method, kcdf) {
  package <- getNamespace("GSVA")
  if (!exists("gsvaParam", package)) {
    if (method == "gsva") return(gsva_functions()$gsva(values, sets, method = method, kcdf = kcdf, verbose = FALSE))
    return(GSVA::gsva(values, sets, method = method, kcdf = "Gaussian", verbose = FALSE))
  }
  parameters <- switch(method,
    gsva = package$gsvaParam(values, sets, kcdf = kcdf),
    zscore = package$zscoreParam(values, sets),
    plage = package$plageParam(values, sets)
  )
  GSVA::gsva(parameters, verbose = FALSE)
}

#' GSVA's functions by name, `gsva` among them: the densities of genes and the walks of sets, nearly all of its time, in processes of their own. Each
#' number is the package's, bit by bit: no gene's density depends on another gene, no set's score on another set. Of GSVA 1.46.
gsva_functions <- function(over_processors = OVER_PROCESSORS) {
  package <- asNamespace("GSVA")
  if (!over_processors || !is_known_version("GSVA", "1.46")) return(package)
  own <- copied_functions(c(".gsva", "compute.geneset.es"), package, list(
    compute.gene.density = function(expr, ...) {
      parts <- runs_in_forks(nrow(expr), length(expr) * ncol(expr), function(rows) package$compute.gene.density(expr[rows, , drop = FALSE], ...))
      do.call(rbind, parts)
    },
    bplapply = function(X, FUN, ..., gene.density, BPPARAM) { # nolint
      parts <- runs_in_forks(length(X), length(X) * length(gene.density), function(sets) lapply(X[sets], FUN, gene.density = gene.density, ...))
      do.call(c, parts)
    }
  ))
  own$gsva <- method_as_function(package, "gsva", c("matrix", "list"), own)
  own
}

#' PLAGE's scores are a singular vector, whose sign is arbitrary: turned so that they rise with the mean z of the set's genes.
#'
#' @param scores Sets × samples. @param values The matrix that they were computed from. @param sets As in `gsva_scores`.
oriented_scores <- function(scores, values, sets) {
  z <- row_z(values)
  for (set in rownames(scores)) {
    mean_z <- colMeans(z[sets[[set]], , drop = FALSE])
    if (sum(scores[set, ] * mean_z) < 0) scores[set, ] <- -scores[set, ]
  }
  scores
}

#' What sets are called in figures: their titles, or where these are addresses or missing, their own names; no two alike.
#'
#' @param ids Names of the sets. @param titles Texts, or NULL.
set_labels <- function(ids, titles = NULL) {
  own <- gsub("_", " ", as.character(ids), fixed = TRUE)
  if (is.null(titles)) return(make.unique(own, sep = " "))
  titles <- unname(titles)
  told <- !is.na(titles) & nzchar(titles) & !grepl("^(https?://|na$|n/a$)", titles, ignore.case = TRUE)
  make.unique(as.character(ifelse(told, titles, own)), sep = " ")
}
