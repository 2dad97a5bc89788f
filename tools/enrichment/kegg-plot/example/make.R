# Makes the example input: KEGG pathways (2011) over-represented in the genes that androgen raises in LNCaP cells (Li et al. 2008).
# `Rscript make.R` in this folder.
for (file in list.files("../../../../engine/R", "\\.R$", full.names = TRUE, recursive = TRUE)) source(file)
invisible(load_library("../../../..", "gmt"))
lists <- normalizePath("../../go-enrichment/example/make.R")
stopifnot(system(sprintf("cd %s && Rscript --vanilla %s", shQuote(tempdir()), shQuote(lists))) == 0L)
read <- function(name) readLines(file.path(tempdir(), name))
thresholds <- list(pvalue_cutoff = 0.25, qvalue_cutoff = 0.25)
sets <- read_gene_sets(Sys.glob("../../../../reference/gene-sets/kegg.*.hsa.gmt")[[1L]], "KEGG", list(subset = ""))
annotated <- unique(unlist(sets, use.names = FALSE))
called <- function(names) unique(collection_names(names, annotated)$found)
table <- cbind(ONTOLOGY = "", over_representation(called(read("up.txt")), called(read("tested.txt")), sets, c(10, 500), "BH"))
table <- group_enriched(table[order(table$pvalue), ][is_enriched(table[order(table$pvalue), ], thresholds), ])
table$ONTOLOGY <- NULL
data.table::fwrite(table, "enriched.tsv.gz", sep = "\t")
