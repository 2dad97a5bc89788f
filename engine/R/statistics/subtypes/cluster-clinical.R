#' What clusters have to do with what is known of their patients. Neither survival nor clinical columns took part in the clustering, so that both can
#' be tested.

CLUSTER_P <- 0.05

# ---- survival ----

#' Follow-up of the samples that are clustered, read and checked before anything is computed. @return See `survival_study`.
cluster_follow_up <- function(inputs, params, job) {
  study <- survival_study(inputs[c("expression", "survival")], params, job)
  # What of the genes is to be told, the clustering tells.
  study$genes <- NULL
  study
}

NO_CLUSTER_SURVIVAL <- list(
  survival_tests = data.frame(test = character(), chisq = numeric(), df = integer(), p = numeric()),
  survival_groups = data.frame(
    group = character(), n = integer(), events = integer(), median = numeric(), lower = numeric(), upper = numeric()
  ),
  survival_pairs = data.frame(group_1 = character(), group_2 = character(), p = numeric(), padj = numeric()),
  flow = data.frame(step = character(), n = integer()),
  curve = data.frame(
    group = character(), time = numeric(), surv = numeric(), lower = numeric(), upper = numeric(), n_risk = integer(), n_event = integer(),
    n_censor = integer()
  ),
  risk = data.frame(group = character(), time = numeric(), n = integer())
)

#' Kaplan-Meier curves of clusters and their tests.
#'
#' @param study From `cluster_follow_up`; NULL: there is none. @param class Cluster by sample.
#' @param tested FALSE where the clusters were made of genes that the outcome of these patients has chosen: they have to differ.
#' @return The declared tables.
cluster_survival <- function(study, class, tested, job) {
  if (is.null(study)) return(NO_CLUSTER_SURVIVAL)
  time <- study$patients$shown
  status <- study$patients$status
  group <- unname(class[study$patients$sample])
  tell_study(study, job)
  medians <- km_medians(time, status, group)
  tests <- lapply(c(0, 1), function(rho) curve_rank_test(time, status, group, rho))
  comparable <- !is.na(tests[[1L]]$p)
  tell_cluster_survival(medians, comparable, job)
  if (!tested) job$finding("should", "survival_circular", told(
    "聚类的名单是用同一批患者的结局挑出来的：各簇的生存必然不同，没有检验。请在另一批患者里比较",
    c(
      "The list behind the clusters was chosen by the outcome of the same patients: survival has to differ and was not tested.",
      "Compare it in other patients"
    )
  ), field = "gene_list")
  known <- comparable && tested
  job$facts(list(
    survival_patients = length(time), survival_events = sum(status), p = if (known) tests[[1L]]$p, p_name = if (known) "Log-rank P",
    follow_up = median_follow_up(time, status), survival_pairs_n = if (tested && nrow(medians) > 2L) choose(nrow(medians), 2L)
  ))
  ph_p <- if (known) cluster_hazards_p(time, status, group) else NA_real_
  changing <- if (known) changing_facts(time, status, group, tests[[1L]]$p, tests[[2L]]$p, ph_p) else list(significant = FALSE)
  job$facts(c(changing, list(ph_p = ph_p)))
  list(
    survival_tests = if (known) {
      data.frame(test = c("Log-rank", PETO_WORD), do.call(rbind, lapply(tests, as.data.frame)))
    } else NO_CLUSTER_SURVIVAL$survival_tests,
    survival_groups = medians,
    survival_pairs = if (tested) cluster_pairs(time, status, group) else NO_CLUSTER_SURVIVAL$survival_pairs, flow = patient_flow(study),
    curve = km_curves(time, status, group), risk = risk_table(time, group, 0)
  )
}

tell_cluster_survival <- function(medians, known, job) {
  small <- medians$group[medians$n < GROUP_PATIENTS]
  if (nrow(medians) > 1L && length(small) > 0L) job$finding("should", "clusters_small", told(
    "不足 10 例患者的簇：%s。它们的生存曲线和 P 很不稳定", "Clusters of fewer than 10 patients: %s. Their curves and P values are unstable", told_names(small)
  ), field = "survival_data")
  if (!known) job$finding("should", "survival_untested", told(
    "有随访的患者都在一个簇里，生存没有可比的", "All patients with follow-up are in one cluster: there is no survival to compare"
  ), field = "survival_data")
}

#' P of Schoenfeld's residuals, all clusters together; NA where a ratio has no estimate.
cluster_hazards_p <- function(time, status, group) {
  data <- data.frame(time = time, status = status, group = factor(group))
  fit <- quiet_cox(survival::Surv(time, status) ~ group, data)
  if (any(cox_ratios(fit)$unknown)) return(NA_real_)
  tryCatch(unname(survival::cox.zph(fit)$table["GLOBAL", "p"]), error = function(condition) NA_real_)
}

#' Log-rank tests between every two of three or more clusters (Benjamini and Hochberg).
cluster_pairs <- function(time, status, group) {
  names <- ordered_groups(group)
  if (length(names) < 3L) return(NO_CLUSTER_SURVIVAL$survival_pairs)
  pairs <- utils::combn(names, 2L)
  p <- apply(pairs, 2L, function(pair) curve_rank_test(time[group %in% pair], status[group %in% pair], group[group %in% pair])$p)
  data.frame(group_1 = pairs[1L, ], group_2 = pairs[2L, ], p = p, padj = stats::p.adjust(p, "BH"))
}

# ---- clinical columns ----

#' Columns of the clinical table and of the follow-up by sample; of two with one name that of the clinical table.
#'
#' @param table Data frame with `sample`, or NULL. @param follow From `cluster_follow_up`, or NULL.
#' @return Data frame in the order of the samples, or NULL.
#' @section Errors: `stop_input` where no sample is in the table.
cluster_clinical_columns <- function(table, follow, samples, job) {
  columns <- list()
  if (!is.null(table)) {
    row <- match(samples, plain_texts(table$sample))
    if (all(is.na(row))) stop_input("clinical_samples", sprintf(
      "临床资料里的样本名与矩阵的一个也对不上：临床资料里是 %s，矩阵里是 %s。请把 sample 一列改成矩阵里的写法",
      list_names(plain_texts(table$sample)), list_names(samples)
    ), "clinical")
    if (anyNA(row)) job$finding("note", "samples_without_clinical", told(
      "有 %s 个样本没有临床资料，只参与聚类", "%s samples have no clinical data and take part in the clustering alone", format_count(sum(is.na(row)))
    ), field = "clinical")
    # A time that ends with an event or the last visit is no number to compare by ranks.
    followed <- unlist(lapply(survival_columns_of(table), `[[`, "columns"))
    if (length(followed) > 0L) job$finding("should", "follow_up_left", told(
      "临床资料里的「%s」是随访，没有当作特征比较。要比较生存，请把这张表也选在「随访数据」里",
      "Columns of follow-up in the clinical table (%s) were not compared as characteristics; survival is compared by the follow-up data",
      told_names(followed, 6L)
    ), field = "clinical")
    columns <- table[row, setdiff(names(table), c("sample", followed)), drop = FALSE]
  }
  if (!is.null(follow)) {
    row <- match(samples, follow$patients$sample)
    own <- follow$clinical[row, setdiff(names(follow$clinical), names(columns)), drop = FALSE]
    columns <- c(columns, own)
  }
  if (length(columns) == 0L) return(NULL)
  plain_rows(as.data.frame(columns, check.names = FALSE, optional = TRUE))
}

#' Each column compared between clusters: categories by chi-squared or Fisher's exact test, numbers by ranks; P adjusted over the columns.
#'
#' @param table From `cluster_clinical_columns`; NULL: there is none. @param class Cluster by sample.
#' @return List of `clinical`: data frame `variable`, `level`, a text column for each cluster, `n`, `p`, `padj`, `test`; a row for each column, and
#'   below one for each level of categories.
cluster_clinical <- function(table, class, params, job) {
  none <- data.frame(variable = character(), level = character(), n = integer(), p = numeric(), padj = numeric(), test = character())
  if (is.null(table)) return(list(clinical = none))
  groups <- list(column = NULL, of = factor(unname(class)))
  # Findings of the columns stand at the table: no parameter names single ones.
  at_table <- list(finding = function(level, code, message, detail = NULL, field = NULL, fix = NULL) {
    job$finding(level, code, message, detail, "clinical", fix)
  })
  columns <- baseline_columns(table, groups, list(), at_table)
  described <- Filter(function(column) is.null(column$left), columns)
  left <- vapply(Filter(function(column) !is.null(column$left), columns), `[[`, character(1), "name")
  if (length(left) > 0L) job$finding("note", "columns_left", told(
    "没有比较「%s」：编号、日期、空的列，或种类太多的文字", "Not compared: %s (identifiers, dates, empty columns or texts of too many kinds)", told_names(left, 6L)
  ), field = "clinical")
  if (length(described) == 0L) return(list(clinical = none))
  tests <- lapply(described, function(one) {
    kind <- if (is.factor(one$values)) "category" else "median"
    baseline_test(kind, one$values, groups$of, FALSE, params$seed)[c("test", "p")]
  })
  p <- vapply(tests, `[[`, numeric(1), "p")
  padj <- stats::p.adjust(p, "BH")
  rows <- Map(function(one, test, padj) cluster_clinical_rows(one, test, padj, groups$of), described, tests, padj)
  found <- order(padj, p)[seq_len(sum(padj < CLUSTER_P, na.rm = TRUE))]
  names <- vapply(described[found], `[[`, character(1), "name")
  used <- function(...) any(vapply(tests, `[[`, character(1), "test") %in% c(...))
  job$facts(list(
    clinical_tested = sum(!is.na(p)), clinical_found = length(found), clinical_names = if (length(found) > 0L) told_names(names, 6L),
    used_chi = used("chi_squared"), used_fisher = used("fisher", "fisher_simulated"), used_kruskal = used("kruskal"),
    used_rank_sum = used("rank_sum_exact", "rank_sum_normal")
  ))
  list(clinical = plain_rows(do.call(rbind, rows)))
}

cluster_clinical_rows <- function(one, test, padj, of) {
  parts <- split(one$values, of)
  row <- function(level, cells, n = NA_integer_, test = "", p = NA_real_, padj = NA_real_) {
    cells <- as.data.frame(as.list(stats::setNames(cells, levels(of))), check.names = FALSE, optional = TRUE)
    data.frame(variable = one$name, level = level, cells, n = n, p = p, padj = padj, test = test, check.names = FALSE)
  }
  n <- sum(!is.na(one$values))
  if (!is.factor(one$values)) return(row("", baseline_number_cells(parts, "median"), n, test$test, test$p, padj))
  of_levels <- lapply(levels(droplevels(one$values)), function(level) row(level, vapply(parts, baseline_count_cell, character(1), level = level)))
  do.call(rbind, c(list(row("", rep("", nlevels(of)), n, test$test, test$p, padj)), of_levels))
}
