# Makes the example input: GO terms over-represented in the genes that androgen raises in LNCaP cells (Li et al. 2008).
# `Rscript make.R` in this folder.
for (file in list.files("../../../../engine/R", "\\.R$", full.names = TRUE, recursive = TRUE)) source(file)
invisible(load_library("../../../..", "gmt"))
lists <- normalizePath("../../go-enrichment/example/make.R")
stopifnot(system(sprintf("cd %s && Rscript --vanilla %s", shQuote(tempdir()), shQuote(lists))) == 0L)
read <- function(name) readLines(file.path(tempdir(), name))
thresholds <- list(pvalue_cutoff = 0.05, qvalue_cutoff = 0.05)
parts <- lapply(c(BP = "bp", CC = "cc", MF = "mf"), function(ontology) {
  path <- Sys.glob(sprintf("../../../../reference/gene-sets/go.%s.*.hsa.gmt", ontology))[[1L]]
  sets <- read_gene_sets(path, ontology, list(subset = toupper(ontology)))
  annotated <- unique(unlist(sets, use.names = FALSE))
  called <- function(names) unique(collection_names(names, annotated)$found)
  cbind(ONTOLOGY = toupper(ontology), over_representation(called(read("up.txt")), called(read("tested.txt")), sets, c(10, 500), "BH"))
})
table <- do.call(rbind, unname(parts))
table <- group_enriched(table[order(table$pvalue), ][is_enriched(table[order(table$pvalue), ], thresholds), ])
data.table::fwrite(table, "enriched.tsv.gz", sep = "\t")
