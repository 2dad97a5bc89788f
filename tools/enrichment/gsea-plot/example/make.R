# Makes the example input: GSEA of KEGG pathways in LNCaP cells with androgen against without (Li et al. 2008). `Rscript make.R` in this folder.
root <- normalizePath("../../../..")
engine <- new.env()
for (file in list.files(file.path(root, "engine", "R"), "\\.R$", full.names = TRUE, recursive = TRUE)) sys.source(file, envir = engine)
example <- file.path(root, "tools", "enrichment", "gsea", "example")
if (!file.exists(file.path(example, "ranking.tsv.gz"))) source(file.path(example, "make.R"), chdir = TRUE)
gsea <- engine$load_tool(engine$read_catalogue(root)$gsea_enrichment, root, engine)
ranking <- structure(data.table::fread(file.path(example, "ranking.tsv.gz"), data.table = FALSE), label = "LNCaP")
path <- Sys.glob(file.path(root, "reference", "gene-sets", "kegg.*.hsa.gmt"))[[1L]]
sets <- engine$read_gene_sets(path, "KEGG", list(organism = "hsa"))
params <- list(pvalue_cutoff = 0.05, minSize = 15L, maxSize = 500L, pAdjustMethod = "BH", exponent = 1, seed = 123L)
tables <- gsea$analyse(list(ranking = ranking, sets = sets), params, engine$new_job(function(event) NULL))
data.table::fwrite(tables$runs, "runs.tsv.gz", sep = "\t")
