# Nomograms: terms as rms takes them, points of their values, and the words of the axes. Tools of survival and of diagnosis use them.

POINTS_AXIS <- "得分"
TOTAL_AXIS <- "总分"
LINEAR_AXIS <- "线性预测值"

#' A category that lost a level to other variables has no points of its own: it leaves the model as a whole.
whole_terms <- function(study, job) {
  broken <- Filter(function(term) {
    own <- study$terms$term == term & study$terms$level != ""
    values <- study$design[, own, drop = FALSE]
    any(own) && !any(rowSums(values) == 0)
  }, unique(study$terms$term))
  if (length(broken) == 0L) return(study)
  stop_input("broken_term", sprintf("「%s」的分类与其他变量重复，请去掉其中一个", list_names(broken)), "covariates")
}

#' Terms as rms takes them: a column for each, `t1`, `t2`, …; categories are factors.
#'
#' @param study `design` and `terms` as `model_terms` gives them.
rms_terms <- function(study) {
  frame <- data.frame(row.names = seq_len(nrow(study$design)))
  terms <- unique(study$terms$term)
  for (i in seq_along(terms)) {
    own <- study$terms$term == terms[[i]]
    level <- study$terms$level[own]
    levels <- c(study$terms$reference[own][[1L]], level)
    values <- study$design[, own, drop = FALSE]
    frame[[sprintf("t%d", i)]] <- if (all(level == "")) unname(values[, 1L]) else factor(
      levels[drop(values %*% seq_along(level)) + 1L], levels
    )
  }
  frame
}

#' Points of one value: on the line through the ticks of a number, or those of its category.
points_of <- function(scale, term, value) {
  ticks <- scale$values[[term]]
  points <- scale$points[[term]]
  if (!is.numeric(ticks)) return(points[[match(as.character(value), as.character(ticks))]])
  last <- length(ticks)
  points[[1L]] + (value - ticks[[1L]]) * (points[[last]] - points[[1L]]) / (ticks[[last]] - ticks[[1L]])
}

plain_number <- function(value) format(signif(value, 4), trim = TRUE, drop0trailing = TRUE, scientific = FALSE)
tick_words <- function(values) if (is.numeric(values)) vapply(values, plain_number, character(1)) else as.character(values)

#' Points of each value; of a number also for each unit more, so that values between the ticks can be worked out.
points_table <- function(scale) {
  rows <- lapply(seq_along(scale$terms), function(i) {
    ticks <- scale$values[[i]]
    each <- if (is.numeric(ticks)) points_of(scale, i, 1) - points_of(scale, i, 0) else NA_real_
    data.frame(term = scale$terms[[i]], value = tick_words(ticks), points = scale$points[[i]], each = each)
  })
  plain_rows(do.call(rbind, rows))
}

#' rms prints as it goes, and warns of bootstrap samples that do not converge; they are counted by `runs`.
quietly <- function(work) {
  utils::capture.output(value <- suppressWarnings(work))
  value
}
