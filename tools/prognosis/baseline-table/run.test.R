# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("baseline_table")

params <- list(
  grouping = "column", group_column = "trt", variables = character(), mean_columns = character(), median_columns = character(),
  category_columns = character(), trend_columns = character(), continuity = TRUE, seed = 123
)
run <- function(table, ...) run_tool(tool, list(patients = table), changed(params, ...))
fault <- function(...) tryCatch({
  run(...)
  NULL
}, oncoloom_input = function(condition) condition[c("code", "field")])

pbc <- survival::pbc[!is.na(survival::pbc$trt), ]
pbc$sex <- as.character(pbc$sex)
numbers <- c("age", "chol", "albumin", "copper", "alk.phos", "ast", "trig", "platelet", "protime", "bili")
categories <- c("sex", "ascites", "hepato", "spiders", "edema", "stage")
of <- function(tables, name) as.list(tables$tests[tables$tests$variable == name, ])
pair <- function(name) split(pbc[[name]], pbc$trt)

#' Yang and Dalton's difference as their paper writes it, with a generalised inverse.
yang_dalton <- function(x, y) {
  levels <- sort(unique(c(x, y)))
  shares <- function(values) as.vector(prop.table(table(factor(values, levels))))[-1L]
  spread <- function(p) if (length(p) == 1L) matrix(p * (1 - p)) else diag(p) - outer(p, p)
  difference <- shares(x) - shares(y)
  sqrt(drop(t(difference) %*% MASS::ginv((spread(shares(x)) + spread(shares(y))) / 2) %*% difference))
}

testthat::test_that("every test is R's own", {
  tables <- run(pbc[c("trt", numbers, categories)], mean_columns = numbers)
  for (name in numbers) {
    expect_equal(of(tables, name)$p, stats::t.test(pbc[[name]] ~ pbc$trt)$p.value, tolerance = 1e-6)
    expect_equal(of(tables, name)$df, unname(stats::t.test(pbc[[name]] ~ pbc$trt)$parameter), tolerance = 1e-6)
    parts <- pair(name)
    smd <- abs(diff(vapply(parts, mean, 0, na.rm = TRUE))) / sqrt(mean(vapply(parts, stats::var, 0, na.rm = TRUE)))
    expect_equal(of(tables, name)$smd, unname(smd), tolerance = 1e-6)
  }
  for (name in c("sex", "ascites", "hepato", "spiders", "edema")) {
    expect_equal(of(tables, name)$p, stats::chisq.test(pbc[[name]], pbc$trt)$p.value, tolerance = 1e-6)
  }
  for (name in categories) expect_equal(of(tables, name)$smd, yang_dalton(pair(name)[[1L]], pair(name)[[2L]]), tolerance = 1e-6)
  ranks <- run(pbc[c("trt", numbers)], median_columns = numbers)
  for (name in numbers) expect_equal(of(ranks, name)$p, suppressWarnings(stats::wilcox.test(pbc[[name]] ~ pbc$trt))$p.value, tolerance = 1e-6)
  plain <- run(pbc[c("trt", "hepato")], continuity = FALSE)
  expect_equal(of(plain, "hepato")$p, stats::chisq.test(pbc$hepato, pbc$trt, correct = FALSE)$p.value, tolerance = 1e-6)
})

testthat::test_that("several groups are tested by R's own tests, and the pair that differs most is told", {
  table <- data.frame(trt = c(NA, "a", "b", "c")[pbc$stage], pbc[c(numbers, "sex", "ascites")])
  table <- table[!is.na(table$trt), ]
  means <- run(table, mean_columns = numbers)
  ranks <- run(table, median_columns = numbers)
  for (name in numbers) {
    expect_equal(of(means, name)$p, stats::oneway.test(table[[name]] ~ table$trt, var.equal = TRUE)$p.value, tolerance = 1e-6)
    expect_equal(of(ranks, name)$p, stats::kruskal.test(table[[name]], factor(table$trt))$p.value, tolerance = 1e-6)
  }
  parts <- split(table$age, table$trt)
  smd <- function(x, y) abs(mean(x) - mean(y)) / sqrt((stats::var(x) + stats::var(y)) / 2)
  all <- c("a / b" = smd(parts$a, parts$b), "a / c" = smd(parts$a, parts$c), "b / c" = smd(parts$b, parts$c))
  expect_equal(of(means, "age")$smd, max(all), tolerance = 1e-6)
  expect_setequal(strsplit(of(means, "age")$smd_pair, " / ")[[1L]], strsplit(names(which.max(all)), " / ")[[1L]])
})

testthat::test_that("the Table 1 of pbc that is published comes out", {
  # Vignette of tableone 0.13: nonnormal bili, chol, copper, alk.phos, trig; SMDs and cells as printed there.
  table <- data.frame(pbc[c("trt", "age", "sex", "ascites", "hepato", "spiders", "bili", "albumin")])
  tables <- run(table, mean_columns = c("age", "albumin"), median_columns = "bili")
  cells <- function(item) unlist(tables$baseline[tables$baseline$item == item, c("1 (n = 158)", "2 (n = 154)")], use.names = FALSE)
  expect_equal(cells("age"), c("51.4 ± 11.0", "48.6 ± 10.0"))
  expect_equal(cells("\u2003f"), c("137 (86.7)", "139 (90.3)"))
  expect_equal(cells("bili"), c("1.4 (0.8, 3.2)", "1.3 (0.7, 3.6)"))
  printed <- c(age = 0.270, sex = 0.111, ascites = 0.089, hepato = 0.207, spiders = 0.016, bili = 0.171, albumin = 0.018)
  for (name in names(printed)) expect_equal(round(of(tables, name)$smd, 3), printed[[name]])
  p <- c(sex = 0.421, ascites = 0.567, hepato = 0.088, spiders = 0.985, bili = 0.842)
  for (name in names(p)) expect_equal(round(of(tables, name)$p, 3), p[[name]], tolerance = 0.002)
})

testthat::test_that("small expected counts are tested exactly, or simulated with the seed", {
  set.seed(1)
  rare <- data.frame(trt = rep(c("a", "b"), 15), 突变 = c("是", rep("否", 27), "是", "是"))
  expect_equal(of(run(rare), "突变")$p, stats::fisher.test(rare$突变, rare$trt)$p.value, tolerance = 1e-6)
  many <- data.frame(trt = sample(letters[1:8], 400, TRUE), 病理 = sample(LETTERS[1:18], 400, TRUE, 1.3^(1:18)))
  first <- run(many)
  expect_true("simulated" %in% codes_of(first))
  expect_identical(run(many)$tests, first$tests)
  expect_false(identical(run(many, seed = 7)$tests$p, first$tests$p))
})

testthat::test_that("a trend is tested where it is asked for", {
  table <- data.frame(trt = pbc$trt, 分期 = c("I 期", "Ⅱ期", "III期", "Ⅳ 期")[pbc$stage])
  counts <- table(pbc$stage, pbc$trt)
  expect_equal(of(run(table, trend_columns = "分期"), "分期")$p, stats::prop.trend.test(counts[, 2L], rowSums(counts))$p.value, tolerance = 1e-6)
  expect_match(of(run(table), "分期")$test, "χ²")
  three <- transform(table, trt = rep(1:3, 104))
  expect_equal(of(run(three, trend_columns = "分期"), "分期")$p, stats::kruskal.test(pbc$stage, factor(three$trt))$p.value, tolerance = 1e-6)
  expect_equal(fault(data.frame(trt = 1:2, x = c("甲", "乙", "丙", "甲")), trend_columns = "x"), list(code = "no_order", field = "trend_columns"))
})

testthat::test_that("groups may be swapped and rows come in any order", {
  table <- pbc[c("trt", numbers, categories)]
  tables <- run(table)
  set.seed(2)
  expect_equal(run(table[sample(nrow(table)), ]), tables, ignore_attr = TRUE)
  swapped <- run(transform(table, trt = 3 - trt))
  expect_equal(swapped$tests[c("variable", "p", "smd")], tables$tests[c("variable", "p", "smd")])
  expect_equal(swapped$baseline[["1 (n = 154)"]], tables$baseline[["2 (n = 154)"]])
})

clinic <- data.frame(
  住院号 = sprintf("%07d", 1:40), 分组 = rep(c("治疗组", "对照组"), 20), 年龄 = c(rep(c(50, 62, 71, 45, 58), 7), 66, NA, 49, 55, 60),
  性别 = rep(c("男", "女", "男 ", "", "女"), 8), 分期 = rep(c("III期", "I 期", "Ⅱ期", "IV期"), 10), 吸烟 = rep(c("是", "否", "是", "不详"), 10),
  HER2 = rep(c("阳性", "阴性"), each = 20), 入院日期 = rep(c("2021-03-05", "2021/4/16", "2021年5月7日", "2021.6.8"), 10),
  CA125 = c("<0.1", "1,234", seq(11, 48)), 分级 = rep(c(3, 1, 2, 1), 10), 备注 = paste("病人", 1:40)
)

testthat::test_that("Chinese tables are read without an edit", {
  tables <- run(clinic, group_column = "分组")
  expect_equal(tables$left_out$column, c("住院号", "入院日期", "备注"))
  expect_equal(tables$left_out$reason, c("编号或姓名", "日期", "文字的种类太多"))
  items <- tables$baseline$item
  after <- function(name, n) items[match(name, items) + seq_len(n)]
  expect_equal(after("性别", 2L), paste0("\u2003", c("男", "女")))
  expect_equal(after("分期", 4L), paste0("\u2003", c("I 期", "Ⅱ期", "III期", "IV期")))
  expect_equal(after("吸烟", 2L), paste0("\u2003", c("否", "是")))
  expect_equal(after("HER2", 2L), paste0("\u2003", c("阴性", "阳性")))
  expect_equal(after("分级", 3L), paste0("\u2003", 1:3))
  missing <- function(name) of(tables, name)$missing
  expect_equal(vapply(c("年龄", "性别", "吸烟", "CA125"), missing, 0L, USE.NAMES = FALSE), c(1L, 8L, 10L, 1L))
  expect_true(all(c("not_numbers", "codes", "much_missing", "left_date", "left_identifier") %in% codes_of(tables)))
  expect_true(all(c("对照组 (n = 20)", "治疗组 (n = 20)") %in% names(tables$baseline)))
})

testthat::test_that("a kind that the user gives holds", {
  tables <- run(clinic, group_column = "分组", median_columns = "分级", category_columns = "入院日期")
  expect_match(of(tables, "分级")$kind, "中位数")
  expect_match(of(tables, "入院日期")$kind, "例数")
  expect_equal(run(clinic, group_column = "分组", variables = c("性别", "年龄"))$tests$variable, c("年龄", "性别"))
  expect_equal(fault(clinic, group_column = "分组", mean_columns = "性别"), list(code = "column_text", field = "mean_columns"))
  expect_equal(fault(clinic, group_column = "分组", mean_columns = "年龄", median_columns = "年龄")$code, "two_kinds")
})

testthat::test_that("means and medians are chosen by the rule that is told", {
  set.seed(3)
  table <- data.frame(trt = rep(1:2, each = 40), normal = stats::qnorm(stats::ppoints(80))[sample(80)], skewed = exp(2 * stats::rnorm(80)))
  tests <- run(table)$tests
  expect_match(tests$kind[tests$variable == "normal"], "均数")
  expect_match(tests$kind[tests$variable == "skewed"], "中位数")
  expect_match(run(table[c(1:9, 41:80), ])$tests$reason[[1L]], "不足 10 例")
  whole <- run(table, mean_columns = "normal", median_columns = "skewed", grouping = "none")
  expect_true(all(is.na(whole$tests$p)) && nrow(whole$balance) == 0L && isFALSE(facts_of(whole)$grouped))
})

testthat::test_that("patients without a group are left out, and said", {
  clinic$分组[c(3, 8)] <- c("", "未知")
  tables <- run(clinic, group_column = "分组")
  expect_true("ungrouped" %in% codes_of(tables))
  expect_equal(facts_of(tables)$patients, 38L)
  expect_equal(tables$baseline$overall[[1L]], "38")
})

testthat::test_that("hostile tables are answered with a sentence, or described as far as they go", {
  expect_equal(fault(clinic[0, ])$code, "no_rows")
  expect_equal(fault(clinic, group_column = "入院")$field, "group_column")
  expect_equal(fault(transform(clinic, 分组 = "甲"), group_column = "分组")$code, "one_group")
  expect_equal(fault(transform(clinic, 分组 = ""), group_column = "分组")$code, "one_group")
  expect_equal(fault(clinic, group_column = "备注")$code, "many_groups")
  expect_equal(fault(clinic[c("分组", "备注", "入院日期")], group_column = "分组")$code, "nothing_to_describe")
  four <- run(data.frame(trt = c("a", "a", "b", "b"), 年龄 = c(50, 61, 47, 70), 性别 = c("男", "女", "女", "女"), same = 1, self = c("x", "x", "y", "y")))
  expect_true(all(c("small_groups", "apart") %in% codes_of(four)))
  expect_match(facts_of(four)$unequal_words, "self ∞")
  expect_equal(of(four, "年龄")$p, stats::wilcox.test(c(50, 61), c(47, 70))$p.value)
  expect_true(is.na(of(four, "same")$p) && is.na(of(four, "self")$smd))
  one_sided <- run(data.frame(trt = rep(c("a", "b"), each = 12), x = c(1:12 / 7, rep(NA, 12)), y = rep(c("是", ""), each = 12), z = c(Inf, 2:24 / 7)))
  expect_true(all(is.na(one_sided$tests$p[1:2])))
  expect_equal(of(one_sided, "z")$missing, 1L)
  constant <- run(data.frame(trt = rep(c("a", "b"), each = 12), x = rep(c(1, 2), each = 12)), mean_columns = "x")
  expect_true(is.na(constant$tests$p))
  clash <- data.frame(trt = rep(c("p", "smd"), 10), item = 1:20 / 3, overall = rep(c("是", "否"), each = 10))
  expect_true(all(c("p (n = 10)", "smd (n = 10)") %in% names(run(clash)$baseline)))
})

testthat::test_that("noise makes few small P values, and they are counted", {
  set.seed(5)
  table <- data.frame(trt = rep(1:2, 150), matrix(stats::rnorm(300 * 60), 300))
  facts <- facts_of(run(table))
  expect_lte(facts$significant_n, 8L)
  expect_equal(facts$expected_n, "3")
  expect_equal(facts$chance_smd, sprintf("%.2f", stats::qnorm(0.975) * sqrt(2 / 150)))
})
