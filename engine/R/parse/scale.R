#' What the numbers of a matrix are: counts, linear values or logarithms, and of which base the logarithms may be.

#' log2 of any intensity or count stays below.
LOG_LARGEST <- 50
#' Cells that are no logarithms among logarithms: of all, at most. The 99% quantile of the others is a logarithm then.
ODD_SHARE <- 0.01
#' The smallest of them against the largest of the others. The tail of linear values has no such gap.
ODD_GAP <- 1.5
#' The 99% quantile of logarithms against their middle. That of linear values is far higher: most genes are weakly expressed.
LOG_SPREAD <- 20
#' Columns that tell the spread and the base of all.
COLUMNS_LOOKED_AT <- 20L
#' Odd cells that the sentence names, and those that the detail lists.
ODD_SHOWN <- 3L
ODD_LISTED <- 50L

#' counts, log or linear. Up to 1% of fractions are rounding of a quantifier.
#'
#' @param measured See `measure_columns`. @param odd See `odd_cells`.
matrix_kind <- function(measured, odd = NULL) {
  if (measured$maximum <= LOG_LARGEST || !is.null(odd)) return("log")
  sums <- measured$sums
  same_sums <- length(sums) > 1L && max(sums) > 0 && (max(sums) - min(sums)) / max(sums) < 0.01
  if (measured$negative == 0 && measured$fractional <= FRACTIONAL_SHARE && !same_sums) "counts" else "linear"
}

#' The few cells that stand far beyond logarithms, in a matrix of logarithms: slips of a decimal point, cells that were not logged. Judged by its
#' maximum alone such a matrix would be linear, and a second logarithm would be advised.
#'
#' @param values Numeric matrix without infinite values. @param measured Its measures.
#' @return `list(cells, largest, high)`: data frame `row`, `column`, `value`, the largest first; the largest of all other values and their 99%
#'   quantile. NULL where there are no such cells, or where the matrix is linear.
odd_cells <- function(values, measured) {
  if (max(measured$maximum, -measured$minimum) <= LOG_LARGEST || measured$fractional <= FRACTIONAL_SHARE) return(NULL)
  found <- list()
  count <- largest <- 0
  for (j in seq_len(ncol(values))) {
    sizes <- abs(values[, j])
    rows <- which(sizes > LOG_LARGEST)
    count <- count + length(rows)
    if (count > ODD_SHARE * length(values)) return(NULL)
    largest <- max(largest, sizes[sizes <= LOG_LARGEST], na.rm = TRUE)
    if (length(rows) > 0L) found[[length(found) + 1L]] <- data.frame(row = rows, column = j, value = values[rows, j])
  }
  cells <- do.call(rbind, found)
  if (is.null(cells) || min(abs(cells$value)) < ODD_GAP * largest) return(NULL)
  others <- looked_at(values)
  others <- others[others > 0 & others <= LOG_LARGEST & !is.na(others)]
  if (length(others) == 0L) return(NULL)
  high <- stats::quantile(others, 0.99, names = FALSE)
  if (high > LOG_SPREAD * stats::median(others)) return(NULL)
  list(cells = cells[order(-abs(cells$value)), ], largest = largest, high = high)
}

#' Values of some columns, evenly spread, as a vector.
looked_at <- function(values) {
  as.vector(values[, unique(round(seq(1, ncol(values), length.out = min(ncol(values), COLUMNS_LOOKED_AT)))), drop = FALSE])
}

#' @param odd See `odd_cells`. @param ids,samples Names of rows and columns.
odd_finding <- function(odd, ids, samples) {
  if (is.null(odd)) return(NULL)
  cells <- odd$cells
  named <- sprintf("「%s」行「%s」列 %s", ids[cells$row], samples[cells$column], written_number(cells$value))
  shown <- paste(utils::head(named, ODD_SHOWN), collapse = "、")
  new_finding(
    "should", "odd_cells",
    sprintf(
      "有 %s 格远远超出其余数值（其余最大 %.3g，99%% 不超过 %.3g）：%s%s。其余像是取过对数，整张表按取过对数读", format_count(nrow(cells)),
      odd$largest, odd$high, shown, if (length(named) > ODD_SHOWN) " 等" else ""
    ),
    detail = paste0(
      "不要为这几格再取一次对数。请核对它们，写错的改正或清空后再上传；不改时按原样参与计算", if (length(named) > ODD_SHOWN) "。这些格子：",
      if (length(named) > ODD_SHOWN) paste(utils::head(named, ODD_LISTED), collapse = "、")
    )
  )
}

#' log10 of a million, ln of what a scanner of 16 bits can read. Whole arrays and transcriptomes reach far higher in log2, and stay below here.
LOG10_LARGEST <- 6
LN_LARGEST <- log(65536)
#' Of fewer genes all may be weakly expressed; shares lie below 1.
LOG_GENES <- 1000L
LOG_LEAST <- 2

LOG_BASES <- list(
  log10 = list(code = "log10_suspected", word = "log10", base = 10, fix = "to_log2", label = "从 log10 换成 log2"),
  ln = list(code = "ln_suspected", word = "自然对数（ln）", base = exp(1), fix = "ln_to_log2", label = "从 ln 换成 log2")
)

#' Logarithms that may have another base than 2: the file is asked about, for numbers alone seldom tell. Those of whole numbers do.
#'
#' @param kind Of the matrix. @param largest Its largest value, but for odd cells. @param negative Are there negative values?
base_finding <- function(kind, values, largest, negative) {
  if (kind != "log" || negative || largest <= LOG_LEAST) return(NULL)
  whole <- whole_base(values, largest)
  if (!is.null(whole)) return(if (whole != "log2") counted_finding(LOG_BASES[[whole]]))
  if (nrow(values) < LOG_GENES || largest > LN_LARGEST) return(NULL)
  likely <- if (largest <= LOG10_LARGEST) c("log10", "ln") else "ln"
  bases <- LOG_BASES[likely]
  offers <- lapply(unname(bases), function(one) list(label = one$label, file = one$fix))
  words <- paste(vapply(bases, `[[`, "", "word"), collapse = "或")
  new_finding(
    "should", bases[[1L]]$code,
    sprintf("最大的数值只有 %.3g，像是取了%s，不是 log2。各工具都按 log2 理解对数，别的底的差异倍数会被算小", largest, spaced(words)),
    detail = "看数据说明或处理步骤里写的是哪一种：确实不是 log2 时，请换成 log2；是 log2 时不用管", fix = offers[[1L]],
    alternative = if (length(offers) > 1L) offers[[2L]]
  )
}

spaced <- function(words) if (startsWith(words, "log")) paste0(" ", words) else words

counted_finding <- function(base) {
  new_finding(
    "should", base$code, sprintf("按%s还原后都是整数：这是计数取了%s，不是 log2。各工具都按 log2 理解对数，差异倍数会被算小",
      spaced(base$word), spaced(base$word)),
    detail = "请换成 log2；只做计数方法时，请上传没有取过对数的计数", fix = list(label = base$label, file = base$fix)
  )
}

#' Numbers up to which a rounded logarithm gives a whole number back, how near, and how many of how many kinds are looked for.
WHOLE_UP_TO <- 20
WHOLE_NEAR <- 0.05
WHOLE_CELLS <- 50L
WHOLE_KINDS <- 6L
WHOLE_SHARE <- 0.95

#' The base, `log2`, `log10` or `ln`, in which the logarithms are those of whole numbers; NULL where they are of none.
whole_base <- function(values, largest) {
  seen <- looked_at(values)
  seen <- seen[!is.na(seen) & seen > 0]
  for (name in c("log2", names(LOG_BASES))) {
    base <- if (name == "log2") 2 else LOG_BASES[[name]]$base
    back <- base^seen[seen <= log(WHOLE_UP_TO, base)]
    near <- abs(back - round(back)) < WHOLE_NEAR
    if (length(back) >= WHOLE_CELLS && mean(near) >= WHOLE_SHARE && length(unique(round(back[near]))) >= WHOLE_KINDS) return(name)
  }
  NULL
}
