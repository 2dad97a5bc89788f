# How many samples a study needs, and the power of fewer or more, by closed formulas. No data are read.

#' Powers at which the numbers are tabled.
POWERS_TABLED <- c(0.7, 0.8, 0.9, 0.95)
#' Effects beside the expected one: half and one and a half of its logarithm, or of its distance from chance.
EFFECT_SHARES <- c(weaker = 0.5, expected = 1, stronger = 1.5)
#' Points of a curve.
POWER_POINTS <- 60L
#' More samples than anybody has: such a study is no study.
SAMPLES_MOST <- 1e6
#' Riley and others 2020: shrinkage of the predictors, optimism in Nagelkerke's R², error of the mean risk.
PREDICTION_SHRINKAGE <- 0.9
PREDICTION_OPTIMISM <- 0.05
PREDICTION_MARGIN <- 0.05

#' @param inputs None. @param params The complete parameters. @param job See engine/R/runtime/job.R. @return The tables of the declaration.
analyse <- function(inputs, params, job) {
  job$step("计算", 0.2)
  if (params$design == "prediction") return(prediction_study(params, job))
  design <- study_design(params)
  needed <- samples_needed(design, design$effect, params$power)
  if (!is.finite(needed) || needed > SAMPLES_MOST) stop_input("no_effect", sprintf(
    "这样的差别几乎没有，要 %s 个以上的样本。请核对「%s」", format_count(SAMPLES_MOST), design$label
  ), design$field)
  numbers <- whole_numbers(design, design$effect, params$power)
  tell_assumptions_of(design, numbers, params, job)
  job$facts(c(design$facts, list(
    by_survival = params$design == "log_rank", by_rna = params$design == "rna_seq", by_auc = params$design == "auc", prediction = FALSE,
    total = numbers$total, first_n = numbers$first, second_n = numbers$second, events = if (!is.na(numbers$events)) numbers$events,
    enrolled = if (numbers$enrolled > numbers$total) numbers$enrolled, reached = power_of(design, design$effect, numbers$total)
  )))
  list(
    needed = needed_table(design, params), curve = power_curves(design, numbers$total), criteria = no_criteria(), predictors = no_curve()
  )
}

# ---- designs ----

#' What a design needs: `power_at` (effect, total) and `total_for` (effect, power), `effect`, `share` of the first group, names and facts.
study_design <- function(params) {
  alpha <- params$alpha
  switch(params$design,
    log_rank = survival_design(params, stats::qnorm(1 - alpha / 2)),
    rna_seq = rna_design(params),
    auc = auc_design(params, stats::qnorm(1 - alpha / 2))
  )
}

#' Log-rank test (Schoenfeld 1981): events = (z + z)² / (p q log(HR)²).
survival_design <- function(params, z) {
  p <- params$first_share
  weight <- p * (1 - p)
  if (params$hazard_ratio == 1) stop_input("no_ratio", "HR 是 1，就是没有差别。请填写预期的 HR", "hazard_ratio")
  list(
    effect = log(params$hazard_ratio), label = "预期的 HR", field = "hazard_ratio", share = p, event_share = params$event_share,
    loss = params$loss, shown = function(effect) exp(effect), name = "HR", scale = function(share) log(params$hazard_ratio) * share,
    total_for = function(effect, power) (z + stats::qnorm(power))^2 / (weight * effect^2) / params$event_share,
    power_at = function(effect, total) stats::pnorm(sqrt(total * params$event_share * weight) * abs(effect) - z),
    facts = list(effect = params$hazard_ratio)
  )
}

#' One gene of two groups of equal size in RNA-seq (Hart and others 2013): n = 2 (z + z)² (1/depth + dispersion) / log(fold change)². P is
#' compared with the level that keeps the false discovery rate (Jung 2005).
rna_design <- function(params) {
  if (params$fold_change == 1) stop_input("no_change", "倍数是 1，就是没有差别。请填写预期的倍数", "fold_change")
  variance <- 1 / params$depth + params$dispersion
  changed <- params$genes * params$changed_share
  level <- function(power) min(0.999, power * changed * params$fdr / ((params$genes - changed) * (1 - params$fdr)))
  z <- function(power) stats::qnorm(1 - level(power) / 2)
  each <- function(effect, power) 2 * (z(power) + stats::qnorm(power))^2 * variance / effect^2
  power_at <- function(effect, total) {
    gap <- function(power) each(effect, power) - total / 2
    ends <- c(1e-6, 1 - 1e-9)
    if (gap(ends[[1L]]) > 0) return(0)
    if (gap(ends[[2L]]) < 0) return(1)
    stats::uniroot(gap, ends, tol = 1e-10)$root
  }
  list(
    effect = log(params$fold_change), label = "预期的倍数", field = "fold_change", share = 0.5, loss = params$loss, name = "FC",
    shown = function(effect) exp(effect), scale = function(share) log(params$fold_change) * share,
    total_for = function(effect, power) 2 * each(effect, power),
    power_at = function(effect, total) vapply(total, power_at, 0, effect = effect),
    facts = list(effect = params$fold_change, level = level(params$power), changed_n = round(changed))
  )
}

#' AUC against 0.5 (Obuchowski and McClish 1997), as `pROC::power.roc.test` has it.
auc_design <- function(params, z) {
  kappa <- params$controls
  list(
    effect = params$auc - 0.5, label = "预期的 AUC", field = "auc", share = 1 / (1 + kappa), loss = params$loss, name = "AUC",
    shown = function(effect) 0.5 + effect, scale = function(share) min(params$auc - 0.5, 0.49) * share,
    total_for = function(effect, power) {
      pROC::power.roc.test(auc = 0.5 + effect, power = power, sig.level = params$alpha, kappa = kappa)$ncases * (1 + kappa)
    },
    power_at = function(effect, total) vapply(total, function(n) {
      pROC::power.roc.test(auc = 0.5 + effect, ncases = n / (1 + kappa), ncontrols = n * kappa / (1 + kappa), sig.level = params$alpha)$power
    }, 0),
    facts = list(effect = params$auc)
  )
}

samples_needed <- function(design, effect, power) design$total_for(effect, power)
power_of <- function(design, effect, total) unname(design$power_at(effect, total))

#' Numbers that are people: each group rounded up.
#'
#' @return List of `first`, `second`, `total`, `events` (of survival, else NA), `enrolled` (with those who are lost).
whole_numbers <- function(design, effect, power) {
  total <- samples_needed(design, effect, power)
  # A hair off: 66 / 0.4 need not be 165.
  up <- function(x) as.integer(ceiling(x - 1e-9))
  first <- up(total * design$share)
  second <- up(total * (1 - design$share))
  list(
    first = first, second = second, total = first + second, events = if (is.null(design$event_share)) NA_integer_ else up(total * design$event_share),
    enrolled = up((first + second) / (1 - design$loss))
  )
}

# ---- tables ----

#' Numbers for effects and powers around the expected ones.
needed_table <- function(design, params) {
  powers <- sort(unique(c(POWERS_TABLED, params$power)))
  rows <- lapply(names(EFFECT_SHARES), function(which) {
    effect <- design$scale(EFFECT_SHARES[[which]])
    each <- lapply(powers, function(power) {
      numbers <- if (samples_needed(design, effect, power) <= SAMPLES_MOST) whole_numbers(design, effect, power) else NO_NUMBERS
      data.frame(assumed = which, effect = design$shown(effect), power = power, numbers)
    })
    do.call(rbind, each)
  })
  do.call(rbind, rows)
}

#' More than `SAMPLES_MOST`.
NO_NUMBERS <- as.list(stats::setNames(rep(NA_integer_, 5L), c("first", "second", "total", "events", "enrolled")))

#' Power by the total, for each effect; up to three times the number that is needed.
power_curves <- function(design, total) {
  at <- unique(round(seq(max(4, total * 0.05), total * 3, length.out = POWER_POINTS)))
  do.call(rbind, lapply(names(EFFECT_SHARES), function(which) {
    effect <- design$scale(EFFECT_SHARES[[which]])
    data.frame(
      series = sprintf("%s %s", design$name, true_minus(format(signif(design$shown(effect), 3L)))), x = as.numeric(at),
      y = power_of(design, effect, at)
    )
  }))
}

no_curve <- function() data.frame(series = character(), x = numeric(), y = numeric())

no_criteria <- function() data.frame(criterion = character(), n = integer(), events = integer())

# ---- a prediction model ----

#' Riley and others 2020: the smallest sample that keeps shrinkage, optimism and the error of the mean risk small.
prediction_study <- function(params, job) {
  prevalence <- params$prevalence
  most <- 1 - (prevalence^prevalence * (1 - prevalence)^(1 - prevalence))^2
  r2 <- params$nagelkerke * most
  by_shrinkage <- function(s) params$predictors / ((s - 1) * log(1 - r2 / s))
  n <- c(
    shrinkage = by_shrinkage(PREDICTION_SHRINKAGE), optimism = by_shrinkage(r2 / (r2 + PREDICTION_OPTIMISM * most)),
    risk = (stats::qnorm(0.975) / PREDICTION_MARGIN)^2 * prevalence * (1 - prevalence)
  )
  n <- ceiling(n - 1e-9)
  total <- max(n)
  events <- as.integer(ceiling(total * prevalence - 1e-9))
  at <- seq_len(max(2L * params$predictors, 10L))
  curve <- vapply(at, function(p) max(p * n[["shrinkage"]] / params$predictors, p * n[["optimism"]] / params$predictors, n[["risk"]]), 0)
  job$facts(list(
    by_survival = FALSE, by_rna = FALSE, by_auc = FALSE, prediction = TRUE, total = total, events = events,
    enrolled = if (params$loss > 0) ceiling(total / (1 - params$loss) - 1e-9), r2 = r2, r2_most = most, per_predictor = events / params$predictors,
    deciding = PREDICTION_CRITERIA[[names(n)[[which.max(n)]]]]
  ))
  list(
    needed = data.frame(
      assumed = character(), effect = numeric(), power = numeric(), first = integer(), second = integer(), total = integer(), events = integer(),
      enrolled = integer()
    ),
    curve = no_curve(), predictors = data.frame(series = "needed", x = as.numeric(at), y = ceiling(curve - 1e-9)),
    criteria = data.frame(criterion = names(n), n = as.integer(n), events = as.integer(ceiling(n * prevalence - 1e-9)))
  )
}

PREDICTION_CRITERIA <- list(shrinkage = "收缩不超过 10%", optimism = "R² 的乐观不超过 0.05", risk = "平均风险的误差不超过 0.05")

# ---- told ----

tell_assumptions_of <- function(design, numbers, params, job) {
  if (min(numbers$first, numbers$second) < 3L) job$finding("should", "few", told(
    "算出来一组不足 3 个：公式是大样本的近似，这样小的数不可信，请至少用 3 到 5 个",
    "A group of fewer than 3: the formula is an approximation for large samples and does not hold there; take 3 to 5 at least"
  ))
  if (params$design == "log_rank" && numbers$events < 20L) job$finding("should", "few_events", told(
    "只要 %d 例事件：公式在事件这样少时偏小", "Only %d events: with so few the formula gives too small a number", numbers$events
  ))
}
