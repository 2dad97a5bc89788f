# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): leukaemias of the B and the T lineage, the genes that vary most. `Rscript
# make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- round(Biobase::exprs(loaded$ALL), 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
values <- values[chosen$rows, ]
varying <- order(-matrixStats::rowMads(values))[1:1500]
data.table::fwrite(data.table::data.table(gene = chosen$gene, values)[varying, ], "expression.tsv.gz", sep = "\t")
