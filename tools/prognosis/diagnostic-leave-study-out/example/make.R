# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): B-cell leukaemias with BCR/ABL and without a known rearrangement, divided
# by the year of diagnosis into what stands for three studies. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
year <- suppressWarnings(as.integer(sub(".*/", "", samples$diagnosis)))
chosen <- grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "NEG") & year %in% 1996:2000
samples <- samples[chosen, ]
year <- year[chosen]
values <- round(Biobase::exprs(loaded$ALL)[, rownames(samples)], 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean. The 3,000 that vary most, whatever the outcome.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
picked <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
values <- values[picked$rows, ]
kept <- sort(order(-matrixStats::rowVars(values))[1:3000])
data.table::fwrite(data.table::data.table(gene = picked$gene[kept], values[kept, ]), "expression.tsv.gz", sep = "\t")

data.table::fwrite(
  data.frame(
    sample = rownames(samples), 融合基因 = ifelse(samples$mol.biol == "BCR/ABL", "阳性", "阴性"),
    诊断年份 = ifelse(year <= 1997L, "1996–1997", ifelse(year == 1998L, "1998", "1999–2000")), 年龄 = samples$age, check.names = FALSE
  ),
  "clinical.tsv", sep = "\t", na = ""
)
