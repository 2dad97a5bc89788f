# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("consensus_clustering")
own <- environment(tool$analyse)

params <- list(
  top_genes = 200L, max_k = 6L, algorithm = "hc", distance = "pearson", reps = 50L, p_item = 0.8, null_repeats = 20L, seed = 123L
)
matrix_of <- function(values, kind = "log") {
  list(values = values, kind = kind, identifiers = "symbol", label = "矩阵", annotations = NULL, log_base = NULL, platform = NULL)
}
run <- function(values, ..., kind = "log") run_tool(tool, list(expression = matrix_of(values, kind)), changed(params, ...))
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

#' Samples of so many subtypes, each with 40 genes of its own. @return The matrix, attribute `truth`.
planted <- function(k, samples = 48L, genes = 250L, seed = 1) {
  set.seed(seed)
  truth <- rep(seq_len(k), length.out = samples)
  values <- matrix(stats::rnorm(genes * samples), genes, dimnames = list(sprintf("G%03d", seq_len(genes)), sprintf("S%02d", seq_len(samples))))
  for (j in seq_len(k)) values[(j - 1L) * 40L + 1:40, truth == j] <- values[(j - 1L) * 40L + 1:40, truth == j] + 2
  structure(values + 8, truth = truth)
}
#' Genes of a few factors over samples, then each shuffled by itself.
shuffled <- function(seed, samples = 40L, genes = 200L) {
  set.seed(seed)
  values <- matrix(stats::rnorm(genes * samples), genes) + matrix(stats::rnorm(genes * 3L), genes) %*% matrix(stats::rnorm(3L * samples), 3L)
  values <- t(apply(values, 1L, sample))
  dimnames(values) <- list(sprintf("G%03d", seq_len(genes)), sprintf("S%02d", seq_len(samples)))
  values
}
rand_index <- function(one, other) {
  counts <- table(one, other)
  pairs <- function(n) sum(choose(n, 2))
  expected <- pairs(rowSums(counts)) * pairs(colSums(counts)) / choose(sum(counts), 2)
  (pairs(counts) - expected) / ((pairs(rowSums(counts)) + pairs(colSums(counts))) / 2 - expected)
}
found_in <- function(result, values) {
  rand_index(attr(values, "truth"), result$classes$cluster[match(colnames(values), result$classes$sample)])
}
by_package <- function(values, ...) {
  chosen <- sort(names(utils::head(sort(apply(values, 1L, stats::mad), decreasing = TRUE), 200L)))
  used <- sweep(values[chosen, ], 1L, apply(values[chosen, ], 1L, stats::median))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  suppressMessages(ConsensusClusterPlus::ConsensusClusterPlus(used, maxK = 6, reps = 50, pItem = 0.8, seed = 123, plot = NULL, ...))
}

two <- planted(2L)
plain <- run(two)

testthat::test_that("consensus and classes are those of ConsensusClusterPlus called directly, and so are those of the null's way", {
  own_names <- list(hc = "pearson", pam = "spearman", km = "euclidean")
  for (algorithm in names(own_names)) {
    distance <- own_names[[algorithm]]
    ours <- run(two, algorithm = algorithm, distance = distance)
    theirs <- by_package(two, clusterAlg = algorithm, distance = distance)
    k <- facts_of(ours)$drawn_k
    cells <- as.matrix(ours$consensus[-1L])
    rownames(cells) <- ours$consensus$sample
    matrix <- theirs[[k]]$consensusMatrix
    dimnames(matrix) <- list(colnames(two), colnames(two))
    expect_equal(unname(cells), unname(matrix[rownames(cells), rownames(cells)]), tolerance = 1e-6, info = algorithm)
    expect_identical(ours$classes$cluster, unname(sprintf("C%d", theirs[[k]]$consensusClass[ours$classes$sample])), info = algorithm)
    used <- own$most_varying_rows(two[order(rownames(two)), ], 200L)
    fast <- own$consensus_matrices(used - matrixStats::rowMedians(used), changed(params, algorithm = algorithm, distance = distance), 123L)
    for (k in 2:6) expect_equal(fast[[k - 1L]], theirs[[k]]$consensusMatrix, tolerance = 1e-6, info = algorithm)
  }
})

testthat::test_that("PAC is the rise of the distribution of consensus between its bounds, the silhouette that of cluster, item consensus calcICL's", {
  theirs <- by_package(two)
  for (k in 2:6) {
    consensus <- theirs[[k]]$consensusMatrix
    pairs <- stats::ecdf(consensus[lower.tri(consensus)])
    expect_equal(plain$ks$pac[[k - 1L]], pairs(0.9 - 1e-9) - pairs(0.1), tolerance = 1e-6)
  }
  grDevices::pdf(NULL)
  items <- ConsensusClusterPlus::calcICL(theirs)$itemConsensus
  grDevices::dev.off()
  items <- items[items$k == 2 & sprintf("C%d", items$cluster) == plain$classes$cluster[match(items$item, plain$classes$sample)], ]
  expect_equal(plain$classes$consensus, items$itemConsensus[match(plain$classes$sample, items$item)], tolerance = 1e-6)
  expect_equal(mean(plain$classes$silhouette), plain$ks$silhouette[[1L]], tolerance = 1e-6)
})

testthat::test_that("two and three planted subtypes are found, by each way of clustering", {
  for (k in 2:3) {
    values <- planted(k)
    for (way in list(c("hc", "pearson"), c("pam", "pearson"), c("km", "euclidean"), c("hc", "spearman"))) {
      result <- run(values, algorithm = way[[1L]], distance = way[[2L]])
      expect_identical(facts_of(result)$k, k, info = paste(way, collapse = " "))
      expect_equal(found_in(result, values), 1, info = paste(way, collapse = " "))
    }
  }
  expect_true(all(plain$markers$gene[plain$markers$cluster == "C1"][1:30] %in% sprintf("G%03d", 1:80)))
  expect_setequal(names(plain$centroids), c("gene", "C1", "C2"))
})

testthat::test_that("shuffled data are called no better than chance in at least 45 of 50 seeds, and then no class is given", {
  called <- vapply(1:50, function(seed) facts_of(run(shuffled(seed), seed = seed, reps = 50L, top_genes = 150L))$better, logical(1))
  expect_lte(sum(called), 5L)
  result <- run(shuffled(1), seed = 1L)
  expect_true("not_better" %in% codes_of(result))
  expect_identical(c(nrow(result$classes), nrow(result$markers), nrow(result$centroids)), c(0L, 0L, 0L))
  expect_null(facts_of(result)$k)
  expect_true(all(result$ks$chosen == "否"))
})

testthat::test_that("a gradient over samples is no subtype", {
  gradient <- function(seed) {
    set.seed(seed)
    values <- outer(stats::rnorm(200L), stats::rnorm(60L)) + matrix(stats::rnorm(200L * 60L), 200L)
    dimnames(values) <- list(sprintf("G%03d", 1:200), sprintf("S%02d", 1:60))
    values
  }
  called <- vapply(1:10, function(seed) facts_of(run(gradient(seed), seed = seed))$better, logical(1))
  expect_lte(sum(called), 2L)
})

testthat::test_that("the B and the T lineage of ALL are told apart", {
  loaded <- new.env()
  utils::data("ALL", package = "ALL", envir = loaded)
  values <- Biobase::exprs(loaded$ALL)
  result <- run(values, top_genes = 1000L)
  lineage <- substr(as.character(Biobase::pData(loaded$ALL)$BT), 1L, 1L)[match(result$classes$sample, colnames(values))]
  expect_true(facts_of(result)$better)
  expect_gt(max(vapply(split(result$classes$cluster == "C1", lineage), mean, numeric(1))), 0.9)
  t_share <- tapply(lineage == "T", result$classes$cluster, mean)
  expect_true(all(t_share < 0.05 | t_share > 0.9))
})

testthat::test_that("the same seed gives the same, in whatever order rows and columns stand; nothing is written", {
  folder <- tempfile("empty")
  dir.create(folder)
  before <- setwd(folder)
  on.exit(setwd(before))
  again <- run(two[rev(seq_len(nrow(two))), rev(seq_len(ncol(two)))])
  expect_identical(list.files(folder, all.files = TRUE, no.. = TRUE), character())
  for (name in names(plain)) expect_identical(again[[name]], plain[[name]], info = name)
  expect_false(identical(run(two, seed = 5L)$pac, plain$pac))
})

testthat::test_that("outliers are no subtypes", {
  values <- shuffled(3)
  values[, 1:2] <- values[, 1:2] + stats::rnorm(200L, sd = 6)
  result <- run(values, seed = 3L)
  expect_false(facts_of(result)$better)
  expect_true("outliers_only" %in% codes_of(result))
})

testthat::test_that("hostile data are refused with what to do, missing and constant genes left out and told", {
  stopped_with("few_samples", run(two[, 1:3]))
  stopped_with("counts", run(two, kind = "counts"))
  stopped_with("km_distance", run(two, algorithm = "km"))
  stopped_with("few_genes", run(two[1:10, ]))
  stopped_with("few_genes", run(replace(two, TRUE, 1)))
  wide <- matrix(stats::rnorm(30L * 601L), 30L, dimnames = list(sprintf("G%02d", 1:30), sprintf("S%03d", 1:601)))
  stopped_with("many_samples", run(wide))
  gaps <- two
  gaps[1L, 1L] <- NA
  gaps[2L, 1L] <- Inf
  gaps[3L, ] <- 5
  result <- run(gaps)
  expect_true(all(c("genes_missing", "genes_constant") %in% codes_of(result)))
  expect_identical(facts_of(result)$genes_missing, 2L)
  flat <- two
  flat[] <- 1
  flat[, 1:3] <- stats::rnorm(750L)
  stopped_with("few_genes", run(two * NA))
  stopped_with("flat_sample", run(flat))
  small <- run(planted(2L, samples = 10L), max_k = 2L)
  expect_true("not_many_samples" %in% codes_of(small))
  named <- two
  colnames(named)[1:2] <- c("sample", "gene")
  expect_identical(ncol(run(named)$consensus), 49L)
  pairs <- two[, rep(1:5, 4L)]
  colnames(pairs) <- sprintf("S%02d", 1:20)
  stopped_with("repeated_samples", run(pairs, algorithm = "km", distance = "euclidean"))
})

testthat::test_that("of many samples the matrix is drawn in part", {
  result <- run(planted(2L, samples = 220L), max_k = 2L, null_repeats = 20L)
  expect_identical(nrow(result$consensus), 200L)
  expect_identical(nrow(result$consensus_tree), 0L)
})

testthat::test_that("the form is told what the inputs hold", {
  expect_true("matrix_read" %in% codes_at_form(tool, list(expression = matrix_of(two)), params))
})
