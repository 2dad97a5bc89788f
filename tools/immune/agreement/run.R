# The same cell type by several methods on the samples of one matrix: do they agree?

#' What methods call a cell type, without signs and capitals: a name that stands for the whole type, and those of its parts, which are added up
#' where the whole is not there.
SAME_TYPES <- list(
  "B 细胞" = list(whole = "bcells", parts = c("bcellsnaive", "bcellsmemory")),
  "浆细胞" = list(whole = "plasmacells", parts = character()),
  "CD8 T 细胞" = list(whole = c("tcellscd8", "cd8+tcells"), parts = character()),
  "CD4 T 细胞" = list(
    whole = c("tcellscd4", "cd4+tcells"),
    parts = c("tcellscd4naive", "tcellscd4memoryresting", "tcellscd4memoryactivated", "tcellsfollicularhelper", "tcellsregulatorytregs")
  ),
  "调节性 T 细胞" = list(whole = c("tregs", "tcellsregulatorytregs"), parts = character()),
  "NK 细胞" = list(whole = "nkcells", parts = c("nkcellsresting", "nkcellsactivated")),
  "单核细胞" = list(whole = "monocytes", parts = character()),
  "巨噬细胞" = list(whole = "macrophages", parts = c("macrophagesm0", "macrophagesm1", "macrophagesm2")),
  "树突状细胞" = list(whole = c("dendriticcells", "dc"), parts = c("dendriticcellsresting", "dendriticcellsactivated")),
  "肥大细胞" = list(whole = "mastcells", parts = c("mastcellsresting", "mastcellsactivated")),
  "嗜酸性粒细胞" = list(whole = "eosinophils", parts = character()),
  "中性粒细胞" = list(whole = "neutrophils", parts = character()),
  "免疫细胞总体" = list(whole = "immunescore", parts = character()),
  "基质细胞总体" = list(whole = c("stromalscore", "stromascore"), parts = character())
)
AGREEMENT_SLOTS <- c("first", "second", "third", "fourth")
#' Fewer samples in common make no correlation.
COMMON_FROM <- 6L
#' From this correlation on two methods say the same of the samples.
SAME_RHO <- 0.5

#' @param inputs `first` to `fourth` (data frames: sample and cell types), perhaps `groups` (data frame: sample, group). @param params The complete
#'   parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("对应细胞类型", 0.2)
  runs <- Filter(Negate(is.null), inputs[AGREEMENT_SLOTS])
  methods <- lapply(runs, method_of)
  names(methods) <- make.unique(vapply(methods, `[[`, "", "name"), sep = " ")
  samples <- Reduce(intersect, lapply(methods, function(method) colnames(method$values)))
  if (length(samples) < COMMON_FROM) stop_input("few_samples", sprintf(
    "这几次分析共有的样本只有 %d 个，至少要 %d 个。请选同一个表达矩阵上的分析", length(samples), COMMON_FROM
  ), "second_analysis_id")
  tell_other_samples(methods, samples, job)
  values <- lapply(methods, function(method) method$values[, samples, drop = FALSE])
  shared <- names(SAME_TYPES)[vapply(names(SAME_TYPES), function(type) sum(vapply(values, function(one) type %in% rownames(one), NA)) > 1L, NA)]
  if (length(shared) == 0L) stop_input("nothing_shared", "这几次分析没有一种共同的细胞类型，不能比较。请换成都有 T 细胞、B 细胞等的分析", "second_analysis_id")
  job$step("计算相关", 0.5)
  pairs <- do.call(rbind, lapply(shared, pair_rows_of, values = values))
  pairs$padj <- stats::p.adjust(pairs$p, "BH")
  group <- agreement_groups(inputs$groups, samples)
  conclusions <- group_conclusions(shared, values, group)
  verdicts <- do.call(rbind, lapply(shared, type_verdict, pairs = pairs, conclusions = conclusions))
  tell_methods_agree(methods, samples, verdicts, conclusions, job)
  list(
    verdicts = verdicts, pairs = pairs, conclusions = conclusions,
    values = do.call(rbind, lapply(names(values), function(name) {
      own <- values[[name]][intersect(shared, rownames(values[[name]])), , drop = FALSE]
      data.frame(method = name, type = rep(rownames(own), ncol(own)), sample = rep(samples, each = nrow(own)), value = as.vector(own))
    })),
    bars = bar_rows(pairs)
  )
}

#' One run: what it is called, and its values by our types.
method_of <- function(table) {
  types <- setdiff(names(table)[vapply(table, is.numeric, NA)], c("p", "correlation", "rmse"))
  values <- t(as.matrix(table[types]))
  colnames(values) <- as.character(table$sample)
  plain <- tolower(gsub("[^[:alnum:]+]", "", types))
  name <- if ("ESTIMATEScore" %in% types) "ESTIMATE" else if ("MicroenvironmentScore" %in% types) "xCell" else if ("Other" %in% types) "quanTIseq"
  else if ("rmse" %in% names(table)) "CIBERSORT" else attr(table, "label")
  list(name = name, values = as_our_types(values, plain))
}

as_our_types <- function(values, plain) {
  rows <- lapply(SAME_TYPES, function(type) {
    own <- which(plain %in% type$whole)
    if (length(own) == 0L) own <- which(plain %in% type$parts)
    if (length(own) > 0L) colSums(values[own, , drop = FALSE])
  })
  do.call(rbind, rows)
}

pair_rows_of <- function(type, values) {
  having <- names(values)[vapply(values, function(one) type %in% rownames(one), NA)]
  do.call(rbind, utils::combn(having, 2L, simplify = FALSE, FUN = function(pair) {
    x <- values[[pair[[1L]]]][type, ]
    y <- values[[pair[[2L]]]][type, ]
    known <- !is.na(x) & !is.na(y)
    varies <- length(unique(x[known])) > 1L && length(unique(y[known])) > 1L
    test <- if (varies) rank_correlation_test(x[known], y[known]) else list(estimate = NA_real_, p = NA_real_)
    data.frame(type = type, method_1 = pair[[1L]], method_2 = pair[[2L]], n = sum(known), rho = test$estimate, p = test$p)
  }))
}

agreement_groups <- function(groups, samples) {
  if (is.null(groups)) return(NULL)
  column <- if ("group" %in% names(groups)) "group" else setdiff(names(groups), "sample")[[1L]]
  table <- data.frame(sample = as.character(groups$sample), group = as.character(groups[[column]]))
  groups_of_samples(table[table$sample %in% samples, , drop = FALSE], samples, "sample_groups")
}

#' The two groups compared by each method: highest and lowest by name where there are more.
group_conclusions <- function(types, values, group) {
  none <- data.frame(type = character(), method = character(), higher_in = character(), effect = numeric(), p = numeric(), padj = numeric())
  if (is.null(group)) return(none)
  rows <- lapply(names(values), function(name) {
    own <- values[[name]][intersect(types, rownames(values[[name]])), , drop = FALSE]
    tests <- score_tests(own, group)
    tests <- tests[tests$group_1 != ALL_GROUPS, , drop = FALSE]
    data.frame(
      type = tests$type, method = rep(name, nrow(tests)), higher_in = as.character(ifelse(tests$effect > 0, tests$group_1, tests$group_2)),
      effect = tests$effect, p = tests$p, padj = tests$padj
    )
  })
  plain_rows(do.call(rbind, c(list(none), rows)))
}

#' A plain word on a type.
type_verdict <- function(type, pairs, conclusions) {
  own <- pairs[pairs$type == type, ]
  lowest <- if (anyNA(own$rho)) NA_real_ else min(own$rho)
  word <- if (is.na(lowest)) "有方法测不到变化" else if (lowest >= SAME_RHO && all(own$padj < 0.05)) "各方法一致"
  else if (any(own$rho < 0 & own$padj < 0.05)) "互相矛盾" else if (lowest > 0 && all(own$padj < 0.05)) "方向一致，程度不同" else "看不出一致"
  tests <- conclusions[conclusions$type == type, ]
  held <- if (nrow(tests) == 0L) "" else if (anyNA(tests$padj) || !all(tests$padj < 0.05)) "不是每种方法都显著"
  else if (length(unique(tests$higher_in)) > 1L) "方向不同" else sprintf("每种方法都是「%s」更高", tests$higher_in[[1L]])
  data.frame(
    type = type, methods = paste(unique(c(own$method_1, own$method_2)), collapse = "、"), lowest_rho = lowest, median_rho = stats::median(own$rho),
    verdict = word, conclusion = held
  )
}

bar_rows <- function(pairs) {
  known <- pairs[!is.na(pairs$rho), ]
  plain_rows(data.frame(type = known$type, pair = sprintf("%s \u2013 %s", known$method_1, known$method_2), rho = known$rho))
}

tell_other_samples <- function(methods, samples, job) {
  lost <- vapply(methods, function(method) ncol(method$values) - length(samples), 0L)
  if (any(lost > 0L)) job$finding("should", "other_samples", sprintf(
    "这几次分析的样本不完全相同，只比较共有的 %s 个。请核对是不是同一个表达矩阵", format_count(length(samples))
  ), field = "second_analysis_id")
}

tell_methods_agree <- function(methods, samples, verdicts, conclusions, job) {
  of <- function(word) verdicts$type[verdicts$verdict == word]
  held <- verdicts[grepl("^每种方法都是", verdicts$conclusion), ]
  said <- function(types) if (length(types) > 0L) paste(types, collapse = "、")
  job$facts(list(
    methods_word = paste(names(methods), collapse = "、"), methods = length(methods), samples = length(samples), types = nrow(verdicts),
    agreed_n = length(of("各方法一致")), agreed = said(of("各方法一致")), contradicted = said(of("互相矛盾")), grouped = nrow(conclusions) > 0L,
    held_n = nrow(held), held = said(held$type)
  ))
}
