# Makes the example input: the German Breast Cancer Study Group's trial (GBSG2 of TH.data). `Rscript make.R` in this folder.
own <- new.env()
utils::data("GBSG2", package = "TH.data", envir = own)
follow <- data.frame(sample = sprintf("P%03d", seq_len(nrow(own$GBSG2))), time = own$GBSG2$time, status = own$GBSG2$cens)
others <- own$GBSG2[setdiff(names(own$GBSG2), c("time", "cens"))]
data.table::fwrite(data.frame(follow, others), "survival.tsv", sep = "\t")
