# Expression over an ordered number of each sample: which genes change along it, or differ in their course between groups, and in which shapes.

COURSE_OTHERWISE <- "请上传计数表，或把方法改为「limma」（没有取过对数的，再打开「取 log2」）"
COURSE_ROWS <- 50L
#' A heatmap has one column for each time of a group; of more times neighbours share one.
COURSE_COLUMNS <- 40L
COURSE_PARTS <- 20L
#' Times that a sentence names.
NAMED_TIMES <- 12L
#' Genes of a cluster that the table of clusters names.
NAMED_GENES <- 8L

#' @param inputs `expression` (matrix input, genes x samples) and `groups` (data frame: sample, any more).
#' @param params The complete parameters of the declaration. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对样本和时间", 0.02)
  plan <- course_plan(inputs$groups, colnames(inputs$expression$values), params, job)
  blocks <- patient_blocks(plan$samples, plan$design, params, job)
  tell_course(plan, params, job)
  job$step("过滤低表达基因", 0.1)
  counted <- params$method == "voom"
  kept <- course_values(inputs$expression$values[, plan$samples$sample, drop = FALSE], params, job)
  job$step("拟合曲线", 0.25)
  make <- function(blocks, correlation) if (counted) voom_values(kept, NULL, plan$design, "file_id", blocks, correlation) else kept
  model <- fit_course(make, plan, blocks, counted, params)
  tell_dropped(model$dropped, job)
  tell_course_blocks(blocks, model$correlation, job)
  linear <- !counted && identical(inputs$expression$kind, "linear") && !params$log2_transform
  courses <- course_table(model, plan)
  tell_scale(linear, data.frame(logFC = courses$change), inputs$expression$values, params, job)

  job$step("按曲线的形状聚类", 0.7)
  changed <- gene_change(courses$change, courses$adj.P.Val, params) != "none"
  profiles <- course_profiles(model$coefficients[courses$gene[changed], , drop = FALSE], plan)
  clusters <- course_clusters(profiles)
  courses$cluster <- replace(rep("", nrow(courses)), changed, clusters$label)
  fit <- replace(rep(NA_real_, nrow(courses)), changed, clusters$fit)
  described <- cluster_table(courses, fit, model, plan)
  course_facts(courses, changed, described, clusters$ks, nrow(inputs$expression$values), plan, params, job)
  job$facts(c(if (linear) LINEAR_CHANGE else LOG_CHANGE, list(
    linear = linear, offset_zero = !counted && params$log2_transform, by_limma = !counted, by_voom = counted
  )))
  histogram <- p_histogram(courses$P.Value)
  tell_histogram(histogram, sum(courses$adj.P.Val < params$padj), job)
  c(
    list(courses = courses, clusters = described, ks = clusters$ks), observed_courses(courses, model, plan, params, job),
    cluster_curves(courses, model, plan, params), course_heatmap(courses, model, plan, job), list(p_histogram = histogram)
  )
}

course_values <- function(values, params, job) {
  if (params$method == "voom") {
    counts <- checked_counts(values, job, "voom", COURSE_OTHERWISE, "method")
    return(counts[matrixStats::rowMaxs(counts) > 0, , drop = FALSE])
  }
  values <- log_values(values, params)
  refuse_infinite(values)
  kept <- values[kept_rows(values, params$filter_threshold), , drop = FALSE]
  require_genes(nrow(kept), params)
  kept
}

# ---- what is told before a run ----

tell_course <- function(plan, params, job) {
  times <- sort(unique(plan$samples$course_time))
  named <- if (length(times) > NAMED_TIMES) c(utils::head(times, 3L), utils::tail(times, 1L)) else times
  written <- written_number(named, 6L)
  listed <- if (length(times) > NAMED_TIMES) paste(c(utils::head(written, 3L), "\u2026", utils::tail(written, 1L)), collapse = ", ")
    else paste(written, collapse = ", ")
  grouped <- length(plan$levels) > 1L
  sizes <- table(factor(plan$samples$course_group, plan$levels))
  job$facts(c(covariate_facts(plan$samples, params$covariates), list(
    samples = nrow(plan$samples), times_n = length(times), times_listed = listed, unit = plan$unit, without_unit = plan$unit == "none",
    spline = params$course == "spline", spline_df_used = plan$basis$df, tested_df = length(plan$tested), grouped = grouped,
    group_sizes = if (grouped) paste(sprintf("%s (n = %d)", names(sizes), as.integer(sizes)), collapse = ", "),
    reference = if (grouped) plan$levels[[1L]]
  )))
  tell_course_pairs(plan, params, job)
  if (nrow(plan$samples) - ncol(plan$design) < 3L) job$finding("should", "few_left", told(
    "只剩 %s 个样本估计波动（%s 个样本，%s 个系数）：P 值不稳，只适合挑候选", "%s degrees of freedom are left (%s samples, %s coefficients): P values are unstable",
    nrow(plan$samples) - ncol(plan$design), nrow(plan$samples), ncol(plan$design)
  ), field = "sample_groups")
  job$checked("times_read", sprintf("%d 个样本，%d 个不同的时间：%s", nrow(plan$samples), length(times), listed), "time_column")
}

#' Patients with samples at several times carry the course within them.
tell_course_pairs <- function(plan, params, job) {
  column <- params$pair_column
  job$facts(list(paired = !is.null(column)))
  if (is.null(column)) return(invisible())
  several <- tapply(plan$samples$course_time, as.character(plan$samples[[column]]), function(time) length(unique(time))) > 1L
  job$facts(list(pairs = sum(several)))
}

tell_course_blocks <- function(blocks, correlation, job) {
  job$facts(list(blocked = !is.null(blocks)))
  if (is.null(blocks)) return(invisible())
  sizes <- table(blocks)
  job$facts(list(block_patients = length(sizes), block_repeated = sum(sizes > 1L), block_correlation = correlation))
  tell_negative_correlation(correlation, job)
}

# ---- tables ----

#' Genes with their test and what their course does, the smallest P first.
course_table <- function(model, plan) {
  table <- data.frame(model$table, described_courses(model$coefficients, plan))
  table <- table[order(table$P.Value, -table$statistic, table$gene, method = "radix"), , drop = FALSE]
  rownames(table) <- NULL
  table[c("gene", "mean", "statistic", "P.Value", "adj.P.Val", "change", "shape", "highest_at", "lowest_at", "group")]
}

#' Each cluster: how many genes, what its mean curve does, and the genes that follow it best.
cluster_table <- function(courses, fit, model, plan) {
  labels <- sort_labels(courses$cluster)
  rows <- lapply(labels, function(label) {
    own <- courses$cluster == label
    profile <- mean_course(courses$gene[own], model, plan)
    # Two genes have one correlation but for the last digits.
    best <- courses$gene[own][order(-round(fit[own], 6L), courses$gene[own], method = "radix")]
    data.frame(
      cluster = label, genes = sum(own), profile[c("shape", "highest_at", "lowest_at")], fit = mean(fit[own]),
      first = paste(utils::head(best, NAMED_GENES), collapse = ", ")
    )
  })
  if (length(rows) > 0L) return(do.call(rbind, rows))
  data.frame(
    cluster = character(), genes = integer(), shape = character(), highest_at = numeric(), lowest_at = numeric(), fit = numeric(), first = character()
  )
}

sort_labels <- function(labels) {
  labels <- setdiff(unique(labels), "")
  labels[order(as.integer(sub("C", "", labels, fixed = TRUE)))]
}

#' What the mean of standardised curves does. @param genes Of one cluster.
mean_course <- function(genes, model, plan) {
  scaled <- standardised(genes, model, plan)$coefficients
  described_courses(matrix(colMeans(scaled), 1L), plan)
}

#' Coefficients and values in the units in which profiles are compared: each gene less the mean of its curves, by their standard deviation.
standardised <- function(genes, model, plan) {
  coefficients <- model$coefficients[genes, , drop = FALSE]
  curves <- do.call(cbind, lapply(plan$levels, function(level) fitted_courses(coefficients, plan, level, course_grid(plan, level, 25L))))
  centre <- rowMeans(curves)
  spread <- matrixStats::rowSds(curves)
  coefficients[, 1L] <- coefficients[, 1L] - centre
  list(coefficients = coefficients / spread, values = (model$values[genes, , drop = FALSE] - centre) / spread)
}

# ---- figures ----

#' Curves of the genes of the smallest P, and the samples around them.
observed_courses <- function(courses, model, plan, params, job) {
  shown <- utils::head(courses[order(courses$cluster == "", seq_len(nrow(courses))), ], params$curves_shown)
  job$facts(list(curves_n = nrow(shown), curves_passed = sum(shown$cluster != "")))
  lines <- lapply(shown$gene, function(gene) {
    do.call(rbind, lapply(plan$levels, function(level) {
      times <- course_grid(plan, level)
      fitted <- fitted_courses(model$coefficients[gene, , drop = FALSE], plan, level, times)
      data.frame(gene = gene, group = level, time = times, value = as.numeric(fitted))
    }))
  })
  points <- lapply(shown$gene, function(gene) data.frame(
    gene = gene, sample = plan$samples$sample, group = plan$samples$course_group, time = plan$samples$course_time,
    value = unname(model$values[gene, ])
  ))
  points <- do.call(rbind, points)
  list(
    curve_lines = do.call(rbind, lines), curve_points = points[is.finite(points$value), , drop = FALSE],
    curve_words = data.frame(gene = shown$gene, x_title = rep(params$time_column, nrow(shown)))
  )
}

#' The mean curve of each cluster with the middle 80% of its genes, and the mean of its genes in each sample.
cluster_curves <- function(courses, model, plan, params) {
  labels <- sort_labels(courses$cluster)
  lines <- data.frame(cluster = character(), group = character(), time = numeric(), value = numeric(), low = numeric(), high = numeric())
  points <- data.frame(cluster = character(), sample = character(), group = character(), time = numeric(), value = numeric())
  for (label in labels) {
    scaled <- standardised(courses$gene[courses$cluster == label], model, plan)
    for (level in plan$levels) {
      times <- course_grid(plan, level)
      curves <- fitted_courses(scaled$coefficients, plan, level, times)
      ends <- matrixStats::colQuantiles(curves, probs = c(0.1, 0.9), drop = FALSE)
      lines <- rbind(lines, data.frame(cluster = label, group = level, time = times, value = colMeans(curves), low = ends[, 1L], high = ends[, 2L]))
    }
    points <- rbind(points, data.frame(
      cluster = label, sample = plan$samples$sample, group = plan$samples$course_group, time = plan$samples$course_time,
      value = unname(colMeans(scaled$values, na.rm = TRUE))
    ))
  }
  list(
    cluster_lines = lines, cluster_points = points[is.finite(points$value), , drop = FALSE],
    cluster_words = data.frame(cluster = labels, x_title = rep(params$time_column, length(labels)))
  )
}

#' Means of the genes of the smallest P at each time, genes by cluster and by the time of their highest value.
course_heatmap <- function(courses, model, plan, job) {
  cells <- course_cells(plan)
  passed <- which(courses$cluster != "")
  rows <- courses[utils::head(if (length(passed) > 0L) passed else seq_len(nrow(courses)), COURSE_ROWS), , drop = FALSE]
  means <- vapply(cells$samples, function(own) rowMeans(model$values[rows$gene, own, drop = FALSE], na.rm = TRUE), numeric(nrow(rows)))
  means <- matrix(means, nrow(rows), length(cells$samples), dimnames = list(rows$gene, NULL))
  varies <- rowSums(!is.finite(means)) == 0 & matrixStats::rowMaxs(means) > matrixStats::rowMins(means)
  means <- means[varies, , drop = FALSE]
  rows <- rows[varies, , drop = FALSE]
  order <- order(match(rows$cluster, sort_labels(courses$cluster)), max.col(means, "first"), rows$gene, method = "radix")
  z <- row_z(means)[order, , drop = FALSE]
  job$facts(list(heatmap_rows = nrow(z), heatmap_columns = ncol(z)))
  names <- make.unique(c("gene", cells$name))[-1L]
  colnames(z) <- names
  list(
    heatmap = data.frame(gene = as.character(rownames(z)), z, check.names = FALSE, row.names = NULL),
    heatmap_samples = data.frame(sample = names, group = cells$group)
  )
}

#' Samples of one time and group. @return List: `samples` (positions of each cell), `name`, `group`.
course_cells <- function(plan) {
  time <- plan$samples$course_time
  if (length(unique(time)) > COURSE_COLUMNS) {
    part <- ceiling(rank(time, ties.method = "min") / length(time) * COURSE_PARTS)
    time <- as.numeric(tapply(time, part, mean)[as.character(part)])
  }
  key <- data.frame(group = match(plan$samples$course_group, plan$levels), time = time)
  cells <- unique(key)
  cells <- cells[order(cells$group, cells$time), , drop = FALSE]
  samples <- lapply(seq_len(nrow(cells)), function(i) which(key$group == cells$group[[i]] & key$time == cells$time[[i]]))
  group <- plan$levels[cells$group]
  written <- vapply(cells$time, written_number, character(1))
  list(samples = samples, name = if (length(plan$levels) > 1L) paste(group, written) else written, group = group)
}

# ---- facts ----

course_facts <- function(courses, changed, described, ks, genes_in, plan, params, job) {
  passed <- courses[changed, , drop = FALSE]
  shapes <- function(...) sum(passed$shape %in% c(...))
  smallest <- courses[which.min(courses$adj.P.Val), ]
  widest <- passed[which.max(passed$change), ]
  largest <- described[which.max(described$genes), ]
  job$facts(list(
    genes = nrow(courses), genes_in = genes_in, found = nrow(passed) > 0L, changed_n = nrow(passed), p_passed = sum(courses$adj.P.Val < params$padj),
    rising_n = shapes("rising"), falling_n = shapes("falling"), peak_n = shapes("peak"), trough_n = shapes("trough"), waves_n = shapes("waves"),
    smallest = smallest$gene, smallest_padj = smallest$adj.P.Val,
    widest = if (nrow(widest) > 0L) widest$gene, widest_change = if (nrow(widest) > 0L) widest$change,
    clusters_n = nrow(described), silhouette = if (nrow(ks) > 0L) max(ks$silhouette),
    largest_cluster = if (nrow(largest) > 0L) largest$cluster, largest_genes = if (nrow(largest) > 0L) largest$genes,
    p_small = sum(courses$P.Value < 0.05), p_expected = round(0.05 * nrow(courses))
  ))
}

# ---- does it stand? ----

robustness <- list(
  labels = function(inputs, params, job) {
    if (!is.null(params$factor_column)) return(tell_no_shuffle(job))
    tell_shuffled_labels(course_comparison(inputs, params), job)
  },
  samples = function(inputs, params, job) tell_left_out_samples(course_comparison(inputs, params), job),
  copies = function(inputs, params, job) tell_copied_samples(course_comparison(inputs, params), job),
  sexes = function(inputs, params, job) {
    comparison <- course_comparison(inputs, params)
    patients <- if (is.null(comparison$pairs)) comparison$blocks else comparison$pairs
    tell_sexes(comparison$samples, patients, inputs$expression, inputs$sex_probes, job)
  },
  composition = function(inputs, params, job) tell_composition(course_comparison(inputs, params), inputs$expression, inputs$signature, job),
  fingerprint = function(inputs, params, job) tell_fingerprint(inputs$expression, inputs$corrected, job)
)

#' The test of the courses as its checks take it; `logFC` is by how much a curve changes.
course_comparison <- function(inputs, params) {
  silent <- new_job(function(event) NULL)
  plan <- course_plan(inputs$groups, colnames(inputs$expression$values), params, silent)
  blocks <- patient_blocks(plan$samples, plan$design, params, silent)
  counted <- params$method == "voom"
  kept <- course_values(inputs$expression$values[, plan$samples$sample, drop = FALSE], params, silent)
  counts <- if (counted) expressed_counts(kept, NULL, "file_id", plan$design)
  values_of <- function(design, places, blocks, correlation) {
    if (counted) voom_functions()$voom(counts[, places], design, block = blocks, correlation = correlation) else kept[, places, drop = FALSE]
  }
  all <- seq_len(nrow(plan$samples))
  # How alike samples of a patient are does not depend on the times.
  correlation <- if (!is.null(blocks)) within_patients(
    function(blocks, correlation) values_of(plan$design, all, blocks, correlation), plan$design, blocks, counted
  )$correlation
  list(
    samples = plan$samples, design = plan$design, pairs = pair_ids(plan$samples, params), blocks = blocks,
    values = if (counted) edgeR::cpm(counts, log = TRUE) else kept,
    fit = function(design, places) {
      own <- plan
      own$samples <- plan$samples[places, , drop = FALSE]
      own$design <- design
      of_patients <- if (!is.null(blocks)) blocks[places]
      fitted <- course_fit(values_of(design, places, of_patients, correlation), own, of_patients, correlation, params)
      data.frame(fitted$table, logFC = described_courses(fitted$coefficients, own)$change)
    },
    called = function(table) gene_change(table$logFC, table$adj.P.Val, params) != "none", padj = params$padj, undirected = TRUE,
    labels = plan$samples$course_time, ordered = TRUE,
    shuffled = told(sprintf("「%s」列", params$time_column), sprintf("the column “%s”", params$time_column)),
    relabelled = function(labels) {
      design <- plan$design
      design[, seq_len(plan$own)] <- course_effects(plan$samples$course_group, plan$levels, plan$basis$of(labels))$design
      design
    }
  )
}
