#' Genome-wide univariate Cox regression as results: what 单因素 Cox of a cohort and of one's own data compute. Their declarations take tables,
#' figures and facts from the tool kit's `cox-screen.ts`.

#' Units of hazard ratios, as tables and texts call them; in English, too.
SCALE_ENGLISH <- c(sd = "per standard deviation of expression", raw = "per unit of log2 expression")
#' Adjusted P that is counted beside the threshold.
COX_FDR <- 0.05
#' P of the test of proportional hazards that is told.
COX_PH <- 0.05

#' @param inputs See `survival_study`. @param params Its parameters and `pvalue_threshold`, `scale`, `forest_top`, `forest_genes`.
#' @return The tables of `coxTables`.
uni_cox <- function(inputs, params, job) {
  job$step("找到患者和基因", 0.02)
  study <- with_entry(survival_study(inputs, params, job), params$entry_column, job)
  job$step("逐个基因做 Cox 回归", 0.3)
  table <- cox_table(study, params, function(progress) job$step("逐个基因做 Cox 回归", 0.3 + 0.5 * progress))
  significant <- table[table$pvalue < params$pvalue_threshold, , drop = FALSE]
  job$step("整理结果", 0.85)
  forest <- forest_rows(table, significant, params, job)
  tell_study(study, job)
  tell_cox(table, significant, params, job)
  job$facts(c(entry_facts(study, params$entry_column), study_facts(study), cox_facts(table, significant, forest, study, params)))
  list(
    genes = table, significant = significant, flow = patient_flow(study),
    gene_flow = gene_flow_table(study, stats::setNames(nrow(significant), sprintf("P < %s 的基因", format(params$pvalue_threshold)))),
    forest = forest, p_histogram = p_histogram(table$pvalue)
  )
}

#' All genes, the smallest P first. Of separated genes P is that of the likelihood ratio, and there is no ratio of hazards.
cox_table <- function(study, params, tell) {
  values <- study$values
  below <- any(values < 0, na.rm = TRUE)
  fits <- cox_screen(values, study$patients$time, study$patients$status, zero = if (below) NA else 0, tell, entry_days(study))
  fits <- fits[!is.na(fits$lr_p), , drop = FALSE]
  if (nrow(fits) == 0L) stop_input("nothing_left", "没有一个基因可以做 Cox 回归：有随访的患者里表达量没有变化，或没有测到", "gene_list")
  sd <- unname(matrixStats::rowSds(values[fits$gene, , drop = FALSE], na.rm = TRUE))
  unit <- if (params$scale == "sd") sd else rep(1, nrow(fits))
  coef <- fits$coef * unit
  se <- fits$se * unit
  reach <- stats::qnorm(0.975) * se
  # A ratio that runs away is no estimate.
  shown <- function(values) replace(values, fits$separated, NA_real_)
  p <- ifelse(fits$separated, fits$lr_p, fits$wald_p)
  table <- data.frame(
    gene = fits$gene, n = fits$n, events = fits$events, n_expressed = fits$n_expressed, sd = sd, coef = coef, se = se,
    HR = shown(exp(coef)), HR.95L = shown(exp(coef - reach)), HR.95H = shown(exp(coef + reach)), log2_hr = shown(coef / log(2)), z = fits$z,
    pvalue = p, padj = stats::p.adjust(p, "BH"), lr_p = fits$lr_p, ph_p = fits$ph_p, separated = fits$separated,
    test = ifelse(fits$separated, "似然比", "Wald"), scale = params$scale, endpoint = endpoint_code(study, params)
  )
  plain_rows(table[order(table$pvalue, -abs(table$z), table$gene, method = "radix"), ])
}

#' The end point as requests write it; of one's own follow-up nobody knows it.
endpoint_code <- function(study, params) if (study$fields[["data"]] == "dataset") params$endpoint else ""

#' Rows of the forest: genes chosen by hand, else the significant ones of smallest P, from the highest ratio to the lowest.
forest_rows <- function(table, significant, params, job) {
  chosen <- if (length(params$forest_genes) > 0L) named_rows(table, params$forest_genes, "forest_genes", job)
  else utils::head(significant[!is.na(significant$HR), ], params$forest_top)
  forest_order(chosen)
}

#' Columns of `forestTable`.
FOREST_COLUMNS <- c("gene", "n", "events", "HR", "HR.95L", "HR.95H", "pvalue", "padj")

#' Rows that have a ratio, from the highest to the lowest.
forest_order <- function(rows) {
  rows <- rows[!is.na(rows$HR), , drop = FALSE]
  plain_rows(rows[order(-rows$HR, enc2utf8(rows$gene), method = "radix"), FOREST_COLUMNS, drop = FALSE])
}

#' Rows of a table of genes that a user names; the others are told. @param field Of the request that carries the names.
named_rows <- function(table, asked, field, job) {
  matches <- match_genes(rows_of_result(asked), table$gene, "symbol")
  found <- unique(matches$found[matches$found != ""])
  absent <- matches$asked[matches$found == ""]
  sentence <- told(
    "这次结果里没有「%s」：不在名单里，或被过滤掉了", "“%s” is not among the results, as it was not on the list or was filtered out", told_names(absent)
  )
  if (length(found) == 0L) stop_input("genes_absent", paste0(sentence$zh, "。请换结果里的基因"), field)
  if (length(absent) > 0L) job$finding("should", "genes_absent", told("%s，没有画", "%s; not drawn", sentence), field = field)
  table[match(found, table$gene), , drop = FALSE]
}

cox_facts <- function(table, significant, forest, study, params) {
  first <- table[1L, ]
  list(
    tested = nrow(table), significant = nrow(significant) > 0L, found = nrow(significant), risk = sum(significant$coef > 0, na.rm = TRUE),
    protective = sum(significant$coef < 0, na.rm = TRUE), expected = nrow(table) * params$pvalue_threshold,
    fdr_found = sum(table$padj < COX_FDR), separated = sum(table$separated), separated_found = sum(significant$separated),
    ph_found = sum(significant$ph_p < COX_PH, na.rm = TRUE), scale_word = HAZARD_UNITS[[params$scale]], per_sd = params$scale == "sd",
    forest_genes_n = nrow(forest),
    gene = first$gene, p = first$pvalue, padj = first$padj, hr = first$HR, hr_low = first$HR.95L, hr_high = first$HR.95H
  )
}

#' Genes that chance alone gives: few of them are a fraction, and not none.
expected_words <- function(n) if (n < 10) format(signif(n, 2L)) else format_count(round(n))

#' What a reader must know before trusting the list.
tell_cox <- function(table, significant, params, job) {
  if (nrow(significant) > 0L && nrow(table) > 1L && sum(table$padj < COX_FDR) == 0L) job$finding("should", "chance", told(
    "有 %s 个{{row_subject}} P < %s，纯属偶然约会有 %s 个，按{{row_subject}}数校正后一个也没有：分不出哪些不是偶然，请在另一个队列里验证",
    c(
      "%s {{row_subject}}s have P < %s where chance alone would give about %s, and none is left after adjustment for their number:",
      "it cannot be told which are not chance. Please validate them in another cohort"
    ),
    format_count(nrow(significant)), format(params$pvalue_threshold), expected_words(nrow(table) * params$pvalue_threshold)
  ), field = "pvalue_threshold")
  separated <- table$gene[table$separated]
  if (length(separated) > 0L) job$finding("note", "separated", told(
    "有 %s 个{{row_subject}}的 HR 不可估计（表达的患者不足 %s 例，或系数发散），只看似然比检验的 P：%s",
    c(
      "%s {{row_subject}}s have no estimable HR (expressed in fewer than %s patients, or a diverging coefficient),",
      "only the P of the likelihood-ratio test: %s"
    ),
    format_count(length(separated)), format_count(FEW_EXPRESSED), told_names(separated)
  ))
  changing <- significant$gene[!is.na(significant$ph_p) & significant$ph_p < COX_PH]
  if (length(changing) > 0L) job$finding("note", "not_proportional", told(
    "P < %s 的{{row_subject}}里有 %s 个的风险比随时间变化（Schoenfeld 残差检验 P < %s），HR 只是全程的平均：%s",
    "{{Row_subject}}s with P < %s whose hazard ratio changes with time: %s (test of Schoenfeld residuals, P < %s); HR is an average only: %s",
    format(params$pvalue_threshold), format_count(length(changing)), format(COX_PH), told_names(changing)
  ))
}
