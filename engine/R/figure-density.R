#' Densities of samples as thin lines, panels side by side on the same axes.
#'
#' @param lines Data frame, a row per point of a line: `label`, `x`, `y`; optional `group`, `facet`.
#' @param style The figure's style with `words`; optional fields `line_width` (px), `line_opacity`.
#' @return A ggplot.
density_figure <- function(lines, style) {
  if (nrow(lines) == 0L) return(figure_sentence("没有样本可画", style))
  facets <- panel_names(lines)
  looks <- group_looks(distinct_groups(lines$label, column_or(lines, "group", "")), style)
  lines <- with_groups(lines, looks)
  lines$label <- factor(lines$label, unique(lines$label))
  ggplot2::ggplot(lines) +
    ggplot2::geom_line(
      ggplot2::aes(x = .data$x, y = .data$y, group = .data$label, colour = .data$group),
      alpha = style_value(style, "line_opacity", line_opacity(nlevels(lines$label))),
      linewidth = line_width(style_value(style, "line_width", 1)), show.legend = FALSE
    ) +
    group_scales(looks, lines$x[[1L]], 0, style, facets) +
    ggplot2::scale_x_continuous(labels = axis_numbers, breaks = round_breaks, expand = c(0, 0)) +
    ggplot2::scale_y_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(c(0, 0.06))) +
    figure_titles(style, "数值", "密度") +
    figure_theme(style) +
    legend_above(style) +
    panel_layers(facets, style)
}

#' Fewer lines are drawn stronger; density-lines.ts.
line_opacity <- function(lines) min(0.85, max(0.25, 0.85 - (lines - 10) / 150))
