#' How ambiguous the consensus on clusters is, and the same of data without clusters; consensus clustering. The other way to a consensus is in nmf.R.

#' A cluster of fewer samples is an outlier or two, no subtype.
SUBTYPE_SIZE_MIN <- 3L
#' Consensus between these is ambiguous (Şenbabaoğlu and others 2014).
PAC_BOUNDS <- c(0.1, 0.9)
#' Two PAC that lie no further apart are told apart by the silhouette.
PAC_CLOSE <- 0.02
#' Added to PAC before its logarithm is taken: many are 0.
PAC_FLOOR <- 0.01
SUBTYPE_P <- 0.05

#' Rows of the largest median absolute deviation, in the order of their names; ties by name.
most_varying_rows <- function(values, wanted) {
  first <- utils::head(order(-matrixStats::rowMads(values), rownames(values), method = "radix"), wanted)
  values[sort(first), , drop = FALSE]
}

#' Distances between samples as ConsensusClusterPlus takes them.
sample_distances <- function(values, distance) {
  if (distance == "euclidean") as.matrix(stats::dist(t(values))) else 1 - stats::cor(values, method = distance)
}

# ---- clusters ----

#' @return For each K from 2 what ConsensusClusterPlus gives. It draws whatever is asked; its device keeps nothing.
consensus_by_package <- function(used, params) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  # k-means warns of each sampling that ten steps do not bring to rest.
  all <- suppressWarnings(suppressMessages(ConsensusClusterPlus::ConsensusClusterPlus(
    used, maxK = params$max_k, reps = params$reps, pItem = params$p_item, clusterAlg = params$algorithm, distance = params$distance,
    innerLinkage = "average", finalLinkage = "average", seed = params$seed, plot = NULL
  )))
  stats::setNames(all[-1L], seq_along(all)[-1L])
}

#' The consensus matrices of ConsensusClusterPlus by the same draws, from products of memberships: many times faster, for the null.
consensus_matrices <- function(used, params, seed) {
  set.seed(seed)
  n <- ncol(used)
  reps <- params$reps
  ks <- seq(2L, params$max_k)
  distances <- if (params$algorithm != "km") sample_distances(used, params$distance)
  # k-means knows samples by their distances alone, and these are the same along as many axes as there are samples.
  places <- if (params$algorithm == "km") if (nrow(used) > n) stats::prcomp(t(used))$x else t(used)
  drawn <- matrix(0, n, reps)
  members <- lapply(ks, function(k) matrix(0, n, reps * k))
  for (i in seq_len(reps)) {
    these <- sort(sample(n, floor(n * params$p_item), replace = FALSE))
    drawn[these, i] <- 1
    among <- if (params$algorithm != "km") stats::as.dist(distances[these, these])
    tree <- if (params$algorithm == "hc") stats::hclust(among, "average")
    for (j in seq_along(ks)) {
      class <- switch(params$algorithm,
        hc = stats::cutree(tree, ks[[j]]),
        # The same medoids as the package's way of swapping, in half the time.
        pam = cluster::pam(among, ks[[j]], diss = TRUE, cluster.only = TRUE, pamonce = 3L),
        km = stats::kmeans(places[these, ], ks[[j]], iter.max = 10L, nstart = 1L, algorithm = "Hartigan-Wong")$cluster
      )
      members[[j]][cbind(these, (i - 1L) * ks[[j]] + class)] <- 1
    }
  }
  together <- tcrossprod(drawn)
  lapply(members, function(one) {
    share <- tcrossprod(one) / together
    share[together == 0] <- 0
    share
  })
}

#' Seconds that all of it takes on one processor, measured on 100 to 600 samples of 1,000 genes; the package's own run is worth six of the null's.
consensus_seconds <- function(samples, params) {
  each <- c(hc = 0.13, pam = 0.7, km = 1.05)[[params$algorithm]]
  each * (samples / 100)^2 * params$reps / 200 * (params$max_k - 1) / 5 * (params$null_repeats + 6)
}

consensus_classes <- function(consensus, k) stats::cutree(stats::hclust(stats::as.dist(1 - consensus), "average"), k)

#' Share of pairs of samples whose consensus is ambiguous.
ambiguous_share <- function(consensus) {
  pairs <- consensus[lower.tri(consensus)]
  mean(pairs > PAC_BOUNDS[[1L]] & pairs < PAC_BOUNDS[[2L]])
}

#' How well the tree of a consensus keeps it (Brunet and others 2004): the correlation of 1 - consensus with the heights where samples meet.
cophenetic_correlation <- function(consensus) {
  apart <- stats::as.dist(1 - consensus)
  # Where all samples are alike the tree keeps all there is.
  if (max(apart) == min(apart)) return(1)
  stats::cor(apart, stats::cophenetic(stats::hclust(apart, "average")))
}

#' @return Data frame `pac`, `cophenetic`, `silhouette`, `smallest`, a row for each K.
cluster_measures <- function(consensus, classes, used, params) {
  distances <- sample_distances(used, params$distance)
  data.frame(
    pac = vapply(consensus, ambiguous_share, numeric(1), USE.NAMES = FALSE),
    cophenetic = vapply(consensus, cophenetic_correlation, numeric(1), USE.NAMES = FALSE),
    silhouette = vapply(classes, mean_silhouette, numeric(1), distances = distances, USE.NAMES = FALSE),
    smallest = vapply(classes, function(class) min(table(class)), integer(1), USE.NAMES = FALSE)
  )
}

#' One class alone is not parted from anything.
mean_silhouette <- function(class, distances) {
  if (length(unique(class)) < 2L) return(0)
  mean(cluster::silhouette(class, dmatrix = distances)[, "sil_width"])
}

#' The same measures of data without clusters: normal scores on the principal components of the data, as many samples, and the covariance of genes
#' that the data have (the reference of M3C; John and others 2020). Genes shuffled one by one would lose that covariance, and any gradient over
#' samples would pass for clusters.
#'
#' @param fitted Genes × samples that the clusters were made of: less their medians, or for NMF as they are, not negative. Simulated values below 0
#'   are 0 there.
#' @return List of `pac`, `cophenetic` and `silhouette`, matrices of K × repeats.
null_measures <- function(fitted, params, job) {
  parts <- stats::prcomp(t(fitted))
  step <- function(done) job$step(sprintf("没有亚型的模拟数据 %d / %d", done, params$null_repeats), 0.15 + 0.8 * done / params$null_repeats)
  spread <- if (is_nmf(params)) function(tasks, work) in_forks(tasks, work, length(fitted) * params$nmf_runs, step) else lapply
  repeats <- spread(seq_len(params$null_repeats), function(i) {
    if (!is_nmf(params)) step(i - 1)
    set.seed(null_seed(params$seed, i))
    scores <- matrix(stats::rnorm(ncol(fitted) * length(parts$sdev), sd = rep(parts$sdev, each = ncol(fitted))), ncol(fitted))
    simulated <- tcrossprod(parts$rotation, scores) + parts$center
    seed <- null_seed(params$seed, params$null_repeats + i)
    consensus <- if (is_nmf(params)) nmf_matrices(pmax(simulated, 0), params, seed)
    centred <- simulated - matrixStats::rowMedians(simulated)
    if (!is_nmf(params)) consensus <- suppressWarnings(consensus_matrices(centred, params, seed))
    cluster_measures(consensus, Map(consensus_classes, consensus, seq(2L, params$max_k)), centred, params)
  })
  of <- function(name) matrix(vapply(repeats, `[[`, numeric(params$max_k - 1L), name), params$max_k - 1L)
  list(pac = of("pac"), cophenetic = of("cophenetic"), silhouette = of("silhouette"))
}

#' Seeds of the repeats, each within R's whole numbers.
null_seed <- function(seed, i) as.integer((seed + i) %% .Machine$integer.max)

# ---- which K ----

#' How far each data set lies above all others, in their standard deviations. @param of K × data sets. @param least The smallest deviation.
ahead_of_others <- function(of, least) {
  vapply(seq_len(ncol(of)), function(i) {
    others <- of[, -i, drop = FALSE]
    (of[, i] - rowMeans(others)) / pmax(matrixStats::rowSds(others), least)
  }, numeric(nrow(of)))
}

#' By PAC and by the silhouette together: many data without subtypes have a PAC of 0, but are not parted as far. The largest over all K is taken of
#' the data and of each simulated data set alike, each against all others: without subtypes any of them may be the first.
#'
#' @return List of `table` (the declared `ks`), `better`, `p` (over all K), `drawn`: row of the K that is chosen, else has the lowest PAC;
#'   `outliers`: is each K that would be better one with a cluster that is too small?
chosen_clusters <- function(observed, null) {
  share <- function(as_good) (1 + rowSums(as_good)) / (1 + ncol(null$pac))
  ahead <- ahead_of_others(-log10(cbind(observed$pac, null$pac) + PAC_FLOOR), 0.01) +
    ahead_of_others(cbind(observed$silhouette, null$silhouette), 0.001)
  best <- matrixStats::colMaxs(ahead)
  p <- mean(best >= best[[1L]] - 1e-12)
  table <- data.frame(
    k = seq_len(nrow(observed)) + 1L, pac = observed$pac, null_pac = rowMeans(null$pac), pac_p = share(null$pac <= observed$pac + 1e-12),
    cophenetic = observed$cophenetic, null_cophenetic = rowMeans(null$cophenetic),
    silhouette = observed$silhouette, null_silhouette = rowMeans(null$silhouette),
    silhouette_p = share(null$silhouette >= observed$silhouette - 1e-12), p = rowMeans(ahead >= ahead[, 1L] - 1e-12), smallest = observed$smallest
  )
  # Genes that are far from normal can give stable clusters that are parted by nothing.
  ahead <- table$p <= SUBTYPE_P & table$pac < table$null_pac & table$silhouette > table$null_silhouette
  able <- ahead & table$smallest >= SUBTYPE_SIZE_MIN
  better <- p <= SUBTYPE_P && any(able)
  among <- if (better) which(able) else seq_len(nrow(table))
  close <- among[table$pac[among] <= min(table$pac[among]) + PAC_CLOSE]
  drawn <- close[[which.max(table$silhouette[close])]]
  table$chosen <- ifelse(better & seq_len(nrow(table)) == drawn, "yes", "no")
  list(table = table, better = better, p = p, drawn = drawn, outliers = p <= SUBTYPE_P && any(ahead) && !any(able))
}
