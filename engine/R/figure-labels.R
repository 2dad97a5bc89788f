# Names beside points, by the rules of the browser's place-labels.ts: over no other name, over as few points as can be,
# nearer to the own point than to another. Unlike ggrepel's forces the search has no clock and no chance, keeps off the
# legend, and writes each name once, so that it stays one text in an SVG.
#
# All lengths are screen pixels (12 px are the 7 pt of the text), y downwards, as in the browser.

LABEL_GAPS <- c(6, 11, 17, 26, 38, 52, 70, 92)
LABEL_DIRECTIONS <- 16L
LABEL_LEADER_FROM <- 9
LABEL_CELL <- 4

#' A layer of names, those of genes italic. They are placed while the figure is drawn, because only then the panel's size is known.
#'
#' @param named Data frame of the points to name, most important first: `x`, `y`, `label`. @param points All points: `x`, `y`.
#' @param limits List of `x` and `y`: the panel's ends in data units. @param style The figure's style.
#' @param legend Texts of the legend inside the panel's upper right corner; none where it lies outside.
named_points_layer <- function(named, points, limits, style, legend = character()) {
  if (nrow(named) == 0L) return(NULL)
  draw <- function() names_grob(named, points, limits, style, legend)
  ggplot2::annotation_custom(grid::delayGrob(draw(), list = list(draw = draw)))
}

#' The names with their white grounds and leaders, for the viewport that is open.
names_grob <- function(named, points, limits, style, legend) {
  panel <- c(screen_length(grid::unit(1, "npc"), "x"), screen_length(grid::unit(1, "npc"), "y"))
  across <- function(x) (x - limits$x[[1L]]) / diff(limits$x) * panel[[1L]]
  down <- function(y) (1 - (y - limits$y[[1L]]) / diff(limits$y)) * panel[[2L]]
  gp <- grid::gpar(fontsize = style$font_size, fontface = if (gene_rows(style)) "italic" else "plain", col = INK)
  anchors <- data.frame(x = across(named$x), y = down(named$y), width = text_widths(named$label, gp))
  line <- style$font_size * 12 / 7 * 1.17
  placed <- place_names(
    anchors, panel, line, style$point_size,
    blocked = legend_box(legend, panel, style), density = point_density(across(points$x), down(points$y), panel)
  )
  texts <- named$label[placed$anchor]
  at <- function(pixels) grid::unit(print_points(pixels), "pt")
  up <- function(pixels) grid::unit(print_points(panel[[2L]] - pixels), "pt")
  if (nrow(placed) == 0L) return(grid::nullGrob())
  led <- placed[!is.na(placed$x1), ]
  leaders <- if (nrow(led) > 0L) {
    gp_leader <- grid::gpar(col = "#5F6F77", lwd = print_points(0.8) * 96 / 72)
    grid::segmentsGrob(at(led$x1), up(led$y1), at(led$x2), up(led$y2), gp = gp_leader)
  } else grid::nullGrob()
  grid::gTree(children = grid::gList(
    grid::rectGrob(
      at(placed$x - 1), up(placed$y + line / 2), at(placed$width + 2), at(line * 0.86), just = c("left", "centre"),
      gp = grid::gpar(fill = grDevices::adjustcolor("white", 0.75), col = NA)
    ),
    leaders,
    grid::textGrob(texts, at(placed$x), up(placed$y + line / 2), hjust = 0, vjust = 0.42, gp = gp)
  ))
}

#' Screen pixels of a unit in the open viewport.
screen_length <- function(unit, axis) {
  convert <- if (axis == "x") grid::convertWidth else grid::convertHeight
  convert(unit, "bigpts", valueOnly = TRUE) * 12 / 7
}

text_widths <- function(texts, gp) {
  vapply(texts, function(text) screen_length(grid::grobWidth(grid::textGrob(text, gp = gp)), "x"), numeric(1), USE.NAMES = FALSE)
}

#' The corner that the legend takes, as ggplot2 lays it out with `legend_theme`; a matrix of no rows where it is outside.
legend_box <- function(texts, panel, style) {
  if (length(texts) == 0L) return(matrix(numeric(), 0L, 4L))
  key <- style$font_size * 1.35 * 12 / 7
  width <- max(text_widths(texts, grid::gpar(fontsize = style$font_size))) + key + 16
  height <- LEGEND_LINE * style$font_size * 12 / 7 * length(texts) + 10
  matrix(c(panel[[1L]] - width, 0, panel[[1L]], height), 1L)
}

# ---- search ----

# A place as a named vector or a matrix row: the box (its height is the line's) and the leader, NA where there is none.
LABEL_PLACE <- c("x", "y", "width", "x1", "y1", "x2", "y2")

#' Candidates whose leaders are looked at; the others cost more already.
LABEL_FINALISTS <- 16L

#' Find a place for each name. Two rounds: the second moves names that later ones made uncomfortable.
#'
#' @param anchors `x`, `y` of the points, `width` of the names. @param panel Width and height. @param line Height of a name.
#' @param radius Of a point. @param blocked Boxes (left, top, right, bottom) where no name may stand.
#' @param density See `point_density`.
#' @return Data frame: anchor and `LABEL_PLACE`. A name that fits nowhere is left out.
place_names <- function(anchors, panel, line, radius, blocked, density) {
  n <- nrow(anchors)
  found <- matrix(NA_real_, n, length(LABEL_PLACE), dimnames = list(NULL, LABEL_PLACE))
  gaps <- LABEL_GAPS[LABEL_GAPS <= max(52, panel[[1L]] / 6)]
  for (own in rep(seq_len(n), 2L)) {
    boxes <- name_boxes(anchors$x[[own]], anchors$y[[own]], anchors$width[[own]], line, radius, gaps)
    others <- found[-own, , drop = FALSE]
    others <- others[!is.na(others[, "x"]), , drop = FALSE]
    boxes <- boxes[free_boxes(boxes, line, panel, blocked) & !on_names(boxes, others, line), , drop = FALSE]
    found[own, ] <- NA_real_
    if (nrow(boxes) == 0L) next
    cost <- boxes[, "cost"] + point_cost(boxes, line, density) + anchor_cost(boxes, anchors, own, line, radius)
    best <- utils::head(order(cost), LABEL_FINALISTS)
    cost <- cost[best] + leader_cost(boxes[best, , drop = FALSE], others, line)
    found[own, ] <- boxes[best[[which.min(cost)]], LABEL_PLACE]
  }
  placed <- data.frame(anchor = seq_len(n), found)
  placed[!is.na(placed$x), ]
}

#' Candidate boxes of a name right, left, above, below or aslant of its point, with their leaders and what the place costs.
name_boxes <- function(px, py, width, line, radius, gaps) {
  angle <- rep((seq_len(LABEL_DIRECTIONS) - 1) / LABEL_DIRECTIONS * 2 * pi, length(gaps))
  gap <- rep(gaps, each = LABEL_DIRECTIONS)
  x <- px + cos(angle) * (radius + gap) - width / 2 * (1 - cos(angle))
  y <- py + sin(angle) * (radius + gap) - line / 2 * (1 - sin(angle))
  aslant <- ifelse(angle == 0, 0, ifelse(abs(angle - pi) < 1e-9, 0.5, 2 + 3 * abs(sin(angle))))
  x2 <- pmin(pmax(px, x), x + width)
  # The text's own height is less than its line: stop at the letters.
  y2 <- pmin(pmax(py, y + 2), y + line - 2)
  distance <- sqrt((x2 - px)^2 + (y2 - py)^2)
  share <- ifelse(distance < radius + LABEL_LEADER_FROM, NA_real_, (radius + 1) / distance)
  cbind(
    x = x, y = y, width = width, x1 = px + (x2 - px) * share, y1 = py + (y2 - py) * share,
    x2 = x2 + 0 * share, y2 = y2 + 0 * share, cost = gap * 0.7 + aslant
  )
}

#' Inside the panel and off everything blocked.
free_boxes <- function(boxes, line, panel, blocked) {
  left <- boxes[, "x"]
  right <- left + boxes[, "width"]
  top <- boxes[, "y"]
  bottom <- top + line
  free <- left >= 0 & top >= 0 & right <= panel[[1L]] & bottom <= panel[[2L]]
  for (i in seq_len(nrow(blocked))) {
    free <- free & (left >= blocked[i, 3L] | right <= blocked[i, 1L] | top >= blocked[i, 4L] | bottom <= blocked[i, 2L])
  }
  free
}

#' Does a box lie over a name that is placed?
on_names <- function(boxes, others, line) {
  over <- rep(FALSE, nrow(boxes))
  for (i in seq_len(nrow(others))) {
    other <- others[i, ]
    over <- over | (boxes[, "x"] < other[["x"]] + other[["width"]] & boxes[, "x"] + boxes[, "width"] > other[["x"]] &
      abs(boxes[, "y"] - other[["y"]]) < line)
  }
  over
}

#' Points per cell as a summed-area table, so that a box is counted in four reads.
point_density <- function(x, y, panel) {
  size <- ceiling(panel / LABEL_CELL) + 1
  column <- floor(x / LABEL_CELL) + 1
  row <- floor(y / LABEL_CELL) + 1
  inside <- is.finite(column) & is.finite(row) & column >= 1 & row >= 1 & column <= size[[1L]] & row <= size[[2L]]
  counts <- matrix(tabulate((column[inside] - 1) * size[[2L]] + row[inside], prod(size)), size[[2L]])
  sums <- matrix(0, size[[2L]] + 1, size[[1L]] + 1)
  sums[-1L, -1L] <- t(apply(apply(counts, 2L, cumsum), 1L, cumsum))
  sums
}

point_cost <- function(boxes, line, density) {
  edge <- function(pixels, most, round) pmin(pmax(round(pixels / LABEL_CELL), 0), most - 1L) + 1L
  left <- edge(boxes[, "x"], ncol(density), floor)
  right <- edge(boxes[, "x"] + boxes[, "width"], ncol(density), ceiling)
  top <- edge(boxes[, "y"] + 2, nrow(density), floor)
  bottom <- edge(boxes[, "y"] + line - 2, nrow(density), ceiling)
  5 * (density[cbind(bottom, right)] - density[cbind(top, right)] - density[cbind(bottom, left)] + density[cbind(top, left)])
}

#' Over another named point, or nearer to it than to the own one: it would be read as that one's name.
anchor_cost <- function(boxes, anchors, own, line, radius) {
  distance <- function(x, y) {
    dx <- pmax(boxes[, "x"] - x, 0, x - boxes[, "x"] - boxes[, "width"])
    dy <- pmax(boxes[, "y"] - y, 0, y - boxes[, "y"] - line)
    sqrt(dx^2 + dy^2)
  }
  nearest <- distance(anchors$x[[own]], anchors$y[[own]]) + 2
  free <- is.na(boxes[, "x1"])
  cost <- numeric(nrow(boxes))
  for (i in seq_len(nrow(anchors))[-own]) {
    away <- distance(anchors$x[[i]], anchors$y[[i]])
    cost <- cost + ifelse(away < radius + 1, 30, ifelse(free & away < nearest, 14, 0))
  }
  cost
}

#' Leaders should neither run through names nor cross.
leader_cost <- function(boxes, others, line) {
  if (nrow(others) == 0L) return(numeric(nrow(boxes)))
  pair <- expand.grid(box = seq_len(nrow(boxes)), other = seq_len(nrow(others)))
  a <- boxes[pair$box, , drop = FALSE]
  b <- others[pair$other, , drop = FALSE]
  through <- runs_through(a, b, line) | runs_through(b, a, line)
  cost <- ifelse(through, 60, ifelse(segments_cross(a, b), 40, 0))
  rowSums(matrix(cost, nrow(boxes)))
}

#' Does the leader of each row of `a` pass through the box of the same row of `b`, its ends apart?
runs_through <- function(a, b, line) {
  along <- function(from, to, low, high) {
    ends <- cbind((low - from) / (to - from), (high - from) / (to - from))
    list(enter = pmin(ends[, 1L], ends[, 2L]), leave = pmax(ends[, 1L], ends[, 2L]))
  }
  x <- along(a[, "x1"], a[, "x2"], b[, "x"], b[, "x"] + b[, "width"])
  y <- along(a[, "y1"], a[, "y2"], b[, "y"], b[, "y"] + line)
  hit <- pmax(x$enter, y$enter, 1 / 12) < pmin(x$leave, y$leave, 11 / 12)
  !is.na(hit) & hit
}

segments_cross <- function(a, b) {
  side <- function(p, px, py, q, qx, qy, r, rx, ry) {
    sign((q[, qx] - p[, px]) * (r[, ry] - p[, py]) - (q[, qy] - p[, py]) * (r[, rx] - p[, px]))
  }
  apart <- function(p, q) side(p, "x1", "y1", p, "x2", "y2", q, "x1", "y1") != side(p, "x1", "y1", p, "x2", "y2", q, "x2", "y2")
  crossing <- apart(a, b) & apart(b, a)
  !is.na(crossing) & crossing
}

#' Are the rows of the result genes? Microarray probes are called so, and are not written in italics. @param style With `words`.
gene_rows <- function(style) !identical(style$words$row_subject, "probe")

#' What one row is called.
row_word <- function(style) if (gene_rows(style)) "基因" else "探针"
