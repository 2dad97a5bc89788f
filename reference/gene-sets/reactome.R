# Writes Reactome's pathways out of CRAN's pathfindR.data beside this script: `Rscript reactome.R`. The package comes from CRAN after the start
# (scripts/setup/r-extras.mjs), so this is no part of make.R. KEGG's pathways of the same package stay in it: their terms allow no passing on.
source("../../engine/R/runtime/texts.R")
source("collection-file.R")

DATA <- "pathfindR.data"

#' An object of the package. @param name Of it; NULL where the package does not have it.
package_object <- function(name) {
  own <- new.env()
  suppressWarnings(utils::data(list = name, package = DATA, envir = own))
  own[[name]]
}

#' When the package's makers took the pathways from Reactome: its own words, else the day of the package. @return As 2026-06-29.
taken_on <- function() {
  updates <- package_object("pathfindR.data_updates")
  said <- updates[["Last Update"]][updates$Name == "reactome_genes"]
  if (length(said) == 1L) format(as.Date(said)) else format(as.Date(utils::packageDate(DATA)))
}

sets <- package_object("reactome_genes")
names <- package_object("reactome_descriptions")
titles <- gsub("\\s+", " ", trimmed(names[names(sets)]))
date <- taken_on()
write_collection(sprintf("reactome.%s.hsa.gmt", date), lapply(sets, unique), ifelse(is.na(titles), names(sets), titles), list(
  title = "Reactome 通路", source = "Reactome", release = paste(DATA, utils::packageVersion(DATA)), date = date, licence = "CC0 1.0",
  organism = "hsa", identifiers = "symbol", family = "reactome", subset = ""
))
