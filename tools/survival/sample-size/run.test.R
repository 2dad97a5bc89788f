# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("sample_size")

params <- list(
  design = "log_rank", power = 0.8, alpha = 0.05, hazard_ratio = 0.6, event_share = 0.5, first_share = 0.5, fold_change = 2, dispersion = 0.16,
  depth = 20, fdr = 0.05, genes = 15000, changed_share = 0.05, auc = 0.7, controls = 1, predictors = 10, prevalence = 0.3, nagelkerke = 0.15, loss = 0
)
run <- function(...) run_tool(tool, list(), changed(params, ...))
z <- function(alpha, power) stats::qnorm(1 - alpha / 2) + stats::qnorm(power)

testthat::test_that("events of a log-rank test are Schoenfeld's, whichever group is called first", {
  facts <- facts_of(run())
  expect_identical(facts$events, as.integer(ceiling(4 * z(0.05, 0.8)^2 / log(0.6)^2)))
  expect_identical(facts$total, 242L)
  expect_identical(facts_of(run(hazard_ratio = 1 / 0.6))$total, 242L)
  uneven <- facts_of(run(first_share = 0.2, power = 0.9, alpha = 0.01))
  expect_identical(uneven$events, as.integer(ceiling(z(0.01, 0.9)^2 / (0.16 * log(0.6)^2))))
  expect_identical(uneven$first_n + uneven$second_n, uneven$total)
})

testthat::test_that("a simulated trial of that size has that power", {
  set.seed(1)
  size <- facts_of(run(hazard_ratio = 0.5, event_share = 1))$total
  group <- rep(1:2, length.out = size)
  p <- replicate(400L, {
    time <- stats::rexp(size, ifelse(group == 1, 0.5, 1))
    test <- survival::survdiff(survival::Surv(time, rep(1, size)) ~ group)
    stats::pchisq(test$chisq, 1, lower.tail = FALSE)
  })
  expect_gt(mean(p < 0.05), 0.72)
  expect_lt(mean(p < 0.05), 0.88)
})

testthat::test_that("RNA-seq has the published numbers of RNASeqPower where P is not adjusted", {
  # Its vignette: depth 20, coefficient of variation 0.4, alpha 0.05, power 0.8.
  each <- vapply(c(1.25, 1.5, 1.75, 2), function(effect) 2 * z(0.05, 0.8)^2 * (1 / 20 + 0.16) / log(effect)^2, 0)
  expect_equal(round(each[1:2], 1), c(66.2, 20.1))
  # With the level that the tool takes, the same formula.
  tables <- run(design = "rna_seq")
  facts <- facts_of(tables)
  level <- 0.8 * 750 * 0.05 / (14250 * 0.95)
  expect_equal(facts$level, level, tolerance = 1e-9)
  expect_identical(facts$first_n, as.integer(ceiling(2 * z(level, 0.8)^2 * 0.21 / log(2)^2)))
  expect_identical(facts$first_n, facts$second_n)
  expect_gt(facts_of(run(design = "rna_seq", changed_share = 0.001))$total, facts$total)
  expect_gte(facts$reached, 0.8)
})

testthat::test_that("AUC is pROC's", {
  direct <- pROC::power.roc.test(auc = 0.7, power = 0.8, sig.level = 0.05, kappa = 2)
  facts <- facts_of(run(design = "auc", controls = 2))
  expect_identical(c(facts$first_n, facts$second_n), as.integer(ceiling(c(direct$ncases, direct$ncontrols))))
})

testthat::test_that("a prediction model has the published numbers of pmsampsize", {
  # Riley and others 2020: 24 predictors, prevalence 0.174, Cox-Snell R2 0.288: 623, 662 and 221.
  most <- 1 - (0.174^0.174 * 0.826^0.826)^2
  tables <- run(design = "prediction", predictors = 24, prevalence = 0.174, nagelkerke = 0.288 / most)
  expect_identical(tables$criteria$n, c(623L, 662L, 221L))
  expect_equal(facts_of(tables)$total, 662)
  expect_identical(facts_of(tables)$events, 116L)
  expect_identical(nrow(tables$needed), 0L)
  expect_identical(nrow(tables$curve), 0L)
  expect_true(all(diff(tables$predictors$y) >= 0))
})

testthat::test_that("power at the number that is needed is what was asked, and rises with samples and effect", {
  for (design in c("log_rank", "rna_seq", "auc")) {
    tables <- run(design = design, power = 0.9)
    expect_gte(facts_of(tables)$reached, 0.9 - 1e-6)
    curves <- split(tables$curve, factor(tables$curve$series, unique(tables$curve$series)))
    expect_length(curves, 3L)
    for (one in curves) expect_true(all(diff(one$y) >= -1e-9))
    expect_true(all(curves[[1L]]$y <= curves[[2L]]$y + 1e-9) && all(curves[[2L]]$y <= curves[[3L]]$y + 1e-9))
    needed <- tables$needed
    expect_identical(sort(unique(needed$power)), c(0.7, 0.8, 0.9, 0.95))
    expect_gt(needed$total[needed$assumed == "差别小一半" & needed$power == 0.8], needed$total[needed$assumed == "预期的差别" & needed$power == 0.8])
  }
})

testthat::test_that("losses are added, and what cannot be planned is refused", {
  facts <- facts_of(run(loss = 0.2))
  expect_identical(facts$enrolled, as.integer(ceiling(242 / 0.8)))
  expect_identical(facts_of(run(design = "prediction", loss = 0.5))$enrolled, 2 * facts_of(run(design = "prediction"))$total)
  expect_error(run(hazard_ratio = 1), "HR 是 1", fixed = TRUE)
  expect_error(run(design = "rna_seq", fold_change = 1), "倍数是 1", fixed = TRUE)
  expect_error(run(hazard_ratio = 1.0001, event_share = 0.01), "个以上的样本", fixed = TRUE)
  expect_true("few" %in% codes_of(run(design = "rna_seq", fold_change = 100, dispersion = 0.001, depth = 1000)))
  expect_true("few_events" %in% codes_of(run(hazard_ratio = 0.1)))
})
