# Preranked gene set enrichment against the plain formula, exact enumeration, plain permutations and fgsea's own numbers.

skip_if_not_built <- function() {
  skip_if(is.null(load_library(root, "gsea")), "the library has not been built: npm start, or node scripts/setup/index.mjs")
}

#' The enrichment score as Subramanian et al. 2005 write it: the running sum over all genes, one by one.
plain_score <- function(values, places, exponent = 1) {
  hit <- seq_along(values) %in% places
  weights <- ifelse(hit, abs(values)^exponent, 0)
  if (sum(weights) == 0) weights <- as.numeric(hit)
  running <- cumsum(weights / sum(weights) - ifelse(hit, 0, 1 / sum(!hit)))
  # A score of 0 before the first gene is not looked at.
  if (abs(max(running) + min(running)) < 1e-12) return(0)
  if (max(running) > -min(running)) max(running) else min(running)
}

#' Scores of all sets that are columns of a matrix of places, ascending.
column_scores <- function(values, columns) {
  .Call(library_routine("gsea", "gsea_scores"), abs(values), lapply(seq_len(ncol(columns)), function(i) columns[, i] - 1L))$es
}

random_places <- function(genes, size) sort(sample.int(genes, size))

test_that("the score, its place and the leading genes are those of the plain formula", {
  skip_if_not_built()
  set.seed(5)
  rankings <- list(normal = rnorm(400), tied = round(rnorm(400)), zeros = rnorm(400) * (runif(400) > 0.7), high = rexp(400), none = numeric(400))
  for (name in names(rankings)) for (exponent in if (name == "normal") c(0, 0.5, 1, 2) else c(0, 1)) {
    values <- sort(rankings[[name]], decreasing = TRUE)
    places <- lapply(c(1L, 2L, 15L, 120L, 399L), random_places, genes = 400L)
    tested <- gsea_test(values, places, exponent, seed = 1L)
    expected <- vapply(places, plain_score, numeric(1), values = values, exponent = exponent)
    expect_equal(tested$es, expected, tolerance = 1e-9)
    for (i in which(abs(expected) > 1e-9)) {
      set <- places[[i]]
      lead <- if (expected[[i]] > 0) set[set <= tested$peak[[i]]] else set[set >= tested$peak[[i]]]
      expect_identical(tested$leading[[i]], length(lead))
    }
  }
})

test_that("the score is fgsea's on its own input", {
  skip_if_not_built()
  values <- utils::read.table(shared("gsea", "fgsea_ref_input.stats.tsv"), header = TRUE)$stats
  sets <- lapply(strsplit(readLines(shared("gsea", "fgsea_ref_input.pathways.tsv")), "\t"), as.integer)
  scores <- utils::read.table(shared("gsea", "fgsea_ref_input.cumbatch_pathwayScores.tsv"), header = TRUE)$pathwayScores
  expect_equal(gsea_test(values, sets, 1, seed = 1L)$es, scores, tolerance = 1e-9)
  # calcGseaStatCumulative of fgsea: the score of each beginning of a set.
  selected <- scan(shared("gsea", "fgsea_ref_input.cumulative_selectedStats.tsv"), quiet = TRUE)
  beginnings <- lapply(seq_along(selected), function(i) as.integer(selected[seq_len(i)]))
  cumulative <- gsea_test(values, beginnings, 1, seed = 1L)$es
  expected <- c(0.98432810936978998, 0.95163442294863243, 0.59785460061536722, 0.37131642619072142)
  expect_equal(cumulative[c(1L, 2L, 11L, 22L)], expected, tolerance = 1e-9)
})

test_that("permutations agree with fgsea's of the same ranking", {
  skip_if_not_built()
  values <- utils::read.table(shared("gsea", "fgsea_ref_input.stats.tsv"), header = TRUE)$stats
  sets <- lapply(strsplit(readLines(shared("gsea", "fgsea_ref_input.pathways.tsv")), "\t"), as.integer)
  simulated <- permute_scores(whole_weights(abs(values)), gsea_test(values, sets, 1, seed = 1L), 1L, function(share) NULL)
  # calcGseaStatCumulativeBatch of fgsea, 1,000 permutations: how many were at least 0, and the mean of those.
  chosen <- c(1L, 5L, 11L, 19L)
  expect_lt(max(abs(simulated$of_sign[chosen] / simulated$permutations - c(928, 947, 964, 1000) / 1000)), 0.03)
  means <- c(330.29155971730347 / 928, 321.93726656461899 / 947, 314.90689227333706 / 964, 282.81371137256951 / 1000)
  nes <- vapply(sets[chosen], plain_score, numeric(1), values = values) / means
  expect_equal(simulated$estimates$nes[chosen], nes, tolerance = 0.02)
})

test_that("levels agree with fgseaMultilevelCpp of fgsea within the two stated errors", {
  skip_if_not_built()
  weights <- whole_weights(as.numeric(1:3000))
  # Ranks 1 to 3000, seed 42, sample size 101, eps 0: size, score, probability, expected error of its log2.
  reference <- utils::read.table(text = "
     25  0.3 2.3380164686544444e-04 0.49388740749477555
     25  0.5 3.1999164816094043e-08 0.71046090955503594
     25  0.7 9.2424230456715686e-14 0.93781446367487153
     25 -0.4 1.3062874604525526e-01 0.24438328217742161
     25 -0.6 4.5421308174593853e-05 0.54041181843522079
    100  0.3 3.0363918966818697e-15 0.98974952028562446
    100  0.5 1.4335655788130694e-29 1.3957238128824034
    100  0.7 8.7367066654663851e-51 1.8388587461886328
    100 -0.4 9.8614393651546835e-04 0.44954355322043776
    100 -0.6 7.0771045740126827e-16 1.010937843848396", col.names = c("size", "es", "p", "error"))
  for (size in c(25L, 100L)) for (sign in c(-1, 1)) {
    expected <- reference[reference$size == size & sign(reference$es) == sign, ]
    climbed <- climb_levels(weights, size, expected$es, seed = 7L)
    distance <- (climbed$log_p - log(expected$p)) / log(2)
    expect_true(all(abs(distance) < 3 * sqrt(climbed$variance / log(2)^2 + expected$error^2)))
  }
})

#' Sets of a size in a small ranking at the given tail shares, with their exact probability given the sign of the score, and the scores of all sets.
exact_cases <- function(values, size) {
  all_sets <- utils::combn(length(values), size)
  scores <- column_scores(values, all_sets)
  cases <- lapply(c(1, -1), function(sign) {
    of_sign <- which(sign(scores) == sign)
    ranked <- of_sign[order(-abs(scores[of_sign]))]
    chosen <- ranked[unique(ceiling(length(ranked) * c(1e-9, 1e-4, 1e-3, 0.01, 0.05, 0.3, 0.8)))]
    reaching <- vapply(abs(scores[chosen]), function(score) sum(abs(scores[of_sign]) >= score - 1e-10), numeric(1))
    data.frame(column = chosen, p = reaching / sum(scores * sign >= 0))
  })
  cases <- do.call(rbind, cases)
  list(values = values, places = lapply(cases$column, function(column) all_sets[, column]), p = cases$p, scores = scores)
}

#' The cases of rankings that all sets of a size can be listed of. They are made when a test first asks for them.
delayedAssign("small_cases", local({
  set.seed(3)
  rankings <- list(
    list(rnorm(30), 4L), list(rnorm(24), 6L), list(round(1.5 * rnorm(28)), 4L), list(rexp(30) - 0.1, 4L), list(rt(100, 3), 3L),
    list(rt(800, 3), 2L), list(rnorm(100), 1L), list(as.numeric(1:40), 4L), list(rep(1, 30), 4L), list(numeric(30), 4L)
  )
  lapply(rankings, function(ranking) exact_cases(sort(ranking[[1L]], decreasing = TRUE), ranking[[2L]]))
}))

test_that("p values and NES are exact, whatever the seed, where all sets can be listed", {
  skip_if_not_built()
  for (exact in small_cases) {
    values <- exact$values
    # A set of another size beside them that is drawn as ever.
    places <- c(exact$places, list(seq(1L, length(values), by = 2L)))
    tested <- gsea_test(values, places, 1, seed = 1L)[seq_along(exact$p), ]
    expect_equal(tested$p, exact$p, tolerance = 1e-12)
    expect_identical(tested$log2err, numeric(length(exact$p)))
    expect_identical(gsea_test(values, places, 1, seed = 2L)[seq_along(exact$p), ], tested)
    means <- ifelse(tested$es > 0, mean(exact$scores[exact$scores >= 0]), -mean(exact$scores[exact$scores <= 0]))
    expect_equal(tested$nes, tested$es / means, tolerance = 1e-9)
  }
})

test_that("sets of a size are listed up to a stated number of them, and drawn above it", {
  skip_if_not_built()
  set.seed(6)
  errors <- function(genes) gsea_test(sort(rnorm(genes), decreasing = TRUE), list(c(1L, 3L)), 1, seed = 1L)$log2err
  largest <- max(which(choose(seq_len(4000L), 2) <= GSEA_LISTED))
  expect_identical(errors(largest), 0)
  expect_gt(errors(largest + 1L), 0)
})

test_that("p values that are drawn are within three stated errors of the exact ones", {
  skip_if_not_built()
  z <- unlist(lapply(small_cases, function(exact) {
    unlist(lapply(1:4, function(seed) {
      tested <- gsea_test(exact$values, exact$places, 1, seed, listed = 0)
      expect_false(anyNA(tested$log2err))
      log2(tested$p / exact$p) / tested$log2err
    }))
  }))
  expect_gt(length(z), 300L)
  # Of a normal error 0.27% are beyond three; a mistake of the method puts all of a ranking there.
  expect_lt(mean(abs(z) > 3), 0.01)
  expect_lt(max(abs(z)), 4.5)
  expect_lt(abs(mean(z)), 0.3)
  expect_lt(stats::sd(z), 1.25)
})

test_that("levels alone are as right, also where permutations would have done", {
  skip_if_not_built()
  set.seed(4)
  values <- sort(rnorm(26), decreasing = TRUE)
  scores <- column_scores(values, utils::combn(26L, 5L))
  for (sign in c(1, -1)) {
    wanted <- stats::quantile(abs(scores[sign(scores) == sign]), c(0.3, 0.9, 0.99, 0.999, 1), names = FALSE)
    exact <- vapply(wanted, function(score) mean(sign * scores >= score - 1e-10), numeric(1))
    z <- unlist(lapply(1:12, function(seed) {
      climbed <- climb_levels(whole_weights(abs(values)), 5L, sign * wanted, seed)
      (climbed$log_p - log(exact)) / sqrt(climbed$variance)
    }))
    expect_lt(max(abs(z)), 4)
    expect_lt(abs(mean(z)), 0.6)
  }
})

test_that("p and NES are those of plain permutations", {
  skip_if_not_built()
  set.seed(8)
  values <- sort(rnorm(300), decreasing = TRUE)
  places <- list(c(2L, 9L, 15L, 20L, 31L, 46L, 70L, 90L), c(40L, 60L, 100L, 150L, 200L, 220L, 250L, 299L), random_places(300L, 8L))
  drawn <- vapply(seq_len(20000L), function(i) random_places(300L, 8L), integer(8))
  null <- column_scores(values, drawn)
  # The scores of the library were compared with the formula above; some of these again.
  expect_equal(null[1:200], apply(drawn[, 1:200], 2L, plain_score, values = values), tolerance = 1e-9)
  tested <- gsea_test(values, places, 1, seed = 2L)
  for (i in seq_along(places)) {
    same <- null[sign(null) == sign(tested$es[[i]])]
    p <- mean(abs(same) >= abs(tested$es[[i]]))
    expect_lt(abs(log2(tested$p[[i]] / p)), 3 * sqrt(tested$log2err[[i]]^2 + (1 - p) / (p * length(same)) / log(2)^2))
    expect_equal(tested$nes[[i]], tested$es[[i]] / mean(abs(same)), tolerance = 0.01)
  }
})

test_that("a higher score of the same size never has a higher p, down to the smallest", {
  skip_if_not_built()
  set.seed(9)
  values <- sort(rnorm(2000), decreasing = TRUE)
  places <- lapply(seq(0, 600, by = 30), function(shift) sort(shift + sample.int(200L, 40L)))
  tested <- gsea_test(values, places, 1, seed = 3L)
  rising <- tested[tested$es > 0, ]
  rising <- rising[order(rising$es), ]
  expect_false(is.unsorted(-rising$p))
  expect_lt(min(rising$p), 1e-15)
  expect_gt(min(rising$p), 0)
})

test_that("the same seed gives the same bytes, and a set has its numbers whatever is tested beside it", {
  skip_if_not_built()
  set.seed(10)
  values <- sort(rnorm(1500), decreasing = TRUE)
  places <- c(lapply(c(10L, 25L, 25L, 60L), random_places, genes = 1500L), list(sort(sample.int(300L, 25L)), sort(1500L - sample.int(300L, 25L))))
  once <- gsea_test(values, places, 1, seed = 4L)
  expect_identical(gsea_test(values, places, 1, seed = 4L), once)
  expect_identical(unlist(gsea_test(values, places[5L], 1, seed = 4L)), unlist(once[5L, ]))
  reordered <- gsea_test(values, rev(places), 1, seed = 4L)
  expect_identical(unlist(reordered[1L, ]), unlist(once[6L, ]))
  expect_false(identical(gsea_test(values, places, 1, seed = 5L)$p, once$p))
})

test_that("a ranking turned around turns the signs", {
  skip_if_not_built()
  set.seed(11)
  values <- sort(rnorm(600), decreasing = TRUE)
  places <- c(lapply(rep(20L, 5L), random_places, genes = 600L), list(sort(sample.int(120L, 20L))))
  once <- gsea_test(values, places, 1, seed = 6L)
  turned <- gsea_test(-rev(values), lapply(places, function(set) sort(601L - set)), 1, seed = 6L)
  expect_equal(turned$es, -once$es, tolerance = 1e-9)
  expect_equal(turned$nes, -once$nes, tolerance = 0.03)
  expect_identical(turned$leading, once$leading)
})

test_that("random rankings give p below 0.05 in about 5% of sets", {
  skip_if_not_built()
  set.seed(12)
  places <- lapply(rep(c(15L, 40L, 100L), 20L), random_places, genes = 2000L)
  small <- vapply(1:20, function(seed) mean(gsea_test(sort(rnorm(2000), decreasing = TRUE), places, 1, seed)$p < 0.05), numeric(1))
  expect_lt(mean(small), 0.07)
  expect_gt(mean(small), 0.03)
})

test_that("a score whose sign hardly ever comes is given without p and NES", {
  skip_if_not_built()
  # Nearly all weight at the top: hardly a random set of 60 falls deeper than it rises.
  values <- sort(c(rep(100, 500), runif(500)), decreasing = TRUE)
  tested <- gsea_test(values, list(sort(501:1000)[c(TRUE, FALSE, FALSE, FALSE)]), 1, seed = 1L)
  expect_lt(tested$es, 0)
  expect_true(is.na(tested$p) && is.na(tested$nes) && is.na(tested$log2err))
})

test_that("the order of a ranking does not depend on the order of its rows", {
  genes <- c("b", "A", "a", "B", "x", "x")
  values <- c(1, 1, 1, 1, 2, -3)
  ranking <- gsea_order(genes, values)
  expect_identical(ranking$gene, c("A", "B", "a", "b", "x"))
  expect_identical(ranking$value, c(1, 1, 1, 1, -3))
  for (i in 1:5) {
    shuffled <- sample(6L)
    expect_identical(gsea_order(genes[shuffled], values[shuffled]), ranking)
  }
  expect_identical(tied_share(ranking$value), 0.8)
})

test_that("places of sets are found once each, in order", {
  expect_identical(
    set_places(list(a = c("g3", "none", "g1", "g3"), b = character(), c = "g2"), c("g1", "g2", "g3")),
    list(a = c(1L, 3L), b = integer(), c = 2L)
  )
})
