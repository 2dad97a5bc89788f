# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# The published pipeline, step by step, with GSVA and on xCell's own data of the shared folder.
tool <- tool_of("xcell_analysis")
params <- list(data_type = "microarray", cell_types_filter = character(), plot_heatmap = TRUE, plot_comparison = FALSE)
matrix_of <- function(values, kind = "log", identifiers = "symbol") list(values = values, kind = kind, identifiers = identifiers, label = "矩阵")
table_of <- function(file) as.matrix(utils::read.delim(shared("deconv", file), row.names = 1, check.names = FALSE))
published <- function() {
  lines <- strsplit(readLines(shared("deconv", "xCell_489_signatures.gmt")), "\t")
  list(
    about = list(release = "1.1.0", licence = "GPL-3"), label = "xCell", sha256 = "0",
    matrices = list(
      K = table_of("xCell_spill_K.tsv"), fv = table_of("xCell_spill_fv.tsv"), array_K = table_of("xCell_spill.array_K.tsv"),
      array_fv = table_of("xCell_spill.array_fv.tsv")
    ),
    sets = stats::setNames(lapply(lines, function(line) line[-(1:2)]), vapply(lines, `[[`, "", 1L)),
    lists = list(genes = readLines(shared("deconv", "xCell_genes_10808.txt")))
  )
}
run <- function(values, signature, ..., groups = NULL, identifiers = "symbol") {
  run_tool(tool, list(expression = matrix_of(values, identifiers = identifiers), signature = signature, groups = groups), changed(params, ...))
}
types_of <- function(table) {
  values <- t(as.matrix(table[-1L]))
  colnames(values) <- table$sample
  values
}
#' The spill-over that is taken out. @param alpha Its share.
spill_of <- function(K, alpha) {
  K <- K * alpha
  diag(K) <- 1
  K
}
#' Least squares of `K x` and each column of `y` with x of at least 0, one coordinate after the other until nothing moves.
bounded_least_squares <- function(K, y) {
  square <- crossprod(K)
  x <- 0 * y
  repeat {
    before <- x
    for (j in seq_len(nrow(x))) x[j, ] <- pmax(0, x[j, ] + (crossprod(K[, j], y) - square[j, ] %*% x) / square[j, j])
    if (max(abs(x - before)) < 1e-13) return(x)
  }
}
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

testthat::test_that("raw, transformed and compensated scores are those of the published pipeline on SDY420", {
  signature <- published()
  values <- read_shared("deconv", "xCell_SDY420.expr.tsv.gz")[, 1:10]
  result <- run(values, signature)
  if (exists("gsvaParam", getNamespace("GSVA"))) testthat::skip("written for GSVA 1")
  # The pipeline takes rows as they are called; here former names are found before it.
  rows <- signature_rows(matrix_of(values), signature$lists$genes, "file_id", new_job(function(event) NULL))$values
  expect_gt(nrow(rows[rownames(rows) %in% signature$lists$genes, ]), sum(rownames(values) %in% signature$lists$genes))
  ranks <- apply(rows[rownames(rows) %in% signature$lists$genes, ], 2L, rank)
  utils::capture.output(scores <- suppressWarnings(GSVA::gsva(ranks, signature$sets, method = "ssgsea", ssgsea.norm = FALSE, verbose = FALSE)))
  scores <- scores - apply(scores, 1L, min)
  raw <- apply(scores, 2L, function(column) tapply(column, sub("%.*", "", rownames(scores)), mean))
  ours <- types_of(result$raw)
  expect_equal(ours, raw[rownames(ours), ], tolerance = 1e-9)
  fv <- signature$matrices$array_fv[rownames(raw), ]
  transformed <- ((raw - apply(raw, 1L, min)) / 5000)^fv[, 2L] / (2 * fv[, 3L])
  expect_equal(types_of(result$transformed), transformed[rownames(ours), ], tolerance = 1e-9)
  # `spillOver` of xCell 1.1.0: K times alpha, 0.5 where nobody says, 1 on the diagonal, least squares with a lower bound of 0.
  adjusted <- types_of(result$scores)
  theirs <- bounded_least_squares(spill_of(signature$matrices$array_K, 0.5)[rownames(transformed), rownames(transformed)], transformed)
  expect_equal(adjusted[rownames(theirs), ], theirs, tolerance = 1e-6)
  expect_gt(stats::median(abs(bounded_least_squares(spill_of(signature$matrices$array_K, 1)[rownames(theirs), rownames(theirs)],
    transformed) - theirs)), 1e-4)
  expect_equal(facts_of(result)$alpha, 0.5)
  # The answer is known by its conditions, too: no gradient where it is free, none downwards at 0.
  K <- spill_of(signature$matrices$array_K, 0.5)[rownames(theirs), rownames(theirs)]
  expect_true(all(adjusted >= 0))
  gradient <- crossprod(K, K %*% adjusted[rownames(K), ] - transformed[rownames(K), ])
  expect_lt(max(abs(gradient[adjusted[rownames(K), ] > 0])), 1e-8)
  expect_gt(min(gradient), -1e-8)
  expect_equal(adjusted["StromaScore", ], colSums(adjusted[c("Adipocytes", "Endothelial cells", "Fibroblasts"), ]) / 2)
  expect_equal(adjusted["MicroenvironmentScore", ], adjusted["ImmuneScore", ] + adjusted["StromaScore", ])
})

testthat::test_that("types are chosen after all were computed; groups flip; the order of rows decides nothing", {
  signature <- published()
  values <- read_shared("deconv", "xCell_SDY420.expr.tsv.gz")[, 1:10]
  groups <- data.frame(sample = colnames(values), group = rep(c("a", "b"), 5L))
  whole <- run(values, signature, plot_comparison = TRUE, groups = groups)
  few <- run(values[rev(seq_len(nrow(values))), ], signature, cell_types_filter = c("CD8+ T-cells", "B-cells"))
  expect_equal(few$scores[["CD8+ T-cells"]], whole$scores[["CD8+ T-cells"]])
  expect_equal(names(few$raw), c("sample", "B-cells", "CD8+ T-cells"))
  expect_equal(ncol(whole$raw), 65L)
  flipped <- run(values, signature, plot_comparison = TRUE, groups = transform(groups, group = rep(c("b", "a"), 5L)))
  expect_equal(flipped$comparison$effect, -whole$comparison$effect)
  expect_lte(length(unique(whole$boxes$label)), 12L)
})

testthat::test_that("all of SDY420: half of the genes are there, which is told; types follow their own genes and their kin", {
  values <- read_shared("deconv", "xCell_SDY420.expr.tsv.gz")
  result <- run(values, published())
  expect_equal(dim(result$scores), c(104L, 68L))
  expect_true("few_signature_genes" %in% codes_of(result))
  expect_false(anyNA(result$scores))
  rho <- function(x, y) stats::cor(x, y, method = "spearman")
  scores <- result$scores
  expect_gt(rho(values["CD19", ], scores[["B-cells"]]), 0.8)
  expect_gt(rho(scores[["B-cells"]], scores[["Memory B-cells"]]), 0.5)
  expect_gt(rho(scores[["CD4+ T-cells"]], scores[["CD4+ naive T-cells"]]), 0.5)
  expect_gt(rho(values["CD14", ], scores[["Monocytes"]]), 0.3)
  expect_lt(rho(scores[["CD4+ T-cells"]], scores[["Monocytes"]]), 0)
})

testthat::test_that("few samples, few genes, mice and probes: a sentence each", {
  signature <- published()
  values <- read_shared("deconv", "xCell_SDY420.expr.tsv.gz")[, 1:10]
  stopped_with("few_samples", run(values[, 1:9], signature))
  stopped_with("signature_absent", run(values[1:3000, ], signature))
  stopped_with("probes", run(values, signature, identifiers = "probe"))
  stopped_with("silent_genes", run(cbind(values, empty = 0), signature))
  silent <- values
  silent[rownames(silent) %in% unlist(signature$sets), ] <- 0
  stopped_with("silent_genes", run(silent, signature))
  mouse <- values
  rownames(mouse) <- paste0(substr(rownames(mouse), 1L, 1L), tolower(substr(rownames(mouse), 2L, 20L)))
  stopped_with("mouse_genes", run(mouse, signature))
})
