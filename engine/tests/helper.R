# What the tests of the tools share; every test file sees it.

invisible(load_library(root, "gmt"))

#' A tool of the catalogue, loaded.
tool_of <- function(id) recorded(load_tool(read_catalogue(root)[[id]], root, engine, read_code))

#' A complete set of parameters with others in their place; NULL is a value.
changed <- function(params, ...) utils::modifyList(params, list(...), keep.null = TRUE)

#' What a request says of what it looks at where that is one gene; the tool kit's `geneOrScore`.
one_gene <- list(marker = "gene", score_genes = character(), combine = "mean_z", weights = "")

#' The mean z-score of these rows, each standardised by all columns. @param values Genes × samples.
by_hand_z <- function(values, genes) unname(colMeans(t(scale(t(values[genes, , drop = FALSE])))))

#' Run a tool without an engine. What packages print is dropped, as the engine keeps it in the job's log.
#'
#' @return What `analyse` gave, checked against the declaration; attributes `facts`, `findings` and `steps`.
run_tool <- function(tool, inputs, params) {
  steps <- character()
  job <- new_job(function(event) if (event$type == "step") steps <<- c(steps, event$name))
  utils::capture.output(tables <- suppressMessages(tool$analyse(inputs, params, job)))
  tables <- tables_in_words(tool, tables, strict = TRUE)
  check_tables(tool, matrices_as_tables(tool, tables))
  structure(tables, facts = job$collected()$facts, findings = job$collected()$findings, steps = steps)
}

#' Codes of what the form tells of these inputs before a run, the one that ends the check last.
codes_at_form <- function(tool, inputs, params) {
  job <- new_job(function(event) NULL, checks_only = TRUE)
  tryCatch(
    {
      tool$analyse(inputs, params, job)
      stop("the tool does not say where its inputs are checked")
    },
    oncoloom_checked = function(condition) vapply(job$collected()$findings, `[[`, character(1), "code")
  )
}

#' The tool, whose runs are kept for scripts/testing/told-runs.ts where `npm test` says a folder: what their sentences are made of.
recorded <- function(tool) {
  folder <- Sys.getenv("ONCOLOOM_TOLD_RUNS")
  if (!nzchar(folder)) return(tool)
  # Tests look up a tool's functions in the environment of this one.
  own <- environment(tool$analyse)
  own$keep_told_run <- function(inputs, params, job, tables) {
    # The facts are there when the tables are.
    force(tables)
    record_run(tool, inputs, params, job$collected(), matrices_as_tables(tool, tables), folder)
    tables
  }
  told <- function(inputs, params, job) keep_told_run(inputs, params, job, analyse(inputs, params, job))
  environment(told) <- own
  tool$analyse <- told
  tool
}

record_run <- function(tool, inputs, params, collected, tables, folder) {
  # An opened cohort is another object each time, and keeps what was read of it.
  data <- lapply(inputs, function(input) if (inherits(input, "cohort")) input$path else input)
  run <- list(
    tool = tool$id, values = params, inputs = rlang::hash(data), own = I(chinese_words(list(inputs, params))),
    result = list(
      facts = collected$facts, findings = collected$findings, rowSubject = row_subject(tool, tables),
      versions = package_versions(unlist(tool$packages)),
      tables = lapply(names(tables), function(id) list(id = id, rows = nrow(tables[[id]])))
    )
  )
  line <- jsonlite::toJSON(run, auto_unbox = TRUE, null = "null", na = "null", digits = NA, force = TRUE)
  cat(line, "\n", sep = "", file = file.path(folder, paste0(Sys.getpid(), ".jsonl")), append = TRUE)
}

#' The words with Chinese letters in whatever a tool was given: texts, names, and what data are called.
chinese_words <- function(value) {
  own <- c(if (is.factor(value)) levels(value) else if (is.character(value)) value, names(value), unlist(dimnames(value)), attr(value, "label", TRUE))
  own <- grep("\\p{Han}", own, value = TRUE, perl = TRUE)
  if (is.list(value)) own <- c(own, unlist(lapply(value, chinese_words), use.names = FALSE))
  unique(own)
}

facts_of <- function(tables) attr(tables, "facts")
codes_of <- function(tables) vapply(attr(tables, "findings"), function(finding) finding$code, character(1))

#' Have the engine read the upload in a folder. @param request Of mode `parse`, without the mode.
#' @return The facts, with the matrix that was kept as `binary`; `list(refused)` where the file was refused.
parsed_upload <- function(folder, request) {
  write_json(c(list(mode = "parse"), request), file.path(folder, "request.json"))
  last <- NULL
  run_job(folder, list(), function(event) last <<- event)
  if (last$type == "failed") return(list(refused = last$message))
  facts <- read_json(file.path(folder, "facts.json"))
  facts$binary <- read_serialized(file.path(folder, "parsed.bin"))
  facts
}

#' A cohort as `write_cohort` takes it, written and opened.
written_cohort <- function(cohort) open_cohort(write_cohort(cohort, tempfile("cohort")))

#' Numbers as a cohort's file holds them: 4 bytes each. @return The same shape.
float32 <- function(values) {
  values[] <- readBin(writeBin(as.vector(values), raw(), size = 4L), "numeric", length(values), size = 4L)
  values
}

#' Path of a public data set; the test skips where it is absent.
shared <- function(...) {
  folder <- Sys.getenv("ONCOLOOM_SHARED", file.path(dirname(root), "shared", "data"))
  path <- file.path(folder, ...)
  testthat::skip_if_not(file.exists(path), paste("without the public data set", file.path(...)))
  path
}

#' The matrix in a gzipped text of the public data sets: names of rows in the first column.
read_shared <- function(...) {
  table <- data.table::fread(cmd = paste("gzip -dc", shQuote(shared(...))), data.table = FALSE, quote = "\"")
  matrix <- as.matrix(table[, -1L])
  rownames(matrix) <- table[[1L]]
  matrix
}

#' An object out of a package's data.
package_data <- function(name, package, object = name) {
  own <- new.env()
  utils::data(list = name, package = package, envir = own)
  own[[object]]
}

#' Counts of reads of prostate cells, Ensembl numbers × 7 samples (Li et al. 2008).
li_counts <- function() as.matrix(utils::read.table(system.file("extdata", "Li_sum.txt", package = "goseq"), header = TRUE, row.names = 1))

#' A signature that the set-up has made, or the test skips. @param name Beginning of its file, such as `estimate`.
installed_signature <- function(name) {
  files <- list.files(file.path(root, "reference", "signatures"), sprintf("^%s\\..*\\.signature\\.json$", name), full.names = TRUE)
  testthat::skip_if(length(files) == 0L, paste("without the signature", name))
  read_signature(files[[length(files)]], name, "0")
}

#' Seconds of processor time below which a cost is noise, or no cost at all.
GROWTH_FLOOR <- 0.1
#' What doubles with its input costs twice as much, what is quadratic four times.
GROWTH_RATIO <- 3
#' The same for four times the input: four times as much, and sixteen times. One step may be steep where memory or a cache grows, two are not.
GROWTH_RATIO_OF_FOUR <- 8
GROWTH_TIMES <- 8L

#' Does work on twice the input take more than about twice the time? Medians of several runs are compared, and only where the larger is more than
#' noise. What the kernel takes to give memory for the first time does not count. As apps/server/tests/doubling/growth.ts.
#'
#' @param work Function of the size of its input. @return What was measured, as a text; NULL where time grows with the input.
grows_faster <- function(work, size) {
  cost <- function(size) system.time(work(size), gcFirst = FALSE)[["user.self"]]
  single <- double <- NULL
  for (time in seq_len(GROWTH_TIMES)) {
    double <- c(double, cost(2 * size))
    if (min(double) < GROWTH_FLOOR) return(NULL)
    single <- c(single, cost(size))
    if (time >= 3L && stats::median(double) < GROWTH_RATIO * stats::median(single)) return(NULL)
  }
  four <- replicate(3L, cost(4 * size))
  medians <- vapply(list(single, double, four), stats::median, 0)
  if (medians[[3L]] < GROWTH_RATIO_OF_FOUR * medians[[1L]]) return(NULL)
  paste(sprintf("%.2f s for %s", medians, format_count(c(1, 2, 4) * size)), collapse = ", ")
}

#' Texts that patterns stumble over, each a function of its size, named by what it repeats. The last sign is another.
long_texts <- function() {
  runs <- as.character(jsonlite::fromJSON(file.path(root, "apps", "server", "tests", "doubling", "runs.json")))
  stats::setNames(lapply(runs, function(run) function(size) paste0(strrep(run, ceiling(size / nchar(run))), "!")), encodeString(runs, quote = "\""))
}

#' Patients from their diagnosis on, of whom those are seen who live until they are referred. Of two variables of equal effect (log HR 0.7), `frail`
#' makes them come late.
referred_patients <- function(seed, n = 500L) {
  set.seed(seed)
  frail <- stats::rbinom(n, 1L, 0.5)
  other <- stats::rnorm(n)
  death <- stats::rexp(n, exp(0.7 * frail + 0.7 * other) / 900)
  entered <- ifelse(frail == 1, stats::runif(n, 0, 1200), ifelse(stats::runif(n) < 0.3, stats::runif(n, 0, 300), 0))
  end <- entered + stats::runif(n, 200, 2500)
  seen <- death > entered
  data.frame(
    sample = sprintf("P%03d", seq_len(n)), time = pmin(death, end), status = as.integer(death <= end),
    frail = ifelse(frail == 1, "yes", "no"), other = other, entered = entered
  )[seen, ]
}

#' Patients from their diagnosis on, seen where they live until they are referred; the hazard is straight (log HR 0.7 per unit), and the higher the
#' value the later they come.
referred_by_value <- function(seed, n = 800L) {
  set.seed(seed)
  v <- stats::rnorm(n)
  death <- stats::rexp(n, exp(0.7 * v) / 900)
  entered <- stats::runif(n) * 1000 * stats::pnorm(2 * v)
  end <- entered + stats::runif(n, 200, 2500)
  seen <- death > entered
  data.frame(
    sample = sprintf("P%03d", seq_len(n)), time = pmin(death, end), status = as.integer(death <= end), v = v, entered = entered
  )[seen, ]
}
