# Smallest P drawn: beyond it −log10 has no number; the browser does the same.
SMALLEST_P <- 1e-300

#' Lines of a legend lie so many font sizes apart: Chinese letters are higher than its keys.
LEGEND_LINE <- 1.85

#' Volcano plot.
#'
#' @param points Data frame: `label`, `x` (log2FC), `p`, `padj`. @param style The figure's style with `words`.
#' @return A ggplot.
volcano_figure <- function(points, style) {
  points <- points[is.finite(points$x) & is.finite(points$p), ]
  points$y <- -log10(pmax(points$p, SMALLEST_P))
  points$change <- gene_change(points$x, points$padj, style)
  reach <- max(abs(points$x), 1) * 1.06
  corner <- legend_corner(style, longest = 8)
  highest <- room_above(points, reach, corner)
  ggplot2::ggplot() +
    threshold_lines(points, style) +
    class_layers(points, style) +
    label_layers(labelled_points(points, style), points, style, list(x = c(-reach, reach), y = c(0, highest))) +
    ggplot2::scale_x_continuous(limits = c(-reach, reach), expand = c(0, 0), labels = axis_numbers, n.breaks = 7) +
    ggplot2::scale_y_continuous(limits = c(0, highest), expand = c(0, 0), labels = axis_numbers) +
    ggplot2::coord_cartesian(clip = "off") +
    figure_titles(style, bquote("log"[2] * .(paste0("(FC)", contrast_words(style$words)))), quote("\u2212log"[10] * "(P)")) +
    figure_theme(style)
}

#' Share of the panel's width and height that a legend of three lines inside it takes; zeros where it lies outside.
#'
#' @param longest Length of its longest entry in widths of a Chinese character.
legend_corner <- function(style, longest) {
  if (style$legend_position != "top-right") return(c(width = 0, height = 0))
  size <- style$font_size
  panel <- 72 * c(style$plot_pdf_width, style$plot_pdf_height) - c(4, 5) * size - 12
  pmin(c(width = longest, height = 3 * LEGEND_LINE + 0.6) * size / pmax(panel, size), 0.6)
}

#' Upper end of the y axis: above all points, and such that none lies under the legend.
room_above <- function(points, reach, corner) {
  highest <- max(points$y, 1) * 1.06
  below <- points$y[points$x > reach * (1 - 2 * corner[["width"]])]
  max(highest, below / (1 - corner[["height"]]) * 1.03)
}

#' The horizontal line stands at the largest P whose adjusted value passes.
threshold_lines <- function(points, style) {
  if (!style$show_thresholds) return(list())
  passing <- points$p[!is.na(points$padj) & points$padj < style$padj]
  list(
    guide_line(x = unique(c(-style$log2fc, style$log2fc))),
    if (length(passing) > 0L) guide_line(y = -log10(max(passing, SMALLEST_P)))
  )
}

#' Genes to name: those asked for, then the significant ones of smallest P; where none is significant, the nearest four.
labelled_points <- function(points, style) {
  asked <- match(toupper(style$label_genes), toupper(points$label))
  by_p <- order(points$p)
  top <- by_p[points$change[by_p] != "none"]
  if (length(top) > 0L) top <- utils::head(top, style$label_top)
  else top <- utils::head(by_p[abs(points$x[by_p]) >= style$log2fc & is.finite(points$padj[by_p])], min(style$label_top, 4L))
  points[unique(c(asked[!is.na(asked)], top)), ]
}

#' The named points ringed, and their names.
label_layers <- function(named, points, style, limits) {
  if (nrow(named) == 0L) return(list())
  inside <- if (style$legend_position == "top-right") class_legend_texts(points$change, style) else character()
  list(
    ggplot2::geom_point(
      ggplot2::aes(x = .data$x, y = .data$y), named, shape = 1, colour = INK,
      size = point_size(style$point_size), stroke = line_width(0.7)
    ),
    named_points_layer(named, points, limits, style, inside)
  )
}
