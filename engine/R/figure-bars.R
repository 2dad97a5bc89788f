# Share of a label's room that its bars take together; bars-layout.ts places the same.
BARS_FILLED <- 0.78

#' Bars side by side or stacked, running right or up; negative values run the other way.
#'
#' @param bars Data frame in display order: `label`, `value`; optional `group`, `facet`, and `limit`: where a dashed line crosses the bars.
#' @param style The figure's style with `words`, `bar_mode` (grouped, stacked), `bar_direction` (horizontal, vertical),
#'   `value_format` (number, percent); optional `show_values`, and `up_color`, `down_color` for bars without groups.
#' @param italic Labels are genes.
#' @return A ggplot.
bars_figure <- function(bars, style, italic = FALSE) {
  bars <- bars[is.finite(bars$value), , drop = FALSE]
  if (nrow(bars) == 0L) return(figure_sentence("没有数值可画", style))
  facets <- panel_names(bars)
  horizontal <- style$bar_direction == "horizontal"
  looks <- bar_looks(bars, style)
  placed <- place_bars(bars, looks, facets, stacked = style$bar_mode == "stacked", shared = horizontal)
  span <- bar_span(placed$to, bars$limit)
  write <- if (style$value_format == "percent") axis_percents else axis_numbers
  values <- list(limits = span, labels = write, breaks = round_breaks, expand = c(0, 0))
  plot <- ggplot2::ggplot(placed) + bar_layers(placed, span, horizontal, style) + limit_line(bars$limit, horizontal)
  plot <- plot + if (horizontal) bars_across(placed, values, style) else bars_upright(placed, values, facets, style)
  plot +
    group_scales(looks, if (horizontal) 0 else 1, if (horizontal) 1 else 0, style, facets, counted = FALSE) +
    (if (is.null(bars$group)) ggplot2::guides(colour = "none")) +
    figure_titles(style, NULL, NULL) +
    figure_theme(style) +
    legend_above(style) +
    (if (horizontal) left_names_theme(placed, style, italic) else band_names_theme(upright_names(placed, facets, style), style, italic)) +
    panel_layers(facets, style, free = !horizontal)
}

#' Colours of the groups; without groups those of both signs.
bar_looks <- function(bars, style) {
  if (!is.null(bars$group)) return(group_looks(bars$group, style))
  colours <- c(style_value(style, "up_color", CATEGORY_COLOURS[[1L]]), style_value(style, "down_color", CATEGORY_COLOURS[[2L]]))
  list(name = c("up", "down"), colour = colours, count = c(0L, 0L))
}

#' Each bar's place along its axis (`start`, `end`) and its ends (`from`, `to`). Stacked values pile up from 0, negative ones
#' downwards.
#'
#' @param shared All panels have the same labels; else each panel has its own part of one number line.
place_bars <- function(bars, looks, facets, stacked, shared) {
  panel <- column_or(bars, "facet", "")
  key <- if (shared) bars$label else paste(panel, bars$label, sep = "\t")
  keys <- if (shared) unique(bars$label) else unique(key[order(match(panel, c(facets, "")))])
  bars$place <- match(key, keys)
  grouped <- !is.null(bars$group)
  bars$group <- factor(if (grouped) bars$group else ifelse(bars$value < 0, "down", "up"), looks$name)
  side <- paste(panel, bars$place, bars$value < 0)
  bars$to <- if (stacked) stats::ave(bars$value, side, FUN = cumsum) else bars$value
  bars$from <- bars$to - bars$value
  slots <- if (stacked || !grouped) 1L else nlevels(bars$group)
  slot <- if (slots == 1L) 0L else as.integer(bars$group) - 1L
  bars$start <- bars$place - BARS_FILLED / 2 + slot * BARS_FILLED / slots
  bars$end <- bars$start + BARS_FILLED / slots
  bars
}

#' From 0 to a little beyond the bars and the line across them; shares that fill the whole end at 1.
bar_span <- function(to, limit = NULL) {
  low <- min(to, limit, 0)
  high <- max(to, limit, 0)
  if (is.null(limit) && low == 0 && abs(high - 1) < 1e-6) return(c(0, 1))
  pad <- 0.06 * (if (high > low) high - low else 1)
  c(if (low < 0) low - pad else 0, if (high > 0 || low == 0) high + pad else 0)
}

bar_layers <- function(placed, span, horizontal, style) {
  mapping <- if (horizontal) {
    ggplot2::aes(xmin = .data$from, xmax = .data$to, ymin = .data$start, ymax = .data$end, fill = .data$group)
  } else ggplot2::aes(xmin = .data$start, xmax = .data$end, ymin = .data$from, ymax = .data$to, fill = .data$group)
  zero <- list(colour = AXIS_COLOUR, linewidth = line_width(1))
  list(
    ggplot2::geom_rect(mapping, show.legend = FALSE),
    if (span[[1L]] < 0 && horizontal) do.call(ggplot2::geom_vline, c(list(xintercept = 0), zero)),
    if (span[[1L]] < 0 && !horizontal) do.call(ggplot2::geom_hline, c(list(yintercept = 0), zero)),
    if (style_value(style, "show_values", FALSE) && style$bar_mode != "stacked") value_texts(horizontal, style)
  )
}

#' @param limit The column of the bars: one value in all rows, or NULL.
limit_line <- function(limit, horizontal) {
  if (is.null(limit)) return(NULL)
  if (horizontal) guide_line(x = limit[[1L]]) else guide_line(y = limit[[1L]])
}

#' Numbers at the ends of the bars.
value_texts <- function(horizontal, style) {
  write <- function(value) if (style$value_format == "percent") sprintf("%.1f%%", 100 * value) else bar_numbers(value)
  size <- text_size(style$font_size * 0.9)
  if (horizontal) {
    mapping <- ggplot2::aes(
      x = .data$to, y = (.data$start + .data$end) / 2, label = write(.data$value), hjust = ifelse(.data$value < 0, 1.15, -0.15)
    )
  } else {
    mapping <- ggplot2::aes(
      x = (.data$start + .data$end) / 2, y = .data$to, label = write(.data$value), vjust = ifelse(.data$value < 0, 1.4, -0.4)
    )
  }
  ggplot2::geom_text(mapping, size = size, colour = INK)
}

#' Whole numbers as they are, others with two decimals.
bar_numbers <- function(values) {
  texts <- ifelse(values == round(values), format_count(values), sprintf("%.2f", values))
  sub("-", "\u2212", texts, fixed = TRUE)
}

#' Scales of bars that run right: the first label on top.
bars_across <- function(placed, values, style) {
  labels <- placed$label[match(seq_len(max(placed$place)), placed$place)]
  list(
    do.call(ggplot2::scale_x_continuous, values),
    ggplot2::scale_y_reverse(
      breaks = seq_along(labels), labels = shorten_texts(labels, 0.4 * 72 * style$plot_pdf_width, style$font_size),
      limits = c(length(labels) + 0.5, 0.5), expand = c(0, 0)
    )
  )
}

#' Scales of bars that run up.
bars_upright <- function(placed, values, facets, style) {
  names <- upright_names(placed, facets, style)
  list(
    do.call(ggplot2::scale_y_continuous, values),
    ggplot2::geom_blank(ggplot2::aes(x = .data$place - 0.5, y = 0)),
    ggplot2::geom_blank(ggplot2::aes(x = .data$place + 0.5, y = 0)),
    ggplot2::scale_x_continuous(breaks = seq_along(names$texts), labels = names$texts, expand = c(0, 0))
  )
}

upright_names <- function(placed, facets, style) {
  labels <- placed$label[match(seq_len(max(placed$place)), placed$place)]
  most <- max(tapply(placed$place, column_or(placed, "facet", ""), function(place) length(unique(place))))
  fit_band_names(labels, band_width(style, most, max(length(facets), 1L)), style)
}

#' Names left of the axis: no larger than their bar's room. The last number below may reach beyond the axis.
left_names_theme <- function(placed, style, italic) {
  size <- min(style$font_size, 0.95 * (72 * style$plot_pdf_height - 5 * style$font_size) / max(placed$place))
  ggplot2::theme(
    axis.text.y = ggplot2::element_text(size = size, face = if (italic) "italic" else "plain", hjust = 1, margin = ggplot2::margin(r = 4)),
    axis.ticks.y = ggplot2::element_blank(), plot.margin = ggplot2::margin(5, 6 + style$font_size, 4, 4)
  )
}
