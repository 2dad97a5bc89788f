# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("wgcna_module_preservation")

params <- list(network_type = "same", permutations = 5L, seed = 12345L)
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

#' A draw of the same three modules: genes × samples.
draw <- function(seed, n = 40L) {
  set.seed(seed)
  drivers <- matrix(stats::rnorm(n * 3L), n)
  utils::capture.output(made <- WGCNA::simulateDatExpr(
    drivers, nGenes = 300, modProportions = c(0.3, 0.25, 0.2, 0.25), minCor = 0.5, maxCor = 1, backgroundNoise = 0.2, verbose = 0
  ))
  values <- t(made$datExpr)
  dimnames(values) <- list(sprintf("G%03d", 1:300), sprintf("S%d_%02d", seed, seq_len(n)))
  list(values = values, module = stats::setNames(WGCNA::labels2colors(made$setLabels), rownames(values)))
}
first <- draw(11)
again <- draw(12)$values
scrambled <- again
set.seed(3)
rownames(scrambled) <- sample(rownames(again))
matrix_of <- function(values, about = NULL, kind = "log") list(values = values, kind = kind, identifiers = "other", label = "数据", about = about)
run <- function(second, ..., module = first$module, network = "unsigned", labels = NULL, kind = "log") {
  reference <- matrix_of(first$values, list(power = 6, why = "", network = network, module = module))
  inputs <- list(network = reference, expression = matrix_of(second, kind = kind))
  inputs$labels <- labels
  run_tool(tool, inputs, changed(params, ...))
}
fitted <- run(again)
inside <- function(tables) tables$preservation[tables$preservation$sort == "模块", ]

testthat::test_that("the numbers are those of modulePreservation, called directly", {
  order <- sort(rownames(first$values), method = "radix")
  # The package collects garbage at every step, which takes most of the time; it is turned off for the oracle alike.
  namespace <- asNamespace("WGCNA")
  idle <- list2env(list(collectGarbage = function() NULL, gc = function() NULL), parent = namespace)
  for (name in c("modulePreservation", ".modulePreservationInternal")) {
    idle[[name]] <- get(name, namespace)
    environment(idle[[name]]) <- idle
  }
  for (network in c("unsigned", "signed")) {
    utils::capture.output(theirs <- suppressWarnings(idle$modulePreservation(
      list(A = list(data = t(first$values[order, ])), B = list(data = t(again[order, ]))), list(A = unname(first$module[order])),
      nPermutations = 5, randomSeed = 12345, networkType = network, quickCor = 0, savePermutedStatistics = FALSE, verbose = 0
    )))
    ours <- if (network == "unsigned") fitted$preservation else run(again, network = network)$preservation
    row <- sub("随机基因", "gold", ours$module)
    z <- theirs$preservation$Z[[1L]][[2L]][row, ]
    expect_setequal(row, rownames(theirs$preservation$Z[[1L]][[2L]]))
    expect_equal(ours$Zsummary, z$Zsummary.pres, tolerance = 1e-8)
    expect_equal(ours$Zdensity, z$Zdensity.pres, tolerance = 1e-8)
    expect_equal(ours$Zconnectivity, z$Zconnectivity.pres, tolerance = 1e-8)
    expect_equal(ours$found, z$moduleSize)
    expect_equal(ours$medianRank, theirs$preservation$observed[[1L]][[2L]][row, "medianRank.pres"])
    expect_equal(ours$log_p, theirs$preservation$log.p[[1L]][[2L]][row, "log.psummary.pres"], tolerance = 1e-8)
  }
})

testthat::test_that("modules are there in a second draw of the same design and not where the genes are exchanged", {
  expect_true(all(inside(fitted)$Zsummary > 10))
  expect_equal(unique(inside(fitted)$verdict), "保守，证据强")
  lost <- inside(run(scrambled))
  expect_true(all(lost$Zsummary < 2))
  expect_equal(unique(lost$verdict), "没有证据")
})

testthat::test_that("few permutations are said, and of exchanged genes no module is called preserved", {
  expect_true("few_permutations" %in% codes_of(fitted))
  expect_true(facts_of(fitted)$few_permutations)
  lost <- run(scrambled)
  expect_equal(facts_of(lost)[c("strong", "weak")], list(strong = 0L, weak = 0L))
})

testthat::test_that("the same seed gives the same, and the order of genes and samples changes nothing", {
  set.seed(5)
  expect_equal(run(again[sample(300L), sample(40L)])$preservation, fitted$preservation)
})

testthat::test_that("genes are found by spelling, absent ones are counted, and small modules are told", {
  second <- again
  rownames(second) <- tolower(rownames(second))
  gone <- names(first$module)[first$module == "yellow" | (first$module == "brown" & cumsum(first$module == "brown") > 10)]
  part <- second[setdiff(rownames(second), tolower(gone)), ]
  tables <- run(part)
  rows <- inside(tables)
  expect_equal(rows$found[rows$module == "brown"], 10L)
  expect_equal(facts_of(tables)$genes_found, 300L - length(gone))
  expect_equal(rows$size[rows$module == "brown"], sum(first$module == "brown"))
  expect_true("few_module_genes" %in% codes_of(tables))
  expect_equal(sum(tables$gene_matches$how == "大小写不同"), nrow(part))
})

testthat::test_that("samples that the modules were found in are told where they come again", {
  mixed <- again
  colnames(mixed)[1:3] <- colnames(first$values)[1:3]
  said <- Filter(function(finding) finding$code == "same_samples", attr(run(mixed, permutations = 2L), "findings"))
  expect_match(said[[1L]]$message, "有 3 个样本.*S11_01、S11_02")
  expect_false("same_samples" %in% codes_of(fitted))
})

testthat::test_that("few samples, counts, foreign genes and a matrix without modules are refused", {
  stopped_with("few_samples", run(again[, 1:12]))
  expect_true("few_samples" %in% codes_of(run(again[, 1:18], permutations = 2L)))
  stopped_with("kind", run(round(2^again), kind = "counts"))
  foreign <- again
  rownames(foreign) <- paste0("X", rownames(foreign))
  stopped_with("genes_absent", run(foreign))
  stopped_with("few_genes", run(again[1:50, ]))
  stopped_with("no_modules", run(again, module = NULL))
})

testthat::test_that("a table of modules takes the place of those of the second step", {
  labels <- data.frame(gene = names(first$module), module = unname(first$module))
  tables <- run(again, module = NULL, labels = labels)
  expect_equal(tables$preservation, fitted$preservation)
  stopped_with("label_columns", run(again, labels = stats::setNames(labels, c("gene", "colour"))))
})
