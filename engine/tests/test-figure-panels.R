# Box plots, densities and bars: what stands where, and that every case draws.

style_of <- function(...) {
  utils::modifyList(list(
    plot_title = "", axis_title_x = "", axis_title_y = "", plot_pdf_width = 3.35, plot_pdf_height = 2.95, font_family = "Arial",
    font_size = 7, legend_position = "top-right", words = list()
  ), list(...))
}
boxes_of <- function(n, facets = c("前", "后")) {
  middle <- rep(seq(6, 7, length.out = n), length(facets))
  data.frame(
    label = rep(sprintf("S%03d", seq_len(n)), length(facets)), group = rep(rep(c("B1", "B2"), length.out = n), length(facets)),
    facet = rep(facets, each = n), low = middle - 3, q1 = middle - 1, median = middle, q3 = middle + 1, high = middle + 3
  )
}
svg_of <- function(plot, style) {
  path <- tempfile(fileext = ".svg")
  draw_file(plot, path, "svg", style$plot_pdf_width, style$plot_pdf_height, style$font_family)
  readLines(path, encoding = "UTF-8")
}
panel_ranges <- function(plot) lapply(ggplot2::ggplot_build(plot)$layout$panel_params, function(panel) list(x = panel$x.range, y = panel$y.range))

test_that("subscripts are marked by tildes, and a lone tilde is the user's own", {
  expect_identical(marked_text("a ~ b"), "a ~ b")
  expect_identical(marked_text("表达量（log~2~）"), quote("表达量（log"["2"] * "）"))
  expect_identical(marked_text("log~2~"), quote("log"["2"]))
  expect_identical(marked_text("*TP53* 表达量（log~2~）"), quote(italic("TP53") * " 表达量（log"["2"] * "）"))
  # Names of the user's own are no marks, whatever stands in them.
  for (name in c("a~b~c", "p*q*r", "a\\b", "~", "HLA-A*02")) {
    expect_identical(marked_text(as_title(name)), name)
    expect_identical(marked_text(gene_title(name)), bquote(italic(.(name))))
  }
})

test_that("groups take the colours of the comparison, of the style, then of the palette", {
  style <- style_of(case_color = "#ff4757", control_color = "#546de5", words = list(case_group = "T", control_group = "N"))
  expect_identical(group_looks(c("N", "x", "T", "y", "x"), style)[c("name", "colour")], list(
    name = c("T", "N", "x", "y"), colour = c("#ff4757", "#546de5", CATEGORY_COLOURS[[1L]], CATEGORY_COLOURS[[2L]])
  ))
  expect_identical(group_looks(c("b", "a", "b"), style_of(group_2_color = "#123456"))$colour, c(CATEGORY_COLOURS[[1L]], "#123456"))
  expect_identical(group_looks(c("b", "a", "b"), style_of())[c("name", "count")], list(name = c("a", "b"), count = c(1L, 2L)))
  expect_identical(group_looks(c("B10", "B2", "去批次", "B1"), style_of())$name, c("B1", "B2", "B10", "去批次"))
  expect_identical(group_looks(as.character(1:13), style_of())$colour[[13L]], CATEGORY_COLOURS[[1L]])
})

test_that("panels of boxes have one vertical axis, and each its own boxes", {
  boxes <- boxes_of(6)
  boxes$median[[1L]] <- 2
  boxes$low[[1L]] <- 1
  ranges <- panel_ranges(box_figure(boxes, style_of()))
  expect_length(ranges, 2L)
  expect_equal(ranges[[1L]]$y, ranges[[2L]]$y)
  expect_equal(ranges[[1L]]$x, c(0.5, 6.5))
  expect_equal(ranges[[2L]]$x, c(6.5, 12.5))
})

test_that("names of boxes are written across, turned, or not at all, as there is room", {
  expect_identical(fit_band_names(c("S1", "S2"), 60, style_of())$way, "across")
  turned <- fit_band_names(c("a very long name of a sample that would take the whole figure", "S2"), 10, style_of())
  expect_identical(turned$way, "turned")
  expect_match(turned$texts[[1L]], "^a very .*\u2026$")
  expect_identical(fit_band_names(c("S1", "S2"), 5, style_of())$way, "none")
  svg <- svg_of(box_figure(boxes_of(3), style_of()), style_of())
  # Once in each panel.
  expect_equal(sum(grepl(">S002</text>", svg, fixed = TRUE)), 2L)
  svg <- svg_of(box_figure(boxes_of(250), style_of()), style_of())
  expect_equal(sum(grepl(">S002</text>", svg, fixed = TRUE)), 0L)
  expect_true(any(grepl("250 个样本", svg, fixed = TRUE)))
})

test_that("points beyond the whiskers stand at the box of their panel; those of no box are left out", {
  boxes <- boxes_of(3)
  boxes$x <- seq_len(6)
  outliers <- data.frame(label = c("S002", "S002", "S009"), facet = c("后", "前", "前"), value = c(12, 13, 14))
  layer <- outlier_layer(boxes, outliers)[[1L]]$data
  expect_equal(layer$x, c(5, 2))
  expect_equal(layer$value, c(12, 13))
})

test_that("boxes without groups and panels draw, and so does an empty table", {
  plain <- boxes_of(4, "")[c("label", "low", "q1", "median", "q3", "high")]
  expect_true(any(grepl(">S003</text>", svg_of(box_figure(plain, style_of()), style_of()), fixed = TRUE)))
  expect_s3_class(box_figure(plain[0L, ], style_of()), "grob")
})

test_that("densities of all panels stand on the same axes from 0", {
  at <- seq(0, 10, 0.5)
  lines <- rbind(
    data.frame(label = "A", group = "g", facet = "前", x = at, y = stats::dnorm(at, 4)),
    data.frame(label = "A", group = "g", facet = "后", x = at + 5, y = stats::dnorm(at, 4) / 2)
  )
  ranges <- panel_ranges(density_figure(lines, style_of()))
  expect_equal(ranges[[1L]], ranges[[2L]])
  expect_equal(ranges[[1L]]$x, c(0, 15))
  expect_equal(ranges[[1L]]$y[[1L]], 0)
  expect_gt(line_opacity(10), line_opacity(100))
})

test_that("stacked bars pile up from 0 on both sides; grouped ones share the room of a label", {
  bars <- data.frame(label = c("a", "a", "a", "b"), group = c("x", "y", "z", "x"), value = c(2, -1, 3, 4))
  looks <- group_looks(bars$group, style_of())
  stacked <- place_bars(bars, looks, NULL, stacked = TRUE, shared = TRUE)
  expect_equal(stacked$from, c(0, 0, 2, 0))
  expect_equal(stacked$to, c(2, -1, 5, 4))
  grouped <- place_bars(bars, looks, NULL, stacked = FALSE, shared = TRUE)
  expect_equal(grouped$start[1:3], 1 - 0.39 + 0:2 * 0.26)
  expect_equal(grouped$end[[3L]], 1.39)
  expect_equal(bar_span(c(0.4, 1)), c(0, 1))
  expect_equal(bar_span(c(-2, 8)), c(-2.6, 8.6))
})

test_that("bars of either direction write their labels and numbers", {
  bars <- data.frame(label = c("Notch 信号通路", "b"), value = c(2.5, -1))
  for (direction in c("horizontal", "vertical")) {
    style <- style_of(bar_mode = "grouped", bar_direction = direction, value_format = "number", show_values = TRUE)
    svg <- svg_of(bars_figure(bars, style), style)
    expect_true(any(grepl(">Notch 信号通路</text>", svg, fixed = TRUE)), info = direction)
    expect_true(any(grepl(">\u22121</text>", svg, fixed = TRUE)), info = direction)
    expect_true(any(grepl(">2.50</text>", svg, fixed = TRUE)), info = direction)
  }
})

pca_points <- function() {
  set.seed(4)
  data.frame(
    label = rep(sprintf("S%d", 1:12), 2L), group = rep(c("B1", "B2", "B3"), 8L), shape = rep(c("T", "N"), each = 6L, times = 2L),
    facet = rep(c("前", "后"), each = 12L), x = stats::rnorm(24, rep(c(0, 40), each = 12L)), y = stats::rnorm(24)
  )
}
pca_style <- function(...) style_of(plot_pdf_width = 6.85, ellipse = TRUE, show_samples = FALSE, ...)
shares <- list("前" = c(PC1 = 0.4, PC2 = 0.2), "后" = c(PC1 = 0.31, PC2 = 0.1))

test_that("components before and after stand side by side, each with its own share of variance", {
  svg <- svg_of(pca_figure(pca_points(), shares, pca_style()), pca_style())
  for (text in c("前", "后", "PC1（40.0%）", "PC1（31.0%）", "PC2（10.0%）", "T", "N")) {
    expect_equal(sum(grepl(paste0(">", text, "</text>"), svg, fixed = TRUE)), 1L, info = text)
  }
  # One legend for both.
  expect_equal(sum(grepl(">B2", svg, fixed = TRUE)), 1L)
})

test_that("panels share their axes unless the style says otherwise", {
  looks <- group_looks(pca_points()$group, pca_style())
  panels <- lapply(split(pca_points(), pca_points()$facet), function(points) {
    points$group <- factor(points$group, looks$name)
    pca_panel(points[names(points) != "shape"], shares[[1L]], looks, pca_style(show_samples = FALSE))
  })
  span <- common_span(panels)$limits
  expect_lt(span$x[[1L]], 0)
  expect_gt(span$x[[2L]], 40)
  ticks <- function(same) {
    svg <- svg_of(pca_figure(pca_points(), shares, pca_style(same_axes = same)), pca_style())
    sum(grepl(">40</text>", svg, fixed = TRUE))
  }
  expect_equal(ticks(TRUE), 2L)
  expect_equal(ticks(FALSE), 1L)
})

test_that("the legend of panels stands where the style wants it, under the figure's title", {
  for (position in c("top-right", "right", "bottom", "none")) {
    style <- pca_style(legend_position = position, plot_title = "主成分")
    figure <- pca_figure(pca_points(), shares, style)
    svg <- svg_of(figure, style)
    expect_equal(sum(grepl(">主成分</text>", svg, fixed = TRUE)), 1L, info = position)
    place <- function(text) as.numeric(sub(".* y='([0-9.]+)'.*", "\\1", grep(text, svg, value = TRUE, fixed = TRUE)[[1L]]))
    if (position == "none") expect_false(any(grepl(">B2", svg, fixed = TRUE)))
    if (position == "top-right") expect_true(place(">主成分") < place(">B2") && place(">B2") < place(">前"))
    if (position == "bottom") expect_gt(place(">B2"), place(">PC1"))
    if (position == "right") expect_true(place(">B2") > place(">前") && place(">B2") < place(">PC1"))
  }
})

test_that("a legend that runs across breaks into rows before it is cut", {
  expect_equal(legend_rows(c("a", "b"), style_of()), 1)
  expect_equal(legend_rows(rep("一个很长的组名称", 6L), style_of()), 2)
  expect_null(legend_rows(c("a", "b"), style_of(legend_position = "right")))
})

test_that("more panels than four stand in rows of one width", {
  expect_equal(panel_rows(3), list(1:3))
  expect_equal(panel_rows(6), list(1:3, 4:6))
  expect_equal(panel_rows(5), list(1:3, 4:5))
  points <- data.frame(label = sprintf("P%d", 1:50), x = rep(1:10, 5), y = 1:50, facet = rep(sprintf("芯片%d", 1:5), each = 10))
  svg <- svg_of(scatter_figure(points, style_of(plot_pdf_width = 6.8, plot_pdf_height = 4)), style_of(plot_pdf_width = 6.8, plot_pdf_height = 4))
  names <- grep("芯片[1-5]</text>", svg, value = TRUE)
  expect_length(names, 5L)
  heights <- as.numeric(sub(".* y='([0-9.]+)'.*", "\\1", names))
  expect_equal(length(unique(heights)), 2L)
})

test_that("samples without groups have neither a legend nor a bar of groups", {
  style <- style_of(ellipse = FALSE, show_samples = FALSE, show_genes = FALSE, low_color = "#3f59d8", high_color = "#f2384a")
  points <- data.frame(label = c("A", "B", "C"), group = "", x = 1:3, y = c(2, 1, 3))
  expect_false(any(grepl("\u2002", svg_of(pca_figure(points, c(PC1 = 0.5, PC2 = 0.2), style), style))))
  values <- matrix(c(0, 1, 2, 1, 0, 3, 2, 3, 0), 3, dimnames = list(c("A", "B", "C"), c("A", "B", "C")))
  tables <- square_heatmap(values, stats::as.dist(values), rep("", 3), "距离")
  svg <- svg_of(heatmap_figure(tables$cells, tables$samples, tables$tree, style, tables$scale), style)
  expect_false(any(grepl("分组", svg)))
})

testthat::test_that("of fewer than three values points are drawn and no box; names of genes are italic", {
  points <- data.frame(
    label = rep(c("TP53", "MYC"), c(12, 7)), group = rep(c("肿瘤", "正常", "肿瘤", "正常"), c(10, 2, 4, 3)), name = sprintf("S%02d", 1:19),
    value = c(1:10, 40, 50, 1:4, 2:4), facet = ""
  )
  boxes <- group_boxes(points)
  style <- list(
    font_size = 7, plot_pdf_width = 5, plot_pdf_height = 3, legend_position = "top-right", plot_title = "", axis_title_x = "", axis_title_y = "",
    words = list(value_title = value_title("HLA-A*02", "log2(TPM+1)"), gene_labels = "true")
  )
  layers <- function(plot, geom) Filter(function(layer) inherits(layer$geom, geom), plot$layers)
  plot <- comparison_figure(boxes[setdiff(names(boxes), "facet")], points[setdiff(names(points), "facet")], style)
  drawn <- layers(plot, "GeomRect")[[1L]]$data
  expect_identical(paste(drawn$label, drawn$group), c("TP53 肿瘤", "MYC 肿瘤", "MYC 正常"))
  expect_identical(nrow(layers(plot, "GeomPoint")[[1L]]$data), 19L)
  # Without the points of the others, those that have no box stay.
  bare <- comparison_figure(boxes[setdiff(names(boxes), "facet")], points[setdiff(names(points), "facet")], c(style, list(show_points = FALSE)))
  expect_identical(layers(bare, "GeomPoint")[[1L]]$data$value, c(40, 50))
  expect_identical(ggplot2::calc_element("axis.text.x", plot$theme)$face, "italic")
  expect_identical(plot$labels$y, quote(italic("HLA-A*02") * " 表达量（log"["2"] * "(TPM+1)）"))
  svg <- tempfile(fileext = ".svg")
  draw_file(plot, svg, "svg", 5, 3, "Arial")
  expect_match(paste(readLines(svg), collapse = ""), "TP53", fixed = TRUE)
})
