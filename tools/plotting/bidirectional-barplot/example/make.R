# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): activity of KEGG's pathways (org.Hs.eg.db, March 2011; combined z
# scores by GSVA) in leukaemias of T and of B cells, compared by limma. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
values <- Biobase::exprs(loaded$ALL)

source("../../../../reference/platforms/probes.R")
for (file in c("runtime/gene-names.R", "parse/probes.R")) source(file.path("../../../../engine/R", file))
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

source("../../../../engine/R/statistics/gene-set-scores.R")
scores <- gsva_scores(values, sets, "zscore", "Gaussian")
t_cells <- substr(as.character(loaded$ALL$BT), 1L, 1L) == "T"
fitted <- limma::topTable(limma::eBayes(limma::lmFit(scores, stats::model.matrix(~t_cells))), coef = 2, number = Inf)
numbers <- lapply(fitted[c("logFC", "t", "P.Value", "adj.P.Val")], signif, 6)
data.table::fwrite(c(list(pathway = rownames(fitted)), numbers), "pathways.tsv", sep = "\t")
