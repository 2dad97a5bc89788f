# Seconds in which a tool reads the largest parsed matrix of a data folder: Rscript read-matrix.R ROOT DATA_FOLDER
arguments <- commandArgs(trailingOnly = TRUE)
engine <- new.env()
for (file in list.files(file.path(arguments[[1L]], "engine", "R"), "\\.R$", full.names = TRUE, recursive = TRUE)) sys.source(file, envir = engine, keep.source = FALSE)
stored <- list.files(file.path(arguments[[2L]], "storage"), recursive = TRUE, full.names = TRUE)
# A parsed form begins as R's binary serialization does.
is_parsed <- function(path) identical(readBin(path, "raw", 2L), charToRaw("B\n"))
parsed <- Find(is_parsed, stored[order(file.size(stored), decreasing = TRUE)])
times <- vapply(1:3, function(i) system.time(engine$read_serialized(parsed))[["elapsed"]], 0)
cat(stats::median(times))
