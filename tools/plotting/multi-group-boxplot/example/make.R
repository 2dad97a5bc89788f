# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): genes of B and T cells in leukaemias of five stages. `Rscript make.R` in
# this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- round(Biobase::exprs(loaded$ALL), 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
data.table::fwrite(data.table::data.table(gene = chosen$gene, values[chosen$rows, ]), "expression.tsv.gz", sep = "\t")

# Leukaemias of which nobody knows how far the cells had come (B) take no part.
stage <- as.character(loaded$ALL$BT)
stage[startsWith(stage, "T")] <- "T"
known <- stage != "B"
data.table::fwrite(data.table::data.table(sample = colnames(values), group = stage)[known][order(group)], "groups.tsv", sep = "\t")

# Published figure: the flowers of three irises (R's iris; Fisher 1936).
measured <- t(as.matrix(datasets::iris[1:4]))
colnames(measured) <- sprintf("I%03d", seq_len(ncol(measured)))
data.table::fwrite(data.table::data.table(gene = rownames(measured), measured), "iris.tsv", sep = "\t")
data.table::fwrite(list(sample = colnames(measured), group = as.character(datasets::iris$Species)), "iris-groups.tsv", sep = "\t")
