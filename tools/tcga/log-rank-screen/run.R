# Log-rank tests of many genes of a cohort, each dividing the patients by its own expression.

TESTS <- c(direct = "Log-rank", searched = "最大选择秩统计量（Lau92 校正）")
#' Genes in the figure of bars.
TOP_GENES <- 20L
FDR <- 0.05

#' @param inputs `dataset`: from `open_cohort`. @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohort <- inputs$dataset
  job$step("找到患者和基因", 0.02)
  follow <- cohort_survival(cohort, params$endpoint)
  patients <- follow$table
  if (sum(patients$status) == 0) {
    stop_input("no_events", sprintf("纳入的患者没有发生一例%s的事件，不能筛选。请换一个终点或队列", ENDPOINTS[[params$endpoint]]), "endpoint")
  }
  few <- few_for_method(nrow(patients), params$cutoff_method)
  if (!is.null(few)) stop_input("few_patients", few, "cutoff_method")
  listed <- listed_genes(cohort, params$gene_list, job)
  job$step("读取表达矩阵", 0.1)
  values <- if (is.null(listed)) cohort_matrix(cohort, samples = patients$sample)
  else cohort_values(cohort, listed$found, samples = patients$sample)
  job$step("分组", 0.3)
  usable <- usable_genes(values, params)
  values <- values[is.na(usable$reason), , drop = FALSE]
  cut <- cut_columns(values, patients$time, patients$status, params$cutoff_method)
  fits <- large_enough(cut$high)
  usable$reason[is.na(usable$reason)][!fits] <- "groups"
  if (!any(fits)) stop_input("nothing_left", sprintf(
    "没有一个基因可以检验：%s。请放宽过滤，或换一份名单", paste(SCREEN_REASONS[unique(usable$reason)], collapse = "；")
  ), "preprocess_percent")
  job$step("Log-rank 检验", 0.55)
  table <- test_genes(rownames(values)[fits], lapply(cut, keep_genes, fits), patients, params)
  significant <- table[table$pvalue < params$pvalue_threshold, , drop = FALSE]
  job$step("整理结果", 0.9)
  tell_screen(table, significant, usable, listed, follow, cohort, params, job)
  c(
    list(
      genes = table, significant = significant, flow = flow_table(follow$total, follow$exclusions, nrow(patients)),
      gene_flow = gene_flow(usable$reason, listed, nrow(table), nrow(significant), params), top = top_genes(table),
      p_histogram = p_histogram(table$pvalue)
    ),
    top_curve(table, values, patients, job)
  )
}

#' Genes of a list as they stand in the cohort, NULL where all are wanted.
#'
#' @return List of `found` and `absent` (number).
listed_genes <- function(cohort, asked, job) {
  if (length(asked) == 0L) return(NULL)
  matches <- find_cohort_genes(cohort, asked, "gene_list", job)
  list(found = unique(matches$found[matches$found != ""]), absent = sum(matches$found == ""))
}

#' Why a gene takes no part.
SCREEN_REASONS <- c(low = "表达的患者太少", constant = "表达量完全一样，分不出两组", groups = "分组后一组不足 10 例或 10%")
SCREEN_REASONS_ENGLISH <- c(
  low = "expressed in too few patients", constant = "the same in all patients, which makes no groups",
  groups = "a group of fewer than 10 patients or 10%"
)

#' Which genes can be tested. @return Data frame `gene`, `reason` (a code of `SCREEN_REASONS`; NA: can).
usable_genes <- function(values, params) {
  genes <- filter_genes(values, params)
  few <- genes$reason %in% "low" | genes$reason %in% "zero" & params$preprocess_percent > 0
  genes$reason <- ifelse(is.na(genes$reason), NA_character_, ifelse(few, "low", "constant"))
  genes
}

#' Divisions whose groups `check_group_sizes` takes.
large_enough <- function(high) {
  sizes <- list(high = colSums(high, na.rm = TRUE), low = colSums(!high, na.rm = TRUE))
  pmin(sizes$high, sizes$low) >= least_group(sizes$high + sizes$low)
}

keep_genes <- function(part, chosen) if (is.matrix(part)) part[, chosen, drop = FALSE] else part[chosen]

#' All tests as a table, the smallest P first. @param cut From `cut_columns`.
test_genes <- function(genes, cut, patients, params) {
  searched <- length(cut$p) > 0L
  time <- patients$time
  status <- patients$status
  chisq <- log_rank_columns(time, status, cut$high)
  p <- if (searched) cut$p else stats::pchisq(chisq, 1, lower.tail = FALSE)
  ratios <- cox_columns(time, status, cut$high)
  medians <- median_columns(time, status, cut$high)
  events <- cut$high & status == 1
  table <- data.frame(
    gene = genes, n_high = as.integer(colSums(cut$high, na.rm = TRUE)), n_low = as.integer(colSums(!cut$high, na.rm = TRUE)),
    events_high = as.integer(colSums(events, na.rm = TRUE)), events_low = as.integer(colSums(!cut$high & status == 1, na.rm = TRUE)),
    # Of a cut-off that was searched for, the statistic has no distribution to be read by.
    chisq = if (searched) NA_real_ else chisq, pvalue = p, padj = stats::p.adjust(p, "BH"), ratios, log2_hr = log2(ratios$hr),
    median_high = medians$high, median_low = medians$low, cutoff_low = cut$lower, cutoff_high = cut$upper,
    endpoint = params$endpoint, cut = params$cutoff_method, test = TESTS[[if (searched) "searched" else "direct"]]
  )
  table <- table[order(table$pvalue, -abs(table$log2_hr), table$gene, method = "radix"), ]
  rownames(table) <- NULL
  table
}

#' From the genes that were asked for to the significant ones.
gene_flow <- function(reasons, listed, tested, significant, params) {
  words <- SCREEN_REASONS
  words[["low"]] <- sprintf("表达量大于 %s 的患者不足 %s%%", format(params$preprocess_tpm), format(params$preprocess_percent))
  left <- c(sum(listed$absent), tabulate(match(reasons, names(words)), length(words)))
  out <- sprintf("不参与：%s", c("队列里没有", words))
  found <- sprintf("P < %s 的基因", format(params$pvalue_threshold))
  data.frame(
    step = c(if (is.null(listed)) "队列中的基因" else "名单里的基因", out[left > 0L], "参与检验的基因", found),
    n = as.integer(c(length(reasons) + sum(listed$absent), left[left > 0L], tested, significant))
  )
}

#' Genes of the smallest P that have a hazard ratio, from the highest ratio to the lowest.
top_genes <- function(table) {
  top <- utils::head(table[!is.na(table$log2_hr), c("gene", "log2_hr")], TOP_GENES)
  top <- top[order(-top$log2_hr, top$gene, method = "radix"), ]
  rownames(top) <- NULL
  top
}

#' The curves of the gene with the smallest P, and what is told of it.
top_curve <- function(table, values, patients, job) {
  best <- table[1L, ]
  group <- group_by_limits(values[best$gene, ], best$cutoff_low, best$cutoff_high)
  compared <- !is.na(group)
  job$facts(list(
    gene = best$gene, high_n = best$n_high, low_n = best$n_low, high_events = best$events_high, low_events = best$events_low,
    p = best$pvalue, padj = best$padj, p_name = if (is.na(best$chisq)) "校正后 P" else "Log-rank P",
    hr = best$hr, hr_low = best$lower, hr_high = best$upper, unit_word = TIME_UNITS$day$word
  ))
  job$facts(unknown_facts(list(cause = if (is.na(best$hr)) c("apart", "no_events")[[1L + (min(best$events_high, best$events_low) == 0L)]])))
  list(
    curve = km_curves(patients$time[compared], patients$status[compared], group[compared]),
    risk = risk_table(patients$time[compared], group[compared], 0)
  )
}

#' Facts of the result, and what a reader must know before trusting it.
tell_screen <- function(table, significant, usable, listed, follow, cohort, params, job) {
  patients <- follow$table
  events <- sum(patients$status)
  searched <- params$cutoff_method == "optimal"
  job$facts(c(cohort_facts(cohort), list(
    endpoint_word = ENDPOINTS[[params$endpoint]], event_word = EVENT_WORDS[[params$endpoint]],
    patients = nrow(patients), events = events, total = follow$total,
    excluded = sum(follow$exclusions$n), cut_word = CUT_WAYS[[params$cutoff_method]], cut_english = CUTOFF_ENGLISH[[params$cutoff_method]],
    parted = params$cutoff_method %in% c("quartile", "tertile"), searched = searched,
    asked = nrow(usable) + sum(listed$absent), listed = !is.null(listed), genes = nrow(table),
    filtered = nrow(usable) + sum(listed$absent) - nrow(table), significant = nrow(significant) > 0L, found = nrow(significant),
    risk = sum(significant$hr > 1, na.rm = TRUE), protective = sum(significant$hr < 1, na.rm = TRUE),
    expected = nrow(table) * params$pvalue_threshold, fdr_found = sum(table$padj < FDR), hr_unknown_genes = sum(is.na(table$hr)),
    top_genes = nrow(top_genes(table)), expression_unit = cohort$about$matrices$expression$unit
  )))
  tell_exclusions(follow$exclusions, job)
  lost <- usable[!is.na(usable$reason), ]
  if (!is.null(listed) && nrow(lost) > 0L) job$finding("should", "genes_filtered", told(
    "名单里有 %s 个基因没有参与，例如 %s（%s）", "%s genes of the list took no part, such as %s (%s)", format_count(nrow(lost)), lost$gene[[1L]],
    told(SCREEN_REASONS[[lost$reason[[1L]]]], SCREEN_REASONS_ENGLISH[[lost$reason[[1L]]]])
  ), field = "gene_list")
  if (events < 10) {
    job$finding("should", "few_events", told(
      "只有 %s 例%s，不足 10 例，筛选的结果很不稳定，不宜下结论", "Only %s %s, fewer than 10: the screen is unstable and allows no conclusion",
      format_count(events), told(EVENT_WORDS[[params$endpoint]], EVENT_ENGLISH[[params$endpoint]])
    ), field = "dataset")
  }
  if (nrow(significant) > 0L && sum(table$padj < FDR) == 0L) job$finding("should", "chance", told(
    "有 %s 个基因 P < %s，纯属偶然约会有 %s 个，按基因数校正后一个也没有：分不出哪些不是偶然，请在另一个队列里验证",
    c(
      "%s genes have P < %s where chance alone would give about %s, and none is left after adjustment for their number:",
      "it cannot be told which are not chance. Please validate them in another cohort"
    ),
    format_count(nrow(significant)), format(params$pvalue_threshold), expected_words(nrow(table) * params$pvalue_threshold)
  ), field = "pvalue_threshold")
  if (searched) job$finding("should", "searched", told(
    "每个基因的截断值都是挑差别最大的一个：P 已按 Lau92 校正，HR 和曲线的差别仍然偏大。请在另一个队列里用同一个截断值验证，或改用中位数",
    c(
      "The cut-off of each gene is that of the largest difference: P is corrected (Lau92), HR and the differences of the curves remain too large.",
      "Validate the same cut-offs in another cohort, or use the median"
    )
  ), field = "cutoff_method")
  eventless <- table$events_high == 0L | table$events_low == 0L
  unknown <- c(no_events = sum(eventless), apart = sum(is.na(table$hr) & !eventless))
  for (cause in names(unknown)[unknown > 0L]) job$finding("note", "hr_unknown", told(
    "有 %s 个基因的 HR 不可估计：%s；请看 Log-rank 检验", "%s genes have no estimable HR: %s; look at the log-rank test", format_count(unknown[[cause]]),
    told_cause(cause)
  ))
}
