# A table of patients, estimates or results is no expression matrix: its rows would be merged as genes.

#' Parse a table as an upload, its kind to be told or given.
parse_frame <- function(frame, file_type = NULL) {
  folder <- tempfile("frame")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  utils::write.table(frame, file.path(folder, "upload"), sep = "\t", quote = FALSE, row.names = FALSE, na = "", fileEncoding = "UTF-8")
  request <- list(mode = "parse", path = "upload", name = "u.tsv", format = "text", file_type = file_type, separator = "\t")
  write_json(request, file.path(folder, "request.json"))
  last <- NULL
  run_job(folder, list(), function(event) last <<- event)
  if (last$type == "failed") return(list(refused = last$message))
  read_json(file.path(folder, "facts.json"))
}

frame_of <- function(...) data.frame(..., check.names = FALSE)
markers <- function(n, names, seed = 1L) {
  set.seed(seed)
  as.data.frame(stats::setNames(lapply(names, function(name) round(stats::rlnorm(n), 3)), names), optional = TRUE)
}

patients <- list(
  "a label and markers" = frame_of(Label = rep(c("Case", "Control"), 45), markers(90, c("A1", "B2", "C3"))),
  "a label in Chinese" = frame_of(`结局` = rep(c("好转", "无效", "恶化"), 20), markers(60, c("m1", "m2"))),
  "labels that look like genes" = frame_of(type = rep(c("CD4", "CD8A"), 40), markers(80, c("x", "y"))),
  "an outcome as number" = frame_of(ID = sprintf("P%02d", 1:70), outcome = rep(0:1, 35), markers(70, c("CEA", "CA199"))),
  "numbers of patients" = frame_of(`住院号` = sprintf("ZY%06d", 1:60 * 7), `年龄` = 41:100, markers(60, c("CEA", "NLR"))),
  "more patients than a head" = frame_of(no = sprintf("MD-%04d", 1:320), Age = rep(40:79, 8), markers(320, c("AFP", "ALT"))),
  "numbers and nothing else" = frame_of(ID = sprintf("S%03d", 1:260), markers(260, c("IL6", "CRP", "PCT"))),
  "patients counted through" = frame_of(ID = 1001:1080, markers(80, c("m1", "m2", "m3"))),
  "a group and genes" = frame_of(group = rep(c("Tumor", "Normal"), 20), markers(40, c("TP53", "EGFR", "MYC"))),
  "names of patients" = frame_of(name = sprintf("Patient_%s", c(LETTERS, letters)), markers(52, c("score1", "score2"))),
  "a cohort of cytokines" = frame_of(ID = sprintf("MD%04d", 1:320), markers(320, c("IL6", "IL8", "IL10", "TNFa"))),
  "a forest table" = frame_of(
    Variable = c("Age", "Sex", "Stage"), HR = c(1.2, 0.8, 2.1), lower = c(1, 0.5, 1.5), upper = c(1.5, 1.1, 3), p = c(0.1, 0.2, 0.01)
  ),
  "a forest table of genes" = frame_of(
    gene = c("TP53", "EGFR", "MYC"), Hazard.Ratio = c(1.2, 0.8, 2.1), `95% CI lower` = 1:3, `p-value` = c(0.1, 0.2, 0.01)
  ),
  "results in other spellings" = frame_of(gene = c("TP53", "EGFR", "MYC"), `log2 fold change` = c(1, -2, 0.5), `Adj. P Val` = c(0.1, 0.01, 0.5))
)
for (what in names(patients)) {
  test_that(paste("no matrix:", what), {
    parsed <- parse_frame(patients[[what]])
    expect_true(parsed$file_type %in% c("table", "annotation"))
    expect_equal(parsed$table$rows, nrow(patients[[what]]))
  })
}

matrices <- list(
  "genes under any title" = frame_of(x = c("TP53", "EGFR", "CD4", "IL6", "STAT3", "KRT18"), markers(6, c("T1", "T2", "N1", "N2"))),
  "genes without families" = frame_of(ID = c("KRAS", "NRAS", "BRAF", "APC", "SMAD4", "ATM"), markers(6, c("T1", "T2", "N1", "N2"))),
  "several rows of a gene" = frame_of(Symbol = rep(c("TP53", "EGFR", "CD4", "IL6"), each = 3), markers(12, c("T1", "T2", "N1"))),
  "a title that says gene" = frame_of(`Gene Name` = sprintf("g%d", 1:30), markers(30, c("T1", "T2", "N1"))),
  "micro-RNAs" = frame_of(ID = c("hsa-miR-21-5p", "hsa-let-7a-5p", "hsa-miR-155-5p", "hsa-miR-1", "hsa-miR-34a"), markers(5, c("T1", "T2", "N1"))),
  "Entrez numbers" = frame_of(ID = c(7157, 1956, 4609, 672, 675, 5728, 3845), markers(7, c("T1", "T2", "N1"))),
  "probes" = frame_of(ID = sprintf("%d_at", 200001:200040), markers(40, c("GSM1", "GSM2"))),
  "a plant" = frame_of(ID = sprintf("AT1G%05d", 1:40 * 10), markers(40, c("Col0_1", "Col0_2", "mut_1", "mut_2"))),
  "transcripts" = frame_of(Name = sprintf("ENST%011d.2", 1:40), markers(40, c("wild", "mutant"))),
  "an assembly" = frame_of(id = sprintf("comp%04d", 1:260), markers(260, c("WT_1", "WT_2", "KO_1", "KO_2"))),
  "peptides of proteins" = frame_of(Gene = rep(c("KRAS", "NRAS", "BRAF", "APC"), each = 4), markers(16, c("T1", "T2", "N1", "N2"))),
  "many names that nobody knows" = frame_of(ID = sprintf("contig_%s", make.unique(rep(letters, 12))), markers(312, c("T1", "T2", "N1")))
)
for (what in names(matrices)) {
  test_that(paste("a matrix:", what), {
    parsed <- parse_frame(matrices[[what]])
    expect_equal(parsed$file_type, "expression")
    expect_equal(parsed$matrix$columns, ncol(matrices[[what]]) - 1L)
  })
}

test_that("a form that needs a matrix says what it was given", {
  refused <- function(what) parse_frame(patients[[what]], "expression")$refused
  expect_equal(refused("a label and markers"), paste0(
    "第一列「Label」只有 2 种写法（Case、Control），90 行会并成 2 行，这不是基因名。",
    "如果是病人或样本的表，请把类型改为「数据表」再用；如果是表达矩阵，第一列要放基因名或探针号"
  ))
  expect_match(refused("an outcome as number"), "这像是病人的表（列名里有 outcome），不是表达矩阵", fixed = TRUE)
  expect_match(refused("a forest table"), "这像是统计结果的表", fixed = TRUE)
  # What may be one of proteins is read, and asked about.
  proteins <- frame_of(ID = c("14-3-3_beta", "4E-BP1_pS65", "ACC_pS79", "Akt_pT308"), markers(4, c("T1", "T2", "N1", "N2")))
  parsed <- parse_frame(proteins, "expression")
  expect_equal(parsed$matrix$rows, 4L)
  asked <- Filter(function(each) each$code == "rows_unknown", parsed$findings)[[1L]]
  expect_equal(asked[c("level", "message")], list(level = "should", message = "行名里没有认得的基因（如 14-3-3_beta、4E-BP1_pS65、ACC_pS79 等）。现在当作表达矩阵"))
})

test_that("a form that needs a table reads a matrix of patients' markers as one", {
  parsed <- parse_frame(patients[["a group and genes"]], "table")
  expect_equal(parsed$table[c("rows")], list(rows = 40L))
})
