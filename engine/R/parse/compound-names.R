#' Names of rows that hold two identifiers of one gene: TP53|7157 of Firehose, ENSG00000141510.17|TP53 and TP53_ENSG00000141510 of others.

ENSEMBL_GENE <- "ENS[A-Z]*G\\d{11}(?:\\.\\d+)?"
SYMBOL_PART <- "[A-Za-z][A-Za-z0-9._@-]*"
#' How the two stand: the pattern's first part is the symbol, or the second.
COMPOUND_NAMES <- list(
  list(pattern = "^([^|]*)\\|(\\d+)$", symbol = 1L),
  list(pattern = "^(\\d+)\\|([^|]+)$", symbol = 2L),
  list(pattern = sprintf("^(%s)[|:;,/_ ](%s)$", SYMBOL_PART, ENSEMBL_GENE), symbol = 1L),
  list(pattern = sprintf("^(%s)[|:;,/_ ](%s)$", ENSEMBL_GENE, SYMBOL_PART), symbol = 2L)
)
#' So many names have to be alike, or the parts mean something else.
COMPOUND_SHARE <- 0.9
#' What programs write where a number has no symbol.
NO_SYMBOL <- c("", "?", "-", "--", "---", "NA", "NULL", "null")

#' The symbols of names of two parts; a gene without a symbol keeps its number.
#'
#' @param ids Names. @return `list(ids, findings)`.
split_compound <- function(ids) {
  for (one in COMPOUND_NAMES) {
    # A look at some is enough to see that names have one part.
    looked_at <- utils::head(ids, HEAD_ROWS)
    if (length(ids) == 0L || mean(grepl(one$pattern, looked_at, perl = TRUE)) < COMPOUND_SHARE) next
    found <- grepl(one$pattern, ids, perl = TRUE)
    if (mean(found) < COMPOUND_SHARE) next
    symbol <- trimmed(sub(one$pattern, sprintf("\\%d", one$symbol), ids[found], perl = TRUE))
    number <- sub(one$pattern, sprintf("\\%d", 3L - one$symbol), ids[found], perl = TRUE)
    named <- ids
    named[found] <- ifelse(symbol %in% NO_SYMBOL, number, symbol)
    return(list(ids = named, findings = list(new_finding(
      "note", "names_split", sprintf("行名由两部分组成（如 %s），取了基因名 %s", ids[found][[1L]], named[found][[1L]]),
      detail = "没有基因名的行留着编号"
    ))))
  }
  list(ids = ids, findings = list())
}
