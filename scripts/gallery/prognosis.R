# Tables of the figures of risk models: patients of German Breast Cancer Study Group 2, and genes of glmnet's Cox example.

#' Paths and risk scores of a LASSO on glmnet's CoxExample.
lasso <- function() {
  data <- new.env()
  utils::data("CoxExample", package = "glmnet", envir = data)
  x <- data$CoxExample$x
  y <- data$CoxExample$y
  colnames(x) <- paste0("GENE", seq_len(ncol(x)))
  set.seed(1)
  cv <- glmnet::cv.glmnet(x, y, family = "cox", nfolds = 10L)
  at <- log(cv$lambda)
  beta <- as.matrix(cv$glmnet.fit$beta)
  beta <- beta[rowSums(beta != 0) > 0, ]
  paths <- data.frame(gene = rep(rownames(beta), ncol(beta)), log_lambda = rep(at, each = nrow(beta)), coefficient = as.vector(beta))
  write_table(paths, "paths")
  write_table(data.frame(line = "vertical", at = log(c(cv$lambda.min, cv$lambda.1se)), name = c("\u03bb.min", "\u03bb.1se")), "lambdas")
  write_table(data.frame(over = at, genes = cv$nzero, row = "基因数"), "gene_counts")
  chosen <- names(which(stats::coef(cv, s = "lambda.1se")[, 1L] != 0))
  patients <- seq_len(200L)
  score <- as.vector(x[patients, ] %*% stats::coef(cv, s = "lambda.1se"))
  id <- sprintf("P%03d", patients)
  group <- ifelse(score > stats::median(score), "高风险", "低风险")
  write_table(data.frame(patient = id, score = score, time = y[patients, 1L], status = y[patients, 2L], group = group), "patients")
  z <- t(scale(x[patients, chosen]))
  colnames(z) <- id
  write_table(data.frame(gene = chosen, z), "model_genes")
  write_table(data.frame(line = "horizontal", at = stats::median(score), name = "截断值"), "cut")
}

#' Importance of the variables of a survival forest beside that under permuted outcomes.
importance <- function(patients) {
  grow <- function(data, seed) {
    ranger::ranger(
      survival::Surv(time, cens) ~ ., data, num.trees = 100L, mtry = 3L, min.node.size = 15L, importance = "permutation", seed = seed,
      num.threads = 1L
    )
  }
  real <- grow(patients, 1L)$variable.importance
  set.seed(1)
  chance <- vapply(seq_len(20L), function(seed) {
    permuted <- patients
    rows <- sample(nrow(patients))
    permuted[c("time", "cens")] <- patients[rows, c("time", "cens")]
    grow(permuted, seed)$variable.importance
  }, real)
  ends <- apply(chance, 1L, stats::quantile, c(0.025, 0.975))
  chosen <- ifelse(real > ends[2L, ], "入选", "未入选")
  write_table(data.frame(variable = names(real), value = real, low = ends[1L, ], high = ends[2L, ], chosen = chosen), "importance")
}

#' A nomogram of rms of three variables, with a patient.
nomogram <- function(patients) {
  assign("gallery_ranges", rms::datadist(patients), envir = globalenv())
  options(datadist = "gallery_ranges")
  model <- rms::cph(survival::Surv(time, cens) ~ age + horTh + pnodes, patients, x = TRUE, y = TRUE, surv = TRUE)
  survival_at <- rms::Survival(model)
  years <- c(2, 5)
  functions <- lapply(years, function(year) function(lp) survival_at(365.25 * year, lp))
  drawn <- rms::nomogram(model, fun = functions, funlabel = paste(years, "年生存率"), fun.at = c(0.95, seq(0.9, 0.1, -0.1)), lp = FALSE)
  variables <- c(age = "年龄（岁）", horTh = "Hormonal therapy", pnodes = "Positive nodes")
  of_axis <- function(name, labels, position) data.frame(axis = name, label = as.character(labels), position = position)
  ticks <- c(
    list(of_axis("得分", seq(0, 100, 10), seq(0, 100, 10))),
    lapply(names(variables), function(name) of_axis(variables[[name]], drawn[[name]][[1L]], drawn[[name]]$points)),
    list(of_axis("总分", drawn$total.points$x, drawn$total.points$x)),
    lapply(paste(years, "年生存率"), function(name) of_axis(name, drawn[[name]]$fat, drawn[[name]]$x))
  )
  axes <- vapply(ticks, function(one) one$axis[1L], character(1))
  kinds <- c("points", rep("variable", length(variables)), "total", rep("probability", length(years)))
  write_table(do.call(rbind, ticks), "nomogram_ticks")
  write_table(data.frame(axis = axes, kind = kinds), "nomogram_axes")
  patient <- data.frame(age = 45, horTh = "no", pnodes = 10)
  points_of <- function(name) {
    scale <- drawn[[name]]
    if (is.numeric(scale[[1L]])) stats::approx(scale[[1L]], scale$points, patient[[name]])$y else scale$points[match(patient[[name]], scale[[1L]])]
  }
  own <- vapply(names(variables), points_of, numeric(1))
  lp <- stats::predict(model, patient)
  chance <- vapply(functions, function(survives) sprintf("%.2f", survives(lp)), character(1))
  example <- data.frame(
    axis = c(variables, "总分", paste(years, "年生存率")), position = c(own, rep(sum(own), 1L + length(years))),
    value = c("45", "no", "10", "", chance)
  )
  write_table(example, "nomogram_example")
}

prognosis <- function() {
  patients <- read_arff(file.path(shared, "survival", "GBSG2.arff"))
  patients$cens <- as.numeric(as.character(patients$cens))
  patients$time <- as.numeric(patients$time)
  lasso()
  importance(patients)
  nomogram(patients)
}
