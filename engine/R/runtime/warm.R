#' Warm-up of the parent: packages, tools, and one run of everything, so that lazy loading and compiling are paid once.

OWN_PACKAGES <- c("data.table", "matrixStats", "jsonlite", "digest", "readxl", "openxlsx", "parallel")

#' With many tools the rehearsals end here: the engine has to be ready, and a tool not rehearsed only starts slower once.
REHEARSAL_SECONDS <- 1

#' What is loaded for packages that a tool names. @param named Vector or list of names.
packages_to_load <- function(named) {
  named <- as.character(unlist(named))
  databases <- named %in% ANNOTATION_DATABASES
  unique(c(named[!databases], if (any(databases)) "RSQLite"))
}

#' Packages without which a tool's run is not begun: those that it declares as early, or all of them.
needed_packages <- function(tool) packages_to_load(if (is.null(tool$early)) tool$packages else tool$early)

#' What a parent of a stage loads: `early` the packages of the tools that declare some as early, `all` every tool's.
stage_packages <- function(catalogue, stage) {
  chosen <- if (stage == "early") Filter(function(tool) !is.null(tool$early), catalogue) else catalogue
  of_tool <- if (stage == "early") needed_packages else function(tool) packages_to_load(tool$packages)
  unique(c(OWN_PACKAGES, unlist(lapply(chosen, of_tool), use.names = FALSE)))
}

#' Tools that wait for the next stage. @param packages The loaded ones.
later_tools <- function(tools, packages) {
  names(Filter(function(tool) length(setdiff(needed_packages(tool), packages)) > 0L, tools))
}

#' @param root Folder with `engine/` and `tools/`. @param engine Environment of engine/R. @param stage See `stage_packages`.
#' @param tell Function of one event.
#' @return The tools by task type; attributes `later`: those whose packages are not loaded, and `packages`: the loaded ones.
warm_up <- function(root, engine, stage, tell) {
  step <- function(name, progress) tell(list(type = "warming", step = name, progress = progress))
  catalogue <- read_catalogue(root)
  packages <- stage_packages(catalogue, stage)
  cycle <- begin_collection_cycle(length(packages))
  # Compiling takes longer than loading the first packages; R compiles by itself what is run often.
  compiling <- start_compiling(root, catalogue, missing = stage == "all")
  if (length(later_tools(catalogue, packages)) > 0L) tell(list(type = "partial"))
  for (i in seq_along(packages)) {
    step(paste("加载", packages[[i]]), 0.7 * (i - 1) / length(packages))
    loadNamespace(packages[[i]])
    # What loading leaves behind is three times what stays.
    gc(full = FALSE)
  }
  data.table::setDTthreads(1L)
  step("编译", 0.7)
  read <- finish_compiling(compiling, function(text) tell(list(type = "log", level = "warning", text = text)))
  for (file in engine_files(root)) read(root, file, engine)
  tools <- list()
  for (id in names(catalogue)) {
    # One tool that cannot be loaded must not take the others away.
    tool <- tryCatch(load_tool(catalogue[[id]], root, engine, read, tools), error = function(condition) {
      tell(list(type = "log", level = "error", text = paste(id, "is left out:", conditionMessage(condition))))
      FALSE
    })
    if (is.null(tool)) tell(list(type = "log", level = "warning", text = paste(id, "has no run.R yet and is left out")))
    if (is.list(tool)) tools[[id]] <- tool
  }
  later <- later_tools(tools, packages)
  # A parent that is replaced in some seconds serves sooner without: the first job takes as long as a rehearsal would have.
  if (length(later) == 0L) {
    if ("org.Hs.eg.db" %in% unlist(lapply(tools, function(tool) tool$packages))) read_symbol_keys()
    rehearse_all(tools, root, step, tell)
  }
  step("整理内存", 0.97)
  # So that each child makes its own.
  unlink(tempdir(), recursive = TRUE)
  finish_collection_cycle(cycle)
  structure(tools, later = later, packages = setdiff(packages, "parallel"))
}

#' Rehearse tools for REHEARSAL_SECONDS.
rehearse_all <- function(tools, root, step, tell) {
  folder <- tempfile("warm")
  dir.create(folder)
  deadline <- proc.time()[["elapsed"]] + REHEARSAL_SECONDS
  # What most users begin with, then the quickest: so most have their turn.
  rare <- !vapply(tools, function(tool) isTRUE(tool$popular), logical(1))
  order <- names(tools)[order(rare, vapply(tools, function(tool) tool$seconds, numeric(1)), method = "radix")]
  for (id in order) {
    if (proc.time()[["elapsed"]] > deadline) break
    step(paste("试运行", id), 0.7 + 0.25 * (match(id, order) - 1) / length(tools))
    tryCatch(
      if (rehearse(tools[[id]], root, file.path(folder, id), tools, tell)) rehearse_workbook(tools[[id]], file.path(folder, id), tools, tell),
      error = function(condition) tell(list(type = "log", level = "error", text = paste0(id, ", example: ", conditionMessage(condition))))
    )
  }
}

#' Run a tool's example once, from its files to its tables. A failure is told and does not stop the engine: the job that fails for the same
#' reason will tell its user.
#'
#' @return TRUE when its tables are there.
rehearse <- function(tool, root, folder, tools, tell) {
  example <- file.path(root, "tools", tool$folder, "example")
  files <- lapply(tool$example$inputs, function(input) file.path(example, input$file))
  if (length(files) + length(tool$example$cohorts) == 0L || !all(vapply(files, file.exists, logical(1)))) {
    tell(list(type = "log", level = "warning", text = paste(tool$id, "has no example yet: its first job will be slower")))
    return(FALSE)
  }
  fail <- tell_failure(tool, tell)
  dir.create(folder)
  inputs <- Map(function(input, file) rehearse_input(input, file, folder, fail), tool$example$inputs, files)
  inputs <- c(inputs, lapply(tool$example$cohorts, rehearse_cohort, genes = example_genes(tool), folder = folder))
  request <- list(
    mode = "analyse", tool = tool$id, version = tool$version, seed = 1L,
    params = detect_columns(tool, inputs, folder), inputs = unname(inputs)
  )
  write_json(request, file.path(folder, "request.json"))
  run_job(folder, tools, fail)
}

#' Make a workbook of a rehearsed tool's first table.
rehearse_workbook <- function(tool, folder, tools, tell) {
  table <- file.path("tables", paste0(names(tool$tables)[[1L]], ".tsv"))
  write_json(list(mode = "xlsx", tables = list(list(path = table, sheet = "1")), output = "warm.xlsx"), file.path(folder, "request.json"))
  run_job(folder, tools, tell_failure(tool, tell))
}

#' @return Function of a job's event, that tells of a failed job and leaves the other events out.
tell_failure <- function(tool, tell) {
  function(event) {
    if (event$type != "failed") return(invisible())
    tell(list(type = "log", level = "error", text = paste0(tool$id, ", example: ", event$message, " ", event$detail)))
  }
}

#' A small simulated cohort in the place of the example's: the parent has no cohorts, and its code is to be warmed, not the disk.
rehearse_cohort <- function(input, genes, folder) {
  path <- file.path(input$name, SIMULATED_ABOUT$code)
  write_cohort(small_cohort(genes), file.path(folder, path))
  list(name = input$name, type = "cohort", path = path, sha256 = "", label = SIMULATED_ABOUT$label, several = input$several)
}

#' Genes that a tool's example asks for.
example_genes <- function(tool) {
  named <- intersect(c("target_gene", "target_genes", "gene_list", "group_gene"), names(tool$example$parameters))
  genes <- as.character(unlist(tool$example$parameters[named]))
  genes[nzchar(genes)]
}

rehearse_input <- function(input, file, folder, fail) {
  own <- file.path(folder, input$name)
  dir.create(own)
  bytes <- if (grepl("\\.gz$", file)) gzfile(file, "r") else file(file, "r")
  writeLines(readLines(bytes, warn = FALSE), file.path(own, "upload"), useBytes = TRUE)
  close(bytes)
  format <- if (grepl("\\.xlsx$", file)) "xlsx" else "text"
  request <- list(mode = "parse", path = "upload", name = basename(file), format = format, file_type = input$fileType)
  write_json(request, file.path(own, "request.json"))
  if (!run_job(own, list(), fail)) stop("cannot read ", input$file)
  type <- if (identical(input$fileType, "expression")) "matrix" else "table"
  read <- list(name = input$name, type = type, path = file.path(input$name, "parsed.bin"), sha256 = "", label = input$file)
  if (!is.null(input$place)) read$place <- input$place
  read
}

#' Columns that the form would have found in the file's header.
detect_columns <- function(tool, inputs, folder) {
  params <- tool$example$parameters
  tables <- lapply(inputs, function(input) if (input$type == "table") names(read_serialized(file.path(folder, input$path))$cells))
  headers <- unlist(tables)
  for (name in names(tool$columns)) {
    if (!is.null(params[[name]])) next
    detect <- unlist(tool$columns[[name]]$detect)
    found <- headers[match(tolower(detect), tolower(headers))]
    found <- found[!is.na(found)]
    if (length(found) > 0L) params[[name]] <- found[[1L]]
  }
  params
}
