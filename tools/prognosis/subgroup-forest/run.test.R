# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("subgroup_forest")

params <- list(
  time_unit = "day", status_event = "auto", marker_column = "rx", reference_group = "", marker_scale = "unit", subgroup_columns = "sex",
  subgroup_codes = character(), subgroup_numbers = character(), covariates = character(), covariate_codes = character(),
  covariate_numbers = character(), entry_column = NULL, cut_points = "", min_events = 5L
)
run <- function(follow, ...) run_tool(tool, list(survival = structure(follow, label = "随访表")), changed(params, ...))
fault <- function(...) tryCatch({
  run(...)
  NULL
}, oncoloom_input = function(condition) {
  # A sentence to act on, in Chinese.
  stopifnot(grepl("\\p{Han}.*(请|最多)", conditionMessage(condition), perl = TRUE))
  unlist(condition[c("code", "field")])
})
row_of <- function(table, ...) as.list(table[Reduce(`&`, Map(function(name, value) table[[name]] == value, ...names(), list(...))), ])

#' The trial of adjuvant therapy of colon cancer: deaths of the patients of two arms, as a user has them.
colon <- function() {
  own <- survival::colon[survival::colon$etype == 2 & survival::colon$rx != "Lev", ]
  data.frame(
    sample = sprintf("C%03d", own$id), time = own$time, status = own$status, rx = as.character(own$rx), sex = c("女", "男")[own$sex + 1L],
    age = own$age,
    obstruct = own$obstruct, differ = own$differ, extent = own$extent, node4 = own$node4, nodes = own$nodes
  )
}
COLON_COLUMNS <- c("sex", "age", "obstruct", "differ", "extent", "node4")
on_colon <- function(follow = colon(), ...) {
  run(follow, subgroup_columns = COLON_COLUMNS, subgroup_codes = c("differ", "extent"), reference_group = "Obs", ...)
}

cox <- function(terms, data) survival::coxph(stats::update(terms, survival::Surv(time, status) ~ .), data)
#' What `survival` says of one subgroup.
ratio_of <- function(fit) {
  told <- summary(fit)
  unname(c(told$conf.int[1L, c(1L, 3L, 4L)], told$coefficients[1L, 5L]))
}
shown_ratio <- function(row) unlist(row[c("HR", "HR.95L", "HR.95H", "pvalue")], use.names = FALSE)
interaction_of <- function(with, without) {
  table <- stats::anova(without, with)
  c(table$Chisq[[2L]], table$Df[[2L]], table[["Pr(>|Chi|)"]][[2L]])
}
shown_test <- function(row) unlist(row[c("chisq", "df", "p")], use.names = FALSE)
testthat::test_that("colon: every ratio is coxph's, every test of interaction anova's, of categories, codes and numbers cut at the median", {
  own <- colon()
  own$x <- as.numeric(own$rx == "Lev+5FU")
  result <- on_colon()
  expect_equal(shown_ratio(row_of(result$subgroups, level = "")), ratio_of(cox(~ x, own)), tolerance = 1e-6)
  expect_identical(result$subgroups$variable[[1L]], "全部患者")
  own$age_group <- ifelse(own$age > stats::median(own$age), "> 61", "\u2264 61")
  expect_identical(stats::median(own$age), 61)
  own$group <- own$age_group
  for (name in COLON_COLUMNS) {
    of <- if (name == "age") own$age_group else as.character(own[[name]])
    for (level in unique(stats::na.omit(of))) {
      part <- own[of %in% level, ]
      row <- row_of(result$subgroups, variable = name, level = level)
      expect_identical(c(row$n, row$events), c(nrow(part), as.integer(sum(part$status))))
      if (row$note == "") expect_equal(shown_ratio(row), ratio_of(cox(~ x, part)), tolerance = 1e-6)
    }
    own$g <- factor(of)
    # One class of depth has fewer than 5 deaths.
    known <- own[own$g %in% names(which(tapply(own$status, own$g, sum) >= 5)), ]
    known$g <- droplevels(known$g)
    test <- row_of(result$interaction, variable = name)
    expect_equal(
      shown_test(test), interaction_of(cox(~ x * g, known), cox(~ x + g, known)),
      tolerance = 1e-6
    )
    expect_identical(test$missing, sum(is.na(own$g)))
  }
  expect_identical(row_of(result$interaction, variable = "differ")$missing, sum(is.na(own$differ)))
  expect_gt(sum(is.na(own$differ)), 0L)
  expect_equal(result$interaction$padj, stats::p.adjust(result$interaction$p, "BH"), tolerance = 1e-12)
  expect_identical(row_of(result$interaction, variable = "age")[c("cut", "way")], list(cut = 61, way = "中位数"))
  expect_identical(facts_of(result)$cut_words, "age 61（中位数）")
})

testthat::test_that("pbc: a number, per unit and per standard deviation, adjusted for covariates, with a given cut-off", {
  own <- survival::pbc[!is.na(survival::pbc$trt), ]
  own <- data.frame(
    sample = sprintf("P%03d", own$id), time = own$time, status = as.integer(own$status == 2), bili = log2(own$bili), sex = as.character(own$sex),
    age = own$age, albumin = own$albumin, protime = own$protime, stage = own$stage
  )
  columns <- c("sex", "age", "stage")
  other <- list(
    marker_column = "bili", subgroup_columns = columns, subgroup_codes = "stage", covariates = c("albumin", "protime", "sex"),
    cut_points = "age：50"
  )
  result <- do.call(run, c(list(own), other))
  own <- own[!is.na(own$protime), ]
  own$older <- ifelse(own$age > 50, "> 50", "\u2264 50")
  expect_identical(row_of(result$interaction, variable = "age")[c("cut", "way")], list(cut = 50, way = "指定的截断值"))
  expect_equal(
    shown_ratio(row_of(result$subgroups, level = "")), ratio_of(cox(~ bili + albumin + protime + sex, own)), tolerance = 1e-6
  )
  for (level in unique(own$older)) expect_equal(
    shown_ratio(row_of(result$subgroups, variable = "age", level = level)),
    ratio_of(cox(~ bili + albumin + protime + sex, own[own$older == level, ])), tolerance = 1e-6
  )
  expect_equal(shown_test(row_of(result$interaction, variable = "age")), interaction_of(
    cox(~ bili * older + albumin + protime + sex, own),
    cox(~ bili + older + albumin + protime + sex, own)
  ), tolerance = 1e-6)
  # Among women and men the covariate sex has nothing to tell.
  expect_equal(shown_test(row_of(result$interaction, variable = "sex")), interaction_of(
    cox(~ bili * sex + albumin + protime, own), cox(~ bili + sex + albumin + protime, own)
  ), tolerance = 1e-6)
  expect_true("own_covariate" %in% codes_of(result))
  # Stage I has too few events: it is said, stands in the tables and takes no part in the test.
  first <- row_of(result$subgroups, variable = "stage", level = "1")
  expect_identical(first$note, "事件太少，未估计")
  expect_true(is.na(first$HR))
  later <- own[own$stage > 1, ]
  expect_equal(shown_test(row_of(result$interaction, variable = "stage")), interaction_of(
    cox(~ bili * factor(stage) + albumin + protime + sex, later),
    cox(~ bili + factor(stage) + albumin + protime + sex, later)
  ), tolerance = 1e-6)
  expect_true("levels_out" %in% codes_of(result))
  expect_identical(facts_of(result)$unfitted_n, 1L)
  scaled <- do.call(run, c(list(own, marker_scale = "sd"), other))
  expect_equal(scaled$interaction$p, result$interaction$p, tolerance = 1e-6)
  expect_equal(log(scaled$subgroups$HR), log(result$subgroups$HR) * stats::sd(own$bili), tolerance = 1e-6)
})

testthat::test_that("lung: without covariates three levels are one test of two degrees of freedom, and shuffled rows change nothing", {
  own <- survival::lung
  follow <- data.frame(
    sample = sprintf("L%03d", seq_len(nrow(own))), time = own$time, status = own$status - 1, karno = own$ph.karno, sex = c("male", "female")[own$sex],
    ecog = ifelse(own$ph.ecog == 3, NA, own$ph.ecog), age = own$age
  )
  other <- list(marker_column = "karno", subgroup_columns = c("sex", "ecog", "age"), subgroup_codes = "ecog")
  result <- do.call(run, c(list(follow), other))
  known <- follow[!is.na(follow$karno) & !is.na(follow$ecog), ]
  test <- row_of(result$interaction, variable = "ecog")
  expect_equal(shown_test(test), interaction_of(
    cox(~ karno * factor(ecog), known), cox(~ karno + factor(ecog), known)
  ), tolerance = 1e-6)
  expect_identical(test$df, 2L)
  expect_true("排除：「karno」没有填" %in% result$flow$step)
  set.seed(7)
  again <- do.call(run, c(list(follow[sample(nrow(follow)), ]), other))
  for (table in names(result)) expect_equal(again[[table]], result[[table]], tolerance = 1e-9, ignore_attr = TRUE)
  expect_equal(facts_of(again), facts_of(result), tolerance = 1e-9)
})

testthat::test_that("the other reference inverts every ratio and leaves P alone", {
  result <- on_colon()
  flipped <- run(colon(), subgroup_columns = COLON_COLUMNS, subgroup_codes = c("differ", "extent"), reference_group = " lev+5fu ")
  expect_equal(flipped$subgroups$HR, 1 / result$subgroups$HR, tolerance = 1e-6)
  expect_equal(flipped$subgroups$HR.95L, 1 / result$subgroups$HR.95H, tolerance = 1e-6)
  expect_equal(flipped$subgroups$pvalue, result$subgroups$pvalue, tolerance = 1e-6)
  expect_equal(flipped$interaction, result$interaction, tolerance = 1e-6)
  expect_identical(unlist(facts_of(flipped)[c("other", "reference")], use.names = FALSE), c("Obs", "Lev+5FU"))
})

#' Patients of two arms. @param effect Logarithm of the ratio among women, and of that among men.
simulated <- function(seed, effect, n = 200L) {
  set.seed(seed)
  follow <- data.frame(
    sample = sprintf("S%03d", seq_len(n)), rx = sample(c("A", "B"), n, TRUE), sex = sample(c("女", "男"), n, TRUE),
    grade = sample(c("低", "中", "高"), n, TRUE), age = round(stats::rnorm(n, 60, 9))
  )
  rate <- exp((follow$rx == "B") * effect[1L + (follow$sex == "男")] + 0.3 * (follow$grade == "高"))
  time <- stats::rexp(n, rate / 500)
  end <- stats::runif(n, 200, 2000)
  data.frame(follow, time = pmin(time, end), status = as.integer(time <= end))
}

testthat::test_that("without interaction P is uniform over 200 sets, although the variable has an effect", {
  p <- vapply(1:200, function(seed) {
    run(simulated(seed, c(0.7, 0.7)), subgroup_columns = c("sex", "grade", "age"), reference_group = "A")$interaction$p
  }, numeric(3))
  for (i in 1:3) expect_gt(stats::ks.test(p[i, ], "punif")$p.value, 0.01)
  expect_lt(abs(mean(p < 0.05) - 0.05), 0.03)
})

testthat::test_that("a planted interaction is found, where it is, and told after correction", {
  result <- run(simulated(3, c(1.2, -0.6), 400L), subgroup_columns = c("grade", "sex", "age"), reference_group = "A")
  expect_lt(row_of(result$interaction, variable = "sex")$padj, 1e-4)
  expect_gt(row_of(result$subgroups, level = "女")$HR, 2)
  expect_lt(row_of(result$subgroups, level = "男")$HR, 0.8)
  facts <- facts_of(result)
  expect_true(facts$sure)
  expect_match(facts$some_words, "^sex（P ")
  none <- facts_of(run(simulated(5, c(0.7, 0.7)), subgroup_columns = c("grade", "sex"), reference_group = "A"))
  expect_false(none$some)
  expect_null(none$some_words)
})

testthat::test_that("levels that cannot be estimated stay in the tables with their reason", {
  follow <- simulated(1, c(0.7, 0.7))
  follow$arm <- ifelse(follow$rx == "A", "甲", "乙")
  follow$tiny <- c(rep("少", 4L), rep("多", 196L))
  follow$one <- "同"
  silent <- follow$sex == "女" & follow$rx == "A"
  follow$status[silent] <- 0L
  result <- run(follow, subgroup_columns = c("arm", "tiny", "one", "sex"), reference_group = "A")
  expect_identical(result$subgroups$note[result$subgroups$variable == "arm"], rep("变量只有一种取值", 2L))
  expect_identical(row_of(result$subgroups, level = "少")$note, "事件太少，未估计")
  expect_identical(row_of(result$subgroups, level = "女")$note, "不可估计：有一组没有事件")
  expect_identical(row_of(result$subgroups, level = "女")$source, "似然比")
  expect_identical(
    result$interaction$note, c("有 HR 的亚组不足两个，没有检验", "有 HR 的亚组不足两个，没有检验", "只有一种取值，没有检验", "")
  )
  expect_identical(nrow(result$forest), 1L + 2L + 2L + 1L + 2L)
  expect_true(all(c("levels_out", "hr_unknown", "untested") %in% codes_of(result)))
  nothing <- facts_of(run(follow, subgroup_columns = c("arm", "one"), reference_group = "A"))
  expect_false(nothing$any_tested)
  # A covariate that is the variable under another name leaves nothing to estimate.
  same <- run(follow, subgroup_columns = "sex", covariates = "arm", reference_group = "A")
  expect_identical(unique(same$subgroups$note), "变量可由协变量推出")
  # As many coefficients as events.
  set.seed(2)
  follow$status <- as.integer(seq_len(200L) %in% sample(200L, 12L))
  follow$site <- sample(letters[1:10], 200L, TRUE)
  crowded <- run(follow, subgroup_columns = "sex", covariates = "site", reference_group = "A", min_events = 2L)
  expect_true("事件不多于系数，未估计" %in% crowded$subgroups$note)
})

testthat::test_that("a clinical table in Chinese: spellings, numbers as texts and numbers that most patients share", {
  follow <- simulated(1, c(0.7, 0.7))
  names(follow)[match(c("rx", "sex", "age"), names(follow))] <- c("治疗 方案", "性别", "年龄")
  follow$性别[1:3] <- c("女 ", "女", "女")
  follow$分期 <- rep(c("Ⅰ期", "II期", "III 期", "I期"), 50L)
  follow$CEA <- sprintf("%s", rep(c("1,200", "5", "5", "5", "7"), 40L))
  follow$最高 <- rep(c(3, 5, 5, 4, 5), 40L)
  result <- run(
    follow, marker_column = "治疗 方案", subgroup_columns = c("性别", "年龄", "分期", "CEA", "最高"), subgroup_numbers = c("CEA", "最高")
  )
  expect_identical(result$subgroups$level[result$subgroups$variable == "分期"], c("I期", "II期", "III 期"))
  expect_identical(sum(result$subgroups$n[result$subgroups$variable == "分期"]), 200L)
  expect_identical(result$subgroups$level[result$subgroups$variable == "CEA"], c("\u2264 5", "> 5"))
  expect_identical(result$subgroups$level[result$subgroups$variable == "最高"], c("\u2264 4", "> 4"))
  expect_identical(row_of(result$interaction, variable = "最高")$way, "中位数以下的最大值（多数患者的数值相同）")
  expect_true("spellings_merged" %in% codes_of(result))
})

testthat::test_that("empty and hostile input is answered with a sentence", {
  follow <- simulated(1, c(0.7, 0.7))
  expect_identical(fault(follow[0L, ])[["code"]], "few_patients")
  expect_identical(fault(transform(follow, status = 0L))[["code"]], "no_events")
  expect_identical(fault(follow, marker_column = "nothing"), c(code = "no_column", field = "marker_column"))
  expect_identical(fault(follow, subgroup_columns = c("sex", "time")), c(code = "no_column", field = "subgroup_columns"))
  expect_identical(fault(follow, subgroup_columns = character()), c(code = "no_subgroups", field = "subgroup_columns"))
  expect_identical(fault(follow, subgroup_columns = c("sex", "rx")), c(code = "marker_is_subgroup", field = "subgroup_columns"))
  expect_identical(fault(follow, covariates = "rx"), c(code = "marker_is_covariate", field = "covariates"))
  expect_identical(fault(follow, covariates = "nothing"), c(code = "column_absent", field = "covariates"))
  expect_identical(fault(follow, marker_column = "grade"), c(code = "marker_levels", field = "marker_column"))
  expect_identical(fault(transform(follow, rx = "A")), c(code = "marker_constant", field = "marker_column"))
  expect_identical(fault(transform(follow, rx = NA_character_))[["code"]], "few_patients")
  expect_identical(fault(follow, reference_group = "C"), c(code = "no_reference_group", field = "reference_group"))
  expect_identical(fault(follow, subgroup_columns = "sample")[["code"]], "no_column")
  follow$name <- sprintf("患者%d", seq_len(200L))
  expect_identical(fault(follow, subgroup_columns = "name"), c(code = "many_levels", field = "subgroup_columns"))
  follow$empty <- ""
  expect_identical(fault(follow, subgroup_columns = "empty"), c(code = "empty_column", field = "subgroup_columns"))
  follow$stage <- rep(1:4, 50L)
  expect_identical(fault(follow, subgroup_columns = "stage"), c(code = "codes_or_numbers", field = "subgroup_columns"))
  expect_identical(fault(follow, cut_points = "sex 1"), c(code = "cut_text", field = "cut_points"))
  expect_identical(fault(follow, subgroup_columns = "age", cut_points = "age 500"), c(code = "cut_outside", field = "cut_points"))
  expect_identical(fault(follow, subgroup_columns = "age", cut_points = "age 1；age=2"), c(code = "two_cuts", field = "cut_points"))
  many <- as.data.frame(matrix(rep(c("a", "b"), 1600L), 200L, dimnames = list(NULL, sprintf("K%d", 1:16))))
  expect_identical(fault(data.frame(follow, many), subgroup_columns = names(many)), c(code = "many_subgroups", field = "subgroup_columns"))
  expect_identical(fault(follow, subgroup_columns = "age", cut_points = "age 老"), c(code = "cut_unread", field = "cut_points"))
  unused <- run(follow, cut_points = "age 60; ")
  expect_true("cut_unused" %in% codes_of(unused))
  # Infinite and enormous numbers are no measurements; what cannot be fitted is said.
  follow$value <- stats::rnorm(200L)
  follow$value[1:3] <- c(Inf, -Inf, NA)
  expect_identical(facts_of(run(follow, marker_column = "value"))$patients, 197L)
  follow$value[4:6] <- c(1e300, -1e300, 1e308)
  huge <- run(follow, marker_column = "value", covariates = "age")
  expect_identical(huge$subgroups$n[[1L]], 197L)
  expect_identical(huge$subgroups$note[[1L]], "模型拟合不成")
  named <- follow
  names(named)[match(c("sex", "grade"), names(named))] <- c("全部患者", "x · 交互检验 P = 1 %s {n} \\1")
  odd <- run(named, subgroup_columns = c("全部患者", "x · 交互检验 P = 1 %s {n} \\1"))
  expect_identical(nrow(odd$interaction), 2L)
})

testthat::test_that("the form tells what only R knows of the columns", {
  inputs <- list(survival = structure(simulated(1, c(0.7, 0.7)), label = "随访表"))
  expect_identical(codes_at_form(tool, inputs, changed(params, cut_points = "age 60")), c("cut_unused", "columns_read"))
})

#' The same patients on the scale of their age, in days: they come under observation at the age at which they were operated.
colon_by_age <- function() {
  own <- colon()
  transform(own, time = age * 365 + time, entered = age * 365)
}

testthat::test_that("colon by age: with times of entry ratios are coxph's and tests of interaction anova's on (entry, time]", {
  own <- colon_by_age()
  exact <- function(object, expected) testthat::expect_equal(object, expected, tolerance = 1e-8)
  entered <- function(terms, data) survival::coxph(stats::update(terms, survival::Surv(entered, time, status) ~ .), data)
  columns <- c("sex", "obstruct", "differ", "node4")
  for (adjusted in c(FALSE, TRUE)) {
    result <- run(
      own, subgroup_columns = columns, subgroup_codes = "differ", reference_group = "Obs", entry_column = "entered",
      covariates = if (adjusted) "nodes" else character(), covariate_numbers = if (adjusted) "nodes" else character()
    )
    used <- if (adjusted) own[!is.na(own$nodes), ] else own
    used$x <- as.numeric(used$rx == "Lev+5FU")
    of <- function(terms) if (adjusted) stats::update(terms, ~ . + nodes) else terms
    exact(shown_ratio(row_of(result$subgroups, level = "")), ratio_of(entered(of(~ x), used)))
    for (name in columns) {
      for (level in unique(stats::na.omit(used[[name]]))) exact(
        shown_ratio(row_of(result$subgroups, variable = name, level = as.character(level))),
        ratio_of(entered(of(~ x), used[used[[name]] %in% level, ]))
      )
      known <- used[!is.na(used[[name]]), ]
      known$g <- factor(known[[name]])
      exact(shown_test(row_of(result$interaction, variable = name)), interaction_of(entered(of(~ x * g), known), entered(of(~ x + g), known)))
    }
    expect_identical(facts_of(result)[c("entered_late", "entry_word")], list(entered_late = nrow(used), entry_word = "entered"))
  }
  # The first death is that of the one patient who is watched then: the Kaplan-Meier curve, by which cox.zph counts time, is at 0 from there on.
  expect_null(facts_of(result)$ph_p)
  expect_true("ph_untested" %in% codes_of(result))
  later <- transform(own[own$age >= 40, ], x = as.numeric(rx == "Lev+5FU"))
  direct <- survival::coxph(survival::Surv(entered, time, status) ~ x, later)
  told <- run(later, subgroup_columns = "sex", reference_group = "Obs", entry_column = "entered")
  exact(facts_of(told)$ph_p, survival::cox.zph(direct)$table[["x", "p"]])
  expect_false("ph_untested" %in% codes_of(told))
  flipped <- run(own, subgroup_columns = columns, subgroup_codes = "differ", reference_group = "Lev+5FU", entry_column = "entered")
  first <- run(own, subgroup_columns = columns, subgroup_codes = "differ", reference_group = "Obs", entry_column = "entered")
  expect_equal(flipped$subgroups$HR, 1 / first$subgroups$HR, tolerance = 1e-6)
  expect_equal(flipped$interaction, first$interaction, tolerance = 1e-6)
  set.seed(5)
  mixed <- run(
    own[sample(nrow(own)), ], subgroup_columns = columns, subgroup_codes = "differ", reference_group = "Obs", entry_column = "entered"
  )
  expect_equal(mixed$subgroups, first$subgroups, tolerance = 1e-9, ignore_attr = TRUE)
  years <- run(
    transform(own, time = time / 365.25, entered = entered / 365.25), subgroup_columns = columns, subgroup_codes = "differ", reference_group = "Obs",
    entry_column = "entered", time_unit = "year"
  )
  expect_equal(years$interaction, first$interaction, tolerance = 1e-6)
})

testthat::test_that("an entry of 0 changes nothing; late ones and those without one leave, counted; columns that are none are refused", {
  own <- colon()
  without <- run(own, reference_group = "Obs")
  zero <- run(transform(own, entered = 0), reference_group = "Obs", entry_column = "entered")
  for (table in c("interaction", "subgroups", "forest")) expect_equal(zero[[table]], without[[table]], tolerance = 1e-8)
  expect_true("entry_none" %in% codes_of(zero))
  expect_null(facts_of(without)$entry_word)
  aged <- colon_by_age()
  odd <- run(
    transform(aged, entered = replace(replace(replace(entered, 1:2, NA), 3:5, time[3:5]), 6L, -1)), reference_group = "Obs", entry_column = "entered"
  )
  count <- function(step) odd$flow$n[odd$flow$step == step]
  expect_identical(count("排除：「entered」没有填"), 2L)
  expect_identical(count("排除：进入观察不早于随访结束"), 3L)
  expect_identical(count("排除：进入观察的时间小于 0"), 1L)
  expect_equal(odd$subgroups, run(aged[-(1:6), ], reference_group = "Obs", entry_column = "entered")$subgroups, tolerance = 1e-9)
  expect_identical(fault(aged, entry_column = "gone"), c(code = "no_column", field = "entry_column"))
  expect_identical(fault(aged, entry_column = "rx", marker_column = "sex", subgroup_columns = "age"), c(code = "not_numbers", field = "entry_column"))
  expect_identical(fault(transform(aged, entered = "转诊以后"), entry_column = "entered"), c(code = "not_numbers", field = "entry_column"))
  expect_identical(fault(aged, entry_column = "age", subgroup_columns = "age"), c(code = "entry_is_variable", field = "subgroup_columns"))
  expect_identical(fault(aged, entry_column = "nodes", marker_column = "nodes"), c(code = "entry_is_variable", field = "marker_column"))
  expect_identical(fault(aged, entry_column = "nodes", covariates = "nodes"), c(code = "entry_is_variable", field = "covariates"))
  expect_identical(fault(transform(aged, entered = time), entry_column = "entered")[["code"]], "few_patients")
})

#' Patients from their diagnosis on, seen where they live until they are referred. Of two arms "B" has a ratio of exp(0.7) among women and men alike,
#' and makes women come late.
referred_women <- function(seed, n = 1200L) {
  set.seed(seed)
  women <- stats::rbinom(n, 1L, 0.5) == 1
  other <- stats::rbinom(n, 1L, 0.5) == 1
  death <- stats::rexp(n, exp(0.7 * other) / 900)
  entered <- ifelse(women & other, stats::runif(n, 0, 1500), stats::runif(n, 0, 50))
  end <- entered + stats::runif(n, 300, 2500)
  data.frame(
    sample = sprintf("P%04d", seq_len(n)), time = pmin(death, end), status = as.integer(death <= end), rx = ifelse(other, "B", "A"),
    sex = ifelse(women, "女", "男"), entered = entered
  )[death > entered, ]
}

testthat::test_that("late entry of one arm of one subgroup makes no interaction with times of entry, and one without", {
  told <- vapply(1:20, function(seed) {
    own <- referred_women(seed)
    of <- function(entry) {
      result <- run(own[c(names(own)[1:5], entry)], reference_group = "A", entry_column = entry)
      c(log(row_of(result$subgroups, level = "女")$HR), result$interaction$p[[1L]])
    }
    c(of("entered"), of(NULL))
  }, numeric(4))
  expect_lt(abs(mean(told[1L, ]) - 0.7), 0.06)
  expect_lt(mean(told[3L, ]), 0.4)
  expect_lte(sum(told[2L, ] < 0.05), 3L)
  expect_gte(sum(told[4L, ] < 0.05), 15L)
})
