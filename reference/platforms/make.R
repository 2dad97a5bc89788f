# Writes the platform annotations that need no download, beside this script and in the layout of GEO's annotation files:
# `Rscript make.R`. The files are not committed; they are as new as the packages that they are made from.
source("probes.R")

#' @param chip See `chip_symbols`. @param platform,title As GEO names it.
write_platform <- function(chip, platform, title) {
  table <- chip_symbols(chip)
  packages <- c("AnnotationDbi", if (chip == "hgu95av2") "annotate")
  named <- function(package) paste(package, utils::packageVersion(package))
  # A file that the script stopped in must not pass for a whole one.
  unfinished <- paste0(platform, ".part")
  connection <- gzfile(unfinished, "wb")
  writeLines(c(
    "^Annotation", paste("!Annotation_date =", named("org.Hs.eg.db")), paste("!Annotation_platform =", platform),
    paste("!Annotation_platform_title =", title), paste("!Annotation_source = Bioconductor", toString(vapply(packages, named, character(1)))),
    "#ID = ID from Platform data table", "#Gene symbol = Entrez Gene symbol",
    "!platform_table_begin", "ID\tGene symbol", paste(table$probe, table$symbol, sep = "\t"), "!platform_table_end"
  ), connection)
  close(connection)
  file.rename(unfinished, paste0(platform, ".annot.gz"))
}

write_platform("hgu95av2", "GPL8300", "[HG_U95Av2] Affymetrix Human Genome U95 Version 2 Array")
write_platform("hcg110", "GPL74", "[HC_G110] Affymetrix Human Cancer Array")
