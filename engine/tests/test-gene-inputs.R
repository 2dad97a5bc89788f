# Lists, rankings and sets of genes out of a job's folder.

folder <- tempfile("inputs")
dir.create(folder)

#' An input of the request whose bytes are this text.
input_of <- function(type, name, text) {
  path <- file.path(folder, name)
  writeLines(enc2utf8(text), path, useBytes = TRUE)
  list(name = "it", type = type, path = path, label = "名单")
}

test_that("a list of genes comes with its universe, or without one", {
  read <- read_inputs(list(input_of("genes", "a.json", '{"genes":["TP53","MYC"],"universe":["TP53","MYC","GAPDH"]}')))$it
  expect_identical(read, list(
    genes = c("TP53", "MYC"), universe = c("TP53", "MYC", "GAPDH"), label = "名单", screened = FALSE, modelled = FALSE,
    compared = FALSE
  ))
  chosen <- read_inputs(list(input_of("genes", "e.json", '{"genes":["TP53"],"universe":["TP53","MYC"],"chosenBy":"screen"}')))$it
  expect_identical(c(chosen$screened, chosen$modelled), c(TRUE, FALSE))
  expect_null(read_inputs(list(input_of("genes", "b.json", '{"genes":["TP53"],"universe":null}')))$it$universe)
  expect_identical(read_inputs(list(input_of("genes", "c.json", '{"genes":["TP53"],"universe":[]}')))$it$universe, character())
})

test_that("genes are texts, whatever they look like", {
  read <- read_inputs(list(input_of("genes", "d.json", '{"genes":["7157","1e5","TRUE","NA"],"universe":null}')))$it
  expect_identical(read$genes, c("7157", "1e5", "TRUE", "NA"))
})

test_that("a ranking is a data frame of numbers at full precision, the largest first", {
  read <- read_inputs(list(input_of("ranking", "e.json", '{"genes":["A","B","C"],"values":[2.123456789012345,0,-1e-300]}')))$it
  expect_identical(read$gene, c("A", "B", "C"))
  expect_identical(read$value, c(2.123456789012345, 0, -1e-300))
  expect_identical(attr(read, "label"), "名单")
})

test_that("a ranking that is out of order, repeats a gene or lacks a number is refused", {
  for (text in c('{"genes":["A","B"],"values":[1,2]}', '{"genes":["A","A"],"values":[2,1]}', '{"genes":["A","B"],"values":[2]}')) {
    expect_error(read_inputs(list(input_of("ranking", "f.json", text))), class = "oncoloom_contract")
  }
})

test_that("sets of genes are read of JSON and of a gmt alike", {
  sets <- paste0(
    '{"sets":[{"title":"上调","color":"#ff0000","genes":["A","B"],"repeated":2,"source":"肝癌 limma","universe":["A","B","C"]},',
    '{"title":"s","color":"","genes":["B"],"repeated":0,"source":"","universe":null}]}'
  )
  typed <- read_inputs(list(input_of("gene-sets", "g.json", sets)))$it
  gmt <- read_inputs(list(input_of("gene-sets", "h.gmt", c("上调\tna\tA\tB\tA\t", "s\thttp://x\tB\r", "empty\tna"))))$it
  expect_identical(unclass(typed)[1:2], list(`上调` = c("A", "B"), s = "B"))
  expect_identical(names(gmt), c("上调", "s"))
  expect_identical(gmt[["上调"]], c("A", "B"))
  expect_identical(attr(typed, "colours"), c(`上调` = "#ff0000", s = NA))
  expect_identical(attr(typed, "repeated"), c(`上调` = 2L, s = 0L))
  expect_identical(attr(typed, "sources"), c(`上调` = "肝癌 limma", s = ""))
  expect_identical(attr(typed, "universes"), list(`上调` = c("A", "B", "C"), s = NULL))
})

test_that("the manifest tells the size of each", {
  expect_identical(input_shape(list(type = "genes"), list(genes = c("A", "B"))), c(2L, 1L))
  expect_identical(input_shape(list(type = "gene-sets"), list(a = "A")), c(1L, 1L))
  expect_identical(input_shape(list(type = "ranking"), data.frame(gene = "A", value = 1)), c(1L, 2L))
  expect_identical(input_shape(list(type = "matrix"), list(values = matrix(0, 3, 2))), c(3L, 2L))
})

test_that("an ill-formed gmt gives the sets that can be read, each once, in any locale", {
  path <- file.path(folder, "ill.gmt")
  text <- c("\ufeffA\td\tTP53\tMYC\tTP53\r", "", "empty\td", "empty too\td\t\t\r", "\td\tTP53", "A\td\tEGFR", "B\td\tKRAS")
  writeBin(c(charToRaw(enc2utf8(paste0(text, collapse = "\n"))), as.raw(0x0A), as.raw(c(0xD0, 0xC2)), charToRaw("\td\tBRAF\n")), path)
  sets <- sets_of_gmt(path)
  expect_identical(unname(lapply(sets, identity)), list(c("TP53", "MYC"), "KRAS", "BRAF"))
  expect_identical(names(sets)[1:2], c("A", "B"))
  expect_true(all(validUTF8(names(sets))))
})

test_that("a gmt of more than an upload may hold is refused with the limit", {
  path <- tempfile(fileext = ".gmt")
  refusal <- function(lines) {
    writeLines(lines, path)
    tryCatch(sets_of_gmt(path), oncoloom_input = conditionMessage)
  }
  longest <- paste0("S\t\t", strrep("A", 4e6 - 3))
  expect_named(refusal(c("A\t\tTP53", longest)), c("A", "S"))
  expect_match(refusal(c("A\t\tTP53", paste0(longest, "A"))), "一行超过 4,000,000 个字节")
  expect_match(refusal(paste0(longest, strrep("\t", 1e6))), "一行超过 4,000,000 个字节")
  sets <- sprintf("S%d\t\tTP53", 1:100001)
  expect_length(refusal(sets[-1L]), 100000L)
  expect_match(refusal(sets), "基因集超过 100,000 个")
})

test_that("genes of the mitochondrion are found by NCBI's and by HGNC's name, whichever the table has", {
  asked <- c("MT-ND1", "ND1", "mt-nd1", "MTND1", "ENSG00000198888", "4535")
  for (rows in list(c("TP53", "MT-ND1"), c("TP53", "ND1"))) {
    expect_identical(match_genes(asked, rows, "symbol")$found, rep(rows[[2L]], length(asked)))
  }
  expect_identical(match_genes(asked[1:4], c("ENSG00000141510", "ENSG00000198888"), "ensembl")$found, rep("ENSG00000198888", 4L))
  expect_identical(match_genes(c("MT-ND9", "TP53"), c("MT-ND1", "ND1"), "symbol")$found, c("", ""))
})

test_that("COX2 is PTGS2 in every table, also where that has the gene of the mitochondrion alone", {
  expect_identical(match_genes("COX2", c("PTGS2", "MT-CO2"), "symbol")$found, "PTGS2")
  expect_identical(match_genes("COX2", c("TP53", "MT-CO2"), "symbol")$found, "")
  expect_identical(match_genes("MT-CO2", c("PTGS2", "COX2"), "symbol")$found, "COX2")
})

test_that("numbers of genes of the mitochondrion become HGNC's symbols, which no other gene has", {
  numbers <- c("ENSG00000198888", "ENSG00000198712", "ENSG00000141510")
  expect_identical(rename_genes(numbers, "ensembl", "symbol")$name, c("MT-ND1", "MT-CO2", "TP53"))
  expect_identical(rename_genes(c("MT-ND1", "ND1", "TP53"), "symbol", "ensembl")$name, c("ENSG00000198888", "ENSG00000198888", "ENSG00000141510"))
})

test_that("a table is read once while its bytes are the same, whatever its checksum is said to be, and no reader's changes reach the next one", {
  path <- tempfile(fileext = ".json")
  write <- function(value) writeLines(sprintf('{"columns":["gene","x"],"rows":[["A","%s"]]}', value), path)
  read <- function(sha256 = "same", name = "pasted") {
    read_inputs(list(list(name = name, type = "table", path = path, sha256 = sha256, label = "t")))[[name]]
  }
  memory <- environment(read_once)
  memory$known <- list()
  write(1)
  expect_identical(read("")$x, 1)
  expect_length(memory$known, 0L)
  first <- read()
  first$x <- 9
  expect_identical(read()$x, 1)
  # What is kept is marked, so that it can be told from what is read anew.
  memory$known$pasted$table$x <- 7
  expect_identical(read()$x, 7)
  expect_identical(read(name = "other")$x, 1)
  write(2)
  expect_identical(read()$x, 2)
  write(3)
  expect_identical(read("")$x, 3)
  expect_identical(read()$x, 3)
})
