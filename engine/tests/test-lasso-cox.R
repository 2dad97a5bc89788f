# LASSO-Cox against glmnet.

cox_example <- function() {
  own <- new.env()
  utils::data("CoxExample", package = "glmnet", envir = own)
  values <- own$CoxExample$x
  dimnames(values) <- list(sprintf("P%04d", seq_len(nrow(values))), sprintf("G%02d", seq_len(ncol(values))))
  list(values = values, time = own$CoxExample$y[, "time"], status = own$CoxExample$y[, "status"])
}

#' More genes than patients, in blocks of correlated ones, with tied times.
wide_data <- function(seed) {
  set.seed(seed)
  blocks <- matrix(stats::rnorm(150 * 10), 150)
  values <- matrix(stats::rnorm(150 * 400), 150) * 0.8 + blocks[, rep(1:10, 40)] * 0.6
  dimnames(values) <- list(sprintf("P%03d", 1:150), sprintf("G%03d", 1:400))
  time <- stats::rexp(150, exp(as.vector(values[, 1:6] %*% rep(0.4, 6))) / 10)
  list(values = values, time = ceiling(pmin(time, 20)), status = as.integer(time <= 20))
}

test_that("CoxExample with seed 7 has 15 genes at the minimum and 10 one standard error away", {
  data <- cox_example()
  foldid <- engine$lasso_folds(nrow(data$values), 10L, 7L)
  fit <- engine$fit_lasso(data$values, data$time, data$status, foldid, 1000L)
  direct <- glmnet::cv.glmnet(data$values, survival::Surv(data$time, data$status), family = "cox", foldid = foldid)
  at <- fit$cv$index[, 1]
  expect_identical(unname(lengths(lapply(at, function(i) engine$lasso_coefficients(fit$path, i)))), c(15L, 10L))
  expect_equal(fit$cv$lambda.min, direct$lambda.min, tolerance = 1e-6)
  expect_equal(fit$cv$lambda.1se, direct$lambda.1se, tolerance = 1e-6)
  expect_equal(fit$cv$cvm, direct$cvm, tolerance = 1e-6)
  own <- engine$lasso_coefficients(fit$path, at[["min"]])
  theirs <- as.matrix(stats::coef(direct, s = "lambda.min"))[names(own), 1]
  expect_equal(own, theirs, tolerance = 1e-5)
})

test_that("the best penalties are cv.glmnet's, whatever the folds, with many more genes than patients and ties", {
  data <- wide_data(1)
  path <- engine$lasso_path(data$values, data$time, data$status, 1000L)
  for (seed in 1:4) {
    foldid <- engine$lasso_folds(150L, 10L, seed)
    best <- engine$lasso_best(data$values, data$time, data$status, foldid, path)
    direct <- glmnet::cv.glmnet(
      data$values, survival::Surv(data$time, data$status), family = "cox", foldid = foldid, lambda = path$lambda, maxit = 1e5
    )
    expect_identical(unname(best[c("min", "1se")]), as.integer(direct$index))
  }
})

test_that("a path over screened genes is the path over all genes, and meets the optimum's conditions", {
  data <- wide_data(2)
  lambda <- engine$lasso_path(data$values, data$time, data$status, 1000L)$lambda[1:25]
  own <- engine$screened_path(data$values, data$time, data$status, lambda, 1:3)
  full <- as.matrix(glmnet::glmnet(
    data$values, survival::Surv(data$time, data$status), family = "cox", lambda = lambda, maxit = 1e5
  )$beta)
  expect_setequal(rownames(own), rownames(full)[rowSums(full != 0) > 0])
  expect_lt(max(abs(own - full[rownames(own), ])), 1e-3)
  residuals <- engine$cox_residuals(data$time, data$status, data$values[, rownames(own)] %*% own)
  slopes <- crossprod(data$values, engine$per_penalty(residuals, lambda))
  expect_lt(max(engine$largest_share(slopes, engine$column_sd(data$values) * 150)), 1.01)
})

test_that("a path over screened genes without some patients is the path of the others", {
  data <- wide_data(6)
  data$values[, 7L] <- 5
  lambda <- engine$lasso_path(data$values, data$time, data$status, 1000L)$lambda[1:20]
  foldid <- engine$lasso_folds(150L, 10L, 3L)
  left <- foldid != 2L
  sd <- engine$left_sd(data$values, foldid, 1:10)[, 2L]
  expect_equal(unname(sd), engine$column_sd(data$values[left, ]), tolerance = 1e-12)
  own <- engine$screened_path(data$values, data$time, data$status, lambda, 1:3, left, sd)
  full <- as.matrix(glmnet::glmnet(
    data$values[left, ], survival::Surv(data$time[left], data$status[left]), family = "cox", lambda = lambda, maxit = 1e5
  )$beta)
  expect_setequal(rownames(own), rownames(full)[rowSums(full != 0) > 0])
  expect_lt(max(abs(own - full[rownames(own), ])), 1e-3)
})

test_that("slopes of a fold's patients are nearly those of their own residuals, wherever the genes' values lie", {
  data <- wide_data(8)
  path <- engine$lasso_path(data$values, data$time, data$status, 1000L, 15L)
  predictor <- data$values %*% as.matrix(path$beta)
  residuals <- engine$cox_residuals(data$time, data$status, predictor)
  left <- engine$lasso_folds(150L, 10L, 3L) != 2L
  exact <- crossprod(data$values[left, ], engine$cox_residuals(data$time[left], data$status[left], predictor[left, ]))
  of <- function(values) engine$left_slopes(values, residuals, crossprod(values, cbind(residuals, 1)), left)
  expect_gt(stats::cor(as.vector(of(data$values)), as.vector(exact)), 0.999)
  expect_lt(max(abs(of(data$values) - exact)), 0.1 * max(abs(exact)))
  expect_equal(of(data$values + 8), of(data$values), tolerance = 1e-9)
})

test_that("a shorter path is the beginning of the whole one", {
  for (data in list(wide_data(7), cox_example())) {
    whole <- glmnet::glmnet(data$values, survival::Surv(data$time, data$status), family = "cox", maxit = 1e5)
    short <- engine$lasso_path(data$values, data$time, data$status, 1e5, 20L)
    expect_equal(short$lambda, whole$lambda[1:20], tolerance = 1e-8)
    expect_equal(as.matrix(short$beta), as.matrix(whole$beta[, 1:20]), tolerance = 1e-6)
    foldid <- engine$lasso_folds(nrow(data$values), 10L, 5L)
    found <- engine$lasso_search(data$values, data$time, data$status, foldid, 1000L)
    best <- engine$lasso_best(data$values, data$time, data$status, foldid, whole)
    expect_identical(found$best[c("min", "1se")], best[c("min", "1se")])
  }
})

test_that("the deviance of many predictors is coxnet.deviance's", {
  data <- wide_data(3)
  beta <- matrix(stats::rnorm(400 * 3, sd = 0.02), 400)
  predictor <- data$values %*% beta
  own <- engine$partial_deviance(data$time, data$status, predictor)
  theirs <- glmnet::coxnet.deviance(x = data$values, y = survival::Surv(data$time, data$status), beta = beta)
  expect_equal(own, as.vector(theirs), tolerance = 1e-10)
})

test_that("stability counts how often a gene is chosen, and the same seed gives the same count", {
  data <- wide_data(4)
  path <- engine$lasso_path(data$values, data$time, data$status, 1000L)
  count <- function(seed) engine$lasso_stability(data$values, data$time, data$status, 5L, "1se", path, seed, times = 6L)
  stable <- count(1)
  expect_identical(stable, count(1))
  by_hand <- lapply(1:6, function(i) {
    foldid <- engine$lasso_folds(150L, 5L, 1 + i)
    direct <- glmnet::cv.glmnet(
      data$values, survival::Surv(data$time, data$status), family = "cox", foldid = foldid, lambda = path$lambda, maxit = 1e5
    )
    names(engine$lasso_coefficients(path, direct$index["1se", ]))
  })
  expect_equal(stable$frequency, vapply(names(stable$frequency), function(gene) mean(vapply(by_hand, `%in%`, TRUE, x = gene)), 1))
  expect_identical(stable$sizes, lengths(by_hand))
})

test_that("an outcome that has nothing to do with the genes gives no model, not an error", {
  data <- wide_data(5)
  set.seed(9)
  mixed <- sample(150)
  expect_null(engine$lasso_way(10L, "1se", 1000L, 7L, 10)(data$values, data$time[mixed], data$status[mixed]))
})
