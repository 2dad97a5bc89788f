# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Published scores: Yoshihara et al. 2013, the example of the package estimate; purity of TCGA: Aran et al. 2015.
tool <- tool_of("bulk_estimate_score")
params <- list(data_type = "affymetrix", plot_scores = TRUE, plot_comparison = FALSE)

signature <- installed_signature("estimate")
matrix_of <- function(values, kind = "log", identifiers = "symbol") list(values = values, kind = kind, identifiers = identifiers, label = "矩阵")
run <- function(values, ..., kind = "log", identifiers = "symbol", groups = NULL) {
  run_tool(tool, list(expression = matrix_of(values, kind, identifiers), signature = signature, groups = groups), changed(params, ...))
}
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}
#' The walk of the paper, gene by gene.
walk <- function(values, set) {
  apply(values, 2L, function(x) {
    order <- order(x, decreasing = TRUE)
    hit <- rownames(values)[order] %in% set
    weight <- rank(x)[order]^0.25
    sum(cumsum(hit * weight / sum(weight[hit])) - cumsum(!hit) / sum(!hit))
  })
}
simulated <- function(n = 12L) {
  set.seed(3)
  genes <- sort(signature$lists$common, method = "radix")
  matrix(round(stats::rnorm(length(genes) * n, 6, 2), 1), length(genes), dimnames = list(genes, sprintf("S%02d", seq_len(n))))
}

testthat::test_that("scores equal the paper's walk, ties and all, whatever the order of rows and the scale", {
  values <- simulated(4L)
  scores <- run(values)$scores
  expect_equal(scores$StromalScore, unname(walk(values, signature$sets$stromal)), tolerance = 1e-9)
  expect_equal(scores$ImmuneScore, unname(walk(values, signature$sets$immune)), tolerance = 1e-9)
  expect_equal(scores$ESTIMATEScore, scores$StromalScore + scores$ImmuneScore)
  expect_equal(run(values[rev(seq_len(nrow(values))), ])$scores, scores)
  expect_equal(run(2^values, kind = "linear")$scores, scores)
  expect_equal(as.list(run(values[, 3, drop = FALSE])$scores[3:5]), as.list(scores[3, 3:5]))
})

testthat::test_that("the published example: its 10,412 genes, its scores to what rounding leaves open, its purity", {
  values <- read_shared("deconv", "ESTIMATE_example_OV_affy.expr.tsv.gz")
  result <- run(values)
  # inst/extdata/sample_estimate.gct of the package estimate 1.0.
  stromal <- c(
    -281.814866382232, -426.146923314464, -57.1497652301195, 1938.82378624896, -671.647102136234, 1458.13837342382, -268.892156895805,
    973.422889814108, 552.641614291118, -709.335678203797
  )
  immune <- c(
    171.541140266257, 105.388965435453, -365.237365521616, 2339.070659137, 147.618334053116, 1176.81592654595, -928.495321693681,
    1320.0869340797, 2162.46123784503, 1312.84158114246
  )
  published <- c(
    0.831607548402183, 0.848366798359018, 0.856169819977039, 0.331472461748015, 0.863783229646346, 0.547210970494864, 0.909288713996153,
    0.588456498964638,
    0.537326187220889, 0.768965555509187
  )
  expect_lt(max(abs(result$scores$TumorPurity - published)), 1e-5)
  expect_equal(result$coverage$found[[3L]], 10412L)
  # The file has four decimals, the authors' had all: values that rounding made equal stand in any order, which is worth up to 0.12.
  expect_lt(max(abs(result$scores$StromalScore - stromal), abs(result$scores$ImmuneScore - immune)), 0.05)
  large <- abs(stromal) > 500
  expect_lt(max(abs(result$scores$StromalScore / stromal - 1)[large]), 1e-4)
  expect_lt(max(abs(result$scores$ImmuneScore / immune - 1)[abs(immune) > 500]), 1e-4)
  expect_true(all(is.na(result$scores$TumorPurity_relative)))
  expect_equal(result$coverage$found[1:2], c(141L, 141L))
  extras <- file.path(root, ".setup", "r-library")
  rows <- estimate_rows(matrix_of(values), signature, "file_id", new_job(function(event) NULL))
  there <- requireNamespace("tidyestimate", lib.loc = c(extras, .libPaths()), quietly = TRUE)
  testthat::skip_if_not(there, "without tidyestimate")
  theirs <- suppressMessages(tidyestimate::estimate_score(data.frame(gene = rownames(rows$values), rows$values), is_affymetrix = TRUE))
  expect_equal(result$scores$StromalScore, theirs$stromal, tolerance = 1e-9)
  expect_equal(result$scores$ImmuneScore, theirs$immune, tolerance = 1e-9)
  expect_equal(result$scores$TumorPurity, theirs$purity, tolerance = 1e-9)
})

testthat::test_that("ties alone separate the published scores from ours: they lie between the extremes of their order", {
  values <- read_shared("deconv", "ESTIMATE_example_OV_affy.expr.tsv.gz")
  rows <- estimate_rows(matrix_of(values), signature, "file_id", new_job(function(event) NULL))$values
  published <- c(s516 = -281.814866382232, s518 = -426.146923314464, s519 = -57.1497652301195, s527 = -709.335678203797)
  inside <- rownames(rows) %in% signature$sets$stromal
  extremes <- vapply(list(order(inside), order(!inside)), function(order) {
    estimate_enrichment(rows[order, names(published)], signature$sets["stromal"])[1L, ]
  }, published)
  expect_true(all(published > apply(extremes, 1L, min) & published < apply(extremes, 1L, max)))
})

testthat::test_that("of rows that could be one gene only the one whose alias it is is taken", {
  values <- simulated(4L)
  old <- values[rownames(values) != "H2BC5", ]
  histones <- matrix(rep(c(9, 11), each = 4L), 2L, byrow = TRUE, dimnames = list(c("HIST1H2BD", "HIST1H2BG"), colnames(values)))
  names <- run(rbind(old, histones))$names
  expect_equal(names$asked[names$found == "H2BC5"], "HIST1H2BD")
})

testthat::test_that("a gene of today is not merged with the row that has its former name, and stands for it where there is none", {
  values <- simulated(4L)
  expect_true("KIAA1107" %in% rownames(values) && !"BTBD8" %in% rownames(values))
  high <- matrix(30, 1L, 4L, dimnames = list("BTBD8", colnames(values)))
  both <- run(rbind(values, high))
  expect_equal(both$scores, run(values)$scores)
  expect_false("rows_merged" %in% codes_of(both))
  renamed <- run(`rownames<-`(values, sub("^KIAA1107$", "BTBD8", rownames(values))))
  expect_equal(renamed$scores, run(values)$scores)
  expect_equal(renamed$names$how[renamed$names$asked == "BTBD8"], "由别名或旧名")
})

testthat::test_that("purity is relative beside Affymetrix, and absent where the cosine is below 0", {
  values <- simulated(4L)
  values[signature$sets$stromal, 1L] <- 20
  values[signature$sets$immune, 1L] <- 20
  result <- run(values, data_type = "rnaseq")
  expect_true(all(is.na(result$scores$TumorPurity)))
  expect_equal(is.na(result$scores$TumorPurity_relative), c(TRUE, FALSE, FALSE, FALSE))
  expect_true("purity_absent" %in% codes_of(result))
})

#' `estimateScore` of the package estimate 1.0.13, as it stands there, for one set.
published_scores <- function(values, set) {
  genes <- rownames(values)
  m <- 10000 * apply(values, 2L, rank, ties.method = "average") / nrow(values)
  overlap <- intersect(set, genes)
  apply(m, 2L, function(column) {
    gene_list <- order(column, decreasing = TRUE)
    tag <- sign(match(gene_list, match(overlap, genes), nomatch = 0))
    weights <- abs(column[gene_list])^0.25
    steps <- cumsum(tag * weights / sum(weights[tag == 1])) - cumsum((1 - tag) / (length(genes) - length(overlap)))
    sum(steps)
  })
}

testthat::test_that("RNA-seq with its zeros, genes that are missing, counts and former names: the published code's scores", {
  files <- c("Racle2017_melanoma_4samples.tpm.tsv.gz", "TCGA-LUAD_5samples_RSEM_example.txt.gz")
  for (values in lapply(files, function(file) read_shared("deconv", file))) {
    result <- run(values, data_type = "rnaseq", kind = "linear")
    rows <- estimate_rows(matrix_of(values), signature, "file_id", new_job(function(event) NULL))$values
    expect_gt(mean(rows == 0), 0.02)
    expect_equal(result$scores$StromalScore, unname(published_scores(rows, signature$sets$stromal)), tolerance = 1e-9)
    expect_equal(result$scores$ImmuneScore, unname(published_scores(rows, signature$sets$immune)), tolerance = 1e-9)
    logged <- run(log2(values + 1), data_type = "rnaseq", kind = "log")
    # Different tiny values may have equal logarithms.
    expect_equal(logged$scores[3:5], result$scores[3:5], tolerance = 1e-6)
    expect_true(all(is.na(result$scores$TumorPurity)))
    purity <- cos(0.6049872018 + 0.0001467884 * result$scores$ESTIMATEScore)
    expect_equal(result$scores$TumorPurity_relative, ifelse(purity < 0, NA, purity))
    # Of the genes that have a row of their own none is another row's.
    own <- intersect(rownames(values), signature$lists$common)
    single <- setdiff(own, rownames(values)[duplicated(rownames(values))])
    expect_equal(rows[single, ], values[single, ])
  }
})

testthat::test_that("names of the year 2013 and numbers are found as the genes of today", {
  values <- simulated(4L)
  old <- values
  rownames(old)[match(c("ADGRA2", "CCN4", "FYB1"), rownames(old))] <- c("GPR124", "WISP1", "FYB")
  result <- run(old)
  expect_equal(result$scores, run(values)$scores)
  expect_setequal(result$names$found[result$names$how == "由别名或旧名"], c("ADGRA2", "CCN4", "FYB1"))
})

testthat::test_that("groups: flipped names flip the sign, P equals wilcox.test, small groups are drawn alone", {
  values <- simulated()
  values[signature$sets$immune, 1:6] <- values[signature$sets$immune, 1:6] + 3
  groups <- data.frame(sample = colnames(values), group = rep(c("a", "b"), each = 6L))
  result <- run(values, plot_comparison = TRUE, groups = groups)
  row <- result$comparison[result$comparison$type == "免疫评分", ]
  immune <- result$scores$ImmuneScore
  expect_equal(row$p, stats::wilcox.test(immune[1:6], immune[7:12])$p.value)
  expect_equal(row$effect, 1)
  # The ESTIMATE score and the purity follow from the two that are tested.
  tested <- !is.na(result$comparison$p)
  expect_equal(result$comparison$type[tested], c("基质评分", "免疫评分"))
  expect_equal(result$comparison$type[!tested], c("ESTIMATE 评分", "肿瘤纯度"))
  expect_equal(result$comparison$padj[tested], stats::p.adjust(result$comparison$p[tested], "BH"))
  expect_equal(facts_of(result)$tested_types, 2L)
  flipped <- run(values, plot_comparison = TRUE, groups = transform(groups, group = rep(c("b", "a"), each = 6L)))
  expect_equal(flipped$comparison$effect[flipped$comparison$type == "免疫评分"], -1)
  three <- transform(groups, group = rep(c("a", "b", "c"), c(5L, 5L, 2L)))
  expect_true("small_groups" %in% codes_of(run(values, plot_comparison = TRUE, groups = three)))
  stopped_with("one_group", run(values, plot_comparison = TRUE, groups = transform(groups, group = "a")))
})

testthat::test_that("normal tissue has no purity: by its barcode, of GTEx, by the name of its group", {
  values <- simulated(8L)
  colnames(values) <- c(
    "TCGA-AB-0001-11A", "TCGA.AB.0002.11B", "GTEX-1117F-0226", "TCGA-AB-0001-01A", "TCGA-AB-0003-06A", "TCGA-AB-0004-03A", "T1", "N1"
  )
  result <- run(values)
  expect_equal(is.na(result$scores$TumorPurity), rep(c(TRUE, FALSE), c(3L, 5L)))
  expect_true("normal_samples" %in% codes_of(result))
  expect_equal(facts_of(result)$normal_samples, 3L)
  expect_equal(facts_of(result)$purity_median, stats::median(result$scores$TumorPurity, na.rm = TRUE))
  groups <- data.frame(sample = colnames(values), group = rep(c("癌旁", "肿瘤"), c(4L, 4L)))
  grouped <- run(values, plot_comparison = TRUE, groups = groups)
  expect_equal(is.na(grouped$scores$TumorPurity), rep(c(TRUE, FALSE), c(4L, 4L)))
  # The scores themselves stay.
  expect_equal(grouped$scores[3:5], result$scores[3:5])
  expect_false("normal_samples" %in% codes_of(run(simulated(4L))))
})

testthat::test_that("no rows, a wrong species, probes, scores, silent genes: a sentence each", {
  values <- simulated(4L)
  stopped_with("signature_absent", run(values[1:2000, ]))
  stopped_with("probes", run(values, identifiers = "probe"))
  stopped_with("scores", run(values, kind = "scores"))
  expect_true("logged_twice" %in% codes_of(run(log2(values - min(values) + 1))))
  expect_false("logged_twice" %in% codes_of(run(values)))
  mouse <- values
  rownames(mouse) <- paste0(substr(rownames(mouse), 1L, 1L), tolower(substr(rownames(mouse), 2L, 20L)))
  stopped_with("mouse_genes", run(mouse))
  silent <- values - min(values)
  silent[signature$sets$immune, ] <- 0
  stopped_with("silent_genes", run(silent))
  expect_equal(nrow(run(values, plot_scores = FALSE)$boxes), 0L)
})
