# Writes the gene sets that need no download, beside this script, as gmt files: `Rscript make.R`. Beside each stands what it is (.json).
# The files are not committed; they are as new as the packages that they are made from. Read by apps/server/src/gene-sets/service.ts.
source("../../engine/R/genes/mitochondrial-genes.R")
source("annotations.R")
source("collection-file.R")

GO_TITLES <- c(BP = "GO 生物过程（BP）", CC = "GO 细胞组分（CC）", MF = "GO 分子功能（MF）")
PACKAGES <- vapply(c("org.Hs.eg.db", "GO.db"), function(package) paste(package, utils::packageVersion(package)), character(1))

#' @param ontology BP, CC or MF.
write_go <- function(ontology) {
  pairs <- term_genes(ontology)
  sets <- split(pairs$symbol, pairs$id)
  date <- database_fact(org.Hs.eg.db::org.Hs.eg_dbconn(), "GOSOURCEDATE")
  write_collection(sprintf("go.%s.%s.hsa.gmt", tolower(ontology), date), sets, term_names(names(sets)), list(
    title = GO_TITLES[[ontology]], source = "Gene Ontology", release = toString(PACKAGES), date = date, licence = "CC BY 4.0",
    organism = "hsa", identifiers = "symbol", family = "go", subset = ontology
  ))
}

#' KEGG as it was when it could be passed on: its date stands in its title, because much has been added since.
write_kegg <- function() {
  written <- database_fact(org.Hs.eg.db::org.Hs.eg_dbconn(), "KEGGSOURCEDATE")
  # As 2011-Mar15; names of months do not follow the language of the machine.
  parts <- regmatches(written, regexec("^(\\d{4})-([A-Z][a-z]{2})(\\d{2})$", written))[[1L]]
  month <- match(parts[[3L]], month.abb)
  date <- sprintf("%s-%02d-%s", parts[[2L]], month, parts[[4L]])
  pairs <- pathway_genes()
  sets <- split(pairs$symbol, pairs$id)
  names <- pathway_names()
  titles <- names$name[match(names(sets), names$id)]
  if (anyNA(titles)) stop("kegg-pathways.tsv has no name of ", toString(names(sets)[is.na(titles)]))
  write_collection(sprintf("kegg.%s.hsa.gmt", date), sets, titles, list(
    title = sprintf("KEGG 通路（%s 年 %d 月版）", parts[[2L]], month), source = "KEGG",
    release = sprintf("%s 年 %d 月（%s）", parts[[2L]], month, PACKAGES[["org.Hs.eg.db"]]), date = date,
    licence = "KEGG 停止免费发布之前的最后一版，随 Bioconductor 的 org.Hs.eg.db 分发（Artistic-2.0）；之后的版本要遵守 KEGG 自己的条款",
    organism = "hsa", identifiers = "symbol", family = "kegg", subset = ""
  ))
}

for (ontology in names(GO_TITLES)) write_go(ontology)
write_kegg()
