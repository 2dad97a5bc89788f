# Makes the example input: tooth growth of guinea pigs by dose of vitamin C (R's ToothGrowth). `Rscript make.R` in this folder.
data.table::fwrite(datasets::ToothGrowth[c("len", "supp", "dose")], "tooth-growth.tsv", sep = "\t")
