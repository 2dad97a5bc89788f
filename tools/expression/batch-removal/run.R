# Several matrices on their common genes, and one without what sets the batches apart.

UNGROUPED <- "未分组"
FEW_COMMON <- 0.5
SMALLEST_BATCH <- 2L
#' Groups that explain less than this part of what they did have lost much of their difference with the batches.
SHRUNKEN <- 0.5
CORRECTION_WORDS <- c(combat = " ComBat ", combat_seq = " ComBat-seq ", limma = " removeBatchEffect ")

#' @param inputs `expression`: a list of matrices; `groups` (data frame: sample, group, perhaps a batch column) may be absent.
#' @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The merged matrix after and before, its samples and batches, the variance they explain, the figures' tables.
analyse <- function(inputs, params, job) {
  job$step("对齐基因", 0.05)
  counted <- params$method == "combat_seq"
  kind <- inputs$expression[[1L]]$kind
  matrices <- if (counted) lapply(inputs$expression, checked_matrix, job) else inputs$expression
  merged <- merge_matrices(matrices, job)
  samples <- describe_samples(merged, inputs$groups, params)
  require_batches(samples, params)
  if (!counted) refuse_kind(kind)
  job$step(sprintf("用%s校正", CORRECTION_WORDS[[params$method]]), 0.15)
  corrected <- remove_batches(merged$values, samples, params)
  job$step("比较校正前后", 0.8)
  figures <- compare_correction(merged$values, corrected, samples, counted)
  tell_removal(figures$explained, merged, samples, counted, params, job)
  identifiers <- inputs$expression[[1L]]$identifiers
  base <- common_log_base(inputs$expression)
  c(
    list(
      expression = result_matrix(corrected, "batch-corrected", identifiers, log_base = base),
      merged = result_matrix(merged$values, kind, identifiers, log_base = base),
      samples = told_groups(samples)[c("sample", "batch", "group", "original")],
      batches = batch_table(samples, merged)
    ),
    lapply(figures, staged_words)
  )
}

#' A table about the stages in words.
staged_words <- function(table) {
  told_groups(table)
}

#' A table of samples in which those without a group are said to have none.
told_groups <- function(table) {
  if (!is.null(table$group)) table$group[is.na(table$group)] <- UNGROUPED
  table
}

# ---- merging ----

#' @return `values` on the common genes without missing values, `file` of each sample, `original` names, `batches`: names of the files,
#'   `genes`: of each file, `incomplete`: how many genes had missing values.
merge_matrices <- function(matrices, job) {
  kinds <- unique(vapply(matrices, `[[`, "", "kind"))
  if (length(kinds) > 1L) stop_input("kinds_differ", "几个矩阵的数值不是同一种，不能合并。请先都换成 log2", "file_ids")
  genes <- lapply(matrices, function(matrix) rownames(matrix$values))
  common <- Reduce(intersect, genes)
  if (length(common) < 2L) {
    stop_input("no_common_genes", sprintf(
      "几个矩阵没有共同的基因：%s。请先都换成同一种写法", paste(vapply(genes, `[[`, "", 1L), collapse = "、")
    ), "file_ids")
  }
  fewest <- min(lengths(genes))
  if (length(common) < FEW_COMMON * fewest) {
    job$finding("should", "few_common", told(
      "共同的{{row_subject}}只有 %s 个，不到最小矩阵（%s 个）的一半。请核对{{row_subject}}的写法",
      "Only %s {{row_subject}}s are common, fewer than half of the smallest matrix (%s): check how {{row_subject}}s are written",
      format_count(length(common)), format_count(fewest)
    ), field = "file_ids")
  }
  original <- lapply(matrices, function(matrix) colnames(matrix$values))
  values <- do.call(cbind, lapply(matrices, function(matrix) matrix$values[common, , drop = FALSE]))
  colnames(values) <- unlist(joined_samples(original))
  complete <- rowSums(is.na(values)) == 0L
  if (sum(complete) < 2L) stop_input("all_incomplete", "没有缺失值的共同基因不到 2 个。请先补值，或去掉缺失多的样本", "file_ids")
  list(
    values = values[complete, , drop = FALSE], file = rep(seq_along(matrices), lengths(original)), original = unlist(original),
    batches = batch_names(vapply(matrices, function(matrix) matrix$label, "")), genes = lengths(genes), incomplete = sum(!complete),
    common = length(common)
  )
}

#' A matrix as ComBat-seq takes it: whole counts, by the check that every count model asks. What is told of it names the matrix.
checked_matrix <- function(matrix, job) {
  named <- function(message) told("「%s」：%s", "“%s”: %s", matrix$label, message)
  own <- job
  own$finding <- function(level, code, message, ...) job$finding(level, code, named(message), ...)
  matrix$values <- tryCatch(
    checked_counts(matrix$values, own, "ComBat-seq", "请改用 ComBat（数值先取 log2）", "method"),
    oncoloom_input = function(refusal) stop_input(refusal$code, named(refusal$message)$zh, refusal$field)
  )
  matrix
}

#' ComBat and removeBatchEffect take logarithms.
refuse_kind <- function(kind) {
  if (kind == "counts") stop_input("raw_counts", "这些矩阵是原始计数，请改用 ComBat-seq，或先换成 log2", "method")
  if (kind == "linear") stop_input("linear", "数值没有取过对数。请先用「对数转换」取 log2，再合并", "file_ids")
}

#' @return Data frame `sample`, `batch`, `group` (NA: none), `original`, in the order of the merged matrix.
describe_samples <- function(merged, groups, params) {
  sample <- colnames(merged$values)
  batch <- merged$batches[merged$file]
  group <- rep(NA_character_, length(sample))
  if (!is.null(groups)) {
    place <- match(sample, as_written(groups$sample, sample))
    if (all(is.na(place))) stop_input("groups_absent", "分组表里没有一个样本在矩阵中。请核对样本名", "sample_groups")
    given <- trimmed(as.character(groups$group))[place]
    group <- ifelse(is.na(given) | given == "", NA, given)
    if (!is.null(params$batch_column)) {
      batch <- trimmed(as.character(groups[[params$batch_column]]))[place]
      open <- is.na(batch) | batch == ""
      if (any(open)) {
        stop_input("batch_missing", sprintf(
          "有 %d 个样本没有写批次：%s。请补上，或去掉批次列", sum(open), list_names(sample[open])
        ), "batch_column")
      }
    }
  }
  data.frame(sample = sample, batch = batch, group = group, original = merged$original)
}

#' The groups themselves: samples without one are no group.
known_groups <- function(samples) sort(unique(samples$group), method = "radix")

is_protected <- function(samples, params) isTRUE(params$protect_groups) && length(known_groups(samples)) > 1L

#' The groups as columns of a model, a row per sample. A sample without a group takes the shares of the groups in its batch, or in all samples
#' where its whole batch has no group: what is expected of it, not a level of its own. A level of its own would be kept from the correction,
#' the batch's shift with it where a batch is ungrouped.
#'
#' @return Matrix samples × (groups − 1), without an intercept; 0 and 1 where the groups are known.
group_columns <- function(samples) {
  groups <- known_groups(samples)
  known <- !is.na(samples$group)
  columns <- outer(samples$group, groups[-1L], `==`) * 1
  everywhere <- colMeans(columns[known, , drop = FALSE])
  for (i in which(!known)) {
    near <- known & samples$batch == samples$batch[[i]]
    columns[i, ] <- if (any(near)) colMeans(columns[near, , drop = FALSE]) else everywhere
  }
  colnames(columns) <- paste0("group", groups[-1L])
  columns
}

#' Batches that can be told apart from one another, and from the groups.
require_batches <- function(samples, params) {
  sizes <- table(samples$batch)
  if (length(sizes) < 2L) stop_input("one_batch", "只有一个批次，没有要去的差别。请再选一个矩阵，或在分组表里加一列 batch", "file_ids")
  small <- names(sizes)[sizes < SMALLEST_BATCH]
  if (length(small) > 0L) {
    stop_input("small_batch", sprintf("批次「%s」只有 1 个样本，估计不出这一批的偏差。请去掉它，或并入别的批次", list_names(small)), "file_ids")
  }
  if (nzchar(params$reference_batch) && params$method == "combat" && !params$reference_batch %in% names(sizes)) {
    stop_input("no_reference", sprintf("没有「%s」这个批次。现有的批次：%s", params$reference_batch, list_names(names(sizes), 10L)), "reference_batch")
  }
  if (!is_protected(samples, params) || !is_inseparable(samples)) return(invisible())
  stop_input("confounded", sprintf(
    "批次和分组分不开：%s。去掉批次，也就去掉了组的差别，关掉「保住组间的差别」也一样。请补上两组都有的批次", cross_words(samples)$zh
  ), "sample_groups")
}

#' Does the difference of some groups lie wholly between batches? Then whatever removes the batches removes it, too.
is_inseparable <- function(samples) {
  if (length(known_groups(samples)) < 2L) return(FALSE)
  design <- cbind(stats::model.matrix(~batch, samples), group_columns(samples))
  qr(design)$rank < ncol(design)
}

cross_words <- function(samples) {
  samples <- samples[!is.na(samples$group), ]
  cross <- table(samples$batch, samples$group)
  words <- function(between, colon, end) paste(vapply(rownames(cross), function(batch) {
    paste0(batch, colon, paste(sprintf("%s %d", colnames(cross), cross[batch, ]), collapse = between))
  }, ""), collapse = end)
  told(words("、", "：", "；"), words(", ", ": ", "; "))
}

# ---- correcting ----

remove_batches <- function(values, samples, params) {
  protected <- is_protected(samples, params)
  model <- if (protected) cbind(1, group_columns(samples))
  switch(params$method,
    combat = sva::ComBat(
      values, batch = samples$batch, mod = model, par.prior = params$parametric,
      ref.batch = if (nzchar(params$reference_batch)) params$reference_batch
    ),
    combat_seq = combat_counts(values, samples, model),
    limma = limma::removeBatchEffect(
      values, batch = factor(samples$batch), design = if (protected) model else matrix(1, ncol(values), 1L)
    )
  )
}

#' @param values Whole numbers. @param model Columns to protect, the first all 1; or NULL.
combat_counts <- function(values, samples, model) {
  storage.mode(values) <- "integer"
  corrected <- combat_seq_function()(values, batch = samples$batch, covar_mod = model)
  dimnames(corrected) <- dimnames(values)
  storage.mode(corrected) <- "double"
  corrected
}

#' ComBat-seq of sva, whose loop over all cells is one step here: the same numbers. Of sva 3.46. @param by_package TRUE: sva alone.
combat_seq_function <- function(by_package = !is_known_version("sva", "3.46")) {
  package <- asNamespace("sva")
  if (by_package) return(package$ComBat_seq)
  copied_functions("ComBat_seq", package, list(match_quantiles = matched_quantiles))$ComBat_seq
}

#' sva's `match_quantiles`: counts at the same quantile of another negative binomial; 0, 1 and what lies at the end of the first stay.
matched_quantiles <- function(counts_sub, old_mu, old_phi, new_mu, new_phi) {
  counts <- as.vector(counts_sub)
  p <- stats::pnbinom(counts - 1, mu = as.vector(old_mu), size = rep_len(1 / old_phi, length(counts)))
  moved <- which(counts > 1 & abs(p - 1) >= 1e-4)
  size <- rep_len(1 / new_phi, length(counts))[moved]
  counts[moved] <- 1 + stats::qnbinom(p[moved], mu = as.vector(new_mu)[moved], size = size)
  matrix(counts, nrow(counts_sub))
}

# ---- comparing ----

#' Mean over genes of the share of a gene's variance that lies between the levels of a factor.
explained_share <- function(values, levels) {
  centred <- values - rowMeans(values)
  total <- rowSums(centred^2)
  sizes <- table(levels)
  sums <- t(rowsum(t(centred), levels))
  between <- rowSums(t(t(sums^2) / as.vector(sizes[colnames(sums)])))
  varies <- total > 0
  if (!any(varies)) return(NA_real_)
  mean(between[varies] / total[varies])
}

compare_correction <- function(before, after, samples, counted) {
  scale <- if (counted) function(values) log2(edgeR::cpm(values) + 1) else identity
  stages <- list(before = scale(before), after = scale(after))
  known <- !is.na(samples$group)
  factors <- list(batch = list(levels = samples$batch, used = rep(TRUE, nrow(samples))))
  if (length(known_groups(samples)) > 1L) factors$group <- list(levels = samples$group[known], used = known)
  explained <- do.call(rbind, lapply(names(factors), function(factor) {
    own <- factors[[factor]]
    shares <- vapply(stages, function(values) explained_share(values[, own$used, drop = FALSE], own$levels), numeric(1))
    data.frame(factor = factor, stage = names(stages), share = unname(shares))
  }))
  span <- range(unlist(lapply(stages, range)))
  of_batch <- function(rows, stage) cbind(rows, stage = stage, batch = samples$batch[match(rows$sample, samples$sample)])
  spread <- function(rows, columns) {
    do.call(rbind, lapply(names(stages), function(stage) of_batch(rows(stages[[stage]]), stage)))[columns]
  }
  c(list(explained = explained), stage_components(stages, samples[c("sample", "batch", "group")]), list(
    boxes = spread(box_rows, c("sample", "stage", "batch", "low", "q1", "median", "q3", "high")),
    densities = spread(function(values) density_rows(values, span), c("sample", "stage", "batch", "x", "y"))
  ))
}

batch_table <- function(samples, merged) {
  cross <- as.data.frame(table(batch = samples$batch, group = told_groups(samples)$group), stringsAsFactors = FALSE)
  cross <- cross[cross$Freq > 0L, , drop = FALSE]
  # A batch may be a part of a file: the file's genes stand for it.
  file <- merged$file[match(cross$batch, samples$batch)]
  genes <- merged$genes[file]
  table <- data.frame(batch = cross$batch, group = cross$group, samples = cross$Freq, genes = genes, common = merged$common / genes)
  table <- table[order(match(table$batch, unique(samples$batch)), table$group, method = "radix"), ]
  rownames(table) <- NULL
  table
}

#' Without the groups in the model their difference goes with that of the batches.
tell_lost_groups <- function(inseparable, shrank, before, after, samples, job) {
  if (inseparable) return(job$finding("should", "confounded", told(
    "批次和分组分不开：%s。分组没有放进模型，组间的差别已和批次一起去掉，校正后的矩阵看不出组间的差别，不能用来比较两组",
    c(
      "Batch and group cannot be told apart: %s. The groups were not in the model, and the difference between them went with the batches:",
      "the corrected matrix does not show it and cannot be used to compare the groups"
    ), cross_words(samples)
  ), field = "sample_groups"))
  if (shrank) job$finding("should", "group_shrank", told(
    "分组没有放进模型，组间的差别有一部分和批次一起去掉了：分组解释的方差由 %.1f%% 降到 %.1f%%。要保留它，请打开「保住组间的差别」",
    c(
      "The groups were not in the model, and part of the difference between them went with the batches:",
      "the variance explained by group fell from %.1f%% to %.1f%%"
    ), 100 * before, 100 * after
  ), field = "protect_groups")
}

tell_removal <- function(explained, merged, samples, counted, params, job) {
  share <- function(factor, stage) {
    found <- explained$share[explained$factor == factor & explained$stage == stage]
    if (length(found) > 0L) found
  }
  protected <- is_protected(samples, params)
  groups <- length(known_groups(samples))
  ungrouped <- if (groups > 1L) sum(is.na(samples$group)) else 0L
  group_before <- share("group", "before")
  group_after <- share("group", "after")
  renamed <- sum(samples$sample != samples$original)
  inseparable <- !protected && is_inseparable(samples)
  shrank <- !protected && !inseparable && !is.null(group_before) && group_after < SHRUNKEN * group_before
  tell_lost_groups(inseparable, shrank, group_before, group_after, samples, job)
  job$facts(list(
    files = length(merged$batches), batches = length(unique(samples$batch)), samples = nrow(samples), genes = nrow(merged$values),
    incomplete = if (merged$incomplete > 0L) merged$incomplete, method_word = CORRECTION_WORDS[[params$method]],
    by_combat = params$method == "combat", by_seq = counted, by_limma = params$method == "limma",
    reference = if (params$method == "combat" && nzchar(params$reference_batch)) params$reference_batch,
    nonparametric = params$method == "combat" && !params$parametric, counted = counted,
    groups = if (groups > 1L) groups, protected = protected, ungrouped = if (ungrouped > 0L) ungrouped,
    batch_before = share("batch", "before"), batch_after = share("batch", "after"),
    inseparable = inseparable, group_shrank = shrank,
    group_before = group_before, group_after = group_after, group_rose = protected && group_after > group_before,
    renamed = if (renamed > 0L) renamed
  ))
  if (ungrouped > 0L) job$finding("should", "ungrouped", told(
    "有 %s 个样本没有分组：%s。它们不算一个组，%s", "%s samples have no group: %s. They are no group of their own %s",
    format_count(ungrouped), told_names(samples$sample[is.na(samples$group)]), if (protected) told(
      "按同批已分组样本的组成计（整批都没有分组的，按全部已分组的样本计）；补上分组，校正更准",
      "and were given the shares of the groups in their batch, or in all samples where no sample of the batch has a group"
    ) else told("不参与「分组解释的方差」", "and do not count in the variance explained by group")
  ), field = "sample_groups")
  if (protected) job$finding("should", "for_figures", told(c(
    "不要在校正后的矩阵上做差异分析，P 值会偏小：没有任何真实差别的模拟数据（两批，两组各为 17:3 和 3:17），",
    "先用 ComBat 保住分组、再用 limma，有 16.8% 的基因 P < 0.05，本来只应有 5%；改用校正前的矩阵、把批次作协变量，是 5.0%"
  ), c(
    "No differential expression should be tested on the corrected matrix, whose P values are too small: of simulated data without any difference",
    "(two batches, groups 17:3 and 3:17), 16.8% of genes had P < 0.05 by limma after ComBat with the groups in its model, where 5% are due; with the",
    "matrix before correction and batch as a covariate it was 5.0%"
  )), detail = told(c(
    "改用原始矩阵 + 批次协变量：把「合并后、校正前的表达矩阵」和「样本、批次和分组」两张表存到空间，",
    "在「limma 差异分析」里分别选作表达矩阵和分组表，协变量选 batch（ComBat-seq 的计数用「DESeq2 差异分析」）"
  ), "Use the merged matrix before correction, with batch as a covariate: limma, or DESeq2 for the counts of ComBat-seq"))
  else job$finding("should", "for_figures", told(
    "校正后的矩阵用于画图、聚类和训练模型，不要直接做差异分析：检验不知道批次已经估计过一次，P 值会不准",
    c(
      "The corrected matrix is for plots, clustering and training of models and not for differential expression: a test does not know that batches",
      "were estimated already, and its P values are wrong"
    )
  ), detail = told(
    "差异分析请用「合并后、校正前的表达矩阵」，把批次作协变量",
    "For differential expression use the merged matrix before correction, with batch as a covariate"
  ))
}
