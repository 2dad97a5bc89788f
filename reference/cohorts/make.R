# Makes the cohorts that the program brings with it, so that a machine without the internet has some: beside this script, a folder each. The
# files are not committed. `Rscript make.R`; the server installs what it finds here (apps/server/src/cohorts/embedded.ts).
engine <- file.path("..", "..", "engine", "R")
for (file in c("runtime/conditions.R", "runtime/json.R", "runtime/texts.R", "cohorts/cohort-writer.R", "cohorts/cohort-simulated.R")) {
  source(file.path(engine, file))
}
source("mini-acc.R")
source("simulated.R")
source("brca-sample.R")

#' A folder that the script stopped in must not pass for a whole one.
make <- function(cohort) {
  code <- cohort$about$code
  unlink(c(code, paste0(code, ".part")), recursive = TRUE)
  write_cohort(cohort, paste0(code, ".part"))
  file.rename(paste0(code, ".part"), code)
}

make(full_simulation())
if (requireNamespace("MultiAssayExperiment", quietly = TRUE)) make(mini_acc())
if (nzchar(system.file(package = "TCGAbiolinks"))) make(brca_sample())
