# The look of printed figures: the same constants as the browser's (apps/web/src/charts/look.ts), in points.
# 12 px on screen are 7 pt in print, so one figure of one column has on paper the proportions that it has on the page.

FIGURE_COLOURS <- list(
  ink = "#16242B", axis = "#2b363b", threshold = "#7d8b92", leader = "#5F6F77", missing = "#E4E9EB",
  # Outline that makes the pale grey of "no change" visible in a legend.
  pale_outline = "#b9c4cc",
  # Groups beyond the two of a comparison, in this order (Okabe-Ito).
  categories = c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
)

#' Screen pixels in points. Marks keep their size when only the text is made larger.
pixels <- function(px) px * 7 / 12

#' ggplot2's `linewidth` of a line that is `px` wide on screen: R's lwd 1 is 1/96 inch.
line_pixels <- function(px) pixels(px) * 96 / 72 / ggplot2::.pt

#' ggplot2's `size` of a disc (shape 16, stroke 0) with this radius on screen: the disc takes 3/4 of its font size.
disc_pixels <- function(radius) pixels(2 * radius) / 0.75 / ggplot2::.pt

#' ggplot2's `size` of text of so many points.
text_points <- function(points) points / ggplot2::.pt

#' White ground, left and bottom axis, ticks outwards, no box, no grid. The family is the device's: see `figure-fonts.R`.
#'
#' @param style The figure's complete style.
figure_theme <- function(style) {
  size <- style$font_size
  text <- ggplot2::element_text(size = size, colour = FIGURE_COLOURS$ink, margin = ggplot2::margin())
  line <- ggplot2::element_line(linewidth = line_pixels(1), colour = FIGURE_COLOURS$axis, lineend = "square")
  gap <- pixels(4)
  ggplot2::theme_void(base_size = size) + ggplot2::theme(
    text = text, axis.line = line, axis.ticks = line, axis.ticks.length = grid::unit(pixels(5), "pt"),
    axis.text.x = ggplot2::element_text(size = size, margin = ggplot2::margin(t = gap)),
    axis.text.y = ggplot2::element_text(size = size, margin = ggplot2::margin(r = gap), hjust = 1),
    axis.title.x = ggplot2::element_text(size = size * 13 / 12, margin = ggplot2::margin(t = 2 * gap)),
    axis.title.y = ggplot2::element_text(size = size * 13 / 12, angle = 90, margin = ggplot2::margin(r = 2 * gap)),
    plot.title = ggplot2::element_text(size = size * 13 / 12, face = "bold", hjust = 0.5, margin = ggplot2::margin(b = 3 * gap)),
    plot.background = ggplot2::element_rect(fill = "white", colour = NA),
    plot.margin = ggplot2::margin(pixels(10), pixels(14), pixels(6), pixels(6)),
    legend.text = ggplot2::element_text(size = size), legend.title = ggplot2::element_blank(),
    legend.key.size = grid::unit(size * 1.45, "pt"), legend.background = ggplot2::element_blank(),
    legend.margin = ggplot2::margin()
  ) + legend_place(style$legend_position)
}

legend_place <- function(position) {
  if (position != "top-right") return(ggplot2::theme(legend.position = position))
  ggplot2::theme(legend.position = c(1, 1), legend.justification = c(1, 1))
}

#' Titles of plot and axes: the user's, or the figure's own.
figure_titles <- function(style, x, y) {
  chosen <- function(own, default) rich_text(if (nzchar(own)) own else default)
  title <- if (nzchar(style$plot_title)) style$plot_title
  ggplot2::labs(title = title, x = chosen(style$axis_title_x, x), y = chosen(style$axis_title_y, y))
}

#' Text in which `~2~` is lowered, for grid and ggplot2; without such a mark it stays plain text.
rich_text <- function(text) {
  parts <- strsplit(paste0(text, "~"), "~", fixed = TRUE)[[1L]]
  # An even count has a lone tilde: the text is the user's own.
  if (length(parts) < 3L || length(parts) %% 2L == 0L) return(text)
  lowered <- seq(2L, length(parts), 2L)
  pieces <- lapply(lowered, function(i) call("[", parts[[i - 1L]], parts[[i]]))
  rest <- if (nzchar(parts[[length(parts)]])) list(parts[[length(parts)]])
  as.expression(as.call(c(list(as.name("paste")), pieces, rest)))
}

#' Tick labels: true minus, thousands separated, one number of decimals.
tick_text <- function(values) {
  shown <- values[is.finite(values)]
  digits <- 0L
  while (digits < 6L && any(abs(shown - round(shown, digits)) > 1e-9)) digits <- digits + 1L
  text <- formatC(values, format = "f", digits = digits, big.mark = ",")
  text[!is.na(values) & values == 0] <- "0"
  text[is.na(values)] <- NA_character_
  sub("-", "\u2212", text, fixed = TRUE)
}

#' "tumour / normal" where the run compares two groups.
contrast_text <- function(words) {
  groups <- c(words$case_group, words$control_group)
  if (length(groups) == 2L && all(nzchar(groups))) paste(groups, collapse = " / ") else ""
}

#' Title of a log2 fold change axis.
fold_change_title <- function(words) {
  contrast <- contrast_text(words)
  if (nzchar(contrast)) paste0("log~2~(FC)\u3000", contrast) else "log~2~(FC)"
}

#' Groups with colour and size: case and control take the style's colours, others the palette; case first.
#'
#' @return Data frame: name, colour, count.
figure_groups <- function(groups, style) {
  pair <- c(style$words$case_group, style$words$control_group)
  names <- unique(groups)
  names <- c(intersect(pair, names), setdiff(names, pair))
  colours <- stats::setNames(rep_len(FIGURE_COLOURS$categories, max(1L, length(setdiff(names, pair)))), NULL)
  colour <- character(length(names))
  colour[names %in% pair] <- c(style$case_color, style$control_color)[match(names[names %in% pair], pair)]
  colour[!names %in% pair] <- utils::head(colours, sum(!names %in% pair))
  data.frame(name = names, colour = colour, count = as.integer(table(factor(groups, levels = names))))
}

#' Smallest and largest finite value, widened by a share of the distance on both sides.
padded_range <- function(values, share, default = c(0, 1)) {
  values <- values[is.finite(values)]
  if (length(values) == 0L) return(default)
  ends <- range(values)
  pad <- if (ends[[1L]] == ends[[2L]]) 0.5 else diff(ends) * share
  ends + c(-pad, pad)
}

#' A figure for which there is nothing to draw: one sentence in the middle.
figure_sentence <- function(sentence, style) {
  grid::textGrob(sentence, gp = grid::gpar(fontsize = style$font_size, col = FIGURE_COLOURS$ink))
}
