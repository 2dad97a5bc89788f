# Multivariable Cox regression of chosen genes and clinical variables, with a choice among them, a risk score, and its honest performance.

#' Years at which risks and AUC are told.
RISK_YEARS <- c(1, 3, 5)
NESTED_REPEATS <- 5L
STEP_WORDS <- c(none = "全部进入", forward = "向前逐步选择", backward = "向后逐步选择", both = "双向逐步选择")

#' @param inputs `survival`: follow-up and clinical columns; `expression`: a matrix, or NULL. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("找到患者和变量", 0.02)
  study <- model_terms(with_entry(candidate_study(inputs, params, job), params$entry_column, job, params["covariates"]), params, job)
  check_model_events(study)
  check_candidates(study)
  tell_model_size(study, job)
  time <- study$patients$time
  status <- study$patients$status
  entry <- entry_days(study)
  times <- RISK_YEARS[RISK_YEARS * TIME_UNITS$year$days < max(time)] * TIME_UNITS$year$days
  job$step(if (params$stepwise == "none") "拟合模型" else "逐步选择变量", 0.05)
  way <- cox_way(study$terms, params$stepwise, times, model_about(study, list(time = time, status = status)))
  wanted <- step_terms(study$design, study$terms$term, time, status, params$stepwise, entry)
  fit <- cox_of_terms(study$design, study$terms$term, wanted, time, status, entry)
  coefficients <- coefficient_table(fit, study, wanted)
  proportional <- proportional_table(fit, wanted)
  nested <- nested_validation(study$design, time, status, way, times, params$seed, NESTED_REPEATS, function(share) {
    job$step("嵌套交叉验证", 0.1 + 0.35 * share)
  }, entry)
  inclusion <- inclusion_table(study, params, job)
  model <- way(study$design, time, status, entry)
  # The weights for censoring take no times of entry.
  told <- if (is.null(entry)) tellable_times(time, status, times) else numeric()
  chance <- chance_of_terms(inputs, study, params, way, model, nested, job)
  job$step("整理结果", 0.95)
  performance <- performance_rows(nested, model, study, times, told)
  score <- if (is.null(model)) NULL else unname(model_score(model, study$design))
  tell_study(study, job)
  tell_model(study, coefficients, proportional, wanted, params, job)
  if (!is.null(entry)) tell_entry_left_out(study, !is.null(model), job)
  facts <- model_facts(study, coefficients, proportional, performance, chance, wanted, params)
  if (facts$no_better) tell_no_better(facts$nested_c, facts$nested_c_low, facts$nested_c_high, "covariates", job)
  groups <- groups_by_score(score, model, study)
  if (!is.null(entry)) tell_early_few(groups$tables$curve, study$unit, job, landmark = FALSE, told_sides)
  job$facts(c(entry_facts(study, params$entry_column), facts, groups$facts))
  c(
    list(
      coefficients = coefficients, performance = model_performance_words(performance), proportional = proportional[PROPORTIONAL_COLUMNS],
      inclusion = inclusion, chance = chance,
      chance_bins = chance_bins(chance), flow = patient_flow(study), gene_flow = if (is.null(study$genes)) NO_FLOW else gene_flow_table(study),
      model = if (is.null(model)) empty_model() else frozen_table(with_clinical_terms(model, study), list(
        c_nested = facts$nested_c, c_nested_low = facts$nested_c_low, c_nested_high = facts$nested_c_high, c_apparent = facts$apparent_c
      ), study),
      risk_cells = risk_cells(if (!is.null(model)) with_clinical_terms(model, study), list(values = study$design, patients = study$patients)),
      reporting = reporting_list(report_answers(study, facts, params)),
      forest = data.frame(term = coefficients$gene, coefficients[c("HR", "HR.95L", "HR.95H", "pvalue")]), ranks = rank_measures(performance)
    ),
    groups$tables, roc_tables(score, study, told)
  )
}

NO_FLOW <- data.frame(step = character(), n = integer())
#' Patients with the genes of the list, or with clinical columns alone.
candidate_study <- function(inputs, params, job) {
  listed <- length(params$gene_list) > 0L
  if (listed && is.null(inputs$expression)) stop_input(
    "matrix_missing", "填了基因名单，却没有表达矩阵。请选一个表达矩阵，或清空基因名单、只用临床变量", "file_id"
  )
  if (!listed && length(params$covariates) == 0L) stop_input(
    "no_terms", "还没有选变量。请在「基因名单」里填基因，或选随访数据里的临床变量", if (is.null(inputs$expression)) "covariates" else "gene_list"
  )
  if (!listed) inputs["expression"] <- list(NULL)
  survival_study(inputs, c(params, preprocess_percent = 0, preprocess_tpm = 0), job)
}

#' More coefficients than events fit anything.
check_candidates <- function(study) {
  events <- sum(study$patients$status)
  if (ncol(study$design) < events) return(invisible())
  stop_input("many_terms", sprintf(
    "候选的系数有 %s 个，事件只有 %s 例：变量不少于事件时什么都拟合得上，结果没有意义。请减少变量，每个系数最好有 10 例事件；基因很多时用 LASSO",
    format_count(ncol(study$design)), format_count(events)
  ), "gene_list")
}

# ---- the model's tables ----

#' How often each term is kept when the patients are drawn anew.
inclusion_table <- function(study, params, job) {
  none <- data.frame(term = character(), share = numeric(), times = integer(), runs = integer())
  if (params$stepwise == "none" || params$bootstrap == 0) return(none)
  terms <- unique(study$terms$term)
  n <- nrow(study$patients)
  kept <- lapply(seq_len(params$bootstrap), function(i) {
    set.seed(params$seed + i)
    drawn <- sample(n, replace = TRUE)
    job$step("自助抽样：每个变量入选几次", 0.45 + 0.3 * i / params$bootstrap)
    values <- study$design[drawn, , drop = FALSE]
    varies <- matrixStats::colSds(values) > 0
    tryCatch(
      step_terms(
        values[, varies, drop = FALSE], study$terms$term[varies], study$patients$time[drawn], study$patients$status[drawn], params$stepwise,
        entry_days(study)[drawn]
      ),
      error = function(condition) NULL
    )
  })
  done <- Filter(Negate(is.null), kept)
  times <- vapply(terms, function(term) sum(vapply(done, function(one) term %in% one, logical(1))), integer(1))
  table <- data.frame(term = terms, share = times / max(1L, length(done)), times = times, runs = length(done))
  plain_rows(table[order(-table$share, match(table$term, terms)), ])
}


#' Apparent C of the same way on permuted outcomes, and C of random genes in patients whom their models have not seen; on demand.
chance_of_terms <- function(inputs, study, params, way, model, nested, job) {
  none <- data.frame(what = character(), c = numeric())
  if (!params$chance_check || is.null(model)) return(none)
  time <- study$patients$time
  status <- study$patients$status
  entry <- entry_days(study)
  own <- concordance_of(time, status, model_score(model, study$design), entry = entry)$estimate
  permuted <- permuted_performance(study$design, time, status, way, params$seed, CHANCE_RUNS, function(share) {
    job$step("与偶然相比：打乱结局", 0.75 + 0.15 * share)
  }, entry)
  rows <- rbind(data.frame(what = "model", c = own), data.frame(what = "permuted", c = permuted))
  genes <- intersect(model$genes, study$terms$column[study$terms$kind == "gene"])
  if (length(genes) == 0L || length(genes) < length(model$genes)) return(rows)
  pool <- candidate_pool(inputs, study, params)
  if (ncol(pool) < DRAWN_OUT_OF * length(genes)) return(rows)
  drawn <- drawn_signatures(pool, time, status, nested, length(genes), params$seed, CHANCE_RUNS, entry = entry)
  honest <- nested_c(time, status, nested$score, nested$fold, entry)$estimate
  rbind(rows, data.frame(what = "nested", c = honest), data.frame(what = "drawn", c = drawn))
}

#' All genes of the matrix in the patients of the model.
candidate_pool <- function(inputs, study, params) {
  all <- log2_expression(inputs$expression$values[, study$patients$sample, drop = FALSE], inputs$expression$kind)$values
  kept <- rowSums(is.na(all)) == 0 & matrixStats::rowSds(all) > 0
  t(all[kept, , drop = FALSE])
}

#' C of the permuted outcomes as a histogram.
chance_bins <- function(chance) {
  c_index <- chance$c[chance$what == "permuted"]
  if (length(c_index) == 0L) return(data.frame(from = numeric(), to = numeric(), count = integer()))
  edges <- seq(floor(20 * min(c_index)) / 20, ceiling(20 * max(c_index)) / 20 + 0.025, by = 0.025)
  counts <- tabulate(findInterval(c_index, edges), length(edges) - 1L)
  data.frame(from = edges[-length(edges)], to = edges[-1L], count = as.integer(counts))
}

#' The nested performance first, the apparent one beside it. @return `measure` and `time` as `performance_table` has them.
performance_rows <- function(nested, model, study, times, told) {
  time <- study$patients$time
  status <- study$patients$status
  entry <- entry_days(study)
  honest <- nested_measures(nested, time, status, times, told, entry)
  none <- rep(NA_real_, nrow(honest))
  apparent <- if (is.null(model)) data.frame(estimate = none, lower = none, upper = none)
  else model_measures(unname(model_score(model, study$design)), model_risk(model, study$design), time, status, times, told, entry)
  data.frame(
    measure = honest$measure, time = honest$time, nested = honest$estimate, nested_lower = honest$lower, nested_upper = honest$upper,
    apparent = apparent$estimate, apparent_lower = apparent$lower, apparent_upper = apparent$upper
  )
}

#' The same as the table that is shown.
model_performance_words <- function(performance) {
  performance$measure <- measure_names(performance$measure, performance$time)
  performance[setdiff(names(performance), "time")]
}

#' C and AUC as rows of a figure, the nested ones first.
rank_measures <- function(performance) {
  ranks <- model_performance_words(performance[performance$measure %in% c("c", "auc"), ])
  data.frame(
    section = rep(c("nested", "apparent"), each = nrow(ranks)), measure = rep(ranks$measure, 2L), estimate = c(ranks$nested, ranks$apparent),
    lower = c(ranks$nested_lower, ranks$apparent_lower), upper = c(ranks$nested_upper, ranks$apparent_upper)
  )
}

# ---- risk groups ----

#' Patients by their score, and the curves of both halves.
groups_by_score <- function(score, model, study) {
  patients <- study$patients
  entry <- patients$entered
  if (is.null(score)) return(list(facts = list(), tables = list(
    risk = data.frame(
      patient = character(), sample = character(), entered = numeric(), time = numeric(), status = integer(), score = numeric(), group = character()
    ),
    risk_lines = data.frame(line = character(), at = numeric(), line_label = character()), groups = NO_GROUPS, curve = NO_CURVE,
    at_risk = data.frame(group = character(), time = numeric(), n = integer())
  )))
  group <- cut_sides(score > model$cutoff)
  both <- length(unique(group)) == 2L
  test <- if (!both) list(p = NA_real_)
  else if (is.null(entry)) log_rank(patients$time, patients$status, group)
  else curve_rank_test(patients$time, patients$status, group, entry = entry_days(study))
  risk <- data.frame(
    patient = patients$patient, sample = patients$sample, entered = if (is.null(entry)) NA_real_ else entry, time = patients$shown,
    status = patients$status, score = score, group = group
  )
  list(
    facts = list(cutoff = model$cutoff, risk_p = test$p, high_n = sum(group == "high"), low_n = sum(group == "low")),
    tables = list(
      risk = plain_rows(risk[order(-risk$score, enc2utf8(risk$sample), method = "radix"), ]),
      risk_lines = data.frame(line = "horizontal", at = model$cutoff, line_label = paste("截断值", true_minus(sprintf("%.2f", model$cutoff)))),
      groups = km_medians(patients$shown, patients$status, group, entry),
      curve = km_curves(patients$shown, patients$status, group, entry),
      at_risk = risk_table(patients$shown, group, 0, entry)
    )
  )
}

NO_GROUPS <- data.frame(group = character(), n = integer(), events = integer(), median = numeric(), lower = numeric(), upper = numeric())
NO_CURVE <- data.frame(
  group = character(), time = numeric(), surv = numeric(), lower = numeric(), upper = numeric(), n_risk = integer(), n_event = integer(),
  n_censor = integer()
)

#' Curves of the apparent time-dependent ROC, with the AUC in their names, and the diagonal.
roc_tables <- function(score, study, told) {
  time <- study$patients$time
  status <- study$patients$status
  curves <- if (is.null(score)) data.frame(time = numeric(), fpr = numeric(), tpr = numeric()) else roc_curves(time, status, score, told)
  auc <- if (is.null(score)) data.frame(time = numeric(), estimate = numeric()) else time_auc(time, status, score, told)
  words <- sprintf("%s AUC %.2f (%.2f–%.2f)", year_words(auc$time), auc$estimate, auc$lower, auc$upper)
  list(
    roc = data.frame(
      series = if (nrow(curves) > 0L) year_words(curves$time) else character(), fpr = curves$fpr, tpr = curves$tpr,
      label = as.character(words[match(curves$time, auc$time)])
    ),
    roc_lines = data.frame(line = "diagonal", at = NA_real_, line_label = "")
  )
}

# ---- what is told ----

tell_model <- function(study, coefficients, proportional, wanted, params, job) {
  events <- sum(study$patients$status)
  each <- events / ncol(study$design)
  if (each < EVENTS_EACH) job$finding("should", "events_each", told(
    "每个候选的系数只有 %.1f 例事件（%s 例事件，%s 个系数），不足 %s 例：系数和 HR 会偏大、不稳。请减少变量，或用 LASSO",
    c(
      "Events per candidate coefficient: %.1f (%s events, %s coefficients), fewer than %s: estimates are exaggerated and unstable.",
      "Use fewer variables, or LASSO"
    ),
    each, format_count(events), format_count(ncol(study$design)), format_count(EVENTS_EACH)
  ), field = "gene_list")
  if (params$stepwise != "none") job$finding("should", "selected", told(
    "变量是用同一批患者按 AIC 挑出来的：选出后的 P 偏小，HR 偏大，置信区间偏窄。请看自助抽样里各变量的入选比例，并在另一份数据里验证",
    c(
      "Variables were chosen by AIC in the same patients: afterwards P is too small, HR too far from 1 and intervals too narrow.",
      "Look at the inclusion frequencies over bootstrap samples, and validate the model in other data"
    )
  ), field = "stepwise")
  if (length(wanted) == 0L) job$finding("should", "nothing_chosen", told(
    "没有一个变量使 AIC 变小，模型是空的。这也是一个结果", "No variable lowers AIC, and the model is empty. This, too, is a result"
  ), field = "stepwise")
  large <- coefficients$gene[!is.na(coefficients$vif) & coefficients$vif > VIF_LARGE]
  if (length(large) > 0L) job$finding("should", "vif", told(
    "%s 的方差膨胀因子大于 %s：它们说的几乎是同一件事，各自的 HR 不稳，不宜单独解释",
    "%s: variance inflation above %s, they tell almost the same, and each HR is unstable and should not be read by itself",
    told_terms(large, 5L), format_count(VIF_LARGE)
  ))
  for (sentence in ratios_unknown(coefficients, study)) job$finding("should", "infinite", sentence, field = "covariates")
  if (length(wanted) > 0L) tell_ph_untested(proportional$p[proportional$whole], study, job)
  changing <- proportional$term[!is.na(proportional$p) & proportional$p < 0.05]
  if (length(changing) > 0L) job$finding("should", "not_proportional", told(
    "等比例风险检验 P < 0.05：%s。HR 只是全程的平均", "Test of proportional hazards, P < 0.05: %s. HR is an average over the follow-up only",
    told_terms(changing, 5L)
  ))
}

#' What is not computed of patients who entered late, and why.
#'
#' @param some Has the model a term? @section Source: Blanche and others 2013 weight for censoring alone.
tell_entry_left_out <- function(study, some, job) {
  first <- min(study$patients$entered)
  job$finding("should", "entry_left_out", told(
    "填了进入观察的时间：系数、HR、等比例风险检验、C 指数、曲线和 Log-rank 检验都按左截断算；时间依赖 ROC、AUC 和 Brier 分数没有做，它们的删失加权不接受进入时间%s",
    c(
      "With times of entry, coefficients, hazard ratios, tests of proportional hazards, C index, curves and log-rank test take left truncation;",
      "time-dependent ROC curves, AUC and Brier scores were not computed, as their weights for censoring take no times of entry%s"
    ),
    if (some && first > 0) told(
      "。可套用的模型里的风险是对活到 %s %s的患者说的：在那之前没有人在观察",
      ". Risks of the model for use elsewhere are those of patients who were alive at time %s (%s): nobody was watched before",
      written_number(first), told(study$unit$word, study$unit$english)
    ) else ""
  ), field = "entry_column")
}

model_facts <- function(study, coefficients, proportional, performance, chance, wanted, params) {
  honest <- performance[1L, ]
  permuted <- chance$c[chance$what == "permuted"]
  drawn <- chance$c[chance$what == "drawn"]
  overall <- proportional$p[proportional$whole]
  facts <- study_facts(study)
  facts[c("asked", "genes", "filtered", "listed", "level_filter")] <- NULL
  c(facts, list(
    candidates = length(unique(study$terms$term)), columns = ncol(study$design), chosen = length(wanted), some = length(wanted) > 0L,
    chosen_names = if (length(wanted) > 0L) told_names(wanted, 8L), significant_n = sum(coefficients$pvalue < params$p_value_threshold, na.rm = TRUE),
    step_word = STEP_WORDS[[params$stepwise]], selected = params$stepwise != "none", events_each = sum(study$patients$status) / ncol(study$design),
    nested_c = fact_number(honest$nested), nested_c_low = fact_number(honest$nested_lower), nested_c_high = fact_number(honest$nested_upper),
    no_better = is_no_better(honest$nested_lower), apparent_c = honest$apparent,
    apparent_c_low = honest$apparent_lower, apparent_c_high = honest$apparent_upper, ph_global = if (length(overall) == 1L) overall,
    permuted_median = if (length(permuted) > 0L) stats::median(permuted), permuted_p = if (length(permuted) > 0L) chance_p(chance$c[[1L]], permuted),
    drawn_median = if (length(drawn) > 0L) stats::median(drawn),
    drawn_p = if (length(drawn) > 0L) chance_p(chance$c[chance$what == "nested"], drawn),
    bootstrap_runs = if (params$stepwise == "none") 0 else params$bootstrap
  ))
}

#' What the run can say to the items of the reporting lists.
report_answers <- function(study, facts, params) {
  c_words <- function(kind) if (is.null(facts[[paste0(kind, "_c")]]) || is.na(facts[[paste0(kind, "_c")]])) "没有" else sprintf(
    "%.3f（%.3f–%.3f）", facts[[paste0(kind, "_c")]], facts[[paste0(kind, "_c_low")]], facts[[paste0(kind, "_c_high")]]
  )
  patients <- sprintf("%s 例患者，%s 例事件", format_count(facts$patients), format_count(facts$events))
  c(
    patients = sprintf("%s：%s", study$label, patients),
    assay = if (is.null(study$expression_unit)) NA else sprintf("表达量：%s", study$expression_unit),
    follow_up = if (is.finite(facts$follow_up)) sprintf("中位随访 %s %s（反向 Kaplan–Meier 法）", format(round(facts$follow_up, 1)), facts$unit_word) else NA,
    endpoint = study$endpoint_word, candidates = paste(unique(study$terms$term), collapse = "、"),
    events = sprintf("%s 例事件，%s 个候选系数，每个 %.1f 例", format_count(facts$events), format_count(facts$columns), facts$events_each),
    methods = sprintf(
      "多因素 Cox 回归（Efron 法）%s，%s；等比例风险用 Schoenfeld 残差检验",
      if (is.null(study$patients$entered)) "" else "，按左截断处理进入时间", if (facts$selected) paste0("按 AIC ", facts$step_word) else "变量全部进入"
    ),
    cutoff = "连续变量不分组进入模型；高低风险按训练患者风险评分的中位数", flow = sprintf("见「纳入与排除」：%s", patients),
    missing = "所选变量有缺失的患者不参与，人数见「纳入与排除」", multivariable = "见「模型的系数」",
    validation = sprintf(if (facts$selected) "%s 次重复的嵌套交叉验证，选择变量也在折内" else "%s 次重复的嵌套交叉验证", NESTED_REPEATS),
    performance = sprintf("C 指数：嵌套交叉验证 %s，训练集内 %s", c_words("nested"), c_words("apparent")),
    model = "见「模型的系数」和「可套用的模型」", limits = "没有外部验证", software = sprintf("OncoLoom；R %s", getRversion()),
    title = "开发预测模型（多因素 Cox 回归）"
  )
}
