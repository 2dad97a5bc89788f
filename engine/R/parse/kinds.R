#' What names are names of: genes, probes, samples; of which species and which platform.

#' Families that every list of some dozen genes has a member of, human or mouse.
GENE_FAMILIES <- paste0(
  "^(", paste(c(
    "CD\\d+[A-Z]?", "IL\\d++[A-Z]*\\d*", "CCL\\d+", "CXCL\\d+", "CXCR\\d", "CCR\\d+", "HLA-?[A-Z0-9]+", "COL\\d+A\\d+", "ZNF\\d+",
    "ZFP\\d+", "SLC\\d+A\\d+", "RP[LS]\\d++[A-Z]*\\d*", "KRT\\d+", "TMEM\\d+[A-Z]?", "MMP\\d+", "CDK\\d+", "CDKN\\d[A-Z]", "MAPK\\d+",
    "NDUF[A-Z]+\\d+", "PSM[A-G]\\d+", "TNF[A-Z]*\\d*[A-Z]?", "IGF\\d?[A-Z]*\\d*", "FGFR?\\d+", "WNT\\d+[A-Z]?", "HOX[A-D]\\d+", "SOX\\d+",
    "STAT\\d[AB]?", "MIR\\d+[A-Z]*", "LINC\\d{5}", "ABC[A-G]\\d+", "ATP\\d[A-Z]\\d+[A-Z]*", "CYP\\d+[A-Z]\\d+", "EIF\\d[A-Z]*\\d*",
    "HSP[A-Z]+\\d*", "COX\\d[A-Z]?\\d?", "UQCR[A-Z0-9]+", "PDCD1(LG2)?", "FOX[A-Z]\\d+", "KLF\\d+", "CASP\\d+", "BRCA[12]",
    "C\\d{1,2}ORF\\d+", "FAM\\d+[A-Z]\\d?", "SERPIN[A-Z]\\d+", "ITG[AB][A-Z0-9]+", "ADAM(TS)?\\d+", "S100[A-Z]\\d+", "TUB[AB]\\d[A-Z]*",
    "HIST\\d.*", "H[234][A-C]\\d+", "(HSA|MMU|RNO)-(MIR|LET)-.+"
  ), collapse = "|"), ")$"
)

KNOWN_SYMBOLS <- c("ACTB", "GAPDH", "TP53", "EGFR", "B2M", "RPLP0", "MYC", "CD4", "CD8A", "MKI67", "VEGFA", "TNF", "ERBB2", "PTEN")

#' How sure is it that these name genes or probes? 0: no sign of it; 1: they look like it; 2: certain.
gene_certainty <- function(names) {
  names <- unique(names[nzchar(names)])
  if (length(names) == 0L) return(0L)
  if (identifier_kind(names) %in% c("ensembl", "probe")) return(2L)
  upper <- toupper(names)
  hits <- sum(grepl(GENE_FAMILIES, upper, perl = TRUE)) + sum(upper %in% KNOWN_SYMBOLS)
  shaped <- mean(grepl("^[A-Za-z][A-Za-z0-9]*([-._@/][A-Za-z0-9]+)*$", names, perl = TRUE)) > 0.85
  if (!shaped || hits == 0L) return(0L)
  if (hits >= 5L && hits >= 0.02 * length(names)) 2L else 1L
}

#' human, mouse or rat; NULL where the names do not tell.
guess_species <- function(ids, identifiers, platform) {
  share <- function(pattern) mean(grepl(pattern, ids, perl = TRUE))
  if (identifiers == "ensembl") {
    prefixes <- c(human = "^ENSG\\d", mouse = "^ENSMUSG\\d", rat = "^ENSRNOG\\d")
    shares <- vapply(prefixes, share, numeric(1))
    return(if (max(shares) > 0.5) names(shares)[[which.max(shares)]])
  }
  if (identifiers == "symbol" && gene_certainty(ids) > 0L) {
    # Human symbols are written TP53 and C9orf72, those of mouse and rat Trp53.
    if (share("^[A-Z][A-Z0-9]*([-.@/][A-Za-z0-9]+)*$|^C\\d+orf\\d+") > 0.7) return("human")
    return(if (share("^[A-Z][a-z0-9]+|^\\d[A-Z0-9]+Rik$") > 0.7) "mouse")
  }
  known <- if (identifiers == "probe" && !is.null(platform)) PLATFORM_SPECIES[platform] else NA
  if (is.na(known)) NULL else unname(known)
}

PLATFORM_SPECIES <- c(
  GPL570 = "human", GPL96 = "human", GPL97 = "human", GPL571 = "human", GPL8300 = "human", GPL80 = "human", GPL6244 = "human",
  GPL16686 = "human", GPL6947 = "human", GPL10558 = "human", GPL1261 = "mouse", GPL1355 = "rat"
)

#' The platform of probes by their names; NULL where several fit.
guess_platform <- function(ids) {
  any_of <- function(pattern) any(grepl(pattern, ids, perl = TRUE))
  share <- function(pattern) mean(grepl(pattern, ids, perl = TRUE))
  if (share("^7[89]\\d{5}$|^8[01]\\d{5}$") > 0.9) return("GPL6244")
  if (share("^1[67]\\d{6}$") > 0.9) return("GPL16686")
  if (share("_at$") < 0.8) return(NULL)
  if (any_of("^15[5-7]\\d{4}_")) return("GPL570")
  if (share("^14[1-6]\\d{4}_") > 0.5) return("GPL1261")
  if (share("^13[6-9]\\d{4}_") > 0.5) return("GPL1355")
  if (share("^2[0-4]\\d{4}_") > 0.5) {
    # The arrays A and B of U133; A 2.0 lacks six probes of A.
    if (!any_of("^(1007_s_at|1053_at)$")) return(if (any_of("^2(2[3-9]|[34]\\d)\\d{3}_")) "GPL97" else NULL)
    return(if (length(ids) == 22277L) "GPL571" else "GPL96")
  }
  if (share("^\\d{3,5}_([a-z]_)?at$") > 0.7) return("GPL8300")
  if (share("^[A-Z]{1,2}\\d{5}") > 0.4) "GPL80" else NULL
}
