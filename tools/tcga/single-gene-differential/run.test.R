# Run by `npm test -- r`: `root`, `engine` and the engine's functions are there.
tool <- load_tool(read_catalogue(root)[["single_gene_differential_expression"]], root, engine)

params <- list(
  target_genes = c("CDK1", "CDH1"), paired = FALSE, with_gtex = TRUE, log_scale = TRUE, tumor_color = "#ff4757", normal_color = "#546de5"
)

#' The tables of a run on cohorts as `write_cohort` takes them, by code, with its facts and findings as attributes.
run <- function(cohorts, ...) {
  job <- new_job(function(event) NULL)
  opened <- lapply(cohorts, function(cohort) open_cohort(write_cohort(cohort, tempfile("cohort"))))
  tables <- tool$analyse(list(dataset = opened), utils::modifyList(params, list(...)), job)
  check_tables(tool, tables)
  structure(tables, facts = job$collected()$facts, findings = job$collected()$findings)
}
facts_of <- function(result) attr(result, "facts")
codes_of <- function(result) vapply(attr(result, "findings"), function(finding) finding$code, character(1))

#' A cohort with other names, for comparisons of several; without some of its samples.
renamed <- function(cohort, code, drop = character()) {
  cohort$about$code <- code
  cohort$about$label <- toupper(code)
  keep <- !cohort$samples$sample %in% drop
  cohort$matrices <- lapply(cohort$matrices, function(values) values[, !colnames(values) %in% drop, drop = FALSE])
  cohort$samples <- cohort$samples[keep, ]
  cohort
}

small <- small_cohort(c("TP53"))
sheet <- small$samples
of_type <- function(type) sheet$sample[sheet$type == type]
float32 <- function(values) readBin(writeBin(values, raw(), size = 4L), "numeric", length(values), size = 4L)
value <- function(gene, samples, matrix = "gtex") float32(unname(small$matrices[[matrix]][gene, samples]))

testthat::test_that("unpaired tests equal wilcox.test, with GTEx and without, on both scales", {
  for (with_gtex in c(TRUE, FALSE)) for (log_scale in c(TRUE, FALSE)) {
    result <- run(list(sim = small), with_gtex = with_gtex, log_scale = log_scale)
    for (gene in params$target_genes) {
      matrix <- if (with_gtex) "gtex" else "expression"
      scale <- function(values) if (log_scale) values else 2^values - 1
      tumor <- scale(value(gene, of_type("tumour"), matrix))
      normal <- scale(value(gene, c(of_type("normal"), if (with_gtex) of_type("gtex")), matrix))
      direct <- stats::wilcox.test(tumor, normal)
      row <- result$tests[result$tests$gene == gene, ]
      expect_equal(c(row$W, row$p), unname(c(direct$statistic, direct$p.value)), tolerance = 1e-8)
      expect_equal(row$difference, stats::median(tumor) - stats::median(normal), tolerance = 1e-8)
      expect_identical(c(row$n_tumor, row$n_normal), c(length(tumor), length(normal)))
    }
    expect_equal(result$tests$padj, stats::p.adjust(result$tests$p, "BH"))
    expect_identical(facts_of(result)$unit_word, if (log_scale) "log2(TPM+1)" else "TPM")
  }
})

testthat::test_that("paired tests equal wilcox.test on each patient's own two samples, and say who was left out", {
  result <- run(list(sim = small), paired = TRUE)
  both <- sheet$patient[sheet$type == "normal"]
  at <- function(type) sheet$sample[sheet$type == type][match(both, sheet$patient[sheet$type == type])]
  for (gene in params$target_genes) {
    direct <- stats::wilcox.test(value(gene, at("tumour"), "expression"), value(gene, at("normal"), "expression"), paired = TRUE)
    row <- result$tests[result$tests$gene == gene, ]
    expect_equal(c(row$W, row$p), unname(c(direct$statistic, direct$p.value)), tolerance = 1e-8)
  }
  expect_equal(result$pairs$difference, result$pairs$tumor - result$pairs$normal)
  expect_identical(nrow(result$pairs), 2L * length(both))
  # Order of the samples changes nothing.
  turned <- small
  turned$samples <- turned$samples[rev(seq_len(nrow(sheet))), ]
  turned$matrices <- lapply(turned$matrices, function(values) values[, rev(colnames(values))])
  expect_equal(run(list(sim = turned), paired = TRUE)$tests, result$tests)
  flow <- result$flow
  expect_identical(flow$n[nrow(flow)], 2L * length(both))
  expect_identical(sum(flow$n[-c(1L, nrow(flow))]) + flow$n[nrow(flow)], flow$n[[1L]])
  expect_identical(flow$n[[1L]], nrow(sheet))
})

testthat::test_that("what was planted is found, in its direction; shuffled labels give nothing", {
  result <- run(list(sim = small))
  expect_true(all(result$tests$padj < 1e-4))
  expect_true(result$tests$difference[result$tests$gene == "CDK1"] > 0 && result$tests$difference[result$tests$gene == "CDH1"] < 0)
  set.seed(11)
  genes <- setdiff(rownames(small$matrices$expression), small$truth$gene)[1:20]
  shuffled <- small
  shuffled$matrices$gtex[params$target_genes, ] <- small$matrices$gtex[params$target_genes, sample(ncol(small$matrices$gtex))]
  result <- run(list(sim = shuffled), target_genes = c(params$target_genes, genes[1:18]))
  expect_lt(sum(result$tests$p < 0.05), 6)
  expect_true(facts_of(result)$significant_n <= 1L)
})

testthat::test_that("several cohorts are adjusted together; too few normals are drawn and not tested; a missing gene is told", {
  few <- renamed(small, "few", drop = c(of_type("normal")[-(1:2)], of_type("gtex")))
  lacking <- renamed(small, "lacking")
  lacking$matrices <- lapply(lacking$matrices, function(values) values[rownames(values) != "CDH1", ])
  result <- run(list(sim = small, few = few, lacking = lacking), with_gtex = FALSE)
  expect_identical(paste(result$tests$cohort, result$tests$gene), c("SIM CDK1", "SIM CDH1", "FEW CDK1", "FEW CDH1", "LACKING CDK1"))
  expect_identical(is.na(result$tests$p), c(FALSE, FALSE, TRUE, TRUE, FALSE))
  tested <- !is.na(result$tests$p)
  expect_equal(result$tests$padj[tested], stats::p.adjust(result$tests$p[tested], "BH"))
  expect_true(all(c("not_tested", "gene_absent_here") %in% codes_of(result)))
  expect_setequal(result$boxes$facet, params$target_genes)
  expect_identical(facts_of(result)$untested, 2L)
  expect_error(run(list(few = few), with_gtex = FALSE), "不足 3 个", class = "oncoloom_input")
  expect_error(run(list(few = renamed(small, "few", of_type("normal")[-(1:2)])), paired = TRUE), "只有 2 对", class = "oncoloom_input")
  expect_error(run(list(few = renamed(small, "few", of_type("normal"))), paired = TRUE), "没有肿瘤和癌旁都有的患者", class = "oncoloom_input")
  expect_error(run(list(sim = small), target_genes = "NOSUCHGENE"), "NOSUCHGENE", class = "oncoloom_input")
})

testthat::test_that("normals of two sources that differ are told", {
  biased <- small
  biased$matrices$gtex["CDK1", of_type("gtex")] <- biased$matrices$gtex["CDK1", of_type("gtex")] + 6
  result <- run(list(sim = biased), target_genes = "CDK1")
  expect_identical(result$sources$suspect, "来源差别大")
  expect_true("source_suspect" %in% codes_of(result))
  expect_identical(nrow(run(list(sim = small), with_gtex = FALSE)$sources), 0L)
})

testthat::test_that("every figure is drawn with a Chinese title: one gene, panels, pairs", {
  runs <- list(
    run(list(sim = small), target_genes = "CDK1"), run(list(sim = small, other = renamed(small, "other"))), run(list(sim = small), paired = TRUE)
  )
  for (tables in runs) for (figure in names(tool$figures)) {
    style <- c(utils::modifyList(tool$figures[[figure]]$style, list(plot_title = "肿瘤与正常")), list(words = facts_of(tables)))
    path <- tempfile(fileext = ".svg")
    draw_file(tool$plots[[figure]](tables, style), path, "svg", style$plot_pdf_width, style$plot_pdf_height, style$font_family)
    expect_gt(file.size(path), 300)
  }
})
