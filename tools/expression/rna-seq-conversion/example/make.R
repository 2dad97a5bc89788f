# Makes the example input: RNA-seq counts of LNCaP cells by Ensembl gene (Li et al. 2008, in goseq). `Rscript make.R`.
counts <- as.matrix(utils::read.table(system.file("extdata", "Li_sum.txt", package = "goseq"), header = TRUE, row.names = 1))
counts <- counts[rowSums(counts) > 0, ]
data.table::fwrite(data.table::data.table(gene = rownames(counts), counts), "expression.tsv.gz", sep = "\t")
