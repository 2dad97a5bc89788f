# Makes the example list from goseq's counts of LNCaP cells with and without androgen (Li et al. 2008): genes that edgeR finds up,
# and all that it tested. `Rscript make.R` in this folder.
counts <- as.matrix(utils::read.table(system.file("extdata", "Li_sum.txt", package = "goseq"), header = TRUE, row.names = 1))
group <- factor(rep(c("control", "treated"), times = c(4, 3)))
data <- edgeR::DGEList(counts, group = group)
data <- edgeR::calcNormFactors(data[edgeR::filterByExpr(data), , keep.lib.sizes = FALSE])
design <- stats::model.matrix(~group)
fit <- edgeR::glmQLFit(edgeR::estimateDisp(data, design), design)
table <- edgeR::topTags(edgeR::glmQLFTest(fit), n = Inf)$table
writeLines(rownames(table)[table$FDR < 0.05 & table$logFC >= 1], "up.txt")
writeLines(sort(rownames(table)), "tested.txt")
