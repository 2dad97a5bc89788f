#' P values in equal bins, with the count that each would hold if nothing differed.
#'
#' @param bins from, to, count. @param style Complete style. @return A ggplot.
figure_p_histogram <- function(bins, style) {
  expected <- sum(bins$count) / max(1L, nrow(bins))
  top <- max(bins$count, expected, 1) * 1.06
  bins$fill <- c(style$first_color, rep(style$bar_color, max(0L, nrow(bins) - 1L)))[seq_len(nrow(bins))]
  # A hair of white between bars, whatever the width of the figure.
  gap <- pixels(0.5) / (style$plot_pdf_width * 72 * 0.85)
  sentence <- sprintf("\u82e5\u6ca1\u6709\u5dee\u5f02\uff0c\u6bcf\u683c\u7ea6 %s \u4e2a", format_count(round(expected)))
  ggplot2::ggplot(bins) +
    ggplot2::geom_rect(ggplot2::aes(xmin = from + gap, xmax = to - gap, ymin = 0, ymax = count), fill = bins$fill) +
    ggplot2::geom_hline(yintercept = expected, linetype = "43", linewidth = line_pixels(1), colour = FIGURE_COLOURS$ink) +
    ggplot2::annotate(
      "label", x = 1, y = expected, label = sentence, hjust = 1, vjust = -0.15, size = text_points(style$font_size),
      colour = FIGURE_COLOURS$ink, fill = grDevices::adjustcolor("white", 0.8), label.size = NA,
      label.padding = grid::unit(pixels(2), "pt"), label.r = grid::unit(0, "pt")
    ) +
    ggplot2::scale_x_continuous(limits = c(0, 1), expand = c(0, 0), labels = tick_text) +
    ggplot2::scale_y_continuous(limits = c(0, top), expand = c(0, 0), labels = tick_text) +
    ggplot2::coord_cartesian(clip = "off") +
    figure_titles(style, "P \u503c", "\u57fa\u56e0\u6570") +
    figure_theme(style)
}
