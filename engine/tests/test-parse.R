# What the parser makes of files, good and bad. Each refusal is one sentence, compared word for word.

#' Parse a text (lines, or raw bytes) as an upload; the facts, or the sentence of the refusal.
parse_text <- function(lines, name = "upload.csv", file_type = NULL, format = "text", sex_probes = NULL) {
  folder <- tempfile("parse")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  path <- file.path(folder, "upload")
  if (is.raw(lines)) writeBin(lines, path) else writeLines(enc2utf8(lines), path, useBytes = TRUE)
  parse_file(path, name, file_type, format, sex_probes)
}

parse_file <- function(path, name, file_type = NULL, format = "text", sex_probes = NULL) {
  folder <- dirname(path)
  request <- list(mode = "parse", path = basename(path), name = name, format = format, file_type = file_type, sex_probes = sex_probes)
  write_json(request, file.path(folder, "request.json"))
  events <- list()
  run_job(folder, list(), function(event) events[[length(events) + 1L]] <<- event)
  last <- events[[length(events)]]
  if (last$type == "failed") return(list(refused = last$message, code = last$code, reason = last$reason, detail = last$detail))
  facts <- read_json(file.path(folder, "facts.json"))
  facts$binary <- read_serialized(file.path(folder, "parsed.bin"))
  facts$cells <- if (file.exists(file.path(folder, "cells.json"))) read_json(file.path(folder, "cells.json"))
  facts
}

#' The message of a finding, by its code.
finding <- function(parsed, code) {
  found <- Filter(function(entry) entry$code == code, parsed$findings)
  if (length(found) == 0L) NULL else found[[1L]]$message
}

small <- c("gene,S1,S2,S3", "TP53,8.1,9,7.5", "EGFR,1.25,2,3", "MYC,4,5,6.5")

test_that("a small matrix comes out as it went in, at full precision", {
  parsed <- parse_text(c("gene,S1,S2", "TP53,0.1234567890123456,1e-300", "EGFR,-3,12345678901"))
  expect_equal(parsed$file_type, "expression")
  expect_identical(parsed$binary$values, matrix(c(0.1234567890123456, -3, 1e-300, 12345678901), 2, dimnames = list(c("TP53", "EGFR"), c("S1", "S2"))))
  facts <- parsed$matrix
  expect_identical(unlist(facts$samples), c("S1", "S2"))
  expect_equal(
    facts[c("rows", "columns", "identifierColumn", "identifiers")],
    list(rows = 2L, columns = 2L, identifierColumn = "gene", identifiers = "symbol")
  )
  expect_length(parsed$findings, 0L)
})

test_that("separators, quotes, byte order mark and comments are understood", {
  expected <- parse_text(small)$binary
  variants <- list(
    tab = gsub(",", "\t", small), semicolon = gsub(",", ";", small), quoted = gsub("([^,]+)", "\"\\1\"", small),
    bom = c(paste0("\ufeff", small[[1]]), small[-1]), comment = c("# made by a program", small), blank_lines = c("", small, "", ""),
    no_corner = sub("^gene,", "", small), spaces = gsub(",", " ", small)
  )
  for (variant in names(variants)) expect_identical(parse_text(variants[[variant]])$binary, expected, label = variant)
})

test_that("a quotation mark in a quoted cell is one, as spreadsheets write it", {
  parsed <- parse_text(c("sample,group,note", "S1,\"\"\"high\"\" dose\",\"5' end, \"\"x\"\"\"", "S2,low,TP\"53"), file_type = "groups")
  expect_identical(parsed$binary$cells$group, c("\"high\" dose", "low"))
  expect_identical(parsed$binary$cells$note, c("5' end, \"x\"", "TP\"53"))
  matrix <- parse_text(c("gene,\"S\"\"1\"\"\",S2", "\"5\"\" UTR\",1,2.5", "TP53,3,4"))$binary$values
  expect_identical(dimnames(matrix), list(c("5\" UTR", "TP53"), c("S\"1\"", "S2")))
})

test_that("a column of numbers stays one where some are infinite, as programs for FPKM write them", {
  parsed <- parse_text(c("gene,log2FC,word", "A,1.5,inf", "B,-inf,x", "C,Inf,Inf"), file_type = "table")
  expect_equal(vapply(parsed$table$columns, `[[`, "", "type"), c("text", "number", "text"))
  expect_identical(numeric_columns(parsed$binary$cells)$log2FC, c(1.5, -Inf, Inf))
})

test_that("blank rows and columns at the edges are tolerated and said", {
  parsed <- parse_text(c("gene,S1,S2,,", "TP53,1.5,2,,", "EGFR,3,4,,", ",,,,", ",,,,"))
  expect_equal(dim(parsed$binary$values), c(2L, 2L))
  expect_equal(finding(parsed, "blank_columns"), "有 2 个空列，已去掉")
  expect_equal(finding(parsed, "blank_rows"), "有 2 个空行，已去掉")
  expect_equal(dim(parse_text(c("gene,S1,S2", "TP53,1.5,2,", "EGFR,3,4,"))$binary$values), c(2L, 2L))
})

test_that("the kind of the numbers is told", {
  set.seed(1)
  counts <- matrix(rnbinom(600, mu = 300, size = 1), 100)
  table <- function(values) {
    header <- paste(c("gene", paste0("S", seq_len(ncol(values)))), collapse = ",")
    c(header, paste0("G", seq_len(nrow(values)), ",", apply(values, 1, paste, collapse = ",")))
  }
  kind <- function(values) parse_text(table(values))$matrix$kind
  expect_equal(kind(counts), "counts")
  expect_equal(kind(round(log2(counts + 1), 4)), "log")
  expect_equal(kind(counts + 0.25), "linear")
  almost <- counts
  almost[1:6] <- almost[1:6] + 0.5
  expect_equal(kind(almost), "counts")
  expect_equal(kind(counts - 5), "linear")
  expect_equal(kind(round(sweep(counts + 0, 2, colSums(counts), "/") * 1e6)), "linear")
})

test_that("duplicated genes are merged by the rule of the kind", {
  counts <- parse_text(c("gene,S1,S2", "TP53,100,20", "EGFR,1,2", "TP53,5,7"))
  expect_identical(counts$binary$values["TP53", ], c(S1 = 105, S2 = 27))
  expect_equal(finding(counts, "duplicates_merged"), "有 1 个基因名重复：TP53。计数已相加，3 行变为 2 行")
  expect_equal(counts$matrix$maximum, 105)
  log <- parse_text(c("gene,S1,S2", "TP53,1.5,2", "EGFR,1,2", "TP53,5.5,7"))
  expect_identical(log$binary$values["TP53", ], c(S1 = 5.5, S2 = 7))
  expect_equal(finding(log, "duplicates_merged"), "有 1 个基因名重复：TP53。每个保留平均值最高的一行，3 行变为 2 行")
})

test_that("Ensembl versions are stripped and the Y copies of PAR genes added", {
  parsed <- parse_text(c(
    "id,S1,S2", "ENSG00000182378.15,100,50", "ENSG00000182378.15_PAR_Y,1,2", "ENSG00000141510.18,70,80", "__no_feature,9999,9999"
  ))
  expect_identical(rownames(parsed$binary$values), c("ENSG00000182378", "ENSG00000141510"))
  expect_identical(parsed$binary$values[[1, 1]], 101)
  expect_equal(parsed$matrix$identifiers, "ensembl")
  expect_equal(finding(parsed, "ensembl_versions"), "有 3 个 Ensembl 编号带版本号，读入时已去掉小数点后的部分")
  expect_equal(finding(parsed, "count_summary"), "有 1 行是计数软件的合计，不是基因，已去掉")
})

test_that("genes that Excel made dates of are named, and mended where only one gene is possible", {
  ids <- c("2-Sep", "Sep-09", "44806", "9月11日", "2022-03-05", "1-Mar", "1-Mar", "1-Dec", "SEPTIN10", "10-Sep", "TP53", "EGFR", "MYC", "GAPDH")
  parsed <- parse_text(c("gene,S1,S2", paste0(ids, ",", seq_along(ids) + 0.5, ",", seq_along(ids))))
  expect_identical(
    rownames(parsed$binary$values),
    c("2-Sep", "SEPTIN9", "44806", "SEPTIN11", "MARCHF5", "1-Mar", "1-Mar #1", "1-Dec", "SEPTIN10", "10-Sep", "TP53", "EGFR", "MYC", "GAPDH")
  )
  expect_equal(finding(parsed, "excel_dates"), "有 3 个基因名被 Excel 改成了日期，读入时已改回：Sep-09 → SEPTIN9、9月11日 → SEPTIN11、2022-03-05 → MARCHF5")
  expect_match(finding(parsed, "excel_dates_unclear"), "^有 6 个基因名被 Excel 改成了日期，无法确定原名：「2-Sep」、「44806」、「1-Mar」（可能是 MARCHF1 或 MTARC1） 等。")
  alone <- parse_text(c("gene,S1,S2", "2-Sep,1.5,2", "TP53,3,4", "EGFR,5,6"))
  expect_identical(rownames(alone$binary$values)[[1]], "SEPTIN2")
  serial <- parse_text(c("gene,S1,S2", "44806,1.5,2", "TP53,3,4", "EGFR,5,6"))
  expect_identical(rownames(serial$binary$values)[[1]], "SEPTIN2")
})

test_that("Entrez numbers are not taken for dates", {
  parsed <- parse_text(c("gene,S1,S2", "44807,1.5,2", "7157,3,4", "1956,5,6"), file_type = "expression")
  expect_identical(rownames(parsed$binary$values), c("44807", "7157", "1956"))
  expect_equal(parsed$matrix$identifiers, "entrez")
})

test_that("empty, zero and infinite cells are counted", {
  parsed <- parse_text(c("gene,S1,S2,S3", "A1,,2.5,NA", "A2,0,0,0", "A3,Inf,1,-Inf", "A4,,,", "A5,-1,2,null"))
  expect_equal(parsed$matrix[c("rows", "missing", "zeroRows", "constantRows", "negative", "minimum", "maximum")],
    list(rows = 4L, missing = 5L, zeroRows = 1L, constantRows = 3L, negative = 1L, minimum = -1L, maximum = 2.5))
  expect_equal(finding(parsed, "infinite"), "有 2 个无穷大的值，已当作缺失。常见原因是对 0 取了对数")
  expect_equal(finding(parsed, "rows_missing"), "有 1 行没有任何数值，已去掉")
  expect_equal(finding(parsed, "missing"), "有 5 个空格子或缺失值（42%）")
  expect_equal(finding(parsed, "zero_rows"), "有 1 行在所有样本中都是 0")
})

test_that("columns that describe genes are no samples", {
  parsed <- parse_text(c("Geneid,Length,S1,S2", "TP53,2500,10,60", "EGFR,5000,20,70"))
  expect_identical(colnames(parsed$binary$values), c("S1", "S2"))
  expect_equal(finding(parsed, "annotation_columns"), "有 1 列是基因的说明，不是样本，已去掉：Length")
})

refusals <- list(
  list("ragged rows", c("gene,S1,S2", "TP53,1,2", "EGFR,3", "MYC,5,6"), "第 3 行有 2 列，其他行有 3 列。请补齐空格子或删去多余的，再上传"),
  list("a row too long", c("gene,S1,S2", "TP53,1,2", "EGFR,3,4,5", "MYC,5,6"), "第 3 行有 4 列，其他行有 3 列。请补齐空格子或删去多余的，再上传"),
  list("duplicated samples", c("gene,S1,S2,S1", "TP53,1,2,3", "EGFR,3,4,5"), "有 1 个样本名重复：S1。每个样本要有不同的名字，请改好再上传"),
  list("text in numbers", c("gene,S1,S2", "TP53,1,2", "EGFR,3,低", "MYC,5,6", "B2M,1,2", "TNF,3,4"), "「S2」列第 3 行是「低」，不是数字。请改成数字，或清空这个格子，再上传"),
  list(
    "commas of two kinds", c("gene;S1;S2", "TP53;1;2", "EGFR;3;\"1,234,567\"", "MYC;5;6", "B2M;1;0,5", "TNF;3;4"),
    "「S2」列第 3 行是「1,234,567」，不是数字；这一列共有 2 个这样的格子。逗号看不出是小数点还是千位的分隔，请按原始数据改成不带逗号的数字，再上传"
  ),
  list("one sample", c("gene,S1", "TP53,1", "EGFR,3"), "表里只有「S1」一个样本。比较至少要有两组、每组 2 个样本，请把各样本合在一张表里"),
  list("header only", "gene,S1,S2", "表里只有列名，没有数据。第一行放样本名，下面每行一个基因"),
  list("one column", c("gene", "TP53", "EGFR"), "表里只有一列。表达矩阵的第一列是基因名，后面每列一个样本；请检查分隔符是不是逗号或制表符"),
  list("no header", c("TP53,1.5,2.25", "EGFR,3.5,4.25", "MYC,5.5,6.25"), "第一行是数字，不是样本名。请在最上面加一行样本名，再上传"),
  list("unnamed sample", c("gene,S1,,S3", "TP53,1,2,3", "EGFR,3,4,5"), "第 3 列没有样本名。请在第一行补上，再上传"),
  list("short header", c("S1,S2", "TP53,1,2,3,4", "EGFR,3,4,5,6"), "第一行有 2 列，下面的数据有 5 列。第一行要给每一列一个名字，请改好再上传"),
  list("no numbers", c("gene,S1,S2", "TP53,,", "EGFR,,"), "样本列里没有数字。请检查是不是选错了文件，或数值前后有多余的符号"),
  list("only blanks", c("", "  ", ""), "文件里没有内容，请检查后重新上传"),
  list("no names", c("gene,S1,S2", ",1,2", ",3,4"), "表里没有带名字和数值的行，请检查第一列是不是基因名")
)
for (case in refusals) {
  test_that(paste("refused as a matrix:", case[[1]]), {
    expect_equal(parse_text(case[[2]], file_type = "expression")$refused, case[[3]])
  })
}

test_that("an empty file, a picture and a broken workbook are refused", {
  expect_equal(parse_text(raw(0))$refused, "文件是空的，请检查后重新上传")
  picture <- as.raw(c(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 10, 0xff, 0xfe, 10))
  expect_match(parse_text(picture)$refused, "^这个文件不是文本表格")
  expect_equal(parse_text(picture, format = "xlsx", name = "a.xlsx")$refused, "这个文件打不开，不是完好的 xlsx。请在 Excel 或 WPS 里另存一份 xlsx，再上传")
})

test_that("what a file holds is told from its content", {
  type <- function(...) parse_text(c(...))$file_type
  expect_equal(type(small), "expression")
  expect_equal(type("sample,group", "S1,tumour", "S2,normal"), "groups")
  expect_equal(type("样本,分组", "S1,肿瘤", "S2,正常"), "groups")
  expect_equal(type("sample,OS.time,OS", "S1,100,1", "S2,200,0"), "survival")
  expect_equal(type("TP53", "EGFR", "MYC"), "gene_list")
  expect_equal(type("gene,logFC,P.Value,adj.P.Val", "TP53,1.5,0.01,0.02", "EGFR,2.5,0.001,0.002"), "table")
  expect_equal(type("id,dex,celltype", "S1,treated,N1", "S2,control,N2"), "annotation")
  expect_equal(parse_text(c("HALLMARK_A\tabout\tTP53\tEGFR", "HALLMARK_B\tabout\tMYC"), name = "h.gmt")$file_type, "gene_sets")
})

test_that("a groups table gets its usual names, its levels and its cells", {
  parsed <- parse_text(c("Sample_ID,分组,年龄", "S1, 肿瘤,061", "S2,正常,55", "S3,肿瘤,"))
  expect_identical(names(parsed$binary$cells), c("sample", "group", "年龄"))
  expect_identical(parsed$cells$rows[[1]], list("S1", "肿瘤", "061"))
  columns <- parsed$table$columns
  expect_equal(columns[[2]]$levels, list(list(value = "正常", count = 1L), list(value = "肿瘤", count = 2L)), ignore_attr = TRUE)
  expect_equal(vapply(columns, `[[`, "", "type"), c("text", "text", "text"))
  expect_equal(columns[[3]]$missing, 1L)
  expect_equal(parse_text(c("sample,group", "S1,a"))$cells, list(columns = list("sample", "group"), rows = list(list("S1", "a"))))
  expect_equal(parse_text(c("sample,group,group", "S1,a,b"), file_type = "groups")$refused, "有重复的列名：group。请改成不同的名字，再上传")
  expect_equal(parse_text("sample,group", file_type = "groups")$refused, "表里只有列名，没有数据。请补上数据行再上传")
})

test_that("lists and sets of genes are read", {
  expect_identical(parse_text(c("gene", "TP53", "EGFR", "TP53", "2-Sep"))$binary$cells$gene, c("TP53", "EGFR", "SEPTIN2"))
  expect_identical(parse_text("TP53, EGFR、MYC", file_type = "gene_list")$binary$cells$gene, c("TP53", "EGFR", "MYC"))
  sets <- parse_text(c("A\tabout\tTP53\tEGFR\t", "B\t\tMYC"), name = "h.gmt")
  expect_identical(sets$binary$cells$genes, c("TP53 EGFR", "MYC"))
})

series <- c(
  "!Series_title\t\"A test\"", "!Series_platform_id\t\"GPL570\"", "",
  "!Sample_title\t\"first\"\t\"second\"\t\"third\"", "!Sample_geo_accession\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"",
  "!Sample_source_name_ch1\t\"liver\"\t\"liver\"\t\"blood\"",
  "!Sample_characteristics_ch1\t\"tissue: tumour\"\t\"tissue: normal\"\t\"age: 61\"",
  "!Sample_characteristics_ch1\t\"age: 50\"\t\"\"\t\"tissue: normal\"",
  "!Sample_platform_id\t\"GPL570\"\t\"GPL570\"\t\"GPL570\"", "!series_matrix_table_begin",
  "\"ID_REF\"\t\"GSM1\"\t\"GSM3\"\t\"GSM2\"", "\"1007_s_at\"\t7.5\t8.25\tnull", "\"1053_at\"\t5\t6\t7", "!series_matrix_table_end"
)

test_that("GCT is read; SOFT and running text are refused", {
  gct <- parse_text(c("#1.2", "2\t2", "NAME\tDescription\tS1\tS2", "TP53\tp53\t1.5\t2", "EGFR\tna\t3\t4"), name = "a.gct")
  expect_equal(dim(gct$binary$values), c(2L, 2L))
  expect_equal(parse_text(c("^DATABASE = Geo", "!Database_name = GEO", "^DATASET = GDS507"))$refused,
    "这个 GEO 文件里没有表达表。请下载名为 series_matrix.txt.gz 的文件再上传")
  expect_equal(parse_text(c("Dear colleague here", "are the results that you", "asked for"))$refused,
    "这个文件不像表格：看不出各列是怎么分开的。请从原来的软件导出用制表符或逗号分隔的 txt 或 csv，再上传")
})

test_that("a series matrix tells of its samples, in their order, whatever line a key stands in", {
  parsed <- parse_text(series, name = "GSE1_series_matrix.txt")
  expect_equal(parsed$file_type, "expression")
  facts <- parsed$matrix
  expect_equal(
    facts[c("rows", "columns", "platform", "identifiers", "missing")],
    list(rows = 2L, columns = 3L, platform = "GPL570", identifiers = "probe", missing = 1L)
  )
  annotations <- lapply(facts$annotations$columns, function(column) unlist(column$values))
  names(annotations) <- vapply(facts$annotations$columns, `[[`, "", "name")
  expect_identical(annotations, list(
    样本标题 = c("first", "third", "second"), 来源 = c("liver", "blood", "liver"),
    tissue = c("tumour", "normal", "normal"), age = c("50", "61", "")
  ))
})

test_that("genes of one sex alone come with what a series says of its samples, by name and by number", {
  of <- function(names) {
    rows <- sprintf("\"%s\"\t%s", c(names, "TP53", "EGFR"), c("9.5\t3\tnull", "2\t8\t8.5", "5\t6\t7", "6\t6\t6"))
    at <- grep("_at\"", series)
    parse_text(c(series[seq_len(at[[1]] - 1L)], rows, "!series_matrix_table_end"), name = "GSE1_series_matrix.txt")$matrix$sexGenes
  }
  found <- of(c("XIST", "RPS4Y1"))
  expect_equal(vapply(found, `[[`, "", "gene"), c("XIST", "RPS4Y1"))
  expect_equal(unlist(found[[2]]$values), c(2, 8, 8.5))
  expect_null(found[[1]]$values[[3]])
  # Y of a pseudo-name that nobody has is not there.
  expect_equal(vapply(of(c("XIST", "GENE1")), `[[`, "", "gene"), "XIST")
  expect_null(parse_text(series, name = "GSE1_series_matrix.txt")$matrix$sexGenes)
})

test_that("probes of a platform whose annotation is known tell the sex genes, of several the one with the highest mean", {
  at <- grep("_at\"", series)
  rows <- sprintf("\"%s\"\t%s", c("1_at", "2_at", "3_at", "4_at"), c("1\t2\t3", "4\t5\tnull", "2\t8\t8.5", "5\t6\t7"))
  lines <- c(series[seq_len(at[[1]] - 1L)], rows, "!series_matrix_table_end")
  of <- function(probes) parse_text(lines, name = "GSE1_series_matrix.txt", sex_probes = probes)$matrix$sexGenes
  platform <- parse_text(lines, name = "GSE1_series_matrix.txt")$matrix$platform
  known <- stats::setNames(list(list(XIST = list("1_at", "2_at", "9_at"), DDX3Y = list("3_at"), KDM5D = list("8_at"))), platform)
  found <- of(known)
  expect_equal(vapply(found, `[[`, "", "gene"), c("XIST", "DDX3Y"))
  expect_equal(found[[1]]$values[1:2], list(4, 5), ignore_attr = TRUE)
  expect_equal(unlist(found[[2]]$values), c(2, 8, 8.5))
  # Of another platform they say nothing.
  expect_null(of(stats::setNames(known, "GPL1")))
  expect_null(of(NULL))
})

test_that("a series tells of itself, and keys in any spelling, several in a cell, twice or without one are columns", {
  rows <- c(
    "!Series_overall_design\t\"3 tumours\"", "!Sample_channel_count\t\"1\"\t\"1\"\t\"1\"",
    "!Sample_description\t\"one\"\t\"two\"\t\"\"", "!Sample_organism_ch1\t\"Homo sapiens\"\t\"Homo sapiens\"\t\"Homo sapiens\"",
    "!Sample_data_processing\t\"RMA\"\t\"RMA\"\t\"MAS5\"",
    "!Sample_characteristics_ch1\t\"Gender:M\"\t\"gender: F\"\t\"GENDER: F\"",
    "!Sample_characteristics_ch1\t\"state:a; drug:x;\"\t\"state:b; drug:y;\"\t\"event (0: no; 1: yes): 1\"",
    "!Sample_characteristics_ch1\t\"site: left\"\t\"site: left\"\t\"https://a.org\"", "!Sample_characteristics_ch1\t\"site: up\"\t\"\"\t\"\""
  )
  annotations <- parse_text(append(series, rows, 5L), name = "GSE1_series_matrix.txt")$matrix$annotations
  columns <- stats::setNames(lapply(annotations$columns, function(column) unlist(column$values)), vapply(annotations$columns, `[[`, "", "name"))
  # In the order of the table: GSM1, GSM3, GSM2.
  expect_identical(columns[c("Gender", "state", "drug", "event (0: no; 1: yes)", "site", "site (2)", "特征", "说明")], list(
    Gender = c("M", "F", "F"), state = c("a", "", "b"), drug = c("x", "", "y"), `event (0: no; 1: yes)` = c("", "1", ""),
    site = c("left", "", "left"), `site (2)` = c("up", "", ""), 特征 = c("", "https://a.org", ""), 说明 = c("one", "", "two")
  ))
  expect_false("物种" %in% names(columns))
  expect_equal(annotations$series, list(title = "A test", summary = "", design = "3 tumours", processing = list("RMA", "MAS5"), channels = 1L))
})

test_that("whole numbers of an array are intensities, not counts", {
  whole <- c(utils::head(series, -3L), "\"1007_s_at\"\t590\t321\t134", "\"1053_at\"\t254\t65535\t216", "!series_matrix_table_end")
  expect_equal(parse_text(whole, name = "a_series_matrix.txt")$matrix$kind, "counts")
  array <- append(whole, "!Series_type\t\"Non-coding RNA profiling by array\"", 1L)
  expect_equal(parse_text(array, name = "a_series_matrix.txt")$matrix$kind, "linear")
})

test_that("a series matrix without its end or without values is refused", {
  expect_equal(parse_text(utils::head(series, -1L))$refused, "文件不完整：结尾缺少 !series_matrix_table_end，可能没有下载完。请从 GEO 重新下载再上传")
  empty <- parse_text(c("!Series_geo_accession\t\"GSE1\"", series[-(12:13)]))$refused
  expect_match(empty, "^这个 GEO 文件里没有表达数据，RNA-seq 的系列常是这样。请点「GEO 编号」填 GSE1，")
})

test_that("a workbook gives what the same csv gives, and names its first sheet", {
  folder <- tempfile("xlsx")
  dir.create(folder)
  path <- file.path(folder, "upload")
  book <- openxlsx::createWorkbook()
  openxlsx::addWorksheet(book, "表达")
  openxlsx::addWorksheet(book, "备注")
  values <- data.frame(gene = c("TP53", "EGFR", "MYC"), S1 = c(8.1, 1.25, 4), S2 = c(9, 2, 5), S3 = c(7.5, 3, 6.5))
  openxlsx::writeData(book, "表达", values)
  openxlsx::saveWorkbook(book, path)
  parsed <- parse_file(path, "a.xlsx", format = "xlsx")
  expect_identical(parsed$binary, parse_text(small)$binary)
  expect_equal(finding(parsed, "first_sheet"), "工作簿有 2 张表，读取的是「表达」")
  values$S2 <- c("9", "低", "5")
  openxlsx::write.xlsx(values, path, overwrite = TRUE)
  expect_equal(parse_file(path, "a.xlsx", "expression", "xlsx")$refused, "「S2」列第 3 行是「低」，不是数字。请改成数字，或清空这个格子，再上传")
  openxlsx::write.xlsx(data.frame(sample = c("S1", "S2"), group = c("a", "b")), path, overwrite = TRUE)
  expect_identical(parse_file(path, "a.xlsx", format = "xlsx")$file_type, "groups")
})

testthat::test_that("samples that were put in twice are told, samples that merely have the same sum are not", {
  values <- matrix(round(8 + sin(seq_len(120)), 3), 30)
  values[, 3L] <- values[, 1L]
  values[, 4L] <- rev(values[, 1L])
  table <- function(rows) c("gene,A,B,C,D", sprintf("GENE%d,%s", rows, apply(values[rows, ], 1, paste, collapse = ",")))
  expect_match(finding(parse_text(table(1:30)), "samples_identical"), "有 1 对样本的数值完全相同：A = C", fixed = TRUE)
  values[1, 3L] <- 1
  expect_null(finding(parse_text(table(1:30)), "samples_identical"))
})

test_that("columns of the same values are found whatever their number, each with the first of its kind", {
  values <- cbind(a = c(1:20, 0), b = c(20:1, 0), c = c(1:20, -0), d = c(20:1, 0), e = c(1:20, 0))
  expect_identical(identical_samples(values, colSums(values)), list(c(1L, 3L), c(2L, 4L), c(1L, 5L)))
  missing <- values
  missing[3L, 1L] <- NA
  expect_identical(identical_samples(missing, colSums(missing, na.rm = TRUE)), list(c(2L, 4L), c(3L, 5L)))
  many <- matrix(1, 20L, 2000L)
  expect_length(identical_samples(many, colSums(many)), 1999L)
})

test_that("a table that is too wide is told from its first lines", {
  wide <- function(header, row) c(
    paste(c("sample", header), collapse = ","),
    vapply(1:3, function(i) paste(c(paste0("s", i), row), collapse = ","), "")
  )
  numbers <- rep("1.5", 6000L)
  genes <- sprintf("ENSG%011d", seq_len(6000L))
  turned <- parse_text(wide(genes, numbers))
  expect_identical(c(turned$file_type, turned$findings[[1L]]$code, turned$findings[[1L]]$fix$file), c("expression", "transposed", "turn"))
  expect_identical(c(turned$table$rows, length(turned$table$columns)), c(3L, 13L))
  expect_identical(turned$table$preview[[2L]][1:3], list("s2", "1.5", "1.5"))
  for (type in list(NULL, "expression", "table", "groups", "gene_sets", "gene_list")) {
    expect_match(parse_text(wide(paste0("c", seq_len(6000L)), numbers), file_type = type)$refused, "有 6,00[01] 列，最多 5,000 列")
  }
})

test_that("a matrix without one finite number is refused with a sentence", {
  for (text in c("Inf", "-Inf", "NaN", "1e999", "NA")) {
    parsed <- parse_text(c("gene,A,B", sprintf("X,%s,%s", text, text), sprintf("Y,%s,%s", text, text)), file_type = "expression")
    expect_identical(parsed$reason, "no_numbers", info = text)
  }
  mixed <- parse_text(c("gene,A,B", "X,Inf,NaN", "Y,-Inf,1e999"), file_type = "expression")
  expect_match(mixed$refused, "全是无穷大")
})

test_that("the cells of a table travel only while they are few", {
  table <- function(columns) c(
    paste(c("sample", paste0("c", seq_len(columns))), collapse = ","),
    vapply(seq_len(400L), function(i) paste(c(paste0("s", i), rep("a", columns)), collapse = ","), "")
  )
  expect_length(parse_text(table(10L), file_type = "table")$cells$rows, 400L)
  expect_null(parse_text(table(3000L), file_type = "table")$cells)
})
