# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there. Oracles call limma themselves.
tool <- tool_of("time_course_differential")

complete <- function(...) {
  given <- list(...)
  wanted <- list(time_column = "time")
  wanted[names(given)] <- given
  defaults <- tool$example$parameters
  defaults[names(wanted)] <- wanted
  read_params(tool, defaults)
}
run <- function(values, table, params = complete(), kind = "log") {
  run_tool(tool, list(expression = list(values = values, kind = kind), groups = table), params)
}
# Genes 1-20 rise, 21-40 have a peak in the middle.
simulated <- function(times = rep(c(0, 6, 12, 24, 48, 72), each = 3L), genes = 400L) {
  set.seed(7)
  values <- matrix(stats::rnorm(genes * length(times), 8, 0.5), genes, dimnames = list(
    sprintf("GENE%03d", seq_len(genes)), sprintf("S%02d", seq_along(times))
  ))
  values[1:20, ] <- values[1:20, ] + rep(2.5 * times / max(times), each = 20L)
  values[21:40, ] <- values[21:40, ] + rep(2.5 * (1 - (2 * times / max(times) - 1)^2), each = 20L)
  list(values = values, table = data.frame(sample = colnames(values), time = times))
}
leukaemias <- function(rows = 1500L) {
  testthat::skip_if_not_installed("ALL")
  set <- package_data("ALL", "ALL")
  about <- Biobase::pData(set)
  keep <- about$BT %in% c("B1", "B2", "B3", "B4") & !is.na(about$age) & !is.na(about$sex)
  about <- about[keep, ]
  list(
    values = Biobase::exprs(set)[seq_len(rows), keep], stage = as.numeric(sub("B", "", about$BT)), age = about$age, sex = as.character(about$sex),
    table = data.frame(sample = rownames(about), stage = as.character(about$BT), age = about$age, sex = as.character(about$sex))
  )
}
# Relative 1e-6; P by their logarithms.
expect_near <- function(ours, theirs) testthat::expect_lt(max(abs(ours - theirs) / pmax(abs(theirs), 1e-4)), 1e-6)
expect_test <- function(result, oracle) {
  oracle <- oracle[match(result$courses$gene, rownames(oracle)), ]
  expect_near(result$courses$statistic, oracle$F)
  expect_near(log10(result$courses$P.Value), log10(oracle$P.Value))
  expect_near(log10(result$courses$adj.P.Val), log10(oracle$adj.P.Val))
}
f_table <- function(fit, coef) limma::topTable(fit, coef = coef, number = Inf, sort.by = "none")

testthat::test_that("leukaemias by age and by stage equal limma: splines, a straight line, covariates", {
  data <- leukaemias()
  design <- stats::model.matrix(~ splines::ns(data$age, df = 3))
  oracle <- limma::eBayes(limma::lmFit(data$values, design))
  result <- run(data$values, data$table, complete(time_column = "age", spline_df = "3", log2fc = 0))
  expect_test(result, f_table(oracle, 2:4))
  # The drawn curve of a gene is the model's at that time.
  first <- result$curve_lines[result$curve_lines$gene == result$courses$gene[[1L]], ]
  basis <- stats::predict(splines::ns(data$age, df = 3), first$time)
  expect_near(first$value, drop(cbind(1, basis) %*% oracle$coefficients[result$courses$gene[[1L]], ]))
  expect_near(result$courses$change[[1L]], diff(range(first$value)))
  # Stages are written as B1 to B4.
  line <- run(data$values, data$table, complete(time_column = "stage", course = "line", covariates = "sex"))
  oracle <- limma::eBayes(limma::lmFit(data$values, stats::model.matrix(~ data$stage + data$sex)))
  top <- limma::topTable(oracle, coef = 2, number = Inf, sort.by = "none")[line$courses$gene, ]
  expect_near(line$courses$statistic, top$t^2)
  expect_near(log10(line$courses$P.Value), log10(top$P.Value))
  expect_near(line$courses$change, abs(top$logFC) * 3)
  testthat::expect_identical(line$courses$shape == "上升", top$logFC > 0)
})

testthat::test_that("courses of two groups: F of the interaction equals limma; the reference only turns the difference around", {
  data <- leukaemias(800L)
  basis <- splines::ns(data$age, df = 2)
  sex <- as.numeric(data$sex == "M")
  oracle <- limma::eBayes(limma::lmFit(data$values, stats::model.matrix(~ sex * basis)))
  result <- run(data$values, data$table, complete(time_column = "age", spline_df = "2", factor_column = "sex"))
  expect_test(result, f_table(oracle, 5:6))
  turned <- run(data$values, data$table, complete(time_column = "age", spline_df = "2", factor_column = "sex", factor_reference = "M"))
  testthat::expect_equal(turned$courses$P.Value, result$courses$P.Value, tolerance = 1e-8)
  testthat::expect_equal(turned$courses$highest_at, result$courses$lowest_at)
  testthat::expect_identical(unique(turned$courses$group), "F")
  gene <- result$courses$gene[[1L]]
  beta <- oracle$coefficients[gene, ]
  ends <- range(pmax(min(data$age[sex == 0]), min(data$age[sex == 1])), pmin(max(data$age[sex == 0]), max(data$age[sex == 1])))
  difference <- drop(cbind(1, stats::predict(basis, seq(ends[[1L]], ends[[2L]], length.out = 61L))) %*% beta[c(2, 5, 6)])
  expect_near(result$courses$change[[1L]], diff(range(difference)))
})

testthat::test_that("repeated patients equal duplicateCorrelation, fixed patients equal their factor", {
  data <- simulated(rep(c(0, 6, 12, 24, 48), 6L), 200L)
  patient <- rep(sprintf("P%d", 1:6), each = 5L)
  set.seed(3)
  data$values <- data$values + matrix(stats::rnorm(200 * 6), 200)[, rep(1:6, each = 5L)]
  data$table$patient <- patient
  design <- stats::model.matrix(~ splines::ns(data$table$time, df = 3))
  correlation <- limma::duplicateCorrelation(data$values, design, block = patient)$consensus.correlation
  oracle <- limma::eBayes(limma::lmFit(data$values, design, block = patient, correlation = correlation))
  blocked <- run(data$values, data$table, complete(block_column = "patient"))
  expect_test(blocked, f_table(oracle, 2:4))
  testthat::expect_equal(facts_of(blocked)$block_correlation, correlation, tolerance = 1e-6)
  fixed <- stats::model.matrix(~ splines::ns(data$table$time, df = 3) + patient)
  oracle <- limma::eBayes(limma::lmFit(data$values, fixed))
  expect_test(run(data$values, data$table, complete(pair_column = "patient")), f_table(oracle, 2:4))
})

testthat::test_that("counts equal limma-voom", {
  set.seed(11)
  times <- rep(c(0, 6, 12, 24, 48), each = 3L)
  counts <- matrix(stats::rnbinom(800 * 15, mu = exp(stats::rnorm(800, 4, 1.5)), size = 8), 800)
  dimnames(counts) <- list(sprintf("GENE%03d", 1:800), sprintf("S%02d", 1:15))
  table <- data.frame(sample = colnames(counts), time = times)
  design <- stats::model.matrix(~times)
  list <- edgeR::DGEList(counts)
  list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, design = design), , keep.lib.sizes = FALSE])
  fit <- limma::eBayes(limma::lmFit(limma::voom(list, design), design), trend = TRUE, robust = TRUE)
  top <- limma::topTable(fit, coef = 2, number = Inf, sort.by = "none")
  line <- run(counts, table, complete(method = "voom", course = "line", trend = TRUE, robust = TRUE), "counts")
  testthat::expect_setequal(line$courses$gene, rownames(top))
  expect_near(line$courses$statistic, top[line$courses$gene, "t"]^2)
  expect_near(log10(line$courses$P.Value), log10(top[line$courses$gene, "P.Value"]))
  # Of several coefficients: weighted residual sums of squares by lm, on limma's moderated variance.
  design <- stats::model.matrix(~ splines::ns(times, df = 3))
  list <- edgeR::DGEList(counts)
  list <- edgeR::calcNormFactors(list[edgeR::filterByExpr(list, design = design), , keep.lib.sizes = FALSE])
  voomed <- limma::voom(list, design)
  fit <- limma::eBayes(limma::lmFit(voomed, design))
  curves <- run(counts, table, complete(method = "voom", spline_df = "3"), "counts")
  squares <- function(row, x) sum(stats::lm.wfit(x, voomed$E[row, ], voomed$weights[row, ])$residuals^2 * voomed$weights[row, ])
  some <- match(curves$courses$gene[1:20], rownames(voomed$E))
  own <- vapply(some, function(row) (squares(row, design[, 1L, drop = FALSE]) - squares(row, design)) / 3 / fit$s2.post[[row]], numeric(1))
  expect_near(curves$courses$statistic[1:20], own)
})

testthat::test_that("planted courses are found: splines see the peak, a straight line does not; clusters part them", {
  data <- simulated()
  curves <- run(data$values, data$table)
  found <- curves$courses$gene[curves$courses$cluster != ""]
  testthat::expect_gte(sum(sprintf("GENE%03d", 1:40) %in% found), 39L)
  testthat::expect_lte(length(found), 43L)
  planted <- curves$courses[match(sprintf("GENE%03d", 1:40), curves$courses$gene), ]
  testthat::expect_gte(sum(planted$shape[21:40] == "先升后降"), 19L)
  testthat::expect_lt(abs(stats::median(planted$highest_at[21:40]) - 36), 6)
  testthat::expect_gte(stats::median(planted$highest_at[1:20]), 60)
  labels <- table(planted$cluster, rep(1:2, each = 20L))
  testthat::expect_gte(sum(apply(labels, 1L, max)), 39L)
  testthat::expect_lte(facts_of(curves)$clusters_n, 3L)
  testthat::expect_identical(sum(curves$clusters$genes), length(found))
  line <- run(data$values, data$table, complete(course = "line"))
  seen <- line$courses$gene[line$courses$cluster != ""]
  testthat::expect_gte(sum(sprintf("GENE%03d", 1:20) %in% seen), 19L)
  testthat::expect_lte(sum(sprintf("GENE%03d", 21:40) %in% seen), 2L)
  # A planted interaction; a group that is higher all along has none.
  two <- data
  two$table$arm <- rep(c("a", "b", "a"), 6L)
  treated <- two$table$arm == "b"
  two$values[101:120, treated] <- two$values[101:120, treated] + rep(4 * two$table$time[treated] / 72, each = 20L)
  two$values[121:140, treated] <- two$values[121:140, treated] + 3
  apart <- run(two$values, two$table, complete(course = "line", factor_column = "arm", log2fc = 0))
  different <- apart$courses$gene[apart$courses$adj.P.Val < 0.05]
  testthat::expect_gte(sum(sprintf("GENE%03d", 101:120) %in% different), 18L)
  testthat::expect_lte(sum(sprintf("GENE%03d", c(1:40, 121:140)) %in% different), 3L)
})

testthat::test_that("shuffled times: P is uniform, of a change and of courses that differ", {
  data <- simulated(genes = 1500L)
  data$table$arm <- rep(c("a", "b"), 9L)
  set.seed(5)
  draw <- function(...) unlist(lapply(1:8, function(i) {
    data$table$time <- sample(data$table$time)
    run(data$values[101:1500, ], data$table, complete(spline_df = "2", ...))$courses$P.Value
  }))
  for (p in list(draw(), draw(factor_column = "arm"))) {
    testthat::expect_lt(abs(mean(p < 0.05) - 0.05), 0.015)
    testthat::expect_lt(unname(suppressWarnings(stats::ks.test(p, "punif"))$statistic), 0.03)
  }
})

testthat::test_that("the order of samples and rows changes nothing; the same run gives the same; another unit moves the axis alone", {
  data <- simulated()
  result <- run(data$values, data$table)
  testthat::expect_identical(run(data$values, data$table), result)
  set.seed(2)
  mixed <- run(data$values[sample(400L), sample(18L)], data$table[sample(18L), ])
  testthat::expect_equal(mixed$courses, result$courses, tolerance = 1e-8)
  testthat::expect_equal(mixed$clusters, result$clusters, tolerance = 1e-8)
  testthat::expect_equal(mixed$heatmap, result$heatmap, tolerance = 1e-8)
  days <- data
  days$table$time <- paste0(days$table$time / 24, "d")
  later <- run(days$values, days$table)
  testthat::expect_equal(later$courses$P.Value, result$courses$P.Value, tolerance = 1e-8)
  testthat::expect_equal(later$courses$highest_at * 24, result$courses$highest_at, tolerance = 1e-8)
  testthat::expect_identical(facts_of(later)$unit, "day")
})

testthat::test_that("times are read as people write them", {
  read <- function(...) read_times(c(...), sprintf("S%d", seq_along(c(...))), "time")
  testthat::expect_equal(read("0h", "6 h", "24\u5c0f\u65f6"), list(time = c(0, 6, 24), unit = "hour"))
  testthat::expect_equal(read("0", "12h", "24h", "3\u5929"), list(time = c(0, 12, 24, 72), unit = "hour"))
  testthat::expect_equal(read("\u7b2c1\u5929", "\u7b2c 3 \u5929", "Day 7", "D14"), list(time = c(1, 3, 7, 14), unit = "day"))
  testthat::expect_equal(read("1\u4e2a\u6708", "2 months", "1\u5e74"), list(time = c(1, 2, 12), unit = "month"))
  testthat::expect_equal(read("-24h", "0h", "24h"), list(time = c(-24, 0, 24), unit = "hour"))
  testthat::expect_equal(read("I\u671f", "Stage II", "\u2162", "iv", NA), list(time = c(1, 2, 3, 4, NA), unit = "none"))
  testthat::expect_equal(read("B1", "B2", "B4"), list(time = c(1, 2, 4), unit = "none"))
  testthat::expect_equal(read("0 uM", "0.5 uM", "10 uM", ""), list(time = c(0, 0.5, 10, NA), unit = "none"))
  testthat::expect_equal(read("1,000", "2,000"), list(time = c(1000, 2000), unit = "none"))
  testthat::expect_equal(read("\uff10h", "\uff12\uff14h"), list(time = c(0, 24), unit = "hour"))
  testthat::expect_equal(read_times(c(1, NA, Inf), letters[1:3], "time"), list(time = c(1, NA, NA), unit = "none"))
  code <- function(...) tryCatch(read(...), oncoloom_input = function(condition) condition$code)
  for (cells in list(c("0h", "baseline"), c("6h", "12"), c("Day-3", "0d"), c("P1 24h", "P2 24h"), c("1.2.3h", "2h"), c("IIA", "I"))) {
    testthat::expect_identical(code(cells), "times_unread")
  }
  testthat::expect_identical(code("3d", "1 month"), "times_units")
})

refused <- function(code, values, table, params, field, kind = "log") {
  caught <- tryCatch(run(values, table, params, kind), oncoloom_input = identity)
  testthat::expect_s3_class(caught, "oncoloom_input")
  testthat::expect_identical(c(caught$code, caught$field), c(code, field))
  conditionMessage(caught)
}

testthat::test_that("what makes no course is refused by a sentence that names it", {
  data <- simulated()
  of <- function(...) cbind(data$table, ...)
  at <- function(times) data.frame(sample = data$table$sample, time = times)
  refused("one_time", data$values, at(24), complete(), "time_column")
  refused("one_time", data$values, at(NA), complete(), "time_column")
  refused("no_column", data$values, data$table, complete(time_column = "hours"), "time_column")
  refused("times_unread", data$values, at(rep(c("0h", "later"), 9L)), complete(), "time_column")
  few <- at(rep(c(0, 6, 24), 6L))
  testthat::expect_match(refused("few_times", data$values, few, complete(), "course"), "3 \u4e2a\u4e0d\u540c\u7684\u65f6\u95f4", fixed = TRUE)
  testthat::expect_identical(nrow(run(data$values, few, complete(course = "line"))$courses), 400L)
  refused("few_times", data$values, at(rep(c(0, 6, 12, 24, 48, 48), 3L)), complete(spline_df = "4"), "spline_df")
  arm <- of(arm = rep(c("a", "b"), each = 9L))
  short <- refused("short_course", data$values, arm, complete(factor_column = "arm"), "factor_column")
  testthat::expect_match(short, "\u300ca\u300d", fixed = TRUE)
  testthat::expect_identical(facts_of(run(data$values, arm, complete(course = "line", factor_column = "arm")))$tested_df, 1L)
  refused("one_group", data$values, of(arm = "a"), complete(factor_column = "arm"), "factor_column")
  refused("many_groups", data$values, of(arm = rep(letters[1:6], 3L)), complete(factor_column = "arm"), "factor_column")
  refused("empty_group", data$values, of(arm = rep(c("a", "b"), 9L)), complete(factor_column = "arm", factor_reference = "z"), "factor_reference")
  refused("confounded", data$values, data$table, complete(factor_column = "time"), "factor_column")
  batch <- of(batch = data$table$time * 2 + 0.5)
  alike <- refused("confounded", data$values, batch, complete(course = "line", covariates = "batch"), "covariates")
  testthat::expect_match(alike, "\u300ctime\u300d\u548c\u300cbatch\u300d", fixed = TRUE)
  refused("block_and_pairs", data$values, of(p = rep(1:3, 6L)), complete(block_column = "p", pair_column = "p"), "block_column")
  strange <- data$table
  strange$sample[[1L]] <- "nobody"
  refused("unknown_samples", data$values, strange, complete(), "sample_groups")
  refused("nothing_left", data$values * 0 + 5, data$table, complete(), "filter_threshold")
  refused("not_counts", data$values, data$table, complete(method = "voom"), "method")
  refused("infinite_values", replace(data$values, 3L, Inf), data$table, complete(), "file_id")
})

testthat::test_that("samples without a time stay out and are told; noise is told as none; knots fall on distinct times where samples crowd", {
  data <- simulated()
  data$table$time[[1L]] <- NA
  data$table$arm <- c("a", "", rep(c("a", "b"), 8L))
  result <- run(data$values, data$table, complete(course = "line", factor_column = "arm"))
  testthat::expect_identical(facts_of(result)$samples, 16L)
  testthat::expect_identical(sum(codes_of(result) == "samples_without_value"), 2L)
  noise <- simulated()
  noise$values[] <- stats::rnorm(length(noise$values), 8)
  quiet <- run(noise$values, noise$table, complete(log2fc = 5))
  testthat::expect_false(facts_of(quiet)$found)
  testthat::expect_identical(c(nrow(quiet$clusters), nrow(quiet$cluster_lines), nrow(quiet$ks)), c(0L, 0L, 0L))
  testthat::expect_identical(length(unique(quiet$curve_lines$gene)), 9L)
  crowded <- simulated(c(rep(0, 12L), 1:6))
  crowd <- run(crowded$values, crowded$table, complete(spline_df = "3"))
  testthat::expect_true(facts_of(crowd)$knots_by_times)
  testthat::expect_true("knots_by_times" %in% codes_of(crowd))
  inputs <- list(expression = list(values = data$values, kind = "log"), groups = data$table)
  testthat::expect_true("times_read" %in% codes_at_form(tool, inputs, complete()))
})

testthat::test_that("missing values cost the genes that lack a time alone, and one significant gene is one cluster", {
  data <- simulated()
  data$values["GENE300", data$table$time > 6] <- NA
  data$values["GENE301", 1:4] <- NA
  data$values["GENE302", ] <- NA
  result <- run(data$values, data$table)
  testthat::expect_false(any(c("GENE300", "GENE302") %in% result$courses$gene))
  testthat::expect_true("not_estimable" %in% codes_of(result))
  design <- stats::model.matrix(~ splines::ns(data$table$time, df = 4))[-(1:4), ]
  oracle <- limma::lmFit(data$values["GENE301", -(1:4), drop = FALSE], design)
  fitted <- drop(cbind(1, stats::predict(splines::ns(data$table$time, df = 4), seq(0, 72, length.out = 61L))) %*% oracle$coefficients[1L, ])
  expect_near(result$courses$change[result$courses$gene == "GENE301"], diff(range(fitted)))
  one <- run(data$values[c(1L, 101:150), ], data$table)
  testthat::expect_identical(one$clusters$genes, 1L)
  testthat::expect_identical(one$clusters$first, "GENE001")
})

# ---- does it stand? ----

found_of <- function(check, values, table, params = complete(), kind = "log") {
  job <- new_job(function(event) NULL)
  set.seed(1)
  tool$robustness[[check]](list(expression = list(values = values, kind = kind, identifiers = "symbol"), groups = table), params, job)
  job$collected()$findings[[1L]]
}

course_comparison <- environment(tool$robustness$labels)$course_comparison

testthat::test_that("shuffled times: real courses stand apart, noise finds nothing, and a list of chance is doubted", {
  data <- simulated()
  found <- found_of("labels", data$values, data$table)
  testthat::expect_identical(found[c("level", "code")], list(level = "passed", code = "labels_apart"))
  called <- facts_of(run(data$values, data$table))$changed_n
  testthat::expect_match(found$message, sprintf("^找到 %d 个；「time」列打乱 50 次，找到的个数中位数 0，", called))
  testthat::expect_match(found$english$message, "with the column “time” shuffled 50 times", fixed = TRUE)
  set.seed(4)
  noise <- data
  noise$values[] <- stats::rnorm(length(noise$values), 8)
  testthat::expect_identical(found_of("labels", noise$values, noise$table)$code, "labels_none")
  loose <- course_comparison(list(expression = list(values = noise$values, kind = "log"), groups = noise$table), complete())
  loose$called <- function(table) table$P.Value < 0.05
  job <- new_job(function(event) NULL)
  set.seed(1)
  tell_shuffled_labels(loose, job)
  testthat::expect_identical(job$collected()$findings[[1L]]$code, "labels_alike")
  grouped <- cbind(data$table, arm = rep(c("drug", "none"), 9L))
  testthat::expect_identical(found_of("labels", data$values, grouped, complete(factor_column = "arm"))$code, "labels_interaction")
})

testthat::test_that("times go round within patients, as fixed and as random blocks, with the run's own correlation", {
  set.seed(9)
  times <- rep(c(0, 6, 12, 24), 6L)
  patient <- rep(sprintf("P%d", 1:6), each = 4L)
  values <- matrix(stats::rnorm(300L * 24L, 8, 0.5), 300L) + matrix(stats::rnorm(300L * 6L), 300L)[, rep(1:6, each = 4L)]
  values[1:30, ] <- values[1:30, ] + rep(2.5 * times / 24, each = 30L)
  dimnames(values) <- list(sprintf("GENE%03d", 1:300), sprintf("S%02d", 1:24))
  table <- data.frame(sample = colnames(values), time = times, patient = patient)
  for (field in c("pair_column", "block_column")) {
    params <- do.call(complete, stats::setNames(list("patient"), field))
    comparison <- course_comparison(list(expression = list(values = values, kind = "log"), groups = table), params)
    orders <- shuffled_labels(comparison, 10L)
    testthat::expect_true(all(vapply(orders, function(labels) all(table(labels, patient) == 1L), NA)))
    whole <- whole_fit(comparison)
    ours <- run(values, table, params)$courses
    expect_near(log10(whole$P.Value), log10(ours$P.Value[match(whole$gene, ours$gene)]))
    expect_near(whole$logFC, ours$change[match(whole$gene, ours$gene)])
    testthat::expect_identical(found_of("labels", values, table, params)$code, "labels_apart")
  }
})

testthat::test_that("a sample that carries the courses is named; copies, sexes and removed batches are found; clean data get no doubt", {
  data <- simulated()
  set.seed(6)
  spoilt <- data$values
  spoilt[, 3L] <- spoilt[, 3L] + stats::rnorm(nrow(spoilt), sd = 4)
  found <- found_of("samples", spoilt, data$table)
  testthat::expect_identical(found[c("level", "code")], list(level = "should", code = "left_out_one"))
  testthat::expect_match(found$message, "去掉「S03」变得最多", fixed = TRUE)
  # limma's own list without it, on the knots of all samples.
  listed <- function(places) {
    basis <- splines::ns(data$table$time, df = 4)
    fit <- limma::eBayes(limma::lmFit(spoilt[, places], cbind(1, basis[places, ])))
    curves <- tcrossprod(fit$coefficients, cbind(1, stats::predict(basis, seq(0, 72, length.out = 61L))))
    passed <- stats::p.adjust(limma::topTable(fit, coef = 2:5, number = Inf, sort.by = "none")$P.Value, "BH") < 0.05
    rownames(spoilt)[passed & apply(curves, 1L, function(one) diff(range(one))) >= 1]
  }
  testthat::expect_match(found$message, sprintf("：%d 个变成 %d 个（", length(listed(1:18)), length(listed(-3L))), fixed = TRUE)
  copied <- data$values
  copied[, "S11"] <- data$values[, "S02"]
  testthat::expect_match(found_of("copies", copied, data$table)$message, "S02 = S11", fixed = TRUE)
  women <- rep(c(TRUE, FALSE), 9L)
  set.seed(2)
  with_genes <- rbind(data$values, XIST = ifelse(women, 10, 2) + stats::rnorm(18, 0, 0.3), DDX3Y = ifelse(women, 2, 9) + stats::rnorm(18, 0, 0.3))
  sexes <- cbind(data$table, sex = replace(ifelse(women, "F", "M"), 5L, "M"))
  testthat::expect_match(found_of("sexes", with_genes, sexes)$message, "^有 1 个样本的表达与「sex」列对不上（S05：")
  cleaned <- limma::removeBatchEffect(data$values, batch = rep(1:3, 6L))
  testthat::expect_identical(found_of("fingerprint", cleaned, data$table)$code, "matrix_changed")
  doubts <- unlist(lapply(1:6, function(seed) {
    clean <- data
    set.seed(seed)
    clean$values[41:400, ] <- stats::rnorm(360L * 18L, 8, 0.5)
    vapply(c("labels", "samples", "copies", "fingerprint"), function(check) found_of(check, clean$values, clean$table)$level, "")
  }))
  testthat::expect_false("should" %in% doubts)
})

testthat::test_that("courses that follow the cells in the samples are doubted, without a word of directions; counts are checked by voom", {
  data <- simulated(rep(c(0, 6, 12, 24, 48, 72), each = 5L))
  set.seed(12)
  data$values[1:40, ] <- stats::rnorm(40L * 30L, 8, 0.5)
  genes <- 101:300
  cells <- 2 * data$table$time / 72 + stats::rnorm(30L, sd = 0.8)
  data$values[genes, ] <- data$values[genes, ] + outer(stats::runif(length(genes), 0.8, 1.6), cells)
  scores <- scale(cbind(colMeans(data$values[genes[1:100], ]), colMeans(data$values[genes[101:200], ])))
  comparison <- course_comparison(list(expression = list(values = data$values, kind = "log"), groups = data$table), complete())
  job <- new_job(function(event) NULL)
  set.seed(1)
  tell_with_scores(comparison, scores, job)
  found <- job$collected()$findings[[1L]]
  testthat::expect_identical(found$code, "composition_lost")
  testthat::expect_match(found$message, "变化幅度前后相关", fixed = TRUE)
  testthat::expect_false(grepl("方向", found$message, fixed = TRUE))
  set.seed(13)
  counts <- matrix(stats::rnbinom(300L * 18L, mu = exp(stats::rnorm(300L, 5, 1)), size = 10), 300L)
  table <- simulated()$table
  counts[1:30, ] <- round(counts[1:30, ] * rep(2^(2.5 * table$time / 72), each = 30L))
  dimnames(counts) <- list(sprintf("GENE%03d", 1:300), table$sample)
  params <- complete(method = "voom", trend = TRUE, robust = TRUE)
  told <- found_of("labels", counts, table, params, "counts")
  testthat::expect_identical(told$code, "labels_apart")
  testthat::expect_match(told$message, sprintf("^找到 %d 个；", facts_of(run(counts, table, params, "counts"))$changed_n))
})
