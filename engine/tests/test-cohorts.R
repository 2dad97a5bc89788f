# Cohorts as the tools read them, on a small simulated one and on what the layout allows.

cohort_folder <- function(cohort) write_cohort(cohort, tempfile("cohort"))
small <- small_cohort(c("TP53", "HLA-A"))
small_folder <- cohort_folder(small)
silent_job <- function() new_job(function(event) NULL)

test_that("one gene and the whole matrix are what was written, in float32", {
  cohort <- open_cohort(small_folder)
  expected <- small$matrices$expression
  one <- cohort_values(cohort, c("HLA-A", "EZH2"))
  expect_equal(one, expected[c("HLA-A", "EZH2"), ], tolerance = 1e-6)
  expect_equal(cohort_matrix(cohort), expected, tolerance = 1e-6)
  expect_equal(cohort_matrix(cohort, "counts"), small$matrices$counts, tolerance = 0)
  some <- colnames(expected)[c(40, 3, 17)]
  expect_equal(cohort_values(cohort, "TP53", samples = some), expected["TP53", some, drop = FALSE], tolerance = 1e-6)
  expect_equal(cohort_matrix(cohort, samples = some), expected[, some], tolerance = 1e-6)
  expect_identical(cohort_genes(cohort)$symbol, rownames(expected))
})

test_that("what was read is noted for the bundle: some genes, or all once a whole matrix was asked for", {
  cohort <- open_cohort(small_folder)
  cohort_values(cohort, "TP53")
  cohort_values(cohort, c("TP53", "EZH2"))
  expect_identical(cohort$reads$expression, list(whole = FALSE, genes = c("TP53", "EZH2")))
  cohort_matrix(cohort)
  cohort_values(cohort, "HLA-A")
  expect_identical(cohort$reads$expression, list(whole = TRUE, genes = NULL))
})

test_that("names that are not there, and matrices that are cut, stop", {
  cohort <- open_cohort(small_folder)
  expect_error(cohort_values(cohort, "NOGENE"), class = "oncoloom_contract")
  expect_error(cohort_values(cohort, "TP53", samples = "nobody"), class = "oncoloom_contract")
  cut <- cohort_folder(small)
  path <- file.path(cut, "expression.f32")
  writeBin(readBin(path, "raw", file.size(path) - 4L), path)
  expect_error(cohort_matrix(open_cohort(cut)), "ends too early", class = "oncoloom_contract")
})

test_that("a gene is found by spelling and alias, and one that is not there is told with the way out", {
  cohort <- open_cohort(small_folder)
  job <- silent_job()
  expect_identical(find_cohort_gene(cohort, "tp53", "target_gene", job), "TP53")
  expect_identical(find_cohort_gene(cohort, "P53", "target_gene", job), "TP53")
  expect_match(job$collected()$findings[[2L]]$message, "P53 → TP53")
  expect_error(find_cohort_gene(cohort, "NOGENE", "target_gene", job), "SIM 的 209 个基因里没有「NOGENE」", class = "oncoloom_input")
})

test_that("nobody leaves a survival analysis silently", {
  other <- small
  other$survival$OS[1:2] <- NA
  other$survival$OS.time[3] <- NA
  other$survival$OS.time[4] <- -1
  other$samples$survival[other$samples$patient == "SIM-0005"] <- ""
  # Somebody without any sample, and somebody without any follow-up.
  other$survival$patient[6] <- "SIM-9999"
  cohort <- open_cohort(cohort_folder(other))
  flow <- cohort_survival(cohort, "OS")
  expect_identical(flow$total, 41L)
  expect_identical(flow$total, nrow(flow$table) + sum(flow$exclusions$n))
  lost <- sum(is.na(small$survival$OS.time[7:40]))
  expect_setequal(flow$exclusions$reason, c("没有总生存（OS）的状态", "没有总生存（OS）的时间", "没有可用于生存分析的肿瘤样本的表达数据"))
  # The two, and the one whose follow-up was taken away.
  expect_identical(flow$exclusions$n[match("没有总生存（OS）的状态", flow$exclusions$reason)], 3L)
  expect_identical(flow$exclusions$n[match("没有可用于生存分析的肿瘤样本的表达数据", flow$exclusions$reason)], 2L)
  expect_identical(flow$exclusions$n[match("没有总生存（OS）的时间", flow$exclusions$reason)], 2L + lost)
  expect_true(all(flow$table$sample %in% other$samples$sample[other$samples$survival == "1"]))
  table <- flow_table(flow$total, flow$exclusions, nrow(flow$table))
  expect_identical(table$n[c(1L, nrow(table))], c(41L, nrow(flow$table)))
  expect_error(cohort_survival(open_cohort(cohort_folder(small[setdiff(names(small), "survival")])), "OS"), class = "oncoloom_input")
})

test_that("the comparison takes TCGA alone or with GTEx, and refuses too few normals", {
  cohort <- open_cohort(small_folder)
  alone <- cohort_comparison(cohort, FALSE)
  expect_identical(c(alone$matrix, table(alone$samples$group)), c("expression", normal = "8", tumour = "40"))
  expect_identical(alone$exclusions$n, 16L)
  joined <- cohort_comparison(cohort, TRUE)
  expect_identical(c(joined$matrix, table(joined$samples$group)), c("gtex", normal = "20", tumour = "40"))
  # Four of the twelve donors gave two samples.
  expect_identical(joined$exclusions, data.frame(reason = "同一位 GTEx 供者的其余样本（每位取编号最前的一个）", n = 4L))
  expect_identical(joined$donors_repeated, 4L)
  expect_identical(anyDuplicated(joined$samples$patient[joined$samples$type == "gtex"]), 0L)
  few <- small
  few$matrices <- list(expression = small$matrices$expression[, 1:42])
  cohort <- open_cohort(cohort_folder(few))
  expect_error(cohort_comparison(cohort, FALSE), "不足 3 个", class = "oncoloom_input")
  expect_error(cohort_comparison(cohort, TRUE), "没有装 GTEx", class = "oncoloom_input")
})

test_that("a donor is stood for by the same sample in whatever order they come, and a source of one or two normals stays out", {
  sheet <- data.frame(
    sample = c("T1", "T2", "T3", "GTEX-2-b", "GTEX-1-a", "GTEX-2-a", "GTEX-3-a", "N1", "N2"),
    patient = c("1", "2", "3", "G2", "G1", "G2", "G3", "1", "2"),
    type = rep(c("tumour", "gtex", "normal"), c(3, 4, 2))
  )
  for (order in list(1:9, 9:1, c(6, 1, 9, 2, 5, 8, 3, 4, 7))) {
    chosen <- independent_normals(sheet[order, ])
    expect_setequal(chosen$samples$sample, c("T1", "T2", "T3", "GTEX-1-a", "GTEX-2-a", "GTEX-3-a"))
    expect_identical(chosen$exclusions$n, c(1L, 2L))
  }
  # Two of either: nothing is dropped silently, the comparison refuses.
  expect_identical(nrow(independent_normals(sheet[-c(4, 7), ])$samples), 7L)
  fewer_donors <- independent_normals(rbind(sheet[-c(4, 7), ], data.frame(sample = "N3", patient = "3", type = "normal")))
  expect_identical(table(fewer_donors$samples$type)[["normal"]], 3L)
  expect_false("gtex" %in% fewer_donors$samples$type)
})

test_that("the simulation plants differences of the sources, donors who are alike and genes that go together", {
  sizes <- list(tumours = 40L, normals = 30L, gtex = 120L, donors = 60L)
  planted <- list(up = 20L, down = 20L, risk = 4L, protective = 4L, modules = 1L, module = 10L, backgrounds = 1L, background = 30L, source = 300L)
  made <- simulate_cohort(sprintf("GENE%04d", 1:800), sizes, planted)
  of <- function(type) made$samples$sample[made$samples$type == type]
  values <- made$matrices$gtex
  measured <- rowMeans(values[, of("gtex")]) - rowMeans(values[, of("normal")])
  shifted <- made$truth[made$truth$source != 0 & rowMeans(values)[made$truth$gene] > 3, ]
  expect_gt(stats::cor(measured[shifted$gene], shifted$source), 0.9)
  expect_identical(sum(made$truth$source != 0), 300L)
  untouched <- setdiff(rownames(values)[rowMeans(values) > 3], shifted$gene)
  expect_lt(stats::median(abs(measured[untouched])), 0.25)
  donors <- made$samples$patient[match(of("gtex"), made$samples$sample)]
  first <- of("gtex")[!duplicated(donors)]
  second <- of("gtex")[duplicated(donors)]
  centred <- values[untouched, ] - rowMeans(values[untouched, of("gtex")])
  expect_gt(stats::cor(as.vector(centred[, first]), as.vector(centred[, second])), 0.5)
  expect_lt(abs(stats::cor(as.vector(centred[, first]), as.vector(centred[, rev(second)]))), 0.1)
  together <- stats::cor(t(values[made$truth$gene[made$truth$role == "background_1"], of("tumour")]))
  expect_gt(stats::median(together[upper.tri(together)]), 0.15)
})

test_that("clinical columns are numbers or texts, and unknown cells are NA", {
  clinical <- cohort_clinical(open_cohort(small_folder))
  expect_type(clinical$age, "double")
  expect_type(clinical$stage, "character")
  expect_identical(is.na(clinical$stage), small$clinical$stage == "")
})

test_that("the simulation is the same for a seed, and holds what was planted", {
  symbols <- sprintf("GENE%04d", 1:1500)
  sizes <- list(tumours = 200L, normals = 30L, gtex = 20L)
  planted <- list(up = 60L, down = 60L, risk = 12L, protective = 12L, modules = 2L, module = 15L)
  made <- simulate_cohort(symbols, sizes, planted)
  expect_identical(made, simulate_cohort(symbols, sizes, planted))
  expect_identical(anyDuplicated(made$truth$gene), 0L)
  tumour <- made$samples$type[match(colnames(made$matrices$expression), made$samples$sample)] == "tumour"
  design <- cbind(1, tumour)
  p <- stats::p.adjust(limma::eBayes(limma::lmFit(made$matrices$expression, design), trend = TRUE)$p.value[, 2L], "BH")
  changed <- made$truth$gene[made$truth$role %in% c("up", "down")]
  found <- names(p)[p < 0.05]
  expect_gt(mean(changed %in% found), 0.95)
  others <- setdiff(found, changed)
  expect_lt(length(others) / length(found), 0.15)
  survival <- merge(made$survival, data.frame(patient = made$samples$patient[tumour], sample = made$samples$sample[tumour]))
  planted_p <- vapply(made$truth$gene[made$truth$role %in% c("risk", "protective")], function(gene) {
    x <- made$matrices$expression[gene, survival$sample]
    summary(survival::coxph(survival::Surv(OS.time, OS) ~ x, survival))$sctest[["pvalue"]]
  }, numeric(1))
  expect_gt(mean(planted_p < 0.05), 0.9)
  module <- made$truth$gene[made$truth$role == "module_1"]
  pairs <- stats::cor(t(made$matrices$expression[module, tumour]))
  expect_gt(stats::median(pairs[upper.tri(pairs)]), 0.4)
})
