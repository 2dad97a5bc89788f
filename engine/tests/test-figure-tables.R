# Tables that figures are drawn from: heatmaps of distances, titles of axes.

test_that("a square heatmap has its items on both sides in one order, and a scale of what lies beside the diagonal", {
  values <- as.matrix(stats::dist(c(a = 0, b = 1, c = 5, sample = 6)))
  tables <- square_heatmap(values, stats::as.dist(values), c("g", "g", "h", "h"), "距离")
  # An item may be called "sample", as the column of names is.
  expect_setequal(tables$cells$sample, c("a", "b", "c", "sample.1"))
  expect_identical(names(tables$cells)[-1L], tables$cells$sample)
  expect_identical(tables$samples$sample, tables$cells$sample)
  expect_identical(tables$samples$group, unname(c(a = "g", b = "g", c = "h", sample.1 = "h")[tables$cells$sample]))
  expect_equal(unlist(tables$scale[c("low", "high")], use.names = FALSE), c(1, 6))
  expect_identical(tables$scale$title, "距离")
  # Both sides have the same tree, of three lines for each of three merges.
  sides <- split(tables$tree[names(tables$tree) != "side"], tables$tree$side)
  for (name in names(sides$row)) expect_equal(sides$row[[name]], sides$column[[name]])
  expect_equal(nrow(sides$row), 9L)
  expect_setequal(tables$tree$height_to, stats::hclust(stats::as.dist(values), "ward.D2")$height |> rep(2L) |> c(0))
})

test_that("one item alone has neither a tree nor distances", {
  tables <- square_heatmap(matrix(0, 1, 1, dimnames = list("a", "a")), stats::dist(0), "g", "距离")
  expect_equal(nrow(tables$tree), 0L)
  expect_equal(tables$cells, data.frame(sample = "a", a = 0))
})

test_that("names of the user's own are no marks of a title", {
  expect_identical(as_title(c("a~b~c", "p*q", "a\\b", "HLA-A*02")), c("a\\~b\\~c", "p\\*q", "a\\\\b", "HLA-A\\*02"))
  expect_identical(gene_title(c("TP53", "")), c("*TP53*", ""))
  expect_identical(value_title("HLA-A*02", "log2(TPM+1)"), "*HLA-A\\*02* 表达量（log~2~(TPM+1)）")
})
