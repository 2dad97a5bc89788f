# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles call limma itself, and merge by plain tapply; on the public data sets of the shared folder they skip where it is absent.
tool <- tool_of("microarray_normalization")

complete <- function(...) {
  defaults <- list(
    filter_enabled = FALSE, filter_method = "quantile", filter_threshold = 0.25, log2_before = FALSE, normalization_method = "quantile",
    log2_transform = FALSE, annotate = FALSE, probe_column = NULL, symbol_column = NULL, duplicate_method = "mean"
  )
  given <- list(...)
  if (isTRUE(given$annotate)) given <- utils::modifyList(list(probe_column = "probe", symbol_column = "symbol"), given)
  defaults[names(given)] <- given
  read_params(tool, defaults)
}
#' The tables of a run, with its facts and findings as attributes.
run <- function(values, ..., kind = "log", identifiers = "probe", platform = "GPL8300", annotation = NULL) {
  inputs <- list(expression = list(values = values, kind = kind, identifiers = identifiers, platform = platform))
  if (!is.null(annotation)) inputs$annotation <- structure(annotation, label = "own.tsv")
  run_tool(tool, inputs, complete(...))
}
intensities <- function(genes = 400, samples = 6) {
  set.seed(5)
  brightness <- 2^stats::rnorm(samples, 0, 1)
  values <- round(t(t(matrix(2^stats::rnorm(genes * samples, 8, 2), genes)) * brightness), 2)
  dimnames(values) <- list(sprintf("%d_at", 1000 + seq_len(genes)), sprintf("S%d", seq_len(samples)))
  values
}
step_counts <- function(result) stats::setNames(result$steps$rows_out, result$steps$step)

testthat::test_that("each method equals limma called directly (bladderbatch, ALL)", {
  bladder <- Biobase::exprs(package_data("bladderdata", "bladderbatch", "bladderEset"))
  leukaemia <- Biobase::exprs(package_data("ALL", "ALL"))
  for (values in list(bladder[seq_len(1500), 1:20], leukaemia[seq_len(1500), 1:12])) {
    for (method in c("none", "quantile", "cyclicloess")) {
      result <- run(values, normalization_method = method)$expression
      expect_equal(result$values, limma::normalizeBetweenArrays(values, method = method), tolerance = 1e-12, info = method)
      expect_identical(result$kind, "log")
      expect_identical(result$identifiers, "probe")
      expect_identical(result$platform, "GPL8300")
    }
  }
})

testthat::test_that("every step in its order equals the same steps by hand, and each may be left out", {
  values <- intensities()
  symbols <- data.frame(probe = rownames(values), symbol = sprintf("G%d", rep(1:100, 4)))
  all <- run(
    values, kind = "linear", filter_enabled = TRUE, filter_threshold = 0.3, log2_transform = TRUE, annotate = TRUE, annotation = symbols
  )
  kept <- values[rowMeans(values) >= quantile(rowMeans(values), 0.3), ]
  logged <- log2(limma::normalizeBetweenArrays(kept, method = "quantile") + 1)
  gene <- symbols$symbol[match(rownames(kept), symbols$probe)]
  by_hand <- apply(logged, 2, function(column) tapply(column, gene, mean))
  expect_equal(all$expression$values[rownames(by_hand), ], by_hand, tolerance = 1e-12)
  expect_identical(all$expression$kind, "log")
  expect_identical(all$steps$step, c("过滤低表达探针", "标准化", "标准化之后取 log2", "探针换成基因", "合并同一基因的探针"))
  expect_identical(all$steps$rows_in, c(400L, 280L, 280L, 280L, 280L))
  expect_identical(all$steps$rows_out, c(280L, 280L, 280L, 280L, nrow(by_hand)))
  plain <- run(values, kind = "linear")
  expect_identical(plain$expression$kind, "linear")
  expect_identical(unname(step_counts(plain)), rep(400L, 3))
  expect_equal(nrow(plain$probes), 0L)
})

testthat::test_that("log2 before normalisation is a step of its own, and limma sees the logs", {
  values <- intensities()
  expect_error(run(values, kind = "linear", normalization_method = "cyclicloess"), "没有取过对数", class = "oncoloom_input")
  logged <- run(values, kind = "linear", normalization_method = "cyclicloess", log2_before = TRUE)
  expect_equal(logged$expression$values, limma::normalizeBetweenArrays(log2(values + 1), method = "cyclicloess"), tolerance = 1e-12)
  # In the order of the specification, where it is asked for.
  after <- run(values, kind = "linear", normalization_method = "cyclicloess", log2_transform = TRUE)
  fitted <- limma::normalizeBetweenArrays(values, method = "cyclicloess")
  expect_gt(sum(fitted < 0), 0L)
  expect_equal(after$expression$values, log2(pmax(fitted, 0) + 1), tolerance = 1e-12)
  expect_equal(facts_of(after)$floored, sum(fitted < 0))
  expect_true("loess_negative" %in% codes_of(after))
  expect_identical(logged$expression$kind, "log")
  expect_identical(logged$steps$step[1:3], c("过滤低表达探针", "标准化之前取 log2", "标准化"))
  expect_error(run(values, kind = "linear", log2_before = TRUE, log2_transform = TRUE), "两次", class = "oncoloom_input")
})

testthat::test_that("scaling stands before the log as in limma's own method for raw arrays, and logs are shifted, never divided", {
  values <- round(intensities()) + 1
  raw <- methods::new("EListRaw", list(E = values))
  scaled <- run(values, kind = "linear", normalization_method = "scale")
  expect_identical(scaled$expression$kind, "linear")
  expect_equal(log2(scaled$expression$values), limma::normalizeBetweenArrays(raw, method = "scale")$E, tolerance = 1e-12)
  after <- run(values, kind = "linear", normalization_method = "scale", log2_transform = TRUE)
  expect_equal(after$expression$values, log2(scaled$expression$values + 1), tolerance = 1e-12)
  expect_true(attr(after, "facts")$by_limma)
  # With an odd number of probes the median of the logs is the log of the median, so that both ways must agree.
  odd <- values[-1L, ]
  shifted <- run(log2(odd), normalization_method = "scale")
  divided <- run(odd, kind = "linear", normalization_method = "scale")
  expect_equal(shifted$expression$values, log2(divided$expression$values), tolerance = 1e-12)
  expect_true(attr(shifted, "facts")$aligned)
  expect_false(attr(shifted, "facts")$by_limma)
  # Negative logs have medians to shift, too.
  expect_equal(run(log2(odd) - 20, normalization_method = "scale")$expression$values, shifted$expression$values - 20, tolerance = 1e-12)
  before <- run(values, kind = "linear", normalization_method = "scale", log2_before = TRUE)
  expect_lt(diff(range(apply(before$expression$values, 2, median))), 1e-12)
  moved <- before$expression$values - log2(values + 1)
  expect_lt(max(abs(sweep(moved, 2, moved[1, ]))), 1e-12)
})

testthat::test_that("the order of samples and probes decides nothing, by any method", {
  values <- intensities()
  set.seed(8)
  rows <- sample(nrow(values))
  columns <- sample(ncol(values))
  for (method in c("quantile", "scale", "cyclicloess")) {
    normalised <- function(values) run(log2(values), normalization_method = method)$expression$values
    # The fast cyclic loess ends before it has converged; its curves are fitted to the same points all the same.
    expect_equal(normalised(values[rows, columns])[rownames(values), colnames(values)], normalised(values), tolerance = 1e-9, info = method)
  }
})

testthat::test_that("a group that was scanned twice as bright makes no genes differ", {
  for (seed in 1:3) {
    set.seed(seed)
    level <- stats::rnorm(5000, 8, 2)
    values <- 2^(level + matrix(stats::rnorm(5000 * 12, 0, 0.3), 5000)) * rep(c(1, 2), each = 6L * 5000L)
    dimnames(values) <- list(sprintf("%d_at", seq_len(5000)), sprintf("S%d", 1:12))
    design <- cbind(1, rep(0:1, each = 6))
    found <- function(values) {
      p <- limma::eBayes(limma::lmFit(values, design))$p.value[, 2L]
      sum(stats::p.adjust(p, "BH") < 0.05)
    }
    # What dividing the logs would do, so that the data are able to tell the two apart.
    expect_gt(found(limma::normalizeMedianValues(log2(values + 1))), 100)
    expect_lt(found(run(values, kind = "linear", normalization_method = "scale", log2_transform = TRUE)$expression$values), 5)
    expect_lt(found(run(values, kind = "linear", normalization_method = "scale", log2_before = TRUE)$expression$values), 5)
    expect_lt(found(run(log2(values), normalization_method = "scale")$expression$values), 5)
  }
})

testthat::test_that("filters keep what their rule says", {
  values <- intensities()
  means <- rowMeans(values)
  kept <- function(...) rownames(run(values, kind = "linear", normalization_method = "none", filter_enabled = TRUE, ...)$expression$values)
  expect_identical(kept(filter_threshold = 0), rownames(values))
  expect_identical(kept(filter_threshold = 0.5), rownames(values)[means >= median(means)])
  expect_identical(kept(filter_method = "mean", filter_threshold = 300), rownames(values)[means > 300])
  expect_identical(kept(filter_method = "max", filter_threshold = 300), rownames(values)[apply(values, 1, max) > 300])
  expect_error(kept(filter_method = "mean", filter_threshold = 1e6), "只剩 0 个探针", class = "oncoloom_input")
  dropped <- run(values, kind = "linear", filter_enabled = TRUE, filter_threshold = 0.5)$probes
  expect_identical(dropped$probe, rownames(values)[means < median(means)])
  expect_true(all(dropped$fate == "低表达，已过滤"))
})

testthat::test_that("probes without one gene are dropped and counted; the others are merged by the rule", {
  values <- matrix(c(1, 3, 5, 7, 9, 11, 2, 9, 4, 8, 1, 20), 6, dimnames = list(paste0("p", 1:6), c("A", "B")))
  annotation <- data.frame(probe = c("p1", "p2", "p3", "p4", "p5"), symbol = c("TP53", "TP53 ", "TP53", "EGFR /// MET", "---"))
  merged <- function(rule) run(values, normalization_method = "none", annotate = TRUE, annotation = annotation, duplicate_method = rule)
  mean <- merged("mean")
  expect_equal(mean$expression$values, matrix(c(3, 5), 1, dimnames = list("TP53", c("A", "B"))))
  expect_equal(merged("median")$expression$values[1, ], c(A = 3, B = 4))
  expect_equal(merged("max_mean")$expression$values[1, ], values["p2", ])
  expect_identical(merged("max_mean")$probes$fate[4:6], c("让给均值更高的探针", "代表这个基因", "让给均值更高的探针"))
  facts <- attr(mean, "facts")
  expect_identical(facts[c("absent", "geneless", "ambiguous", "merged_probes", "merged_genes", "rows")], list(
    absent = 1L, geneless = 1L, ambiguous = 1L, merged_probes = 3L, merged_genes = 1L, rows = 1L
  ))
  expect_identical(facts$annotation, "own.tsv")
  expect_identical(mean$probes$gene[mean$probes$probe == "p4"], "EGFR;MET")
  expect_identical(mean$probes$fate[1:3], c("对应多个基因", "没有对应的基因", "注释表里没有"))
  expect_null(mean$expression$platform)
})

testthat::test_that("merging equals tapply on real arrays, with missing values, and does not depend on the order of rows and samples", {
  values <- Biobase::exprs(package_data("ALL", "ALL"))[seq_len(3000), 1:20]
  values[cbind(seq(1, 3000, 7), rep(1:20, length.out = length(seq(1, 3000, 7))))] <- NA
  set.seed(2)
  annotation <- data.frame(probe = rownames(values), symbol = sprintf("GENE%d", sample(900, 3000, TRUE)))
  merged <- function(values, rule) {
    result <- run(values, normalization_method = "none", annotate = TRUE, annotation = annotation, duplicate_method = rule)
    result$expression$values
  }
  for (rule in c("mean", "median")) {
    oracle <- apply(values, 2, function(column) tapply(column, annotation$symbol, get(rule), na.rm = TRUE))
    oracle[is.nan(oracle)] <- NA
    expect_equal(merged(values, rule)[rownames(oracle), ], oracle, tolerance = 1e-12)
  }
  means <- rowMeans(values, na.rm = TRUE)
  best <- tapply(seq_along(means), annotation$symbol, function(at) at[which.max(means[at])])
  expect_equal(merged(values, "max_mean")[names(best), ], `rownames<-`(values[best, ], names(best)))
  shuffled <- values[sample(3000), sample(20)]
  for (rule in c("mean", "median", "max_mean")) {
    here <- merged(values, rule)
    expect_equal(merged(shuffled, rule)[rownames(here), colnames(here)], here, tolerance = 1e-12)
  }
})

testthat::test_that("of probes with the same mean the first by name stays, whatever the order of the rows", {
  values <- matrix(c(1, 2, 3, 3, 2, 1), 3, dimnames = list(c("c_at", "a_at", "b_at"), c("A", "B")))
  annotation <- data.frame(probe = rownames(values), symbol = "TP53")
  one <- function(values) run(values, normalization_method = "none", annotate = TRUE, annotation = annotation, duplicate_method = "max_mean")
  expect_equal(one(values)$expression$values[1, ], values["a_at", ])
  expect_equal(one(values[3:1, ])$expression$values[1, ], values["a_at", ])
})

testthat::test_that("annotations are understood as makers write them", {
  values <- matrix(1:8 + 0, 4, dimnames = list(c("7896759", "7896761", "7896779", "7896800"), c("A", "B")))
  annotation <- data.frame(
    ID = c(7896759, 7896761, 7896779, 7896800),
    gene_assignment = c(
      "NR_047519 // LINC01128 // long intergenic // 1p36 // 643837", "NM_152486 // SAMD11 // sterile /// XM_1 // SAMD11 // x",
      "NM_1 // KLHL17 // kelch /// NM_2 // NOC2L // nucleolar", "---"
    )
  )
  result <- run(
    values, normalization_method = "none", annotate = TRUE, annotation = annotation, probe_column = "ID", symbol_column = "gene_assignment"
  )
  expect_identical(rownames(result$expression$values), c("LINC01128", "SAMD11"))
  expect_identical(attr(result, "facts")$ambiguous, 1L)
  # A probe on several lines is a probe of several genes.
  twice <- data.frame(probe = c("7896759", "7896759", "7896761"), symbol = c("A1BG", "A2M", "TP53"))
  expect_identical(rownames(run(values, normalization_method = "none", annotate = TRUE, annotation = twice)$expression$values), "TP53")
})

testthat::test_that("what cannot be is refused in words", {
  values <- intensities()
  negative <- replace(values, 5, -3)
  expect_error(run(negative, kind = "linear"), "1 个负的荧光强度", class = "oncoloom_input")
  expect_error(run(log2(values) - 20, log2_transform = TRUE), "不能取 log2", class = "oncoloom_input")
  expect_error(run(replace(values, seq_len(300), 0), kind = "counts", normalization_method = "scale"), "中位数不是正数", class = "oncoloom_input")
  expect_error(run(replace(log2(values), seq_len(400), NA), normalization_method = "scale"), "样本 S1 没有数值", class = "oncoloom_input")
  expect_error(run(values[1, , drop = FALSE], kind = "linear"), "只有一个探针", class = "oncoloom_input")
  other <- data.frame(probe = "x_at", symbol = "TP53")
  expect_error(run(values, kind = "linear", annotate = TRUE, annotation = other), "一个也没有", class = "oncoloom_input")
  blank <- data.frame(probe = rownames(values), symbol = "---")
  expect_error(run(values, kind = "linear", annotate = TRUE, annotation = blank), "没有唯一的基因", class = "oncoloom_input")
  few <- data.frame(probe = c(rownames(values)[1:100]), symbol = "TP53")
  codes <- vapply(attr(run(values, kind = "linear", annotate = TRUE, annotation = few), "findings"), `[[`, character(1), "code")
  expect_true("probes_few" %in% codes)
})

testthat::test_that("boxes and densities of both stages are those of the same probes, on one grid", {
  values <- intensities()
  result <- run(values, kind = "linear", log2_transform = TRUE)
  before <- result$boxes[result$boxes$stage == "标准化前", ]
  expect_equal(before$median, unname(apply(log2(values + 1), 2, median)))
  expect_equal(unlist(before[2, c("low", "q1", "median", "q3", "high")], use.names = FALSE), unname(boxplot.stats(log2(values[, 2] + 1))$stats))
  after <- result$boxes[result$boxes$stage == "标准化后", ]
  expect_lt(diff(range(after$median)), 0.05)
  facts <- attr(result, "facts")
  expect_equal(facts$range_before, diff(range(before$median)))
  grids <- split(result$densities$x, paste(result$densities$stage, result$densities$sample))
  expect_true(all(vapply(grids, identical, logical(1), grids[[1]])))
  # What is left linear is drawn as logs.
  linear <- run(values, kind = "linear")
  expect_true(attr(linear, "facts")$figure_log)
  expect_equal(linear$boxes$median[1:6], before$median)
})

testthat::test_that("the built-in example brings arrays of different brightness together", {
  folder <- file.path(root, "tools", "expression", "microarray-normalization", "example")
  read <- function(file) data.table::fread(cmd = paste("gzip -dc", shQuote(file.path(folder, file))), header = TRUE, data.table = FALSE)
  table <- read("expression.tsv.gz")
  values <- `rownames<-`(as.matrix(table[, -1L]), table[[1L]])
  result <- run(
    values, kind = "linear", filter_enabled = TRUE, log2_transform = TRUE, annotate = TRUE,
    annotation = read("annotation.tsv.gz"), probe_column = "probe_id"
  )
  facts <- attr(result, "facts")
  expect_gt(facts$range_before, 2)
  expect_lt(facts$range_after, 0.01)
  expect_gt(facts$rows, 6000)
  expect_true(all(c("TP53", "ABL1", "CD19") %in% rownames(result$expression$values)))
})

testthat::test_that("GSE14520 with GPL571: limma, then genes by tapply", {
  lines <- readLines(shared("microarray", "GSE14520-GPL571_series_matrix.txt.gz"))
  rows <- lines[seq(which(lines == "!series_matrix_table_begin") + 1L, which(lines == "!series_matrix_table_end") - 1L)]
  table <- data.table::fread(text = rows, data.table = FALSE)
  values <- `rownames<-`(as.matrix(table[, 2:9]), table[[1L]])
  annotation <- data.table::fread(cmd = paste("gzip -dc", shQuote(shared("microarray", "GPL571_probe2symbol.tsv.gz"))), data.table = FALSE)
  result <- run(values, annotate = TRUE, annotation = annotation, probe_column = "probe_id", platform = "GPL571")
  normalised <- limma::normalizeBetweenArrays(values)
  gene <- annotation$symbol[match(rownames(values), annotation$probe_id)]
  oracle <- apply(normalised[!is.na(gene), ], 2, function(column) tapply(column, gene[!is.na(gene)], mean))
  expect_equal(nrow(result$expression$values), nrow(oracle))
  expect_equal(result$expression$values[rownames(oracle), ], oracle, tolerance = 1e-9)
  expect_identical(attr(result, "facts")$absent, sum(is.na(gene)))
})

testthat::test_that("Golub's negative intensities are refused", {
  expect_error(run(read_shared("microarray", "Golub1999_leukemia_raw_MAS4_hu6800.tsv.gz"), kind = "linear"), "负的荧光强度", class = "oncoloom_input")
})

testthat::test_that("a second quantile normalisation and z-scores are said", {
  logged <- log2(intensities() + 1)
  once <- run(logged)
  testthat::expect_false(any(c("normalised_twice", "z_scores") %in% codes_of(once)))
  testthat::expect_true("normalised_twice" %in% codes_of(run(once$expression$values)))
  testthat::expect_false("normalised_twice" %in% codes_of(run(once$expression$values, normalization_method = "none")))
  testthat::expect_true("z_scores" %in% codes_of(run(t(scale(t(logged))), normalization_method = "none")))
})

testthat::test_that("what the options did is told in both languages", {
  facts <- facts_of(run(log2(intensities() + 1), filter_enabled = TRUE, filter_method = "max", filter_threshold = 6))
  testthat::expect_match(facts$filter_rule, "最大值高于 6")
  testthat::expect_identical(facts$filter_english, "those with a maximum above 6 were kept")
  share <- facts_of(run(log2(intensities() + 1), filter_enabled = TRUE))
  testthat::expect_identical(share$filter_english, "the 25% with the lowest mean were removed")
})

testthat::test_that("cyclic loess in shared rounds is limma's own, with gaps", {
  set.seed(9)
  values <- matrix(stats::rnorm(500L * 7L, 8, 2), 500L) + rep(seq(-1, 1, length.out = 7L), each = 500L)
  values[sample(length(values), 40L)] <- NA
  dimnames(values) <- list(sprintf("%d_at", 1:500), sprintf("S%d", 1:7))
  expect_identical(environment(tool$analyse)$cyclic_loess(values, FALSE), limma::normalizeBetweenArrays(values, method = "cyclicloess"))
})
