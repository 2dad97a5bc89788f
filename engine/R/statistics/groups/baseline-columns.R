# Columns of a clinical table as a paper describes them: numbers, categories with their levels in order, and what is neither: dates, names, codes of
# patients.

#' Numbers of so few different values, each seen twice on average, are codes of categories.
BASELINE_CODES_MAX <- 5L
#' A text with more levels is no category; one that the user named may have more.
BASELINE_LEVELS <- c(found = 20L, named = 50L)
#' Texts that all differ name the patients; in fewer patients that is chance.
BASELINE_NAMED_FROM <- 10L
#' A column of texts is one of numbers where so many of its cells are.
BASELINE_NUMBERS_SHARE <- 0.8

# ---- cells ----

#' Cells as texts, "" where nothing is known.
baseline_texts <- function(column) {
  cells <- if (is.numeric(column)) vapply(column, format, character(1), digits = 15L, trim = TRUE) else trimmed(plain_texts(column), BASELINE_BLANKS)
  cells[is.na(column) | cells %in% MISSING_CELLS] <- ""
  cells
}
BASELINE_BLANKS <- "\t\r\n \u3000\u00a0"

#' What a text is compared by: blanks, case, full-width signs and Roman signs of one letter do not count.
baseline_keys <- function(cells) {
  keys <- tolower(cells)
  # `chartr` takes time that grows with the square of a text of several bytes a sign.
  short <- nchar(keys, "bytes") <= NUMBER_BYTES
  keys[short] <- chartr(FULL_WIDTH[["from"]], FULL_WIDTH[["to"]], keys[short])
  roman <- c("\u2160" = "i", "\u2161" = "ii", "\u2162" = "iii", "\u2163" = "iv", "\u2170" = "i", "\u2171" = "ii", "\u2172" = "iii", "\u2173" = "iv")
  for (sign in names(roman)) keys <- gsub(sign, roman[[sign]], keys, fixed = TRUE)
  gsub(sprintf("[%s]+", BASELINE_BLANKS), "", keys, perl = TRUE)
}

#' A column of categories: each level by its most frequent spelling, levels in their order.
#'
#' @return List: `values` (factor), `merged` (spellings that were taken for another one), `ordered` (does the wording tell an order?).
baseline_levels <- function(cells) {
  present <- nzchar(cells)
  if (!any(present)) return(list(values = factor(rep(NA, length(cells))), merged = character(), ordered = FALSE))
  keys <- baseline_keys(cells)
  counts <- table(cells[present])
  # Of equally frequent spellings the first by its letters: the rows' order does not count.
  spellings <- names(counts)[order(-counts, names(counts), method = "radix")]
  words <- tapply(spellings, factor(baseline_keys(spellings), unique(baseline_keys(spellings))), `[[`, 1L)
  sizes <- tabulate(match(keys[present], names(words)), length(words))
  place <- baseline_place(names(words))
  by_place <- if (is.null(place)) order(-sizes, words, method = "radix") else order(place, words, method = "radix")
  list(
    values = factor(unname(words[match(keys, names(words))]), unname(words)[by_place]), merged = setdiff(spellings, words), ordered = !is.null(place)
  )
}

#' Sexes, as tables have them; none is more than the other.
BASELINE_SEXES <- list(c("男", "男性", "女", "女性"), c("male", "m", "female", "f"))
#' Words whose order is known, smallest first.
BASELINE_ORDERS <- list(
  c("否", "是"), c("no", "n", "yes", "y"), c("false", "true"), c("无", "有"),
  c("阴性", "弱阳性", "阳性", "强阳性"), c("negative", "positive"), c("阴", "阳"), c("低", "中", "高"), c("low", "medium", "intermediate", "moderate", "high"),
  c("低危", "中危", "高危"), c("轻", "中", "重"), c("轻度", "中度", "重度"), c("mild", "moderate", "severe"), c("高分化", "中分化", "低分化", "未分化"),
  c("存活", "死亡"), c("alive", "dead"), c("从不", "既往", "现在"), c("never", "former", "current"), c("正常", "异常"), c("早期", "晚期"), c("小", "中", "大")
)
#' Stages and grades: I to IV with their parts, T1a, N0, G2, 3 期.
BASELINE_STAGE <- "^(?:stage|grade|figo|who|[tnmgc]|pt|pn|p)?(iv|i{1,3}|v|[0-9]{1,2}|is)([a-d]?)[0-9]?(?:期|级|度)?$"
#' Bands of numbers: <60, 60-69, ≥70, 70岁以上.
BASELINE_BAND <- "^([<>\u2264\u2265]?)=?([0-9]{1,6}(?:\\.[0-9]{1,6})?)(?:[-–~至到][0-9.]{1,8})?([^0-9]{0,6})$"

#' Where each level stands among the others in a table; NULL where their words do not tell.
baseline_place <- function(keys) {
  for (sexes in BASELINE_SEXES) if (all(keys %in% sexes)) return(match(keys, sexes))
  worded_place(keys)
}

#' The same of words that tell of more and less.
worded_place <- function(keys) {
  for (order in BASELINE_ORDERS) if (all(keys %in% order)) return(match(keys, order))
  for (rule in list(baseline_stage_place, baseline_band_place)) {
    place <- rule(keys)
    if (!anyNA(place) && !anyDuplicated(place)) return(place)
  }
  NULL
}

baseline_parts <- function(keys, pattern, size) {
  parts <- regmatches(keys, regexec(pattern, keys, perl = TRUE))
  lapply(parts, function(part) if (length(part) == size + 1L) part[-1L] else rep(NA_character_, size))
}

baseline_stage_place <- function(keys) {
  vapply(baseline_parts(keys, BASELINE_STAGE, 2L), function(part) {
    whole <- c(i = 1, ii = 2, iii = 3, iv = 4, v = 5, is = 0.5)[part[[1L]]]
    if (is.na(whole)) whole <- suppressWarnings(as.numeric(part[[1L]]))
    unname(whole) + match(part[[2L]], letters, 0L) / 10
  }, numeric(1))
}

baseline_band_place <- function(keys) {
  vapply(baseline_parts(keys, BASELINE_BAND, 3L), function(part) {
    below <- part[[1L]] %in% c("<", "\u2264") || grepl("以下|及以下", part[[3L]])
    above <- part[[1L]] %in% c(">", "\u2265")
    as.numeric(part[[2L]]) + (above - below) / 10
  }, numeric(1))
}

# ---- what each column is ----

BASELINE_LISTS <- c(mean = "mean_columns", median = "median_columns", category = "category_columns", trend = "trend_columns")

#' Each column read by its kind, in the table's order.
#'
#' @return List of `name`, and either `left` (the code of a reason) or `kind` (mean, median, category, trend), `reason`, `values` (numbers or
#'   a factor).
baseline_columns <- function(table, groups, params, job) {
  asked <- baseline_asked(params)
  for (field in c("variables", unname(BASELINE_LISTS))) {
    absent <- setdiff(params[[field]], names(table))
    if (length(absent) > 0L) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", absent[[1L]]), field)
  }
  chosen <- unique(c(params$variables, if (length(params$variables) > 0L) names(asked)))
  names <- setdiff(if (length(chosen) > 0L) intersect(names(table), chosen) else names(table), groups$column)
  lapply(names, function(name) {
    named <- name %in% chosen || name %in% names(asked)
    c(list(name = name), baseline_column(name, table[[name]], asked[name], named, groups, job))
  })
}

#' The kinds that the user gave, by column.
baseline_asked <- function(params) {
  asked <- unlist(lapply(names(BASELINE_LISTS), function(kind) {
    columns <- params[[BASELINE_LISTS[[kind]]]]
    stats::setNames(rep(kind, length(columns)), columns)
  }))
  twice <- names(asked)[duplicated(names(asked))]
  if (length(twice) > 0L) stop_input(
    "two_kinds", sprintf("「%s」列在两种描述里。请只留一种", twice[[1L]]), BASELINE_LISTS[[asked[[twice[[1L]]]]]]
  )
  asked
}

#' @param asked The kind that the user gave, NA or NULL for none. @param named Did the user name the column?
baseline_column <- function(name, column, asked, named, groups, job) {
  asked <- if (length(asked) == 0L || is.na(asked)) "" else asked[[1L]]
  cells <- baseline_texts(column)
  present <- cells[nzchar(cells)]
  if (length(present) == 0L) return(list(left = "empty"))
  if (!asked %in% c("category", "trend")) {
    if (is_baseline_date(name, column, present)) return(list(left = "date"))
    if (!named && is_baseline_identifier(name, column, present)) return(list(left = "identifier"))
    numbers <- baseline_column_numbers(name, column, cells, asked, job)
    if (!is.null(numbers)) return(c(list(values = numbers), baseline_number_kind(numbers, asked, groups)))
  }
  read <- baseline_levels(cells)
  most <- BASELINE_LEVELS[[if (named) "named" else "found"]]
  if (nlevels(read$values) > most) return(list(left = "text"))
  if (!named && nlevels(read$values) == length(present) && length(present) >= BASELINE_NAMED_FROM) return(list(left = "text"))
  if (asked == "trend" && (!read$ordered || nlevels(read$values) < 2L)) stop_input("no_order", sprintf(
    "「%s」的取值（%s）看不出次序，不能检验趋势。请改用 I、II、III 或 1、2、3 这样的写法，或不选它", name, list_names(levels(read$values), 4L)
  ), "trend_columns")
  tell_baseline_merged(name, read$merged, "variables", job)
  list(
    kind = if (asked == "trend") "trend" else "category", values = read$values,
    reason = if (nzchar(asked)) "asked" else if (is.numeric(column)) "codes" else "text"
  )
}

BASELINE_DATE <- paste0(
  "^(?:(?:19|20)\\d{2}[-/.年]\\d{1,2}(?:[-/.月]\\d{1,2}日?|月)?|\\d{1,2}[-/.]\\d{1,2}[-/.](?:19|20)\\d{2}|",
  "(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))",
  "(?:[ T]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?)?$"
)
BASELINE_DATE_NAME <- "日期|生日|出生年月|(?:^|[_. ])(?:date|dob)(?:$|[_. ])|(?:入院|出院|手术|确诊|诊断|随访)时间$"

#' Dates as people write them, and a spreadsheet's day numbers under a name that says so.
is_baseline_date <- function(name, column, present) {
  written <- if (is.numeric(column)) grepl("^(?:19|20)\\d{6}$", present) else rep(TRUE, length(present))
  if (mean(written & grepl(BASELINE_DATE, present, perl = TRUE)) > BASELINE_NUMBERS_SHARE) return(TRUE)
  is.numeric(column) && grepl(BASELINE_DATE_NAME, tolower(name), perl = TRUE) && stats::median(column, na.rm = TRUE) > 10000
}

BASELINE_IDENTIFIER <- paste0(
  "编号|序号|病案号|住院号|门诊号|病历号|登记号|身份证|姓名|电话|手机|(?:^|[_. ])(?:id|no|code|name|barcode|patient|sample|subject|rownames?)(?:$|[_. ])|",
  "^(?:sampleid|patientid|caseid|subjectid|studyid|样本|样本名|样品|患者|病人)$"
)

#' A name that says so, whole numbers that count the rows, or long numbers of one length that all differ.
is_baseline_identifier <- function(name, column, present) {
  if (grepl(BASELINE_IDENTIFIER, tolower(trimmed(name)), perl = TRUE)) return(TRUE)
  if (!is.numeric(column) || length(present) < BASELINE_NAMED_FROM || anyDuplicated(present)) return(FALSE)
  values <- sort(column)
  if (any(!is.finite(values)) || any(values != round(values))) return(FALSE)
  all(diff(values) == 1) || (all(nchar(present) == nchar(present[[1L]])) && nchar(present[[1L]]) >= 6L)
}

#' The numbers of a column, NA where there is none; NULL for a column of categories.
baseline_column_numbers <- function(name, column, cells, asked, job) {
  present <- nzchar(cells)
  numbers <- if (is.numeric(column)) as.numeric(column) else written_numbers(cells)
  numbers[!is.finite(numbers)] <- NA
  lost <- present & is.na(numbers)
  if (nzchar(asked)) {
    if (all(is.na(numbers))) stop_input("column_text", sprintf("「%s」里没有数字，不能按数值描述。请从这里去掉它", name), BASELINE_LISTS[[asked]])
  } else {
    if (mean(!lost[present]) < BASELINE_NUMBERS_SHARE) return(NULL)
    if (length(unique(numbers[!is.na(numbers)])) <= BASELINE_CODES_MAX && (any(lost) || are_baseline_codes(numbers))) return(NULL)
  }
  if (any(lost)) job$finding("should", "not_numbers", told(
    "「%s」有 %s 格不是数字，当作缺失：%s。小于检测限的值请按你们的规定填数字", "%2$s cells of “%1$s” are no numbers and count as missing: %3$s",
    name, format_count(sum(lost)), told_names(sub("^Inf$", "\u221e", unique(cells[lost])))
  ), field = "variables")
  numbers
}

are_baseline_codes <- function(numbers) {
  numbers <- numbers[!is.na(numbers)]
  all(numbers %in% 0:1) || length(unique(numbers)) <= length(numbers) / 2
}

#' Mean or median, by what the user said or by Shapiro and Wilk's test in each group.
baseline_number_kind <- function(numbers, asked, groups) {
  if (nzchar(asked)) return(list(kind = asked, reason = "asked"))
  reason <- baseline_normal(split(numbers, groups$of))
  list(kind = if (reason == "normal") "mean" else "median", reason = reason)
}

#' What tells against means, the first that holds; "normal": nothing.
baseline_normal <- function(parts) {
  parts <- lapply(parts, function(part) part[!is.na(part)])
  if (any(lengths(parts) < NORMAL_FROM)) return("few")
  if (any(lengths(parts) > SHAPIRO_MAX)) return("many")
  if (any(vapply(parts, function(part) length(unique(part)) == 1L, logical(1)))) return("constant")
  if (any(vapply(parts, function(part) stats::shapiro.test(part)$p.value, numeric(1)) < ASSUMED_AT)) "skewed" else "normal"
}

#' Say which spellings were taken for another one.
tell_baseline_merged <- function(column, merged, field, job) {
  if (length(merged) > 0L) job$finding("note", "spellings_merged", told(
    "「%s」里只差大小写、空格或全角的写法并为一类：%s", "Spellings of “%s” that differ in case, blanks or width alone are one level: %s", column, told_names(merged)
  ), field = field)
}
