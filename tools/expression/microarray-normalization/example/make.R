# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): the logs of 24 arrays undone, and each array made
# brighter or darker by a fixed random factor, as arrays are before normalisation. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
chosen <- Biobase::pData(loaded$ALL)$mol.biol %in% c("BCR/ABL", "NEG") & startsWith(as.character(loaded$ALL$BT), "B")
values <- Biobase::exprs(loaded$ALL)[, which(chosen)[1:24]]
set.seed(20260101)
brightness <- 2^stats::rnorm(ncol(values), 0, 0.6)
intensities <- round(t(t(2^values) * brightness), 1)
data.table::fwrite(data.table::data.table(probe = rownames(intensities), intensities), "expression.tsv.gz", sep = "\t")

lines <- readLines("../../../../reference/platforms/GPL8300.annot.gz")
rows <- lines[seq(match("!platform_table_begin", lines) + 2L, match("!platform_table_end", lines) - 1L)]
table <- data.table::fread(text = rows, sep = "\t", header = FALSE, col.names = c("probe_id", "symbol"))
data.table::fwrite(table, "annotation.tsv.gz", sep = "\t", quote = FALSE)
