# The signature that a deconvolution reads: an installed one, or a matrix of the user's, such as LM22.

#' LM22 as its authors give it to those who have registered.
LM22_SHAPE <- c(547L, 22L)
#' Types that only LM22 has under these names.
LM22_TYPES <- c("B cells naive", "T cells follicular helper", "T cells gamma delta", "NK cells activated", "Neutrophils")

#' @param input From `read_signature`, or a matrix input. @param job Findings go to it.
#' @return List of `matrix` (genes × types), `scaling` (RNA of a cell by type, or NULL), `noisy` and `tumour` (genes to leave out), `title`,
#'   `english` (the title), `licence`, `own`, and `checksum` of the file (SHA-256).
deconvolution_signature <- function(input, job) {
  if (!is.null(input$matrices)) {
    scaling <- input$matrices$scaling
    matrix <- input$matrices$signature
    return(list(
      matrix = matrix, scaling = if (!is.null(scaling)) scaling[colnames(matrix), 1L], noisy = input$lists$noisy, tumour = input$lists$tumour,
      title = sprintf("%s，%s", input$label, input$about$release),
      english = sprintf("%s (%s, release %s)", sub("（.*$", "", input$label), input$about$source, input$about$release),
      licence = input$about$licence, own = FALSE, checksum = input$sha256
    ))
  }
  matrix <- input$values
  if (ncol(matrix) < 2L || nrow(matrix) < ncol(matrix)) {
    stop_input("signature_shape", sprintf(
      "签名文件是 %s 行 × %s 列。签名应是基因在行、细胞类型在列的线性表达量，至少 2 类，基因多于类型", format_count(nrow(matrix)), format_count(ncol(matrix))
    ), "signature")
  }
  if (anyNA(matrix) || any(matrix < 0)) stop_input("signature_values", "签名文件里有空格子或负数。签名要线性（没有取过对数）的表达量", "signature")
  is_lm22 <- sum(LM22_TYPES %in% gsub("[._]", " ", colnames(matrix))) >= 3L
  whole <- identical(dim(matrix), LM22_SHAPE)
  if (is_lm22 && !whole) job$finding("should", "lm22_incomplete", told(
    "签名的列名像 LM22，但它是 %d 个基因 × %d 类，原版是 547 × 22。请核对文件是否完整",
    "The columns of the signature are those of LM22, but it has %d genes × %d types in the place of 547 × 22", nrow(matrix), ncol(matrix)
  ), field = "signature")
  name <- if (is_lm22 && whole) "LM22" else input$label
  list(
    matrix = matrix, title = sprintf("%s（自己的文件，%d 个基因 × %d 类）", name, nrow(matrix), ncol(matrix)),
    english = sprintf("%s (user's own file, %d genes × %d types)", name, nrow(matrix), ncol(matrix)), licence = "", own = TRUE,
    checksum = input$sha256
  )
}

#' Rows of the mixtures and of the signature that both have, in the same order (C locale).
#'
#' @param without Genes of the signature to leave out. @return List of `signature`, `mixtures` (all rows, linear), `genes` (shared), `coverage`,
#'   `names`,
#'   `absent`, `how` (how the values were made linear).
deconvolution_rows <- function(matrix, signature, without, field, job) {
  signature$matrix <- signature$matrix[!rownames(signature$matrix) %in% without, , drop = FALSE]
  rows <- signature_rows(matrix, rownames(signature$matrix), field, job)
  linear <- linear_values(matrix, rows$values, field)
  if (any(linear$values < 0)) stop_input("negative", "表里有负数，不像表达量的线性值或 log2 值（如取过 z 值）。请用 TPM、芯片强度或它们的 log2", field)
  coverage <- signature_coverage(list("签名" = rownames(signature$matrix)), rownames(rows$values), field)
  genes <- sort(intersect(rownames(signature$matrix), rownames(linear$values)), method = "radix")
  silent <- colSums(linear$values[genes, , drop = FALSE]) == 0
  if (any(silent)) stop_input("silent_genes", sprintf(
    "%s 个样本里签名的基因全部是 0，例如 %s，不能分解。请去掉这些样本", format_count(sum(silent)), list_names(colnames(linear$values)[silent])
  ), field)
  check_expressed(linear$values, genes, told("签名", "the signature"), field, job)
  tell_coverage_found(coverage, field, job)
  list(
    signature = signature$matrix[genes, , drop = FALSE], mixtures = linear$values, genes = genes, coverage = coverage, names = rows$names,
    absent = signature_absent(rownames(signature$matrix), rownames(rows$values)), how = linear$how
  )
}
