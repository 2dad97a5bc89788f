#' Subtypes by non-negative matrix factorization (Brunet and others 2004): from many random starts, who is of one class how often. The factorizations
#' are those of the R package NMF's algorithm "brunet", by the library of `engine/src/nmf.cpp`: the null needs thousands of them.

#' Looks at the classes, ten steps apart, without a change that end a factorization, and most steps. Brunet's own are 40 and 2,000: late steps move
#' hardly a class, and take the null four times as long.
NMF_CONTROL <- c(10L, 500L)
#' A gene is a metagene's own where its score is so many median absolute deviations above the median (Kim and Park 2007).
NMF_FEATURE_MADS <- 3

is_nmf <- function(params) params$method == "nmf"

#' One factorization. @param values Genes × samples, none negative. @param basis,shares Where it begins: genes × K and K × samples.
#' @return List of `basis`, `shares`, `steps` and `divergence` (Kullback-Leibler).
nmf_fit <- function(values, basis, shares) .Call(library_routine("nmf", "nmf_fit"), values, basis, shares, NMF_CONTROL)

#' A factorization from a random start, uniform up to the largest value. @param seed Of this start.
nmf_start <- function(values, k, seed) {
  set.seed(seed)
  most <- max(values)
  basis <- matrix(stats::runif(nrow(values) * k, 0, most), nrow(values))
  nmf_fit(values, basis, matrix(stats::runif(k * ncol(values), 0, most), k))
}

#' The class of each sample: the metagene of its largest share.
nmf_classes <- function(fit) max.col(t(fit$shares), "first")

#' Factorizations from many starts for each K from 2.
#'
#' @param values Genes × samples, none negative. @param params `max_k`, `nmf_runs`. @param spread Function as `in_forks` of tasks and work.
#' @return By K, a list of `consensus` (samples × samples: share of the starts with both in one class) and `seed`, of the start that came nearest.
nmf_runs <- function(values, params, seed, spread) {
  tasks <- expand.grid(run = seq_len(params$nmf_runs), k = seq(2L, params$max_k))
  set.seed(seed)
  tasks$seed <- sample.int(.Machine$integer.max, nrow(tasks))
  fits <- spread(seq_len(nrow(tasks)), function(i) {
    fit <- nmf_start(values, tasks$k[[i]], tasks$seed[[i]])
    list(class = nmf_classes(fit), divergence = fit$divergence)
  })
  lapply(split(seq_len(nrow(tasks)), tasks$k), function(own) {
    together <- Reduce(`+`, lapply(fits[own], function(fit) outer(fit$class, fit$class, `==`)))
    nearest <- own[[which.min(vapply(fits[own], `[[`, numeric(1), "divergence"))]]
    list(consensus = together / length(own), seed = tasks$seed[[nearest]])
  })
}

#' What `consensus_by_package` gives, of the factorizations; each K has the `seed` of its nearest start, too.
consensus_by_nmf <- function(values, params, job) {
  cells <- length(values) * params$max_k * params$nmf_runs
  found <- nmf_runs(values, params, params$seed, function(tasks, work) in_forks(tasks, work, cells, function(done) {
    job$step("从随机起点分解", 0.05 + 0.1 * done / length(tasks))
  }))
  lapply(stats::setNames(nm = names(found)), function(k) {
    consensus <- found[[k]]$consensus
    class <- stats::setNames(consensus_classes(consensus, as.integer(k)), colnames(values))
    tree <- stats::hclust(stats::as.dist(1 - consensus), "average")
    list(consensusMatrix = consensus, consensusTree = tree, consensusClass = class, seed = found[[k]]$seed)
  })
}

#' The consensus matrices of one data set without subtypes.
nmf_matrices <- function(values, params, seed) lapply(unname(nmf_runs(values, params, seed, lapply)), `[[`, "consensus")

#' Values that can be factorized. @section Errors: `stop_input` where one is negative.
checked_positive <- function(values) {
  if (min(values) >= 0) return(values)
  stop_input("negative", c(
    "矩阵里有负数，NMF 只能分解非负的矩阵。请用没有减过均值或中位数的 log2 值（如 log2(TPM + 1)、芯片的 log2 强度），或把「分型方法」改为共识聚类"
  ), "method")
}

#' Seconds on one processor, measured on 50 to 200 samples of 500 and 1,000 genes: a simulated data set takes as long as the data.
nmf_seconds <- function(genes, samples, params) {
  ks <- seq(2L, params$max_k)
  sum(NMF_STEP_SECONDS[[1L]] + NMF_STEP_SECONDS[[2L]] * ks) * genes * samples / 1e5 * params$nmf_runs * (params$null_repeats + 1)
}
#' Of a factorization of 100,000 cells: the part that each has, and the part by K.
NMF_STEP_SECONDS <- c(0.02, 0.08)

# ---- metagenes ----

#' How much a gene is one metagene's own: 1 where it has all of it, 0 where all have the same (Kim and Park 2007). @param basis Genes × K.
nmf_gene_scores <- function(basis) {
  share <- basis / rowSums(basis)
  each <- share * log2(share)
  each[share == 0] <- 0
  1 + rowSums(each) / log2(ncol(basis))
}

#' The genes of each metagene of the nearest factorization.
#'
#' @param values Genes × samples that were factorized.
#' @param drawn Of `consensus_by_nmf`, with `seed`. @param class Clusters; "" where there are none.
#' @return Data frame `metagene` (in the order of the clusters that it is largest in), `cluster` (most of the samples in which it is), `gene`,
#'   `weight`, `share` (of the gene's weights), `score`, `own` ("yes": the score stands out, and the weight is above all others' median); by score.
metagene_table <- function(values, drawn, class) {
  if (is.null(drawn$seed) || all(class == "")) return(data.frame(
    metagene = character(), cluster = character(), gene = character(), weight = numeric(), share = numeric(), score = numeric(), own = character()
  ))
  k <- length(unique(drawn$consensusClass))
  fit <- nmf_start(values, k, drawn$seed)
  largest <- factor(nmf_classes(fit), seq_len(k))
  counts <- table(largest, class)
  # A metagene may be the largest of no sample.
  cluster <- ifelse(rowSums(counts) > 0, colnames(counts)[max.col(counts, "first")], "")
  order <- order(cluster == "", cluster, -rowSums(counts))
  basis <- fit$basis[, order, drop = FALSE]
  of <- max.col(basis, "first")
  score <- nmf_gene_scores(basis)
  stands_out <- score >= stats::median(score) + NMF_FEATURE_MADS * stats::mad(score)
  weight <- basis[cbind(seq_len(nrow(basis)), of)]
  table <- data.frame(
    metagene = sprintf("M%d", of), cluster = cluster[order][of], gene = rownames(values), weight = weight,
    share = weight / rowSums(basis), score = score, own = ifelse(stands_out & weight >= stats::median(basis), "yes", "no")
  )
  plain_rows(table[order(of, -table$score, table$gene, method = "radix"), ])
}
