# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): 128 leukaemias of T and B cells. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- round(Biobase::exprs(loaded$ALL), 4)
samples <- Biobase::pData(loaded$ALL)

# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
data.table::fwrite(data.table::data.table(gene = chosen$gene, values[chosen$rows, ]), "expression.tsv.gz", sep = "\t")
data.table::fwrite(
  list(sample = colnames(values), group = paste0(substr(as.character(samples$BT), 1, 1), " 系"), mol.biol = as.character(samples$mol.biol),
    age = samples$age, sex = as.character(samples$sex)),
  "samples.tsv", sep = "\t"
)

# Published figures: the 165 probes that tell leukaemias with ALL1/AF4 from those with BCR/ABL (Gentleman and others 2004, adjusted by
# Holm's method), and the 25 genes of either side that best tell 27 ALL from 11 AML by signal to noise (Golub and others 1999, of
# multtest's golub).
kept <- samples$mol.biol %in% c("BCR/ABL", "ALL1/AF4")
fusion <- factor(as.character(samples$mol.biol[kept]))
told <- limma::eBayes(limma::lmFit(Biobase::exprs(loaded$ALL)[, kept], stats::model.matrix(~fusion)))
told <- stats::p.adjust(told$p.value[, 2L]) < 0.05
data.table::fwrite(data.table::data.table(probe = rownames(values)[told], values[told, kept]), "all-fusions.tsv", sep = "\t")
data.table::fwrite(list(sample = colnames(values)[kept], group = as.character(fusion)), "all-fusions-samples.tsv", sep = "\t")
own <- new.env()
utils::data("golub", package = "multtest", envir = own)
signal <- apply(own$golub, 1L, function(row) {
  parts <- split(row, own$golub.cl)
  (mean(parts[[1L]]) - mean(parts[[2L]])) / (stats::sd(parts[[1L]]) + stats::sd(parts[[2L]]))
})
best <- order(signal)[c(1:25, length(signal) - 24:0)]
patients <- sprintf("P%02d", seq_len(ncol(own$golub)))
fifty <- data.table::data.table(probe = own$golub.gnames[best, 3L], stats::setNames(as.data.frame(own$golub[best, ]), patients))
data.table::fwrite(fifty, "golub-50.tsv", sep = "\t")
data.table::fwrite(list(sample = patients, group = c("ALL", "AML")[own$golub.cl + 1L]), "golub-samples.tsv", sep = "\t")
