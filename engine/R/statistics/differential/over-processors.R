# DESeq2 and edgeR by themselves, but for the functions that go from gene to gene: these work on runs of genes in processes of their own, on all
# processors that the job may use. Every number is the package's own, bit by bit, since no gene's depends on another's there; Cook's distances, for
# which DESeq2 sorts the counts of each gene, are so but for the last digit.

#' FALSE has the packages do all by themselves.
OVER_PROCESSORS <- TRUE

#' DESeq2's functions that lead to those that go from gene to gene, of DESeq2 1.38.
DESEQ2_CALLERS <- c(
  "DESeq", "estimateDispersions.DESeqDataSet", "estimateDispersionsGeneEst", "estimateDispersionsMAP", "nbinomWaldTest", "refitWithoutOutliers",
  "fitNbinomGLMs", "calculateCooksDistance", "robustMethodOfMomentsDisp", "trimmedCellVariance", "trimmedVariance", "recordMaxCooks",
  "replaceOutliers"
)

#' Arguments of DESeq2's functions that have a value or a row for each gene.
OF_GENES <- c(
  "ySEXP", "mu_hatSEXP", "nfSEXP", "log_alphaSEXP", "log_alpha_prior_meanSEXP", "alpha_hatSEXP", "beta_matSEXP", "weightsSEXP"
)

#' DESeq2's functions by name, `DESeq` among them. Its namespace stays as it is: copies call each other.
deseq2_functions <- function(over_processors = OVER_PROCESSORS) {
  package <- asNamespace("DESeq2")
  if (!over_processors || !is_known_version("DESeq2", "1.38")) return(package)
  own <- copied_functions(DESEQ2_CALLERS, package, list(
    fitDispWrapper = function(...) by_genes(package$fitDispWrapper, list(...)),
    fitBetaWrapper = function(...) by_genes(package$fitBetaWrapper, list(...)),
    apply = apply_to_rows
  ))
  # The generic would lead back to the package's.
  own$estimateDispersions <- own$estimateDispersions.DESeqDataSet
  own
}

#' edgeR asks for its likelihoods some forty times, each of which takes as long as a fork with fewer cells.
EDGER_CELLS <- 1e6

#' edgeR's functions by name, `estimateDisp.DGEList` among them, as `deseq2_functions` has DESeq2's. Of edgeR 3.40.
edger_functions <- function(over_processors = OVER_PROCESSORS) {
  package <- asNamespace("edgeR")
  if (!over_processors || !is_known_version("edgeR", "3.40")) return(package)
  own <- copied_functions(c("estimateDisp.DGEList", "estimateDisp.default", "WLEB"), package, list(
    adjustedProfileLik = function(dispersion, y, design, offset, weights, start, get.coef) { # nolint
      of_rows <- function(values, rows) package$.subsetMatrixWithoutCopying(values, i = rows)
      parts <- in_forks(row_runs(nrow(y)), function(rows) {
        package$adjustedProfileLik(
          dispersion, y[rows, , drop = FALSE], design, of_rows(offset, rows), of_rows(weights, rows),
          start = start[rows, , drop = FALSE], get.coef = get.coef
        )
      }, edger_cells(y))
      joined(parts)
    },
    locfitByCol = function(y, ...) {
      do.call(cbind, in_forks(row_runs(ncol(y)), function(columns) package$locfitByCol(y[, columns, drop = FALSE], ...), edger_cells(y)))
    }
  ))
  # The generic would lead back to the package's.
  own$estimateDisp <- own$estimateDisp.default
  own
}

#' Another release may have other functions inside: it does all by itself.
is_known_version <- function(package, known) startsWith(as.character(utils::packageVersion(package)), paste0(known, "."))

#' As `in_forks` counts them: none where there are few.
edger_cells <- function(y) if (length(y) < EDGER_CELLS) 0 else length(y)

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

#' What a function of DESeq2's gives of all genes, run by run. @param given Its arguments.
by_genes <- function(by_package, given) {
  of_genes <- intersect(OF_GENES, names(given))
  parts <- in_forks(row_runs(nrow(given$ySEXP)), function(rows) {
    given[of_genes] <- lapply(given[of_genes], function(value) if (is.matrix(value)) value[rows, , drop = FALSE] else value[rows])
    do.call(by_package, given)
  }, length(given$ySEXP))
  joined(parts)
}

#' `apply`; a trimmed mean of each row by sorting all rows at once.
apply_to_rows <- function(X, MARGIN, FUN, ..., trim = NULL) { # nolint
  if (is.null(trim)) apply(X, MARGIN, FUN, ...) else trimmed_row_means(X, trim)
}

#' `mean(row, trim = trim)` of each row, but for the last digit. @param values Matrix without NA. @param trim Below 0.5.
trimmed_row_means <- function(values, trim) {
  n <- ncol(values)
  sorted <- matrix(values[order(row(values), values, method = "radix")], ncol = n, byrow = TRUE)
  low <- floor(n * trim) + 1
  rowMeans(sorted[, low:(n + 1 - low), drop = FALSE])
}

#' As many runs of the numbers to n as there are processors. @return List.
row_runs <- function(n) unname(split(seq_len(n), ceiling(seq_len(n) / n * processors())))

#' Lists of vectors and matrices by gene as one of all genes.
joined <- function(parts) {
  join <- function(name) {
    values <- lapply(parts, `[[`, name)
    if (is.matrix(values[[1L]])) do.call(rbind, values) else unlist(values, use.names = FALSE)
  }
  names <- names(parts[[1L]])
  stats::setNames(lapply(names, join), names)
}
