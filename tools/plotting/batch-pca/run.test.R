# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("batch_pca_plot")

params <- list(
  group_column = NULL, shape_column = NULL, feature_strategy = "top", feature_count = 500L, feature_metric = "variance", gene_list = character(),
  center_data = TRUE, scale_data = TRUE, plot_dimension = 2L, pc_x = 1L, pc_y = 2L, pc_z = 3L, draw_confidence_ellipse = TRUE,
  label_points = FALSE, label_column = NULL
)

of <- function(values) list(expression = list(values = values, kind = "log", identifiers = "probe", label = "x"))
run <- function(values, ..., annotations = NULL) run_tool(tool, c(of(values), list(annotations = annotations)), changed(params, ...))
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)

#' The 128 leukaemias, probes × patients.
all_values <- Biobase::exprs(package_data("ALL", "ALL"))
all_samples <- data.frame(sample = colnames(all_values), group = substr(as.character(package_data("ALL", "ALL")$BT), 1L, 1L))

#' Scores of prcomp, each axis turned as the help says.
expected_components <- function(values, ...) {
  fit <- stats::prcomp(t(values), ...)
  sign <- apply(fit$x, 2L, function(score) sign(score[[which.max(abs(score))]]))
  list(x = t(t(fit$x) * sign), rotation = t(t(fit$rotation) * sign), share = fit$sdev^2 / sum(fit$sdev^2))
}

testthat::test_that("scores, loadings and shares are prcomp's on the probes of largest variance, scaled or not", {
  chosen <- all_values[order(-apply(all_values, 1L, stats::var), rownames(all_values), method = "radix")[1:500], ]
  for (scaled in c(TRUE, FALSE)) {
    tables <- run(all_values, scale_data = scaled)
    expected <- expected_components(chosen, scale. = scaled)
    expect_equal(unname(as.matrix(tables$scores[paste0("PC", 1:10)])), unname(expected$x[, 1:10]), tolerance = 1e-8)
    expect_equal(tables$variance$share, expected$share[1:127], tolerance = 1e-8)
    expect_equal(tables$variance$sdev, stats::prcomp(t(chosen), scale. = scaled)$sdev[1:127], tolerance = 1e-8)
    loadings <- as.matrix(tables$loadings[match(rownames(chosen), tables$loadings$gene), paste0("PC", 1:10)])
    expect_equal(unname(loadings), unname(expected$rotation[, 1:10]), tolerance = 1e-8)
    expect_equal(tables$points$x, unname(expected$x[, 1L]), tolerance = 1e-8)
    expect_equal(tables$points$y, unname(expected$x[, 2L]), tolerance = 1e-8)
  }
})

testthat::test_that("components by products of samples are prcomp's; nearly equal samples and few genes are left to it", {
  own <- environment(tool$analyse)$components_by_products
  small <- all_values[1:200, 1:20]
  for (centred in c(TRUE, FALSE)) for (scaled in c(TRUE, FALSE)) {
    most <- 20L - centred
    fit <- own(small, changed(params, center_data = centred, scale_data = scaled), most)
    direct <- stats::prcomp(t(small), center = centred, scale. = scaled, rank. = most)
    expect_equal(fit$sdev, direct$sdev[seq_len(most)], tolerance = 1e-9)
    expect_equal(abs(fit$x), abs(direct$x), tolerance = 1e-8)
    expect_equal(abs(fit$rotation), abs(direct$rotation[, 1:10]), tolerance = 1e-8)
    expect_equal(sign(fit$x[1L, 1:10] * fit$rotation[1L, ]), sign(direct$x[1L, 1:10] * direct$rotation[1L, 1:10]))
  }
  twins <- cbind(small, twin = small[, 1L] + 1e-5)
  expect_null(own(twins, params, 20L))
  expect_null(own(small[1:10, ], params, 10L))
  expect_null(own(cbind(small, again = small[, 1L]), params, 20L))
})

testthat::test_that("metrics take the genes that they name; all genes and lists too", {
  small <- all_values[1:300, 1:40]
  for (metric in c("variance", "mad", "mean")) {
    by <- switch(metric, variance = apply(small, 1L, stats::var), mad = apply(small, 1L, stats::mad), mean = rowMeans(small))
    tables <- run(small, feature_count = 30L, feature_metric = metric)
    expect_setequal(tables$loadings$gene, names(sort(by, decreasing = TRUE))[1:30])
  }
  expect_equal(facts_of(run(small, feature_strategy = "all"))$genes, 300L)
  listed <- run(small, feature_strategy = "list", gene_list = c(rownames(small)[1:4], "absent_at"))
  expect_setequal(listed$loadings$gene, rownames(small)[1:4])
  expect_true("genes_absent" %in% codes_of(listed))
  uncentred <- run(small, feature_strategy = "all", center_data = FALSE, scale_data = FALSE)
  expect_equal(uncentred$variance$share, expected_components(small, center = FALSE)$share, tolerance = 1e-8)
  expect_equal(nrow(uncentred$variance), 40L)
})

testthat::test_that("no order of samples and genes changes a score", {
  small <- all_values[1:400, 1:30]
  tables <- run(small)
  shuffled <- run(small[sample(400), sample(30)])
  back <- shuffled$scores[match(tables$scores$sample, shuffled$scores$sample), ]
  expect_equal(back$PC1, tables$scores$PC1, tolerance = 1e-8)
  expect_equal(back$PC5, tables$scores$PC5, tolerance = 1e-8)
  expect_true(all(vapply(tables$scores[paste0("PC", 1:10)], function(score) score[[which.max(abs(score))]] > 0, logical(1))))
})

testthat::test_that("distances between samples are those of the data, which no method of computing shows", {
  small <- all_values[1:60, 1:12]
  tables <- run(small, feature_strategy = "all", scale_data = FALSE, pc_x = 11L)
  # With all components, the scores are the data turned around: 11 of 12 centred samples.
  expect_equal(as.vector(stats::dist(tables$scores[grepl("^PC", names(tables$scores))])), as.vector(stats::dist(t(small))), tolerance = 1e-8)
})

testthat::test_that("golub's training samples show the published shares, and the first component parts the leukaemias", {
  # Its samples are numbers, which are no headings to data.table.
  raw <- as.matrix(utils::read.table(shared("microarray", "Golub1999_leukemia_raw_MAS4_hu6800.tsv.gz"), row.names = 1, header = TRUE,
    sep = "\t", quote = "", comment.char = "", check.names = FALSE))
  known <- data.table::fread(shared("microarray", "Golub1999_leukemia.pheno.tsv"), data.table = FALSE)
  # Dudoit et al. 2002: 100 to 16,000, max/min above 5 and max - min above 500, log10, samples standardised.
  training <- pmin(pmax(raw[, as.character(1:38)], 100), 16000)
  highest <- apply(training, 1L, max)
  lowest <- apply(training, 1L, min)
  values <- scale(log10(training[highest / lowest > 5 & highest - lowest > 500, ]))
  expect_equal(dim(values), c(3051L, 38L))
  group <- data.frame(sample = colnames(values), group = known[match(colnames(values), known[[1L]]), "ALL.AML"])
  tables <- run(values, feature_strategy = "all", scale_data = FALSE, annotations = group)
  expect_equal(round(100 * tables$variance$share[1:2], 1), c(16.5, 9.9))
  expect_gt(tables$variance$group_r2[[1L]], 0.7)
  expect_equal(facts_of(tables)$best_component, "PC1")
})

testthat::test_that("three components are three panels with the same samples", {
  tables <- run(all_values[1:200, ], plot_dimension = 3L, pc_x = 2L, pc_y = 1L, pc_z = 4L, annotations = all_samples)
  expect_equal(unique(tables$points$panel), c("PC2–PC1", "PC2–PC4", "PC1–PC4"))
  expect_equal(nrow(tables$points), 3L * 128L)
  last <- tables$points[tables$points$panel == "PC1–PC4", ]
  expect_equal(last$x, tables$scores$PC1)
  expect_equal(last$y, tables$scores$PC4)
  expect_equal(unique(last$y_component), "PC4")
  expect_equal(facts_of(tables)$z_name, "PC4")
})

testthat::test_that("groups explain what an analysis of variance says", {
  tables <- run(all_values, annotations = all_samples)
  model <- summary(stats::lm(tables$scores$PC1 ~ all_samples$group))
  expect_equal(tables$variance$group_r2[[1L]], model$r.squared, tolerance = 1e-8)
  expect_equal(facts_of(tables)$groups, 2L)
  expect_equal(facts_of(tables)$group_title, "group")
})

testthat::test_that("what groups explain of noise is set against permuted labels", {
  set.seed(4)
  noise <- matrix(stats::rnorm(500 * 4), 500, dimnames = list(paste0("G", 1:500), paste0("S", 1:4)))
  # The division that fits the first component best: the most flattering of the three there are.
  first <- stats::prcomp(t(noise), scale. = TRUE)$x[, 1L]
  about <- data.frame(sample = colnames(noise), group = ifelse(rank(first) > 2, "a", "b"))
  facts <- facts_of(run(noise, annotations = about))
  expect_gt(facts$best_r2, 0.7)
  expect_gt(facts$best_chance, 0.3)
  expect_false(facts$beyond_chance)
  real <- facts_of(run(all_values, annotations = all_samples))
  expect_true(real$beyond_chance)
  expect_lt(real$best_chance, 0.05)
})

testthat::test_that("ugly values are left out and counted", {
  ugly <- all_values[1:100, 1:10]
  ugly[1, 1] <- NA
  ugly[2, 2] <- Inf
  ugly[3, ] <- 7
  rownames(ugly)[[4L]] <- strrep("很长的基因名", 14)
  tables <- run(ugly)
  expect_equal(facts_of(tables)$genes, 97L)
  expect_equal(facts_of(tables)$genes_in, 100L)
  expect_true(all(c("incomplete_genes", "constant_genes", "fewer_genes") %in% codes_of(tables)))
  kept <- ugly[-(1:3), ]
  expect_equal(tables$variance$share, expected_components(kept, scale. = TRUE)$share[1:9], tolerance = 1e-8)
  expect_equal(fault(ugly[, 1:2])$code, "few_samples")
  expect_equal(fault(ugly[, 1, drop = FALSE])$code, "few_samples")
  expect_equal(fault(matrix(5, 4, 4, dimnames = list(letters[1:4], LETTERS[1:4])))$code, "no_variation")
  gone <- ugly
  gone[, 3] <- NA
  expect_match(conditionMessage(fault(gone)), colnames(ugly)[[3L]], fixed = TRUE)
})

testthat::test_that("axes that are not there, or stand twice, are refused on their field", {
  small <- all_values[1:50, 1:4]
  expect_equal(fault(small, pc_y = 4L)[c("code", "field")], list(code = "no_component", field = "pc_y"))
  expect_equal(fault(small, pc_y = 1L)[c("code", "field")], list(code = "same_component", field = "pc_y"))
  expect_equal(fault(small, plot_dimension = 3L, pc_z = 2L)$field, "pc_z")
  expect_equal(fault(small, feature_strategy = "list")$field, "gene_list")
})

testthat::test_that("samples without annotation stay, many groups too", {
  small <- all_values[1:50, 1:70]
  groups <- data.frame(sample = colnames(small)[1:65], `组别` = sprintf("组%02d", 1:65 %% 60), check.names = FALSE)
  tables <- run(small, annotations = groups)
  expect_equal(nrow(tables$points), 70L)
  expect_equal(sum(tables$points$group == "未分组"), 5L)
  expect_equal(facts_of(tables)$groups, 60L)
  expect_true(all(c("samples_without", "no_ellipse") %in% codes_of(tables)))
  expect_equal(fault(small, annotations = groups, shape_column = "组别")$code, "many_shapes")
  expect_equal(fault(small, annotations = groups, group_column = "批次")$field, "group_column")
  expect_equal(fault(small, annotations = data.frame(sample = c("x", "y"), group = "a"))$code, "no_sample_matches")
})

testthat::test_that("a pasted matrix is read as a file is, with Chinese headings; texts in it are told", {
  small <- all_values[1:30, 1:6]
  colnames(small) <- paste0("样本", 1:6)
  pasted <- data.frame(`基因` = rownames(small), small, check.names = FALSE)
  paste_in <- function(table, ...) run_tool(tool, list(pasted = table), changed(params, ...))
  expect_equal(paste_in(pasted)$scores, run(small)$scores)
  blank <- pasted
  blank[2, 1] <- ""
  blank[3, 1] <- blank[4, 1]
  expect_true(all(c("nameless_rows", "repeated_rows") %in% codes_of(paste_in(blank))))
  expect_equal(facts_of(paste_in(blank))$genes, 29L)
  parted <- pasted
  parted[[2L]] <- sub("^(\\d)(\\d{3}\\.)", "\\1,\\2", sprintf("%.10f", pasted[[2L]] + 1000))
  expect_match(parted[[2L]], "^1,0", all = TRUE)
  shifted <- pasted
  shifted[[2L]] <- round(pasted[[2L]] + 1000, 10)
  expect_equal(paste_in(parted)$scores, paste_in(shifted)$scores)
  wrong <- pasted
  wrong[["样本2"]] <- c("高", wrong[["样本2"]][-1L])
  refused <- tryCatch(paste_in(wrong), oncoloom_input = function(condition) condition)
  expect_equal(refused$field, "table")
  expect_match(conditionMessage(refused), "样本2")
})
