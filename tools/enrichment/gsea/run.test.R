# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("gsea_enrichment")

params <- list(pvalue_cutoff = 0.05, minSize = 15L, maxSize = 500L, pAdjustMethod = "BH", exponent = 1, seed = 123L)

ranking_of <- function(genes, values, by = NULL) {
  ordered <- order(-values, genes, method = "radix")
  structure(data.frame(gene = genes[ordered], value = values[ordered]), label = "排序", by = by)
}

#' A collection of our own. @param sets Named list of genes.
collection_of <- function(sets, organism = "hsa") {
  titles <- stats::setNames(paste("set", names(sets)), names(sets))
  structure(sets, label = "自己的", titles = titles, collection = list(date = "2024-01-01", release = "x", organism = organism))
}

run <- function(ranking, sets, ...) run_tool(tool, list(ranking = ranking, sets = sets), changed(params, ...))

stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = function(condition) condition)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

without_library <- function() {
  skip_if(is.null(getLoadedDLLs()[["gsea"]]), "the library has not been built: npm start, or node scripts/setup/index.mjs")
}

symbols <- sort(unname(unique(symbol_keys("symbol"))), method = "radix")

#' 3,000 human genes at random and twelve sets of them; `up` is high, `down` low.
planted <- local({
  set.seed(21)
  genes <- sample(symbols[grepl("^[A-Z][A-Z0-9]+$", symbols)], 3000L)
  values <- stats::setNames(rnorm(3000L), genes)
  sets <- c(
    list(up = genes[1:40], down = genes[41:90], twin = genes[3:42]),
    lapply(stats::setNames(nm = paste0("chance", 1:10)), function(i) sample(genes, 60L))
  )
  values[sets$up] <- values[sets$up] + 1.5
  values[sets$down] <- values[sets$down] - 1.2
  list(ranking = ranking_of(genes, unname(values)), sets = collection_of(sets))
})

test_that("planted sets are found with their side, alike sets are one group, and chance is left alone", {
  without_library()
  result <- run(planted$ranking, planted$sets)
  expect_setequal(result$sets$pathway[which(result$sets$padj < 0.05)], c("up", "down", "twin"))
  row <- function(id) result$sets[result$sets$pathway == id, ]
  expect_true(row("up")$NES > 2 && row("down")$NES < -2)
  expect_equal(row("twin")$group, row("up")$group)
  expect_equal(result$groups$sets[result$groups$pathway == row("up")$group], 2L)
  expect_lt(row("up")$camera, 0.001)
  expect_false(is.unsorted(result$sets$pval))
  facts <- facts_of(result)
  expect_equal(facts[c("significant", "up", "down", "groups", "tested")], list(significant = 3L, up = 2L, down = 1L, groups = 2L, tested = 13L))
  lead <- term_members(row("up")$leadingEdge)[[1L]]
  expect_equal(length(lead), row("up")$leading_size)
  expect_true(all(lead %in% planted$sets$up))
  expect_false(is.unsorted(-planted$ranking$value[match(lead, planted$ranking$gene)]))
  expect_true(all(result$leading$sets[result$leading$gene %in% intersect(lead, term_members(row("twin")$leadingEdge)[[1L]])] >= 2L))
})

test_that("adjusted P is p.adjust's over all sets, and camera limma's", {
  without_library()
  for (method in c("BH", "bonferroni", "none")) {
    table <- run(planted$ranking, planted$sets, pAdjustMethod = method)$sets
    expect_equal(table$padj, stats::p.adjust(table$pval, method), tolerance = 1e-12)
  }
  statistic <- stats::setNames(planted$ranking$value, planted$ranking$gene)
  index <- limma::ids2indices(unclass(planted$sets), names(statistic))
  expected <- limma::cameraPR(statistic, index, sort = FALSE)
  expect_equal(table$camera, expected[table$pathway, "PValue"], tolerance = 1e-6)
})

test_that("shuffled rows change nothing, and the same seed gives the same bytes", {
  without_library()
  once <- run(planted$ranking, planted$sets)
  expect_identical(run(planted$ranking, planted$sets), once)
  rounded <- ranking_of(planted$ranking$gene, round(planted$ranking$value, 1))
  shuffled <- sample(nrow(rounded))
  # Of equal values the names decide, whatever order they came in.
  back <- rounded[shuffled, ][order(-rounded$value[shuffled]), ]
  attributes(back)[c("label", "by")] <- list("排序", NULL)
  expect_identical(run(back, planted$sets)$sets, run(rounded, planted$sets)$sets)
  expect_true("ranking_ties" %in% codes_of(run(rounded, planted$sets)))
  expect_false("ranking_ties" %in% codes_of(once))
  expect_false(identical(run(planted$ranking, planted$sets, seed = 5L)$sets$pval, once$sets$pval))
})

test_that("the contrast turned over turns every score over", {
  without_library()
  once <- run(planted$ranking, planted$sets)$sets
  turned <- run(ranking_of(planted$ranking$gene, -planted$ranking$value), planted$sets)$sets
  turned <- turned[match(once$pathway, turned$pathway), ]
  expect_equal(turned$ES, -once$ES, tolerance = 1e-9)
  expect_equal(turned$NES, -once$NES, tolerance = 0.03)
  expect_identical(turned$leadingEdge, once$leadingEdge)
  expect_equal(turned$camera, once$camera, tolerance = 1e-9)
})

test_that("a ranking of one of several comparisons says of which, and its numbers are those of the ranking alone", {
  without_library()
  once <- run(planted$ranking, planted$sets)
  expect_null(facts_of(once)$comparison)
  expect_identical(once$runs$comparison[[1L]], "")
  named <- run(structure(planted$ranking, comparison = "B \u2212 C"), planted$sets)
  expect_identical(facts_of(named)$comparison, "B \u2212 C")
  expect_identical(named$runs$comparison[1:2], c("B \u2212 C", ""))
  numbers <- setdiff(names(once), "runs")
  expect_identical(named[numbers], once[numbers])
})

test_that("a ranking of one sign, or of no changes, has no up and down; one with both signs has", {
  without_library()
  genes <- planted$ranking$gene
  both <- facts_of(run(planted$ranking, planted$sets))
  expect_true(both$up_down && !both$one_sided)
  squared <- run(ranking_of(genes, planted$ranking$value^2), planted$sets)
  expect_true(facts_of(squared)$one_sided && !facts_of(squared)$up_down)
  expect_true("one_sided" %in% codes_of(squared))
  expect_identical(squared$runs$up_down[[1L]], "0")
  correlations <- structure(planted$ranking, changes = FALSE, by = "相关系数 r", by_english = "the column")
  of_correlations <- facts_of(run(correlations, planted$sets))
  expect_identical(of_correlations[c("up_down", "one_sided", "rank_english")], list(up_down = FALSE, one_sided = FALSE, rank_english = "the column"))
})

test_that("groups drawn by lot: the headline claims nothing in 95 of 100", {
  without_library()
  table <- data.table::fread(file.path(root, "tools", "enrichment", "gsva", "example", "expression.tsv.gz"), data.table = FALSE)
  values <- as.matrix(table[, -1L])
  rownames(values) <- table[[1L]]
  sets <- read_gene_sets(file.path(root, "reference", "gene-sets", "kegg.2011-03-15.hsa.gmt"), "KEGG", list(organism = "hsa"))
  places <- set_places(unclass(sets), rownames(values))
  places <- places[lengths(places) >= params$minSize & lengths(places) <= params$maxSize]
  claims <- vapply(1:100, function(seed) {
    set.seed(seed)
    each <- c(10L, 30L, 60L)[[seed %% 3L + 1L]]
    chosen <- sample(ncol(values), 2L * each)
    t <- limma::eBayes(limma::lmFit(values[, chosen], cbind(1, rep(0:1, each = each))))$t[, 2L]
    # What the headline needs is tested first: the whole tool runs where that is there.
    if (all(stats::p.adjust(environment(tool$analyse)$camera_p(t, places, environment(tool$analyse)$FIRM_CORRELATION), "BH") >= 0.05)) return(0L)
    facts_of(run(ranking_of(rownames(values), unname(t)), sets))$firm
  }, integer(1))
  expect_lte(sum(claims > 0L), 5L)
  # Without it something is called significant nearly always.
  set.seed(1L)
  chosen <- sample(ncol(values), 60L)
  t <- limma::eBayes(limma::lmFit(values[, chosen], cbind(1, rep(0:1, each = 30L))))$t[, 2L]
  lot <- run(ranking_of(rownames(values), unname(t)), sets)
  expect_gt(facts_of(lot)$significant, 0L)
  expect_identical(facts_of(lot)$firm, 0L)
  expect_true("none_firm" %in% codes_of(lot))
})

test_that("the curves end where the score is, at the genes of the set", {
  without_library()
  result <- run(planted$ranking, planted$sets)
  for (label in c("set up", "set down")) {
    row <- result$sets[paste("set", result$sets$pathway) == label, ]
    curve <- result$curve[result$curve$description == label, ]
    expect_equal(curve$score[which.max(abs(curve$score))], row$ES, tolerance = 1e-9)
    expect_equal(c(curve$score[[1L]], curve$score[[nrow(curve)]]), c(0, 0))
    expect_identical(sort(result$hits$gene[result$hits$description == label]), sort(planted$sets[[row$pathway]]))
  }
  expect_identical(result$best_up$description, c("set up", "set twin")[order(match(c("up", "twin"), result$sets$pathway))])
  expect_identical(result$best_down$description, "set down")
})

test_that("ranking shuffled: few sets are significant", {
  without_library()
  small <- vapply(1:20, function(seed) {
    set.seed(seed)
    shuffled <- ranking_of(planted$ranking$gene, sample(planted$ranking$value))
    mean(run(shuffled, planted$sets, seed = seed)$sets$pval < 0.05)
  }, numeric(1))
  expect_lt(mean(small), 0.08)
})

test_that("Ensembl numbers with versions, Entrez numbers, aliases and other cases mean the same genes", {
  without_library()
  once <- run(planted$ranking, planted$sets)
  numbers <- AnnotationDbi::mapIds(org.Hs.eg.db::org.Hs.eg.db, planted$ranking$gene, "ENTREZID", "SYMBOL")
  entrez <- run(ranking_of(unname(numbers), planted$ranking$value), planted$sets)
  expect_equal(entrez$sets[c("pathway", "size", "ES")], once$sets[match(entrez$sets$pathway, once$sets$pathway), c("pathway", "size", "ES")],
    tolerance = 1e-9, ignore_attr = TRUE
  )
  ensembl <- suppressMessages(AnnotationDbi::mapIds(org.Hs.eg.db::org.Hs.eg.db, planted$ranking$gene, "ENSEMBL", "SYMBOL"))
  has <- !is.na(ensembl) & !duplicated(ensembl)
  versions <- run(ranking_of(paste0(ensembl[has], ".7"), planted$ranking$value[has]), planted$sets)
  expect_gt(versions$sets$NES[versions$sets$pathway == "up"], 2)
  lower <- run(ranking_of(tolower(planted$ranking$gene), planted$ranking$value), planted$sets)
  expect_equal(lower$sets$ES, once$sets$ES, tolerance = 1e-9)
  unknown <- run(ranking_of(c(planted$ranking$gene, "NOT-A-GENE"), c(planted$ranking$value, 0.1)), planted$sets)
  expect_true("genes_unknown" %in% codes_of(unknown))
  expect_equal(facts_of(unknown)$genes, 3001L)
})

test_that("hostile rankings are refused with the reason, or told", {
  without_library()
  genes <- planted$ranking$gene
  stopped_with("ranking_empty", run(ranking_of(character(), numeric()), planted$sets))
  stopped_with("ranking_empty", run(ranking_of("TP53", 1), planted$sets))
  stopped_with("ranking_equal", run(ranking_of(genes, rep(1, 3000)), planted$sets))
  stopped_with("genes_absent", run(ranking_of(paste0("q", 1:100), rnorm(100)), planted$sets))
  stopped_with("sizes", run(planted$ranking, planted$sets, minSize = 600L))
  mouse <- c("Trp53", "Cdk1", "Myc", "Ccnb1", paste0("Gm", 100:150, "abc"))
  stopped_with("mouse_genes", run(ranking_of(mouse, rnorm(length(mouse))), collection_of(list(a = c("ZZZ3", "AAAS")))))
  few <- run(ranking_of(genes[1:60], rnorm(60)), planted$sets)
  expect_true(all(c("ranking_short") %in% codes_of(few)))
  positive <- run(ranking_of(genes, abs(planted$ranking$value)), planted$sets)
  expect_true("one_sided" %in% codes_of(positive))
  by_change <- run(ranking_of(genes, planted$ranking$value, by = "log2FC"), planted$sets)
  expect_true("ranked_by_change" %in% codes_of(by_change))
  expect_identical(facts_of(by_change)$rank_word, "log2FC")
})

test_that("sets as large as the ranking, too small or empty are not tested; two of one name are told apart", {
  without_library()
  genes <- planted$ranking$gene
  sets <- collection_of(list(whole = genes, larger = c(genes, "NONE1"), small = genes[1:5], up = planted$sets$up))
  result <- run(planted$ranking, sets, maxSize = 5000L)
  expect_identical(result$sets$pathway, "up")
  none <- run(planted$ranking, sets, minSize = 100L, maxSize = 200L)
  expect_equal(nrow(none$sets), 0L)
  expect_true("nothing_tested" %in% codes_of(none))
  twice <- c(planted$sets[c("up", "down")], list(up = planted$sets$chance1))
  result <- run(planted$ranking, collection_of(twice))
  expect_setequal(result$sets$pathway, c("up", "down", "up #1"))
  expect_true("names_repeated" %in% codes_of(result))
})

test_that("a gmt with Windows line ends, empty sets and blank cells is read", {
  without_library()
  path <- tempfile(fileext = ".gmt")
  line <- function(id, genes) paste(c(id, "na", genes), collapse = "\t")
  writeLines(paste0(c(line("up", planted$sets$up), "empty\tna", line("down", c(planted$sets$down, ""))), "\r"), path)
  result <- run(planted$ranking, read_gene_sets(path, "mine", NULL))
  expect_setequal(result$sets$pathway, c("up", "down"))
  expect_identical(result$sets$size[match(c("up", "down"), result$sets$pathway)], c(40L, 50L))
})

test_that("fgsea's example has fgsea's scores", {
  without_library()
  ranks <- utils::read.delim(shared("gsea", "fgsea_exampleRanks.rnk.tsv"))
  path <- tempfile(fileext = ".gmt")
  packed <- gzfile(shared("gsea", "fgsea_examplePathways.gmt.gz"))
  writeLines(readLines(packed), path)
  close(packed)
  sets <- read_gene_sets(path, "Reactome", list(date = "", release = "", organism = "mmu"))
  result <- run(ranking_of(as.character(ranks$entrez), ranks$stat), sets)$sets
  row <- function(pattern) result[grepl(pattern, result$pathway, fixed = TRUE), ][1L, ]
  # fgsea's vignette: 5990979 ES 0.559, NES 2.74 (1,000 permutations); its test: 5991851 leads with 70385 and not with 68549.
  expect_equal(row("5990979")$ES, 0.5594755, tolerance = 1e-6)
  expect_equal(row("5990979")$NES, 2.74, tolerance = 0.02)
  lead <- term_members(row("5991851")$leadingEdge)[[1L]]
  expect_true("70385" %in% lead)
  expect_false("68549" %in% lead)
  expect_lt(row("5990979")$pval, 1e-20)
})

test_that("androgen response leads in cells that were given androgen", {
  without_library()
  path <- shared("genesets", "h.all.v2025.1.Hs.symbols.gmt")
  ranks <- data.table::fread(file.path(root, "tools", "enrichment", "gsea", "example", "ranking.tsv.gz"), data.table = FALSE)
  result <- run(ranking_of(ranks$gene, ranks$value), read_gene_sets(path, "hallmark", NULL))
  expect_identical(result$sets$pathway[[1L]], "HALLMARK_ANDROGEN_RESPONSE")
  expect_lt(result$sets$firm_padj[[1L]], 0.05)
  expect_gt(result$sets$NES[[1L]], 2.5)
})

test_that("a table whose values are all positive is told to have no direction, and prints none", {
  without_library()
  cells <- utils::read.csv(shared("cases", "21c_rank_all_positive.csv"))
  set.seed(4)
  sets <- collection_of(list(first = sample(cells$gene, 60L), second = sample(cells$gene, 60L)))
  result <- run(ranking_of(cells$gene, cells$logP, by = "logP"), sets)
  expect_true("one_sided" %in% codes_of(result))
  expect_identical(facts_of(result)[c("one_sided", "up_down")], list(one_sided = TRUE, up_down = FALSE))
})
