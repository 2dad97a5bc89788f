#' Cells of a table of characteristics: what is printed of a column in one group.

#' n (%) of a level among those with data.
baseline_count_cell <- function(values, level) {
  values <- values[!is.na(values)]
  count <- sum(values == level)
  if (length(values) == 0L) "0" else sprintf("%d (%.1f)", count, 100 * count / length(values))
}

#' The same decimals in all groups: those that the spread of all values needs.
baseline_number_cells <- function(parts, kind) {
  digits <- baseline_digits(stats::sd(parts[[1L]], na.rm = TRUE))
  written <- function(x) true_minus(sprintf("%.*f", digits, x))
  vapply(parts, function(part) {
    part <- part[!is.na(part)]
    if (length(part) == 0L) return("")
    if (kind == "mean") {
      spread <- stats::sd(part)
      return(paste0(written(mean(part)), if (!is.na(spread)) paste(" \u00b1", written(spread))))
    }
    quartiles <- stats::quantile(part, c(0.25, 0.75), names = FALSE)
    sprintf("%s (%s, %s)", written(stats::median(part)), written(quartiles[[1L]]), written(quartiles[[2L]]))
  }, character(1))
}

#' One decimal of spreads from 1 to 1000, more of smaller ones.
baseline_digits <- function(spread) {
  if (is.na(spread) || spread == 0) return(1L)
  as.integer(min(4, max(if (spread >= 1000) 0 else 1, 1 - floor(log10(spread)))))
}
