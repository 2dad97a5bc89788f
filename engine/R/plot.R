#' Mode `plot`: draw one figure of a stored result. Nothing is computed again; no random number decides anything but label places.
run_plot <- function(request, tools, folder) {
  tool <- tools[[request$tool]]
  if (is.null(tool)) stop_contract("no such tool: ", request$tool)
  figure <- tool$figures[[request$figure]]
  if (is.null(figure)) stop_contract("no such figure: ", request$figure)
  ids <- vapply(request$tables, function(table) table$id, character(1))
  absent <- setdiff(unlist(figure$tables), ids)
  if (length(absent) > 0L) stop_contract("figure ", request$figure, " lacks tables: ", paste(absent, collapse = ", "))
  style <- read_style(figure, request$style)
  style$words <- request$words
  results <- lapply(request$tables, function(table) read_table(file.path(folder, table$path), tool$tables[[table$id]]))
  names(results) <- ids
  set.seed(1L, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  plot <- tool$plots[[request$figure]](results, room_for_notice(style, request$notice))
  if (!is.null(request$notice)) plot <- with_notice(plot, request$notice, style)
  draw_file(
    plot, file.path(folder, request$output), request$format,
    width = style$plot_pdf_width, height = style$plot_pdf_height, family = style$font_family
  )
}

#' Ink of what warns of the data themselves, on figures and documents.
NOTICE_INK <- "#b3261e"

#' Height of a notice, points. @param notice Lines parted by a line break.
notice_height <- function(style, notice) (0.5 + 1.3 * length(strsplit(notice, "\n", fixed = TRUE)[[1L]])) * style$font_size

#' The style of a plot that leaves the notice's line free: what keeps points clear of a legend reckons with the height.
room_for_notice <- function(style, notice) {
  if (!is.null(notice)) style$plot_pdf_height <- style$plot_pdf_height - notice_height(style, notice) / 72
  style
}

#' A plot over a line of text that goes wherever the file goes.
with_notice <- function(plot, notice, style) {
  text <- grid::textGrob(notice, gp = grid::gpar(fontsize = style$font_size, col = NOTICE_INK))
  height <- grid::unit(notice_height(style, notice), "points")
  frame <- grid::frameGrob(grid::grid.layout(2L, 1L, heights = grid::unit.c(grid::unit(1, "null"), height)))
  # Made while it is drawn: only then there is a device whose letters can be measured.
  drawn <- if (inherits(plot, "ggplot")) grid::delayGrob(ggplot2::ggplotGrob(plot), list = list(plot = plot)) else plot
  frame <- grid::placeGrob(frame, drawn, row = 1L, col = 1L)
  grid::placeGrob(frame, text, row = 2L, col = 1L)
}
