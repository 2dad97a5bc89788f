# Writes the register of human genes beside this script, by which the server suggests genes and says what they are: `Rscript make.R`.
# The files are not committed; they are as new as org.Hs.eg.db, from which they are made. Read by apps/server/src/genes/register.ts.
#
# genes.tsv  one gene a line, those that are looked for most first: genes of proteins, then short symbols. Lists are joined by "|".
# keys.tsv   what a gene is found by, sorted by bytes: key in capitals, its kind (s symbol, a alias, e Ensembl, n Entrez number, u what
#            oncologists mean by the key, which is letters and digits alone), and the gene's line in genes.tsv, from 0.
# usual.tsv  the names of kind u: key, symbol, what it is in Chinese, and the other genes of this name, joined by "|".
source("../../engine/R/genes/mitochondrial-genes.R")
source("../../engine/R/genes/usual-genes.R")
source("register.R")

#' A file that the script stopped in must not pass for a whole one.
write_whole <- function(table, name) {
  unfinished <- paste0(name, ".part")
  utils::write.table(table, unfinished, sep = "\t", quote = FALSE, row.names = FALSE, na = "")
  invisible(file.rename(unfinished, name))
}

genes <- gene_register()
write_whole(gene_keys(genes), "keys.tsv")
write_whole(usual_lines(genes), "usual.tsv")
write_whole(gene_lines(genes), "genes.tsv")
