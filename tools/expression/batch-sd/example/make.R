# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): all 128 leukaemias. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- round(Biobase::exprs(loaded$ALL), 4)
data.table::fwrite(data.table::data.table(probe = rownames(values), values), "expression.tsv.gz", sep = "\t")
