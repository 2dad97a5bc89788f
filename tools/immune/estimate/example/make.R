# Makes the example input from TCGAbiolinks' dataBRCA: five breast cancers and five samples of the tissue beside. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("dataBRCA", package = "TCGAbiolinks", envir = loaded)
counts <- as.matrix(loaded$dataBRCA)
names <- sub("\\|.*$", "", rownames(counts))
kept <- names != "?" & !duplicated(names)
values <- log2(sweep(counts[kept, ], 2L, colSums(counts) / 1e6, "/") + 1)
samples <- substr(colnames(values), 1L, 16L)
colnames(values) <- samples
data.table::fwrite(data.table::data.table(gene = names[kept], round(values, 4)), "expression.tsv.gz", sep = "\t")
type <- ifelse(substr(samples, 14L, 15L) == "11", "癌旁", "肿瘤")
data.table::fwrite(data.frame(sample = samples, group = type), "groups.tsv", sep = "\t")
