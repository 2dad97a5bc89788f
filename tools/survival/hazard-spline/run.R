# The hazard ratio along one number of a clinical table: a Cox model with a restricted cubic spline, its tests and its curve. The model
# itself, without the reading of a table, is in engine/R/statistics/survival/hazard-spline.R.

HAZARD_SPLINE_P <- 0.05
#' Fewer distinct values make no curve: they are classes.
HAZARD_SPLINE_VALUES <- 10L
#' Points of the curve.
HAZARD_SPLINE_STEPS <- 201L
#' A lowest or highest place so near the end of the curve is the end.
HAZARD_SPLINE_END <- 0.02
#' Of the whole change of the curve so much lies outside the stretch that is told.
HAZARD_SPLINE_TAIL <- 0.1
HAZARD_SPLINE_SHARES <- c(0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95)

#' @param inputs `survival`: kind survival-data. @param params,job See the declaration.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("读入随访和各列", 0.1)
  data <- hazard_spline_data(inputs, params, job)
  knots <- hazard_spline_knots(data, params)
  reference <- hazard_spline_reference(data$x, params)
  coefficients <- length(knots) - 1L + ncol(data$design)
  hazard_spline_check_events(data, coefficients, params)
  job$checked("variable_read", told(
    "%s 例患者、%s 例事件可以分析，模型有 %s 个系数", "Patients, events and coefficients of the model: %s, %s and %s",
    format_count(length(data$x)), format_count(sum(data$status)), format_count(coefficients)
  ), "variable_column")
  job$step("拟合样条 Cox 模型", 0.4)
  spline <- hazard_spline(data$time, data$status, data$x, knots, data$design, data$entry)
  if (is.null(spline)) stop_input("not_estimable", sprintf(
    "「%s」的曲线估计不出来：事件都集中在它的一端，或它可由协变量推算出来。请减少节点，或去掉重复的协变量", params$variable_column
  ), "variable_column")
  straight <- hazard_spline_line(data)
  reach <- range(spline_reach(data$x), reference)
  curve <- spline_ratios(spline, sort(unique(c(seq(reach[[1L]], reach[[2L]], length.out = HAZARD_SPLINE_STEPS), reference))), reference)
  shape <- hazard_spline_shape(spline, curve)
  tell_study(data$study, job)
  tell_hazard_spline(data, spline, coefficients, params, job)
  job$facts(hazard_spline_facts(data, spline, straight, curve, shape, reference, coefficients, params))
  shares <- stats::quantile(data$x, HAZARD_SPLINE_SHARES, names = FALSE)
  points <- data.frame(
    place = c(sprintf("p%g", 100 * HAZARD_SPLINE_SHARES), "reference"), spline_ratios(spline, c(shares, reference), reference)
  )
  at_knots <- spline_ratios(spline, knots, reference)
  list(
    tests = data.frame(hazard_spline_tests(spline, straight), n = length(data$x), events = sum(data$status)),
    points = plain_rows(points[order(points$value), ]), covariates = hazard_spline_covariates(data, spline),
    knots = data.frame(knot = seq_along(knots), share = SPLINE_SHARES[[params$knots]], value = knots),
    flow = patient_flow(data$study), patients = data.frame(value = sort(data$x)),
    curve = rbind(
      data.frame(series = "curve", curve, mode = "line"),
      data.frame(series = "knots", at_knots[c("value", "hr")], lower = NA_real_, upper = NA_real_, mode = "points")
    ),
    lines = data.frame(line = c("horizontal", "vertical"), at = c(1, reference), text = c("", "reference"))
  )
}

# ---- who and what ----

#' Patients with follow-up, the number and all covariates.
#'
#' @return List of `study`, `time`, `status`, `entry` (days; NULL: all are watched from the start), `x`, `design` (matrix of the covariates), `terms`
#'   (data frame of its columns), `covariates` (their names).
#' @section Errors: `stop_input` for columns that are not there, hold texts, or have too few values for a curve.
hazard_spline_data <- function(inputs, params, job) {
  study <- with_entry(survival_study(inputs, params, job), params$entry_column, job, params[c("variable_column", "covariates")])
  study$clinical <- numbers_as_written(study$clinical)
  column <- params$variable_column
  values <- study$clinical[[column]]
  if (is.null(values)) stop_input("no_column", sprintf(
    "随访数据里没有「%s」这一列，或它就是样本名、时间、状态。请重新选择", column
  ), "variable_column")
  if (column %in% params$covariates) stop_input("variable_is_covariate", sprintf(
    "「%s」是要看的变量，不能又当协变量。请从协变量里去掉它", column
  ), "covariates")
  if (!is.numeric(values)) {
    text <- unique(stats::na.omit(as.character(values)))
    text <- text[is.na(written_numbers(trimmed(text)))]
    stop_input("not_numbers", sprintf(
      "「%s」里有文字（如「%s」），画不出随数值变化的曲线。请换一列数值，或把这些格改成数字或留空", column, utils::head(c(text, ""), 1L)
    ), "variable_column")
  }
  study$clinical[[column]][!is.finite(values)] <- NA
  terms <- if (length(params$covariates) > 0L) clinical_terms(study, params)
  for (name in names(terms)) {
    if (is.numeric(terms[[name]])) terms[[name]][!is.finite(terms[[name]])] <- NA
    study$clinical[[name]] <- terms[[name]]
  }
  for (name in c(column, names(terms))) study <- without_patients(study, is.na(study$clinical[[name]]), sprintf("「%s」没有填", name))
  check_patients(study)
  x <- study$clinical[[column]]
  distinct <- length(unique(x))
  if (distinct < HAZARD_SPLINE_VALUES) stop_input("few_values", sprintf(
    "「%s」在纳入的患者里只有 %s 种取值，不足 %s 种，画不出曲线。请换一列，或把它当分类用「多因素 Cox 回归」", column, format_count(distinct),
    format_count(HAZARD_SPLINE_VALUES)
  ), "variable_column")
  if (!is.finite(stats::sd(x))) stop_input("too_large", sprintf("「%s」的数值太大，算不出标准差。请换一个单位", column), "variable_column")
  covariates <- hazard_spline_design(x, study$clinical[names(terms)], job)
  c(list(study = study, time = study$patients$time, status = study$patients$status, entry = entry_days(study), x = x), covariates)
}

#' Covariates as columns; those that follow from the variable or from one another leave. @return List of `design`, `terms` and `covariates`: those
#'   that entered the model.
hazard_spline_design <- function(x, table, job) {
  columns <- lapply(stats::setNames(nm = names(table)), function(name) term_columns(table[[name]], name, "clinical"))
  constant <- vapply(columns, is.null, logical(1))
  if (any(constant)) job$finding("should", "one_level", told(
    "协变量「%s」在纳入的患者里只有一种取值，没有进入模型", "Covariates of a single value did not enter the model: %s", told_names(names(columns)[constant], 5L)
  ), field = "covariates")
  columns <- c(list(term_columns(x, "", "clinical")), columns[!constant])
  model <- without_collinear(list(
    design = do.call(cbind, unname(lapply(columns, `[[`, "values"))), terms = plain_rows(do.call(rbind, unname(lapply(columns, `[[`, "about"))))
  ), job)
  terms <- plain_rows(model$terms[-1L, , drop = FALSE])
  list(design = model$design[, -1L, drop = FALSE], terms = terms, covariates = unique(terms$term))
}

hazard_spline_knots <- function(data, params) {
  knots <- spline_knots(data$x, params$knots)
  if (anyDuplicated(signif(knots, 12L)) > 0L) stop_input("knots_equal", sprintf(
    "「%s」里很多患者的数值相同，%s 个节点有重合（%s），画不出曲线。请减少节点，或换一列", params$variable_column, params$knots,
    paste(vapply(knots, written_number, character(1)), collapse = "、")
  ), "knots")
  knots
}

#' The value whose hazard ratio is 1.
hazard_spline_reference <- function(x, params) {
  written <- trimmed(params$reference_value)
  if (!nzchar(written)) return(stats::median(x))
  value <- written_numbers(written)
  if (!is.finite(value)) stop_input("reference_unread", sprintf("参照值「%s」不是数字。请写一个数，或留空用中位数", written), "reference_value")
  if (value < min(x) || value > max(x)) stop_input("reference_outside", sprintf(
    "参照值 %s 在数据之外（%s 到 %s）。请改到数据的范围里，或留空用中位数", written_number(value, 10L), written_number(min(x), 10L), written_number(max(x), 10L)
  ), "reference_value")
  value
}

hazard_spline_check_events <- function(data, coefficients, params) {
  events <- sum(data$status)
  if (events <= coefficients) stop_input("few_events", sprintf(
    "只有 %s 例事件，而模型有 %s 个系数，估计不出来。请减少节点或协变量，或换事件更多的数据", format_count(events), format_count(coefficients)
  ), "knots")
}

# ---- models ----

#' The straight line beside the curve: the hazard ratio per standard deviation. @return From `cox_ratios`, one row; NULL: no model.
hazard_spline_line <- function(data) {
  frame <- data.frame(time = data$time, status = data$status, s = data$x / stats::sd(data$x))
  frame$entry <- data$entry
  frame$w <- data$design
  form <- stats::reformulate(c("s", if (ncol(data$design) > 0L) "w"), outcome_call(data$entry))
  tryCatch(cox_ratios(quiet_cox(form, frame))[1L, ], error = function(condition) NULL)
}

hazard_spline_tests <- function(spline, straight) {
  rows <- rbind(
    data.frame(test = "overall", as.data.frame(spline$overall)), data.frame(test = "curved", as.data.frame(spline$curved))
  )
  if (!is.null(straight)) rows <- rbind(
    rows, data.frame(test = "straight", chisq = (straight$coef / straight$se)^2, df = 1L, p = straight$wald_p)
  )
  rbind(rows, data.frame(test = "proportional", chisq = NA_real_, df = rows$df[[1L]], p = spline$ph_p))
}

hazard_spline_covariates <- function(data, spline) {
  if (ncol(data$design) == 0L) return(data.frame(
    variable = character(), level = character(), reference = character(), HR = numeric(), HR.95L = numeric(), HR.95H = numeric(), pvalue = numeric()
  ))
  ratios <- cox_ratios(spline$fit)[-seq_along(spline$coef), ]
  data.frame(
    variable = data$terms$term, level = data$terms$level, reference = data$terms$reference, HR = ratios$hr, HR.95L = ratios$lower,
    HR.95H = ratios$upper, pvalue = ratios$p
  )
}

#' Where the curve turns: only a place that lies below both ends, or above both, beyond chance (pointwise) counts as one.
#'
#' @return List of `lowest` and `highest` (values of the number), `valley`, `hill` (flags), `rising` (the right end lies higher), `from` and `to`
#'   (the middle 80% of the change of a curve that does not turn).
hazard_spline_shape <- function(spline, curve) {
  ends <- curve$value[c(1L, nrow(curve))]
  lowest <- curve$value[[which.min(curve$hr)]]
  highest <- curve$value[[which.max(curve$hr)]]
  inside <- function(at) min(abs(at - ends)) > HAZARD_SPLINE_END * diff(ends)
  log_ratio <- log(curve$hr)
  done <- (log_ratio - log_ratio[[1L]]) / (log_ratio[[length(log_ratio)]] - log_ratio[[1L]])
  list(
    lowest = lowest, highest = highest, valley = inside(lowest) && all(spline_ratios(spline, ends, lowest)$lower > 1),
    hill = inside(highest) && all(spline_ratios(spline, ends, highest)$upper < 1), rising = log_ratio[[length(log_ratio)]] > log_ratio[[1L]],
    from = curve$value[[max(which(done <= HAZARD_SPLINE_TAIL), 1L)]], to = curve$value[[min(which(done >= 1 - HAZARD_SPLINE_TAIL), nrow(curve))]]
  )
}

# ---- told ----

tell_hazard_spline <- function(data, spline, coefficients, params, job) {
  events <- sum(data$status)
  if (events < EVENTS_EACH * coefficients) job$finding("should", "events_each", told(
    "%s 例事件、%s 个系数，每个系数不足 10 例事件，曲线的形状靠不住。请减少节点或协变量",
    "%s events for %s coefficients, fewer than 10 each: the shape of the curve leans on chance", format_count(events), format_count(coefficients)
  ), field = "knots")
  if (looks_like_codes(data$x)) job$finding("should", "variable_codes", told(
    "「%s」只有不多的几种整数，像是编号或等级；曲线只在它是数值时有意义",
    "“%s” holds few whole numbers that may be codes; a curve has a meaning for numbers only", params$variable_column
  ), field = "variable_column")
  tell_ph_untested(spline$ph_p, data$study, job)
  if (!is.na(spline$ph_p) && spline$ph_p < PH_P) job$finding("should", "not_proportional", told(
    "「%s」的风险比随时间变化（Schoenfeld 残差检验 P %s）：曲线只是全程的平均",
    "The hazard ratios of “%s” change with time (Schoenfeld residuals, P %s): the curve is an average over the follow-up",
    params$variable_column, p_digits(spline$ph_p)
  ), field = "variable_column")
}

hazard_spline_facts <- function(data, spline, straight, curve, shape, reference, coefficients, params) {
  effect <- spline$overall$p < HAZARD_SPLINE_P
  bent <- effect && spline$curved$p < HAZARD_SPLINE_P
  outer <- spline_ratios(spline, stats::quantile(data$x, c(0.1, 0.9), names = FALSE), reference)
  number <- function(value) written_number(value)
  steady <- bent && !shape$valley && !shape$hill
  knots <- told_names(vapply(spline$knots, number, character(1)), length(spline$knots))
  known <- if (is.null(straight)) list(hr = NA, lower = NA, upper = NA, p = NA) else straight
  c(
    study_facts(data$study)[c("data", "patients", "events", "total", "excluded", "follow_up", "unit_word", "unit_english")],
    covariate_facts(data$study$clinical, data$covariates), entry_facts(data$study, params$entry_column),
    list(
      variable = params$variable_column, adjusted = length(data$covariates) > 0L, reference_at = number(reference),
      median_reference = !nzchar(trimmed(params$reference_value)), knots_n = length(spline$knots), knot_words = knots$zh, knot_english = knots$en,
      effect = effect, bent = bent, overall_p = fact_number(spline$overall$p), curved_p = fact_number(spline$curved$p),
      bent_alone = !effect && spline$curved$p < HAZARD_SPLINE_P,
      valley = bent && shape$valley && !shape$hill, hill = bent && shape$hill && !shape$valley, waves = bent && shape$hill && shape$valley,
      rising = steady && shape$rising, falling = steady && !shape$rising, steep_from = number(shape$from), steep_to = number(shape$to),
      lowest_at = number(shape$lowest), highest_at = number(shape$highest),
      low_at = number(outer$value[[1L]]), low_hr = fact_number(outer$hr[[1L]]), low_lower = fact_number(outer$lower[[1L]]),
      low_upper = fact_number(outer$upper[[1L]]), high_at = number(outer$value[[2L]]), high_hr = fact_number(outer$hr[[2L]]),
      high_lower = fact_number(outer$lower[[2L]]), high_upper = fact_number(outer$upper[[2L]]),
      sd = number(stats::sd(data$x)), line_hr = fact_number(known$hr), line_low = fact_number(known$lower), line_high = fact_number(known$upper),
      line_p = fact_number(known$p), thin = sum(data$status) < EVENTS_EACH * coefficients, coefficients = coefficients,
      ph_p = fact_number(spline$ph_p)
    )
  )
}
