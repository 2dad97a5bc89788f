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
  expect_identical(alone$exclusions$n, 12L)
  joined <- cohort_comparison(cohort, TRUE)
  expect_identical(c(joined$matrix, table(joined$samples$group)), c("gtex", normal = "20", tumour = "40"))
  expect_identical(nrow(joined$exclusions), 0L)
  few <- small
  few$matrices <- list(expression = small$matrices$expression[, 1:42])
  cohort <- open_cohort(cohort_folder(few))
  expect_error(cohort_comparison(cohort, FALSE), "不足 3 个", class = "oncoloom_input")
  expect_error(cohort_comparison(cohort, TRUE), "没有装 GTEx", class = "oncoloom_input")
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
