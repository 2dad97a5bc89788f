#' MA plot: effect against mean expression.
#'
#' @param points Data frame: `label`, `x` (mean), `y` (log2FC), `padj`. @param style The figure's style with `words`.
ma_figure <- function(points, style) {
  points <- points[is.finite(points$x) & is.finite(points$y), ]
  points$change <- gene_change(points$y, points$padj, style)
  ggplot2::ggplot() +
    guide_line(y = 0) +
    class_layers(points, style) +
    ggplot2::scale_x_continuous(labels = axis_numbers, expand = ggplot2::expansion(0.04)) +
    ggplot2::scale_y_continuous(labels = axis_numbers, expand = ggplot2::expansion(0.08)) +
    figure_titles(style, quote("平均表达（log"[2] * "）"), vertical_contrast_title(style$words, style$plot_pdf_height, style$font_size)) +
    figure_theme(style)
}
