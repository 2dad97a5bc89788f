# Writes what xCell's own data file holds as plain texts: `Rscript unpack-xcell.R xCell.data.rda FOLDER`. Called by `npm run reference`, which knows
# the names of the files from reference/sources.json.
arguments <- commandArgs(trailingOnly = TRUE)
loaded <- new.env()
load(arguments[[1L]], envir = loaded)
data <- loaded$xCell.data
path <- function(name) file.path(arguments[[2L]], name)

#' @param table Data frame or matrix with row names. @param name Of the file.
write_matrix <- function(table, name) {
  values <- as.matrix(table)
  cells <- apply(values, 2L, format, digits = 15, trim = TRUE)
  lines <- c(paste(c("cell", colnames(values)), collapse = "\t"), paste(rownames(values), apply(cells, 1L, paste, collapse = "\t"), sep = "\t"))
  writeLines(lines, path(name))
}

for (array in c("", ".array")) {
  spill <- data[[paste0("spill", array)]]
  fv <- as.matrix(spill$fv)
  if (is.null(colnames(fv))) colnames(fv) <- paste0("V", seq_len(ncol(fv)))
  write_matrix(spill$K, sprintf("xCell_spill%s_K.tsv", array))
  write_matrix(fv, sprintf("xCell_spill%s_fv.tsv", array))
}
# Objects of GSEABase, a list and within it slots, read as such: the package itself need not be there.
sets <- unclass(data$signatures)
if (!is.list(sets) || length(sets) == 0L || length(data$genes) == 0L) stop("no signatures or genes in the file")
line_of <- function(set) paste(c(as.vector(attr(set, "setName")), "xCell", as.vector(attr(set, "geneIds"))), collapse = "\t")
writeLines(vapply(sets, line_of, ""), path("xCell_489_signatures.gmt"))
writeLines(as.character(data$genes), path("xCell_genes_10808.txt"))
