# Logarithm of an expression matrix, never silently of a zero or a negative value.

LOG_TRANSFORMS <- list(
  none = list(word = "", offset = NULL, log = identity),
  log2_x = list(word = "log2(x)", offset = 0, log = log2, base = 2),
  log2_x_plus_1 = list(word = "log2(x + 1)", offset = 1, log = log2, base = 2),
  log10_x = list(word = "log10(x)", offset = 0, log = log10, base = 10),
  log10_x_plus_1 = list(word = "log10(x + 1)", offset = 1, log = log10, base = 10)
)

#' @param inputs `expression`: a matrix. @param params transform_method, extract_partial_rows, target_gene_list. @param job See
#'   engine/R/runtime/job.R.
#' @return The matrix, and what became of each name of the list.
analyse <- function(inputs, params, job) {
  matrix <- inputs$expression
  method <- LOG_TRANSFORMS[[params$transform_method]]
  values <- matrix$values
  matches <- NO_MATCHES
  transformed <- !is.null(method$offset)
  base <- if (transformed) method$base else matrix$log_base
  if (isTRUE(params$extract_partial_rows)) {
    job$step("找出名单里的基因", 0.2)
    picked <- pick_genes(matrix, params$target_gene_list, "target_gene_list")
    values <- picked$values
    matches <- picked$matches
  }
  job$step("取对数", 0.5)
  if (transformed) values <- take_log(values, method)
  tell_matches(matches, "target_gene_list", job)
  job$facts(list(
    genes = nrow(values), genes_in = nrow(matrix$values), samples = ncol(values),
    transform = if (transformed) method$word else "没有取对数", transformed = transformed,
    log10 = identical(base, 10), low = min(values, na.rm = TRUE), high = max(values, na.rm = TRUE),
    asked = if (nrow(matches) > 0L) nrow(matches), missing_genes = if (nrow(matches) > 0L) sum(matches$found == "")
  ))
  list(
    expression = result_matrix(values, if (transformed) "log" else matrix$kind, matrix$identifiers, matrix$platform, base),
    names = inexact_matches(matches)
  )
}

take_log <- function(values, method) {
  forbidden <- if (method$offset == 0) values <= 0 else values < 0
  count <- sum(forbidden, na.rm = TRUE)
  if (count > 0L) {
    row <- which(rowSums(forbidden, na.rm = TRUE) > 0)[[1L]]
    stop_input("not_positive", sprintf(
      "有 %s 个%s，不能取 %s，例如 %s。请%s先处理这些值",
      format_count(count), if (method$offset == 0) " 0 或负数" else "负数", method$word, rownames(values)[[row]],
      if (method$offset == 0) sprintf("改用 log%d(x + 1)，或", method$base) else ""
    ), "transform_method")
  }
  method$log(values + method$offset)
}
