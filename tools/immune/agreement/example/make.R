# Makes two made-up results over the same samples. `Rscript make.R` in this folder.
set.seed(12)
n <- 24L
samples <- sprintf("M%02d", seq_len(n))
group <- rep(c("A", "B"), each = n / 2)
truth <- vapply(seq_len(n), function(i) stats::rgamma(6L, c(2, 4, if (i <= n / 2) 7 else 2, 2, if (i <= n / 2) 2 else 7, 2)), numeric(6L))
types <- c("B.cells", "T.cells.CD4", "T.cells.CD8", "NK.cells", "Macrophages", "Neutrophils")
noisy <- function(scale) {
  values <- truth * exp(stats::rnorm(length(truth), 0, scale))
  values[6L, ] <- stats::rgamma(n, 2)
  shares <- t(sweep(values, 2L, colSums(values), "/"))
  colnames(shares) <- types
  shares
}
first <- data.frame(sample = samples, p = 0.01, correlation = 0.9, rmse = 0.4, noisy(0.15))
second <- data.frame(sample = samples, p = 0.01, correlation = 0.8, rmse = 12, noisy(0.25) * 0.4, Other = 0.6)
data.table::fwrite(first, "first.tsv", sep = "\t")
data.table::fwrite(second, "second.tsv", sep = "\t")
data.table::fwrite(data.frame(sample = samples, group = group), "groups.tsv", sep = "\t")
