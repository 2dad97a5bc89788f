# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): B-cell leukaemias of four molecular types. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
samples <- samples[grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "ALL1/AF4", "E2A/PBX1", "NEG"), ]
values <- round(Biobase::exprs(loaded$ALL)[, rownames(samples)], 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
data.table::fwrite(data.table::data.table(gene = chosen$gene, values[chosen$rows, ]), "expression.tsv.gz", sep = "\t")

data.table::fwrite(
  list(sample = rownames(samples), group = as.character(samples$mol.biol), sex = as.character(samples$sex), age = samples$age),
  "groups.tsv", sep = "\t"
)
