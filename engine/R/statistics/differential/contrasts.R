# Sums of groups as people write them, such as "(A + B)/2 - C": read letter by letter as data, never run as code.

#' Letters that are written for the signs of a sum.
SUM_SIGNS <- c(
  "+" = "+", "\uff0b" = "+", "-" = "-", "\u2212" = "-", "\uff0d" = "-", "\u2013" = "-", "*" = "*", "\u00d7" = "*", "\uff0a" = "*", "/" = "/",
  "\u00f7" = "/", "\uff0f" = "/", "(" = "(", "\uff08" = "(", ")" = ")", "\uff09" = ")", "=" = "=", "\uff1d" = "=", ";" = ";", "\uff1b" = ";",
  "\n" = ";"
)
#' What may stand around the name of a group.
SUM_QUOTES <- c("\u300c" = "\u300d", "\u300e" = "\u300f", "\u201c" = "\u201d", "\"" = "\"", "'" = "'", "[" = "]")
#' Brackets in brackets; a sum of groups needs two.
SUM_DEPTH <- 20L
#' Weights that add up to less than this are rounding, as of 1/3 + 1/3 + 1/3.
SUM_ROUNDING <- 1e-8

#' Several sums, parted by semicolons, each with or without a name before "=".
#'
#' @param text The user's. @param groups Names of the groups.
#' @return List, one for each sum: `name`, and `weights`, a number for each group; they add up to 0.
#' @section Errors: `stop_input` on the field `contrasts` that says what cannot be read, and how it is written.
read_contrasts <- function(text, groups) {
  tokens <- sum_tokens(text, groups)
  parts <- split_tokens(tokens, ";")
  parts <- parts[vapply(parts, nrow, integer(1)) > 0L]
  if (length(parts) == 0L) stop_sum("还没有写对比", "例如 (A + B)/2 - C，几个之间用分号隔开")
  lapply(parts, one_contrast, text = text, groups = groups)
}

stop_sum <- function(what, remedy) stop_input("contrast_unread", sprintf("%s。%s", what, remedy), "contrasts")

one_contrast <- function(tokens, text, groups) {
  sides <- split_tokens(tokens, "=")
  if (length(sides) > 2L) stop_sum(sprintf("「%s」里有两个等号", written_part(text, tokens)), "每个对比最多一个等号：名字 = 式子")
  sum <- sides[[length(sides)]]
  named <- length(sides) == 2L && nrow(sides[[1L]]) > 0L
  if (nrow(sum) == 0L) stop_sum(sprintf("「%s」的等号后面没有式子", written_part(text, tokens)), "请补上，例如 A - B")
  written <- written_part(text, sum)
  weights <- sum_weights(sum, groups, written)
  list(name = if (named) written_part(text, sides[[1L]]) else plain_sum(sum), weights = weights)
}

#' A sum as its name: without quotes, its signs as they are printed.
plain_sum <- function(tokens) {
  signs <- c("+" = " + ", "-" = " \u2212 ")
  operand <- tokens$type %in% c("group", "quoted", "number")
  pieces <- ifelse(operand, tokens$value, ifelse(tokens$type %in% names(signs), signs[tokens$type], tokens$type))
  trimmed(paste(pieces, collapse = ""))
}

#' The letters of the user's text that tokens were made of.
written_part <- function(text, tokens) substr(text, tokens$from[[1L]], tokens$to[[nrow(tokens)]])

split_tokens <- function(tokens, sign) {
  part <- cumsum(tokens$type == sign)
  own <- tokens$type != sign
  unname(lapply(seq(0L, max(part, 0L)), function(i) tokens[own & part == i, , drop = FALSE]))
}

# ---- letters to tokens ----

#' @return Data frame: `type` (a sign, "group", "number", "word"), `value`, `from` and `to` (letters of the text). A group stands in quotes, or as
#'   it is where no longer name of a group begins there; one that is called by a number stands in quotes alone.
sum_tokens <- function(text, groups) {
  letters <- strsplit(text, "", fixed = TRUE)[[1L]]
  bare <- groups[!grepl("^[0-9.]+$", groups)]
  bare <- bare[order(-nchar(bare))]
  found <- list()
  at <- 1L
  while (at <= length(letters)) {
    token <- next_token(text, letters, at, bare)
    at <- token$to + 1L
    last <- length(found)
    # Letters of no known name are one word, for the sentence that names it.
    if (token$type == "word" && last > 0L && found[[last]]$type == "word" && found[[last]]$to == token$from - 1L) {
      found[[last]]$to <- token$to
      found[[last]]$value <- paste0(found[[last]]$value, token$value)
    } else if (token$type != "blank") found[[last + 1L]] <- token
  }
  if (length(found) == 0L) return(data.frame(type = character(), value = character(), from = integer(), to = integer()))
  do.call(rbind, lapply(found, as.data.frame))
}

next_token <- function(text, letters, at, groups) {
  letter <- letters[[at]]
  token <- function(type, value, to = at) list(type = type, value = value, from = at, to = to)
  if (letter %in% names(SUM_QUOTES)) {
    close <- which(letters == SUM_QUOTES[[letter]] & seq_along(letters) > at)
    if (length(close) > 0L) return(token("quoted", paste(letters[seq_len(close[[1L]] - at - 1L) + at], collapse = ""), close[[1L]]))
  }
  here <- groups[startsWith(rep(substring(text, at), length(groups)), groups)]
  if (length(here) > 0L) return(token("group", here[[1L]], at + nchar(here[[1L]]) - 1L))
  if (letter %in% names(SUM_SIGNS)) return(token(SUM_SIGNS[[letter]], letter))
  if (letter %in% c(" ", "\t", "\r", "\u00a0", "\u3000")) return(token("blank", letter))
  if (!letter %in% as.character(0:9)) return(token("word", letter))
  rest <- letters[seq(at, length(letters))]
  run <- match(FALSE, rest %in% c(as.character(0:9), "."), nomatch = length(rest) + 1L) - 1L
  token("number", paste(rest[seq_len(run)], collapse = ""), at + run - 1L)
}

# ---- tokens to weights ----

#' @return A number for each group.
sum_weights <- function(tokens, groups, written) {
  tokens <- known_operands(tokens, groups, written)
  reader <- new.env(parent = emptyenv())
  reader$tokens <- tokens
  reader$at <- 1L
  reader$groups <- groups
  reader$written <- written
  value <- read_sum(reader, 0L)
  if (reader$at <= nrow(tokens)) {
    stop_sum(sprintf("「%s」在「%s」处断开了", written, tokens$value[[reader$at]]), "名字之间要有 + 或 -，括号要成对；组名里有符号的，用「」括起来")
  }
  checked_weights(value, groups, written)
}

known_operands <- function(tokens, groups, written) {
  quoted <- tokens$type == "quoted"
  strange <- c(tokens$value[quoted & !tokens$value %in% groups], tokens$value[tokens$type == "word"])
  if (length(strange) > 0L) stop_sum(
    sprintf("「%s」里的「%s」不是组名", written, strange[[1L]]), sprintf("现有的组：%s。组名要与分组表写得一样", list_names(groups, 12L))
  )
  tokens$type[quoted] <- "group"
  tokens
}

checked_weights <- function(value, groups, written) {
  if (!all(is.finite(c(value$weights, value$number)))) stop_sum(sprintf("「%s」里有除以 0 或太大的数", written), "请改成通常的数")
  if (abs(value$number) > SUM_ROUNDING) stop_sum(
    sprintf("「%s」里有一个不乘在组上的数", written), "数只能作系数，如 (A + B)/2；组名是数字的，用「」括起来，如「1」 - 「0」"
  )
  total <- sum(value$weights)
  if (abs(total) > SUM_ROUNDING) stop_sum(
    sprintf("「%s」里各组的系数加起来是 %s，不是 0，比的不是组间的差别", written, written_number(total)), "两组的平均与一组相比，写作 (A + B)/2 - C"
  )
  if (all(abs(value$weights) <= SUM_ROUNDING)) stop_sum(sprintf("「%s」里各组抵消了，没有可比的", written), "请核对组名")
  stats::setNames(value$weights, groups)
}

peek <- function(reader) if (reader$at > nrow(reader$tokens)) "" else reader$tokens$type[[reader$at]]
step_on <- function(reader) reader$at <- reader$at + 1L

#' A value is `weights` of the groups and a plain `number`.
read_sum <- function(reader, depth) {
  value <- read_product(reader, depth)
  while (peek(reader) %in% c("+", "-")) {
    sign <- if (peek(reader) == "+") 1 else -1
    step_on(reader)
    other <- read_product(reader, depth)
    value <- list(weights = value$weights + sign * other$weights, number = value$number + sign * other$number)
  }
  value
}

read_product <- function(reader, depth) {
  value <- read_factor(reader, depth)
  while (peek(reader) %in% c("*", "/")) {
    sign <- peek(reader)
    step_on(reader)
    value <- multiplied(value, read_factor(reader, depth), sign, reader$written)
  }
  value
}

multiplied <- function(value, other, sign, written) {
  scaled <- function(one, by) list(weights = one$weights * by, number = one$number * by)
  plain <- function(one) all(one$weights == 0)
  if (sign == "/") {
    if (!plain(other)) stop_sum(sprintf("「%s」里除以了一组", written), "只能除以数；对数上的差别已经是倍数，写作 A - B")
    return(scaled(value, 1 / other$number))
  }
  if (plain(other)) return(scaled(value, other$number))
  if (plain(value)) return(scaled(other, value$number))
  stop_sum(sprintf("「%s」里把两组相乘了", written), "组只能乘以数，再相加减")
}

read_factor <- function(reader, depth) {
  type <- peek(reader)
  if (depth > SUM_DEPTH) stop_sum(sprintf("「%s」里的括号太多", written_beginning(reader$written)), "请写得简单些")
  none <- numeric(length(reader$groups))
  token <- if (type != "") reader$tokens$value[[reader$at]] else ""
  if (type %in% c("-", "+")) {
    step_on(reader)
    value <- read_factor(reader, depth + 1L)
    sign <- if (type == "-") -1 else 1
    return(list(weights = sign * value$weights, number = sign * value$number))
  }
  if (type == "(") {
    step_on(reader)
    value <- read_sum(reader, depth + 1L)
    if (peek(reader) != ")") stop_sum(sprintf("「%s」里有括号没有合上", written_beginning(reader$written)), "请补上右括号")
    step_on(reader)
    return(value)
  }
  if (type == "group") {
    step_on(reader)
    return(list(weights = as.numeric(reader$groups == token), number = 0))
  }
  number <- if (type == "number") suppressWarnings(as.numeric(token)) else NA_real_
  if (is.na(number)) stop_sum(sprintf("「%s」不完整或有多余的符号", written_beginning(reader$written)), "每个符号两边都要有组名或数，例如 (A + B)/2 - C")
  step_on(reader)
  list(weights = none, number = number)
}

written_beginning <- function(text) if (nchar(text) > 60L) paste0(substr(text, 1L, 60L), "\u2026") else text
