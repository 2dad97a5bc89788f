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
  plot <- tool$plots[[request$figure]](results, style)
  draw_file(
    plot, file.path(folder, request$output), request$format,
    width = style$plot_pdf_width, height = style$plot_pdf_height, family = style$font_family
  )
}
