# Panels side by side on one vertical axis, and names under an axis; the browser's panels.ts and band-names.tsx.

#' Part a figure by the column `facet` of its data; nothing where there is none or only one panel without a name.
#'
#' @param facets The panels' names in order; NULL where the figure has one panel. @param free Horizontal axes of their own.
panel_layers <- function(facets, style, free = FALSE) {
  if (is.null(facets)) return(list(ggplot2::coord_cartesian(clip = "off")))
  list(
    # Panels right of the first have the axis' line without its numbers.
    ggplot2::annotate("segment", x = -Inf, xend = -Inf, y = -Inf, yend = Inf, colour = AXIS_COLOUR, linewidth = line_width(1)),
    ggplot2::facet_wrap(ggplot2::vars(factor(.data$facet, facets)), nrow = 1L, scales = if (free) "free_x" else "fixed"),
    ggplot2::coord_cartesian(clip = "off"),
    ggplot2::theme(
      strip.text = ggplot2::element_text(size = style$font_size, face = "bold", margin = ggplot2::margin(b = 4)),
      panel.spacing.x = grid::unit(print_points(18), "pt")
    )
  )
}

#' The panels' names in order of first appearance, NULL without the column.
panel_names <- function(data) if (is.null(data$facet)) NULL else unique(as.character(data$facet))

#' Points (1/72 inch) of width that each of `count` items in a row has, roughly: the axis takes its part.
band_width <- function(style, count, panels = 1L) {
  room <- 72 * style$plot_pdf_width - 5 * style$font_size - 10 - print_points(18) * (panels - 1L)
  room / panels / max(count, 1L)
}

#' Width of texts in points, roughly: a Latin letter is half as wide as the font is high.
rough_width <- function(texts, size) {
  vapply(strsplit(texts, ""), function(letters) sum(ifelse(letters > "\u2e7f", 1, 0.54)), numeric(1)) * size
}

#' As much of each text as there is room for, ended by an ellipsis.
shorten_texts <- function(texts, room, size) {
  vapply(texts, function(text) {
    if (rough_width(text, size) <= room) return(text)
    ends <- rev(seq_len(nchar(text) - 1L))
    fitting <- ends[vapply(ends, function(end) rough_width(paste0(substr(text, 1L, end), "\u2026"), size) <= room, logical(1))]
    if (length(fitting) == 0L) "\u2026" else paste0(trimws(substr(text, 1L, fitting[[1L]]), "right"), "\u2026")
  }, character(1), USE.NAMES = FALSE)
}

#' Names under an axis: side by side, turned, or none where an item is narrower than a line of text.
#'
#' @param band Points of width of one item. @return `way` (across, turned, none) and `texts`.
fit_band_names <- function(names, band, style) {
  size <- style$font_size
  if (all(rough_width(names, size) <= band - print_points(8))) return(list(way = "across", texts = names))
  if (band < size * 1.02) return(list(way = "none", texts = character()))
  list(way = "turned", texts = shorten_texts(names, 0.28 * 72 * style$plot_pdf_height, size))
}

#' The theme of an axis below that carries names instead of numbers.
band_names_theme <- function(names, style, italic = FALSE) {
  face <- if (italic) "italic" else "plain"
  text <- switch(names$way,
    none = ggplot2::element_blank(),
    turned = ggplot2::element_text(
      size = style$font_size, face = face, angle = 90, hjust = 1, vjust = 0.5, margin = ggplot2::margin(t = 3)
    ),
    ggplot2::element_text(size = style$font_size, face = face, margin = ggplot2::margin(t = 5))
  )
  ggplot2::theme(axis.text.x = text, axis.ticks.x = ggplot2::element_blank())
}

#' Plots of one figure side by side, in rows where they are many, each with its own axes and titles, under one title and one legend.
#'
#' @param plots ggplots with the same legend. @param names The panels' names. @param same_axes Give all the span of all.
#' @param abreast More panels than these stand in rows. @param italic The names are genes.
#' @return A grob. It is made while it is drawn, because only then there is a device whose letters can be measured.
side_by_side <- function(plots, names, style, same_axes, abreast = PANELS_ABREAST, italic = FALSE) {
  draw <- function() composed_panels(plots, names, style, same_axes, abreast, italic)
  grid::delayGrob(draw(), list = list(draw = draw))
}

composed_panels <- function(plots, names, style, same_axes, abreast, italic) {
  legend <- legend_of(plots[[1L]])
  if (same_axes) plots <- lapply(plots, function(plot) plot + common_span(plots))
  rows <- panel_rows(length(plots), abreast)
  panels <- Map(function(plot, name, place) {
    ggplot2::ggplotGrob(plot + ggplot2::labs(title = name) + ggplot2::theme(
      legend.position = "none", plot.title = ggplot2::element_text(
        size = style$font_size, face = if (italic) "bold.italic" else "bold", margin = ggplot2::margin(b = 4)
      ),
      plot.margin = ggplot2::margin(5, if (place %in% unlist(lapply(rows, max))) 6 else print_points(16), 4, 4)
    ))
  }, plots, names, seq_along(plots))
  blank <- panels[[1L]]
  blank$grobs <- rep(list(grid::nullGrob()), length(blank$grobs))
  lines <- lapply(rows, function(row) do.call(cbind, unname(c(panels[row], rep(list(blank), length(rows[[1L]]) - length(row))))))
  with_legend(do.call(rbind, lines), legend, figure_heading(style), style)
}

#' More panels than these stand in rows.
PANELS_ABREAST <- 4L

#' @return The places of so many panels, a vector for each row; the last row may be shorter.
panel_rows <- function(count, abreast = PANELS_ABREAST) {
  columns <- ceiling(count / ceiling(count / abreast))
  unname(split(seq_len(count), (seq_len(count) - 1L) %/% columns))
}

#' Horizontal and vertical span that hold those of all plots, as a coordinate system.
common_span <- function(plots) {
  spans <- lapply(plots, function(plot) ggplot2::ggplot_build(plot)$layout$panel_params[[1L]][c("x.range", "y.range")])
  ggplot2::coord_cartesian(
    xlim = range(vapply(spans, `[[`, numeric(2), "x.range")), ylim = range(vapply(spans, `[[`, numeric(2), "y.range")), expand = FALSE
  )
}

#' A plot's legend as a grob; NULL where there is none.
legend_of <- function(plot) {
  grobs <- ggplot2::ggplotGrob(plot)
  boxes <- grobs$grobs[grepl("^guide-box", grobs$layout$name)]
  boxes <- Filter(function(box) !inherits(box, "zeroGrob"), boxes)
  if (length(boxes) == 0L) NULL else boxes[[1L]]
}

#' The figure's title as a grob; NULL where there is none.
figure_heading <- function(style) {
  if (!nzchar(style$plot_title)) return(NULL)
  grid::textGrob(style$plot_title, gp = grid::gpar(fontsize = style$font_size * 13 / 12, fontface = "bold", col = INK))
}

#' A row of panels with legend and title around it, the legend where the style wants it.
with_legend <- function(panels, legend, heading, style) {
  if (!is.null(legend) && style$legend_position == "right") {
    panels <- gtable::gtable_add_cols(panels, sum(legend$widths) + grid::unit(6, "pt"))
    panels <- gtable::gtable_add_grob(panels, legend, t = 1L, l = ncol(panels), b = nrow(panels), name = "legend")
  } else if (!is.null(legend)) {
    below <- style$legend_position == "bottom"
    panels <- gtable::gtable_add_rows(panels, sum(legend$heights) + grid::unit(3, "pt"), if (below) -1L else 0L)
    panels <- gtable::gtable_add_grob(panels, legend, t = if (below) nrow(panels) else 1L, l = 1L, r = ncol(panels), name = "legend")
  }
  if (is.null(heading)) return(panels)
  panels <- gtable::gtable_add_rows(panels, grid::unit(2 * style$font_size, "pt"), 0L)
  gtable::gtable_add_grob(panels, heading, t = 1L, l = 1L, r = ncol(panels), name = "title")
}
