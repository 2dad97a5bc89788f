# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("gene_panel")

params <- list(
  panel = "own", gene_list = c("A", "B"), set_name = "", against = "groups", method = "kruskal", target_gene = "", correlation = "spearman"
)
matrix_of <- function(values, ...) utils::modifyList(list(values = values, kind = "log", identifiers = "symbol", label = "m"), list(...))
inputs_of <- function(values, groups = NULL) list(expression = matrix_of(values), groups = groups)
run <- function(values, groups = NULL, ...) run_tool(tool, inputs_of(values, groups), changed(params, ...))
groups_table <- function(values, group) data.frame(sample = colnames(values), group = group)

all_data <- package_data("ALL", "ALL")
probes <- rownames(all_data)[seq(1L, 12000L, 300L)]
values <- Biobase::exprs(all_data)[probes, ]
cell <- substr(as.character(all_data$BT), 1L, 1L)
stage <- as.character(all_data$BT)
groups <- groups_table(values, cell)
run_all <- function(..., gene_list = probes, group = groups) run(values, group, gene_list = gene_list, ...)
noise <- function(seed, n, genes = 20L) {
  set.seed(seed)
  matrix(stats::rnorm(genes * n, 8), genes, dimnames = list(sprintf("G%03d", seq_len(genes)), sprintf("s%03d", seq_len(n))))
}

testthat::test_that("two groups are wilcox.test or Welch's t.test, adjusted over the list", {
  for (method in c("kruskal", "welch_anova")) {
    tables <- run_all(method = method)
    p <- vapply(probes, function(probe) {
      a <- values[probe, cell == "B"]
      b <- values[probe, cell == "T"]
      if (method == "kruskal") suppressWarnings(stats::wilcox.test(a, b))$p.value else stats::t.test(a, b)$p.value
    }, 0, USE.NAMES = FALSE)
    panel <- tables$panel[match(probes, tables$panel$gene), ]
    expect_equal(panel$p, p, tolerance = 1e-6)
    expect_equal(panel$padj, stats::p.adjust(p, "BH"), tolerance = 1e-6)
    expect_identical(tables$panel$p, sort(panel$p))
    middle <- if (method == "kruskal") stats::median else mean
    expect_identical(panel$highest, vapply(probes, function(probe) names(which.max(tapply(values[probe, ], cell, middle))), "", USE.NAMES = FALSE))
    expect_equal(facts_of(tables)[c("hits", "tested", "found", "asked")], list(
      hits = sum(stats::p.adjust(p, "BH") < 0.05), tested = length(probes), found = length(probes), asked = length(probes)
    ))
    expect_true(all(panel$n == ncol(values)))
  }
})

testthat::test_that("more groups are kruskal.test or oneway.test", {
  some <- stage %in% c("B1", "B2", "B3", "T2")
  for (method in c("kruskal", "welch_anova")) {
    tables <- run_all(method = method, group = groups_table(values, stage)[some, ])
    p <- vapply(probes, function(probe) {
      y <- values[probe, some]
      x <- factor(stage[some])
      if (method == "kruskal") stats::kruskal.test(y, x)$p.value else stats::oneway.test(y ~ x)$p.value
    }, 0, USE.NAMES = FALSE)
    panel <- tables$panel[match(probes, tables$panel$gene), ]
    expect_equal(panel$p, p, tolerance = 1e-6)
    expect_equal(panel$padj, stats::p.adjust(p, "BH"), tolerance = 1e-6)
    expect_identical(facts_of(tables)$hits, sum(stats::p.adjust(p, "BH") < 0.05))
    expect_identical(facts_of(tables)$samples, sum(some))
    # The bracket of a test of all groups spans them as the figure has them.
    expect_setequal(paste(tables$notes$group, tables$notes$other), "B1 T2")
    # The figure has room for so many: those of the smallest P.
    expect_setequal(unique(tables$boxes$label), utils::head(tables$panel$gene, 15L))
  }
})

testthat::test_that("a gene is cor.test with each other, adjusted over the list", {
  target <- rownames(all_data)[[7L]]
  whole <- Biobase::exprs(all_data)[c(target, probes), ]
  for (correlation in c("spearman", "pearson")) {
    tables <- run(whole, gene_list = probes, against = "gene", target_gene = target, correlation = correlation)
    oracle <- lapply(probes, function(probe) suppressWarnings(stats::cor.test(whole[target, ], whole[probe, ], method = correlation, exact = FALSE)))
    panel <- tables$panel[match(probes, tables$panel$gene), ]
    expect_equal(panel$effect, unname(vapply(oracle, function(test) unname(test$estimate), 0)), tolerance = 1e-6)
    p <- vapply(oracle, `[[`, 0, "p.value")
    expect_equal(panel$p, p, tolerance = 1e-6)
    expect_equal(panel$padj, stats::p.adjust(p, "BH"), tolerance = 1e-6)
    hits <- stats::p.adjust(p, "BH") < 0.05
    expect_equal(facts_of(tables)[c("positive", "negative")], list(
      positive = sum(hits & panel$effect > 0), negative = sum(hits & panel$effect < 0)
    ))
    expect_identical(names(tables$heatmap)[-1L], colnames(whole)[order(whole[target, ])])
    expect_identical(tables$heatmap$gene[[1L]], target)
    expect_identical(nrow(tables$tests), 0L)
  }
})

testthat::test_that("groups that change their names change signs alone, and shuffled samples and rows nothing", {
  for (method in c("kruskal", "welch_anova")) {
    first <- run_all(method = method)
    flipped <- run_all(method = method, group = groups_table(values, ifelse(cell == "B", "T", "B")))
    own <- match(first$panel$gene, flipped$panel$gene)
    expect_equal(flipped$panel[own, c("p", "padj")], first$panel[c("p", "padj")], ignore_attr = TRUE)
    expect_identical(flipped$panel$highest[own], ifelse(first$panel$highest == "B", "T", "B"))
    expect_equal(flipped$panel$effect[own], -first$panel$effect)
    expect_true(any(abs(first$panel$effect) > 0.1))
    expect_equal(run_all(method = method, group = groups[rev(seq_len(nrow(groups))), ]), first)
  }
  set.seed(4)
  shuffled <- sample(ncol(values))
  expect_equal(run(values[, shuffled], groups, gene_list = probes)[c("panel", "tests", "groups")], run_all()[c("panel", "tests", "groups")])
  against <- function(matrix) run(matrix, gene_list = probes, against = "gene", target_gene = probes[[1L]])[c("panel", "bars", "heatmap_tree")]
  expect_equal(against(values[, shuffled]), against(values))
  expect_identical(run_all(), run_all())
})

testthat::test_that("P of genes without a difference are uniform, and the share of false hits is what BH promises", {
  # 300 genes, the last 60 with a difference or a correlation: BH at 0.05 lets 0.05 × 240 / 300 of the hits be false.
  null <- sprintf("G%03d", 1:240)
  one <- function(seed, by_gene, ...) {
    own <- noise(seed, 25L, 301L)
    group <- rep(c("x", "y"), c(13L, 12L))
    if (by_gene) own[241:300, ] <- own[241:300, ] + 1.6 * rep(own["G301", ] - 8, each = 60L)
    else own[241:300, group == "x"] <- own[241:300, group == "x"] + 1.8
    target <- if (by_gene) "G301" else ""
    panel <- run(own, if (!by_gene) groups_table(own, group), gene_list = sprintf("G%03d", 1:300), target_gene = target, ...)$panel
    hits <- panel$gene[panel$padj < 0.05]
    list(p = panel$p[panel$gene %in% null], false = mean(hits %in% null), found = length(setdiff(hits, null)))
  }
  for (kind in list(
    list(by_gene = FALSE, method = "welch_anova"), list(by_gene = FALSE, method = "kruskal"),
    list(by_gene = TRUE, against = "gene", correlation = "pearson"), list(by_gene = TRUE, against = "gene", correlation = "spearman")
  )) {
    runs <- lapply(seq_len(if (kind$by_gene) 8L else 4L), function(seed) do.call(one, c(list(seed), kind)))
    p <- unlist(lapply(runs, `[[`, "p"))
    expect_length(p, length(runs) * 240L)
    # So far from the diagonal are 1 of 100 samples of uniform P; ranks have steps of their own.
    expect_lt(max(abs(stats::ecdf(p)(seq(0.01, 0.99, 0.01)) - seq(0.01, 0.99, 0.01))), 1.63 / sqrt(length(p)) + 0.005)
    expect_lt(abs(mean(p < 0.05) - 0.05), 2.58 * sqrt(0.05 * 0.95 / length(p)) + 0.002)
    false <- mean(vapply(runs, `[[`, 0, "false"))
    expect_gt(false, 0.01)
    expect_lt(false, 0.075)
    expect_gt(mean(vapply(runs, `[[`, 0L, "found")), 54)
  }
})

testthat::test_that("lists are approved symbols, each once, and families are whole", {
  symbols <- symbol_keys("symbol")
  expect_setequal(c(names(GENE_PANELS), "own"), names(GENE_PANEL_NAMES))
  expect_setequal(names(GENE_PANEL_SOURCES), names(GENE_PANEL_NAMES))
  for (panel in GENE_PANELS) {
    expect_identical(setdiff(panel, names(symbols)), character())
    expect_identical(anyDuplicated(panel), 0L)
  }
  expect_identical(lengths(GENE_PANELS), c(
    inhibitors = 24L, stimulators = 45L, chemokines = 44L, chemokine_receptors = 22L, hla = 18L, inflamed = 18L, m6a = 21L, cuproptosis = 10L
  ))
  named <- function(query) suppressMessages(AnnotationDbi::select(
    org.Hs.eg.db::org.Hs.eg.db, AnnotationDbi::keys(org.Hs.eg.db::org.Hs.eg.db), query
  ))
  genes <- named(c("SYMBOL", "GENENAME", "GENETYPE"))
  coding <- genes[genes$GENETYPE == "protein-coding", ]
  family <- function(pattern) unique(coding$SYMBOL[grepl(pattern, coding$GENENAME, perl = TRUE)])
  aliases <- named(c("SYMBOL", "ALIAS"))
  former <- function(names) unique(aliases$SYMBOL[aliases$ALIAS %in% names & aliases$SYMBOL %in% coding$SYMBOL])
  expect_setequal(GENE_PANELS$chemokines, c(family("^(C-C|C-X-C|X-C|C-X3-C) motif chemokine ligand \\d+$"), former(c("CXCL4", "CXCL4L1", "CXCL7"))))
  expect_setequal(
    GENE_PANELS$chemokine_receptors, family("^((C-C|C-X-C|X-C|C-X3-C) motif|atypical) chemokine receptor \\d+( \\(Duffy blood group\\))?$")
  )
  hla <- coding$SYMBOL[grepl("^major histocompatibility complex, class", coding$GENENAME) & startsWith(coding$SYMBOL, "HLA-")]
  expect_setequal(setdiff(hla, GENE_PANELS$hla), c("HLA-DRB3", "HLA-DRB4", "HLA-DRB5", "HLA-DQB3"))
  expect_identical(setdiff(GENE_PANELS$hla, hla), character())
})

testthat::test_that("former names are found, what is not there is named, and repeated names are one gene", {
  own <- noise(1, 10L, 3L)
  rownames(own) <- c("CD274", "PVRL2", "CTLA4")
  group <- groups_table(own, rep(c("x", "y"), 5L))
  tables <- run(own, group, panel = "inhibitors", gene_list = character())
  expect_setequal(tables$panel$gene, c("CD274", "PVRL2", "CTLA4"))
  expect_equal(facts_of(tables)[c("asked", "found")], list(asked = 24L, found = 3L))
  expect_identical(sum(tables$names$how == GENE_MATCHES[["absent"]]), 21L)
  tables <- run(own, group, gene_list = c("CD274", "PD-L1", "NECTIN2", "NOPE1"))
  expect_equal(facts_of(tables)[c("asked", "found")], list(asked = 3L, found = 2L))
  expect_setequal(tables$names$asked, c("PD-L1", "NECTIN2", "NOPE1"))
  absent <- Filter(function(finding) finding$code == "genes_absent", attr(tables, "findings"))[[1L]]
  expect_match(absent$message, "NOPE1", fixed = TRUE)
  expect_identical(absent$field, "gene_list")
  expect_true("panel_found" %in% codes_at_form(tool, inputs_of(own, group), changed(params, gene_list = "CTLA4")))
})

testthat::test_that("one gene, four samples, constant and missing values are told", {
  own <- noise(2, 12L, 3L)
  alone <- run(own, groups_table(own, rep(c("男", "女"), 6L)), gene_list = "G002")
  expect_equal(alone$panel$p, suppressWarnings(stats::wilcox.test(own["G002", ] ~ rep(1:2, 6L)))$p.value, tolerance = 1e-6)
  expect_identical(alone$panel$padj, alone$panel$p)
  expect_true(alone$panel$highest %in% c("男", "女"))
  own <- noise(2, 4L, 3L)
  four <- run(own, groups_table(own, c("x", "x", "y", "y")), gene_list = rownames(own))
  expect_identical(nrow(four$tests), 0L)
  expect_identical(four$panel$p, rep(NA_real_, 3L))
  expect_equal(facts_of(four)[c("tested", "hits", "any")], list(tested = 0L, hits = 0L, any = FALSE))
  expect_null(facts_of(four)$first)
  related <- run(own, gene_list = rownames(own), against = "gene", target_gene = "G001")
  expect_identical(related$panel$n, c(4L, 4L))
  expect_true("target_listed" %in% codes_of(related))
  expect_equal(facts_of(related)[c("asked", "found")], list(asked = 2L, found = 2L))
  ugly <- noise(3, 12L, 4L)
  ugly["G001", ] <- 5
  ugly["G002", 1:10] <- NA
  ugly["G003", 1L] <- Inf
  group <- groups_table(ugly, rep(c("x", "y"), 6L))
  tables <- run(ugly, group, gene_list = rownames(ugly))
  expect_true(all(c("missing", "infinite", "constant") %in% codes_of(tables)))
  expect_identical(sort(tables$panel$gene[is.na(tables$panel$p)]), c("G001", "G002"))
  expect_identical(tables$panel$highest[is.na(tables$panel$p)], c("", ""))
  tables <- run(ugly, gene_list = rownames(ugly), against = "gene", target_gene = "G004")
  expect_true("not_tested" %in% codes_of(tables))
  expect_equal(tables$panel$n[match("G003", tables$panel$gene)], 11L)
})

testthat::test_that("what cannot be analysed is refused in words, at its field", {
  own <- noise(5, 12L, 4L)
  own["G001", ] <- 5
  group <- groups_table(own, rep(c("x", "y"), 6L))
  refused <- function(field, ...) {
    condition <- expect_error(run(own, ...), class = "oncoloom_input")
    expect_identical(condition$field, field)
  }
  refused("gene_list", group, gene_list = "NOPE")
  refused("panel", group, panel = "hla", gene_list = character())
  refused("sample_groups", transform(group, group = "x"), gene_list = "G002")
  refused("sample_groups", transform(group, sample = paste0("t", sample)), gene_list = "G002")
  refused("target_gene", gene_list = rownames(own), against = "gene", target_gene = "G001")
  refused("target_gene", gene_list = rownames(own), against = "gene", target_gene = "NOPE")
  refused("gene_list", gene_list = "G002", against = "gene", target_gene = "G002")
})

#' A collection as R gets it. @param sets A named list of genes.
collection_of <- function(sets, ...) {
  ids <- sprintf("hsa%05d", seq_along(sets))
  structure(
    stats::setNames(sets, ids), label = "KEGG 通路", titles = stats::setNames(names(sets), ids),
    collection = list(family = "kegg", organism = "hsa", subset = "", ...)
  )
}

testthat::test_that("a set of a collection is the same as its genes typed, and says where it is from", {
  own <- noise(21L, 40L)
  group <- groups_table(own, rep(c("a", "b"), each = 20L))
  sets <- collection_of(
    list("Ferroptosis" = c("G001", "G002", "G003", "NONE"), "Iron uptake" = "G009", "Iron export" = "G010"), date = "2024-05-01", release = ""
  )
  named <- function(name, of = sets) {
    run_tool(tool, c(inputs_of(own, group), list(sets = of)), changed(params, panel = "set", gene_list = character(), set_name = name))
  }
  tables <- named("FERROPTOSIS")
  typed <- run(own, group, gene_list = c("G001", "G002", "G003", "NONE"))
  expect_identical(tables$panel, typed$panel)
  expect_equal(facts_of(tables)[c("panel_word", "panel_source", "panel_source_english", "asked", "found")], list(
    panel_word = "Ferroptosis", panel_source = "KEGG 通路，2024-05-01 版，hsa00001",
    panel_source_english = "KEGG pathways (dated 2024-05-01), hsa00001", asked = 4L, found = 3L
  ))
  for (written in c("ferro", "hsa00001")) expect_identical(facts_of(named(written))$panel_word, "Ferroptosis")
  expect_null(facts_of(typed)$panel_source_english)
  refusal <- function(...) tryCatch(named(...), oncoloom_input = identity)
  expect_match(conditionMessage(refusal("iron")), "2 份：Iron uptake、Iron export")
  expect_match(conditionMessage(refusal("铁死亡")), "没有名字含「铁死亡」")
  expect_match(conditionMessage(refusal(" ")), "请写要用")
  expect_equal(refusal("iron")$field, "set_name")
  large <- collection_of(list(Large = sprintf("G%03d", 1:201)))
  expect_match(conditionMessage(refusal("large", large)), "201 个基因，这里最多 200 个")
  # A name that is held by another is the one that is written whole.
  nested <- collection_of(list("Cell cycle" = c("G001", "G002"), "Cell cycle arrest" = "G003"))
  expect_equal(facts_of(named("cell cycle", nested))$asked, 2L)
})
