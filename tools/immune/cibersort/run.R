# Shares of cell types in bulk samples: nu-support vector regression (CIBERSORT) or constrained least squares (quanTIseq).

#' Permutations between two words on the progress.
TOLD_EVERY <- 10L
#' From this P on the mixture is explained no better than a random one.
FITTED_P <- 0.05
#' With fewer permutations no P is below FITTED_P: nothing is said of how well samples fit.
CLAIMED_FROM <- 20L

#' @param inputs `expression` (matrix input), `signature` (from `read_signature`, or a matrix input), perhaps `groups`. @param params The complete
#'   parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  matrix <- inputs$expression
  samples <- colnames(matrix$values)
  job$step("核对基因名", 0.02)
  group <- groups_of_samples(if (params$plot_comparison) inputs$groups, samples, "sample_groups")
  if (params$plot_comparison) tell_small_groups(group, "sample_groups", job)
  signature <- deconvolution_signature(inputs$signature, job)
  squares <- params$method == "lsei"
  array <- is_array(matrix, params)
  without <- genes_left_out(signature, squares, array, params, job)
  rows <- deconvolution_rows(matrix, signature, unlist(without), "file_id", job)
  tell_kind(matrix, squares, job)
  mixtures <- if (array) quantile_normalised(rows$mixtures) else rows$mixtures
  fit <- if (squares) squares_fit(mixtures, rows, signature) else svr_fit(mixtures, rows, params, job)
  job$step("比较和画图", 0.95)
  job$facts(list(
    noisy_genes = length(without$noisy), tumour_genes = length(without$tumour), rna_absent = squares && is.null(signature$scaling)
  ))
  deconvolution_result(fit, rows, signature, group, array, params, job)
}

#' Genes of the signature that quanTIseq leaves out: noisy ones in RNA-seq, those that tumour cells have in samples of tumours.
genes_left_out <- function(signature, squares, array, params, job) {
  own <- function(genes) intersect(rownames(signature$matrix), genes)
  tumour <- if (squares && params$tumour) own(signature$tumour)
  if (squares && params$tumour && length(tumour) == 0L) {
    job$finding("should", "no_tumour_genes", told(
      "这份签名没有列出在肿瘤细胞中异常高的基因，「肿瘤样本」没有去掉任何基因",
      "The signature lists no genes that are aberrant in tumour cells: none was left out for tumour samples"
    ), field = "tumour")
  }
  list(noisy = if (squares && !array) own(signature$noisy), tumour = tumour)
}

#' Quantile normalisation belongs to arrays: it takes from RNA-seq what differs between the samples.
is_array <- function(matrix, params) {
  if (params$quantile_normalization != "auto") return(params$quantile_normalization == "on")
  params$data_type == "microarray"
}

quantile_normalised <- function(values) {
  normalised <- preprocessCore::normalize.quantiles(values)
  dimnames(normalised) <- dimnames(values)
  normalised
}

tell_kind <- function(matrix, squares, job) {
  if (matrix$kind == "counts") job$finding("should", "counts", told(
    "这张表是原始计数：长的基因计数天生偏高。%s", "Values are raw counts, which are higher for longer genes; %s",
    if (squares) told("quanTIseq 的签名是 TPM，请先换成 TPM", "the signature of quanTIseq is of TPM") else
      told("请先换成 TPM，比例才与签名可比", "shares compare with the signature after conversion to TPM")
  ), field = "file_id")
  if (matrix$kind == "batch-corrected") {
    job$finding("should", "batch_corrected", told(
      "这是去过批次的矩阵，基因之间的比例已被改动，分解的比例会偏。请用原始的 TPM 或芯片强度",
      "The matrix was batch-corrected, which changes the ratios of genes: shares are biased"
    ), field = "file_id")
  }
}

# ---- nu-SVR ----

svr_fit <- function(mixtures, rows, params, job) {
  shared <- mixtures[rows$genes, , drop = FALSE]
  n <- ncol(shared)
  fit <- svr_deconvolution(rows$signature, shared, function(done) {
    if (done == 1L || done %% TOLD_EVERY == 0L) job$step(sprintf("分解样本：第 %s 个，共 %s 个", format_count(done), format_count(n)), 0.05 + 0.15 * done / n)
  })
  fit$p <- rep(NA_real_, n)
  if (params$permutations > 0L) {
    set.seed(params$seed)
    null <- permutation_null(z_of_all(rows$signature), shared, params$permutations, function(done) {
      if (done %% TOLD_EVERY != 0L) return(invisible())
      job$step(sprintf("置换：%s / %s 次", format_count(done), format_count(params$permutations)), 0.2 + 0.7 * done / params$permutations)
    })
    fit$p <- null_p(fit$correlation, null)
  }
  # Relative shares times how much of the signature's genes a sample has, as the paper's absolute mode takes it.
  fit$score <- apply(shared, 2L, stats::median) / max(stats::median(mixtures), 1)
  if (params$absolute) fit$shares <- sweep(fit$shares, 2L, fit$score, "*")
  fit
}

# ---- constrained least squares ----

squares_fit <- function(mixtures, rows, signature) {
  million <- tpm_of_values(mixtures)[rows$genes, , drop = FALSE]
  scaling <- if (is.null(signature$scaling)) rep(1, ncol(rows$signature)) else signature$scaling
  shares <- least_squares_shares(rows$signature, million, scaling)
  made <- rows$signature %*% shares[colnames(rows$signature), , drop = FALSE]
  n <- ncol(million)
  list(
    shares = shares, p = rep(NA_real_, n), score = rep(NA_real_, n),
    correlation = vapply(seq_len(n), function(j) plain_correlation(made[, j], million[, j]), numeric(1)),
    rmse = sqrt(colMeans((made - million)^2))
  )
}

# ---- result ----

deconvolution_result <- function(fit, rows, signature, group, array, params, job) {
  shares <- fit$shares
  empty <- colSums(is.na(shares)) > 0
  if (all(empty)) stop_input("no_fit", "没有一个样本分得出比例：所有权重都不是正数。请核对签名与表达矩阵是否同一种数据", "signature")
  svr <- params$method == "svr"
  judged <- svr && params$permutations >= CLAIMED_FROM
  doubtful <- judged & !is.na(fit$p) & fit$p >= FITTED_P
  # Samples that fit no better than chance stay in the table and in the bars, and leave all that is said of the samples together.
  compared <- ifelse(empty | doubtful, "", group)
  names(compared) <- names(group)
  tests <- if (params$plot_comparison) score_tests(shares, compared) else no_score_tests()
  tell_fits(fit, empty, doubtful, params, job)
  fitted <- !empty & !doubtful
  drawn <- shares[, fitted, drop = FALSE]
  heat <- score_heatmaps(drawn, group_or_none(group[fitted]))
  heat <- lapply(stats::setNames(nm = names(heat)), function(name) {
    wanted <- if (startsWith(name, "correlation")) params$plot_correlation else params$plot_heatmap
    if (wanted) heat[[name]] else heat[[name]][0L, , drop = FALSE]
  })
  # Of no sample there is no mean, and none of the types is the largest.
  mean_share <- rowMeans(drawn)
  first <- names(which.max(mean_share[setdiff(names(mean_share), "Other")]))
  correlations <- type_correlations(drawn)
  job$facts(c(score_test_facts(tests, compared), score_heatmap_facts(drawn, correlations), list(
    samples = ncol(shares), bars = sum(!empty), types = nrow(shares) - ("Other" %in% rownames(shares)), genes = length(rows$genes),
    coverage = rows$coverage$coverage[[1L]],
    signature_title = signature$title, signature_english = signature$english,
    signature_licence = signature$licence, signature_checksum = in_eights(signature$checksum),
    own_signature = signature$own,
    method_word = if (!svr) "quanTIseq（约束最小二乘）" else if (params$absolute) "CIBERSORT（ν-SVR，绝对模式）" else "CIBERSORT（ν-SVR）", svr = svr,
    linear_word = rows$how, normalised = array, absolute_scores = svr && params$absolute,
    permuted = if (svr && params$permutations > 0L) params$permutations, unjudged = svr && params$permutations > 0L && !judged,
    smallest_p = if (svr && params$permutations > 0L) 1 / (1 + params$permutations), doubtful = sum(doubtful),
    fitted = if (judged) sum(fitted),
    largest = first, largest_share = if (!params$absolute || !svr) unname(mean_share[first]),
    correlation_median = stats::median(fit$correlation, na.rm = TRUE)
  )))
  c(
    list(
      fractions = data.frame(
        sample = colnames(shares), t(shares), p = fit$p, correlation = fit$correlation, rmse = fit$rmse, check.names = FALSE, row.names = NULL
      )[c("sample", "p", "correlation", "rmse", rownames(shares))],
      comparison = score_test_table(tests), correlations = correlations, coverage = rows$coverage, names = signature_name_table(rows$names),
      absent = rows$absent, stacked = stacked_bars(shares[, !empty, drop = FALSE], params$bar_order, params$bar_type)
    ),
    score_figure(if (params$plot_comparison) shares else shares[0L, , drop = FALSE], compared, tests), heat
  )
}

tell_fits <- function(fit, empty, doubtful, params, job) {
  if (any(empty)) job$finding("should", "no_shares", told(
    "有 %s 个样本没有一个正的权重，分不出比例：%s", "%s samples have no positive weight and no shares: %s",
    format_count(sum(empty)), told_names(colnames(fit$shares)[empty])
  ), field = "file_id")
  if (any(doubtful)) job$finding("should", "not_fitted", told(
    "有 %s 个样本 P ≥ 0.05，分解不比随机的混合物好：留在表和条形图里，不参与平均、相关和比较。例如 %s",
    c(
      "%s samples had P ≥ 0.05, resolved no better than random mixtures: they are shown, and take no part in means, correlations and",
      "comparisons, such as %s"
    ),
    format_count(sum(doubtful)), told_names(colnames(fit$shares)[doubtful])
  ), field = "file_id")
  if (params$method != "svr" || params$permutations == 0L || params$permutations >= 1000L) return(invisible())
  smallest <- format(1 / (1 + params$permutations), digits = 2)
  if (params$permutations < CLAIMED_FROM) job$finding("should", "too_few_permutations", told(
    "置换只有 %s 次，P 最小是 %s，到不了 0.05 以下：不说哪些样本分解得好，也没有样本因此退出比较。请至少用 100 次，发表用 1,000 次",
    "With %s permutations the smallest P is %s and none can be below 0.05: no sample is called well resolved, and none was left out for it",
    format_count(params$permutations), smallest
  ), field = "permutations") else job$finding("note", "few_permutations", told(
    "置换 %s 次，P 最小是 %s。发表时请用 1,000 次", "With %s permutations the smallest P is %s; publish with 1,000", format_count(params$permutations), smallest
  ), field = "permutations")
}

#' A checksum in parts that a line may be broken between.
in_eights <- function(text) if (!is.null(text)) trimmed(gsub("(.{8})", "\\1 ", text))

#' A row per sample and type, samples in the order of clustering, of a type's share, or of the file.
stacked_bars <- function(shares, order, type) {
  by <- switch(order,
    cluster = if (ncol(shares) > 2L) turned_tree(stats::dist(t(shares)), -shares[which.max(rowMeans(shares)), ])$order else seq_len(ncol(shares)),
    type = order(-shares[chosen_type(shares, type), ], colnames(shares), method = "radix"),
    file = seq_len(ncol(shares))
  )
  rows <- expand.grid(type = seq_len(nrow(shares)), sample = by)
  data.frame(
    sample = colnames(shares)[rows$sample], type = rownames(shares)[rows$type], share = unname(shares[cbind(rows$type, rows$sample)])
  )
}

chosen_type <- function(shares, type) {
  if (!nzchar(type)) return(rownames(shares)[[which.max(rowMeans(shares))]])
  plain <- function(names) tolower(gsub("[^[:alnum:]+]", "", names))
  found <- match(plain(type), plain(rownames(shares)))
  if (is.na(found)) {
    stop_input("unknown_type", sprintf("签名里没有「%s」这种细胞。有的是：%s", type, list_names(rownames(shares), 30L)), "bar_type")
  }
  rownames(shares)[[found]]
}
