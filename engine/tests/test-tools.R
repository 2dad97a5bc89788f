# How tools are loaded: each into an environment of its own, and no name twice.

#' A folder with one tool whose run.R holds `code`.
folder_with <- function(code, name = "one") {
  folder <- tempfile("root")
  dir.create(file.path(folder, "tools", "family", name), recursive = TRUE)
  writeLines(code, file.path(folder, "tools", "family", name, "run.R"))
  list(root = folder, tool = list(id = name, folder = file.path("family", name)))
}
load_code <- function(code, ...) {
  made <- folder_with(code)
  load_tool(made$tool, made$root, engine, ...)
}
ANALYSE <- "analyse <- function(inputs, params, job) list()"

test_that("every tool of the catalogue loads beside all others, without a name of theirs or of the engine's", {
  catalogue <- read_catalogue(root)
  tools <- list()
  for (id in names(catalogue)) tools[[id]] <- load_tool(catalogue[[id]], root, engine, others = tools)
  expect_identical(names(tools), names(catalogue))
  names_of_tools <- unlist(lapply(tools, `[[`, "own"))
  expect_identical(anyDuplicated(names_of_tools), 0L)
})

test_that("no two files of the engine define the same name: the file that is read last would take the other's place", {
  files <- list.files(file.path(root, "engine", "R"), "\\.R$", full.names = TRUE, recursive = TRUE)
  defined <- lapply(files, function(file) {
    own <- new.env(parent = engine)
    sys.source(file, own, keep.source = FALSE)
    ls(own, all.names = TRUE)
  })
  twice <- unlist(defined)[duplicated(unlist(defined))]
  expect_identical(twice, character())
})

test_that("a tool that takes a name of the engine's is refused, function or constant", {
  expect_error(
    load_code(c(ANALYSE, "row_z <- function(values) values")), "one/run.R defines names of the engine's: row_z", class = "oncoloom_contract"
  )
  expect_error(load_code(c(ANALYSE, "PCA_GENES <- 50L")), "names of the engine's: PCA_GENES", class = "oncoloom_contract")
  expect_identical(load_code(c(ANALYSE, "own_words <- 1", ".hidden <- 2"))$own, c(".hidden", "own_words"))
})

test_that("a tool that takes a name of another tool's is refused; analyse is every tool's", {
  first <- load_code(c(ANALYSE, "own_words <- 1"))
  expect_error(
    load_code(c(ANALYSE, "own_words <- 1"), others = list(one = first)), "defines names of tools/family/one/run.R: own_words",
    class = "oncoloom_contract"
  )
  expect_identical(load_code(ANALYSE, others = list(one = first))$own, character())
})
