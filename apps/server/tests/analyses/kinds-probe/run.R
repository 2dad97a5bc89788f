# Says as JSON what each input is in R: large ones by their size and both ends.

SHOWN <- 5L

analyse <- function(inputs, params, job) {
  job$facts(list(inputs = length(inputs)))
  texts <- vapply(inputs, function(input) as.character(jsonlite::toJSON(seen_of(input), digits = NA, na = "string", auto_unbox = TRUE)), character(1))
  list(
    seen = data.frame(input = as.character(names(inputs)), value = unname(texts)),
    genes = data.frame(gene = as.character(inputs$genes$genes))
  )
}

seen_of <- function(input) {
  if (is.data.frame(input)) {
    return(list(
      rows = nrow(input), classes = vapply(input, function(column) class(column)[[1L]], character(1)),
      first = as.list(input[1L, , drop = FALSE]), last = as.list(input[nrow(input), , drop = FALSE])
    ))
  }
  if (!is.null(input$values)) return(list(dim = dim(input$values)))
  if (!is.null(names(input)) && identical(names(input)[[1L]], "genes")) {
    return(list(n = length(input$genes), genes = I(utils::head(input$genes, SHOWN)), universe = length(input$universe)))
  }
  list(n = length(input), titles = I(utils::head(names(input), SHOWN)), sizes = I(utils::head(unname(lengths(input)), SHOWN)), last = I(input[[length(input)]]))
}
