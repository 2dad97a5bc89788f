#' Kaplan-Meier curves with the numbers at risk below; packages/figures/src/kinds/km draws the same.

#' @param curve Data frame: `group`, `time`, `surv`, `lower`, `upper`, `n_censor`; from time 0. @param risk Data frame: `group`, `time`, `n`: its
#'   times are the ticks of the axis.
#' @param style The figure's style with `words` (`p_name`, `p`, `hr`, `hr_low`, `hr_high`, `hr_unknown`, `unit_word`); optional `high_color` and
#'   `low_color`, `time_limit` (end of the axis; 0: the last time), `conf_int`, `risk_table`, `show_censored`, `show_median`, `line_width` (px).
#' @return A grob. It is made while it is drawn, because only then there is a device whose letters can be measured.
km_figure <- function(curve, risk, style) {
  if (nrow(curve) == 0L) return(figure_sentence("没有可画的患者", style))
  draw <- function() km_grob(curve, risk, style)
  grid::delayGrob(draw(), list = list(draw = draw))
}

km_grob <- function(curve, risk, style) {
  looks <- km_looks(curve, style)
  limit <- style_value(style, "time_limit", 0)
  end <- if (limit > 0) limit else max(curve$time)
  ticks <- unique(risk$time[risk$time <= end])
  plot <- km_plot(curve, looks, ticks, end, style)
  if (!style_value(style, "risk_table", TRUE)) return(ggplot2::ggplotGrob(plot))
  main <- ggplot2::ggplotGrob(plot + ggplot2::labs(title = NULL) + ggplot2::theme(legend.position = "none"))
  below <- ggplot2::ggplotGrob(risk_plot(risk, looks, ticks, end, style))
  panel <- below$layout$t[below$layout$name == "panel"]
  below$heights[panel] <- grid::unit(1.6 * style$font_size * length(looks$name), "pt")
  with_legend(rbind(main, below), legend_of(plot), figure_heading(style), style)
}

#' Groups in the table's order with their colours: high and low take the style's own, others as in every figure.
km_looks <- function(curve, style) {
  names <- unique(curve$group)
  style$words$case_group <- SURVIVAL_GROUPS[["high"]]
  style$words$control_group <- SURVIVAL_GROUPS[["low"]]
  style$case_color <- style_value(style, "high_color", "#D55E00")
  style$control_color <- style_value(style, "low_color", "#0072B2")
  looks <- group_looks(names, style)
  at <- match(looks$name, names)
  starts <- curve[curve$time == 0 & !duplicated(curve$group), ]
  list(name = looks$name, colour = looks$colour, count = starts$n_risk[match(looks$name, starts$group)], order = at)
}

km_plot <- function(curve, looks, ticks, end, style) {
  curve$group <- factor(curve$group, looks$name)
  words <- style$words
  unit <- if (is.null(words$unit_word)) "" else paste0("（", words$unit_word, "）")
  width <- line_width(style_value(style, "line_width", 1.6))
  censored <- curve[curve$n_censor > 0 & curve$time <= end, ]
  ggplot2::ggplot(curve, ggplot2::aes(x = .data$time, y = .data$surv, colour = .data$group)) +
    (if (style_value(style, "conf_int", TRUE)) ggplot2::geom_ribbon(
      ggplot2::aes(x = .data$time, ymin = .data$lower, ymax = .data$upper, fill = .data$group), km_band(curve, looks),
      inherit.aes = FALSE, alpha = 0.14, show.legend = FALSE
    )) +
    (if (style_value(style, "show_median", TRUE)) median_layers(curve, looks, end)) +
    ggplot2::geom_step(linewidth = width, show.legend = FALSE) +
    (if (style_value(style, "show_censored", TRUE) && nrow(censored) > 0L) ggplot2::geom_segment(
      ggplot2::aes(x = .data$time, xend = .data$time, y = .data$surv - 0.013, yend = .data$surv + 0.013), censored,
      linewidth = line_width(1), show.legend = FALSE
    )) +
    km_text(km_sentences(words), end, text_corner(curve, end), style) +
    group_scales(looks, 0, 0, style) +
    ggplot2::scale_x_continuous(breaks = ticks, labels = axis_numbers, expand = ggplot2::expansion(c(0, 0.02))) +
    ggplot2::scale_y_continuous(breaks = seq(0, 1, 0.25), labels = axis_percents, expand = ggplot2::expansion(c(0, 0.03))) +
    ggplot2::coord_cartesian(xlim = c(0, end), ylim = c(0, 1), clip = "on") +
    figure_titles(style, paste0("时间", unit), "生存率") +
    figure_theme(style) +
    legend_above(style)
}

#' The band's edges as steps: each row twice, at its own time and at the next one's. Unknown bounds end a band.
km_band <- function(curve, looks) {
  bands <- lapply(looks$name, function(name) {
    own <- curve[curve$group == name & !is.na(curve$lower) & !is.na(curve$upper), ]
    n <- nrow(own)
    rows <- own[rep(seq_len(n), each = 2L)[-2L * n], ]
    rows$time <- own$time[rep(seq_len(n), each = 2L)[-1L]]
    rows
  })
  do.call(rbind, bands)
}

#' Dashed lines from one half to each median.
median_layers <- function(curve, looks, end) {
  medians <- vapply(looks$name, function(name) {
    own <- curve[curve$group == name, ]
    reached <- own$time[own$surv <= 0.5]
    if (length(reached) == 0L) NA_real_ else min(reached)
  }, numeric(1))
  medians <- medians[!is.na(medians) & medians <= end]
  if (length(medians) == 0L) return(NULL)
  dashed <- function(x, xend, y, yend) ggplot2::annotate(
    "segment", x = x, xend = xend, y = y, yend = yend, colour = THRESHOLD_COLOUR, linewidth = line_width(1), linetype = "43"
  )
  c(list(dashed(0, max(medians), 0.5, 0.5)), lapply(medians, function(median) dashed(median, median, 0, 0.5)))
}

#' "Log-rank P = 0.012" and "HR = 1.84（95% CI 1.10–3.07）"; km-curves.ts writes the same.
km_sentences <- function(words) {
  given <- function(name) !is.null(words[[name]]) && nzchar(words[[name]])
  p <- if (given("p")) paste0(words$p_name, if (startsWith(words$p, "<")) " " else " = ", words$p)
  ratio <- if (given("hr")) sprintf("HR = %s（95%% CI %s–%s）", words$hr, words$hr_low, words$hr_high)
  else if (isTRUE(words$hr_unknown) || identical(words$hr_unknown, "true")) "HR 不可估计"
  c(p, ratio)
}

#' Which corner no curve comes into: upper right where all run low in the later part of the axis, else lower left or lower right where none
#' comes so low in that half; km-curves.ts decides the same.
#'
#' @return upper, left or right.
text_corner <- function(curve, end) {
  lowest <- function(rows) tapply(rows$surv, droplevels(factor(rows$group)), min)
  if (all(lowest(curve[curve$time <= 0.4 * end, ]) < 0.72)) return("upper")
  low <- curve$surv < 0.2
  if (any(low & curve$time < 0.5 * end) && !any(low & last_times(curve) >= 0.5 * end)) "right" else "left"
}

#' The end of each row's curve.
last_times <- function(curve) stats::ave(curve$time, curve$group, FUN = max)

km_text <- function(sentences, end, corner, style) {
  if (length(sentences) == 0L) return(NULL)
  above <- corner == "upper"
  right <- corner != "left"
  ggplot2::annotate(
    "label", x = if (above) end else end * (if (right) 0.98 else 0.03), y = if (above) 1 else 0.03, label = paste(sentences, collapse = "\n"),
    hjust = as.numeric(right), vjust = as.numeric(above), lineheight = 1.25,
    size = text_size(style$font_size), colour = INK, fill = grDevices::adjustcolor("white", 0.85), label.size = 0,
    label.padding = grid::unit(1.5, "pt"), label.r = grid::unit(0, "pt")
  )
}

risk_plot <- function(risk, looks, ticks, end, style) {
  risk <- risk[risk$time %in% ticks, ]
  risk$group <- factor(risk$group, rev(looks$name))
  ggplot2::ggplot(risk, ggplot2::aes(x = .data$time, y = .data$group, label = format_count(.data$n))) +
    ggplot2::geom_text(size = text_size(style$font_size), colour = INK) +
    ggplot2::scale_x_continuous(breaks = ticks, expand = ggplot2::expansion(c(0, 0.02))) +
    ggplot2::scale_y_discrete(labels = function(names) names) +
    ggplot2::coord_cartesian(xlim = c(0, end), clip = "off") +
    ggplot2::labs(title = "风险人数") +
    figure_theme(style) +
    ggplot2::theme(
      axis.line = ggplot2::element_blank(), axis.ticks = ggplot2::element_blank(), axis.text.x = ggplot2::element_blank(),
      axis.title.x = ggplot2::element_blank(), axis.title.y = ggplot2::element_blank(),
      axis.text.y = ggplot2::element_text(size = style$font_size, hjust = 1, margin = ggplot2::margin(r = 6)),
      plot.title = ggplot2::element_text(size = style$font_size, face = "plain", hjust = 0, margin = ggplot2::margin(t = 2, b = 3)),
      plot.title.position = "plot", plot.margin = ggplot2::margin(0, 6, 4, 4)
    )
}
