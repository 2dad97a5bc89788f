# Codes and quantities among the covariates; the cases are those that the browser's rule is tested with.

params <- list(covariates = "batch", covariate_codes = character(), covariate_numbers = character())
read_as <- function(values, ...) read_covariates(data.frame(batch = values), utils::modifyList(params, list(...)))$batch

test_that("the engine and the browser take the same columns for codes", {
  cases <- jsonlite::fromJSON(file.path(root, "engine", "tests", "fixtures", "code-columns.json"), simplifyDataFrame = FALSE)
  expect_gt(length(cases), 10L)
  for (case in cases) {
    values <- as.numeric(unlist(case$values))
    expect_identical(looks_like_codes(values), case$codes, info = case$name)
    expect_identical(looks_like_codes(c(NA, rev(values))), case$codes, info = case$name)
  }
})

test_that("a column that may be either is read as the user says, and not at all without a word", {
  batch <- rep(1:4, 3)
  expect_error(read_as(batch), "「batch」是编号还是数值？它只有 4 种整数", class = "oncoloom_input")
  expect_identical(read_as(batch, covariate_codes = "batch"), as.character(batch))
  expect_identical(read_as(batch, covariate_numbers = "batch"), batch)
  expect_error(read_as(batch, covariate_codes = "batch", covariate_numbers = "batch"), "只选一种", class = "oncoloom_input")
  expect_identical(read_as(c(1.5, 2, 2)), c(1.5, 2, 2))
  expect_identical(read_as(c("a", "b", "a")), c("a", "b", "a"))
  expect_error(read_as(c("a", "b", "a"), covariate_numbers = "batch"), "里有文字", class = "oncoloom_input")
  expect_identical(read_as(batch, covariates = "age"), batch)
})

test_that("facts tell how each was read", {
  samples <- data.frame(batch = c("1", "2"), age = c(40, 50))
  expect_identical(covariate_facts(samples, character()), list())
  expect_identical(covariate_facts(samples, c("batch", "age")), list(
    covariates_used = "batch（按编号或类别）、age（按数值）", covariates_english = "batch (factor), age (numeric)"
  ))
})

test_that("ages of published studies are not asked about; their batches and stages are", {
  folder <- Sys.getenv("ONCOLOOM_SHARED", file.path(dirname(root), "shared", "data"))
  read <- function(...) {
    path <- list.files(folder, paste0("^", ..1, "$"), recursive = TRUE, full.names = TRUE)
    skip_if(length(path) == 0L, paste("without the public data set", ..1))
    data.table::fread(path[[1L]], data.table = FALSE)
  }
  ovarian <- read("GSE51088_ovarian[.]pheno[.]tsv")
  expect_true(all(vapply(ovarian[c("tumorstage", "grade")], looks_like_codes, logical(1))))
  expect_false(looks_like_codes(ovarian$age_at_initial_pathologic_diagnosis))
  expect_true(looks_like_codes(read("bladderbatch_hgu133a[.]pheno[.]tsv")$batch))
  for (file in c("TCGA-ACC", "TCGA-DLBC", "TCGA-UCS")) expect_false(looks_like_codes(read(paste0(file, "[.]clinical[.]tsv"))$age), info = file)
})

test_that("ages of the leukaemia study are hardly ever asked about, in subsets of any size", {
  own <- new.env()
  utils::data("ALL", package = "ALL", envir = own)
  ages <- stats::na.omit(own$ALL$age)
  set.seed(4)
  asked <- vapply(rep(c(12L, 24L, 60L, 120L), each = 100L), function(n) looks_like_codes(sample(ages, n)), logical(1))
  # A dozen patients may share their ages by chance: then the question costs a click.
  expect_lte(mean(asked), 0.01)
})
