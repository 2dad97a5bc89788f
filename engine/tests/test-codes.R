# Codes decide, and words come last: what a user reads may be written anew, and a group of a user's may be called as the program calls something.

HAN <- "[\u4e00-\u9fff]"
#' Calls that compare or cut texts.
DECIDING <- c(
  "==", "!=", "%in%", "grepl", "sub", "gsub", "startsWith", "endsWith", "match", "regexpr", "gregexpr", "strsplit", "setdiff", "intersect", "factor",
  "identical", "is.element", "which", "[[", "switch"
)
#' Constants that name what users write (headers of columns, groups, genes), which is there to be compared, and those that have codes beside words.
COMPARED <- c("GROUP_HEADINGS", "NORMAL_GROUPS", "POSITIVE_WORDS", "LOG_NAME", "USUAL_GENES", "SURVIVAL_NAMES", "REPORTING_ITEMS",
  "BASELINE_DATE", "BASELINE_DATE_NAME", "BASELINE_IDENTIFIER")
#' Texts of users, by the name of the function that reads them; the title of a release, whose Latin name an English legend takes; and what says the
#' program's own names of terms and units in English, which decides nothing.
READERS <- c("grouping_column", "cell_ratios", "deconvolution_signature", "told_terms", "unit_english", "baseline_band_place")

sources <- function() c(
  list.files(file.path(root, "engine/R", c("cohorts", "genes", "runtime", "statistics")), "\\.R$", full.names = TRUE, recursive = TRUE),
  Sys.glob(file.path(root, "tools/*/*/run.R"))
)
name_of <- function(call) if (is.name(call[[1L]])) as.character(call[[1L]]) else ""
is_assigned <- function(one, what) is.call(one) && name_of(one) == "<-" && is.name(one[[2L]]) && what(one[[3L]])
is_function <- function(one) is.call(one) && name_of(one) == "function"
#' All members of a call that are there: `x[, 1]` has one that is not.
members <- function(call) Filter(function(member) !identical(member, quote(expr = )), as.list(call))
texts_in <- function(one) if (is.character(one)) one else if (is.call(one)) unlist(lapply(members(one), texts_in))

#' Vocabularies of a file: constants with Chinese words.
vocabularies_of <- function(file) {
  constants <- Filter(function(one) is_assigned(one, function(value) !is_function(value)), as.list(parse(file, encoding = "UTF-8")))
  worded <- Filter(function(one) any(grepl(HAN, texts_in(one[[3L]]))), constants)
  setdiff(vapply(worded, function(one) as.character(one[[2L]]), ""), COMPARED)
}

#' Is it a Chinese text, or a word of a vocabulary? Names of a vocabulary are its codes.
is_worded <- function(one, vocabularies) {
  if (is.character(one)) return(any(grepl(HAN, one)))
  if (is.name(one)) return(as.character(one) %in% vocabularies)
  is.call(one) && name_of(one) %in% c("c", "[[", "[", "(", "unname", "paste0", "paste", "sprintf") &&
    any(vapply(members(one)[-1L], is_worded, NA, vocabularies = vocabularies))
}

#' What a call compares: of `x[["code"]]` the place that is looked for, of a switch its cases.
compared_in <- function(call) {
  name <- name_of(call)
  if (name == "[[") return(members(call)[-(1:2)])
  if (name == "switch") return(as.list(names(call)))
  members(call)[-1L]
}

#' Calls of a file that decide by words, each as its text.
deciding_in <- function(file, vocabularies) {
  found <- character()
  walk <- function(one) {
    if (is_assigned(one, is_function) && as.character(one[[2L]]) %in% READERS) return(invisible())
    if (!is.call(one)) return(invisible())
    if (name_of(one) %in% DECIDING && any(vapply(compared_in(one), is_worded, NA, vocabularies = vocabularies))) {
      found <<- c(found, paste(deparse(one), collapse = " "))
    }
    for (member in members(one)) walk(member)
  }
  for (one in as.list(parse(file, encoding = "UTF-8"))) walk(one)
  if (length(found) > 0L) paste(basename(dirname(file)), found) else character()
}

testthat::test_that("no code decides by a text that a user reads", {
  files <- sources()
  vocabularies <- unlist(lapply(files, vocabularies_of))
  expect_true(all(c("GENE_MATCHES", "EXPRESSION_SIDES", "GROUP_TESTS", "MEASURE_WORDS") %in% vocabularies))
  expect_identical(paste(unlist(lapply(files, deciding_in, vocabularies = vocabularies)), collapse = "\n"), "")
})

testthat::test_that("it is seen where code does so, and not where it writes", {
  file <- tempfile(fileext = ".R")
  seen <- function(line) {
    writeLines(enc2utf8(line), file, useBytes = TRUE)
    length(deciding_in(file, "SOME_WORDS"))
  }
  expect_identical(vapply(c(
    "how == \"同名\"", "sub(\"^未检验：\", \"\", x)", "x %in% c(\"上调\", \"下调\")", "x != SOME_WORDS[[\"high\"]]", "match(x, SOME_WORDS)",
    "c(a = 1)[[\"更高\"]]", "switch(x, \"高\" = 1)"
  ), seen, 0L, USE.NAMES = FALSE), rep(1L, 7L))
  expect_identical(vapply(c(
    "if (how == \"same\") \"同名\"", "SOME_WORDS[[code]]", "code %in% names(SOME_WORDS)", "switch(x, high = \"高\")"
  ), seen, 0L, USE.NAMES = FALSE), rep(0L, 4L))
})

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
