# What the parser tells of names and of whole files, and what its changes make of them.

#' Run a parse job over lines; the facts, the binary form, the changed text, or the sentence of the refusal.
parse_lines <- function(lines, file_type = NULL, change = NULL, name = "upload.tsv") {
  folder <- tempfile("kinds")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  writeLines(enc2utf8(lines), file.path(folder, "upload"), useBytes = TRUE)
  if (!is.null(change$annotation)) {
    file.copy(change$annotation$path, file.path(folder, "annotation"))
    change$annotation$path <- "annotation"
  }
  request <- list(mode = "parse", path = "upload", name = name, format = "text", file_type = file_type, separator = "\t", change = change)
  write_json(request, file.path(folder, "request.json"))
  last <- NULL
  run_job(folder, list(), function(event) last <<- event)
  if (last$type == "failed") return(list(refused = last$message))
  facts <- read_json(file.path(folder, "facts.json"))
  facts$binary <- read_serialized(file.path(folder, "parsed.bin"))
  if (!is.null(change)) facts$changed <- readLines(file.path(folder, "changed.tsv"), encoding = "UTF-8")
  facts
}

tabbed <- function(...) vapply(list(...), paste, "", collapse = "\t")

genes <- c(
  "TP53", "EGFR", "MYC", "CD4", "CD8A", "IL6", "IL10", "CCL2", "CXCL8", "COL1A1", "COL3A1", "ZNF24", "SLC2A1", "RPL13", "RPS6", "KRT18",
  "MMP9", "CDK4", "STAT3", "HOXA9", "GAPDH", "ACTB", "PTEN", "VEGFA"
)

test_that("names are genes, probes or samples", {
  expect_equal(gene_certainty(genes), 2L)
  expect_equal(gene_certainty(tools::toTitleCase(tolower(genes))), 2L)
  expect_equal(gene_certainty(c("TP53", "A1", "B2")), 1L)
  expect_equal(gene_certainty(c("ENSG00000141510", "ENSG00000146648")), 2L)
  expect_equal(gene_certainty(c("TCGA-OR-A5J1-01A", "TCGA-OR-A5J2-01A", "S1")), 0L)
  expect_equal(gene_certainty(c("GSM311992", "GSM312129")), 0L)
  expect_equal(identifier_kind(c("SRR1039508", "SRR1039509")), "symbol")
  expect_equal(identifier_kind(c("MMT00000044", "MMT00000046")), "probe")
})

test_that("the species is told by the names, and left open where they do not tell", {
  expect_equal(guess_species(genes, "symbol", NULL), "human")
  expect_equal(guess_species(c("Trp53", "Egfr", "Cd4", "Actb", "Il6"), "symbol", NULL), "mouse")
  expect_null(guess_species(c("GENEA", "GENEB"), "symbol", NULL))
  expect_equal(guess_species("ENSMUSG00000059552", "ensembl", NULL), "mouse")
  expect_equal(guess_species("ENSRNOG00000010756", "ensembl", NULL), "rat")
  expect_null(guess_species(c("7157", "1956"), "entrez", NULL))
  expect_equal(guess_species("1007_s_at", "probe", "GPL570"), "human")
})

test_that("the platform is told by its probes", {
  expect_equal(guess_platform(c("1007_s_at", "1053_at", "1552256_a_at")), "GPL570")
  expect_equal(guess_platform(c("1007_s_at", "1053_at", "200000_s_at", "200001_at", "200002_at")), "GPL96")
  expect_equal(guess_platform(c("200000_s_at", "222384_at", "223456_at")), "GPL97")
  expect_equal(guess_platform(c("1000_at", "1001_at", "38123_s_at")), "GPL8300")
  expect_equal(guess_platform(c("7892501", "8180418")), "GPL6244")
  expect_equal(guess_platform(c("1415670_at", "1415671_at")), "GPL1261")
  expect_null(guess_platform(c("ILMN_1343291", "ILMN_1651199")))
})

test_that("a file is what its columns say", {
  type <- function(lines, name = "upload.tsv") parse_lines(lines, name = name)$file_type
  expect_equal(type(tabbed(c("probe_id", "symbol"), c("1007_s_at", "DDR1"), c("1053_at", "RFC2"))), "annotation")
  expect_equal(type(tabbed(c("cel", "batch", "stage"), c("a.CEL", "1", "II"), c("b.CEL", "2", "I"))), "annotation")
  sets <- do.call(tabbed, c(list(c("immune", "stromal")), lapply(1:5, function(i) genes[c(i, 12 - i)])))
  expect_equal(type(sets), "gene_sets")
  expect_equal(type(tabbed(c("cell", "B", "T"), c("B", "1", "0.2"), c("T", "0.1", "1"))), "table")
  expect_equal(type(c("7157", "1956", "4609")), "gene_list")
  expect_equal(type(c("15", "15", "16")), "table")
  expect_equal(type(c("7157", "1956", "4609"), "pathway_sizes.tsv"), "table")
  expect_equal(type(c("ES", "0.3", "0.5")), "table")
})

test_that("a first line of data gets names of columns", {
  parsed <- parse_lines(tabbed(c("1557733_a_at", "T cells"), c("1558971_at", "B cells")))
  expect_equal(vapply(parsed$table$columns, `[[`, "", "name"), c("列1", "列2"))
  expect_equal(parsed$table$rows, 2L)
  expect_equal(parsed$findings[[1]]$code, "no_header")
  years <- parse_lines(tabbed(c("sample", "2019", "2020"), c("a", "1", "2")), "table")
  expect_equal(vapply(years$table$columns, `[[`, "", "name"), c("sample", "2019", "2020"))
})

sideways <- do.call(tabbed, c(list(c("id", genes)), lapply(1:3, function(i) c(paste0("P", i), seq_along(genes) + i / 4))))

test_that("genes in columns are told, and turned without a number changed", {
  parsed <- parse_lines(sideways, "expression")
  expect_equal(parsed$findings[[1]][c("code", "level")], list(code = "transposed", level = "must"))
  expect_equal(parsed$findings[[1]]$fix$file, "turn")
  turned <- parse_lines(sideways, "expression", list(fix = "turn"))
  expect_equal(turned$changed[1:2], c("gene\tP1\tP2\tP3", "TP53\t1.25\t1.5\t1.75"))
  expect_equal(dim(turned$binary$values), c(length(genes), 3L))
  with_words <- c(paste0(sideways[[1]], "\tgroup"), paste0(sideways[-1], "\ttumour"))
  expect_equal(parse_lines(with_words, "expression", list(fix = "turn"))$findings[[1]]$message, "转置时去掉了 1 个不是数字的列：group")
})

test_that("a small matrix that may lie on its side is only asked about", {
  parsed <- parse_lines(tabbed(c("id", "TP53", "MYC", "CD4"), c("P1", "1", "2", "3"), c("P2", "4", "5", "6")), "expression")
  expect_equal(parsed$findings[[1]][c("code", "level")], list(code = "transposed", level = "should"))
  upright <- parse_lines(tabbed(c("gene", "CD4", "CD8A"), c("TP53", "1", "2"), c("MYC", "4", "5"), c("EGFR", "1", "1")), "expression")
  expect_length(upright$findings, 0L)
})

test_that("numbers of human genes become their names on request, and only they", {
  fix <- list(label = "换成基因名", file = "to_symbols")
  entrez <- tabbed(c("entrez", "A", "B"), c("7157", "1.50", "2"), c("1956", "3", "4"), c("4609", "5", "1e3"), c("672", "1", "1"), c("675", "1", "2"))
  offered <- parse_lines(entrez, "expression")$findings[[1]]
  expect_equal(offered[c("code", "level", "message", "fix")], list(
    code = "gene_numbers", level = "note", message = "行名是 Entrez 编号（如 7157），不是基因名", fix = fix
  ))
  named <- parse_lines(entrez, "expression", list(fix = "to_symbols"))
  genes <- c("TP53", "EGFR", "MYC", "BRCA1", "BRCA2")
  # Nothing but the first column changes: 1.50 and 1e3 stay as they are written.
  expect_equal(named$changed, paste0(c("gene", genes), sub("^[^\t]+", "", entrez)))
  expect_equal(named$matrix$identifiers, "symbol")
  expect_length(named$findings, 0L)

  # A version is no part of the number; what is unknown stays as it is, and is told; two numbers of one gene are one row.
  ensembl <- tabbed(
    c("id", "A", "B"), c("ENSG00000141510.17", "1", "200"), c("ENSG00000000001.3", "3", "4"), c("ENSG00000146648", "5", "6"),
    c("ENSG00000136997.20", "7", "8"), c("ENSG00000166278", "9", "9"), c("ENSG00000206372", "1", "1"),
    c("ENSG00000156273", "2", "3")
  )
  codes <- function(parsed) vapply(parsed$findings, function(each) each$code, "")
  expect_true("gene_numbers" %in% codes(parse_lines(ensembl, "expression")))
  named <- parse_lines(ensembl, "expression", list(fix = "to_symbols"))
  expect_equal(sub("\t.*", "", named$changed), c("gene", "TP53", "ENSG00000000001.3", "EGFR", "MYC", "C2", "C2", "BACH1"))
  expect_true("duplicates_merged" %in% codes(named))
  expect_equal(named$matrix$rows, 6L)
  told <- function(code) Filter(function(each) each$code == code, named$findings)[[1]][c("message", "detail")]
  expect_equal(told("symbols_unknown"), list(message = "有 1 个 Ensembl 编号查不到基因名，留着不变", detail = "ENSG00000000001"))
  expect_equal(told("symbols_several"), list(
    message = "有 1 个 Ensembl 编号对应几个基因名，取了 Entrez 编号最小的一个", detail = "ENSG00000156273 → BACH1"
  ))

  mouse <- tabbed(c("id", "A", "B"), c("22059", "1", "2"), c("13649", "3", "4"), c("17869", "5", "6"), c("12504", "1", "1"))
  expect_false("gene_numbers" %in% codes(parse_lines(mouse, "expression")))
  expect_match(parse_lines(mouse, "expression", list(fix = "to_symbols"))$refused, "只认得人的 Ensembl 和 Entrez 编号", fixed = TRUE)
})

test_that("other changes touch names only", {
  lines <- tabbed(c("gene", "X1.a", "S2"), c("2-Sep", "1.50", "2"), c("1-Mar", "3", "4"), c("TP53", "5", "1e3"))
  restored <- parse_lines(lines, "expression", list(fix = "restore_dates"))$changed
  expect_equal(restored, sub("2-Sep", "SEPTIN2", lines))
  renamed <- parse_lines(lines, "expression", list(fix = "match_samples", names = list(list(from = "X1.a", to = "1-a"))))$changed
  expect_equal(renamed, sub("X1.a", "1-a", lines))
  table <- tabbed(c("sample", "group"), c("1-a", "x"), c("S2", "1-a"))
  renamed <- parse_lines(table, "groups", list(fix = "match_samples", names = list(list(from = "1-a", to = "X1.a"))))$changed
  expect_equal(renamed, tabbed(c("sample", "group"), c("X1.a", "x"), c("S2", "1-a")))
  doubled <- tabbed(c("gene", "A", "B"), c("TP53", "100", "2"), c("MYC", "1", "1"), c("TP53", "1", "300"))
  merged <- tabbed(c("gene", "A", "B"), c("TP53", "101", "302"), c("MYC", "1", "1"))
  expect_equal(parse_lines(doubled, "expression", list(fix = "merge_duplicates"))$changed, merged)
})

soft <- c(
  "^DATABASE = Geo", "^DATASET = GDS1", "!dataset_platform = GPL97", "^SUBSET = 1", "!subset_description = tumour",
  "!subset_sample_id = GSM1,GSM3", "!subset_type = disease state", "^SUBSET = 2", "!subset_description = normal",
  "!subset_sample_id = GSM2", "!subset_type = disease state", "#ID_REF = probe", "!dataset_table_begin",
  "ID_REF\tIDENTIFIER\tGSM1\tGSM2\tGSM3", "200000_s_at\t5\" end\t7.5\t8\tnull", "222384_at\tx\t5\t6\t7", "!dataset_table_end"
)

test_that("a data set in SOFT tells of its samples", {
  parsed <- parse_lines(soft)
  expect_equal(parsed$file_type, "expression")
  expect_equal(parsed$matrix[c("rows", "columns", "platform", "missing")], list(rows = 2L, columns = 3L, platform = "GPL97", missing = 1L))
  column <- parsed$matrix$annotations$columns[[1]]
  expect_equal(list(column$name, unlist(column$values)), list("disease state", c("tumour", "normal", "tumour")))
  expect_match(parse_lines(utils::head(soft, -1L))$refused, "文件不完整")
})

test_that("what is missing is found in every spelling, and a number beyond a double is infinite", {
  parsed <- parse_lines(tabbed(c("gene", "A", "B"), c("TP53", "#N/A", "2"), c("MYC", "1e400", "null"), c("-", "1", "2")), "expression")
  expect_equal(parsed$matrix[c("rows", "missing")], list(rows = 2L, missing = 3L))
  expect_true("infinite" %in% vapply(parsed$findings, `[[`, "", "code"))
})

test_that("probes become genes on request: one row each, the probe with the highest mean, as it stands in the file", {
  annotation <- tempfile()
  on.exit(unlink(annotation))
  writeLines(c(
    "probe\tsymbol", "1007_s_at\tDDR1 /// MIR4640", "1053_at\tRFC2", "117_at\tHSPA6", "121_at\tPAX8", "1255_g_at\t", "200001_at\tRFC2"
  ), annotation)
  rows <- list(
    c("1007_s_at", "9", "9.5"), c("1053_at", "2.50", "3"), c("117_at", "1e1", "7"), c("121_at", "4", "5"), c("1255_g_at", "1", "1"),
    c("200001_at", "6.10", "null"), c("213_at", "3", "3")
  )
  lines <- do.call(tabbed, c(list(c("ID_REF", "A", "B")), rows))
  u133 <- parse_lines(c("x\tA\tB", sprintf("%s_at\t1.5\t2", c("1007_s", 200001:200009))), "expression")
  offered <- Filter(function(each) each$code == "probes", u133$findings)
  expect_equal(offered[[1]][c("level", "fix")], list(level = "should", fix = list(label = "换成基因名", file = "probes_to_genes")))
  convert <- function(lines) {
    parse_lines(lines, "expression", list(fix = "probes_to_genes", annotation = list(path = annotation, label = "GPL571 (test)")))
  }
  named <- convert(lines)
  # RFC2 by the probe with the higher mean (6.1 against 2.75), of the value that is there.
  expect_equal(named$changed, tabbed(c("ID_REF", "A", "B"), c("HSPA6", "1e1", "7"), c("PAX8", "4", "5"), c("RFC2", "6.10", "null")))
  expect_equal(named$matrix$identifiers, "symbol")
  told <- Filter(function(each) each$code == "probes_converted", named$findings)[[1]]
  expect_equal(told$message, "7 个探针换成了 3 个基因，按 GPL571 (test) 的注释")
  expect_equal(told$detail, "去掉的探针：1 个注释里没有，1 个没有对应的基因，1 个对应多个基因，1 个让给了同一基因中平均值更高的探针")
  # Not the order of the rows decides.
  turned <- convert(c(lines[[1]], rev(lines[-1])))
  expect_setequal(turned$changed, named$changed)
  expect_match(convert(c("ID_REF\tA\tB", "AFFX-1_at\t1\t2", "AFFX-2_at\t3\t4"))$refused, "一个也没有")

  # A series matrix keeps what it tells of its samples and of its platform.
  series <- c(
    "!Series_title\t\"a title\"", "!Series_platform_id\t\"GPL571\"", "!Sample_title\t\"one\"\t\"two\"", "!Sample_geo_accession\t\"GSM1\"\t\"GSM2\"",
    "!Sample_characteristics_ch1\t\"tissue: tumor\"\t\"tissue: normal\"", "!series_matrix_table_begin",
    "\"ID_REF\"\t\"GSM1\"\t\"GSM2\"", sub("^([^\t]+)", "\"\\1\"", lines[-1]), "!series_matrix_table_end"
  )
  geo <- convert(series)
  expect_equal(geo$changed[1:6], series[1:6])
  expect_equal(geo$changed[-(1:6)], c(tabbed(c("ID_REF", "GSM1", "GSM2")), named$changed[-1], "!series_matrix_table_end"))
  expect_equal(geo$matrix$platform, "GPL571")
  tissue <- Filter(function(column) column$name == "tissue", geo$matrix$annotations$columns)[[1]]
  expect_equal(unlist(tissue$values), c("tumor", "normal"))
  again <- parse_lines(geo$changed)
  expect_equal(again$binary$values, geo$binary$values)
  expect_match(parse_lines(series, NULL, list(fix = "turn"))$refused, "样本说明")
})
