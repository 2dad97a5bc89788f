# Run by `npm test -- r`: the engine's functions and those of engine/tests/helper.R are there.
tool <- tool_of("competing_risks")

params <- list(
  time_column = "time", status_column = "status", group_column = NULL, covariates = character(), covariate_codes = character(),
  covariate_numbers = character(), event_value = "", censored_value = "", competing_value = "", time_unit = "auto", times = "", reference_group = "",
  pAdjustMethod = "BH", risk_table = TRUE, conf_int = FALSE
)
run <- function(table, ...) {
  result <- run_tool(tool, list(patients = table), changed(params, ...))
  stopifnot(names(facts_of(result)) %in% unlist(tool$facts))
  result
}
fault <- function(...) tryCatch({
  run(...)
  NULL
}, oncoloom_input = function(condition) {
  # A sentence to act on, in Chinese.
  stopifnot(grepl("\\p{Han}.*(请|最多)", conditionMessage(condition), perl = TRUE))
  unlist(condition[c("code", "field")])
})
message_of <- function(...) tryCatch({
  run(...)
  ""
}, oncoloom_input = conditionMessage)
row_of <- function(table, ...) as.list(table[Reduce(`&`, Map(function(name, value) table[[name]] == value, ...names(), list(...))), ])
roles_of <- function(result) stats::setNames(result$statuses$role, result$statuses$value)

#' Monoclonal gammopathy: progression to a plasma cell malignancy, or death without it; ties, and four patients with a time of 0.
mgus <- function() {
  own <- survival::mgus2
  progressed <- own$pstat == 1
  data.frame(
    time = ifelse(progressed, own$ptime, own$futime), status = ifelse(progressed, "pcm", ifelse(own$death == 1, "death", "censor")),
    sex = ifelse(own$sex == "F", "女", "男"), age = own$age, hgb = own$hgb, mspike = own$mspike
  )
}
codes <- function(table, event = "pcm", competing = "death") match(table$status, c(event, competing), nomatch = 0L)

testthat::test_that("mgus2: incidences and Gray's test are cuminc's, and survfit's by Aalen and Johansen", {
  own <- mgus()
  cause <- codes(own)
  result <- run(own, group_column = "sex", times = "24；60；120；240", time_unit = "month")
  fit <- cmprsk::cuminc(own$time, cause, own$sex)
  at <- cmprsk::timepoints(fit, c(24, 60, 120, 240))
  aalen <- summary(survival::survfit(survival::Surv(time, factor(cause, 0:2)) ~ sex, data.frame(own, cause)), times = c(24, 60, 120, 240))
  for (sex in c("男", "女")) for (k in 1:2) {
    rows <- result$incidences[result$incidences$group == sex & result$incidences$cause == c("关注的事件", "竞争事件")[[k]], ]
    key <- paste(sex, k)
    expect_equal(rows$cif, unname(at$est[key, ]), tolerance = 1e-6)
    expect_equal(rows$cif, aalen$pstate[aalen$strata == paste0("sex=", sex), k + 1L], tolerance = 1e-6)
    se <- sqrt(at$var[key, ])
    reach <- stats::qnorm(0.975) * se / (rows$cif * log(rows$cif))
    expect_equal(rows$lower, unname(rows$cif^exp(-reach)), tolerance = 1e-6)
    expect_equal(rows$upper, unname(rows$cif^exp(reach)), tolerance = 1e-6)
    expect_true(all(rows$lower < rows$cif & rows$cif < rows$upper & rows$cif <= rows$naive))
    mine <- own$sex == sex
    naive <- survival::survfit(survival::Surv(own$time[mine], cause[mine] == k) ~ 1)
    expect_equal(rows$naive, 1 - summary(naive, times = c(24, 60, 120, 240))$surv, tolerance = 1e-6)
    expect_equal(rows$n_risk, vapply(c(24, 60, 120, 240), function(t) sum(own$time[mine] >= t), integer(1)))
  }
  expect_equal(result$tests$chisq, unname(fit$Tests[, "stat"]), tolerance = 1e-6)
  expect_equal(result$tests$p, unname(fit$Tests[, "pv"]), tolerance = 1e-6)
  expect_identical(roles_of(result), c(pcm = "关注的事件", death = "竞争事件", censor = "删失"))
})

testthat::test_that("mgus2: every step of the curves is Aalen and Johansen's", {
  own <- mgus()
  curve <- run(own, group_column = "sex")$curve
  for (sex in c("男", "女")) {
    mine <- own[own$sex == sex, ]
    fit <- survival::survfit(survival::Surv(time, factor(codes(mine), 0:2)) ~ 1, mine)
    for (k in 1:2) {
      rows <- curve[curve$group == sex & curve$cause == c("event", "competing")[[k]], ]
      told <- summary(fit, times = rows$time)
      expect_equal(rows$cif, told$pstate[, k + 1L], tolerance = 1e-6)
      expect_identical(rows$n_risk, vapply(rows$time, function(t) sum(mine$time >= t), integer(1)))
      expect_identical(sum(rows$n_event), sum(codes(mine) == k))
      expect_identical(sum(rows$n_censor), sum(codes(mine) == 0L))
    }
  }
})

testthat::test_that("mgus2: subdistribution ratios are crr's, cause-specific ones coxph's", {
  own <- mgus()
  result <- run(own, group_column = "sex", covariates = c("age", "hgb"))
  known <- own[!is.na(own$hgb), ]
  design <- cbind(sex = known$sex == "女", age = known$age, hgb = known$hgb) * 1
  told <- summary(cmprsk::crr(known$time, codes(known), design))
  rows <- result$models[result$models$model == "Fine–Gray：关注事件的累积发生率", ]
  expect_equal(unname(as.matrix(rows[c("HR", "HR.95L", "HR.95H")])), unname(told$conf.int[, c(1L, 3L, 4L)]), tolerance = 1e-6)
  # The summary rounds P.
  expect_equal(rows$pvalue, 2 * stats::pnorm(-abs(unname(told$coef[, "coef"] / told$coef[, "se(coef)"]))), tolerance = 1e-6)
  expect_identical(rows$reference, c("男", "", ""))
  expect_identical(unique(rows$n), nrow(known))
  for (k in 1:2) {
    cox <- summary(survival::coxph(survival::Surv(known$time, codes(known) == k) ~ design))
    mine <- result$models[startsWith(result$models$model, "病因别 Cox") & endsWith(result$models$model, c("关注的事件", "竞争事件")[[k]]), ]
    expect_equal(unname(as.matrix(mine[c("HR", "HR.95L", "HR.95H")])), unname(cox$conf.int[, c(1L, 3L, 4L)]), tolerance = 1e-6)
    expect_equal(mine$pvalue, unname(cox$coefficients[, 5L]), tolerance = 1e-6)
  }
  expect_true("model_missing" %in% codes_of(result))
  expect_identical(facts_of(result)$patients, nrow(own))
})

testthat::test_that("a factor covariate stands as dummies against its first level, codes are asked about", {
  own <- mgus()
  own$stage <- c("I 期", "Ⅱ期", "III期")[findInterval(own$age, c(0, 65, 75))]
  result <- run(own, covariates = "stage")
  known <- cbind(II = own$stage == "Ⅱ期", III = own$stage == "III期") * 1
  told <- summary(cmprsk::crr(own$time, codes(own), known))
  rows <- result$models[startsWith(result$models$model, "Fine"), ]
  expect_equal(rows$HR, unname(told$conf.int[, 1L]), tolerance = 1e-6)
  expect_identical(rows$reference, rep("I 期", 2L))
  own$grade <- rep_len(1:4, nrow(own))
  expect_identical(fault(own, covariates = "grade"), c(code = "codes_or_numbers", field = "covariates"))
  expect_identical(nrow(run(own, covariates = "grade", covariate_codes = "grade")$models), 9L)
  expect_identical(nrow(run(own, covariates = "grade", covariate_numbers = "grade")$models), 3L)
})

testthat::test_that("the groups may be swapped: the ratio is the inverse, Gray's test the same; the rows' order does not count", {
  own <- mgus()
  first <- run(own, group_column = "sex")
  other <- run(own, group_column = "sex", reference_group = "女")
  expect_equal(first$models$HR * other$models$HR, rep(1, 3L), tolerance = 1e-6)
  expect_equal(first$tests, other$tests)
  set.seed(3)
  mixed <- run(own[sample(nrow(own)), ], group_column = "sex")
  for (id in c("incidences", "tests", "models", "curve", "groups")) expect_equal(mixed[[id]], first[[id]], tolerance = 1e-9, ignore_attr = TRUE)
})

testthat::test_that("three groups are compared pair by pair, each by cuminc", {
  own <- mgus()
  own$third <- c("低", "中", "高")[findInterval(own$age, c(0, 65, 75))]
  result <- run(own, group_column = "third", pAdjustMethod = "holm")
  expect_identical(unique(result$groups$group), c("低", "中", "高"))
  for (i in seq_len(3L)) {
    mine <- own$third %in% unlist(result$pairs[i, c("group_1", "group_2")])
    test <- cmprsk::cuminc(own$time[mine], codes(own[mine, ]), own$third[mine])$Tests
    expect_equal(result$pairs$p[[i]], unname(test["1", "pv"]), tolerance = 1e-6)
  }
  expect_equal(result$pairs$padj, stats::p.adjust(result$pairs$p, "holm"))
})

#' Fine and Gray's construction (1999): with probability 1 - (1 - p)^exp(bx) the event, at a time of the subdistribution; else an exponential time.
fine_gray_data <- function(n, b, p = 0.6) {
  x <- stats::rbinom(n, 1L, 0.5)
  share <- 1 - (1 - p)^exp(b * x)
  event <- stats::runif(n) < share
  u <- stats::runif(n) * share
  inner <- 1 - (1 - u)^exp(-b * x)
  time <- ifelse(event, -log(1 - inner / p), stats::rexp(n, exp(-b * x / 2)))
  censored <- stats::runif(n, 0, 4)
  data.frame(
    time = pmin(time, censored), status = ifelse(censored < time, "存活", ifelse(event, "复发", "死于其他原因")), 分组 = c("对照", "试验")[x + 1L]
  )
}

testthat::test_that("a planted coefficient is found, and Gray's P is uniform where there is none", {
  set.seed(11)
  found <- run(fine_gray_data(4000L, 0.6), group_column = "分组", reference_group = "对照")
  row <- found$models[1L, ]
  expect_true(row$HR.95L < exp(0.6) && exp(0.6) < row$HR.95H)
  expect_lt(abs(log(row$HR) - 0.6), 0.12)
  expect_identical(roles_of(found), c(复发 = "关注的事件", 死于其他原因 = "竞争事件", 存活 = "删失"))
  p <- vapply(1:300, function(i) {
    null <- fine_gray_data(100L, 0)
    fit <- competing_incidences(null$time, codes(null, "复发", "死于其他原因"), factor(null$分组))
    gray_tests(fit)$p[[1L]]
  }, numeric(1))
  expect_gt(stats::ks.test(p, "punif")$p.value, 0.01)
  expect_lt(mean(p < 0.05), 0.09)
})

clinic <- function(status = c("存活", "复发", "死于其他原因")) {
  set.seed(5)
  data.frame(time = rep(1:20, 3), status = rep_len(status, 60), sex = rep(c("男", "女"), 30))
}

testthat::test_that("values are told apart by their words", {
  expect_identical(roles_of(run(clinic())), c(复发 = "关注的事件", 死于其他原因 = "竞争事件", 存活 = "删失"))
  expect_identical(roles_of(run(clinic(c("失访", "肿瘤死亡", "非肿瘤死亡")))), c(肿瘤死亡 = "关注的事件", 非肿瘤死亡 = "竞争事件", 失访 = "删失"))
  expect_identical(roles_of(run(clinic(c("无复发生存", "复发", "无复发死亡")))), c(复发 = "关注的事件", 无复发死亡 = "竞争事件", 无复发生存 = "删失"))
  expect_identical(
    roles_of(run(clinic(c("0=Alive", "1=Relapse", "2=Death without relapse")))),
    c("1=Relapse" = "关注的事件", "2=Death without relapse" = "竞争事件", "0=Alive" = "删失")
  )
  expect_identical(
    unname(roles_of(run(clinic(c("Alive without relapse", "Relapse", "Died of other causes"))))), c("关注的事件", "竞争事件", "删失")
  )
  expect_identical(unname(roles_of(run(clinic(c("无病生存", "远处转移", "未转移而死亡"))))), c("关注的事件", "竞争事件", "删失"))
  numbers <- run(transform(clinic(), status = rep_len(0:2, 60)))
  expect_identical(roles_of(numbers), c("1" = "关注的事件", "2" = "竞争事件", "0" = "删失"))
  guessed <- Filter(function(finding) finding$code == "status_guessed", attr(numbers, "findings"))[[1L]]
  expect_identical(guessed$level, "should")
  # Censored and lost are both censored; two deaths compete with a relapse.
  four <- run(clinic(c("存活", "失访", "复发", "心血管死亡", "意外死亡")))
  expect_identical(unname(roles_of(four)[c("失访", "心血管死亡", "意外死亡")]), c("删失", "竞争事件", "竞争事件"))
})

testthat::test_that("what is not clear is asked, and answered by values in other spellings", {
  unclear <- clinic(c("A", "B", "C"))
  expect_identical(fault(unclear), c(code = "status_unclear", field = "event_value"))
  expect_identical(fault(unclear, event_value = "A"), c(code = "censored_unclear", field = "censored_value"))
  told <- run(unclear, event_value = " a ", censored_value = "C")
  expect_identical(roles_of(told), c(A = "关注的事件", B = "竞争事件", C = "删失"))
  expect_true("status_read" %in% codes_of(told))
  expect_identical(fault(unclear, event_value = "D"), c(code = "no_such_status", field = "event_value"))
  expect_identical(fault(unclear, event_value = "A", censored_value = "A"), c(code = "two_roles", field = "event_value"))
  expect_identical(fault(clinic(c("A", "B", "C", "D")), event_value = "A", censored_value = "C", competing_value = "B")[["code"]], "status_open")
  expect_identical(fault(clinic(c("1", "2", "3")))[["code"]], "status_unclear")
  swapped <- run(clinic(), event_value = "死于其他原因")
  expect_identical(roles_of(swapped), c(死于其他原因 = "关注的事件", 复发 = "竞争事件", 存活 = "删失"))
  plain <- run(clinic())
  expect_equal(swapped$incidences$cif[swapped$incidences$cause == "竞争事件"], plain$incidences$cif[plain$incidences$cause == "关注的事件"])
})

testthat::test_that("what is no competing risk is refused with what to do instead", {
  expect_identical(fault(clinic(c("存活", "复发")))[["code"]], "one_event")
  expect_match(message_of(clinic(c("存活", "复发"))), "Kaplan–Meier")
  expect_identical(fault(clinic(c("男", "女"))), c(code = "status_unclear", field = "status_column"))
  expect_identical(fault(clinic("复发"))[["code"]], "one_status")
  expect_identical(fault(clinic(c("存活", "失访")))[["code"]], "no_events")
  expect_identical(fault(clinic(sprintf("病人%02d", 1:30)))[["code"]], "many_statuses")
  expect_identical(fault(transform(clinic(), status = ""))[["code"]], "no_status")
  gone <- transform(clinic(), time = ifelse(status == "死于其他原因", NA, time))
  expect_identical(fault(gone)[["code"]], "no_competing")
  expect_match(message_of(gone), "Kaplan–Meier")
  expect_identical(fault(transform(clinic(), time = ifelse(status == "复发", NA, time)))[["code"]], "no_events")
  expect_identical(fault(clinic()[1:3, ])[["code"]], "few_patients")
  expect_identical(fault(clinic()[0, ])[["code"]], "no_rows")
  expect_identical(fault(clinic(), group_column = "无此列"), c(code = "no_column", field = "group_column"))
  expect_identical(fault(clinic(), group_column = "status")[["code"]], "same_column")
  expect_identical(fault(transform(clinic(), age = 1:60), group_column = "age")[["code"]], "many_groups")
  expect_identical(fault(clinic(), group_column = "sex", covariates = "sex"), c(code = "covariate_taken", field = "covariates"))
  expect_identical(fault(clinic(), group_column = "sex", reference_group = "丙")[["code"]], "no_reference_group")
  expect_identical(fault(clinic(), times = "一年")[["code"]], "times_unread")
  expect_identical(fault(transform(clinic(), time = "2021-01-05"))[["code"]], "no_numbers")
  expect_identical(fault(transform(clinic(), 备注 = paste("病", 1:60)), covariates = "备注")[["code"]], "many_levels")
})

testthat::test_that("missing, negative and infinite cells leave, counted", {
  table <- clinic()
  table$time[1:3] <- c(NA, -1, Inf)
  table$status[4:5] <- c("", NA)
  table$sex[6:8] <- c("", NA, "未知")
  result <- run(table, group_column = "sex")
  expect_identical(result$flow$n, c(60L, 2L, 1L, 2L, 3L, 52L))
  expect_identical(sum(result$groups$n), 52L)
  expect_identical(sum(result$statuses$n), 52L)
  expect_true("excluded" %in% codes_of(result))
})

testthat::test_that("four patients, one group, no censoring, ties and times of 0 have true results", {
  four <- data.frame(time = c(0, 5, 5, 9), status = c("复发", "死亡", "复发", "存活"), sex = c("男", "男", "女", "女"))
  result <- run(four, group_column = "sex")
  expect_true(all(c("few_events", "groups_small", "time_zero") %in% codes_of(result)))
  expect_equal(result$curve$cif[result$curve$group == "男" & result$curve$cause == "event"], c(0.5, 0.5), tolerance = 1e-6)
  expect_equal(result$curve$cif[result$curve$group == "男" & result$curve$cause == "competing"], c(0, 0.5), tolerance = 1e-6)
  expect_equal(result$curve$cif[result$curve$group == "女" & result$curve$cause == "event"], c(0, 0.5, 0.5), tolerance = 1e-6)
  single <- run(four[c("time", "status")])
  expect_identical(nrow(single$tests), 0L)
  expect_identical(nrow(single$models), 0L)
  expect_identical(single$groups$group, "全部患者")
  one <- run(transform(clinic(), sex = "男"), group_column = "sex")
  expect_true("one_group" %in% codes_of(one))
  all_events <- run(clinic(c("复发", "死亡")), group_column = "sex")
  expect_identical(facts_of(all_events)$censored_n, 0L)
  last <- vapply(split(all_events$curve, all_events$curve[c("cause", "group")]), function(rows) utils::tail(rows$cif, 1L), numeric(1))
  expect_equal(unname(last[c(1L, 3L)] + last[c(2L, 4L)]), c(1, 1), tolerance = 1e-6)
})

testthat::test_that("of more patients than the model can take the rest is there, and it is told", {
  set.seed(2)
  many <- data.frame(time = rexp(5001), status = sample(c("存活", "复发", "死亡"), 5001, TRUE), sex = sample(c("男", "女"), 5001, TRUE))
  result <- run(many, group_column = "sex", time_unit = "year")
  expect_identical(result$models$note, c("超过 5,000 例，未拟合", "", ""))
  expect_true("model_many" %in% codes_of(result))
})

testthat::test_that("a group without the event has no ratio, in no model a number without an end", {
  table <- clinic()
  table$status[table$sex == "女" & table$status == "复发"] <- "存活"
  result <- run(table, group_column = "sex")
  row <- row_of(result$models, model = "Fine–Gray：关注事件的累积发生率")
  expect_true(is.na(row$HR) && is.na(row$pvalue))
  expect_identical(row$note, "不可估计：有一组没有事件")
  expect_true("hr_unknown" %in% codes_of(result))
  expect_null(facts_of(result)$shr)
  expect_false(anyNA(result$tests$p))
})

testthat::test_that("the unit comes from the column's name, else from the follow-up, and is told", {
  table <- clinic()
  names(table)[[1L]] <- "时间（月）"
  month <- run(table, time_column = "时间（月）")
  expect_identical(facts_of(month)$unit_english, "months")
  expect_true(all(month$incidences$time == 12))
  expect_identical(facts_of(run(transform(clinic(), time = time * 100)))$unit_english, "days")
  expect_true("unit_doubtful" %in% codes_of(run(clinic(), time_unit = "day")))
  beyond <- run(table, time_column = "时间（月）", times = "5; 12、 400")
  expect_true("times_beyond" %in% codes_of(beyond))
  expect_identical(unique(beyond$incidences$time), c(5, 12))
})

testthat::test_that("the form is told what the inputs hold", {
  expect_true(all(c("status_guessed", "patients_read") %in% codes_at_form(tool, list(patients = clinic()), params)))
})
