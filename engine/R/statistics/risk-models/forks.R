#' Independent pieces of one job on all processors.

#' From so many cells on, work on a matrix takes longer than a fork.
FORK_CELLS <- 2e4

#' How many processors a job may use: as R's option `mc.cores` says, else all. R asks a program for them, once.
processors <- local({
  known <- NULL
  function() {
    if (is.null(known)) known <<- parallel::detectCores()
    getOption("mc.cores", known)
  }
})

#' Do tasks in processes of their own where they are large, as many as `processors`.
#'
#' @param tasks Vector. @param work Function of one of them. It seeds its own random numbers: all processes begin with the same state.
#' @param cells Of the matrix that the tasks work on. @param progress Function of the number of tasks that are done; processes of
#'   their own call it, too.
#' @return List of what `work` gave, by task.
#' @section Errors: Those of the tasks; "a process has ended" where one was killed.
in_forks <- function(tasks, work, cells, progress = function(done) NULL) {
  size <- if (cells > FORK_CELLS) min(processors(), length(tasks)) else 1L
  one <- function(i) {
    result <- work(tasks[[i]])
    # Process k does the tasks k, k + size, …: by the first one's it is known how far all are.
    if ((i - 1L) %% size == 0L) progress(min(i + size - 1L, length(tasks)))
    list(result)
  }
  if (size < 2L) return(lapply(seq_along(tasks), function(i) one(i)[[1L]]))
  progress(0L)
  results <- suppressWarnings(parallel::mclapply(seq_along(tasks), one, mc.cores = size, mc.set.seed = FALSE, mc.allow.recursive = TRUE))
  for (result in results) {
    if (inherits(result, "try-error")) stop(attr(result, "condition"))
    if (is.null(result)) stop("a process has ended")
  }
  lapply(results, `[[`, 1L)
}
