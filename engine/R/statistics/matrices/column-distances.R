# Euclidean distances of many columns by one product of matrices, where stats::dist goes through all pairs: 400 columns of 20,000 rows take it
# 15 s, and this 0.3 s.

#' Two columns as near as this part of their squared lengths are subtracted from each other: their products would cancel to noise.
NEAR_COLUMNS <- 0.01
#' Digits that are sure. Distances that are equal stay so: which of them a tree joins first shows in its picture.
SURE_DIGITS <- 12L

#' `stats::dist(t(values))`, to 12 digits.
#'
#' @param values Matrix, rows × columns; with missing cells the package's own way is gone. @return `dist` of the columns.
column_distances <- function(values) {
  if (anyNA(values)) return(stats::dist(t(values)))
  # Whole numbers stay whole, and their sums exact.
  centred <- values - round(rowMeans(values))
  products <- crossprod(centred)
  lengths <- outer(diag(products), diag(products), `+`)
  squares <- lengths - 2 * products
  near <- squares < NEAR_COLUMNS * lengths
  for (i in which(rowSums(near) > 1L)) squares[near[, i], i] <- colSums((centred[, near[, i], drop = FALSE] - centred[, i])^2)
  stats::as.dist(signif(sqrt(pmax(squares, 0)), SURE_DIGITS))
}
