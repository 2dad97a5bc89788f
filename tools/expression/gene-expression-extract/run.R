# Rows of chosen genes, under the names that the matrix has for them; and two pictures of them.

HEATMAP_ROWS <- 100L
BOX_GENES <- 30L

#' @param inputs `expression`: a matrix. @param params gene_list. @param job See engine/R/runtime/job.R.
#' @return The rows in the order of the list, what became of each name, and the tables of both figures.
analyse <- function(inputs, params, job) {
  matrix <- inputs$expression
  job$step("找出名单里的基因", 0.2)
  picked <- pick_genes(matrix, params$gene_list, "gene_list")
  values <- picked$values
  tell_matches(picked$matches, "gene_list", job)
  tell_doubled(picked$matches, job)
  means <- rowMeans(values, na.rm = TRUE)
  job$facts(list(
    genes = nrow(values), genes_in = nrow(matrix$values), samples = ncol(values), asked = nrow(picked$matches),
    renamed = sum(!picked$matches$how %in% c("same", "absent")), missing_genes = sum(picked$matches$found == ""),
    highest = rownames(values)[which.max(means)]
  ))
  job$step("画热图和箱线图", 0.6)
  shown <- shown_values(values, matrix$kind, job)
  heatmap <- listed_heatmap(shown, job)
  c(
    list(
      expression = result_matrix(values, matrix$kind, matrix$identifiers, matrix$platform, matrix$log_base),
      names = inexact_matches(picked$matches)
    ),
    heatmap[c("heatmap", "heatmap_tree")],
    boxes_of(shown, job)
  )
}

#' Two names of one gene make one row; without a word the user would miss the second.
tell_doubled <- function(matches, job) {
  found <- matches$found[matches$found != ""]
  doubled <- unique(found[duplicated(found)])
  if (length(doubled) == 0L) return(invisible())
  first <- doubled[[1L]]
  job$finding("note", "genes_doubled", told(
    "名单里有 %s 个{{row_subject}}写了不止一次，例如 %s 都是 %s，结果里只有一行",
    "%s {{row_subject}}s were listed more than once, such as %s, which are all %s; the result has one row of each",
    format_count(length(doubled)), told_names(matches$asked[matches$found == first], Inf), first
  ), field = "gene_list")
}

#' Values as the figures show them: unlogged ones as log2(x + 1), or the highest gene alone would be seen.
shown_values <- function(values, kind, job) {
  logged <- kind %in% c("log", "batch-corrected") || any(values < 0, na.rm = TRUE)
  job$facts(list(log_shown = !logged))
  if (logged) values else log2(values + 1)
}

#' The genes that vary, clustered; of a long list those that vary most.
listed_heatmap <- function(shown, job) {
  # Differences of rounding in the last place are no variation.
  complete <- shown[rowSums(is.na(shown)) == 0, , drop = FALSE]
  sd <- apply(complete, 1L, stats::sd)
  varies <- which(sd > 1e-9 * (1 + abs(rowMeans(complete))))
  drawn <- utils::head(varies[order(-sd[varies], method = "radix")], HEATMAP_ROWS)
  job$facts(list(heatmap_genes = length(drawn), more_genes = length(varies) > HEATMAP_ROWS))
  rows <- complete[sort(drawn), , drop = FALSE]
  clustered_heatmap(rows, row_weight = seq_len(nrow(rows)), column_weight = colMeans(rows), group = rep("", ncol(rows)))
}

#' Tukey's boxes of the first genes of the list.
boxes_of <- function(shown, job) {
  drawn <- utils::head(shown[rowSums(!is.na(shown)) > 0, , drop = FALSE], BOX_GENES)
  job$facts(list(box_genes = nrow(drawn), box_limited = nrow(shown) > BOX_GENES))
  stats <- lapply(seq_len(nrow(drawn)), function(i) grDevices::boxplot.stats(drawn[i, ]))
  numbers <- vapply(stats, function(box) box$stats, numeric(5))
  beyond <- do.call(rbind, c(list(cbind(integer(), integer())), lapply(seq_along(stats), function(i) {
    places <- which(drawn[i, ] %in% stats[[i]]$out)
    cbind(rep(i, length(places)), unname(places))
  })))
  genes <- as.character(rownames(drawn))
  list(
    boxes = data.frame(
      gene = genes, low = numbers[1L, ], q1 = numbers[2L, ], median = numbers[3L, ], q3 = numbers[4L, ], high = numbers[5L, ]
    ),
    outliers = data.frame(gene = genes[beyond[, 1L]], sample = colnames(drawn)[beyond[, 2L]], value = drawn[beyond])
  )
}
