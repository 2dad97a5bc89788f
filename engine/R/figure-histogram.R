#' Counts of genes in equal bins, of P values or of another quantity.
#'
#' @param bins Data frame: `from`, `to`, `count`. @param style The figure's style: `bar_color`; optional `first_color` (the first
#'   bin's), `show_expected` (a dashed line at the count of each bin where nothing differs): the bins are of P values then; other
#'   quantities are named by `axis_title_x`.
#' @return A ggplot.
histogram_figure <- function(bins, style) {
  if (sum(bins$count) == 0L) return(figure_sentence(sprintf("没有可画的%s", row_word(style)), style))
  expected <- if (style_value(style, "show_expected", FALSE)) sum(bins$count) / nrow(bins)
  bins$colour <- style$bar_color
  bins$colour[[1L]] <- style_value(style, "first_color", style$bar_color)
  gap <- 0.04 * (bins$to - bins$from)
  span <- c(bins$from[[1L]], bins$to[[nrow(bins)]])
  ggplot2::ggplot(bins) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$from + gap, xmax = .data$to - gap, ymin = 0, ymax = .data$count, fill = .data$colour)
    ) +
    expected_layers(expected, span[[2L]], max(bins$count), style) +
    ggplot2::scale_fill_identity() +
    ggplot2::scale_x_continuous(limits = span, breaks = round_breaks, labels = axis_numbers, expand = ggplot2::expansion(c(0, 0.02))) +
    ggplot2::scale_y_continuous(labels = axis_numbers, expand = ggplot2::expansion(c(0, 0.06))) +
    figure_titles(style, if (is.null(style$show_expected)) NULL else "P 值", paste0(row_word(style), "数")) +
    figure_theme(style)
}

expected_layers <- function(expected, right, highest, style) {
  if (is.null(expected)) return(list())
  list(guide_line(y = expected), ggplot2::annotate(
    "text", x = right, y = max(highest, expected) * 0.04 + expected, hjust = 1, vjust = 0, colour = "#5F6F77",
    label = sprintf("若没有差异，每格约 %s 个", format_count(round(expected))),
    size = text_size(style$font_size)
  ))
}
