#' A fitted survival model as an object of its own: all that is needed to score other patients, and nothing else. It is written as a table
#' (`model_table`), so that it goes from one run to the next, and from one release to the next.
#'
#' A model is a list of
#' - `kind` ("linear", "forest"), `method` (what the reader calls it), `genes` (character), `cutoff` (of the score: above is high risk);
#' - of a linear one `coefficient`, `centre`, `scale` (numeric, by gene): score = sum(coefficient * (x - centre) / scale); `spread` (standard
#'   deviations of the training patients; NULL in models that were stored without);
#' - of a linear one with clinical variables `clinical` (named list: of each variable its levels, the reference first; none for a number). Their
#'   columns stand among `genes`, called by `level_columns`;
#' - of a forest `nodes` (data frame `tree`, `node`, `left`, `right`, `gene`, `split`, `mortality`; leaves have no children): the score is the
#'   mean over the trees of the mortality of the leaf that a patient falls into, and `hazards` (matrix leaves × times);
#' - `times` (days) at which risks are told, `baseline` (cumulative hazard at these times of a patient with score 0, of a linear one);
#' - `salt`, `seen`: by which the training patients are known again (see model-patients.R; NULL in models that were stored without);
#' - `about`: named character, what the reader must know: endpoint, unit of expression, patients, events.

#' Version of the layout of `model_table`. A release reads its own and all earlier ones. A model without clinical variables is written in the first
#' layout, which earlier releases read.
MODEL_LAYOUT <- 2L

#' A linear predictor as a model.
#'
#' @param coefficients Named numeric, by gene. @param values Patients × genes that it was fitted on: their means are the centres.
#' @param times In days. @param about Named character.
#' @param entry From when each patient is watched, in the unit of `time`; NULL: from the start.
#' @return A model; its cut-off is the median score of the training patients.
linear_model <- function(method, coefficients, values, time, status, times, about, entry = NULL) {
  genes <- names(coefficients)
  model <- list(
    kind = "linear", method = method, genes = genes, coefficient = unname(coefficients),
    centre = unname(colMeans(values[, genes, drop = FALSE])), scale = rep(1, length(genes)),
    spread = unname(matrixStats::colSds(values, cols = match(genes, colnames(values)))), times = times, about = about
  )
  score <- model_score(model, values)
  model$baseline <- baseline_hazard(score, time, status, times, entry)
  model$cutoff <- stats::median(score)
  model
}

#' What the columns of a clinical variable are called: a number's by its name, a text's one for each level but the reference, which is the first.
level_columns <- function(name, levels) if (length(levels) == 0L) name else sprintf("%s：%s 对 %s", name, levels[-1L], levels[[1L]])

#' A clinical variable as numbers.
#'
#' @param values Numbers, or texts. @param levels See `level_columns`. @return Matrix patients × `level_columns`; NA where the value is not known.
level_values <- function(values, name, levels) {
  numbers <- if (length(levels) == 0L) values else outer(values, levels[-1L], `==`)
  matrix(as.numeric(numbers), length(values), dimnames = list(NULL, level_columns(name, levels)))
}

#' Columns of the model's clinical variables. @return Character; some of a text's may have no coefficient.
clinical_columns <- function(model) as.character(unlist(Map(level_columns, names(model$clinical), model$clinical), use.names = FALSE))

#' The model's genes, without clinical variables.
genes_of_model <- function(model) setdiff(model$genes, clinical_columns(model))

#' Scores of patients; higher is worse.
#'
#' @param values Patients × genes, all of the model's among them, on the scale that the model was fitted on.
#' @return Numeric, by patient.
model_score <- function(model, values) {
  if (model$kind == "forest") return(forest_scores(model, values))
  own <- values[, model$genes, drop = FALSE]
  score <- numeric(nrow(own))
  for (i in seq_along(model$genes)) score <- score + model$coefficient[[i]] * (own[, i] - model$centre[[i]]) / model$scale[[i]]
  stats::setNames(score, rownames(values))
}

#' Probability of an event by the model's times.
#'
#' @return Matrix patients × times.
model_risk <- function(model, values) {
  hazard <- if (model$kind == "forest") forest_hazards(model, values) else outer(exp(unname(model_score(model, values))), model$baseline)
  1 - exp(-hazard)
}

#' Breslow's cumulative hazard of a patient with score 0.
#'
#' @param score Linear predictor. @param times In the unit of `time`.
#' @param entry See `linear_model`: the hazard begins where the first enters. @return Numeric, by time.
baseline_hazard <- function(score, time, status, times, entry = NULL) {
  outcome <- outcome_of(time, status, entry)
  fit <- survival::coxph(outcome ~ offset(score), ties = "breslow")
  curve <- survival::basehaz(fit, centered = FALSE)
  # `basehaz` puts the offset's mean at 0.
  steps <- stats::stepfun(curve$time, c(0, curve$hazard))
  unname(steps(times)) * exp(-mean(score))
}

# ---- forests ----

#' The leaf of each patient in each tree, as rows of `nodes`.
forest_leaves <- function(model, values) {
  nodes <- model$nodes
  first <- which(nodes$node == 0L)
  at <- matrix(rep(first, each = nrow(values)), nrow(values))
  offset <- at
  column <- match(nodes$gene, colnames(values))
  repeat {
    open <- which(!is.na(nodes$left[at]))
    if (length(open) == 0L) return(at)
    here <- at[open]
    patient <- (open - 1L) %% nrow(values) + 1L
    lower <- values[cbind(patient, column[here])] <= nodes$split[here]
    at[open] <- offset[open] + ifelse(lower, nodes$left[here], nodes$right[here])
  }
}

forest_scores <- function(model, values) {
  leaves <- forest_leaves(model, values)
  stats::setNames(rowMeans(matrix(model$nodes$mortality[leaves], nrow(values))), rownames(values))
}

forest_hazards <- function(model, values) {
  leaves <- forest_leaves(model, values)
  hazards <- vapply(
    seq_along(model$times), function(at) rowMeans(matrix(model$hazards[leaves, at], nrow(values))), numeric(nrow(values))
  )
  matrix(hazards, nrow(values))
}

# ---- as a table ----

#' @return Data frame `part`, `name`, `value`, `tree`, `node`, `left`, `right`: rows of one part after another.
model_table <- function(model) {
  rows <- function(part, name, value, tree = NA_integer_, node = NA_integer_, left = NA_integer_, right = NA_integer_) {
    if (length(name) == 0L) return(NULL)
    data.frame(part = part, name = name, value = value, tree = tree, node = node, left = left, right = right)
  }
  nodes <- model$nodes
  leaves <- which(is.na(nodes$left))
  table <- rbind(
    rows("layout", "OncoLoom", if (length(model$clinical) > 0L) MODEL_LAYOUT else 1L),
    rows("kind", model$kind, NA_real_), rows("method", model$method, NA_real_), rows("cutoff", "", model$cutoff),
    rows("about", sprintf("%s=%s", names(model$about), model$about), NA_real_),
    rows("salt", as.character(model$salt), NA_real_), rows("seen", as.character(model$seen), NA_real_),
    rows("coefficient", model$genes[model$kind == "linear"], model$coefficient),
    rows("centre", model$genes[model$kind == "linear"], model$centre), rows("scale", model$genes[model$kind == "linear"], model$scale),
    rows("spread", model$genes[!is.null(model$spread)], model$spread),
    rows("clinical", names(model$clinical), seq_along(model$clinical)),
    rows(
      "level", as.character(unlist(model$clinical)), rep(seq_along(model$clinical), lengths(model$clinical)), node = sequence(lengths(model$clinical))
    ),
    rows("baseline", format(model$times, trim = TRUE, digits = 15), if (is.null(model$baseline)) NA_real_ else model$baseline)
  )
  if (model$kind == "linear") return(table)
  hazards <- lapply(seq_along(model$times), function(at) rows(
    "hazard", format(model$times[[at]], trim = TRUE, digits = 15), model$hazards[leaves, at], nodes$tree[leaves], nodes$node[leaves]
  ))
  rbind(
    table,
    rows("split", nodes$gene[-leaves], nodes$split[-leaves], nodes$tree[-leaves], nodes$node[-leaves], nodes$left[-leaves], nodes$right[-leaves]),
    rows("mortality", rep("", length(leaves)), nodes$mortality[leaves], nodes$tree[leaves], nodes$node[leaves]),
    do.call(rbind, hazards)
  )
}

#' The model that a table holds.
#'
#' @param table From `model_table`, as it was written or as a reader of tables gives it. @param field Of the request, for errors.
#' @section Errors: `stop_input` where it is no model, of a later release, or damaged.
read_model <- function(table, field) {
  refuse <- function(code, sentence) stop_input(code, sentence, field)
  if (!all(c("part", "name", "value") %in% names(table))) refuse("not_a_model", "这张表不是风险模型。请选 LASSO、多因素 Cox 或随机生存森林的结果")
  of <- function(part) table[table$part == part, , drop = FALSE]
  number <- function(part) suppressWarnings(as.numeric(of(part)$value))
  layout <- number("layout")
  if (length(layout) != 1L || is.na(layout)) refuse("not_a_model", "这张表不是风险模型。请选 LASSO、多因素 Cox 或随机生存森林的结果")
  if (layout < 1) refuse("not_a_model", "这张表不是风险模型。请选 LASSO、多因素 Cox 或随机生存森林的结果")
  if (layout > MODEL_LAYOUT) refuse("model_later", "这个模型是更新的版本存的，这里读不了。请升级后再用")
  if (identical(as.character(of("kind")$name), "logistic")) refuse("diagnostic_model", "这是诊断模型，不是风险模型。请用「诊断模型外部验证」")
  about <- as.character(of("about")$name)
  days <- suppressWarnings(as.numeric(of("baseline")$name))
  # By name and by time: a spreadsheet may have sorted the rows.
  table <- table[c(which(table$part != "baseline"), which(table$part == "baseline")[order(days)]), , drop = FALSE]
  model <- list(
    kind = as.character(of("kind")$name), method = as.character(of("method")$name), cutoff = number("cutoff"),
    times = sort(days, na.last = TRUE), about = stats::setNames(sub("^[^=]*=", "", about), sub("=.*", "", about))
  )
  model <- if (identical(model$kind, "forest")) c(model, read_forest(of)) else c(model, list(
    genes = as.character(of("coefficient")$name), coefficient = number("coefficient"), baseline = number("baseline")
  ))
  if (!identical(model$kind, "forest")) for (part in c("centre", "scale", "spread")) {
    if (part != "spread" || nrow(of(part)) > 0L) model[[part]] <- number(part)[match(model$genes, of(part)$name)]
  }
  model$clinical <- read_clinical(of("clinical"), of("level"))
  # Without one of them patients cannot be compared.
  if (nrow(of("salt")) == 1L && nrow(of("seen")) > 0L) model[c("salt", "seen")] <- list(as.character(of("salt")$name), as.character(of("seen")$name))
  if (!is_whole_model(model)) refuse("model_damaged", "这个模型的内容不完整。请重做那次分析，或换一个模型")
  model
}

#' Clinical variables with their levels, in whatever order the rows come. @return As `clinical` of a model; NULL where there are none.
read_clinical <- function(clinical, level) {
  if (nrow(clinical) == 0L) return(NULL)
  clinical <- clinical[order(clinical$value), , drop = FALSE]
  lapply(stats::setNames(clinical$value, as.character(clinical$name)), function(value) {
    own <- level[level$value %in% value, , drop = FALSE]
    as.character(own$name[order(own$node)])
  })
}

is_whole_model <- function(model) {
  if (length(model$genes) == 0L || anyDuplicated(model$genes) || length(model$method) != 1L) return(FALSE)
  if (length(model$cutoff) != 1L || !is.finite(model$cutoff)) return(FALSE)
  if (!all(is.finite(model$times) & model$times > 0) || is.unsorted(model$times, strictly = TRUE)) return(FALSE)
  if (!is_whole_clinical(model) || anyNA(trained_entry(model))) return(FALSE)
  if (model$kind == "forest") return(is_whole_forest(model))
  numbers <- c(model$coefficient, model$centre, model$scale, model$baseline)
  identical(model$kind, "linear") && all(is.finite(numbers)) && length(model$baseline) > 0L && all(model$scale > 0) && all(model$baseline >= 0)
}

#' Has each clinical variable a name of its own, levels to compare, and a column with a coefficient?
is_whole_clinical <- function(model) {
  known <- vapply(seq_along(model$clinical), function(i) {
    levels <- model$clinical[[i]]
    length(levels) != 1L && !anyDuplicated(levels) && any(level_columns(names(model$clinical)[[i]], levels) %in% model$genes)
  }, logical(1))
  all(known) && !anyDuplicated(names(model$clinical))
}

#' Do all branches of all trees lead on to later nodes of the same tree, and end in leaves?
is_whole_forest <- function(model) {
  nodes <- model$nodes
  leaf <- is.na(nodes$left)
  size <- stats::ave(nodes$node, nodes$tree, FUN = length)
  place <- stats::ave(nodes$node, nodes$tree, FUN = seq_along) - 1L
  leads <- function(child) all(is.finite(child) & child > place[!leaf] & child < size[!leaf])
  all(is.finite(place)) && identical(as.numeric(nodes$node), as.numeric(place)) && leads(nodes$left[!leaf]) && leads(nodes$right[!leaf]) &&
    all(is.finite(nodes$split[!leaf])) && all(is.finite(nodes$mortality[leaf])) && all(is.finite(model$hazards[leaf, , drop = FALSE])) &&
    ncol(model$hazards) == length(model$times)
}

read_forest <- function(of) {
  split <- of("split")
  leaf <- of("mortality")
  hazard <- of("hazard")
  nodes <- rbind(
    data.frame(
      tree = split$tree, node = split$node, left = split$left, right = split$right, gene = as.character(split$name), split = split$value,
      mortality = NA_real_
    ),
    data.frame(
      tree = leaf$tree, node = leaf$node, left = NA_integer_, right = NA_integer_, gene = NA_character_, split = NA_real_, mortality = leaf$value
    )
  )
  order <- order(nodes$tree, nodes$node)
  nodes <- nodes[order, ]
  rownames(nodes) <- NULL
  # As numbers: 730.5 is written 730.50 beside 365.25, and a spreadsheet writes it otherwise again.
  times <- sort(as.numeric(of("baseline")$name))
  hazards <- matrix(NA_real_, nrow(nodes), length(times))
  place <- paste(nodes$tree, nodes$node)
  for (at in seq_along(times)) {
    own <- hazard[as.numeric(hazard$name) == times[[at]], ]
    hazards[match(paste(own$tree, own$node), place), at] <- own$value
  }
  list(nodes = nodes, hazards = hazards, genes = sort(unique(split$name), method = "radix"))
}
