# Whether a comparison stands: planted faults are found, clean data are left alone, and what is said of other fits is limma's own.

comparison_of <- function(values, case, padj = 0.05) {
  design <- cbind(all = 1, case = case)
  list(
    samples = data.frame(sample = colnames(values)), design = design, pairs = NULL, values = values,
    fit = function(design, places) fit_table(values[, places, drop = FALSE], design, FALSE, FALSE, "file_id"),
    called = function(table) gene_change(table$logFC, table$adj.P.Val, list(log2fc = 0.5, padj = padj)) != "none", padj = padj
  )
}
simulated <- function(seed, shifted = 60L, n = 10L, genes = 1000L) {
  set.seed(seed)
  values <- matrix(stats::rnorm(genes * 2L * n, sd = 0.6), genes) + stats::rnorm(genes, 8, 2)
  dimnames(values) <- list(sprintf("G%04d", seq_len(genes)), sprintf("S%02d", seq_len(2L * n)))
  if (shifted > 0L) values[seq_len(shifted), seq_len(n)] <- values[seq_len(shifted), seq_len(n)] + 1.5
  values
}
case_of <- function(values) rep(c(1, 0), each = ncol(values) / 2)
finding_of <- function(tell, ...) {
  job <- new_job(function(event) NULL)
  set.seed(1)
  tell(..., job)
  job$collected()$findings[[1L]]
}
code_of <- function(tell, ...) finding_of(tell, ...)$code

#' Half of the samples are women's, in both groups; expression says so. @param lost Samples that lost their Y, or the silence of their X.
with_sexes <- function(values, lost = integer()) {
  female <- seq_len(ncol(values)) %% 2L == 0L
  high <- function(own, level) ifelse(own & !seq_along(own) %in% lost, level, 2.5) + stats::rnorm(length(own), sd = 0.5)
  rbind(values, XIST = high(female, 9), RPS4Y1 = high(!female, 10), DDX3Y = high(!female, 8), EIF1AY = high(!female, 7))
}
sex_of <- function(values) ifelse(seq_len(ncol(values)) %% 2L == 0L, "女", "男")
sexes_found <- function(values, columns = list(), patients = NULL, ...) {
  samples <- data.frame(sample = colnames(values), group = rep(c("a", "b"), each = ncol(values) / 2))
  for (name in names(columns)) samples[[name]] <- columns[[name]]
  matrix <- utils::modifyList(list(values = values, kind = "log", identifiers = "symbol"), list(...))
  finding_of(function(job) tell_sexes(samples, patients, matrix, NULL, job))
}

#' @param cells Of each sample how much there is of them. @param genes That they express.
with_cells <- function(values, cells, genes) {
  values[genes, ] <- values[genes, ] + outer(stats::runif(length(genes), 0.8, 1.6), cells)
  values
}
#' Scores of two halves of the cells' genes.
cell_scores <- function(values, genes = 401:700) {
  even <- genes %% 2L == 0L
  scale(cbind(colMeans(values[genes[even], ]), colMeans(values[genes[!even], ])))
}

traces_of <- function(values, kind = "log", corrected = list(), log_base = NULL) {
  finding_of(tell_fingerprint, list(values = values, kind = kind, identifiers = "symbol", log_base = log_base), corrected)
}

testthat::test_that("clean data get no doubt, twenty times", {
  doubts <- unlist(lapply(1:20, function(seed) {
    comparison <- comparison_of(simulated(seed), case_of(simulated(seed)))
    tells <- list(tell_shuffled_labels, tell_left_out_samples, tell_copied_samples)
    of_comparison <- vapply(tells, function(tell) finding_of(tell, comparison)$level, "")
    # In every set one tumour has lost its Y, and one the silence of its X.
    values <- with_sexes(simulated(seed), lost = c(3L, 14L))
    # What cells are in a sample varies, in genes of its own, and is nothing of the groups'.
    mixed <- with_cells(simulated(seed), stats::rnorm(20L), 401:700)
    by_cells <- finding_of(tell_with_scores, comparison_of(mixed, case_of(mixed)), cell_scores(mixed))
    c(of_comparison, sexes_found(values, list(sex = sex_of(values)))$level, by_cells$level, traces_of(mixed)$level)
  }))
  expect_lte(sum(doubts == "should"), 1L)
  expect_gte(sum(doubts == "passed"), 115L)
})

testthat::test_that("a list that follows the cells in the samples is doubted, and one of too few samples is not", {
  set.seed(11)
  cells <- rep(c(1.5, 0), each = 10L) + stats::rnorm(20L, sd = 0.8)
  values <- with_cells(simulated(11, shifted = 0L), cells, 401:700)
  comparison <- comparison_of(values, case_of(values))
  found <- finding_of(tell_with_scores, comparison, cell_scores(values))
  expect_identical(found[c("level", "code")], list(level = "should", code = "composition_lost"))
  # By limma itself: the same list, with the same two covariates.
  own <- function(design) limma::topTable(limma::eBayes(limma::lmFit(values, design)), coef = 2L, number = Inf, sort.by = "none")
  design <- cbind(1, case_of(values))
  whole <- own(design)
  adjusted <- own(cbind(design, cell_scores(values)))
  listed <- which(whole$adj.P.Val < 0.05 & abs(whole$logFC) >= 0.5)
  kept <- sum(adjusted$adj.P.Val[listed] < 0.05 & sign(adjusted$logFC[listed]) == sign(whole$logFC[listed]))
  expect_match(found$message, sprintf("^把基质、免疫评分放进模型，%d 个差异\\{\\{row_subject\\}\\}里有 %d 个（", length(listed), kept))
  rho <- sprintf("%.2f", stats::cor(whole$logFC, adjusted$logFC))
  expect_match(found$message, sprintf("差异倍数前后相关 %s；", rho), fixed = TRUE)
  expect_match(found$english$message, sprintf("%d of %d (", kept, length(listed)), fixed = TRUE)
  # Three against three: two covariates of whatever kind leave little.
  few <- simulated(12, n = 3L)
  noise <- matrix(stats::rnorm(12L), ncol = 2L)
  expect_true(finding_of(tell_with_scores, comparison_of(few, case_of(few)), noise)$level != "should")
  two <- simulated(13, n = 2L)
  expect_identical(finding_of(tell_with_scores, comparison_of(two, case_of(two)), noise[1:4, ])$code, "composition_no_freedom")
  expect_identical(finding_of(tell_with_scores, comparison, cbind(case_of(values), noise[1L, 1L]))$code, "composition_no_freedom")
  quiet <- simulated(14, shifted = 0L)
  expect_identical(finding_of(tell_with_scores, comparison_of(quiet, case_of(quiet)), cell_scores(quiet))$code, "composition_short")
})

testthat::test_that("scores are ESTIMATE's; a matrix that has none is said to have none", {
  path <- list.files(file.path(root, "reference", "signatures"), "^estimate.*\\.json$", full.names = TRUE)
  testthat::skip_if(length(path) == 0L, "the signature of ESTIMATE is made by the set-up")
  signature <- read_signature(path[[1L]], "ESTIMATE", "")
  set.seed(15)
  values <- matrix(stats::rnorm(length(signature$lists$common) * 6L, 8, 2), ncol = 6L)
  dimnames(values) <- list(signature$lists$common, sprintf("S%d", 1:6))
  matrix <- list(values = values, kind = "log", identifiers = "symbol")
  own <- estimate_table(values[order(rownames(values), method = "radix"), 2:6], signature)
  scores <- composition_scores(matrix, sprintf("S%d", 2:6), signature)
  expect_equal(unname(scores[, "StromalScore"]), as.vector(scale(own$StromalScore)))
  expect_equal(unname(scores[, "ImmuneScore"]), as.vector(scale(own$ImmuneScore)))
  none <- simulated(1)
  found <- finding_of(tell_composition, comparison_of(none, case_of(none)), list(values = none, kind = "log", identifiers = "symbol"), signature)
  expect_identical(found[c("level", "code")], list(level = "note", code = "composition_unscored"))
  expect_match(found$message, "不到 60%", fixed = TRUE)
  expect_false(grepl("\\p{Han}", found$english$message, perl = TRUE))
})

testthat::test_that("two samples that were swapped between the sexes are named, and nobody else", {
  values <- with_sexes(simulated(8), lost = c(3L, 14L))
  swapped <- values
  colnames(swapped)[c(5L, 12L)] <- colnames(values)[c(12L, 5L)]
  swapped <- swapped[, colnames(values)]
  found <- sexes_found(swapped, list(sex = sex_of(values)))
  expect_identical(found[c("level", "code")], list(level = "should", code = "sex_contradicts"))
  expect_match(found$message, "^有 2 个样本的表达与「sex」列对不上（S05：写的是「男」，表达像女性；S12：写的是「女」，表达像男性）")
  expect_match(found$message, "看出女性 9 个、男性 9 个，另有 2 个看不出", fixed = TRUE)
  expect_match(found$english$message, "of 2 samples contradicts the column “sex” (S05: written “男”, expressed as female; S12: ", fixed = TRUE)
  # Few of each sex, with other words and in other units.
  few <- swapped[, c(3:7, 10:14)]
  words <- c(a = "Female", b = "male")[ifelse(sex_of(values)[c(3:7, 10:14)] == "男", "b", "a")]
  expect_match(sexes_found(few, list(Gender = words))$message, "^有 2 个样本的表达与「Gender」列对不上（S05：.*；S12：")
  expect_match(sexes_found(2^few, list(Gender = words), kind = "linear")$message, "^有 2 个样本")
  # All of them written the wrong way round are as many contradictions.
  turned <- ifelse(sex_of(values) == "男", "F", "M")
  expect_match(sexes_found(values, list(sex = turned))$message, "^有 18 个样本")
})

testthat::test_that("without a column of sexes patients of both sexes are named, else it is said how many are seen", {
  values <- with_sexes(simulated(9))
  seen <- sexes_found(values)
  expect_identical(seen[c("level", "code")], list(level = "passed", code = "sex_seen"))
  expect_match(seen$message, "看出女性 10 个、男性 10 个；", fixed = TRUE)
  patients <- rep(sprintf("P%02d", 1:10), 2L)
  expect_identical(sexes_found(values, patients = patients)$code, "sex_seen")
  patients[c(15L, 18L)] <- patients[c(18L, 15L)]
  mixed <- sexes_found(values, patients = patients)
  expect_identical(mixed[c("level", "code")], list(level = "should", code = "sex_within_patient"))
  expect_match(mixed$message, "^有 2 位患者的样本像两种性别：P05（S05像男性，S18像女性）；P08（S08像女性，S15像男性）。")
  # One sex alone, as of breast and of prostate, some without Y: none is of the other sex.
  men <- values[, sex_of(values) == "男"]
  men[c("RPS4Y1", "DDX3Y", "EIF1AY"), 1:2] <- 2.5
  expect_match(sexes_found(men)$message, "看出女性 0 个、男性 8 个，另有 2 个看不出", fixed = TRUE)
  women <- values[, sex_of(values) == "女"]
  women["XIST", 1:2] <- 2.5
  expect_match(sexes_found(women)$message, "看出女性 8 个、男性 0 个，另有 2 个看不出", fixed = TRUE)
})

testthat::test_that("what cannot tell the sexes is said to", {
  values <- simulated(1)
  expect_identical(sexes_found(values)$code, "sex_genes_absent")
  expect_identical(sexes_found(rbind(values, XIST = values[1L, ]))$code, "sex_genes_absent")
  noise <- rbind(values, XIST = values[1L, ] * 0 + stats::rnorm(20L, 5), DDX3Y = stats::rnorm(20L, 5))
  expect_identical(sexes_found(noise)$code, "sex_untold")
  # Without XIST a woman is not told from a man who lost his Y.
  of_y <- sexes_found(with_sexes(values)[-1001L, ])
  expect_match(of_y$message, "按 Y 染色体基因（矩阵里没有 XIST，认不出女性），看出女性 0 个、男性 10 个，另有 10 个看不出", fixed = TRUE)
  # Numbers of genes and probes of a known platform tell as symbols do.
  named <- with_sexes(values)
  rownames(named)[1001:1004] <- c("ENSG00000229807", "ENSG00000129824", "ENSG00000067048", "ENSG00000198692")
  expect_match(sexes_found(named, identifiers = "ensembl")$message, "女性 10 个、男性 10 个", fixed = TRUE)
  rownames(named)[1001:1004] <- c("221728_x_at", "201909_at", "205000_at", "204409_s_at")
  of_probes <- list(values = named, kind = "log", identifiers = "probe", platform = "GPL96")
  probes <- list(GPL96 = list(XIST = list("221728_x_at"), RPS4Y1 = list("201909_at"), DDX3Y = list("205000_at")))
  samples <- data.frame(sample = colnames(named))
  expect_match(finding_of(function(job) tell_sexes(samples, NULL, of_probes, probes, job))$message, "女性 10 个、男性 10 个", fixed = TRUE)
  expect_identical(finding_of(function(job) tell_sexes(samples, NULL, of_probes, list(), job))$code, "sex_genes_absent")
})

testthat::test_that("of real arrays the three that the form tells are told, with a column and by expression alone", {
  all <- jsonlite::fromJSON(file.path(root, "packages/tool-kit/tests/sexes-of-all.json"))
  values <- do.call(rbind, all$genes$values)
  dimnames(values) <- list(all$genes$gene, all$samples)
  samples <- data.frame(sample = all$samples, sex = all$sex)
  matrix <- list(values = values, kind = "log", identifiers = "symbol")
  found <- finding_of(function(job) tell_sexes(samples, NULL, matrix, NULL, job))
  expect_match(found$message, "^有 3 个样本的表达与「sex」列对不上（04016：.*；22010：写的是「F」，表达像男性；36002：")
  seen <- seen_sexes(sex_levels(matrix, sex_rows(matrix, NULL), all$samples), NULL)
  expect_identical(all$samples[which(seen != written_sexes(all$sex))], c("04016", "22010", "36002"))
})

#' Ten patients, a sample of each in either group. @param own How much of a gene is the patient's. @param batch Of each patient.
paired_values <- function(seed, own, n = 10L) {
  set.seed(seed)
  person <- matrix(stats::rnorm(1000L * n, sd = own), 1000L)
  batch <- outer(stats::rnorm(1000L), rep_len(c(0, 1), n))
  values <- stats::rnorm(1000L, 8, 2) + cbind(person + batch + 1, person + batch) + stats::rnorm(2000L * n, sd = 0.6)
  dimnames(values) <- list(sprintf("G%04d", 1:1000), c(sprintf("T%02d", seq_len(n)), sprintf("N%02d", seq_len(n))))
  values
}
partners_told <- function(values, patients = sub("^.", "P", colnames(values))) {
  finding_of(tell_partners, comparison_of(values, as.numeric(startsWith(colnames(values), "T"))), patients)
}

testthat::test_that("two normals that were swapped between patients are named, whatever the order of the samples", {
  values <- paired_values(31, 0.6)
  expect_identical(partners_told(values)[c("level", "code")], list(level = "passed", code = "pairs_fit"))
  expect_match(partners_told(values)$message, "10 位患者里，两份样本彼此最像的有 10 位", fixed = TRUE)
  swapped <- values
  swapped[, c("N03", "N08")] <- values[, c("N08", "N03")]
  found <- partners_told(swapped)
  expect_identical(found[c("level", "code")], list(level = "should", code = "pairs_crossed"))
  expect_match(found$message, "^有 1 对患者的样本像是弄混了：N03 ↔ N08 .*（P03 ~ P08）.*最像的有 8 位$")
  expect_match(found$english$message, "exchange of N03 ↔ N08 they fit their patients (P03 ~ P08)", fixed = TRUE)
  set.seed(1)
  expect_match(partners_told(swapped[sample(1000L), sample(20L)])$message, "P03|P08")
  # Two swaps of sixteen patients.
  more <- paired_values(32, 0.6, 16L)
  more[, c("N01", "N02", "N11", "N12")] <- more[, c("N02", "N01", "N12", "N11")]
  expect_match(partners_told(more)$message, "^有 2 对患者.*N01 ↔ N02、N11 ↔ N12")
})

testthat::test_that("clean pairs get no doubt, and partners that expression does not tell are not judged", {
  for (seed in 1:20) {
    expect_identical(partners_told(paired_values(seed, 0.6))$level, "passed")
    expect_true(partners_told(paired_values(seed, 0.3))$level != "should")
    expect_identical(partners_told(paired_values(100L + seed, 0))$code, "pairs_untold")
  }
})

testthat::test_that("pairs that are not known or too few are said to be", {
  values <- paired_values(33, 0.6)
  expect_identical(partners_told(values, NULL)[c("level", "code")], list(level = "note", code = "pairs_unknown"))
  expect_identical(partners_told(values[, c(1:5, 11:15)])$code, "pairs_few")
  expect_identical(partners_told(values, rep(c("", NA), 10L))$code, "pairs_few")
  expect_identical(partners_told(values * 0)$code, "pairs_untold")
  # Patients of several samples are averaged; those of one group alone take no part.
  several <- cbind(values, T11 = values[, "T01"] + stats::rnorm(1000L, sd = 0.1), T12 = values[, "T02"])
  patients <- c(sub("^.", "P", colnames(values)), "P01", "P99")
  expect_match(partners_told(several, patients)$message, "10 位患者里", fixed = TRUE)
})

testthat::test_that("real pairs of liver tumours and liver are told, and no order of them is doubted", {
  path <- shared("microarray", "GSE14520-GPL571_series_matrix.txt.gz")
  lines <- readLines(path, encoding = "latin1", warn = FALSE)
  rows <- (grep("table_begin", lines) + 1L):(grep("table_end", lines) - 1L)
  values <- as.matrix(utils::read.delim(text = lines[rows], row.names = 1L))
  title <- gsub("\"", "", strsplit(sub("^[^\t]*\t", "", grep("^!Sample_title", lines, value = TRUE)), "\t")[[1L]])
  tumour <- startsWith(title, "Liver Tumor")
  patient <- sub("[AB]$", "", sub(".* ", "", title))
  kept <- !grepl("healthy", title, ignore.case = TRUE)
  colnames(values) <- paste0(ifelse(tumour, "T", "N"), seq_along(title))
  expect_identical(partners_told(values[, kept], patient[kept])$code, "pairs_partly")
  set.seed(2)
  codes <- vapply(1:10, function(i) partners_told(values[, kept], ifelse(tumour, patient, sample(patient))[kept])$level, "")
  expect_false("should" %in% codes)
})

testthat::test_that("labels without signal find nothing, and a signal stands apart", {
  noise <- simulated(3, shifted = 0L)
  none <- finding_of(tell_shuffled_labels, comparison_of(noise, case_of(noise)))
  expect_identical(none$code, "labels_none")
  expect_match(none$message, "中位数 0，", fixed = TRUE)
  signal <- simulated(3)
  found <- finding_of(tell_shuffled_labels, comparison_of(signal, case_of(signal)))
  expect_identical(found$code, "labels_apart")
  called <- sum(comparison_of(signal, case_of(signal))$called(whole_fit(comparison_of(signal, case_of(signal)))))
  expect_gte(called, 60L)
  expect_match(found$message, sprintf("^找到 %d 个；分组的标签打乱 50 次，找到的个数中位数 0，", called))
  # A threshold without correction calls chance.
  loose <- comparison_of(noise, case_of(noise))
  loose$called <- function(table) table$P.Value < 0.05
  loose$fit <- function(design, places) {
    fit <- limma::eBayes(limma::lmFit(noise[, places], design))
    data.frame(gene = rownames(noise), P.Value = fit$p.value[, 2L])
  }
  expect_identical(code_of(tell_shuffled_labels, loose), "labels_alike")
})

testthat::test_that("shuffled labels are other orders, each once, within pairs, and of full rank", {
  set.seed(2)
  design <- cbind(all = 1, case = rep(c(1, 0), 3))
  expect_length(shuffled_labels(list(design = design), 50L), choose(6, 3) / 2 - 1)
  unequal <- cbind(all = 1, case = c(1, 1, 0, 0, 0))
  expect_length(shuffled_labels(list(design = unequal), 50L), choose(5, 2) - 1)
  pairs <- rep(c("a", "b", "c"), each = 2L)
  within <- shuffled_labels(list(design = design, pairs = pairs), 50L)
  expect_length(within, 2^3 / 2 - 1)
  expect_true(all(vapply(within, function(labels) all(tapply(labels, pairs, sum) == 1), NA)))
  # Patients of two samples each, in one group or in both: their labels go about together, and no order is one of single samples.
  patients <- rep(c("a", "b", "c", "d"), each = 2L)
  repeated <- list(design = cbind(all = 1, case = c(1, 1, 1, 1, 0, 0, 0, 0)), blocks = patients)
  orders <- shuffled_labels(repeated, 50L)
  expect_length(orders, choose(4, 2) / 2 - 1)
  expect_true(all(vapply(orders, function(labels) all(tapply(labels, patients, sum) %in% c(0, 2)), NA)))
  # A covariate that some orders would repeat.
  batch <- cbind(design, own = c(1, 1, 1, 0, 0, 0))
  orders <- shuffled_labels(list(design = batch), 50L)
  expect_false(any(vapply(orders, function(labels) all(labels == batch[, "own"]) || all(labels == 1 - batch[, "own"]), NA)))
  expect_identical(code_of(tell_shuffled_labels, comparison_of(simulated(1, n = 2L), c(1, 1, 0, 0))), "labels_coarse")
})

testthat::test_that("one sample that carries the list is named, by limma's own lists without it", {
  # One of bad quality hides what the others show.
  values <- simulated(5, n = 6L)
  values[, 3] <- values[, 3] + stats::rnorm(nrow(values), sd = 3)
  comparison <- comparison_of(values, case_of(values))
  found <- finding_of(tell_left_out_samples, comparison)
  expect_identical(found$code, "left_out_one")
  expect_match(found$message, "S03", fixed = TRUE)
  own <- function(values, case) {
    fit <- limma::eBayes(limma::lmFit(values, cbind(1, case)))
    table <- limma::topTable(fit, coef = 2L, number = Inf)
    rownames(table)[abs(table$logFC) >= 0.5 & table$adj.P.Val < 0.05]
  }
  whole <- own(values, case_of(values))
  without <- own(values[, -3L], case_of(values)[-3L])
  expect_match(found$message, sprintf("%d 个变成 %d 个（少 %d，多 %d）", length(whole), length(without),
    length(setdiff(whole, without)), length(setdiff(without, whole))), fixed = TRUE)
  expect_identical(code_of(tell_left_out_samples, comparison_of(simulated(1, n = 2L)[, c(1, 3, 4)], c(1, 0, 0))), "left_out_few")
  quiet <- simulated(2, shifted = 0L)
  expect_identical(code_of(tell_left_out_samples, comparison_of(quiet, case_of(quiet))), "left_out_short")
})

testthat::test_that("a sample under two names is found, with some noise too; replicates of a design are none", {
  values <- simulated(6)
  expect_identical(nrow(copied_samples(values)), 0L)
  copied <- values
  copied[, 17L] <- values[, 4L] + stats::rnorm(nrow(values), sd = 0.03)
  found <- copied_samples(copied)
  expect_identical(unname(unlist(found[c("first", "second")])), c("S04", "S17"))
  expect_match(finding_of(tell_copied_samples, comparison_of(copied, case_of(copied)))$message, "S04 = S17", fixed = TRUE)
  # Cells of one line: all samples are nearly alike, and none a copy.
  alike <- simulated(7)
  alike <- rowMeans(alike) + (alike - rowMeans(alike)) / 10
  expect_true(min(stats::cor(alike)) > COPY_CORRELATION)
  expect_identical(nrow(copied_samples(alike)), 0L)
})

testthat::test_that("the detectable difference is that of power.t.test", {
  known <- stats::power.t.test(n = 12, sd = 0.7, sig.level = 0.001, power = 0.8, strict = TRUE)$delta
  expect_equal(detectable_effect(0.7, c(12, 12), 0.001, 0.8), known, tolerance = 1e-4)
  expect_gt(detectable_effect(0.7, c(3, 21), 0.001, 0.8), known)
  expect_identical(detectable_effect(0.7, c(1, 1), 0.001, 0.8), Inf)
  expect_identical(detectable_effect(0, c(9, 9), 0.001, 0.8), Inf)
  message <- finding_of(tell_detectable_effect, c(0.6, 0.7, 0.8), c(12L, 12L), "log2FC", "log2 fold change")$message
  expect_match(message, sprintf("至少要有 %s", format_plain(signif(known, 2))), fixed = TRUE)
})

testthat::test_that("the detectable difference of a contrast is that of two groups where there are two, and is found as often as is said", {
  case <- rep(c(1, 0), c(9L, 14L))
  sizes <- c(9, 14)
  own <- function(design, contrast) {
    detectable_contrast(0.7, sqrt(sum(contrast * solve(crossprod(design), contrast))), nrow(design) - ncol(design), 0.001, 0.8)
  }
  expect_equal(own(cbind(1, case), c(0, 1)), detectable_effect(0.7, sizes, 0.001, 0.8), tolerance = 1e-9)
  # Two factors, six samples of each pair of levels, and their interaction.
  drug <- rep(0:1, each = 12L)
  type <- rep(0:1, 12L)
  design <- cbind(1, drug, type, drug * type)
  size <- own(design, c(0, 0, 0, 1))
  set.seed(41)
  values <- outer(rep(size, 4000L), drug * type) + stats::rnorm(4000L * 24L, sd = 0.7)
  fit <- stats::lm.fit(design, t(values))
  se <- sqrt(colSums(fit$residuals^2) / 20 * solve(crossprod(design))[4L, 4L])
  found <- mean(2 * stats::pt(-abs(fit$coefficients[4L, ] / se), 20) < 0.001)
  expect_lt(abs(found - 0.8), 0.025)
  expect_identical(detectable_contrast(0.7, 1, 0, 0.001, 0.8), Inf)
})

testthat::test_that("a matrix without its batches is found by its numbers", {
  set.seed(21)
  batch <- rep(c("x", "y", "z"), c(7L, 7L, 6L))
  values <- simulated(21) + outer(stats::rnorm(1000L), match(batch, c("x", "y", "z")))
  expect_identical(traces_of(values)[c("level", "code")], list(level = "passed", code = "matrix_plain"))
  group <- case_of(values)
  for (design in list(matrix(1, 20L, 1L), cbind(1, group))) {
    without <- limma::removeBatchEffect(values, batch, design = design)
    for (numbers in list(without, round(without, 2L), without[seq(1L, 1000L, 2L), ])) {
      found <- traces_of(numbers)
      expect_identical(found[c("level", "code")], list(level = "should", code = "matrix_changed"))
      expect_match(found$message, "^从样本里减去过 2 个方向.*去过 3 个批次")
    }
  }
  age <- stats::rnorm(20L, 60, 10)
  expect_match(traces_of(limma::removeBatchEffect(values, covariates = age))$message, "^从样本里减去过 1 个方向")
  # Neither copies nor rows that were centred or samples that were scaled are batches.
  copied <- values
  copied[, 17L] <- values[, 4L] + stats::rnorm(1000L, sd = 0.005)
  scaled <- limma::normalizeBetweenArrays(values, "scale")
  for (plain in list(copied, values - rowMeans(values), scaled, limma::normalizeBetweenArrays(values, "quantile"), round(values, 1L))) {
    expect_identical(traces_of(plain)$level, "passed")
  }
  expect_match(traces_of(t(scale(t(values))))$message, "^每行平均 0、标准差 1")
  expect_match(traces_of(limma::normalizeBetweenArrays(values, "quantile"))$message, "；取过对数（当作 log2），各样本分布相同", fixed = TRUE)
  expect_match(traces_of(values, log_base = 2)$message, "；取过 log2", fixed = TRUE)
})

testthat::test_that("ComBat is found by what it makes of zeros, and a result that was uploaded again by its numbers", {
  testthat::skip_if_not_installed("sva")
  set.seed(22)
  batch <- rep(c("x", "y"), each = 10L)
  means <- exp(stats::rnorm(1200L, 1, 1.5))
  counts <- matrix(stats::rnbinom(1200L * 20L, mu = means * rep(c(1, 1.6), each = 1200L * 10L), size = 5), 1200L)
  dimnames(counts) <- list(sprintf("G%04d", seq_len(1200L)), sprintf("S%02d", 1:20))
  counts <- counts[rowSums(counts) > 0, ]
  logs <- log2(t(t(counts) / colSums(counts) * 1e6) + 1)
  expect_identical(traces_of(logs)$level, "passed")
  expect_match(traces_of(logs)$message, "每列合计一百万", fixed = TRUE)
  utils::capture.output(combat <- suppressMessages(sva::ComBat(logs, batch)))
  found <- traces_of(combat)
  expect_match(found$message, "分成 2 批各自相同的数（10 个样本、10 个样本），像是 ComBat 移动过的 0", fixed = TRUE)
  # Of arrays, without zeros, only the result itself tells.
  values <- simulated(23)
  utils::capture.output(arrays <- suppressMessages(sva::ComBat(values, batch)))
  result <- list(values = arrays, label = "去批次 1")
  expect_identical(traces_of(arrays)$level, "passed")
  expect_match(traces_of(round(arrays[, 20:1], 2L), corrected = list(list(values = values, label = "x"), result))$message, "^数值与「去批次 1」")
  expect_match(traces_of(round(arrays[, 3:12], 2L), corrected = list(result))$message, "^数值与「去批次 1」")
  expect_identical(traces_of(values, corrected = list(result))$level, "passed")
  expect_match(traces_of(values, kind = "batch-corrected")$message, "^这是去批次的结果：再检验会让 P 值偏小")
  expect_match(traces_of(values, kind = "batch-corrected")$english$message, "^Of the matrix: it is a result of batch removal: P values are too small")
})

testthat::test_that("a check leaves its own finding, whatever is told of reading its inputs", {
  path <- tempfile(fileext = ".bin")
  on.exit(unlink(path))
  connection <- file(path, "wb")
  serialize(list(values = simulated(1), kind = "log", identifiers = "symbol", log_base = 10), connection, xdr = FALSE)
  close(connection)
  own <- function(inputs, params, job) job$finding("passed", "own", told("看过了", "Looked at"))
  tools <- list(some = list(id = "some", version = "1.0.0", robustness = list(copies = own)))
  input <- list(name = "expression", type = "matrix", path = path, sha256 = "", label = "a.tsv")
  request <- list(tool = "some", version = "1.0.0", check = "copies", params = list(), inputs = list(input), seed = 1)
  found <- run_robustness(request, tools, tempdir(), new_job(function(event) NULL))$findings
  expect_identical(vapply(found, `[[`, "", "code"), "own")
})

# ---- cut-offs of survival ----

survivors <- function(seed, n, hazard) {
  set.seed(seed)
  value <- stats::rnorm(n)
  event <- stats::rexp(n, 0.001 * exp(hazard(value)))
  censored <- stats::runif(n, 200, 3000)
  data.frame(time = pmin(event, censored), status = as.numeric(event <= censored), value = value)
}
cutoff_told <- function(patients, method = "median", value = NA_real_) {
  cut <- cut_expression(patients$value, patients$time, patients$status, method, value)
  finding_of(tell_cutoff, patients, cut, "CRP", TIME_UNITS$month)
}

testthat::test_that("a cut-off is shown beside what survival's own functions tell without it", {
  patients <- stats::na.omit(data.frame(time = survival::pbc$time, status = as.numeric(survival::pbc$status == 2), value = survival::pbc$albumin))
  cut <- cut_expression(patients$value, patients$time, patients$status, "tertile", NA_real_)
  found <- beside_cutoff(patients, cut, TIME_UNITS$year)
  fit <- summary(survival::coxph(survival::Surv(time, status) ~ scale(value), patients))$coefficients
  testthat::expect_equal(c(log(found$each$hr), found$each$p), unname(fit[1L, c("coef", "Pr(>|z|)")]), tolerance = 1e-6)
  two <- data.frame(patients, group = cut$group)[!is.na(cut$group), ]
  until <- min(tapply(two$time, two$group, max)) / 365.25
  # The area below each curve by its steps.
  area <- function(side) {
    own <- survival::survfit(survival::Surv(time / 365.25, status) ~ 1, two[two$group == side, ])
    at <- c(0, own$time[own$time < until], until)
    sum(diff(at) * c(1, own$surv[own$time < until]))
  }
  testthat::expect_equal(found$mean$until, until)
  testthat::expect_equal(found$mean$difference, area("high") - area("low"), tolerance = 1e-8)
  told <- cutoff_told(patients, "tertile")
  expect_identical(told[c("level", "code")], list(level = "passed", code = "cutoff_stands"))
  expect_match(told$message, "每高 1 个标准差 HR 0\\.52（.*到 148 个月为止，高组平均比低组多 46\\.8 个月（RMST")
})

testthat::test_that("a cut-off that noise was searched for is doubted, and one of a true relation is not", {
  noise <- vapply(1:50, function(seed) cutoff_told(survivors(seed, 150L, function(x) 0 * x), "optimal")$code, "")
  true <- vapply(1:50, function(seed) cutoff_told(survivors(seed, 150L, function(x) 0.6 * x), "optimal")$level, "")
  fixed <- vapply(1:50, function(seed) cutoff_told(survivors(seed, 150L, function(x) 0 * x))$level, "")
  expect_true(sum(noise %in% c("cutoff_alone", "cutoff_opposite")) >= 10L)
  expect_identical(sum(true == "should"), 0L)
  # A cut at the median is not searched for: noise is called in one of twenty at most.
  expect_true(sum(fixed == "should") <= 5L)
})

testthat::test_that("a U is no cut-off's work, a number that the cut hides is told, few events are not judged", {
  u <- survivors(7, 800L, function(x) 0.8 * x^2)
  expect_identical(cutoff_told(u, "value", 1.2)$code, "cutoff_stands")
  expect_identical(cutoff_told(u)$code, "cutoff_hides")
  few <- survivors(8, 40L, function(x) x)
  few$status[cumsum(few$status) > 9] <- 0
  expect_identical(cutoff_told(few)$code, "cutoff_few")
  constant <- transform(survivors(9, 60L, function(x) 0 * x), value = 1)
  expect_identical(finding_of(tell_cutoff, constant, list(group = rep(NA, 60L)), "x", TIME_UNITS$day)$code, "cutoff_few")
})
