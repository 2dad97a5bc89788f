# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): B-cell leukaemias with BCR/ABL and without a
# known rearrangement. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
samples <- samples[grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "NEG"), ]
values <- round(Biobase::exprs(loaded$ALL)[, rownames(samples)], 4)
data.table::fwrite(data.table::data.table(probe = rownames(values), values), "expression.tsv.gz", sep = "\t")
data.table::fwrite(
  list(sample = rownames(samples), group = as.character(samples$mol.biol), sex = as.character(samples$sex), age = samples$age),
  "groups.tsv", sep = "\t"
)
