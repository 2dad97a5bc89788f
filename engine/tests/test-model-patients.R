# Whether a frozen model knows its own patients again, and takes nobody else for one.

#' Follow-up of patients of no study. @param step Of the times, in days. @param end All later times are cut there, as at a study's end.
#' @param exact Share of the patients whose times are told to the day.
strangers <- function(seed, n, prefix, step = 1, end = Inf, exact = 0) {
  set.seed(seed)
  event <- stats::rexp(n, 1 / 900)
  leaves <- pmin(stats::runif(n, 200, 4000), end)
  sample <- sprintf("%s%03d", prefix, seq_len(n))
  time <- pmin(event, leaves)
  time <- pmax(1, ifelse(seq_len(n) <= exact * n, round(time), round(time / step) * step))
  data.frame(patient = sample, sample = sample, time = time, status = as.integer(event <= leaves))
}
frozen <- function(patients) engine$with_seen(list(cutoff = 0.25), patients)
named <- function(patients, prefix) within(patients, sample <- patient <- sprintf("%s%d", prefix, seq_along(sample)))

test_that("patients under other names are known by their outcomes, also where times were made months and days again", {
  for (n in c(80L, 300L)) {
    own <- strangers(n, n, "A")
    renamed <- named(own, "case ")
    told <- engine$seen_patients(frozen(own), renamed[rev(seq_len(n)), ])
    expect_identical(c(told$n, told$share), c(n, 1))
    expect_identical(told$by, "outcome")
    months <- within(renamed, time <- round(time / 30.4375, 1) * 30.4375)
    expect_gt(engine$seen_patients(frozen(own), months)$share, 0.9)
  }
})

test_that("other patients are not taken for them, whatever the times are told in", {
  steps <- list(list(), list(step = 30.4375), list(step = 7), list(step = 365.25 / 4), list(end = 1825), list(step = 30.4375, end = 1825),
    list(step = 30.4375, exact = 0.3))
  for (kind in steps) for (n in c(80L, 300L)) {
    own <- frozen(do.call(strangers, c(list(1, n, "A"), kind)))
    for (seed in 2:4) expect_identical(engine$share_by_outcome(own, do.call(strangers, c(list(seed, n, "B"), kind))), 0)
  }
})

test_that("some of them among others are counted, by outcomes or by names", {
  own <- strangers(1, 200L, "A")
  others <- strangers(2, 200L, "B")
  others[1:50, c("time", "status")] <- own[1:50, c("time", "status")]
  expect_equal(engine$seen_patients(frozen(own), others)$share, 0.25, tolerance = 0.2)
  barcodes <- function(patients) within(patients, patient <- sample <- sprintf("TCGA-OR-A%03d-01A", seq_along(sample)))
  model <- frozen(barcodes(own))
  some <- strangers(3, 100L, "B")
  some$sample[1:4] <- c("tcga.or.a007.01a", "TCGA-OR-A008-01A", "TCGA_OR_A009_01A", " TCGA-OR-A010-01A ")
  told <- engine$seen_patients(model, some)
  expect_identical(c(told$n, told$share), c(4, 0.04))
  expect_identical(told$samples, some$sample[1:4])
  expect_identical(told$by, "name")
})

test_that("a name that every second study has counts with its outcome alone", {
  own <- strangers(1, 100L, "P")
  expect_identical(engine$seen_patients(frozen(own), strangers(2, 100L, "P"))$n, 0)
  same <- strangers(2, 100L, "P")
  same[1:9, c("time", "status")] <- own[1:9, c("time", "status")]
  expect_true(all(own$sample[1:9] %in% engine$seen_patients(frozen(own), same)$samples))
  expect_identical(engine$tells_patient(c("P001", "1", "Sample-12", "S1_T", "TCGA-OR-A5J1", "GSM12345")), rep(c(FALSE, TRUE), c(4L, 2L)))
})

test_that("hashes go with the model's table, have its own salt, and tell no name; a table without them is read", {
  set.seed(1)
  values <- matrix(stats::rnorm(200), 100, dimnames = list(NULL, c("G1", "G2")))
  own <- strangers(1, 100L, "A")
  model <- function(effect) engine$with_seen(engine$linear_model(
    "Cox", c(G1 = effect, G2 = 0.2), values, own$time, own$status, 365, c(endpoint = "OS")
  ), own)
  table <- engine$model_table(model(0.5))
  again <- engine$read_model(table[sample(nrow(table)), ], "model")
  expect_setequal(again$seen, model(0.5)$seen)
  expect_equal(engine$seen_patients(again, named(own, "case "))$n, 100)
  expect_identical(model(0.5)$seen, model(0.5)$seen)
  expect_length(intersect(model(0.5)$seen, model(0.6)$seen), 0L)
  expect_false(any(grepl("A001", table$name, fixed = TRUE)))
  earlier <- engine$read_model(table[!table$part %in% c("salt", "seen"), ], "model")
  expect_null(engine$seen_patients(earlier, own))
})
