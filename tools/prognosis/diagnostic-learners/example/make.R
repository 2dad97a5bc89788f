# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): acute lymphoblastic leukaemias before treatment, and whether they came to
# complete remission. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
samples <- samples[samples$remission %in% c("CR", "REF"), ]
values <- round(Biobase::exprs(loaded$ALL)[, rownames(samples)], 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean. The 1,000 that vary most, whatever the outcome.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
values <- values[chosen$rows, ]
kept <- sort(order(-matrixStats::rowVars(values))[1:1000])
data.table::fwrite(data.table::data.table(gene = chosen$gene[kept], values[kept, ]), "expression.tsv.gz", sep = "\t")

data.table::fwrite(
  data.frame(
    sample = rownames(samples), 性别 = c(M = "男", F = "女")[as.character(samples$sex)], 年龄 = samples$age,
    类型 = ifelse(grepl("^B", samples$BT), "B 细胞", "T 细胞"), 完全缓解 = ifelse(samples$remission == "CR", "是", "否"), check.names = FALSE
  ),
  "clinical.tsv", sep = "\t", na = ""
)
