# Tumour against normal as an analyst's own script does it: load the packages, read the counts, compare, write the table and the numbers behind the
# figures. `Rscript differential.R METHOD COUNTS OUTPUT_FOLDER`, METHOD one of voom, deseq2, edger.
suppressPackageStartupMessages({
  library(data.table)
  library(edgeR)
})
arguments <- commandArgs(trailingOnly = TRUE)
table <- fread(arguments[[2L]], data.table = FALSE)
counts <- round(2^as.matrix(table[-1L]) - 1)
rownames(counts) <- table[[1L]]
group <- factor(ifelse(grepl("-01A$", colnames(counts)), "tumour", "normal"))
design <- model.matrix(~group)
libraries <- DGEList(counts)
libraries <- libraries[filterByExpr(libraries, group = group), , keep.lib.sizes = FALSE]

if (arguments[[1L]] == "deseq2") {
  suppressPackageStartupMessages(library(DESeq2))
  storage.mode(libraries$counts) <- "integer"
  fit <- DESeq(DESeqDataSetFromMatrix(libraries$counts, data.frame(group), ~group), quiet = TRUE)
  result <- as.data.frame(results(fit))
  values <- log2(counts(fit, normalized = TRUE) + 1)
} else {
  libraries <- calcNormFactors(libraries)
  if (arguments[[1L]] == "voom") {
    model <- voom(libraries, design)
    result <- topTable(eBayes(lmFit(model, design), trend = TRUE, robust = TRUE), coef = 2, number = Inf, sort.by = "none")
    values <- model$E
  } else {
    libraries <- estimateDisp(libraries, design)
    result <- topTags(glmQLFTest(glmQLFit(libraries, design, robust = TRUE), coef = 2), n = Inf, sort.by = "none")$table
    values <- cpm(libraries, log = TRUE)
  }
}

dir.create(arguments[[3L]], showWarnings = FALSE)
save_table <- function(table, name) fwrite(table, file.path(arguments[[3L]], paste0(name, ".tsv")), sep = "\t")
save_table(data.frame(gene = rownames(result), result), "genes")
p <- result[[intersect(c("P.Value", "PValue", "pvalue"), names(result))]]
z <- t(scale(t(values[order(p)[1:50], ])))
by_row <- hclust(as.dist(1 - cor(t(z))), "ward.D2")
by_column <- hclust(dist(t(z)), "ward.D2")
save_table(data.frame(gene = rownames(z)[by_row$order], z[by_row$order, by_column$order]), "heatmap")
variable <- order(apply(values, 1L, var), decreasing = TRUE)[1:500]
save_table(data.frame(sample = colnames(values), prcomp(t(values[variable, ]))$x[, 1:2]), "pca")
