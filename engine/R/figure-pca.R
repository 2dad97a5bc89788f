# Shapes of points, in the order in which groups take them; the browser's symbols.ts.
POINT_SHAPES <- c(circle = 16L, triangle = 17L, square = 15L, diamond = 18L, plus = 3L, cross = 4L)

#' Samples on two principal components, with the 95% ellipse of each group; panels side by side.
#'
#' @param points Data frame: `label`, `group`, `x`, `y`; optional `shape` (a second column, told by the points' shape), `facet`.
#' @param shares Named numbers: share of variance by component; with panels a list of such, named by panel.
#' @param style The figure's style with `words`, `ellipse`, `show_samples`; optional `point_size`, `point_opacity`, `same_axes`.
#' @return A ggplot, with panels a grob.
pca_figure <- function(points, shares, style) {
  if (nrow(points) == 0L) return(figure_sentence("没有缺失值的基因太少，画不出主成分图", style))
  looks <- group_looks(distinct_groups(points$label, points$group), style)
  points$group <- factor(points$group, looks$name)
  if (!is.null(points$shape)) points$shape <- factor(points$shape, unique(points$shape))
  facets <- panel_names(points)
  if (is.null(facets)) return(pca_panel(points, shares, looks, style))
  panels <- lapply(facets, function(facet) pca_panel(points[points$facet == facet, , drop = FALSE], shares[[facet]], looks, style))
  side_by_side(panels, facets, style, same_axes = style_value(style, "same_axes", TRUE))
}

pca_panel <- function(points, shares, looks, style) {
  texts <- paste0(looks$name, "\u2002", looks$count)
  ggplot2::ggplot(points, ggplot2::aes(x = .data$x, y = .data$y, colour = .data$group)) +
    ellipse_layers(points, style) +
    sample_points(points, style) +
    sample_names_layer(points, style) +
    ggplot2::scale_colour_manual(values = looks$colour, limits = looks$name, name = NULL, labels = texts) +
    (if (identical(looks$name, "")) ggplot2::guides(colour = "none") else legend_guide(looks$colour, rows = legend_rows(texts, style))) +
    ggplot2::scale_x_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(0.06)) +
    ggplot2::scale_y_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(c(0.06, 0.1))) +
    figure_titles(style, component_title("PC1", shares), component_title("PC2", shares)) +
    figure_theme(style) +
    legend_above(style)
}

component_title <- function(component, shares) {
  share <- shares[component]
  if (is.na(share)) component else sprintf("%s（%.1f%%）", component, 100 * share)
}

#' Of groups of four samples at least: below, the covariance says nothing.
ellipse_layers <- function(points, style) {
  counts <- table(points$group)
  shown <- points[points$group %in% names(counts)[counts >= 4L], , drop = FALSE]
  if (!style$ellipse || nrow(shown) == 0L) return(list())
  ggplot2::stat_ellipse(
    data = shown, type = "norm", level = 0.95, linewidth = line_width(1), show.legend = FALSE
  )
}

#' Samples as points, with a legend of shapes where there is a second column.
sample_points <- function(points, style) {
  size <- point_size(style_value(style, "point_size", 4))
  opacity <- style_value(style, "point_opacity", 0.85)
  # The legend is that of all panels: it also names groups of which this one has no sample.
  if (is.null(points$shape)) return(ggplot2::geom_point(shape = 16, stroke = 0, size = size, alpha = opacity, show.legend = TRUE))
  shapes <- unname(POINT_SHAPES)[(seq_len(nlevels(points$shape)) - 1L) %% length(POINT_SHAPES) + 1L]
  list(
    # Discs carry the legend of colours, unseen.
    ggplot2::geom_point(shape = 16, alpha = 0, size = 0, show.legend = c(colour = TRUE, shape = FALSE)),
    ggplot2::geom_point(
      ggplot2::aes(shape = .data$shape), stroke = line_width(1.5), size = size, alpha = opacity,
      show.legend = c(colour = FALSE, shape = TRUE)
    ),
    ggplot2::scale_shape_manual(values = shapes, limits = levels(points$shape), name = NULL),
    ggplot2::guides(shape = ggplot2::guide_legend(
      order = 2L, nrow = legend_rows(levels(points$shape), style), override.aes = list(colour = "#5F6F77", alpha = 1, size = point_size(4))
    ))
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
