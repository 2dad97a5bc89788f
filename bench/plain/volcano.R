# The work of one volcano job as an analyst's own script does it. `Rscript volcano.R STATISTICS_TSV OUTPUT_FOLDER`
suppressPackageStartupMessages({
  library(data.table)
  library(ggplot2)
  library(ggrepel)
})
arguments <- commandArgs(trailingOnly = TRUE)
statistics <- fread(arguments[[1L]], data.table = FALSE)
statistics <- statistics[!is.na(statistics$logFC) & !is.na(statistics$P.Value), ]
statistics$padj <- p.adjust(statistics$P.Value, "BH")
statistics$change <- "none"
statistics$change[statistics$padj < 0.05 & statistics$logFC >= 1] <- "up"
statistics$change[statistics$padj < 0.05 & statistics$logFC <= -1] <- "down"
dir.create(arguments[[2L]], showWarnings = FALSE)
fwrite(statistics, file.path(arguments[[2L]], "volcano.tsv"), sep = "\t")
