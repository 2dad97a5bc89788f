#' Genes and clinical variables as terms of one model: read, told where they say nothing, and made into columns of numbers.

#' Events for each coefficient below which a model leans on chance.
EVENTS_EACH <- 10
#' Variance inflation above which variables tell much the same.
VIF_LARGE <- 10
#' A text with more values than this names things rather than kinds of them.
TERM_LEVELS <- 10L

#' The columns that a model is fitted on.
#'
#' @param study From `survival_study`. @param params `covariates`, `covariate_codes`, `covariate_numbers` (see `read_covariates`).
#' @return `study` of the patients about whom all is known, with `design` (numeric, patients × columns, named as the reader sees them) and
#'   `terms` (data frame `column`, `term`, `level` and the `reference` that it stands against, `kind`: gene or clinical; a
#'   text of k values has k - 1 columns of one term), and `levels`
#'   (named list: of each clinical variable its `term_levels`).
#' @section Errors: `stop_input` where no term is left, for a column that is not there, and for texts of many values.
model_terms <- function(study, params, job) {
  clinical <- clinical_terms(study, params)
  complete <- stats::complete.cases(clinical)
  genes <- if (is.null(study$values)) matrix(0, nrow(study$patients), 0L) else t(study$values)
  known <- rowSums(is.na(genes)) == 0
  lacking <- data.frame(reason = c("缺少所选的临床变量", "缺少所选基因的表达量"), n = c(sum(!complete), sum(complete & !known)))
  study$exclusions <- rbind(study$exclusions, lacking[lacking$n > 0L, , drop = FALSE])
  kept <- complete & known
  study$patients <- plain_rows(study$patients[kept, , drop = FALSE])
  check_patients(study)
  columns <- c(
    lapply(stats::setNames(nm = colnames(genes)), function(gene) term_columns(genes[kept, gene], gene, "gene")),
    lapply(stats::setNames(nm = names(clinical)), function(name) term_columns(clinical[[name]][kept], name, "clinical"))
  )
  varies <- !vapply(columns, is.null, logical(1))
  if (any(!varies)) job$finding("should", "one_level", told(
    "「%s」在纳入的患者里只有一种取值，没有进入模型", "“%s” has a single value in the included patients and did not enter the model",
    told_names(names(columns)[!varies], 5L)
  ), field = "covariates")
  columns <- columns[varies]
  if (length(columns) == 0L) stop_input(
    "no_terms", "没有可以进入模型的变量。请在「基因名单」里填基因，或选临床变量；只有一种取值的变量不能用", "gene_list"
  )
  study$levels <- lapply(clinical[kept, , drop = FALSE], term_levels)
  study$design <- do.call(cbind, lapply(columns, `[[`, "values"))
  rownames(study$design) <- study$patients$sample
  study$terms <- plain_rows(do.call(rbind, lapply(columns, `[[`, "about")))
  without_collinear(study, job)
}

clinical_terms <- function(study, params) {
  absent <- setdiff(params$covariates, names(study$clinical))
  if (length(absent) > 0L) stop_input("column_absent", sprintf(
    "随访数据里没有「%s」这一列，或它就是样本名、时间、状态。请重新选择", list_names(absent)
  ), "covariates")
  table <- read_covariates(study$clinical, params)[params$covariates]
  for (name in names(table)) {
    if (is.numeric(table[[name]])) next
    levels <- length(unique(stats::na.omit(table[[name]])))
    if (levels > TERM_LEVELS) stop_input("many_levels", sprintf(
      "「%s」有 %s 种取值，不像分类，不能进入模型。请合并成几类，或换一列", name, format_count(levels)
    ), "covariates")
  }
  table
}

#' One term as columns; NULL where it does not vary.
term_columns <- function(values, name, kind) {
  levels <- term_levels(values)
  if (length(unique(values)) < 2L) return(NULL)
  if (!is.numeric(values)) values <- enc2utf8(values)
  columns <- level_values(values, name, levels)
  own <- if (is.numeric(values)) "" else levels[-1L]
  reference <- if (is.numeric(values)) "" else levels[[1L]]
  list(values = columns, about = data.frame(column = colnames(columns), term = name, level = own, reference = reference, kind = kind))
}

#' Levels of a text, of which the first is what the others stand against: in the order that their words tell (stages, negative and positive,
#' low and high), else by their letters. A number has none.
term_levels <- function(values) {
  if (is.numeric(values)) return(character())
  levels <- sort(enc2utf8(unique(values)), method = "radix")
  place <- worded_place(baseline_keys(levels))
  if (is.null(place)) levels else levels[order(place, levels, method = "radix")]
}

#' Columns that follow from those before them leave the model, told by name.
without_collinear <- function(study, job) {
  scaled <- scale(study$design)
  rank <- qr(scaled, tol = 1e-7)
  out <- sort(rank$pivot[-seq_len(rank$rank)])
  if (length(out) == 0L) return(study)
  job$finding("should", "collinear", told(
    "「%s」可以由其他变量完全推算出来，没有进入模型", "“%s” follows from the other variables and did not enter the model", told_terms(study$terms$column[out], 5L)
  ), field = "covariates")
  study$design <- study$design[, -out, drop = FALSE]
  study$terms <- plain_rows(study$terms[-out, , drop = FALSE])
  study
}

WHOLE_MODEL <- "整个模型"

#' The form knows what a model is made of once its patients and terms are.
tell_model_size <- function(study, job) {
  events <- sum(study$patients$status)
  terms <- ncol(study$design)
  job$checked("model_size", told(
    "%s 例患者、%s 例事件、%s 个系数，每个系数 %s 例事件", "%s patients, %s events and %s coefficients, %s events per coefficient",
    format_count(nrow(study$patients)), format_count(events), format_count(terms), sprintf("%.1f", events / terms)
  ), "covariates")
}

#' The first few of columns or terms, in both languages: "grade：II 对 I" is "grade: II vs I".
told_terms <- function(terms, shown) {
  english <- sub("：(.+) 对 ", ": \\1 vs ", replace(terms, terms == WHOLE_MODEL, "the whole model"))
  told_names(terms, shown, english)
}

# ---- the model ----

#' A Cox model of some terms (Efron).
#'
#' @param design Patients × columns. @param term The term of each column. @param wanted Terms of the model, perhaps none.
#' @param entry From when each patient is watched, in the unit of `time`; NULL: from the start.
#' @return `coxph` of a data frame whose columns are the terms, `t1`, `t2`, … in the order of `wanted`; attribute `columns`: of the design, in
#'   the order of the coefficients; see also `quiet_cox`.
cox_of_terms <- function(design, term, wanted, time, status, entry = NULL) {
  data <- term_frame(design, term, time, status, entry)
  names <- sprintf("t%d", match(wanted, unique(term)))
  formula <- stats::reformulate(if (length(names) == 0L) "1" else names, outcome_call(entry))
  fit <- quiet_cox(formula, data)
  structure(fit, columns = unlist(lapply(wanted, function(one) colnames(design)[term == one])))
}

#' Each term as one column, of several numbers where it has several.
term_frame <- function(design, term, time, status, entry = NULL) {
  data <- data.frame(time = time, status = status)
  data$entry <- entry
  all <- unique(term)
  for (i in seq_along(all)) data[[sprintf("t%d", i)]] <- unname(design[, term == all[[i]], drop = sum(term == all[[i]]) == 1L])
  data
}

#' The outcome of a formula over a `term_frame`.
outcome_call <- function(entry) if (is.null(entry)) quote(survival::Surv(time, status)) else quote(survival::Surv(entry, time, status))

#' Terms that `stats::step` keeps by AIC.
#'
#' @param direction none, forward (from nothing), backward or both (from all). @param entry See `cox_of_terms`.
#' @return Character, perhaps none; in the order of the design.
step_terms <- function(design, term, time, status, direction, entry = NULL) {
  all <- unique(term)
  if (direction == "none") return(all)
  data <- term_frame(design, term, time, status, entry)
  upper <- stats::reformulate(sprintf("t%d", seq_along(all)), outcome_call(entry))
  lower <- stats::reformulate("1", outcome_call(entry))
  environment(upper) <- environment(lower) <- environment()
  start <- if (direction == "forward") lower else upper
  fit <- suppressWarnings(do.call(survival::coxph, list(formula = start, data = quote(data), ties = "efron")))
  chosen <- suppressWarnings(stats::step(fit, list(lower = lower, upper = upper), direction = direction, trace = 0))
  all[sprintf("t%d", seq_along(all)) %in% attr(stats::terms(chosen), "term.labels")]
}

#' A way to fit (see `nested_validation`): stepwise choice and all.
#'
#' @param terms From `model_terms`. @param times In days.
cox_way <- function(terms, direction, times, about) {
  function(values, time, status, entry = NULL) {
    varies <- matrixStats::colSds(values) > 0
    term <- terms$term[match(colnames(values), terms$column)][varies]
    values <- values[, varies, drop = FALSE]
    wanted <- step_terms(values, term, time, status, direction, entry)
    if (length(wanted) == 0L) return(NULL)
    fit <- cox_of_terms(values, term, wanted, time, status, entry)
    coefficients <- stats::setNames(unname(stats::coef(fit)), attr(fit, "columns"))
    coefficients <- coefficients[is.finite(coefficients)]
    if (length(coefficients) == 0L) return(NULL)
    linear_model("多因素 Cox", coefficients, values, time, status, times, about, entry)
  }
}

#' A model with what other data need to be scored by its clinical variables. @param study From `model_terms`.
with_clinical_terms <- function(model, study) {
  own <- study$terms$kind == "clinical" & study$terms$column %in% model$genes
  if (any(own)) model$clinical <- study$levels[unique(study$terms$term[own])]
  model
}

# ---- as tables ----

#' A row for each coefficient, in the order of the model.
coefficient_table <- function(fit, study, wanted) {
  columns <- attr(fit, "columns")
  ratios <- if (length(wanted) > 0L) cox_ratios(fit) else NO_RATIOS
  term <- study$terms$term[match(columns, study$terms$column)]
  data.frame(
    gene = as.character(columns), kind = ifelse(study$terms$kind[match(columns, study$terms$column)] == "gene", "基因", "临床变量"),
    coef = ratios$coef, se = ratios$se, HR = ratios$hr, HR.95L = ratios$lower, HR.95H = ratios$upper, z = ratios$coef / ratios$se,
    pvalue = ratios$p, test = ratios$test, vif = if (nrow(ratios) > 1L) unname(rms::vif(fit)) else rep(NA_real_, nrow(ratios)),
    ph_p = if (length(wanted) > 0L) proportional_test(fit)$p[match(term, wanted)] else numeric()
  )
}

NO_RATIOS <- data.frame(
  coef = numeric(), se = numeric(), hr = numeric(), lower = numeric(), upper = numeric(), p = numeric(), test = character()
)

#' Sentences (`told`) on the coefficients that have no ratio, each with its own cause; none where all have one.
#'
#' @param coefficients From `coefficient_table`. @param study From `model_terms`.
ratios_unknown <- function(coefficients, study) {
  away <- coefficients$gene[is.na(coefficients$HR)]
  cause <- vapply(away, function(column) ratio_cause(study$patients$status, study$design[, column]), character(1))
  sentences <- list(
    no_events = told(
      "%s：这一类患者或其余患者没有一例事件，HR 不可估计，P 来自似然比检验。请合并类别，或去掉它",
      c(
        "%s: patients of this class or all others have no event, the HR is not estimable, and P is that of the likelihood-ratio test.",
        "Join classes, or leave it out"
      )
    ),
    apart = told(
      "%s：几乎完全决定了谁先发生事件，HR 不可估计，P 来自似然比检验。请核对它是不是由结局得来的，或去掉它",
      c(
        "%s: it all but tells who has an event first, the HR is not estimable, and P is that of the likelihood-ratio test.",
        "Check whether it was derived from the outcome, or leave it out"
      )
    )
  )
  lapply(intersect(names(sentences), cause), function(one) told(sentences[[one]]$zh, sentences[[one]]$en, told_terms(away[cause == one], 3L)))
}

#' By term, and of all together; NA where the test cannot be done.
proportional_test <- function(fit) {
  table <- tryCatch(survival::cox.zph(fit, transform = "km")$table, error = function(condition) NULL)
  if (is.null(table)) return(data.frame(chisq = NA_real_, df = NA_integer_, p = NA_real_))
  as.data.frame(table)
}

PROPORTIONAL_COLUMNS <- c("term", "chisq", "df", "p")

#' The tests that the table shows (`PROPORTIONAL_COLUMNS`), and `whole`: is it that of all terms together?
proportional_table <- function(fit, wanted) {
  if (length(wanted) == 0L) return(data.frame(term = character(), chisq = numeric(), df = integer(), p = numeric(), whole = logical()))
  test <- proportional_test(fit)
  terms <- if (nrow(test) == length(wanted) + 1L) wanted else character()
  # A variable may be called so, too.
  data.frame(
    term = c(terms, WHOLE_MODEL), chisq = test$chisq, df = as.integer(test$df), p = test$p, whole = seq_len(nrow(test)) > length(terms)
  )
}
