# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("gsea_plot")

params <- list(selectedMechanism = character(), combinePlots = FALSE, geneSetColors = character(), pvalue_cutoff = 0.05)

#' The table that a GSEA of 200 genes leaves: four sets, the second at the end of the ranking.
runs <- local({
  values <- sort(c(rnorm(200)), decreasing = TRUE)
  ranking <- data.frame(gene = paste0("G", 1:200), value = values)
  places <- list(c(1L, 4L, 9L, 30L, 120L), c(150L, 180L, 191L, 199L), c(20L, 90L, 160L), 200L)
  ids <- c("UP", "DOWN", "FLAT", "LAST")
  data.frame(
    pathway = c("", ids), description = c("", paste("set", ids)), NES = c(NA, 2, -1.8, 0.5, -1), pval = c(NA, 0.001, 0.002, 0.6, 0.7),
    padj = c(NA, 0.004, 0.004, 0.8, 0.8), exponent = 1, ranks = c("", vapply(places, paste, character(1), collapse = "/")),
    genes = c(paste(ranking$gene, collapse = "/"), rep("", 4L)),
    values = c(paste(format(values, digits = 17, trim = TRUE), collapse = "/"), rep("", 4L))
  )
})

run <- function(...) run_tool(tool, list(runs = runs), changed(params, ...))

test_that("none chosen: the sets of smallest P, a figure each", {
  result <- run()
  expect_identical(result$drawn$pathway, c("UP", "DOWN", "FLAT"))
  expect_identical(result$single$pathway, result$drawn$pathway)
  expect_equal(nrow(result$combined), 0L)
  expected <- list(drawn = 3L, genes = 200L, chosen = FALSE, set_1 = "set UP", set_4 = NULL)
  expect_identical(facts_of(result)[names(expected)], expected)
})

test_that("chosen sets stand in the order of the choice, each once, in their colours, by name or by title", {
  result <- run(selectedMechanism = c("LAST", "set UP", "LAST"), combinePlots = TRUE, geneSetColors = "#ff0000")
  expect_identical(result$combined$pathway, c("LAST", "UP"))
  expect_identical(result$combined$colour, c("#ff0000", ""))
  expect_equal(nrow(result$single), 0L)
  expect_equal(result$drawn$NES, c(-1, 2))
})

test_that("the curve is the running sum over all genes", {
  result <- run()
  values <- as.numeric(strsplit(runs$values[[1L]], "/")[[1L]])
  for (i in 1:2) {
    places <- as.integer(strsplit(runs$ranks[[i + 1L]], "/")[[1L]])
    hit <- seq_along(values) %in% places
    running <- cumsum(ifelse(hit, abs(values) / sum(abs(values[hit])), -1 / sum(!hit)))
    curve <- result$curve[result$curve$description == runs$description[[i + 1L]], ]
    expect_equal(curve$score[curve$rank > 0L], running[curve$rank[curve$rank > 0L]], tolerance = 1e-9)
    expect_equal(max(abs(curve$score)), max(abs(running)), tolerance = 1e-9)
    hits <- result$hits[result$hits$description == runs$description[[i + 1L]], ]
    expect_identical(hits$gene, paste0("G", places))
    expect_equal(hits$value, values[places])
    peak <- which.max(abs(running))
    expect_equal(hits$leading, as.integer(if (running[[peak]] > 0) places <= peak else places > peak))
  }
})

test_that("of which comparison the ranking is, is told of either result; earlier versions and other rankings tell none", {
  expect_null(facts_of(run())$comparison)
  with_comparison <- function(of) transform(
    runs, comparison = c(of, rep("", 4L)), organism = "hsa", camera = NA_real_, collection = "c", release = "", date = "", ranked_by = "t",
    up_down = "1", ES = NES, leading_size = 1L
  )
  labelled <- function(of) structure(with_comparison(of), label = of)
  told <- facts_of(run_tool(tool, list(runs = labelled("A \u2212 C"), compared = labelled("B \u2212 C")), params))
  expect_identical(told[c("comparison", "comparison_b")], list(comparison = "A \u2212 C", comparison_b = "B \u2212 C"))
  blank <- facts_of(run_tool(tool, list(runs = with_comparison("")), params))
  expect_true(is.null(blank$comparison) && is.null(blank$comparison_b))
})

test_that("sets that were not tested are refused by name, and a result without sets", {
  expect_error(run(selectedMechanism = c("UP", "NOWHERE")), "NOWHERE", class = "oncoloom_input")
  expect_error(run_tool(tool, list(runs = runs[1L, ]), params), class = "oncoloom_input")
})

test_that("what a GSEA leaves is drawn as the GSEA drew it", {
  skip_if(is.null(load_library(root, "gsea")), "the library has not been built: npm start, or node scripts/setup/index.mjs")
  gsea <- tool_of("gsea_enrichment")
  set.seed(2)
  genes <- utils::head(sort(unique(symbol_keys("symbol"))), 2500L)
  ranking <- structure(data.frame(gene = genes, value = sort(rnorm(2500L), decreasing = TRUE)), label = "x")
  sets <- list(A = genes[1:40], B = sample(genes, 30L))
  titles <- c(A = "first", B = "second")
  collection <- structure(sets, label = "own", titles = titles, collection = list(organism = "hsa", date = "", release = ""))
  given <- list(pvalue_cutoff = 0.05, minSize = 15L, maxSize = 500L, pAdjustMethod = "BH", exponent = 2, seed = 1L)
  parent <- run_tool(gsea, list(ranking = ranking, sets = collection), given)
  folder <- tempfile("tables")
  dir.create(file.path(folder, "tables"), recursive = TRUE)
  write_table("runs", parent$runs, folder)
  stored <- read_table(file.path(folder, "tables", "runs.tsv"), list(columns = as.list(unlist(gsea$tables$runs$columns))))
  drawn <- run_tool(tool, list(runs = stored), changed(params, selectedMechanism = "A"))
  expect_equal(drawn$curve$score, parent$curve$score[parent$curve$description == "first"], tolerance = 1e-9)
  row <- parent$sets[parent$sets$pathway == "A", ]
  expect_equal(sum(drawn$hits$leading), row$leading_size)
  expect_identical(drawn$hits$gene[drawn$hits$leading == 1L], term_members(row$leadingEdge)[[1L]])
})

#' Rankings of two experiments on the same genes, the second like the first as far as `alike` says, and sets at both ends.
two_results <- local({
  set.seed(21)
  n <- 2400L
  genes <- utils::head(sort(unique(symbol_keys("symbol"))), n)
  base <- rnorm(n)
  first <- data.frame(gene = genes, value = base)
  second <- data.frame(gene = genes, value = base + 0.5 * rnorm(n))
  by_place <- genes[order(-base)]
  sets <- c(
    lapply(1:8, function(i) sample(by_place[seq_len(300L * i)], 30L)), lapply(1:8, function(i) sample(rev(by_place)[seq_len(300L * i)], 30L)),
    lapply(1:8, function(i) sample(genes, 30L))
  )
  names(sets) <- sprintf("SET_%02d", seq_along(sets))
  turned <- sets[["SET_01"]]
  second$value[match(turned, genes)] <- -3 - runif(30)
  list(first = first, second = second, sets = sets)
})

#' The tables of a run of the GSEA tool over a collection, `runs` with the label that the server gives to it.
gsea_of <- function(ranking, sets, label, organism = "hsa", release = "1", name = "own", ...) {
  skip_if(is.null(load_library(root, "gsea")), "the library has not been built: npm start, or node scripts/setup/index.mjs")
  titles <- stats::setNames(paste("about", names(sets)), names(sets))
  collection <- structure(sets, label = name, titles = titles, collection = list(organism = organism, date = "", release = release))
  given <- list(pvalue_cutoff = 0.05, minSize = 15L, maxSize = 500L, pAdjustMethod = "BH", exponent = 1, seed = 1L)
  tables <- run_tool(tool_of("gsea_enrichment"), list(ranking = structure(ranking, label = label), sets = collection), changed(given, ...))
  attr(tables$runs, "label") <- label
  tables
}

# Made when a test first asks for them.
delayedAssign("result_a", gsea_of(two_results$first, two_results$sets, "cohort A"))
delayedAssign("result_b", gsea_of(two_results$second, two_results$sets[-3L], "cohort B"))

compare <- function(a, b, ...) run_tool(tool, list(runs = a$runs, compared = b$runs), changed(params, ...))

stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = function(condition) condition)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

test_that("two results are joined set by set, with their leading genes compared", {
  a <- result_a
  b <- result_b
  result <- compare(a, b)
  # By hand: the two tables that the results show, joined by base R.
  joined <- merge(a$sets, b$sets, by = "pathway", all = TRUE, suffixes = c("_a", "_b"))
  members <- function(texts) strsplit(texts, "/", fixed = TRUE)
  common <- mapply(function(x, y) length(intersect(x, y)), members(joined$leadingEdge_a), members(joined$leadingEdge_b))
  all_of_both <- mapply(function(x, y) length(union(x, y)), members(joined$leadingEdge_a), members(joined$leadingEdge_b))
  one_sided <- is.na(joined$NES_a) | is.na(joined$NES_b)
  found <- result$compared[match(joined$pathway, result$compared$pathway), ]
  expect_equal(nrow(result$compared), nrow(joined))
  for (column in c("NES_a", "NES_b", "padj_a", "padj_b", "camera_a", "camera_b")) expect_equal(found[[column]], joined[[column]])
  expect_equal(found$jaccard, ifelse(one_sided, NA, common / all_of_both))
  expect_equal(found$leading_a, joined$leading_size_a)
  significant <- function(p) !is.na(p) & p < 0.05
  relation <- ifelse(is.na(joined$NES_b), "只在 A 检验", ifelse(
    significant(joined$padj_a) & significant(joined$padj_b),
    ifelse(sign(joined$NES_a) != sign(joined$NES_b), "方向相反", ifelse(joined$NES_a > 0, "同向激活", "同向抑制")),
    ifelse(significant(joined$padj_a), "只在 A 显著", ifelse(significant(joined$padj_b), "只在 B 显著", "都不显著"))
  ))
  expect_identical(found$relation, relation)
  # The data hold one of each, so that none of the words goes untested.
  expect_true(all(c("同向激活", "同向抑制", "方向相反", "都不显著", "只在 A 检验") %in% relation))
  expect_equal(stats::setNames(result$overlap$sets, result$overlap$relation)[unique(relation)], c(table(relation))[unique(relation)])
  facts <- facts_of(result)
  expect_equal(facts$rho, stats::cor(rank(joined$NES_a[!one_sided]), rank(joined$NES_b[!one_sided])))
  expect_equal(facts[c("both_tested", "tested_a", "tested_b")], list(both_tested = 23L, tested_a = 1L, tested_b = 0L))
  expect_identical(codes_of(result), "tested_in_one")
  expect_setequal(result$compared_points$pathway, joined$pathway[!one_sided])
})

test_that("swapped results swap every number, and a result beside itself lies on the diagonal", {
  a <- result_a
  b <- result_b
  there <- compare(a, b)$compared
  back <- compare(b, a)$compared
  back <- back[match(there$pathway, back$pathway), ]
  for (name in c("NES", "padj", "camera", "leading")) {
    expect_identical(there[[paste0(name, "_a")]], back[[paste0(name, "_b")]])
    expect_identical(there[[paste0(name, "_b")]], back[[paste0(name, "_a")]])
  }
  expect_identical(there$jaccard, back$jaccard)
  expect_identical(chartr("AB", "BA", there$relation), back$relation)
  self <- compare(a, a)
  expect_identical(self$compared_points$NES_a, self$compared_points$NES_b)
  expect_true(all(self$compared$jaccard == 1))
  expect_false(any(c("方向相反", "只在 A 显著", "只在 B 显著") %in% self$compared$relation))
  expect_equal(facts_of(self)$rho, 1)
})

test_that("pairs are those of smallest P of both, or those that were chosen, each with the numbers of both", {
  a <- result_a
  b <- result_b
  attr(a$runs, "label") <- attr(b$runs, "label") <- "one name"
  result <- compare(a, b)
  best_of <- function(sets) utils::head(sets$pathway[order(sets$padj, sets$pathway)], 10L)
  best <- union(best_of(a$sets), best_of(b$sets))
  expect_setequal(result$paired$pathway, best)
  expect_identical(unique(result$paired$result), c("A · one name", "B · one name"))
  chosen <- compare(a, b, selectedMechanism = c("SET_20", "SET_03"))$paired
  expect_equal(nrow(chosen), 4L)
  expect_equal(chosen$NES[chosen$pathway == "SET_20"], c(a$sets$NES[a$sets$pathway == "SET_20"], b$sets$NES[b$sets$pathway == "SET_20"]))
  expect_identical(is.na(chosen$NES), chosen$pathway == "SET_03" & startsWith(chosen$result, "B"))
})

test_that("what cannot be compared is refused, and what hardly can is told", {
  # P values of sets that lie all over the ranking need no rare draws.
  sets <- two_results$sets[17:24]
  a <- gsea_of(two_results$first, sets, "A")
  other <- function(...) gsea_of(two_results$second, sets, "B", ...)
  plain <- other()
  mouse <- plain
  mouse$runs$organism[[1L]] <- "mmu"
  stopped_with("species_differ", compare(a, mouse))
  renamed <- gsea_of(two_results$second, stats::setNames(sets, paste0("X", names(sets))), "B")
  stopped_with("no_common_sets", compare(a, renamed))
  older <- plain
  older$runs <- structure(older$runs[setdiff(names(older$runs), c("organism", "camera"))], label = "B")
  stopped_with("older_result", compare(a, older))
  expect_identical(codes_of(compare(a, plain)), character())
  expect_identical(codes_of(compare(a, other(release = "2"))), "releases_differ")
  expect_identical(codes_of(compare(a, other(name = "another"))), "collections_differ")
  expect_identical(codes_of(compare(a, other(exponent = 2))), "exponents_differ")
  half <- gsea_of(two_results$second[1:1500, ], sets, "B", minSize = 1L)
  expect_identical(codes_of(compare(a, half)), "genes_differ")
})

test_that("an older result is drawn as ever where it is compared with none", {
  expect_equal(nrow(run()$compared), 0L)
  expect_false(facts_of(run())$compared)
})

test_that("a set as far to one side as to the other has the score 0 and no leading genes; one of zeros has the score of its curve", {
  skip_if(is.null(load_library(root, "gsea")), "the library has not been built: npm start, or node scripts/setup/index.mjs")
  values <- c(9:1, numeric(10), -(1:9))
  ranking <- data.frame(gene = sprintf("g%02d", seq_along(values)), value = values)
  places <- list(middle = 10:19, late = 13:19)
  tested <- gsea_test(ranking$value, places, 1, 1L)
  curves <- running_tables(names(places), places, ranking, 1)$curve
  scores <- split(curves$score, factor(curves$description, names(places)))
  expect_equal(tested$es[[1L]], 0)
  expect_equal(max(scores$middle), -min(scores$middle))
  expect_equal(tested$es[[2L]], scores$late[[which.max(abs(scores$late))]], tolerance = 1e-9)
  flags <- environment(tool$analyse)$leading_flags
  expect_identical(flags(curves[curves$description == "middle", ], places$middle), integer(10))
  expect_identical(sum(flags(curves[curves$description == "late", ], places$late)), tested$leading[[2L]])
})
