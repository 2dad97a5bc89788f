# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("batch_roc_plot")

params <- list(
  label_column = "outcome", positive_label = "Poor", one_against_rest = FALSE, metrics = c("wfns", "s100b", "ndka"), reversed = character(),
  pAdjustMethod = "BH"
)
run <- function(samples, ...) run_tool(tool, list(samples = samples), changed(params, ...))
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)
exact <- function(object, expected) expect_equal(object, expected, tolerance = 1e-8)

own <- package_data("aSAH", "pROC")
asah <- data.frame(outcome = as.character(own$outcome), wfns = as.integer(own$wfns), s100b = own$s100b, ndka = own$ndka, age = own$age)
direct <- function(marker, data = asah) pROC::roc(data$outcome, data[[marker]], levels = c("Good", "Poor"), direction = "<", quiet = TRUE)

testthat::test_that("aSAH has the published areas", {
  tables <- run(asah)
  expect_equal(round(tables$auc$auc, 3), c(0.824, 0.731, 0.612))
  expect_equal(facts_of(tables)$cases, 41L)
  expect_equal(facts_of(tables)$best, "wfns")
})

testthat::test_that("areas, DeLong intervals, cut-offs and comparisons are pROC's", {
  tables <- run(asah, pAdjustMethod = "bonferroni")
  for (i in 1:3) {
    row <- tables$auc[i, ]
    curve <- direct(row$marker)
    exact(c(row$lower, row$auc, row$upper), as.numeric(pROC::ci.auc(curve)))
    told <- pROC::coords(curve, "best", ret = c("threshold", "sensitivity", "specificity", "ppv", "npv", "accuracy"))[1L, ]
    exact(unlist(row[c("cutoff", "sensitivity", "specificity", "ppv", "npv", "accuracy")], use.names = FALSE), unlist(told, use.names = FALSE))
    exact(row$p, suppressWarnings(stats::wilcox.test(asah[[row$marker]] ~ asah$outcome))$p.value)
  }
  both <- utils::combn(c("wfns", "s100b", "ndka"), 2L)
  p <- apply(both, 2L, function(pair) pROC::roc.test(direct(pair[[1L]]), direct(pair[[2L]]), method = "delong")$p.value)
  exact(tables$pairs$p, p)
  exact(tables$pairs$padj, stats::p.adjust(p, "bonferroni"))
})

testthat::test_that("the area is the share of pairs in order, and cut-offs part the samples as they say", {
  row <- run(asah, metrics = "s100b")$auc
  case <- asah$outcome == "Poor"
  pairs <- outer(asah$s100b[case], asah$s100b[!case], function(a, b) (a > b) + (a == b) / 2)
  exact(row$auc, mean(pairs))
  exact(row$sensitivity, mean(asah$s100b[case] > row$cutoff))
  exact(row$specificity, mean(asah$s100b[!case] < row$cutoff))
})

testthat::test_that("the other label as positive mirrors, a reversed marker mirrors back, order and monotone changes do nothing", {
  tables <- run(asah)
  other <- run(asah, positive_label = "Good")
  exact(other$auc$auc, 1 - tables$auc$auc)
  expect_true("below_half" %in% codes_of(other))
  exact(run(asah, positive_label = "Good", reversed = c("wfns", "s100b", "ndka"))$auc$auc, tables$auc$auc)
  expect_identical(run(asah[sample(113), ])$auc, tables$auc)
  exact(run(transform(asah, s100b = log(s100b)))$auc$auc, tables$auc$auc)
})

testthat::test_that("labels as people write them: the positive one is known or told, and the first column serves", {
  for (labels in list(c("no", "yes"), c("0", "1"), c("对照", "病例"), c("FALSE", "TRUE"), c("Normal", "Tumor"))) {
    written <- transform(asah, outcome = labels[(outcome == "Poor") + 1L])
    tables <- run(written, positive_label = "", label_column = NULL)
    expect_equal(facts_of(tables)$positive, labels[[2L]])
    exact(tables$auc$auc, run(asah)$auc$auc)
  }
  number <- transform(asah, outcome = as.numeric(outcome == "Poor"))
  exact(run(number, positive_label = "1")$auc$auc, run(asah)$auc$auc)
  exact(run(number, positive_label = "1.0", metrics = character(), label_column = "outcome")$auc$auc[1:3], run(asah)$auc$auc)
  unknown <- transform(asah, outcome = c("B", "A")[(outcome == "Poor") + 1L])
  expect_true("positive_guessed" %in% codes_of(run(unknown, positive_label = "")))
  exact(run(asah, positive_label = "poor")$auc$auc, run(asah)$auc$auc)
})

testthat::test_that("three labels are refused, or one is held against the rest", {
  three <- transform(asah, outcome = ifelse(age > 60 & outcome == "Good", "Old", outcome))
  expect_equal(fault(three)$code, "many_labels")
  expect_match(conditionMessage(fault(three)), "其余取值合为对照")
  exact(run(three, one_against_rest = TRUE)$auc$auc, run(asah)$auc$auc)
  expect_equal(fault(three, one_against_rest = TRUE, positive_label = "")$field, "positive_label")
})

testthat::test_that("a perfect marker, a constant one, ties and missing values have their numbers or their sentence", {
  odd <- transform(
    asah, perfect = as.numeric(outcome == "Poor") * 10 + seq_along(outcome) / 1000, other = as.numeric(outcome == "Poor"), constant = 3,
    holes = replace(s100b, 1:20, c(NA, Inf))
  )
  tables <- run(odd, metrics = c("perfect", "other", "constant", "holes"))
  auc <- tables$auc
  expect_equal(auc$auc[1:3], c(1, 1, 0.5))
  expect_true(all(is.na(auc$lower[1:3])))
  expect_true(is.na(auc$cutoff[[3L]]))
  expect_true(all(c("auc_one", "constant", "missing") %in% codes_of(tables)))
  kept <- asah[-(1:20), ]
  exact(auc$auc[[4L]], as.numeric(direct("s100b", kept)$auc))
  expect_equal(auc$n[[4L]], 93L)
  for (series in split(tables$roc, tables$roc$series)) {
    expect_false(is.unsorted(series$fpr) || is.unsorted(series$tpr))
    expect_equal(c(series$fpr[[1L]], series$tpr[[1L]], max(series$fpr), max(series$tpr)), c(0, 0, 1, 1))
  }
  # As people write numbers; a word among them is left out, and told.
  written <- transform(asah, s100b = sprintf("%s%%", s100b * 100), ndka = replace(format(ndka * 1000, big.mark = ",", trim = TRUE), 1, "未测"))
  read <- run(written)
  exact(read$auc$auc[1:2], run(asah)$auc$auc[1:2])
  exact(read$auc$auc[[3L]], as.numeric(direct("ndka", asah[-1L, ])$auc))
  expect_true("not_numbers" %in% codes_of(read))
  named <- asah
  names(named)[[2L]] <- strrep("指标", 40)
  exact(run(named, metrics = names(named)[[2L]])$auc$auc, run(asah)$auc$auc[[1L]])
})

testthat::test_that("what cannot be drawn is answered with a sentence on its field", {
  expect_equal(fault(asah, label_column = "result")$field, "label_column")
  expect_equal(fault(asah, positive_label = "Bad")$field, "positive_label")
  expect_equal(fault(transform(asah, outcome = "Good"))$code, "one_label")
  expect_equal(fault(asah[c("outcome")], metrics = character())$code, "no_markers")
  expect_equal(fault(transform(asah, s100b = as.character(outcome)))$field, "metrics")
  expect_equal(fault(asah[c(which(asah$outcome == "Good")[1:5], which(asah$outcome == "Poor")[[1L]]), ])$code, "few_samples")
})

testthat::test_that("sensitivity and specificity at a chosen cut-off stand beside what is left of them without the choice", {
  tables <- run(asah)
  auc <- tables$auc
  expect_true(all(auc$sensitivity_corrected + auc$specificity_corrected < auc$sensitivity + auc$specificity))
  facts <- facts_of(tables)
  exact(c(facts$best_sensitivity_corrected, facts$best_specificity_corrected), c(auc$sensitivity_corrected[[1L]], auc$specificity_corrected[[1L]]))
  # The same by pROC, resample by resample.
  set.seed(1)
  case <- asah$outcome == "Poor"
  optimism <- rowMeans(replicate(200L, {
    drawn <- c(sample(which(case), replace = TRUE), sample(which(!case), replace = TRUE))
    cut <- pROC::coords(direct("s100b", asah[drawn, ]), "best", ret = c("threshold", "sensitivity", "specificity"))
    c(
      mean(cut$sensitivity) - mean(vapply(cut$threshold, function(at) mean(asah$s100b[case] > at), 0)),
      mean(cut$specificity) - mean(vapply(cut$threshold, function(at) mean(asah$s100b[!case] < at), 0))
    )
  }))
  row <- auc[auc$marker == "s100b", ]
  expect_lt(max(abs(c(row$sensitivity - row$sensitivity_corrected, row$specificity - row$specificity_corrected) - optimism)), 0.02)
  # A low value as positive is the mirror.
  mirrored <- run(transform(asah, s100b = -s100b), metrics = "s100b", reversed = "s100b")$auc
  exact(c(mirrored$sensitivity_corrected, mirrored$specificity_corrected), c(row$sensitivity_corrected, row$specificity_corrected))
})

testthat::test_that("of noise little is left beyond guessing, and no marker is said to be better than chance", {
  set.seed(9)
  told <- replicate(60L, {
    noise <- data.frame(outcome = rep(c("Good", "Poor"), each = 25L), a = stats::rnorm(50))
    tables <- run(noise, metrics = "a")
    c(tables$auc$youden, tables$auc$sensitivity_corrected + tables$auc$specificity_corrected - 1, !facts_of(tables)$best_chance)
  })
  # What is looked for is found: about 0.16 of nothing. The bootstrap takes most of it away.
  means <- rowMeans(told, na.rm = TRUE)
  expect_gt(means[[1L]], 0.14)
  expect_lt(means[[2L]], 0.5 * means[[1L]])
  expect_lte(sum(told[3L, ]), 5)
  expect_false(facts_of(run(asah))$best_chance)
})

testthat::test_that("a marker that ranks all positive samples lowest is not called the same everywhere", {
  apart <- data.frame(outcome = rep(c("Good", "Poor"), each = 8L), low = c(9:16, 1:8) + 0.5, flat = 1)
  tables <- run(apart, metrics = c("low", "flat"))
  exact(tables$auc$auc, c(0, 0.5))
  messages <- vapply(attr(tables, "findings"), `[[`, "", "message")
  codes <- codes_of(tables)
  expect_match(messages[codes == "no_cutoff"], "low.*没有一个截断值比猜更好")
  expect_match(messages[codes == "constant"], "「flat」")
  expect_false(grepl("low", messages[codes == "constant"]))
})

testthat::test_that("a patients' table has the areas of its markers, none of them turned", {
  samples <- utils::read.csv(shared("cases", "20_roc.csv"))
  tables <- run(samples, metrics = character(), positive_label = "")
  expect_equal(tables$auc$auc, c(0.1873, 0.6313, 0.5010), tolerance = 5e-5 / 0.19)
})
