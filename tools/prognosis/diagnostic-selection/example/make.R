# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): acute B-cell leukaemias with the fusion BCR/ABL and without any that was
# looked for. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
samples <- samples[grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "NEG"), ]
values <- round(Biobase::exprs(loaded$ALL)[, rownames(samples)], 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean. The 200 that vary most, whatever the outcome.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
values <- values[chosen$rows, ]
kept <- sort(order(-matrixStats::rowVars(values))[1:200])
data.table::fwrite(data.table::data.table(gene = chosen$gene[kept], values[kept, ]), "expression.tsv.gz", sep = "\t")

data.table::fwrite(
  data.frame(
    sample = rownames(samples), 性别 = c(M = "男", F = "女")[as.character(samples$sex)], 年龄 = samples$age, 分型 = as.character(samples$BT),
    融合基因 = ifelse(samples$mol.biol == "NEG", "阴性", "BCR/ABL"), check.names = FALSE
  ),
  "clinical.tsv", sep = "\t", na = ""
)
