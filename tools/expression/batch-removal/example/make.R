# Makes the example input: 57 arrays of bladder in five batches (bladderbatch). `Rscript make.R`.
loaded <- new.env()
utils::data("bladderdata", package = "bladderbatch", envir = loaded)
values <- round(Biobase::exprs(loaded$bladderEset), 4)
about <- Biobase::pData(loaded$bladderEset)
data.table::fwrite(data.table::data.table(probe = rownames(values), values), "expression.tsv.gz", sep = "\t")
words <- c(Biopsy = "活检", Cancer = "癌", Normal = "正常")
groups <- data.frame(sample = colnames(values), group = words[as.character(about$cancer)], batch = paste0("批次", about$batch))
data.table::fwrite(groups, "groups.tsv", sep = "\t")
