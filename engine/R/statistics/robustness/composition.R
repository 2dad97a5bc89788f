# Does a list of differential genes stand when stroma and immune cells are held constant? Tissues differ by the cells that are in them, too.

#' Of the list so much has to stay. Less is told as doubt where random covariates leave more than so many times as much.
COMPOSITION_KEPT <- 0.5
COMPOSITION_TIMES <- 2
#' Random covariates show what two coefficients more cost, whatever they are of.
COMPOSITION_DRAWS <- 5L

#' The list with ESTIMATE's two scores in the model. @param comparison See comparisons.R; with `padj`, below which a gene is significant.
#' @param matrix The matrix input that it is of. @param signature Of ESTIMATE, from `read_signature`.
tell_composition <- function(comparison, matrix, signature, job) {
  scores <- tryCatch(composition_scores(matrix, comparison$samples$sample, signature), oncoloom_input = identity)
  if (inherits(scores, "condition")) {
    return(job$finding("note", "composition_unscored", told(
      "这个矩阵算不出 ESTIMATE 的基质和免疫评分，这一项看不了。%s", "ESTIMATE's scores cannot be computed of this matrix%s",
      told(conditionMessage(scores), ": it has too few genes of the signature, or its rows are no human genes")
    )))
  }
  tell_with_scores(comparison, scores, job)
}

#' @param scores Samples × two.
tell_with_scores <- function(comparison, scores, job) {
  wider <- cbind(comparison$design, scores)
  if (nrow(wider) <= ncol(wider) || qr(wider)$rank < ncol(wider)) {
    return(job$finding("note", "composition_no_freedom", told(
      "样本太少，或评分与分组、协变量重合，模型里放不下基质和免疫评分，这一项看不了",
      "Samples are too few for the two scores in the model, or the scores repeat its columns"
    )))
  }
  whole <- whole_fit(comparison)
  listed <- whole[comparison$called(whole), , drop = FALSE]
  refit <- function(extra) comparison$fit(cbind(comparison$design, extra), seq_len(nrow(wider)))
  adjusted <- refit(scores)
  kept <- genes_kept(listed, adjusted, comparison$padj)
  rho <- stats::cor(whole$logFC, adjusted$logFC[match(whole$gene, adjusted$gene)], use = "complete.obs")
  directed <- !isTRUE(comparison$undirected)
  changes <- told(
    "全部{{row_subject}}的%s前后相关 %s%s", "the correlation of all %s with those before is %s%s",
    if (directed) told("差异倍数", "changes") else told("变化幅度", "ranges of change"), true_minus(sprintf("%.2f", rho)), fitted_by(comparison)
  )
  if (nrow(listed) < LIST_JUDGED_FROM) {
    return(job$finding("note", "composition_short", told(
      "名单不到 %d 个，看不出细胞组成的影响；把基质、免疫评分放进模型，%s",
      "The list is shorter than %d, too short to judge; with the stromal and immune score in the model, %s", LIST_JUDGED_FROM, changes
    )))
  }
  told_kept <- told(
    "把基质、免疫评分放进模型，%1$s 个差异{{row_subject}}里有 %2$s 个（%3$.0f%%）%5$s仍显著；%4$s",
    "with the stromal and immune score in the model, %2$s of %1$s (%3$.0f%%) %5$sstay significant; %4$s",
    format_count(nrow(listed)), format_count(kept), 100 * kept / nrow(listed), changes,
    if (directed) told("方向不变、", "keep their direction and ") else ""
  )
  if (kept >= COMPOSITION_KEPT * nrow(listed)) return(job$finding("passed", "composition_kept", told("%s", "It stands: %s", told_kept)))
  random <- stats::median(vapply(seq_len(COMPOSITION_DRAWS), function(turn) {
    job$step("放进随机的协变量", turn / COMPOSITION_DRAWS)
    genes_kept(listed, refit(matrix(stats::rnorm(2L * nrow(wider)), ncol = 2L)), comparison$padj)
  }, 0))
  if (random <= COMPOSITION_TIMES * kept) {
    return(job$finding("note", "composition_coarse", told(
      "%s。换成两个随机的协变量，也只剩 %s 个：样本少，多放两个就检不出了，分不清是不是细胞组成",
      "Samples are too few to tell: %s; two random covariates leave %s as well", told_kept, format_count(random)
    )))
  }
  job$finding("should", "composition_lost", told(
    c(
      "%s；换成两个随机的协变量则剩 %s 个。这些差异多半随肿瘤里基质和免疫细胞的多少而变，不一定是癌细胞自己的变化。",
      "请在论文里写明，并核对单细胞或纯化细胞的数据；血液肿瘤的癌细胞本身就是免疫细胞，这一项不适用"
    ),
    c(
      "Most differences follow how much stroma and how many immune cells there are: %s; two random covariates leave %s.",
      "They need not be of the cancer cells (in leukaemias and lymphomas, whose cells are immune cells, this says nothing)"
    ),
    told_kept, format_count(random)
  ))
}

#' Genes of a list that another fit finds in the same direction, where there is any.
#'
#' @param listed,table As `fit_table` gives them. @return Their number.
genes_kept <- function(listed, table, padj) {
  own <- table[match(listed$gene, table$gene), , drop = FALSE]
  as.numeric(sum(sign(own$logFC) == sign(listed$logFC) & own$adj.P.Val < padj, na.rm = TRUE))
}

#' @return Samples × the two scores, of mean 0 and standard deviation 1.
#' @section Errors: `stop_input` where ESTIMATE cannot score the matrix.
composition_scores <- function(matrix, samples, signature) {
  matrix$values <- matrix$values[, samples, drop = FALSE]
  rows <- estimate_rows(matrix, signature, "file_id", new_job(function(event) NULL))
  scores <- estimate_table(rows$values, signature)[ESTIMATE_TESTED]
  scale(as.matrix(scores))
}
