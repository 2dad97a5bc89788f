#' DESeq2's dispersions against the mean on logarithmic axes: own estimates, fitted curve, final values, outliers ringed.
#'
#' @param genes Data frame: `mean`, `estimate`, `fitted`, `final`, `outlier` (logical: the gene's own estimate was kept).
#' @param style The figure's style; optional `estimate_color`, `fitted_color`, `final_color`, `point_size` (px), `point_opacity`.
#' @return A ggplot.
dispersion_figure <- function(genes, style) {
  genes <- genes[is.finite(genes$mean) & genes$mean > 0 & is.finite(genes$estimate) & genes$estimate > 0, , drop = FALSE]
  if (nrow(genes) == 0L) return(figure_sentence("没有可画的基因", style))
  outlier <- !is.na(genes$outlier) & genes$outlier
  colours <- c(
    style_value(style, "estimate_color", "#8fa3ad"), style_value(style, "fitted_color", "#D55E00"), style_value(style, "final_color", "#0072B2")
  )
  entries <- data.frame(
    label = c("基因自身的估计", "拟合曲线", "最终值", paste0("离群基因\u2002", format_count(sum(outlier)))),
    colour = colours[c(1L, 2L, 3L, 3L)], mark = c("point", "line", "point", "ring")
  )
  radius <- style_value(style, "point_size", 1.6)
  dots <- function(data, role, colour) {
    ggplot2::geom_point(
      ggplot2::aes(x = .data$mean, y = .data[[role]]), data[is.finite(data[[role]]) & data[[role]] > 0, , drop = FALSE],
      shape = 16, stroke = 0, colour = colour, size = point_size(radius), alpha = style_value(style, "point_opacity", 0.6)
    )
  }
  ggplot2::ggplot() +
    dots(genes, "estimate", colours[[1L]]) +
    # An outlier keeps its own estimate as the final value: the ring says so.
    dots(genes[!outlier, , drop = FALSE], "final", colours[[3L]]) +
    ggplot2::geom_point(
      ggplot2::aes(x = .data$mean, y = .data$estimate), genes[outlier, , drop = FALSE],
      shape = 1, colour = colours[[3L]], size = point_size(radius + 1.6), stroke = line_width(1)
    ) +
    fit_layers(fitted_line(genes), colours[[2L]]) +
    mark_legend(entries, genes$mean[[1L]], genes$estimate[[1L]], style) +
    ggplot2::scale_x_continuous(trans = "log10", breaks = log_breaks, labels = log_numbers, expand = ggplot2::expansion(0.03)) +
    ggplot2::scale_y_continuous(trans = "log10", breaks = log_breaks, labels = log_numbers, expand = ggplot2::expansion(0.03)) +
    figure_titles(style, "标准化计数的平均值", "离散度") +
    figure_theme(style) +
    legend_above(style)
}

FITTED_STEPS <- 300L

#' The fitted values from the lowest mean to the highest, thinned to what can be told apart.
fitted_line <- function(genes) {
  line <- genes[is.finite(genes$fitted) & genes$fitted > 0, c("mean", "fitted")]
  line <- line[order(line$mean), , drop = FALSE]
  if (nrow(line) == 0L) return(NULL)
  along <- log10(line$mean)
  step <- floor((along - along[[1L]]) / max((along[[length(along)]] - along[[1L]]) / FITTED_STEPS, 1e-9))
  line <- line[!duplicated(step) | seq_along(step) == length(step), , drop = FALSE]
  data.frame(x = line$mean, y = line$fitted)
}

#' Whole powers of ten, every second or third where they are many.
log_breaks <- function(limits) {
  powers <- seq(ceiling(log10(limits[[1L]]) - 1e-9), floor(log10(limits[[2L]]) + 1e-9))
  10^powers[seq(1L, length(powers), ceiling(length(powers) / 6))]
}

#' Numbers of a logarithmic axis: 0.001 to 100,000 in full, others as 1e-8 with a true minus; log-ticks.ts.
log_numbers <- function(values) {
  vapply(values, function(value) {
    if (is.na(value)) return("")
    power <- floor(log10(value) + 1e-9)
    if (power >= -3 && power <= 5) return(axis_numbers(value))
    paste0(format(signif(value / 10^power, 2L)), "e", if (power < 0) "\u2212", abs(power))
  }, character(1))
}
