# Writes the gene sets that need no download, beside this script, as gmt files: `Rscript make.R`. Beside each stands what it is (.json).
# The files are not committed; they are as new as the packages that they are made from. Read by apps/server/src/gene-sets/service.ts.
source("annotations.R")

GO_TITLES <- c(BP = "GO 生物过程（BP）", CC = "GO 细胞组分（CC）", MF = "GO 分子功能（MF）")

#' @param name Of the gmt. @param sets List of character vectors by id. @param titles Of the sets. @param about What is known of it.
write_collection <- function(name, sets, titles, about) {
  # A file that the script stopped in must not pass for a whole one.
  unfinished <- paste0(name, ".part")
  writeLines(paste(names(sets), titles, vapply(sets, paste, character(1), collapse = "\t"), sep = "\t"), unfinished, useBytes = TRUE)
  writeLines(jsonlite::toJSON(about, auto_unbox = TRUE, pretty = TRUE), paste0(name, ".json"))
  invisible(file.rename(unfinished, name))
}

#' @param ontology BP, CC or MF.
write_go <- function(ontology) {
  pairs <- term_genes(ontology)
  sets <- split(pairs$symbol, pairs$id)
  date <- database_fact(org.Hs.eg.db::org.Hs.eg_dbconn(), "GOSOURCEDATE")
  packages <- vapply(c("org.Hs.eg.db", "GO.db"), function(package) paste(package, utils::packageVersion(package)), character(1))
  write_collection(sprintf("go.%s.%s.hsa.gmt", tolower(ontology), date), sets, term_names(names(sets)), list(
    title = GO_TITLES[[ontology]], source = "Gene Ontology", release = toString(packages), date = date, licence = "CC BY 4.0",
    organism = "hsa", identifiers = "symbol", family = "go", subset = ontology
  ))
}

for (ontology in names(GO_TITLES)) write_go(ontology)
