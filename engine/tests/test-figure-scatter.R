# Scatters with lines, mean against spread, dispersions, square heatmaps.

style_of <- function(...) {
  utils::modifyList(list(
    plot_title = "", axis_title_x = "", axis_title_y = "", plot_pdf_width = 6.85, plot_pdf_height = 2.95, font_family = "Arial",
    font_size = 7, legend_position = "top-right", words = list()
  ), list(...))
}
svg_of <- function(plot, style = style_of()) {
  path <- tempfile(fileext = ".svg")
  draw_file(plot, path, "svg", style$plot_pdf_width, style$plot_pdf_height, style$font_family)
  readLines(path, encoding = "UTF-8")
}
times <- function(svg, text) sum(grepl(paste0(">", text, "</text>"), svg, fixed = TRUE))

points <- data.frame(label = sprintf("S%d", 1:6), group = c("a", "b"), x = c(1, 2, 3, 4, 5, NaN), y = c(2, 4, 5, 4, 6, 1))
line <- data.frame(x = c(1, 5), y = c(2.5, 6), low = c(1, 5), high = c(4, 7))
words <- data.frame(text = "r = 0.8", x_title = "TP53 表达量", y_title = "MDM2 表达量")

test_that("a scatter writes its statistics and titles; the user's own titles win", {
  svg <- svg_of(scatter_figure(points, style_of(), line, words))
  for (text in c("r = 0.8", "TP53 表达量", "MDM2 表达量")) expect_equal(times(svg, text), 1L, info = text)
  style <- style_of(axis_title_x = "横轴")
  svg <- svg_of(scatter_figure(points, style, line, words), style)
  expect_equal(times(svg, "TP53 表达量"), 0L)
  expect_equal(times(svg, "横轴"), 1L)
  expect_s3_class(scatter_figure(points[0L, ], style_of()), "grob")
})

test_that("panels of a scatter have the same axes and each its own words", {
  both <- rbind(transform(points, facet = "前"), transform(points, facet = "后", x = x + 20))
  own <- data.frame(facet = c("前", "后"), text = c("r = 0.8", "r = 0.2"), x_title = "甲", y_title = "乙")
  svg <- svg_of(scatter_figure(both, style_of(), words = own))
  expect_equal(times(svg, "前\u3000r = 0.8"), 1L)
  expect_equal(times(svg, "后\u3000r = 0.2"), 1L)
  expect_equal(times(svg, "甲"), 2L)
  expect_equal(times(svg, "20"), 2L)
})

test_that("mean against spread tells genes and running median, before and after", {
  genes <- data.frame(label = sprintf("G%d", 1:50), x = 1:50, y = c(NaN, seq(2, 1, length.out = 49)))
  trend <- data.frame(x = c(5, 45), y = c(2, 1))
  svg <- svg_of(mean_sd_figure(genes, trend, style_of()))
  expect_equal(times(svg, "移动中位数"), 1L)
  expect_equal(times(svg, "基因\u200249"), 1L)
  expect_equal(times(svg, "均值的秩"), 1L)
  twice <- function(data) rbind(transform(data, facet = "前"), transform(data, facet = "后"))
  svg <- svg_of(mean_sd_figure(twice(genes), twice(trend), style_of()))
  expect_equal(times(svg, "均值的秩"), 2L)
  expect_equal(times(svg, "移动中位数"), 1L)
})

test_that("dispersions stand on logarithmic axes, outliers counted, genes without counts left out", {
  genes <- data.frame(
    mean = c(0, 1, 10, 100, 1000), estimate = c(NA, 1e-8, 0.5, 0.1, 0.02), fitted = c(NA, 1, 0.4, 0.1, 0.05),
    final = c(NA, 0.7, 0.45, 0.1, 0.02), outlier = c(NA, FALSE, FALSE, FALSE, TRUE)
  )
  svg <- svg_of(dispersion_figure(genes, style_of()))
  expect_equal(times(svg, "离群基因\u20021"), 1L)
  expect_equal(times(svg, "1e\u22128"), 1L)
  expect_equal(times(svg, "1,000"), 1L)
  expect_equal(fitted_line(genes), data.frame(x = c(1, 10, 100, 1000), y = c(1, 0.4, 0.1, 0.05)))
  many <- data.frame(mean = 10^seq(0, 5, length.out = 5000), fitted = 1)
  expect_lte(nrow(fitted_line(many)), 302L)
  expect_equal(range(fitted_line(many)$x), c(1, 1e5))
})

test_that("ticks of a logarithmic axis are whole powers, as many as can be read", {
  expect_equal(log_breaks(c(0.9, 1200)), 10^(0:3))
  expect_equal(log_breaks(c(1e-9, 10)), 10^seq(-9, 1, 2))
  expect_identical(log_numbers(c(1e-8, 0.001, 1, 1e5, 1e6, NA)), c("1e\u22128", "0.001", "1", "100,000", "1e6", ""))
})

test_that("a square heatmap has its own scale of colours, and squares", {
  values <- as.matrix(stats::dist(c(a = 0, b = 1, c = 5, sample = 6)))
  tables <- square_heatmap(values, stats::as.dist(values), c("g", "g", "h", "h"), "距离")
  expect_setequal(tables$cells$sample, c("a", "b", "c", "sample.1"))
  expect_identical(names(tables$cells)[-1L], tables$cells$sample)
  expect_equal(unlist(tables$scale[c("low", "high")], use.names = FALSE), c(1, 6))
  style <- style_of(low_color = "#3f59d8", high_color = "#FFFFFF", show_samples = TRUE)
  plot <- heatmap_figure(tables$cells, tables$samples, tables$tree, style, tables$scale)
  expect_s3_class(plot$coordinates, "CoordFixed")
  svg <- svg_of(plot, style)
  expect_equal(times(svg, "b"), 2L)
  for (text in c("距离", "3.5", "4 个样本", "h（2）")) expect_equal(times(svg, text), 1L, info = text)
  expect_false(any(grepl("z 值", svg, fixed = TRUE)))
  expect_equal(times(svg_of(heatmap_figure(tables$cells, NULL, tables$tree, style, tables$scale), style), "分组"), 0L)
})

test_that("values take their place between the colours, the middle of the scale in their middle", {
  expect_equal(scale_place(c(2, 7, 12, 0, NA), list(low = 2, high = 12, middle = NA)), c(0, 0.5, 1, 0, NA))
  expect_equal(scale_place(c(-0.25, -0.125, 0, 0.5, 1), list(low = -0.25, high = 1, middle = 0)), c(0, 0.25, 0.5, 0.75, 1))
  expect_identical(scale_texts(Z_SCALE), c("\u22122.5", "0", "2.5"))
})
