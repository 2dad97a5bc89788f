# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): B-cell leukaemias by their stage of differentiation, B1 to B4.
# `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
samples <- samples[samples$BT %in% c("B1", "B2", "B3", "B4"), ]
values <- round(Biobase::exprs(loaded$ALL)[, rownames(samples)], 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
data.table::fwrite(data.table::data.table(gene = chosen$gene, values[chosen$rows, ]), "expression.tsv.gz", sep = "\t")

data.table::fwrite(
  list(
    sample = rownames(samples), "分化阶段" = as.character(samples$BT), "年龄" = samples$age, "性别" = as.character(samples$sex),
    "分子类型" = as.character(samples$mol.biol)
  ),
  "samples.tsv", sep = "\t"
)
