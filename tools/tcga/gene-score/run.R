# Several genes as one score of each sample of a cohort: what it is made of, whether it hangs together, tumours and normals, and follow-up.

SCORE_P <- 0.05
#' Fewer normals are drawn, not tested.
SCORE_TESTED_FROM <- 3L
#' Rows of the heatmap.
SCORE_DRAWN <- 60L
SCORE_CLINICAL <- c(age = "age", gender = "gender", stage = "stage", t = "t", n = "n", m = "m", grade = "grade")

#' @param inputs `dataset`: from `open_cohort`. @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohort <- inputs$dataset
  job$step("找到基因和患者", 0.05)
  asked <- score_request(params)
  genes <- found_score_genes(cohort, asked, "target_genes", job)
  follow <- cohort_survival(cohort, params$endpoint)
  samples <- scored_samples(cohort, follow$table)
  job$step("计算评分", 0.2)
  values <- cohort_values(cohort, genes$gene, samples = samples$sample)
  samples$score <- cohort_score(cohort, values, asked, genes, samples$type == "tumour")
  patients <- samples[samples$type == "tumour", , drop = FALSE]
  if (length(unique(patients$score)) < 2L) stop_input(
    "constant_score", "这些患者的评分完全一样：基因没有测到，或没有变化。请换基因或队列", "target_genes"
  )
  members <- score_members(genes, values[, samples$type == "tumour", drop = FALSE], patients$score)
  job$step("比较", 0.6)
  cut <- cut_expression(patients$score, patients$time, patients$status, "median", NA_real_)
  check_score_groups(cut$group)
  patients$group <- as.character(cut$group)
  compared <- score_survival(patients, params)
  tissue <- score_tissues(samples)
  job$step("整理结果", 0.9)
  tell_score(members, compared, tissue, follow, genes, asked, params, job)
  job$facts(gene_score_facts(cohort, patients, members, compared, tissue, follow, cut, asked, genes, params))
  c(
    list(
      tests = rbind(tissue$test, compared$tests), groups = compared$groups, genes = members,
      samples = score_table(cohort, samples, patients), flow = flow_table(follow$total, follow$exclusions, nrow(patients)),
      curve = compared$curve, risk = compared$risk
    ),
    tissue[c("boxes", "points", "notes")], gene_score_heatmap(values, patients)
  )
}

# ---- the score ----

#' One tumour of each patient with follow-up, and the normals, tumours first.
scored_samples <- function(cohort, patients) {
  sheet <- cohort_samples(cohort, "expression")
  normal <- sheet[sheet$type == "normal", , drop = FALSE]
  data.frame(
    sample = c(patients$sample, normal$sample), patient = c(patients$patient, normal$patient),
    type = rep(c("tumour", "normal"), c(nrow(patients), nrow(normal))),
    time = c(patients$time, rep(NA_real_, nrow(normal))), status = c(patients$status, rep(NA_real_, nrow(normal)))
  )
}

# ---- comparisons ----

check_score_groups <- function(group) {
  sizes <- table(group)
  if (min(sizes) < least_group(sum(sizes))) stop_input("group_small", sprintf(
    "按评分的中位数分组后，一组只有 %d 例，不足 10 例或 10%%，不能比较。请换基因或患者更多的队列", min(sizes)
  ), "target_genes")
}

#' Halves of the patients by the score, and the score itself.
score_survival <- function(patients, params) {
  unit <- TIME_UNITS[[params$time_unit]]
  time <- patients$time / unit$days
  group <- factor(patients$group, c("high", "low"))
  test <- log_rank(time, patients$status, group)
  ratio <- hazard_ratio(patients$time, patients$status, group)
  each <- hazard_ratio(patients$time, patients$status, patients$score / stats::sd(patients$score))
  list(
    tests = data.frame(
      what = c("log_rank", "cox"), test = c("log_rank", "cox"), n = nrow(patients), events = sum(patients$status), measure = "hr",
      estimate = c(ratio$hr, each$hr), lower = c(ratio$low, each$low), upper = c(ratio$high, each$high), p = c(test$p, each$p),
      ph_p = c(ratio$ph_p, each$ph_p)
    ),
    groups = km_medians(time, patients$status, group), curve = km_curves(time, patients$status, group), risk = risk_table(time, group, 0),
    ratio = ratio, each = each, p = test$p, unit = unit, follow_up = median_follow_up(time, patients$status)
  )
}

#' Tumours against normals by the rank-sum test; no row where there are no three normals.
score_tissues <- function(samples) {
  tumour <- samples$score[samples$type == "tumour"]
  normal <- samples$score[samples$type == "normal"]
  test <- data.frame(
    what = character(), test = character(), n = integer(), events = numeric(), measure = character(), estimate = numeric(), lower = numeric(),
    upper = numeric(), p = numeric(), ph_p = numeric()
  )
  if (length(normal) >= SCORE_TESTED_FROM) {
    one <- shifted_wilcoxon(tumour, normal)
    test <- data.frame(
      what = "tissue", test = "rank_sum", n = nrow(samples), events = NA_real_, measure = "shift", estimate = one$shift, lower = one$low,
      upper = one$high, p = one$p, ph_p = NA_real_
    )
  }
  points <- if (length(normal) == 0L) samples[0L, ] else samples
  points <- data.frame(facet = rep("", nrow(points)), label = rep("", nrow(points)), group = points$type, name = points$sample, value = points$score)
  tested <- nrow(test) == 1L
  list(
    test = test, boxes = if (nrow(points) > 0L) group_boxes(points) else data.frame(
      facet = character(), label = character(), group = character(), n = integer(), low = numeric(), q1 = numeric(), median = numeric(),
      q3 = numeric(), high = numeric()
    ),
    points = points, notes = data.frame(
      facet = rep("", tested), label = rep("", tested), group = rep("tumour", tested), other = rep("normal", tested), p = test$p,
      text = p_sentence(test$p)
    )
  )
}

# ---- tables ----

#' Each sample with its score, follow-up and clinical columns, as other tools take it.
score_table <- function(cohort, samples, patients) {
  clinical <- cohort_clinical(cohort)
  row <- match(samples$patient, clinical$patient)
  table <- data.frame(samples[c("sample", "patient", "type")], score = samples$score, group = patients$group[match(samples$sample, patients$sample)])
  table$time <- as.integer(samples$time)
  table$status <- as.integer(samples$status)
  for (name in names(SCORE_CLINICAL)) {
    values <- clinical[[SCORE_CLINICAL[[name]]]][row]
    table[[name]] <- if (name == "age") as.numeric(if (is.null(values)) rep(NA, nrow(table)) else values) else {
      if (is.null(values)) rep("", nrow(table)) else ifelse(is.na(values), "", as.character(values))
    }
  }
  plain_rows(table[order(samples$type != "tumour", -samples$score, samples$sample, method = "radix"), ])
}

#' Row z-scores of the genes, patients from the lowest score to the highest.
gene_score_heatmap <- function(values, patients) {
  ordered <- patients[order(patients$score, patients$sample, method = "radix"), , drop = FALSE]
  own <- values[, ordered$sample, drop = FALSE]
  own <- own[matrixStats::rowSds(own) > 0, , drop = FALSE]
  most <- utils::head(order(-abs(apply(own, 1L, quiet_correlation, y = ordered$score))), SCORE_DRAWN)
  z <- row_z(own[most, , drop = FALSE])
  colnames(z) <- make.unique(c("gene", ordered$sample))[-1L]
  list(
    cells = data.frame(gene = rownames(z), z, check.names = FALSE, row.names = NULL),
    cell_samples = data.frame(sample = colnames(z), group = ordered$group)
  )
}

# ---- told ----

tell_score <- function(members, compared, tissue, follow, genes, asked, params, job) {
  tell_exclusions(follow$exclusions, job)
  if (asked$how != "weights") tell_coherence(members, "target_genes", job)
  events <- compared$tests$events[[1L]]
  if (events < 10) job$finding("should", "few_events", told(
    "只有 %s 例事件，不足 10 例，曲线和 P 值很不稳定，不宜下结论", "Only %s events, fewer than 10: curves and P are unstable", format_count(events)
  ), field = "dataset")
  if (!is.null(compared$ratio$cause)) job$finding("should", "hr_unknown", told(
    "%s，HR 不可估计；请看 Log-rank 检验和曲线", "HR is not estimable as %s; look at the log-rank test and the curves", told_cause(compared$ratio$cause)
  ))
  if (isTRUE(compared$ratio$ph_p < SCORE_P)) job$finding("should", "not_proportional", told(
    "两组的风险比随时间变化（Schoenfeld 残差检验 P %s），HR 只是全程的平均；请看曲线是否交叉",
    "The hazard ratio of the groups changes with time (Schoenfeld residuals, P %s): HR is an average; see whether the curves cross",
    write_p(compared$ratio$ph_p)
  ))
  if (nrow(tissue$test) == 0L) job$finding("note", "no_normals", told(
    "这个队列的癌旁不足 %d 个，没有比较肿瘤与癌旁", "Fewer than %d adjacent normals: tumours were not compared with them", SCORE_TESTED_FROM
  ), field = "dataset")
}

gene_score_facts <- function(cohort, patients, members, compared, tissue, follow, cut, asked, genes, params) {
  named <- told_names(genes$gene, 3L)
  tissue_row <- tissue$test
  tested <- nrow(tissue_row) == 1L
  of <- function(name, column) fact_number(compared$groups[[column]][compared$groups$group == name])
  c(
    cohort_facts(cohort), unknown_facts(compared$ratio),
    list(
      genes_n = nrow(genes), absent_n = length(asked$genes) - nrow(genes), gene_words = named$zh, gene_english = named$en, how = SCORES[[asked$how]],
      weighted = asked$how == "weights", by_gsva = asked$how == "gsva", coherence = fact_number(mean_coherence(members)),
      endpoint_word = ENDPOINTS[[params$endpoint]],
      event_word = EVENT_WORDS[[params$endpoint]], patients = nrow(patients), events = sum(patients$status), total = follow$total,
      excluded = sum(follow$exclusions$n), high_n = sum(patients$group == "high"), low_n = sum(patients$group == "low"),
      high_median = of("high", "median"), low_median = of("low", "median"), cutoff = cut$high, p = compared$p, significant = compared$p < SCORE_P,
      higher_risk = isTRUE(compared$ratio$hr > 1), hr = fact_number(compared$ratio$hr), hr_low = fact_number(compared$ratio$low),
      hr_high = fact_number(compared$ratio$high), unit_hr = fact_number(compared$each$hr), unit_low = fact_number(compared$each$low),
      unit_high = fact_number(compared$each$high), unit_p = compared$each$p, ph_p = fact_number(compared$ratio$ph_p),
      follow_up = fact_number(compared$follow_up), unit_word = compared$unit$word, unit_english = compared$unit$english,
      tissue = tested, normals = sum(table(tissue$points$group)["normal"], na.rm = TRUE), tissue_p = if (tested) tissue_row$p,
      tissue_shift = if (tested) fact_number(tissue_row$estimate), tissue_low = if (tested) fact_number(tissue_row$lower),
      tissue_high = if (tested) fact_number(tissue_row$upper), tissue_small = tested && tissue_row$p < SCORE_P,
      tissue_up = tested && isTRUE(tissue_row$estimate > 0), drawn = min(nrow(genes), SCORE_DRAWN)
    )
  )
}
