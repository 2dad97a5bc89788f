#' Stop because of the input, not of the program.
#'
#' @param code Short name of the problem, stable: tests and the form rely on it.
#' @param message One Chinese sentence: what is, then what to change.
#' @param field Name of the parameter at fault, or NULL.
#' @section Errors: Without a sentence the user would be told nothing: that is the program's fault, and told as such.
stop_input <- function(code, message, field = NULL) {
  if (length(message) != 1L || is.na(message) || !nzchar(message)) stop_contract("the fault \"", code, "\" of the input has no sentence")
  stop(structure(
    class = c("oncoloom_input", "error", "condition"),
    list(message = message, call = NULL, code = code, field = field)
  ))
}

#' Stop because the program asked for something that the tool does not declare. Only a developer sees the text.
stop_contract <- function(...) {
  stop(structure(class = c("oncoloom_contract", "error", "condition"), list(message = paste0(...), call = NULL)))
}

#' Did the error come from the limit on memory? R, C++ and BLAS say it in different words.
is_out_of_memory <- function(message) {
  grepl("cannot allocate|bad_alloc|memory exhausted|out of memory|vector memory", message, ignore.case = TRUE)
}

#' "T07、T08、T09 等": the first few of a list of names, for a sentence.
list_names <- function(names, shown = 3L) {
  paste0(paste(utils::head(names, shown), collapse = "、"), if (length(names) > shown) " 等" else "")
}

#' "12,625": a whole number as a reader expects it.
format_count <- function(n) format(n, big.mark = ",", scientific = FALSE, trim = TRUE)

#' Numbers that R wrote, for a sentence or a label: a true minus. Columns of numbers keep the hyphen, which other software reads.
true_minus <- function(written) gsub("-", "\u2212", written, fixed = TRUE)

#' One number with so many significant digits, for a sentence or a label.
written_number <- function(x, digits = 4L) true_minus(format(signif(x, digits), trim = TRUE, drop0trailing = TRUE))
