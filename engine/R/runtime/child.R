#' A child waits for one job, runs it and ends. It is forked before its job is known: the fork is not waited for.

#' Fork a child that waits on `run/NAME.in` and talks on `run/NAME.out`.
#'
#' @param name Unique among all children of this server's life. @param root Folder with `engine/` and `tools/`.
#' @param tools From `warm_up`. @param confinement From `open_confinement`.
#' @return The child's process id (in the parent; the child does not return).
fork_child <- function(name, root, tools, confinement) {
  inbox <- file.path("run", paste0(name, ".in"))
  close(fifo(inbox, "w+b", blocking = TRUE))
  # R makes pipes that only their owner writes to.
  Sys.chmod(inbox, "660", use_umask = FALSE)
  # Opened before the fork and closed in the parent after it: the child is the only writer from its first instant, so
  # that the end of its life is the end of this pipe, however it dies.
  outbox_path <- file.path("run", paste0(name, ".out"))
  outbox <- fifo(outbox_path, "w+b", blocking = TRUE)
  parent <- Sys.getpid()
  process <- parallel:::mcfork(estranged = TRUE)
  if (inherits(process, "masterProcess")) {
    status <- tryCatch(
      {
        # A session of its own: the server ends the job with everything it started by one signal to the group.
        .C("setsid")
        await_server(outbox_path, parent)
        live_as_child(inbox, outbox, root, tools, confinement)
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

#' Wait until the server has opened both pipes: it removes the name of the outbox then. Opening the inbox before that would wait
#' for ever where the server dies in between; the parent ends with the server, and this child with its parent.
await_server <- function(outbox_path, parent) {
  while (file.exists(outbox_path)) {
    if (parent_id() != parent) stop("the server has gone")
    Sys.sleep(0.002)
  }
}

parent_id <- function() {
  # After the command's name, which may hold anything: state, parent, …
  fields <- strsplit(sub("^.*\\) ", "", readLines("/proc/self/stat", warn = FALSE)), " ", fixed = TRUE)[[1L]]
  as.integer(fields[[2L]])
}

live_as_child <- function(inbox, outbox, root, tools, confinement) {
  # What a package prints behind R's back must not reach the server's protocol, and must not block.
  parallel:::closeStdout(TRUE)
  emit <- function(event) writeBin(charToRaw(enc2utf8(paste0(to_json(event), "\n"))), outbox)
  # The end of input before a job means that the server is gone.
  orders <- fifo(inbox, "r", blocking = TRUE)
  waiting <- list(type = "waiting")
  repeat {
    emit(waiting)
    line <- readLines(orders, n = 1L, warn = FALSE)
    if (length(line) == 0L) return(invisible())
    order <- jsonlite::fromJSON(line)
    if (!is.null(order$folder)) break
    settle(root, tools)
    waiting$private <- private_memory()
  }
  close(orders)
  # Before anything is read that a user has sent; the order itself is the server's.
  confine_child(confinement, order$folder)
  # The child's own folder for the rest of its life: what a package writes beside it goes with the job.
  setwd(order$folder) # nolint: undesirable.
  own_tempdir()
  log <- file("log.txt", "a")
  sink(log, type = "output")
  sink(log, type = "message")
  set.seed(1L)
  run_job(".", tools, emit)
}

#' What a waiting child runs. Its example is small and uses what most tools use: an idle child stays below 60 MB with it. Of the page faults of
#' a preview of 1,000 rows it leaves 1,300 of 10,000 (box plots), 2,500 of 6,400 (PCA), 7,600 of 17,000 (Kaplan-Meier curves).
SETTLING_TOOL <- "box_plot"

#' Copy what a job writes to of the memory that is shared with the parent, and take new memory, before a job needs it: the kernel gives it page
#' by page, which takes longer than most short jobs. Asked for while nothing else is to do.
#'
#' @param root Folder with `engine/` and `tools/`. @param tools From `warm_up`; nothing is run where `SETTLING_TOOL` is absent or waits for packages.
settle <- function(root, tools) {
  tool <- tools[[SETTLING_TOOL]]
  if (!is.null(tool) && !SETTLING_TOOL %in% attr(tools, "later")) {
    tell <- function(event) cat("settling: ", event$text, "\n", sep = "", file = stderr())
    rehearse(tool, root, file.path(tempdir(check = TRUE), "settling"), tools, tell)
    # Of no use to the job, which has a temporary folder of its own.
    unlink(tempdir(), recursive = TRUE)
  }
  # What the job takes next is what has just been used.
  gc(full = FALSE)
  invisible()
}

#' Memory of this process that it shares with none, bytes. Only the process itself may look: it is closed to others of its user.
private_memory <- function() {
  lines <- readLines("/proc/self/smaps_rollup", warn = FALSE)
  1024 * sum(as.numeric(sub("^Private_\\w+:\\s+(\\d+) kB$", "\\1", grep("^Private_(Clean|Dirty):", lines, value = TRUE))))
}

#' A temporary folder inside the job's: the parent's is gone, so R makes another.
#' Without this all children would share one, and `tempfile()` gives forked processes the same names.
own_tempdir <- function() {
  dir.create("tmp", showWarnings = FALSE)
  # Absolute: some packages change the working directory for a moment.
  Sys.setenv(TMPDIR = file.path(getwd(), "tmp"))
  tempdir(check = TRUE)
}
