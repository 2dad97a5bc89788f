# Tasks in processes of their own, as many as a job of the product has.
options(mc.cores = NULL)

test_that("large work gives what small work gives, in its order, and tells how far it is", {
  told <- integer()
  small <- engine$in_forks(c(3, 1, 2), function(x) if (x == 1) NULL else x * 10, 1, function(done) told <<- c(told, done))
  expect_identical(small, list(30, NULL, 20))
  expect_identical(told, 1:3)
  expect_identical(engine$in_forks(c(3, 1, 2), function(x) if (x == 1) NULL else x * 10, 1e9), small)
  folder <- tempfile()
  dir.create(folder)
  processes <- engine$in_forks(1:6, function(i) Sys.getpid(), 1e9, function(done) file.create(file.path(folder, sprintf("%02d", done))))
  expect_length(unique(unlist(processes)), min(6L, parallel::detectCores()))
  expect_true(all(c("00", "06") %in% list.files(folder)))
})

test_that("an error of a task is the job's, and a process that dies is not taken for a result", {
  expect_error(engine$in_forks(1:4, function(i) if (i == 3L) engine$stop_input("code", "句子", "field") else i, 1e9), class = "oncoloom_input")
  expect_error(engine$in_forks(1:4, function(i) if (i == 2L) tools::pskill(Sys.getpid(), 9L) else i, 1e9), "has ended")
})
