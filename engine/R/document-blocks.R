# What documents are made of. Each block is a function of the page's width, see document-layout.R.

#' The title of the document with a line below it.
doc_title <- function(title, below) {
  function(width) list(doc_piece(54, function(top) {
    side <- DOCUMENT_MARGINS[["side"]]
    draw_line(title, side, top, 20, bold = TRUE)
    draw_line(below, side, top + 32, DOCUMENT_SIZE, CAPTION_INK)
  }))
}

#' A heading; it stays with what follows.
doc_heading <- function(text) {
  function(width) list(doc_piece(24, function(top) draw_line(text, DOCUMENT_MARGINS[["side"]], top, 12.5, bold = TRUE), before = 14, follows = TRUE))
}

#' A paragraph; its lines may be parted by a page.
doc_text <- function(text, size = DOCUMENT_SIZE, colour = INK, bold = FALSE, indent = 0, before = 4) {
  function(width) {
    lines <- wrap_text(text, width - indent, size, bold)
    Map(function(line, i) {
      doc_piece(
        size * DOCUMENT_LEADING, function(top) draw_line(line, DOCUMENT_MARGINS[["side"]] + indent, top, size, colour, bold),
        before = if (i == 1L) before else 0
      )
    }, lines, seq_along(lines), USE.NAMES = FALSE)
  }
}

#' Texts with a point before each.
doc_list <- function(texts) {
  lapply(texts, function(text) {
    function(width) {
      pieces <- doc_text(text, indent = 12)(width)
      first <- pieces[[1L]]
      pieces[[1L]]$draw <- function(top) {
        draw_line("\u2022", DOCUMENT_MARGINS[["side"]] + 3, top, DOCUMENT_SIZE)
        first$draw(top)
      }
      pieces
    }
  })
}

#' Names and what they stand for, one pair below the other.
#'
#' @param values Named character vector; names may come again.
doc_facts <- function(values) {
  name_width <- 96
  lapply(seq_along(values), function(i) {
    function(width) {
      pieces <- doc_text(values[[i]], indent = name_width, before = 2)(width)
      first <- pieces[[1L]]
      pieces[[1L]]$draw <- function(top) {
        draw_line(names(values)[[i]], DOCUMENT_MARGINS[["side"]], top, DOCUMENT_SIZE, CAPTION_INK)
        first$draw(top)
      }
      pieces
    }
  })
}

#' A formula as plotmath, with words behind it.
#'
#' @param formula An expression. @param height Room for its fractions and sums.
doc_formula <- function(formula, height = 30) {
  function(width) list(doc_piece(height, function(top) {
    grid::grid.text(
      formula, grid::unit(DOCUMENT_MARGINS[["side"]] + 24, "bigpts"), from_top(top + height / 2), just = c("left", "centre"),
      gp = grid::gpar(fontsize = DOCUMENT_SIZE + 1, col = INK)
    )
  }, before = 2))
}

#' A table; its header stands again on each page.
#'
#' @param cells Data frame of texts. @param titles The columns' titles. @param widths Shares of the page's width, summing to 1.
#' @param align "left" or "right" for each column. @param marked Logical matrix of cells that stand out, or NULL.
doc_table <- function(cells, titles, widths, align, marked = NULL) {
  size <- 7.5
  row_height <- size * 1.75
  function(width) {
    side <- DOCUMENT_MARGINS[["side"]]
    edges <- side + width * cumsum(c(0, widths))
    at <- ifelse(align == "left", edges[-length(edges)], edges[-1L] - 6)
    draw_cells <- function(texts, top, bold, colours) {
      for (j in seq_along(texts)) draw_line(texts[[j]], at[[j]], top + 3, size, colours[[j]], bold[[j]], align[[j]])
    }
    header <- doc_piece(row_height + 3, function(top) {
      draw_cells(titles, top, rep(TRUE, length(titles)), rep(INK, length(titles)))
      draw_rule(top + row_height + 1, AXIS_COLOUR, 0.8)
    }, before = 6, follows = TRUE)
    rows <- lapply(seq_len(nrow(cells)), function(i) {
      texts <- vapply(seq_along(cells), function(j) fit_cell(cells[[j]][[i]], width * widths[[j]] - 6, size), character(1))
      bold <- if (is.null(marked)) rep(FALSE, length(texts)) else marked[i, ]
      doc_piece(row_height, function(top) {
        draw_cells(texts, top, bold, ifelse(bold, MARKED_INK, INK))
        draw_rule(top + row_height, "#dde4e7", 0.4)
      }, again = header)
    })
    c(list(header), rows)
  }
}

MARKED_INK <- "#b3261e"

#' As much of a cell as its column has room for.
fit_cell <- function(text, room, size) {
  if (text_width(text, size) <= room) text else shorten_texts(text, room, size)
}

#' Figures in their order, next to each other where two fit into the page's width.
#'
#' @param figures Each `plot` (a ggplot or a grob), `width`, `height`, `title`, `caption`.
doc_figures <- function(figures) {
  rows <- list()
  for (figure in unname(figures)) {
    last <- length(rows)
    if (last > 0L && length(rows[[last]]) == 1L && rows[[last]][[1L]]$width + figure$width + FIGURE_GAP <= document_width()) {
      rows[[last]] <- c(rows[[last]], list(figure))
    } else rows <- c(rows, list(list(figure)))
  }
  lapply(rows, figure_row)
}

FIGURE_GAP <- 11
CAPTION_SIZE <- 8

#' One or two figures with their titles above and captions below, scaled down where one is wider or higher than the page. They stay
#' together.
figure_row <- function(row) {
  function(width) {
    room <- if (length(row) == 1L) width else (width - FIGURE_GAP) / 2
    captions <- lapply(row, function(figure) if (nzchar(figure$caption)) wrap_text(figure$caption, room, CAPTION_SIZE))
    beside <- 22 + max(lengths(captions)) * CAPTION_SIZE * DOCUMENT_LEADING + 6
    scales <- vapply(row, function(figure) min(1, room / figure$width, (document_height() - beside) / figure$height), numeric(1))
    heights <- scales * vapply(row, function(figure) figure$height, numeric(1))
    list(doc_piece(max(heights) + beside, function(top) {
      for (i in seq_along(row)) {
        left <- DOCUMENT_MARGINS[["side"]] + (i - 1) * (room + FIGURE_GAP)
        draw_line(row[[i]]$title, left, top, 10, bold = TRUE)
        draw_scaled(row[[i]]$plot, left, top + 22, row[[i]]$width * scales[[i]], heights[[i]])
        below <- top + 26 + max(heights)
        for (j in seq_along(captions[[i]])) {
          draw_line(captions[[i]][[j]], left, below + (j - 1) * CAPTION_SIZE * DOCUMENT_LEADING, CAPTION_SIZE, CAPTION_INK)
        }
      }
    }, before = 12))
  }
}

#' A plot on a part of the page.
draw_scaled <- function(plot, left, top, width, height) {
  grid::pushViewport(grid::viewport(
    grid::unit(left, "bigpts"), from_top(top), grid::unit(width, "bigpts"), grid::unit(height, "bigpts"), just = c("left", "top")
  ))
  if (inherits(plot, "ggplot")) print(plot, newpage = FALSE) else grid::grid.draw(plot)
  grid::popViewport()
}

#' What every document of a result begins with: what it is about, which data, when, and the conclusion in words.
doc_front <- function(about) {
  inputs <- lapply(about$inputs, function(input) {
    shape <- if (is.null(input$rows)) "" else sprintf("，%s 行 \u00d7 %s 列", format_count(input$rows), format_count(input$columns))
    stats::setNames(c(paste0(input$name, shape), input$sha256), c(input$label, "SHA-256"))
  })
  versions <- paste(names(about$versions), unlist(about$versions), collapse = "，")
  list(
    doc_title(about$title, about$task),
    doc_facts(c(
      unlist(inputs), "完成时间" = about$date, "工具" = sprintf("%s %s", about$tool, about$version), "软件" = versions
    )),
    doc_heading("结论"), doc_text(about$summary, size = DOCUMENT_SIZE + 1), doc_list(c(about$detail, about$findings))
  )
}

#' What every document of a result ends with: how it was made, and what to cite.
doc_back <- function(about) {
  list(doc_heading("方法"), doc_text(about$methods), doc_heading("参考文献"), doc_list(unlist(about$citations)))
}
