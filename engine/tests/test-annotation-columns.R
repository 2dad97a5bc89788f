# What describes genes is no sample: told by headers in any spelling, and by what a column holds.

#' Counts as a sequencer gives them: genes differ, samples follow one another. @return Genes × samples, whole numbers.
counts_of <- function(genes = 60L, samples = 6L, seed = 1L) {
  set.seed(seed)
  base <- exp(stats::rnorm(genes, 4, 1.5))
  values <- matrix(stats::rpois(genes * samples, rep(base, samples) * stats::runif(genes * samples, 0.7, 1.4)), genes)
  colnames(values) <- paste0(rep(c("T", "N"), each = samples / 2), seq_len(samples / 2))
  values
}

gene_names <- function(n) utils::head(c("TP53", "EGFR", "CD4", "IL6", "COL1A1", "STAT3", "KRT18", paste0("ZNF", seq_len(1000L))), n)

#' Parse a matrix with columns beside it. @param beside Named list: columns that stand after `place` samples.
parse_beside <- function(values, beside, place = 0L, ids = gene_names(nrow(values)), change = NULL) {
  samples <- as.list(as.data.frame(values, optional = TRUE))
  behind <- seq_along(samples) > place
  columns <- c(samples[!behind], beside, samples[behind])
  folder <- tempfile("beside")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  table <- data.frame(Symbol = ids, columns, check.names = FALSE)
  utils::write.table(table, file.path(folder, "upload"), sep = "\t", quote = FALSE, row.names = FALSE, na = "")
  parsed_upload(folder, list(path = "upload", name = "u.tsv", format = "text", file_type = NULL, separator = "\t", change = change))
}

samples_of <- function(parsed) colnames(parsed$binary$values)
told_of <- function(parsed, code) Filter(function(each) each$code == code, parsed$findings)

test_that("a column of identifiers is no sample, whatever its header", {
  values <- counts_of()
  entrez <- sort(sample.int(9e5L, nrow(values)))
  headers <- c(
    "Entrez_Gene_Id", "Entrez Gene ID", "NCBI_GeneID", "ENTREZID", "gene.id", "GeneID", "Ensembl Gene ID", "hgnc_id", "locus", "LocusNr", "编号",
    "ID", "X"
  )
  for (header in headers) {
    parsed <- parse_beside(values, stats::setNames(list(entrez), header))
    expect_identical(samples_of(parsed), colnames(values), label = header)
    expect_match(told_of(parsed, "annotation_columns")[[1L]]$message, paste0("有 1 列是基因的说明，不是样本，已去掉：", header), fixed = TRUE)
  }
  # Left out wherever it stands, and with cells that have none.
  entrez[3:5] <- NA
  expect_identical(samples_of(parse_beside(values, list(nr = entrez), 6L)), colnames(values))
})

test_that("positions, lengths, chromosomes and descriptions are no samples", {
  values <- counts_of(200L)
  set.seed(2)
  start <- sample.int(2e8L, 200L)
  beside <- list(
    gene_chr = rep(c(1:9, "X"), 20L), gene_start = start, gene_end = start + sample.int(9000L, 200L), strand = rep(c("+", "-"), 100L),
    gene_length = sample(500:9000, 200L, TRUE), gene_biotype = "protein_coding", gene_description = "a protein [Source:HGNC]",
    tf_family = rep(c("-", "zf-C2H2"), 100L)
  )
  expect_identical(samples_of(parse_beside(values, beside)), colnames(values))
  expect_identical(samples_of(parse_beside(values, beside, 6L)), colnames(values))
  # The same under headers that say nothing.
  plain <- stats::setNames(beside, paste0("v", letters[seq_along(beside)]))
  parsed <- parse_beside(values, plain[-5L])
  expect_identical(samples_of(parsed), colnames(values))
  expect_identical(told_of(parsed, "annotation_columns")[[1L]]$detail, paste(names(plain)[-5L], collapse = "、"))
})

test_that("Entrez numbers are told by their genes, also in a table of two samples", {
  values <- counts_of(7L, 2L)
  ids <- c("TP53", "EGFR", "MYC", "BRCA1", "BRCA2", "PTEN", "KRAS")
  parsed <- parse_beside(values, list(nr = c(7157, 1956, 4609, 672, 675, 5728, 3845)), ids = ids)
  expect_identical(samples_of(parsed), colnames(values))
})

test_that("what may be a sample is asked about, and left out on request", {
  values <- counts_of(200L)
  set.seed(3)
  kilobases <- list(kilo = round(stats::rlnorm(200L, 1, 0.6), 1))
  parsed <- parse_beside(values, kilobases)
  expect_identical(samples_of(parsed), c("kilo", colnames(values)))
  asked <- told_of(parsed, "columns_doubtful")[[1L]]
  expect_identical(asked[c("level", "fix")], list(level = "should", fix = list(label = "不是样本，去掉", file = "drop_columns")))
  expect_match(asked$message, "有 1 列的数值和其他样本不像，可能是基因的编号、长度或位置：kilo。现在当作样本", fixed = TRUE)
  expect_identical(samples_of(parse_beside(values, kilobases, change = list(fix = "drop_columns"))), colnames(values))
  expect_match(parse_beside(values, list(T9 = values[, 1L] + 1L), change = list(fix = "drop_columns"))$refused, "没有要去掉的列")
})

test_that("means and sums of the samples are no samples", {
  values <- counts_of(60L)
  for (of in list(rowMeans, rowSums)) {
    expect_identical(samples_of(parse_beside(values, list(AveExpr = round(of(values), 3)))), colnames(values))
    expect_identical(samples_of(parse_beside(log2(values + 1), list(m = of(log2(values + 1))), 6L)), colnames(values))
  }
})

test_that("samples that are alike are no means of each other", {
  values <- counts_of(60L)[, c(1L, 1L, 1L)]
  colnames(values) <- c("A", "B", "C")
  expect_identical(samples_of(parse_beside(values, list())), c("A", "B", "C"))
})

test_that("no sample is taken for a description", {
  # One deep sample whose counts all differ beside shallow ones whose counts repeat; logarithms; independent noise; few genes.
  values <- counts_of(60L)
  deep <- order(order(values[, 1L] + stats::runif(60L))) * 37 + 1000
  kept <- function(values, beside = list()) {
    parsed <- parse_beside(values, beside)
    expect_length(told_of(parsed, "columns_doubtful"), 0L)
    expect_identical(samples_of(parsed), c(names(beside), colnames(values)))
  }
  kept(values, list(deep = deep))
  kept(log2(values + 1))
  set.seed(4)
  noise <- function(draw) stats::setNames(lapply(1:6, function(i) draw()), c("Exp1", "End1", "Pos", "Set", "Map", "size2"))
  for (draw in list(function() stats::rnorm(300L), function() stats::rpois(300L, 50), function() sample.int(1e6L, 300L))) {
    columns <- noise(draw)
    kept(do.call(cbind, columns[-1L]), columns[1L])
  }
  kept(counts_of(12L))
})

test_that("the column of a second identifier changes nothing of the numbers", {
  expect_equal(
    stats::prcomp(t(log2(parse_beside(counts_of(300L), list(Entrez_Gene_Id = 1001:1300))$binary$values + 1)))$sdev,
    stats::prcomp(t(log2(counts_of(300L) + 1)))$sdev
  )
})
