#' Samples on two principal components, with the 95% ellipse of each group.
#'
#' @param points Data frame: `label`, `group`, `x`, `y`. @param shares Named numbers: share of variance by component.
#' @param style The figure's style with `words`.
pca_figure <- function(points, shares, style) {
  if (nrow(points) == 0L) return(figure_sentence("没有缺失值的基因太少，画不出主成分图", style))
  groups <- group_looks(points$group, style)
  points$group <- factor(points$group, groups$name)
  ggplot2::ggplot(points, ggplot2::aes(x = .data$x, y = .data$y, colour = .data$group)) +
    ellipse_layers(points, groups, style) +
    ggplot2::geom_point(shape = 16, stroke = 0, size = point_size(4), alpha = 0.85) +
    sample_names_layer(points, style) +
    ggplot2::scale_colour_manual(
      values = groups$colour, limits = groups$name, name = NULL, labels = paste0(groups$name, "\u2002", groups$count)
    ) +
    legend_guide(groups$colour) +
    ggplot2::scale_x_continuous(labels = axis_numbers, expand = ggplot2::expansion(0.06)) +
    ggplot2::scale_y_continuous(labels = axis_numbers, expand = ggplot2::expansion(c(0.06, 0.1))) +
    figure_titles(style, component_title("PC1", shares), component_title("PC2", shares)) +
    figure_theme(style) +
    legend_above(style)
}

component_title <- function(component, shares) {
  share <- shares[component]
  if (is.na(share)) component else sprintf("%s（%.1f%%）", component, 100 * share)
}

#' Of groups of four samples at least: below, the covariance says nothing.
ellipse_layers <- function(points, groups, style) {
  shown <- groups$name[groups$count >= 4L]
  if (!style$ellipse || length(shown) == 0L) return(list())
  ggplot2::stat_ellipse(
    data = points[points$group %in% shown, ], type = "norm", level = 0.95, linewidth = line_width(1), show.legend = FALSE
  )
}

sample_names_layer <- function(points, style) {
  if (!style$show_samples || nrow(points) == 0L) return(list())
  ggrepel::geom_text_repel(
    ggplot2::aes(label = .data$label), size = text_size(style$font_size * 0.85), colour = INK,
    segment.colour = "#5F6F77", segment.size = line_width(0.8), min.segment.length = 0.3,
    box.padding = 0.15, max.overlaps = Inf, max.time = Inf, max.iter = 2000, seed = 1L
  )
}
