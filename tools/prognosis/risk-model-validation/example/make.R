# Makes the example input: a model of the first 500 simulated patients of glmnet's CoxExample, and the other 500. `Rscript make.R` in this folder.
statistics <- file.path("..", "..", "..", "..", "engine", "R", "statistics")
needed <- c("risk-models/risk-model.R", "risk-models/lasso-cox.R", "survival/survival.R", "survival/weighted-tests.R")
for (file in needed) source(file.path(statistics, file))
own <- new.env()
utils::data("CoxExample", package = "glmnet", envir = own)
values <- own$CoxExample$x
dimnames(values) <- list(sprintf("P%04d", seq_len(nrow(values))), sprintf("变量%02d", seq_len(ncol(values))))
time <- own$CoxExample$y[, "time"] * TIME_UNITS$year$days
status <- own$CoxExample$y[, "status"]
first <- seq_len(500L)

set.seed(7)
fit <- glmnet::cv.glmnet(values[first, ], survival::Surv(time[first], status[first]), family = "cox", foldid = sample(rep(1:10, length.out = 500L)))
coefficients <- stats::coef(fit, s = "lambda.min")[, 1L]
model <- linear_model(
  "LASSO-Cox", coefficients[coefficients != 0], values[first, ], time[first], status[first], c(1, 2) * TIME_UNITS$year$days,
  c(endpoint = "随访的结局", expression = "矩阵里的 log2 表达量", data = "CoxExample 前 500 例", patients = "500", events = as.character(sum(status[first])))
)
data.table::fwrite(model_table(model), "model.tsv", sep = "\t", na = "", quote = FALSE)

rest <- setdiff(seq_len(1000L), first)
table <- data.frame(gene = colnames(values), signif(t(values[rest, ]), 15), check.names = FALSE)
data.table::fwrite(table, "expression.tsv.gz", sep = "\t")
follow <- data.frame(sample = rownames(values)[rest], time = time[rest] / TIME_UNITS$year$days, status = status[rest])
data.table::fwrite(follow, "survival.tsv", sep = "\t")
