# Expression over an ordered number: the design of a straight line or of natural splines, with or without groups whose courses are compared, and the
# curves that its coefficients make.

MOST_COURSES <- 4L
SPLINE_DF <- 4L
#' Points of a curve.
COURSE_POINTS <- 61L
#' Turns of a curve that are smaller than this share of its range are none.
SMALL_TURN <- 0.1

#' @param table The user's table. @param columns Sample names of the matrix. @param params `time_column`, `course`, `spline_df`, `factor_column`,
#'   `factor_reference`, `covariates`, `pair_column`.
#' @return List: `samples` (data frame with `course_time` and `course_group`, "" without groups), `levels` (names of the groups, the reference first),
#'   `unit`, `basis` (see `course_basis`), `design` (samples x coefficients), `tested` (its columns that are tested) and `own` (how many of its
#'   columns are not of covariates).
#' @section Errors: `stop_input` for whatever makes no course, by the field at fault.
course_plan <- function(table, columns, params, job) {
  timed <- timed_samples(table, columns, params, job)
  refuse_few_times(timed$samples$course_time, params)
  samples <- read_covariates(timed$samples, params)
  levels <- ""
  samples$course_group <- ""
  if (!is.null(params$factor_column)) {
    samples$course_group <- trimmed(as.character(samples[[params$factor_column]]))
    levels <- levels_of(samples$course_group, params$factor_reference, "factor_reference", sprintf("「%s」列里", params$factor_column))
    if (length(levels) > MOST_COURSES) stop_input("many_groups", sprintf(
      "「%s」列有 %d 组，最多比较 %d 组的时间曲线。请把不要的组留空（不参与）", params$factor_column, length(levels), MOST_COURSES
    ), "factor_column")
  }
  time <- samples$course_time
  basis <- course_basis(time, params, job)
  for (level in levels) refuse_short_course(time[samples$course_group == level], basis, level, params)
  effects <- course_effects(samples$course_group, levels, basis$of(time))
  parts <- stats::setNames(list(basis$of(time)), params$time_column)
  if (length(levels) > 1L) parts[[params$factor_column]] <- columns_of_levels(samples$course_group, levels)
  design <- with_covariates(effects$design, parts, samples, params)
  list(
    samples = samples, levels = levels, unit = timed$unit, basis = basis, design = design, tested = effects$tested, own = ncol(effects$design)
  )
}

#' Samples that have a time, and a group where groups are compared, in the order of the matrix.
timed_samples <- function(table, columns, params, job) {
  table$sample <- as_written(table$sample, columns)
  cells <- table[[params$time_column]]
  if (is.null(cells)) stop_input("no_column", sprintf("分组表里没有「%s」这一列。请重新选择", params$time_column), "time_column")
  read <- read_times(cells, table$sample, params$time_column)
  table$course_time <- read$time
  table <- without_blank(table, is.na(read$time), params$time_column, "time_column", job)
  if (!is.null(params$factor_column)) {
    group <- table[[params$factor_column]]
    if (is.null(group)) stop_input("no_column", sprintf("分组表里没有「%s」这一列。请重新选择", params$factor_column), "factor_column")
    if (params$factor_column == params$time_column) stop_alike(params$factor_column, params$time_column, "factor_column")
    group <- trimmed(as.character(group))
    table <- without_blank(table, is.na(group) | group %in% MISSING_CELLS, params$factor_column, "factor_column", job)
  }
  list(samples = known_samples(table, columns), unit = read$unit)
}

without_blank <- function(table, blank, column, field, job) {
  if (!any(blank)) return(table)
  job$finding("note", "samples_without_value", told(
    "有 %s 个样本的「%s」列是空的，不参与：%s", "%s samples have no value of “%s” and took no part: %s", format_count(sum(blank)), column,
    told_names(as.character(table$sample[blank]))
  ), field = field)
  table[!blank, , drop = FALSE]
}

refuse_few_times <- function(time, params) {
  times <- sort(unique(time))
  if (length(times) < 2L) stop_input("one_time", sprintf(
    "「%s」列%s，至少要有 2 个不同的时间才能看趋势。请核对选的是不是时间列", params$time_column,
    if (length(times) == 0L) "没有一格有数" else sprintf("只有一个时间（%s）", written_number(times))
  ), "time_column")
  if (params$course == "line") return(invisible())
  wanted <- if (params$spline_df == "auto") 2L else as.integer(params$spline_df)
  if (length(times) >= wanted + 2L) return(invisible())
  stop_input("few_times", sprintf(
    "只有 %d 个不同的时间（%s）：自由度为 %d 的样条至少要 %d 个。请%s", length(times), list_names(written_number(times), 6L), wanted, wanted + 2L,
    if (length(times) >= 4L) "调小自由度，或改为直线趋势" else "改为直线趋势，或用「多组与交互设计的差异分析」把每个时间当作一组"
  ), if (params$spline_df == "auto") "course" else "spline_df")
}

#' Each group has a curve of its own, and needs times enough for it.
refuse_short_course <- function(time, basis, level, params) {
  wanted <- basis$df + 1L
  if (length(unique(time)) >= wanted && qr(cbind(1, basis$of(time)))$rank == wanted) return(invisible())
  stop_input("short_course", sprintf(
    "%s只有 %d 个不同的时间（%s），画不出%s。请%s",
    if (nzchar(level)) sprintf("「%s」组", level) else "样本", length(unique(time)), list_names(written_number(sort(unique(time))), 6L),
    if (params$course == "line") "直线" else sprintf("自由度为 %d 的样条", basis$df),
    if (params$course == "line") "补充时间点，或不比较这一组" else "调小自由度，或改为直线趋势"
  ), if (nzchar(level)) "factor_column" else "spline_df")
}

#' What a time is in the design: itself, or the natural splines of `splines::ns`.
#'
#' The inner knots are quantiles of all samples, as of `ns(time, df)`. Where most samples have the first or the last time these fall on the ends and
#' leave no spline: then they are quantiles of the times, each counted once.
#' @return List: `df` and `of`, a function of times: a row for each time, `df` columns.
course_basis <- function(time, params, job) {
  if (params$course == "line") return(list(df = 1L, of = function(at) cbind(at)))
  times <- sort(unique(time))
  df <- if (params$spline_df == "auto") min(SPLINE_DF, length(times) - 2L) else as.integer(params$spline_df)
  made <- spline_of(time, df)
  usable <- !is.null(made) && qr(cbind(1, made(time)))$rank == df + 1L
  job$facts(list(knots_by_times = !usable))
  if (usable) return(list(df = df, of = made))
  job$finding("note", "knots_by_times", told(
    "多数样本集中在少数几个时间，样条的节点按不同的时间取，不按样本取",
    "Most samples have one of few times: knots are quantiles of the distinct times and not of the samples"
  ), field = "spline_df")
  list(df = df, of = spline_of(times, df))
}

spline_of <- function(time, df) {
  basis <- tryCatch(splines::ns(time, df = df), error = function(condition) NULL)
  if (is.null(basis)) return(NULL)
  function(at) matrix(as.numeric(stats::predict(basis, at)), length(at), df)
}

#' Intercept, groups, the course of the reference, and by how much the courses of the others differ from it, which is tested.
course_effects <- function(group, levels, basis) {
  if (length(levels) < 2L) return(list(design = unname(cbind(1, basis)), tested = 1L + seq_len(ncol(basis))))
  own <- columns_of_levels(group, levels)
  own <- matrix(own, length(group))
  products <- do.call(cbind, lapply(seq_len(ncol(own)), function(j) basis * own[, j]))
  list(design = unname(cbind(1, own, basis, products)), tested = 1L + ncol(own) + ncol(basis) + seq_len(ncol(products)))
}

# ---- fits ----

#' limma's fit of the design, and the moderated F test of the columns in `tested`.
#'
#' @param make,counted,blocks As in `within_patients`. @return As `course_fit`, with `correlation`.
fit_course <- function(make, plan, blocks, counted, params) {
  fitted <- if (is.null(blocks)) list(model = make(NULL, NULL), correlation = NULL) else within_patients(make, plan$design, blocks, counted)
  c(course_fit(fitted$model, plan, blocks, fitted$correlation, params), list(correlation = fitted$correlation))
}

#' @param model,blocks,correlation As in `moderated_fit`.
#' @return List: `table` (gene, mean, statistic, P.Value, adj.P.Val), `coefficients` (genes x columns of the design, the genes of the table), `values`
#'   (genes x samples, on the scale of logarithms), `dropped` (genes that could not be tested).
course_fit <- function(model, plan, blocks, correlation, params) {
  values <- if (is.list(model)) model$E else model
  fit <- moderated_fit(model, plan$design, params$trend, params$robust, blocks, correlation)
  rest <- plan$design[, -plan$tested, drop = FALSE]
  reduced <- without_coefficient_notes(
    if (is.null(blocks)) linear_fit(model, rest) else limma::lmFit(model, rest, block = blocks, correlation = correlation)
  )
  # `moderated_fit` has the second column last.
  coefficients <- fit$coefficients
  coefficients[, c(setdiff(seq_len(ncol(plan$design)), 2L), 2L)] <- fit$coefficients
  table <- data.frame(gene = rownames(values), mean = unname(fit$Amean), moderated_f(fit, reduced)[c("statistic", "P.Value")])
  # A curve needs all of its coefficients.
  kept <- is.finite(table$P.Value) & rowSums(is.na(coefficients[, seq_len(plan$own), drop = FALSE])) == 0
  table <- table[kept, , drop = FALSE]
  if (nrow(table) == 0L) stop_input("nothing_left", "没有一个基因在各个时间都有足够的数值。请核对缺失值", "file_id")
  table$adj.P.Val <- stats::p.adjust(table$P.Value, "BH")
  rownames(table) <- NULL
  coefficients <- unname(replace(coefficients, is.na(coefficients), 0))[kept, , drop = FALSE]
  rownames(coefficients) <- table$gene
  list(table = table, coefficients = coefficients, values = values, dropped = sum(!kept))
}

# ---- curves ----

#' Rows of the design at times of a group, with covariates and patients at their means.
course_rows <- function(plan, level, times) {
  others <- setdiff(seq_len(ncol(plan$design)), seq_len(plan$own))
  own <- course_effects(rep(level, length(times)), plan$levels, plan$basis$of(times))$design
  cbind(own, matrix(colMeans(plan$design[, others, drop = FALSE]), length(times), length(others), byrow = TRUE))
}

#' @return Matrix genes x times: the fitted values of a group.
fitted_courses <- function(coefficients, plan, level, times) tcrossprod(coefficients, course_rows(plan, level, times))

#' Times of a group's curve, from its first to its last sample. @param levels Of several groups, where all have samples.
course_grid <- function(plan, levels, points = COURSE_POINTS) {
  ends <- vapply(levels, function(level) range(plan$samples$course_time[plan$samples$course_group == level]), numeric(2))
  seq(max(ends[1L, ]), min(ends[2L, ]), length.out = points)
}

#' What is told of each gene's course; of several groups of the difference from the reference, by the group that it changes most in.
#'
#' @return Data frame: `change` (highest less lowest), `shape`, `highest_at`, `lowest_at`, `group`.
described_courses <- function(coefficients, plan) {
  if (length(plan$levels) < 2L) {
    times <- course_grid(plan, plan$levels)
    return(data.frame(curve_words(fitted_courses(coefficients, plan, "", times), times), group = rep("", nrow(coefficients))))
  }
  first <- plan$levels[[1L]]
  each <- lapply(plan$levels[-1L], function(level) {
    times <- course_grid(plan, c(first, level))
    difference <- fitted_courses(coefficients, plan, level, times) - fitted_courses(coefficients, plan, first, times)
    data.frame(curve_words(difference, times), group = rep(level, nrow(coefficients)))
  })
  widest <- max.col(matrix(vapply(each, `[[`, numeric(nrow(coefficients)), "change"), nrow(coefficients)), "first")
  told <- each[[1L]]
  for (i in seq_along(each)) told[widest == i, ] <- each[[i]][widest == i, ]
  told
}

#' @param curves Genes x times.
curve_words <- function(curves, times) {
  n <- ncol(curves)
  high <- matrixStats::rowMaxs(curves)
  low <- matrixStats::rowMins(curves)
  small <- SMALL_TURN * (high - low)
  first <- curves[, 1L]
  last <- curves[, n]
  at_high <- function(value) value >= high - small
  at_low <- function(value) value <= low + small
  shape <- ifelse(at_low(first) & at_high(last), "rising", ifelse(at_high(first) & at_low(last), "falling", ifelse(
    !at_high(first) & !at_high(last) & (at_low(first) | at_low(last)), "peak",
    ifelse(!at_low(first) & !at_low(last) & (at_high(first) | at_high(last)), "trough", "waves")
  )))
  data.frame(
    change = high - low, shape = shape, highest_at = times[max.col(curves, "first")], lowest_at = times[max.col(-curves, "first")]
  )
}
