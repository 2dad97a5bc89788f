# Kaplan-Meier curves of chosen genes of a screen, with the screen's cohort, end point and cut-offs.

#' Figures that the declaration has.
FIGURES_MAX <- 12L
GENES_BY_DEFAULT <- 6L

#' @param inputs `screen`: the table of a log-rank screen or of univariate Cox regressions. `dataset`: its cohort, from `open_cohort`.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  screen <- inputs$screen
  cohort <- inputs$dataset
  job$step("找到基因和患者", 0.1)
  endpoint <- screen$endpoint[[1L]]
  # A Cox screen parts nobody.
  method <- if (is.null(screen$cut)) "median" else word_codes(screen$cut[[1L]], CUT_WAYS)
  genes <- chosen_genes(screen, cohort, params$target_genes, job)
  follow <- cohort_survival(cohort, endpoint)
  patients <- follow$table
  values <- cohort_values(cohort, genes, samples = patients$sample)
  unit <- TIME_UNITS[[params$time_unit]]
  job$step("画生存曲线", 0.4)
  each <- lapply(genes, function(gene) gene_curves(gene, values[gene, ], patients, method, unit, params$rmst_until))
  tests <- do.call(rbind, lapply(each, `[[`, "tests"))
  tests$padj <- screen$padj[match(tests$gene, screen$gene)]
  job$step("整理结果", 0.9)
  tell_curves(tests, screen, follow, cohort, endpoint, method, unit, job)
  tell_means(do.call(rbind, lapply(each, `[[`, "means")), params$rmst_until, unit, job)
  groups <- lapply(each, `[[`, "group")
  names(groups) <- genes
  list(
    tests = tests[c(
      "gene", "n_high", "n_low", "n_between", "events_high", "events_low", "median_high", "median_low", "test", "pvalue", "padj",
      "hr", "lower", "upper", "ph_p", "cutoff_low", "cutoff_high"
    )],
    flow = flow_table(follow$total, follow$exclusions, nrow(patients)),
    groups = data.frame(
      patient = patients$patient, sample = patients$sample, time = patients$time, status = as.integer(patients$status), groups, check.names = FALSE
    ),
    means = do.call(rbind, lapply(each, `[[`, "means")), rates = do.call(rbind, lapply(each, `[[`, "rates")),
    curve = do.call(rbind, lapply(each, `[[`, "curve")),
    risk = do.call(rbind, lapply(each, `[[`, "risk")), parts = figure_parts(tests)
  )
}

#' Genes as they stand in the screen, in the order of the request, or those of the smallest P.
chosen_genes <- function(screen, cohort, asked, job) {
  if (length(asked) == 0L) return(utils::head(screen$gene[order(screen$pvalue, screen$gene, method = "radix")], GENES_BY_DEFAULT))
  found <- unique(find_cohort_genes(cohort, asked, "target_genes", job)$found)
  found <- found[nzchar(found)]
  absent <- setdiff(found, screen$gene)
  sentence <- told(
    "这次筛选里没有检验「%s」：不在名单里，或被过滤掉了", "“%s” was not tested in the screen, as it was not on the list or was filtered out", told_names(absent)
  )
  if (length(absent) == length(found)) stop_input("gene_unscreened", paste0(sentence$zh, "。请换筛选里的基因，或重新筛选"), "target_genes")
  if (length(absent) > 0L) job$finding("should", "genes_unscreened", told("%s，没有画", "%s; not drawn", sentence), field = "target_genes")
  intersect(found, screen$gene)
}

#' One gene's groups, tests and curves.
gene_curves <- function(gene, values, patients, method, unit, until) {
  cut <- cut_expression(values, patients$time, patients$status, method, NA_real_)
  check_group_sizes(cut$group, gene, method)
  kept <- !is.na(cut$group)
  time <- patients$time[kept]
  status <- patients$status[kept]
  group <- unname(cut$group[kept])
  test <- log_rank(time, status, group)
  ratio <- hazard_ratio(time, status, group)
  medians <- km_medians(time / unit$days, status, group)
  of <- function(name, column) medians[[column]][medians$group == name]
  searched <- !is.null(cut$p)
  list(
    tests = data.frame(
      gene = gene, n_high = of("high", "n"), n_low = of("low", "n"), n_between = sum(!kept), events_high = of("high", "events"),
      events_low = of("low", "events"), median_high = of("high", "median"), median_low = of("low", "median"),
      test = if (searched) "最大选择秩统计量（Lau92 校正）" else "Log-rank", pvalue = if (searched) cut$p else test$p,
      hr = ratio$hr, lower = ratio$low, upper = ratio$high, ph_p = ratio$ph_p, cutoff_low = cut$low, cutoff_high = cut$high, searched = searched,
      cause = if (is.null(ratio$cause)) "" else ratio$cause
    ),
    group = side_words(cut$group),
    means = with_gene(gene, restricted_means(time / unit$days, status, group, "low", until)),
    rates = with_gene(gene, km_rates(time, status, group)),
    curve = data.frame(gene = gene, km_curves(time / unit$days, status, group)),
    risk = data.frame(gene = gene, risk_table(time / unit$days, group, 0))
  )
}

#' The table with the gene before its columns; also where it has no rows.
with_gene <- function(gene, table) data.frame(gene = rep(gene, nrow(table)), table)

#' What is written in each figure, a row for each.
figure_parts <- function(tests) {
  number <- function(values) ifelse(is.na(values), "", sprintf("%.2f", values))
  data.frame(
    gene = tests$gene, p_name = ifelse(tests$searched, "校正后 P", "Log-rank P"), p = p_digits(tests$pvalue),
    hr = number(tests$hr), hr_low = number(tests$lower), hr_high = number(tests$upper), hr_unknown = ifelse(is.na(tests$hr), "true", "")
  )
}

tell_curves <- function(tests, screen, follow, cohort, endpoint, method, unit, job) {
  places <- seq_len(FIGURES_MAX)
  job$facts(c(cohort_facts(cohort), stats::setNames(as.list(tests$gene[places]), paste0("gene_", places)), list(
    endpoint_word = ENDPOINTS[[endpoint]], event_word = EVENT_WORDS[[endpoint]], cut_word = CUT_WAYS[[method]],
    cut_english = CUTOFF_ENGLISH[[method]],
    endpoint = endpoint, parted = method %in% c("quartile", "tertile"), cox_screened = is.null(screen$cut),
    searched = method == "optimal",
    patients = nrow(follow$table), events = sum(follow$table$status), total = follow$total, excluded = sum(follow$exclusions$n),
    screened = nrow(screen), drawn = nrow(tests), drawn_names = paste(tests$gene, collapse = "、"), small = sum(tests$pvalue < 0.05),
    fdr_small = sum(tests$padj < 0.05), unit_word = unit$word, unit_english = unit$english, expression_unit = cohort$about$matrices$expression$unit
  )))
  tell_exclusions(follow$exclusions, job)
  if (method == "optimal") job$finding("should", "searched", told(
    "截断值都是挑差别最大的一个：P 已按 Lau92 校正，HR 和曲线的差别仍然偏大。请在另一个队列里用同一个截断值验证",
    c(
      "Cut-offs are those of the largest difference: P is corrected (Lau92), HR and the differences of the curves remain too large.",
      "Validate the same cut-offs in another cohort"
    )
  ))
  crossing <- tests$gene[!is.na(tests$ph_p) & tests$ph_p < 0.05]
  if (length(crossing) > 0L) job$finding("should", "not_proportional", told(
    "%s 两组的风险比随时间变化（Schoenfeld 残差检验 P < 0.05），HR 只是全程的平均；请看曲线是否交叉",
    c(
      "%s: the hazard ratio of the groups changes with time (test of Schoenfeld residuals, P < 0.05),",
      "and HR is an average only; see whether the curves cross"
    ),
    told_names(crossing, FIGURES_MAX)
  ))
  for (cause in intersect(names(RATIO_CAUSES), tests$cause)) job$finding("note", "hr_unknown", told(
    "%s：%s，HR 不可估计；请看检验和曲线", "%s: %s, and the HR is not estimable; look at the test and the curves",
    told_names(tests$gene[tests$cause == cause], FIGURES_MAX), told_cause(cause)
  ))
}
