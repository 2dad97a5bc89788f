# Groups of samples: their colours, numbers and legend; the browser's groups.ts follows the same rules.

#' Colours of groups beyond a comparison, by name; the tool kit's CATEGORY_COLOURS.
CATEGORY_COLOURS <- c(
  "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#882255", "#44AA99", "#999933", "#AA4499", "#DDCC77"
)

#' Groups with their colours: the run's case and control group take the style's two colours, any further group the style's
#' `group_1_color` ... or the categorical palette. Case first, control next, then by name: a group has one colour in all figures
#' of a result, in whatever order they show it.
#'
#' @param group Each sample's group. @param style The figure's style with `words`.
#' @return List of `name`, `colour`, `count`.
group_looks <- function(group, style) {
  group <- as.character(group)
  pair <- unlist(style$words[c("case_group", "control_group")], use.names = FALSE)
  present <- unique(group)
  others <- setdiff(present, pair)
  name <- c(intersect(pair, present), others[order(sort_key(others), method = "radix")])
  further <- cumsum(!name %in% pair)
  colour <- vapply(seq_along(name), function(i) {
    if (identical(name[[i]], style$words$case_group)) return(pair_colour(style, "case_color", "tumor_color", "#ff4757"))
    if (identical(name[[i]], style$words$control_group)) return(pair_colour(style, "control_color", "normal_color", "#546de5"))
    own <- CATEGORY_COLOURS[[(further[[i]] - 1L) %% length(CATEGORY_COLOURS) + 1L]]
    style_value(style, sprintf("group_%d_color", further[[i]]), own)
  }, character(1))
  list(name = name, colour = colour, count = vapply(name, function(one) sum(group == one), integer(1), USE.NAMES = FALSE))
}

#' A colour of the comparison: tools on cohorts name it after the tissue.
pair_colour <- function(style, name, tissue, fallback) style_value(style, name, style_value(style, tissue, fallback))

#' B2 comes before B10; in the order of the letters' codes, which no locale decides.
sort_key <- function(names) {
  digits <- gregexpr("[0-9]+", names)
  regmatches(names, digits) <- lapply(regmatches(names, digits), function(found) paste0(strrep("0", pmax(12L - nchar(found), 0L)), found))
  # Pasting forgets the encoding, and `order` asks for it.
  enc2utf8(names)
}

#' The groups of distinct names: a sample that is drawn in several panels counts once.
distinct_groups <- function(labels, group) group[!duplicated(labels)]

#' The column `group` of a figure's data as a factor of the looks; one nameless group where there is no such column.
with_groups <- function(data, looks) {
  data$group <- factor(column_or(data, "group", ""), looks$name)
  data
}

#' A column, or the fallback in each row where a figure goes without it.
column_or <- function(data, name, fallback) {
  column <- data[[name]]
  if (is.null(column)) rep(fallback, nrow(data)) else as.character(column)
}

#' Scales of colour and fill by group, and the legend: dots at one place of the first panel, unseen there. Other layers show no
#' legend.
#'
#' @param style The figure's style. @param facets The panels' names or NULL. @param counted Write the number of samples behind each name.
group_scales <- function(looks, x, y, style, facets = NULL, counted = TRUE) {
  texts <- if (counted) paste0(looks$name, "\u2002", format_count(looks$count)) else looks$name
  place <- data.frame(x = x, y = y, name = factor(looks$name, looks$name))
  if (!is.null(facets)) place$facet <- facets[[1L]]
  list(
    ggplot2::geom_point(ggplot2::aes(x = .data$x, y = .data$y, colour = .data$name), place, alpha = 0, size = 0),
    ggplot2::scale_colour_manual(values = looks$colour, limits = looks$name, name = NULL, labels = texts),
    ggplot2::scale_fill_manual(values = looks$colour, limits = looks$name, guide = "none"),
    if (identical(looks$name, "")) ggplot2::guides(colour = "none") else legend_guide(looks$colour, rows = legend_rows(texts, style))
  )
}
