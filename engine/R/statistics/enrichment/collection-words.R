# What English methods call a collection of gene sets: its title is Chinese, and the name of an uploaded file may be.

FAMILIES_ENGLISH <- c(
  hallmark = "MSigDB hallmark gene sets", reactome = "Reactome pathways", kegg = "KEGG pathways",
  wikipathways = "WikiPathways", go = "Gene Ontology terms"
)
ONTOLOGIES_ENGLISH <- c(BP = "biological process", CC = "cellular component", MF = "molecular function")
ONTOLOGIES_CHINESE <- c(BP = "生物过程", CC = "细胞组分", MF = "分子功能")

is_english <- function(text) !grepl("[^ -~\u2010-\u201d]", text)

#' @param sets A collection; attributes `label` and `collection` (see `read_gene_sets`).
#' @return A phrase such as "KEGG pathways (released 2011-03-15)", without Chinese: a release that is described in Chinese is told by its date.
collection_english <- function(sets) {
  about <- attr(sets, "collection")
  label <- attr(sets, "label")
  family <- if (is.null(about$family)) "" else about$family
  name <- if (family %in% names(FAMILIES_ENGLISH)) FAMILIES_ENGLISH[[family]]
  else if (!is.null(label) && is_english(label)) sprintf("the gene sets of \u201c%s\u201d", label)
  else "gene sets supplied by the user"
  subset <- if (is.null(about$subset)) "" else about$subset
  if (subset %in% names(ONTOLOGIES_ENGLISH)) name <- sprintf("%s (%s)", name, ONTOLOGIES_ENGLISH[[subset]])
  told <- c(
    if (nzchar(release_english(about))) paste("release", release_english(about)),
    if (length(about$date) == 1L && nzchar(about$date)) paste("dated", about$date)
  )
  if (length(told) == 0L) name else sprintf("%s (%s)", name, paste(told, collapse = ", "))
}

#' @param about Attribute `collection` of one. @return Its release, "" where it is told in Chinese or not at all.
release_english <- function(about) if (length(about$release) == 1L && is_english(about$release)) about$release else ""
