# The ordered number of each sample: hours, days, a dose, a stage. As people write it: 24, 24h, 24 小时, 第 3 天, Day 3, III 期.

#' Words of units, in small letters, each with its unit. "m" is minutes to some and months to others: it is none of them.
COURSE_WORDS <- list(
  second = c("s", "sec", "second", "seconds", "秒"), minute = c("min", "mins", "minute", "minutes", "分", "分钟"),
  hour = c("h", "hr", "hrs", "hour", "hours", "时", "小时"), day = c("d", "day", "days", "天", "日"),
  week = c("w", "wk", "wks", "week", "weeks", "周", "星期"), month = c("mo", "month", "months", "月", "个月"),
  year = c("y", "yr", "yrs", "year", "years", "年")
)
#' What a unit is of the smallest of its family. A month is no fixed number of days.
COURSE_FAMILIES <- list(c(second = 1, minute = 60, hour = 3600, day = 86400, week = 604800), c(month = 1, year = 12))
#' Words before a number that say nothing of its unit.
COURSE_LEADS <- c("", "第", "t", "time", "后", "用药后", "给药后", "处理后", "治疗后", "术后", "感染后", "刺激后")
COURSE_STAGES <- c(i = 1, ii = 2, iii = 3, iv = 4, v = 5, vi = 6, "1" = 1, "2" = 2, "3" = 3, "4" = 4, "5" = 5, "6" = 6)
COURSE_LETTERS <- c(from = "ⅠⅡⅢⅣⅤⅥ", to = "123456")
COURSE_STAGE_WORDS <- "^(stage|grade)|(期|级)$"

#' @param cells A column of the groups table. @param samples Whose cells they are. @param column Its name.
#' @return List: `time` (number of each cell, NA where it is blank) and `unit`, a name of `COURSE_WORDS`, or "none".
#' @section Errors: `stop_input` on `time_column` for cells that are no number, and for units that cannot be brought to one.
read_times <- function(cells, samples, column) {
  if (is.numeric(cells)) return(list(time = replace(as.numeric(cells), !is.finite(cells), NA_real_), unit = "none"))
  cells <- trimmed(as.character(cells))
  blank <- is.na(cells) | cells %in% MISSING_CELLS
  plain <- written_numbers(cells)
  if (all(is.finite(plain[!blank]))) return(list(time = replace(plain, blank, NA_real_), unit = "none"))
  stage <- stage_numbers(cells)
  if (!anyNA(stage[!blank])) return(list(time = replace(stage, blank, NA_real_), unit = "none"))
  parts <- time_parts(cells)
  refuse_unread_times(which(is.na(parts$number) & !blank), cells, samples, column)
  words <- unique(parts$word[!blank & !(parts$number == 0 & parts$word == "")])
  # Letters that all cells have alike say nothing of the order: dose10, B2, 10 uM.
  if (length(words) == 1L && is.na(unit_of_word(words))) return(list(time = replace(parts$number, blank, NA_real_), unit = "none"))
  unit <- vapply(parts$word, unit_of_word, character(1), USE.NAMES = FALSE)
  unit[parts$number == 0 & parts$word == ""] <- "zero"
  refuse_unread_times(which(is.na(unit) & !blank), cells, samples, column)
  in_one_unit(parts$number, unit, blank, column)
}

#' Stages in Roman numerals or digits, with or without the word; NA where a cell is none.
stage_numbers <- function(cells) {
  text <- gsub(" ", "", tolower(chartr(COURSE_LETTERS[["from"]], COURSE_LETTERS[["to"]], cells)), fixed = TRUE)
  unname(COURSE_STAGES[sub(COURSE_STAGE_WORDS, "", sub(COURSE_STAGE_WORDS, "", text))])
}

#' The number of each cell, and the letters around it. A minus counts where nothing stands before it: Day-3 may be either.
#' @return Data frame: `number` (NA where there is none, or several) and `word`.
time_parts <- function(cells) {
  text <- trimmed(tolower(chartr(FULL_WIDTH[["from"]], FULL_WIDTH[["to"]], cells)))
  found <- regmatches(text, regexec("^([^0-9.+-]*)([0-9]+\\.?[0-9]*)([^0-9.+-]*)$", text))
  signed <- regmatches(text, regexec("^([+-][0-9]+\\.?[0-9]*)([^0-9.+-]*)$", text))
  part <- function(i) vapply(found, function(one) if (length(one) == 4L) one[[i]] else NA_character_, character(1))
  number <- as.numeric(part(3L))
  before <- trimmed(gsub("[_ .:：]+$", "", part(2L)))
  word <- paste0(ifelse(before %in% COURSE_LEADS, "", before), trimmed(gsub("^[_ ]+", "", part(4L))))
  is_signed <- lengths(signed) == 3L
  number[is_signed] <- as.numeric(vapply(signed[is_signed], `[[`, character(1), 2L))
  word[is_signed] <- trimmed(vapply(signed[is_signed], `[[`, character(1), 3L))
  data.frame(number = number, word = word)
}

unit_of_word <- function(word) {
  found <- vapply(COURSE_WORDS, function(words) word %in% words, logical(1))
  if (is.na(word) || !any(found)) NA_character_ else names(COURSE_WORDS)[found][[1L]]
}

refuse_unread_times <- function(at, cells, samples, column) {
  if (length(at) == 0L) return(invisible())
  stop_input("times_unread", sprintf(
    "「%s」列有 %d 格读不成数：%s。请写成数（如 0、6、24），或都带同样的单位（如 6h、24h）；没有时间的留空",
    column, length(at), list_names(sprintf("%s「%s」", samples[at], cells[at]), 3L)
  ), "time_column")
}

#' All in the unit that most cells have; of equally many the smallest.
in_one_unit <- function(number, unit, blank, column) {
  used <- unique(unit[!blank & unit != "zero"])
  family <- Filter(function(family) all(used %in% names(family)), COURSE_FAMILIES)
  if (length(family) == 0L) stop_input("times_units", sprintf(
    "「%s」列里既有天（或更小的单位）又有月、年，换算不成一个单位。请改成同一个单位", column
  ), "time_column")
  family <- family[[1L]]
  counts <- table(factor(unit[!blank], names(family)))
  common <- names(family)[[which.max(counts)]]
  time <- number * ifelse(unit == "zero", 1, unname(family[unit])) / family[[common]]
  list(time = replace(time, blank, NA_real_), unit = common)
}
