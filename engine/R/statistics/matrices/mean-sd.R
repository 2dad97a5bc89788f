# Standard deviation against the rank of the mean, as vsn::meanSdPlot shows it: flat where a transformation made variances even.

# As vsn's: at every twentieth of the ranks, the median of the fifth of all genes around it.
TREND_STEP <- 0.05
TREND_HALF_WINDOW <- 0.1

#' Tables of a mean-sd figure.
#'
#' @param values Numeric matrix, genes x samples, named rows. @param stage Name of the panel.
#' @return `points` (stage, gene, rank of the mean from 1, mean, sd) and `trend` (stage, rank, sd: the running median).
mean_sd_tables <- function(values, stage) {
  mean <- rowMeans(values, na.rm = TRUE)
  sd <- matrixStats::rowSds(values, na.rm = TRUE)
  kept <- is.finite(mean) & is.finite(sd)
  rank <- rank(mean[kept], ties.method = "first")
  genes <- as.character(rownames(values))[kept]
  points <- data.frame(stage = rep(stage, length(genes)), gene = genes, rank = rank, mean = mean[kept], sd = sd[kept], row.names = NULL)
  middles <- seq(TREND_STEP, 1 - TREND_STEP, by = TREND_STEP)
  share <- rank / max(length(rank), 1L)
  medians <- vapply(middles, function(middle) stats::median(points$sd[abs(share - middle) <= TREND_HALF_WINDOW]), numeric(1))
  # Of a handful of genes some windows hold none.
  found <- !is.na(medians)
  list(points = points, trend = data.frame(stage = rep(stage, sum(found)), rank = middles[found] * length(rank), sd = medians[found]))
}
