#' Standard deviation against the rank of the mean, with a running median; panels side by side.
#'
#' @param points Data frame: `label`, `x` (rank), `y` (sd); optional `facet`. @param trend Data frame `x`, `y`; `facet` where
#'   the points have it.
#' @param style The figure's style with `words`; optional `point_color`, `line_color`, `point_size` (px), `point_opacity`.
#' @return A ggplot, with panels a grob.
mean_sd_figure <- function(points, trend, style) {
  points <- points[is.finite(points$y), , drop = FALSE]
  if (nrow(points) == 0L) return(figure_sentence(sprintf("没有可画的%s", row_word(style)), style))
  point_colour <- style_value(style, "point_color", "#8fa3ad")
  line_colour <- style_value(style, "line_color", "#D55E00")
  per_panel <- if (is.null(points$facet)) nrow(points) else sum(points$facet == points$facet[[1L]])
  entries <- data.frame(
    label = c(paste0(row_word(style), "\u2002", format_count(per_panel)), "移动中位数"), colour = c(point_colour, line_colour), mark = c("point", "line")
  )
  of_panels(points, list(trend = trend), style, function(points, others) {
    list(text = "", plot = ggplot2::ggplot(points, ggplot2::aes(x = .data$x, y = .data$y)) +
      ggplot2::geom_point(
        shape = 16, stroke = 0, colour = point_colour, size = point_size(style_value(style, "point_size", 1.6)),
        alpha = style_value(style, "point_opacity", 0.6)
      ) +
      fit_layers(others$trend, line_colour) +
      mark_legend(entries, points$x[[1L]], 0, style) +
      ggplot2::scale_x_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(0.02)) +
      ggplot2::scale_y_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(c(0, 0.04))) +
      figure_titles(style, "均值的秩", "标准差"))
  })
}
