# Classes of a differential result and their looks; the browser's charts follow the same rules.

CLASS_WORDS <- c(up = "上调", down = "下调", none = "不显著")

#' Up, down or none by the thresholds: |log2FC| at least, adjusted P below. A missing value is none.
#'
#' @param thresholds List with `log2fc` and `padj`: params of a run or the style of a figure.
gene_change <- function(log2fc, padj, thresholds) {
  significant <- !is.na(log2fc) & !is.na(padj) & abs(log2fc) >= thresholds$log2fc & padj < thresholds$padj
  ifelse(!significant, "none", ifelse(log2fc >= thresholds$log2fc, "up", "down"))
}

#' Points of the three classes, pale ones first, so that significant ones lie above; with colours and a counted legend.
#'
#' @param points Data frame with `x`, `y` and `change`. @param style A figure's style.
#' @return List of ggplot layers and scales.
class_layers <- function(points, style) {
  points <- points[order(match(points$change, c("none", "down", "up"))), ]
  # Half-transparent pale grey is no longer seen on white.
  opacity <- ifelse(points$change == "none", max(style$point_opacity, 0.85), style$point_opacity)
  colours <- c(up = style$up_color, down = style$down_color, none = style$nochange_color)
  list(
    ggplot2::geom_point(
      ggplot2::aes(x = .data$x, y = .data$y, colour = .data$change), points,
      shape = 16, stroke = 0, alpha = opacity, size = point_size(style$point_size)
    ),
    ggplot2::scale_colour_manual(
      values = colours, limits = names(CLASS_WORDS), name = NULL,
      labels = class_legend_texts(points$change, style)
    ),
    legend_guide(fill = colours, outline = ifelse(colours == "#d2dae2", "#b9c4cc", colours))
  )
}

#' "上调 532": the classes with their numbers of genes. @param style Optional `class_words`: other names, in the order of `CLASS_WORDS`.
class_legend_texts <- function(change, style) {
  paste0(style_value(style, "class_words", CLASS_WORDS), "\u2002", format_count(as.integer(table(factor(change, names(CLASS_WORDS))))))
}

#' "肿瘤 / 癌旁" where the run has two groups, else nothing.
contrast_words <- function(words) {
  if (is.null(words$case_group) || is.null(words$control_group)) return("")
  paste0("\u3000", words$case_group, " / ", words$control_group)
}

#' "log2(FC)  case / control" for a y axis: names that are too long for its height stand in a line of their own, cut where
#' even that is too short.
#'
#' @param height Height of the figure, inches. @param size Font size, points.
vertical_contrast_title <- function(words, height, size) {
  names <- contrast_words(words)
  # The panel has about three quarters of the height; a Latin letter is half as wide as the font is high.
  room <- floor(0.75 * height * 72 / (0.5 * size))
  if (nchar(names) + 8L <= room) return(bquote("log"[2] * .(paste0("(FC)", names))))
  own_line <- trimws(sub("^\u3000", "", names))
  if (nchar(own_line) > room) own_line <- paste0(substr(own_line, 1L, room - 1L), "\u2026")
  bquote(atop("log"[2] * "(FC)", .(own_line)))
}
