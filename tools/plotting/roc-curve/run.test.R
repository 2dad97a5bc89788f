# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("roc_curve")

params <- list(
  time_unit = "day", markers = "thickness", reversed = character(), times = character(), weighting = "marginal", pAdjustMethod = "BH"
)
run <- function(follow, ...) run_tool(tool, list(survival = follow), changed(params, ...))
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)
exact <- function(object, expected) expect_equal(object, expected, tolerance = 1e-8)

own <- package_data("Melanoma", "riskRegression")
melanoma <- data.frame(
  sample = sprintf("M%03d", seq_len(nrow(own))), time = own$time, status = as.integer(own$status != 0), thickness = own$thick, age = own$age,
  sex = as.character(own$sex)
)

#' Score called directly. @param formula Its right side tells what censoring depends on.
direct <- function(data, columns, formula, model, days) {
  # Score turns the very data frame that it gets into another class.
  data <- data.frame(data)
  riskRegression::Score(
    lapply(stats::setNames(nm = columns), function(column) matrix(data[[column]], nrow(data), length(days))), formula = formula, data = data,
    times = days, metrics = "auc", cens.model = model, summary = NULL, conf.int = TRUE
  )
}
#' @param right What censoring depends on.
outcome <- function(right) {
  stats::as.formula(paste("Surv(time, status) ~", right), env = list2env(list(Surv = survival::Surv), parent = globalenv()))
}
days <- c(365, 1095, 1825)

testthat::test_that("thickness of melanoma has the known AUC at 1, 3 and 5 years", {
  expect_equal(round(run(melanoma)$auc$auc, 3), c(0.714, 0.781, 0.724))
})

testthat::test_that("markers may be written as people write numbers", {
  written <- transform(melanoma, thickness = formatC(thickness * 10, format = "d", big.mark = ","), age = paste0(age, "%"))
  exact(run(written, markers = c("thickness", "age"))$auc$auc, run(
    transform(melanoma, thickness = as.integer(thickness * 10)), markers = c("thickness", "age")
  )$auc$auc)
  graded <- fault(transform(melanoma[1:3], sample = sample, grade = rep(c("低", "中", "高"), length.out = nrow(melanoma))), markers = character())
  expect_match(conditionMessage(graded), "「grade」里有不是数字的内容")
})

testthat::test_that("AUC, intervals and comparisons are riskRegression's, by both ways of weighting", {
  both <- run(melanoma, markers = c("thickness", "age"), pAdjustMethod = "holm")
  told <- direct(melanoma, c("thickness", "age"), outcome("1"), "km", days)
  exact(both$auc$auc, told$AUC$score$AUC)
  exact(both$auc$lower, told$AUC$score$lower)
  exact(both$auc$upper, told$AUC$score$upper)
  exact(both$pairs$difference, told$AUC$contrasts$delta.AUC)
  exact(both$pairs$p, told$AUC$contrasts$p)
  exact(both$pairs$padj, stats::p.adjust(told$AUC$contrasts$p, "holm"))
  cox <- run(melanoma, weighting = "cox")
  exact(cox$auc$auc, direct(melanoma, "thickness", outcome("thickness"), "cox", days)$AUC$score$AUC)
  expect_gt(abs(cox$auc$auc[[3L]] - both$auc$auc[[3L]]), 0.001)
})

testthat::test_that("without censoring it is the area that ranks give, and the cut-off is Youden's", {
  set.seed(5)
  n <- 120
  status <- rep(1, n)
  follow <- data.frame(sample = paste0("P", seq_len(n)), time = stats::rexp(n, 1 / 800), status = status)
  follow$score <- -follow$time / 400 + stats::rnorm(n)
  tables <- run(follow, markers = "score", times = "365")
  case <- follow$time <= 365
  ranks <- rank(follow$score)
  area <- (sum(ranks[case]) - sum(case) * (sum(case) + 1) / 2) / (sum(case) * sum(!case))
  exact(tables$auc$auc, area)
  youden <- function(cut) mean(follow$score[case] >= cut) + mean(follow$score[!case] < cut) - 1
  best <- max(vapply(follow$score, youden, 1))
  exact(tables$auc$sensitivity + tables$auc$specificity - 1, best)
  exact(youden(tables$auc$cutoff), best)
})

testthat::test_that("a reversed marker mirrors, a monotone change does nothing, nor does the order of patients", {
  tables <- run(melanoma)
  opposite <- run(transform(melanoma, thickness = -thickness), reversed = "thickness")
  exact(opposite$auc$auc, tables$auc$auc)
  exact(opposite$auc$cutoff, -tables$auc$cutoff)
  exact(run(transform(melanoma, thickness = -thickness))$auc$auc, 1 - tables$auc$auc)
  expect_true("below_half" %in% codes_of(run(transform(melanoma, thickness = -thickness))))
  exact(run(transform(melanoma, thickness = log(thickness)))$auc$auc, tables$auc$auc)
  exact(run(melanoma[sample(205), ])$auc$auc, tables$auc$auc)
})

testthat::test_that("months and years are the data's own", {
  exact(run(transform(melanoma, time = time / 30.4375), time_unit = "month")$auc$auc, run(melanoma)$auc$auc)
  expect_equal(run(melanoma, times = c("1825", "730"))$auc$at, c("2 年", "5 年"))
})

testthat::test_that("curves go from corner to corner and never back, under names that tell them apart", {
  tables <- run(melanoma, markers = c("thickness", "age"))
  expect_equal(length(unique(tables$roc$series)), 6L)
  for (own in split(tables$roc, tables$roc$series)) {
    expect_false(is.unsorted(own$fpr) || is.unsorted(own$tpr))
    expect_equal(c(own$fpr[[1L]], own$tpr[[1L]], max(own$fpr), max(own$tpr)), c(0, 0, 1, 1))
  }
  expect_setequal(run(melanoma)$roc$series, c("1 年", "3 年", "5 年"))
})

testthat::test_that("times beyond the follow-up and missing values are told, numbers of all columns taken where none is named", {
  tables <- run(melanoma, times = c("365", "3650"))
  expect_true(nrow(tables$auc) >= 1L)
  holes <- transform(melanoma, thickness = replace(thickness, 1:4, c(NA, Inf, NA, -Inf)))
  expect_equal(facts_of(run(holes))$patients, 201L)
  expect_setequal(run(melanoma, markers = character())$auc$marker, c("thickness", "age"))
  expect_true("constant" %in% codes_of(run(transform(melanoma, age = 1), markers = c("thickness", "age"))))
  long <- melanoma
  names(long)[[4L]] <- strrep("名", 80)
  exact(run(long, markers = names(long)[[4L]])$auc$auc, run(melanoma)$auc$auc)
})

testthat::test_that("a marker made of the outcome is told, and ties everywhere have a number", {
  tables <- run(transform(melanoma, age = -time), markers = "age")
  expect_true("auc_one" %in% codes_of(tables))
  tied <- run(transform(melanoma, age = as.numeric(thickness > 2)), markers = "age")
  expect_true(all(is.finite(tied$auc$auc)))
})

testthat::test_that("what cannot be drawn is answered with a sentence on its field", {
  expect_equal(fault(melanoma, markers = "sex")$field, "markers")
  expect_equal(fault(melanoma, markers = "weight")$code, "no_column")
  expect_equal(fault(transform(melanoma, status = 0))$code, "no_events")
  expect_equal(fault(transform(melanoma, thickness = 3))$code, "constant")
  expect_equal(fault(transform(melanoma, time = time / 365), times = "365")$field, "times")
  expect_equal(fault(melanoma[c("sample", "time", "status", "sex")], markers = character())$code, "no_markers")
})

testthat::test_that("a chosen cut-off stands beside its values without the choice; noise is not called better than chance", {
  tables <- run(melanoma, markers = c("thickness", "age"))
  auc <- tables$auc
  expect_true(all(auc$sensitivity_corrected + auc$specificity_corrected < auc$sensitivity + auc$specificity))
  expect_false(facts_of(tables)$best_chance)
  # Without censoring the weights are 1, and what is left is that of a label.
  whole <- transform(melanoma, status = 1L)
  row <- run(whole, times = "1825")$auc
  case <- whole$time <= 1825
  optimism <- youden_optimism(whole$thickness, as.numeric(case), as.numeric(!case))
  exact(row$sensitivity - row$sensitivity_corrected, optimism[["sensitivity"]])
  exact(row$sensitivity, mean(whole$thickness[case] >= row$cutoff))
  set.seed(12)
  expect_lte(sum(replicate(10L, !facts_of(run(transform(melanoma, thickness = stats::rnorm(205)), times = "1825"))$best_chance)), 2)
  # All who die are lowest.
  low <- transform(whole, thickness = time)
  expect_true(is.na(run(low, times = "1825")$auc$cutoff))
})
