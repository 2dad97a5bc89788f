# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): leukaemias of B and T cells. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- round(Biobase::exprs(loaded$ALL), 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
data.table::fwrite(data.table::data.table(gene = chosen$gene, values[chosen$rows, ]), "expression.tsv.gz", sep = "\t")
cell <- substr(as.character(loaded$ALL$BT), 1L, 1L)
data.table::fwrite(data.table::data.table(sample = colnames(values), group = cell)[order(group)], "groups.tsv", sep = "\t")
