# One gene's expression in groups of samples: its scale, its boxes, and P in words. What the tools that compare a gene have in common.

#' Values as they are shown: log2(x + 1), or x itself.
#'
#' @param values log2(x + 1). @param log_scale TRUE: as they are.
on_scale <- function(values, log_scale) if (log_scale) values else pmax(2^values - 1, 0)

#' A cohort's unit on the chosen scale: `log2(TPM+1)`, or `TPM`.
scale_unit <- function(unit, log_scale) if (log_scale) unit else trimmed(sub("^log2\\((.*?)\\s*\\+\\s*1\\)$", "\\1", unit))

#' The title of an axis of expression. @param units One for each cohort; where they differ, none is named.
value_title <- function(gene, units) {
  units <- unique(units)
  unit <- if (length(units) == 1L) sprintf("（%s）", sub("^log2", "log~2~", units)) else ""
  paste0(gene_title(gene), if (nzchar(gene)) " ", "表达量", unit)
}

#' Boxes of a comparison figure, a row per panel, category and group in order of appearance; whiskers as `boxplot.stats` has them.
#'
#' @param points Data frame `label`, `group`, `facet`, `name`, `value`. @return Data frame facet, label, group, n, low, q1, median, q3, high.
group_boxes <- function(points) {
  key <- paste(points$facet, points$label, points$group, sep = "\t")
  first <- !duplicated(key)
  numbers <- vapply(split(points$value, factor(key, key[first])), function(values) grDevices::boxplot.stats(values, do.out = FALSE)$stats, numeric(5))
  counts <- as.integer(table(factor(key, key[first])))
  data.frame(
    facet = points$facet[first], label = points$label[first], group = points$group[first], n = counts,
    low = numbers[1L, ], q1 = numbers[2L, ], median = numbers[3L, ], q3 = numbers[4L, ], high = numbers[5L, ], row.names = NULL
  )
}

#' "P = 0.012", "P = 3.4e−12": exact, as figures have it.
p_sentence <- function(p) {
  sentences <- paste(ifelse(p > 0, "P =", "P"), p_digits(p))
  sentences[is.na(p)] <- ""
  sentences
}

#' P as it is written in figures: "0.012", "4.0e−7", "< 1e−300" of 0; "" where there is none.
p_digits <- function(p) {
  vapply(p, function(p) {
    if (is.na(p)) return("")
    if (p == 0) return(true_minus("< 1e-300"))
    if (p >= 0.001) return(sprintf("%.3f", p))
    true_minus(sub("e-0+", "e-", sprintf("%.1e", p)))
  }, character(1), USE.NAMES = FALSE)
}

#' Stars where there is no room for P: 0.05, 0.01, 0.001.
p_stars <- function(p) ifelse(is.na(p), "", ifelse(p < 0.001, "***", ifelse(p < 0.01, "**", ifelse(p < 0.05, "*", "ns"))))

#' A name in a title: nothing in it is a mark.
as_title <- function(name) gsub("([~*\\\\])", "\\\\\\1", name)

#' A gene in a title: italic.
gene_title <- function(gene) ifelse(nzchar(gene), paste0("*", as_title(gene), "*"), "")
