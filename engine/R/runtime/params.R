#' Read a job's parameters strictly: a job is complete, R has no defaults.
#'
#' @param tool Entry of the catalogue.
#' @param params Named list as it came from JSON (arrays as lists, null as NULL).
#' @return Named list in the declared order: numbers, strings, logicals, character vectors; NULL only where a column is optional.
#' @section Errors: `oncoloom_contract` names every unknown, missing or misshapen key.
read_params <- function(tool, params) {
  declared <- setdiff(names(tool$parameters), names(tool$inputs))
  problems <- c(
    sprintf("unknown parameter %s", setdiff(names(params), declared)),
    sprintf("missing parameter %s", setdiff(declared, names(params)))
  )
  values <- stats::setNames(list(), character())
  for (name in intersect(declared, names(params))) {
    nullable <- isTRUE(tool$columns[[name]]$optional)
    problem <- value_problem(params[[name]], tool$parameters[[name]], nullable)
    if (is.null(problem)) values[name] <- list(plain_value(params[[name]], tool$parameters[[name]]))
    else problems <- c(problems, sprintf("parameter %s: %s", name, problem))
  }
  if (length(problems) > 0L) stop_contract(paste(problems, collapse = "; "))
  values
}

is_one <- function(value, test) length(value) == 1L && !is.list(value) && test(value) && !is.na(value)

#' What is wrong with a value by its JSON Schema, or NULL.
value_problem <- function(value, schema, nullable) {
  if (is.null(value)) return(if (nullable) NULL else "is null")
  switch(schema$type,
    number = number_problem(value, schema),
    integer = if (is_one(value, is.numeric) && value != round(value)) "is not whole" else number_problem(value, schema),
    boolean = if (!is_one(value, is.logical)) "is not true or false",
    string = string_problem(value, schema),
    array = array_problem(value, schema),
    paste("has a type that is not a value's:", schema$type)
  )
}

number_problem <- function(value, schema) {
  if (!is_one(value, is.numeric)) return("is not a number")
  if (!is.null(schema$minimum) && value < schema$minimum) return(paste("is below", schema$minimum))
  if (!is.null(schema$exclusiveMinimum) && value <= schema$exclusiveMinimum) return(paste("is not above", schema$exclusiveMinimum))
  if (!is.null(schema$maximum) && value > schema$maximum) return(paste("is above", schema$maximum))
  NULL
}

string_problem <- function(value, schema) {
  if (!is_one(value, is.character)) return("is not a text")
  if (!is.null(schema$enum) && !value %in% unlist(schema$enum)) return("is none of the choices")
  # Before any pattern reads it.
  if (!is.null(schema$maxLength) && nchar(value) > schema$maxLength) return("is too long")
  if (!is.null(schema$pattern) && !grepl(schema$pattern, value, perl = TRUE)) return("does not match its pattern")
  NULL
}

array_problem <- function(value, schema) {
  texts <- is.character(value) || (is.list(value) && all(vapply(value, is_one, logical(1), test = is.character)))
  if (!texts) return("is not an array of texts")
  if (!is.null(schema$maxItems) && length(value) > schema$maxItems) return("has too many items")
  if (!is.null(schema$items$enum) && !all(unlist(value) %in% unlist(schema$items$enum))) return("has an item that is none of the choices")
  NULL
}

plain_value <- function(value, schema) {
  if (is.null(value)) return(NULL)
  if (identical(schema$type, "array")) return(as.character(unlist(value)))
  if (identical(schema$type, "number")) return(as.numeric(value))
  value
}
