# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): activity of KEGG's pathways (org.Hs.eg.db, March 2011; combined z
# scores by GSVA) in leukaemias of T and of B cells, compared by limma. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- Biobase::exprs(loaded$ALL)

source("../../../../reference/platforms/probes.R")
for (file in c("runtime/texts.R", "genes/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
values <- values[chosen$rows, ]
rownames(values) <- chosen$gene
values <- values[order(rownames(values), method = "radix"), ]

pairs <- DBI::dbGetQuery(org.Hs.eg.db::org.Hs.eg_dbconn(), "SELECT path_id, symbol FROM kegg JOIN gene_info USING (_id)")
names <- utils::read.delim(
  "../../../../reference/gene-sets/kegg-pathways.tsv", quote = "", comment.char = "#", colClasses = "character", encoding = "UTF-8"
)
titles <- names$name[match(sub("^\\D*", "", pairs$path_id), sub("^\\D*", "", names$id))]
sets <- lapply(split(pairs$symbol, titles), intersect, rownames(values))
sets <- sets[lengths(sets) >= 10L & lengths(sets) <= 500L]

scores <- GSVA::gsva(values, sets, method = "zscore", kcdf = "Gaussian", verbose = FALSE)
t_cells <- substr(as.character(loaded$ALL$BT), 1L, 1L) == "T"
fitted <- limma::topTable(limma::eBayes(limma::lmFit(scores, stats::model.matrix(~t_cells))), coef = 2, number = Inf)
numbers <- lapply(fitted[c("logFC", "t", "P.Value", "adj.P.Val")], signif, 6)
data.table::fwrite(c(list(pathway = rownames(fitted)), numbers), "pathways.tsv", sep = "\t")

# Published figure: the 25 genes of either side that best tell 27 ALL from 11 AML by signal to noise (figure 3B of Golub and others 1999,
# of multtest's golub), with Welch's t.
own <- new.env()
utils::data("golub", package = "multtest", envir = own)
tests <- apply(own$golub, 1L, function(row) {
  parts <- split(row, own$golub.cl)
  test <- stats::t.test(parts[[1L]], parts[[2L]])
  c(signal = (mean(parts[[1L]]) - mean(parts[[2L]])) / (stats::sd(parts[[1L]]) + stats::sd(parts[[2L]])), t = test$statistic[[1L]], p = test$p.value)
})
best <- order(tests["signal", ])[c(1:25, ncol(tests) - 24:0)]
# The first words of the long names.
names <- sub(" gene extracted.*$", "", sub("(, | \\().*$", "", own$golub.gnames[best, 2L]))
data.table::fwrite(list(gene = trimmed(strtrim(names, 60L)), t = tests["t", best], P.Value = tests["p", best]), "golub-50.tsv", sep = "\t")
