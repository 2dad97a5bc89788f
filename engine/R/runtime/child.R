#' A child waits for a job, runs it and ends, or waits for the next one of the same keeper. It is forked before its job is known: the fork is
#' not waited for.

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
  orders <- fifo(inbox, "r", blocking = TRUE)
  order <- first_order(orders, emit, root, tools)
  if (is.null(order)) return(invisible())
  # Before anything is read that a user has sent; the order itself is the server's.
  confine_child(confinement, order$folder, order$writable)
  setwd(order$folder) # nolint: undesirable.
  own_tempdir()
  repeat {
    run_logged(tools, emit)
    if (!isTRUE(order$keep)) return(invisible())
    # While its user looks at the result: the next job finds room that has been used before.
    gc(full = FALSE)
    order <- next_order(orders)
    if (is.null(order)) return(invisible())
    # The child may not walk the folders above; its jobs lie beside each other.
    setwd(file.path("..", basename(order$folder))) # nolint: undesirable.
  }
}

#' @return An order: `folder` of the job, `writable`: the folder below which the child writes for the rest of its life, `keep`: is it to wait for
#'   another job afterwards? Without a folder it asks the child to settle, and where `measure` is TRUE, to tell its memory. NULL: the server is gone.
next_order <- function(orders) {
  line <- readLines(orders, n = 1L, warn = FALSE)
  if (length(line) == 1L) jsonlite::fromJSON(line)
}

#' Wait for the first job; settle when asked to.
first_order <- function(orders, emit, root, tools) {
  waiting <- list(type = "waiting")
  repeat {
    emit(waiting)
    order <- next_order(orders)
    if (is.null(order) || !is.null(order$folder)) return(order)
    settle(root, tools)
    if (isTRUE(order$measure)) waiting$private <- private_memory()
  }
}

#' Run the job of the working directory; what R prints goes to its `log.txt`.
run_logged <- function(tools, emit) {
  log <- file("log.txt", "a")
  on.exit({
    sink(type = "message")
    # A job may have left some of its own.
    while (sink.number() > 0L) sink()
    close(log)
  })
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

#' Memory of this process that it shares with none, bytes. Only the process itself may look: it is closed to others of its user. The kernel goes
#' through every page for it, which takes 40 ms for a parent of 1.5 GB and for each of its children.
private_memory <- function() {
  lines <- readLines("/proc/self/smaps_rollup", warn = FALSE)
  1024 * sum(as.numeric(sub("^Private_\\w+:\\s+(\\d+) kB$", "\\1", grep("^Private_(Clean|Dirty):", lines, value = TRUE))))
}

#' A temporary folder inside the first job's: the parent's is gone, so R makes another.
#' Without this all children would share one, and `tempfile()` gives forked processes the same names.
own_tempdir <- function() {
  dir.create("tmp", showWarnings = FALSE)
  # Absolute: some packages change the working directory for a moment.
  Sys.setenv(TMPDIR = file.path(getwd(), "tmp"))
  tempdir(check = TRUE)
}
