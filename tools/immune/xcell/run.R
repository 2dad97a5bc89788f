# Scores of 64 cell types by xCell.

#' Fewer samples: the scores are relative to the lowest and mean nothing.
XCELL_FEWEST <- 10L
#' What xCell itself asks for.
XCELL_GENES <- 5000L
#' Types of which less was found are named.
THIN_SHARE <- 0.5
#' Share of the spill-over that is taken out: `alpha` of `xCellAnalysis` and `spillOver`, 0.5 in xCell 1.1.0. All of it (1, as the first version had)
#' takes more out than spilled over: related types fall to 0 and samples change places.
SPILL_TAKEN_OUT <- 0.5

#' @param inputs `expression` (matrix input), `signature` (from `read_signature`), perhaps `groups`. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  matrix <- inputs$expression
  samples <- colnames(matrix$values)
  if (length(samples) < XCELL_FEWEST) stop_input("few_samples", sprintf(
    "只有 %d 个样本。xCell 的分数是相对于这批样本里最低的那个，不足 10 个没有意义。请加样本，或改用「免疫细胞浸润（CIBERSORT）」", length(samples)
  ), "file_id")
  job$step("核对基因名", 0.05)
  group <- groups_of_samples(if (params$plot_comparison) inputs$groups, samples, "sample_groups")
  if (params$plot_comparison) tell_small_groups(group, "sample_groups", job)
  signature <- inputs$signature
  rows <- xcell_rows(matrix, signature, job)
  job$step("计算 489 套基因集的得分", 0.2)
  sets <- lapply(signature$sets, intersect, rownames(rows$values))
  raw <- xcell_raw(rows$values, sets[lengths(sets) > 0L])
  job$step("换算和扣除溢出", 0.8)
  prefix <- if (params$data_type == "microarray") "array_" else ""
  transformed <- xcell_transformed(raw, signature$matrices[[paste0(prefix, "fv")]])
  adjusted <- xcell_adjusted(transformed, signature$matrices[[paste0(prefix, "K")]], SPILL_TAKEN_OUT)
  xcell_result(list(raw = raw, transformed = transformed, adjusted = adjusted), rows, signature, group, params, job)
}

#' xCell's own genes of the matrix; their order within a sample is all that counts.
xcell_rows <- function(matrix, signature, job) {
  tell_logged_twice(matrix, "file_id", job)
  rows <- signature_rows(matrix, signature$lists$genes, "file_id", job)
  values <- rows$values[rownames(rows$values) %in% signature$lists$genes, , drop = FALSE]
  if (nrow(values) < XCELL_GENES) stop_input("signature_absent", sprintf(
    "xCell 的 %s 个基因里，矩阵只有 %s 个，至少要 5,000 个。请用全部基因的表达矩阵，并核对物种和行名", format_count(length(signature$lists$genes)),
    format_count(nrow(values))
  ), "file_id")
  own <- unique(unlist(signature$sets, use.names = FALSE))
  coverage <- data.frame(
    part = c("xCell 的基因", "489 套基因集的基因"), genes = c(length(signature$lists$genes), length(own)), found = c(nrow(values),
    sum(own %in% rownames(values)))
  )
  coverage$coverage <- coverage$found / coverage$genes
  refuse_silent_samples(values, "file_id")
  check_expressed(values, own, told("489 套基因集", "the 489 gene sets"), "file_id", job)
  tell_thin_types(signature$sets, values, coverage, job)
  tell_coverage_found(coverage, "file_id", job)
  list(values = values, names = rows$names, coverage = coverage, absent = signature_absent(own, rownames(values)))
}

#' xCell asks for a number of genes and not for a share, so that arrays of its own time pass with half of them: said, with the types that suffer.
tell_thin_types <- function(sets, values, coverage, job) {
  if (coverage$coverage[[1L]] >= SIGNATURE_SHARE) return(invisible())
  type <- sub("%.*$", "", names(sets))
  share <- vapply(split(sets, type), function(own) mean(unique(unlist(own)) %in% rownames(values)), numeric(1))
  thin <- names(sort(share[share < THIN_SHARE]))
  job$finding("should", "few_signature_genes", told(
    "xCell 的 %s 个基因里矩阵只有 %s 个（%.0f%%），缺的多，分数比基因齐全时差。%s请尽量用基因齐全的矩阵，不要与别的平台的分数比较",
    "Of the %s genes of xCell the matrix has %s (%.0f%%): scores are poorer than with all of them and do not compare with other platforms%s",
    format_count(coverage$genes[[1L]]), format_count(coverage$found[[1L]]), 100 * coverage$coverage[[1L]],
    if (length(thin) == 0L) "" else told(
      "这 %d 类的基因找到不到一半，最不可靠：%s。", "; fewer than half of the genes of %d types were found, the least reliable: %s",
      length(thin), told_names(thin, 12L)
    )
  ), field = "file_id")
}

#' All types are computed, because each takes its spill-over from the others; the filter chooses what is shown.
xcell_result <- function(scores, rows, signature, group, params, job) {
  types <- chosen_types(rownames(scores$adjusted), params$cell_types_filter)
  sums <- xcell_sums(scores$adjusted)
  shown <- scores$adjusted[types, , drop = FALSE]
  tested <- rbind(shown, sums)
  tests <- if (params$plot_comparison) score_tests(tested, group) else no_score_tests()
  heat <- score_heatmaps(shown, group_or_none(group))
  if (!params$plot_heatmap) heat <- lapply(heat, function(table) table[0L, , drop = FALSE])
  silent <- sum(rowSums(shown) == 0)
  correlations <- type_correlations(shown)
  job$facts(c(score_test_facts(tests, group), score_heatmap_facts(shown, correlations), list(
    samples = ncol(shown), types = length(types), silent = silent, genes = nrow(rows$values), coverage = rows$coverage$coverage[[1L]],
    signature_title = signature$label, signature_release = signature$about$release, signature_licence = signature$about$licence,
    array = params$data_type == "microarray", alpha = SPILL_TAKEN_OUT, immune_median = stats::median(sums["ImmuneScore", ]),
    stroma_median = stats::median(sums["StromaScore", ])
  )))
  # A figure of sixty types could not be read: those of the smallest P.
  drawn <- utils::head(unique(tests$type[order(tests$padj, tests$p)]), DRAWN_TYPES)
  figure <- if (params$plot_comparison) score_figure(tested[drawn, , drop = FALSE], group, tests[tests$type %in% drawn, ,
    drop = FALSE]) else no_score_figure()
  c(
    list(
      scores = score_rows(tested), raw = score_rows(scores$raw[types, , drop = FALSE]), transformed = score_rows(scores$transformed[types, ,
      drop = FALSE]),
      comparison = score_test_table(tests), correlations = correlations, coverage = rows$coverage, names = signature_name_table(rows$names),
      absent = rows$absent
    ),
    figure, heat
  )
}
DRAWN_TYPES <- 12L

#' Samples in rows, types in columns.
score_rows <- function(scores) data.frame(sample = colnames(scores), t(scores), check.names = FALSE, row.names = NULL)

#' @param wanted Names as a user writes them; none: all.
chosen_types <- function(types, wanted) {
  wanted <- unlist(wanted)
  if (length(wanted) == 0L || "all" %in% wanted) return(types)
  plain <- function(names) tolower(gsub("[^[:alnum:]+]", "", names))
  found <- match(plain(wanted), plain(types))
  if (anyNA(found)) stop_input("unknown_type", sprintf(
    "xCell 没有「%s」这种细胞。有的是：%s", list_names(wanted[is.na(found)]), list_names(types, 64L)
  ), "cell_types_filter")
  types[sort(unique(found))]
}
