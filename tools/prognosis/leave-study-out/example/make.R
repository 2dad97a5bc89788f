# Makes the example input: the simulated patients of glmnet's CoxExample, dealt to four centres one after the other. `Rscript make.R` in this folder.
own <- new.env()
utils::data("CoxExample", package = "glmnet", envir = own)
values <- t(own$CoxExample$x)
colnames(values) <- sprintf("P%04d", seq_len(ncol(values)))
table <- data.frame(gene = sprintf("变量%02d", seq_len(nrow(values))), signif(values, 15), check.names = FALSE)
data.table::fwrite(table, "expression.tsv.gz", sep = "\t")
follow <- data.frame(
  sample = colnames(values), time = own$CoxExample$y[, "time"], status = own$CoxExample$y[, "status"],
  study = rep(paste("中心", 1:4), each = ncol(values) / 4)
)
data.table::fwrite(follow, "survival.tsv", sep = "\t")
