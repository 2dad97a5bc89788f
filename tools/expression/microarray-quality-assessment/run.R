# Each array against the others, by the criteria that arrayQualityMetrics publishes: the sum of its distances, the distance of its
# distribution from the pooled one, and the dependence of M on A. All arrays and all probes count; nothing is drawn at random.

#' Published threshold of Hoeffding's D.
D_THRESHOLD <- 0.15
CRITERIA <- c("距离之和", "KS 距离", "Hoeffding D")
CRITERIA_ENGLISH <- c("sum of distances", "KS distance", "Hoeffding’s D")
VERDICTS <- c("超过阈值", "未超过")
#' Of fewer arrays none can lie beyond its own box-plot threshold, however far it is from the others: with 3 or 4 values the largest is
#' itself part of the upper hinge.
JUDGED_FROM <- 5L
UNJUDGED <- "不能判断（不足 5 张）"
MA_ARRAYS <- 6L
MA_POINTS <- 2500L
TREND_POINTS <- 60L
NAMES_SHOWN <- 8L
#' Share of negative logarithms above which the values are taken for ratios.
RATIO_SHARE <- 0.2

#' @param inputs `expression`: a matrix; `groups` (data frame: sample, group), if given. @param params log2_transform.
#' @param job See engine/R/runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("核对数值", 0.02)
  values <- assessed_values(inputs$expression, params, job)
  group <- groups_of(colnames(values), inputs$groups)
  job$step("两两计算距离", 0.1)
  distances <- array_distances(values)
  job$step("比较各芯片的分布", 0.35)
  ks <- pooled_distances(values)
  job$step("MA 图的 Hoeffding D", 0.45)
  reference <- matrixStats::rowMedians(values, na.rm = TRUE)
  d <- ma_dependence(values, reference)
  criteria <- criteria_table(values, group, distances, ks, d, reference)
  tell_verdict(criteria, job)
  tell_identical(distances, job)
  tell_ratios(values, criteria, job)
  job$step("准备各图", 0.85)
  c(list(criteria = criteria, ratios = ratio_rows(criteria)), spread_tables(values, reference, group), ma_tables(values, reference, d, job),
    distance_tables(distances, group), array_components(values, group, job))
}

# ---- values ----

#' The values on the log2 scale. What has no logarithm is missing, as in arrayQualityMetrics.
assessed_values <- function(matrix, params, job) {
  values <- matrix$values
  if (ncol(values) < 3L) stop_input("few_arrays", sprintf("只有 %d 张芯片，至少要 3 张才能互相比较", ncol(values)), "file_id")
  if (any(is.infinite(values))) {
    stop_input("infinite_values", sprintf(
      "表里有 %s 个无穷大的数值，常由对 0 取对数得到。请用 log2(x + 1) 重新计算，再上传", format_count(sum(is.infinite(values)))
    ), "file_id")
  }
  logged <- switch(params$log2_transform, auto = matrix$kind %in% c("linear", "counts"), yes = TRUE, no = FALSE)
  without <- if (logged) sum(values <= 0, na.rm = TRUE) else 0L
  if (logged) {
    values[values <= 0] <- NA_real_
    values <- log2(values)
  }
  job$facts(list(arrays = ncol(values), probes = nrow(values), logged = logged, without_log = if (without > 0L) without))
  present <- colSums(!is.na(values))
  if (any(present < 20L)) {
    poor <- names(present)[present < 20L]
    stop_input("empty_array", sprintf("有 %d 张芯片有数值的探针不到 20 个：%s。请去掉它们，或补齐数值再上传", length(poor), list_names(poor)), "file_id")
  }
  values
}

#' Each array's group, "" where no groups are given.
groups_of <- function(samples, groups) {
  if (is.null(groups)) return(rep("", length(samples)))
  group <- as.character(groups$group)[match(samples, as_written(groups$sample, samples))]
  group[is.na(group) | group == ""] <- "未分组"
  group
}

# ---- criteria ----

#' Mean absolute difference of each two arrays, over the probes that both have.
#'
#' @return `dist` of the arrays.
array_distances <- function(values) {
  # `dist` makes up for missing probes by the number of those that are there.
  distances <- stats::dist(t(values), method = "manhattan") / nrow(values)
  if (anyNA(distances)) stop_input("no_common_probes", "有两张芯片没有任何一个探针同时有数值，算不出距离。请核对缺失值", "file_id")
  distances
}

#' Kolmogorov–Smirnov statistic between each array's values and those of all arrays pooled, as `stats::ks.test` computes it for the
#' empirical distribution function of the pool.
pooled_distances <- function(values) {
  pool <- sort(as.vector(values), method = "radix")
  apply(values, 2L, function(column) {
    column <- sort(column)
    steps <- (seq_along(column) - 1) / length(column)
    above <- findInterval(column, pool) / length(pool) - steps
    max(above, 1 / length(column) - above)
  })
}

#' Hoeffding's D of M and A for each array against the array of medians.
ma_dependence <- function(values, reference) {
  vapply(seq_len(ncol(values)), function(j) {
    present <- !is.na(values[, j])
    hoeffding_d((values[present, j] + reference[present]) / 2, values[present, j] - reference[present])
  }, numeric(1))
}

#' Values beyond the upper hinge by more than 1.5 times the distance of the hinges (Tukey): the box-plot rule to the right.
box_threshold <- function(statistic) {
  five <- stats::fivenum(statistic)
  five[[4L]] + 1.5 * (five[[4L]] - five[[2L]])
}

criteria_table <- function(values, group, distances, ks, d, reference) {
  sums <- colSums(as.matrix(distances))
  judged <- ncol(values) >= JUDGED_FROM
  thresholds <- c(if (judged) c(box_threshold(sums), box_threshold(ks)) else c(NA_real_, NA_real_), D_THRESHOLD)
  outlier <- cbind(sums > thresholds[[1L]], ks > thresholds[[2L]], d > thresholds[[3L]])
  quartiles <- function(values) matrixStats::colQuantiles(values, probs = c(0.25, 0.5, 0.75), na.rm = TRUE)
  own <- quartiles(values)
  relative <- quartiles(values - reference)
  data.frame(
    sample = colnames(values), group = group, flags = as.integer(rowSums(outlier, na.rm = TRUE)), verdict = verdict_words(outlier),
    distance_sum = unname(sums), distance_threshold = thresholds[[1L]], distance_outlier = unname(outlier[, 1L]),
    ks = unname(ks), ks_threshold = thresholds[[2L]], ks_outlier = unname(outlier[, 2L]),
    hoeffding_d = d, d_threshold = thresholds[[3L]], d_outlier = unname(outlier[, 3L]),
    median = own[, 2L], iqr = own[, 3L] - own[, 1L], rle_median = relative[, 2L], rle_iqr = relative[, 3L] - relative[, 1L],
    missing = colMeans(is.na(values)), row.names = NULL
  )
}

#' What the criteria say of each array, in words. @param outlier Logical matrix arrays × criteria; NA where it cannot be judged.
verdict_words <- function(outlier) {
  apply(outlier, 1L, function(row) {
    beyond <- CRITERIA[which(row)]
    open <- CRITERIA[is.na(row)]
    said <- if (length(beyond) > 0L) paste0("超过：", paste(beyond, collapse = "、"))
    else if (length(open) == 0L) "都未超过" else paste0(paste(CRITERIA[!is.na(row)], collapse = "、"), "未超过")
    paste(c(said, if (length(open) > 0L) paste0(paste(open, collapse = "、"), UNJUDGED)), collapse = "；")
  })
}

# ---- words ----

tell_verdict <- function(criteria, job) {
  flagged <- criteria[criteria$flags > 0L, ]
  flagged <- flagged[order(-flagged$flags), ]
  job$facts(list(
    flagged = nrow(flagged), flagged_names = if (nrow(flagged) > 0L) told_names(flagged$sample, NAMES_SHOWN),
    several = sum(flagged$flags > 1L), few = anyNA(criteria$distance_outlier),
    by_distance = sum(criteria$distance_outlier), by_ks = sum(criteria$ks_outlier),
    by_d = sum(criteria$d_outlier), distance_threshold = criteria$distance_threshold[[1L]], ks_threshold = criteria$ks_threshold[[1L]],
    largest_d = max(criteria$hoeffding_d)
  ))
  judged <- !anyNA(criteria$distance_outlier)
  if (!judged) tell_few(nrow(criteria), job)
  else if (nrow(flagged) == 0L) job$finding("passed", "no_outliers", told(
    "三项判据都没有芯片超过阈值", "No array exceeds the threshold of any of the three criteria"
  ))
  tell_several(flagged, job)
  tell_group(criteria, flagged, job)
  if (judged && criteria$ks_threshold[[1L]] < 0.02) {
    job$finding("note", "same_distributions", told(
      "各芯片的分布几乎一样（KS 的阈值只有 %.3f），数据像是做过分位数标准化；这时 KS 超过阈值也只是很小的差别", c(
        "The distributions of the arrays are nearly the same (threshold of KS only %.3f), as after quantile normalization;",
        "an array beyond that threshold differs very little"
      ), criteria$ks_threshold[[1L]]
    ))
  }
  poor <- criteria$sample[criteria$missing > 0.3]
  if (length(poor) > 0L) {
    job$finding("should", "many_missing", told(
      "有 %d 张芯片三成以上的探针没有数值：%s", "%d arrays have no value of more than 30%% of the probes: %s", length(poor), told_names(poor, NAMES_SHOWN)
    ))
  }
}

tell_few <- function(arrays, job) {
  job$finding(
    "should", "too_few_to_judge", told(
      "只有 %d 张芯片，不能用距离之和与 KS 距离判断：这两项的阈值由各芯片自己定出，不足 5 张时，差得再远也不会超过", c(
        "Sum of distances and KS cannot judge %d arrays: the arrays themselves make the thresholds of both,",
        "which fewer than 5 never exceed, however different"
      ), arrays
    ), detail = told(
      "Hoeffding D 的阈值固定，仍可判断。请看箱线图、RLE 和主成分图，或把同一批的其他芯片一起评估",
      "The threshold of Hoeffding’s D is fixed and judges still. See box plots, RLE and principal components, or add the other arrays of the batch"
    ), field = "file_id"
  )
}

tell_several <- function(flagged, job) {
  worst <- flagged[flagged$flags > 1L, ]
  if (nrow(worst) == 0L) return(invisible())
  exceeded <- worst[c("distance_outlier", "ks_outlier", "d_outlier")]
  reasons <- function(written, criteria, between) vapply(seq_len(nrow(worst)), function(i) {
    sprintf(written, worst$sample[[i]], paste(criteria[unlist(exceeded[i, ])], collapse = between))
  }, character(1))
  job$finding("should", "several_criteria", told(
    "两项以上超过阈值的有 %s", "Beyond the thresholds of two or more criteria: %s", told(
      list_names(reasons("%s（%s）", CRITERIA, "、"), NAMES_SHOWN), told_names(reasons("%s (%s)", CRITERIA_ENGLISH, ", "), NAMES_SHOWN)$en
    )
  ), detail = told(
    "请核对扫描图、RNA 完整性和样本来源，并看去掉它们之后结论是否改变",
    "Check scans, RNA integrity and origin of the samples, and if conclusions change without them"
  ))
}

#' Arrays of another tissue look like bad ones.
tell_group <- function(criteria, flagged, job) {
  groups <- unique(flagged$group)
  if (nrow(flagged) < 2L || length(groups) != 1L || groups == "" || length(unique(criteria$group)) < 2L) return(invisible())
  job$finding("note", "flagged_in_one_group", told(
    "被标记的 %d 张都在「%s」组。这可能是组间真实的差别，而不是质量差；不要只因此剔除", c(
      "All %d arrays that were flagged are of the group “%s”. That may be a true difference between groups and no lack of quality:",
      "do not exclude them for it alone"
    ), nrow(flagged), groups
  ))
}

#' Two arrays without any difference are the same one twice.
tell_identical <- function(distances, job) {
  same <- as.matrix(distances) == 0
  diag(same) <- FALSE
  twins <- colnames(same)[rowSums(same) > 0]
  if (length(twins) == 0L) return(invisible())
  job$finding("should", "identical_arrays", told(
    "有 %d 张芯片的数值与另一张完全相同：%s。请核对是否重复上传或命名有误",
    "%d arrays have exactly the values of another one: %s. Check that none was uploaded twice or misnamed",
    length(twins), told_names(twins, NAMES_SHOWN)
  ))
}

#' Ratios and centred values lie around 0: the array of medians has no intensities there, and M follows from A.
tell_ratios <- function(values, criteria, job) {
  if (mean(values < 0, na.rm = TRUE) <= RATIO_SHARE) return(invisible())
  job$finding("should", "ratios", told(
    "有 %.0f%% 的数值小于 0，像是比值或中心化过的数据。这时 A 不代表强度，MA 图和 Hoeffding D（%d 张超过阈值）没有意义，请看另外两项判据",
    c(
      "%.0f%% of the values are below 0, as of ratios or centred data. Then A is no intensity, MA plots and Hoeffding’s D (%d beyond its threshold)",
      "mean nothing, and the other two criteria count"
    ),
    100 * mean(values < 0, na.rm = TRUE), sum(criteria$d_outlier)
  ))
}

# ---- tables of figures ----

ratio_rows <- function(criteria) {
  statistic <- c(criteria$distance_sum, criteria$ks, criteria$hoeffding_d)
  threshold <- c(criteria$distance_threshold, criteria$ks_threshold, criteria$d_threshold)
  outlier <- c(criteria$distance_outlier, criteria$ks_outlier, criteria$d_outlier)
  rows <- data.frame(
    sample = rep(criteria$sample, 3L), criterion = rep(CRITERIA, each = nrow(criteria)), verdict = VERDICTS[ifelse(outlier, 1L, 2L)],
    # Identical arrays have no distance and no threshold.
    ratio = ifelse(threshold > 0, statistic / threshold, 0), limit = 1
  )
  # Without a threshold there is no ratio.
  rows[!is.na(rows$ratio), ]
}

spread_tables <- function(values, reference, group) {
  grouped <- function(rows) data.frame(rows["sample"], group = group[match(rows$sample, colnames(values))], rows[names(rows) != "sample"])
  list(boxes = grouped(box_rows(values)), densities = grouped(density_rows(values)), rle = grouped(box_rows(values - reference)))
}

#' Points of the arrays with the largest D, evenly over the range of A, with their trend.
ma_tables <- function(values, reference, d, job) {
  shown <- utils::head(order(-d), MA_ARRAYS)
  job$facts(list(ma_arrays = length(shown)))
  parts <- lapply(shown, function(j) {
    present <- which(!is.na(values[, j]))
    a <- (values[present, j] + reference[present]) / 2
    m <- values[present, j] - reference[present]
    trend <- stats::lowess(a, m, f = 0.3)
    at <- seq(min(a), max(a), length.out = TREND_POINTS)
    ranked <- order(a, m)
    drawn <- ranked[unique(round(seq(1, length(a), length.out = min(MA_POINTS, length(a)))))]
    name <- colnames(values)[[j]]
    list(
      points = data.frame(probe = rownames(values)[present][drawn], sample = name, A = a[drawn], M = m[drawn]),
      trend = data.frame(sample = name, A = at, M = stats::approx(trend$x, trend$y, at, ties = mean, rule = 2L)$y)
    )
  })
  list(
    ma = do.call(rbind, lapply(parts, `[[`, "points")), ma_trend = do.call(rbind, lapply(parts, `[[`, "trend")),
    ma_words = data.frame(sample = colnames(values)[shown], text = sprintf("D = %.3f", d[shown]))
  )
}

distance_tables <- function(distances, group) {
  tables <- square_heatmap(as.matrix(distances), distances, group, "平均绝对差")
  list(distance = tables$cells, distance_samples = tables$samples, distance_tree = tables$tree, distance_scale = tables$scale)
}

#' Scores on the first two components of all complete probes. The array furthest from the middle lies on the positive side.
array_components <- function(values, group, job) {
  complete <- if (anyNA(values)) values[rowSums(is.na(values)) == 0, , drop = FALSE] else values
  if (nrow(complete) < 2L) {
    job$finding("note", "no_complete_rows", told(
      "在所有芯片里都有数值的探针不到 2 个，主成分图画不出来", "Fewer than 2 probes have a value in every array: no principal components"
    ))
    return(no_component_tables())
  }
  parts <- eigen(crossprod(complete - rowMeans(complete)), symmetric = TRUE)
  variance <- pmax(parts$values, 0)
  scores <- parts$vectors[, 1:2] %*% diag(sqrt(variance[1:2]))
  turned <- apply(scores, 2L, function(score) score[[which.max(abs(score))]] < 0)
  scores[, turned] <- -scores[, turned]
  share <- if (sum(variance) > 0) variance / sum(variance) else variance
  job$facts(list(pc1 = share[[1L]], pc2 = share[[2L]]))
  list(
    pca = data.frame(sample = colnames(values), group = group, PC1 = scores[, 1L], PC2 = scores[, 2L]),
    pca_variance = component_shares(share)
  )
}
