# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): GSVA scores of KEGG's pathways (org.Hs.eg.db, March 2011) in
# leukaemias of the B and of the T lineage. `Rscript make.R` in this folder.
loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
values <- Biobase::exprs(loaded$ALL)

source("../../../../reference/platforms/probes.R")
for (file in list.files("../../../../engine/R", "\\.R$", full.names = TRUE, recursive = TRUE)) source(file)
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

scores <- gsva_scores(values, sets, "gsva", "Gaussian")
data.table::fwrite(data.table::data.table(set = rownames(scores), round(scores, 6)), "scores.tsv.gz", sep = "\t")
data.table::fwrite(
  list(sample = rownames(samples), group = paste0(substr(samples$BT, 1L, 1L), "-ALL"), sex = as.character(samples$sex), age = samples$age),
  "groups.tsv", sep = "\t"
)
