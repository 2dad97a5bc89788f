#' R counts its collections of garbage: every twenty-first takes the middle generation too and every sixth of those everything,
#' which costs most of a second with all packages loaded. Children inherit the count. So the parent makes the full collection
#' just before it is ready, and no child has to make it within its job.

#' Collections from one full one to the next.
COLLECTION_CYCLE <- 21L * 6L

#' Left for what R makes by itself in a warm-up: the rest of the cycle is made before, while a collection costs a millisecond, and not after it,
#' when each looks at more than a hundred megabytes. With every package R makes 16, several of them because its room grows; the cycle ends as soon
#' with 24 left for them as with 8.
WARM_UP_COLLECTIONS <- 8L

#' Call before anything is loaded.
#'
#' @param more Collections that the warm-up asks for, beside those that R makes by itself.
#' @return For `finish_collection_cycle`.
begin_collection_cycle <- function(more = 0L) {
  cycle <- new.env()
  cycle$done <- FALSE
  # A dead object of the oldest generation tells when everything was collected; two full collections make it one.
  cycle$oldest <- new.env()
  reg.finalizer(cycle$oldest, function(object) cycle$done <- TRUE)
  gc(full = TRUE)
  gc(full = TRUE)
  for (i in seq_len(COLLECTION_CYCLE - WARM_UP_COLLECTIONS - more)) gc(full = FALSE)
  cycle
}

#' Collect lightly until R has just made one of its rare full collections. Everything alive is old then, and stays shared:
#' children copy what a collection marks.
finish_collection_cycle <- function(cycle) {
  # What came last has to have been seen before.
  gc(full = FALSE)
  rm("oldest", envir = cycle)
  for (i in seq_len(COLLECTION_CYCLE)) {
    if (cycle$done) break
    gc(full = FALSE)
  }
}
