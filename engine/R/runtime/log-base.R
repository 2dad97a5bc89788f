# Logarithms of base 10 among tools that take all logarithms for log2: a fourfold change is 0.6 there, not 2.

LOG2_OF_10 <- log2(10)
#' The inputs of a job with all logarithms of a known base 10 as log2, each conversion told. A tool keeps the base of the inputs that
#' its declaration names (`keepsLogBase`); what it makes of them carries the base on.
#'
#' @param inputs See `read_inputs`. @param tool Entry of the catalogue. @param job Findings go to it.
in_log2 <- function(inputs, tool, job) {
  for (name in setdiff(names(inputs), unlist(tool$keepsLogBase))) {
    if (is_log10(inputs[[name]])) inputs[[name]] <- to_log2(inputs[[name]], job)
    else if (is.list(inputs[[name]]) && !is.data.frame(inputs[[name]])) {
      for (i in which(vapply(inputs[[name]], is_log10, logical(1)))) inputs[[name]][[i]] <- to_log2(inputs[[name]][[i]], job)
    }
  }
  inputs
}

is_log10 <- function(input) is.list(input) && is.matrix(input$values) && identical(as.numeric(input$log_base), 10)

to_log2 <- function(matrix, job) {
  matrix$values <- matrix$values * LOG2_OF_10
  matrix$log_base <- 2
  job$finding("note", "log10_converted", told(
    "「%s」取的是 log10，已换成 log2（乘以 %.2f）再计算", "“%s” held log10 values, which were converted to log2 (times %.2f)", matrix$label, LOG2_OF_10
  ))
  matrix
}

#' The base that matrices have in common, or NULL.
common_log_base <- function(matrices) {
  bases <- lapply(matrices, `[[`, "log_base")
  if (length(unique(bases)) == 1L) bases[[1L]]
}
