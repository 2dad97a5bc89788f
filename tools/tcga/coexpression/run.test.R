# Run by `npm test -- r`: `root`, `engine` and the engine's functions are there.
tool <- load_tool(read_catalogue(root)[["coexpression_analysis"]], root, engine)

params <- list(target_gene = "TP53", method = "pearson", sample_scope = "tumor", top_n = 50L, padj = 0.05)

#' The tables of a run on a cohort as `write_cohort` takes it, with its facts and findings as attributes.
run <- function(cohort, ...) {
  job <- new_job(function(event) NULL)
  tables <- tool$analyse(list(dataset = open_cohort(write_cohort(cohort, tempfile("cohort")))), utils::modifyList(params, list(...)), job)
  check_tables(tool, tables)
  structure(tables, facts = job$collected()$facts, findings = job$collected()$findings)
}
facts_of <- function(result) attr(result, "facts")

small <- small_cohort(c("TP53", "EGFR", "MYC"))
opened <- open_cohort(write_cohort(small, tempfile("cohort")))
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

testthat::test_that("the scope chooses the samples, states who was left out, and refuses too few", {
  flow <- run(small)$flow
  expect_equal(flow$n[nrow(flow)], length(tumours))
  expect_equal(flow$n[[1L]] - sum(flow$n[-c(1L, nrow(flow))]), flow$n[nrow(flow)])
  normals <- sum(sheet$type == "normal")
  expect_equal(facts_of(run(small, sample_scope = "all"))$samples, length(tumours) + normals)
  expect_error(run(small, sample_scope = "normal"), sprintf("只有 %d 个", normals), class = "oncoloom_input")
  expect_error(run(small, target_gene = "NOSUCHGENE"), class = "oncoloom_input")
})

testthat::test_that("every figure is drawn with a Chinese title, also of nothing", {
  for (tables in list(run(small, padj = 1), run(small, padj = 1e-300))) {
    for (figure in names(tool$figures)) {
      style <- c(utils::modifyList(tool$figures[[figure]]$style, list(plot_title = "共表达的基因")), list(words = list()))
      path <- tempfile(fileext = ".svg")
      draw_file(tool$plots[[figure]](tables, style), path, "svg", style$plot_pdf_width, style$plot_pdf_height, style$font_family)
      expect_gt(file.size(path), 300)
    }
  }
})
