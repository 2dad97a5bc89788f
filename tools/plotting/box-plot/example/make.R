# Makes the example input: tooth growth of guinea pigs by dose of vitamin C (R's ToothGrowth). `Rscript make.R` in this folder.
data.table::fwrite(datasets::ToothGrowth[c("len", "supp", "dose")], "tooth-growth.tsv", sep = "\t")

# Published figures: cyclin D3 in 27 ALL and 11 AML (multtest's golub; Golub and others 1999), and the sleep that two drugs add (R's sleep;
# Student 1908).
own <- new.env()
utils::data("golub", package = "multtest", envir = own)
cyclin <- own$golub[own$golub.gnames[, 3L] == "M92287_at", ]
data.table::fwrite(list(group = c("ALL", "AML")[own$golub.cl + 1L], CCND3 = cyclin), "golub-ccnd3.tsv", sep = "\t")
data.table::fwrite(
  list(patient = datasets::sleep$ID, drug = c("drug 1", "drug 2")[datasets::sleep$group], extra = datasets::sleep$extra), "sleep.tsv", sep = "\t"
)
