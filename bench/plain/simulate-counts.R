# Counts of genes in tumours and normals, in the layout of the GDC hub: log2(count + 1). `Rscript simulate-counts.R FILE GENES SAMPLE…`
arguments <- commandArgs(trailingOnly = TRUE)
genes <- as.integer(arguments[[2L]])
samples <- arguments[-(1:2)]
set.seed(1)
means <- exp(rnorm(genes, 4.5, 2))
dispersions <- pmin(0.05 + 2 / means * exp(rnorm(genes, 0, 0.4)), 10)
change <- ifelse(runif(genes) < 0.1, rnorm(genes, 0, 1.2), 0)
depth <- exp(rnorm(length(samples), 0, 0.3))
expected <- outer(means, depth) * 2^outer(change, as.numeric(grepl("-01A$", samples)))
counts <- matrix(rnbinom(length(expected), mu = expected, size = 1 / dispersions), genes)
table <- data.frame(sprintf("ENSG%011d.1", seq_len(genes)), log2(counts + 1))
names(table) <- c("Ensembl_ID", samples)
data.table::fwrite(table, arguments[[1L]], sep = "\t")
