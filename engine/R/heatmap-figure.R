# The clustered heatmap in one panel: cells are unit squares, trees and group bar lie left of and above them.

#' What the colours stand for; white is at `middle`, where that is missing they run from one straight to the other.
Z_SCALE <- list(title = "行 z 值", low = -2.5, high = 2.5, middle = 0)
NAMED_ROWS_MAX <- 120L
NAMED_COLUMNS_MAX <- 150L
# Cells drawn as rectangles stay editable; more of them are one picture.
RECTANGLES_MAX <- 20000L

#' @param cells Table `heatmap`: gene, then one column of z values per sample, display order. The same names on both sides, as
#'   of distances, make squares.
#' @param samples Table `heatmap_samples`, or NULL. @param tree Table `heatmap_tree`. @param style The figure's style with `words`.
#' @param scale One row, `title`, `low`, `high`, `middle`, where the values are no z values.
#' @return A ggplot.
heatmap_figure <- function(cells, samples, tree, style, scale = Z_SCALE) {
  if (nrow(cells) == 0L) return(figure_sentence("没有缺失值的基因太少，画不出热图", style))
  z <- as.matrix(cells[-1L])
  rows <- nrow(z)
  columns <- ncol(z)
  square <- identical(as.character(cells[[1L]]), names(cells)[-1L])
  if (square) style$show_genes <- style$show_samples
  # Nobody's group: no bar of groups.
  if (all(samples$group == "")) samples <- NULL
  groups <- group_looks(samples$group, style)
  # The trees take an eighth of the width and a ninth of the height.
  left <- columns / 7
  top <- rows / 8
  bar <- rows * c(0.008, 0.028) + rows + 0.5
  ggplot2::ggplot() +
    cell_layer(z, style, scale) +
    (if (!is.null(samples)) ggplot2::annotate(
      "rect", xmin = seq_len(columns) - 0.5, xmax = seq_len(columns) + 0.5, ymin = bar[[1L]], ymax = bar[[2L]],
      fill = groups$colour[match(samples$group, groups$name)], colour = NA
    )) +
    tree_layer(tree[tree$side == "row", ], function(position, height) list(x = 0.5 - left * (0.04 + 0.96 * height), y = rows + 1 - position)) +
    tree_layer(tree[tree$side == "column", ], function(position, height) list(x = position, y = bar[[2L]] + top * (0.06 + 0.94 * height))) +
    group_legend_layer(groups) +
    ggplot2::scale_x_continuous(
      limits = c(0.5 - left, columns + 0.5), expand = c(0, 0),
      breaks = if (names_columns(style, columns)) seq_len(columns), labels = colnames(z)
    ) +
    ggplot2::scale_y_continuous(
      limits = c(0.5, bar[[2L]] + top), expand = c(0, 0), position = "right",
      breaks = if (names_rows(style, rows)) seq_len(rows), labels = rev(cells[[1L]])
    ) +
    figure_titles(style, sprintf(if (square) "%s 个样本" else "%s 个样本（ward.D2，欧氏距离）", format_count(columns)), NULL) +
    (if (square) ggplot2::coord_fixed()) +
    heatmap_theme(style, rows, columns, centre = (left + columns / 2) / (left + columns), italic = !square && gene_rows(style))
}

names_rows <- function(style, rows) style$show_genes && rows <= NAMED_ROWS_MAX
names_columns <- function(style, columns) style$show_samples && columns <= NAMED_COLUMNS_MAX

#' Place of values in a scale's colours, 0 to 1: the middle of the scale is the middle of the colours.
scale_place <- function(values, scale) {
  middle <- if (is.na(scale$middle)) (scale$low + scale$high) / 2 else scale$middle
  side <- ifelse(values < middle, middle - scale$low, scale$high - middle)
  pmin(pmax(ifelse(side == 0, 0.5, 0.5 + (values - middle) / (2 * side)), 0), 1)
}

#' Texts of the ends and the middle of a scale, from low to high.
scale_texts <- function(scale) {
  middle <- if (is.na(scale$middle)) (scale$low + scale$high) / 2 else scale$middle
  vapply(c(scale$low, middle, scale$high), function(value) axis_numbers(signif(value, 3L)), character(1))
}

cell_layer <- function(z, style, scale) {
  clipped <- scale_place(z, scale)
  cells <- data.frame(x = c(col(z)), y = nrow(z) + 1 - c(row(z)), z = c(clipped))
  colours <- c(style$low_color, if (!is.na(scale$middle)) "#FFFFFF", style$high_color)
  layer <- if (nrow(cells) > RECTANGLES_MAX) {
    ggplot2::geom_raster(ggplot2::aes(x = .data$x, y = .data$y, fill = .data$z), cells)
  } else {
    # An outline of the cell's own colour closes the hairlines that viewers show between rectangles.
    own <- scales::gradient_n_pal(colours)(cells$z)
    ggplot2::geom_tile(ggplot2::aes(x = .data$x, y = .data$y, fill = .data$z), cells, colour = own, linewidth = 0.05)
  }
  list(layer, ggplot2::scale_fill_gradientn(
    colours = colours, limits = c(0, 1), breaks = c(0, 0.5, 1), labels = scale_texts(scale), name = scale$title,
    na.value = "#E4E9EB"
  ))
}

#' @param place Function of position and height as a share of the tallest merge: list(x, y).
tree_layer <- function(lines, place) {
  if (nrow(lines) == 0L) return(list())
  tallest <- max(lines$height_to, lines$height_from)
  from <- place(lines$position_from, lines$height_from / tallest)
  to <- place(lines$position_to, lines$height_to / tallest)
  ggplot2::annotate(
    "segment", x = from$x, y = from$y, xend = to$x, yend = to$y,
    colour = AXIS_COLOUR, linewidth = line_width(0.8), lineend = "square"
  )
}

#' Points outside the panel: only their legend is seen.
group_legend_layer <- function(groups) {
  if (length(groups$name) == 0L) return(list())
  list(
    ggplot2::geom_point(
      ggplot2::aes(x = .data$x, y = .data$y, colour = .data$name),
      data.frame(x = 1, y = 1, name = factor(groups$name, groups$name)), alpha = 0, shape = 15
    ),
    ggplot2::scale_colour_manual(
      values = groups$colour, limits = groups$name, name = "分组", labels = sprintf("%s（%d）", groups$name, groups$count)
    )
  )
}

heatmap_theme <- function(style, rows, columns, centre, italic) {
  size <- style$font_size
  # Names take at most the height or width of their cell.
  row_size <- min(size * 0.95, 0.97 * 72 * style$plot_pdf_height * 0.8 / max(rows, 1L))
  column_size <- min(size * 0.85, 0.95 * 72 * style$plot_pdf_width * 0.6 / max(columns, 1L))
  across <- style$legend_position == "bottom"
  bar <- list(ticks = FALSE, frame.colour = AXIS_COLOUR, frame.linewidth = line_width(0.5), order = 1)
  bar <- c(bar, if (across) list(barwidth = grid::unit(64, "pt"), barheight = grid::unit(6, "pt"), direction = "horizontal")
  else list(barwidth = grid::unit(9, "pt"), barheight = grid::unit(72, "pt")))
  list(
    ggplot2::guides(
      fill = do.call(ggplot2::guide_colourbar, bar),
      colour = ggplot2::guide_legend(order = 2, override.aes = list(alpha = 1, size = 2.6))
    ),
    figure_theme(style),
    ggplot2::theme(
      axis.line = ggplot2::element_blank(), axis.ticks = ggplot2::element_blank(), axis.ticks.length = grid::unit(0, "pt"),
      axis.text.y.right = if (names_rows(style, rows)) {
        ggplot2::element_text(size = row_size, face = if (italic) "italic" else "plain", hjust = 0, margin = ggplot2::margin(l = 3))
      } else ggplot2::element_blank(),
      axis.text.x = if (names_columns(style, columns)) {
        ggplot2::element_text(size = column_size, angle = 90, hjust = 1, vjust = 0.5, margin = ggplot2::margin(t = 2))
      } else ggplot2::element_blank(),
      axis.title.x = ggplot2::element_text(size = size, hjust = centre, margin = ggplot2::margin(t = 5)),
      legend.spacing.y = grid::unit(4, "pt"), legend.box.spacing = grid::unit(14, "pt")
    ),
    if (style$legend_position == "top-right") legend_theme("right")
  )
}
