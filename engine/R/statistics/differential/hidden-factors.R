# Hidden factors: what moves many genes and stands in no column, such as a batch that nobody wrote down. By surrogate variables (Leek and Storey
# 2007), for counts by svaseq (Leek 2014).

#' Of num.sv's permutations.
HIDDEN_SEED <- 1L
#' Samples that have to be left beyond all coefficients.
HIDDEN_FREEDOM <- 3L
#' A factor of which the groups explain more takes much of their difference with it.
FOLLOWS_GROUP <- 0.5
#' A factor of which one sample has more of the variation is that sample.
SINGLE_SAMPLE <- 2 / 3
#' A known column that explains so much of a factor, more than its number of values may by chance, is what the factor is.
KNOWN_SHARE <- 0.75
KNOWN_P <- 0.001

#' @param values Genes x samples, complete rows that vary: logarithms, or normalised counts. @param counted Are they counts?
#' @param design,tested As in `group_plan`: hidden factors are what the design does not explain, by genes that the tested columns do not move.
#' @param asked "auto" or a number.
#' @return Matrix samples x factors, the farthest sample of each above 0; no column where none was found.
#' @section Errors: `stop_input` where samples or genes are too few for as many.
hidden_factors <- function(values, counted, design, tested, asked, job) {
  most <- nrow(design) - ncol(design) - HIDDEN_FREEDOM
  if (most < 1L) stop_input("hidden_freedom", sprintf(
    "%d 个样本已有 %d 个系数，剩下的不够再估计隐藏因素。请不用隐藏因素，或补充样本", nrow(design), ncol(design)
  ), "hidden_factors")
  if (asked != "auto" && as.integer(asked) > most) stop_input("hidden_freedom", sprintf(
    "%d 个样本、%d 个系数，最多估计 %d 个隐藏因素。请调小个数", nrow(design), ncol(design), most
  ), "hidden_factors")
  # sva's decompositions have as many directions as genes: with fewer than samples they break off, or find what the genes are too few to show.
  if (nrow(values) < nrow(design)) stop_input("hidden_genes", sprintf(
    "每个样本都有数值的基因只有 %d 个，比样本（%d 个）还少，估计不了隐藏因素。请不用隐藏因素，或补全缺失值", nrow(values), nrow(design)
  ), "hidden_factors")
  n <- if (asked == "auto") sva::num.sv(if (counted) log(values + 1) else values, design, method = "be", seed = HIDDEN_SEED) else as.integer(asked)
  if (n > most) job$finding("note", "hidden_capped", told(
    "估计出 %s 个隐藏因素，样本只够用前 %s 个", "%s hidden factors were estimated, and the samples suffice for the first %s", n, most
  ), field = "hidden_factors")
  n <- min(n, most)
  if (n == 0L) return(matrix(0, nrow(design), 0L))
  made <- if (counted) sva::svaseq else sva::sva
  factors <- made(values, design, design[, -tested, drop = FALSE], n.sv = n)$sv
  factors <- matrix(factors, nrow(design))
  turned <- turned_components(factors)
  factors[, turned] <- -factors[, turned]
  if (qr(cbind(design, factors))$rank < ncol(design) + n) stop_input("hidden_in_design", paste0(
    "估计出的隐藏因素和分组、协变量完全重合，不能同时放进模型。请减少隐藏因素的个数，或不用"
  ), "hidden_factors")
  factors
}

#' Hidden factors of a comparison, with the tables that are declared of them (`hiddenTables` of the tool kit); none where none are asked for.
#'
#' @param values,counted,design,tested,asked As in `hidden_factors`; `values` is looked at only where factors are asked for.
#' @param samples Data frame: `sample`, `group`, and the columns of the groups table that factors may go with.
#' @param done Share of the run that is done by then.
#' @return List: `factors` (samples x hidden factors) and `tables`.
comparison_factors <- function(values, counted, design, tested, samples, asked, done, job) {
  wanted <- asked != "none"
  if (wanted) job$step("估计隐藏因素", done)
  factors <- if (wanted) hidden_factors(values, counted, design, tested, asked, job) else matrix(0, nrow(design), 0L)
  colnames(factors) <- sprintf("SV%d", seq_len(ncol(factors)))
  # A column that has one value, or another one for each sample, explains nothing.
  columns <- Filter(function(column) {
    length(unique(column)) > 1L && (is.numeric(column) || length(unique(column)) <= length(column) / 2)
  }, as.list(samples[c("group", setdiff(names(samples), c("sample", "group")))]))
  links <- hidden_links(factors, columns)
  if (wanted) tell_hidden(factors, links, "group", asked, job) else job$facts(list(hidden_asked = FALSE, hidden = FALSE))
  tell_sample_factors(factors, samples$sample, job)
  scores <- data.frame(sample = samples$sample, group = samples$group, factors, row.names = NULL)
  list(factors = factors, tables = list(hidden_links = links, hidden_scores = if (ncol(factors) > 0L) scores else scores[0L, ]))
}

#' What hidden factors are estimated of: counts as voom and the others keep them, on libraries of one size; of logarithms the genes without gaps.
#'
#' @param kept Genes x samples. @param group Each sample's. @param field Request field at fault where too few genes have counts.
values_for_factors <- function(kept, counted, group, field) {
  if (!counted) return(if (anyNA(kept)) kept[rowSums(is.na(kept)) == 0, , drop = FALSE] else kept)
  counts <- expressed_counts(kept, group, field)
  edgeR::cpm(counts) * mean(counts$samples$lib.size) / 1e6
}

#' Hidden factors of two groups, with what is said of them.
#'
#' @param kept,counted,field As in `values_for_factors`. @param design As `design_matrix` gives it. @param samples,asked,done As in
#'   `comparison_factors`.
#' @return As `comparison_factors`.
two_group_factors <- function(kept, counted, design, samples, asked, field, done, job) {
  hidden <- comparison_factors(values_for_factors(kept, counted, samples$group, field), counted, design, 2L, samples, asked, done, job)
  tell_factors_together(design, hidden$factors, job)
  hidden
}

#' How many genes were significant without the hidden factors, and how many of them still are.
#'
#' @param result,without Tables of both fits: `gene`, `logFC`, `adj.P.Val`.
tell_without_factors <- function(result, without, params, job) {
  significant <- function(table) table$gene[gene_change(table$logFC, table$adj.P.Val, params) != "none"]
  before <- significant(without)
  job$facts(list(hidden_before = length(before), hidden_both = length(intersect(before, significant(result)))))
}

#' For `said_in_brackets`: fits of other labels or fewer samples have the factors of the result.
factors_kept_said <- function(factors) {
  if (ncol(factors) > 0L) list(told("隐藏因素按全部样本估计，不重新估计", "hidden factors as estimated from all samples, not anew"))
}

#' How much of each hidden factor a column of the groups table explains: R² of a linear model, and its F test.
#'
#' @param columns Named list: of each column the values of all samples. @return Data frame: `factor`, `column`, `share`, `p`.
hidden_links <- function(factors, columns) {
  rows <- lapply(seq_len(ncol(factors)), function(i) {
    do.call(rbind, lapply(names(columns), function(name) {
      known <- !is.na(columns[[name]])
      values <- columns[[name]][known]
      own <- if (is.numeric(values)) cbind(values) else indicator_columns(as.character(values))
      data.frame(factor = sprintf("SV%d", i), column = name, factor_share(factors[known, i], matrix(own, sum(known))))
    }))
  })
  if (length(rows) > 0L) return(do.call(rbind, rows))
  data.frame(factor = character(), column = character(), share = numeric(), p = numeric())
}

#' NA where there is nothing to explain by, or nothing left to test with.
factor_share <- function(values, columns) {
  fit <- stats::lm.fit(cbind(1, columns), values)
  df1 <- fit$rank - 1L
  df2 <- length(values) - fit$rank
  if (df1 < 1L || df2 < 1L) return(data.frame(share = NA_real_, p = NA_real_))
  share <- 1 - sum(fit$residuals^2) / sum((values - mean(values))^2)
  data.frame(share = share, p = stats::pf(share / df1 / ((1 - share) / df2), df1, df2, lower.tail = FALSE))
}

#' @param links As `hidden_links` gives them. @param group The column of the groups.
tell_hidden <- function(factors, links, group, asked, job) {
  n <- ncol(factors)
  job$facts(list(hidden_asked = TRUE, hidden = n > 0L, hidden_n = n, hidden_auto = asked == "auto"))
  if (n == 0L) return(job$finding("passed", "no_hidden_factors", told(
    "没有估计出隐藏因素（num.sv，be 法）：模型和不用隐藏因素时一样", "No hidden factor was estimated (num.sv, method be): the model is the one without"
  ), field = "hidden_factors"))
  tell_known_factors(links[links$column != group, ], job)
  follows <- links[links$column == group & !is.na(links$share) & links$share >= FOLLOWS_GROUP, ]
  if (nrow(follows) == 0L) return(invisible())
  job$finding("should", "hidden_follows_group", told(
    "%s 有 %s 由分组解释：它可能就是要比较的差别，放进模型会把真正的差别扣掉。请比较不用隐藏因素时的结果，或减少个数",
    c(
      "The groups explain %2$s of %1$s: it may be the difference that is looked for, and in the model it takes it away. Compare the result without",
      "hidden factors, or use fewer"
    ), paste(follows$factor, collapse = ", "), sprintf("%.0f%%", 100 * max(follows$share))
  ), field = "hidden_factors")
}

#' A factor that is mostly one sample takes that sample out, and moves no others. @param samples Their names.
tell_sample_factors <- function(factors, samples, job) {
  squares <- sweep(factors, 2L, colMeans(factors))^2
  for (i in seq_len(ncol(factors))) {
    share <- max(squares[, i]) / sum(squares[, i])
    if (share > SINGLE_SAMPLE) job$finding("should", "hidden_is_sample", told(
      "%s 主要是一个样本：它的变异有 %s 来自 %s。放进模型等于把这个样本大半去掉。请看这个样本的质量；有问题就去掉它，不用隐藏因素再做一次",
      c(
        "%s is mostly one sample: %s of its variation is that of %s, and the model nearly leaves that sample out. Please look at its quality, and",
        "if it is bad run again without it and without hidden factors"
      ), colnames(factors)[[i]], sprintf("%.0f%%", 100 * share), samples[[which.max(squares[, i])]]
    ), field = "hidden_factors")
  }
}

#' A factor that is mostly what a column of the groups table says is better taken from that column. @param links Of other columns than the groups'.
tell_known_factors <- function(links, job) {
  known <- links[!is.na(links$share) & links$share >= KNOWN_SHARE & links$p < KNOWN_P, ]
  if (nrow(known) == 0L) return(invisible())
  best <- known[which.max(known$share), ]
  job$finding("note", "hidden_is_column", told(
    "%1$s 有 %2$s 由「%3$s」列解释：它多半就是这一列。请改用它作协变量，不必估计",
    "The column “%3$s” explains %2$s of %1$s, which is probably the same thing: better take the column as a covariate",
    best$factor, sprintf("%.0f%%", 100 * best$share), best$column
  ), field = "hidden_factors")
}

#' The difference of two groups that all factors together take with them, though none of them alone may: by the variance inflation factor.
#'
#' @param design As `design_matrix` gives it.
tell_factors_together <- function(design, factors, job) {
  if (ncol(factors) < 2L) return(invisible())
  vif <- inflation(cbind(design, factors))
  if (vif <= HIGHEST_VIF || inflation(design) > HIGHEST_VIF) return(invisible())
  job$finding("should", "hidden_repeat_group", told(
    "%s 个隐藏因素和模型里的其他列合在一起，几乎与分组重合（方差膨胀因子 VIF %.0f，超过 %d）：真正的差别多半也被扣掉了。请减少个数，或不用",
    c(
      "The %s hidden factors with the other columns of the model nearly repeat the groups (variance inflation factor %.0f, above %d) and may have",
      "taken away the difference that is looked for. Use fewer, or none"
    ), ncol(factors), vif, HIGHEST_VIF
  ), field = "hidden_factors")
}

#' Samples of one patient are alike in many genes, which sva takes for a hidden factor: random blocks and hidden factors do not go together.
#'
#' @param blocks As `patient_blocks` gives them.
refuse_factors_of_blocks <- function(blocks, asked) {
  if (is.null(blocks) || asked == "none") return(invisible())
  stop_input("hidden_and_blocks", paste0(
    "隐藏因素和「患者（重复测量）」不能一起用：sva 不知道哪些样本是同一位患者的，会把患者之间的差别当作隐藏因素。请只用一个；",
    "每位患者两组都有样本的，可以改用配对列"
  ), "hidden_factors")
}
