# Clinical features of a cohort's patients: which there are, and their levels in words. The tool kit's FEATURE_WORDS names the same.

#' `kind`: number, levels, or ordered (levels that rise). `words`: levels as a reader says them; others stay as they are. `first`: levels that the
#' alphabet would put later.
CLINICAL_FEATURES <- list(
  age = list(label = "年龄", english = "age", kind = "number"),
  gender = list(label = "性别", english = "sex", kind = "levels", words = c(male = "男", female = "女")),
  race = list(label = "种族", english = "race", kind = "levels", words = c(
    asian = "亚裔", white = "白人", `black or african american` = "非裔", `american indian or alaska native` = "美洲原住民",
    `native hawaiian or other pacific islander` = "太平洋岛民"
  )),
  stage = list(label = "分期", english = "stage", kind = "ordered"),
  t = list(label = "T 分期", english = "T stage", kind = "ordered", first = c("Ta", "Tis")),
  n = list(label = "N 分期", english = "N stage", kind = "ordered"),
  m = list(label = "M 分期", english = "M stage", kind = "ordered"),
  grade = list(label = "分级", english = "grade", kind = "ordered", first = "Low Grade"),
  status = list(label = "生存状态", english = "vital status", kind = "levels", words = c(alive = "存活", dead = "死亡"))
)

#' Features, by their names, and levels of theirs in English.
feature_english <- function(names) vapply(CLINICAL_FEATURES[names], `[[`, character(1), "english", USE.NAMES = FALSE)
level_english <- function(levels) {
  words <- unlist(lapply(unname(CLINICAL_FEATURES), `[[`, "words"))
  place <- match(levels, words)
  ifelse(is.na(place), sub(AGE_YEARS$zh, AGE_YEARS$en, levels, fixed = TRUE), names(words)[place])
}

#' Features that a cohort tells of.
#'
#' @param patients Names, in the wanted order. @param asked Names of features; none: all.
#' @return List by feature: `label`, `kind`, `values` (numbers, or a factor of words in their order; NA where not known).
clinical_features <- function(cohort, patients, asked) {
  table <- cohort_clinical(cohort)
  if (is.null(table$status)) table$status <- status_of_survival(cohort, table$patient)
  row <- match(patients, table$patient)
  wanted <- if (length(asked) > 0L) asked else names(CLINICAL_FEATURES)
  present <- Filter(function(name) !is.null(table[[name]]) && !all(is.na(table[[name]])), intersect(names(CLINICAL_FEATURES), wanted))
  lapply(stats::setNames(nm = present), function(name) {
    feature <- CLINICAL_FEATURES[[name]]
    values <- table[[name]][row]
    read <- if (feature$kind == "number") as.numeric(values) else in_words(as.character(values), feature)
    list(label = feature$label, kind = feature$kind, values = read)
  })
}

in_words <- function(values, feature) {
  known <- sort(unique(values[!is.na(values)]), method = "radix")
  first <- c(intersect(feature$first, known), intersect(names(feature$words), known))
  levels <- c(first, setdiff(known, first))
  words <- ifelse(levels %in% names(feature$words), feature$words[levels], levels)
  factor(words[match(values, levels)], unname(words))
}

#' Alive or dead at the end of follow-up; NULL where the overall survival is not known.
status_of_survival <- function(cohort, patients) {
  survival <- cohort_table(cohort, "survival")
  if (is.null(survival$OS)) return(NULL)
  unname(c(`0` = "alive", `1` = "dead")[survival$OS[match(patients, survival$patient)]])
}

#' A feature in two groups: age at a limit, stages I and II against III and IV.
in_two_groups <- function(feature, name, age_limit, early_late) {
  if (name == "age" && !is.na(age_limit)) {
    words <- c(sprintf("< %d 岁", age_limit), sprintf("≥ %d 岁", age_limit))
    feature$values <- factor(words[(feature$values >= age_limit) + 1L], words)
    feature$kind <- "ordered"
  }
  if (name == "stage" && early_late) {
    words <- c(if ("0" %in% feature$values) "0–II" else "I–II", "III–IV")
    feature$values <- factor(words[match(feature$values, c("0", "I", "II", "III", "IV")) %/% 4L + 1L], words)
  }
  feature
}

#' Behind the bounds of groups by age.
AGE_YEARS <- list(zh = " 岁", en = " years")
