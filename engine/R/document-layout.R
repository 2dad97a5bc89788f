# Documents: blocks flow down A4 pages. A block is a function of the page's width that gives pieces; a piece is as high as it says,
# is drawn in one place and is never parted. All lengths are points (1/72 inch).

DOCUMENT_PAGE <- c(width = 210 / 25.4 * 72, height = 297 / 25.4 * 72)
#' Left and right margins leave two printed columns, the width of a wide figure.
DOCUMENT_MARGINS <- c(side = 18 / 25.4 * 72, top = 62, bottom = 52)
DOCUMENT_FACE <- "Noto Sans CJK SC"
DOCUMENT_SIZE <- 9
DOCUMENT_LEADING <- 1.55

#' Write blocks into a PDF.
#'
#' @param blocks List of `doc_*` blocks, lists of them allowed. @param path The file. @param heading Text on top of every page.
#' @param notice Text at the foot of every page, or NULL.
draw_document <- function(blocks, path, heading, notice = NULL) {
  temporary <- paste0(path, ".part")
  grDevices::cairo_pdf(
    temporary, width = DOCUMENT_PAGE[["width"]] / 72, height = DOCUMENT_PAGE[["height"]] / 72, onefile = TRUE, family = DOCUMENT_FACE,
    fallback_resolution = 300
  )
  device <- grDevices::dev.cur()
  tryCatch(
    {
      # The first page is open while the texts are measured.
      grid::grid.newpage()
      pages <- flow_pages(lapply(flat_blocks(blocks), function(block) block(document_width())))
      for (i in seq_along(pages)) {
        if (i > 1L) grid::grid.newpage()
        draw_page(pages[[i]], heading, notice, i, length(pages))
      }
    },
    finally = grDevices::dev.off(device)
  )
  file.rename(temporary, path)
  invisible(path)
}

document_width <- function() DOCUMENT_PAGE[["width"]] - 2 * DOCUMENT_MARGINS[["side"]]
document_height <- function() DOCUMENT_PAGE[["height"]] - DOCUMENT_MARGINS[["top"]] - DOCUMENT_MARGINS[["bottom"]]

flat_blocks <- function(blocks) {
  if (is.function(blocks)) return(list(blocks))
  do.call(c, lapply(Filter(Negate(is.null), blocks), flat_blocks))
}

#' A piece of a page.
#'
#' @param height Room that it takes. @param draw Function of `top`, the distance from the page's top edge.
#' @param before Room above it, left out on top of a page. @param follows It is not the last on a page: what comes next goes with it.
#' @param again Piece that is drawn above it where it is the first on a page, as a table's header; or NULL.
doc_piece <- function(height, draw, before = 0, follows = FALSE, again = NULL) {
  list(height = height, draw = draw, before = before, follows = follows, again = again)
}

#' Parts pieces into pages.
#'
#' @param blocks List of lists of pieces. @return List of pages, each a list of `piece` and `top`.
flow_pages <- function(blocks) {
  pieces <- do.call(c, blocks)
  pages <- list(list())
  used <- 0
  place <- function(piece, gap) {
    pages[[length(pages)]] <<- c(pages[[length(pages)]], list(list(piece = piece, top = DOCUMENT_MARGINS[["top"]] + used + gap)))
    used <<- used + gap + piece$height
  }
  for (i in seq_along(pieces)) {
    piece <- pieces[[i]]
    if (used > 0 && used + needed_height(pieces, i) > document_height()) {
      pages <- c(pages, list(list()))
      used <- 0
      if (!is.null(piece$again)) place(piece$again, 0)
    }
    place(piece, if (used > 0) piece$before else 0)
  }
  pages
}

#' Room of a piece and of those that it must not be parted from.
needed_height <- function(pieces, i) {
  room <- pieces[[i]]$before + pieces[[i]]$height
  if (!pieces[[i]]$follows || i == length(pieces)) room else room + needed_height(pieces, i + 1L)
}

draw_page <- function(page, heading, notice, number, count) {
  side <- DOCUMENT_MARGINS[["side"]]
  small <- 7.5
  draw_line(heading, side, 32, small, CAPTION_INK)
  draw_rule(46, AXIS_COLOUR, 0.4)
  foot <- DOCUMENT_PAGE[["height"]] - 34
  if (!is.null(notice)) draw_line(notice, side, foot, small, NOTICE_INK)
  draw_line(sprintf("第 %d 页，共 %d 页", number, count), DOCUMENT_PAGE[["width"]] - side, foot, small, CAPTION_INK, align = "right")
  for (entry in page) entry$piece$draw(entry$top)
}

CAPTION_INK <- "#5b6b73"

#' Place on the page of a distance from its top edge.
from_top <- function(top) grid::unit(DOCUMENT_PAGE[["height"]] - top, "bigpts")

#' One line of text; `top` is the upper edge of its letters' box. Plotmath is written as well.
draw_line <- function(text, x, top, size, colour = INK, bold = FALSE, align = "left") {
  grid::grid.text(
    text, grid::unit(x, "bigpts"), from_top(top + size), just = c(align, "bottom"), vjust = 0.2,
    gp = grid::gpar(fontsize = size, col = colour, fontface = if (bold) "bold" else "plain")
  )
}

#' A line across the page.
draw_rule <- function(top, colour, width, from = DOCUMENT_MARGINS[["side"]], to = DOCUMENT_PAGE[["width"]] - DOCUMENT_MARGINS[["side"]]) {
  grid::grid.segments(
    grid::unit(from, "bigpts"), from_top(top), grid::unit(to, "bigpts"), from_top(top), gp = grid::gpar(col = colour, lwd = width)
  )
}

#' A text in lines that are not wider than `width`: Chinese breaks anywhere but before a closing mark, Latin between words.
#'
#' @return Character vector.
wrap_text <- function(text, width, size, bold = FALSE) {
  if (!nzchar(text)) return("")
  pieces <- break_pieces(text)
  widths <- text_width(pieces, size, bold)
  bare <- text_width(sub(" +$", "", pieces), size, bold)
  lines <- character()
  line <- ""
  used <- 0
  for (i in seq_along(pieces)) {
    if (used > 0 && used + bare[[i]] > width) {
      lines <- c(lines, line)
      line <- ""
      used <- 0
    }
    line <- paste0(line, pieces[[i]])
    used <- used + widths[[i]]
  }
  sub(" +$", "", c(lines, line))
}

#' The parts of a text between which a line may end. A long word without a blank, as a checksum, is parted like Chinese.
break_pieces <- function(text) {
  closing <- "[\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff1f\uff01\uff09\u300d\u300f\u201d]*\\s*"
  pattern <- paste0("[\u2e80-\uffef]", closing, "|[^\\s\u2e80-\uffef]{1,24}", closing, "|\\s+")
  regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1L]]
}

#' Widths of texts on the open device.
text_width <- function(texts, size, bold = FALSE) {
  distinct <- unique(texts)
  grob <- function(text) grid::textGrob(text, gp = grid::gpar(fontsize = size, fontface = if (bold) "bold" else "plain"))
  widths <- vapply(distinct, function(text) grid::convertWidth(grid::grobWidth(grob(text)), "bigpts", valueOnly = TRUE), numeric(1))
  # The device measures no blanks at the end.
  widths <- widths + (nchar(distinct) - nchar(sub(" +$", "", distinct))) * size * 0.26
  unname(widths[match(texts, distinct)])
}
