# A forest plot of the ratios that a table holds, as papers write them. Nothing is computed anew.

FOREST_ROWS_MOST <- 100L
FOREST_NUMBER <- "[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?"
#' Between the ends of an interval.
FOREST_BETWEEN <- "\\s*(?:-|\u2013|\u2014|~|,|;|to|\u81f3|\u5230)\\s*"
#' A sign or a blank parts the estimate from its interval: digits that stand together are one number.
FOREST_RATIO <- sprintf("^(%1$s)(?:\\s*[(\\[,;]\\s*|\\s+)(%1$s)%2$s(%1$s)\\s*[)\\]]?$", FOREST_NUMBER, FOREST_BETWEEN)
REFERENCE_WORDS <- "ref|ref\\.|reference|referent|\u53c2\u7167|\u53c2\u8003|\u5bf9\u7167|\u53c2\u7167\u7ec4|\u5bf9\u7167\u7ec4"
REFERENCE_CELL <- sprintf("^(?:1(?:\\.0+)?)?\\s*+(?:[(\\[]\\s*)?(?:%s)\\s*[)\\]]?$", REFERENCE_WORDS)
#' A remark that the figure translates.
REFERENCE_REMARK <- "参照"

#' @param inputs `ratios`: data frame, one row per line of the figure. @param params,job See the declaration.
#' @return The declared table, in the order of the rows.
analyse <- function(inputs, params, job) {
  job$step("读出数值和区间", 0.2)
  ratios <- inputs$ratios
  if (nrow(ratios) == 0L) stop_input("no_rows", "表里没有一行数据。请核对粘贴的内容", "table")
  rows <- forest_lines(ratios, params)
  rows <- under_headings(rows, given_column(params$section_column))
  if (nrow(rows) > FOREST_ROWS_MOST) stop_input("many_rows", sprintf(
    "有 %s 行，一张图画不下。请留下 %s 行以内", format_count(nrow(rows)), FOREST_ROWS_MOST
  ), "table")
  check_order(rows, params)
  refuse_named_logs(params)
  centres <- interval_centres(rows)
  logs <- are_logs(centres, params)
  rows <- judged_rows(rows, params)
  drawn <- is.finite(rows$estimate)
  if (!any(drawn)) stop_input("nothing_left", sprintf(
    "没有一行能画：「%s」里没有读出数值和区间。请核对选的列；区间可以写在一格里，如 0.71 (0.55–0.91)", params$hr_column
  ), "hr_column")
  tell_rows(rows, params, job)
  tell_ratio_scale(rows, centres, logs, params, job)
  job$facts(list(
    logs_suspected = logs,
    rows = nrow(ratios), drawn = sum(drawn), clear = sum(drawn & (rows$lower > params$reference | rows$upper < params$reference), na.rm = TRUE),
    above = sum(rows$estimate[drawn] > params$reference), below = sum(rows$estimate[drawn] < params$reference),
    sections_n = length(unique(rows$section[nzchar(rows$section)])), references = sum(rows$reason == "reference"),
    without = sum(!drawn & rows$reason != "reference"), split = sum(rows$split)
  ))
  list(forest = rows[c("section", "label", "n", "events", "estimate", "lower", "upper", "p", "p_text", "remark")])
}

# ---- cells ----

given_column <- function(column) length(column) == 1L && nzchar(column)

#' Cells of a column as texts in plain letters: full-width signs, true minus and thousands separators as they are typed.
#'
#' @param digits Of numbers: 17 keep their value, 15 write 1.32 as 1.32.
ratio_texts <- function(table, column, field, digits = 17L) {
  if (is.null(table[[column]])) stop_input("no_column", sprintf("表里没有「%s」这一列。请重新选择", column), field)
  values <- table[[column]]
  # Each number by itself: together they would take one another's digits.
  cells <- if (is.numeric(values)) vapply(values, format, character(1), digits = digits, trim = TRUE) else as.character(values)
  cells[is.na(values)] <- ""
  cells <- chartr("（）［］，；：＜＞＝．～０１２３４５６７８９＋", "()[],;:<>=.~0123456789+", enc2utf8(cells))
  cells <- gsub("\u221e", "Inf", gsub("[\u2212\uff0d]", "-", cells), fixed = TRUE)
  cells <- gsub("[\u00a0\u2009\u202f\u3000]", " ", cells)
  cells <- trimmed(gsub("(?<=\\d),(?=\\d{3}(?:\\D|$))", "", cells, perl = TRUE))
  ifelse(cells %in% c(MISSING_CELLS, "\u2013", "\u2014", "/"), "", cells)
}

#' An estimate, with its interval where the cell holds it: 0.71 (0.55–0.91), 0.71 [95% CI 0.55, 0.91].
#'
#' @return Data frame `estimate`, `lower`, `upper`, `split` (was there an interval?), `reference` (does it say that the row is the reference?).
cell_ratios <- function(cells) {
  bare <- gsub("95\\s*%\\s*(?:CI|\u7f6e\u4fe1\u533a\u95f4|\u53ef\u4fe1\u533a\u95f4)?\\s*[:,=]?\\s*", "", cells, perl = TRUE, ignore.case = TRUE)
  bare <- gsub("\\s*\\*+$", "", bare)
  parts <- regmatches(bare, regexec(FOREST_RATIO, bare, perl = TRUE, ignore.case = TRUE))
  split <- lengths(parts) == 4L
  part <- function(i) vapply(parts, function(one) if (length(one) == 4L) as.numeric(one[[i]]) else NA_real_, numeric(1))
  data.frame(
    estimate = ifelse(split, part(2L), written_numbers(bare)), lower = part(3L), upper = part(4L), split = split,
    reference = grepl(REFERENCE_CELL, bare, ignore.case = TRUE, perl = TRUE)
  )
}

#' P as a number and as it is written: "<0.001" is a bound and no number, 1.2×10^-5 is one.
#'
#' @return Data frame `p` (NA where only a bound is told), `p_text` (empty: as the number is), `bound`, `sign` (of the bound), `wrong`.
cell_p <- function(cells) {
  bare <- gsub("[\u2020\u2021]+$", "", cells)
  number <- written_numbers(bare, bounds = TRUE)
  wrong <- nzchar(bare) & (is.na(number) | number < 0 | number > 1)
  number[wrong] <- NA_real_
  place <- regexpr("[<>\u2264\u2265]", bare)
  sign <- ifelse(place > 0L & !wrong, substr(bare, place, place), "")
  bound <- ifelse(nzchar(sign), number, NA_real_)
  written <- trimmed(sprintf("%s %s", sign, trimmed(sub("\\**$", "", sub("^[^<>\u2264\u2265]*[<>\u2264\u2265]=?", "", bare)))))
  data.frame(
    p = ifelse(nzchar(sign), NA_real_, number), p_text = ifelse(wrong, cells, ifelse(nzchar(sign), written, "")), bound = bound, sign = sign,
    wrong = wrong
  )
}

# ---- rows ----

#' Every row of the table, read.
forest_lines <- function(ratios, params) {
  cells <- function(field) if (given_column(params[[field]])) ratio_texts(ratios, params[[field]], field) else rep("", nrow(ratios))
  first <- if (given_column(params$label_column)) params$label_column else names(ratios)[[1L]]
  label <- if (is.null(ratios[[first]])) ratio_texts(ratios, first, "label_column") else trimmed(plain_texts(ratios[[first]]))
  written <- cells("hr_column")
  own <- cell_ratios(written)
  # An interval may have a column of its own: "0.55–0.91".
  lower <- cells("lower_column")
  upper <- cells("upper_column")
  joined <- cell_ratios(ifelse(nzchar(lower) & !nzchar(upper), paste("0", lower), ""))
  fill <- function(values, others) ifelse(is.na(values), others, values)
  p <- cell_p(cells("p_column"))
  data.frame(
    section = trimmed(cells("section_column")), label = label, n = suppressWarnings(as.integer(written_numbers(cells("n_column")))),
    events = suppressWarnings(as.integer(written_numbers(cells("events_column")))), estimate = own$estimate,
    lower = fill(fill(own$lower, joined$lower), written_numbers(lower)), upper = fill(fill(own$upper, joined$upper), written_numbers(upper)),
    p = p$p, p_text = p$p_text, p_bound = p$bound, p_sign = p$sign, p_wrong = p$wrong, split = own$split,
    written = ratio_texts(ratios, params$hr_column, "hr_column", digits = 15L),
    is_reference = own$reference, blank = !nzchar(written) & !nzchar(lower) & !nzchar(upper) & !nzchar(cells("p_column"))
  )
}

#' Rows of a name alone are headings of those below, unless a column tells the headings; rows of nothing are left out.
under_headings <- function(rows, has_section) {
  rows <- rows[nzchar(rows$label) | !rows$blank, , drop = FALSE]
  if (has_section || !any(!rows$blank)) return(plain_rows(rows))
  follows <- c(!rows$blank[-1L], FALSE)
  heading <- rows$blank & follows & is.na(rows$n)
  place <- cumsum(heading)
  rows$section <- c("", rows$label[heading])[place + 1L]
  plain_rows(rows[!heading, , drop = FALSE])
}

#' Refuse columns of limits that were chosen the wrong way round.
check_order <- function(rows, params) {
  both <- is.finite(rows$lower) & is.finite(rows$upper) & rows$lower != rows$upper
  if (!any(both) || !all(rows$lower[both] > rows$upper[both])) return(invisible())
  stop_input("limits_swapped", "每一行的下限都大于上限，像是两列选反了。请把「下限列」和「上限列」对调", "lower_column")
}

#' Rows that can be drawn keep their numbers; of the others `remark` is what the figure writes in their place.
judged_rows <- function(rows, params) {
  ratio <- function(values) if (params$log_axis) values > 0 else rep(TRUE, length(values))
  has_interval <- !is.na(rows$lower) & !is.na(rows$upper)
  rows$reason <- ""
  mark <- function(out, why) rows$reason[out & rows$reason == ""] <<- why
  mark(rows$is_reference, "reference")
  # A 1 without an interval and without P is how many tables write the reference.
  mark(is.finite(rows$estimate) & rows$estimate == params$reference & !has_interval & is.na(rows$p) & !nzchar(rows$p_text), "reference")
  mark(!is.finite(rows$estimate), "unread")
  mark(!ratio(rows$estimate), "negative")
  mark(!has_interval, "no_interval")
  mark(rows$lower > rows$estimate | rows$upper < rows$estimate, "outside")
  mark(!ratio(rows$lower) & rows$lower != 0, "negative")
  out <- rows$reason != ""
  given <- ifelse(has_interval & !rows$split & is.finite(rows$estimate), sprintf("%s (%s–%s)", rows$written, rows$lower, rows$upper), rows$written)
  rows$remark <- ifelse(rows$reason == "reference", REFERENCE_REMARK, ifelse(out, ifelse(nzchar(given), given, "—"), ""))
  rows[out, c("estimate", "lower", "upper")] <- NA_real_
  rows
}

# ---- ratios, or their logarithms? ----

#' A column of coefficients by its name; exp(coef) is one of ratios.
LOG_NAME <- paste0(
  "(^|[^a-z])(log|ln)[ _.-]*(?:\\([ _.-]*)?(hr|or|rr|hazard|odds|risk)|^[ _]*(coef|coefficient|beta|b)[ _]*$",
  "|^\u03b2$|\u56de\u5f52\u7cfb\u6570|\u5bf9\u6570"
)
#' An estimate this far off the middle of its interval, as a share of the width, does not stand in the middle.
OFF_CENTRE <- 0.2
#' So near to the middle is in it.
IN_CENTRE <- 0.03
#' Fewer intervals do not tell a scale.
SCALE_ROWS <- 3L

refuse_named_logs <- function(params) {
  name <- params$hr_column
  if (!params$log_axis || params$reference != 1 || !grepl(LOG_NAME, tolower(name), perl = TRUE)) return(invisible())
  stop_input("logs_as_ratios", sprintf(paste0(
    "「%s」列像是 log(HR) 或回归系数，不是比值：按比值画，方向会全部弄反（小于 1 的正系数会画在左边）。请改选比值的列（如 HR、exp(coef)）；",
    "要画系数本身，请关掉「对数坐标」，并把「无效线」改成 0"
  ), name), "hr_column")
}

#' How far each estimate is off the middle of its interval, as a share of the width, on the plain and on the logarithmic scale (NA where there is
#' none). A ratio stands in the middle of logarithms, a logarithm in the middle of the numbers themselves. `slack` is what rounding may do.
interval_centres <- function(rows) {
  width <- rows$upper - rows$lower
  unit <- rounded_to(c(rows$estimate, rows$lower, rows$upper))
  plain <- ifelse(width > 0, abs((rows$lower + rows$upper) / 2 - rows$estimate) / width, NA_real_)
  positive <- rows$lower > 0 & rows$estimate > 0 & width > 0
  logs <- suppressWarnings(log(cbind(rows$lower, rows$estimate, rows$upper)))
  spread <- logs[, 3L] - logs[, 1L]
  data.frame(
    plain = plain, log = ifelse(positive, abs((logs[, 1L] + logs[, 3L]) / 2 - logs[, 2L]) / spread, NA_real_),
    slack = unit / width, log_slack = unit / 2 * (1 / rows$lower + 1 / rows$estimate) / spread
  )
}

#' The unit that numbers are rounded to: 0.01 of 0.71 and 1.32.
rounded_to <- function(values) {
  values <- values[is.finite(values)]
  10^-Find(function(digits) digits == 12L || all(abs(values - round(values, digits)) < 1e-12), 0:12)
}

#' Do the intervals stand around their estimates as those of logarithms do? A narrow interval is in the middle on either scale and says nothing.
are_logs <- function(centres, params) {
  if (!params$log_axis) return(FALSE)
  telling <- !is.na(centres$plain) & centres$slack < IN_CENTRE & (is.na(centres$log) | centres$log > 3 * IN_CENTRE + centres$log_slack |
    (centres$plain > IN_CENTRE & centres$log <= IN_CENTRE + centres$log_slack))
  sum(telling) >= SCALE_ROWS && all(centres$plain[telling] <= IN_CENTRE)
}

#' Say what the intervals tell of the scale, and which of them do not fit their estimate.
tell_ratio_scale <- function(rows, centres, logs, params, job) {
  if (logs) job$finding("should", "logs_suspected", told(
    "各行的区间在原来的尺度上左右对称，像是 log(HR) 或差值，不像比值（比值的区间在对数尺度上对称）。若是 log(HR)，现在的图方向全部是反的",
    c(
      "The intervals are symmetric on the plain scale, as those of log(HR) or of differences are, and not on the logarithmic one, as those of ratios",
      "are. If these are log(HR), every direction in the figure is reversed"
    )
  ), field = "log_axis", fix = list(label = "按系数画（无效线为 0）", parameters = list(log_axis = FALSE, reference = 0, estimate_name = "log(HR)")))
  off <- if (params$log_axis && !logs) centres$log > OFF_CENTRE + centres$log_slack & centres$plain > OFF_CENTRE + centres$slack else
    centres$plain > OFF_CENTRE + centres$slack
  off <- which(off & is.finite(rows$estimate))
  if (length(off) > 0L) job$finding("should", "off_centre", told(
    "有 %s 行的数值不在自己区间的中间，上下限与数值像是对不上，请核对原表：%s",
    "%s rows have an estimate off the middle of its interval, as where limits and estimate do not belong together; check the source: %s",
    format_count(length(off)), told_names(rows$label[off], 5L)
  ), field = "lower_column")
}

REASON_SENTENCES <- list(
  unread = told("没有读出数值", "no number could be read"),
  negative = told(
    "比值小于或等于 0，在对数坐标上没有位置（若是系数或 log(HR)，请先取指数，或关掉对数坐标）",
    "a ratio of 0 or less has no place on a logarithmic axis (coefficients and log(HR) have to be exponentiated, or drawn on a plain axis)"
  ),
  no_interval = told("没有置信区间", "no confidence interval"),
  outside = told("数值不在自己的区间里，请核对原表", "the estimate lies outside its interval; check the source")
)

tell_rows <- function(rows, params, job) {
  headings <- if (given_column(params$section_column)) character() else unique(rows$section[nzchar(rows$section)])
  if (length(headings) > 0L) job$finding("note", "headings", told(
    "没有数字的行当作下面几行的小标题：%s。不是小标题的，请从表里删去", "Rows without numbers were taken for headings of those below: %s",
    told_names(headings)
  ), field = "table")
  for (reason in names(REASON_SENTENCES)) {
    own <- rows$label[rows$reason == reason]
    if (length(own) > 0L) job$finding("should", paste0("rows_", reason), told(
      "有 %s 行没有画：%s。它们是：%s", "%s rows were not drawn: %s; namely %s",
      format_count(length(own)), REASON_SENTENCES[[reason]], told_names(own, 5L)
    ), field = "hr_column")
  }
  wrong <- rows$label[rows$p_wrong]
  if (length(wrong) > 0L) job$finding("note", "p_unread", told(
    "有 %s 行的 P 不是 0–1 的数，照原样写：%s", "P is no number between 0 and 1 in %s rows and is written as given: %s",
    format_count(length(wrong)), told_names(wrong)
  ), field = "p_column")
  clear <- rows$lower > params$reference | rows$upper < params$reference
  small <- ifelse(is.na(rows$p), ifelse(rows$p_sign == "<" & rows$p_bound <= 0.05, TRUE, NA), rows$p < 0.05)
  # Rounded limits may touch the line of no effect where P is just below 0.05.
  differs <- which(!is.na(small) & !is.na(clear) & small != clear & !(!is.na(rows$p) & rows$p > 0.03 & rows$p < 0.07))
  if (length(differs) > 0L) job$finding("should", "p_differs", told(
    "有 %s 行的 P 与 95%% 置信区间对不上（一个显著、一个不显著），请核对原表：%s",
    "P and the 95%% confidence interval disagree in %s rows (one is significant, the other is not); check the source: %s",
    format_count(length(differs)), told_names(rows$label[differs])
  ), field = "p_column")
  if (params$log_axis && params$reference <= 0) job$finding("should", "reference_negative", told(
    "对数坐标上没有 %s 的位置，无效线没有画。比值的无效线是 1",
    "A logarithmic axis has no place for %s: no line of no effect is drawn. That of ratios is 1", true_minus(as.character(params$reference))
  ), field = "reference")
}
