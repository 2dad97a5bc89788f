# Makes the example input: lengths and widths of the flowers of three irises (R's iris). `Rscript make.R` in this folder.
data.table::fwrite(datasets::iris, "iris.tsv", sep = "\t")
