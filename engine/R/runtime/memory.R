#' Memory that this job may take, bytes: the server's limit, which ends a job that goes beyond it; without a server 6 GiB.
job_memory <- function() {
  limit <- suppressWarnings(as.numeric(Sys.getenv("JOB_MEMORY_BYTES")))
  if (is.na(limit)) 6 * 1024^3 else limit
}
