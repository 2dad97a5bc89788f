#' Models that are built on all studies but one and judged in that one, for each study in turn: what tools of any outcome have in common. Declarations
#' take tables, figure, facts and texts from the tool kit's `left-out-studies.ts`.
#'
#' Each study's `samples` has `sample` and `status` (1 or 0). A tool gives two functions: `train(studies)` → a model, list of `coefficients` (by the
#' genes that it uses; NA where a gene has none), `genes` (that it chose from), `screened`, `patients`, `events` and `forced` (cross-validation chose
#' no gene, and the largest penalty that has one was taken); `judge(study, model)` → data frame of one row, see `judged_row`.

CHANCE <- 0.5
#' A fall of the measure from here on is called large.
LARGE_OPTIMISM <- 0.1
#' From so many studies on the mean has an interval, and from so many it is worth something.
INTERVAL_LEAST <- 3L
INTERVAL_STUDIES <- 4L
MEAN_LABEL <- "平均（随机效应）"

#' @param studies From `read_studies`. @return List of `studies` (as z values), `folds` (models, each with `missing`, the number of its genes that the
#'   left-out study lacks, and `training`, the mean of the measure in its own studies), `whole` (the model of all), `judged` and `apparent` (rows by
#'   study: left out, and by the model of all), `validated` and `trained` (their means, see `mean_over_studies`).
left_out_studies <- function(studies, train, judge, job) {
  scaled <- lapply(studies, standardised_study, job)
  judged <- function(studies, model) do.call(rbind, lapply(studies, judge, model))
  job$step("逐个留出", 0.1)
  folds <- in_forks(seq_along(scaled), function(out) {
    model <- train(scaled[-out])
    c(model, list(
      judged = judge(scaled[[out]], model), training = mean_over_studies(judged(scaled[-out], model))$mean,
      missing = length(setdiff(names(model$coefficients), colnames(scaled[[out]]$values)))
    ))
  }, sum(lengths(lapply(scaled, `[[`, "values"))))
  job$step("全部数据集里训练", 0.85)
  whole <- train(scaled)
  left <- do.call(rbind, lapply(folds, `[[`, "judged"))
  apparent <- judged(scaled, whole)
  list(
    studies = scaled, folds = folds, whole = whole, judged = left, apparent = apparent, validated = mean_over_studies(left),
    trained = mean_over_studies(apparent)
  )
}

# ---- the studies ----

#' Genes of a study as z values of its own patients: no number of another study, and no outcome, enters.
#'
#' @return The study with `values` patients × genes, without genes that do not vary or have gaps.
standardised_study <- function(study, job) {
  values <- switch(study$kind,
    counts = log2(edgeR::cpm(checked_counts(study$values, job, "log2(CPM + 1)", "请核对这个数据集", "file_ids")) + 1),
    linear = logged_values(study$values, study$name), study$values
  )
  values <- rows_that_vary(values)
  values <- values[rowSums(is.na(values)) == 0L, , drop = FALSE]
  if (nrow(values) < 2L) stop_input("nothing_left", sprintf("「%s」里有变化、没有缺失的基因不到 2 个", study$name), "file_ids")
  study$values <- t(row_z(values))
  study
}

#' Patients of several studies one below the other. @return List of `values` (patients × genes that all have, in C order) and `samples`.
joined_studies <- function(studies) {
  genes <- sort(Reduce(intersect, lapply(studies, function(study) colnames(study$values))), method = "radix")
  if (length(genes) < 2L) stop_input("no_common_genes", "训练用的数据集之间没有共同的基因。请核对基因名的写法", "file_ids")
  list(
    values = do.call(rbind, lapply(studies, function(study) study$values[, genes, drop = FALSE])),
    samples = do.call(rbind, lapply(studies, `[[`, "samples"))
  )
}

#' How many there are, for the form, before anything is computed. @param events Whose number is told behind the patients', or NULL.
check_studies_read <- function(studies, job, events = NULL) {
  count <- function(of) format_count(sum(vapply(studies, of, numeric(1))))
  job$checked("studies_read", sprintf(
    "%d 个数据集，共 %s 例患者%s；%s 个基因在全部数据集里", length(studies), count(function(study) nrow(study$samples)),
    if (is.null(events)) "" else sprintf("（%s %s 例）", events, count(function(study) sum(study$samples$status))),
    format_count(length(shared_genes(studies, length(studies))))
  ), "file_ids")
}

# ---- the measure ----

#' A share from 0 to 1 of which 0.5 is chance, with its 95% interval on the logit scale.
#'
#' @return Data frame of one row: `estimate`, `se`, `low`, `high`, and `pooled`, `pooled_se`, by which the study counts in a mean.
judged_row <- function(estimate, se) {
  half <- stats::qnorm(0.975) * se / (estimate * (1 - estimate))
  data.frame(
    estimate = estimate, se = se, low = stats::plogis(stats::qlogis(estimate) - half), high = stats::plogis(stats::qlogis(estimate) + half),
    pooled = estimate, pooled_se = se
  )
}

#' The mean of a measure by random effects (REML) on the logit scale, its interval by Knapp and Hartung (Debray and others 2017).
#'
#' @param judged Rows of `judged_row`. @return List of `mean`, `i2`, and of three studies on `low`, `high`, `predict_low`, `predict_high` (where a
#'   further study may lie); else NA.
mean_over_studies <- function(judged) {
  c <- judged$pooled
  se <- judged$pooled_se
  known <- is.finite(se) & se > 0 & c > 0 & c < 1
  open <- c(low = NA_real_, high = NA_real_, predict_low = NA_real_, predict_high = NA_real_)
  if (sum(known) < 2L) return(c(list(mean = mean(c), i2 = NA_real_), open))
  # Values that stand for 0 or 1 are more alike than errors so large allow: the correction may only widen the interval then.
  test <- if (identical(c, judged$estimate)) "knha" else "adhoc"
  fit <- suppressWarnings(metafor::rma(
    stats::qlogis(c[known]), sei = (se / (c * (1 - c)))[known], test = test, control = list(stepadj = 0.5, maxiter = 10000)
  ))
  # With one degree of freedom the interval reaches from 0 to 1 and says nothing.
  range <- if (sum(known) < INTERVAL_LEAST) open else {
    further <- stats::predict(fit)
    stats::plogis(c(low = fit$ci.lb, high = fit$ci.ub, predict_low = further$pi.lb, predict_high = further$pi.ub))
  }
  c(list(mean = stats::plogis(fit$b[[1L]]), i2 = fit$I2 / 100), range)
}

# ---- tables ----

#' @return Data frame, one row for each study that was left out.
left_out_rows <- function(result) {
  of <- function(what) vapply(result$folds, function(fold) as.numeric(fold[[what]]), 0)
  studies <- result$studies
  data.frame(
    study = study_names(studies), patients = vapply(studies, function(study) as.numeric(nrow(study$samples)), 0),
    events = vapply(studies, function(study) as.numeric(sum(study$samples$status)), 0),
    training_patients = of("patients"), training_events = of("events"), genes = of("genes"), screened = of("screened"),
    chosen = vapply(result$folds, function(fold) length(fold$coefficients), 0), missing = of("missing"),
    result$judged[c("estimate", "se", "low", "high")], training = of("training"), forced = vapply(result$folds, `[[`, NA, "forced")
  )
}

#' Genes of any model: how many of the folds chose each, and its coefficient per standard deviation.
genes_of_folds <- function(whole, folds) {
  genes <- sort(unique(c(names(whole$coefficients), unlist(lapply(folds, function(fold) names(fold$coefficients))))), method = "radix")
  by_fold <- function(what, empty) matrix(vapply(folds, what, rep(empty, length(genes))), length(genes))
  chosen <- by_fold(function(fold) genes %in% names(fold$coefficients), NA)
  each <- by_fold(function(fold) fold$coefficients[genes], NA_real_)
  one_sign <- apply(each, 1L, function(row) length(unique(sign(row[!is.na(row)]))) <= 1L)
  one_sign[rowSums(chosen) > 0 & rowSums(!is.na(each)) == 0] <- NA
  table <- data.frame(
    gene = genes, folds = rowSums(chosen), share = rowMeans(chosen), coefficient = rowMeans(each, na.rm = TRUE), one_sign = one_sign,
    whole = unname(whole$coefficients[genes])
  )
  table$coefficient[is.nan(table$coefficient)] <- NA
  table <- table[order(-table$folds, -abs(ifelse(is.na(table$coefficient), 0, table$coefficient)), table$gene, method = "radix"), , drop = FALSE]
  rownames(table) <- NULL
  table
}

#' Rows of the forest plot: left out, then apparent, each with its mean.
left_out_forest <- function(table, result) {
  part <- function(section, judged, mean) {
    each <- data.frame(section = section, label = table$study, judged[c("estimate", "low", "high")], n = table$patients, events = table$events)
    if (is.na(mean$low)) return(each)
    rbind(each, data.frame(
      section = section, label = MEAN_LABEL, estimate = mean$mean, low = mean$low, high = mean$high, n = sum(table$patients),
      events = sum(table$events)
    ))
  }
  rbind(part("left_out", result$judged, result$validated), part("apparent", result$apparent, result$trained))
}

# ---- what is told ----

#' Facts of `leftOutFacts`. @param table From `left_out_rows`.
left_out_facts <- function(table, result) {
  validated <- result$validated
  optimism <- result$trained$mean - validated$mean
  worst <- which.min(table$estimate)
  # Without an interval of the mean every study has to say it.
  range <- if (is.na(validated$low)) c(low = min(table$low), high = max(table$high)) else c(low = validated$low, high = validated$high)
  holds <- isTRUE(range[["low"]] > CHANCE)
  reversed <- isTRUE(range[["high"]] < CHANCE)
  list(
    c_mean = validated$mean, c_low = validated$low, c_high = validated$high, c_predict_low = validated$predict_low,
    c_predict_high = validated$predict_high, c_apparent = result$trained$mean, optimism = optimism, optimistic = optimism > 0,
    large_optimism = optimism >= LARGE_OPTIMISM, holds = holds, doubtful = is_doubtful(validated, table),
    reversed = reversed, no_better = !holds && !reversed, i2 = validated$i2,
    worst = table$study[[worst]], worst_c = table$estimate[[worst]], best_c = max(table$estimate), above = sum(table$estimate > CHANCE),
    model_genes = length(result$whole$coefficients), screen_used = max(table$screened)
  )
}

#' Would the interval of the mean, which lies above or below 0.5, reach it if it told that any two studies are in each other's training? Of noise, the
#' measure of a study is the mean of products of its own associations with those of each other study; each product counts in two studies, so that the
#' variance of their mean is twice that of independent ones. Where most studies say it by their own intervals there is no doubt.
#'
#' @param validated From `mean_over_studies`. @param table From `left_out_rows`.
is_doubtful <- function(validated, table) {
  middle <- stats::qlogis(validated$mean)
  barely <- function(middle, near, clear) isTRUE(near > 0 && middle - sqrt(2) * (middle - near) <= 0) && mean(clear) <= 0.5
  barely(middle, stats::qlogis(validated$low), table$low > CHANCE) || barely(-middle, -stats::qlogis(validated$high), table$high < CHANCE)
}

#' What a reader must know before trusting the mean.
#'
#' @param measure,coding `told`: what the measure is called (Latin letters with the blank that Chinese has behind them), and what may be coded the
#'   wrong way. @param field That coding's parameter; `model_field` that of the model.
tell_left_out_studies <- function(table, result, measure, coding, field, model_field, job) {
  if (nrow(table) < INTERVAL_STUDIES) job$finding("should", "few_studies", told(
    "只有 %d 个数据集：平均 %s%s，请看每个数据集自己的数", "With %d studies the mean %s has %s; look at each study", nrow(table), measure,
    if (is.na(result$validated$low)) told("没有可用的区间", "no interval of use")
    else told("的区间只由这几个数算出", "an interval that rests on so few values")
  ), field = "file_ids")
  reversed <- which(table$high < CHANCE)
  if (length(reversed) > 0L) job$finding("should", "reversed_studies", told(
    "%s 的 %s整个区间都低于 0.5，方向和别的数据集相反。请核对%s，再决定留不留它",
    "The whole interval of the %2$s of %1$s lies below 0.5: it points the other way than the other studies. Check %3$s before keeping it",
    told_names(table$study[reversed]), measure, coding
  ), field = field)
  above <- isTRUE(result$validated$mean > CHANCE)
  if (is_doubtful(result$validated, table) && !above) job$finding("should", "barely_below", told(
    c(
      "平均的区间只比 0.5 低一点，多数数据集自己的区间包含 0.5。各次训练的数据有重叠，没有关系的数据里平均值的波动约是这个区间所算的 1.4 倍：",
      "还不能说方向相反"
    ),
    c(
      "The interval of the mean lies little below 0.5, and those of most studies include 0.5. As the folds share their training data, the mean of",
      "noise varies about 1.4 times as much as the interval tells: this is no evidence that the model points the other way"
    )
  ), field = "file_ids")
  if (is_doubtful(result$validated, table) && above) job$finding("should", "barely_above", told(
    c(
      "平均的区间只比 0.5 高一点，多数数据集自己的区间包含 0.5。各次训练的数据有重叠，没有关系的数据里平均值的波动约是这个区间所算的 1.4 倍：",
      "还不能说它有区分力，请再加数据集"
    ),
    c(
      "The interval of the mean lies little above 0.5, and those of most studies include 0.5. As the folds share their training data, the mean of",
      "noise varies about 1.4 times as much as the interval tells: this is no evidence of discrimination yet, and more studies are needed"
    )
  ), field = "file_ids")
  forced <- table$study[table$forced]
  if (length(forced) > 0L) job$finding("should", "forced_model", told(
    "留出 %s 时，交叉验证认为一个基因也不该选；为了仍能评价，取了刚好选出基因的惩罚", c(
      "Without %s cross-validation would have chosen no gene; the largest penalty that has one was taken, so that there is a model to judge"
    ), told_names(forced)
  ), field = model_field)
  lost <- table$missing > 0
  if (any(lost)) job$finding("note", "missing_genes", told(
    "%s 里没有模型的全部基因，缺的按平均值算", "%s lack some of the model’s {{row_subject}}s, which count as their mean", told_names(table$study[lost])
  ), field = "file_ids")
}
