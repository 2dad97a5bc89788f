# Names in a volcano: readable, repeatable, one text each.

panel <- c(330, 260)
line <- 14

crowd <- function(n, seed = 1) {
  set.seed(seed)
  data.frame(x = runif(n, 140, 240), y = runif(n, 60, 160), width = runif(n, 20, 60))
}
empty <- matrix(numeric(), 0L, 4L)
place <- function(anchors, blocked = empty) {
  place_names(anchors, panel, line, 2.3, blocked, point_density(anchors$x, anchors$y, panel))
}
overlapping <- function(placed) {
  pairs <- utils::combn(nrow(placed), 2L)
  a <- placed[pairs[1L, ], ]
  b <- placed[pairs[2L, ], ]
  any(a$x < b$x + b$width & b$x < a$x + a$width & abs(a$y - b$y) < line)
}

test_that("names overlap neither each other nor the legend and stay in the panel", {
  blocked <- matrix(c(230, 0, 330, 60), 1L)
  for (seed in 1:3) {
    placed <- place(crowd(25, seed), blocked)
    expect_gte(nrow(placed), 20L)
    expect_false(overlapping(placed))
    expect_true(all(placed$x >= 0 & placed$y >= 0 & placed$x + placed$width <= 330 & placed$y + line <= 260))
    expect_false(any(placed$x + placed$width > 230 & placed$y < 60))
  }
})

test_that("a name alone stands right of its point without a leader; the same points give the same places", {
  alone <- place(data.frame(x = 100, y = 100, width = 30))
  expect_equal(alone$x, 100 + 2.3 + 6)
  expect_true(is.na(alone$x1))
  expect_identical(place(crowd(25)), place(crowd(25)))
})

test_that("a name that fits nowhere is left out", {
  expect_equal(nrow(place(data.frame(x = 100, y = 100, width = 400))), 0L)
})

test_that("point_density counts the points of a box", {
  set.seed(2)
  points <- data.frame(x = runif(500, 0, 330), y = runif(500, 0, 260))
  density <- point_density(points$x, points$y, panel)
  inside <- sum(points$x >= 40 & points$x < 80 & points$y >= 20 & points$y < 60)
  expect_equal(point_cost(data.frame(x = 40, width = 40, y = 18), 44, density), 5 * inside)
})

test_that("each name is one text of the SVG", {
  tool <- load_tool(read_catalogue(root)[["volcano_plot_analysis"]], root, engine)
  table <- data.frame(gene = c("GPC3", "TP53", "AFP"), log2FC = c(3, -2, 0.1), pvalue = c(1e-9, 1e-4, 0.5), padj = c(3e-9, 2e-4, 0.5))
  style <- utils::modifyList(tool$figures$volcano$style, list(words = list()))
  path <- tempfile(fileext = ".svg")
  draw_file(tool$plots$volcano(list(volcano = table), style), path, "svg", 3.35, 2.95, "Arial")
  svg <- readLines(path, encoding = "UTF-8")
  expect_equal(sum(grepl(">GPC3</text>", svg, fixed = TRUE)), 1L)
  expect_equal(sum(grepl(">TP53</text>", svg, fixed = TRUE)), 1L)
  expect_equal(sum(grepl(">AFP</text>", svg, fixed = TRUE)), 0L)
})
