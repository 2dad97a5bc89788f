# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("immune_agreement")
set.seed(2)
samples <- sprintf("S%02d", 1:20)
truth <- stats::runif(20L)
lm22 <- data.frame(
  sample = samples, p = 0, correlation = 1, rmse = 1, "Macrophages M0" = truth / 4, "Macrophages M1" = truth / 4, "Macrophages M2" = truth / 2,
  "T cells CD8" = rev(truth), Neutrophils = stats::runif(20L), check.names = FALSE
)
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
  direct <- stats::cor.test(lm22$Neutrophils, rev(xcell$Neutrophils), method = "spearman", exact = FALSE)
  expect_equal(rho[["中性粒细胞"]], unname(direct$estimate))
  expect_equal(result$verdicts$verdict[result$verdicts$type == "巨噬细胞"], "各方法一致")
  expect_false("各方法一致" %in% result$verdicts$verdict[result$verdicts$type == "中性粒细胞"])
  expect_equal(facts_of(result)$methods_word, "CIBERSORT、xCell")
})

testthat::test_that("contradictions are told, and a conclusion holds only where every method has it", {
  against <- lm22
  against[["T cells CD8"]] <- 1 - rev(truth)
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
