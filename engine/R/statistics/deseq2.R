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
    if (grepl("every gene contains at least one zero", message, fixed = TRUE)) {
      stop_input("zeros_everywhere", "每个基因都有样本的计数是 0，算不出文库大小。请调高低表达过滤，或去掉测序量太低的样本", "filter_threshold")
    }
    if (grepl("all gene-wise dispersion estimates are within 2 orders", message, fixed = TRUE)) {
      stop_input("no_dispersion", "各基因的波动几乎和理论最小值一样，像是同一样本的重复或模拟数据。DESeq2 不适用；请核对样本", "file_id")
    }
    stop(condition)
  })
}

#' DESeq2's own sequence (size factors, dispersions, Wald test, outlier replacement), its messages told as steps.
#'
#' Columns and levels get plain names: the user's may be any text. Covariates that are texts are factors, and so are pairs.
fit_deseq2 <- function(counts, samples, params, job) {
  storage.mode(counts) <- "integer"
  as_factor <- function(values) factor(match(values, sort(unique(as.character(values)), method = "radix")))
  columns <- lapply(params$covariates, function(column) {
    values <- samples[[column]]
    if (is.numeric(values)) values - mean(values) else as_factor(values)
  })
  names(columns) <- sprintf("covariate%d", seq_along(columns))
  if (!is.null(params$pair_column)) columns$pair <- as_factor(as.character(samples[[params$pair_column]]))
  group <- factor(ifelse(samples$group == params$case_group, "case", "control"), c("control", "case"))
  about <- data.frame(c(columns, list(group = group)), row.names = samples$sample)
  design <- stats::reformulate(names(about))
  data <- DESeq2::DESeqDataSetFromMatrix(counts, about, design)
  withCallingHandlers(
    refuse_unfit(DESeq2::DESeq(data)),
    message = function(condition) {
      tell_deseq2_step(conditionMessage(condition), job)
      tryInvokeRestart("muffleMessage")
    }
  )
}

tell_deseq2_step <- function(message, job) {
  for (said in names(DESEQ2_STEPS)) if (grepl(said, message, fixed = TRUE)) job$step(DESEQ2_STEPS[[said]][[1L]], DESEQ2_STEPS[[said]][[2L]])
}

#' Why some genes have no P, and some no adjusted P.
tell_untested <- function(result, fitted, job) {
  outliers <- sum(is.na(result$pvalue) & result$baseMean > 0)
  filtered <- sum(is.na(result$padj) & !is.na(result$pvalue))
  replaced <- sum(S4Vectors::mcols(fitted)$replace, na.rm = TRUE)
  lowest <- suppressWarnings(min(result$baseMean[!is.na(result$padj)]))
  job$facts(list(untested = outliers, filtered = filtered, replaced = replaced, filter_mean = if (is.finite(lowest)) lowest))
  if (outliers > 0L) {
    job$finding("note", "cooks_outliers", sprintf(
      "有 %s 个基因因个别样本的计数离群（Cook 距离），没有 P 值。可看原始计数判断", format_count(outliers)
    ))
  }
  if (filtered > 0L) {
    job$finding("note", "independent_filtering", sprintf(
      "有 %s 个基因平均计数太低，没有机会显著，DESeq2 不把它们算进多重校正，校正后 P 为空", format_count(filtered)
    ))
  }
  if (replaced > 0L) {
    job$finding("note", "replaced_outliers", sprintf(
      "每组样本达到 7 个，DESeq2 替换了 %s 个基因的离群计数后重新拟合", format_count(replaced)
    ))
  }
}
