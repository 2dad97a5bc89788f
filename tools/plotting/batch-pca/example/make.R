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

# Published figures: leukaemias of 27 ALL and 11 AML (multtest's golub: Golub and others 1999, prepared as by Dudoit and others 2002),
# and arrests in the states of the USA (R's USArrests; James and others 2013).
own <- new.env()
utils::data("golub", package = "multtest", envir = own)
patients <- sprintf("P%02d", seq_len(ncol(own$golub)))
leukaemias <- data.table::data.table(probe = own$golub.gnames[, 3L], stats::setNames(as.data.frame(own$golub), patients))
data.table::fwrite(leukaemias, "golub.tsv.gz", sep = "\t")
data.table::fwrite(data.table::data.table(sample = patients, group = c("ALL", "AML")[own$golub.cl + 1L]), "golub-samples.tsv", sep = "\t")
arrests <- t(datasets::USArrests)
data.table::fwrite(data.table::data.table(item = rownames(arrests), arrests), "arrests.tsv", sep = "\t")
