# Faces of figures. Texts name no family of their own: the device's holds for all of them.

#' Faces in the order in which they are tried; a letter that the first lacks comes from the next. Without the second, the
#' system chooses for Chinese by its own order and takes the Japanese forms.
FIGURE_FACES <- list(
  "Arial" = c("Arial", "Noto Sans CJK SC"),
  "Times New Roman" = c("Times New Roman", "Noto Serif CJK SC"),
  "Noto Sans CJK SC" = "Noto Sans CJK SC"
)

#' The `family` of a cairo device (pdf, png): Pango takes a list.
device_faces <- function(family) paste(FIGURE_FACES[[family]], collapse = ", ")

#' Faces that an SVG asks for on the reader's machine.
SVG_STACKS <- list(
  "Arial" = 'Arial, "Liberation Sans", "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
  "Times New Roman" = '"Times New Roman", "Liberation Serif", "Songti SC", "Noto Serif CJK SC", SimSun, serif',
  "Noto Sans CJK SC" = '"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif'
)

#' svglite's `user_fonts`: measure with the face that stands for the family here, write the family's name.
svg_fonts <- function(family) {
  face <- function(italic, bold) list(alias = family, file = systemfonts::match_font(family, italic = italic, bold = bold)$path)
  list(sans = list(
    plain = face(FALSE, FALSE), bold = face(FALSE, TRUE), italic = face(TRUE, FALSE), bolditalic = face(TRUE, TRUE)
  ))
}

#' svglite writes one name; give the reader's machine the whole list.
name_svg_faces <- function(path, family) {
  text <- readChar(path, file.size(path), useBytes = TRUE)
  named <- sprintf("font-family: \"%s\";", family)
  stack <- sprintf("font-family: %s;", SVG_STACKS[[family]])
  writeChar(gsub(named, stack, text, fixed = TRUE, useBytes = TRUE), path, eos = NULL, useBytes = TRUE)
}
