# Which packages a parent loads first, and which tools wait for the others.

catalogue <- read_catalogue(root)

test_that("what a tool declares as early is a part of its packages", {
  for (tool in catalogue) expect_true(all(unlist(tool$early) %in% unlist(tool$packages)), info = tool$id)
})

test_that("the first stage serves what people begin with, and loads nothing that none of these needs", {
  packages <- stage_packages(catalogue, "early")
  later <- later_tools(catalogue, packages)
  popular <- names(Filter(function(tool) tool$popular, catalogue))
  expect_true(all(c("limma_differential_analysis", "survival_analysis", "plot_km_survival_curve") %in% setdiff(names(catalogue), later)))
  expect_identical(intersect(popular, later), character())
  needed <- unlist(lapply(Filter(function(tool) !is.null(tool$early), catalogue), needed_packages))
  expect_setequal(packages, c(OWN_PACKAGES, needed))
  expect_true("bulk_deseq2_diff" %in% later)
})

test_that("the last stage loads every package, and no tool waits", {
  packages <- stage_packages(catalogue, "all")
  named <- unlist(lapply(catalogue, function(tool) tool$packages))
  expect_setequal(setdiff(named, packages), ANNOTATION_DATABASES)
  expect_true("RSQLite" %in% packages)
  expect_identical(later_tools(catalogue, packages), character())
})

test_that("a tool without a declaration waits for all its packages; one with it for those that it names", {
  tools <- list(
    whole = list(packages = list("limma", "DESeq2"), early = NULL), part = list(packages = list("limma", "DESeq2"), early = list("limma")),
    none = list(packages = list("DESeq2"), early = list()), names = list(packages = list("GO.db", "org.Hs.eg.db"), early = list("org.Hs.eg.db"))
  )
  expect_setequal(stage_packages(tools, "early"), c(OWN_PACKAGES, "limma", "RSQLite"))
  expect_identical(later_tools(tools, c("limma", "RSQLite")), "whole")
  expect_identical(later_tools(tools, character()), c("whole", "part", "names"))
})

test_that("a process knows the memory that it shares with none", {
  before <- private_memory()
  expect_gt(before, 1e6)
  taken <- numeric(4e6)
  taken[] <- 1
  expect_gt(private_memory() - before, 0.9 * 32e6)
  expect_identical(taken[[4e6]], 1)
})

test_that("what a waiting child runs is among the tools, needs no rarer package, and runs without a word", {
  tool <- load_tool(catalogue[[SETTLING_TOOL]], root, engine)
  expect_false(SETTLING_TOOL %in% later_tools(catalogue, stage_packages(catalogue, "early")))
  folder <- tempfile("settling")
  expect_true(rehearse(tool, root, folder, stats::setNames(list(tool), tool$id), function(event) stop(event$text)))
})
