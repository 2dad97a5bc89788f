# ESTIMATE's scores of stroma and immune cells, and what they say of the purity of a tumour (Yoshihara et al. 2013).

#' Weight of a rank in ESTIMATE's enrichment.
ESTIMATE_WEIGHT <- 0.25

#' Enrichment of each set in each sample: the area between the running sums of the set's genes, weighted by rank, and of all others.
#'
#' @param values Numeric matrix, the common genes × samples, without missing cells; of equal values the upper row stands first.
#' @param sets Named list of row names. @return Sets × samples; does not change where the values are transformed monotonically.
#'   Source: Yoshihara K et al., Nat Commun 2013;4:2612; R package estimate 1.0.13, `estimateScore`.
estimate_enrichment <- function(values, sets) {
  n <- nrow(values)
  # Equal values share a rank for the weight, and stand in the order of the rows for the place.
  weight <- matrixStats::colRanks(values, ties.method = "average", preserveShape = TRUE)^ESTIMATE_WEIGHT
  place <- matrixStats::colRanks(values, ties.method = "last", preserveShape = TRUE)
  scores <- vapply(sets, function(set) {
    inside <- rownames(values) %in% set
    own <- place[inside, , drop = FALSE]
    hit <- colSums(weight[inside, , drop = FALSE] * own) / colSums(weight[inside, , drop = FALSE])
    hit - (n * (n + 1) / 2 - colSums(own)) / (n - sum(inside))
  }, numeric(ncol(values)))
  matrix(t(scores), length(sets), dimnames = list(names(sets), colnames(values)))
}


#' Purity by the ESTIMATE score, as fitted on Affymetrix arrays. @return NA where the cosine is below 0: there the curve means nothing.
estimate_purity <- function(estimate) {
  purity <- cos(0.6049872018 + 0.0001467884 * estimate)
  ifelse(purity < 0, NA_real_, purity)
}

#' Scores that are tested. The ESTIMATE score is their sum and the purity a function of that sum: a test of each would count one finding again.
ESTIMATE_TESTED <- c("StromalScore", "ImmuneScore")

#' Tests of the two scores between groups, and what the groups have of those that follow from them, untested.
#'
#' @param scores Scores by their codes (see `IMMUNE_SCORES`) × samples. @return As `score_tests`.
estimate_tests <- function(scores, group) {
  tested <- rownames(scores) %in% ESTIMATE_TESTED
  following <- score_tests(scores[!tested, , drop = FALSE], group)
  following$statistic <- following$p <- following$padj <- rep(NA_real_, nrow(following))
  following$test <- rep("未检验", nrow(following))
  rbind(score_tests(scores[tested, , drop = FALSE], group), following)
}

#' Groups of normal tissue, as users call them.
NORMAL_GROUPS <- "^(正常|癌旁|健康|normal|adjacent|healthy)"

#' Which samples are no tumours, by what their names say (TCGA's codes 10 to 19, GTEx) or the name of their group.
#'
#' @param group By sample, from `groups_of_samples`.
normal_tissue <- function(group) {
  samples <- names(group)
  sample_owners(samples, NULL)$kind == "normal" | grepl("^GTEX[-.]", samples) | grepl(NORMAL_GROUPS, trimmed(group), ignore.case = TRUE)
}

#' The four scores of each sample.
#'
#' @param values Genes × samples, rows as the signature calls them. @param signature Of ESTIMATE, from `read_signature`.
#' @return Data frame: sample, StromalScore, ImmuneScore, ESTIMATEScore, purity.
estimate_table <- function(values, signature) {
  scores <- estimate_enrichment(values, signature$sets)
  estimate <- scores["stromal", ] + scores["immune", ]
  data.frame(
    sample = colnames(values), StromalScore = unname(scores["stromal", ]), ImmuneScore = unname(scores["immune", ]), ESTIMATEScore = unname(estimate),
    purity = unname(estimate_purity(estimate))
  )
}

#' Rows of a matrix as ESTIMATE takes them: the genes common to its platforms, aliases found first.
#'
#' @param matrix A matrix input. @return List of `values`, `names`, `coverage` (see `signature_coverage`) and `absent` genes of the two sets.
estimate_rows <- function(matrix, signature, field, job) {
  tell_logged_twice(matrix, field, job)
  lists <- signature$lists
  own <- unique(unlist(signature$sets, use.names = FALSE))
  rows <- signature_rows(matrix, union(lists$common, own), field, job, data.frame(name = lists$synonym_of, synonym = toupper(lists$synonym)))
  values <- rows$values[rownames(rows$values) %in% lists$common, , drop = FALSE]
  parts <- list("基质签名" = signature$sets$stromal, "免疫签名" = signature$sets$immune, "共同基因" = lists$common)
  coverage <- signature_coverage(parts, rownames(values), field)
  refuse_silent_samples(values, field)
  check_expressed(values, signature$sets$immune, told("免疫签名", "the immune signature"), field, job)
  check_expressed(values, signature$sets$stromal, told("基质签名", "the stromal signature"), field, job)
  tell_coverage_found(coverage, field, job)
  list(values = values, names = rows$names, coverage = coverage, absent = signature_absent(own, rownames(values)))
}

#' The tables of an ESTIMATE result.
#'
#' @param rows From `estimate_rows`. @param group By sample, from `groups_of_samples`. @param affymetrix Does the curve of purity hold?
#' @param tumour Logical, by sample: of normal tissue there is no purity. @param drawn Draw the scores? @return The tables of `estimateTables`; facts
#'   go to
#'   `job`.
estimate_result <- function(rows, signature, group, affymetrix, tumour, drawn, job) {
  table <- estimate_table(rows$values, signature)
  purity <- ifelse(tumour, table$purity, NA_real_)
  unknown <- sum(is.na(purity) & tumour)
  if (unknown > 0L) job$finding("note", "purity_absent", told(
    "有 %s 个样本的 ESTIMATE 评分太高，纯度公式的余弦小于 0，超出了它的范围，纯度留空",
    "%s samples have too high an ESTIMATE score for the purity formula (its cosine is negative) and no purity", format_count(unknown)
  ))
  scores <- t(as.matrix(table[c("StromalScore", "ImmuneScore", "ESTIMATEScore")]))
  colnames(scores) <- table$sample
  of_purity <- if (any(!is.na(purity))) matrix(purity, 1L, dimnames = list(if (affymetrix) "TumorPurity" else "TumorPurity_relative", NULL))
  tests <- with_words(estimate_tests(rbind(scores, of_purity), group), type = IMMUNE_SCORES)
  rownames(scores) <- code_words(rownames(scores), IMMUNE_SCORES)
  rho <- if (nrow(table) > 3L) stats::cor(table$StromalScore, table$ImmuneScore, method = "spearman")
  found <- stats::setNames(rows$coverage$found, c("stromal", "immune", "common"))
  job$facts(c(score_test_facts(tests, group), list(
    samples = nrow(table), signature_title = signature$label, signature_release = signature$about$release, common_found = found[["common"]],
    stromal_found = found[["stromal"]], immune_found = found[["immune"]], stromal_median = stats::median(table$StromalScore),
    immune_median = stats::median(table$ImmuneScore), affymetrix = affymetrix,
    normal_samples = sum(!tumour), purity_median = if (any(!is.na(purity))) stats::median(purity, na.rm = TRUE), purity_absent = unknown,
    score_correlation = rho
  )))
  figure <- score_figure(if (drawn) scores else scores[0L, , drop = FALSE], group, tests)
  c(
    list(
      scores = data.frame(
        sample = table$sample, group = unname(group_or_none(group)), table[c("StromalScore", "ImmuneScore", "ESTIMATEScore")],
        TumorPurity = if (affymetrix) purity else NA_real_, TumorPurity_relative = if (affymetrix) NA_real_ else purity
      ),
      comparison = score_test_table(tests), coverage = rows$coverage, names = signature_name_table(rows$names), absent = rows$absent
    ),
    figure, score_scatter(table, group, drawn, rho)
  )
}

score_scatter <- function(table, group, drawn, rho) {
  table <- if (drawn && !is.null(rho)) table else table[0L, ]
  x <- table$StromalScore
  line <- data.frame(x = numeric(), y = numeric())
  if (length(unique(x)) > 1L) {
    fit <- stats::lm.fit(cbind(1, x), table$ImmuneScore)$coefficients
    line <- data.frame(x = range(x), y = fit[[1L]] + fit[[2L]] * range(x))
  }
  words <- if (nrow(table) > 0L) sprintf("ρ = %s", true_minus(sprintf("%.2f", rho))) else character()
  list(
    scatter = data.frame(sample = table$sample, x = x, y = table$ImmuneScore, group = if (nrow(table) > 0L) drawn_group(group) else character()),
    scatter_line = line, scatter_words = data.frame(text = words, x_title = rep("基质评分", length(words)), y_title = rep("免疫评分", length(words)))
  )
}
