# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles call GSVA itself; on the public data sets of the shared folder they skip where it is absent.
tool <- tool_of("gsva_enrichment")

params <- list(method = "gsva", kcdf = "auto", minSize = 5L, maxSize = 500L)

#' A collection. @param sets Named list of genes.
collection_of <- function(sets, organism = "hsa") {
  titles <- stats::setNames(paste("term", names(sets)), names(sets))
  about <- list(date = "2024-01-01", release = "x", organism = organism)
  structure(sets, label = "自己的", titles = titles, collection = about)
}
matrix_of <- function(values, kind = "log", annotations = NULL, identifiers = "symbol") {
  list(values = values, kind = kind, identifiers = identifiers, label = "矩阵", annotations = annotations)
}
run <- function(values, sets, ..., kind = "log", annotations = NULL, identifiers = "symbol") {
  inputs <- list(expression = matrix_of(values, kind, annotations, identifiers), sets = sets)
  run_tool(tool, inputs, changed(params, ...))
}
scores_of <- function(tables) {
  expect_equal(tables$scores$kind, "scores")
  tables$scores$values
}
rows_in_words_of <- environment(tool$analyse)$rows_in_words_of
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}
#' GSVA called directly, on rows in the order of their names.
oracle <- function(values, sets, method, kcdf = "Gaussian") {
  values <- values[order(rownames(values), method = "radix"), ]
  if (exists("gsvaParam", getNamespace("GSVA"))) testthat::skip("written for GSVA 1")
  utils::capture.output(scores <- suppressWarnings(
    GSVA::gsva(values, unclass(sets), method = method, kcdf = kcdf, ssgsea.norm = FALSE, min.sz = 5, max.sz = 500, verbose = FALSE)
  ))
  scores
}

set.seed(5)
genes <- utils::head(unname(symbol_keys("symbol")), 900L)
simulated <- function(n = 14L) {
  set.seed(2)
  values <- matrix(round(stats::rnorm(length(genes) * n, 6, 2), 1), length(genes), dimnames = list(genes, sprintf("S%02d", seq_len(n))))
  values[1:40, seq_len(n / 2)] <- values[1:40, seq_len(n / 2)] + 2
  values
}
values <- simulated()
sets <- collection_of(c(list(PLANTED = genes[1:40]), stats::setNames(lapply(1:7, function(i) genes[(60 * i):(60 * i + 12 * i)]), paste0("SET", 1:7))))

testthat::test_that("GSVA in several processes is the package's bit by bit: kernels, ties, counts, one set; a switch leaves it alone", {
  options(mc.cores = 3L)
  on.exit(options(mc.cores = 1L))
  counts <- round(2^(values / 2))
  for (kcdf in c("Gaussian", "Poisson", "none")) for (used in list(unclass(sets), unclass(sets)["PLANTED"])) {
    tested <- if (kcdf == "Poisson") counts[1:200, ] else values
    direct <- GSVA::gsva(tested, used, method = "gsva", kcdf = kcdf, verbose = FALSE)
    expect_identical(gsva_functions()$gsva(tested, used, method = "gsva", kcdf = kcdf, verbose = FALSE), direct)
  }
  expect_identical(gsva_functions(over_processors = FALSE), asNamespace("GSVA"))
})

testthat::test_that("all four methods equal the package, with ties and with rows in any order", {
  shuffled <- values[sample(nrow(values)), ]
  for (method in c("gsva", "ssgsea", "zscore", "plage")) {
    ours <- scores_of(run(values, sets, method = method))
    theirs <- oracle(values, sets, method)
    if (method == "plage") theirs <- theirs * sign(rowSums(theirs * ours))
    expect_equal(ours, theirs[rownames(ours), ], tolerance = 1e-9, info = method)
    expect_equal(scores_of(run(shuffled, sets, method = method)), ours, tolerance = 1e-9, info = method)
  }
  none <- scores_of(run(values, sets, kcdf = "none"))
  expect_equal(none, oracle(values, sets, "gsva", "none")[rownames(none), ], tolerance = 1e-9)
})

testthat::test_that("counts get the Poisson kernel, all else the Gaussian one, and it is said", {
  counts <- round(2^values[1:300, 1:10] / 4)
  few <- collection_of(unclass(sets)[c("PLANTED", "SET1", "SET2")])
  tables <- run(counts, few, kind = "counts")
  expect_equal(facts_of(tables)$kcdf_used, "Poisson")
  expect_equal(scores_of(tables), oracle(counts, few, "gsva", "Poisson")[rownames(tables$scores$values), ], tolerance = 1e-9)
  expect_equal(facts_of(run(values, sets))$kcdf_used, "Gaussian")
  expect_null(facts_of(run(values, sets, method = "ssgsea"))$kcdf_used)
})

testthat::test_that("raw ssGSEA scores of a sample depend on neither the other sets nor the other samples", {
  whole <- scores_of(run(values, sets, method = "ssgsea"))
  fewer <- collection_of(unclass(sets)[c("SET3", "PLANTED")])
  expect_equal(scores_of(run(values[, 3:5], fewer, method = "ssgsea")), whole[c("SET3", "PLANTED"), 3:5])
  one <- run(values[, 4, drop = FALSE], sets, method = "ssgsea")
  expect_equal(scores_of(one), whole[, 4, drop = FALSE])
  expect_equal(nrow(one$heatmap), 0L)
  # Samples are ranked some hundreds at a time.
  many <- values[, rep(1:14, 16)]
  colnames(many) <- paste0("M", seq_len(ncol(many)))
  expect_equal(unname(ssgsea_scores(many, unclass(sets))), unname(ssgsea_scores(values, unclass(sets))[, rep(1:14, 16)]))
})

testthat::test_that("what only ranks is unmoved by any monotone transformation of a sample", {
  other <- values
  other[, 2] <- exp(other[, 2] / 3)
  expect_equal(scores_of(run(other, sets, method = "ssgsea")), scores_of(run(values, sets, method = "ssgsea")))
  # z scores by gene: any scale and origin of a gene.
  scaled <- values * seq(0.5, 3, length.out = nrow(values)) + seq_len(nrow(values))
  for (method in c("zscore", "plage")) {
    expect_equal(scores_of(run(scaled, sets, method = method)), scores_of(run(values, sets, method = method)), tolerance = 1e-8)
  }
})

testthat::test_that("PLAGE rises with the mean z of its genes, and planted samples score higher", {
  for (method in c("gsva", "ssgsea", "zscore", "plage")) {
    score <- scores_of(run(values, sets, method = method))["PLANTED", ]
    expect_gt(min(score[1:7]), max(score[8:14]))
  }
  z <- t(scale(t(values)))
  scores <- scores_of(run(-values, sets, method = "plage"))
  for (set in rownames(scores)) expect_gt(stats::cor(scores[set, ], colMeans(-z[sets[[set]], ])), 0)
})

testthat::test_that("samples in another order get the same scores", {
  order <- c(9, 3, 14, 1, 7, 2, 12, 5, 13, 4, 10, 6, 11, 8)
  for (method in c("gsva", "plage")) {
    expect_equal(scores_of(run(values[, order], sets, method = method)), scores_of(run(values, sets, method = method))[, order], tolerance = 1e-8)
  }
})

testthat::test_that("rows named otherwise are found, doubled ones merged by the rule of their kind, and both are told", {
  plain <- scores_of(run(values, sets))
  keys <- symbol_keys("ensembl")
  ensembl <- names(keys)[match(genes, keys)]
  other <- values
  rownames(other) <- ifelse(is.na(ensembl), genes, paste0(ensembl, ".3"))
  mapped <- run(other, sets, identifiers = "ensembl")
  expect_equal(scores_of(mapped), plain, tolerance = 1e-9)
  expect_true("names_mapped" %in% codes_of(mapped))
  expect_gt(sum(mapped$names$how == "由 Ensembl 号"), 300L)
  lower <- values
  rownames(lower) <- tolower(genes)
  expect_equal(scores_of(run(lower, sets)), plain, tolerance = 1e-9)
  # A gene that is in no set is not told of, whatever it is called.
  inside <- unique(unlist(sets, use.names = FALSE))
  expect_true(all(mapped$names$found %in% c("", inside)))
  # Of a gene's two rows that with the highest mean stays; counts are added.
  doubled <- rbind(values, values[1:3, ] - 1)
  rownames(doubled) <- c(genes, paste0(ensembl[1:3], ".1"))
  twice <- run(doubled, sets)
  expect_equal(scores_of(twice), plain, tolerance = 1e-9)
  expect_true("rows_merged" %in% codes_of(twice))
  summed <- rows_in_words_of(matrix_of(rbind(A1BG = c(1, 2), ENSG00000121410.5 = c(3, 4), NAT2 = c(0, 1)), "counts"), list(S = c("A1BG", "NAT2")),
    new_job(function(event) NULL))
  expect_equal(summed$values["A1BG", ], c(4, 6), ignore_attr = TRUE)
  # An alias whose gene has a row of its own stays another row.
  alias <- rows_in_words_of(matrix_of(rbind(CD274 = c(1, 2), `PD-L1` = c(9, 9))), list(S = "CD274"), new_job(function(event) NULL))
  expect_equal(alias$values["CD274", ], c(1, 2), ignore_attr = TRUE)
})

testthat::test_that("each set says what was found of it and why it has no score; absent genes are listed", {
  hostile <- collection_of(list(
    GOOD = c(genes[1:10], "NOSUCH1", "NOSUCH2"), SMALL = genes[1:3], LARGE = genes[1:600], STRANGE = c("NOSUCH1", "NOSUCH3"),
    HALF = c(genes[20:27], paste0("NOT", 1:20))
  ))
  tables <- run(values, hostile)
  table <- tables$sets
  expect_equal(table$found, c(10L, 3L, 600L, 0L, 8L))
  expect_equal(table$coverage, c(10 / 12, 1, 1, 0, 8 / 28))
  expect_equal(table$used, c(1L, 0L, 0L, 0L, 1L))
  expect_match(table$why[2:4], "少于 5|多于 500")
  expect_equal(tables$absent$gene[[1L]], "NOSUCH1")
  expect_equal(tables$absent$sets[[1L]], 2L)
  expect_true("low_coverage" %in% codes_of(tables))
  expect_equal(rownames(tables$scores$values), c("GOOD", "HALF"))
  expect_equal(tables$scores$row_titles, c(GOOD = "term GOOD", HALF = "term HALF"))
})

testthat::test_that("constant genes, gaps, Inf, and few samples are coped with and told", {
  odd <- values
  odd[1, ] <- 4
  odd[2, 3] <- NA
  odd[3, 1] <- Inf
  tables <- run(odd, sets)
  expect_setequal(intersect(codes_of(tables), c("rows_with_gaps", "rows_constant")), c("rows_with_gaps", "rows_constant"))
  expect_equal(tables$sets$found[[1L]], 37L)
  expect_equal(scores_of(tables), oracle(odd[-(2:3), ], sets, "gsva")[rownames(tables$scores$values), ], tolerance = 1e-9)
  # In ssGSEA a gene has its rank whether it varies or not.
  expect_equal(run(odd, sets, method = "ssgsea")$sets$found[[1L]], 38L)
  for (method in c("gsva", "zscore", "plage")) {
    expect_true("few_samples" %in% codes_of(run(values[, 1:2], sets, method = method)))
    stopped_with("few_samples", run(values[, 1, drop = FALSE], sets, method = method))
  }
  expect_false("few_samples" %in% codes_of(run(values[, 1:2], sets, method = "ssgsea")))
  one_set <- collection_of(unclass(sets)["SET2"])
  for (method in c("gsva", "ssgsea", "zscore", "plage")) {
    expect_equal(nrow(run(values, one_set, method = method)$heatmap), 1L, info = method)
  }
})

testthat::test_that("what cannot be scored is refused with what to do", {
  stopped_with("no_sets", run(values, sets, minSize = 200L))
  stopped_with("no_sets", run(values, sets, minSize = 2L, maxSize = 3L))
  stopped_with("sizes", run(values, sets, minSize = 600L))
  strange <- values
  rownames(strange) <- sprintf("NOSUCH%d", seq_along(genes))
  stopped_with("genes_absent", run(strange, sets))
  rownames(strange) <- sprintf("%d_at", 900000 + seq_along(genes))
  stopped_with("probes", run(strange, sets, identifiers = "probe"))
  rownames(strange) <- sprintf("ENSMUSG%011d", seq_along(genes))
  stopped_with("mouse_genes", run(strange, sets, identifiers = "ensembl"))
  stopped_with("nothing_left", run(replace(values, seq_len(length(genes)), NA), sets))
  stopped_with("nothing_left", run(values * 0 + 3, sets))
  everything <- collection_of(list(ALL = genes))
  stopped_with("no_sets", run(values, everything, maxSize = 5000L))
})

testthat::test_that("groups come from what the file says of its samples; a sample may be called set", {
  said <- list(columns = list(
    list(name = "title", values = as.list(paste("sample", 1:14))), list(name = "tissue", values = as.list(rep(c("tumour", "normal"), 7)))
  ))
  named <- values
  colnames(named)[1:2] <- c("set", "gene")
  tables <- run(named, sets, annotations = said)
  expect_equal(facts_of(tables)$group_column, "tissue")
  expect_setequal(tables$heatmap_samples$group, c("tumour", "normal"))
  expect_equal(names(matrix_table("scores", tables$scores, "set"))[1:3], c("set", "set.1", "gene"))
  expect_equal(unique(run(values, sets)$heatmap_samples$group), "")
})

testthat::test_that("leukaemia with KEGG of the set-up: all four equal the package; ssGSEA is exact to 1e-9", {
  path <- Sys.glob(file.path(root, "reference", "gene-sets", "kegg.*.hsa.gmt"))
  testthat::skip_if(length(path) == 0L, "without the reference of the set-up")
  file <- file.path(root, "tools", "enrichment", "gsva", "example", "expression.tsv.gz")
  testthat::skip_if_not(file.exists(file), "without the example's files")
  read <- data.table::fread(cmd = paste("gzip -dc", shQuote(file)), header = TRUE, data.table = FALSE)
  expression <- as.matrix(read[2:25])
  rownames(expression) <- read$gene
  kegg <- read_gene_sets(path[[1L]], "KEGG", list(date = "2011-03-15", organism = "hsa"))
  expression <- expression[intersect(rownames(expression), unique(unlist(kegg, use.names = FALSE))), ]
  for (method in c("gsva", "ssgsea", "zscore", "plage")) {
    ours <- scores_of(run(expression, kegg, method = method))
    theirs <- oracle(expression, kegg, method)
    expect_setequal(rownames(ours), rownames(theirs))
    theirs <- theirs[rownames(ours), ]
    if (method == "plage") theirs <- theirs * sign(rowSums(theirs * ours))
    expect_lt(max(abs(ours - theirs) / pmax(abs(theirs), 1)), 1e-9)
  }
})

testthat::test_that("P53 cell lines with hallmark: ssGSEA equals the package on real ranks", {
  connection <- gzfile(shared("gsea", "P53_14samples_collapsed_symbols.gct.gz"))
  lines <- readLines(connection, warn = FALSE)
  close(connection)
  table <- utils::read.delim(text = lines[-(1:2)], check.names = FALSE, quote = "")
  p53 <- as.matrix(table[-(1:2)])
  rownames(p53) <- table[[1L]]
  p53 <- p53[!duplicated(rownames(p53)), ]
  hallmark <- read_gene_sets(shared("genesets", "h.all.v2025.1.Hs.symbols.gmt"), "hallmark", list(date = "2025", organism = "hsa"))
  tables <- run(p53, hallmark, method = "ssgsea", kind = "linear")
  expect_equal(nrow(tables$scores$values), 50L)
  expect_true(all(tables$sets$coverage > 0.2))
  named <- rows_in_words_of(matrix_of(p53, "linear"), hallmark, new_job(function(event) NULL))$values
  theirs <- oracle(named, hallmark, "ssgsea")
  expect_lt(max(abs(scores_of(tables) - theirs[rownames(tables$scores$values), ])), 1e-9)
  # An address is no name.
  expect_true("HALLMARK P53 PATHWAY" %in% tables$heatmap$set)
})
