# Several studies, each with its own samples, scale and names of genes: read apart, and matched by symbol.

STUDIES_MIN <- 2L
STUDIES_MAX <- 10L
#' A study that shares less than this part of its genes with any other may write them otherwise.
FEW_MATCHED <- 0.5

#' The studies of a request: a file is a study, or a value of a column is.
#'
#' @param matrices List of matrix inputs. @param samples Data frame: `sample` (see `joined_samples`), and whatever the tool asks of them.
#' @param column The column of `samples` that names the study, or NULL. @param field Request field of that column.
#' @return List of studies in the order of the files, then by name: `name`, `kind`, `rows` (of its matrix), `renamed`, `values` (symbols × samples, by
#'   name) and `samples` (in the same order).
#' @section Errors: `stop_input` on too few or too many studies, on probes, scores, and a study without a name or in several files.
read_studies <- function(matrices, samples, column, field) {
  refuse_study_matrices(matrices)
  own <- joined_samples(lapply(matrices, function(matrix) colnames(matrix$values)))
  file <- rep(seq_along(own), lengths(own))[match(samples$sample, unlist(own))]
  name <- study_of_samples(matrices, samples, file, column, field)
  parts <- unique(data.frame(name = name, file = file))
  parts <- parts[order(parts$file, parts$name, method = "radix"), , drop = FALSE]
  refuse_study_names(parts, column, field)
  known <- lapply(matrices, symbol_rows)
  lapply(seq_len(nrow(parts)), function(i) {
    at <- parts$file[[i]]
    chosen <- samples[name == parts$name[[i]], , drop = FALSE]
    chosen <- chosen[order(chosen$sample, method = "radix"), , drop = FALSE]
    rownames(chosen) <- NULL
    matrix <- matrices[[at]]
    values <- matrix$values[known[[at]]$row, match(chosen$sample, own[[at]]), drop = FALSE]
    dimnames(values) <- list(known[[at]]$gene, chosen$sample)
    list(
      name = parts$name[[i]], kind = matrix$kind, rows = nrow(matrix$values), renamed = known[[at]]$renamed, values = values, samples = chosen
    )
  })
}

study_names <- function(studies) vapply(studies, `[[`, "", "name")

#' Probes are matched where all matrices have those of one platform.
refuse_study_matrices <- function(matrices) {
  label_of <- function(chosen) list_names(vapply(matrices[chosen], `[[`, "", "label"))
  scores <- vapply(matrices, function(matrix) matrix$kind == "scores", NA)
  if (any(scores)) stop_input("scores", sprintf("「%s」是打分，不是表达量。请换成表达矩阵", label_of(scores)), "file_ids")
  probes <- vapply(matrices, function(matrix) matrix$identifiers == "probe", NA)
  platforms <- unique(vapply(matrices, function(matrix) c(matrix$platform, "")[[1L]], ""))
  of_one <- all(probes) && length(platforms) == 1L && (nzchar(platforms) || length(matrices) == 1L)
  if (!any(probes) || of_one) return(invisible())
  stop_input("probes", sprintf(
    "「%s」的行名是探针号，和别的数据集对不上。请先在数据集的卡片上点「换成基因名」", label_of(probes)
  ), "file_ids")
}

study_of_samples <- function(matrices, samples, file, column, field) {
  if (is.null(column)) return(batch_names(vapply(matrices, function(matrix) matrix$label, ""))[file])
  if (is.null(samples[[column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", column), field)
  name <- trimmed(as.character(samples[[column]]))
  open <- is.na(name) | !nzchar(name)
  if (any(open)) stop_input("study_missing", sprintf(
    "有 %s 个样本没有写属于哪个数据集：%s。请在「%s」列里补上", format_count(sum(open)), list_names(samples$sample[open]), column
  ), field)
  name
}

refuse_study_names <- function(parts, column, field) {
  twice <- unique(parts$name[duplicated(parts$name)])
  if (length(twice) > 0L) stop_input("study_in_files", sprintf(
    "「%s」这个名字的样本在几个矩阵里。一个数据集的样本要在同一个矩阵里，请给它们不同的名字", twice[[1L]]
  ), field)
  if (nrow(parts) < STUDIES_MIN) stop_input("one_study", if (is.null(column)) {
    "有样本的数据集只有一个，至少要两个。请再选一个矩阵；几个数据集在一个矩阵里时，请选写着数据集的列"
  } else sprintf("「%s」列里只有一个数据集，至少要两个", column), if (is.null(column)) "file_ids" else field)
  if (nrow(parts) > STUDIES_MAX) stop_input("many_studies", sprintf(
    "「%s」列里有 %d 个数据集，最多 %d 个。请核对选的是不是写数据集的列", column, nrow(parts), STUDIES_MAX
  ), field)
}

#' The rows of a matrix that stand for a gene, by its symbol of today: numbers of Ensembl and Entrez are translated, former symbols and aliases that
#' mean one gene alone are renamed where that gene has no row itself; other names stay as they are. Of several rows of a gene the one of highest mean.
#'
#' @return List: `row` and `gene`, and how many were `renamed`. Source: org.Hs.eg.db.
symbol_rows <- function(matrix) {
  ids <- rownames(matrix$values)
  gene <- switch(matrix$identifiers, symbol = current_symbols(ids), ensembl = , entrez = known_symbols(ids, matrix$identifiers), ids)
  means <- rowMeans(matrix$values, na.rm = TRUE)
  by <- order(gene, -means, ids, method = "radix")
  row <- sort(by[!duplicated(gene[by])])
  list(row = row, gene = gene[row], renamed = sum(gene[row] != ids[row]))
}

known_symbols <- function(ids, identifiers) {
  bare <- sub("\\.\\d+$", "", ids)
  symbol <- rename_genes(bare, identifiers, "symbol")$name
  ifelse(is.na(symbol), bare, symbol)
}

current_symbols <- function(ids) {
  open <- ids[!ids %in% linked_names(ids, "SYMBOL", "ENTREZID")$SYMBOL & !startsWith(ids, "MT-")]
  pairs <- linked_names(open, "ALIAS", "SYMBOL")
  pairs <- pairs[!pairs$ALIAS %in% pairs$ALIAS[duplicated(pairs$ALIAS)] & !pairs$SYMBOL %in% ids, , drop = FALSE]
  symbol <- pairs$SYMBOL[match(ids, pairs$ALIAS)]
  hgnc_symbols(ifelse(is.na(symbol), ids, symbol))
}

#' Genes that at least so many studies have, in C order.
shared_genes <- function(studies, least) {
  times <- table(unlist(lapply(studies, function(study) rownames(study$values))))
  sort(names(times)[times >= least], method = "radix")
}

#' Say of each study how many of its genes others have, too.
#' @param genes Those that are analysed. @section Errors: `stop_input` where there are fewer than two.
require_shared_genes <- function(studies, genes, job) {
  if (length(genes) < 2L) stop_input("no_common_genes", sprintf(
    "几个数据集没有共同的基因：%s。请核对行名是不是基因名", paste(vapply(studies, function(study) rownames(study$values)[[1L]], ""), collapse = "、")
  ), "file_ids")
  matched <- vapply(studies, function(study) sum(rownames(study$values) %in% genes), 0L)
  share <- matched / vapply(studies, function(study) nrow(study$values), 0L)
  few <- which(share < FEW_MATCHED)
  for (i in few) job$finding("should", "few_matched", told(
    "「%s」的 %s 个基因里只有 %s 个能和别的数据集对上。请核对基因名的写法，或是不是别的物种",
    "Of the %2$s genes of “%1$s” only %3$s match those of other studies: check how genes are written, and the species",
    studies[[i]]$name, format_count(nrow(studies[[i]]$values)), format_count(matched[[i]])
  ), field = "file_ids")
  matched
}

#' One symbol of a sample's name in several files: the same patients may count twice.
tell_repeated_samples <- function(matrices, job) {
  names <- unlist(lapply(matrices, function(matrix) colnames(matrix$values)))
  repeated <- unique(names[duplicated(names)])
  if (length(repeated) == 0L) return(invisible())
  job$finding("should", "samples_repeated", told(
    "有 %s 个样本名在不止一个数据集里出现，如 %s。同一批患者算两次，P 值会偏小，请只留一份",
    "%s names of samples occur in more than one study, such as %s: patients that count twice make P values too small",
    format_count(length(repeated)), told_names(repeated)
  ), field = "file_ids")
}

#' Values on a logarithmic scale, whatever they were. @return Matrix, or voom's EList.
#' @param group Of each sample, for the filter of counts; @param design For voom.
study_model <- function(study, group, design, job) {
  values <- study$values
  if (study$kind == "counts") {
    named <- function(message) told("「%s」：%s", "“%s”: %s", study$name, message)
    own <- job
    own$finding <- function(level, code, message, ...) job$finding(level, code, named(message), ...)
    counts <- tryCatch(
      checked_counts(values, own, "voom", "请核对这个数据集", "file_ids"),
      oncoloom_input = function(refusal) stop_input(refusal$code, named(refusal$message)$zh, "file_ids")
    )
    return(voom_values(counts, group, design, "file_ids"))
  }
  if (study$kind == "linear") values <- logged_values(values, study$name)
  values <- rows_that_vary(values)
  if (nrow(values) < 2L) stop_input("nothing_left", sprintf("「%s」里有变化的基因不到 2 个。请核对表达矩阵", study$name), "file_ids")
  values
}

logged_values <- function(values, name) {
  lowest <- min(values, na.rm = TRUE)
  if (lowest <= -1) stop_input("log_of_negative", sprintf(
    "「%s」像是没有取过对数，又有低至 %s 的数值，取不了 log2。请从原始文件重新做背景校正", name, written_number(lowest)
  ), "file_ids")
  log2(values + 1)
}

#' Rows with at least two different values, all of them finite or missing.
rows_that_vary <- function(values) {
  values[!is.finite(values)] <- NA
  ranges <- suppressWarnings(matrixStats::rowRanges(values, na.rm = TRUE))
  values[is.finite(ranges[, 1L]) & ranges[, 2L] > ranges[, 1L], , drop = FALSE]
}
