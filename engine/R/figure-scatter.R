#' Two quantities against each other, optionally with the line of a fit; panels side by side.
#'
#' @param points Data frame: `label`, `x`, `y`; optional `group`, `facet`. @param style The figure's style with `words`;
#'   optional `show_samples`, `point_size` (px), `point_opacity`, `line_color`.
#' @param line Data frame `x`, `y`, optional `low`, `high` (a band), `facet` where the points have it; or NULL.
#' @param words Data frame, a row per panel: `text` (over the plot), `x_title`, `y_title`, `facet` where the points have it; or NULL.
#' @return A ggplot, with panels a grob.
scatter_figure <- function(points, style, line = NULL, words = NULL) {
  points <- points[is.finite(points$x) & is.finite(points$y), , drop = FALSE]
  if (nrow(points) == 0L) return(figure_sentence("没有可画的点", style))
  looks <- group_looks(distinct_groups(points$label, column_or(points, "group", "")), style)
  points <- with_groups(points, looks)
  of_panels(points, list(line = line, words = words), style, function(points, others) {
    word <- function(name) if (is.null(others$words[[name]]) || nrow(others$words) == 0L) "" else others$words[[name]][[1L]]
    list(text = word("text"), plot = ggplot2::ggplot(points, ggplot2::aes(x = .data$x, y = .data$y)) +
      group_points(points, style) +
      fit_layers(others$line, style_value(style, "line_color", INK)) +
      group_scales(looks, points$x[[1L]], points$y[[1L]], style) +
      (if (style_value(style, "show_samples", FALSE)) sample_names_layer(points, list(show_samples = TRUE, font_size = style$font_size))) +
      ggplot2::scale_x_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(0.05)) +
      ggplot2::scale_y_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(0.05)) +
      figure_titles(style, word("x_title"), word("y_title")))
  })
}

# More points are drawn smaller; scatter-chart.tsx.
MANY_POINTS <- 2000L

group_points <- function(points, style) {
  many <- nrow(points) > MANY_POINTS
  ggplot2::geom_point(
    ggplot2::aes(colour = .data$group), shape = 16, stroke = 0, show.legend = FALSE,
    size = point_size(style_value(style, "point_size", if (many) 1.6 else 3.2)),
    alpha = style_value(style, "point_opacity", if (many) 0.6 else 0.8)
  )
}

#' A line with its band below.
fit_layers <- function(line, colour) {
  if (is.null(line) || nrow(line) == 0L) return(list())
  list(
    if (!is.null(line$low)) ggplot2::geom_ribbon(
      ggplot2::aes(x = .data$x, ymin = .data$low, ymax = .data$high), line, inherit.aes = FALSE, fill = colour, alpha = 0.15
    ),
    ggplot2::geom_line(
      ggplot2::aes(x = .data$x, y = .data$y), line, inherit.aes = FALSE, colour = colour, linewidth = line_width(2), linejoin = "round"
    )
  )
}

#' A plot for each panel of the points, side by side on the same axes; or the one plot.
#'
#' @param others Named list of data frames, parted like the points where they have the column `facet`.
#' @param draw Function of one panel's points and others: list of `plot` and `text`, which stands over it.
of_panels <- function(points, others, style, draw) {
  finish <- function(plot) plot + figure_theme(style) + legend_above(style)
  facets <- panel_names(points)
  if (is.null(facets)) {
    drawn <- draw(points, others)
    return(finish(drawn$plot) + plot_text(drawn$text, style))
  }
  part <- function(data, facet) if (is.null(data$facet)) data else data[data$facet == facet, , drop = FALSE]
  drawn <- lapply(facets, function(facet) draw(part(points, facet), lapply(others, part, facet)))
  texts <- vapply(drawn, `[[`, character(1), "text")
  names <- ifelse(nzchar(texts), paste0(facets, "\u3000", texts), facets)
  side_by_side(lapply(drawn, function(one) finish(one$plot)), names, style, same_axes = TRUE)
}

#' A line over the plot, such as what the statistics say. As a panel's name it stands below the legend; a subtitle would not.
plot_text <- function(text, style) {
  if (!nzchar(text)) return(list())
  list(
    ggplot2::facet_wrap(ggplot2::vars(!!text)),
    ggplot2::theme(strip.text = ggplot2::element_text(size = style$font_size, margin = ggplot2::margin(b = 4)))
  )
}

#' A legend of marks that are no groups: points, lines and rings, in the order of `entries`.
#'
#' @param entries Data frame: `label`, `colour`, `mark` (point, line or ring). @param x,y A place within the panel.
mark_legend <- function(entries, x, y, style) {
  # Two rows each: a line of one point is none.
  place <- data.frame(x = x, y = y, mark = factor(rep(entries$label, 2L), entries$label))
  mapping <- ggplot2::aes(x = .data$x, y = .data$y, colour = .data$mark)
  list(
    ggplot2::geom_point(mapping, place, inherit.aes = FALSE, alpha = 0, size = 0),
    ggplot2::geom_line(mapping, place, inherit.aes = FALSE, alpha = 0),
    ggplot2::scale_colour_manual(values = entries$colour, limits = entries$label, name = NULL),
    ggplot2::guides(colour = ggplot2::guide_legend(
      nrow = legend_rows(entries$label, style), byrow = TRUE,
      override.aes = list(
        alpha = 1, shape = c(point = 16, line = NA, ring = 1)[entries$mark], size = point_size(4),
        stroke = line_width(1.25), linetype = ifelse(entries$mark == "line", "solid", "blank"), linewidth = line_width(2)
      )
    ))
  )
}
