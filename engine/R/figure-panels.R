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
    turned = ggplot2::element_text(size = style$font_size, face = face, angle = 90, hjust = 1, vjust = 0.5, margin = ggplot2::margin(t = 3)),
    ggplot2::element_text(size = style$font_size, face = face, margin = ggplot2::margin(t = 5))
  )
  ggplot2::theme(axis.text.x = text, axis.ticks.x = ggplot2::element_blank())
}
