# Genes of a matrix where a plotting tool reads a table: values of groups, and columns by sample.

#' Is an input a matrix, and no table?
is_matrix_input <- function(input) is.list(input) && !is.data.frame(input) && is.matrix(input$values)

MATRIX_SCALES_ENGLISH <- c(
  log = "on the log scale", counts = "raw counts, not on the log scale", linear = "not on the log scale",
  "batch-corrected" = "batch-corrected expression", scores = "scores"
)

#' Say which numbers of a matrix are drawn and compared. @param matrix A matrix input. @return The sentence's words, for texts.
tell_matrix_scale <- function(matrix, field, job) {
  if (is.null(matrix$kind) || !matrix$kind %in% names(MATRIX_SCALES)) return("")
  base <- if (matrix$kind == "log" && !is.null(matrix$log_base)) format_plain(matrix$log_base)
  words <- told(
    "%s%s", "%s%s", told(MATRIX_SCALES[[matrix$kind]], MATRIX_SCALES_ENGLISH[[matrix$kind]]),
    if (is.null(base)) "" else told("（log%s）", " (log%s)", base)
  )
  job$finding(if (matrix$kind %in% c("counts", "linear")) "note" else "passed", "matrix_scale", told(
    "画图和检验用矩阵里的数值，没有再换算；这些数值是：%s", "Values of the matrix were drawn and tested as they are: %s", words
  ), field = field)
  words$zh
}

#' The title of an axis of a matrix's values. @param gene Of the one gene on it, or "".
matrix_axis_title <- function(gene, matrix) {
  if (identical(matrix$kind, "scores")) return(if (nzchar(gene)) as_title(gene) else "评分")
  two <- identical(matrix$kind, "log") && identical(as.numeric(matrix$log_base), 2)
  value_title(gene, if (two) "log2" else character())
}

#' Values of genes in groups of samples.
#'
#' @param matrix A matrix input. @param asked Genes by any name. @param groups Data frame `sample`, `group` and others, or NULL.
#' @param column Of `groups`; NULL: `group`. @param params `paired`, `pair_column` (of `groups`): see `pairs_of_rows`.
#' @param fields Parameters by what they name: `genes`, `groups`, `matrix`.
#' @return As `read_grouped_values`, and `gene_labels`: are the names on the axis symbols of genes? A sample without a group takes no part.
#' @section Errors: `stop_input` where genes or groups are missing, or too many.
read_grouped_genes <- function(matrix, asked, groups, column, params, fields, job) {
  if (length(asked) == 0L) stop_input("genes_missing", "数据是表达矩阵，请填要画的基因", fields$genes)
  if (is.null(groups)) stop_input("groups_missing", "数据是表达矩阵，请给出每个样本属于哪一组", fields$groups)
  picked <- pick_genes(matrix, asked, fields$genes)
  tell_matches(picked$matches, fields$genes, job)
  if (nrow(picked$values) > FEATURES_MAX) stop_input("many_features", sprintf(
    "填了 %s 个基因，一张图最多画 %d 个。请减少一些", format_count(nrow(picked$values)), FEATURES_MAX
  ), fields$genes)
  if (is.null(column)) column <- "group"
  if (is.null(groups[[column]])) stop_input("no_column", sprintf("分组表里没有「%s」这一列。请重新选择", column), fields$groups)
  written <- group_texts(groups[[column]])
  levels <- group_order(groups[[column]], written)
  if (length(levels) < 2L) stop_input("one_group", sprintf("「%s」列里只有一组，至少要有两组才能比较。请核对分组表", column), fields$groups)
  groups$group <- ifelse(is.na(written), "", written)
  read <- matrix_groups(picked$values, groups_of_samples(groups, colnames(picked$values), fields$groups), levels, fields)
  read$title <- matrix_axis_title(if (length(read$features) == 1L) read$features else "", matrix)
  read$gene_labels <- length(read$features) > 1L && !identical(matrix$kind, "scores")
  read$group_column <- column
  read$pairing <- pairing_columns(groups, groups$group, c("sample", "group", column))
  subject <- pairs_of_rows(groups, groups$group, params, read$pairing)
  read$values$pair <- subject[match(read$values$name, as_written(groups$sample, colnames(picked$values)))]
  tell_left_out(read, fields, job)
  read
}

#' @param values Genes x samples. @param group Of each sample; "" takes no part. @param levels Groups in their order. @param fields As above.
#' @return As `read_grouped_values`.
matrix_groups <- function(values, group, levels, fields) {
  long <- data.frame(
    feature = rep(rownames(values), ncol(values)), group = rep(unname(group), each = nrow(values)), name = rep(colnames(values), each = nrow(values)),
    value = as.vector(values)
  )
  grouped <- nzchar(long$group)
  kept <- long[grouped & is.finite(long$value), , drop = FALSE]
  features <- rownames(values)[rownames(values) %in% kept$feature]
  if (length(features) == 0L) stop_input("no_values", "这些基因在分了组的样本里没有数值。请换基因，或核对分组表", fields$genes)
  levels <- levels[levels %in% kept$group]
  if (length(levels) > GROUPS_MAX) {
    stop_input("many_groups", sprintf("分组表里有 %d 组，一张图最多画 %d 组。请合并一些组", length(levels), GROUPS_MAX), fields$groups)
  }
  list(
    values = kept, levels = levels, layout = "matrix", features = features, title = "",
    missing = sum(is.na(long$value) & grouped), infinite = sum(is.infinite(long$value) & grouped), ungrouped = sum(!nzchar(group))
  )
}

tell_left_out <- function(read, fields, job) {
  tell_values_left_out(read, fields$matrix, job)
  if (read$ungrouped > 0L) job$finding("note", "ungrouped", told(
    "有 %s 个样本没有分组，没有画，也没有参与检验", "%s samples had no group: neither drawn nor tested", format_count(read$ungrouped)
  ), field = fields$groups)
}

#' Two genes of a matrix, or things that are known of its samples, as columns of a table with a row for each sample.
#'
#' @param matrix A matrix input. @param asked Named texts (the names are the parameters that they come from). A name that a row has is this gene, one
#'   that only a column of `annotations` has is this column, any other is looked for among the aliases of genes.
#' @param annotations Data frame with `sample`, or NULL.
#' @return List: `table` (data frame: `sample`, then what was asked for, then the annotations), `columns` (the names in it, by parameter), `genes`
#'   (flags: is it a gene).
#' @section Errors: `stop_input` on the parameter whose gene is not found.
sample_columns <- function(matrix, asked, annotations, job) {
  samples <- colnames(matrix$values)
  check_annotations(annotations, samples, job)
  known <- setdiff(names(annotations), "sample")
  genes <- asked %in% rownames(matrix$values) | !asked %in% known
  named <- mapply(function(text, gene, field) {
    if (!gene) return(text)
    picked <- pick_genes(matrix, text, field)
    tell_matches(picked$matches, field, job)
    rownames(picked$values)[[1L]]
  }, asked, genes, names(asked), USE.NAMES = TRUE)
  taken <- unique(named[genes])
  columns <- lapply(stats::setNames(taken, taken), function(gene) unname(matrix$values[gene, ]))
  rows <- if (!is.null(annotations)) match(samples, as_written(annotations$sample, samples))
  others <- lapply(stats::setNames(nm = setdiff(known, taken)), function(column) annotations[[column]][rows])
  table <- c(list(sample = samples), columns[setdiff(taken, "sample")], others)
  list(table = data.frame(table, check.names = FALSE, stringsAsFactors = FALSE), columns = named, genes = genes)
}
