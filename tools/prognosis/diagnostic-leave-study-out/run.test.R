# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles: glmnet, pROC and metafor called directly; outcomes dealt out at random; planted genes; real leukaemias (ALL).
tool <- tool_of("diagnostic_leave_study_out")
defaults <- changed(
  read_params(tool, tool$example$parameters), label_column = "outcome", positive_label = "yes", study_column = NULL, screen_genes = 40L, nfolds = 3L
)

as_input <- function(values, label, kind = "log", identifiers = "symbol") {
  list(values = values, kind = kind, identifiers = identifiers, platform = NULL, label = label)
}
run <- function(data, ...) run_tool(tool, list(expression = data$matrices, clinical = data$clinical), changed(defaults, ...))

#' Studies with scales of their own, whose first two genes tell the outcome. @param shift By study, of the log odds: shares of cases that differ.
planted <- function(sizes = rep(50L, 5), effect = 1.2, genes = 40L, seed = 2, shift = rep(0, length(sizes))) {
  set.seed(seed)
  sets <- lapply(seq_along(sizes), function(k) {
    names <- list(sprintf("GENE%03d", seq_len(genes)), sprintf("K%d_%03d", k, seq_len(sizes[[k]])))
    z <- matrix(stats::rnorm(genes * sizes[[k]]), genes, dimnames = names)
    y <- stats::rbinom(sizes[[k]], 1, stats::plogis(shift[[k]] + effect * (z[1, ] - z[2, ])))
    list(values = 8 + k + k * z, clinical = data.frame(sample = colnames(z), outcome = c("no", "yes")[y + 1L]))
  })
  list(
    matrices = lapply(seq_along(sets), function(k) as_input(sets[[k]]$values, sprintf("GSE%d.tsv", k))),
    clinical = do.call(rbind, lapply(sets, `[[`, "clinical"))
  )
}

#' The outcomes of all samples dealt out at random.
permuted <- function(data, seed) {
  set.seed(seed)
  data$clinical$outcome <- sample(data$clinical$outcome)
  data
}

expect_refused <- function(expression, code, field, words = "[\u4e00-\u9fff]") {
  condition <- tryCatch(expression, oncoloom_input = identity)
  testthat::expect_s3_class(condition, "oncoloom_input")
  testthat::expect_equal(condition$code, code)
  testthat::expect_equal(condition$field, field)
  testthat::expect_match(condition$message, words)
}

testthat::test_that("a fold equals glmnet, pROC and glm called on the other part; the mean is metafor's (ALL)", {
  loaded <- new.env()
  utils::data("ALL", package = "ALL", envir = loaded)
  about <- Biobase::pData(loaded$ALL)
  about <- about[grepl("^B", about$BT) & about$mol.biol %in% c("BCR/ABL", "NEG"), ]
  values <- Biobase::exprs(loaded$ALL)[, rownames(about)]
  values <- values[order(-matrixStats::rowVars(values))[1:100], ]
  rownames(values) <- sprintf("PLAIN%03d", 1:100)
  parts <- rep_len(c("a", "b", "c"), nrow(about))
  clinical <- data.frame(sample = rownames(about), fusion = as.character(about$mol.biol), part = parts)
  tables <- run(
    list(matrices = list(as_input(values, "ALL.tsv")), clinical = clinical), label_column = "fusion", positive_label = "BCR/ABL",
    study_column = "part", screen_genes = 100L
  )
  y <- as.integer(clinical$fusion == "BCR/ABL")
  z <- function(own) scale(t(values[, own]))
  for (out in c("a", "b", "c")) {
    # By the name of the study, then of the sample, as the tool orders them; its folds are drawn in that order.
    others <- lapply(setdiff(c("a", "b", "c"), out), function(part) {
      own <- which(parts == part)
      own[order(clinical$sample[own], method = "radix")]
    })
    train <- unlist(others)
    left <- which(parts == out)
    left <- left[order(clinical$sample[left], method = "radix")]
    x <- do.call(rbind, lapply(others, z))
    foldid <- seeded_folds(y[train], 3L, defaults$seed)
    path <- glmnet::glmnet(x, y[train], family = "binomial")
    fit <- glmnet::cv.glmnet(x, y[train], family = "binomial", foldid = foldid, lambda = path$lambda)
    probability <- as.vector(stats::predict(fit, z(left), s = "lambda.min", type = "response"))
    curve <- pROC::roc(y[left], probability, levels = 0:1, direction = "<", quiet = TRUE)
    row <- tables$folds[tables$folds$study == out, ]
    testthat::expect_equal(row$AUC, as.numeric(pROC::auc(curve)), tolerance = 1e-6)
    testthat::expect_equal(row$se, sqrt(pROC::var(curve)), tolerance = 1e-6)
    half <- stats::qnorm(0.975) * row$se / (row$AUC * (1 - row$AUC))
    testthat::expect_equal(c(row$low, row$high), stats::plogis(stats::qlogis(row$AUC) + c(-half, half)), tolerance = 1e-6)
    testthat::expect_equal(row$chosen, sum(stats::coef(fit, s = "lambda.min")[-1L] != 0))
    testthat::expect_equal(tables$scores$probability[tables$scores$study == out], probability, tolerance = 1e-6)
    told <- tables$calibration[tables$calibration$study == out, ]
    # What is surer than a sample of this size can tell stands at 1 / 2n.
    least <- 1 / (2 * length(left))
    odds <- stats::qlogis(pmin(pmax(probability, least), 1 - least))
    testthat::expect_equal(told$brier, mean((probability - y[left])^2), tolerance = 1e-6)
    testthat::expect_equal(told$slope, stats::coef(stats::glm(y[left] ~ odds, family = "binomial"))[[2L]], tolerance = 1e-6)
    testthat::expect_equal(
      told$intercept, stats::coef(stats::glm(y[left] ~ 1, family = "binomial", offset = odds))[[1L]], tolerance = 1e-6
    )
  }
  auc <- tables$folds$AUC
  pooled <- metafor::rma(stats::qlogis(auc), sei = tables$folds$se / (auc * (1 - auc)), test = "knha")
  facts <- facts_of(tables)
  testthat::expect_equal(c(facts$c_mean, facts$c_low, facts$c_high), stats::plogis(c(pooled$b, pooled$ci.lb, pooled$ci.ub)), tolerance = 1e-6)
  further <- stats::predict(pooled)
  # REML ends its steps at a change of 1e-5.
  testthat::expect_equal(c(facts$c_predict_low, facts$c_predict_high), stats::plogis(c(further$pi.lb, further$pi.ub)), tolerance = 1e-4)
})

testthat::test_that("planted genes are found, and nothing of what was left out was seen", {
  data <- planted()
  tables <- run(data)
  facts <- facts_of(tables)
  testthat::expect_gt(facts$c_low, 0.65)
  testthat::expect_true(facts$holds)
  testthat::expect_gt(facts$optimism, 0)
  testthat::expect_equal(sort(utils::head(tables$genes$gene, 2)), sprintf("GENE%03d", 1:2))
  testthat::expect_true(all(tables$genes$one_sign[tables$genes$folds == 5]))
  # Other labels and other values of the last study: its model stays. Beside the first run, the models are computed directly.
  read <- function(data) {
    job <- new_job(function(event) NULL)
    own <- environment(tool$analyse)
    studies <- own$studies_with_outcome(list(expression = data$matrices, clinical = data$clinical), defaults, job)$studies
    left_out_studies(studies, function(training) own$trained_outcome(training, defaults), own$judged_outcome, job)
  }
  other <- data
  last <- startsWith(data$clinical$sample, "K5_")
  set.seed(4)
  other$clinical$outcome[last] <- sample(data$clinical$outcome[last])
  other$matrices[[5]]$values[] <- stats::rnorm(length(other$matrices[[5]]$values))
  before <- read(data)
  after <- read(other)
  testthat::expect_identical(after$folds[[5]]$coefficients, before$folds[[5]]$coefficients)
  testthat::expect_false(identical(after$folds[[1]]$coefficients, before$folds[[1]]$coefficients))
  testthat::expect_false(isTRUE(all.equal(after$judged$estimate[[5]], before$judged$estimate[[5]])))
})

testthat::test_that("outcomes dealt out at random give an AUC of 0.45 to 0.55 in five studies, whatever it looks like in training", {
  data <- planted(sizes = rep(40L, 5))
  found <- vapply(1:20, function(seed) {
    tables <- run(permuted(data, seed))
    facts <- facts_of(tables)
    c(facts$c_mean, facts$c_apparent, facts$holds && !"barely_above" %in% codes_of(tables))
  }, numeric(3))
  testthat::expect_gt(mean(found[1, ]), 0.45)
  testthat::expect_lt(mean(found[1, ]), 0.55)
  testthat::expect_gt(mean(found[2, ]), mean(found[1, ]) + 0.1)
  # Said to discriminate, without a doubt about the interval.
  testthat::expect_lt(mean(found[3, ]), 0.1)
})

testthat::test_that("the order of samples and studies does not matter, and a seed gives one result", {
  data <- planted(sizes = c(50L, 50L, 50L))
  tables <- run(data)
  testthat::expect_identical(run(data), tables)
  set.seed(8)
  shuffled <- data
  shuffled$matrices <- lapply(data$matrices, function(set) utils::modifyList(set, list(values = set$values[sample(40), sample(50)])))
  shuffled$clinical <- data$clinical[sample(nrow(data$clinical)), ]
  testthat::expect_equal(run(shuffled)$folds, tables$folds, tolerance = 1e-9)
  turned <- run(list(matrices = rev(data$matrices), clinical = data$clinical))
  testthat::expect_equal(plain_rows(turned$folds[3:1, ]), tables$folds, tolerance = 1e-9)
  testthat::expect_equal(turned$genes, tables$genes, tolerance = 1e-9)
  testthat::expect_equal(facts_of(turned)$c_mean, facts_of(tables)$c_mean, tolerance = 1e-9)
  merged <- list(
    matrices = list(as_input(do.call(cbind, lapply(data$matrices, `[[`, "values")), "all.tsv")),
    clinical = cbind(data$clinical, study = rep(c("GSE1", "GSE2", "GSE3"), each = 50))
  )
  testthat::expect_equal(run(merged, study_column = "study")$folds, tables$folds, tolerance = 1e-9)
  mirrored <- run(data, positive_label = "no")
  # The other side's folds of tuning are dealt out otherwise.
  testthat::expect_equal(mirrored$folds$AUC, tables$folds$AUC, tolerance = 0.05)
  testthat::expect_equal(sign(mirrored$genes$whole[1:2]), -sign(tables$genes$whole[match(mirrored$genes$gene[1:2], tables$genes$gene)]))
})

testthat::test_that("a study that is coded the wrong way round is named", {
  data <- planted(effect = 2.5)
  last <- startsWith(data$clinical$sample, "K5_")
  data$clinical$outcome[last] <- ifelse(data$clinical$outcome[last] == "yes", "no", "yes")
  tables <- run(data)
  findings <- attr(tables, "findings")
  named <- Filter(function(finding) finding$code == "reversed_studies", findings)
  testthat::expect_length(named, 1L)
  testthat::expect_match(named[[1]]$message, "GSE5")
  testthat::expect_no_match(named[[1]]$message, "GSE1")
  testthat::expect_lt(tables$folds$high[[5]], 0.5)
})

testthat::test_that("shares of cases that differ shift the calibration and not the AUC, and are told", {
  tables <- run(planted(sizes = rep(80L, 3), shift = c(-1.2, 0, 1.2)))
  testthat::expect_true("shares_differ" %in% codes_of(tables))
  testthat::expect_equal(order(tables$calibration$intercept), 1:3)
  testthat::expect_lt(diff(range(tables$calibration$mean_probability)), diff(range(tables$calibration$share)))
  testthat::expect_false("shares_differ" %in% codes_of(run(planted(sizes = rep(80L, 3), seed = 5))))
})

testthat::test_that("each learner, and the best of them, is judged in the left-out studies", {
  data <- planted(sizes = c(40L, 40L, 40L), genes = 15L, effect = 2)
  for (learner in c("elastic", "ridge", "svm", "forest", "boosting")) {
    tables <- run(data, learner = learner)
    testthat::expect_gt(facts_of(tables)$c_mean, 0.6)
    testthat::expect_equal(is.na(tables$genes$coefficient[[1]]), learner %in% c("svm", "forest", "boosting"))
  }
  best <- run(data, learner = "best")
  testthat::expect_true(all(best$folds$learner %in% LEARNERS))
  testthat::expect_true(facts_of(best)$several)
  testthat::expect_gt(facts_of(best)$c_mean, 0.6)
})

testthat::test_that("an AUC of 1 or of equal scores has Newcombe's interval and stays in the mean", {
  # Newcombe 2006: the bound is where the distance is 1.96 errors of itself.
  for (auc in c(0, 0.3, 0.5, 1)) {
    range <- newcombe_interval(auc, 12, 8)
    ends <- range[range != auc]
    testthat::expect_length(ends, if (auc %in% c(0, 1)) 1L else 2L)
    testthat::expect_equal(unname(abs(auc - ends) / sqrt(newcombe_variance(ends, 12, 8))), rep(stats::qnorm(0.975), length(ends)), tolerance = 1e-6)
  }
  testthat::expect_equal(unname(newcombe_interval(0.3, 12, 8)), unname(rev(1 - newcombe_interval(0.7, 12, 8))), tolerance = 1e-6)
  # Hanley and McNeil's own formula, where both sides are equal.
  testthat::expect_equal(
    newcombe_variance(0.8, 10, 10), (0.8 * 0.2 + 9 * (0.8 / 1.2 - 0.64) + 9 * (2 * 0.64 / 1.8 - 0.64)) / 100, tolerance = 1e-9
  )
  data <- planted(sizes = c(40L, 40L, 40L))
  case <- data$clinical$outcome == "yes"
  for (k in 1:3) data$matrices[[k]]$values["GENE001", ] <- 20 + 10 * case[startsWith(data$clinical$sample, paste0("K", k))]
  data$matrices[[1]]$values["GENE001", 1] <- 27
  tables <- run(data)
  testthat::expect_equal(tables$folds$AUC[2:3], c(1, 1))
  testthat::expect_true(all(is.na(tables$folds$se[2:3]) & tables$folds$low[2:3] > 0.8 & tables$folds$low[2:3] < 1 & tables$folds$high[2:3] == 1))
  testthat::expect_true(all(is.na(tables$calibration$slope[2:3])))
  testthat::expect_gt(facts_of(tables)$c_mean, 0.9)
  testthat::expect_lt(facts_of(tables)$c_mean, 1)
  # Studies that are all separated do not make the mean surer than each of them is.
  apparent <- tables$forest[tables$forest$section == tables$forest$section[[8]], ]
  testthat::expect_lt(apparent$low[[4]], max(apparent$low[2:3]))
})

testthat::test_that("a gene that the left-out study lacks counts as its mean; rows without an outcome are counted", {
  data <- planted(sizes = c(50L, 50L, 50L))
  data$matrices[[3]]$values <- data$matrices[[3]]$values[-1, ]
  data$clinical$outcome[1:3] <- ""
  tables <- run(data)
  testthat::expect_equal(tables$folds$missing, c(0, 0, 1))
  testthat::expect_true("missing_genes" %in% codes_of(tables))
  testthat::expect_equal(facts_of(tables)$excluded, 3L)
  testthat::expect_equal(facts_of(tables)$total, 150L)
})

testthat::test_that("hostile input is refused with a sentence that says what to do", {
  data <- planted(sizes = c(30L, 30L, 30L))
  alone <- list(matrices = data$matrices[1], clinical = data$clinical[startsWith(data$clinical$sample, "K1_"), ])
  expect_refused(run(alone), "one_study", "file_ids", "再选一个矩阵")
  with_table <- function(clinical) list(matrices = data$matrices, clinical = clinical)
  expect_refused(run(with_table(transform(data$clinical, sample = paste0("X", sample)))), "samples_absent", "clinical_data")
  with_outcome <- function(values) with_table(transform(data$clinical, outcome = values))
  one_class <- data$clinical$outcome
  one_class[31:60] <- "yes"
  expect_refused(run(with_outcome(one_class)), "one_class", "label_column", "GSE2.*没有对照.*请去掉")
  few <- one_class
  few[31:34] <- "no"
  expect_refused(run(with_outcome(few)), "few_of_class", "label_column", "对照 4 个.*至少要 5 个")
  sparse <- list(matrices = data$matrices[1:2], clinical = data.frame(sample = data$clinical$sample[1:60], outcome = "no"))
  sparse$clinical$outcome[c(1:5, 31:45)] <- "yes"
  expect_refused(run(sparse), "few_in_training", "file_ids", "留出「GSE2」后.*5 个.*再加")
  expect_refused(run(with_outcome(rep_len(c("CR", "PR", "SD"), 90))), "many_labels", "label_column")
  expect_refused(run(with_outcome("yes")), "one_label", "label_column")
  expect_refused(run(data, label_column = "diagnosis"), "no_column", "label_column")
  expect_refused(run(data, study_column = "centre"), "no_column", "study_column")
  expect_refused(run(with_table(rbind(data$clinical, data$clinical[1, ]))), "samples_repeated", "clinical_data")
  probes <- data
  probes$matrices[[1]]$identifiers <- "probe"
  expect_refused(run(probes), "probes", "file_ids")
  flat <- data
  flat$matrices[[1]]$values[] <- 1
  expect_refused(run(flat), "nothing_left", "file_ids")
  other <- data
  rownames(other$matrices[[1]]$values) <- sprintf("OTHER%03d", 1:40)
  expect_refused(run(other), "no_common_genes", "file_ids")
  testthat::expect_true("studies_read" %in% codes_at_form(tool, list(expression = data$matrices, clinical = data$clinical), defaults))
})

testthat::test_that("a mean that lies barely on either side of 0.5 is doubted, one that lies far or across it is not", {
  open <- data.frame(low = c(0.40, 0.45, 0.48, 0.42), high = c(0.70, 0.70, 0.72, 0.66))
  turned <- data.frame(low = 1 - open$high, high = 1 - open$low)
  expect_true(is_doubtful(list(mean = 0.56, low = 0.51, high = 0.61), open))
  expect_true(is_doubtful(list(mean = 0.44, low = 0.39, high = 0.49), turned))
  for (table in list(open, turned)) {
    expect_false(is_doubtful(list(mean = 0.70, low = 0.65, high = 0.75), table))
    expect_false(is_doubtful(list(mean = 0.30, low = 0.25, high = 0.35), table))
    expect_false(is_doubtful(list(mean = 0.50, low = 0.40, high = 0.60), table))
    expect_false(is_doubtful(list(mean = 0.56, low = NA, high = NA), table))
  }
  # Most studies say it by themselves.
  expect_false(is_doubtful(list(mean = 0.44, low = 0.39, high = 0.49), data.frame(low = 0.3, high = c(0.45, 0.48, 0.49, 0.6))))
})
