# Codes decide, and words come last: what a user reads may be written anew, and a group of a user's may be called as the program calls something.

testthat::test_that("codes become words and back; a code without a word stops", {
  words <- c(same = "同名", absent = "没有找到")
  expect_identical(code_words(c("absent", NA, "same"), words), c("没有找到", NA, "同名"))
  expect_identical(code_words(factor("same"), words), "同名")
  expect_identical(code_words(character(), words), character())
  expect_identical(word_codes(c("没有找到", "别的", "同名"), words), c("absent", NA, "same"))
  expect_identical(with_words(data.frame(n = 1, how = "same"), how = words), data.frame(n = 1, how = "同名"))
  expect_error(code_words("other", words), "without a word")
  expect_identical(code_words(c("other", "same"), words, strict = FALSE), c("other", "同名"))
})

testthat::test_that("a user's groups may be called as the program calls its own", {
  set.seed(4)
  group <- rep(c("高风险", "高表达", "全部组"), each = 20L)
  expect_identical(unique(km_curves(stats::rexp(60), rep(1, 60), group)$group), sort(unique(group), method = "radix"))
  # Of the program's own the high group is first, however it is called.
  own <- km_curves(stats::rexp(60), rep(1, 60), cut_sides(rep(c(FALSE, TRUE), 30L)))
  expect_identical(unique(own$group), c("high", "low"))
  scores <- matrix(stats::rnorm(60), 1L, dimnames = list("T", NULL))
  tests <- score_tests(scores, group)
  expect_identical(is.na(tests$group_1), c(TRUE, FALSE, FALSE, FALSE))
  # Of two groups, none of which is all of them, there is no test of all.
  two <- score_tests(scores, ifelse(group == "高风险", "高表达", group))
  expect_identical(main_tests(two)$group_1, two$group_1)
  expect_identical(score_test_facts(two, ifelse(group == "高风险", "全部样本", group))$groups, 3L)
  values <- data.frame(feature = "F", group = group, value = stats::rnorm(60), pair = "")
  compared <- compare_groups(values, unique(group), "kruskal")
  expect_identical(sum(is.na(compared$tests$group_1)), 1L)
  expect_identical(sum(compared_words(compared)$tests$group_1 == "全部组"), 1L + sum(compared$tests$group_1 %in% "全部组"))
})
