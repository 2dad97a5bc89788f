# What the numbers of a matrix are: their scale, the cells that do not belong to it, and the base of logarithms.

#' Parse a matrix as an upload: facts and the binary form. @param digits As the file writes the numbers.
parse_matrix_of <- function(values, digits = 4, change = NULL) {
  folder <- tempfile("scale")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  data.table::fwrite(data.table::data.table(gene = rownames(values), round(values, digits)), file.path(folder, "upload"), sep = "\t")
  parse_folder(folder, change)
}

parse_folder <- function(folder, change = NULL) {
  write_json(list(
    mode = "parse", path = "upload", name = "upload.tsv", format = "text", file_type = "expression", separator = "\t", change = change
  ), file.path(folder, "request.json"))
  expect_true(run_job(folder, list(), function(event) NULL))
  c(read_json(file.path(folder, "facts.json")), list(binary = read_serialized(file.path(folder, "parsed.bin"))))
}

found <- function(parsed, code) Find(function(finding) finding$code == code, parsed$findings)

#' An array in log2, 2 to 14.
array_values <- function(genes = 400, samples = 8) {
  set.seed(35)
  values <- matrix(pmin(14, pmax(2, stats::rnorm(genes, 7, 2) + stats::rnorm(genes * samples, 0, 0.3))), genes)
  dimnames(values) <- list(sprintf("GENE%d", seq_len(genes)), sprintf("S%d", seq_len(samples)))
  values
}

#' Numbers of RNA-seq, linear: most genes are weakly expressed.
rpkm <- function(genes, samples, spread, middle = 1) {
  set.seed(36)
  values <- matrix(stats::rlnorm(genes * samples, log(middle), spread), genes)
  dimnames(values) <- list(sprintf("GENE%d", seq_len(genes)), sprintf("S%d", seq_len(samples)))
  values
}

test_that("a few cells far beyond logarithms do not make them linear, and are named", {
  for (slips in list(c(61.2, 63.4), c(812, 75.55, 66.1), c(16384, 9999, 52), -999, c(-9999, 7000))) {
    values <- array_values()
    places <- cbind(seq(11, by = 50, length.out = length(slips)), seq_along(slips))
    values[places] <- slips
    parsed <- parse_matrix_of(values)
    expect_equal(parsed$matrix$kind, "log", info = toString(slips))
    expect_equal(parsed$matrix$maximum, max(values), tolerance = 1e-4)
    odd <- found(parsed, "odd_cells")
    expect_equal(odd$level, "should")
    for (i in seq_along(slips)) {
      named <- sprintf("「%s」行「S%d」列 %s", rownames(values)[places[i, 1L]], i, written_number(slips[[i]]))
      expect_match(odd$message, named, fixed = TRUE)
    }
  }
  expect_null(found(parse_matrix_of(array_values()), "odd_cells"))
})

test_that("of many odd cells some are in the sentence and the others below it; beyond one in a hundred they are no slips", {
  values <- array_values()
  places <- seq(3, by = 100, length.out = 20)
  values[places] <- 100 + seq_along(places)
  odd <- found(parse_matrix_of(values), "odd_cells")
  expect_match(odd$message, "有 20 格远远超出其余数值（其余最大 1[0-4][.0-9]*，99% 不超过 1[0-4][.0-9]*）")
  expect_match(odd$message, "列 118 等。", fixed = TRUE)
  expect_match(odd$detail, "列 101", fixed = TRUE)
  values[seq(1, by = 50, length.out = 40)] <- 90
  expect_equal(parse_matrix_of(values)$matrix$kind, "linear")
})

test_that("linear values stay linear, however few of them are large", {
  for (genes in c(60, 2000)) for (spread in c(1, 1.5, 2, 2.5)) {
    for (middle in c(0.05, 0.3, 1)) {
      values <- rpkm(genes, 6, spread, middle)
      if (max(values) <= 50) next
      expect_equal(parse_matrix_of(values)$matrix$kind, "linear", info = toString(c(genes, spread, middle)))
    }
  }
  set.seed(2)
  counts <- matrix(stats::rnbinom(1200, mu = 1, size = 0.2), 200, dimnames = list(sprintf("G%d", 1:200), sprintf("S%d", 1:6)))
  counts[5, 2] <- 900
  expect_equal(parse_matrix_of(counts)$matrix$kind, "counts")
})

test_that("logarithms of proteins and of RNA-seq with zeros keep their scale beside an odd cell", {
  set.seed(4)
  proteins <- matrix(stats::rnorm(2400, 28, 2), 300, dimnames = list(sprintf("P%d", 1:300), sprintf("S%d", 1:8)))
  proteins[7, 3] <- 287.1
  expect_equal(parse_matrix_of(proteins)$matrix$kind, "log")
  tpm <- log2(rpkm(2000, 6, 2.5, 0.3) + 1)
  tpm[10, 1] <- 77
  parsed <- parse_matrix_of(tpm)
  expect_equal(parsed$matrix$kind, "log")
  expect_match(found(parsed, "odd_cells")$message, "「GENE10」行「S1」列 77", fixed = TRUE)
})

test_that("limma finds what is planted beside odd cells, without a second logarithm", {
  tool <- tool_of("limma_differential_analysis")
  values <- array_values()
  values[1:30, 1:4] <- values[1:30, 1:4] + 2
  values[3, 2] <- 61
  values[300, 6] <- 63
  parsed <- parse_matrix_of(values)$binary
  groups <- data.frame(sample = colnames(values), group = rep(c("case", "control"), each = 4))
  params <- changed(tool$example$parameters, case_group = "case", control_group = "control")
  result <- run_tool(tool, list(expression = parsed, groups = groups), params)$limma
  called <- result$gene[result$adj.P.Val < 0.05 & abs(result$logFC) >= 1]
  expect_gte(length(intersect(called, sprintf("GENE%d", 1:30))), 28L)
  expect_lte(length(setdiff(called, sprintf("GENE%d", 1:30))), 1L)
})

test_that("the array with two cells over 60 that people bring is logged, its cells named, and limma finds 29 of 30", {
  folder <- tempfile("scale")
  dir.create(folder)
  file.copy(shared("cases", "35_log2_with_60.txt"), file.path(folder, "upload"))
  parsed <- parse_folder(folder)
  expect_equal(parsed$matrix$kind, "log")
  values <- parsed$binary$values
  beyond <- which(values > 50, arr.ind = TRUE)
  expect_equal(nrow(beyond), 2L)
  for (i in 1:2) expect_match(found(parsed, "odd_cells")$message, sprintf(
    "「%s」行「%s」列 %s", rownames(values)[beyond[i, 1L]], colnames(values)[beyond[i, 2L]], format(signif(values[beyond[i, 1L], beyond[i, 2L]], 4))
  ), fixed = TRUE)
  tool <- tool_of("limma_differential_analysis")
  groups <- utils::read.delim(shared("cases", "35_groups.txt"))
  params <- changed(tool$example$parameters, case_group = "tumor", control_group = "normal")
  result <- run_tool(tool, list(expression = parsed$binary, groups = groups), params)$limma
  expect_equal(sum(result$adj.P.Val < 0.05 & abs(result$logFC) >= 1), 29L)
})

suspected <- function(parsed) {
  found <- Find(function(finding) grepl("_suspected$", finding$code), parsed$findings)
  if (is.null(found)) "" else paste(c(found$fix$file, found$alternative$file), collapse = " ")
}

test_that("logarithms of another base are asked about by their size", {
  intensities <- 2^array_values(1500)
  expect_equal(suspected(parse_matrix_of(log(intensities))), "ln_to_log2")
  # Up to 6 both may be meant: log10 of intensities, ln of counts per ten thousand.
  expect_equal(suspected(parse_matrix_of(log10(intensities))), "to_log2 ln_to_log2")
  expect_equal(suspected(parse_matrix_of(log2(intensities))), "")
  expect_equal(suspected(parse_matrix_of(log(intensities)[1:500, ])), "")
  expect_equal(suspected(parse_matrix_of(log(intensities) - 5)), "")
  tpm <- rpkm(3000, 5, 2.2, 1)
  tpm <- sweep(tpm, 2L, colSums(tpm), "/") * 1e6
  expect_equal(suspected(parse_matrix_of(log2(tpm + 1))), "")
  odd <- log(intensities)
  odd[5, 5] <- 70
  expect_equal(suspected(parse_matrix_of(odd)), "ln_to_log2")
})

test_that("logarithms of whole numbers tell their base, whatever their size", {
  set.seed(8)
  counts <- matrix(stats::rnbinom(3000, mu = rep(stats::rlnorm(300, 3, 2.5), 10), size = 2), 300)
  dimnames(counts) <- list(sprintf("G%d", 1:300), sprintf("S%d", 1:10))
  counts[1, ] <- counts[1, ] + 2e6
  expect_equal(suspected(parse_matrix_of(log(counts + 1))), "ln_to_log2")
  expect_equal(suspected(parse_matrix_of(log10(counts + 1))), "to_log2")
  expect_equal(suspected(parse_matrix_of(log2(counts + 1))), "")
  small <- matrix(stats::rpois(12000, 3), 1200, dimnames = list(sprintf("G%d", 1:1200), sprintf("S%d", 1:10)))
  expect_equal(suspected(parse_matrix_of(log2(small + 1))), "")
  expect_equal(suspected(parse_matrix_of(log(small + 1))), "ln_to_log2")
})

test_that("natural logarithms become log2 in one click", {
  intensities <- 2^array_values(1500)
  parsed <- parse_matrix_of(log(intensities), digits = 12, change = list(fix = "ln_to_log2"))
  expect_equal(parsed$binary$values, log2(intensities), tolerance = 1e-10)
  expect_equal(parsed$matrix$logBase, 2)
  expect_equal(suspected(parsed), "")
})
