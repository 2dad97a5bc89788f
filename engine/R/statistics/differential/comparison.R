# Two groups of samples compared, with covariates or pairs: which samples, which design.

#' Samples of the two groups, in the order of the matrix.
#'
#' @param groups The user's table. @param columns Sample names of the matrix.
#' @return `groups` without other rows; `sample` and `group` are texts.
#' @section Errors: `stop_input` for unknown or repeated samples and for a group without samples.
compared_samples <- function(groups, columns, params) {
  levels <- c(params$case_group, params$control_group)
  if (levels[[1L]] == levels[[2L]]) {
    stop_input("same_group", sprintf("病例组和对照组都是「%s」。请各选一组", levels[[1L]]), "control_group")
  }
  groups$sample <- as_written(groups$sample, columns)
  groups$group <- as_written(groups$group, levels)
  groups <- groups[groups$group %in% levels, , drop = FALSE]
  for (field in c("case_group", "control_group")) {
    if (!params[[field]] %in% groups$group) {
      stop_input("empty_group", sprintf("分组表里没有「%s」的样本。请核对组名", params[[field]]), field)
    }
  }
  known_samples(groups, columns)
}

#' Rows of a groups table in the order of the matrix. @param columns Sample names of the matrix.
known_samples <- function(groups, columns) {
  absent <- setdiff(groups$sample, columns)
  if (length(absent) > 0L) {
    stop_input("unknown_samples", sprintf(
      "分组表里有 %s 个样本在矩阵中找不到：%s。请检查写法", format_count(length(absent)), list_names(absent)
    ), "sample_groups")
  }
  repeated <- unique(groups$sample[duplicated(groups$sample)])
  if (length(repeated) > 0L) {
    stop_input("repeated_samples", sprintf("分组表里样本 %s 出现了不止一次。请每个样本只留一行", list_names(repeated)), "sample_groups")
  }
  groups[order(match(groups$sample, columns)), , drop = FALSE]
}

#' A column that holds only numbers was read as numbers; give back the names as they are written elsewhere ("1.0", "1").
as_written <- function(column, names) {
  if (!is.numeric(column)) return(as.character(column))
  numbers <- suppressWarnings(as.numeric(names))
  found <- names[match(column, numbers)]
  ifelse(is.na(found), as.character(column), found)
}

# ---- design ----

#' Columns: 1, case, then those of the covariates and of the pairs. Built by hand: names and levels may be any text.
#'
#' @section Errors: `stop_input` on the column that cannot be estimated, and where no freedom is left.
design_matrix <- function(samples, params) {
  design <- cbind(all = 1, case = as.numeric(samples$group == params$case_group))
  for (column in params$covariates) design <- with_column(design, samples, column, "covariates", is.numeric(samples[[column]]))
  if (!is.null(params$pair_column)) design <- with_column(design, samples, params$pair_column, "pair_column", FALSE)
  free <- nrow(design) - ncol(design)
  if (free >= 1L) return(design)
  if (ncol(design) == 2L) {
    stop_input("no_freedom", "每组只有 1 个样本，不能估计个体之间的波动。请补充样本，每组至少 2 个，建议 3 个以上", "sample_groups")
  }
  field <- if (is.null(params$pair_column)) "covariates" else "pair_column"
  stop_input("no_freedom", sprintf(
    "%d 个样本要估计 %d 个系数，没有剩余的样本估计波动。请减少协变量，或补充样本", nrow(design), ncol(design)
  ), field)
}

#' The design with one more column of the groups table.
with_column <- function(design, samples, column, field, numeric) {
  own <- own_columns(samples, column, field, numeric)
  wider <- cbind(design, own)
  if (qr(wider)$rank < ncol(wider)) stop_confounded(design, own, column, field)
  wider
}

#' The columns of a design that a column of the groups table makes: its numbers, or one for each of its values but the first.
#'
#' @section Errors: `stop_input` for missing values and for a column with one value.
own_columns <- function(samples, column, field, numeric) {
  values <- samples[[column]]
  if (is.null(values)) stop_input("no_column", sprintf("分组表里没有「%s」这一列。请重新选择", column), field)
  missing <- if (numeric) !is.finite(values) else is.na(values) | !nzchar(trimmed(as.character(values)))
  if (any(missing)) {
    stop_input("missing_values", sprintf(
      "「%s」列缺 %d 个样本的值：%s。请补全，或不用这一列", column, sum(missing), list_names(samples$sample[missing])
    ), field)
  }
  if (length(unique(values)) < 2L) {
    stop_input("one_level", sprintf("「%s」列在要比较的样本里只有一个值，不能作为%s。请去掉它", column, field_word(field)), field)
  }
  if (numeric) matrix(values - mean(values)) else indicator_columns(as.character(values))
}

field_word <- function(field) if (field == "pair_column") "配对列" else "协变量"

#' Which of three: one value for each sample, the same split as the groups, or a consequence of the columns before it.
stop_confounded <- function(design, own, column, field) {
  if (ncol(own) >= nrow(design) - 1L) {
    stop_input("all_different", sprintf(
      "「%s」列几乎每个样本一个值，不能作为%s。请选有重复值的列", column, field_word(field)
    ), field)
  }
  alone <- cbind(design[, 1:2], own)
  if (qr(alone)$rank < ncol(alone)) {
    stop_input("confounded", sprintf(
      "「%s」和分组重合，分不清差别来自哪一个。请去掉这一列，或补充样本", column
    ), field)
  }
  stop_input("redundant", sprintf("「%s」的信息已包含在前面的协变量里，不能同时估计。请去掉其中一个", column), field)
}

#' One 0/1 column for each level but the first (C order, so that no locale decides).
indicator_columns <- function(values) {
  levels <- sort(unique(values), method = "radix")
  vapply(levels[-1L], function(level) as.numeric(values == level), numeric(length(values)))
}

#' A covariate that nearly repeats the groups: what it explains is taken out of their difference. Source: variance inflation factor, 1 / (1 - R²)
#' of the column of the groups on the others.
HIGHEST_VIF <- 10

#' @param design As `design_matrix` gives it; a level of a covariate may be called "case", too, and stands behind the groups.
inflation <- function(design) {
  groups <- match("case", colnames(design))
  case <- design[, groups]
  left <- stats::lm.fit(design[, -groups, drop = FALSE], case)$residuals
  sum((case - mean(case))^2) / sum(left^2)
}

tell_inflation <- function(samples, design, params, job) {
  vif <- inflation(design)
  if (vif <= HIGHEST_VIF) return(invisible())
  job$facts(list(vif = vif))
  alone <- vapply(params$covariates, function(column) {
    inflation(with_column(design[, 1:2], samples, column, "covariates", is.numeric(samples[[column]])))
  }, numeric(1))
  own <- params$covariates[alone > HIGHEST_VIF]
  named <- if (length(own) == 0L) told("协变量合在一起", "The covariates together") else
    told(sprintf("「%s」", paste(own, collapse = "」「")), sprintf("“%s”", paste(own, collapse = "”, “")))
  job$finding("should", "covariate_repeats_group", told(
    "%s几乎与分组重合（方差膨胀因子 VIF %.0f，超过 %d）：组间差别的标准误放大到约 %.1f 倍，扣除之后剩下的差别不可靠。请不用它，或补充样本",
    c(
      "%s nearly repeat the groups (variance inflation factor %.0f, above %d): the standard error of the difference is about %.1f times as",
      "large, and what is left of the difference is unreliable"
    ),
    named, vif, HIGHEST_VIF, sqrt(vif)
  ), field = "covariates")
}

#' Two or three samples show little of how people differ.
tell_few_replicates <- function(samples, job) {
  sizes <- table(samples$group)
  fewest <- min(sizes)
  if (fewest > 3L) return(invisible())
  job$finding(if (fewest < 3L) "should" else "note", "few_replicates", told(
    "「%s」组只有 %d 个样本：看不清个体之间的波动，差异倍数和 P 值都不稳，只适合挑候选，要在更多样本里验证",
    c(
      "Group “%s” has %d samples only, which show little of the variation between individuals: fold changes and P values are unstable and need",
      "validation"
    ),
    names(sizes)[which.min(sizes)], fewest
  ), field = "sample_groups")
}

#' Samples whose names differ in a last number or letter alone (P01_1, P01_2; P01-rep2), where several such sets are in one group: replicates of one
#' patient, as if they were patients. A single set in a group is how conditions are usually numbered.
#'
#' @param sample,group Texts, one per sample. @return Names of the first set, or NULL.
replicate_names <- function(sample, group = rep("", length(sample))) {
  stem <- sub("[._ -]?(rep|replicate|tech|dup|r)?[._ -]?([0-9]|[a-d])$", "", sample, ignore.case = TRUE, perl = TRUE)
  # What is cut off has to begin with a mark or a word, and what stays has to be a number of somebody.
  cut <- substring(sample, nchar(stem) + 1L)
  counted <- grepl("[0-9]", stem) & grepl("^([._ -]|rep|tech|dup|r)", cut, ignore.case = TRUE, perl = TRUE)
  key <- ifelse(counted, paste(group, stem, sep = "\n"), NA_character_)
  sets <- table(key)
  sets <- names(sets)[sets > 1L]
  own <- sub("\n.*$", "", sets)
  sets <- sets[own %in% own[duplicated(own)]]
  if (length(sets) == 0L) return(NULL)
  sample[key %in% sets[[1L]]]
}

#' Replicates of one patient that count as patients make P too small.
tell_replicate_names <- function(samples, params, job) {
  if (!is.null(params$pair_column) || !is.null(params$block_column)) return(invisible())
  alike <- replicate_names(samples$sample, samples$group)
  if (is.null(alike)) return(invisible())
  job$finding("should", "replicate_names", told(
    "样本名像是同一来源的重复，如 %s。同一患者的几个样本当作几个人时，P 值会偏小。请先合并（计数相加、表达量取平均），或每人只留一个",
    "Names of samples look like replicates of one source, such as %s. Where several samples of a patient count as patients, P values are too small",
    told_names(alike)
  ), field = "sample_groups")
}

# ---- pairs ----

complete_pairs <- function(ids, samples, params) {
  intersect(ids[samples$group == params$case_group], ids[samples$group == params$control_group])
}

tell_pairs <- function(samples, params, job) {
  column <- params$pair_column
  ids <- if (is.null(column)) character() else as.character(samples[[column]])
  pairs <- complete_pairs(ids, samples, params)
  job$facts(list(paired = !is.null(column), pairs = if (is.null(column)) NULL else length(pairs)))
  single <- setdiff(ids, pairs)
  if (length(single) > 0L) {
    job$finding("note", "incomplete_pairs", told(
      "有 %s 个编号只有一组的样本：%s。它们不参与患者内部的比较",
      "%s have a sample in one group alone (%s) and take no part in the comparison within patients", format_count(length(single)), told_names(single)
    ), field = "pair_column")
  }
}

#' A column whose values look like patients with a sample in each group: say that pairing is possible.
suggest_pairing <- function(samples, params, job) {
  if (!is.null(params$pair_column)) return(invisible())
  for (column in setdiff(names(samples), c("sample", "group", params$covariates, params$block_column))) {
    pairs <- patient_pairs(samples, column, params)
    if (is.null(pairs)) next
    job$finding(
      "should", "pairs_found",
      told(
        "「%s」列里有 %s 个编号在两组都有样本，像是配对设计。选它为配对列，通常更敏感",
        "In the column “%s” %s values have samples in both groups, as of a paired design; the pairs were not used", column, format_count(pairs)
      ),
      field = "pair_column"
    )
    return(invisible())
  }
}

#' Number of complete pairs, or NULL where the column is no column of patients.
patient_pairs <- function(samples, column, params) {
  ids <- samples[[column]]
  if (anyNA(ids) || (is.numeric(ids) && any(ids != round(ids)))) return(NULL)
  ids <- as.character(ids)
  pairs <- complete_pairs(ids, samples, params)
  smaller <- min(table(samples$group))
  if (max(table(ids)) > 2L || length(pairs) < max(3, smaller / 2)) NULL else length(pairs)
}
