# Makes the example lists from goseq's counts of LNCaP cells with and without androgen (Li et al. 2008): genes that edgeR, limma-voom and DESeq2 find
# changed in the same counts, and all that was tested. `Rscript make.R` in this folder.
counts <- as.matrix(utils::read.table(system.file("extdata", "Li_sum.txt", package = "goseq"), header = TRUE, row.names = 1))
group <- factor(rep(c("control", "treated"), times = c(4, 3)))
design <- stats::model.matrix(~group)
counts <- counts[edgeR::filterByExpr(counts, group = group), ]
data <- edgeR::calcNormFactors(edgeR::DGEList(counts, group = group))
changed <- function(genes, logFC, padj) sort(genes[!is.na(padj) & padj < 0.05 & abs(logFC) >= 1]) # nolint
edger <- edgeR::topTags(edgeR::glmQLFTest(edgeR::glmQLFit(edgeR::estimateDisp(data, design), design)), n = Inf)$table
voom <- limma::topTable(limma::eBayes(limma::lmFit(limma::voom(data, design), design)), coef = 2, number = Inf)
set <- DESeq2::DESeqDataSetFromMatrix(counts, data.frame(group), ~group)
deseq <- DESeq2::results(suppressMessages(DESeq2::DESeq(set, quiet = TRUE)))
lists <- list(
  edgeR = changed(rownames(edger), edger$logFC, edger$FDR),
  "limma-voom" = changed(rownames(voom), voom$logFC, voom$adj.P.Val),
  DESeq2 = changed(rownames(deseq), deseq$log2FoldChange, deseq$padj)
)
writeLines(vapply(names(lists), function(name) paste(c(name, "padj < 0.05, |log2FC| >= 1", lists[[name]]), collapse = "\t"), ""), "lists.gmt")
writeLines(sort(rownames(counts)), "tested.txt")
