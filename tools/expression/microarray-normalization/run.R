# Arrays made comparable, and probes turned into genes, always in the same order: filter, log2 (on request), normalise, log2,
# genes. What came into each step and what was left stands in the table of steps.

NORMALIZATION_WORDS <- c(none = "不标准化", scale = "中位数缩放", quantile = "分位数法", cyclicloess = "循环 loess")
RULES <- c(mean = "逐个样本取平均", median = "逐个样本取中位数", max_mean = "取均值最高的探针")
RULES_ENGLISH <- c(
  mean = "averaged in each sample", median = "replaced by their median in each sample",
  max_mean = "reduced to the probe with the highest mean over samples"
)
STAGES <- c("before", "after")

#' @param inputs `expression`: a matrix; `annotation`: a table of probes and genes where `annotate` is on.
#' @param params The complete parameters of the declaration. @param job See engine/R/runtime/job.R.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  matrix <- inputs$expression
  refuse_values(matrix, params)
  job$step("过滤低表达探针", 0.05)
  filtered <- filter_probes(matrix$values, params)
  before <- if (params$log2_before) take_log2(filtered$values, "log2_before") else filtered$values
  job$step(sprintf("标准化（%s）", NORMALIZATION_WORDS[[params$normalization_method]]), 0.15)
  logged <- params$log2_before || !matrix$kind %in% c("linear", "counts")
  aligned <- logged && params$normalization_method == "scale"
  tell_normalised(before, params, job)
  normalised <- if (aligned) align_medians(before) else normalise(before, params$normalization_method)
  fitted <- floor_fitted(normalised, logged, params, job)
  normalised <- fitted$values
  after <- if (params$log2_transform) take_log2(normalised, "log2_transform") else normalised
  kind <- result_kind(matrix$kind, params)
  # Before normalisation it is no step of its own unless it was asked for.
  first <- if (params$log2_before) log_step("标准化之前取 log2", TRUE, before)
  steps <- list(filtered$step, first, normalise_step(normalised, params, aligned), log_step("标准化之后取 log2", params$log2_transform, after))
  genes <- NULL
  if (params$annotate) {
    job$step("探针换成基因", 0.6)
    genes <- to_genes(after, inputs$annotation, params, job)
    steps <- c(steps, list(genes$steps))
  }
  values <- if (is.null(genes)) after else genes$values
  job$step("比较前后的分布", 0.8)
  figures <- stage_tables(before, normalised, kind, params)
  tell_medians(figures$boxes, params, job)
  job$facts(c(list(
    probes_in = nrow(matrix$values), probes_kept = nrow(before), rows = nrow(values), samples = ncol(values),
    method = if (aligned) "中位数对齐" else NORMALIZATION_WORDS[[params$normalization_method]],
    normalised = params$normalization_method != "none", by_limma = !aligned && params$normalization_method != "none", aligned = aligned,
    floored = fitted$floored, logged_before = params$log2_before, logged_after = params$log2_transform, annotated = params$annotate,
    filtered = nrow(matrix$values) - nrow(before), filter_rule = filtered$rule, filter_english = filtered$english,
    figure_log = drawn_as_log(kind)
  ), genes$facts))
  list(
    expression = result_matrix(
      values, kind, if (params$annotate) identifier_kind(rownames(values)) else matrix$identifiers, if (!params$annotate) matrix$platform,
      if (params$log2_before || params$log2_transform) 2 else matrix$log_base
    ),
    steps = do.call(rbind, steps),
    probes = rbind(filtered$probes, genes$probes),
    boxes = figures$boxes, densities = figures$densities
  )
}

# ---- what cannot be done ----

refuse_values <- function(matrix, params) {
  values <- matrix$values
  negative <- sum(values < 0, na.rm = TRUE)
  if (matrix$kind == "linear" && negative > 0L) {
    stop_input("negative", sprintf(
      "有 %s 个负的荧光强度（最小 %s），取不了对数。请重新做背景校正，或把负值改为一个小的正数再上传",
      format_count(negative), written_number(min(values, na.rm = TRUE))
    ), "file_id")
  }
  linear <- matrix$kind %in% c("linear", "counts")
  # It fits curves to the values: of linear ones the brightest probes would decide, and nothing would say so in a result without logarithms.
  if (linear && params$normalization_method == "cyclicloess" && !params$log2_before && !params$log2_transform) {
    stop_input("loess_linear", "数值没有取过对数，不能用循环 loess。请打开「标准化之前取 log2」，或改用分位数法", "normalization_method")
  }
  if (params$log2_before && params$log2_transform) {
    stop_input("log_both", "标准化之前和之后都要取 log2，等于取了两次。请只留一次", "log2_transform")
  }
}

#' Curves that are fitted to values without logarithms may take weak probes below 0, which have none: they count as 0, and are told.
#' @param logged Were logarithms normalised? @return The values, and how many were `floored`; NULL where none was.
floor_fitted <- function(values, logged, params, job) {
  below <- if (!logged && params$normalization_method == "cyclicloess" && params$log2_transform) which(values < 0)
  if (length(below) == 0L) return(list(values = values, floored = NULL))
  job$finding("should", "loess_negative", told(
    "循环 loess 在没有取过对数的数值上做，%s 个弱的数值变成了负数（占 %s%%，最小 %s），取 log2 前按 0 算。改为「标准化之前取 log2」就没有这个问题",
    c(
      "Cyclic loess on values without logarithms made %s weak values negative (%s%% of all, the lowest %s); they count as 0 before log2.",
      "This does not happen where log2 is taken before normalization"
    ),
    format_count(length(below)), format(signif(100 * length(below) / length(values), 2L)), written_number(min(values[below]), 3L)
  ), field = "normalization_method")
  values[below] <- 0
  list(values = values, floored = length(below))
}

#' log2(x + 1), never of a value without a logarithm. @param field The parameter that asked for it.
take_log2 <- function(values, field) {
  lowest <- min(values, na.rm = TRUE)
  if (lowest <= -1) {
    stop_input("log_of_negative", sprintf("最小的数值是 %s，不能取 log2(x + 1)。这些数值像是已取过对数，请不要再取", written_number(lowest)), field)
  }
  log2(values + 1)
}

result_kind <- function(kind, params) {
  if (params$log2_before || params$log2_transform) return("log")
  # Normalised counts are no counts any more.
  if (kind == "counts" && (params$normalization_method != "none" || params$annotate)) "linear" else kind
}

# ---- 1: filter ----

#' @return `values` that stay, `step` and `probes` for the tables, `rule` in words (NULL where nothing is filtered).
filter_probes <- function(values, params) {
  if (!params$filter_enabled) {
    return(list(values = values, step = step_row("过滤低表达探针", nrow(values), nrow(values), "没有做"), probes = probe_rows()))
  }
  threshold <- params$filter_threshold
  by_max <- params$filter_method == "max"
  level <- if (by_max) row_maxima(values) else rowMeans(values, na.rm = TRUE)
  by_share <- params$filter_method == "quantile"
  keep <- if (by_share) level >= stats::quantile(level, threshold, na.rm = TRUE, names = FALSE) else level > threshold
  keep[is.na(keep)] <- FALSE
  rule <- if (by_share) sprintf("去掉平均值最低的 %s%%", format(100 * threshold))
  else sprintf("留下%s高于 %s 的", if (by_max) "最大值" else "平均值", format(threshold))
  if (sum(keep) < 2L) {
    stop_input("filter_all", sprintf(
      "过滤后只剩 %d 个探针：%s。%s最高的探针是 %s，请调小阈值", sum(keep), rule, if (by_max) "最大值" else "平均值", format(signif(max(level, na.rm = TRUE), 4L))
    ), "filter_threshold")
  }
  list(
    values = values[keep, , drop = FALSE], step = step_row("过滤低表达探针", nrow(values), sum(keep), rule),
    probes = probe_rows(rownames(values)[!keep], "", "低表达，已过滤"), rule = rule,
    english = if (by_share) sprintf("the %s%% with the lowest mean were removed", format(100 * threshold))
    else sprintf("those with a %s above %s were kept", if (by_max) "maximum" else "mean", format(threshold))
  )
}

row_maxima <- function(values) do.call(pmax, c(lapply(seq_len(ncol(values)), function(j) values[, j]), na.rm = TRUE))

# ---- 2: normalise ----

#' Values that were normalised before, or are no expression any more.
tell_normalised <- function(values, params, job) {
  if (params$normalization_method != "none" && have_one_distribution(values)) job$finding("should", "normalised_twice", told(
    "各样本的分布已经完全相同，像是做过分位数标准化（如 RMA）。再标准化一次没有必要，「标准化方法」请选「不标准化」",
    "All samples had one distribution already, as after quantile normalization (such as RMA): they need no further normalization"
  ), field = "normalization_method")
  if (are_row_z(values)) job$finding("should", "z_scores", told(
    "数值像是按行标准化过的 z 值（每行平均 0、标准差 1），探针之间的高低已经没有了，不能再标准化、过滤或求倍数。请用之前的表达量",
    c(
      "The values look like z-scores of rows (mean 0, standard deviation 1): differences between probes are gone,",
      "and they cannot be normalized, filtered or compared by fold changes. Use the expression values before"
    )
  ), field = "file_id")
}

#' limma's own: `scale` divides intensities, which is why it comes before the logarithm.
normalise <- function(values, method) {
  if (method == "none") return(values)
  require_probes(values)
  if (method == "scale") {
    medians <- sample_medians(values)
    if (any(medians <= 0)) {
      stop_input("median_not_positive", sprintf(
        "有 %d 个样本的中位数不是正数，不能用中位数缩放：%s。请改用分位数法，或先取 log2", sum(medians <= 0), list_names(names(medians)[medians <= 0])
      ), "normalization_method")
    }
  }
  if (method == "cyclicloess") cyclic_loess(values) else limma::normalizeBetweenArrays(values, method = method)
}

#' Cyclic loess as `limma::normalizeCyclicLoess` does it by default, bit by bit: in a round each array is fitted against the mean of all, by itself,
#' so that processes share the arrays. @param by_package TRUE: limma alone.
cyclic_loess <- function(values, by_package = !is_known_version("limma", "3.54")) {
  if (by_package) return(limma::normalizeBetweenArrays(values, method = "cyclicloess"))
  for (round in seq_len(3L)) {
    mean <- rowMeans(values, na.rm = TRUE)
    parts <- runs_in_forks(ncol(values), length(values), function(arrays) {
      vapply(arrays, function(i) values[, i] - limma::loessFit(values[, i] - mean, mean, span = 0.7)$fitted, numeric(nrow(values)))
    })
    values[] <- do.call(cbind, parts)
  }
  values
}

#' Logs whose medians agree: a factor between intensities is a difference between logs. To divide logs would stretch each array by
#' its brightness, and make most genes differ between arrays scanned dim and bright.
align_medians <- function(values) {
  require_probes(values)
  medians <- sample_medians(values)
  sweep(values, 2L, medians - mean(medians))
}

require_probes <- function(values) {
  if (nrow(values) < 2L) stop_input("one_probe", "只有一个探针，不能标准化。请上传整张芯片的数据", "file_id")
}

sample_medians <- function(values) {
  medians <- apply(values, 2L, stats::median, na.rm = TRUE)
  if (anyNA(medians)) {
    stop_input("empty_array", sprintf("样本 %s 没有数值，不能标准化。请去掉它再上传", list_names(names(medians)[is.na(medians)])), "file_id")
  }
  medians
}

normalise_step <- function(values, params, aligned) {
  method <- params$normalization_method
  note <- if (method == "none") "没有做" else if (aligned) "每个样本减去自己的中位数，再加各样本中位数的平均"
  else sprintf("limma::normalizeBetweenArrays(method = \"%s\")", method)
  step_row("标准化", nrow(values), nrow(values), note)
}

log_step <- function(name, done, values) {
  step_row(name, nrow(values), nrow(values), if (done) "log2(x + 1)" else "没有做")
}

# ---- 4: genes ----

#' Genes in place of probes.
#'
#' @param values Numeric matrix, probes × samples.
#' @return `values` genes × samples, in the order of each gene's first probe; `steps`, `probes`, `facts`.
to_genes <- function(values, table, params, job) {
  pairs <- annotation_pairs(table, params$probe_column, params$symbol_column)
  probes <- rownames(values)
  known <- probes %in% pairs$probe
  require_known(probes, known, pairs, job)
  pairs <- pairs[pairs$probe %in% probes & nzchar(pairs$gene), , drop = FALSE]
  genes <- split(pairs$gene, factor(pairs$probe, probes))
  count <- unname(lengths(genes))
  if (!any(count == 1L)) {
    stop_input("no_genes", "矩阵的探针在注释表里都没有唯一的基因。请核对基因名所在的列", "symbol_column")
  }
  gene <- unname(vapply(genes[count == 1L], function(one) one[[1L]], character(1)))
  annotated <- values[count == 1L, , drop = FALSE]
  merged <- merge_probes(annotated, gene, params$duplicate_method)
  dropped <- which(count != 1L)
  fates <- ifelse(!known[dropped], "注释表里没有", ifelse(count[dropped] == 0L, "没有对应的基因", "对应多个基因"))
  many <- vapply(genes[dropped], paste, character(1), collapse = ";")
  label <- attr(table, "label")
  list(
    values = merged$values,
    steps = rbind(
      step_row("探针换成基因", length(probes), length(gene), sprintf("注释表：%s", label)),
      step_row("合并同一基因的探针", length(gene), nrow(merged$values), RULES[[params$duplicate_method]])
    ),
    probes = rbind(probe_rows(probes[dropped], unname(many), fates), merged$probes),
    facts = list(
      annotation = label, absent = sum(!known), geneless = sum(known & count == 0L), ambiguous = sum(count > 1L),
      merged_probes = merged$probe_count, merged_genes = merged$gene_count, merge_rule = RULES[[params$duplicate_method]],
      merge_english = RULES_ENGLISH[[params$duplicate_method]]
    )
  )
}

#' An annotation of another platform shares few or no probes with the matrix.
require_known <- function(probes, known, pairs, job) {
  if (!any(known)) {
    stop_input("probes_absent", sprintf(
      "矩阵的探针在注释表里一个也没有：矩阵里如 %s，注释表里如 %s。请换成这张芯片的平台，或核对注释表的列",
      list_names(probes), list_names(pairs$probe)
    ), "annotate")
  }
  if (mean(known) < 0.5) {
    job$finding("should", "probes_few", told(
      "只有 %.0f%% 的探针在注释表里，可能选错了平台", "Only %.0f%% of the probes are in the annotation: the platform may be another one",
      100 * mean(known)
    ), detail = told("没有找到的如 %s", "Not found, such as %s", told_names(probes[!known])), field = "annotate")
  }
}

#' One row per gene.
#'
#' @param values Probes × samples. @param gene Gene of each probe. @param rule mean, median or max_mean: the probe with the highest
#'   mean over the samples; of equal ones the first by name, so that the order of the rows decides nothing.
merge_probes <- function(values, gene, rule) {
  genes <- unique(gene)
  place <- match(gene, genes)
  size <- tabulate(place, length(genes))
  several <- which(size[place] > 1L)
  result <- values[match(genes, gene), , drop = FALSE]
  rownames(result) <- genes
  chosen <- NULL
  if (length(several) > 0L) {
    if (rule == "max_mean") {
      means <- rowMeans(values[several, , drop = FALSE], na.rm = TRUE)
      ranked <- several[order(place[several], -means, rownames(values)[several], method = "radix")]
      chosen <- ranked[!duplicated(place[ranked])]
      result[place[chosen], ] <- values[chosen, ]
    } else {
      merge <- if (rule == "mean") merged_means else merged_medians
      merged <- merge(values[several, , drop = FALSE], place[several])
      result[merged$place, ] <- merged$values
    }
  }
  fates <- if (rule != "max_mean") rep("与同一基因的探针合并", length(several))
  else ifelse(several %in% chosen, "代表这个基因", "让给均值更高的探针")
  list(
    values = result, probes = probe_rows(rownames(values)[several], gene[several], fates),
    probe_count = length(several), gene_count = sum(size > 1L)
  )
}

#' Mean of the values that are there; NA where there is none.
merged_means <- function(values, place) {
  sums <- rowsum(values, place, na.rm = TRUE)
  present <- rowsum(1 * !is.na(values), place)
  means <- sums / present
  means[present == 0] <- NA_real_
  list(place = as.integer(rownames(sums)), values = unname(means))
}

merged_medians <- function(values, place) {
  places <- sort(unique(place))
  at <- match(place, places)
  # Sorted by place and value at once: a median for each place would be a hundred thousand calls.
  medians <- vapply(seq_len(ncol(values)), function(j) {
    present <- !is.na(values[, j])
    sorted <- values[present, j][order(at[present], values[present, j], method = "radix")]
    size <- tabulate(at[present], length(places))
    start <- cumsum(size) - size
    middle <- (sorted[start + (size + 1L) %/% 2L + (size == 0L)] + sorted[start + size %/% 2L + 1L]) / 2
    ifelse(size == 0L, NA_real_, middle)
  }, numeric(length(places)))
  list(place = places, values = matrix(medians, length(places)))
}

# ---- rows of the tables ----

step_row <- function(step, rows_in, rows_out, note) {
  data.frame(step = step, rows_in = as.integer(rows_in), rows_out = as.integer(rows_out), removed = as.integer(rows_in - rows_out), note = note)
}

probe_rows <- function(probe = character(), gene = character(), fate = character()) {
  if (length(probe) == 0L) return(data.frame(probe = character(), gene = character(), fate = character()))
  data.frame(probe = probe, gene = gene, fate = fate)
}

# ---- figures ----

#' Is the result linear? Then the figures are drawn of its logarithm: of intensities nothing else can be seen.
drawn_as_log <- function(kind) kind %in% c("linear", "counts")

#' Boxes and densities of the same probes before and after, on the scale of the result.
stage_tables <- function(before, after, kind, params) {
  drawn <- if (params$log2_transform || drawn_as_log(kind)) function(values) log2(values + 1) else identity
  stages <- list(before = drawn(before), after = drawn(after))
  span <- range(unlist(lapply(stages, range, na.rm = TRUE)))
  staged <- function(rows, stage) data.frame(rows["sample"], stage = rep(stage, nrow(rows)), rows[names(rows) != "sample"])
  list(
    boxes = do.call(rbind, Map(staged, lapply(stages, box_rows), names(stages), USE.NAMES = FALSE)),
    densities = do.call(rbind, Map(staged, lapply(stages, density_rows, span = span), names(stages), USE.NAMES = FALSE))
  )
}

tell_medians <- function(boxes, params, job) {
  ranges <- vapply(STAGES, function(stage) diff(range(boxes$median[boxes$stage == stage], na.rm = TRUE)), numeric(1))
  job$facts(list(range_before = ranges[[1L]], range_after = ranges[[2L]]))
  if (params$normalization_method != "none") return(invisible())
  if (ranges[[1L]] > 0.5) {
    job$finding("should", "not_normalised", told(
      "没有标准化，而各样本的中位数最多相差 %.2f（log2）。如果数据没有经过 RMA 等处理，请选一种标准化方法",
      "No normalization was made, and medians of samples differ by up to %.2f (log2): data that have not been through RMA or the like need one",
      ranges[[1L]]
    ), field = "normalization_method")
  }
}
