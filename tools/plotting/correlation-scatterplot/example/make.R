# Makes the example input: lengths and widths of the flowers of three irises (R's iris). `Rscript make.R` in this folder.
data.table::fwrite(datasets::iris, "iris.tsv", sep = "\t")

# Published figure: four data sets of one correlation (R's anscombe; Anscombe 1973).
data.table::fwrite(datasets::anscombe, "anscombe.tsv", sep = "\t")
