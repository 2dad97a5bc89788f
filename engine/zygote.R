# The warm parent of the engine. It loads what the tools need and then forks a child for each job, on command. Argument: the stage whose
# packages it loads, `early` or `all`; a parent with every tool's packages runs their examples once. Working directory: the engine's folder,
# with `code/` (a copy of engine/ and tools/), `run/` and `jobs/`. All paths are relative to it, because its user may not walk the folders
# above.
#
# stdin: one JSON command per line: {"do": "fork", "child": NAME}. End of input means that the server is gone: quit.
# stdout: one JSON event per line: partial, warming, ready, forked, error.
# A child talks by two named pipes, run/NAME.in and run/NAME.out; see engine/R/runtime/child.R.

ROOT <- "code"
# The folders are closed to others; the group is the server's where it is not root.
Sys.umask("007")
options(warn = 1L, keep.source = FALSE, stringsAsFactors = FALSE, scipen = 0L)

invisible(loadNamespace("jsonlite"))
engine <- new.env()
# What the warm-up needs; it reads all of the engine, compiled ahead.
for (file in list.files(file.path(ROOT, "engine", "R", "runtime"), "\\.R$", full.names = TRUE)) {
  sys.source(file, envir = engine, keep.source = FALSE)
}

tell <- function(event) {
  cat(engine$to_json(event), "\n", sep = "")
  flush(stdout())
}

stage <- match.arg(commandArgs(trailingOnly = TRUE), c("early", "all"))
confinement <- engine$open_confinement(ROOT)
started <- proc.time()[["elapsed"]]
tools <- tryCatch(engine$warm_up(ROOT, engine, stage, tell), error = function(condition) {
  tell(list(type = "error", message = conditionMessage(condition)))
  quit(status = 3L)
})
tell(list(
  type = "ready", seconds = proc.time()[["elapsed"]] - started, tools = as.list(names(tools)),
  later = as.list(attr(tools, "later")), private = engine$private_memory(),
  versions = engine$package_versions(attr(tools, "packages")), confinement = as.list(confinement$abilities)
))

commands <- file("stdin", "r", blocking = TRUE)
while (length(line <- readLines(commands, n = 1L)) == 1L) {
  command <- jsonlite::fromJSON(line)
  if (!identical(command$do, "fork")) stop("no such command: ", line)
  tell(list(type = "forked", child = command$child, pid = engine$fork_child(command$child, ROOT, tools, confinement)))
}
