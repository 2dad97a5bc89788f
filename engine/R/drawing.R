#' Draw a plot into a file.
#'
#' @param plot A ggplot or a grid grob. @param format pdf, svg or png (300 dpi).
#' @param width,height Inches.
#' @param family The style's font family: it decides the device's default face.
draw_file <- function(plot, path, format, width, height, family) {
  temporary <- paste0(path, ".part")
  # Without a second name Chinese falls back to the first CJK face of the system, the Japanese one.
  faces <- paste0(family, ", Noto Sans CJK SC")
  devices <- list(
    # cairo_pdf keeps text as text and falls back to a Chinese face; pdf() fails on Chinese.
    pdf = function() grDevices::cairo_pdf(temporary, width = width, height = height, family = faces, fallback_resolution = 300),
    svg = function() svglite::svglite(temporary, width = width, height = height, user_fonts = svg_fonts(family), fix_text_size = FALSE),
    png = function() grDevices::png(temporary, width = width, height = height, units = "in", res = 300, type = "cairo", family = faces)
  )
  open <- devices[[format]]
  if (is.null(open)) stop_contract("no such format: ", format)
  open()
  device <- grDevices::dev.cur()
  tryCatch(draw_plot(plot), finally = grDevices::dev.off(device))
  if (!file.exists(temporary)) stop_contract("the ", format, " device wrote nothing")
  file.rename(temporary, path)
  invisible(path)
}

draw_plot <- function(plot) {
  if (inherits(plot, "ggplot")) return(invisible(print(plot)))
  if (!inherits(plot, "grob")) stop_contract("a plot must be a ggplot or a grob, not ", class(plot)[[1L]])
  grid::grid.newpage()
  grid::grid.draw(plot)
}

#' An SVG names the font that the user chose; widths are those of the face that stands for it here.
svg_fonts <- function(family) {
  face <- function(italic, bold) list(alias = family, file = systemfonts::match_font(family, italic = italic, bold = bold)$path)
  list(sans = list(
    plain = face(FALSE, FALSE), bold = face(FALSE, TRUE), italic = face(TRUE, FALSE), bolditalic = face(TRUE, TRUE)
  ))
}
