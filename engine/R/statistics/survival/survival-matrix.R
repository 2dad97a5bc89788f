#' Patients with expression and follow-up joined: what every prognosis tool begins with, of a public cohort or of the user's own matrix. Whoever
#' is left out is counted with the reason. Declarations take parameters, tables and facts from the tool kit's `survival-matrix.ts`.

#' Fewer events than this carry no model.
MODEL_EVENTS <- 10L
#' Fewer patients than this carry nothing.
LEAST_PATIENTS <- 5L

#' Patients and genes of a request.
#'
#' @param inputs `dataset` (from `open_cohort`), or `survival` (kind survival-data) and `expression` (a matrix; NULL: no genes are read).
#' @param params `gene_list` (empty: all), `time_unit`, `preprocess_percent` (NULL: no gene is filtered, as a frozen model wants it),
#'   `preprocess_tpm`, and of a cohort `endpoint`.
#' @return List of
#'   `values` (log2(x + 1), genes × patients, of the genes that pass the filter; their columns are called by the samples),
#'   `patients` (data frame `patient`, `sample`, `time` in days, `shown` in the unit of the axis, `status` 0 or 1),
#'   `clinical` (what else is known of the same patients: numbers or texts, NA where it is not known),
#'   `total` (patients before anybody was left out), `exclusions` (data frame `reason`, `n`), `unit` (see `TIME_UNITS`),
#'   `genes` (see `filter_genes`), `listed` (was there a list of genes?), `absent` (genes of the list that are not there), `label` (what the
#'   data are called), `source` (what tells the same data again: the cohort's code or the checksum of the matrix; may be NULL), `identifiers`,
#'   `expression_unit`, `below` (of the user's own: see `log2_expression`), `endpoint_word`, `event_word`, `event_english`, `fields` (of the
#'   request: `data`, `follow`).
#' @section Errors: `stop_input` where nobody or nothing is left.
survival_study <- function(inputs, params, job) {
  study <- if (is.null(inputs$dataset)) own_study(inputs, params, job) else cohort_study(inputs$dataset, params, job)
  study$unit <- TIME_UNITS[[params$time_unit]]
  check_patients(study)
  study
}

#' Patients leave a study, counted. @param out Logical, by patient. @param reason Why. @return The study without them, with one more reason.
without_patients <- function(study, out, reason) {
  if (!any(out)) return(study)
  study$patients <- plain_rows(study$patients[!out, , drop = FALSE])
  study$clinical <- plain_rows(study$clinical[!out, , drop = FALSE])
  study$exclusions <- rbind(study$exclusions, data.frame(reason = reason, n = sum(out)))
  study
}

cohort_study <- function(cohort, params, job) {
  follow <- cohort_survival(cohort, params$endpoint)
  listed <- length(params$gene_list) > 0L
  matches <- if (listed) find_cohort_genes(cohort, params$gene_list, "gene_list", job)
  samples <- follow$table$sample
  values <- if (listed) cohort_values(cohort, unique(matches$found[matches$found != ""]), samples = samples)
  else cohort_matrix(cohort, samples = samples)
  clinical <- cohort_clinical(cohort)
  row <- match(follow$table$patient, clinical$patient)
  genes <- filter_genes(values, params)
  list(
    values = values[is.na(genes$reason), , drop = FALSE],
    patients = data.frame(
      follow$table[c("patient", "sample", "time")], shown = follow$table$time / TIME_UNITS[[params$time_unit]]$days,
      status = as.integer(follow$table$status), row.names = NULL
    ),
    clinical = plain_rows(clinical[row, setdiff(names(clinical), "patient"), drop = FALSE]), total = follow$total,
    exclusions = follow$exclusions, patients_known = TRUE, genes = genes, listed = listed,
    absent = sum(matches$found == ""), label = cohort$about$label,
    source = cohort$about$code, identifiers = "symbol", expression_unit = cohort$about$matrices$expression$unit,
    endpoint_word = ENDPOINTS[[params$endpoint]],
    event_word = EVENT_WORDS[[params$endpoint]], event_english = EVENT_ENGLISH[[params$endpoint]],
    fields = c(data = "dataset", follow = "endpoint")
  )
}

#' What follow-up of one's own ends in.

own_study <- function(inputs, params, job) {
  matrix <- inputs$expression
  follow <- own_patients(inputs$survival, colnames(matrix$values), TIME_UNITS[[params$time_unit]])
  tell_unit(follow$patients$shown, params$time_unit, job)
  study <- c(follow, list(
    label = paste0(if (is.null(matrix)) attr(inputs$survival, "label") else matrix$label), endpoint_word = ENDPOINTS[["own"]], event_word = "事件",
    event_english = "events", fields = c(data = "file_id", follow = "survival_data")
  ))
  if (is.null(matrix)) return(study)
  listed <- length(params$gene_list) > 0L
  picked <- if (listed) pick_genes(matrix, params$gene_list, "gene_list") else list(values = matrix$values)
  if (listed) tell_matches(picked$matches, "gene_list", job)
  logged <- log2_expression(picked$values[, follow$patients$sample, drop = FALSE], matrix$kind)
  if (logged$below && isTRUE(params$preprocess_percent > 0)) job$finding("note", "not_filtered", told(
    "矩阵里有负数，不是 log2(x + 1)，还原不出原来的表达量：没有按表达的样本比例过滤，只去掉了没有变化的{{row_subject}}",
    c(
      "The matrix holds negative values and is not log2(x + 1), so that the expression cannot be recovered:",
      "{{row_subject}}s were not filtered by the share of samples that express them; only those without variation were removed"
    )
  ), field = "file_id")
  genes <- filter_genes(logged$values, params, logged$below)
  c(study, list(
    values = logged$values[is.na(genes$reason), , drop = FALSE], genes = genes, listed = listed, absent = sum(picked$matches$found == ""),
    identifiers = matrix$identifiers, expression_unit = logged$unit, source = matrix$sha256, below = logged$below
  ))
}

#' The user's patients: one sample each, with time and status.
#'
#' @param follow Kind survival-data: `sample`, `time`, `status` and any columns; `patient` among them says whose a sample is.
#' @param samples Of the matrix, NULL: no matrix. @param unit Of the times, from `TIME_UNITS`.
#' @return `patients`, `clinical`, `total`, `exclusions`, `patients_known` of `survival_study`. Patients are counted by their samples
#'   until one is chosen of each.
own_patients <- function(follow, samples, unit) {
  time <- suppressWarnings(as.numeric(follow$time))
  status <- suppressWarnings(as.numeric(follow$status))
  sample <- plain_texts(follow$sample)
  owner <- sample_owners(sample, follow$patient)
  reason <- rep(NA_character_, length(sample))
  leave <- function(out, why) reason[is.na(reason) & out] <<- why
  leave(owner$kind == "normal", "癌旁或正常组织的样本")
  if (!is.null(samples)) leave(!sample %in% samples, "没有表达数据")
  leave(is.na(status), "没有状态")
  leave(!status %in% c(0, 1), "认不出的状态")
  leave(is.na(time), "没有时间")
  leave(time < 0, "时间小于 0")
  leave(owner$kind == "other", "转移或复发的样本，不代替原发瘤")
  open <- which(is.na(reason))
  open <- open[order(owner$rank[open], method = "radix")]
  reason[open[duplicated(owner$patient[open])]] <- "同一患者的另一个样本"
  kept <- is.na(reason)
  absent <- if (is.null(samples)) 0L else sum(!samples %in% sample)
  left <- table(factor(reason, unique(reason[!kept])))
  exclusions <- data.frame(reason = as.character(names(left)), n = as.integer(left))
  if (absent > 0L) exclusions <- rbind(exclusions, data.frame(reason = "矩阵里有，随访数据里没有", n = absent))
  others <- setdiff(names(follow), c("sample", "time", "status", "patient"))
  clinical <- plain_rows(as.data.frame(follow[kept, others, drop = FALSE], check.names = FALSE, optional = TRUE))
  for (i in which(vapply(clinical, is.character, logical(1)))) {
    clinical[[i]] <- trimmed(clinical[[i]])
    clinical[[i]][clinical[[i]] %in% MISSING_CELLS] <- NA_character_
  }
  list(
    patients = data.frame(
      patient = owner$patient[kept], sample = sample[kept], time = time[kept] * unit$days, shown = time[kept], status = as.integer(status[kept])
    ),
    clinical = clinical, total = length(sample) + absent, exclusions = exclusions,
    patients_known = !is.null(follow$patient) || all(grepl(TCGA_SAMPLE, sample))
  )
}

TCGA_SAMPLE <- "^(TCGA[-.][A-Z0-9]{2}[-.][A-Z0-9]{4})[-.](\\d{2})"

#' Whose each sample is, and which of one patient's samples comes first.
#'
#' @param patient Column of that name, or NULL. Barcodes of TCGA tell by themselves: 01 counts, 03 of leukaemias, 06 where most are 06 (melanoma);
#'   02, 05 and 07 never replace them.
#' @return Data frame `patient`, `kind` (tumour, normal, other), `rank` (the lowest comes first).
sample_owners <- function(sample, patient) {
  code <- ifelse(grepl(TCGA_SAMPLE, sample), sub(paste0(TCGA_SAMPLE, ".*$"), "\\2", sample), NA_character_)
  allowed <- c("01", "03", if (sum(code %in% "06") > sum(code %in% "01")) "06")
  kind <- ifelse(is.na(code) | code %in% allowed, "tumour", ifelse(code %in% sprintf("%02d", 10:19), "normal", "other"))
  named <- if (is.null(patient)) sample else ifelse(nzchar(plain_texts(patient)), plain_texts(patient), sample)
  barcode <- !is.na(code)
  named[barcode] <- gsub(".", "-", sub(paste0(TCGA_SAMPLE, ".*$"), "\\1", sample[barcode]), fixed = TRUE)
  # Vial A before B, then the last plate; what is no barcode keeps its order.
  vial <- ifelse(barcode, substr(sample, 16L, 16L), "")
  order <- order(match(code, allowed, nomatch = 9L), vial, ifelse(barcode, -rank(sample, ties.method = "first"), seq_along(sample)), method = "radix")
  data.frame(patient = named, kind = kind, rank = match(seq_along(sample), order))
}

#' Expression as log2(x + 1).
#'
#' @param kind Of the matrix. @return List of `values`, `unit`, and `below`: are there negative values, so that they are not log2(x + 1)?
log2_expression <- function(values, kind) {
  below <- any(values < 0, na.rm = TRUE)
  if (kind %in% c("counts", "linear") && !below) return(list(values = log2(values + 1), unit = "log2(x + 1)", below = FALSE))
  list(values = values, unit = OWN_UNITS[[if (kind == "scores") "scores" else "log"]], below = below)
}

#' What values of one's own matrix are that were not made log2(x + 1) here.
OWN_UNITS <- c(log = "矩阵里的 log2 表达量", scores = "矩阵里的打分")
OWN_UNITS_ENGLISH <- c(log = "log2 values of the matrix", scores = "scores of the matrix")
#' A unit in English; one of a cohort reads the same in every language.
unit_english <- function(unit) if (unit %in% OWN_UNITS) OWN_UNITS_ENGLISH[[match(unit, OWN_UNITS)]] else unit

GENE_REASONS <- c(low = "表达的患者太少", constant = "表达量完全一样", zero = "全为 0", missing = "缺失值太多")
GENE_REASONS_ENGLISH <- c(
  low = "expressed in too few patients", constant = "the same in all patients", zero = "0 in all patients", missing = "too many missing values"
)

#' Which genes stay: those above `preprocess_tpm` on the linear scale in `preprocess_percent` % of the patients, and not the same in all of them.
#'
#' @param values log2(x + 1), genes × patients. @param below See `log2_expression`: nothing can be said on the linear scale.
#' @return Data frame `gene`, `reason` (name in `GENE_REASONS`; NA: it stays).
filter_genes <- function(values, params, below = FALSE) {
  reason <- rep(NA_character_, nrow(values))
  if (ncol(values) > 0L && nrow(values) > 0L && !is.null(params$preprocess_percent)) {
    known <- ncol(values) - matrixStats::rowCounts(values, value = NA)
    # On the scale of log2(x + 1) nothing is lost by comparing there.
    expressed <- rowMeans(values > log2(params$preprocess_tpm + 1), na.rm = TRUE)
    same <- matrixStats::rowMaxs(values, na.rm = TRUE) == matrixStats::rowMins(values, na.rm = TRUE)
    reason[same] <- "constant"
    if (!below) reason[expressed < params$preprocess_percent / 100] <- "low"
    reason[same & matrixStats::rowMaxs(values, na.rm = TRUE) == 0] <- "zero"
    reason[known < ncol(values) / 2] <- "missing"
  }
  data.frame(gene = as.character(rownames(values)), reason = reason)
}

#' Refuse what nothing can be said of.
check_patients <- function(study) {
  n <- nrow(study$patients)
  left <- paste(sprintf("%s %s", study$exclusions$reason, format_count(study$exclusions$n)), collapse = "；")
  if (n < LEAST_PATIENTS) stop_input("few_patients", sprintf(
    "可以分析的患者只有 %s 例%s，不能做生存分析。请核对样本名和随访，或换一份数据", format_count(n),
    if (nrow(study$exclusions) > 0L) sprintf("（%s）", left) else ""
  ), study$fields[["follow"]])
  if (sum(study$patients$status) == 0) stop_input("no_events", sprintf(
    "纳入的 %s 例患者没有发生一例%s，不能做生存分析。请核对状态的写法（1 是发生事件），或换一个终点或队列", format_count(n),
    trimmed(study$event_word)
  ), study$fields[["follow"]])
  if (!is.null(study$values) && nrow(study$values) == 0L) stop_input("nothing_left", sprintf(
    "没有一个基因可以分析：%s。请放宽过滤，或换一份名单",
    paste(GENE_REASONS[unique(study$genes$reason)], collapse = "；")
  ), "preprocess_percent")
}

#' The study without patients whom a model cannot use, counted: one count stands everywhere, that of the patients the model has seen.
#'
#' @param genes Names of the genes that the model needs; a patient without a value of one of them is left out.
#' @section Errors: See `check_patients`.
study_for_model <- function(study, genes = character()) {
  zero <- study$patients$time <= 0
  missing <- !zero & if (length(genes) > 0L) matrixStats::colAnyNAs(study$values[genes, , drop = FALSE]) else FALSE
  left <- data.frame(reason = c("时间是 0，模型用不了", "有基因没有表达量"), n = c(sum(zero), sum(missing)))
  kept <- !zero & !missing
  if (all(kept)) return(study)
  study$exclusions <- rbind(study$exclusions, left[left$n > 0L, ])
  study$patients <- plain_rows(study$patients[kept, , drop = FALSE])
  study$clinical <- plain_rows(study$clinical[kept, , drop = FALSE])
  if (!is.null(study$values)) study$values <- study$values[, kept, drop = FALSE]
  if (!is.null(study$design)) study$design <- study$design[kept, , drop = FALSE]
  check_patients(study)
  study
}

#' Refuse a model of fewer than ten events; a screen of single genes warns instead.
check_model_events <- function(study) {
  events <- sum(study$patients$status)
  if (events < MODEL_EVENTS) stop_input("few_events", sprintf(
    "只有 %s 例%s，不足 %s 例，建出来的模型靠不住。请换事件更多的数据或终点", format_count(events), trimmed(study$event_word), format_count(MODEL_EVENTS)
  ), study$fields[["follow"]])
}

#' A unit of time that the follow-up speaks against: of its middle, and of its end. The form says the same beforehand: `likelyUnit` of
#' packages/tool-kit/src/inputs/survival-table.ts.
#'
#' @param shown Times in the unit that was chosen. @param unit day, month or year. @return The likelier one, or NULL.
likelier_unit <- function(shown, unit) {
  longest <- max(0, shown)
  middle <- if (length(shown) > 0L) stats::median(shown) else 0
  if (longest == 0) return(NULL)
  if (unit == "month" && longest > 600) return("day")
  if (unit == "year" && longest > 50) return(if (longest > 600) "day" else "month")
  if (unit == "day" && (longest < 100 || (longest <= 400 && middle < 120))) return(if (longest <= 20) "year" else "month")
  if (unit == "month" && longest <= 20 && middle <= 10) return("year")
  NULL
}

tell_unit <- function(shown, unit, job) {
  better <- likelier_unit(shown, unit)
  if (is.null(better)) return(invisible())
  own <- told(TIME_UNITS[[unit]]$word, TIME_UNITS[[unit]]$english)
  job$finding("should", "unit_doubtful", told(
    "时间的中位数是 %s %s，最长 %s %s，不太可能，像是以「%s」为单位。单位错了，HR 和 P 不变，按年份算的结果全错",
    c(
      "The median time is %s %s and the longest %s %s, which is unlikely: the unit looks like %s.",
      "With a wrong unit HR and P stay the same, but all results at given years are wrong"
    ),
    signif(stats::median(shown), 3), own, signif(max(shown), 4), own, told(TIME_UNITS[[better]]$name, TIME_UNITS[[better]]$english)
  ), field = "time_unit")
}

#' Who came in and who was left out, as a table: `step`, `n`. The user's own come in as samples: only then it is known whose they are.
patient_flow <- function(study) {
  flow <- flow_table(study$total, study$exclusions, nrow(study$patients))
  if (study$fields[["data"]] != "dataset") flow$step[[1L]] <- "读入的样本"
  flow
}

#' From all genes, or those of the list, to the ones that were analysed, as a table: `step`, `n`.
#'
#' @param more Named numbers: further steps after them.
gene_flow_table <- function(study, more = integer()) {
  left <- c(study$absent, tabulate(match(study$genes$reason, names(GENE_REASONS)), length(GENE_REASONS)))
  out <- sprintf("不参与：%s", c("数据里没有", GENE_REASONS))
  data.frame(
    step = c(if (study$listed) "名单里的基因" else "读入的基因", out[left > 0L], "参与分析的基因", names(more)),
    n = as.integer(c(nrow(study$genes) + study$absent, left[left > 0L], nrow(study$values), more))
  )
}

#' Facts that every prognosis tool states; declared by `studyFacts` of the tool kit. Follow-up is in the unit of the axis.
study_facts <- function(study) {
  asked <- nrow(study$genes) + study$absent
  list(
    data = study$label, endpoint_word = study$endpoint_word, event_word = study$event_word, patients = nrow(study$patients),
    events = sum(study$patients$status), patients_known = study$patients_known, total = study$total, excluded = sum(study$exclusions$n),
    follow_up = median_follow_up(study$patients$shown, study$patients$status, study$patients$entered),
    unit_word = study$unit$word, unit_english = study$unit$english,
    asked = asked, listed = study$listed,
    genes = nrow(study$values), filtered = asked - nrow(study$values), expression_unit = study$expression_unit,
    level_filter = !isTRUE(study$below)
  )
}

#' What a reader must know of the patients and the genes.
tell_study <- function(study, job) {
  tell_exclusions(study$exclusions, job)
  alike <- if (!study$patients_known) replicate_names(study$patients$sample)
  if (!is.null(alike)) job$finding("should", "replicate_names", told(
    "没有患者列，每个样本当作一位患者；而样本名像是同一患者的重复，如 %s。请在随访数据里加一列 patient，每位患者只用一个样本",
    c(
      "Without a column of patients each sample counts as one patient, but names look like replicates of a patient, such as %s.",
      "Add a column “patient” to the follow-up, so that one sample of each patient is used"
    ), told_names(alike)
  ), field = study$fields[["follow"]])
  zero <- sum(study$patients$time == 0)
  if (zero > 0L) job$finding("note", "time_zero", told(
    "有 %s 例患者的时间是 0，只在起点计入", "%s patients have a time of 0 and count at the start only", format_count(zero)
  ), field = study$fields[["follow"]])
  events <- sum(study$patients$status)
  if (events < MODEL_EVENTS) job$finding("should", "few_events", told(
    "只有 %s 例%s，不足 %s 例，结果很不稳定，不宜下结论", "Only %s %s, fewer than %s: the results are unstable and allow no conclusion",
    format_count(events), told(trimmed(study$event_word), study$event_english), format_count(MODEL_EVENTS)
  ), field = study$fields[["follow"]])
  if (events == nrow(study$patients)) job$finding("should", "all_events", told(
    "每例患者都发生了事件，很少见。请核对 0 和 1 有没有写反", "Every patient has an event, which is rare. Check that 0 and 1 are not swapped"
  ), field = study$fields[["follow"]])
  if (is.null(study$genes)) return(invisible())
  flat <- study$genes$gene[study$genes$reason %in% c("constant", "zero")]
  if (length(flat) > 0L) job$finding("note", "genes_flat", told(
    "有 %s 个{{row_subject}}在所有患者里的表达量完全一样（其中 %s 个全为 0），没有参与：%s",
    "%s {{row_subject}}s have the same expression in all patients (%s of them 0) and took no part: %s", format_count(length(flat)),
    format_count(sum(study$genes$reason %in% "zero")), told_names(flat)
  ), field = if (study$listed) "gene_list")
  lost <- study$genes[study$genes$reason %in% c("low", "missing"), ]
  if (study$listed && nrow(lost) > 0L) job$finding("should", "genes_filtered", told(
    "名单里有 %s 个{{row_subject}}没有参与，例如 %s（%s）", "%s {{row_subject}}s of the list took no part, such as %s (%s)",
    format_count(nrow(lost)), lost$gene[[1L]], told(GENE_REASONS[[lost$reason[[1L]]]], GENE_REASONS_ENGLISH[[lost$reason[[1L]]]])
  ), field = "gene_list")
}
