#' Mode `parse`: read an uploaded file once, tell what it is, and keep it in a form that R reads at disk speed.
#'
#' Writes `parsed.bin` (serialized; a matrix as `list(values, kind, identifiers, platform, annotations)`, a table as
#' `list(cells)`), `facts.json` (the contract's facts and `file_type`) and, for tables of up to 100,000 rows and a million cells,
#' `cells.json`.
#'
#' A source, as `open_text`, `open_series` and `open_xlsx` give it, is `list(kind, head, read, first_line, findings)`: `head`
#' holds the first rows as `list(header, columns)` of texts, `read(text)` gives all of them, with `text = FALSE` as numbers
#' where a whole column allows it, `read_first(columns)` the first columns as texts.
#'
#' @param request `path`, `name`, `format` ('text', 'xlsx' or 'gmt'), `file_type` (NULL: to be told from the content), `separator`
#'   (what the guard found between cells; NULL: to be told from the first lines), `change` (see `change_table`; writes
#'   `changed.tsv` and reads that, or NULL), `join` (see `write_joined`) or `merge` (see `write_merged`; each in place of `path`, or NULL), `known`
#'   and `sex_probes` (see `parse_matrix`, or NULL).
run_parse <- function(request, folder, job) {
  made <- !is.null(request$join) || !is.null(request$merge)
  path <- if (made) "" else file.path(folder, request$path)
  job$step("读取文件", 0.1)
  if (!made && (!file.exists(path) || file.size(path) == 0)) stop_input("empty_file", "文件是空的，请检查后重新上传")
  file_type <- request$file_type
  # Lines of a GMT differ in length by nature: it must not go through the readers of tables.
  if (identical(request$format, "gmt") || (is.null(file_type) && grepl("\\.gmt(\\.gz)?$", request$name, ignore.case = TRUE))) {
    file_type <- "gene_sets"
    parsed <- parse_gene_sets(path)
  } else {
    joined <- if (!is.null(request$join)) write_joined(request$join, folder) else if (!is.null(request$merge)) {
      write_merged(request$merge$parts, request$merge$differing, request$merge$logged, folder)
    }
    source <- if (is.null(joined)) open_source(path, request) else open_text(joined$path, "\t")
    source$findings <- c(source$findings, joined$findings)
    if (!is.null(request$change)) {
      change <- request$change
      if (!is.null(change$annotation)) change$annotation$path <- file.path(folder, change$annotation$path)
      changed <- write_changed(source, change, file.path(folder, "changed.tsv"))
      source <- open_text(changed$path, "\t")
      source$findings <- changed$findings
    }
    output <- if (is.null(file_type) || file_type == "expression") recognise_output(source)
    if (!is.null(output)) file_type <- "expression"
    if (is.null(file_type)) file_type <- guess_file_type(source, request$name)
    job$step("检查内容", 0.5)
    parsed <- switch(file_type,
      expression = if (is.null(output)) parse_matrix(source, known_values(request), request$sex_probes) else one_sample_result(source, output),
      gene_list = parse_gene_list(source),
      gene_sets = parse_set_columns(source),
      parse_table(source, file_type)
    )
  }
  write_serialized(parsed$binary, file.path(folder, "parsed.bin"))
  if (is_small(parsed$binary$cells)) {
    write_json(cells_json(parsed$binary$cells), file.path(folder, "cells.json"))
  }
  write_json(c(list(file_type = file_type), parsed$facts), file.path(folder, "facts.json"))
  invisible(parsed$facts)
}

#' Does the server work with the cells of this table? A ranking of all probes of an array has nearly 100,000 rows.
is_small <- function(cells) !is.null(cells) && nrow(cells) <= 1e5 && length(cells) * nrow(cells) <= 1e6

#' What is known of the values of a request's file, after its change.
known_values <- function(request) {
  known <- request$known
  if (isTRUE(request$change$fix %in% names(TO_LOG2))) known$log_base <- 2
  known
}

open_source <- function(path, request) {
  if (identical(request$format, "xlsx")) open_xlsx(path) else open_text(path, request$separator)
}

write_serialized <- function(value, path) {
  temporary <- paste0(path, ".part")
  connection <- file(temporary, "wb")
  tryCatch(
    {
      serialize(value, connection, xdr = FALSE)
      written <- seek(connection)
    },
    finally = close(connection)
  )
  # What still waited in memory is written as the file is closed, and R does not tell when there was no room for it.
  if (file.size(temporary) != written) stop("No space left on device")
  file.rename(temporary, path)
}

cells_json <- function(cells) {
  list(columns = as.list(names(cells)), rows = unname(as.matrix(cells)))
}
