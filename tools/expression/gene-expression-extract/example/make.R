# Makes the example input: counts per million of LNCaP cells with and without androgen (Li et al. 2008, in goseq). `Rscript make.R`.
counts <- as.matrix(utils::read.table(system.file("extdata", "Li_sum.txt", package = "goseq"), header = TRUE, row.names = 1))
counts <- counts[rowSums(counts) >= 10, ]
symbols <- suppressMessages(AnnotationDbi::mapIds(org.Hs.eg.db::org.Hs.eg.db, rownames(counts), "SYMBOL", "ENSEMBL"))
counts <- counts[!is.na(symbols) & !duplicated(symbols), ]
rownames(counts) <- symbols[rownames(counts)]
cpm <- round(edgeR::cpm(counts), 4)
data.table::fwrite(data.table::data.table(gene = rownames(cpm), cpm), "expression.tsv.gz", sep = "\t")
