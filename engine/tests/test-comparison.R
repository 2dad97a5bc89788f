# Names of samples that look like replicates of one patient.

testthat::test_that("several sets of names that differ in a last number are replicates, one numbered condition is none", {
  group <- rep(c("case", "control"), each = 4)
  testthat::expect_identical(replicate_names(c("P01_1", "P01_2", "P02_1", "P02_2", "N1", "N2", "N3", "N4"), group), c("P01_1", "P01_2"))
  testthat::expect_identical(replicate_names(c("a7-rep1", "a7-rep2", "a9-rep1", "a9-rep2", "x", "y", "z", "w"), group), c("a7-rep1", "a7-rep2"))
  # A tumour and a normal sample of a patient are in two groups.
  testthat::expect_null(replicate_names(c("P1_a", "P2_a", "P3_a", "P4_a", "P1_b", "P2_b", "P3_b", "P4_b"), group))
  testthat::expect_null(replicate_names(c("MCF7_1", "MCF7_2", "MCF7_3", "MCF7_4", "T47D_1", "T47D_2", "T47D_3", "T47D_4"), group))
  testthat::expect_null(replicate_names(paste0("S", 1:8), group))
  testthat::expect_null(replicate_names(sprintf("GSM%d", 1001:1008), group))
  testthat::expect_null(replicate_names(sprintf("TCGA-A1-%04d-01A", 1:8), group))
})
