#' Samples with expression and a two-valued outcome joined: what the tools of diagnosis begin with. Declarations take parameters, tables and
#' facts from the tool kit's `diagnostic-model.ts`.

#' Samples and candidate genes of a request.
#'
#' @param inputs `expression` (a matrix), `clinical` (data frame with `sample`), `candidates` (from `read_gene_list`, or NULL: all genes).
#' @param params Those of `binary_outcome`, and `covariates` where the tool has clinical variables (see `with_clinical_columns`).
#' @return List of `values` (samples × genes, log2(x + 1), in the order of the samples' names), `y` (1 or 0),
#'   `outcome` (from `binary_outcome`), `samples`, `total`, `exclusions`, `genes`, `listed`, `absent` (as `survival_study` has them),
#'   `count` (candidates), `compared` (were they chosen by a comparison of these samples? Then `values` has all genes that it tested),
#'   `modelled` (by a model of them), `label`, `expression_unit`, `identifiers`, `source` (checksum of the matrix), and where clinical variables are
#'   chosen `design`, `terms`, `levels` (see `with_columns`).
#' @section Errors: `stop_input` where nobody or nothing is left.
diagnostic_study <- function(inputs, params, job) {
  matrix <- inputs$expression
  read <- with_clinical_columns(outcome_samples(inputs$clinical, colnames(matrix$values), params, job), params, job)
  outcome <- read$outcome
  job$checked("outcome_read", told(
    "「%s」为「%s」的 %s 个样本是阳性，%s 个是对照", "“%s”: samples of “%s” are positive (%s), the others are controls (%s)", outcome$column, outcome$name,
    format_count(sum(read$y)), format_count(sum(read$y == 0L))
  ), "label_column")
  list <- inputs$candidates
  compared <- isTRUE(list$compared)
  asked <- if (compared) list$universe else list$genes
  listed <- length(asked) > 0L
  picked <- if (listed) pick_genes(matrix, asked, "gene_list") else list(values = matrix$values)
  if (listed && !compared) tell_matches(picked$matches, "gene_list", job)
  logged <- log2_expression(picked$values[, read$samples, drop = FALSE], matrix$kind)
  genes <- diagnostic_genes(logged$values)
  study <- list(
    values = t(logged$values[is.na(genes$reason), , drop = FALSE]), y = read$y, outcome = outcome, samples = read$samples, total = read$total,
    exclusions = read$exclusions, genes = genes, listed = listed, absent = sum(picked$matches$found == ""), compared = compared,
    modelled = isTRUE(list$modelled), label = matrix$label, expression_unit = logged$unit, identifiers = matrix$identifiers,
    source = matrix$sha256
  )
  study[c("design", "terms", "levels")] <- read[c("design", "terms", "levels")]
  again <- intersect(colnames(study$design), colnames(study$values))
  if (length(again) > 0L) stop_input("name_again", sprintf(
    "「%s」既是临床变量的列名，又是矩阵里的基因名，分不清。请给临床资料的这一列换个名字", again[[1L]]
  ), "covariates")
  study$count <- if (compared) min(length(list$genes), ncol(study$values)) else ncol(study$values)
  if (study$count < 2L) stop_input("genes_few", sprintf(
    "可以用的候选基因只有 %d 个，模型至少要从 2 个里选。请换一份名单，或核对矩阵", study$count
  ), "gene_list")
  study
}

#' Samples that are measured and have an outcome.
#'
#' @param clinical Data frame with `sample`. @param measured Names of the samples of the matrix, or of several (see `joined_samples`).
#' @param params,least Those of `binary_outcome`.
#' @return List of `samples` (in the order of their names), `y` (1 or 0), `outcome` (from `binary_outcome`),
#'   `clinical` (their rows), `total` and `exclusions` (as `survival_study` has them).
#' @section Errors: `stop_input` where a sample has two rows, and where nobody or one side alone is left.
outcome_samples <- function(clinical, measured, params, job, least = BINARY_LEAST) {
  samples <- as_written(clinical$sample, measured)
  if (anyDuplicated(samples)) stop_input("samples_repeated", sprintf(
    "临床资料里有样本不止一行：%s。每个样本只留一行", list_names(unique(samples[duplicated(samples)]))
  ), "clinical_data")
  present <- samples %in% measured
  if (!any(present)) stop_input("samples_absent", sprintf(
    "临床资料里的样本在矩阵里一个也没有。临床资料里是「%s」，矩阵里是「%s」，请换成同一种写法", samples[[1L]], measured[[1L]]
  ), "clinical_data")
  outcome <- binary_outcome(clinical[present, setdiff(names(clinical), "sample"), drop = FALSE], params, job, least)
  known <- which(!is.na(outcome$positive))
  known <- known[order(samples[present][known], method = "radix")]
  absent <- sum(!measured %in% samples)
  list(
    samples = samples[present][known], y = as.integer(outcome$positive[known]), outcome = outcome,
    clinical = clinical[which(present)[known], , drop = FALSE], total = length(samples) + absent,
    exclusions = diagnostic_exclusions(c(
      `没有表达数据` = sum(!present), `「{column}」没有填` = sum(is.na(outcome$positive)), `矩阵里有，临床资料里没有` = absent
    ), outcome$column)
  )
}

#' Genes that can be used: measured in all samples, and not the same in all of them. @return As `filter_genes`.
diagnostic_genes <- function(values) {
  missing <- matrixStats::rowAnyNAs(values)
  same <- !missing & matrixStats::rowMaxs(values, na.rm = TRUE) == matrixStats::rowMins(values, na.rm = TRUE)
  reason <- rep(NA_character_, nrow(values))
  reason[same] <- ifelse(values[same, 1L] == 0, "zero", "constant")
  reason[missing] <- "missing"
  data.frame(gene = as.character(rownames(values)), reason = reason)
}

diagnostic_exclusions <- function(counts, column) {
  counts <- counts[counts > 0L]
  data.frame(reason = sub("{column}", column, names(counts), fixed = TRUE), n = as.integer(counts))
}

#' Who came in and who was left out. @return Data frame `step`, `n`.
diagnostic_flow <- function(study) {
  data.frame(
    step = c("读入的样本", sprintf("排除：%s", study$exclusions$reason), "纳入分析的样本"), n = as.integer(c(study$total, study$exclusions$n, length(study$y)))
  )
}

#' How many genes each fit keeps: of a comparison as many as it found, which each fold chooses anew.
genes_screened <- function(study, params) if (study$compared) min(study$count, params$screen) else params$screen

#' Facts of the samples and genes; declared by `diagnosticFacts`.
diagnostic_study_facts <- function(study, params) {
  outcome <- study$outcome
  list(
    data = study$label, label = outcome$column, positive = outcome$name, negative = outcome$others, samples = length(study$y), cases = sum(study$y),
    controls = sum(study$y == 0L), total = study$total, excluded = sum(study$exclusions$n), candidates = study$count,
    screened = ncol(study$values) > genes_screened(study, params), kept_genes = min(ncol(study$values), genes_screened(study, params)),
    compared = study$compared, expression_unit = study$expression_unit
  )
}

#' What a reader must know of the samples and the candidates.
tell_diagnostic_study <- function(study, job) {
  lost <- study$exclusions
  if (nrow(lost) > 0L) job$finding("note", "samples_left_out", told(
    "有 %s 个样本没有参与，原因见「纳入与排除」", "Samples left out: %s; reasons in “Inclusion and exclusion”", format_count(sum(lost$n))
  ), field = "clinical_data")
  flat <- sum(!is.na(study$genes$reason))
  if (flat > 0L) job$finding("note", "genes_left_out", told(
    "有 %s 个{{row_subject}}没有参与：有缺失，或在所有样本里都一样", "{{Row_subject}}s with missing values or without variation took no part: %s", format_count(flat)
  ), field = "file_id")
  few <- min(sum(study$y), sum(study$y == 0L))
  if (few < 2L * BINARY_LEAST) job$finding("should", "few_cases", told(
    "较少的一边只有 %s 个样本，AUC 很不稳定，区间很宽", "The smaller side has %s samples only: the AUC is unstable and its interval wide", format_count(few)
  ), field = "label_column")
  if (study$compared) job$finding("note", "chosen_on_outcome", told(
    "候选{{row_subject}}是用同一份矩阵比较出来的：每一折里从比较过的全部{{row_subject}}中重新挑差别最大的 %s 个",
    "The candidates come from a comparison of this matrix: of all {{row_subject}}s compared, each fold chooses the %s that differ most anew",
    format_count(study$count)
  ), field = "gene_list")
  if (study$modelled) job$finding("should", "chosen_by_model", told(
    "候选{{row_subject}}是用同一批样本的结局建模选出来的，交叉验证不能重做那一步：这里的 AUC 仍然偏乐观。请用全部{{row_subject}}重做，或换一批样本",
    c(
      "The candidates were selected by a model of the outcome of the same samples, which cross-validation cannot repeat:",
      "the AUC is still optimistic here. Run it on all {{row_subject}}s, or on other samples"
    )
  ), field = "gene_list")
}
