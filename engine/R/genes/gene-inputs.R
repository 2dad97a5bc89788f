#' Lists, rankings and sets of genes as the server has put them together: what R finds is the same wherever they come from.

#' @param path JSON of `{genes, universe, chosenBy, ofResult}`; `ofResult`: they are rows of an earlier result; `chosenBy`:
#'   "screen" or "model" where they were chosen on the outcome of the patients that the
#'   request reads, too; "comparison" where groups of these were compared.
#' @return List of `genes` (character, each once), `universe` (character, or NULL where none is known), `label`, `screened`, `modelled`, `compared`
#'   (flags).
read_gene_list <- function(path, label) {
  parsed <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  genes <- texts_of(parsed$genes)
  list(genes = if (isTRUE(parsed$ofResult)) rows_of_result(genes) else genes,
    universe = if (!is.null(parsed$universe)) texts_of(parsed$universe), label = label,
    screened = identical(parsed$chosenBy, "screen"), modelled = identical(parsed$chosenBy, "model"),
    compared = identical(parsed$chosenBy, "comparison"))
}

#' @param path JSON of `{genes, values}`, two arrays of one length, and where it is known `by`, `byEnglish`: by what they are ranked, and
#'   `changes`: false where the two ends are not up and down, as of a correlation; `comparison`: of which comparison of several groups it is.
#' @return Data frame of `gene` and `value`, the largest first, each gene once, without missing values; attributes `label`, `by`, `by_english` (or
#'   NULL), `changes` (flag) and `comparison` (or NULL).
read_ranking <- function(path, label) {
  parsed <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  values <- vapply(parsed$values, as.numeric, numeric(1))
  genes <- texts_of(parsed$genes)
  broken <- length(genes) != length(values) || anyNA(values) || anyDuplicated(genes) > 0L || is.unsorted(-values)
  if (broken) stop_contract("a ranking is not in order")
  ranking <- data.frame(gene = genes, value = values, stringsAsFactors = FALSE)
  attr(ranking, "label") <- label
  attr(ranking, "by") <- parsed$by
  attr(ranking, "by_english") <- parsed$byEnglish
  attr(ranking, "comparison") <- parsed$comparison
  attr(ranking, "changes") <- !identical(parsed$changes, FALSE)
  ranking
}

#' @param path JSON of `{sets: [{title, color, genes, repeated, source, universe}]}`, a gmt (a set's name, a description and its genes, tab
#'   separated), or what `parse_gene_sets` has made of one.
#' @param collection What is known of an installed collection: `title`, `release`, `date`, `organism`, `family`, `subset`; else NULL.
#' @return Named list of character vectors, each gene once; attributes `label`, `collection`, `titles` (a set's own name or description, by
#'   set) and `colours` (by set; NA where none was chosen). Of JSON also `repeated` (names of the set that stood there again, by set), `sources`
#'   (file or earlier analysis by set, "" where the genes were typed) and `universes` (by set: what could have been in it, or NULL).
read_gene_sets <- function(path, label, collection = NULL) {
  sets <- switch(sub("^.*\\.", "", path), gmt = sets_of_gmt(path), bin = sets_of_cells(read_serialized(path)$cells), sets_of_json(path))
  attr(sets, "label") <- label
  attr(sets, "collection") <- collection
  sets
}

sets_of_json <- function(path) {
  parsed <- jsonlite::fromJSON(path, simplifyVector = FALSE)$sets
  titles <- vapply(parsed, `[[`, character(1), "title")
  sets <- stats::setNames(lapply(parsed, function(set) texts_of(set$genes)), titles)
  colours <- vapply(parsed, `[[`, character(1), "color")
  attr(sets, "colours") <- stats::setNames(ifelse(nzchar(colours), colours, NA_character_), titles)
  attr(sets, "titles") <- stats::setNames(titles, titles)
  attr(sets, "repeated") <- stats::setNames(vapply(parsed, function(set) as.integer(set$repeated), integer(1)), titles)
  attr(sets, "sources") <- stats::setNames(vapply(parsed, `[[`, character(1), "source"), titles)
  universes <- lapply(parsed, function(set) if (!is.null(set$universe)) texts_of(set$universe))
  attr(sets, "universes") <- stats::setNames(universes, titles)
  sets
}

sets_of_cells <- function(cells) {
  cells <- cells[nzchar(cells$genes), , drop = FALSE]
  sets <- stats::setNames(strsplit(cells$genes, " ", fixed = TRUE), cells$set)
  attr(sets, "colours") <- stats::setNames(rep(NA_character_, length(sets)), cells$set)
  attr(sets, "titles") <- stats::setNames(cells$description, cells$set)
  sets
}

#' What a gmt has too much of, by `engine/src/gmt.cpp`.
TOO_LARGE_GMT <- c(
  line = "基因集文件里有一行超过 %s 个字节，一个基因集最多这么长。请检查换行符，或拆成几个集", sets = "基因集超过 %s 个。请拆成几个文件",
  cells = "基因集的名称、说明和基因一共超过 %s 格。请拆成几个文件"
)

#' By the library of `engine/src/gmt.cpp`, which says what sets count.
#'
#' @section Errors: `stop_input` where there is more than an upload may hold.
sets_of_gmt <- function(path) {
  read <- .Call(library_routine("gmt", "read_gmt"), normalizePath(path))
  if (is.null(read)) stop("cannot read ", path)
  if (is.numeric(read)) stop_input("gene_sets_too_large", sprintf(TOO_LARGE_GMT[[names(read)]], format_count(read[[1L]])))
  names <- read[[1L]]
  sets <- stats::setNames(read[[3L]], names)
  attr(sets, "colours") <- stats::setNames(rep(NA_character_, length(names)), names)
  attr(sets, "titles") <- stats::setNames(read[[2L]], names)
  attr(sets, "index") <- list(genes = read[[4L]], members = read[[5L]])
  sets
}

#' Genes of a collection by number: looking up two million names takes longer than everything that is computed of them.
#'
#' @param collection Named list of genes. @return List of `genes`, all different ones, and `members`, the numbers of the genes of each set, one set
#'   after another.
collection_index <- function(collection) {
  index <- attr(collection, "index")
  if (!is.null(index)) return(index)
  members <- unlist(collection, use.names = FALSE)
  genes <- unique(as.character(members))
  list(genes = genes, members = match(members, genes))
}

texts_of <- function(list) as.character(unlist(list))
