#' A child waits for one job, runs it and ends. It is forked before its job is known: the fork is not waited for.

#' Fork a child that waits on `run/NAME.in` and talks on `run/NAME.out`.
#'
#' @param name Unique among all children of this server's life.
#' @return The child's process id (in the parent; the child does not return).
fork_child <- function(name, tools) {
  inbox <- file.path("run", paste0(name, ".in"))
  close(fifo(inbox, "w+b", blocking = TRUE))
  # Opened before the fork and closed in the parent after it: the child is the only writer from its first instant, so
  # that the end of its life is the end of this pipe, however it dies.
  outbox <- fifo(file.path("run", paste0(name, ".out")), "w+b", blocking = TRUE)
  process <- parallel:::mcfork(estranged = TRUE)
  if (inherits(process, "masterProcess")) {
    status <- tryCatch(
      {
        live_as_child(inbox, outbox, tools)
        0L
      },
      error = function(condition) {
        cat("child ", name, ": ", conditionMessage(condition), "\n", sep = "", file = stderr())
        1L
      }
    )
    parallel:::mcexit(status)
  }
  close(outbox)
  process$pid
}

live_as_child <- function(inbox, outbox, tools) {
  # A session of its own: the server ends the job with everything it started by one signal to the group.
  .C("setsid")
  # What a package prints behind R's back must not reach the server's protocol, and must not block.
  parallel:::closeStdout(TRUE)
  emit <- function(event) writeBin(charToRaw(enc2utf8(paste0(to_json(event), "\n"))), outbox)
  # Opening waits for the server; the end of input before a job means that the server is gone.
  orders <- fifo(inbox, "r", blocking = TRUE)
  repeat {
    emit(list(type = "waiting"))
    line <- readLines(orders, n = 1L, warn = FALSE)
    if (length(line) == 0L) return(invisible())
    order <- jsonlite::fromJSON(line)
    if (!is.null(order$folder)) break
    # A collection copies the pages that are still shared with the parent. Inside a job that would cost it 0.1 s and is
    # avoided; asked for while nothing else is to do, it makes the next job a fifth faster.
    gc(full = TRUE)
  }
  close(orders)
  # The child's own folder for the rest of its life: what a package writes beside it goes with the job.
  setwd(order$folder) # nolint: undesirable.
  own_tempdir()
  log <- file("log.txt", "a")
  sink(log, type = "output")
  sink(log, type = "message")
  set.seed(1L)
  run_job(".", tools, emit)
}

#' A temporary folder inside the job's: the parent's is gone, so R makes another.
#' Without this all children would share one, and `tempfile()` gives forked processes the same names.
own_tempdir <- function() {
  dir.create("tmp", showWarnings = FALSE)
  # Absolute: some packages change the working directory for a moment.
  Sys.setenv(TMPDIR = file.path(getwd(), "tmp"))
  tempdir(check = TRUE)
}
