# R's reader of parameters over each tool's cases.json, the file that TypeScript's `completeRequest` is tested with.

#' A tool of the catalogue with its cases; columns that the server finds in the data stand for themselves.
read_cases <- function(tool) {
  valid <- read_json(file.path(root, "tools", tool$folder, "cases.json"))$valid
  lapply(valid, function(case) {
    found <- names(tool$columns)[vapply(tool$columns, function(column) !isTRUE(column$optional), logical(1))]
    for (name in intersect(found, names(case$values))) if (is.null(case$values[[name]])) case$values[[name]] <- name
    case
  })
}

for (tool in read_catalogue(root)) {
  test_that(paste(tool$id, "reads the complete parameters of every valid case"), {
    for (case in read_cases(tool)) {
      values <- read_params(tool, case$values)
      expect_named(values, names(case$values), ignore.order = TRUE, info = case$name)
      for (name in names(values)) {
        given <- case$values[[name]]
        expect_equal(values[[name]], if (is.list(given)) as.character(unlist(given)) else given, info = paste(case$name, name))
      }
    }
  })

  test_that(paste(tool$id, "has no defaults: a key too few or too many stops"), {
    complete <- read_cases(tool)[[1L]]$values
    for (name in names(complete)) {
      expect_error(read_params(tool, complete[setdiff(names(complete), name)]), paste("missing parameter", name), class = "oncoloom_contract")
    }
    expect_error(read_params(tool, c(complete, list(no_such_key = 1))), "unknown parameter no_such_key", class = "oncoloom_contract")
  })
}
