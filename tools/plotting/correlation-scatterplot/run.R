# Two columns of a table, or two genes of a matrix, against each other: correlation, line and margins.

COEFFICIENTS <- c(pearson = "r", spearman = "ρ", kendall = "τ")
CORRELATION_NAMES <- c(pearson = "Pearson r", spearman = "Spearman ρ", kendall = "Kendall τ")
#' The same for an English legend.
CORRELATION_ENGLISH <- c(
  none = "not tested", pearson = "Pearson's correlation", spearman_exact = "Spearman's correlation (exact P)",
  spearman = "Spearman's correlation (approximate P)", kendall_exact = "Kendall's correlation (exact P)",
  kendall = "Kendall's correlation (approximate P)"
)
#' Fewer pairs of values have no interval.
CORRELATION_TESTED_FROM <- 4L
#' Fewer do not show the shape of a curve.
LOESS_FROM <- 10L
CURVE_POINTS <- 100L
COLOUR_GROUPS_MAX <- 10L
MARGIN_BINS_MAX <- 40L
#' Where Pearson and Spearman are this far apart, a few values or a bend decide.
APART <- 0.2

#' @param inputs `values`: data frame, or a matrix, perhaps with `annotations`. @param params The complete parameters.
#' @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读懂数据", 0.1)
  of_matrix <- is_matrix_input(inputs$values)
  read <- if (of_matrix) genes_by_sample(inputs, params, job) else columns_by_row(inputs$values, params)
  columns <- read$columns
  pairs <- value_pairs(read$table, columns, params$color_column, job)
  job$step("计算相关", 0.4)
  tests <- correlation_rows(pairs, params$method)
  tell_doubts(pairs, tests[1L, ], params, job)
  job$step("画线", 0.7)
  fit <- fitted_line(pairs$x, pairs$y, params$fit, params$conf_int, job)
  whole <- tests[1L, ]
  known <- !is.na(whole$estimate)
  sign <- COEFFICIENTS[[params$method]]
  written <- true_minus(sprintf("%.2f", whole$estimate))
  margins <- margin_outlines(pairs$x, pairs$y, params$marginal)
  outlined <- nrow(margins) > 0L
  text <- if (known) sprintf("%s = %s，%s，n = %d", sign, written, p_sentence(whole$p), whole$n) else ""
  job$facts(list(
    n = whole$n, x_name = columns[[1L]], y_name = columns[[2L]], tested = known, estimate_name = CORRELATION_NAMES[[params$method]],
    estimate = whole$estimate, low = whole$low, high = whole$high, p = whole$p, test_word = CORRELATION_TESTS[[whole$test]],
    r_squared = fit$r_squared, slope = fit$slope, fitted = nrow(fit$line) > 0L,
    banded = nrow(fit$line) > 0L && params$conf_int, margin_word = if (outlined) MARGIN_WORDS[[params$marginal]],
    margin_english = if (outlined) MARGIN_ENGLISH[[params$marginal]], test_english = CORRELATION_ENGLISH[[whole$test]],
    linear = !is.null(fit$slope), significant = known && whole$p < 0.05,
    scale_word = if (any(read$genes)) tell_matrix_scale(inputs$values, "file_id", job),
    direction = sign_word(whole)$zh, direction_english = sign_word(whole)$en,
    interval_word = if (params$method == "pearson") "Fisher z 变换" else "Bonett 和 Wright",
    interval_english = if (params$method == "pearson") "Fisher's z" else "Bonett and Wright"
  ))
  list(
    tests = tests,
    points = data.frame(name = pairs$name, x = pairs$x, y = pairs$y, group = pairs$group), line = fit$line,
    margins = margins,
    words = data.frame(text = text, x_title = read$titles[[1L]], y_title = read$titles[[2L]])
  )
}

#' What is drawn of a table: `table`, `columns` (two names), `titles`, `genes` (flags).
columns_by_row <- function(table, params) {
  columns <- chosen_columns(table, params)
  list(table = table, columns = columns, titles = as_title(columns), genes = c(FALSE, FALSE))
}

#' The same of a matrix, a row for each sample.
genes_by_sample <- function(inputs, params, job) {
  for (field in c("x", "y")) if (is.null(params[[field]])) {
    stop_input("genes_missing", sprintf("数据是表达矩阵，请填%s的基因", if (field == "x") "横轴" else "纵轴"), field)
  }
  read <- sample_columns(inputs$values, unlist(params[c("x", "y")]), inputs$annotations, job)
  if (read$columns[[1L]] == read$columns[[2L]]) {
    stop_input("same_column", sprintf("横轴和纵轴都是「%s」。请填不同的两个", read$columns[[1L]]), "y")
  }
  titles <- mapply(function(name, gene) if (gene) matrix_axis_title(name, inputs$values) else as_title(name), read$columns, read$genes)
  list(table = read$table, columns = unname(read$columns), titles = unname(titles), genes = read$genes)
}

MARGIN_WORDS <- c(density = "密度", histogram = "直方图")
MARGIN_ENGLISH <- c(density = "densities", histogram = "histograms")

#' The two columns: as chosen, else the first of numbers.
chosen_columns <- function(table, params) {
  free <- setdiff(number_columns_of(table, params$color_column), c(params$x, params$y))
  x <- if (is.null(params$x)) utils::head(free, 1L) else params$x
  free <- setdiff(free, x)
  y <- if (is.null(params$y)) utils::head(free, 1L) else params$y
  if (length(x) == 0L || length(y) == 0L) stop_input("no_columns", "表里要有两列数字。请选横轴和纵轴的列，或检查表里的数字", "x")
  if (identical(x, y)) stop_input("same_column", sprintf("横轴和纵轴都是「%s」。请选不同的两列", x), "y")
  c(x, y)
}

#' Rows in which both are there.
value_pairs <- function(table, columns, color_column, job) {
  x <- read_numbers(table, columns[[1L]], "x", job)
  y <- read_numbers(table, columns[[2L]], "y", job)
  group <- rep("", nrow(table))
  if (!is.null(color_column)) {
    if (is.null(table[[color_column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", color_column), "color_column")
    group <- group_texts(table[[color_column]])
    group[is.na(group)] <- "未知"
  }
  kept <- is.finite(x) & is.finite(y)
  lost <- sum(!kept)
  if (lost > 0L) {
    job$finding("note", "incomplete", told(
      "有 %s 行缺一个数值，或数值是无穷大，没有画，也没有参与计算", "%s rows had a missing or infinite value: neither drawn nor used",
      format_count(lost)
    ), field = "x")
  }
  if (!any(kept)) stop_input("nothing_left", "没有一行同时有两个数值。请核对选的列", "x")
  levels <- unique(group[kept])
  if (length(levels) > COLOUR_GROUPS_MAX) stop_input("many_groups", sprintf(
    "「%s」列有 %d 种不同的值，一张图最多分 %d 种颜色。请换一列", color_column, length(levels), COLOUR_GROUPS_MAX
  ), "color_column")
  list(x = x[kept], y = y[kept], group = group[kept], name = row_names_of(table, c(columns, color_column))[kept])
}

#' Of all rows, and of each colour.
correlation_rows <- function(pairs, method) {
  whole <- correlation_row("全部", pairs$x, pairs$y, method)
  levels <- setdiff(unique(pairs$group), "")
  rows <- lapply(if (length(levels) > 1L) levels, function(level) {
    own <- pairs$group == level
    correlation_row(level, pairs$x[own], pairs$y[own], method)
  })
  do.call(rbind, c(list(whole), rows))
}

#' Pearson by `cor.test`, ranks by `rank_correlation_test`; `test` is a code of `CORRELATION_TESTS`. Intervals: Pearson's is R's (Fisher's z), those
#' of ranks are of Bonett and Wright (Psychometrika 2000;65:23–28).
correlation_row <- function(group, x, y, method) {
  n <- length(x)
  row <- data.frame(
    group = group, n = n, test = "none", statistic_name = "", statistic = NA_real_, df = NA_real_, estimate_name = CORRELATION_NAMES[[method]],
    estimate = NA_real_, low = NA_real_, high = NA_real_, p = NA_real_, note = ""
  )
  reason <- untested_reason(x, y)
  if (!is.null(reason)) {
    row$note <- reason$zh
    return(row)
  }
  test <- if (method == "pearson") pearson_correlation(x, y) else rank_correlation_test(x, y, method)
  interval <- if (method == "pearson") test$interval else rank_interval(test$estimate, n, method)
  row$test <- if (method != "pearson" && test$exact) paste0(method, "_exact") else method
  row$statistic_name <- test$statistic_name
  row$statistic <- test$statistic
  if (method == "pearson") row$df <- test$df
  row$estimate <- test$estimate
  row$low <- interval[[1L]]
  row$high <- interval[[2L]]
  row$p <- test$p
  if (method != "pearson" && test$tied) row$note <- "有相同的数值"
  row
}

#' Why there is no correlation, in both languages; NULL where there is one.
untested_reason <- function(x, y) {
  if (length(x) < CORRELATION_TESTED_FROM) return(told("不足 %d 对数值", "fewer than %d pairs of values", CORRELATION_TESTED_FROM))
  if (length(unique(x)) < 2L || length(unique(y)) < 2L) told("有一列的数值全部相同", "a column has the same value throughout")
}

pearson_correlation <- function(x, y) {
  test <- stats::cor.test(x, y)
  list(
    estimate = unname(test$estimate), interval = as.numeric(test$conf.int), statistic_name = names(test$statistic),
    statistic = unname(test$statistic), df = unname(test$parameter), p = test$p.value
  )
}

#' What may be said of the sign, in both languages: nothing where P or the interval leaves both open.
sign_word <- function(row) {
  open <- is.na(row$p) || row$p >= ASSUMED_AT || (!is.na(row$low) && row$low <= 0 && row$high >= 0)
  if (open) NULL else if (row$estimate > 0) told("正相关", "a positive correlation") else told("负相关", "a negative correlation")
}

rank_interval <- function(r, n, method) {
  if (n <= 4L || abs(r) >= 1) return(c(NA_real_, NA_real_))
  error <- if (method == "spearman") sqrt((1 + r^2 / 2) / (n - 3)) else sqrt(0.437 / (n - 4))
  tanh(atanh(r) + c(-1, 1) * stats::qnorm(0.975) * error)
}

tell_doubts <- function(pairs, whole, params, job) {
  if (is.na(whole$estimate)) {
    job$finding("should", "not_tested", told("没有计算相关：%s", "No correlation was computed: %s", untested_reason(pairs$x, pairs$y)))
    return(invisible())
  }
  if (whole$n < NORMAL_FROM) job$finding("should", "few_values", told(
    "只有 %d 对数值：多一对或少一对，相关系数就可能大变。请当作线索，补充样本再看",
    "With %d pairs of values, one more or less may change the coefficient much: take it as a hint only", whole$n
  ))
  if (params$method != "pearson") return(invisible())
  rho <- stats::cor(pairs$x, pairs$y, method = "spearman")
  if (abs(rho - whole$estimate) > APART) {
    job$finding("should", "apart", told(
      "Pearson r = %s，而 Spearman ρ = %s，相差很大：多半有少数离群的点，或关系不是直线。请先看图",
      "Pearson r = %s and Spearman ρ = %s differ much, as where a few points lie far out or the relation is no line: look at the figure first",
      true_minus(sprintf("%.2f", whole$estimate)), true_minus(sprintf("%.2f", rho))
    ), field = "method", fix = list(label = "改用 Spearman", parameters = list(method = "spearman")))
  }
  # So few values look normal whatever they come from.
  if (whole$n < NORMAL_FROM) return(invisible())
  far <- Filter(function(values) length(values) <= SHAPIRO_MAX && stats::shapiro.test(values)$p.value < ASSUMED_AT, pairs[c("x", "y")])
  words <- c(x = "横轴", y = "纵轴")[names(far)]
  if (length(far) > 0L) {
    job$finding("note", "not_normal", told(
      "%s的数值偏离正态（Shapiro–Wilk P < 0.05），Pearson 的 P 和置信区间假定近似正态",
      "Values of %s depart from a normal distribution (Shapiro–Wilk P < 0.05), which P and interval of Pearson’s r assume",
      told(paste(words, collapse = "和"), paste(names(far), collapse = " and "))
    ), field = "method", fix = list(label = "改用 Spearman", parameters = list(method = "spearman")))
  } else job$finding("passed", "normal", told(
    "两列的数值都近似正态（Shapiro–Wilk）", "Values of both variables are near a normal distribution (Shapiro–Wilk)"
  ), field = "method")
}

NO_LINE <- data.frame(x = numeric(), y = numeric(), low = numeric(), high = numeric())

#' A line or a curve with the interval of its mean.
#'
#' @return List: `line` (data frame `x`, `y`, `low`, `high`), of a straight line `slope` and `r_squared`.
fitted_line <- function(x, y, fit, interval, job) {
  if (fit == "none" || length(unique(x)) < 2L || length(x) < 3L) return(list(line = NO_LINE))
  at <- seq(min(x), max(x), length.out = CURVE_POINTS)
  if (fit == "loess") return(loess_line(x, y, at, interval, job))
  model <- stats::lm(y ~ x)
  fitted <- stats::predict(model, data.frame(x = at), interval = "confidence")
  squares <- sum((y - mean(y))^2)
  list(
    line = banded(at, fitted[, "fit"], fitted[, "lwr"], fitted[, "upr"], interval), slope = unname(stats::coef(model)[[2L]]),
    r_squared = if (squares > 0) 1 - sum(stats::residuals(model)^2) / squares
  )
}

loess_line <- function(x, y, at, interval, job) {
  if (length(x) < LOESS_FROM || length(unique(x)) < LOESS_FROM) {
    job$finding("note", "few_for_curve", told(
      "不足 %d 个不同的横轴数值，看不出曲线，没有画", "Fewer than %d different values of x show no curve: none is drawn", LOESS_FROM
    ), field = "fit", fix = list(label = "改画直线", parameters = list(fit = "lm")))
    return(list(line = NO_LINE))
  }
  fitted <- suppressWarnings(stats::predict(stats::loess(y ~ x), data.frame(x = at), se = TRUE))
  reach <- stats::qt(0.975, fitted$df) * fitted$se.fit
  list(line = banded(at, fitted$fit, fitted$fit - reach, fitted$fit + reach, interval))
}

banded <- function(x, y, low, high, interval) {
  data.frame(x = x, y = unname(y), low = if (interval) unname(low) else unname(y), high = if (interval) unname(high) else unname(y))
}

#' Outlines above and to the right of the points, in values of the axes.
margin_outlines <- function(x, y, how) {
  none <- data.frame(margin = character(), x = numeric(), y = numeric())
  if (how == "none" || length(unique(x)) < 3L || length(unique(y)) < 3L) return(none)
  outline <- if (how == "density") density_outline else histogram_outline
  above <- outline(x)
  beside <- outline(y)
  base <- function(values) max(values) + 0.06 * diff(range(values))
  tall <- function(values) 0.14 * diff(range(values))
  rbind(
    data.frame(margin = "x", x = above$at, y = base(y) + tall(y) * above$share),
    data.frame(margin = "y", x = base(x) + tall(x) * beside$share, y = beside$at)
  )
}

density_outline <- function(values) {
  line <- stats::density(values, from = min(values), to = max(values), n = 64L)
  list(at = c(line$x[[1L]], line$x, line$x[[64L]]), share = c(0, line$y / max(line$y), 0))
}

histogram_outline <- function(values) {
  bins <- min(MARGIN_BINS_MAX, max(5L, grDevices::nclass.FD(values)))
  breaks <- seq(min(values), max(values), length.out = bins + 1L)
  counts <- as.numeric(table(cut(values, breaks, include.lowest = TRUE)))
  list(at = rep(breaks, each = 2L), share = c(0, rep(counts / max(counts), each = 2L), 0))
}
