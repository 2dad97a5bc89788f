# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("clinical_feature_correlation")

params <- c(one_gene, list(
  target_gene = "TP53", features = character(), method = "wilcoxon_kruskal", stage_groups = "each", age_groups = "none", log_scale = TRUE
))

#' The tables of a run on a cohort as `write_cohort` takes it, with its facts and findings as attributes.
run <- function(cohort, ...) {
  run_tool(tool, list(dataset = written_cohort(cohort)), changed(params, ...))
}
of_feature <- function(result, feature, table = "tests") result[[table]][result[[table]]$feature == feature, ]

#' A cohort of 120 patients; the gene rises with the stage and has nothing to do with the rest.
set.seed(5)
n <- 120L
patient <- sprintf("P%03d", seq_len(n))
stage <- rep(c("I", "II", "III", "IV"), length.out = n)
tp53 <- 5 + match(stage, c("I", "II", "III", "IV")) * 0.8 + stats::rnorm(n)
age <- round(stats::rnorm(n, 61, 10))
clinical <- data.frame(
  patient = patient, age = age, gender = rep(c("male", "female"), each = n / 2), stage = stage,
  m = c(rep("M1", 2L), rep("M0", n - 2L)), grade = sample(rep(c("High Grade", "Low Grade"), n / 2))
)
clinical$stage[1:7] <- ""
clinical$age[8:10] <- ""
cohort_of <- function(values, clinical) {
  samples <- data.frame(
    sample = c(paste0(patient, "-01"), "P001-02", "P001-11", "G1"), patient = c(patient, "P001", "P001", "G1"),
    type = c(rep("tumour", n + 1L), "normal", "gtex"), code = "01", tissue = "", survival = c(rep("1", n), "", "", ""), paired = ""
  )
  list(
    about = list(code = "tiny", label = "TINY", name = "试", english = "Tiny", source = "test", release = "1", simulated = FALSE, notes = list()),
    units = list(expression = "log2(TPM+1)"),
    matrices = list(expression = matrix(c(values, 9, 9), 1L, dimnames = list("TP53", samples$sample[seq_len(n + 2L)]))), genes = NULL,
    samples = samples, clinical = clinical, survival = data.frame(patient = patient, OS = rep(c(0, 0, 0, 0, 1, 1, 1, 1), n / 8), OS.time = 100)
  )
}
cohort <- cohort_of(tp53, clinical)
values <- readBin(writeBin(tp53, raw(), size = 4L), "numeric", n, size = 4L)
known <- clinical$stage != ""

testthat::test_that("rank tests equal wilcox.test, kruskal.test and cor.test, pairs too", {
  result <- run(cohort)
  direct <- stats::kruskal.test(values[known], clinical$stage[known])
  row <- of_feature(result, "分期")
  expect_equal(c(row$statistic, row$p), unname(c(direct$statistic, direct$p.value)), tolerance = 1e-8)
  expect_equal(row$effect, unname(direct$statistic) / (sum(known) - 1), tolerance = 1e-8)
  trend <- stats::cor.test(match(clinical$stage[known], c("I", "II", "III", "IV")), values[known], method = "spearman", exact = FALSE)
  expect_equal(c(row$trend_rho, row$trend_p), unname(c(trend$estimate, trend$p.value)), tolerance = 1e-8)
  gender <- stats::wilcox.test(values[clinical$gender == "male"], values[clinical$gender == "female"])
  row <- of_feature(result, "性别")
  expect_equal(c(row$statistic, row$p), unname(c(gender$statistic, gender$p.value)), tolerance = 1e-8)
  # The effect is the share of pairs in which the second level is higher, less the share of the others.
  expect_equal(row$effect, mean(sign(outer(values[clinical$gender == "female"], values[clinical$gender == "male"], "-"))), tolerance = 1e-8)
  old <- clinical$age != ""
  direct <- stats::cor.test(as.numeric(clinical$age[old]), values[old], method = "spearman", exact = FALSE)
  row <- of_feature(result, "年龄")
  expect_equal(c(row$statistic, row$p, row$effect), unname(c(direct$statistic, direct$p.value, direct$estimate)), tolerance = 1e-8)
  expect_equal(result$tests$padj, stats::p.adjust(result$tests$p, "BH"))
  pairs <- of_feature(result, "分期", "pairwise")
  pairwise <- stats::pairwise.wilcox.test(values[known], clinical$stage[known], p.adjust.method = "BH")$p.value
  expect_equal(pairs$padj, pairwise[cbind(pairs$level_2, pairs$level_1)], tolerance = 1e-8)
  expect_identical(nrow(pairs), 6L)
})

testthat::test_that("P of the trends are adjusted among themselves", {
  graded <- clinical
  graded$t <- sample(rep(c("T1", "T2", "T3"), n / 3))
  tests <- run(cohort_of(tp53, graded))$tests
  p <- stats::setNames(tests$trend_p, tests$feature)
  told <- stats::setNames(tests$trend_padj, tests$feature)
  expect_lt(p[["分期"]], p[["T 分期"]])
  # Benjamini and Hochberg of two: twice the smaller one, at most the larger.
  expect_equal(told[["分期"]], min(2 * p[["分期"]], p[["T 分期"]]))
  expect_equal(told[["T 分期"]], p[["T 分期"]])
  expect_identical(is.na(told), is.na(p))
})

testthat::test_that("without any relation 5% of trends are below 0.05", {
  own <- environment(tool$analyse)
  set.seed(17)
  feature <- list(kind = "ordered")
  level <- factor(rep(c("I", "II", "III", "IV"), c(20, 30, 14, 8)))
  p <- replicate(4000, own$trend_of(feature, level, stats::rnorm(72))$p)
  # Binomial bounds: one run in a thousand falls outside.
  bounds <- stats::qbinom(c(0.0005, 0.9995), 4000, 0.05) / 4000
  expect_gt(mean(p < 0.05), bounds[[1L]])
  expect_lt(mean(p < 0.05), bounds[[2L]])
})

testthat::test_that("the expression turned over turns every effect over and changes no P", {
  result <- run(cohort)
  turned <- run(cohort_of(12 - tp53, clinical))
  expect_equal(turned$tests$p, result$tests$p, tolerance = 1e-6)
  expect_equal(turned$tests$trend_rho, -result$tests$trend_rho, tolerance = 1e-6)
  signed <- result$tests$effect_name %in% c("ρ", "秩二列相关 r")
  expect_equal(turned$tests$effect[signed], -result$tests$effect[signed], tolerance = 1e-6)
})

testthat::test_that("t and ANOVA equal t.test and aov; by itself the method follows from the groups", {
  result <- run(cohort, method = "t_anova")
  direct <- summary(stats::aov(values[known] ~ factor(clinical$stage[known])))[[1L]]
  row <- of_feature(result, "分期")
  expect_equal(c(row$statistic, row$p), c(direct[["F value"]][[1L]], direct[["Pr(>F)"]][[1L]]), tolerance = 1e-8)
  direct <- stats::t.test(values[clinical$gender == "male"], values[clinical$gender == "female"])
  row <- of_feature(result, "性别")
  expect_equal(c(row$statistic, row$p), unname(c(direct$statistic, direct$p.value)), tolerance = 1e-8)
  pairs <- of_feature(result, "分期", "pairwise")
  first <- stats::t.test(values[clinical$stage == "I"], values[clinical$stage == "II"])
  expect_equal(c(pairs$statistic[[1L]], pairs$p[[1L]]), unname(c(first$statistic, first$p.value)), tolerance = 1e-8)
  expect_identical(of_feature(run(cohort, method = "auto"), "分期")$test, "单因素方差分析")
  skewed <- of_feature(run(cohort_of(exp(tp53), clinical), method = "auto"), "分期")
  expect_identical(skewed$test, "Kruskal–Wallis 检验")
  expect_match(skewed$reason, "偏离正态")
})

testthat::test_that("what was planted is found, shuffled values give nothing, and the order of patients does not matter", {
  result <- run(cohort)
  expect_identical(result$tests$feature[which(result$tests$padj < 0.01)], "分期")
  expect_gt(of_feature(result, "分期")$trend_rho, 0.4)
  shuffled <- run(cohort_of(sample(tp53), clinical))
  expect_identical(facts_of(shuffled)$significant_n, 0L)
  turned <- cohort
  turned$clinical <- clinical[rev(seq_len(n)), ]
  expect_equal(run(turned)$tests, result$tests)
  early <- of_feature(run(cohort, stage_groups = "early_late"), "分期")
  expect_identical(early$test, "Wilcoxon 秩和检验")
  expect_gt(early$effect, 0.3)
  expect_identical(of_feature(run(cohort, age_groups = "60"), "年龄")$n, sum(clinical$age != ""))
})

testthat::test_that("expression turned over turns trends and effects of two groups, and keeps every P", {
  straight <- run(cohort)$tests
  flipped <- run(cohort_of(20 - tp53, clinical))$tests
  expect_identical(flipped$feature, straight$feature)
  expect_equal(flipped$p, straight$p, tolerance = 1e-4)
  expect_equal(flipped$trend_rho, -straight$trend_rho, tolerance = 1e-4)
  expect_equal(of_feature(list(tests = flipped), "性别")$effect, -of_feature(list(tests = straight), "性别")$effect, tolerance = 1e-4)
})

testthat::test_that("a gene that has nothing to do with any feature reaches 0.05 as often as promised", {
  p <- unlist(lapply(1:50, function(seed) {
    set.seed(seed)
    tests <- run(cohort_of(stats::rnorm(n, 6), clinical), features = c("gender", "stage", "grade"))$tests
    tests$p[!is.na(tests$p)]
  }))
  expect_identical(length(p), 150L)
  limits <- stats::qbinom(c(0.0005, 0.9995), length(p), 0.05)
  expect_gte(sum(p < 0.05), limits[[1L]])
  expect_lte(sum(p < 0.05), limits[[2L]])
})

testthat::test_that("nobody is left out silently: unknown, small levels, second samples, normals", {
  result <- run(cohort)
  flow <- result$flow
  for (feature in unique(flow$feature)) {
    own <- flow$n[flow$feature == feature]
    expect_identical(own[[1L]] - sum(own[-c(1L, length(own))]), own[[length(own)]], info = feature)
  }
  expect_identical(flow$n[[1L]], n + 3L)
  expect_identical(of_feature(result, "分期")$n_excluded, 7L)
  metastasis <- of_feature(result, "M 分期")
  expect_true(is.na(metastasis$p))
  expect_match(metastasis$excluded_why, "「M1」只有 2 例，不足 3 例 2")
  expect_true(all(c("small_levels", "not_tested", "excluded") %in% codes_of(result)))
  # Alive and dead follow from the survival where the table does not tell; low grade comes before high.
  expect_identical(of_feature(run(cohort, features = "status"), "生存状态")$levels, "存活 60、死亡 60")
  expect_identical(of_feature(result, "分级")$levels, "Low Grade 60、High Grade 60")
  expect_identical(nrow(result$patients), n)
  expect_error(run(cohort, features = "race"), "没有「种族」的资料", class = "oncoloom_input")
  expect_true("features_absent" %in% codes_of(run(cohort, features = c("race", "stage"))))
  expect_error(run(cohort, features = "m"), "不能比较", class = "oncoloom_input")
})

testthat::test_that("the vital status is an outcome: compared where it is asked for alone, and then with a word and the way out", {
  dying <- cohort_of(5 + rep(c(0, 0, 0, 0, 3, 3, 3, 3), n / 8) + stats::rnorm(n, sd = 0.3), clinical)
  plain <- run(dying)
  expect_false("生存状态" %in% plain$tests$feature)
  expect_false(grepl("生存状态", paste(facts_of(plain)$significant_words, facts_of(plain)$feature_words)))
  asked <- run(dying, features = c("status", "gender"))
  expect_true("生存状态" %in% asked$tests$feature && "status_compared" %in% codes_of(asked))
  finding <- Filter(function(one) one$code == "status_compared", attr(asked, "findings"))[[1L]]
  expect_match(finding$message, "生存分析")
  expect_identical(finding$fix$parameters$features, "gender")
  expect_false("status_compared" %in% codes_of(plain))
})

testthat::test_that("groups of age and of stage stand in the words, and each feature without a test has its own reason", {
  grouped <- facts_of(run(cohort, age_groups = "65", stage_groups = "early_late"))
  expect_identical(grouped$age_limit, "65")
  expect_true(grouped$stages_joined)
  plain <- facts_of(run(cohort))
  expect_null(plain$age_limit)
  expect_false(plain$stages_joined)
  few <- transform(clinical, age = c("50", "60", rep("", n - 2L)), gender = "male")
  message <- Filter(function(one) one$code == "not_tested", attr(run(cohort_of(tp53, few)), "findings"))[[1L]]$message
  expect_match(message, "「年龄」只有 2 例")
  expect_match(message, "「性别」只有「男」一组")
})

testthat::test_that("a score of several genes is compared as one number, on the logarithmic scale alone", {
  set.seed(15)
  mixed <- cohort
  own <- cohort$matrices$expression["TP53", ]
  mixed$matrices$expression <- rbind(cohort$matrices$expression, EGFR = own + stats::rnorm(length(own)), MYC = stats::rnorm(length(own)))
  result <- run(mixed, marker = "score", target_gene = "", score_genes = c("TP53", "EGFR"), features = "stage")
  score <- by_hand_z(float32(mixed$matrices$expression)[, seq_len(n)], c("TP53", "EGFR"))
  expect_equal(result$patients$expression, score)
  direct <- stats::kruskal.test(score[clinical$stage != ""], clinical$stage[clinical$stage != ""])
  expect_equal(result$tests$p, direct$p.value)
  expect_equal(facts_of(result)[c("scored", "score_genes_n", "value_title")], list(scored = TRUE, score_genes_n = 2L, value_title = "评分"))
  linear <- run(mixed, marker = "score", target_gene = "", score_genes = c("TP53", "EGFR"), features = "stage", log_scale = FALSE)
  expect_equal(linear$patients, result$patients)
  expect_equal(facts_of(linear)$unit_word, "log2(TPM+1)")
  # Genes that have nothing to do with each other make no score, and the run says so.
  expect_true("incoherent" %in% codes_of(run(mixed, marker = "score", target_gene = "", score_genes = c("TP53", "MYC"))))
  expect_false("incoherent" %in% codes_of(result))
})
