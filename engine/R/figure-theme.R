# The look of printed figures: white ground, left and bottom axis, ticks out, no grid. 12 px on screen are 7 pt in print.

INK <- "#16242B"
AXIS_COLOUR <- "#2b363b"
THRESHOLD_COLOUR <- "#7d8b92"

#' Points (1/72 inch) of a length on screen.
print_points <- function(pixels) pixels * 7 / 12

#' ggplot's linewidth for a line of so many pixels: linewidth 1 draws 2.845 units of 1/96 inch.
line_width <- function(pixels) print_points(pixels) * 96 / 72 / ggplot2::.pt

#' ggplot's size for a shape 16 point of a radius in pixels, drawn without stroke.
point_size <- function(radius) 2 * print_points(radius) / 0.75 / ggplot2::.pt

#' ggplot's size for text of so many points.
text_size <- function(points) points / ggplot2::.pt

#' @param style A figure's style: font_size, legend_position. The font is the device's own (see `figure-fonts.R`).
figure_theme <- function(style) {
  size <- style$font_size
  text <- ggplot2::element_text(family = "", size = size, colour = INK, lineheight = 1.15)
  line <- ggplot2::element_line(colour = AXIS_COLOUR, linewidth = line_width(1), lineend = "square")
  ggplot2::theme_void() + ggplot2::theme(
    text = text,
    axis.line = line, axis.ticks = line, axis.ticks.length = grid::unit(print_points(5), "pt"),
    axis.text.x = ggplot2::element_text(size = size, margin = ggplot2::margin(t = 2.5)),
    axis.text.y = ggplot2::element_text(size = size, margin = ggplot2::margin(r = 2.5), hjust = 1),
    axis.title.x = ggplot2::element_text(size = size * 13 / 12, margin = ggplot2::margin(t = 4)),
    axis.title.y = ggplot2::element_text(size = size * 13 / 12, angle = 90, margin = ggplot2::margin(r = 4)),
    plot.title = ggplot2::element_text(size = size * 13 / 12, face = "bold", hjust = 0.5, margin = ggplot2::margin(b = 5)),
    plot.margin = ggplot2::margin(5, 6, 4, 4),
    legend.text = ggplot2::element_text(size = size), legend.title = ggplot2::element_text(size = size),
    legend.key.size = grid::unit(size * 1.35, "pt"), legend.spacing.x = grid::unit(2, "pt"),
    legend.margin = ggplot2::margin(1, 2, 1, 2)
  ) + legend_theme(style$legend_position)
}

legend_theme <- function(position) {
  switch(position,
    `top-right` = ggplot2::theme(
      legend.position = c(1, 1), legend.justification = c(1, 1),
      legend.background = ggplot2::element_rect(fill = grDevices::adjustcolor("white", 0.85), colour = NA)
    ),
    right = ggplot2::theme(legend.position = "right", legend.justification = c(0, 1)),
    bottom = ggplot2::theme(legend.position = "bottom", legend.direction = "horizontal"),
    ggplot2::theme(legend.position = "none")
  )
}

#' For figures whose marks reach into every corner: the legend of the default place stands above the panel instead of in it.
legend_above <- function(style) {
  if (style$legend_position != "top-right") return(NULL)
  ggplot2::theme(
    legend.position = "top", legend.justification = "left", legend.direction = "horizontal", legend.background = NULL,
    legend.box = "vertical", legend.box.just = "left", legend.spacing.y = grid::unit(0, "pt")
  )
}

#' In how many rows a legend above or below the panel stands, so that none of its entries is cut.
legend_rows <- function(texts, style) {
  if (!style$legend_position %in% c("top-right", "bottom")) return(NULL)
  widths <- rough_width(texts, style$font_size) + 1.35 * style$font_size + 6
  ceiling(sum(widths) / (72 * style$plot_pdf_width - 4 * style$font_size))
}

#' Legend keys: filled dots, with an outline where the fill is too pale.
#'
#' @param rows Rows of a legend that runs across; NULL leaves it to ggplot2.
legend_guide <- function(fill, outline = fill, rows = NULL) {
  ggplot2::guides(colour = ggplot2::guide_legend(
    order = 1L, nrow = rows, byrow = TRUE,
    override.aes = list(shape = 21, fill = unname(fill), colour = unname(outline), alpha = 1, stroke = 0.3, size = 1.2)
  ))
}

#' A field of a figure's style, or the fallback where the figure does not declare it: one chart serves several tools.
style_value <- function(style, name, fallback) {
  value <- style[[name]]
  if (is.null(value)) fallback else value
}

#' The pieces of a title: `~2~` is lowered, `*TP53*` is italic. A lone mark, and one after a backslash, is a character like others;
#' title-marks.ts reads the same.
#'
#' @return Data frame `text`, `look` (plain, lowered, italic).
title_parts <- function(text) {
  pieces <- regmatches(text, gregexpr("\\\\[~*\\\\]|~[^~]+~|\\*(?:\\\\[~*\\\\]|[^*\\\\])+\\*|[^\\\\~*]+|(?s:.)", text, perl = TRUE))[[1L]]
  whole <- nchar(pieces) > 2L
  look <- ifelse(whole & startsWith(pieces, "~"), "lowered", ifelse(whole & startsWith(pieces, "*"), "italic", "plain"))
  plain <- look == "plain"
  pieces[!plain] <- substr(pieces[!plain], 2L, nchar(pieces[!plain]) - 1L)
  data.frame(text = gsub("\\\\([~*\\\\])", "\\1", pieces), look = look)
}

#' A title with what its marks say, as plotmath; a title without marks as text.
marked_text <- function(text) {
  parts <- title_parts(text)
  if (all(parts$look == "plain")) return(paste(parts$text, collapse = ""))
  terms <- list()
  for (i in seq_len(nrow(parts))) {
    text <- parts$text[[i]]
    last <- length(terms)
    if (parts$look[[i]] != "lowered") terms[[last + 1L]] <- if (parts$look[[i]] == "italic") bquote(italic(.(text))) else text
    # Plotmath lowers beside what stands before.
    else if (last > 0L) terms[[last]] <- bquote(.(terms[[last]])[.(text)])
    else terms[[1L]] <- bquote(""[.(text)])
  }
  Reduce(function(left, right) bquote(.(left) * .(right)), terms)
}

#' A name in a title: nothing in it is a mark.
as_title <- function(name) gsub("([~*\\\\])", "\\\\\\1", name)

#' A gene in a title: italic.
gene_title <- function(gene) ifelse(nzchar(gene), paste0("*", as_title(gene), "*"), "")

#' Title and axis titles: what the user wrote, else the figure's own (text or plotmath).
figure_titles <- function(style, x, y) {
  own <- function(text, default) if (nzchar(text)) marked_text(text) else if (is.character(default)) marked_text(default) else default
  ggplot2::labs(
    title = if (nzchar(style$plot_title)) style$plot_title else NULL,
    x = own(style$axis_title_x, x), y = own(style$axis_title_y, y)
  )
}

#' Axis numbers with a true minus and commas.
axis_numbers <- function(values) {
  text <- format(values, big.mark = ",", scientific = FALSE, trim = TRUE, drop0trailing = TRUE)
  ifelse(is.na(values), "", sub("-", "\u2212", text, fixed = TRUE))
}

#' Breaks at steps of 1, 2 or 5, as the browser's axes have them.
round_breaks <- function(limits) {
  if (!all(is.finite(limits))) return(numeric())
  at <- pretty(limits, 5L)
  at[at >= min(limits) - 1e-9 * diff(range(at)) & at <= max(limits) + 1e-9 * diff(range(at))]
}

#' Shares on an axis: 0.2 as 20%.
axis_percents <- function(values) ifelse(is.na(values), "", paste0(axis_numbers(100 * values), "%"))

#' A dashed line that carries no data: threshold or expectation.
guide_line <- function(x = NULL, y = NULL) {
  dashes <- list(colour = THRESHOLD_COLOUR, linewidth = line_width(1), linetype = "43")
  if (!is.null(x)) return(do.call(ggplot2::geom_vline, c(list(xintercept = x), dashes)))
  do.call(ggplot2::geom_hline, c(list(yintercept = y), dashes))
}

#' A figure for which there is nothing to draw: one sentence in the middle.
figure_sentence <- function(sentence, style) {
  grid::textGrob(sentence, gp = grid::gpar(fontsize = style$font_size, col = INK))
}
