#' Values of groups compared within categories: boxes, the points themselves, and what the test says over them;
#' packages/figures draws the same.

# Share of a category that its boxes take; one alone takes less.
TAKEN <- 0.8
TAKEN_ALONE <- 0.6
# Half of a box, as a share of its room, and at most, in screen pixels; points stand within a share of it.
HALF_BOX <- 0.38
HALF_BOX_MAX <- 28
POINT_SPREAD <- 0.8
TEXT_SHARE <- 0.1
# Of fewer values a box would show quarters that nobody measured: their points stand alone.
BOXED_FROM <- 3L
# Screen pixels that a box needs, and that a category takes at most: boxes that are compared stand near each other.
BOX_ROOM <- 16
BAND_MAX <- 220

#' @param boxes Data frame in display order: `label` (the category), `n`, `low`, `q1`, `median`, `q3`, `high`; optional `group`, `facet`.
#' @param points Data frame, a row per value: `label`, `group`, `facet` where the boxes have them, `name`, `value`; optional `pair`: values of one
#'   pair are joined by a line.
#' @param style The figure's style with `words` (`value_title` names the axis; `gene_labels`, `gene_panels`: categories or panels are genes);
#'   optional `tumor_color`, `normal_color`, `show_points`.
#' @param notes Data frame, a row per category: `label`, `text`, `facet` where the boxes have it; or NULL.
#' @return A ggplot, with panels a grob.
comparison_figure <- function(boxes, points, style, notes = NULL) {
  if (nrow(boxes) == 0L) return(figure_sentence("没有可画的样本", style))
  looks <- comparison_looks(distinct_groups(points$name, column_or(points, "group", "")), style)
  reach <- c(min(boxes$low, points$value), max(boxes$high, points$value))
  reach <- reach + c(-1, 1) * 0.04 * (if (diff(reach) > 0) diff(reach) else 1)
  if (!is.null(notes) && nrow(notes) > 0L) reach[[2L]] <- reach[[2L]] + TEXT_SHARE * diff(reach)
  facets <- panel_names(boxes)
  part <- function(data, facet) if (is.null(data$facet) || is.null(facet)) data else data[data$facet == facet, , drop = FALSE]
  widest <- max(tapply(boxes$label, column_or(boxes, "facet", ""), function(labels) length(unique(labels))))
  abreast <- comparison_abreast(style, widest * length(looks$name), max(length(facets), 1L))
  drawn <- lapply(if (is.null(facets)) list(NULL) else facets, function(facet) {
    plot <- comparison_plot(part(boxes, facet), part(points, facet), part(notes, facet), looks, reach, abreast, style)
    plot + figure_theme(style) + legend_above(style) + attr(plot, "names_theme")
  })
  if (is.null(facets)) return(drawn[[1L]])
  side_by_side(drawn, facets, style, same_axes = FALSE, abreast = abreast, italic = is_said(style$words$gene_panels))
}

#' Tumour and normal take the style's own colours, other groups those of every figure.
comparison_looks <- function(group, style) {
  style$words$case_group <- "肿瘤"
  style$words$control_group <- "正常"
  style$case_color <- style_value(style, "tumor_color", "#ff4757")
  style$control_color <- style_value(style, "normal_color", "#546de5")
  group_looks(group, style)
}

#' Panels in a row: as many as leave each box its room.
comparison_abreast <- function(style, boxes, panels) {
  room <- (72 * style$plot_pdf_width - 5 * style$font_size) * 12 / 7
  most <- max(1L, min(panels, PANELS_ABREAST, room %/% max(boxes * BOX_ROOM, 130)))
  as.integer(ceiling(panels / ceiling(panels / most)))
}

comparison_plot <- function(boxes, points, notes, looks, reach, abreast, style) {
  categories <- unique(boxes$label)
  slot <- if (length(looks$name) < 2L) TAKEN_ALONE else TAKEN / length(looks$name)
  offset <- (seq_along(looks$name) - (length(looks$name) + 1) / 2) * slot
  middle <- function(data) match(data$label, categories) + offset[match(column_or(data, "group", ""), looks$name)]
  band <- min(band_width(style, length(categories), abreast), print_points(BAND_MAX))
  pad <- max(0, (band_width(style, 1L, abreast) / band - length(categories)) / 2)
  half <- min(slot * HALF_BOX, HALF_BOX_MAX / (band * 12 / 7))
  boxes$x <- middle(boxes)
  points$x <- middle(points)
  paired <- !is.null(points$pair) && any(nzchar(points$pair))
  if (!paired) points$x <- points$x + jitter_places(points) * half
  names <- fit_band_names(categories, band, style)
  plot <- ggplot2::ggplot(with_groups(boxes, looks)) +
    (if (paired) ggplot2::geom_line(
      ggplot2::aes(x = .data$x, y = .data$value, group = paste(.data$label, .data$pair)), points,
      colour = THRESHOLD_COLOUR, alpha = 0.5, linewidth = line_width(1)
    )) +
    comparison_points(with_groups(shown_points(points, boxes, style), looks), style) +
    comparison_boxes(half, with_groups(boxes[boxes$n >= BOXED_FROM, , drop = FALSE], looks)) +
    note_layers(notes, categories, max(offset), reach, style) +
    group_scales(looks, 1, boxes$median[[1L]], style) +
    ggplot2::scale_x_continuous(breaks = seq_along(names$texts), labels = names$texts) +
    ggplot2::scale_y_continuous(labels = axis_numbers, breaks = round_breaks) +
    ggplot2::coord_cartesian(xlim = c(0.5 - pad, length(categories) + 0.5 + pad), ylim = reach, expand = FALSE, clip = "off") +
    figure_titles(style, NULL, style_value(style$words, "value_title", ""))
  structure(plot, names_theme = band_names_theme(names, style, italic = is_said(style$words$gene_labels)))
}

#' From the middle of its box to each point, as a share of half a box: even over any number of them, and always the same.
jitter_places <- function(points) {
  box <- paste(points$label, column_or(points, "group", ""), sep = "\t")
  nth <- stats::ave(seq_along(box), box, FUN = seq_along) - 1
  ((nth * 0.618034) %% 1 - 0.5) * 2 * POINT_SPREAD
}

comparison_points <- function(points, style) {
  many <- nrow(points) > MANY_POINTS
  ggplot2::geom_point(
    ggplot2::aes(x = .data$x, y = .data$value, colour = .data$group), points, shape = 16, stroke = 0, show.legend = FALSE,
    size = point_size(if (many) 1 else 1.8), alpha = if (many) 0.35 else 0.55
  )
}

#' All points, or those that have no box where the others are not wanted.
shown_points <- function(points, boxes, style) {
  if (style_value(style, "show_points", TRUE)) return(points)
  key <- function(data) paste(data$label, column_or(data, "group", ""), sep = "\t")
  points[key(points) %in% key(boxes[boxes$n < BOXED_FROM, ]), , drop = FALSE]
}

#' Is a flag of the words set? They come as texts or as logical values.
is_said <- function(flag) isTRUE(flag) || identical(flag, "true")

#' @param boxes Those that are drawn.
comparison_boxes <- function(half, boxes) {
  segment <- function(left, right, y, yend) {
    mapping <- ggplot2::aes(x = .data$x + left, xend = .data$x + right, y = .data[[y]], yend = .data[[yend]], colour = .data$group)
    ggplot2::geom_segment(mapping, boxes, linewidth = line_width(1), lineend = "butt", show.legend = FALSE)
  }
  list(
    segment(0, 0, "low", "q1"), segment(0, 0, "q3", "high"), segment(-half / 2, half / 2, "low", "low"), segment(-half / 2, half / 2, "high", "high"),
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$x - half, xmax = .data$x + half, ymin = .data$q1, ymax = .data$q3, fill = .data$group, colour = .data$group), boxes,
      alpha = 0.15, linewidth = line_width(1), show.legend = FALSE
    ),
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$x - half, xend = .data$x + half, y = .data$median, yend = .data$median), boxes,
      colour = INK, linewidth = line_width(1.5), lineend = "butt", show.legend = FALSE
    )
  )
}

#' What the test says of each category, over a line from its first group to its last.
note_layers <- function(notes, categories, reach_x, reach, style) {
  if (is.null(notes)) return(NULL)
  notes <- notes[nzchar(notes$text) & notes$label %in% categories, , drop = FALSE]
  if (nrow(notes) == 0L) return(NULL)
  notes$x <- match(notes$label, categories)
  height <- diff(reach)
  list(
    ggplot2::geom_text(
      ggplot2::aes(x = .data$x, label = .data$text), notes, y = reach[[2L]] - 0.02 * height,
      size = text_size(style$font_size), colour = INK, vjust = 0.5
    ),
    if (reach_x > 0) ggplot2::geom_segment(
      ggplot2::aes(x = .data$x - reach_x, xend = .data$x + reach_x), notes, y = reach[[2L]] - 0.06 * height, yend = reach[[2L]] - 0.06 * height,
      colour = AXIS_COLOUR, linewidth = line_width(1)
    )
  )
}
