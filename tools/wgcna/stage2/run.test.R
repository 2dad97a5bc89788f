# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("bulk_wgcna_stage2")

params <- list(
  trait_columns = character(), trait_codes = character(), trait_numbers = character(),
  soft_threshold_power = 6L, network_type = "unsigned", min_module_gene = 30L, deep_split = 2L, module_similarity = 0.75, stability = FALSE,
  seed = 54321L
)
network_of <- function(values, about = NULL, annotations = NULL) {
  list(values = values, kind = "log", identifiers = "symbol", label = "第一步", annotations = annotations, about = about)
}
run <- function(values, ..., phenotypes = NULL, about = NULL, annotations = NULL) {
  inputs <- list(network = network_of(values, about, annotations))
  inputs$phenotypes <- phenotypes
  run_tool(tool, inputs, changed(params, ...))
}
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}
#' Share of pairs on which two partitions agree.
rand_of <- function(a, b) {
  pairs <- function(n) sum(n * (n - 1) / 2)
  both <- table(a, b)
  total <- pairs(length(a))
  (total + 2 * pairs(both) - pairs(rowSums(both)) - pairs(colSums(both))) / total
}

#' The package's function. With its own garbage collection it takes three times as long; and it looks for `cor` where it is called from.
blockwise_modules <- function() {
  namespace <- asNamespace("WGCNA")
  direct <- WGCNA::blockwiseModules
  environment(direct) <- list2env(list(collectGarbage = function() NULL, match.fun = function(name) get(name, namespace)), parent = namespace)
  direct
}

set.seed(11)
drivers <- matrix(stats::rnorm(40L * 3L), 40L, dimnames = list(sprintf("S%02d", 1:40), NULL))
utils::capture.output(planted <- WGCNA::simulateDatExpr(
  drivers, nGenes = 300, modProportions = c(0.3, 0.25, 0.2, 0.25), minCor = 0.5, maxCor = 1, backgroundNoise = 0.2, verbose = 0
))
values <- t(planted$datExpr)
dimnames(values) <- list(sprintf("G%03d", 1:300), rownames(drivers))
traits <- data.frame(
  sample = rownames(drivers), first = drivers[, 1L], sex = rep(c("男", "女"), 20), stage = rep(c("I", "II", "III", NA), 10), fixed = 1,
  rare = c(1:15, rep(NA, 25))
)
fitted <- run(values, phenotypes = traits, about = list(power = 6, why = "因为", network = "unsigned"))

testthat::test_that("planted modules are found again", {
  module <- fitted$genes$module[match(rownames(values), fitted$genes$gene)]
  inside <- planted$setLabels != 0
  expect_gt(rand_of(module[inside], planted$setLabels[inside]), 0.9)
  expect_gt(rand_of(module, planted$setLabels), 0.9)
})

testthat::test_that("mouse liver equals blockwiseModules by the tutorial's settings", {
  liver <- read_shared("wgcna", "FemaleLiver_datExpr_3600x134.tsv.gz")
  traits <- utils::read.delim(shared("wgcna", "FemaleLiver_datTraits_134.tsv"), check.names = FALSE)
  names(traits)[[1L]] <- "sample"
  utils::capture.output(theirs <- suppressWarnings(blockwise_modules()(
    t(liver), power = 6, TOMType = "unsigned", minModuleSize = 30, reassignThreshold = 0, mergeCutHeight = 0.25, numericLabels = TRUE,
    pamRespectsDendro = FALSE, maxBlockSize = 20000, verbose = 0
  )))
  ours <- run(liver, phenotypes = traits, trait_numbers = names(Filter(is.numeric, traits)))
  module <- ours$genes$module[match(rownames(liver), ours$genes$gene)]
  expect_equal(rand_of(module, theirs$colors), 1)
  expect_equal(as.integer(sort(table(theirs$colors[theirs$colors > 0]), decreasing = TRUE)), ours$modules$genes)
  expect_equal(c(nrow(ours$modules), range(ours$modules$genes), facts_of(ours)$grey), c(18, 34, 609, 99))
  order <- match(colnames(liver), ours$eigengenes$sample)
  numbers <- match(paste0("ME", ours$modules$number), names(theirs$MEs))
  for (i in seq_along(numbers)) {
    own <- ours$eigengenes[[ours$modules$module[[i]]]][order]
    other <- theirs$MEs[[numbers[[i]]]]
    expect_equal(own, other * sign(sum(own * other)), tolerance = 1e-6)
  }
  eigengenes <- theirs$MEs[numbers]
  kme <- WGCNA::signedKME(t(liver), eigengenes)
  expect_equal(unname(as.matrix(ours$kme[match(rownames(liver), ours$kme$gene), -1L])), unname(as.matrix(kme)), tolerance = 1e-8)
  kept <- match(colnames(liver), traits$sample)
  used <- ours$traits$column[ours$traits$used == "是"]
  r <- WGCNA::cor(eigengenes, as.matrix(traits[kept, used]), use = "p")
  n <- colSums(!is.na(traits[kept, used]))
  p <- WGCNA::corPvalueStudent(r, rep(n, each = nrow(r)))
  at <- cbind(match(ours$module_traits$module, ours$modules$module), match(ours$module_traits$trait, used))
  expect_equal(ours$module_traits$r, r[at], tolerance = 1e-8)
  expect_equal(ours$module_traits$p, p[at], tolerance = 1e-8)
  expect_equal(ours$module_traits$padj, stats::p.adjust(p, "BH")[at[, 1L] + nrow(p) * (at[, 2L] - 1L)], tolerance = 1e-8)
})

testthat::test_that("samples and genes in another order change nothing but the order", {
  set.seed(2)
  shuffled <- run(values[sample(300L), sample(40L)], phenotypes = traits[sample(40L), ])
  for (table in c("modules", "genes", "module_traits", "edges", "dendrogram_merges")) expect_equal(shuffled[[table]], fitted[[table]], info = table)
})

testthat::test_that("genes that do not fit into the job's memory are parted into blocks as blockwiseModules parts them, and it is said", {
  # As many as the limit of 6 GiB has to hold in one block.
  expect_gte(facts_of(fitted)$block_genes, 10000)
  small <- 1.2 * 1024^3 + 48 * 130^2
  before <- Sys.getenv("JOB_MEMORY_BYTES", NA)
  on.exit(if (is.na(before)) Sys.unsetenv("JOB_MEMORY_BYTES") else Sys.setenv(JOB_MEMORY_BYTES = before))
  Sys.setenv(JOB_MEMORY_BYTES = format(small, digits = 15))
  ours <- run(values)
  utils::capture.output(theirs <- suppressWarnings(blockwise_modules()(
    t(values), maxBlockSize = facts_of(ours)$block_genes, power = 6, TOMType = "unsigned", minModuleSize = 30, reassignThreshold = 0,
    mergeCutHeight = 0.25, numericLabels = TRUE, pamRespectsDendro = FALSE, verbose = 0
  )))
  expect_gt(length(theirs$blockGenes), 1)
  expect_equal(facts_of(ours)$blocks, length(theirs$blockGenes))
  expect_lt(facts_of(ours)$block_genes, 300)
  expect_equal(rand_of(ours$genes$module[match(rownames(values), ours$genes$gene)], theirs$colors), 1)
  said <- Filter(function(finding) finding$code == "blocks", attr(ours, "findings"))[[1L]]$message
  expect_match(said, sprintf("分成 %d 块", length(theirs$blockGenes)))
  expect_match(said, "1.2 GB")
  expect_equal(nrow(ours$dendrogram_leaves), max(lengths(theirs$blockGenes)))
  expect_false("blocks" %in% codes_of(fitted))
})

testthat::test_that("edges are called as Cytoscape finds them, nodes are theirs, and bars have the modules' colours", {
  expect_equal(names(fitted$edges)[1:3], c("source", "target", "interaction"))
  expect_setequal(fitted$nodes$gene, c(fitted$edges$source, fitted$edges$target))
  expect_equal(anyDuplicated(fitted$nodes$gene), 0L)
  expect_equal(fitted$size_bars[c("module", "genes")], fitted$modules[c("module", "genes")])
  colours <- grDevices::col2rgb(fitted$size_bars$colour)
  expect_equal(unname(colours), unname(grDevices::col2rgb(fitted$modules$module)))
})

testthat::test_that("the overlap of listed edges is that of the whole network", {
  adjacency <- WGCNA::adjacency(t(values), power = 6)
  utils::capture.output(tom <- WGCNA::TOMsimilarity(adjacency, verbose = 0))
  dimnames(tom) <- dimnames(adjacency)
  expect_equal(fitted$edges$weight, tom[cbind(fitted$edges$source, fitted$edges$target)], tolerance = 1e-8)
  expect_lte(max(table(fitted$edges$module)), 60)
})

testthat::test_that("traits of words become columns of 0 and 1, and those without use are told", {
  told <- fitted$traits
  expect_setequal(told$trait[told$used == "是"], c("first", "sex=男", "stage=I", "stage=II", "stage=III"))
  expect_setequal(told$column[told$used == "否"], c("fixed", "rare"))
  expect_match(told$note[told$column == "fixed"], "都一样")
  expect_match(told$note[told$column == "rare"], "一半以上缺失")
  expect_true(all(c("trait_unused", "traits_coded") %in% codes_of(fitted)))
  row <- fitted$module_traits[fitted$module_traits$trait == "stage=I", ][1L, ]
  known <- !is.na(traits$stage)
  test <- stats::cor.test(fitted$eigengenes[[row$module]][known], as.numeric(traits$stage[known] == "I"))
  expect_equal(c(row$r, row$p, row$n), c(unname(test$estimate), test$p.value, sum(known)), tolerance = 1e-8)
  significance <- fitted$significance
  gene <- values[significance$gene[[5L]], ]
  expect_equal(significance$GS.first[[5L]], stats::cor(gene, traits$first), tolerance = 1e-8)
  expect_equal(significance$p.GS.first[[5L]], stats::cor.test(gene, traits$first)$p.value, tolerance = 1e-8)
})

testthat::test_that("P of kME counts the samples in which the gene was measured", {
  holed <- values
  set.seed(5)
  for (gene in 1:40) holed[gene, sample(40L, 18L)] <- NA
  result <- run(holed)
  rows <- result$genes[result$genes$gene %in% rownames(values)[1:40] & result$genes$module != "grey", ]
  expect_gt(nrow(rows), 5L)
  for (i in seq_len(nrow(rows))) {
    eigengene <- result$eigengenes[[rows$module[[i]]]]
    test <- stats::cor.test(holed[rows$gene[[i]], result$eigengenes$sample], eigengene)
    expect_equal(c(rows$kME[[i]], rows$p_kME[[i]]), c(unname(test$estimate), test$p.value), tolerance = 1e-8)
  }
})

testthat::test_that("numbers that may be codes are asked about, and read as the user says", {
  set.seed(6)
  coded <- data.frame(
    sample = rownames(drivers), site = rep(c(11, 22, 33), length.out = 40L), patient = rep(1:20, 2), age = round(40 + 20 * stats::runif(40), 1)
  )
  stopped_with("codes_or_numbers", run(values, phenotypes = coded))
  stopped_with("codes_and_numbers", run(values, phenotypes = coded, trait_codes = c("site", "patient"), trait_numbers = "site"))
  as_codes <- run(values, phenotypes = coded, trait_codes = c("site", "patient"))
  expect_setequal(unique(as_codes$module_traits$trait), c("site=11", "site=22", "site=33", "age"))
  expect_match(as_codes$traits$note[as_codes$traits$column == "patient"], "太多，不像分组")
  numbers <- run(values, phenotypes = coded, trait_columns = "site", trait_numbers = "site")
  expect_equal(unique(numbers$module_traits$trait), "site")
  # What came with the matrix cannot be asked about: it is left out, and said.
  with_matrix <- list(columns = list(list(name = "site", values = as.list(as.character(coded$site)))))
  left <- run(values, annotations = with_matrix)
  expect_true("codes_unasked" %in% codes_of(left))
  expect_equal(nrow(left$module_traits), 0L)
})

testthat::test_that("dates are days, whichever way they are written", {
  days <- as.Date("2015-03-02") + round(100 * stats::plogis(drivers[, 1L]))
  dated <- data.frame(sample = rownames(drivers), text = format(days), number = as.numeric(format(days, "%Y%m%d")))
  result <- run(values, phenotypes = dated)
  expect_equal(unique(result$traits$coding), "日期，按天数")
  text <- result$module_traits[result$module_traits$trait == "text", ]
  number <- result$module_traits[result$module_traits$trait == "number", ]
  expect_equal(text$r[order(text$module)], number$r[order(number$module)])
  row <- text[1L, ]
  expect_equal(row$r, stats::cor(result$eigengenes[[row$module]][match(rownames(drivers), result$eigengenes$sample)], as.numeric(days)))
  expect_null(days_of_dates(c("2015-03-02", "2015-13-40")))
  expect_null(days_of_dates(c(20150302, 123)))
})

testthat::test_that("survival relates to eigengenes by Cox regression and is no number to correlate", {
  set.seed(9)
  time <- round(stats::rexp(40L, 0.002 * exp(drivers[, 1L])), 1)
  end <- stats::quantile(time, 0.7)
  follow <- data.frame(sample = rownames(drivers), OS = as.numeric(time <= end), OS.time = pmin(time, end), vital_status = rep(c("a", "b"), 20))
  result <- run(values, phenotypes = follow)
  expect_equal(nrow(result$module_traits), 0L)
  expect_false(facts_of(result)$related)
  expect_equal(nrow(result$module_survival), nrow(result$modules))
  row <- result$module_survival[1L, ]
  eigengene <- result$eigengenes[[row$module]][match(follow$sample, result$eigengenes$sample)]
  fit <- summary(survival::coxph(survival::Surv(follow$OS.time, follow$OS) ~ scale(eigengene)))
  expect_equal(unlist(row[c("hr", "low", "high", "p")], use.names = FALSE), c(fit$conf.int[c(1L, 3L, 4L)], fit$sctest[["pvalue"]]), tolerance = 1e-6)
  expect_equal(row$z^2, fit$sctest[["test"]], tolerance = 1e-6)
  expect_equal(result$module_survival$padj, stats::p.adjust(result$module_survival$p, "BH"))
  expect_lt(row$padj, 0.05)
  expect_equal(facts_of(result)[c("survival_tested", "survival_events")], list(survival_tested = TRUE, survival_events = 28L))
  # As the first step brings it of a cohort: once, with death in words besides.
  column <- function(name, values) list(name = name, values = as.list(as.character(values)))
  cohort <- list(columns = list(
    column("生存状态", ifelse(follow$OS == 1, "死亡", "存活")), column("死亡（1 为是）", follow$OS), column("总生存时间（天）", follow$OS.time)
  ))
  brought <- run(values, annotations = cohort)
  expect_equal(nrow(brought$module_traits), 0L)
  expect_equal(brought$module_survival[c("hr", "p")], result$module_survival[c("hr", "p")])
  expect_equal(unique(brought$module_survival$endpoint), "总生存")
  few <- transform(follow, OS = c(rep(1, 5), rep(0, 35)))
  expect_true("few_events" %in% codes_of(run(values, phenotypes = few)))
})

testthat::test_that("survival that has nothing to do with the genes is called related in 1 of 20", {
  set.seed(10)
  p <- replicate(100L, {
    eigengene <- data.frame(one = stats::rnorm(60L))
    relate_survival(eigengene, list(list(label = "OS", time = stats::rexp(60L), status = stats::rbinom(60L, 1L, 0.6))), NULL)$p
  })
  expect_gt(stats::ks.test(p, "punif")$p.value, 0.01)
})

testthat::test_that("what came with the first step is used: power, type of network, clinical columns", {
  annotations <- list(columns = list(list(name = "年龄", values = as.list(as.character(round(drivers[, 2L], 3))))))
  about <- list(power = 6, why = "因为", network = "unsigned")
  tables <- run(values, soft_threshold_power = 0L, network_type = "same", about = about, annotations = annotations)
  expect_equal(tables$modules$genes, fitted$modules$genes)
  expect_equal(unique(tables$module_traits$trait), "年龄")
  expect_equal(facts_of(tables)$power, 6)
  expect_true("network_differs" %in% codes_of(run(values, about = list(power = 6, why = "", network = "signed"))))
  stopped_with("power", run(values, soft_threshold_power = 0L))
})

testthat::test_that("clinical columns of a cohort, whose texts carry no mark of their encoding, become columns of 0 and 1", {
  unmarked <- function(texts) {
    Encoding(texts) <- "unknown"
    texts
  }
  stage <- list(name = unmarked("分期"), values = I(unmarked(rep(c("一期", "二期", "三期", ""), 10))))
  alive <- list(name = unmarked("生存状态"), values = I(unmarked(rep(c("存活", "死亡"), 20))))
  tables <- run(values, annotations = list(columns = list(stage, alive)))
  expect_setequal(tables$traits$trait[tables$traits$used == "是"], c("分期=一期", "分期=二期", "分期=三期", "生存状态=死亡"))
  expect_equal(unique(tables$traits$n[tables$traits$column == "分期"]), 30L)
  expect_true("traits_coded" %in% codes_of(tables))
})

testthat::test_that("constant genes and empty samples are told; too few samples and no modules are refused", {
  spoiled <- values
  spoiled["G001", ] <- 3
  spoiled[, "S40"] <- NA
  expect_true("dropped" %in% codes_of(run(spoiled)))
  stopped_with("few_samples", run(values[, 1:12]))
  expect_true("few_samples" %in% codes_of(run(values[, 1:18])))
  noise <- values
  noise[] <- stats::rnorm(length(noise))
  stopped_with("no_modules", suppressWarnings(run(noise, soft_threshold_power = 20L)))
  strange <- traits
  strange$sample <- paste0("X", strange$sample)
  stopped_with("samples_differ", run(values, phenotypes = strange))
})

testthat::test_that("planted modules are stable, and the same seed gives the same numbers", {
  one <- run(values, stability = TRUE)
  expect_true(all(one$modules$stability > 0.6))
  expect_true(all(one$genes$stability >= 0 & one$genes$stability <= 1, na.rm = TRUE))
  two <- run(values, stability = TRUE)
  expect_identical(one$modules, two$modules)
  expect_identical(one$genes, two$genes)
})
