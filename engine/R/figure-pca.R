ELLIPSE_LEVEL <- 0.95
# With three points the normal range is mostly guess.
ELLIPSE_POINTS <- 4L

#' Samples on the first two components, with the normal range of each group.
#'
#' @param scores sample, group, PC1, PC2. @param variance component, share. @param style Complete style with `words`.
#' @return A ggplot; where there are no scores, a grob that says so.
figure_pca <- function(scores, variance, style) {
  if (nrow(scores) == 0L) return(figure_sentence("\u6ca1\u6709\u7f3a\u5931\u503c\u7684\u57fa\u56e0\u592a\u5c11\uff0c\u753b\u4e0d\u51fa\u4e3b\u6210\u5206\u56fe", style))
  groups <- figure_groups(scores$group, style)
  scores$group <- factor(scores$group, levels = groups$name)
  texts <- paste0(groups$name, "\u3000", format_count(groups$count))
  large <- scores[scores$group %in% groups$name[groups$count >= ELLIPSE_POINTS], , drop = FALSE]
  ggplot2::ggplot(scores, ggplot2::aes(PC1, PC2, colour = group)) +
    (if (style$ellipse && nrow(large) > 0L) {
      ggplot2::stat_ellipse(data = large, type = "norm", level = ELLIPSE_LEVEL, segments = 72, linewidth = line_pixels(1), show.legend = FALSE)
    }) +
    ggplot2::geom_point(shape = 16, stroke = 0, size = disc_pixels(4), alpha = 0.85) +
    (if (style$show_samples) sample_names(scores, style)) +
    ggplot2::scale_colour_manual(values = stats::setNames(groups$colour, groups$name), labels = texts, drop = FALSE) +
    ggplot2::guides(colour = ggplot2::guide_legend(override.aes = list(alpha = 1))) +
    ggplot2::scale_x_continuous(labels = tick_text) +
    ggplot2::scale_y_continuous(labels = tick_text) +
    figure_titles(style, component_title("PC1", variance), component_title("PC2", variance)) +
    figure_theme(style)
}

component_title <- function(component, variance) {
  share <- variance$share[match(component, variance$component)]
  if (is.na(share)) component else sprintf("%s\uff08%.1f%%\uff09", component, 100 * share)
}

sample_names <- function(scores, style) {
  ggrepel::geom_text_repel(
    ggplot2::aes(label = sample), size = text_points(style$font_size), colour = FIGURE_COLOURS$ink,
    segment.colour = FIGURE_COLOURS$leader, segment.size = line_pixels(0.7), box.padding = grid::unit(pixels(4), "pt"),
    point.padding = grid::unit(pixels(4), "pt"), max.time = Inf, max.iter = 2000, max.overlaps = Inf, seed = 1L, show.legend = FALSE
  )
}
