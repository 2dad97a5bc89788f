# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("diagnostic_model_validation")
lasso <- tool_of("diagnostic_lasso")
learners <- tool_of("diagnostic_learners")

params <- list(label_column = "结局", positive_label = "是", one_against_rest = FALSE, standardise = "none")
matrix_of <- function(values, sha256) list(values = values, kind = "log", identifiers = "symbol", label = "矩阵", sha256 = sha256)
run <- function(model, data, ..., sha256 = "b") {
  run_tool(tool, list(model = model, expression = matrix_of(data$values, sha256), clinical = data$clinical), changed(params, ...))
}
fault <- function(...) tryCatch(run(...), oncoloom_input = function(condition) condition)
#' As a user downloads a table and uploads it again.
as_file <- function(table) {
  folder <- tempfile("tables")
  dir.create(folder)
  read_table_input(file.path(folder, write_table("model", table, folder)$path))
}
train <- function(data, ..., sha256 = "a") {
  run_tool(lasso, list(expression = matrix_of(data$values, sha256), clinical = data$clinical, candidates = NULL), changed(list(
    label_column = "结局", positive_label = "是", one_against_rest = FALSE, alpha = 1, lambda = "min", screen = 20000L, nfolds = 5L, repeats = 1L,
    cut = 0.5, permutations = 0L, seed = 7L
  ), ...))
}
measured <- function(result, measure, how = "这份数据（模型原样）") {
  row <- result$performance$measure == measure & result$performance$how == how
  unlist(result$performance[row, c("estimate", "lower", "upper")], use.names = FALSE)
}

#' Leukaemias with BCR/ABL or without a known rearrangement, in the order of their diagnosis.
leukaemia <- function(rows, genes = 300L) {
  all <- package_data("ALL", "ALL")
  samples <- Biobase::pData(all)
  samples <- samples[grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "NEG"), ]
  samples <- samples[order(as.Date(samples$diagnosis, "%m/%d/%Y"), rownames(samples), method = "radix"), ]
  values <- Biobase::exprs(all)[, rownames(samples)]
  values <- values[order(-matrixStats::rowVars(values))[seq_len(genes)], ]
  sided(values[, rows], as.integer(samples$mol.biol == "BCR/ABL")[rows])
}
sided <- function(values, y) list(values = values, y = y, clinical = data.frame(
  sample = colnames(values), 结局 = ifelse(y == 1, "是", "否"), check.names = FALSE
))
#' Samples whose first genes tell the outcome. @param effect 0: none does.
planted <- function(n = 100L, p = 30L, effect = 1.5, seed = 1, prefix = "P") {
  set.seed(seed)
  values <- matrix(stats::rnorm(n * p, 6), p, dimnames = list(sprintf("G%03d", seq_len(p)), sprintf("%s%03d", prefix, seq_len(n))))
  sided(values, stats::rbinom(n, 1, stats::plogis(effect * (values[1, ] - values[2, ]))))
}

first <- leukaemia(1:40)
rest <- leukaemia(41:79)
trained <- train(first)
model <- as_file(trained$model)
validated <- run(model, rest)

testthat::test_that("halves of the leukaemias: probabilities are glmnet's of LASSO, elastic net, ridge; measures pROC's, glm's, binom.test's", {
  for (alpha in c(1, 0.5, 0)) {
    own <- if (alpha == 1) trained else train(first, alpha = alpha)
    result <- if (alpha == 1) validated else run(as_file(own$model), rest)
    order <- order(first$clinical$sample, method = "radix")
    x <- t(first$values)[order, ]
    foldid <- seeded_folds(first$y[order], 5L, 7L)
    path <- glmnet::glmnet(x, first$y[order], family = "binomial", alpha = alpha)
    fit <- glmnet::cv.glmnet(x, first$y[order], family = "binomial", alpha = alpha, foldid = foldid, lambda = path$lambda)
    # Of the path itself: that of `cv.glmnet`, whose penalties were given, begins elsewhere and ends 1e-4 off.
    theirs <- as.vector(stats::predict(path, t(rest$values), s = fit$lambda.min, type = "response"))
    expect_equal(result$samples$probability[match(rest$clinical$sample, result$samples$sample)], theirs, tolerance = 1e-6)
    odds <- as.vector(stats::predict(path, t(rest$values), s = fit$lambda.min))
    y <- rest$y
    expect_equal(measured(result, "AUC"), as.numeric(pROC::ci.auc(pROC::roc(y, odds, levels = 0:1, direction = "<", quiet = TRUE)))[c(2, 1, 3)],
      tolerance = 1e-6)
    expect_equal(measured(result, "Brier 分数")[[1L]], mean((theirs - y)^2), tolerance = 1e-6)
    slope <- stats::glm(y ~ odds, family = "binomial")
    level <- stats::glm(y ~ 1, offset = odds, family = "binomial")
    expect_equal(measured(result, "校准斜率"), unname(c(stats::coef(slope)[[2L]], stats::confint.default(slope)[2L, ])), tolerance = 1e-6)
    expect_equal(measured(result, "校准截距"), unname(c(stats::coef(level), stats::confint.default(level))), tolerance = 1e-6)
    called <- theirs >= 0.5
    of <- list(灵敏度 = called[y == 1], 特异度 = !called[y == 0], 阳性预测值 = y[called] == 1, 阴性预测值 = y[!called] == 0, 准确度 = called == y)
    for (measure in names(of)) {
      exact <- stats::binom.test(sum(of[[measure]]), length(of[[measure]]))
      expect_equal(measured(result, measure), unname(c(exact$estimate, exact$conf.int)), tolerance = 1e-6)
    }
    expect_identical(result$confusion$cases, c(sum(called & y == 1), sum(!called & y == 1)))
    nested <- measured(result, "AUC", "训练时：嵌套交叉验证")
    expect_equal(nested, unlist(facts_of(own)[c("auc_nested", "auc_nested_low", "auc_nested_high")], use.names = FALSE), tolerance = 1e-9)
    expect_equal(measured(result, "AUC", "训练时：训练集内（偏乐观）")[[1L]], facts_of(own)$auc_apparent, tolerance = 1e-9)
  }
  facts <- facts_of(validated)
  expect_true(facts$holds)
  expect_false(facts$training || facts$mixed || facts$newcombe || facts$few)
  expect_equal(sum(diff(validated$roc$x) * (utils::head(validated$roc$y, -1) + utils::tail(validated$roc$y, -1)) / 2), facts$auc, tolerance = 1e-9)
  expect_identical(run(model, rest), validated)
})

testthat::test_that("the other value as positive mirrors; samples and rows of the model in another order change nothing", {
  flipped <- run(model, rest, positive_label = "否")
  expect_equal(facts_of(flipped)$auc, 1 - facts_of(validated)$auc, tolerance = 1e-12)
  expect_true(facts_of(flipped)$reversed)
  expect_false(facts_of(flipped)$holds)
  expect_true(all(c("reversed", "outcome_differs") %in% codes_of(flipped)))
  expect_equal(facts_of(flipped)$slope, -facts_of(validated)$slope, tolerance = 1e-9)
  set.seed(1)
  mixed <- sample(39)
  moved <- run(model[sample(nrow(model)), ], list(values = rest$values[sample(300), mixed], clinical = rest$clinical[sample(39), ]))
  expect_equal(moved$samples, validated$samples, tolerance = 1e-12)
  expect_equal(moved$performance, validated$performance, tolerance = 1e-12)
  # Where no value is named, it is that of training.
  silent <- run(model, rest, label_column = NULL, positive_label = "")
  expect_identical(silent$performance, validated$performance)
  expect_true("positive_as_trained" %in% codes_of(silent))
})

testthat::test_that("training samples are known again: by the matrix, by their names, and by their values under other names", {
  again <- run(model, first, sha256 = "a")
  expect_equal(again$samples$probability[match(trained$samples$sample, again$samples$sample)], trained$samples$apparent, tolerance = 1e-9)
  expect_true(facts_of(again)$training)
  expect_true("training_data" %in% codes_of(again))
  renamed <- first
  colnames(renamed$values) <- renamed$clinical$sample <- sprintf("S%02d", 1:40)
  expect_true(facts_of(run(model, renamed))$training)
  some <- sided(cbind(renamed$values[, 1:8], rest$values), c(first$y[1:8], rest$y))
  told <- facts_of(run(model, some))
  expect_true(told$mixed)
  expect_false(told$holds)
  expect_identical(told$overlap, 8)
  # Names that every second study has say nothing of values that differ.
  common <- planted(prefix = "P")
  by_common <- as_file(train(common)$model)
  expect_identical(facts_of(run(by_common, planted(seed = 2, prefix = "P")))$overlap, 0)
  # The other half of one matrix is no training, and no other data either.
  half <- run(model, rest, sha256 = "a")
  expect_false(facts_of(half)$training)
  expect_true(facts_of(half)$same_matrix)
  expect_true("same_matrix" %in% codes_of(half))
  expect_true("与训练样本同一份矩阵里的其余样本，是内部验证" %in% half$reporting$answer)
  bare <- run(model[!model$part %in% c("salt", "seen"), ], rest)
  expect_false(facts_of(bare)$overlap_checked)
  expect_true("seen_unknown" %in% codes_of(bare))
  at_form <- codes_at_form(tool, list(model = model, expression = matrix_of(first$values, "a"), clinical = first$clinical), params)
  expect_identical(at_form, c("training_data", "samples_looked_at"))
})

testthat::test_that("values of few digits are anybody's: strangers are not taken for training samples", {
  coarse <- function(seed) within(planted(n = 200L, seed = seed, effect = 3), values <- round(values))
  own <- train(coarse(1), lambda = "1se")
  few <- as_file(own$model)
  genes <- few$name[few$part == "coefficient"]
  expect_lt(length(genes), 10)
  expect_identical(facts_of(run(few, coarse(2)))$overlap, 0)
})

testthat::test_that("noise: the interval holds 0.5 in about 95 of 100, and the run says so", {
  told <- lapply(1:100, function(seed) {
    set.seed(seed)
    values <- matrix(stats::rnorm(40 * nrow(rest$values), 6, 2), nrow(rest$values), dimnames = list(rownames(rest$values), sprintf("N%02d", 1:40)))
    run(model, sided(values, rep(0:1, 20)))
  })
  holds <- vapply(told, function(result) facts_of(result)$auc_low <= 0.5 && facts_of(result)$auc_high >= 0.5, logical(1))
  expect_gte(sum(holds), 90)
  expect_identical(vapply(told, function(result) facts_of(result)$no_better || facts_of(result)$reversed, logical(1)),
    vapply(told, function(result) facts_of(result)$auc_low <= 0.5, logical(1)))
  expect_identical(vapply(told, function(result) "no_better" %in% codes_of(result), logical(1)),
    vapply(told, function(result) facts_of(result)$no_better, logical(1)))
  expect_equal(mean(vapply(told, function(result) facts_of(result)$auc, numeric(1))), 0.5, tolerance = 0.04)
})

testthat::test_that("four samples are told as four: Newcombe's interval, no slope where they are separated, never proof", {
  four <- function(rows) sided(rest$values[, rows], rest$y[rows])
  score <- validated$samples$probability[match(rest$clinical$sample, validated$samples$sample)]
  high <- order(-score)
  best <- c(high[rest$y[high] == 1][1:2], rev(high[rest$y[high] == 0])[1:2])
  result <- run(model, four(best))
  facts <- facts_of(result)
  expect_equal(facts$auc, 1)
  expect_true(facts$newcombe && facts$few && facts$no_better)
  expect_false(facts$holds)
  expect_null(facts$slope)
  expect_true("few_cases" %in% codes_of(result))
  expect_identical(nrow(result$calibration), 0L)
  expect_equal(unname(newcombe_interval(1, 2, 2)), c(facts$auc_low, facts$auc_high))
  expect_identical(fault(model, four(best[1:3]))$code, "few_samples")
})

testthat::test_that("missing genes: some have the mean of training, too many are refused; a constant gene has its value", {
  coefficient <- trained$coefficients[trained$coefficients$coefficient != 0, ]
  smallest <- coefficient$gene[order(abs(coefficient$coefficient))]
  without <- function(genes) within(rest, values <- values[!rownames(values) %in% genes, ])
  few <- run(model, without(smallest[1:2]))
  facts <- facts_of(few)
  expect_identical(facts$missing_genes, 2L)
  expect_equal(facts$missing_weight, sum(abs(coefficient$coefficient[match(smallest[1:2], coefficient$gene)])) / sum(abs(coefficient$coefficient)))
  filled <- rest
  filled$values[smallest[1:2], ] <- rowMeans(first$values[smallest[1:2], ])
  expect_equal(few$samples, run(model, filled)$samples, tolerance = 1e-9)
  expect_true("genes_at_centre" %in% codes_of(few))
  expect_identical(fault(model, without(coefficient$gene[[1L]]))$code, "genes_missing")
  expect_identical(fault(model, without(coefficient$gene))$code, "genes_absent")
  blank <- rest
  blank$values[coefficient$gene[[1L]], 1:3] <- NA
  expect_identical(facts_of(run(model, blank))$excluded, 3L)
})

testthat::test_that("another scale: told, and taken away by standardising, which gives back the training samples their own values", {
  shifted <- within(rest, values <- values * 2 + 9)
  plain <- run(model, shifted)
  expect_true("scale_differs" %in% codes_of(plain))
  once <- run(model, rest, standardise = "zscore")
  expect_equal(run(model, shifted, standardise = "zscore")$performance, once$performance, tolerance = 1e-9)
  own <- run(model, first, standardise = "zscore", sha256 = "a")
  expect_equal(own$samples$probability[match(trained$samples$sample, own$samples$sample)], trained$samples$apparent, tolerance = 1e-9)
  far <- run(within(model, value[part == "intercept"] <- 1000), rest)
  expect_true("one_side_called" %in% codes_of(far))
  expect_identical(far$confusion$cases, c(sum(rest$y), 0L))
  counts <- run_tool(tool, list(model = model, expression = c(
    changed(matrix_of(2^rest$values - 1, "b"), kind = "linear")
  ), clinical = rest$clinical), params)
  expect_equal(counts$samples$probability, validated$samples$probability, tolerance = 1e-9)
  expect_true("unit_differs" %in% codes_of(counts))
  # More cases than in training: the level is told, the order stays.
  moved <- run(within(model, value[part == "intercept"] <- value[part == "intercept"] + 3), rest)
  expect_true("probabilities_off" %in% codes_of(moved))
  expect_equal(facts_of(moved)$auc, facts_of(validated)$auc)
  expect_equal(facts_of(moved)$intercept, facts_of(validated)$intercept - 3, tolerance = 1e-6)
})

testthat::test_that("a clinical table as a hospital writes it", {
  table <- data.frame(
    sample = c(rest$clinical$sample, "没有测的"), 性别 = "女", 确诊日期 = "2021/3/5",
    融合基因 = c(ifelse(rest$y == 1, "阳性", "阴性"), "阳性"), check.names = FALSE
  )
  table$融合基因[1:2] <- c("", "NA")
  table$融合基因[10:12] <- paste0(" ", table$融合基因[10:12], " ")
  result <- run(model, list(values = rest$values, clinical = table[sample(40), ]), label_column = "融合基因", positive_label = "")
  expect_identical(facts_of(result)$samples, 37L)
  expect_identical(facts_of(result)$excluded, 3L)
  expect_true(all(c("positive_guessed", "outcome_differs", "samples_left_out") %in% codes_of(result)))
  three <- within(rest, clinical$结局 <- rep_len(c("CR", "PR", "SD"), 39))
  expect_identical(fault(model, three)$code, "many_labels")
  expect_identical(fault(model, within(rest, clinical$结局 <- "是"))$code, "one_label")
  expect_identical(fault(model, rest, label_column = "不在")$code, "no_column")
  expect_identical(fault(model, within(rest, clinical <- clinical[c(1, 1:39), ]))$code, "samples_repeated")
})

testthat::test_that("what is no diagnostic model is refused, and said which tool it is for", {
  of <- function(table) fault(table, rest)$code
  expect_identical(of(data.frame(gene = "TP53", value = 1)), "not_a_model")
  expect_identical(of(model[0, ]), "no_model")
  expect_identical(of(within(model, name[part == "kind"] <- "linear")), "survival_model")
  expect_identical(of(within(model, value[part == "layout"] <- 9)), "model_later")
  expect_identical(of(model[model$part != "intercept", ]), "model_damaged")
  expect_identical(of(within(model, value[part == "cut"] <- 2)), "model_damaged")
  expect_identical(of(model[!(model$part == "mean" & model$name == model$name[model$part == "mean"][[1L]]), ]), "model_damaged")
  expect_identical(tryCatch(read_model(model, "source_analysis_id"), oncoloom_input = function(condition) condition$code), "diagnostic_model")
})

testthat::test_that("the final learner's model goes on where it has coefficients, and there is none where it has not", {
  of <- function(codes) run_tool(learners, list(expression = matrix_of(first$values, "a"), clinical = first$clinical, candidates = NULL), list(
    label_column = "结局", positive_label = "是", one_against_rest = FALSE, learners = codes, screen = 50L, nfolds = 3L, repeats = 1L, cut = 0.4,
    permutations = 0L, seed = 7L
  ))
  ridge <- of("ridge")
  result <- run(as_file(ridge$model), first, sha256 = "a")
  expect_equal(result$samples$probability[match(ridge$samples$sample, result$samples$sample)], ridge$samples$apparent, tolerance = 1e-9)
  expect_equal(facts_of(result)$cut, 0.4)
  expect_identical(facts_of(result)$model_word, "岭回归")
  expect_identical(nrow(of("svm")$model), 0L)
})

testthat::test_that("the example's model holds in the samples that were diagnosed later", {
  folder <- file.path(root, "tools", "prognosis", "diagnostic-model-validation", "example")
  testthat::skip_if_not(file.exists(file.path(folder, "model.tsv")), "without the example")
  values <- data.table::fread(cmd = paste("gzip -dc", shQuote(file.path(folder, "expression.tsv.gz"))), data.table = FALSE, header = TRUE)
  data <- list(
    values = as.matrix(data.frame(values[-1L], row.names = values[[1L]], check.names = FALSE)),
    clinical = data.table::fread(file.path(folder, "clinical.tsv"), data.table = FALSE, colClasses = "character")
  )
  result <- run(read_table_input(file.path(folder, "model.tsv")), data, label_column = "融合基因", positive_label = "阳性")
  expect_true(facts_of(result)$holds)
  expect_identical(facts_of(result)$overlap, 0)
})

testthat::test_that("a model with clinical variables asks for their columns, and takes the levels of training in whatever spelling", {
  clinic <- function(data, seed) {
    set.seed(seed)
    n <- ncol(data$values)
    data$clinical <- cbind(data$clinical, 年龄 = round(stats::rnorm(n, 50, 12)), 性别 = sample(c("男", "女"), n, TRUE), 分期 = sample(
      c("I期", "II期", "III期"), n, TRUE
    ))
    data
  }
  before <- clinic(planted(prefix = "训练"), 1)
  after <- clinic(planted(seed = 2, prefix = "验证"), 2)
  fitted <- train(before, covariates = c("年龄", "性别", "分期"), covariate_codes = character(), covariate_numbers = character())
  frozen <- as_file(fitted$model)
  expect_identical(frozen$value[frozen$part == "layout"], 2)
  again <- run(frozen, before, sha256 = "a")
  expect_equal(again$samples$probability[match(fitted$samples$sample, again$samples$sample)], fitted$samples$apparent, tolerance = 1e-9)
  expect_true(facts_of(again)$training)
  result <- run(frozen[rev(seq_len(nrow(frozen))), ], after)
  beta <- stats::setNames(frozen$value[frozen$part == "coefficient"], frozen$name[frozen$part == "coefficient"])
  own <- after$clinical
  design <- cbind(
    t(after$values), 年龄 = own$年龄, `性别：女 对 男` = own$性别 == "女", `分期：II期 对 I期` = own$分期 == "II期", `分期：III期 对 I期` = own$分期 == "III期"
  )
  odds <- frozen$value[frozen$part == "intercept"] + as.vector(design[, names(beta)] %*% beta)
  expect_equal(result$samples$score[match(own$sample, result$samples$sample)], odds, tolerance = 1e-9)
  expect_identical(facts_of(result)$model_clinical, "年龄、性别、分期")
  expect_identical(sum(result$genes$how == "临床变量"), 4L)
  expect_identical(facts_of(result)$model_genes, sum(!grepl("年龄|性别|分期", names(beta))))
  spelled <- within(after, clinical$分期 <- c(I期 = "Ⅰ期", II期 = " ii期", III期 = "III 期")[clinical$分期])
  expect_equal(run(frozen, spelled)$samples, result$samples)
  # A single stage is no reference of its own.
  third <- within(after, clinical$分期 <- "III期")
  moved <- run(frozen, third)$samples
  shift <- moved$score[match(own$sample, moved$sample)] - odds
  expect_equal(shift[own$分期 == "I期"], rep(beta[["分期：III期 对 I期"]], sum(own$分期 == "I期")), tolerance = 1e-9)
  strange <- within(after, {
    clinical$分期[1:4] <- "IV期"
    clinical$年龄[5:7] <- NA
  })
  told <- run(frozen, strange)
  expect_identical(facts_of(told)$samples, 93L)
  expect_true("levels_unseen" %in% codes_of(told))
  expect_identical(told$flow$n[grepl("没有见过", told$flow$step)], 4L)
  expect_identical(told$flow$n[grepl("缺少模型要的", told$flow$step)], 3L)
  without <- fault(frozen, within(after, clinical <- clinical[c("sample", "结局", "年龄")]))
  expect_identical(c(without$code, without$field), c("columns_missing", "clinical_data"))
  expect_match(conditionMessage(without), "性别、分期")
  expect_identical(fault(frozen, within(after, clinical$性别 <- "1"))$code, "columns_unreadable")
  expect_identical(fault(frozen[frozen$part != "level", ], after)$code, "model_damaged")
  # Without a gene the clinical variables are a model of their own.
  alone <- train(before, covariates = "年龄", covariate_codes = character(), covariate_numbers = character(), lambda = "1se", screen = 2L, alpha = 1)
  if (facts_of(alone)$model_genes == 0L) expect_identical(facts_of(run(as_file(alone$model), after))$model_genes, 0L)
})
