# Counts of reads on a log2 scale, by the packages' own transformations: library sizes are corrected, low counts are steadied.

TRANSFORM_OTHERWISE <- "TPM、FPKM、芯片强度请用「对数转换」"
#' A gene that reaches the threshold in one sample only may be an accident.
CPM_SAMPLES <- 2L
#' `DESeq2::vst` fits its curve on a sample of so many genes above this mean; smaller tables go without that shortcut.
VST_GENES <- 1000L
VST_MEAN <- 5

#' @param inputs `expression`: a matrix of counts. @param params The complete parameters. @param job See engine/R/runtime/job.R.
#' @return The matrix, the libraries, what became of each name of the list, and the figures' tables before and after.
analyse <- function(inputs, params, job) {
  job$step("核对计数", 0.02)
  matrix <- inputs$expression
  if (ncol(matrix$values) < 2L) stop_input("one_sample", "只有 1 个样本，估计不出文库大小和波动。请上传至少 2 个样本的计数", "file_id")
  counts <- checked_counts(matrix$values, job, COUNT_TRANSFORMS[[params$transform_method]]$word, TRANSFORM_OTHERWISE, "file_id")
  kept <- counted_rows(counts, params)
  transformed <- COUNT_TRANSFORMS[[params$transform_method]]$transform(kept, job)
  job$step("比较转换前后", 0.9)
  figures <- compare_transformation(log2(kept + 1), transformed$values, COUNT_TRANSFORMS[[params$transform_method]]$word, job)
  picked <- list(values = transformed$values, matches = NO_MATCHES)
  if (isTRUE(params$extract_partial_rows)) {
    picked <- pick_genes(list(values = transformed$values, identifiers = matrix$identifiers), params$target_gene_list, "target_gene_list")
  }
  tell_matches(picked$matches, "target_gene_list", job)
  tell_transformed(counts, kept, picked, params, job)
  c(
    list(
      expression = result_matrix(picked$values, "log", matrix$identifiers, matrix$platform, log_base = 2),
      libraries = data.frame(
        sample = colnames(counts), reads = colSums(counts), detected = colSums(counts > 0), factor = transformed$factors, row.names = NULL
      ),
      names = inexact_matches(picked$matches)
    ),
    figures
  )
}

#' Genes that pass the chosen filter; a gene without any read always goes.
counted_rows <- function(counts, params) {
  pass <- rowSums(counts) > 0
  if (isTRUE(params$filter_enabled)) {
    pass <- pass & switch(params$filter_method,
      row_sum = rowSums(counts) >= params$filter_threshold,
      row_mean = rowMeans(counts) >= params$filter_threshold,
      cpm = rowSums(edgeR::cpm(counts) >= params$filter_threshold) >= CPM_SAMPLES
    )
  }
  if (sum(pass) < 2L) {
    stop_input("nothing_left", "过滤后留下的基因不到 2 个。请把过滤阈值调小，或核对计数表", "filter_threshold")
  }
  counts[pass, , drop = FALSE]
}

filter_rule <- function(params) {
  if (!isTRUE(params$filter_enabled)) return("只去掉全是 0 的")
  threshold <- format(params$filter_threshold, scientific = FALSE, trim = TRUE)
  switch(params$filter_method,
    row_sum = sprintf("计数之和不到 %s", threshold),
    row_mean = sprintf("平均计数不到 %s", threshold),
    cpm = sprintf("CPM 达到 %s 的样本不到 %d 个", threshold, CPM_SAMPLES)
  )
}

filter_english <- function(params) {
  if (!isTRUE(params$filter_enabled)) return("only genes without any read were removed")
  threshold <- format(params$filter_threshold, scientific = FALSE, trim = TRUE)
  switch(params$filter_method,
    row_sum = sprintf("those with a total count below %s were removed", threshold),
    row_mean = sprintf("those with a mean count below %s were removed", threshold),
    cpm = sprintf("those with a CPM of at least %s in fewer than %d samples were removed", threshold, CPM_SAMPLES)
  )
}

#' A DESeq2 data set without any groups: the transformation must not know what it will show.
blind_data <- function(counts, job) {
  job$step("估计文库大小", 0.05)
  storage.mode(counts) <- "integer"
  about <- data.frame(row.names = colnames(counts))
  refuse_unfit(DESeq2::estimateSizeFactors(DESeq2::DESeqDataSetFromMatrix(counts, about, ~1), type = size_factor_type(counts, job)))
}

by_vst <- function(counts, job) {
  data <- blind_data(counts, job)
  job$step("vst 转换", 0.2)
  enough <- sum(rowMeans(DESeq2::counts(data, normalized = TRUE)) > VST_MEAN) >= VST_GENES
  transformed <- refuse_unfit(
    if (enough) DESeq2::vst(data, blind = TRUE, nsub = VST_GENES) else DESeq2::varianceStabilizingTransformation(data, blind = TRUE)
  )
  list(values = SummarizedExperiment::assay(transformed), factors = unname(DESeq2::sizeFactors(data)))
}

by_rlog <- function(counts, job) {
  data <- blind_data(counts, job)
  job$step("rlog 转换", 0.1)
  transformed <- refuse_unfit(deseq2_functions()$rlog(data, blind = TRUE))
  list(values = SummarizedExperiment::assay(transformed), factors = unname(DESeq2::sizeFactors(data)))
}

tmm_libraries <- function(counts, job) {
  job$step("TMM 校正文库", 0.1)
  with_tmm_factors(edgeR::DGEList(counts))
}

by_voom <- function(counts, job) {
  libraries <- tmm_libraries(counts, job)
  job$step("voom 转换", 0.4)
  list(values = limma::voom(libraries)$E, factors = libraries$samples$norm.factors)
}

by_cpm <- function(counts, job) {
  libraries <- tmm_libraries(counts, job)
  job$step("计算 log2 CPM", 0.4)
  list(values = edgeR::cpm(libraries, log = TRUE, prior.count = 2), factors = libraries$samples$norm.factors)
}

COUNT_TRANSFORMS <- list(
  vst = list(word = "vst", transform = by_vst, tmm = FALSE, flag = "by_vst"),
  rlog = list(word = "rlog", transform = by_rlog, tmm = FALSE, flag = "by_rlog"),
  voom = list(word = "voom 的 log2 CPM", transform = by_voom, tmm = TRUE, flag = "by_voom"),
  log2cpm = list(word = "log2 CPM", transform = by_cpm, tmm = TRUE, flag = "by_cpm")
)

#' Tables of both figures, before and after one below the other.
compare_transformation <- function(before, after, word, job) {
  stages <- list(before, after)
  names(stages) <- c("转换前：log2(计数 + 1)", paste0("转换后：", word))
  spread <- lapply(names(stages), function(stage) mean_sd_tables(stages[[stage]], stage))
  parts <- stage_components(stages, data.frame(sample = colnames(before), group = "样本"))
  share <- parts$pca_variance$share[parts$pca_variance$stage == names(stages)[[2L]]]
  job$facts(list(pc1 = share[1L], pc2 = share[2L]))
  c(list(
    mean_sd = do.call(rbind, lapply(spread, `[[`, "points")),
    mean_sd_trend = do.call(rbind, lapply(spread, `[[`, "trend"))
  ), parts)
}

tell_transformed <- function(counts, kept, picked, params, job) {
  method <- COUNT_TRANSFORMS[[params$transform_method]]
  totals <- colSums(counts)
  depth <- max(totals) / min(totals)
  matches <- picked$matches
  flags <- stats::setNames(lapply(COUNT_TRANSFORMS, identical, method), vapply(COUNT_TRANSFORMS, `[[`, "", "flag"))
  job$facts(c(list(
    genes = nrow(picked$values), genes_in = nrow(counts), fitted = nrow(kept), filtered = nrow(counts) - nrow(kept),
    rule = filter_rule(params), rule_english = filter_english(params),
    samples = ncol(counts), method = method$word, tmm = method$tmm, deepest = depth,
    low = min(picked$values), high = max(picked$values),
    asked = if (nrow(matches) > 0L) nrow(matches), missing_genes = if (nrow(matches) > 0L) sum(matches$found == "")
  ), flags))
  if (depth > 10) {
    job$finding("should", "depths", told(
      "最深样本的总计数是最浅的 %s 倍。校正之后，浅的样本仍会少见低表达{{row_subject}}，聚类时请留意它们", c(
        "The largest library is %s times the smallest. Also after adjustment small libraries show fewer {{row_subject}}s of low expression:",
        "watch them when samples are clustered"
      ), format_count(round(depth))
    ), field = "file_id")
  }
}
