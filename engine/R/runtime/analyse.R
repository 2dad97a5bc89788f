#' Mode `analyse`: read the inputs, run the tool, write its tables and the manifest.
#'
#' @param request See the engine's protocol: tool, version, seed, params, inputs.
#' @param tools Loaded tools by task type. @param folder The job's folder. @param job From `new_job`.
#' @return The manifest.
run_analyse <- function(request, tools, folder, job) {
  tool <- tool_of_request(request, tools)
  params <- read_params(tool, request$params)
  started <- proc.time()[["elapsed"]]
  inputs <- in_log2(read_inputs(request$inputs), tool, job)
  read <- proc.time()[["elapsed"]]
  set.seed(request$seed, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  job$early_by(early_writer(tool, folder))
  results <- with_annotations(tool, tool$analyse(inputs, params, job), inputs)
  analysed <- proc.time()[["elapsed"]]
  tables <- tables_in_words(tool, matrices_as_tables(tool, results))
  check_tables(tool, tables)
  entries <- lapply(names(tool$tables), function(id) {
    entry <- write_table(id, tables[[id]], folder)
    if (id %in% matrix_ids(tool)) entry$matrix <- write_matrix(id, results[[id]], folder, row_column(tool, id))
    entry
  })
  written <- proc.time()[["elapsed"]]
  manifest <- new_manifest(tool, request, inputs, entries, job$collected(), row_subject(tool, tables))
  manifest$seconds <- list(read = read - started, analyse = analysed - read, write = written - analysed)
  write_json(manifest, file.path(folder, "manifest.json"))
  manifest
}

#' Mode `check`: read the inputs, and run the tool as far as it has checked them.
#'
#' @param job From `new_job(checks_only = TRUE)`. @return What was found, as it stands in `checks.json`.
#' @section Errors: `stop_input` where a run would end with it.
run_check <- function(request, tools, folder, job) {
  tool <- tool_of_request(request, tools)
  inputs <- in_log2(read_inputs(request$inputs), tool, job)
  tryCatch(
    {
      tool$analyse(inputs, read_params(tool, request$params), job)
      stop_contract(request$tool, " does not say where its inputs are checked")
    },
    oncoloom_checked = function(condition) NULL
  )
  checks <- list(findings = job$collected()$findings)
  write_json(checks, file.path(folder, "checks.json"))
  checks
}

#' Mode `robustness`: one of the tool's checks of whether a result stands (`request$check`), on the same inputs and parameters, with the same seed,
#' and with what the check reads beside them: `sex_probes` (see `sex_gene_values`), or a signature, which is one of the inputs.
#'
#' @return What was found, as it stands in `checks.json`.
run_robustness <- function(request, tools, folder, job) {
  tool <- tool_of_request(request, tools)
  check <- tool$robustness[[request$check]]
  if (is.null(check)) stop_contract(request$tool, " has no such check: ", request$check)
  params <- read_params(tool, request$params)
  # What is told of the reading stands with the result; a check leaves its own finding.
  inputs <- in_log2(read_inputs(request$inputs), tool, new_job(function(event) NULL))
  inputs$sex_probes <- request$sex_probes
  set.seed(request$seed, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  check(inputs, params, job)
  checks <- list(findings = job$collected()$findings)
  write_json(checks, file.path(folder, "checks.json"))
  checks
}

#' The loaded tool that a request is for, of the version that it was made for.
tool_of_request <- function(request, tools) {
  tool <- tools[[request$tool]]
  if (is.null(tool)) stop_contract("no such tool: ", request$tool)
  if (!identical(request$version, tool$version)) stop_contract("the job is for version ", request$version, ", the tool is ", tool$version)
  tool
}

#' Names looked at: the first thousands of a table tell what the others are.
SUBJECT_ROWS <- 5000L

#' What the rows are called: `probe` where the first table with a column of genes holds probes in it, else `gene`.
row_subject <- function(tool, tables) {
  for (id in names(tool$tables)) {
    columns <- unlist(tool$tables[[id]]$columns)
    column <- names(columns)[match("gene", columns)]
    if (is.na(column) || nrow(tables[[id]]) == 0L) next
    return(if (identifier_kind(utils::head(as.character(tables[[id]][[column]]), SUBJECT_ROWS)) == "probe") "probe" else "gene")
  }
  "gene"
}

#' The manifest of the contract, without the seconds.
new_manifest <- function(tool, request, inputs, tables, collected, row_subject) {
  declared <- unlist(tool$facts)
  in_english <- intersect(paste0(declared, IN_ENGLISH), names(collected$facts))
  undeclared <- setdiff(names(collected$facts), c(declared, in_english))
  if (length(undeclared) > 0L) stop_contract("undeclared facts: ", paste(undeclared, collapse = ", "))
  facts <- lapply(stats::setNames(nm = c(declared, in_english)), function(name) collected$facts[[name]])
  list(
    tool = tool$id,
    version = tool$version,
    parameters = request$params,
    inputs = lapply(request$inputs, manifest_input, inputs = inputs),
    tables = tables,
    facts = facts,
    findings = collected$findings,
    rowSubject = row_subject,
    seed = request$seed,
    versions = package_versions(unlist(tool$packages))
  )
}

#' An input as the manifest tells of it: its shape, and of a cohort what was read.
manifest_input <- function(input, inputs) {
  read <- inputs[[input$name]]
  if (!is.null(input$place)) read <- read[[input$place]]
  if (identical(input$type, "cohort")) return(manifest_cohort(input, if (isTRUE(input$several)) read[[basename(input$path)]] else read))
  shape <- input_shape(input, read)
  list(id = input$name, sha256 = input$sha256, rows = shape[[1L]], columns = shape[[2L]])
}

#' Rows and columns of what was read: of a list one column of genes, of sets one of titles.
input_shape <- function(input, read) {
  switch(input$type,
    matrix = dim(read$values),
    genes = c(length(read$genes), 1L),
    `gene-sets` = c(length(read), 1L),
    signature = signature_shape(read),
    dim(read)
  )
}

manifest_cohort <- function(input, cohort) {
  expression <- cohort$about$matrices$expression
  reads <- lapply(cohort$reads, function(read) if (read$whole) NULL else as.list(read$genes))
  list(
    id = input$name, sha256 = input$sha256, rows = expression$genes, columns = expression$samples,
    cohort = list(code = cohort$about$code, reads = if (length(reads) == 0L) stats::setNames(list(), character()) else reads)
  )
}

#' Versions of R and of the tool's packages, for the methods paragraph and the reader who repeats the run.
package_versions <- function(packages) {
  versions <- lapply(stats::setNames(nm = packages), function(package) as.character(utils::packageVersion(package)))
  c(list(R = as.character(getRversion())), versions)
}
