# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("immune_agreement")
set.seed(2)
samples <- sprintf("S%02d", 1:20)
truth <- stats::runif(20L)
lm22 <- data.frame(
  sample = samples, p = 0, correlation = 1, rmse = 1, "Macrophages M0" = truth / 12, "Macrophages M1" = truth / 12, "Macrophages M2" = truth / 6,
  "T cells CD8" = rev(truth) / 3, Neutrophils = stats::runif(20L) / 3, check.names = FALSE
)
lm22$Fibroblasts <- 1 - rowSums(lm22[5:9])
xcell <- data.frame(
  sample = rev(samples), Macrophages = rev(truth)^2, "Macrophages M1" = 0, "CD8+ T-cells" = truth + 1, Neutrophils = stats::runif(20L),
  ImmuneScore = 1:20, MicroenvironmentScore = 1:20, check.names = FALSE
)
estimate <- data.frame(sample = samples, group = "", StromalScore = 1:20, ImmuneScore = 20:1, ESTIMATEScore = 21)
run <- function(...) run_tool(tool, list(...), list())
stopped_with <- function(code, expression) {
  condition <- tryCatch(expression, oncoloom_input = identity)
  expect_s3_class(condition, "oncoloom_input")
  expect_equal(condition$code, code)
}

testthat::test_that("types are found under each method's names, subtypes added up, samples matched by name", {
  result <- run(first = lm22, second = xcell)
  rho <- stats::setNames(result$pairs$rho, result$pairs$type)
  expect_equal(rho[["巨噬细胞"]], 1)
  expect_equal(rho[["CD8 T 细胞"]], 1)
  expect_equal(rho[["中性粒细胞"]], stats::cor(lm22$Neutrophils, rev(xcell$Neutrophils), method = "spearman"))
  expect_equal(result$verdicts$verdict[result$verdicts$type == "巨噬细胞"], "各方法一致")
  expect_false("各方法一致" %in% result$verdicts$verdict[result$verdicts$type == "中性粒细胞"])
  expect_equal(facts_of(result)$methods_word, "CIBERSORT、xCell")
})

#' Two methods that give amounts: quanTIseq and xCell, over the samples of `group`, and CIBERSORT's shares.
three_groups <- data.frame(sample = samples, group = rep(c("a", "b", "c"), c(7L, 7L, 6L)))
level <- c(a = 1, b = 2, c = 3)[three_groups$group]
spread <- function(seed) {
  set.seed(seed)
  stats::runif(20L, 0, 0.3)
}
amounts <- function(value) data.frame(sample = samples, p = NA_real_, correlation = 1, rmse = 1, "T.cells.CD8" = value / 10, Other = 1 - value / 10)
scores <- function(value) data.frame(sample = samples, "CD8+ T-cells" = value, MicroenvironmentScore = 1, check.names = FALSE)

testthat::test_that("three groups are compared pair by pair: methods that agree are said to agree", {
  result <- run(first = amounts(level + spread(1)), second = scores(level + spread(2)), groups = three_groups)
  expect_equal(nrow(result$conclusions), 6L)
  held <- result$group_verdicts
  expect_equal(paste(held$group_1, held$group_2, held$higher_in), c("a b b", "a c c", "b c c"))
  expect_equal(held$verdict, sprintf("每种方法都是「%s」更高", c("b", "c", "c")))
  expect_equal(facts_of(result)[c("held_n", "several_groups")], list(held_n = 1L, several_groups = TRUE))
  expect_match(facts_of(result)$held, "CD8 T 细胞（b 高于 a）", fixed = TRUE)
  expect_false(grepl("方向不同", result$verdicts$conclusion))
  # Against each other in one pair alone.
  other <- c(a = 1, b = 4, c = 3)[three_groups$group]
  apart <- run(first = amounts(level + spread(1)), second = scores(other + spread(2)), groups = three_groups)$group_verdicts
  expect_equal(apart$verdict, c("每种方法都是「b」更高", "每种方法都是「c」更高", "方向不同"))
  # Names of groups decide nothing.
  renamed <- transform(three_groups, group = c(a = "z", b = "y", c = "x")[group])
  flipped <- run(first = amounts(level + spread(1)), second = scores(level + spread(2)), groups = renamed)$group_verdicts
  expect_equal(flipped$higher_in, c("x", "x", "y"))
})

testthat::test_that("shares and amounts are told apart: opposite directions of the two are no contradiction", {
  share <- data.frame(sample = samples, p = 0.01, correlation = 1, rmse = 1, "T cells CD8" = (4 - level + spread(3)) / 10, check.names = FALSE)
  share$Rest <- 1 - share[["T cells CD8"]]
  result <- run(first = share, second = scores(level + spread(2)), groups = three_groups)
  expect_equal(result$verdicts$verdict, "比例与多少不同，不能算矛盾")
  expect_null(facts_of(result)$contradicted)
  expect_equal(facts_of(result)[c("shares", "amounts", "mixed", "unlike")], list(
    shares = "CIBERSORT", amounts = "xCell", mixed = TRUE, unlike = "CD8 T 细胞"
  ))
  expect_equal(unique(result$group_verdicts$verdict), "比例与多少方向不同")
  expect_equal(unique(result$pairs$quantities), "比例与多少")
  absolute <- transform(share, Rest = 2, check.names = FALSE)
  two <- run(first = absolute, second = scores(level + spread(2)), groups = three_groups)
  expect_equal(facts_of(two)$methods_word, "CIBERSORT（绝对模式）、xCell")
  expect_equal(two$verdicts$verdict, "互相矛盾")
})

testthat::test_that("samples that CIBERSORT explains no better than chance take no part", {
  doubtful <- lm22
  doubtful$p <- rep(c(0.01, 0.5), c(15L, 5L))
  result <- run(first = doubtful, second = xcell)
  expect_equal(facts_of(result)$samples, 15L)
  expect_true("not_fitted" %in% codes_of(result))
  doubtful$p <- 0.5
  expect_true("none_fitted" %in% codes_of(run(first = doubtful, second = xcell)))
  expect_equal(facts_of(run(first = doubtful, second = xcell))$samples, 20L)
})

testthat::test_that("contradictions are told, and a conclusion holds only where every method has it", {
  against <- lm22
  against[["T cells CD8"]] <- (1 - rev(truth)) / 3
  against$Fibroblasts <- 2
  result <- run(first = against, second = xcell)
  expect_equal(result$verdicts$verdict[result$verdicts$type == "CD8 T 细胞"], "互相矛盾")
  expect_equal(facts_of(result)$contradicted, "CD8 T 细胞")
  groups <- data.frame(sample = samples, group = ifelse(rank(truth) > 10, "高", "低"))
  by_cd8 <- data.frame(sample = samples, group = ifelse(rank(rev(truth)) > 10, "高", "低"))
  grouped <- run(first = against, second = xcell, groups = groups)$verdicts
  expect_equal(grouped$conclusion[grouped$type == "巨噬细胞"], "每种方法都是「高」更高")
  other <- run(first = against, second = xcell, groups = by_cd8)$verdicts
  expect_equal(other$conclusion[other$type == "CD8 T 细胞"], "方向不同")
  expect_equal(grouped$conclusion[grouped$type == "中性粒细胞"], "不是每种方法都显著")
})

testthat::test_that("scores of ESTIMATE meet xCell's, other samples and nothing in common are told", {
  result <- run(first = estimate, second = xcell)
  expect_equal(result$pairs$rho[result$pairs$type == "免疫细胞总体"], 1)
  stopped_with("nothing_shared", run(first = estimate, second = lm22))
  stopped_with("few_samples", run(first = lm22, second = transform(xcell, sample = paste0("X", sample))))
  expect_true("other_samples" %in% codes_of(run(first = lm22, second = xcell[1:15, ])))
})
