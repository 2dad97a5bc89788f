# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("coexpression_analysis")

params <- c(one_gene, list(target_gene = "TP53", method = "pearson", sample_scope = "tumor", top_n = 50L, padj = 0.05))

#' The tables of a run on a cohort as `write_cohort` takes it, with its facts and findings as attributes.
run <- function(cohort, ...) {
  run_tool(tool, list(dataset = written_cohort(cohort)), changed(params, ...))
}

small <- small_cohort(c("TP53", "EGFR", "MYC"))
opened <- written_cohort(small)
sheet <- cohort_samples(opened, "expression")
tumours <- sheet$sample[sheet$type == "tumour" & sheet$survival == "1"]
values <- cohort_matrix(opened, samples = tumours)

testthat::test_that("coefficients and P equal cor.test, for both methods", {
  for (method in c("pearson", "spearman")) {
    table <- run(small, method = method)$correlations
    for (gene in utils::head(table$gene, 25)) {
      direct <- stats::cor.test(values["TP53", ], values[gene, ], method = method, exact = FALSE)
      row <- table[table$gene == gene, ]
      expect_equal(c(row$cor, row$p), unname(c(direct$estimate, direct$p.value)), tolerance = 1e-8, info = paste(method, gene))
    }
    expect_equal(table$padj, stats::p.adjust(table$p, "BH"))
    expect_false("TP53" %in% table$gene)
  }
})

testthat::test_that("a planted module is found, and permuted samples give nothing", {
  set.seed(4)
  n <- 60
  driver <- rnorm(n, 6)
  made <- rbind(
    TP53 = driver, t(sapply(1:20, function(i) driver + rnorm(n, sd = 0.6))), t(sapply(1:10, function(i) -driver + 12 + rnorm(n, sd = 0.6))),
    t(sapply(1:300, function(i) rnorm(n, 6)))
  )
  rownames(made) <- c("TP53", sprintf("UP%02d", 1:20), sprintf("DOWN%02d", 1:10), sprintf("NONE%03d", 1:300))
  patient <- sprintf("P%02d", seq_len(n))
  colnames(made) <- paste0(patient, "-01")
  cohort_of <- function(matrix) {
    list(
      about = list(code = "tiny", label = "TINY", name = "试", english = "Tiny", source = "test", release = "1", simulated = FALSE, notes = list()),
      units = list(expression = "log2(TPM+1)"), matrices = list(expression = matrix), genes = NULL,
      samples = data.frame(sample = colnames(matrix), patient = patient, type = "tumour", code = "01", tissue = "", survival = "1", paired = ""),
      clinical = data.frame(patient = patient), survival = data.frame(patient = patient, OS = 0, OS.time = 1)
    )
  }
  result <- run(cohort_of(made))
  found <- result$correlations$gene[result$correlations$padj < 0.05]
  expect_true(all(grepl("^UP|^DOWN", rownames(made)[-1][1:30]) & rownames(made)[-1][1:30] %in% found))
  expect_lt(sum(grepl("^NONE", found)), 6)
  expect_equal(c(facts_of(result)$up >= 20, facts_of(result)$down >= 10), c(TRUE, TRUE))
  expect_equal(nrow(result$top), 20L)
  expect_equal(nrow(result$heatmap), 1L + facts_of(result)$heatmap_genes)
  permuted <- made
  permuted["TP53", ] <- sample(made["TP53", ])
  nothing <- run(cohort_of(permuted))
  expect_lt(facts_of(nothing)$up + facts_of(nothing)$down, 5)
  # The order of genes and samples changes nothing.
  expect_equal(run(cohort_of(made[rev(seq_len(nrow(made))), ]))$correlations, result$correlations, tolerance = 1e-10)
})

testthat::test_that("a gene that is silent in most samples is refused by the rule that leaves out its partners", {
  silenced <- function(share) {
    other <- small
    chosen <- utils::head(tumours, round(share * length(tumours)))
    other$matrices <- lapply(small$matrices, function(values) {
      values["TP53", intersect(chosen, colnames(values))] <- 0
      values
    })
    other
  }
  expect_error(run(silenced(0.925)), "TP53 只在 8% 的肿瘤样本里有表达（40 个里的 3 个）", class = "oncoloom_input")
  expect_error(run(silenced(0.55)), "没有计算", class = "oncoloom_input")
  half <- run(silenced(0.5))
  expect_gt(nrow(half$correlations), 0L)
  # As a partner of another gene the same one is left out, and the one at half is not.
  expect_false("TP53" %in% run(silenced(0.55), target_gene = "EGFR")$correlations$gene)
  expect_true("TP53" %in% run(silenced(0.5), target_gene = "EGFR")$correlations$gene)
})

testthat::test_that("a gene turned over turns every coefficient, and genes named by numbers are found", {
  straight <- run(small)$correlations
  turned <- small
  turned$matrices$expression["TP53", ] <- 20 - small$matrices$expression["TP53", ]
  flipped <- run(turned)$correlations
  expect_equal(flipped$cor[match(straight$gene, flipped$gene)], -straight$cor, tolerance = 1e-6)
  numbered <- small
  numbered$matrices <- lapply(small$matrices, function(values) {
    rownames(values)[match("TP53", rownames(values))] <- "12345"
    values
  })
  expect_equal(run(numbered, target_gene = "12345")$correlations, straight)
})

testthat::test_that("unrelated genes reach 0.05 as often as promised", {
  for (method in c("pearson", "spearman")) {
    p <- unlist(lapply(1:6, function(seed) {
      none <- list(up = 1L, down = 1L, risk = 0L, protective = 0L, modules = 1L, module = 2L)
      cohort <- simulate_cohort(c("TP53", sprintf("GENE%04d", 1:600)), list(tumours = 50L, normals = 0L, gtex = 0L), none, seed)
      # Levels without heavy tails: Pearson's P is exact for them only.
      for (matrix in names(cohort$matrices)) cohort$matrices[[matrix]]["TP53", ] <- stats::rnorm(ncol(cohort$matrices[[matrix]]), 6)
      run(cohort, method = method)$correlations$p
    }))
    limits <- stats::qbinom(c(0.0005, 0.9995), length(p), 0.05)
    expect_gte(sum(p < 0.05), limits[[1L]])
    expect_lte(sum(p < 0.05), limits[[2L]])
  }
})

testthat::test_that("the scope chooses the samples, states who was left out, and refuses too few", {
  flow <- run(small)$flow
  expect_equal(flow$n[nrow(flow)], length(tumours))
  expect_equal(flow$n[[1L]] - sum(flow$n[-c(1L, nrow(flow))]), flow$n[nrow(flow)])
  normals <- sum(sheet$type == "normal")
  expect_equal(facts_of(run(small, sample_scope = "all"))$samples, length(tumours) + normals)
  expect_error(run(small, sample_scope = "normal"), sprintf("只有 %d 个", normals), class = "oncoloom_input")
  expect_error(run(small, target_gene = "NOSUCHGENE"), class = "oncoloom_input")
})

testthat::test_that("a score of several genes stands in the place of one, and its own genes are no partners", {
  genes <- rownames(values)[1:4]
  scored <- list(marker = "score", target_gene = "", score_genes = genes)
  for (method in c("pearson", "spearman")) {
    result <- do.call(run, c(list(small, method = method), scored))
    table <- result$correlations
    score <- by_hand_z(values, genes)
    for (gene in utils::head(table$gene, 10)) {
      direct <- stats::cor.test(score, values[gene, ], method = method, exact = FALSE)
      expect_equal(unlist(table[table$gene == gene, c("cor", "p")], use.names = FALSE), unname(c(direct$estimate, direct$p.value)), tolerance = 1e-8)
    }
    expect_false(any(genes %in% table$gene))
    expect_equal(facts_of(result)[c("scored", "score_genes_n", "score_how")], list(scored = TRUE, score_genes_n = 4L, score_how = SCORES[["mean_z"]]))
    expect_null(facts_of(result)[["gene"]])
  }
  # A single weight is the gene itself.
  weighted <- changed(scored, score_genes = c("TP53", "EGFR"), combine = "weights", weights = "TP53 2；EGFR 0")
  alone <- run(small)$correlations
  same <- do.call(run, c(list(small), weighted))
  expect_equal(same$correlations$cor, alone$cor[alone$gene != "EGFR"])
  expect_equal(facts_of(same)$score_formula, "2 × TP53 + 0 × EGFR")
  expect_error(do.call(run, c(list(small), changed(weighted, weights = "TP53 2"))), "没有系数", class = "oncoloom_input")
  expect_error(do.call(run, c(list(small), changed(scored, score_genes = "TP53"))), "不能合成评分", class = "oncoloom_input")
})

testthat::test_that("a score by GSVA is the package's own, over all genes of these samples, and is told with its version", {
  genes <- rownames(values)[1:5]
  result <- run(small, marker = "score", target_gene = "", score_genes = genes, combine = "gsva")
  varying <- values[matrixStats::rowSds(values) > 0, ]
  direct <- suppressWarnings(GSVA::gsva(varying, list(score = genes), method = "gsva", kcdf = "Gaussian", verbose = FALSE))[1L, ]
  first <- result$correlations[1L, ]
  expect_equal(first$cor, unname(stats::cor(direct, values[first$gene, ])), tolerance = 1e-6)
  expect_true(facts_of(result)$by_gsva)
  expect_null(facts_of(run(small))$by_gsva)
})
