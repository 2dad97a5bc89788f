# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("batch_sd_calculation")

#' The tables of a run, with its facts and findings as attributes.
run <- function(values, kind = "log") {
  run_tool(tool, list(expression = list(values = values, kind = kind, identifiers = "symbol", platform = NULL)), list())
}
by_gene <- function(tables, genes) {
  table <- tables$variability
  table[match(genes, table$gene), ]
}
all_values <- function() Biobase::exprs(package_data("ALL", "ALL"))

testthat::test_that("each column is its formula on real logged data, and CV is refused", {
  values <- all_values()
  tables <- run(values)
  table <- by_gene(tables, rownames(values))
  expect_equal(table$SD, unname(apply(values, 1, sd)), tolerance = 1e-10)
  expect_equal(table$mean, unname(rowMeans(values)), tolerance = 1e-12)
  expect_equal(table$MAD, unname(apply(values, 1, mad)), tolerance = 1e-10)
  expect_true(all(is.na(table$CV)))
  expect_true("no_cv" %in% codes_of(tables))
  expect_false(attr(tables, "facts")$has_cv)
})

testthat::test_that("counts are compared as log2(CPM + 1), so that depth is no variation", {
  counts <- li_counts()
  counts <- counts[rowSums(counts) > 0, ]
  table <- by_gene(run(counts, "counts"), rownames(counts))
  cpm <- edgeR::cpm(counts)
  expect_equal(table$SD, unname(apply(log2(cpm + 1), 1, sd)), tolerance = 1e-10)
  expect_equal(table$CV, unname(apply(cpm, 1, sd) / rowMeans(cpm)), tolerance = 1e-10)
  deeper <- t(t(counts) * c(1, 2, 3, 4, 5, 6, 7))
  expect_equal(run(deeper, "counts")$variability, run(counts, "counts")$variability, tolerance = 1e-10)
})

testthat::test_that("linear values are logged for SD and left for CV; their unit changes no CV", {
  set.seed(3)
  values <- matrix(rexp(500, 0.01), 50, dimnames = list(sprintf("G%02d", 1:50), paste0("S", 1:10)))
  table <- by_gene(run(values, "linear"), rownames(values))
  expect_equal(table$SD, unname(apply(log2(values + 1), 1, sd)), tolerance = 1e-12)
  expect_equal(table$CV, by_gene(run(values * 7, "linear"), rownames(values))$CV, tolerance = 1e-12)
})

testthat::test_that("a shift of all values changes only the mean, a factor scales SD and MAD", {
  values <- all_values()[1:200, ]
  plain <- by_gene(run(values), rownames(values))
  moved <- by_gene(run(2 * values + 3), rownames(values))
  expect_equal(moved$SD, 2 * plain$SD, tolerance = 1e-10)
  expect_equal(moved$MAD, 2 * plain$MAD, tolerance = 1e-10)
  expect_equal(moved$mean, 2 * plain$mean + 3, tolerance = 1e-10)
})

testthat::test_that("genes are ranked by SD, equal ones by name, whatever the order of the file", {
  values <- all_values()[1:300, ]
  table <- run(values)$variability
  expect_equal(table$rank, 1:300)
  expect_false(is.unsorted(-table$SD))
  expect_equal(run(values[300:1, 128:1])$variability, table, tolerance = 1e-12)
  flat <- matrix(c(1, 1, 2, 1, 1, 2), 3, dimnames = list(c("B", "A", "C"), c("S1", "S2")))
  expect_equal(run(flat)$variability$gene, c("A", "B", "C"))
})

testthat::test_that("constant, missing and hostile rows are told, not hidden", {
  values <- rbind(VARY = c(1, 2, 3), FLAT = 0.1, ONE = c(NA, 2, NA), NONE = NA)
  colnames(values) <- paste0("S", 1:3)
  tables <- run(values)
  table <- tables$variability
  expect_equal(table$gene[1:2], c("VARY", "FLAT"))
  expect_identical(table$SD[[2L]], 0)
  expect_true(all(is.na(table$SD[3:4])))
  expect_equal(tables$mean_sd$gene, "VARY")
  expect_equal(sum(tables$histogram$count), 1L)
  expect_equal(attr(tables, "facts")[c("constant", "missing_sd")], list(constant = 1L, missing_sd = 2L))
  expect_error(run(values - 5, "linear"), "负数", class = "oncoloom_input")
  expect_error(run(cbind(values[1:2, ], S4 = 0), "counts"), "S4", class = "oncoloom_input")
  expect_equal(nrow(run(values[2, , drop = FALSE])$histogram), 0L)
  zero <- run(rbind(A = c(0, 0), B = c(1, 3)) |> `colnames<-`(c("S1", "S2")), "linear")
  expect_true(is.na(by_gene(zero, "A")$CV))
})

testthat::test_that("bins are equal, cover all, and count each varying gene once", {
  tables <- run(all_values())
  bins <- tables$histogram
  expect_equal(sum(bins$count), sum(tables$variability$SD > 0))
  expect_equal(bins$from[-1L], bins$to[-nrow(bins)])
  expect_lte(bins$from[[1L]], 0)
  expect_gte(bins$to[[nrow(bins)]], max(tables$variability$SD))
})

testthat::test_that("the running median is that of the genes around each rank", {
  tables <- run(all_values())
  points <- tables$mean_sd
  middle <- tables$mean_sd_trend[10L, ]
  expect_equal(middle$rank, 0.5 * nrow(points))
  near <- abs(points$rank / nrow(points) - 0.5) <= 0.1
  expect_equal(middle$sd, median(points$sd[near]))
  expect_setequal(points$rank, seq_len(nrow(points)))
  expect_false(is.unsorted(points$mean[order(points$rank)]))
})
