# DESeq2 and edgeR by themselves, but for the functions that go from gene to gene: these work on runs of genes in processes of their own, on all
# processors that the job may use. Every number is the package's own, bit by bit, since no gene's depends on another's there; Cook's distances, for
# which DESeq2 sorts the counts of each gene, and edgeR's local means are so but for the last digits.

#' FALSE has the packages do all by themselves.
OVER_PROCESSORS <- TRUE

#' Arguments of DESeq2's functions that have a value or a row for each gene.
OF_GENES <- c(
  "ySEXP", "mu_hatSEXP", "nfSEXP", "log_alphaSEXP", "log_alpha_prior_meanSEXP", "alpha_hatSEXP", "beta_matSEXP", "weightsSEXP"
)

#' DESeq2's functions by name, `DESeq` and `results` among them. Its namespace stays as it is: copies call each other. Of DESeq2 1.38.
deseq2_functions <- function(over_processors = OVER_PROCESSORS) {
  package <- asNamespace("DESeq2")
  if (!over_processors || !is_known_version("DESeq2", "1.38") || !is_known_version("SummarizedExperiment", "1.28")) return(package)
  more <- c(deseq2_accessors(), list(
    fitDispWrapper = function(...) by_genes(package$fitDispWrapper, list(...)),
    fitBetaWrapper = function(...) by_genes(package$fitBetaWrapper, list(...)),
    apply = apply_to_rows
  ))
  is_copied <- function(name) !name %in% names(more) && typeof(package[[name]]) == "closure" && !isS4(package[[name]])
  own <- copied_functions(Filter(is_copied, ls(package)), package, more)
  for (name in names(DESEQ2_METHODS)) own[[name]] <- method_as_function(package, name, DESEQ2_METHODS[[name]], own)
  # The generic would lead back to the package's.
  own$estimateDispersions <- own$estimateDispersions.DESeqDataSet
  own
}

#' edgeR's functions by name, `estimateDisp.DGEList` among them, as `deseq2_functions` has DESeq2's. Of edgeR 3.40.
edger_functions <- function(over_processors = OVER_PROCESSORS) {
  package <- asNamespace("edgeR")
  if (!over_processors || !is_known_version("edgeR", "3.40") || !is_known_version("locfit", "1.5")) return(package)
  likelihoods <- NULL
  own <- copied_functions(c("estimateDisp.DGEList", "estimateDisp.default", "WLEB"), package, list(
    # edgeR goes from one dispersion to the next with the coefficients of the last: processes do so by themselves, each for its genes.
    adjustedProfileLik = function(dispersion, y, design, offset, weights, start, get.coef) { # nolint
      dispersions <- parent.frame()$spline.disp
      if (is.null(start)) likelihoods <<- profile_likelihoods(dispersions, y, design, offset, weights)
      list(apl = likelihoods[, match(dispersion, dispersions)], beta = TRUE)
    },
    locfitByCol = local_means
  ))
  # The generic would lead back to the package's.
  own$estimateDisp <- own$estimateDisp.default
  own
}

#' edgeR's adjusted profile likelihoods.
#'
#' @param dispersions Numbers, ascending. @param y Genes x samples. @param design,offset,weights As edgeR's `adjustedProfileLik` has them.
#' @return Genes x dispersions.
profile_likelihoods <- function(dispersions, y, design, offset, weights) {
  package <- asNamespace("edgeR")
  of_rows <- function(values, rows) package$.subsetMatrixWithoutCopying(values, i = rows)
  parts <- runs_in_forks(nrow(y), length(y), function(rows) {
    own <- y[rows, , drop = FALSE]
    found <- matrix(0, length(rows), length(dispersions))
    last <- list(beta = NULL)
    for (i in seq_along(dispersions)) {
      last <- package$adjustedProfileLik(
        dispersions[[i]], own, design, of_rows(offset, rows), of_rows(weights, rows), start = last$beta, get.coef = TRUE
      )
      found[, i] <- last$apl
    }
    found
  })
  do.call(rbind, parts)
}

#' The column of locfit's points that has the reach of each.
LOCFIT_REACH <- 10L

#' edgeR's `locfitByCol` of degree 0: local means of each column (tricube weights) at locfit's points, and straight lines between them. The points and
#' their reach depend on `x` alone: locfit finds them once, where edgeR has it find them for each column.
#'
#' @param y Genes x columns. @param x By gene. @param span Share of the genes that counts for each point.
#' @return As `y`; equal to edgeR's but for the last digits.
local_means <- function(y, x, span, degree) {
  if (span * nrow(y) < 2 || nrow(y) < 2L || degree != 0) return(edgeR::locfitByCol(y, x, span = span, degree = degree))
  first <- y[, 1L]
  found <- locfit::locfit(first ~ x, weights = rep(1, nrow(y)), alpha = span, deg = 0)$eva
  by_place <- order(found$xev)
  points <- found$xev[by_place]
  reach <- found$coef[by_place, LOCFIT_REACH]
  means <- t(vapply(seq_along(points), function(i) {
    near <- which(abs(x - points[[i]]) < reach[[i]])
    weights <- (1 - (abs(x[near] - points[[i]]) / reach[[i]])^3)^3
    colSums(weights * y[near, , drop = FALSE]) / sum(weights)
  }, numeric(ncol(y))))
  left <- findInterval(x, points, all.inside = TRUE)
  share <- (x - points[left]) / (points[left + 1L] - points[left])
  means[left, , drop = FALSE] * (1 - share) + means[left + 1L, , drop = FALSE] * share
}

#' Another release may have other functions inside: it does all by itself.
is_known_version <- function(package, known) startsWith(as.character(utils::packageVersion(package)), paste0(known, "."))

#' Copies of functions that see, before all else, each other and some more. @return Their environment.
copied_functions <- function(names, package, more) {
  own <- list2env(more, parent = package)
  for (name in names) {
    copy <- get(name, package)
    environment(copy) <- own
    assign(name, copy, own)
  }
  own
}

#' What a method does behind its generic. @param package Namespace. @param into Environment that the function sees.
method_as_function <- function(package, name, classes, into) {
  # Methods with more arguments than their generic hold the function of these as `.local`.
  local <- body(methods::getMethod(name, classes, where = package))[[2L]]
  eval(local[[3L]], into)
}

#' What a function of DESeq2's gives of all genes, run by run. @param given Its arguments.
by_genes <- function(by_package, given) {
  of_genes <- intersect(OF_GENES, names(given))
  joined(runs_in_forks(nrow(given$ySEXP), length(given$ySEXP), function(rows) {
    given[of_genes] <- lapply(given[of_genes], function(value) if (is.matrix(value)) value[rows, , drop = FALSE] else value[rows])
    do.call(by_package, given)
  }))
}

#' `apply`; a trimmed mean of each row by sorting all rows at once, and what DESeq2 counts in each row in one step.
apply_to_rows <- function(X, MARGIN, FUN, ..., trim = NULL) { # nolint
  if (!is.null(trim)) return(trimmed_row_means(X, trim))
  counted <- switch(paste(deparse(body(FUN)), collapse = ""), "sum(is.na(row))" = is.na(X), "sum(row <= 0)" = X <= 0)
  if (is.null(counted) || MARGIN != 1) apply(X, MARGIN, FUN, ...) else rowSums(counted)
}

#' `mean(row, trim = trim)` of each row, but for the last digit. @param values Matrix without NA. @param trim Below 0.5.
trimmed_row_means <- function(values, trim) {
  n <- ncol(values)
  sorted <- matrix(values[order(row(values), values, method = "radix")], ncol = n, byrow = TRUE)
  low <- floor(n * trim) + 1
  rowMeans(sorted[, low:(n + 1 - low), drop = FALSE])
}

#' Work on runs of the numbers to n, as many as there are processors; on all of them in one where a fork takes longer.
#'
#' @param cells As `in_forks` takes them. @param work Function of a run. @return List of what `work` gave.
runs_in_forks <- function(n, cells, work) {
  if (cells <= FORK_CELLS) return(list(work(seq_len(n))))
  in_forks(parallel::splitIndices(n, min(n, processors())), work, cells)
}

#' Lists of vectors and matrices by gene as one of all genes.
joined <- function(parts) {
  join <- function(name) {
    values <- lapply(parts, `[[`, name)
    if (is.matrix(values[[1L]])) do.call(rbind, values) else unlist(values, use.names = FALSE)
  }
  names <- names(parts[[1L]])
  stats::setNames(lapply(names, join), names)
}
