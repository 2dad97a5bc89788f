# Makes the example ranking from goseq's counts of LNCaP cells with and without androgen (Li et al. 2008): all genes that edgeR tested, by the
# root of its F statistic with the sign of the change. `Rscript make.R` in this folder.
counts <- as.matrix(utils::read.table(system.file("extdata", "Li_sum.txt", package = "goseq"), header = TRUE, row.names = 1))
group <- factor(rep(c("control", "treated"), times = c(4, 3)))
data <- edgeR::DGEList(counts, group = group)
data <- edgeR::calcNormFactors(data[edgeR::filterByExpr(data), , keep.lib.sizes = FALSE])
design <- stats::model.matrix(~group)
fit <- edgeR::glmQLFit(edgeR::estimateDisp(data, design), design)
table <- edgeR::glmQLFTest(fit)$table
ranking <- data.frame(gene = rownames(table), value = signif(sign(table$logFC) * sqrt(table$F), 8))
data.table::fwrite(ranking[order(-ranking$value, ranking$gene, method = "radix"), ], "ranking.tsv.gz", sep = "\t")
