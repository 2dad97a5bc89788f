# The same samples on several arrays, merged by gene.

code_of <- function(parsed) vapply(parsed$findings, `[[`, "", "code")
finding_of <- function(parsed, code) Find(function(one) one$code == code, parsed$findings)

#' A series matrix: probes with values.
series_text <- function(platform, samples, probes, values, traits = NULL) {
  quoted <- function(cells) paste0("\"", cells, "\"", collapse = "\t")
  c(
    paste0("!Series_title\t\"Two arrays\""), paste0("!Sample_geo_accession\t", quoted(samples)), traits,
    paste0("!Sample_platform_id\t", quoted(rep(platform, length(samples)))), "!series_matrix_table_begin",
    paste0("\"ID_REF\"\t", quoted(samples)), paste(sprintf("\"%s\"", probes), apply(values, 1L, paste, collapse = "\t"), sep = "\t"),
    "!series_matrix_table_end"
  )
}

#' Runs a merge of texts. @param parts List of `list(lines, platform, annotation, samples)`; `annotation` a data frame or NULL.
merged <- function(parts, logged = TRUE, differing = list()) {
  folder <- tempfile("arrays")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  told <- lapply(seq_along(parts), function(i) {
    part <- parts[[i]]
    writeLines(part$lines, file.path(folder, paste0("array-", i)))
    annotation <- NULL
    if (!is.null(part$annotation)) {
      annotation <- paste0("annotation-", i)
      utils::write.table(part$annotation, file.path(folder, annotation), sep = "\t", quote = FALSE, row.names = FALSE)
    }
    list(
      path = paste0("array-", i), name = part$platform, separator = "\t", format = "text", platform = part$platform, annotation = annotation,
      label = part$platform, samples = as.list(part$samples)
    )
  })
  request <- list(
    name = "merged.tsv", format = "text", file_type = "expression", merge = list(parts = told, differing = differing, logged = logged)
  )
  result <- parsed_upload(folder, request)
  if (!is.null(result$refused)) return(result)
  result$text <- readLines(file.path(folder, "changed.tsv"))
  result
}

# Of 900 genes A has the first 600, B the last 500: 200 are on both. Two probes of gene 1 on A, one without a gene, one of two genes.
genes <- sprintf("GENE%d", 1:900)
samples_a <- sprintf("GSM%d", 1:8)
samples_b <- sprintf("GSM%d", 108:101)
planted <- function() {
  set.seed(1)
  truth <- matrix(stats::rnorm(900 * 8, 8), 900)
  truth[c(10, 700), 5:8] <- truth[c(10, 700), 5:8] + 6
  a <- rbind(truth[1:600, ], truth[1, ] - 4, 1:8, 1:8)
  # B is read in the other order of the samples, and lies 1.5 lower.
  b <- truth[401:900, 8:1] - 1.5 + stats::rnorm(500 * 8, sd = 0.1)
  traits <- paste0("!Sample_characteristics_ch1\t", paste0("\"tissue: ", rep(c("normal", "tumour"), each = 4), "\"", collapse = "\t"))
  list(
    truth = truth, b = b,
    parts = list(
      list(
        lines = series_text("GPL96", samples_a, sprintf("%d_at", 1:603), a, traits), platform = "GPL96",
        annotation = data.frame(probe = sprintf("%d_at", 1:603), symbol = c(genes[1:600], genes[1], "", "GENE2 /// GENE3")), samples = samples_a
      ),
      list(
        lines = series_text("GPL97", samples_b, sprintf("%d_s_at", 1:500), b), platform = "GPL97",
        annotation = data.frame(probe = sprintf("%d_s_at", 1:500), symbol = genes[401:900]), samples = rev(samples_b)
      )
    )
  )
}

test_that("each gene comes from one array, the first that has it, value by value", {
  data <- planted()
  result <- merged(data$parts)
  expect_null(result$refused)
  matrix <- result$binary$values
  expect_equal(colnames(matrix), samples_a)
  expect_setequal(rownames(matrix), genes)
  expect_equal(unname(matrix[genes[1:600], ]), data$truth[1:600, ], tolerance = 1e-12)
  # B's samples are their partners', not those of the same place; its level is its own.
  expect_equal(unname(matrix[genes[601:900], ]), data$b[201:500, 8:1], tolerance = 1e-12)
  expect_match(finding_of(result, "arrays_merged")$message, "900 个基因，其中 600 个来自 GPL96，300 个来自 GPL97")
  expect_match(finding_of(result, "arrays_merged")$detail, "都有的 200 个基因只取排在前面的芯片")
  expect_match(finding_of(result, "arrays_levels")$message, "GPL96 上比 GPL97 上高 1.5")
  expect_identical(finding_of(result, "arrays_levels")$level, "should")
  expect_match(finding_of(result, "arrays_partners")$message, "没有样本明显更像别人在 GPL97 上的那份")
  # Which array each gene is of stands in the file itself.
  cells <- strsplit(grep("^GENE(600|601)\t", result$text, value = TRUE), "\t", fixed = TRUE)
  expect_equal(vapply(cells, `[[`, "", 2L), c("GPL96", "GPL97"))
})

test_that("planted differences of both arrays are found, and nothing else, as on each array by itself", {
  data <- planted()
  matrix <- merged(data$parts)$binary$values
  design <- cbind(1, rep(0:1, each = 4))
  top <- limma::topTable(limma::eBayes(limma::lmFit(matrix, design)), coef = 2, number = Inf)
  expect_setequal(rownames(top)[top$adj.P.Val < 0.05], c("GENE10", "GENE700"))
  alone <- limma::lmFit(data$b[201:500, 8:1], design)
  expect_equal(unname(top[genes[601:900], "logFC"]), unname(alone$coefficients[, 2]), tolerance = 1e-9)
})

test_that("what is said of the samples comes along, with the partner of each", {
  columns <- merged(planted()$parts)$matrix$annotations$columns
  of <- function(name) unlist(Find(function(one) one$name == name, columns)$values)
  expect_equal(of("tissue"), rep(c("normal", "tumour"), each = 4))
  expect_equal(of("GPL97 sample"), rev(samples_b))
})

test_that("a sample that is more like another's partner is told", {
  data <- planted()
  data$parts[[2]]$samples <- data$parts[[2]]$samples[c(2, 1, 3:8)]
  result <- merged(data$parts)
  told <- finding_of(result, "arrays_partners_doubtful")
  expect_identical(told$level, "should")
  expect_match(told$message, "8 个样本里有 2 个")
  expect_match(told$detail, "GSM1 更像 GSM101")
})

test_that("a gene that the second annotation calls by its former name is not added a second time", {
  annotation <- function(symbols) data.frame(probe = sprintf("%d_at", seq_along(symbols)), symbol = symbols)
  values <- matrix(as.numeric(1:12), 3)
  parts <- list(
    list(lines = series_text("GPL1", letters[1:4], sprintf("%d_at", 1:3), values), platform = "GPL1",
      annotation = annotation(c("TP53", "QARS1", "EGFR")), samples = letters[1:4]),
    list(lines = series_text("GPL2", letters[1:4], sprintf("%d_at", 1:3), values + 20), platform = "GPL2",
      annotation = annotation(c("FAM46C", "GLNRS", "MYC")), samples = letters[1:4])
  )
  result <- merged(parts)
  # GLNRS is an alias of QARS1 alone.
  expect_setequal(rownames(result$binary$values), c("TP53", "QARS1", "EGFR", "FAM46C", "MYC"))
})

test_that("rows of genes go as they are, linear values stay linear, and their levels are compared as logarithms", {
  data <- planted()
  raw <- function(values) round(2^values, 3)
  table <- function(names, values, samples) {
    c(paste(c("gene", samples), collapse = "\t"), paste(names, apply(values, 1L, paste, collapse = "\t"), sep = "\t"))
  }
  parts <- list(
    list(lines = table(genes[1:600], raw(data$truth[1:600, ]), samples_a), platform = "A", samples = samples_a),
    list(lines = table(genes[401:900], raw(data$b), samples_b), platform = "B", samples = rev(samples_b))
  )
  result <- merged(parts, logged = FALSE, differing = list(list(column = "Gender", samples = list("GSM2"))))
  expect_identical(result$binary$kind, "linear")
  expect_equal(unname(result$binary$values["GENE900", ]), raw(data$b)[500, 8:1])
  expect_match(finding_of(result, "arrays_levels")$message, "高 1.4")
  expect_match(finding_of(result, "arrays_differ")$detail, "「Gender」：GSM2")
})

test_that("few genes on both arrays say nothing of partners", {
  data <- planted()
  data$parts[[2]]$annotation$symbol[1:150] <- ""
  expect_false(any(startsWith(code_of(merged(data$parts)), "arrays_partners")))
})
