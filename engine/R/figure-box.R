# Under so many screen pixels per box an outline would be all that is seen, and there is no room for caps; packages/figures has the same.
OUTLINED_FROM <- 5
CAPPED_FROM <- 10

#' Box plots of samples or of genes, panels side by side on one axis.
#'
#' @param boxes Data frame in display order: `label`, `low`, `q1`, `median`, `q3`, `high`; optional `group`, `facet`.
#' @param style The figure's style with `words`; optional fields `show_samples`, `show_outliers`.
#' @param outliers Data frame of points beyond the whiskers: `label`, `value`, and `facet` where the boxes have it; or NULL.
#' @param of What a box stands for: sample or gene.
#' @return A ggplot.
box_figure <- function(boxes, style, outliers = NULL, of = "sample") {
  word <- if (of == "gene") row_word(style) else "样本"
  if (nrow(boxes) == 0L) return(figure_sentence(sprintf("没有%s可画", word), style))
  facets <- panel_names(boxes)
  looks <- group_looks(distinct_groups(boxes$label, column_or(boxes, "group", "")), style)
  boxes <- with_groups(boxes, looks)
  # One number line through all panels, of which each shows its own part: so names stay those of their panel.
  boxes <- boxes[order(match(column_or(boxes, "facet", ""), c(facets, ""))), , drop = FALSE]
  boxes$x <- seq_len(nrow(boxes))
  band <- band_width(style, max(table(column_or(boxes, "facet", ""))), max(length(facets), 1L))
  shown <- if (style_value(style, "show_samples", TRUE)) boxes$label else character()
  names <- fit_band_names(shown, band, style)
  ggplot2::ggplot(boxes) +
    outlier_layer(boxes, if (style_value(style, "show_outliers", TRUE)) outliers) +
    box_layers(band * 12 / 7) +
    group_scales(looks, boxes$x[[1L]], boxes$median[[1L]], style, facets) +
    # Half a place on both sides of each panel.
    ggplot2::geom_blank(ggplot2::aes(x = .data$x - 0.5, y = .data$median)) +
    ggplot2::geom_blank(ggplot2::aes(x = .data$x + 0.5, y = .data$median)) +
    ggplot2::scale_x_continuous(breaks = boxes$x[seq_along(names$texts)], labels = names$texts, expand = c(0, 0)) +
    ggplot2::scale_y_continuous(labels = axis_numbers, breaks = round_breaks, expand = ggplot2::expansion(0.04)) +
    figure_titles(style, sprintf("%s 个%s", format_count(length(unique(boxes$label))), word), NULL) +
    figure_theme(style) +
    legend_above(style) +
    band_names_theme(names, style, italic = of == "gene" && gene_rows(style)) +
    panel_layers(facets, style, free = TRUE)
}

#' @param band Screen pixels of one box.
box_layers <- function(band) {
  outlined <- band >= OUTLINED_FROM
  half <- min(max(band * (if (outlined) 0.34 else 0.42), 0.4), 28) / band
  stroke <- line_width(if (outlined) 1 else max(half * band * 0.6, 0.4))
  line <- function(mapping, ...) ggplot2::geom_segment(mapping, ..., lineend = "butt", show.legend = FALSE)
  upright <- function(from, to) {
    line(ggplot2::aes(x = .data$x, xend = .data$x, y = .data[[from]], yend = .data[[to]], colour = .data$group), linewidth = stroke)
  }
  cap <- function(at) {
    mapping <- ggplot2::aes(x = .data$x - half / 2, xend = .data$x + half / 2, y = .data[[at]], yend = .data[[at]], colour = .data$group)
    line(mapping, linewidth = stroke)
  }
  body <- ggplot2::aes(xmin = .data$x - half, xmax = .data$x + half, ymin = .data$q1, ymax = .data$q3, fill = .data$group)
  outline <- if (outlined) ggplot2::aes(colour = .data$group)
  median <- ggplot2::aes(x = .data$x - half, xend = .data$x + half, y = .data$median, yend = .data$median)
  list(
    upright("low", "q1"), upright("q3", "high"),
    if (band >= CAPPED_FROM) list(cap("low"), cap("high")),
    ggplot2::geom_rect(
      utils::modifyList(body, as.list(outline)), alpha = if (outlined) 0.25 else 0.55, linewidth = stroke, show.legend = FALSE
    ),
    line(median, colour = INK, linewidth = line_width(1.5))
  )
}

#' Points beyond the whiskers at their boxes; those of no box are left out.
outlier_layer <- function(boxes, outliers) {
  if (is.null(outliers)) return(list())
  key <- function(data) paste(column_or(data, "facet", ""), data$label, sep = "\t")
  at <- match(key(outliers), key(boxes))
  outliers$x <- boxes$x[at]
  outliers <- outliers[!is.na(at) & is.finite(outliers$value), , drop = FALSE]
  list(ggplot2::geom_point(
    ggplot2::aes(x = .data$x, y = .data$value), outliers, shape = 16, stroke = 0, size = point_size(1.3), colour = AXIS_COLOUR, alpha = 0.5
  ))
}
