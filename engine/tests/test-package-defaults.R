# Constants that a comment gives to a package are that package's, in the version that runs.
constant_of <- function(tool, name) get(name, environment(tool_of(tool)$analyse))
default_of <- function(fun, argument) formals(fun)[[argument]]

testthat::test_that("constants that are called a package's default are what the package takes by default", {
  expect_equal(constant_of("wgcna_module_preservation", "PERMUTATIONS_FEW"), default_of(WGCNA::modulePreservation, "nPermutations"))
  expect_equal(constant_of("bulk_wgcna_stage2", "RESAMPLED"), eval(default_of(WGCNA::sampledBlockwiseModules, "fraction"), list(replace = FALSE)))
  expect_equal(constant_of("count_expression_transform", "VST_GENES"), default_of(DESeq2::vst, "nsub"))
  expect_match(paste(deparse(DESeq2::vst), collapse = ""), sprintf("baseMean > %d", constant_of("count_expression_transform", "VST_MEAN")))
  if (exists("gsvaParam", getNamespace("GSVA"))) testthat::skip("written for GSVA 1")
  gsva <- methods::getMethod(GSVA::gsva, c("matrix", "list"))
  expect_match(gsub(" +", " ", paste(deparse(gsva), collapse = "")), sprintf("ssgsea = %s", format(SSGSEA_WEIGHT)))
})
