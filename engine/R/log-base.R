# Logarithms of base 10 among tools that take all logarithms for log2: a fourfold change is 0.6 there, not 2.

LOG2_OF_10 <- log2(10)
#' log10 of a million. Whole arrays and transcriptomes reach far higher in log2, and stay below in log10.
LOG10_LARGEST <- 6
#' Of fewer genes all may be weakly expressed; shares lie below 1.
LOG10_GENES <- 1000L
LOG10_SMALLEST <- 2

#' A whole matrix of logarithms none of which is large may be log10: the file is asked about, for numbers alone cannot tell.
base_finding <- function(kind, measured, genes, source_kind) {
  low <- measured$maximum <= LOG10_LARGEST && measured$maximum > LOG10_SMALLEST && measured$negative == 0
  if (kind != "log" || !low || genes < LOG10_GENES) return(NULL)
  changeable <- source_kind != "series"
  new_finding(
    "should", "log10_suspected",
    sprintf("最大的数值只有 %.2g，像是取了 log10，不是 log2。各工具都按 log2 理解对数，log10 的差异倍数会被算小", measured$maximum),
    detail = if (changeable) "确实是 log10 时，请换成 log2；是 log2 时不用管" else "确实是 log10 时，请用没有取过对数的数据",
    fix = if (changeable) list(label = "换成 log2", file = "to_log2")
  )
}

#' The inputs of a job with all logarithms of a known base 10 as log2, each conversion told. A tool keeps the base of the inputs that
#' its declaration names (`keepsLogBase`); what it makes of them carries the base on.
#'
#' @param inputs See `read_inputs`. @param tool Entry of the catalogue. @param job Findings and the log go to it.
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
  message <- sprintf("「%s」取的是 log10，已换成 log2（乘以 %.2f）再计算", matrix$label, LOG2_OF_10)
  job$log(message)
  job$finding("note", "log10_converted", message)
  matrix
}

#' The base that matrices have in common, or NULL.
common_log_base <- function(matrices) {
  bases <- lapply(matrices, `[[`, "log_base")
  if (length(unique(bases)) == 1L) bases[[1L]]
}
