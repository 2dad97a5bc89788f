# Libraries of C++ that R code calls.

test_that("a bundle's library is compiled once and then loaded", {
  home <- tempfile("bundle")
  dir.create(file.path(home, "engine", "src"), recursive = TRUE)
  code <- c("#include <Rinternals.h>", "extern \"C\" SEXP answer(void) { return Rf_ScalarInteger(42); }")
  writeLines(code, file.path(home, "engine", "src", "reply.cpp"))
  expect_null(load_library(home, "reply"))
  expect_error(library_routine("reply", "answer"), "reply.*missing")
  build_libraries(home)
  loaded <- load_library(home, "reply")
  expect_identical(.Call(library_routine("reply", "answer")), 42L)
  dyn.unload(loaded[["path"]])
  writeLines("no code", file.path(home, "engine", "src", "reply.cpp"))
  expect_no_error(build_libraries(home))
})

test_that("a source that cannot be compiled says why, and no source is no fault", {
  home <- tempfile("bundle")
  expect_no_error(build_libraries(home))
  dir.create(file.path(home, "engine", "src"), recursive = TRUE)
  writeLines("no code", file.path(home, "engine", "src", "broken.cpp"))
  expect_error(build_libraries(home), "broken.cpp cannot be compiled")
})
