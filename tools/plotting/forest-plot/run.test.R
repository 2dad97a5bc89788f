# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("forest_plot")

params <- list(
  label_column = "label", hr_column = "hr", lower_column = "lower", upper_column = "upper", p_column = "p", n_column = NULL,
  events_column = NULL, section_column = NULL, log_axis = TRUE, reference = 1, estimate_name = "HR", low_hr_color = "#377eb8",
  high_hr_color = "#e41a1c"
)
run <- function(ratios, ...) run_tool(tool, list(ratios = ratios), changed(params, ...))
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)
paper <- function(hr, p = rep("", length(hr)), label = paste0("V", seq_along(hr))) {
  run(data.frame(label, hr, p), lower_column = NULL, upper_column = NULL)
}

own <- package_data("GBSG2", "TH.data")
fit <- summary(survival::coxph(survival::Surv(time, cens) ~ horTh + age + tsize + pnodes, own))
numbers <- data.frame(
  label = rownames(fit$conf.int), hr = fit$conf.int[, 1L], lower = fit$conf.int[, 3L], upper = fit$conf.int[, 4L], p = fit$coefficients[, 5L]
)

testthat::test_that("numbers pass through unchanged, in the order of the table", {
  tables <- run(numbers)
  expect_identical(tables$forest$estimate, unname(numbers$hr))
  expect_identical(tables$forest$lower, unname(numbers$lower))
  expect_identical(tables$forest$upper, unname(numbers$upper))
  expect_identical(tables$forest$p, unname(numbers$p))
  expect_equal(facts_of(tables)$drawn, 4L)
  expect_equal(facts_of(tables)$clear, sum(numbers$lower > 1 | numbers$upper < 1))
  as_text <- data.frame(lapply(numbers, function(column) if (is.numeric(column)) format(column, digits = 17, trim = TRUE) else column))
  expect_equal(run(as_text)$forest$estimate, unname(numbers$hr), tolerance = 1e-12)
})

testthat::test_that("cells of papers are split, however they are written", {
  written <- c(
    "0.71 (0.55–0.91)", "0.71 (0.55-0.91)", "0.71（0.55－0.91）", "0.71 [0.55, 0.91]", "0.71(95%CI:0.55~0.91)", "0.71 (95% CI, 0.55 to 0.91)",
    "０．７１（０．５５—０．９１）", "0.71 (0.55 至 0.91)", ".71 (.55-.91)", "0.71, 0.55–0.91", "7.1e-1 (5.5e-1–9.1e-1)", "0.71 (0.55; 0.91)*"
  )
  rows <- paper(written)$forest
  expect_equal(rows$estimate, rep(0.71, length(written)))
  expect_equal(rows$lower, rep(0.55, length(written)))
  expect_equal(rows$upper, rep(0.91, length(written)))
  big <- paper("1,234.5 (1,000–2,000)")$forest
  expect_equal(c(big$estimate, big$lower, big$upper), c(1234.5, 1000, 2000))
  apart <- run(data.frame(label = "a", hr = "0.71", ci = "0.55–0.91", p = ""), lower_column = "ci", upper_column = NULL)$forest
  expect_equal(c(apart$estimate, apart$lower, apart$upper), c(0.71, 0.55, 0.91))
})

testthat::test_that("digits that stand together are one number: an interval alone has no estimate", {
  rows <- paper(c("0.71 (0.55–0.91)", "1.5-2.5", "12-34", "0.710.55-0.91", "0.71-0.55-0.91"))$forest
  expect_equal(rows$estimate, c(0.71, NA, NA, NA, NA))
  expect_equal(rows$lower, c(0.55, NA, NA, NA, NA))
})

testthat::test_that("what stands in place of a row is written as the table writes it", {
  table <- data.frame(label = c("a", "b"), hr = c(1.32, 0.71), lower = c(NA, 0.55), upper = c(1.7, 0.91))
  expect_equal(run(table, p_column = NULL)$forest$remark, c("1.32", ""))
})

testthat::test_that("P is a number, or stands as it is written", {
  p <- c("<0.001", "＜ 0.001", "1.2×10^-5", "1.2x10-5", "1.2E-5", "P = 0.03", "0.03*", ".03", "NS", "")
  rows <- paper(rep("0.5 (0.4–0.6)", length(p)), p)$forest
  expect_equal(rows$p, c(NA, NA, 1.2e-5, 1.2e-5, 1.2e-5, 0.03, 0.03, 0.03, NA, NA))
  expect_equal(rows$p_text, c("< 0.001", "< 0.001", "", "", "", "", "", "", "NS", ""))
  expect_true("p_unread" %in% codes_of(paper("0.5 (0.4–0.6)", "NS")))
})

testthat::test_that("rows of a name alone are headings, those of the reference say so", {
  tables <- paper(c("", "1 (参照)", "0.7 (0.5–0.9)", "", "Reference", "2.0 (1.1–3.5)", "1.00"), label = c("治疗", "否", "是", "分级", "I", "II", "III"))
  rows <- tables$forest
  expect_equal(rows$label, c("否", "是", "I", "II", "III"))
  expect_equal(rows$section, c("治疗", "治疗", "分级", "分级", "分级"))
  expect_equal(rows$remark, c("参照", "", "参照", "", "参照"))
  expect_equal(facts_of(tables)$references, 3L)
  expect_equal(facts_of(tables)$drawn, 2L)
  # A variable without a result looks like a heading: the user is told which rows were taken for one.
  expect_true("headings" %in% codes_of(tables))
  named <- run(transform(numbers, part = c("甲", "甲", "乙", "乙")), section_column = "part")
  expect_equal(named$forest$section, c("甲", "甲", "乙", "乙"))
  expect_false("headings" %in% codes_of(named))
})

testthat::test_that("what cannot be drawn stays in the table as it was written, and is told by its reason", {
  hostile <- rbind(numbers, data.frame(
    label = c("无区间", "为零", "在区间外", "文字", strrep("长名", 40)), hr = c("1.5", "-0.2", "3", "不适用", "Inf"),
    lower = c("", "-0.5", "1", "", "1"), upper = c("", "0.1", "2", "", "Inf"), p = c("", "", "0.2", "", "")
  ))
  tables <- run(hostile)
  expect_equal(facts_of(tables)$drawn, 4L)
  expect_equal(facts_of(tables)$without, 5L)
  expect_equal(nrow(tables$forest), 9L)
  expect_true(all(c("rows_no_interval", "rows_negative", "rows_outside", "rows_unread") %in% codes_of(tables)))
  expect_equal(tables$forest$remark[[5L]], "1.5")
  # An interval without an end goes to the edge of the plot.
  open <- run(data.frame(label = "a", hr = "2", lower = "1.2", upper = "Inf", p = "0.01"))$forest
  expect_equal(c(open$estimate, open$upper), c(2, Inf))
})

testthat::test_that("differences stand on a linear axis, below 0 too", {
  rows <- run(
    data.frame(label = c("a", "b"), hr = c("−0.3 (−0.5 to −0.1)", "-0.2 (-0.6--0.1)"), p = ""), lower_column = NULL, upper_column = NULL,
    log_axis = FALSE, reference = 0
  )$forest
  expect_equal(rows$estimate, c(-0.3, -0.2))
  expect_equal(rows$lower, c(-0.5, -0.6))
  expect_equal(rows$upper, c(-0.1, -0.1))
})

testthat::test_that("P that does not go with its interval is told", {
  expect_true("p_differs" %in% codes_of(paper("1.5 (0.8–2.8)", "<0.001")))
  expect_true("p_differs" %in% codes_of(paper("1.5 (1.2–1.9)", "0.4")))
  expect_false("p_differs" %in% codes_of(paper(c("1.5 (1.2–1.9)", "1.2 (0.9–1.6)", "1.3 (1.00–1.7)"), c("<0.001", "0.2", "0.049"))))
})

testthat::test_that("input at fault is answered with a sentence on its field", {
  swapped <- numbers
  swapped[c("lower", "upper")] <- numbers[c("upper", "lower")]
  expect_equal(fault(swapped)$field, "lower_column")
  expect_equal(fault(numbers, hr_column = "OR")$field, "hr_column")
  expect_equal(fault(transform(numbers, hr = "x"))$code, "nothing_left")
  expect_equal(fault(numbers[rep(1:4, 30), ])$code, "many_rows")
  expect_s3_class(fault(numbers[0, ]), "oncoloom_input")
})

testthat::test_that("the example has the published ratio of hormonal therapy", {
  path <- file.path(root, "tools", tool$folder, "example", "ratios.tsv")
  skip_if_not(file.exists(path), "the example has not been made (Rscript tools/examples.R)")
  example <- read_table_input(path)
  tables <- run(example, label_column = "变量", hr_column = "HR (95% CI)", lower_column = NULL, upper_column = NULL, p_column = "P")
  yes <- tables$forest[tables$forest$section == "激素治疗" & tables$forest$label == "是", ]
  expect_equal(c(yes$estimate, yes$lower, yes$upper), c(0.71, 0.55, 0.91))
  expect_equal(facts_of(tables)$without, 0L)
  expect_equal(facts_of(tables)$references, 3L)
  expect_false("p_differs" %in% codes_of(tables))
})

logged <- data.frame(label = numbers$label, coef = log(numbers$hr), lower = log(numbers$lower), upper = log(numbers$upper), p = numbers$p)

testthat::test_that("logarithms of ratios are noticed, by their name and by their intervals", {
  for (name in c("coef", "log(HR)", "logHR", "ln(OR)", "log_HR", "\u03b2", "\u56de\u5f52\u7cfb\u6570", "log hazard ratio")) {
    named <- stats::setNames(logged, c("label", name, "lower", "upper", "p"))
    expect_identical(fault(named, hr_column = name)$code, "logs_as_ratios", info = name)
    expect_true("forest" %in% names(run(named, hr_column = name, log_axis = FALSE, reference = 0)))
  }
  for (name in c("HR", "exp(coef)", "OR (95% CI)", "estimate")) {
    expect_false("logs_suspected" %in% codes_of(run(stats::setNames(numbers, c("label", name, "lower", "upper", "p")), hr_column = name)))
  }
  # Without a name that tells: all positive, and all would be drawn on the wrong side.
  centre <- c(0.41, 0.52, 0.70, 0.90)
  half <- c(0.30, 0.41, 0.28, 0.62)
  blind <- data.frame(label = letters[1:4], hr = centre, lower = centre - half, upper = centre + half, p = 0.01)
  tables <- run(blind)
  expect_true("logs_suspected" %in% codes_of(tables) && facts_of(tables)$logs_suspected)
  fix <- Filter(function(one) one$code == "logs_suspected", attr(tables, "findings"))[[1L]]$fix$parameters
  turned <- do.call(run, c(list(blind), fix))
  expect_false("logs_suspected" %in% codes_of(turned))
  expect_identical(facts_of(turned)$above, 4L)
  # Some are negative.
  expect_true("logs_suspected" %in% codes_of(run(stats::setNames(rbind(logged, logged), names(numbers)))))
})

testthat::test_that("ratios of papers, rounded, are never taken for logarithms, and limits that do not fit are named", {
  set.seed(4)
  said <- replicate(200L, {
    centre <- stats::rnorm(6, 0, 0.6)
    error <- stats::runif(6, 0.05, 0.5)
    written <- round(exp(cbind(centre, centre - 1.96 * error, centre + 1.96 * error)), 2)
    ratios <- data.frame(label = letters[1:6], hr = written[, 1L], lower = written[, 2L], upper = written[, 3L], p = "")
    codes <- codes_of(run(ratios))
    c(any(codes == "logs_suspected"), any(codes == "off_centre"))
  })
  expect_identical(rowSums(said), c(0, 0))
  wrong <- transform(numbers, upper = replace(upper, 2L, 4))
  tables <- run(wrong)
  message <- Filter(function(one) one$code == "off_centre", attr(tables, "findings"))[[1L]]$message
  expect_match(message, paste0("1 行.*", wrong$label[[2L]]))
  expect_false(any(c("off_centre", "logs_suspected") %in% codes_of(run(utils::read.csv(shared("cases", "45e_forest.csv")), label_column = "Variable",
    hr_column = "HR"))))
})
