# Normal tissue that tumours of a cohort are compared with: TCGA's own, GTEx', or both.

#' Of a source with fewer normals nothing can be said.
FEWEST_NORMALS <- 3L
#' TCGA's normals differ from GTEx' by this share of the change in tumours: the change may come from the source.
SOURCE_SHARE <- 0.5

#' One sample of each GTEx donor. Several samples of a donor are alike, and tests that take them for independent donors give P values
#' that are too small. The sample whose name comes first (C order) stands for the donor.
#'
#' @param samples A sample sheet. @return Logical, one per row: does it stay?
stands_for_donor <- function(samples) {
  order <- order(samples$sample, method = "radix")
  repeated <- logical(nrow(samples))
  repeated[order] <- duplicated(samples$patient[order])
  samples$type != "gtex" | !repeated
}

#' Which normals of a sample sheet take part. A source with fewer than three cannot be told from the other, so it stays out where the other
#' suffices; both stay where neither does, and the caller refuses.
#'
#' @param samples A sample sheet without repeated donors. @return Logical, one per row.
takes_part <- function(samples) {
  own <- sum(samples$type == "normal")
  gtex <- sum(samples$type == "gtex")
  if (max(own, gtex) < FEWEST_NORMALS) return(rep(TRUE, nrow(samples)))
  !(samples$type == "normal" & own < FEWEST_NORMALS) & !(samples$type == "gtex" & gtex < FEWEST_NORMALS)
}

#' The samples of a comparison and who is left out of it.
#'
#' @param samples Sheet of a matrix. @return List of `samples` and `exclusions` (data frame `reason`, `n`), and `donors_repeated`: further
#'   samples of GTEx donors among these.
independent_normals <- function(samples) {
  donors <- stands_for_donor(samples)
  kept <- samples[donors, , drop = FALSE]
  enough <- takes_part(kept)
  few <- kept$type[!enough]
  exclusions <- data.frame(
    reason = c(
      "同一位 GTEx 供者的其余样本（每位取编号最前的一个）", sprintf("TCGA 癌旁不足 %d 个，不能与 GTEx 分开", FEWEST_NORMALS),
      sprintf("GTEx 供者不足 %d 位，不能与癌旁分开", FEWEST_NORMALS)
    ),
    n = c(sum(!donors), sum(few == "normal"), sum(few == "gtex"))
  )
  kept <- kept[enough, , drop = FALSE]
  rownames(kept) <- NULL
  list(samples = kept, exclusions = exclusions[exclusions$n > 0L, , drop = FALSE], donors_repeated = sum(!donors))
}

#' Do the normals come from both sources, or from another project than the tumours?
#'
#' @param type Of each sample: tumour, normal (TCGA's own) or gtex.
has_both_sources <- function(type) all(c("normal", "gtex") %in% type)
is_confounded <- function(type) !"normal" %in% type
