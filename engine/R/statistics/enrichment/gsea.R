#' Preranked gene set enrichment, by the library of `engine/src/gsea.cpp`.
#'
#' The enrichment score is that of Subramanian et al. 2005 (PNAS 102:15545); p values are those of Korotkevich et al. 2021 (bioRxiv 060012):
#' permutations of genes that all sizes share, and multilevel splitting where few or none of them are as extreme. Where few sets of a size are
#' possible all are listed. A p value is conditional on the sign of the score, as in the original.

#' Permutations: many, so that mean scores are exact to some thousandths; fewer where the sets have many sizes.
GSEA_PERMUTATIONS <- c(fewest = 1000, most = 20000)
#' Genes looked at in all permutations together; a thousand million take some seconds.
GSEA_WORK <- 1e9
#' Random sets on each level, odd: a level goes to the median. More are more exact and slower.
GSEA_WALKERS <- 101L
#' Permutations of a score's sign below which neither its p value nor its NES can be told.
GSEA_FEWEST_OF_SIGN <- 10
#' Possible sets of a size up to which all are listed instead of drawn: half a second's. Their p values and NES are exact.
GSEA_LISTED <- 5e6
#' Genes looked at in one call of the library, half a second's: between calls a job can be ended, and tells how far it is.
GSEA_PIECE <- 2e8

#' The order that all of it goes by.
#'
#' @param genes Names. @param values Their statistics, finite, of the same length.
#' @return Data frame of `gene` and `value`: the highest first, equal values by name in the C locale, of a repeated gene the value farthest from 0.
gsea_order <- function(genes, values) {
  first <- order(-abs(values), -values, method = "radix")
  first <- first[!duplicated(genes[first])]
  ranking <- data.frame(gene = genes[first], value = values[first], stringsAsFactors = FALSE)
  ranking <- ranking[order(-ranking$value, ranking$gene, method = "radix"), , drop = FALSE]
  rownames(ranking) <- NULL
  ranking
}

#' Share of genes whose value is another gene's, too: their order is by name and means nothing.
tied_share <- function(values) mean(duplicated(values) | duplicated(values, fromLast = TRUE))

#' Are the two ends of a ranking up and down? Not where all values are of one sign (F, −log10 P, a spread), nor where they are no changes.
#'
#' @param values The ranked values. @param changes FALSE: of a result that is no comparison.
has_up_and_down <- function(values, changes = TRUE) changes && any(values > 0) && any(values < 0)

#' Places of each set's genes in a ranking.
#'
#' @param sets Named list of gene names. @param genes Names in the order of the ranking.
#' @return List like `sets` of ascending whole numbers from 1.
set_places <- function(sets, genes) {
  places <- match(unlist(sets, use.names = FALSE), genes)
  set <- rep.int(seq_along(sets), lengths(sets))
  found <- which(!is.na(places))
  found <- found[order(set[found], places[found], method = "radix")]
  # A gene that a set names twice, or under two names, counts once.
  again <- c(FALSE, diff(set[found]) == 0L & diff(places[found]) == 0L)[seq_along(found)]
  found <- found[!again]
  stats::setNames(split(places[found], factor(set[found], seq_along(sets))), names(sets))
}

#' Test sets against a ranking.
#'
#' @param values Statistics in the order of `gsea_order`. @param places From `set_places`, the sets to test: each of fewer genes than there are
#'   values.
#' @param exponent Of the weights |value|^exponent; 0 counts hits alike. @param seed Whole number.
#' @param tell Function of progress from 0 to 1. @param listed See `GSEA_LISTED`; 0 draws always.
#' @return Data frame, one row per set in their order: `size`, `es`, `nes`, `p`, `log2err` (expected error of log2 p; 0 where all sets were
#'   listed; NA where p can only be told to be at most this), `peak` (place of the score, from 1), `leading` (number of leading hits: the first
#'   of a positive, the last of a negative score).
#'   Attribute `permutations`. `nes`, `p` and `log2err` are NA where fewer than `GSEA_FEWEST_OF_SIGN` permutations had the score's sign.
gsea_test <- function(values, places, exponent, seed, tell = function(progress) NULL, listed = GSEA_LISTED) {
  # No power of them overflows; the score does not depend on their unit.
  weights <- (abs(values) / max(abs(values), .Machine$double.xmin))^exponent
  zero_based <- lapply(unname(places), function(set) as.integer(set) - 1L)
  observed <- .Call(library_routine("gsea", "gsea_scores"), weights, zero_based)
  unknown <- rep(NA_real_, length(places))
  result <- data.frame(
    size = lengths(zero_based), es = observed$es, nes = unknown, p = unknown, log2err = unknown, peak = observed$peak + 1L,
    leading = observed$leading
  )
  if (nrow(result) == 0L) return(structure(result, permutations = 0))
  weights <- whole_weights(weights)
  simulated <- permute_scores(weights, result, seed, function(share) tell(0.5 * share), listed)
  result[c("nes", "p", "log2err")] <- simulated$estimates
  small <- simulated$small
  for (i in seq_along(small)) {
    tell(0.5 + 0.5 * (i - 1) / length(small))
    sets <- small[[i]]
    climbed <- climb_levels(weights, result$size[[sets[[1L]]]], result$es[sets], seed)
    # Divided by the share of this sign, known of the permutations.
    share <- (simulated$of_sign[sets] + 1) / (simulated$permutations + 1)
    result$p[sets] <- pmin(1, exp(climbed$log_p - log(share)))
    variance <- climbed$variance + 1 / (simulated$of_sign[sets] + 1) - 1 / (simulated$permutations + 1)
    result$log2err[sets] <- sqrt(variance) / log(2)
  }
  structure(result, permutations = simulated$permutations)
}

#' Weights as whole numbers whose sums are exact, see gsea.cpp. A gene without weight keeps one unit: a set of such genes counts hits alike.
whole_weights <- function(weights) {
  if (!any(weights > 0)) weights <- rep(1, length(weights))
  pmax(1, round(weights * (2^52 / sum(weights))))
}

#' What permutations say.
#'
#' @param tested Data frame of `size` and `es`. @param listed See `GSEA_LISTED`.
#' @return List of `estimates` (data frame of nes, p, log2err), `of_sign` (permutations with the sign of each score), `permutations`, and
#'   `small`: list of groups of row numbers, of one size and sign each, whose p values levels tell more exactly.
permute_scores <- function(weights, tested, seed, tell, listed = GSEA_LISTED) {
  sizes <- sort(unique(tested$size))
  size <- match(tested$size, sizes)
  ascending <- order(size, tested$es, method = "radix")
  starts <- c(0L, cumsum(tabulate(size, length(sizes))))
  permutations <- 1000 * floor(GSEA_WORK / sum(sizes) / 1000)
  permutations <- min(max(permutations, GSEA_PERMUTATIONS[["fewest"]]), GSEA_PERMUTATIONS[["most"]])
  piece <- max(10, floor(GSEA_PIECE / sum(sizes)))
  sums <- NULL
  for (from in seq(0, permutations - 1, by = piece)) {
    tell(from / permutations)
    to <- min(permutations, from + piece)
    found <- .Call(
      library_routine("gsea", "gsea_permute"), weights, sizes, as.integer(starts), tested$es[ascending], as.integer(seed), as.integer(from),
      as.integer(to)
    )
    sums <- if (is.null(sums)) found else Map(`+`, sums, found)
  }
  few <- choose(length(weights), sizes) <= listed
  sums <- list_all_sets(sums, weights, sizes, which(few), split(tested$es[ascending], factor(size[ascending], seq_along(sizes))))
  extreme <- numeric(nrow(tested))
  extreme[ascending] <- sums$extreme
  exact <- few[size]
  above <- tested$es > 0
  of_sign <- ifelse(above, sums$above[size], sums$below[size])
  mean_score <- ifelse(above, sums$rise[size], -sums$fall[size]) / of_sign
  known <- (exact | of_sign >= GSEA_FEWEST_OF_SIGN) & tested$es != 0
  p <- ifelse(exact, extreme / of_sign, (extreme + 1) / (of_sign + 1))
  error <- ifelse(exact, 0, sqrt(trigamma(extreme + 1) - trigamma(of_sign + 1)) / log(2))
  # A score of 0 is as extreme as every other: nothing is to be estimated.
  estimates <- data.frame(
    nes = ifelse(tested$es == 0, 0, ifelse(known, tested$es / mean_score, NA)),
    p = ifelse(tested$es == 0, 1, ifelse(known, p, NA)),
    log2err = ifelse(tested$es == 0, 0, ifelse(known, error, NA))
  )
  levels <- floor(-log2(p * (of_sign + 1) / (permutations + 1)) + 1)
  by_levels <- which(known & !exact & sqrt(pmax(levels, 0) * level_variance()) / log(2) < error)
  small <- unname(split(by_levels, list(tested$size[by_levels], above[by_levels]), drop = TRUE))
  list(estimates = estimates, of_sign = of_sign, permutations = permutations, small = small)
}

#' What all possible sets say, in the place of what permutations say.
#'
#' @param sums List of `gsea_permute`. @param few Places in `sizes` of those whose sets are listed. @param scores By size, ascending.
#' @return Like `sums`.
list_all_sets <- function(sums, weights, sizes, few, scores) {
  starts <- cumsum(c(0L, lengths(scores)))
  for (i in few) {
    found <- .Call(library_routine("gsea", "gsea_enumerate"), weights, sizes[[i]], scores[[i]])
    for (name in c("above", "below", "rise", "fall")) sums[[name]][[i]] <- found[[name]]
    sums$extreme[starts[[i]] + seq_along(scores[[i]])] <- found$extreme
  }
  sums
}

#' Variance of the logarithm of the share above the median of the walkers: it is a Beta variable of two equal parameters.
level_variance <- function() trigamma((GSEA_WALKERS + 1) / 2) - trigamma(GSEA_WALKERS + 1)

#' Probability that a random set of this size reaches the scores, sign included, by multilevel splitting.
#'
#' @param es Scores of one sign, not 0.
#' @return Data frame in their order: `log_p` (natural), `variance` of it; NA where no walker reached the score, or walkers were stuck below it.
climb_levels <- function(weights, size, es, seed) {
  ascending <- order(abs(es))
  oriented <- if (es[[1L]] > 0) weights else rev(weights)
  climbed <- .Call(
    library_routine("gsea", "gsea_climb"), oriented, as.integer(size), abs(es)[ascending], GSEA_WALKERS, as.integer(seed)
  )
  levels <- climbed$levels
  reached <- climbed$reaching
  half <- (GSEA_WALKERS + 1) / 2
  log_p <- levels * (digamma(half) - digamma(GSEA_WALKERS + 1)) + digamma(reached + 1) - digamma(GSEA_WALKERS + 2)
  variance <- levels * level_variance() + trigamma(reached + 1) - trigamma(GSEA_WALKERS + 2)
  variance[!climbed$moved | reached == 0L] <- NA
  result <- data.frame(log_p = log_p, variance = variance)
  result[order(ascending), ]
}

#' Genes of a set up to its peak, or from its lowest point on; the one farthest out first.
#'
#' @param places Ascending. @param leading Number of leading hits, see `gsea_test`. @param genes Names in the order of the ranking.
leading_genes <- function(places, leading, es, genes) {
  if (es == 0) return(character())
  genes[if (es > 0) utils::head(places, leading) else rev(utils::tail(places, leading))]
}

#' The running score of sets, and where their genes stand: what the figure of kind `running-score` is drawn from.
#'
#' @param labels What the sets are called, each once. @param places List as in `gsea_test`. @param ranking Data frame of `gsea_order`.
#' @return List of data frames `curve` (description, rank, score: before and at each hit, and both ends), `hits` (description, rank, gene) and
#'   `ranks` (rank, metric: evenly chosen ones).
running_tables <- function(labels, places, ranking, exponent) {
  curves <- Map(function(label, set) {
    cbind(description = rep(label, 2L * length(set) + 2L), running_score(ranking$value, set, exponent))
  }, labels, places)
  none <- data.frame(description = character(), rank = integer(), score = numeric())
  rank <- unlist(places, use.names = FALSE)
  chosen <- unique(round(seq(1, nrow(ranking), length.out = min(nrow(ranking), RANKS_DRAWN))))
  list(
    curve = if (length(labels) == 0L) none else do.call(rbind, unname(curves)),
    hits = data.frame(description = rep.int(labels, lengths(places)), rank = as.integer(rank), gene = ranking$gene[rank]),
    ranks = data.frame(rank = as.integer(chosen), metric = ranking$value[chosen])
  )
}

#' Points of the ranked values in a figure.
RANKS_DRAWN <- 1000L

#' @return Data frame of `rank` and `score`: 0 at the beginning and in the end, between them before and at each hit.
running_score <- function(values, places, exponent) {
  weights <- (abs(values) / max(abs(values), .Machine$double.xmin))^exponent
  hit <- weights[places]
  if (!any(hit > 0)) hit[] <- 1
  missed <- (places - seq_along(places)) / (length(values) - length(places))
  at <- cumsum(hit) / sum(hit) - missed
  before <- at - hit / sum(hit)
  data.frame(rank = c(0L, rbind(places - 1L, places), length(values)), score = c(0, rbind(before, at), 0))
}
