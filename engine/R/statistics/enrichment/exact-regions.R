#' Exact regions of lists of genes: what Venn and UpSet figures draw.
#'
#' @param sets Named list of character vectors, each gene once.
#' @return List of `membership` (data frame `gene`, `n_lists`, `region`: a 0 or 1 for each list, and a column of 0 and 1 per list; genes of most lists
#'   first) and `intersections` (data frame, a row per region that is not empty, the largest first: `region`, `lists`, `n_lists`, `count`,
#'   `share` of all genes, `genes` joined by "/").
exact_regions <- function(sets) {
  genes <- sort(unique(unlist(sets, use.names = FALSE)), method = "radix")
  inside <- matrix(
    vapply(sets, function(set) as.integer(genes %in% set), integer(length(genes))), length(genes), length(sets)
  )
  n_lists <- as.integer(rowSums(inside))
  region <- do.call(paste0, lapply(seq_along(sets), function(i) inside[, i]))
  columns <- as.data.frame(inside)
  names(columns) <- own_names(names(sets), c("gene", "n_lists", "region"))
  membership <- cbind(data.frame(gene = genes, n_lists = n_lists, region = region), columns)
  membership <- membership[order(-n_lists, genes, method = "radix"), , drop = FALSE]
  rownames(membership) <- NULL
  of_region <- split(genes, region)
  patterns <- strsplit(names(of_region), "", fixed = TRUE)
  counts <- unname(lengths(of_region))
  intersections <- data.frame(
    region = names(of_region),
    lists = vapply(patterns, function(pattern) paste(names(sets)[pattern == "1"], collapse = " ∩ "), character(1)),
    n_lists = vapply(patterns, function(pattern) sum(pattern == "1"), integer(1)), count = counts, share = counts / max(length(genes), 1),
    genes = vapply(of_region, paste, character(1), collapse = "/", USE.NAMES = FALSE)
  )
  intersections <- intersections[order(-intersections$count, intersections$n_lists, intersections$region, method = "radix"), , drop = FALSE]
  rownames(intersections) <- NULL
  list(membership = membership, intersections = intersections)
}

#' Names of lists as columns: another one where a column of the table is called so.
own_names <- function(names, taken) {
  while (any(clash <- names %in% taken)) names[clash] <- paste0("名单 ", names[clash])
  make.unique(names, "_")
}
