#' Hazard ratios with their intervals along a number, such as the cut-off, on a logarithmic axis; apps/web/src/charts/ratios.tsx draws the same.

#' Intervals are drawn within these ratios: one that knows nothing would press all others flat.
RATIO_MOST <- 20
#' The point in use against the others.
MARKED_LARGER <- 1.7

#' @param points Data frame: `label`, `x`, `y` (the ratio), `low`, `high`, `group`: the second one is marked.
#' @param style The figure's style with `words`; optional `point_size` (px), `point_opacity`.
#' @return A ggplot.
ratio_figure <- function(points, style) {
  points <- points[is.finite(points$x) & is.finite(points$y) & points$y > 0, , drop = FALSE]
  if (nrow(points) == 0L) return(figure_sentence("没有可画的 HR", style))
  looks <- group_looks(points$group, style)
  points <- with_groups(points, looks)
  span <- ratio_span(points)
  points$low <- pmax(points$low, span[[1L]], na.rm = TRUE)
  points$high <- pmin(points$high, span[[2L]], na.rm = TRUE)
  # The one in use lies above.
  marked <- as.integer(points$group) == 2L
  points <- points[order(marked), ]
  marked <- sort(marked)
  ggplot2::ggplot(points, ggplot2::aes(x = .data$x, y = .data$y, colour = .data$group)) +
    guide_line(y = 1) +
    ggplot2::geom_segment(
      ggplot2::aes(xend = .data$x, y = .data$low, yend = .data$high), linewidth = line_width(ifelse(marked, 2, 1)),
      alpha = ifelse(marked, 1, 0.55), show.legend = FALSE
    ) +
    group_points(points, style) +
    ggplot2::geom_point(
      data = points[marked, , drop = FALSE], shape = 16, stroke = 0, show.legend = FALSE,
      size = point_size(MARKED_LARGER * style_value(style, "point_size", 3.2))
    ) +
    group_scales(looks, points$x[[1L]], points$y[[1L]], style) +
    ggplot2::scale_x_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(0.05)) +
    ggplot2::scale_y_continuous(trans = "log10", breaks = ratio_breaks(span), labels = axis_numbers, limits = span, expand = c(0, 0)) +
    figure_titles(style, NULL, "HR（95% CI）") +
    figure_theme(style) +
    legend_above(style)
}

#' From the lowest to the highest end of the intervals, 1 among them, with a little room.
ratio_span <- function(points) {
  ends <- pmin(pmax(c(points$low, points$high, points$y, 1), 1 / RATIO_MOST), RATIO_MOST)
  range <- log10(range(c(ends[is.finite(ends)], points$y)))
  10^(range + c(-1, 1) * 0.05 * max(diff(range), 0.1))
}

#' Ratios at the axis: halves and doubles, or steps of four where there are many.
ratio_breaks <- function(span) {
  doubles <- seq(ceiling(log2(span[[1L]]) - 1e-9), floor(log2(span[[2L]]) + 1e-9))
  if (length(doubles) > 6L) doubles <- doubles[doubles %% 2 == 0]
  2^doubles
}
