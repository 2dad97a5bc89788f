#' Histogram of P values; the dashed line is the count of each bin where nothing differs.
#'
#' @param bins Data frame: `from`, `to`, `count`. @param style The figure's style.
histogram_figure <- function(bins, style) {
  expected <- sum(bins$count) / max(nrow(bins), 1L)
  bins$colour <- ifelse(bins$from == 0, style$first_color, style$bar_color)
  gap <- 0.04 * (bins$to - bins$from)
  ggplot2::ggplot(bins) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$from + gap, xmax = .data$to - gap, ymin = 0, ymax = .data$count, fill = .data$colour)
    ) +
    guide_line(y = expected) +
    ggplot2::annotate(
      "text", x = 1, y = max(bins$count, expected) * 0.04 + expected, hjust = 1, vjust = 0, colour = "#5F6F77",
      label = sprintf("若没有差异，每格约 %s 个", format_count(round(expected))),
      size = text_size(style$font_size)
    ) +
    ggplot2::scale_fill_identity() +
    ggplot2::scale_x_continuous(limits = c(0, 1), breaks = seq(0, 1, 0.2), labels = axis_numbers, expand = ggplot2::expansion(c(0, 0.02))) +
    ggplot2::scale_y_continuous(labels = axis_numbers, expand = ggplot2::expansion(c(0, 0.06))) +
    figure_titles(style, "P 值", "基因数") +
    figure_theme(style)
}
