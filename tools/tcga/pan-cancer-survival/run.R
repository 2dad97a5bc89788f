# One gene, or several as one score, in the follow-up of many cohorts.

#' Fewer cohorts have no mean.
PAN_POOLED_FROM <- 3L
#' P that is called small.
PAN_P <- 0.05
#' Between cohorts: heterogeneity that is called so, by P of Cochran's Q.
PAN_HETEROGENEITY_P <- 0.1
#' A word of the declaration, in a column that holds names of cohorts, too.
PAN_MEAN <- "各队列的平均"
#' Of the genes of a score at least this share is in a cohort that takes part.
PAN_GENES_SHARE <- 0.5

#' @param inputs `dataset`: a list of cohorts by code, from `open_cohort`. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohorts <- inputs$dataset
  job$step("找到基因", 0.05)
  asked <- score_request(params)
  found <- lapply(cohorts, function(cohort) match_cohort_genes(asked$genes, cohort_genes(cohort)$symbol))
  tell_score_genes(cohorts, found, asked, job)
  parts <- Map(function(cohort, matches, i) {
    job$step(sprintf("Cox 回归：%s", cohort$about$label), 0.1 + 0.7 * (i - 1) / length(cohorts))
    cohort_hazard(cohort, matches, asked, params)
  }, cohorts, found, seq_along(cohorts))
  rows <- hazard_rows(parts)
  if (all(is.na(rows$pvalue))) stop_input("none_fitted", sprintf(
    "没有一个队列能做 Cox 回归：%s。请换终点、基因，或调小「至少的事件」", pan_reasons(rows)
  ), "dataset")
  job$step("合并各队列", 0.85)
  pooled <- pooled_hazard(rows)
  tell_hazards(rows, parts, pooled, params, job)
  job$facts(pan_facts(cohorts, rows, parts, pooled, asked, found, params))
  list(
    cohorts = rows[setdiff(names(rows), c("coef", "se"))], pooled = pooled,
    patients = bind_rows_of(parts, "patients"), flow = bind_rows_of(parts, "flow"), forest = pan_forest(rows, pooled)
  )
}

# ---- the genes ----

#' Genes that no cohort has, and those that some lack. Stops where no cohort has any.
tell_score_genes <- function(cohorts, found, asked, job) {
  has <- vapply(found, function(matches) matches$found != "", logical(length(asked$genes)))
  has <- matrix(has, length(asked$genes))
  if (!any(has)) stop_input("gene_absent", sprintf(
    "所选的队列里都没有「%s」。请核对写法，可以用基因符号、旧名、Ensembl 号或 Entrez 号", list_names(asked$genes)
  ), "target_genes")
  best <- found[[which.max(colSums(has))]]
  tell_matches(best[c("asked", "found", "how")], "target_genes", job)
  lacking <- which(colSums(has) < nrow(has) & colSums(has) > 0)
  if (length(lacking) > 0L) job$finding("should", "genes_lacking", told(
    "有基因没有测到的队列：%s。它们的评分由其余的基因合成，不足一半（按系数时缺一个）就不参与",
    "Cohorts that lack genes: %s. Their score is made of the others; below half of the genes (or any, with weights) they take no part",
    told_names(pan_labels(cohorts[lacking]), 5L)
  ), field = "target_genes")
}

pan_labels <- function(cohorts) vapply(cohorts, function(cohort) cohort$about$label, character(1), USE.NAMES = FALSE)

# ---- one cohort ----

#' @param matches From `match_cohort_genes`. @return List of `row` (see `hazard_rows`), `patients`, `flow`, `unit`.
cohort_hazard <- function(cohort, matches, asked, params) {
  label <- cohort$about$label
  row <- data.frame(
    cohort = label, n = NA_integer_, events = NA_integer_, genes = sum(matches$found != ""), HR = NA_real_,
    HR.95L = NA_real_, HR.95H = NA_real_, pvalue = NA_real_, padj = NA_real_, ph_p = NA_real_, adjusted_for = "none", test = "", note = "",
    coef = NA_real_, se = NA_real_
  )
  out <- function(note) list(row = replace(row, "note", note), unit = cohort$about$matrices$expression$unit)
  here <- matches[matches$found != "", , drop = FALSE]
  here <- here[!duplicated(here$found), , drop = FALSE]
  if (nrow(here) == 0L) return(out("no_gene"))
  if (nrow(here) < length(asked$genes) * PAN_GENES_SHARE || (asked$how == "weights" && nrow(here) < length(asked$genes))) return(out("few_genes"))
  if (is.null(cohort_table(cohort, "survival")[[params$endpoint]])) return(out("no_endpoint"))
  follow <- cohort_survival(cohort, params$endpoint)
  patients <- follow$table
  values <- cohort_values(cohort, here$found, samples = patients$sample)
  patients$value <- if (nrow(patients) > 0L) gene_score(values, asked$how, asked$weights[match(here$asked, asked$genes)]) else numeric()
  adjusted <- if (params$adjust) age_and_sex(cohort, patients$patient) else list(design = NULL, known = rep(TRUE, nrow(patients)), code = "none")
  exclusions <- follow$exclusions
  unknown <- sum(!adjusted$known)
  if (unknown > 0L) exclusions <- rbind(exclusions, data.frame(reason = "没有年龄或性别", n = unknown))
  kept <- which(adjusted$known)
  patients <- patients[kept, , drop = FALSE]
  row$n <- nrow(patients)
  row$events <- as.integer(sum(patients$status))
  row$adjusted_for <- adjusted$code
  fitted <- hazard_of(patients, adjusted$design[kept, , drop = FALSE], params)
  row[names(fitted)] <- fitted
  list(
    row = row, unit = cohort$about$matrices$expression$unit,
    patients = data.frame(
      cohort = rep(label, nrow(patients)), patient = patients$patient, sample = patients$sample, time = patients$time,
      status = as.integer(patients$status), value = patients$value
    ),
    flow = data.frame(cohort = label, flow_table(follow$total, exclusions, nrow(patients)))
  )
}

#' Age and sex, as far as a cohort tells of them and they differ. @return List of `design` (a column each), `known` (nothing missing), `code`.
age_and_sex <- function(cohort, patients) {
  features <- clinical_features(cohort, patients, c("age", "gender"))
  design <- lapply(features, function(feature) as.numeric(feature$values))
  design <- Filter(function(values) length(unique(values[is.finite(values)])) > 1L, design)
  if (length(design) == 0L) return(list(design = NULL, known = rep(TRUE, length(patients)), code = "none"))
  matrix <- do.call(cbind, design)
  list(
    design = matrix, known = rowSums(!is.finite(matrix)) == 0,
    code = if (length(design) == 2L) "both" else if (names(design) == "age") "age" else "sex"
  )
}

#' Cox model of the value in the patients of a cohort. @param design Covariates, or NULL. @return One row: ratio, P, and why there is none.
hazard_of <- function(patients, design, params) {
  none <- function(note) data.frame(note = note)
  if (sum(patients$status) < params$min_events) return(none("few_events"))
  x <- hazard_scale(patients$value, params$scale)
  if (is.null(x)) return(none("constant"))
  kept <- is.null(design) || ncol(design) == 0L
  frame <- data.frame(time = patients$time, status = patients$status, x = x)
  if (!kept) frame$z <- design
  fit <- tryCatch(
    quiet_cox(if (kept) survival::Surv(time, status) ~ x else survival::Surv(time, status) ~ x + z, frame),
    error = function(condition) NULL
  )
  if (is.null(fit) || anyNA(stats::coef(fit))) return(none("failed"))
  ratio <- cox_ratios(fit)[1L, ]
  ph_p <- if (ratio$unknown) NA_real_ else tryCatch(survival::cox.zph(fit)$table["x", "p"], error = function(condition) NA_real_)
  data.frame(
    HR = ratio$hr, HR.95L = ratio$lower, HR.95H = ratio$upper, pvalue = ratio$p, ph_p = ph_p, test = names(COX_TESTS)[match(ratio$test, COX_TESTS)],
    coef = if (ratio$unknown) NA_real_ else ratio$coef, se = if (ratio$unknown) NA_real_ else ratio$se,
    note = if (ratio$unknown) ratio_cause(patients$status, x) else ""
  )
}

#' The value in the unit of the ratio; NULL where it does not vary, or one side of its median has no tenth of the patients.
hazard_scale <- function(values, scale) {
  spread <- stats::sd(values)
  if (!is.finite(spread) || spread == 0) return(NULL)
  if (scale == "sd") return(values / spread)
  if (scale == "unit") return(values)
  high <- values > stats::median(values)
  if (min(sum(high), sum(!high)) < least_group(length(values))) NULL else as.numeric(high)
}

#' A row for each cohort, from the highest ratio to the lowest; those without one behind. P adjusted over the cohorts that were tested.
hazard_rows <- function(parts) {
  rows <- bind_rows_of(parts, "row")
  rows$padj <- stats::p.adjust(rows$pvalue, "BH")
  rows <- rows[order(is.na(rows$HR), -rows$HR, rows$cohort, method = "radix"), ]
  rownames(rows) <- NULL
  rows
}

# ---- all of them ----

#' Random effects over the cohorts that have a ratio: REML, with the interval of Hartung, Knapp, Sidik and Jonkman, never narrower than without it.
#'
#' @return Data frame of one row, or of none where there are too few cohorts.
pooled_hazard <- function(rows) {
  known <- is.finite(rows$coef) & is.finite(rows$se)
  empty <- data.frame(
    cohorts = integer(), HR = numeric(), HR.95L = numeric(), HR.95H = numeric(), pvalue = numeric(), predict_low = numeric(),
    predict_high = numeric(), tau2 = numeric(), i2 = numeric(), q = numeric(), df = integer(), q_p = numeric()
  )
  if (sum(known) < PAN_POOLED_FROM) return(empty)
  fit <- suppressWarnings(metafor::rma(
    rows$coef[known], sei = rows$se[known], method = "REML", test = "adhoc", control = list(stepadj = 0.5, maxiter = 10000)
  ))
  further <- stats::predict(fit)
  data.frame(
    cohorts = sum(known), HR = exp(fit$b[[1L]]), HR.95L = exp(fit$ci.lb), HR.95H = exp(fit$ci.ub), pvalue = fit$pval,
    predict_low = exp(further$pi.lb), predict_high = exp(further$pi.ub), tau2 = fit$tau2, i2 = fit$I2 / 100, q = fit$QE,
    df = as.integer(sum(known) - 1L), q_p = fit$QEp
  )
}

#' Rows as they are drawn: the cohorts, then their mean.
pan_forest <- function(rows, pooled) {
  drawn <- c("n", "events", "HR", "HR.95L", "HR.95H", "pvalue")
  each <- data.frame(label = rows$cohort, section = if (nrow(pooled) > 0L) "cohorts" else "", rows[drawn], remark = rows$note)
  if (nrow(pooled) == 0L) return(each)
  tested <- is.finite(rows$coef)
  mean <- data.frame(
    label = PAN_MEAN, section = "pooled", n = sum(rows$n[tested]), events = sum(rows$events[tested]),
    pooled[c("HR", "HR.95L", "HR.95H", "pvalue")], remark = ""
  )
  rbind(each, mean)
}

# ---- told ----

pan_reasons <- function(rows) {
  counted <- table(factor(rows$note[is.na(rows$pvalue)], unique(rows$note)))
  paste(sprintf("%s %d 个", TABLE_WORDS$cohorts$note[names(counted)], counted), collapse = "，")
}

tell_hazards <- function(rows, parts, pooled, params, job) {
  out <- is.na(rows$pvalue)
  if (any(out)) job$finding("should", "cohorts_out", told(
    "%s 个队列没有 HR：%s。原因在表里", "Cohorts without a hazard ratio: %s (%s). The table says why", format_count(sum(out)), told_names(rows$cohort[out], 5L)
  ), field = "dataset")
  unknown <- rows$cohort[!out & is.na(rows$HR)]
  if (length(unknown) > 0L) job$finding("should", "hr_unknown", told(
    "HR 不可估计的队列：%s。P 来自似然比检验，不参与合并", "HR not estimable in: %s. P is that of the likelihood-ratio test; not in the mean",
    told_names(unknown, 5L)
  ), field = "dataset")
  changing <- rows$cohort[which(rows$ph_p < PAN_P)]
  if (length(changing) > 0L) job$finding("should", "not_proportional", told(
    "风险比随时间变化的队列（Schoenfeld 残差检验 P < 0.05）：%s。那里的 HR 只是全程的平均",
    "Hazard ratios that change with time (Schoenfeld residuals, P < 0.05): %s. There the HR is an average over the follow-up",
    told_names(changing, 5L)
  ))
  units <- unique(unlist(lapply(unname(parts), `[[`, "unit")))
  if (params$scale == "unit" && length(units) > 1L) job$finding("should", "units_differ", told(
    "各队列表达量的单位不同（%s），每个单位的 HR 不能比大小。请把「HR 的单位」改为每个标准差",
    "Expression is in different units (%s): ratios per unit cannot be compared. Choose ratios per standard deviation", told_names(units)
  ), field = "scale")
  if (nrow(pooled) == 0L && nrow(rows) > 1L) job$finding("note", "not_pooled", told(
    "有 HR 的队列不足 %d 个，没有合并", "Fewer than %d cohorts have a hazard ratio: no mean over them", PAN_POOLED_FROM
  ), field = "dataset")
  if (params$adjust && any(rows$adjusted_for[!out] != "both")) job$finding("note", "partly_adjusted", told(
    "没有年龄或性别资料（或只有一种性别）的队列，只校正了有的一项：%s", "Cohorts without age or sex, or of one sex, are adjusted for what there is: %s",
    told_names(rows$cohort[!out & rows$adjusted_for != "both"], 5L)
  ), field = "adjust")
}

#' What the marker is called: a gene, or several as a score.
marker_names <- function(asked, found) {
  if (asked$how == "gene") {
    symbol <- unlist(lapply(found, function(matches) matches$found[matches$found != ""]), use.names = FALSE)[[1L]]
    return(list(zh = symbol, en = symbol))
  }
  listed <- told_names(asked$genes, 3L)
  list(zh = sprintf("%d 个基因的评分（%s）", length(asked$genes), listed$zh), en = sprintf("score of %d genes (%s)", length(asked$genes), listed$en))
}

pan_facts <- function(cohorts, rows, parts, pooled, asked, found, params) {
  marker <- marker_names(asked, found)
  tested <- rows[!is.na(rows$pvalue), , drop = FALSE]
  small <- tested$padj < PAN_P
  up <- tested$cohort[small & tested$HR > 1 & !is.na(tested$HR)]
  down <- tested$cohort[small & tested$HR < 1 & !is.na(tested$HR)]
  of <- function(names) if (length(names) > 0L) told_names(names, 6L)
  one <- nrow(pooled) == 1L
  c(
    facts_of_cohorts(cohorts),
    list(
      marker = marker$zh, marker_english = marker$en, scored = asked$how != "gene", how = SCORES[[asked$how]], genes_n = length(asked$genes),
      endpoint_word = ENDPOINTS[[params$endpoint]], cohorts_n = nrow(rows), tested = nrow(tested), patients = sum(tested$n),
      events = sum(tested$events),
      raw_n = sum(tested$pvalue < PAN_P), chance_n = written_number(nrow(tested) * PAN_P, 2L), small_n = sum(small), any_small = any(small),
      up_n = length(up), down_n = length(down), up_words = of(up)$zh, up_english = of(up)$en, down_words = of(down)$zh, down_english = of(down)$en,
      single = nrow(tested) == 1L, first = tested$cohort[[1L]], first_hr = fact_number(tested$HR[[1L]]), first_low = fact_number(tested$HR.95L[[1L]]),
      first_high = fact_number(tested$HR.95H[[1L]]), first_p = tested$pvalue[[1L]],
      pooled = one, pooled_n = if (one) pooled$cohorts, pooled_hr = if (one) pooled$HR, pooled_low = if (one) pooled$HR.95L,
      pooled_high = if (one) pooled$HR.95H, pooled_p = if (one) pooled$pvalue, pooled_small = one && pooled$pvalue < PAN_P,
      higher = one && pooled$HR > 1, predict_low = if (one) pooled$predict_low, predict_high = if (one) pooled$predict_high,
      i2 = if (one) pooled$i2, tau2 = if (one) pooled$tau2, q_p = if (one) pooled$q_p, differ = one && pooled$q_p < PAN_HETEROGENEITY_P,
      crosses = one && pooled$predict_low < 1 && pooled$predict_high > 1, scale_word = MARKER_UNITS[[params$scale]],
      by_median = params$scale == "median", adjusted = params$adjust
    )
  )
}
