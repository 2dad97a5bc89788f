# Makes the example input: RNA-seq counts of LNCaP cells with and without androgen (Li et al. 2008, in goseq), compared by
# edgeR's quasi-likelihood test. `Rscript make.R` in this folder.
counts <- as.matrix(utils::read.table(system.file("extdata", "Li_sum.txt", package = "goseq"), header = TRUE, row.names = 1))
group <- factor(rep(c("control", "treated"), c(4, 3)))
counts <- edgeR::DGEList(counts, group = group)
counts <- edgeR::calcNormFactors(counts[edgeR::filterByExpr(counts), , keep.lib.sizes = FALSE])
design <- stats::model.matrix(~group)
fit <- edgeR::glmQLFit(edgeR::estimateDisp(counts, design), design)
statistics <- edgeR::topTags(edgeR::glmQLFTest(fit, coef = 2), n = Inf)$table

# Readers know genes by symbol; an Ensembl gene without one, or a second one of a symbol, keeps its number.
symbols <- suppressMessages(AnnotationDbi::mapIds(org.Hs.eg.db::org.Hs.eg.db, rownames(statistics), "SYMBOL", "ENSEMBL"))
named <- !is.na(symbols) & !duplicated(symbols)
gene <- ifelse(named, symbols, rownames(statistics))
numbers <- lapply(statistics[c("logFC", "logCPM", "F", "PValue", "FDR")], signif, 6)
data.table::fwrite(c(list(gene = unname(gene)), numbers), "statistics.tsv.gz", sep = "\t")
