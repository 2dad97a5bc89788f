# How the values of each sample are spread: rows for box plots and densities, whatever the tool.

#' Grid points of all densities of a figure together: more would slow the browser without being seen.
DENSITY_POINTS <- 25600

#' Five numbers of each sample; whiskers reach the last value within 1.5 interquartile ranges.
#'
#' @param values Numeric matrix, genes x samples. @return Data frame: sample, low, q1, median, q3, high; a row per column.
box_rows <- function(values) {
  numbers <- vapply(seq_len(ncol(values)), function(j) grDevices::boxplot.stats(values[, j], do.out = FALSE)$stats, numeric(5))
  data.frame(
    sample = colnames(values),
    low = numbers[1L, ], q1 = numbers[2L, ], median = numbers[3L, ], q3 = numbers[4L, ], high = numbers[5L, ]
  )
}

#' Kernel densities of each sample on one grid; a sample of fewer than two values has none.
#'
#' @param values Numeric matrix, genes x samples. @param span Lowest and highest value of the grid.
#' @return Data frame: sample, x, y.
density_rows <- function(values, span = range(values, na.rm = TRUE)) {
  points <- max(32, min(256, 2 * round(DENSITY_POINTS / ncol(values) / 2)))
  rows <- lapply(seq_len(ncol(values)), function(j) {
    column <- values[, j]
    column <- column[!is.na(column)]
    if (length(column) < 2L) return(NULL)
    line <- stats::density(column, from = span[[1L]], to = span[[2L]], n = points)
    data.frame(sample = colnames(values)[[j]], x = line$x, y = line$y)
  })
  do.call(rbind, c(list(data.frame(sample = character(), x = numeric(), y = numeric())), rows))
}

#' Are values z-scores of their rows: mean 0 and standard deviation 1, up to what was rounded away? Differences of them are multiples of a standard
#' deviation.
#'
#' @param values Numeric matrix, genes x samples.
are_row_z <- function(values) {
  if (ncol(values) < 3L) return(FALSE)
  near <- abs(rowMeans(values, na.rm = TRUE)) < 0.01 & abs(matrixStats::rowSds(values, na.rm = TRUE) - 1) < 0.03
  isTRUE(mean(near, na.rm = TRUE) > 0.95)
}

#' Have all samples one distribution, as quantile normalisation leaves them? Ties and missing cells move single values.
have_one_distribution <- function(values) {
  if (ncol(values) < 2L || nrow(values) < 20L) return(FALSE)
  quantiles <- matrixStats::colQuantiles(values, probs = seq(0.02, 0.98, 0.04), na.rm = TRUE)
  spread <- diff(range(quantiles))
  # Of a sample without values nothing is known.
  isTRUE(spread > 0 && max(matrixStats::colRanges(quantiles) %*% c(-1, 1)) < 1e-3 * spread)
}
