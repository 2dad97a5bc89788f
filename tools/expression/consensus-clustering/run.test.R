# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("consensus_clustering")

params <- list(
  method = "consensus", nmf_runs = 20L, top_genes = 200L, max_k = 6L,
  algorithm = "hc", distance = "pearson", reps = 50L, p_item = 0.8, null_repeats = 20L, seed = 123L,
  time_unit = "day", status_event = "auto"
)
matrix_of <- function(values, kind = "log") {
  list(values = values, kind = kind, identifiers = "symbol", label = "矩阵", annotations = NULL, log_base = NULL, platform = NULL)
}
run <- function(values, ..., kind = "log") run_tool(tool, list(expression = matrix_of(values, kind)), changed(params, ...))
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

#' Samples of so many subtypes, each with 40 genes of its own. @return The matrix, attribute `truth`.
planted <- function(k, samples = 48L, genes = 250L, seed = 1) {
  set.seed(seed)
  truth <- rep(seq_len(k), length.out = samples)
  values <- matrix(stats::rnorm(genes * samples), genes, dimnames = list(sprintf("G%03d", seq_len(genes)), sprintf("S%02d", seq_len(samples))))
  for (j in seq_len(k)) values[(j - 1L) * 40L + 1:40, truth == j] <- values[(j - 1L) * 40L + 1:40, truth == j] + 2
  structure(values + 8, truth = truth)
}
#' Genes of a few factors over samples, then each shuffled by itself.
shuffled <- function(seed, samples = 40L, genes = 200L) {
  set.seed(seed)
  values <- matrix(stats::rnorm(genes * samples), genes) + matrix(stats::rnorm(genes * 3L), genes) %*% matrix(stats::rnorm(3L * samples), 3L)
  values <- t(apply(values, 1L, sample))
  dimnames(values) <- list(sprintf("G%03d", seq_len(genes)), sprintf("S%02d", seq_len(samples)))
  values
}
#' Follow-up of the samples and what is known of them; patients of the second subtype die three times as fast. `stage` is the subtype's own.
followed <- function(values, seed = 1) {
  set.seed(seed)
  n <- ncol(values)
  truth <- if (is.null(attr(values, "truth"))) rep(1:2, length.out = n) else attr(values, "truth")
  died <- stats::rexp(n, 0.01 * c(1, 3, 9)[truth])
  left <- stats::rexp(n, 0.003)
  data.frame(
    sample = colnames(values), time = ceiling(30 * pmin(died, left)), status = as.integer(died <= left), sex = sample(c("男", "女"), n, TRUE),
    age = round(stats::rnorm(n, 60, 8)), stage = c("I", "II", "III")[truth], check.names = FALSE
  )
}
renamed <- function(values) structure(values, dimnames = list(rownames(values), paste0("N", seq_len(ncol(values)))))
rand_index <- function(one, other) {
  counts <- table(one, other)
  pairs <- function(n) sum(choose(n, 2))
  expected <- pairs(rowSums(counts)) * pairs(colSums(counts)) / choose(sum(counts), 2)
  (pairs(counts) - expected) / ((pairs(rowSums(counts)) + pairs(colSums(counts))) / 2 - expected)
}
found_in <- function(result, values) {
  rand_index(attr(values, "truth"), result$classes$cluster[match(colnames(values), result$classes$sample)])
}
by_package <- function(values, ...) {
  chosen <- sort(names(utils::head(sort(apply(values, 1L, stats::mad), decreasing = TRUE), 200L)))
  used <- sweep(values[chosen, ], 1L, apply(values[chosen, ], 1L, stats::median))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  suppressMessages(ConsensusClusterPlus::ConsensusClusterPlus(used, maxK = 6, reps = 50, pItem = 0.8, seed = 123, plot = NULL, ...))
}

two <- planted(2L)
plain <- run(two)

testthat::test_that("consensus and classes are those of ConsensusClusterPlus called directly, and so are those of the null's way", {
  own_names <- list(hc = "pearson", pam = "spearman", km = "euclidean")
  for (algorithm in names(own_names)) {
    distance <- own_names[[algorithm]]
    ours <- run(two, algorithm = algorithm, distance = distance)
    theirs <- by_package(two, clusterAlg = algorithm, distance = distance)
    k <- facts_of(ours)$drawn_k
    cells <- as.matrix(ours$consensus[-1L])
    rownames(cells) <- ours$consensus$sample
    matrix <- theirs[[k]]$consensusMatrix
    dimnames(matrix) <- list(colnames(two), colnames(two))
    expect_equal(unname(cells), unname(matrix[rownames(cells), rownames(cells)]), tolerance = 1e-6, info = algorithm)
    expect_identical(ours$classes$cluster, unname(sprintf("C%d", theirs[[k]]$consensusClass[ours$classes$sample])), info = algorithm)
    used <- most_varying_rows(two[order(rownames(two)), ], 200L)
    fast <- consensus_matrices(used - matrixStats::rowMedians(used), changed(params, algorithm = algorithm, distance = distance), 123L)
    for (k in 2:6) expect_equal(fast[[k - 1L]], theirs[[k]]$consensusMatrix, tolerance = 1e-6, info = algorithm)
  }
})

testthat::test_that("PAC is the rise of the distribution of consensus between its bounds, the silhouette that of cluster, item consensus calcICL's", {
  theirs <- by_package(two)
  for (k in 2:6) {
    consensus <- theirs[[k]]$consensusMatrix
    pairs <- stats::ecdf(consensus[lower.tri(consensus)])
    expect_equal(plain$ks$pac[[k - 1L]], pairs(0.9 - 1e-9) - pairs(0.1), tolerance = 1e-6)
  }
  grDevices::pdf(NULL)
  items <- ConsensusClusterPlus::calcICL(theirs)$itemConsensus
  grDevices::dev.off()
  items <- items[items$k == 2 & sprintf("C%d", items$cluster) == plain$classes$cluster[match(items$item, plain$classes$sample)], ]
  expect_equal(plain$classes$consensus, items$itemConsensus[match(plain$classes$sample, items$item)], tolerance = 1e-6)
  expect_equal(mean(plain$classes$silhouette), plain$ks$silhouette[[1L]], tolerance = 1e-6)
})

testthat::test_that("two and three planted subtypes are found, by each way of clustering", {
  for (k in 2:3) {
    values <- planted(k)
    for (way in list(c("hc", "pearson"), c("pam", "pearson"), c("km", "euclidean"), c("hc", "spearman"))) {
      result <- run(values, algorithm = way[[1L]], distance = way[[2L]])
      expect_identical(facts_of(result)$k, k, info = paste(way, collapse = " "))
      expect_equal(found_in(result, values), 1, info = paste(way, collapse = " "))
    }
  }
  expect_true(all(plain$markers$gene[plain$markers$cluster == "C1"][1:30] %in% sprintf("G%03d", 1:80)))
  expect_setequal(names(plain$centroids), c("gene", "C1", "C2"))
})

testthat::test_that("shuffled data are called no better than chance in at least 45 of 50 seeds, and then no class is given or compared", {
  called <- vapply(1:50, function(seed) facts_of(run(shuffled(seed), seed = seed, max_k = 4L, top_genes = 150L))$better, logical(1))
  expect_lte(sum(called), 5L)
  values <- shuffled(1)
  result <- run_tool(
    tool, list(expression = matrix_of(values), survival = followed(values), other = matrix_of(renamed(values))), changed(params, seed = 1L)
  )
  expect_true("not_better" %in% codes_of(result))
  for (name in c("classes", "markers", "centroids", "clinical", "curve", "survival_tests", "flow", "classified")) {
    expect_identical(nrow(result[[name]]), 0L, info = name)
  }
  expect_true("nothing_compared" %in% codes_of(result))
  expect_identical(result$data$samples, 40L)
  expect_identical(facts_of(result)$samples, 40L)
  expect_null(facts_of(result)$k)
  expect_true(all(result$ks$chosen == "否"))
})

testthat::test_that("a gradient over samples is no subtype", {
  gradient <- function(seed) {
    set.seed(seed)
    values <- outer(stats::rnorm(200L), stats::rnorm(60L)) + matrix(stats::rnorm(200L * 60L), 200L)
    dimnames(values) <- list(sprintf("G%03d", 1:200), sprintf("S%02d", 1:60))
    values
  }
  called <- vapply(1:10, function(seed) facts_of(run(gradient(seed), seed = seed))$better, logical(1))
  expect_lte(sum(called), 2L)
})

testthat::test_that("the B and the T lineage of ALL are told apart", {
  loaded <- new.env()
  utils::data("ALL", package = "ALL", envir = loaded)
  values <- Biobase::exprs(loaded$ALL)
  result <- run(values, top_genes = 1000L)
  lineage <- substr(as.character(Biobase::pData(loaded$ALL)$BT), 1L, 1L)[match(result$classes$sample, colnames(values))]
  expect_true(facts_of(result)$better)
  expect_gt(max(vapply(split(result$classes$cluster == "C1", lineage), mean, numeric(1))), 0.9)
  t_share <- tapply(lineage == "T", result$classes$cluster, mean)
  expect_true(all(t_share < 0.05 | t_share > 0.9))
})

testthat::test_that("halves of ALL: centroids of one give the other half its own lineages", {
  loaded <- new.env()
  utils::data("ALL", package = "ALL", envir = loaded)
  values <- Biobase::exprs(loaded$ALL)
  lineage <- substr(as.character(Biobase::pData(loaded$ALL)$BT), 1L, 1L)
  set.seed(7)
  first <- sort(sample(ncol(values), 64L))
  result <- run_tool(
    tool, list(expression = matrix_of(values[, first]), other = matrix_of(values[, -first])), changed(params, top_genes = 1000L)
  )
  expect_false("other_same_samples" %in% codes_of(result))
  own_lineage <- lineage[match(result$classes$sample, colnames(values))]
  of_cluster <- vapply(split(own_lineage, result$classes$cluster), function(of) names(which.max(table(of))), character(1))
  clear <- result$classified[result$classified$cluster != "不明确", ]
  expect_gt(nrow(clear), 58L)
  expect_gt(mean(of_cluster[clear$cluster] == lineage[match(clear$sample, colnames(values))]), 0.95)
  # By hand, of one sample.
  genes <- result$centroids$gene
  others <- values[genes, -first] - matrixStats::rowMedians(values[genes, -first])
  near <- stats::cor(others[, clear$sample[[1L]]], as.matrix(result$centroids[-1L]))
  expect_equal(clear$correlation[[1L]], max(near), tolerance = 1e-6)
  expect_equal(clear$margin[[1L]], max(near) - sort(near, decreasing = TRUE)[[2L]], tolerance = 1e-6)
})

testthat::test_that("a data set that cannot be classified is refused, noise is unclear, the same samples are told", {
  again <- function(values, ...) run_tool(tool, list(expression = matrix_of(two), other = matrix_of(values, ...)), params)
  stopped_with("other_counts", again(renamed(two), kind = "counts"))
  stopped_with("other_few_samples", again(renamed(two)[, 1:9]))
  stopped_with("other_genes", again(renamed(two)[1:90, ]))
  half <- again(renamed(two)[1:130, ])
  expect_lt(facts_of(half)$other_genes, 131L)
  expect_identical(facts_of(half)$other_clear, 48L)
  same <- again(two)
  expect_true("other_same_samples" %in% codes_of(same))
  expect_identical(same$classified$cluster[match(same$classes$sample, same$classified$sample)], same$classes$cluster)
  set.seed(1)
  noise <- renamed(two)
  noise[] <- stats::rnorm(length(noise))
  noise[, 1L] <- matrixStats::rowMedians(noise)
  facts <- facts_of(again(noise))
  expect_gt(facts$other_unclear, 0L)
  expect_true("不明确" %in% again(noise)$classified$cluster)
  expect_identical(facts$other_clear + facts$other_unclear, 48L)
})

testthat::test_that("survival and clinical columns of clusters are tested as R tests them", {
  values <- planted(2L, samples = 60L)
  follow <- followed(values)
  clinical <- data.frame(sample = rev(colnames(values)), smoking = rep(c("是", "否", ""), 20L), stage = rev(follow$stage), OS.time = 1:60, OS = 0:1)
  result <- run_tool(tool, list(expression = matrix_of(values), survival = follow, clinical = clinical), params)
  class <- result$classes$cluster[match(follow$sample, result$classes$sample)]
  test <- survival::survdiff(survival::Surv(time, status) ~ class, follow)
  expect_equal(result$survival_tests$p[[1L]], stats::pchisq(test$chisq, 1, lower.tail = FALSE), tolerance = 1e-6)
  expect_identical(facts_of(result)$survival_events, sum(follow$status))
  # The chart of the curves shows the fact of this name.
  expect_identical(facts_of(result)$p, result$survival_tests$p[[1L]])
  expect_true(facts_of(result)$significant)
  fit <- survival::survfit(survival::Surv(time, status) ~ class, follow)
  expect_equal(sort(unique(result$curve$surv)), sort(unique(c(1, fit$surv))), tolerance = 1e-6)
  heads <- result$clinical[!is.na(result$clinical$n), ]
  # Follow-up in the clinical table is no characteristic.
  expect_setequal(heads$variable, c("smoking", "stage", "sex", "age"))
  expect_true("follow_up_left" %in% codes_of(result))
  of <- function(name) heads$p[heads$variable == name]
  expect_equal(of("age"), stats::wilcox.test(follow$age ~ class, exact = FALSE)$p.value, tolerance = 1e-6)
  expect_equal(of("sex"), stats::chisq.test(table(follow$sex, class), correct = FALSE)$p.value, tolerance = 1e-6)
  expect_equal(heads$padj, stats::p.adjust(heads$p, "BH"), tolerance = 1e-12)
  expect_identical(facts_of(result)$clinical_names, "stage")
  expect_identical(heads$n[heads$variable == "smoking"], 40L)
  expect_identical(result$clinical$C1[result$clinical$variable == "sex" & result$clinical$level == "男"], {
    own <- follow$sex[class == "C1"] == "男"
    sprintf("%d (%.1f)", sum(own), 100 * mean(own))
  })
})

testthat::test_that("three clusters are compared pair by pair, numbers by Kruskal and Wallis", {
  values <- planted(3L, samples = 60L)
  follow <- followed(values)
  result <- run_tool(tool, list(expression = matrix_of(values), survival = follow), params)
  class <- result$classes$cluster[match(follow$sample, result$classes$sample)]
  expect_equal(
    result$clinical$p[result$clinical$variable == "age"], stats::kruskal.test(follow$age, factor(class))$p.value, tolerance = 1e-6
  )
  expect_identical(nrow(result$survival_pairs), 3L)
  expect_equal(result$survival_pairs$padj, stats::p.adjust(result$survival_pairs$p, "BH"), tolerance = 1e-12)
  pair <- class %in% c("C1", "C2")
  test <- survival::survdiff(survival::Surv(time, status) ~ class, cbind(follow, class)[pair, ])
  expect_equal(result$survival_pairs$p[[1L]], stats::pchisq(test$chisq, 1, lower.tail = FALSE), tolerance = 1e-6)
})

testthat::test_that("follow-up and clinical tables that do not fit are refused before anything is clustered", {
  with <- function(...) run_tool(tool, list(expression = matrix_of(two), ...), params)
  follow <- followed(two)
  stopped_with("few_patients", with(survival = transform(follow, sample = paste0("X", sample))))
  stopped_with("no_events", with(survival = transform(follow, status = 0)))
  stopped_with("clinical_samples", with(clinical = data.frame(sample = "X1", sex = "男")))
  named <- with(clinical = data.frame(sample = colnames(two)[1:40], 住院号 = sprintf("A%d", 1:40)))
  expect_identical(nrow(named$clinical), 0L)
  expect_true(all(c("columns_left", "samples_without_clinical") %in% codes_of(named)))
  one <- with(survival = follow[attr(two, "truth") == 1, ])
  expect_identical(nrow(one$survival_tests), 0L)
  expect_true("survival_untested" %in% codes_of(one))
  few <- with(survival = follow[c(1:30, 31, 33), ])
  expect_false(is.null(facts_of(few)$p))
})

testthat::test_that("what takes minutes is told at the form, what takes an hour is refused", {
  wide <- matrix(stats::rnorm(60L * 500L), 60L, dimnames = list(sprintf("G%02d", 1:60), sprintf("S%03d", 1:500)))
  at_form <- function(...) codes_at_form(tool, list(expression = matrix_of(wide)), changed(params, ...))
  expect_false("long" %in% at_form())
  expect_true("long" %in% at_form(algorithm = "pam", reps = 300L))
  stopped_with("too_long", run(wide, algorithm = "pam", reps = 1000L, null_repeats = 100L))
})

testthat::test_that("the same seed gives the same, in whatever order rows and columns stand; nothing is written", {
  again <- run(two[rev(seq_len(nrow(two))), rev(seq_len(ncol(two)))])
  # The folder that the package writes its figures to.
  expect_false(dir.exists("untitled_consensus_cluster"))
  for (name in names(plain)) expect_identical(again[[name]], plain[[name]], info = name)
  expect_false(identical(run(two, seed = 5L)$pac, plain$pac))
})

testthat::test_that("outliers are no subtypes", {
  values <- planted(1L, seed = 3)
  # Two samples far from all others; correlations know no such distance.
  values[, 1:2] <- values[, 1:2] + 6 * stats::rnorm(250L)
  result <- run(values, seed = 3L, distance = "euclidean")
  expect_false(facts_of(result)$better)
  expect_true("outliers_only" %in% codes_of(result))
})

testthat::test_that("hostile data are refused with what to do, missing and constant genes left out and told", {
  stopped_with("few_samples", run(two[, 1:3]))
  stopped_with("counts", run(two, kind = "counts"))
  stopped_with("km_distance", run(two, algorithm = "km"))
  stopped_with("few_genes", run(two[1:10, ]))
  stopped_with("few_genes", run(replace(two, TRUE, 1)))
  wide <- matrix(stats::rnorm(30L * 601L), 30L, dimnames = list(sprintf("G%02d", 1:30), sprintf("S%03d", 1:601)))
  stopped_with("many_samples", run(wide))
  gaps <- two
  gaps[1L, 1L] <- NA
  gaps[2L, 1L] <- Inf
  gaps[3L, ] <- 5
  result <- run(gaps)
  expect_true(all(c("genes_missing", "genes_constant") %in% codes_of(result)))
  expect_identical(facts_of(result)$genes_missing, 2L)
  flat <- two
  flat[] <- 1
  flat[, 1:3] <- stats::rnorm(750L)
  stopped_with("few_genes", run(two * NA))
  stopped_with("flat_sample", run(flat))
  small <- run(planted(2L, samples = 10L), max_k = 3L)
  expect_true("not_many_samples" %in% codes_of(small))
  named <- two
  colnames(named)[1:2] <- c("sample", "gene")
  expect_identical(ncol(run(named)$consensus), 49L)
  pairs <- two[, rep(1:5, 4L)]
  colnames(pairs) <- sprintf("S%02d", 1:20)
  stopped_with("repeated_samples", run(pairs, algorithm = "km", distance = "euclidean"))
})

testthat::test_that("of many samples the matrix is drawn in part", {
  result <- run(planted(2L, samples = 220L), max_k = 3L)
  expect_identical(nrow(result$consensus), 200L)
  expect_identical(nrow(result$consensus_tree), 0L)
})

testthat::test_that("the form is told what the inputs hold", {
  expect_true("matrix_read" %in% codes_at_form(tool, list(expression = matrix_of(two)), params))
})

testthat::test_that("an own list alone makes the clusters, as the package does of its rows", {
  asked <- c(sprintf("G%03d", 100:1), "NOT_THERE")
  listed <- function(genes, ..., values = two, follow = NULL) run_tool(tool, list(
    expression = matrix_of(values), genes = utils::modifyList(
      list(genes = genes, universe = NULL, label = "名单", screened = FALSE, modelled = FALSE, compared = FALSE), list(...)
    ), survival = follow
  ), params)
  ours <- listed(asked)
  used <- two[sprintf("G%03d", 1:100), ]
  grDevices::pdf(NULL)
  theirs <- suppressMessages(ConsensusClusterPlus::ConsensusClusterPlus(
    sweep(used, 1L, apply(used, 1L, stats::median)), maxK = 6, reps = 50, pItem = 0.8, seed = 123, plot = NULL, clusterAlg = "hc",
    distance = "pearson"
  ))
  grDevices::dev.off()
  k <- facts_of(ours)$k
  expect_identical(ours$classes$cluster, unname(sprintf("C%d", theirs[[k]]$consensusClass[ours$classes$sample])))
  expect_identical(facts_of(ours)[c("listed", "genes")], list(listed = 101L, genes = 100L))
  expect_true("genes_absent" %in% codes_of(ours))
  expect_identical(listed(rev(asked))$classes, ours$classes)
  # Genes without subtypes give none, whatever the others hold.
  expect_false(facts_of(listed(sprintf("G%03d", 81:250)))$better)
  stopped_with("few_listed", listed(c("G001", "G002", "NOT_THERE")))
  stopped_with("genes_absent", listed("NOT_THERE"))

  # Patients of both subtypes die alike; genes that the outcome has chosen part them all the same.
  set.seed(5)
  follow <- followed(structure(two, truth = rep(1L, ncol(two))))
  free <- listed(asked, follow = follow)
  expect_true(is.finite(facts_of(free)$p))
  for (by in c("screened", "modelled")) {
    chosen <- do.call(listed, stats::setNames(list(asked, TRUE, follow), c("", by, "follow")))
    expect_true("survival_circular" %in% codes_of(chosen))
    expect_null(facts_of(chosen)$p)
    expect_true(facts_of(chosen)$outcome_chosen)
    expect_identical(nrow(chosen$survival_tests) + nrow(chosen$survival_pairs), 0L)
    expect_identical(chosen$curve, free$curve)
  }
  expect_true("listed_by_groups" %in% codes_of(listed(asked, compared = TRUE)))
  expect_false("short_list" %in% codes_of(free))

  # A third of the samples stands out in ten genes, as T cells do among B cells: the others are at the medians, and alike by distance alone.
  set.seed(6)
  short <- matrix(stats::rnorm(10 * 48), 10L, dimnames = list(sprintf("G%03d", 1:10), colnames(two)))
  short[, 1:16] <- short[, 1:16] + 4
  of <- function(distance) run_tool(tool, list(expression = matrix_of(short), genes = list(
    genes = rownames(short), universe = NULL, label = "名单", screened = FALSE, modelled = FALSE, compared = FALSE
  )), changed(params, distance = distance))
  expect_true("short_list" %in% codes_of(of("pearson")))
  euclidean <- of("euclidean")
  expect_false("short_list" %in% codes_of(euclidean))
  expect_identical(rand_index(rep(1:2, c(16L, 32L)), euclidean$classes$cluster[match(colnames(short), euclidean$classes$sample)]), 1)
})

# ---- non-negative matrix factorization ----

nmf <- function(values, ...) run(values, method = "nmf", nmf_runs = 5L, max_k = 3L, ...)

testthat::test_that("factorizations from the same start are those of the package NMF, and so are consensus, scores and cophenetic correlation", {
  testthat::skip_if_not_installed("NMF")
  suppressMessages(loadNamespace("NMF"))
  used <- two[1:120, ]
  for (k in 2:4) {
    set.seed(k)
    basis <- matrix(stats::runif(120L * k, 0, max(used)), 120L)
    shares <- matrix(stats::runif(k * 48L, 0, max(used)), k)
    own <- nmf_fit(used, basis, shares)
    theirs <- NMF::nmf(
      used, k, method = "brunet", seed = NMF::nmfModel(k, used, W = basis, H = shares), stopconv = NMF_CONTROL[[1L]], maxIter = NMF_CONTROL[[2L]],
      .options = "-p"
    )
    expect_equal(own$basis, unname(NMF::basis(theirs)), tolerance = 1e-6)
    expect_equal(own$shares, unname(NMF::coef(theirs)), tolerance = 1e-6)
    expect_identical(own$steps, as.integer(NMF::niter(theirs)))
    expect_equal(own$divergence, NMF::deviance(theirs), tolerance = 1e-6)
    expect_identical(nmf_classes(own), as.integer(unname(NMF::predict(theirs))))
    expect_equal(nmf_gene_scores(own$basis), unname(NMF::featureScore(NMF::basis(theirs))), tolerance = 1e-6)
  }
  starts <- nmf_runs(used, changed(params, nmf_runs = 6L, max_k = 3L), 5L, lapply)
  set.seed(5L)
  seeds <- sample.int(.Machine$integer.max, 12L)
  fits <- lapply(seeds[7:12], function(seed) {
    set.seed(seed)
    NMF::nmf(used, 3L, method = "brunet", seed = NMF::nmfModel(
      3L, used, W = matrix(stats::runif(360L, 0, max(used)), 120L), H = matrix(stats::runif(144L, 0, max(used)), 3L)
    ), stopconv = NMF_CONTROL[[1L]], maxIter = NMF_CONTROL[[2L]], .options = "-p")
  })
  consensus <- Reduce(`+`, lapply(fits, function(fit) NMF::connectivity(fit))) / 6
  expect_equal(starts[["3"]]$consensus, matrix(as.numeric(consensus), 48L), tolerance = 1e-6)
  expect_equal(cophenetic_correlation(starts[["3"]]$consensus), NMF::cophcor(starts[["3"]]$consensus), tolerance = 1e-6)
  expect_identical(starts[["3"]]$seed, seeds[6L + which.min(vapply(fits, NMF::deviance, numeric(1)))])
})

testthat::test_that("NMF finds two and three planted subtypes, and their genes stand with the metagene of each", {
  for (k in 2:3) {
    values <- planted(k, samples = 30L, genes = 130L)
    result <- nmf(values)
    expect_identical(facts_of(result)$k, k)
    expect_equal(found_in(result, values), 1)
    genes <- result$metagenes
    expect_setequal(genes$gene, rownames(values))
    expect_setequal(genes$cluster, sprintf("C%d", seq_len(k)))
    expect_identical(genes$metagene[order(genes$cluster)], sort(genes$metagene))
    # The first genes of each metagene are those of its cluster's subtype.
    for (name in unique(genes$cluster)) {
      subtype <- attr(values, "truth")[match(result$classes$sample[result$classes$cluster == name], colnames(values))][[1L]]
      first <- utils::head(genes$gene[genes$cluster == name], 20L)
      expect_gt(mean(first %in% sprintf("G%03d", (subtype - 1L) * 40L + 1:40)), 0.9)
    }
    expect_equal(result$ks$cophenetic[[k - 1L]], 1, tolerance = 0.02)
  }
  expect_identical(nrow(plain$metagenes), 0L)
})

testthat::test_that("noise is no better than chance by NMF either, and no metagenes are given", {
  called <- vapply(1:3, function(seed) {
    result <- nmf(shuffled(seed, samples = 30L, genes = 100L) + 20, seed = seed)
    expect_identical(nrow(result$metagenes), if (facts_of(result)$better) 100L else 0L)
    facts_of(result)$better
  }, logical(1))
  expect_lte(sum(called), 1L)
})

testthat::test_that("NMF: the same seed gives the same in any order of rows and columns; survival is compared; negative values are refused", {
  values <- planted(2L, samples = 36L, genes = 90L)
  follow <- followed(values)
  of <- function(values) run_tool(tool, list(expression = matrix_of(values), survival = follow, other = matrix_of(renamed(values))), changed(
    params, method = "nmf", nmf_runs = 5L, max_k = 3L
  ))
  one <- of(values)
  again <- of(values[rev(seq_len(nrow(values))), rev(seq_len(ncol(values)))])
  for (name in setdiff(names(one), "classified")) expect_identical(again[[name]], one[[name]], info = name)
  class <- one$classes$cluster[match(follow$sample, one$classes$sample)]
  test <- survival::survdiff(survival::Surv(time, status) ~ class, follow)
  expect_equal(one$survival_tests$p[[1L]], stats::pchisq(test$chisq, 1, lower.tail = FALSE), tolerance = 1e-6)
  expect_identical(facts_of(one)$other_clear, 36L)
  expect_identical(nrow(one$consensus), 36L)
  stopped_with("negative", nmf(values - 8))
  at_form <- function(values, ...) codes_at_form(tool, list(expression = matrix_of(values)), changed(params, method = "nmf", ...))
  wide <- matrix(stats::runif(500L * 200L), 500L, dimnames = list(sprintf("G%03d", 1:500), sprintf("S%03d", 1:200)))
  expect_true("long" %in% at_form(wide, top_genes = 500L))
  stopped_with("too_long", run(wide, method = "nmf", top_genes = 500L, nmf_runs = 100L, null_repeats = 100L))
  expect_true("matrix_read" %in% at_form(values))
})
