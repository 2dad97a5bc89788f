# Makes the example input: the leukaemias of the first step's example (Bioconductor's ALL, Chiaretti et al. 2004) with what is known of the
# patients. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- round(Biobase::exprs(loaded$ALL), 4)
patients <- Biobase::pData(loaded$ALL)
lineage <- substr(as.character(patients$BT), 1L, 1L) == "B"
values <- values[, lineage]
patients <- patients[lineage, ]

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
values <- values[chosen$rows, ]
varying <- order(-matrixStats::rowMads(values))[1:1500]
data.table::fwrite(data.table::data.table(gene = chosen$gene, values)[varying, ], "expression.tsv.gz", sep = "\t")

traits <- data.frame(
  sample = rownames(patients), age = patients$age, sex = as.character(patients$sex), molecular = as.character(patients$mol.biol),
  relapse = as.integer(patients$relapse)
)
utils::write.table(traits, "traits.tsv", sep = "\t", quote = FALSE, row.names = FALSE, na = "")
