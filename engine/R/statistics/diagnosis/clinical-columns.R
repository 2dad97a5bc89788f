#' Clinical columns of a model of a two-valued outcome: read, told where they say nothing, made into columns of numbers, and refused where they part
#' cases from controls. Declarations take the parameters from the tool kit's `diagnostic-model.ts`.

#' Clinical columns as numbers or as categories in their order, whatever their spelling.
#'
#' @param clinical Data frame, a row for each sample. @param outcome Its column of the outcome.
#' @param params `covariates`, `covariate_codes`, `covariate_numbers` (see `read_covariates`).
#' @return Named list of `values` (numbers, NA where they are not known, or a factor) and `kind`.
#' @section Errors: `stop_input` for a column that is not there, or is a text of many values.
clinical_factors <- function(clinical, outcome, params, job) {
  absent <- setdiff(params$covariates, names(clinical))
  if (length(absent) > 0L) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", absent[[1L]]), "covariates")
  if (outcome %in% params$covariates) stop_input(
    "outcome_again", sprintf("「%s」是结局，不能又当变量。请从临床变量里去掉它", outcome), "covariates"
  )
  table <- read_covariates(clinical, params, label = "临床变量")
  lapply(stats::setNames(nm = params$covariates), function(name) {
    values <- table[[name]]
    if (is.numeric(values)) return(list(values = replace(values, !is.finite(values), NA), kind = "clinical"))
    read <- baseline_levels(baseline_texts(values))
    if (nlevels(read$values) > TERM_LEVELS) stop_input("many_levels", sprintf(
      "「%s」有 %s 种取值，不像分类，不能进入模型。请合并成几类，或换一列", name, format_count(nlevels(read$values))
    ), "covariates")
    tell_baseline_merged(name, read$merged, "covariates", job)
    list(values = read$values, kind = "clinical")
  })
}

#' The samples of which all chosen columns are known. @param columns From `clinical_factors`.
#' @return List of `kept` (logical, by sample), `columns` (of those who are kept) and `exclusions` (data frame `reason`, `n`).
#' @section Errors: `stop_input` where too few are left on either side.
complete_columns <- function(columns, y) {
  lacking <- Reduce(`|`, lapply(columns, function(column) is.na(column$values)))
  sides <- c(sum(y[!lacking]), sum(y[!lacking] == 0L))
  if (min(sides) < BINARY_LEAST) stop_input("few_samples", sprintf(
    "所选变量都有的样本里，阳性 %s 个、对照 %s 个：两边都至少要有 %s 个。请去掉缺失多的变量", format_count(sides[[1L]]), format_count(sides[[2L]]), BINARY_LEAST
  ), "covariates")
  list(
    kept = !lacking, columns = lapply(columns, within_kept, !lacking),
    exclusions = data.frame(reason = "缺少所选的变量", n = sum(lacking))[seq_len(any(lacking)), ]
  )
}

within_kept <- function(column, kept) {
  column$values <- column$values[kept]
  if (is.factor(column$values)) column$values <- droplevels(column$values)
  column
}

#' The columns of the model; what does not vary, or follows from others, leaves it and is told.
#'
#' @param columns From `complete_columns`. @return `study` with `design` (samples × columns), `terms` (as `model_terms` gives them) and `levels`
#'   (named list: of each term its levels, the reference first; none of a number).
#' @section Errors: `stop_input` where none varies.
with_columns <- function(study, columns, job) {
  varies <- vapply(columns, function(column) length(unique(column$values)) > 1L, logical(1))
  if (any(!varies)) job$finding("should", "one_level", told(
    "「%s」在纳入的样本里只有一种取值，没有进入模型", "“%s” has a single value in the included samples and did not enter the model",
    told_names(names(columns)[!varies], 5L)
  ), field = "covariates")
  if (!any(varies)) stop_input("no_terms", "所选的变量在纳入的样本里都只有一种取值。请换几个变量", "covariates")
  made <- lapply(names(columns)[varies], function(name) {
    values <- columns[[name]]$values
    levels <- levels(values)
    design <- level_values(if (is.factor(values)) as.character(values) else values, name, as.character(levels))
    about <- data.frame(
      column = colnames(design), term = name, level = if (is.factor(values)) levels[-1L] else "",
      reference = if (is.factor(values)) levels[[1L]] else "", kind = columns[[name]]$kind
    )
    list(design = design, about = about)
  })
  study$design <- do.call(cbind, lapply(made, `[[`, "design"))
  study$terms <- plain_rows(do.call(rbind, lapply(made, `[[`, "about")))
  study <- whole_terms(without_collinear(study, job), job)
  study$levels <- lapply(columns[unique(study$terms$term)], function(column) as.character(levels(column$values)))
  study
}

#' Refuses columns that no logistic regression can be fitted to: too many, and those that part cases from controls.
#'
#' @param study `y`, `design`, `terms`. @param lost What is not possible then, for the sentence.
check_columns <- function(study, lost) {
  fewer <- min(sum(study$y), sum(study$y == 0L))
  if (ncol(study$design) >= fewer) stop_input("many_terms", sprintf(
    "模型的系数有 %s 个，较少的一边只有 %s 个样本：怎样都拟合得上。请减少变量，每个系数最好有 10 个", format_count(ncol(study$design)), format_count(fewer)
  ), "covariates")
  for (j in seq_len(ncol(study$design))) {
    about <- study$terms[j, ]
    sides <- split(study$design[, j], study$y)
    if (nzchar(about$level)) check_level(study, about$term, lost) else if (sides_parted(sides)) stop_input("separated", sprintf(
      "「%s」单独就把阳性和对照完全分开，比值比是无穷大，%s。请核对它是不是由结局得来的，或去掉它", about$term, lost
    ), "covariates")
  }
}

sides_parted <- function(sides) max(sides[[1L]]) < min(sides[[2L]]) || max(sides[[2L]]) < min(sides[[1L]])

#' Log odds so far out are those of variables that part the two sides.
ODDS_APART <- 30

#' Do these log odds part cases from controls, so that the coefficients have no end?
odds_parted <- function(odds, y) sides_parted(split(odds, y)) || max(abs(odds)) > ODDS_APART

#' A level without a case or without a control has an infinite odds ratio.
check_level <- function(study, term, lost) {
  own <- study$terms$term == term
  values <- study$design[, own, drop = FALSE]
  level <- c(study$terms$reference[own][[1L]], study$terms$level[own])[drop(values %*% seq_len(sum(own))) + 1L]
  counts <- table(level, factor(study$y, 0:1))
  empty <- which(counts == 0L, arr.ind = TRUE)
  if (nrow(empty) > 0L) stop_input("separated", sprintf(
    "「%s」为「%s」的 %s 个样本里没有一个%s，比值比是无穷大，%s。请合并类别，或去掉这个变量", term, rownames(counts)[[empty[1L, 1L]]],
    format_count(sum(counts[empty[1L, 1L], ])), if (empty[1L, 2L] == 2L) "阳性" else "对照", lost
  ), "covariates")
}

# ---- beside the genes of a model ----

#' Samples with clinical variables that stand beside the genes of a model, without a penalty.
#'
#' @param read From `outcome_samples`. @return `read` of the samples of which all variables are known, with `design`, `terms` and `levels` (see
#'   `with_columns`); as it is where no column is chosen.
with_clinical_columns <- function(read, params, job) {
  if (length(params$covariates) == 0L) return(read)
  complete <- complete_columns(clinical_factors(read$clinical, read$outcome$column, params, job), read$y)
  read[c("samples", "y")] <- lapply(read[c("samples", "y")], `[`, complete$kept)
  read$clinical <- read$clinical[complete$kept, , drop = FALSE]
  read$exclusions <- rbind(read$exclusions, complete$exclusions)
  read <- with_columns(read, complete$columns, job)
  lost <- "不能当作不受惩罚的变量"
  check_columns(read, lost)
  fit <- suppressWarnings(stats::glm.fit(cbind(1, read$design), read$y, family = stats::binomial()))
  if (odds_parted(fit$linear.predictors, read$y)) stop_input("separated", sprintf(
    "这几个临床变量合起来把阳性和对照完全分开，系数没有有限的值，%s。请减少变量，或合并样本很少的类别", lost
  ), "covariates")
  rownames(read$design) <- read$samples
  read
}
