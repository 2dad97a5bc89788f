# The sandbox on kernels that offer less than this one: the same library, told of fewer abilities.

confinement <- local({
  if (!file.exists(file.path(root, "engine", "build", "confine.so"))) NULL
  else {
    code <- dyn.load(file.path(root, "engine", "build", "confine.so"))
    list(
      confine = getNativeSymbolInfo("confine", code),
      abilities = .Call(getNativeSymbolInfo("confinement_abilities", code)),
      readable = unique(c(READABLE, R.home(), .libPaths()))
    )
  }
})

#' What a function answers in a confined process.
confined <- function(landlock, seccomp, work) {
  skip_if(is.null(confinement), "the sandbox has not been built: npm start, or node scripts/setup/index.mjs")
  skip_if(confinement$abilities[[1L]] < landlock || confinement$abilities[[2L]] < seccomp, "this kernel offers less")
  folder <- tempfile("job")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  confinement$abilities <- c(landlock, seccomp)
  process <- parallel::mcparallel({
    confine_child(confinement, folder)
    suppressWarnings(work(folder))
  })
  parallel::mccollect(process)[[1L]]
}

outside <- tempfile("outside")
writeLines("a secret", outside)

attack <- function(folder) {
  list(
    inside = file.create(file.path(folder, "a")),
    moved = file.rename(file.path(folder, "a"), file.path(folder, "b")),
    read = tryCatch(readLines(outside), error = function(condition) "refused"),
    written = file.create(paste0(outside, "-written")),
    cut = system2("perl", c("-e", shQuote(sprintf('exit(truncate("%s", 0) ? 0 : 3)', outside)))),
    link = file.symlink(outside, file.path(folder, "link")),
    signal = tools::pskill(parent_id(), 18L),
    itself = tools::pskill(Sys.getpid(), 18L),
    socket = system2("perl", c("-MSocket", "-e", shQuote("exit(socket(S, AF_UNIX, SOCK_STREAM, 0) ? 0 : 3)"))),
    null = system("echo a > /dev/null"),
    child = parallel::mccollect(parallel::mcparallel(1))[[1L]]
  )
}

for (abi in c(1L, 2L, 3L, 4L, 5L, 6L)) {
  test_that(paste("Landlock of version", abi, "with seccomp refuses all that lies outside"), {
    result <- confined(abi, 1L, attack)
    expect_true(result$inside)
    expect_true(result$moved)
    expect_identical(result$read, "refused")
    expect_false(result$written)
    expect_identical(result$cut, 3L)
    expect_false(result$link)
    expect_false(result$signal)
    expect_true(result$itself)
    expect_identical(result$socket, 3L)
    expect_identical(result$null, 0L)
    expect_identical(result$child, 1)
    expect_identical(readLines(outside), "a secret")
  })
}

#' Whether a call of the kernel by its number is made, or its error. @param arguments As perl writes them.
call_by_number <- function(number, arguments) {
  system2("perl", c("-e", shQuote(sprintf("my @a = (%s); exit(syscall(%d, @a) < 0 ? $!+0 : 0)", arguments, number))))
}

test_that("files without a name, attributes of files and calls that are newer than the filter are refused", {
  skip_if_not(R.version$arch %in% c("x86_64", "aarch64"), "the numbers of this machine's calls are not known here")
  x86 <- R.version$arch == "x86_64"
  try_calls <- function(folder) {
    file.create(file.path(folder, "a"))
    attribute <- sprintf('"%s", "user.a", "b", 1, 0', file.path(folder, "a"))
    c(
      memfd = call_by_number(if (x86) 319L else 279L, '"a", 0'),
      attribute = call_by_number(if (x86) 188L else 5L, attribute),
      tree = call_by_number(467L, '-100, "/", 0, 0, 0'),
      file = call_by_number(469L, '-100, "/", 0, 0, 0'),
      future = call_by_number(480L, "0")
    )
  }
  answers <- confined(0L, 1L, try_calls)
  not_permitted <- 1L
  not_there <- 38L
  expect_identical(
    answers,
    c(memfd = not_permitted, attribute = not_permitted, tree = not_there, file = not_there, future = not_there)
  )
})

test_that("each of the two works without the other", {
  files <- confined(1L, 0L, attack)
  expect_identical(files$read, "refused")
  expect_false(files$link)
  calls <- confined(0L, 1L, attack)
  expect_identical(calls$socket, 3L)
  expect_false(calls$signal)
  expect_false(calls$link)
})

test_that("a library that has not been built changes nothing", {
  expect_null(open_confinement(tempfile("nowhere")))
  expect_no_error(confine_child(NULL, tempdir()))
})

test_that("a folder that is not there stops the job", {
  expect_match(as.character(confined(0L, 0L, function(folder) confine_child(confinement, file.path(folder, "none")))), "sandbox")
})
