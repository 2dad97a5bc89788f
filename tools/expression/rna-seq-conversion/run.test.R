# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
# Oracles: edgeR called directly, the formula of TPM, and the way there and back.
tool <- tool_of("rna_seq_conversion")

params <- list(
  from = "counts", to = "tpm", length_id_column = NULL, length_column = NULL, id_from = "auto", id_to = "none", organism = "hsa"
)

#' The tables of a run, with its facts and findings as attributes.
run <- function(values, ..., kind = "linear", identifiers = "ensembl", lengths = NULL) {
  inputs <- list(expression = list(values = values, kind = kind, identifiers = identifiers, platform = NULL))
  if (!is.null(lengths)) inputs$lengths <- structure(lengths, label = "lengths.tsv")
  run_tool(tool, inputs, changed(params, ...))
}
values_of <- function(tables) tables$expression$values

li <- li_counts()
storage.mode(li) <- "double"
li <- li[rowSums(li) > 0, ]
ensembl_lengths <- local({
  loaded <- new.env()
  utils::data("hg19.ensGene.LENGTH", package = "geneLenDataBase", envir = loaded)
  table <- loaded$hg19.ensGene.LENGTH
  vapply(split(table$Length, as.character(table$Gene)), stats::median, numeric(1))
})
#' A table of lengths for all of Li's genes, so that none is dropped.
own <- data.frame(Geneid = rownames(li), Length = 200 + (seq_len(nrow(li)) * 37) %% 5000)
by_own <- function(values, ...) run(values, ..., lengths = own, length_id_column = "Geneid", length_column = "Length")

testthat::test_that("CPM and FPKM equal edgeR on real counts; libraries count genes without a length too", {
  expect_equal(values_of(run(li, to = "cpm", kind = "counts")), edgeR::cpm(li), tolerance = 1e-10)
  fpkm <- run(li, to = "fpkm", kind = "counts")
  known <- rownames(li) %in% fpkm$lengths$gene
  direct <- edgeR::rpkm(li[known, ], gene.length = fpkm$lengths$length, lib.size = colSums(li))
  expect_equal(values_of(fpkm), direct, tolerance = 1e-10)
  same <- fpkm$lengths$gene %in% names(ensembl_lengths)
  expect_gt(mean(same), 0.9)
  expect_equal(fpkm$lengths$length[same], unname(ensembl_lengths[fpkm$lengths$gene[same]]))
  expect_setequal(fpkm$dropped$gene, rownames(li)[!known])
})

testthat::test_that("TPM is its formula, and each sample's sum is a million", {
  tpm <- values_of(by_own(li, kind = "counts"))
  rate <- li / (own$Length / 1000)
  expect_equal(tpm, t(t(rate) / colSums(rate)) * 1e6, tolerance = 1e-12)
  expect_equal(unname(colSums(tpm)), rep(1e6, ncol(li)), tolerance = 1e-12)
  expect_equal(unname(colSums(values_of(run(li, kind = "counts")))), rep(1e6, ncol(li)), tolerance = 1e-12)
})

testthat::test_that("there and back is the identity", {
  cpm <- edgeR::cpm(li)
  units <- list(cpm = cpm, fpkm = values_of(by_own(cpm, from = "cpm", to = "fpkm")), tpm = values_of(by_own(cpm, from = "cpm", to = "tpm")))
  for (from in names(units)) {
    for (to in setdiff(names(units), from)) {
      expect_equal(values_of(by_own(units[[from]], from = from, to = to)), units[[to]], tolerance = 1e-9, info = paste(from, to))
    }
    expect_equal(values_of(run(units[[from]], from = from, to = from, id_to = "ensembl")), units[[from]], tolerance = 1e-12)
  }
  # FPKM to TPM needs no lengths.
  expect_equal(values_of(run(units$fpkm, from = "fpkm", to = "tpm")), units$tpm, tolerance = 1e-9)
  expect_equal(nrow(run(units$fpkm, from = "fpkm", to = "tpm")$lengths), 0L)
})

testthat::test_that("names change by org.Hs.eg.db: versions go, rows of one name are added, the rest is told", {
  counts <- rbind(c(60, 20), c(1, 2), c(5, 0), c(70, 90), c(3, 4))
  dimnames(counts) <- list(c("ENSG00000141510.16", "ENSG00000120217", "ENSG00000141510.17", "ENSG00000146648", "ENSG00000000000"), c("A", "B"))
  tables <- run(counts, from = "counts", to = "none", id_to = "symbol", kind = "counts")
  expect_equal(values_of(tables), rbind(TP53 = c(A = 65, B = 20), CD274 = c(1, 2), EGFR = c(70, 90)))
  expect_equal(tables$expression$kind, "counts")
  expect_equal(tables$expression$identifiers, "symbol")
  expect_equal(tables$dropped$gene, "ENSG00000000000")
  expect_equal(tables$merged$gene, c("ENSG00000141510.16", "ENSG00000141510.17"))
  expect_equal(rownames(values_of(run(counts, to = "none", id_to = "entrez", kind = "counts"))), c("7157", "29126", "1956"))
  named <- counts[c(1, 2, 4), ]
  rownames(named) <- c("TP53", "PDL1", "ERBB1")
  back <- run(named, to = "none", id_to = "ensembl", kind = "counts", identifiers = "symbol")
  expect_equal(rownames(values_of(back)), c("ENSG00000141510", "ENSG00000120217", "ENSG00000146648"))
})

testthat::test_that("of logged rows of one name the highest stays; they are never added", {
  logged <- rbind(c(2, 3), c(8, 9))
  dimnames(logged) <- list(c("ENSG00000141510.16", "ENSG00000141510.17"), c("A", "B"))
  tables <- run(logged, to = "none", id_to = "symbol", kind = "log")
  expect_equal(values_of(tables), rbind(TP53 = c(A = 8, B = 9)))
  expect_equal(tables$expression$kind, "log")
})

testthat::test_that("a symbol and an Entrez number find the length of their gene; mouse has its own table", {
  counts <- matrix(c(100, 50, 30, 200, 90, 10), 3, dimnames = list(c("TP53", "EGFR", "PDL1"), c("A", "B")))
  by_symbol <- run(counts, to = "fpkm", kind = "counts", identifiers = "symbol")
  rownames(counts) <- c("7157", "1956", "29126")
  by_entrez <- run(counts, to = "fpkm", kind = "counts", identifiers = "entrez")
  expect_equal(by_symbol$lengths$length[1:2], by_entrez$lengths$length[1:2])
  rownames(counts) <- c("Trp53", "Egfr", "Actb")
  mouse <- run(counts, to = "fpkm", kind = "counts", identifiers = "symbol", organism = "mmu")
  expect_match(facts_of(mouse)$annotation, "mm9")
  expect_equal(nrow(mouse$lengths), 3L)
})

testthat::test_that("a gene has one length, however it is written", {
  genes <- data.frame(
    ensembl = c("ENSG00000133703.14", "ENSG00000141510", "ENSG00000146648"), symbol = c("KRAS", "TP53", "ERBB1"), entrez = c("3845", "7157", "1956")
  )
  counts <- matrix(c(400, 90, 30, 200, 600, 10), 3, dimnames = list(NULL, c("A", "B")))
  tpm <- lapply(names(genes), function(kind) {
    tables <- run(`rownames<-`(counts, genes[[kind]]), kind = "counts", identifiers = kind)
    expect_equal(tables$lengths$length, unname(ensembl_lengths[sub("\\..*$", "", genes$ensembl)]))
    unname(values_of(tables))
  })
  expect_identical(tpm[[2L]], tpm[[1L]])
  expect_identical(tpm[[3L]], tpm[[1L]])
  # All genes of the table at once: those whose symbol leads to the same Ensembl number.
  ids <- names(ensembl_lengths)[seq(1, length(ensembl_lengths), 40)]
  symbols <- rename_genes(ids, "ensembl", "symbol")
  back <- rename_genes(symbols$name, "symbol", "ensembl")
  same <- which(!is.na(symbols$name) & !back$several & back$name %in% ids & back$name == ids & !duplicated(symbols$name))
  expect_gt(length(same), 300L)
  lengths <- function(kind, names) {
    run(matrix(100, length(names), 1, dimnames = list(names, "A")), from = "fpkm", to = "cpm", identifiers = kind)$lengths$length
  }
  expect_equal(lengths("symbol", symbols$name[same]), lengths("ensembl", ids[same]))
})

testthat::test_that("built-in lengths are said to be approximate, in one language as in the other", {
  expect_true("approximate_lengths" %in% codes_of(run(li, kind = "counts")))
  expect_false("approximate_lengths" %in% codes_of(by_own(li, kind = "counts")))
  expect_false("approximate_lengths" %in% codes_of(run(li, to = "cpm", kind = "counts")))
})

testthat::test_that("order of genes and samples changes nothing", {
  plain <- values_of(run(li, kind = "counts"))
  shuffled <- values_of(run(li[rev(seq_len(nrow(li))), 7:1], kind = "counts"))
  expect_equal(shuffled[rownames(plain), colnames(plain)], plain, tolerance = 1e-12)
})

testthat::test_that("what cannot be is refused or told in words", {
  expect_error(run(log2(li + 1), from = "tpm", to = "fpkm", kind = "log"), "取过对数", class = "oncoloom_input")
  expect_error(run(edgeR::cpm(li), from = "counts"), "带小数", class = "oncoloom_input")
  expect_error(run(li, to = "none", kind = "counts"), "没有要做的事", class = "oncoloom_input")
  expect_error(run(-li, from = "fpkm"), "负数", class = "oncoloom_input")
  expect_error(run(`[<-`(edgeR::cpm(li), 1L, NA), from = "cpm"), "空格子", class = "oncoloom_input")
  expect_error(run(cbind(edgeR::cpm(li), Z = 0), from = "cpm"), "Z", class = "oncoloom_input")
  expect_error(run(`rownames<-`(li, paste0("x", seq_len(nrow(li)))), kind = "counts", identifiers = "other"), "认不出", class = "oncoloom_input")
  expect_error(run(`rownames<-`(li, paste0("x", seq_len(nrow(li)))), kind = "counts", identifiers = "symbol"), "没有一个基因查到长度", class = "oncoloom_input")
  expect_error(run(li, kind = "counts", lengths = own), "高级参数", class = "oncoloom_input")
  tpm <- values_of(by_own(li, kind = "counts"))
  expect_true("is_million" %in% codes_of(run(tpm, from = "fpkm", to = "tpm")))
  expect_true("no_million" %in% codes_of(by_own(2 * tpm, from = "tpm", to = "fpkm")))
  half <- own[seq(1, nrow(own), 2), ]
  lossy <- run(li, kind = "counts", lengths = half, length_id_column = "Geneid", length_column = "Length")
  expect_true("share_lost" %in% codes_of(lossy))
  expect_equal(facts_of(lossy)$no_length, nrow(li) - nrow(half))
})

testthat::test_that("the same request gives the same tables", {
  tables <- run(li, kind = "counts", id_to = "symbol")
  expect_identical(run(li, kind = "counts", id_to = "symbol"), tables)
})
