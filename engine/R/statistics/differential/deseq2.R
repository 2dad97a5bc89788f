# What tools around DESeq2 share.

#' What DESeq2 says while it works, and what the user reads; the share of the whole that is done by then.
DESEQ2_STEPS <- list(
  "estimating size factors" = list("估计文库大小", 0.1),
  "gene-wise dispersion estimates" = list("逐基因估计离散度", 0.2),
  "mean-dispersion relationship" = list("拟合离散度趋势", 0.4),
  "final dispersion estimates" = list("收缩离散度", 0.45),
  "fitting model and testing" = list("拟合负二项模型", 0.6),
  "replacing outliers and refitting" = list("替换离群计数，重新拟合", 0.75)
)

#' DESeq2's errors about the data, in the user's words. The request fields at fault are those of every tool on counts.
refuse_unfit <- function(expression) {
  tryCatch(expression, error = function(condition) {
    message <- conditionMessage(condition)
    if (grepl("all gene-wise dispersion estimates are within 2 orders", message, fixed = TRUE)) {
      stop_input("no_dispersion", "各基因的波动几乎和理论最小值一样，像是同一样本的重复或模拟数据。DESeq2 不适用；请核对样本", "file_id")
    }
    stop(condition)
  })
}

#' How library sizes are estimated: DESeq2's own way takes genes without any zero; where no gene is such, its `poscounts` takes the geometric mean of
#' the counts that are not 0.
#'
#' @return Argument `type` of `DESeq2::estimateSizeFactors`.
size_factor_type <- function(counts, job) {
  everywhere <- all(rowSums(counts == 0) > 0)
  job$facts(list(poscounts = everywhere))
  if (everywhere) job$finding("should", "poscounts", told(
    c(
      "每个{{row_subject}}都有样本的计数是 0，不能用通常的中位数比值法估计文库大小，改用 DESeq2 的 poscounts（几何平均只算不为 0 的计数）。",
      "常见于测序量太低的样本或单细胞数据；请核对是否有不该放进来的样本"
    ),
    c(
      "Every {{row_subject}} has a count of 0 in some sample, so that size factors by median of ratios cannot be estimated; poscounts of DESeq2",
      "(geometric means of counts above 0) was used. That is common with shallow sequencing and single cells: check that all samples belong here"
    )
  ))
  if (everywhere) "poscounts" else "ratio"
}

#' DESeq2's own sequence (size factors, dispersions, Wald test, outlier replacement), its messages told as steps.
#'
#' Columns and levels get plain names: the user's may be any text. Covariates that are texts are factors, and so are pairs.
#'
#' @param factors Samples x hidden factors, which are covariates, too; no column where there are none.
fit_deseq2 <- function(counts, samples, params, factors, job) {
  storage.mode(counts) <- "integer"
  as_factor <- function(values) factor(match(values, sort(unique(as.character(values)), method = "radix")))
  columns <- lapply(params$covariates, function(column) {
    values <- samples[[column]]
    if (is.numeric(values)) values - mean(values) else as_factor(values)
  })
  names(columns) <- sprintf("covariate%d", seq_along(columns))
  if (!is.null(params$pair_column)) columns$pair <- as_factor(as.character(samples[[params$pair_column]]))
  for (i in seq_len(ncol(factors))) columns[[sprintf("hidden%d", i)]] <- factors[, i]
  group <- factor(ifelse(samples$group == params$case_group, "case", "control"), c("control", "case"))
  about <- data.frame(c(columns, list(group = group)), row.names = samples$sample)
  design <- stats::reformulate(names(about))
  data <- DESeq2::DESeqDataSetFromMatrix(counts, about, design)
  run_deseq2(data, job)
}

#' @param data DESeq2's data set with its design. @param ... Of `DESeq2::DESeq`.
run_deseq2 <- function(data, job, ...) {
  withCallingHandlers(
    refuse_unfit(deseq2_functions()$DESeq(data, sfType = size_factor_type(DESeq2::counts(data), job), ...)),
    message = function(condition) {
      tell_deseq2_step(conditionMessage(condition), job)
      tryInvokeRestart("muffleMessage")
    }
  )
}

#' The same for a design of any columns, with the likelihood ratio test of some of them over all at once.
#'
#' @param counts Genes x samples. @param design Samples x coefficients, the first of them the intercept. @param tested Columns that the reduced
#'   model lacks.
fit_deseq2_design <- function(counts, design, tested, job) {
  storage.mode(counts) <- "integer"
  colnames(design) <- c("Intercept", sprintf("c%d", seq_len(ncol(design))[-1L]))
  about <- data.frame(sample = colnames(counts), row.names = colnames(counts))
  data <- DESeq2::DESeqDataSetFromMatrix(counts, about, design)
  run_deseq2(data, job, test = "LRT", reduced = design[, -tested, drop = FALSE])
}

tell_deseq2_step <- function(message, job) {
  for (said in names(DESEQ2_STEPS)) if (grepl(said, message, fixed = TRUE)) job$step(DESEQ2_STEPS[[said]][[1L]], DESEQ2_STEPS[[said]][[2L]])
}

# ---- outliers ----

FILTERED_FROM <- 3L
REPLACED_FROM <- 7L

#' How many samples have the same row of the design: DESeq2 drops P for outlying counts where there are three or more, and replaces the counts where
#' there are seven or more. A numeric covariate makes each sample one of its own, and so do pairs.
alike_samples <- function(fitted) {
  rows <- apply(attr(fitted, "modelMatrix"), 1L, paste, collapse = " ")
  as.integer(table(rows)[rows])
}

#' Genes that one count may have made, among the samples that DESeq2 does not judge.
#'
#' @param fitted DESeq2's fit. @param result Rows of the fit, in its order, with `pvalue`.
#' @return Data frame, a row for each row of `result`: `outlier`, and `outlier_sample`, the highest count among the samples whose Cook's distance is
#'   above the limit, "" where none is: the 0.99 quantile of F(p, m - p), as in DESeq2 (Love et al. 2014).
unjudged_outliers <- function(fitted, result) {
  none <- data.frame(outlier = rep(FALSE, nrow(result)), outlier_sample = rep("", nrow(result)))
  model <- attr(fitted, "modelMatrix")
  open <- alike_samples(fitted) < FILTERED_FROM
  if (!any(open)) return(none)
  cooks <- SummarizedExperiment::assay(fitted, "cooks")[, open, drop = FALSE]
  cooks[is.na(cooks)] <- 0
  over <- cooks > stats::qf(0.99, ncol(model), nrow(model) - ncol(model))
  outlier <- rowSums(over) > 0 & !is.na(result$pvalue)
  # Within a pair both samples lie equally far from the model: the higher count is the one that stands out.
  counts <- DESeq2::counts(fitted, normalized = TRUE)[, open, drop = FALSE]
  counts[!over] <- -1
  data.frame(outlier = outlier, outlier_sample = ifelse(outlier, colnames(counts)[max.col(counts, "first")], ""))
}

#' Say which genes one sample may have made; they are not counted among the significant.
#'
#' @param result As `unjudged_outliers` takes it, with `gene`. @param outliers What that gave. @param significant Logical, by row.
#' @param hidden Are hidden factors in the model? They make each sample one of its own.
tell_unjudged <- function(result, outliers, significant, hidden, fitted, job) {
  open <- sum(alike_samples(fitted) < FILTERED_FROM)
  found <- which(outliers$outlier)
  held_back <- found[significant[found]]
  job$facts(list(unjudged = if (open > 0L) open, outliers = length(found), outliers_changed = length(held_back)))
  if (open == 0L) return(invisible())
  why <- told(
    "%1$s 个样本里，分组、协变量%3$s都相同的不到 %2$d 个，DESeq2 不会按 Cook 距离去掉它们的离群计数",
    c(
      "%1$s samples have fewer than %2$d alike in group, covariates%3$s, and DESeq2 does not remove outlying counts of such samples by Cook’s",
      "distance"
    ),
    format_count(open), FILTERED_FROM, if (hidden) told("、配对和隐藏因素", ", pair and hidden factors") else told("和配对", " and pair")
  )
  if (length(found) == 0L) return(job$finding("note", "no_outlier_filter", told(
    "%s；没有{{row_subject}}的 Cook 距离超过界限", "%s; no {{row_subject}} is beyond its threshold", why
  )))
  shown <- if (length(held_back) > 0L) held_back else found
  shown <- shown[order(result$pvalue[shown], result$gene[shown], method = "radix")]
  job$finding("should", "no_outlier_filter", told(
    "%s。有 %s 个{{row_subject}}的 Cook 距离超过界限，可能由一个样本决定%s，如 %s。它们留在表里（「个别样本离群」列），不计入上调、下调",
    c(
      "%s. %s {{row_subject}}s are beyond the threshold and may rest on one sample%s, such as %s. They stay in the table (column of outlying",
      "samples) and are counted neither as up nor as down"
    ),
    why, format_count(length(found)), if (length(held_back) == 0L) "" else
      told("，其中 %s 个达到显著", ", %s of them significant", format_count(length(held_back))),
    told(
      list_names(sprintf("%s（%s）", result$gene[shown], outliers$outlier_sample[shown])),
      told_names(sprintf("%s (%s)", result$gene[shown], outliers$outlier_sample[shown]))$en
    )
  ))
}

#' Why some genes have no P, and some no adjusted P.
tell_untested <- function(result, fitted, job) {
  outliers <- sum(is.na(result$pvalue) & result$baseMean > 0)
  filtered <- sum(is.na(result$padj) & !is.na(result$pvalue))
  replaced <- replaced_genes(fitted)
  lowest <- suppressWarnings(min(result$baseMean[!is.na(result$padj)]))
  job$facts(list(untested = outliers, filtered = filtered, replaced = replaced, filter_mean = if (is.finite(lowest)) lowest))
  if (outliers > 0L) {
    job$finding("note", "cooks_outliers", told(
      "有 %s 个{{row_subject}}因个别样本的计数离群（Cook 距离），没有 P 值。可看原始计数判断",
      "%s {{row_subject}}s have no P value, as a count of a sample is an outlier by Cook’s distance", format_count(outliers)
    ))
  }
  if (filtered > 0L) {
    job$finding("note", "independent_filtering", told(
      "有 %s 个{{row_subject}}平均计数太低，没有机会显著，DESeq2 不把它们算进多重校正，校正后 P 为空",
      "%s {{row_subject}}s have too low a mean count to be significant; DESeq2 leaves them out of the adjustment, and they have no adjusted P",
      format_count(filtered)
    ))
  }
  if (replaced > 0L) {
    job$finding("note", "replaced_outliers", told(
      "有 %s 个样本与 %d 个以上的样本分组、协变量都相同，DESeq2 在这些样本里替换了 %s 个{{row_subject}}的离群计数后重新拟合",
      c(
        "%s samples have %d or more others alike in group and covariates; in these DESeq2 replaced outlying counts of %s {{row_subject}}s and",
        "fitted again"
      ),
      format_count(sum(alike_samples(fitted) >= REPLACED_FROM)), REPLACED_FROM - 1L, format_count(replaced)
    ))
  }
}

#' Genes whose counts DESeq2 has replaced. Its own mark stands on genes too whose outlier lies in a sample that it does not touch.
replaced_genes <- function(fitted) {
  if (!"replaceCounts" %in% SummarizedExperiment::assayNames(fitted)) return(0L)
  sum(rowSums(SummarizedExperiment::assay(fitted, "replaceCounts") != DESeq2::counts(fitted)) > 0)
}
