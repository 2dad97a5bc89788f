# Hidden factors: what moves many genes and stands in no column, such as a batch that nobody wrote down. By surrogate variables (Leek and Storey
# 2007), for counts by svaseq (Leek 2014).

#' Of num.sv's permutations.
HIDDEN_SEED <- 1L
#' Samples that have to be left beyond all coefficients.
HIDDEN_FREEDOM <- 3L
#' A factor of which the groups explain more takes much of their difference with it.
FOLLOWS_GROUP <- 0.5

#' @param values Genes x samples, complete rows that vary: logarithms, or normalised counts. @param counted Are they counts?
#' @param design,tested As in `group_plan`: hidden factors are what the design does not explain, by genes that the tested columns do not move.
#' @param asked "auto" or a number.
#' @return Matrix samples x factors, the farthest sample of each above 0; no column where none was found.
#' @section Errors: `stop_input` where samples are too few for as many.
hidden_factors <- function(values, counted, design, tested, asked, job) {
  most <- nrow(design) - ncol(design) - HIDDEN_FREEDOM
  if (most < 1L) stop_input("hidden_freedom", sprintf(
    "%d 个样本已有 %d 个系数，剩下的不够再估计隐藏因素。请不用隐藏因素，或补充样本", nrow(design), ncol(design)
  ), "hidden_factors")
  if (asked != "auto" && as.integer(asked) > most) stop_input("hidden_freedom", sprintf(
    "%d 个样本、%d 个系数，最多估计 %d 个隐藏因素。请调小个数", nrow(design), ncol(design), most
  ), "hidden_factors")
  n <- if (asked == "auto") sva::num.sv(if (counted) log(values + 1) else values, design, method = "be", seed = HIDDEN_SEED) else as.integer(asked)
  if (n > most) job$finding("note", "hidden_capped", told(
    "估计出 %s 个隐藏因素，样本只够用前 %s 个", "%s hidden factors were estimated, and the samples suffice for the first %s", n, most
  ), field = "hidden_factors")
  n <- min(n, most)
  if (n == 0L) return(matrix(0, nrow(design), 0L))
  made <- if (counted) sva::svaseq else sva::sva
  factors <- made(values, design, design[, -tested, drop = FALSE], n.sv = n)$sv
  factors <- matrix(factors, nrow(design))
  turned <- turned_components(factors)
  factors[, turned] <- -factors[, turned]
  if (qr(cbind(design, factors))$rank < ncol(design) + n) stop_input("hidden_in_design", paste0(
    "估计出的隐藏因素和分组、协变量完全重合，不能同时放进模型。请减少隐藏因素的个数，或不用"
  ), "hidden_factors")
  factors
}

#' How much of each hidden factor a column of the groups table explains: R² of a linear model, and its F test.
#'
#' @param columns Named list: of each column the values of all samples. @return Data frame: `factor`, `column`, `share`, `p`.
hidden_links <- function(factors, columns) {
  rows <- lapply(seq_len(ncol(factors)), function(i) {
    do.call(rbind, lapply(names(columns), function(name) {
      known <- !is.na(columns[[name]])
      values <- columns[[name]][known]
      own <- if (is.numeric(values)) cbind(values) else indicator_columns(as.character(values))
      data.frame(factor = sprintf("SV%d", i), column = name, factor_share(factors[known, i], matrix(own, sum(known))))
    }))
  })
  if (length(rows) > 0L) return(do.call(rbind, rows))
  data.frame(factor = character(), column = character(), share = numeric(), p = numeric())
}

#' NA where there is nothing to explain by, or nothing left to test with.
factor_share <- function(values, columns) {
  fit <- stats::lm.fit(cbind(1, columns), values)
  df1 <- fit$rank - 1L
  df2 <- length(values) - fit$rank
  if (df1 < 1L || df2 < 1L) return(data.frame(share = NA_real_, p = NA_real_))
  share <- 1 - sum(fit$residuals^2) / sum((values - mean(values))^2)
  data.frame(share = share, p = stats::pf(share / df1 / ((1 - share) / df2), df1, df2, lower.tail = FALSE))
}

#' @param links As `hidden_links` gives them. @param group The column of the groups.
tell_hidden <- function(factors, links, group, asked, job) {
  n <- ncol(factors)
  job$facts(list(hidden_asked = TRUE, hidden = n > 0L, hidden_n = n, hidden_auto = asked == "auto"))
  if (n == 0L) return(job$finding("passed", "no_hidden_factors", told(
    "没有估计出隐藏因素（num.sv，be 法）：模型和不用隐藏因素时一样", "No hidden factor was estimated (num.sv, method be): the model is the one without"
  ), field = "hidden_factors"))
  follows <- links[links$column == group & !is.na(links$share) & links$share >= FOLLOWS_GROUP, ]
  if (nrow(follows) == 0L) return(invisible())
  job$finding("should", "hidden_follows_group", told(
    "%s 有 %s 由分组解释：它可能就是要比较的差别，放进模型会把真正的差别扣掉。请比较不用隐藏因素时的结果，或减少个数",
    c(
      "The groups explain %2$s of %1$s: it may be the difference that is looked for, and in the model it takes it away. Compare the result without",
      "hidden factors, or use fewer"
    ), paste(follows$factor, collapse = ", "), sprintf("%.0f%%", 100 * max(follows$share))
  ), field = "hidden_factors")
}
