# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
invisible(load_library(root, "cox"))
tool <- tool_of("bulk_random_survival_forest")

params <- list(
  time_unit = "day", preprocess_percent = 0, preprocess_tpm = 0, ntree = 60L, rela_imp_cutoff = 0.2, nodesize = 15L, fold_trees = 50L,
  null_runs = 2L, subsamples = 5L, times = "1", repeats = 1L, chance = FALSE, seed = 123L
)
run <- function(values, follow, candidates = NULL, ...) {
  inputs <- list(expression = list(values = values, kind = "log", identifiers = "symbol", label = "矩阵"), survival = follow, candidates = candidates)
  run_tool(tool, inputs, changed(params, ...))
}

#' Patients whose hazard is a curved function of the first gene, and 19 genes without any say.
planted <- function(n = 120L) {
  set.seed(11)
  values <- matrix(stats::rnorm(20 * n), 20, dimnames = list(sprintf("G%02d", 1:20), sprintf("P%03d", seq_len(n))))
  time <- round(stats::rexp(n, exp(1.5 * abs(values[1, ])) / 2000)) + 1
  follow <- data.frame(sample = colnames(values), time = time, status = stats::rbinom(n, 1, 0.8))
  list(values = values, follow = follow)
}

testthat::test_that("the frozen model predicts what ranger predicts, to 1e-12, also after it was written and read", {
  data <- planted()
  x <- t(data$values)[, 1:3]
  fit <- grow_forest(x, data$follow$time, data$follow$status, 40L, 10L, 5L)
  days <- c(0.5, 100, 365.25, 1e6)
  model <- forest_model(fit, x, days, c(endpoint = "总生存"))
  new <- matrix(stats::rnorm(150), 50, dimnames = list(NULL, colnames(x)))
  theirs <- predict(fit, new, num.threads = 1)
  path <- tempfile(fileext = ".tsv")
  data.table::fwrite(model_table(model), path, sep = "\t")
  for (one in list(model, read_model(as.data.frame(data.table::fread(path)), "model"))) {
    expect_equal(unname(model_score(one, new)), rowSums(theirs$chf), tolerance = 1e-12)
    expect_equal(-log(1 - model_risk(one, new)[, 2]), theirs$chf[, max(which(theirs$unique.death.times <= 100))], tolerance = 1e-10)
    expect_identical(unique(model_risk(one, new)[, 1]), 0)
    expect_equal(one$cutoff, stats::median(rowSums(predict(fit, x, num.threads = 1)$chf)), tolerance = 1e-12)
  }
})

testthat::test_that("a gene that works without a straight line is found; the model of it alone scores its own patients; order changes nothing", {
  data <- planted()
  result <- run(data$values, data$follow, null_runs = 20L)
  first <- result$importance[1L, ]
  expect_identical(c(first$gene, first$relative, first$chosen), c("G01", 1, 1))
  expect_gt(first$importance, first$null_high)
  expect_equal(first$p, 1 / 21)
  facts <- facts_of(result)
  expect_true(facts$reliable)
  expect_gt(facts$c_nested, 0.55)
  expect_identical(result$performance$how[[1L]], "嵌套交叉验证")
  model <- read_model(result$model, "model")
  expect_equal(unname(model_score(model, t(data$values))[result$patients$sample]), result$patients$score, tolerance = 1e-12)
  mixed <- sample(ncol(data$values))
  again <- run(data$values[sample(20), mixed], data$follow[sample(nrow(data$follow)), ], null_runs = 20L)
  for (table in c("performance", "importance", "model", "oob", "patients", "folds")) expect_identical(again[[table]], result[[table]])
})

testthat::test_that("a forest that would not fit into memory is refused with what would do, and what would do is taken", {
  many <- list(ntree = 5000L, nodesize = 3L)
  time <- seq_len(5000L)
  told <- tryCatch(check_forest_size(time, many), oncoloom_input = function(condition) condition)
  expect_identical(c(told$code, told$field), c("forest_large", "nodesize"))
  numbers <- as.numeric(gsub(",", "", regmatches(conditionMessage(told), gregexpr("[0-9,]+(?= [例棵]以)", conditionMessage(told), perl = TRUE))[[1L]]))
  expect_null(check_forest_size(time, list(ntree = 5000L, nodesize = numbers[[1L]])))
  expect_null(check_forest_size(time, list(ntree = numbers[[2L]], nodesize = 3L)))
  # What is counted is what ranger keeps.
  data <- planted(400L)
  fit <- grow_forest(t(data$values), data$follow$time, data$follow$status, 50L, 15L, 5L)
  kept <- as.numeric(utils::object.size(fit$forest$chf))
  counted <- 50 * (400 / 15) * 8 * length(unique(data$follow$time))
  expect_lt(kept, 1.3 * counted)
  expect_gt(kept, 0.3 * counted)
})

testthat::test_that("importance is told before the outcome is permuted; the reporting list names what has fitted", {
  data <- planted()
  job <- new_job(function(event) NULL)
  early <- list()
  job$early_by(function(id, rows) {
    early[[id]] <<- rows
    NULL
  })
  inputs <- list(
    expression = list(values = data$values, kind = "log", identifiers = "symbol", label = "矩阵"), survival = data$follow, candidates = NULL
  )
  result <- tool$analyse(inputs, params, job)
  expect_identical(early$importance[c("gene", "importance", "chosen")], result$importance[c("gene", "importance", "chosen")])
  expect_true(all(is.na(early$importance[c("frequency", "null_low", "p")])))
  software <- result$reporting$answer[grepl("R 软件包", result$reporting$answer)]
  expect_match(software, "ranger")
  expect_no_match(software, "glmnet")
  expect_true(any(grepl("每片叶子", result$reporting$answer)))
})

testthat::test_that("the error out of bag by trees is that of forests of so many trees, and ranger's own at the end", {
  data <- planted()
  # No event at the time of another patient's censoring: there ranger and Harrell's C count pairs differently.
  time <- rank(data$follow$time, ties.method = "first")
  own <- list(values = t(data$values), time = time, status = data$follow$status)
  fit <- grow_forest(own$values, time, own$status, 60L, 15L, 9L)
  curve <- error_by_trees(fit, own)
  expect_equal(curve$y[curve$x == 60L], fit$prediction.error, tolerance = 1e-12)
  expect_false(is.unsorted(curve$x, strictly = TRUE))
  twice <- error_by_trees(grow_forest(own$values, time, own$status, 60L, 15L, 10L), own)
  expect_false(identical(twice$y, curve$y))
})

testthat::test_that("outcome permuted: error out of bag near 0.5, and no gene is called reliable where the relative cut alone keeps some", {
  data <- planted()
  errors <- vapply(1:8, function(i) {
    set.seed(i)
    data$follow[c("time", "status")] <- data$follow[sample(nrow(data$follow)), c("time", "status")]
    fit <- grow_forest(t(data$values), data$follow$time, data$follow$status, 60L, 15L, 123L, importance = TRUE)
    if (fit$prediction.error >= 0.45) expect_identical(forest_choice(fit, 0.2), character())
    fit$prediction.error
  }, numeric(1))
  expect_lt(abs(mean(errors) - 0.5), 0.05)
  set.seed(which.max(errors))
  data$follow[c("time", "status")] <- data$follow[sample(nrow(data$follow)), c("time", "status")]
  result <- run(data$values, data$follow)
  facts <- facts_of(result)
  expect_false(facts$reliable)
  expect_gt(facts$by_cutoff, 0L)
  expect_true("no_reliable_genes" %in% codes_of(result))
  expect_identical(c(nrow(result$model), nrow(result$curve), sum(result$importance$chosen)), c(0L, 0L, 0L))
  if (facts$nothing_chosen) expect_null(facts$c_nested) else expect_equal(facts$c_nested, 0.5, tolerance = 0.2)
})

testthat::test_that("few events, one gene, times beyond the follow-up are refused; candidates of a screen are chosen again in each fold", {
  data <- planted(60L)
  refused <- function(code, values, follow, ...) {
    found <- tryCatch(run(values, follow, ...), oncoloom_input = function(condition) condition$code)
    expect_identical(found, code)
  }
  refused("few_events", data$values, within(data$follow, status <- c(rep(1, 9), rep(0, 51))))
  refused("genes_few", data$values[1, , drop = FALSE], data$follow)
  refused("times_late", data$values, within(data$follow, time <- pmin(time, 300)))
  few <- data$values[1:4, ]
  small <- run(few, data$follow, list(genes = c("G01", "G02"), universe = rownames(few), screened = TRUE, modelled = FALSE))
  expect_true("chosen_on_outcome" %in% codes_of(small))
  expect_identical(sort(small$importance$gene), c("G01", "G02"))
})

testthat::test_that("a forest too small to split is said to be none", {
  data <- planted(60L)
  expect_null(forest_model(grow_forest(t(data$values), data$follow$time, data$follow$status, 50L, 100L, 1L), t(data$values), 365, character()))
})
