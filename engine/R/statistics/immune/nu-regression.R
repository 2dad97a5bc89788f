# Deconvolution by nu-support vector regression (CIBERSORT: Newman et al. 2015). The regression itself is libsvm's, by e1071.

#' The nu of the paper: of the three fits the one with the smallest root mean square error counts.
SVR_NU <- c(0.25, 0.5, 0.75)

#' Centre and scale by the mean and standard deviation of all values together.
z_of_all <- function(values) (values - mean(values)) / stats::sd(as.vector(values))

#' One mixture as non-negative shares of the signature's cell types.
#'
#' @param signature Numeric matrix, genes × cell types, `z_of_all`. @param mixture Numeric vector of the same genes, centred and scaled.
#' @return List of `shares` (they sum to 1; NA where no weight is positive), `correlation` and `rmse` of the mixture with what the shares make of the
#'   signature. Source: Newman AM et al., Nat Methods 2015;12:453–457, and its supplementary R code.
svr_shares <- function(signature, mixture) {
  fits <- lapply(SVR_NU, function(nu) {
    # The fitted values are not asked for: they would cost as much again and are not those of the clipped weights.
    model <- e1071::svm(signature, mixture, scale = FALSE, type = "nu-regression", kernel = "linear", nu = nu, fitted = FALSE)
    weights <- pmax(drop(crossprod(model$coefs, model$SV)), 0)
    shares <- weights / sum(weights)
    made <- drop(signature %*% shares)
    list(shares = shares, rmse = sqrt(mean((made - mixture)^2)), correlation = plain_correlation(made, mixture))
  })
  rmse <- vapply(fits, `[[`, numeric(1), "rmse")
  if (all(is.na(rmse))) return(list(shares = rep(NA_real_, ncol(signature)), rmse = NA_real_, correlation = NA_real_))
  fits[[which.min(rmse)]]
}

#' Pearson's r without a warning where one side is constant.
plain_correlation <- function(x, y) if (anyNA(x) || stats::sd(x) == 0) NA_real_ else stats::cor(x, y)

#' The correlations of mixtures that are no mixtures: values drawn from all samples together, as many as the signature has genes.
#'
#' What is drawn depends on the whole matrix of mixtures and on no single sample: one null serves all samples, and a P value is the same as if each
#' sample had been given this null anew.
#'
#' @param signature As in `svr_shares`. @param mixtures Matrix, the signature's genes × samples, not scaled. @param n Permutations.
#' @param told Function of the number done. @return Numeric vector, NA of a mixture without a positive weight; depends on the random seed.
permutation_null <- function(signature, mixtures, n, told = function(done) NULL) {
  pool <- as.vector(mixtures)
  correlations <- numeric(n)
  for (i in seq_len(n)) {
    drawn <- pool[sample.int(length(pool), nrow(signature))]
    correlations[[i]] <- svr_shares(signature, z_of_all(drawn))$correlation
    told(i)
  }
  correlations
}

#' P of a correlation by its null: (1 + b) / (1 + n) with b of the n that fit at least as well (Phipson & Smyth 2010). The paper's code counts b / n,
#' which is 0 where the permutations are few: no P can be below what they allow.
#'
#' @param null From `permutation_null`; one that is NA fits worse than all.
null_p <- function(correlation, null) {
  vapply(correlation, function(one) if (is.na(one)) NA_real_ else (1 + sum(null >= one, na.rm = TRUE)) / (1 + length(null)), numeric(1))
}

#' All samples.
#'
#' @param signature Genes × cell types, not scaled. @param mixtures The same genes × samples, linear values.
#' @return List of `shares` (cell types × samples), `correlation`, `rmse` by sample.
svr_deconvolution <- function(signature, mixtures, told = function(done) NULL) {
  signature <- z_of_all(signature)
  fits <- lapply(seq_len(ncol(mixtures)), function(j) {
    told(j)
    mixture <- mixtures[, j]
    svr_shares(signature, (mixture - mean(mixture)) / stats::sd(mixture))
  })
  shares <- vapply(fits, `[[`, numeric(ncol(signature)), "shares")
  list(
    shares = matrix(shares, ncol(signature), dimnames = list(colnames(signature), colnames(mixtures))),
    correlation = vapply(fits, `[[`, numeric(1), "correlation"), rmse = vapply(fits, `[[`, numeric(1), "rmse")
  )
}
