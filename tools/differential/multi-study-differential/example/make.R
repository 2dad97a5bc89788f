# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): B-cell leukaemias with BCR/ABL and without a known rearrangement, divided
# by the year of remission into what stands for three studies. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
year <- suppressWarnings(as.integer(sub(".*/", "", samples$date.cr)))
chosen <- grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "NEG") & year %in% 1997:2000
samples <- samples[chosen, ]
year <- year[chosen]
values <- round(Biobase::exprs(loaded$ALL)[, rownames(samples)], 4)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
picked <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
data.table::fwrite(data.table::data.table(gene = picked$gene, values[picked$rows, ]), "expression.tsv.gz", sep = "\t")

study <- ifelse(year >= 1999L, "1999–2000", as.character(year))
data.table::fwrite(list(sample = rownames(samples), group = as.character(samples$mol.biol), study = study), "groups.tsv", sep = "\t")
