#' Draw a plot into a file.
#'
#' @param plot A ggplot or a grid grob. @param format pdf, svg or png (300 dpi).
#' @param width,height Inches.
#' @param family The style's font family: it decides the device's default face.
draw_file <- function(plot, path, format, width, height, family) {
  temporary <- paste0(path, ".part")
  faces <- device_faces(family)
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
  if (format == "svg") name_svg_faces(temporary, family)
  file.rename(temporary, path)
  invisible(path)
}

draw_plot <- function(plot) {
  if (inherits(plot, "ggplot")) return(invisible(print(plot)))
  if (!inherits(plot, "grob")) stop_contract("a plot must be a ggplot or a grob, not ", class(plot)[[1L]])
  grid::grid.newpage()
  grid::grid.draw(plot)
}
