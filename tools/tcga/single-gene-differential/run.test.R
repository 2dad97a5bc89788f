# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("single_gene_differential_expression")

params <- list(
  target_genes = c("CDK1", "CDH1"), paired = FALSE, with_gtex = TRUE, log_scale = TRUE, tumor_color = "#ff4757", normal_color = "#546de5"
)

#' The tables of a run on cohorts as `write_cohort` takes them, by code, with its facts and findings as attributes.
run <- function(cohorts, ...) {
  run_tool(tool, list(dataset = lapply(cohorts, written_cohort)), changed(params, ...))
}

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
value <- function(gene, samples, matrix = "gtex") float32(unname(small$matrices[[matrix]][gene, samples]))

testthat::test_that("unpaired tests equal wilcox.test, with GTEx and without, on both scales", {
  for (with_gtex in c(TRUE, FALSE)) for (log_scale in c(TRUE, FALSE)) {
    result <- run(list(sim = small), with_gtex = with_gtex, log_scale = log_scale)
    for (gene in params$target_genes) {
      matrix <- if (with_gtex) "gtex" else "expression"
      scale <- function(values) if (log_scale) values else 2^values - 1
      tumor <- scale(value(gene, of_type("tumour"), matrix))
      # With GTEx or without: the tumours' own project's normals are what the test is against.
      normal <- scale(value(gene, of_type("normal"), matrix))
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
  # Eight normals against forty tumours.
  expect_true(all(result$tests$padj < 1e-3))
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

first_of_donors <- local({
  gtex <- sort(of_type("gtex"))
  gtex[!duplicated(sheet$patient[match(gtex, sheet$sample)])]
})

testthat::test_that("both sources are compared apart, one sample of each donor, and what they differ by is told", {
  biased <- small
  biased$matrices$gtex["CDK1", of_type("gtex")] <- biased$matrices$gtex["CDK1", of_type("gtex")] + 6
  result <- run(list(sim = biased), target_genes = "CDK1")
  expect_identical(result$sources$suspect, "来源差别大")
  expect_true("source_suspect" %in% codes_of(result))
  expect_identical(nrow(run(list(sim = small), with_gtex = FALSE)$sources), 0L)
  # The test itself does not see GTEx.
  plain <- run(list(sim = small), target_genes = "CDK1")
  expect_equal(result$tests, plain$tests)
  expect_identical(result$tests$compared, "TCGA 癌旁")
  both <- run(list(sim = small))
  direct <- vapply(both$sources$gene, function(gene) {
    stats::wilcox.test(value(gene, of_type("tumour")), value(gene, first_of_donors))$p.value
  }, numeric(1), USE.NAMES = FALSE)
  expect_equal(both$sources$padj_gtex, stats::p.adjust(direct, "BH"))
  expect_identical(both$sources$n_gtex, rep(length(first_of_donors), 2L))
  expect_setequal(unique(both$values$sample[both$values$group == "GTEx 正常"]), first_of_donors)
  expect_identical(both$sources$agreement, rep("都显著，方向相同", 2L))
  opposed <- small
  opposed$matrices$gtex["CDK1", of_type("gtex")] <- opposed$matrices$gtex["CDK1", of_type("gtex")] + 12
  expect_identical(run(list(sim = opposed), target_genes = "CDK1")$sources$agreement, "都显著，方向相反")
})

testthat::test_that("a cohort without normals of its own is set against GTEx, and that is told by name", {
  lonely <- renamed(small, "lonely", of_type("normal")[-(1:2)])
  result <- run(list(lonely = lonely, sim = small), target_genes = "CDK1")
  row <- result$tests[result$tests$cohort == "LONELY", ]
  expect_identical(c(row$compared, row$n_normal), c("GTEx 正常", as.character(length(first_of_donors))))
  expect_equal(row$p, stats::wilcox.test(value("CDK1", of_type("tumour")), value("CDK1", first_of_donors))$p.value)
  expect_identical(facts_of(result)$confounded, "LONELY")
  expect_true("source_confounded" %in% codes_of(result))
  expect_null(facts_of(run(list(sim = small)))$confounded)
  expect_identical(unique(result$sources$cohort), "SIM")
  expect_identical(sum(startsWith(result$flow$step, "排除：TCGA 癌旁不足")), 1L)
})

testthat::test_that("the figure has the P of each comparison, and writes the main one alone", {
  both <- run(list(sim = small), with_gtex = TRUE)
  expect_identical(unique(paste(both$notes$group, both$notes$other)), c("肿瘤 正常", "肿瘤 GTEx 正常"))
  expect_equal(both$notes$p, c(both$tests$padj, both$sources$padj_gtex))
  expect_identical(nzchar(both$notes$text), rep(c(TRUE, FALSE), each = 2L))
  one <- run(list(sim = small), target_genes = "CDK1", with_gtex = FALSE)
  expect_equal(one$notes$p, one$tests$p)
  # Without normals of their own, tumours stand against GTEx'.
  alone <- run(list(few = renamed(small, "few", of_type("normal"))), with_gtex = TRUE)
  expect_identical(unique(alone$notes$other), "GTEx 正常")
  expect_true(all(nzchar(alone$notes$text)))
})

testthat::test_that("null genes reach 0.05 as often as promised, also with a difference of the sources and repeated donors", {
  sizes <- list(tumours = 40L, normals = 20L, gtex = 60L, donors = 20L)
  none <- list(up = 1L, down = 1L, risk = 0L, protective = 0L, modules = 1L, module = 2L, source = 400L)
  counts <- vapply(1:3, function(seed) {
    cohort <- simulate_cohort(sprintf("GENE%04d", 1:400), sizes, none, seed)
    # Neighbours of one patient would make the rank-sum test conservative.
    cohort$matrices$gtex <- cohort$matrices$gtex[, !cohort$samples$sample %in% cohort$samples$sample[1:20]]
    genes <- cohort$truth$gene[cohort$truth$role == "source"]
    expressed <- genes[rowMeans(cohort$matrices$gtex[genes, ]) > 2]
    p <- unlist(lapply(split(expressed, seq_along(expressed) %/% 20), function(some) run(list(sim = cohort), target_genes = some)$tests$p))
    values <- cohort$matrices$gtex[expressed, ]
    tumour <- colnames(values) %in% cohort$samples$sample[cohort$samples$type == "tumour"]
    pooled <- apply(values, 1, function(row) stats::wilcox.test(row[tumour], row[!tumour])$p.value)
    c(tested = length(p), small = sum(p < 0.05), pooled = sum(pooled < 0.05))
  }, numeric(3))
  counts <- rowSums(counts)
  limits <- stats::qbinom(c(0.0005, 0.9995), counts[["tested"]], 0.05)
  message(sprintf(
    "null genes: %d of %d below 0.05, limits %d to %d; pooled %d",
    counts[["small"]], counts[["tested"]], limits[1], limits[2], counts[["pooled"]]
  ))
  expect_gte(counts[["small"]], limits[[1L]])
  expect_lte(counts[["small"]], limits[[2L]])
  expect_gt(counts[["pooled"]], 3 * limits[[2L]])
})

testthat::test_that("tumour and normal swapped turn the difference and keep P, and genes named by numbers are found", {
  turned <- small
  turned$samples$type <- c(tumour = "normal", normal = "tumour", gtex = "gtex")[sheet$type]
  straight <- run(list(sim = small), with_gtex = FALSE)$tests
  flipped <- run(list(sim = turned), with_gtex = FALSE)$tests
  expect_equal(flipped$difference, -straight$difference)
  expect_equal(flipped$p, straight$p)
  numbered <- small
  numbered$matrices <- lapply(small$matrices, function(values) {
    rownames(values)[match("CDK1", rownames(values))] <- "12345"
    values
  })
  expect_equal(run(list(sim = numbered), target_genes = "12345", with_gtex = FALSE)$tests$p, straight$p[straight$gene == "CDK1"])
})

#' The small cohort with values of a gene put in: of tumours and of normals, in the order of the sheet.
with_values <- function(gene, tumour, normal) {
  changed <- small
  changed$matrices$expression[gene, of_type("tumour")] <- rep(tumour, length.out = length(of_type("tumour")))
  changed$matrices$expression[gene, of_type("normal")] <- rep(normal, length.out = length(of_type("normal")))
  changed
}

testthat::test_that("a direction is that of the test, with its shift and interval, also where medians are equal, and counts add up", {
  # Medians are 5 both times; half of the tumours rank above all normals.
  tied <- with_values("CDK1", c(5, 5, 5, 9, 9, 5, 9, 4, 9, 5), c(5, 5, 5, 4, 3, 5, 5, 4))
  result <- run(list(sim = tied), target_genes = "CDK1", with_gtex = FALSE)
  row <- result$tests
  expect_identical(c(row$median_tumor, row$median_normal, row$difference), c(5, 5, 0))
  expect_lt(row$p, 0.05)
  expect_identical(c(row$direction, facts_of(result)$direction), c("更高", "更高"))
  expect_true(facts_of(result)$by_order)
  expect_identical(facts_of(result)$up, 1L)
  # The other way round.
  turned <- run(list(sim = with_values("CDK1", -tied$matrices$expression["CDK1", of_type("tumour")] + 12,
    -tied$matrices$expression["CDK1", of_type("normal")] + 12)), target_genes = "CDK1", with_gtex = FALSE)
  expect_identical(list(turned$tests$direction, turned$tests$difference), list("更低", 0))
  expect_equal(turned$tests$p, row$p)
  both <- run(list(sim = tied, more = renamed(small, "more")), with_gtex = FALSE)
  facts <- facts_of(both)
  expect_identical(facts$up + facts$down, facts$significant_n)
  for (paired in c(FALSE, TRUE)) {
    tests <- run(list(sim = small), paired = paired)$tests
    both <- sheet$patient[sheet$type == "normal"]
    tumours <- if (paired) sheet$sample[sheet$type == "tumour"][match(both, sheet$patient[sheet$type == "tumour"])] else of_type("tumour")
    matrix <- if (paired) "expression" else "gtex"
    direct <- stats::wilcox.test(value("CDH1", tumours, matrix), value("CDH1", of_type("normal"), matrix), paired = paired, conf.int = TRUE)
    row <- tests[tests$gene == "CDH1", ]
    expect_equal(c(row$shift, row$shift_low, row$shift_high), unname(c(direct$estimate, direct$conf.int)), tolerance = 1e-8)
    expect_identical(row$direction, "更低")
  }
})

testthat::test_that("pairs show the median of their differences, which is not the difference of medians", {
  both <- sheet$patient[sheet$type == "normal"]
  n <- length(both)
  tumours <- sheet$sample[sheet$type == "tumour"][match(both, sheet$patient[sheet$type == "tumour"])]
  skewed <- small
  skewed$matrices$expression["CDK1", of_type("normal")] <- seq_len(n)
  skewed$matrices$expression["CDK1", tumours] <- c(seq_len(n)[-1L] + 0.25, 1)
  row <- run(list(sim = skewed), target_genes = "CDK1", paired = TRUE)$tests
  difference <- c(seq_len(n)[-1L] + 0.25, 1) - seq_len(n)
  expect_equal(row$difference, stats::median(difference), tolerance = 1e-6)
  expect_gt(abs(row$difference - (row$median_tumor - row$median_normal)), 0.5)
})

testthat::test_that("cohorts of different units are drawn within themselves, and tested as they are", {
  other <- renamed(small, "other")
  other$units$expression <- "log2(RSEM+1)"
  other$matrices$expression <- other$matrices$expression + 5
  result <- run(list(sim = small, other = other), target_genes = "CDK1", with_gtex = FALSE)
  expect_setequal(result$tests$unit, c("log2(TPM+1)", "log2(RSEM+1)"))
  expect_equal(result$tests$p[[1L]], result$tests$p[[2L]], tolerance = 1e-6)
  for (label in c("SIM", "OTHER")) {
    drawn <- result$points$value[result$points$label == label]
    expect_equal(c(mean(drawn), stats::sd(drawn)), c(0, 1), tolerance = 1e-6)
  }
  facts <- facts_of(result)
  expect_true(facts$units_differ && grepl("z 值", facts$value_title) && "units_differ" %in% codes_of(result))
  alike <- run(list(sim = small, more = renamed(small, "more")), target_genes = "CDK1", with_gtex = FALSE)
  expect_equal(sort(alike$points$value), sort(alike$values$value))
})

testthat::test_that("each comparison without a test has its own reason", {
  flat <- renamed(small, "flat")
  flat$matrices$expression["CDK1", ] <- 3
  few <- renamed(small, "few", drop = of_type("normal")[-(1:2)])
  result <- run(list(sim = small, flat = flat, few = few), target_genes = "CDK1", with_gtex = FALSE)
  message <- Filter(function(one) one$code == "not_tested", attr(result, "findings"))[[1L]]$message
  expect_match(message, "FLAT 表达量全部相同")
  expect_match(message, "FEW 肿瘤.*不足 3 个")
})
