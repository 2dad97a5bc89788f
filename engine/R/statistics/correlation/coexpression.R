# Networks of co-expressed genes by WGCNA: what its tools share. Matrices are genes × samples here; the package wants samples in rows.

#' Fewer samples give correlations that are mostly chance: WGCNA's authors refuse to advise on less.
NETWORK_SAMPLES_MIN <- 15L
NETWORK_SAMPLES_FEW <- 20L
NETWORK_GENES_MIN <- 100L
#' Size of the module that tells kept samples from outliers below a cut (WGCNA's tutorial: cutreeStatic(minSize = 10)).
KEPT_SAMPLES_MIN <- 10L
#' Functions of WGCNA that empty the heap after every step until nothing is left to free: in a warm parent two thirds of a run.
COLLECTING <- c("blockwiseModules", "projectiveKMeans", "modulePreservation", ".modulePreservationInternal", "sampledBlockwiseModules")

#' WGCNA's own functions, which tell what they do by `said` and leave the heap to R's collector. Their numbers are the package's.
#'
#' @param said Function of one text, called for each message of a function that is asked to be verbose.
#' @return Environment of the functions in COLLECTING.
quiet_wgcna <- function(said = function(text) NULL) {
  namespace <- asNamespace("WGCNA")
  own <- new.env(parent = namespace)
  own$collectGarbage <- own$gc <- function(...) invisible()
  own$printFlush <- function(...) said(trimmed(paste(...)))
  # It looks for `cor` where it is called from, and finds that of stats where WGCNA is not attached.
  own$match.fun <- function(FUN, ...) if (is.character(FUN)) get(FUN, namespace, mode = "function") else FUN # nolint: object_name_linter.
  for (name in COLLECTING) {
    fun <- get(name, namespace)
    environment(fun) <- own
    own[[name]] <- fun
  }
  # Without a backend that is named, foreach warns each time that it has none.
  foreach::registerDoSEQ()
  own
}

#' The tumours of a cohort, one sample of each patient where it tells; else all of its samples.
#' @return Rows of `cohort_samples`.
network_tumours <- function(cohort) {
  samples <- cohort_samples(cohort, "expression")
  tumours <- samples[samples$type == "tumour" & samples$survival == "1", , drop = FALSE]
  if (nrow(tumours) == 0L) samples else tumours
}

#' Rows and columns in the order of their names (C locale): where a method breaks ties by position, that of the file decides nothing.
in_name_order <- function(values) {
  values[order(rownames(values), method = "radix"), order(colnames(values), method = "radix"), drop = FALSE]
}

#' Genes and samples that a network can be built on (WGCNA::goodSamplesGenes), and why others cannot.
#'
#' @param values Genes × samples. @return List of `values`, `genes` and `samples`: data frames of name and `reason`.
usable_for_network <- function(values) {
  values[!is.finite(values)] <- NA_real_
  # goodSamplesGenes stops where nothing is left.
  good <- if (any(!is.na(values))) tryCatch(WGCNA::goodSamplesGenes(t(values), verbose = 0L), error = function(condition) NULL)
  if (is.null(good)) {
    stop_input("nothing_left", "去掉缺失太多的样本和基因、不变化的基因之后，什么也没有剩下。请核对表达矩阵，或先补全缺失值", "file_id")
  }
  lost <- values[!good$goodGenes, , drop = FALSE]
  missing <- rowMeans(is.na(lost))
  reasons <- ifelse(missing > 0.5, sprintf("缺失 %.0f%%", 100 * missing), "不变化，或有值的样本太少")
  list(
    values = values[good$goodGenes, good$goodSamples, drop = FALSE],
    genes = data.frame(gene = rownames(values)[!good$goodGenes], reason = as.character(reasons)),
    samples = data.frame(
      sample = colnames(values)[!good$goodSamples],
      reason = sprintf("缺失 %.0f%%", 100 * colMeans(is.na(values[, !good$goodSamples, drop = FALSE])))
    )
  )
}

#' Stop below NETWORK_SAMPLES_MIN, warn up to NETWORK_SAMPLES_FEW.
check_network_samples <- function(n, job, field = "file_id") {
  if (n < NETWORK_SAMPLES_MIN) {
    stop_input("few_samples", sprintf(
      "只有 %d 个样本可用，WGCNA 至少要 %d 个，建议 20 个以上。样本太少时相关系数多半是偶然，建出的模块没有意义。请增加样本，或改做差异分析",
      n, NETWORK_SAMPLES_MIN
    ), field)
  }
  if (n <= NETWORK_SAMPLES_FEW) {
    job$finding("should", "few_samples", told(
      "只有 %d 个样本，不多于 %d 个：相关系数很不稳，模块要在另一个数据集里核对",
      "Only %d samples, no more than %d: correlations are unstable, and modules need to be checked in another data set", n, NETWORK_SAMPLES_FEW
    ), field = field)
  }
}

#' A tree as brackets, a row per merge.
#'
#' @param tree Of hclust. @return Data frame `left`, `right` (places in display order, from 1), `height`, `left_height`, `right_height`
#'   (of the branches; 0 of a leaf).
tree_merges <- function(tree) {
  n <- nrow(tree$merge)
  leaf <- match(seq_along(tree$order), tree$order)
  middle <- numeric(n)
  left <- right <- left_height <- right_height <- numeric(n)
  for (i in seq_len(n)) {
    branch <- tree$merge[i, ]
    inner <- branch > 0L
    position <- ifelse(inner, middle[pmax(branch, 1L)], leaf[pmax(-branch, 1L)])
    height <- ifelse(inner, tree$height[pmax(branch, 1L)], 0)
    side <- order(position)
    left[[i]] <- position[[side[[1L]]]]
    right[[i]] <- position[[side[[2L]]]]
    left_height[[i]] <- height[[side[[1L]]]]
    right_height[[i]] <- height[[side[[2L]]]]
    middle[[i]] <- mean(position)
  }
  data.frame(left = left, right = right, height = tree$height, left_height = left_height, right_height = right_height)
}

#' The power that WGCNA's FAQ recommends where the fit finds none, by the number of samples and the type of network.
faq_power <- function(samples, network) {
  unsigned <- if (samples < 20L) 9L else if (samples < 30L) 8L else if (samples <= 40L) 7L else 6L
  if (network == "signed") 2L * unsigned else unsigned
}

NETWORK_WORDS <- c(signed = "signed（只有正相关算相连）", unsigned = "unsigned（正负相关都算相连）", `signed hybrid` = "signed hybrid（负相关记为 0）")
