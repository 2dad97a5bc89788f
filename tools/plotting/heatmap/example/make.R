# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): 128 leukaemias of T and B cells. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- round(Biobase::exprs(loaded$ALL), 4)
samples <- Biobase::pData(loaded$ALL)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
data.table::fwrite(data.table::data.table(gene = chosen$gene, values[chosen$rows, ]), "expression.tsv.gz", sep = "\t")
data.table::fwrite(
  list(sample = colnames(values), group = paste0(substr(as.character(samples$BT), 1, 1), " 系"), mol.biol = as.character(samples$mol.biol),
    age = samples$age, sex = as.character(samples$sex)),
  "samples.tsv", sep = "\t"
)
