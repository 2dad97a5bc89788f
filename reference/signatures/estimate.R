# Writes ESTIMATE's two sets of genes and the genes common to the platforms that it was made on, out of CRAN's tidyestimate, beside this script:
# `Rscript estimate.R`. The package comes from CRAN after the start (scripts/setup/r-extras.mjs). Read by apps/server/src/gene-sets/signatures.ts.
DATA <- "tidyestimate"
sets <- as.list(tidyestimate::gene_sets)
names(sets) <- c(stromal_signature = "stromal", immune_signature = "immune")[names(sets)]
common <- tidyestimate::common_genes
synonyms <- unique(common[!is.na(common$external_synonym) & nzchar(common$external_synonym), c("hgnc_symbol", "external_synonym")])
# 21 of the 10,412 genes are not in the package: Ensembl knew them no more (its data-raw/common_genes.R names their Entrez numbers). The score is a
# sum over all genes, so that without them it is lower. Symbols of today, or the last ones, with those of 2013 where these were others. Two of them
# are other genes than their numbers say: the authors' table has KIAA0284 (CEP170B) under the number of a pseudogene whose alias that was, and CTAGE5
# beside MIA2, which are one gene today but were two rows then.
RETIRED <- c(
  MAGEA5P = "MAGEA5", SLC22A18AS = "", PWAR5 = "PAR5", OCLM = "", KIAA1107 = "", GABARAPL3 = "", TCL6 = "", CEP170B = "KIAA0284", DELEC1 = "DEC1",
  SCAND2P = "SCAND2", PCDHB17P = "PCDHB17", TUG1 = "", SLC26A10P = "SLC26A10", FLJ13224 = "", "BIN3-IT1" = "FLJ14107", UPK3B = "",
  NACA4P = "NACAP1", LRP5L = "",
  CTAGE5 = "", ADAM5 = "ADAM5P", KIAA0754 = ""
)
# Provisional names that became others since.
renamed <- c(
  RETIRED[nzchar(RETIRED)], REXO5 = "LOC81691", ANGPTL8 = "LOC55908", SEPTIN7P11 = "LOC441601", CENPBD1P1 = "MGC2752"
)
version <- as.character(utils::packageVersion(DATA))
file <- sprintf("estimate.%s.signature.json", version)
signature <- list(
  about = list(
    title = "ESTIMATE（基质、免疫各 141 个基因）", source = "ESTIMATE", release = paste(DATA, version), date = format(as.Date(utils::packageDate(DATA))),
    licence = "GPL-2 或更新", family = "estimate", genes = length(unique(unlist(sets))), types = length(sets)
  ),
  matrices = structure(list(), names = character()),
  sets = lapply(sets, as.character),
  lists = list(
    common = unique(c(as.character(common$hgnc_symbol), names(RETIRED))), synonym_of = c(as.character(synonyms$hgnc_symbol), names(renamed)),
    synonym = c(as.character(synonyms$external_synonym), unname(renamed))
  )
)
signature$about <- lapply(signature$about, jsonlite::unbox)
# A file that the script stopped in must not pass for a whole one.
writeLines(jsonlite::toJSON(signature, digits = NA), paste0(file, ".part"), useBytes = TRUE)
invisible(file.rename(paste0(file, ".part"), file))
