# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there. Oracles call each method's package themselves.
tool <- tool_of("gene_differential_expression")
params <- list(
  with_gtex = FALSE, method = "auto", log2fc = 1, padj = 0.05, lfc_threshold_test = FALSE, hidden_factors = "none",
  tumor_color = "#ff4757", normal_color = "#546de5", up_color = "#ff4757", down_color = "#546de5", nochange_color = "#d2dae2"
)

#' Tables of a run on a cohort as `write_cohort` takes it, with its facts and findings as attributes.
run <- function(cohort, ...) {
  run_tool(tool, list(dataset = written_cohort(cohort)), changed(params, ...))
}

made <- simulate_cohort(
  sprintf("GENE%04d", 1:1000), list(tumours = 40L, normals = 16L, gtex = 30L, donors = 20L),
  list(up = 60L, down = 60L, risk = 20L, protective = 20L, modules = 2L, module = 30L, backgrounds = 2L, background = 60L, source = 400L)
)
# DESeq2 takes its time: 14 tumours and 8 normals are enough.
few <- made
few$matrices$counts <- made$matrices$counts[, c(1:14, 41:48)]
counts <- made$matrices$counts
tumour <- made$samples$type[match(colnames(counts), made$samples$sample)] == "tumour"
group <- factor(ifelse(tumour, "tumour", "normal"), c("normal", "tumour"))
design <- stats::model.matrix(~group)
filtered <- function(counts, group) {
  list <- edgeR::DGEList(counts)
  edgeR::calcNormFactors(list[edgeR::filterByExpr(list, group = group), , keep.lib.sizes = FALSE])
}
dge <- filtered(counts, group)

expression <- float32(made$matrices$expression)
# The 16 normals are the smaller group: 10 + 0.7 * 6 samples have to express a gene.
expression <- expression[apply(expression, 1, function(row) sum(2^row - 1 > 0.5) >= 15), ]
moderated <- function(fit) limma::topTable(limma::eBayes(fit, trend = TRUE, robust = TRUE), coef = 2, number = Inf, sort.by = "none")

# Relative 1e-6 with a floor of 1e-10; P by their logarithms. `oracle`: columns logFC, stat, P, padj, rows by gene.
expect_same <- function(table, oracle) {
  oracle <- oracle[match(table$gene, rownames(oracle)), ]
  testthat::expect_identical(nrow(table), nrow(oracle))
  testthat::expect_identical(is.na(table$adj.P.Val), is.na(oracle[[4L]]))
  for (i in 1:2) testthat::expect_lt(max(abs(table[[c("logFC", "statistic")[i]]] - oracle[[i]]) / pmax(abs(oracle[[i]]), 1e-4), na.rm = TRUE), 1e-6)
  for (i in 1:2) {
    testthat::expect_lt(max(abs(log10(table[[c("P.Value", "adj.P.Val")[i]]]) - log10(oracle[[i + 2L]])), na.rm = TRUE), 1e-6)
  }
}

results <- list(
  limma = run(made, method = "limma"), voom = run(made), edger = run(made, method = "edger"),
  deseq2 = run(few, method = "deseq2"), wilcoxon = run(made, method = "wilcoxon")
)
joined <- run(made, with_gtex = TRUE)

testthat::test_that("each method equals its package called directly", {
  columns <- c("logFC", "t", "P.Value", "adj.P.Val")
  expect_same(results$limma$genes, moderated(limma::lmFit(expression, design))[columns])
  expect_same(results$voom$genes, moderated(limma::lmFit(limma::voom(dge, design), design))[columns])
  fit <- edgeR::glmQLFit(edgeR::estimateDisp(dge, design), design, robust = TRUE)
  edger <- edgeR::topTags(edgeR::glmQLFTest(fit, coef = 2), n = Inf, sort.by = "none")$table
  edger$statistic <- sign(edger$logFC) * sqrt(edger$F)
  expect_same(results$edger$genes, edger[c("logFC", "statistic", "PValue", "FDR")])
  chosen <- data.frame(group = group[colnames(counts) %in% colnames(few$matrices$counts)])
  set <- DESeq2::DESeqDataSetFromMatrix(filtered(few$matrices$counts, chosen$group)$counts, chosen, ~group)
  deseq2 <- as.data.frame(DESeq2::results(DESeq2::DESeq(set, quiet = TRUE), alpha = 0.05))
  expect_same(results$deseq2$genes, deseq2[c("log2FoldChange", "stat", "pvalue", "padj")])
})

testthat::test_that("P of a change beyond the threshold equals treat and DESeq2's threshold test; methods without it are what they were", {
  treated <- function(fit) limma::topTreat(limma::treat(fit, lfc = 0.5, trend = TRUE, robust = TRUE), coef = 2, number = Inf, sort.by = "none")
  beyond <- function(cohort, method, ...) run(cohort, method = method, log2fc = 0.5, lfc_threshold_test = TRUE, ...)
  columns <- c("logFC", "t", "P.Value", "adj.P.Val")
  expect_same(beyond(made, "limma")$genes, treated(limma::lmFit(expression, design))[columns])
  voom <- beyond(made, "auto")
  expect_same(voom$genes, treated(limma::lmFit(limma::voom(dge, design), design))[columns])
  expect_true(facts_of(voom)$threshold_test)
  chosen <- data.frame(group = group[colnames(counts) %in% colnames(few$matrices$counts)])
  set <- DESeq2::DESeqDataSetFromMatrix(filtered(few$matrices$counts, chosen$group)$counts, chosen, ~group)
  deseq2 <- as.data.frame(DESeq2::results(DESeq2::DESeq(set, quiet = TRUE), alpha = 0.05, lfcThreshold = 0.5, altHypothesis = "greaterAbs"))
  expect_same(beyond(few, "deseq2")$genes, deseq2[c("log2FoldChange", "stat", "pvalue", "padj")])
  ranks <- beyond(made, "wilcoxon")
  expect_equal(ranks$genes, results$wilcoxon$genes)
  expect_false(facts_of(ranks)$threshold_test)
  # With normals of both sources all three comparisons are tested so.
  both <- beyond(made, "limma", with_gtex = TRUE)
  plain <- run(made, method = "limma", log2fc = 0.5, with_gtex = TRUE)
  same <- match(both$comparisons$gene, plain$comparisons$gene)
  expect_true(all(both$comparisons$own_padj >= plain$comparisons$own_padj[same] - 1e-12, na.rm = TRUE))
  expect_lt(facts_of(both)$source_agreed, facts_of(plain)$source_agreed)
})

testthat::test_that("the statistic of each method has the sign of the change, so that a ranking by it has two ends", {
  for (method in names(results)) {
    table <- results[[method]]$genes
    told <- which(table$P.Value < 0.01)
    expect_gt(min(sum(table$logFC[told] > 0), sum(table$logFC[told] < 0)), 10L)
    expect_identical(sign(table$statistic[told]), sign(table$logFC[told]), info = method)
  }
})

testthat::test_that("the source of a release is told in English", {
  expect_match(facts_of(results$voom)$cohort_source_english, "simulated")
  expect_match(facts_of(results$voom)$values_english, "^log2 CPM")
  expect_match(source_in_english(list(release = "Firehose-2016-01-28")), "RSEM.*hg19.*TCGA-CDR")
  expect_match(source_in_english(list(release = "GDC-07-20-2019")), "STAR.*GENCODE v36")
  expect_null(source_in_english(list(release = "2026")))
})

testthat::test_that("the rank-sum test is not said to support what it found itself", {
  expect_false(facts_of(results$wilcoxon)$agreement)
  expect_null(facts_of(results$wilcoxon)$agreed)
  expect_true(facts_of(results$voom)$agreement)
  expect_gt(facts_of(results$voom)$agreed, 0)
})

testthat::test_that("the rank-sum test equals wilcox.test, with and without ties", {
  for (method in c("wilcoxon", "limma")) {
    table <- results[[method]]$genes
    for (gene in table$gene[c(1:20, nrow(table) - 0:20)]) {
      direct <- stats::wilcox.test(expression[gene, tumour], expression[gene, !tumour], exact = FALSE)$p.value
      expect_equal(log10(table$wilcoxon_p[table$gene == gene]), log10(direct), tolerance = 1e-8, info = gene)
    }
  }
  table <- results$wilcoxon$genes
  expect_equal(table$P.Value, table$wilcoxon_p)
  expect_equal(table$logFC, table$tumour_mean - table$normal_mean)
  ties <- rbind(c(0, 0, 0, 1, 2, 2, 3), c(0, 1, 0, 1, 0, 1, 1), 7:1)
  case <- c(TRUE, TRUE, TRUE, FALSE, FALSE, FALSE, FALSE)
  direct <- apply(ties, 1, function(row) stats::wilcox.test(row[case], row[!case], exact = FALSE)$p.value)
  expect_equal(rank_sum_test(ties, case)$p, direct)
  expect_identical(sign(rank_sum_test(ties, case)$z), c(-1, -1, 1))
})

testthat::test_that("the planted genes are found at a false discovery rate of 0.05", {
  planted <- made$truth[made$truth$role %in% c("up", "down"), ]
  # DESeq2 takes heavy tails for changes; the others keep the rate they promise, up to chance.
  most <- c(limma = 0.08, voom = 0.08, edger = 0.08, deseq2 = 0.15, wilcoxon = 0.08)
  for (method in names(results)) {
    table <- results[[method]]$genes
    found <- table$gene[which(table$adj.P.Val < 0.05)]
    power <- mean(planted$gene %in% found)
    false <- mean(!found %in% planted$gene)
    message(sprintf("planted truth, %s: power %.3f, false discovery proportion %.3f of %d", method, power, false, length(found)))
    expect_gt(power, if (method == "deseq2") 0.85 else 0.95)
    expect_lt(false, most[[method]])
    rows <- table[match(planted$gene, table$gene), ]
    expect_identical(sign(rows$logFC), sign(planted$effect))
  }
  expect_true(all(c("CDK1", "CDH1") %in% results$voom$significant$gene))
  close <- results$voom$genes[match(planted$gene, results$voom$genes$gene), ]
  expect_lt(mean(abs(close$logFC - planted$effect)), 0.25)
})

testthat::test_that("tumour and normal swapped turn every sign, and the order of samples changes nothing", {
  turned <- made
  turned$samples$type <- ifelse(turned$samples$type == "tumour", "normal", ifelse(turned$samples$type == "normal", "tumour", "gtex"))
  for (method in c("limma", "voom")) {
    straight <- results[[method]]$genes
    flipped <- run(turned, method = method)$genes
    flipped <- flipped[match(straight$gene, flipped$gene), ]
    expect_equal(flipped$logFC, -straight$logFC)
    expect_equal(flipped$P.Value, straight$P.Value)
  }
  order <- rev(seq_len(ncol(counts)))
  mixed <- made
  mixed$matrices <- list(expression = made$matrices$expression[, order], counts = counts[, order])
  expect_equal(run(mixed)$genes, results$voom$genes, tolerance = 1e-8)
  expect_identical(run(made)[c("genes", "heatmap", "pca")], results$voom[c("genes", "heatmap", "pca")])
})

testthat::test_that("automatic takes voom on counts without GTEx, else limma", {
  expect_true(facts_of(results$voom)$by_voom)
  expect_equal(joined$genes, run(made, with_gtex = TRUE, method = "limma")$genes)
  without <- made
  without$matrices$counts <- NULL
  expect_equal(run(without)$genes, results$limma$genes)
  expect_error(run(without, method = "voom"), "没有装", class = "oncoloom_input")
  expect_error(run(made, with_gtex = TRUE, method = "edger"), "没有原始计数", class = "oncoloom_input")
})

#' The samples of a comparison with GTEx, by the sample sheet: the first sample of each donor.
sheet <- made$samples[order(made$samples$sample), ]
sheet <- sheet[!duplicated(paste(sheet$patient, sheet$type)), ]
sheet <- sheet[match(intersect(made$samples$sample, sheet$sample), sheet$sample), ]

testthat::test_that("with normals of both sources the source is in the model, and the three comparisons equal limma called on each", {
  direct <- function(types, formula) {
    samples <- sheet[sheet$type %in% types, ]
    samples$tumour <- samples$type == "tumour"
    samples$gtex <- samples$type == "gtex"
    values <- float32(made$matrices$gtex)[joined$genes$gene, samples$sample]
    moderated(limma::lmFit(values, stats::model.matrix(formula, samples)))[c("logFC", "t", "P.Value", "adj.P.Val")]
  }
  expect_same(joined$genes, direct(c("tumour", "normal", "gtex"), ~ tumour + gtex))
  beside <- joined$comparisons
  expect_identical(beside$gene, joined$genes$gene)
  for (source in c("own", "gtex")) {
    oracle <- direct(c("tumour", if (source == "own") "normal" else "gtex"), ~tumour)[beside$gene, ]
    expect_equal(beside[[paste0(source, "_logFC")]], oracle$logFC, tolerance = 1e-6)
    expect_equal(log10(beside[[paste0(source, "_padj")]]), log10(oracle$adj.P.Val), tolerance = 1e-6)
  }
  passes <- function(logfc, padj) abs(logfc) >= 1 & padj < 0.05
  agree <- passes(beside$adjusted_logFC, beside$adjusted_padj) & passes(beside$own_logFC, beside$own_padj) &
    passes(beside$gtex_logFC, beside$gtex_padj) &
    sign(beside$own_logFC) == sign(beside$gtex_logFC)
  expect_identical(joined$genes$agreed, agree)
  expect_identical(facts_of(joined)$source_agreed, sum(agree))
  expect_true(facts_of(joined)$adjusted && !facts_of(joined)$confounded)
  # What the tumours are set against in the fold change, and in the rank-sum test beside it, is their own project's normal tissue.
  expect_equal(joined$genes$logFC, joined$genes$tumour_mean - joined$genes$normal_mean)
  values <- float32(made$matrices$gtex)
  for (gene in joined$genes$gene[1:10]) {
    own <- stats::wilcox.test(values[gene, sheet$sample[sheet$type == "tumour"]], values[gene, sheet$sample[sheet$type == "normal"]], exact = FALSE)
    expect_equal(joined$genes$wilcoxon_p[joined$genes$gene == gene], own$p.value)
  }
  ranks <- run(made, with_gtex = TRUE, method = "wilcoxon")
  expect_equal(ranks$genes$P.Value, ranks$genes$wilcoxon_p)
  expect_equal(ranks$comparisons$own_logFC, ranks$comparisons$adjusted_logFC)
  # Without GTEx, and without TCGA's own, there is one comparison.
  expect_identical(nrow(results$limma$comparisons), 0L)
  expect_true(all(is.na(results$limma$genes$source_logFC)) && !facts_of(results$limma)$adjusted)
})

testthat::test_that("genes whose normals differ between the sources by half of the tumour's change are flagged", {
  shifted <- made
  gtex <- shifted$samples$type == "gtex"
  shifted$matrices$gtex["CDK1", gtex] <- shifted$matrices$gtex["CDK1", gtex] - 4
  result <- run(shifted, with_gtex = TRUE)
  table <- result$genes
  values <- float32(shifted$matrices$gtex)
  mean_of <- function(type) rowMeans(values[table$gene, sheet$sample[sheet$type == type]])
  expect_equal(table$source_logFC, unname(mean_of("normal") - mean_of("gtex")))
  expect_identical(table$source_effect, abs(table$source_logFC) >= 0.5 * abs(table$logFC))
  expect_true(table$source_effect[table$gene == "CDK1"])
  expect_false(table$source_effect[table$gene == "CDH1"])
  expect_true("CDK1" %in% result$significant$gene && "source_effect" %in% codes_of(result))
  expect_identical(facts_of(result)$source_flagged, sum(result$significant$source_effect))
})

testthat::test_that("where all normals are GTEx', it is told, in the facts that texts and figures state it by", {
  alone <- made
  alone$matrices$gtex <- made$matrices$gtex[, made$samples$type != "normal"]
  lonely <- run(alone, with_gtex = TRUE)
  expect_true("source_confounded" %in% codes_of(lonely))
  expect_true(facts_of(lonely)$confounded && !facts_of(lonely)$adjusted)
  expect_true(all(is.na(lonely$genes$source_effect)) && nrow(lonely$comparisons) == 0L)
  expect_identical(facts_of(lonely)$donors_repeated, 10L)
  # Two normals of its own do not make a second source: they stay out, and the rest is the same.
  two <- made
  two$matrices$gtex <- made$matrices$gtex[, !made$samples$sample %in% made$samples$sample[made$samples$type == "normal"][-(1:2)]]
  expect_equal(run(two, with_gtex = TRUE)$genes, lonely$genes)
})

# ---- planted truth, over seeds ----

#' False discoveries at an adjusted P of 0.05, without a threshold of the fold change, with the source planted.
discoveries <- function(seed) {
  sizes <- list(tumours = 50L, normals = 12L, gtex = 60L, donors = 40L)
  planted <- list(up = 40L, down = 40L, risk = 0L, protective = 0L, modules = 0L, module = 0L, backgrounds = 2L, background = 60L, source = 500L)
  cohort <- simulate_cohort(sprintf("GENE%04d", 1:1000), sizes, planted, seed)
  changed <- cohort$truth$gene[cohort$truth$role %in% c("up", "down")]
  counted <- function(genes) c(found = length(genes), false = sum(!genes %in% changed), power = sum(genes %in% changed))
  values <- cohort$matrices$gtex
  pooled <- limma::eBayes(limma::lmFit(values, cbind(1, cohort$samples$type == "tumour")), trend = TRUE)
  table <- run(cohort, with_gtex = TRUE, log2fc = 0)$genes
  rbind(
    pooled = counted(rownames(values)[stats::p.adjust(pooled$p.value[, 2L], "BH") < 0.05]),
    adjusted = counted(table$gene[table$adj.P.Val < 0.05]), ranks = counted(table$gene[which(table$wilcoxon_padj < 0.05)])
  )
}

testthat::test_that("with a difference of the sources pooled normals give false discoveries, and the model keeps its rate over seeds", {
  runs <- lapply(1:10, discoveries)
  proportion <- function(of) mean(vapply(runs, function(one) one[of, "false"] / one[of, "found"], numeric(1)))
  message(sprintf(
    "false discovery proportion over %d seeds: pooled %.3f, source in the model %.3f, rank-sum %.3f; power %.3f", length(runs),
    proportion("pooled"), proportion("adjusted"), proportion("ranks"), mean(vapply(runs, function(one) one["adjusted", "power"] / 80, numeric(1)))
  ))
  expect_gt(proportion("pooled"), 0.5)
  expect_lt(proportion("adjusted"), 0.08)
  expect_lt(proportion("ranks"), 0.08)
  for (one in runs) expect_gt(one["adjusted", "power"] / 80, 0.9)
})

testthat::test_that("without any difference P is below 0.05 as often as promised, also where donors gave several samples", {
  null_share <- function(seed) {
    sizes <- list(tumours = 24L, normals = 0L, gtex = 36L, donors = 12L)
    none <- list(up = 1L, down = 1L, risk = 0L, protective = 0L, modules = 1L, module = 2L)
    cohort <- simulate_cohort(sprintf("GENE%04d", 1:1000), sizes, none, seed)
    table <- run(cohort, with_gtex = TRUE)$genes
    table <- table[!table$gene %in% c("CDK1", "CDH1"), ]
    naive <- limma::eBayes(limma::lmFit(cohort$matrices$gtex[table$gene, ], cbind(1, cohort$samples$type == "tumour")), trend = TRUE)
    c(tested = nrow(table), small = sum(table$P.Value < 0.05), naive = sum(naive$p.value[, 2L] < 0.05))
  }
  counts <- rowSums(vapply(1:8, null_share, numeric(3)))
  # Beyond these, one run of the test in a thousand.
  limits <- stats::qbinom(c(0.0005, 0.9995), counts[["tested"]], 0.05)
  message(sprintf(
    "null: %d of %d below 0.05, limits %d to %d; all samples of a donor: %d",
    counts[["small"]], counts[["tested"]], limits[1], limits[2], counts[["naive"]]
  ))
  expect_gte(counts[["small"]], limits[[1L]])
  expect_lte(counts[["small"]], limits[[2L]])
  expect_gt(counts[["naive"]], 2 * limits[[2L]])
})

testthat::test_that("every sample is accounted for", {
  flow <- results$limma$flow
  expect_identical(flow$step, c(
    "队列中的样本", "排除：未加入的 GTEx 正常组织", "纳入分析的样本", "其中：肿瘤", "其中：TCGA 癌旁正常"
  ))
  expect_identical(flow$n, c(86L, 30L, 56L, 40L, 16L))
  told <- facts_of(results$limma)[c("total", "excluded", "case_n", "control_n")]
  expect_identical(told, list(total = 86L, excluded = 30L, case_n = 40L, control_n = 16L))
  expect_true("excluded" %in% codes_of(results$limma))
  fewer <- made
  fewer$matrices$counts <- counts[, -(1:5)]
  expect_identical(run(fewer)$flow$n, c(86L, 30L, 5L, 51L, 35L, 16L))
  expect_identical(joined$flow$n, c(86L, 10L, 76L, 40L, 16L, 20L))
  twice <- made
  twice$samples$patient[2L] <- twice$samples$patient[1L]
  expect_true("several_tumours" %in% codes_of(run(twice)))
  lacking <- made
  lacking$matrices <- list(expression = made$matrices$expression[, 1:42])
  expect_error(run(lacking), "不足 3 个", class = "oncoloom_input")
})

#' Tumours of one kind, some of them called normal.
null_cohort <- function(seed) {
  none <- list(up = 1L, down = 1L, risk = 0L, protective = 0L, modules = 1L, module = 2L)
  cohort <- simulate_cohort(sprintf("GENE%04d", 1:1000), list(tumours = 60L, normals = 0L, gtex = 0L), none, seed)
  cohort$samples$type <- sample(rep(c("tumour", "normal"), c(35, 25)))
  cohort
}

testthat::test_that("without any change nothing is found, and P is below 0.05 as often as promised", {
  cohorts <- lapply(1:6, null_cohort)
  for (method in c("limma", "voom", "wilcoxon")) {
    tables <- lapply(cohorts, function(cohort) run(cohort, method = method))
    p <- unlist(lapply(tables, function(result) result$genes$P.Value))
    limits <- stats::qbinom(c(0.0005, 0.9995), length(p), 0.05)
    message(sprintf("null, %s: %d of %d below 0.05, limits %d to %d", method, sum(p < 0.05), length(p), limits[1], limits[2]))
    expect_gte(sum(p < 0.05), limits[[1L]])
    expect_lte(sum(p < 0.05), limits[[2L]])
    # An adjusted P of 0.05 promises to find something in one of twenty such runs: more than three of six are one test in ten thousand.
    expect_lte(sum(vapply(tables, function(result) facts_of(result)$significant, NA)), 3L)
    for (result in tables) expect_named(result$significant, names(result$genes))
  }
  silent <- made
  silent$matrices <- list(expression = made$matrices$expression * 0)
  expect_error(run(silent), "不到 2 个", class = "oncoloom_input")
})

testthat::test_that("genes named by numbers or by a spreadsheet's dates stay what they are, row by row", {
  odd <- made
  names <- rownames(made$matrices$expression)
  renamed <- stats::setNames(names, names)
  renamed[utils::tail(names, 8)] <- c("7157", "1", "10", "1E5", "2-Sep", "NA", "TRUE", "HLA-A*02")
  odd$matrices <- lapply(made$matrices, function(values) `rownames<-`(values, unname(renamed)))
  for (with_gtex in c(TRUE, FALSE)) {
    straight <- if (with_gtex) joined else results$voom
    other <- run(odd, with_gtex = with_gtex)
    expected <- straight$genes
    expected$gene <- unname(renamed[expected$gene])
    expect_equal(other$genes[order(other$genes$gene), -1], expected[order(expected$gene), -1], ignore_attr = TRUE)
    expect_setequal(other$genes$gene, expected$gene)
  }
})

testthat::test_that("the significant table is the genes that pass, and the heatmap takes the first 25 of each direction", {
  for (result in results) {
    passing <- which(abs(result$genes$logFC) >= 1 & result$genes$adj.P.Val < 0.05)
    expect_identical(result$significant$gene, result$genes$gene[passing])
    expect_identical(facts_of(result)$up + facts_of(result)$down, length(passing))
    expect_false(is.unsorted(result$genes$P.Value, na.rm = TRUE))
    rising <- utils::head(result$significant$gene[result$significant$logFC > 0], 25L)
    expect_true(all(rising %in% result$heatmap$gene) && nrow(result$heatmap) == 50L)
  }
})

testthat::test_that("breast cancer, five tumours against five adjacent normals: twice as many genes fall as rise", {
  testthat::skip_if(!nzchar(system.file(package = "TCGAbiolinks")), "without TCGAbiolinks")
  source(file.path(root, "reference", "cohorts", "brca-sample.R"), local = TRUE)
  result <- run(brca_sample())
  told <- facts_of(result)
  message(sprintf("BRCA10, voom: %d up, %d down", told$up, told$down))
  # Five ranks against five can be significant for no gene among thousands: that is no doubt of the genes.
  expect_identical(intersect(codes_of(result), c("rank_sum_powerless", "rank_sum_disagrees")), "rank_sum_powerless")
  expect_true(told$up > 80 && told$up < 150 && told$down > 180 && told$down < 300)
})

# ---- hidden factors ----

#' The cohort with a batch that no table tells: half of the genes move with it, in counts and in logarithms.
with_unknown_batch <- function(cohort, seed, size = 1) {
  set.seed(seed)
  batch <- sample(rep(0:1, length.out = nrow(cohort$samples)))
  names(batch) <- cohort$samples$sample
  genes <- rownames(cohort$matrices$expression)
  change <- stats::rnorm(length(genes), 0, size) * (seq_along(genes) %% 2L)
  shift <- function(values) change %o% batch[colnames(values)]
  cohort$matrices <- lapply(cohort$matrices, function(values) {
    if (all(values == round(values))) round(values * 2^shift(values)) else pmax(values + shift(values), 0)
  })
  cohort$batch <- batch
  cohort
}

#' Surrogate variables as sva's help makes them, their signs those of the tool's. sva writes its progress.
sva_of <- function(values, design, tables, made = sva::sva) {
  ours <- as.matrix(tables$hidden_scores[-(1:2)])
  utils::capture.output(factors <- matrix(made(values, design, design[, -2L, drop = FALSE], n.sv = ncol(ours))$sv, nrow(design)))
  factors <- sweep(factors, 2L, sign(colSums(ours * factors)), `*`)
  testthat::expect_lt(max(abs(unname(ours) - factors)), 1e-6)
  factors
}
scaled_counts <- function(dge) edgeR::cpm(dge) * mean(dge$samples$lib.size) / 1e6

moved <- with_unknown_batch(made, 11)
moved_few <- moved
moved_few$matrices$counts <- moved$matrices$counts[, colnames(few$matrices$counts)]

testthat::test_that("each method with hidden factors equals sva or svaseq with its package, called directly", {
  columns <- c("logFC", "t", "P.Value", "adj.P.Val")
  values <- float32(moved$matrices$expression)
  values <- values[apply(values, 1, function(row) sum(2^row - 1 > 0.5) >= 15 && max(row) > min(row)), ]
  limma <- run(moved, method = "limma", hidden_factors = "2")
  expect_same(limma$genes, moderated(limma::lmFit(values, cbind(design, sva_of(values, design, limma))))[columns])

  list <- filtered(moved$matrices$counts, group)
  voom <- run(moved, method = "voom", hidden_factors = "auto")
  n <- sva::num.sv(log(scaled_counts(list) + 1), design, method = "be", seed = 1)
  message(sprintf("svaseq of 56 samples: %d hidden factors", n))
  expect_identical(facts_of(voom)$hidden_n, as.integer(n))
  whole <- cbind(design, sva_of(scaled_counts(list), design, voom, sva::svaseq))
  expect_same(voom$genes, moderated(limma::lmFit(limma::voom(list, whole), whole))[columns])

  edger <- run(moved, method = "edger", hidden_factors = "1")
  whole <- cbind(design, sva_of(scaled_counts(list), design, edger, sva::svaseq))
  fit <- edgeR::glmQLFit(edgeR::estimateDisp(list, whole), whole, robust = TRUE)
  direct <- edgeR::topTags(edgeR::glmQLFTest(fit, coef = 2), n = Inf, sort.by = "none")$table
  direct$statistic <- sign(direct$logFC) * sqrt(direct$F)
  expect_same(edger$genes, direct[c("logFC", "statistic", "PValue", "FDR")])

  chosen <- group[match(colnames(moved_few$matrices$counts), colnames(counts))]
  list <- filtered(moved_few$matrices$counts, chosen)
  deseq2 <- run(moved_few, method = "deseq2", hidden_factors = "1")
  about <- data.frame(factor = sva_of(scaled_counts(list), stats::model.matrix(~chosen), deseq2, sva::svaseq), group = chosen)
  set <- DESeq2::DESeq(DESeq2::DESeqDataSetFromMatrix(list$counts, about, ~ factor + group), quiet = TRUE)
  direct <- as.data.frame(DESeq2::results(set, contrast = c("group", "tumour", "normal"), alpha = 0.05))
  expect_same(deseq2$genes, direct[c("log2FoldChange", "stat", "pvalue", "padj")])

  # What stands without them is the run without them.
  before <- run(moved, method = "edger")
  expect_identical(facts_of(edger)[c("hidden_before", "hidden_both")], list(
    hidden_before = nrow(before$significant), hidden_both = length(intersect(before$significant$gene, edger$significant$gene))
  ))
  expect_identical(edger$hidden_links$column, "肿瘤或正常")
  expect_false(facts_of(before)$hidden_asked)
  expect_identical(nrow(before$hidden_links), 0L)
  expect_identical(run(moved, method = "edger", hidden_factors = "1")[names(tool$tables)], edger[names(tool$tables)])
  ranks <- run(moved, method = "wilcoxon", hidden_factors = "1")
  expect_false(facts_of(ranks)$hidden_asked)
  expect_identical(ranks$genes, run(moved, method = "wilcoxon")$genes)
})

testthat::test_that("with normals of both sources the comparisons with one of them have the same hidden factors, or none where samples are few", {
  columns <- c("logFC", "P.Value", "adj.P.Val")
  both <- run(moved, with_gtex = TRUE, hidden_factors = "2")
  samples <- sheet[match(both$hidden_scores$sample, sheet$sample), ]
  values <- float32(moved$matrices$gtex)[both$genes$gene, samples$sample]
  model <- cbind(1, tumour = samples$type == "tumour", gtex = samples$type == "gtex")
  factors <- sva_of(values, model, both)
  expect_same(both$genes, moderated(limma::lmFit(values, cbind(model, factors)))[c("logFC", "t", "P.Value", "adj.P.Val")])
  alone <- samples$type != "gtex"
  own <- moderated(limma::lmFit(values[, alone], cbind(model[alone, 1:2], factors[alone, ])))[columns]
  expect_equal(both$comparisons$own_logFC, own$logFC, tolerance = 1e-6)
  expect_equal(log10(both$comparisons$own_padj), log10(own$adj.P.Val), tolerance = 1e-6)
  expect_true(facts_of(both)$hidden_apart)

  # 4 tumours and 3 normals have no place for three factors: 7 samples, 5 coefficients.
  small <- moved
  small$matrices$gtex <- moved$matrices$gtex[, c(sheet$sample[sheet$type == "tumour"][1:4], sheet$sample[sheet$type == "normal"][1:3],
    moved$samples$sample[moved$samples$type == "gtex"])]
  apart <- run(small, with_gtex = TRUE, hidden_factors = "3")
  expect_true("hidden_not_apart" %in% codes_of(apart))
  expect_false(facts_of(apart)$hidden_apart)
  without <- run(small, with_gtex = TRUE)
  same <- match(apart$comparisons$gene, without$comparisons$gene)
  expect_equal(apart$comparisons$own_padj, without$comparisons$own_padj[same])
})

testthat::test_that("with a hidden batch taken out planted genes are found, and without any change 5% of P lie below 0.05", {
  planted <- made$truth$gene[made$truth$role %in% c("up", "down")]
  strong <- with_unknown_batch(few, 5, 2)
  found <- function(...) {
    table <- run(strong, method = "voom", log2fc = 0, ...)$genes
    table$gene[table$adj.P.Val < 0.05]
  }
  without <- found()
  freed <- found(hidden_factors = "1")
  message(sprintf("planted %d: %d without, %d with a hidden factor", length(planted), sum(planted %in% without), sum(planted %in% freed)))
  expect_gt(sum(planted %in% freed), sum(planted %in% without))
  expect_lt(mean(!freed %in% planted), 0.15)

  for (method in c("limma", "voom")) {
    shares <- vapply(1:5, function(seed) {
      cohort <- with_unknown_batch(null_cohort(seed), seed)
      of <- function(...) mean(run(cohort, method = method, ...)$genes$P.Value < 0.05)
      c(of(hidden_factors = "1"), of())
    }, numeric(2))
    message(sprintf(
      "null with a hidden batch, %s, below 0.05: %s with, %s without", method, toString(round(shares[1L, ], 3)), toString(round(shares[2L, ], 3))
    ))
    expect_lt(mean(shares[1L, ]), 0.07)
    expect_gt(mean(shares[1L, ]), 0.03)
  }
})

testthat::test_that("hidden factors that samples are too few for are refused", {
  small <- made
  small$matrices$counts <- counts[, c(1:3, 41:43)]
  condition <- expect_error(run(small, hidden_factors = "3"), "最多估计 1 个隐藏因素", class = "oncoloom_input")
  expect_identical(c(condition$code, condition$field), c("hidden_freedom", "hidden_factors"))
})
