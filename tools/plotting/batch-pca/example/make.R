# Makes the example input from Bioconductor's bladderbatch: 57 arrays of bladder cancer and normal mucosa, in five batches.
# `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("bladderdata", package = "bladderbatch", envir = loaded)
values <- round(Biobase::exprs(loaded$bladderEset), 4)
samples <- Biobase::pData(loaded$bladderEset)
tissue <- c(Normal = "正常黏膜", Biopsy = "活检", Cancer = "癌")[as.character(samples$cancer)]
data.table::fwrite(data.table::data.table(probe = rownames(values), values), "expression.tsv.gz", sep = "\t")
data.table::fwrite(
  data.table::data.table(sample = colnames(values), group = tissue, batch = paste0("批次", samples$batch)), "samples.tsv", sep = "\t"
)
