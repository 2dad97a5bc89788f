# Installs R packages that Debian does not have from CRAN, one by one, into a library of the project.
# Arguments: the library's folder, then the packages. Packages that need a compiler are left out: a fresh machine has none.
arguments <- commandArgs(trailingOnly = TRUE)
library_folder <- arguments[[1]]
dir.create(library_folder, recursive = TRUE, showWarnings = FALSE)
.libPaths(c(library_folder, .libPaths()))
# Left by an installation that was broken off; nothing else installs here.
unlink(Sys.glob(file.path(library_folder, "00LOCK*")), recursive = TRUE)
options(repos = c(CRAN = "https://cloud.r-project.org"), timeout = 120)

for (package in setdiff(arguments[-1], rownames(installed.packages()))) {
  tryCatch(
    utils::install.packages(package, lib = library_folder, dependencies = NA, quiet = TRUE),
    error = function(condition) message(package, ": ", conditionMessage(condition))
  )
}
cat("Every package was tried.\n")
