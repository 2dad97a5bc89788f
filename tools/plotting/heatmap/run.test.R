# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("heatmap_analysis")

params <- list(
  group_column = NULL, bar_columns = character(), gene_list = character(), feature_count = 50L, feature_metric = "variance", scale = "row",
  cluster_rows = TRUE, cluster_columns = TRUE, distance = "euclidean", linkage = "complete", split = "none", row_clusters = 0L, show_genes = TRUE,
  show_samples = TRUE, high_color = "#f2384a", low_color = "#3f59d8"
)

run <- function(values, ..., annotations = NULL) {
  inputs <- list(expression = list(values = values, kind = "log", identifiers = "probe", label = "x"), annotations = annotations)
  run_tool(tool, inputs, changed(params, ...))
}
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)

#' The 128 leukaemias, probes × patients, and the 50 probes of largest variance.
leukaemias <- package_data("ALL", "ALL")
every_value <- Biobase::exprs(leukaemias)
lineage <- data.frame(sample = colnames(every_value), group = substr(as.character(leukaemias$BT), 1L, 1L))
most_variable <- every_value[order(-apply(every_value, 1L, stats::var), rownames(every_value), method = "radix")[1:50], ]

numbers_of <- function(tables) as.matrix(tables$cells[-1L])

testthat::test_that("orders, heights and values are hclust's and scale's for every distance, linkage and scale", {
  cut <- list(
    row = function(x) t(scale(t(x))), column = function(x) scale(x), none = function(x) x
  )
  apart <- list(euclidean = stats::dist, correlation = function(x) stats::as.dist(1 - stats::cor(t(x))))
  for (scaled in names(cut)) for (distance in names(apart)) for (linkage in c("complete", "ward.D2", "average")) {
    tables <- run(every_value, scale = scaled, distance = distance, linkage = linkage)
    x <- cut[[scaled]](most_variable)
    rows <- stats::hclust(apart[[distance]](x), linkage)
    columns <- stats::hclust(apart[[distance]](t(x)), linkage)
    expect_identical(tables$rows$gene, rownames(x)[rows$order])
    expect_identical(tables$samples$sample, colnames(x)[columns$order])
    expect_equal(unname(numbers_of(tables)), unname(x[rows$order, columns$order]), tolerance = 1e-8, ignore_attr = TRUE)
    tops <- function(side) sort(unique(with(tables$tree[tables$tree$side == side, ], height_to[position_from != position_to])))
    expect_equal(tops("row"), sort(unique(rows$height)), tolerance = 1e-8)
    expect_equal(tops("column"), sort(unique(columns$height)), tolerance = 1e-8)
  }
})

testthat::test_that("clustering alone parts the leukaemias of T and B cells", {
  tables <- run(every_value, linkage = "ward.D2", annotations = lineage)
  columns <- stats::cutree(stats::hclust(stats::dist(scale(t(most_variable))), "ward.D2"), 2)
  agreed <- table(columns[tables$samples$sample], tables$samples$group)
  expect_gt(sum(apply(agreed, 1L, max)), 120)
  # Most of one lineage stand side by side.
  expect_lt(sum(diff(as.integer(factor(tables$samples$group))) != 0), 12)
})

testthat::test_that("without clustering rows follow the list, or how much they vary, and columns the table", {
  wanted <- rownames(every_value)[c(40, 7, 300)]
  tables <- run(every_value, cluster_rows = FALSE, cluster_columns = FALSE, gene_list = c(wanted, "absent_at"), scale = "none")
  expect_identical(tables$rows$gene, wanted)
  expect_identical(tables$samples$sample, colnames(every_value))
  expect_equal(unname(numbers_of(tables)), unname(every_value[wanted, ]))
  expect_equal(nrow(tables$tree), 0L)
  expect_true("genes_absent" %in% codes_of(tables))
  plain <- run(every_value, cluster_rows = FALSE)
  expect_identical(plain$rows$gene, rownames(most_variable))
  expect_equal(facts_of(plain)$left, nrow(every_value) - 50L)
})

testthat::test_that("groups stand apart and are clustered within; rows are cut as by cutree", {
  tables <- run(every_value, split = "group", row_clusters = 3L, annotations = lineage)
  expect_equal(tables$samples$group, sort(lineage$group))
  b <- lineage$sample[lineage$group == "B"]
  within <- stats::hclust(stats::dist(t(t(scale(t(most_variable)))[, b])), "complete")
  expect_identical(tables$samples$sample[seq_along(b)], b[within$order])
  expect_equal(tables$breaks$after[tables$breaks$side == "column"], length(b))
  rows <- stats::cutree(stats::hclust(stats::dist(t(scale(t(most_variable)))), "complete"), 3)
  expect_equal(as.vector(table(tables$rows$cluster, rows[tables$rows$gene]) > 0) |> sum(), 3L)
  expect_false(is.unsorted(tables$rows$cluster))
  expect_equal(tables$breaks$after[tables$breaks$side == "row"], which(diff(tables$rows$cluster) != 0))
  # Each part of the tree stays over its own samples.
  right <- tables$tree[tables$tree$side == "column" & tables$tree$position_from > length(b), ]
  expect_gt(min(right$position_to), length(b))
})

testthat::test_that("ugly values are drawn grey or left out, and told", {
  ugly <- every_value[1:40, 1:12]
  ugly[1, ] <- 5
  ugly[2, 1:9] <- NA
  ugly[3, 1] <- Inf
  ugly[4, 2] <- NA
  rownames(ugly)[[5L]] <- strrep("很长的基因名", 14)
  colnames(ugly)[[3L]] <- "gene"
  tables <- run(ugly)
  expect_equal(facts_of(tables)$genes, 38L)
  expect_equal(facts_of(tables)$missing, 2L)
  expect_equal(ncol(tables$cells), 13L)
  expect_true(all(c("infinite", "poor_rows", "constant_rows") %in% codes_of(tables)))
  kept <- ugly[-(1:2), ]
  kept[is.infinite(kept)] <- NA
  z <- t(scale(t(kept)))
  z <- z[order(-apply(kept, 1L, stats::var, na.rm = TRUE), rownames(kept), method = "radix"), ]
  expect_identical(tables$rows$gene, rownames(z)[stats::hclust(stats::dist(z))$order])
  unscaled <- run(ugly, scale = "none")
  expect_equal(facts_of(unscaled)$genes, 39L)
  gone <- ugly
  gone[, 4] <- NA
  expect_true("poor_samples" %in% codes_of(run(gone)))
  expect_equal(fault(ugly[, 1, drop = FALSE])$code, "few_samples")
  expect_equal(fault(matrix(5, 3, 3, dimnames = list(letters[1:3], LETTERS[1:3])))$code, "nothing_left")
  two <- run(every_value[, 1:2])
  expect_true("two_samples" %in% codes_of(two))
  expect_equal(fault(every_value[, 1:2], distance = "correlation")$field, "distance")
  one_row <- run(every_value, gene_list = rownames(every_value)[[9L]])
  expect_equal(nrow(one_row$rows), 1L)
  expect_true(all(one_row$tree$side == "column"))
})

testthat::test_that("white is 0 for z values and for values of both signs, and the figure finds the ends", {
  expect_equal(run(every_value)$scale$middle, 0)
  plain <- run(every_value, scale = "none")$scale
  expect_true(all(is.na(plain[c("low", "high", "middle")])))
  expect_equal(run(most_variable - 7, scale = "none")$scale$middle, 0)
})

testthat::test_that("more genes than fit, samples without a group and 60 groups are told or drawn", {
  many <- matrix(stats::rnorm(5000 * 210), 5000, 210, dimnames = list(paste0("G", 1:5000), paste0("s", 1:210)))
  expect_equal(fault(many, feature_count = 5000L)[c("code", "field")], list(code = "many_cells", field = "feature_count"))
  small <- every_value[1:60, 1:70]
  groups <- data.frame(sample = colnames(small)[1:65], `组别` = sprintf("组%02d", 1:65 %% 60), check.names = FALSE)
  tables <- run(small, annotations = groups, split = "group")
  expect_equal(nrow(tables$samples), 70L)
  expect_equal(sum(tables$breaks$side == "column"), 60L)
  expect_equal(utils::tail(tables$samples$group, 5L), rep("未分组", 5L))
  expect_true("samples_without" %in% codes_of(tables))
  expect_true("no_split" %in% codes_of(run(small, split = "group")))
})

testthat::test_that("further bars have the value of each sample by its name, numbers as numbers, and change no order", {
  known <- Biobase::pData(leukaemias)
  listed <- data.frame(
    sample = rownames(known), group = lineage$group, age = known$age, sex = as.character(known$sex), code = rep(3:1, length.out = nrow(known)),
    patient = sprintf("P%03d", seq_len(nrow(known)))
  )
  shuffled <- listed[rev(seq_len(nrow(listed))), ]
  tables <- run(every_value, annotations = shuffled, bar_columns = c("age", "sex", "code", "patient", "group"))
  bars <- tables$bars
  expect_equal(unique(bars$bar), c("age", "sex", "code"))
  of_bar <- function(bar, column) bars[[column]][bars$bar == bar][match(listed$sample, bars$sample[bars$bar == bar])]
  expect_equal(of_bar("age", "number"), as.numeric(listed$age))
  expect_equal(of_bar("sex", "text"), ifelse(is.na(listed$sex), "", listed$sex))
  # A code is no quantity; its levels rise.
  expect_equal(unique(bars$text[bars$bar == "code"]), c("1", "2", "3"))
  expect_true(all(is.na(bars$number[bars$bar == "code"])))
  # 128 different names cannot be told apart.
  expect_true("bar_left_out" %in% codes_of(tables))
  expect_equal(facts_of(tables)$bar_titles, "group、age、sex、code")
  plain <- run(every_value, annotations = shuffled)
  expect_equal(nrow(plain$bars), 0L)
  expect_null(facts_of(plain)$bar_titles)
  expect_identical(tables[c("rows", "samples", "tree")], plain[c("rows", "samples", "tree")])
})

testthat::test_that("bars that cannot be drawn are refused or said", {
  seven <- data.frame(sample = colnames(every_value), group = lineage$group)
  for (i in 1:6) seven[[paste0("c", i)]] <- rep(c("a", "b"), length.out = 128L)
  expect_equal(fault(every_value, annotations = seven, bar_columns = paste0("c", 1:6))$code, "many_bars")
  expect_equal(fault(every_value, annotations = seven, bar_columns = "absent")$field, "bar_columns")
  expect_true("no_bars" %in% codes_of(run(every_value, bar_columns = "c1")))
  expect_true("bar_left_out" %in% codes_of(run(every_value, annotations = transform(seven, empty = ""), bar_columns = "empty")))
})
