# The same cell type by several methods on the samples of one matrix: do they agree?

#' What methods call a cell type, without signs and capitals: a name that stands for the whole type, and those of its parts, which are added up
#' where the whole is not there.
SAME_TYPES <- list(
  b_cells = list(whole = "bcells", parts = c("bcellsnaive", "bcellsmemory")),
  plasma_cells = list(whole = "plasmacells", parts = character()),
  cd8_t_cells = list(whole = c("tcellscd8", "cd8+tcells"), parts = character()),
  cd4_t_cells = list(
    whole = c("tcellscd4", "cd4+tcells"),
    parts = c("tcellscd4naive", "tcellscd4memoryresting", "tcellscd4memoryactivated", "tcellsfollicularhelper", "tcellsregulatorytregs")
  ),
  regulatory_t_cells = list(whole = c("tregs", "tcellsregulatorytregs"), parts = character()),
  nk_cells = list(whole = "nkcells", parts = c("nkcellsresting", "nkcellsactivated")),
  monocytes = list(whole = "monocytes", parts = character()),
  macrophages = list(whole = "macrophages", parts = c("macrophagesm0", "macrophagesm1", "macrophagesm2")),
  dendritic_cells = list(whole = c("dendriticcells", "dc"), parts = c("dendriticcellsresting", "dendriticcellsactivated")),
  mast_cells = list(whole = "mastcells", parts = c("mastcellsresting", "mastcellsactivated")),
  eosinophils = list(whole = "eosinophils", parts = character()),
  neutrophils = list(whole = "neutrophils", parts = character()),
  all_immune = list(whole = "immunescore", parts = character()),
  all_stroma = list(whole = c("stromalscore", "stromascore"), parts = character())
)
AGREEMENT_SLOTS <- c("first", "second", "third", "fourth")
#' Fewer samples in common make no correlation.
COMMON_FROM <- 6L
#' From this correlation on two methods say the same of the samples.
SAME_RHO <- 0.5
#' Above this P a mixture is explained no better than a random one.
MIXTURE_P <- 0.05

#' @param inputs `first` to `fourth` (data frames: sample and cell types), perhaps `groups` (data frame: sample, group). @param params The complete
#'   parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("对应细胞类型", 0.2)
  runs <- Filter(Negate(is.null), inputs[AGREEMENT_SLOTS])
  methods <- lapply(runs, method_of, job = job)
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
  quantity <- vapply(methods, `[[`, "", "quantity")
  pairs$quantities <- ifelse(quantity[pairs$method_1] == quantity[pairs$method_2], "same", "mixed")
  group <- agreement_groups(inputs$groups, samples)
  conclusions <- group_conclusions(shared, values, group, quantity)
  held <- group_verdicts(conclusions)
  verdicts <- do.call(rbind, lapply(shared, type_verdict, pairs = pairs, held = held))
  tell_methods_agree(methods, samples, verdicts, held, job)
  list(
    verdicts = verdicts,
    pairs = pairs,
    conclusions = conclusions, group_verdicts = held,
    values = do.call(rbind, lapply(names(values), function(name) {
      own <- values[[name]][intersect(shared, rownames(values[[name]])), , drop = FALSE]
      type <- rownames(own)
      data.frame(method = name, type = rep(type, ncol(own)), sample = rep(samples, each = nrow(own)), value = as.vector(own))
    })),
    bars = bar_rows(pairs)
  )
}

#' One run: what it is called, its `quantity` (a code), and its values by our types.
method_of <- function(table, job) {
  types <- setdiff(names(table)[vapply(table, is.numeric, NA)], c("p", "correlation", "rmse"))
  table <- fitted_mixtures(table, job)
  values <- t(as.matrix(table[types]))
  colnames(values) <- as.character(table$sample)
  plain <- tolower(gsub("[^[:alnum:]+]", "", types))
  # Shares that were rounded sum to 1 within that.
  share <- !"Other" %in% types && all(abs(colSums(values) - 1) < 0.01, na.rm = TRUE)
  name <- if ("ESTIMATEScore" %in% types) "ESTIMATE" else if ("MicroenvironmentScore" %in% types) "xCell" else if ("Other" %in% types) "quanTIseq"
  else if ("rmse" %in% names(table)) paste0("CIBERSORT", if (!share) "（绝对模式）") else attr(table, "label")
  list(name = name, quantity = if (share) "share" else "amount", values = as_our_types(values, plain))
}

#' Samples that CIBERSORT explains no better than chance are left out, where some are explained: what it says of them is noise.
fitted_mixtures <- function(table, job) {
  if (!all(c("p", "rmse") %in% names(table)) || all(is.na(table$p))) return(table)
  doubtful <- !is.na(table$p) & table$p >= MIXTURE_P
  if (all(doubtful | is.na(table$p))) {
    job$finding("should", "none_fitted", told(
      "CIBERSORT 没有一个样本的 P 小于 0.05（或置换太少）：它的数值也许只是噪声，一致与否说明不了什么",
      "No sample of CIBERSORT has P < 0.05 (or permutations were too few): its values may be noise, and agreement with them says little"
    ), field = "first_analysis_id")
    return(table)
  }
  if (any(doubtful)) job$finding("should", "not_fitted", told(
    "CIBERSORT 有 %s 个样本 P ≥ 0.05，分解不比随机的混合物好，没有参与：%s",
    "%s samples of CIBERSORT had P ≥ 0.05, resolved no better than random mixtures, and took no part: %s",
    format_count(sum(doubtful)), told_names(as.character(table$sample)[doubtful])
  ), field = "first_analysis_id")
  table[!doubtful, , drop = FALSE]
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

#' Each two groups compared by each method; P adjusted over all types and pairs of the method.
#'
#' @param quantity By method. @return Data frame, a row for each type, method and pair of groups.
group_conclusions <- function(types, values, group, quantity) {
  none <- data.frame(
    type = character(), method = character(), quantity = character(), group_1 = character(), group_2 = character(), higher_in = character(),
    effect = numeric(), p = numeric(), padj = numeric()
  )
  if (is.null(group)) return(none)
  rows <- lapply(names(values), function(name) {
    own <- values[[name]][intersect(types, rownames(values[[name]])), , drop = FALSE]
    tests <- score_tests(own, group)
    tests <- tests[!is.na(tests$group_1), , drop = FALSE]
    data.frame(
      type = tests$type, method = rep(name, nrow(tests)), quantity = rep(quantity[[name]], nrow(tests)),
      group_1 = tests$group_1, group_2 = tests$group_2,
      higher_in = as.character(ifelse(tests$effect == 0, "", ifelse(tests$effect > 0, tests$group_1, tests$group_2))),
      effect = tests$effect, p = tests$p, padj = tests$padj
    )
  })
  plain_rows(do.call(rbind, c(list(none), rows)))
}

#' What all methods say of a type between two groups; a difference holds where each of them has it, in the same direction.
group_verdicts <- function(conclusions) {
  key <- conclusions[c("type", "group_1", "group_2")]
  cases <- unique(key)
  rows <- lapply(seq_len(nrow(cases)), function(i) {
    own <- conclusions[key$type == cases$type[[i]] & key$group_1 == cases$group_1[[i]] & key$group_2 == cases$group_2[[i]], ]
    data.frame(cases[i, ], methods = nrow(own), difference_word(own), row.names = NULL)
  })
  none <- data.frame(
    type = character(), group_1 = character(), group_2 = character(), methods = integer(), verdict = character(), higher_in = character()
  )
  plain_rows(do.call(rbind, c(list(none), rows)))
}

#' @param own Rows of one type and one pair of groups, by method.
difference_word <- function(own) {
  if (nrow(own) < 2L || anyNA(own$padj) || !all(own$padj < 0.05)) return(list(verdict = "不是每种方法都显著", higher_in = ""))
  if (length(unique(own$higher_in)) == 1L) {
    return(list(verdict = sprintf("每种方法都是「%s」更高", own$higher_in[[1L]]), higher_in = own$higher_in[[1L]]))
  }
  by_quantity <- tapply(own$higher_in, own$quantity, function(groups) length(unique(groups)))
  list(verdict = if (all(by_quantity == 1L)) "比例与多少方向不同" else "方向不同", higher_in = "")
}

#' A plain word on a type.
type_verdict <- function(type, pairs, held) {
  own <- pairs[pairs$type == type, ]
  lowest <- if (anyNA(own$rho)) NA_real_ else min(own$rho)
  against <- own$rho < 0 & own$padj < 0.05
  word <- if (is.na(lowest)) "unmeasured" else if (lowest >= SAME_RHO && all(own$padj < 0.05)) "agreed"
  else if (any(against & own$quantities == "same")) "contradicted" else if (any(against)) "unlike"
  else if (lowest > 0 && all(own$padj < 0.05)) "weaker" else "unclear"
  groups <- held[held$type == type, ]
  words <- if (nrow(groups) > 1L) sprintf("%s 与 %s：%s", groups$group_1, groups$group_2, groups$verdict) else groups$verdict
  data.frame(
    type = type, methods = paste(unique(c(own$method_1, own$method_2)), collapse = "、"), lowest_rho = lowest, median_rho = stats::median(own$rho),
    verdict = word, conclusion = paste(words, collapse = "；")
  )
}

bar_rows <- function(pairs) {
  known <- pairs[!is.na(pairs$rho), ]
  plain_rows(data.frame(type = known$type, pair = sprintf("%s \u2013 %s", known$method_1, known$method_2), rho = known$rho))
}

tell_other_samples <- function(methods, samples, job) {
  lost <- vapply(methods, function(method) ncol(method$values) - length(samples), 0L)
  if (any(lost > 0L)) job$finding("should", "other_samples", told(
    "这几次分析的样本不完全相同，只比较共有的 %s 个。请核对是不是同一个表达矩阵",
    "The analyses do not have the same samples: the %s that they share were compared", format_count(length(samples))
  ), field = "second_analysis_id")
}

tell_methods_agree <- function(methods, samples, verdicts, held, job) {
  of <- function(verdict) code_words(verdicts$type[verdicts$verdict == verdict], TABLE_WORDS$verdicts$type)
  several <- nrow(unique(held[c("group_1", "group_2")])) > 1L
  firm <- held[nzchar(held$higher_in), ]
  lower <- ifelse(firm$higher_in == firm$group_1, firm$group_2, firm$group_1)
  types <- code_words(firm$type, TABLE_WORDS$verdicts$type)
  words <- if (several) sprintf("%s（%s 高于 %s）", types, firm$higher_in, lower) else types
  quantity <- vapply(methods, `[[`, "", "quantity")
  said <- function(types) if (length(types) > 0L) paste(types, collapse = "、")
  job$facts(list(
    methods_word = paste(names(methods), collapse = "、"), methods = length(methods), samples = length(samples), types = nrow(verdicts),
    agreed_n = length(of("agreed")), agreed = said(of("agreed")), contradicted = said(of("contradicted")), grouped = nrow(held) > 0L,
    several_groups = several, held_n = length(unique(firm$type)), held = said(words),
    shares = said(names(methods)[quantity == "share"]), amounts = said(names(methods)[quantity == "amount"]),
    mixed = length(unique(quantity)) > 1L, unlike = said(of("unlike"))
  ))
}
