# Makes the example input: B lineage leukaemias (Bioconductor's ALL, Chiaretti et al. 2004) with their modules, and those of T lineage as the
# second data set. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- round(Biobase::exprs(loaded$ALL), 4)
lineage <- substr(as.character(Biobase::pData(loaded$ALL)$BT), 1L, 1L)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
values <- values[chosen$rows, ]
rownames(values) <- chosen$gene
first <- values[, lineage == "B"]
first <- first[order(-matrixStats::rowMads(first))[1:1500], ]
second <- values[order(-matrixStats::rowMads(values[, lineage == "T"])), lineage == "T"]
second <- second[rownames(second) %in% rownames(first) | seq_len(nrow(second)) <= 3000, ]

source("../../../../engine/R/statistics/correlation/coexpression.R")
modules <- quiet_wgcna()$blockwiseModules(
  t(first), power = 12, networkType = "signed", TOMType = "signed", maxBlockSize = 5000, minModuleSize = 30, reassignThreshold = 0,
  mergeCutHeight = 0.25, pamRespectsDendro = FALSE, verbose = 0
)$colors
data.table::fwrite(data.table::data.table(gene = rownames(first), first), "expression.tsv.gz", sep = "\t")
data.table::fwrite(data.table::data.table(gene = rownames(second), second), "second.tsv.gz", sep = "\t")
data.table::fwrite(data.frame(gene = rownames(first), module = unname(modules)), "modules.tsv", sep = "\t")
