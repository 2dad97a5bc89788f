# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("intersection_gene")
own_functions <- environment(tool$analyse)

#' Sets as the server hands them over. @param universes By set, or NULL.
sets_of <- function(sets, universes = NULL, repeated = 0L) {
  known <- lapply(names(sets), function(name) universes[[name]])
  structure(
    sets, label = "名单", colours = stats::setNames(rep(NA_character_, length(sets)), names(sets)),
    repeated = stats::setNames(rep(repeated, length(sets)), names(sets)), sources = stats::setNames(rep("", length(sets)), names(sets)),
    universes = stats::setNames(known, names(sets))
  )
}
run <- function(sets, own = NULL, ...) run_tool(tool, list(sets = sets_of(sets, ...), universe = own), list())
genes_in <- function(text) if (nzchar(text)) strsplit(text, "/", fixed = TRUE)[[1L]] else character()

symbols <- own_functions$coding_symbols()

#' The region by R's own set algebra: in all of these sets and in no other.
region_of <- function(sets, pattern) {
  chosen <- strsplit(pattern, "")[[1L]] == "1"
  inside <- Reduce(intersect, sets[chosen])
  if (all(chosen)) inside else setdiff(inside, Reduce(union, sets[!chosen]))
}

testthat::test_that("regions of random sets are those of union, intersect and setdiff, for 2 to 7 sets", {
  set.seed(5)
  for (n in 2:7) {
    sets <- stats::setNames(lapply(seq_len(n), function(i) sample(symbols[1:400], sample(20:200, 1L))), paste("名单", seq_len(n)))
    result <- run(sets)
    patterns <- vapply(seq_len(2^n - 1L), function(i) paste(rev(as.integer(intToBits(i))[seq_len(n)]), collapse = ""), "")
    for (pattern in patterns) {
      expected <- region_of(sets, pattern)
      row <- match(pattern, result$intersections$region)
      if (length(expected) == 0L) expect_true(is.na(row))
      else {
        expect_setequal(genes_in(result$intersections$genes[[row]]), expected)
        expect_identical(result$intersections$count[[row]], length(expected))
      }
    }
    expect_equal(sum(result$intersections$share), 1)
    expect_setequal(result$common$gene, Reduce(intersect, sets))
    expect_setequal(result$membership$gene, Reduce(union, sets))
    for (name in names(sets)) expect_setequal(result$membership$gene[result$membership[[name]] == 1L], sets[[name]])
    expect_identical(result$membership$n_lists, as.integer(rowSums(result$membership[names(sets)])))
    expect_identical(nrow(result$venn_sets), if (n <= 5L) n else 0L)
    # Another order of the lists is the same answer.
    turned <- run(rev(sets))
    expect_identical(turned$common, result$common)
    expect_setequal(turned$intersections$genes, result$intersections$genes)
  }
})

testthat::test_that("P is Fisher's exact one-sided test, within the universe that is given", {
  set.seed(7)
  universe <- symbols[1:3000]
  a <- c(sample(universe, 150), symbols[3001:3020])
  b <- c(sample(a[1:150], 40), sample(universe, 100))
  b <- unique(b)
  result <- run(list(a = a, b = b), own = list(genes = universe, universe = NULL, label = "背景"))
  # It goes on with the lists; what is assumed where none is given does not.
  expect_setequal(result$background$gene, universe)
  expect_identical(nrow(run(list(a = a, b = b))$background), 0L)
  row <- result$overlap
  table <- table(factor(universe %in% a, c(TRUE, FALSE)), factor(universe %in% b, c(TRUE, FALSE)))
  expect_equal(row$pvalue, stats::fisher.test(table, alternative = "greater")$p.value, tolerance = 1e-9)
  expect_identical(c(row$in_first, row$in_second, row$in_both), c(150L, length(b), table[[1L, 1L]]))
  expect_equal(row$jaccard, length(intersect(a, b)) / length(union(a, b)))
  expect_equal(row$expected, 150 * length(b) / 3000)
  expect_equal(row$share_smaller, length(intersect(a, b)) / min(length(a), length(b)))
})

testthat::test_that("lists drawn at random overlap by chance: P is not too small", {
  set.seed(3)
  universe <- symbols[1:2000]
  p <- vapply(1:200, function(i) {
    own_functions$pairwise_overlap(list(a = sample(universe, 300), b = sample(universe, 300)), universe)$pvalue
  }, numeric(1))
  expect_lte(sum(p < 0.05), stats::qbinom(0.9995, 200, 0.05))
  expect_gt(mean(p < 0.5), 0.3)
})

testthat::test_that("the universe is the user's, else what all comparisons tested, else protein-coding genes, and is named", {
  a <- symbols[1:50]
  b <- symbols[26:90]
  tested <- list(a = symbols[1:1000], b = symbols[1:800])
  of_comparisons <- run(list(a = a, b = b), universes = tested)
  expect_identical(facts_of(of_comparisons)$universe, 800L)
  expect_match(facts_of(of_comparisons)$universe_words, "都检验过")
  expect_true("universes_differ" %in% codes_of(of_comparisons))
  expect_equal(of_comparisons$overlap$pvalue, stats::phyper(24, 50, 750, 65, lower.tail = FALSE))
  # One list without: the rule does not hold.
  half <- run(list(a = a, b = b), universes = tested["a"])
  expect_identical(facts_of(half)$universe, length(symbols))
  expect_true("universe_assumed" %in% codes_of(half))
  own <- run(list(a = a, b = b), own = list(genes = symbols[1:500], universe = NULL, label = ""), universes = tested)
  expect_identical(facts_of(own)$universe, 500L)
  expect_gt(length(symbols), 18000)
  expect_lt(length(symbols), 22000)
})

testthat::test_that("one gene under several names is one gene, and what was changed is said", {
  lists <- list(a = c("TP53", "ENSG00000141510.12", "7157", "brca1", "P53"), b = c("tp53", "BRCA1", "ENSG00000012048"), c = "672")
  result <- run(lists)
  expect_setequal(genes_in(result$intersections$genes[result$intersections$region == "110"]), "TP53")
  expect_identical(result$common$gene, "BRCA1")
  expect_identical(result$lists$size, c(2L, 2L, 1L))
  expect_identical(result$lists$repeated, c(3L, 1L, 0L))
  expect_identical(result$lists$unknown, c(0L, 0L, 0L))
  how <- result$names
  expect_match(how$how[how$asked == "ENSG00000141510.12"], "由 Ensembl 号.*同一个基因")
  expect_match(how$how[how$asked == "brca1"], "大小写不同")
  expect_identical(how$found[how$asked == "672"], "BRCA1")
  expect_false(any(how$asked == "TP53"))
  expect_true(all(c("genes_renamed", "genes_repeated") %in% codes_of(result)))
})

testthat::test_that("names that nobody knows are kept as written, counted and said; Excel's dates are named", {
  result <- run(list(a = c("TP53", "NOSUCHGENE1", "2-Sep", "ENSG99999999999.1"), b = c("NOSUCHGENE1", "nosuchgene1", "ENSG99999999999.4")))
  expect_setequal(result$common$gene, c("NOSUCHGENE1", "ENSG99999999999"))
  expect_identical(result$lists$unknown, c(3L, 3L))
  expect_true(all(c("genes_unknown", "excel_dates") %in% codes_of(result)))
  expect_identical(sum(result$lists$renamed), 0L)
})

testthat::test_that("genes of mice stay as they are, with no P unless a background is given", {
  mouse <- list(a = c("Trp53", "Cdk1", "Myc", "Egfr"), b = c("Trp53", "CDK1", "Kras", "Brca1"))
  result <- run(mouse)
  expect_setequal(result$common$gene, c("Trp53", "Cdk1"))
  expect_true(is.na(result$overlap$pvalue))
  expect_true(all(c("mouse_genes", "universe_missing") %in% codes_of(result)))
  own <- run(mouse, own = list(genes = c(unlist(mouse), paste0("Gene", 1:92)), universe = NULL, label = ""))
  expect_true(is.finite(own$overlap$pvalue))
})

testthat::test_that("identical, disjoint, nested and empty lists", {
  same <- run(list(a = symbols[1:30], b = rev(symbols[1:30]), c = symbols[1:30]))
  expect_identical(same$intersections$region, "111")
  expect_true(facts_of(same)$all_equal)
  expect_equal(same$overlap$jaccard, c(1, 1, 1))
  apart <- run(list(a = symbols[1:10], b = symbols[11:30]))
  expect_identical(nrow(apart$common), 0L)
  expect_equal(c(apart$overlap$shared, apart$overlap$jaccard, apart$overlap$pvalue), c(0, 0, 1))
  expect_null(facts_of(apart)$first_common)
  empty <- run(list(a = symbols[1:10], b = character()))
  expect_true("list_empty" %in% codes_of(empty))
  expect_identical(empty$lists$size, c(10L, 0L))
  expect_true(is.na(empty$overlap$share_smaller))
  none <- run(list(a = character(), b = character()))
  expect_identical(nrow(none$membership), 0L)
  expect_identical(nrow(none$intersections), 0L)
  expect_true(is.na(none$overlap$jaccard))
})

testthat::test_that("a list may be called like a column, hold 20,000 genes or hostile text", {
  hostile <- run(stats::setNames(list(c("TP53", "<script>alert(1)</script>", "=1+1"), "TP53", "MYC"), c("gene", "n_lists", "region")))
  expect_identical(names(hostile$membership)[4:6], c("名单 gene", "名单 n_lists", "名单 region"))
  expect_true("=1+1" %in% hostile$membership$gene)
  large <- run(list(a = symbols, b = c(symbols[1:5], sprintf("UNKNOWN%05d", seq_len(20000))), c = symbols[5:9000]))
  expect_identical(large$common$gene, symbols[[5L]])
  expect_identical(nrow(large$membership), length(symbols) + 20000L)
})

testthat::test_that("the example: three methods on one experiment agree on most genes, far beyond chance", {
  folder <- file.path(root, "tools", "prognosis", "intersection-genes", "example")
  testthat::skip_if_not(file.exists(file.path(folder, "lists.gmt")), "the example has not been made")
  sets <- read_gene_sets(file.path(folder, "lists.gmt"), "例")
  tested <- readLines(file.path(folder, "tested.txt"))
  result <- run_tool(tool, list(sets = sets, universe = list(genes = tested, universe = NULL, label = "")), list())
  expect_identical(nrow(result$lists), 3L)
  expect_gt(nrow(result$common), 1000L)
  expect_true(all(result$overlap$padj < 1e-100))
})
