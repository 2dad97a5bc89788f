# The work of one limma job as an analyst's own script does it: load the packages, read the GEO series matrix, fit, write
# the table and the numbers behind the figures. `Rscript limma.R SERIES_MATRIX OUTPUT_FOLDER`
suppressPackageStartupMessages({
  library(data.table)
  library(limma)
})
arguments <- commandArgs(trailingOnly = TRUE)
lines <- readLines(arguments[[1L]])
tissue <- grep("^!Sample_characteristics_ch1\t\"Tissue:", lines, value = TRUE)[[1L]]
tissue <- sub("^Tissue: ", "", gsub("\"", "", strsplit(tissue, "\t")[[1L]][-1L]))
from <- grep("^!series_matrix_table_begin", lines)
to <- grep("^!series_matrix_table_end", lines)
table <- fread(text = lines[(from + 1L):(to - 1L)], sep = "\t", header = TRUE, data.table = FALSE)
expression <- as.matrix(table[-1L])
rownames(expression) <- table[[1L]]

keep <- tissue %in% c("Liver Tumor Tissue", "Liver Non-Tumor Tissue")
expression <- expression[, keep]
case <- tissue[keep] == "Liver Tumor Tissue"
expression <- expression[rowSums(expression != 0) > 0 & apply(expression, 1L, var) > 0 & rowMeans(expression) > 0, ]
design <- cbind(control = as.numeric(!case), case = as.numeric(case))
fit <- eBayes(contrasts.fit(lmFit(expression, design), makeContrasts(case - control, levels = design)))
result <- topTable(fit, number = Inf, sort.by = "P")

dir.create(arguments[[2L]], showWarnings = FALSE)
save_table <- function(table, name) fwrite(table, file.path(arguments[[2L]], paste0(name, ".tsv")), sep = "\t")
save_table(data.frame(gene = rownames(result), result), "limma")

significant <- result$adj.P.Val < 0.05 & abs(result$logFC) >= 1
top <- c(head(rownames(result)[significant & result$logFC > 0], 25L), head(rownames(result)[significant & result$logFC < 0], 25L))
z <- t(scale(t(expression[top, ])))
by_row <- hclust(as.dist(1 - cor(t(z))), "ward.D2")
by_column <- hclust(dist(t(z)), "ward.D2")
save_table(data.frame(gene = top[by_row$order], z[by_row$order, by_column$order]), "heatmap")
save_table(data.frame(merge = by_row$merge, height = by_row$height), "rows")
save_table(data.frame(merge = by_column$merge, height = by_column$height), "columns")

variable <- order(apply(expression, 1L, var), decreasing = TRUE)[1:500]
components <- prcomp(t(expression[variable, ]))
save_table(data.frame(sample = colnames(expression), components$x[, 1:2]), "pca")
save_table(data.frame(count = hist(result$P.Value, breaks = seq(0, 1, 0.05), plot = FALSE)$counts), "p_histogram")
