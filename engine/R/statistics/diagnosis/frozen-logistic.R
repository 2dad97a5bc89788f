#' A penalised logistic regression as an object of its own: all that is needed to foretell the outcome of other samples, and nothing else.
#'
#' A model is a list as `read_model` has them of a linear one (`genes`, `coefficient`, `centre`, `spread`, `about`, `salt`, `seen`), so that its
#' genes are found and scaled by the same functions, with
#' - `method` (code of `LEARNERS`), `intercept`, `cutoff` (of the probability: who is at or above it is called a case):
#'   log odds = intercept + sum(coefficient * x), x as log2(x + 1);
#' - `clinical` (see risk-model.R; NULL where there are none): clinical variables, whose columns stand among `genes`;
#' - `label`, `positive`: column and value of the outcome in training; NA where it is not known;
#' - `about`: named character, what the reader must know: unit of expression, samples, cases, and the AUC in training.

#' Version of the layout of `logistic_table`. A model without clinical variables is written in the first layout, which earlier releases read.
LOGISTIC_LAYOUT <- 2L
#' Levels of a variable stand behind its number as hundredths.
LEVELS_MOST <- 100
#' A sample is known by the values of so many genes of the largest coefficients at most, and of so many at least: one number is anybody's.
PRINT_GENES <- 10L
PRINT_LEAST <- 2L
#' Significant digits of these values: files are written with a few decimals, and of few genes more digits are needed to tell two samples apart.
PRINT_DIGITS <- 3L
PRINT_DIGITS_OF_FEW <- 5L
PRINT_FEW <- 4L

#' The frozen model as a table.
#'
#' @param fit `coefficient` (named numeric: genes, and columns of `study$design`) and `intercept`; without a coefficient there is no model.
#' @param method Code of `LEARNERS`.
#' @param study From `diagnostic_study`. @param facts Of `diagnostic_results`. @param cut Probability from which on a sample is called a case.
#' @return Data frame `part`, `name`, `value`; empty where there is no model.
logistic_table <- function(fit, method, study, facts, cut) {
  rows <- function(part, name, value) data.frame(part = rep(part, length(name)), name = name, value = value)
  columns <- names(fit$coefficient)
  if (length(columns) == 0L) return(rows("kind", character(), numeric()))
  genes <- setdiff(columns, colnames(study$design))
  values <- cbind(study$values[, genes, drop = FALSE], study$design)[, columns, drop = FALSE]
  told <- unlist(facts[c("auc_nested", "auc_nested_low", "auc_nested_high", "auc_apparent")])
  about <- c(
    expression = study$expression_unit, data = study$label,
    samples = format_count(length(study$y)), cases = format_count(sum(study$y)), identifiers = study$identifiers, source = study$source,
    stats::setNames(sprintf("%.15g", told), names(told))
  )
  model <- with_hashes(list(genes = genes, cutoff = cut), unique(c(id_tokens(plain_id(study$samples)), print_tokens(genes, values))))
  levels <- as.list(study$levels)
  rbind(
    rows("layout", "OncoLoom", if (length(levels) > 0L) LOGISTIC_LAYOUT else 1L), rows("kind", "logistic", NA_real_),
    rows("method", method, NA_real_), rows("label", study$outcome$column, NA_real_), rows("positive", study$outcome$name, NA_real_),
    rows("intercept", "", fit$intercept), rows("cut", "", cut), rows("coefficient", columns, unname(fit$coefficient)),
    rows("mean", columns, unname(colMeans(values))), rows("sd", columns, unname(matrixStats::colSds(values))),
    rows("clinical", as.character(names(levels)), seq_along(levels)),
    # Levels of the first variable in their order, then those of the second: 1.01, 1.02, 2.01.
    rows("level", as.character(unlist(levels)), rep(seq_along(levels), lengths(levels)) + sequence(lengths(levels)) / LEVELS_MOST),
    rows("about", sprintf("%s=%s", names(about), about), NA_real_), rows("salt", model$salt, NA_real_), rows("seen", model$seen, NA_real_)
  )
}

#' The model that a table holds.
#'
#' @param table From `logistic_table`, as it was written or as a reader of tables gives it, its rows in any order. @param field Of the request.
#' @section Errors: `stop_input` where it is no model, of a later release, or damaged.
read_logistic <- function(table, field) {
  refuse <- function(code, sentence) stop_input(code, sentence, field)
  strange <- "这张表不是诊断模型。请选「LASSO 诊断模型」或「多算法诊断模型」的结果，或从那里下载的「模型」表"
  if (!all(c("part", "name", "value") %in% names(table))) refuse("not_a_model", strange)
  if (nrow(table) == 0L) refuse("no_model", paste0(
    "那次分析没有可以套用的模型：一个基因也没有选上，或最终的方法没有系数。请换一次有模型的结果，「多算法诊断模型」里可以只选 LASSO、弹性网或岭回归"
  ))
  part <- as.character(table$part)
  of <- function(which) table[part %in% which, , drop = FALSE]
  number <- function(which) suppressWarnings(as.numeric(of(which)$value))
  text <- function(which) as.character(of(which)$name)
  layout <- number("layout")
  if (length(layout) != 1L || is.na(layout) || layout < 1) refuse("not_a_model", strange)
  if (any(text("kind") %in% c("linear", "forest"))) refuse("survival_model", "这是生存的风险模型，不是诊断模型。请用「风险模型外部验证」")
  if (!identical(text("kind"), "logistic")) refuse("not_a_model", strange)
  if (layout > LOGISTIC_LAYOUT) refuse("model_later", "这个模型是更新的版本存的，这里读不了。请升级后再用")
  largest <- of("coefficient")[order(-abs(number("coefficient")), text("coefficient"), method = "radix"), , drop = FALSE]
  by_gene <- function(which) number(which)[match(as.character(largest$name), text(which))]
  about <- text("about")
  model <- list(
    kind = "linear", method = text("method"), intercept = number("intercept"), cutoff = number("cut"), genes = as.character(largest$name),
    coefficient = suppressWarnings(as.numeric(largest$value)), centre = by_gene("mean"), spread = by_gene("sd"),
    label = text("label")[1L], positive = text("positive")[1L], about = stats::setNames(sub("^[^=]*=", "", about), sub("=.*", "", about))
  )
  levels <- of("level")
  place <- round(as.numeric(levels$value) * LEVELS_MOST)
  model$clinical <- read_clinical(of("clinical"), data.frame(name = levels$name, value = place %/% LEVELS_MOST, node = place %% LEVELS_MOST))
  if (nrow(of("salt")) == 1L && nrow(of("seen")) > 0L) model[c("salt", "seen")] <- list(text("salt"), text("seen"))
  if (!is_whole_logistic(model)) refuse("model_damaged", "这个模型的内容不完整。请重做那次分析，或重新下载「模型」表，不要改动")
  model
}

is_whole_logistic <- function(model) {
  is_whole_clinical(model) && length(model$genes) > 0L && !anyDuplicated(model$genes) && length(model$method) == 1L &&
    length(model$intercept) == 1L && length(model$cutoff) == 1L &&
    all(is.finite(c(model$intercept, model$coefficient, model$centre, model$spread))) &&
    isTRUE(model$cutoff > 0 && model$cutoff < 1) && all(model$spread >= 0)
}

#' Log odds of being a case. @param values Samples × genes, all of the model's among them. @return Numeric, by sample.
logistic_odds <- function(model, values) {
  model$intercept + as.vector(values[, model$genes, drop = FALSE] %*% model$coefficient)
}

# ---- samples of training among others ----

#' What samples are known by under other names: the values of some genes of the model, as far as files keep their digits.
#'
#' @param genes In the order of their coefficients. @param values Samples × genes, in the unit of the data.
#' @return Character, by sample; none where the model has one gene only, or the data not all that count.
print_tokens <- function(genes, values) {
  genes <- utils::head(genes, PRINT_GENES)
  if (length(genes) < PRINT_LEAST || !all(genes %in% colnames(values))) return(character())
  digits <- if (length(genes) < PRINT_FEW) PRINT_DIGITS_OF_FEW else PRINT_DIGITS
  written <- sprintf("%.*g", digits, values[, genes, drop = FALSE])
  # A zero has a sign where it was a small number.
  written[written == "-0"] <- "0"
  paste("print", do.call(paste, as.data.frame(matrix(written, nrow(values)))))
}

#' Training samples among others.
#'
#' @param samples Names. @param values Samples × genes that were found, in the unit of the data. @param same_matrix Is it the very file of
#'   training? Then any name is a sample's own; else names count that no other study has (see `tells_patient`).
#' @return As `seen_patients`: NULL where the model keeps no hashes, else list of `n`, `share`, `by` ("name", "print", ""), `samples`.
seen_samples <- function(model, samples, values, same_matrix) {
  if (is.null(model$seen)) return(NULL)
  known <- function(tokens) hashes(tokens, model$salt) %in% model$seen
  ids <- plain_id(samples)
  named <- (same_matrix | tells_patient(ids)) & known(id_tokens(ids))
  counted_as_seen(named, share_by_print(genes_of_model(model), values, known), samples, "print")
}

#' Share of the samples whose values are a training sample's, beyond what strangers have in common: samples put together of the genes of several,
#' as values of few digits are anybody's.
share_by_print <- function(genes, values, known) {
  tokens <- print_tokens(genes, values)
  if (length(tokens) < PRINT_LEAST) return(0)
  used <- utils::head(genes, PRINT_GENES)
  n <- nrow(values)
  strangers <- vapply(seq_len(min(5L, n - 1L)), function(step) {
    mixed <- values[, used, drop = FALSE]
    for (j in seq_along(used)) mixed[, j] <- mixed[(seq_len(n) + step * j) %% n + 1L, j]
    mean(known(print_tokens(genes, mixed)))
  }, numeric(1))
  share_beyond_chance(mean(known(tokens)), max(strangers), n)
}
