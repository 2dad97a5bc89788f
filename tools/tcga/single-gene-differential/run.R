# A gene's expression in tumour against normal, in one cohort or in many.

#' Fewer of either are drawn, not tested.
TESTED_FROM <- 3L
#' Below these pairs a signed-rank test can hardly reach 0.05.
PAIRS_ENOUGH <- 6L
#' More categories have no room for P: stars stand over them.
P_WRITTEN <- 6L
#' Panels of a figure of several genes in several cohorts.
PANELS_DRAWN <- 6L

#' @param inputs `dataset`: a list of cohorts by code, from `open_cohort`. @param params The complete parameters.
#' @param job See engine/R/runtime/job.R.
#' @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  cohorts <- inputs$dataset
  # GTEx donors have no tumour: pairs are TCGA's own.
  with_gtex <- params$with_gtex && !params$paired
  job$step("找到基因", 0.1)
  found <- find_in_cohorts(cohorts, params$target_genes, if (with_gtex) "gtex" else "expression", job)
  job$step("读取表达量", 0.3)
  parts <- lapply(cohorts, cohort_part, found = found, with_gtex = with_gtex, params = params)
  values <- bind_rows_of(parts, "values")
  if (nrow(values) == 0L) stop_input("no_pairs", sprintf(
    "%s 里没有肿瘤和癌旁都有的患者，不能配对比较。请关掉「配对比较」，或换一个队列", list_names(labels_of(cohorts))
  ), "paired")
  job$step("比较肿瘤与正常", 0.5)
  tests <- test_all(values, params$paired)
  tell_not_tested(tests, params, job)
  sources <- if (with_gtex) source_differences(bind_rows_of(parts, "raw")) else no_sources()
  job$step("整理结果", 0.8)
  flow <- bind_rows_of(parts, "flow")
  tell_gene_compared(cohorts, parts, values, tests, sources, found, with_gtex, params, job)
  c(
    list(
      tests = tests,
      values = values,
      pairs = if (params$paired) pair_rows(values) else no_pairs(),
      sources = sources, flow = flow
    ),
    figure_tables(values, tests, sources, params$paired, job)
  )
}

#' What each cohort calls each gene. Stops where no cohort has any of them.
#'
#' @return Data frame `code`, `asked`, `symbol` (of the cohort's matrix), `gene` (the name in the results, one for all cohorts).
find_in_cohorts <- function(cohorts, asked, matrix, job) {
  without <- Filter(function(cohort) !has_cohort_matrix(cohort, matrix), cohorts)
  if (length(without) > 0L) stop_input("no_gtex", sprintf(
    "%s 没有装 GTEx 正常组织的数据。请关掉「加入 GTEx 正常组织」，或去掉这个队列", list_names(labels_of(without))
  ), "with_gtex")
  asked <- unique(trimmed(asked))
  matches <- lapply(cohorts, function(cohort) match_cohort_genes(asked, cohort_genes(cohort, matrix)$symbol))
  all <- do.call(rbind, Map(function(code, rows) data.frame(code = code, rows), names(cohorts), matches))
  present <- all[all$found != "", ]
  if (nrow(present) == 0L) stop_input("gene_absent", sprintf(
    "%s里没有「%s」。请核对写法%s", paste0(list_names(labels_of(cohorts)), if (length(cohorts) > 1L) " 这些队列" else " "), list_names(asked),
    "，可以用基因符号、旧名、Ensembl 号或 Entrez 号；也可以换一个基因更全的队列"
  ), "target_genes")
  matched <- present[!duplicated(present$asked), ]
  nowhere <- all[!all$asked %in% matched$asked & !duplicated(all$asked), ]
  tell_matches(rbind(matched, nowhere)[c("asked", "found", "how")], "target_genes", job)
  tell_missing(present, matched, cohorts, job)
  # Two names of one gene are one gene.
  matched <- matched[!duplicated(matched$found), ]
  present <- present[present$asked %in% matched$asked, ]
  data.frame(code = present$code, asked = present$asked, symbol = present$found, gene = matched$found[match(present$asked, matched$asked)])
}

#' Genes that some cohorts have and others do not.
tell_missing <- function(present, matched, cohorts, job) {
  for (asked in matched$asked) {
    missing <- setdiff(names(cohorts), present$code[present$asked == asked])
    if (length(missing) == 0L) next
    job$finding("should", "gene_absent_here", told(
      "%s 在 %s 里没有，这些队列不参与它的比较", "Cohorts without %s take no part in its comparison: %s", matched$found[matched$asked == asked],
      told_names(labels_of(cohorts[missing]))
    ), field = "target_genes")
  }
}

labels_of <- function(cohorts) vapply(cohorts, function(cohort) cohort$about$label, character(1), USE.NAMES = FALSE)

#' One cohort's samples and values.
#'
#' @return `values` (a row per gene and sample, on the chosen scale; `group` is a code of `TISSUES`), `raw` (the same on the log scale with the
#'   source of each sample), `flow`, `excluded` and `donors_repeated` (numbers of samples).
cohort_part <- function(cohort, found, with_gtex, params) {
  genes <- found[found$code == cohort$about$code, ]
  matrix <- if (with_gtex) "gtex" else "expression"
  chosen <- if (params$paired) paired_samples(cohort) else tumours_and_normals(cohort, matrix)
  samples <- chosen$samples
  read <- cohort_values(cohort, genes$symbol, matrix, samples$sample)
  raw <- data.frame(
    cohort = rep(cohort$about$label, length(read)), gene = rep(genes$gene, each = nrow(samples)), sample = rep(samples$sample, nrow(genes)),
    patient = rep(samples$patient, nrow(genes)), group = rep(samples$type, nrow(genes)),
    source = rep(ifelse(samples$type == "gtex", "GTEx", "TCGA"), nrow(genes)), value = as.vector(t(read))
  )
  unit <- scale_unit(cohort$about$matrices[[matrix]]$unit, params$log_scale)
  values <- data.frame(raw, unit = rep(unit, nrow(raw)))
  values$value <- on_scale(values$value, params$log_scale)
  flow <- flow_table(chosen$total, chosen$exclusions, nrow(samples), "样本")
  list(
    values = values, raw = raw, flow = data.frame(cohort = cohort$about$label, flow), pairs = chosen$pairs,
    unit = unit, excluded = sum(chosen$exclusions$n), donors_repeated = chosen$donors_repeated
  )
}

#' All tumours and normals of a matrix, tumours first; of GTEx one sample of each donor.
tumours_and_normals <- function(cohort, matrix) {
  all <- cohort_samples(cohort)
  measured <- cohort_samples(cohort, matrix)
  independent <- independent_normals(measured)
  samples <- independent$samples
  samples <- samples[order(match(samples$type, c("tumour", "normal", "gtex"))), ]
  outside <- !all$sample %in% measured$sample
  counts <- c(
    sum(outside & all$type == "gtex"), sum(outside & all$type != "gtex")
  )
  reasons <- c("没有加入的 GTEx 正常样本", "不在这次用的表达矩阵里的 TCGA 样本")
  list(
    total = nrow(all), samples = samples, exclusions = rbind(data.frame(reason = reasons, n = counts)[counts > 0L, ], independent$exclusions),
    donors_repeated = independent$donors_repeated,
    pairs = length(intersect(samples$patient[samples$type == "tumour"], samples$patient[samples$type == "normal"]))
  )
}

#' One tumour and one normal of each patient that has both; the tumour that stands for the patient in survival analyses where it is there.
paired_samples <- function(cohort) {
  all <- cohort_samples(cohort)
  samples <- cohort_samples(cohort, "expression")
  samples <- samples[order(samples$survival != "1", samples$code, samples$sample, method = "radix"), ]
  first <- function(type) {
    own <- samples[samples$type == type, ]
    own[!duplicated(own$patient), ]
  }
  tumours <- first("tumour")
  normals <- first("normal")
  both <- intersect(tumours$patient, normals$patient)
  kept <- rbind(tumours[match(both, tumours$patient), ], normals[match(both, normals$patient), ])
  left <- samples[!samples$sample %in% kept$sample, ]
  counts <- c(
    sum(left$type == "tumour" & !left$patient %in% normals$patient), sum(left$type == "normal" & !left$patient %in% tumours$patient),
    sum(left$patient %in% both), sum(all$type == "gtex"), sum(all$type != "gtex" & !all$sample %in% samples$sample)
  )
  reasons <- c("没有癌旁样本的患者的肿瘤", "没有肿瘤样本的患者的癌旁", "同一患者的其余样本", "GTEx 正常样本，没有配对的肿瘤", "没有表达数据的样本")
  exclusions <- data.frame(reason = reasons, n = counts)[counts > 0L, ]
  list(total = nrow(all), samples = kept, exclusions = exclusions, donors_repeated = 0L, pairs = length(both))
}

#' One test for each cohort and gene, P adjusted over all that were done.
test_all <- function(values, paired) {
  key <- paste(values$cohort, values$gene, sep = "\t")
  tests <- do.call(rbind, lapply(split(values, factor(key, unique(key))), test_one, paired = paired))
  rownames(tests) <- NULL
  tests$padj <- stats::p.adjust(tests$p, "BH")
  tests
}

#' Tumours are set against the normals of their own project. A test stratified by source is the same: the stratum of GTEx has no tumour.
#' Without enough of their own, against GTEx'.
reference_group <- function(group) if (sum(group == "normal") >= TESTED_FROM || !"gtex" %in% group) "normal" else "gtex"

#' @return A row of the table, in codes.
test_one <- function(values, paired) {
  reference <- reference_group(values$group)
  tumor <- values$value[values$group == "tumour"]
  normal <- values$value[values$group == reference]
  # Rows of a pair stand at the same place of both groups.
  difference <- if (paired) stats::median(tumor - normal) else stats::median(tumor) - stats::median(normal)
  row <- data.frame(
    cohort = values$cohort[[1L]], gene = values$gene[[1L]], compared = reference, n_tumor = length(tumor), n_normal = length(normal),
    median_tumor = stats::median(tumor), median_normal = stats::median(normal), difference = difference
  )
  tested <- function(test, direction, shift, low, high, statistic, p) data.frame(
    row, shift = shift, shift_low = low, shift_high = high, direction = direction, W = statistic, p = p, padj = NA_real_, test = test,
    unit = values$unit[[1L]]
  )
  same <- if (paired) all(tumor == normal) else length(unique(c(tumor, normal))) < 2L
  if (same || min(length(tumor), length(normal)) < TESTED_FROM) {
    why <- untested_why(length(tumor), length(normal), paired)
    return(tested(paste0("未检验：", why$zh), "none", NA_real_, NA_real_, NA_real_, NA_real_, NA_real_))
  }
  test <- shifted_wilcoxon(tumor, normal, paired)
  words <- paste0(if (paired) "Wilcoxon 符号秩" else "Wilcoxon 秩和", if (test$exact) "（精确）" else "（正态近似）")
  direction <- c("lower", "none", "higher")[[test$direction + 2]]
  tested(words, direction, test$shift, test$low, test$high, test$statistic, test$p)
}

#' Why a comparison was not tested: there are too few samples, or else all have the same expression.
untested_why <- function(tumors, normals, paired) {
  if (min(tumors, normals) >= TESTED_FROM) return(told("表达量全部相同", "expression is the same in all"))
  if (paired) return(told("只有 %d 对", "%d pairs only", tumors))
  told("肿瘤 %d 个，正常 %d 个，不足 %d 个", "%d tumour and %d normal samples, fewer than %d", tumors, normals, TESTED_FROM)
}

#' Says which comparisons were drawn and not tested; stops where all of them were.
tell_not_tested <- function(tests, params, job) {
  untested <- tests[is.na(tests$p), ]
  if (nrow(untested) == 0L) return(invisible())
  # Each with its own reason.
  why <- Map(untested_why, untested$n_tumor, untested$n_normal, params$paired)
  reasons <- function(pattern, language) {
    utils::head(unique(sprintf(pattern, untested$cohort, vapply(why, `[[`, character(1), language))), 6L)
  }
  reason <- told(paste(reasons("%s %s", "zh"), collapse = "；"), paste(reasons("%s (%s)", "en"), collapse = "; "))
  if (nrow(untested) == nrow(tests)) {
    stop_input("nothing_to_test", sprintf(
      "不能检验：%s。请%s换一个队列或基因", reason$zh, if (params$paired) "关掉「配对比较」，或" else ""
    ), if (params$paired) "paired" else "dataset")
  }
  job$finding("should", "not_tested", told(
    "有 %s 组只画图，没有检验：%s", "%s comparisons were drawn, not tested: %s", format_count(nrow(untested)), reason
  ), field = "dataset")
}

no_pairs <- function() {
  data.frame(cohort = character(), gene = character(), patient = character(), tumor = numeric(), normal = numeric(), difference = numeric())
}

pair_rows <- function(values) {
  tumor <- values[values$group == "tumour", ]
  key <- function(rows) paste(rows$cohort, rows$gene, rows$patient, sep = "\t")
  normal <- values[values$group == "normal", ]
  other <- normal$value[match(key(tumor), key(normal))]
  rows <- data.frame(
    cohort = tumor$cohort, gene = tumor$gene, patient = tumor$patient, tumor = tumor$value, normal = other, difference = tumor$value - other
  )
  rownames(rows) <- NULL
  rows
}

no_sources <- function() {
  data.frame(
    cohort = character(), gene = character(), n_tcga = integer(), n_gtex = integer(), median_tcga = numeric(), median_gtex = numeric(),
    tumor_difference = numeric(), padj_tcga = numeric(), gtex_difference = numeric(), padj_gtex = numeric(), source_difference = numeric(),
    agreement = character(), suspect = character()
  )
}

#' Tumours against TCGA's normals and against GTEx', and the normals against each other, where there are both: what the normals differ by is
#' no matter of the tumour. On the log scale; P adjusted over the rows of each comparison.
source_differences <- function(raw) {
  key <- paste(raw$cohort, raw$gene, sep = "\t")
  rows <- lapply(split(raw, factor(key, unique(key))), function(one) {
    tumor <- one$value[one$group == "tumour"]
    tcga <- one$value[one$group == "normal"]
    gtex <- one$value[one$group == "gtex"]
    if (min(length(tumor), length(tcga), length(gtex)) < TESTED_FROM) return(NULL)
    between <- stats::median(tcga) - stats::median(gtex)
    change <- stats::median(tumor) - stats::median(tcga)
    data.frame(
      cohort = one$cohort[[1L]], gene = one$gene[[1L]], n_tcga = length(tcga), n_gtex = length(gtex), median_tcga = stats::median(tcga),
      median_gtex = stats::median(gtex), tumor_difference = change, padj_tcga = plain_rank_sum(tumor, tcga),
      gtex_difference = stats::median(tumor) - stats::median(gtex), padj_gtex = plain_rank_sum(tumor, gtex), source_difference = between,
      agreement = "", same = rank_direction(tumor, tcga) == rank_direction(tumor, gtex),
      suspect = if (abs(between) >= SOURCE_SHARE * abs(change)) "source" else "none"
    )
  })
  rows <- do.call(rbind, unname(rows))
  if (is.null(rows)) return(no_sources())
  rows$padj_tcga <- stats::p.adjust(rows$padj_tcga, "BH")
  rows$padj_gtex <- stats::p.adjust(rows$padj_gtex, "BH")
  rows$agreement <- agreement_of(rows)
  rows[setdiff(names(rows), "same")]
}

#' Where the tumours rank, against a half: medians may be equal, or lie the other way, where P is small.
rank_direction <- function(tumor, normal) sign(rank_biserial_estimate(tumor, normal))

plain_rank_sum <- function(tumor, normal) suppressWarnings(stats::wilcox.test(tumor, normal))$p.value

#' How two comparisons go together, in codes.
agreement_of <- function(rows) {
  own <- rows$padj_tcga < 0.05 & !is.na(rows$padj_tcga)
  gtex <- rows$padj_gtex < 0.05 & !is.na(rows$padj_gtex)
  ifelse(own & gtex, ifelse(rows$same, "both", "opposite"), ifelse(own | gtex, "one", "neither"))
}

#' Categories are the cohorts where there are several, else the genes; several of both are a panel for each gene.
figure_tables <- function(values, tests, sources, paired, job) {
  by_cohort <- length(unique(values$cohort)) > 1L
  genes <- unique(values$gene)
  panels <- by_cohort && length(genes) > 1L
  drawn <- if (panels) utils::head(genes, PANELS_DRAWN) else genes
  if (length(drawn) < length(genes)) job$finding("note", "panels", told(
    "图里画前 %d 个基因，表里是全部 %d 个", "The figure shows the first %d genes, the tables all %d", length(drawn), length(genes)
  ))
  of_figure <- function(rows) {
    rows <- rows[rows$gene %in% drawn, , drop = FALSE]
    rows$label <- if (by_cohort) rows$cohort else rows$gene
    rows$facet <- if (panels) rows$gene else rep("", nrow(rows))
    rows
  }
  shown <- of_figure(if (length(unique(values$unit)) > 1L) within_cohorts(values) else values)
  points <- data.frame(
    facet = shown$facet, label = shown$label, group = shown$group, name = shown$sample, value = shown$value,
    pair = if (paired) shown$patient else rep("", nrow(shown))
  )
  # Panels in the order of the genes; within them tumour before normal.
  points <- points[order(match(points$facet, c("", drawn)), match(points$label, unique(points$label)), match(points$group, names(TISSUES))), ]
  points <- plain_rows(points)
  boxes <- group_boxes(points)
  list(
    boxes = boxes, points = points, notes = rbind(test_notes(of_figure(tests), nrow(tests)), source_notes(of_figure(sources))),
    pair_boxes = if (paired) boxes else boxes[0L, ]
  )
}

#' Values of a gene in standard deviations of its own cohort: numbers of different units have no axis in common.
within_cohorts <- function(values) {
  values$value <- stats::ave(values$value, values$cohort, values$gene, FUN = function(own) {
    spread <- stats::sd(own)
    if (is.na(spread) || spread == 0) own * 0 else (own - mean(own)) / spread
  })
  values
}

#' What the figure writes over the groups of each category. @param tests Rows of the figure. @param done Tests of the whole run.
test_notes <- function(tests, done) {
  p <- if (done > 1L) tests$padj else tests$p
  text <- if (nrow(tests) <= P_WRITTEN) p_sentence(p) else p_stars(p)
  data.frame(
    facet = tests$facet, label = tests$label, group = rep("tumour", nrow(tests)), other = tests$compared, p = p,
    text = text
  )
}

#' Tumours against GTEx beside TCGA's own normals: in the figure where its reader asks for them.
source_notes <- function(sources) {
  data.frame(
    facet = sources$facet, label = sources$label, group = rep("tumour", nrow(sources)),
    other = rep("gtex", nrow(sources)), p = sources$padj_gtex, text = rep("", nrow(sources))
  )
}

tell_gene_compared <- function(cohorts, parts, values, tests, sources, found, with_gtex, params, job) {
  done <- tests[!is.na(tests$p), ]
  significant <- done[done$padj < 0.05, ]
  one <- if (nrow(tests) == 1L) tests
  genes <- unique(found$gene)
  units <- vapply(parts, `[[`, character(1), "unit")
  samples <- values[!duplicated(paste(values$cohort, values$sample)), ]
  number <- function(name) sum(vapply(parts, function(part) as.integer(part[[name]]), integer(1)))
  confounded <- unique(done$cohort[done$compared == "gtex"])
  job$facts(c(facts_of_cohorts(cohorts), list(
    genes_word = told_names(genes), genes = length(genes), cohorts = length(cohorts), single = !is.null(one), pan = length(cohorts) > 1L,
    tumors = sum(samples$group == "tumour"), normals = sum(samples$group != "tumour"), gtex = sum(samples$source == "GTEx"),
    excluded = number("excluded"), tests = nrow(done), untested = nrow(tests) - nrow(done), significant_n = nrow(significant),
    up = sum(significant$direction == "higher"), down = sum(significant$direction == "lower"), significant = nrow(significant) > 0L,
    compared = if (!is.null(one)) TABLE_WORDS$tests$compared[[one$compared]], compared_n = one$n_normal,
    confounded = if (length(confounded) > 0L) told_names(confounded),
    apart = nrow(sources), both_agreed = sum(sources$agreement == "both"),
    donors_repeated = number("donors_repeated"),
    median_tumor = one$median_tumor, median_normal = one$median_normal, difference = one$difference, p = one$p,
    shift = one$shift, shift_low = one$shift_low, shift_high = one$shift_high,
    direction = if (!is.null(one)) direction_words(one), by_order = !is.null(one) && by_order_alone(one),
    test_word = if (params$paired) "Wilcoxon 符号秩检验" else "Wilcoxon 秩和检验",
    is_paired = params$paired, joined = with_gtex, suspects = sum(sources$suspect == "source"),
    unit_word = if (length(unique(units)) == 1L) units[[1L]] else "各队列单位不同",
    units_differ = length(unique(units)) > 1L,
    value_title = if (length(unique(units)) == 1L) value_title(if (length(genes) == 1L) genes else "", units)
    else paste0(gene_title(if (length(genes) == 1L) genes else ""), if (length(genes) == 1L) " ", "表达量（队列内 z 值）"),
    tumor_group = TISSUES[["tumour"]], normal_group = TISSUES[["normal"]],
    gene_labels = length(cohorts) == 1L, gene_panels = length(cohorts) > 1L && length(genes) > 1L
  )))
  tell_gene_doubts(cohorts, parts, tests, sources, units, with_gtex, params, job)
}

direction_words <- function(one) if (one$p >= 0.05) "没有看到差别" else TABLE_WORDS$tests$direction[[one$direction]]

#' Do the groups differ where the median of either (or of the differences) does not say so?
by_order_alone <- function(one) one$p < 0.05 && sign(one$difference) != c(lower = -1, higher = 1)[[one$direction]]

#' What a reader must know before trusting the boxes.
tell_gene_doubts <- function(cohorts, parts, tests, sources, units, with_gtex, params, job) {
  pairs <- vapply(parts, `[[`, numeric(1), "pairs")
  if (params$paired) {
    few <- pairs >= TESTED_FROM & pairs < PAIRS_ENOUGH
    if (any(few)) job$finding("should", "few_pairs", told(
      "%s 只有 %s 对：不足 %d 对时，符号秩检验的 P 很难小于 0.05，没有差别不等于相同",
      "Few pairs in %s (%s): with fewer than %d, P of the signed-rank test can hardly fall below 0.05, and no difference does not mean the same",
      told_names(labels_of(cohorts[few])), told_names(pairs[few], Inf), PAIRS_ENOUGH
    ), field = "paired")
  } else if (any(pairs >= PAIRS_ENOUGH)) {
    job$finding("note", "pairs_there", told(
      "%s 有 %s 例患者肿瘤和癌旁都有。打开「配对比较」可以去掉人与人之间的差别",
      "%s: %s patients have both tumour and adjacent samples. A paired comparison removes the differences between patients",
      told_names(labels_of(cohorts[pairs >= PAIRS_ENOUGH])),
      format_count(sum(pairs[pairs >= PAIRS_ENOUGH]))
    ), field = "paired")
  }
  if (length(unique(units)) > 1L) job$finding("should", "units_differ", told(
    "各队列表达量的单位不同，队列之间的高低不能比较：图里画的是每个队列内部的 z 值（减去均数，除以标准差），表里是各自单位的数值，检验只在队列内部做",
    c(
      "Units of expression differ between cohorts, whose levels cannot be compared: figures show z-scores within each cohort",
      "(minus the mean, divided by the standard deviation), tables the values in their own units, and tests are within cohorts"
    )
  ))
  alone <- unique(tests$cohort[!is.na(tests$p) & tests$compared == "gtex"])
  if (length(alone) > 0L) job$finding("should", "source_confounded", told(
    "%s 自己的癌旁不足 %d 个，正常都来自 GTEx：组织的差别和来源的差别分不开，请在另一批数据里验证",
    c(
      "%s: fewer than %d adjacent normals, and all normal samples are from GTEx. Tissue and source cannot be told apart;",
      "validate the result in other data"
    ),
    told_names(alone), TESTED_FROM
  ), field = "with_gtex")
  doubtful <- sources[sources$suspect == "source", ]
  if (nrow(doubtful) > 0L) job$finding("should", "source_suspect", told(
    "%s 组里，TCGA 癌旁与 GTEx 正常的差别已有肿瘤与正常差别的一半以上（%s），请看「两种正常组织分开比较」表再下结论",
    c(
      "In %s comparisons, TCGA adjacent and GTEx normals differ by at least half of the difference between tumour and normal (%s);",
      "look at “Separate comparisons with both normal tissues (log2)” before concluding"
    ),
    format_count(nrow(doubtful)), told_names(unique(paste(doubtful$cohort, doubtful$gene)))
  ), field = "with_gtex")
}
