# xCell's scores (Aran, Hu, Butte 2017): ssGSEA of its signatures, made linear, then corrected for the spill-over between related cell types.

#' Cell types that xCell's sums are made of, and what they are divided by.
XCELL_SUMS <- list(
  ImmuneScore = list(
    types = c(
      "B-cells", "CD4+ T-cells", "CD8+ T-cells", "DC", "Eosinophils", "Macrophages", "Monocytes", "Mast cells", "Neutrophils", "NK cells"
    ), by = 1.5
  ),
  StromaScore = list(types = c("Adipocytes", "Endothelial cells", "Fibroblasts"), by = 2)
)
#' ssGSEA scores of one unit, as the transformation was fitted.
XCELL_UNIT <- 5000

#' Raw scores: ssGSEA of the ranks, each signature's lowest score taken off, the mean of a type's signatures.
#'
#' @param values xCell's genes × samples. @param sets Signatures, named as `type%source%number`. @return Types × samples.
xcell_raw <- function(values, sets) {
  ranks <- matrixStats::colRanks(values, ties.method = "average", preserveShape = TRUE)
  dimnames(ranks) <- dimnames(values)
  scores <- ssgsea_scores(ranks, sets)
  scores <- scores - apply(scores, 1L, min)
  type <- sub("%.*$", "", rownames(scores))
  sums <- rowsum(scores, type)
  sums / as.vector(table(type)[rownames(sums)])
}

#' The scale of shares: each type's own power and factor. @param fits Types × 3: of these the second and the third count.
xcell_transformed <- function(raw, fits) {
  types <- intersect(rownames(raw), rownames(fits))
  raw <- raw[types, , drop = FALSE]
  ((raw - apply(raw, 1L, min)) / XCELL_UNIT)^fits[types, 2L] / (fits[types, 3L] * 2)
}

#' Least squares with scores ≥ 0: what, spilled over by K, makes the transformed scores.
#'
#' @param spill Types × types. @param alpha How much of it is taken out, 0 to 1.
xcell_adjusted <- function(transformed, spill, alpha) {
  types <- intersect(rownames(transformed), rownames(spill))
  spill <- spill[types, types] * alpha
  diag(spill) <- 1
  adjusted <- apply(transformed[types, , drop = FALSE], 2L, function(scores) nnls::nnls(spill, scores)$x)
  matrix(adjusted, length(types), dimnames = list(types, colnames(transformed)))
}

#' The immune, the stromal and the whole score. @param adjusted Types × samples. @return Three rows × samples.
xcell_sums <- function(adjusted) {
  sums <- t(vapply(XCELL_SUMS, function(sum) colSums(adjusted[sum$types, , drop = FALSE]) / sum$by, numeric(ncol(adjusted))))
  sums <- matrix(sums, length(XCELL_SUMS), dimnames = list(names(XCELL_SUMS), colnames(adjusted)))
  rbind(sums, MicroenvironmentScore = colSums(sums))
}
