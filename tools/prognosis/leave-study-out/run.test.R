# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles: survival, glmnet and metafor called directly; outcomes dealt out at random; planted genes; real patients.
tool <- tool_of("leave_study_out")
defaults <- changed(read_params(tool, tool$example$parameters), time_unit = "day", study_column = NULL, screen_genes = 40L, nfolds = 5L)

as_input <- function(values, label, kind = "log", identifiers = "symbol") {
  list(values = values, kind = kind, identifiers = identifiers, platform = NULL, label = label)
}
run <- function(data, ...) run_tool(tool, list(expression = data$matrices, survival = data$survival), changed(defaults, ...))

#' Studies of 60 genes whose first three set the hazard.
simulated <- function(sizes = rep(80L, 5), effect = 0.8, genes = 60L, seed = 2) {
  set.seed(seed)
  sets <- lapply(seq_along(sizes), function(k) {
    names <- list(sprintf("GENE%03d", seq_len(genes)), sprintf("K%d_%03d", k, seq_len(sizes[[k]])))
    values <- matrix(rnorm(genes * sizes[[k]], 8 + k, k), genes, dimnames = names)
    risk <- effect * colSums(values[1:3, ] - 8 - k) / k
    time <- rexp(sizes[[k]], 0.001 * exp(risk))
    end <- runif(sizes[[k]], 200, 3000)
    list(values = values, follow = data.frame(sample = colnames(values), time = pmin(time, end), status = as.numeric(time <= end)))
  })
  list(
    matrices = lapply(seq_along(sets), function(k) as_input(sets[[k]]$values, sprintf("GSE%d.tsv", k))),
    survival = do.call(rbind, lapply(sets, `[[`, "follow"))
  )
}

#' The outcomes of all patients dealt out at random.
permuted <- function(data, seed) {
  set.seed(seed)
  data$survival[c("time", "status")] <- data$survival[sample(nrow(data$survival)), c("time", "status")]
  data
}

#' Patients with myeloma (GSE4581, survminer), six genes; every other one stands for a study of its own.
myeloma <- local({
  table <- package_data("myeloma", "survminer")
  genes <- c("CCND1", "CRIM1", "DEPDC1", "IRF4", "TP53", "WHSC1")
  values <- t(as.matrix(table[genes]))
  colnames(values) <- rownames(table)
  list(
    matrices = list(as_input(values, "myeloma.tsv", "linear")),
    survival = data.frame(sample = rownames(table), time = table$time, status = table$event, part = rep_len(c("first", "second"), nrow(table)))
  )
})

expect_refused <- function(expression, code, field) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  testthat::expect_s3_class(condition, "oncoloom_input")
  testthat::expect_equal(condition$code, code)
  testthat::expect_equal(condition$field, field)
  testthat::expect_match(condition$message, "[\u4e00-\u9fff]")
}

testthat::test_that("a fold equals glmnet and survival on the other part (myeloma)", {
  tables <- run(myeloma, time_unit = "month", study_column = "part", screen_genes = 6L)
  folds <- tables$folds
  testthat::expect_equal(folds$study, c("first", "second"))
  values <- log2(myeloma$matrices[[1]]$values + 1)
  follow <- myeloma$survival
  z <- function(own) scale(t(values[c("CCND1", "CRIM1", "DEPDC1", "IRF4", "NSD2", "TP53"), own]))
  rownames(values)[rownames(values) == "WHSC1"] <- "NSD2"
  for (out in c("first", "second")) {
    train <- follow$part != out
    days <- follow$time * 30.4375
    # By the name of the patient, as the tool orders them; its folds are drawn in that order.
    order <- function(own) which(own)[base::order(follow$sample[own], method = "radix")]
    own <- order(train)
    time <- pmax(days[own], min(days[own][days[own] > 0]) / 2)
    fit <- glmnet::cv.glmnet(
      z(own), survival::Surv(time, follow$status[own]), family = "cox", foldid = lasso_folds(length(own), 5L, defaults$seed), maxit = 1e5
    )
    coefficients <- as.matrix(stats::coef(fit, s = "lambda.min"))[, 1]
    score <- as.vector(z(order(!train)) %*% coefficients)
    left <- order(!train)
    oracle <- survival::concordance(survival::Surv(days[left], follow$status[left]) ~ score, reverse = TRUE)
    row <- folds[folds$study == out, ]
    testthat::expect_equal(row$C, unname(oracle$concordance), tolerance = 1e-6)
    testthat::expect_equal(row$se, sqrt(oracle$var[[1]]), tolerance = 1e-6)
    testthat::expect_equal(row$chosen, sum(coefficients != 0))
    testthat::expect_equal(tables$scores$score[tables$scores$study == out], score, tolerance = 1e-5)
  }
  # Two studies have a mean and no interval.
  fit <- metafor::rma(stats::qlogis(folds$C), sei = folds$se / (folds$C * (1 - folds$C)))
  testthat::expect_equal(facts_of(tables)$c_mean, stats::plogis(fit$b[[1]]), tolerance = 1e-6)
  testthat::expect_null(facts_of(tables)$c_low)
  testthat::expect_equal(nrow(tables$forest), 4L)
  testthat::expect_true("few_studies" %in% codes_of(tables))
})

testthat::test_that("planted genes are found, and what was left out was not seen", {
  data <- simulated()
  tables <- run(data)
  facts <- facts_of(tables)
  testthat::expect_gt(facts$c_mean, 0.65)
  testthat::expect_true(facts$holds)
  testthat::expect_gt(facts$optimism, 0)
  folds <- tables$folds
  fit <- metafor::rma(stats::qlogis(folds$C), sei = folds$se / (folds$C * (1 - folds$C)), test = "knha")
  testthat::expect_equal(c(facts$c_mean, facts$c_low, facts$c_high), stats::plogis(c(fit$b, fit$ci.lb, fit$ci.ub)), tolerance = 1e-5)
  testthat::expect_equal(sort(utils::head(tables$genes$gene, 3)), sprintf("GENE%03d", 1:3))
  testthat::expect_true(all(tables$genes$one_sign[tables$genes$folds == 5]))
  # Another outcome of the last study changes its C, not the model that judges it.
  other <- data
  last <- startsWith(data$survival$sample, "K5_")
  other$survival$status[last] <- 1 - other$survival$status[last]
  again <- run(other)
  own <- tables$scores$study == "GSE5"
  testthat::expect_equal(again$scores$score[own], tables$scores$score[own])
  testthat::expect_false(isTRUE(all.equal(again$folds$C[[5]], tables$folds$C[[5]])))
})

testthat::test_that("outcomes dealt out at random give a C of 0.45 to 0.55 in five studies, whatever it looks like in training", {
  data <- simulated(sizes = rep(120L, 5), genes = 300L)
  means <- vapply(1:3, function(seed) {
    tables <- run(permuted(data, seed), screen_genes = 100L)
    testthat::expect_gt(facts_of(tables)$c_apparent, facts_of(tables)$c_mean)
    facts_of(tables)$c_mean
  }, 0)
  testthat::expect_true(all(means > 0.45 & means < 0.55))
  testthat::expect_true(facts_of(run(permuted(data, 1), screen_genes = 100L))$no_better)
})

testthat::test_that("the order of samples does not matter, and a seed gives one result", {
  data <- simulated(sizes = c(60L, 60L, 60L))
  tables <- run(data)
  set.seed(8)
  shuffled <- data
  shuffled$matrices <- lapply(data$matrices, function(set) utils::modifyList(set, list(values = set$values[sample(60), sample(60)])))
  shuffled$survival <- data$survival[sample(nrow(data$survival)), ]
  testthat::expect_equal(run(shuffled)$folds, tables$folds, tolerance = 1e-9)
  testthat::expect_identical(run(data)$scores, tables$scores)
})

testthat::test_that("a gene that the left-out study lacks counts as its mean, and a column may name the studies", {
  data <- simulated(sizes = c(80L, 80L, 80L))
  data$matrices[[3]]$values <- data$matrices[[3]]$values[-1, ]
  tables <- run(data)
  testthat::expect_equal(tables$folds$missing, c(0, 0, 1))
  testthat::expect_true("missing_genes" %in% codes_of(tables))
  whole <- simulated(sizes = c(80L, 80L, 80L))
  merged <- list(
    matrices = list(as_input(do.call(cbind, lapply(whole$matrices, `[[`, "values")), "all.tsv")),
    survival = cbind(whole$survival, study = rep(c("GSE1", "GSE2", "GSE3"), each = 80))
  )
  testthat::expect_equal(run(merged, study_column = "study")$folds, run(whole)$folds, tolerance = 1e-9)
})

testthat::test_that("hostile input is refused with a sentence", {
  data <- simulated(sizes = c(40L, 40L))
  alone <- data
  alone$matrices <- data$matrices[1]
  expect_refused(run(alone), "one_study", "file_ids")
  none <- data
  none$survival$sample <- paste0("X", none$survival$sample)
  expect_refused(run(none), "no_patients", "survival_data")
  quiet <- data
  quiet$survival$status[1:40] <- 0
  expect_refused(run(quiet), "few_events", "survival_data")
  probes <- data
  probes$matrices[[1]]$identifiers <- "probe"
  expect_refused(run(probes), "probes", "file_ids")
  flat <- data
  flat$matrices[[1]]$values[] <- 1
  expect_refused(run(flat), "nothing_left", "file_ids")
  other <- data
  rownames(other$matrices[[1]]$values) <- sprintf("OTHER%03d", 1:60)
  expect_refused(run(other), "no_common_genes", "file_ids")
  expect_refused(run(data, study_column = "centre"), "no_column", "study_column")
  expect_refused(run(data, nfolds = 50L), "folds_many", "nfolds")
})
