# What tools around DESeq2 share.

#' DESeq2's errors about the data, in the user's words. The request fields at fault are those of every tool on counts.
refuse_unfit <- function(expression) {
  tryCatch(expression, error = function(condition) {
    message <- conditionMessage(condition)
    if (grepl("every gene contains at least one zero", message, fixed = TRUE)) {
      stop_input("zeros_everywhere", "每个基因都有样本的计数是 0，算不出文库大小。请调高低表达过滤，或去掉测序量太低的样本", "filter_threshold")
    }
    if (grepl("all gene-wise dispersion estimates are within 2 orders", message, fixed = TRUE)) {
      stop_input("no_dispersion", "各基因的波动几乎和理论最小值一样，像是同一样本的重复或模拟数据。DESeq2 不适用；请核对样本", "file_id")
    }
    stop(condition)
  })
}
