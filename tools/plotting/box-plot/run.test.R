# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("box_plot")

params <- list(
  layout = "auto", group_column = NULL, value_column = NULL, genes = character(), method = "wilcoxon", comparisons = character(),
  pAdjustMethod = "BH", show_points = TRUE, paired = FALSE, pair_column = NULL
)
run <- function(values, ...) run_tool(tool, list(values = values), changed(params, ...))
tooth <- datasets::ToothGrowth[c("len", "supp", "dose")]
by_dose <- function(...) run(tooth, value_column = "len", group_column = "dose", ...)
pair_of <- function(tests, a, b) tests[tests$group_1 == a & tests$group_2 == b, ]
dose <- split(tooth$len, tooth$dose)

testthat::test_that("two groups by Wilcoxon are those of wilcox.test, interval of the shift included", {
  row <- run(tooth, value_column = "len", group_column = "supp")$tests
  oracle <- suppressWarnings(stats::wilcox.test(len ~ supp, transform(tooth, supp = factor(supp, c("VC", "OJ"))), conf.int = TRUE))
  expect_equal(row$p, oracle$p.value, tolerance = 1e-8)
  expect_equal(row$statistic, unname(oracle$statistic), tolerance = 1e-8)
  expect_equal(c(row$difference, row$difference_low, row$difference_high), c(unname(oracle$estimate), oracle$conf.int), tolerance = 1e-8)
  # Published: P 0.06449.
  expect_equal(round(row$p, 5), 0.06449)
  expect_match(row$test, "正态近似")
  expect_equal(row$correction, "不校正")
})

testthat::test_that("few values without ties are compared exactly", {
  few <- data.frame(group = rep(c("a", "b"), c(5, 6)), value = c(1.1, 2.2, 3.3, 4.4, 9.9, 5.5, 6.6, 7.7, 8.8, 10.1, 11.2))
  row <- run(few)$tests
  expect_equal(row$p, stats::wilcox.test(few$value[1:5], few$value[6:11], exact = TRUE)$p.value, tolerance = 1e-8)
  expect_match(row$test, "精确")
})

testthat::test_that("many values, tied and not, are compared as wilcox.test does, to the last bit", {
  set.seed(20261122)
  for (digits in c(7L, 1L, 0L)) {
    values <- round(stats::rnorm(300), digits)
    row <- run(data.frame(group = rep(c("a", "b"), c(180, 120)), value = values))$tests
    oracle <- suppressWarnings(stats::wilcox.test(values[1:180], values[181:300], conf.int = TRUE))
    expect_identical(
      c(row$p, row$statistic, row$difference, row$difference_low, row$difference_high),
      unname(c(oracle$p.value, oracle$statistic, oracle$estimate, oracle$conf.int))
    )
  }
})

testthat::test_that("t is Welch's, and pairs of t and Wilcoxon are those of pairwise.*.test under every correction", {
  two <- run(tooth, value_column = "len", group_column = "supp", method = "t")$tests
  oracle <- stats::t.test(tooth$len[tooth$supp == "VC"], tooth$len[tooth$supp == "OJ"])
  expected <- unname(c(oracle$p.value, oracle$statistic, oracle$conf.int))
  expect_equal(c(two$p, two$statistic, two$difference_low, two$difference_high), expected, tolerance = 1e-8)
  for (adjust in c("BH", "holm", "bonferroni", "none")) {
    matrices <- list(
      wilcoxon = suppressWarnings(stats::pairwise.wilcox.test(tooth$len, tooth$dose, p.adjust.method = adjust))$p.value,
      kruskal = suppressWarnings(stats::pairwise.wilcox.test(tooth$len, tooth$dose, p.adjust.method = adjust))$p.value,
      t = stats::pairwise.t.test(tooth$len, tooth$dose, p.adjust.method = adjust, pool.sd = FALSE)$p.value,
      welch_anova = stats::pairwise.t.test(tooth$len, tooth$dose, p.adjust.method = adjust, pool.sd = FALSE)$p.value,
      anova = stats::pairwise.t.test(tooth$len, tooth$dose, p.adjust.method = adjust, pool.sd = TRUE)$p.value
    )
    for (method in names(matrices)) {
      tests <- by_dose(method = method, pAdjustMethod = adjust)$tests
      for (pair in list(c("0.5", "1"), c("0.5", "2"), c("1", "2"))) {
        found <- pair_of(tests, pair[[1L]], pair[[2L]])$padj
        expect_equal(found, matrices[[method]][pair[[2L]], pair[[1L]]], tolerance = 1e-8, info = paste(method, adjust))
      }
    }
  }
})

testthat::test_that("overall tests are aov, oneway.test and kruskal.test", {
  whole <- function(method) by_dose(method = method)$tests[1L, ]
  table <- summary(stats::aov(len ~ factor(dose), tooth))[[1L]]
  expect_equal(c(whole("anova")$statistic, whole("anova")$p), c(table[["F value"]][[1L]], table[["Pr(>F)"]][[1L]]), tolerance = 1e-8)
  expect_equal(round(whole("anova")$statistic, 2), 67.42)
  expect_equal(whole("anova")$effect, table[["Sum Sq"]][[1L]] / sum(table[["Sum Sq"]]), tolerance = 1e-8)
  welch <- stats::oneway.test(len ~ dose, tooth)
  expect_equal(c(whole("welch_anova")$statistic, whole("welch_anova")$p), unname(c(welch$statistic, welch$p.value)), tolerance = 1e-8)
  kruskal <- stats::kruskal.test(len ~ dose, tooth)
  expect_equal(c(whole("kruskal")$statistic, whole("kruskal")$p), unname(c(kruskal$statistic, kruskal$p.value)), tolerance = 1e-8)
  expect_equal(whole("kruskal")$effect, unname(kruskal$statistic) / 59, tolerance = 1e-8)
  # Two groups: the overall test is the only one.
  two <- run(tooth, value_column = "len", group_column = "supp", method = "kruskal")$tests
  expect_equal(two$p, stats::kruskal.test(len ~ supp, tooth)$p.value, tolerance = 1e-8)
  expect_equal(c(two$group_1, two$group_2), c("OJ", "VC")[c(2, 1)])
})

testthat::test_that("the interval of each effect size holds by its own definition", {
  x <- dose[["0.5"]]
  y <- dose[["1"]]
  t <- pair_of(by_dose(method = "t")$tests, "0.5", "1")
  spread <- sqrt((stats::var(x) + stats::var(y)) / 2)
  small <- gamma(19) / (sqrt(19) * gamma(18.5))
  expect_equal(t$effect, (mean(x) - mean(y)) / spread * small, tolerance = 1e-8)
  # At the ends of the interval the observed t is an outer 2.5% quantile.
  pooled <- unname(stats::t.test(x, y, var.equal = TRUE)$statistic)
  ends <- c(t$effect_low, t$effect_high) / small * sqrt(10)
  expect_equal(stats::pt(pooled, 38, ends), c(0.975, 0.025), tolerance = 1e-6)
  whole <- by_dose(method = "anova")$tests[1L, ]
  noncentral <- c(whole$effect_low, whole$effect_high) * 60 / (1 - c(whole$effect_low, whole$effect_high))
  expect_equal(stats::pf(whole$statistic, 2, 57, noncentral), c(0.975, 0.025), tolerance = 1e-6)
  w <- pair_of(by_dose()$tests, "0.5", "1")
  wins <- mean(outer(x, y, ">")) - mean(outer(x, y, "<"))
  expect_equal(w$effect, wins, tolerance = 1e-8)
  expect_true(w$effect_low < wins && wins < w$effect_high && w$effect_low >= -1 && w$effect_high <= 1)
  kruskal <- by_dose(method = "kruskal")$tests[1L, ]
  expect_true(kruskal$effect_low < kruskal$effect && kruskal$effect < kruskal$effect_high)
  expect_identical(by_dose(method = "kruskal")$tests, by_dose(method = "kruskal")$tests)
})

testthat::test_that("a complete separation has an interval with a width", {
  apart <- run(data.frame(group = rep(c("a", "b"), each = 8), value = c(1:8, 11:18) + 0.1))$tests
  expect_equal(apart$effect, -1)
  expect_true(apart$effect_low == -1 && apart$effect_high > -1)
})

testthat::test_that("a flipped order flips differences and effects, and shuffled rows change nothing", {
  first <- by_dose(comparisons = c("0.5", "2"))$tests
  other <- by_dose(comparisons = c("2", "0.5"))$tests
  expect_equal(other$p, first$p)
  expect_equal(c(other$difference, other$effect), -c(first$difference, first$effect), tolerance = 1e-6)
  expect_equal(c(other$effect_low, other$effect_high), -c(first$effect_high, first$effect_low), tolerance = 1e-6)
  set.seed(3)
  shuffled <- run(tooth[sample(60), ], value_column = "len", group_column = "dose", method = "anova")
  expect_equal(shuffled$tests, by_dose(method = "anova")$tests)
})

testthat::test_that("only the chosen pairs are tested, and P is adjusted between them alone", {
  tests <- by_dose(method = "t", comparisons = c("0.5", "1", "0.5", "2"), pAdjustMethod = "bonferroni")$tests
  expect_equal(paste(tests$group_1, tests$group_2), c("0.5 1", "0.5 2"))
  expect_equal(tests$padj, pmin(1, 2 * tests$p), tolerance = 1e-8)
  expect_match(tests$correction[[1L]], "2 对")
  expect_error(by_dose(comparisons = c("0.5", "7")), "没有的：7")
})

testthat::test_that("a wide table gives what the long one gives", {
  wide <- as.data.frame(lapply(dose, as.character), check.names = FALSE)
  wide <- rbind(wide, "")
  expect_equal(run(wide, method = "anova")$tests[-1L], by_dose(method = "anova")$tests[-1L])
  expect_equal(codes_of(run(wide))[[1L]], "layout")
  named <- cbind(animal = sprintf("A%d", 1:21), wide)
  expect_equal(run(named, method = "anova")$tests, run(wide, method = "anova")$tests)
  expect_true("left_out" %in% codes_of(run(named)))
})

testthat::test_that("several columns are features: one test each is adjusted over them", {
  flowers <- datasets::iris[datasets::iris$Species != "virginica", ]
  flowers$Species <- as.character(flowers$Species)
  tables <- run(flowers)
  raw <- vapply(names(flowers)[1:4], function(column) {
    suppressWarnings(stats::wilcox.test(flowers[[column]] ~ flowers$Species))$p.value
  }, 0)
  expect_equal(tables$tests$p, unname(raw), tolerance = 1e-8)
  expect_equal(tables$tests$padj, unname(stats::p.adjust(raw, "BH")), tolerance = 1e-8)
  expect_match(tables$tests$correction[[1L]], "4 项")
  expect_equal(sort(unique(tables$boxes$label)), sort(names(flowers)[1:4]))
  expect_equal(nrow(tables$notes), 4L)
})

testthat::test_that("assumptions are Shapiro's and Brown and Forsythe's, and findings carry the alternative", {
  table <- by_dose(method = "anova")$assumptions
  expect_equal(table$p[table$group == "1"], stats::shapiro.test(dose[["1"]])$p.value, tolerance = 1e-8)
  away <- abs(tooth$len - stats::ave(tooth$len, tooth$dose, FUN = stats::median))
  levene <- stats::anova(stats::lm(away ~ factor(tooth$dose)))
  expect_equal(table$p[table$assumption == "方差相等"], levene[["Pr(>F)"]][[1L]], tolerance = 1e-8)
  testthat::skip_if_not_installed("car")
  expect_equal(table$p[table$assumption == "方差相等"], car::leveneTest(tooth$len, factor(tooth$dose))[["Pr(>F)"]][[1L]], tolerance = 1e-8)
  set.seed(2)
  skewed <- data.frame(group = rep(c("a", "b", "c"), each = 30), value = c(exp(stats::rnorm(30)), exp(stats::rnorm(30, 1)), exp(stats::rnorm(30, 3))))
  findings <- attr(run(skewed, method = "anova"), "findings")
  fixes <- lapply(stats::setNames(findings, vapply(findings, `[[`, "", "code")), function(one) one$fix$parameters$method)
  expect_equal(fixes$not_normal, "kruskal")
  expect_equal(fixes$unequal_variances, "welch_anova")
  expect_false("not_normal" %in% codes_of(by_dose(method = "anova")))
})

testthat::test_that("too few values are points, are said, and a Wilcoxon that cannot reach 0.05 says so", {
  three <- data.frame(group = rep(c("a", "b"), each = 3), value = c(1, 2, 3, 10, 11, 12))
  tables <- run(three)
  expect_equal(tables$tests$p, 0.1)
  expect_true(all(c("cannot_reach", "few_values") %in% codes_of(tables)))
  expect_equal(facts_of(tables)$boxed_from, 6L)
  one <- run(rbind(three, data.frame(group = "c", value = 5)), method = "anova")
  expect_true("not_tested" %in% codes_of(one))
  expect_equal(nrow(one$tests), 1L)
  expect_equal(sum(one$boxes$n), 7L)
})

testthat::test_that("ugly data draws something right or says why not", {
  flat <- run(data.frame(group = rep(c("a", "b"), each = 8), value = 5))
  expect_true(is.na(flat$tests$p) && "constant" %in% codes_of(flat))
  for (method in c("t", "anova", "welch_anova", "kruskal")) {
    expect_true(is.na(run(data.frame(group = rep(c("a", "b"), each = 8), value = 5), method = method)$tests$p[[1L]]))
  }
  expect_true(is.na(run(data.frame(group = rep(c("a", "b"), each = 8), value = rep(c(1, 2), each = 8)), method = "t")$tests$p))
  tied <- run(data.frame(group = rep(c("a", "b"), each = 20), value = rep(c(1, 2, 2, 3, 3), 8)))
  expect_match(tied$tests$test, "正态近似")
  lost <- run(data.frame(group = c(rep(c("甲", "乙"), each = 5), "", "甲", "乙"), value = c(1:10, 3, NA, Inf)))
  expect_true(all(c("missing", "infinite", "ungrouped") %in% codes_of(lost)))
  expect_equal(sum(lost$boxes$n), 10L)
  expect_equal(unique(lost$boxes$group), c("甲", "乙"))
  long_name <- strrep("很长的组名", 16L)
  expect_equal(run(data.frame(`组别` = rep(c(long_name, "b"), each = 4), `数值` = 1:8, check.names = FALSE))$tests$group_1, long_name)
  sixty <- data.frame(group = rep(sprintf("G%02d", 1:60), each = 3), value = seq_len(180) * 1.5)
  many <- run(sixty, method = "kruskal")
  expect_equal(nrow(many$boxes), 60L)
  expect_true(sum(nzchar(many$notes$text)) <= 10L)
  expect_error(run(rbind(sixty, data.frame(group = rep(c("x", "y"), each = 2), value = 1:4)), group_column = "group"), "最多画 60 组")
  # A matrix of many samples that was brought as a table: each sample would be a group.
  samples <- data.frame(gene = sprintf("G%d", 1:8), matrix(seq_len(8 * 61) / 7, 8L))
  expect_error(run(samples), "61 列，一张图最多画 60 组。若这是表达矩阵", class = "oncoloom_input")
  expect_error(run(data.frame(group = c("a", "b"), value = c("x", "y")), group_column = "group"), "没有数字列")
  alone <- run(data.frame(group = c("x", "y"), value = c("1", "2")))
  expect_equal(c(nrow(alone$tests), nrow(alone$points)), c(0L, 2L))
})

testthat::test_that("the figure has a point for each value, and its overall test in its title", {
  tables <- by_dose(method = "anova")
  expect_equal(nrow(tables$points), 60L)
  expect_equal(sort(tables$points$value), sort(tooth$len))
  expect_equal(unique(tables$boxes$facet), "len")
  expect_match(unique(tables$boxes$facet_test), "^ANOVA P = ")
  expect_equal(tables$boxes$label, c("0.5", "1", "2"))
  expect_equal(tables$notes$p, tables$tests$padj[-1L])
})

# ---- genes of a matrix ----

matrix_of <- function(values, kind = "log", ...) list(values = values, kind = kind, identifiers = "symbol", label = "m", ...)
run_matrix <- function(values, groups, genes, ..., kind = "log", base = NULL) {
  run_tool(tool, list(values = matrix_of(values, kind, log_base = base), groups = groups), changed(params, genes = genes, ...))
}
set.seed(11)
drawn <- matrix(stats::rnorm(4 * 24, 8), 4L, dimnames = list(c("TP53", "MKI67", "KMT2D", "B2M"), sprintf("S%02d", 1:24)))
drawn["MKI67", 1:8] <- drawn["MKI67", 1:8] + 2
by_sample <- data.frame(sample = sprintf("S%02d", 1:24), group = rep(c("T", "N", "M"), each = 8L), batch = rep(1:2, 12L))

testthat::test_that("a gene of a matrix gives the tests that its values give as a table, and those of R", {
  for (method in c("wilcoxon", "t", "kruskal", "anova", "welch_anova")) {
    own <- run_matrix(drawn, by_sample, "MKI67", method = method)$tests
    as_table <- run(data.frame(MKI67 = drawn["MKI67", ], group = by_sample$group), method = method)$tests
    expect_equal(own, as_table, tolerance = 1e-12)
  }
  row <- pair_of(run_matrix(drawn, by_sample, "MKI67", method = "t")$tests, "T", "N")
  expect_equal(row$p, stats::t.test(drawn["MKI67", 1:8], drawn["MKI67", 9:16])$p.value, tolerance = 1e-8)
})

testthat::test_that("genes are found by their aliases, and what is not found or has no group is said", {
  tables <- run_matrix(drawn, by_sample[1:16, ], c("MLL2", "B2M", "NOTHERE"))
  expect_setequal(unique(tables$tests$feature), c("KMT2D", "B2M"))
  expect_setequal(unique(tables$points$name), by_sample$sample[1:16])
  expect_true(all(c("genes_absent", "genes_renamed", "ungrouped", "matrix_scale") %in% codes_of(tables)))
})

testthat::test_that("another column of the groups table makes the groups, numbers in their order", {
  tables <- run_matrix(drawn, by_sample, "TP53", group_column = "batch")
  expect_equal(unique(tables$boxes$group), c("1", "2"))
  oracle <- stats::wilcox.test(drawn["TP53", by_sample$batch == 1], drawn["TP53", by_sample$batch == 2])
  expect_equal(tables$tests$p, oracle$p.value, tolerance = 1e-8)
})

testthat::test_that("the axis names the gene and the logarithm that is known, and shuffled samples change nothing", {
  expect_equal(facts_of(run_matrix(drawn, by_sample, "TP53", base = 2))$value_title, "*TP53* 表达量（log~2~）")
  expect_equal(facts_of(run_matrix(drawn, by_sample, "TP53"))$value_title, "*TP53* 表达量")
  expect_equal(facts_of(run_matrix(2^drawn, by_sample, "TP53", kind = "linear"))$scale_word, "没有取过对数")
  expect_true(facts_of(run_matrix(drawn, by_sample, c("TP53", "MKI67")))$gene_labels)
  expect_false(facts_of(run_matrix(drawn, by_sample, c("TP53", "MKI67"), kind = "scores"))$gene_labels)
  expect_equal(run_matrix(drawn[, 24:1], by_sample, "TP53")$tests, run_matrix(drawn, by_sample, "TP53")$tests, tolerance = 1e-12)
})

testthat::test_that("a matrix without genes, groups or a second group is refused at the field", {
  refused <- function(...) expect_error(run_matrix(drawn, ...), class = "oncoloom_input")
  refused(by_sample, character())
  refused(NULL, "TP53")
  refused(transform(by_sample, group = "T"), "TP53")
  refused(by_sample, "NOTHERE")
  refused(by_sample, "TP53", group_column = "absent")
})

testthat::test_that("genes of a published cohort are compared as R compares them", {
  values <- log2(read_shared("tcga", "TCGA-ACC.rsem_norm.expr.tsv.gz") + 1)
  clinical <- utils::read.delim(shared("tcga", "TCGA-ACC.clinical.tsv"))
  stage <- clinical$pathologic_stage[match(colnames(values), clinical$sample)]
  groups <- data.frame(sample = colnames(values), group = ifelse(is.na(stage), "", stage))
  genes <- c("MKI67", "TOP2A", "CD274")
  known <- nzchar(groups$group)
  factors <- factor(stage[known])
  tests <- run_matrix(values, groups, genes, method = "kruskal", pAdjustMethod = "holm")$tests
  for (gene in genes) {
    whole <- tests[tests$feature == gene & tests$group_1 == COMPARED_GROUPS[["all"]], ]
    expect_equal(whole$p, stats::kruskal.test(values[gene, known], factors)$p.value, tolerance = 1e-8)
    oracle <- suppressWarnings(stats::pairwise.wilcox.test(values[gene, known], factors, p.adjust.method = "holm"))$p.value
    rows <- tests[tests$feature == gene & tests$group_1 != COMPARED_GROUPS[["all"]], ]
    found <- mapply(function(a, b) rows$padj[(rows$group_1 == a & rows$group_2 == b) | (rows$group_1 == b & rows$group_2 == a)],
      colnames(oracle)[col(oracle)[lower.tri(oracle, TRUE)]], rownames(oracle)[row(oracle)[lower.tri(oracle, TRUE)]])
    expect_equal(unname(found), oracle[lower.tri(oracle, TRUE)], tolerance = 1e-8)
  }
})

testthat::test_that("one group is drawn and said to be alone, and groups without a test are not called compared", {
  alone <- run(data.frame(group = "a", value = c(1, 2, 4, 5, 7, 9)), group_column = "group")
  expect_true("one_group" %in% codes_of(alone))
  expect_false("overall" %in% codes_of(alone))
  single <- run(data.frame(group = letters[1:4], value = 1:4), group_column = "group")
  expect_false("overall" %in% codes_of(single))
})

# ---- pairs ----

set.seed(20261126)
subjects <- data.frame(patient = sprintf("P%02d", 1:10), before = stats::rnorm(10, 10, 4))
subjects$after <- subjects$before + stats::rnorm(10, 0.8, 0.3)
measured <- data.frame(
  patient = rep(subjects$patient, 2L), time = rep(c("before", "after"), each = 10L), value = c(subjects$before, subjects$after)
)

testthat::test_that("pairs are compared with themselves as R does, in any order of the rows, long and wide", {
  plain <- run(measured)
  expect_gt(plain$tests$p, 0.3)
  said <- Filter(function(one) one$code == "pairs_there", attr(plain, "findings"))[[1L]]
  expect_match(said$message, "patient")
  expect_identical(said$fix$parameters, list(paired = TRUE, pair_column = "patient"))
  shuffled <- measured[sample(20L), ]
  oracles <- list(
    wilcoxon = stats::wilcox.test(subjects$before, subjects$after, paired = TRUE, conf.int = TRUE),
    t = stats::t.test(subjects$before, subjects$after, paired = TRUE)
  )
  for (method in names(oracles)) {
    for (result in list(
      run(shuffled, method = method, paired = TRUE, comparisons = c("before", "after")), run(subjects, method = method, paired = TRUE),
      run(measured, method = method, paired = TRUE, pair_column = "patient")
    )) {
      row <- result$tests
      oracle <- oracles[[method]]
      estimate <- if (method == "t") mean(subjects$before - subjects$after) else unname(oracle$estimate)
      expect_equal(c(row$p, row$statistic), unname(c(oracle$p.value, oracle$statistic)), tolerance = 1e-9)
      expect_equal(c(row$difference, row$difference_low, row$difference_high), c(estimate, oracle$conf.int), tolerance = 1e-9)
      expect_identical(c(row$n_1, row$n_2), c(10L, 10L))
      expect_true(facts_of(result)$is_paired && facts_of(result)$n_pairs == 10L)
      expect_identical(anyDuplicated(result$points[c("group", "pair")]), 0L)
    }
  }
  # Its own definition: at the ends the observed t is an outer quantile.
  row <- run(subjects, method = "t", paired = TRUE)$tests
  small <- gamma(4.5) / (sqrt(4.5) * gamma(4))
  expect_equal(stats::pt(row$statistic, 9, c(row$effect_low, row$effect_high) / small * sqrt(10)), c(0.975, 0.025), tolerance = 1e-6)
  flipped <- run(measured, paired = TRUE, comparisons = c("after", "before"))$tests
  expect_equal(flipped$effect, 1)
  expect_equal(run(measured, paired = TRUE, comparisons = c("before", "after"))$tests$effect, -1)
})

testthat::test_that("numbers of patients are no measurement, and an incomplete or unclear pair is said", {
  numbered <- transform(measured, patient = as.integer(sub("P", "", patient)))
  result <- run(numbered)
  expect_identical(unique(result$tests$feature), "value")
  expect_true("pairs_there" %in% codes_of(result))
  expect_equal(run(numbered, paired = TRUE)$tests$p, run(measured, paired = TRUE)$tests$p)
  lacking <- run(measured[-1L, ], paired = TRUE, pair_column = "patient")
  expect_identical(lacking$tests$n_1, 9L)
  expect_true("pairs_incomplete" %in% codes_of(lacking))
  expect_equal(sum(lacking$boxes$n), 19L)
  expect_error(run(rbind(measured, measured[1L, ]), paired = TRUE, pair_column = "patient"), "不止一次", class = "oncoloom_input")
  expect_error(run(measured[c("time", "value")], paired = TRUE), "配对列", class = "oncoloom_input")
  expect_error(run(measured, paired = TRUE, method = "anova"), "方差分析", class = "oncoloom_input")
  # A measurement is no number of a subject: it repeats or has decimals.
  expect_false("pairs_there" %in% codes_of(run(tooth, group_column = "supp")))
  expect_false("pairs_there" %in% codes_of(run(data.frame(group = rep(c("a", "b"), each = 5), v = c(1:5, 2:6) + 0.5, w = c(1:5, 1:5) + 0.5))))
})

testthat::test_that("few pairs, equal pairs and pairs of one difference say what they are", {
  few <- run(measured[c(1:5, 11:15), ], paired = TRUE)
  expect_equal(few$tests$p, 2 / 32)
  expect_true("cannot_reach" %in% codes_of(few))
  # R's normal approximation goes below what five signs allow.
  tied <- run(data.frame(a = 1:5, b = 2:6 + 0), paired = TRUE)
  expect_lt(suppressWarnings(stats::wilcox.test(1:5, 2:6, paired = TRUE)$p.value), 2 / 32)
  expect_equal(tied$tests$p, 2 / 32)
  expect_true(is.na(run(data.frame(a = 1:5, b = 1:5), paired = TRUE)$tests$p))
  expect_true(is.na(run(data.frame(a = 1:5, b = 2:6), paired = TRUE, method = "t")$tests$p))
  few_t <- run(measured[c(1:5, 11:15), ], paired = TRUE, method = "t")
  expect_false("assumptions" %in% codes_of(few_t))
  expect_true("normality_unseen" %in% codes_of(few_t))
  many <- data.frame(a = 1:20, b = 1:20 + stats::qnorm(stats::ppoints(20)))
  expect_true("assumptions" %in% codes_of(run(many, paired = TRUE, method = "t")))
})

testthat::test_that("P of paired noise is uniform", {
  set.seed(6)
  p <- replicate(200L, {
    level <- stats::rnorm(12, sd = 3)
    run(data.frame(a = level + stats::rnorm(12), b = level + stats::rnorm(12)), paired = TRUE)$tests$p
  })
  for (level in c(0.05, 0.2)) expect_lte(abs(mean(p <= level) - level), 3 * sqrt(level * (1 - level) / 200))
})
